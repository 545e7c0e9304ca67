//! Curved bodies under Exact: balls, discs and rounded polygons against closed forms, laws and the truth meter.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
mod common;
#[path = "common/round.rs"]
mod round;

use chance::{Chance, block};
use common::{advance, simulation_of};
use pegsim::contact::models::ContactModel;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::shapes::rectangle;
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::{Quat, Vec3};
use pegsim::scene::load_str;
use pegsim::world::StepInput;
use pegsim::world::build::BodySpec;
use round::{G, ball, dropped, energy, go, momenta, run_of, with_friction};
use std::path::Path;

/// A slope as a level floor under inclined gravity: constant acceleration, which the step has to the last digits, at any h.
#[test]
fn round_bodies_roll_down_a_slope_as_their_inertia_has_it() {
    for (dimension, share) in [(Three, 5.0 / 7.0), (Two, 2.0 / 3.0)] {
        let (up, down) =
            if dimension == Three { (Vec3::z(), -G * Vec3::z()) } else { (Vec3::y(), -G * Vec3::y()) };
        let slope: f64 = 0.3;
        let gravity = down * slope.cos() + Vec3::x() * G * slope.sin();
        let floor = match dimension {
            Three => block(Three, 10.0, 1.0, 0.5),
            Two => rectangle(10.0, 0.5).unwrap(),
        };
        let floor = with_friction(BodySpec::fixed("floor", vec![floor]), 0.5).at(-0.5 * up);
        let disc = with_friction(BodySpec::new("round", vec![ball(dimension, 0.1)]), 0.5).at(0.1 * up);
        for h in [0.02, 0.005] {
            let mut run = run_of(dimension, gravity, &[floor.clone(), disc.clone()], h);
            go(&mut run, 1.0);
            let (pose, twist) = (&run.state.poses[1], &run.state.twists[1]);
            let a = share * G * slope.sin();
            assert!((pose.position.x - 0.5 * a).abs() < 1e-8, "{dimension:?} {h}: {}", pose.position.x);
            assert!((twist.linear.x - a).abs() < 1e-8, "{} {a}", twist.linear.x);
            assert!((twist.angular.norm() - a / 0.1).abs() < 1e-7, "{}", twist.angular);
        }
    }
}

/// Without friction it slides as anything does, and does not begin to turn.
#[test]
fn a_ball_without_friction_does_not_turn() {
    let floor = BodySpec::fixed("floor", vec![block(Three, 10.0, 1.0, 0.5)]).at(Vec3::new(0.0, 0.0, -0.5));
    let mut ball = BodySpec::new("ball", vec![ball(Three, 0.1)]).at(Vec3::new(0.0, 0.0, 0.1));
    ball.angular_velocity = Vec3::new(1.0, 2.0, 3.0);
    let mut run = run_of(Three, Vec3::new(1.0, 0.0, -G), &[floor, ball], 0.01);
    go(&mut run, 1.0);
    assert!((run.state.poses[1].position.x - 0.5).abs() < 1e-9);
    assert!((run.state.twists[1].angular - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-9);
}

/// A disc that rolls down from the top of a fixed one: (3/2)(R + r) θ″ = g sin θ while it rolls. Errors fall with the square of h.
#[test]
fn a_disc_on_a_disc_rolls_at_second_order() {
    let (large, small, start, seconds): (f64, f64, f64, f64) = (1.0, 0.2, 0.2, 0.64);
    let reach = large + small;
    // The reference, by Runge and Kutta's method.
    let (mut angle, mut rate, d) = (start, 0.0, 1e-4);
    let pull = |angle: f64| G * angle.sin() / (1.5 * reach);
    for _ in 0..(seconds / d).round() as usize {
        let (k1, l1) = (rate, pull(angle));
        let (k2, l2) = (rate + 0.5 * d * l1, pull(angle + 0.5 * d * k1));
        let (k3, l3) = (rate + 0.5 * d * l2, pull(angle + 0.5 * d * k2));
        let (k4, l4) = (rate + d * l3, pull(angle + d * k3));
        angle += d * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
        rate += d * (l1 + 2.0 * l2 + 2.0 * l3 + l4) / 6.0;
    }
    let off = |h: f64| {
        let below = with_friction(BodySpec::fixed("large", vec![ball(Two, large)]), 5.0);
        let place = Vec3::new(start.sin(), start.cos(), 0.0) * reach;
        let above = with_friction(BodySpec::new("small", vec![ball(Two, small)]), 5.0).at(place);
        let mut run = run_of(Two, -G * Vec3::y(), &[below, above], h);
        go(&mut run, seconds);
        let p = run.state.poses[1].position;
        assert!((p.norm() - reach).abs() < 1e-8);
        (p.x.atan2(p.y) - angle).abs()
    };
    let (coarse, fine) = (off(0.02), off(0.005));
    let order = (coarse / fine).log(4.0);
    assert!((1.9..2.1).contains(&order) && fine < 1e-3, "order {order}: {coarse:.2e}, {fine:.2e}");
}

/// Half of the speed after each bounce, and all of the energy where nothing is lost.
#[test]
fn a_ball_bounces_as_high_as_it_should() {
    for restitution in [1.0, 0.5] {
        let floor = BodySpec::fixed("floor", vec![block(Three, 1.0, 1.0, 0.5)]).at(Vec3::new(0.0, 0.0, -0.5));
        let mut ball = BodySpec::new("ball", vec![ball(Three, 0.1)]).at(Vec3::new(0.0, 0.0, 1.1));
        ball.restitution = restitution;
        let mut run = run_of(Three, -G * Vec3::z(), &[floor, ball], 0.01);
        let fall = (2.0 / G).sqrt();
        go(&mut run, 0.7);
        let t = 0.7 - fall;
        let speed = restitution * G * fall;
        let wanted = 0.1 + speed * t - 0.5 * G * t * t;
        let found = run.state.poses[1].position.z;
        assert!((found - wanted).abs() < 1e-8, "{restitution}: {found} and {wanted}");
    }
}

/// Two balls that meet beside their centres exchange what they have along the line between them.
#[test]
fn balls_that_meet_aslant_part_as_the_closed_form_has_it() {
    let (ra, rb, beside) = (0.1, 0.15, 0.12);
    let mut a = BodySpec::new("a", vec![ball(Three, ra)]).at(Vec3::new(-1.0, 0.0, 0.0));
    let mut b = BodySpec::new("b", vec![ball(Three, rb)]).at(Vec3::new(0.5, beside, 0.0));
    (a.restitution, b.restitution) = (1.0, 1.0);
    (a.velocity, b.velocity) = (Vec3::new(3.0, 0.0, 0.0), Vec3::new(-1.0, 0.0, 0.0));
    a.angular_velocity = Vec3::new(5.0, -4.0, 30.0);
    let (va, vb) = (a.velocity, b.velocity);
    let mut run = run_of(Three, Vec3::zeros(), &[a, b], 0.01);
    let (before, start) = (momenta(&run), energy(&run));
    go(&mut run, 0.6);
    let reach: f64 = ra + rb;
    let n = Vec3::new((reach * reach - beside * beside).sqrt(), beside, 0.0) / reach;
    let (ma, mb) = (run.model.bodies[0].mass, run.model.bodies[1].mass);
    let j = 2.0 * (va - vb).dot(&n) / (1.0 / ma + 1.0 / mb);
    let (wa, wb) = (va - n * (j / ma), vb + n * (j / mb));
    assert!((run.state.twists[0].linear - wa).norm() < 1e-8, "{} {wa}", run.state.twists[0].linear);
    assert!((run.state.twists[1].linear - wb).norm() < 1e-8, "{} {wb}", run.state.twists[1].linear);
    let after = momenta(&run);
    assert!((after.0 - before.0).norm() <= 1e-12 * before.0.norm());
    assert!((after.1 - before.1).norm() <= 1e-12 * before.1.norm());
    assert!((energy(&run) / start - 1.0).abs() < 1e-12);
    assert!((run.state.twists[0].angular - Vec3::new(5.0, -4.0, 30.0)).norm() < 1e-9);
}

/// A row of equal balls a millimetre apart hands on the speed of the first to the last.
#[test]
fn the_last_ball_of_a_row_leaves_with_the_speed_of_the_first() {
    for count in [2, 5] {
        let mut bodies: Vec<BodySpec> = (0..count)
            .map(|k| {
                let mut ball = BodySpec::new(format!("{k}"), vec![ball(Three, 0.05)]);
                ball.restitution = 1.0;
                ball.at(Vec3::new(0.101 * f64::from(k), 0.0, 0.0))
            })
            .collect();
        bodies[0].velocity = Vec3::x();
        let mut run = run_of(Three, Vec3::zeros(), &bodies, 0.01);
        go(&mut run, 0.3);
        for (k, twist) in run.state.twists.iter().enumerate() {
            let wanted = if k + 1 == bodies.len() { 1.0 } else { 0.0 };
            assert!((twist.linear.x - wanted).abs() < 1e-9, "{count}: ball {k} has {}", twist.linear.x);
        }
    }
}

/// Over the edge of a table: fast, it flies on at once; slowly, it slides round the edge until g cos θ no longer holds it there.
#[test]
fn a_ball_leaves_a_table_over_its_edge() {
    let r = 0.1;
    let leave = |dimension: Dimension, speed: f64, h: f64| {
        let up = if dimension == Three { Vec3::z() } else { Vec3::y() };
        let table =
            if dimension == Three { block(Three, 1.0, 1.0, 0.5) } else { rectangle(1.0, 0.5).unwrap() };
        let table = BodySpec::fixed("table", vec![table]).at(-0.5 * up);
        let mut ball = BodySpec::new("ball", vec![ball(dimension, r)]).at(Vec3::x() * 0.95 + up * r);
        ball.velocity = Vec3::x() * speed;
        let mut run = run_of(dimension, -G * up, &[table, ball], h);
        let start = energy(&run);
        go(&mut run, 0.6);
        assert!(run.state.poses[1].position.dot(&up) < -0.2, "it has left");
        (run.state.twists[1].linear.x, energy(&run) / start - 1.0)
    };
    for dimension in [Two, Three] {
        assert!((leave(dimension, 2.0, 0.01).0 - 2.0).abs() < 1e-9);
        let speed: f64 = 0.3;
        let cos = (speed * speed + 2.0 * G * r) / (3.0 * G * r);
        let wanted = (G * r * cos).sqrt() * cos;
        let off = |h: f64| (leave(dimension, speed, h).0 - wanted).abs();
        let (coarse, fine) = (off(0.01), off(0.0025));
        assert!(coarse < 0.02 && fine < 0.005, "{dimension:?}: {coarse:.2e} and {fine:.2e} of {wanted}");
    }
}

/// The seam of two flush boxes is not felt, with and without friction.
#[test]
fn seams_do_not_catch_a_ball() {
    for friction in [0.0, 0.5] {
        let half = |x: f64| {
            let side = BodySpec::fixed(format!("{x}"), vec![block(Three, 1.0, 1.0, 0.5)]);
            with_friction(side, friction).at(Vec3::new(x, 0.0, -0.5))
        };
        let mut ball = with_friction(BodySpec::new("ball", vec![ball(Three, 0.1)]), friction);
        ball.velocity = Vec3::new(1.0, 0.3, 0.0);
        ball.angular_velocity = Vec3::new(-3.0, 10.0, 0.0);
        let ball = ball.at(Vec3::new(-0.33, 0.0, 0.1));
        let mut run = run_of(Three, -G * Vec3::z(), &[half(-1.0), half(1.0), ball], 0.01);
        go(&mut run, 0.8);
        let (pose, twist) = (&run.state.poses[2], &run.state.twists[2]);
        assert!((pose.position - Vec3::new(0.47, 0.24, 0.1)).norm() < 1e-8, "{}", pose.position);
        assert!((twist.linear - Vec3::new(1.0, 0.3, 0.0)).norm() < 1e-8, "{}", twist.linear);
    }
}

/// Balls and boxes that fall on each other: nobody is in anybody, and nothing is gained.
#[test]
fn heaps_of_round_and_square_obey() {
    for (dimension, seed, h) in [(Three, 1, 0.01), (Two, 2, 0.01), (Two, 3, 0.03)] {
        let mut chance = Chance::new(seed);
        let up = if dimension == Three { Vec3::z() } else { Vec3::y() };
        let floor =
            if dimension == Three { block(Three, 2.0, 2.0, 0.5) } else { rectangle(2.0, 0.5).unwrap() };
        let mut bodies = vec![with_friction(BodySpec::fixed("floor", vec![floor]), 0.4).at(-0.5 * up)];
        for k in 0..8 {
            let size = chance.between(0.08, 0.15);
            let shape = match (k % 3, dimension) {
                (0, _) => ball(dimension, size),
                (1, Two) => rectangle(0.6 * size, 0.4 * size).unwrap().rounded(0.3 * size).unwrap(),
                (_, Two) => rectangle(size, 0.7 * size).unwrap(),
                (_, Three) => block(Three, size, 0.7 * size, 0.8 * size),
            };
            bodies.push(dropped(&mut chance, dimension, up * (0.25 + 0.4 * f64::from(k)), shape));
        }
        let mut run = run_of(dimension, -G * up, &bodies, h);
        go(&mut run, 1.5);
    }
}

/// A rounded rectangle stands on its flat side, where two corners touch, and stays.
#[test]
fn a_rounded_rectangle_stands() {
    let floor = with_friction(BodySpec::fixed("floor", vec![rectangle(2.0, 0.5).unwrap()]), 0.5);
    let shape = || rectangle(0.1, 0.05).unwrap().rounded(0.02).unwrap();
    let stone = |name: &str, y: f64| {
        with_friction(BodySpec::new(name, vec![shape()]), 0.5).at(Vec3::new(0.0, y, 0.0))
    };
    let bodies = [floor.at(Vec3::new(0.0, -0.5, 0.0)), stone("below", 0.07), stone("above", 0.21)];
    let mut run = run_of(Two, -G * Vec3::y(), &bodies, 0.01);
    go(&mut run, 1.0);
    for (k, y) in [(1, 0.07), (2, 0.21)] {
        let (pose, twist) = (&run.state.poses[k], &run.state.twists[k]);
        assert!((pose.position - Vec3::new(0.0, y, 0.0)).norm() < 1e-8, "{}", pose.position);
        assert!(twist.linear.norm() < 1e-8 && twist.angular.norm() < 1e-7);
    }
}

const SCENE: &str = "(bodies: [(name: \"marble\", shape: Sphere(radius: 0.1), position: (0, 0, 1)), \
                     (name: \"floor\", kind: Fixed, shape: Box(half_extents: (1, 1, 0.5)))]MORE)";

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let load = |text: &str| load_str(text, "test.ron", Path::new("."));
    let exact = SCENE.replace("MORE", ", contact: (model: SeparatingFeature)");
    assert!(load(&exact).is_ok());
    let wrong = |from: &str, to: &str, what: &str| {
        let message = load(&exact.replace(from, to)).unwrap_err().message;
        assert!(message.contains(what) && message.len() <= 200, "{message}");
    };
    wrong(
        "Sphere(radius: 0.1)",
        "Sphere(radius: -0.1)",
        "radius is -0.1; it must be a positive finite number",
    );
    wrong("Sphere(radius: 0.1)", "Sphere(radius: 0)", "radius is 0");
    wrong("Sphere(radius: 0.1)", "Disc(radius: 0.1)", "Disc is flat; use Sphere");
    wrong("(0, 0, 1)", "(0, 0, 0.55)", "it overlaps body `marble` by 0.05 m");
    for model in ContactModel::ALL.into_iter().filter(|m| *m != SeparatingFeature) {
        let text = SCENE.replace("MORE", &format!(", contact: (model: {model:?})"));
        let message = load(&text).unwrap_err().message;
        assert!(message.contains("body `marble` is curved") && message.len() <= 200, "{message}");
        // Also where the scene is asked for Exact and the run for another model.
        let mut run = simulation_of(&exact, model, 0.01);
        let error = run.step(&StepInput::default()).unwrap_err().to_string();
        assert!(error.contains("is curved"), "{model:?}: {error}");
    }
}

/// What rocks without friction loses energy of the third order in h to its contact, and no more: gaps that bear are closed. At small steps an ellipsoid lost what gaps of 10 nm gave
/// way, forty times as much at 1.25 ms.
#[test]
fn an_ellipsoid_that_rocks_loses_less_the_finer_the_step() {
    let lost = [0.01, 0.005, 0.0025, 0.00125].map(|h| {
        let (a, c, lean): (f64, f64, f64) = (0.2, 0.1, 0.4);
        let height = (a * lean.sin()).hypot(c * lean.cos());
        let mut egg = BodySpec::new("egg", vec![Polytope::ellipsoid(&Vec3::new(a, c, c)).unwrap()]);
        egg.orientation = Quat::from_scaled_axis(Vec3::y() * lean);
        egg.position = Vec3::z() * height;
        let floor = BodySpec::fixed("floor", vec![block(Three, 2.0, 2.0, 0.5)]).at(-0.5 * Vec3::z());
        let mut run = run_of(Three, -G * Vec3::z(), &[floor, egg], h);
        let before = energy(&run);
        go(&mut run, 1.0);
        before - energy(&run)
    });
    println!("lost {lost:?} J");
    assert!(lost.windows(2).all(|w| w[0] > 7.0 * w[1] && w[1] > 0.0), "{lost:?}");
}

/// What is round and runs over an edge faster than its weight can bend its way is let go there, within a step of any size: a disc, a ball, a capsule and a can off a table, as by hand. (It was let go at the beginning of the step or at its
/// end: up to g h too fast or too slow.)
#[test]
fn what_runs_over_an_edge_is_let_go_at_the_edge() {
    let by_hand = -9.81 * (0.06 - 0.1 / 3.0);
    let quarter = "orientation: (0.7071067811865476, 0.7071067811865476, 0.0, 0.0), ";
    for (shape, turned) in [
        ("Sphere(radius: 0.06)", ""),
        ("Capsule(radius: 0.06, length: 0.1)", ""),
        ("Cylinder(radius: 0.06, length: 0.1)", quarter),
    ] {
        for h in [0.01, 0.005, 0.0025, 0.001] {
            // Capsules and cylinders lie along y.
            let turned = if shape.starts_with("Capsule") { quarter } else { turned };
            let scene = format!(
                "Scene(dimension: Three, gravity: (0.0, 0.0, -9.81), bodies: [
                    (name: \"table\", kind: Fixed, shape: Box(half_extents: (0.5, 0.5, 0.2)), position: (-0.5, 0.0, -0.2)),
                    (name: \"b\", shape: {shape}, position: (-0.1, 0.0, 0.06), {turned}velocity: (3.0, 0.0, 0.0)),
                ])"
            );
            let mut sim = simulation_of(&scene, SeparatingFeature, h);
            advance(&mut sim, (0.06 / h).round() as usize);
            let fall = sim.state.twists[1].linear.z;
            assert!((fall - by_hand).abs() < 3e-4, "{shape}, h = {h}: {fall}, and by hand {by_hand}");
        }
    }
}

/// The same where the table is not fixed, but a block that rests on the floor, is welded to it, or lies at the limit of a hinge. (There it was let go at the beginning of the step: up to g h too fast.)
#[test]
fn what_runs_over_an_edge_of_what_is_borne_is_let_go_at_the_edge() {
    let by_hand = -9.81 * (0.1 - 0.115 / 2.0);
    for joints in [
        "",
        "(kind: Fixed, bodies: (\"floor\", \"block\"), point: (0.0, -0.1, 0.0))",
        "(kind: Revolute, bodies: (\"floor\", \"block\"), point: (-0.5, -0.05, 0.0), limits: Some((0.0, 1.0)))",
    ] {
        for h in [0.01, 0.005, 0.0025, 0.001] {
            let scene = format!(
                "Scene(dimension: Two, gravity: (0.0, -9.81, 0.0), bodies: [
                    (name: \"floor\", kind: Fixed, shape: Box(half_extents: (3.0, 0.05)), position: (0.0, -0.15, 0.0), friction: 0.0),
                    (name: \"block\", shape: Box(half_extents: (0.5, 0.05)), position: (0.0, -0.05, 0.0), mass: 1.0, friction: 0.0),
                    (name: \"disc\", shape: Disc(radius: 0.07), position: (0.385, 0.07, 0.0), velocity: (2.0, 0.0, 0.0), mass: 0.7, friction: 0.0),
                ], joints: [{joints}])"
            );
            let mut sim = simulation_of(&scene, SeparatingFeature, h);
            advance(&mut sim, (0.1 / h).round() as usize);
            let v = sim.state.twists[2].linear;
            let off = (v.y - by_hand).abs() + (v.x - 2.0).abs();
            assert!(off < 3e-4, "{joints}, h = {h}: {v}, and by hand {by_hand}");
        }
    }
}

/// The front wheel of a cart leaves a table where its centre passes the edge, whatever the step size and where in a step. (It was let go at the beginning of the step: the cart pitched up to
/// 14 % too fast.)
#[test]
fn a_wheel_of_a_cart_is_let_go_at_the_edge() {
    for phase in [0.1, 0.35, 0.6, 0.85] {
        let pitch = |h: f64| {
            let front = -0.1 - 0.02 * phase;
            let wheel = |name: &str, x: f64| {
                format!(
                    "(name: \"{name}\", shape: Disc(radius: 0.06), position: ({x:?}, 0.06, 0.0), velocity: (2.0, 0.0, 0.0), angular_velocity: (0.0, 0.0, {:?}), mass: 0.3, friction: 0.9)",
                    -2.0 / 0.06
                )
            };
            let axle = |name: &str, x: f64| {
                format!("(kind: Revolute, bodies: (\"body\", \"{name}\"), point: ({x:?}, 0.06, 0.0))")
            };
            let rear = front - 0.3;
            let scene = format!(
                "Scene(dimension: Two, gravity: (0.0, -9.81, 0.0), bodies: [
                    (name: \"table\", kind: Fixed, shape: Box(half_extents: (1.0, 0.1)), position: (-1.0, -0.1, 0.0)), {}, {},
                    (name: \"body\", shape: Box(half_extents: (0.2, 0.03)), position: ({:?}, 0.1, 0.0), velocity: (2.0, 0.0, 0.0), mass: 2.0),
                ], joints: [{}, {}])",
                wheel("front", front), wheel("rear", rear), front - 0.15, axle("front", front), axle("rear", rear)
            );
            let mut sim = simulation_of(&scene, SeparatingFeature, h);
            advance(&mut sim, (0.1 / h).round() as usize);
            sim.state.twists[3].angular.z
        };
        let fine = pitch(0.0005);
        for h in [0.01, 0.005, 0.0025] {
            let now = pitch(h);
            assert!(
                (now - fine).abs() < 1e-3 * fine.abs(),
                "phase {phase}, h = {h}: {now}, and {fine} in fine steps"
            );
        }
    }
}

/// The same where something else than its weight presses it on: a ball that runs along a wall under a force of 100 N, as by hand. Along the wall it loses nothing. (It lost up to 0.02 of 2.5 m/s.)
#[test]
fn what_runs_along_a_wall_is_let_go_at_its_end() {
    for h in [0.01, 0.005, 0.0025, 0.00125] {
        let scene = "Scene(dimension: Three, gravity: (0.0, 0.0, 0.0), bodies: [
                (name: \"wall\", kind: Fixed, shape: Box(half_extents: (0.2, 0.5, 0.3)), position: (0.2, -0.5, 0.0)),
                (name: \"b\", shape: Sphere(radius: 0.08), position: (-0.08, -0.0344, 0.0), velocity: (0.0, 2.5, 0.0)),
            ], controllers: [(kind: Force, body: \"b\", force: (100.0, 0.0, 0.0), torque: (0.0, 0.0, 0.0), from: 0.0)])";
        let mut sim = simulation_of(scene, SeparatingFeature, h);
        advance(&mut sim, (0.04 / h).round() as usize);
        let by_hand = 100.0 / sim.model.bodies[1].mass * (0.04 - 0.0344 / 2.5);
        let v = sim.state.twists[1].linear;
        assert!(
            (v.x - by_hand).abs() < 1e-3 && (v.y - 2.5).abs() < 1e-5,
            "h = {h}: {v}, and by hand {by_hand}"
        );
    }
}

/// A rounded box on a smooth floor that comes over its arc onto its flat side rocks on about the other corner, with w (1 - k) / (1 + k), k = m a² / I, and as an own integration has it, in steps of any size. (It was off by 8 % at 10 to 2.5 ms: until the
/// blow it was borne along the line of the beginning of the step.)
#[test]
fn a_rounded_box_rocks_from_one_corner_to_the_other() {
    let (a, b, rounding) = (0.04933391949345906, 0.08647891052968443, 0.03193721870747449);
    let (tilt, rate) = (2.0 * 0.01103095004944437_f64.asin(), 9.473786188469877);
    let arm = |tilt: f64| a * tilt.cos() - b * tilt.sin();
    let scene = format!(
        "Scene(dimension: Two, gravity: (0.0, -9.81, 0.0), bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (1.0, 0.1)), position: (0.0, -0.1, 0.0)),
            (name: \"box\", shape: Rounded(radius: {rounding:?}, shape: Box(half_extents: ({a:?}, {b:?}))), position: (0.0, {:?}, 0.0),
             orientation: ({:?}, 0.0, 0.0, {:?}), velocity: (0.0, {:?}, 0.0), angular_velocity: (0.0, 0.0, {:?})),
        ])",
        rounding + b * tilt.cos() + a * tilt.sin(),
        (tilt / 2.0).cos(),
        (tilt / 2.0).sin(),
        -arm(tilt) * rate,
        -rate
    );
    let body = simulation_of(&scene, SeparatingFeature, 0.01).model.bodies[1].clone();
    let (mass, inertia) = (body.mass, body.inertia[(2, 2)]);
    // Tilt about the corner that bears, and its rate: (I + m x²) w' = -m x (g + x' w²), x the arm of the corner and x' its derivative.
    let bent = |tilt: f64, w: f64| {
        let (x, turn) = (arm(tilt), -a * tilt.sin() - b * tilt.cos());
        -mass * x * (G + turn * w * w) / (inertia + mass * x * x)
    };
    let (mut now, mut w, dt) = (tilt, -rate, 1e-6);
    for _ in 0..50_000 {
        let (mid_tilt, mid_w) = (now + 0.5 * dt * w, w + 0.5 * dt * bent(now, w));
        (now, w) = (now + dt * mid_w, w + dt * bent(mid_tilt, mid_w));
        if now < 0.0 {
            let k = mass * a * a / inertia;
            (now, w) = (-now, -w * (1.0 - k) / (1.0 + k));
        }
    }
    for h in [0.01, 0.005, 0.0025, 0.001] {
        let mut sim = simulation_of(&scene, SeparatingFeature, h);
        advance(&mut sim, (0.05 / h).round() as usize);
        let spin = -sim.state.twists[1].angular.z;
        assert!((spin / w - 1.0).abs() < 1e-3 * (h / 0.01).max(0.1), "h = {h}: {spin}, and by hand {w}");
    }
}
