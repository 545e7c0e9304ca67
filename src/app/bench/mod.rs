//! What panels and overlays read: the panes, their runs, and all that is recorded of them.

pub mod account;
pub mod aside;
pub mod branches;
pub mod extremes;
pub mod history;
pub mod loads;
pub mod parting;
pub mod recording;
pub mod snapshot;
pub mod step_runs;
pub mod titles;
pub mod unsaved;
pub mod workbench;
