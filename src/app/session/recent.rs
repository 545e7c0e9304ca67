//! Files opened lately, newest first, each once.

use crate::app::bench::workbench::Workbench;
use crate::app::files::scenes::whole;
use crate::app::session::Session;
use crate::scene::LoadedScene;
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many are remembered.
pub const MOST: usize = 12;
/// How often it is looked whether they are still there.
const INTERVAL: Duration = Duration::from_secs(2);

/// A file that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentFile {
    /// Where it is.
    pub path: PathBuf,
    /// Whether it was not there when last looked for.
    pub missing: bool,
}

impl RecentFile {
    /// The file's name.
    pub fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The list: newest first, no file twice, at most [`MOST`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecentFiles {
    list: Vec<RecentFile>,
    looked: Option<Instant>,
}

impl RecentFiles {
    /// A list from paths, newest first, as the settings file has them.
    pub fn from_paths(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut recent = Self::default();
        for path in paths {
            if recent.list.len() < MOST && recent.list.iter().all(|file| file.path != path) {
                recent.list.push(RecentFile { path, missing: false });
            }
        }
        recent
    }

    /// Puts a file at the front. Its absolute path counts, so that it stands there once however it was named.
    pub fn note(&mut self, path: &Path) {
        let path = whole(path);
        self.list.retain(|file| file.path != path);
        self.list.insert(0, RecentFile { path, missing: false });
        self.list.truncate(MOST);
    }

    /// Forgets a file.
    pub fn forget(&mut self, path: &Path) {
        self.list.retain(|file| file.path != path);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Newest first.
    pub fn iter(&self) -> impl Iterator<Item = &RecentFile> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Looks whether the files are still there. Returns whether that changed.
    pub fn look(&mut self) -> bool {
        self.looked = Some(Instant::now());
        let mut changed = false;
        for file in &mut self.list {
            let missing = !file.path.is_file();
            changed |= missing != file.missing;
            file.missing = missing;
        }
        changed
    }
}

/// The file from which a scene was opened: its own, or that of another program from which it was made.
pub fn file_of(scene: &LoadedScene) -> Option<&Path> {
    let imported = || scene.imported.as_ref()?.files.first();
    scene.path.as_ref().or_else(imported).map(PathBuf::as_path)
}

/// Notes the scene that was opened, and looks after the files now and then.
pub fn follow(
    bench: Res<Workbench>,
    mut session: ResMut<Session>,
    mut seen: Local<Option<(Arc<LoadedScene>, Option<PathBuf>)>>,
) {
    let now = (Arc::clone(&bench.filed), bench.file.clone());
    if seen.as_ref().is_none_or(|seen| !Arc::ptr_eq(&seen.0, &now.0) || seen.1 != now.1) {
        // What the program opens by itself, at its start and for a lesson, was not asked for.
        let asked = seen.is_some();
        let own = |path: &Path| session.lesson.as_ref().is_some_and(|lesson| lesson.has_scene(path));
        let file = now.1.as_deref().or_else(|| file_of(&now.0));
        if let Some(path) = file.filter(|path| asked && !own(path)) {
            session.recent.note(path);
        }
        *seen = Some(now);
    }
    if session.recent.looked.is_none_or(|at| at.elapsed() >= INTERVAL) {
        session.bypass_change_detection().recent.look();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_the_newest_first_and_nothing_twice() {
        let mut recent = RecentFiles::default();
        for k in 0..MOST + 5 {
            recent.note(Path::new(&format!("/no/such/{k}.ron")));
        }
        recent.note(Path::new("/no/such/9.ron"));
        let names: Vec<String> = recent.iter().map(RecentFile::name).collect();
        assert_eq!(names.len(), MOST);
        assert_eq!(names[..3], ["9.ron", "16.ron", "15.ron"]);
        assert_eq!(names.iter().filter(|n| *n == "9.ron").count(), 1);
        recent.forget(Path::new("/no/such/9.ron"));
        assert!(recent.iter().all(|file| file.name() != "9.ron"));
    }

    #[test]
    fn a_file_named_in_two_ways_stands_there_once_and_a_missing_one_is_known() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut recent = RecentFiles::default();
        recent.note(&here.join("Cargo.toml"));
        recent.note(&here.join("src/../Cargo.toml"));
        recent.note(&here.join("no such file.ron"));
        assert_eq!(recent.len(), 2);
        assert!(recent.look());
        let missing: Vec<bool> = recent.iter().map(|file| file.missing).collect();
        assert_eq!(missing, [true, false]);
    }

    #[test]
    fn a_list_from_a_file_is_cut_and_cleaned() {
        let paths = (0..40).map(|k| PathBuf::from(format!("/{}.ron", k % 20)));
        assert_eq!(RecentFiles::from_paths(paths).len(), MOST);
    }
}
