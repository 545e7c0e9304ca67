//! Bodies, shapes, masses and joints of MJCF.

use super::drives::largest;
use super::{LOOKS, Model, note_numbers, place};
use crate::math::{Mat3, Pose, Quat, Vec3};
use crate::quote::brief;
use crate::scene::format::DEFAULT_DENSITY;
use crate::scene::import::robot::{
    Drive, Freedom, Geom, Link, Mass, Notes, Robot, Solid, TreeJoint, compose,
};
use crate::scene::import::solids;
use crate::scene::import::xml::Element;
use crate::scene::loaded::SceneError;
use nalgebra::Quaternion;

/// How deep bodies may hang on each other.
const DEEPEST: usize = 256;

/// Half the sides of what stands for a plane without an end (m), and half its thickness.
const PLANE: (f64, f64) = (100.0, 5.0);

impl Model {
    /// Takes what stands in a body, or in the world; `frame` is the pose in the link of what `<frame>`s stand around it.
    pub(super) fn body(
        &mut self,
        element: &Element,
        link: usize,
        frame: &Pose,
        class: &str,
        robot: &mut Robot,
        depth: usize,
    ) -> Result<(), SceneError> {
        if depth > DEEPEST {
            return Err(element.wrong(format!(
                "bodies hang more than {DEEPEST} deep on each other; that many are not read"
            )));
        }
        let class = element.get("childclass").unwrap_or(class);
        for child in &element.children {
            match child.tag.as_str() {
                "body" => self.child_body(child, link, frame, class, robot, depth)?,
                "frame" => {
                    let inner = compose(frame, &self.place(child)?);
                    self.body(child, link, &inner, class, robot, depth + 1)?;
                }
                "geom" => self.geom(&self.with_defaults(child, class), link, frame, robot)?,
                "joint" | "freejoint" | "inertial" => {}
                tag if LOOKS.contains(&tag) => {
                    self.looks.insert(tag.to_owned());
                }
                tag => {
                    let name = robot.links[link].name.clone();
                    robot.notes.of(&name, format!("its <{tag}> has no counterpart here, and is left out"));
                }
            }
        }
        Ok(())
    }

    fn child_body(
        &mut self,
        element: &Element,
        parent: usize,
        frame: &Pose,
        class: &str,
        robot: &mut Robot,
        depth: usize,
    ) -> Result<(), SceneError> {
        let name = element.get("name").map_or_else(|| format!("body {}", robot.links.len()), str::to_owned);
        let own = element.get("childclass").unwrap_or(class).to_owned();
        let at = compose(frame, &self.place(element)?);
        if element.get("mocap") == Some("true") {
            robot.notes.of(&name, "is moved from outside (mocap), and is fixed here");
        }
        note_numbers(element, &["gravcomp"], "body", &name, &mut robot.notes)?;
        let joints: Vec<Element> =
            element.children.iter().filter(|c| c.tag == "joint" || c.tag == "freejoint").cloned().collect();
        let free = |joint: &Element| joint.tag == "freejoint" || joint.get("type") == Some("free");
        let joints: Vec<Element> = joints.iter().map(|joint| self.with_defaults(joint, &own)).collect();
        let mut link = Link { name: name.clone(), friction: 1.0, ..Link::default() };
        if let [joint] = joints.as_slice()
            && free(joint)
        {
            if parent != 0 {
                return Err(joint.wrong(format!(
                    "body `{}` is free, and so must stand in the <worldbody> itself",
                    brief(&name)
                )));
            }
            link.pose = Some(at);
            let number = robot.links.len();
            robot.links.push(link);
            return self.finish_body(element, number, &name, class, robot, depth);
        }
        // Several joints of one body are a chain of links without a mass, each at the place of the body.
        let (mut from, mut pose) = (parent, at);
        let last = joints.len().saturating_sub(1);
        for (k, joint) in joints.iter().enumerate() {
            let made = self.joint(joint, from, pose, &name, robot)?;
            from = robot.links.len();
            let number = robot.joints.len();
            robot.joints.push(TreeJoint { child: from, ..made });
            pose = Pose::identity();
            if k < last {
                let label = format!("{name} on {}", robot.joints[number].name);
                robot.links.push(Link { name: label, friction: 1.0, ..Link::default() });
            }
        }
        if joints.is_empty() {
            let child = robot.links.len();
            let name = self.name_joint(None, &name);
            robot.joints.push(TreeJoint { name, parent, child, pose: at, ..rigid() });
        }
        let number = robot.links.len();
        robot.links.push(link);
        self.finish_body(element, number, &name, class, robot, depth)
    }

    fn finish_body(
        &mut self,
        element: &Element,
        link: usize,
        name: &str,
        class: &str,
        robot: &mut Robot,
        depth: usize,
    ) -> Result<(), SceneError> {
        if self.bodies.insert(name.to_owned(), link).is_some() {
            return Err(element.wrong(format!(
                "there are two bodies `{}`; every body needs a name of its own",
                brief(name)
            )));
        }
        self.body(element, link, &place::none(), class, robot, depth + 1)?;
        let from_geoms = self.compiler.get("inertiafromgeom") == Some("true");
        if let Some(inertial) = element.child("inertial").filter(|_| !from_geoms) {
            robot.links[link].mass = self.inertial(inertial)?;
        }
        Ok(())
    }

    fn inertial(&self, element: &Element) -> Result<Option<Mass>, SceneError> {
        // Bodies that never move are given none.
        if element.number("mass")? == Some(0.0) {
            return Ok(None);
        }
        let mass = element.positive("mass")?;
        let at = self.place(element)?;
        let inertia = match (element.vector("diaginertia")?, element.numbers("fullinertia", 6, 6)?) {
            (Some(moments), _) => Mat3::from_diagonal(&moments),
            (None, Some(f)) => Mat3::new(f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2]),
            (None, None) => Mat3::zeros(),
        };
        Ok(Some(Mass { mass, centre: Vec3::zeros(), inertia }.placed(&at)))
    }

    fn name_joint(&mut self, given: Option<&str>, body: &str) -> String {
        let wanted = given.map_or_else(|| format!("joint of {body}"), str::to_owned);
        (1..)
            .map(|k| if k == 1 { wanted.clone() } else { format!("{wanted} {k}") })
            .find(|name| !self.joints.contains_key(name))
            .unwrap_or(wanted)
    }

    fn joint(
        &mut self,
        element: &Element,
        parent: usize,
        pose: Pose,
        body: &str,
        robot: &mut Robot,
    ) -> Result<TreeJoint, SceneError> {
        let name = self.name_joint(element.get("name"), body);
        let number = robot.joints.len();
        self.joints.insert(name.clone(), number);
        let kind = match element.get("type").unwrap_or("hinge") {
            "hinge" => Freedom::Turn,
            "slide" => Freedom::Slide,
            "ball" => Freedom::Ball,
            other => {
                return Err(element.wrong(format!(
                    "joint `{}` has the type `{}`; it must be hinge, slide or ball, or free and alone in its body",
                    brief(&name),
                    brief(other)
                )));
            }
        };
        let axis = element.vector("axis")?.unwrap_or_else(Vec3::z);
        if kind != Freedom::Ball && !(axis.norm() > 1e-9) {
            return Err(element.wrong(format!("the axis of joint `{}` has no direction", brief(&name))));
        }
        let unit = if kind == Freedom::Turn { self.radians() } else { 1.0 };
        let reference = element.number("ref")?.unwrap_or(0.0) * unit;
        self.references.insert(number, reference);
        let notes = &mut robot.notes;
        let range = element.numbers("range", 2, 2)?;
        let limited = match element.get("limited") {
            Some("true") => true,
            Some("false") => false,
            _ => self.told("autolimits", true) && range.is_some(),
        };
        let mut limits = None;
        if let Some(range) = range.filter(|_| limited) {
            let (low, high) = (range[0] * unit - reference, range[1] * unit - reference);
            if kind == Freedom::Ball {
                notes.of(&name, "the range of a ball joint has no counterpart here, and is left out");
            } else if low > high {
                return Err(element.wrong(format!(
                    "joint `{}` has the range {} to {}; the first must be the less",
                    brief(&name),
                    range[0],
                    range[1]
                )));
            } else {
                limits = Some((low, high));
            }
        }
        note_numbers(element, &["armature", "frictionloss"], "joint", &name, notes)?;
        let first =
            |name: &str| Ok::<_, SceneError>(element.numbers(name, 1, 3)?.map_or(0.0, |numbers| numbers[0]));
        let (stiffness, damping) = (first("stiffness")?, first("damping")?);
        if (stiffness > 0.0 || damping > 0.0) && kind == Freedom::Ball {
            notes.of(
                &name,
                "stiffness and damping of a ball joint have no counterpart here, and are left out",
            );
        } else if stiffness > 0.0 || damping > 0.0 {
            let target = element.number("springref")?.unwrap_or(0.0) * unit - reference;
            let (kp, kd) = (stiffness.max(0.0), damping.max(0.0));
            let target = if kp > 0.0 { target } else { 0.0 };
            robot.drives.push(Drive { joint: number, target, rate: None, kp, kd, max: None });
        }
        let point = element.vector("pos")?.unwrap_or_default();
        // Bodies that move in the world touch what is fixed to it; others do not touch their parents.
        let collide = parent == 0;
        let effort = largest(element.numbers("actuatorfrcrange", 2, 2)?.as_deref())
            .filter(|_| element.get("actuatorfrclimited") != Some("false"));
        Ok(TreeJoint { name, parent, pose, point, axis, kind, limits, collide, effort, child: 0 })
    }

    fn geom(
        &mut self,
        geom: &Element,
        link: usize,
        frame: &Pose,
        robot: &mut Robot,
    ) -> Result<(), SceneError> {
        let owner = robot.links[link].name.clone();
        let name = geom.get("name").map_or(owner, str::to_owned);
        let Some((solid, own)) = self.solid(geom, &name, &mut robot.notes)? else { return Ok(()) };
        let mask = |of: &str| Ok::<_, SceneError>(geom.number(of)?.map_or(1, |bits| bits as u32));
        let mask = (mask("contype")?, mask("conaffinity")?);
        let made = Geom { name: name.clone(), solid, pose: compose(frame, &own), mask };
        let group = geom.number("group")?.unwrap_or(0.0);
        let groups = self.compiler.numbers("inertiagrouprange", 2, 2)?.unwrap_or(vec![0.0, 5.0]);
        if link > 0 && groups[0] <= group && group <= groups[1] {
            let (mass, density) = (geom.number("mass")?, geom.number("density")?.unwrap_or(DEFAULT_DENSITY));
            // What the shape says of itself is said again where it is taken.
            if let Some(shape) = solids::shape(&made, None, &mut Notes::default()) {
                let unit = shape.mass(1.0);
                let factor = mass.map_or(density, |mass| mass / unit.mass);
                let own = unit.scaled(factor).placed(&made.pose);
                let all = &mut robot.links[link].mass;
                *all = if factor > 0.0 { Some(all.map_or(own, |all| all.with(&own))) } else { *all };
            }
        }
        let of_link = &mut robot.links[link];
        if let Some(c) = geom.numbers("rgba", 4, 4)? {
            of_link.color = of_link.color.or(Some([0, 1, 2].map(|k: usize| (c[k] as f32).clamp(0.0, 1.0))));
        }
        if mask == (0, 0) {
            self.looks.insert("geom that touches nothing".to_owned());
            return Ok(());
        }
        let friction = geom.numbers("friction", 1, 3)?.map_or(1.0, |f| f[0]).max(0.0);
        if of_link.geoms.is_empty() {
            of_link.friction = friction;
        } else if of_link.friction != friction {
            robot.notes.of(
                &name,
                "its friction is not that of the first shape of its body, which counts for all of them",
            );
        }
        robot.links[link].geoms.push(made);
        Ok(())
    }

    /// The shape of a geometry and its pose in what holds it.
    fn solid(
        &self,
        geom: &Element,
        name: &str,
        notes: &mut Notes,
    ) -> Result<Option<(Solid, Pose)>, SceneError> {
        let mut at = self.place(geom)?;
        let size = geom.numbers("size", 1, 3)?.unwrap_or_default();
        let kind = geom.get("type").unwrap_or(if geom.get("mesh").is_some() { "mesh" } else { "sphere" });
        let mut length = None;
        if let Some(ends) = geom.numbers("fromto", 6, 6)? {
            let (a, b) = (Vec3::new(ends[0], ends[1], ends[2]), Vec3::new(ends[3], ends[4], ends[5]));
            at.position = (a + b) / 2.0;
            at.orientation = (b - a).try_normalize(1e-12).map_or_else(Quat::identity, |z| place::from_z(&z));
            length = Some((b - a).norm());
        }
        let lacks =
            |what: &str| geom.wrong(format!("geom `{}` of type {} needs {what}", brief(name), brief(kind)));
        let need = |k: usize| {
            size.get(k)
                .copied()
                .filter(|s| *s > 0.0)
                .ok_or_else(|| lacks(&format!("{} positive sizes", k + 1)))
        };
        let along = || length.map_or_else(|| Ok(2.0 * need(1)?), Ok::<f64, SceneError>);
        let third = || length.map_or_else(|| need(2), |l| Ok(0.5 * l));
        let solid = match kind {
            "sphere" => Solid::Sphere(need(0)?),
            "capsule" => Solid::Capsule(need(0)?, along()?),
            "cylinder" => Solid::Cylinder(need(0)?, along()?),
            "ellipsoid" => Solid::Ellipsoid(Vec3::new(
                need(0)?,
                need(1).or_else(|e| length.map_or(Err(e), |_| need(0)))?,
                third()?,
            )),
            "box" => Solid::Box(Vec3::new(
                need(0)?,
                need(1).or_else(|e| length.map_or(Err(e), |_| need(0)))?,
                third()?,
            )),
            "plane" => {
                let half = |k: usize| size.get(k).copied().filter(|s| *s > 0.0).unwrap_or(PLANE.0);
                let half = Vec3::new(half(0).max(PLANE.0), half(1).max(PLANE.0), PLANE.1);
                at.position -= at.orientation * (Vec3::z() * PLANE.1);
                notes.of(
                    name,
                    format!(
                        "is a plane, and is taken as a box of {} m by {} m by {} m",
                        2.0 * half.x,
                        2.0 * half.y,
                        2.0 * half.z
                    ),
                );
                Solid::Box(half)
            }
            "mesh" => {
                let Some((solid, own)) = self.mesh(geom, name, notes)? else { return Ok(None) };
                at = compose(&at, &own);
                solid
            }
            other => {
                notes.of(
                    name,
                    format!("a geom of type {} has no counterpart here, and is left out", brief(other)),
                );
                return Ok(None);
            }
        };
        Ok(Some((solid, at)))
    }

    fn mesh(
        &self,
        geom: &Element,
        name: &str,
        notes: &mut Notes,
    ) -> Result<Option<(Solid, Pose)>, SceneError> {
        let mesh = geom.need("mesh")?;
        let Some(asset) = self.meshes.get(mesh) else {
            return Err(geom.wrong(format!(
                "geom `{}` names the mesh `{}`, which no <asset> has",
                brief(name),
                brief(mesh)
            )));
        };
        let scale = asset.vector("scale")?.unwrap_or_else(|| Vec3::repeat(1.0));
        // The file's frame in the mesh's: the reference pose undone.
        let turn = asset
            .numbers("refquat", 4, 4)?
            .and_then(|q| Quat::try_new(Quaternion::new(q[0], q[1], q[2], q[3]), 1e-9))
            .unwrap_or_default();
        let reference = asset.vector("refpos")?.unwrap_or_default();
        let own = Pose { position: -(turn.inverse() * reference), orientation: turn.inverse() };
        if let Some(points) = asset.get("vertex") {
            let numbers: Option<Vec<f64>> = points.split_whitespace().map(|word| word.parse().ok()).collect();
            let numbers = numbers
                .ok_or_else(|| asset.wrong(format!("mesh `{}`: vertex must be numbers", brief(mesh))))?;
            let points =
                numbers.chunks_exact(3).map(|p| Vec3::new(p[0], p[1], p[2]).component_mul(&scale)).collect();
            return Ok(Some((Solid::Points(points), own)));
        }
        let Some(file) = asset.get("file") else {
            notes.of(name, "its mesh has no file and no corners, and is left out");
            return Ok(None);
        };
        let folder = self.compiler.get("meshdir").or(self.compiler.get("assetdir")).unwrap_or_default();
        let bare = std::path::Path::new(file).file_name().unwrap_or_default();
        let named = if self.told("strippath", false) {
            std::path::Path::new(bare)
        } else {
            std::path::Path::new(file)
        };
        let path = self.folder.join(folder).join(named);
        if !path.is_file() {
            return Err(asset.wrong(format!(
                "mesh `{}` has the file `{}`, which is not found; paths go from the meshdir of the compiler in the folder of the file",
                brief(mesh),
                brief(file)
            )));
        }
        Ok(Some((Solid::Mesh(path, scale), own)))
    }
}

/// A joint that leaves nothing free.
fn rigid() -> TreeJoint {
    TreeJoint {
        name: String::new(),
        parent: 0,
        child: 0,
        pose: Pose::identity(),
        point: Vec3::zeros(),
        axis: Vec3::z(),
        kind: Freedom::None,
        effort: None,
        limits: None,
        collide: false,
    }
}
