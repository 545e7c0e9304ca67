//! The velocities at the end of a step: stage 2.
//!
//! The poses are found. ν₁ = 2ν̄ − ν, the velocities that the mean twists mean, would bounce off whatever was met. So the impulses of
//! the first problem are taken back at the end poses, and given again as an inelastic impact of the rows that are closed there:
//!
//! ```text
//!   min ½‖ν⁺ − (ν₁ − M⁻¹G⁺ᵀλ)‖²_M   subject to   G⁺ν⁺ ≥ 0
//! ```
//!
//! Impulses act along one line for each contact at fixed poses, which keeps both momenta; ‖ν⁺‖² = ⟨ν⁺, ν₁⟩ − λᵀG⁺ν⁺ ≤ ‖ν⁺‖‖ν₁‖ keeps the
//! energy from rising. Friction acts here as in the first problem, bodies are thrown back here ([`rebound`]), joints hold their
//! velocities, and a pair at whose end several features hold has the same disjunction as before, at fixed geometry.

mod blow;
mod conserve;
mod rebound;

use crate::contact::separating::rows::{Placed, Row, as_contact, at_one_point, row_gaps, secant_row};
use crate::contact::{Contact, ContactId, ContactSet, Kinematics};
use crate::dynamics::{FreeFlight, MassRoot, midpoint_spin};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::dual_active_set::{ConvexSettings, ConvexStatus, solve_convex};
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::math::{Dimension, Pose, PoseUpdate, Twist, Vec3, Vec6};
use crate::step::exact::context::{Context, NotConverged, Pair, Solved};
use crate::step::exact::inner::SPARSE;
use crate::step::exact::release::{better_feature, wrench_on_b};
use crate::step::frame::Motion;
use crate::step::impact::rate;
use crate::step::island::grouping::{pick, split_joined};
use crate::step::island::scaled::Scaled;
use crate::step::island::terms::Terms;
use crate::step::settings::StepSettings;
use crate::step::tolerances::{CLOSED_GAP, UNLOADED};
use crate::world::joint::{Linearised, linearise};
use crate::world::{BodyId, BodyKind, State};
use blow::Blow;
use conserve::{Ends, Group, keep_energy, mend};
use nalgebra::DVector;

/// Changes of feature of the velocity problem of an island at most.
const MAX_RELEASES: usize = 8;

/// A switch may raise the objective by this fraction of its scale: by rounding.
const NO_WORSE: f64 = 1e-13;

/// A row of a feature of a pair.
pub type RowOf = (SeparatingFeature, RowKey);

/// Bodies that touch and approach faster than this have only just met (m/s): what lasted was left at rest to rounding.
const MEETS: f64 = 1e-6;

/// What one pair was given at the end poses.
#[derive(Clone, Debug, Default)]
pub struct EndLoads {
    /// The feature that holds the pair there, where it is not that of the first problem.
    pub switched: Option<SeparatingFeature>,
    /// Normal impulses (N·s).
    pub loads: Vec<(RowOf, f64)>,
    /// Friction impulses on B (N·s, world axes).
    pub friction: Vec<(RowOf, Vec3)>,
    /// What normal impulses and friction gave to A and B beyond what they would have, had they acted at the end poses (N·s, N·m·s):
    /// blows act where they come.
    pub beyond: Vec<(RowOf, Vec6, Vec6)>,
}

/// Where the step leads.
pub struct Velocities {
    /// Poses and twists at its end.
    pub motion: Motion,
    /// For each pair of the first problem what it was given in all; twice the multipliers of the first problem were taken back.
    pub given: Vec<EndLoads>,
    /// Energy that [`conserve`] took (J).
    pub mended: f64,
    /// Active-set changes and pivots.
    pub iterations: usize,
    /// What was solved otherwise than by the first method, or left out.
    pub fallback: Option<String>,
}

/// One closed row of a pair at the end poses.
#[derive(Clone)]
struct Closed {
    pair: usize,
    feature: SeparatingFeature,
    key: RowKey,
    /// Where it acts: at the end poses, or where its blow comes.
    contact: Contact,
    /// The same at the end poses.
    there: Contact,
    /// Impulse of the first problem (N·s).
    taken: f64,
    /// Gap at the start of the step (m).
    before: f64,
    /// Whether it was closed at the start already, and its bodies did not meet there.
    lasts: bool,
    /// Whether it is closed at the end.
    at_end: bool,
    /// How fast it closed, where it did in the step (m/s).
    met: f64,
}

impl Closed {
    /// When a row that was open at the start closed, as a part of the step, and how fast (m/s): the gap rate changes evenly from that
    /// of `start` to that of `end`, ψ + u₀t + ½at² = 0.
    fn meeting(&self, start: &[Twist], end: &[Twist], h: f64) -> (f64, f64) {
        let (u0, u1) = (rate(&self.contact, start), rate(&self.contact, end));
        let gain = (u1 - u0) / h;
        let gap = self.before.max(0.0);
        let speed = (u0 * u0 - 2.0 * gain * gap).max(0.0).sqrt();
        if u0 >= 0.0 && u1 >= 0.0 {
            return (1.0, 0.0);
        }
        // The root that closes: t = 2ψ / (−u₀ + √(u₀² − 2aψ)).
        let time = 2.0 * gap / (speed - u0);
        (if time.is_finite() { (time / h).clamp(0.0, 1.0) } else { 1.0 }, speed)
    }
}

/// A row of `feature` as a contact whose friction acts at one point on both bodies.
pub(in crate::step::exact) fn contact_at(
    feature: SeparatingFeature,
    key: RowKey,
    row: &Row,
    start: Placed,
    end: Placed,
) -> Contact {
    at_one_point(as_contact(feature, key, row, start, end))
}

/// The whole of stage 2.
struct Stage<'s> {
    ctx: &'s Context<'s>,
    flight: &'s FreeFlight,
    settings: &'s StepSettings,
    pairs: &'s [Pair],
    means: &'s [Twist],
    ends: Kinematics<'s>,
    roots: Vec<MassRoot>,
    /// Which bodies impulses move.
    dynamic: Vec<bool>,
}

/// Poses and roots of the inverse masses of all bodies at an instant.
struct Then {
    poses: Vec<Pose>,
    roots: Vec<MassRoot>,
}

/// Finds the velocities at the end of the step whose first problem has the solution `solved`.
///
/// # Errors
/// When an island's velocities were not found.
pub fn solve(
    ctx: &Context,
    flight: &FreeFlight,
    settings: &StepSettings,
    solved: &Solved,
) -> Result<Velocities, NotConverged> {
    let mut motion = first_velocities(ctx, flight, solved);
    let model = ctx.model;
    let stage = Stage {
        ctx,
        flight,
        settings,
        pairs: &solved.pairs,
        means: &solved.twists,
        ends: Kinematics::new(model, &motion.poses, ctx.state.time),
        roots: model
            .ids()
            .map(|i| MassRoot::new(model.body(i), &motion.poses[i.0], model.dimension))
            .collect(),
        dynamic: ctx.dynamic(),
    };
    let closed = stage.closed_pairs();
    let links: Vec<_> = closed.iter().map(|(k, _)| stage.bodies(*k)).collect();
    let joints: Vec<_> = ctx.joined();
    let mut found = Velocities {
        given: vec![EndLoads::default(); solved.pairs.len()],
        motion: Motion { poses: Vec::new(), twists: Vec::new() },
        mended: 0.0,
        iterations: 0,
        fallback: None,
    };
    // Velocities with the impulses of the first problem taken back, island by island.
    let mut taken_back = motion.twists.clone();
    let held = stage.held_joints(&motion.poses);
    // Where bodies are at the blow of their island.
    let mut then = Then { poses: motion.poses.clone(), roots: stage.roots.clone() };
    let mut sparse = SparseSolver::default();
    for island in split_joined(&stage.dynamic, &links, &joints) {
        let pairs: Vec<usize> = island.links.iter().map(|&l| closed[l].0).collect();
        let mut rows: Vec<Closed> = island.links.iter().flat_map(|&l| closed[l].1.iter().cloned()).collect();
        if !pairs.is_empty() && pairs.iter().all(|&k| solved.pairs[k].settled) {
            // At rest, with the impulses that keep it there.
            for &k in &pairs {
                let pair = &solved.pairs[k];
                found.given[k].loads =
                    pair.loads.iter().map(|(key, p)| ((pair.feature, *key), 2.0 * p)).collect();
            }
            island.bodies.iter().for_each(|id| motion.twists[id.0] = Twist::zero());
            continue;
        }
        let joints = pick(&held, &island.joints);
        let mut group = stage.group(&island.bodies, &pairs, &island.joints);
        let not_found =
            |reason| NotConverged { reason: format!("velocities at the end of the step: {reason}") };
        // Nothing acts before the blow: bodies come to it as they fly.
        let flown = island.joints.is_empty() && rows.iter().all(|row| !row.lasts && row.at_end);
        if flown {
            island.bodies.iter().for_each(|id| taken_back[id.0] = flight.end[id.0]);
            rows.iter_mut().for_each(|row| row.met = row.meeting(&flight.start, &taken_back, ctx.h).1);
        } else {
            stage.take_back(&rows, &mut taken_back);
            stage.take_limits_back(&joints, &mut taken_back);
        }
        let problem = Problem {
            stage: &stage,
            bodies: &island.bodies,
            joints: &joints,
            free: &taken_back,
            roots: &stage.roots,
            blow: None,
        };
        let borne = problem.borne_before(&mut rows, &mut sparse).map_err(not_found)?;
        let blow = borne.share.map(|share| Blow::new(&stage, &island.bodies, share, &borne.smooth));
        for (id, twist) in island.bodies.iter().zip(&borne.twists) {
            taken_back[id.0] = *twist;
        }
        let mut rows: Vec<Closed> = rows.into_iter().filter(|row| row.at_end).collect();
        let mut joints_then = Vec::new();
        if let Some(blow) = &blow {
            blow.write(&mut then.poses, &mut then.roots);
            blow.before(flown, &mut taken_back);
            rows.iter_mut().for_each(|row| blow.strike(row));
            joints_then = stage.joints_then(&joints, &island.joints, &then.poses);
            if flown && stage.throws(&rows) {
                // To the last digit, so that what bounces does so for ever.
                group.exactly = true;
                let ends = Ends { poses: &then.poses, roots: &then.roots };
                keep_energy(ctx, flight, &group, &solved.twists, &ends, &mut taken_back);
            }
        }
        let problem = Problem {
            stage: &stage,
            bodies: &island.bodies,
            joints: if blow.is_some() { &joints_then } else { &joints },
            free: &taken_back,
            roots: if blow.is_some() { &then.roots } else { &stage.roots },
            blow: blow.as_ref(),
        };
        let mut answer = problem.released(&pairs, rows, &mut sparse).map_err(not_found)?;
        if let Some(reason) = rebound::throw_back(&problem, &mut answer) {
            found.fallback.get_or_insert(reason);
        }
        if let Some(blow) = &blow {
            let thrown = stage.thrown(&island.bodies, &answer, &mut taken_back);
            blow.after(&thrown, &mut taken_back);
            let problem = Problem {
                stage: &stage,
                bodies: &island.bodies,
                joints: &joints,
                free: &taken_back,
                roots: &stage.roots,
                blow: None,
            };
            problem.after_blow(&mut answer, &mut found.given, &mut sparse).map_err(not_found)?;
        }
        answer.add(&borne);
        found.iterations += answer.iterations;
        for (id, twist) in island.bodies.iter().zip(&answer.twists) {
            motion.twists[id.0] = *twist;
        }
        let ends = Ends { poses: &motion.poses, roots: &stage.roots };
        group.exactly = answer.normal.iter().all(|p| *p == 0.0)
            && answer.rows.iter().all(|row| row.taken == 0.0)
            && joints.iter().all(|line| line.limits.is_empty());
        found.mended += mend(ctx, flight, &group, &solved.twists, &ends, &mut motion.twists);
        found.fallback = found.fallback.take().or(answer.fallback.take());
        for (row, (p, f)) in answer.rows.iter().zip(answer.normal.iter().zip(&answer.friction)) {
            let (given, of) = (&mut found.given[row.pair], (row.feature, row.key));
            if *p > 0.0 {
                given.loads.push((of, *p));
                if *f != Vec3::zeros() {
                    given.friction.push((of, *f));
                }
            }
        }
        for row in answer.rows.iter().filter(|row| row.taken > 0.0 && !row.lasts) {
            if let Some(drawn) = stage.as_drawn(row) {
                let (on_a, on_b) = blow::beyond(&row.there, &drawn, row.taken, &Vec3::zeros());
                found.given[row.pair].beyond.push(((row.feature, row.key), on_a, on_b));
            }
        }
        for (k, feature) in &answer.switched {
            found.given[*k].switched = Some(*feature);
        }
    }
    for given in &mut found.given {
        given.loads.sort_unstable_by_key(|l| l.0);
    }
    found.motion = motion;
    Ok(found)
}

/// End poses, and the velocities there that the mean twists mean: 2ν̄ − ν, which turn with the body. Bodies that nothing held have
/// those of their free motion.
fn first_velocities(ctx: &Context, flight: &FreeFlight, solved: &Solved) -> Motion {
    let model = ctx.model;
    let mut motion = Motion { poses: flight.poses.clone(), twists: flight.end.clone() };
    let pushed = pushed(ctx, solved);
    for id in model.ids().filter(|id| solved.held[id.0]) {
        let (mut mean, before) = (solved.twists[id.0], &flight.start[id.0]);
        if !pushed[id.0] && model.dimension == Dimension::Three {
            // No impulse depends on it: the implicit midpoint rule to the last digit, which the iteration left to its tolerance.
            let (body, turn) = (model.body(id), ctx.state.poses[id.0].orientation);
            let (spin, torque) =
                (turn.inverse() * before.angular, turn.inverse() * flight.wrenches[id.0].torque);
            mean.angular = turn * midpoint_spin(&body.inertia, &spin, &torque, ctx.h);
        }
        let pose = ctx.end_pose(id, &mean);
        let turn = pose.orientation * ctx.state.poses[id.0].orientation.inverse();
        motion.twists[id.0] = Twist {
            linear: mean.linear * 2.0 - before.linear,
            angular: turn * (mean.angular * 2.0 - before.angular),
        };
        motion.poses[id.0] = pose;
    }
    motion
}

/// Which bodies took an impulse of a contact or a joint in the first problem.
fn pushed(ctx: &Context, solved: &Solved) -> Vec<bool> {
    let mut pushed = vec![false; ctx.model.bodies.len()];
    let mut mark = |(a, b): (BodyId, BodyId)| (pushed[a.0], pushed[b.0]) = (true, true);
    // Friction without a load is rounding.
    for pair in solved.pairs.iter().filter(|p| !p.loads.is_empty()) {
        mark((ctx.body_of(pair.parts.0), ctx.body_of(pair.parts.1)));
    }
    ctx.joined().into_iter().for_each(mark);
    pushed
}

impl<'s> Stage<'s> {
    fn bodies(&self, pair: usize) -> (BodyId, BodyId) {
        let (a, b) = self.pairs[pair].parts;
        (self.ctx.body_of(a), self.ctx.body_of(b))
    }

    fn placed(&self, pair: usize) -> Placed<'_, 's> {
        let (a, b) = self.pairs[pair].parts;
        Placed { a: &self.ends.parts[a], b: &self.ends.parts[b] }
    }

    /// The pairs with rows that are closed at the end: those that pushed, and those that touch without.
    fn closed_pairs(&self) -> Vec<(usize, Vec<Closed>)> {
        let mut gaps = Vec::new();
        let mut found = Vec::new();
        for (k, pair) in self.pairs.iter().enumerate().filter(|(_, p)| p.active) {
            let rows = self.closed_rows(k, pair.feature, &pair.loads, &mut gaps);
            if !rows.is_empty() {
                found.push((k, rows));
            }
        }
        found
    }

    /// The closed rows of a feature of a pair, with the impulses that `loads` (half of them) had.
    fn closed_rows(
        &self,
        pair: usize,
        feature: SeparatingFeature,
        loads: &[(RowKey, f64)],
        gaps: &mut Vec<(RowKey, f64)>,
    ) -> Vec<Closed> {
        let at = self.placed(pair);
        let (a, b) = self.pairs[pair].parts;
        let mut before = Vec::new();
        let start = Placed { a: &self.ctx.kinematics.parts[a], b: &self.ctx.kinematics.parts[b] };
        row_gaps(feature, start, &mut before);
        row_gaps(feature, at, gaps);
        let row = |(key, gap): &(RowKey, f64)| {
            let taken = loads.iter().find(|l| l.0 == *key).map_or(0.0, |l| 2.0 * l.1);
            let before = before.iter().find(|g| g.0 == *key).map_or(0.0, |g| g.1);
            let at_end = taken > 0.0 || *gap <= CLOSED_GAP;
            if !(at_end || before <= CLOSED_GAP) {
                return None;
            }
            let row = secant_row(feature, *key, at, at, (1.0, 1.0))?;
            let contact = contact_at(feature, *key, &row, at, at);
            // At the poses of the start: at those of the end, the row of a body that slides round a corner has turned against it.
            let rests = || {
                let there = secant_row(feature, *key, start, start, (1.0, 1.0))?;
                let at_start = contact_at(feature, *key, &there, start, start);
                Some(rate(&at_start, &self.flight.start) >= -MEETS)
            };
            let lasts = before <= CLOSED_GAP && rests().unwrap_or(false);
            let there = contact.clone();
            Some(Closed { pair, feature, key: *key, contact, there, taken, before, lasts, at_end, met: 0.0 })
        };
        gaps.iter().filter_map(row).collect()
    }

    /// Takes back what the first problem gave: what lasts at the end poses, along the lines along which it is given again, so that both
    /// momenta are kept; what closed in the step as it was given, so that bodies come to the blow as they flew.
    fn take_back(&self, rows: &[Closed], twists: &mut [Twist]) {
        for row in rows.iter().filter(|row| row.taken > 0.0) {
            let pair = &self.pairs[row.pair];
            let drawn = (!row.lasts).then(|| self.as_drawn(row)).flatten();
            let contact = drawn.as_ref().unwrap_or(&row.contact);
            let rubbed: Vec3 =
                pair.friction.iter().filter(|(key, _)| *key == row.key).map(|(_, f)| f * 2.0).sum();
            let sides = [
                (
                    contact.body_a(),
                    contact.jacobian_a,
                    wrench(&-rubbed, &(contact.point_a - contact.centre_a)),
                ),
                (
                    contact.body_b(),
                    contact.jacobian_b,
                    wrench(&rubbed, &(contact.point_b - contact.centre_b)),
                ),
            ];
            for (id, jacobian, friction) in sides {
                let change = self.roots[id.0].inverse_mass_times(&(jacobian * row.taken + friction));
                twists[id.0] = Twist::from_vec6(&(twists[id.0].to_vec6() - change));
            }
        }
    }

    /// The contact of a row along which the first problem gave its impulse.
    fn as_drawn(&self, row: &Closed) -> Option<Contact> {
        let pair = &self.pairs[row.pair];
        let (_, drawn) = pair.acted.iter().find(|l| l.0 == row.key)?;
        let (a, b) = pair.parts;
        let start = Placed { a: &self.ctx.kinematics.parts[a], b: &self.ctx.kinematics.parts[b] };
        Some(contact_at(row.feature, row.key, drawn, start, self.placed(row.pair)))
    }

    /// Takes back what limits gave in the first problem, as far as it turned the rate of the coordinate round: with more taken back the
    /// answer is the same, unless something else leads away from the limit.
    fn take_limits_back(&self, joints: &[Linearised], twists: &mut [Twist]) {
        for (joint, row) in joints.iter().flat_map(|j| j.limits.iter().map(move |row| (j, row))) {
            let (a, b) = joint.bodies;
            let rate = |twists: &[Twist]| {
                row.jacobian_a.dot(&twists[a.0].to_vec6()) + row.jacobian_b.dot(&twists[b.0].to_vec6())
            };
            let sides = [(a, row.jacobian_a), (b, row.jacobian_b)];
            let moves = |(id, j): &(BodyId, Vec6)| self.roots[id.0].scale_row(j).norm_squared();
            let gained = rate(twists) - rate(&self.flight.start);
            let impulse = gained / sides.iter().map(moves).sum::<f64>();
            if gained > 0.0 && impulse.is_finite() {
                for (id, j) in sides {
                    let change = self.roots[id.0].inverse_mass_times(&(j * impulse));
                    twists[id.0] = Twist::from_vec6(&(twists[id.0].to_vec6() - change));
                }
            }
        }
    }

    /// The joints at the end poses: what they hold at velocities, and the limits that are reached.
    fn held_joints(&self, poses: &[Pose]) -> Vec<Linearised> {
        let ctx = self.ctx;
        if ctx.joints.is_empty() {
            return Vec::new();
        }
        let state = State { poses: poses.to_vec(), ..ctx.state.clone() };
        let still = |_: BodyId| Twist::zero();
        let line = |&k: &usize| {
            let mut line = linearise(&ctx.model.joints[k], &state, &still, 1.0, PoseUpdate::Exponential);
            line.rows.iter_mut().for_each(|row| row.error = 0.0);
            line.limits.retain(|limit| limit.error <= CLOSED_GAP);
            line.limits.iter_mut().for_each(|limit| limit.error = 0.0);
            line
        };
        ctx.joints.iter().map(line).collect()
    }

    /// The joints `held` of an island where its blow comes: their rows there, the limits that are reached at the end.
    fn joints_then(&self, held: &[Linearised], numbers: &[usize], poses: &[Pose]) -> Vec<Linearised> {
        if held.is_empty() {
            return Vec::new();
        }
        let there = pick(&self.held_joints(poses), numbers);
        there.into_iter().zip(held).map(|(t, e)| Linearised { limits: e.limits.clone(), ..t }).collect()
    }

    /// Whether some of the rows may throw bodies back.
    fn throws(&self, rows: &[Closed]) -> bool {
        let model = self.ctx.model;
        rows.iter().any(|r| model.pair_restitution(r.contact.body_a(), r.contact.body_b()) > 0.0)
    }

    /// Writes the answer's twists to those of all bodies; which of the island's were thrown back.
    fn thrown(&self, bodies: &[BodyId], answer: &Answer, twists: &mut [Twist]) -> Vec<bool> {
        for (id, twist) in bodies.iter().zip(&answer.twists) {
            twists[id.0] = *twist;
        }
        let mut thrown = vec![false; bodies.len()];
        for row in &answer.rows {
            let (a, b) = (row.contact.body_a(), row.contact.body_b());
            if self.ctx.model.pair_restitution(a, b) > 0.0 && rate(&row.contact, twists) > MEETS {
                for id in [a, b] {
                    if let Ok(k) = bodies.binary_search(&id) {
                        thrown[k] = true;
                    }
                }
            }
        }
        thrown
    }

    /// What the laws say of an island; that nothing may be lost is for the caller to say.
    fn group<'g>(&self, bodies: &'g [BodyId], pairs: &[usize], joints: &[usize]) -> Group<'g> {
        let ctx = self.ctx;
        let of_pairs = pairs.iter().map(|&k| self.bodies(k));
        let of_joints = joints.iter().map(|&l| ctx.model.joints[ctx.joints[l]].bodies);
        let others: Vec<BodyId> =
            of_pairs.chain(of_joints).flat_map(|(a, b)| [a, b]).filter(|id| !self.dynamic[id.0]).collect();
        let moves = |id: &BodyId| ctx.model.body(*id).kind == BodyKind::Kinematic;
        let has = |id: BodyId| bodies.binary_search(&id).is_ok();
        let driven = ctx.servos.iter().any(|s| has(s.bodies.0) || has(s.bodies.1));
        Group {
            bodies,
            held: !others.is_empty(),
            closed: !others.iter().any(moves) && !driven && !pairs.iter().any(|&k| self.pairs[k].overlapping),
            exactly: false,
        }
    }
}

fn wrench(f: &Vec3, arm: &Vec3) -> Vec6 {
    let t = arm.cross(f);
    Vec6::new(f.x, f.y, f.z, t.x, t.y, t.z)
}

/// The velocity problem of one island.
struct Problem<'p, 's> {
    stage: &'p Stage<'s>,
    bodies: &'p [BodyId],
    joints: &'p [Linearised],
    /// Velocities with the impulses of the first problem taken back, of all bodies.
    free: &'p [Twist],
    /// Roots of the inverse masses of all bodies where the rows act.
    roots: &'p [MassRoot],
    /// Where they act, if not at the end poses.
    blow: Option<&'p Blow<'p, 's>>,
}

/// Its answer.
#[derive(Clone)]
struct Answer {
    rows: Vec<Closed>,
    twists: Vec<Twist>,
    normal: Vec<f64>,
    friction: Vec<Vec3>,
    objective: f64,
    /// Pairs with the features that they changed to.
    switched: Vec<(usize, SeparatingFeature)>,
    iterations: usize,
    fallback: Option<String>,
}

/// What the contacts of an island that were closed at the start gave until the first of the others closed.
struct Borne {
    /// Velocities of the island's bodies with that.
    twists: Vec<Twist>,
    /// The lasting rows with their impulses (N·s).
    given: Vec<(Closed, f64, Vec3)>,
    /// When that is, as a part of the step; `None` where none of the others closes.
    share: Option<f64>,
    /// Velocities of the island's bodies at the end, had no other row closed.
    smooth: Vec<Twist>,
    iterations: usize,
}

impl Answer {
    /// Adds what was given before the last problem.
    fn add(&mut self, borne: &Borne) {
        self.iterations += borne.iterations;
        for (row, p, f) in &borne.given {
            let same = |r: &Closed| (r.pair, r.feature, r.key) == (row.pair, row.feature, row.key);
            match self.rows.iter().position(same) {
                Some(k) => {
                    self.normal[k] += p;
                    self.friction[k] += f;
                }
                None => {
                    self.rows.push(row.clone());
                    self.normal.push(*p);
                    self.friction.push(*f);
                }
            }
        }
    }
}

impl Problem<'_, '_> {
    /// What lasting contacts bear until others close.
    ///
    /// A blow comes when it comes within the step. Until then the contacts that were closed at the start bear the bodies, afterwards
    /// all do. Were it all one blow, those that it lifts off would never have borne anything, which is an error of the first order in h:
    /// the block that rocks from one corner to the other would fall for a step.
    fn borne_before(&self, rows: &mut [Closed], sparse: &mut SparseSolver) -> Result<Borne, String> {
        let free: Vec<Twist> = self.bodies.iter().map(|id| self.free[id.0]).collect();
        let lasting: Vec<Closed> = rows.iter().filter(|row| row.lasts).cloned().collect();
        if rows.iter().all(|row| row.lasts || !row.at_end) {
            return Ok(Borne {
                smooth: free.clone(),
                twists: free,
                given: Vec::new(),
                share: None,
                iterations: 0,
            });
        }
        let none = lasting.is_empty();
        let answer = if none { None } else { Some(self.solve(lasting, sparse)?) };
        let held = answer.as_ref().map_or_else(|| free.clone(), |answer| answer.twists.clone());
        let mut smooth = self.free.to_vec();
        for (id, twist) in self.bodies.iter().zip(&held) {
            smooth[id.0] = *twist;
        }
        let mut share = 1.0_f64;
        for row in rows.iter_mut().filter(|row| !row.lasts && row.at_end) {
            let (when, speed) = row.meeting(&self.stage.flight.start, &smooth, self.stage.ctx.h);
            if !none {
                row.met = speed;
            }
            share = share.min(when);
        }
        let between = |(free, held): (&Twist, &Twist)| Twist {
            linear: free.linear.lerp(&held.linear, share),
            angular: free.angular.lerp(&held.angular, share),
        };
        let twists = free.iter().zip(&held).map(between).collect();
        let (mut given, mut iterations) = (Vec::new(), 0);
        if let Some(answer) = answer {
            iterations = answer.iterations;
            let each = answer.rows.into_iter().zip(answer.normal.into_iter().zip(answer.friction));
            given.extend(each.map(|(row, (p, f))| (row, p * share, f * share)));
        }
        Ok(Borne { twists, given, share: Some(share), smooth: held, iterations })
    }

    /// What the rows give from their blow to the end of the step, where they are turned and forces have acted on.
    fn after_blow(
        &self,
        answer: &mut Answer,
        given: &mut [EndLoads],
        sparse: &mut SparseSolver,
    ) -> Result<(), String> {
        for (row, (p, f)) in answer.rows.iter().zip(answer.normal.iter().zip(&answer.friction)) {
            let (on_a, on_b) = blow::beyond(&row.contact, &row.there, *p, f);
            given[row.pair].beyond.push(((row.feature, row.key), on_a, on_b));
        }
        answer.rows.iter_mut().for_each(|row| row.contact = row.there.clone());
        let more = self.solve(answer.rows.clone(), sparse)?;
        for k in 0..answer.rows.len() {
            answer.normal[k] += more.normal[k];
            answer.friction[k] += more.friction[k];
        }
        answer.iterations += more.iterations;
        answer.twists = more.twists;
        answer.fallback = answer.fallback.take().or(more.fallback);
        Ok(())
    }

    /// The inelastic velocities, released until no pair wants another feature that holds at its end.
    fn released(
        &self,
        pairs: &[usize],
        rows: Vec<Closed>,
        sparse: &mut SparseSolver,
    ) -> Result<Answer, String> {
        let mut best = self.solve(rows, sparse)?;
        let mut left: Vec<(usize, SeparatingFeature)> = Vec::new();
        let scale = best.objective + self.kinetic(&best.twists);
        for _ in 0..MAX_RELEASES {
            let wanted = self.wanted(pairs, &best, &left);
            if wanted.is_empty() {
                break;
            }
            let mut rows = best.rows.clone();
            let mut gaps = Vec::new();
            let mut switched = best.switched.clone();
            for &(k, feature) in &wanted {
                left.push((k, self.feature(k, &best)));
                // What was taken back stays so; the rows of the new feature are given anew.
                rows.retain(|row| row.pair != k);
                let of_feature = self.stage.closed_rows(k, feature, &[], &mut gaps);
                let closed = of_feature.into_iter().filter(|row| row.at_end);
                rows.extend(closed.map(|mut row| {
                    if let Some(blow) = self.blow {
                        blow.strike(&mut row);
                    }
                    row
                }));
                switched.retain(|(other, _)| *other != k);
                switched.push((k, feature));
            }
            let next = self.solve(rows, sparse)?;
            let known_to = NO_WORSE * scale;
            // What was taken back may not be won by moving against it.
            if !(next.objective <= best.objective + known_to
                && self.kinetic(&next.twists) <= self.most(&best))
            {
                left.extend(wanted);
                continue;
            }
            best = Answer { switched, iterations: best.iterations + next.iterations, ..next };
        }
        Ok(best)
    }

    /// Kinetic energy that a switch may lead to (J): that of the velocities before anything was taken back.
    fn most(&self, best: &Answer) -> f64 {
        let given: f64 = self.kinetic(&best.twists);
        let stage = self.stage;
        let first: f64 = self
            .bodies
            .iter()
            .map(|id| {
                let (mean, before) = (&stage.means[id.0], &stage.flight.start[id.0]);
                let end = mean.to_vec6() * 2.0 - before.to_vec6();
                0.5 * stage.ctx.roots[id.0].kinetic_norm2(&end)
            })
            .sum();
        given.max(first)
    }

    fn kinetic(&self, twists: &[Twist]) -> f64 {
        let of_body = |(id, twist): (&BodyId, &Twist)| self.roots[id.0].kinetic_norm2(&twist.to_vec6());
        0.5 * self.bodies.iter().zip(twists).map(of_body).sum::<f64>()
    }

    fn feature(&self, pair: usize, answer: &Answer) -> SeparatingFeature {
        let switched = answer.switched.iter().find(|(k, _)| *k == pair);
        switched.map_or(self.stage.pairs[pair].feature, |(_, feature)| *feature)
    }

    /// The pairs whose load lies outside the cone of another feature that holds at the end.
    fn wanted(
        &self,
        pairs: &[usize],
        answer: &Answer,
        left: &[(usize, SeparatingFeature)],
    ) -> Vec<(usize, SeparatingFeature)> {
        let largest = answer.normal.iter().copied().fold(0.0, f64::max);
        let mut wanted = Vec::new();
        for &k in pairs {
            let of_pair = answer.rows.iter().zip(&answer.normal).filter(|(row, _)| row.pair == k);
            let loads: Vec<(RowKey, f64)> =
                of_pair.filter(|(_, p)| **p > UNLOADED * largest).map(|(row, p)| (row.key, *p)).collect();
            let before = &self.stage.pairs[k];
            // One row pushes in one direction, which the first problem has looked at.
            let same = loads.len() == 1 && before.loads.len() == 1 && before.loads[0].0 == loads[0].0;
            if loads.is_empty() || same || before.overlapping {
                continue;
            }
            let (feature, at, size) =
                (self.feature(k, answer), self.stage.placed(k), self.stage.ctx.size_of(before.parts));
            let wrench = wrench_on_b(feature, &loads, at, size);
            let mut allowed = |f: SeparatingFeature| !left.contains(&(k, f));
            if let Some(f) = better_feature(feature, &wrench, at, size, 0.0, &mut allowed) {
                wanted.push((k, f));
            }
        }
        wanted
    }

    /// The inelastic velocities with these rows.
    fn solve(&self, rows: Vec<Closed>, sparse: &mut SparseSolver) -> Result<Answer, String> {
        let stage = self.stage;
        let ctx = stage.ctx;
        let scaled = Scaled::new(ctx.model, self.roots, self.free, self.bodies.to_vec(), 1.0)
            .with_joints(self.joints, &[]);
        let rough = rows.iter().any(|row| {
            let (a, b) = (row.contact.body_a(), row.contact.body_b());
            ctx.model.pair_friction(a, b) > 0.0
        });
        let mut answer = Answer {
            twists: Vec::new(),
            normal: vec![0.0; rows.len()],
            friction: vec![Vec3::zeros(); rows.len()],
            rows,
            objective: 0.0,
            switched: Vec::new(),
            iterations: 0,
            fallback: None,
        };
        let change = if rough {
            self.with_friction(&scaled, &mut answer, sparse)?
        } else {
            self.frictionless(&scaled, &mut answer, sparse)?
        };
        answer.objective = 0.5 * change.norm_squared();
        answer.twists = scaled.twists(&change);
        Ok(answer)
    }

    fn frictionless(
        &self,
        scaled: &Scaled,
        answer: &mut Answer,
        sparse: &mut SparseSolver,
    ) -> Result<DVector<f64>, String> {
        let (mut constraints, mut rhs) = (Vec::new(), Vec::new());
        let (mut warm, mut guess) = (Vec::new(), Vec::new());
        for (k, row) in answer.rows.iter().enumerate() {
            let contact = &row.contact;
            let (c, offset) =
                scaled.row(contact.body_a(), &contact.jacobian_a, contact.body_b(), &contact.jacobian_b);
            constraints.push(c);
            rhs.push(-offset);
            guess.push(row.taken);
            if row.taken > 0.0 {
                warm.push(k);
            }
        }
        for limit in &scaled.limits {
            constraints.push(limit.row.clone());
            rhs.push(-limit.offset);
            guess.push(0.0);
        }
        let settings = ConvexSettings {
            tolerance: self.stage.ctx.settings.tolerance.min(1e-11),
            scale: scaled.velocity_scale(),
            max_iterations: None,
        };
        let problem = ConvexProblem::new(DVector::zeros(scaled.size()), constraints, rhs, 0)
            .map_err(|e| e.to_string())?;
        let mut solution = None;
        if problem.size() >= SPARSE && !scaled.has_joints() {
            let found = sparse.solve(&problem, &settings, &guess);
            answer.iterations += found.iterations;
            solution = (found.status == ConvexStatus::Solved).then_some(found);
        }
        let solution = solution.unwrap_or_else(|| {
            let found = solve_convex(&problem, &settings, &warm);
            answer.iterations += found.iterations;
            found
        });
        if solution.status != ConvexStatus::Solved {
            return Err(format!(
                "the problem of {} closed rows ended with {}",
                answer.rows.len(),
                solution.status
            ));
        }
        for (p, found) in answer.normal.iter_mut().zip(&solution.multipliers) {
            *p = found.max(0.0);
        }
        Ok(scaled.expand(solution.y))
    }

    fn with_friction(
        &self,
        scaled: &Scaled,
        answer: &mut Answer,
        sparse: &mut SparseSolver,
    ) -> Result<DVector<f64>, String> {
        let ctx = self.stage.ctx;
        let contacts = answer.rows.iter().map(|row| Contact { gap: 0.0, ..row.contact.clone() }).collect();
        let set = ContactSet { contacts, pairs: Vec::new() };
        let terms = Terms::new(scaled.clone(), &set, ctx.friction_directions);
        let gaps: Vec<_> = (0..answer.rows.len()).map(|k| (ContactId(k), 0.0)).collect();
        let solved = ctx.rough(&terms, &gaps, None, 0, sparse)?;
        answer.iterations += solved.report.iterations;
        answer.fallback = solved.report.fallback;
        for (id, p) in &solved.impulses {
            answer.normal[id.0] += p;
        }
        for (id, f) in &solved.friction {
            answer.friction[id.0] += f;
        }
        Ok(solved.change)
    }
}
