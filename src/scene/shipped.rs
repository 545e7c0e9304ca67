//! The scenes that come with the program: the folders in which they are looked for, and their copies in the program.
//!
//! A name is looked up in the folder `scenes` of the working folder, then beside the program (`scenes`,
//! `../share/pegsim/scenes`), then in the data folders of the XDG base directory specification, version 0.8
//! (`$XDG_DATA_HOME/pegsim/scenes`, then those of `$XDG_DATA_DIRS`), and at last in the program itself. Nothing of the
//! folder that the program was built in is looked at.

use crate::geometry::mesh::{self, Import};
use crate::reading;
use crate::scene::check::validate;
use crate::scene::load::load_parsed;
use crate::scene::{LoadedScene, SceneError, load_file, parse, scene_files};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A scene whose text is in the program.
#[derive(Debug)]
pub struct Shipped {
    /// Its path in `scenes/` without the extension, folders divided by `/`.
    pub name: &'static str,
    /// What the file held when the program was built.
    pub text: &'static str,
}

/// Where a scene is.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a file.
    File(PathBuf),
    /// In the program.
    Program(&'static Shipped),
}

impl Place {
    /// Reads, validates and builds the scene.
    ///
    /// # Errors
    /// One clear sentence; see [`SceneError`].
    pub fn load(&self) -> Result<LoadedScene, SceneError> {
        match self {
            Self::File(path) => load_file(path),
            Self::Program(shipped) => shipped.load(),
        }
    }

    /// Name and description, without cutting meshes into convex parts: of a scene that asks for that, the text is validated and its meshes
    /// are read, but no body is built.
    ///
    /// # Errors
    /// One clear sentence; see [`SceneError`].
    pub fn describe(&self) -> Result<(String, String), SceneError> {
        let (text, shown, folder) = match self {
            Self::File(path) => {
                let refuse = |error: reading::ReadError| SceneError {
                    message: format!("{}: {error}", path.display()),
                };
                let text = reading::text(path, reading::SCENE).map_err(refuse)?;
                (
                    Cow::Owned(text),
                    path.display().to_string(),
                    path.parent().unwrap_or(Path::new("")).to_path_buf(),
                )
            }
            Self::Program(shipped) => (Cow::Borrowed(shipped.text), shipped.name.to_owned(), PathBuf::new()),
        };
        let cut =
            parse(&text, &shown).ok().filter(|scene| scene.bodies.iter().any(|body| body.shape.is_cut()));
        let Some(scene) = cut else {
            let scene = self.load()?;
            return Ok((scene.name, scene.description));
        };
        validate::check(&scene).map_err(|problem| problem.locate(&text, &shown))?;
        if let Self::File(_) = self {
            for file in scene.mesh_files(&folder).iter().filter(|file| mesh::is_mesh_file(file)) {
                let refuse = |error| SceneError { message: format!("{shown}: {error}") };
                mesh::read(file, &Import::default()).map_err(refuse)?;
            }
        }
        Ok((scene.name, scene.description))
    }

    /// A file with the scene; what is only in the program is written into the cache folder first.
    ///
    /// # Errors
    /// One sentence when there is no such folder or it cannot be written to.
    pub fn into_file(self) -> Result<PathBuf, String> {
        match self {
            Self::File(path) => Ok(path),
            Self::Program(shipped) => Ok(in_folder(&unpack()?, shipped.name)),
        }
    }
}

impl Shipped {
    /// Reads, validates and builds the scene.
    ///
    /// # Errors
    /// One clear sentence; see [`SceneError`].
    pub fn load(&self) -> Result<LoadedScene, SceneError> {
        // The meshes that a scene of the program names are in the program as well (a test holds that); they are read as files.
        let shown = format!("{} (in the program)", self.name);
        let scene = parse(self.text, &shown)?;
        if !scene.mesh_files(Path::new("")).is_empty() {
            let folder = unpack().map_err(|message| SceneError { message: format!("{shown}: {message}") })?;
            return load_file(&in_folder(&folder, self.name));
        }
        let mut loaded = load_parsed(scene, self.text, &shown, Path::new(""))?;
        if loaded.name.is_empty() {
            loaded.name = self.stem().to_owned();
        }
        Ok(loaded)
    }

    fn stem(&self) -> &'static str {
        self.name.rsplit('/').next().unwrap_or(self.name)
    }
}

/// The scenes in the program, by name.
pub fn all() -> &'static [Shipped] {
    ALL
}

/// The folders in which scenes are looked for by name, first come first served; only those that are there. `working` is
/// the working folder as it shall stand in the paths (an empty path will do).
pub fn folders(working: &Path) -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let mut folders = vec![working.join("scenes")];
    if let Some(beside) = program.as_deref().and_then(Path::parent) {
        folders.extend([beside.join("scenes"), beside.join("../share/pegsim/scenes")]);
    }
    folders.extend(data_folders(|name| env::var_os(name), env::home_dir()));
    folders.retain(|folder| folder.is_dir());
    folders
}

/// The data folders of the XDG base directory specification; those that are not absolute do not count there.
fn data_folders<V: AsRef<OsStr>>(
    variable: impl Fn(&str) -> Option<V>,
    home: Option<PathBuf>,
) -> Vec<PathBuf> {
    let given = |name| variable(name).filter(|value| !value.as_ref().is_empty());
    let own =
        given("XDG_DATA_HOME").map(|v| PathBuf::from(v.as_ref())).or(home.map(|h| h.join(".local/share")));
    let shared = match given("XDG_DATA_DIRS") {
        Some(value) => env::split_paths(value.as_ref()).collect(),
        None => vec![PathBuf::from("/usr/local/share"), PathBuf::from("/usr/share")],
    };
    own.into_iter().chain(shared).filter(|f| f.is_absolute()).map(|f| f.join("pegsim/scenes")).collect()
}

/// The name of a scene file in a scene folder: its path in there without the extension, folders divided by `/`.
pub fn name(folder: &Path, file: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    let names: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    names.join("/")
}

/// The scenes of these folders and of the program, each name once and from where it is found first; the scenes
/// themselves before those of the folders among them, each by name.
pub fn list(folders: &[PathBuf]) -> Vec<(String, Place)> {
    let mut found = BTreeMap::new();
    for folder in folders {
        // A folder that may not be read holds no scenes for this user.
        for file in scene_files(folder).unwrap_or_default() {
            found.entry(name(folder, &file)).or_insert(Place::File(file));
        }
    }
    for shipped in ALL {
        found.entry(shipped.name.to_owned()).or_insert(Place::Program(shipped));
    }
    let mut list: Vec<_> = found.into_iter().collect();
    list.sort_by(|(a, _), (b, _)| by_place(a, b));
    list
}

/// The order of [`scene_files`]: in every folder its scenes, then the folders in it.
fn by_place(a: &str, b: &str) -> Ordering {
    let key = |name: &str| {
        let parts: Vec<&str> = name.split('/').collect();
        let last = parts.len() - 1;
        parts.into_iter().enumerate().map(|(i, part)| (i < last, part.to_owned())).collect::<Vec<_>>()
    };
    key(a).cmp(&key(b))
}

/// The scene of this name: with or without extension, with or without the folder in which it lies
/// (`hard/stack30_2d`, `stack30_2d`).
pub fn find(given: &Path, folders: &[PathBuf]) -> Option<Place> {
    let alone = given.components().count() == 1;
    let mut with_extension = given.to_owned().into_os_string();
    with_extension.push(".ron");
    let spellings = [given.to_owned(), PathBuf::from(with_extension)];
    for folder in folders {
        if let Some(file) = spellings.iter().map(|name| folder.join(name)).find(|file| file.is_file()) {
            return Some(Place::File(file));
        }
        let files = if alone { scene_files(folder).unwrap_or_default() } else { Vec::new() };
        let fits = |file: &PathBuf| spellings.iter().any(|name| file.file_name() == Some(name.as_os_str()));
        if let Some(file) = files.into_iter().find(fits) {
            return Some(Place::File(file));
        }
    }
    let wanted = name(Path::new(""), &spellings[1]);
    let wanted = wanted.strip_suffix(".ron").unwrap_or(&wanted);
    let whole = ALL.iter().find(|shipped| shipped.name == wanted);
    let stem = || ALL.iter().find(|shipped| alone && shipped.stem() == wanted);
    whole.or_else(stem).map(Place::Program)
}

/// Whether this file is one of the scenes that come with the program, rather than the user's own: it lies in a scene
/// folder and has there the name of a scene that is in the program.
pub fn is_shipped(file: &Path) -> bool {
    let file = whole(file);
    folders(Path::new("")).into_iter().chain(cache_folder()).any(|folder| {
        let folder = whole(&folder);
        file.starts_with(&folder) && {
            let name = name(&folder, &file);
            ALL.iter().any(|shipped| shipped.name == name)
        }
    })
}

/// Whether this path leads into the folder of written copies, which any cleaning of the cache may remove.
pub fn is_in_cache(path: &Path) -> bool {
    // The file itself need not be there yet.
    let inside = path.parent().map(whole);
    cache_folder().zip(inside).is_some_and(|(cache, inside)| inside.starts_with(whole(&cache)))
}

/// The path without links and dots, or as it is where nothing is there.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Where the scenes of the program are written to if files of them are needed, with their meshes: `$XDG_CACHE_HOME/pegsim/scenes-…`.
fn cache_folder() -> Option<PathBuf> {
    let cache = crate::output::cache_folder()?;
    Some(cache.join(format!("scenes-{}-{DIGEST:016x}", env!("CARGO_PKG_VERSION"))))
}

/// Writes the scenes of the program into the cache folder, as files that may only be read, and returns the folder. What
/// is there already stays as it is.
///
/// # Errors
/// One sentence when there is no such folder or it cannot be written to.
pub fn unpack() -> Result<PathBuf, String> {
    let folder = cache_folder().ok_or(
        "the scenes of the program cannot be written to files: neither XDG_CACHE_HOME nor HOME names a folder",
    )?;
    let scenes = ALL.iter().map(|shipped| (in_folder(&folder, shipped.name), shipped.text.as_bytes()));
    let meshes = MESHES.iter().map(|(name, bytes)| (folder.join(name), *bytes));
    // A mesh before the scenes that name it.
    for (file, bytes) in meshes.chain(scenes) {
        if !file.is_file() {
            write_copy(&file, bytes).map_err(|error| {
                format!("the scenes of the program cannot be written to files: {}: {error}", file.display())
            })?;
        }
    }
    Ok(folder)
}

fn in_folder(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.ron"))
}

/// Another program that does the same at the same moment sees no half file, and neither does the next start.
fn write_copy(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = file.with_extension(format!("{}.part", std::process::id()));
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    let written = fs::File::create(&part).and_then(|mut copy| {
        copy.write_all(bytes)?;
        let mut permissions = copy.metadata()?.permissions();
        permissions.set_readonly(true);
        copy.set_permissions(permissions)?;
        fs::rename(&part, file)
    });
    if written.is_err() {
        // A leftover file does no harm.
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_file_is_in_the_program_with_the_meshes_that_it_names() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let files = scene_files(&root).unwrap();
        let names: Vec<String> = files.iter().map(|file| name(&root, file)).collect();
        let listed = list(&[]);
        assert_eq!(listed.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names);
        for ((name, place), file) in listed.iter().zip(&files) {
            let Place::Program(shipped) = place else { panic!("{name} is not in the program") };
            assert_eq!(shipped.text, fs::read_to_string(file).unwrap(), "{name}");
            let scene = crate::scene::parse(shipped.text, name).unwrap();
            for mesh in scene.mesh_files(file.parent().unwrap()) {
                let there = MESHES.iter().find(|(name, _)| root.join(name) == mesh);
                let (_, bytes) = there.unwrap_or_else(|| panic!("{name} names {}", mesh.display()));
                assert!(*bytes == fs::read(&mesh).unwrap(), "{}", mesh.display());
            }
        }
    }

    #[test]
    fn a_scene_of_the_program_is_found_by_every_spelling_of_its_name() {
        for given in ["hard/stack30_2d", "stack30_2d", "stack30_2d.ron", "hard/stack30_2d.ron"] {
            match find(Path::new(given), &[]) {
                Some(Place::Program(shipped)) => assert_eq!(shipped.name, "hard/stack30_2d", "{given}"),
                other => panic!("{given}: {other:?}"),
            }
        }
        for given in
            ["", ".", "/", "..", "stack", "soft/stack30_2d", "../hard/stack30_2d", "stack30_2d.ron.ron"]
        {
            assert!(find(Path::new(given), &[]).is_none(), "{given}");
        }
        let loaded = find(Path::new("t_handle"), &[]).unwrap().load().unwrap();
        assert!(loaded.path.is_none() && !loaded.name.is_empty());
    }

    #[test]
    fn folders_of_data_are_those_of_the_specification() {
        let found = |own: &'static str, shared: &'static str, home: Option<&str>| {
            let variable = move |name: &str| match name {
                "XDG_DATA_HOME" => Some(own),
                "XDG_DATA_DIRS" => Some(shared),
                _ => None,
            };
            let found = data_folders(variable, home.map(PathBuf::from));
            found.iter().map(|f| f.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            found("/a", "/b:c:/d", Some("/h")),
            ["/a", "/b", "/d"].map(|f| format!("{f}/pegsim/scenes"))
        );
        let usual =
            ["/h/.local/share", "/usr/local/share", "/usr/share"].map(|f| format!("{f}/pegsim/scenes"));
        assert_eq!(found("", "", Some("/h")), usual);
        assert_eq!(found("here", "", None), usual[1..]);
    }
}
