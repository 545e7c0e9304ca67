//! From what was written on the command line to a scene.

use crate::cli::Failure;
use pegsim::math::Dimension;
use pegsim::scene::{LoadedScene, Scene, generate, load_file, load_scene};
use std::path::{Path, PathBuf};

/// Folders in which scenes are looked for by name: beside the current folder, beside the program and the folders
/// above it (a build folder lies inside the checkout), and in the source tree that the program was built from.
fn folders() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from("scenes")];
    if let Ok(program) = std::env::current_exe() {
        folders.extend(program.ancestors().skip(1).take(4).map(|folder| folder.join("scenes")));
    }
    folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes"));
    folders.retain(|folder| folder.is_dir());
    folders
}

/// The folder with the scenes that come with the program, if it is found.
pub(crate) fn folder() -> Option<PathBuf> {
    folders().into_iter().next()
}

/// The scene files of a folder, sorted by name.
pub(crate) fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The file meant by `given`: a path as it stands, or else a name in one of the scene folders.
pub(crate) fn resolve(given: &Path) -> Result<PathBuf, Failure> {
    let is_name = given.components().count() == 1;
    if given.is_file() || !is_name {
        return Ok(given.to_owned());
    }
    for folder in folders() {
        let plain = folder.join(given);
        let mut with_extension = plain.clone().into_os_string();
        with_extension.push(".ron");
        for candidate in [plain, PathBuf::from(with_extension)] {
            if candidate.is_file() {
                return Ok(candidate);
            }
        }
    }
    Err(Failure::Input(format!(
        "there is no file `{0}` and no scene of that name; `pegsim list scenes` shows the names",
        given.display()
    )))
}

/// The families of scenes that are made from a seed, with the name that stands for one on the command line.
const FAMILIES: [(&str, fn(u64) -> Scene); 5] = [
    ("box-of-polygons", generate::box_of_polygons),
    ("box-of-polyhedra", generate::box_of_polyhedra),
    ("pile-of-polyhedra", |seed| generate::pile(30, seed)),
    ("stack-of-squares", |seed| generate::stack_of_boxes(Dimension::Two, seed)),
    ("stack-of-cubes", |seed| generate::stack_of_boxes(Dimension::Three, seed)),
];

/// Names of the families, for messages and lists.
pub(crate) fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(name, _)| *name)
}

/// Loads a scene by path or name, or makes one of a family from its seed (0 unless given).
pub(crate) fn load(given: &Path, seed: Option<u64>) -> Result<LoadedScene, Failure> {
    if let Some((name, make)) = FAMILIES.iter().find(|(name, _)| given == Path::new(name)) {
        return Ok(load_scene(make(seed.unwrap_or(0)), name, Path::new("."))?);
    }
    let scene = load_file(&resolve(given)?)?;
    if seed.is_some() {
        let names: Vec<_> = families().collect();
        eprintln!(
            "note: {} is a scene file, which leaves nothing to draw; --seed acts on {}",
            given.display(),
            names.join(", ")
        );
    }
    Ok(scene)
}
