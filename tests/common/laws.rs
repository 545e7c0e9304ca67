//! Runs of Exact and what mechanics says of their states, by code that shares nothing with the reports.
#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; a helper of a test may end the test

use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::math::Dimension::{self, Two};
use pegsim::math::Vec3;
use pegsim::step::{Simulation, StepSettings};
use pegsim::world::{Model, State, StepInput};

/// Gravity (m/s²).
pub const G: f64 = 9.81;

/// A run under Exact in steps of `h` (s).
pub fn exact(model: Model, state: State, h: f64) -> Simulation {
    let mut settings = StepSettings { h, count_traps: false, ..StepSettings::default() };
    settings.contact.model = SeparatingFeature;
    Simulation::new(model, state, settings)
}

/// Gravity in a scene (m/s²).
pub fn down(dimension: Dimension) -> Vec3 {
    if dimension == Two { -G * Vec3::y() } else { -G * Vec3::z() }
}

/// What a state has of everything that is kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    pub kinetic: f64,
    /// Of gravity (J).
    pub potential: f64,
    pub linear: Vec3,
    /// About the origin (N·m·s).
    pub angular: Vec3,
    /// Sums of the sizes of what `linear` and `angular` are made of.
    pub scale: (f64, f64),
}

/// What a state has.
pub fn kept(model: &Model, state: &State) -> Kept {
    let mut sum = Kept::default();
    for id in model.ids().filter(|id| model.body(*id).is_dynamic()) {
        let (b, pose, twist) = (model.body(id), &state.poses[id.0], &state.twists[id.0]);
        let w = pose.orientation.inverse() * twist.angular;
        let (p, spin) = (twist.linear * b.mass, pose.orientation * (b.inertia * w));
        let orbit = pose.position.cross(&p);
        sum.kinetic += 0.5 * (twist.linear.dot(&p) + w.dot(&(b.inertia * w)));
        sum.potential -= b.mass * model.gravity.dot(&pose.position);
        sum.linear += p;
        sum.angular += orbit + spin;
        sum.scale.0 += p.norm();
        sum.scale.1 += pose.position.norm() * p.norm() + spin.norm();
    }
    sum
}

/// Goes a step; in how many parts.
pub fn step(s: &mut Simulation) -> usize {
    s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}")).solve.substeps
}

/// The last state of a run of `seconds` under Exact in steps of `h` (s).
pub fn ended(model: &Model, state: &State, h: f64, seconds: f64) -> State {
    let mut s = exact(model.clone(), state.clone(), h);
    for _ in 0..(seconds / h).round() as usize {
        step(&mut s);
    }
    s.state
}
