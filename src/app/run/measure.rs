//! The numbers of a pane that no step computes: the truth meter's and the energy.

use crate::experiment::energy::Energy;
use crate::experiment::{energy as energies, truth as meter};
use crate::world::{BodyId, Model, State};

/// Overlap, depth and deepest pair of the true geometry.
pub type Reading = (f64, f64, Option<(BodyId, BodyId)>);

/// Measures the true geometry of one state.
pub fn truth(model: &Model, state: &State) -> Reading {
    let truth = meter::measure(model, state);
    (truth.overlap_total, truth.depth_max, truth.worst_pair)
}

/// How far the frames of the worst joint that holds are apart (m), as a step measures it.
pub fn joint_error(model: &Model, state: &State) -> f64 {
    let errors = model.active_joints(state).into_iter().map(|k| error_of_joint(model, state, k));
    errors.fold(0.0, f64::max)
}

/// How far the frames of one joint are apart where it holds them together (m). An angle counts at the radius of the
/// smaller of its bodies.
pub fn error_of_joint(model: &Model, state: &State, number: usize) -> f64 {
    let joint = &model.joints[number];
    let (a, b) = joint.bodies;
    let size = model.body(a).radius.min(model.body(b).radius);
    joint.error(&state.poses[a.0], &state.poses[b.0], size)
}

/// Energy and momentum of the spawned dynamic bodies.
pub fn energy(model: &Model, state: &State) -> Energy {
    energies::measure(model, state)
}
