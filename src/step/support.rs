//! What bears bodies against gravity and steady forces in a leapfrog step: by how much their velocities, which are those of its middle, are to be
//! moved on to its end.
//!
//! A step takes a velocity from the instant it was meant at to the middle of the step, over T = h/2 + lag. What contacts and
//! joints give where gravity and steady forces of controllers alone act answers what these give over T, so that it lags as they do: a body that slides has
//! lost at the end of the step what friction takes until then. With Δ what they changed of the twist, Δ/T is their mean
//! acceleration, which is that at the end to first order where it changes evenly, and the velocity at the end is right to
//! second order.
//!
//! Not all of Δ is such an answer, and what is not must not be moved on: what contacts and joints pass on of a wrench by hand or a drive,
//! which act over the whole of the first step and do not lag, or of a force that begins or ends, what a kinematic body forces that changes its speed, and blows. In a group of
//! bodies that touch and are joined, where any of these is, nothing is taken for support, and velocities are moved on as if
//! gravity and forces of controllers alone acted: right to first order. So they are where bodies gain more than what is borne does.
//!
//! A blow is where a contact pushes that had still been closing or open at the start of the step, or overlapped and is opened, and where
//! the bodies of a joint did not move as it lets them.
//!
//! Whatever acts, a body that did not move before and does not now is at rest. And friction brings bodies to rest against each
//! other and turns nothing back: where it would in the rest of the step, the body moves with the other one.

use crate::dynamics::gravity_factor;
use crate::math::{Twist, Vec3};
use crate::step::frame::StepFrame;
use crate::step::impact::rate;
use crate::step::island::grouping::split;
use crate::step::record::{SolvedContact, StepRecord};
use crate::world::joint::JointRow;
use crate::world::{BodyId, State};

/// Bodies that contacts bear gain no more by all that acts on them, at their centre and at their rim, than this times what gravity and the largest force
/// give one that nothing bears (dimensionless).
const MOST: f64 = 4.0;

/// A contact is not closed where it is open, overlaps, or closes by more than this part of what gravity and the largest force do in the step (dimensionless).
const CLOSED: f64 = 0.1;

/// What moves more slowly than this part of what gravity and the largest force give in a step is at rest (dimensionless).
const REST: f64 = 1e-6;

/// The mean accelerations that contacts and joints gave in the step that led to `next`, of the bodies that were borne: ascending.
pub(super) fn of_bodies(frame: &StepFrame, record: &StepRecord, next: &State) -> Vec<(BodyId, Twist)> {
    let model = frame.model;
    let driven: Vec<Twist> =
        model.ids().map(|id| model.driven(next, id, next.time - next.lag, next.lag)).collect();
    let push = |id: BodyId| {
        let Twist { linear, angular } = &driven[id.0];
        linear.norm() + angular.norm() * model.body(id).radius
    };
    let pull = model.effective_gravity().norm() + model.ids().map(push).fold(0.0, f64::max);
    if pull == 0.0 {
        return Vec::new();
    }
    let fall = pull * frame.h;
    let step = Step { frame, record, next, dynamic: frame.dynamic(), before: frame.expected(), driven, fall };
    let mut links = frame.joined();
    let loaded = record.contacts().filter(|contact| contact.impulse > 0.0);
    links.extend(loaded.map(|SolvedContact { contact, .. }| (contact.body_a(), contact.body_b())));
    if links.is_empty() {
        return Vec::new();
    }
    let (disturbed, rubs) = (step.disturbed(), step.rubbed());
    let mut found = Vec::new();
    for group in split(&step.dynamic, &links) {
        let touched = group.links.iter().any(|&k| k >= frame.joints.len());
        let borne = |id: &BodyId| step.borne(*id, touched);
        let all: Option<Vec<Twist>> = if group.bodies.iter().any(|id| disturbed[id.0]) {
            None
        } else {
            group.bodies.iter().map(borne).collect()
        };
        for (k, &id) in group.bodies.iter().enumerate() {
            if step.rests(id) {
                let pulled = step.pulled(id);
                found.push((id, Twist { linear: -pulled.linear, angular: -pulled.angular }));
            } else if let Some(all) = &all {
                let rubbed = |rub| step.no_farther_than_rest(id, all[k], rub);
                found.push((id, rubs[id.0].as_ref().map_or(all[k], rubbed)));
            }
        }
    }
    found.retain(|(_, support)| support.is_finite() && *support != Twist::zero());
    found.sort_unstable_by_key(|(id, _)| *id);
    found
}

/// Where friction on a body is largest: how large it is (N·s), and how the body moved before and moves after the step against
/// the other one, whose motion is that of its point there.
#[derive(Clone)]
struct Rub {
    size: f64,
    before: Twist,
    after: Twist,
}

struct Step<'a> {
    frame: &'a StepFrame<'a>,
    record: &'a StepRecord,
    next: &'a State,
    dynamic: Vec<bool>,
    /// Twists at the start of the step; of bodies that move as they are told to, those which they are told.
    before: Vec<Twist>,
    /// Mean accelerations that forces of controllers give from the velocities at the end, which lag, to the end.
    driven: Vec<Twist>,
    /// What gravity and the largest force of a controller give in the step (m/s).
    fall: f64,
}

impl Step<'_> {
    /// Whether a body did not move before and does not now.
    fn rests(&self, id: BodyId) -> bool {
        let radius = self.frame.model.body(id).radius;
        let still = |t: &Twist| t.linear.norm().max(t.angular.norm() * radius) <= REST * self.fall;
        still(&self.before[id.0]) && still(&self.next.twists[id.0])
    }

    /// What gravity and forces of controllers give a body in a second.
    fn pulled(&self, id: BodyId) -> Twist {
        let driven = self.driven[id.0];
        Twist { linear: self.frame.model.effective_gravity() + driven.linear, angular: driven.angular }
    }

    /// Whether forces of controllers on a body begin or end between the instants that its velocities were and will be meant at, or at the end.
    fn is_driven_anew(&self, id: BodyId) -> bool {
        let Self { frame: StepFrame { model, state, h, .. }, next, .. } = self;
        let lag = model.lag(state, id);
        model.driven(next, id, state.time - lag, lag + 0.5 * h) != self.driven[id.0]
    }

    /// The mean acceleration of a body; `None` where it gained more than what is borne does.
    fn borne(&self, id: BodyId, touched: bool) -> Option<Twist> {
        let Self { frame, next, .. } = self;
        let duration = frame.h * gravity_factor(frame.model, frame.state, id, frame.h);
        let (after, free) = (&next.twists[id.0], &frame.free[id.0]);
        let linear = (after.linear - free.linear) / duration;
        let angular = (after.angular - free.angular) / duration;
        let pulled = self.pulled(id);
        let turning = (pulled.angular + angular).norm();
        let gain = (pulled.linear + linear).norm().max(turning * frame.model.body(id).radius);
        // What swings on joints may be faster.
        (duration > 0.0 && (!touched || gain * frame.h <= MOST * self.fall))
            .then_some(Twist { linear, angular })
    }

    /// Bodies on which something acts that is no answer to gravity and steady forces.
    fn disturbed(&self) -> Vec<bool> {
        let Self { frame, record, .. } = self;
        let mut disturbed = vec![false; self.dynamic.len()];
        let mut mark = |(a, b): (BodyId, BodyId)| (disturbed[a.0], disturbed[b.0]) = (true, true);
        frame.pushed.iter().for_each(|&id| mark((id, id)));
        frame.model.ids().filter(|id| self.is_driven_anew(*id)).for_each(|id| mark((id, id)));
        frame.servos.iter().for_each(|servo| mark(servo.bodies));
        let told = |id: BodyId| !self.dynamic[id.0] && frame.free[id.0] != frame.state.twists[id.0];
        let closed = CLOSED * self.fall;
        let rim = |id: BodyId| self.before[id.0].angular.norm() * frame.model.body(id).radius;
        // A velocity that was right half a step before is not quite along what has turned since: at a contact by what its body's
        // turning alone makes of it, at a joint by what its own way does as well.
        let swung = |id: BodyId| 0.5 * self.before[id.0].angular.norm() * rim(id) * frame.h;
        let turned = |id: BodyId| {
            let twist = &self.before[id.0];
            twist.angular.norm() * (twist.linear.norm() + rim(id)) * frame.h
        };
        for SolvedContact { contact, .. } in record.contacts().filter(|contact| contact.impulse > 0.0) {
            let (a, b) = (contact.body_a(), contact.body_b());
            let bound = closed + swung(a) + swung(b);
            let lasts = rate(contact, &self.before) >= -bound && contact.gap.abs() <= closed * frame.h;
            if !lasts || told(a) || told(b) {
                mark((a, b));
            }
        }
        for line in frame.linearised(&self.before) {
            let (a, b) = line.bodies;
            let bound = closed + turned(a) + turned(b);
            let smaller = frame.model.body(a).radius.min(frame.model.body(b).radius);
            let rate = |row: &JointRow| {
                let (a, b) = (self.before[a.0].to_vec6(), self.before[b.0].to_vec6());
                row.jacobian_a.dot(&a) + row.jacobian_b.dot(&b)
            };
            let size = |row: &JointRow| if row.angular { smaller } else { 1.0 };
            let moves = |row: &JointRow| !(rate(row).abs() * size(row) <= bound);
            let hits =
                |row: &JointRow| row.error + frame.h * rate(row) <= 0.0 && !(rate(row) * size(row) >= -bound);
            if line.at_start.iter().any(moves) || line.limits.iter().any(hits) || told(a) || told(b) {
                mark((a, b));
            }
        }
        record.joints.iter().filter(|joint| joint.broke).for_each(|joint| {
            mark(frame.model.joints[joint.joint].bodies);
        });
        disturbed
    }

    /// Where friction on each body is largest.
    fn rubbed(&self) -> Vec<Option<Rub>> {
        let mut rubs: Vec<Option<Rub>> = vec![None; self.dynamic.len()];
        for SolvedContact { contact, friction, .. } in self.record.contacts() {
            let size = friction.norm();
            let (a, b) = (contact.body_a(), contact.body_b());
            for (id, other, centre) in [(a, b, contact.centre_b), (b, a, contact.centre_a)] {
                if !(size > rubs[id.0].as_ref().map_or(0.0, |known| known.size)) {
                    continue;
                }
                let arm = contact.point_a - centre;
                let against = |own: &Twist, other: &Twist| Twist {
                    linear: own.linear - other.linear - other.angular.cross(&arm),
                    angular: own.angular - other.angular,
                };
                let before = against(&self.before[id.0], &self.before[other.0]);
                let after = against(&self.next.twists[id.0], &self.next.twists[other.0]);
                rubs[id.0] = Some(Rub { size, before, after });
            }
        }
        rubs
    }

    /// The support, less what would turn a body back within the rest of the step against the one that it rubs on.
    fn no_farther_than_rest(&self, id: BodyId, support: Twist, rub: &Rub) -> Twist {
        let (pull, lag) = (self.pulled(id), self.next.lag);
        let kept = |before: &Vec3, after: &Vec3, acceleration: Vec3, rest: f64| {
            let speed = before.norm();
            if !(speed > rest) {
                return acceleration;
            }
            let way = before / speed;
            let (now, then) = (after.dot(&way), (after + acceleration * lag).dot(&way));
            // What has turned back already was not turned by friction.
            if now >= -rest && then < 0.0 { acceleration - way * (then / lag) } else { acceleration }
        };
        let rest = REST * self.fall;
        let (pulled, turned) = (pull.linear + support.linear, pull.angular + support.angular);
        Twist {
            linear: kept(&rub.before.linear, &rub.after.linear, pulled, rest) - pull.linear,
            angular: kept(&rub.before.angular, &rub.after.angular, turned, rest) - pull.angular,
        }
    }
}
