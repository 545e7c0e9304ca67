//! Scenes are read beside the frames: a scene of a thousand hulls takes a while, and the panels go on meanwhile.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::files::scenes;
use crate::app::messages::Messages;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, Mode};
use crate::contact::models::ContactModel;
use crate::scene::{LoadedScene, accuracy_remark};
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// From here on it is said that a scene is being read.
const PATIENCE: Duration = Duration::from_millis(300);

/// The scene that was asked for and is not there yet. The running one stays until then; who asks again forgets what
/// was asked for before.
#[derive(Resource, Default)]
pub struct Loading(Option<Request>);

struct Request {
    path: PathBuf,
    keep_settings: bool,
    since: Instant,
    said: bool,
    task: Option<Task<Result<LoadedScene, String>>>,
}

impl Loading {
    /// Asks for the scene of a file; with `keep_settings` the panes keep methods, geometry and camera.
    pub fn ask(&mut self, path: &Path, keep_settings: bool) {
        let since = Instant::now();
        self.0 = Some(Request { path: path.to_path_buf(), keep_settings, since, said: false, task: None });
    }

    /// The file that is being read, if one is.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_ref().map(|request| request.path.as_path())
    }
}

/// Starts reading what was asked for.
pub fn begin(
    mut loading: ResMut<Loading>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
    mut undo: ResMut<UndoStack>,
) {
    let Some(request) = loading.0.as_mut().filter(|request| request.task.is_none()) else { return };
    let path = request.path.clone();
    match driver.mode {
        Mode::Background => {
            request.task = Some(AsyncComputeTaskPool::get().spawn(async move { scenes::load(&path) }));
        }
        Mode::Inline => {
            let keep_settings = request.keep_settings;
            loading.0 = None;
            let result = scenes::load(&path);
            take_over(&mut bench, &mut driver, &mut messages, &mut undo, result, keep_settings);
        }
    }
}

/// Takes over what was read, when it is there.
pub fn arrive(
    mut loading: ResMut<Loading>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
    mut undo: ResMut<UndoStack>,
) {
    let Some(request) = &mut loading.0 else { return };
    let Some(task) = request.task.take_if(|task| task.is_finished()) else {
        if !request.said && request.since.elapsed() > PATIENCE {
            request.said = true;
            let name = request.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            messages.info(format!("Reading {name}; the scene shown stays until it is there."));
        }
        return;
    };
    let keep_settings = request.keep_settings;
    loading.0 = None;
    take_over(&mut bench, &mut driver, &mut messages, &mut undo, block_on(task), keep_settings);
}

fn take_over(
    bench: &mut Workbench,
    driver: &mut Driver,
    messages: &mut Messages,
    undo: &mut UndoStack,
    result: Result<LoadedScene, String>,
    keep_settings: bool,
) {
    match result {
        Ok(scene) => take_over_scene(bench, driver, messages, undo, scene, keep_settings),
        Err(error) => messages.error(format!("{error}. The running scene was kept.")),
    }
}

/// Puts another scene in the place of the one shown. The panes keep their models, and with `keep_settings` also methods,
/// geometry, friction cone and camera.
fn take_over_scene(
    bench: &mut Workbench,
    driver: &mut Driver,
    messages: &mut Messages,
    undo: &mut UndoStack,
    scene: LoadedScene,
    keep_settings: bool,
) {
    undo.push("change of scene", Snapshot::of(bench));
    driver.discard();
    driver.halt();
    let old: Vec<_> = bench.panes.iter().map(|p| p.simulation.settings).collect();
    let models: Vec<ContactModel> = old.iter().map(|s| s.contact.model).collect();
    let mut fresh = Workbench::new(scene, &models);
    fresh.panes.iter_mut().for_each(|pane| pane.recording.set_limit(bench.memory));
    if keep_settings {
        for (pane, settings) in fresh.panes.iter_mut().zip(old) {
            pane.simulation.settings.solver.method = settings.solver.method;
            pane.simulation.settings.contact.geometry = settings.contact.geometry;
            pane.simulation.settings.contact.impact = settings.contact.impact;
            pane.simulation.settings.friction.cone = settings.friction.cone;
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
    if let Some(remark) = accuracy_remark(&bench.scene) {
        messages.warn(format!("Far from the origin: {remark}."));
    }
}
