//! Large islands under Exact: heaps of hundreds of stones, whose steps are solved in one loop and not divided for a single pair.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;
#[path = "common/laws.rs"]
mod laws;

use common::{scene, simulation};
use laws::kept;
use pegsim::contact::models::ContactModel::SeparatingFeature;
use pegsim::experiment::measure;
use pegsim::world::StepInput;

/// What a record says of pairs that were let be.
const LET_BE: &str = "not divided for that";

/// A heap that lands keeps the laws of every step of Exact: nothing is deeper than a nanometre, no step gains energy. Steps are
/// divided seldom: before, one pair in three hundred stones that pushed and went past made them 229 parts of 120 steps.
#[test]
fn a_heap_of_three_hundred_lands_without_gaining_energy_and_in_few_parts() {
    let scene = scene("hard/pile3d_300");
    let mut run = simulation(&scene, SeparatingFeature, 0.01);
    run.settings.count_traps = false;
    let (mut parts, mut let_be) = (0, 0);
    let energy = |k: laws::Kept| k.kinetic + k.potential;
    let mut before = energy(kept(&scene.model, &run.state));
    let scale = before.abs();
    for _ in 0..100 {
        let record = run.step(&StepInput::default()).unwrap();
        parts += record.solve.substeps;
        let_be += usize::from(record.solve.fallback.as_ref().is_some_and(|note| note.contains(LET_BE)));
        let after = energy(kept(&scene.model, &run.state));
        assert!(after - before <= 1e-12 * scale, "step {}: {:e} J gained", record.step, after - before);
        before = after;
        if record.step.is_multiple_of(10) {
            let depth = measure(&scene.model, &run.state).depth_max;
            assert!(depth <= 1e-9, "step {}: {depth:e} m deep", record.step);
        }
    }
    println!("{parts} parts of 100 steps, {let_be} with a note");
    assert!(parts <= 120, "{parts} parts of 100 steps");
    assert!(let_be > 0, "no step says that a pair was let be: what is tested here does not come up");
}

/// In a small scene a step is divided until nobody pushes from afar, and no record says anything else.
#[test]
fn ten_stones_are_never_let_be() {
    for seed in 0..3 {
        let scene = scene(&format!("box3d_seed{seed}"));
        let mut run = simulation(&scene, SeparatingFeature, 0.016);
        for _ in 0..120 {
            let record = run.step(&StepInput::default()).unwrap();
            let note = record.solve.fallback.clone().unwrap_or_default();
            assert!(!note.contains(LET_BE), "step {}: {note}", record.step);
        }
    }
}
