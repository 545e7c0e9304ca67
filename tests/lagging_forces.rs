//! Forces of controllers under the leapfrog models lag as gravity does: against closed forms, from the first step on.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel;
use pegsim::experiment::energy::measure;
use pegsim::math::Twist;
use pegsim::scene::load_str;
use pegsim::step::Simulation;
use pegsim::world::{BodyId, StepInput};
use std::path::Path;

const MODELS: [ContactModel; 4] =
    [ContactModel::Standard, ContactModel::Lnc, ContactModel::Peg, ContactModel::SeparatingFeature];

const BLOCK: BodyId = BodyId(1);

/// A block of 1 kg, 1 m × 1 m × 0.4 m, on a floor, and another one in the air; `force` acts on the first.
fn simulation(gravity: f64, friction: f64, force: &str, model: ContactModel, h: f64) -> Simulation {
    let text = format!(
        "Scene(name: \"test\", dimension: Three, gravity: (0.0, 0.0, -{gravity}), bodies: [
            (name: \"floor\", kind: Fixed, friction: {friction}, shape: Box(half_extents: (5.0, 5.0, 0.5)), position: (0.0, 0.0, -0.5)),
            (name: \"block\", mass: 1.0, friction: {friction}, shape: Box(half_extents: (0.5, 0.5, 0.2)), position: (0.0, 0.0, 0.2))],
         controllers: [(kind: Force, body: \"block\", {force})])"
    );
    let scene = load_str(&text, "test.ron", Path::new(".")).unwrap_or_else(|e| panic!("{e}"));
    let mut settings = scene.settings;
    (settings.contact.model, settings.h) = (model, h);
    Simulation::new(scene.model, scene.state, settings)
}

fn step(s: &mut Simulation) -> Twist {
    s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
    s.model.twist_now(&s.state, BLOCK)
}

/// 3 N move a block of 1 kg on a smooth floor by ½ 3 t², with 3 t, at every step and step size: it was half a step ahead.
#[test]
fn a_force_from_the_start_on_moves_a_block_along_its_parabola() {
    for model in MODELS {
        for h in [0.01, 0.004] {
            let mut s = simulation(9.81, 0.0, "force: (3.0, 0.0, 0.0)", model, h);
            let start = measure(&s.model, &s.state).total();
            for _ in 0..40 {
                let twist = step(&mut s);
                let (t, x) = (s.state.time, s.state.poses[BLOCK.0].position.x);
                let what = format!("{}, h = {h}, t = {t}: {twist:?} at {x} m", model.name());
                assert!((x - 1.5 * t * t).abs() < 1e-12, "{what}");
                assert!((twist.linear.x - 3.0 * t).abs() < 1e-12 && twist.linear.z.abs() < 1e-12, "{what}");
                let energy = measure(&s.model, &s.state).total() - start;
                assert!((energy - 4.5 * t * t).abs() < 1e-11, "{what}, {energy} J");
            }
        }
    }
}

/// What friction holds is held from the first step on, under weight and where a force presses in place of it, and a torque that friction
/// bears turns nothing.
#[test]
fn what_friction_holds_stays_where_it_is() {
    let pressed = "force: (3.0, 0.0, -9.81), torque: (0.0, 0.0, 0.1)";
    for (gravity, force) in [(9.81, "force: (3.0, 0.0, 0.0)"), (0.0, pressed)] {
        for model in MODELS {
            let mut s = simulation(gravity, 0.5, force, model, 0.01);
            for _ in 0..30 {
                let twist = step(&mut s);
                let x = s.state.poses[BLOCK.0].position.x;
                let what =
                    format!("{}, g = {gravity}, t = {}: {twist:?} at {x} m", model.name(), s.state.time);
                assert!(x.abs() < 1e-12, "{what}");
                assert!(twist.linear.norm() < 1e-11 && twist.angular.norm() < 1e-11, "{what}");
            }
        }
    }
}

/// A force that begins and ends within steps gives all that it gives, and what comes after is right to second order.
#[test]
fn a_force_for_a_while_gives_all_of_its_impulse() {
    for model in MODELS {
        for h in [0.01, 0.005, 0.0025] {
            let (from, until) = (0.0537, 0.1219);
            let force =
                format!("from: {from}, until: {until}, force: (0.0, 40.0, 0.0), torque: (0.0, 0.0, 5.0)");
            let mut s = simulation(0.0, 0.0, &force, model, h);
            let mut twist = Twist::zero();
            while s.state.time < 0.3 - 1e-9 {
                twist = step(&mut s);
            }
            let inertia = s.model.body(BLOCK).inertia[(2, 2)];
            let y = 40.0 * (until - from) * (0.3 - 0.5 * (from + until));
            let what = format!("{}, h = {h}: {twist:?} at {}", model.name(), s.state.poses[BLOCK.0].position);
            assert!((twist.linear.y - 40.0 * (until - from)).abs() < 1e-12, "{what}");
            assert!((twist.angular.z - 5.0 * (until - from) / inertia).abs() < 1e-12, "{what}");
            assert!((s.state.poses[BLOCK.0].position.y - y).abs() < 40.0 * h * h / 4.0, "{what}, {y}");
        }
    }
}
