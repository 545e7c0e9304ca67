//! Blows under steep friction and between walls that leave no room, against closed forms and finer steps.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use nalgebra::{Matrix2, Vector2};
use pegsim::contact::models::ContactModel;
use pegsim::scene::load_str;
use pegsim::step::Simulation;
use pegsim::world::{BodyId, StepInput};
use std::path::Path;

const MOVED: BodyId = BodyId(1);

/// The run at `time`, in steps of `h`.
fn run(text: &str, h: f64, time: f64) -> Simulation {
    let scene = load_str(text, "test.ron", Path::new(".")).unwrap_or_else(|e| panic!("{e}"));
    let mut settings = scene.settings;
    (settings.contact.model, settings.h) = (ContactModel::SeparatingFeature, h);
    let mut s = Simulation::new(scene.model, scene.state, settings);
    while s.state.time < time - 1e-9 {
        s.settings.h = h.min(time - s.state.time);
        s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
    }
    s
}

/// A square comes sliding in so steeply that friction at its corner would press it down faster than it is pushed up (μ > K_nn/|K_nt|, Painlevé's condition), and
/// sticks. What a part ends beyond the blow, half a tenth of a nanometre, had to be undone by an impulse of that size before it: the way broke at another instant.
#[test]
fn what_jams_is_struck_where_it_meets() {
    let (tilt, half, meets, time) = (0.2_f64, 0.1, 0.015, 0.02);
    let arm = Vector2::new(-half * tilt.cos() + half * tilt.sin(), -half * tilt.sin() - half * tilt.cos());
    let before = Vector2::new(-2.0, -2.0);
    let height = -arm.y + 2.0 * meets;
    let (mass, inertia) = (40.0, 40.0 * (2.0 * half).powi(2) / 6.0);
    for (mu, e) in [(1.3, 1.0), (1.45, 0.0), (1.45, 1.0), (1.5, 0.0), (1.5, 1.0)] {
        let text = format!(
            "Scene(name: \"test\", dimension: Two, gravity: (0.0, 0.0, 0.0), bodies: [
                (name: \"floor\", kind: Fixed, friction: {mu}, restitution: {e}, shape: Box(half_extents: (9.0, 0.5)), position: (0.0, -0.5, 0.0)),
                (name: \"square\", mass: {mass:?}, friction: {mu}, restitution: {e}, shape: Box(half_extents: ({half}, {half})),
                 position: (0.0, {height}, 0.0), orientation: ({}, 0.0, 0.0, {}), velocity: (-2.0, -2.0, 0.0))])",
            (tilt / 2.0).cos(),
            (tilt / 2.0).sin()
        );
        // The impulse after which the corner stands along the floor and leaves it with e times what it came with.
        let across = Vector2::new(-arm.y, arm.x);
        let give = Matrix2::identity() / mass + across * across.transpose() / inertia;
        let after = Vector2::new(0.0, -e * before.y);
        let impulse = give.lu().solve(&(after - before)).unwrap();
        assert!(impulse.x.abs() < mu * impulse.y, "it slides");
        let (velocity, spin) = (before + impulse / mass, across.dot(&impulse) / inertia);
        // Without a rebound it turns on about its corner, which the closed form is not of.
        let until = if e > 0.0 { time } else { meets };
        let place = Vector2::new(0.0, height) + before * meets + velocity * (until - meets);
        for h in [0.01, 0.005, 0.004, 0.002, 0.001] {
            let s = run(&text, h, until);
            let (pose, twist) = (&s.state.poses[MOVED.0], &s.state.twists[MOVED.0]);
            let what = format!("μ = {mu}, e = {e}, h = {h}: {} and {twist:?}", pose.position);
            assert!((pose.position.xy() - place).norm() < 1e-7, "{what} for {place}");
            if e > 0.0 {
                let turned = tilt + spin * (until - meets);
                // A turn of ωh is right to (ωh)³/12.
                assert!((pose.orientation.angle() - turned).abs() < 1e-6, "{what} for {turned} rad");
                assert!((twist.linear.xy() - velocity).norm() < 1e-6, "{what} for {velocity}");
                assert!((twist.angular.z - spin).abs() < 1e-5, "{what} for {spin}");
            }
        }
    }
}

/// A peg goes into a slot with a tenth of a millimetre of room. Its right corner meets a wall, then the left edge of the slot its flank, with 0.04 m/s and at an angle of 0.03 rad to
/// the wall: a blow of 22 N·s for 1 kg, though what comes is slower than what weight adds in 5 ms. The blow along both lines by hand: 0.803 and −1.003 m/s, −4.07 rad/s.
#[test]
fn a_slow_blow_that_wedges_is_struck_where_it_comes() {
    let wall = |side: f64| {
        let corner = |x: f64, y: f64| format!("({}, {y})", side * x);
        let all = [(1.0, -1.0), (0.0501, -1.0), (0.0501, -0.05), (0.1001, 0.0), (1.0, 0.0)];
        let points: Vec<String> = all.iter().map(|&(x, y)| corner(x, y)).collect();
        format!("(shape: Hull(points: [{}]))", points.join(", "))
    };
    let peg = "(shape: Box(half_extents: (0.05, 0.15))), (shape: Box(half_extents: (0.12, 0.03)), position: (0.0, 0.15, 0.0))";
    let text = format!(
        "Scene(name: \"test\", dimension: Two, gravity: (0.0, -9.81, 0.0), bodies: [
            (name: \"slot\", kind: Fixed, friction: 0.0, shape: Union([{}, {}])),
            (name: \"peg\", mass: 1.0, friction: 0.0, shape: Union([{peg}]), position: (-0.015414512870567288, 0.18, 0.0),
             orientation: (0.9992787188709196, 0.0, 0.0, 0.037974228256723835),
             velocity: (0.20748775991821217, -1.0, 0.0), angular_velocity: (0.0, 0.0, -0.7188540506263024))])",
        wall(-1.0),
        wall(1.0)
    );
    for h in [0.01, 0.00875, 0.007, 0.005, 0.0035, 0.0025, 0.001] {
        // Just after the second blow, which comes at 65.80 ms.
        let s = run(&text, h, 0.07);
        let twist = &s.state.twists[MOVED.0];
        // The values of steps of 10 µs, in which every approach counts.
        let off = (twist.linear.x - 0.802999).abs() + (twist.linear.y + 1.042230).abs();
        assert!(off < 1e-3 && (twist.angular.z + 4.072910).abs() < 1e-3, "h = {h}: {twist:?}");
    }
}

/// A jaw on a path closes until it touches a body on the other side of which there is a wall or a floor, and stops there: with the speed of its way until then nothing between
/// the two could move, and the run ended. A ball and a box, at corners of the path within a step and at its end, with room for a nanometre and with none.
#[test]
fn what_closes_until_it_touches_on_both_sides_stops_there() {
    let ball = ("Sphere(radius: 0.1)", [0.03, 0.0, 0.1]);
    let cube = ("Box(half_extents: (0.1, 0.1, 0.1))", [0.03, 0.0, 0.1]);
    for (shape, [x, y, z]) in [ball, cube] {
        for stops in [0.25, 0.2537] {
            for room in [0.0, 1e-16, 1e-12, 1e-10, 1e-9] {
                let jaw = |side: f64, far: f64| {
                    format!(
                        "(time: 0.0, position: ({:?}, 0.0, 0.3)), (time: {stops:?}, position: ({:?}, 0.0, 0.3)), (time: 1.0, position: ({1:?}, 0.0, 0.3))",
                        side * 0.3,
                        side * (0.2 + far)
                    )
                };
                let text = format!(
                    "Scene(name: \"jaws\", gravity: (0.0, 0.0, -9.81), bodies: [
                        (name: \"floor\", kind: Fixed, shape: Box(half_extents: (1.0, 1.0, 0.1)), position: (0.0, 0.0, -0.1)),
                        (name: \"body\", shape: {shape}, position: ({x:?}, {y:?}, {z:?}), mass: 1.0, friction: 0.5),
                        (name: \"left\", kind: Kinematic, shape: Box(half_extents: (0.1, 0.3, 0.3)), position: (-0.3, 0.0, 0.3), friction: 0.5),
                        (name: \"right\", kind: Kinematic, shape: Box(half_extents: (0.1, 0.3, 0.3)), position: (0.3, 0.0, 0.3), friction: 0.5)],
                    controllers: [(kind: Path, body: \"left\", waypoints: [{}]), (kind: Path, body: \"right\", waypoints: [{}])])",
                    jaw(-1.0, 0.0),
                    jaw(1.0, room),
                );
                let end = run(&text, 0.01, 0.4);
                let (place, twist) = (end.state.poses[MOVED.0].position, end.state.twists[MOVED.0]);
                let what = format!("{shape}, {stops} s, {room} m: {place:?}, {twist:?}");
                assert!(place.x.abs() < 2e-9 && (place.z - 0.1).abs() < 1e-9, "{what}");
                assert!(twist.linear.norm() + twist.angular.norm() < 1e-6, "{what}");
            }
        }
    }
}
