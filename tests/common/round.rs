//! Runs of curved bodies under Exact, with their energy and momenta, and the truth meter at every step.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; a helper of a test may end the test

use crate::chance::Chance;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::experiment::truth::TruthMeter;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Dimension, Quat, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyId, StepInput};
use std::sync::Arc;

/// Gravity (m/s²).
pub const G: f64 = 9.81;

/// A ball, in the plane a disc.
pub fn ball(dimension: Dimension, radius: f64) -> Polytope {
    Polytope::ball(dimension, radius).unwrap()
}

/// A run of bodies under a gravity.
pub fn run_of(dimension: Dimension, gravity: Vec3, bodies: &[BodySpec], h: f64) -> Simulation {
    let (model, state) = assemble(dimension, gravity, bodies);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.contact.model = SeparatingFeature;
    Simulation::new(Arc::new(model), state, settings)
}

/// Kinetic and potential energy of what moves (J).
pub fn energy(run: &Simulation) -> f64 {
    let of_body = |id: BodyId| {
        let (body, pose, twist) = (run.model.body(id), &run.state.poses[id.0], &run.state.twists[id.0]);
        if !body.is_dynamic() {
            return 0.0;
        }
        let potential = -body.mass * run.model.gravity.dot(&pose.position);
        0.5 * body.mass * twist.linear.norm_squared()
            + 0.5 * body.spin(pose, twist).dot(&twist.angular)
            + potential
    };
    run.model.ids().map(of_body).sum()
}

/// Momentum and angular momentum about the origin.
pub fn momenta(run: &Simulation) -> (Vec3, Vec3) {
    let mut sum = (Vec3::zeros(), Vec3::zeros());
    for id in run.model.ids().filter(|id| run.model.body(*id).is_dynamic()) {
        let (body, pose, twist) = (run.model.body(id), &run.state.poses[id.0], &run.state.twists[id.0]);
        let p = twist.linear * body.mass;
        sum = (sum.0 + p, sum.1 + pose.position.cross(&p) + body.spin(pose, twist));
    }
    sum
}

/// Goes on for `seconds`; no pair may be in another, and energy may not rise by more than rounding.
pub fn go(run: &mut Simulation, seconds: f64) {
    let meter = TruthMeter::new(&run.model);
    let mut last = energy(run);
    let mut most = 0.0_f64;
    for _ in 0..(seconds / run.settings.h).round() as usize {
        run.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
        let truth = meter.measure(&run.model, &run.state);
        assert!(truth.depth_max <= 1e-9, "{:.2e} m deep at {} s", truth.depth_max, run.state.time);
        let now = energy(run);
        most = most.max(now.abs());
        assert!(now - last <= 1e-11 * (1.0 + most), "gained {:.2e} J at {} s", now - last, run.state.time);
        last = now;
    }
}

/// The body with a coefficient of friction.
pub fn with_friction(mut spec: BodySpec, friction: f64) -> BodySpec {
    spec.friction = friction;
    spec
}

/// A body of a heap, turned at random and a little beside `place`, which lies straight up.
pub fn dropped(chance: &mut Chance, dimension: Dimension, place: Vec3, shape: Polytope) -> BodySpec {
    let mut body = with_friction(BodySpec::new("dropped", vec![shape]), 0.4);
    body.restitution = 0.3;
    let beside = chance.vector(dimension, 0.08);
    body.orientation = if dimension == Dimension::Two {
        Quat::from_scaled_axis(Vec3::z() * chance.between(0.0, 3.0))
    } else {
        Quat::from_scaled_axis(chance.vector(dimension, 2.0))
    };
    let up = place.normalize();
    body.at(place + beside - up * beside.dot(&up))
}
