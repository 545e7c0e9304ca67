//! Everything that a step reads and never writes.

use crate::math::{Dimension, Pose, Quat, Twist, Vec3, Wrench};
use crate::world::body::{Body, BodyId, BodyKind};
use crate::world::joint::{Controller, Joint};
use crate::world::state::State;

/// Everything about a scene that a step reads and never writes.
#[derive(Clone, Debug)]
pub struct Model {
    /// Plane or space.
    pub dimension: Dimension,
    /// Acceleration of gravity (m/s²).
    pub gravity: Vec3,
    /// All bodies, also those not spawned yet.
    pub bodies: Vec<Body>,
    /// Joints between them.
    pub joints: Vec<Joint>,
    /// What drives joints and bodies.
    pub controllers: Vec<Controller>,
    /// Pairs of bodies that pass through each other, the lower id first, ascending.
    pub passing: Vec<(BodyId, BodyId)>,
}

/// Part of a step that a change at once may be beside its ends and count as there (dimensionless).
const AT_AN_END: f64 = 1e-6;

impl Model {
    /// Gravity as it acts (m/s²): in a flat scene the z component is locked away.
    pub fn effective_gravity(&self) -> Vec3 {
        match self.dimension {
            Dimension::Two => Vec3::new(self.gravity.x, self.gravity.y, 0.0),
            Dimension::Three => self.gravity,
        }
    }

    /// The body with this id.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.0]
    }

    /// The first body of that name.
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.ids().find(|&id| self.body(id).name == name)
    }

    /// Ids of all bodies.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len()).map(BodyId)
    }

    /// Whether the two bodies may touch: those that a joint holds together do not, unless it says so, nor do those that pass through
    /// each other or through everything.
    pub fn may_touch(&self, a: BodyId, b: BodyId) -> bool {
        let joined = |j: &Joint| !j.collide && (j.bodies == (a, b) || j.bodies == (b, a));
        self.may_touch_but(&self.passing, a, b) && !self.joints.iter().any(joined)
    }

    /// The pairs of bodies that joints keep from touching and those that pass through each other, the lower id first, ascending: for many
    /// questions of [`may_touch`](Self::may_touch), each of which looks through all joints.
    pub fn exempt_pairs(&self) -> Vec<(BodyId, BodyId)> {
        let kept = self.joints.iter().filter(|joint| !joint.collide);
        let mut pairs: Vec<_> = kept.map(|joint| joint.bodies).map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.extend(&self.passing);
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// [`may_touch`](Self::may_touch) with the [exempt pairs](Self::exempt_pairs) at hand.
    pub fn may_touch_but(&self, exempt: &[(BodyId, BodyId)], a: BodyId, b: BodyId) -> bool {
        (self.body(a).is_dynamic() || self.body(b).is_dynamic())
            && a != b
            && self.body(a).collide
            && self.body(b).collide
            && exempt.binary_search(&(a.min(b), a.max(b))).is_err()
    }

    /// Coulomb coefficient μ between two bodies: the geometric mean of theirs, so that a body without friction has none
    /// with any other, and two of one coefficient have that one.
    pub fn pair_friction(&self, a: BodyId, b: BodyId) -> f64 {
        (self.body(a).friction * self.body(b).friction).sqrt()
    }

    /// Coefficient of restitution between two bodies: the larger of theirs, so that a ball bounces on a floor that says
    /// nothing.
    pub fn pair_restitution(&self, a: BodyId, b: BodyId) -> f64 {
        self.body(a).restitution.max(self.body(b).restitution)
    }

    /// Numbers of the joints that hold in `state`: not broken, both bodies there, and one of them at least moved by
    /// impulses.
    pub fn active_joints(&self, state: &State) -> Vec<usize> {
        let holds = |&k: &usize| {
            let (a, b) = self.joints[k].bodies;
            let moves = self.body(a).is_dynamic() || self.body(b).is_dynamic();
            let there = self.is_active(a, state.time) && self.is_active(b, state.time);
            moves && there && !state.broken.contains(&k)
        };
        (0..self.joints.len()).filter(holds).collect()
    }

    /// Whether the body takes part at time `time` (s). Half a nanosecond of slack, so that a spawn time that is a
    /// multiple of h does not slip by a step through rounding.
    pub fn is_active(&self, id: BodyId, time: f64) -> bool {
        self.bodies[id.0].spawn_time <= time + 5e-10
    }

    /// Whether any body bounces.
    pub fn bounces(&self) -> bool {
        self.bodies.iter().any(|body| body.restitution > 0.0)
    }

    /// Whether any body that impulses move may rub on another: how the corners of a face share a load then matters, of any pair, since bodies without friction
    /// hand on what they bear to those that have some.
    pub fn rubs(&self) -> bool {
        let rough = || self.bodies.iter().filter(|body| body.friction > 0.0);
        rough().nth(1).is_some() && rough().any(|body| body.kind == BodyKind::Dynamic)
    }

    /// Whether nothing in the scene is another at one time of a span (s) than at any other: nobody enters, no force begins or ends, nothing
    /// follows what changes with time.
    pub fn is_steady(&self, from: f64, until: f64) -> bool {
        self.bodies.iter().all(|body| !(from..=until).contains(&body.spawn_time))
            && self.controllers.iter().all(|controller| controller.is_steady(from, until))
    }

    /// How long after `time` (s) something changes at once within a step of size `h` (s), ascending: a force begins or ends, a path has
    /// a corner. What is at an end of the step but for rounding is none.
    pub fn switches_within(&self, time: f64, h: f64) -> Vec<f64> {
        let mut after = Vec::new();
        let mut add = |at: f64| {
            if (AT_AN_END..1.0 - AT_AN_END).contains(&((at - time) / h)) {
                after.push(at - time);
            }
        };
        self.controllers.iter().for_each(|controller| controller.switches(time, h, &mut add));
        after.sort_unstable_by(f64::total_cmp);
        after.dedup_by(|b, a| *b - *a <= AT_AN_END * h);
        after
    }

    /// How long before the time of `state` the velocity of one body is meant (s): that of the state, and 0 for a body that was
    /// not there yet when the last step, or the last part of one, began. Such a body still has the velocity it enters with.
    pub fn lag(&self, state: &State, id: BodyId) -> f64 {
        // A leapfrog step is twice as long as the lag that it leaves.
        if self.is_active(id, state.time - 2.0 * state.lag) { state.lag } else { 0.0 }
    }

    /// The mean acceleration that the forces of controllers give a body, at its pose in `state`, over `duration` (s) from `time` on (s): m/s² and rad/s².
    pub fn driven(&self, state: &State, id: BodyId, time: f64, duration: f64) -> Twist {
        let wrenches = self.controllers.iter().filter_map(|c| c.wrench(time, duration));
        let mut sum = Wrench::zero();
        for (_, wrench) in wrenches.filter(|(body, _)| *body == id) {
            sum.force += wrench.force;
            sum.torque += wrench.torque;
        }
        if sum == Wrench::zero() {
            return Twist::zero();
        }
        self.body(id).acceleration(&state.poses[id.0], &sum, self.dimension)
    }

    /// The twist of a body at the time of `state` instead of [`lag`](Self::lag) before it, as if gravity and what bore the body
    /// in the last step ([`State::support`]) acted on meanwhile, and with what forces of controllers did.
    pub fn twist_now(&self, state: &State, id: BodyId) -> Twist {
        let mut twist = state.twists[id.0];
        if self.body(id).is_dynamic() && self.is_active(id, state.time) {
            let lag = self.lag(state, id);
            if !(lag > 0.0) {
                return twist;
            }
            let driven = self.driven(state, id, state.time - lag, lag);
            twist.linear += (self.effective_gravity() + driven.linear) * lag;
            twist.angular += driven.angular * lag;
            if let Some(support) = state.support_of(id) {
                twist.linear += support.linear * lag;
                twist.angular += support.angular * lag;
            }
        }
        twist
    }

    /// The pose of the frame in which the scene gives the points, from the pose of the centre of mass.
    pub fn scene_frame(&self, id: BodyId, pose: &Pose) -> (Vec3, Quat) {
        (pose.position - pose.orientation * self.bodies[id.0].centre_of_mass, pose.orientation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes::cuboid;
    use crate::world::build::{BodySpec, assemble};
    use crate::world::joint::JointKind;

    /// With the exempt pairs at hand the answer is the same for every pair, whichever body of a joint is named first.
    #[test]
    fn exempt_pairs_say_what_the_joints_say() {
        let cube = |x: usize| {
            let parts = vec![cuboid(&Vec3::repeat(0.5)).unwrap()];
            BodySpec::new("cube", parts).at(Vec3::x() * 2.0 * x as f64)
        };
        let mut specs: Vec<BodySpec> = (0..5).map(cube).collect();
        specs.push(BodySpec::fixed("floor", vec![cuboid(&Vec3::repeat(0.5)).unwrap()]));
        let (mut model, state) = assemble(Dimension::Three, Vec3::zeros(), &specs);
        for (k, (a, b)) in [(0, 1), (3, 2), (1, 4), (1, 0)].into_iter().enumerate() {
            let bodies = (BodyId(a), BodyId(b));
            let poses = (state.pose(bodies.0), state.pose(bodies.1));
            let point = Vec3::zeros();
            let mut joint =
                Joint::new(JointKind::Revolute, bodies, poses, point, Vec3::x(), Dimension::Three);
            joint.collide = k == 2;
            model.joints.push(joint);
        }
        model.passing = vec![(BodyId(0), BodyId(2))];
        model.bodies[5].collide = false;
        let exempt = model.exempt_pairs();
        assert!(!model.may_touch(BodyId(2), BodyId(0)) && !model.may_touch(BodyId(3), BodyId(5)));
        assert_eq!(exempt, [(0, 1), (0, 2), (2, 3)].map(|(a, b)| (BodyId(a), BodyId(b))));
        for a in model.ids() {
            for b in model.ids() {
                assert_eq!(model.may_touch_but(&exempt, a, b), model.may_touch(a, b), "{a:?} {b:?}");
            }
        }
    }
}
