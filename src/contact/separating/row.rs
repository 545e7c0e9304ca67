//! One row of a separating feature, and where it is drawn: what every kind of rows is written with.

use crate::contact::kinematics::WorldPart;
use crate::math::Vec6;

/// A pair of parts at one instant.
#[derive(Clone, Copy)]
pub struct Placed<'p, 'm> {
    /// Part A.
    pub a: &'p WorldPart<'m>,
    /// Part B.
    pub b: &'p WorldPart<'m>,
}

/// One linear condition gap + h (J_a·ν_a + J_b·ν_b) >= 0.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Gap at the start of the step (m).
    pub gap: f64,
    /// Row on the twist of A.
    pub jacobian_a: Vec6,
    /// Row on the twist of B.
    pub jacobian_b: Vec6,
}

/// The gap of what cannot be met as the bodies lie (m).
pub const FAR: f64 = 1e6;

impl Row {
    /// Whether there is anything that it asks: a row of an edge that a flank does not cross has no line along which it could push.
    pub fn asks(&self) -> bool {
        self.gap < FAR
    }
}
