//! What the integration tests share: scenes by name, and runs with the truth meter at hand.
#![allow(dead_code)] // each test file uses its part

use pegsim::contact::models::{ContactModel, Family};
use pegsim::experiment::truth::TruthMeter;
use pegsim::scene::{LoadedScene, load_file, load_str};
use pegsim::step::{Simulation, StepRecord};
use pegsim::world::State;
use pegsim::world::StepInput;
use std::path::Path;

/// The models that hold bodies apart by conditions. Penalty methods let them into each other, and slow down what meets over many steps:
/// their laws are in `tests/penalty.rs`.
pub fn models_of_conditions() -> Vec<ContactModel> {
    ContactModel::ALL.into_iter().filter(|m| m.family() != Family::Penalty).collect()
}

/// The scene `scenes/NAME.ron` of the project.
pub fn scene(name: &str) -> LoadedScene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(format!("{name}.ron"));
    load_file(&path).unwrap_or_else(|e| panic!("{e}"))
}

/// A run that has not begun.
pub fn simulation(scene: &LoadedScene, model: ContactModel, h: f64) -> Simulation {
    let mut settings = scene.settings;
    settings.contact.model = model;
    settings.h = h;
    Simulation::new(scene.model.clone(), scene.state.clone(), settings)
}

/// A run that has not begun, of a scene given as text.
pub fn simulation_of(text: &str, model: ContactModel, h: f64) -> Simulation {
    let scene = load_str(text, "test.ron", Path::new(".")).unwrap_or_else(|e| panic!("{e}"));
    simulation(&scene, model, h)
}

/// What was seen over a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Deepest penetration of any pair at any step (m).
    pub depth: f64,
    /// Largest total overlap (m² or m³).
    pub overlap: f64,
    /// Steps whose first method was left.
    pub fallbacks: usize,
}

/// Runs for `duration` (s) and measures after every step. A failed step is a failed test.
pub fn run(simulation: &mut Simulation, duration: f64) -> Seen {
    let meter = TruthMeter::new(&simulation.model);
    let steps = (duration / simulation.settings.h - 1e-9).ceil() as usize;
    let mut seen = Seen::default();
    for _ in 0..steps {
        let record = simulation.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
        let truth = meter.measure(&simulation.model, &simulation.state);
        assert!(truth.depth_max.is_finite() && truth.overlap_total.is_finite());
        seen.depth = seen.depth.max(truth.depth_max);
        seen.overlap = seen.overlap.max(truth.overlap_total);
        seen.fallbacks += usize::from(record.solve.fallback.is_some());
    }
    seen
}

/// Runs for `duration` (s), with a look at every record. A failed step is a failed test.
pub fn watch(simulation: &mut Simulation, duration: f64, look: &mut dyn FnMut(&Simulation, &StepRecord)) {
    for _ in 0..(duration / simulation.settings.h).round() as usize {
        let record = simulation.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
        look(simulation, &record);
    }
}

/// Runs without measuring.
pub fn advance(simulation: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        simulation.step(&StepInput::default()).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// Largest distance of a centre of mass between two states (m).
pub fn distance(a: &State, b: &State) -> f64 {
    a.poses.iter().zip(&b.poses).map(|(p, q)| (p.position - q.position).norm()).fold(0.0, f64::max)
}
