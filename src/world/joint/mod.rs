//! Joints between two bodies: what they are, and where they stand.

mod drive;
mod linearise;
mod rows;

use crate::math::{Dimension, Pose, Quat, Vec3, tangents};
use crate::world::body::BodyId;
use nalgebra::{Matrix3, Rotation3};
use serde::{Deserialize, Serialize};

pub use drive::{Controller, OnPath, Target, Waypoint};
#[doc(hidden)] // with `step::island`, for the tests of this repository
pub use drive::{Servo, drive_row, servos};
#[doc(hidden)]
pub use linearise::{Linearised, jacobian, linearise};
pub use rows::Placement;
pub(crate) use rows::{JointRow, Limit, limit_rows, rows};

/// What a joint leaves free (thesis, table 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointKind {
    /// Nothing.
    Fixed,
    /// Rotation about the axis.
    Revolute,
    /// Translation along the axis.
    Prismatic,
    /// Translation along the axis and rotation about it.
    Cylindrical,
    /// Rotation about the point.
    Spherical,
}

impl JointKind {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Cylindrical => "cylindrical",
            Self::Spherical => "spherical",
        }
    }

    /// Whether it has a coordinate that a controller can drive and limits can bound.
    pub fn has_coordinate(self) -> bool {
        matches!(self, Self::Revolute | Self::Prismatic)
    }
}

/// A joint frame fixed in a body: the point in the body's frame (m), and axes of which z is the joint's axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The joint's point, from the centre of mass, body axes (m).
    pub point: Vec3,
    /// Rotation from joint axes to body axes.
    pub axes: Quat,
}

/// One joint. Both frames coincide where its coordinate is 0: at the start, unless [`Joint::count_from`] says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name, for controllers and messages.
    pub name: String,
    /// What it leaves free.
    pub kind: JointKind,
    /// The two bodies, A and B.
    pub bodies: (BodyId, BodyId),
    /// Its frames in A and in B.
    pub frames: (Frame, Frame),
    /// Least and largest coordinate (rad or m) of a joint that has one.
    pub limits: Option<(f64, f64)>,
    /// Whether the two bodies may touch each other.
    pub collide: bool,
    /// Largest force (N) and torque (N·m) that it bears.
    pub strength: (f64, f64),
    /// Whether its bodies move in the plane: then only the conditions of the plane are held. Those of space would be
    /// rounding there, and a row of rounding holds anything.
    pub planar: bool,
}

impl Joint {
    /// A joint at a point with an axis, both in world axes (m), between two bodies at their start.
    pub fn new(
        kind: JointKind,
        bodies: (BodyId, BodyId),
        poses: (&Pose, &Pose),
        point: Vec3,
        axis: Vec3,
        dimension: Dimension,
    ) -> Self {
        let axes = joint_axes(kind, axis, dimension);
        let frame = |pose: &Pose| Frame {
            point: pose.orientation.inverse() * (point - pose.position),
            axes: pose.orientation.inverse() * axes,
        };
        let frames = (frame(poses.0), frame(poses.1));
        Self {
            name: String::new(),
            kind,
            bodies,
            frames,
            limits: None,
            collide: false,
            strength: (f64::INFINITY, f64::INFINITY),
            planar: dimension == Dimension::Two,
        }
    }

    /// Makes the coordinate of the start, which was 0, another one (rad or m): the mark in B from which an angle is counted turns, or the one
    /// in A from which a displacement is counted goes back. What the joint holds stays the same.
    pub fn count_from(&mut self, start: f64) {
        if start == 0.0 {
            return;
        }
        match self.kind {
            JointKind::Revolute => self.frames.1.axes *= Quat::from_scaled_axis(Vec3::z() * start),
            JointKind::Prismatic => self.frames.0.point -= self.frames.0.axes * (Vec3::z() * start),
            JointKind::Fixed | JointKind::Cylindrical | JointKind::Spherical => {}
        }
    }

    /// Where the joint's frames are when its bodies stand at these poses.
    pub fn placed(&self, a: &Pose, b: &Pose) -> (Placement, Placement) {
        (Placement::new(&self.frames.0, a), Placement::new(&self.frames.1, b))
    }

    /// Rotation of B against A about the axis, in (−π, π] (rad), or displacement along it (m); zero for a joint
    /// without a coordinate.
    pub fn coordinate(&self, a: &Pose, b: &Pose) -> f64 {
        let (a, b) = self.placed(a, b);
        match self.kind {
            JointKind::Revolute | JointKind::Cylindrical => a.y.dot(&b.x).atan2(a.x.dot(&b.x)),
            JointKind::Prismatic => a.z.dot(&(b.point - a.point)),
            JointKind::Fixed | JointKind::Spherical => 0.0,
        }
    }

    /// How far the joint's frames are apart where it holds them together: the distance of its points in the directions
    /// that are held, or the angle held times `size` (m), whichever is larger.
    pub fn error(&self, a: &Pose, b: &Pose, size: f64) -> f64 {
        let (a, b) = self.placed(a, b);
        let still = (1.0, 1.0);
        rows(self, (&a, &b), (&a, &b), still)
            .iter()
            .map(|row| row.error.abs() * if row.angular { size } else { 1.0 })
            .fold(0.0, f64::max)
    }
}

impl Joint {
    /// The coordinate at the start of a step, and at its end without a jump in between. Angles are counted from the
    /// middle of the limits, so that limits of up to a turn can be told from each other.
    pub fn coordinates(&self, start: (&Pose, &Pose), end: (&Pose, &Pose)) -> (f64, f64) {
        let (before, after) = (self.coordinate(start.0, start.1), self.coordinate(end.0, end.1));
        if self.kind != JointKind::Revolute {
            return (before, after);
        }
        let middle = self.limits.map_or(0.0, |(low, high)| f64::midpoint(low, high));
        let before = middle + wrapped(before - middle);
        (before, before + wrapped(after - before))
    }

    /// How far the coordinate is from the nearer of its limits, less than nothing beyond it (rad or m); infinitely far where it has none.
    pub fn room(&self, a: &Pose, b: &Pose) -> f64 {
        let Some((low, high)) = self.limits.filter(|_| self.kind.has_coordinate()) else {
            return f64::INFINITY;
        };
        let (now, _) = self.coordinates((a, b), (a, b));
        (now - low).min(high - now)
    }

    /// How far the coordinate is beyond its limits at the end of a step, an angle times `size` (m); at least 0.
    pub fn beyond_limits(&self, start: (&Pose, &Pose), end: (&Pose, &Pose), size: f64) -> f64 {
        let Some((low, high)) = self.limits.filter(|_| self.kind.has_coordinate()) else { return 0.0 };
        let (_, now) = self.coordinates(start, end);
        let unit = if self.kind == JointKind::Prismatic { 1.0 } else { size };
        unit * (low - now).max(now - high).max(0.0)
    }
}

/// The angle in (−π, π] that differs by whole turns.
fn wrapped(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle - turn * (angle / turn).round()
}

/// The joint's axes in world axes: z along the axis. In the plane a rotation is about the normal of the plane, and the
/// y axis of a prismatic joint.
fn joint_axes(kind: JointKind, axis: Vec3, dimension: Dimension) -> Quat {
    let flat = dimension == Dimension::Two;
    let z = match (kind, flat) {
        (JointKind::Prismatic, true) => Vec3::new(axis.x, axis.y, 0.0).normalize(),
        // Out of the plane or into it: that says which way an angle counts.
        (_, true) => Vec3::z() * if axis.z < 0.0 { -1.0 } else { 1.0 },
        (_, false) => axis.normalize(),
    };
    let x = if flat && kind == JointKind::Prismatic { Vec3::new(-z.y, z.x, 0.0) } else { tangents(&z).0 };
    let turn = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[x, z.cross(&x), z]));
    Quat::from_rotation_matrix(&turn)
}
