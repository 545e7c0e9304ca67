//! Joints and controllers of a scene file as serde types.

use crate::scene::format::values::{is_false, is_zero, is_zero_vector};
pub use crate::world::joint::{JointKind, Target};
use serde::{Deserialize, Serialize};

/// One entry of `joints`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Joint")]
pub struct JointDescription {
    /// Name for controllers and messages; empty: its number.
    #[serde(default)]
    pub name: String,
    /// Kind.
    pub kind: JointKind,
    /// Names of the two bodies.
    pub bodies: (String, String),
    /// Anchor, world frame at the start (m).
    #[serde(default)]
    pub point: [f64; 3],
    /// Axis, world frame at the start, of any length.
    #[serde(default = "z_axis")]
    pub axis: [f64; 3],
    /// What the coordinate of a revolute (rad, within ±π) or prismatic (m) joint is at the start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start: f64,
    /// Least and largest coordinate of a revolute (rad, within ±π) or prismatic (m) joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<(f64, f64)>,
    /// Whether the two bodies can touch each other.
    #[serde(default, skip_serializing_if = "is_false")]
    pub collide: bool,
    /// Largest force it bears (N).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_force: Option<f64>,
    /// Largest torque it bears (N·m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_torque: Option<f64>,
}

impl JointDescription {
    /// A joint without limits that bears everything.
    pub fn new(kind: JointKind, a: &str, b: &str, point: [f64; 3], axis: [f64; 3]) -> Self {
        Self {
            name: String::new(),
            kind,
            bodies: (a.to_owned(), b.to_owned()),
            point,
            axis,
            start: 0.0,
            limits: None,
            collide: false,
            break_force: None,
            break_torque: None,
        }
    }
}

impl JointDescription {
    /// What it goes by, being the joint with this index: its name, or else its kind and number.
    pub fn label(&self, index: usize) -> String {
        if self.name.is_empty() { format!("{} {}", self.kind.name(), index + 1) } else { self.name.clone() }
    }
}

/// One entry of `controllers`. Which fields count depends on `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Controller")]
pub struct ControllerDescription {
    /// Kind.
    pub kind: ControllerKind,
    /// `JointPd`: name of the joint it drives.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub joint: String,
    /// `JointPd`: what the joint's coordinate should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// `JointPd`: proportional gain (N·m/rad or N/m).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kp: f64,
    /// `JointPd`: derivative gain (N·m·s/rad or N·s/m).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kd: f64,
    /// `JointPd`: largest torque (N·m) or force (N).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// `Force`, `Path`: name of the body.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// `Force`: force through the centre of mass, world axes (N).
    #[serde(default, skip_serializing_if = "is_zero_vector")]
    pub force: [f64; 3],
    /// `Force`: torque, world axes (N·m).
    #[serde(default, skip_serializing_if = "is_zero_vector")]
    pub torque: [f64; 3],
    /// `Force`: from when (s).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: f64,
    /// `Force`: until when (s); `None`: for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// `Path`: where the kinematic body is when; straight lines and steady turns between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waypoints: Vec<WaypointDescription>,
}

impl ControllerDescription {
    /// A controller of a kind with nothing set.
    pub fn new(kind: ControllerKind) -> Self {
        Self {
            kind,
            joint: String::new(),
            target: None,
            kp: 0.0,
            kd: 0.0,
            max: None,
            body: String::new(),
            force: [0.0; 3],
            torque: [0.0; 3],
            from: 0.0,
            until: None,
            waypoints: Vec::new(),
        }
    }

    /// Proportional-derivative control of a joint.
    pub fn joint_pd(joint: &str, target: Target, kp: f64, kd: f64) -> Self {
        Self { joint: joint.to_owned(), target: Some(target), kp, kd, ..Self::new(ControllerKind::JointPd) }
    }
}

/// Kind of controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ControllerKind {
    /// Proportional-derivative control of a joint; with a `Ramp` as target and kp = 0 a motor of constant speed.
    JointPd,
    /// A force and a torque for a while.
    Force,
    /// A kinematic body on a path.
    Path,
}

/// Where a body on a path is at one time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Waypoint")]
pub struct WaypointDescription {
    /// When (s).
    pub time: f64,
    /// Position of the frame in which the shape gives its points (m).
    pub position: [f64; 3],
    /// Its orientation (w, x, y, z).
    #[serde(default = "no_turn")]
    pub orientation: [f64; 4],
}

fn z_axis() -> [f64; 3] {
    [0.0, 0.0, 1.0]
}

fn no_turn() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}
