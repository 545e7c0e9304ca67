//! Going to a recorded moment: all panes, state and record as they were.

use crate::app::messages::Messages;
use crate::app::workbench::{Pane, Workbench};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Takes every pane to the recorded step `step`, or as near as its recording reaches.
pub fn seek(bench: &mut Workbench, messages: &mut Messages, step: u64) {
    let range = bench.panes.iter().filter_map(|p| p.recording.range()).fold(None, |all, (first, last)| {
        let (a, b) = all.unwrap_or((first, last));
        Some((u64::max(a, first), u64::max(b, last)))
    });
    let Some((first, last)) = range else { return };
    if step < first {
        messages.warn(format!("The recording starts at step {first}; earlier steps are forgotten."));
    }
    let step = step.clamp(first, last);
    for (index, pane) in bench.panes.iter_mut().enumerate() {
        if !go_to(pane, step) {
            messages.warn(format!(
                "Pane {} does not replay step {step} bit for bit; the recorded state is shown.",
                index + 1
            ));
        }
    }
    bench.finished = bench.scene.duration.is_some_and(|d| bench.time() > d - 0.5 * bench.time_step);
}

/// Takes one pane there. The record of the step is not kept: the step is taken again from the state before it,
/// which must give the recorded state exactly. Returns whether it did.
fn go_to(pane: &mut Pane, step: u64) -> bool {
    let last = pane.recording.range().map_or(step, |(_, last)| last);
    let step = step.min(last);
    let Some(frame) = pane.recording.frame(step) else { return true };
    let target = frame.state.clone();
    let before = step.checked_sub(1).and_then(|s| pane.recording.frame(s));
    let mut same = true;
    let mut record = None;
    if let Some(before) = before.filter(|_| !frame.by_hand) {
        let mut replay = pane.simulation.clone();
        replay.state = before.state.clone();
        let input = frame.input.clone();
        let outcome = catch_unwind(AssertUnwindSafe(|| replay.step(&input).ok()));
        record = outcome.ok().flatten();
        same = record.is_some() && replay.state == target;
    }
    pane.simulation.state = target;
    pane.simulation.record = record;
    pane.failure = None;
    if let Some(sample) = pane.history.samples().iter().rev().find(|s| s.step == step) {
        pane.truth.overlap = sample.overlap;
        pane.truth.depth = sample.depth;
        pane.truth.joint_error = sample.joint_error;
    }
    pane.truth.deepest = None;
    same
}
