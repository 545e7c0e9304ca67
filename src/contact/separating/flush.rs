//! Of two flush faces, the one whose plane the rows ask about.
//!
//! Where two faces lie on each other, or are parallel before each other, the plane of either separates, and the loads of either give the same force
//! and couple along the normal. Friction is not so: it acts where the rows do, at the corners of the other part, and those of a wide floor under
//! a small block are far from all that touches. Their lever arms would stop a spinning block at once.

use super::swept::is_swept;
use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Vec3};

/// Faces count as parallel up to this angle (sine).
const PARALLEL: f64 = 1e-7;

/// By so much another face may separate by less (m): gaps are known to that.
const KNOWN: f64 = 1e-11;

/// Corners within this of the lowest one stand on a face, and beside it where they are farther outside (m).
const BESIDE: f64 = 1e-7;

/// The face of the other part that lies flush with the one given and has fewer corners beside it, with its gap at the start (m); `None`
/// where there is none, or no face is given. `gap` is that of the one given.
pub fn with_nearer_corners(
    feature: SeparatingFeature,
    gap: f64,
    a: &WorldPart,
    b: &WorldPart,
) -> Option<(SeparatingFeature, f64)> {
    let (own, facet, other, named): (_, _, _, fn(usize) -> SeparatingFeature) = match feature {
        SeparatingFeature::FacetOfA(f) => (a, f, b, SeparatingFeature::FacetOfB),
        SeparatingFeature::FacetOfB(f) => (b, f, a, SeparatingFeature::FacetOfA),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return None,
    };
    // In the plane the arm of friction is the height of the line, wherever the corners are.
    if a.shape.dimension == Dimension::Two || is_swept(a, b) {
        return None;
    }
    let beside = corners_beside(own, facet, other);
    if beside == 0 {
        return None;
    }
    let n = own.normal(facet);
    let flush = other.planes().find(|g| {
        let m = other.normal(*g);
        m.dot(&n) < 0.0 && m.cross(&n).norm() <= PARALLEL
    })?;
    let found = named(flush);
    let its_gap = found.least_gap(a, b);
    let better = its_gap >= gap.min(0.0) - KNOWN && corners_beside(other, flush, own) < beside;
    better.then_some((found, its_gap))
}

/// How many of the lowest corners of a part above a face of another one are not above that face, but beside it.
fn corners_beside(part: &WorldPart, facet: usize, other: &WorldPart) -> usize {
    let n: Vec3 = part.normal(facet);
    let heights = || other.vertices.iter().map(|v| part.height(facet, v));
    let lowest = heights().fold(f64::INFINITY, f64::min);
    let low = other.vertices.iter().zip(heights()).filter(|(_, height)| *height <= lowest + BESIDE);
    low.filter(|(v, height)| !part.holds(&(*v - n * *height), BESIDE)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes::cuboid;
    use crate::math::{Pose, Quat};
    use crate::world::{BodyId, PartId};

    /// A small block on a wide floor stands by its own corners, whichever of the two is A; as wide as each other they stay as they are.
    #[test]
    fn a_block_stands_by_its_own_corners() {
        let (small, wide) = (cuboid(&Vec3::repeat(0.2)).unwrap(), cuboid(&Vec3::new(5.0, 5.0, 0.1)).unwrap());
        let at = |body, shape, z: f64, turn: f64| {
            let orientation = Quat::from_axis_angle(&Vec3::z_axis(), turn);
            let pose = Pose { position: Vec3::new(0.3, 0.1, z), orientation };
            WorldPart::at(PartId { body: BodyId(body), part: 0 }, shape, &pose)
        };
        let face = |part: &WorldPart, up: f64| (0..6).find(|f| part.normal(*f).z * up > 0.9).expect("a face");
        for (gap, turn) in [(0.0, 0.0), (0.0, 0.7), (0.25, 0.7)] {
            let (floor, block) = (at(0, &wide, -0.1, 0.0), at(1, &small, 0.2 + gap, turn));
            let (top, bottom) = (face(&floor, 1.0), face(&block, -1.0));
            let of_floor = with_nearer_corners(SeparatingFeature::FacetOfA(top), gap, &floor, &block);
            assert_eq!(of_floor, None, "it is so already");
            let own = with_nearer_corners(SeparatingFeature::FacetOfB(bottom), gap, &floor, &block);
            assert_eq!(own.map(|found| found.0), Some(SeparatingFeature::FacetOfA(top)));
            let swapped = with_nearer_corners(SeparatingFeature::FacetOfA(bottom), gap, &block, &floor);
            assert_eq!(swapped.map(|found| found.0), Some(SeparatingFeature::FacetOfB(top)));
        }
        let (lower, upper) = (at(0, &small, -0.2, 0.0), at(1, &small, 0.2, 0.0));
        let bottom = face(&upper, -1.0);
        assert_eq!(with_nearer_corners(SeparatingFeature::FacetOfB(bottom), 0.0, &lower, &upper), None);
    }
}
