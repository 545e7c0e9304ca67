//! From what was written on the command line to a scene.

use crate::cli::{Failure, output};
use pegsim::math::Dimension;
use pegsim::quote;
use pegsim::scene::generators::{gripper, random};
use pegsim::scene::shipped::{self, Place};
use pegsim::scene::{LoadedScene, Scene, accuracy_remark, load_scene};
use std::path::{Path, PathBuf};

/// The folders in which scenes are looked for by name, as they stand in messages.
fn folders() -> Vec<PathBuf> {
    shipped::folders(Path::new(""))
}

/// All scenes that have a name, and where they are.
pub(crate) fn list() -> Vec<(String, Place)> {
    shipped::list(&folders())
}

/// The scene meant by `given`: a path as it stands, or else a name.
pub(crate) fn resolve(given: &Path) -> Result<Place, Failure> {
    // A device or a pipe is no scene; reading it says so.
    if given.exists() && !given.is_dir() {
        return Ok(Place::File(given.to_owned()));
    }
    if let Some(place) = shipped::find(given, &folders()) {
        return Ok(place);
    }
    if given.components().count() != 1 || given.symlink_metadata().is_ok() {
        // Reading it says what is wrong with the path: a folder, a link that leads to itself.
        return Ok(Place::File(given.to_owned()));
    }
    Err(Failure::Input(format!(
        "there is no file `{0}` and no scene of that name; `pegsim list scenes` shows the names",
        given.display()
    )))
}

/// The families of scenes that are made from a seed, with the name that stands for one on the command line.
const FAMILIES: [(&str, fn(u64) -> Scene); 7] = [
    ("box-of-polygons", random::box_of_polygons),
    ("box-of-polyhedra", random::box_of_polyhedra),
    ("pile-of-polyhedra", |seed| random::pile(30, seed)),
    ("grasp", |seed| gripper::grasp(false, seed)),
    ("grasp-with-friction", |seed| gripper::grasp(true, seed)),
    ("stack-of-squares", |seed| random::stack_of_boxes(Dimension::Two, seed)),
    ("stack-of-cubes", |seed| random::stack_of_boxes(Dimension::Three, seed)),
];

/// Names of the families, for messages and lists.
pub(crate) fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(name, _)| *name)
}

/// Whether this is the name of a family.
pub(crate) fn is_family(given: &Path) -> bool {
    FAMILIES.iter().any(|(name, _)| given == Path::new(name))
}

/// Loads a scene by path or name, or makes one of a family from its seed (0 unless given).
pub(crate) fn load(given: &Path, seed: Option<u64>) -> Result<LoadedScene, Failure> {
    if let Some((name, make)) = FAMILIES.iter().find(|(name, _)| given == Path::new(name)) {
        return Ok(load_scene(make(seed.unwrap_or(0)), name, Path::new("."))?);
    }
    let scene = resolve(given)?.load()?;
    if let Some(remark) = accuracy_remark(&scene) {
        output::tell(&format!("note: {remark}"));
    }
    if let Some(notes) =
        scene.imported.as_ref().map(|imported| imported.notes.len()).filter(|notes| *notes > 0)
    {
        let notes = quote::counted(notes, "remark", "remarks");
        output::tell(&format!(
            "note: {notes} on what of the robot was not taken as it is; `pegsim check` lists them"
        ));
    }
    if seed.is_some() {
        let names: Vec<_> = families().collect();
        output::tell(&format!(
            "note: {} is a scene file, which leaves nothing to draw; --seed acts on {}",
            given.display(),
            names.join(", ")
        ));
    }
    Ok(scene)
}
