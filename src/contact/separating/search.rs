//! Searching the separating features of a pair.

use super::bounds::{Both, Bound, Bounds, Chance, next_to};
use super::edges::{EdgePairs, sides};
pub use super::edges::{Found, extent};
use super::flat_end::asks_beside_end;
use super::near::WIDER;
use super::smooth::is_smooth;
use super::swept::is_swept;
use super::{facet_point, lowest};
use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Vec3};
use smallvec::SmallVec;

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
        // Where a facet separates as widely, the facet, unless it is a flat end that also asks for what lies beside it.
        let wider = |s: &Found| s.1 > best.1 + if asks_beside_end(best.0, a, b) { -WIDER } else { WIDER };
        return Some(surfaces(a, b)).filter(|s| best.1 <= enough && wider(s)).unwrap_or(best);
    }
    if best.1 <= enough && a.shape.dimension == Dimension::Three {
        let (bounds, least) = (Both::about(a, b, best.0), best.1);
        let of_a = sides(a, |e| bounds.of_a.chance(a, e, least));
        let of_b = sides(b, |e| bounds.of_b.chance(b, e, least));
        let edges = EdgePairs { a, b, of_a, of_b };
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
    if a.shape.is_curved() || b.shape.is_curved() {
        a.planes().for_each(|f| look(a, f, b, SeparatingFeature::FacetOfA, f64::NEG_INFINITY, &mut best));
        b.planes().for_each(|f| look(b, f, a, SeparatingFeature::FacetOfB, f64::NEG_INFINITY, &mut best));
        return best;
    }
    // A facet that surely is among the wide ones, and points near each other there, which tell that most others are less wide.
    let near_a = b.vertices[b.lowest_vertex(&(b.centre - a.centre))];
    let mut first = (0, f64::NEG_INFINITY);
    for (f, height) in Bound::new(a, b, &near_a).heights().enumerate() {
        if height > first.1 {
            first = (f, height);
        }
    }
    let n = a.normal(first.0);
    let lowest = b.vertices[b.lowest_vertex(&n)];
    let floor = n.dot(&lowest) - n.dot(&facet_point(a, first.0));
    for (f, most) in Bound::new(a, b, &lowest).heights().enumerate() {
        if !(most < floor.max(best.1)) {
            look(a, f, b, SeparatingFeature::FacetOfA, floor, &mut best);
        }
    }
    for (f, most) in Bound::new(b, a, &next_to(a, first.0, &lowest)).heights().enumerate() {
        if !(most < floor.max(best.1)) {
            look(b, f, a, SeparatingFeature::FacetOfB, floor, &mut best);
        }
    }
    best
}

/// Takes a facet that separates by more than `best`, unless that is less than `floor` (m), by which some facet separates.
fn look(
    facets: &WorldPart,
    f: usize,
    other: &WorldPart,
    named: fn(usize) -> SeparatingFeature,
    floor: f64,
    best: &mut Found,
) {
    let n = facets.normal(f);
    let level = n.dot(&facet_point(facets, f));
    if other.shape.smooth().is_some() {
        let separation = lowest(other, &n) - level;
        if separation > best.1 {
            *best = (named(f), separation);
        }
        return;
    }
    // Done with a facet at the first vertex that is too low.
    let mut low = f64::INFINITY;
    for v in &other.vertices {
        low = low.min(n.dot(v));
        if !(low - level > best.1) || low - level < floor {
            return;
        }
    }
    *best = (named(f), low - level);
}

/// Whether parts that were held by their surfaces lie on a facet by now.
pub fn leaves_surfaces(feature: SeparatingFeature, a: &WorldPart, b: &WorldPart) -> bool {
    let solids = is_smooth(a, b) && a.shape.rounding == 0.0 && b.shape.rounding == 0.0;
    solids && feature == SeparatingFeature::Surfaces && {
        let (facet, separation) = widest_facet(a, b);
        separation >= feature.separation(a, b) - WIDER && !asks_beside_end(facet, a, b)
    }
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
        let edges = EdgePairs { a, b, of_a: sides(a, |_| Chance::Any), of_b: sides(b, |_| Chance::Any) };
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

/// All features that separate by at least `least` (m) near the plane that touches both parts in the direction of `current`: all facets, and
/// the edges that have an end within `band` (m) of that plane. None where `current` has no direction.
pub fn open_near(
    a: &WorldPart,
    b: &WorldPart,
    current: SeparatingFeature,
    least: f64,
    band: f64,
) -> Vec<Found> {
    let mut found = Vec::new();
    let Some(n) = &current.direction(a, b) else { return found };
    if is_swept(a, b) {
        found.extend(Some(surfaces(a, b)).filter(|(_, s)| *s >= least));
        return found;
    }
    if is_smooth(a, b) {
        // A point of each part near the plane bounds every separation from above.
        let (point_a, point_b) = (a.lowest_point(&-n), b.lowest_point(n));
        found.extend(facets(a, b).filter_map(|f| open_facet(a, b, f, &point_a, &point_b, least)));
        found.extend(Some(surfaces(a, b)).filter(|s| s.1 >= least));
        return found;
    }
    let (levels_a, levels_b) = (Levels::new(a, &-n), Levels::new(b, n));
    let (point_a, point_b) = (a.vertices[levels_a.lowest], b.vertices[levels_b.lowest]);
    let bounds = Both::about(a, b, current);
    let of_a = a.planes().filter(|f| bounds.of_a.may(*f, least)).map(SeparatingFeature::FacetOfA);
    let of_b = b.planes().filter(|f| bounds.of_b.may(*f, least)).map(SeparatingFeature::FacetOfB);
    found.extend(of_a.chain(of_b).filter_map(|f| open_facet(a, b, f, &point_a, &point_b, least)));
    if a.shape.dimension == Dimension::Three {
        let asked = |part: &WorldPart, bounds: &Bounds, levels: &Levels, edge: usize| {
            if levels.edge_within(part, edge, band) { bounds.chance(part, edge, least) } else { Chance::None }
        };
        let of_a = sides(a, |e| asked(a, &bounds.of_a, &levels_a, e));
        let of_b = sides(b, |e| asked(b, &bounds.of_b, &levels_b, e));
        EdgePairs { a, b, of_a, of_b }.each(least, true, |one| {
            found.push(one);
            least
        });
    }
    found
}

/// A facet with its separation, if that is at least `least` (m); the points are of A and of B.
fn open_facet(
    a: &WorldPart,
    b: &WorldPart,
    feature: SeparatingFeature,
    point_a: &Vec3,
    point_b: &Vec3,
    least: f64,
) -> Option<Found> {
    let bound = match feature {
        SeparatingFeature::FacetOfA(f) => a.height(f, point_b),
        SeparatingFeature::FacetOfB(f) => b.height(f, point_a),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => f64::INFINITY,
    };
    (bound >= least)
        .then(|| (feature, feature.separation(a, b)))
        .filter(|(_, separation)| *separation >= least)
}

/// How high the vertices of a part are along a direction.
struct Levels {
    /// n·x of each (m).
    of_vertices: SmallVec<[f64; 64]>,
    /// The lowest, the first of several.
    lowest: usize,
}

impl Levels {
    fn new(part: &WorldPart, n: &Vec3) -> Self {
        let of_vertices: SmallVec<[f64; 64]> = part.vertices.iter().map(|v| n.dot(v)).collect();
        let mut lowest = (0, f64::INFINITY);
        for (k, level) in of_vertices.iter().enumerate() {
            if *level < lowest.1 {
                lowest = (k, *level);
            }
        }
        Self { of_vertices, lowest: lowest.0 }
    }

    /// Whether an end of an edge is no more than `band` (m) above the lowest vertex.
    fn edge_within(&self, part: &WorldPart, edge: usize, band: f64) -> bool {
        let [p, q] = part.shape.edges[edge].vertices.map(|v| self.of_vertices[v]);
        p.min(q) <= self.of_vertices[self.lowest] + band
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
