//! What slides without friction out of a slot that fits it exactly goes on as fast as it came, wherever a step ends.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{run, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;

fn slot(dimension: &str, x: f64) -> String {
    let depth = if dimension == "Two" { "" } else { ", 0.03" };
    let rail = if dimension == "Two" { "" } else { ", 0.1" };
    format!(
        "Scene(dimension: {dimension}, gravity: (0.0, -9.81, 0.0), bodies: [
           (name: \"floor\", kind: Fixed, shape: Box(half_extents: (1.0, 0.1{rail})), position: (1.64, -0.13, 0.0)),
           (name: \"roof\", kind: Fixed, shape: Box(half_extents: (1.0, 0.1{rail})), position: (1.64, 0.13, 0.0)),
           (name: \"slider\", shape: Box(half_extents: (0.03, 0.03{depth})), position: ({x:?}, 0.0, 0.0), velocity: (-0.9, 0.0, 0.0), mass: 2.0)])"
    )
}

/// Between two faces that are parallel but for the last digits nothing can move but backwards: where a step ended within a tenth of a millimetre of the exit, one in fifty was
/// stopped dead by loads of 10¹⁴ N·s.
#[test]
fn a_slider_leaves_its_slot_as_fast_as_it_came() {
    // Where it was stopped, and as many places from one end to the other.
    let stopped = [0.6181694920235552, 0.6176868290582885, 0.6177561550203265, 0.611579268080015];
    let places: Vec<f64> =
        stopped.into_iter().chain((0..40).map(|k| 0.6101 + 0.00024 * f64::from(k))).collect();
    for dimension in ["Two", "Three"] {
        for &x in &places {
            for h in [0.0106, 0.005] {
                let mut sim = simulation_of(&slot(dimension, x), SeparatingFeature, h);
                run(&mut sim, 2.0 * h);
                let speed = -sim.state.twists[2].linear.x;
                assert!((speed - 0.9).abs() < 1e-9, "{dimension}, from {x} m, h {h}: {speed} m/s");
            }
        }
    }
}
