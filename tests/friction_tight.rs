//! Friction in tight places under the exact law: every run goes to its end, without overlap.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{Seen, run, watch};
use pegsim::contact::models::ContactModel;
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::BodyKind;
use pegsim::world::build::{BodySpec, assemble};
use std::f64::consts::TAU;
use std::sync::Arc;

const G: f64 = 9.81;

/// What the exact law accepts (m).
const DEPTH: f64 = 1e-9;

fn flat(corners: &[(f64, f64)]) -> Polytope {
    convex_hull_2d(&corners.iter().map(|&(x, y)| Vec3::new(x, y, 0.0)).collect::<Vec<_>>()).unwrap()
}

/// The prism over corners in the x-z plane, from −depth to depth in y.
fn prism(corners: &[(f64, f64)], depth: f64) -> Polytope {
    let ends = [-depth, depth];
    let at = |&(x, z): &(f64, f64)| ends.map(|y| Vec3::new(x, y, z));
    convex_hull_3d(&corners.iter().flat_map(at).collect::<Vec<_>>()).unwrap()
}

fn rectangle(x: f64, y: f64) -> [(f64, f64); 4] {
    [(-x, -y), (x, -y), (x, y), (-x, y)]
}

fn cuboid(x: f64, y: f64, z: f64) -> Polytope {
    prism(&rectangle(x, z), y)
}

fn body(name: &str, shape: Polytope, position: Vec3, mu: f64) -> BodySpec {
    let mut body = BodySpec::new(name, vec![shape]);
    (body.position, body.friction) = (position, mu);
    body
}

fn fixed(name: &str, shape: Polytope, position: Vec3, mu: f64) -> BodySpec {
    let mut fixed = body(name, shape, position, mu);
    fixed.kind = BodyKind::Fixed;
    fixed
}

fn exact(dimension: Dimension, gravity: Vec3, specs: &[BodySpec], h: f64) -> Simulation {
    let (bodies, state) = assemble(dimension, gravity, specs);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.contact.model = ContactModel::SeparatingFeature;
    Simulation::new(Arc::new(bodies), state, settings)
}

fn holds(what: &str, seen: Seen) {
    assert!(seen.depth <= DEPTH, "{what}: {} m deep", seen.depth);
}

/// A peg of 10 cm in a hole that is 0.1 mm wider, pushed in askew, with friction of 0.3.
#[test]
fn a_peg_goes_into_a_hole_in_the_plane() {
    let (half, clear, mu) = (0.05, 1e-4, 0.3);
    for h in [0.005, 0.01] {
        for (aside, spin) in [(0.0, 0.0), (0.5, 0.0), (0.2, 2.0), (-0.3, -5.0)] {
            let wall = || flat(&rectangle(0.1, 0.3));
            let x = half + clear / 2.0 + 0.1;
            let mut peg = body("peg", flat(&rectangle(half, 0.15)), Vec3::new(0.0, 0.4, 0.0), mu);
            peg.velocity = Vec3::new(aside, -1.0, 0.0);
            peg.angular_velocity.z = spin;
            let specs = [
                fixed("left", wall(), Vec3::new(-x, 0.0, 0.0), mu),
                fixed("right", wall(), Vec3::new(x, 0.0, 0.0), mu),
                fixed("bottom", flat(&rectangle(0.3, 0.05)), Vec3::new(0.0, -0.35, 0.0), mu),
                peg,
            ];
            let mut s = exact(Dimension::Two, Vec3::new(0.0, -G, 0.0), &specs, h);
            holds(&format!("h = {h}, {aside} m/s, {spin} rad/s"), run(&mut s, 0.6));
        }
    }
}

/// The same in space: a square peg in a square hole.
#[test]
fn a_peg_goes_into_a_hole_in_space() {
    let (half, clear, mu, h) = (0.05, 1e-4, 0.3, 0.005);
    for (aside, spin) in [(0.0, 0.0), (0.4, 1.0), (0.1, 6.0)] {
        let x = half + clear / 2.0 + 0.05;
        let mut peg = body("peg", cuboid(half, half, 0.15), Vec3::new(0.0, 0.0, 0.4), mu);
        peg.velocity = Vec3::new(aside, 0.3 * aside, -1.0);
        peg.angular_velocity = Vec3::new(0.3 * spin, spin, 0.5 * spin);
        let specs = [
            fixed("left", cuboid(0.05, 0.3, 0.3), Vec3::new(-x, 0.0, 0.0), mu),
            fixed("right", cuboid(0.05, 0.3, 0.3), Vec3::new(x, 0.0, 0.0), mu),
            fixed("front", cuboid(half + clear / 2.0, 0.05, 0.3), Vec3::new(0.0, -x, 0.0), mu),
            fixed("back", cuboid(half + clear / 2.0, 0.05, 0.3), Vec3::new(0.0, x, 0.0), mu),
            fixed("bottom", cuboid(0.3, 0.3, 0.05), Vec3::new(0.0, 0.0, -0.35), mu),
            peg,
        ];
        let mut s = exact(Dimension::Three, Vec3::new(0.0, 0.0, -G), &specs, h);
        holds(&format!("{aside} m/s, {spin} rad/s"), run(&mut s, 0.5));
    }
}

/// Courses of bricks half a brick apart, hit by a ball. In the plane y is up.
fn wall(dimension: Dimension, courses: i32, bricks: i32, h: f64) -> Simulation {
    let mu = 0.5;
    let (x, y, z) = (0.1, 0.05, 0.04);
    let space = dimension == Dimension::Three;
    let shape = |x: f64, y: f64, z: f64| if space { cuboid(x, y, z) } else { flat(&rectangle(x, z)) };
    let at = |x: f64, y: f64, z: f64| if space { Vec3::new(x, y, z) } else { Vec3::new(x, z, 0.0) };
    let mut specs = vec![fixed("ground", shape(5.0, 5.0, 0.5), at(0.0, 0.0, -0.5), mu)];
    for course in 0..courses {
        for k in 0..bricks {
            let offset = if course % 2 == 0 { 0.0 } else { x };
            let place = at(2.0 * x * f64::from(k) + offset, 0.0, z + 2.0 * z * f64::from(course));
            specs.push(body(&format!("brick {course}.{k}"), shape(x, y, z), place, mu));
        }
    }
    let mut ball = if space {
        let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
        let mut corners = Vec::new();
        for (a, b) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
            corners.extend([Vec3::new(0.0, a, b), Vec3::new(a, b, 0.0), Vec3::new(b, 0.0, a)]);
        }
        let ball = convex_hull_3d(&corners.iter().map(|c| c * 0.05).collect::<Vec<_>>()).unwrap();
        let mut ball = body("ball", ball, Vec3::new(0.12, -0.35, 0.12), mu);
        ball.velocity.y = 8.0;
        ball
    } else {
        let corner = |k: i32| (f64::from(k) * TAU / 12.0).sin_cos();
        let ball = flat(&(0..12).map(|k| (0.08 * corner(k).1, 0.08 * corner(k).0)).collect::<Vec<_>>());
        let mut ball = body("ball", ball, Vec3::new(-0.5, 0.2, 0.0), mu);
        ball.velocity.x = 8.0;
        ball
    };
    ball.angular_velocity.z = 3.0;
    specs.push(ball);
    exact(dimension, if space { Vec3::new(0.0, 0.0, -G) } else { Vec3::new(0.0, -G, 0.0) }, &specs, h)
}

/// Sixteen bricks in four courses in the plane; six in three courses in space, where a blow is felt by five times as many
/// contacts.
#[test]
fn a_wall_of_bricks_is_hit_by_a_ball() {
    for h in [0.005, 0.01] {
        holds("wall in the plane", run(&mut wall(Dimension::Two, 4, 4, h), 0.5));
    }
    holds("wall in space", run(&mut wall(Dimension::Three, 3, 2, 0.01), 0.3));
}

/// In every step of that blow Coulomb's law holds at all contacts: its residual is small against 8 m/s.
#[test]
fn a_blow_on_a_wall_in_space_obeys_coulombs_law() {
    watch(&mut wall(Dimension::Three, 3, 2, 0.01), 0.3, &mut |_, record| {
        let off = record.solve.accuracy.residual().natural_map;
        assert!(off <= 1e-7, "step {}: {off} m/s", record.step);
    });
}

/// A linear congruential generator (Knuth): any numbers from −1 to 1 do.
fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
}

/// Wedges driven into narrow Vs at 100 m/s, in the plane and in space, straight and askew, a third of them as sharp as the V.
/// Nothing else pushes, so that kinetic energy may only fall.
#[test]
fn wedges_are_driven_into_narrow_vs() {
    let mut seed = 5;
    for n in 0..120 {
        let mu = [0.1, 0.3, 0.6, 1.0][n % 4];
        let open = 0.02 + 0.05 * random(&mut seed).abs();
        let tip = 0.02 + 0.05 * random(&mut seed).abs();
        let tip = if n % 3 == 0 { open } else { tip };
        let (wide, sharp) = (open.tan(), tip.tan());
        let right = [(0.0, 0.0), (0.4, 0.0), (wide + 0.4, 1.0), (wide, 1.0)];
        let left = right.map(|(x, z)| (-x, z));
        let wedge = [(0.0, -0.6), (sharp, 0.4), (-sharp, 0.4)];
        let (space, h) = (n % 2 == 1, [0.001, 0.005, 0.01, 0.02][n / 4 % 4]);
        let shape = |corners: &[(f64, f64)], depth| if space { prism(corners, depth) } else { flat(corners) };
        let turned = |v: Vec3| if space { Vec3::new(v.x, v.z, v.y) } else { v };
        let mut moving = body("wedge", shape(&wedge, 0.05), turned(Vec3::new(0.0, 1.65, 0.0)), mu);
        let askew = if n % 5 < 2 { 0.0 } else { 5.0 };
        moving.velocity = turned(Vec3::new(askew * random(&mut seed), -100.0, 0.0));
        moving.angular_velocity = turned(Vec3::new(0.0, 0.0, askew * random(&mut seed)));
        let specs = [
            fixed("left", shape(&left, 0.2), Vec3::zeros(), mu),
            fixed("right", shape(&right, 0.2), Vec3::zeros(), mu),
            moving,
        ];
        let dimension = if space { Dimension::Three } else { Dimension::Two };
        let mut s = exact(dimension, Vec3::zeros(), &specs, h);
        let what = format!("wedge {n}, mu = {mu}, h = {h}");
        let energy = |s: &Simulation| {
            let (body, twist) = (&s.model.bodies[2], &s.state.twists[2]);
            let turn = s.state.poses[2].orientation.inverse() * twist.angular;
            0.5 * (body.mass * twist.linear.norm_squared() + turn.dot(&(body.inertia * turn)))
        };
        let most = energy(&s);
        let mut last = most;
        for _ in 0..60 {
            holds(&what, run(&mut s, h));
            let now = energy(&s);
            // In space a free body's own turning is what gains under leapfrog; what contacts do is told in the plane.
            assert!(space || now <= last + 1e-12 * most, "{what}: {last} -> {now} J");
            last = now;
        }
    }
}
