//! Closed forms: free fall, free spin, slide or stick on an incline.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel;
use pegsim::geometry::hull::{convex_hull_2d, convex_hull_3d};
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Quat, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyKind, State, StepInput};
use std::sync::Arc;

const G: f64 = 9.81;

fn block(half: Vec3) -> Polytope {
    let mut points = Vec::new();
    for k in 0..8 {
        let sign = |bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
        points.push(half.component_mul(&Vec3::new(sign(0), sign(1), sign(2))));
    }
    convex_hull_3d(&points).unwrap()
}

fn run(dimension: Dimension, gravity: Vec3, specs: &[BodySpec], h: f64, steps: usize) -> State {
    let (model, state) = assemble(dimension, gravity, specs);
    let settings = StepSettings { h, ..StepSettings::default() };
    let mut s = Simulation::new(Arc::new(model), state, settings);
    for _ in 0..steps {
        s.step(&StepInput::default()).unwrap();
    }
    s.state
}

/// Positions of a body in free flight lie on the parabola at every step size.
#[test]
fn free_fall_lies_on_the_parabola() {
    for h in [0.001, 0.016, 0.1] {
        let mut body = BodySpec::new("stone", vec![block(Vec3::repeat(0.1))]);
        body.velocity = Vec3::new(1.0, -2.0, 5.0);
        let steps = (1.0_f64 / h).floor();
        let t = steps * h;
        let end = run(Dimension::Three, Vec3::new(0.0, 0.0, -G), &[body.clone()], h, steps as usize);
        let exact = body.velocity * t - Vec3::z() * (0.5 * G * t * t);
        assert!((end.poses[0].position - exact).norm() < 1e-12, "h = {h}");
    }
}

/// The same through changes of step size and of contact model in the middle of the flight, and for a stone that enters
/// just before one: the velocity of a leapfrog step is that of its middle, wherever the step before had it.
#[test]
fn free_fall_lies_on_the_parabola_through_changes_of_step_size_and_model() {
    let gravity = Vec3::new(0.0, 0.0, -G);
    let mut early = BodySpec::new("early", vec![block(Vec3::repeat(0.1))]);
    early.velocity = Vec3::new(1.0, -2.0, 5.0);
    let mut late = BodySpec::new("late", vec![block(Vec3::repeat(0.1))]).at(Vec3::y() * 10.0);
    (late.velocity, late.properties.spawn_time) = (Vec3::new(0.0, 1.0, 2.0), 0.03);
    let specs = [early, late];
    let (model, state) = assemble(Dimension::Three, gravity, &specs);
    let mut s = Simulation::new(Arc::new(model), state, StepSettings::default());
    for (k, (h, steps)) in [(0.01, 4), (0.001, 5), (0.1, 3), (0.016, 1), (0.002, 1)].into_iter().enumerate() {
        s.settings.h = h;
        s.settings.contact.model = ContactModel::ALL[k % ContactModel::ALL.len()];
        for _ in 0..steps {
            s.step(&StepInput::default()).unwrap();
            for (spec, pose) in specs.iter().zip(&s.state.poses) {
                let t = (s.state.time - spec.spawn_time).max(0.0);
                let exact = spec.position + spec.velocity * t + gravity * (0.5 * t * t);
                let off = (pose.position - exact).norm();
                assert!(off < 1e-12, "{}: {off:e} m off at {} s, h = {h} s", spec.name, s.state.time);
            }
        }
    }
}

/// A body that spins freely about its own symmetry axis keeps its angular velocity, and turns by ωt.
#[test]
fn free_spin_about_a_principal_axis() {
    let mut body = BodySpec::new("top", vec![block(Vec3::new(0.3, 0.2, 0.1))]);
    body.angular_velocity = Vec3::new(0.0, 0.0, 3.0);
    let end = run(Dimension::Three, Vec3::zeros(), &[body], 0.01, 100);
    assert!((end.twists[0].angular - Vec3::new(0.0, 0.0, 3.0)).norm() < 1e-12);
    assert!(end.poses[0].orientation.angle_to(&Quat::from_scaled_axis(Vec3::z() * 3.0)) < 1e-12);
}

/// A block on an incline of angle θ: sticks for μ > tan θ, else slides with g (sin θ − μ cos θ).
///
/// The block starts on the plane at rest. In the plane the linearised cone is exact; in space it has 8 directions, one
/// of them along the line of fall.
#[test]
fn a_block_sticks_or_slides_on_an_incline() {
    let theta: f64 = 0.4;
    for dimension in [Dimension::Two, Dimension::Three] {
        // The incline is kept level and gravity tilted, so that a direction of the cone lies along the fall.
        let (plane, body, gravity, height, along) = match dimension {
            Dimension::Two => {
                let p = |x: f64, y: f64| Vec3::new(x, y, 0.0);
                let rect =
                    |w: f64, h: f64| convex_hull_2d(&[p(-w, -h), p(w, -h), p(w, h), p(-w, h)]).unwrap();
                let g = Vec3::new(theta.sin(), -theta.cos(), 0.0) * G;
                (rect(50.0, 1.0), rect(0.3, 0.2), g, Vec3::y() * 1.2, Vec3::x())
            }
            Dimension::Three => {
                let g = Vec3::new(0.0, theta.sin(), -theta.cos()) * G;
                let body = block(Vec3::new(0.3, 0.3, 0.2));
                (block(Vec3::new(50.0, 50.0, 1.0)), body, g, Vec3::z() * 1.2, Vec3::y())
            }
        };
        for mu in [0.0, 0.2, theta.tan() * 0.98, theta.tan() * 1.02, 0.8] {
            let mut floor = BodySpec::new("plane", vec![plane.clone()]);
            floor.kind = BodyKind::Fixed;
            let mut stone = BodySpec::new("block", vec![body.clone()]);
            stone.position = height;
            (floor.friction, stone.friction) = (mu, mu);
            let (h, steps) = (0.01, 100);
            let end = run(dimension, gravity, &[floor, stone], h, steps);
            let moved = (end.poses[1].position - height).dot(&along);
            let t = h * steps as f64;
            let exact =
                if mu < theta.tan() { 0.5 * G * (theta.sin() - mu * theta.cos()) * t * t } else { 0.0 };
            assert!(
                (moved - exact).abs() < 1e-6 + 0.002 * exact,
                "{dimension:?}, μ = {mu}: {moved} m, exact {exact} m"
            );
        }
    }
}
