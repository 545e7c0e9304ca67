//! One time step, and a run of steps.

mod exact_step;
mod joints;
pub mod pair;
mod problems;
pub mod ranges;
mod record;
mod restitution;
mod settings;
mod simulation;
mod stages;
mod step;
mod traps;

pub use crate::lcp::catalogue::SolverMethod;
pub use joints::JointRecord;
pub use pair::PairStudy;
pub use problems::{StepProblem, literal_problems, problem_files, step_problems};
pub use record::{SolveSummary, StepRecord, Timing};
pub use settings::{
    ContactSettings, Geometry, RestitutionLaw, RestitutionSettings, SolverSettings, StepInput, StepSettings,
};
pub use simulation::{Simulation, StepError};
pub use step::step;
pub use traps::SPRUNG;
