//! Everything that a step reads and never writes.

use crate::math::{Dimension, Pose, Quat, Vec3};
use crate::world::body::{Body, BodyId};
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
}

impl Model {
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

    /// Whether the two bodies may touch: those that a joint holds together do not, unless it says so.
    pub fn may_touch(&self, a: BodyId, b: BodyId) -> bool {
        let joined = |j: &Joint| !j.collide && (j.bodies == (a, b) || j.bodies == (b, a));
        (self.body(a).is_dynamic() || self.body(b).is_dynamic()) && a != b && !self.joints.iter().any(joined)
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

    /// The pose of the frame in which the scene gives the points, from the pose of the centre of mass.
    pub fn scene_frame(&self, id: BodyId, pose: &Pose) -> (Vec3, Quat) {
        (pose.position - pose.orientation * self.bodies[id.0].centre_of_mass, pose.orientation)
    }
}
