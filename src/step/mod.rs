//! One time step, and a run of steps.

mod ahead;
mod aloft;
mod clusters;
#[doc(hidden)] // as `friction`
pub mod cone;
mod course;
mod determinacy;
mod entering;
mod error;
mod exact;
mod fixed_point;
mod frame;
#[doc(hidden)] // open to the tests of this repository, which solve islands by several methods and compare
pub mod friction;
#[doc(hidden)] // as `friction`
pub mod impact;
#[doc(hidden)] // as `friction`
pub mod island;
mod joints;
mod law;
pub(crate) mod pair;
mod parts;
mod penalty;
mod points;
mod problems;
pub mod ranges;
mod record;
mod report;
mod settings;
mod simulation;
mod support;
pub mod tolerances;
mod traps;

pub use crate::lcp::catalogue::SolverMethod;
pub use ahead::ahead;
pub use determinacy::{Determinacy, Determined, determinacy};
pub use error::StepError;
pub use joints::JointRecord;
pub use pair::{PairStudy, Separation};
pub use problems::{StepProblem, literal_problems, problem_files, step_problems};
pub use record::{SolvedContact, StepRecord, Timing};
pub use report::{Accuracy, GapError, Measure, SolveSummary};
pub use settings::{
    Cone, ContactSettings, FrictionLaw, FrictionSettings, Geometry, ImpactTreatment, Integrator,
    PenaltySettings, RestitutionLaw, RestitutionSettings, SolverSettings, StepSettings, most_split,
};
pub use simulation::Simulation;
pub use tolerances::SPRUNG;

use crate::contact::models::{ContactModel, PointModel};
use crate::lcp::LcpSolver;
use crate::stop;
use crate::stop::Stop;
use crate::world::{Model, State, StepInput};

/// Goes one step forward from `state`: free motion, find, solve, integrate, throw back, settle.
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
    step_with(model, state, input, settings, &Own::default())
}

/// A contact model and a solver of one's own for a step.
#[derive(Clone, Copy, Default)]
pub struct Own<'a> {
    /// Writes the disjunctions, instead of the model of the settings.
    pub contact_model: Option<&'a dyn PointModel>,
    /// Solves the literal problem (4.50) of each island, instead of the method of the settings. Where it does not, active
    /// alternatives answer, and the record says so. Exact has no literal problem.
    pub solver: Option<&'a dyn LcpSolver>,
}

impl Own<'_> {
    /// Whether everything is as the settings say.
    fn is_none(&self) -> bool {
        self.contact_model.is_none() && self.solver.is_none()
    }
}

/// As [`step`], with a contact model or a solver of one's own.
///
/// # Errors
/// As [`step`].
pub fn step_with(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    own: &Own,
) -> Result<(StepRecord, State), StepError> {
    step_knowing(model, state, input, settings, own, &mut clusters::Known::default())
}

/// As [`step_with`], with what is known of the clusters of the step before.
fn step_knowing(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    own: &Own,
    known: &mut clusters::Known,
) -> Result<(StepRecord, State), StepError> {
    let (step, time) = (state.step + 1, state.time);
    // One's own model is one of points, whatever the settings say.
    let asked = own.contact_model.map_or(settings.contact.model, |_| ContactModel::Standard);
    if let Some(reason) = asked.cannot(model) {
        return Err(StepError::NotSolved { step, time, reason });
    }
    let listed = || settings.contact.model.over_points().map(|model| model as &dyn PointModel);
    let budget = Stop::within(settings.limits());
    let done = budget.watch(|| match own.contact_model.or_else(listed) {
        Some(points) => {
            let law = points::OverPoints { model: points, solver: own.solver };
            law::step(&law, model, state, input, settings)
        }
        None => match settings.contact.model {
            ContactModel::DeepestPoint => {
                law::step(&penalty::Penalty::DEEPEST_POINT, model, state, input, settings)
            }
            ContactModel::MultiPoint => {
                law::step(&penalty::Penalty::MULTI_POINT, model, state, input, settings)
            }
            _ if settings.contact.geometry() == Geometry::Implicit => {
                clusters::step(model, state, input, settings, known)
            }
            _ => law::step(&exact::Exact, model, state, input, settings),
        },
    });
    // What was found in a hurry is no result, whatever it is.
    match budget.cause() {
        _ if stop::asked() => Err(StepError::Stopped { step, time }),
        Some(cause) => Err(StepError::over_budget(cause, settings, step, time)),
        None => done.map(|(mut record, next)| {
            if let Some(note) = entering::inside_others(model, state, settings.h) {
                let said = record.solve.fallback.take();
                record.solve.fallback = Some(said.into_iter().fold(note, |note, said| note + "; " + &said));
            }
            (record, next)
        }),
    }
}
