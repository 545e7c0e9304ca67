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
//! a point the row of that point is all; in the plane the rows of the vertices are. In space two cores that both have edges have rows for pairs
//! of edges besides ([`swept_edges`]). Cores that overlap without a vertex in the other have the row of the least way out.
//!
//! The secant of such a row is a discrete gradient of d in the axes of the core (Gonzalez 1996): a vector g, fixed in the body, with
//! g·(y⁺ − y) = d(y⁺) − d(y). The row is that of a facet with the normal g, and keeps what those keep. Two points have theirs in world axes,
//! g = (c + c⁺)/(‖c‖ + ‖c⁺‖) with c from one to the other, so that the force acts along the mean line of the centres.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::row::{Placed, Row};
use crate::contact::separating::{lowest, search, swept_edges};
use crate::contact::types::Feature;
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Dimension, Vec3, stack};
use smallvec::SmallVec;

/// A straight way that comes nearer than this part of ρ to the core has gone in: the secant is drawn along the tangent plane there, so that
/// no way leads through.
pub(super) const DIPPED: f64 = 0.5;

/// Where a way comes this near to that, it is taken to be there (parts of ρ).
pub(super) const NEARLY: f64 = 1e-3;

/// Edges that are farther from each other than the nearest vertex and what is rounded by this part of the smaller extent need not be told of.
const NEARBY: f64 = 0.1;

/// Looks along a way at most.
pub(super) const MOST_LOOKS: usize = 1000;

/// Ways shorter than this part of the distance have the gradient at their middle: what it is off by is below rounding.
pub(super) const SHORT: f64 = 1e-5;

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
pub(super) fn foot(core: &Polytope, y: &Vec3) -> Foot {
    match core.vertices.as_slice() {
        [centre] => return off_point(&(y - centre), 0, &Vec3::y()),
        [tail, head] => return off_segment(core, tail, head, y),
        _ => {}
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

/// The foot of a point on a segment.
fn off_segment(core: &Polytope, tail: &Vec3, head: &Vec3, y: &Vec3) -> Foot {
    let (w, along) = (y - tail, head - tail);
    let t = w.dot(&along) / along.norm_squared();
    let beside = Vec3::new(-along.y, along.x, 0.0).try_normalize(0.0).unwrap_or_else(Vec3::x);
    if t <= 0.0 {
        return off_point(&w, 0, &beside);
    }
    if t >= 1.0 {
        return off_point(&(y - head), 1, &beside);
    }
    let off = off_point(&(w - along * t), 0, &beside);
    // In the plane the sides of a segment are facets.
    let side = |f: &usize| core.facets[*f].normal.dot(&off.normal) > 0.0;
    let facet = (0..core.facets.len()).find(side);
    Foot { nearest: facet.map_or(Feature::Edge(0), Feature::Facet), ..off }
}

/// Distance of a point from a core (m), negative inside, and the direction in which it leaves the core, in the axes of the core.
pub fn off_core(core: &Polytope, point: &Vec3) -> (f64, Vec3) {
    let foot = foot(core, point);
    (foot.distance, foot.normal)
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

/// Gives `take` the rows that may bear, ascending, with their true gaps (m): those of vertices, those of edges that are nearest or nearly so, and
/// those of edges among `known`.
pub fn each_gap(at: Placed, known: impl Iterator<Item = RowKey>, take: &mut impl FnMut(RowKey, f64)) {
    let (a, b, reach) = (at.a, at.b, reach(at.a, at.b));
    let mut rows: SmallVec<[(RowKey, f64); 32]> = SmallVec::new();
    let (mut least, mut direction) = (f64::INFINITY, Vec3::y());
    for key in keys(a, b) {
        let Some(asked) = Asked::new(at, key) else { continue };
        let foot = asked.foot();
        if !(foot.distance >= least) {
            (least, direction) = (foot.distance, foot.normal * asked.sign);
        }
        rows.push((key, foot.distance - reach));
    }
    if a.vertices.len() > 1 && b.vertices.len() > 1 {
        let vertices = rows.len();
        let within = least.max(0.0) + reach + NEARBY * search::extent(a).min(search::extent(b));
        swept_edges::facing(a, b, within, &mut |(i, j), distance, n| {
            if !(distance >= least) {
                (least, direction) = (distance, n);
            }
            rows.push((RowKey::between(i, j), distance - reach));
        });
        for key in known.filter(|key| matches!(key, RowKey::Between(..))) {
            if let Err(slot) = rows[vertices..].binary_search_by_key(&key, |row| row.0)
                && let Some(gap) = gap_between(at, key)
            {
                rows.insert(vertices + slot, (key, gap));
            }
        }
        if !(least < 0.0)
            && !parts(a, b, &direction)
            && let Some((key, separation, _)) = way_out(a, b).filter(|(_, s, _)| *s < 0.0)
        {
            match rows.binary_search_by_key(&key, |row| row.0) {
                Ok(slot) => rows[slot].1 = separation - reach,
                Err(slot) => rows.insert(slot, (key, separation - reach)),
            }
        }
    }
    rows.into_iter().for_each(|(key, gap)| take(key, gap));
}

/// Gap of two edges (m).
fn gap_between(at: Placed, key: RowKey) -> Option<f64> {
    Some(swept_edges::near_at(at, key.edges()?)?.0.distance - reach(at.a, at.b))
}

/// Whether some plane normal to a direction has one core on either side.
fn parts(a: &WorldPart, b: &WorldPart, n: &Vec3) -> bool {
    lowest(b, n) + lowest(a, &-n) > 0.0
}

/// What comes nearest to separating two cores with corners: the row that tells of it, the separation (m) and its direction from A to B.
fn way_out(a: &WorldPart, b: &WorldPart) -> Option<(RowKey, f64, Vec3)> {
    let (feature, separation) = search::widest_facet(a, b);
    let of_facet = match feature {
        SeparatingFeature::FacetOfA(f) if f < a.shape.facets.len() => {
            let n = a.normal(f);
            Some((RowKey::OfB(b.lowest_vertex(&n)), separation, n))
        }
        SeparatingFeature::FacetOfB(f) if f < b.shape.facets.len() => {
            let n = b.normal(f);
            Some((RowKey::OfA(a.lowest_vertex(&n)), separation, -n))
        }
        _ => None,
    };
    let edges = swept_edges::widest(a, b).map(|((i, j), s, n)| (RowKey::between(i, j), s, n));
    match (of_facet, edges) {
        (Some(facet), Some(edges)) => Some(if edges.1 > facet.1 { edges } else { facet }),
        (facet, edges) => facet.or(edges),
    }
}

/// Separation of a pair (m) and its direction from A to B: that of the nearest points, or, where cores overlap, that which parts them.
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
        swept_edges::facing(a, b, least.max(0.0), &mut |_, distance, n| {
            if distance < least {
                (least, direction) = (distance, n);
            }
        });
        // Where the cores overlap, points on their surfaces may be far from each other.
        if !parts(a, b, &direction)
            && let Some((_, separation, n)) = way_out(a, b)
            && !(separation >= 0.0)
        {
            (least, direction) = (separation, n);
        }
    }
    (least - reach(a, b), direction)
}

/// The secant row between two placements.
pub fn row(start: Placed, end: Placed, key: RowKey, kappa: (f64, f64)) -> Option<Row> {
    if let Some((i, j)) = key.edges() {
        return swept_edges::row(start, end, (i, j), reach(start.a, start.b), kappa);
    }
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

/// For the record: the vertices, edges or facet between which a row stands, and the point on the surface of the vertex' body, of two edges on that of
/// A, midway through the step, where `n` is from A to B.
pub fn told(start: Placed, end: Placed, key: RowKey, n: &Vec3) -> Option<((Feature, Feature), Vec3)> {
    if let Some((i, j)) = key.edges() {
        let (first, last) = (swept_edges::near_at(start, (i, j))?.1, swept_edges::near_at(end, (i, j))?.1);
        let point = (first + last) / 2.0 + n * start.a.shape.rounding;
        return Some(((Feature::Edge(i), Feature::Edge(j)), point));
    }
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
