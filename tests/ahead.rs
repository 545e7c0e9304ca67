//! What the next step will ask about: the contacts of a state that no step led to.

use pegsim::contact::models::ContactModel;
use pegsim::scene::load_file;
use pegsim::step::{Simulation, ahead};
use pegsim::world::StepInput;
use std::path::Path;

/// For every model: the contacts and conditions of the first step, with the gaps of the start; nothing pushes, and nothing has moved.
#[test]
fn the_first_step_asks_what_was_told_ahead() {
    let mut seen = 0;
    for scene in ["triangle_drop", "box3d_seed0", "friction/incline_slides", "boxstack3d"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenes/{scene}.ron"));
        let loaded = load_file(&path).expect("a scene of the project");
        for model in ContactModel::ALL.into_iter().filter(|m| m.cannot(&loaded.model).is_none()) {
            let mut settings = loaded.settings;
            settings.contact.model = model;
            let input = StepInput::default();
            let mut run = Simulation::new(loaded.model.clone(), loaded.state.clone(), settings);
            // Until they touch.
            for step in 0..60 {
                let told = ahead(&run.model, &run.state, &input, &settings);
                let (before, taken) = (run.state.clone(), run.step(&input));
                let (Ok(told), Ok(taken)) = (told, taken) else { break };
                let pairs =
                    |r: &pegsim::step::StepRecord| r.contacts.iter().map(|c| c.pair).collect::<Vec<_>>();
                assert_eq!(pairs(&told), pairs(&taken), "{scene}, {model:?}, step {step}");
                assert_eq!((told.step, told.time), (before.step, before.time));
                assert_eq!(told.disjunctions.len(), taken.disjunctions.len());
                assert!(
                    told.impulses.iter().all(|p| *p == 0.0) && told.end_gaps.len() == told.contacts.len()
                );
                if taken.solve.substeps <= 1 {
                    for (told, taken) in
                        told.contacts.iter().zip(&taken.contacts).filter(|(t, _)| t.is_primary())
                    {
                        let same = (told.gap - taken.gap).abs() < 1e-9 || !taken.gap.is_finite();
                        assert!(same, "{scene}, {model:?}, step {step}: {} {}", told.gap, taken.gap);
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 1000, "{seen} contacts");
}

/// What is round has features that no polytope has: of every scene with round shapes the gaps told are those of the step that follows.
#[test]
fn of_round_shapes_the_gaps_of_the_start_are_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/curved");
    let (mut scenes, mut seen) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("scenes of the project") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "ron") {
            continue;
        }
        let loaded = load_file(&path).expect("a scene of the project");
        let mut settings = loaded.settings;
        settings.contact.model = ContactModel::SeparatingFeature;
        let input = StepInput::default();
        let mut run = Simulation::new(loaded.model.clone(), loaded.state.clone(), settings);
        scenes += 1;
        for step in 0..40 {
            let told = ahead(&run.model, &run.state, &input, &settings);
            let taken = run.step(&input);
            let (Ok(told), Ok(taken)) = (told, taken) else { panic!("{path:?}, step {step}") };
            assert_eq!(told.contacts.len(), taken.contacts.len());
            for (told, taken) in told.contacts.iter().zip(&taken.contacts) {
                let same = (told.gap - taken.gap).abs() < 1e-9 || told.gap.is_nan() && taken.gap.is_nan();
                assert!(same, "{path:?}, step {step}: {} {}", told.gap, taken.gap);
                seen += 1;
            }
        }
    }
    assert!(scenes >= 10 && seen > 1000, "{seen} contacts of {scenes} scenes");
}
