//! The examples run to their end, and what is written in them does what they say. They are compiled in here, so that this
//! test never runs an old build of one.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

use pegsim::lcp::{LcpSettings, Status, solve};
use pegsim::prelude::*;
use pegsim::step::literal_problems;
use std::path::Path;

#[path = "../examples/build_a_world.rs"]
mod build_a_world;
#[path = "../examples/own_contact_model.rs"]
mod own_contact_model;
#[path = "../examples/own_solver.rs"]
mod own_solver;
#[path = "../examples/run_a_scene.rs"]
#[allow(dead_code)] // its `main` reads the arguments, which are those of the tests here
mod run_a_scene;

fn drop_scene() -> LoadedScene {
    load_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/triangle_drop.ron")).unwrap()
}

#[test]
fn a_world_is_built_and_tips_to_the_heavier_side() {
    build_a_world::main().unwrap();
    let (model, start) = build_a_world::seesaw().unwrap();
    let (small, large) = (model.find("small").unwrap(), model.find("large").unwrap());
    assert_eq!(model.find("nobody"), None);
    let mut run = Simulation::new(model, start, StepSettings { h: 0.005, ..StepSettings::default() });
    for _ in 0..200 {
        run.step(&StepInput::default()).unwrap();
    }
    let height = |id| run.state.pose(id).position.z;
    assert!(height(large) < 0.5 && height(small) > 0.9, "{} {}", height(small), height(large));
}

#[test]
fn a_scene_is_run_and_a_missing_one_is_named() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    run_a_scene::show(&scenes.join("triangle_drop.ron")).unwrap();
    let error = run_a_scene::show(&scenes.join("nowhere.ron")).unwrap_err();
    assert!(error.to_string().contains("nowhere.ron"), "{error}");
}

/// Where the standard model has one row for a contact, the problem without friction has one solution in velocities:
/// whoever solves it moves the boxes the same way.
#[test]
fn a_solver_of_ones_own_goes_where_lemke_goes_and_a_liar_is_caught() {
    own_solver::main().unwrap();
    let (model, start) = own_solver::tower().unwrap();
    let settings = own_solver::settings();
    let mut lemke = Simulation::new(model, start, settings);
    let mut mine = lemke.clone();
    let own = Own { solver: Some(&own_solver::GaussSeidel), ..Own::default() };
    for _ in 0..30 {
        let theirs = lemke.step(&StepInput::default()).unwrap();
        let ours = mine.step_with(&StepInput::default(), &own).unwrap();
        assert_eq!(theirs.solve.method, "lemke");
        // Where nothing touches there is no problem, and so nobody who solved it.
        let asked = ours.contacts().next().is_some();
        assert!(!asked || ours.solve.method == "my-gauss-seidel", "{}", ours.solve.method);
        assert_eq!(ours.solve.fallback, None);
    }
    for (a, b) in lemke.state.poses.iter().zip(&mine.state.poses) {
        assert!((a.position - b.position).norm() < 1e-9);
    }
    let problems = literal_problems(&lemke.model, &lemke.state, &settings);
    let judged = solve(&own_solver::Liar, &problems[0], &LcpSettings::default(), None).report;
    assert_eq!(judged.status, Status::NumericalTrouble);
    let liar = Own { solver: Some(&own_solver::Liar), ..Own::default() };
    let record = lemke.step_with(&StepInput::default(), &liar).unwrap();
    assert!(record.solve.fallback.as_ref().is_some_and(|reason| reason.starts_with("liar ended with")));
}

/// Every vertex has one condition, so that nothing is held by two planes at a corner: the triangle comes free as under PEG,
/// where the standard model holds it.
#[test]
fn a_contact_model_of_ones_own_lets_the_triangle_go() {
    own_contact_model::main().unwrap();
    let scene = drop_scene();
    let triangle = scene.model.find("triangle").unwrap();
    let end = |model: ContactModel, own: &Own| {
        let mut run = scene.simulation();
        run.settings.contact.model = model;
        let mut most = 0;
        while run.state.time < 1.5 - 1e-9 {
            let record = run.step_with(&StepInput::default(), own).unwrap();
            most = most.max(record.disjunctions.len());
        }
        (run.state.pose(triangle).position.y, most)
    };
    let own = Own { contact_model: Some(&own_contact_model::NearestFacet), ..Own::default() };
    let (standard, held) = end(ContactModel::Standard, &Own::default());
    // The model of the settings is not asked where one of one's own is given.
    let (mine, conditions) = end(ContactModel::Standard, &own);
    assert!(standard > 3.0 && mine < 0.0, "{standard} {mine}");
    assert!(conditions < held, "{conditions} conditions against {held}");
}

/// What `contacts()` pairs up is what the record holds, line by line.
#[test]
fn contacts_come_with_their_impulses() {
    let mut run = drop_scene().simulation();
    run.settings.contact.model = ContactModel::Standard;
    let mut touched = false;
    for _ in 0..120 {
        let record = run.step(&StepInput::default()).unwrap();
        assert_eq!(record.contacts().count(), record.contacts.len());
        for (k, touch) in record.contacts().enumerate() {
            assert_eq!((touch.id.0, touch.impulse), (k, record.impulses[k]));
            assert_eq!(touch.friction, record.friction_impulses[k]);
            assert_eq!(touch.end_gap.to_bits(), record.end_gaps[k].to_bits());
            assert_eq!(touch.contact.pair, record.contacts[k].pair);
            touched |= touch.impulse > 0.0;
        }
    }
    assert!(touched);
}
