//! What falls freely moves against each other as without gravity, blows and all.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Vec3;
use pegsim::world::StepInput;

const G: f64 = 9.81;

/// Velocity and spin of the second body after a time, less what gravity gave it.
fn after(bodies: &str, gravity: f64, h: f64, time: f64) -> (Vec3, Vec3) {
    let text = format!(
        "Scene(name: \"test\", dimension: Two, gravity: (0.0, {}, 0.0), bodies: [{bodies}])",
        -gravity
    );
    let mut run = simulation_of(&text, SeparatingFeature, h);
    while run.state.time < time - 1e-9 {
        run.settings.h = h.min(time - run.state.time);
        run.step(&StepInput::default()).unwrap_or_else(|e| panic!("{h}: {e}"));
    }
    let twist = &run.state.twists[1];
    (twist.linear + Vec3::y() * gravity * time, twist.angular)
}

/// The end of a bar that spins at 6 rad/s dips 0.2 mm into a block, and both fall. The blow is slower than what weight adds in a step, but adds to both alike: it is not left
/// to the end of the step, where it may be over.
#[test]
fn a_slow_graze_of_what_falls_is_no_other_than_without_gravity() {
    for phase in [0.0, 0.2, 0.4, 0.6, 0.8] {
        for h in [0.01, 0.005, 0.0025] {
            // A quarter turn before, less what is missing to the part of a step in which it meets.
            let half: f64 = -0.39 - 0.5 * 6.0 * h * phase;
            let bodies = format!(
                "(name: \"bar\", shape: Box(half_extents: (0.2, 0.03)), orientation: ({}, 0.0, 0.0, {}), angular_velocity: (0.0, 0.0, 6.0)),
                 (name: \"block\", shape: Box(half_extents: (0.1, 0.1)), position: (0.30203748416156684, 0.0, 0.0))",
                half.cos(),
                half.sin()
            );
            let [falls, floats] = [G, 0.0].map(|gravity| after(&bodies, gravity, h, 0.25));
            assert!(floats.0.x > 0.015, "it is struck: {floats:?}");
            let differ = (falls.0 - floats.0).norm().max(0.1 * (falls.1 - floats.1).norm());
            assert!(differ < 1e-5, "{phase}, {h}: {falls:?} for {floats:?}");
        }
    }
}
