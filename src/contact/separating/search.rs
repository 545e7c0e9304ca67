//! Searching the separating features of a pair.

use super::{facing_points, lowest};
use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Vec3};

/// A direction may leave the normal cone of an edge by this angle (sine) and still count as supporting there: flush
/// faces are parallel to rounding only.
const SUPPORT_SLACK: f64 = 1e-7;

/// The facing points of two edges may lie this far outside them, besides the separation itself, as a fraction of the
/// smaller extent. Points far outside the edges give lever arms with nothing at their end.
const OVERSHOOT: f64 = 1e-4;

/// A feature with its separation (m).
pub type Found = (SeparatingFeature, f64);

/// The feature with the largest separation. Edge pairs are looked at only where no facet separates by more than
/// `enough` (m): a facet that does is as good a certificate. Those that do not face each other are only taken where nothing
/// else separates.
pub fn widest(a: &WorldPart, b: &WorldPart, enough: f64) -> Found {
    let mut best = widest_facet(a, b);
    if best.1 <= enough && a.shape.dimension == Dimension::Three {
        let mut take = |found: Vec<Found>| {
            for (feature, separation) in found {
                if separation > best.1 {
                    best = (feature, separation);
                }
            }
            best.1
        };
        let (of_a, of_b) = (all_edges(a), all_edges(b));
        if take(edge_pairs(a, b, &of_a, &of_b, f64::NEG_INFINITY, true)) < 0.0 {
            take(edge_pairs(a, b, &of_a, &of_b, 0.0, false));
        }
    }
    best
}

/// As [`widest`], and where that separates by less than `enough` (m) also edges that do not face each other and separate by
/// more: the planes of thin parts can pass a hair beside each other far from both.
pub fn widest_of_all(a: &WorldPart, b: &WorldPart, enough: f64) -> Found {
    let mut best = widest(a, b, enough);
    if best.1 < enough && a.shape.dimension == Dimension::Three {
        for found in edge_pairs(a, b, &all_edges(a), &all_edges(b), enough, false) {
            if found.1 > best.1 {
                best = found;
            }
        }
    }
    best
}

fn all_edges(part: &WorldPart) -> Vec<usize> {
    (0..part.shape.edges.len()).collect()
}

/// The facet with the largest separation; among equals the first.
pub fn widest_facet(a: &WorldPart, b: &WorldPart) -> Found {
    let mut best = (SeparatingFeature::FacetOfA(0), f64::NEG_INFINITY);
    for feature in facets(a, b) {
        let separation = feature.separation(a, b);
        if separation > best.1 {
            best = (feature, separation);
        }
    }
    best
}

/// All facets of both parts.
pub fn facets(a: &WorldPart, b: &WorldPart) -> impl Iterator<Item = SeparatingFeature> + use<> {
    let of_a = (0..a.normals.len()).map(SeparatingFeature::FacetOfA);
    of_a.chain((0..b.normals.len()).map(SeparatingFeature::FacetOfB))
}

/// Whether some feature separates by at least `least`; the first one found, facets before edges.
pub fn any_open(a: &WorldPart, b: &WorldPart, least: f64) -> Option<Found> {
    let found = widest(a, b, least);
    (found.1 >= least).then_some(found)
}

/// All features that separate by at least `least` (m); edge pairs that do not face each other only where nothing else does.
pub fn all_open(a: &WorldPart, b: &WorldPart, least: f64) -> Vec<SeparatingFeature> {
    let mut found: Vec<_> = facets(a, b).filter(|f| f.separation(a, b) >= least).collect();
    if a.shape.dimension == Dimension::Three {
        let (of_a, of_b) = (all_edges(a), all_edges(b));
        let mut take = |facing| {
            found.extend(edge_pairs(a, b, &of_a, &of_b, least, facing).into_iter().map(|(f, _)| f));
            found.is_empty()
        };
        if take(true) {
            take(false);
        }
    }
    found
}

/// All features that separate by at least `least` (m) near the plane that touches both parts in the direction `n` of
/// the current feature: all facets, and the edges that have an end within `band` (m) of that plane.
pub fn open_near(a: &WorldPart, b: &WorldPart, n: &Vec3, least: f64, band: f64) -> Vec<Found> {
    let mut found = Vec::new();
    // One vertex of each part near the plane bounds every separation from above: most facets end there.
    let touching = |part: &WorldPart, n: &Vec3| {
        let low = lowest(part, n);
        part.vertices.iter().position(|v| n.dot(v) <= low).map_or(part.vertices[0], |k| part.vertices[k])
    };
    let (point_a, point_b) = (touching(a, &-n), touching(b, n));
    for feature in facets(a, b) {
        let bound = match feature {
            SeparatingFeature::FacetOfA(f) => a.height(f, &point_b),
            SeparatingFeature::FacetOfB(f) => b.height(f, &point_a),
            SeparatingFeature::Edges { .. } => f64::INFINITY,
        };
        if bound >= least {
            let separation = feature.separation(a, b);
            if separation >= least {
                found.push((feature, separation));
            }
        }
    }
    if a.shape.dimension == Dimension::Three {
        let near = |part: &WorldPart, n: &Vec3| -> Vec<usize> {
            let limit = lowest(part, n) + band;
            (0..part.shape.edges.len())
                .filter(|&e| {
                    let (p, q) = part.edge(e);
                    n.dot(&p).min(n.dot(&q)) <= limit
                })
                .collect()
        };
        found.extend(edge_pairs(a, b, &near(a, &-n), &near(b, n), least, true));
    }
    found
}

/// Pairs of the given edges that support both parts, with separation at least `least`; only those that face each other, if
/// `facing`.
fn edge_pairs(
    a: &WorldPart,
    b: &WorldPart,
    of_a: &[usize],
    of_b: &[usize],
    least: f64,
    facing: bool,
) -> Vec<Found> {
    let edges_a: Vec<Side> = of_a.iter().map(|&e| Side::new(a, e)).collect();
    let edges_b: Vec<Side> = of_b.iter().map(|&e| Side::new(b, e)).collect();
    let extent = extent(a).min(extent(b));
    let mut found = Vec::new();
    for ea in &edges_a {
        for eb in &edges_b {
            if ea.misses(eb) || eb.misses(ea) {
                continue;
            }
            let cross = ea.along.cross(&eb.along);
            let sine = cross.norm();
            if !(sine > super::PARALLEL_SINE) {
                continue;
            }
            let mut n = cross / sine;
            let flipped = if ea.supports(&n) && eb.supports(&-n) {
                false
            } else {
                n = -n;
                if !(ea.supports(&n) && eb.supports(&-n)) {
                    continue;
                }
                true
            };
            let r = eb.tail - ea.tail;
            let separation = n.dot(&r);
            if separation < least {
                continue;
            }
            let slack = separation.abs() + OVERSHOOT * extent;
            let within = |x: f64, length: f64| x >= -slack && x <= length + slack;
            let face = |(s, t): (f64, f64)| within(s, ea.length) && within(t, eb.length);
            if facing && !facing_points(&ea.along, &eb.along, &n, &r).is_some_and(face) {
                continue;
            }
            let feature = SeparatingFeature::Edges { a: ea.edge, b: eb.edge, flipped };
            // The support test has slack; the certificate has none.
            let separation = feature.separation(a, b);
            if separation >= least {
                found.push((feature, separation));
            }
        }
    }
    found
}

/// One edge with what the support test needs.
struct Side {
    edge: usize,
    tail: Vec3,
    /// Unit direction.
    along: Vec3,
    length: f64,
    /// Unit directions from the edge into its two facets.
    into: [Vec3; 2],
    /// Normals of the two facets.
    normals: [Vec3; 2],
}

impl Side {
    fn new(part: &WorldPart, edge: usize) -> Self {
        let (tail, head) = part.edge(edge);
        let length = (head - tail).norm();
        let along = (head - tail) / length;
        let [left, right] = part.shape.edges[edge].facets;
        let into = [part.normals[left].cross(&along), -part.normals[right].cross(&along)];
        Self { edge, tail, along, length, into, normals: [part.normals[left], part.normals[right]] }
    }

    /// Whether the arc between the other edge's facet normals stays on one side of the great circle normal to this
    /// edge: then no common normal of the two supports both parts. Quicker than building it.
    fn misses(&self, other: &Self) -> bool {
        let sides = other.normals.map(|n| n.dot(&self.along));
        sides.iter().all(|s| *s > SUPPORT_SLACK) || sides.iter().all(|s| *s < -SUPPORT_SLACK)
    }

    /// Whether no point of the part lies farther along n̂ than the edge, n̂ being normal to the edge.
    fn supports(&self, n: &Vec3) -> bool {
        self.into.iter().all(|t| n.dot(t) <= SUPPORT_SLACK)
    }
}

fn extent(part: &WorldPart) -> f64 {
    (part.high - part.low).max()
}
