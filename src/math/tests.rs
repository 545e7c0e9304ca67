//! The Cayley map between poses, there and back.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

fn settings() -> ProptestConfig {
    ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(11),
        ..Default::default()
    }
}

proptest! {
    #![proptest_config(settings())]

    /// From a twist to a pose and back, in both signs of the quaternion and of the time.
    #[test]
    fn the_cayley_twist_is_the_inverse_of_the_step(
        at in vector(5.0), axis in vector(3.0), v in vector(10.0), w in vector(20.0), h in 1e-3..0.5f64,
        negative: bool, back: bool,
    ) {
        let h = if back { -h } else { h };
        let pose = Pose { position: at, orientation: Quat::from_scaled_axis(axis) };
        let twist = Twist { linear: v, angular: w };
        let end = pose.advanced_cayley(&twist, h);
        prop_assert!((end.position - at - v * h).norm() < 1e-14);
        prop_assert!((end.orientation.norm() - 1.0).abs() < 4e-16);
        let to = if negative { Quat::new_unchecked(-end.orientation.into_inner()) } else { end.orientation };
        let found = cayley_twist(&pose.orientation, &to, h);
        // A quaternion is rounded to ε; towards π that is 1 + (h|ω|/2)² times as much in tan(φ/2).
        let half = 0.5 * h.abs() * w.norm();
        prop_assert!((found - w).norm() < 2e-15 * (1.0 + half * half) / h.abs(), "{}", (found - w).norm());
        // The angle is 2 atan(h|ω|/2).
        let turned = pose.orientation.angle_to(&end.orientation);
        prop_assert!((turned - 2.0 * half.atan()).abs() < 1e-7, "{turned}");
    }
}

#[test]
fn rest_is_exact_and_half_turns_stay_finite() {
    let q = Quat::from_euler_angles(0.4, -1.2, 2.0);
    assert_eq!(cayley_twist(&q, &q, 0.01), Vec3::zeros());
    let pose = Pose { position: Vec3::x(), orientation: q };
    assert_eq!(pose.advanced_cayley(&Twist::zero(), 0.01), pose);
    // A half turn about z: large, about z, and back to a half turn.
    let half = Quat::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 1.0));
    let w = cayley_twist(&Quat::identity(), &half, 0.01);
    assert!(w.norm().is_finite() && w.norm() > 1e17 && w.xy() == Vec3::zeros().xy(), "{w}");
    let there = Pose::identity().advanced_cayley(&Twist { linear: Vec3::zeros(), angular: w }, 0.01);
    assert!(there.orientation.angle_to(&half) < 1e-15);
    // Nor does the largest number overflow.
    let most = Twist { linear: Vec3::zeros(), angular: Vec3::new(f64::MAX, 0.0, 0.0) };
    assert!(Pose::identity().advanced_cayley(&most, 1.0).is_finite());
}
