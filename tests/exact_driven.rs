//! Exact contact under kinematic bodies and drives that never give way: gears, a crank with its piston, a press, a cam, stops; and
//! splinters a hundred thousand times as long as they are thick. Every law of `common/attack.rs` is asked of every step.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/attack.rs"]
mod attack;
#[path = "common/chance.rs"]
mod chance;
#[path = "common/continuous.rs"]
mod continuous;

use attack::{Case, Keep, Link, body, held, x};
use chance::{Chance, block};
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::shapes::{prism, regular_polygon};
use pegsim::math::Dimension::{self, Three, Two};
use pegsim::math::{Quat, Vec3};
use pegsim::world::build::BodySpec;
use pegsim::world::joint::{Controller, JointKind, Target, Waypoint};
use pegsim::world::{BodyId, BodyKind};
use std::f64::consts::TAU;
use std::fmt::Write;

/// Step sizes that everything here is tried at (s).
const STEPS: [f64; 4] = [0.002, 0.005, 0.010, 0.016];

fn xy(x: f64, y: f64) -> Vec3 {
    Vec3::new(x, y, 0.0)
}

/// A body that moves as it is told to (m/s).
fn moved(name: &str, shape: Polytope, at: Vec3, velocity: Vec3) -> BodySpec {
    let mut b = body(name, shape, at);
    b.kind = BodyKind::Kinematic;
    b.velocity = velocity;
    b
}

/// The flat figure with these corners, or the slab of that half thickness over it (m).
fn plate(dimension: Dimension, corners: &[Vec3], half: f64) -> Polytope {
    match dimension {
        Two => convex_hull_2d(corners).unwrap(),
        Three => {
            let sides: Vec<Vec3> =
                corners.iter().flat_map(|p| [p - Vec3::z() * half, p + Vec3::z() * half]).collect();
            convex_hull_3d(&sides).unwrap()
        }
    }
}

/// Asks every law of every step of a case for some seconds, at each of these step sizes (s).
fn holds(what: &str, steps: &[f64], seconds: f64, case: &Case) {
    let mut report = String::new();
    for h in steps {
        let mut case = case.clone();
        (case.h, case.steps) = (*h, (seconds / h).ceil() as usize);
        assert!(case.is_sound(), "{what}: bodies are in each other at the start");
        for flaw in case.run().flaws {
            write!(report, "\n  h = {h} s, step {}: {}: {}", flaw.step, flaw.law, flaw.text).unwrap();
        }
    }
    assert!(report.is_empty(), "{what}:{report}");
}

// ---- gears

/// Pitch radius per tooth (m): half the module.
const PITCH: f64 = 0.101 / 3.0;

/// A gear as a body of convex parts: a polygon and its teeth, which touch corner on flank.
fn gear(dimension: Dimension, teeth: usize, fat: f64) -> Vec<Polytope> {
    let radius = PITCH * teeth as f64;
    let (foot, tip, half) = (radius - 0.11, radius + 0.0493, 0.05);
    let corners =
        [xy(foot, -0.0767 - fat), xy(tip, -0.024 - fat), xy(tip, 0.024 + fat), xy(foot, 0.0767 + fat)];
    let tooth = plate(dimension, &corners, half);
    let turned = |k: usize| {
        let turn = Quat::from_scaled_axis(Vec3::z() * (TAU * k as f64 / teeth as f64));
        tooth.transformed(&turn, &Vec3::zeros())
    };
    let rim = radius - 0.07;
    let wheel = match dimension {
        Two => regular_polygon(teeth, rim).unwrap(),
        Three => prism(teeth, rim, 2.0 * half).unwrap(),
    };
    std::iter::once(wheel).chain((0..teeth).map(turned)).collect()
}

/// How the first gear of a train is turned (rad/s).
#[derive(Clone, Copy, Debug)]
enum Turned {
    /// It is kinematic.
    Told(f64),
    /// It is kinematic and goes to and fro on a path.
    ToAndFro(f64),
    /// By a drive on its axle.
    Driven(f64),
}

/// Gears of these numbers of teeth in a row, the first turned, the last braked.
fn train(dimension: Dimension, teeth: &[usize], turned: Turned, friction: f64, fat: f64) -> Case {
    let mut case = Case::new(dimension, 0.01, 0);
    let axles = case.add(held("axles", block(dimension, 0.02, 0.02, 0.2), xy(0.0, 5.0)));
    let mut at = 0.0;
    for (k, n) in teeth.iter().enumerate() {
        if k > 0 {
            at += PITCH * (teeth[k - 1] + n) as f64;
        }
        let mut wheel = BodySpec::new(format!("gear {k}"), gear(dimension, *n, fat)).at(x(at));
        // A gap faces the tooth of the gear before.
        if k % 2 == 1 {
            wheel.orientation = Quat::from_scaled_axis(Vec3::z() * (TAU / 2.0 + TAU / 2.0 / *n as f64));
        }
        wheel.friction = friction;
        wheel.mass = Some(2.0);
        let id = case.add(wheel);
        let told = k == 0 && !matches!(turned, Turned::Driven(_));
        if told {
            case.bodies[id].kind = BodyKind::Kinematic;
        } else {
            case.links.push(Link {
                kind: JointKind::Revolute,
                bodies: (axles, id),
                point: x(at),
                axis: Vec3::z(),
            });
        }
    }
    let drive = |joint: usize, rate: f64, kd: f64| Controller::JointPd {
        joint,
        target: if rate == 0.0 { Target::Constant(0.0) } else { Target::Ramp(rate) },
        kp: 0.0,
        kd,
        max: None,
    };
    match turned {
        Turned::Told(spin) => case.bodies[1].angular_velocity = Vec3::z() * spin,
        Turned::ToAndFro(spin) => {
            let waypoint = |k: usize| Waypoint {
                time: 0.1 * k as f64,
                position: Vec3::zeros(),
                orientation: Quat::from_scaled_axis(Vec3::z() * (0.1 * spin * (k % 2) as f64)),
            };
            case.drives.push(Controller::Path {
                body: BodyId(1),
                waypoints: (0..12).map(waypoint).collect(),
                centre: Vec3::zeros(),
            });
        }
        Turned::Driven(rate) => case.drives.push(drive(0, rate, 50.0)),
    }
    case.drives.push(drive(case.links.len() - 1, 0.0, 1.0));
    case
}

#[test]
fn gears_turn_each_other_in_the_plane() {
    use Turned::{Driven, ToAndFro, Told};
    for turned in [Told(2.0), Told(-8.0), ToAndFro(3.0), Driven(2.0), Driven(-8.0)] {
        for (friction, fat) in [(0.0, 0.0), (0.3, 0.0), (0.2, 0.005)] {
            let what = format!("two gears, {turned:?}, friction {friction}, teeth {fat} m fatter");
            holds(&what, &STEPS, 0.4, &train(Two, &[12, 18], turned, friction, fat));
        }
        holds(
            &format!("three gears, {turned:?}"),
            &STEPS,
            0.25,
            &train(Two, &[12, 18, 10], turned, 0.0, 0.0),
        );
    }
}

#[test]
fn gears_turn_each_other_in_space() {
    for turned in [Turned::Told(2.0), Turned::Told(-8.0), Turned::ToAndFro(3.0), Turned::Driven(2.0)] {
        holds(&format!("two gears, {turned:?}"), &STEPS, 0.2, &train(Three, &[8, 12], turned, 0.0, 0.0));
    }
    holds("two rough gears", &STEPS, 0.1, &train(Three, &[8, 12], Turned::Told(2.0), 0.3, 0.0));
}

// ---- pistons

/// A cylinder with a lid at y = 0.5 and a piston on a path between y = −0.1 and y = 0.2, with play on both sides (m) and stones
/// that have room above it at all times.
fn cylinder(dimension: Dimension, speed: f64, play: f64, friction: f64) -> Case {
    let mut c = Chance::new(3);
    let mut case = Case::new(dimension, 0.01, 0);
    case.gravity = xy(0.0, -9.81);
    let high = 0.45;
    let sides = [Vec3::x(), -Vec3::x(), Vec3::z(), -Vec3::z()];
    for n in sides.iter().take(if dimension == Two { 2 } else { 4 }) {
        let half = Vec3::repeat(0.02) + Vec3::new(n.z.abs(), 0.0, n.x.abs()) * 0.2;
        let at = n * (0.12 + play) + xy(0.0, 0.1);
        case.add(held(&format!("wall {n:?}"), block(dimension, half.x, high, half.z), at));
    }
    case.add(held("lid", block(dimension, 0.2, 0.02, 0.2), xy(0.0, 0.1 + high + 0.02)));
    let piston = case.add(moved("piston", block(dimension, 0.1, 0.05, 0.1), xy(0.0, -0.1), Vec3::zeros()));
    let period = 0.6 / speed;
    let waypoint = |k: usize| Waypoint {
        time: 0.5 * period * k as f64,
        position: xy(0.0, if k.is_multiple_of(2) { -0.1 } else { 0.2 }),
        orientation: Quat::identity(),
    };
    case.drives.push(Controller::Path {
        body: BodyId(piston),
        waypoints: (0..40).map(waypoint).collect(),
        centre: Vec3::zeros(),
    });
    for k in 0..3 {
        let mut stone = body(
            &format!("stone {k}"),
            c.stone(dimension, 0.035),
            xy(0.03 * (k as f64 - 1.0), 0.05 + 0.08 * k as f64),
        );
        stone.orientation = c.rotation(dimension);
        case.add(stone);
    }
    case.bodies.iter_mut().for_each(|b| b.friction = friction);
    case
}

#[test]
fn a_piston_goes_up_and_down_among_stones() {
    for dimension in [Two, Three] {
        for speed in [0.5, 5.0] {
            for friction in [0.0, 0.3] {
                let what = format!("{dimension:?}, {speed} m/s, friction {friction}");
                holds(&what, &STEPS, 1.5 / speed, &cylinder(dimension, speed, 1e-3, friction));
            }
        }
    }
}

/// A crank that turns as it is told to, its rod, and a free piston that only its cylinder guides, with play on both sides (m).
fn crank(dimension: Dimension, spin: f64, play: f64, friction: f64) -> Case {
    let mut case = Case::new(dimension, 0.01, 0);
    let mut wheel = moved("crank", block(dimension, 0.1, 0.02, 0.02), Vec3::zeros(), Vec3::zeros());
    wheel.angular_velocity = Vec3::z() * spin;
    let wheel = case.add(wheel);
    let rod = case.add(body("rod", block(dimension, 0.01, 0.2, 0.01), xy(0.1, 0.2)));
    case.bodies[rod].position = xy(0.05, 0.2 * (1.0_f64 - 0.0625).sqrt());
    let lean = (0.05_f64 / 0.2).asin();
    case.bodies[rod].orientation = Quat::from_scaled_axis(Vec3::z() * lean);
    let top = 0.4 * (1.0_f64 - 0.0625).sqrt();
    let piston = case.add(body("piston", block(dimension, 0.06, 0.05, 0.06), xy(0.0, top)));
    let joint = |bodies, point| Link { kind: JointKind::Revolute, bodies, point, axis: Vec3::z() };
    case.links.push(joint((wheel, rod), x(0.1)));
    case.links.push(joint((rod, piston), xy(0.0, top)));
    for s in [-1.0, 1.0] {
        case.add(held("cylinder", block(dimension, 0.02, 0.175, 0.1), xy(s * (0.08 + play), 0.425)));
    }
    case.bodies.iter_mut().for_each(|b| b.friction = friction);
    case
}

/// With a play of nothing at all the piston touches both walls at once, all the time.
#[test]
fn a_crank_drives_a_piston() {
    for dimension in [Two, Three] {
        for (spin, play) in [(2.0, 0.0), (20.0, 0.0), (20.0, 1e-9), (20.0, 1e-6), (2.0, 1e-4), (20.0, 2e-3)] {
            for friction in [0.0, 0.3] {
                let what = format!("{dimension:?}, {spin} rad/s, play {play} m, friction {friction}");
                holds(&what, &STEPS, 0.4, &crank(dimension, spin, play, friction));
            }
        }
    }
}

// ---- cams

/// An eccentric polygon turned under a follower that two rails guide with play and gravity presses down.
fn cam(dimension: Dimension, spin: f64, guided: bool, friction: f64) -> Case {
    let mut case = Case::new(dimension, 0.01, 0);
    case.gravity = xy(0.0, -9.81);
    let corners: Vec<Vec3> = (0..9)
        .map(|k| {
            let a = TAU * k as f64 / 9.0;
            xy(0.1 * a.cos() + 0.04, 0.1 * a.sin())
        })
        .collect();
    let wheel = moved("cam", plate(dimension, &corners, 0.05), Vec3::zeros(), Vec3::zeros());
    // About the origin, not about its centre: on a path.
    let centre = wheel.build().1.position;
    let waypoint = |k: usize| {
        let turn = Quat::from_scaled_axis(Vec3::z() * (0.05 * k as f64 * spin.signum()));
        Waypoint { time: 0.05 * k as f64 / spin.abs(), position: turn * centre, orientation: turn }
    };
    let wheel = case.add(wheel);
    case.drives.push(Controller::Path {
        body: BodyId(wheel),
        waypoints: (0..800).map(waypoint).collect(),
        centre: Vec3::zeros(),
    });
    let follower = case.add(body("follower", block(dimension, 0.03, 0.2, 0.03), xy(0.0, 0.36)));
    if guided {
        for s in [-1.0, 1.0] {
            case.add(held("rail", block(dimension, 0.02, 0.1, 0.1), xy(s * (0.05 + 5e-4), 0.4)));
        }
        if dimension == Three {
            for s in [-1.0, 1.0] {
                case.add(held(
                    "guide",
                    block(dimension, 0.02, 0.1, 0.02),
                    Vec3::new(0.0, 0.4, s * (0.05 + 5e-4)),
                ));
            }
        }
    } else {
        let rail = case.add(held("rail", block(dimension, 0.02, 0.02, 0.02), xy(0.0, 1.0)));
        case.links.push(Link {
            kind: JointKind::Prismatic,
            bodies: (rail, follower),
            point: xy(0.0, 0.36),
            axis: Vec3::y(),
        });
    }
    case.bodies.iter_mut().for_each(|b| b.friction = friction);
    case
}

#[test]
fn a_cam_lifts_its_follower() {
    for dimension in [Two, Three] {
        for spin in [3.0, -30.0] {
            for (guided, friction) in [(false, 0.0), (true, 0.0), (true, 0.3)] {
                let what = format!("{dimension:?}, {spin} rad/s, guided {guided}, friction {friction}");
                holds(&what, &STEPS, 0.4, &cam(dimension, spin, guided, friction));
            }
        }
    }
}

// ---- stops

/// A hammer that nothing stops drives a stone against a stop with a slanting face, which lets it out at the side.
fn stop(dimension: Dimension, speed: f64, friction: f64, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let mut case = Case::new(dimension, 0.01, 0);
    let slant = [xy(-1.0, -1.0), xy(1.0, 1.0), xy(1.5, 1.0), xy(1.5, -1.0)];
    let _ = case.add(held("stop", plate(dimension, &slant, 1.0), Vec3::zeros()));
    let shape = c.stone(dimension, 0.05);
    let mut stone = body("stone", shape, xy(-0.11 + c.between(-0.02, 0.02), c.between(0.0, 0.05)));
    stone.orientation = c.rotation(dimension);
    case.add(stone);
    let face = [xy(-0.5, -0.1), xy(0.0, -0.1), xy(0.0, 0.6), xy(-0.5, 0.6)];
    case.add(moved("hammer", plate(dimension, &face, 1.0), x(-0.2), x(speed)));
    case.bodies.iter_mut().for_each(|b| b.friction = friction);
    case
}

#[test]
fn a_stop_lets_out_what_is_driven_against_it() {
    for dimension in [Two, Three] {
        for (speed, friction) in [(1.0, 0.0), (10.0, 0.0), (10.0, 0.2)] {
            for seed in 0..8 {
                let what = format!("{dimension:?}, {speed} m/s, friction {friction}, stone {seed}");
                holds(&what, &STEPS, 0.18 / speed, &stop(dimension, speed, friction, seed));
            }
        }
    }
}

/// A kinematic ram pushes a row of bricks into a free block in front of a spring: everything gives way.
fn ram(dimension: Dimension, speed: f64, friction: f64) -> Case {
    let mut case = Case::new(dimension, 0.01, 0);
    case.gravity = xy(0.0, -9.81);
    case.add(held("floor", block(dimension, 3.0, 0.05, 1.0), xy(0.0, -0.05)));
    case.add(moved("ram", block(dimension, 0.1, 0.1, 0.1), xy(-0.5, 0.101), x(speed)));
    for k in 0..4 {
        case.add(body(
            &format!("brick {k}"),
            block(dimension, 0.05, 0.05, 0.05),
            xy(-0.3 + 0.12 * k as f64, 0.05),
        ));
    }
    let buffer = case.add(body("buffer", block(dimension, 0.05, 0.06, 0.05), xy(0.3, 0.061)));
    case.links.push(Link {
        kind: JointKind::Prismatic,
        bodies: (0, buffer),
        point: xy(0.3, 0.061),
        axis: Vec3::x(),
    });
    case.drives.push(Controller::JointPd {
        joint: 0,
        target: Target::Constant(0.0),
        kp: 2e4,
        kd: 50.0,
        max: None,
    });
    case.bodies.iter_mut().for_each(|b| b.friction = friction);
    case
}

#[test]
fn a_ram_pushes_bricks_against_a_buffer() {
    for speed in [0.5, 5.0] {
        for friction in [0.0, 0.3] {
            holds(
                &format!("{speed} m/s, friction {friction}"),
                &STEPS,
                0.6 / speed,
                &ram(Two, speed, friction),
            );
        }
        holds(&format!("in space, {speed} m/s"), &STEPS, 0.6 / speed, &ram(Three, speed, 0.0));
    }
    // In flush rows of bricks sliding speeds settle badly: small steps would take minutes.
    holds("in space, with friction", &[0.016], 0.12, &ram(Three, 5.0, 0.3));
}

/// What is squeezed between a wall and a ram that nothing stops has no way to go: the step says who it is, and nothing is changed.
#[test]
fn a_step_that_cannot_be_says_who_is_squeezed() {
    for dimension in [Two, Three] {
        for friction in [0.0, 0.3] {
            let mut case = Case::new(dimension, 0.01, 30);
            case.add(held("wall", block(dimension, 0.1, 1.0, 1.0), x(0.3)));
            case.add(body("crate", block(dimension, 0.1, 0.1, 0.1), x(0.05)));
            case.add(moved("ram", block(dimension, 0.1, 0.5, 0.5), x(-0.2), x(1.0)));
            case.bodies.iter_mut().for_each(|b| b.friction = friction);
            let out = case.run();
            let flaw = out.flaws.first().expect("a rigid crate was squeezed flat");
            // 0.1 m of room in all, 1 cm a step.
            assert!((9..=10).contains(&flaw.step), "{dimension:?}: {flaw:?}");
            let says = "no motion keeps these pairs apart at once: `wall` and `crate`, `crate` and `ram`; `ram` moves as it is \
                        told to and leaves no room";
            assert!(flaw.text.contains(says), "{dimension:?}, friction {friction}: {}", flaw.text);
            // Of the step that was asked for, not of a part of it.
            let step = format!("step {} at t = 0.{:02}0000 s", flaw.step + 1, flaw.step);
            assert!(flaw.text.contains(&step), "{step}: {}", flaw.text);
        }
    }
}

// ---- splinters

/// Splinters thrown at a plate, or at each other.
fn splinters(dimension: Dimension, h: f64, aspect: f64, at_plate: bool, seed: u64) -> Case {
    let mut c = Chance::new(seed);
    let mut case = Case::new(dimension, h, 12);
    if at_plate {
        case.add(held("plate", block(dimension, 3.0, 0.05, 3.0), xy(0.0, -0.05)));
    }
    for k in 0..if at_plate { 1 } else { 2 } {
        let mut s = body(&format!("splinter {k}"), c.splinter(dimension, aspect), Vec3::zeros());
        s.orientation = c.rotation(dimension);
        let spin = c.between(0.0, 20.0);
        s.angular_velocity = c.spin(dimension, spin);
        let side = if k == 0 { 1.0 } else { -1.0 };
        let speed = c.scale(1.0, 10.0);
        s.velocity = xy(0.0, -speed * side) + c.vector(dimension, 1.0);
        s.position = xy(0.0, side * (if at_plate { 0.2 } else { 0.17 } + speed * h * c.between(0.0, 2.0)))
            + c.vector(dimension, 0.02);
        let s = case.add(s);
        if at_plate {
            case.keep.push(Keep::Side { body: s, wall: 0, normal: Vec3::y(), face: 2.0 });
        }
    }
    case
}

#[test]
fn splinters_of_a_hundred_thousandth_obey_every_law() {
    // The watch follows so thin a thing in space in tiny strides.
    for (dimension, seeds) in [(Two, 24), (Three, 3)] {
        for at_plate in [true, false] {
            let (mut report, mut runs) = (String::new(), 0);
            for (h, seed) in STEPS.iter().flat_map(|h| (0..seeds).map(move |seed| (*h, seed))) {
                let case = splinters(dimension, h, 1e5, at_plate, seed);
                runs += usize::from(case.is_sound());
                for flaw in if case.is_sound() { case.run().flaws } else { Vec::new() } {
                    write!(report, "\n  h = {h} s, seed {seed}, {}: {}", flaw.law, flaw.text).unwrap();
                }
            }
            assert!(runs as u64 >= 3 * seeds && report.is_empty(), "{dimension:?}, {runs} runs:{report}");
        }
    }
}
