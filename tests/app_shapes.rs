//! Scenes that some models cannot do, and bodies with curved surfaces, in the application without window or GPU.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::prelude::*;
use desk::{act, app, bench, errors, models, named, repository, run, warnings};
use pegsim::app::Options;
use pegsim::app::bench::workbench::DEFAULT_MODELS;
use pegsim::app::command::build::{BodyChange, PaletteShape, SpawnRequest};
use pegsim::app::command::{BuildCommand, FilesCommand, PastCommand, RunCommand};
use pegsim::app::run::simulation::Mode;
use pegsim::contact::models::ContactModel;
use pegsim::math::Dimension;
use pegsim::scene::format::Shape;
use pegsim::world::BodyId;
use std::f64::consts::PI;

fn open(app: &mut App, scene: &str) {
    act(app, FilesCommand::LoadScene(repository(scene)));
    app.update();
}

#[test]
fn a_scene_opens_with_the_models_that_can_do_it_and_the_others_come_back_with_the_next_one() {
    let mut app = app("curved/ramp.ron");
    assert_eq!(models(&app), [ContactModel::SeparatingFeature]);
    assert_eq!(bench(&app).aside.titles(), "Standard, PEG");
    assert_eq!(bench(&app).chosen_models(), DEFAULT_MODELS, "what is remembered is what the user chose");
    run(&mut app, 3);
    assert_eq!((bench(&app).step(), errors(&app)), (3, Vec::new()));
    open(&mut app, "curved/row_of_balls.ron");
    assert_eq!(models(&app), [ContactModel::SeparatingFeature]);
    open(&mut app, "triangle_drop.ron");
    assert_eq!(models(&app), DEFAULT_MODELS);
    assert!(bench(&app).aside.panes.is_empty());
    act(&mut app, PastCommand::Undo);
    assert_eq!((models(&app).len(), bench(&app).aside.panes.len()), (1, 2), "undone as it was");
}

#[test]
fn exact_stands_in_where_none_of_the_users_models_can() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, RunCommand::SetPaneCount(2));
    act(&mut app, RunCommand::FocusPane(1));
    let own = models(&app);
    assert_eq!(own, DEFAULT_MODELS[..2]);
    open(&mut app, "curved/ramp.ron");
    assert_eq!(models(&app), [ContactModel::SeparatingFeature]);
    assert_eq!(bench(&app).chosen_models(), own);
    run(&mut app, 2);
    assert_eq!((bench(&app).step(), errors(&app)), (2, Vec::new()));
    open(&mut app, "triangle_drop.ron");
    assert_eq!(models(&app), own);
    // With three models that cannot, another pane keeps the one that can; all three are shown on request.
    act(&mut app, RunCommand::SetPaneCount(3));
    act(&mut app, RunCommand::SetPaneModel { pane: 2, model: ContactModel::Lnc });
    let three = models(&app);
    open(&mut app, "curved/ramp.ron");
    assert_eq!((models(&app).len(), bench(&app).chosen_models()), (1, three.clone()));
    act(&mut app, RunCommand::SetPaneCount(2));
    assert_eq!(models(&app), [three[0], ContactModel::SeparatingFeature]);
    act(&mut app, PastCommand::Undo);
    act(&mut app, RunCommand::ShowSetAside);
    assert_eq!(models(&app), three);
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    assert_eq!(models(&app), three, "the scene before");
    act(&mut app, RunCommand::SetPaneCount(2));
    // Who chooses a model meanwhile has chosen.
    open(&mut app, "curved/ramp.ron");
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::Lnc });
    open(&mut app, "triangle_drop.ron");
    assert_eq!(models(&app), [ContactModel::Lnc]);
}

#[test]
fn a_pane_that_cannot_do_the_scene_says_so_stands_still_and_goes_on_with_a_model_that_can() {
    let mut app = app("curved/ramp.ron");
    run(&mut app, 2);
    act(&mut app, RunCommand::ShowSetAside);
    assert_eq!(models(&app), DEFAULT_MODELS);
    assert!(bench(&app).aside.panes.is_empty());
    let said = bench(&app).panes[0].cannot();
    assert_eq!(said.as_deref(), Some("Standard has corners and faces only, and body `ball` is curved"));
    run(&mut app, 3);
    let steps = |app: &App| bench(app).panes.iter().map(|p| p.simulation.state.step).collect::<Vec<_>>();
    assert_eq!((steps(&app), errors(&app)), (vec![2, 2, 5], Vec::new()));
    assert_eq!(bench(&app).reference(), 2, "what stands still is no reference");
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::SeparatingFeature });
    assert_eq!(bench(&app).panes[0].cannot(), None);
    run(&mut app, 1);
    assert_eq!(steps(&app), [6, 2, 6], "it catches up");
    assert_eq!(bench(&app).panes[0].simulation.state, bench(&app).panes[2].simulation.state);
    act(&mut app, PastCommand::Undo);
    assert_eq!(models(&app)[0], ContactModel::Standard);
}

#[test]
fn another_pane_has_a_model_that_can_if_there_is_one_left() {
    let mut app = app("joints/hanging_rod.ron");
    act(&mut app, RunCommand::SetPaneCount(1));
    for pane in [ContactModel::DeepestPoint, ContactModel::MultiPoint] {
        act(&mut app, RunCommand::SetPaneModel { pane: 0, model: pane });
        assert!(bench(&app).panes[0].cannot().is_some(), "{pane:?}");
    }
    act(&mut app, RunCommand::SetPaneCount(2));
    assert!(models(&app).contains(&ContactModel::Standard));
    assert_eq!(bench(&app).panes.iter().filter(|pane| pane.cannot().is_some()).count(), 1);
}

fn shape_named(name: &str, dimension: Dimension) -> PaletteShape {
    let all = PaletteShape::all(dimension);
    all.into_iter().find(|shape| shape.name(dimension) == name).expect("the palette offers it")
}

/// Mass and moment of inertia (about z) of a body.
fn mass(app: &App, id: BodyId) -> (f64, f64) {
    let body = bench(app).scene.model.body(id);
    (body.mass, body.inertia[(2, 2)])
}

#[test]
fn round_bodies_are_added_undone_and_done_again_in_the_plane_and_in_space() {
    for (scene, name) in [("triangle_drop.ron", "disc"), ("cube_on_edge.ron", "ball")] {
        let mut app = app(scene);
        let dimension = bench(&app).scene.model.dimension;
        let before = bench(&app).scene.source.clone();
        assert_eq!(before.contact.model, ContactModel::Peg);
        let shape = shape_named(name, dimension);
        act(&mut app, BuildCommand::Spawn(SpawnRequest { shape, radius: Some(0.05), fixed: false }));
        assert!(warnings(&app).is_empty(), "{scene}: {:?}", warnings(&app));
        let id = named(&app, name);
        let after = bench(&app).scene.source.clone();
        assert_eq!(after.contact.model, ContactModel::SeparatingFeature, "a file that can be opened");
        let density = after.bodies[id.0].density;
        let (measure, moment) = match dimension {
            Dimension::Two => (PI * 0.05_f64.powi(2), 0.5),
            Dimension::Three => (4.0 / 3.0 * PI * 0.05_f64.powi(3), 0.4),
        };
        let (m, i) = mass(&app, id);
        assert!((m / (density * measure) - 1.0).abs() < 1e-12, "{scene}: {m} kg");
        assert!((i / (moment * m * 0.05_f64.powi(2)) - 1.0).abs() < 1e-12, "{scene}: {i} kg·m²");
        // The panes that cannot say so; Exact goes on.
        assert_eq!(bench(&app).panes.iter().filter(|pane| pane.cannot().is_some()).count(), 2);
        run(&mut app, 2);
        assert_eq!((bench(&app).step(), errors(&app)), (2, Vec::new()));
        act(&mut app, PastCommand::Reset);
        act(&mut app, PastCommand::Undo);
        act(&mut app, PastCommand::Undo);
        assert_eq!(bench(&app).scene.source, before);
        assert!(bench(&app).panes.iter().all(|pane| pane.cannot().is_none()));
        act(&mut app, PastCommand::Redo);
        assert_eq!(bench(&app).scene.source, after);
    }
}

#[test]
fn a_body_becomes_a_ball_its_radius_changes_and_it_is_saved_as_a_file_says_it() {
    let folder = std::env::temp_dir().join(format!("pegsim-shapes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("block.ron");
    let text = "// a block\nScene(name: \"block\", contact: (model: SeparatingFeature), bodies: [\n    (name: \"floor\", kind: Fixed, shape: Box(half_extents: (1.0, 1.0, 0.1)), position: (0.0, 0.0, -0.1)),\n    // it becomes a ball\n    (name: \"block\", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.1), density: 500.0),\n])\n";
    std::fs::write(&file, text).expect("a file");
    let mut app = desk::started(Options { scene: Some(file.clone()), ..desk::plain() }, Mode::Inline);
    let block = named(&app, "block");
    let change = |app: &mut App, change: BodyChange| act(app, BuildCommand::ChangeBody(block, change));
    // The block lies on the floor: a ball about it would reach into the floor, one within it does not.
    change(&mut app, BodyChange::Become(shape_named("ball", Dimension::Three)));
    let shape = |app: &App| bench(app).scene.source.bodies[block.0].shape.clone();
    assert_eq!(shape(&app), Shape::Sphere { radius: 0.1 }, "{:?}", warnings(&app));
    let before = shape(&app);
    change(&mut app, BodyChange::Shape(Shape::Sphere { radius: 0.11 }));
    assert_eq!(shape(&app), before);
    let said = warnings(&app);
    assert!(said.iter().any(|said| said.contains("`block`: it overlaps body `floor` by 0.01 m")), "{said:?}");
    change(&mut app, BodyChange::Shape(Shape::Sphere { radius: 0.08 }));
    let (m, i) = mass(&app, block);
    let wanted = 500.0 * 4.0 / 3.0 * PI * 0.08_f64.powi(3);
    assert!((m / wanted - 1.0).abs() < 1e-12 && (i / (0.4 * m * 0.08 * 0.08) - 1.0).abs() < 1e-12);
    assert!(bench(&app).panes[2].simulation.model.body(block).parts[0].is_curved());
    act(&mut app, FilesCommand::SaveScene);
    for _ in 0..3 {
        app.update();
    }
    let saved = std::fs::read_to_string(&file).expect("the file");
    let wanted = text.replace("Box(half_extents: (0.1, 0.1, 0.1))", "Sphere(radius: 0.08)");
    assert_eq!(saved, wanted);
    assert!(!bench(&app).is_edited());
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    assert!(matches!(shape(&app), Shape::Box { .. }), "{:?}", shape(&app));
    act(&mut app, PastCommand::Redo);
    assert_eq!(shape(&app), Shape::Sphere { radius: 0.1 });
    let _ = std::fs::remove_dir_all(&folder);
}
