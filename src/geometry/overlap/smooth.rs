//! Overlap of smooth solids: hulls of images of the unit ball.
//!
//! How deep two bodies are in each other is told by farthest points alone: the least over directions n of how far the one reaches beyond the other. Where n
//! is not scaled that is a convex function, and its least value on a plane of directions is found by golden sections within golden
//! sections, about the best direction of a net and of the facets, again about what was found. Any direction bounds the depth from above: what is said to be apart is.

use super::tree::Reach;
use super::{ConvexView, Overlap, RoundView, measure, rounded_overlap};
use crate::math::{Dimension, Vec3};

/// An image of the unit ball: where its centre comes to lie, and the three unit vectors (m).
pub type Blob = [Vec3; 4];

/// Sections of an interval: what is left of it is 0.618 to their number.
const SECTIONS: usize = 62;

/// How far the plane of directions reaches (tangent of the angle).
const REACH: f64 = 0.5;

/// Times that the plane is laid about the direction found.
const MOST_ROUNDS: usize = 5;

/// Rings of the net of directions from pole to pole.
const RINGS: u32 = 8;

/// The part of the golden section.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// A body by its farthest points.
struct Reaching<'a> {
    points: Reach<'a>,
    radius: f64,
    blobs: &'a [Blob],
}

impl Reaching<'_> {
    /// Largest n·x of its points.
    fn reach(&self, n: &Vec3) -> f64 {
        if self.blobs.is_empty() {
            return self.points.highest(n) + self.radius * n.norm();
        }
        let of_blob = |[c, x, y, z]: &Blob| {
            let part = |tip: &Vec3| n.dot(&(tip - c)).powi(2);
            n.dot(c) + (part(x) + part(y) + part(z)).sqrt()
        };
        self.blobs.iter().map(of_blob).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Lower and upper corner of the box around some images of the ball (m).
pub fn bounds_of(blobs: &[Blob]) -> (Vec3, Vec3) {
    let mut bounds = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    for [c, x, y, z] in blobs {
        let half = ((x - c).map(|d| d * d) + (y - c).map(|d| d * d) + (z - c).map(|d| d * d)).map(f64::sqrt);
        bounds = (bounds.0.inf(&(c - half)), bounds.1.sup(&(c + half)));
    }
    bounds
}

/// What two parts in world coordinates have in common, either of which may be the hull of some images of the ball, inscribed in which is then the polytope of its
/// view: its common volume is told, of which little is lacking, and nothing where the overlap is shallow.
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn part_overlap<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    (a, blobs_a): (&RoundView<'_, F>, &[Blob]),
    (b, blobs_b): (&RoundView<'_, G>, &[Blob]),
) -> Overlap {
    if blobs_a.is_empty() && blobs_b.is_empty() {
        return rounded_overlap(dimension, a, b);
    }
    let all = a.core.vertices.iter().chain(b.core.vertices).chain(blobs_a.iter().flatten());
    if !all.chain(blobs_b.iter().flatten()).all(|x| x.iter().all(|c| c.is_finite())) {
        return Overlap::NAN;
    }
    let of_a = Reaching { points: Reach::of(a.core.vertices), radius: a.radius, blobs: blobs_a };
    let of_b = Reaching { points: Reach::of(b.core.vertices), radius: b.radius, blobs: blobs_b };
    let normals = facet_normals(&a.core).into_iter().chain(facet_normals(&b.core));
    let depth = depth(&of_a, &of_b, normals);
    if !(depth > 0.0) {
        return if depth.is_nan() { Overlap::NAN } else { Overlap::ZERO };
    }
    let size = of_a.reach(&Vec3::x()) + of_a.reach(&-Vec3::x());
    let has_facets = !a.core.facets.is_empty() && !b.core.facets.is_empty();
    let measure = if depth < 1e-3 * size || !has_facets { 0.0 } else { measure(dimension, &a.core, &b.core) };
    Overlap { measure, depth }
}

/// Normals of a polytope's facets, either way.
fn facet_normals<F: AsRef<[usize]>>(of: &ConvexView<'_, F>) -> Vec<Vec3> {
    let normal = |f: &F| {
        let ring = f.as_ref();
        let [i, j, k] = [ring.first()?, ring.get(1)?, ring.get(2)?].map(|v| of.vertices[*v]);
        (j - i).cross(&(k - i)).try_normalize(0.0)
    };
    of.facets.iter().filter_map(normal).flat_map(|n| [n, -n]).collect()
}

/// The least way in which the one reaches beyond the other (m); 0 where some direction parts them.
fn depth(a: &Reaching, b: &Reaching, normals: impl Iterator<Item = Vec3>) -> f64 {
    let overlap = |n: &Vec3| a.reach(n) + b.reach(&-n);
    let net = (0..=RINGS).flat_map(|ring| {
        let (sin, cos) = (std::f64::consts::PI * f64::from(ring) / f64::from(RINGS)).sin_cos();
        (0..2 * RINGS).map(move |k| {
            let (y, x) = (std::f64::consts::TAU * f64::from(k) / f64::from(2 * RINGS)).sin_cos();
            Vec3::new(sin * x, sin * y, cos)
        })
    });
    let mut best = (f64::INFINITY, Vec3::z());
    for n in normals.chain(net) {
        let found = overlap(&n);
        if found <= 0.0 {
            return 0.0;
        }
        if found < best.0 {
            best = (found, n);
        }
    }
    for _ in 0..MOST_ROUNDS {
        let middle = best.1;
        let t = if middle.x.abs() < 0.6 { Vec3::x() } else { Vec3::y() };
        let t1 = middle.cross(&t).normalize();
        let t2 = middle.cross(&t1);
        let mut least = best;
        let along = |u: f64, v: f64| middle + t1 * u + t2 * v;
        let mut look = |n: Vec3| {
            let (found, length) = (overlap(&n), n.norm());
            if found / length < least.0 {
                least = (found / length, n / length);
            }
            found
        };
        let (u, _) = golden(|u| golden(|v| look(along(u, v))).1);
        golden(|v| look(along(u, v)));
        let turned = least.1.cross(&middle).norm();
        best = least;
        if best.0 <= 0.0 {
            return 0.0;
        }
        if turned < 1e-7 {
            break;
        }
    }
    best.0
}

/// Where a convex function is least within [`REACH`] of zero, and its value.
fn golden(mut of: impl FnMut(f64) -> f64) -> (f64, f64) {
    let (mut low, mut high) = (-REACH, REACH);
    let (mut x, mut y) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_x, mut at_y) = (of(x), of(y));
    for _ in 0..SECTIONS {
        if at_x < at_y {
            (high, y, at_y) = (y, x, at_x);
            x = high - GOLDEN * (high - low);
            at_x = of(x);
        } else {
            (low, x, at_x) = (x, y, at_y);
            y = low + GOLDEN * (high - low);
            at_y = of(y);
        }
    }
    if at_x < at_y { (x, at_x) } else { (y, at_y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBE: [[usize; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

    fn cube() -> Vec<Vec3> {
        let corner = |k: u8| Vec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2));
        (0..8).map(|k| corner(k) - Vec3::repeat(0.5)).collect()
    }

    fn disc(c: Vec3, along: Vec3, radius: f64) -> Blob {
        let t1 = along.cross(&Vec3::new(0.3, 0.5, -0.8)).normalize() * radius;
        [c, c + t1, c + along.cross(&t1), c]
    }

    /// Cylinders beside the faces, edges and corners of a cube, and ellipsoids, where the depth is known.
    #[test]
    fn depths_that_are_known() {
        let corners = cube();
        let at = |blobs: &[Blob]| {
            let of_cube = RoundView { core: ConvexView { vertices: &corners, facets: &CUBE }, radius: 0.0 };
            let none: RoundView<'_, [usize; 4]> =
                RoundView { core: ConvexView { vertices: &[], facets: &[] }, radius: 0.0 };
            part_overlap(Dimension::Three, (&of_cube, &[]), (&none, blobs)).depth
        };
        let lying = |middle: Vec3, along: Vec3| {
            [disc(middle + along * 0.3, along, 0.2), disc(middle - along * 0.3, along, 0.2)]
        };
        for off in [1e-3, 1e-9, -1e-9, -0.01] {
            let wanted = if off > 0.0 { off } else { 0.0 };
            let slack = 1e-12;
            // Upright and lying on the face, on an edge, across it, before a corner.
            let face = at(&lying(Vec3::new(0.1, 0.2, 0.8 - off), Vec3::z()));
            assert!((face - wanted).abs() < slack, "{face:e} {wanted}");
            let flank = at(&lying(Vec3::new(0.1, 0.0, 0.7 - off), Vec3::new(0.6, 0.8, 0.0)));
            assert!((flank - wanted).abs() < slack, "{flank:e} {wanted}");
            let half = 0.5_f64.sqrt();
            let edge = Vec3::new(0.5, 0.1, 0.5) + Vec3::new(half, 0.0, half) * (0.2 - off);
            for along in [Vec3::y(), Vec3::new(half, 0.0, -half), Vec3::new(0.5, half, -0.5)] {
                let found = at(&lying(edge, along));
                assert!((found - wanted).abs() < slack, "{found:e} {wanted} {along}");
            }
            let third = Vec3::repeat(1.0 / 3.0_f64.sqrt());
            let corner = at(&lying(Vec3::repeat(0.5) + third * (0.2 - off), Vec3::new(half, -half, 0.0)));
            assert!((corner - wanted).abs() < slack, "{corner:e} {wanted}");
            let egg = [Vec3::zeros(), Vec3::x() * 0.4, Vec3::y() * 0.3, Vec3::z() * 0.2];
            let found = at(&[egg.map(|x| x + Vec3::new(0.1, 0.1, 0.7 - off))]);
            assert!((found - wanted).abs() < slack, "{found:e} {wanted}");
        }
        assert!(at(&[[Vec3::repeat(f64::NAN); 4]]).is_nan());
    }
}
