//! The grasp experiments (thesis 5.2.5, 5.2.6): a gripper of five links closes on random polygons.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::models::ContactModel;
use pegsim::experiment::accuracy::Track;
use pegsim::experiment::{Outcome, Overrides, RunOptions, run};
use pegsim::scene::generators::gripper::grasp;
use pegsim::scene::{LoadedScene, load_scene};
use std::path::Path;

fn scene(friction: bool, seed: u64) -> LoadedScene {
    load_scene(grasp(friction, seed), "grasp", Path::new(".")).unwrap_or_else(|e| panic!("{e}"))
}

fn outcome(scene: &LoadedScene, model: ContactModel, h: f64, reference: Option<&Track>) -> Outcome {
    let overrides = Overrides { model: Some(model), time_step: Some(h), ..Overrides::default() };
    run(scene, RunOptions { overrides, reference, track: true, ..RunOptions::default() }).unwrap()
}

/// Exact contact finishes every grasp, with and without friction, and nothing is inside anything else.
#[test]
fn exact_contact_finishes_every_grasp() {
    for friction in [false, true] {
        for seed in 0..10 {
            for h in [0.003, 0.01] {
                let report = outcome(&scene(friction, seed), ContactModel::SeparatingFeature, h, None).report;
                let what = format!("friction {friction}, polygon {seed}, h = {h}: {:?}", report.failure);
                assert!(report.completed, "{what}");
                assert!(report.penetration_depth.max < 1e-8, "{what} {:?}", report.penetration_depth);
                assert!(report.joint_error.unwrap().max < 1e-8, "{what} {:?}", report.joint_error);
            }
        }
    }
}

/// The finger tips meet corners of polygon 0: the standard model traps them, and the object stays behind by millimetres
/// however long one waits. PEG and Exact follow the run with a small step.
#[test]
fn the_standard_model_traps_the_fingers() {
    let scene = scene(false, 0);
    let reference = outcome(&scene, ContactModel::SeparatingFeature, 0.0005, None).track;
    let at_end = |model, h| outcome(&scene, model, h, Some(&reference)).report.position_error.unwrap().at_end;
    for h in [0.007, 0.01] {
        let trapped = at_end(ContactModel::Standard, h);
        assert!(trapped > 5e-3, "standard at {h}: {trapped}");
        for model in [ContactModel::Peg, ContactModel::SeparatingFeature] {
            let error = at_end(model, h);
            assert!(error < 1e-3, "{} at {h}: {error}", model.name());
        }
    }
}

/// Without friction the error falls with the step size.
#[test]
fn the_error_falls_with_the_step_size() {
    let scene = scene(false, 1);
    let reference = outcome(&scene, ContactModel::SeparatingFeature, 0.0005, None).track;
    let median = |h| {
        let report = outcome(&scene, ContactModel::SeparatingFeature, h, Some(&reference)).report;
        report.position_error.unwrap().quartiles.median
    };
    let (coarse, fine) = (median(0.008), median(0.002));
    assert!(coarse > 2.0 * fine, "{coarse} {fine}");
}
