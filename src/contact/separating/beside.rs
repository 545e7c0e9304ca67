//! What limbs of smooth solids are beside edges: along the widest of an edge's normals, a rim or a flank.
//!
//! Along an arc of normals the separation rises and falls. A single limb, which is smooth, has its largest separation where the slope is zero; a flank between two
//! limbs where the one gives way to the other as the lowest.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::limbs::{MOST_LOOKS, Near, PARALLEL, low};
use crate::geometry::smooth::Limb;
use crate::math::Vec3;

/// Normals nearer than this to those of a facet are that facet's (rad).
const AT_FACET: f64 = 1e-9;

/// See [`beside_edge`] (rad).
const BEYOND: f64 = 0.3;

/// A flank that is found on a way which does not rise all along touches its edge, or is no farther beyond it than this (parts of the limbs' size): deeper ones may
/// be those of a body that is beside the edge.
const SHALLOW: f64 = 0.02;

/// Parts of the arc of an edge's normals at whose ends it is looked which limb is the lowest.
const TIES: u32 = 12;

/// How far beyond its ends an edge is asked besides (parts of its length): which of two rows holds there makes no difference.
const ENDS: f64 = 1e-4;

/// What is found beside an edge.
pub struct Beside {
    /// The separation.
    pub near: Near,
    /// Whether the nearest point lies between two limbs.
    pub flank: bool,
}

/// What is seen along a normal of an edge: how the separation rises with its angle (m), the lowest point, and whose it is.
type Looked = (f64, Vec3, usize);

/// Two angles next to each other (rad), and what is seen there.
type Place = [(f64, Looked); 2];

/// Whether some limbs come near an edge at all.
fn is_beside(limbs: &[Limb], tail: &Vec3, head: &Vec3) -> bool {
    let middle = limbs.iter().map(|limb| limb.centre).sum::<Vec3>() / limbs.len() as f64;
    let reach = limbs.iter().map(|limb| (limb.centre - middle).norm() + limb.size()).fold(0.0, f64::max);
    let along = head - tail;
    let share = (along.dot(&(middle - tail)) / along.norm_squared()).clamp(0.0, 1.0);
    (tail + along * share - middle).norm() <= (1.0 + SHALLOW) * reach
}

/// The last angles of two between which what is seen turns from one that is `before` to one that is not, by looks between them, every other one at the `share` of the
/// way that is said to lead there.
fn narrowed(
    looked: &impl Fn(f64) -> (f64, Looked),
    [mut from, mut to]: Place,
    before: impl Fn(&Looked) -> bool,
    share: impl Fn(&Looked, &Looked) -> f64,
) -> Place {
    for k in 0..MOST_LOOKS {
        let share = if k % 2 == 0 { share(&from.1, &to.1) } else { 0.5 };
        let middle = from.0 + (to.0 - from.0) * share;
        if !(middle > from.0 && middle < to.0) {
            break;
        }
        let now = looked(middle);
        if before(&now.1) {
            from = now;
        } else {
            to = now;
        }
        if now.1.0 == 0.0 {
            break;
        }
    }
    [from, to]
}

/// Whether the lowest point passes from one limb to another there.
fn is_flank([(_, first), (_, last)]: &Place) -> bool {
    first.2 != last.2
}

/// Where one limb gives way to another as the lowest and the separation stops rising: two angles next to each other for each such place.
fn ties(looked: &impl Fn(f64) -> (f64, Looked), from: f64, to: f64) -> Vec<Place> {
    let mut before = looked(from);
    let mut found = Vec::new();
    for k in 1..=TIES {
        let next = looked(from + (to - from) * f64::from(k) / f64::from(TIES));
        let ends = [before, next];
        before = next;
        let [(_, first), (_, last)] = ends;
        let place = if first.2 != last.2 {
            narrowed(looked, ends, |now| now.2 == first.2, |_, _| 0.5)
        } else if first.0 > 0.0 && last.0 < 0.0 {
            narrowed(looked, ends, |now| now.0 > 0.0, |a, b| a.0 / (a.0 - b.0))
        } else {
            continue;
        };
        let [(_, first), (_, last)] = &place;
        if first.2 != last.2 && first.0 > 0.0 && last.0 < 0.0 {
            found.push(place);
        }
    }
    found
}

/// Along the widest of the normals of an edge, if that is none of its facets' and the two face each other within the edge. Where a flank crosses the edge
/// the normal may lie beyond those of its facets by [`BEYOND`]: a flank that lies on a face crosses the edges around it.
pub fn beside_edge(p: &WorldPart, e: usize, limbs: &[Limb]) -> Option<Beside> {
    let beyond = if limbs.len() > 1 { BEYOND } else { -AT_FACET };
    let [n1, n2] = p.shape.edges[e].facets.map(|f| p.normal(f));
    let (tail, head) = p.edge(e);
    let across = n2 - n1 * n1.dot(&n2);
    let sine = across.norm();
    let whole = sine.atan2(n1.dot(&n2));
    if !(whole > 2.0 * AT_FACET) {
        return None;
    }
    let t1 = across / sine;
    let direction = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (n1 * cos + t1 * sin, t1 * cos - n1 * sin)
    };
    // The separation rises with the angle by this.
    let slope = |angle: f64| {
        let (n, along) = direction(angle);
        let (_, y, whose) = low(limbs, &n);
        (along.dot(&(y - tail)), y, whose)
    };
    let looked = |angle: f64| (angle, slope(angle));
    let within: &[f64] = if limbs.len() > 1 { &[0.0, 0.5, 1.0] } else { &[] };
    let (before, after) = (looked(-beyond), looked(whole + beyond));
    // From a quarter of a turn beside the way to the flank on, what falls away from it may rise again.
    let round = before.1.0 <= 0.0 || after.1.0 >= 0.0;
    let rises = |at: &(f64, Looked)| at.1.0 > 0.0;
    let falls = |at: &(f64, Looked)| at.1.0 < 0.0;
    let from = || std::iter::once(before).chain(within.iter().map(|share| looked(whole * share))).find(rises);
    let to =
        || std::iter::once(after).chain(within.iter().rev().map(|share| looked(whole * share))).find(falls);
    let both = from().zip(to()).filter(|(from, to)| from.0 < to.0);
    let both =
        both.map(|(from, to)| narrowed(&looked, [from, to], |now| now.0 > 0.0, |a, b| a.0 / (a.0 - b.0)));
    // A flank has the place where one limb gives way to the other. Where it separates there is no other; where not, the widest of all counts.
    let separation = |[(angle, first), _]: &Place| direction(*angle).0.dot(&(first.1 - tail));
    let known = both.filter(|both| limbs.len() == 1 || is_flank(both) && separation(both) > 0.0);
    let sought = known.is_none() && limbs.len() > 1 && is_beside(limbs, &tail, &head);
    let both = if sought {
        let all = both.into_iter().filter(is_flank).chain(ties(&looked, -beyond, whole + beyond));
        all.max_by(|a, b| separation(a).total_cmp(&separation(b)))
    } else {
        known
    };
    let both = both?;
    let [(from, first), (to, last)] = both;
    let apart = last.1 - first.1;
    let share = first.0 / (first.0 - last.0);
    let y = first.1 + apart * share;
    let (n, _) = direction(from + (to - from) * share);
    let size = limbs.iter().map(Limb::size).fold(0.0, f64::max);
    let flank = is_flank(&both);
    if flank && !(first.0 - last.0 > PARALLEL * apart.norm()) {
        return None;
    }
    // A disc that lies flat on the edge: its own plane says more.
    if !flank && apart.norm() > 1e-3 * size {
        return None;
    }
    let length2 = (head - tail).norm_squared();
    let at = (y - tail).dot(&(head - tail)) / length2;
    let faces = (-ENDS..=1.0 + ENDS).contains(&at);
    let near = Near { distance: n.dot(&(y - tail)), n, y };
    let shallow = || {
        let middle = limbs.iter().map(|limb| limb.centre - tail).sum::<Vec3>() / limbs.len() as f64;
        near.distance >= -SHALLOW * size && n.dot(&middle) >= 2.0 * near.distance.abs()
    };
    (faces && (!(round || sought) || shallow())).then_some(Beside { near, flank })
}
