//! The complementarity problems that are written of a step are those that it solved.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::contact::FeaturePair;
use pegsim::contact::models::ContactModel;
use pegsim::scene::load_file;
use pegsim::step::{Geometry, Simulation, step_problems};
use pegsim::world::StepInput;
use std::path::Path;

/// Every contact that pushes has a row in the problem of the step, also where the first detection did not reach as far as bodies
/// were then pushed, and the motion that was taken is one that the problem knows.
#[test]
fn what_pushes_has_a_row() {
    for (model, geometry) in [
        (ContactModel::Standard, None),
        (ContactModel::Peg, None),
        (ContactModel::Peg, Some(Geometry::Implicit)),
    ] {
        let scene = load_file(Path::new("scenes/pile3d_30.ron")).unwrap_or_else(|e| panic!("{e}"));
        let mut settings = scene.settings;
        settings.contact.model = model;
        settings.contact.geometry = geometry;
        let mut s = Simulation::new(scene.model, scene.state, settings);
        for step in 1..=100 {
            let before = s.state.clone();
            let record = s.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
            if step % 5 != 0 {
                continue;
            }
            let problems =
                step_problems(&s.model, &before, &StepInput::default(), &s.settings, Some(&s.state));
            let known =
                |pair: &FeaturePair| problems.iter().any(|p| p.pairs.iter().flatten().any(|q| q == pair));
            for contact in record.contacts().filter(|contact| contact.impulse > 0.0) {
                let pair = &contact.contact.pair;
                assert!(known(pair), "{} {geometry:?}, step {step}: {pair:?} has no row", model.name());
            }
        }
    }
}
