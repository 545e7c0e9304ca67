//! A long computation that is asked to stop does so: every solver, and a step under every contact model.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use pegsim::contact::models::ContactModel;
use pegsim::experiment::state_hash;
use pegsim::lcp::catalogue::SolverMethod;
use pegsim::lcp::problem::Lcp;
use pegsim::lcp::problem::file;
use pegsim::lcp::{LcpSettings, LcpSolver, Outcome, Status, solve};
use pegsim::scene::load_file;
use pegsim::step::{Simulation, StepError, StepRecord, step};
use pegsim::stop;
use pegsim::stop::Stop;
use pegsim::world::{State, StepInput};
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

/// The next step of a run, which a run at rest would not calculate.
fn calculated(run: &Simulation) -> Result<(StepRecord, State), StepError> {
    step(&run.model, &run.state, &StepInput::default(), &run.settings)
}

/// What a step costs is counted the same with one and with two threads; with a budget of just that it is done, and with one
/// multiplication less it fails and leaves everything as it was.
#[test]
fn a_step_keeps_to_its_budget_to_the_last_multiplication() {
    for (scene, model) in ["box3d_seed0.ron", "friction/arch.ron"]
        .into_iter()
        .flat_map(|scene| ContactModel::ALL.map(|model| (scene, model)))
    {
        let mut run = simulation(scene, model);
        for _ in 0..60 {
            run.step(&StepInput::default()).unwrap();
        }
        let cost = |threads: usize| {
            let mut run = run.clone();
            run.settings.threads = Some(threads);
            let meter = Stop::new();
            meter.watch(|| calculated(&run)).unwrap();
            meter.spent()
        };
        let spent = cost(1);
        assert!(spent > 1000 && spent == cost(2), "{scene}, {}: {spent} and {}", model.name(), cost(2));
        let within = |budget: f64, threads: usize| {
            let mut run = run.clone();
            run.settings.threads = Some(threads);
            run.settings.solver.max_operations = budget;
            let done = calculated(&run).map(drop);
            (done, run.state)
        };
        for threads in [1, 2] {
            let (done, _) = within(spent as f64, threads);
            done.unwrap();
            let (done, state) = within(spent as f64 - 1.0, threads);
            let error = done.unwrap_err();
            assert!(matches!(error, StepError::OverBudget { setting: "max_operations", .. }), "{error}");
            assert_eq!(state, run.state);
        }
    }
}

#[test]
fn a_step_that_needs_too_much_memory_or_time_says_which() {
    let mut run = simulation("friction/arch.ron", ContactModel::Standard);
    // A method that has the whole matrix of an island before it.
    run.settings.solver.method = SolverMethod::Lemke;
    for _ in 0..30 {
        run.step(&StepInput::default()).unwrap();
    }
    let failed = |change: &dyn Fn(&mut Simulation)| {
        let mut run = run.clone();
        change(&mut run);
        let error = run.step(&StepInput::default()).map(drop).unwrap_err();
        assert_eq!(run.state.step, 30);
        error.to_string()
    };
    let memory = failed(&|run| run.settings.solver.max_memory = 1e4);
    assert!(
        memory.contains("more than 1e4 bytes for one matrix") && memory.contains("`max_memory`"),
        "{memory}"
    );
    let time = failed(&|run| run.settings.max_seconds = Some(1e-9));
    assert!(time.contains("more than 0.000000001 s") && time.contains("`max_seconds`"), "{time}");
}

/// A method without an end of its own.
struct Endless;

impl LcpSolver for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }
    fn iterative(&self) -> bool {
        true
    }
    fn solve(&self, lcp: &Lcp, _: &LcpSettings, _: Option<&nalgebra::DVector<f64>>) -> Outcome {
        let mut iterations = 0;
        while !stop::spend(1_000_000) {
            iterations += 1;
        }
        Outcome::new(lcp.b().clone(), Status::Solved, iterations, Vec::new())
    }
}

#[test]
fn a_solver_keeps_to_the_budget_of_its_iterations() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lcp/polyhedra_standard.json");
    let (_, lcp) = file::read(&path).unwrap();
    for max_iterations in [1, 50] {
        let settings = LcpSettings { max_iterations, ..LcpSettings::default() };
        let report = solve(&Endless, &lcp, &settings, None).report;
        assert_eq!(report.status, Status::IterationLimit);
        // Two million for each iteration, and a little for the size of the problem.
        assert_eq!(report.iterations, 2 * max_iterations);
        assert!(report.reason.is_some_and(|reason| reason.starts_with("given up after")));
    }
}
