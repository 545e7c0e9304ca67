//! Several commands in one frame do what they do in frames of their own, whatever their order.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use desk::{act, app, bench, drag, models, mover, place, press, repository};
use pegsim::app::command::build::{BodyChange, PaletteShape, SpawnRequest};
use pegsim::app::command::joint::{JointChange, Push};
use pegsim::app::command::look::{Overlay, StandardView};
use pegsim::app::command::session::{Preference, ThemeChoice};
use pegsim::app::command::{
    AppCommand, BuildCommand, ExplainCommand, FilesCommand, JointCommand, LookCommand, PastCommand,
    RunCommand, SelectCommand, SessionCommand,
};
use pegsim::app::look::camera::Rigs;
use pegsim::app::look::view::{Selection, ViewSettings, Viewports};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::session::Session;
use pegsim::contact::models::ContactModel;
use pegsim::math::Vec3;
use pegsim::scene::format::JointKind;
use pegsim::step::{Cone, ImpactTreatment, SolverMethod};
use pegsim::world::BodyId;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fmt::Write;
use std::time::Duration;

/// A small scene whose clock stands, and whose acts are never merged: neither depends on how fast the machine is.
fn still() -> App {
    let mut app = app("triangle_drop.ron");
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    app.world_mut().resource_mut::<UndoStack>().together = Duration::ZERO;
    app.update();
    app
}

/// Everything that commands change, in words: two applications in the same state say the same.
fn said_state(app: &App) -> String {
    let (world, bench) = (app.world(), bench(app));
    let mut text = String::new();
    for pane in &bench.panes {
        let simulation = &pane.simulation;
        let _ = writeln!(text, "{:?} {:?}", simulation.settings, simulation.state);
        let recorded: Vec<_> = pane.recording.frames().map(|frame| (&frame.state, frame.settings)).collect();
        let _ = writeln!(text, "{recorded:?} {:?} {:?}", simulation.record.is_some(), pane.failure);
    }
    let _ = writeln!(text, "{:?} {:?} {:?}", bench.scene.source, bench.file, bench.is_edited());
    let _ = writeln!(text, "{} {} {}", bench.focused, bench.running, bench.linked_cameras);
    let _ = writeln!(text, "{} {} {}", bench.time_step, bench.speed, bench.finished);
    let _ = writeln!(text, "{:?} {}", bench.parting, bench.branches.iter().len());
    let undo = world.resource::<UndoStack>();
    let _ = writeln!(text, "{} {:?} {:?}", undo.len(), undo.next_undo(), undo.next_redo());
    let _ = writeln!(text, "{:?}", world.resource::<Selection>());
    let _ = writeln!(text, "{:?}", world.resource::<ViewSettings>());
    let _ = writeln!(text, "{:?}", world.resource::<Session>().preferences);
    let _ = writeln!(text, "{:?}", world.resource::<Viewports>().panes);
    let rigs = world.resource::<Rigs>();
    for pane in 0..bench.panes.len() {
        let _ = writeln!(text, "{:?}", rigs.of(pane).transform());
    }
    text
}

/// The state after the commands, each in a frame of its own.
fn one_by_one(commands: &[AppCommand]) -> String {
    let mut app = still();
    for command in commands {
        act(&mut app, command.clone());
    }
    app.update();
    said_state(&app)
}

/// The state after the commands, all in one frame.
fn at_once(commands: &[AppCommand]) -> String {
    let mut app = still();
    for command in commands {
        app.world_mut().write_message(command.clone());
    }
    app.update();
    app.update();
    said_state(&app)
}

/// The first line in which two states differ, cut to what a person reads.
fn difference(a: &str, b: &str) -> Option<(String, String)> {
    let short =
        |line: &str, at: usize| line.chars().skip(at.saturating_sub(40)).take(300).collect::<String>();
    let (a, b) = a.lines().zip(b.lines()).find(|(a, b)| a != b)?;
    let at = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    Some((short(a, at), short(b, at)))
}

#[track_caller]
fn assert_same(commands: &[AppCommand]) {
    let (own, one) = (one_by_one(commands), at_once(commands));
    assert_eq!(difference(&own, &one), None, "in frames of their own, and in one: {commands:?}");
    assert_eq!(own.lines().count(), one.lines().count(), "{commands:?}");
}

fn model(pane: usize, model: ContactModel) -> AppCommand {
    RunCommand::SetPaneModel { pane, model }.into()
}

#[test]
fn undo_and_a_change_of_model_in_one_frame_come_in_the_order_of_the_person() {
    let other = ContactModel::Lnc;
    let change = model(0, other);
    let before = models(&still());
    assert_ne!(before[0], other);
    // Changed, and taken back.
    let mut app = still();
    for command in [change.clone(), PastCommand::Undo.into()] {
        app.world_mut().write_message(command);
    }
    app.update();
    assert_eq!(models(&app), before);
    // The change of before taken back, and another one made.
    let mut app = still();
    act(&mut app, model(1, other));
    for command in [PastCommand::Undo.into(), change.clone()] {
        app.world_mut().write_message(command);
    }
    app.update();
    assert_eq!(models(&app)[0], other);
    assert_eq!(models(&app)[1], before[1]);
    assert_eq!(app.world().resource::<UndoStack>().len(), 1);
}

#[test]
fn a_step_asked_for_before_a_change_of_model_is_one_of_the_old_model() {
    let commands = [RunCommand::Step.into(), model(0, ContactModel::Lnc), RunCommand::Step.into()];
    assert_same(&commands);
    let mut app = still();
    for command in commands {
        app.world_mut().write_message(command);
    }
    app.update();
    let frames: Vec<_> = bench(&app).panes[0].recording.frames().map(|f| f.settings.contact.model).collect();
    assert_eq!(frames.len(), 3);
    assert_ne!(frames[1], ContactModel::Lnc);
    assert_eq!(frames[2], ContactModel::Lnc);
}

#[test]
fn a_body_is_selected_by_the_number_that_it_has_when_the_command_comes() {
    // Going to before the edit renumbers the bodies; what is selected after it is meant in the new numbers.
    let add = BuildCommand::Spawn(SpawnRequest::default());
    assert_same(&[
        RunCommand::Step.into(),
        add.into(),
        RunCommand::Step.into(),
        SelectCommand::Body(Some(BodyId(0))).into(),
        BuildCommand::DeleteSelected.into(),
        PastCommand::Undo.into(),
        SelectCommand::Body(Some(BodyId(1))).into(),
        PastCommand::Seek(0).into(),
        SelectCommand::NeighbourBody(true).into(),
    ]);
}

#[test]
fn views_chosen_after_a_new_scene_are_views_of_that_scene() {
    assert_same(&[
        LookCommand::View(StandardView::Top).into(),
        FilesCommand::LoadScene(repository("box3d_seed0.ron")).into(),
        LookCommand::View(StandardView::Top).into(),
        RunCommand::SetPaneCount(1).into(),
        LookCommand::FrameScene.into(),
    ]);
}

#[test]
fn what_was_asked_for_before_the_button_is_let_go_comes_before_it() {
    let dragged = || {
        let mut app = still();
        act(&mut app, model(0, ContactModel::Lnc));
        let body = mover(&app);
        drag(&mut app, body, Vec2::new(30.0, -20.0));
        assert!(app.world().resource::<UndoStack>().len() == 1);
        app
    };
    let mut own = dragged();
    act(&mut own, PastCommand::Undo);
    press(&mut own, ButtonState::Released);
    let mut one = dragged();
    one.world_mut().write_message(AppCommand::from(PastCommand::Undo));
    press(&mut one, ButtonState::Released);
    assert_eq!(difference(&said_state(&own), &said_state(&one)), None);
    assert!(one.world().resource::<UndoStack>().is_empty(), "the change of model was undone, not the move");
}

#[test]
fn a_press_takes_hold_of_the_scene_as_the_commands_before_it_left_it() {
    // Undone and pressed in one frame: letting go must not bring back what was undone.
    let end = |together: bool| {
        let mut app = still();
        act(&mut app, model(0, ContactModel::Lnc));
        let at = place(&app, 0, mover(&app));
        desk::move_to(&mut app, at);
        if together {
            app.world_mut().write_message(AppCommand::from(PastCommand::Undo));
        } else {
            act(&mut app, PastCommand::Undo);
        }
        press(&mut app, ButtonState::Pressed);
        for k in 1..4_u8 {
            desk::move_to(&mut app, at + f32::from(k) * Vec2::new(8.0, -6.0));
        }
        press(&mut app, ButtonState::Released);
        act(&mut app, PastCommand::Undo);
        said_state(&app)
    };
    assert_eq!(difference(&end(false), &end(true)), None);
}

fn push() -> Push {
    Push { force: Vec3::x(), torque: Vec3::z(), from: 0.0, until: Some(0.05) }
}

/// Commands that change the workbench, the selection or the views. Left out are those that take time by what they are: the
/// hunt for a trap and as fast as possible step once in every frame, and panels are laid out once in every frame. So is the
/// quality: without a renderer there is nobody to take lights away from.
fn command() -> impl Strategy<Value = AppCommand> {
    let body = || (0..4_usize).prop_map(BodyId);
    let pane = || 0..3_usize;
    let contact_model = prop::sample::select(ContactModel::ALL.to_vec());
    let run = prop_oneof![
        3 => Just(RunCommand::Step),
        1 => Just(RunCommand::Run),
        1 => Just(RunCommand::Pause),
        1 => Just(RunCommand::ToggleRun),
        1 => Just(RunCommand::CycleModel),
        1 => any::<bool>().prop_map(RunCommand::ChangeSpeed),
        1 => prop::sample::select(vec![0.002, 0.01, 9.0]).prop_map(RunCommand::SetTimeStep),
        3 => (pane(), contact_model).prop_map(|(pane, model)| RunCommand::SetPaneModel { pane, model }),
        1 => pane().prop_map(|pane| RunCommand::SetPaneSolver { pane, method: SolverMethod::Pgs }),
        1 => (pane(), prop::sample::select(vec![None, Some(Cone::Pyramid), Some(Cone::Quadratic)]))
            .prop_map(|(pane, cone)| RunCommand::SetPaneCone { pane, cone }),
        1 => (pane(), prop::sample::select(vec![None, Some(ImpactTreatment::Within), Some(ImpactTreatment::Split)]))
            .prop_map(|(pane, impact)| RunCommand::SetPaneImpact { pane, impact }),
        2 => (1..=3_usize).prop_map(RunCommand::SetPaneCount),
        1 => pane().prop_map(RunCommand::FocusPane),
        1 => Just(RunCommand::ToggleLinkedCameras),
    ];
    let past = prop_oneof![
        4 => Just(PastCommand::Undo),
        2 => Just(PastCommand::Redo),
        1 => Just(PastCommand::StepBack),
        1 => (0..4_u64).prop_map(PastCommand::Seek),
        1 => Just(PastCommand::SeekDeepest),
        1 => Just(PastCommand::Reset),
        1 => (0..3_u64).prop_map(PastCommand::SwitchBranch),
        1 => (0..3_u64).prop_map(PastCommand::ForgetBranch),
    ];
    let shape =
        prop::sample::select(vec![PaletteShape::Cube, PaletteShape::Regular(3), PaletteShape::RandomHull]);
    let build = prop_oneof![
        2 => shape.prop_map(|shape| BuildCommand::Spawn(SpawnRequest { shape, ..SpawnRequest::default() })),
        1 => Just(BuildCommand::SpawnAgain),
        1 => Just(BuildCommand::DuplicateSelected),
        2 => Just(BuildCommand::DeleteSelected),
        1 => body().prop_map(|id| BuildCommand::ChangeBody(id, BodyChange::Friction(0.3))),
        1 => body().prop_map(|id| BuildCommand::ChangeBody(id, BodyChange::Name("another".into()))),
    ];
    let joint = prop_oneof![
        3 => (body(), body()).prop_map(|(a, b)| JointCommand::Add(JointKind::Revolute, a, b)),
        1 => Just(JointCommand::Remove(0)),
        1 => Just(JointCommand::Bring(0, 0.4)),
        1 => Just(JointCommand::AddDrive(0)),
        1 => body().prop_map(|id| JointCommand::Forces(id, vec![push()])),
        1 => Just(JointCommand::Change(0, JointChange::Limits(Some((-0.5, 0.5))))),
    ];
    let look = prop_oneof![
        1 => Just(LookCommand::FrameScene),
        1 => Just(LookCommand::FrameSelection),
        1 => Just(LookCommand::View(StandardView::Scene)),
        1 => Just(LookCommand::ToggleProjection),
        1 => Just(LookCommand::ToggleOverlay(Overlay::Names)),
        1 => Just(LookCommand::NextGhost),
        1 => Just(LookCommand::ToggleFollow),
        1 => Just(LookCommand::ToggleTheme),
    ];
    let select = prop_oneof![
        2 => body().prop_map(|id| SelectCommand::Body(Some(id))),
        1 => any::<bool>().prop_map(SelectCommand::NeighbourBody),
        2 => any::<bool>().prop_map(SelectCommand::NeighbourContact),
        1 => Just(SelectCommand::Contact(None)),
    ];
    let explain = prop_oneof![
        1 => (body(), body()).prop_map(|(a, b)| ExplainCommand::Pair(a, b)),
        1 => pane().prop_map(ExplainCommand::Pane),
        1 => (0..3_usize).prop_map(|row| ExplainCommand::PointOutRow(Some(row))),
    ];
    let files = prop_oneof![
        1 => Just(FilesCommand::ReloadScene),
        1 => Just(FilesCommand::LoadScene(repository("triangle_drop.ron"))),
        1 => Just(FilesCommand::LoadScene(repository("box3d_seed0.ron"))),
        1 => Just(FilesCommand::LoadScene(repository("no such scene.ron"))),
    ];
    let session = prop_oneof![
        1 => Just(SessionCommand::Prefer(Preference::Theme(ThemeChoice::Light))),
        1 => Just(SessionCommand::Prefer(Preference::Quality(None))),
    ];
    prop_oneof![
        6 => run.prop_map(AppCommand::from),
        6 => past.prop_map(AppCommand::from),
        4 => build.prop_map(AppCommand::from),
        3 => joint.prop_map(AppCommand::from),
        3 => look.prop_map(AppCommand::from),
        4 => select.prop_map(AppCommand::from),
        2 => explain.prop_map(AppCommand::from),
        1 => files.prop_map(AppCommand::from),
        1 => session.prop_map(AppCommand::from),
        1 => Just(AppCommand::Cancel),
    ]
}

#[test]
fn one_frame_with_several_commands_has_the_outcome_of_frames_of_their_own() {
    let mut runner = TestRunner::deterministic();
    let sequences = prop::collection::vec(command(), 2..9);
    // An application takes a second to build: the same two go through all sequences, each from the start of the scene.
    let (mut own, mut one) = (still(), still());
    let start = AppCommand::from(FilesCommand::LoadScene(repository("triangle_drop.ron")));
    // Enough for every pair of kinds of commands to meet; PEGSIM_CASES asks for more.
    let cases = std::env::var("PEGSIM_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(50);
    for case in 0..cases {
        let commands = sequences.new_tree(&mut runner).expect("a sequence").current();
        act(&mut own, start.clone());
        act(&mut one, start.clone());
        for command in &commands {
            act(&mut own, command.clone());
            one.world_mut().write_message(command.clone());
        }
        one.update();
        own.update();
        one.update();
        let (own, one) = (said_state(&own), said_state(&one));
        assert_eq!(difference(&own, &one), None, "sequence {case}: {commands:?}");
        assert_eq!(own.lines().count(), one.lines().count(), "sequence {case}: {commands:?}");
    }
}
