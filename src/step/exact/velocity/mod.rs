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

mod beyond;
mod blow;
mod closed;
mod conserve;
mod dips;
mod flat;
mod graze;
mod held;
mod impact;
mod problem;
mod rebound;
mod released;
mod rim;
mod slide_off;
mod sliding;
mod stops;
mod taken;
mod wedge;
mod whole;

use crate::contact::separating::rows::Placed;
use crate::contact::{Contact, Kinematics};
use crate::dynamics::{FreeFlight, MassRoot};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Dimension, Pose, Twist, Vec3, Vec6};
use crate::step::exact::context::{CONTRADICTION, Context, NotConverged, Pair, Solved};
use crate::step::exact::flying;
use crate::step::frame::Motion;
use crate::step::impact::cut::Cut;
use crate::step::impact::rate;
use crate::step::island::grouping::{pick, split_joined};
use crate::step::report::Accuracy;
use crate::step::settings::StepSettings;
use crate::stop;
use crate::world::BodyId;
use crate::world::joint::Linearised;
use blow::Blow;
use closed::{Closed, MEETS};
use conserve::{Ends, Held, mend};
use problem::{Answer, Methods, Problem};
use std::collections::BTreeSet;

/// Bodies that a message names at most.
const NAMED: usize = 6;

/// A row of a feature of a pair.
pub type RowOf = (SeparatingFeature, RowKey);

/// What one pair was given at the end poses.
#[derive(Clone, Debug, Default)]
pub struct EndLoads {
    /// The feature that holds the pair there, where it is not that of the first problem.
    pub switched: Option<SeparatingFeature>,
    /// Normal impulses (N·s).
    pub loads: Vec<(RowOf, f64)>,
    /// What each row gave here in all, less what was taken back.
    pub wrenches: Vec<RowWrench>,
}

/// What a row gave to both bodies of its pair, normal and friction: impulses and their moments about the centres of mass
/// (N·s, N·m·s).
#[derive(Clone, Debug)]
pub struct RowWrench {
    pub row: RowOf,
    pub on_a: Vec6,
    pub on_b: Vec6,
    /// The part of it on B that is friction, as it is told beside that of the first problem (N·s).
    pub friction: Vec3,
    /// The normal where it acted last.
    pub normal: Vec3,
    /// Where its blow came, if its bodies met in the step.
    pub struck: Option<Box<Contact>>,
}

impl EndLoads {
    /// Adds the normal impulse `p` and the friction `f` on B of a row; less than nothing where they are taken back.
    fn add(&mut self, row: RowOf, contact: &Contact, p: f64, f: &Vec3) {
        self.add_and_tell(row, contact, p, f, f);
    }

    /// Notes where the blow of a row came.
    fn strike(&mut self, row: RowOf, contact: &Contact) {
        if let Some(sum) = self.wrenches.iter_mut().find(|w| w.row == row) {
            sum.struck = Some(Box::new(contact.clone()));
        }
    }

    /// The same where the friction is `told` in another plane, that of the first problem.
    fn add_and_tell(&mut self, row: RowOf, contact: &Contact, p: f64, f: &Vec3, told: &Vec3) {
        let ((on_a, on_b), normal) = (wrenches(contact, p, f), contact.normal);
        match self.wrenches.iter_mut().find(|w| w.row == row) {
            Some(sum) => {
                sum.on_a += on_a;
                sum.on_b += on_b;
                sum.friction += told;
                sum.normal = normal;
            }
            None => self.wrenches.push(RowWrench { row, on_a, on_b, friction: *told, normal, struck: None }),
        }
    }
}

/// What a contact gives to A and B with a normal impulse `p` and friction `f` on B, moments about the centres of mass.
pub(in crate::step) fn wrenches(contact: &Contact, p: f64, f: &Vec3) -> (Vec6, Vec6) {
    (
        contact.jacobian_a * p + wrench(&-f, &(contact.point_a - contact.centre_a)),
        contact.jacobian_b * p + wrench(f, &(contact.point_b - contact.centre_b)),
    )
}

/// Where the step leads.
pub struct Velocities<'m> {
    /// Poses and twists at its end.
    pub motion: Motion,
    /// World geometry there.
    pub ends: Kinematics<'m>,
    /// For each pair of the first problem what it was given in all; twice the multipliers of the first problem were taken back.
    pub given: Vec<EndLoads>,
    /// Velocities at the end of all bodies as the first problem leaves them.
    pub first: Vec<Twist>,
    /// The joints at the end poses.
    pub joints: Vec<Linearised>,
    /// What the second problem gave each body by its joints (N·s, N·m·s about its centre).
    pub by_joints: Vec<Vec6>,
    /// What [`conserve`] gave each body (N·s, N·m·s about its centre).
    pub mended_by: Vec<Vec6>,
    /// Active-set changes and pivots.
    pub iterations: usize,
    /// What was solved otherwise than by the first method, or left out.
    pub fallback: Option<String>,
    /// How nearly Coulomb's law is obeyed, where there is friction.
    pub accuracy: Accuracy,
    /// Where the step should end early.
    pub cut: Option<Cut>,
}

/// Poses and roots of the inverse masses of all bodies at an instant.
struct Then {
    poses: Vec<Pose>,
    roots: Vec<MassRoot>,
}

/// The whole of stage 2.
struct Stage<'s> {
    ctx: &'s Context<'s>,
    flight: &'s FreeFlight,
    settings: &'s StepSettings,
    pairs: &'s [Pair],
    means: &'s [Twist],
    ends: &'s Kinematics<'s>,
    roots: Vec<MassRoot>,
    /// Which bodies impulses move.
    dynamic: Vec<bool>,
    /// Whether the step may end at an impact.
    splits: bool,
    /// Whether something moves fast enough to be thrown back.
    lively: bool,
}

/// Whether some body moves so fast that two of its kind can meet with a speed (m/s) from which on they are thrown back.
fn is_lively(ctx: &Context, flight: &FreeFlight, threshold: f64) -> bool {
    let fastest = |id: BodyId| {
        let speed = |twist: &Twist| twist.linear.norm() + twist.angular.norm() * ctx.model.body(id).radius;
        speed(&flight.start[id.0]).max(speed(&flight.end[id.0]))
    };
    ctx.model.bodies.iter().any(|body| body.restitution > 0.0)
        && ctx.model.ids().any(|id| fastest(id) > threshold / 2.0)
}

/// Finds the velocities at the end of the step whose first problem has the solution `solved`.
///
/// # Errors
/// When an island's velocities were not found.
pub fn solve<'m>(
    ctx: &Context<'m>,
    flight: &FreeFlight,
    settings: &StepSettings,
    solved: &Solved,
) -> Result<Velocities<'m>, NotConverged> {
    let mut motion = first_velocities(ctx, flight, solved);
    let model = ctx.model;
    let ends = Kinematics::new(model, &motion.poses, ctx.state.time);
    let stage = Stage {
        ctx,
        flight,
        settings,
        pairs: &solved.pairs,
        means: &solved.twists,
        ends: &ends,
        roots: model
            .ids()
            .map(|i| MassRoot::new(model.body(i), &motion.poses[i.0], model.dimension))
            .collect(),
        dynamic: ctx.dynamic(),
        splits: ctx.splits,
        lively: is_lively(ctx, flight, settings.restitution.threshold),
    };
    let mut closed = stage.closed_pairs();
    let links: Vec<_> = closed.iter().map(|(k, _)| stage.bodies(*k)).collect();
    let joints: Vec<_> = ctx.joined();
    let mut found = Velocities {
        given: vec![EndLoads::default(); solved.pairs.len()],
        motion: Motion { poses: Vec::new(), twists: Vec::new() },
        // Written at the end: the stage reads it until then.
        ends: Kinematics::default(),
        first: motion.twists.clone(),
        joints: stage.held_joints(&motion.poses),
        by_joints: vec![Vec6::zeros(); model.bodies.len()],
        mended_by: vec![Vec6::zeros(); model.bodies.len()],
        iterations: 0,
        fallback: None,
        accuracy: Accuracy::default(),
        cut: None,
    };
    let without_blows = stage.without_blows(&found.joints, &motion.poses);
    // Velocities with the impulses of the first problem taken back, island by island.
    let mut taken_back = motion.twists.clone();
    // Where bodies are at the blow of their island.
    let mut then: Option<Then> = None;
    let mut methods = Methods::default();
    for island in split_joined(&stage.dynamic, &links, &joints) {
        // What is welded and flies as one has its velocities.
        if !island.bodies.iter().any(|id| solved.held[id.0]) {
            continue;
        }
        stop::go_on().map_err(|reason| NotConverged { reason })?;
        let pairs: Vec<usize> = island.links.iter().map(|&l| closed[l].0).collect();
        let mut rows: Vec<Closed> =
            island.links.iter().flat_map(|&l| std::mem::take(&mut closed[l].1)).collect();
        stage.at_once(&mut rows);
        if island.joints.is_empty() && !pairs.is_empty() && stage.stands(&pairs, &rows, &motion.twists) {
            // With the same impulses as before: their second problem has the same answer.
            for &k in &pairs {
                let (pair, given) = (&solved.pairs[k], &mut found.given[k]);
                given.loads = pair.loads.iter().map(|(key, p)| ((pair.feature, *key), 2.0 * p)).collect();
            }
            if pairs.iter().all(|&k| solved.pairs[k].settled) {
                island.bodies.iter().for_each(|id| motion.twists[id.0] = Twist::zero());
            }
            continue;
        }
        let joints = pick(&found.joints, &island.joints);
        let mut group = stage.group(&island.bodies, &pairs, &island.joints);
        let not_found = |reason: String| {
            // Which names its bodies itself.
            if reason.starts_with(CONTRADICTION) {
                return NotConverged { reason };
            }
            let among = stage.among(&pairs);
            NotConverged { reason: format!("velocities at the end of the step{among}: {reason}") }
        };
        stage.take_back(&rows, &mut taken_back, &mut found.given);
        stage.take_limits_back(&island.bodies, &joints, &mut taken_back);
        // Nothing acts before the blow: bodies come to it as they fly.
        let strikes = |row: &Closed| !row.lasts && row.at_end;
        let flown = island.joints.is_empty() && rows.iter().all(strikes);
        // Nor is what lasts taken back from a blow, which the first problem has sent through it as well: a light body between heavy ones
        // has turned in the step, and the rest of a blow along two lines is more than it can carry.
        if flown {
            island.bodies.iter().for_each(|id| taken_back[id.0] = flight.end[id.0]);
        } else if island.joints.is_empty() && rows.iter().any(strikes) {
            island.bodies.iter().for_each(|id| taken_back[id.0] = stage.unpushed(*id));
        }
        // What a limit strikes beside a blow of contacts is one with that.
        let struck = rows.iter().any(strikes);
        let before = without_blows.as_ref().filter(|_| !struck).map(|all| pick(all, &island.joints));
        let fewer = |before: &Linearised, all: &Linearised| before.limits.len() < all.limits.len();
        let stopped = before.iter().flatten().zip(&joints).any(|(before, all)| fewer(before, all));
        let problem =
            stage.problem(&island.bodies, before.as_ref().unwrap_or(&joints), &taken_back, &motion.twists);
        let borne = problem.borne_before(&rows, (flown, stopped), &mut methods).map_err(not_found)?;
        found.cut = Cut::sooner(found.cut, borne.impact);
        let blow = borne.share.map(|share| Blow::new(&stage, &island.bodies, share, &borne.smooth, flown));
        for (id, twist) in island.bodies.iter().zip(&borne.twists) {
            taken_back[id.0] = *twist;
        }
        let mut rows: Vec<Closed> = rows.into_iter().filter(|row| row.at_end).collect();
        let mut joints_then = Vec::new();
        if let Some(blow) = &blow {
            let then =
                then.get_or_insert_with(|| Then { poses: motion.poses.clone(), roots: stage.roots.clone() });
            blow.write(&mut then.poses, &mut then.roots);
            blow.before(flown, &mut taken_back);
            blow.strike_each(&mut rows, 0);
            joints_then = stage.joints_then(&joints, &island.joints, &then.poses);
        }
        let mut problem = stage.problem(&island.bodies, &joints, &taken_back, &motion.twists);
        if let Some((blow, then)) = blow.as_ref().zip(then.as_ref()) {
            problem = Problem { joints: &joints_then, roots: &then.roots, blow: Some(blow), ..problem };
        }
        let goes_on = blow.is_none() && stage.goes_on(&joints, &rows);
        let mut answer = problem.released(&pairs, rows, &mut methods).map_err(not_found)?;
        if let Some(reason) = rebound::throw_back(&problem, &mut answer) {
            found.fallback.get_or_insert(reason);
        }
        if let Some((blow, then)) = blow.as_ref().zip(then.as_ref()) {
            let thrown = stage.thrown(&island.bodies, &answer, &mut taken_back);
            if thrown.iter().all(|thrown| *thrown) {
                (group.thrown, group.thrown_with) = (true, group.energy(&then.roots, &taken_back));
            }
            blow.after(&thrown, &mut taken_back);
            let problem = stage.problem(&island.bodies, &joints, &taken_back, &motion.twists);
            problem.after_blow(&mut answer, &mut found.given, &mut methods).map_err(not_found)?;
        }
        answer.add(&borne);
        found.iterations += answer.iterations;
        for (id, twist) in island.bodies.iter().zip(&answer.twists) {
            motion.twists[id.0] = *twist;
        }
        let ends = Ends { poses: &motion.poses, roots: &stage.roots };
        group.exactly = group.thrown
            || (answer.normal.iter().all(|p| *p == 0.0)
                && answer.rows.iter().all(|row| row.taken == 0.0)
                && joints.iter().all(|line| line.limits.is_empty()));
        let lines = || stage.lines_from_outside(&pairs, &answer.rows, &motion.poses);
        let smooth = |k: &usize| !stage.pairs[*k].rough || !stage.is_outside(*k);
        if group.held.is_some() && joints.is_empty() && pairs.iter().all(smooth) {
            let rubs = pairs.iter().any(|&k| stage.pairs[k].rough);
            group.held = Some(Held::Along { lines: &lines, rubs });
        }
        let energy =
            mend(ctx, flight, &group, &solved.twists, &ends, &mut motion.twists, &mut found.mended_by);
        if blow.is_none() {
            found.cut = Cut::sooner(found.cut, stage.first_stop(&answer, &motion.twists));
        }
        if ctx.implicit && !ctx.smallest {
            if !energy.near {
                return Err(not_found("a blow in it has more energy than there was".to_owned()));
            }
            if goes_on && stage.turns_far(solved, &island, &found.first, &motion.twists, energy.lost) {
                return Err(not_found("joints turn too far in it to keep the energy".to_owned()));
            }
        }
        found.fallback = found.fallback.take().or(answer.fallback.take());
        found.accuracy.take(&answer.accuracy);
        for (row, (p, f)) in answer.rows.iter().zip(answer.normal.iter().zip(&answer.friction)) {
            let (given, of) = (&mut found.given[row.pair], (row.feature, row.key));
            given.add(of, &row.contact, *p, f);
            if !row.lasts && blow.is_none() {
                given.strike(of, &row.contact);
            }
            if *p > 0.0 {
                given.loads.push((of, *p));
            }
        }
        for (k, feature) in &answer.switched {
            found.given[*k].switched = Some(*feature);
        }
    }
    found.cut = Cut::sooner(found.cut, stage.first_slide_off());
    found.cut = Cut::sooner(found.cut, stage.first_limit(&motion.poses));
    // Where something else ends it, the way is not that of the part which ends there: the load of a blow bends it from its start on.
    if found.cut.is_none_or(|cut| cut.is_at_end(ctx.h)) {
        found.cut = Cut::sooner(found.cut, Cut::sooner(stage.first_graze(), stage.first_dip()));
    }
    for given in &mut found.given {
        given.loads.sort_unstable_by_key(|l| l.0);
    }
    found.motion = motion;
    let left = stage.left_over(&found);
    let mut joined = vec![false; model.bodies.len()];
    joints.iter().for_each(|(a, b)| (joined[a.0], joined[b.0]) = (true, true));
    for id in model.ids().filter(|id| stage.dynamic[id.0]) {
        let to = if joined[id.0] { &mut found.by_joints } else { &mut found.mended_by };
        to[id.0] += left[id.0];
    }
    found.ends = ends;
    Ok(found)
}

/// End poses, and the velocities there that the mean twists mean: 2ν̄ − ν, which turn with the body. Bodies that nothing held have
/// those of their free motion.
fn first_velocities(ctx: &Context, flight: &FreeFlight, solved: &Solved) -> Motion {
    let model = ctx.model;
    let mut motion = Motion { poses: flight.poses.clone(), twists: flight.end.clone() };
    for id in model.ids().filter(|id| !model.is_active(*id, ctx.state.time)) {
        // It enters with them.
        motion.twists[id.0] = ctx.state.twists[id.0];
    }
    for flown in flying::as_one(ctx).filter(|flown| !solved.held[flown.id.0]) {
        (motion.poses[flown.id.0], motion.twists[flown.id.0]) = (flown.pose, flown.end);
    }
    let pushed = pushed(ctx, solved);
    for id in model.ids().filter(|id| solved.held[id.0]) {
        let (mut mean, mut before) = (solved.twists[id.0], &flight.start[id.0]);
        if let Ok(k) = solved.started.binary_search_by_key(&id, |(id, _)| *id) {
            before = &solved.started[k].1;
        }
        if !pushed[id.0] && model.dimension == Dimension::Three {
            // No impulse depends on it: the implicit midpoint rule to the last digit, which the iteration left to its tolerance.
            mean.angular = ctx.free_spin(id, &flight.wrenches[id.0].torque, before, ctx.h);
        }
        (motion.poses[id.0], motion.twists[id.0]) = ctx.end_of_body(id, &mean, before);
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
    /// Velocities at the end pose of a body that nothing pushed on its way there: what acted from outside changed its momenta.
    fn unpushed(&self, id: BodyId) -> Twist {
        let (ctx, wrench) = (self.ctx, &self.flight.wrenches[id.0]);
        let spin =
            ctx.model.body(id).spin(&ctx.state.poses[id.0], &self.flight.start[id.0]) + wrench.torque * ctx.h;
        let momentum = Vec6::new(0.0, 0.0, 0.0, spin.x, spin.y, spin.z);
        let angular = Twist::from_vec6(&self.roots[id.0].inverse_mass_times(&momentum)).angular;
        Twist { linear: self.flight.end[id.0].linear, angular }
    }

    /// The velocity problem of some bodies at the end poses.
    fn problem<'p>(
        &'p self,
        bodies: &'p [BodyId],
        joints: &'p [Linearised],
        free: &'p [Twist],
        first: &'p [Twist],
    ) -> Problem<'p, 's> {
        Problem { stage: self, bodies, joints, free, first, roots: &self.roots, blow: None }
    }

    fn bodies(&self, pair: usize) -> (BodyId, BodyId) {
        let (a, b) = self.pairs[pair].parts;
        (self.ctx.body_of(a), self.ctx.body_of(b))
    }

    /// Whose velocities those of an island are, in words.
    fn among(&self, pairs: &[usize]) -> String {
        let bodies: BTreeSet<BodyId> =
            pairs.iter().flat_map(|&k| <[BodyId; 2]>::from(self.bodies(k))).collect();
        let name = |id: &BodyId| format!("`{}`", self.ctx.model.body(*id).name);
        let mut names: Vec<String> = bodies.iter().take(NAMED).map(name).collect();
        if bodies.len() > NAMED {
            names.push(format!("{} more", bodies.len() - NAMED));
        }
        if names.is_empty() { String::new() } else { format!(" of {}", names.join(", ")) }
    }

    /// A pair at the start of the step.
    fn started(&self, pair: usize) -> Placed<'_, 's> {
        let (a, b) = self.pairs[pair].parts;
        Placed { a: &self.ctx.kinematics.parts[a], b: &self.ctx.kinematics.parts[b] }
    }

    /// A pair at its end.
    fn placed(&self, pair: usize) -> Placed<'_, 's> {
        let (a, b) = self.pairs[pair].parts;
        Placed { a: &self.ends.parts[a], b: &self.ends.parts[b] }
    }

    /// Writes the answer's twists to those of all bodies; which of the island's were thrown back.
    fn thrown(&self, bodies: &[BodyId], answer: &Answer, twists: &mut [Twist]) -> Vec<bool> {
        for (id, twist) in bodies.iter().zip(&answer.twists) {
            twists[id.0] = *twist;
        }
        let mut thrown = vec![false; bodies.len()];
        // What opens without having been thrown back, as the far end of what tips, is under its weight as before.
        for row in answer.rows.iter().filter(|_| answer.bounced) {
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
}

fn wrench(f: &Vec3, arm: &Vec3) -> Vec6 {
    let t = arm.cross(f);
    Vec6::new(f.x, f.y, f.z, t.x, t.y, t.z)
}
