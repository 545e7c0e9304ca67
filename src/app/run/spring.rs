//! The mouse spring: a force from a grabbed point of a body towards the pointer.
//!
//! It acts in every pane with the same law, the same grabbed point and the same target: panes in equal states get
//! equal wrenches.
//!
//! ```text
//!   F = m_eff (ω² (q − p) − 2 ω ṗ),   clamped to |F| ≤ MAX_FORCE · m |g|
//! ```
//!
//! p: grabbed point, q: target (m); m_eff = 1 / (1/m + |r|²/I_min): the least inertia that the point can have, r from
//! the centre of mass to p, so that the explicit force stays stable whatever is grabbed (ω h ≤ [`MAX_RATE`]).

use crate::math::{Dimension, Vec3, Wrench};
use crate::world::{BodyId, Model, State, StepInput};

/// Angular frequency of the spring (rad/s), critically damped.
pub const FREQUENCY: f64 = 14.0;
/// Largest force relative to the weight of the grabbed body (at standard gravity where the scene has none).
pub const MAX_FORCE: f64 = 15.0;
/// Largest ω h for which the spring is applied as it is; with longer steps it is made softer.
pub const MAX_RATE: f64 = 0.4;

/// A body on the spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The body.
    pub body: BodyId,
    /// The grabbed point, body frame (m).
    pub grabbed: Vec3,
    /// Where the pointer pulls it (world, m).
    pub target: Vec3,
}

impl Spring {
    /// The grabbed point in the world (m).
    pub fn point(&self, state: &State) -> Vec3 {
        state.poses[self.body.0].transform_point(&self.grabbed)
    }

    /// The force on the grabbed point in this state (N).
    pub fn force(&self, model: &Model, state: &State, h: f64) -> Vec3 {
        let body = model.body(self.body);
        if !body.is_dynamic() || !model.is_active(self.body, state.time) {
            return Vec3::zeros();
        }
        // Where leapfrog panes and Exact are alike, the force is the same: the velocity is that of the pose.
        let (pose, twist) = (&state.poses[self.body.0], model.twist_now(state, self.body));
        let arm = pose.orientation * self.grabbed;
        let velocity = twist.linear + twist.angular.cross(&arm);
        let least_inertia = match model.dimension {
            Dimension::Two => body.inertia[(2, 2)],
            Dimension::Three => body.inertia.symmetric_eigenvalues().min(),
        };
        let mass = 1.0 / (1.0 / body.mass + arm.norm_squared() / least_inertia.max(f64::MIN_POSITIVE));
        let omega = FREQUENCY.min(MAX_RATE / h);
        let mut stretch = self.target - (pose.position + arm);
        let mut speed = velocity;
        if model.dimension == Dimension::Two {
            stretch.z = 0.0;
            speed.z = 0.0;
        }
        let force = mass * (omega * omega * stretch - 2.0 * omega * speed);
        let gravity = model.gravity.norm();
        let limit = MAX_FORCE * body.mass * if gravity > 0.0 { gravity } else { 9.81 };
        let size = force.norm();
        if size > limit { force * (limit / size) } else { force }
    }

    /// What the next step is told.
    pub fn input(&self, model: &Model, state: &State, h: f64) -> StepInput {
        let force = self.force(model, state, h);
        if force == Vec3::zeros() {
            return StepInput::default();
        }
        let arm = state.poses[self.body.0].orientation * self.grabbed;
        StepInput { wrenches: vec![(self.body, Wrench { force, torque: arm.cross(&force) })] }
    }
}
