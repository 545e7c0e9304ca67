//! A long computation that is asked to stop does so: every solver, and a step under every contact model.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use pegsim::contact::models::ContactModel;
use pegsim::experiment::state_hash;
use pegsim::lcp::catalogue::SolverMethod;
use pegsim::lcp::problem::file;
use pegsim::lcp::{LcpSettings, Status, solve};
use pegsim::scene::load_file;
use pegsim::step::{Simulation, StepError};
use pegsim::stop::Stop;
use pegsim::world::StepInput;
use std::path::Path;
use std::time::Duration;

fn simulation(scene: &str, model: ContactModel) -> Simulation {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
    let scene = load_file(&path).unwrap();
    let mut settings = scene.settings;
    settings.contact.model = model;
    settings.threads = Some(2);
    Simulation::new(scene.model.clone(), scene.first_state().clone(), settings)
}

#[test]
fn every_solver_ends_at_once_and_says_why() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lcp/polyhedra_standard.json");
    let (_, lcp) = file::read(&path).unwrap();
    let stop = Stop::new();
    stop.ask();
    let settings = LcpSettings::default();
    let mut tried = 0;
    for method in SolverMethod::ALL {
        let Some(solver) = method.solver() else { continue };
        let free = solve(solver, &lcp, &settings, None).report;
        let stopped = stop.watch(|| solve(solver, &lcp, &settings, None)).report;
        assert!(stopped.iterations <= free.iterations.min(2), "{}: {stopped:?}", solver.name());
        // One that answers before its first iteration has answered; one that refuses the problem has refused.
        let refuses = free.iterations == 0;
        let right = stopped.status == Status::Stopped
            || (stopped.status == Status::Solved && stopped.iterations <= 1);
        assert!(right || refuses, "{}: {:?}", solver.name(), stopped.status);
        tried += usize::from(stopped.status == Status::Stopped);
    }
    assert!(tried >= 10, "only {tried} solvers were under way when they were stopped");
}

#[test]
fn a_step_under_every_model_is_given_up_and_leaves_everything_as_it_was() {
    for model in ContactModel::ALL {
        let mut run = simulation("box3d_seed0.ron", model);
        for _ in 0..60 {
            run.step(&StepInput::default()).unwrap();
        }
        let before = run.state.clone();
        let stop = Stop::new();
        stop.ask();
        let step = before.step + 1;
        let given_up = stop.watch(|| run.step(&StepInput::default()));
        assert!(matches!(given_up, Err(StepError::Stopped { step: s, .. }) if s == step), "{}", model.name());
        assert_eq!(run.state, before);
        // What was stopped leaves no trace in what comes after.
        let mut never = run.clone();
        run.step(&StepInput::default()).unwrap();
        Stop::new().watch(|| never.step(&StepInput::default())).unwrap();
        assert_eq!(state_hash(&run.state), state_hash(&never.state));
    }
}

/// Without the flag these threads would step for ever.
#[test]
fn a_thread_under_way_comes_back_with_its_state() {
    for model in ContactModel::ALL {
        let mut run = simulation("hard/pile3d_100.ron", model);
        let stop = Stop::new();
        let flag = stop.clone();
        let thread = std::thread::spawn(move || {
            flag.watch(|| {
                loop {
                    match run.step(&StepInput::default()) {
                        Ok(_) => {}
                        Err(error) => return (error, run.state.step),
                    }
                }
            })
        });
        std::thread::sleep(Duration::from_millis(300));
        stop.ask();
        let (error, step) = thread.join().unwrap();
        assert!(
            matches!(error, StepError::Stopped { step: s, .. } if s == step + 1),
            "{}: {error}",
            model.name()
        );
    }
}
