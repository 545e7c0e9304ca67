//! One time step, and a run of steps.

mod error;
pub mod exact;
pub mod friction;
pub mod impact;
pub mod island;
mod joints;
pub mod pair;
mod points;
mod problems;
mod record;
mod settings;
mod simulation;
mod stages;
mod traps;

pub use crate::lcp::catalogue::SolverMethod;
pub use error::StepError;
pub use joints::JointRecord;
pub use pair::PairStudy;
pub use problems::{StepProblem, literal_problems, problem_files, step_problems};
pub use record::{SolveSummary, StepRecord, Timing};
pub use settings::{
    ContactSettings, Geometry, RestitutionLaw, RestitutionSettings, SolverSettings, StepSettings,
};
pub use simulation::Simulation;
pub use traps::SPRUNG;

use crate::world::{Model, State, StepInput};

/// Goes one step forward from `state`: detect, write disjunctions, solve, integrate.
///
/// # Errors
/// [`StepError`] when no method gives an acceptable solution; nothing is changed.
pub fn step(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<(StepRecord, State), StepError> {
    match settings.contact.model.over_points() {
        Some(points) => points::step(points, model, state, input, settings),
        None => exact::step::step(model, state, input, settings),
    }
}
