//! A scene of one's own: begun with a floor, made out of another one, named, described and saved with its view. Whole, without
//! window.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::*;
use desk::{act, bench, errors, plain, run, spawn, started, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::command::build::{SceneChange, SceneTitles};
use pegsim::app::command::joint::DriveChange;
use pegsim::app::command::look::StandardView;
use pegsim::app::command::purpose::Purpose;
use pegsim::app::command::{
    BuildCommand, FilesCommand, JointCommand, LookCommand, PanelCommand, PastCommand, RunCommand,
    SelectCommand,
};
use pegsim::app::look::camera::Rigs;
use pegsim::app::run::simulation::Mode;
use pegsim::app::session::Session;
use pegsim::app::ui::UiState;
use pegsim::contact::models::ContactModel;
use pegsim::math::{Dimension, Vec3};
use pegsim::scene::load_file;
use pegsim::world::BodyId;
use std::path::Path;

const SCENE: &str = r#"// Of 3 May.
Scene(
    name: "falling box", description: "A box falls. Watch it.", // as said
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1, 1, 0.1))),
        (name: "box", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0, 0, 1)),
    ],
)
"#;

fn open(path: &Path) -> App {
    let mut app = started(Options { scene: Some(path.to_path_buf()), ..plain() }, Mode::Inline);
    app.update();
    app
}

fn titled(name: &str, description: &str, view: bool) -> SceneTitles {
    SceneTitles { name: name.into(), description: description.into(), view }
}

#[test]
fn a_new_scene_has_a_floor_to_build_on_and_what_was_shown_comes_back() {
    let folder = Folder::new("new-scene");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    spawn(&mut app);
    assert!(bench(&app).is_edited(), "work that is not saved");
    for dimension in [Dimension::Three, Dimension::Two] {
        act(&mut app, FilesCommand::NewScene(dimension));
        let now = bench(&app);
        assert_eq!((now.file.clone(), now.scene.model.dimension), (None, dimension));
        assert_eq!((now.scene.model.bodies.len(), now.step()), (1, 0));
        assert!(now.scene.model.gravity.norm() > 9.0 && !now.is_edited());
        // What is built falls onto it and stays there.
        spawn(&mut app);
        run(&mut app, 200);
        let box_at = &bench(&app).focused_pane().simulation.state.poses[1].position;
        let height = if dimension == Dimension::Two { box_at.y } else { box_at.z };
        assert!(height > 0.0 && height < 2.0, "{dimension:?}: {height}");
        assert!(errors(&app).is_empty(), "{:?}", errors(&app));
        // Without a file, saving asks for one.
        act(&mut app, FilesCommand::SaveScene);
        assert!(app.world_mut().resource_mut::<UiState>().dialog.take().is_some());
        while bench(&app).file.is_none() {
            act(&mut app, PastCommand::Undo);
        }
        assert_eq!(bench(&app).scene.name, "falling box");
        assert!(bench(&app).is_edited(), "with what was not saved");
    }
}

/// A scene without any body: opened, stepped under every model, saved, kept as a recording, framed, built in, and where the last body is deleted.
#[test]
fn a_scene_can_be_without_any_body() {
    let folder = Folder::new("empty");
    for dimension in [Dimension::Three, Dimension::Two] {
        let mut app = open(&folder.with("a.ron", SCENE));
        act(&mut app, FilesCommand::NewScene(dimension));
        act(&mut app, SelectCommand::Body(Some(BodyId(0))));
        act(&mut app, BuildCommand::DeleteSelected);
        assert!(
            errors(&app).is_empty() && warnings(&app).is_empty(),
            "{:?} {:?}",
            errors(&app),
            warnings(&app)
        );
        assert!(bench(&app).scene.model.bodies.is_empty());
        act(&mut app, PastCommand::Undo);
        assert_eq!(bench(&app).scene.model.bodies.len(), 1);
        act(&mut app, PastCommand::Redo);
        assert!(bench(&app).scene.model.bodies.is_empty());
        // All that asks for bodies finds none.
        for command in [
            SelectCommand::AllThatMove,
            SelectCommand::SameShape,
            SelectCommand::NeighbourBody(true),
            SelectCommand::NeighbourContact(true),
        ] {
            act(&mut app, command);
        }
        let seen = |app: &App| *app.world().resource::<Rigs>().of(0);
        for command in
            [LookCommand::FrameScene, LookCommand::FrameSelection, LookCommand::View(StandardView::Scene)]
        {
            act(&mut app, command);
            assert!(seen(&app).eye().is_finite() && seen(&app).distance > 0.1, "{:?}", seen(&app));
        }
        for model in ContactModel::ALL {
            act(&mut app, RunCommand::SetPaneModel { pane: 0, model });
            run(&mut app, 3);
        }
        let pane = bench(&app).focused_pane();
        assert!(pane.failure.is_none() && bench(&app).step() == 3 * ContactModel::ALL.len() as u64);
        assert_eq!(pane.history.samples().iter().map(|sample| sample.depth).fold(0.0, f64::max), 0.0);
        // A run of it goes into files and comes back.
        let recording = folder.file("run.pegrec");
        act(&mut app, FilesCommand::SaveRecording(recording.clone()));
        let step = bench(&app).step();
        act(&mut app, PastCommand::Reset);
        let scene = folder.file("empty.ron");
        act(&mut app, FilesCommand::SaveSceneTitled(scene.clone(), titled("Nothing", "", true)));
        let loaded = load_file(&scene).expect("a scene");
        assert!(loaded.model.bodies.is_empty() && loaded.camera.is_some());
        act(&mut app, FilesCommand::OpenRecording(recording));
        assert_eq!((bench(&app).recorded(), bench(&app).scene.model.bodies.len()), (Some((0, step)), 0));
        drop(app);
        // Opened at the start, it is built in: the first body is as large as one sees well.
        let mut app = open(&scene);
        run(&mut app, 2);
        spawn(&mut app);
        run(&mut app, 5);
        let body = &bench(&app).scene.model.bodies[0];
        assert!((0.1..1.0).contains(&body.radius), "{}", body.radius);
        act(&mut app, FilesCommand::SaveScene);
        assert_eq!(load_file(&scene).expect("a scene").model.bodies.len(), 1);
        assert!(
            errors(&app).is_empty() && warnings(&app).is_empty(),
            "{:?} {:?}",
            errors(&app),
            warnings(&app)
        );
    }
}

#[test]
fn a_scene_is_named_described_and_seen_as_its_author_wants() {
    let folder = Folder::new("titles");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    run(&mut app, 5);
    let poses = bench(&app).focused_pane().simulation.state.poses.clone();
    for change in [
        SceneChange::Name("two boxes".into()),
        SceneChange::Description("They fall.".into()),
        SceneChange::Duration(Some(2.5)),
        SceneChange::View(true),
    ] {
        act(&mut app, BuildCommand::ChangeScene(change));
    }
    let now = bench(&app);
    assert_eq!((now.scene.name.as_str(), now.scene.duration), ("two boxes", Some(2.5)));
    assert_eq!(now.focused_pane().simulation.state.poses, poses, "the run goes on");
    assert!(now.panes.iter().all(|pane| pane.recording.frames().all(|frame| !frame.by_hand)));
    act(&mut app, PastCommand::Seek(1));
    assert_eq!(bench(&app).scene.name, "two boxes", "also in the past");
    act(&mut app, PastCommand::Reset);
    act(&mut app, FilesCommand::SaveScene);
    let text = std::fs::read_to_string(&path).expect("saved");
    assert!(text.contains("// Of 3 May.") && text.contains("\"two boxes\""), "{text}");
    let camera = load_file(&path).expect("a scene").camera.expect("a view");
    let eye = app.world().resource::<Rigs>().of(0).eye();
    // The view in the file is meant for one wide pane, from which narrow ones step back along the line of sight.
    let (to_eye, as_seen) =
        (camera.0 - camera.1, Vec3::new(eye.x.into(), eye.y.into(), eye.z.into()) - camera.1);
    assert!(to_eye.normalize().dot(&as_seen.normalize()) > 0.99999, "{camera:?} {eye}");
    assert!(to_eye.norm() <= as_seen.norm() * 1.001);
    // All of it can be taken back, one by one.
    for _ in 0..2 {
        act(&mut app, PastCommand::Undo);
    }
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).scene.duration, None);
    let before = warnings(&app).len();
    act(&mut app, BuildCommand::ChangeScene(SceneChange::Name("  ".into())));
    assert_eq!(warnings(&app).len(), before + 1, "a scene needs a name");
}

#[test]
fn gravity_can_be_another_one_and_acts_from_then_on() {
    let folder = Folder::new("gravity");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    act(&mut app, BuildCommand::ChangeScene(SceneChange::Gravity(Vec3::zeros())));
    run(&mut app, 20);
    let at = |app: &App| bench(app).focused_pane().simulation.state.poses[1].position.z;
    assert_eq!(at(&app), 1.0, "nothing pulls");
    act(&mut app, BuildCommand::ChangeScene(SceneChange::Gravity(Vec3::new(0.0, 0.0, 2.0))));
    run(&mut app, 20);
    assert!(at(&app) > 1.02, "it rises: {}", at(&app));
    act(&mut app, FilesCommand::NewScene(Dimension::Two));
    let before = bench(&app).scene.model.gravity;
    act(&mut app, BuildCommand::ChangeScene(SceneChange::Gravity(Vec3::new(0.0, 0.0, -1.0))));
    assert_eq!(bench(&app).scene.model.gravity, before, "in the plane there is no z");
}

#[test]
fn a_scene_that_is_saved_under_another_name_has_one_of_its_own() {
    let folder = Folder::new("save-as");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    spawn(&mut app);
    act(&mut app, PanelCommand::AskForFile(Purpose::SaveScene));
    assert!(app.world_mut().resource_mut::<UiState>().dialog.take().is_some());
    let other = folder.0.join("pile.ron");
    act(&mut app, FilesCommand::SaveSceneTitled(other.clone(), titled("Pile", "", true)));
    let loaded = load_file(&other).expect("a scene");
    assert_eq!((loaded.name.as_str(), loaded.description.as_str()), ("Pile", ""));
    assert!(loaded.camera.is_some() && loaded.model.bodies.len() == 3);
    assert_eq!((bench(&app).scene.name.as_str(), bench(&app).is_edited()), ("Pile", false));
    assert_eq!(std::fs::read_to_string(&path).expect("there"), SCENE, "the other scene is as it was");
    // What is saved next is the new one.
    act(&mut app, RunCommand::Step);
    act(&mut app, PastCommand::Reset);
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(load_file(&other).expect("a scene").name, "Pile");
}

/// What cannot be written changes nothing: the scene keeps its name, and the next save writes it as it is.
#[test]
fn a_scene_that_cannot_be_saved_under_another_name_keeps_its_own() {
    let folder = Folder::new("save-as-nowhere");
    let path = folder.with("a.ron", SCENE);
    let mut app = open(&path);
    let name = bench(&app).scene.name.clone();
    let nowhere = folder.0.join("none").join("pile.ron");
    act(&mut app, FilesCommand::SaveSceneTitled(nowhere.clone(), titled("Pile", "", true)));
    assert!(!errors(&app).is_empty() && !nowhere.exists());
    assert_eq!((bench(&app).scene.name.as_str(), bench(&app).is_edited()), (name.as_str(), false));
    assert_eq!(bench(&app).file.as_deref(), Some(path.as_path()));
    act(&mut app, FilesCommand::SaveScene);
    assert_eq!(load_file(&path).expect("a scene").name, name);
}

/// An arm of two joints, of which the second one is damped.
const ROBOT: &str = r#"<robot name="arm"><link name="base"/>
<link name="upper"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="tool"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><box size="1 1 1"/></geometry></visual></link>
<joint name="first" type="revolute"><parent link="base"/><child link="upper"/><limit lower="-1" upper="1" effort="12"/></joint>
<joint name="second" type="revolute"><parent link="upper"/><child link="tool"/><limit lower="-1" upper="1" effort="4"/>
<dynamics damping="0.5"/></joint></robot>"#;

#[test]
fn of_a_robot_from_the_command_line_the_same_is_said_as_of_one_that_is_opened_in_the_window() {
    let folder = Folder::new("robot-at-start");
    let path = folder.with("arm.urdf", ROBOT);
    let at_start = open(&path);
    let mut later = open(&folder.with("a.ron", SCENE));
    act(&mut later, FilesCommand::LoadScene(path.clone()));
    assert_eq!(warnings(&at_start), warnings(&later));
    assert_eq!(warnings(&at_start).len(), 1, "{:?}", warnings(&at_start));
    // The window about the scene is open, with the list.
    assert!(at_start.world().resource::<UiState>().scene);
    for app in [&at_start, &later] {
        let recent = &app.world().resource::<Session>().recent;
        assert_eq!(recent.iter().next().map(|file| file.path.clone()), path.canonicalize().ok());
    }
}

#[test]
fn of_a_robot_it_is_said_what_was_left_out_and_its_drives_are_as_strong_as_its_file_says() {
    let folder = Folder::new("robot");
    let path = folder.with("arm.urdf", ROBOT);
    let mut app = open(&folder.with("a.ron", SCENE));
    act(&mut app, FilesCommand::LoadScene(path));
    let scene = &bench(&app).scene;
    let notes = scene.imported.as_ref().expect("a robot").notes.len();
    assert!(notes >= 4, "{notes}");
    assert!(
        warnings(&app).iter().any(|said| said.contains(&format!("{notes} things"))),
        "{:?}",
        warnings(&app)
    );
    let most = |app: &App| {
        let drives = &bench(app).scene.source.controllers;
        drives.iter().map(|drive| (drive.joint.clone(), drive.max)).collect::<Vec<_>>()
    };
    assert_eq!(most(&app), [("second".to_owned(), None)], "damping alone is no drive");
    act(&mut app, JointCommand::AddDrive(0));
    act(&mut app, JointCommand::ChangeDrive(0, DriveChange::Kp(30.0)));
    assert_eq!(most(&app), [("second".to_owned(), Some(4.0)), ("first".to_owned(), Some(12.0))]);
}
