//! Robots in URDF files (ROS's unified robot description format).

use crate::math::{Mat3, Pose, Quat, Vec3};
use crate::quote::{brief, list, meant};
use crate::scene::import::robot::{Drive, Freedom, Geom, Link, Mass, Notes, Robot, Solid, TreeJoint};
use crate::scene::import::xml::Element;
use crate::scene::import::{ImportOptions, find};
use crate::scene::loaded::SceneError;
use std::collections::BTreeMap;
use std::path::Path;

/// Friction coefficient of links of which the file says none: that of PyBullet. URDF has no friction, and a robot cannot stand without.
const FRICTION: f64 = 0.5;

/// Reads a file whose root element is `<robot>`.
pub(super) fn read(root: &Element, path: &Path, options: &ImportOptions) -> Result<Robot, SceneError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut robot = Robot { name: root.get("name").unwrap_or_default().to_owned(), ..Robot::default() };
    let colors = colors(root)?;
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for element in root.all("link") {
        let link = link(element, folder, &colors, &mut robot.notes)?;
        if numbers.insert(link.name.clone(), robot.links.len()).is_some() {
            return Err(element.wrong(format!(
                "there are two links `{}`; every link needs a name of its own",
                brief(&link.name)
            )));
        }
        robot.links.push(link);
    }
    if robot.links.is_empty() {
        return Err(root.wrong("the robot has no links; it needs one at least, <link name=\"…\"/>"));
    }
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut holders: BTreeMap<usize, String> = BTreeMap::new();
    for element in root.all("joint") {
        let Some(joint) = joint(element, &numbers, &mut robot)? else { continue };
        if names.insert(joint.name.clone(), robot.joints.len()).is_some() {
            return Err(element.wrong(format!(
                "there are two joints `{}`; every joint needs a name of its own",
                brief(&joint.name)
            )));
        }
        if let Some(other) = holders.insert(joint.child, joint.name.clone()) {
            let child = &robot.links[joint.child].name;
            return Err(element.wrong(format!(
                "link `{}` is the child of joint `{}` and of joint `{}`; a link has one parent",
                brief(child),
                brief(&other),
                brief(&joint.name)
            )));
        }
        robot.joints.push(joint);
    }
    for element in &root.children {
        if !["link", "joint", "material"].contains(&element.tag.as_str()) {
            robot.notes.of(
                element.get("name").unwrap_or(&element.tag),
                format!("<{}> has no counterpart here, and is left out", element.tag),
            );
        }
    }
    fix_roots(&mut robot, options);
    robot.notes.say(format!("URDF says nothing of friction: every link has the coefficient {FRICTION}, unless its <contact> says one"));
    Ok(robot)
}

/// Fixes the roots to the world, unless they are to move.
fn fix_roots(robot: &mut Robot, options: &ImportOptions) {
    let moves = |joint: &TreeJoint| joint.kind != Freedom::None && joint.limits.is_none_or(|(a, b)| a < b);
    let single = !robot.joints.iter().any(moves);
    let weight: f64 = robot.links.iter().filter_map(|link| link.mass).map(|mass| mass.mass).sum();
    for link in 0..robot.links.len() {
        if robot.links[link].pose.is_some() || robot.joints.iter().any(|joint| joint.child == link) {
            continue;
        }
        let free = (options.free_base || single) && weight > 0.0;
        robot.links[link].fixed = !free;
        let sentence = match (free, options.free_base) {
            (false, true) => "nothing of the robot has a mass, and its root stays fixed to the world",
            (false, false) if single => "has no mass, and is fixed to the world",
            (false, false) => "the root is fixed to the world (`pegsim convert --free-base` lets it move)",
            (true, false) => "is one body and moves freely: no joint moves it",
            (true, true) => continue,
        };
        let name = robot.links[link].name.clone();
        robot.notes.of(&name, sentence);
    }
}

/// The colours that the file gives names.
fn colors(root: &Element) -> Result<BTreeMap<String, [f32; 3]>, SceneError> {
    let mut colors = BTreeMap::new();
    for material in root.all("material") {
        if let (Some(name), Some(color)) = (material.get("name"), color(material)?) {
            colors.insert(name.to_owned(), color);
        }
    }
    Ok(colors)
}

fn color(material: &Element) -> Result<Option<[f32; 3]>, SceneError> {
    let Some(color) = material.child("color") else { return Ok(None) };
    let rgba = color.numbers("rgba", 3, 4)?;
    Ok(rgba.map(|c| [0, 1, 2].map(|k: usize| (c[k] as f32).clamp(0.0, 1.0))))
}

fn link(
    element: &Element,
    folder: &Path,
    colors: &BTreeMap<String, [f32; 3]>,
    notes: &mut Notes,
) -> Result<Link, SceneError> {
    let name = element.need("name")?.to_owned();
    let mut link = Link { name: name.clone(), friction: FRICTION, ..Link::default() };
    for child in &element.children {
        match child.tag.as_str() {
            "inertial" => link.mass = inertial(child)?,
            "collision" => {
                let solid = match child.child("geometry") {
                    Some(geometry) => solid(geometry, folder, &name, notes)?,
                    None => {
                        return Err(child
                            .wrong(format!("a <collision> of link `{}` has no <geometry>", brief(&name))));
                    }
                };
                if let Some(solid) = solid {
                    link.geoms.push(Geom { name: name.clone(), solid, pose: origin(child)?, mask: (1, 1) });
                }
            }
            "visual" => {
                link.visual |= child.child("geometry").is_some();
                if let Some(material) = child.child("material") {
                    let named = material.get("name").and_then(|name| colors.get(name)).copied();
                    link.color = link.color.or(color(material)?.or(named));
                }
            }
            "contact" => {
                for of in &child.children {
                    match of.tag.as_str() {
                        "lateral_friction" => {
                            link.friction = of.number("value")?.unwrap_or(FRICTION).max(0.0);
                        }
                        "restitution" => {
                            link.restitution = of.number("value")?.unwrap_or(0.0).clamp(0.0, 1.0);
                        }
                        other => notes.of(
                            &name,
                            format!("<{other}> of its <contact> has no counterpart here, and is left out"),
                        ),
                    }
                }
            }
            other => notes.of(&name, format!("its <{other}> has no counterpart here, and is left out")),
        }
    }
    Ok(link)
}

/// The pose that an `<origin>` says: of turns about x, y and z, in the fixed axes and in this order.
fn origin(element: &Element) -> Result<Pose, SceneError> {
    let Some(origin) = element.child("origin") else { return Ok(Pose::identity()) };
    let position = origin.vector("xyz")?.unwrap_or_default();
    let turn = origin.vector("rpy")?.unwrap_or_default();
    Ok(Pose { position, orientation: Quat::from_euler_angles(turn.x, turn.y, turn.z) })
}

fn inertial(element: &Element) -> Result<Option<Mass>, SceneError> {
    let Some(mass) = element.child("mass") else { return Ok(None) };
    let mass = mass.number("value")?.unwrap_or(0.0);
    if mass < 0.0 {
        return Err(element.wrong(format!("the mass is {mass} kg; it must not be negative")));
    }
    let at = origin(element)?;
    let of = |name: &str| -> Result<f64, SceneError> {
        Ok(element.child("inertia").map(|inertia| inertia.number(name)).transpose()?.flatten().unwrap_or(0.0))
    };
    let (xy, xz, yz) = (of("ixy")?, of("ixz")?, of("iyz")?);
    let inertia = Mat3::new(of("ixx")?, xy, xz, xy, of("iyy")?, yz, xz, yz, of("izz")?);
    Ok((mass > 0.0).then(|| Mass { mass, centre: Vec3::zeros(), inertia }.placed(&at)))
}

fn solid(
    geometry: &Element,
    folder: &Path,
    link: &str,
    notes: &mut Notes,
) -> Result<Option<Solid>, SceneError> {
    let Some(shape) = geometry.children.first() else {
        return Err(geometry.wrong(format!("a <geometry> of link `{}` is empty", brief(link))));
    };
    Ok(Some(match shape.tag.as_str() {
        "box" => {
            shape.need("size")?;
            let half = shape.vector("size")?.unwrap_or_default() / 2.0;
            if !(half.min() > 0.0) {
                notes.of(link, "a box of it has no thickness, and is left out");
                return Ok(None);
            }
            Solid::Box(half)
        }
        "sphere" => Solid::Sphere(shape.positive("radius")?),
        "cylinder" => Solid::Cylinder(shape.positive("radius")?, shape.positive("length")?),
        "capsule" => Solid::Capsule(shape.positive("radius")?, shape.positive("length")?),
        "mesh" => {
            let name = shape.need("filename")?;
            let scale = match shape.numbers("scale", 1, 3)?.as_deref() {
                Some([all]) => Vec3::repeat(*all),
                Some([x, y, z]) => Vec3::new(*x, *y, *z),
                _ => Vec3::repeat(1.0),
            };
            let Some(file) = find(name, folder) else {
                return Err(shape.wrong(format!(
                    "link `{}` has the mesh `{}`, which is not found; paths go from the folder of the file, packages are looked for above it",
                    brief(link),
                    brief(name)
                )));
            };
            Solid::Mesh(file, scale)
        }
        "plane" => {
            notes.of(link, "its plane is taken as a box of 200 m by 200 m by 10 m");
            let normal = shape.vector("normal")?.and_then(|n| n.try_normalize(1e-9)).unwrap_or_else(Vec3::z);
            let turn = Quat::rotation_between(&Vec3::z(), &normal)
                .unwrap_or_else(|| Quat::from_scaled_axis(Vec3::x() * std::f64::consts::PI));
            let corner = |k: usize| {
                let sign = |axis: usize| if k >> axis & 1 == 0 { -100.0 } else { 100.0 };
                turn * Vec3::new(sign(0), sign(1), if k < 4 { 0.0 } else { -10.0 })
            };
            Solid::Points((0..8).map(corner).collect())
        }
        other => {
            notes.of(link, format!("a shape <{other}> has no counterpart here, and is left out"));
            return Ok(None);
        }
    }))
}

fn joint(
    element: &Element,
    links: &BTreeMap<String, usize>,
    robot: &mut Robot,
) -> Result<Option<TreeJoint>, SceneError> {
    let name = element.need("name")?.to_owned();
    let end = |tag: &str| -> Result<usize, SceneError> {
        let wrong = |said: &str| element.wrong(format!("joint `{}` {said}", brief(&name)));
        let end = element.child(tag).ok_or_else(|| wrong(&format!("has no <{tag} link=\"…\"/>")))?;
        let wanted = end.need("link")?;
        links.get(wanted).copied().ok_or_else(|| {
            let names: Vec<&str> = links.keys().map(String::as_str).collect();
            let guess = meant(wanted, names.iter().copied());
            wrong(&format!(
                "names the link `{}`, which does not exist{guess}; there are {}",
                brief(wanted),
                list(&names)
            ))
        })
    };
    let (parent, child) = (end("parent")?, end("child")?);
    let kind = element.need("type")?;
    let mut joint = TreeJoint {
        name: name.clone(),
        parent,
        child,
        pose: origin(element)?,
        point: Vec3::zeros(),
        axis: element
            .child("axis")
            .map(|axis| axis.vector("xyz"))
            .transpose()?
            .flatten()
            .unwrap_or_else(Vec3::x),
        kind: Freedom::None,
        limits: None,
        collide: false,
        effort: None,
    };
    let has_axis = ["revolute", "continuous", "prismatic"].contains(&kind);
    if has_axis && !(joint.axis.norm() > 1e-9) {
        return Err(element.wrong(format!("the axis of joint `{}` has no direction", brief(&name))));
    }
    let notes = &mut robot.notes;
    match kind {
        "fixed" => {}
        "revolute" | "continuous" => joint.kind = Freedom::Turn,
        "prismatic" => joint.kind = Freedom::Slide,
        "spherical" => joint.kind = Freedom::Ball,
        "floating" => {
            // What hangs on it is a root of its own, which stands where the parent has it.
            notes.of(&name, "is floating: its child moves freely, from where the origin of the joint puts it in the world");
            robot.links[child].pose = Some(joint.pose);
            return Ok(None);
        }
        "planar" => notes.of(&name, "is planar, which no joint here is; it is fixed"),
        other => {
            return Err(element.wrong(format!(
                "joint `{}` has the type `{}`; it must be revolute, continuous, prismatic, fixed, floating or planar",
                brief(&name),
                brief(other)
            )));
        }
    }
    if let Some(limit) = element.child("limit").filter(|_| has_axis) {
        let (low, high) = (limit.number("lower")?, limit.number("upper")?);
        if kind != "continuous" {
            let (low, high) = (low.unwrap_or(0.0), high.unwrap_or(0.0));
            if low > high {
                // Bullet takes this as no limits at all, and files rely on it.
                notes.of(&name, "its lower limit is above the upper one; it has none");
            } else {
                joint.limits = Some((low, high));
            }
        }
        // Many files say 0 and mean nothing.
        joint.effort = limit.number("effort")?.filter(|effort| *effort > 0.0 && effort.is_finite());
        if joint.effort.is_some() {
            notes.of(
                &name,
                "a limit of effort is for a drive, which URDF does not have; a drive that is added in the window has it as its `max`",
            );
        }
        if limit.get("velocity").is_some() {
            notes.of(&name, "a limit of velocity has no counterpart here, and is left out");
        }
    }
    if let Some(dynamics) = element.child("dynamics").filter(|_| has_axis) {
        if dynamics.number("friction")?.unwrap_or(0.0) != 0.0 {
            notes.of(&name, "friction in joints has no counterpart here, and is left out");
        }
        let damping = dynamics.number("damping")?.unwrap_or(0.0);
        if damping > 0.0 {
            let joint = robot.joints.len();
            robot.drives.push(Drive { joint, target: 0.0, rate: None, kp: 0.0, kd: damping, max: None });
        }
    }
    if let Some(mimic) = element.child("mimic") {
        let other = mimic.get("joint").unwrap_or_default();
        notes.of(
            &name,
            format!("is to follow joint `{}`, which no joint here does; it moves by itself", brief(other)),
        );
    }
    for child in &element.children {
        let known = ["origin", "parent", "child", "axis", "limit", "dynamics", "mimic"];
        if !known.contains(&child.tag.as_str()) {
            notes.of(&name, format!("its <{}> has no counterpart here, and is left out", child.tag));
        }
    }
    Ok(Some(joint))
}
