//! Scenes and recordings to files, and recordings from them.

use crate::app::bench::workbench::Workbench;
use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, FilesCommand, PanelCommand};
use crate::app::files::kinds::write_whole;
use crate::app::files::reload::Watch;
use crate::app::files::scenes;
use crate::app::messages::Messages;
use crate::app::past::recording_file;
use crate::scene::format::Shape;
use crate::scene::{Scene, to_text};
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
    if let Err(error) = write_scene(&bench, &path) {
        messages.error(error);
        return;
    }
    let moment = match bench.focused_pane().simulation.state.step {
        0 => String::new(),
        step => format!(", with step {step} of the focused pane as the moment to go on from"),
    };
    messages.info(format!("The scene was saved as {}{moment}.", path.display()));
    if !Arc::ptr_eq(bench.newest_scene(), &bench.scene) {
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
pub fn save_recording(In(path): In<PathBuf>, mut bench: ResMut<Workbench>, mut messages: ResMut<Messages>) {
    match recording_file::save(&bench, &path) {
        Ok(()) => {
            let bench = &mut *bench;
            bench.saved_runs.note(&bench.panes);
            messages.info(format!("The recording was saved as {}.", path.display()));
        }
        Err(error) => messages.error(error),
    }
}

/// The scene's file, if it is the user's own: the scenes that come with the program are not written over without asking.
pub fn own_file(bench: &Workbench) -> Option<PathBuf> {
    let file = bench.file.clone()?;
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let shipped = scenes::folder().is_some_and(|folder| whole(&file).starts_with(whole(&folder)));
    (!shipped).then_some(file)
}

/// Writes the scene as built; after step 0 with the present moment of the focused pane, from which a run of it goes on.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn write_scene(bench: &Workbench, path: &Path) -> Result<(), String> {
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
