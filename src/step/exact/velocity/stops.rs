//! Limits of joints that are reached within a step.
//!
//! The first problem leads a coordinate to its limit at the end of the step, however early it comes there, and what moves away from it
//! again, or whatever else it hits, would do so up to a step too late. Where steps end at impacts they end here, too.

use crate::math::{Pose, Twist, Vec6};
use crate::step::exact::velocity::Stage;
use crate::step::exact::velocity::closed::MEETS;
use crate::step::impact::cut::Cut;
use crate::step::island::scaled::{LimitRow, Scaled};
use crate::step::tolerances::{CLOSED_GAP, TOUCHING};
use crate::world::BodyId;
use crate::world::joint::{Joint, Limit, Linearised};
use nalgebra::DVector;

/// Where contacts bear, a part ends first after this share of the way to a limit, and so on, until what is left is this part of a step.
const BEFORE_STOP: f64 = 0.95;
const LAST_WAY: f64 = 2.5e-3;

impl Stage<'_> {
    /// When the first limit of a joint is reached that was not at the start, in a step that ends with the `poses`; `None` where none is, or steps
    /// do not end there. The way to it has the rate of the start and what outside forces and drives add in the step to bodies that their joints hold.
    pub(super) fn first_limit(&self, poses: &[Pose]) -> Option<Cut> {
        let ctx = self.ctx;
        let mut joints = ctx.joints.iter().map(|&k| &ctx.model.joints[k]);
        if !self.splits || !joints.any(|joint| reaches_a_limit(joint, &ctx.state.poses, poses)) {
            return None;
        }
        let joints = self.joints_at(&ctx.state.poses);
        let gains = self.gains();
        let bodies = ctx.model.ids().filter(|id| self.dynamic[id.0]).collect();
        let scaled = Scaled::new(ctx.model, &ctx.roots, &gains, bodies, 1.0).with_joints(&joints, &[]);
        let limits = joints.iter().flat_map(|joint| joint.limits.iter().map(|limit| (joint.bodies, limit)));
        let gains = scaled.limits.iter().map(|limit| limit.offset);
        let cuts = limits.zip(gains).filter_map(|((bodies, limit), gain)| self.reached(bodies, limit, gain));
        // What contacts bear on the way bends it, and a limit that is reached before the part ends lets them bear less: they do until shortly before it.
        let borne = self.pairs.iter().any(|pair| pair.active && pair.apart <= TOUCHING);
        let cut = Cut::first(cuts)?;
        if borne && cut.share * ctx.h > LAST_WAY * self.settings.h {
            return Some(Cut { share: cut.share * BEFORE_STOP, ..cut });
        }
        Some(cut).filter(|cut| cut.share < 1.0)
    }

    /// What outside forces and drives change in the step of the velocities of all bodies, each by itself.
    fn gains(&self) -> Vec<Twist> {
        let ctx = self.ctx;
        let (start, end) = (&self.flight.start, &self.flight.end);
        let gained = |(a, b): (&Twist, &Twist)| b.to_vec6() - a.to_vec6();
        let mut gains: Vec<Vec6> = start.iter().zip(end).map(gained).collect();
        for servo in &ctx.servos {
            let sides = [(servo.bodies.0, servo.row.jacobian_a), (servo.bodies.1, servo.row.jacobian_b)];
            let rate: f64 = sides.iter().map(|(id, j)| j.dot(&self.means[id.0].to_vec6())).sum();
            // Mean twists have half of every impulse.
            let impulse = 2.0 * servo.impulse(rate);
            for (id, j) in sides.into_iter().filter(|(id, _)| self.dynamic[id.0]) {
                gains[id.0] += ctx.roots[id.0].inverse_mass_times(&(j * impulse));
            }
        }
        gains.iter().map(Twist::from_vec6).collect()
    }

    /// Takes back what limits gave in the first problem, as far as it turned the rate of the coordinate round: with more taken back the
    /// answer is the same. It is a rate of bodies that their joints hold: what a limit gave is more than what it would take to turn the rate of
    /// bodies that are free, by all that the joints gave against it. What forces and drives give away from a limit is theirs.
    pub(super) fn take_limits_back(&self, bodies: &[BodyId], joints: &[Linearised], twists: &mut [Twist]) {
        if joints.iter().all(|joint| joint.limits.is_empty()) {
            return;
        }
        let limits = joints.iter().flat_map(|joint| joint.limits.iter().map(|row| (joint.bodies, row)));
        let rate = |((a, b), limit): ((BodyId, BodyId), &Limit)| {
            let rate = |id: BodyId, j: &Vec6| j.dot(&self.flight.start[id.0].to_vec6());
            rate(a, &limit.jacobian_a) + rate(b, &limit.jacobian_b)
        };
        let gains = self.gains();
        let gained = self.held(bodies, joints, &gains);
        let before: Vec<f64> =
            limits.map(rate).zip(&gained.limits).map(|(rate, gain)| rate + gain.offset).collect();
        let free = twists.to_vec();
        let scaled = self.held(bodies, joints, &free);
        let mut back = DVector::zeros(scaled.size());
        for (LimitRow { row, offset, .. }, before) in scaled.limits.iter().zip(&before) {
            let gained = offset + row.dot(&back) - before;
            let impulse = gained / row.norm().powi(2);
            if gained > 0.0 && impulse.is_finite() {
                row.entries().iter().for_each(|(i, c)| back[*i] -= c * impulse);
            }
        }
        if back.iter().all(|x| *x == 0.0) {
            return;
        }
        // Only what the limits gave: joints are held later, where they are.
        let none = DVector::zeros(scaled.size());
        let change = scaled.expand(back) - scaled.expand(none);
        for (id, twist) in bodies.iter().zip(scaled.twists(&change)) {
            twists[id.0] = twist;
        }
    }

    /// Bodies with these velocities at the end poses, held by their joints there.
    fn held<'t>(&'t self, bodies: &[BodyId], joints: &[Linearised], free: &'t [Twist]) -> Scaled<'t> {
        Scaled::new(self.ctx.model, &self.roots, free, bodies.to_vec(), 1.0).with_joints(joints, &[])
    }

    /// When the gap of a limit is zero whose rate grows by `gain` in the step, or shortly after it.
    fn reached(&self, (a, b): (BodyId, BodyId), limit: &Limit, gain: f64) -> Option<Cut> {
        let (model, h, start) = (self.ctx.model, self.ctx.h, &self.flight.start);
        let rate = limit.jacobian_a.dot(&start[a.0].to_vec6()) + limit.jacobian_b.dot(&start[b.0].to_vec6());
        let gap = limit.error;
        // The smaller root of gap + rate t + ½ (gain / h) t², and the rate there.
        let fastest = (rate * rate - 2.0 * gap * gain / h).sqrt();
        let share = 2.0 * gap / (fastest - rate) / h;
        let size = if limit.angular { model.body(a).radius.min(model.body(b).radius) } else { 1.0 };
        // As for impacts: what comes no faster than forces make it in a step is off by as much anyway.
        let counts = (fastest - gain.abs()) * size > MEETS;
        let within = gap > CLOSED_GAP && share > 0.0 && share * BEFORE_STOP < 1.0;
        (counts && within).then_some(Cut { share, speed: fastest * size, stop: None })
    }
}

/// Whether a limit of a joint is reached at the end that was not at the start.
fn reaches_a_limit(joint: &Joint, start: &[Pose], end: &[Pose]) -> bool {
    let Some((low, high)) = joint.limits.filter(|_| joint.kind.has_coordinate()) else { return false };
    let (a, b) = joint.bodies;
    let at = |poses: &[Pose]| (poses[a.0], poses[b.0]);
    let ((a0, b0), (a1, b1)) = (at(start), at(end));
    let (before, after) = joint.coordinates((&a0, &b0), (&a1, &b1));
    let reached = |before: f64, after: f64| before > CLOSED_GAP && after <= CLOSED_GAP;
    reached(before - low, after - low) || reached(high - before, high - after)
}
