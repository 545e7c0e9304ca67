//! Capsules and polyhedra with round edges under Exact, against closed forms, laws and the truth meter.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;
mod common;
#[path = "common/round.rs"]
mod round;

use chance::{Chance, block};
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::shapes::rectangle;
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::{Quat, Vec3};
use pegsim::scene::load_str;
use pegsim::step::Simulation;
use pegsim::world::build::BodySpec;
use round::{G, dropped, energy, go, momenta, run_of, with_friction};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use std::path::Path;

fn capsule(dimension: Dimension, radius: f64, length: f64) -> Polytope {
    Polytope::capsule(dimension, radius, length).unwrap()
}

/// A box in space, by its half sides, with edges rounded outwards.
fn die(half: f64, radius: f64) -> Polytope {
    block(Three, half, half, half).rounded(radius).unwrap()
}

/// From the axis of a capsule in space to a direction.
fn lying(along: &Vec3) -> Quat {
    Quat::rotation_between(&Vec3::z(), along).unwrap_or_else(|| Quat::from_scaled_axis(Vec3::x() * PI))
}

fn turned(mut spec: BodySpec, orientation: Quat) -> BodySpec {
    spec.orientation = orientation;
    spec
}

fn level_floor(friction: f64) -> BodySpec {
    let floor = BodySpec::fixed("floor", vec![block(Three, 10.0, 2.0, 0.5)]).at(Vec3::new(0.0, 0.0, -0.5));
    with_friction(floor, friction)
}

/// Moment of inertia about the axis by m r²: a cylinder and a ball, by their volumes.
fn inertia_share(r: f64, l: f64) -> f64 {
    let (tube, ball) = (PI * r * r * l, 4.0 / 3.0 * PI * r.powi(3));
    (0.5 * tube + 0.4 * ball) / (tube + ball)
}

/// Nothing may have moved by more than 1e-8 m, turned or gone on by more than 1e-7.
fn stays(run: &mut Simulation, seconds: f64) {
    let start = run.state.poses.clone();
    go(run, seconds);
    for (k, (pose, was)) in run.state.poses.iter().zip(&start).enumerate() {
        let (moved, twist) = ((pose.position - was.position).norm(), &run.state.twists[k]);
        assert!(moved < 1e-8, "body {k} moved by {moved:.1e} m");
        assert!(twist.linear.norm() < 1e-7 && twist.angular.norm() < 1e-6, "body {k}: {twist:?}");
    }
}

/// Lying across: constant acceleration, which the step has to the last digits, at any h.
#[test]
fn a_capsule_rolls_down_a_slope_as_its_inertia_has_it() {
    let (r, l, slope): (f64, f64, f64) = (0.1, 0.4, 0.3);
    let gravity = Vec3::new(G * slope.sin(), 0.0, -G * slope.cos());
    let spec = with_friction(BodySpec::new("capsule", vec![capsule(Three, r, l)]), 0.5);
    let bodies = [level_floor(0.5), turned(spec, lying(&Vec3::y())).at(Vec3::new(0.0, 0.0, r))];
    let a = G * slope.sin() / (1.0 + inertia_share(r, l));
    for h in [0.02, 0.005] {
        let mut run = run_of(Three, gravity, &bodies, h);
        go(&mut run, 1.0);
        let (pose, twist) = (&run.state.poses[1], &run.state.twists[1]);
        assert!((pose.position - Vec3::new(0.5 * a, 0.0, r)).norm() < 1e-8, "{h}: {}", pose.position);
        assert!((twist.linear - Vec3::x() * a).norm() < 1e-8, "{} {a}", twist.linear);
        assert!((twist.angular - Vec3::y() * (a / r)).norm() < 1e-7, "{}", twist.angular);
    }
}

/// A capsule that rolls down from the top of a fixed one it lies along, where all that lies between both is as near:
/// (1 + I/mr²)(R + r) θ″ = g sin θ. Errors fall with the square of h.
#[test]
fn a_capsule_on_a_capsule_rolls_at_second_order() {
    let (large, small, start, seconds): (f64, f64, f64, f64) = (1.0, 0.2, 0.2, 0.64);
    let (reach, share) = (large + small, 1.0 + inertia_share(small, 0.7));
    // The reference, by Runge and Kutta's method.
    let (mut angle, mut rate, d) = (start, 0.0, 1e-4);
    let pull = |angle: f64| G * angle.sin() / (share * reach);
    for _ in 0..(seconds / d).round() as usize {
        let (k1, l1) = (rate, pull(angle));
        let (k2, l2) = (rate + 0.5 * d * l1, pull(angle + 0.5 * d * k1));
        let (k3, l3) = (rate + 0.5 * d * l2, pull(angle + 0.5 * d * k2));
        let (k4, l4) = (rate + d * l3, pull(angle + d * k3));
        angle += d * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
        rate += d * (l1 + 2.0 * l2 + 2.0 * l3 + l4) / 6.0;
    }
    let off = |h: f64| {
        let lie = |spec: BodySpec| turned(with_friction(spec, 5.0), lying(&Vec3::y()));
        let below = lie(BodySpec::fixed("large", vec![capsule(Three, large, 1.0)]));
        let place = Vec3::new(start.sin() * reach, 0.1, start.cos() * reach);
        let above = lie(BodySpec::new("small", vec![capsule(Three, small, 0.7)])).at(place);
        let mut run = run_of(Three, -G * Vec3::z(), &[below, above], h);
        go(&mut run, seconds);
        let p = run.state.poses[1].position;
        assert!(((p - Vec3::y() * 0.1).norm() - reach).abs() < 1e-8);
        (p.x.atan2(p.z) - angle).abs()
    };
    let (coarse, fine) = (off(0.02), off(0.005));
    let order = (coarse / fine).log(4.0);
    assert!((1.9..2.1).contains(&order) && fine < 1e-3, "order {order}: {coarse:.2e}, {fine:.2e}");
}

/// A capsule without friction that meets the floor with one end: v and ω by the blow of that point.
#[test]
fn a_capsule_bounces_by_its_closed_form() {
    let (r, l, drop): (f64, f64, f64) = (0.1, 0.6, 0.5);
    for (tilt, restitution) in [(0.0_f64, 1.0), (0.4, 1.0), (1.1, 0.5), (FRAC_PI_2, 0.5)] {
        let along = Vec3::new(tilt.cos(), 0.0, -tilt.sin());
        let lowest = r + 0.5 * l * tilt.sin();
        let mut spec = BodySpec::new("capsule", vec![capsule(Three, r, l)]);
        spec.restitution = restitution;
        let spec = turned(spec, lying(&along)).at(Vec3::new(0.0, 0.0, drop + lowest));
        let mut run = run_of(Three, -G * Vec3::z(), &[level_floor(0.0), spec], 0.01);
        let (mass, inertia) = (run.model.bodies[1].mass, run.model.bodies[1].inertia[(0, 0)]);
        let fall = (2.0 * drop / G).sqrt();
        go(&mut run, 0.34);
        let (speed, t) = (G * fall, 0.34 - fall);
        // Level it meets with both ends, upright with one below the centre: nothing turns.
        let arm = if tilt > 0.0 && tilt < FRAC_PI_2 { 0.5 * l * tilt.cos() } else { 0.0 };
        let blow = (1.0 + restitution) * speed / (1.0 / mass + arm * arm / inertia);
        let rise = blow / mass - speed;
        let (pose, twist) = (&run.state.poses[1], &run.state.twists[1]);
        assert!((twist.linear - Vec3::z() * (rise - G * t)).norm() < 1e-8, "{tilt}: {}", twist.linear);
        assert!((twist.angular + Vec3::y() * (blow * arm / inertia)).norm() < 1e-7, "{}", twist.angular);
        let height = lowest + rise * t - 0.5 * G * t * t;
        assert!((pose.position.z - height).abs() < 1e-8, "{tilt}: {} and {height}", pose.position.z);
    }
}

/// Crossed, along an edge, flat on a box and beyond its edges, in the groove of two others, one on the other.
#[test]
fn capsules_rest() {
    let rough = |spec: BodySpec| with_friction(spec, 0.5);
    let long = |name: &str, along: Vec3, place: Vec3| {
        turned(rough(BodySpec::new(name, vec![capsule(Three, 0.1, 0.6)])), lying(&along)).at(place)
    };
    let rail = |name: &str, along: Vec3, place: Vec3| {
        turned(rough(BodySpec::fixed(name, vec![capsule(Three, 0.2, 2.0)])), lying(&along)).at(place)
    };
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let aslant = Vec3::new(1.0, 0.3, 0.0).normalize();
    let small = |name: &str| rough(BodySpec::new(name, vec![block(Three, 0.15, 0.2, 0.1)])).at(0.1 * z);
    let edge = rough(BodySpec::fixed("edge", vec![block(Three, 0.5, 0.5, 0.5)]));
    let root = 0.5 * 2.0_f64.sqrt();
    let groove = (0.3_f64.powi(2) - 0.2_f64.powi(2)).sqrt();
    let sets: Vec<(&str, Vec<BodySpec>)> = vec![
        ("flat", vec![level_floor(0.5), long("a", aslant, 0.1 * z), long("b", y, 0.1 * z + 2.0 * x)]),
        ("crossed", vec![rail("below", x, Vec3::zeros()), long("above", y, 0.3 * z)]),
        ("crossed aslant", vec![rail("below", x, Vec3::zeros()), long("above", aslant, 0.3 * z)]),
        (
            "on two rails",
            vec![rail("one", y, -0.25 * x), rail("two", y, 0.25 * x), long("above", aslant, 0.3 * z)],
        ),
        ("on a box", vec![level_floor(0.5), small("box"), long("above", aslant, 0.3 * z)]),
        (
            "along the edge",
            vec![turned(edge, Quat::from_scaled_axis(y * FRAC_PI_4)), long("above", y, (root + 0.1) * z)],
        ),
        ("one on the other", vec![rail("below", y, Vec3::zeros()), long("above", y, 0.3 * z + 0.1 * y)]),
        (
            "in the groove",
            vec![rail("one", y, -0.2 * x), rail("two", y, 0.2 * x), long("above", y, groove * z + 0.05 * y)],
        ),
    ];
    for (name, bodies) in sets {
        println!("{name}");
        let mut run = run_of(Three, -G * z, &bodies, 0.01);
        // What stands on an edge falls in the end.
        let seconds = if name.starts_with("along") || name.starts_with("one") { 0.3 } else { 1.0 };
        stays(&mut run, seconds);
    }
}

/// Dice with round edges: one on another, turned by an eighth, so that only their edges meet, or aligned; and on the edge of a table.
#[test]
fn round_dice_stand_on_each_other() {
    let stone = |name: &str, height: f64, turn: f64| {
        let spec = with_friction(BodySpec::new(name, vec![die(0.1, 0.03)]), 0.5);
        turned(spec, Quat::from_scaled_axis(Vec3::z() * turn)).at(Vec3::z() * height)
    };
    for turn in [0.0, FRAC_PI_4, 0.3, 1e-5] {
        let bodies = [
            level_floor(0.5),
            stone("below", 0.13, 0.2),
            stone("above", 0.39, 0.2 + turn),
            stone("top", 0.65, 0.0),
        ];
        let mut run = run_of(Three, -G * Vec3::z(), &bodies, 0.01);
        stays(&mut run, 0.5);
    }
}

/// The seam of two flush boxes is not felt, whichever way it lies: speeds stay; where a corner passes it within a step the row beyond has opened
/// by (v h)²/2ρ, and the body is off by a share of g v h³/4ρ.
#[test]
fn seams_do_not_catch_what_is_round() {
    for (k, shape) in [die(0.1, 0.03), capsule(Three, 0.13, 0.4)].into_iter().enumerate() {
        for (turn, h) in [(0.0, 0.01), (0.3, 0.01), (0.3, 0.0025)] {
            let half = |x: f64| {
                let side = BodySpec::fixed(format!("{x}"), vec![block(Three, 1.0, 1.0, 0.5)]);
                side.at(Vec3::new(x, 0.0, -0.5))
            };
            let mut spec = BodySpec::new("slides", vec![shape.clone()]);
            spec.velocity = Vec3::new(1.0, 0.3, 0.0);
            let lies = if k == 0 { Quat::identity() } else { lying(&Vec3::x()) };
            let spec = turned(spec, Quat::from_scaled_axis(Vec3::z() * turn) * lies);
            let bodies = [half(-1.0), half(1.0), spec.at(Vec3::new(-0.43, 0.0, 0.13))];
            let mut run = run_of(Three, -G * Vec3::z(), &bodies, h);
            go(&mut run, 0.8);
            let (pose, twist) = (&run.state.poses[2], &run.state.twists[2]);
            let off = (pose.position - Vec3::new(0.37, 0.24, 0.13)).norm();
            println!("{k} {turn} {h}: off by {off:.1e} m, {:?}", twist);
            let most = if turn == 0.0 { 1e-8 } else { G * h.powi(3) / (4.0 * 0.03) };
            assert!(off < most, "{k} {turn} {h}: off by {off:.1e} m");
            assert!((twist.linear - Vec3::new(1.0, 0.3, 0.0)).norm() < 1e-8, "{k}: {}", twist.linear);
        }
    }
}

/// Two of them that meet in flight, spinning: momenta to rounding, and all of the energy where nothing is lost.
#[test]
fn what_meets_in_flight_keeps_momenta_and_energy() {
    for seed in 0..6 {
        let mut chance = Chance::new(seed);
        let restitution = if seed % 2 == 0 { 1.0 } else { 0.4 };
        let mut body = |name: &str, shape: Polytope, side: f64| {
            let mut spec = BodySpec::new(name, vec![shape]);
            (spec.restitution, spec.friction) = (restitution, if restitution < 1.0 { 0.4 } else { 0.0 });
            spec.velocity = -side * Vec3::x() + chance.vector(Three, 0.2);
            spec.angular_velocity = chance.vector(Three, 5.0);
            spec.orientation = Quat::from_scaled_axis(chance.vector(Three, 3.0));
            spec.at(side * 0.45 * Vec3::x() + chance.vector(Three, 0.05))
        };
        let first = body("a", capsule(Three, 0.1, 0.4), 1.0);
        let second = if seed % 3 == 0 { capsule(Three, 0.07, 0.5) } else { die(0.12, 0.05) };
        let second = body("b", second, -1.0);
        let mut run = run_of(Three, Vec3::zeros(), &[first, second], 0.01);
        let (before, start) = (momenta(&run), energy(&run));
        let way = run.state.twists[0].linear;
        go(&mut run, 0.7);
        assert!((run.state.twists[0].linear - way).norm() > 0.1, "{seed}: they have met");
        let (after, size) = (momenta(&run), before.0.norm() + before.1.norm() + start);
        assert!((after.0 - before.0).norm() <= 1e-12 * size, "{seed}: {} {}", after.0, before.0);
        assert!((after.1 - before.1).norm() <= 1e-12 * size, "{seed}: {} {}", after.1, before.1);
        if restitution == 1.0 {
            assert!((energy(&run) / start - 1.0).abs() < 1e-12, "{seed}: {} of {start}", energy(&run));
        }
    }
}

/// Capsules and dice with round edges that fall on each other: nobody is in anybody, and nothing is gained.
#[test]
fn heaps_of_capsules_and_round_dice_obey() {
    for (dimension, seed, h) in [(Three, 1, 0.01), (Three, 2, 0.02), (Two, 3, 0.01)] {
        let mut chance = Chance::new(seed);
        let up = if dimension == Three { Vec3::z() } else { Vec3::y() };
        let floor = if dimension == Three {
            level_floor(0.4)
        } else {
            with_friction(BodySpec::fixed("floor", vec![rectangle(2.0, 0.5).unwrap()]), 0.4).at(-0.5 * up)
        };
        let mut bodies = vec![floor];
        for k in 0..8 {
            let size = chance.between(0.07, 0.12);
            let shape = match (k % 3, dimension) {
                (0, _) => capsule(dimension, 0.6 * size, 2.0 * size),
                (1, Three) => die(0.7 * size, 0.4 * size),
                (1, Two) => rectangle(0.7 * size, 0.5 * size).unwrap().rounded(0.3 * size).unwrap(),
                (_, Two) => rectangle(size, 0.7 * size).unwrap(),
                (_, Three) => block(Three, size, 0.7 * size, 0.8 * size),
            };
            bodies.push(dropped(&mut chance, dimension, up * (0.25 + 0.35 * f64::from(k)), shape));
        }
        let mut run = run_of(dimension, -G * up, &bodies, h);
        go(&mut run, 1.2);
    }
}

/// In the plane two long capsules that cross in a step, no end in the other, do not pass through each other.
#[test]
fn flat_capsules_that_cross_do_not_pass() {
    let mut first = BodySpec::new("a", vec![capsule(Two, 0.01, 1.0)]);
    let mut second = BodySpec::new("b", vec![capsule(Two, 0.01, 1.0)]);
    (first.velocity, second.velocity) = (Vec3::x() * 30.0, -Vec3::x() * 30.0);
    second.orientation = Quat::from_scaled_axis(Vec3::z() * FRAC_PI_2);
    let bodies = [first.at(-1.0 * Vec3::x()), second.at(Vec3::new(0.2, 0.1, 0.0))];
    let mut run = run_of(Two, Vec3::zeros(), &bodies, 0.02);
    let before = momenta(&run);
    go(&mut run, 0.1);
    let after = momenta(&run);
    assert!(run.state.poses[0].position.x < run.state.poses[1].position.x);
    assert!((after.0 - before.0).norm() <= 1e-12 * 30.0 && (after.1 - before.1).norm() <= 1e-12 * 30.0);
}

const SCENE: &str = "(bodies: [(name: \"peg\", shape: Capsule(radius: 0.1, length: 0.3), position: (0, 0, 1)), \
                     (name: \"floor\", kind: Fixed, shape: Box(half_extents: (1, 1, 0.5)))], contact: (model: SeparatingFeature))";

#[test]
fn what_cannot_be_is_said_in_a_sentence() {
    let load = |text: &str| load_str(text, "test.ron", Path::new("."));
    let peg = "Capsule(radius: 0.1, length: 0.3)";
    for shape in [
        peg,
        "Rounded(radius: 0.1, shape: Box(half_extents: (0.1, 0.1, 0.1)))",
        "Rounded(radius: 0.02, shape: Capsule(radius: 0.1, length: 0.3))",
        "Union([(shape: Capsule(radius: 0.1, length: 0.3)), (shape: Box(half_extents: (0.3, 0.1, 0.1)))])",
    ] {
        load(&SCENE.replace(peg, shape)).unwrap_or_else(|e| panic!("{shape}: {e}"));
    }
    for (shape, what) in [
        ("Capsule(radius: -0.1, length: 0.3)", "radius is -0.1; it must be a positive finite number"),
        ("Capsule(radius: 0.1, length: -0.3)", "length is -0.3; it must be a positive finite number"),
        ("Capsule(radius: 0.1, length: 0)", "length is 0; a capsule without a straight part is a Sphere"),
        ("Capsule(radius: 0.1)", "length"),
        ("Rounded(radius: 0, shape: Box(half_extents: (0.1, 0.1, 0.1)))", "radius is 0"),
        (
            "Rounded(radius: 0.1, shape: Union([(shape: Sphere(radius: 0.1))]))",
            "Rounded takes one convex shape",
        ),
    ] {
        let message = load(&SCENE.replace(peg, shape)).unwrap_err().message;
        assert!(message.contains(what) && message.len() <= 200, "{shape}: {message}");
    }
    let overlapping = load(&SCENE.replace("(0, 0, 1)", "(0, 0, 0.7)")).unwrap_err().message;
    assert!(overlapping.contains("by 0.05 m"), "{overlapping}");
}
