//! A widest separation between limbs of smooth solids and a polytope, and the lowest point of limbs along a direction.

use crate::contact::kinematics::WorldPart;
use crate::geometry::smooth::Limb;
use crate::math::Vec3;

/// What is curved is taken where it separates by this more than what is flat, or lies flat (m).
pub const WIDER: f64 = 1e-11;

/// The widest separation near a feature of a polytope.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The separation (m).
    pub distance: f64,
    /// Unit direction from the polytope.
    pub n: Vec3,
    /// The point of the limbs that is nearest (m).
    pub y: Vec3,
}

impl Near {
    /// What is near only at the end of a way, as it lies at the start: the plane carried with its body `plane`, the point with `other`, each at
    /// the start and at the end.
    pub fn at_start(&self, plane: [&WorldPart; 2], other: [&WorldPart; 2]) -> Self {
        let n = plane[0].turned(&plane[1].direction_to_body(&self.n));
        let foot = plane[0].to_world(&plane[1].to_body(&(self.y - self.n * self.distance)));
        let y = other[0].to_world(&other[1].to_body(&self.y));
        Self { distance: n.dot(&(y - foot)), n, y }
    }
}

/// The lowest point of some limbs along n: its height (m), where it is, and whose.
pub fn low(limbs: &[Limb], n: &Vec3) -> (f64, Vec3, usize) {
    let (mut least, mut whose) = (f64::INFINITY, 0);
    for (k, limb) in limbs.iter().enumerate() {
        let height = -limb.height(&-n);
        if height < least {
            (least, whose) = (height, k);
        }
    }
    (least, limbs.get(whose).map_or_else(Vec3::zeros, |limb| limb.farthest(&-n)), whose)
}
