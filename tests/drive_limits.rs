//! A drive gives no more than it can, whatever its joint runs into: against momentum balances and enumerated answers.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel;
use pegsim::contact::{ContactId, ContactSet, Kinematics, motion_bounds};
use pegsim::dynamics::MassRoot;
use pegsim::lcp::LcpSettings;
use pegsim::lcp::convex::proximal_newton::SparseSolver;
use pegsim::lcp::methods::Lemke;
use pegsim::math::{Dimension, PoseUpdate, Twist};
use pegsim::scene::load_str;
use pegsim::step::island::literal;
use pegsim::step::island::scaled::Scaled;
use pegsim::step::island::terms::Terms;
use pegsim::step::{Simulation, SolverMethod, StepRecord, friction};
use pegsim::world::joint::{linearise, servos};
use pegsim::world::{Body, StepInput};
use std::path::Path;

const G: f64 = 9.81;
const H: f64 = 0.01;

const MODELS: [ContactModel; 3] =
    [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];

fn simulation(rest: &str, model: ContactModel) -> Simulation {
    let scene = load_str(&format!("Scene(name: \"test\", {rest})"), "test.ron", Path::new("."));
    let scene = scene.unwrap_or_else(|e| panic!("{e}"));
    let mut settings = scene.settings;
    settings.contact.model = model;
    settings.h = H;
    Simulation::new(scene.model, scene.state, settings)
}

fn step(s: &mut Simulation) -> StepRecord {
    let record = s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
    assert!(record.solve.fallback.is_none(), "{:?}", record.solve.fallback);
    (*record).clone()
}

fn number(s: &Simulation, name: &str) -> usize {
    s.model.bodies.iter().position(|b| b.name == name).unwrap()
}

/// Speed of a body along x (m/s).
fn speed(s: &Simulation, name: &str) -> f64 {
    s.state.twists[number(s, name)].linear.x
}

/// For how long gravity has acted at the velocities after k steps (s): in a leapfrog step they are those of its middle.
fn under_weight(model: ContactModel, k: u32) -> f64 {
    H * (f64::from(k) - if model == ContactModel::SeparatingFeature { 0.0 } else { 0.5 })
}

/// A light slider on a rail along x pushes a block of a tonne that touches it and stands on a floor. Its drive moves the
/// slider alone with a tenth of a newton, and would push the block with ten thousand.
fn pusher(slider_friction: f64, floor_friction: f64, max: &str) -> String {
    format!(
        "dimension: Two, bodies: [
            (name: \"floor\", kind: Fixed, friction: {floor_friction}, shape: Box(half_extents: (20.0, 0.5)), position: (0.0, -0.5, 0.0)),
            (name: \"slider\", kind: Dynamic, mass: 0.01, friction: {slider_friction}, shape: Box(half_extents: (0.1, 0.1)), position: (0.0, 0.5, 0.0)),
            (name: \"block\", kind: Dynamic, mass: 1000.0, friction: {floor_friction}, shape: Box(half_extents: (0.5, 0.5)), position: (0.6, 0.5, 0.0)),
        ],
        joints: [(name: \"rail\", kind: Prismatic, bodies: (\"floor\", \"slider\"), axis: (1.0, 0.0, 0.0))],
        controllers: [(kind: JointPd, joint: \"rail\", target: Some(Ramp(0.1)), kd: 100000.0{max})],"
    )
}

#[test]
fn a_drive_of_20_n_moves_a_tonne_no_faster_than_20_n_can() {
    // Friction of the floor that bears 10 N under a tonne.
    let rough = 10.0 / (1000.0 * G);
    for (slider, floor, held) in [(0.0, 0.0, 0.0), (0.0, rough, 10.0), (0.5, 0.0, 0.0)] {
        for model in MODELS {
            let mut s = simulation(&pusher(slider, floor, ", max: Some(20.0)"), model);
            for k in 1..=100 {
                step(&mut s);
                let momentum = 0.01 * speed(&s, "slider") + 1000.0 * speed(&s, "block");
                let expected = 20.0 * H * f64::from(k) - held * under_weight(model, k);
                let what = format!("{}, friction {slider} {floor}, step {k}", model.name());
                assert!((momentum - expected).abs() < 1e-6, "{what}: {momentum} N·s instead of {expected}");
            }
        }
    }
}

/// The same in space, where many contacts share the load, with and without friction between slider and block.
#[test]
fn a_drive_of_20_n_moves_a_tonne_no_faster_in_space() {
    for friction in [0.0, 0.5] {
        let text = format!(
            "dimension: Three, bodies: [
                (name: \"floor\", kind: Fixed, friction: 0.0, shape: Box(half_extents: (20.0, 20.0, 0.5)), position: (0.0, 0.0, -0.5)),
                (name: \"slider\", kind: Dynamic, mass: 0.01, friction: {friction}, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.5)),
                (name: \"block\", kind: Dynamic, mass: 1000.0, friction: {friction}, shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (0.6, 0.0, 0.5)),
            ],
            joints: [(name: \"rail\", kind: Prismatic, bodies: (\"floor\", \"slider\"), axis: (1.0, 0.0, 0.0))],
            controllers: [(kind: JointPd, joint: \"rail\", target: Some(Ramp(0.1)), kd: 100000.0, max: Some(20.0))],"
        );
        for model in MODELS {
            let mut s = simulation(&text, model);
            for k in 1..=50 {
                // By any method: Lemke's gives way to sliding speeds where a tonne meets ten grams on eight points.
                s.step(&StepInput::default()).unwrap();
                let momentum = 0.01 * speed(&s, "slider") + 1000.0 * speed(&s, "block");
                let expected = 20.0 * H * f64::from(k);
                assert!((momentum - expected).abs() < 1e-6, "{}, {friction}: {momentum}", model.name());
            }
        }
    }
}

/// The same law about an axle: a bar pushes, with both its ends, a rotor of 1000 kg·m² about the same axis.
#[test]
fn a_motor_of_20_nm_turns_a_heavy_rotor_no_faster_than_20_nm_can() {
    for friction in [0.0, 0.5] {
        let text = format!(
            "dimension: Two, gravity: Some((0.0, 0.0, 0.0)), bodies: [
                (name: \"axle\", kind: Fixed, shape: Box(half_extents: (0.01, 0.01))),
                (name: \"bar\", kind: Dynamic, mass: 1.0, inertia: Some(0.01), friction: {friction}, shape: Box(half_extents: (1.0, 0.05))),
                (name: \"rotor\", kind: Dynamic, mass: 100.0, inertia: Some(1000.0), friction: {friction}, shape: Union([
                    (shape: Box(half_extents: (0.05, 0.05)), position: (0.9, 0.1, 0.0)),
                    (shape: Box(half_extents: (0.05, 0.05)), position: (-0.9, -0.1, 0.0)),
                ])),
            ],
            joints: [(name: \"motor\", kind: Revolute, bodies: (\"axle\", \"bar\")), (kind: Revolute, bodies: (\"axle\", \"rotor\"))],
            controllers: [(kind: JointPd, joint: \"motor\", target: Some(Ramp(0.5)), kd: 1000.0, max: Some(20.0))],"
        );
        for model in MODELS {
            let mut s = simulation(&text, model);
            for k in 1..=100 {
                step(&mut s);
                let spin = |name: &str| s.state.twists[number(&s, name)].angular.z;
                let found = 0.01 * spin("bar") + 1000.0 * spin("rotor");
                let expected = 20.0 * H * f64::from(k);
                assert!((found - expected).abs() < 1e-6, "{}, {friction}: {found} {expected}", model.name());
            }
        }
    }
}

/// Every method that solves the literal problem keeps the limit; those that cannot say so and leave it to another.
#[test]
fn the_limit_holds_in_the_literal_problem() {
    for friction in [0.0, 0.5] {
        for method in [SolverMethod::Lemke, SolverMethod::Dantzig, SolverMethod::Pgs] {
            let mut s = simulation(&pusher(friction, 0.0, ", max: Some(20.0)"), ContactModel::Peg);
            s.settings.solver.method = method;
            for k in 1..=20 {
                s.step(&StepInput::default()).unwrap();
                let momentum = 0.01 * speed(&s, "slider") + 1000.0 * speed(&s, "block");
                let expected = 20.0 * H * f64::from(k);
                assert!((momentum - expected).abs() < 1e-5, "{method:?}: {momentum} {expected}");
            }
        }
    }
}

/// A slider that runs against a wall presses with what its drive can give, and the record says so.
#[test]
fn a_drive_against_a_wall_presses_with_its_limit() {
    for friction in [0.0, 0.5] {
        let text = format!(
            "dimension: Two, gravity: Some((0.0, 0.0, 0.0)), bodies: [
                (name: \"wall\", kind: Fixed, friction: {friction}, shape: Box(half_extents: (0.5, 2.0)), position: (0.62, 0.0, 0.0)),
                (name: \"slider\", kind: Dynamic, mass: 0.01, friction: {friction}, shape: Box(half_extents: (0.1, 0.1))),
            ],
            joints: [(name: \"rail\", kind: Prismatic, bodies: (\"wall\", \"slider\"), collide: true, axis: (1.0, 0.0, 0.0))],
            controllers: [(kind: JointPd, joint: \"rail\", target: Some(Ramp(0.1)), kd: 100000.0, max: Some(20.0))],"
        );
        for model in MODELS {
            let mut s = simulation(&text, model);
            let mut pressed = 0;
            for _ in 0..60 {
                // Velocities at the end of a step are zero after the blow already, to which its momentum belongs.
                let exact = model == ContactModel::SeparatingFeature;
                let struck = exact && speed(&s, "slider").abs() >= 1e-9;
                let record = step(&mut s);
                let push = record.impulses.iter().sum::<f64>() / H;
                if speed(&s, "slider").abs() < 1e-9 && !struck {
                    assert!((push - 20.0).abs() < 1e-6, "{}: {push} N", model.name());
                    assert!((record.joints[0].drive - 20.0).abs() < 1e-9, "{}", record.joints[0].drive);
                    pressed += 1;
                } else {
                    // With the slider's own momentum.
                    assert!(push <= 20.0 + 0.01 * 0.1 / H + 1e-6, "{}: {push} N", model.name());
                }
            }
            assert!(pressed > 30, "{}: it reaches the wall", model.name());
        }
    }
}

/// A platform on a vertical rail carries a load that only touches it: it holds what it can, and sinks with what is left.
#[test]
fn a_lift_holds_what_it_can_and_sinks_with_the_rest() {
    let lift = |max: f64, friction: f64| {
        format!(
            "dimension: Two, bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.01, 0.01)), position: (0.0, -20.0, 0.0)),
                (name: \"platform\", kind: Dynamic, mass: 1.0, friction: {friction}, shape: Box(half_extents: (1.0, 0.1))),
                (name: \"load\", kind: Dynamic, mass: 50.0, friction: {friction}, shape: Box(half_extents: (0.5, 0.5)), position: (0.0, 0.6, 0.0)),
            ],
            joints: [(name: \"rail\", kind: Prismatic, bodies: (\"post\", \"platform\"), axis: (0.0, 1.0, 0.0))],
            controllers: [(kind: JointPd, joint: \"rail\", target: Some(Constant(0.0)), kd: 1000000.0, max: Some({max}))],"
        )
    };
    let weight = 51.0 * G;
    for friction in [0.0, 0.5] {
        for model in MODELS {
            let mut s = simulation(&lift(300.0, friction), model);
            let exact = model == ContactModel::SeparatingFeature;
            // The half weight of the first leapfrog step it holds.
            let (free, first) = if exact { (0, 0.0) } else { (1, 0.5 * weight * H / (1e6 * H + 51.0)) };
            for k in 1..=50 {
                let record = step(&mut s);
                let expected = -(weight - 300.0) / 51.0 * H * f64::from(k - free) - first;
                for name in ["platform", "load"] {
                    let found = s.state.twists[number(&s, name)].linear.y;
                    assert!((found - expected).abs() < 1e-8, "{}: {name} {found} {expected}", model.name());
                }
                assert!(k == free || (record.joints[0].drive - 300.0).abs() < 1e-9);
            }
            // A damper of 1e6 N·s/m gives way by half a millimetre a second.
            let mut s = simulation(&lift(weight + 1.0, friction), model);
            for _ in 0..50 {
                let record = step(&mut s);
                assert!(s.state.twists[number(&s, "load")].linear.y.abs() < weight / 1e6 + 1e-9);
                assert!(record.joints[0].drive <= weight + 1e-6);
            }
            let record = step(&mut s);
            assert!((record.joints[0].drive - weight).abs() < 1e-3, "{}", record.joints[0].drive);
        }
    }
}

/// A drive that could not hold its slider up gives only what its law asks for once a floor holds it.
#[test]
fn a_drive_that_a_floor_relieves_is_not_at_its_limit() {
    let text = "dimension: Two, bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (5.0, 0.5)), position: (0.0, -0.6, 0.0)),
            (name: \"slider\", kind: Dynamic, mass: 10.0, shape: Box(half_extents: (0.1, 0.1))),
        ],
        joints: [(name: \"rail\", kind: Prismatic, bodies: (\"floor\", \"slider\"), collide: true, axis: (0.0, 1.0, 0.0))],
        controllers: [(kind: JointPd, joint: \"rail\", target: Some(Constant(0.001)), kp: 1000.0, kd: 10000.0, max: Some(5.0))],";
    for model in MODELS {
        let mut s = simulation(text, model);
        for k in 1..=10 {
            let record = step(&mut s);
            let push = record.impulses.iter().sum::<f64>() / H;
            let before = if k > 1 { under_weight(model, k - 1) } else { 0.0 };
            let weight = 10.0 * G * (under_weight(model, k) - before) / H;
            // kp times a millimetre.
            assert!((push - (weight - 1.0)).abs() < 1e-5, "{}: {push} N", model.name());
            assert!((record.joints[0].drive - 1.0).abs() < 1e-6, "{}", record.joints[0].drive);
        }
    }
}

/// The impulse that the record reports explains the momentum, and its work the energy: ΔT + ½ΔνᵀMΔν = τΔθ in a step whose
/// forces act at its end velocities.
#[test]
fn what_is_reported_is_what_acted() {
    for model in MODELS {
        let mut s = simulation(&pusher(0.0, 0.0, ", max: Some(20.0)"), model);
        let mut before = (0.0, 0.0, 0.0);
        for _ in 0..100 {
            let record = step(&mut s);
            let (v, w) = (speed(&s, "slider"), speed(&s, "block"));
            let energy = 0.5 * (0.01 * v * v + 1000.0 * w * w);
            let (dv, dw) = (v - before.0, w - before.1);
            let impulse = record.joints[0].drive * H;
            assert!((impulse - (0.01 * dv + 1000.0 * dw)).abs() < 1e-8, "{}: {impulse}", model.name());
            let work = record.joints[0].drive * v * H;
            let lost = 0.5 * (0.01 * dv * dv + 1000.0 * dw * dw);
            assert!((energy - before.2 + lost - work).abs() < 1e-9, "{}: {work} J", model.name());
            before = (v, w, energy);
        }
    }
}

/// Numbers in −1..1 from a linear congruential generator (Knuth).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() + 1.0) / 2.0
    }
}

/// A body on a line with what drives it: λ = clamp(s (r − v), ±most).
#[derive(Clone, Copy, Debug)]
struct Point {
    mass: f64,
    velocity: f64,
    rate: f64,
    damping: f64,
    max: f64,
}

/// Velocities after a step of three bodies in a row with gaps between them, the outer two driven: every combination of
/// drive states and contacts is tried, and there is one that satisfies all conditions.
fn enumerated(points: &[Point; 3], gaps: [f64; 2]) -> [f64; 3] {
    let mut found = Vec::new();
    for states in 0..9 {
        let state = [states % 3, 0, states / 3];
        for contacts in 0..4 {
            let active = [contacts & 1 == 1, contacts & 2 == 2];
            // Unknowns: three velocities and two impulses.
            let mut a = nalgebra::Matrix5::<f64>::zeros();
            let mut b = nalgebra::Vector5::<f64>::zeros();
            for (k, p) in points.iter().enumerate() {
                a[(k, k)] = p.mass;
                b[k] = p.mass * p.velocity;
                let stiffness = H * p.damping;
                match state[k] {
                    0 => {
                        a[(k, k)] += stiffness;
                        b[k] += stiffness * p.rate;
                    }
                    1 => b[k] += H * p.max,
                    _ => b[k] -= H * p.max,
                }
            }
            for c in 0..2 {
                // Contact c pushes body c back and body c + 1 forth.
                a[(c, 3 + c)] = 1.0;
                a[(c + 1, 3 + c)] = -1.0;
                if active[c] {
                    (a[(3 + c, c)], a[(3 + c, c + 1)]) = (-1.0, 1.0);
                    b[3 + c] = -gaps[c] / H;
                } else {
                    a[(3 + c, 3 + c)] = 1.0;
                }
            }
            let x = a.lu().solve(&b).unwrap();
            let lawful = (0..3).all(|k| {
                let p = points[k];
                let asked = p.damping * (p.rate - x[k]);
                match state[k] {
                    0 => asked.abs() <= p.max,
                    1 => asked > p.max,
                    _ => asked < -p.max,
                }
            });
            let apart =
                (0..2).all(|c| x[3 + c] >= 0.0 && (active[c] || gaps[c] + H * (x[c + 1] - x[c]) >= 0.0));
            if lawful && apart {
                found.push([x[0], x[1], x[2]]);
            }
        }
    }
    assert_eq!(found.len(), 1, "the problem is strictly convex: {points:?} {gaps:?}");
    found[0]
}

/// Exact has velocities at the end of the step, after the blow of what met in it: no gap over h is among them. Momentum is what
/// the drives gave, none gave more than it can, nobody is inside or approaches another that it touches.
fn a_blow_keeps_the_limits(s: &Simulation, record: &StepRecord, points: &[Point; 3]) {
    let names = ["left", "middle", "right"];
    let gained: f64 = names.iter().zip(points).map(|(n, p)| p.mass * (speed(s, n) - p.velocity)).sum();
    let drives: Vec<f64> = record.joints.iter().map(|j| j.drive).collect();
    let scale: f64 = points.iter().map(|p| p.mass).sum();
    assert!((gained - H * drives.iter().sum::<f64>()).abs() < 1e-9 * scale, "{gained} {drives:?}");
    for (drive, p) in drives.iter().zip([points[0], points[2]]) {
        assert!(drive.abs() <= p.max * (1.0 + 1e-12), "{drive} of {}", p.max);
    }
    let place = |name: &str| s.state.poses[number(s, name)].position.x;
    for pair in names.windows(2) {
        let gap = place(pair[1]) - place(pair[0]) - 0.2;
        assert!(gap >= -1e-9, "{pair:?}: {gap} m");
        assert!(gap > 1e-9 || speed(s, pair[1]) - speed(s, pair[0]) >= -1e-9, "{pair:?} approach");
    }
}

#[test]
fn one_step_is_the_only_one_that_the_laws_allow() {
    let mut random = Random(7);
    let mut saturated = [0; 3];
    for case in 0..60 {
        let friction = if case % 2 == 0 { 0.0 } else { 0.5 };
        let gaps = [0, 1].map(|_| if random.next() > 0.0 { 0.0 } else { random.between(0.0, 0.01) });
        let points = [0, 1, 2].map(|k| Point {
            mass: 10.0_f64.powf(random.between(-1.0, 2.0)),
            velocity: random.next(),
            rate: random.next(),
            damping: if k == 1 { 0.0 } else { 10.0_f64.powf(random.between(1.0, 4.0)) },
            max: 10.0_f64.powf(random.between(0.0, 3.0)),
        });
        let x = [0.0, 0.2 + gaps[0], 0.4 + gaps[0] + gaps[1]];
        let body = |k: usize, name: &str| {
            format!(
                "(name: \"{name}\", kind: Dynamic, mass: {}, friction: {friction}, velocity: ({}, 0.0, 0.0), shape: Box(half_extents: (0.1, 0.1)), position: ({}, 0.0, 0.0)),",
                points[k].mass, points[k].velocity, x[k]
            )
        };
        let drive = |k: usize, name: &str| {
            let Point { rate, damping, max, .. } = points[k];
            format!(
                "(kind: JointPd, joint: \"{name}\", target: Some(Ramp({rate})), kd: {damping}, max: Some({max})),"
            )
        };
        let rail = |name: &str| {
            format!(
                "(name: \"{name}\", kind: Prismatic, bodies: (\"post\", \"{name}\"), axis: (1.0, 0.0, 0.0)),"
            )
        };
        let text = format!(
            "dimension: Two, gravity: Some((0.0, 0.0, 0.0)), bodies: [
                (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1)), position: (0.0, -9.0, 0.0)),
                {} {} {}
            ], joints: [{} {}], controllers: [{} {}],",
            body(0, "left"),
            body(1, "middle"),
            body(2, "right"),
            rail("left"),
            rail("right"),
            drive(0, "left"),
            drive(2, "right"),
        );
        let expected = enumerated(&points, gaps);
        for k in [0, 2] {
            let asked = points[k].damping * (points[k].rate - expected[k]);
            saturated[if asked > points[k].max { 1 } else { usize::from(asked < -points[k].max) * 2 }] += 1;
        }
        for model in MODELS {
            let mut s = simulation(&text, model);
            let record = step(&mut s);
            if model == ContactModel::SeparatingFeature {
                a_blow_keeps_the_limits(&s, &record, &points);
                continue;
            }
            for (name, expected) in ["left", "middle", "right"].iter().zip(expected) {
                let found = speed(&s, name);
                assert!(
                    (found - expected).abs() < 1e-7,
                    "case {case}, {}: {name} {found} instead of {expected}",
                    model.name()
                );
            }
        }
    }
    assert!(saturated.iter().all(|n| *n > 10), "all states occur: {saturated:?}");
}

/// Three ways to the same step: the pieces of the law in Lemke's problem, the bounds as rows of it, and convex problems with
/// given sliding speeds.
#[test]
fn bounds_as_rows_and_sliding_speeds_give_what_the_pieces_give() {
    // A rough slider could bear some of the block's weight or none of it: friction would have many answers.
    for friction in [0.0, 5e-4] {
        let s = simulation(&pusher(0.0, friction, ", max: Some(20.0)"), ContactModel::Standard);
        let (model, state) = (&s.model, &s.state);
        let roots: Vec<MassRoot> =
            model.ids().map(|id| MassRoot::new(model.body(id), &state.poses[id.0], Dimension::Two)).collect();
        let mut free = state.twists.clone();
        free.iter_mut()
            .zip(&model.bodies)
            .filter(|(_, b)| b.is_dynamic())
            .for_each(|(t, _)| t.linear.y = -G * H);
        let kinematics = Kinematics::new(model, &state.poses, 0.0);
        let set = ContactSet::find(model, &kinematics, &motion_bounds(model, &free, H), None, 0.4);
        let bodies = model.ids().filter(|id| Body::is_dynamic(model.body(*id))).collect();
        let still = |_| Twist::zero();
        let joints = [linearise(&model.joints[0], state, &still, H, PoseUpdate::Exponential)];
        let scaled =
            Scaled::new(model, &roots, &free, bodies, H).with_joints(&joints, &servos(model, state, &[0], H));
        let terms = Terms::new(scaled, &set, 2);
        let ids = (0..set.contacts.len()).map(ContactId).filter(|&c| set.get(c).is_primary());
        let groups: Vec<literal::Group> = ids.map(|c| vec![c]).collect();
        let settings = LcpSettings { tolerance: 1e-10, max_iterations: 1000 };
        let solve = |terms: &Terms| {
            literal::solve(terms, &groups, f64::NEG_INFINITY, &Lemke, &settings).unwrap().change
        };
        let pieces = solve(&terms);
        let rows = solve(&terms.in_coordinates(&terms.with_bounds().unwrap()));
        assert!(terms.other_pieces(&pieces).is_some(), "the contact takes the drive to its limit");
        assert!((&pieces - &rows).amax() < 1e-9 * pieces.amax(), "{pieces} {rows}");
        let gaps: Vec<_> = groups.iter().map(|g| (g[0], set.get(g[0]).gap)).collect();
        let sparse = &mut SparseSolver::default();
        let speeds =
            friction::solve(&terms, &gaps, friction::Before::default(), &settings, friction::ACCEPT, sparse)
                .unwrap()
                .change;
        assert!((&pieces - &speeds).amax() < 1e-8 * pieces.amax(), "{pieces} {speeds}");
    }
}
