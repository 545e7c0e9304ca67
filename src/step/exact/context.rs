//! What the islands of an exact step read, the pairs they decide, and what they answer.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::{Placed, Row, as_contact};
use crate::dynamics::midpoint_spin;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::lcp::LcpSettings;
use crate::math::{Pose, Twist, Vec3, Vec6};
use crate::quote::{brief, list, several};
use crate::step::frame::StepFrame;
use crate::step::report::SolveSummary;
use crate::step::settings::{Cone, Geometry, ImpactTreatment, StepSettings};
use crate::step::tolerances::EXACT_OPEN;
use crate::world::{BodyId, PairMemory};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::ops::Deref;

/// How often a step is halved at most.
pub(in crate::step::exact) const HALVINGS: u32 = 12;

/// Parts that were halved this often are done with friction as well as it can be had. To halve again
/// costs as much as all halvings before, and helps where the motion in a step is what keeps friction from settling.
const ANY_RATE: u32 = 3;

/// Parts that were halved this often and have no state with friction are done without.
const LAST_RESORT: u32 = 6;

/// What the islands read and never write.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Bodies, masses, free motion and world geometry at the start.
    pub frame: &'a StepFrame<'a>,
    /// Iterate to the end poses; otherwise linearise once, at the start.
    pub implicit: bool,
    /// The friction cone.
    pub cone: Cone,
    /// [`Model::rubs`].
    pub rubs: bool,
    /// Directions of the linearised friction cone.
    pub friction_directions: usize,
    /// The step was halved often enough: friction that does not settle is taken as well as it is found.
    pub at_any_rate: bool,
    /// The smallest parts: a state without friction is better than none.
    pub last_resort: bool,
    /// Tolerances of the methods inside.
    pub settings: LcpSettings,
    /// This part of a step is not divided any more.
    pub smallest: bool,
    /// Impacts are within steps, which do not end at them.
    pub within: bool,
    /// The step may end at an impact.
    pub splits: bool,
    /// What gravity adds to speeds in the whole step, of which this may be a part (m/s).
    pub fall: f64,
}

impl<'a> Deref for Context<'a> {
    type Target = StepFrame<'a>;

    fn deref(&self) -> &StepFrame<'a> {
        self.frame
    }
}

/// How a sentence about pairs that cannot keep apart begins.
pub(in crate::step::exact) const CONTRADICTION: &str = "no motion keeps these pairs apart at once";

impl<'a> Context<'a> {
    /// For a step, or a part of one, under these settings.
    pub fn new(frame: &'a StepFrame<'a>, settings: &StepSettings) -> Self {
        let within = settings.contact.impact(frame.model) == ImpactTreatment::Within;
        Self {
            frame,
            implicit: settings.contact.geometry() == Geometry::Implicit,
            cone: settings.friction.cone(settings.contact.model),
            rubs: frame.model.rubs(),
            friction_directions: settings.friction.directions,
            at_any_rate: frame.halved >= ANY_RATE,
            last_resort: frame.halved >= LAST_RESORT,
            settings: LcpSettings {
                tolerance: settings.solver.tolerance,
                max_iterations: settings.solver.max_iterations,
            },
            smallest: frame.halved >= HALVINGS,
            within,
            splits: frame.ends_early && !within,
            fall: frame.model.gravity.norm() * settings.h,
        }
    }
}

impl Context<'_> {
    /// A part at the end of the step, if its body moves with `twist`.
    pub(in crate::step::exact) fn end_of<'m>(&'m self, part: usize, twist: &Twist) -> WorldPart<'m> {
        let p = &self.kinematics.parts[part];
        let body = p.id.body;
        WorldPart::at(p.id, p.shape, &self.end_pose(body, twist))
    }

    /// The pose of a body at the end of the step to which a mean twist leads, and the velocities there that the two mean, 2ν̄ − ν, which turn with the body.
    pub(in crate::step::exact) fn end_of_body(
        &self,
        id: BodyId,
        mean: &Twist,
        start: &Twist,
    ) -> (Pose, Twist) {
        let pose = self.end_pose(id, mean);
        let turn = pose.orientation * self.state.poses[id.0].orientation.inverse();
        let linear = mean.linear * 2.0 - start.linear;
        (pose, Twist { linear, angular: turn * (mean.angular * 2.0 - start.angular) })
    }

    /// How a body moves between the start and the end of the step that `twist` takes it to: velocities that are constant in
    /// the step (m/s, rad/s). The one place that knows what a twist means for the way.
    pub(in crate::step::exact) fn motion(&self, twist: &Twist) -> Twist {
        self.steady(twist)
    }

    /// Thickness of a part (m).
    pub(in crate::step::exact) fn thickness(&self, part: usize) -> f64 {
        self.kinematics.parts[part].shape.thickness()
    }

    /// Body of a part.
    pub(in crate::step::exact) fn body_of(&self, part: usize) -> BodyId {
        self.kinematics.parts[part].id.body
    }

    /// Which pairs of parts cannot keep apart, and who leaves them no room, in words.
    pub(in crate::step::exact) fn contradiction(
        &self,
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> String {
        let name = |id: BodyId| format!("`{}`", brief(&self.model.body(id).name));
        let apart: BTreeSet<_> = pairs.map(|(a, b)| [self.body_of(a), self.body_of(b)]).collect();
        let mut why = self.who_leaves_no_room(apart.iter().flatten().copied(), true);
        if why.is_empty() {
            why =
                self.who_leaves_no_room(self.joined_with(apart.iter().flatten().copied()).into_iter(), false);
        }
        let all: Vec<_> = apart.iter().map(|[a, b]| format!("{} and {}", name(*a), name(*b))).collect();
        format!("{CONTRADICTION}: {}{why}", several(&all))
    }

    /// These bodies, and all that joints tie them to.
    fn joined_with(&self, bodies: impl Iterator<Item = BodyId>) -> BTreeSet<BodyId> {
        let mut found: BTreeSet<BodyId> = bodies.collect();
        let mut left: Vec<BodyId> = found.iter().copied().collect();
        while let Some(id) = left.pop() {
            let moved = |id: BodyId| self.model.body(id).is_dynamic();
            for (a, b) in self.joints.iter().map(|&k| self.model.joints[k].bodies) {
                let other = if a == id { b } else { a };
                if (a == id || b == id) && moved(id) && found.insert(other) {
                    left.push(other);
                }
            }
        }
        found
    }

    /// A clause on those of some bodies that move as they are told to, along a path or with a given velocity; empty where none does.
    /// `surely`: it is known that they leave no room; otherwise that they may.
    pub(in crate::step::exact) fn who_leaves_no_room(
        &self,
        bodies: impl Iterator<Item = BodyId>,
        surely: bool,
    ) -> String {
        let told = |id: &BodyId| !self.model.body(*id).is_dynamic() && self.free[id.0] != Twist::zero();
        let told: BTreeSet<BodyId> = bodies.filter(told).collect();
        let names: Vec<&str> = told.iter().map(|id| self.model.body(*id).name.as_str()).collect();
        let names = list(&names);
        let what = match (told.len(), surely) {
            (0, _) => return String::new(),
            (1, true) => "moves as it is told to and leaves no room",
            (1, false) => "moves as it is told to and may leave no room",
            (_, true) => "move as they are told to and leave no room",
            (_, false) => "move as they are told to and may leave no room",
        };
        format!("; {names} {what}")
    }

    /// The mean angular velocity (rad/s, world axes) with which a body turns for `h` (s) where nothing but a `torque` (N·m, world axes)
    /// acts on it: the implicit midpoint rule, which is what the first problem has for it.
    pub(in crate::step::exact) fn free_spin(&self, id: BodyId, torque: &Vec3, start: &Twist, h: f64) -> Vec3 {
        let turn = self.state.poses[id.0].orientation;
        let back = turn.inverse();
        turn * midpoint_spin(&self.model.body(id).inertia, &(back * start.angular), &(back * torque), h)
    }

    /// The smaller bounding radius of a pair's bodies (m).
    pub(in crate::step::exact) fn size_of(&self, parts: (usize, usize)) -> f64 {
        let radius = |p: usize| self.model.body(self.body_of(p)).radius;
        radius(parts.0).min(radius(parts.1))
    }
}

/// What a pair has for each of its rows; four of them, the corners of a face, need no memory of their own.
pub type Few<T> = SmallVec<[T; 4]>;

/// One pair of parts within reach of each other.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Indices into [`Kinematics::parts`], the first of the body with the lower id.
    pub parts: (usize, usize),
    /// The chosen feature.
    pub feature: SeparatingFeature,
    /// The one that it started the step from, or was led to: open at the start, unless the parts overlap.
    pub origin: SeparatingFeature,
    /// Its least gap at the start (m).
    pub start_separation: f64,
    /// Separation of the parts at the start (m), by the feature that it began with.
    pub apart: f64,
    /// The parts overlap at the start: no feature separates them, and they are pushed apart slowly.
    pub overlapping: bool,
    /// Whether there is friction between them.
    pub rough: bool,
    /// Whether it has rows in the problem.
    pub active: bool,
    /// When it was asked last whether it meets or, with rows, wants to start from another feature, by the clock of the world.
    pub asked: u64,
    /// Features that it was given because they separate it last on its way; each at most once.
    pub led: Vec<SeparatingFeature>,
    /// Rows of the chosen feature in the problem, ascending.
    pub rows: Few<RowKey>,
    /// Corners beside the facet, in whose place there are rows at the corners of what the faces have in common: they come in where they are violated.
    pub beside: Vec<usize>,
    /// Solutions in which those do not come in although they are violated: the first ones after they were taken out, which need not be near the right one.
    pub patience: usize,
    /// Solutions with these rows in which the rim of a flat end that is nearly level was below the plane.
    pub rims_violated: usize,
    /// Rows that were active in the last solve, with their impulses (N·s): where the next one starts.
    pub warm: Few<(RowKey, f64)>,
    /// Both bodies stand still here, and no other feature was better with the impulses of `warm`.
    pub settled: bool,
    /// Features that a switch was taken back from.
    pub tabu: Vec<SeparatingFeature>,
    /// Rows of the last problem: what the loads acted along. Those drawn to the state found differ from them by what
    /// the iteration left.
    pub acted: Vec<(RowKey, Row)>,
    /// Impulses of the accepted state (N·s), rows with none left out.
    pub loads: Few<(RowKey, f64)>,
    /// Friction impulses on B (N·s, world axes).
    pub friction: Vec<(RowKey, Vec3)>,
}

impl Pair {
    /// A pair without friction with the feature it starts from.
    pub fn new(parts: (usize, usize), feature: SeparatingFeature, start_separation: f64) -> Self {
        Self {
            parts,
            feature,
            origin: feature,
            start_separation,
            apart: start_separation,
            overlapping: start_separation < -EXACT_OPEN,
            rough: false,
            active: false,
            asked: 0,
            led: Vec::new(),
            rows: Few::new(),
            beside: Vec::new(),
            patience: 0,
            rims_violated: 0,
            warm: Few::new(),
            settled: false,
            tabu: Vec::new(),
            acted: Vec::new(),
            loads: Few::new(),
            friction: Vec::new(),
        }
    }

    /// What it bore in the last step, with the same feature: where the first problem starts.
    pub fn recall(&mut self, memory: &PairMemory) {
        self.warm.extend_from_slice(&memory.rows);
        self.loads.extend(memory.held.iter().map(|(key, p, _)| (*key, *p)));
        self.loads.sort_unstable_by_key(|l| l.0);
        self.friction
            .extend(memory.held.iter().filter(|h| h.2 != Vec3::zeros()).map(|(key, _, f)| (*key, *f)));
    }

    /// The pair, and in its place one of the same parts that knows nothing.
    pub(in crate::step::exact) fn taken(&mut self) -> Self {
        let blank = Self::new(self.parts, self.feature, self.start_separation);
        std::mem::replace(self, blank)
    }

    /// Whether the chosen feature separates at the start: ν = 0 then satisfies its rows.
    pub fn open_at_start(&self) -> bool {
        self.start_separation >= -EXACT_OPEN
    }

    /// Whether it pushes.
    pub(in crate::step::exact) fn is_loaded(&self) -> bool {
        self.loads.iter().any(|(_, p)| *p > 0.0)
    }

    /// Load and friction that the last problem gave a row (N·s).
    pub(in crate::step::exact) fn given(&self, key: RowKey) -> (f64, Vec3) {
        let p = self.loads.iter().find(|l| l.0 == key).map_or(0.0, |l| l.1);
        let f = self.friction.iter().find(|l| l.0 == key).map_or(Vec3::zeros(), |l| l.1);
        (p, f)
    }

    /// What its loads and its friction give to the bodies of A and B, forces and couples about the centres of mass
    /// (N·s, N·m·s).
    pub(in crate::step::exact) fn wrenches(&self, start: Placed, end: Placed) -> (Vec6, Vec6) {
        let (mut on_a, mut on_b) = (Vec6::zeros(), Vec6::zeros());
        for (key, row) in &self.acted {
            if let Some((_, p)) = self.loads.iter().find(|l| l.0 == *key) {
                on_a += row.jacobian_a * *p;
                on_b += row.jacobian_b * *p;
            }
            if let Some((_, p)) = self.friction.iter().find(|l| l.0 == *key) {
                let contact = as_contact(self.feature, *key, row, start, end, self.rough);
                let wrench = |p: Vec3, arm: Vec3| {
                    let couple = arm.cross(&p);
                    Vec6::new(p.x, p.y, p.z, couple.x, couple.y, couple.z)
                };
                on_a += wrench(-p, contact.point_a - contact.centre_a);
                on_b += wrench(*p, contact.point_b - contact.centre_b);
            }
        }
        (on_a, on_b)
    }

    /// Takes another feature; rows and loads of the old one go.
    pub(in crate::step::exact) fn switch_to(&mut self, feature: SeparatingFeature, start_separation: f64) {
        self.feature = feature;
        self.start_separation = start_separation;
        self.settled = false;
        self.rows.clear();
        self.beside.clear();
        self.warm.clear();
        self.acted.clear();
        self.loads.clear();
        self.friction.clear();
    }
}

/// The accepted state of all islands: the mean twists of the step, with half the impulses that they took.
pub struct Solved {
    /// Mean twist of every body.
    pub twists: Vec<Twist>,
    /// Which bodies some pair or joint held, so that they do not move freely.
    pub held: Vec<bool>,
    /// Those that began with other velocities than those of the state, impulses of their joints in them, ascending.
    pub started: Vec<(BodyId, Twist)>,
    /// All pairs, with features, rows and loads.
    pub pairs: Vec<Pair>,
    /// Number of islands.
    pub islands: usize,
    /// How it was found: convex problems of the island that took most, changes of feature that were kept, and the violation after
    /// each convex problem of the largest island (m).
    pub report: SolveSummary,
}

/// Why no state was accepted.
#[derive(Clone, Debug)]
pub struct NotConverged {
    /// One sentence.
    pub reason: String,
}
