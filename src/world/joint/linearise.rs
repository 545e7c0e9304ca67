//! All rows of one joint for one linearisation of a step.

use crate::math::{Pose, PoseUpdate, Twist};
use crate::world::joint::{Joint, JointRow, Limit, limit_rows, rows};
use crate::world::{BodyId, State};

/// The rows of one joint, linearised.
#[derive(Clone, Debug)]
pub struct Linearised {
    /// Its bodies A and B.
    pub bodies: (BodyId, BodyId),
    /// Conditions error + h J·ν = 0.
    pub rows: Vec<JointRow>,
    /// The same rows as the Jacobian at the start: they tell which of them hold the same thing twice. Secants of such rows
    /// differ by as much as their joints are apart at the end guessed, and would hold that too.
    pub at_start: Vec<JointRow>,
    /// Conditions gap + h J·ν >= 0 of its limits.
    pub limits: Vec<Limit>,
}

/// The Jacobian of a joint at the poses of its bodies.
pub fn jacobian(joint: &Joint, a: &Pose, b: &Pose) -> Vec<JointRow> {
    let (a, b) = joint.placed(a, b);
    rows(joint, (&a, &b), (&a, &b), (1.0, 1.0))
}

/// A coordinate that changes by less (rad or m) has the derivative for its secant.
const LEAST_TURN: f64 = 1e-9;

/// Draws the secants of a joint from the poses of `state` to where `twist` leads in `h` (s).
///
/// In a step that is done once the twists of the last step are the best guess there is, and leave an error of third
/// order in h instead of the second order of the Jacobian at the start; in a step that is repeated until its end no
/// longer moves, the rows hold exactly there.
pub fn linearise(
    joint: &Joint,
    state: &State,
    twist: &dyn Fn(BodyId) -> Twist,
    h: f64,
    update: PoseUpdate,
) -> Linearised {
    let (a, b) = joint.bodies;
    let (pose_a, pose_b) = (&state.poses[a.0], &state.poses[b.0]);
    let (twist_a, twist_b) = (twist(a), twist(b));
    let (end_a, end_b) = (update.advance(pose_a, &twist_a, h), update.advance(pose_b, &twist_b, h));
    let start = joint.placed(pose_a, pose_b);
    let end = joint.placed(&end_a, &end_b);
    let (start, end) = ((&start.0, &start.1), (&end.0, &end.1));
    let kappa = (update.factor(&twist_a, h), update.factor(&twist_b, h));
    let (before, at_end) = joint.coordinates((pose_a, pose_b), (&end_a, &end_b));
    let mut limits = limit_rows(joint, at_end, start, end, kappa);
    for limit in &mut limits {
        let moved = h * (limit.jacobian_a.dot(&twist_a.to_vec6()) + limit.jacobian_b.dot(&twist_b.to_vec6()));
        // The rate times this is the change of the coordinate over the step: a secant from the gap at the start, which is
        // not negative, so that a limit does no work.
        let share = (at_end - before).abs() / moved.abs();
        if update == PoseUpdate::Cayley && moved.abs() > LEAST_TURN && (0.25..4.0).contains(&share) {
            limit.error -= share * moved;
            limit.jacobian_a *= share;
            limit.jacobian_b *= share;
        } else {
            // The gap at the end of the secant, back along the row: exact there, whatever else the bodies do.
            limit.error -= moved;
        }
    }
    let at_start = rows(joint, start, start, (1.0, 1.0));
    Linearised { bodies: joint.bodies, rows: rows(joint, start, end, kappa), at_start, limits }
}
