//! Joints, drives, paths and forces: what `build` carries out, and what it can be asked to add or change about them.

use crate::math::Vec3;
use crate::scene::format::{JointKind, WaypointDescription};
use crate::world::BodyId;
use crate::world::joint::Target;

/// What is asked to change about joints. Joints, drives and waypoints go by their numbers in the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum JointCommand {
    /// Join two bodies as they stand, between the places at which they are nearest to each other.
    Add(JointKind, BodyId, BodyId),
    /// Take a joint out of the scene, with what drives it.
    Remove(usize),
    /// Change a joint.
    Change(usize, JointChange),
    /// Turn or shift one side of a joint until its coordinate is this (rad or m), as far as nothing is in the way.
    Bring(usize, f64),
    /// Drive a joint, to where it stands.
    AddDrive(usize),
    /// Drive a joint no longer: the number of the drive among the controllers.
    RemoveDrive(usize),
    /// Change a drive: its number among the controllers.
    ChangeDrive(usize, DriveChange),
    /// The path of a kinematic body; without waypoints it has none.
    Path(BodyId, Vec<WaypointDescription>),
    /// The forces that the scene has on a dynamic body.
    Forces(BodyId, Vec<Push>),
}

/// A force and a torque of the scene on a body, for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// Force through the centre of mass, world axes (N).
    pub force: Vec3,
    /// Torque, world axes (N·m).
    pub torque: Vec3,
    /// From when (s).
    pub from: f64,
    /// Until when (s); `None`: for ever.
    pub until: Option<f64>,
}

/// A change of one joint.
#[derive(Clone, Debug, PartialEq)]
pub enum JointChange {
    /// Its name.
    Name(String),
    /// What it leaves free.
    Kind(JointKind),
    /// Its point, in the world as the scene starts (m).
    Point(Vec3),
    /// Its axis, in the world as the scene starts.
    Axis(Vec3),
    /// Least and largest coordinate (rad or m), or none.
    Limits(Option<(f64, f64)>),
    /// Whether its bodies can touch each other.
    Collide(bool),
    /// Largest force that it bears (N); `None`: any.
    BreakForce(Option<f64>),
    /// Largest torque that it bears (N·m); `None`: any.
    BreakTorque(Option<f64>),
}

impl JointChange {
    /// What is changed, for the undo list.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Name(_) => tr!("changed-name"),
            Self::Kind(_) => tr!("changed-kind"),
            Self::Point(_) => tr!("changed-point"),
            Self::Axis(_) => tr!("changed-axis"),
            Self::Limits(_) => tr!("changed-limits"),
            Self::Collide(_) => tr!("changed-collisions"),
            Self::BreakForce(_) => tr!("changed-largest-force"),
            Self::BreakTorque(_) => tr!("changed-largest-torque"),
        }
    }
}

/// What a kind of joint is called.
pub fn kind_name(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Fixed => tr!("joint-kind-fixed"),
        JointKind::Revolute => tr!("joint-kind-revolute"),
        JointKind::Prismatic => tr!("joint-kind-prismatic"),
        JointKind::Cylindrical => tr!("joint-kind-cylindrical"),
        JointKind::Spherical => tr!("joint-kind-spherical"),
    }
}

/// A change of one drive.
#[derive(Clone, Debug, PartialEq)]
pub enum DriveChange {
    /// What the coordinate should be.
    Target(Target),
    /// Proportional gain (N·m/rad or N/m).
    Kp(f64),
    /// Derivative gain (N·m·s/rad or N·s/m).
    Kd(f64),
    /// Largest torque (N·m) or force (N); `None`: any.
    Max(Option<f64>),
}

impl DriveChange {
    /// What is changed, for the undo list.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Target(_) => tr!("changed-target"),
            Self::Kp(_) => tr!("changed-stiffness"),
            Self::Kd(_) => tr!("changed-damping"),
            Self::Max(_) => tr!("changed-limit"),
        }
    }
}
