//! Flat ends of cylinders and cones on edges of polytopes: the chord of the edge that lies over the end.
//!
//! A flat end that stands on an edge touches it with a point of its rim, at one end of the chord. As it turns over along the edge, the other end of the chord comes down; when
//! the end lies flat along the edge, both touch. The row of the [surfaces](SeparatingFeature::Surfaces) asks for whichever is nearer.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::limbs;
use crate::contact::separating::row::Placed;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::geometry::smooth::Limb;
use crate::geometry::spot::Spot;
use crate::math::Vec3;

/// What lies on the rim, or on a flat end, does so to this part of the size of the end.
const ON: f64 = 1e-6;

/// A flat end steeper than this against an edge (sine) does not lie along it.
const STEEP: f64 = 0.1;

/// Chords shorter than this part of the radius are a point (half the chord).
const SHORT: f64 = 0.05;

/// A flat end that has turned over along an edge.
pub struct TurnedOver {
    /// The plane of the flat end.
    pub feature: SeparatingFeature,
    /// The point of the edge that touched the rim at the start.
    pub from: Spot,
    /// The one that touches it at the end.
    pub to: Spot,
    /// Whether both do.
    pub flat: bool,
}

/// Whether the disc that a row of the surfaces asks for has turned over along an edge from `start` to `end`; what is nearer than `closed` touches (m).
pub fn turned_over(start: Placed, end: Placed, key: RowKey, closed: f64) -> Option<TurnedOver> {
    let (first, last) = (Solid::of(start, key)?, Solid::of(end, key)?);
    let (flat_end, size) = (first.flat_end()?, first.limb.size());
    (0..first.polytope.shape.edges.len()).find_map(|e| {
        let (before, after) = (first.chord(e, flat_end)?, last.chord(e, flat_end)?);
        let lower = usize::from(before[1].gap < before[0].gap);
        let (from, other) = (&before[lower], &before[1 - lower]);
        let touched = from.gap.abs() <= closed && other.gap > closed;
        let rims = before.iter().chain(&after).all(|end| end.on_rim);
        let bears = (first.polytope.to_world(&from.point) - first.nearest()).norm() <= ON * size;
        let [stays, comes] = [lower, 1 - lower].map(|k| &after[k]);
        let flat = stays.gap.abs() <= closed;
        let over = flat || stays.gap > closed;
        if !(touched && rims && bears && over && comes.gap.abs() <= closed) {
            return None;
        }
        let spot =
            |point: &Vec3| Spot::of(first.polytope.shape, first.polytope.shape.edges[e].facets[0], point);
        Some(TurnedOver {
            feature: first.plane(flat_end),
            from: spot(&from.point)?,
            to: spot(&comes.point)?,
            flat,
        })
    })
}

/// Whether a flat end lies along an edge of the other part, and touches both ends of their chord, which are nearer than `closed` (m).
pub fn lies_flat(at: Placed, closed: f64) -> bool {
    let limbs = |part: &WorldPart| part.shape.smooth().map_or(0, |solid| solid.limbs.len());
    let keys = (0..limbs(at.a)).map(RowKey::OfA).chain((0..limbs(at.b)).map(RowKey::OfB));
    keys.into_iter().filter_map(|key| Solid::of(at, key)).any(|disc| {
        disc.flat_end().is_some_and(|flat_end| {
            let edges = 0..disc.polytope.shape.edges.len();
            let flat = |ends: [End; 2]| ends.iter().all(|end| end.gap.abs() <= closed);
            edges.into_iter().any(|e| disc.chord(e, flat_end).is_some_and(flat))
        })
    })
}

/// A polytope, and a solid with one of its limbs.
struct Solid<'p, 'm> {
    polytope: &'p WorldPart<'m>,
    solid: &'p WorldPart<'m>,
    limb: &'m Limb,
    /// Whether the solid is A.
    solid_first: bool,
}

/// One end of a chord.
struct End {
    /// Where it is on the edge, in the axes of the polytope (m).
    point: Vec3,
    /// How high above the plane of the flat end, outwards (m).
    gap: f64,
    /// Whether it is on the rim; else the edge ends there.
    on_rim: bool,
}

impl<'p, 'm> Solid<'p, 'm> {
    fn of(at: Placed<'p, 'm>, key: RowKey) -> Option<Self> {
        let (solid, polytope, k, solid_first) = match key {
            RowKey::OfA(k) => (at.a, at.b, k, true),
            RowKey::OfB(k) => (at.b, at.a, k, false),
            _ => return None,
        };
        let sharp = polytope.shape.smooth().is_none() && polytope.shape.rounding == 0.0;
        let limb = solid.shape.smooth()?.limbs.get(k)?;
        sharp.then_some(Self { polytope, solid, limb, solid_first })
    }

    /// The facet that stands for the disc as a flat end.
    fn flat_end(&self) -> Option<usize> {
        let (shape, limb) = (self.solid.shape, self.limb);
        limb.axis()?;
        let on = |f: &&usize| {
            let facet = &shape.facets[**f];
            (facet.normal.dot(&limb.centre) - facet.offset).abs() <= ON * limb.size()
        };
        shape.smooth()?.caps.iter().find(on).copied()
    }

    fn plane(&self, flat_end: usize) -> SeparatingFeature {
        if self.solid_first {
            SeparatingFeature::FacetOfA(flat_end)
        } else {
            SeparatingFeature::FacetOfB(flat_end)
        }
    }

    /// The point of the rim that is nearest to the polytope (m).
    fn nearest(&self) -> Vec3 {
        let (p, limb) = (self.polytope, self.placed());
        limbs::from_polytope(p, &limb, None).map_or_else(|| Vec3::repeat(f64::INFINITY), |near| near.y)
    }

    fn placed(&self) -> Limb {
        limbs::placed(self.solid, self.limb)
    }

    /// The ends of the chord of an edge over the flat end, seen along its axis; `None` where they have none.
    fn chord(&self, edge: usize, flat_end: usize) -> Option<[End; 2]> {
        let (tail, head) = self.polytope.edge(edge);
        let (limb, out) = (self.placed(), self.solid.normal(flat_end));
        let length = (head - tail).norm();
        let along = (head - tail) / length;
        if !(out.dot(&along).abs() <= STEEP) {
            return None;
        }
        let off = tail - limb.centre;
        let across = |v: &Vec3| v - out * out.dot(v);
        // ‖w + t v‖ = size.
        let (w, v) = (across(&off), across(&along));
        let (a, b, c) = (v.norm_squared(), w.dot(&v), w.norm_squared() - limb.size().powi(2));
        let root = b * b - a * c;
        if !(root > (SHORT * limb.size()).powi(2) * a) {
            return None;
        }
        let [low, high] = [-root.sqrt(), root.sqrt()].map(|root| (root - b) / a);
        let (from, to) = (low.max(0.0), high.min(length));
        let end = |t: f64, on_rim: bool| {
            let point = tail + along * t;
            End { point: self.polytope.to_body(&point), gap: out.dot(&(point - limb.centre)), on_rim }
        };
        (to - from > SHORT * limb.size()).then(|| [end(from, from == low), end(to, to == high)])
    }
}
