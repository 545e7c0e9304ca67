//! Drumwright's figures 8 to 11 and 13 with the scenes of `scenes/penalty`: what follows from the printed law, beside what is printed.
//!
//! `cargo test --no-default-features --test penalty_figures -- --show-output` prints the numbers of `docs/physics.md`.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::scene;
use pegsim::contact::models::ContactModel::{self, DeepestPoint, MultiPoint, SeparatingFeature, Standard};
use pegsim::experiment::energy;
use pegsim::experiment::truth::TruthMeter;
use pegsim::prelude::*;
use pegsim::scene::LoadedScene;
use pegsim::step::PenaltySettings;

const G: f64 = 9.81;

/// Penetration depth of the worst pair (m), kinetic and total energy (J) after every step of a run.
struct Seen {
    depth: Vec<f64>,
    kinetic: Vec<f64>,
    total: Vec<f64>,
    end: Simulation,
}

fn mean(samples: &[f64]) -> f64 {
    samples.iter().sum::<f64>() / samples.len() as f64
}

fn watched(
    scene: &LoadedScene,
    model: ContactModel,
    change: impl Fn(&mut PenaltySettings),
    steps: usize,
) -> Seen {
    let mut run = scene.simulation();
    (run.settings.contact.model, run.settings.count_traps) = (model, false);
    change(&mut run.settings.contact.penalty);
    let meter = TruthMeter::new(&run.model);
    let (mut depth, mut kinetic, mut total) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..steps {
        run.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
        depth.push(meter.measure(&run.model, &run.state).depth_max);
        let energy = energy::measure(&run.model, &run.state);
        kinetic.push(energy.kinetic);
        total.push(energy.total());
    }
    Seen { depth, kinetic, total, end: run }
}

/// Figures 8 and 9: both methods push the block out to their depth of rest; the deepest point, which jumps from corner to corner, keeps it
/// rocking, the bottom as a whole does not.
#[test]
fn a_block_is_pushed_out_of_the_plane() {
    let names = [(MultiPoint, "penalty/block_in_plane"), (DeepestPoint, "penalty/block_in_plane_pd")];
    let seen = names.map(|(model, name)| {
        let seen = watched(&scene(name), model, |_| (), 6000);
        let at = |k: usize| format!("{:.1e} m and {:.1e} J", seen.depth[k - 1], seen.kinetic[k - 1]);
        println!("{}: after 1 s {}, 3 s {}, 6 s {}", model.title(), at(1000), at(3000), at(6000));
        let penalty = &seen.end.settings.contact.penalty;
        let integral = penalty.integral.unwrap_or(2.0);
        let rest = G / (penalty.proportional + integral / (1.0 - penalty.forgetting));
        let off = seen.depth[5999] / rest - 1.0;
        let highest = if model == MultiPoint { 1e-3 } else { 0.05 };
        assert!(seen.depth[0] > 0.2 && off.abs() < highest, "{model:?}: {off:e} off {rest} m");
        seen
    });
    let [multi, deepest] = seen.map(|seen| mean(&seen.kinetic[5000..]));
    println!(
        "mean kinetic energy of the last second: {multi:.1e} J with the bottom, {deepest:.1e} J at the deepest point"
    );
    assert!(multi < 1e-2 * deepest, "{multi:e} J, {deepest:e} J");
}

/// Figures 10 and 11: mean penetration under forces that come and go.
#[test]
fn a_block_under_forces_lies_as_deep_as_its_gains_say() {
    let scene = scene("penalty/block_with_forces");
    let pid = |s: &mut PenaltySettings| s.integral = Some(2.0);
    let scaled = |by: f64| {
        move |s: &mut PenaltySettings| {
            (s.proportional, s.derivative, s.integral) = (100.0 * by, 50.0 * by, Some(2.0 * by));
        }
    };
    let mean_depth = |model, change: &dyn Fn(&mut PenaltySettings)| {
        let seen = watched(&scene, model, change, 10_000);
        (mean(&seen.depth), mean(&seen.kinetic))
    };
    let multi = mean_depth(MultiPoint, &pid);
    let deepest = mean_depth(DeepestPoint, &pid);
    let plain = mean_depth(DeepestPoint, &|_| ());
    let ten = mean_depth(MultiPoint, &scaled(10.0));
    let twenty = mean_depth(MultiPoint, &scaled(20.0));
    let hard = [Standard, SeparatingFeature].map(|model| mean_depth(model, &|_| ()));
    let say = |what: &str, (depth, kinetic): (f64, f64)| {
        println!("{what}: mean penetration {depth:.2e} m, mean kinetic energy {kinetic:.1e} J");
    };
    say("multi-point, printed gains (printed: 5.9e-3)", multi);
    say("deepest point, printed gains (printed: 9.0e-2)", deepest);
    say("deepest point, no integrative term", plain);
    say("multi-point, ten times the printed gains", ten);
    say("multi-point, twenty times the printed gains", twenty);
    say("standard model (LCP; printed: 1.5e-4)", hard[0]);
    say("Exact", hard[1]);
    // The weight alone, without any force, lies at mg/(k_p + k_i/(1 − γ)).
    let least = G / (100.0 + 2.0 / 0.15);
    assert!(multi.0 > least && deepest.0 > least && plain.0 > G / 100.0, "{multi:?}, {deepest:?}, {plain:?}");
    assert!((0.09..0.11).contains(&deepest.0), "as printed: {}", deepest.0);
    assert!((multi.0 / ten.0 / 10.0 - 1.0).abs() < 0.05, "stiffness alone decides: {multi:?}, {ten:?}");
    assert!(hard.iter().all(|h| h.0 < 1e-8), "{hard:?}");
}

/// Every box lies in the one below as deep as the weight above says, under the bottom as a whole without motion; at the deepest point the
/// stack keeps rocking.
#[test]
fn a_stack_stands_on_its_springs() {
    let scene = scene("penalty/stack_on_springs");
    let multi = watched(&scene, MultiPoint, |_| (), 3000);
    let stiffness = 10_000.0 + 200.0 / 0.15;
    let height = |k: usize| multi.end.state.poses[k].position.z;
    for k in 1..=5_usize {
        let (below, half) = if k == 1 { (0.0, 0.25) } else { (height(k - 1), 0.5) };
        let depth = half - (height(k) - below);
        // The floor has no part in the gains.
        let mass = if k == 1 { 10.0 } else { 20.0 };
        let wanted = (6 - k) as f64 * 10.0 * G / (stiffness * mass);
        assert!((depth / wanted - 1.0).abs() < 1e-9, "box {k}: {depth} m, not {wanted} m");
    }
    let deepest = watched(&scene, DeepestPoint, |_| (), 3000);
    let [still, rocks] = [&multi, &deepest].map(|seen| mean(&seen.kinetic[2000..]));
    println!("third second of the stack: {still:.1e} J with the bottom, {rocks:.1e} J at the deepest point");
    assert!(still < 1e-12 && rocks > 1e-4, "{still:e} J, {rocks:e} J");
}

/// Figure 13: the pile comes to rest under the bottom as a whole, deep in itself; springs throw no body higher than it began.
#[test]
fn a_pile_settles() {
    let scene = scene("penalty/pile_of_shapes");
    for model in [MultiPoint, DeepestPoint] {
        let seen = watched(&scene, model, |_| (), 3000);
        let start = energy::measure(&scene.model, &scene.state).total();
        let highest = seen.total.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
        let (depth, kinetic) = (mean(&seen.depth[2000..]), mean(&seen.kinetic[2000..]));
        let fastest = seen.kinetic.iter().fold(0.0_f64, |a, b| a.max(*b));
        println!(
            "pile, {}: third second {depth:.2e} m, {kinetic:.1e} J (at most {fastest:.0} J before); energy {:.1e} J over the start",
            model.title(),
            highest - start
        );
        assert!(highest <= start + 1e-6, "{model:?}: {highest} J, began with {start} J");
        assert!(kinetic < 0.2 * fastest, "{model:?}: {kinetic} J of {fastest} J");
    }
}
