//! Joints, drives, paths and forces made and changed in the application: what an act does, that it reaches all panes, that it is refused in a
//! sentence where it cannot be, that it can be undone, and that the file says it.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used)]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::prelude::App;
use desk::{act, bench, errors, named, plain, run, started, warnings};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::build::forces::of_body;
use pegsim::app::command::build::BodyChange;
use pegsim::app::command::joint::{DriveChange, JointChange, Push};
use pegsim::app::command::{
    AppCommand, BuildCommand, FilesCommand, JointCommand, PastCommand, RunCommand, SelectCommand,
};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::run::measure::error_of_joint;
use pegsim::app::run::simulation::Mode;
use pegsim::math::Vec3;
use pegsim::scene::format::{JointKind, WaypointDescription};
use pegsim::scene::{parse, to_text};
use pegsim::world::BodyId;
use pegsim::world::joint::{Controller, Target};
use std::path::Path;

/// An arm that hangs level on a post with a hand at its end, a wall that the arm meets when it turns up, a block that floats in reach, and a
/// lift on a path.
const SCENE: &str = r#"// A scene by hand.
Scene(
    dimension: Two, gravity: (0, 0, 0),
    bodies: [
        (name: "post", kind: Fixed, shape: Box(half_extents: (0.1, 0.1))),
        (name: "arm", shape: Box(half_extents: (0.5, 0.05)), position: (0.6, 0, 0), mass: 1), // one kilogram
        (name: "hand", shape: Box(half_extents: (0.2, 0.05)), position: (1.3, 0, 0), mass: 0.5),
        (name: "wall", kind: Fixed, shape: Box(half_extents: (0.1, 0.5)), position: (-0.5, 1.5, 0)),
        (name: "block", shape: Box(half_extents: (0.1, 0.1)), position: (3, 0, 0), mass: 1),
        (name: "lift", kind: Kinematic, shape: Box(half_extents: (0.1, 0.1)), position: (5, 0, 0)),
    ],
    joints: [
        // the shoulder
        (name: "shoulder", kind: Revolute, bodies: ("post", "arm"), point: (0.1, 0, 0), limits: (-1, 2)), // carries all
        (kind: Revolute, bodies: ("arm", "hand"), point: (1.1, 0, 0)),
    ],
    controllers: [
        // the wrist
        (kind: JointPd, joint: "revolute 2", target: Constant(0), kp: 20, kd: 2),
        (kind: Path, body: "lift", waypoints: [(time: 0, position: (5, 0, 0)), (time: 2, position: (5, 1, 0))]),
    ],
)
"#;

fn open(folder: &Folder) -> App {
    open_text(folder, SCENE)
}

fn open_text(folder: &Folder, text: &str) -> App {
    let path = folder.with("a.ron", text);
    let mut app = started(Options { scene: Some(path), ..plain() }, Mode::Inline);
    app.update();
    app
}

/// Coordinates of a joint in all panes.
fn coordinates(app: &App, number: usize) -> Vec<f64> {
    let of_pane = |pane: &pegsim::app::bench::workbench::Pane| {
        let joint = &pane.simulation.model.joints[number];
        let poses = &pane.simulation.state.poses;
        joint.coordinate(&poses[joint.bodies.0.0], &poses[joint.bodies.1.0])
    };
    bench(app).panes.iter().map(of_pane).collect()
}

/// How far the worst joint of the worst pane is apart (m).
fn worst(app: &App) -> f64 {
    let panes = bench(app).panes.iter().map(|pane| &pane.simulation);
    let of_pane = |s: &pegsim::step::Simulation| {
        let errors =
            s.model.active_joints(&s.state).into_iter().map(|k| error_of_joint(&s.model, &s.state, k));
        errors.fold(0.0, f64::max)
    };
    panes.map(of_pane).fold(0.0, f64::max)
}

/// The joint with this name.
fn joint(app: &App, name: &str) -> usize {
    bench(app).scene.model.joints.iter().position(|joint| joint.name == name).expect("a joint of that name")
}

fn place(app: &App, pane: usize, name: &str) -> Vec3 {
    bench(app).panes[pane].simulation.state.poses[named(app, name).0].position
}

fn near(found: &[f64], wanted: f64, within: f64) {
    assert!(found.iter().all(|each| (each - wanted).abs() < within), "{found:?} instead of {wanted}");
}

#[track_caller]
fn refused(app: &mut App, command: impl Into<AppCommand>, why: &str) {
    let (before, acts) = (to_text(&bench(app).scene.source), app.world().resource::<UndoStack>().len());
    act(app, command);
    let said = warnings(app);
    assert!(said.iter().any(|said| said.contains(why)), "{said:?}");
    assert_eq!(to_text(&bench(app).scene.source), before);
    assert_eq!(app.world().resource::<UndoStack>().len(), acts, "nothing to undo");
}

/// The file says the scene that is shown, to the bit; returns its text.
#[track_caller]
fn saved(app: &mut App, path: &Path) -> String {
    act(app, FilesCommand::SaveScene);
    let text = std::fs::read_to_string(path).unwrap();
    let mut said = parse(&text, "file").expect("a scene");
    said.resume = None;
    assert_eq!(to_text(&said), to_text(&bench(app).scene.source), "{:?}", errors(app));
    text
}

#[test]
fn a_joint_is_added_holds_and_is_undone_and_the_file_keeps_its_comments() {
    let folder = Folder::new("jointing-add");
    let mut app = open(&folder);
    let (hand, block) = (named(&app, "hand"), named(&app, "block"));
    act(&mut app, SelectCommand::Body(Some(hand)));
    act(&mut app, JointCommand::Add(JointKind::Prismatic, hand, block));
    assert_eq!(warnings(&app), [""; 0]);
    let model = bench(&app).scene.model.clone();
    assert_eq!((model.joints.len(), model.joints[2].name.as_str()), (3, "prismatic"));
    let given = &bench(&app).scene.source.joints[2];
    // In the middle between the two, and along what is between them.
    assert!((Vec3::from(given.point) - Vec3::new(2.2, 0.0, 0.0)).norm() < 1e-9, "{:?}", given.point);
    assert_eq!(given.axis, [1.0, 0.0, 0.0]);
    assert_eq!(
        app.world().resource::<pegsim::app::look::view::Selection>().joint,
        Some(2),
        "it is edited at once"
    );
    let text = saved(&mut app, &folder.file("a.ron"));
    for kept in
        ["// A scene by hand.", "// one kilogram", "// the shoulder", "// carries all", "// the wrist"]
    {
        assert!(text.contains(kept), "{text}");
    }
    run(&mut app, 50);
    assert!(worst(&app) < 1e-4, "{}", worst(&app));
    act(&mut app, PastCommand::Reset);
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).scene.model.joints.len(), 2);
    act(&mut app, PastCommand::Redo);
    assert_eq!(bench(&app).scene.model.joints.len(), 3);
    act(&mut app, JointCommand::Remove(2));
    assert_eq!(bench(&app).scene.model.joints.len(), 2);
    refused(&mut app, JointCommand::Remove(2), "there is no such joint");
    let post = named(&app, "post");
    let wall = named(&app, "wall");
    refused(&mut app, JointCommand::Add(JointKind::Fixed, post, wall), "no impulse moves");
    refused(&mut app, JointCommand::Add(JointKind::Spherical, hand, block), "in the plane joints are");
}

#[test]
fn a_joint_is_added_in_midst_of_a_run_only_where_the_bodies_stand_as_at_the_start() {
    let folder = Folder::new("jointing-late");
    let mut app = open(&folder);
    act(&mut app, JointCommand::ChangeDrive(0, DriveChange::Target(Target::Constant(0.5))));
    run(&mut app, 30);
    let (arm, hand, post, block) =
        (named(&app, "arm"), named(&app, "hand"), named(&app, "post"), named(&app, "block"));
    refused(&mut app, JointCommand::Add(JointKind::Fixed, arm, hand), "reset first");
    // These two have not moved: nothing of the run is lost.
    let before: Vec<Vec3> = (0..3).map(|pane| place(&app, pane, "hand")).collect();
    act(&mut app, JointCommand::Add(JointKind::Fixed, post, block));
    assert_eq!(bench(&app).scene.model.joints.len(), 3, "{:?}", warnings(&app));
    for (pane, before) in before.iter().enumerate() {
        assert_eq!(place(&app, pane, "hand"), *before, "everything stays where it is");
    }
    run(&mut app, 20);
    assert!(worst(&app) < 1e-4, "{}", worst(&app));
    // What cannot be in the midst of a run can be at the start.
    act(&mut app, PastCommand::Reset);
    act(&mut app, JointCommand::Add(JointKind::Fixed, arm, hand));
    assert_eq!(bench(&app).scene.model.joints.len(), 4, "{:?}", warnings(&app));
}

#[test]
fn an_angle_is_dragged_and_what_hangs_on_it_comes_along() {
    let folder = Folder::new("jointing-angle");
    let mut app = open(&folder);
    act(&mut app, JointCommand::Bring(0, 0.5));
    assert_eq!(warnings(&app), [""; 0]);
    near(&coordinates(&app, 0), 0.5, 1e-12);
    near(&coordinates(&app, 1), 0.0, 1e-12);
    for pane in 0..3 {
        let expected = Vec3::new(0.1, 0.0, 0.0) + 1.2 * Vec3::new(0.5_f64.cos(), 0.5_f64.sin(), 0.0);
        assert!((place(&app, pane, "hand") - expected).norm() < 1e-12, "{}", place(&app, pane, "hand"));
    }
    // Limits and targets are counted as before, at the start and in the file.
    let given = &bench(&app).scene.source.joints[0];
    assert_eq!((given.limits, (given.start - 0.5).abs() < 1e-15), (Some((-1.0, 2.0)), true));
    let text = saved(&mut app, &folder.file("a.ron"));
    assert!(text.contains("start: 0.5") && text.contains("// carries all"), "{text}");
    act(&mut app, JointCommand::Bring(0, 0.75));
    near(&coordinates(&app, 0), 0.75, 1e-12);
    // No farther than the limits: the arm goes no further than 2.
    act(&mut app, JointCommand::ChangeDrive(0, DriveChange::Target(Target::Constant(-0.3))));
    run(&mut app, 30);
    assert!(worst(&app) < 1e-4);
    act(&mut app, JointCommand::Bring(0, -7.0));
    near(&coordinates(&app, 0), -1.0, 1e-9);
    let steps: Vec<u64> = bench(&app).panes.iter().map(|pane| pane.simulation.state.step).collect();
    assert_eq!(steps, [30; 3], "in the midst of the run");
    run(&mut app, 5);
    near(&coordinates(&app, 0), -1.0, 0.2);
    assert!(worst(&app) < 1e-4);
    act(&mut app, PastCommand::Reset);
    near(&coordinates(&app, 0), 0.75, 1e-12);
    let undos = app.world().resource::<UndoStack>().len();
    for _ in 0..undos {
        act(&mut app, PastCommand::Undo);
    }
    near(&coordinates(&app, 0), 0.0, 1e-15);
    assert_eq!(bench(&app).scene.source.joints[0].start, 0.0);
}

#[test]
fn an_angle_goes_as_far_as_nothing_is_in_the_way() {
    let folder = Folder::new("jointing-blocked");
    let text = SCENE.replace("limits: (-1, 2)", "limits: (-1, 3.1)");
    let mut app = open_text(&folder, &text);
    act(&mut app, JointCommand::Bring(0, 3.0));
    let stopped = coordinates(&app, 0)[0];
    assert!((1.5..2.6).contains(&stopped), "{stopped}: the wall is at the upper left");
    near(&coordinates(&app, 0), stopped, 1e-12);
    let said = desk::said(&app, pegsim::app::messages::Severity::Info);
    assert!(said.iter().any(|said| said.contains("something is in the way")), "{said:?}");
    refused(&mut app, JointCommand::Bring(0, 3.0), "something is in the way");
    refused(&mut app, JointCommand::Bring(0, stopped), "already");
    act(&mut app, RunCommand::Run);
    refused(&mut app, JointCommand::Bring(0, 0.0), "pause first");
}

#[test]
fn what_is_held_on_both_sides_does_not_turn_alone() {
    let folder = Folder::new("jointing-loop");
    let mut app = open(&folder);
    let (hand, wall, block, post) =
        (named(&app, "hand"), named(&app, "wall"), named(&app, "block"), named(&app, "post"));
    // With A loose and B held, A goes the other way.
    act(&mut app, JointCommand::Add(JointKind::Revolute, block, wall));
    let number = joint(&app, "revolute");
    act(&mut app, JointCommand::Bring(number, 0.3));
    near(&coordinates(&app, number), 0.3, 1e-12);
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    act(&mut app, JointCommand::Add(JointKind::Revolute, hand, wall));
    refused(&mut app, JointCommand::Bring(0, 0.3), "both sides of `shoulder` are held");
    act(&mut app, PastCommand::Undo);
    act(&mut app, JointCommand::Add(JointKind::Revolute, post, hand));
    refused(&mut app, JointCommand::Bring(1, 0.3), "part of a loop");
}

#[test]
fn limits_hold_and_must_include_where_the_joint_stands() {
    let folder = Folder::new("jointing-limits");
    let mut app = open(&folder);
    refused(&mut app, JointCommand::Change(0, JointChange::Limits(Some((0.2, 1.0)))), "is not between");
    act(&mut app, JointCommand::Change(0, JointChange::Limits(Some((-0.25, 0.25)))));
    act(&mut app, JointCommand::AddDrive(0));
    let drive = bench(&app).scene.source.controllers.len() - 1;
    act(&mut app, JointCommand::ChangeDrive(drive, DriveChange::Target(Target::Constant(1.0))));
    run(&mut app, 150);
    near(&coordinates(&app, 0), 0.25, 1e-4);
    // In the midst of the run: where it stands counts, and not where it started.
    refused(&mut app, JointCommand::Change(0, JointChange::Limits(Some((-0.25, 0.1)))), "is not between");
    act(&mut app, JointCommand::Change(0, JointChange::Limits(None)));
    run(&mut app, 150);
    near(&coordinates(&app, 0), 1.0, 1e-2);
    assert!(worst(&app) < 1e-4, "{}", worst(&app));
}

#[test]
fn a_drive_is_added_reaches_its_target_and_goes() {
    let folder = Folder::new("jointing-drive");
    let mut app = open(&folder);
    act(&mut app, JointCommand::AddDrive(0));
    let drive = bench(&app).scene.source.controllers.len() - 1;
    let held = |app: &App| {
        let of_joint = |c: &&Controller| matches!(c, Controller::JointPd { joint: 0, .. });
        bench(app).scene.model.controllers.iter().filter(of_joint).count()
    };
    assert_eq!(held(&app), 1);
    run(&mut app, 20);
    near(&coordinates(&app, 0), 0.0, 1e-9);
    act(&mut app, JointCommand::ChangeDrive(drive, DriveChange::Target(Target::Constant(0.6))));
    act(&mut app, JointCommand::ChangeDrive(drive, DriveChange::Max(Some(500.0))));
    run(&mut app, 150);
    near(&coordinates(&app, 0), 0.6, 1e-3);
    refused(&mut app, JointCommand::ChangeDrive(drive, DriveChange::Kp(-1.0)), "kp is -1");
    refused(&mut app, JointCommand::ChangeDrive(9, DriveChange::Kp(1.0)), "no such drive");
    // The path is no drive.
    refused(&mut app, JointCommand::RemoveDrive(1), "no such drive");
    act(&mut app, JointCommand::RemoveDrive(drive));
    assert_eq!(held(&app), 0);
    act(&mut app, PastCommand::Undo);
    assert_eq!(held(&app), 1);
}

#[test]
fn forces_on_a_body_are_given_push_it_in_all_panes_and_go() {
    let folder = Folder::new("jointing-forces");
    let mut app = open(&folder);
    let (hand, block, post) = (named(&app, "hand"), named(&app, "block"), named(&app, "post"));
    let push = |force, until| Push { force, torque: Vec3::zeros(), from: 0.1, until };
    let turn = Push { torque: Vec3::z() * 1e-3, ..push(Vec3::zeros(), None) };
    act(&mut app, JointCommand::Forces(block, vec![push(Vec3::x() * 2.0, Some(0.3)), turn]));
    act(&mut app, JointCommand::Forces(hand, vec![push(Vec3::zeros(), None)]));
    run(&mut app, 50);
    let along = |app: &App| -> Vec<f64> {
        bench(app).panes.iter().map(|pane| pane.simulation.state.poses[block.0].position.x).collect()
    };
    let panes = bench(&app).panes.len();
    // For 0.2 s with 2 m/s², then for 0.2 s at 0.4 m/s.
    assert_eq!(bench(&app).step() as f64 * bench(&app).time_step, 0.5);
    near(&along(&app), 3.0 + 0.5 * 2.0 * 0.2 * 0.2 + 0.4 * 0.2, 1e-9);
    assert!(panes > 1 && bench(&app).panes[0].simulation.state.twists[block.0].angular.z > 0.0);
    let of = |app: &App, id: BodyId| {
        let scene = &bench(app).scene;
        of_body(&scene.source.controllers, &scene.model.body(id).name).count()
    };
    assert_eq!((of(&app, block), of(&app, hand), bench(&app).scene.source.controllers.len()), (2, 1, 5));
    refused(&mut app, JointCommand::Forces(block, vec![push(Vec3::x(), Some(0.05))]), "until must be later");
    refused(&mut app, JointCommand::Forces(post, vec![turn]), "no force moves it");
    refused(&mut app, JointCommand::Forces(BodyId(99), vec![turn]), "no such body");
    assert_eq!((of(&app, block), of(&app, post)), (2, 0));
    // Saved and read again it is the same.
    let saved = to_text(&bench(&app).scene.source);
    let read = parse(&saved, "saved").unwrap();
    assert_eq!(read.controllers, bench(&app).scene.source.controllers);
    act(&mut app, JointCommand::Forces(block, Vec::new()));
    assert_eq!((of(&app, block), of(&app, hand)), (0, 1));
    act(&mut app, PastCommand::Undo);
    assert_eq!(of(&app, block), 2);
}

#[test]
fn controllers_follow_the_name_of_their_joint_and_go_with_its_kind() {
    let folder = Folder::new("jointing-name");
    let mut app = open(&folder);
    let driven = |app: &App| bench(app).scene.source.controllers[0].joint.clone();
    act(&mut app, JointCommand::Change(1, JointChange::Name("wrist".to_owned())));
    assert_eq!((driven(&app).as_str(), bench(&app).scene.model.joints[1].name.as_str()), ("wrist", "wrist"));
    refused(&mut app, JointCommand::Change(0, JointChange::Name("wrist".to_owned())), "a name of its own");
    act(&mut app, PastCommand::Undo);
    // An unnamed joint that moves up in the list keeps what it is called.
    act(&mut app, JointCommand::Remove(0));
    assert_eq!(driven(&app), bench(&app).scene.model.joints[0].name);
    act(&mut app, PastCommand::Undo);
    act(&mut app, JointCommand::Change(1, JointChange::Kind(JointKind::Fixed)));
    assert_eq!(bench(&app).scene.source.controllers.len(), 1, "only the path is left");
    act(&mut app, JointCommand::Change(0, JointChange::BreakForce(Some(80.0))));
    act(&mut app, JointCommand::Change(0, JointChange::BreakTorque(Some(9.0))));
    act(&mut app, JointCommand::Change(0, JointChange::Collide(true)));
    let joint = &bench(&app).scene.model.joints[0];
    assert_eq!((joint.strength, joint.collide), ((80.0, 9.0), true));
    act(&mut app, JointCommand::Change(0, JointChange::Point(Vec3::new(0.0, 0.05, 0.0))));
    assert_eq!(bench(&app).scene.source.joints[0].point, [0.0, 0.05, 0.0], "{:?}", warnings(&app));
    run(&mut app, 5);
    // Of the arm that has not turned any point will do; what cannot be is refused.
    refused(&mut app, JointCommand::Change(0, JointChange::Point(Vec3::z())), "z must be 0");
}

/// A joint that broke stays broken when another one comes or goes.
#[test]
fn a_broken_joint_stays_broken() {
    let folder = Folder::new("jointing-broken");
    let text = SCENE.replace("gravity: (0, 0, 0)", "gravity: (0, -9.81, 0)").replace(
        "(kind: Revolute, bodies: (\"arm\", \"hand\"), point: (1.1, 0, 0))",
        "(kind: Revolute, bodies: (\"arm\", \"hand\"), point: (1.1, 0, 0), break_force: 0.001)",
    );
    let mut app = open_text(&folder, &text);
    run(&mut app, 3);
    let broken =
        |app: &App| bench(app).panes.iter().map(|p| p.simulation.state.broken.clone()).collect::<Vec<_>>();
    assert_eq!(broken(&app), vec![vec![1]; 3]);
    let (post, wall) = (named(&app, "wall"), named(&app, "block"));
    let held = bench(&app).scene.model.joints.len();
    act(&mut app, JointCommand::Change(0, JointChange::Collide(true)));
    assert_eq!(broken(&app), vec![vec![1]; 3]);
    act(&mut app, JointCommand::Remove(0));
    assert_eq!(broken(&app), vec![vec![0]; 3]);
    act(&mut app, PastCommand::Undo);
    act(&mut app, JointCommand::Add(JointKind::Prismatic, post, wall));
    assert_eq!(bench(&app).scene.model.joints.len(), held, "the block has fallen, and not along x");
    assert_eq!(broken(&app), vec![vec![1]; 3]);
    refused(&mut app, JointCommand::Bring(1, 0.3), "it is broken");
}

#[test]
fn a_path_is_changed_and_the_body_stays_on_it() {
    let folder = Folder::new("jointing-path");
    let mut app = open(&folder);
    let lift = named(&app, "lift");
    let path = |app: &App| bench(app).scene.source.controllers[1].waypoints.clone();
    let mut next = path(&app);
    next.push(WaypointDescription { time: 3.0, ..next[1] });
    next[0].position = [5.0, 0.5, 0.0];
    act(&mut app, JointCommand::Path(lift, next.clone()));
    assert_eq!(path(&app), next, "{:?}", warnings(&app));
    for pane in 0..3 {
        assert!((place(&app, pane, "lift") - Vec3::new(5.0, 0.5, 0.0)).norm() < 1e-12);
    }
    run(&mut app, 100);
    near(&[place(&app, 0, "lift").y, place(&app, 2, "lift").y], 0.75, 1e-9);
    // In the midst of the run it goes at once where the path has it now.
    next[1].position = [5.0, 1.5, 0.0];
    act(&mut app, JointCommand::Path(lift, next.clone()));
    near(&[place(&app, 0, "lift").y, place(&app, 2, "lift").y], 1.0, 1e-9);
    run(&mut app, 100);
    near(&[place(&app, 0, "lift").y], 1.5, 1e-9);
    // Its velocity is the path's, and none is taken that would be gone with the next step.
    for change in [BodyChange::Velocity(Vec3::x()), BodyChange::Spin(Vec3::z())] {
        refused(&mut app, BuildCommand::ChangeBody(lift, change), "which gives its velocity");
    }
    let mut backwards = next.clone();
    backwards[1].time = -1.0;
    refused(&mut app, JointCommand::Path(lift, backwards), "must come after");
    // Into another body it does not go.
    let mut blocked = next.clone();
    (blocked[1].position, blocked[2].position) = ([3.0, 0.1, 0.0], [3.0, 0.1, 0.0]);
    refused(&mut app, JointCommand::Path(lift, blocked), "into `");
    let arm = named(&app, "arm");
    refused(&mut app, JointCommand::Path(arm, next), "kind: Kinematic");
    act(&mut app, JointCommand::Path(lift, Vec::new()));
    assert_eq!(bench(&app).scene.source.controllers.len(), 1);
    refused(&mut app, JointCommand::Path(BodyId(99), Vec::new()), "no such body");
}
