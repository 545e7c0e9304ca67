//! One step of a settled pile under each contact model, and of a thousand cubes at rest.
//!
//! The scene is simulated to four seconds first, under the model that is measured, so that the contacts are those
//! of bodies at rest on each other; each sample then repeats the step from that state.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use pegsim::contact::models::ContactModel;
use pegsim::scene::generators::random;
use pegsim::scene::{load_file, load_scene};
use pegsim::step::Simulation;
use pegsim::world::StepInput;
use std::path::Path;

/// The pile that is measured.
const SCENE: &str = "scenes/box3d_seed0.ron";
/// When it has settled (s).
const SETTLED: f64 = 4.0;

/// A step that fails ends the benchmark with its reason: there is nothing to measure then.
#[expect(clippy::panic, reason = "a benchmark has nobody to hand an error to")]
fn settled(model: ContactModel) -> Simulation {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCENE);
    let scene = load_file(&path).unwrap_or_else(|error| panic!("{error}"));
    let mut settings = scene.settings;
    settings.contact.model = model;
    // A statistic, which costs a detection of its own under some models.
    settings.count_traps = false;
    let mut simulation = Simulation::new(scene.model, scene.state, settings);
    while simulation.state.time < SETTLED {
        if let Err(error) = simulation.step(&StepInput::default()) {
            panic!("{}: {error}", model.name());
        }
    }
    simulation
}

fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step/box-of-polyhedra");
    for model in ContactModel::ALL {
        let start = settled(model);
        group.bench_function(model.name(), |bencher| {
            bencher.iter_batched(
                || start.clone(),
                |mut simulation| simulation.step(&StepInput::default()).map(|record| record.contacts.len()),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// A thousand cubes that stand in stacks, without friction and with it: a step of the run, and one that is calculated.
#[expect(clippy::panic, reason = "a benchmark has nobody to hand an error to")]
fn thousand(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step/thousand-cubes-at-rest");
    for (name, friction) in [("smooth", 0.0), ("rough", 0.5)] {
        let mut scene = random::stacks_of_cubes(10, 10);
        scene.bodies.iter_mut().for_each(|body| body.friction = friction);
        let scene = load_scene(scene, name, Path::new("")).unwrap_or_else(|error| panic!("{error}"));
        let mut settings = scene.settings;
        settings.contact.model = ContactModel::SeparatingFeature;
        (settings.count_traps, settings.threads) = (false, Some(1));
        let mut simulation = Simulation::new(scene.model, scene.state, settings);
        let input = StepInput::default();
        for _ in 0..10 {
            if let Err(error) = simulation.step(&input) {
                panic!("{name}: {error}");
            }
        }
        group.bench_function(format!("{name}/run"), |bencher| {
            bencher.iter(|| simulation.step(&input).is_ok());
        });
        let Simulation { model, state, settings, .. } = simulation;
        group.bench_function(format!("{name}/calculated"), |bencher| {
            bencher.iter(|| pegsim::step::step(&model, &state, &input, &settings).is_ok());
        });
    }
    group.finish();
}

criterion_group!(benches, step, thousand);
criterion_main!(benches);
