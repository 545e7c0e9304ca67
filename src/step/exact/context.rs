//! What the islands of an exact step read, the pairs they decide, and what they answer.

use crate::contact::Kinematics;
use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::Row;
use crate::dynamics::MassRoot;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::lcp::LcpSettings;
use crate::math::{Twist, Vec3};
use crate::world::joint::Servo;
use crate::world::{BodyId, Model, State};

/// Separation down to this counts as open (m).
pub const OPEN: f64 = 2e-9;

/// Gaps of an accepted state are at least minus this (m).
pub const TOLERANCE: f64 = 1e-9;

/// What the islands read and never write.
pub struct Context<'a> {
    /// Bodies.
    pub model: &'a Model,
    /// Poses at the start, and who is active.
    pub state: &'a State,
    /// World geometry at the start.
    pub start: &'a Kinematics<'a>,
    /// Roots of the inverse mass, per body.
    pub roots: &'a [MassRoot],
    /// Free twists ν*, per body.
    pub free: &'a [Twist],
    /// Numbers of the joints that hold.
    pub joints: &'a [usize],
    /// What drives them.
    pub servos: &'a [Servo],
    /// Step size (s).
    pub h: f64,
    /// Iterate to the end poses; otherwise linearise once, at the start.
    pub implicit: bool,
    /// Directions of the linearised friction cone.
    pub friction_directions: usize,
    /// Tolerances of the methods inside.
    pub settings: LcpSettings,
    /// Threads that may solve islands at once. The result does not depend on it.
    pub threads: usize,
}

impl Context<'_> {
    /// A part at the end of the step, if its body moves with `twist`.
    pub(in crate::step::exact) fn end_of<'m>(&'m self, part: usize, twist: &Twist) -> WorldPart<'m> {
        let p = &self.start.parts[part];
        let body = p.id.body;
        WorldPart::at(p.id, p.shape, &self.state.poses[body.0].advanced(twist, self.h))
    }

    /// Body of a part.
    pub(in crate::step::exact) fn body_of(&self, part: usize) -> BodyId {
        self.start.parts[part].id.body
    }

    /// The smaller bounding radius of a pair's bodies (m).
    pub(in crate::step::exact) fn size_of(&self, parts: (usize, usize)) -> f64 {
        let radius = |p: usize| self.model.body(self.body_of(p)).radius;
        radius(parts.0).min(radius(parts.1))
    }
}

/// One pair of parts within reach of each other.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Indices into [`Kinematics::parts`], the first of the body with the lower id.
    pub parts: (usize, usize),
    /// The chosen feature.
    pub feature: SeparatingFeature,
    /// Its least gap at the start (m).
    pub start_separation: f64,
    /// The parts overlap at the start: no feature separates them, and they are pushed apart slowly.
    pub overlapping: bool,
    /// Whether it has rows in the problem.
    pub active: bool,
    /// Rows of the chosen feature in the problem, ascending.
    pub rows: Vec<RowKey>,
    /// Rows that were active in the last solve, with their impulses (N·s): where the next one starts.
    pub warm: Vec<(RowKey, f64)>,
    /// Both bodies stand still here, and no other feature was better with the impulses of `warm`.
    pub settled: bool,
    /// Features that a switch was taken back from.
    pub tabu: Vec<SeparatingFeature>,
    /// Rows of the last problem: what the loads acted along. Those drawn to the state found differ from them by what
    /// the iteration left.
    pub acted: Vec<(RowKey, Row)>,
    /// Impulses of the accepted state (N·s), rows with none left out.
    pub loads: Vec<(RowKey, f64)>,
    /// Friction impulses on B (N·s, world axes).
    pub friction: Vec<(RowKey, Vec3)>,
}

impl Pair {
    /// A pair with the feature it starts from.
    pub fn new(parts: (usize, usize), feature: SeparatingFeature, start_separation: f64) -> Self {
        Self {
            parts,
            feature,
            start_separation,
            overlapping: start_separation < -OPEN,
            active: false,
            rows: Vec::new(),
            warm: Vec::new(),
            settled: false,
            tabu: Vec::new(),
            acted: Vec::new(),
            loads: Vec::new(),
            friction: Vec::new(),
        }
    }

    /// Whether the chosen feature separates at the start: ν = 0 then satisfies its rows.
    pub fn open_at_start(&self) -> bool {
        self.start_separation >= -OPEN
    }

    /// Takes another feature; rows and loads of the old one go.
    pub(in crate::step::exact) fn switch_to(&mut self, feature: SeparatingFeature, start_separation: f64) {
        self.feature = feature;
        self.start_separation = start_separation;
        self.settled = false;
        self.rows.clear();
        self.warm.clear();
        self.acted.clear();
        self.loads.clear();
        self.friction.clear();
    }
}

/// How the step was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Convex problems solved in the island that took most.
    pub outer_iterations: usize,
    /// Changes of feature that were kept.
    pub switches: usize,
    /// Changes of the active set in all.
    pub iterations: usize,
    /// Rows of the largest problem.
    pub size: usize,
    /// Number of islands.
    pub islands: usize,
    /// Largest KKT residual of an accepted convex problem (√J) or natural map of a problem with friction.
    pub residual: f64,
    /// Deepest violation of a row at the end (m), at least 0.
    pub violation: f64,
    /// Largest gap at the end of a row that carries an impulse (m).
    pub open_load: f64,
    /// Why another than the first method answered some problem, if so.
    pub fallback: Option<String>,
    /// Violation after each convex problem of the largest island (m).
    pub history: Vec<f64>,
    /// Objective ½‖ν − ν*‖²_M of the largest island before any switch and after each that was kept (J).
    pub objectives: Vec<f64>,
}

/// The accepted state of all islands.
pub struct Solved {
    /// Twist of every body at the end of the step.
    pub twists: Vec<Twist>,
    /// All pairs, with features, rows and loads.
    pub pairs: Vec<Pair>,
    /// How it was found.
    pub report: Report,
}

/// Why no state was accepted.
#[derive(Clone, Debug)]
pub struct NotConverged {
    /// One sentence.
    pub reason: String,
}
