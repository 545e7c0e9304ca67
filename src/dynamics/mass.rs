//! The inverse mass matrix of one body as a product S Sᵀ = M⁻¹, in world axes.

use crate::math::{Dimension, Mat3, Pose, Vec3, Vec6, stack};
use crate::world::Body;
/// A root of the inverse mass matrix of one body: M⁻¹ = S Sᵀ with S = diag(s·1, S_ω).
///
/// In the scaled velocity y = S⁻¹ν the kinetic norm ‖ν‖_M is the Euclidean norm of y, so that every convex problem
/// of a step is a projection. Locked components (all of a fixed body; z, ω_x, ω_y in the plane) have zeros.
#[derive(Clone, Copy, Debug)]
pub struct MassRoot {
    linear: Vec3,
    angular: Mat3,
    /// The inverse of `angular`, zero where that is.
    inverse: Mat3,
}

impl MassRoot {
    /// The root for a body at a pose; zero for a body that impulses do not move.
    pub fn new(body: &Body, pose: &Pose, dimension: Dimension) -> Self {
        if !body.is_dynamic() {
            return Self { linear: Vec3::zeros(), angular: Mat3::zeros(), inverse: Mat3::zeros() };
        }
        let s = 1.0 / body.mass.sqrt();
        match dimension {
            Dimension::Two => {
                let root = body.inertia[(2, 2)].sqrt();
                Self {
                    linear: Vec3::new(s, s, 0.0),
                    angular: Mat3::from_diagonal(&Vec3::new(0.0, 0.0, 1.0 / root)),
                    inverse: Mat3::from_diagonal(&Vec3::new(0.0, 0.0, root)),
                }
            }
            Dimension::Three => {
                // J = L Lᵀ in body axes gives J⁻¹ = L⁻ᵀ L⁻¹, hence S = R L⁻ᵀ, and S⁻¹ = Lᵀ Rᵀ.
                let (lower, inverse) = match lower_root(&body.inertia) {
                    Some(lower) => (lower, lower_inverse(&lower)),
                    // Scenes are validated; an inertia that is not positive definite locks the rotation.
                    None => (Mat3::zeros(), Mat3::zeros()),
                };
                let turn = pose.orientation.to_rotation_matrix().into_inner();
                Self {
                    linear: Vec3::repeat(s),
                    angular: turn * inverse.transpose(),
                    inverse: (turn * lower).transpose(),
                }
            }
        }
    }

    /// Sᵀ j for a row j of a Jacobian.
    pub fn scale_row(&self, j: &Vec6) -> Vec6 {
        let l = self.linear.component_mul(&j.fixed_rows::<3>(0));
        let a = self.angular.tr_mul(&j.fixed_rows::<3>(3));
        Vec6::new(l.x, l.y, l.z, a.x, a.y, a.z)
    }

    /// S y: the change of twist that a change of scaled velocity means.
    pub fn apply(&self, y: &Vec6) -> Vec6 {
        let l = self.linear.component_mul(&y.fixed_rows::<3>(0));
        let a = self.angular * y.fixed_rows::<3>(3);
        Vec6::new(l.x, l.y, l.z, a.x, a.y, a.z)
    }

    /// S⁻¹ v: the scaled velocity that a twist means; components that are locked count nothing.
    pub fn scaled(&self, v: &Vec6) -> Vec6 {
        let linear = Vec3::from_fn(|i, _| if self.linear[i] > 0.0 { v[i] / self.linear[i] } else { 0.0 });
        let angular = self.inverse * v.fixed_rows::<3>(3);
        stack(&linear, &angular)
    }

    /// νᵀMν of a twist (J·2).
    pub fn kinetic_norm2(&self, v: &Vec6) -> f64 {
        self.scaled(v).norm_squared()
    }

    /// The change of angular velocity (rad/s) that an impulse moment means (N·m·s), both in world axes.
    pub fn turned_by(&self, moment: &Vec3) -> Vec3 {
        self.angular * self.angular.tr_mul(moment)
    }

    /// ωᵀJω of an angular velocity (rad/s, world axes; J·2).
    pub fn spin_norm2(&self, omega: &Vec3) -> f64 {
        (self.inverse * omega).norm_squared()
    }

    /// M⁻¹ w for a wrench impulse w (N·s, N·m·s).
    pub fn inverse_mass_times(&self, w: &Vec6) -> Vec6 {
        self.apply(&self.scale_row(w))
    }
}

/// L with L Lᵀ = J; `None` where J is not positive definite.
fn lower_root(j: &Mat3) -> Option<Mat3> {
    let positive = |x: f64| (x > 0.0).then(|| x.sqrt());
    let a = positive(j[(0, 0)])?;
    let (b, c) = (j[(1, 0)] / a, j[(2, 0)] / a);
    let d = positive(j[(1, 1)] - b * b)?;
    let e = (j[(2, 1)] - c * b) / d;
    let f = positive(j[(2, 2)] - c * c - e * e)?;
    Some(Mat3::new(a, 0.0, 0.0, b, d, 0.0, c, e, f))
}

/// L⁻¹.
fn lower_inverse(l: &Mat3) -> Mat3 {
    let [a, d, f] = [0, 1, 2].map(|k| 1.0 / l[(k, k)]);
    let (b, c, e) = (l[(1, 0)], l[(2, 0)], l[(2, 1)]);
    Mat3::new(a, 0.0, 0.0, -b * a * d, d, 0.0, (b * e * d - c) * a * f, -e * d * f, f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;
    use crate::world::BodyProperties;

    /// M (S Sᵀ) w = w for a body with three different moments at a skew orientation.
    #[test]
    fn root_squares_to_the_inverse_mass() {
        let inertia = Mat3::new(2.0, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 0.9);
        let body = Body {
            properties: BodyProperties::new("b"),
            parts: Vec::new().into(),
            centre_of_mass: Vec3::zeros(),
            mass: 3.0,
            inertia,
            radius: 1.0,
            swatch: 0,
        };
        let pose = Pose { position: Vec3::zeros(), orientation: Quat::from_euler_angles(0.4, -1.2, 2.0) };
        let root = MassRoot::new(&body, &pose, Dimension::Three);
        let w = Vec6::new(1.0, -2.0, 0.5, 0.3, 0.7, -1.1);
        let v = root.inverse_mass_times(&w);
        let r = pose.orientation.to_rotation_matrix();
        let j = r.matrix() * inertia * r.matrix().transpose();
        let back = j * v.fixed_rows::<3>(3);
        assert!((v.fixed_rows::<3>(0) * 3.0 - w.fixed_rows::<3>(0)).norm() < 1e-14);
        assert!((back - w.fixed_rows::<3>(3)).norm() < 1e-13);
        // What the scaled velocity of a twist means is the twist, and its norm the energy's.
        let y = root.scaled(&v);
        assert!((root.apply(&y) - v).norm() < 1e-14 && (y.norm_squared() - v.dot(&w)).abs() < 1e-13);
        let omega = v.fixed_rows::<3>(3).into_owned();
        assert!((root.turned_by(&(j * omega)) - omega).norm() < 1e-14);
        assert!((root.spin_norm2(&omega) - omega.dot(&(j * omega))).abs() < 1e-13);
    }
}
