//! Where scenes come from: files, the folder of scenes, and the default scene that every binary carries.

use crate::app::panics;
use crate::scene::{LoadedScene, load_file, scene_files};
use std::path::{Path, PathBuf};

/// The scene that opens when none is named.
const DEFAULT_NAME: &str = "triangle_drop.ron";
/// Its text, for a binary that stands alone.
const DEFAULT_TEXT: &str = include_str!("../../../assets/default_scene.ron");

/// Folders in which `scenes/` may lie, best first: the current one, the binary's, the crate's.
fn roots() -> Vec<PathBuf> {
    let mut roots = Vec::new();
    roots.extend(std::env::current_dir());
    if let Ok(exe) = std::env::current_exe()
        && let Some(folder) = exe.parent()
    {
        roots.push(folder.to_path_buf());
        roots.push(folder.join("../share/pegsim"));
    }
    roots.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    roots
}

/// The folder of scenes, if there is one.
pub fn folder() -> Option<PathBuf> {
    roots().into_iter().map(|root| root.join("scenes")).find(|folder| folder.is_dir())
}

/// The scene files in the folder of scenes, by name, then those of the folders in it.
pub fn list() -> Vec<PathBuf> {
    folder().and_then(|folder| scene_files(&folder).ok()).unwrap_or_default()
}

/// The neighbour of `current` in the folder of scenes, going round at the ends.
pub fn neighbour(current: Option<&Path>, forward: bool) -> Option<PathBuf> {
    let scenes = list();
    let name = current.and_then(Path::file_name);
    let here = scenes.iter().position(|path| path.file_name() == name);
    let count = scenes.len();
    let next = match (here, forward) {
        (Some(i), true) => (i + 1) % count,
        (Some(i), false) => (i + count - 1) % count,
        (None, _) => 0,
    };
    scenes.into_iter().nth(next)
}

/// Loads a scene file.
///
/// # Errors
/// A whole sentence with the place; an error in the loader itself is a sentence too, so that a file can never end
/// the program.
pub fn load(path: &Path) -> Result<LoadedScene, String> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    if extension.as_deref() != Some("ron") {
        return Err(format!(
            "{}: files of this type cannot be opened; a scene is a file that ends in .ron",
            path.display()
        ));
    }
    match panics::guarded(|| load_file(path)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(reason) => Err(format!(
            "{}: the scene could not be read because of an error in the program: {reason}",
            path.display()
        )),
    }
}

/// The default scene: the file of that name if there is one, else the copy in the binary.
///
/// # Errors
/// A sentence when even that cannot be read.
pub fn load_default() -> Result<LoadedScene, String> {
    // A broken file of that name is no reason not to start.
    if let Some(path) = folder().map(|f| f.join(DEFAULT_NAME)).filter(|p| p.is_file())
        && let Ok(scene) = load(&path)
    {
        return Ok(scene);
    }
    // The loader reads files, so the copy goes through one.
    let path = std::env::temp_dir().join(format!("pegsim-default-{}.ron", std::process::id()));
    std::fs::write(&path, DEFAULT_TEXT).map_err(|e| format!("{}: {e}", path.display()))?;
    let loaded = load(&path);
    // A leftover temporary file does no harm.
    let _ = std::fs::remove_file(&path);
    loaded.map(|scene| LoadedScene { path: None, ..scene })
}
