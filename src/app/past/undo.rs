//! What the user did, to be undone and done again: whole moments of the workbench, which share what they have in common.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::unsaved::lost_with;
use crate::app::bench::workbench::Workbench;
use bevy::prelude::Resource;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Acts kept at most.
pub const DEPTH: usize = 100;
/// Memory of recordings that only the undo list keeps (bytes); the oldest acts are forgotten beyond it.
pub const MEMORY: usize = 256 * 1024 * 1024;
/// How fast acts of one kind follow each other that are one act.
const TOGETHER: Duration = Duration::from_millis(800);

/// An act, and the moment before it (or, once undone, after it).
#[derive(Clone, Debug)]
struct Act {
    label: String,
    moment: Arc<Snapshot>,
    at: Instant,
}

/// The acts that can be undone and done again.
#[derive(Resource, Clone, Debug)]
pub struct UndoStack {
    undo: Vec<Act>,
    redo: Vec<Act>,
    /// Acts of one kind that follow each other faster than this are one act: a number that is dragged, for instance.
    pub together: Duration,
}

impl Default for UndoStack {
    fn default() -> Self {
        Self { undo: Vec::new(), redo: Vec::new(), together: TOGETHER }
    }
}

impl UndoStack {
    /// Notes an act with the moment before it. What was undone before can no longer be done again.
    pub fn push(&mut self, label: impl Into<String>, before: Snapshot) {
        self.redo.clear();
        self.undo.push(Act { label: label.into(), moment: Arc::new(before), at: Instant::now() });
        self.forget();
    }

    /// The same, but an act with the same label as the last one, just after it, belongs to it.
    pub fn push_or_merge(&mut self, label: &str, before: impl FnOnce() -> Snapshot) {
        if let Some(last) = self.undo.last_mut()
            && last.label == label
            && last.at.elapsed() < self.together
        {
            last.at = Instant::now();
            self.redo.clear();
            return;
        }
        self.push(label, before());
    }

    /// The acts with their moments, oldest first: those that can be undone, and those that can be done again.
    pub fn acts(&self) -> [Vec<(String, Arc<Snapshot>)>; 2] {
        let kept = |act: &Act| (act.label.clone(), Arc::clone(&act.moment));
        [&self.undo, &self.redo].map(|acts| acts.iter().map(kept).collect())
    }

    /// Acts that were kept elsewhere.
    pub fn from_acts([undo, redo]: [Vec<(String, Arc<Snapshot>)>; 2]) -> Self {
        let stack = Self::default();
        // Not to be merged with: they are old acts.
        let now = Instant::now();
        let long_ago = now.checked_sub(stack.together).unwrap_or(now);
        let act = |(label, moment)| Act { label, moment, at: long_ago };
        Self {
            undo: undo.into_iter().map(act).collect(),
            redo: redo.into_iter().map(act).collect(),
            together: stack.together,
        }
    }

    /// What tells this list from another one: how many acts there are, and which is the last.
    pub fn mark(&self) -> (usize, Option<usize>, usize) {
        let last = self.undo.last().map(|act| Arc::as_ptr(&act.moment) as usize);
        (self.undo.len(), last, self.redo.len())
    }

    /// What would be undone.
    pub fn next_undo(&self) -> Option<&str> {
        self.undo.last().map(|act| act.label.as_str())
    }

    /// What would be done again.
    pub fn next_redo(&self) -> Option<&str> {
        self.redo.last().map(|act| act.label.as_str())
    }

    /// How many acts can be undone.
    pub fn len(&self) -> usize {
        self.undo.len()
    }

    /// Whether nothing can be undone.
    pub fn is_empty(&self) -> bool {
        self.undo.is_empty()
    }

    /// What would be lost if the program ended now, each as a person would name it: of what is shown, and of what undo or redo leads to.
    pub fn lost(&self, bench: &Workbench) -> Vec<String> {
        let shown = [
            (bench.is_edited(), tr!("unsaved-scene-shown-ctrl-s")),
            (bench.loses_shown_run(), tr!("unsaved-recorded-run-menu-recording")),
        ];
        let shown = shown.into_iter().filter(|(lost, _)| *lost).map(|(_, what)| what.to_owned());
        let branches =
            bench.lost_branches().map(|branch| tr!("unsaved-branch", from = branch.from, to = branch.to));
        shown.chain(branches).chain(self.lost_with_others(bench)).collect()
    }

    /// What would be lost with the documents that are not shown, but that undo or redo leads to: each as it was left.
    fn lost_with_others(&self, bench: &Workbench) -> Vec<String> {
        let mut seen = vec![bench.loaded];
        let mut lost = Vec::new();
        // Of each document the moment that is nearest to the present.
        for act in self.undo.iter().rev().chain(self.redo.iter().rev()) {
            if !seen.contains(&act.moment.loaded) {
                seen.push(act.moment.loaded);
                lost.extend(lost_with(&act.moment, &bench.saved_runs));
            }
        }
        lost
    }

    /// Goes back to before the last act; returns what was undone.
    pub fn undo(&mut self, bench: &mut Workbench) -> Option<String> {
        let act = self.undo.pop()?;
        self.redo.push(Act { label: act.label.clone(), moment: Arc::new(Snapshot::of(bench)), at: act.at });
        Arc::unwrap_or_clone(act.moment).restore(bench);
        Some(act.label)
    }

    /// Goes forward to where the last undone act had led; returns what was done again.
    pub fn redo(&mut self, bench: &mut Workbench) -> Option<String> {
        let act = self.redo.pop()?;
        // Not to be merged with: it is an old act.
        let long_ago = Instant::now().checked_sub(self.together).unwrap_or(act.at);
        self.undo.push(Act { label: act.label.clone(), moment: Arc::new(Snapshot::of(bench)), at: long_ago });
        Arc::unwrap_or_clone(act.moment).restore(bench);
        Some(act.label)
    }

    fn forget(&mut self) {
        let mut bytes = 0;
        let mut kept = 0;
        for (k, act) in self.undo.iter().enumerate().rev() {
            if let Some(later) = self.undo.get(k + 1) {
                bytes += act.moment.bytes_apart_from(later.moment.panes());
            }
            // The last act can always be undone.
            if kept >= DEPTH || (kept > 0 && bytes > MEMORY) {
                break;
            }
            kept += 1;
        }
        self.undo.drain(..self.undo.len() - kept);
    }
}
