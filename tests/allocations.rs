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

/// One body that spins, nine cubes that fall, and these above a floor.
#[test]
fn a_free_flight_asks_for_no_memory() {
    let high_above = |floor: bool| {
        let mut cubes = stacks_of_cubes(3, 1);
        if floor {
            cubes.bodies.iter_mut().skip(1).for_each(|body| body.position[2] += 10.0);
        } else {
            cubes.bodies.remove(0);
        }
        load_scene(cubes, "cubes that fall", Path::new("")).unwrap()
    };
    for scene in [scene("t_handle"), high_above(false), high_above(true)] {
        let mut run = simulation(&scene, ContactModel::SeparatingFeature, 0.001);
        assert!(counted(&mut run, 1) > 0, "nothing is counted");
        assert_eq!(counted(&mut run, 100), 0, "{}", scene.name);
        assert!(run.record.as_ref().unwrap().contacts.is_empty(), "{}", scene.name);
    }
}
