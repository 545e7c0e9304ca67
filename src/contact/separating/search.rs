//! Searching the separating features of a pair.

use super::smooth::is_smooth;
use super::swept::is_swept;
use super::{facet_point, facing_points, lowest};
use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Vec3};

/// A direction may leave the normal cone of an edge by this angle (sine) and still count as supporting there: flush
/// faces are parallel to rounding only.
const SUPPORT_SLACK: f64 = 1e-7;

/// The facing points of two edges may lie this far outside them, besides the separation itself, as a fraction of the
/// smaller extent. Points far outside the edges give lever arms with nothing at their end.
const OVERSHOOT: f64 = 1e-4;

/// Curved surfaces are taken where they separate by this more than any facet (m).
pub(super) const WIDER: f64 = 1e-11;

/// A feature with its separation (m).
pub type Found = (SeparatingFeature, f64);

/// The feature with the largest separation. Edge pairs are looked at only where no facet separates by more than
/// `enough` (m): a facet that does is as good a certificate. Those that do not face each other are only taken where nothing
/// else separates.
pub fn widest(a: &WorldPart, b: &WorldPart, enough: f64) -> Found {
    widest_with(a, b, enough, false)
}

/// As [`widest`], and where that separates by less than `enough` (m) also edges that do not face each other and separate by
/// more: the planes of thin parts can pass a hair beside each other far from both.
pub fn widest_of_all(a: &WorldPart, b: &WorldPart, enough: f64) -> Found {
    widest_with(a, b, enough, true)
}

fn widest_with(a: &WorldPart, b: &WorldPart, enough: f64, of_all: bool) -> Found {
    if is_swept(a, b) {
        return surfaces(a, b);
    }
    let mut best = widest_facet(a, b);
    if is_smooth(a, b) {
        // Where a facet separates as widely, the facet.
        return Some(surfaces(a, b)).filter(|s| best.1 <= enough && s.1 > best.1 + WIDER).unwrap_or(best);
    }
    if best.1 <= enough && a.shape.dimension == Dimension::Three {
        let edges = EdgePairs::all(a, b);
        edges.widen(&mut best, f64::NEG_INFINITY, true);
        if best.1 < 0.0 {
            edges.widen(&mut best, 0.0, false);
        }
        if of_all && best.1 < enough {
            edges.widen(&mut best, enough, false);
        }
    }
    best
}

/// What there is of curved bodies.
fn surfaces(a: &WorldPart, b: &WorldPart) -> Found {
    (SeparatingFeature::Surfaces, SeparatingFeature::Surfaces.separation(a, b))
}

/// The facet with the largest separation; among equals the first. Of curved bodies those of the cores.
pub fn widest_facet(a: &WorldPart, b: &WorldPart) -> Found {
    let mut best = (SeparatingFeature::FacetOfA(0), f64::NEG_INFINITY);
    let mut look = |facets: &WorldPart, other: &WorldPart, named: fn(usize) -> SeparatingFeature| {
        for f in facets.planes() {
            let n = facets.normal(f);
            let level = n.dot(&facet_point(facets, f));
            if other.shape.smooth().is_some() {
                let separation = lowest(other, &n) - level;
                if separation > best.1 {
                    best = (named(f), separation);
                }
                continue;
            }
            // Done with a facet at the first vertex that is too low.
            let mut low = f64::INFINITY;
            for v in &other.vertices {
                low = low.min(n.dot(v));
                if !(low - level > best.1) {
                    break;
                }
            }
            if low - level > best.1 {
                best = (named(f), low - level);
            }
        }
    };
    look(a, b, SeparatingFeature::FacetOfA);
    look(b, a, SeparatingFeature::FacetOfB);
    best
}

/// All facets of both parts, of smooth solids their flat ends; none where one is swept.
pub fn facets<'p>(a: &'p WorldPart, b: &'p WorldPart) -> impl Iterator<Item = SeparatingFeature> + use<'p> {
    let some = !is_swept(a, b);
    let (of_a, of_b) = (a.planes().filter(move |_| some), b.planes().filter(move |_| some));
    of_a.map(SeparatingFeature::FacetOfA).chain(of_b.map(SeparatingFeature::FacetOfB))
}

/// Whether some feature separates by at least `least`; the first one found, facets before edges.
pub fn any_open(a: &WorldPart, b: &WorldPart, least: f64) -> Option<Found> {
    let found = widest(a, b, least);
    (found.1 >= least).then_some(found)
}

/// All features that separate by at least `least` (m); edge pairs that do not face each other only where nothing else does.
pub fn all_open(a: &WorldPart, b: &WorldPart, least: f64) -> Vec<SeparatingFeature> {
    if is_swept(a, b) {
        let (feature, separation) = surfaces(a, b);
        return if separation >= least { vec![feature] } else { Vec::new() };
    }
    let mut found: Vec<_> = facets(a, b).filter(|f| f.separation(a, b) >= least).collect();
    if is_smooth(a, b) {
        found.extend(Some(surfaces(a, b)).filter(|s| s.1 >= least).map(|s| s.0));
        return found;
    }
    if a.shape.dimension == Dimension::Three {
        let edges = EdgePairs::all(a, b);
        for facing in [true, false] {
            if facing || found.is_empty() {
                edges.each(least, facing, |(feature, _)| {
                    found.push(feature);
                    least
                });
            }
        }
    }
    found
}

/// All features that separate by at least `least` (m) near the plane that touches both parts in the direction `n` of
/// the current feature: all facets, and the edges that have an end within `band` (m) of that plane.
pub fn open_near(a: &WorldPart, b: &WorldPart, n: &Vec3, least: f64, band: f64) -> Vec<Found> {
    let mut found = Vec::new();
    if is_swept(a, b) {
        found.extend(Some(surfaces(a, b)).filter(|(_, s)| *s >= least));
        return found;
    }
    // One vertex of each part near the plane bounds every separation from above: most facets end there.
    let (point_a, point_b) = (a.lowest_point(&-n), b.lowest_point(n));
    for feature in facets(a, b) {
        let bound = match feature {
            SeparatingFeature::FacetOfA(f) => a.height(f, &point_b),
            SeparatingFeature::FacetOfB(f) => b.height(f, &point_a),
            SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => f64::INFINITY,
        };
        if bound >= least {
            let separation = feature.separation(a, b);
            if separation >= least {
                found.push((feature, separation));
            }
        }
    }
    if is_smooth(a, b) {
        found.extend(Some(surfaces(a, b)).filter(|s| s.1 >= least));
        return found;
    }
    if a.shape.dimension == Dimension::Three {
        let near = |part: &WorldPart, n: &Vec3| {
            let limit = lowest(part, n) + band;
            sides(part, |e| {
                let (p, q) = part.edge(e);
                n.dot(&p).min(n.dot(&q)) <= limit
            })
        };
        let edges = EdgePairs::of(a, b, near(a, &-n), near(b, n));
        edges.each(least, true, |one| {
            found.push(one);
            least
        });
    }
    found
}

/// Pairs of edges of two parts.
struct EdgePairs<'p, 'm> {
    a: &'p WorldPart<'m>,
    b: &'p WorldPart<'m>,
    of_a: Vec<Side>,
    of_b: Vec<Side>,
    /// How far outside the edges their facing points may lie (m).
    overshoot: f64,
}

impl<'p, 'm> EdgePairs<'p, 'm> {
    fn all(a: &'p WorldPart<'m>, b: &'p WorldPart<'m>) -> Self {
        Self::of(a, b, sides(a, |_| true), sides(b, |_| true))
    }

    fn of(a: &'p WorldPart<'m>, b: &'p WorldPart<'m>, of_a: Vec<Side>, of_b: Vec<Side>) -> Self {
        Self { a, b, of_a, of_b, overshoot: OVERSHOOT * extent(a).min(extent(b)) }
    }

    /// Takes the widest of the pairs that separate by more than `best` does, and by at least `least` (m).
    fn widen(&self, best: &mut Found, least: f64, facing: bool) {
        self.each(least.max(best.1), facing, |found| {
            if found.1 > best.1 {
                *best = found;
            }
            best.1.max(least)
        });
    }

    /// Gives `take` the pairs that support both parts, with separation at least `least` (m), which is what `take` returns from then on;
    /// only those that face each other, if `facing`.
    fn each(&self, mut least: f64, facing: bool, mut take: impl FnMut(Found) -> f64) {
        let normals = self.b.normals();
        // The arc between the facet normals of an edge stays on one side of the great circle normal to the other: then no common
        // normal of the two supports both parts. Quicker than building it, and by a bit for each facet of B quicker still.
        let few = normals.len() <= 64;
        for ea in &self.of_a {
            let (mut above, mut below) = (0_u64, 0_u64);
            if few {
                for (f, n) in normals.iter().enumerate() {
                    let s = n.dot(&ea.along);
                    above |= u64::from(s > SUPPORT_SLACK) << f;
                    below |= u64::from(s < -SUPPORT_SLACK) << f;
                }
            }
            for eb in &self.of_b {
                let on_one_side = eb.mask & !above == 0 || eb.mask & !below == 0;
                if few && on_one_side || eb.misses(ea) || !few && ea.misses(eb) {
                    continue;
                }
                let cross = ea.along.cross(&eb.along);
                let sine = cross.norm();
                if !(sine > super::PARALLEL_SINE) {
                    continue;
                }
                let mut n = cross / sine;
                let r = eb.tail - ea.tail;
                if n.dot(&r).abs() < least {
                    continue;
                }
                let flipped = if ea.supports(&n) && eb.supports(&-n) {
                    false
                } else {
                    n = -n;
                    if !(ea.supports(&n) && eb.supports(&-n)) {
                        continue;
                    }
                    true
                };
                let separation = n.dot(&r);
                if separation < least {
                    continue;
                }
                let slack = separation.abs() + self.overshoot;
                let within = |x: f64, length: f64| x >= -slack && x <= length + slack;
                let face = |(s, t): (f64, f64)| within(s, ea.length) && within(t, eb.length);
                if facing && !facing_points(&ea.along, &eb.along, &n, &r).is_some_and(face) {
                    continue;
                }
                let feature = SeparatingFeature::Edges { a: ea.edge, b: eb.edge, flipped };
                // The support test has slack; the certificate has none.
                let separation = feature.separation(self.a, self.b);
                if separation >= least {
                    least = take((feature, separation));
                }
            }
        }
    }
}

/// The edges of a part that are asked for.
fn sides(part: &WorldPart, asked: impl Fn(usize) -> bool) -> Vec<Side> {
    let normals = part.normals();
    (0..part.shape.edges.len()).filter(|&e| asked(e)).map(|e| Side::new(part, normals, e)).collect()
}

/// One edge with what the support test needs.
struct Side {
    edge: usize,
    tail: Vec3,
    /// Unit direction.
    along: Vec3,
    length: f64,
    /// A bit for each of its two facets, where there are no more than 64.
    mask: u64,
    /// Their normals.
    normals: [Vec3; 2],
}

impl Side {
    fn new(part: &WorldPart, normals: &[Vec3], edge: usize) -> Self {
        let (tail, head) = part.edge(edge);
        let between = head - tail;
        let length = between.norm();
        let facets = part.shape.edges[edge].facets;
        let mask = facets.iter().fold(0, |mask, f| mask | 1_u64.checked_shl(*f as u32).unwrap_or(0));
        Self { edge, tail, along: between / length, length, mask, normals: facets.map(|f| normals[f]) }
    }

    /// Whether both normals of the other edge's facets lie on one side of the great circle normal to the edge.
    fn misses(&self, other: &Self) -> bool {
        let [left, right] = other.normals.each_ref().map(|n| n.dot(&self.along));
        left.min(right) > SUPPORT_SLACK || left.max(right) < -SUPPORT_SLACK
    }

    /// Whether no point of the part lies farther along n̂ than the edge, n̂ being normal to the edge.
    fn supports(&self, n: &Vec3) -> bool {
        // The unit directions from the edge into its two facets.
        let [left, right] = &self.normals;
        n.dot(&left.cross(&self.along)) <= SUPPORT_SLACK && -n.dot(&right.cross(&self.along)) <= SUPPORT_SLACK
    }
}

/// The longest side of the bounding box of a part (m).
pub fn extent(part: &WorldPart) -> f64 {
    let (low, high) = part.bounds();
    (high - low).max()
}
