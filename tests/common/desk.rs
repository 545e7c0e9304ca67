//! The whole application without window or GPU, for tests: scenes, commands, the mouse.
#![allow(dead_code)] // each test file uses its part

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use bevy::winit::WinitPlugin;
use pegsim::app::bench::workbench::{Pane, Workbench};
use pegsim::app::command::build::{PaletteShape, SpawnRequest};
use pegsim::app::command::{AppCommand, BuildCommand, RunCommand, SelectCommand};
use pegsim::app::look::camera::Rigs;
use pegsim::app::look::convert::to_view;
use pegsim::app::look::view::{Selection, Viewports};
use pegsim::app::messages::{Messages, Severity};
use pegsim::app::past::undo::UndoStack;
use pegsim::app::run::simulation::{Driver, Mode};
use pegsim::app::{Options, build, task_pools, window_plugin};
use pegsim::contact::models::ContactModel;
use pegsim::world::BodyId;
use std::path::PathBuf;
use std::time::Duration;

/// The file of a scene of the repository.
pub fn repository(scene: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes")).join(scene)
}

/// The application on a scene of the repository, with steps taken in the frame itself.
pub fn app(scene: &str) -> App {
    started(Options { scene: Some(repository(scene)), ..plain() }, Mode::Inline)
}

/// Flat shading in a window of one size: without a renderer there is nobody to take lights away from.
pub fn plain() -> Options {
    Options { low_quality: true, window: Some((1200, 700)), ..Options::default() }
}

/// The application as asked for; every frame is ten milliseconds later than the one before.
pub fn started(options: Options, mode: Mode) -> App {
    let mut app = windowless(options);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    settled(app, mode)
}

/// The application with everything but a window and a renderer.
pub fn windowless(options: Options) -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(window_plugin(&options))
            .set(task_pools())
            .set(RenderPlugin {
                render_creation: WgpuSettings { backends: None, ..default() }.into(),
                ..default()
            })
            .disable::<bevy::log::LogPlugin>()
            .disable::<WinitPlugin>(),
    );
    build(&mut app, options).expect("the scene loads");
    app
}

/// The same after its first frames.
pub fn settled(mut app: App, mode: Mode) -> App {
    while app.plugins_state() == bevy::app::PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<Driver>().mode = mode;
    for _ in 0..4 {
        app.update();
    }
    app
}

pub fn bench(app: &App) -> &Workbench {
    app.world().resource::<Workbench>()
}

/// Adds a cube.
pub fn spawn(app: &mut App) {
    act(app, BuildCommand::Spawn(SpawnRequest { shape: PaletteShape::Cube, ..SpawnRequest::default() }));
}

/// Takes steps in every pane.
pub fn run(app: &mut App, steps: usize) {
    for _ in 0..steps {
        act(app, RunCommand::Step);
    }
}

/// Writes a command and lets the application act on it.
pub fn act(app: &mut App, command: impl Into<AppCommand>) {
    app.world_mut().write_message(command.into());
    app.update();
}

pub fn errors(app: &App) -> Vec<String> {
    said(app, Severity::Error)
}

pub fn warnings(app: &App) -> Vec<String> {
    said(app, Severity::Warning)
}

pub fn said(app: &App, severity: Severity) -> Vec<String> {
    let messages = app.world().resource::<Messages>();
    messages.iter().filter(|m| m.severity == severity).map(|m| m.text.clone()).collect()
}

pub fn models(app: &App) -> Vec<ContactModel> {
    bench(app).panes.iter().map(Pane::model).collect()
}

pub fn move_to(app: &mut App, place: Vec2) {
    let window = window(app);
    let moved = CursorMoved { window, position: place, delta: None };
    let mut windows = app.world_mut().query::<&mut Window>();
    windows.single_mut(app.world_mut()).expect("one window").set_cursor_position(Some(place));
    app.world_mut().write_message(moved.clone());
    app.world_mut().write_message(WindowEvent::CursorMoved(moved));
    app.update();
}

pub fn press(app: &mut App, state: ButtonState) {
    let window = window(app);
    let input = MouseButtonInput { button: MouseButton::Left, state, window };
    app.world_mut().write_message(input);
    app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
    app.update();
}

pub fn window(app: &mut App) -> Entity {
    let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
    windows.single(app.world()).expect("one window")
}

/// Where a body is on the screen (physical pixels, here the same as logical ones).
pub fn place(app: &App, pane: usize, body: BodyId) -> Vec2 {
    let view = app.world().resource::<Viewports>().panes[pane];
    let point = to_view(&bench(app).panes[pane].simulation.state.poses[body.0].position);
    app.world().resource::<Rigs>().of(pane).project(view, point).expect("in view")
}

/// The first body that moves.
pub fn mover(app: &App) -> BodyId {
    let model = &bench(app).scene.model;
    model.ids().find(|&id| model.body(id).is_dynamic()).expect("a dynamic body")
}

/// Presses on a body of the first pane and moves the mouse over some way.
pub fn drag(app: &mut App, body: BodyId, way: Vec2) {
    let start = place(app, 0, body);
    move_to(app, start);
    press(app, ButtonState::Pressed);
    for k in 1..=6_u8 {
        move_to(app, start + f32::from(k) / 6.0 * way);
    }
}

pub fn named(app: &App, name: &str) -> BodyId {
    let model = &bench(app).scene.model;
    model.ids().find(|&id| model.body(id).name == name).expect("a body of that name")
}

/// Selects bodies by their names, the last one last.
pub fn select(app: &mut App, names: &[&str]) {
    act(app, SelectCommand::Body(None));
    for name in names {
        let id = named(app, name);
        act(app, SelectCommand::Toggle(id));
    }
}

/// The names of the selected bodies, in the order of the alphabet.
pub fn selected(app: &App) -> Vec<String> {
    let model = &bench(app).scene.model;
    let ids = app.world().resource::<Selection>().bodies();
    let mut names: Vec<String> = ids.map(|id| model.body(id).name.clone()).collect();
    names.sort();
    names
}

/// How many acts can be undone.
pub fn acts(app: &App) -> usize {
    app.world().resource::<UndoStack>().len()
}

/// Holds a key, or lets it go.
pub fn hold(app: &mut App, key: KeyCode, down: bool) {
    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    if down { keys.press(key) } else { keys.release(key) }
}
