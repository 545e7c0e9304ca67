//! Overlap of curved bodies: cores that are swept by balls, in the plane by discs.
//!
//! Two of them overlap by ρ_a + ρ_b less the distance of their cores. That is the distance of the origin from the hull of all
//! differences of corners, found by Wolfe's method of the nearest point (Mathematical Programming 11, 1976): finite, and exact to rounding.
//! Where the cores overlap themselves, their depth is added.

use super::clip::{Clipper, HalfSpace, Surface};
use super::lens::lens;
use super::points::{farthest, highest};
use super::polyhedron::unit_normal;
use super::tree::Reach;
use super::{Bounds, ConvexView, Overlap, measure, overlap};
use crate::math::{Dimension, Mat3, Vec3};
use std::f64::consts::{PI, TAU};

/// Cores nearer than this part of their radii overlap: the direction between them is no longer known.
const TOUCHING: f64 = 1e-9;

/// Improvement of the squared distance that is rounding, as a part of the squares involved (dimensionless).
const ROUNDING: f64 = 1e-15;

/// Corners of the nearest face found at most; each round adds or drops one.
const MOST_ROUNDS: usize = 1000;

/// Planes to half a right angle around a polyhedron with round edges, where common volume is measured.
const NET: i32 = 4;

/// Sides of the polygon that stands for a circle where common area or volume is measured.
const SIDES: u32 = 64;

/// A part that is all points within `radius` (m) of a convex core.
pub struct RoundView<'a, F = Vec<usize>> {
    /// The core: a polytope, a single point without facets, or two points, in space without facets.
    pub core: ConvexView<'a, F>,
    /// What it is swept by (m); 0 for a part with corners.
    pub radius: f64,
}

/// What two parts in world coordinates have in common, one or both of which may be curved. Where one is, the common area or volume is, but for two balls,
/// that of polytopes inscribed in them, too little by less than 2 % of the smaller body, or, of polyhedra with round edges, of polytopes around
/// them, too much by less than 2 %; and nothing where the overlap is shallow.
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn rounded_overlap<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    a: &RoundView<'_, F>,
    b: &RoundView<'_, G>,
) -> Overlap {
    let reach = a.radius + b.radius;
    if reach == 0.0 {
        return overlap(dimension, &a.core, &b.core);
    }
    let (Some(box_a), Some(box_b)) = (Bounds::of(a.core.vertices), Bounds::of(b.core.vertices)) else {
        return Overlap::NAN;
    };
    if !reach.is_finite() {
        return Overlap::NAN;
    }
    let origin = (box_a.min.sup(&box_b.min) + box_a.max.inf(&box_b.max)) / 2.0;
    let moved = |points: &[Vec3]| points.iter().map(|p| p - origin).collect::<Vec<_>>();
    let (from, to) = (moved(a.core.vertices), moved(b.core.vertices));
    let apart = distance(&from, &to);
    let depth = if apart > TOUCHING * reach {
        reach - apart
    } else {
        reach + core_depth(dimension, (&from, a.core.facets), (&to, b.core.facets))
    };
    if depth <= 0.0 {
        return Overlap::ZERO;
    }
    let measure = if depth < 1e-3 * reach { 0.0 } else { common(dimension, a, b) };
    Overlap { measure, depth }
}

/// Distance of the hulls of two sets of points (m); 0 where they overlap.
fn distance(a: &[Vec3], b: &[Vec3]) -> f64 {
    // The corner of the differences b − a that lies farthest against x.
    let support = |x: &Vec3| farthest(b, &-x) - farthest(a, x);
    let mut corners = vec![support(&Vec3::x())];
    let mut weights = vec![1.0];
    let mut nearest = corners[0];
    for _ in 0..MOST_ROUNDS {
        let next = support(&nearest);
        let size = corners.iter().fold(next.norm_squared(), |m, c| m.max(c.norm_squared()));
        if nearest.norm_squared() - nearest.dot(&next) <= ROUNDING * size || corners.contains(&next) {
            break;
        }
        corners.push(next);
        weights.push(0.0);
        // Drops corners until the nearest point of their plane lies between them.
        while let Some(found) = nearest_of_plane(&corners) {
            if found.iter().all(|w| *w > 0.0) {
                weights = found;
                break;
            }
            let limits = weights.iter().zip(&found).filter(|(_, f)| **f <= 0.0).map(|(w, f)| w / (w - f));
            let share = limits.fold(1.0_f64, |m, s| if s.is_finite() { m.min(s) } else { m });
            for (w, f) in weights.iter_mut().zip(&found) {
                *w += (f - *w) * share;
            }
            let mut least = 0;
            (0..weights.len()).for_each(|k| {
                if weights[k] < weights[least] {
                    least = k;
                }
            });
            corners.remove(least);
            weights.remove(least);
        }
        let total: f64 = weights.iter().sum();
        let now = corners.iter().zip(&weights).map(|(c, w)| c * (w / total)).sum::<Vec3>();
        // Corners that span no plane to rounding lead nowhere.
        if !(now.norm_squared() < nearest.norm_squared()) {
            break;
        }
        nearest = now;
    }
    nearest.norm()
}

/// Weights, with the sum 1, of the point nearest to the origin in the plane of at most four corners; `None` where these span none.
fn nearest_of_plane(corners: &[Vec3]) -> Option<Vec<f64>> {
    let (first, rest) = corners.split_first()?;
    let along = |k: usize| rest.get(k).map_or_else(Vec3::zeros, |c| c - first);
    let edges = [along(0), along(1), along(2)];
    let shares = match rest.len() {
        0 => Vec3::zeros(),
        1 => Vec3::new(-first.dot(&edges[0]) / edges[0].norm_squared(), 0.0, 0.0),
        2 => {
            let n = edges[0].cross(&edges[1]);
            let size = n.norm_squared();
            let share = |of: Vec3| of.dot(&n) / size;
            Vec3::new(share(edges[1].cross(first)), share(first.cross(&edges[0])), 0.0)
        }
        3 => Mat3::from_columns(&edges).lu().solve(&-first)?,
        _ => return None,
    };
    let sum: f64 = shares.iter().take(rest.len()).sum();
    let weights: Vec<f64> =
        std::iter::once(1.0 - sum).chain(shares.iter().take(rest.len()).copied()).collect();
    weights.iter().all(|w| w.is_finite()).then_some(weights)
}

/// The shortest translation that separates two cores that overlap or touch (m).
fn core_depth<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    (a, facets_a): (&[Vec3], &[F]),
    (b, facets_b): (&[Vec3], &[G]),
) -> f64 {
    if a.len() > 2 && b.len() > 2 {
        let (of_a, of_b) =
            (ConvexView { vertices: a, facets: facets_a }, ConvexView { vertices: b, facets: facets_b });
        return overlap(dimension, &of_a, &of_b).depth;
    }
    let reach = [Reach::of(a), Reach::of(b)];
    let of_a = facets_a.iter().map(|f| height(dimension, a, f.as_ref(), [&reach[0], &reach[1]]));
    let of_b = facets_b.iter().map(|f| height(dimension, b, f.as_ref(), [&reach[1], &reach[0]]));
    let of_facets = of_a.chain(of_b).fold(f64::INFINITY, f64::min);
    let least = match dimension {
        Dimension::Three => across(&edges(a, facets_a), &edges(b, facets_b), &reach),
        Dimension::Two => f64::INFINITY,
    };
    let least = least.min(of_facets);
    // Two points have no facets, and no way out that is longer than that of the balls; nor have segments on one line.
    if least.is_finite() { least.max(0.0) } else { 0.0 }
}

/// Directions along the edges of a core in space, each of them once or twice.
fn edges<F: AsRef<[usize]>>(points: &[Vec3], facets: &[F]) -> Vec<Vec3> {
    if let [tail, head] = points {
        return vec![head - tail];
    }
    let ring = |f: &F| {
        let ring = f.as_ref();
        (0..ring.len()).map(|k| points[ring[(k + 1) % ring.len()]] - points[ring[k]]).collect::<Vec<_>>()
    };
    facets.iter().flat_map(ring).collect()
}

/// The shortest way out of two cores along a normal to an edge of each (m); ∞ where there is none.
fn across(of_a: &[Vec3], of_b: &[Vec3], [a, b]: &[Reach; 2]) -> f64 {
    let mut least = f64::INFINITY;
    for along in of_a {
        for other in of_b {
            let n = along.cross(other);
            // What is parallel to rounding has no direction across.
            let Some(n) = n.try_normalize(1e-12 * along.norm() * other.norm()) else { continue };
            least = least.min(a.highest(&n) - b.lowest(&n)).min(b.highest(&n) - a.lowest(&n));
        }
    }
    least
}

/// How far the others reach below the plane of a facet (m).
fn height(dimension: Dimension, own: &[Vec3], facet: &[usize], [own_reach, others]: [&Reach; 2]) -> f64 {
    let along = own[facet[1]] - own[facet[0]];
    let n = match dimension {
        Dimension::Two => Vec3::new(along.y, -along.x, 0.0),
        Dimension::Three => along.cross(&(own[facet[2]] - own[facet[0]])),
    };
    match n.try_normalize(0.0) {
        Some(n) => own_reach.highest(&n) - others.lowest(&n),
        None => f64::INFINITY,
    }
}

/// Common area or volume: of two balls, or of polytopes that stand for the parts.
fn common<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    a: &RoundView<'_, F>,
    b: &RoundView<'_, G>,
) -> f64 {
    if let ([a_middle], [b_middle]) = (a.core.vertices, b.core.vertices) {
        return lens(dimension, (a.radius, b.radius), (b_middle - a_middle).norm());
    }
    let ((points_a, facets_a), (points_b, facets_b)) = (inscribed(dimension, a), inscribed(dimension, b));
    let of_a = ConvexView { vertices: &points_a, facets: &facets_a };
    let of_b = ConvexView { vertices: &points_b, facets: &facets_b };
    measure(dimension, &of_a, &of_b)
}

/// Corners and facets of a polytope that stands for a part, inscribed but for polyhedra with round edges.
fn inscribed<F: AsRef<[usize]>>(dimension: Dimension, of: &RoundView<'_, F>) -> (Vec<Vec3>, Vec<Vec<usize>>) {
    let (vertices, radius) = (of.core.vertices, of.radius);
    if radius == 0.0 {
        return (vertices.to_vec(), of.core.facets.iter().map(|f| f.as_ref().to_vec()).collect());
    }
    let round = |angle: f64| Vec3::new(angle.cos(), angle.sin(), 0.0) * radius;
    if dimension == Dimension::Two {
        let count = vertices.len();
        let outward = |k: usize| {
            let along = vertices[(k + 1) % count] - vertices[k % count];
            (-along.x).atan2(along.y)
        };
        let arc = |k: usize| {
            let (from, to) = if count == 1 { (0.0, TAU) } else { (outward(k + count - 1), outward(k)) };
            let turn = if count == 1 { TAU } else { (to - from).rem_euclid(TAU) };
            (0..=SIDES).map(move |s| vertices[k] + round(from + turn * f64::from(s) / f64::from(SIDES)))
        };
        return ((0..count).flat_map(arc).collect(), Vec::new());
    }
    if vertices.len() > 2 {
        let facets: Vec<Vec<usize>> = of.core.facets.iter().map(|f| f.as_ref().to_vec()).collect();
        return around(vertices, &facets, radius);
    }
    let (rings, sides) = (SIDES / 2, SIDES);
    // Of two half balls apart the one below, in the axes of the segment; of a ball both are one.
    let (low, high) = (vertices[0], vertices[vertices.len() - 1]);
    let axis = (high - low).try_normalize(0.0).unwrap_or_else(Vec3::z);
    let across = axis.cross(&if axis.x.abs() < 0.5 { Vec3::x() } else { Vec3::y() }).normalize();
    let [across, beside] = if low == high { [Vec3::x(), Vec3::y()] } else { [across, axis.cross(&across)] };
    // The ring around the middle is there twice where there are two centres.
    let twice = u32::from(low != high);
    let mut points = vec![low - axis * radius];
    for ring in 1..rings + twice {
        let upper = twice == 1 && ring > rings / 2;
        let polar = PI * f64::from(if upper { ring - 1 } else { ring }) / f64::from(rings);
        let centre = if upper { high } else { low };
        points.extend((0..sides).map(|s| {
            let flat = round(TAU * f64::from(s) / f64::from(sides)) * polar.sin();
            centre + across * flat.x + beside * flat.y - axis * (radius * polar.cos())
        }));
    }
    points.push(high + axis * radius);
    let rings = rings + twice;
    let (sides, last) = (sides as usize, points.len() - 1);
    let at = |ring: usize, side: usize| 1 + (ring - 1) * sides + side % sides;
    let mut facets = Vec::new();
    for s in 0..sides {
        facets.push(vec![0, at(1, s + 1), at(1, s)]);
        for ring in 1..rings as usize - 1 {
            facets.push(vec![at(ring, s), at(ring, s + 1), at(ring + 1, s + 1), at(ring + 1, s)]);
        }
        facets.push(vec![at(rings as usize - 1, s), at(rings as usize - 1, s + 1), last]);
    }
    (points, facets)
}

/// Corners and facets of a polytope around a core with corners that is swept by a ball: a box cut by planes that touch it, along its facets, in steps
/// over its edges, and over a net of directions.
fn around(points: &[Vec3], facets: &[Vec<usize>], radius: f64) -> (Vec<Vec3>, Vec<Vec<usize>>) {
    let normals: Vec<Vec3> = facets.iter().map(|f| unit_normal(points, f)).collect();
    let mut directions = normals.clone();
    for (k, f) in facets.iter().enumerate() {
        for (i, &corner) in f.iter().enumerate() {
            let next = f[(i + 1) % f.len()];
            let back = |g: &Vec<usize>| (0..g.len()).any(|j| g[j] == next && g[(j + 1) % g.len()] == corner);
            let Some(other) = facets.iter().position(back).filter(|other| *other > k) else { continue };
            let step = |part: i32| normals[k].lerp(&normals[other], f64::from(part) / f64::from(2 * NET));
            directions.extend((1..2 * NET).filter_map(|part| step(part).try_normalize(0.0)));
        }
    }
    for (i, j) in (-NET..=NET).flat_map(|i| (-NET..=NET).map(move |j| (i, j))) {
        for side in [-NET, NET] {
            let angle = |k: i32| (f64::from(k) / f64::from(NET) * PI / 4.0).tan();
            let (x, y, z) = (angle(i), angle(j), angle(side));
            directions
                .extend([Vec3::new(x, y, z), Vec3::new(y, z, x), Vec3::new(z, x, y)].map(|d| d.normalize()));
        }
    }
    let reach = |axis: Vec3| highest(points, &axis) + radius;
    let high = Vec3::new(reach(Vec3::x()), reach(Vec3::y()), reach(Vec3::z()));
    let low = -Vec3::new(reach(-Vec3::x()), reach(-Vec3::y()), reach(-Vec3::z()));
    let corner = |k: usize| {
        let side = |axis: usize| if k >> axis & 1 == 1 { high[axis] } else { low[axis] };
        Vec3::new(side(0), side(1), side(2))
    };
    let cube = Surface {
        vertices: (0..8).map(corner).collect(),
        corners: vec![0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5],
        ends: (1..=6).map(|k| 4 * k).collect(),
        planes: vec![0; 6],
    };
    let mut clipper = Clipper::new(cube);
    for normal in directions.into_iter().filter(|d| *d != Vec3::zeros()) {
        clipper.clip(&HalfSpace { normal, offset: reach(normal), plane: 0 });
    }
    let surface = clipper.surface();
    let loops = surface.loops().map(<[usize]>::to_vec).collect();
    (surface.vertices, loops)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBE: [[usize; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

    fn cube() -> Vec<Vec3> {
        (0..8)
            .map(|k| {
                Vec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2)) - Vec3::repeat(0.5)
            })
            .collect()
    }

    fn ball(centre: &[Vec3; 1], radius: f64) -> RoundView<'_, [usize; 4]> {
        RoundView { core: ConvexView { vertices: centre, facets: &[] }, radius }
    }

    /// A ball against the faces, edges, corners and the inside of a cube, where the distance is known.
    #[test]
    fn a_ball_in_a_cube_is_as_deep_as_it_is() {
        let (corners, third) = (cube(), 3.0_f64.sqrt());
        let box_ = RoundView { core: ConvexView { vertices: &corners, facets: &CUBE }, radius: 0.0 };
        for (centre, apart) in [
            (Vec3::new(0.1, 0.2, 0.9), 0.4),
            (Vec3::new(0.1, 0.8, 0.9), 0.5),
            (Vec3::new(-0.7, 0.7, 0.7), 0.2 * third),
            (Vec3::new(0.1, -0.2, 0.45), -0.05),
            (Vec3::new(0.3, 0.1, 0.5), 0.0),
        ] {
            for radius in [0.2, 0.45, 0.6] {
                let centre = [centre];
                let found = rounded_overlap(Dimension::Three, &box_, &ball(&centre, radius));
                let wanted = (radius - apart).max(0.0);
                assert!((found.depth - wanted).abs() < 1e-14, "{centre:?} {radius}: {found:?}, {wanted}");
                let turned = rounded_overlap(Dimension::Three, &ball(&centre, radius), &box_);
                assert!((turned.depth - wanted).abs() < 1e-14, "{turned:?}");
            }
        }
    }

    /// Segments: beside each other, crossed, parallel, on one line, with a cube; and their depth where they cross or pierce it.
    #[test]
    fn capsules_are_as_deep_as_they_are() {
        let (corners, root) = (cube(), 2.0_f64.sqrt());
        let none: &[[usize; 4]] = &[];
        let from = |a: [f64; 3], b: [f64; 3]| [Vec3::from(a), Vec3::from(b)];
        let bar = from([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        for (other, apart) in [
            (from([0.3, -1.0, 0.2], [0.3, 1.0, 0.2]), 0.2),
            (from([0.3, -1.0, 0.2], [0.3, -0.1, 0.2]), (0.05_f64).sqrt()),
            (from([-1.0, 0.0, 0.25], [1.0, 0.0, 0.25]), 0.25),
            (from([-3.0, 0.1, 0.0], [5.0, 0.1, 0.0]), 0.1),
            (from([1.3, 0.0, 0.0], [2.0, 0.0, 0.0]), 0.3),
            (from([1.1, 0.1, 0.0], [2.0, 1.0, 0.0]), 0.1 * root),
            (from([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]), 0.0),
        ] {
            let turn = |p: &Vec3| crate::math::Quat::from_scaled_axis(Vec3::new(0.4, 1.0, -0.3)) * p;
            let found = distance(&bar, &other);
            assert!((found - apart).abs() < 1e-15, "{other:?}: {found}, {apart}");
            let found = distance(&other.each_ref().map(turn), &bar.each_ref().map(turn));
            assert!((found - apart).abs() < 1e-14, "{other:?}: {found}, {apart}");
        }
        let box_ = RoundView { core: ConvexView { vertices: &corners, facets: &CUBE }, radius: 0.1 };
        for (segment, depth) in [
            (from([-1.0, 0.1, 0.7], [1.0, 0.1, 0.7]), 0.1),
            (from([-1.0, 0.1, 0.4], [1.0, 0.1, 0.4]), 0.4),
            (from([-1.0, 0.7, 0.7], [1.0, 0.7, 0.7]), 0.3 - 0.2 * root),
            (from([0.0, 0.0, 0.3], [0.0, 0.0, 2.0]), 0.5),
            // Through an edge of the cube, across it.
            (from([-1.0, 0.0, -0.1], [0.1, 0.0, 1.0]), 0.3 + 0.05 * root),
        ] {
            let capsule = RoundView { core: ConvexView { vertices: &segment, facets: none }, radius: 0.2 };
            let found = rounded_overlap(Dimension::Three, &box_, &capsule);
            assert!((found.depth - depth).abs() < 1e-14, "{segment:?}: {found:?}, {depth}");
            let turned = rounded_overlap(Dimension::Three, &capsule, &box_);
            assert!((turned.depth - depth).abs() < 1e-14, "{turned:?}");
        }
    }

    /// A capsule in a large box, and a round box in it, have all of their volume in common with it.
    #[test]
    fn polytopes_that_stand_for_curved_bodies_have_nearly_the_volume() {
        let corners = cube();
        let large: Vec<Vec3> = corners.iter().map(|c| c * 9.0).collect();
        let room = RoundView { core: ConvexView { vertices: &large, facets: &CUBE }, radius: 0.0 };
        let none: &[[usize; 4]] = &[];
        let segment = [Vec3::new(0.1, 0.2, -0.3), Vec3::new(0.5, -0.3, 0.4)];
        let (r, length) = (0.3_f64, (segment[1] - segment[0]).norm());
        let capsule = RoundView { core: ConvexView { vertices: &segment, facets: none }, radius: r };
        let found = rounded_overlap(Dimension::Three, &room, &capsule).measure;
        let wanted = PI * r * r * length + 4.0 / 3.0 * PI * r.powi(3);
        assert!(found < wanted && found > 0.98 * wanted, "{found} {wanted}");
        let round = RoundView { core: ConvexView { vertices: &corners, facets: &CUBE }, radius: r };
        let found = rounded_overlap(Dimension::Three, &room, &round).measure;
        let wanted = 1.0 + 6.0 * r + 3.0 * PI * r * r + 4.0 / 3.0 * PI * r.powi(3);
        assert!(found > wanted && found < 1.02 * wanted, "{found} {wanted}");
        // In the plane: two half discs and a strip.
        let flat = [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)];
        let strip = RoundView { core: ConvexView { vertices: &flat, facets: none }, radius: r };
        let found = rounded_overlap(Dimension::Two, &strip, &strip).measure;
        let wanted = 4.0 * r + PI * r * r;
        assert!(found < wanted && found > 0.99 * wanted, "{found} {wanted}");
    }

    /// Two balls have a lens in common, two discs that of circles.
    #[test]
    fn lenses_have_their_volume_and_area() {
        let (r, apart) = (0.5, 0.6);
        let (a, b) = ([Vec3::zeros()], [Vec3::new(0.0, apart, 0.0)]);
        let lens = PI * (4.0 * r + apart) * (2.0 * r - apart) * (2.0 * r - apart) / 12.0;
        let found = rounded_overlap(Dimension::Three, &ball(&a, r), &ball(&b, r));
        assert!((found.depth - 0.4).abs() < 1e-15);
        assert!((found.measure - lens).abs() < 1e-14, "{found:?} {lens}");
        let half: f64 = apart / 2.0;
        let lens = 2.0 * (r * r * (half / r).acos() - half * (r * r - half * half).sqrt());
        let found = rounded_overlap(Dimension::Two, &ball(&a, r), &ball(&b, r));
        assert!((found.measure - lens).abs() < 1e-14, "{found:?} {lens}");
        assert_eq!(rounded_overlap(Dimension::Three, &ball(&a, 0.3), &ball(&b, 0.3)).measure, 0.0);
        let lost = [Vec3::new(f64::NAN, 0.0, 0.0)];
        assert!(rounded_overlap(Dimension::Three, &ball(&a, r), &ball(&lost, r)).depth.is_nan());
    }
}
