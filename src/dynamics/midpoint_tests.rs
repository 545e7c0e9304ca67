//! The midpoint spin keeps energy and momentum, gives torque its due, and finds its root at large steps.

use super::*;
use crate::dynamics::spin_freely;
use crate::math::{Pose, Quat, Twist};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn vector(size: f64) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

fn orientation() -> impl Strategy<Value = Quat> {
    vector(3.0).prop_map(Quat::from_scaled_axis)
}

/// That of some body: the moments of a distribution of mass with the extents a, b, c in skew axes.
fn inertia(least: f64) -> impl Strategy<Value = Mat3> {
    (prop::array::uniform3(least..1.0f64), orientation()).prop_map(|([a, b, c], axes)| {
        let axes = *axes.to_rotation_matrix().matrix();
        let moments = Vec3::new(b * b + c * c, c * c + a * a, a * a + b * b);
        let inertia = axes * Mat3::from_diagonal(&moments) * axes.transpose();
        (inertia + inertia.transpose()) * 0.5
    })
}

/// Orientation after the step of the mean spin.
fn turned(q: &Quat, mean: &Vec3, h: f64) -> Quat {
    let pose = Pose { position: Vec3::zeros(), orientation: *q };
    pose.advanced_cayley(&Twist { linear: Vec3::zeros(), angular: q * mean }, h).orientation
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

    /// With R⁺ = R cay(hW) and Ω⁺ = 2W − Ω, at rotations of up to 3 rad a step.
    #[test]
    fn without_torque_energy_and_spatial_momentum_are_kept(
        j in inertia(0.2), q in orientation(), w in vector(10.0), h in 1e-4..0.2f64,
    ) {
        let mean = midpoint_spin(&j, &w, &Vec3::zeros(), h);
        let after = 2.0 * mean - w;
        let energy = |w: &Vec3| w.dot(&(j * w));
        prop_assert!((energy(&after) / energy(&w) - 1.0).abs() < 1e-14);
        let (before, end) = (q * (j * w), turned(&q, &mean, h) * (j * after));
        prop_assert!((end - before).norm() < 1e-14 * before.norm());
    }

    /// The spatial angular momentum changes by hτ, the energy by the work hW·τ.
    #[test]
    fn torque_changes_momentum_and_does_its_work(
        j in inertia(0.2), q in orientation(), w in vector(5.0), t in vector(20.0), h in 1e-4..0.1f64,
    ) {
        let mean = midpoint_spin(&j, &w, &t, h);
        let after = 2.0 * mean - w;
        let (before, given) = (q * (j * w), q * (t * h));
        let end = turned(&q, &mean, h) * (j * after);
        let scale = before.norm() + given.norm();
        prop_assert!((end - before - given).norm() < 2e-14 * scale);
        let energy = |w: &Vec3| 0.5 * w.dot(&(j * w));
        let off = energy(&after) - energy(&w) - h * mean.dot(&t);
        prop_assert!(off.abs() < 2e-14 * (energy(&w) + energy(&after) + (h * mean.dot(&t)).abs()));
    }

    /// Slender bodies and turns of tens of radians a step: still a root, still no energy from nowhere.
    #[test]
    fn a_root_is_found_at_large_steps(j in inertia(0.02), w in vector(50.0), t in vector(50.0), h in 1e-3..1.0f64) {
        for t in [Vec3::zeros(), t] {
            let mean = midpoint_spin(&j, &w, &t, h);
            let (jw, half) = (j * mean, 0.5 * h * h);
            let residual = 2.0 * (jw - j * w) + h * mean.cross(&jw) - h * t + half * mean.cross(&t);
            let scale = 2.0 * (jw.norm() + (j * w).norm())
                + h * (mean.norm() * j.norm() * mean.norm() + t.norm())
                + half * mean.norm() * t.norm();
            prop_assert!(residual.norm() < 1e-14 * scale, "{} of {}", residual.norm(), scale);
        }
    }
}

#[test]
fn the_midpoint_rule_is_of_second_order() {
    let j = Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 2.7));
    let (q, w) = (Quat::identity(), Vec3::new(1.0, -2.0, 3.0));
    let (truth, _) = spin_freely(&j, &q, &w, 1.0);
    let error = |n: usize| {
        let h = 1.0 / n as f64;
        let (mut q, mut spin) = (q, w);
        for _ in 0..n {
            let mean = midpoint_spin(&j, &spin, &Vec3::zeros(), h);
            (q, spin) = (turned(&q, &mean, h), 2.0 * mean - spin);
        }
        q.angle_to(&truth)
    };
    let ratio = error(100) / error(200);
    assert!((3.9..4.1).contains(&ratio), "error ratio {ratio}");
}

#[test]
fn steady_spins_and_what_is_not_finite() {
    let j = Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 2.7));
    let z = Vec3::new(0.0, 0.0, 3.0);
    assert_eq!(midpoint_spin(&j, &z, &Vec3::zeros(), 0.1), z);
    assert_eq!(midpoint_spin(&j, &Vec3::zeros(), &Vec3::zeros(), 0.1), Vec3::zeros());
    // A torque about the axis of a steady spin: Ω + ½hτ/I.
    let mean = midpoint_spin(&j, &z, &Vec3::new(0.0, 0.0, 5.4), 0.1);
    assert!((mean - Vec3::new(0.0, 0.0, 3.1)).norm() < 1e-15);
    let huge = Vec3::new(f64::INFINITY, 1.0, 0.0);
    assert_eq!(midpoint_spin(&j, &huge, &Vec3::zeros(), 0.1), huge);
}
