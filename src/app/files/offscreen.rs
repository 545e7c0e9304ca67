//! The app drawn into an image: no window, no display server, no clock. The same request gives the same picture.
//!
//! Wall times are the one thing that would differ from run to run; they are left out of the panels.

use crate::app::bench::workbench::{DEFAULT_MODELS, MAX_PANES, Pane, Workbench};
use crate::app::command::look::{Overlay, Quality, StandardView, Theme};
use crate::app::command::session::ThemeChoice;
use crate::app::command::{AppCommand, LookCommand};
use crate::app::files::picture::{Captured, write_png};
use crate::app::look::view::{Selection, ViewSettings};
use crate::app::messages::Messages;
use crate::app::run::simulation;
use crate::app::run::simulation::{Driver, Mode};
use crate::app::session::Session;
use crate::app::ui::UiState;
use crate::app::ui::panels::metric::Metric;
use crate::app::{Options, build};
use crate::contact::models::ContactModel;
use crate::experiment::Overrides;
use crate::scene::LoadedScene;
use crate::step::Timing;
use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::renderer::initialize_renderer;
use bevy::render::settings::{RenderCreation, RenderResources, WgpuSettings};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::tasks::block_on;
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowResolution;
use bevy::winit::WinitPlugin;
use std::panic::{catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Time from one frame to the next (s), for what moves in the panels by itself.
const FRAME: f64 = 0.05;
/// Frames until the panels have found their sizes.
const SETTLE: usize = 8;
/// Frames that a picture may take to come back from the graphics memory.
const PATIENCE: usize = 200;
/// What is said on the standard error output.
const LOG: &str = "error";
/// Steps between two looks at the time.
const BATCH: usize = 64;

/// What is to be drawn, and how.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The scene.
    pub scene: LoadedScene,
    /// The contact models of the panes, one to [`MAX_PANES`]; none: as a new window has them.
    pub models: Vec<ContactModel>,
    /// Settings in place of the scene's.
    pub overrides: Overrides,
    /// Width and height (pixels).
    pub size: (u32, u32),
    /// Size of text and panels relative to the default.
    pub ui_scale: f32,
    /// Dark or light.
    pub theme: Theme,
    /// Rendering quality.
    pub quality: Quality,
    /// What is drawn over the bodies; `None`: as a new window has it.
    pub overlays: Option<Vec<Overlay>>,
    /// Whether the panels are shown around the views.
    pub panels: bool,
    /// Where it is seen from; `None`: as the scene's file says.
    pub view: Option<StandardView>,
    /// Name of the body to be selected.
    pub selected: Option<String>,
}

/// A moment of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
}

/// The app without a window, ready to draw.
pub struct Studio {
    app: App,
    image: Handle<Image>,
    settled: bool,
}

/// The image that all cameras draw into.
#[derive(Resource)]
struct Canvas(Handle<Image>);

impl Studio {
    /// Sets everything up at the start of the scene.
    ///
    /// # Errors
    /// A sentence when there is no graphics driver, or when it cannot draw pictures of that size.
    pub fn open(shot: Shot) -> Result<Self, String> {
        let renderer = renderer()?;
        let most = renderer.0.limits().max_texture_dimension_2d;
        let (width, height) = shot.size;
        if width > most || height > most {
            return Err(format!(
                "the graphics driver draws pictures of at most {most} × {most} pixels, not {width} × {height}"
            ));
        }
        let mut app = App::new();
        app.add_plugins(plugins(renderer, shot.size));
        build(&mut app, Options::default())?;
        let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        app.insert_resource(Canvas(image.clone()))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(FRAME)))
            .init_resource::<Captured>()
            .add_systems(PostStartup, draw_into_canvas);
        prepare(app.world_mut(), shot);
        while app.plugins_state() == PluginsState::Adding {
            bevy::tasks::tick_global_task_pools_on_main_thread();
        }
        app.finish();
        app.cleanup();
        Ok(Self { app, image, settled: false })
    }

    /// The moment that is shown.
    pub fn moment(&self) -> Moment {
        let bench = self.app.world().resource::<Workbench>();
        Moment { step: bench.step(), time: bench.time() }
    }

    /// Step size (s).
    pub fn time_step(&self) -> f64 {
        self.app.world().resource::<Workbench>().time_step
    }

    /// The contact models of the panes.
    pub fn models(&self) -> Vec<ContactModel> {
        self.app.world().resource::<Workbench>().panes.iter().map(Pane::model).collect()
    }

    /// Steps all panes to the step nearest to `time`; never back. Returns where they are. A pane that fails stays where
    /// it was, see [`Self::failures`].
    pub fn advance_to(&mut self, time: f64) -> Moment {
        let world = self.app.world_mut();
        world.resource_scope(|world, mut bench: Mut<Workbench>| {
            world.resource_scope(|world, mut driver: Mut<Driver>| {
                let mut messages = world.resource_mut::<Messages>();
                let target = (time / bench.time_step).round() as u64;
                while bench.step() < target && bench.panes.iter().any(|pane| pane.failure.is_none()) {
                    let steps = usize::try_from(target - bench.step()).unwrap_or(BATCH).min(BATCH);
                    simulation::start(&mut bench, &mut driver, &mut messages, steps);
                }
                forget_wall_times(&mut bench);
                // Who asked gets to know it another way.
                messages.dismiss_all();
            });
        });
        self.moment()
    }

    /// Why panes stand still, if any do.
    pub fn failures(&self) -> Vec<String> {
        let bench = self.app.world().resource::<Workbench>();
        let why =
            |pane: &Pane| pane.failure.as_ref().map(|reason| format!("{}: {reason}", pane.model().name()));
        bench.panes.iter().filter_map(why).collect()
    }

    /// Draws the moment into a PNG file.
    ///
    /// # Errors
    /// A sentence when the renderer gives no picture or the file cannot be written.
    pub fn draw(&mut self, path: &Path) -> Result<(), String> {
        let frames = if self.settled { 2 } else { SETTLE };
        self.settled = true;
        for _ in 0..frames {
            self.app.update();
        }
        self.app.world_mut().resource_mut::<Captured>().0 = None;
        self.app.world_mut().spawn(Screenshot::image(self.image.clone())).observe(
            |event: On<ScreenshotCaptured>, mut captured: ResMut<Captured>| {
                captured.0 = Some(event.image.clone());
            },
        );
        for _ in 0..PATIENCE {
            self.app.update();
            if let Some(image) = self.app.world_mut().resource_mut::<Captured>().0.take() {
                return write_png(image, None, path);
            }
        }
        Err("the graphics driver gave no picture".to_owned())
    }
}

/// The graphics device, without a window.
fn renderer() -> Result<RenderResources, String> {
    let settings = WgpuSettings::default();
    let Some(backends) = settings.backends else {
        return Err("the graphics are switched off (WGPU_BACKEND), so that nothing can be drawn".to_owned());
    };
    // Bevy ends with a panic where there is no driver; its text is for programmers.
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let found = catch_unwind(|| block_on(initialize_renderer(backends, None, &settings)));
    set_hook(hook);
    found.map_err(|_| {
        "no usable graphics driver was found: drawing needs Vulkan, Metal or DirectX 12; a driver that works \
         without graphics hardware will do (on Debian and Ubuntu: mesa-vulkan-drivers)"
            .to_owned()
    })
}

/// Bevy without the window system, drawing when it is told to. The window is only a size here.
fn plugins(renderer: RenderResources, (width, height): (u32, u32)) -> bevy::app::PluginGroupBuilder {
    let window = Window { resolution: WindowResolution::new(width, height), ..default() };
    DefaultPlugins
        .build()
        .disable::<WinitPlugin>()
        .disable::<PipelinedRenderingPlugin>()
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(RenderPlugin {
            render_creation: RenderCreation::Manual(renderer),
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .set(LogPlugin { level: Level::ERROR, filter: LOG.to_owned(), ..default() })
}

/// The state of the app as it was asked for.
fn prepare(world: &mut World, shot: Shot) {
    let named = !shot.models.is_empty();
    let models = if shot.models.is_empty() { DEFAULT_MODELS.to_vec() } else { shot.models };
    let mut bench = Workbench::new(shot.scene, &models[..models.len().min(MAX_PANES)]);
    for pane in &mut bench.panes {
        let model = pane.model();
        pane.simulation.settings = shot.overrides.apply(&pane.simulation.settings);
        pane.simulation.settings.contact.model = model;
    }
    if !named {
        bench.give_room();
    }
    bench.time_step = bench.panes[0].simulation.settings.h;
    let selected = shot.selected.and_then(|name| {
        let model = &bench.scene.model;
        model.ids().find(|id| model.body(*id).name == name)
    });
    world.insert_resource(bench);
    world.resource_mut::<Selection>().body = selected;
    world.resource_mut::<Driver>().mode = Mode::Inline;
    // Chosen here, not by the graphics hardware: the picture is the same everywhere.
    let preferences = &mut world.resource_mut::<Session>().preferences;
    preferences.quality = Some(shot.quality);
    preferences.theme = match shot.theme {
        Theme::Dark => ThemeChoice::Dark,
        Theme::Light => ThemeChoice::Light,
    };
    let mut view = world.resource_mut::<ViewSettings>();
    view.quality = shot.quality;
    view.theme = shot.theme;
    view.ui_scale = shot.ui_scale;
    if let Some(overlays) = shot.overlays {
        for overlay in Overlay::ALL {
            view.set(overlay, overlays.contains(&overlay));
        }
    }
    let mut state = world.resource_mut::<UiState>();
    state.hint = false;
    state.thumbnails.at_once = true;
    state.bare = !shot.panels;
    let timed = state.plots.metrics.iter().position(|metric| *metric == Metric::SolveTime);
    if let Some(place) = timed {
        state.plots.choose(place, Metric::Energy);
    }
    if let Some(view) = shot.view {
        world.write_message(AppCommand::from(LookCommand::View(view)));
    }
}

/// All cameras draw into the image instead of the window.
fn draw_into_canvas(canvas: Res<Canvas>, cameras: Query<Entity, With<Camera>>, mut commands: Commands) {
    for camera in &cameras {
        commands.entity(camera).insert(RenderTarget::Image(canvas.0.clone().into()));
    }
}

/// Takes out what no two runs have in common.
fn forget_wall_times(bench: &mut Workbench) {
    bench.steps_per_second = f64::NAN;
    bench.behind = 0.0;
    for pane in &mut bench.panes {
        pane.history.forget_wall_times();
        if let Some(record) = &mut pane.simulation.record {
            Arc::make_mut(record).timing =
                Timing { detect: f64::NAN, formulate: f64::NAN, solve: f64::NAN, total: f64::NAN };
        }
    }
}
