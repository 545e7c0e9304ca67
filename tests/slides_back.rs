//! Sliding that turns round: what is thrown up a slope, stands for an instant and slides back.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::watch as run;
use pegsim::contact::models::ContactModel::SeparatingFeature;

/// Steps end where sliding stops, also where it does not stick: the friction of the rest of the step is the other way round. Nowhere in the step does it
/// matter when that is.
#[test]
fn a_box_slides_back_down_as_it_should() {
    let (slope, mu, duration) = (0.6_f64, 0.15, 0.3);
    let (along, against) = (9.81 * slope.sin(), 9.81 * mu * slope.cos());
    for h in [0.01, 0.005, 0.0025] {
        for part in 0..8 {
            let speed = 1.0 + (along + against) * h * f64::from(part) / 8.0;
            let scene = format!(
                "Scene(dimension: Two, gravity: ({along:?}, {:?}, 0.0), bodies: [
                    (name: \"slope\", kind: Fixed, shape: Box(half_extents: (50.0, 0.5)), position: (0.0, -0.5, 0.0), friction: {mu}),
                    (name: \"box\", shape: Box(half_extents: (0.1, 0.05)), position: (0.0, 0.05, 0.0), velocity: (-{speed:?}, 0.0, 0.0), friction: {mu}),
                ])",
                -9.81 * slope.cos()
            );
            let mut sim = common::simulation_of(&scene, SeparatingFeature, h);
            run(&mut sim, duration, &mut |_, _| {});
            let up = speed / (along + against);
            let wanted = (along - against) * (duration - up);
            let found = sim.state.twists[1].linear.x;
            assert!((found - wanted).abs() < 1e-6, "{h} s, {speed} m/s: {found} and not {wanted} m/s");
        }
    }
}

/// The same on a base that is braked itself: a crate on a sled that slides over rough ground. What slides against what is changed there by more than the
/// friction of the pair and the forces on it.
#[test]
fn a_crate_on_a_braking_sled_turns_round_at_its_instant() {
    let (sled, crate_mass, above, below, duration) = (2.0, 1.0, 0.2_f64, 0.5_f64, 0.2);
    for h in [0.01, 0.005, 0.0025] {
        for part in 0..8 {
            let speed = 2.0 + h * f64::from(part);
            let scene = format!(
                "Scene(dimension: Two, gravity: (0.0, -10.0, 0.0), bodies: [
                    (name: \"ground\", kind: Fixed, shape: Box(half_extents: (30.0, 0.5)), position: (0.0, -0.5, 0.0), friction: {:?}),
                    (name: \"sled\", mass: {sled:?}, shape: Box(half_extents: (2.0, 0.02)), position: (0.0, 0.02, 0.0), velocity: ({speed:?}, 0.0, 0.0), friction: 1.0),
                    (name: \"crate\", mass: {crate_mass:?}, shape: Box(half_extents: (0.3, 0.02)), position: (0.0, 0.06, 0.0), velocity: (1.0, 0.0, 0.0), friction: {:?}),
                ])",
                below * below,
                above * above
            );
            let mut sim = common::simulation_of(&scene, SeparatingFeature, h);
            run(&mut sim, duration, &mut |_, _| {});
            let of_crate = 10.0 * above;
            let (pull, brake) = (of_crate * crate_mass / sled, 10.0 * below * (sled + crate_mass) / sled);
            let alike = (speed - 1.0) / (of_crate + pull + brake);
            let after = duration - alike;
            let wanted = [
                speed - (pull + brake) * alike + (pull - brake) * after,
                1.0 + of_crate * alike - of_crate * after,
            ];
            for (twist, wanted) in sim.state.twists[1..].iter().zip(wanted) {
                let found = twist.linear.x;
                assert!((found - wanted).abs() < 1e-6, "{h} s, {speed} m/s: {found} and not {wanted} m/s");
            }
        }
    }
}
