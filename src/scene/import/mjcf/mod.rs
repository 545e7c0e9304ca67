//! Models of MuJoCo (MJCF): the whole of a file, with its includes, its defaults and what its compiler is told.

mod body;
mod drives;
mod place;

use crate::math::Vec3;
use crate::quote::brief;
use crate::scene::import::robot::{Link, Notes, Robot};
use crate::scene::import::xml::{self, Element};
use crate::scene::loaded::SceneError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many files may include one another in a row, and how many there may be in all: a file may include itself.
const INCLUDES: (usize, usize) = (8, 200);

/// What is no part of the motion: left out, and said in one sentence.
const LOOKS: [&str; 14] = [
    "visual",
    "statistic",
    "size",
    "asset",
    "sensor",
    "custom",
    "extension",
    "site",
    "camera",
    "light",
    "material",
    "texture",
    "numeric",
    "text",
];

/// What holds for the whole file.
struct Model {
    folder: PathBuf,
    /// Attributes of `<compiler>`, the later ones first.
    compiler: Element,
    /// Attributes that elements have of their class: by class, then by tag.
    defaults: BTreeMap<String, BTreeMap<String, Vec<(String, String)>>>,
    /// The meshes of `<asset>` by their names.
    meshes: BTreeMap<String, Element>,
    /// Tags of [`LOOKS`] that were met.
    looks: BTreeSet<String>,
    /// Names of joints that are taken.
    joints: BTreeMap<String, usize>,
    /// Coordinates that joints have where the file has its bodies, by their numbers (rad or m).
    references: BTreeMap<usize, f64>,
    /// Numbers of links by the names of bodies.
    bodies: BTreeMap<String, usize>,
}

/// Reads a file whose root element is `<mujoco>`; `files` gets those that it includes.
pub(super) fn read(root: &Element, path: &Path, files: &mut Vec<PathBuf>) -> Result<Robot, SceneError> {
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut root = root.clone();
    include(&mut root, &folder, &folder, files, 0)?;
    let mut robot = Robot { name: root.get("model").unwrap_or_default().to_owned(), ..Robot::default() };
    let empty =
        Element { tag: "compiler".to_owned(), attributes: Vec::new(), children: Vec::new(), ..root.clone() };
    let mut model = Model {
        folder,
        compiler: empty,
        defaults: BTreeMap::new(),
        meshes: BTreeMap::new(),
        looks: BTreeSet::new(),
        joints: BTreeMap::new(),
        references: BTreeMap::new(),
        bodies: BTreeMap::new(),
    };
    for compiler in root.all("compiler") {
        model.compiler.attributes.splice(0..0, compiler.attributes.iter().cloned());
        model.compiler.line = compiler.line;
    }
    if model.compiler.get("coordinate") == Some("global") {
        return Err(model.compiler.wrong(
            "coordinates are global, which MuJoCo itself no longer reads; save the model with local ones",
        ));
    }
    for default in root.all("default") {
        model.take_defaults(default, "main");
    }
    for mesh in root.all("asset").flat_map(|asset| asset.all("mesh")) {
        let mesh = model.with_defaults(mesh, "main");
        let file = mesh
            .get("file")
            .map(|file| Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned());
        if let Some(name) = mesh.get("name").map(str::to_owned).or(file) {
            model.meshes.insert(name, mesh);
        }
    }
    robot.links.push(Link { name: "world".to_owned(), fixed: true, friction: 1.0, ..Link::default() });
    model.bodies.insert("world".to_owned(), 0);
    for world in root.all("worldbody") {
        model.body(world, 0, &place::none(), "main", &mut robot, 0)?;
    }
    for element in &root.children {
        match element.tag.as_str() {
            "compiler" | "default" | "worldbody" | "option" => {}
            "actuator" => model.actuators(element, &mut robot)?,
            "contact" => model.contacts(element, &mut robot)?,
            "keyframe" => {
                robot.notes.say("keyframes are not taken: the start is where the file has its bodies");
            }
            tag if LOOKS.contains(&tag) => {
                model.looks.insert(tag.to_owned());
            }
            tag => {
                for child in &element.children {
                    let name = child.get("name").unwrap_or(&child.tag).to_owned();
                    robot.notes.of(
                        &name,
                        format!("<{}> of <{tag}> has no counterpart here, and is left out", child.tag),
                    );
                }
            }
        }
    }
    options(&root, &mut robot)?;
    if !model.looks.is_empty() {
        let tags = model.looks.iter().map(|tag| format!("<{tag}>")).collect::<Vec<_>>().join(", ");
        robot.notes.say(format!("{tags} are no part of the motion, and are left out"));
    }
    let alone = robot.links[0].geoms.is_empty() && !robot.joints.iter().any(|joint| joint.parent == 0);
    if alone && robot.links.len() > 1 {
        drop_world(&mut robot);
    } else if robot.links.len() == 1 && robot.links[0].geoms.is_empty() {
        return Err(root.wrong("the model has neither bodies nor shapes in its <worldbody>"));
    }
    Ok(robot)
}

/// Leaves out the world where nothing is fixed to it.
fn drop_world(robot: &mut Robot) {
    robot.links.remove(0);
    robot
        .joints
        .iter_mut()
        .for_each(|joint| (joint.parent, joint.child) = (joint.parent - 1, joint.child - 1));
    robot.apart.retain(|(a, b)| *a > 0 && *b > 0);
    robot.apart.iter_mut().for_each(|(a, b)| (*a, *b) = (*a - 1, *b - 1));
}

/// Puts the children of included files in the place of each `<include>`.
fn include(
    element: &mut Element,
    main: &Path,
    own: &Path,
    files: &mut Vec<PathBuf>,
    depth: usize,
) -> Result<(), SceneError> {
    let mut children = Vec::with_capacity(element.children.len());
    for mut child in std::mem::take(&mut element.children) {
        if child.tag != "include" {
            include(&mut child, main, own, files, depth)?;
            children.push(child);
            continue;
        }
        let name = child.need("file")?;
        if depth >= INCLUDES.0 || files.len() > INCLUDES.1 {
            return Err(
                child.wrong(format!("`{}` is included in a circle, or too many files are", brief(name)))
            );
        }
        let Some(path) = [main.join(name), own.join(name)].into_iter().find(|path| path.is_file()) else {
            return Err(child.wrong(format!(
                "`{}` is included and not found; paths go from the folder of the file",
                brief(name)
            )));
        };
        let mut part = xml::read(&path)?;
        files.push(path.clone());
        include(&mut part, main, path.parent().unwrap_or(main), files, depth + 1)?;
        children.append(&mut part.children);
    }
    element.children = children;
    Ok(())
}

fn options(root: &Element, robot: &mut Robot) -> Result<(), SceneError> {
    (robot.gravity, robot.time_step) = (Some(Vec3::new(0.0, 0.0, -9.81)), Some(0.002));
    for option in root.all("option") {
        robot.gravity = option.vector("gravity")?.or(robot.gravity);
        if option.get("timestep").is_some() {
            robot.time_step = Some(option.positive("timestep")?);
        }
        for name in ["density", "viscosity"] {
            if option.number(name)?.unwrap_or(0.0) != 0.0 {
                robot.notes.of(name, "the fluid of <option> has no counterpart here, and is left out");
            }
        }
        let flag = option.child("flag");
        if flag.and_then(|flag| flag.get("gravity")) == Some("disable") {
            robot.gravity = Some(Vec3::zeros());
        }
        if flag.and_then(|flag| flag.get("contact")) == Some("disable") {
            robot.notes.say("the file switches contacts off, and here they act");
        }
    }
    Ok(())
}

impl Model {
    fn take_defaults(&mut self, element: &Element, above: &str) {
        let class = element.get("class").unwrap_or("main").to_owned();
        let mut of_class =
            self.defaults.get(&class).or(self.defaults.get(above)).cloned().unwrap_or_default();
        for child in element.children.iter().filter(|child| child.tag != "default") {
            let known = of_class.entry(child.tag.clone()).or_default();
            merge(known, &child.attributes, true);
        }
        // The outermost class is the one of all elements without one, whatever it is called.
        if above == "main" && !self.defaults.contains_key("main") {
            self.defaults.insert("main".to_owned(), of_class.clone());
        }
        self.defaults.insert(class.clone(), of_class);
        for child in element.all("default") {
            self.take_defaults(child, &class);
        }
    }

    /// The element with what its class says of those of its kind.
    fn with_defaults(&self, element: &Element, class: &str) -> Element {
        let class = element.get("class").unwrap_or(class);
        let mut made = element.clone();
        if let Some(own) =
            self.defaults.get(class).or(self.defaults.get("main")).and_then(|of| of.get(&element.tag))
        {
            merge(&mut made.attributes, own, false);
        }
        made
    }

    /// Factor from the angles of the file to radians.
    fn radians(&self) -> f64 {
        if self.compiler.get("angle") == Some("radian") { 1.0 } else { std::f64::consts::PI / 180.0 }
    }

    /// Whether a switch of the compiler is on.
    fn told(&self, name: &str, otherwise: bool) -> bool {
        self.compiler.get(name).map_or(otherwise, |value| value == "true")
    }
}

/// Adds attributes; those that are there already are replaced or stay.
fn merge(into: &mut Vec<(String, String)>, more: &[(String, String)], replace: bool) {
    for (name, value) in more {
        match into.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) if replace => own.clone_from(value),
            Some(_) => {}
            None => into.push((name.clone(), value.clone())),
        }
    }
}

/// Says of each attribute of a list that it is not taken, where it is not 0.
fn note_numbers(
    element: &Element,
    names: &[&str],
    what: &str,
    called: &str,
    notes: &mut Notes,
) -> Result<(), SceneError> {
    for name in names {
        if element.numbers(name, 1, 3)?.is_some_and(|numbers| numbers.iter().any(|n| *n != 0.0)) {
            notes.of(called, format!("`{name}` of its {what} has no counterpart here, and is left out"));
        }
    }
    Ok(())
}
