//! Rows of smooth solids: cylinders, cones and ellipsoids, hulls of [`Limb`]s.
//!
//! Above the plane of a facet with the normal n̂, fixed in A, a limb (c, E) of B has the gap n̂·x_B − h(m) less the plane's level, where h is its support
//! function and m = −R_Bᵀn̂. With s̄, a discrete gradient of h (Gonzalez 1996), as a vertex fixed in B the row is that of a facet and a vertex, and exact. A
//! disc that lies flat has no gradient; so some points of each rim have rows of their own, as corners have. All of them are points of the body, and any
//! number of them is sound.
//!
//! Beside facets there is one more feature, the *surfaces*: every limb is as far from the polytope as [`limbs`] has it, every vertex of the polytope
//! lies outside the flank, and where an edge crosses a flank or a rim the two are apart. All of these hold where the parts are apart. A gap d of this kind is
//! smooth; its row has a normal g fixed in the polytope and a point s fixed in the solid, both half way, with what they are off by along the way
//! put right, so that the gap changes by exactly as much.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::beside::beside_edge;
use crate::contact::separating::crossing::over_edge;
use crate::contact::separating::limbs::{FLUSH, Nearest, RIM, placed};
use crate::contact::separating::near::Near;
use crate::contact::separating::plane::{Secant, between, plane_row, vacuous};
use crate::contact::separating::row::{FAR, Placed, Row};
use crate::contact::separating::{facet_point, limbs, lowest, search};
use crate::contact::types::Feature;
use crate::geometry::separating::RowKey;
use crate::geometry::smooth::{Limb, Smooth, SmoothKind, flank_height};
use crate::math::Vec3;
use smallvec::SmallVec;

/// How far what touches may seem to overlap (parts of the solid's size).
const DEEP: f64 = 1e-6;

/// Crossings of an edge with the rims of a solid: two ends over each of two limbs.
const RIMS: usize = 4;

/// Whether one of the parts is a smooth solid.
pub fn is_smooth(a: &WorldPart, b: &WorldPart) -> bool {
    a.shape.smooth().is_some() || b.shape.smooth().is_some()
}

/// The limb that the number of a row stands for, if it is beyond those of the vertices.
pub fn limb_of<'m>(part: &WorldPart<'m>, v: usize) -> Option<&'m Limb> {
    let k = v.checked_sub(part.vertices.len())?;
    part.shape.smooth()?.limbs.get(k)
}

/// The height of the lowest point of such a limb along `n` (m).
pub fn lowest_of(part: &WorldPart, v: usize, n: &Vec3) -> Option<f64> {
    let limb = limb_of(part, v)?;
    Some(n.dot(&part.centre) - limb.height(&-part.direction_to_body(n)))
}

/// The point that a row above a facet of another part asks for: a vertex, or the lowest of a limb (m).
pub fn asked_point(part: &WorldPart, v: usize, facets: &WorldPart, f: usize) -> Vec3 {
    match limb_of(part, v) {
        Some(limb) => part.to_world(&limb.farthest(&-part.direction_to_body(&facets.normal(f)))),
        None => vertex_of(part, v).unwrap_or(part.centre),
    }
}

/// A vertex of a part, of a solid the point that stands for it (m).
pub fn vertex_of(part: &WorldPart, v: usize) -> Option<Vec3> {
    match part.shape.smooth() {
        Some(smooth) => smooth.mark(v).map(|x| part.to_world(&x)),
        None => part.vertices.get(v).copied(),
    }
}

/// Where a row of a solid above a plane acts at the start and at the end of a step, whose normals are `n0` and `n1` (m), and how high what it asks
/// for lies along `n0` at the start (m).
pub fn above(start: &WorldPart, end: &WorldPart, v: usize, n0: &Vec3, n1: &Vec3) -> Option<([Vec3; 2], f64)> {
    if let Some(limb) = limb_of(start, v) {
        return Some(limb_above(start, end, limb, n0, n1));
    }
    let p = vertex_of(start, v)?;
    Some(([p, vertex_of(end, v)?], n0.dot(&p)))
}

/// The same of a limb.
pub fn limb_above(start: &WorldPart, end: &WorldPart, limb: &Limb, n0: &Vec3, n1: &Vec3) -> ([Vec3; 2], f64) {
    let (m0, m1) = (-start.direction_to_body(n0), -end.direction_to_body(n1));
    let s = limb.between(&m0, &m1);
    ([start.to_world(&s), end.to_world(&s)], n0.dot(&start.centre) - limb.height(&m0))
}

/// Gives `take` the rows of a solid above a plane: those of the marked points, then those of the limbs.
pub fn heights(part: &WorldPart, n: &Vec3, level: f64, take: &mut impl FnMut(RowKey, f64)) {
    let Some(smooth) = part.shape.smooth() else { return };
    for (v, x) in &smooth.marks {
        take(RowKey::Vertex(*v), n.dot(&part.to_world(x)) - level);
    }
    for v in (0..smooth.limbs.len()).map(|k| part.vertices.len() + k) {
        if let Some(height) = lowest_of(part, v, n) {
            take(RowKey::Vertex(v), height - level);
        }
    }
}

/// Whether every point of a solid that touches a plane, or is within `room` of it, touches it to `slack` (m).
pub fn touches_clearly(part: &WorldPart, facets: &WorldPart, f: usize, slack: f64, room: f64) -> bool {
    let Some(smooth) = part.shape.smooth() else { return true };
    let n = facets.normal(f);
    let level = n.dot(&facet_point(facets, f));
    let m = -part.direction_to_body(&n);
    smooth.limbs.iter().all(|limb| {
        let (width, low) = (limb.spread.tr_mul(&m).norm(), n.dot(&part.centre) - limb.height(&m) - level);
        low >= room || low <= slack && (width >= 0.1 * limb.size() || width <= 0.5 * slack)
    })
}

/// Midway through a step, where a row above the plane of a facet acts: a vertex half way, or the virtual one of a limb, as high above the plane
/// as the lowest points are in the mean.
pub fn middle_of(part0: &WorldPart, part1: &WorldPart, v: usize, facets: [&WorldPart; 2], f: usize) -> Vec3 {
    let Some(limb) = limb_of(part0, v) else {
        let at = |part: &WorldPart| vertex_of(part, v).unwrap_or(part.centre);
        return (at(part0) + at(part1)) / 2.0;
    };
    middle_of_limb(limb, [part0, part1], facets, f)
}

/// The same of a limb.
pub fn middle_of_limb(limb: &Limb, parts: [&WorldPart; 2], facets: [&WorldPart; 2], f: usize) -> Vec3 {
    let (n0, n1) = (facets[0].normal(f), facets[1].normal(f));
    let (m0, m1) = (-parts[0].direction_to_body(&n0), -parts[1].direction_to_body(&n1));
    let half_way = |s0: &Vec3, s1: &Vec3| (parts[0].to_world(s0) + parts[1].to_world(s1)) / 2.0;
    let s = limb.between(&m0, &m1);
    let p = half_way(&s, &s);
    let lowest = half_way(&limb.farthest(&m0), &limb.farthest(&m1));
    let n = (n0 + n1).try_normalize(0.0).unwrap_or(n0);
    p + n * n.dot(&(lowest - p))
}

/// A polytope and a solid.
#[derive(Clone, Copy)]
struct Sides<'p, 'm> {
    p: &'p WorldPart<'m>,
    s: &'p WorldPart<'m>,
    solid: &'m Smooth,
    /// Whether the polytope is A.
    p_first: bool,
}

/// What a row of a polytope and a solid asks.
#[derive(Clone, Copy)]
enum Asks {
    /// How far a limb is from the polytope.
    Limb(usize),
    /// How far a vertex of the polytope is from the solid.
    Vertex(usize),
    /// How far an edge is from the flank that it crosses.
    Edge(usize),
    /// How far an edge is from the rim of a limb, at one of the two places where it crosses it.
    Rim { edge: usize, limb: usize, last: bool },
}

impl<'p, 'm> Sides<'p, 'm> {
    fn of(at: Placed<'p, 'm>) -> Option<Self> {
        match (at.a.shape.smooth(), at.b.shape.smooth()) {
            (None, Some(solid)) if at.a.shape.rounding == 0.0 => {
                Some(Self { p: at.a, s: at.b, solid, p_first: true })
            }
            (Some(solid), None) if at.b.shape.rounding == 0.0 => {
                Some(Self { p: at.b, s: at.a, solid, p_first: false })
            }
            _ => None,
        }
    }

    fn limbs(&self) -> Vec<Limb> {
        self.solid.limbs.iter().map(|limb| placed(self.s, limb)).collect()
    }

    /// The numbers of vertices and edges are those of one side, those of limbs of the other.
    fn asks(&self, key: RowKey) -> Option<Asks> {
        let of_p = |k: usize| {
            let Some(beyond) = k.checked_sub(self.p.vertices.len()) else { return Some(Asks::Vertex(k)) };
            let edges = self.p.shape.edges.len();
            let Some(rim) = beyond.checked_sub(edges) else { return Some(Asks::Edge(beyond)) };
            let rim_of = |edge: usize| Asks::Rim { edge, limb: rim % RIMS / 2, last: rim % 2 == 1 };
            Some(rim / RIMS).filter(|edge| *edge < edges).map(rim_of)
        };
        match (key, self.p_first) {
            (RowKey::OfA(k), true) | (RowKey::OfB(k), false) => of_p(k),
            (RowKey::OfA(k), false) | (RowKey::OfB(k), true) => Some(Asks::Limb(k)),
            _ => None,
        }
    }

    /// How far the rim of a limb is from an edge that it crosses. What is farther inside than rounding counts where it is what is nearest of the limb, `nearest`.
    fn rim(&self, e: usize, limb: &Limb, last: bool, nearest: &Nearest) -> Option<Near> {
        let is_nearest = matches!(nearest, Nearest::AcrossEdge(edge) if *edge == e);
        let counts = |near: &Near| is_nearest || near.distance >= -DEEP * self.s.shape.radius();
        over_edge(self.p, e, limb, last).filter(counts)
    }

    /// Where an edge crosses the flank of the solid, whose limbs are `all`. What does so much farther inside than the two overlap does so on the other side: of the
    /// directions along which separations are largest nearby, only one separates.
    fn crossed(&self, e: usize, all: &[Limb]) -> Option<Near> {
        let near = beside_edge(self.p, e, all).filter(|found| found.flank)?.near;
        let farther =
            |separation: f64| near.distance < 2.0 * separation.min(0.0) - DEEP * self.s.shape.radius();
        let elsewhere = farther(0.0)
            && (farther(search::widest_facet(self.p, self.s).1)
                || self.wide(all).is_some_and(|found| farther(found.0)));
        (!elsewhere).then_some(near)
    }

    /// The widest separation along a direction that is no facet's (m), and that direction, from the polytope; `all` are the limbs of the solid.
    fn widest(&self, all: &[Limb]) -> Option<(f64, Vec3)> {
        let best = self.wide(all);
        // A corner before a rim, or far inside.
        if best.is_some_and(|b| b.0 >= 0.0) {
            return best;
        }
        let n = limbs::from_corners(self.p, all, None).n;
        let last = (self.along(&n), n);
        best.filter(|b| b.0 >= last.0).or(Some(last))
    }

    /// The separation along a direction from the polytope (m).
    fn along(&self, n: &Vec3) -> f64 {
        lowest(self.s, n) + lowest(self.p, &-n)
    }

    /// The widest separation among the directions that what is near has, if there is any.
    fn wide(&self, all: &[Limb]) -> Option<(f64, Vec3)> {
        let mut best: Option<(f64, Vec3)> = None;
        let mut look = |n: Vec3| {
            let separation = self.along(&n);
            if best.is_none_or(|b| separation > b.0) {
                best = Some((separation, n));
            }
        };
        for limb in all {
            for e in 0..self.p.shape.edges.len() {
                if let Some(found) = beside_edge(self.p, e, std::slice::from_ref(limb)) {
                    look(found.near.n);
                }
            }
            if limb.is_solid() {
                let off = |v: &Vec3| limbs::foot_on_ellipsoid(limb, v);
                self.p.vertices.iter().filter_map(off).for_each(|(_, m)| look(-m));
            }
        }
        if self.has_flank() {
            for e in 0..self.p.shape.edges.len() {
                if let Some(found) = beside_edge(self.p, e, all).filter(|found| found.flank) {
                    look(found.near.n);
                }
            }
            for v in 0..self.p.vertices.len() {
                if let Some(outside) = self.outside(v).filter(|o| o.out > 0.0) {
                    look(-self.s.turned(&outside.normal()));
                }
            }
        }
        best
    }

    fn has_flank(&self) -> bool {
        self.solid.kind != SmoothKind::Ellipsoid
    }

    /// How far a vertex lies outside the solid, beside its flank or over its flat ends, with the outward normal in the solid's axes. Beyond the
    /// rim that is less than its distance, and not less than nothing.
    fn outside(&self, v: usize) -> Option<Outside> {
        let y = self.s.to_body(&self.p.vertices[v]);
        let (centre, along, half) = self.solid.axis()?;
        let (head, foot) = self.solid.radii();
        let z = along.dot(&(y - centre));
        let across = y - centre - along * z;
        let (flank, out, up) = flank_height(across.norm(), z, half, head, foot);
        let cap = if z < 0.0 || head == 0.0 { -z - half } else { z - half };
        let outwards = if z < 0.0 || head == 0.0 { -1.0 } else { 1.0 };
        // In the plane of a flat end that is not all it lies on, it is beside the flank, as discs are.
        let size = head.max(foot);
        let in_plane = cap.abs() <= FLUSH * size && flank >= -RIM * size;
        let beside = || {
            let n = self.s.turned(&(along * outwards));
            let level = n.dot(&self.s.to_world(&(centre + along * (outwards * half))));
            lowest(self.p, &n) < level - FLUSH * size
        };
        Some(if flank >= cap || in_plane && beside() {
            Outside { distance: flank, across, out, up, along }
        } else {
            Outside { distance: cap, across, out: 0.0, up: outwards, along }
        })
    }
}

/// Where a vertex lies outside a solid, in the solid's axes.
struct Outside {
    distance: f64,
    /// From the axis to the vertex (m).
    across: Vec3,
    /// The normal's parts across and along the axis.
    out: f64,
    up: f64,
    along: Vec3,
}

impl Outside {
    fn normal(&self) -> Vec3 {
        self.across.try_normalize(0.0).unwrap_or_else(Vec3::zeros) * self.out + self.along * self.up
    }
}

/// Gives `take` every row of the surfaces with its true gap (m).
pub fn each_gap(at: Placed, known: impl Iterator<Item = RowKey>, take: &mut impl FnMut(RowKey, f64)) {
    let Some(sides) = Sides::of(at) else {
        return super::solids::each_gap(at, known, take);
    };
    let all = sides.limbs();
    let nearest: SmallVec<[Nearest; 2]> =
        all.iter().map(|limb| limbs::nearest(sides.p, limb, None)).collect();
    let of_limbs = |take: &mut dyn FnMut(RowKey, f64), key: fn(usize) -> RowKey| {
        for (k, nearest) in nearest.iter().enumerate() {
            take(key(k), if let Nearest::Here(near) = nearest { near.distance } else { FAR });
        }
    };
    let of_p = |take: &mut dyn FnMut(RowKey, f64), key: fn(usize) -> RowKey| {
        if !sides.has_flank() {
            return;
        }
        let corners = sides.p.vertices.len();
        for v in 0..corners {
            take(key(v), sides.outside(v).map_or(FAR, |o| o.distance));
        }
        for e in 0..sides.p.shape.edges.len() {
            take(key(corners + e), sides.crossed(e, &all).map_or(FAR, |near| near.distance));
        }
        let mut number = corners + sides.p.shape.edges.len();
        for e in 0..sides.p.shape.edges.len() {
            for (limb, nearest) in all.iter().zip(&nearest) {
                for last in [false, true] {
                    take(key(number), sides.rim(e, limb, last, nearest).map_or(FAR, |near| near.distance));
                    number += 1;
                }
            }
        }
    };
    if sides.p_first {
        of_p(take, RowKey::OfA);
        of_limbs(take, RowKey::OfB);
    } else {
        of_limbs(take, RowKey::OfA);
        of_p(take, RowKey::OfB);
    }
}

/// The widest separation along a direction that is no facet's (m), and that direction, from A to B.
pub fn widest(a: &WorldPart, b: &WorldPart) -> Option<(f64, Vec3)> {
    let Some(sides) = Sides::of(Placed { a, b }) else { return super::solids::widest(a, b) };
    let sign = if sides.p_first { 1.0 } else { -1.0 };
    sides.widest(&sides.limbs()).map(|(separation, n)| (separation, n * sign))
}

/// What a row of the surfaces is between two placements.
enum Drawn {
    /// The plane is the polytope's.
    OnSolid(Secant, [Near; 2]),
    /// The plane is the solid's; the point is a vertex of the polytope.
    OnVertex(Secant),
    Nothing,
}

fn drawn(first: &Sides, last: &Sides, asks: Asks) -> Drawn {
    let (planes, others) = ([first.p, last.p], [first.s, last.s]);
    let (near, limb) = match asks {
        Asks::Vertex(v) => return of_vertex(first, last, v).map_or(Drawn::Nothing, Drawn::OnVertex),
        Asks::Limb(k) => {
            let Some(limb) = first.solid.limbs.get(k) else { return Drawn::Nothing };
            let near0 = limbs::from_polytope(first.p, &placed(first.s, limb), None);
            // The same side of the polytope, wherever the guess has put the limb.
            let towards = near0.map(|near| last.p.turned(&first.p.direction_to_body(&near.n)));
            ([near0, limbs::from_polytope(last.p, &placed(last.s, limb), towards.as_ref())], Some(limb))
        }
        Asks::Edge(e) => ([first.crossed(e, &first.limbs()), last.crossed(e, &last.limbs())], None),
        Asks::Rim { edge, limb, last: end } => {
            let Some(limb) = first.solid.limbs.get(limb) else { return Drawn::Nothing };
            let near = |at: &Sides| over_edge(at.p, edge, &placed(at.s, limb), end);
            ([near(first), near(last)], None)
        }
    };
    match near {
        [_, None] => Drawn::Nothing,
        [Some(near0), Some(near1)] => {
            let m = |at: &Sides, near: &Near| -at.s.direction_to_body(&near.n);
            let point = limb.map(|limb| limb.between(&m(first, &near0), &m(last, &near1)));
            Drawn::OnSolid(between(planes, others, [&near0, &near1], point), [near0, near1])
        }
        // It came to cross on the way: the plane at the end.
        [None, Some(near1)] => {
            let (g, s) = (last.p.direction_to_body(&near1.n), last.s.to_body(&near1.y));
            let foot = last.p.to_body(&(near1.y - near1.n * near1.distance));
            let gap = g.dot(&(first.p.to_body(&first.s.to_world(&s)) - foot));
            Drawn::OnSolid(Secant { g, s, gap }, [near1, near1])
        }
    }
}

/// A vertex of the polytope beside the flank or over a flat end: across the axis the secant of a length, along it that of a plane. From the one to the other, over a
/// rim, it is that of two separations.
fn of_vertex(first: &Sides, last: &Sides, v: usize) -> Option<Secant> {
    let s = *first.p.shape.vertices.get(v)?;
    let (start, end) = (first.outside(v)?, last.outside(v)?);
    if (start.out, start.up) != (end.out, end.up) {
        let near = |at: &Sides, outside: &Outside| Near {
            distance: outside.distance,
            n: at.s.turned(&outside.normal()),
            y: at.p.vertices[v],
        };
        let near = [near(first, &start), near(last, &end)];
        return Some(between([first.s, last.s], [first.p, last.p], [&near[0], &near[1]], Some(s)));
    }
    let sum = start.across.norm() + end.across.norm();
    let radial = if start.across.dot(&end.across) > 0.0 && sum > 0.0 {
        (start.across + end.across) / sum
    } else {
        // Through the axis the plane at the start leads no way.
        start.across.try_normalize(0.0).unwrap_or_else(Vec3::zeros)
    };
    Some(Secant { g: radial * start.out + start.along * start.up, s, gap: start.distance })
}

/// The secant row between two placements.
pub fn row(start: Placed, end: Placed, key: RowKey, kappa: (f64, f64)) -> Option<Row> {
    let (Some(first), Some(last)) = (Sides::of(start), Sides::of(end)) else {
        return super::solids::row(start, end, key, kappa);
    };
    let (of_p, of_s) = if first.p_first { kappa } else { (kappa.1, kappa.0) };
    let row = match drawn(&first, &last, first.asks(key)?) {
        Drawn::OnSolid(secant, _) => plane_row(
            [first.p, last.p],
            &secant.g,
            [first.s, last.s],
            &secant.s,
            secant.gap,
            (of_p, of_s, first.p_first),
        ),
        Drawn::OnVertex(secant) => plane_row(
            [first.s, last.s],
            &secant.g,
            [first.p, last.p],
            &secant.s,
            secant.gap,
            (of_s, of_p, !first.p_first),
        ),
        Drawn::Nothing => vacuous(start),
    };
    Some(row)
}

/// For the record: features between which a row stands, and where it acts midway through the step; `n` is from A to B.
pub fn told(start: Placed, end: Placed, key: RowKey, n: &Vec3) -> ((Feature, Feature), Vec3) {
    let (Some(first), Some(last)) = (Sides::of(start), Sides::of(end)) else {
        return super::solids::told(start, end, key, n);
    };
    let nothing = ((Feature::Vertex(0), Feature::Vertex(0)), (start.a.centre + start.b.centre) / 2.0);
    let Some(asks) = first.asks(key) else { return nothing };
    let (of_p, of_s) = match asks {
        Asks::Vertex(v) => (Feature::Vertex(v), Feature::Vertex(0)),
        // The record takes edges for those of polytopes.
        Asks::Edge(e) => {
            let tail = first.p.shape.edges.get(e).map_or(0, |edge| edge.vertices[0]);
            (Feature::Vertex(tail), Feature::Vertex(1))
        }
        Asks::Rim { edge, limb, .. } => {
            let tail = first.p.shape.edges.get(edge).map_or(0, |edge| edge.vertices[0]);
            (Feature::Vertex(tail), Feature::Vertex(first.s.vertices.len() + limb))
        }
        Asks::Limb(k) => (Feature::Vertex(0), Feature::Vertex(first.s.vertices.len() + k)),
    };
    let features = if first.p_first { (of_p, of_s) } else { (of_s, of_p) };
    let point = match drawn(&first, &last, asks) {
        Drawn::OnSolid(secant, [near0, near1]) => {
            let p = (first.s.to_world(&secant.s) + last.s.to_world(&secant.s)) / 2.0;
            let lowest = (near0.y + near1.y) / 2.0;
            p + n * n.dot(&(lowest - p))
        }
        Drawn::OnVertex(secant) => (first.p.to_world(&secant.s) + last.p.to_world(&secant.s)) / 2.0,
        Drawn::Nothing => return nothing,
    };
    (features, point)
}

#[cfg(test)]
#[path = "smooth_tests.rs"]
mod tests;
