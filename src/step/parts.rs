//! A step done in several parts, as one record: what all parts did, over the duration of the whole step.
//!
//! Impulses add up, so that those of the record explain the change of momentum over the step, and divided by h they
//! are mean forces. A row of a part acted along its own Jacobian. The Jacobian of a contact of the record is therefore
//! the mean of those of the parts, weighted by the impulses: p J = Σ pₖ Jₖ holds for force and couple. A friction
//! impulse is the sum, and acts at the mean of the points; the couple by which that differs from what the parts gave is in
//! p J as well.

use crate::contact::kinematics::WorldPart;
use crate::contact::models::{Alternative, Disjunction, DisjunctionKind};
use crate::contact::separating::rows::{Placed, row_gaps_and};
use crate::contact::separating::search;
use crate::contact::{Contact, ContactId};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Vec3, Vec6};
use crate::step::error::StepError;
use crate::step::exact::step::features;
use crate::step::exact::velocity::wrenches;
use crate::step::impact::cut::Cut;
use crate::step::joints::JointRecord;
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::step::tolerances::{CLOSED_GAP, SPRUNG};
use crate::world::{BodyId, Model, PartId, State};
use std::collections::BTreeMap;

/// Which row of which feature a contact of a record is.
pub(super) type RowOfFeature = (SeparatingFeature, RowKey);

/// The record of a part of a step.
pub(super) struct Part {
    /// What it did; its joints bore their forces for `h`.
    pub record: StepRecord,
    /// The rows of the record's contacts, in their order.
    pub rows: Vec<RowOfFeature>,
    /// Its duration (s).
    pub h: f64,
    /// Where it should end early.
    pub cut: Option<Cut>,
}

/// The parts of a step, added up as they are done.
#[derive(Default)]
pub(super) struct Parts {
    /// What all parts have in common.
    first: Option<StepRecord>,
    pairs: BTreeMap<(PartId, PartId), Vec<Separated>>,
    joints: BTreeMap<usize, JointRecord>,
    beside: BTreeMap<BodyId, Vec6>,
    /// Row of the worst contact of all parts with its error there (m).
    worst: Option<(PartId, PartId, RowOfFeature, f64)>,
    /// Duration of all parts (s).
    h: f64,
    /// What was computed and not kept: times (s) and iterations.
    spent: (Timing, usize),
    /// Why the step was halved, where it was.
    reason: Option<String>,
    /// What the first part that had something to say said of its own solution.
    note: Option<String>,
}

/// A feature that separated a pair in some part of the step.
struct Separated {
    feature: SeparatingFeature,
    rows: BTreeMap<RowKey, Sum>,
}

/// One contact over the parts.
struct Sum {
    /// As the last part that had it saw it.
    last: Contact,
    /// Normal impulse (N·s).
    normal: f64,
    /// Σ pₖ Jₖ and friction, on A and B.
    on_a: Vec6,
    on_b: Vec6,
    /// Friction impulse on B (N·s).
    friction: Vec3,
    /// What the points are weighted by: the size of the impulses (N·s).
    weight: f64,
    /// Weighted points and centres on A and B (N·s·m).
    points: [Vec3; 4],
}

impl Parts {
    /// Something of the step was not solved and is done in halves; the record tells of the first reason.
    pub fn halved_for(&mut self, error: &StepError) {
        if let StepError::NotSolved { reason, .. } = error {
            self.reason.get_or_insert_with(|| reason.clone());
        }
    }

    /// The step has ended at as many impacts as it may, and goes on. Where nothing bounces, an impact within a part only is at another place by a little.
    pub fn crowded(&mut self, model: &Model, impacts: u32) {
        if model.bounces() {
            let note = format!(
                "the step ended at {impacts} impacts, the most it may; what bounces after them loses energy: a smaller time step ends at more"
            );
            self.note.get_or_insert(note);
        }
    }

    /// A part that was solved and is not kept, for its effort.
    pub fn discard(&mut self, part: Option<(Part, State)>) {
        let Some((Part { record, .. }, _)) = part else { return };
        self.spent.0.add(&record.timing);
        self.spent.1 += record.solve.iterations;
    }

    /// Takes in the next part.
    pub fn add(&mut self, part: Part) {
        let Part { record, rows, h, .. } = part;
        self.h += h;
        self.note = self.note.take().or_else(|| record.solve.fallback.clone());
        self.add_joints(&record.joints, h);
        for (id, impulse) in &record.beside {
            *self.beside.entry(*id).or_insert_with(Vec6::zeros) += impulse;
        }
        if let Some(error) = record.solve.worst_contact.map(|_| error(&record.solve))
            && self.worst.is_none_or(|w| error > w.3)
        {
            self.worst = record.solve.worst_contact.map(|k| {
                let pair = &record.contacts[k].pair;
                (pair.a.0, pair.b.0, rows[k], error)
            });
        }
        for (k, (feature, key)) in rows.iter().enumerate() {
            let contact = &record.contacts[k];
            let of_pair = self.pairs.entry((contact.pair.a.0, contact.pair.b.0)).or_default();
            let place = of_pair.iter().position(|f| f.feature == *feature);
            let place = place.unwrap_or_else(|| {
                of_pair.push(Separated { feature: *feature, rows: BTreeMap::new() });
                of_pair.len() - 1
            });
            let sum = of_pair[place].rows.entry(*key).or_insert_with(|| Sum::new(contact));
            sum.add(contact, record.impulses[k], &record.friction_impulses[k]);
        }
        // What separates the pair last holds at the end of the step: it comes first.
        for disjunction in &record.disjunctions {
            let last = disjunction.contacts().next().map(|c| rows[c.0].0);
            if let (Some(last), Some(of_pair)) = (last, self.pairs.get_mut(&disjunction.parts))
                && let Some(place) = of_pair.iter().position(|f| f.feature == last)
            {
                of_pair[..=place].rotate_right(1);
            }
        }
        match &mut self.first {
            None => self.first = Some(record),
            Some(all) => {
                all.islands = all.islands.max(record.islands);
                all.detection_distance = all.detection_distance.max(record.detection_distance);
                all.timing.add(&record.timing);
                add_summary(&mut all.solve, record.solve);
            }
        }
    }

    /// Forces become impulses here, and forces again in the end.
    fn add_joints(&mut self, joints: &[JointRecord], h: f64) {
        for joint in joints {
            let (force, torque, drive) = (joint.force * h, joint.torque * h, joint.drive * h);
            let sum = self.joints.entry(joint.joint).or_insert_with(|| JointRecord {
                force: Vec3::zeros(),
                torque: Vec3::zeros(),
                drive: 0.0,
                ..joint.clone()
            });
            sum.force += force;
            sum.torque += torque;
            sum.drive += drive;
            (sum.error, sum.coordinate, sum.broke) = (joint.error, joint.coordinate, joint.broke);
        }
    }

    /// The record of the whole step from `start` to `next`; `None` before any part was taken in.
    pub fn finish(mut self, model: &Model, start: &State, next: &State) -> Option<StepRecord> {
        let mut record = self.first?;
        let parts = record.solve.substeps;
        record.solve.fallback = match self.reason {
            None => self.note,
            Some(reason) => {
                let note = self.note.map_or(String::new(), |note| format!("; {note}"));
                Some(format!("{reason}; the step was done in {parts} parts{note}"))
            }
        };
        record.solve.worst_contact = None;
        record.solve.iterations += self.spent.1;
        record.timing.add(&self.spent.0);
        record.joints = self.joints.into_values().collect();
        record.beside = self.beside.into_iter().collect();
        for joint in &mut record.joints {
            joint.force /= self.h;
            joint.torque /= self.h;
            joint.drive /= self.h;
        }
        let mut rows = Rows::default();
        for ((a, b), of_pair) in &mut self.pairs {
            // Also bodies that were not there yet at the start.
            let placed = |id: PartId, state: &State| {
                WorldPart::at(id, &model.body(id.body).parts[id.part], &state.poses[id.body.0])
            };
            let (start_a, start_b) = (placed(*a, start), placed(*b, start));
            let (end_a, end_b) = (placed(*a, next), placed(*b, next));
            hold_at_end(of_pair, &end_a, &end_b);
            let at_start = Placed { a: &start_a, b: &start_b };
            let worst = self.worst.filter(|w| (w.0, w.1) == (*a, *b)).map(|w| w.2);
            let found = rows.add_pair(of_pair, at_start, Placed { a: &end_a, b: &end_b }, worst);
            record.solve.worst_contact = record.solve.worst_contact.or(found);
        }
        record.contacts = rows.contacts;
        record.impulses = rows.impulses;
        record.friction_impulses = rows.friction;
        record.end_gaps = rows.end_gaps;
        record.disjunctions = rows.disjunctions;
        Some(record)
    }
}

/// Sees to it that the first feature separates the parts at the end: the last one that had rows need not, where the pair
/// came apart by another, of which no row was near.
fn hold_at_end(of_pair: &mut Vec<Separated>, a: &WorldPart, b: &WorldPart) {
    let holds = |f: &Separated| f.feature.least_gap(a, b) >= -SPRUNG;
    if of_pair.first().is_some_and(holds) {
        return;
    }
    match of_pair.iter().position(holds) {
        Some(place) => of_pair[..=place].rotate_right(1),
        None => {
            if let Some((feature, _)) = search::any_open(a, b, -SPRUNG) {
                of_pair.insert(0, Separated { feature, rows: BTreeMap::new() });
            }
        }
    }
}

/// The lists of a record.
#[derive(Default)]
struct Rows {
    contacts: Vec<Contact>,
    impulses: Vec<f64>,
    friction: Vec<Vec3>,
    end_gaps: Vec<f64>,
    disjunctions: Vec<Disjunction>,
}

impl Rows {
    /// Appends a pair: one disjunction, an alternative for each feature, the one that holds at the end first. Gives the
    /// number of the contact that is `worst`.
    fn add_pair(
        &mut self,
        of_pair: &[Separated],
        start: Placed,
        end: Placed,
        worst: Option<RowOfFeature>,
    ) -> Option<usize> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut alternatives = Vec::new();
        let mut found = None;
        for Separated { feature, rows } in of_pair {
            row_gaps_and(*feature, start, rows.keys().copied(), &mut before);
            row_gaps_and(*feature, end, rows.keys().copied(), &mut after);
            let first = self.contacts.len();
            for (key, sum) in rows {
                // Edges that are parallel there have no gap.
                let gap = |gaps: &[(RowKey, f64)]| {
                    let gap = gaps.iter().find(|g| g.0 == *key).map(|g| g.1);
                    gap.filter(|g| g.is_finite()).unwrap_or(f64::NAN)
                };
                // What does not hold the pair at the end, or has opened since, is off by nothing there.
                let end = gap(&after);
                if worst == Some((*feature, *key)) && *feature == of_pair[0].feature && end <= CLOSED_GAP {
                    found = Some(self.contacts.len());
                }
                self.contacts.push(sum.contact(gap(&before)));
                self.impulses.push(sum.normal);
                self.friction.push(sum.friction);
                self.end_gaps.push(end);
            }
            let contacts = (first..self.contacts.len()).map(ContactId).collect();
            alternatives.push(Alternative { contacts });
        }
        let first = alternatives.first().and_then(|a: &Alternative| a.contacts.first());
        if let Some(last) = of_pair.first() {
            self.disjunctions.push(Disjunction {
                kind: DisjunctionKind::Separation,
                parts: (start.a.id, start.b.id),
                features: features(last.feature, first.map(|c| &self.contacts[c.0])),
                alternatives,
                primary: 0,
            });
        }
        found
    }
}

impl Sum {
    fn new(contact: &Contact) -> Self {
        Self {
            last: contact.clone(),
            normal: 0.0,
            on_a: Vec6::zeros(),
            on_b: Vec6::zeros(),
            friction: Vec3::zeros(),
            weight: 0.0,
            points: [Vec3::zeros(); 4],
        }
    }

    fn add(&mut self, contact: &Contact, normal: f64, friction: &Vec3) {
        let (on_a, on_b) = wrenches(contact, normal, friction);
        self.normal += normal;
        self.on_a += on_a;
        self.on_b += on_b;
        self.friction += friction;
        let weight = normal.abs() + friction.norm();
        self.weight += weight;
        let places = [contact.point_a, contact.point_b, contact.centre_a, contact.centre_b];
        self.points.iter_mut().zip(places).for_each(|(sum, p)| *sum += p * weight);
        self.last.clone_from(contact);
    }

    /// The contact with the gap at the start of the step (m).
    fn contact(&self, gap: f64) -> Contact {
        let mut contact = Contact { gap, distance: gap.abs(), ..self.last.clone() };
        if self.weight > 0.0 {
            let [point_a, point_b, centre_a, centre_b] = self.points.map(|p| p / self.weight);
            contact = Contact { point_a, point_b, centre_a, centre_b, ..contact };
        }
        if self.normal > 0.0 {
            let (rubbed_a, rubbed_b) = wrenches(&contact, 0.0, &self.friction);
            contact.jacobian_a = (self.on_a - rubbed_a) / self.normal;
            contact.jacobian_b = (self.on_b - rubbed_b) / self.normal;
            // A side row has no force, and keeps its direction.
            let mean = contact.jacobian_b.fixed_rows::<3>(0).try_normalize(0.0);
            contact.normal = mean.unwrap_or(contact.normal);
        }
        contact
    }
}

/// Adds the effort of another part, and keeps the larger residuals.
fn add_summary(all: &mut SolveSummary, part: SolveSummary) {
    all.iterations += part.iterations;
    all.outer_iterations += part.outer_iterations;
    all.switches += part.switches;
    all.substeps += part.substeps;
    all.accuracy.take(&part.accuracy);
    if part.size >= all.size {
        all.method = part.method;
        all.size = part.size;
        all.history = part.history;
        all.objectives = part.objectives;
    }
}

/// What the gaps of a part are off by (m).
fn error(solve: &SolveSummary) -> f64 {
    solve.accuracy.geometry.map_or(0.0, |gaps| gaps.violation.max(gaps.open_load))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{Feature, FeaturePair};

    fn contact(n: Vec3, arm: Vec3) -> Contact {
        let part = |b| PartId { body: BodyId(b), part: 0 };
        let turn = arm.cross(&n);
        let row = Vec6::new(n.x, n.y, n.z, turn.x, turn.y, turn.z);
        Contact {
            pair: FeaturePair {
                a: (part(0), Feature::Facet(1)),
                b: (part(1), Feature::Vertex(2)),
                flipped: false,
            },
            gap: 0.5,
            distance: 0.5,
            normal: n,
            point_a: arm,
            point_b: arm,
            centre_a: Vec3::zeros(),
            centre_b: Vec3::zeros(),
            jacobian_a: -row,
            jacobian_b: row,
            applicability: 0.0,
            applicable: true,
            feasible: true,
        }
    }

    /// Impulse and friction give what the parts gave, force and couple; a part that did not push has no say in the direction.
    #[test]
    fn the_sum_of_a_contact_acts_as_its_parts_did() {
        let first = contact(Vec3::x(), Vec3::new(0.1, 0.2, 0.3));
        let second = contact(Vec3::new(0.6, 0.8, 0.0), Vec3::new(-0.2, 0.1, 0.0));
        let idle = contact(-Vec3::z(), Vec3::repeat(9.0));
        let mut sum = Sum::new(&first);
        sum.add(&first, 2.0, &Vec3::y());
        sum.add(&second, 3.0, &Vec3::zeros());
        sum.add(&idle, 0.0, &Vec3::zeros());
        let whole = sum.contact(0.25);
        assert_eq!((sum.normal, sum.friction, whole.gap), (5.0, Vec3::y(), 0.25));
        let (first_a, first_b) = wrenches(&first, 2.0, &Vec3::y());
        let (second_a, second_b) = wrenches(&second, 3.0, &Vec3::zeros());
        let (on_a, on_b) = wrenches(&whole, sum.normal, &sum.friction);
        assert!((on_b - first_b - second_b).norm() < 1e-14);
        assert!((on_a - first_a - second_a).norm() < 1e-14);
        assert!((whole.normal - Vec3::new(3.8, 2.4, 0.0).normalize()).norm() < 1e-15);
        assert!((whole.point_b - (first.point_b + second.point_b) / 2.0).norm() < 1e-15);
    }
}
