//! All of the user's work at one moment: what is handed to be kept, and what comes back. Shared with the workbench, not copied.

use super::encode::whole;
use super::list::{About, Clock};
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::unsaved::differs;
use crate::app::bench::unsaved::newest_scene;
use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::KeptLessons;
use crate::app::past::undo::UndoStack;
use crate::scene::to_text;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Weak};

/// An act: what it is called, and the moment before it.
pub type Act = (String, Arc<Snapshot>);

/// The work.
#[derive(Clone, Debug)]
pub struct Document {
    /// What is shown, with recordings and branches.
    pub present: Arc<Snapshot>,
    /// What is beside the moments.
    pub clock: Clock,
    /// What can be undone, oldest first.
    pub undo: Vec<Act>,
    /// What can be done again, the next one last.
    pub redo: Vec<Act>,
    /// The lessons that are open beside it.
    pub lessons: KeptLessons,
}

impl Document {
    /// The work as it is.
    pub fn of(bench: &Workbench, undo: &UndoStack) -> Self {
        let [past, future] = undo.acts();
        let clock = Clock {
            focused: bench.focused,
            speed: bench.speed.to_bits(),
            as_fast_as_possible: bench.as_fast_as_possible,
            memory: bench.memory,
            chosen_reference: bench.chosen_reference,
            parting_distance: bench.parting_distance,
            time_step_chosen: bench.time_step_chosen,
            aside: bench.aside.clone(),
        };
        let present = Arc::new(Snapshot::of(bench));
        Self { present, clock, undo: past, redo: future, lessons: KeptLessons::default() }
    }

    /// What people are told about it.
    pub fn about(&self) -> About {
        let moment = &self.present;
        let step = moment.panes.iter().map(|pane| pane.simulation.state.step).max().unwrap_or(0);
        let time = moment.panes.iter().map(|pane| pane.simulation.state.time).fold(0.0, f64::max);
        let steps = moment.panes.iter().map(|pane| pane.recording.frames().len().saturating_sub(1)).max();
        About {
            scene: moment.scene.name.clone(),
            file: moment.file.as_deref().map(whole),
            edited: differs(newest_scene(&moment.scene, &moment.panes), &moment.filed),
            step,
            time: if time.is_finite() { time } else { 0.0 },
            steps: steps.unwrap_or(0) as u64,
            branches: moment.branches.iter().len(),
            lesson: self.lessons.title(),
            left_out: None,
        }
    }

    /// Puts the work in the place of what a workbench shows, standing still.
    pub fn restore(self, bench: &mut Workbench, undo: &mut UndoStack) {
        let together = undo.together;
        *undo = UndoStack::from_acts([self.undo, self.redo]);
        undo.together = together;
        let Clock { focused, speed, as_fast_as_possible, memory, .. } = self.clock;
        bench.memory = memory;
        let loaded = self.present.loaded;
        // Another document than any that was shown, so that its file and its scene as filed come with it.
        bench.loaded = u64::MAX;
        Arc::unwrap_or_clone(self.present).restore(bench);
        bench.loaded = loaded;
        bench.scene_generation += 1;
        bench.camera_kept = false;
        bench.speed = f64::from_bits(speed);
        bench.as_fast_as_possible = as_fast_as_possible;
        bench.aside = self.clock.aside;
        bench.chosen_reference = self.clock.chosen_reference;
        bench.parting_distance = self.clock.parting_distance;
        bench.time_step_chosen = self.clock.time_step_chosen;
        bench.focused = focused.min(bench.panes.len().saturating_sub(1));
        bench.behind = 0.0;
    }
}

/// A fingerprint of a document, for tests that compare what was there with what came back: two documents that differ in one bit
/// of one recorded step have different ones. It is made from the structures themselves and shares nothing with their files.
#[derive(Debug, Default)]
pub struct Fingerprints {
    known: BTreeMap<usize, (Kept, u64)>,
}

/// Keeps an address from being used again while its fingerprint is known.
#[derive(Debug)]
enum Kept {
    Frame(Weak<crate::recording::Frame>),
    Scene(Weak<crate::scene::LoadedScene>),
    Moment(Weak<Snapshot>),
}

impl Kept {
    fn lives(&self) -> bool {
        match self {
            Self::Frame(weak) => weak.strong_count() > 0,
            Self::Scene(weak) => weak.strong_count() > 0,
            Self::Moment(weak) => weak.strong_count() > 0,
        }
    }
}

/// Text that is summed up, not kept.
struct Summed(u64);

impl Write for Summed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = super::store::sum(self.0, text.as_bytes());
        Ok(())
    }
}

fn summed(write: impl FnOnce(&mut Summed) -> std::fmt::Result) -> u64 {
    let mut text = Summed(1);
    // Writing to a number cannot fail.
    let _ = write(&mut text);
    text.0
}

impl Fingerprints {
    /// The fingerprint of a document.
    pub fn of(&mut self, document: &Document) -> String {
        self.known.retain(|_, (kept, _)| kept.lives());
        let present = self.moment(&document.present);
        let mut acts = Vec::new();
        for (label, moment) in document.undo.iter().chain(&document.redo) {
            acts.push((label, self.kept_moment(moment)));
        }
        let sum =
            summed(|text| write!(text, "{present} {} {acts:?} {:?}", document.undo.len(), document.clock));
        format!("{sum:016x}")
    }

    /// A moment that does not change any more.
    fn kept_moment(&mut self, moment: &Arc<Snapshot>) -> u64 {
        let at = Arc::as_ptr(moment) as usize;
        if let Some((_, sum)) = self.known.get(&at) {
            return *sum;
        }
        let sum = self.moment(moment);
        self.known.insert(at, (Kept::Moment(Arc::downgrade(moment)), sum));
        sum
    }

    fn moment(&mut self, moment: &Snapshot) -> u64 {
        let mut panes = Vec::new();
        for pane in &moment.panes {
            let frames: Vec<u64> = pane.recording.frames().map(|frame| self.frame(frame)).collect();
            let scene = self.scene(&pane.scene);
            let (settings, state) = (&pane.simulation.settings, &pane.simulation.state);
            panes.push(summed(|text| {
                write!(text, "{settings:?} {state:?} {frames:?} {scene} {} ", pane.settings_chosen)?;
                write!(text, "{:?} {:?} {:?} {:?}", pane.history, pane.truth, pane.failure, pane.divergence)
            }));
        }
        let branches: Vec<_> = moment
            .branches
            .iter()
            .map(|branch| {
                (branch.id, branch.from, branch.to, &branch.title, self.kept_moment(branch.moment()))
            })
            .collect();
        let (scene, filed) = (self.scene(&moment.scene), self.scene(&moment.filed));
        summed(|text| {
            write!(
                text,
                "{panes:?} {branches:?} {scene} {filed} {:?} {} ",
                moment.file.as_deref().map(whole),
                moment.time_step
            )?;
            write!(text, "{:?} {} {}", moment.parting, moment.finished, moment.loaded)
        })
    }

    fn frame(&mut self, frame: &Arc<crate::recording::Frame>) -> u64 {
        let at = Arc::as_ptr(frame) as usize;
        if let Some((_, sum)) = self.known.get(&at) {
            return *sum;
        }
        let scene = self.scene(&frame.scene);
        let sum = summed(|text| {
            write!(text, "{:?} {:?} {:?} ", frame.state, frame.input, frame.settings)?;
            write!(text, "{scene} {} {}", frame.sprung_traps, frame.by_hand)
        });
        self.known.insert(at, (Kept::Frame(Arc::downgrade(frame)), sum));
        sum
    }

    fn scene(&mut self, scene: &Arc<crate::scene::LoadedScene>) -> u64 {
        let at = Arc::as_ptr(scene) as usize;
        if let Some((_, sum)) = self.known.get(&at) {
            return *sum;
        }
        let source = &scene.source;
        let sum = summed(|text| {
            write!(text, "{} {} {:?}", to_text(source), scene.name, scene.path.as_deref().map(whole))
        });
        self.known.insert(at, (Kept::Scene(Arc::downgrade(scene)), sum));
        sum
    }
}
