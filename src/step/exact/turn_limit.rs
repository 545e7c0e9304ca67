//! Whether bodies turn little enough in a step for its start and end to tell the way between them.

use crate::contact::kinematics::WorldPart;
use crate::dynamics::FreeFlight;
use crate::geometry::smooth::Limb;
use crate::math::Vec3;
use crate::step::exact::context::{NotConverged, Pair};
use crate::step::frame::StepFrame;
use crate::step::tolerances::TOUCHING;
use crate::world::BodyId;

/// A body that may meet another turns by less than this in a step, or the step is divided (rad): within it, the way from start to
/// end is near the chord that the secants are drawn along.
const MOST_TURN: f64 = 1.0;

/// Cosine of the angle by which the lowest point of a rim may go round it.
const MOST_ROUND: f64 = 0.866;

/// Where it would go round by an angle with a smaller cosine, the end falls flat.
const FALLS_FLAT: f64 = -0.999;

/// A flat end at a smaller angle lies flat (sine).
const FLAT: f64 = 1e-3;

/// Parts that were halved this often may have a flat end that goes far round its rim.
const LET_WHIRL: u32 = 8;

/// Asks that no body that may meet another turns by more than [`MOST_TURN`], and that none that stands on the rim of a flat end goes far round it: what comes
/// down nearly flat whirls as a coin does before it lies, and the point on which it stands can come upon an edge on the other side.
///
/// # Errors
/// The body that turns most, or one that goes round a rim.
pub fn turn_little(frame: &StepFrame, flight: &FreeFlight, pairs: &[Pair]) -> Result<(), NotConverged> {
    let turn = |id: BodyId| flight.start[id.0].angular.norm().max(flight.end[id.0].angular.norm()) * frame.h;
    let body = |part: usize| frame.kinematics.parts[part].id.body;
    let bodies = pairs.iter().flat_map(|pair| [body(pair.parts.0), body(pair.parts.1)]);
    let name = |id: BodyId| &frame.model.body(id).name;
    if let Some(id) = bodies.filter(|id| turn(*id) > MOST_TURN).max_by(|a, b| turn(*a).total_cmp(&turn(*b))) {
        let reason = format!("`{}` turns by {:.1} rad near another body", name(id), turn(id));
        return Err(NotConverged { reason });
    }
    if frame.halved >= LET_WHIRL {
        return Ok(());
    }
    match pairs.iter().find_map(|pair| whirls(frame, flight, pair)) {
        None => Ok(()),
        Some(id) => {
            Err(NotConverged { reason: format!("`{}` goes round the rim on which it stands", name(id)) })
        }
    }
}

/// The body of a pair that would go far round the rim of a flat end on which it stands.
fn whirls(frame: &StepFrame, flight: &FreeFlight, pair: &Pair) -> Option<BodyId> {
    if pair.apart > TOUCHING {
        return None;
    }
    let parts = &frame.kinematics.parts;
    let (a, b) = (&parts[pair.parts.0], &parts[pair.parts.1]);
    let turning = |part: &WorldPart| flight.start[part.id.body.0].angular * frame.h;
    let turns = turning(a) - turning(b);
    let (axis_a, axis_b) = (axis(a), axis(b));
    if axis_a.is_none() && axis_b.is_none() {
        return None;
    }
    let n = pair.feature.direction(a, b)?;
    let far = |axis: Option<Vec3>, turns: Vec3| axis.is_some_and(|axis| goes_far(&axis, &turns, &n));
    let id = |part: &WorldPart| part.id.body;
    far(axis_a, turns).then(|| id(a)).or_else(|| far(axis_b, -turns).then(|| id(b)))
}

/// The axis of the flat ends of a part.
fn axis(part: &WorldPart) -> Option<Vec3> {
    let axis = part.shape.smooth()?.limbs.iter().find_map(Limb::axis)?;
    Some(part.turned(&axis))
}

/// Whether the side to which a flat end with this axis leans goes far round, as it turns against what it stands on, with normal `n`. What falls
/// flat comes to lean to the opposite side, without going round.
fn goes_far(axis: &Vec3, turns: &Vec3, n: &Vec3) -> bool {
    let lean = |axis: &Vec3| axis - n * axis.dot(n);
    let (before, after) = (lean(axis), lean(&(axis + turns.cross(axis))));
    let (cosine, size) = (before.dot(&after), before.norm() * after.norm());
    before.norm() > FLAT && cosine < MOST_ROUND * size && cosine > FALLS_FLAT * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rim_goes_round_where_it_passes_by_lying_flat() {
        let axis = Vec3::new(0.01, 0.0, 1.0).normalize();
        let far = |x: f64, y: f64| goes_far(&axis, &Vec3::new(-y, x, 0.0), &-Vec3::z());
        // `x` and `y`: how far the axis is turned by.
        assert!(!far(0.0, 0.0), "it stands");
        assert!(!far(-0.009, 0.0) && !far(-0.02, 0.0) && !far(-0.02, 2e-4), "it falls flat");
        assert!(!far(0.02, 0.01), "it is set up");
        assert!(far(-0.02, 0.003) && far(0.0, 0.05) && far(-0.01, 0.003), "it whirls");
        let flat = Vec3::new(1e-4, 0.0, 1.0).normalize();
        assert!(!goes_far(&flat, &Vec3::new(0.1, 0.0, 0.0), &Vec3::z()), "it lies flat before");
    }
}
