//! Runs of scenes for measuring: the truth meter, energy and momentum, statistics, reports, trajectories, sweeps.

pub mod accuracy;
pub mod colours;
pub mod curves;
pub mod drift;
pub mod energy;
pub mod figures;
mod hash;
pub mod log;
pub mod momentum;
pub mod report;
pub mod run;
pub mod springs;
pub mod stats;
pub mod sweep;
pub(crate) mod tally;
#[cfg(test)]
mod testing;
pub mod trajectory;
pub mod truth;

pub use hash::state_hash;
pub use report::Report;
pub use run::{DEFAULT_DURATION, Moment, Outcome, Overrides, Progress, RunOptions, run};
pub use springs::Springs;
pub use truth::{Truth, TruthMeter, measure};
