//! Where scenes come from: files, the folders of scenes, and those that every binary carries.

use crate::app::panics;
use crate::math::Dimension;
use crate::reading;
use crate::scene::format::{BodyDescription, Point, Shape};
use crate::scene::import::is_robot;
use crate::scene::shipped::{self, Place};
use crate::scene::{LoadedScene, Scene, load_file, parse, rebuild};
use crate::world::BodyKind;
use bevy::log::warn;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The scene that opens when none is named.
const DEFAULT_NAME: &str = "triangle_drop";

/// What that scene is called.
const DEFAULT_TITLE: &str = "Triangle drop";

/// Whether it is the scene that opens when none is named: by its file, or by what it is called where it came from none.
pub fn is_default(scene: &LoadedScene) -> bool {
    let stem = scene.path.as_deref().and_then(Path::file_stem);
    stem.map_or(scene.name == DEFAULT_TITLE, |stem| stem == DEFAULT_NAME)
}

/// The path of a file or folder however it was named; as it is where it is not there.
pub fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The folders of scenes that are there, best first.
fn folders() -> Vec<PathBuf> {
    shipped::folders(&std::env::current_dir().unwrap_or_default())
}

/// The folder with files of the scenes that the program carries; `None` if they cannot be written. Looked for once.
fn unpacked() -> Option<&'static Path> {
    static UNPACKED: OnceLock<Option<PathBuf>> = OnceLock::new();
    let unpacked = UNPACKED.get_or_init(|| shipped::unpack().inspect_err(|error| warn!("{error}")).ok());
    unpacked.as_deref()
}

/// The folder to which "the scenes" leads, if there is one. Looked for once.
pub fn folder() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = || folders().into_iter().next().or_else(|| unpacked().map(Path::to_path_buf));
    FOLDER.get_or_init(found).clone()
}

/// The folder proposed for a file about the scene of `file`: that of the file, else that of the scenes, but never one
/// that a cleaning of the cache would take with it.
pub fn folder_to_save_in(file: Option<&Path>) -> Option<PathBuf> {
    let beside = file.and_then(Path::parent).map(Path::to_path_buf);
    let lasting = |folder: &PathBuf| !shipped::is_in_cache(&folder.join("scene.ron"));
    let others = || folder().filter(lasting).or_else(|| std::env::current_dir().ok());
    beside.filter(lasting).or_else(others)
}

/// All scenes that have a name: the name, and the file.
pub fn list() -> Vec<(String, PathBuf)> {
    let file = |(name, place): (String, Place)| match place {
        Place::File(path) => Some((name, path)),
        Place::Program(_) => {
            let path = unpacked()?.join(format!("{name}.ron"));
            Some((name, path))
        }
    };
    shipped::list(&folders()).into_iter().filter_map(file).collect()
}

/// The file of a scene that has a name.
///
/// # Errors
/// A sentence when there is none, or it cannot be written.
pub fn named(name: &str) -> Result<PathBuf, String> {
    let place = shipped::find(Path::new(name), &folders());
    place.ok_or_else(|| tr!("scene-there-no-scene", name = name))?.into_file()
}

/// The neighbour of `current` among the scenes that have names, going round at the ends.
pub fn neighbour(current: Option<&Path>, forward: bool) -> Option<PathBuf> {
    let scenes = list();
    let name = current.and_then(Path::file_name);
    let here = scenes.iter().position(|(_, path)| path.file_name() == name);
    let count = scenes.len();
    let next = match (here, forward) {
        (Some(i), true) => (i + 1) % count,
        (Some(i), false) => (i + count - 1) % count,
        (None, _) => 0,
    };
    scenes.into_iter().nth(next).map(|(_, path)| path)
}

/// Loads a scene file.
///
/// # Errors
/// A whole sentence with the place; an error in the loader itself is a sentence too, so that a file can never end
/// the program.
pub fn load(path: &Path) -> Result<LoadedScene, String> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    if extension.as_deref() != Some("ron") && !is_robot(path) {
        return Err(tr!("scene-files-this-type-cannot-be", path = path.display()));
    }
    match panics::guarded(|| load_file(path)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(reason) => Err(tr!("scene-scene-could-not-be-read", path = path.display(), reason = reason)),
    }
}

/// A scene to build in: nothing but a floor, under gravity.
///
/// # Errors
/// A sentence when it cannot be made: a fault of the program.
pub fn with_a_floor(dimension: Dimension) -> Result<LoadedScene, String> {
    let mut scene = Scene::new(tr!("scene-new-name"), dimension);
    let (half_extents, position) = match dimension {
        Dimension::Two => (Point::Plane([4.0, 0.1]), [0.0, -0.1, 0.0]),
        Dimension::Three => (Point::Space([2.0, 2.0, 0.1]), [0.0, 0.0, -0.1]),
    };
    let mut floor =
        BodyDescription::new(tr!("scene-new-floor"), BodyKind::Fixed, Shape::Box { half_extents });
    (floor.position, floor.friction) = (position, 0.5);
    scene.bodies.push(floor);
    rebuild(scene, Path::new("")).map_err(|error| error.to_string())
}

/// Whether a scene has meshes that are cut into convex parts when they are met for the first time.
pub fn may_take_long(path: &Path) -> bool {
    let scene = || parse(&reading::text(path, reading::SCENE).ok()?, "").ok();
    scene().is_some_and(|scene| scene.bodies.iter().any(|body| body.shape.is_cut()))
}

/// The default scene: the file of that name if there is one, else the copy in the program.
///
/// # Errors
/// A sentence when even that cannot be read.
pub fn load_default() -> Result<LoadedScene, String> {
    // A broken file of that name, or no place for one, is no reason not to start.
    if let Some(scene) = named(DEFAULT_NAME).ok().and_then(|path| load(&path).ok()) {
        return Ok(scene);
    }
    let carried =
        shipped::find(Path::new(DEFAULT_NAME), &[]).ok_or(tr!("scene-program-carries-no-default-scene"))?;
    carried.load().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_scene_is_told_from_others_that_have_no_file() {
        let mut scene = load_default().expect("every program carries it");
        assert_eq!(scene.name, DEFAULT_TITLE);
        assert!(is_default(&scene));
        scene.path = None;
        assert!(is_default(&scene));
        scene.name = "New scene".into();
        assert!(!is_default(&scene));
    }
}
