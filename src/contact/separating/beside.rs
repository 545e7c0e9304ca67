//! What limbs of smooth solids are beside edges: along the widest of an edge's normals, a rim or a flank.
//!
//! Along an arc of normals the separation rises and falls. A single limb, which is smooth, has its largest separation where the slope is zero; a flank between two
//! limbs where the one gives way to the other as the lowest.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::near::{Near, low};
use crate::geometry::smooth::Limb;
use crate::math::Vec3;
use std::f64::consts::FRAC_PI_2;

/// Looks for the zero of a slope at most; every second one halves.
const MOST_LOOKS: usize = 120;

/// Flanks and edges at a smaller angle (sine) touch along a line, not in a point.
const PARALLEL: f64 = 1e-6;

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

/// What is seen along one of the normals of an edge.
#[derive(Clone, Copy)]
struct Look {
    /// Which normal (rad).
    angle: f64,
    /// What the separation rises by with the angle (m).
    slope: f64,
    /// The lowest point (m).
    y: Vec3,
    /// The limb that it is on.
    whose: usize,
}

/// Looks along two normals next to each other.
#[derive(Clone, Copy)]
struct Place {
    first: Look,
    last: Look,
}

impl Place {
    /// Whether the lowest point passes from one limb to another there.
    fn is_flank(&self) -> bool {
        self.first.whose != self.last.whose
    }

    /// Whether the separation stops rising there.
    fn tops(&self) -> bool {
        self.first.slope > 0.0 && self.last.slope < 0.0
    }

    /// The part of the way to where the slope is zero, if that changes evenly.
    fn share(&self) -> f64 {
        self.first.slope / (self.first.slope - self.last.slope)
    }

    /// The last two between which what is seen turns from one that is `before` to one that is not, by looks between them, every other one at the `share`
    /// of the way that is said to lead there.
    fn narrowed(
        mut self,
        look: &impl Fn(f64) -> Look,
        before: impl Fn(&Look) -> bool,
        share: impl Fn(&Self) -> f64,
    ) -> Self {
        for k in 0..MOST_LOOKS {
            let (from, to) = (self.first.angle, self.last.angle);
            let share = if k % 2 == 0 { share(&self) } else { 0.5 };
            let middle = from + (to - from) * share;
            if !(middle > from && middle < to) {
                break;
            }
            let now = look(middle);
            if before(&now) {
                self.first = now;
            } else {
                self.last = now;
            }
            if now.slope == 0.0 {
                break;
            }
        }
        self
    }
}

/// Whether some limbs come near an edge at all.
fn is_beside(limbs: &[Limb], tail: &Vec3, head: &Vec3) -> bool {
    let middle = limbs.iter().map(|limb| limb.centre).sum::<Vec3>() / limbs.len() as f64;
    let reach = limbs.iter().map(|limb| (limb.centre - middle).norm() + limb.size()).fold(0.0, f64::max);
    let along = head - tail;
    let share = (along.dot(&(middle - tail)) / along.norm_squared()).clamp(0.0, 1.0);
    (tail + along * share - middle).norm() <= (1.0 + SHALLOW) * reach
}

/// Where one limb gives way to another as the lowest and the separation stops rising, each such place of a way.
fn ties(look: &impl Fn(f64) -> Look, way: Place) -> Vec<Place> {
    let (from, to) = (way.first.angle, way.last.angle);
    let mut before = way.first;
    let mut found = Vec::new();
    for k in 1..=TIES {
        let next =
            if k == TIES { way.last } else { look(from + (to - from) * f64::from(k) / f64::from(TIES)) };
        let step = Place { first: before, last: next };
        before = next;
        let place = if step.is_flank() {
            step.narrowed(look, |now| now.whose == step.first.whose, |_| 0.5)
        } else if step.tops() {
            step.narrowed(look, |now| now.slope > 0.0, Place::share)
        } else {
            continue;
        };
        if place.is_flank() && place.tops() {
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
    let look = |angle: f64| {
        let (n, along) = direction(angle);
        let (_, y, whose) = low(limbs, &n);
        Look { angle, slope: along.dot(&(y - tail)), y, whose }
    };
    let within: &[f64] = if limbs.len() > 1 { &[0.0, 0.5, 1.0] } else { &[] };
    let all = Place { first: look(-beyond), last: look(whole + beyond) };
    // From a quarter of a turn beside the way to the flank on, what falls away from it may rise again.
    let round = !all.tops();
    let rises = |at: &Look| at.slope > 0.0;
    let falls = |at: &Look| at.slope < 0.0;
    let inside = || within.iter().map(|share| look(whole * share));
    let first = || std::iter::once(all.first).chain(inside()).find(rises);
    let last = || std::iter::once(all.last).chain(inside().rev()).find(falls);
    let place = first().zip(last()).filter(|(first, last)| first.angle < last.angle);
    let place = place.map(|(first, last)| Place { first, last }.narrowed(&look, rises, Place::share));
    // A flank has the place where one limb gives way to the other. Where it separates there is no other; where not, the widest of all counts.
    let separation = |place: &Place| direction(place.first.angle).0.dot(&(place.first.y - tail));
    let known = place.filter(|place| limbs.len() == 1 || place.is_flank() && separation(place) > 0.0);
    let sought = known.is_none() && limbs.len() > 1 && is_beside(limbs, &tail, &head);
    let place = if sought {
        let places = place.into_iter().filter(Place::is_flank).chain(ties(&look, all));
        places.max_by(|a, b| separation(a).total_cmp(&separation(b)))
    } else {
        known
    };
    let place = place?;
    let (Place { first, last }, share) = (place, place.share());
    let apart = last.y - first.y;
    let y = first.y + apart * share;
    let (n, _) = direction(first.angle + (last.angle - first.angle) * share);
    let size = limbs.iter().map(Limb::size).fold(0.0, f64::max);
    let flank = place.is_flank();
    if flank && !(first.slope - last.slope > PARALLEL * apart.norm()) {
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

/// How far some limbs are from the inside of a segment, where that is what is nearest to them.
///
/// Across the segment every point of theirs is within a right angle of a direction that parts them: what is not tells where to look.
pub fn beside_segment(tail: &Vec3, head: &Vec3, limbs: &[Limb]) -> Option<Beside> {
    let along = (head - tail).normalize();
    let across = |w: Vec3| w - along * along.dot(&w);
    let middle = limbs.iter().map(|limb| limb.centre - tail).sum::<Vec3>();
    let b = across(middle).try_normalize(0.0)?;
    let t = along.cross(&b);
    let direction = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (b * cos + t * sin, t * cos - b * sin)
    };
    let (mut from, mut to) = (-FRAC_PI_2, FRAC_PI_2);
    let [mut first, mut last]: [Option<Look>; 2] = [None; 2];
    for k in 0..MOST_LOOKS {
        let angle = match (first, last) {
            (Some(first), Some(last)) if k % 2 == 0 => from + (to - from) * Place { first, last }.share(),
            _ => (from + to) / 2.0,
        };
        if !(angle > from && angle < to) {
            break;
        }
        let (n, further) = direction(angle);
        let (_, y, whose) = low(limbs, &n);
        let (height, slope): (f64, f64) = (n.dot(&(y - tail)), further.dot(&(y - tail)));
        let now = Look { angle, slope, y, whose };
        if !(height > 0.0) {
            let at = t.dot(&(y - tail)).atan2(b.dot(&(y - tail)));
            if at - FRAC_PI_2 > from {
                (from, first) = (at - FRAC_PI_2, None);
            }
            if at + FRAC_PI_2 < to {
                (to, last) = (at + FRAC_PI_2, None);
            }
        } else if slope > 0.0 {
            (from, first) = (angle, Some(now));
        } else {
            (to, last) = (angle, Some(now));
            if slope == 0.0 {
                (from, first) = (angle, last);
                break;
            }
        }
    }
    let place = Place { first: first?, last: last? };
    let Place { first, last } = place;
    let (apart, flank, falls) = (last.y - first.y, place.is_flank(), first.slope - last.slope);
    // Of two that run beside each other, and of a disc that lies flat, no one point is the nearest.
    let one_point = if flank {
        falls > PARALLEL * apart.norm()
    } else {
        limbs.len() == 1 && apart.norm() <= 1e-3 * limbs[0].size()
    };
    if !one_point {
        return None;
    }
    let share = if falls > 0.0 { place.share() } else { 0.0 };
    let (n, y) = (direction(from + (to - from) * share).0, first.y + apart * share);
    let at = along.dot(&(y - tail)) / (head - tail).norm();
    let near = Near { distance: n.dot(&(y - tail)), n, y };
    (0.0..=1.0).contains(&at).then_some(Beside { near, flank })
}
