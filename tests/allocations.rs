//! How often steps ask for memory, counted by an allocator that counts.
#![allow(clippy::unwrap_used)] // a test ends there, with its reason

mod common;

use allocation_counter::measure;
use common::{advance, scene, simulation};
use pegsim::contact::models::ContactModel;
use pegsim::scene::generators::random::stacks_of_cubes;
use pegsim::scene::load_scene;
use pegsim::step::Simulation;
use pegsim::world::StepInput;
use std::path::Path;

/// Allocations of the next steps, each of which is forgotten before the next.
fn counted(run: &mut Simulation, steps: usize) -> u64 {
    let input = StepInput::default();
    let info = measure(|| {
        for _ in 0..steps {
            drop(run.step(&input).unwrap());
        }
    });
    info.count_total
}

#[test]
fn a_run_at_rest_asks_for_no_memory() {
    let loaded = load_scene(stacks_of_cubes(10, 10), "stacks", Path::new("")).unwrap();
    for (scene, before) in [(scene("boxstack3d"), 200), (scene("friction/card_house"), 20), (loaded, 10)] {
        let mut run = simulation(&scene, ContactModel::SeparatingFeature, 0.01);
        run.settings.count_traps = false;
        assert!(counted(&mut run, 1) > 0, "nothing is counted");
        advance(&mut run, before);
        assert_eq!(counted(&mut run, 100), 0, "{}", scene.name);
    }
}

/// Not none, as at rest: a step has some fifty short lists, and each body that flies has its corners, where it is three times.
#[test]
fn a_free_flight_asks_for_few() {
    let mut cubes = stacks_of_cubes(3, 1);
    cubes.bodies.remove(0);
    let cubes = load_scene(cubes, "nine cubes that fall", Path::new("")).unwrap();
    for (scene, most) in [(scene("t_handle"), 60), (cubes, 85)] {
        let mut run = simulation(&scene, ContactModel::SeparatingFeature, 0.001);
        run.settings.count_traps = false;
        advance(&mut run, 3);
        let (first, later) = (counted(&mut run, 10), counted(&mut run, 10));
        assert!(run.record.as_ref().unwrap().contacts.is_empty(), "{}", scene.name);
        assert!(first == later && later <= 10 * most, "{}: {first} and {later} in ten steps", scene.name);
    }
}
