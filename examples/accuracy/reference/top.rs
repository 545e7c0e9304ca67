//! A free rigid body that spins: Euler's equations by fine integration, and their solution in closed form.

use super::elliptic::jacobi;
use super::runge_kutta::{Y, step, three};
use pegsim::math::{Quat, Vec3};

/// Principal moments of inertia (kg·m²) and a start.
#[derive(Clone, Copy, Debug)]
pub struct Top {
    /// Moments about the body's axes x, y, z (kg·m²).
    pub moments: Vec3,
    /// Angular velocity at the start, body axes (rad/s); the body's axes are those of the world there.
    pub omega: Vec3,
}

impl Top {
    /// Angular velocity in body axes and orientation at each of the ascending times `times` (s), by steps of at most
    /// `h` (s) of order 8.
    pub fn course(&self, times: &[f64], h: f64) -> Vec<(Vec3, Quat)> {
        let f = |y: &Y<7>| {
            let w = three(y, 0);
            let turn = (self.moments.component_mul(&w)).cross(&w).component_div(&self.moments);
            // q' = ½ q (0, ω) with ω in body axes; q = (x, y, z, w) = (v, s).
            let (v, s) = (three(y, 3), y[6]);
            let dv = 0.5 * (s * w + v.cross(&w));
            Y::<7>::from_column_slice(&[turn.x, turn.y, turn.z, dv.x, dv.y, dv.z, -0.5 * v.dot(&w)])
        };
        let mut y =
            Y::<7>::from_column_slice(&[self.omega.x, self.omega.y, self.omega.z, 0.0, 0.0, 0.0, 1.0]);
        let (mut at, mut found) = (0.0, Vec::new());
        for &time in times {
            let steps = ((time - at) / h).ceil().max(0.0);
            for _ in 0..steps as usize {
                y = step(&f, &y, (time - at) / steps);
            }
            at = time;
            let q = nalgebra::Quaternion::new(y[6], y[3], y[4], y[5]);
            found.push((three(&y, 0), Quat::from_quaternion(q)));
        }
        found
    }

    /// Angular velocity in body axes at time `t` (s) in closed form (Landau and Lifshitz, Mechanics, § 37), of a body with moments
    /// in ascending order that starts without rotation about its middle axis.
    pub fn omega_in_closed_form(&self, t: f64) -> Vec3 {
        let (a, b, c) = (self.moments.x, self.moments.y, self.moments.z);
        let momentum = self.moments.component_mul(&self.omega).norm_squared();
        let energy = self.omega.dot(&self.moments.component_mul(&self.omega));
        // Above the separatrix the body turns about its axis of largest moment, below about that of the smallest: the
        // formulas are the same with the two exchanged.
        let about_largest = momentum > energy * b;
        let (low, high) = if about_largest { (a, c) } else { (c, a) };
        let rate = ((high - b) * (momentum - energy * low) / (a * b * c)).sqrt();
        let m = (b - low) * (energy * high - momentum) / ((high - b) * (momentum - energy * low));
        let (sn, cn, dn) = jacobi(rate * t, m);
        let along_low = ((energy * high - momentum) / (low * (high - low))).sqrt() * cn;
        let along_middle = ((energy * high - momentum) / (b * (high - b))).sqrt() * sn;
        let along_high = ((momentum - energy * low) / (high * (high - low))).sqrt() * dn;
        let (x, z) = if about_largest { (along_low, along_high) } else { (along_high, along_low) };
        let (x, z) = (x * self.omega.x.signum(), z * self.omega.z.signum());
        // ω₂' = (J₃ − J₁) ω₃ ω₁ / J₂ says on which side the middle one sets out.
        Vec3::new(x, along_middle * ((c - a) * self.omega.x * self.omega.z).signum(), z)
    }
}
