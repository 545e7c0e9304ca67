//! Smooth solids against balls and against each other.
//!
//! The centre of a ball is a point whose distance from the solid is asked, as that of a swept core's vertex. Of two solids every limb of either is as far from the
//! other as the widest direction has it ([`widest_of`]), and where two flanks cross they are apart.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::limbs::{ACROSS, FLUSH, RIM, foot_on_ellipsoid, placed};
use crate::contact::separating::mixed;
use crate::contact::separating::near::{Near, WIDER, low};
use crate::contact::separating::plane::{between, plane_row, vacuous};
use crate::contact::separating::row::{FAR, Placed, Row};
use crate::contact::separating::swept::{Foot, secant};
use crate::contact::separating::widest::widest_of;
use crate::contact::types::Feature;
use crate::geometry::separating::RowKey;
use crate::geometry::smooth::{Limb, Smooth, SmoothKind, flank_height};
use crate::math::{Vec3, tangents};
use std::cell::Cell;

/// How far beyond their ends flanks are asked besides (parts of their length).
const ENDS: f64 = 1e-4;

/// Two points of the lowest flank are as low as each other, and two directions as wide, to this part of the size.
const TIED: f64 = 1e-9;

/// A solid is nearest to a disc in one point where its other limbs are farther from it by this (parts of the disc's size).
const LEVEL: f64 = 0.01;

/// Whose point is asked against whom.
enum Pair<'p, 'm> {
    /// The centre of a ball; whether the ball is A.
    Ball {
        ball: &'p WorldPart<'m>,
        s: &'p WorldPart<'m>,
        solid: &'m Smooth,
        first: bool,
    },
    Solids {
        a: (&'p WorldPart<'m>, &'m Smooth),
        b: (&'p WorldPart<'m>, &'m Smooth),
    },
    /// A swept core with corners: [`mixed`].
    Core(mixed::Sides<'p, 'm>),
}

fn pair<'p, 'm>(at: Placed<'p, 'm>) -> Option<Pair<'p, 'm>> {
    if let Some(sides) = mixed::Sides::of(at) {
        return Some(Pair::Core(sides));
    }
    match (at.a.shape.smooth(), at.b.shape.smooth()) {
        (Some(a), Some(b)) => Some(Pair::Solids { a: (at.a, a), b: (at.b, b) }),
        (Some(solid), None) => Some(Pair::Ball { ball: at.b, s: at.a, solid, first: false }),
        (None, Some(solid)) => Some(Pair::Ball { ball: at.a, s: at.b, solid, first: true }),
        (None, None) => None,
    }
}

/// The foot of a point on a solid, in the axes of the solid's body; `fresh` numbers what is not flat, for its distance is no square root of sums.
pub(super) fn foot(solid: &Smooth, y: &Vec3, fresh: &Cell<usize>) -> Foot {
    let none = || {
        fresh.set(fresh.get() + 1);
        Feature::Edge(fresh.get())
    };
    let Some((centre, along, half)) = solid.axis() else {
        let limb = &solid.limbs[0];
        let (x, normal) = foot_on_ellipsoid(limb, y).unwrap_or((limb.centre, Vec3::z()));
        return Foot { distance: normal.dot(&(y - x)), normal, nearest: none() };
    };
    let (head, foot) = solid.radii();
    let z = along.dot(&(y - centre));
    let across = y - centre - along * z;
    let out_of = across.norm();
    let radial = across.try_normalize(0.0).unwrap_or_else(|| tangents(&along).0);
    let (flank, out, up) = flank_height(out_of, z, half, head, foot);
    let (end, sign) = if z < 0.0 || head == 0.0 { (foot, -1.0) } else { (head, 1.0) };
    let cap = z * sign - half;
    let up_flank = ((z + half) * out - (out_of - foot) * up) / (2.0 * half / out);
    let on_flank = (0.0..=1.0).contains(&up_flank);
    if flank.max(cap) <= 0.0 || cap > 0.0 && out_of <= end || flank > 0.0 && on_flank {
        return if cap >= flank || cap > 0.0 && out_of <= end {
            Foot { distance: cap, normal: along * sign, nearest: Feature::Facet(usize::from(sign > 0.0)) }
        } else {
            Foot { distance: flank, normal: radial * out + along * up, nearest: none() }
        };
    }
    // Beyond a rim, or the tip of a cone.
    let (radius, level) = if up_flank > 1.0 && head != foot { (head, half) } else { (end, half * sign) };
    let (level, radius) = if head == 0.0 && up_flank > 1.0 { (half, 0.0) } else { (level, radius) };
    let off = radial * (out_of - radius) + along * (z - level);
    let distance = off.norm();
    Foot { distance, normal: off.try_normalize(0.0).unwrap_or(along), nearest: none() }
}

/// The rows of two solids: whose limbs are asked, and whether their flanks can cross.
fn asked(a: &Smooth, b: &Smooth) -> (usize, usize, bool) {
    match (a.kind, b.kind) {
        (_, SmoothKind::Ellipsoid) => (0, 1, false),
        (SmoothKind::Ellipsoid, _) => (1, 0, false),
        _ => (a.limbs.len(), b.limbs.len(), true),
    }
}

fn limbs_of(part: &WorldPart, solid: &Smooth) -> Vec<Limb> {
    solid.limbs.iter().map(|limb| placed(part, limb)).collect()
}

/// Where the flanks of two solids cross, if the widest direction is that of both: between the lowest points of both limbs of either.
fn crossing(a: &[Limb], b: &[Limb], from: Option<Vec3>) -> Option<Near> {
    let near = widest_of(a, b, from);
    let size = a.iter().chain(b).map(Limb::size).fold(0.0, f64::max);
    let ends = |limbs: &[Limb], n: &Vec3| {
        let [first, last] = limbs else { return None };
        ((first.height(n) - last.height(n)).abs() <= TIED * size)
            .then(|| (first.farthest(n), last.farthest(n)))
    };
    let ((x0, x1), (y0, y1)) = (ends(a, &near.n)?, ends(b, &-near.n)?);
    let (s, t) = super::facing_points(&(x1 - x0), &(y1 - y0), &near.n, &(y0 - x0))?;
    let sine = (x1 - x0).cross(&(y1 - y0)).norm() / ((x1 - x0).norm() * (y1 - y0).norm());
    let within = (-ENDS..=1.0 + ENDS).contains(&s) && (-ENDS..=1.0 + ENDS).contains(&t);
    (within && sine > 1e-6).then(|| Near { y: y0 + (y1 - y0) * t, ..near })
}

/// The widest direction of a `part` of the limbs of two solids, of either side some, near `from` or of all. A part is as far apart as `all` at least, which tells where
/// to look on where nothing was found that separates.
fn widest_of_some(part: [&[Limb]; 2], all: [&[Limb]; 2], from: Option<Vec3>) -> Near {
    let near = widest_across(part, from);
    if near.distance >= 0.0 {
        return near;
    }
    let again = widest_across(part, Some(widest_of(all[0], all[1], None).n));
    let same_side = from.is_none_or(|from| again.n.dot(&from) > 0.0);
    if same_side && again.distance > near.distance { again } else { near }
}

/// The widest direction; across parallel axes where that is as wide but for rounding, and for a disc in the plane of one of the other side: two cans that stand on one
/// floor are apart across their axes and, by no more than nothing, along them, which says nothing of what their flanks meet.
fn widest_across([a, b]: [&[Limb]; 2], from: Option<Vec3>) -> Near {
    let near = widest_of(a, b, from);
    let axis = |limbs: &[Limb]| limbs.iter().find_map(Limb::axis);
    let (Some(of_a), Some(of_b)) = (axis(a), axis(b)) else { return near };
    let between = b[0].centre - a[0].centre;
    let Some(n) = (between - of_a * of_a.dot(&between)).try_normalize(0.0) else { return near };
    if of_a.cross(&of_b).norm() > ACROSS || from.is_some_and(|from| n.dot(&from) <= 0.0) {
        return near;
    }
    let size = a.iter().chain(b).map(Limb::size).fold(0.0, f64::max);
    let level = |x: &Limb, y: &Limb| of_a.dot(&(x.centre - y.centre)).abs() <= FLUSH * size;
    let one = a.len() == 1 || b.len() == 1;
    let flush = one && a.iter().any(|x| b.iter().any(|y| level(x, y)));
    let ((height, y, _), (depth, ..)) = (low(b, &n), low(a, &-n));
    let least = if flush { -RIM * size } else { near.distance - TIED * size };
    if height + depth >= least { Near { distance: height + depth, n, y } } else { near }
}

/// Whether a limb is a disc across a direction.
fn lies_across(limb: &Limb, n: &Vec3) -> bool {
    limb.axis().is_some_and(|axis| axis.cross(n).norm() <= ACROSS)
}

/// How far one limb is from those of another solid, near `from` or at all, with the limbs of its own. `None` where it is a disc with a point of the other over it or
/// under it, which is asked itself: the disc would have the force at its centre.
fn of_limb(limb: &Limb, own: &[Limb], others: &[Limb], from: Option<Vec3>) -> Option<Near> {
    let near = widest_of_some([others, std::slice::from_ref(limb)], [others, own], from);
    let flat = lies_across(limb, &near.n);
    let height = |other: &Limb| other.height(&near.n);
    let top = others.iter().max_by(|x, y| height(x).total_cmp(&height(y)));
    // A flank that lies along the disc is nearest in no one point.
    let alone = |top: &Limb| {
        let next =
            others.iter().filter(|x| !std::ptr::eq(*x, top)).map(height).fold(f64::NEG_INFINITY, f64::max);
        !lies_across(top, &near.n) && height(top) - next > LEVEL * limb.size()
    };
    let over = |top: &Limb| {
        let from = top.farthest(&near.n) - limb.centre;
        (from - near.n * near.n.dot(&from)).norm() <= limb.size()
    };
    (!(flat && top.is_some_and(|top| alone(top) && over(top)))).then_some(near)
}

/// Gives `take` every row with its true gap (m).
pub(super) fn each_gap(at: Placed, known: impl Iterator<Item = RowKey>, take: &mut impl FnMut(RowKey, f64)) {
    match pair(at) {
        Some(Pair::Ball { ball, s, solid, first }) => {
            let found = foot(solid, &s.to_body(&ball.vertices[0]), &Cell::new(0));
            let key = if first { RowKey::OfA(0) } else { RowKey::OfB(0) };
            take(key, found.distance - ball.shape.rounding);
        }
        Some(Pair::Solids { a, b }) => {
            let (limbs_a, limbs_b) = (limbs_of(a.0, a.1), limbs_of(b.0, b.1));
            let (of_a, of_b, flanks) = asked(a.1, b.1);
            let distance = |near: Option<Near>| near.map_or(FAR, |near| near.distance);
            for k in 0..of_a {
                take(RowKey::OfA(k), distance(of_limb(&limbs_a[k], &limbs_a, &limbs_b, None)));
            }
            if flanks {
                take(RowKey::OfA(of_a), distance(crossing(&limbs_a, &limbs_b, None)));
            }
            for k in 0..of_b {
                take(RowKey::OfB(k), distance(of_limb(&limbs_b[k], &limbs_b, &limbs_a, None)));
            }
        }
        Some(Pair::Core(sides)) => sides.each_gap(known, take),
        None => {}
    }
}

/// The widest separation (m) and its direction from A to B; `None` where that is the normal of a flat end.
pub(super) fn widest(a: &WorldPart, b: &WorldPart) -> Option<(f64, Vec3)> {
    match pair(Placed { a, b })? {
        Pair::Ball { ball, s, solid, first } => {
            let found = foot(solid, &s.to_body(&ball.vertices[0]), &Cell::new(0));
            let sign = if first { -1.0 } else { 1.0 };
            Some((found.distance - ball.shape.rounding, s.turned(&found.normal) * sign))
        }
        Pair::Solids { a, b } => {
            let near = widest_across([&limbs_of(a.0, a.1), &limbs_of(b.0, b.1)], None);
            // What lies on a flat end and begins to tip over its rim parts along a line next to that end's normal, and wider than that.
            let at_cap = |(part, solid): (&WorldPart, &Smooth), other: &WorldPart| {
                solid.caps.iter().any(|f| {
                    let across = part.normal(*f).cross(&near.n).norm();
                    across <= ACROSS && super::lowest_above(part, *f, other) >= near.distance - WIDER
                })
            };
            (!at_cap(a, b.0) && !at_cap(b, a.0)).then_some((near.distance, near.n))
        }
        Pair::Core(sides) => sides.nearest(),
    }
}

/// The two ways in which a row of two solids is asked: the limbs on either side.
fn sides(key: RowKey, a: &(&WorldPart, &Smooth), b: &(&WorldPart, &Smooth)) -> Option<Asked> {
    let (of_a, of_b, flanks) = asked(a.1, b.1);
    match key {
        RowKey::OfA(k) if k < of_a => Some(Asked::LimbOfA(k)),
        RowKey::OfA(k) if flanks && k == of_a => Some(Asked::Crossing),
        RowKey::OfB(k) if k < of_b => Some(Asked::LimbOfB(k)),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Asked {
    LimbOfA(usize),
    LimbOfB(usize),
    Crossing,
}

impl Asked {
    /// The separation asked, with the point on the limb, or on B where flanks cross; n is from A to B.
    fn near(self, a: (&WorldPart, &Smooth), b: (&WorldPart, &Smooth), from: Option<Vec3>) -> Option<Near> {
        let (limbs_a, limbs_b) = (limbs_of(a.0, a.1), limbs_of(b.0, b.1));
        match self {
            Self::LimbOfB(k) => of_limb(&limbs_b[k], &limbs_b, &limbs_a, from),
            Self::LimbOfA(k) => {
                let near = of_limb(&limbs_a[k], &limbs_a, &limbs_b, from.map(|n| -n))?;
                Some(Near { n: -near.n, ..near })
            }
            Self::Crossing => crossing(&limbs_a, &limbs_b, from),
        }
    }
}

/// The secant row between two placements.
pub(super) fn row(start: Placed, end: Placed, key: RowKey, kappa: (f64, f64)) -> Option<Row> {
    match (pair(start)?, pair(end)?) {
        (Pair::Ball { ball, s, solid, first }, Pair::Ball { ball: ball1, s: s1, .. }) => {
            let (of_s, of_ball) = if first { (kappa.1, kappa.0) } else { kappa };
            Some(point_row(solid, [s, s1], [ball, ball1], &ball.shape.vertices[0], (of_s, of_ball, !first)))
        }
        (Pair::Core(first), Pair::Core(last)) => first.row(&last, start, key, kappa),
        (Pair::Solids { a, b }, Pair::Solids { a: a1, b: b1 }) => {
            let asked = sides(key, &a, &b)?;
            let Some((plane, other, near, point)) = drawn(asked, (a, a1), (b, b1)) else {
                return Some(vacuous(start));
            };
            let secant = between(plane, other, [&near[0], &near[1]], point);
            let plane_first = !matches!(asked, Asked::LimbOfA(_));
            let (of_plane, of_other) = if plane_first { kappa } else { (kappa.1, kappa.0) };
            Some(plane_row(plane, &secant.g, other, &secant.s, secant.gap, (of_plane, of_other, plane_first)))
        }
        _ => None,
    }
}

/// The row of a point of a swept core, in the axes of its body, above a solid.
pub(super) fn point_row(
    solid: &Smooth,
    s: [&WorldPart; 2],
    core: [&WorldPart; 2],
    point: &Vec3,
    kappa: (f64, f64, bool),
) -> Row {
    let fresh = Cell::new(0);
    let y = |k: usize| s[k].to_body(&core[k].to_world(point));
    let (gap, g) = secant(&|y| foot(solid, y, &fresh), core[0].shape.rounding, &y(0), &y(1));
    plane_row(s, &g, core, point, gap, kappa)
}

type Both<'p, 'm> = ((&'p WorldPart<'m>, &'m Smooth), (&'p WorldPart<'m>, &'m Smooth));

/// Who has the plane, who has the point, the separations at both ends with n from the plane's part, and the virtual point where a limb has one.
type Drawing<'p, 'm> = ([&'p WorldPart<'m>; 2], [&'p WorldPart<'m>; 2], [Near; 2], Option<Vec3>);

fn drawn<'p, 'm>(asked: Asked, a: Both<'p, 'm>, b: Both<'p, 'm>) -> Option<Drawing<'p, 'm>> {
    let near0 = asked.near(a.0, b.0, None);
    let axes = |n: &Vec3| a.1.0.turned(&a.0.0.direction_to_body(n));
    // The same side, wherever the guess has put them.
    let near1 = match (asked.near(a.1, b.1, None), near0.map(|near| axes(&near.n))) {
        (Some(near), Some(n)) if near.n.dot(&n) > 0.0 => near,
        (_, from) => asked.near(a.1, b.1, from)?,
    };
    // Else the flanks came to cross on the way: the plane at the end.
    let near0 = near0.unwrap_or_else(|| near1.at_start([a.0.0, a.1.0], [b.0.0, b.1.0]));
    let point = |other: &Both, k: usize| {
        let m = |part: &WorldPart, near: &Near| -part.direction_to_body(&near.n);
        other.0.1.limbs[k].between(&m(other.0.0, &near0), &m(other.1.0, &near1))
    };
    let (pa, pb) = ([a.0.0, a.1.0], [b.0.0, b.1.0]);
    Some(match asked {
        Asked::LimbOfB(k) => (pa, pb, [near0, near1], Some(point(&b, k))),
        Asked::Crossing => (pa, pb, [near0, near1], None),
        Asked::LimbOfA(k) => {
            let back = |near: Near| Near { n: -near.n, ..near };
            let (near0, near1) = (back(near0), back(near1));
            let m = |part: &WorldPart, near: &Near| -part.direction_to_body(&near.n);
            let s = a.0.1.limbs[k].between(&m(a.0.0, &near0), &m(a.1.0, &near1));
            (pb, pa, [near0, near1], Some(s))
        }
    })
}

/// For the record: features between which a row stands, and where it acts midway through the step; `n` is from A to B.
pub(super) fn told(start: Placed, end: Placed, key: RowKey, n: &Vec3) -> ((Feature, Feature), Vec3) {
    let nothing = ((Feature::Vertex(0), Feature::Vertex(0)), (start.a.centre + start.b.centre) / 2.0);
    match (pair(start), pair(end)) {
        (Some(Pair::Ball { ball, first, .. }), Some(Pair::Ball { ball: ball1, .. })) => {
            let point = (ball.vertices[0] + ball1.vertices[0]) / 2.0;
            let towards = if first { *n } else { -n };
            (nothing.0, point + towards * ball.shape.rounding)
        }
        (Some(Pair::Solids { a, b }), Some(Pair::Solids { a: a1, b: b1 })) => {
            let Some(asked) = sides(key, &a, &b) else { return nothing };
            let Some((plane, other, near, point)) = drawn(asked, (a, a1), (b, b1)) else { return nothing };
            let secant = between(plane, other, [&near[0], &near[1]], point);
            let p = (other[0].to_world(&secant.s) + other[1].to_world(&secant.s)) / 2.0;
            let lowest = (near[0].y + near[1].y) / 2.0;
            let features = match asked {
                Asked::LimbOfA(k) => (Feature::Vertex(a.0.vertices.len() + k), Feature::Vertex(0)),
                Asked::LimbOfB(k) => (Feature::Vertex(0), Feature::Vertex(b.0.vertices.len() + k)),
                Asked::Crossing => nothing.0,
            };
            (features, p + n * n.dot(&(lowest - p)))
        }
        (Some(Pair::Core(first)), Some(Pair::Core(last))) => first.told(&last, key, n).unwrap_or(nothing),
        _ => nothing,
    }
}
