//! Flat ends of smooth solids: where their planes hold a pair, and where its [surfaces](SeparatingFeature::Surfaces) do.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::crossing::over_edge;
use crate::contact::separating::facet_point;
use crate::contact::separating::limbs::{Nearest, lies_in, nearest, placed};
use crate::geometry::separating::SeparatingFeature;
use crate::math::Vec3;

/// An edge lies nearly along a flat end where its ends are this near to the plane (parts of the end's size).
const NEARLY: f64 = 1e-3;

/// Faces that a flat end turns to at a smaller angle (cosine) may come to lie under it.
const FACING: f64 = 0.995;

/// Whether a facet is a flat end whose plane also asks for what lies beside it: it lies along an edge that crosses its rim, or nearly does, and on no face. The
/// [surfaces](SeparatingFeature::Surfaces) ask for where the edge crosses the rim instead.
pub fn asks_beside_end(feature: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> bool {
    let (own, facet, p) = match feature {
        SeparatingFeature::FacetOfA(f) => (a, f, b),
        SeparatingFeature::FacetOfB(f) => (b, f, a),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return false,
    };
    let Some(solid) = own.shape.smooth() else { return false };
    if p.shape.is_curved() {
        return false;
    }
    let (n, level) = (own.normal(facet), facet_point(own, facet));
    let end = solid.limbs.iter().map(|limb| placed(own, limb)).find(|limb| lies_in(limb, &n, &level));
    end.is_some_and(|end| {
        let size = end.size();
        let beside = |v: &Vec3| {
            let from = v - end.centre;
            let height = n.dot(&from);
            height <= NEARLY * size && (from - n * height).norm() > size
        };
        let faces = |f: usize| n.dot(&p.normal(f)) < -FACING;
        let crosses = |e: usize| {
            let near = |last: &bool| over_edge(p, e, &end, *last);
            [false, true].iter().filter_map(near).any(|near| near.distance.abs() <= NEARLY * size)
        };
        p.vertices.iter().any(beside)
            && !(0..p.shape.facets.len()).any(faces)
            && (0..p.shape.edges.len()).any(crosses)
            && !matches!(nearest(p, &end, None), Nearest::Here(_))
    })
}

/// Whether a facet of one part lies in the plane of a flat end of the other, a solid. Along it the [surfaces](SeparatingFeature::Surfaces) are not asked.
pub fn is_of_flush_end(feature: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> bool {
    let (own, facet, other) = match feature {
        SeparatingFeature::FacetOfA(f) => (a, f, b),
        SeparatingFeature::FacetOfB(f) => (b, f, a),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return false,
    };
    let Some(solid) = other.shape.smooth() else { return false };
    let (n, level) = (own.normal(facet), facet_point(own, facet));
    solid.limbs.iter().any(|limb| lies_in(&placed(other, limb), &n, &level))
}

/// Whether there is such a facet.
pub fn has_flush_end(a: &WorldPart, b: &WorldPart) -> bool {
    let of_a = a.planes().map(SeparatingFeature::FacetOfA);
    of_a.chain(b.planes().map(SeparatingFeature::FacetOfB)).any(|f| is_of_flush_end(f, a, b))
}
