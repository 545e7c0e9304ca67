//! What keeps the window smooth: few meshes and materials for many bodies, lines that are made anew only when they
//! must be, and nothing slow in the frame. Without window or GPU.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::prelude::*;
use desk::{act, bench, plain, repository, started};
use pegsim::app::Options;
use pegsim::app::command::look::Overlay;
use pegsim::app::command::{AppCommand, FilesCommand, LookCommand, PastCommand, RunCommand};
use pegsim::app::draw::bodies::BodyView;
use pegsim::app::draw::material::FlatMaterial;
use pegsim::app::draw::meter::{FrameMeter, Stage};
use pegsim::app::draw::strokes::{Lines, MAX_LINES, Stroke};
use pegsim::app::files::loading::Loading;
use pegsim::app::look::camera::Rigs;
use pegsim::app::look::view::Selection;
use pegsim::app::messages::{Messages, Severity};
use pegsim::app::run::simulation::{Driver, Mode};
use pegsim::world::BodyId;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The application on a scene file.
fn app(scene: &Path, mode: Mode) -> App {
    started(Options { scene: Some(scene.to_path_buf()), ..plain() }, mode)
}

/// A floor with boxes of one size and many colours on it.
fn equal_boxes(count: usize) -> PathBuf {
    let mut bodies = String::new();
    for i in 0..count {
        let (x, y) = ((i % 10) as f64, (i / 10) as f64);
        let red = i as f64 / count as f64;
        let _ = writeln!(
            bodies,
            "(name: \"box {i}\", kind: Dynamic, shape: Box(half_extents: (0.2, 0.2, 0.2)),
              position: ({x}, {y}, 0.2), color: Some(({red}, 0.4, 0.6))),"
        );
    }
    let text = format!(
        "Scene(dimension: Three, bodies: [
           (name: \"floor\", kind: Fixed, shape: Box(half_extents: (20.0, 20.0, 0.1)), position: (0.0, 0.0, -0.1)),
           {bodies}])"
    );
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("equal_boxes_{count}.ron"));
    std::fs::write(&path, text).expect("the scene is written");
    path
}

fn send(app: &mut App, command: AppCommand) {
    app.world_mut().write_message(command);
}

/// Updates until something holds, or the patience is over.
fn wait(app: &mut App, what: impl Fn(&App) -> bool) -> bool {
    let start = Instant::now();
    while !what(app) {
        if start.elapsed() > Duration::from_secs(60) {
            return false;
        }
        app.update();
    }
    true
}

#[test]
fn bodies_of_equal_shape_share_meshes_and_those_of_any_colour_materials() {
    let mut app = app(&equal_boxes(100), Mode::Inline);
    let mut looks =
        app.world_mut().query_filtered::<(&Mesh3d, &MeshMaterial3d<FlatMaterial>), With<BodyView>>();
    let (mut meshes, mut materials, mut count) = (BTreeSet::new(), BTreeSet::new(), 0);
    for (mesh, material) in looks.iter(app.world()) {
        meshes.insert(mesh.id());
        materials.insert(material.id());
        count += 1;
    }
    assert_eq!(count, 3 * 2 * 101, "faces and edges of every body in every pane");
    assert_eq!(meshes.len(), 4, "faces and edges of the box and of the floor");
    assert_eq!(materials.len(), 2, "faces and edges");
}

fn builds(app: &App) -> u64 {
    app.world().resource::<FrameMeter>().content.overlay_builds
}

/// How many sets of lines a change has made anew.
fn rebuilt(app: &mut App, change: impl FnOnce(&mut App)) -> u64 {
    let before = builds(app);
    change(app);
    app.update();
    builds(app) - before
}

#[test]
fn lines_are_made_anew_only_when_something_they_show_has_changed() {
    let mut app = app(&repository("box3d_seed0.ron"), Mode::Inline);
    for _ in 0..60 {
        act(&mut app, RunCommand::Step);
    }
    app.update();
    assert_eq!(rebuilt(&mut app, |app| (0..5).for_each(|_| app.update())), 0, "nothing has changed");
    let step = rebuilt(&mut app, |app| send(app, AppCommand::Run(RunCommand::Step)));
    assert!(step >= 3, "a step changes every pane: {step}");
    let camera = rebuilt(&mut app, |app| app.world_mut().resource_mut::<Rigs>().turn(0.1));
    assert!(camera >= 3, "marks face the camera: {camera}");
    let toggle =
        rebuilt(&mut app, |app| send(app, AppCommand::Look(LookCommand::ToggleOverlay(Overlay::Frames))));
    assert!(toggle >= 3, "another overlay: {toggle}");
    let select = rebuilt(&mut app, |app| app.world_mut().resource_mut::<Selection>().body = Some(BodyId(1)));
    assert_eq!(select, 3, "an outline in every pane, and the many lines stay");
    assert_eq!(rebuilt(&mut app, App::update), 0);
}

#[test]
fn lines_beyond_the_most_are_counted() {
    let mut lines = Lines::default();
    for _ in 0..MAX_LINES + 7 {
        lines.push(Stroke { a: Vec3::ZERO, b: Vec3::X, color: Color::WHITE });
    }
    assert_eq!((lines.strokes.len(), lines.left_out), (MAX_LINES, 7));
}

#[test]
fn a_scene_is_read_beside_the_frames_and_the_old_one_stays_until_it_is_there() {
    let mut app = app(&repository("triangle_drop.ron"), Mode::Background);
    let before = bench(&app).scene.name.clone();
    let big = equal_boxes(400);
    act(&mut app, FilesCommand::LoadScene(big.clone()));
    assert_eq!(app.world().resource::<Loading>().path(), Some(big.as_path()));
    assert_eq!(bench(&app).scene.name, before, "the frame did not wait for the file");
    assert!(wait(&mut app, |app| bench(app).scene.model.bodies.len() == 401), "it arrives");
    assert_eq!(app.world().resource::<Loading>().path(), None);

    let broken = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("smooth_broken.ron");
    std::fs::write(&broken, "Scene(bodies: [").expect("a file");
    act(&mut app, FilesCommand::LoadScene(broken));
    let failed = |app: &App| app.world().resource::<Messages>().iter().any(|m| m.severity == Severity::Error);
    assert!(wait(&mut app, failed), "the error arrives");
    assert_eq!(bench(&app).scene.model.bodies.len(), 401, "the scene stays");

    // Who asks again gets what was asked for last.
    act(&mut app, FilesCommand::LoadScene(big));
    act(&mut app, FilesCommand::LoadScene(repository("cube_on_edge.ron")));
    assert!(wait(&mut app, |app| app.world().resource::<Loading>().path().is_none()));
    assert!(bench(&app).scene.model.bodies.len() < 10);
}

#[test]
fn going_to_a_recorded_moment_does_not_wait_for_its_record() {
    let mut app = app(&repository("box3d_seed0.ron"), Mode::Background);
    for step in 1..=3 {
        act(&mut app, RunCommand::Step);
        assert!(wait(&mut app, |app| bench(app).step() == step && app.world().resource::<Driver>().is_idle()));
    }
    act(&mut app, PastCommand::Seek(1));
    assert_eq!(bench(&app).step(), 1, "at once");
    assert!(wait(&mut app, |app| bench(app).panes.iter().all(|p| p.simulation.record.is_some())));
    assert_eq!(bench(&app).step(), 1);
}

#[test]
fn the_meter_tells_the_stages_of_a_frame() {
    let mut app = app(&repository("triangle_drop.ron"), Mode::Inline);
    for _ in 0..40 {
        app.update();
    }
    let meter = app.world().resource::<FrameMeter>();
    let own: f64 = [Stage::Collect, Stage::Input, Stage::Apply, Stage::Ask, Stage::Show]
        .into_iter()
        .map(|stage| meter.mean(stage))
        .sum();
    assert!(own > 0.0 && own < meter.mean(Stage::Whole), "{own}");
    assert!(meter.mean(Stage::Overlays) <= meter.mean(Stage::Show));
    assert!(meter.mean(Stage::Panels) > 0.0, "panels are measured");
    assert!(meter.content.mesh_entities > 0 && meter.content.meshes <= meter.content.mesh_entities);
}
