//! Cylinders and cones whose flat ends lie in one plane with what they meet: what meets is the flank, and nothing is met that is beside the way.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{run, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Vec3;

const STEPS: [f64; 4] = [0.01, 0.005, 0.0025, 0.001];

/// A floor and these bodies, without friction.
fn on_floor(bodies: &str) -> String {
    format!(
        "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 5.0, 0.5)), position: (0.0, 0.0, -0.5)),
            {bodies}])"
    )
}

/// The unit vector from a point that moves with `velocity` from the origin to `other`, when they are so far from each other.
fn line_of_meeting(velocity: Vec3, other: Vec3, distance: f64) -> Vec3 {
    let (along, speed2) = (other.dot(&velocity), velocity.norm_squared());
    let root = (along * along - speed2 * (other.norm_squared() - distance * distance)).sqrt();
    (other - velocity * ((along - root) / speed2)) / distance
}

/// A blow without friction acts along the line between the axes.
#[test]
fn round_bodies_on_one_floor_meet_with_their_flanks() {
    let velocity = Vec3::new(0.5, 0.2, 0.0);
    let other = Vec3::new(0.5, 0.08, 0.0);
    for (height, kind) in [(0.2, "Cylinder"), (0.02, "Cylinder"), (0.2, "Cone")] {
        let text = on_floor(&format!(
            "(name: \"still\", shape: {kind}(radius: 0.1, length: {height:?}), position: ({:?}, {:?}, {:?})),
             (name: \"moved\", shape: {kind}(radius: 0.1, length: {height:?}), position: (0.0, 0.0, {:?}),
              mass: 2.0, velocity: ({:?}, {:?}, 0.0))",
            other.x,
            other.y,
            height / 2.0,
            height / 2.0,
            velocity.x,
            velocity.y
        ));
        for h in STEPS {
            let mut sim = simulation_of(&text, SeparatingFeature, h);
            let mass = sim.model.body(pegsim::world::BodyId(1)).mass;
            let seen = run(&mut sim, 0.7);
            let n = line_of_meeting(velocity, other, 0.2);
            // Both go on at one speed along the line.
            let given = n * (n.dot(&velocity) * 2.0 * mass / (2.0 + mass));
            let [still, moved] = [1, 2].map(|k: usize| sim.state.twists[k].linear);
            let off = (still - given / mass).norm().max((moved - velocity + given / 2.0).norm());
            // Cones meet below their centres of mass, and tip.
            assert!(
                off < 1e-6 || kind == "Cone",
                "{kind} {height} m, {h} s: {still:?} and {moved:?}, off by {off:e}"
            );
            assert!(seen.depth < 1e-9, "{kind} {height} m, {h} s: {:e} m deep", seen.depth);
        }
    }
}

/// The edge of a block that stands on the same floor, higher than the can's middle, meets it off its centre: what is left is along the flank there.
#[test]
fn an_edge_on_the_same_floor_meets_the_flank() {
    let velocity = Vec3::new(0.5, 0.2, 0.0);
    let edge = Vec3::new(0.4, 0.25, 0.0);
    for half_height in [0.075, 0.1, 0.15] {
        let text = on_floor(&format!(
            "(name: \"block\", kind: Fixed, shape: Box(half_extents: (0.5, 0.1, {half_height:?})), position: (0.9, 0.35, {half_height:?})),
             (name: \"can\", shape: Cylinder(radius: 0.1, length: 0.2), position: (0.0, 0.0, 0.1), velocity: (0.5, 0.2, 0.0))"
        ));
        let n = line_of_meeting(velocity, edge, 0.1);
        let wanted = velocity - n * n.dot(&velocity);
        for h in STEPS {
            let mut sim = simulation_of(&text, SeparatingFeature, h);
            run(&mut sim, 0.8);
            let found = sim.state.twists[2].linear;
            assert!((found - wanted).norm() < 1e-6, "{half_height} m, {h} s: {found:?} and not {wanted:?}");
        }
    }
}

/// A log that slides along a rail which begins ahead, its end in the plane of the rail's side, passes it.
#[test]
fn a_flat_end_passes_the_beginning_of_a_rail() {
    for gap in [0.0, 1e-8, 1e-7] {
        let text = on_floor(&format!(
            "(name: \"rail\", kind: Fixed, shape: Box(half_extents: (1.0, 0.1, 0.01)), position: (1.3, {:?}, 0.01)),
             (name: \"log\", shape: Cylinder(radius: 0.1, length: 0.3), position: (0.0, 0.0, 0.1),
              orientation: (0.7071067811865476, 0.7071067811865475, 0.0, 0.0), velocity: (0.6, 0.0, 0.0))",
            0.25 + gap
        ));
        for h in STEPS {
            let mut sim = simulation_of(&text, SeparatingFeature, h);
            run(&mut sim, 0.9);
            let found = sim.state.twists[2].linear;
            assert!((found - Vec3::new(0.6, 0.0, 0.0)).norm() < 1e-9, "{gap:e} m, {h} s: {found:?}");
        }
    }
}

/// A cylinder rolls to a step a centimetre high. A time step that ends with its flank in the plane of the step's side, which is far below what is there, ends with no blow.
#[test]
fn the_plane_of_a_low_step_is_not_met_above_it() {
    let text = "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
        (name: \"floor\", kind: Fixed, shape: Box(half_extents: (2.0, 1.0, 0.5)), position: (0.0, 0.0, -0.5), friction: 1.0),
        (name: \"step\", kind: Fixed, shape: Box(half_extents: (1.0, 1.0, 0.005)), position: (1.0, 0.0, 0.005), friction: 1.0),
        (name: \"roller\", shape: Cylinder(radius: 0.2, length: 0.3), position: (-0.5, 0.0, 0.2), friction: 1.0,
         orientation: (0.7071067811865476, 0.7071067811865475, 0.0, 0.0), velocity: (0.6, 0.0, 0.0), angular_velocity: (0.0, 3.0, 0.0))])";
    for h in [0.01, 0.005, 0.0025, 0.002, 0.001] {
        let mut sim = simulation_of(text, SeparatingFeature, h);
        run(&mut sim, 0.56);
        let (at, speed) = (sim.state.poses[2].position.x, sim.state.twists[2].linear.x);
        assert!((at + 0.164).abs() < 1e-9 && (speed - 0.6).abs() < 1e-9, "{h} s: {at} m, {speed} m/s");
    }
}
