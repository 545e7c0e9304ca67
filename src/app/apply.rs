//! Commands to effects: the only place that changes the workbench, the overlays and the selection.

use crate::app::command::AppCommand;
use crate::app::loading::{self, Loading};
use crate::app::messages::Messages;
use crate::app::parting::Partings;
use crate::app::scenes;
use crate::app::simulation::{Driver, FrameStage};
use crate::app::snapshot::Snapshot;
use crate::app::timeline;
use crate::app::ui::format;
use crate::app::undo::UndoStack;
use crate::app::view::{Quality, Selection, Theme, ViewSettings};
use crate::app::workbench::{MAX_PANES, Pane, SPEED_RANGE, TIME_STEP_RANGE, Workbench};
use crate::model::ContactModel;
use crate::scene::LoadedScene;
use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a warning before leaving counts.
const SECOND_THOUGHT: Duration = Duration::from_secs(20);

/// Applies commands.
pub struct ApplyPlugin;

impl Plugin for ApplyPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Loading>().add_message::<AppCommand>().add_systems(
            Update,
            (apply_to_bench, loading::arrive, apply_to_view, apply_to_program)
                .chain()
                .in_set(FrameStage::Apply),
        );
    }
}

fn apply_to_bench(
    mut commands: MessageReader<AppCommand>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut selection: ResMut<Selection>,
    mut messages: ResMut<Messages>,
    mut undo: ResMut<UndoStack>,
    mut loading: ResMut<Loading>,
) {
    for command in commands.read() {
        let (bench, driver, messages) = (&mut *bench, &mut *driver, &mut *messages);
        if let Some(label) = label_of(command, bench) {
            undo.push_or_merge(label, || Snapshot::of(bench));
        }
        match command {
            AppCommand::Run => run(bench, driver),
            AppCommand::Pause => pause(bench, driver),
            AppCommand::ToggleRun if bench.running => pause(bench, driver),
            AppCommand::ToggleRun => run(bench, driver),
            AppCommand::Step => {
                bench.running = false;
                forgive(bench);
                driver.ask_for_step();
            }
            AppCommand::StepToSprungTrap => match timeline::next_sprung_trap(bench) {
                Some(step) => seek(bench, driver, messages, step),
                None => {
                    bench.running = false;
                    forgive(bench);
                    driver.hunt();
                }
            },
            AppCommand::SeekDeepest => match bench.focused_pane().history.deepest() {
                Some(worst) => {
                    seek(bench, driver, messages, worst.step);
                    let depth = format::depth(worst.value);
                    messages.info(format!("The deepest overlap of the focused pane so far: {depth}."));
                }
                None => messages.info("No bodies of the focused pane have overlapped so far."),
            },
            AppCommand::SeekWorstResidual => match bench.focused_pane().history.worst_residual() {
                Some(worst) => {
                    seek(bench, driver, messages, worst.step);
                    let value = format::scientific(worst.value);
                    messages.info(format!("The largest residual of the focused pane so far: {value}."));
                }
                None => messages.info("No step of the focused pane has a residual above zero."),
            },
            AppCommand::StepBack => {
                let step = bench.step().saturating_sub(1);
                seek(bench, driver, messages, step);
            }
            AppCommand::Seek(step) => seek(bench, driver, messages, *step),
            AppCommand::Reset => reset(bench, driver),
            AppCommand::SetSpeed(speed) => set_speed(bench, *speed),
            AppCommand::ChangeSpeed(faster) => {
                let factor = if *faster { 2.0 } else { 0.5 };
                set_speed(bench, bench.speed * factor);
            }
            AppCommand::SetTimeStep(h) => set_time_step(bench, driver, messages, *h),
            AppCommand::ToggleAsFastAsPossible => bench.as_fast_as_possible = !bench.as_fast_as_possible,
            AppCommand::LoadScene(path) => loading.ask(path, false),
            AppCommand::ReloadScene => match bench.file.clone() {
                Some(path) => loading.ask(&path, true),
                None => messages.warn("This scene has no file to read again."),
            },
            AppCommand::NeighbourScene(forward) => match scenes::neighbour(bench.file.as_deref(), *forward) {
                Some(path) => loading.ask(&path, false),
                None => messages.warn("There is no folder `scenes` with scene files."),
            },
            AppCommand::SetPaneModel { pane, model } => set_model(bench, driver, *pane, *model),
            AppCommand::CycleModel => {
                let models = ContactModel::ALL;
                let now = models.iter().position(|m| *m == bench.focused_pane().model()).unwrap_or(0);
                set_model(bench, driver, bench.focused, models[(now + 1) % models.len()]);
            }
            AppCommand::SetPaneSolver { pane, method } => {
                if let Some(pane) = changed_pane(bench, driver, *pane) {
                    pane.simulation.settings.solver.method = *method;
                }
            }
            AppCommand::SetPaneGeometry { pane, geometry } => {
                if let Some(pane) = changed_pane(bench, driver, *pane) {
                    pane.simulation.settings.contact.geometry = *geometry;
                }
            }
            AppCommand::SetPaneCount(count) => set_pane_count(bench, driver, *count),
            AppCommand::FocusPane(pane) => bench.focused = (*pane).min(bench.panes.len() - 1),
            AppCommand::ToggleLinkedCameras => bench.linked_cameras = !bench.linked_cameras,
            AppCommand::SelectBody(body) => {
                selection.body = body.filter(|id| id.0 < bench.scene.model.bodies.len());
                selection.contact = None;
            }
            AppCommand::SelectContact(contact) => selection.contact = *contact,
            AppCommand::Cancel => {
                let pulled = driver.spring.take().is_some();
                if !pulled && !driver.holding {
                    selection.body = None;
                    selection.contact = None;
                }
            }
            _ => {}
        }
    }
}

/// What a command is called in the undo list, if it changes the run. What builds and changes the scene is in
/// [`crate::app::editing`].
fn label_of(command: &AppCommand, bench: &Workbench) -> Option<&'static str> {
    Some(match command {
        // Going back to the start is no loss where nothing has run.
        AppCommand::Reset if bench.step() > 0 || bench.recorded().is_some_and(|(_, last)| last > 0) => {
            "reset"
        }
        AppCommand::CycleModel => "change of model",
        AppCommand::SetPaneModel { pane, model } if bench.panes.get(*pane)?.model() != *model => {
            "change of model"
        }
        AppCommand::SetPaneSolver { pane, method }
            if bench.panes.get(*pane)?.simulation.settings.solver.method != *method =>
        {
            "change of solver"
        }
        AppCommand::SetPaneGeometry { pane, geometry }
            if bench.panes.get(*pane)?.simulation.settings.contact.geometry != *geometry =>
        {
            "change of geometry"
        }
        AppCommand::SetPaneCount(count) if *count != bench.panes.len() => "change of panes",
        AppCommand::SetTimeStep(h)
            if *h != bench.time_step && (TIME_STEP_RANGE.0..=TIME_STEP_RANGE.1).contains(h) =>
        {
            "change of step size"
        }
        _ => return None,
    })
}

fn run(bench: &mut Workbench, driver: &mut Driver) {
    forgive(bench);
    driver.halt();
    bench.running = true;
}

fn pause(bench: &mut Workbench, driver: &mut Driver) {
    bench.running = false;
    driver.halt();
}

/// Lets panes that stood still try again.
fn forgive(bench: &mut Workbench) {
    for pane in &mut bench.panes {
        pane.failure = None;
    }
}

fn seek(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages, step: u64) {
    pause(bench, driver);
    driver.discard();
    timeline::seek(bench, messages, step);
}

fn reset(bench: &mut Workbench, driver: &mut Driver) {
    driver.discard();
    driver.halt();
    driver.spring = None;
    // What was built later in the run is part of the scene, also when an earlier moment is shown.
    let newest = bench.focused_pane().recording.frames().next_back().map(|frame| Arc::clone(&frame.scene));
    if let Some(scene) = newest.filter(|scene| !Arc::ptr_eq(scene, &bench.scene)) {
        bench.scene = scene;
        bench.scene_generation += 1;
        bench.camera_kept = true;
    }
    for pane in &mut bench.panes {
        let mut fresh = Pane::new(&bench.scene, pane.simulation.settings, bench.memory);
        // Also a scene that goes on from a saved moment begins at its beginning.
        fresh.simulation.reset();
        *pane = fresh;
    }
    bench.parting = Partings::default();
    bench.finished = false;
    bench.behind = 0.0;
}

fn set_speed(bench: &mut Workbench, speed: f64) {
    if speed.is_finite() {
        bench.speed = speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1);
    }
}

fn set_time_step(bench: &mut Workbench, driver: &mut Driver, messages: &mut Messages, h: f64) {
    if !(TIME_STEP_RANGE.0..=TIME_STEP_RANGE.1).contains(&h) {
        messages.warn(format!(
            "A step of {h} s is outside {} to {} s; it stays at {} s.",
            TIME_STEP_RANGE.0, TIME_STEP_RANGE.1, bench.time_step
        ));
        return;
    }
    driver.discard();
    bench.time_step = h;
    bench.time_step_chosen = true;
    for pane in &mut bench.panes {
        pane.simulation.settings.h = h;
        pane.settings_chosen = true;
    }
}

/// A pane whose settings are about to change: work under way is dropped and a failure forgiven.
fn changed_pane<'a>(bench: &'a mut Workbench, driver: &mut Driver, pane: usize) -> Option<&'a mut Pane> {
    driver.discard();
    let pane = bench.panes.get_mut(pane)?;
    pane.failure = None;
    pane.settings_chosen = true;
    Some(pane)
}

fn set_model(bench: &mut Workbench, driver: &mut Driver, pane: usize, model: ContactModel) {
    if let Some(pane) = changed_pane(bench, driver, pane) {
        pane.simulation.settings.contact.model = model;
    }
    bench.parting = Partings::default();
}

/// More panes: copies of the focused one with models not shown yet. Fewer: the focused one stays.
fn set_pane_count(bench: &mut Workbench, driver: &mut Driver, count: usize) {
    let count = count.clamp(1, MAX_PANES);
    driver.discard();
    while bench.panes.len() > count {
        let last = bench.panes.len() - 1;
        let gone = if bench.focused == last { last - 1 } else { last };
        bench.panes.remove(gone);
        bench.chosen_reference =
            bench.chosen_reference.filter(|r| *r != gone).map(|r| r - usize::from(r > gone));
        if bench.focused > gone {
            bench.focused -= 1;
        }
    }
    while bench.panes.len() < count {
        let model = bench.model_not_shown();
        let mut pane = bench.focused_pane().clone();
        pane.simulation.settings.contact.model = model;
        // The past is the same for both, with the settings that it had; what came after was another model's doing, and so
        // is what the plots and the truth meter say.
        pane.recording.truncate_after(pane.simulation.state.step);
        pane.settings_chosen = true;
        pane.history.clear();
        pane.divergence = None;
        pane.simulation.record = None;
        pane.truth = crate::app::workbench::Truth::default();
        pane.read_truth();
        // In the order of the models, so that three panes read the same way every time.
        let place = bench.panes.iter().position(|p| p.model() > model).unwrap_or(bench.panes.len());
        bench.panes.insert(place, pane);
        bench.chosen_reference = bench.chosen_reference.map(|r| r + usize::from(r >= place));
        if place <= bench.focused {
            bench.focused += 1;
        }
    }
    bench.parting = Partings::default();
}

/// Puts another scene in the place of the one shown. The panes keep their models, and with `keep_settings` also methods,
/// geometry and camera.
pub fn take_over_scene(
    bench: &mut Workbench,
    driver: &mut Driver,
    selection: &mut Selection,
    messages: &mut Messages,
    undo: &mut UndoStack,
    scene: LoadedScene,
    keep_settings: bool,
) {
    undo.push("change of scene", Snapshot::of(bench));
    driver.discard();
    driver.halt();
    driver.spring = None;
    *selection = Selection::default();
    let old: Vec<_> = bench.panes.iter().map(|p| p.simulation.settings).collect();
    let models: Vec<ContactModel> = old.iter().map(|s| s.contact.model).collect();
    let mut fresh = Workbench::new(scene, &models);
    fresh.panes.iter_mut().for_each(|pane| pane.recording.set_limit(bench.memory));
    if keep_settings {
        for (pane, settings) in fresh.panes.iter_mut().zip(old) {
            pane.simulation.settings.solver.method = settings.solver.method;
            pane.simulation.settings.contact.geometry = settings.contact.geometry;
        }
    }
    fresh.running = bench.running && keep_settings;
    fresh.focused = bench.focused;
    fresh.camera_kept = keep_settings;
    fresh.memory = bench.memory;
    bench.replace_with(fresh);
    messages.info(format!(
        "Scene “{}”: {} bodies, h = {} s.",
        bench.scene.name,
        bench.scene.model.bodies.len(),
        bench.time_step
    ));
}

/// Carries out the commands about the view and the messages.
pub fn apply_to_view(
    mut commands: MessageReader<AppCommand>,
    mut view: ResMut<ViewSettings>,
    mut messages: ResMut<Messages>,
) {
    for command in commands.read() {
        match command {
            AppCommand::ToggleOverlay(overlay) => {
                let shown = view.shows(*overlay);
                view.set(*overlay, !shown);
            }
            AppCommand::SetQuality(quality) => view.quality = *quality,
            AppCommand::ToggleQuality => {
                view.quality = match view.quality {
                    Quality::Low => Quality::High,
                    Quality::High => Quality::Low,
                };
            }
            AppCommand::ToggleTheme => {
                view.theme = match view.theme {
                    Theme::Light => Theme::Dark,
                    Theme::Dark => Theme::Light,
                };
            }
            AppCommand::SetUiScale(scale) if scale.is_finite() => view.ui_scale = scale.clamp(0.5, 3.0),
            AppCommand::ToggleProjection => view.orthographic = !view.orthographic,
            AppCommand::DismissMessage(id) => messages.dismiss(*id),
            AppCommand::DismissAllMessages => messages.dismiss_all(),
            _ => {}
        }
    }
}

/// Leaves the program; with changes that are not saved only when asked twice.
fn apply_to_program(
    mut reader: MessageReader<AppCommand>,
    mut closes: MessageReader<WindowCloseRequested>,
    bench: Res<Workbench>,
    mut messages: ResMut<Messages>,
    mut asked: Local<Option<Instant>>,
    mut exit: MessageWriter<AppExit>,
) {
    let quit = reader.read().any(|command| *command == AppCommand::Quit);
    if !quit && closes.read().count() == 0 {
        return;
    }
    let sure = asked.is_some_and(|at| at.elapsed() < SECOND_THOUGHT);
    if bench.is_edited() && !sure {
        *asked = Some(Instant::now());
        messages.warn(
            "The scene has changes that are not saved (Ctrl+S). Leave once more to leave without them.",
        );
        return;
    }
    exit.write(AppExit::Success);
}
