//! Convex hulls of points in the plane and in space, with coplanar triangles merged into polygon faces.
//!
//! Whatever the points are, the hull is one of some of them, and no other lies outside it by more than twice [`WELD`] of the extent
//! (the largest side of the bounding box). Points which leave no doubt are wrapped by floating point with thick planes (`clear.rs`);
//! for all others exact predicates decide (`quick.rs`, `merge.rs`), on the points in ascending order, so that the order in which they
//! are given does not change the facets.

mod accurate;
mod clear;
mod connect;
mod flat;
mod merge;
mod quick;

use crate::geometry::polytope::{GeometryError, Polytope};
use crate::math::Vec3;

pub use flat::convex_hull_2d;

/// Points closer to a plane (or line) than this fraction of the extent of the set lie on it. Far above the
/// rounding of decimal scene files (1e-16), far below any detail that a body could show.
pub const COPLANAR: f64 = 1e-10;

/// Points that lie outside the hull of others by less than this fraction of the extent add nothing to it: they are doubled, or meant to lie on
/// an edge or a face. Far above [`COPLANAR`], so that what is left has no edge too short to have a direction.
pub const WELD: f64 = 1e-8;

/// A set thinner than this fraction of its extent has no inside worth simulating.
pub const FLAT: f64 = 1e-7;

/// A thinner set is flat whatever its extent (m): the squares of its areas underflow.
const LEAST_THICKNESS: f64 = 1e-73;

/// Coordinates lie within this (m), lest products of three of them overflow.
const FARTHEST: f64 = 1e60;

/// Rounding of a product of a unit vector with a point, in units of the last place of the point's largest coordinate.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// More points than this are wrapped with exact predicates without being tried by floating point alone first.
const MANY_POINTS: usize = 2000;

/// The tolerances of one set of points (m).
#[derive(Clone, Copy, Debug)]
struct Tolerance {
    /// Points within it of a plane lie on it.
    plane: f64,
    /// Points within it of the hull of others add nothing.
    weld: f64,
    /// A thinner set is flat.
    thickness: f64,
    /// Whether rounding alone is far below `plane`, and `weld` is the usual one.
    usual: bool,
}

impl Tolerance {
    fn of(points: &[Vec3], weld: f64) -> Self {
        let extent = extent(points);
        let rounding = ROUNDING * points.iter().map(Vec3::amax).fold(0.0, f64::max);
        let plane = (extent * COPLANAR).max(rounding);
        let least = (extent * WELD).max(16.0 * rounding);
        let usual = plane >= 100.0 * rounding && !(weld > least);
        let weld = weld.max(least);
        Self { plane, weld, thickness: (extent * FLAT).max(4.0 * weld).max(LEAST_THICKNESS), usual }
    }
}

/// The convex polyhedron spanned by `points` (m), to [`WELD`] of their extent.
///
/// Its vertices are some of the points. The vertices of a facet lie in its plane to four times [`COPLANAR`] of the extent; no other point lies
/// above the plane by more than twice [`WELD`] of it. Points within facets and edges to these tolerances are no vertices, and of points that
/// nearly coincide one is left. The time is that of sorting, n log n.
///
/// # Errors
/// Points that are not finite or beyond 1e60 m, fewer than four distinct, on a line, or in a plane (a set thinner than [`FLAT`] of its extent).
pub fn convex_hull_3d(points: &[Vec3]) -> Result<Polytope, GeometryError> {
    convex_hull_3d_within(points, 0.0)
}

/// The convex polyhedron spanned by points (m) that are known to `weld` (m): those outside the hull of others by less add nothing to it. A smaller
/// one than [`WELD`] of the extent counts as that.
///
/// # Errors
/// As [`convex_hull_3d`]; also a set thinner than four times `weld`.
pub fn convex_hull_3d_within(points: &[Vec3], weld: f64) -> Result<Polytope, GeometryError> {
    check_finite(points)?;
    let tolerance = Tolerance::of(points, weld);
    enough(points, 4, tolerance.plane, "polyhedron")?;
    if tolerance.usual
        && points.len() <= MANY_POINTS
        && let Some(distinct) = distinct(points, tolerance.plane)
        && let Ok(simplex) = initial_simplex(&distinct, &tolerance)
        && let Some(polytope) = clear::clear_hull(&distinct, simplex, &tolerance)
    {
        return Ok(polytope);
    }
    let (sorted, places) = sorted(points);
    let (mut chosen, mut facets) = merge::merged_hull(&sorted, &tolerance)?;
    // Vertices in the order in which they were given.
    chosen.sort_by_key(|&i| places[i]);
    let mut number = vec![0; sorted.len()];
    for (k, &i) in chosen.iter().enumerate() {
        number[i] = k;
    }
    for v in facets.iter_mut().flat_map(|f| &mut f.vertices) {
        *v = number[*v];
    }
    connect::connect(chosen.iter().map(|&i| sorted[i]).collect(), facets).ok_or(GeometryError::Unresolved)
}

/// The points in ascending order of their coordinates, equal ones once, and where each stands first among those given.
fn sorted(points: &[Vec3]) -> (Vec<Vec3>, Vec<usize>) {
    // Adding 0 makes -0 and 0 one.
    let mut keyed: Vec<(Vec3, usize)> =
        points.iter().enumerate().map(|(i, p)| (p.add_scalar(0.0), i)).collect();
    let order = |a: &Vec3, b: &Vec3| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z));
    keyed.sort_by(|a, b| order(&a.0, &b.0).then(a.1.cmp(&b.1)));
    keyed.dedup_by(|next, kept| next.0 == kept.0);
    keyed.into_iter().unzip()
}

fn check_finite(points: &[Vec3]) -> Result<(), GeometryError> {
    for (index, p) in points.iter().enumerate() {
        if !p.iter().all(|c| c.is_finite()) {
            return Err(GeometryError::NotFinite { index });
        }
        if !(p.amax() <= FARTHEST) {
            return Err(GeometryError::TooFar { index, value: p.amax() });
        }
    }
    Ok(())
}

/// Largest side of the bounding box.
fn extent(points: &[Vec3]) -> f64 {
    let (mut lo, mut hi) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    for p in points {
        lo = lo.inf(p);
        hi = hi.sup(p);
    }
    if points.is_empty() { 0.0 } else { (hi - lo).max() }
}

/// Refuses sets with fewer than `needed` points that differ by more than the tolerance.
fn enough(points: &[Vec3], needed: usize, tolerance: f64, what: &'static str) -> Result<(), GeometryError> {
    let mut kept: Vec<Vec3> = Vec::with_capacity(needed);
    for p in points {
        if kept.iter().all(|k| (k - p).norm() > tolerance) {
            kept.push(*p);
            if kept.len() == needed {
                return Ok(());
            }
        }
    }
    Err(GeometryError::TooFewPoints { found: kept.len(), needed, what })
}

/// Each point once; `None` if two lie within the tolerance of each other and are not equal, so that it matters which is taken.
fn distinct(points: &[Vec3], tolerance: f64) -> Option<Vec<Vec3>> {
    let mut kept: Vec<Vec3> = Vec::with_capacity(points.len());
    for p in points {
        match kept.iter().find(|k| (*k - p).norm() <= tolerance) {
            None => kept.push(*p),
            Some(k) if k == p => {}
            Some(_) => return None,
        }
    }
    Some(kept)
}

fn line_distance(a: &Vec3, b: &Vec3, p: &Vec3) -> f64 {
    let d = b - a;
    let length = d.norm();
    if length == 0.0 { (p - a).norm() } else { d.cross(&(p - a)).norm() / length }
}

/// Four points that span space, the fourth below the first three.
fn initial_simplex(points: &[Vec3], tolerance: &Tolerance) -> Result<[usize; 4], GeometryError> {
    let needed = tolerance.thickness;
    let arg_max = |f: &dyn Fn(&Vec3) -> f64| {
        let mut best = (0, f64::NEG_INFINITY);
        for (i, p) in points.iter().enumerate() {
            let value = f(p);
            if value > best.1 {
                best = (i, value);
            }
        }
        best
    };
    let (i0, _) = arg_max(&|p| -(p.x + 0.1 * p.y + 0.01 * p.z));
    let p0 = points[i0];
    let (i1, _) = arg_max(&|p| (p - p0).norm());
    let p1 = points[i1];
    let (i2, off_line) = arg_max(&|p| line_distance(&p0, &p1, p));
    if !(off_line > needed) {
        return Err(GeometryError::Collinear { what: "polyhedron", width: off_line, needed });
    }
    let normal = (p1 - p0).cross(&(points[i2] - p0)).normalize();
    let height = |p: &Vec3| normal.dot(&(p - p0));
    let (i3, _) = arg_max(&|p| height(p).abs());
    let (low, high) = points.iter().map(height).fold((0.0_f64, 0.0_f64), |(l, h), s| (l.min(s), h.max(s)));
    if !(high - low > needed) {
        return Err(GeometryError::Flat { thickness: high - low, needed });
    }
    // Orient so that the fourth point lies below the first three.
    if height(&points[i3]) > 0.0 { Ok([i0, i2, i1, i3]) } else { Ok([i0, i1, i2, i3]) }
}

#[cfg(test)]
mod robust_tests;
#[cfg(test)]
mod tests;
