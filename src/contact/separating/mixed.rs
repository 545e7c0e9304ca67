//! Swept cores with corners against smooth solids: a capsule or a rounded polyhedron and a cylinder, a cone or an ellipsoid.
//!
//! Core and solid have to be as far apart as the core is rounded. What is nearest of the core is a vertex, or lies on an edge or in a facet; of the
//! solid it lies in a flat end, on a limb or between two. So every vertex is asked for its distance from the solid, every limb for that
//! from the core, and every edge for that from the flank that it crosses: all of them at once, and the least of them is that of the two.
//!
//! Where an edge lies across a flat end the nearest point of the rim would jump from one crossing to the other: both are asked instead of the limb.
//! Where a vertex is over a flat end it is asked alone, for the limb's force would act at the end's middle. Where the two lie flat on each other the
//! marks of the rims are asked besides, as corners are, and some points of the edges; and where the core tips over the rim between two marks, points of the
//! rim that others ask for. All are points of the bodies, and any number of them is
//! sound. The secants are those of a swept core's vertices and of limbs.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::beside::beside_segment;
use crate::contact::separating::crossing::crosses;
use crate::contact::separating::limbs::{away_from_core, from_core, from_corners, placed};
use crate::contact::separating::near::Near;
use crate::contact::separating::plane::{between, plane_row, vacuous};
use crate::contact::separating::row::{FAR, Placed, Row};
use crate::contact::separating::solids::{foot, point_row};
use crate::contact::separating::swept;
use crate::contact::types::Feature;
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::RowKey;
use crate::geometry::smooth::{Limb, Smooth, SmoothKind};
use crate::math::Vec3;
use std::cell::Cell;

/// Points of an edge that are asked besides its ends.
const POINTS: usize = 7;

/// Crossings of an edge with the rims of a solid: two ends over each of two limbs.
const RIMS: usize = 4;

/// A core with corners and a solid.
#[derive(Clone, Copy)]
pub struct Sides<'p, 'm> {
    core: &'p WorldPart<'m>,
    s: &'p WorldPart<'m>,
    solid: &'m Smooth,
    /// Whether the core is A.
    core_first: bool,
}

/// What a row asks.
#[derive(Clone, Copy)]
enum Asks {
    /// How far a vertex of the core is from the solid.
    Vertex(usize),
    /// How far an edge is from the flank that it crosses.
    Edge(usize),
    /// How far a point on an edge is from the solid.
    OnEdge(usize, usize),
    /// How far an edge is from a rim, at one of the two places where it crosses it: which limb, and which end.
    Rim(usize, usize, bool),
    /// How far a limb is from the core.
    Limb(usize),
    /// How far a point near a rim, or on it, is from the core (m, body frame).
    Mark(Vec3),
}

/// Rows of vertices, edges and points of edges that a core has.
pub fn rows_of_core(core: &Polytope) -> usize {
    core.vertices.len() + core.edges.len() * (1 + POINTS + RIMS)
}

impl<'p, 'm> Sides<'p, 'm> {
    /// `None` for any other pair.
    pub fn of(at: Placed<'p, 'm>) -> Option<Self> {
        let of = |core: &'p WorldPart<'m>, s: &'p WorldPart<'m>, core_first: bool| {
            let solid = s.shape.smooth()?;
            let is_core = core.shape.rounding > 0.0 && core.vertices.len() > 1;
            (is_core && core.shape.smooth().is_none()).then_some(Self { core, s, solid, core_first })
        };
        of(at.a, at.b, true).or_else(|| of(at.b, at.a, false))
    }

    fn key(&self, of_core: bool, number: usize) -> RowKey {
        if of_core == self.core_first { RowKey::OfA(number) } else { RowKey::OfB(number) }
    }

    fn asks(&self, key: RowKey) -> Option<Asks> {
        let (of_core, k) = match key {
            RowKey::OfA(k) => (self.core_first, k),
            RowKey::OfB(k) => (!self.core_first, k),
            RowKey::Within(spot) if spot.flank().is_none() => {
                return (spot.facet() < self.s.shape.facets.len())
                    .then(|| Asks::Mark(spot.point(self.s.shape)));
            }
            _ => return None,
        };
        let (vertices, edges) = (self.core.vertices.len(), self.core.shape.edges.len());
        if !of_core {
            return match k.checked_sub(self.solid.limbs.len()) {
                None => Some(Asks::Limb(k)),
                Some(mark) => self.solid.marks.get(mark).map(|mark| Asks::Mark(mark.1)),
            };
        }
        let Some(beyond) = k.checked_sub(vertices) else { return Some(Asks::Vertex(k)) };
        let Some(point) = beyond.checked_sub(edges) else { return Some(Asks::Edge(beyond)) };
        let Some(rim) = point.checked_sub(edges * POINTS) else {
            return Some(Asks::OnEdge(point / POINTS, point % POINTS));
        };
        (rim < edges * RIMS).then_some(Asks::Rim(rim / RIMS, rim % RIMS / 2, rim % 2 == 1))
    }

    /// Numbers of the rows of the core and of the solid. Of an ellipsoid its distance from the core says all.
    fn rows(&self) -> (usize, usize) {
        if self.solid.kind == SmoothKind::Ellipsoid {
            (0, 1)
        } else {
            (rows_of_core(self.core.shape), self.solid.limbs.len() + self.solid.marks.len())
        }
    }

    fn limbs(&self) -> Vec<Limb> {
        self.solid.limbs.iter().map(|limb| placed(self.s, limb)).collect()
    }

    /// A point of the core that is asked, in the axes of its body (m).
    fn point(&self, asks: Asks) -> Option<Vec3> {
        let corners = &self.core.shape.vertices;
        match asks {
            Asks::Vertex(v) => corners.get(v).copied(),
            Asks::OnEdge(e, k) => {
                let [tail, head] = self.core.shape.edges.get(e)?.vertices;
                let share = (k + 1) as f64 / (POINTS + 1) as f64;
                Some(corners[tail] * (1.0 - share) + corners[head] * share)
            }
            _ => None,
        }
    }

    /// What is asked as the two lie, of which the direction is from the core: the distance of core and solid (m). `None` where there is none.
    fn near(&self, asks: Asks, limbs: &[Limb]) -> Option<Near> {
        match asks {
            Asks::Vertex(_) | Asks::OnEdge(..) => {
                let y = self.core.to_world(&self.point(asks)?);
                let found = foot(self.solid, &self.s.to_body(&y), &Cell::new(0));
                Some(Near { distance: found.distance, n: -self.s.turned(&found.normal), y })
            }
            Asks::Edge(e) => {
                let (tail, head) = self.core.edge(e);
                beside_segment(&tail, &head, limbs).filter(|found| found.flank).map(|found| found.near)
            }
            Asks::Rim(e, k, last) => {
                let (tail, head) = self.core.edge(e);
                crosses(&tail, &head, limbs.get(k)?, last)
            }
            Asks::Limb(k) => from_core(self.core, limbs.get(k)?, None),
            Asks::Mark(mark) => {
                let y = self.s.to_world(&mark);
                let found = swept::foot(self.core.shape, &self.core.to_body(&y));
                Some(Near { distance: found.distance, n: self.core.turned(&found.normal), y })
            }
        }
    }

    fn each_near(&self, take: &mut dyn FnMut(RowKey, Option<Near>)) {
        let (limbs, (of_core, of_solid)) = (self.limbs(), self.rows());
        for on_core in [self.core_first, !self.core_first] {
            for k in 0..if on_core { of_core } else { of_solid } {
                let key = self.key(on_core, k);
                take(key, self.asks(key).and_then(|asks| self.near(asks, &limbs)));
            }
        }
    }

    /// Gives `take` every row with its true gap (m), with those of the rows `known` that are points of flat ends.
    pub fn each_gap(&self, known: impl Iterator<Item = RowKey>, take: &mut impl FnMut(RowKey, f64)) {
        let reach = self.core.shape.rounding;
        let gap = |near: Option<Near>| near.map_or(FAR, |near| near.distance - reach);
        self.each_near(&mut |key, near| take(key, gap(near)));
        for key in known.filter(|key| matches!(key, RowKey::Within(_))) {
            take(key, gap(self.asks(key).and_then(|asks| self.near(asks, &[]))));
        }
    }

    /// Of the row of a disc, the disc and the direction to the core, both in the axes of the solid's body.
    pub fn disc(&self, key: RowKey) -> Option<(&'m Limb, Vec3)> {
        let Asks::Limb(k) = self.asks(key)? else { return None };
        let limb = self.solid.limbs.get(k).filter(|limb| limb.axis().is_some())?;
        let away = away_from_core(self.core, &placed(self.s, limb))?;
        Some((limb, -self.s.direction_to_body(&away)))
    }

    /// The rows of the limbs of the solid.
    pub fn limb_rows(&self) -> impl Iterator<Item = RowKey> + '_ {
        (0..self.solid.limbs.len()).map(|k| self.key(false, k))
    }

    /// The part that is the solid, and the other one.
    pub fn solid_and_core(&self) -> (&'p WorldPart<'m>, &'p WorldPart<'m>) {
        (self.s, self.core)
    }

    /// How far the two are apart (m), and the direction in which they are, from A to B; where the solid is in the core, the widest separation.
    pub fn nearest(&self) -> Option<(f64, Vec3)> {
        let mut best: Option<Near> = None;
        self.each_near(&mut |_, near| {
            if let Some(near) = near.filter(|near| best.is_none_or(|b| near.distance < b.distance)) {
                best = Some(near);
            }
        });
        let near = best.filter(|near| near.distance > 0.0);
        let near = near.unwrap_or_else(|| from_corners(self.core, &self.limbs(), None));
        let sign = if self.core_first { 1.0 } else { -1.0 };
        Some((near.distance - self.core.shape.rounding, near.n * sign))
    }

    /// The secant row between two placements, of which this is the first.
    pub fn row(&self, last: &Self, start: Placed, key: RowKey, kappa: (f64, f64)) -> Option<Row> {
        let (of_core, of_s) = if self.core_first { kappa } else { (kappa.1, kappa.0) };
        let (cores, solids, reach) = ([self.core, last.core], [self.s, last.s], self.core.shape.rounding);
        let asks = self.asks(key)?;
        let on_solid = |g: &Vec3, s: &Vec3, gap: f64| {
            plane_row(cores, g, solids, s, gap, (of_core, of_s, self.core_first))
        };
        Some(match asks {
            Asks::Vertex(_) | Asks::OnEdge(..) => {
                point_row(self.solid, solids, cores, &self.point(asks)?, (of_s, of_core, !self.core_first))
            }
            Asks::Mark(mark) => {
                let y = |at: &Self| at.core.to_body(&at.s.to_world(&mark));
                let (gap, g) = swept::secant(&|y| swept::foot(self.core.shape, y), reach, &y(self), &y(last));
                on_solid(&g, &mark, gap)
            }
            Asks::Limb(_) | Asks::Edge(_) | Asks::Rim(..) => match self.drawn(last, asks) {
                Some((near, point)) => {
                    let secant = between(cores, solids, [&near[0], &near[1]], point);
                    on_solid(&secant.g, &secant.s, secant.gap - reach)
                }
                None => vacuous(start),
            },
        })
    }

    /// What a limb, an edge or a crossing has at both placements, and the virtual point of a limb in the axes of its body.
    fn drawn(&self, last: &Self, asks: Asks) -> Option<([Near; 2], Option<Vec3>)> {
        let near0 = self.near(asks, &self.limbs());
        let towards = near0.map(|near| last.core.turned(&self.core.direction_to_body(&near.n)));
        let mut near1 = last.near(asks, &last.limbs());
        if let (Asks::Limb(k), Some(towards)) = (asks, towards)
            && !near1.is_some_and(|near| towards.dot(&near.n) > 0.0)
        {
            // The same side of the core, wherever the guess has put the limb.
            near1 = from_core(last.core, &placed(last.s, self.solid.limbs.get(k)?), Some(&towards));
        }
        let near1 = near1?;
        // It came to this on the way: the plane at the end.
        let near0 = near0.unwrap_or_else(|| near1.at_start([self.core, last.core], [self.s, last.s]));
        let point = match asks {
            Asks::Limb(k) => {
                let m = |at: &Self, near: &Near| -at.s.direction_to_body(&near.n);
                Some(self.solid.limbs.get(k)?.between(&m(self, &near0), &m(last, &near1)))
            }
            _ => None,
        };
        Some(([near0, near1], point))
    }

    /// For the record: features between which a row stands, and the point of the solid's or of the rounded surface at which it acts midway
    /// through the step, of which this is the start; `n` is from A to B.
    pub fn told(&self, last: &Self, key: RowKey, n: &Vec3) -> Option<((Feature, Feature), Vec3)> {
        let asks = self.asks(key)?;
        let tail = |e: usize| self.core.shape.edges.get(e).map(|edge| Feature::Vertex(edge.vertices[0]));
        let first_limb = self.s.vertices.len();
        // The record takes edges for those of polytopes.
        let (of_core, of_s) = match asks {
            Asks::Vertex(v) => (Feature::Vertex(v), Feature::Vertex(0)),
            Asks::Edge(e) => (tail(e)?, Feature::Vertex(1)),
            Asks::OnEdge(e, _) => (tail(e)?, Feature::Vertex(0)),
            Asks::Rim(e, k, _) => (tail(e)?, Feature::Vertex(first_limb + k)),
            Asks::Limb(k) => (Feature::Vertex(0), Feature::Vertex(first_limb + k)),
            // Of the rim that it is near.
            Asks::Mark(mark) => {
                let limbs = &self.solid.limbs;
                let off = |k: usize| (limbs[k].centre - mark).norm();
                let rim = (0..limbs.len()).fold(0, |best, k| if off(k) < off(best) { k } else { best });
                (Feature::Vertex(0), Feature::Vertex(first_limb + rim))
            }
        };
        let features = if self.core_first { (of_core, of_s) } else { (of_s, of_core) };
        let half_way = |part: fn(&Self) -> &'p WorldPart<'m>, x: &Vec3| {
            (part(self).to_world(x) + part(last).to_world(x)) / 2.0
        };
        let off = n * if self.core_first { 1.0 } else { -1.0 };
        let point = match asks {
            Asks::Vertex(_) | Asks::OnEdge(..) => {
                half_way(|at| at.core, &self.point(asks)?) + off * self.core.shape.rounding
            }
            Asks::Mark(mark) => half_way(|at| at.s, &mark),
            Asks::Limb(_) | Asks::Edge(_) | Asks::Rim(..) => {
                let (near, point) = self.drawn(last, asks)?;
                let (cores, solids) = ([self.core, last.core], [self.s, last.s]);
                let s = between(cores, solids, [&near[0], &near[1]], point).s;
                let (p, lowest) = (half_way(|at| at.s, &s), (near[0].y + near[1].y) / 2.0);
                p + n * n.dot(&(lowest - p))
            }
        };
        Some((features, point))
    }
}

#[cfg(test)]
#[path = "mixed_tests.rs"]
mod tests;
