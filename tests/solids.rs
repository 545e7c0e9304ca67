//! Cylinders, cones and ellipsoids under Exact: closed forms, laws and the truth meter.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

#[path = "common/chance.rs"]
mod chance;

use chance::{Chance, block};
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::experiment::truth::TruthMeter;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::Dimension::Three;
use pegsim::math::{Quat, Vec3};
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::build::{BodySpec, assemble};
use pegsim::world::{BodyId, StepInput};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

const G: f64 = 9.81;

fn cylinder(radius: f64, length: f64) -> Polytope {
    Polytope::cylinder(radius, length).unwrap()
}

fn body(name: &str, shape: Polytope, friction: f64) -> BodySpec {
    let mut spec = BodySpec::new(name, vec![shape]);
    spec.friction = friction;
    spec
}

/// A floor whose upper face is z = 0.
fn floor(half: f64, friction: f64) -> BodySpec {
    let mut spec = BodySpec::fixed("floor", vec![block(Three, half, half, 0.5)]);
    spec.friction = friction;
    spec.at(Vec3::new(0.0, 0.0, -0.5))
}

fn run_of(gravity: Vec3, bodies: &[BodySpec], h: f64) -> Simulation {
    let (model, state) = assemble(Three, gravity, bodies);
    let mut settings = StepSettings { h, ..StepSettings::default() };
    settings.contact.model = SeparatingFeature;
    Simulation::new(Arc::new(model), state, settings)
}

/// Kinetic and potential energy of what moves (J).
fn energy(run: &Simulation) -> f64 {
    let of_body = |id: BodyId| {
        let (body, pose, twist) = (run.model.body(id), &run.state.poses[id.0], &run.state.twists[id.0]);
        if !body.is_dynamic() {
            return 0.0;
        }
        let kinetic = 0.5 * body.mass * twist.linear.norm_squared()
            + 0.5 * body.spin(pose, twist).dot(&twist.angular);
        kinetic - body.mass * run.model.gravity.dot(&pose.position)
    };
    run.model.ids().map(of_body).sum()
}

/// Momentum and angular momentum about the origin.
fn momenta(run: &Simulation) -> (Vec3, Vec3) {
    let mut sum = (Vec3::zeros(), Vec3::zeros());
    for id in run.model.ids().filter(|id| run.model.body(*id).is_dynamic()) {
        let (body, pose, twist) = (run.model.body(id), &run.state.poses[id.0], &run.state.twists[id.0]);
        let p = twist.linear * body.mass;
        sum = (sum.0 + p, sum.1 + pose.position.cross(&p) + body.spin(pose, twist));
    }
    sum
}

/// Goes on for `seconds`; no pair may be in another, and energy may not rise by more than rounding.
fn go(run: &mut Simulation, seconds: f64) {
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

fn turned(axis: Vec3, angle: f64) -> Quat {
    Quat::from_scaled_axis(axis * angle)
}

/// A slope as a level floor under inclined gravity: constant acceleration, which the step has to the last digits, at any h.
#[test]
fn a_cylinder_rolls_down_a_slope_at_two_thirds() {
    let slope: f64 = 0.3;
    let gravity = -G * Vec3::z() * slope.cos() + Vec3::x() * G * slope.sin();
    for (h, length) in [(0.02, 0.5), (0.005, 0.5), (0.01, 0.02)] {
        let mut roller = body("roller", cylinder(0.1, length), 0.5).at(Vec3::new(0.0, 0.0, 0.1));
        roller.orientation = turned(Vec3::x(), FRAC_PI_2);
        let mut run = run_of(gravity, &[floor(10.0, 0.5), roller], h);
        go(&mut run, 1.0);
        let (pose, twist) = (&run.state.poses[1], &run.state.twists[1]);
        let a = 2.0 / 3.0 * G * slope.sin();
        assert!((pose.position - Vec3::new(0.5 * a, 0.0, 0.1)).norm() < 1e-8, "{h}: {}", pose.position);
        assert!((twist.linear.x - a).abs() < 1e-8, "{} {a}", twist.linear.x);
        assert!((twist.angular - Vec3::y() * (a / 0.1)).norm() < 1e-7, "{}", twist.angular);
    }
}

/// Upright and flat, alone and on each other and on boxes: nothing drifts.
#[test]
fn what_stands_stays() {
    let stone = |name: &str, shape: Polytope, z: f64| body(name, shape, 0.5).at(Vec3::new(0.03, 0.02, z));
    let bodies = [
        floor(2.0, 0.5),
        stone("below", cylinder(0.2, 0.3), 0.15),
        stone("box", block(Three, 0.3, 0.1, 0.1), 0.4),
        stone("coin", cylinder(0.15, 0.01), 0.505),
        stone("above", cylinder(0.05, 0.2), 0.61),
    ];
    let places: Vec<Vec3> = bodies.iter().map(|b| b.position).collect();
    let mut run = run_of(-G * Vec3::z(), &bodies, 0.01);
    go(&mut run, 2.0);
    for (k, place) in places.iter().enumerate().skip(1) {
        let (pose, twist) = (&run.state.poses[k], &run.state.twists[k]);
        assert!((pose.position - place).norm() < 1e-8, "{k}: {}", pose.position - place);
        assert!(twist.linear.norm() < 1e-8 && twist.angular.norm() < 1e-7, "{k}: {}", twist.angular);
    }
}
