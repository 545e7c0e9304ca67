//! The list of a session: which records are what, and what people are told about it before they recover it.

use super::store::sum;
use crate::app::bench::aside::SetAside;
use crate::app::command::lesson::KeptLessons;
use crate::app::command::run::PartingDistance;
use crate::output::write_over;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Number of the format. The records are an image of the program's structures: another version of it reads its own only.
pub const FORMAT: u32 = 1;

const NAME: &str = "list.json";

/// What was saved last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct List {
    /// Number of the format.
    pub format: u32,
    /// Version of the program.
    pub program: String,
    /// When it was saved (seconds since 1970).
    pub saved: u64,
    /// The file of the records.
    pub records: String,
    /// How much of that file counts (bytes).
    pub length: u64,
    /// Place of the present moment.
    pub present: u64,
    /// What is beside the moments.
    pub clock: Clock,
    /// Acts that can be undone, oldest first.
    pub undo: Vec<ListedAct>,
    /// Acts that can be done again, the next one last.
    pub redo: Vec<ListedAct>,
    /// The lessons that are open.
    #[serde(default)]
    pub lessons: KeptLessons,
    /// What to say about it.
    pub about: About,
}

/// What of the workbench is no part of a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// Number of the focused pane.
    pub focused: usize,
    /// Simulated seconds per real second, as bits.
    pub speed: u64,
    /// Whether the clock is not paced.
    pub as_fast_as_possible: bool,
    /// Memory that the recording of each pane may use (bytes).
    pub memory: usize,
    /// The pane that others are measured against.
    pub chosen_reference: Option<usize>,
    /// From which distance on they have parted.
    pub parting_distance: PartingDistance,
    /// Whether the step size was changed since the last step.
    pub time_step_chosen: bool,
    /// Panes that the user chose and that the scene leaves out.
    #[serde(default)]
    pub aside: SetAside,
}

/// An act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedAct {
    /// What it is called.
    pub label: String,
    /// Place of the moment before it (or, once undone, after it).
    pub moment: u64,
}

/// What people are told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Name of the scene.
    pub scene: String,
    /// Its file.
    pub file: Option<String>,
    /// Whether it was edited since it was saved.
    pub edited: bool,
    /// The step shown.
    pub step: u64,
    /// Its time (s).
    pub time: f64,
    /// Recorded steps.
    pub steps: u64,
    /// Branches.
    pub branches: usize,
    /// The title of the lesson that is being made, else of the one under way.
    #[serde(default)]
    pub lesson: Option<String>,
    /// What was too much for the folder, in a sentence.
    pub left_out: Option<String>,
}

impl List {
    /// Writes it in the place of the one before, whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        let json = serde_json::to_string(self).map_err(std::io::Error::other)?;
        let text = format!("{json}\n{:016x}\n", sum(0, json.as_bytes()));
        write_over(&folder.join(NAME), text.as_bytes()).map_err(|error| std::io::Error::other(error.reason))
    }

    /// Reads it; none where nothing was saved.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn read(folder: &Path) -> Result<Option<Self>, String> {
        let text = match std::fs::read_to_string(folder.join(NAME)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let (json, rest) = text.split_once('\n').ok_or(tr!("kept-its-list-was-cut-off"))?;
        if rest.trim() != format!("{:016x}", sum(0, json.as_bytes())) {
            return Err(tr!("kept-its-list-damaged").to_owned());
        }
        #[derive(Deserialize)]
        struct Format {
            format: u32,
            program: String,
        }
        let Format { format, program } = serde_json::from_str(json).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err(tr!("kept-was-left-by-version-which", program = program));
        }
        serde_json::from_str(json).map(Some).map_err(|error| error.to_string())
    }
}
