//! The desktop application: panes of contact models side by side, with one scene, one mouse and one clock.
//!
//! | folder | concern |
//! | --- | --- |
//! | `command` | everything a person can ask for, one enum for each folder that carries it out; names, tooltips, shortcuts |
//! | `input`, `dispatch` | events to commands, in their order; the order of a frame, and who carries out what |
//! | `bench` | the physics that panels and overlays read: panes, recordings, histories, branches, snapshots |
//! | `run` | the clock, the steps, models and solvers of the panes, where panes part |
//! | `past` | the recorded past: going there, undoing, repeating it, recordings as files, recovery after a crash |
//! | `build` | the scene as a document that every pane carries along |
//! | `mouse` | what is under the pointer, selected and held, and keeps its number |
//! | `look` | what is shown, and where it is seen from |
//! | `draw` | the picture: bodies, scenery, lines over it, and what a frame costs |
//! | `explain` | what holds two bodies apart, in words and half-spaces; one step by every solver |
//! | `files` | scenes, files that change, pictures, films and tables; the app without a window |
//! | `session` | settings remembered between runs, preferences, recent files, the tour |
//! | `messages`, `status` | what is said to a person, and to tests that drive the window |
//! | `texts` | what the window says, in the language that is chosen |
//! | `panics`, `graphics`, `mishap` | what is said and done when the program itself or its graphics driver fails; failing on purpose |
//! | `ui` | panels, dialogs, theme |
//!
//! Records flow one way to entities, lines and panels; commands are the only way back.
//!
//! # Who writes what
//!
//! Everybody may read. A resource is written by the folder that it belongs to; other folders ask by a command, or follow in
//! [`dispatch::Settle`]. `tests/tidy.rs` holds this table.
//!
//! | resource | written in |
//! | --- | --- |
//! | `Rigs`, `ViewSettings` | `look` |
//! | `Hand`, `Pointer`, `LastSpawn`, `Cutting` | `mouse`, the last two `build` |
//! | `Pictures`, `Resolve` | `explain` |
//! | `Loading`, `Watch`, `Jobs`, `OutputState`, `Film` | `files` |
//! | `Recheck`, `Lookups`, `LooksAhead` | `past` |
//! | `Session` | `session` |
//! | `UiState`, `SceneList` | `ui` |
//! | `FrameMeter`, `Drawn` | `draw` |
//!
//! Not yet so, because an act of one folder is an act on what another one keeps:
//!
//! | resource | written in | why |
//! | --- | --- | --- |
//! | `Workbench` | `run`, `past`, `build`, `mouse`, `files` | the physics is what all of these folders act on: only in handlers, in [`dispatch::Settle`], and where steps come in |
//! | `Driver` | the same | who changes the run drops the steps that are under way |
//! | `UndoStack` | the same | who acts notes what to go back to |
//! | `Selection` | `mouse`, `explain`, `build`, `past` | what is added is selected, what is undone is selected again by its name |
//! | `Known` | `mouse`, `build`, `past` | they have selected by the new numbers already |
//! | `Viewports` | `look`, `ui` | the panels say what they leave over, `look` splits it |
//! | `Asked` | `mouse`, `input` | what the mouse asks for waits there for its place among the keys |
//! | `Recovery` | `past`, `session`, `status` | who leaves takes what is kept along; tests ask for fingerprints |
//! | `Messages` | everybody | everybody may say something |

// Systems take their parameters by value: that is how Bevy finds them.
#![allow(clippy::needless_pass_by_value)]

// First: its macro `tr!` is there in everything below it.
#[macro_use]
pub mod texts;

pub mod awake;
pub mod bench;
pub mod build;
pub mod command;
pub mod dispatch;
pub mod draw;
pub mod explain;
pub mod files;
pub mod format;
pub mod graphics;
pub mod input;
pub mod look;
pub mod messages;
pub mod mishap;
pub mod mouse;
pub mod panics;
pub mod past;
pub mod run;
pub mod session;
pub mod status;
pub mod ui;
pub mod wake;

use crate::app::bench::workbench::{DEFAULT_MODELS, MAX_PANES, Workbench};
use crate::app::command::look::Quality;
use crate::app::command::{AppCommand, FilesCommand, purpose};
use crate::app::look::fit::onto_screen;
use crate::app::look::title::entitle;
use crate::app::look::view::ViewSettings;
use crate::app::run::simulation::FrameStage;
use crate::lesson;
use bevy::app::{TaskPoolOptions, TaskPoolPlugin};
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution, exit_on_all_closed};
use bevy_egui::{EguiGlobalSettings, EguiPlugin, PrimaryEguiContext};
use build::{cutting, editing};
use draw::{bodies, highlight, material, meter, overlay, palette, scenery};
use explain::choose;
use explain::resolve::Resolve;
use files::loading::Loading;
use files::{loading, output, reload, scenes};
use look::{camera, quality};
use messages::Messages;
use mouse::{follow_bodies, picking, pointer};
use past::recovery::{Pace, Recovery};
use past::timeline;
use past::undo::UndoStack;
use run::simulation;
use session::recent;
use std::path::{Path, PathBuf};
use texts::Language;

/// How the application starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scene to open; `None`: the default scene.
    pub scene: Option<PathBuf>,
    /// Flat shading without shadows, whatever the graphics hardware.
    pub low_quality: bool,
    /// Write status lines (JSON) to this file for tests that drive the window; `-`: stdout.
    pub script: Option<PathBuf>,
    /// Size of the window (logical pixels); `None`: as remembered.
    pub window: Option<(u32, u32)>,
    /// Folder of the settings file; `None`: settings are neither read nor written.
    pub config: Option<PathBuf>,
    /// Start with the default settings; the old file is kept under another name.
    pub reset_settings: bool,
    /// Show the tour if it was not seen yet.
    pub tour: bool,
    /// Folder in which work is kept for recovery; `None`: it is not kept.
    pub state: Option<PathBuf>,
    /// Name of a session to take up at once.
    pub take_up: Option<String>,
    /// Language of the window, whatever is remembered; `None`: as remembered, else as the system.
    pub language: Option<Language>,
    /// How often work is kept.
    pub pace: Pace,
}

/// Opens the window and runs until it is closed. Where the graphics driver is missing or fails, another one is tried once, by a
/// fresh start of the program that takes up what was done.
///
/// # Errors
/// A sentence when neither the scene nor the default scene can be read, when there are no graphics, or when the window system
/// or the program itself fails.
pub fn run(options: Options) -> Result<(), String> {
    panics::install();
    past::recovery::end_at_signals();
    texts::show(Language::of_system());
    let outcome = panics::guarded_loudly(|| {
        let mut app = App::new();
        let plugins = DefaultPlugins.set(window_plugin(&options)).set(task_pools());
        // The signals are heard here: what is not saved is kept before the program ends.
        app.add_plugins(plugins.disable::<bevy::app::TerminalCtrlCHandlerPlugin>());
        app.insert_resource(past::recovery::on_lost_graphics());
        build(&mut app, options)?;
        Ok(app.run())
    });
    match outcome {
        Err(reason) => Err(graphics::another_try(Some(&reason), panics::report_folder()).unwrap_or(reason)),
        Ok(Err(reason)) => Err(reason),
        Ok(Ok(AppExit::Success)) => Ok(()),
        Ok(Ok(AppExit::Error(code))) => Err(graphics::another_try(None, panics::report_folder())
            .unwrap_or_else(|| format!("the application ended with code {code}"))),
    }
}

/// Threads for the work beside the frames: one for each pane's steps and one for scenes and records that are asked for
/// meanwhile, however few processors there are. A step that takes seconds must not keep the next scene waiting.
pub fn task_pools() -> TaskPoolPlugin {
    let mut options = TaskPoolOptions::default();
    options.async_compute.min_threads = MAX_PANES + 1;
    options.async_compute.max_threads = options.async_compute.max_threads.max(MAX_PANES + 1);
    TaskPoolPlugin { task_pool_options: options }
}

/// The window.
pub fn window_plugin(options: &Options) -> WindowPlugin {
    let remembered = match (&options.config, options.reset_settings) {
        (Some(folder), false) => session::settings::window_of(folder),
        _ => session::settings::WindowPlace::default(),
    };
    let (width, height) = options.window.or(remembered.size).unwrap_or((1440, 860));
    let mut window = Window {
        title: "pegsim".into(),
        name: Some("pegsim".into()),
        resolution: WindowResolution::new(width, height),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    if options.window.is_none() && remembered.maximised {
        window.set_maximized(true);
    }
    // Who closes the window is asked about what is not saved, as who leaves by a key is.
    WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() }
}

/// Adds everything of ours to an app that has Bevy's plugins: also for tests without window or GPU.
///
/// # Errors
/// A sentence when neither the scene nor the default scene can be read.
pub fn build(app: &mut App, mut options: Options) -> Result<(), String> {
    let mut messages = Messages::default();
    let settings = session::keep::open(options.config.as_deref(), options.reset_settings, &mut messages);
    let remembered = || settings.language.as_deref().and_then(Language::from_code);
    if let Some(language) = options.language.or_else(remembered) {
        texts::show(language);
    }
    let mut asked_for = None;
    // Lessons, recordings and shapes are opened as if they were dropped on the window.
    let scene_command =
        |path: &Path| matches!(purpose::open(path.into()), AppCommand::Files(FilesCommand::LoadScene(_)));
    let dropped = options.scene.take_if(|path| lesson::is_lesson_file(path) || !scene_command(path));
    // A scene with meshes to cut would keep the window from opening: it is read beside the frames.
    let later =
        options.scene.as_deref().filter(|path| options.take_up.is_none() && scenes::may_take_long(path));
    let scene = match options.scene.as_deref().filter(|_| later.is_none()).map(scenes::load) {
        Some(Ok(scene)) => {
            asked_for = recent::file_of(&scene).map(Path::to_path_buf);
            scene
        }
        Some(Err(error)) => {
            messages.error(tr!("default-scene-opened", error = error));
            scenes::load_default()?
        }
        None => scenes::load_default()?,
    };
    let models = session::keep::models(&settings, &mut messages);
    let mut bench = Workbench::new(scene, if models.is_empty() { &DEFAULT_MODELS } else { &models });
    let (mut view, mut state) = (ViewSettings::default(), ui::UiState::default());
    let recovery = match &options.state {
        Some(folder) => Recovery::open(folder, options.pace, &mut messages),
        None => Recovery::default(),
    };
    state.recovery.open = recovery.offers() && options.take_up.is_none();
    let mut output = files::output::OutputState::default();
    let mut session =
        session::keep::restore(&settings, &mut bench, &mut view, &mut state, &mut output, &mut messages);
    bench.give_room();
    loading::remark(&bench, &mut messages);
    if options.tour && dropped.is_none() && !session.preferences.tour_seen && !state.recovery.open {
        session.tour = session::tour::Tour::start();
    }
    if let Some(path) = asked_for {
        session.recent.note(&path);
    }
    if options.low_quality {
        view.quality = Quality::Low;
    }
    app.insert_resource(bench)
        .insert_resource(view)
        .insert_resource(state)
        .insert_resource(session)
        .insert_resource(output)
        .insert_resource(messages)
        .insert_resource(recovery)
        .insert_resource(ClearColor(palette::background(command::look::Theme::default())));
    if !app.is_plugin_added::<EguiPlugin>() {
        app.add_plugins(EguiPlugin::default());
    }
    app.init_resource::<editing::LastSpawn>()
        .init_resource::<cutting::Cutting>()
        .init_resource::<UndoStack>()
        .init_resource::<Loading>()
        .init_resource::<Resolve>()
        .init_resource::<past::recheck::Recheck>()
        .add_plugins((
            dispatch::DispatchPlugin,
            (simulation::SimulationPlugin, timeline::TimelinePlugin, follow_bodies::FollowBodiesPlugin),
            (pointer::PointerPlugin, picking::PickingPlugin, reload::ReloadPlugin),
            camera::CameraPlugin,
            (material::FlatMaterialPlugin, bodies::BodiesPlugin, scenery::SceneryPlugin),
            (choose::ChoosePlugin, highlight::HighlightPlugin, overlay::OverlayPlugin),
            (ui::UiPlugin, output::OutputPlugin, meter::MeterPlugin, awake::AwakePlugin),
            session::keep::SessionPlugin { folder: options.config, settings },
        ))
        .add_systems(Last, past::recovery::finish.after(session::keep::keep).after(exit_on_all_closed))
        .add_systems(Startup, (quality::choose, spawn_panel_camera))
        .add_systems(Update, (messages::expire, follow_theme, entitle).in_set(FrameStage::Show));
    if options.window.is_none() {
        app.add_systems(Update, onto_screen);
    }
    if let Some(path) = later {
        app.world_mut().write_message(AppCommand::from(FilesCommand::LoadFirstScene(path.to_path_buf())));
    }
    if let Some(path) = dropped {
        app.world_mut().write_message(purpose::open(path));
    }
    if let Some(name) = options.take_up {
        app.world_mut().write_message(AppCommand::from(command::SessionCommand::Recover(name)));
    }
    if let Some(path) = options.script {
        app.add_plugins((status::StatusPlugin { path }, mishap::MishapPlugin));
    }
    Ok(())
}

/// The panels' camera: the whole window, over the panes, nothing but panels.
fn spawn_panel_camera(mut commands: Commands, mut egui: ResMut<EguiGlobalSettings>) {
    egui.auto_create_primary_context = false;
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Msaa::Off,
        // How it comes over the panes: [`camera`].
        Camera { order: 10, ..default() },
    ));
}

/// The colour between the panes.
fn follow_theme(view: Res<ViewSettings>, mut clear: ResMut<ClearColor>) {
    let wanted = palette::background(view.theme);
    if clear.0 != wanted {
        clear.0 = wanted;
    }
}
