//! The hash of a state: two runs that agree in it agree in every bit of every pose and velocity.

use crate::quote::hex;
use crate::world::State;
use sha2::{Digest, Sha256};

/// SHA-256, in hexadecimal, over the bits of all poses and twists in the order of the bodies: position
/// (x, y, z), orientation (w, x, y, z), linear and angular velocity, each number as eight little-endian bytes.
///
/// The sign of a zero counts: a run that differs in it is a different run.
pub fn state_hash(state: &State) -> String {
    let mut hasher = Sha256::new();
    for (pose, twist) in state.poses.iter().zip(&state.twists) {
        let q = pose.orientation;
        let numbers = pose
            .position
            .iter()
            .copied()
            .chain([q.w, q.i, q.j, q.k])
            .chain(twist.linear.iter().copied())
            .chain(twist.angular.iter().copied());
        for number in numbers {
            hasher.update(number.to_bits().to_le_bytes());
        }
    }
    hex(&hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose, Twist};

    fn state() -> State {
        State::at_start(vec![Pose::identity()], vec![Twist::zero()])
    }

    #[test]
    fn one_bit_changes_the_hash_and_the_clock_does_not() {
        let base = state();
        let mut later = state();
        later.time = 1.0;
        assert_eq!(state_hash(&base), state_hash(&later));
        let mut moved = state();
        moved.poses[0].position.y = f64::from_bits(1);
        assert_ne!(state_hash(&base), state_hash(&moved));
        let mut spun = state();
        spun.twists[0].angular.z = -0.0;
        assert_ne!(state_hash(&base), state_hash(&spun));
        assert_eq!(state_hash(&base).len(), 64);
    }
}
