//! Tops, gyroscopes and wheels on joints: what no joint gives a moment to stays as it is, and momenta about what holds them do.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{run, simulation_of};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::{Dimension, Vec3};
use pegsim::step::Simulation;

const SMALL: &str = "shape: Box(half_extents: (0.02, 0.02, 0.02))";

/// Angular momentum about the origin of all bodies that move (kg·m²/s).
fn angular_momentum(sim: &Simulation) -> Vec3 {
    let bodies = sim.model.ids().filter(|id| sim.model.body(*id).is_dynamic());
    let of = |id: pegsim::world::BodyId| {
        let (body, pose, twist) = (sim.model.body(id), &sim.state.poses[id.0], &sim.state.twists[id.0]);
        pose.position.cross(&twist.linear) * body.mass + body.spin(pose, twist)
    };
    bodies.map(of).sum()
}

/// How fast a body turns about its own z axis (rad/s).
fn own_spin(sim: &Simulation, body: usize) -> f64 {
    (sim.state.poses[body].orientation * Vec3::z()).dot(&sim.state.twists[body].angular)
}

/// An arm on a ball joint that carries a wheel on a hinge, horizontal, with the rate of precession that keeps it so; both have their z axis along the arm.
/// The stand drifts with a velocity along x (m/s), and the wheel may have a second bearing, which holds what the first one does.
fn gyroscope(drift: f64, second: bool) -> String {
    let (spin, rate) = (80.0, precession());
    let kind =
        if drift == 0.0 { "Fixed".to_owned() } else { format!("Kinematic, velocity: ({drift:?}, 0.0, 0.0)") };
    let more = if second {
        ", (name: \"second\", kind: Revolute, bodies: (\"arm\", \"wheel\"), point: (0.25, 0.0, 0.0), axis: (1.0, 0.0, 0.0))"
    } else {
        ""
    };
    let turned = "orientation: (0.7071067811865476, 0.0, 0.7071067811865475, 0.0)";
    format!(
        "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
            (name: \"stand\", kind: {kind}, {SMALL}, position: (0.0, 0.0, -3.0)),
            (name: \"arm\", {SMALL}, position: (0.1, 0.0, 0.0), {turned}, mass: 0.1, inertia: (0.001, 0.001, 0.0001),
             velocity: ({drift:?}, {:?}, 0.0), angular_velocity: (0.0, 0.0, {rate:?})),
            (name: \"wheel\", {SMALL}, position: (0.2, 0.0, 0.0), {turned}, mass: 1.0, inertia: (0.002, 0.002, 0.003),
             velocity: ({drift:?}, {:?}, 0.0), angular_velocity: ({spin:?}, 0.0, {rate:?}))],
          joints: [(name: \"ball\", kind: Spherical, bodies: (\"stand\", \"arm\"), point: (0.0, 0.0, 0.0)),
            (name: \"axle\", kind: Revolute, bodies: (\"arm\", \"wheel\"), point: (0.2, 0.0, 0.0), axis: (1.0, 0.0, 0.0)){more}])",
        0.1 * rate,
        0.2 * rate
    )
}

/// Moment of gravity over the spin of the wheel (rad/s).
fn precession() -> f64 {
    9.81 * (0.1 * 0.1 + 1.0 * 0.2) / (0.003 * 80.0)
}

/// A hinge gives no moment about its axis: the wheel of a gyroscope never slows down, and the gyroscope goes round at its rate to second order. It lost three quarters of its spin in a minute
/// at 10 ms, and a twentieth at 5 ms, while the energy was right to 14 digits.
#[test]
fn the_wheel_of_a_gyroscope_keeps_its_spin() {
    let time = 5.0;
    for (drift, second) in [(0.0, false), (0.0, true), (0.1, false)] {
        let errors = [0.01, 0.005, 0.0025].map(|h| {
            let mut sim = simulation_of(&gyroscope(drift, second), SeparatingFeature, h);
            run(&mut sim, time);
            let spin = own_spin(&sim, 2);
            assert!((spin - 80.0).abs() < 1e-4, "{drift} m/s, second bearing {second}, {h} s: {spin} rad/s");
            let at = sim.state.poses[2].position - sim.state.poses[0].position;
            let off = (at.y.atan2(at.x) - precession() * time).rem_euclid(std::f64::consts::TAU);
            off.min(std::f64::consts::TAU - off)
        });
        let orders = [errors[0] / errors[1], errors[1] / errors[2]];
        let told = format!("{drift} m/s, second bearing {second}: off by {errors:?}, {orders:?}");
        assert!(errors[2] < 0.02 && orders.iter().all(|o| *o > 3.5), "{told}");
    }
}

fn top(gravity: f64, spin: Vec3) -> String {
    let (tilt, length): (f64, f64) = (0.3, 0.1);
    let axis = Vec3::new(tilt.sin(), 0.0, tilt.cos());
    let turning = axis * spin.z + Vec3::new(tilt.cos(), 0.0, -tilt.sin()) * spin.x + Vec3::y() * spin.y;
    let (place, velocity) = (axis * length, turning.cross(&(axis * length)));
    let told = |v: &Vec3| format!("({:?}, {:?}, {:?})", v.x, v.y, v.z);
    format!(
        "Scene(dimension: Three, gravity: (0.0, 0.0, {gravity:?}), bodies: [
            (name: \"stand\", kind: Fixed, {SMALL}, position: (0.0, 0.0, -3.0)),
            (name: \"top\", {SMALL}, position: {}, orientation: ({:?}, 0.0, {:?}, 0.0), mass: 1.0, inertia: (0.004, 0.004, 0.002),
             velocity: {}, angular_velocity: {})],
          joints: [(name: \"foot\", kind: Spherical, bodies: (\"stand\", \"top\"), point: (0.0, 0.0, 0.0))])",
        told(&place),
        (tilt / 2.0).cos(),
        (tilt / 2.0).sin(),
        told(&velocity),
        told(&turning)
    )
}

/// A heavy top on a ball joint keeps its angular momentum about the vertical and, being symmetric, its spin; with 0.6 rad a step the latter swings by 0.3 rad/s and does not drift. It was 24 rad/s of 60
/// after 20 s at 10 ms, and the momentum almost twice what it was.
#[test]
fn a_heavy_top_keeps_its_spin_and_its_momentum_about_the_vertical() {
    for (h, swing) in [(0.01, 0.35), (0.005, 0.09), (0.0025, 0.025)] {
        let mut sim = simulation_of(&top(-9.81, Vec3::new(0.0, 0.0, 60.0)), SeparatingFeature, h);
        let before = angular_momentum(&sim).z;
        for second in 0..8 {
            run(&mut sim, 1.0);
            let (now, spin) = (angular_momentum(&sim).z, own_spin(&sim, 1));
            assert!((now / before - 1.0).abs() < 2e-5, "{h} s, second {second}: {now} of {before} kg·m²/s");
            assert!((spin - 60.0).abs() < swing, "{h} s, second {second}: {spin} rad/s");
        }
    }
}

/// Without gravity a body on a ball joint keeps the whole vector.
#[test]
fn what_turns_freely_about_a_point_keeps_its_angular_momentum() {
    for h in [0.01, 0.005, 0.0025] {
        let mut sim = simulation_of(&top(0.0, Vec3::new(6.0, 2.0, 30.0)), SeparatingFeature, h);
        let before = angular_momentum(&sim);
        run(&mut sim, 10.0);
        let off = (angular_momentum(&sim) - before).norm() / before.norm();
        assert!(off < 1e-6, "{h} s: off by {off:e} of it");
    }
}

/// A wheel on an axle through its centre of mass, on a pendulum: nothing turns it, in the plane and in space.
#[test]
fn a_wheel_on_a_pendulum_keeps_its_spin() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let (shape, gravity, axis) = match dimension {
            Dimension::Two => ("Box(half_extents: (0.02, 0.02))", "(0.0, -9.81, 0.0)", String::new()),
            Dimension::Three => (
                "Box(half_extents: (0.02, 0.02, 0.02))",
                "(0.0, -9.81, 0.0)",
                ", axis: (0.0, 0.0, 1.0)".to_owned(),
            ),
        };
        let at = |x: f64, y: f64| format!("({x:?}, {y:?}, 0.0)");
        let text = format!(
            "Scene(dimension: {dimension:?}, gravity: {gravity}, bodies: [
                (name: \"stand\", kind: Fixed, shape: {shape}, position: {}),
                (name: \"rod\", shape: {shape}, position: {}, mass: 0.5),
                (name: \"wheel\", shape: {shape}, position: {}, mass: 1.0, angular_velocity: (0.0, 0.0, 5.0))],
              joints: [(name: \"bearing\", kind: Revolute, bodies: (\"stand\", \"rod\"), point: {}{axis}),
                (name: \"axle\", kind: Revolute, bodies: (\"rod\", \"wheel\"), point: {}{axis})])",
            at(0.0, 1.0),
            at(0.25, 0.0),
            at(0.5, 0.0),
            at(0.0, 0.0),
            at(0.5, 0.0)
        );
        for h in [0.01, 0.0025] {
            let mut sim = simulation_of(&text, SeparatingFeature, h);
            run(&mut sim, 10.0);
            let spin = sim.state.twists[2].angular.z;
            assert!((spin - 5.0).abs() < 1e-6, "{dimension:?}, {h} s: {spin} rad/s");
            assert!(sim.state.twists[1].angular.z.abs() > 1e-3, "the pendulum swings");
        }
    }
}
