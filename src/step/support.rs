//! What bears bodies against gravity in a leapfrog step: by how much their velocities, which are those of its middle, are to be
//! moved on to its end.
//!
//! A step takes a velocity from the instant it was meant at to the middle of the step, over T = h/2 + lag. What contacts and
//! joints give in it answers what gravity gives over T, so that it lags as gravity does: a body that rests has the velocity
//! 0 at the end of the step, and not −g h/2 as one that falls, a body that slides has lost what friction takes until then.
//! With Δ what they changed of the twist, Δ/T is their mean acceleration, which is that at the end to first order where it
//! changes evenly, and the velocity at the end is right to second order.
//!
//! It is not where something strikes: what a blow gives is no acceleration. A contact strikes that pushes and had still been
//! closing or open at the start of the step, or overlapped and is opened. Bodies that feel it, directly or through others, are
//! borne as they were before, or are free as they were, for what a blow adds is not told from what bears. So is a
//! body taken as free whose velocity changed by more than gravity changes that of one that falls, as what is only borne hardly
//! does. (Of one that a lever throws up this is not true; its velocity at the end is then right to first order only.)
//! Friction brings bodies to rest against each other and turns nothing back: where it would, the body moves with the other one. What hangs on joints alone, away
//! from their limits, is struck by nothing, and may swing faster.

use crate::dynamics::gravity_factor;
use crate::math::{Twist, Vec3};
use crate::step::frame::StepFrame;
use crate::step::island::grouping::split;
use crate::step::record::{SolvedContact, StepRecord};
use crate::world::{BodyId, State};

/// A body gains by this factor more than gravity gives by rounding alone (dimensionless).
const ROUNDING: f64 = 1.0 + 1e-9;

/// Speeds that the ends of a body gain against its centre, over what gravity gives, at most (dimensionless): a thin rod that tips
/// about its end has 1.5 at its tip.
const TURNS: f64 = 4.0;

/// A contact is not closed where it is open, overlaps, or closes by more than this part of what gravity does in the step (dimensionless).
const CLOSED: f64 = 0.1;

/// Where something strikes, what bears a body has not changed by more than this part of gravity (dimensionless).
const STEADY: f64 = 0.1;

/// A coordinate is at a limit of its joint when it is no farther from it than this (rad or m).
const AT_LIMIT: f64 = 1e-6;

/// The mean accelerations that contacts and joints gave in the step that led to `next`, of the bodies that were borne: ascending.
pub(super) fn of_bodies(frame: &StepFrame, record: &StepRecord, next: &State) -> Vec<(BodyId, Twist)> {
    let gravity = frame.model.effective_gravity();
    if gravity == Vec3::zeros() {
        return Vec::new();
    }
    let dynamic = frame.dynamic();
    let mut links = frame.joined();
    let loaded = || record.contacts().filter(|contact| contact.impulse > 0.0);
    links.extend(loaded().map(|SolvedContact { contact, .. }| (contact.body_a(), contact.body_b())));
    let struck = struck(frame, record, &dynamic);
    let (mut shaken, mut swings) = (vec![false; dynamic.len()], vec![false; dynamic.len()]);
    if !links.is_empty() {
        let held = held(frame, record, dynamic.len());
        for group in split(&dynamic, &links) {
            let any = |of: &[bool]| group.bodies.iter().any(|id| of[id.0]);
            let (shakes, swing) = (any(&struck), !any(&held));
            group.bodies.iter().for_each(|id| (shaken[id.0], swings[id.0]) = (shakes, swing));
        }
    }
    let rubs = rubbed(frame, record, next, &dynamic);
    let of_body = |id: BodyId| {
        let mut found = borne(frame, next, id, swings[id.0])?;
        let size = |s: &Twist| s.linear.norm().max(s.angular.norm() * frame.model.body(id).radius);
        if shaken[id.0] {
            let known = *frame.state.support_of(id)?;
            let change =
                Twist { linear: found.linear - known.linear, angular: found.angular - known.angular };
            if size(&change) > STEADY * gravity.norm() {
                found = known;
            }
        }
        if let Some((_, before, after)) = &rubs[id.0] {
            let pulled = gravity + found.linear;
            found.linear = no_farther_than_rest(&before.linear, &after.linear, &pulled, next.lag) - gravity;
            found.angular = no_farther_than_rest(&before.angular, &after.angular, &found.angular, next.lag);
        }
        Some((id, found))
    };
    frame.model.ids().filter(|id| dynamic[id.0]).filter_map(of_body).filter(|(_, s)| s.is_finite()).collect()
}

/// The mean acceleration of one body, unless it was free, or gained more than what is borne does.
fn borne(frame: &StepFrame, next: &State, id: BodyId, swings: bool) -> Option<Twist> {
    let gravity = frame.model.effective_gravity();
    let duration = frame.h * gravity_factor(frame.model, frame.state, id, frame.h);
    let (after, free) = (&next.twists[id.0], &frame.free[id.0]);
    let linear = (after.linear - free.linear) / duration;
    let angular = (after.angular - free.angular) / duration;
    if !(duration > 0.0) || (linear, angular) == (Vec3::zeros(), Vec3::zeros()) {
        return None;
    }
    // Forces of controllers do not lag. What presses a body against a wall by such a force does not either, and goes with
    // it: of the two ways to count, the one that leaves less.
    let own = (free.linear - frame.state.twists[id.0].linear) / duration - gravity;
    let with_own = linear + own;
    let linear = if (gravity + with_own).norm() < (gravity + linear).norm() { with_own } else { linear };
    let fits = (gravity + linear).norm() <= ROUNDING * gravity.norm()
        && angular.norm() * frame.model.body(id).radius <= TURNS * gravity.norm();
    (fits || swings).then_some(Twist { linear, angular })
}

/// Of each body that friction acts on, where it is largest: how large it is (N·s), and how the body moved before and moves after the step
/// against the other one, whose motion is that of its point there.
fn rubbed(
    frame: &StepFrame,
    record: &StepRecord,
    next: &State,
    dynamic: &[bool],
) -> Vec<Option<(f64, Twist, Twist)>> {
    let mut rubs: Vec<Option<(f64, Twist, Twist)>> = vec![None; dynamic.len()];
    let before = |id: BodyId| if dynamic[id.0] { frame.state.twists[id.0] } else { frame.free[id.0] };
    for SolvedContact { contact, friction, .. } in record.contacts() {
        let size = friction.norm();
        let (a, b) = (contact.body_a(), contact.body_b());
        for (id, other, centre) in [(a, b, contact.centre_b), (b, a, contact.centre_a)] {
            if !(size > rubs[id.0].as_ref().map_or(0.0, |known| known.0)) {
                continue;
            }
            let arm = contact.point_a - centre;
            let against = |own: &Twist, other: &Twist| Twist {
                linear: own.linear - other.linear - other.angular.cross(&arm),
                angular: own.angular - other.angular,
            };
            let was = against(&before(id), &before(other));
            rubs[id.0] = Some((size, was, against(&next.twists[id.0], &next.twists[other.0])));
        }
    }
    rubs
}

/// The acceleration, less what would turn a velocity back against what it was `before`, within this time (s).
fn no_farther_than_rest(before: &Vec3, after: &Vec3, acceleration: &Vec3, time: f64) -> Vec3 {
    let along = (after + acceleration * time).dot(before);
    if !(along < 0.0) {
        return *acceleration;
    }
    acceleration - before * (along / (before.norm_squared() * time))
}

/// Which bodies were pushed by a contact that was not closed, or was closing, when the step began.
fn struck(frame: &StepFrame, record: &StepRecord, dynamic: &[bool]) -> Vec<bool> {
    let mut struck = vec![false; dynamic.len()];
    let fall = CLOSED * frame.model.effective_gravity().norm() * frame.h;
    let before = |id: BodyId| if dynamic[id.0] { &frame.state.twists[id.0] } else { &frame.free[id.0] };
    for SolvedContact { contact, .. } in record.contacts().filter(|contact| contact.impulse > 0.0) {
        let (a, b) = (contact.body_a(), contact.body_b());
        let rate =
            contact.jacobian_a.dot(&before(a).to_vec6()) + contact.jacobian_b.dot(&before(b).to_vec6());
        if !(rate >= -fall && contact.gap.abs() <= fall * frame.h) {
            (struck[a.0], struck[b.0]) = (true, true);
        }
    }
    struck
}

/// Which bodies something else than a joint holds or drives: a contact, a drive, the limit of a joint.
fn held(frame: &StepFrame, record: &StepRecord, count: usize) -> Vec<bool> {
    let mut held = vec![false; count];
    for SolvedContact { contact, .. } in record.contacts().filter(|contact| contact.impulse > 0.0) {
        (held[contact.body_a().0], held[contact.body_b().0]) = (true, true);
    }
    for joint in &record.joints {
        let of_model = &frame.model.joints[joint.joint];
        let (a, b) = of_model.bodies;
        let limit = |end: f64| (joint.coordinate - end).abs() <= AT_LIMIT;
        let ends = of_model.limits.is_some_and(|(low, high)| {
            limit(low) || limit(high) || !(low..=high).contains(&joint.coordinate)
        });
        if ends || joint.drive != 0.0 || joint.broke {
            (held[a.0], held[b.0]) = (true, true);
        }
    }
    held
}
