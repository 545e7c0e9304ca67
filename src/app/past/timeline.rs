//! Going to a recorded moment: all panes, with the scene, the settings and the state of that moment.

use crate::app::bench::workbench::{MAX_PANES, Pane, Workbench};
use crate::app::messages::Messages;
use crate::app::past::ahead::LooksAhead;
use crate::app::run::advance::step_again;
use crate::app::run::simulation::{Driver, Mode};
use crate::app::wake::beside;
use crate::recording::Frame;
use crate::step::StepRecord;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::sync::Arc;

/// Finds the records of moments gone to.
pub struct TimelinePlugin;

impl Plugin for TimelinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Lookups>().init_resource::<LooksAhead>();
    }
}

/// Takes every pane to the recorded step `step`, or as near as its recording reaches.
pub fn seek(bench: &mut Workbench, messages: &mut Messages, step: u64) {
    let Some((first, last)) = bench.recorded() else { return };
    if step < first {
        messages.warn(tr!("recorded-recording-starts-at-step-earlier", first = first));
    }
    let step = step.clamp(first, last);
    let h = bench.time_step_chosen.then_some(bench.time_step);
    for pane in &mut bench.panes {
        go_to(pane, step, h);
    }
    follow_scene(bench);
    bench.finished = bench.scene.duration.is_some_and(|d| bench.time() > d - 0.5 * bench.time_step);
}

/// Takes one pane there. The record of the step is not kept: [`look_up`] takes the step again.
///
/// A step size `h` (s) that the user has just chosen stays; it is the same in all panes.
fn go_to(pane: &mut Pane, step: u64, h: Option<f64>) {
    let Some((first, last)) = pane.recording.range() else { return };
    let step = step.clamp(first, last);
    let Some(frame) = pane.recording.frame(step).cloned() else { return };
    // The settings with which the run went on from there.
    let next = pane.recording.frame(step + 1).unwrap_or(&frame).settings;
    if !pane.settings_chosen {
        pane.simulation.settings = next;
    }
    pane.simulation.settings.h = h.unwrap_or(next.h);
    pane.simulation.model = frame.scene.model.clone();
    pane.simulation.initial = frame.scene.state.clone();
    pane.simulation.state = frame.state.clone();
    pane.simulation.record = None;
    pane.scene = Arc::clone(&frame.scene);
    pane.failure = None;
    if let Some(sample) = pane.history.samples().iter().rev().find(|s| s.step == step) {
        pane.truth.overlap = sample.overlap;
        pane.truth.depth = sample.depth;
        pane.truth.joint_error = sample.joint_error;
    }
    pane.truth.deepest = None;
    if pane.since().is_some() || !pane.recording.changes().is_empty() {
        pane.read_worst();
    }
}

/// Takes over scene and step size from the panes, after they went to a moment with others. A pane that has no such
/// moment, because a step failed there before, is shown with the bodies of that moment; looking changes nothing.
pub fn follow_scene(bench: &mut Workbench) {
    let Some(pane) = bench.panes.iter().max_by_key(|pane| pane.simulation.state.step) else { return };
    let scene = Arc::clone(&pane.scene);
    bench.time_step = pane.simulation.settings.h;
    if Arc::ptr_eq(&scene, &bench.scene) && bench.panes.iter().all(|p| Arc::ptr_eq(&p.scene, &scene)) {
        return;
    }
    if !Arc::ptr_eq(&scene.model, &bench.scene.model) {
        bench.scene_generation += 1;
        bench.camera_kept = true;
    }
    bench.scene = Arc::clone(&scene);
    for pane in bench.panes.iter_mut().filter(|p| !Arc::ptr_eq(&p.scene, &scene)) {
        pane.show_with(&scene);
    }
}

/// The next recorded step at which a trap springs in the focused pane, after the present one.
pub fn next_sprung_trap(bench: &Workbench) -> Option<u64> {
    let pane = bench.focused_pane();
    let now = pane.simulation.state.step;
    let mut later = pane.recording.frames().map(|frame| (frame.state.step, frame.sprung_traps));
    later.find(|(step, sprung)| *step > now && *sprung > 0).map(|(step, _)| step)
}

/// Notes whether a recorded step was the same to the bit when it was taken again.
pub fn note_repetition(pane: &mut Pane, index: usize, step: u64, same: bool, messages: &mut Messages) {
    if same || pane.divergence.is_some_and(|first| first <= step) {
        return;
    }
    pane.divergence = Some(step);
    messages.warn(tr!(
        "recorded-pane-does-not-repeat-step",
        pane = index + 1,
        model = pane.model().title(),
        step = step
    ));
}

/// What came of taking a recorded step again.
type Found = (Option<Arc<StepRecord>>, bool);

/// Recorded steps that are being taken again, for their records.
#[derive(Resource, Default)]
pub struct Lookups {
    under_way: Vec<(usize, Arc<Frame>, Task<Found>)>,
    /// Steps that gave no record: they are not taken again in every frame.
    without: Vec<Arc<Frame>>,
}

/// Finds the records of the moments shown, beside the frames: one step may take seconds.
pub fn look_up(
    mut bench: ResMut<Workbench>,
    mut lookups: ResMut<Lookups>,
    driver: Res<Driver>,
    mut messages: ResMut<Messages>,
) {
    let lookups = &mut *lookups;
    let finished: Vec<usize> =
        (0..lookups.under_way.len()).filter(|&k| lookups.under_way[k].2.is_finished()).rev().collect();
    for k in finished {
        let (index, frame, task) = lookups.under_way.remove(k);
        let found = block_on(task);
        lookups.arrive(&mut bench, &mut messages, index, frame, found);
    }
    if bench.running || !driver.is_idle() {
        return;
    }
    for index in 0..bench.panes.len() {
        // One at a time: while the user scrubs, most moments are gone before their record is there.
        if lookups.under_way.iter().any(|(i, ..)| *i == index) {
            continue;
        }
        let Some((before, frame)) = wanted(&bench.panes[index], &lookups.without) else { continue };
        match driver.mode {
            Mode::Inline => {
                let found = step_again(&before.state, &frame);
                lookups.arrive(&mut bench, &mut messages, index, frame, found);
            }
            Mode::Background => {
                let again = Arc::clone(&frame);
                let task = beside(move || step_again(&before.state, &again));
                lookups.under_way.push((index, frame, task));
            }
        }
    }
}

/// The frame that a pane shows without its record, and the one before it; none of those that have no record.
fn wanted(pane: &Pane, without: &[Arc<Frame>]) -> Option<(Arc<Frame>, Arc<Frame>)> {
    if pane.simulation.record.is_some() {
        return None;
    }
    let step = pane.simulation.state.step;
    let before = pane.recording.frame(step.checked_sub(1)?)?;
    let frame = pane.recording.frame(step)?;
    let known = without.iter().any(|f| Arc::ptr_eq(f, frame));
    let shown = !frame.by_hand && !known && frame.state == pane.simulation.state;
    shown.then(|| (Arc::clone(before), Arc::clone(frame)))
}

impl Lookups {
    fn arrive(
        &mut self,
        bench: &mut Workbench,
        messages: &mut Messages,
        index: usize,
        frame: Arc<Frame>,
        (record, same): Found,
    ) {
        let step = frame.state.step;
        if let Some(pane) = bench.panes.get_mut(index)
            // The user may have gone elsewhere since.
            && pane.recording.frame(step).is_some_and(|f| Arc::ptr_eq(f, &frame))
        {
            if pane.simulation.state.step == step && pane.simulation.record.is_none() {
                pane.simulation.record.clone_from(&record);
            }
            note_repetition(pane, index, step, same, messages);
        }
        if record.is_none() {
            self.without.truncate(MAX_PANES - 1);
            self.without.insert(0, frame);
        }
    }
}
