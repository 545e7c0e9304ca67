//! What of the user's work is in no file: said beside the scene's name, and asked about before the program is left.

use crate::app::bench::branches::{Branch, Branches};
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::ui::scene_list::in_language;
use crate::recording::Frame;
use crate::scene::LoadedScene;
use std::sync::{Arc, Weak};

/// Computing time from which a run is worth keeping although running again gives the same (s).
const WORTH_KEEPING: f64 = 60.0;

/// Recordings that are in files, each known by the last step of a pane. A run to which a step is added is another one.
#[derive(Clone, Debug, Default)]
pub struct SavedRuns(Vec<Weak<Frame>>);

impl SavedRuns {
    /// Notes that the recordings of these panes are in a file, and those of these branches.
    fn note_with(&mut self, panes: &[Pane], branches: &Branches) {
        self.note(panes);
        branches.iter().for_each(|branch| self.note(branch.panes()));
    }

    /// Notes that the recordings of these panes are in a file.
    pub(in crate::app::bench) fn note(&mut self, panes: &[Pane]) {
        self.0.retain(|frame| frame.strong_count() > 0);
        self.0.extend(panes.iter().filter_map(last_frame).map(Arc::downgrade));
    }

    pub(in crate::app::bench) fn has(&self, panes: &[Pane]) -> bool {
        let known = |frame: &Arc<Frame>| self.0.iter().any(|saved| saved.as_ptr() == Arc::as_ptr(frame));
        panes.iter().all(|pane| last_frame(pane).is_none_or(known))
    }

    /// Whether what these panes have recorded would be lost: it is in no file, and either somebody had a hand in it or it
    /// took long. Any other run comes again to the bit.
    pub fn would_lose(&self, panes: &[Pane]) -> bool {
        panes.iter().any(|pane| touched(pane) || took_long(pane)) && !self.has(panes)
    }
}

fn last_frame(pane: &Pane) -> Option<&Arc<Frame>> {
    pane.recording.frames().next_back()
}

/// Whether something was done by hand in the recorded run: a body pulled or moved, the scene edited, settings changed.
fn touched(pane: &Pane) -> bool {
    let mut settings = None;
    pane.recording.frames().skip_while(|frame| frame.state.step == 0).any(|frame| {
        let changed = settings.replace(frame.settings).is_some_and(|before| before != frame.settings);
        changed || frame.by_hand || !frame.input.wrenches.is_empty()
    })
}

fn took_long(pane: &Pane) -> bool {
    let kept: f64 = pane.history.samples().iter().map(|s| s.step_time).filter(|t| t.is_finite()).sum();
    kept * pane.history.stride() as f64 > WORTH_KEEPING
}

/// The scene with all that was built, also where an earlier moment is shown: that of the newest recorded step.
pub fn newest_scene<'a>(scene: &'a Arc<LoadedScene>, panes: &'a [Pane]) -> &'a Arc<LoadedScene> {
    let newest = panes.iter().filter_map(last_frame).max_by_key(|frame| frame.state.step);
    newest.map_or(scene, |frame| &frame.scene)
}

/// Whether a scene says something else than the one in its file.
pub fn differs(scene: &Arc<LoadedScene>, filed: &Arc<LoadedScene>) -> bool {
    !Arc::ptr_eq(scene, filed) && scene.source != filed.source
}

impl Workbench {
    /// The scene that a reset goes to.
    pub fn newest_scene(&self) -> &Arc<LoadedScene> {
        newest_scene(&self.scene, &self.panes)
    }

    /// Whether the scene was edited since it was loaded or saved, at the moment shown or at a later one.
    pub fn is_edited(&self) -> bool {
        differs(self.newest_scene(), &self.filed)
    }

    /// Whether a recorded run, present or left as a branch, would be lost.
    pub fn has_unsaved_run(&self) -> bool {
        self.loses_shown_run() || self.lost_branches().next().is_some()
    }

    /// Notes that what is recorded is in a file, with the branches.
    pub fn note_saved_runs(&mut self) {
        self.saved_runs.note_with(&self.panes, &self.branches);
    }

    /// Whether the run shown would be lost.
    pub fn loses_shown_run(&self) -> bool {
        self.saved_runs.would_lose(&self.panes)
    }

    /// The branches that would be lost.
    pub fn lost_branches(&self) -> impl Iterator<Item = &Branch> {
        self.branches.iter().filter(|branch| self.saved_runs.would_lose(branch.panes()))
    }
}

/// What would be lost with a document that is not shown, but that undo or redo leads to.
pub fn lost_with(left: &Snapshot, saved: &SavedRuns) -> Option<String> {
    let name = short(in_language(&left.scene.name));
    if differs(newest_scene(&left.scene, left.panes()), &left.filed) {
        Some(tr!("unsaved-scene-shown-before-ctrl-z", name = name))
    } else if saved.would_lose(left.panes()) {
        Some(tr!("unsaved-run-shown-before-ctrl-z", name = name))
    } else {
        None
    }
}

/// A name that leaves room for the sentence around it.
fn short(name: &str) -> String {
    const MOST: usize = 30;
    if name.chars().count() <= MOST {
        name.to_owned()
    } else {
        name.chars().take(MOST).chain(['…']).collect()
    }
}
