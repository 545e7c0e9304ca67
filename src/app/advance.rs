//! A few steps of one pane: the work that runs beside the frames. Nothing here knows the window or the clock.

use crate::app::history::Sample;
use crate::app::measure;
use crate::app::recording::Frame;
use crate::app::spring::Spring;
use crate::body::BodyId;
use crate::sim::{Simulation, StepInput};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// What to do.
#[derive(Clone, Debug)]
pub struct Work {
    /// Where to start.
    pub simulation: Simulation,
    /// Steps to take.
    pub steps: usize,
    /// The mouse spring, if a body is being dragged.
    pub spring: Option<Spring>,
}

/// One step taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// For the recording.
    pub frame: Frame,
    /// For the plots.
    pub sample: Sample,
    /// The pair that penetrates deepest after it.
    pub deepest: Option<(BodyId, BodyId)>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Done {
    /// The simulation after the last good step.
    pub simulation: Simulation,
    /// The steps taken, oldest first.
    pub taken: Vec<Taken>,
    /// Why the next step could not be taken.
    pub failure: Option<String>,
    /// Wall time per step (s), measuring included.
    pub cost: f64,
}

/// Takes the steps, one after the other, until one fails.
pub fn advance(work: Work) -> Done {
    let Work { mut simulation, steps, spring } = work;
    let mut taken = Vec::with_capacity(steps);
    let mut failure = None;
    let start = Instant::now();
    for _ in 0..steps {
        let input = spring
            .map(|s| s.input(&simulation.model, &simulation.state, simulation.settings.h))
            .unwrap_or_default();
        match guarded_step(&mut simulation, &input) {
            Ok(step) => taken.push(step),
            Err(reason) => {
                failure = Some(reason);
                break;
            }
        }
    }
    let cost = start.elapsed().as_secs_f64() / steps.max(1) as f64;
    Done { simulation, taken, failure, cost }
}

/// One step and its measurements. A panic in the core is a failed step with a reason, not the end of the program:
/// the simulation given in is then left as it was.
fn guarded_step(simulation: &mut Simulation, input: &StepInput) -> Result<Taken, String> {
    let mut next = simulation.clone();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let record = next.step(input).map_err(|error| error.to_string())?;
        let (overlap, depth, deepest) = measure::truth(&next.model, &next.state);
        let energy = measure::energy(&next.model, &next.state);
        let sample = Sample::from_record(&record, overlap, depth, &energy);
        let frame = Frame {
            state: next.state.clone(),
            input: input.clone(),
            sprung_traps: record.sprung_traps,
            by_hand: false,
        };
        Ok(Taken { frame, sample, deepest })
    }));
    match outcome {
        Ok(Ok(taken)) => {
            *simulation = next;
            Ok(taken)
        }
        Ok(Err(reason)) => Err(reason),
        Err(panic) => Err(format!(
            "step {} stopped by an error in the program: {}; the state was left as it was",
            simulation.state.step + 1,
            panic_text(panic.as_ref())
        )),
    }
}

/// What a panic said.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no reason given".to_owned())
}
