//! From a robot to a scene.

use crate::contact::models::ContactModel;
use crate::math::{Dimension, Mat3, Pose, Quat, Vec3};
use crate::scene::format::{
    BodyDescription, ControllerDescription, DEFAULT_DENSITY, Inertia, JointDescription, JointKind,
    PartDescription, Point, Scene, Shape, Target,
};
use crate::scene::import::robot::{Drive, Freedom, Link, Mass, Robot, TreeJoint, compose};
use crate::scene::import::solids::{self, Made};
use crate::world::BodyKind;
use std::collections::BTreeSet;

/// Half the side of what stands for a fixed body without a shape (m): seen, and touched by nothing.
const MARK: f64 = 0.01;

/// The scene of a robot; parents stand before children, fixed joints are merged, limits count from the start.
pub(super) fn of(robot: &mut Robot, facets: Option<usize>) -> Scene {
    let mut scene = Scene::new(&robot.name, Dimension::Three);
    if let Some(gravity) = robot.gravity {
        scene.gravity = Some(gravity.into());
    }
    if let Some(step) = robot.time_step {
        scene.time_step = step;
    }
    let poses = poses(robot);
    let mut holders = vec![None; robot.links.len()];
    robot.joints.iter().enumerate().for_each(|(k, joint)| holders[joint.child] = Some(k));
    for link in 0..robot.links.len() {
        let fixed = holders[link].is_none() && robot.links[link].fixed;
        let body = body(robot, link, &poses[link], fixed, facets);
        scene.bodies.push(body);
    }
    for joint in &robot.joints {
        scene.joints.push(self::joint(joint, robot, &poses[joint.child]));
    }
    for drive in &robot.drives {
        scene.controllers.push(controller(drive, robot));
    }
    let joined: BTreeSet<(usize, usize)> = robot
        .joints
        .iter()
        .filter(|j| !j.collide)
        .map(|j| (j.parent.min(j.child), j.parent.max(j.child)))
        .collect();
    let mut apart: BTreeSet<(usize, usize)> =
        robot.apart.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    apart.extend(masked(robot));
    let name = |link: usize| robot.links[link].name.clone();
    scene.no_contact = apart.difference(&joined).map(|(a, b)| (name(*a), name(*b))).collect();
    if scene.bodies.iter().any(|body| solids::is_curved(&body.shape)) {
        scene.contact.model = ContactModel::SeparatingFeature;
    }
    scene
}

/// Pairs of links whose shapes do not touch by their masks.
fn masked(robot: &mut Robot) -> Vec<(usize, usize)> {
    let masks: Vec<BTreeSet<(u32, u32)>> =
        robot.links.iter().map(|link| link.geoms.iter().map(|geom| geom.mask).collect()).collect();
    let mut apart = Vec::new();
    for (a, b) in (0..masks.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let pairs =
            || masks[a].iter().flat_map(|p| masks[b].iter().map(move |q| p.0 & q.1 != 0 || q.0 & p.1 != 0));
        if pairs().count() > 0 && !pairs().any(|touches| touches) {
            apart.push((a, b));
        } else if pairs().any(|touches| !touches) {
            let name = robot.links[b].name.clone();
            robot.notes.of(&name, "some of its shapes do not touch some of other bodies by their bits; here whole bodies do or do not");
        }
    }
    apart
}

/// Where the links are at the start.
fn poses(robot: &Robot) -> Vec<Pose> {
    let mut poses: Vec<Pose> = robot.links.iter().map(|link| link.pose.unwrap_or(Pose::identity())).collect();
    // By their children, which stand behind their parents.
    let mut joints: Vec<&TreeJoint> = robot.joints.iter().collect();
    joints.sort_by_key(|joint| joint.child);
    for joint in joints {
        poses[joint.child] = compose(&poses[joint.parent], &joint.pose);
    }
    poses
}

fn body(robot: &mut Robot, link: usize, pose: &Pose, fixed: bool, facets: Option<usize>) -> BodyDescription {
    let Link { name, mut mass, geoms, color, friction, restitution, visual, .. } = robot.links[link].clone();
    let mut parts: Vec<(Made, Pose)> = Vec::new();
    for geom in &geoms {
        if let Some(made) = solids::shape(geom, facets, &mut robot.notes) {
            parts.push((made, geom.pose));
        }
    }
    if !fixed && mass.is_none_or(|mass| !(mass.mass > 0.0)) {
        let all = parts.iter().map(|(made, at)| made.mass(DEFAULT_DENSITY).placed(at));
        mass = all.reduce(|a, b| a.with(&b)).filter(|mass| mass.mass > 0.0);
        let sentence = match mass {
            Some(_) => "moves without a mass, and is given that of water in its shapes",
            None => "moves with neither mass nor shape, and is given a gram",
        };
        mass = mass.or(Some(Mass { mass: 1e-3, centre: Vec3::zeros(), inertia: Mat3::zeros() }));
        robot.notes.of(&name, sentence);
    }
    let mass = mass.filter(|_| !fixed).map(|mass| {
        let reach = parts
            .iter()
            .map(|(made, at)| made.reach(&(at.orientation.inverse() * (mass.centre - at.position))));
        // Without shapes: that of the box that stands in for them.
        let alone = (1.5 * mass.inertia.trace() / mass.mass).max(0.0).sqrt();
        let reach = if parts.is_empty() { alone } else { reach.fold(0.0, f64::max) };
        let (mass, said) = mass.possible(reach);
        if let Some(said) = said {
            robot.notes.of(&name, said);
        }
        mass
    });
    let collide = !parts.is_empty();
    let shape = match (parts.len(), &mass) {
        (0, Some(mass)) => stand_in(mass),
        (0, None) => Shape::Box { half_extents: Point::Space([MARK; 3]) },
        (1, _) if parts[0].1 == Pose::identity() => parts.remove(0).0.shape,
        _ => Shape::Union(parts.into_iter().map(|(made, at)| part(made.shape, &at)).collect()),
    };
    if !collide && !geoms.is_empty() {
        robot.notes.of(&name, "has no shape left, and touches nothing");
    } else if !collide && visual {
        robot.notes.of(
            &name,
            match mass {
                Some(_) => {
                    "has a visual and no collision: it touches nothing, and is seen as the box of its inertia"
                }
                None => "has a visual and no collision: it touches nothing, and is seen as a cube of 2 cm",
            },
        );
    } else if !collide && mass.is_some() {
        robot.notes.of(&name, "has no shape: it touches nothing, and is seen as the box of its inertia");
    }
    BodyDescription {
        position: pose.position.into(),
        orientation: wxyz(&pose.orientation),
        mass: mass.map(|mass| mass.mass),
        inertia: mass.map(|mass| inertia(&mass.inertia)),
        centre_of_mass: mass.map(|mass| mass.centre.into()),
        friction,
        restitution,
        color,
        collide,
        ..BodyDescription::new(&name, if fixed { BodyKind::Fixed } else { BodyKind::Dynamic }, shape)
    }
}

/// What a body without a shape is drawn as: the box of even density that has its mass and inertia.
fn stand_in(mass: &Mass) -> Shape {
    let eigen = mass.inertia.symmetric_eigen();
    let sum = eigen.eigenvalues.sum();
    let half = eigen.eigenvalues.map(|moment| (1.5 / mass.mass * (sum - 2.0 * moment)).max(0.0).sqrt());
    let least = (1e-2 * half.max()).max(1e-6);
    let mut axes = eigen.eigenvectors;
    if axes.determinant() < 0.0 {
        axes.column_mut(2).neg_mut();
    }
    let turn = Quat::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(axes));
    let shape = Shape::Box { half_extents: Point::Space(half.map(|h| h.max(least)).into()) };
    Shape::Union(vec![part(shape, &Pose { position: mass.centre, orientation: turn })])
}

fn part(shape: Shape, at: &Pose) -> PartDescription {
    PartDescription { shape, position: at.position.into(), orientation: wxyz(&at.orientation) }
}

fn wxyz(turn: &Quat) -> [f64; 4] {
    [turn.w, turn.i, turn.j, turn.k]
}

fn inertia(matrix: &Mat3) -> Inertia {
    let [xx, yy, zz] = [0, 1, 2].map(|i| matrix[(i, i)]);
    let [xy, xz, yz] = [(0, 1), (0, 2), (1, 2)].map(|at| matrix[at]);
    if [xy, xz, yz] == [0.0; 3] {
        Inertia::Principal([xx, yy, zz])
    } else {
        Inertia::Full([xx, yy, zz, xy, xz, yz])
    }
}

fn joint(joint: &TreeJoint, robot: &Robot, child: &Pose) -> JointDescription {
    let kind = match joint.kind {
        Freedom::None => JointKind::Fixed,
        Freedom::Turn => JointKind::Revolute,
        Freedom::Slide => JointKind::Prismatic,
        Freedom::Ball => JointKind::Spherical,
    };
    let point = child.transform_point(&joint.point).into();
    let axis = (child.orientation * joint.axis).into();
    let names = [joint.parent, joint.child].map(|link| robot.links[link].name.as_str());
    JointDescription {
        name: joint.name.clone(),
        limits: joint.limits,
        collide: joint.collide,
        ..JointDescription::new(kind, names[0], names[1], point, axis)
    }
}

fn controller(drive: &Drive, robot: &Robot) -> ControllerDescription {
    let target = drive.rate.map_or(Target::Constant(drive.target), Target::Ramp);
    let joint = &robot.joints[drive.joint].name;
    ControllerDescription {
        max: drive.max,
        ..ControllerDescription::joint_pd(joint, target, drive.kp, drive.kd)
    }
}
