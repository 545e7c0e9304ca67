//! Scenes and recordings are read beside the frames: a scene of a thousand hulls takes a while, and the panels go on meanwhile.
//! What is wrong with a file is a message, whatever it is.

use crate::app::bench::parting;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::unsaved::lost_with;
use crate::app::bench::workbench::Workbench;
use crate::app::command::{AppCommand, SessionCommand};
use crate::app::files::scenes;
use crate::app::format::clock;
use crate::app::messages::Messages;
use crate::app::panics;
use crate::app::past::recording_file;
use crate::app::past::recording_file::Opened;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, Mode};
use crate::app::ui::scene_list::in_language;
use crate::app::wake::beside;
use crate::contact::models::ContactModel;
use crate::scene::{LoadedScene, accuracy_remark};
use bevy::prelude::*;
use bevy::tasks::{Task, block_on};
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
    wanted: Wanted,
    since: Instant,
    said: bool,
    task: Option<Task<Read>>,
}

/// What is to be read.
#[derive(Clone, Copy)]
enum Wanted {
    /// A scene; whether the panes keep methods, geometry and camera.
    Scene { keep_settings: bool },
    /// The scene that the program was asked to open with: nothing is undone before it.
    First,
    /// A recording; memory of the recording of each pane (bytes).
    Recording { memory: usize },
}

/// What was read, or why it was not.
enum Read {
    Scene(Result<Box<LoadedScene>, String>, bool),
    First(Result<Box<LoadedScene>, String>),
    Recording(Result<Box<Opened>, String>),
}

impl Wanted {
    fn read(self, path: &Path) -> Read {
        match self {
            Self::First => Read::First(scenes::load(path).map(Box::new)),
            Self::Scene { keep_settings } => Read::Scene(scenes::load(path).map(Box::new), keep_settings),
            Self::Recording { memory } => {
                // Damage that no check foresees must not end the program.
                let opened =
                    panics::guarded(|| recording_file::open(path, memory)).unwrap_or_else(|reason| {
                        Err(tr!("loading-damaged-error-in-program", path = path.display(), reason = reason))
                    });
                Read::Recording(opened.map(Box::new))
            }
        }
    }
}

impl Loading {
    /// Asks for the scene of a file; with `keep_settings` the panes keep methods, geometry and camera.
    pub fn ask(&mut self, path: &Path, keep_settings: bool) {
        self.ask_for(path, Wanted::Scene { keep_settings });
    }

    /// Asks for the scene of a file that the program opens with.
    pub fn ask_at_start(&mut self, path: &Path) {
        self.ask_for(path, Wanted::First);
    }

    /// Asks for a recording.
    pub fn ask_for_recording(&mut self, path: &Path, memory: usize) {
        self.ask_for(path, Wanted::Recording { memory });
    }

    fn ask_for(&mut self, path: &Path, wanted: Wanted) {
        let since = Instant::now();
        self.0 = Some(Request { path: path.to_path_buf(), wanted, since, said: false, task: None });
    }

    /// Waits no longer for what was asked for: what is shown stays.
    pub fn cancel(&mut self) {
        self.0 = None;
    }

    /// How long it has been read.
    pub fn since(&self) -> Option<Duration> {
        self.0.as_ref().map(|request| request.since.elapsed())
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
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(request) = loading.0.as_mut().filter(|request| request.task.is_none()) else { return };
    let (path, wanted) = (request.path.clone(), request.wanted);
    match driver.mode {
        Mode::Background => {
            request.task = Some(beside(move || wanted.read(&path)));
        }
        Mode::Inline => {
            loading.0 = None;
            let read = wanted.read(&path);
            take_over(&mut bench, &mut driver, &mut messages, &mut undo, &mut commands, &path, read);
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
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(request) = &mut loading.0 else { return };
    let Some(task) = request.task.take_if(|task| task.is_finished()) else {
        if !request.said && request.since.elapsed() > PATIENCE {
            request.said = true;
            let name = request.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            messages.info(tr!("loading-reading-scene-shown-stays-until", name = name));
        }
        return;
    };
    let path = request.path.clone();
    loading.0 = None;
    let read = block_on(task);
    take_over(&mut bench, &mut driver, &mut messages, &mut undo, &mut commands, &path, read);
}

fn take_over(
    bench: &mut Workbench,
    driver: &mut Driver,
    messages: &mut Messages,
    undo: &mut UndoStack,
    commands: &mut MessageWriter<AppCommand>,
    path: &Path,
    read: Read,
) {
    match read {
        Read::Scene(Ok(scene), keep_settings) => {
            messages.mended(path);
            take_over_scene(bench, driver, messages, undo, *scene, keep_settings);
        }
        Read::First(Ok(scene)) => {
            let pushed = undo.len();
            take_over_scene(bench, driver, messages, undo, *scene, false);
            // Nobody chose the scene that was shown meanwhile.
            if pushed == 0 {
                let together = std::mem::take(undo).together;
                undo.together = together;
            }
        }
        Read::First(Err(error)) => messages.error(tr!("default-scene-opened", error = error)),
        Read::Scene(Err(error), _) => {
            messages.error_about(path, tr!("loading-running-scene-was-kept-2", error = error));
        }
        Read::Recording(Ok(opened)) => {
            // Scenes are noted where they are shown, however they came there.
            commands.write(SessionCommand::NoteRecent(path.to_path_buf()).into());
            take_over_recording(bench, driver, messages, undo, path, *opened);
        }
        Read::Recording(Err(error)) => messages.error(tr!("loading-running-scene-was-kept", error = error)),
    }
}

/// Keeps what is shown, so that undo leads back to it, and says what of it is in no file.
fn leave(bench: &Workbench, messages: &mut Messages, undo: &mut UndoStack) {
    let left = Snapshot::of(bench);
    if let Some(lost) = lost_with(&left, &bench.saved_runs) {
        messages.info(tr!("loading-left-unsaved", what = lost));
    }
    undo.push(tr!("loading-change-scene"), left);
}

/// Puts a recording in the place of what is shown.
fn take_over_recording(
    bench: &mut Workbench,
    driver: &mut Driver,
    messages: &mut Messages,
    undo: &mut UndoStack,
    path: &Path,
    opened: Opened,
) {
    leave(bench, messages, undo);
    driver.discard();
    driver.halt();
    bench.replace_with(opened.bench);
    // Not in the file: the distance from which panes count as parted is the user's.
    parting::find(bench, usize::MAX);
    bench.note_saved_runs();
    let steps = bench.recorded().map_or(0, |(first, last)| last - first);
    let remark = opened.remark.map_or_else(String::new, |remark| format!(" {remark}"));
    messages.info(tr!(
        "loading-recording-steps",
        path = path.display(),
        steps = steps,
        branches = bench.branches.iter().len(),
        remark = remark
    ));
}

/// Puts another scene in the place of the one shown. The panes keep their models, and with `keep_settings` also methods,
/// geometry, friction cone and camera; those whose model cannot do the scene give their room away.
pub fn take_over_scene(
    bench: &mut Workbench,
    driver: &mut Driver,
    messages: &mut Messages,
    undo: &mut UndoStack,
    scene: LoadedScene,
    keep_settings: bool,
) {
    leave(bench, messages, undo);
    driver.discard();
    driver.halt();
    // Also of the panes that the scene shown leaves out.
    let old = bench.chosen_panes();
    let models: Vec<ContactModel> = old.iter().map(|s| s.contact.model).collect();
    let mut fresh = Workbench::new(scene, &models);
    fresh.panes.iter_mut().for_each(|pane| pane.recording.set_limit(bench.memory));
    if keep_settings {
        for (pane, settings) in fresh.panes.iter_mut().zip(old) {
            pane.simulation.settings.solver.method = settings.solver.method;
            pane.simulation.settings.contact.geometry = settings.contact.geometry;
            pane.simulation.settings.contact.impact = settings.contact.impact;
            pane.simulation.settings.contact.penalty = settings.contact.penalty;
            pane.simulation.settings.friction.cone = settings.friction.cone;
        }
    }
    fresh.running = bench.running && keep_settings;
    fresh.focused = bench.chosen_place(bench.focused).unwrap_or(0);
    fresh.camera_kept = keep_settings;
    fresh.memory = bench.memory;
    bench.chosen_reference = bench.chosen_reference.and_then(|pane| bench.chosen_place(pane));
    // Who has shown all panes all the same sees them after a reload as well.
    let gives = !keep_settings || !bench.aside.panes.is_empty();
    bench.replace_with(fresh);
    if gives {
        bench.give_room();
    }
    messages.info(tr!(
        "loading-scene-bodies-h-s",
        scene = in_language(&bench.scene.name),
        bodies = bench.scene.model.bodies.len(),
        h = bench.time_step
    ));
    remark(bench, messages);
}

/// Says what who opens a scene should know of it: how much of a file of another program is not here, and where numbers get coarse.
pub fn remark(bench: &Workbench, messages: &mut Messages) {
    let notes = bench.scene.imported.as_ref().map_or(0, |imported| imported.notes.len());
    if notes > 0 {
        messages.warn(tr!("loading-notes", scene = in_language(&bench.scene.name), n = notes));
    }
    if bench.scene.source.resume.is_some() {
        messages.info(tr!("loading-goes-on", time = clock(bench.time())));
    }
    if let Some(remark) = accuracy_remark(&bench.scene) {
        messages.warn(tr!("loading-far-from-origin", remark = remark));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_opens_another_scene_is_told_what_of_the_one_before_is_in_no_file() {
        for edited in [false, true] {
            let mut bench = Workbench::new(scenes::load_default().expect("a scene"), &[ContactModel::Peg]);
            if edited {
                let mut scene = (*bench.scene).clone();
                scene.source.name.push('x');
                bench.scene = std::sync::Arc::new(scene);
            }
            let (mut driver, mut messages, mut undo) =
                (Driver::default(), Messages::default(), UndoStack::default());
            let other = scenes::load_default().expect("a scene");
            take_over_scene(&mut bench, &mut driver, &mut messages, &mut undo, other, false);
            assert_eq!(messages.iter().any(|m| m.text.starts_with("Not saved:")), edited);
        }
    }

    #[test]
    fn a_recording_that_is_opened_says_where_its_panes_part() {
        let scene = scenes::load(Path::new("scenes/triangle_drop.ron")).expect("a scene");
        let models = [ContactModel::Standard, ContactModel::SeparatingFeature];
        let mut bench = Workbench::new(scene, &models);
        for pane in &mut bench.panes {
            pane.recording.push(pane.frame(false));
            (0..120).for_each(|_| crate::app::explain::tests::step(pane));
        }
        parting::find(&mut bench, usize::MAX);
        let parted = bench.parting.first();
        assert!(parted.is_some(), "Standard sticks at the tip");
        let path = std::env::temp_dir().join(format!("pegsim-parted-{}.pegrec", std::process::id()));
        recording_file::save(&bench, &path).expect("it is written");
        let opened = recording_file::open(&path, usize::MAX).expect("it is read");
        std::fs::remove_file(&path).expect("it is there");
        let (mut driver, mut messages, mut undo) =
            (Driver::default(), Messages::default(), UndoStack::default());
        take_over_recording(&mut bench, &mut driver, &mut messages, &mut undo, &path, opened);
        assert_eq!(bench.parting.first(), parted);
    }
}
