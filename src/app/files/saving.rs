//! Scenes and recordings to files, and recordings from them.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::command::{AppCommand, FilesCommand};
use crate::app::files::kinds::write_whole;
use crate::app::files::reload::Watch;
use crate::app::files::scenes;
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::app::past::recording_file;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, FrameStage};
use crate::scene::format::Shape;
use crate::scene::{Scene, to_text};
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Saves and opens.
pub struct SavingPlugin;

impl Plugin for SavingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, save.in_set(FrameStage::Apply));
    }
}

fn save(
    mut commands: MessageReader<AppCommand>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut selection: ResMut<Selection>,
    mut messages: ResMut<Messages>,
    mut watch: Option<ResMut<Watch>>,
) {
    for command in commands.read() {
        let path = match command {
            AppCommand::Files(FilesCommand::SaveRecording(path)) => {
                match recording_file::save(&bench, path) {
                    Ok(()) => messages.info(format!("The recording was saved as {}.", path.display())),
                    Err(error) => messages.error(error),
                }
                continue;
            }
            AppCommand::Files(FilesCommand::OpenRecording(path)) => {
                match recording_file::open(path, bench.memory) {
                    Ok(opened) => {
                        undo.push("change of scene", Snapshot::of(&bench));
                        driver.discard();
                        driver.halt();
                        *selection = Selection::default();
                        bench.replace_with(opened.bench);
                        let steps = bench.recorded().map_or(0, |(first, last)| last - first);
                        let remark = opened.remark.map_or_else(String::new, |remark| format!(" {remark}"));
                        messages.info(format!("Recording {}: {steps} steps.{remark}", path.display()));
                    }
                    Err(error) => messages.error(format!("{error} The running scene was kept.")),
                }
                continue;
            }
            AppCommand::Files(FilesCommand::SaveSceneAs(path)) => path.clone(),
            AppCommand::Files(FilesCommand::SaveScene) => match own_file(&bench) {
                Some(path) => path,
                // The panels ask where to.
                None => continue,
            },
            _ => continue,
        };
        match write_scene(&bench, &path) {
            Ok(()) => {
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
                if let Some(watch) = &mut watch {
                    watch.own_write();
                }
            }
            Err(error) => messages.error(error),
        }
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
