//! Convex hulls of points in the plane.

use super::{Tolerance, check_finite, enough, line_distance, sorted};
use crate::geometry::polytope::{Facet, GeometryError, Polytope};
use crate::math::{Dimension, Vec3};
use std::sync::OnceLock;

/// The convex polygon spanned by `points` (m) in the x-y plane, counter-clockwise, to [`super::WELD`] of their extent.
///
/// Its vertices are some of the points; no other lies outside it by more than twice that. Points on its sides to [`super::COPLANAR`] of the extent are
/// no vertices, and of points that nearly coincide one is left.
///
/// # Errors
/// Points that are not finite or beyond 1e60 m, off the plane z = 0, fewer than three distinct, or on a line (a set thinner than [`super::FLAT`]
/// of its extent).
pub fn convex_hull_2d(points: &[Vec3]) -> Result<Polytope, GeometryError> {
    check_finite(points)?;
    if points.iter().any(|p| p.z != 0.0) {
        return Err(GeometryError::WrongDimension {
            what: "a two-dimensional shape has a point with z other than 0; give 2D points, or set `dimension: Three`",
        });
    }
    let tolerance = Tolerance::of(points, 0.0);
    enough(points, 3, tolerance.plane, "polygon")?;
    let mut chain = exact_chain(&sorted(points).0);
    let (start, far) = (chain[0], chain[farthest(&chain)]);
    let width = chain.iter().fold(0.0_f64, |w, p| w.max(line_distance(&start, &far, p)));
    if !(width > tolerance.thickness) {
        return Err(GeometryError::Collinear { what: "polygon", width, needed: tolerance.thickness });
    }
    drop_collinear(&mut chain, tolerance.plane);
    if !is_clear(&chain, tolerance.weld) {
        chain = simplified(&chain, tolerance.weld);
        drop_collinear(&mut chain, tolerance.plane);
    }
    Ok(polygon(chain))
}

/// The corners counter-clockwise from the least point on, by Andrew's monotone chain; `robust` decides orientation exactly.
fn exact_chain(sorted: &[Vec3]) -> Vec<Vec3> {
    let turn = |a: &Vec3, b: &Vec3, c: &Vec3| {
        let p = |v: &Vec3| robust::Coord { x: v.x, y: v.y };
        robust::orient2d(p(a), p(b), p(c))
    };
    let mut chain: Vec<Vec3> = Vec::with_capacity(2 * sorted.len());
    for pass in 0..2 {
        let start = chain.len();
        let ordered: Box<dyn Iterator<Item = &Vec3>> =
            if pass == 0 { Box::new(sorted.iter()) } else { Box::new(sorted.iter().rev()) };
        for p in ordered {
            while chain.len() >= start + 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
    }
    chain
}

fn drop_collinear(chain: &mut Vec<Vec3>, tolerance: f64) {
    let mut i = 0;
    while chain.len() > 3 && i < chain.len() {
        let n = chain.len();
        if line_distance(&chain[(i + n - 1) % n], &chain[(i + 1) % n], &chain[i]) <= tolerance {
            chain.remove(i);
            i = i.saturating_sub(1);
        } else {
            i += 1;
        }
    }
}

/// Whether every side is longer than four times `weld`, and every corner as far from the line of its neighbours.
fn is_clear(chain: &[Vec3], weld: f64) -> bool {
    let n = chain.len();
    (0..n).all(|i| {
        let [a, b, c] = [i + n - 1, i, i + 1].map(|k| chain[k % n]);
        (b - a).norm() > 4.0 * weld && line_distance(&a, &c, &b) > 4.0 * weld
    })
}

/// The corner that is farthest from the first; of equals the first.
fn farthest(chain: &[Vec3]) -> usize {
    let away = |i: usize| (chain[i] - chain[0]).norm_squared();
    (0..chain.len()).fold(0, |far, i| if away(i) > away(far) { i } else { far })
}

/// The corners without which one of them would lie outside by more than `weld`: two far ones, and between two of them the one farthest from their
/// line (Douglas and Peucker 1973), in the order of the chain.
fn simplified(chain: &[Vec3], weld: f64) -> Vec<Vec3> {
    let far = farthest(chain);
    let mut kept = vec![false; chain.len()];
    (kept[0], kept[far]) = (true, true);
    // A stretch ends where the next begins; the last one ends at the first corner.
    let mut stretches = vec![(0, far), (far, chain.len())];
    while let Some((from, to)) = stretches.pop() {
        let (a, b) = (chain[from], chain[to % chain.len()]);
        let mut best = (from, weld);
        for i in from + 1..to {
            let d = line_distance(&a, &b, &chain[i]);
            if d > best.1 {
                best = (i, d);
            }
        }
        if best.0 != from {
            kept[best.0] = true;
            stretches.extend([(from, best.0), (best.0, to)]);
        }
    }
    chain.iter().zip(kept).filter(|(_, kept)| *kept).map(|(p, _)| *p).collect()
}

/// A polygon from its counter-clockwise extreme points.
fn polygon(vertices: Vec<Vec3>) -> Polytope {
    let n = vertices.len();
    let facets = (0..n)
        .map(|i| {
            let (a, b) = (vertices[i], vertices[(i + 1) % n]);
            let d = b - a;
            let normal = Vec3::new(d.y, -d.x, 0.0).normalize();
            Facet { vertices: vec![i, (i + 1) % n], normal, offset: normal.dot(&a) }
        })
        .collect();
    Polytope {
        dimension: Dimension::Two,
        vertex_neighbours: (0..n).map(|i| vec![(i + n - 1) % n, (i + 1) % n]).collect(),
        vertex_facets: (0..n).map(|i| vec![(i + n - 1) % n, i]).collect(),
        vertex_edges: vec![Vec::new(); n],
        vertices,
        facets,
        edges: Vec::new(),
        rounding: 0.0,
        smooth: None,
        width: OnceLock::new(),
        middle: OnceLock::new(),
        planes: OnceLock::new(),
    }
}
