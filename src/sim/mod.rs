//! One time step, and a run of steps.

mod exact_step;
mod joints;
mod problems;
mod record;
mod restitution;
mod settings;
mod simulation;
mod stages;
mod step;
mod traps;

pub use joints::JointRecord;
pub use problems::literal_problems;
pub use record::{SolveSummary, StepRecord, Timing};
pub use settings::{
    ContactSettings, Geometry, RestitutionLaw, RestitutionSettings, SolverMethod, SolverSettings, StepInput,
    StepSettings,
};
pub use simulation::{Simulation, StepError};
pub use step::step;
pub use traps::SPRUNG;
