//! Pairs of edges of curved bodies in space: the rows that vertices alone do not tell.
//!
//! The distance of two disjoint polyhedra is that of a vertex from the other or that of two edges. Two edges are nearest within both only where
//! their common normal lies in the normal cones of both; a pair of convex cores has, but for flush faces, one such pair of edges at most. So
//! only pairs near that are looked at: their directions may leave the cones by [`SLACK`], which takes in the crossings of the edges of two faces that
//! are nearly flush. Where vertices tell the same to [`SAG`], nearly parallel edges among them, they do so.
//!
//! Any two edges of apart bodies are as far apart as the bodies have to be, so that a row of a pair that is not nearest asks nothing new.
//!
//! The gap is the distance of the two segments less what they are rounded by. The ends (y₁, y₂) of B's edge move in the axes of A's body; its secant is
//! a discrete gradient of the distance with respect to both ends, (g₁, g₂) with g₁·(y₁⁺ − y₁) + g₂·(y₂⁺ − y₂) = d⁺ − d: that of two facet rows
//! with the normals g₁ and g₂, which keep what facet rows keep, and act together at the nearest point. The distance has a continuous
//! gradient also where the nearest points come to the ends of the edges.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::row::{Placed, Row};
use crate::contact::separating::swept::{DIPPED, MOST_LOOKS, NEARLY, SHORT};
use crate::contact::separating::{facing_points, lowest};
use crate::math::{Dimension, Vec3, stack};
use smallvec::SmallVec;

/// The common normal of two edges may leave the normal cone of either by this (sine): what turns by less in a step has its rows from the start.
const SLACK: f64 = 0.05;

/// Two edges whose ends are nearer to each other's bodies than this plus their own distance need no row (m).
const SAG: f64 = 1e-12;

/// The sine of edges that are parallel: they have no common normal.
const PARALLEL: f64 = 1e-12;

/// Two ends of an edge (m).
type Ends = [Vec3; 2];

/// The nearest points of two segments.
pub(super) struct Near {
    /// Their distance (m).
    pub distance: f64,
    /// Unit direction from the first to the second.
    pub normal: Vec3,
    /// Where they lie between the ends of each, from 0 to 1.
    pub shares: (f64, f64),
}

/// The nearest points of two segments, found as the nearest points of their lines and brought back to the segments.
pub(super) fn near(a: &Ends, b: &Ends) -> Near {
    let (d1, d2, r) = (a[1] - a[0], b[1] - b[0], a[0] - b[0]);
    let (size1, size2, both) = (d1.norm_squared(), d2.norm_squared(), d1.dot(&d2));
    let (c, f) = (d1.dot(&r), d2.dot(&r));
    // The cross product keeps the digits that the difference of products loses.
    let cross2 = d1.cross(&d2).norm_squared();
    let lines = (both * f - c * size2) / cross2;
    let mut s = if lines.is_finite() { lines.clamp(0.0, 1.0) } else { 0.5 };
    let t = ((both * s + f) / size2).clamp(0.0, 1.0);
    // Of the point that was found the nearest on the first.
    s = ((both * t - c) / size1).clamp(0.0, 1.0);
    let off = (b[0] + d2 * t) - (a[0] + d1 * s);
    let distance = off.norm();
    let other = || d1.cross(&d2).try_normalize(0.0).unwrap_or_else(Vec3::z);
    let normal = if distance > 0.0 { off / distance } else { other() };
    Near { distance, normal, shares: (s, t) }
}

/// One edge of a core with what tells whether a direction lies in its normal cone.
struct Side {
    tail: Vec3,
    /// Unit direction.
    along: Vec3,
    length: f64,
    /// Directions from the edge into its two facets; none of a segment.
    into: Option<[Vec3; 2]>,
}

impl Side {
    fn new(part: &WorldPart, edge: usize) -> Self {
        let (tail, head) = part.edge(edge);
        let (between, length) = (head - tail, (head - tail).norm());
        let along = between / length;
        let [left, right] = part.shape.edges[edge].facets;
        let into = (!part.shape.facets.is_empty())
            .then(|| [part.normal(left).cross(&along), along.cross(&part.normal(right))]);
        Self { tail, along, length, into }
    }

    /// Whether no point of the core lies farther along n̂ than the edge, to [`SLACK`].
    fn supports(&self, n: &Vec3) -> bool {
        self.into.as_ref().is_none_or(|into| into.iter().all(|side| n.dot(side) <= SLACK))
    }
}

/// Whether both cores have edges, in space.
pub(super) fn have_edges(a: &WorldPart, b: &WorldPart) -> bool {
    a.shape.dimension == Dimension::Three && a.vertices.len() > 1 && b.vertices.len() > 1
}

/// The edges of a core that come within a distance (m) of the box around another's corners.
fn edges_near(part: &WorldPart, other: &WorldPart, within: f64) -> SmallVec<[(usize, Side); 12]> {
    let corners = other.vertices.iter();
    let (low, high) = corners.fold((other.vertices[0], other.vertices[0]), |(l, h), v| (l.inf(v), h.sup(v)));
    let (low, high) = (low.add_scalar(-within), high.add_scalar(within));
    let is_near = |e: &usize| {
        let (p, q) = part.edge(*e);
        (0..3).all(|k| p[k].min(q[k]) <= high[k] && p[k].max(q[k]) >= low[k])
    };
    (0..part.shape.edges.len()).filter(is_near).map(|e| (e, Side::new(part, e))).collect()
}

/// Gives `take` the pairs of edges that are nearest within both, or nearly so, with their distance (m) and its direction from A to B, those within a
/// distance of each other (m) at least. Of cores that overlap it may be any or none.
pub(super) fn facing(
    a: &WorldPart,
    b: &WorldPart,
    within: f64,
    take: &mut impl FnMut((usize, usize), f64, Vec3),
) {
    if !have_edges(a, b) {
        return;
    }
    let of_b = edges_near(b, a, within);
    for (i, one) in edges_near(a, b, within) {
        for &(j, ref other) in &of_b {
            let cross = one.along.cross(&other.along);
            let sine = cross.norm();
            if !(sine > PARALLEL) {
                continue;
            }
            let (mut n, r) = (cross / sine, other.tail - one.tail);
            if n.dot(&r) < 0.0 {
                n = -n;
            }
            if !(one.supports(&n) && other.supports(&-n)) {
                continue;
            }
            let Some((s, t)) = facing_points(&one.along, &other.along, &n, &r) else { continue };
            let inside = s.min(one.length - s).min(t).min(other.length - t);
            let distance = n.dot(&r);
            if !(inside > 0.0) || (inside * sine).powi(2) <= 2.0 * SAG * distance {
                continue;
            }
            take((i, j), distance, n);
        }
    }
}

/// The pair of edges whose common normal comes nearest to separating the cores, with the separation (m) and that normal from A to B: every pair is
/// asked, for cores that overlap.
pub(super) fn widest(a: &WorldPart, b: &WorldPart) -> Option<((usize, usize), f64, Vec3)> {
    if !have_edges(a, b) {
        return None;
    }
    let along = |part: &WorldPart, e: usize| {
        let (tail, head) = part.edge(e);
        (head - tail).normalize()
    };
    let mut best: Option<((usize, usize), f64, Vec3)> = None;
    for i in 0..a.shape.edges.len() {
        for j in 0..b.shape.edges.len() {
            let Some(n) = along(a, i).cross(&along(b, j)).try_normalize(super::PARALLEL_SINE) else {
                continue;
            };
            for n in [n, -n] {
                let separation = lowest(b, &n) + lowest(a, &-n);
                if best.as_ref().is_none_or(|found| separation > found.1) {
                    best = Some(((i, j), separation, n));
                }
            }
        }
    }
    best
}

fn ends(part: &WorldPart, edge: usize) -> Option<Ends> {
    let [tail, head] = part.shape.edges.get(edge)?.vertices;
    Some([part.vertices[tail], part.vertices[head]])
}

/// The nearest points of a pair of edges at one placement, in world axes; `None` where there are no such edges.
pub(super) fn near_at(at: Placed, (i, j): (usize, usize)) -> Option<(Near, Vec3)> {
    let (a, b) = (ends(at.a, i)?, ends(at.b, j)?);
    let found = near(&a, &b);
    let point = a[0] + (a[1] - a[0]) * found.shares.0;
    Some((found, point))
}

/// The secant row of a pair of edges between two placements.
pub(super) fn row(
    start: Placed,
    end: Placed,
    (i, j): (usize, usize),
    reach: f64,
    kappa: (f64, f64),
) -> Option<Row> {
    let [tail, head] = start.a.shape.edges.get(i)?.vertices;
    let fixed = [start.a.shape.vertices[tail], start.a.shape.vertices[head]];
    let (first, last) = (ends(start.b, j)?, ends(end.b, j)?);
    let (y0, y1) = (first.map(|p| start.a.to_body(&p)), last.map(|p| end.a.to_body(&p)));
    let (gap, g) = secant(&fixed, reach, &y0, &y1);
    let mut row = Row {
        gap,
        jacobian_a: stack(&Vec3::zeros(), &Vec3::zeros()),
        jacobian_b: stack(&Vec3::zeros(), &Vec3::zeros()),
    };
    for k in 0..2 {
        let n = (start.a.turned(&g[k]) + end.a.turned(&g[k])) / 2.0;
        let from = |p0: &WorldPart, p1: &WorldPart| (first[k] - p0.centre + last[k] - p1.centre) / 2.0;
        let (u, r) = (from(start.a, end.a), from(start.b, end.b));
        row.jacobian_a += stack(&-n, &(u.cross(&n) * -kappa.0));
        row.jacobian_b += stack(&n, &(r.cross(&n) * kappa.1));
    }
    Some(row)
}

/// The gradient of the distance with respect to both ends of the second edge.
fn gradient(near: &Near) -> Ends {
    [near.normal * (1.0 - near.shares.1), near.normal * near.shares.1]
}

fn moved(from: &Ends, way: &Ends, share: f64) -> Ends {
    [from[0] + way[0] * share, from[1] + way[1] * share]
}

fn product(x: &Ends, y: &Ends) -> f64 {
    x[0].dot(&y[0]) + x[1].dot(&y[1])
}

/// Gap at the start (m) and the discrete gradient of the distance over the way from y0 to y1; where that goes in, with the tangent plane there.
fn secant(fixed: &Ends, reach: f64, y0: &Ends, y1: &Ends) -> (f64, Ends) {
    let (start, way) = (near(fixed, y0), [y1[0] - y0[0], y1[1] - y0[1]]);
    let gap = start.distance - reach;
    let g = match dips(fixed, reach, start.distance, y0, &way) {
        None => quotient(fixed, start.distance, y0, &way),
        Some(share) => {
            let there = gradient(&near(fixed, &moved(y0, &way, share)));
            let until = quotient(fixed, start.distance, y0, &way.map(|w| w * share));
            [0, 1].map(|k| until[k] * share + there[k] * (1.0 - share))
        }
    };
    (gap, g)
}

/// The share of the way at which the edges first come nearer than [`DIPPED`]: the distance falls no faster than the faster end goes.
fn dips(fixed: &Ends, reach: f64, start: f64, y0: &Ends, way: &Ends) -> Option<f64> {
    let (length, limit) = (way[0].norm().max(way[1].norm()), DIPPED * reach);
    if start <= limit {
        return Some(0.0);
    }
    if start - length > limit {
        return None;
    }
    let (mut share, mut height) = (0.0, start);
    for _ in 0..MOST_LOOKS {
        if height - limit <= NEARLY * reach {
            return Some(share);
        }
        share += (height - limit) / length;
        if share >= 1.0 {
            return None;
        }
        height = near(fixed, &moved(y0, way, share)).distance;
    }
    Some(share)
}

/// The same along a way that does not go in: the gradient at the middle, with what it is off by along the way.
fn quotient(fixed: &Ends, start: f64, y0: &Ends, way: &Ends) -> Ends {
    let end = near(fixed, &moved(y0, way, 1.0)).distance;
    let middle = gradient(&near(fixed, &moved(y0, way, 0.5)));
    let length2 = product(way, way);
    if !(length2.sqrt() > SHORT * (start + end)) {
        return middle;
    }
    let off = (end - start - product(&middle, way)) / length2;
    [0, 1].map(|k| middle[k] + way[k] * off)
}

/// Whether the way of a pair of edges goes in, for tests.
#[cfg(test)]
pub(super) fn goes_in(start: Placed, end: Placed, (i, j): (usize, usize), reach: f64) -> bool {
    let [tail, head] = start.a.shape.edges[i].vertices;
    let fixed = [start.a.shape.vertices[tail], start.a.shape.vertices[head]];
    let (Some(first), Some(last)) = (ends(start.b, j), ends(end.b, j)) else { return true };
    let (y0, y1) = (first.map(|p| start.a.to_body(&p)), last.map(|p| end.a.to_body(&p)));
    let way = [y1[0] - y0[0], y1[1] - y0[1]];
    dips(&fixed, reach, near(&fixed, &y0).distance, &y0, &way).is_some()
}
