//! Joints and controllers of a scene file as serde types.

use serde::{Deserialize, Serialize};

/// One entry of `joints`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Joint")]
pub struct JointDescription {
    /// Name for controllers.
    #[serde(default)]
    pub name: String,
    /// Kind.
    pub kind: JointKind,
    /// Names of the two bodies.
    pub bodies: (String, String),
    /// Anchor, world frame at the start (m).
    #[serde(default)]
    pub point: [f64; 3],
    /// Axis, world frame at the start.
    #[serde(default = "z_axis")]
    pub axis: [f64; 3],
}

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointKind {
    /// Rotation about the axis.
    Revolute,
    /// Translation along the axis.
    Prismatic,
    /// Rotation about the point.
    Spherical,
    /// Nothing.
    Fixed,
}

/// One entry of `controllers`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Controller")]
pub struct ControllerDescription {
    /// Kind.
    pub kind: ControllerKind,
    /// Name of the joint it drives.
    pub joint: String,
    /// What the joint should do.
    pub target: Target,
    /// Proportional gain (N·m/rad or N/m).
    #[serde(default)]
    pub kp: f64,
    /// Derivative gain (N·m·s/rad or N·s/m).
    #[serde(default)]
    pub kd: f64,
}

/// Kind of controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ControllerKind {
    /// Proportional-derivative control of a joint.
    JointPd,
}

/// Target of a controller over time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Target {
    /// Always the same (rad or m).
    Constant(f64),
    /// amplitude · sin(2π · frequency · t).
    Sine {
        /// Amplitude (rad or m).
        amplitude: f64,
        /// Frequency (Hz).
        frequency: f64,
    },
}

fn z_axis() -> [f64; 3] {
    [0.0, 0.0, 1.0]
}
