//! Choosing what is explained, and following a body, in the whole application without window or GPU.
#![cfg(feature = "app")]

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use bevy::winit::WinitPlugin;
use pegsim::app::camera::Rigs;
use pegsim::app::choose::Pictures;
use pegsim::app::command::AppCommand;
use pegsim::app::convert::to_view;
use pegsim::app::parting::PartingDistance;
use pegsim::app::simulation::{Driver, Mode};
use pegsim::app::view::{Overlay, Selection, ViewSettings, Viewports};
use pegsim::app::workbench::Workbench;
use pegsim::app::{Options, build, window_plugin};
use pegsim::body::BodyId;
use pegsim::contact::ContactId;
use std::path::PathBuf;
use std::time::Duration;

/// The application on a scene of the repository, with steps taken in the frame itself.
fn app(scene: &str) -> App {
    let options = Options {
        scene: Some(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes")).join(scene)),
        low_quality: true,
        window: Some((1200, 700)),
        ..Options::default()
    };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(window_plugin(&options))
            .set(RenderPlugin {
                render_creation: WgpuSettings { backends: None, ..default() }.into(),
                ..default()
            })
            .disable::<bevy::log::LogPlugin>()
            .disable::<WinitPlugin>(),
    );
    build(&mut app, options).expect("the scene loads");
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    while app.plugins_state() == bevy::app::PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<Driver>().mode = Mode::Inline;
    for _ in 0..4 {
        app.update();
    }
    app
}

fn bench(app: &App) -> &Workbench {
    app.world().resource::<Workbench>()
}

fn selection(app: &App) -> &Selection {
    app.world().resource::<Selection>()
}

fn act(app: &mut App, command: AppCommand) {
    app.world_mut().write_message(command);
    app.update();
}

fn place(app: &App, pane: usize, body: BodyId) -> Vec2 {
    let view = app.world().resource::<Viewports>().panes[pane];
    let point = to_view(&bench(app).panes[pane].simulation.state.poses[body.0].position);
    app.world().resource::<Rigs>().of(pane).project(view, point).expect("in view")
}

fn click(app: &mut App, at: Vec2) {
    let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).expect("one window");
    let moved = CursorMoved { window, position: at, delta: None };
    let mut settings = app.world_mut().query::<&mut Window>();
    settings.single_mut(app.world_mut()).expect("one window").set_cursor_position(Some(at));
    app.world_mut().write_message(moved.clone());
    app.world_mut().write_message(WindowEvent::CursorMoved(moved));
    app.update();
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let input = MouseButtonInput { button: MouseButton::Left, state, window };
        app.world_mut().write_message(input);
        app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
        app.update();
    }
    app.update();
}

/// Steps until the pane has a contact.
fn to_contact(app: &mut App, pane: usize) {
    let near = |app: &App| {
        bench(app).panes[pane].simulation.record.as_ref().is_some_and(|r| !r.disjunctions.is_empty())
    };
    while !near(app) {
        act(app, AppCommand::Step);
        assert!(bench(app).step() < 200);
    }
}

#[test]
fn a_click_with_control_on_a_second_body_explains_the_pair_in_every_pane() {
    let mut app = app("cube_on_edge.ron");
    to_contact(&mut app, 1);
    let table = place(&app, 1, BodyId(0)) + Vec2::new(-40.0, 30.0);
    click(&mut app, table);
    assert_eq!(selection(&app).body, Some(BodyId(0)));
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ControlLeft);
    let cube = place(&app, 1, BodyId(1));
    click(&mut app, cube);
    let subject = selection(&app).subject.expect("a pair");
    assert_eq!((subject.pane, subject.bodies, subject.features), (1, (BodyId(0), BodyId(1)), None));
    assert_eq!(selection(&app).body, Some(BodyId(0)), "the first body stays selected");
    let pictures = app.world().resource::<Pictures>();
    assert!((0..3).all(|pane| !pictures.of(pane).tiles.is_empty()), "each pane shows its own condition");

    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().release(KeyCode::ControlLeft);
    act(&mut app, AppCommand::Cancel);
    app.update();
    assert!(selection(&app).is_empty());
    assert!((0..3).all(|pane| app.world().resource::<Pictures>().of(pane).is_empty()));
}

#[test]
fn a_chosen_contact_stays_chosen_from_step_to_step_and_comes_back() {
    let mut app = app("cube_on_edge.ron");
    to_contact(&mut app, 1);
    act(&mut app, AppCommand::FocusPane(1));
    let record = bench(&app).panes[1].simulation.record.clone().expect("a record");
    let id = ContactId(record.contacts.len() - 1);
    let pair = record.contacts[id.0].pair;
    act(&mut app, AppCommand::SelectContact(Some((1, id))));
    for _ in 0..10 {
        act(&mut app, AppCommand::Step);
        let (pane, id) = selection(&app).contact.expect("the cube still lies on the table");
        let record = bench(&app).panes[pane].simulation.record.as_ref().expect("a record");
        assert_eq!((pane, record.contacts[id.0].pair), (1, pair));
    }
    // Far off there is no such contact: nothing else takes its place.
    for _ in 0..100 {
        act(&mut app, AppCommand::Step);
    }
    assert_eq!(selection(&app).contact, None);
    assert_eq!(selection(&app).subject.and_then(|s| s.features), Some(pair));
    act(&mut app, AppCommand::Seek(5));
    app.update();
    assert!(selection(&app).contact.is_some(), "back at a step where it is there");
    act(&mut app, AppCommand::SelectBody(None));
    app.update();
    assert!(selection(&app).is_empty());
}

#[test]
fn a_followed_body_stays_where_it_is_in_the_picture() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, AppCommand::ToggleFollow);
    assert_eq!(app.world().resource::<ViewSettings>().following, None, "there is nothing to follow");
    act(&mut app, AppCommand::SelectBody(Some(BodyId(1))));
    act(&mut app, AppCommand::ToggleFollow);
    app.update();
    let before = place(&app, 0, BodyId(1));
    for _ in 0..40 {
        act(&mut app, AppCommand::Step);
    }
    app.update();
    let after = place(&app, 0, BodyId(1));
    assert!((after - before).length() < 0.5, "{before} {after}");
    act(&mut app, AppCommand::ToggleFollow);
    for _ in 0..10 {
        act(&mut app, AppCommand::Step);
    }
    assert!((place(&app, 0, BodyId(1)) - before).length() > 5.0, "let go");
}

#[test]
fn the_ghost_is_that_of_any_pane_and_the_parting_distance_can_be_set() {
    let mut app = app("triangle_drop.ron");
    act(&mut app, AppCommand::NextGhost);
    let view = app.world().resource::<ViewSettings>();
    assert!(view.shows(Overlay::Ghost) && view.ghost == 0);
    act(&mut app, AppCommand::NextGhost);
    act(&mut app, AppCommand::NextGhost);
    assert_eq!(app.world().resource::<ViewSettings>().ghost, 2);
    for _ in 0..90 {
        act(&mut app, AppCommand::Step);
    }
    let parted = bench(&app).parting.expect("the models part at the apex").step;
    act(&mut app, AppCommand::SetParting(PartingDistance::Metres(5.0)));
    assert_eq!(bench(&app).parting, None);
    act(&mut app, AppCommand::SetParting(PartingDistance::default()));
    assert_eq!(bench(&app).parting.map(|p| p.step), Some(parted), "found again in what is recorded");
}
