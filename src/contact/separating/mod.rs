//! Separating features: what certifies that two convex parts do not overlap.
//!
//! Two convex polytopes are disjoint exactly where one of these directions separates them (separating-axis theorem):
//! the outward normal of a facet of A, that of a facet of B, or, in space, the common normal of an edge of A and an
//! edge of B. Each is one alternative of the pair's disjunction. The separation along a direction n̂ from A to B is
//!
//! ```text
//!   sep(n̂) = min over vertices b of B of n̂·b  −  max over vertices a of A of n̂·a
//! ```
//!
//! and sep >= 0 for *any* direction proves that the interiors are disjoint, so a feature that holds is a certificate
//! whatever the search for it missed.

mod beside;
mod bounds;
pub mod common;
mod crossing;
mod edges;
pub mod flank;
pub mod flat_end;
pub mod flush;
pub mod limbs;
pub mod mixed;
mod near;
mod plane;
mod row;
pub mod rows;
pub mod search;
pub mod smooth;
pub mod solids;
pub mod swept;
mod swept_edges;
mod widest;

use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::math::Vec3;

/// Edges whose directions span a smaller angle (sine) have no common normal worth the name: rounding turns it by 1e-10
/// and more. Next to them a facet separates, to within this times the length of the edges.
pub const PARALLEL_SINE: f64 = 1e-6;

impl SeparatingFeature {
    /// The unit direction from A to B; `None` for edges that are parallel.
    pub fn direction(self, a: &WorldPart, b: &WorldPart) -> Option<Vec3> {
        match self {
            Self::FacetOfA(f) => Some(a.normal(f)),
            Self::FacetOfB(f) => Some(-b.normal(f)),
            Self::Edges { a: ea, b: eb, flipped } => {
                let ((p1, q1), (p2, q2)) = (a.edge(ea), b.edge(eb));
                let (d1, d2) = (q1 - p1, q2 - p2);
                let cross = if flipped { d2.cross(&d1) } else { d1.cross(&d2) };
                let length = cross.norm();
                (length > PARALLEL_SINE * d1.norm() * d2.norm()).then(|| cross / length)
            }
            Self::Surfaces if smooth::is_smooth(a, b) => smooth::widest(a, b).map(|found| found.1),
            Self::Surfaces => Some(swept::nearest(a, b).1),
        }
    }

    /// Separation along this feature's direction (m); −∞ for edges that are parallel.
    pub fn separation(self, a: &WorldPart, b: &WorldPart) -> f64 {
        match self {
            Self::FacetOfA(f) => lowest_above(a, f, b),
            Self::FacetOfB(f) => lowest_above(b, f, a),
            Self::Edges { .. } => match self.direction(a, b) {
                Some(n) => lowest(b, &n) + lowest(a, &-n),
                None => f64::NEG_INFINITY,
            },
            Self::Surfaces if smooth::is_smooth(a, b) => {
                // Where no direction separates them by more than the normal of a flat end, that does.
                smooth::widest(a, b).map_or_else(|| search::widest_facet(a, b).1, |found| found.0)
            }
            Self::Surfaces => swept::nearest(a, b).0,
        }
    }
}

impl SeparatingFeature {
    /// The smallest gap of its rows (m). For a facet that is the separation. A pair of edges has it only where both
    /// edges support their parts; elsewhere vertices lie beyond an edge, and the side rows fail although the direction
    /// still separates.
    pub fn least_gap(self, a: &WorldPart, b: &WorldPart) -> f64 {
        let Self::Edges { a: ea, b: eb, .. } = self else { return self.separation(a, b) };
        let Some(n) = self.direction(a, b) else { return f64::NEG_INFINITY };
        let (level_a, level_b) = (n.dot(&a.edge(ea).0), n.dot(&b.edge(eb).0));
        (level_b - level_a).min(level_a + lowest(a, &-n)).min(lowest(b, &n) - level_b)
    }
}

/// min over the part of n̂·x.
pub(crate) fn lowest(part: &WorldPart, n: &Vec3) -> f64 {
    part.lowest(n)
}

/// The height of the lowest vertex of a part above the plane of a facet of another (m).
fn lowest_above(facets: &WorldPart, facet: usize, part: &WorldPart) -> f64 {
    let n = facets.normal(facet);
    lowest(part, &n) - n.dot(&facet_point(facets, facet))
}

/// Any vertex of a facet.
pub(crate) fn facet_point(part: &WorldPart, facet: usize) -> Vec3 {
    part.vertices[part.shape.facets[facet].vertices[0]]
}

/// Parameters s, t for which `r + t d_b − s d_a` is parallel to the normal `n`: the points p_a + s d_a and p_b + t d_b
/// of two lines that face each other along n, where r = p_b − p_a.
pub(crate) fn facing_points(d_a: &Vec3, d_b: &Vec3, n: &Vec3, r: &Vec3) -> Option<(f64, f64)> {
    let (across_a, across_b) = (d_a.cross(n), d_b.cross(n));
    let determinant = d_a.dot(&across_b);
    (determinant != 0.0).then(|| (r.dot(&across_b) / determinant, r.dot(&across_a) / determinant))
}
