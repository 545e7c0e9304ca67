//! Poses, twists, wrenches and the update of an orientation by an angular velocity.

pub(crate) mod sets;
pub(crate) mod twofold;

use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3, Vector6};
use serde::{Deserialize, Serialize};

/// A vector in space (m, m/s, N …).
pub type Vec3 = Vector3<f64>;
/// A 3×3 matrix.
pub type Mat3 = Matrix3<f64>;
/// A stacked (linear, angular) vector.
pub type Vec6 = Vector6<f64>;
/// A rotation.
pub type Quat = UnitQuaternion<f64>;

/// Placement of a body: its centre of mass and its orientation, in the world frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Centre of mass (m).
    pub position: Vec3,
    /// Rotation from body axes to world axes.
    pub orientation: Quat,
}

impl Pose {
    /// The pose at the origin with body axes along world axes.
    pub fn identity() -> Self {
        Self { position: Vec3::zeros(), orientation: Quat::identity() }
    }

    /// The world position of a point given in the body frame.
    pub fn transform_point(&self, local: &Vec3) -> Vec3 {
        self.position + self.orientation * local
    }

    /// The pose after moving with the constant twist `twist` for the time `h` (s).
    ///
    /// The rotation uses the exponential map, q⁺ = exp(h ω) q, exact for constant ω: with the first-order update
    /// (2.36) the angle would be 2 atan(hω/2), and the printed areas of the rotation experiment (thesis 5.3)
    /// would come out smaller.
    pub fn advanced(&self, twist: &Twist, h: f64) -> Self {
        let orientation = if twist.angular == Vec3::zeros() {
            self.orientation
        } else {
            let mut q = Quat::from_scaled_axis(twist.angular * h) * self.orientation;
            q.renormalize();
            q
        };
        Self { position: self.position + twist.linear * h, orientation }
    }

    /// The pose after the time `h` (s) with the mean twist `twist`, by the Cayley map: x⁺ = x + hv, q⁺ = cay(hω) q.
    ///
    /// cay(hω) turns about ω by the angle φ < π with tan(φ/2) = h‖ω‖/2; its quaternion is (1, hω/2) made a unit. Secants between
    /// the two poses are then linear in the twist. [`cayley_twist`] is the inverse.
    pub fn advanced_cayley(&self, twist: &Twist, h: f64) -> Self {
        let orientation = if twist.angular == Vec3::zeros() {
            self.orientation
        } else {
            let half = twist.angular * (0.5 * h);
            // Divided by the largest entry first, so that no spin overflows when it is squared.
            let scale = 1.0 / half.amax().max(1.0);
            let turn = Quaternion::from_parts(scale, half * scale);
            Quat::from_quaternion(turn * self.orientation.into_inner())
        };
        Self { position: self.position + twist.linear * h, orientation }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.position.iter().all(|v| v.is_finite()) && self.orientation.coords.iter().all(|v| v.is_finite())
    }
}

/// Generalized velocity ν of a body: linear velocity of the centre of mass and angular velocity, world axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Twist {
    /// Velocity of the centre of mass (m/s).
    pub linear: Vec3,
    /// Angular velocity (rad/s).
    pub angular: Vec3,
}

/// A linear and an angular vector one above the other.
pub fn stack(linear: &Vec3, angular: &Vec3) -> Vec6 {
    Vec6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

/// Whether two vectors are the same to the bit: a zero is not that of the other sign, and a NaN is itself.
pub fn same_bits(a: &Vec3, b: &Vec3) -> bool {
    a.iter().zip(b.iter()).all(|(a, b)| a.to_bits() == b.to_bits())
}

impl Twist {
    /// At rest.
    pub fn zero() -> Self {
        Self { linear: Vec3::zeros(), angular: Vec3::zeros() }
    }

    /// The part `share` of the way to another, in both (dimensionless).
    pub fn lerp(&self, other: &Self, share: f64) -> Self {
        Self {
            linear: self.linear.lerp(&other.linear, share),
            angular: self.angular.lerp(&other.angular, share),
        }
    }

    /// Whether it is the same to the bit ([`same_bits`]).
    pub fn has_bits_of(&self, other: &Self) -> bool {
        same_bits(&self.linear, &other.linear) && same_bits(&self.angular, &other.angular)
    }

    /// The stacked vector (v, ω).
    pub fn to_vec6(&self) -> Vec6 {
        stack(&self.linear, &self.angular)
    }

    /// From the stacked vector (v, ω).
    pub fn from_vec6(v: &Vec6) -> Self {
        Self { linear: Vec3::new(v[0], v[1], v[2]), angular: Vec3::new(v[3], v[4], v[5]) }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.linear.iter().chain(self.angular.iter()).all(|v| v.is_finite())
    }
}

/// Rotations beyond this (rad) have no useful Cayley form: the factor is held there, the iteration fails, and the
/// step is divided.
const MAX_ROTATION: f64 = 2.8;

/// κ of a rotation exp(hω): tan(φ/2)/(φ/2) with φ = h‖ω‖.
pub(crate) fn cayley_factor(twist: &Twist, h: f64) -> f64 {
    let half = 0.5 * (h * twist.angular.norm()).min(MAX_ROTATION);
    if half < 1e-4 { 1.0 + half * half / 3.0 } else { half.tan() / half }
}

/// The mean angular velocity ω (rad/s, world axes) that takes one orientation to another in the time `h` (s, not 0):
/// cay(hω) `from` = `to`, the inverse of [`Pose::advanced_cayley`].
///
/// h‖ω‖/2 = tan(φ/2) for the angle φ ≤ π of the shorter rotation: close to hω = φ for small angles and without bound towards
/// π. There the cosine is held at the rounding of a quaternion: h‖ω‖ ≤ 2/ε ≈ 9e15, large but finite, about the right axis.
pub fn cayley_twist(from: &Quat, to: &Quat, h: f64) -> Vec3 {
    let (from, to) = (from.into_inner(), to.into_inner());
    // q and −q are the same rotation. The difference is taken first: small rotations keep their digits, and none is 0 exactly.
    let to = if from.dot(&to) < 0.0 { -to } else { to };
    let sine = ((to - from) * from.conjugate()).imag();
    sine * (2.0 / (h * from.dot(&to).max(f64::EPSILON)))
}

/// How the twist of a step moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseUpdate {
    /// At a constant twist for the whole step: R⁺ = exp(hω) R.
    Exponential,
    /// By a mean twist: R⁺ = cay(hω) R.
    Cayley,
}

impl PoseUpdate {
    /// The pose at the end of a step of size `h` (s).
    pub fn advance(self, pose: &Pose, twist: &Twist, h: f64) -> Pose {
        match self {
            Self::Exponential => pose.advanced(twist, h),
            Self::Cayley => pose.advanced_cayley(twist, h),
        }
    }

    /// κ in r⁺ − r = κ hω × ½(r + r⁺).
    pub fn factor(self, twist: &Twist, h: f64) -> f64 {
        match self {
            Self::Exponential => cayley_factor(twist, h),
            Self::Cayley => 1.0,
        }
    }

    /// The constant twist that leads to the same pose: the motion within the step.
    pub fn steady(self, twist: &Twist, h: f64) -> Twist {
        let spin = twist.angular.norm();
        if self == Self::Exponential || spin == 0.0 {
            return *twist;
        }
        Twist { angular: twist.angular * (2.0 * (0.5 * h * spin).atan() / (h * spin)), ..*twist }
    }
}

/// A force (N) through the centre of mass and a torque (N·m) about it, world axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrench {
    /// Force (N).
    pub force: Vec3,
    /// Torque about the centre of mass (N·m).
    pub torque: Vec3,
}

impl Wrench {
    /// No force and no torque.
    pub fn zero() -> Self {
        Self { force: Vec3::zeros(), torque: Vec3::zeros() }
    }
}

/// Whether a scene lives in the x-y plane or in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum Dimension {
    /// Shapes are polygons in the x-y plane; z translation and x, y rotation are locked.
    Two,
    /// Shapes are polyhedra.
    #[default]
    Three,
}

/// The cross-product matrix: `skew(a) * b == a × b`.
pub(crate) fn skew(v: &Vec3) -> Mat3 {
    v.cross_matrix()
}

/// `v` turned as the unit vector `from` turns to `to` on the shortest way; as it is where they are opposite.
pub fn turned(v: Vec3, from: &Vec3, to: &Vec3) -> Vec3 {
    if from == to { v } else { Quat::rotation_between(from, to).map_or(v, |turn| turn * v) }
}

/// Two unit vectors that with the unit vector `n` form a right-handed frame (t, o, n) for friction.
pub fn tangents(n: &Vec3) -> (Vec3, Vec3) {
    // The axis least aligned with n keeps the cross product well conditioned.
    let axis = if n.x.abs() <= n.y.abs() && n.x.abs() <= n.z.abs() {
        Vec3::x()
    } else if n.y.abs() <= n.z.abs() {
        Vec3::y()
    } else {
        Vec3::z()
    };
    let t = axis.cross(n).normalize();
    let o = n.cross(&t);
    (t, o)
}

#[cfg(test)]
mod tests;
