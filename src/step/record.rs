//! What a step leaves behind: every intermediate result, for panels, overlays and reports.

use crate::contact::models::{Disjunction, DisjunctionKind};
use crate::contact::{Contact, ContactId};
use crate::math::{Vec3, Vec6};
use crate::step::joints::JointRecord;
use crate::step::report::SolveSummary;
use crate::world::BodyId;

/// Wall time of the stages of one step (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// Kinematics, broad phase, potential contacts.
    pub detect: f64,
    /// Disjunctions, Jacobians, the problem.
    pub formulate: f64,
    /// Solving.
    pub solve: f64,
    /// The whole step.
    pub total: f64,
}

impl Timing {
    /// Adds the times of another step, or of a part of one.
    pub(crate) fn add(&mut self, other: &Self) {
        self.detect += other.detect;
        self.formulate += other.formulate;
        self.solve += other.solve;
        self.total += other.total;
    }
}

/// One contact of a step with what the step made of it: a line of [`StepRecord::contacts`](fn@StepRecord::contacts).
#[derive(Clone, Copy, Debug)]
pub struct SolvedContact<'a> {
    /// Its place in the record, by which disjunctions name it.
    pub id: ContactId,
    /// Features, normal, and the gap at the start of the step.
    pub contact: &'a Contact,
    /// Normal impulse over the whole step (N·s); 0 where nothing pressed.
    pub impulse: f64,
    /// Friction impulse on body B over the whole step, world axes (N·s).
    pub friction: Vec3,
    /// True gap of the features at the end of the step (m); of edges that are parallel there NaN.
    pub end_gap: f64,
}

/// Everything one step computed.
///
/// A step done in parts ([`SolveSummary::substeps`]) has the contacts of all parts, each once, with the sums of their
/// impulses: divided by the step size they are mean forces, and p J explains the change of momentum over the step.
#[derive(Clone, Debug)]
pub struct StepRecord {
    /// Step number after this step.
    pub step: u64,
    /// Time after this step (s).
    pub time: f64,
    /// All potential contacts, with their gaps at the start of the step.
    pub contacts: Vec<Contact>,
    /// Normal impulse of each contact over the whole step (N·s).
    pub impulses: Vec<f64>,
    /// Friction impulse of each contact on body B over the whole step, world axes (N·s).
    pub friction_impulses: Vec<Vec3>,
    /// True gap of each contact's features at the accepted end-of-step poses (m); of edges that are parallel there NaN.
    pub end_gaps: Vec<f64>,
    /// The conditions the model wrote. A separation of a step done in parts has an alternative for each feature that a
    /// part took, the one that holds at the end of the step first.
    pub disjunctions: Vec<Disjunction>,
    /// Number of potential traps (see [`Disjunction::is_trap`]), counted with the exact model's disjunctions
    /// whatever model is run, so that runs compare.
    pub traps: usize,
    /// Traps of which at least one contact is violated at the end of the step: the standard model would have
    /// forbidden the motion.
    pub sprung_traps: usize,
    /// The joints that held in the step.
    pub joints: Vec<JointRecord>,
    /// What Exact gave bodies beside contacts and joints, ascending: impulse and its moment about the centre of mass (N·s,
    /// N·m·s). It is what a guard of energy and momentum changed, which acts on all bodies of an island and along no row, and what
    /// a row that pushes no longer at the end gave and took back along lines that differ by its turn in the step. With it, impulses,
    /// friction and joint forces explain M(ν⁺ − ν) − hf of every body: linear momentum to 1e-10, angular momentum to 1e-8 where nothing rubs.
    pub beside: Vec<(BodyId, Vec6)>,
    /// Largest detection distance used (m).
    pub detection_distance: f64,
    /// Bodies in contact groups: number of islands.
    pub islands: usize,
    /// How it was solved.
    pub solve: SolveSummary,
    /// Where the time went.
    pub timing: Timing,
}

impl StepRecord {
    /// The contacts, each with its impulses and its gap at the end.
    ///
    /// All potential contacts are among them; those that carry a load have a positive `impulse`.
    pub fn contacts(&self) -> impl Iterator<Item = SolvedContact<'_>> {
        self.contacts.iter().enumerate().map(|(k, contact)| SolvedContact {
            id: ContactId(k),
            contact,
            impulse: self.impulses[k],
            friction: self.friction_impulses[k],
            end_gap: self.end_gaps[k],
        })
    }

    /// Number of disjunctions of one kind.
    pub fn count(&self, kind: DisjunctionKind) -> usize {
        self.disjunctions.iter().filter(|d| d.kind == kind).count()
    }
}
