//! The numbers of a pane that no step computes: the truth meter's and the energy.

use crate::body::{BodyId, Model, State};
use crate::experiment::{energy as energies, truth as meter};

/// Overlap, depth and deepest pair of the true geometry.
pub type Reading = (f64, f64, Option<(BodyId, BodyId)>);

/// Measures the true geometry of one state.
pub fn truth(model: &Model, state: &State) -> Reading {
    let truth = meter::measure(model, state);
    (truth.overlap_total, truth.depth_max, truth.worst_pair)
}

/// Kinetic plus potential energy of the spawned dynamic bodies (J).
pub fn energy(model: &Model, state: &State) -> f64 {
    energies::measure(model, state).total()
}
