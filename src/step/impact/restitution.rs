//! Restitution: after the step has found its poses, the contacts that closed in it throw bodies back.
//!
//! The step itself is inelastic, for every contact model: it ends with the bodies apart or touching, and that is where
//! they stay. What bounces is the velocity that the *next* step starts with. So non-penetration is what it is without
//! restitution, and a contact that rests is not touched at all. See `docs/friction.md`.

use crate::contact::{Contact, ContactId};
use crate::dynamics::{MassRoot, gravity_factor};
use crate::lcp::LcpSettings;
use crate::math::{Twist, Vec3};
use crate::step::frame::StepFrame;
use crate::step::impact::{Closed, Impact, Rebound, rate};
use crate::step::island::grouping::{pick, split_joined};
use crate::step::record::StepRecord;
use crate::step::settings::StepSettings;
use crate::step::tolerances::CLOSED_GAP;
use crate::world::joint::Linearised;
use crate::world::{BodyId, BodyKind, State};

/// Throws back what met faster than the threshold: new twists in `next`, and in `record` the impulses that led to them.
/// Nothing is changed where no body has a coefficient of restitution.
pub(in crate::step) fn apply(
    stages: &StepFrame,
    settings: &StepSettings,
    record: &mut StepRecord,
    next: &mut State,
) {
    let (model, state) = (stages.model, stages.state);
    if model.bodies.iter().all(|b| b.restitution == 0.0) {
        return;
    }
    let ids = closed_contacts(record);
    let closed: Vec<Closed> =
        ids.iter().map(|&k| as_closed(stages, settings.restitution.threshold, &record.contacts[k])).collect();
    let links: Vec<_> = closed.iter().map(|c| (c.contact.body_a(), c.contact.body_b())).collect();
    let joints = at_rest(stages);
    for island in split_joined(&stages.dynamic(), &links, &stages.joined()) {
        let members: Vec<Closed> = island.links.iter().map(|&l| closed[l].clone()).collect();
        let meets = |c: &Closed| c.restitution > 0.0 && -rate(&c.contact, &stages.free) > c.threshold;
        if !members.iter().any(meets) {
            continue;
        }
        let impact = Impact {
            model,
            roots: &stages.roots,
            bodies: &island.bodies,
            closed: &members,
            joints: &pick(&joints, &island.joints),
            servos: &stages.servos,
            law: settings.restitution.law.into(),
            cone: settings.friction.cone(settings.contact.model),
            friction_directions: settings.friction.directions,
            settings: LcpSettings {
                tolerance: settings.solver.tolerance,
                max_iterations: settings.solver.max_iterations,
            },
        };
        let found = impact
            .resolve(&stages.free, false)
            .and_then(|dead| impact.resolve(&stages.free, true).map(|full| (dead, full)));
        let (dead, full) = match found {
            Ok(both) => both,
            Err(reason) => {
                let before = record.solve.fallback.take().map_or(String::new(), |f| format!("{f}; "));
                record.solve.fallback =
                    Some(format!("{before}restitution was left out at step {}: {reason}", state.step + 1));
                continue;
            }
        };
        let joined = !island.joints.is_empty();
        let Some(share) = affordable(stages, next, &island.bodies, &members, joined, &dead, &full) else {
            continue;
        };
        for id in &island.bodies {
            let (a, b) = (dead.twists[id.0].to_vec6(), full.twists[id.0].to_vec6());
            next.twists[id.0] = Twist::from_vec6(&(a + (b - a) * share));
        }
        for (m, &l) in island.links.iter().enumerate() {
            record.impulses[ids[l]] = dead.normal[m] + (full.normal[m] - dead.normal[m]) * share;
            record.friction_impulses[ids[l]] = dead.friction[m].lerp(&full.friction[m], share);
        }
    }
}

/// The joints at the start of the step. A blow takes no time: limits are left to the step, and nothing is stabilised.
fn at_rest(stages: &StepFrame) -> Vec<Linearised> {
    let mut joints = stages.linearised(&vec![Twist::zero(); stages.free.len()]);
    for joint in &mut joints {
        joint.rows.iter_mut().for_each(|row| row.error = 0.0);
        joint.limits.clear();
    }
    joints
}

/// The contacts that the step closed: those that carry an impulse, and those that touch without one, as the second
/// corner of a face whose first corner took the whole load. Where several contacts of a disjunction could hold, one does.
fn closed_contacts(record: &StepRecord) -> Vec<usize> {
    let loaded = |c: ContactId| record.impulses[c.0] > 0.0;
    let touches = |c: &ContactId| record.end_gaps[c.0].abs() <= CLOSED_GAP;
    let mut closed: Vec<usize> = (0..record.contacts.len()).filter(|&k| loaded(ContactId(k))).collect();
    for disjunction in &record.disjunctions {
        if disjunction.alternatives.len() == 1 {
            closed.extend(disjunction.contacts().filter(touches).map(|c| c.0));
        } else if !disjunction.contacts().any(loaded) {
            let gap = |c: &ContactId| record.end_gaps[c.0];
            let widest = disjunction.contacts().max_by(|a, b| gap(a).total_cmp(&gap(b)));
            closed.extend(widest.filter(touches).map(|c| c.0));
        }
    }
    closed.sort_unstable();
    closed.dedup();
    closed
}

/// A contact with the coefficient of its bodies, and 0 where it turns them and pushes at no point.
///
/// The threshold is raised by what the forces of this step alone add to the approach, so that what rests on something
/// does not count as falling on it, at any step size.
fn as_closed(stages: &StepFrame, threshold: f64, contact: &Contact) -> Closed {
    let of_pair = stages.model.pair_restitution(contact.body_a(), contact.body_b());
    let forced = rate(contact, &stages.state.twists) - rate(contact, &stages.free);
    Closed {
        contact: contact.clone(),
        restitution: if contact.pair.is_couple() { 0.0 } else { of_pair },
        threshold: threshold + forced.max(0.0),
        excess: 0.0,
    }
}

/// The share of restitution, 0 to 1, with which the island's energy does not rise over the step; `None` where even
/// the inelastic velocities would raise it.
///
/// Both ends, `dead` (inelastic) and `full`, keep the contacts from closing, balance momentum and respect the friction
/// cone, all of which are convex; so does what lies between. The kinetic energy is a quadratic function of the share.
/// The bound is kinetic plus potential energy at the start of the step; what moving bodies with prescribed motion add to
/// it through the contacts is theirs to give.
fn affordable(
    stages: &StepFrame,
    next: &State,
    bodies: &[BodyId],
    closed: &[Closed],
    joined: bool,
    dead: &Rebound,
    full: &Rebound,
) -> Option<f64> {
    let (model, h) = (stages.model, stages.h);
    let gravity = model.effective_gravity();
    let (mut a, mut b, mut c, mut bound) = (0.0, 0.0, 0.0, 0.0);
    for &id in bodies {
        let body = model.body(id);
        // At the end poses, since that is where the energy is measured.
        let root = MassRoot::new(body, &next.poses[id.0], model.dimension);
        let (x, y) = (dead.twists[id.0].to_vec6(), full.twists[id.0].to_vec6());
        let (scaled, change) = (root.scaled(&x), root.scaled(&(y - x)));
        a += 0.5 * scaled.norm_squared();
        b += scaled.dot(&change);
        c += 0.5 * change.norm_squared();
        // T(ν) + m g·(x⁺ − x) with ν = ν* − w, w gravity's part of the velocity, and forces from outside counted as
        // kinetic energy.
        let free = &stages.free[id.0];
        let w = gravity * (h * gravity_factor(model, stages.state, id, h));
        let moved = next.poses[id.0].position - stages.state.poses[id.0].position;
        bound += 0.5 * stages.roots[id.0].kinetic_norm2(&free.to_vec6());
        bound += body.mass * (w.dot(&(moved / h - free.linear)) + 0.5 * w.norm_squared());
    }
    let given = |rebound: &Rebound| {
        let by_joints = if joined { given_by_joints(stages, bodies, closed, rebound) } else { 0.0 };
        given_by_kinematic(stages, closed, rebound) + by_joints
    };
    let (given, given_full) = (given(dead), given(full));
    a -= given;
    b -= given_full - given;
    // Rounding of the sums, so that an elastic impact without gravity is not scaled back by it.
    let bound = bound + 1e-14 * (bound.abs() + a.abs());
    if !(a <= bound) {
        return None;
    }
    if a + b + c <= bound {
        return Some(1.0);
    }
    Some(share_of(bound, a, b, c))
}

/// The share s in 0..1 with a + b s + c s² = bound: one root, where the left side is convex, below at 0 and above at 1.
pub(in crate::step) fn share_of(bound: f64, a: f64, b: f64, c: f64) -> f64 {
    let root = (b * b + 4.0 * c * (bound - a)).max(0.0).sqrt();
    let share = if b > 0.0 { 2.0 * (bound - a) / (b + root) } else { (root - b) / (2.0 * c) };
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

/// Work that drives, and bodies with prescribed motion through joints, do on the others (J): what the momentum of the
/// bodies leaves over beside the contacts, times their velocities.
fn given_by_joints(stages: &StepFrame, bodies: &[BodyId], closed: &[Closed], rebound: &Rebound) -> f64 {
    let mut work = 0.0;
    for &id in bodies {
        let (root, after) = (&stages.roots[id.0], rebound.twists[id.0].to_vec6());
        let change = after - stages.free[id.0].to_vec6();
        work += root.scaled(&change).dot(&root.scaled(&after));
    }
    let moved = |id: BodyId| bodies.binary_search(&id).is_ok().then(|| rebound.twists[id.0]);
    work - work_of_contacts(closed, rebound, &moved)
}

/// Work that bodies with prescribed motion do on the others through the contacts (J): the impulse on the other body is
/// the opposite of the one on them.
fn given_by_kinematic(stages: &StepFrame, closed: &[Closed], rebound: &Rebound) -> f64 {
    let prescribed =
        |id: BodyId| (stages.model.body(id).kind == BodyKind::Kinematic).then(|| stages.free[id.0]);
    -work_of_contacts(closed, rebound, &prescribed)
}

/// Work of the contacts' impulses on the bodies for which `twist` has one (J).
fn work_of_contacts(closed: &[Closed], rebound: &Rebound, twist: &dyn Fn(BodyId) -> Option<Twist>) -> f64 {
    let mut work = 0.0;
    for (k, Closed { contact, .. }) in closed.iter().enumerate() {
        let (p, f) = (rebound.normal[k], rebound.friction[k]);
        let sides: [(BodyId, _, Vec3, f64); 2] = [
            (contact.body_a(), contact.jacobian_a, contact.point_a - contact.centre_a, -1.0),
            (contact.body_b(), contact.jacobian_b, contact.point_b - contact.centre_b, 1.0),
        ];
        for (id, jacobian, arm, sign) in sides {
            if let Some(twist) = twist(id) {
                let point = twist.linear + twist.angular.cross(&arm);
                work += p * jacobian.dot(&twist.to_vec6()) + sign * f.dot(&point);
            }
        }
    }
    work
}
