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
