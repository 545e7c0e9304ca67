//! Of two flush faces, the one whose plane the rows ask about, and where friction acts on it.
//!
//! Where two faces lie on each other, or are parallel before each other, the plane of either separates, and the loads of either give the same force
//! and couple along the normal. Friction is not so: it acts where the rows do, at the corners of the other part, and those of a wide floor under
//! a small block are far from all that touches. Their lever arms would stop a spinning block at once.

use super::rows::mean;
use super::swept::is_swept;
use crate::contact::kinematics::WorldPart;
use crate::geometry::proximity::point_segment;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Vec3};
use smallvec::SmallVec;

/// Faces count as parallel up to this angle (sine).
const PARALLEL: f64 = 1e-7;

/// By so much another face may separate by less (m): gaps are known to that.
const KNOWN: f64 = 1e-11;

/// Faces and edges at a corner lie on a plane where they rise from it by less than this (sine).
pub(super) const LEVEL: f64 = 1e-3;

/// Corners within this of the lowest one stand on a face, and beside it where they are farther outside (m).
pub const BESIDE: f64 = 1e-7;

/// The face of the other part that lies flush with the one given and has fewer corners beside it, with its gap at the start (m), and in place of two
/// edges a face in whose plane they lie; `None` where there is none. `gap` is that of the one given.
pub fn with_nearer_corners(
    feature: SeparatingFeature,
    gap: f64,
    a: &WorldPart,
    b: &WorldPart,
) -> Option<(SeparatingFeature, f64)> {
    // In the plane the arm of friction is the height of the line, wherever the corners are.
    if a.shape.dimension == Dimension::Two || is_swept(a, b) {
        return None;
    }
    let (own, facet, other, named): (_, _, _, fn(usize) -> SeparatingFeature) = match feature {
        SeparatingFeature::FacetOfA(f) => (a, f, b, SeparatingFeature::FacetOfB),
        SeparatingFeature::FacetOfB(f) => (b, f, a, SeparatingFeature::FacetOfA),
        SeparatingFeature::Edges { .. } => {
            let (facet, its_gap) = facet_along(feature, gap, a, b)?;
            return with_nearer_corners(facet, its_gap, a, b).or(Some((facet, its_gap)));
        }
        SeparatingFeature::Surfaces => return None,
    };
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

/// The facet with one of two edges in it that lies in their plane, with its gap at the start (m). What an edge on a face bears has one force where the two
/// edges cross and couples of its own, and friction only where they cross: at one end of all that touches.
fn facet_along(
    edges: SeparatingFeature,
    gap: f64,
    a: &WorldPart,
    b: &WorldPart,
) -> Option<(SeparatingFeature, f64)> {
    let with_gap = facets_of(edges, a, b).map(|f| (f, f.least_gap(a, b)));
    with_gap.filter(|f| f.1 >= gap.min(0.0) - KNOWN).max_by(|x, y| x.1.total_cmp(&y.1))
}

/// The facets with one of two edges in them that lie in their plane.
pub fn facets_of<'p>(
    edges: SeparatingFeature,
    a: &'p WorldPart,
    b: &'p WorldPart,
) -> impl Iterator<Item = SeparatingFeature> + use<'p> {
    let of_edges = match edges {
        SeparatingFeature::Edges { a: of_a, b: of_b, .. } => Some((of_a, of_b)),
        _ => None,
    };
    of_edges.into_iter().flat_map(move |(of_a, of_b)| {
        let of_a = a.shape.edges[of_a].facets.map(SeparatingFeature::FacetOfA);
        let of_b = b.shape.edges[of_b].facets.map(SeparatingFeature::FacetOfB);
        of_a.into_iter().chain(of_b).filter(move |f| lies_along(edges, *f, a, b))
    })
}

/// Whether a facet has one of two edges as a side, and lies in the plane of both.
pub fn lies_along(edges: SeparatingFeature, facet: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> bool {
    let SeparatingFeature::Edges { a: of_a, b: of_b, .. } = edges else { return false };
    let (part, edge, f, up) = match facet {
        SeparatingFeature::FacetOfA(f) => (a, of_a, f, 1.0),
        SeparatingFeature::FacetOfB(f) => (b, of_b, f, -1.0),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => return false,
    };
    let along = |n: Vec3| {
        let m = part.normal(f) * up;
        m.dot(&n) > 0.0 && m.cross(&n).norm() <= PARALLEL
    };
    part.shape.edges[edge].facets.contains(&f) && edges.direction(a, b).is_some_and(along)
}

/// Where friction acts that goes with the load of a corner: there, or where the corner is beside the face of the other part that it is above, at the
/// point next to it of what the two have in common (m). The loads of such a corner and of others together lie within that; friction at the corner itself
/// would have an arm with nothing at its end. `facet` is of the first of `parts`, the corner has number `v` in the second, each at the start
/// and at the end of the step; `normal` is the row's.
pub fn over(corner: &Vec3, parts: [[&WorldPart; 2]; 2], facet: usize, v: usize, normal: &Vec3) -> Vec3 {
    let [own, other] = parts;
    let shape = own[0].shape;
    if shape.dimension == Dimension::Two {
        return *corner;
    }
    let border = Border::of(own, facet);
    let face = &border.ring;
    if border.holds(corner) {
        return *corner;
    }
    // Both in the plane of the face.
    let flat = |p: &Vec3| p - normal * normal.dot(&(p - face[0]));
    let common = border.common_with(lowest_about(other, v, normal).iter().map(flat).collect());
    // What touches in a point beside the face is taken for the point of the face next to it.
    let ring = if common.is_empty() { face } else { &common };
    let here = flat(corner);
    let nearest = (0..ring.len()).map(|k| point_segment(&ring[k], &ring[(k + 1) % ring.len()], &here).0);
    let next = nearest.min_by(|p, q| (p - here).norm_squared().total_cmp(&(q - here).norm_squared()));
    next.map_or(*corner, |next| next + (corner - here))
}

/// Corners in order around a convex polygon; two of a segment, one of a point.
pub(super) type Ring = SmallVec<[Vec3; 12]>;

/// The border of a face half way between two poses.
pub(super) struct Border {
    ring: Ring,
    /// Unit vectors across its sides, to the inside.
    inward: Ring,
}

impl Border {
    /// That of a facet.
    pub(super) fn of(parts: [&WorldPart; 2], facet: usize) -> Self {
        let ring: Ring = parts[0].shape.facets[facet].vertices.iter().map(|k| middle(parts, *k)).collect();
        let up = normal_of(parts, facet);
        // In the plane it ends at its two corners.
        let flat = parts[0].shape.dimension == Dimension::Two;
        let across = |k: usize| {
            let along = ring[(k + 1) % ring.len()] - ring[k];
            if flat { along.normalize() } else { up.cross(&along).normalize() }
        };
        let inward = (0..ring.len()).map(across).collect();
        Self { ring, inward }
    }

    fn inside(&self, p: &Vec3, k: usize) -> f64 {
        self.inward[k].dot(&(p - self.ring[k]))
    }

    /// Whether a point is above the face: of boxes that are as wide as each other corners lie on sides.
    pub(super) fn holds(&self, p: &Vec3) -> bool {
        (0..self.ring.len()).all(|k| self.inside(p, k) >= -BESIDE)
    }

    /// From where to where a segment is above the face, as parts of it.
    pub(super) fn range(&self, tail: &Vec3, along: &Vec3) -> Option<[f64; 2]> {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for k in 0..self.ring.len() {
            let (a, b) = (self.inside(tail, k), self.inside(&(tail + along), k));
            if a < -BESIDE {
                from = from.max(a / (a - b));
            }
            if b < -BESIDE {
                to = to.min(a / (a - b));
            }
            if a < -BESIDE && b < -BESIDE {
                return None;
            }
        }
        (from <= to).then_some([from, to])
    }

    /// What of a convex polygon is above the face.
    pub(super) fn common_with(&self, ring: Ring) -> Ring {
        (0..self.ring.len()).fold(ring, |left, k| cut(&left, |p| self.inside(p, k)))
    }
}

/// A vertex half way between two poses (m).
pub(super) fn middle(parts: [&WorldPart; 2], v: usize) -> Vec3 {
    mean(&parts[0].vertices[v], &parts[1].vertices[v])
}

/// The mean normal of a facet between two poses.
pub(super) fn normal_of(parts: [&WorldPart; 2], facet: usize) -> Vec3 {
    mean(&parts[0].normal(facet), &parts[1].normal(facet))
}

/// The face, else the edge, else the vertex at a corner that faces against `normal`.
fn lowest_about(parts: [&WorldPart; 2], v: usize, normal: &Vec3) -> Ring {
    let shape = parts[0].shape;
    if shape.smooth().is_some() {
        return Ring::new();
    }
    let level = |facet: &&usize| level_facet(parts, **facet, normal);
    if let Some(facet) = shape.vertex_facets[v].iter().find(level) {
        return shape.facets[*facet].vertices.iter().map(|k| middle(parts, *k)).collect();
    }
    let here = middle(parts, v);
    let edge = level_neighbour(parts, v, normal).map(|k| middle(parts, k));
    std::iter::once(here).chain(edge).collect()
}

/// Whether a facet faces against `normal` and lies level across it.
pub(super) fn level_facet(parts: [&WorldPart; 2], facet: usize, normal: &Vec3) -> bool {
    let own = normal_of(parts, facet);
    own.dot(normal) < 0.0 && own.cross(normal).norm() < LEVEL
}

/// The other end of the flattest edge at a vertex, where that lies level across `normal`.
pub(super) fn level_neighbour(parts: [&WorldPart; 2], v: usize, normal: &Vec3) -> Option<usize> {
    let here = middle(parts, v);
    let rise = |k: &usize| {
        let way = middle(parts, *k) - here;
        normal.dot(&way) / way.norm()
    };
    let flattest = parts[0].shape.vertex_neighbours[v].iter().min_by(|a, b| rise(a).total_cmp(&rise(b)));
    flattest.copied().filter(|k| rise(k) < LEVEL)
}

/// What of a convex polygon is where `inside` is not negative (m; Sutherland and Hodgman). What lies on the border but for rounding stays as it is.
fn cut(ring: &Ring, inside: impl Fn(&Vec3) -> f64) -> Ring {
    let mut left = Ring::new();
    for (k, p) in ring.iter().enumerate() {
        let q = &ring[(k + 1) % ring.len()];
        let (a, b) = (inside(p), inside(q));
        if a >= -BESIDE {
            left.push(*p);
        }
        if (a < -BESIDE) != (b < -BESIDE) {
            left.push(p + (q - p) * (a / (a - b)).clamp(0.0, 1.0));
        }
    }
    left
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

    /// Bars across each other: friction acts at the corners of what they have in common, and with one turned within it; a corner above the face
    /// stays where it is.
    #[test]
    fn friction_stays_within_what_two_faces_have_in_common() {
        let (beam, plank) =
            (cuboid(&Vec3::new(0.15, 1.5, 0.1)).unwrap(), cuboid(&Vec3::new(1.5, 0.15, 0.1)).unwrap());
        for turn in [0.0, 0.3, -0.8] {
            let orientation = Quat::from_axis_angle(&Vec3::z_axis(), turn);
            let place = |body, shape, z, orientation| {
                WorldPart::at(
                    PartId { body: BodyId(body), part: 0 },
                    shape,
                    &Pose { position: Vec3::new(0.0, 0.0, z), orientation },
                )
            };
            let (a, b) = (place(0, &beam, -0.1, Quat::identity()), place(1, &plank, 0.1, orientation));
            let top = (0..6).find(|f| a.normal(*f).z > 0.9).expect("a face");
            for v in (0..8).filter(|v| b.vertices[*v].z < 0.05) {
                let corner = b.vertices[v];
                let p = over(&corner, [[&a, &a], [&b, &b]], top, v, &Vec3::z());
                let own = orientation.inverse() * p;
                assert!(p.x.abs() < 0.15 + 1e-12 && own.y.abs() < 0.15 + 1e-12 && p.z.abs() < 1e-12, "{p}");
                if turn == 0.0 {
                    assert!((p - Vec3::new(0.15 * corner.x.signum(), corner.y, 0.0)).norm() < 1e-12, "{p}");
                }
            }
            let small = cuboid(&Vec3::repeat(0.1)).unwrap();
            let within = place(1, &small, 0.1, orientation);
            let v = (0..8).find(|v| within.vertices[*v].z < 0.05).expect("a corner");
            let corner = within.vertices[v];
            assert_eq!(over(&corner, [[&a, &a], [&within, &within]], top, v, &Vec3::z()), corner);
        }
    }
}
