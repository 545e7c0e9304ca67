//! How far the surface of a solid and that of a union of convex parts lie apart, both ways, at many points.

use crate::geometry::decompose::piece::depth;
use crate::geometry::decompose::solid::Solid;
use crate::geometry::polytope::Polytope;
use crate::math::Vec3;
use rstar::primitives::GeomWithData;
use rstar::{AABB, PointDistance, RTree, RTreeObject};

/// Samples on each surface, about.
const SAMPLES: f64 = 15_000.0;

/// A triangle that knows how far a point is.
struct Face([Vec3; 3]);

impl RTreeObject for Face {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        let [a, b, c] = self.0;
        AABB::from_corners(a.inf(&b).inf(&c).into(), a.sup(&b).sup(&c).into())
    }
}

impl PointDistance for Face {
    fn distance_2(&self, point: &[f64; 3]) -> f64 {
        let point = Vec3::from(*point);
        (closest(&self.0, &point) - point).norm_squared()
    }
}

/// The surface of a solid, to be asked how far a point is.
pub(super) struct Surface(RTree<Face>);

impl Surface {
    pub fn of(solid: &Solid) -> Self {
        Self(RTree::bulk_load(solid.corners().map(Face).collect()))
    }

    /// How far a point is (m).
    pub fn distance(&self, p: &Vec3) -> f64 {
        let point = [p.x, p.y, p.z];
        self.0.nearest_neighbor(point).map_or(f64::INFINITY, |face| face.distance_2(&point).sqrt())
    }

    /// How far the surface of a body stands off a solid that lies in it (m), if that is more than `least`; else 0. At points about
    /// `spacing` (m) apart.
    pub fn stand_off(&self, body: &Polytope, solid: &Solid, least: f64, spacing: f64) -> f64 {
        let on = body.facet_triangles().flat_map(|(_, corners)| samples(&corners, spacing));
        let far = on.map(|p| (self.distance(&p), p)).filter(|(distance, _)| *distance > least);
        let mut far: Vec<(f64, Vec3)> = far.collect();
        far.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        // What is far from the surface within the solid is a face of a cut.
        far.iter().find(|(_, p)| !solid.contains(p)).map_or(0.0, |(distance, _)| *distance)
    }
}

/// The sampled Hausdorff distance (m), and how far a point of the surfaces is from the nearest sample at most (m).
pub(super) fn hausdorff(solid: &Solid, surface: &Surface, parts: &[Polytope]) -> (f64, f64) {
    let area: f64 = solid.corners().map(|[a, b, c]| (b - a).cross(&(c - a)).norm() / 2.0).sum();
    let spacing = (2.0 * area / SAMPLES).sqrt();
    // Parts share the faces of their cuts, which nobody sees: there, a step outwards leads into the other part.
    let step = 4.0 * solid.known;
    // To what corners are known, a point of the mesh is on a part's surface or in the part.
    let buried = step;
    let exposed = |p: &Vec3, normal: &Vec3, own: usize| {
        let before = p + normal * step;
        let others = parts.iter().enumerate().filter(|(k, _)| *k != own);
        let deepest = others.map(|(_, part)| depth(part, &before)).fold(f64::NEG_INFINITY, f64::max);
        // Where three parts meet, the step may lead between two of them: the solid decides, all of which they cover.
        deepest <= 0.5 * step && (deepest < -2.0 * step || !solid.contains(&before))
    };
    // The union's surface: facets of parts, where no other part covers them.
    let mut union = Vec::new();
    for (k, part) in parts.iter().enumerate() {
        for (facet, corners) in part.facet_triangles() {
            union.extend(samples(&corners, spacing).filter(|p| exposed(p, &facet.normal, k)));
        }
    }
    let outwards = union.iter().map(|p| surface.distance(p)).fold(0.0, f64::max);
    let points = union.iter().map(|p| GeomWithData::new([p.x, p.y, p.z], ()));
    let union = RTree::bulk_load(points.collect());
    let to_union = |p: Vec3| {
        let depths: Vec<f64> = parts.iter().map(|part| depth(part, &p)).collect();
        let deepest = depths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if deepest <= buried {
            // On the union's surface, to rounding and what hulls leave away.
            return deepest.abs();
        }
        let near = union.nearest_neighbor([p.x, p.y, p.z]);
        let mut least = near.map_or(f64::INFINITY, |near| (Vec3::from(*near.geom()) - p).norm());
        // Straight up to the facets over it, where they are not covered.
        for (k, part) in parts.iter().enumerate().filter(|(k, _)| depths[*k] > -buried) {
            for facet in &part.facets {
                let up = facet.offset - facet.normal.dot(&p);
                let foot = p + facet.normal * up;
                if up < least && depth(part, &foot) >= -buried && exposed(&foot, &facet.normal, k) {
                    least = up.max(0.0);
                }
            }
        }
        least
    };
    let inwards = solid.corners().flat_map(|t| samples(&t, spacing)).map(to_union).fold(0.0, f64::max);
    // In a triangle no point is farther from the nearest corner than 1/√3 of the longest side.
    (outwards.max(inwards), spacing / 3.0_f64.sqrt())
}

/// The corners of a grid of triangles on a triangle, none with a side longer than `spacing` (m).
fn samples(corners: &[Vec3; 3], spacing: f64) -> impl Iterator<Item = Vec3> + use<> {
    let [a, b, c] = *corners;
    let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
    let n = (longest / spacing).ceil().clamp(1.0, 1000.0) as usize;
    (0..=n)
        .flat_map(move |i| (0..=n - i).map(move |j| a + ((b - a) * i as f64 + (c - a) * j as f64) / n as f64))
}

/// The point of a triangle that is nearest to `p` (Ericson, Real-Time Collision Detection, 2005, 5.1.5).
fn closest(corners: &[Vec3; 3], p: &Vec3) -> Vec3 {
    let [a, b, c] = *corners;
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = va + vb + vc;
    a + (ab * vb + ac * vc) / sum
}
