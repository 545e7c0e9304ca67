//! A moment of the workbench as a record: what a snapshot holds, with scenes, settings, steps and samples as the numbers of
//! their records.
//!
//! The records are an image of the program's structures, in postcard's encoding: every number with every bit. The number of
//! the format in the list says which program reads them.

use crate::app::bench::extremes::Maxima;
use crate::app::bench::parting::Partings;
use crate::app::bench::step_runs::StepRuns;
use crate::recording::Sample;
use crate::world::BodyId;
use serde::{Deserialize, Serialize};

/// A moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredMoment {
    /// The scene as built.
    pub scene: u64,
    /// The scene as it stands in its file.
    pub filed: u64,
    /// That file.
    pub file: Option<String>,
    /// Which of the documents that were opened it belongs to.
    pub loaded: u64,
    /// The panes, left to right.
    pub panes: Vec<StoredPane>,
    /// Step size of all panes (s).
    pub time_step: f64,
    /// Where the panes stopped agreeing.
    pub parting: Partings,
    /// Whether the scene's duration is over.
    pub finished: bool,
    /// The branches, oldest first.
    pub branches: Vec<StoredBranch>,
    /// Number of the next branch.
    pub next_branch: u64,
}

/// A branch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredBranch {
    /// Its number.
    pub id: u64,
    /// The step at which it was left.
    pub from: u64,
    /// Its last step.
    pub to: u64,
    /// What it is called.
    pub title: String,
    /// Its moment.
    pub moment: u64,
}

/// A pane.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredPane {
    /// The scene that its state belongs to.
    pub scene: u64,
    /// Its settings.
    pub settings: u64,
    /// Whether they were changed since the last step.
    pub settings_chosen: bool,
    /// The record of the step with the present state.
    pub state: u64,
    /// The recorded steps: first record and how many follow each other, oldest first.
    pub frames: Vec<(u64, u64)>,
    /// The samples of its plots.
    pub history: StoredHistory,
    /// What the truth meter says: overlap, depth, their worst, joint error, its worst.
    pub truth: [f64; 6],
    /// The two bodies that penetrate deepest.
    pub deepest: Option<(BodyId, BodyId)>,
    /// Why it stands still.
    pub failure: Option<String>,
    /// The first step that did not repeat.
    pub divergence: Option<u64>,
}

/// A history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredHistory {
    /// The records of its samples, oldest first.
    pub samples: Vec<u64>,
    /// Steps from one kept sample to the next.
    pub stride: u64,
    /// The newest sample.
    pub last: Option<Sample>,
    /// The worst residuals.
    pub residuals: Maxima,
    /// The deepest overlaps.
    pub depths: Maxima,
    /// Where the first choice of method was left.
    pub fallbacks: StepRuns,
}

/// Adds a record to runs of records that follow each other.
pub fn extend(runs: &mut Vec<(u64, u64)>, record: u64) {
    match runs.last_mut() {
        Some((first, count)) if *first + *count == record => *count += 1,
        _ => runs.push((record, 1)),
    }
}
