//! A run that stands still: its steps are not calculated again, and nothing shows it but the time that they take.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use common::{distance, scene, simulation, simulation_of};
use pegsim::contact::models::ContactModel;
use pegsim::math::{Vec3, Wrench};
use pegsim::scene::generators::random::stacks_of_cubes;
use pegsim::scene::load_scene;
use pegsim::step::{Own, Simulation, StepRecord, StepSettings, Timing, step};
use pegsim::world::{BodyId, ContactMemory, State, StepInput};
use std::path::Path;
use std::sync::Arc;

/// All that a record says but the time that it took; written so that −0 and 0 differ.
fn told(record: &StepRecord) -> String {
    format!("{:?}", StepRecord { timing: Timing::default(), ..record.clone() })
}

/// Takes a step, and the same from the same state by itself, which knows nothing of the steps before; both must agree in every bit. Whether
/// the run has calculated it.
fn calculates(run: &mut Simulation, input: &StepInput) -> bool {
    let (record, next) = step(&run.model, &run.state, input, &run.settings).unwrap();
    let of_run = run.step(input).unwrap();
    assert_eq!(format!("{:?}", run.state), format!("{next:?}"));
    assert_eq!(told(&of_run), told(&record));
    assert_eq!(told(run.record.as_ref().unwrap()), told(&record));
    of_run.timing.detect > 0.0
}

/// A run on two tetrahedra that stand, in the step after one that was not calculated.
fn standing() -> Simulation {
    let mut run = simulation(&scene("tetra_stack"), ContactModel::SeparatingFeature, 0.01);
    let none = StepInput::default();
    assert!((0..10).any(|_| !calculates(&mut run, &none)), "it does not come to rest");
    run
}

#[test]
fn steps_of_a_run_at_rest_are_the_last_one_once_more() {
    for (name, model, steps) in [
        ("boxstack3d", ContactModel::SeparatingFeature, 200),
        ("hard/stack30_3d", ContactModel::SeparatingFeature, 20),
        ("friction/arch", ContactModel::SeparatingFeature, 30),
        ("friction/card_house", ContactModel::SeparatingFeature, 30),
        ("friction/incline_sticks", ContactModel::SeparatingFeature, 30),
        ("friction/spinning_block", ContactModel::SeparatingFeature, 120),
        ("tetra_stack", ContactModel::Peg, 100),
        ("tetra_stack", ContactModel::Standard, 100),
        ("seams/seam3d_t", ContactModel::SeparatingFeature, 30),
        ("penalty/stack_on_springs", ContactModel::MultiPoint, 30),
    ] {
        let mut run = simulation(&scene(name), model, 0.01);
        let calculated = (0..steps).filter(|_| calculates(&mut run, &StepInput::default())).count();
        assert_eq!(run.state.step, steps as u64);
        match (name, model) {
            // Something slides, or integrates.
            ("seams/seam3d_t" | "penalty/stack_on_springs", _) => assert_eq!(calculated, steps, "{name}"),
            (_, ContactModel::SeparatingFeature) => assert!(calculated < steps, "{name}"),
            _ => {}
        }
    }
}

/// A push, another step size, another velocity, another gravity, a solver of one's own, a way back: each is calculated.
#[test]
fn what_is_changed_is_calculated() {
    let none = StepInput::default();
    let wrench = Wrench { force: Vec3::z() * 1e-3, torque: Vec3::zeros() };
    let push = StepInput { wrenches: vec![(BodyId(1), wrench)] };
    let mut run = standing();
    assert!(calculates(&mut run, &push) && calculates(&mut run, &none));

    let mut run = standing();
    run.settings = StepSettings { h: 0.005, ..run.settings };
    assert!(calculates(&mut run, &none));

    let mut run = standing();
    run.state.twists[1].linear.x = -0.0;
    assert!(calculates(&mut run, &none), "it differs in a sign");

    let mut run = standing();
    run.state.time += 0.01;
    assert!(calculates(&mut run, &none));

    let mut run = standing();
    Arc::make_mut(&mut run.model).gravity.z = -1.62;
    assert!(calculates(&mut run, &none));

    let mut run = standing();
    let kept = Arc::clone(&run.model);
    run.model = Arc::new((*kept).clone());
    assert!(calculates(&mut run, &none), "it may be another");

    let mut run = standing();
    run.reset();
    assert!(calculates(&mut run, &none));

    let mut run = standing();
    let settings = run.settings;
    run.settings.contact.model = ContactModel::Standard;
    let peg = ContactModel::Peg.over_points().unwrap();
    let own = Own { contact_model: Some(peg), ..Own::default() };
    assert!(run.step_with(&none, &own).unwrap().timing.detect > 0.0);
    run.settings = settings;
    assert!(calculates(&mut run, &none), "the last step was another model's");
}

/// Where a force acts for a while, a body enters, another comes by on its path and a joint is driven, steps are calculated while
/// something is due, and not in between.
#[test]
fn what_is_due_is_calculated() {
    let text = r#"Scene(
        name: "due", dimension: Three, gravity: (0.0, 0.0, -10.0), time_step: 0.01,
        bodies: [
            (name: "floor", kind: Fixed, shape: Box(half_extents: (5.0, 5.0, 0.5)), position: (0.0, 0.0, -0.5)),
            (name: "box", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (0.0, 0.0, 0.5)),
            (name: "late", shape: Box(half_extents: (0.5, 0.5, 0.5)), position: (3.0, 0.0, 0.5), spawn_time: 0.5),
            (name: "cart", kind: Kinematic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 3.0, 1.0)),
        ],
        controllers: [
            (kind: Force, body: "box", force: (0.0, 0.0, -5.0), torque: (0.0, 0.0, 0.0), from: 1.0, until: Some(1.2)),
            (kind: Path, body: "cart", waypoints: [(time: 1.6, position: (0.0, 3.0, 1.0)), (time: 1.7, position: (0.0, 3.0, 2.0))]),
        ],
    )"#;
    let mut run = simulation_of(text, ContactModel::SeparatingFeature, 0.01);
    let calculated: Vec<bool> = (0..200).map(|_| calculates(&mut run, &StepInput::default())).collect();
    for (k, calculated) in calculated.iter().enumerate() {
        let (time, near) = (k as f64 * 0.01, |at: f64| (k as f64 * 0.01 - at).abs() < 0.015);
        assert!(
            *calculated || !(near(0.5) || near(1.0) || near(1.2) || (1.6..1.7).contains(&time)),
            "the step from {time} s"
        );
    }
    for span in [10..45, 60..95, 105..115, 130..155, 175..200] {
        assert!(calculated[span.clone()].contains(&false), "{span:?}");
    }
}

/// A state that tells what pairs with friction bore goes on as it would have; one of a file from before it was told repeats but for that, and is
/// solved.
#[test]
fn what_pairs_bore_is_part_of_the_state() {
    let none = StepInput::default();
    let mut run = simulation(&scene("friction/incline_sticks"), ContactModel::SeparatingFeature, 0.01);
    (0..5).for_each(|_| drop(run.step(&none).unwrap()));
    let told = serde_json::to_string(&run.state).unwrap();
    let read: State = serde_json::from_str(&told).unwrap();
    assert_eq!(read, run.state);
    let (_, next) = step(&run.model, &read, &none, &run.settings).unwrap();
    assert_eq!(next.poses, run.state.poses);

    let mut pairs = run.state.memory.pairs().to_vec();
    assert!(pairs.iter().any(|pair| pair.held.iter().any(|(_, p, f)| *p > 0.0 && f.norm() > 0.0)));
    pairs.iter_mut().for_each(|pair| pair.held.clear());
    let old = State { memory: ContactMemory::new(pairs.clone()), ..run.state.clone() };
    assert!(run.state.repeats(&old) && !old.repeats(&run.state));
    pairs[0].still = Some(0);
    let other = State { memory: ContactMemory::new(pairs), ..old.clone() };
    assert!(!run.state.repeats(&other));
    let (record, _) = step(&run.model, &old, &none, &run.settings).unwrap();
    assert!(record.solve.outer_iterations > 0);
}

/// Who keeps records has those of each step.
#[test]
fn records_that_are_kept_stay_as_they_were() {
    let mut run = standing();
    let first = run.state.step;
    let kept: Vec<Arc<StepRecord>> = (0..5).map(|_| run.step(&StepInput::default()).unwrap()).collect();
    assert!(kept.iter().map(|record| record.step).eq(first + 1..first + 6));
    assert!(kept.iter().all(|record| record.timing.detect == 0.0 && !record.contacts.is_empty()));
}

/// A thousand cubes stand as they were put, also where each step is calculated.
#[test]
fn stacks_of_cubes_stand() {
    for friction in [0.0, 0.5] {
        let mut scene = stacks_of_cubes(10, 10);
        scene.bodies.iter_mut().for_each(|body| body.friction = friction);
        let scene = load_scene(scene, "stacks", Path::new("")).unwrap();
        let mut run = simulation(&scene, ContactModel::SeparatingFeature, 0.01);
        run.settings.count_traps = false;
        let calculated = (0..8).filter(|_| calculates(&mut run, &StepInput::default())).count();
        assert!((1..6).contains(&calculated), "{calculated} steps of 8 with friction {friction}");
        assert!(distance(&run.state, &run.initial) < 1e-10);
    }
}
