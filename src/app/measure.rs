//! The numbers of a pane that no step computes: the truth meter's and the energy.

use crate::body::{BodyId, Model, State};

/// Overlap, depth and deepest pair of the true geometry.
pub type Reading = (f64, f64, Option<(BodyId, BodyId)>);

/// Measures the true geometry of one state.
pub fn truth(_model: &Model, _state: &State) -> Reading {
    (0.0, 0.0, None)
}

/// Kinetic plus potential energy of the spawned dynamic bodies (J).
pub fn energy(model: &Model, state: &State) -> f64 {
    model
        .ids()
        .filter(|&id| model.body(id).is_dynamic() && model.is_active(id, state.time))
        .map(|id| {
            let body = model.body(id);
            let (pose, twist) = (&state.poses[id.0], &state.twists[id.0]);
            let spin = pose.orientation.inverse() * twist.angular;
            0.5 * body.mass * twist.linear.norm_squared() + 0.5 * spin.dot(&(body.inertia * spin))
                - body.mass * model.gravity.dot(&pose.position)
        })
        .sum()
}
