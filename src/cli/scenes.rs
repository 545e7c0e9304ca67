//! From what was written on the command line to a scene.

use crate::cli::Failure;
use pegsim::math::Dimension;
use pegsim::scene::generators::{gripper, random};
use pegsim::scene::{LoadedScene, Scene, accuracy_remark, load_file, load_scene, scene_files};
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

/// The name by which [`resolve`] finds a file of a scene folder: its path in there without the extension.
pub(crate) fn name(folder: &Path, file: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    names.join("/")
}

/// The file meant by `given`: a path as it stands, or else a name in one of the scene folders, with or without the
/// folder in there (`hard/stack30_2d`, `stack30_2d`).
pub(crate) fn resolve(given: &Path) -> Result<PathBuf, Failure> {
    // A device or a pipe is no scene; reading it says so.
    if given.exists() && !given.is_dir() {
        return Ok(given.to_owned());
    }
    let is_name = given.components().count() == 1;
    let mut with_extension = given.to_owned().into_os_string();
    with_extension.push(".ron");
    let spellings = [given.to_owned(), PathBuf::from(with_extension)];
    for folder in folders() {
        if let Some(file) = spellings.iter().map(|name| folder.join(name)).find(|file| file.is_file()) {
            return Ok(file);
        }
        let files = if is_name { scene_files(&folder).unwrap_or_default() } else { Vec::new() };
        let fits = |file: &PathBuf| spellings.iter().any(|name| file.file_name() == Some(name.as_os_str()));
        if let Some(file) = files.into_iter().find(fits) {
            return Ok(file);
        }
    }
    if !is_name {
        // Reading it says what is wrong with the path.
        return Ok(given.to_owned());
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
    let scene = load_file(&resolve(given)?)?;
    if let Some(remark) = accuracy_remark(&scene) {
        eprintln!("note: {remark}");
    }
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
