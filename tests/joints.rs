//! Joints and controllers against closed forms, independent integrations, and momentum.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{simulation_of as simulation, watch as run};
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;
use pegsim::scene::load_str;
use pegsim::step::Simulation;
use pegsim::world::StepInput;
use std::f64::consts::PI;
use std::path::Path;

const G: f64 = 9.81;

const MODELS: [ContactModel; 3] =
    [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];

/// A scene of these bodies, joints and controllers, in the plane or in space.
fn scene(plane: bool, rest: &str) -> String {
    format!("Scene(name: \"test\", dimension: {}, {rest})", if plane { "Two" } else { "Three" })
}

/// Largest joint error of a run (m).
fn worst_error(simulation: &mut Simulation, duration: f64) -> f64 {
    let mut worst = 0.0_f64;
    run(simulation, duration, &mut |_, r| worst = r.joints.iter().map(|j| j.error).fold(worst, f64::max));
    worst
}

/// The hanging rod of the thesis (6.2, script 5): a heptagonal rod of 0.5 m at π/5, spherical joint at its upper end.
fn hanging_rod() -> String {
    let angle = PI / 5.0;
    let (s, c) = (angle.sin(), angle.cos());
    scene(
        false,
        &format!(
            "bodies: [
                (name: \"post\", kind: Fixed, shape: Prism(sides: 7, radius: 0.2, height: 1.0)),
                (name: \"rod\", kind: Dynamic, mass: 1.0, shape: Prism(sides: 7, radius: 0.1, height: 0.5),
                 position: ({}, 0.0, {}), orientation: ({}, 0.0, {}, 0.0)),
            ],
            joints: [(kind: Spherical, bodies: (\"post\", \"rod\"), point: (0.0, 0.0, 0.25))],",
            -0.25 * s,
            0.25 - 0.25 * c,
            (angle / 2.0).cos(),
            (angle / 2.0).sin(),
        ),
    )
}

#[test]
fn the_hanging_rod_keeps_its_joint() {
    for model in MODELS {
        let mut stabilised = simulation(&hanging_rod(), model, 0.01);
        let error = worst_error(&mut stabilised, 5.0);
        println!("hanging rod, {}: {error:.2e} m with stabilisation", model.name());
        assert!(error < 7e-5, "{}: {error}", model.name());
        let mut corrected = simulation(&hanging_rod(), model, 0.01);
        corrected.settings.joint_correction = true;
        let error = worst_error(&mut corrected, 5.0);
        println!("hanging rod, {}: {error:.2e} m with correction", model.name());
        assert!(error < 1e-9, "{}: {error}", model.name());
    }
}

/// Angle over time of a physical pendulum by Runge–Kutta: θ̈ = −k sin θ.
fn pendulum(k: f64, start: f64, time: f64) -> f64 {
    let n = 20_000;
    let h = time / f64::from(n);
    let f = |y: [f64; 2]| [y[1], -k * y[0].sin()];
    rk4([start, 0.0], h, n as usize, &f)[0]
}

fn rk4<const N: usize>(mut y: [f64; N], h: f64, n: usize, f: &dyn Fn([f64; N]) -> [f64; N]) -> [f64; N] {
    let add = |y: [f64; N], k: [f64; N], s: f64| std::array::from_fn(|i| y[i] + s * k[i]);
    for _ in 0..n {
        let k1 = f(y);
        let k2 = f(add(y, k1, h / 2.0));
        let k3 = f(add(y, k2, h / 2.0));
        let k4 = f(add(y, k3, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    y
}

const ROD: &str = "Box(half_extents: (0.25, 0.02))";

/// A rod of 0.5 m in the plane that starts level, pivot at the origin.
fn level_rod(more: &str) -> String {
    scene(
        true,
        &format!(
            "bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02))),
                (name: \"rod\", kind: Dynamic, mass: 2.0, shape: {ROD}, position: (0.25, 0.0, 0.0)),
            ],
            joints: [(name: \"pivot\", kind: Revolute, bodies: (\"post\", \"rod\"){more}"
        ),
    )
}

/// Moment of inertia of that rod about the pivot over its mass (m²).
const ABOUT_PIVOT: f64 = (0.5 * 0.5 + 0.04 * 0.04) / 12.0 + 0.0625;

/// How much smaller the error is at half the step size: a leapfrog step holds joints at first order, Exact at second.
fn halved(model: ContactModel, coarse: f64, fine: f64) -> bool {
    let order = if model == ContactModel::SeparatingFeature { 3.9..4.1 } else { 1.6..2.5 };
    order.contains(&(coarse / fine))
}

#[test]
fn a_pendulum_follows_its_equation_at_its_order() {
    for model in MODELS {
        let exact = PI / 2.0 - pendulum(G * 0.25 / ABOUT_PIVOT, PI / 2.0, 1.0);
        let error = |h: f64| {
            let mut s = simulation(&level_rod(")],"), model, h);
            let mut angle = 0.0;
            run(&mut s, 1.0, &mut |_, r| angle = -r.joints[0].coordinate);
            (angle - exact).abs()
        };
        let (coarse, fine) = (error(0.002), error(0.001));
        let most = if model == ContactModel::SeparatingFeature { 3e-5 } else { 0.02 };
        assert!(fine < most, "{}: {fine}", model.name());
        assert!(halved(model, coarse, fine), "{}: {coarse} {fine}", model.name());
    }
}

/// Two rods of length l, mass m and inertia m l²·i about their centres, angles from the hanging position.
fn double_pendulum_rates(y: [f64; 4]) -> [f64; 4] {
    let (l, i) = (0.5, (1.0 + (0.04_f64 / 0.5).powi(2)) / 12.0);
    let [a, b, wa, wb] = y;
    // Lagrange: M(q) q̈ = f, per m l².
    let c = 0.5 * (a - b).cos();
    let s = 0.5 * (a - b).sin();
    let (m11, m22) = (i + 1.25, i + 0.25);
    let f1 = -s * wb * wb - 1.5 * G / l * a.sin();
    let f2 = s * wa * wa - 0.5 * G / l * b.sin();
    let det = m11 * m22 - c * c;
    [wa, wb, (m22 * f1 - c * f2) / det, (m11 * f2 - c * f1) / det]
}

#[test]
fn a_double_pendulum_follows_an_independent_integration() {
    let text = scene(
        true,
        &format!(
            "bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02))),
                (name: \"upper\", kind: Dynamic, mass: 1.0, shape: {ROD}, position: (0.25, 0.0, 0.0)),
                (name: \"lower\", kind: Dynamic, mass: 1.0, shape: {ROD}, position: (0.75, 0.0, 0.0)),
            ],
            joints: [
                (kind: Revolute, bodies: (\"post\", \"upper\")),
                (kind: Revolute, bodies: (\"upper\", \"lower\"), point: (0.5, 0.0, 0.0)),
            ],"
        ),
    );
    let time = 0.8;
    let end = rk4([PI / 2.0, PI / 2.0, 0.0, 0.0], time / 16_000.0, 16_000, &double_pendulum_rates);
    let exact = [
        Vec3::new(0.5 * end[0].sin() + 0.25 * end[1].sin(), -0.5 * end[0].cos() - 0.25 * end[1].cos(), 0.0),
        Vec3::new(0.25 * end[0].sin(), -0.25 * end[0].cos(), 0.0),
    ];
    for model in MODELS {
        let error = |h: f64| {
            let mut s = simulation(&text, model, h);
            run(&mut s, time, &mut |_, _| {});
            let off = |k: usize, p: &Vec3| (s.state.poses[k].position - p).norm();
            off(2, &exact[0]).max(off(1, &exact[1]))
        };
        let (coarse, fine) = (error(0.002), error(0.001));
        println!("double pendulum, {}: {coarse:.2e} m at 2 ms, {fine:.2e} m at 1 ms", model.name());
        let most = if model == ContactModel::SeparatingFeature { 4e-6 } else { 0.01 };
        assert!(fine < most, "{}: {fine}", model.name());
        assert!(halved(model, coarse, fine), "{}: {coarse} {fine}", model.name());
    }
}

/// All kinds in space hold what they hold and free what they free, on a tumbling pair without gravity; momentum stays.
#[test]
fn every_kind_of_joint_holds_what_it_should() {
    for (kind, freedoms) in
        [("Fixed", 0), ("Revolute", 1), ("Prismatic", 1), ("Cylindrical", 2), ("Spherical", 3)]
    {
        let text = scene(
            false,
            &format!(
                "gravity: Some((0.0, 0.0, 0.0)),
                bodies: [
                    (name: \"a\", kind: Dynamic, shape: Box(half_extents: (0.3, 0.2, 0.1)), angular_velocity: (1.0, 2.0, -1.5)),
                    (name: \"b\", kind: Dynamic, shape: Box(half_extents: (0.1, 0.3, 0.15)), position: (0.6, 0.1, 0.0),
                     velocity: (0.3, -0.2, 0.4), angular_velocity: (-2.0, 0.5, 1.0)),
                ],
                joints: [(kind: {kind}, bodies: (\"a\", \"b\"), point: (0.35, 0.1, 0.05), axis: (1.0, 0.5, 0.2))],"
            ),
        );
        for model in MODELS {
            let mut s = simulation(&text, model, 0.005);
            let momentum = |s: &Simulation| -> Vec3 {
                let of = |k: usize| s.state.twists[k].linear * s.model.bodies[k].mass;
                of(0) + of(1)
            };
            let before = momentum(&s);
            let mut moved = 0.0_f64;
            let mut worst = 0.0_f64;
            let start = (s.state.poses[0], s.state.poses[1]);
            let apart = |a: &pegsim::math::Pose, b: &pegsim::math::Pose| {
                (a.orientation.inverse() * (b.position - a.position), a.orientation.inverse() * b.orientation)
            };
            let at_start = apart(&start.0, &start.1);
            run(&mut s, 1.0, &mut |s, r| {
                let now = apart(&s.state.poses[0], &s.state.poses[1]);
                moved = moved.max((now.0 - at_start.0).norm()).max(now.1.angle_to(&at_start.1));
                worst = worst.max(r.joints[0].error);
            });
            assert!((momentum(&s) - before).norm() < 1e-10 * before.norm(), "{kind} {}", model.name());
            let implicit = model == ContactModel::SeparatingFeature;
            assert!(worst < if implicit { 1e-9 } else { 1e-3 }, "{kind} {}: {worst}", model.name());
            assert_eq!(freedoms > 0, moved > 0.1, "{kind} {}: {moved}", model.name());
        }
    }
}

#[test]
fn limits_stop_a_pendulum_and_carry_it() {
    for model in MODELS {
        let mut s = simulation(&level_rod(", limits: Some((-0.5, 0.1)))],"), model, 0.01);
        let mut least = 0.0_f64;
        run(&mut s, 2.0, &mut |_, r| least = least.min(r.joints[0].coordinate));
        assert!((-0.5 - 1e-6..-0.499).contains(&least), "{}: {least}", model.name());
        let record = s.step(&StepInput::default()).unwrap();
        let joint = &record.joints[0];
        assert!((joint.coordinate + 0.5).abs() < 1e-9, "{}: {}", model.name(), joint.coordinate);
        // At rest on the limit the joint bears the weight and its moment.
        assert!(
            (joint.force - Vec3::new(0.0, 2.0 * G, 0.0)).norm() < 1e-5,
            "{}: {}",
            model.name(),
            joint.force
        );
        let moment = 2.0 * G * 0.25 * 0.5_f64.cos();
        assert!((joint.torque.z - moment).abs() < 1e-5, "{}: {} {moment}", model.name(), joint.torque.z);
    }
}

#[test]
fn a_joint_breaks_when_it_bears_more_than_it_can() {
    let weight = 2.0 * G;
    // Hanging down at rest it bears the weight.
    let hanging = |strength: f64| {
        scene(
            true,
            &format!(
                "bodies: [
                    (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02))),
                    (name: \"rod\", kind: Dynamic, mass: 2.0, shape: {ROD}, position: (0.25, 0.0, 0.0)),
                ],
                gravity: Some(({G}, 0.0, 0.0)),
                joints: [(kind: Revolute, bodies: (\"post\", \"rod\"), break_force: Some({strength}))],"
            ),
        )
    };
    for model in MODELS {
        let mut strong = simulation(&hanging(1.001 * weight), model, 0.01);
        run(&mut strong, 0.5, &mut |_, r| assert!(!r.joints[0].broke));
        assert!((strong.state.poses[1].position.x - 0.25).abs() < 1e-9);
        let mut weak = simulation(&hanging(0.999 * weight), model, 0.01);
        run(&mut weak, 0.5, &mut |_, _| {});
        assert_eq!(weak.state.broken, [0]);
        assert!(weak.state.poses[1].position.x > 1.0, "it falls: {}", weak.state.poses[1].position.x);
    }
}

/// kp (θ* − θ) balances the weight: a level rod hangs through by m g a / kp for small angles.
#[test]
fn a_controller_holds_against_gravity_as_stiff_as_it_is() {
    for model in MODELS {
        let text = level_rod(
            ")], controllers: [(kind: JointPd, joint: \"pivot\", target: Some(Constant(0.0)), kp: 1000.0, kd: 30.0)],",
        );
        // The gains would be unstable in an explicit scheme at this step: h kd / I = 1.8, h² kp / I = 0.6.
        let mut s = simulation(&text, model, 0.01);
        let mut angle = 0.0;
        run(&mut s, 5.0, &mut |_, r| angle = r.joints[0].coordinate);
        let balance = |a: f64| 1000.0 * a + 2.0 * G * 0.25 * a.cos();
        assert!(balance(angle).abs() < 1e-6, "{}: {angle}", model.name());
    }
}

#[test]
fn a_motor_reaches_its_speed_and_no_more_than_its_torque() {
    let motor = |max: f64| {
        scene(
            true,
            &format!(
                "gravity: Some((0.0, 0.0, 0.0)),
                bodies: [
                    (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02))),
                    (name: \"wheel\", kind: Dynamic, mass: 2.0, inertia: Some(0.5), shape: RegularPolygon(sides: 12, radius: 0.3)),
                ],
                joints: [(name: \"axle\", kind: Revolute, bodies: (\"post\", \"wheel\"))],
                controllers: [(kind: JointPd, joint: \"axle\", target: Some(Ramp(4.0)), kd: 1000.0, max: Some({max}))],"
            ),
        )
    };
    for model in MODELS {
        let mut s = simulation(&motor(1.0), model, 0.01);
        run(&mut s, 1.0, &mut |_, _| {});
        // τ t / I = 2 rad/s after one second.
        assert!((s.state.twists[1].angular.z - 2.0).abs() < 1e-9, "{}", s.state.twists[1].angular.z);
        run(&mut s, 2.0, &mut |_, _| {});
        assert!((s.state.twists[1].angular.z - 4.0).abs() < 1e-6, "{}", s.state.twists[1].angular.z);
    }
}

/// A closed loop of four bars: in space every revolute joint of the loop holds some of what the others hold as well.
#[test]
fn a_four_bar_linkage_with_redundant_joints_keeps_closed() {
    let text = scene(
        false,
        "bodies: [
            (name: \"ground\", kind: Fixed, shape: Box(half_extents: (0.5, 0.05, 0.05))),
            (name: \"left\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.02, 0.02, 0.2)), position: (-0.4, 0.0, 0.2)),
            (name: \"top\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.4, 0.02, 0.02)), position: (0.0, 0.0, 0.4)),
            (name: \"right\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.02, 0.02, 0.2)), position: (0.4, 0.0, 0.2),
             velocity: (0.4, 0.0, 0.0), angular_velocity: (0.0, 2.0, 0.0)),
        ],
        joints: [
            (kind: Revolute, bodies: (\"ground\", \"left\"), point: (-0.4, 0.0, 0.0), axis: (0.0, 1.0, 0.0)),
            (kind: Revolute, bodies: (\"left\", \"top\"), point: (-0.4, 0.0, 0.4), axis: (0.0, 1.0, 0.0)),
            (kind: Revolute, bodies: (\"top\", \"right\"), point: (0.4, 0.0, 0.4), axis: (0.0, 1.0, 0.0)),
            (kind: Revolute, bodies: (\"right\", \"ground\"), point: (0.4, 0.0, 0.0), axis: (0.0, 1.0, 0.0)),
        ],",
    );
    for model in MODELS {
        let mut s = simulation(&text, model, 0.005);
        let mut angle = 0.0;
        let mut worst = 0.0_f64;
        run(&mut s, 0.3, &mut |_, r| {
            angle = r.joints[0].coordinate;
            worst = r.joints.iter().map(|j| j.error).fold(worst, f64::max);
            // A parallelogram: opposite bars turn alike.
            assert!((r.joints[0].coordinate + r.joints[3].coordinate).abs() < 1e-3);
        });
        assert!(angle.abs() > 0.1, "{}: it moves ({angle})", model.name());
        assert!(worst < 1e-4, "{}: {worst}", model.name());
    }
}

/// Bodies that are joined overlap without pushing each other, and collide where the joint says so.
#[test]
fn joined_bodies_do_not_collide_unless_they_should() {
    for (collide, falls) in [("", true), (", collide: true", false)] {
        let text = scene(
            true,
            &format!(
                "bodies: [
                    (name: \"block\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1)), position: (0.3, -0.13, 0.0)),
                    (name: \"rod\", kind: Dynamic, mass: 2.0, shape: {ROD}, position: (0.25, 0.0, 0.0)),
                ],
                joints: [(kind: Revolute, bodies: (\"block\", \"rod\"){collide})],"
            ),
        );
        for model in MODELS {
            let mut s = simulation(&text, model, 0.005);
            let mut least = 0.0_f64;
            run(&mut s, 1.0, &mut |_, r| least = least.min(r.joints[0].coordinate));
            assert_eq!(least < -1.0, falls, "{}: {least}", model.name());
        }
    }
}

/// A body on a path is where the path says at every step, and takes what stands on it along.
#[test]
fn a_kinematic_body_follows_its_path() {
    let text = scene(
        true,
        "bodies: [
            (name: \"lift\", kind: Kinematic, shape: Box(half_extents: (0.5, 0.1))),
            (name: \"load\", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.2, 0.0)),
        ],
        controllers: [(kind: Path, body: \"lift\", waypoints: [
            (time: 0.0, position: (0.0, 0.0, 0.0)),
            (time: 1.0, position: (0.0, 1.0, 0.0)),
            (time: 2.0, position: (0.0, 0.5, 0.0)),
        ])],",
    );
    for model in MODELS {
        let mut s = simulation(&text, model, 0.01);
        run(&mut s, 2.0, &mut |s, _| {
            let t = s.state.time;
            let wanted = if t <= 1.0 { t } else { 1.0 - 0.5 * (t - 1.0) };
            assert!((s.state.poses[0].position.y - wanted).abs() < 1e-9, "{}", model.name());
            assert!(s.state.poses[1].position.y - wanted > 0.2 - 1e-6, "{}", model.name());
        });
        assert!(s.state.poses[1].position.y < 0.75, "the load comes down again");
    }
}

/// Mistakes are named with the place and what would be right.
#[test]
fn wrong_joints_and_controllers_are_refused_in_words() {
    let with = |rest: &str| {
        let text = scene(
            true,
            &format!(
                "bodies: [(name: \"a\", kind: Fixed, shape: {ROD}), (name: \"b\", kind: Dynamic, shape: {ROD}), \
                 (name: \"c\", kind: Fixed, shape: {ROD})], {rest}"
            ),
        );
        match load_str(&text, "test.ron", Path::new(".")) {
            Ok(_) => panic!("accepted: {rest}"),
            Err(e) => e.to_string(),
        }
    };
    for (rest, expected) in [
        ("joints: [(kind: Revolute, bodies: (\"a\", \"bb\"))],", "is `b` meant?"),
        ("joints: [(kind: Revolute, bodies: (\"b\", \"b\"))],", "to itself"),
        ("joints: [(kind: Revolute, bodies: (\"a\", \"c\"))],", "must be `kind: Dynamic`"),
        ("joints: [(kind: Spherical, bodies: (\"a\", \"b\"))],", "in the plane joints are"),
        ("joints: [(kind: Prismatic, bodies: (\"a\", \"b\"))],", "no direction in the plane"),
        ("joints: [(kind: Revolute, bodies: (\"a\", \"b\"), limits: Some((0.5, 1.0)))],", "at most 0"),
        (
            "joints: [(kind: Revolute, bodies: (\"a\", \"b\"), start: 0.25, limits: Some((0.5, 1.0)))],",
            "at most 0.25",
        ),
        ("joints: [(kind: Fixed, bodies: (\"a\", \"b\"), start: 0.25)],", "a coordinate to start at"),
        ("joints: [(kind: Revolute, bodies: (\"a\", \"b\"), start: 4.0)],", "within ±π"),
        (
            "joints: [(kind: Fixed, bodies: (\"a\", \"b\"), limits: Some((-0.5, 1.0)))],",
            "only revolute and prismatic",
        ),
        ("joints: [(kind: Fixed, bodies: (\"a\", \"b\"), break_force: Some(0.0))],", "must be positive"),
        ("controllers: [(kind: JointPd, joint: \"x\", target: Some(Constant(1.0)))],", "there are none"),
        (
            "joints: [(name: \"j\", kind: Revolute, bodies: (\"a\", \"b\"))], controllers: [(kind: JointPd, joint: \"j\")],",
            "has no target",
        ),
        ("controllers: [(kind: Force, body: \"bc\", force: (1.0, 0.0, 0.0))],", "does not exist"),
        (
            "controllers: [(kind: Path, body: \"b\", waypoints: [(time: 0.0, position: (0.0, 0.0, 0.0))])],",
            "`kind: Kinematic`",
        ),
    ] {
        let message = with(rest);
        assert!(message.contains(expected) && message.contains("test.ron:"), "{rest}: {message}");
    }
}

/// A rod on a pivot strikes a post and is thrown back with e times its spin; the joint takes the rest of the blow.
#[test]
fn a_jointed_rod_bounces() {
    let text = scene(
        true,
        "gravity: Some((0.0, 0.0, 0.0)),
        bodies: [
            (name: \"pivot\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02))),
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.05, 0.05)), position: (0.4, -0.2, 0.0)),
            (name: \"rod\", kind: Dynamic, mass: 2.0, restitution: 0.6, shape: Box(half_extents: (0.25, 0.02)),
             position: (0.25, 0.0, 0.0), velocity: (0.0, -0.5, 0.0), angular_velocity: (0.0, 0.0, -2.0)),
        ],
        joints: [(kind: Revolute, bodies: (\"pivot\", \"rod\"))],",
    );
    for model in MODELS {
        // First order in h, as all of restitution: the blow is felt at the start of the step that closes the gap.
        for h in [0.004, 0.001] {
            let mut s = simulation(&text, model, h);
            run(&mut s, 0.5, &mut |_, r| assert!(r.joints[0].error < 1e-4));
            let spin = s.state.twists[2].angular.z;
            assert!((spin - 1.2).abs() < h, "{} at {h}: {spin}", model.name());
            let centre = &s.state.poses[2].position;
            assert!((centre.norm() - 0.25).abs() < 1e-4, "{}: {centre}", model.name());
        }
    }
}
