//! Runs of stored cases whose steps are counted in instructions by valgrind: `scripts/instructions`.
//!
//! Every step goes through [`counted_step`], which valgrind's callgrind is told to count in and to write a sum after; what
//! lies around it is not counted. Times depend on what else the machine does, numbers of instructions do not.
//!
//! `instructions --list` prints the cases; `instructions CASE` runs one, and prints how often its counted steps did what a report tells.

use pegsim::contact::models::ContactModel;
use pegsim::scene::format::{BodyDescription, Scene};
use pegsim::scene::generators::random;
use pegsim::scene::{load_file, load_scene};
use pegsim::step::{Simulation, StepError, StepRecord};
use pegsim::world::StepInput;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Where bodies are to start.
enum Start {
    /// A scene file of the repository.
    Scene(&'static str),
    /// A generated pile of so many polyhedra.
    Pile(usize),
    /// A thousand cubes that stand in a hundred stacks, and maybe one that falls far away from them.
    Cubes { one_falls: bool },
}

/// What is run, and which of its steps are counted.
struct Case {
    name: &'static str,
    start: Start,
    model: ContactModel,
    /// Step size (s).
    h: f64,
    /// Counted steps begin and end at these times (s).
    counted: (f64, f64),
}

const fn exact(name: &'static str, scene: &'static str, h: f64, counted: (f64, f64)) -> Case {
    Case { name, start: Start::Scene(scene), model: ContactModel::SeparatingFeature, h, counted }
}

const fn cubes(name: &'static str, one_falls: bool) -> Case {
    let start = Start::Cubes { one_falls };
    Case { name, start, model: ContactModel::SeparatingFeature, h: 0.01, counted: (0.05, 0.1) }
}

const SET_0: &str = "scenes/box3d_seed0.ron";

const CASES: [Case; 13] = [
    exact("ten-stones-0", SET_0, 0.01, (0.0, 5.0)),
    exact("ten-stones-2", "scenes/box3d_seed2.ron", 0.01, (0.0, 5.0)),
    // Without friction they never stop: they creep by micrometres a step.
    exact("ten-stones-late", SET_0, 0.01, (12.0, 12.5)),
    exact("at-rest", "scenes/boxstack3d.ron", 0.01, (3.0, 3.2)),
    cubes("thousand-at-rest", false),
    // As every step is where something moves: those at rest are asked whether they still do.
    cubes("thousand-and-one", true),
    // A body that nobody can meet.
    exact("flight", "scenes/t_handle.ron", 0.01, (0.0, 1.0)),
    Case {
        name: "pile-of-30",
        start: Start::Pile(30),
        model: ContactModel::SeparatingFeature,
        h: 0.01,
        counted: (0.3, 0.9),
    },
    exact("see-saw", "scenes/friction/seesaw.ron", 0.005, (1.5, 2.0)),
    // With friction, and more unknowns than the dense methods take.
    exact("wall-at-rest", "scenes/friction/masonry_wall_3d.ron", 0.01, (0.1, 0.3)),
    exact("chain-of-20", "scenes/joints/chain_20.ron", 0.005, (0.2, 0.4)),
    Case {
        name: "ten-stones-peg",
        start: Start::Scene(SET_0),
        model: ContactModel::Peg,
        h: 0.01,
        counted: (2.0, 2.5),
    },
    Case {
        name: "ten-stones-standard",
        start: Start::Scene(SET_0),
        model: ContactModel::Standard,
        h: 0.01,
        counted: (2.0, 2.5),
    },
];

fn cubes_at_rest(one_falls: bool) -> Scene {
    let mut scene = random::stacks_of_cubes(10, 10);
    if one_falls && let Some(last) = scene.bodies.last() {
        let name = "one that falls".to_owned();
        scene.bodies.push(BodyDescription { name, position: [0.0, 0.0, 100.0], ..last.clone() });
    }
    scene
}

impl Case {
    fn start(&self) -> Result<Simulation, String> {
        let loaded = match self.start {
            Start::Scene(file) => load_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)),
            Start::Pile(count) => load_scene(random::pile(count, 0), self.name, Path::new("")),
            Start::Cubes { one_falls } => load_scene(cubes_at_rest(one_falls), self.name, Path::new("")),
        };
        let loaded = loaded.map_err(|error| error.to_string())?;
        let mut settings = loaded.settings;
        settings.h = self.h;
        settings.contact.model = self.model;
        // A statistic, which costs a detection of its own under some models.
        settings.count_traps = false;
        settings.threads = Some(1);
        Ok(Simulation::new(loaded.model, loaded.state, settings))
    }

    /// What the records of the counted steps tell, in the order of [`TOLD`].
    fn run(&self) -> Result<Vec<[usize; TOLD.len()]>, String> {
        let mut simulation = self.start()?;
        let failed = |error: StepError| format!("{}: {error}", self.name);
        let steps = |time: f64| (time / self.h).round() as u64;
        for _ in 0..steps(self.counted.0) {
            simulation.step(&StepInput::default()).map_err(failed)?;
        }
        (steps(self.counted.0)..steps(self.counted.1))
            .map(|_| {
                let record = counted_step(&mut simulation).map_err(failed)?;
                // Nobody keeps it, and to forget it is no part of a step.
                simulation.record = None;
                let loaded = record.contacts().filter(|contact| contact.impulse > 0.0).count();
                Ok([record.solve.outer_iterations, record.solve.iterations, record.solve.switches, loaded])
            })
            .collect()
    }
}

/// One step; valgrind knows it by this name.
#[inline(never)]
fn counted_step(simulation: &mut Simulation) -> Result<Arc<StepRecord>, StepError> {
    simulation.step(&StepInput::default())
}

/// What is told of each counted step.
const TOLD: [&str; 4] =
    ["convex problems", "changes of active rows", "changes of feature", "loaded contacts"];

/// Median, 99th percentile and mean of a number that every step has.
fn spread(name: &str, mut all: Vec<usize>) {
    all.sort_unstable();
    let at = |part: f64| all.get((part * all.len() as f64) as usize).copied().unwrap_or_default();
    let mean = all.iter().sum::<usize>() as f64 / all.len().max(1) as f64;
    println!("{name}: median {}, p99 {}, mean {mean:.2}", at(0.5), at(0.99));
}

fn main() -> ExitCode {
    let asked = std::env::args().skip(1).find(|word| word != "--bench");
    let case = CASES.iter().find(|case| Some(case.name) == asked.as_deref());
    match (asked.as_deref(), case) {
        (_, Some(case)) => match case.run() {
            Ok(steps) => {
                for (k, name) in TOLD.iter().enumerate() {
                    spread(name, steps.iter().map(|told| told[k]).collect());
                }
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
        (Some("--list"), _) => {
            CASES.iter().for_each(|case| println!("{}", case.name));
            ExitCode::SUCCESS
        }
        (Some(word), _) => {
            eprintln!("there is no case `{word}`; `--list` names them");
            ExitCode::FAILURE
        }
        (None, _) => {
            println!("`scripts/instructions` counts these cases, `instructions CASE` runs one:");
            CASES.iter().for_each(|case| println!("  {}", case.name));
            ExitCode::SUCCESS
        }
    }
}
