//! Restitution in the velocity problem: contacts that closed in the step throw their bodies back.
//!
//! A contact approaches at its meeting with u_c = √(u₀² − 2aψ): u₀ its gap rate at the start, ψ its gap there, a what forces and
//! lasting contacts add to the rate in the step, over h. That is the speed at which a falling body reaches the floor, wherever in the step it does, so that
//! one thrown back with it has the energy that it fell with. A contact that rests has u₀ = ψ = 0 and does not bounce, at any h.

use crate::lcp::LcpSettings;
use crate::math::{Twist, Vec3};
use crate::step::exact::velocity::closed::Closed as Struck;
use crate::step::exact::velocity::conserve::affords;
use crate::step::exact::velocity::flat::{ROUNDS, Twists};
use crate::step::exact::velocity::problem::{Answer, Problem};
use crate::step::impact::restitution::share_of;
use crate::step::impact::{Closed, Impact, rate};
use crate::world::BodyId;

/// Throws back what met faster than the threshold. Says why where a blow was not resolved: then it is inelastic.
pub(super) fn throw_back(problem: &Problem, answer: &mut Answer) -> Option<String> {
    let (stage, ctx) = (problem.stage, problem.stage.ctx);
    if ctx.model.bodies.iter().all(|b| b.restitution == 0.0) {
        return None;
    }
    let threshold = stage.settings.restitution.threshold;
    let impact = Impact {
        model: ctx.model,
        roots: problem.roots,
        bodies: problem.bodies,
        closed: &[],
        joints: problem.joints,
        servos: &[],
        law: stage.settings.restitution.law.into(),
        cone: ctx.cone,
        friction_directions: ctx.friction_directions,
        settings: LcpSettings { ..ctx.settings },
    };
    // What joints take of a blow does not approach.
    let before = impact.joined(problem.free);
    let met = |row: &Struck| {
        let contact = row.contact.clone();
        let of_pair = ctx.model.pair_restitution(contact.body_a(), contact.body_b());
        let restitution = if contact.pair.is_couple() { 0.0 } else { of_pair };
        // What closed within the step is at its meeting here; what lasted approaches by forces alone, and by what the iterations left.
        let approach = -rate(&contact, &before);
        let excess = if row.lasts {
            approach.max(0.0)
        } else if problem.blow.is_some() {
            0.0
        } else {
            (approach - row.meeting(&stage.flight.start, &before, ctx.h).1).max(0.0)
        };
        Closed { contact, restitution, threshold, excess }
    };
    let mut closed: Vec<Closed> = answer.rows.iter().map(met).collect();
    let thrown = |c: &Closed| c.restitution > 0.0 && -rate(&c.contact, &before) - c.excess > threshold;
    if !closed.iter().any(thrown) {
        return None;
    }
    let mut rounds = 0;
    let full = loop {
        let full = match (Impact { closed: &closed, ..impact }).resolve(problem.free, true) {
            Ok(full) => full,
            Err(reason) => {
                return Some(format!("restitution was left out at step {}: {reason}", ctx.state.step + 1));
            }
        };
        let came: Twists = &|id| before[id.0];
        let more = problem.rims_below(&answer.rows, &|id| full.twists[id.0], Some((came, threshold)));
        rounds += 1;
        if more.is_empty() || rounds == ROUNDS {
            break full;
        }
        closed.extend(more.iter().map(met));
        answer.normal.resize(closed.len(), 0.0);
        answer.friction.resize(closed.len(), Vec3::zeros());
        answer.rows.extend(more);
    };
    let share = affordable(problem, answer, &full.twists);
    answer.bounced = share > 0.0;
    for (id, twist) in problem.bodies.iter().zip(&mut answer.twists) {
        let (a, b) = (twist.to_vec6(), full.twists[id.0].to_vec6());
        *twist = Twist::from_vec6(&(a + (b - a) * share));
    }
    for k in 0..answer.rows.len() {
        answer.normal[k] += (full.normal[k] - answer.normal[k]) * share;
        answer.friction[k] = answer.friction[k].lerp(&full.friction[k], share);
    }
    None
}

/// The share of the rebound, 0 to 1, with which the kinetic energy is at most that of the start and the work of outside forces.
/// Both ends keep contacts from closing, balance momentum and lie in the friction cone, and so does what lies between.
fn affordable(problem: &Problem, dead: &Answer, full: &[Twist]) -> f64 {
    let stage = problem.stage;
    // Bodies in prescribed motion give what they give, by contacts and by joints, but to those who see them stand.
    let Some(seen_from) = carried(problem, dead) else { return 1.0 };
    let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
    for (id, twist) in problem.bodies.iter().zip(&dead.twists) {
        let seen = Twist { linear: twist.linear - seen_from, angular: twist.angular };
        let change = full[id.0].to_vec6() - twist.to_vec6();
        let root = &problem.roots[id.0];
        let (scaled, change) = (root.scaled(&seen.to_vec6()), root.scaled(&change));
        a += 0.5 * scaled.norm_squared();
        b += scaled.dot(&change);
        c += 0.5 * change.norm_squared();
    }
    let bound = affords(stage.ctx, stage.flight, problem.bodies, stage.means, &seen_from);
    let bound = bound + 1e-14 * (bound.abs() + a.abs());
    if a + b + c <= bound {
        return 1.0;
    }
    if !(a <= bound) {
        return 0.0;
    }
    share_of(bound, a, b, c)
}

/// The velocity of all that impulses do not move and that touches or is joined to the bodies (m/s): they do no work on what is seen from there. `None` where
/// they move against each other, turn, or change their velocity.
fn carried(problem: &Problem, dead: &Answer) -> Option<Vec3> {
    let stage = problem.stage;
    let of_rows = dead.rows.iter().map(|row| (row.contact.body_a(), row.contact.body_b()));
    let of_joints = problem.joints.iter().map(|joint| joint.bodies);
    let outside = |id: &BodyId| !stage.ctx.model.body(*id).is_dynamic();
    stage.carried(of_rows.chain(of_joints).flat_map(|(a, b)| [a, b]).filter(outside))
}
