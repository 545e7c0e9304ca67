//! What drives do, and their work in the report, against closed forms: a weight that is lifted, a rotor that is brought up to speed, what the bodies gain, a mass on
//! a spring with a damper.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{advance, simulation_of};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::report::EnergyReport;
use pegsim::experiment::{Overrides, RunOptions, run};
use pegsim::scene::load_str;
use std::path::Path;

const G: f64 = 9.81;

const MODELS: [ContactModel; 3] =
    [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];

/// The energies of a run.
fn energies(rest: &str, model: ContactModel, h: f64, duration: f64) -> EnergyReport {
    let scene = load_str(&format!("Scene(name: \"test\", {rest})"), "test.ron", Path::new("."));
    let scene = scene.unwrap_or_else(|e| panic!("{e}"));
    let overrides = Overrides { model: Some(model), time_step: Some(h), ..Overrides::default() };
    let options = RunOptions { overrides, duration: Some(duration), ..RunOptions::default() };
    let report = run(&scene, options).unwrap().report;
    assert!(report.completed, "{:?}", report.failure);
    report.energy
}

/// The work at a step size and at half of it comes to the closed form, and halves its distance from it where it is not there already.
fn comes_to(rest: &str, duration: f64, wanted: f64, coarse: f64) {
    for model in MODELS {
        let off = |h: f64| (energies(rest, model, h, duration).drive_work.unwrap() - wanted).abs();
        let (first, second) = (off(coarse), off(coarse / 2.0));
        let what = format!("{}: {first:e}, {second:e} off {wanted}", model.name());
        assert!(second < 0.02 * wanted.abs(), "{what}");
        assert!(second < 0.6 * first || second < 1e-8, "{what}");
    }
}

/// A slider of 2 kg on a post, lifted by half a metre within a second; it sags by the stretch of the spring that bears it.
fn lifted(path: &str, gain: f64, damping: f64) -> String {
    format!(
        "bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, -3.0)),
            (name: \"slider\", mass: 2.0, shape: Box(half_extents: (0.1, 0.1, 0.1))),
        ],
        joints: [(name: \"rail\", kind: Prismatic, bodies: (\"post\", \"slider\"), axis: (0.0, 0.0, 1.0))],
        controllers: [(kind: JointPd, joint: \"rail\", target: Some({path}), kp: {gain}, kd: {damping:?})],"
    )
}

#[test]
fn a_weight_that_is_lifted_costs_its_weight_times_the_height() {
    let gain = 4000.0;
    let height = 0.5 - 2.0 * G / gain;
    comes_to(&lifted("Trajectory([(0.2, 0.0), (1.2, 0.5)])", gain, 400.0), 3.0, 2.0 * G * height, 0.004);
}

#[test]
fn a_weight_that_is_let_down_gives_it_back_to_the_drive() {
    let gain = 4000.0;
    let height = -0.5 - 2.0 * G / gain;
    comes_to(&lifted("Trajectory([(0.2, 0.0), (1.2, -0.5)])", gain, 400.0), 3.0, 2.0 * G * height, 0.004);
}

#[test]
fn a_rotor_gets_its_energy_of_motion_also_over_many_turns() {
    // A box of 12 kg and 1 m by 1 m about the axis across them: I = 12 (1 + 1)/12 = 2 kg·m².
    let rotor = "gravity: (0.0, 0.0, 0.0), bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, -3.0)),
            (name: \"rotor\", mass: 12.0, shape: Box(half_extents: (0.5, 0.5, 0.5))),
        ],
        joints: [(name: \"shaft\", kind: Revolute, bodies: (\"post\", \"rotor\"), axis: (0.0, 0.0, 1.0))],
        controllers: [(kind: JointPd, joint: \"shaft\", target: Some(Ramp(9.0)), kd: 8.0)],";
    comes_to(rotor, 4.0, 0.5 * 2.0 * 81.0, 0.004);
}

/// Where nothing rubs and nothing bounces, what drives give is what the bodies have more: under Exact to rounding.
#[test]
fn what_drives_give_is_what_bodies_gain() {
    let scene = lifted("Sine(amplitude: 0.3, frequency: 0.7)", 900.0, 40.0);
    for model in MODELS {
        let lost = |h: f64| {
            let energy = energies(&scene, model, h, 1.1);
            (energy.drive_work.unwrap() - (energy.last - energy.initial)).abs()
        };
        let (first, second) = (lost(0.004), lost(0.002));
        let bound = if model == ContactModel::SeparatingFeature { 1e-11 } else { (0.6 * first).min(0.1) };
        assert!(second < bound, "{}: {first:e} J, {second:e} J", model.name());
    }
}

#[test]
fn without_drives_nothing_is_told_of_them() {
    let scene = "bodies: [(name: \"box\", shape: Box(half_extents: (0.1, 0.1, 0.1)))],";
    assert_eq!(energies(scene, ContactModel::Peg, 0.01, 0.1).drive_work, None);
}

/// A mass of 2 kg on a spring with a damper, as a drive is under Exact; it begins in the middle at 1 m/s. Coordinate and rate after each step, with the first ones.
fn swing(gain: f64, damping: f64, h: f64, steps: usize) -> Vec<[f64; 2]> {
    let scene = format!(
        "Scene(gravity: (0.0, 0.0, 0.0), bodies: [
            (name: \"post\", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, -3.0)),
            (name: \"mass\", mass: 2.0, shape: Box(half_extents: (0.1, 0.1, 0.1)), velocity: (0.0, 0.0, 1.0)),
        ],
        joints: [(name: \"rail\", kind: Prismatic, bodies: (\"post\", \"mass\"), axis: (0.0, 0.0, 1.0))],
        controllers: [(kind: JointPd, joint: \"rail\", target: Some(Constant(0.0)), kp: {gain:?}, kd: {damping:?})])"
    );
    let mut sim = simulation_of(&scene, ContactModel::SeparatingFeature, h);
    let mut seen = vec![[0.0, 1.0]];
    for _ in 0..steps {
        advance(&mut sim, 1);
        seen.push([sim.state.poses[1].position.z, sim.state.twists[1].linear.z]);
    }
    seen
}

/// x = e^(−δt) sin(ωt)/ω with δ = kd/2m and ω² = kp/m − δ². As an implicit step of first order has it, the spring of 10 rad/s lost a tenth of its way in a second.
#[test]
fn springs_and_dampers_are_of_second_order() {
    for (gain, damping) in [(200.0, 0.0), (200.0, 5.0), (2000.0, 30.0)] {
        let delta: f64 = damping / 4.0;
        let omega = (gain / 2.0 - delta * delta).sqrt();
        let wanted = (-delta).exp() * omega.sin() / omega;
        let off = [0.01, 0.005, 0.0025].map(|h: f64| {
            let end = *swing(gain, damping, h, (1.0 / h).round() as usize).last().unwrap();
            (end[0] - wanted).abs()
        });
        assert!(off[0] < 2e-3 && off[1] < 0.3 * off[0] && off[2] < 0.3 * off[1], "{gain}: {off:?}");
    }
}

#[test]
fn a_spring_keeps_its_energy() {
    for h in [0.001, 0.01, 0.1] {
        // Six steps to a period in the longest.
        let gain = if h > 0.05 { 200.0 } else { 20_000.0 * (0.01_f64 / h).min(1.0) };
        let energy = |[x, v]: &[f64; 2]| v * v + 0.5 * gain * x * x;
        let most = swing(gain, 0.0, h, 2000).iter().map(|at| (energy(at) - 1.0).abs()).fold(0.0, f64::max);
        assert!(most < 1e-9, "{h}: {most:e}");
    }
}

/// What is stiff against what it moves comes to rest and does not swing from side to side, whatever the step size. With the rate at the share ρ of the step
/// it is ½(m + (ρ − ½) h kd) v² that never rises, with what is in the spring.
#[test]
fn stiff_drives_settle() {
    let h = 0.01;
    for (gain, damping) in [(1e7, 3e5), (0.0, 1e6), (1e5, 1e6), (1e4, 1e3)] {
        let seen = swing(gain, damping, h, 60);
        let stiff = h * damping / 2.0;
        let share = if stiff > 2.0 { 1.0 - 1.0 / stiff } else { 0.5 };
        let energy =
            |[x, v]: &[f64; 2]| (1.0 + 0.5 * (share - 0.5) * h * damping) * v * v + 0.5 * gain * x * x;
        let what = format!("{gain}, {damping}");
        assert!(
            seen.windows(2).all(|two| energy(&two[1]) <= energy(&two[0]) * (1.0 + 1e-9) + 1e-12),
            "{what}: {:?}",
            &seen[..5]
        );
        let (last, before) = (seen[60][1].abs(), seen[50][1].abs());
        assert!(last < 0.02 && last <= before, "{what}: {last}");
        let turned = seen.windows(2).filter(|two| two[0][1] * two[1][1] < -1e-12).count();
        assert!(turned <= 1, "{what}: turned round {turned} times");
    }
}
