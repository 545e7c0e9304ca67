//! Robots of other programs as scenes: URDF and MJCF files. What cannot be taken is noted, never dropped in silence.
//!
//! Both readers make a [`Robot`](robot::Robot), a tree of links and joints; `settle` makes it one whose links all are bodies,
//! and `scene` writes it down. The XML is read with roxmltree and not with a library for URDF: those drop what they do
//! not know, and have no lines for messages.

mod mjcf;
mod robot;
mod scene;
mod settle;
mod solids;
mod urdf;
mod xml;

use crate::scene::load;
use crate::scene::loaded::{Imported, LoadedScene, SceneError};
use std::path::{Path, PathBuf};

/// Endings of files that are read as robots.
pub const ENDINGS: [&str; 3] = ["urdf", "xml", "mjcf"];

/// How a robot becomes a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Sides of everything round, as polytopes of which all contact models know; `None`: round as far as scenes can have it.
    pub facets: Option<usize>,
    /// The root link of a URDF file moves freely, instead of being fixed to the world.
    pub free_base: bool,
}

/// Fewest and most sides of something round.
pub const FACETS: std::ops::RangeInclusive<usize> = 3..=256;

/// Whether the name of a file ends as those of robots do.
pub fn is_robot(path: &Path) -> bool {
    path.extension().and_then(|e| e.to_str()).is_some_and(|e| ENDINGS.iter().any(|of| of.eq_ignore_ascii_case(e)))
}

/// Reads a robot as a scene that is ready to run. Its meshes have absolute paths, so that the scene may be saved anywhere.
///
/// # Errors
/// One clear sentence with the file and, where there is one, the line and the element.
pub fn import(path: &Path, options: &ImportOptions) -> Result<LoadedScene, SceneError> {
    let root = xml::read(path)?;
    let mut files = vec![path.to_owned()];
    let mut robot = match root.tag.as_str() {
        "robot" => urdf::read(&root, path, options)?,
        "mujoco" => mjcf::read(&root, path, &mut files)?,
        other => {
            return Err(root.wrong(format!(
                "the file begins with <{}>; a URDF file begins with <robot>, a model of MuJoCo with <mujoco>",
                crate::quote::brief(other)
            )));
        }
    };
    robot.order().map_err(|link| root.wrong(format!("link `{}` hangs on itself by its joints; they must make a tree", crate::quote::brief(&link))))?;
    robot.start_within_limits();
    robot.merge_fixed();
    robot.give_masses();
    if robot.name.is_empty() {
        robot.name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    }
    let scene = scene::of(&mut robot, options.facets);
    let (mut loaded, overlaps) = load::load_apart(scene).map_err(|message| SceneError { message: format!("{}: {message}", path.display()) })?;
    for (a, b, depth) in overlaps {
        robot.notes.say(format!("`{a}` and `{b}` overlap by {depth:.1e} m at the start, and pass through each other"));
    }
    loaded.imported = Some(Imported { files, notes: robot.notes.sentences() });
    Ok(loaded)
}

/// Where a file is that a robot names: by its path from `folder`, or in a package (`package://name/path`), whose folder is looked for from
/// there upwards. Nothing where it is not.
fn find(name: &str, folder: &Path) -> Option<PathBuf> {
    let name = name.strip_prefix("file://").unwrap_or(name);
    let there = |path: PathBuf| path.is_file().then_some(path);
    let Some(within) = name.strip_prefix("package://").or_else(|| name.strip_prefix("model://")) else {
        return there(folder.join(name));
    };
    let (package, rest) = within.split_once('/').unwrap_or((within, ""));
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    whole.ancestors().find_map(|above| {
        // The folder itself, one beside, or one that was renamed.
        let own = above.file_name().is_some_and(|own| own == package).then(|| above.join(rest));
        own.and_then(there).or_else(|| there(above.join(package).join(rest))).or_else(|| there(above.join(rest)))
    })
}
