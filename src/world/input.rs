//! What acts on the bodies from outside in one step.

use crate::math::Wrench;
use crate::world::body::BodyId;
use serde::{Deserialize, Serialize};

/// Forces from outside during one step (a mouse spring, for instance).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepInput {
    /// Wrench about the centre of mass of each named body; several entries for one body add up.
    pub wrenches: Vec<(BodyId, Wrench)>,
}
