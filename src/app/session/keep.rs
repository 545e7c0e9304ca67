//! Settings into the running program at its start, and out of it when something changed.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::command::look::{Overlay, Quality};
use crate::app::files::output::OutputState;
use crate::app::look::view::ViewSettings;
use crate::app::messages::Messages;
use crate::app::run::obey::check_penalty;
use crate::app::session::draft::measure::Measuring;
use crate::app::session::film::FilmChoice;
use crate::app::session::preferences::Preferences;
use crate::app::session::recent::RecentFiles;
use crate::app::session::settings::{PaneChoice, Panels, Settings, WindowPlace};
use crate::app::session::tour::Tour;
use crate::app::session::{Session, settings};
use crate::app::texts::Language;
use crate::app::ui::UiState;
use crate::app::ui::panels::plots::Metric;
use crate::contact::models::ContactModel;
use crate::step::ranges::STABILISATION;
use crate::step::{Cone, FrictionLaw, Geometry, ImpactTreatment, SolverMethod};
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, exit_on_all_closed};
use bevy::winit::WINIT_WINDOWS;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often it is looked for changes; what changed is written when it stayed the same for that long.
const INTERVAL: Duration = Duration::from_millis(700);

/// Follows preferences and recent files; with a folder also writes the settings there.
pub struct SessionPlugin {
    /// The folder of the settings file; `None`: nothing is written.
    pub folder: Option<PathBuf>,
    /// What was read from it.
    pub settings: Settings,
}

/// The settings as last written and as last seen.
#[derive(Resource)]
pub struct Keeper {
    folder: PathBuf,
    written: Settings,
    seen: Settings,
    looked: Option<Instant>,
    /// A failure that was said; said once.
    failed: bool,
}

impl Plugin for SessionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Session>().init_resource::<Measuring>();
        if let Some(folder) = &self.folder {
            app.insert_resource(Keeper {
                folder: folder.clone(),
                written: self.settings.clone(),
                seen: self.settings.clone(),
                looked: None,
                failed: false,
            })
            // The last window that was closed ends the program: then it is written at once.
            .add_systems(Last, keep.after(exit_on_all_closed));
        }
    }
}

/// Reads the settings, or the defaults where there is no folder. With `reset` the file is put aside first.
pub fn open(folder: Option<&std::path::Path>, reset: bool, messages: &mut Messages) -> Settings {
    let Some(folder) = folder else { return Settings::default() };
    if reset {
        match settings::reset(folder) {
            Ok(Some(old)) => messages.info(tr!("remembered-old-settings-were-kept-as", file = old.display())),
            Ok(None) => {}
            Err(error) => messages.error(error),
        }
    }
    let (settings, said) = settings::read(folder);
    for sentence in said {
        messages.error(sentence);
    }
    settings
}

/// The models of the panes.
pub fn models(settings: &Settings, messages: &mut Messages) -> Vec<ContactModel> {
    let mut models = Vec::new();
    for pane in settings.panes.iter().take(MAX_PANES) {
        match ContactModel::from_name(&pane.model) {
            Ok(model) => models.push(model),
            Err(error) => messages.warn(tr!("remembered-in-settings", error = error)),
        }
    }
    models
}

/// Puts the settings to work. Names that do not exist are said and passed over.
pub fn restore(
    settings: &Settings,
    bench: &mut Workbench,
    view: &mut ViewSettings,
    state: &mut UiState,
    output: &mut OutputState,
    messages: &mut Messages,
) -> Session {
    let mut unknown = |what: &str, name: &str| {
        messages.warn(tr!("remembered-settings-name-which-does-not", what = what, name = name));
    };
    for (name, &shown) in &settings.overlays {
        match Overlay::ALL.into_iter().find(|overlay| format!("{overlay:?}") == *name) {
            Some(overlay) => view.set(overlay, shown),
            None => unknown(tr!("remembered-overlay"), name),
        }
    }
    let quality = settings.quality.as_deref().and_then(|name| match name {
        "low" => Some(Quality::Low),
        "high" => Some(Quality::High),
        other => {
            unknown(tr!("remembered-quality"), other);
            None
        }
    });
    if let Some(quality) = quality {
        view.quality = quality;
    }
    let language = settings.language.as_deref().and_then(|code| {
        let language = Language::from_code(code);
        if language.is_none() {
            unknown(tr!("remembered-language"), code);
        }
        language
    });
    if settings.ui_scale.is_finite() {
        view.ui_scale = settings.ui_scale.clamp(0.5, 3.0);
    }
    view.orthographic = settings.orthographic;
    bench.linked_cameras = settings.linked_cameras;
    bench.memory = settings.recording_memory.max(1_000_000);
    let memory = bench.memory;
    bench.panes.iter_mut().for_each(|pane| pane.recording.set_limit(memory));
    for (pane, choice) in bench.panes.iter_mut().zip(&settings.panes) {
        if let Some(name) = &choice.solver {
            match SolverMethod::from_name(name) {
                Ok(method) => pane.simulation.settings.solver.method = method,
                Err(_) => unknown(tr!("remembered-solver"), name),
            }
        }
        if let Some(name) = &choice.geometry {
            match [Geometry::SemiImplicit, Geometry::Implicit].into_iter().find(|g| g.name() == name) {
                Some(geometry) => pane.simulation.settings.contact.geometry = Some(geometry),
                None => unknown(tr!("remembered-geometry"), name),
            }
        }
        if let Some(name) = &choice.impact {
            match ImpactTreatment::ALL.into_iter().find(|i| i.name() == name) {
                Some(impact) => pane.simulation.settings.contact.impact = Some(impact),
                None => unknown(tr!("remembered-treatment-impacts"), name),
            }
        }
        if let Some(share) = choice.stabilisation.filter(|share| STABILISATION.holds(*share)) {
            pane.simulation.settings.contact.stabilisation = Some(share);
        }
        if let Some(penalty) = choice.penalty.filter(|penalty| check_penalty(penalty).is_ok()) {
            pane.simulation.settings.contact.penalty = penalty;
        }
        if let Some(name) = &choice.friction_law {
            match FrictionLaw::ALL.into_iter().find(|law| law.name() == name) {
                Some(law) => pane.simulation.settings.friction.law = law,
                None => unknown(tr!("remembered-law-friction"), name),
            }
        }
        if let Some(name) = &choice.cone {
            match [Cone::Quadratic, Cone::Pyramid].into_iter().find(|cone| cone.name() == name) {
                Some(cone) => pane.simulation.settings.friction.cone = Some(cone),
                None => unknown(tr!("remembered-friction-cone"), name),
            }
        }
    }
    for (place, name) in state.plots.metrics.iter_mut().zip(&settings.plots) {
        match Metric::ALL.into_iter().find(|metric| format!("{metric:?}") == *name) {
            Some(metric) => *place = metric,
            None => unknown(tr!("remembered-plot"), name),
        }
    }
    for (place, flipped) in state.plots.flipped.iter_mut().zip(&settings.flipped_scales) {
        *place = *flipped;
    }
    settings.film.restore(output, &mut unknown);
    let panels = settings.panels;
    (state.left, state.right, state.bottom) = (panels.left, panels.right, panels.bottom);
    let size = |wanted: Option<f32>| wanted.filter(|points| points.is_finite() && *points > 0.0);
    state.sizes.left = size(panels.left_width);
    state.sizes.right = size(panels.right_width);
    state.sizes.bottom = size(panels.bottom_height);
    Session {
        preferences: Preferences {
            theme: settings.theme,
            quality,
            language,
            angles: settings.angles,
            hot_reload: settings.hot_reload,
            tour_seen: settings.tour_seen,
        },
        recent: RecentFiles::from_paths(settings.recent.iter().map(PathBuf::from)),
        tour: Tour::default(),
        lesson: None,
        draft: None,
        leaving: None,
        saving: None,
        lessons_done: settings.lessons_done.clone(),
    }
}

/// The settings as the program stands.
pub fn gather(
    bench: &Workbench,
    view: &ViewSettings,
    state: &UiState,
    session: &Session,
    output: &OutputState,
    window: WindowPlace,
) -> Settings {
    let usual = ViewSettings::default();
    let overlays = Overlay::ALL
        .into_iter()
        // What was never switched follows the defaults of later versions.
        .filter(|overlay| view.shows(*overlay) != usual.shows(*overlay))
        .map(|overlay| (format!("{overlay:?}"), view.shows(overlay)))
        .collect();
    let own = bench.scene.settings;
    let panes = bench
        .chosen_panes()
        .into_iter()
        .map(|now| {
            let solver = now.solver.method != own.solver.method;
            let geometry = now.contact.geometry.filter(|_| now.contact.geometry != own.contact.geometry);
            let impact = now.contact.impact.filter(|_| now.contact.impact != own.contact.impact);
            let cone = now.friction.cone.filter(|_| now.friction.cone != own.friction.cone);
            let share =
                now.contact.stabilisation.filter(|_| now.contact.stabilisation != own.contact.stabilisation);
            let law = (now.friction.law != own.friction.law).then_some(now.friction.law);
            PaneChoice {
                stabilisation: share,
                penalty: Some(now.contact.penalty).filter(|springs| *springs != own.contact.penalty),
                friction_law: law.map(|law| law.name().to_owned()),
                model: now.contact.model.name().to_owned(),
                solver: solver.then(|| now.solver.method.name().to_owned()),
                geometry: geometry.map(|geometry| geometry.name().to_owned()),
                impact: impact.map(|impact| impact.name().to_owned()),
                cone: cone.map(|cone| cone.name().to_owned()),
            }
        })
        .collect();
    Settings {
        version: settings::VERSION,
        theme: session.preferences.theme,
        language: session.preferences.language.map(|language| language.code().to_owned()),
        ui_scale: view.ui_scale,
        quality: session.preferences.quality.map(|quality| match quality {
            Quality::Low => "low".to_owned(),
            Quality::High => "high".to_owned(),
        }),
        overlays,
        orthographic: view.orthographic,
        linked_cameras: bench.linked_cameras,
        recording_memory: bench.memory,
        panels: Panels {
            // What only the size of the window has closed is open again where there is room.
            left: state.left || state.yielded.0,
            right: state.right || state.yielded.1,
            bottom: state.bottom || state.yielded.2,
            left_width: state.sizes.left,
            right_width: state.sizes.right,
            bottom_height: state.sizes.bottom,
        },
        panes,
        plots: state.plots.metrics.iter().map(|metric| format!("{metric:?}")).collect(),
        flipped_scales: state.plots.flipped.to_vec(),
        film: FilmChoice::of(output),
        window,
        angles: session.preferences.angles,
        hot_reload: session.preferences.hot_reload,
        recent: session.recent.iter().filter_map(|file| Some(file.path.to_str()?.to_owned())).collect(),
        tour_seen: session.preferences.tour_seen,
        lessons_done: session.lessons_done.clone(),
    }
}

/// Writes the settings when they have changed and stand still, and when the program ends.
pub fn keep(
    _main_thread: NonSendMarker,
    bench: Res<Workbench>,
    view: Res<ViewSettings>,
    state: Res<UiState>,
    session: Res<Session>,
    output: Res<OutputState>,
    window: Option<Single<(Entity, &Window), With<PrimaryWindow>>>,
    mut exit: MessageReader<AppExit>,
    mut keeper: ResMut<Keeper>,
    mut messages: ResMut<Messages>,
) {
    let leaving = exit.read().count() > 0;
    if !leaving && keeper.looked.is_some_and(|at| at.elapsed() < INTERVAL) {
        return;
    }
    let first = keeper.looked.is_none();
    keeper.looked = Some(Instant::now());
    // The panels are arranged after the first frames.
    if !state.arranged {
        return;
    }
    let place = window.map_or(keeper.seen.window, |window| {
        let (entity, window) = *window;
        place_of(entity, window, keeper.seen.window)
    });
    let now = gather(&bench, &view, &state, &session, &output, place);
    let quiet = now == keeper.seen;
    keeper.seen = now;
    if first || keeper.seen == keeper.written || !(quiet || leaving) {
        return;
    }
    match settings::write_changes(&keeper.folder, &keeper.written, &keeper.seen) {
        Ok(()) => keeper.failed = false,
        Err(error) if !keeper.failed => {
            messages.warn(tr!("remembered-settings-will-not-be-remembered", error = error));
            keeper.failed = true;
        }
        Err(_) => {}
    }
    keeper.written = keeper.seen.clone();
}

/// Size and state of the window. A maximised window keeps the size it had before.
fn place_of(entity: Entity, window: &Window, before: WindowPlace) -> WindowPlace {
    let maximised = WINIT_WINDOWS
        .with_borrow(|windows| windows.get_window(entity).map(|window| window.is_maximized()))
        .unwrap_or(false);
    let (width, height) = (window.resolution.physical_width(), window.resolution.physical_height());
    let size = if maximised || width == 0 || height == 0 { before.size } else { Some((width, height)) };
    WindowPlace { size, maximised }
}
