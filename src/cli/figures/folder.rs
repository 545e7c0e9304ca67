//! The folder of the figures: what may be written there, and the record of the runs, from which one goes on.

use crate::cli::figures::kit::Figure;
use crate::cli::{Failure, output};
use pegsim::experiment::figures::Found;
use pegsim::experiment::log::RunLog;
use pegsim::output::{Outputs, write_over};
use std::path::{Path, PathBuf};

/// The page with all figures of a call.
pub(crate) const PAGE: &str = "figures.md";
/// The same as data.
pub(crate) const NUMBERS: &str = "figures.json";
/// The file that gets each run when it is known.
pub(crate) const LOG: &str = "runs.jsonl";

/// A folder that takes figures.
pub(crate) struct Folder {
    path: PathBuf,
    /// The runs that were done before, and those that are.
    pub log: RunLog<Found>,
}

impl Folder {
    /// Makes the folder and finds out before the first run whether the results can be written there.
    ///
    /// # Errors
    /// A sentence, where there are figures already and nobody said what to do with them, or nothing can be written.
    pub fn open(path: &Path, figures: &[&Figure], force: bool, resume: bool) -> Result<Self, Failure> {
        let shown = path.display();
        std::fs::create_dir_all(path)
            .map_err(|error| Failure::Input(format!("cannot make the folder {shown}: {error}")))?;
        let drawn = |figure: &&Figure| ["svg", "png", "csv"].map(|kind| format!("{}.{kind}", figure.name));
        let names: Vec<String> =
            figures.iter().flat_map(drawn).chain([PAGE, NUMBERS].map(str::to_owned)).collect();
        let log = path.join(LOG);
        let there = names.iter().map(String::as_str).chain([LOG]).find(|name| path.join(name).exists());
        match there {
            Some(there) if resume && !log.is_file() => {
                return Err(Failure::Input(format!(
                    "--resume: {shown} holds {there} without {LOG}, which says what is done; --force starts afresh"
                )));
            }
            Some(there) if !force && !resume => {
                return Err(Failure::Input(format!(
                    "--out: {shown} holds figures ({there}); --resume goes on with them, --force starts afresh, or name another folder"
                )));
            }
            _ => {}
        }
        let resumed = if resume { Some(RunLog::resume(&log).map_err(output::refused)?) } else { None };
        let mut outputs = Outputs::new(force || resume);
        outputs.claim(&log).map_err(output::refused)?;
        for name in names {
            // Begun and given up: that there is room for a file is all that can be known now.
            drop(outputs.file(&path.join(name)).map_err(output::refused)?);
        }
        let log = match resumed {
            Some(log) => log,
            None => RunLog::create(&log).map_err(output::refused)?,
        };
        Ok(Self { path: path.to_owned(), log })
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), Failure> {
        write_over(&self.path.join(name), contents).map_err(output::unwritten)
    }
}
