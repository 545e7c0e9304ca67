//! Scenes and recordings to files, and recordings from them.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, FilesCommand, PanelCommand};
use crate::app::files::kinds::write_whole;
use crate::app::files::reload::Watch;
use crate::app::messages::Messages;
use crate::app::past::recording_file;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::Driver;
use crate::scene::format::Shape;
use crate::scene::{Scene, shipped, to_text};
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the scene, as built, to its file, or asks for one.
pub fn save(bench: Res<Workbench>, mut commands: MessageWriter<AppCommand>) {
    commands.write(match own_file(&bench) {
        Some(path) => FilesCommand::SaveSceneAs(path).into(),
        None => PanelCommand::AskForFile(Purpose::SaveScene).into(),
    });
}

/// Writes the scene, as built, to a file.
pub fn save_as(
    In(path): In<PathBuf>,
    mut bench: ResMut<Workbench>,
    mut messages: ResMut<Messages>,
    mut watch: ResMut<Watch>,
) {
    if let Err(error) = lasting(&path).and_then(|()| write_scene(&bench, &path)) {
        messages.error(error);
        return;
    }
    let moment = match bench.focused_pane().simulation.state.step {
        0 => String::new(),
        step => format!(", with step {step} of the focused pane as the moment to go on from"),
    };
    messages.info(format!("The scene was saved as {}{moment}.", path.display()));
    let later = bench.focused_pane().recording.frames().next_back().map(|frame| &frame.scene);
    if later.is_some_and(|scene| !Arc::ptr_eq(scene, &bench.scene)) {
        let step = bench.step();
        messages.warn(format!(
            "What was changed in the scene after step {step} is not in the file: the moment shown was saved."
        ));
    }
    bench.file = Some(path);
    bench.filed = Arc::clone(&bench.scene);
    watch.own_write();
}

/// Writes the recordings of all panes to a file.
pub fn save_recording(In(path): In<PathBuf>, bench: Res<Workbench>, mut messages: ResMut<Messages>) {
    match lasting(&path).and_then(|()| recording_file::save(&bench, &path)) {
        Ok(()) => messages.info(format!("The recording was saved as {}.", path.display())),
        Err(error) => messages.error(error),
    }
}

/// Takes up a recording from a file.
pub fn open_recording(
    In(path): In<PathBuf>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut messages: ResMut<Messages>,
) {
    match recording_file::open(&path, bench.memory) {
        Ok(opened) => {
            undo.push("change of scene", Snapshot::of(&bench));
            driver.discard();
            driver.halt();
            bench.replace_with(opened.bench);
            let steps = bench.recorded().map_or(0, |(first, last)| last - first);
            let remark = opened.remark.map_or_else(String::new, |remark| format!(" {remark}"));
            messages.info(format!("Recording {}: {steps} steps.{remark}", path.display()));
        }
        Err(error) => messages.error(format!("{error} The running scene was kept.")),
    }
}

/// The scene's file, if it is the user's own: the scenes that come with the program are not written over without asking.
pub fn own_file(bench: &Workbench) -> Option<PathBuf> {
    let file = bench.file.clone()?;
    (!shipped::is_shipped(&file)).then_some(file)
}

/// Refuses a place that a cleaning of the cache may take away.
fn lasting(path: &Path) -> Result<(), String> {
    if shipped::is_in_cache(path) {
        return Err(format!(
            "{} lies among the program's copies of its own scenes; choose another folder.",
            path.display()
        ));
    }
    Ok(())
}

/// Writes the scene as built; after step 0 with the present moment of the focused pane, from which a run of it goes on.
fn write_scene(bench: &Workbench, path: &Path) -> Result<(), String> {
    let mut source = bench.scene.source.clone();
    let state = &bench.focused_pane().simulation.state;
    source.resume = (state.step > 0).then(|| state.clone());
    source.time_step = bench.time_step;
    // Paths of meshes are from the folder of the scene file.
    if path.parent() != Some(&bench.folder()) {
        anchor_meshes(&mut source, &bench.folder());
    }
    write_whole(path, to_text(&source).as_bytes())
        .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
}

/// Makes the paths of meshes absolute.
fn anchor_meshes(scene: &mut Scene, folder: &Path) {
    fn anchor(shape: &mut Shape, folder: &Path) {
        match shape {
            Shape::Mesh { path, .. } => {
                let whole = std::path::absolute(folder.join(&*path));
                *path = whole.unwrap_or_else(|_| PathBuf::from(&*path)).display().to_string();
            }
            Shape::Union(parts) => parts.iter_mut().for_each(|part| anchor(&mut part.shape, folder)),
            _ => {}
        }
    }
    scene.bodies.iter_mut().for_each(|body| anchor(&mut body.shape, folder));
}
