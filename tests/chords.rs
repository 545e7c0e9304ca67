//! Flat ends of cylinders that come down along edges, beside prisms of as many sides that a circle could be.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::simulation_of;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::world::StepInput;
use std::f64::consts::TAU;
use std::fmt::Write;

const RADIUS: f64 = 0.1;
const HALF: f64 = 0.06;
const MASS: f64 = 3.77;
/// How long the runs are (s): until some time after the second blow.
const LASTS: f64 = 0.1;

/// A prism of 64 sides with the area of the circle.
fn prism() -> String {
    let step = TAU / 64.0;
    let radius = RADIUS * (step / step.sin()).sqrt();
    let mut points = String::new();
    for k in 0..64 {
        let (sin, cos) = (f64::from(k) * step).sin_cos();
        for z in [-HALF, HALF] {
            write!(points, "({}, {}, {z}), ", radius * cos, radius * sin).unwrap();
        }
    }
    format!("Hull(points: [{points}])")
}

/// Position, velocity and spin of a body at the end of a run of a scene with this support.
fn run(shape: &str, body: &str, support: &str, h: f64) -> [f64; 9] {
    let text = format!(
        "Scene(name: \"test\", dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
            (name: \"body\", shape: {shape}, mass: {MASS}, {body}), (name: \"support\", kind: Fixed, {support})])"
    );
    let mut run = simulation_of(&text, SeparatingFeature, h);
    while run.state.time < LASTS - 1e-9 {
        run.settings.h = h.min(LASTS - run.state.time);
        run.step(&StepInput::default()).unwrap_or_else(|e| panic!("{h}: {e}"));
    }
    let (pose, twist) = (&run.state.poses[0], &run.state.twists[0]);
    let mut all = [0.0; 9];
    for k in 0..3 {
        (all[k], all[3 + k], all[6 + k]) = (pose.position[k], twist.linear[k], twist.angular[k]);
    }
    all
}

/// It falls with one point of its rim on the edge of a table, turns over along it, and is struck at the other end of the chord or at the corner where the edge ends. Both ends
/// bear that blow; the one row of the surfaces had it at the middle of the flat end, which threw the body off without turning it.
#[test]
fn a_flat_end_is_struck_at_both_ends_of_its_chord() {
    let cylinder = format!("Cylinder(radius: {RADIUS}, length: {})", 2.0 * HALF);
    let along = "position: (0.016435402478574515, -0.027625594348335558, 0.06478772003666466), \
         orientation: (-0.7636461897184655, -0.006358218474801584, -0.00906686732723517, 0.6455399769984554), \
         velocity: (0.2610434542726609, 0.18951213247291926, -0.0008215500510444284), \
         angular_velocity: (0.8530862061374389, 1.8359724878719872, 0.34899993172338295)";
    let at_corner = "position: (0.03971799826669338, -0.01668639997988921, 0.07440977273288901), \
         orientation: (-0.34510995544215567, -0.05242595371534062, 0.03986302936972767, 0.9362486725871597), \
         velocity: (0.0434753629095882, 0.14779341605478702, -0.019069175741759068), \
         angular_velocity: (2.098507380249546, 1.7305150611203235, -0.262649968713184)";
    let edge = "shape: Box(half_extents: (0.3, 3.0, 0.1)), position: (-0.3, 0.0, -0.1)";
    let corner = "shape: Box(half_extents: (0.3, 0.3, 0.1)), position: (-0.3, -0.3, -0.1)";
    for (body, support) in [(along, edge), (at_corner, corner)] {
        let wanted = run(&prism(), body, support, 0.0005);
        for h in [0.01, 0.005, 0.0025, 0.001, 0.0005] {
            let now = run(&cylinder, body, support, h);
            let most = |from: usize| (from..from + 3).map(|k| (now[k] - wanted[k]).abs()).fold(0.0, f64::max);
            // What a circle and 64 sides differ by, and of long steps the second order.
            let long = (h / 0.01).powi(2);
            let bounds = [1e-4 + 3e-4 * long, 2e-3 + 5e-3 * long, 2e-2 + 1e-1 * long];
            for (k, bound) in bounds.into_iter().enumerate() {
                assert!(most(3 * k) < bound, "{h}: {now:?} for {wanted:?}");
            }
        }
    }
}
