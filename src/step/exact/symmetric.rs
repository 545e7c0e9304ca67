//! Joints of what nothing touches: held by half at the start of the step and by half at its end.
//!
//! The first problem holds joints at the poses of the end, the second the velocities there. What that takes of ν₁ is of the second order in h, and of the energy of
//! the fourth; scaled back ([`conserve`](crate::step::exact::velocity)), it comes from one motion and goes to all, so that a rotor on a hinge loses its spin, and a top on a ball joint
//! the angular momentum about its foot. A symmetric projection (Hairer 2000, *BIT* 40; in a leapfrog step it is RATTLE, Andersen 1983) takes nothing in the mean:
//!
//! ```text
//!   ν_s = ν + M⁻¹G(q)ᵀμ,   the first problem from ν_s,   ν⁺ = ν₁ − M⁻¹G(q⁺)ᵀμ,   G(q⁺)ν⁺ = 0
//! ```
//!
//! Both momenta are kept, for joints give one impulse to two bodies at one point, and the energy that μ gives at the start it takes at the end, but for what μᵀGM⁻¹Gᵀμ changes by in the
//! step, which is of the fifth order and comes back. ν₁ = 2ν̄ − ν_s, and ν̄ hardly depends on μ, for impulses along the joints are the first problem's own to give: what is missing of the
//! last condition changes by −2μ, and Broyden's method (1965) begins with that.

use crate::dynamics::MassRoot;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::math::{Pose, Twist, Vec6};
use crate::step::exact::context::{Context, Pair};
use crate::step::exact::inner::Guess;
use crate::step::exact::island::{Job, SolvedIsland};
use crate::step::exact::islands::Islands;
use crate::step::exact::parallel;
use crate::step::frame::StepFrame;
use crate::step::tolerances::CLOSED_GAP;
use crate::world::BodyId;
use crate::world::joint::{Joint, jacobian};
use nalgebra::{DMatrix, DVector, SVD};
use std::collections::BTreeMap;

/// What the second problem takes of the energy is let go up to this part of it: scaled back, it is less after ten thousand steps than what the step is off by in one.
const LET_GO: f64 = 1e-9;

/// Solutions of the first problem at most.
const MOST_PASSES: usize = 8;

/// With more rows of joints the projection is not asked for: its matrix is dense.
const MOST_ROWS: usize = 300;

/// The same where some of them hold what others hold already.
const MOST_REDUNDANT: usize = 120;

/// Iterations of a singular value decomposition at most.
const MOST_TURNS: usize = 500;

/// Rows whose pivot is this part of the largest hold what others hold already.
const REDUNDANT: f64 = 1e-12;

/// What does not take the loss to this part of what it was is not worth its own errors.
const WORTH: f64 = 0.1;

/// The bodies that begin the first problem with other velocities than those of the state, ascending.
pub(super) type Started = Vec<(BodyId, Twist)>;

/// One island of joined bodies.
struct Joined<'c> {
    joints: Vec<&'c Joint>,
    bodies: Vec<BodyId>,
    /// What the first problem came to.
    end: Guess,
    found: Option<SolvedIsland>,
    /// Velocities at the start, and those that the first problem begins with.
    before: Vec<Twist>,
    start: Vec<Twist>,
    /// The joints at the start.
    held: Held,
    roots: Vec<MassRoot>,
    /// Twice the kinetic energy (J).
    energy: f64,
    /// Impulses of the joints at the start, and how they are found.
    given: DVector<f64>,
    broyden: Broyden,
    /// Energy lost with no impulse at the start (J).
    loss: f64,
    state: Progress,
}

/// The rows of some joints at an instant.
struct Held {
    /// In scaled velocities of the island's bodies.
    rows: DMatrix<f64>,
    /// Rates that bodies which move as they are told to have along them (m/s, rad/s).
    told: DVector<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Sought,
    Found,
    Failed,
}

/// The inverse of the slope of what is missing: −½ and dyads.
#[derive(Default)]
struct Broyden {
    dyads: Vec<(DVector<f64>, DVector<f64>)>,
    last: Option<(DVector<f64>, DVector<f64>)>,
}

impl Broyden {
    fn times(&self, x: &DVector<f64>) -> DVector<f64> {
        self.dyads.iter().fold(x * -0.5, |sum, (u, v)| sum + u * v.dot(x))
    }

    fn transposed_times(&self, x: &DVector<f64>) -> DVector<f64> {
        self.dyads.iter().fold(x * -0.5, |sum, (u, v)| sum + v * u.dot(x))
    }

    /// The next point after `at`, where `missing` is left.
    fn next(&mut self, at: &DVector<f64>, missing: DVector<f64>) -> DVector<f64> {
        if let Some((from, left)) = self.last.take() {
            let (moved, changed) = (at - from, &missing - left);
            let expected = self.times(&changed);
            let along = moved.dot(&expected);
            if along != 0.0 {
                self.dyads.push(((&moved - expected) / along, self.transposed_times(&moved)));
            }
        }
        let next = at - self.times(&missing);
        self.last = Some((at.clone(), missing));
        next
    }
}

/// Solves the first problem of joined bodies again that nothing touches, with impulses of their joints at the start. What was found of each, and with which velocities it begins.
pub(super) fn balance(ctx: &Context, islands: &Islands, pairs: &[Pair]) -> Vec<(SolvedIsland, Started)> {
    if ctx.joints.is_empty() || !ctx.implicit {
        return Vec::new();
    }
    let acted_on = acted_on(ctx, pairs);
    // By the numbers of their islands.
    let mut joints: BTreeMap<usize, Vec<&Joint>> = BTreeMap::new();
    for joint in ctx.joints.iter().map(|&k| &ctx.model.joints[k]) {
        let (a, b) = joint.bodies;
        if let Some(island) = islands.of_body[a.0].or(islands.of_body[b.0]) {
            joints.entry(island).or_default().push(joint);
        }
    }
    let joined = |island: &SolvedIsland| {
        let free = !island.bodies.iter().any(|id| acted_on[id.0]);
        let own = islands.of_body[island.bodies[0].0].and_then(|k| joints.get(&k)).filter(|_| free)?;
        Joined::new(ctx, island, own.clone())
    };
    let mut all: Vec<Joined> = islands.all().filter_map(joined).collect();
    for pass in 0..MOST_PASSES {
        all.iter_mut().for_each(|joined| joined.judge(ctx, pass + 1 == MOST_PASSES));
        let sought: Vec<usize> = (0..all.len()).filter(|&k| all[k].state == Progress::Sought).collect();
        if sought.is_empty() {
            break;
        }
        let frame = started(ctx, sought.iter().map(|&k| &all[k]));
        let again = Context { frame: &frame, ..*ctx };
        let jobs = sought.iter().map(|&k| all[k].job(ctx, pairs)).collect();
        for (k, found) in sought.into_iter().zip(parallel::solve(&again, jobs)) {
            match found {
                // What it meets on the other way is not its own.
                Ok(found) if found.pairs.iter().any(Pair::is_loaded) => all[k].state = Progress::Failed,
                Ok(found) => {
                    all[k].end = found.end.clone();
                    all[k].found = Some(found);
                }
                Err(_) => all[k].state = Progress::Failed,
            }
        }
    }
    let found = all.into_iter().filter(|joined| joined.state == Progress::Found);
    found.filter_map(Joined::into_found).collect()
}

/// Which bodies contacts push or drives move.
fn acted_on(ctx: &Context, pairs: &[Pair]) -> Vec<bool> {
    let mut found = vec![false; ctx.free.len()];
    let driven = ctx.servos.iter().map(|servo| servo.bodies);
    let touching = pairs.iter().filter(|pair| pair.active && (pair.overlapping || pair.is_loaded()));
    let touching = touching.map(|pair| (ctx.body_of(pair.parts.0), ctx.body_of(pair.parts.1)));
    driven.chain(touching).for_each(|(a, b)| (found[a.0], found[b.0]) = (true, true));
    found
}

/// The frame in which these begin with their own velocities.
fn started<'a, 'j, 'c: 'j>(ctx: &Context<'a>, all: impl Iterator<Item = &'j Joined<'c>>) -> StepFrame<'a> {
    let mut frame = ctx.frame.clone();
    for joined in all {
        for (k, id) in joined.bodies.iter().enumerate() {
            frame.free[id.0].linear += joined.start[k].linear - joined.before[k].linear;
            if let Some(flight) = &mut frame.flight {
                flight.start[id.0] = joined.start[k];
            }
        }
    }
    frame
}

impl<'c> Joined<'c> {
    /// An island with its joints; `None` where velocities at the start are not those of the joints.
    fn new(ctx: &'c Context, island: &SolvedIsland, joints: Vec<&'c Joint>) -> Option<Self> {
        let bodies = &island.bodies;
        let flight = ctx.flight.as_ref()?;
        let before: Vec<Twist> = bodies.iter().map(|id| flight.start[id.0]).collect();
        let poses: Vec<Pose> = bodies.iter().map(|id| ctx.state.poses[id.0]).collect();
        let roots: Vec<MassRoot> = bodies.iter().map(|id| ctx.roots[id.0]).collect();
        let mut joined = Self {
            joints,
            bodies: bodies.clone(),
            end: island.end.clone(),
            found: None,
            start: before.clone(),
            energy: before.iter().zip(&roots).map(|(twist, root)| root.kinetic_norm2(&twist.to_vec6())).sum(),
            before,
            held: Held { rows: DMatrix::zeros(0, 0), told: DVector::zeros(0) },
            roots,
            given: DVector::zeros(0),
            broyden: Broyden::default(),
            loss: 0.0,
            state: Progress::Sought,
        };
        joined.held = joined.held_at(&poses, &joined.roots, (&ctx.state.poses, &flight.start))?;
        joined.given = DVector::zeros(joined.held.rows.nrows());
        let begins = joined.held.missing(&joined.before, &joined.roots)?;
        let off = joined.held.rows.tr_mul(&begins).norm_squared();
        (off <= LET_GO * joined.energy).then_some(joined)
    }

    /// The joints at some poses, where other bodies have these poses and twists; `None` where a limit is reached there, or where there are too many.
    fn held_at(&self, poses: &[Pose], roots: &[MassRoot], others: (&[Pose], &[Twist])) -> Option<Held> {
        let slot = |id: BodyId| self.bodies.binary_search(&id).ok();
        let pose = |id: BodyId| slot(id).map_or(&others.0[id.0], |k| &poses[k]);
        let mut all = Vec::new();
        for joint in &self.joints {
            let (a, b) = joint.bodies;
            if joint.room(pose(a), pose(b)) <= CLOSED_GAP {
                return None;
            }
            all.extend(jacobian(joint, pose(a), pose(b)).into_iter().map(|row| (joint.bodies, row)));
        }
        if all.len() > MOST_ROWS {
            return None;
        }
        let mut rows = DMatrix::zeros(all.len(), 6 * self.bodies.len());
        let mut told = DVector::zeros(all.len());
        for (r, ((a, b), row)) in all.iter().enumerate() {
            for (id, j) in [(a, &row.jacobian_a), (b, &row.jacobian_b)] {
                match slot(*id) {
                    Some(k) => {
                        let scaled = roots[k].scale_row(j).transpose();
                        rows.fixed_view_mut::<1, 6>(r, 6 * k).copy_from(&scaled);
                    }
                    None => told[r] += j.dot(&others.1[id.0].to_vec6()),
                }
            }
        }
        Some(Held { rows, told })
    }

    /// Looks at what the velocities at the end lose, and chooses impulses at the start to lose nothing.
    fn judge(&mut self, ctx: &Context, last: bool) {
        if self.state != Progress::Sought {
            return;
        }
        let Some((lost, missing)) = self.lost(ctx) else {
            self.state = Progress::Failed;
            return;
        };
        if self.given.iter().all(|x| *x == 0.0) {
            self.loss = lost;
        }
        if lost.abs() <= LET_GO * self.energy {
            self.state = Progress::Found;
        } else if last {
            self.state = if lost.abs() <= WORTH * self.loss { Progress::Found } else { Progress::Failed };
        } else {
            self.given = self.broyden.next(&self.given, missing);
            let pushed = self.held.rows.tr_mul(&self.given);
            for (k, root) in self.roots.iter().enumerate() {
                let push = root.apply(&Vec6::from(pushed.fixed_rows::<6>(6 * k)));
                self.start[k] = Twist::from_vec6(&(self.before[k].to_vec6() + push));
            }
        }
    }

    /// Twice the energy that the second problem takes more than the impulses at the start gave (J), and by how much the impulses that it takes differ from those.
    fn lost(&self, ctx: &Context) -> Option<(f64, DVector<f64>)> {
        let ends = self.bodies.iter().enumerate();
        let ends = ends.map(|(k, id)| ctx.end_of_body(*id, &self.end.twists[k], &self.start[k]));
        let (poses, twists): (Vec<Pose>, Vec<Twist>) = ends.unzip();
        let ids = self.bodies.iter().zip(&poses);
        let roots: Vec<MassRoot> =
            ids.map(|(id, pose)| MassRoot::new(ctx.model.body(*id), pose, ctx.model.dimension)).collect();
        let flight = ctx.flight.as_ref()?;
        let held = self.held_at(&poses, &roots, (&flight.poses, &flight.end))?;
        let taken = held.missing(&twists, &roots)?;
        let missing = &taken - &self.given;
        let lost = held.rows.tr_mul(&missing).dot(&held.rows.tr_mul(&(taken + &self.given)));
        lost.is_finite().then_some((lost, missing))
    }

    fn job(&self, ctx: &Context, pairs: &[Pair]) -> Job {
        let has = |part: usize| self.bodies.binary_search(&ctx.body_of(part)).is_ok();
        let own = |pair: &&Pair| pair.active && (has(pair.parts.0) || has(pair.parts.1));
        Job {
            bodies: self.bodies.clone(),
            pairs: pairs.iter().filter(own).cloned().collect(),
            guess: self.end.clone(),
            sparse: SparseSolver::default(),
            scouting: false,
        }
    }

    /// Nothing where it begins as it is.
    fn into_found(self) -> Option<(SolvedIsland, Started)> {
        Some((self.found?, self.bodies.into_iter().zip(self.start).collect()))
    }
}

impl Held {
    /// The impulses along these rows that take from velocities what joints do not allow.
    fn missing(&self, twists: &[Twist], roots: &[MassRoot]) -> Option<DVector<f64>> {
        let rows = &self.rows;
        let scaled: Vec<f64> = twists
            .iter()
            .zip(roots)
            .flat_map(|(twist, root)| <[f64; 6]>::from(root.scaled(&twist.to_vec6())))
            .collect();
        let scaled = DVector::from_vec(scaled);
        if let Some(factor) = (rows * rows.transpose()).cholesky() {
            let pivots = factor.l_dirty().diagonal().map(|l| l * l);
            if pivots.min() > REDUNDANT * pivots.max() {
                return Some(factor.solve(&(rows * scaled + &self.told)));
            }
        }
        // Two bearings of one axle hold the same thing twice: of all that do it the least impulses.
        if rows.nrows() > MOST_REDUNDANT {
            return None;
        }
        let parts = SVD::try_new(rows * rows.transpose(), true, true, f64::EPSILON, MOST_TURNS)?;
        let largest = parts.singular_values.max();
        parts.solve(&(rows * scaled + &self.told), REDUNDANT * largest).ok()
    }
}
