//! Curved bodies: cores that are swept by balls, in the plane by discs.
//!
//! Two of them are apart where their cores P and Q are at least ρ = ρ_a + ρ_b apart. The distance d(y) of a point y from a convex core, negative
//! inside of it, is a convex function with a gradient of length one, and outside of the core a continuous one. Whoever's point it is, it
//! moves in the axes of the core's body; so there is one row for each vertex of a core against the other core, all of them asked at once:
//!
//! ```text
//!   d_P(y_j) >= ρ  for the vertices y_j of Q,      d_Q(x_i) >= ρ  for the vertices x_i of P
//! ```
//!
//! Nothing is chosen: the nearest face, edge or vertex changes as bodies roll, and the gap and its gradient go on without a jump. Where a core is
//! a point the row of that point is all; in the plane the rows of the vertices are. (In space two cores that both have edges need rows for pairs
//! of edges besides.)
//!
//! The secant of such a row is a discrete gradient of d in the axes of the core (Gonzalez 1996): a vector g, fixed in the body, with
//! g·(y⁺ − y) = d(y⁺) − d(y). The row is that of a facet with the normal g, and keeps what those keep. Two points have theirs in world axes,
//! g = (c + c⁺)/(‖c‖ + ‖c⁺‖) with c from one to the other, so that the force acts along the mean line of the centres.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::{Placed, Row};
use crate::contact::separating::search;
use crate::contact::types::Feature;
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::RowKey;
use crate::math::{Dimension, Vec3, stack};

/// A straight way that comes nearer than this part of ρ to the core has gone in: the secant is drawn along the tangent plane there, so that
/// no way leads through.
const DIPPED: f64 = 0.5;

/// Where a way comes this near to that, it is taken to be there (parts of ρ).
const NEARLY: f64 = 1e-3;

/// Looks along a way at most.
const MOST_LOOKS: usize = 1000;

/// Ways shorter than this part of the distance have the gradient at their middle: what it is off by is below rounding.
const SHORT: f64 = 1e-5;

/// Whether a pair is one of these.
pub fn is_swept(a: &WorldPart, b: &WorldPart) -> bool {
    a.shape.rounding > 0.0 || b.shape.rounding > 0.0
}

/// How far apart the cores have to be (m).
fn reach(a: &WorldPart, b: &WorldPart) -> f64 {
    a.shape.rounding + b.shape.rounding
}

/// The rows of a pair: the vertices that are asked.
pub fn keys(a: &WorldPart, b: &WorldPart) -> impl Iterator<Item = RowKey> + use<> {
    let (points_a, points_b) = (a.vertices.len(), b.vertices.len());
    let (of_a, of_b) = match (points_a, points_b) {
        (_, 1) => (0, 1),
        (1, _) => (1, 0),
        all => all,
    };
    (0..of_a).map(RowKey::OfA).chain((0..of_b).map(RowKey::OfB))
}

/// What of a core is nearest to a point, in the axes of the core.
pub(super) struct Foot {
    /// Distance from the core, negative inside (m).
    pub distance: f64,
    /// Its gradient.
    pub normal: Vec3,
    pub nearest: Feature,
}

/// The foot of a point on a core.
fn foot(core: &Polytope, y: &Vec3) -> Foot {
    if core.facets.is_empty() {
        return off_point(&(y - core.vertices[0]), 0, &Vec3::y());
    }
    let height = |f: usize| core.facets[f].normal.dot(&(y - core.vertices[core.facets[f].vertices[0]]));
    let (mut top, mut highest) = (0, f64::NEG_INFINITY);
    let mut nearest: Option<Foot> = None;
    for f in 0..core.facets.len() {
        let h = height(f);
        if h > highest {
            (top, highest) = (f, h);
        }
        if !(h > 0.0) {
            continue;
        }
        let facet = &core.facets[f];
        let ends = facet.vertices.iter().zip(facet.vertices.iter().cycle().skip(1));
        let mut over = true;
        for (&i, &j) in ends.take(if core.dimension == Dimension::Two { 1 } else { usize::MAX }) {
            let (tail, along) = (core.vertices[i], core.vertices[j] - core.vertices[i]);
            let (w, length2) = (y - tail, along.norm_squared());
            let t = w.dot(&along) / length2;
            let beside = match core.dimension {
                Dimension::Two => !(0.0..=1.0).contains(&t),
                Dimension::Three => facet.normal.cross(&along).dot(&w) < 0.0,
            };
            if !beside {
                continue;
            }
            over = false;
            let foot = if t <= 0.0 {
                off_point(&w, i, &facet.normal)
            } else if t >= 1.0 {
                off_point(&(y - core.vertices[j]), j, &facet.normal)
            } else {
                let edge = core.vertex_edges[i].iter().find(|e| core.edges[**e].vertices.contains(&j));
                let off = off_point(&(w - along * t), i, &facet.normal);
                Foot { nearest: edge.map_or(off.nearest, |e| Feature::Edge(*e)), ..off }
            };
            if nearest.as_ref().is_none_or(|n| foot.distance < n.distance) {
                nearest = Some(foot);
            }
        }
        if over {
            return Foot { distance: h, normal: facet.normal, nearest: Feature::Facet(f) };
        }
    }
    let inside = Foot { distance: highest, normal: core.facets[top].normal, nearest: Feature::Facet(top) };
    nearest.unwrap_or(inside)
}

/// The foot of a point that is off by `w` from the nearest one of the core, which is, or has as an end, a vertex.
fn off_point(w: &Vec3, vertex: usize, otherwise: &Vec3) -> Foot {
    let distance = w.norm();
    let normal = if distance > 0.0 { w / distance } else { *otherwise };
    Foot { distance, normal, nearest: Feature::Vertex(vertex) }
}

/// A row at one placement: who the core is, whose point it is, and where that is.
struct Asked<'p, 'm> {
    core: &'p WorldPart<'m>,
    point: Vec3,
    /// From A to B the gradient has this sign.
    sign: f64,
}

impl<'p, 'm> Asked<'p, 'm> {
    fn new(at: Placed<'p, 'm>, key: RowKey) -> Option<Self> {
        match key {
            RowKey::OfA(v) => Some(Self { core: at.b, point: *at.a.vertices.get(v)?, sign: -1.0 }),
            RowKey::OfB(v) => Some(Self { core: at.a, point: *at.b.vertices.get(v)?, sign: 1.0 }),
            _ => None,
        }
    }

    fn foot(&self) -> Foot {
        if self.core.vertices.len() == 1 {
            // The axes of the core have no say.
            return off_point(&(self.point - self.core.vertices[0]), 0, &Vec3::y());
        }
        let foot = foot(self.core.shape, &self.core.to_body(&self.point));
        Foot { normal: self.core.turned(&foot.normal), ..foot }
    }
}

/// Gives `take` every row with its true gap (m).
pub fn each_gap(at: Placed, take: &mut impl FnMut(RowKey, f64)) {
    let reach = reach(at.a, at.b);
    for key in keys(at.a, at.b) {
        if let Some(asked) = Asked::new(at, key) {
            take(key, asked.foot().distance - reach);
        }
    }
}

/// Separation of a pair (m) and its direction from A to B: that of the nearest vertex, or, where cores overlap, that which parts them.
pub fn nearest(a: &WorldPart, b: &WorldPart) -> (f64, Vec3) {
    let (mut least, mut direction) = (f64::INFINITY, Vec3::y());
    for key in keys(a, b) {
        let Some(asked) = Asked::new(Placed { a, b }, key) else { continue };
        let foot = asked.foot();
        // Written so that a NaN is kept.
        if !(foot.distance >= least) {
            (least, direction) = (foot.distance, foot.normal * asked.sign);
        }
    }
    if a.vertices.len() > 1 && b.vertices.len() > 1 {
        let (feature, separation) = search::widest_facet(a, b);
        if separation < least.min(0.0)
            && let Some(n) = feature.direction(a, b)
        {
            (least, direction) = (separation, n);
        }
    }
    (least - reach(a, b), direction)
}

/// The secant row between two placements.
pub fn row(start: Placed, end: Placed, key: RowKey, kappa: (f64, f64)) -> Option<Row> {
    let (first, last) = (Asked::new(start, key)?, Asked::new(end, key)?);
    let (of_a, reach) = (matches!(key, RowKey::OfA(_)), reach(start.a, start.b));
    let (owner0, owner1) = if of_a { (start.a, end.a) } else { (start.b, end.b) };
    let (core0, core1) = (first.core, last.core);
    let kappa = if of_a { (kappa.1, kappa.0) } else { kappa };
    let of_body = |from: &WorldPart, point: &Vec3| point - from.centre;
    let r = (of_body(owner0, &first.point) + of_body(owner1, &last.point)) / 2.0;
    let points = core0.vertices.len() == 1;
    let (gap, n, u) = if points {
        let (c0, c1) = (first.point - core0.vertices[0], last.point - core1.vertices[0]);
        let (gap, g) = secant(&|c| off_point(c, 0, &Vec3::y()), reach, &c0, &c1);
        // The force goes through the points; on the core's body it acts at its own.
        let own = (of_body(core0, &core0.vertices[0]) + of_body(core1, &core1.vertices[0])) / 2.0;
        (gap, g, own)
    } else {
        let (y0, y1) = (core0.to_body(&first.point), core1.to_body(&last.point));
        let (gap, g) = secant(&|y| foot(core0.shape, y), reach, &y0, &y1);
        let u = (of_body(core0, &first.point) + of_body(core1, &last.point)) / 2.0;
        (gap, (core0.turned(&g) + core1.turned(&g)) / 2.0, u)
    };
    let of_core = stack(&-n, &(u.cross(&n) * -kappa.0));
    let of_point = stack(&n, &(r.cross(&n) * kappa.1));
    let (jacobian_a, jacobian_b) = if of_a { (of_point, of_core) } else { (of_core, of_point) };
    Some(Row { gap, jacobian_a, jacobian_b })
}

/// Gap at the start (m), and the vector g with g·(y1 − y0) = d(y1) − d(y0). Where the way from y0 to y1 goes in, d is taken beyond that point
/// by its tangent plane there, below which d is nowhere.
pub(super) fn secant(foot: &dyn Fn(&Vec3) -> Foot, reach: f64, y0: &Vec3, y1: &Vec3) -> (f64, Vec3) {
    let (start, way) = (foot(y0), y1 - y0);
    let gap = start.distance - reach;
    match dips(foot, reach, &start, y0, &way) {
        None => (gap, quotient(foot, &start, y0, &way)),
        Some(share) => {
            let there = foot(&(y0 + way * share));
            (gap, quotient(foot, &start, y0, &(way * share)) * share + there.normal * (1.0 - share))
        }
    }
}

/// The share of the way at which it first comes nearer than [`DIPPED`]. The distance is convex along it, and falls no faster than one goes.
fn dips(foot: &dyn Fn(&Vec3) -> Foot, reach: f64, start: &Foot, y0: &Vec3, way: &Vec3) -> Option<f64> {
    let (length, limit) = (way.norm(), DIPPED * reach);
    if start.distance <= limit {
        return Some(0.0);
    }
    if start.distance - length > limit || start.normal.dot(way) >= 0.0 {
        return None;
    }
    let mut share = 0.0;
    let mut height = start.distance;
    for _ in 0..MOST_LOOKS {
        if height - limit <= NEARLY * reach {
            return Some(share);
        }
        share += (height - limit) / length;
        if share >= 1.0 {
            return None;
        }
        let now = foot(&(y0 + way * share));
        if now.normal.dot(way) >= 0.0 && now.distance > limit {
            return None;
        }
        height = now.distance;
    }
    Some(share)
}

/// The same along a way that does not go in. In the reach of one face, edge or vertex it is the quotient of the squares; else the gradient at
/// the middle, with what it is off by along the way.
fn quotient(foot: &dyn Fn(&Vec3) -> Foot, start: &Foot, y0: &Vec3, way: &Vec3) -> Vec3 {
    let end = foot(&(y0 + way));
    let sum = start.distance + end.distance;
    if start.nearest == end.nearest && start.distance > 0.0 && end.distance > 0.0 {
        return (start.normal * start.distance + end.normal * end.distance) / sum;
    }
    let middle = foot(&(y0 + way * 0.5)).normal;
    let length = way.norm();
    if !(length > SHORT * sum.abs()) {
        return middle;
    }
    middle + way * ((end.distance - start.distance - middle.dot(way)) / (length * length))
}

/// For the record: the vertices or the facet between which a row stands, and the point on the surface of the vertex' body, midway through the step,
/// where `n` is from A to B.
pub fn told(start: Placed, end: Placed, key: RowKey, n: &Vec3) -> Option<((Feature, Feature), Vec3)> {
    let (first, last) = (Asked::new(start, key)?, Asked::new(end, key)?);
    let point = (first.point + last.point) / 2.0;
    // The record takes a vertex against an edge for a couple.
    let of_core = match first.foot().nearest {
        Feature::Edge(e) => Feature::Vertex(first.core.shape.edges[e].vertices[0]),
        other => other,
    };
    match key {
        RowKey::OfA(v) => Some(((Feature::Vertex(v), of_core), point + n * start.a.shape.rounding)),
        RowKey::OfB(v) => Some(((of_core, Feature::Vertex(v)), point - n * start.b.shape.rounding)),
        _ => None,
    }
}

#[cfg(test)]
#[path = "swept_tests.rs"]
mod tests;
