//! Several bodies in the application: chosen, moved, changed, copied and deleted together, pasted as text, laid face to face. Each act reaches
//! all panes and is undone as one.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used)]

#[path = "common/desk.rs"]
mod desk;
#[path = "common/folder.rs"]
mod folder;

use bevy::input::ButtonState;
use bevy::math::Vec2;
use bevy::prelude::{App, KeyCode};
use desk::{
    act, acts, bench, drag, hold, move_to, named, place, plain, press, run, select, selected, started,
    warnings,
};
use folder::Folder;
use pegsim::app::Options;
use pegsim::app::bench::workbench::Workbench;
use pegsim::app::build::fragment::{self, Place};
use pegsim::app::command::build::BodyChange;
use pegsim::app::command::select::Snapping;
use pegsim::app::command::{AppCommand, BuildCommand, FilesCommand, PastCommand, SelectCommand};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::run::measure::error_of_joint;
use pegsim::app::run::simulation::Mode;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::truth;
use pegsim::math::Vec3;
use pegsim::scene::{parse, to_text};
use pegsim::world::{BodyId, State};
use std::path::Path;

/// Two cubes and a third that leans above a floor, a driven arm with a hand that pass through a wall, in space.
const SCENE: &str = r#"Scene(
    bodies: [
        (name: "floor", kind: Fixed, shape: Box(half_extents: (4, 4, 0.1)), position: (0, 0, -0.1)),
        (name: "left", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (-0.5, 0, 0.1), friction: 0.2),
        (name: "right", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.5, 0, 0.1), friction: 0.4),
        (name: "leaning", shape: Box(half_extents: (0.1, 0.2, 0.3)), position: (1.5, 0, 0.6), orientation: (0.962844594, 0.200592624, 0.150444468, 0.100296312)),
        (name: "arm", shape: Box(half_extents: (0.3, 0.05, 0.05)), position: (0, 1.5, 1), mass: 1, inertia: (0.01, 0.03, 0.03)),
        (name: "hand", shape: Box(half_extents: (0.1, 0.05, 0.05)), position: (0.45, 1.5, 1), mass: 0.5),
        (name: "wall", kind: Fixed, shape: Box(half_extents: (0.05, 0.5, 0.5)), position: (-1, 1.5, 0.6)),
    ],
    joints: [
        (kind: Revolute, bodies: ("arm", "hand"), point: (0.35, 1.5, 1), axis: (0, 1, 0), limits: (-1, 1.5)),
        (name: "hook", kind: Spherical, bodies: ("wall", "arm"), point: (-0.3, 1.5, 1)),
    ],
    no_contact: [("wall", "arm"), ("wall", "hand")],
    controllers: [(kind: JointPd, joint: "revolute 1", target: Constant(0.5), kp: 4, kd: 0.4)],
)"#;

fn open(folder: &Folder) -> App {
    let path = folder.with("a.ron", SCENE);
    let mut app = started(Options { scene: Some(path), ..plain() }, Mode::Inline);
    app.update();
    app
}

fn states(app: &App) -> Vec<State> {
    bench(app).panes.iter().map(|pane| pane.simulation.state.clone()).collect()
}

fn at(app: &App, name: &str) -> Vec3 {
    bench(app).panes[0].simulation.state.poses[named(app, name).0].position
}

/// Bodies that are dragged with one of them go as far as it, and the others stay; one act of undo brings all back.
#[test]
fn what_is_selected_moves_with_the_body_that_is_dragged() {
    let folder = Folder::new("several-move");
    let mut app = open(&folder);
    let before = states(&app);
    select(&mut app, &["left", "right"]);
    assert_eq!(selected(&app), ["left", "right"]);
    let (left, right, leaning) = (at(&app, "left"), at(&app, "right"), at(&app, "leaning"));
    // The handles are those of the one chosen last; its middle is for dragging.
    let held = named(&app, "right");
    drag(&mut app, held, Vec2::new(0.0, -60.0));
    press(&mut app, ButtonState::Released);
    let gone = at(&app, "left") - left;
    assert!(gone.norm() > 0.02, "{gone}");
    assert_eq!(app.world().resource::<UndoStack>().next_undo(), Some("move 2 bodies"));
    assert!((at(&app, "right") - right - gone).norm() < 1e-12, "the other went another way");
    assert_eq!(at(&app, "leaning"), leaning);
    let now = states(&app);
    assert!(now.iter().all(|state| state.poses == now[0].poses), "all panes");
    let start: Vec3 = bench(&app).scene.source.bodies[named(&app, "right").0].position.into();
    assert!((start - right - gone).norm() < 1e-12, "the scene starts there");
    act(&mut app, PastCommand::Undo);
    assert_eq!(states(&app), before);
    assert_eq!(selected(&app), ["left", "right"], "they stay selected");
}

/// Shift: a click takes a body in or lets it go, a drag takes what is wholly within the rectangle.
#[test]
fn shift_chooses_by_clicks_and_by_a_rectangle() {
    let folder = Folder::new("several-shift");
    let mut app = open(&folder);
    hold(&mut app, KeyCode::ShiftLeft, true);
    for name in ["left", "leaning", "left"] {
        let body = named(&app, name);
        let spot = place(&app, 0, body);
        move_to(&mut app, spot);
        press(&mut app, ButtonState::Pressed);
        press(&mut app, ButtonState::Released);
        app.update();
    }
    assert_eq!(selected(&app), ["leaning"], "one was taken in and let go again");
    let middle = place(&app, 0, named(&app, "leaning"));
    act(&mut app, SelectCommand::Body(None));
    let reach = 0.5 * (place(&app, 0, named(&app, "right")) - middle).length();
    move_to(&mut app, middle - Vec2::splat(reach));
    press(&mut app, ButtonState::Pressed);
    for k in 1..=4_u8 {
        move_to(&mut app, middle + Vec2::splat(reach) * (f32::from(k) / 2.0 - 1.0));
    }
    press(&mut app, ButtonState::Released);
    app.update();
    hold(&mut app, KeyCode::ShiftLeft, false);
    assert_eq!(selected(&app), ["leaning"], "the floor under it reaches beyond the rectangle");
    assert!(acts(&app) == 0, "choosing is no act");
}

#[test]
fn a_change_is_one_for_all_and_undone_as_one() {
    let folder = Folder::new("several-change");
    let mut app = open(&folder);
    let before = bench(&app).scene.source.clone();
    let ids: Vec<BodyId> = ["left", "right", "arm"].map(|name| named(&app, name)).into();
    act(&mut app, BuildCommand::ChangeBodies(ids.clone(), BodyChange::Friction(0.7)));
    act(&mut app, BuildCommand::ChangeBodies(ids.clone(), BodyChange::Mass(3.0)));
    act(&mut app, BuildCommand::ChangeBodies(ids.clone(), BodyChange::Velocity(Vec3::new(0.0, 0.0, 1.0))));
    assert_eq!(acts(&app), 3);
    for pane in &bench(&app).panes {
        for id in &ids {
            let body = pane.simulation.model.body(*id);
            assert_eq!((body.friction, body.mass), (0.7, 3.0));
            assert_eq!(pane.simulation.state.twists[id.0].linear, Vec3::z());
        }
    }
    // An inertia that was given is that of the mass.
    let arm = &bench(&app).scene.model.body(ids[2]).inertia;
    assert!((arm[(0, 0)] - 0.03).abs() < 1e-12, "{arm}");
    // What one of them cannot be, none becomes.
    let floor = named(&app, "floor");
    act(&mut app, BuildCommand::ChangeBodies(vec![ids[0], floor], BodyChange::Spin(Vec3::x())));
    assert_eq!(warnings(&app), ["Nothing was changed: `floor` is fixed and has no velocity."]);
    assert_eq!(bench(&app).panes[0].simulation.state.twists[ids[0].0].angular, Vec3::zeros());
    for _ in 0..3 {
        act(&mut app, PastCommand::Undo);
    }
    assert_eq!(bench(&app).scene.source, before);
}

/// A velocity that is typed is that of the moment shown, also where a model keeps the one half a step before.
#[test]
fn a_velocity_is_given_at_the_moment_that_is_shown() {
    let folder = Folder::new("several-velocity");
    let mut app = open(&folder);
    run(&mut app, 5);
    let id = named(&app, "leaning");
    let (wanted, spin) = (Vec3::new(1.0, 0.0, 0.5), Vec3::new(0.0, 0.25, 0.0));
    act(&mut app, BuildCommand::ChangeBodies(vec![id], BodyChange::Velocity(wanted)));
    act(&mut app, BuildCommand::ChangeBodies(vec![id], BodyChange::Spin(spin)));
    let mut lagging = 0;
    for pane in &bench(&app).panes {
        let (model, state) = (&pane.simulation.model, &pane.simulation.state);
        let (now, kept) = (model.twist_now(state, id), state.twists[id.0]);
        assert!((now.linear - wanted).norm() < 1e-15 && (now.angular - spin).norm() < 1e-15, "{now:?}");
        // Half a step of the free fall.
        let lead = kept.linear.z - wanted.z;
        assert!((lead - 9.81 * model.lag(state, id)).abs() < 1e-12, "{lead}");
        lagging += usize::from(state.lag > 0.0);
    }
    assert!(lagging > 0, "some pane steps by leapfrog");
}

#[test]
fn bodies_are_deleted_with_all_that_names_them() {
    let folder = Folder::new("several-delete");
    let mut app = open(&folder);
    let before = bench(&app).scene.source.clone();
    select(&mut app, &["arm", "left"]);
    act(&mut app, BuildCommand::DeleteSelected);
    let scene = &bench(&app).scene.source;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["floor", "right", "leaning", "hand", "wall"]);
    assert!(scene.joints.is_empty() && scene.controllers.is_empty());
    assert_eq!(scene.no_contact, [("wall".to_owned(), "hand".to_owned())]);
    assert!(selected(&app).is_empty() && warnings(&app).is_empty(), "{:?}", warnings(&app));
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).scene.source, before);
    let all = bench(&app).scene.model.ids().collect::<Vec<_>>();
    act(&mut app, SelectCommand::Body(None));
    for id in all {
        act(&mut app, SelectCommand::Toggle(id));
    }
    act(&mut app, BuildCommand::DeleteSelected);
    let scene = &bench(&app).scene.source;
    assert!(scene.bodies.is_empty() && scene.no_contact.is_empty(), "{:?}", scene.bodies);
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).scene.source, before);
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
}

/// A renamed body keeps what it passes through.
#[test]
fn a_new_name_reaches_everything_that_names_the_body() {
    let folder = Folder::new("several-name");
    let mut app = open(&folder);
    let arm = named(&app, "arm");
    act(&mut app, BuildCommand::ChangeBody(arm, BodyChange::Name("boom".to_owned())));
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    let scene = &bench(&app).scene.source;
    assert_eq!(scene.no_contact[0], ("wall".to_owned(), "boom".to_owned()));
    assert_eq!(scene.joints[0].bodies.0, "boom");
}

/// In the midst of a run, what goes through the clipboard's text is the same mechanism, at the coordinates where it stood, driven alike.
#[test]
fn a_mechanism_goes_through_its_text_with_joints_and_drives() {
    let folder = Folder::new("several-paste");
    let mut app = open(&folder);
    run(&mut app, 30);
    let ids = ["arm", "hand"].map(|name| named(&app, name));
    let fragment = fragment::of(bench(&app), &ids).unwrap();
    assert_eq!((fragment.bodies.len(), fragment.joints.len(), fragment.controllers.len()), (2, 1, 1));
    assert!(fragment.no_contact.is_empty(), "the wall stays behind");
    let text = to_text(&fragment);
    let read = parse(&text, "the clipboard").unwrap();
    assert_eq!(to_text(&read), text);
    // The text is a scene by itself.
    pegsim::scene::load_str(&text, "pasted.ron", Path::new(".")).unwrap();

    let mut work: Workbench = bench(&app).clone();
    let coordinate = |bench: &Workbench, number: usize| {
        let pane = bench.focused_pane();
        let joint = &pane.simulation.model.joints[number];
        let poses = &pane.simulation.state.poses;
        joint.coordinate(&poses[joint.bodies.0.0], &poses[joint.bodies.1.0])
    };
    let turned = coordinate(&work, 0);
    assert!(turned.abs() > 0.01, "the drive has turned it: {turned}");
    let new = fragment::add(&mut work, read, Place::At(Vec3::new(0.0, -2.0, 2.0))).unwrap();
    let model = &work.scene.model;
    let names: Vec<&str> = new.iter().map(|id| model.body(*id).name.as_str()).collect();
    assert_eq!(names, ["arm 2", "hand 2"]);
    let joint = model.joints.len() - 1;
    assert_eq!(model.joints[joint].bodies, (new[0], new[1]));
    assert!((coordinate(&work, joint) - turned).abs() < 1e-9, "{} for {turned}", coordinate(&work, joint));
    for pane in &work.panes {
        let simulation = &pane.simulation;
        let depth = truth::measure(&simulation.model, &simulation.state).depth_max;
        assert!(depth < 1e-9, "{depth}");
        assert!(error_of_joint(&simulation.model, &simulation.state, joint) < 1e-9);
    }
    assert_eq!(work.scene.source.controllers.last().map(|c| &c.joint), Some(&model.joints[joint].name));
    // Pasted once more it has names of its own again.
    let again =
        fragment::add(&mut work, parse(&text, "").unwrap(), Place::At(Vec3::new(0.0, -3.0, 2.0))).unwrap();
    assert_eq!(work.scene.model.body(again[0]).name, "arm 3");
    let flat = parse("Scene(dimension: Two, bodies: [(name: \"a\", shape: Box(half_extents: (1, 1)))])", "")
        .unwrap();
    let refused = fragment::add(&mut work, flat, Place::Beside).unwrap_err();
    assert_eq!(refused, "these bodies are of a scene in the plane, and the scene shown is in space");
}

/// A copy of a mechanism beside it moves as it does: the same free fall and the same turning of its joint.
#[test]
fn copies_move_alike() {
    let folder = Folder::new("several-copy");
    let mut app = open(&folder);
    // Without the hook it is free.
    select(&mut app, &["wall"]);
    act(&mut app, BuildCommand::DeleteSelected);
    run(&mut app, 10);
    select(&mut app, &["arm", "hand"]);
    act(&mut app, BuildCommand::DuplicateSelected);
    assert_eq!(selected(&app), ["arm 2", "hand 2"]);
    let pairs = [("arm", "arm 2"), ("hand", "hand 2")].map(|(a, b)| (named(&app, a), named(&app, b)));
    let exact = bench(&app).panes.iter().position(|pane| pane.model() == ContactModel::SeparatingFeature);
    let pane = exact.unwrap_or(bench(&app).focused);
    let apart = |app: &App| {
        let poses = &bench(app).panes[pane].simulation.state.poses;
        pairs.map(|(a, b)| poses[b.0].position - poses[a.0].position)
    };
    let before = apart(&app);
    run(&mut app, 20);
    for (now, before) in apart(&app).into_iter().zip(before) {
        assert!((now - before).norm() < 1e-3, "{now} for {before}");
    }
}

/// With a grid, what is dragged stands on its points, in all directions along which it was free to go.
#[test]
fn bodies_snap_to_the_grid() {
    let folder = Folder::new("several-snap");
    let mut app = open(&folder);
    act(&mut app, SelectCommand::Snap(Snapping { on: true, grid: Some(0.25), angle: 15.0 }));
    let body = named(&app, "leaning");
    let before = at(&app, "leaning");
    drag(&mut app, body, Vec2::new(120.0, -60.0));
    press(&mut app, ButtonState::Released);
    let now = at(&app, "leaning");
    assert!((now - before).norm() > 0.1, "{now}");
    for axis in 0..3 {
        let points = now[axis] / 0.25;
        assert!((points - points.round()).abs() < 1e-9, "{now}");
    }
}

/// The face lies on the other one: parallel, touching, nothing deeper; in every pane, and undone as one.
#[test]
fn a_leaning_box_is_laid_flat_on_the_floor() {
    let folder = Folder::new("several-face");
    let mut app = open(&folder);
    let before = states(&app);
    select(&mut app, &["leaning"]);
    act(&mut app, BuildCommand::FaceToFace);
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    let id = named(&app, "leaning");
    for pane in &bench(&app).panes {
        let pose = pane.simulation.state.poses[id.0];
        // One of its axes is upright, and the lowest corner is at the height of the floor.
        let upright = (0..3).map(|k| (pose.orientation * Vec3::ith(k, 1.0)).z.abs()).fold(0.0, f64::max);
        assert!((upright - 1.0).abs() < 1e-12, "{upright}");
        let corners = &pane.simulation.model.body(id).parts[0].vertices;
        let lowest = corners.iter().map(|v| pose.transform_point(v).z).fold(f64::INFINITY, f64::min);
        assert!(lowest.abs() < 1e-9, "{lowest}");
    }
    act(&mut app, PastCommand::Undo);
    assert_eq!(states(&app), before);
    // Onto the side of another body, which is chosen first.
    select(&mut app, &["right", "leaning"]);
    act(&mut app, BuildCommand::FaceToFace);
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    let state = &states(&app)[0];
    let depth = truth::measure(&bench(&app).scene.model, state).depth_max;
    assert!(depth < 1e-9, "{depth}");
    let side = at(&app, "right").x + 0.1;
    let corners = &bench(&app).scene.model.body(id).parts[0].vertices;
    let pose = state.poses[id.0];
    let nearest = corners.iter().map(|v| pose.transform_point(v).x).fold(f64::INFINITY, f64::min);
    let top = at(&app, "right").z + 0.1;
    let lowest = corners.iter().map(|v| pose.transform_point(v).z).fold(f64::INFINITY, f64::min);
    assert!((nearest - side).abs() < 1e-9 || (lowest - top).abs() < 1e-9, "{nearest}, {lowest}");
}

/// What is selected does not outlive another scene, and saving keeps what was built.
#[test]
fn another_scene_selects_nothing_and_a_saved_one_has_what_was_built() {
    let folder = Folder::new("several-save");
    let mut app = open(&folder);
    select(&mut app, &["arm", "hand"]);
    act(&mut app, BuildCommand::DuplicateSelected);
    let built = bench(&app).scene.source.clone();
    act(&mut app, FilesCommand::SaveScene);
    let text = std::fs::read_to_string(folder.file("a.ron")).unwrap();
    let read = parse(&text, "a.ron").unwrap();
    assert_eq!((read.bodies, read.joints, read.controllers), (built.bodies, built.joints, built.controllers));
    act(&mut app, AppCommand::Files(FilesCommand::LoadScene(desk::repository("box2d_seed0.ron"))));
    app.update();
    assert!(selected(&app).is_empty());
}
