//! Whether the recordings of all panes repeat bit for bit: every step is taken again, beside the frames.

use crate::app::bench::workbench::Workbench;
use crate::app::messages::Messages;
use crate::app::run::advance::step_again;
use crate::app::run::simulation::Mode;
use crate::app::wake::beside;
use crate::recording::Frame;
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What the check of one pane found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Steps taken again.
    pub steps: usize,
    /// The first that was not the same.
    pub differs: Option<u64>,
}

/// The check under way.
#[derive(Resource, Default)]
pub struct Recheck {
    tasks: Vec<Task<Verdict>>,
    /// The newest frame of each recording: a verdict belongs to no other.
    ends: Vec<Option<Arc<Frame>>>,
    done: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    total: usize,
}

impl Recheck {
    /// Steps taken again so far and in all, while a check is under way.
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.tasks.is_empty()).then(|| (self.done.load(Ordering::Relaxed), self.total))
    }
}

impl Drop for Recheck {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Takes all recorded steps again. States set by hand have nothing to be compared with.
pub fn check(frames: &[Arc<Frame>], done: &AtomicUsize, stop: &AtomicBool) -> Verdict {
    let mut steps = 0;
    for pair in frames.windows(2) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        done.fetch_add(1, Ordering::Relaxed);
        if pair[1].by_hand {
            continue;
        }
        steps += 1;
        if !step_again(&pair[0].state, &pair[1]).1 {
            return Verdict { steps, differs: Some(pair[1].state.step) };
        }
    }
    Verdict { steps, differs: None }
}

impl Recheck {
    /// Begins to take all recorded steps again.
    pub fn begin(&mut self, bench: &Workbench, mode: Mode, messages: &mut Messages) {
        let tapes: Vec<Vec<Arc<Frame>>> =
            bench.panes.iter().map(|pane| pane.recording.frames().cloned().collect()).collect();
        let total = tapes.iter().map(|tape| tape.len().saturating_sub(1)).sum();
        if total == 0 {
            messages.info(tr!("recheck-there-no-recorded-steps-check"));
            return;
        }
        *self = Self::default();
        self.total = total;
        self.ends = tapes.iter().map(|tape| tape.last().cloned()).collect();
        for tape in tapes {
            let (done, stop) = (Arc::clone(&self.done), Arc::clone(&self.stop));
            let task = beside(move || check(&tape, &done, &stop));
            if mode == Mode::Inline {
                while !task.is_finished() {
                    std::thread::yield_now();
                }
            }
            self.tasks.push(task);
        }
    }
}

/// Stops a check: the recordings are about to be others.
pub fn abandon(mut recheck: ResMut<Recheck>) {
    *recheck = Recheck::default();
}

/// Says what a check found when it is through.
pub fn finish(mut bench: ResMut<Workbench>, mut recheck: ResMut<Recheck>, mut messages: ResMut<Messages>) {
    if recheck.tasks.is_empty() || !recheck.tasks.iter().all(Task::is_finished) {
        return;
    }
    let verdicts: Vec<Verdict> = std::mem::take(&mut recheck.tasks).into_iter().map(block_on).collect();
    let ends = std::mem::take(&mut recheck.ends);
    let same_run = ends.len() == bench.panes.len()
        && bench.panes.iter().zip(&ends).all(|(pane, end)| match end {
            Some(end) => pane.recording.frame(end.state.step).is_some_and(|frame| Arc::ptr_eq(frame, end)),
            None => true,
        });
    if !same_run {
        messages.info(tr!("recheck-recording-was-changed-while-was"));
        return;
    }
    let mut all_same = true;
    for (index, (pane, verdict)) in bench.panes.iter_mut().zip(&verdicts).enumerate() {
        if let Some(step) = verdict.differs {
            all_same = false;
            pane.divergence = Some(step);
            messages.warn(tr!(
                "recheck-pane-does-not-repeat-step",
                pane = index + 1,
                model = pane.model().title(),
                step = step
            ));
        }
    }
    if all_same {
        let steps: usize = verdicts.iter().map(|verdict| verdict.steps).sum();
        bench.panes.iter_mut().for_each(|pane| pane.divergence = None);
        messages.info(tr!("recheck-all-recorded-steps-were-taken", steps = steps));
    }
}
