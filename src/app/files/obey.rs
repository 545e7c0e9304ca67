//! Carries out what is asked to be read or written.

use crate::app::bench::workbench::Workbench;
use crate::app::command::session::{LessonMove, LessonPlace};
use crate::app::command::{AppCommand, FilesCommand, SessionCommand, call};
use crate::app::files::loading::{Loading, take_over_scene};
use crate::app::files::output::{Choice, film, stills};
use crate::app::files::reload::Watch;
use crate::app::files::{output, saving, scenes};
use crate::app::messages::Messages;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::Driver;
use crate::app::session::Session;
use crate::lesson;
use crate::math::Dimension;
use bevy::prelude::*;

/// Carries out a command.
pub fn carry_out(world: &mut World, command: FilesCommand) {
    match command {
        FilesCommand::LoadScene(path) if lesson::is_lesson_file(&path) => {
            let opens = SessionCommand::Lesson(LessonMove::Open(LessonPlace::File(path)));
            world.write_message(AppCommand::from(opens));
        }
        FilesCommand::LoadScene(path) => world.resource_mut::<Loading>().ask(&path, false),
        FilesCommand::LoadFirstScene(path) => world.resource_mut::<Loading>().ask_at_start(&path),
        FilesCommand::NewScene(dimension) => call(world, new, dimension),
        FilesCommand::ReloadScene => call(world, reload, ()),
        // In a lesson they are its pages.
        FilesCommand::NeighbourScene(forward) if world.resource::<Session>().lesson.is_some() => {
            let way = if forward { LessonMove::Onward } else { LessonMove::Back };
            world.write_message(AppCommand::from(SessionCommand::Lesson(way)));
        }
        FilesCommand::NeighbourScene(forward) => call(world, neighbour, forward),
        FilesCommand::SaveScene => call(world, saving::save, ()),
        FilesCommand::SaveSceneAs(path) => call(world, saving::save_as, path),
        FilesCommand::SaveSceneTitled(path, titles) => call(world, saving::save_titled, (path, titles)),
        FilesCommand::SaveRecording(path) => call(world, saving::save_recording, path),
        FilesCommand::OpenRecording(path) => {
            let memory = world.resource::<Workbench>().memory;
            world.resource_mut::<Loading>().ask_for_recording(&path, memory);
        }
        // The user decided for what is shown.
        FilesCommand::KeepEdits => world.resource_mut::<Watch>().question = None,
        FilesCommand::CancelLoading => world.resource_mut::<Loading>().cancel(),
        FilesCommand::SaveSceneOver => call(world, saving::save_over, ()),
        FilesCommand::SetOutputFolder(folder) => call(world, output::choose, Choice::Folder(folder)),
        FilesCommand::SetFilmRate(rate) => call(world, output::choose, Choice::Rate(rate)),
        FilesCommand::ToggleFilmOfWindow => call(world, output::choose, Choice::OtherFilms),
        FilesCommand::SetFilmFormat(format) => call(world, output::choose, Choice::Format(format)),
        FilesCommand::SetFilmCaptions(captions) => call(world, output::choose, Choice::Captions(captions)),
        FilesCommand::CancelFilm => call(world, film::cancel, ()),
        FilesCommand::ToggleFilm => call(world, film::toggle, None),
        FilesCommand::FilmTo(path) => call(world, film::toggle, Some(path)),
        FilesCommand::Export(export) => call(world, output::export, export),
        FilesCommand::ScreenshotOfViews => call(world, stills::of_views, ()),
        FilesCommand::Screenshot(path) => call(world, stills::of_window, path),
    }
}

/// Puts a scene with nothing but a floor in the place of the one shown, which Ctrl+Z brings back.
fn new(
    In(dimension): In<Dimension>,
    mut loading: ResMut<Loading>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
    mut undo: ResMut<UndoStack>,
) {
    // What was asked for before is no longer wanted.
    loading.cancel();
    match scenes::with_a_floor(dimension) {
        Ok(scene) => take_over_scene(&mut bench, &mut driver, &mut messages, &mut undo, scene, false),
        Err(error) => messages.error(error),
    }
}

fn reload(bench: Res<Workbench>, mut loading: ResMut<Loading>, mut messages: ResMut<Messages>) {
    match bench.file.clone() {
        Some(path) => loading.ask(&path, true),
        None => messages.warn(tr!("loading-this-scene-has-no-file")),
    }
}

fn neighbour(
    In(forward): In<bool>,
    bench: Res<Workbench>,
    mut loading: ResMut<Loading>,
    mut messages: ResMut<Messages>,
) {
    match scenes::neighbour(bench.file.as_deref(), forward) {
        Some(path) => loading.ask(&path, false),
        None => messages.warn(tr!("loading-there-no-scene-files-those")),
    }
}
