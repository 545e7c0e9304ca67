//! The scenes of `scenes/seams/` and `scenes/hard/` have the geometry that they promise: gaps, offsets, overlaps.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

mod common;

use pegsim::experiment::truth::{Truth, measure};
use pegsim::geometry::polytope::Polytope;
use pegsim::math::Dimension;
use pegsim::scene::generators::standard::standard_set;
use pegsim::scene::{LoadedScene, load_scene};
use pegsim::world::{BodyId, BodyKind, State};
use std::path::Path;

/// Deepest overlap that rounding of coordinates of some metres explains (m).
const ROUNDING: f64 = 1e-12;

fn scenes(folder: &str) -> Vec<(String, LoadedScene)> {
    let inside = standard_set().into_iter().filter(|(stem, _)| stem.starts_with(folder));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let load = |stem: &str, scene| {
        // Meshes lie beside their scenes.
        let folder = root.join(stem);
        load_scene(scene, "generated.ron", folder.parent().unwrap()).unwrap_or_else(|e| panic!("{e}"))
    };
    inside.map(|(stem, scene)| (stem.clone(), load(&stem, scene))).collect()
}

/// What the truth meter reads at the start, and at the start with every body in its place.
fn truths(scene: &LoadedScene) -> [Truth; 2] {
    let last = scene.model.bodies.iter().map(|body| body.spawn_time).fold(0.0, f64::max);
    [0.0, last].map(|time| measure(&scene.model, &State { time, ..scene.state.clone() }))
}

/// The parts of a body in the world at the start.
fn parts(scene: &LoadedScene, id: BodyId) -> Vec<Polytope> {
    let pose = &scene.state.poses[id.0];
    let parts = &scene.model.body(id).parts;
    parts.iter().map(|part| part.transformed(&pose.orientation, &pose.position)).collect()
}

/// Least and greatest coordinate of a body along an axis (m).
fn extent(scene: &LoadedScene, id: BodyId, axis: usize) -> (f64, f64) {
    let parts = parts(scene, id);
    let values = parts.iter().flat_map(|part| &part.vertices).map(|v| v[axis]);
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

#[test]
fn nothing_overlaps_at_the_start() {
    for (stem, scene) in scenes("") {
        let [start, _] = truths(&scene);
        assert!(start.depth_max <= ROUNDING, "{stem}: {:e} m, {:?}", start.depth_max, start.worst_pair);
    }
}

#[test]
fn bodies_that_enter_inside_others_overlap_by_one_to_five_centimetres() {
    let mut seen = 0;
    for (stem, scene) in scenes("hard/") {
        let [_, all] = truths(&scene);
        if !stem.contains("spawned_inside") {
            assert!(all.depth_max <= ROUNDING, "{stem}");
            continue;
        }
        seen += 1;
        assert_eq!(all.pairs.len(), 5, "{stem}");
        for pair in &all.pairs {
            let names = [pair.bodies.0, pair.bodies.1].map(|id| scene.model.body(id).name.as_str());
            // The entering body says how deep.
            let digits: String = names[1].chars().filter(char::is_ascii_digit).collect();
            let wanted = digits.parse::<f64>().unwrap() / 100.0;
            assert!((pair.depth - wanted).abs() < 1e-9, "{stem}: {names:?} by {}", pair.depth);
        }
    }
    assert_eq!(seen, 2);
}

#[test]
fn bodies_slide_from_rest_on_the_ground_over_the_seam_and_stay_on_it() {
    let all = scenes("seams/");
    assert!(all.len() >= 14);
    for (stem, scene) in all {
        let up = if scene.model.dimension == Dimension::Two { 1 } else { 2 };
        let mut end = f64::INFINITY;
        let mut tops = Vec::new();
        for id in scene.model.ids().filter(|&id| scene.model.body(id).kind == BodyKind::Fixed) {
            end = extent(&scene, id, 0).1.max(if end.is_finite() { end } else { 0.0 });
            tops.extend(
                parts(&scene, id)
                    .iter()
                    .map(|part| part.vertices.iter().map(|v| v[up]).fold(f64::NEG_INFINITY, f64::max)),
            );
        }
        let offset = match stem.rsplit_once("_down_").or_else(|| stem.rsplit_once("_up_")) {
            Some((_, size)) if stem.contains("_down_") => -size.parse::<f64>().unwrap(),
            Some((_, size)) => size.parse().unwrap(),
            None => 0.0,
        };
        assert!(tops[0].abs() <= 1e-15 && (tops[1] - offset).abs() <= 1e-15, "{stem}: tops {tops:?}");
        for id in scene.model.ids().filter(|&id| scene.model.body(id).is_dynamic()) {
            let name = &scene.model.body(id).name;
            let (back, ahead) = extent(&scene, id, 0);
            let gap = extent(&scene, id, up).0;
            assert!(gap.abs() <= 1e-15, "{stem}: {name} starts {gap:e} m above the ground");
            let way = scene.state.twists[id.0].linear.x * scene.duration.unwrap();
            assert!(ahead < -0.4 && back + way > 1.0, "{stem}: {name} does not cross the seam");
            assert!(ahead + way < end, "{stem}: {name} leaves the ground");
        }
    }
}

/// The widest gap between two convex parts along a facet normal of either (m): at most their distance.
fn gap(a: &Polytope, b: &Polytope) -> f64 {
    let side = |a: &Polytope, b: &Polytope| {
        let beyond = |facet: &pegsim::geometry::polytope::Facet| {
            let far = facet.offset;
            b.vertices.iter().map(|v| v.dot(&facet.normal) - far).fold(f64::INFINITY, f64::min)
        };
        a.facets.iter().map(beyond).fold(f64::NEG_INFINITY, f64::max)
    };
    side(a, b).max(side(b, a))
}

#[test]
fn the_stones_of_the_dense_packing_are_a_tenth_of_a_millimetre_to_one_apart() {
    let scene = common::scene("hard/dense_packing");
    let stones: Vec<BodyId> = scene.model.ids().filter(|&id| scene.model.body(id).is_dynamic()).collect();
    assert_eq!(stones.len(), 30);
    for &stone in &stones {
        let own = parts(&scene, stone).remove(0);
        let others = scene.model.ids().filter(|&id| id != stone).flat_map(|id| parts(&scene, id));
        let mut gaps: Vec<f64> = others.map(|other| gap(&own, &other)).collect();
        gaps.sort_by(f64::total_cmp);
        assert!(gaps[0] > 0.99e-4, "{} m", gaps[0]);
        // Hemmed in: neighbours on five sides at least.
        assert!(gaps[4] < 1.01e-3, "{:?}", &gaps[..6]);
    }
}

#[test]
fn the_scenes_fit_in_two_megabytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let files = pegsim::scene::scene_files(&folder).unwrap();
    let bytes: u64 = files.iter().map(|file| file.metadata().unwrap().len()).sum();
    assert!(bytes < 2_000_000, "{bytes} bytes");
}
