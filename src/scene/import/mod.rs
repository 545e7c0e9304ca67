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
use robot::Robot;
use std::collections::BTreeMap;
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
    path.extension()
        .and_then(|e| e.to_str())
        .is_some_and(|e| ENDINGS.iter().any(|of| of.eq_ignore_ascii_case(e)))
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
    robot.order().map_err(|link| {
        root.wrong(format!(
            "link `{}` hangs on itself by its joints; they must make a tree",
            crate::quote::brief(&link)
        ))
    })?;
    robot.start_within_limits();
    robot.merge_fixed();
    robot.give_masses();
    if robot.name.is_empty() {
        robot.name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    }
    let settled = robot.clone();
    let refuse = |message: String| SceneError { message: format!("{}: {message}", path.display()) };
    let (mut loaded, mut overlaps) =
        load::load_apart(scene::of(&mut robot, options.facets)).map_err(refuse)?;
    let raised = raise(settled, &loaded, &overlaps);
    if let Some(mut higher) = raised {
        (loaded, overlaps) = load::load_apart(scene::of(&mut higher, options.facets)).map_err(refuse)?;
        robot = higher;
    }
    for (a, b, depth) in overlaps {
        robot.notes.say(format!(
            "`{a}` and `{b}` overlap by {depth:.1e} m at the start, and pass through each other"
        ));
    }
    let efforts = robot.joints.iter().filter_map(|joint| Some((joint.name.clone(), joint.effort?)));
    loaded.imported = Some(Imported { files, notes: robot.notes.sentences(), efforts: efforts.collect() });
    Ok(loaded)
}

/// The robot with what moves freely and stands in something fixed put higher by as much; nothing where nothing does.
fn raise(mut robot: Robot, loaded: &LoadedScene, overlaps: &[load::Overlap]) -> Option<Robot> {
    let up = -loaded.model.gravity.try_normalize(1e-9)?;
    let number = |name: &str| robot.links.iter().position(|link| link.name == name);
    let root = |mut link: usize| {
        while let Some(joint) = robot.joints.iter().find(|joint| joint.child == link) {
            link = joint.parent;
        }
        link
    };
    let mut by: BTreeMap<usize, f64> = BTreeMap::new();
    for (a, b, depth) in overlaps {
        let (a, b) = (root(number(a)?), root(number(b)?));
        for (fixed, free) in [(a, b), (b, a)] {
            if robot.links[fixed].fixed && !robot.links[free].fixed {
                let most = by.entry(free).or_insert(0.0);
                *most = most.max(*depth);
            }
        }
    }
    for (link, depth) in &by {
        let pose = robot.links[*link].pose.get_or_insert(crate::math::Pose::identity());
        pose.position += up * *depth;
        let name = robot.links[*link].name.clone();
        robot.notes.of(
            &name,
            format!("stands {depth:.1e} m higher than in the file, where it is that deep in something fixed"),
        );
    }
    (!by.is_empty()).then_some(robot)
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
        own.and_then(there)
            .or_else(|| there(above.join(package).join(rest)))
            .or_else(|| there(above.join(rest)))
    })
}
