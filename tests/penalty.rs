//! Penalty methods: closed forms of springs and dampers, orders of the integrators, blows, momenta, and what a step remembers.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel::{self, DeepestPoint, MultiPoint};
use pegsim::geometry::hull::convex_hull_3d;
use pegsim::math::Mat3;
use pegsim::prelude::*;
use pegsim::step::{Integrator, PenaltySettings};

const G: f64 = 9.81;

/// A cube of 1 m that stands on one of its faces, its centre at the origin.
fn cube() -> Polytope {
    cuboid(&Vec3::repeat(0.5)).unwrap()
}

/// An octahedron of 0.5 m from the centre to each tip.
fn octahedron() -> Polytope {
    let tips: Vec<Vec3> =
        (0..6).map(|k| Vec3::ith(k / 2, if k % 2 == 0 { 0.5 } else { -0.5 })).collect();
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
