//! Reads the scene again when its file, or a mesh in it, changes on disk.
//!
//! The folders are watched, not the files: many editors write a new file and give it the old name. What counts is
//! what the files contain, so that a file that was only touched, or saved by the program itself, changes nothing.

use crate::app::bench::workbench::Workbench;
use crate::app::command::{AppCommand, FilesCommand};
use crate::app::files::scenes;
use crate::app::messages::Messages;
use crate::app::session::Session;
use crate::app::wake::wake;
use crate::reading;
use crate::scene::{LoadedScene, Scene, parse};
use bevy::prelude::*;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a file has to be quiet before it is read: editors write in several goes.
const QUIET: Duration = Duration::from_millis(150);
/// How long a file may be gone while an editor replaces it.
const GONE: Duration = Duration::from_millis(1500);

/// Watches the scene's files.
pub struct ReloadPlugin;

impl Plugin for ReloadPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Session>().init_resource::<Watch>();
    }
}

/// What is watched.
#[derive(Resource, Default)]
pub struct Watch {
    /// What has to be decided about the scene's file, if anything.
    pub question: Option<FileQuestion>,
    watcher: Option<RecommendedWatcher>,
    changes: Option<Mutex<Receiver<()>>>,
    /// The scene as filed and its file, that the rest belongs to.
    of: Option<(Arc<LoadedScene>, Option<PathBuf>)>,
    scene: Option<PathBuf>,
    meshes: Vec<PathBuf>,
    /// What the files contained when they were last looked at.
    seen: Contents,
    /// The scene's file as it was last read or written here: what saving may replace without asking.
    ours: Option<Vec<u8>>,
    /// When a change was noticed, and when to look.
    noticed: Option<(Instant, Instant)>,
}

/// Something that a person has to decide about the scene's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileQuestion {
    /// The file.
    pub path: PathBuf,
    /// What it is about.
    pub matter: Matter,
}

/// What a [`FileQuestion`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matter {
    /// It changed on disk: whether to read it again.
    Changed,
    /// It is to be saved and changed on disk since it was read or saved here.
    SaveOver,
    /// It is to be saved, and its comments and layout cannot be kept for this reason.
    SaveAnew(String),
}

/// The contents of the files, as numbers to compare; `None`: not there.
#[derive(Clone, Debug, Default, PartialEq)]
struct Contents {
    scene: Option<u64>,
    meshes: Vec<Option<u64>>,
}

impl Contents {
    fn of(scene: Option<&Path>, meshes: &[PathBuf]) -> Self {
        Self { scene: scene.and_then(digest), meshes: meshes.iter().map(|path| digest(path)).collect() }
    }
}

fn digest(path: &Path) -> Option<u64> {
    let bytes = reading::bytes(path, reading::SCENE).ok()?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some(hasher.finish())
}

impl Watch {
    /// Says that the program itself has just written the scene's file: what is in it now is what is shown.
    pub fn own_write(&mut self) {
        self.seen = Contents::of(self.scene.as_deref(), &self.meshes);
        self.read_ours();
        self.noticed = None;
        self.question = None;
    }

    /// Takes what is in the scene's file for known.
    fn read_ours(&mut self) {
        self.ours = self.scene.as_deref().and_then(|path| std::fs::read(path).ok());
    }

    /// The text of the scene's file as it was last read or written here.
    pub fn text(&self, bench: &Workbench) -> Option<String> {
        let follows = self.of.as_ref().is_some_and(|of| of.1 == bench.file);
        let known = self.ours.clone().filter(|_| follows);
        let bytes = known.or_else(|| std::fs::read(bench.file.as_deref()?).ok())?;
        String::from_utf8(bytes).ok()
    }

    /// Whether somebody else has written the scene's file since it was read or written here. One that is gone is no loss.
    pub fn is_others(&self, path: &Path) -> bool {
        self.scene.as_deref() == Some(path)
            && std::fs::read(path).is_ok_and(|bytes| self.ours.as_ref() != Some(&bytes))
    }

    /// Asks what is to be done.
    pub fn ask(&mut self, path: &Path, matter: Matter) {
        if matter == Matter::SaveOver {
            // What is asked about need not be noticed once more.
            self.seen = Contents::of(self.scene.as_deref(), &self.meshes);
        }
        self.question = Some(FileQuestion { path: path.to_owned(), matter });
    }

    /// Whether something may have changed that has not been looked at yet.
    pub fn is_pending(&self) -> bool {
        self.noticed.is_some()
    }

    /// Watches the folders of these files.
    ///
    /// # Errors
    /// A sentence why changes will not be noticed.
    fn arm(&mut self, scene: Option<PathBuf>, meshes: Vec<PathBuf>) -> Result<(), String> {
        self.watcher = None;
        self.changes = None;
        self.noticed = None;
        self.seen = Contents::of(scene.as_deref(), &meshes);
        self.meshes = meshes;
        self.scene = scene;
        self.read_ours();
        let Some(scene) = &self.scene else { return Ok(()) };
        let files = || std::iter::once(scene).chain(&self.meshes);
        let mut names = Vec::new();
        let mut folders = Vec::new();
        // A link is followed: its target may lie elsewhere.
        for file in files().cloned().chain(files().filter_map(|path| path.canonicalize().ok())) {
            names.extend(file.file_name().map(ToOwned::to_owned));
            let folder =
                file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = scenes::whole(folder);
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        let failed = |error: notify::Error| {
            tr!("reload-changes-will-not-be-noticed", path = scene.display(), error = error.to_string())
        };
        let (sender, receiver): (Sender<()>, Receiver<()>) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let ours = event.is_ok_and(|event| {
                !event.kind.is_access()
                    && event.paths.iter().any(|path| names.iter().any(|name| path.file_name() == Some(name)))
            });
            if ours {
                // The receiver goes away with the program, or with the scene.
                let _ = sender.send(());
                wake();
            }
        })
        .map_err(failed)?;
        for folder in &folders {
            watcher.watch(folder, RecursiveMode::NonRecursive).map_err(failed)?;
        }
        self.watcher = Some(watcher);
        self.changes = Some(Mutex::new(receiver));
        Ok(())
    }
}

/// Watches what the workbench shows.
pub fn follow(bench: Res<Workbench>, mut watch: ResMut<Watch>, mut messages: ResMut<Messages>) {
    let now = (Arc::clone(&bench.filed), bench.file.clone());
    if watch.of.as_ref().is_some_and(|of| Arc::ptr_eq(&of.0, &now.0) && of.1 == now.1) {
        return;
    }
    watch.question = None;
    let folder = now.1.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
    let meshes = if now.1.is_some() { bench.filed.source.mesh_files(folder) } else { Vec::new() };
    if let Err(sentence) = watch.arm(now.1.clone(), meshes) {
        messages.warn(sentence);
    }
    watch.of = Some(now);
}

/// Reads the scene again when its files contain something else than before, or asks: where it was edited here, and where
/// reading again is switched off.
pub fn notice(
    bench: Res<Workbench>,
    mut watch: ResMut<Watch>,
    session: Res<Session>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    let watch = watch.bypass_change_detection();
    let came = watch.changes.as_ref().and_then(|changes| Some(changes.lock().ok()?.try_iter().count() > 0));
    if came == Some(true) {
        let first = watch.noticed.map_or_else(Instant::now, |(first, _)| first);
        watch.noticed = Some((first, Instant::now() + QUIET));
    }
    let Some((first, due)) = watch.noticed else { return };
    if Instant::now() < due {
        return;
    }
    let now = Contents::of(watch.scene.as_deref(), &watch.meshes);
    if now.scene.is_none() {
        if first.elapsed() < GONE {
            watch.noticed = Some((first, Instant::now() + QUIET));
        } else {
            watch.noticed = None;
            if let Some(path) = watch.scene.as_deref().filter(|_| watch.seen.scene.is_some()) {
                messages.warn(tr!("reload-gone-running-scene-was-kept", path = path.display()));
            }
            watch.seen = now;
        }
        return;
    }
    watch.noticed = None;
    let before = std::mem::replace(&mut watch.seen, now);
    if before == watch.seen {
        return;
    }
    let only_the_text = before.meshes == watch.seen.meshes;
    if only_the_text && is_shown(&bench) {
        // Another comment, which the next save keeps.
        watch.read_ours();
    } else if let Some(path) =
        watch.scene.clone().filter(|_| bench.is_edited() || !session.preferences.hot_reload)
    {
        watch.ask(&path, Matter::Changed);
    } else {
        commands.write(FilesCommand::ReloadScene.into());
    }
}

/// Whether the scene's file says what is shown: then the program wrote it, or somebody changed a comment.
fn is_shown(bench: &Workbench) -> bool {
    let Some(path) = bench.file.as_deref() else { return false };
    let Ok(text) = reading::text(path, reading::SCENE) else { return false };
    parse(&text, &path.display().to_string()).is_ok_and(|scene| {
        // The moment of a run that was saved along is no other scene, and neither is another step size.
        let bare = |scene: &Scene| Scene { resume: None, time_step: 0.0, ..scene.clone() };
        let scene = bare(&scene);
        scene == bare(&bench.scene.source) || scene == bare(&bench.filed.source)
    })
}
