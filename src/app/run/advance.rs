//! A few steps of one pane: the work that runs beside the frames. Nothing here knows the window or the clock.

use crate::app::bench::loads::Load;
use crate::app::panics;
use crate::app::run::measure;
use crate::app::run::spring::Spring;
use crate::recording::Frame;
use crate::recording::Sample;
use crate::scene::LoadedScene;
use crate::step::{Simulation, StepRecord};
use crate::stop;
use crate::world::{BodyId, State, StepInput};
use std::sync::Arc;
use std::time::Instant;

/// What to do.
#[derive(Clone, Debug)]
pub struct Work {
    /// Where to start.
    pub simulation: Simulation,
    /// The scene of the simulation.
    pub scene: Arc<LoadedScene>,
    /// Steps to take.
    pub steps: usize,
    /// The mouse spring, if a body is being dragged.
    pub spring: Option<Spring>,
    /// What was recorded after the start: these steps are taken again, with their own inputs and settings.
    pub tape: Vec<Arc<Frame>>,
}

/// One step taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// For the recording.
    pub frame: Arc<Frame>,
    /// For the plots.
    pub sample: Sample,
    /// What pushed whom; none of a step that could not be taken again.
    pub load: Option<Load>,
    /// The pair that penetrates deepest after it.
    pub deepest: Option<(BodyId, BodyId)>,
    /// For a step that was recorded before: whether it is the same to the bit.
    pub repeats: Option<bool>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Done {
    /// The simulation after the last good step.
    pub simulation: Simulation,
    /// Its scene.
    pub scene: Arc<LoadedScene>,
    /// The steps taken, oldest first.
    pub taken: Vec<Taken>,
    /// Why the next step could not be taken.
    pub failure: Option<String>,
    /// Wall time per step (s), measuring included.
    pub cost: f64,
}

/// Takes the steps, one after the other, until one fails. Recorded ones are taken again first.
pub fn advance(work: Work) -> Done {
    let Work { mut simulation, mut scene, steps, spring, tape } = work;
    let mut taken = Vec::with_capacity(steps);
    let mut failure = None;
    let start = Instant::now();
    let mut tape = tape.into_iter();
    for _ in 0..steps {
        // Who no longer wants the steps takes none of them.
        if stop::asked() {
            break;
        }
        if let Some(frame) = tape.next() {
            taken.push(repeat(&mut simulation, &frame));
            scene = Arc::clone(&frame.scene);
            continue;
        }
        let input = spring
            .map(|s| s.input(&simulation.model, &simulation.state, simulation.settings.h))
            .unwrap_or_default();
        match guarded_step(&mut simulation, &scene, &input) {
            Ok(step) => taken.push(step),
            Err(reason) => {
                failure = Some(reason);
                break;
            }
        }
    }
    let cost = start.elapsed().as_secs_f64() / steps.max(1) as f64;
    Done { simulation, scene, taken, failure, cost }
}

/// Takes the step that led to a recorded frame again and goes to the recorded state, whatever came of it.
fn repeat(simulation: &mut Simulation, frame: &Arc<Frame>) -> Taken {
    let (record, same) = step_again(&simulation.state, frame);
    let acted = simulation.state.acted(&frame.state);
    simulation.model = frame.scene.model.clone();
    simulation.initial = frame.scene.state.clone();
    simulation.settings = frame.settings;
    simulation.state = frame.state.clone();
    let (overlap, depth, deepest) = measure::truth(&simulation.model, &simulation.state);
    let energy = measure::energy(&simulation.model, &simulation.state);
    let sample = match &record {
        Some(record) => Sample::from_record(record, overlap, depth, &energy),
        None => {
            let (step, time) = (frame.state.step, frame.state.time);
            let joint_error = measure::joint_error(&simulation.model, &simulation.state);
            Sample { step, time, overlap, depth, energy: energy.total(), joint_error, ..Sample::default() }
        }
    };
    let load = record.as_ref().map(|record| Load::of(&simulation.model, record, acted));
    simulation.record = record;
    Taken { load, frame: Arc::clone(frame), sample, deepest, repeats: Some(same) }
}

/// The record of the step from `before` to a recorded frame, and whether that step gives the recorded state to the bit. A
/// state that was set by hand has no record, and nothing to compare it with.
pub fn step_again(before: &State, frame: &Frame) -> (Option<Arc<StepRecord>>, bool) {
    if frame.by_hand {
        return (None, true);
    }
    let scene = &frame.scene;
    if before.poses.len() != scene.model.bodies.len() {
        return (None, false);
    }
    let mut run = Simulation::new(scene.model.clone(), before.clone(), frame.settings);
    let record = panics::guarded(|| run.step(&frame.input).ok()).ok().flatten();
    let same = record.is_some() && run.state.repeats(&frame.state);
    (record.filter(|_| same), same)
}

/// One step and its measurements. A panic in the core is a failed step with a reason, not the end of the program:
/// the simulation given in is then left as it was.
fn guarded_step(
    simulation: &mut Simulation,
    scene: &Arc<LoadedScene>,
    input: &StepInput,
) -> Result<Taken, String> {
    let mut next = simulation.clone();
    let outcome = panics::guarded(|| {
        let record = next.step(input).map_err(|error| error.to_string())?;
        let (overlap, depth, deepest) = measure::truth(&next.model, &next.state);
        let energy = measure::energy(&next.model, &next.state);
        let sample = Sample::from_record(&record, overlap, depth, &energy);
        let frame = Arc::new(Frame {
            state: next.state.clone(),
            input: input.clone(),
            settings: next.settings,
            scene: Arc::clone(scene),
            sprung_traps: record.sprung_traps,
            by_hand: false,
        });
        let load = Some(Load::of(&simulation.model, &record, simulation.state.acted(&next.state)));
        Ok(Taken { load, frame, sample, deepest, repeats: None })
    });
    match outcome {
        Ok(Ok(taken)) => {
            *simulation = next;
            Ok(taken)
        }
        Ok(Err(reason)) => Err(reason),
        Err(reason) => {
            Err(tr!("run-step-stopped-by-error-in", step = simulation.state.step + 1, reason = reason))
        }
    }
}
