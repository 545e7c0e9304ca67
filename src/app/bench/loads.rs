//! What pushed whom in the steps of a pane: the normal force of each pair of bodies and what drives gave, for plots over time.
//! Recordings have states only; this is kept beside them as long as there is room, and comes again when steps are taken again.

use crate::step::StepRecord;
use crate::world::{BodyId, Model};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Memory that the forces of a pane may use (bytes, about); the oldest go first.
const MEMORY: usize = 16 * 1024 * 1024;

/// The forces of one step, each the mean over it.
#[derive(Clone, Debug)]
pub struct Load {
    /// Whose bodies and joints the numbers below are of: when some are removed, others have theirs.
    pub model: Arc<Model>,
    /// Step number after the step.
    pub step: u64,
    /// Time after the step (s).
    pub time: f64,
    /// Pairs of bodies that pushed each other, the lower number first: sum of the normal forces of their contacts (N).
    pub pairs: Vec<((BodyId, BodyId), f64)>,
    /// Joints that held: what their drives gave along the coordinate (N·m or N).
    pub drives: Vec<(usize, f64)>,
}

impl Load {
    /// Those of a step whose impulses acted for `time` (s; [`State::acted`](crate::world::State::acted)).
    pub fn of(model: &Arc<Model>, record: &StepRecord, time: f64) -> Self {
        let mut pairs: BTreeMap<(BodyId, BodyId), f64> = BTreeMap::new();
        for (contact, impulse) in record.contacts.iter().zip(&record.impulses).filter(|(_, p)| **p != 0.0) {
            let (a, b) = (contact.body_a(), contact.body_b());
            *pairs.entry((a.min(b), a.max(b))).or_default() += impulse / time;
        }
        let drives = record.joints.iter().filter(|joint| joint.drive != 0.0);
        Self {
            model: Arc::clone(model),
            step: record.step,
            time: record.time,
            pairs: pairs.into_iter().collect(),
            drives: drives.map(|joint| (joint.joint, joint.drive)).collect(),
        }
    }

    /// Normal force between a body and another one, or all others (N).
    pub fn normal(&self, body: BodyId, other: Option<BodyId>) -> f64 {
        let concerns = |(a, b): &(BodyId, BodyId)| match other {
            Some(other) => (*a, *b) == (body.min(other), body.max(other)),
            None => *a == body || *b == body,
        };
        // A sum of nothing is minus zero.
        self.pairs.iter().filter(|(pair, _)| concerns(pair)).map(|(_, force)| force).sum::<f64>() + 0.0
    }

    /// What the drives of a joint gave (N·m or N).
    pub fn drive(&self, joint: usize) -> f64 {
        self.drives.iter().find(|(number, _)| *number == joint).map_or(0.0, |(_, force)| *force)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(self.pairs.as_slice()) + size_of_val(self.drives.as_slice())
    }
}

/// The forces of the newest steps of a pane, ascending. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    steps: VecDeque<Arc<Load>>,
    bytes: usize,
}

impl Loads {
    /// Puts the forces of a step in their place: behind the others, or in that of the same step.
    pub fn put(&mut self, load: Load) {
        match self.steps.binary_search_by_key(&load.step, |known| known.step) {
            Ok(place) => {
                self.bytes -= self.steps[place].bytes();
                self.bytes += load.bytes();
                self.steps[place] = Arc::new(load);
            }
            Err(place) => {
                self.bytes += load.bytes();
                self.steps.insert(place, Arc::new(load));
            }
        }
        while self.bytes > MEMORY && self.steps.len() > 1 {
            if let Some(gone) = self.steps.pop_front() {
                self.bytes -= gone.bytes();
            }
        }
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<Load>> {
        self.steps.iter()
    }

    /// Forgets everything after step `step`, for a branch from that moment.
    pub fn truncate_after(&mut self, step: u64) {
        while let Some(last) = self.steps.pop_back_if(|load| load.step > step) {
            self.bytes -= last.bytes();
        }
    }
}
