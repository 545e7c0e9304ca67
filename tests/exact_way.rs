//! What exact contact promises of the way from one step to the next: nothing passes through, whoever moves it, nothing is
//! pushed from afar, and an impact is held by the side on which it happens.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, scene, simulation};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::experiment::measure;
use pegsim::geometry::hull::convex_hull_3d;
use pegsim::geometry::polytope::Polytope;
use pegsim::geometry::shapes::{cuboid, rectangle, regular_polygon};
use pegsim::math::{Dimension, Pose, Quat, Twist, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyKind, Model, State, StepInput};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Deepest penetration that is allowed at the end of any step (m): what a step promises, 1e-9 m, and the rounding of
/// coordinates of metres.
const DEPTH: f64 = 1.001e-9;

fn exact(dimension: Dimension, gravity: f64, specs: &[BodySpec], h: f64) -> Simulation {
    let (model, state) = assemble(dimension, Vec3::new(0.0, -gravity, 0.0), specs);
    assert!(measure(&model, &state).pairs.is_empty(), "they overlap at the start");
    let mut settings = StepSettings { h, count_traps: false, ..StepSettings::default() };
    settings.contact.model = SeparatingFeature;
    Simulation::new(Arc::new(model), state, settings)
}

fn fixed(mut spec: BodySpec) -> BodySpec {
    spec.kind = BodyKind::Fixed;
    spec
}

fn at(name: &str, shape: Polytope, x: f64, y: f64) -> BodySpec {
    let mut spec = BodySpec::new(name, vec![shape]);
    spec.position = Vec3::new(x, y, 0.0);
    spec
}

fn plank(x: f64, y: f64) -> Polytope {
    rectangle(x, y).unwrap()
}

/// Takes a step, and asks that it left nothing deep.
fn step(s: &mut Simulation, what: &str) {
    s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{what}: {e}"));
    let depth = measure(&s.model, &s.state).depth_max;
    assert!(depth <= DEPTH, "{what}: {depth} m deep");
}

/// The triangle of thesis 5.2.1 slides down on the right at every step size: all ends lie on one curve.
#[test]
fn the_triangle_drop_ends_where_small_steps_end() {
    let scene = scene("triangle_drop");
    // Where 0.2 ms ends, which is where all models end.
    let (x, turned) = (3.7285, TAU / 6.0);
    for h in [0.001, 0.002, 0.004, 0.005, 0.006, 0.008, 0.01, 0.012, 0.015, 0.016] {
        let mut s = simulation(&scene, SeparatingFeature, h);
        advance(&mut s, (1.5 / h).round() as usize);
        let pose = &s.state.poses[1];
        let angle = pose.orientation.scaled_axis().z;
        // The last step ends up to half a step aside of 1.5 s, at 3.5 m/s.
        assert!((pose.position.x - x).abs() < 0.05 + 2.0 * h, "h = {h}: it ends at x = {}", pose.position.x);
        assert!((angle - turned).abs() < 0.05, "h = {h}: it ends turned by {angle}");
    }
}

/// A marble before a wall, struck by a hammer: within one step the hammer throws the marble, and the marble meets the wall.
#[test]
fn a_struck_marble_stays_before_the_wall() {
    for (dimension, wall, speed, h) in [
        (Dimension::Three, 0.005, 5.0, 0.016),
        (Dimension::Two, 0.2, 10.0, 0.016),
        (Dimension::Two, 0.005, 20.0, 0.033),
        (Dimension::Three, 0.005, 40.0, 0.033),
    ] {
        let block = |x: f64, y: f64| match dimension {
            Dimension::Two => plank(x, y),
            Dimension::Three => cuboid(&Vec3::new(x, y, y)).unwrap(),
        };
        let marble = match dimension {
            Dimension::Two => regular_polygon(12, 0.01).unwrap(),
            Dimension::Three => cuboid(&Vec3::repeat(0.01)).unwrap(),
        };
        let mut hammer = at("hammer", block(0.05, 0.1), -0.05 - 0.01 - 0.05 - 0.005, 0.0);
        hammer.velocity.x = speed;
        let specs =
            [fixed(at("wall", block(wall, 1.0), wall, 0.0)), at("marble", marble, -0.05, 0.0), hammer];
        let mut s = exact(dimension, 0.0, &specs, h);
        for _ in 0..12 {
            let what = format!("{dimension:?}, wall {wall}, {speed} m/s");
            step(&mut s, &what);
            let x = s.state.poses[1].position.x;
            assert!(x <= -0.0096, "{what}: the marble is at x = {x}");
        }
    }
}

/// Stones between a piston and a plate of a centimetre.
#[test]
fn a_piston_pushes_no_stone_through_a_plate() {
    for h in [0.01, 0.02, 0.033] {
        let mut specs = vec![fixed(at("plate", plank(2.0, 0.005), 0.0, -0.005))];
        for k in 0..12 {
            let sides = 3 + k % 4;
            let x = 0.3 * (k as f64 - 5.5);
            let mut stone = at(
                &format!("stone {k}"),
                regular_polygon(sides, 0.1).unwrap(),
                x,
                0.32 + 0.02 * (k % 5) as f64,
            );
            stone.orientation = Quat::from_scaled_axis(Vec3::z() * k as f64);
            specs.push(stone);
        }
        let mut piston = at("piston", plank(1.9, 0.05), 0.0, 0.6);
        piston.velocity.y = -30.0;
        piston.density = 8000.0;
        specs.push(piston);
        let mut s = exact(Dimension::Two, 0.0, &specs, h);
        for _ in 0..8 {
            step(&mut s, &format!("h = {h}"));
            for (k, pose) in s.state.poses.iter().enumerate().skip(1) {
                assert!(pose.position.y > 0.0, "h = {h}: body {k} is at y = {}", pose.position.y);
            }
        }
    }
}

/// A rod of a metre beside a post, at up to two turns a step: it comes round to where it was, and yet it cannot.
#[test]
fn a_rod_does_not_spin_through_a_post() {
    for turn in [0.5, 1.7, 3.0, 3.2, 5.0, TAU, 2.0 * TAU] {
        let h = 0.01;
        let mut rod = at("rod", plank(0.5, 0.01), 0.0, 0.0);
        rod.angular_velocity.z = turn / h;
        let post = fixed(at("post", plank(0.02, 0.02), 0.0, 0.3));
        let mut s = exact(Dimension::Two, 0.0, &[rod, post], h);
        for _ in 0..(TAU / turn).ceil() as usize {
            step(&mut s, &format!("{turn} rad a step"));
        }
        let spin = s.state.twists[0].angular.z;
        assert!(spin < 0.9 * turn / h, "{turn} rad a step: it still spins at {spin} rad/s");
    }
}

/// Numbers between 0 and 1 that are the same on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        let mut one = || size * (2.0 * self.next() - 1.0);
        Vec3::new(one(), one(), one())
    }
}

/// The largest separation of two polyhedra by the normal of a facet or two edges (m).
fn separation(bodies: &[(&Polytope, Pose); 2]) -> f64 {
    let points = bodies.map(|(shape, pose)| -> Vec<Vec3> {
        shape.vertices.iter().map(|v| pose.transform_point(v)).collect()
    });
    let edges = |k: usize| bodies[k].0.edges.iter().map(|e| e.vertices).collect::<Vec<_>>();
    let along =
        |k: usize| -> Vec<Vec3> { edges(k).iter().map(|[a, b]| points[k][*b] - points[k][*a]).collect() };
    let facets = bodies.iter().flat_map(|(s, pose)| s.facets.iter().map(|f| pose.orientation * f.normal));
    let (of_a, of_b) = (along(0), along(1));
    let crosses = of_a.iter().flat_map(|x| of_b.iter().filter_map(|y| x.cross(y).try_normalize(1e-12)));
    let most = |k: usize, n: &Vec3| points[k].iter().map(|p| n.dot(p)).fold(f64::NEG_INFINITY, f64::max);
    facets
        .chain(crosses)
        .flat_map(|n| [n, -n])
        .map(|n| -most(1, &-n) - most(0, &n))
        .fold(f64::NEG_INFINITY, f64::max)
}

/// The least separation of the two bodies on the way of one step (m), with velocities that are constant between its two
/// poses.
fn nearest(model: &Model, start: &State, end: &State, h: f64) -> f64 {
    let samples = 200;
    let place = |body: usize, time: f64| {
        let (from, to) = (&start.poses[body], &end.poses[body]);
        let linear = (to.position - from.position) / h;
        let angular = (to.orientation * from.orientation.inverse()).scaled_axis() / h;
        (&model.bodies[body].parts[0], from.advanced(&Twist { linear, angular }, time))
    };
    (0..=samples)
        .map(|k| h * f64::from(k) / f64::from(samples))
        .map(|time| separation(&[place(0, time), place(1, time)]))
        .fold(f64::INFINITY, f64::min)
}

/// Tetrahedra that fly past each other more than 5 mm apart are not pushed. There are pairs that meet among them, too.
#[test]
fn tetrahedra_that_fly_past_each_other_are_not_pushed() {
    let mut c = Chance(11);
    let (mut past, mut pushed) = (0, 0);
    for case in 0..4000 {
        let h = if case % 5 == 0 { 0.1 } else { 0.01 };
        let specs: Vec<BodySpec> = (0..2)
            .filter_map(|k| {
                let points: Vec<Vec3> = (0..4).map(|_| c.vector(0.4)).collect();
                let (position, velocity) = (c.vector(0.45), c.vector(0.2 / h));
                let (angle, spin) = (c.vector(3.0), c.vector(0.8 / h));
                let mut spec = BodySpec::new(format!("body {k}"), vec![convex_hull_3d(&points).ok()?]);
                spec.position = position - velocity * (0.5 * h);
                spec.orientation = Quat::from_scaled_axis(angle);
                (spec.velocity, spec.angular_velocity) = (velocity, spin);
                Some(spec)
            })
            .collect();
        let (model, state) = assemble(Dimension::Three, Vec3::zeros(), &specs);
        if specs.len() < 2 || !measure(&model, &state).pairs.is_empty() {
            continue;
        }
        let mut s = exact(Dimension::Three, 0.0, &specs, h);
        let record = s.step(&StepInput::default()).unwrap_or_else(|e| panic!("case {case}: {e}"));
        assert!(measure(&model, &s.state).depth_max <= DEPTH, "case {case}");
        let load: f64 = record.impulses.iter().sum();
        if load > 0.0 {
            pushed += 1;
            if record.solve.substeps == 1 {
                let least = nearest(&model, &state, &s.state, h);
                assert!(least < 5e-3, "case {case}, h = {h}: pushed with {load} N·s from {least} m");
            }
        } else {
            past += 1;
        }
    }
    assert!(past > 500 && pushed > 200, "{past} pairs fly past each other, {pushed} are pushed");
}
