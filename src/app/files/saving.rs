//! Scenes and recordings to files, and recordings from them.

use crate::app::bench::workbench::Workbench;
use crate::app::build::titles::{entitle, take as take_titles};
use crate::app::command::build::SceneTitles;
use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, PanelCommand, SessionCommand};
use crate::app::files::reload::{Matter, Watch};
use crate::app::look::camera::Rigs;
use crate::app::messages::Messages;
use crate::app::past::recording_file;
use crate::output::{WholeFile, write_over};
use crate::scene::format::CameraDescription;
use crate::scene::{Scene, edit_text, shipped, to_text};
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the scene, as built, to its file, or asks: for a file, or what to do about one that others have written, or whose
/// comments would be lost.
pub fn save(
    mut bench: ResMut<Workbench>,
    mut messages: ResMut<Messages>,
    mut watch: ResMut<Watch>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(path) = own_file(&bench) else {
        commands.write(PanelCommand::AskForFile(Purpose::SaveScene).into());
        return;
    };
    if watch.is_others(&path) {
        watch.ask(&path, Matter::SaveOver);
        return;
    }
    let scene = as_built(&bench, &path);
    let text = match watch.text(&bench) {
        Some(text) => edit_text(&text, &scene),
        None => Ok(to_text(&scene)),
    };
    match text {
        Ok(text) => put(&path, &text, None, &mut bench, &mut messages, &mut watch),
        Err(reason) => watch.ask(&path, Matter::SaveAnew(reason)),
    }
}

/// Writes the scene, as built, to its file, as the answer to a question. Comments that are there now are kept where they can.
pub fn save_over(mut bench: ResMut<Workbench>, mut messages: ResMut<Messages>, mut watch: ResMut<Watch>) {
    let Some(path) = bench.file.clone() else { return };
    let scene = as_built(&bench, &path);
    let there = std::fs::read_to_string(&path).ok();
    let text = there.and_then(|text| edit_text(&text, &scene).ok()).unwrap_or_else(|| to_text(&scene));
    put(&path, &text, None, &mut bench, &mut messages, &mut watch);
}

/// Writes the scene, as built, to a file that was chosen; comments and layout come along from the file that it had.
pub fn save_as(
    In(path): In<PathBuf>,
    mut bench: ResMut<Workbench>,
    mut messages: ResMut<Messages>,
    mut watch: ResMut<Watch>,
) {
    write_as(&path, None, &mut bench, &mut messages, &mut watch);
}

/// The same with other titles, which the scene shown takes over once they are in the file.
pub fn save_titled(
    In((path, titles)): In<(PathBuf, SceneTitles)>,
    mut bench: ResMut<Workbench>,
    rigs: Res<Rigs>,
    mut messages: ResMut<Messages>,
    mut watch: ResMut<Watch>,
) {
    let camera = titles.view.then(|| rigs.description(bench.focused));
    let retitle = Retitle { titles, camera };
    write_as(&path, Some(&retitle), &mut bench, &mut messages, &mut watch);
}

/// What a file under another name says otherwise.
struct Retitle {
    titles: SceneTitles,
    camera: Option<CameraDescription>,
}

fn write_as(
    path: &Path,
    retitle: Option<&Retitle>,
    bench: &mut Workbench,
    messages: &mut Messages,
    watch: &mut Watch,
) {
    let mut scene = as_built(bench, path);
    if let Some(Retitle { titles, camera }) = retitle {
        entitle(&mut scene, titles, camera.as_ref());
    }
    let known = watch.text(bench);
    let text = match known.map(|text| edit_text(&text, &scene)) {
        None => to_text(&scene),
        Some(Ok(text)) => text,
        Some(Err(reason)) => {
            messages.warn(tr!(
                "saving-comments-layout-file-were-not",
                path = path.display(),
                reason = reason
            ));
            to_text(&scene)
        }
    };
    put(path, &text, retitle, bench, messages, watch);
}

/// Writes the text of the scene and takes it for the one that is filed.
fn put(
    path: &Path,
    text: &str,
    retitle: Option<&Retitle>,
    bench: &mut Workbench,
    messages: &mut Messages,
    watch: &mut Watch,
) {
    let write = || write_over(path, text.as_bytes()).map_err(|error| error.sentence());
    if let Err(error) = lasting(path).and_then(|()| write()) {
        messages.error(error);
        return;
    }
    if let Some(Retitle { titles, camera }) = retitle {
        take_titles(bench, titles, camera.as_ref());
    }
    let moment = match bench.focused_pane().simulation.state.step {
        0 => String::new(),
        step => tr!("saving-with-step-focused-pane-as", step = step),
    };
    messages.info(tr!("saving-scene-was-saved-as", path = path.display(), moment = moment));
    if !Arc::ptr_eq(bench.newest_scene(), &bench.scene) {
        let step = bench.step();
        messages.warn(tr!("saving-what-was-changed-in-scene", step = step));
    }
    bench.file = Some(path.to_owned());
    bench.filed = Arc::clone(&bench.scene);
    watch.own_write();
}

/// Writes the recordings of all panes to a file.
pub fn save_recording(
    In(path): In<PathBuf>,
    mut bench: ResMut<Workbench>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    match lasting(&path).and_then(|()| recording_file::save(&bench, &path)) {
        Ok(()) => {
            let bench = &mut *bench;
            bench.note_saved_runs();
            commands.write(SessionCommand::NoteRecent(path.clone()).into());
            let branches = bench.branches.iter().len();
            messages.info(tr!("saving-recording-was-saved-as", path = path.display(), branches = branches));
        }
        Err(error) => messages.error(error),
    }
}

/// The scene's file, if it is the user's own: the scenes that come with the program are not written over without asking.
pub fn own_file(bench: &Workbench) -> Option<PathBuf> {
    let file = bench.file.clone()?;
    (!shipped::is_shipped(&file)).then_some(file)
}

/// Refuses a place that a cleaning of the cache may take away.
///
/// # Errors
/// A sentence with the file.
pub fn lasting(path: &Path) -> Result<(), String> {
    if shipped::is_in_cache(path) {
        return Err(tr!("saving-lies-among-program-copies-its", path = path.display()));
    }
    Ok(())
}

/// Whether a file can be written here, asked before anything is: a place where it cannot be leaves the question for one open.
///
/// # Errors
/// A sentence with the file and what the system says.
pub fn writable(path: &Path) -> Result<(), String> {
    lasting(path)?;
    WholeFile::over(path).map(drop).map_err(|error| error.sentence())
}

/// Writes the scene as built into a file that is not there yet or may be written over.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write_scene(bench: &Workbench, path: &Path) -> Result<(), String> {
    let text = to_text(&as_built(bench, path));
    write_over(path, text.as_bytes())
        .map_err(|error| tr!("saving-cannot-be-written", path = path.display(), reason = error.reason))
}

/// The scene as built, for this file; after step 0 with the present moment of the focused pane, from which a run of it goes on.
fn as_built(bench: &Workbench, path: &Path) -> Scene {
    let mut source = bench.scene.source.clone();
    let state = &bench.focused_pane().simulation.state;
    source.resume = (state.step > 0).then(|| state.clone());
    source.time_step = bench.time_step;
    // Paths of meshes are from the folder of the scene file.
    if path.parent() != Some(&bench.folder()) {
        source.anchor_meshes(&bench.folder());
    }
    source
}
