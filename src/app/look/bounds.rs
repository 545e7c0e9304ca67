//! How large a scene is: what cameras frame and scenery is scaled to.

use crate::math::Vec3;
use crate::world::{BodyId, Model, State};

/// An axis-aligned box (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest coordinates.
    pub low: Vec3,
    /// Largest coordinates.
    pub high: Vec3,
}

impl Bounds {
    /// The box around the vertices of some bodies; `None` without any.
    pub fn of(model: &Model, state: &State, bodies: impl Iterator<Item = BodyId>) -> Option<Self> {
        let mut low = Vec3::repeat(f64::INFINITY);
        let mut high = Vec3::repeat(f64::NEG_INFINITY);
        for id in bodies {
            for part in model.body(id).parts.iter() {
                for vertex in &part.vertices {
                    let p = state.poses[id.0].transform_point(vertex);
                    low = low.inf(&p.add_scalar(-part.rounding));
                    high = high.sup(&p.add_scalar(part.rounding));
                }
            }
        }
        let bounds = Self { low, high };
        (low.iter().chain(high.iter()).all(|v| v.is_finite())).then_some(bounds)
    }

    /// The box around a scene, those bodies included that appear later.
    pub fn scene(model: &Model, state: &State) -> Self {
        Self::of(model, state, model.ids())
            .unwrap_or(Self { low: Vec3::repeat(-1.0), high: Vec3::repeat(1.0) })
    }

    /// The box around both.
    pub fn with(self, other: Self) -> Self {
        Self { low: self.low.inf(&other.low), high: self.high.sup(&other.high) }
    }

    /// Its middle.
    pub fn centre(&self) -> Vec3 {
        (self.low + self.high) / 2.0
    }

    /// Half its diagonal (m).
    pub fn radius(&self) -> f64 {
        ((self.high - self.low).norm() / 2.0).max(1e-6)
    }
}
