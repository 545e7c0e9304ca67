//! The application's logic, whole but without window or GPU: panes in lockstep, commands, dragging, bad scenes.
#![cfg(feature = "app")]

#[path = "common/desk.rs"]
mod desk;

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use desk::{act, app, bench, drag, errors, models, move_to, mover, named, place, press, said, warnings};
use pegsim::app::bench::workbench::DEFAULT_MODELS;
use pegsim::app::command::{AppCommand, FilesCommand, PastCommand, RunCommand};
use pegsim::app::draw::strokes::marks;
use pegsim::app::look::camera::Rigs;
use pegsim::app::look::view::{Selection, Viewports};
use pegsim::app::messages::{Messages, Severity};
use pegsim::app::run::simulation::Driver;
use pegsim::contact::models::ContactModel;
use pegsim::step::{Geometry, Integrator, PenaltySettings, Simulation};
use pegsim::world::{BodyId, StepInput};
use std::path::PathBuf;
use std::time::Duration;

#[test]
fn panes_step_together_and_exactly_as_the_library_does() {
    let mut app = app("triangle_drop.ron");
    assert_eq!(bench(&app).panes.len(), 3);
    assert_eq!(models(&app), DEFAULT_MODELS);

    act(&mut app, RunCommand::Run);
    for _ in 0..80 {
        app.update();
        let steps: Vec<u64> = bench(&app).panes.iter().map(|p| p.simulation.state.step).collect();
        assert!(steps.windows(2).all(|w| w[0] == w[1]), "panes out of step: {steps:?}");
    }
    assert!(errors(&app).is_empty(), "{:?}", errors(&app));
    let steps = bench(&app).step();
    assert!(steps >= 70, "only {steps} steps in 80 frames of one step each");
    for pane in &bench(&app).panes {
        let mut plain = Simulation::new(
            bench(&app).scene.model.clone(),
            bench(&app).scene.state.clone(),
            pane.simulation.settings,
        );
        for _ in 0..steps {
            plain.step(&StepInput::default()).expect("the library steps");
        }
        assert_eq!(plain.state, pane.simulation.state, "{} differs", pane.model().title());
        assert_eq!(pane.history.last().map(|s| s.step), Some(steps));
    }
}

#[test]
fn the_frame_rate_does_not_change_the_physics() {
    let mut states = Vec::new();
    for milliseconds in [3, 10, 47] {
        let mut app = app("triangle_drop.ron");
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(milliseconds)));
        act(&mut app, RunCommand::Run);
        while bench(&app).step() < 60 {
            app.update();
        }
        act(&mut app, RunCommand::Pause);
        act(&mut app, PastCommand::Seek(60));
        states.push(bench(&app).panes[2].simulation.state.clone());
    }
    assert!(states.windows(2).all(|w| w[0] == w[1]));
}

#[test]
fn steps_back_and_reset_lead_to_where_it_was() {
    let mut app = app("triangle_drop.ron");
    let start = bench(&app).panes[0].simulation.state.clone();
    let mut past = vec![start.clone()];
    for _ in 0..6 {
        act(&mut app, RunCommand::Step);
        past.push(bench(&app).panes[0].simulation.state.clone());
    }
    assert_eq!(bench(&app).step(), 6);
    for wanted in past.iter().rev().skip(1) {
        act(&mut app, PastCommand::StepBack);
        assert_eq!(bench(&app).panes[0].simulation.state, *wanted);
    }
    act(&mut app, PastCommand::Seek(4));
    assert_eq!(bench(&app).panes[1].simulation.state.step, 4);
    assert!(bench(&app).panes[1].simulation.record.is_some(), "the record of a past step is shown again");
    act(&mut app, PastCommand::Reset);
    assert!(bench(&app).panes.iter().all(|p| p.simulation.state == start && p.history.last().is_none()));
}

#[test]
fn models_and_panes_change_while_the_run_goes_on() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, RunCommand::Step);
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::Peg });
    assert_eq!(bench(&app).panes[0].model(), ContactModel::Peg);
    assert_eq!(bench(&app).step(), 1, "the run goes on from where it was");
    act(&mut app, RunCommand::SetPaneModel { pane: 1, model: ContactModel::Lnc });
    act(&mut app, RunCommand::FocusPane(1));
    act(&mut app, RunCommand::SetPaneCount(1));
    assert_eq!(bench(&app).panes.len(), 1);
    assert_eq!(bench(&app).panes[0].model(), ContactModel::Lnc, "the focused pane stays");
    act(&mut app, RunCommand::SetPaneCount(3));
    assert_eq!(models(&app), [ContactModel::Standard, ContactModel::Lnc, ContactModel::Peg]);
    act(&mut app, RunCommand::FocusPane(2));
    let after = [
        ContactModel::Corrective,
        ContactModel::DeepestPoint,
        ContactModel::MultiPoint,
        ContactModel::SeparatingFeature,
        ContactModel::Standard,
    ];
    for wanted in after {
        act(&mut app, RunCommand::CycleModel);
        assert_eq!(bench(&app).panes[2].model(), wanted);
    }
    assert_eq!(app.world().resource::<Viewports>().panes.len(), 3);
    act(&mut app, RunCommand::SetTimeStep(0.002));
    assert!(bench(&app).panes.iter().all(|p| p.simulation.settings.h == 0.002));
    act(&mut app, RunCommand::SetTimeStep(-1.0));
    assert_eq!(bench(&app).time_step, 0.002, "nonsense is refused");
}

#[test]
fn geometry_goes_with_the_model_unless_the_user_has_chosen() {
    let mut app = app("triangle_drop.ron");
    let geometry = |app: &App| bench(app).panes[0].simulation.settings.contact.geometry();
    let set = |model| AppCommand::Run(RunCommand::SetPaneModel { pane: 0, model });
    assert_eq!(geometry(&app), Geometry::SemiImplicit);
    act(&mut app, set(ContactModel::SeparatingFeature));
    assert_eq!(geometry(&app), Geometry::Implicit);
    act(&mut app, set(ContactModel::Peg));
    assert_eq!(geometry(&app), Geometry::SemiImplicit);
    act(&mut app, RunCommand::SetPaneGeometry { pane: 0, geometry: Some(Geometry::Implicit) });
    act(&mut app, set(ContactModel::Standard));
    assert_eq!(geometry(&app), Geometry::Implicit, "a choice stays");
    for _ in 0..3 {
        act(&mut app, RunCommand::Step);
    }
    assert!(errors(&app).is_empty(), "{:?}", errors(&app));
    act(&mut app, RunCommand::SetPaneGeometry { pane: 0, geometry: None });
    assert_eq!(geometry(&app), Geometry::SemiImplicit);
}

#[test]
fn exact_runs_beside_standard_and_replays_bit_for_bit() {
    let mut app = app("box3d_seed0.ron");
    act(&mut app, RunCommand::SetPaneCount(2));
    act(&mut app, RunCommand::SetPaneModel { pane: 1, model: ContactModel::SeparatingFeature });
    let mut past = Vec::new();
    for step in 1..=90 {
        act(&mut app, RunCommand::Step);
        assert_eq!(bench(&app).step(), step);
        past.push(bench(&app).panes[1].simulation.state.clone());
    }
    let remembered = past.last().is_some_and(|s| !s.memory.pairs().is_empty());
    assert!(remembered, "the bodies touch, so that there is something to remember");
    let exact = &bench(&app).panes[1];
    assert!(exact.truth.worst_depth < 1e-8, "{}", exact.truth.worst_depth);
    assert!(bench(&app).panes[0].truth.worst_depth > 1e-8);
    let sample = *exact.history.last().expect("samples");
    assert!(sample.separation > 0 && sample.violation < 1e-8, "{sample:?}");
    let bytes = exact.recording.bytes();
    assert!(bytes > past.iter().map(|s| size_of_val(s.memory.pairs())).sum::<usize>(), "{bytes}");

    // Back step by step: every replay must give the recorded state, or a warning says that it does not.
    for wanted in past.iter().rev().skip(1).take(25) {
        act(&mut app, PastCommand::StepBack);
        let simulation = &bench(&app).panes[1].simulation;
        assert_eq!(simulation.state, *wanted);
        assert!(simulation.record.as_ref().is_some_and(|r| r.step == wanted.step));
    }
    act(&mut app, PastCommand::Seek(50));
    assert_eq!(bench(&app).panes[1].simulation.state, past[49]);
    assert_eq!(warnings(&app), Vec::<String>::new());
    // And forth again, on a branch that is the same as the first one.
    for wanted in &past[50..] {
        act(&mut app, RunCommand::Step);
        assert_eq!(bench(&app).panes[1].simulation.state, *wanted, "step {}", wanted.step);
    }
}

#[test]
fn a_scene_that_does_not_load_leaves_the_running_one_alone() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, RunCommand::Step);
    let before = bench(&app).panes[0].simulation.state.clone();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let broken = folder.join("broken.ron");
    std::fs::write(&broken, "Scene(bodies: [(name: \"a\", shape: ").expect("a file");
    let picture = folder.join("picture.png");
    for path in [&broken, &picture, &folder.join("missing.ron")] {
        let said = app.world().resource::<Messages>().said();
        act(&mut app, FilesCommand::LoadScene(path.clone()));
        assert_eq!(app.world().resource::<Messages>().said(), said + 1, "{}", path.display());
        let error = errors(&app).pop().expect("a message");
        assert!(error.contains(&path.file_name().expect("a name").to_string_lossy()[..]), "{error}");
        assert!(error.contains("kept"), "{error}");
        assert_eq!(bench(&app).panes[0].simulation.state, before);
    }
    act(
        &mut app,
        FilesCommand::LoadScene(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/cube_on_edge.ron").into()),
    );
    assert_eq!(bench(&app).step(), 0);
    assert_eq!(bench(&app).scene.model.dimension, pegsim::math::Dimension::Three);
}

#[test]
fn a_drag_pulls_the_same_body_in_all_panes_with_the_same_force() {
    let mut app = app("triangle_drop.ron");
    let body = mover(&app);
    act(&mut app, RunCommand::Run);
    app.update();
    let start = place(&app, 1, body);
    move_to(&mut app, start);
    press(&mut app, ButtonState::Pressed);
    for k in 1..=6_u8 {
        move_to(&mut app, start + f32::from(k) * Vec2::new(8.0, -4.0));
    }
    let spring = app.world().resource::<Driver>().spring.expect("a spring");
    assert_eq!(spring.body, body);
    for _ in 0..4 {
        app.update();
    }
    // The first step that is pulled: before it the panes were in free fall, in equal states.
    let pulled: Vec<(u64, StepInput)> = bench(&app)
        .panes
        .iter()
        .map(|pane| {
            let mut frames = pane.recording.frames();
            let first =
                frames.find(|frame| !frame.input.wrenches.is_empty()).expect("the force reaches a step");
            (first.state.step, first.input.clone())
        })
        .collect();
    assert!(pulled[0].1.wrenches[0].1.force.norm() > 0.0 && pulled[0].1.wrenches.len() == 1);
    // Velocities of Standard and PEG are meant at the same time: equal bit for bit. Those of Exact are half a step later.
    assert_eq!(pulled[0], pulled[1]);
    let (force, of_exact) = (&pulled[0].1.wrenches[0].1.force, &pulled[2].1.wrenches[0].1.force);
    assert_eq!(pulled[0].0, pulled[2].0);
    assert!((force - of_exact).norm() < 1e-12 * force.norm(), "{force:?}, {of_exact:?}");
    press(&mut app, ButtonState::Released);
    app.update();
    assert!(app.world().resource::<Driver>().spring.is_none(), "let go");
}

#[test]
fn a_paused_body_moves_only_as_far_as_nothing_overlaps() {
    let mut app = app("triangle_drop.ron");
    let body = mover(&app);
    let start = place(&app, 0, body);
    let from = bench(&app).panes[0].simulation.state.poses[body.0].position;
    move_to(&mut app, start);
    press(&mut app, ButtonState::Pressed);
    // Straight into the fixed triangle.
    let fixed = place(&app, 0, BodyId(0));
    for k in 1..=10_u8 {
        move_to(&mut app, start.lerp(fixed, f32::from(k) / 10.0));
    }
    for pane in &bench(&app).panes {
        let to = pane.simulation.state.poses[body.0].position;
        assert!((to - from).norm() > 0.5, "it moved: {to}");
        assert!(pane.truth.depth < 1e-6, "it stopped before overlapping: {}", pane.truth.depth);
    }
    act(&mut app, AppCommand::Cancel);
    let back = bench(&app).panes[0].simulation.state.poses[body.0].position;
    assert_eq!(back, from, "Escape puts it back");
    press(&mut app, ButtonState::Released);
}

#[test]
fn what_joints_hold_together_moves_together_while_paused() {
    let mut app = app("joints/rolling_cart.ron");
    let chassis = named(&app, "chassis");
    let before = bench(&app).panes[0].simulation.state.clone();
    drag(&mut app, chassis, Vec2::new(20.0, -90.0));
    let bench = bench(&app);
    for pane in &bench.panes {
        let moved = |id: BodyId| pane.simulation.state.poses[id.0].position - before.poses[id.0].position;
        assert!(moved(chassis).z > 0.1, "{}", moved(chassis));
        for id in bench.scene.model.ids().filter(|&id| bench.scene.model.body(id).is_dynamic()) {
            assert!((moved(id) - moved(chassis)).norm() < 1e-12, "{id:?}");
        }
        assert!(pane.truth.joint_error < 1e-9 && pane.truth.depth < 1e-6, "{:?}", pane.truth);
    }
    assert!(said(&app, Severity::Info).is_empty(), "{:?}", said(&app, Severity::Info));
}

#[test]
fn what_hangs_on_a_fixed_body_stays_and_a_message_says_so_once() {
    let mut app = app("joints/hanging_rod.ron");
    let rod = named(&app, "rod");
    let before = bench(&app).panes[0].simulation.state.poses[rod.0];
    drag(&mut app, rod, Vec2::new(60.0, 0.0));
    assert!(bench(&app).panes.iter().all(|p| p.simulation.state.poses[rod.0] == before));
    let messages = app.world().resource::<Messages>();
    assert_eq!(messages.len(), 1);
    let message = messages.iter().next().expect("one message");
    assert_eq!(message.text, "`rod` is joined to `post`, which does not move; run and pull it.");
    assert_eq!(message.count, 1, "once for each drag");
    press(&mut app, ButtonState::Released);

    // While the clock runs it swings, and the joint error is measured in every pane.
    act(&mut app, RunCommand::SetPaneCount(1));
    for _ in 0..10 {
        act(&mut app, RunCommand::Step);
    }
    let pane = &bench(&app).panes[0];
    assert_ne!(pane.simulation.state.poses[rod.0], before);
    let record = pane.simulation.record.as_ref().expect("a record");
    assert_eq!(record.joints.len(), 1);
    assert_eq!(pane.truth.joint_error, record.joints[0].error);
    let sample = pane.history.last().expect("a sample");
    assert_eq!(sample.joint_error, pane.truth.joint_error);
    assert!(pane.truth.worst_joint_error >= pane.truth.joint_error && pane.truth.worst_joint_error < 1e-4);
}

#[test]
fn a_click_selects_and_a_click_beside_deselects() {
    let mut app = app("cube_on_edge.ron");
    let body = mover(&app);
    let on = place(&app, 0, body);
    move_to(&mut app, on);
    assert_eq!(app.world().resource::<Selection>().hovered, Some((0, body)));
    press(&mut app, ButtonState::Pressed);
    press(&mut app, ButtonState::Released);
    app.update();
    assert_eq!(app.world().resource::<Selection>().body, Some(body));
    let view = app.world().resource::<Viewports>().panes[0];
    move_to(&mut app, view.min + Vec2::new(6.0, 6.0));
    press(&mut app, ButtonState::Pressed);
    press(&mut app, ButtonState::Released);
    app.update();
    assert_eq!(app.world().resource::<Selection>().body, None);
}

#[test]
fn a_click_on_a_mark_selects_the_contact_and_a_second_one_the_body() {
    let mut app = app("triangle_drop.ron");
    let marked = |app: &App| {
        let simulation = &bench(app).panes[2].simulation;
        let record = simulation.record.as_ref()?;
        marks(simulation, record).first().map(|(_, mark)| *mark)
    };
    while marked(&app).is_none() {
        act(&mut app, RunCommand::Step);
        assert!(bench(&app).step() < 400);
    }
    let view = app.world().resource::<Viewports>().panes[2];
    let point = marked(&app).expect("a mark");
    let on = app.world().resource::<Rigs>().of(2).project(view, point).expect("in view");
    move_to(&mut app, on);
    for contact in [true, false] {
        press(&mut app, ButtonState::Pressed);
        press(&mut app, ButtonState::Released);
        app.update();
        let selected = app.world().resource::<Selection>().contact;
        assert_eq!(selected.map(|(pane, _)| pane), contact.then_some(2));
    }
}

#[test]
fn springs_are_changed_undone_and_refused_out_of_their_ranges() {
    let mut app = app("penalty/block_in_plane.ron");
    act(&mut app, RunCommand::SetPaneCount(1));
    act(&mut app, RunCommand::SetPaneModel { pane: 0, model: ContactModel::MultiPoint });
    let springs = |app: &App| bench(app).panes[0].simulation.settings.contact.penalty;
    let usual = springs(&app);
    assert_eq!(usual, PenaltySettings::default());
    let softer = PenaltySettings { proportional: 10.0, integrator: Integrator::SemiImplicitEuler, ..usual };
    act(&mut app, RunCommand::SetPanePenalty { pane: 0, penalty: softer });
    assert_eq!(springs(&app), softer);
    for wrong in [
        PenaltySettings { derivative: -1.0, ..softer },
        PenaltySettings { forgetting: 1.5, ..softer },
        PenaltySettings { integral: Some(f64::NAN), ..softer },
    ] {
        act(&mut app, RunCommand::SetPanePenalty { pane: 0, penalty: wrong });
        assert_eq!(springs(&app), softer, "{wrong:?}");
    }
    let said = warnings(&app);
    assert!(
        said.iter().any(|said| said.contains("penalty.derivative is -1 1/s; it must be at least 0")),
        "{said:?}"
    );
    // The step is taken with them.
    act(&mut app, RunCommand::Step);
    assert_eq!((errors(&app), bench(&app).step()), (Vec::new(), 1));
    assert_eq!(
        bench(&app).panes[0].recording.frame(1).map(|frame| frame.settings.contact.penalty),
        Some(softer)
    );
    act(&mut app, PastCommand::Reset);
    act(&mut app, PastCommand::Undo);
    act(&mut app, PastCommand::Undo);
    assert_eq!(springs(&app), usual);
}
