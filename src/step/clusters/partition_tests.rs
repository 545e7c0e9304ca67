//! Clusters against the plain definition: all pairs, and whatever hangs together.

use super::*;
use crate::scene::{LoadedScene, load_str};
use crate::step::simulation::Simulation;
use crate::world::StepInput;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::path::Path;

/// Clusters by asking every pair.
fn by_all_pairs(model: &Model, state: &State, h: f64, room: &Room) -> BTreeSet<Vec<BodyId>> {
    let there = |id: BodyId| model.is_active(id, state.time + h);
    let solid = |id: BodyId| there(id) && model.body(id).collide;
    let joined = |a: BodyId, b: BodyId| {
        there(a) && there(b) && model.joints.iter().any(|j| j.bodies == (a, b) || j.bodies == (b, a))
    };
    let linked = |a: BodyId, b: BodyId| {
        a != b && (joined(a, b) || solid(a) && solid(b) && room.is_near(model, state, (a.0, b.0)))
    };
    let mut alone: BTreeSet<BodyId> = model.ids().filter(|id| there(*id)).collect();
    let mut clusters = BTreeSet::new();
    let moving: Vec<BodyId> = alone.iter().copied().filter(|id| model.body(*id).is_dynamic()).collect();
    for &first in &moving {
        if !alone.contains(&first) {
            continue;
        }
        let mut cluster = BTreeSet::from([first]);
        let mut ask = vec![first];
        while let Some(a) = ask.pop() {
            for b in model.ids().filter(|b| there(*b) && linked(a, *b)) {
                if cluster.insert(b) && model.body(b).is_dynamic() {
                    ask.push(b);
                }
            }
        }
        if cluster.len() > 1 {
            alone = &alone - &cluster;
            clusters.insert(cluster.into_iter().collect());
        }
    }
    if !clusters.is_empty() && alone.iter().any(|id| model.body(*id).kind != BodyKind::Fixed) {
        clusters.insert(alone.into_iter().collect());
    }
    clusters
}

/// Boxes and balls of many sizes and speeds here and there over floors, some of them in piles, joined, not solid, moved by hand or not there yet.
fn scattered(seed: u64) -> LoadedScene {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |n: u64| random.next_u64() % n;
    let mut bodies = Vec::new();
    let mut joints = String::new();
    for floor in 0..3 {
        let x = 12 * floor;
        bodies.push(format!(
            "(name: \"floor {floor}\", kind: Fixed, shape: Box(half_extents: (2, 2, 0.25)), position: ({x}, 0, -0.25))"
        ));
    }
    for k in 0..40 {
        let size = [0.02, 0.05, 0.05, 0.1][below(4) as usize];
        let x = 12.0 * below(3) as f64 + 0.4 * below(9) as f64 - 1.6;
        let y = 0.4 * below(9) as f64 - 1.6;
        let z = 0.15 + 0.25 * k as f64;
        let v = if below(4) == 0 { 10.0 } else { 0.0 };
        let shape = if below(3) == 0 {
            format!("Sphere(radius: {size})")
        } else {
            format!("Box(half_extents: ({size}, {size}, {size}))")
        };
        let kind = if below(12) == 0 { "Kinematic" } else { "Dynamic" };
        let collide = below(10) != 0;
        let spawn = if below(8) == 0 { 0.02 } else { 0.0 };
        bodies.push(format!(
            "(name: \"body {k}\", kind: {kind}, shape: {shape}, position: ({x}, {y}, {z}), velocity: ({v}, 0, 0), collide: {collide}, spawn_time: {spawn}, friction: 0.3)"
        ));
        if k > 0 && below(8) == 0 && kind == "Dynamic" && spawn == 0.0 {
            joints +=
                &format!("(kind: Spherical, bodies: (\"floor 1\", \"body {k}\"), point: ({x}, {y}, {z})),");
        }
    }
    let text = format!(
        "Scene(name: \"scattered\", dimension: Three, contact: (model: SeparatingFeature), bodies: [{}], joints: [{joints}])",
        bodies.join(", ")
    );
    load_str(&text, "scattered", Path::new("")).expect("a scene")
}

#[test]
fn clusters_are_what_hangs_together_pair_by_pair() {
    let mut seen = BTreeSet::new();
    for seed in 0..12 {
        let loaded = scattered(seed);
        let mut run = Simulation::new(loaded.model, loaded.state, loaded.settings);
        for step in 0..60 {
            let (model, state, h) = (&run.model, &run.state, 0.01);
            // Rooms of all widths, down to none: how many clusters there are depends on it.
            for part in [0.0, 0.3, 1.0] {
                let mut room = Room::at_first(model, state, h);
                room.0.iter_mut().for_each(|room| *room *= part);
                let found = clusters(model, state, h, &room);
                let count = found.len();
                let found: BTreeSet<Vec<BodyId>> = found.into_iter().collect();
                assert_eq!(found.len(), count, "none twice");
                assert_eq!(found, by_all_pairs(model, state, h, &room), "seed {seed}, step {step}, {part}");
                seen.insert(count);
            }
            run.step(&StepInput::default()).expect("a step");
        }
    }
    assert!(seen.len() > 8, "as many clusters as {seen:?}");
}
