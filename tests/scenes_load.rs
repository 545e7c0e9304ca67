//! Every scene that comes with the program loads, survives saving, and is what the generator makes.

#![allow(clippy::unwrap_used, reason = "a helper of a test may end the test")]

use pegsim::contact::models::ContactModel;
use pegsim::math::Dimension;
use pegsim::scene::generators::standard::{mesh_files, standard_set};
use pegsim::scene::{LoadedScene, load_file, load_scene, load_str, parse, scene_files, to_text};
use pegsim::world::BodyKind;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn own_scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes")
}

/// Loads the file, and what is saved of it, and compares all that a step reads.
fn load_and_round_trip(file: &Path) -> LoadedScene {
    let loaded = load_file(file).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.path.as_deref(), Some(file));
    let text = to_text(&loaded.source);
    assert_eq!(parse(&text, "saved.ron").unwrap(), loaded.source, "{}", file.display());
    let again = load_str(&text, "saved.ron", file.parent().unwrap()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.state, loaded.state);
    assert_eq!(again.settings, loaded.settings);
    assert_eq!(again.duration, loaded.duration);
    assert_eq!(format!("{:?}", again.model), format!("{:?}", loaded.model));
    loaded
}

#[test]
fn every_own_scene_loads_and_round_trips() {
    let files = scene_files(&own_scenes()).unwrap();
    assert!(files.len() >= 51, "only {} scenes", files.len());
    for file in files {
        let loaded = load_and_round_trip(&file);
        assert!(!loaded.name.is_empty() && !loaded.description.is_empty(), "{}", file.display());
        assert!(loaded.camera.is_some(), "{}", file.display());
    }
}

#[test]
fn foreign_scenes_load_unchanged_where_they_are_at_hand() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/scenes");
    for file in scene_files(&shared).unwrap_or_default() {
        load_and_round_trip(&file);
    }
}

#[test]
fn files_are_what_the_generator_makes() {
    let set = standard_set();
    // Those of lessons are written by hand, as their readers would.
    let by_hand = own_scenes().join("lessons");
    let files = scene_files(&own_scenes()).unwrap();
    assert_eq!(set.len(), files.iter().filter(|file| !file.starts_with(&by_hand)).count());
    // The app tells scenes apart by the names of their files.
    let names: BTreeSet<_> = set.iter().map(|(stem, _)| Path::new(stem).file_name().unwrap()).collect();
    assert_eq!(names.len(), set.len(), "two scenes have files of the same name");
    for (stem, scene) in set {
        let file = own_scenes().join(format!("{stem}.ron"));
        let text = std::fs::read_to_string(&file).unwrap();
        // Not assert_eq: two files of 30 kB say less than one sentence.
        let advice =
            "differs from its generator; run `cargo run --no-default-features --example generate_scenes`";
        assert!(text == to_text(&scene), "{} {advice}", file.display());
    }
    for (name, text) in mesh_files() {
        assert!(std::fs::read_to_string(own_scenes().join(&name)).unwrap() == text, "{name}");
    }
}

#[test]
fn generated_families_start_apart_for_any_seed() {
    use pegsim::scene::generators::random::{box_of_polygons, box_of_polyhedra, pile, stack_of_boxes};
    for seed in 10..14 {
        let mut scenes = vec![box_of_polygons(seed), box_of_polyhedra(seed), pile(50, seed)];
        scenes.extend([Dimension::Two, Dimension::Three].map(|d| stack_of_boxes(d, seed)));
        for scene in scenes {
            load_scene(scene, "generated.ron", Path::new("")).unwrap_or_else(|e| panic!("{e}"));
        }
    }
}

#[test]
fn mass_and_centre_follow_from_density_and_shape() {
    let text = r#"Scene(dimension: Three, bodies: [
        (name: "brick", shape: Hull(points: [(1,1,1),(3,1,1),(1,2,1),(3,2,1),(1,1,2),(3,1,2),(1,2,2),(3,2,2)]),
         position: (10.0, 0.0, 0.0), orientation: (0.7071067811865476, 0.0, 0.0, 0.7071067811865476), density: 500.0),
        (name: "ell", shape: Union([
            (shape: Box(half_extents: (1.0, 0.5, 0.5))),
            (shape: Box(half_extents: (0.5, 1.0, 0.5)), position: (1.5, 0.5, 0.0)),
        ]), position: (0.0, 0.0, 50.0), density: 1.0),
        (name: "light", shape: Platonic(Cube, 1.0), position: (0.0, 0.0, 100.0), mass: 3.0),
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1, 1, 1)), position: (0.0, 0.0, -9.0)),
    ])"#;
    let loaded = load_str(text, "x.ron", Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    let bodies = &loaded.model.bodies;
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{a} is not {b}");

    // A brick of 2 × 1 × 1 m about (2, 1.5, 1.5), turned by 90° about z: x becomes y.
    close(bodies[0].mass, 1000.0);
    close(bodies[0].inertia[(0, 0)], 1000.0 / 12.0 * 2.0);
    close(bodies[0].inertia[(1, 1)], 1000.0 / 12.0 * 5.0);
    close(bodies[0].centre_of_mass.x, 2.0);
    close(loaded.state.poses[0].position.x, 10.0 - 1.5);
    close(loaded.state.poses[0].position.y, 2.0);
    close(bodies[0].radius, 1.5_f64.sqrt());
    close(bodies[0].parts[0].mass_properties().centroid.norm(), 0.0);

    // Two bricks of 2 m³: centres (0, 0, 0) and (1.5, 0.5, 0).
    close(bodies[1].mass, 4.0);
    close(bodies[1].centre_of_mass.x, 0.75);
    close(bodies[1].centre_of_mass.y, 0.25);
    let zz = 2.0 * 2.0 / 12.0 * 5.0 + 2.0 * 2.0 * (0.75_f64.powi(2) + 0.25_f64.powi(2));
    close(bodies[1].inertia[(2, 2)], zz);
    close(bodies[1].inertia[(0, 1)], -(2.0 * 2.0 * 0.75 * 0.25));

    // A cube of circumradius 1 with a mass of its own keeps its shape's inertia: m a²/6.
    close(bodies[2].mass, 3.0);
    close(bodies[2].inertia[(1, 1)], 3.0 * (4.0 / 3.0) / 6.0);

    assert_eq!((bodies[3].kind, bodies[3].mass), (BodyKind::Fixed, f64::INFINITY));
}

#[test]
fn defaults_are_those_of_the_contract() {
    let text = r#"(dimension: Two, bodies: [(name: "a", shape: RegularPolygon(sides: 6, radius: 1))])"#;
    let loaded = load_str(text, "x.ron", Path::new("")).unwrap();
    assert_eq!(loaded.settings, pegsim::step::StepSettings::default());
    assert_eq!((loaded.duration, loaded.camera), (None, None));
    let body = &loaded.model.bodies[0];
    assert_eq!((body.kind, body.friction, body.restitution), (BodyKind::Dynamic, 0.0, 0.0));
    assert_eq!((body.spawn_time, body.color), (0.0, None));
    assert!((body.mass - 1500.0 * 3.0_f64.sqrt()).abs() < 1e-9);
    assert_eq!(loaded.model.gravity.as_slice(), [0.0, -9.81, 0.0]);
}

#[test]
fn triangle_drop_has_the_printed_mass_and_inertia() {
    let loaded = load_file(&own_scenes().join("triangle_drop.ron")).unwrap();
    let body = &loaded.model.bodies[1];
    assert_eq!((body.mass, body.inertia[(2, 2)]), (1.0, 0.6495));
}

/// A scene that names no contact model has one that can do what is in it; one that names another is told so.
#[test]
fn who_names_no_model_has_one_that_can() {
    let loaded = |shape: &str, contact: &str| {
        let text = format!("Scene({contact} bodies: [(name: \"ball\", kind: Dynamic, shape: {shape})])");
        load_str(&text, "test.ron", Path::new("."))
            .map(|scene| (scene.settings.contact.model, scene.source.contact.model))
    };
    let (ball, cube) = ("Sphere(radius: 0.1)", "Box(half_extents: (0.1, 0.1, 0.1))");
    let both = |model| (model, model);
    for contact in ["", "contact: (applicability_angle: 0.3),", "contact: (),"] {
        assert_eq!(loaded(ball, contact).unwrap(), both(ContactModel::SeparatingFeature), "{contact}");
        assert_eq!(loaded(cube, contact).unwrap(), both(ContactModel::Peg), "{contact}");
    }
    let refused = loaded(ball, "contact: (model: Peg),").unwrap_err().to_string();
    assert!(refused.contains("`ball` is curved"), "{refused}");
}
