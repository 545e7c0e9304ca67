//! A recording without a window: a scene under several contact models.

use crate::contact::models::ContactModel;
use crate::experiment::run::step_count;
use crate::experiment::{TruthMeter, energy};
use crate::recording::{Frame, Recorded, RecordedPane, Sample};
use crate::scene::LoadedScene;
use crate::step::{Simulation, StepError, StepSettings};
use crate::stop;
use crate::world::StepInput;
use std::sync::Arc;

/// Runs the scene under each of the models for `duration` (s) and records every step. A run whose step fails, or that is stopped
/// ([`stop`](crate::stop)), ends there; given back are also the sentences why steps failed. Told are the steps done, and all.
pub fn record(
    scene: &LoadedScene,
    models: &[ContactModel],
    duration: f64,
    progress: &mut dyn FnMut(u64, u64),
) -> (Recorded, Vec<String>) {
    let scene = Arc::new(scene.clone());
    let first = scene.first_state();
    let steps = step_count((duration - first.time).max(0.0), scene.settings.h);
    let all = steps * models.len() as u64;
    let mut done = 0;
    let mut failures = Vec::new();
    let panes = models
        .iter()
        .map(|model| {
            let mut settings = scene.settings;
            settings.contact.model = *model;
            let mut stepped = || {
                done += 1;
                progress(done, all);
            };
            let (pane, failure) = run(&scene, settings, steps, &mut stepped);
            failures.extend(failure.map(|reason| format!("{}: {reason}", model.name())));
            done = done.next_multiple_of(steps.max(1));
            pane
        })
        .collect();
    let recorded = Recorded {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        panes,
        focused: 0,
        time_step: scene.settings.h,
        branches: Vec::new(),
        unknown: Vec::new(),
    };
    (recorded, failures)
}

fn run(
    scene: &Arc<LoadedScene>,
    settings: StepSettings,
    steps: u64,
    stepped: &mut dyn FnMut(),
) -> (RecordedPane, Option<StepError>) {
    let mut run = Simulation::new(scene.model.clone(), scene.first_state().clone(), settings);
    let meter = TruthMeter::new(&scene.model);
    let frame = |run: &Simulation, sprung_traps| {
        let (state, input, scene) = (run.state.clone(), StepInput::default(), Arc::clone(scene));
        Arc::new(Frame { state, input, settings, scene, sprung_traps, by_hand: false })
    };
    let mut pane = RecordedPane {
        settings,
        step: run.state.step,
        frames: vec![frame(&run, 0)],
        samples: Vec::new(),
        worst_overlap: 0.0,
        worst_depth: 0.0,
        worst_joint_error: 0.0,
    };
    for _ in 0..steps {
        if stop::asked() {
            break;
        }
        let record = match run.step(&StepInput::default()) {
            Ok(record) => record,
            // Who asked knows of it.
            Err(StepError::Stopped { .. }) => break,
            Err(failure) => return (pane, Some(failure)),
        };
        let truth = meter.measure(&run.model, &run.state);
        let energy = energy::measure(&run.model, &run.state);
        let sample = Sample::from_record(&record, truth.overlap_total, truth.depth_max, &energy);
        pane.worst_overlap = pane.worst_overlap.max(sample.overlap);
        pane.worst_depth = pane.worst_depth.max(sample.depth);
        pane.worst_joint_error = pane.worst_joint_error.max(sample.joint_error);
        pane.samples.push(sample);
        pane.frames.push(frame(&run, record.sprung_traps));
        pane.step = run.state.step;
        stepped();
    }
    (pane, None)
}
