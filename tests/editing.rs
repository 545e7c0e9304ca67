//! Building and changing scenes in the application: what an act does, that it reaches all panes, and that it can be undone.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used)]

#[path = "common/desk.rs"]
mod desk;

use bevy::input::ButtonState;
use bevy::math::Vec2;
use bevy::prelude::App;
use desk::{act, app, bench, drag, mover, named, press, run, spawn, warnings};
use pegsim::app::build::cutting::{Cutting, Form};
use pegsim::app::command::build::BodyChange;
use pegsim::app::command::session::Answer;
use pegsim::app::command::{
    BuildCommand, FilesCommand, LookCommand, PastCommand, RunCommand, SelectCommand, SessionCommand,
};
use pegsim::app::past::undo::UndoStack;
use pegsim::contact::models::ContactModel;
use pegsim::experiment::truth;
use pegsim::scene::format::{DecomposeSettings, Shape};
use pegsim::world::{BodyId, BodyKind, State};
use std::path::PathBuf;

fn states(app: &App) -> Vec<State> {
    bench(app).panes.iter().map(|pane| pane.simulation.state.clone()).collect()
}

fn select(app: &mut App, name: &str) -> BodyId {
    let id = named(app, name);
    act(app, SelectCommand::Body(Some(id)));
    id
}

/// No pane has bodies deeper in each other than touching.
fn assert_apart(app: &App) {
    for pane in &bench(app).panes {
        let depth = truth::measure(&pane.simulation.model, &pane.simulation.state).depth_max;
        assert!(depth < 1e-6, "{depth}");
    }
}

/// A U of cells as an OBJ file.
fn hollow(name: &str) -> PathBuf {
    use pegsim::geometry::mesh::make::{of_cells, to_obj};
    let file = std::env::temp_dir().join(format!("pegsim-{name}-{}.obj", std::process::id()));
    let planes: [&[f64]; 3] = [&[0.0, 0.08, 0.23, 0.3], &[0.0, 0.1], &[0.0, 0.07, 0.25]];
    std::fs::write(&file, to_obj(&of_cells(planes, |[x, _, z]| x != 1 || z == 0), "U")).unwrap();
    file
}

/// What is done beside the frames is taken up in the next ones.
fn settle(app: &mut App) {
    for _ in 0..4 {
        app.update();
    }
}

/// How many parts the mesh that is to be a body would have, and their error (m).
fn preview(app: &App) -> Option<(usize, f64)> {
    match &app.world().resource::<Cutting>().draft()?.made.as_ref()?.form {
        Form::Parts(_, parts) => Some((parts.parts.len(), parts.error)),
        _ => None,
    }
}

/// A mesh that is not convex comes as convex parts, which are shown before it comes; how many there may be is changed there, and later in
/// the panel.
#[test]
fn a_hollow_mesh_is_shown_in_parts_that_can_be_set_before_it_is_taken() {
    let mut app = app("box3d_seed0.ron");
    let file = hollow("import");
    let bodies = bench(&app).scene.model.bodies.len();
    act(&mut app, BuildCommand::ImportMesh(file.clone()));
    settle(&mut app);
    assert_eq!(bench(&app).scene.model.bodies.len(), bodies, "nobody has taken it yet");
    let (parts, error) = preview(&app).expect("its parts are shown");
    assert!(parts == 3 && error < 1e-9, "{parts} parts, {error} m");
    let one = DecomposeSettings { parts: 1, tolerance: None };
    act(&mut app, BuildCommand::CutImport(one));
    settle(&mut app);
    let (parts, error) = preview(&app).expect("its parts are shown");
    // The slot of the U is 0.15 m wide: the middle of its hull's lid is half of that from the walls.
    assert!(parts == 1 && (0.05..0.09).contains(&error), "{parts} parts, {error} m");
    act(&mut app, BuildCommand::CutImport(DecomposeSettings { parts: 0, tolerance: None }));
    assert!(warnings(&app).iter().any(|said| said.contains("parts is 0")), "{:?}", warnings(&app));
    act(&mut app, BuildCommand::CutImport(DecomposeSettings::default()));
    settle(&mut app);
    act(&mut app, BuildCommand::AcceptImport);
    settle(&mut app);
    assert!(app.world().resource::<Cutting>().draft().is_none(), "the window is closed");
    let scene = bench(&app).scene.clone();
    assert_eq!((scene.model.bodies.len(), scene.decomposed.len()), (bodies + 1, 1), "{:?}", warnings(&app));
    assert_eq!(scene.model.bodies[bodies].parts.len(), 3);
    assert_apart(&app);
    let fewer = DecomposeSettings { parts: 1, tolerance: None };
    act(&mut app, BuildCommand::ChangeBody(BodyId(bodies), BodyChange::Parts(fewer)));
    settle(&mut app);
    let scene = bench(&app).scene.clone();
    assert_eq!(scene.model.bodies[bodies].parts.len(), 1, "{:?}", warnings(&app));
    assert!(
        matches!(scene.source.bodies[bodies].shape, Shape::Mesh { decompose: Some(found), .. } if found == fewer)
    );
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).scene.model.bodies[bodies].parts.len(), 3);
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).scene.model.bodies.len(), bodies);
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn an_import_can_be_left_and_a_convex_mesh_asks_nothing() {
    let mut app = app("box3d_seed0.ron");
    let file = hollow("left");
    let bodies = bench(&app).scene.model.bodies.len();
    act(&mut app, BuildCommand::ImportMesh(file.clone()));
    settle(&mut app);
    act(&mut app, BuildCommand::CancelImport);
    act(&mut app, BuildCommand::AcceptImport);
    settle(&mut app);
    assert_eq!(bench(&app).scene.model.bodies.len(), bodies);
    // A tetrahedron; then the same without a face, of which there is the hull only.
    let closed = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    std::fs::write(&file, closed).unwrap();
    act(&mut app, BuildCommand::ImportMesh(file.clone()));
    settle(&mut app);
    assert_eq!(bench(&app).scene.model.bodies.len(), bodies + 1, "{:?}", warnings(&app));
    let open = hollow("open");
    std::fs::write(&open, closed.replace("f 2 3 4\n", "")).unwrap();
    act(&mut app, BuildCommand::ImportMesh(open.clone()));
    settle(&mut app);
    let why = match &app.world().resource::<Cutting>().draft().and_then(|draft| draft.made.clone()) {
        Some(made) => match &made.form {
            Form::Hull(why, ..) => why.clone(),
            _ => String::new(),
        },
        None => String::new(),
    };
    assert!(why.contains("it has holes"), "{why}");
    act(&mut app, BuildCommand::AcceptImport);
    settle(&mut app);
    let scene = bench(&app).scene.clone();
    assert!(matches!(scene.source.bodies[bodies + 1].shape, Shape::Hull { .. }), "{:?}", warnings(&app));
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_file(&open).unwrap();
}

#[test]
fn what_is_added_is_in_all_panes_where_there_is_room_and_undo_takes_it_out_again() {
    for scene in ["triangle_drop.ron", "box3d_seed0.ron"] {
        let mut app = app(scene);
        let bodies = bench(&app).scene.model.bodies.len();
        let before = states(&app);
        for _ in 0..3 {
            spawn(&mut app);
        }
        assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
        assert_eq!(bench(&app).scene.model.bodies.len(), bodies + 3);
        assert!(bench(&app).panes.iter().all(|p| p.simulation.state.poses.len() == bodies + 3));
        assert_apart(&app);
        run(&mut app, 3);
        assert!(bench(&app).panes.iter().all(|p| p.failure.is_none() && p.simulation.state.step == 3));
        let after = states(&app);
        for _ in 0..3 {
            act(&mut app, PastCommand::Undo);
        }
        assert_eq!(states(&app), before, "three acts back, and the run that came after the last of them");
        for _ in 0..3 {
            act(&mut app, PastCommand::Redo);
        }
        assert_eq!(states(&app), after, "to the bit, with the run");
    }
}

#[test]
fn what_is_added_during_a_run_enters_then_also_after_a_reset() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 10);
    let time = bench(&app).time();
    spawn(&mut app);
    let id = BodyId(bench(&app).scene.model.bodies.len() - 1);
    assert_eq!(bench(&app).scene.model.body(id).spawn_time, time);
    assert_eq!(bench(&app).step(), 10, "the run goes on from where it was");
    run(&mut app, 5);
    let there = states(&app);
    act(&mut app, PastCommand::Reset);
    assert!(!bench(&app).scene.model.is_active(id, 0.0));
    run(&mut app, 15);
    // The same run in one go: what enters later does not disturb what came before.
    for (again, before) in states(&app).iter().zip(&there) {
        for (p, q) in again.poses.iter().zip(&before.poses) {
            assert!((p.position - q.position).norm() < 1e-12, "{} {}", p.position, q.position);
        }
    }
}

#[test]
fn the_past_of_an_edited_run_stays_as_it_was() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 10);
    let past = states(&app);
    let bodies = bench(&app).scene.model.bodies.len();
    run(&mut app, 5);
    spawn(&mut app);
    run(&mut app, 5);
    let end = states(&app);
    act(&mut app, PastCommand::Seek(10));
    assert_eq!(states(&app), past);
    assert_eq!(bench(&app).scene.model.bodies.len(), bodies, "the scene of that moment");
    // Going on without a change repeats what is recorded, the added body with it.
    run(&mut app, 10);
    assert_eq!(states(&app), end);
    assert_eq!(bench(&app).branches.iter().count(), 0);
    assert!(bench(&app).panes.iter().all(|pane| pane.divergence.is_none()));
}

#[test]
fn a_deleted_body_takes_its_joints_along_and_comes_back_with_them() {
    let mut app = app("joints/double_pendulum.ron");
    run(&mut app, 5);
    let before = states(&app);
    let joints = bench(&app).scene.model.joints.len();
    let name = {
        let model = &bench(&app).scene.model;
        model.bodies.iter().rev().find(|b| b.is_dynamic()).unwrap().name.clone()
    };
    select(&mut app, &name);
    act(&mut app, BuildCommand::DeleteSelected);
    assert!(bench(&app).scene.model.bodies.iter().all(|b| b.name != name));
    assert_eq!(bench(&app).scene.model.joints.len(), joints - 1);
    run(&mut app, 5);
    assert!(bench(&app).panes.iter().all(|p| p.failure.is_none()), "what is left runs");
    act(&mut app, PastCommand::Undo);
    assert_eq!(states(&app), before);
    assert_eq!(bench(&app).scene.model.joints.len(), joints);
}

#[test]
fn a_copy_stands_beside_and_moves_alike() {
    let mut app = app("box2d_seed0.ron");
    run(&mut app, 20);
    let id = mover(&app);
    act(&mut app, SelectCommand::Body(Some(id)));
    act(&mut app, BuildCommand::DuplicateSelected);
    let copy = BodyId(bench(&app).scene.model.bodies.len() - 1);
    let focused = bench(&app).focused;
    // The copy enters in this moment and the original is half a step ahead of its velocity: they fall alike.
    run(&mut app, 1);
    let state = &states(&app)[focused];
    let apart = (state.twists[copy.0].linear - state.twists[id.0].linear).norm();
    assert!(apart < 1e-13, "{apart:e} m/s");
    let model = &bench(&app).scene.model;
    assert!((model.body(copy).mass - model.body(id).mass).abs() < 1e-12);
    assert_ne!(model.body(copy).name, model.body(id).name);
    assert_apart(&app);
}

#[test]
fn properties_change_the_motion_in_all_panes_from_now_on() {
    let mut app = app("friction/incline_sticks.ron");
    let id = mover(&app);
    run(&mut app, 30);
    let still = states(&app)[0].twists[id.0].linear.norm();
    assert!(still < 1e-6, "friction holds it: {still}");
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Friction(0.0)));
    for k in 0..bench(&app).scene.model.bodies.len() {
        act(&mut app, BuildCommand::ChangeBody(BodyId(k), BodyChange::Friction(0.0)));
    }
    run(&mut app, 30);
    for state in states(&app) {
        let speed = state.twists[id.0].linear.norm();
        assert!(speed > 0.1, "without friction it slides: {speed}");
    }
    let mass = bench(&app).scene.model.body(id).mass;
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Mass(3.0 * mass)));
    assert!((bench(&app).scene.model.body(id).mass - 3.0 * mass).abs() < 1e-9 * mass);
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Kind(BodyKind::Fixed)));
    let at = states(&app)[0].poses[id.0];
    run(&mut app, 3);
    assert_eq!(states(&app)[0].poses[id.0], at, "fixed where it was");
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
}

#[test]
fn a_change_that_makes_no_scene_is_refused_with_the_reason_and_changes_nothing() {
    let mut app = app("triangle_drop.ron");
    let id = mover(&app);
    let other = (0..).map(BodyId).find(|k| *k != id).unwrap();
    let taken = bench(&app).scene.model.body(other).name.clone();
    let before = states(&app);
    for (change, word) in [
        (BodyChange::Name(taken), "named"),
        (BodyChange::Mass(-1.0), "mass"),
        (BodyChange::Restitution(2.0), "restitution"),
        (BodyChange::Position(pegsim::math::Vec3::new(f64::NAN, 0.0, 0.0)), "numbers"),
    ] {
        act(&mut app, BuildCommand::ChangeBody(id, change));
        assert!(warnings(&app).last().is_some_and(|w| w.contains(word)), "{:?}", warnings(&app));
    }
    assert_eq!(states(&app), before);
    assert!(app.world().resource::<UndoStack>().is_empty());
}

#[test]
fn a_typed_place_is_taken_only_where_nothing_is_in_the_way() {
    let mut app = app("triangle_drop.ron");
    let id = mover(&app);
    let model = bench(&app).scene.model.clone();
    let state = states(&app)[0].clone();
    let (here, _) = model.scene_frame(id, &state.poses[id.0]);
    let fixed = model.ids().find(|&k| !model.body(k).is_dynamic()).unwrap();
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Position(state.poses[fixed.0].position)));
    let other = format!("into `{}`", model.body(fixed).name);
    assert!(warnings(&app).iter().any(|w| w.contains(&other)), "{:?}", warnings(&app));
    assert_eq!(states(&app)[0], state);
    let above = here + pegsim::math::Vec3::new(0.0, 0.3, 0.0);
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Position(above)));
    for state in states(&app) {
        assert!((model.scene_frame(id, &state.poses[id.0]).0 - above).norm() < 1e-12);
    }
    act(&mut app, PastCommand::Reset);
    assert!(
        (model.scene_frame(id, &states(&app)[0].poses[id.0]).0 - above).norm() < 1e-12,
        "the start is there now"
    );
    // The file has what was typed to the last digit, and what was not as it was.
    let aside = pegsim::math::Vec3::new(0.05, above.y, above.z);
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Position(aside)));
    let described = |app: &App| bench(app).scene.source.bodies[id.0].position;
    assert_eq!(described(&app), [0.05, above.y, above.z]);
    let turn = pegsim::math::Vec3::new(0.0, 0.0, 0.3);
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Rotation(turn)));
    assert_eq!(described(&app), [0.05, above.y, above.z], "{:?}", warnings(&app));
}

#[test]
fn a_drag_at_the_start_changes_the_start_and_is_one_act() {
    let mut app = app("triangle_drop.ron");
    let id = mover(&app);
    let before = states(&app);
    drag(&mut app, id, Vec2::new(-60.0, -20.0));
    press(&mut app, ButtonState::Released);
    app.update();
    let moved = states(&app);
    assert!((moved[0].poses[id.0].position - before[0].poses[id.0].position).norm() > 0.05);
    run(&mut app, 4);
    act(&mut app, PastCommand::Reset);
    assert_eq!(states(&app), moved, "reset goes to what was built");
    assert!(bench(&app).is_edited());
    // The reset is an act as well: the run comes back first.
    act(&mut app, PastCommand::Undo);
    assert_eq!(bench(&app).step(), 4);
    act(&mut app, PastCommand::Undo);
    assert_eq!(states(&app), before);
    assert!(!bench(&app).is_edited());
}

#[test]
fn going_on_otherwise_from_the_past_keeps_the_future_as_a_branch() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 30);
    let future = states(&app);
    act(&mut app, PastCommand::Seek(20));
    let pane = bench(&app).focused;
    act(&mut app, RunCommand::SetPaneModel { pane, model: ContactModel::Lnc });
    run(&mut app, 5);
    let branches: Vec<_> = bench(&app).branches.iter().map(|b| (b.id, b.from, b.to)).collect();
    assert_eq!(branches.len(), 1);
    assert_eq!((branches[0].1, branches[0].2), (20, 30));
    let other = states(&app);
    act(&mut app, PastCommand::SwitchBranch(branches[0].0));
    act(&mut app, PastCommand::Seek(30));
    assert_eq!(states(&app), future);
    // The run that was left for it is a branch now.
    let back = bench(&app).branches.iter().next().unwrap().id;
    act(&mut app, PastCommand::SwitchBranch(back));
    act(&mut app, PastCommand::Seek(25));
    assert_eq!(states(&app), other);
    assert_eq!(bench(&app).panes[pane].model(), ContactModel::Lnc);
}

#[test]
fn undo_never_loses_a_scene() {
    let mut app = app("triangle_drop.ron");
    spawn(&mut app);
    run(&mut app, 3);
    let built = states(&app);
    act(&mut app, FilesCommand::NeighbourScene(true));
    assert_ne!(bench(&app).scene.model.bodies.len(), built[0].poses.len());
    act(&mut app, PastCommand::Undo);
    assert_eq!(states(&app), built);
}

#[test]
fn the_selection_follows_its_body_through_deletions_names_and_time() {
    let mut app = app("box2d_seed0.ron");
    run(&mut app, 30);
    let model = bench(&app).scene.model.clone();
    let movers: Vec<BodyId> = model.ids().filter(|&id| model.body(id).is_dynamic()).collect();
    let (first, later) = (movers[0], movers[5]);
    let name = model.body(later).name.clone();
    act(&mut app, SelectCommand::Body(Some(first)));
    act(&mut app, BuildCommand::DeleteSelected);
    run(&mut app, 3);
    let selected = |app: &App| {
        let id = app.world().resource::<pegsim::app::look::view::Selection>().body?;
        Some(bench(app).scene.model.body(id).name.clone())
    };
    select(&mut app, &name);
    act(&mut app, PastCommand::Seek(10));
    assert_eq!(selected(&app).as_ref(), Some(&name), "before the deletion it has another number");
    act(&mut app, LookCommand::FrameSelection);
    act(&mut app, PastCommand::Seek(33));
    assert_eq!(selected(&app).as_ref(), Some(&name));
    let id = named(&app, &name);
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Name("pebble".to_owned())));
    assert_eq!(selected(&app).as_deref(), Some("pebble"));
    // What is added is selected, undo keeps the selection by name, and it is gone where the body is not there yet.
    spawn(&mut app);
    let newest = bench(&app).scene.model.bodies.last().unwrap().name.clone();
    assert_eq!(selected(&app).as_ref(), Some(&newest));
    spawn(&mut app);
    select(&mut app, "pebble");
    act(&mut app, PastCommand::Undo);
    assert_eq!(selected(&app).as_deref(), Some("pebble"));
    select(&mut app, &newest);
    run(&mut app, 2);
    act(&mut app, PastCommand::Seek(5));
    assert_eq!(selected(&app), None);
    act(&mut app, LookCommand::FrameSelection);
}

#[test]
fn a_pane_added_late_goes_back_with_the_others_and_all_keep_step() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, RunCommand::SetPaneCount(1));
    run(&mut app, 60);
    act(&mut app, RunCommand::SetPaneCount(3));
    act(&mut app, PastCommand::Seek(20));
    let steps = |app: &App| states(app).iter().map(|s| s.step).collect::<Vec<_>>();
    assert_eq!(steps(&app), [20, 20, 20]);
    run(&mut app, 15);
    assert_eq!(steps(&app), [35, 35, 35]);
    for pane in &bench(&app).panes {
        let frames: Vec<u64> = pane.recording.frames().map(|f| f.state.step).collect();
        assert!(frames.windows(2).all(|w| w[1] == w[0] + 1), "{frames:?}");
    }
    // Each went on under its own model, which a run from the start under that model confirms.
    let models: Vec<ContactModel> =
        bench(&app).panes.iter().map(pegsim::app::bench::workbench::Pane::model).collect();
    assert_eq!(models.len(), 3);
    assert!(models.iter().all(|m| models.iter().filter(|n| *n == m).count() == 1), "{models:?}");
}

#[test]
fn the_worst_of_the_truth_meter_is_that_of_the_run_shown() {
    let mut app = app("box2d_seed0.ron");
    act(&mut app, RunCommand::SetPaneCount(1));
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::Standard });
    run(&mut app, 200);
    let worst = bench(&app).panes[0].truth.worst_depth;
    assert!(worst > 1e-6, "Standard reaches in: {worst}");
    act(&mut app, PastCommand::Seek(20));
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::SeparatingFeature });
    run(&mut app, 180);
    let exact = bench(&app).panes[0].truth.worst_depth;
    assert!(exact < 1e-8, "the other run was left: {exact}");
}

#[test]
fn a_scene_with_changes_is_left_only_by_an_answer() {
    let mut app = app("triangle_drop.ron");
    let ends = |app: &mut App| app.should_exit().is_some();
    spawn(&mut app);
    act(&mut app, SessionCommand::Quit);
    assert!(!ends(&mut app));
    let asks = |app: &App| app.world().resource::<pegsim::app::session::Session>().leaving.is_some();
    assert!(asks(&app));
    // Twice on the window's button is no answer.
    act(&mut app, SessionCommand::Quit);
    assert!(!ends(&mut app) && asks(&app));
    act(&mut app, SessionCommand::AnswerLeaving(Answer::Discard));
    assert!(ends(&mut app));
}

#[test]
fn what_was_added_and_moved_away_leaves_room_for_the_next() {
    let mut app = app("triangle_drop.ron");
    run(&mut app, 10);
    spawn(&mut app);
    let id = BodyId(bench(&app).scene.model.bodies.len() - 1);
    let state = &states(&app)[0];
    let (here, _) = bench(&app).scene.model.scene_frame(id, &state.poses[id.0]);
    let aside = here + pegsim::math::Vec3::new(-4.0, 3.0, 0.0);
    act(&mut app, BuildCommand::ChangeBody(id, BodyChange::Position(aside)));
    spawn(&mut app);
    assert!(warnings(&app).is_empty(), "{:?}", warnings(&app));
    assert_eq!(bench(&app).scene.model.bodies.len(), id.0 + 2);
}
