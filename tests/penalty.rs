//! Penalty methods: closed forms of springs and dampers, orders of the integrators, blows, momenta, and what a step remembers.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{scene, simulation};
use pegsim::contact::models::ContactModel::{self, DeepestPoint, MultiPoint};
use pegsim::dynamics::spin_freely;
use pegsim::geometry::hull::convex_hull_3d;
use pegsim::math::Mat3;
use pegsim::prelude::*;
use pegsim::scene::{load_str, to_text};
use pegsim::step::{Integrator, PenaltySettings};
use std::path::Path;

const G: f64 = 9.81;

/// A cube of 1 m that stands on one of its faces, its centre at the origin.
fn cube() -> Polytope {
    cuboid(&Vec3::repeat(0.5)).unwrap()
}

/// An octahedron of 0.5 m from the centre to each tip.
fn octahedron() -> Polytope {
    let tips: Vec<Vec3> = (0..6).map(|k| Vec3::ith(k / 2, if k % 2 == 0 { 0.5 } else { -0.5 })).collect();
    convex_hull_3d(&tips).unwrap()
}

/// A floor with its surface at z = 0.
fn floor() -> BodySpec {
    BodySpec::fixed("floor", vec![cuboid(&Vec3::new(5.0, 5.0, 1.0)).unwrap()]).at(-Vec3::z())
}

fn settings(model: ContactModel, h: f64, penalty: PenaltySettings) -> StepSettings {
    let mut settings = StepSettings { h, count_traps: false, ..StepSettings::default() };
    (settings.contact.model, settings.contact.penalty) = (model, penalty);
    settings
}

/// A body of 1 kg on the floor, its lowest point `depth` below the surface.
fn on_floor(shape: Polytope, depth: f64, settings: StepSettings) -> Simulation {
    let mut body = BodySpec::new("body", vec![shape]).at(Vec3::z() * (0.5 - depth));
    body.mass = Some(1.0);
    // It stands on a tip, or rocks on one of four: heavy to turn, it moves as a mass without rotation does.
    body.inertia = Some(Mat3::identity() * 1e9);
    let (model, state) = assemble(Dimension::Three, Vec3::new(0.0, 0.0, -G), &[floor(), body]);
    Simulation::new(model, state, settings)
}

fn go(run: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        run.step(&StepInput::default()).unwrap();
    }
}

/// How deep the lowest point of the body of [`on_floor`] is while it does not turn (m).
fn depth(run: &Simulation) -> f64 {
    0.5 - run.state.poses[1].position.z
}

fn spring(proportional: f64, derivative: f64) -> PenaltySettings {
    PenaltySettings { proportional, derivative, ..PenaltySettings::default() }
}

/// d = g/k + (d₀ − g/k) e^{−ct/2} (cos ωt + c/2ω sin ωt), ω² = k − c²/4, of a mass of 1 kg that is let go at d₀.
fn oscillation(k: f64, c: f64, from: f64, t: f64) -> f64 {
    let rate = (k - 0.25 * c * c).sqrt();
    let swing = (rate * t).cos() + 0.5 * c / rate * (rate * t).sin();
    G / k + (from - G / k) * (-0.5 * c * t).exp() * swing
}

fn error_after_a_second(model: ContactModel, c: f64, integrator: Integrator, h: f64) -> f64 {
    let (k, from) = (100.0, 0.06);
    let penalty = PenaltySettings { integral: Some(0.0), integrator, ..spring(k, c) };
    let shape = if model == DeepestPoint { octahedron() } else { cube() };
    let mut run = on_floor(shape, from, settings(model, h, penalty));
    go(&mut run, (1.0 / h).round() as usize);
    (depth(&run) - oscillation(k, c, from, 1.0)).abs()
}

/// Undamped and damped, with one point and with four, which share the force: period, amplitude and decay are those of the closed form, to the
/// order of the integrator.
#[test]
fn a_mass_on_a_spring_oscillates_as_the_closed_form() {
    for model in [DeepestPoint, MultiPoint] {
        for c in [0.0, 4.0] {
            let error = |h| error_after_a_second(model, c, Integrator::RungeKutta, h);
            assert!(error(1e-3) < 1e-10, "{model:?}, c = {c}: {:e}", error(1e-3));
            let ratio = error(5e-3) / error(2.5e-3);
            assert!((14.5..17.5).contains(&ratio), "{model:?}, c = {c}: fourth order, {ratio}");
            let error = |h| error_after_a_second(model, c, Integrator::SemiImplicitEuler, h);
            let ratio = error(2e-3) / error(1e-3);
            assert!((1.9..2.1).contains(&ratio), "{model:?}, c = {c}: first order, {ratio}");
        }
    }
}

/// Ten thousand steps, 16 periods: the energy of mass and spring stays where it was, under Euler within the first order of the step.
#[test]
fn an_undamped_spring_neither_gains_nor_loses_energy() {
    for (integrator, within) in [(Integrator::RungeKutta, 2e-9), (Integrator::SemiImplicitEuler, 6e-3)] {
        let (k, from) = (100.0, 0.06);
        let penalty = PenaltySettings { integrator, ..spring(k, 0.0) };
        let mut run = on_floor(octahedron(), from, settings(DeepestPoint, 1e-3, penalty));
        // About the depth of rest.
        let energy = |run: &Simulation| {
            0.5 * run.state.twists[1].linear.z.powi(2) + 0.5 * k * (depth(run) - G / k).powi(2)
        };
        let start = energy(&run);
        for _ in 0..10_000 {
            go(&mut run, 1);
            let off = energy(&run) / start - 1.0;
            assert!(off.abs() < within, "{integrator:?}: {off:e} at {}", run.state.time);
        }
    }
}

/// PD rests at mg/k_p. With the integrative term the depth is mg/(k_p + k_i/(1 − γ)): the sum over past depths ends at d/(1 − γ). Where
/// nothing is forgotten it goes to zero.
#[test]
fn depths_of_rest_are_those_of_the_gains() {
    let pd = spring(100.0, 20.0);
    let pid = PenaltySettings { integral: Some(2.0), forgetting: 0.85, ..pd };
    for integrator in Integrator::ALL {
        for (model, penalty, stiffness) in [
            (DeepestPoint, pd, 100.0),
            (DeepestPoint, pid, 100.0 + 2.0 / 0.15),
            (MultiPoint, pid, 100.0 + 2.0 / 0.15),
        ] {
            let shape = if model == DeepestPoint { octahedron() } else { cube() };
            let penalty = PenaltySettings { integrator, ..penalty };
            let mut run = on_floor(shape, 0.06, settings(model, 1e-3, penalty));
            go(&mut run, 4000);
            let off = depth(&run) - G / stiffness;
            assert!(off.abs() < 1e-12, "{model:?}, {integrator:?}: {off:e}");
            let speed = run.state.twists[1].linear.norm();
            assert!(speed < 1e-11, "{model:?}, {integrator:?}: {speed:e}");
        }
        let keeps = PenaltySettings { integral: Some(0.1), forgetting: 1.0, integrator, ..pd };
        let mut run = on_floor(cube(), 0.06, settings(MultiPoint, 1e-3, keeps));
        go(&mut run, 5000);
        let half = depth(&run);
        go(&mut run, 5000);
        // The slowest of the three rates of s³ + 20 s² + 100 s + 100 is 1.3305.
        let ratio = depth(&run) / half;
        assert!(half < 1e-2 && (ratio / (-1.3305_f64 * 5.0).exp() - 1.0).abs() < 0.05, "{half:e}, {ratio:e}");
    }
}

/// A brick of 2 kg with three different moments.
fn brick(name: &str) -> BodySpec {
    let mut brick = BodySpec::new(name, vec![cuboid(&Vec3::new(0.2, 0.3, 0.45)).unwrap()]);
    brick.mass = Some(2.0);
    brick
}

/// Without contact: the parabola to rounding, the angular momentum to rounding, and the turn of Euler's top to the order of the integrator.
#[test]
fn a_thrown_brick_falls_and_tumbles() {
    let mut thrown = brick("brick");
    (thrown.velocity, thrown.angular_velocity) = (Vec3::new(1.0, -2.0, 5.0), Vec3::new(3.0, 0.5, -2.0));
    let mut late = brick("late").at(Vec3::x() * 50.0);
    (late.velocity, late.properties.spawn_time) = (Vec3::new(0.0, 0.0, 3.0), 0.5);
    let specs = [thrown.clone(), late.clone()];
    let (model, state) = assemble(Dimension::Three, Vec3::new(0.0, 0.0, -G), &specs);
    let body = &model.bodies[0];
    let spin = |state: &State| body.spin(&state.poses[0], &state.twists[0]);
    let (truth, _) = spin_freely(&body.inertia, &state.poses[0].orientation, &thrown.angular_velocity, 1.0);
    for (integrator, ratio) in [(Integrator::RungeKutta, 16.0), (Integrator::SemiImplicitEuler, 2.0)] {
        let turned = [5e-3, 2.5e-3].map(|h| {
            let penalty = PenaltySettings { integrator, ..PenaltySettings::default() };
            let mut run = Simulation::new(model.clone(), state.clone(), settings(MultiPoint, h, penalty));
            go(&mut run, (1.0 / h).round() as usize);
            let kept = (spin(&run.state) - spin(&state)).norm() / spin(&state).norm();
            assert!(kept < 1e-12, "{integrator:?}: {kept:e}");
            let parabola = thrown.velocity - Vec3::z() * (0.5 * G);
            let off = (run.state.poses[0].position - parabola).norm();
            // Euler's new velocity is that of the end of the step: it runs ahead by half a step of gravity.
            let ahead = if integrator == Integrator::RungeKutta { 0.0 } else { 0.5 * G * h };
            assert!((off - ahead).abs() < 1e-11 && run.state.lag == 0.0, "{integrator:?}: {off:e}");
            // Another enters half-way with the velocity that it was given.
            let since = late.velocity - Vec3::z() * (0.5 * G);
            assert!((run.state.twists[1].linear - since).norm() < 1e-11, "{integrator:?}");
            run.state.poses[0].orientation.angle_to(&truth)
        });
        let seen = turned[0] / turned[1];
        assert!((seen / ratio - 1.0).abs() < 0.1, "{integrator:?}: {turned:?}");
    }
}

/// Two bricks that meet off centre, rub and part: linear momentum to rounding; angular momentum to rounding under Euler, whose forces act
/// at one instant, and to the order of the method under Runge–Kutta. Every step's record explains the change of both momenta.
#[test]
fn momenta_are_kept_and_records_explain_their_change() {
    for model in [DeepestPoint, MultiPoint] {
        for (integrator, within) in [(Integrator::RungeKutta, 1e-4), (Integrator::SemiImplicitEuler, 1e-12)] {
            let (mut left, mut right) = (brick("left"), brick("right").at(Vec3::new(0.9, 0.2, 0.1)));
            (left.velocity, left.angular_velocity) = (Vec3::x() * 2.0, Vec3::new(0.3, 1.0, -0.5));
            right.angular_velocity = Vec3::new(-1.0, 0.2, 0.4);
            (left.friction, right.friction) = (0.5, 0.5);
            let (bodies, state) = assemble(Dimension::Three, Vec3::zeros(), &[left, right]);
            let penalty = PenaltySettings { integrator, ..PenaltySettings::default() };
            let mut run = Simulation::new(bodies, state, settings(model, 1e-3, penalty));
            let momenta = |run: &Simulation| {
                let of = |k: usize| {
                    let (body, pose, twist) =
                        (&run.model.bodies[k], &run.state.poses[k], &run.state.twists[k]);
                    let linear = twist.linear * body.mass;
                    (linear, pose.position.cross(&linear) + body.spin(pose, twist), body.spin(pose, twist))
                };
                [of(0), of(1)]
            };
            let sum = |m: &[(Vec3, Vec3, Vec3); 2]| (m[0].0 + m[1].0, m[0].1 + m[1].1);
            let start = sum(&momenta(&run));
            let (mut met, mut beside) = (0, 0.0_f64);
            for _ in 0..1500 {
                let before = momenta(&run);
                let record = run.step(&StepInput::default()).unwrap();
                met += usize::from(!record.contacts.is_empty());
                let after = momenta(&run);
                for k in 0..2 {
                    let mut given = [Vec3::zeros(); 2];
                    for c in record.contacts() {
                        let of = c.contact;
                        let (row, arm, rubbed) = if k == 0 {
                            (&of.jacobian_a, of.point_a - of.centre_a, -c.friction)
                        } else {
                            (&of.jacobian_b, of.point_b - of.centre_b, c.friction)
                        };
                        given[0] += row.fixed_rows::<3>(0) * c.impulse + rubbed;
                        given[1] += row.fixed_rows::<3>(3) * c.impulse + arm.cross(&rubbed);
                    }
                    for (id, rest) in record.beside.iter().filter(|(id, _)| id.0 == k) {
                        assert_eq!(id.0, k);
                        given[0] += rest.fixed_rows::<3>(0);
                        given[1] += rest.fixed_rows::<3>(3);
                        let pushed: f64 = record.contacts().map(|c| c.impulse + c.friction.norm()).sum();
                        beside = beside.max(rest.fixed_rows::<3>(0).norm() / pushed.max(1e-9));
                    }
                    let linear = (after[k].0 - before[k].0 - given[0]).norm();
                    let angular = (after[k].2 - before[k].2 - given[1]).norm();
                    assert!(linear < 1e-12 && angular < 1e-12, "{model:?}: {linear:e}, {angular:e}");
                }
            }
            let end = sum(&momenta(&run));
            let (linear, angular) = ((end.0 - start.0).norm(), (end.1 - start.1).norm() / start.1.norm());
            assert!(met > 10 && linear < 1e-12 && angular < within, "{met}, {linear:e}, {angular:e}");
            // The point may jump to another corner within a step, which is a couple; the normal turns little.
            assert!(beside < 1e-2, "{model:?}, {integrator:?}: {beside:e}");
        }
    }
}

/// Figure 2. What comes into contact closing is stopped by a blow, or thrown back; what rests is not struck again, however fast it closes,
/// until a third body strikes it.
#[test]
fn blows_are_for_new_contacts_and_for_third_bodies() {
    for model in [DeepestPoint, MultiPoint] {
        let penalty = PenaltySettings::default();
        let mut run = on_floor(cube(), -1e-4, settings(model, 1e-3, penalty));
        run.state.twists[1].linear.z = -2.0;
        go(&mut run, 1);
        assert!(depth(&run) > 1e-3 && run.state.twists[1].linear.z < -2.0);
        go(&mut run, 1);
        let speed = run.state.twists[1].linear.z;
        assert!(speed.abs() < 0.01, "{model:?}: stopped at {speed}");
        // At rest, then set in motion by hand.
        go(&mut run, 3000);
        run.state.twists[1].linear.z = -2.0;
        go(&mut run, 1);
        let speed = run.state.twists[1].linear.z;
        assert!((-2.0..-1.8).contains(&speed), "{model:?}: {speed}");

        // Half of the speed comes back, and no spring adds to it.
        let mut bounce = on_floor(cube(), -1e-4, settings(model, 1e-3, penalty));
        let mut bodies = (*bounce.model).clone();
        bodies.bodies[1].properties.restitution = 0.5;
        bounce.model = bodies.into();
        bounce.state.twists[1].linear.z = -2.0;
        go(&mut bounce, 10);
        let speed = bounce.state.twists[1].linear.z;
        assert!(
            depth(&bounce) < 0.0 && (speed - (1.004905 - 0.00981 * 9.0)).abs() < 1e-6,
            "{model:?}: {speed}"
        );
    }
    // One rests on the floor, another falls on it: the blow goes through to the floor in the step in which they meet.
    let mut lower = BodySpec::new("lower", vec![cube()]).at(Vec3::z() * (0.5 - G / (100.0 + 2.0 / 0.15)));
    let mut upper = BodySpec::new("upper", vec![cube()]).at(Vec3::z() * 1.45);
    (lower.mass, upper.mass, upper.velocity) = (Some(1.0), Some(1.0), Vec3::z() * -2.0);
    let (bodies, state) = assemble(Dimension::Three, Vec3::new(0.0, 0.0, -G), &[floor(), lower, upper]);
    let mut run = Simulation::new(bodies, state, settings(MultiPoint, 1e-3, PenaltySettings::default()));
    let mut most = 0.0_f64;
    for _ in 0..40 {
        let record = run.step(&StepInput::default()).unwrap();
        let on_floor = record.contacts().filter(|c| c.contact.body_a().0 == 0).map(|c| c.impulse).sum();
        most = most.max(on_floor);
    }
    assert!((1.9..2.4).contains(&most), "the floor takes the momentum of the upper one: {most}");
    assert!(run.state.twists.iter().all(|t| t.linear.norm() < 0.3));
}

/// A platform that rises at a steady rate carries a cube: the platform moves as told, the cube lies in it as deep as at rest.
#[test]
fn prescribed_bodies_move_as_told() {
    for integrator in Integrator::ALL {
        let mut platform = floor();
        (platform.kind, platform.velocity) = (BodyKind::Kinematic, Vec3::new(0.1, 0.0, 0.3));
        let mut cube = BodySpec::new("cube", vec![cube()]).at(Vec3::z() * 0.42);
        (cube.mass, cube.velocity) = (Some(1.0), Vec3::z() * 0.3);
        let (bodies, state) = assemble(Dimension::Three, Vec3::new(0.0, 0.0, -G), &[platform, cube]);
        let penalty = PenaltySettings { integrator, ..spring(100.0, 20.0) };
        let mut run = Simulation::new(bodies, state, settings(MultiPoint, 1e-3, penalty));
        go(&mut run, 4000);
        let told = Vec3::new(0.4, 0.0, 1.2 - 1.0);
        assert!((run.state.poses[0].position - told).norm() < 1e-11);
        let deep = run.state.poses[0].position.z + 1.0 + 0.5 - run.state.poses[1].position.z;
        assert!((deep - G / (100.0 + 2.0 / 0.15)).abs() < 1e-9, "{deep}");
        assert!((run.state.twists[1].linear - Vec3::z() * 0.3).norm() < 1e-9);
    }
}

/// In the plane the same law holds, and nothing leaves the plane.
#[test]
fn a_square_rests_in_the_plane() {
    let floor = BodySpec::fixed("floor", vec![rectangle(5.0, 1.0).unwrap()]).at(-Vec3::y());
    let mut square = BodySpec::new("square", vec![rectangle(0.5, 0.5).unwrap()]).at(Vec3::y() * 0.8);
    (square.mass, square.orientation) = (Some(1.0), Quat::from_scaled_axis(Vec3::z() * 0.3));
    let (bodies, state) = assemble(Dimension::Two, Vec3::new(0.0, -G, 0.0), &[floor, square]);
    let mut run = Simulation::new(bodies, state, settings(MultiPoint, 1e-3, spring(1000.0, 60.0)));
    go(&mut run, 6000);
    let (pose, twist) = (&run.state.poses[1], &run.state.twists[1]);
    let deep = 0.5 - pose.position.y;
    assert!((deep - G / (1000.0 + 2.0 / 0.15)).abs() < 1e-9, "{deep}");
    let (_, _, turn) = pose.orientation.euler_angles();
    assert!(turn.abs() < 1e-9 && pose.position.z == 0.0 && twist.linear.z == 0.0);
    assert!(twist.angular.xy().norm() == 0.0 && twist.linear.norm() < 1e-9, "{twist:?}");
}

/// Friction as printed is against the sliding velocity. What slides is braked by μf; what should stick creeps, in proportion to the step:
/// the velocity changes its sign from step to step and is not zero in the mean.
#[test]
fn friction_brakes_what_slides_and_does_not_hold_what_should_stick() {
    let speed = |name: &str, h: f64, at: f64| {
        let mut run = simulation(&scene(name), MultiPoint, h);
        run.settings.count_traps = false;
        go(&mut run, (at / h).round() as usize);
        let block = run.model.find("block").unwrap();
        (run.state.twist(block).linear.norm(), run.state.pose(block).position)
    };
    let gain = speed("friction/incline_slides", 1e-3, 3.0).0 - speed("friction/incline_slides", 1e-3, 2.0).0;
    // g (sin θ − 0.4 cos θ), tan θ = 5/12.
    let exact = G * (5.0 - 0.4 * 12.0) / 13.0;
    assert!((gain / exact - 1.0).abs() < 1e-2, "{gain} m/s in a second, not {exact}");
    let creep = [2e-3, 1e-3].map(|h| {
        (speed("friction/incline_sticks", h, 3.0).1 - speed("friction/incline_sticks", h, 2.0).1).norm()
    });
    let ratio = creep[0] / creep[1];
    assert!((1e-3..1e-2).contains(&creep[1]) && (1.6..2.4).contains(&ratio), "{creep:?}");
}

/// A scene of these tests with other springs.
fn with_springs(springs: &str) -> Result<LoadedScene, String> {
    let text = format!(
        "Scene(dimension: Three, contact: (model: MultiPoint, penalty: ({springs})), bodies: [(name: \"block\", shape: \
         Box(half_extents: (0.5, 0.5, 0.5)))])"
    );
    load_str(&text, "test.ron", Path::new(".")).map_err(|e| e.message)
}

/// One sentence each, and what is right comes back from the text that is written.
#[test]
fn settings_out_of_range_are_refused_and_others_come_back() {
    for (springs, what) in [
        ("proportional: -1.0", "penalty.proportional is -1 1/s²; it must be at least 0 1/s²"),
        ("derivative: -0.5", "penalty.derivative is -0.5 1/s; it must be at least 0 1/s"),
        ("integral: -2.0", "penalty.integral is -2 1/s²; it must be at least 0 1/s²"),
        ("forgetting: 1.5", "penalty.forgetting is 1.5; it must be at least 0 and at most 1"),
        ("impact_speed: -1.0", "penalty.impact_speed is -1 m/s; it must be at least 0 m/s"),
        ("proportional: inf", "penalty.proportional is inf"),
        ("integrator: Euler", "RungeKutta"),
        ("stiffness: 3.0", "stiffness"),
    ] {
        let refusal = with_springs(springs).map(|_| ()).unwrap_err();
        assert!(refusal.contains(what) && refusal.len() <= 250, "{refusal}");
    }
    let springs = "proportional: 400.0, integral: 0.5, forgetting: 0.9, integrator: SemiImplicitEuler";
    let scene = with_springs(springs).unwrap();
    let text = to_text(&scene.source);
    let back = load_str(&text, "test.ron", Path::new(".")).unwrap();
    assert_eq!(back.settings, scene.settings);
    let penalty = back.settings.contact.penalty;
    assert_eq!((penalty.proportional, penalty.derivative, penalty.integral), (400.0, 50.0, Some(0.5)));
    let plain = load_str(&text.replace("MultiPoint", "Peg"), "test.ron", Path::new(".")).unwrap();
    assert!(to_text(&plain.source).contains("penalty"), "kept for when the model is chosen again");
    assert!(!to_text(&with_springs("").unwrap().source).contains("penalty"), "nothing is said of defaults");
}

/// Joints have no forces here: the check of a scene says so, and the step where the model is chosen later.
#[test]
fn joints_are_refused_in_one_sentence() {
    for model in [DeepestPoint, MultiPoint] {
        let mut run = simulation(&scene("joints/double_pendulum"), model, 1e-3);
        let refusal = run.step(&StepInput::default()).unwrap_err().to_string();
        assert!(refusal.contains("no forces for joints") && run.state.step == 0, "{refusal}");
        let mut source = scene("joints/double_pendulum").source.clone();
        source.contact.model = model;
        let refusal = load_str(&to_text(&source), "test.ron", Path::new(".")).unwrap_err().message;
        assert!(refusal.starts_with("test.ron:") && refusal.contains("no forces for joints"), "{refusal}");
    }
}

/// The sum over past depths and the phase of every pair are part of the state: a run that goes on from saved text repeats to the bit, and
/// one without them does not.
#[test]
fn a_run_goes_on_from_a_saved_moment_to_the_bit() {
    let loaded = scene("penalty/pile_of_shapes");
    let mut straight = loaded.simulation();
    straight.settings.count_traps = false;
    go(&mut straight, 500);
    let (_, remembered) = straight.state.memory.penalties();
    assert!(remembered.iter().any(|pair| pair.integral > 0.0), "bodies lie on each other");
    let mut source = loaded.source.clone();
    source.resume = Some(straight.state.clone());
    let saved = load_str(&to_text(&source), "saved.ron", Path::new(".")).unwrap();
    assert_eq!(saved.first_state(), &straight.state);
    let mut resumed = Simulation::new(saved.model.clone(), saved.first_state().clone(), straight.settings);
    let mut forgetful = resumed.clone();
    forgetful.state.memory = pegsim::world::ContactMemory::default();
    for run in [&mut straight, &mut resumed, &mut forgetful] {
        go(run, 100);
    }
    assert_eq!(straight.state, resumed.state);
    assert_ne!(straight.state.poses, forgetful.state.poses);
    let mut wrong = source;
    let bad = pegsim::world::PenaltyMemory { bodies: (BodyId(1), BodyId(99)), parting: false, integral: 0.1 };
    wrong.resume.as_mut().unwrap().memory =
        pegsim::world::ContactMemory::default().with_penalties(500, vec![bad]);
    let refusal = load_str(&to_text(&wrong), "saved.ron", Path::new(".")).unwrap_err().message;
    assert!(refusal.contains("resume.memory does not fit"), "{refusal}");
}
