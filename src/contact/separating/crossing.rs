//! How far rims of discs are from edges near where the two cross, seen along the axis of the disc: at the one end of the chord or at the other.
//!
//! A flat end that stands on an edge touches it with a point of its rim, at one end of the chord. As it turns over along the edge the other end of the chord comes down; where
//! it lies flat along the edge, both touch. So each end has a row of its own, which goes on smoothly where the other one becomes the lower.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::near::Near;
use crate::geometry::smooth::Limb;
use crate::math::Vec3;

/// A segment that is steeper than this against a disc (sine) goes into it, or beside it.
const STEEP: f64 = 0.5;

/// Chords shorter than this part of the radius are a point (half the chord).
const SHORT_CHORD: f64 = 0.05;

/// Newton steps at most.
const MOST_STEPS: usize = 60;

/// Normals may lie beyond those of the facets of an edge by this (rad): a rim that lies on a face crosses the edges around it.
const BEYOND: f64 = 0.3;

/// The nearest points of a rim and a line thereabouts.
struct Crossing {
    /// From the centre of the disc to the point of the rim (m).
    out: Vec3,
    /// Along the rim there, as long as the radius (m).
    turn: Vec3,
    /// From the line to that point, across the line (m).
    across: Vec3,
    /// Unit direction of the line.
    along: Vec3,
    /// Whether the point of the line is one of the segment.
    within: bool,
}

/// By Newton's method on the angle; smooth also where the segment lies along the disc. `None` where they do not cross, or nearly touch only.
fn crossing(tail: &Vec3, head: &Vec3, limb: &Limb, last: bool) -> Option<Crossing> {
    let (e1, e2) = (limb.spread.column(0).into_owned(), limb.spread.column(1).into_owned());
    let (axis, size) = (limb.axis()?, limb.size());
    let length = (head - tail).norm();
    let along = (head - tail) / length;
    if axis.dot(&along).abs() > STEEP {
        return None;
    }
    let off = tail - limb.centre;
    let across = |v: &Vec3| v - axis * axis.dot(v);
    // ‖w + t v‖ = size.
    let (w, v) = (across(&off), across(&along));
    let (a, b, c) = (v.norm_squared(), w.dot(&v), w.norm_squared() - size * size);
    let root = b * b - a * c;
    if !(root > (SHORT_CHORD * size).powi(2) * a) {
        return None;
    }
    let t = (-b + if last { root.sqrt() } else { -root.sqrt() }) / a;
    let start = w + v * t;
    let mut angle = start.dot(&e2).atan2(start.dot(&e1));
    let beside = |x: &Vec3| x - along * along.dot(x);
    let at = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        (e1 * cos + e2 * sin, e2 * cos - e1 * sin)
    };
    for _ in 0..MOST_STEPS {
        let (out, turn) = at(angle);
        let (w, turned) = (beside(&(out - off)), beside(&turn));
        let bend = turned.norm_squared() - w.dot(&out);
        let step = w.dot(&turned) / bend;
        if !(bend > 0.0 && step.abs() < 1.0) {
            return None;
        }
        angle -= step;
        if step.abs() < 1e-15 {
            break;
        }
    }
    let (out, turn) = at(angle);
    let from = out - off;
    let within = (0.0..=length).contains(&along.dot(&from));
    Some(Crossing { out, turn, across: beside(&from), along, within })
}

/// How far the rim of a disc is from a segment.
pub fn crosses(tail: &Vec3, head: &Vec3, limb: &Limb, last: bool) -> Option<Near> {
    let found = crossing(tail, head, limb, last).filter(|found| found.within)?;
    let n = found.across.try_normalize(0.0)?;
    Some(Near { distance: found.across.norm(), n, y: limb.centre + found.out })
}

/// How far the rim of a disc is from an edge of a polytope, along the common normal of both that is one of the edge's; less than nothing where it is inside.
pub fn over_edge(p: &WorldPart, e: usize, limb: &Limb, last: bool) -> Option<Near> {
    let (tail, head) = p.edge(e);
    let found = crossing(&tail, &head, limb, last).filter(|found| found.within)?;
    let [n1, n2] = p.shape.edges[e].facets.map(|f| p.normal(f));
    let normal = found.along.cross(&found.turn).try_normalize(0.0)?;
    let n = if normal.dot(&(n1 + n2)) < 0.0 { -normal } else { normal };
    // Within the arc from the one facet's normal to the other's.
    let round = n1.cross(&n2);
    let sine = BEYOND.sin() * round.norm();
    let among = n1.cross(&n).dot(&round) >= -sine && n.cross(&n2).dot(&round) >= -sine;
    among.then(|| Near { distance: n.dot(&found.across), n, y: limb.centre + found.out })
}
