//! What the explainer is about, and where that is in a step: it is known by its features, so that it stays chosen when
//! contacts are numbered anew in the next step.

use crate::app::command::explain::ConditionKey;
use crate::contact::models::Disjunction;
use crate::contact::{Contact, ContactId, FeaturePair};
use crate::step::{SPRUNG, StepRecord};
use crate::world::BodyId;

/// A pair of bodies in a pane, and of its contacts and conditions those that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The pane whose step is explained.
    pub pane: usize,
    /// The two bodies, the lower number first.
    pub bodies: (BodyId, BodyId),
    /// The features of the contact that was chosen; `None`: the pair as a whole.
    pub features: Option<FeaturePair>,
    /// The condition that was chosen; `None`: the most telling one.
    pub condition: Option<ConditionKey>,
}

impl Subject {
    /// A pair of bodies as a whole.
    pub fn pair(pane: usize, a: BodyId, b: BodyId) -> Self {
        Self { pane, bodies: (a.min(b), a.max(b)), features: None, condition: None }
    }

    /// A contact.
    pub fn contact(pane: usize, contact: &Contact) -> Self {
        Self { features: Some(contact.pair), ..Self::pair(pane, contact.body_a(), contact.body_b()) }
    }

    /// Whether a contact is one between the two bodies.
    pub fn concerns(&self, contact: &Contact) -> bool {
        let (a, b) = (contact.body_a(), contact.body_b());
        (a.min(b), a.max(b)) == self.bodies
    }

    /// The chosen contact in a step, if its features are near each other there.
    pub fn find(&self, record: &StepRecord) -> Option<ContactId> {
        let wanted = self.features?;
        record.contacts.iter().position(|c| c.pair == wanted).map(ContactId)
    }

    /// The conditions to choose from, the most telling first: those of the chosen contact, else those of the pair.
    pub fn conditions(&self, record: &StepRecord) -> Vec<usize> {
        let chosen = self.find(record);
        let concerned = |d: &Disjunction| match chosen {
            Some(id) => d.contacts().any(|c| c == id),
            None => d.bodies() == self.bodies || d.bodies() == (self.bodies.1, self.bodies.0),
        };
        let mut found: Vec<usize> =
            (0..record.disjunctions.len()).filter(|&k| concerned(&record.disjunctions[k])).collect();
        found.sort_by(|&i, &j| {
            let (a, b) = (&record.disjunctions[i], &record.disjunctions[j]);
            rank(record, a).cmp(&rank(record, b)).then(nearest(record, a).total_cmp(&nearest(record, b)))
        });
        found
    }

    /// The condition to explain: the chosen one where it is there, else the most telling.
    pub fn condition(&self, record: &StepRecord) -> Option<usize> {
        let all = self.conditions(record);
        let chosen = self
            .condition
            .and_then(|key| all.iter().copied().find(|&k| ConditionKey::of(&record.disjunctions[k]) == key));
        chosen.or(all.first().copied())
    }
}

/// What tells most comes first: a sprung trap, then what pushes, then what leaves a choice.
fn rank(record: &StepRecord, disjunction: &Disjunction) -> (bool, bool, bool) {
    let pushes = disjunction.contacts().any(|c| record.impulses.get(c.0).is_some_and(|p| *p != 0.0));
    (!is_sprung(disjunction, &record.end_gaps), !pushes, disjunction.alternatives.len() < 2)
}

/// Whether a condition is a trap of which a contact is violated at the end.
pub fn is_sprung(disjunction: &Disjunction, end_gaps: &[f64]) -> bool {
    disjunction.is_trap() && disjunction.contacts().any(|c| end_gaps.get(c.0).is_some_and(|g| *g < -SPRUNG))
}

fn nearest(record: &StepRecord, disjunction: &Disjunction) -> f64 {
    let gaps = disjunction.contacts().filter_map(|c| record.end_gaps.get(c.0));
    gaps.fold(f64::INFINITY, |least, gap| least.min(gap.abs()))
}
