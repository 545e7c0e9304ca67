//! One time step, and a run of steps.

mod error;
pub mod exact;
pub mod friction;
pub mod impact;
pub mod island;
mod joints;
pub mod pair;
mod parts;
mod points;
mod problems;
pub mod ranges;
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

use crate::stop;
use crate::world::{Model, State, StepInput};

/// Goes one step forward from `state`: detect, write disjunctions, solve, integrate.
///
/// It ends soon, without a result, when the thread's [`stop`] is asked for.
///
/// # Errors
/// [`StepError`] when no method gives an acceptable solution; nothing is changed.
pub fn step(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<(StepRecord, State), StepError> {
    let done = match settings.contact.model.over_points() {
        Some(points) => points::step(points, model, state, input, settings),
        None => exact::step::step(model, state, input, settings),
    };
    // What was found in a hurry is no result, whatever it is.
    if stop::asked() { Err(StepError::Stopped { step: state.step + 1, time: state.time }) } else { done }
}
