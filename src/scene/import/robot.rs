//! A robot as its files say it: links with masses and shapes in a tree of joints. What URDF and MJCF have in common.

use crate::math::{Mat3, Pose, Quat, Vec3};
use crate::quote::brief;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A robot, or several in one world.
#[derive(Clone, Debug, Default)]
pub(super) struct Robot {
    /// Its name.
    pub name: String,
    /// The links; a parent stands before its children once [`order`](Self::order) has been called.
    pub links: Vec<Link>,
    /// The joints, each by its child, which no other joint has.
    pub joints: Vec<TreeJoint>,
    /// What drives the joints.
    pub drives: Vec<Drive>,
    /// Links that do not touch each other.
    pub apart: Vec<(usize, usize)>,
    /// Acceleration of gravity (m/s²), where the file says one.
    pub gravity: Option<Vec3>,
    /// Step size (s), where the file says one.
    pub time_step: Option<f64>,
    /// What was not taken as it is.
    pub notes: Notes,
}

/// A link.
#[derive(Clone, Debug, Default)]
pub(super) struct Link {
    /// Its name; unique.
    pub name: String,
    /// Its mass, if it has one.
    pub mass: Option<Mass>,
    /// What it collides with.
    pub geoms: Vec<Geom>,
    /// Whether the file says what it looks like, apart from what it collides with.
    pub visual: bool,
    /// Its colour, sRGB in 0..1.
    pub color: Option<[f32; 3]>,
    /// Where it stands if no joint holds it.
    pub pose: Option<Pose>,
    /// Whether it never moves, if no joint holds it.
    pub fixed: bool,
    /// Friction coefficient.
    pub friction: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
}

/// Mass, centre and inertia about the centre, axes of the link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mass {
    /// Mass (kg).
    pub mass: f64,
    /// Centre of mass (m).
    pub centre: Vec3,
    /// Inertia about it (kg·m²).
    pub inertia: Mat3,
}

impl Mass {
    /// The same in the frame in which its link has this pose.
    pub fn placed(&self, pose: &Pose) -> Self {
        let turn = pose.orientation.to_rotation_matrix();
        let inertia = turn * self.inertia * turn.transpose();
        Self {
            mass: self.mass,
            centre: pose.transform_point(&self.centre),
            inertia: (inertia + inertia.transpose()) / 2.0,
        }
    }

    /// Both as one rigid body (Steiner).
    pub fn with(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        if !(mass > 0.0) {
            return *self;
        }
        let centre = (self.centre * self.mass + other.centre * other.mass) / mass;
        let about = |part: &Self| {
            let d = part.centre - centre;
            part.inertia + part.mass * (Mat3::identity() * d.norm_squared() - d * d.transpose())
        };
        Self { mass, centre, inertia: about(self) + about(other) }
    }
}

/// A shape of a link.
#[derive(Clone, Debug)]
pub(super) struct Geom {
    /// What a message calls it.
    pub name: String,
    /// What it is.
    pub solid: Solid,
    /// Where it is in its link.
    pub pose: Pose,
    /// Bits of what it is and of what it touches: two touch if either is what the other touches.
    pub mask: (u32, u32),
}

/// Shapes that the files have; their axes are along z.
#[derive(Clone, Debug)]
pub(super) enum Solid {
    /// By half its sides (m).
    Box(Vec3),
    /// By its radius (m).
    Sphere(f64),
    /// Radius and length of the straight part (m).
    Capsule(f64, f64),
    /// Radius and length (m).
    Cylinder(f64, f64),
    /// By its half axes (m).
    Ellipsoid(Vec3),
    /// A file, and its factors along the axes.
    Mesh(PathBuf, Vec3),
    /// The hull of points (m).
    Points(Vec<Vec3>),
}

/// A joint; its coordinate is 0 where the file has its bodies.
#[derive(Clone, Debug)]
pub(super) struct TreeJoint {
    /// Its name; unique.
    pub name: String,
    /// Number of the parent link.
    pub parent: usize,
    /// Number of the child link.
    pub child: usize,
    /// Pose of the child in the parent at coordinate 0.
    pub pose: Pose,
    /// A point of the axis, in the child (m).
    pub point: Vec3,
    /// The axis, in the child.
    pub axis: Vec3,
    /// What it leaves free.
    pub kind: Freedom,
    /// Least and largest coordinate (rad or m).
    pub limits: Option<(f64, f64)>,
    /// Whether parent and child touch.
    pub collide: bool,
    /// Largest torque (N·m) or force (N) of what may drive it, where the file says one.
    pub effort: Option<f64>,
}

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Nothing.
    None,
    /// Rotation about the axis.
    Turn,
    /// Translation along the axis.
    Slide,
    /// Rotation about the point.
    Ball,
}

impl TreeJoint {
    /// Pose of the child in the parent at a coordinate.
    pub fn pose_at(&self, coordinate: f64) -> Pose {
        let axis = self.axis.try_normalize(0.0).unwrap_or_else(Vec3::z);
        let moved = match self.kind {
            Freedom::Turn => {
                let turn = Quat::from_scaled_axis(axis * coordinate);
                Pose { position: self.point - turn * self.point, orientation: turn }
            }
            Freedom::Slide => Pose { position: axis * coordinate, orientation: Quat::identity() },
            Freedom::None | Freedom::Ball => Pose::identity(),
        };
        compose(&self.pose, &moved)
    }
}

/// A drive of a joint: τ = kp (target − q) + kd (rate − q̇), at most `max`.
#[derive(Clone, Debug)]
pub(super) struct Drive {
    /// Number of the joint.
    pub joint: usize,
    /// Where it should be (rad or m).
    pub target: f64,
    /// How fast it should be, instead of where (rad/s or m/s).
    pub rate: Option<f64>,
    /// Proportional gain.
    pub kp: f64,
    /// Derivative gain.
    pub kd: f64,
    /// Largest torque or force.
    pub max: Option<f64>,
}

/// The pose that is `inner` in the frame of `outer`.
pub(super) fn compose(outer: &Pose, inner: &Pose) -> Pose {
    Pose {
        position: outer.transform_point(&inner.position),
        orientation: outer.orientation * inner.orientation,
    }
}

/// Sentences about what was not taken as it is, each with the names of all that it is said of.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    said: Vec<(String, Vec<String>)>,
    known: BTreeMap<String, usize>,
}

impl Notes {
    /// Says `sentence` of what is called `name`: `joint `a``.
    pub fn of(&mut self, name: &str, sentence: impl Into<String>) {
        let sentence = sentence.into();
        let at = *self.known.entry(sentence.clone()).or_insert_with(|| {
            self.said.push((sentence, Vec::new()));
            self.said.len() - 1
        });
        self.said[at].1.push(brief(name));
    }

    /// Says a sentence of the whole.
    pub fn say(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.known.contains_key(&sentence) {
            self.known.insert(sentence.clone(), self.said.len());
            self.said.push((sentence, Vec::new()));
        }
    }

    /// The sentences, in the order in which they were first said.
    pub fn sentences(&self) -> Vec<String> {
        let quoted = |names: &[String]| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let sentence = |(sentence, names): &(String, Vec<String>)| {
            if names.is_empty() { sentence.clone() } else { format!("{}: {sentence}", quoted(names)) }
        };
        self.said.iter().map(sentence).collect()
    }
}
