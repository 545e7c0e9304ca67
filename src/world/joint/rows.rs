//! The bilateral rows of a joint, as secants between the start and the end of a step.
//!
//! Every condition of a joint is a product of vectors that are fixed in one body or the other (thesis, table 2.3): a
//! direction times the distance of the two points, or a direction in A times one in B. Such a product changes by
//!
//! ```text
//!   u⁺·w⁺ − u·w = ū·(w⁺ − w) + (u⁺ − u)·w̄,      bars are means of start and end
//!   r⁺ − r      = h κ ω × r̄                     for r fixed in a body that turns by exp(hω)  (Cayley)
//! ```
//!
//! so that with the ends of the step the row holds exactly, error⁺ = error + h (J_a·ν_a + J_b·ν_b), and with the start
//! in their place it is the Jacobian of table 2.1. κ is [`cayley_factor`](crate::math::cayley_factor).

use crate::math::{Pose, Vec3, Vec6, stack};
use crate::world::joint::{Frame, Joint, JointKind};

/// A joint frame in the world: its point, the lever to it from the centre of mass, and its axes.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The joint's point (m).
    pub point: Vec3,
    /// From the centre of mass to the point (m).
    pub lever: Vec3,
    /// First axis.
    pub x: Vec3,
    /// Second axis.
    pub y: Vec3,
    /// The joint's axis.
    pub z: Vec3,
}

impl Placement {
    /// The frame of a body at a pose.
    pub fn new(frame: &Frame, pose: &Pose) -> Self {
        let lever = pose.orientation * frame.point;
        let turn = pose.orientation * frame.axes;
        let (x, y, z) = (turn * Vec3::x(), turn * Vec3::y(), turn * Vec3::z());
        Self { point: pose.position + lever, lever, x, y, z }
    }
}

/// One bilateral condition error + h (J_a·ν_a + J_b·ν_b) = 0.
#[derive(Clone, Copy, Debug)]
pub struct JointRow {
    /// Error at the start of the step (m; rad where angular).
    pub error: f64,
    /// Whether it holds an angle.
    pub angular: bool,
    /// Row on the twist of A.
    pub jacobian_a: Vec6,
    /// Row on the twist of B.
    pub jacobian_b: Vec6,
}

/// The frames of a joint in A and in B at one instant.
type Placements<'a> = (&'a Placement, &'a Placement);

/// The rows of a joint between its placements at the start and at the end of a step; `kappa` of A and B. With the start
/// given twice and κ = 1 they are the Jacobian at the start.
pub fn rows(joint: &Joint, start: Placements, end: Placements, kappa: (f64, f64)) -> Vec<JointRow> {
    let secant = Secant { start, end, kappa };
    let x = |p: &Placement| p.x;
    let y = |p: &Placement| p.y;
    let z = |p: &Placement| p.z;
    let mut rows = Vec::with_capacity(6);
    if joint.planar {
        match joint.kind {
            // The axis lies in the plane, and x across it.
            JointKind::Prismatic | JointKind::Cylindrical => {
                rows.extend([secant.distance(&x, true), secant.angle(&x, &z)]);
            }
            JointKind::Fixed | JointKind::Revolute | JointKind::Spherical => {
                rows.extend([Vec3::x(), Vec3::y()].map(|e| secant.distance(&|_| e, false)));
            }
        }
        if joint.kind == JointKind::Fixed {
            rows.push(secant.angle(&x, &y));
        }
        return rows;
    }
    match joint.kind {
        JointKind::Fixed | JointKind::Revolute | JointKind::Spherical => {
            rows.extend([Vec3::x(), Vec3::y(), Vec3::z()].map(|e| secant.distance(&|_| e, false)));
        }
        JointKind::Prismatic | JointKind::Cylindrical => {
            rows.extend([secant.distance(&x, true), secant.distance(&y, true)]);
        }
    }
    if joint.kind != JointKind::Spherical {
        rows.extend([secant.angle(&x, &z), secant.angle(&y, &z)]);
    }
    if matches!(joint.kind, JointKind::Fixed | JointKind::Prismatic) {
        rows.push(secant.angle(&x, &y));
    }
    rows
}

/// One side of a joint's limits: gap + h (J_a·ν_a + J_b·ν_b) >= 0.
pub type Limit = JointRow;

/// The rows that keep the coordinate within its limits, lower and upper, with the gap of the coordinate `now` in
/// [`JointRow::error`].
pub fn limit_rows(
    joint: &Joint,
    now: f64,
    start: Placements,
    end: Placements,
    kappa: (f64, f64),
) -> Vec<Limit> {
    let Some((low, high)) = joint.limits.filter(|_| joint.kind.has_coordinate()) else { return Vec::new() };
    let row = coordinate_row(joint, start, end, kappa);
    vec![
        JointRow { error: now - low, ..row },
        JointRow { error: high - now, jacobian_a: -row.jacobian_a, jacobian_b: -row.jacobian_b, ..row },
    ]
}

/// The row of the rate of the joint's coordinate (rad/s or m/s); its error is not set.
pub(super) fn coordinate_row(
    joint: &Joint,
    start: Placements,
    end: Placements,
    kappa: (f64, f64),
) -> JointRow {
    if joint.kind == JointKind::Prismatic {
        return Secant { start, end, kappa }.distance(&|p| p.z, true);
    }
    let axis = (start.0.z + end.0.z).normalize();
    let row = |sign: f64| Vec6::new(0.0, 0.0, 0.0, sign * axis.x, sign * axis.y, sign * axis.z);
    JointRow { error: 0.0, angular: true, jacobian_a: row(-1.0), jacobian_b: row(1.0) }
}

struct Secant<'a> {
    start: Placements<'a>,
    end: Placements<'a>,
    kappa: (f64, f64),
}

impl Secant<'_> {
    /// e · (p_b − p_a) for a direction that is fixed in A (`turns`) or in the world.
    fn distance(&self, e: &dyn Fn(&Placement) -> Vec3, turns: bool) -> JointRow {
        let (a, b) = (&self.start.0, &self.start.1);
        let (a1, b1) = (&self.end.0, &self.end.1);
        let direction = (e(a) + e(a1)) / 2.0;
        let between = ((b.point - a.point) + (b1.point - a1.point)) / 2.0;
        let lever = |s: &Placement, s1: &Placement| (s.lever + s1.lever) / 2.0;
        let mut about_a = -lever(a, a1).cross(&direction);
        if turns {
            about_a += direction.cross(&between);
        }
        let about_b = lever(b, b1).cross(&direction);
        JointRow {
            error: e(a).dot(&(b.point - a.point)),
            angular: false,
            jacobian_a: stack(&-direction, &(about_a * self.kappa.0)),
            jacobian_b: stack(&direction, &(about_b * self.kappa.1)),
        }
    }

    /// u · w for u fixed in A and w fixed in B.
    fn angle(&self, u: &dyn Fn(&Placement) -> Vec3, w: &dyn Fn(&Placement) -> Vec3) -> JointRow {
        let mean_u = (u(self.start.0) + u(self.end.0)) / 2.0;
        let mean_w = (w(self.start.1) + w(self.end.1)) / 2.0;
        let turn = mean_u.cross(&mean_w);
        JointRow {
            error: u(self.start.0).dot(&w(self.start.1)),
            angular: true,
            jacobian_a: stack(&Vec3::zeros(), &(turn * self.kappa.0)),
            jacobian_b: stack(&Vec3::zeros(), &(turn * -self.kappa.1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Dimension, Quat, Twist, cayley_factor};
    use crate::world::body::BodyId;

    /// The secant rows give the change of every error exactly, for large motions of both bodies.
    #[test]
    fn rows_are_exact_over_a_step() {
        let pose = |k: f64| Pose {
            position: Vec3::new(0.3 * k, -0.2 + k, 0.7),
            orientation: Quat::from_euler_angles(0.3 + k, -0.8 * k, 1.1),
        };
        let twist = |k: f64| Twist {
            linear: Vec3::new(1.0 - k, 2.0 * k, -0.5),
            angular: Vec3::new(3.0 * k, -1.0, 2.0 + k),
        };
        let h = 0.3;
        for kind in [
            JointKind::Fixed,
            JointKind::Revolute,
            JointKind::Prismatic,
            JointKind::Cylindrical,
            JointKind::Spherical,
        ] {
            let (a, b) = (pose(0.1), pose(0.9));
            let bodies = (BodyId(0), BodyId(1));
            let axis = Vec3::new(0.2, -0.4, 1.0);
            let joint = Joint::new(kind, bodies, (&a, &b), Vec3::new(0.1, 0.4, 0.2), axis, Dimension::Three);
            assert!(joint.error(&a, &b, 1.0) < 1e-15, "the frames coincide at the start");
            // Away from the start first, so that no error is zero.
            let (a, b) = (a.advanced(&twist(0.2), 0.1), b.advanced(&twist(-0.7), 0.1));
            let (a1, b1) = (a.advanced(&twist(0.5), h), b.advanced(&twist(1.5), h));
            let (start, end) = (joint.placed(&a, &b), joint.placed(&a1, &b1));
            let kappa = (cayley_factor(&twist(0.5), h), cayley_factor(&twist(1.5), h));
            let before = rows(&joint, (&start.0, &start.1), (&end.0, &end.1), kappa);
            let after = rows(&joint, (&end.0, &end.1), (&end.0, &end.1), (1.0, 1.0));
            for (row, after) in before.iter().zip(&after) {
                let rate =
                    row.jacobian_a.dot(&twist(0.5).to_vec6()) + row.jacobian_b.dot(&twist(1.5).to_vec6());
                assert!((row.error + h * rate - after.error).abs() < 1e-14, "{kind:?}");
            }
            assert!(joint.error(&a1, &b1, 1.0) > 1e-2, "the test moves the frames apart");
        }
    }
}
