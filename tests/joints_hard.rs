//! Joints where mistakes hide: the plane, redundant joints that turn, limits near a turn, drives at their limit.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::watch as run;
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;
use pegsim::scene::load_str;
use pegsim::step::Simulation;
use pegsim::world::StepInput;
use std::path::Path;

const G: f64 = 9.81;

const MODELS: [ContactModel; 2] = [ContactModel::Peg, ContactModel::SeparatingFeature];

fn simulation(rest: &str, model: ContactModel, h: f64) -> Simulation {
    common::simulation_of(&format!("Scene({rest})"), model, h)
}

/// A slider in the plane falls along its axis with the part of gravity along it, whatever the axis.
#[test]
fn a_slider_in_the_plane_slides_along_any_axis() {
    for degrees in [0.0_f64, 30.0, 60.0, 90.0, 137.0] {
        let (s, c) = degrees.to_radians().sin_cos();
        let text = format!(
            "dimension: Two, bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1))),
                (name: \"slider\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.1)), orientation: (0.8, 0.0, 0.0, 0.6)),
            ],
            joints: [(kind: Prismatic, bodies: (\"post\", \"slider\"), axis: ({c}, {s}, 0.0))],"
        );
        for model in MODELS {
            let mut sim = simulation(&text, model, 0.01);
            run(&mut sim, 1.0, &mut |_, r| assert!(r.joints[0].error < 1e-9));
            let expected = Vec3::new(c, s, 0.0) * (-0.5 * G * s);
            let found = sim.state.poses[1].position;
            assert!((found - expected).norm() < 1e-9, "{degrees}°: {found} instead of {expected}");
        }
    }
}

/// Two hinges on one axis hold what one does: the free pair turns as with one, and keeps its angular momentum about the
/// axis of its own spin.
#[test]
fn a_second_hinge_changes_nothing() {
    let pair = |second: &str| {
        format!(
            "gravity: Some((0.0, 0.0, 0.0)), bodies: [
                (name: \"a\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.1, 0.6)), angular_velocity: (1.0, 0.0, -0.5)),
                (name: \"b\", kind: Dynamic, shape: Box(half_extents: (0.1, 0.2, 0.6)), angular_velocity: (1.0, 0.0, 0.5)),
            ],
            joints: [(kind: Revolute, bodies: (\"a\", \"b\"), point: (0.0, 0.0, 0.5)){second}],"
        )
    };
    for model in MODELS {
        let turned = |second: &str| {
            let mut sim = simulation(&pair(second), model, 0.01);
            let mut angle = 0.0;
            run(&mut sim, 1.0, &mut |_, r| {
                angle = r.joints[0].coordinate;
                // The force is what turns the axis: nothing near 1/h.
                assert!(r.joints.iter().all(|j| j.force.norm() < 1e4), "{}", r.joints[0].force);
            });
            angle
        };
        let (one, two) =
            (turned(""), turned(", (kind: Revolute, bodies: (\"a\", \"b\"), point: (0.0, 0.0, -0.5))"));
        assert!((one - 1.0).abs() < 0.05, "{}: the pair opens ({one})", model.name());
        assert!((one - two).abs() < 1e-3, "{}: {one} with one hinge, {two} with two", model.name());
    }
}

fn wheel(joint: &str, controller: &str, spin: f64) -> String {
    format!(
        "dimension: Two, gravity: Some((0.0, 0.0, 0.0)), bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1))),
            (name: \"wheel\", kind: Dynamic, mass: 2.0, inertia: Some(0.5), shape: RegularPolygon(sides: 12, radius: 0.3),
             angular_velocity: (0.0, 0.0, {spin})),
        ],
        joints: [(name: \"axle\", kind: Revolute, bodies: (\"post\", \"wheel\"){joint})],
        controllers: [{controller}],"
    )
}

#[test]
fn limits_near_half_a_turn_stop_as_others_do() {
    for (limits, stop) in [("(-0.1, 3.1)", 3.1), ("(-3.0, 3.0)", 3.0), ("(-0.5, 3.13)", 3.13)] {
        for model in MODELS {
            let mut sim = simulation(&wheel(&format!(", limits: Some({limits})"), "", 5.0), model, 0.01);
            let mut angle = 0.0;
            run(&mut sim, 2.0, &mut |_, r| angle = r.joints[0].coordinate);
            assert!((angle - stop).abs() < 1e-6, "{} {limits}: {angle}", model.name());
            assert!(sim.state.twists[1].angular.norm() < 1e-9);
        }
    }
}

#[test]
fn a_drive_goes_the_way_that_its_limits_leave() {
    let drive = "(kind: JointPd, joint: \"axle\", target: Some(Trajectory([(0.0, 0.0), (1.0, 1.8), (2.0, 1.8), (2.01, -1.8)])), kp: 20.0, kd: 4.0)";
    for model in MODELS {
        let mut sim = simulation(&wheel(", limits: Some((-2.0, 2.0))", drive, 0.0), model, 0.01);
        let mut angle = 0.0;
        run(&mut sim, 8.0, &mut |_, r| angle = r.joints[0].coordinate);
        assert!((angle + 1.8).abs() < 1e-3, "{}: {angle}", model.name());
    }
}

/// A motor at its torque limit meets its speed without going to and fro.
#[test]
fn a_limited_motor_does_not_chatter() {
    let motor = "(kind: JointPd, joint: \"axle\", target: Some(Ramp(4.0)), kd: 1000.0, max: Some(0.9))";
    for model in MODELS {
        let mut sim = simulation(&wheel("", motor, 0.0), model, 0.01);
        let mut before = 0.0;
        run(&mut sim, 4.0, &mut |s, _| {
            let spin = s.state.twists[1].angular.z;
            assert!(spin - before <= 0.01 * 0.9 / 0.5 + 1e-12, "no more than its torque");
            assert!(spin >= before - 1e-12 && spin <= 4.0 + 1e-9, "{spin} after {before}");
            before = spin;
        });
        assert!((before - 4.0).abs() < 1e-9, "{before}");
    }
}

/// A coordinate that is not 0 at the start is a way to count: limits and targets that are counted so make the same motion.
#[test]
fn what_a_coordinate_is_counted_from_changes_no_motion() {
    let world = |kind: &str, by: f64| {
        let (start, low, high, target) = (by, by - 0.2, by + 0.3, by + 0.5);
        format!(
            "bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1))),
                (name: \"arm\", mass: 1.0, shape: Box(half_extents: (0.2, 0.1, 0.1)), position: (0.4, 0.1, 0.0)),
            ],
            joints: [(name: \"j\", kind: {kind}, bodies: (\"post\", \"arm\"), point: (0.1, 0.0, 0.0), axis: (1.0, 2.0, 0.5), \
                      start: {start}, limits: ({low}, {high}))],
            controllers: [(kind: JointPd, joint: \"j\", target: Constant({target}), kp: 60.0, kd: 2.0)],"
        )
    };
    for kind in ["Revolute", "Prismatic"] {
        for model in MODELS {
            let [mut zero, mut counted] = [0.0, 0.4].map(|by| simulation(&world(kind, by), model, 0.01));
            let coordinate = |sim: &Simulation| {
                let poses = &sim.state.poses;
                sim.model.joints[0].coordinate(&poses[0], &poses[1])
            };
            assert!((coordinate(&counted) - 0.4).abs() < 1e-14, "{kind}: {}", coordinate(&counted));
            run(&mut zero, 1.0, &mut |_, _| {});
            run(&mut counted, 1.0, &mut |_, _| {});
            assert!(coordinate(&zero) > 0.2, "{kind} under {}: the drive moves it", model.name());
            let apart = (zero.state.poses[1].position - counted.state.poses[1].position).norm();
            assert!(apart < 1e-9, "{kind} under {}: {apart} m apart", model.name());
            let off = coordinate(&counted) - coordinate(&zero) - 0.4;
            assert!(off.abs() < 1e-9, "{kind} under {}: {off}", model.name());
        }
    }
}

/// A swinging mass pulls at its hinge, and does not turn it.
#[test]
fn a_free_hinge_bears_no_torque() {
    let text = "dimension: Two, gravity: Some((0.0, 0.0, 0.0)), bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.02, 0.02))),
            (name: \"rod\", kind: Dynamic, mass: 2.0, shape: Box(half_extents: (0.1, 0.1)), position: (0.5, 0.0, 0.0),
             velocity: (0.0, 5.0, 0.0), angular_velocity: (0.0, 0.0, 10.0)),
        ],
        joints: [(kind: Revolute, bodies: (\"post\", \"rod\"), break_torque: Some(0.1))],";
    for model in MODELS {
        let mut sim = simulation(text, model, 0.01);
        run(&mut sim, 0.5, &mut |s, r| {
            let joint = &r.joints[0];
            assert!(joint.torque.norm() < 1e-6, "{}", joint.torque);
            // m ω² r, to the order of the step; the first step starts from a straight line.
            let spin = s.state.twists[1].angular.z;
            let expected = 2.0 * spin * spin * 0.5;
            let off = (joint.force.norm() - expected).abs() / expected;
            assert!(s.state.step == 1 || off < 0.05, "{} instead of {expected}", joint.force);
            assert!(!joint.broke);
        });
    }
}

/// A paddle that a joint fixes to a moving body gives its speed away like the moving body itself.
#[test]
fn a_jointed_bat_strikes_as_hard_as_the_hand_that_holds_it() {
    let text = "dimension: Two, gravity: Some((0.0, 0.0, 0.0)), bodies: [
            (name: \"hand\", kind: Kinematic, shape: Box(half_extents: (0.1, 0.1)), velocity: (5.0, 0.0, 0.0)),
            (name: \"paddle\", kind: Dynamic, mass: 1.0, shape: Box(half_extents: (0.05, 0.3)), position: (0.2, 0.0, 0.0),
             velocity: (5.0, 0.0, 0.0)),
            (name: \"ball\", kind: Dynamic, mass: 0.5, restitution: 1.0, shape: Box(half_extents: (0.1, 0.1)), position: (0.6, 0.0, 0.0)),
        ],
        joints: [(kind: Fixed, bodies: (\"hand\", \"paddle\"), point: (0.15, 0.0, 0.0))],";
    for model in MODELS {
        let mut sim = simulation(text, model, 0.01);
        run(&mut sim, 0.5, &mut |_, _| {});
        let speed = sim.state.twists[2].linear.x;
        assert!((speed - 10.0).abs() < 1e-6, "{}: {speed}", model.name());
    }
}

#[test]
fn a_joint_waits_for_no_one() {
    let text = "Scene(bodies: [
            (name: \"early\", kind: Dynamic, shape: Platonic(Cube, 0.1)),
            (name: \"late\", kind: Dynamic, shape: Platonic(Cube, 0.1), position: (1.0, 0.0, 0.0), spawn_time: 1.0),
        ],
        joints: [(kind: Spherical, bodies: (\"early\", \"late\"))])";
    let Err(error) = load_str(text, "test.ron", Path::new(".")) else { panic!("accepted") };
    assert!(error.to_string().contains("let both enter at the same time"), "{error}");
}

/// A rod between a wall and an arm that goes away from it on a path: the message says which joints, whose path, and the step and
/// the time of the user, not those of the parts that the step was divided into.
#[test]
fn joints_that_cannot_hold_are_named_with_who_pulls_them_apart() {
    let mut run = simulation(
        r#"bodies: [
            (name: "arm", kind: Kinematic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 1.0)),
            (name: "wall", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (2.0, 0.0, 1.0)),
            (name: "rod", shape: Box(half_extents: (0.5, 0.05, 0.05)), position: (1.0, 0.0, 1.0), mass: Some(1.0)),
        ],
        joints: [
            (name: "left", kind: Spherical, bodies: ("arm", "rod"), point: (0.3, 0.0, 1.0)),
            (name: "right", kind: Spherical, bodies: ("wall", "rod"), point: (1.7, 0.0, 1.0)),
        ],
        controllers: [(kind: Path, body: "arm", waypoints: [
            (time: 0.0, position: (0.0, 0.0, 1.0)),
            (time: 0.05, position: (0.0, 0.0, 1.0)),
            (time: 1.0, position: (-1.0, 0.0, 1.0)),
        ])]"#,
        ContactModel::SeparatingFeature,
        0.01,
    );
    let error = loop {
        match run.step(&StepInput::default()) {
            Ok(record) => assert!(record.time < 0.5, "the rod was torn and nobody said so"),
            Err(error) => break error.to_string(),
        }
    };
    let wanted = [
        "step 6 at t = 0.050000 s",
        "joints `left`, `right` cannot hold at once",
        "`arm` moves as it is told to and leaves no room",
    ];
    for words in wanted {
        assert!(error.contains(words), "{error}");
    }
}

/// A shoe on a slider five degrees from level, whose carriage comes down at 0.1 m/s: to give way it has to slide along the floor at
/// 0.1 m/s · cot 5°, and friction with μ = 1 > tan 5° wedges it: an impulse of the floor would have to point along the slider and
/// against it at once, so that Coulomb's law has no solution. The shoe slides without friction, and the record says so.
#[test]
fn a_shoe_that_friction_would_wedge_slides_and_the_record_says_so() {
    let (s, c) = 5.0_f64.to_radians().sin_cos();
    for dimension in ["Two", "Three"] {
        let half = |x: f64, y: f64| {
            if dimension == "Two" { format!("({x:?}, {y:?})") } else { format!("({x:?}, {y:?}, 0.5)") }
        };
        let (floor, block) = (half(3.0, 0.1), half(0.05, 0.05));
        let text = format!(
            "dimension: {dimension}, gravity: Some((0.0, 0.0, 0.0)), bodies: [
                (name: \"floor\", kind: Fixed, shape: Box(half_extents: {floor}), position: (0.0, -0.1, 0.0), friction: 1.0),
                (name: \"shoe\", shape: Box(half_extents: {block}), position: (0.0, 0.06, 0.0), friction: 1.0),
                (name: \"carriage\", kind: Kinematic, shape: Box(half_extents: {block}), position: (0.0, 0.5, 0.0),
                 velocity: (0.0, -0.1, 0.0)),
            ],
            joints: [(kind: Prismatic, bodies: (\"carriage\", \"shoe\"), point: (0.0, 0.06, 0.0), axis: ({c}, {s}, 0.0))]"
        );
        let mut run = simulation(&text, ContactModel::SeparatingFeature, 0.01);
        let mut wedged = 0;
        for _ in 0..30 {
            let record = run.step(&StepInput::default()).unwrap_or_else(|e| panic!("{dimension}: {e}"));
            let why = record.solve.fallback.as_deref().unwrap_or_default();
            wedged += usize::from(
                ["is the best found", "the best was taken", "was left out"]
                    .iter()
                    .any(|said| why.contains(said)),
            );
            let gap = run.state.poses[1].position.y - 0.05;
            assert!(gap > -1e-9, "{dimension}: {gap:e}");
        }
        // At the impact; what slides from then on needs no impulse.
        assert_eq!(wedged, 1, "{dimension}");
        let v = run.state.twists[1].linear;
        assert!((v.x.abs() - 0.1 * c / s).abs() < 1e-6 && v.y.abs() < 1e-9, "{dimension}: {v:?}");
    }
}
