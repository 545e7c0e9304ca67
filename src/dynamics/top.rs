//! The free rotation of a rigid body (Euler's top), to rounding at any step size.
//!
//! In the principal axes, with moments I₁ ≤ I₂ ≤ I₃, spin Ω (body axes) and angular momentum m = JΩ, Euler's equations are
//! Ω₁' = (I₂ − I₃)/I₁ Ω₂Ω₃ and its cyclic companions. The spatial angular momentum π is constant, so that the motion has a
//! part that is known in closed form, the rotation about π with π/I₂:
//!
//! ```text
//! R(t) = exp(t π/I₂) R(0) S(t),      S' = S × (Ω − m/I₂),      Ω − m/I₂ = ((I₂ − I₁)/I₂ Ω₁, 0, (I₂ − I₃)/I₂ Ω₃)
//! ```
//!
//! For a spherical body S = 1, for a symmetric one S turns about the axis of symmetry at a constant rate: both are closed
//! forms. Else Ω and the quaternion of S are summed as Taylor series. Both systems are quadratic with coefficients at most 1
//! (the triangle inequality of moments), so that the n-th terms after the time τ are at most (ντ)ⁿ with ν = max |Ωᵢ|: the
//! series converges to rounding for certain, near the separatrix, near symmetry and for slender bodies alike, where
//! formulas with elliptic functions (Celledoni, Fassò, Säfström, Zanna 2008) need cases and lose digits. What these do better,
//! a cost that does not grow with the step, comes from the period of Ω: after a period S is a rotation about m.

use crate::math::{Mat3, Quat, Vec3};
use nalgebra::Quaternion;

/// Highest power of a Taylor series.
const ORDER: usize = 30;
/// ντ of one Taylor series at most: REACH^ORDER = 2⁻⁶⁰.
const REACH: f64 = 0.25;
/// Terms below this, relative to the sum, are left out (2⁻⁶⁰).
const NEGLIGIBLE: f64 = 8.7e-19;
/// Moments that differ by less, relative to the largest, are equal: decompositions leave that much.
const SAME_MOMENT: f64 = 16.0 * f64::EPSILON;
/// Rotation (rad) from which on whole periods are taken out of the motion.
const LONG: f64 = 64.0;

/// Orientation and angular velocity (rad/s, world axes) of a body on which no torque acts, after the time `h` (s).
///
/// `inertia` is that about the centre of mass in body axes (kg·m²), symmetric and positive definite, not necessarily diagonal;
/// `omega` is in world axes (rad/s). The angular velocity is drawn from the angular momentum and the new orientation, so
/// that rounding of the orientation does not wear the momentum down. Input that is not finite is turned as if its spin were
/// constant.
pub fn spin_freely(inertia: &Mat3, orientation: &Quat, omega: &Vec3, h: f64) -> (Quat, Vec3) {
    let spin = orientation.inverse() * omega;
    let steady = || {
        if *omega == Vec3::zeros() {
            return (*orientation, *omega);
        }
        (normalised(Quat::from_scaled_axis(omega * h) * orientation), *omega)
    };
    // In the plane, at rest and about a principal axis along a body axis; what is not finite.
    let torque = (inertia * spin).cross(&spin);
    if torque == Vec3::zeros() || !torque.iter().all(|t| t.is_finite()) {
        return steady();
    }
    let Some(top) = Top::new(inertia) else { return steady() };
    if top.moments[0] == top.moments[2] {
        return steady();
    }
    let turned = top.turn(&top.axes.tr_mul(&spin), h);
    let end = normalised(orientation * turned_into(&turned, &top.axes));
    // The residual makes the second evaluation exact to the last digit also where the moments are far apart.
    let momentum = |omega: &Vec3, at: &Quat| at * (inertia * (at.inverse() * omega));
    let velocity = |momentum: &Vec3| end * top.solve(&(end.inverse() * momentum));
    let kept = momentum(omega, orientation);
    let first = velocity(&kept);
    let last = first + velocity(&(kept - momentum(&first, &end)));
    if last.iter().all(|x| x.is_finite()) { (end, last) } else { steady() }
}

fn normalised(mut q: Quat) -> Quat {
    q.renormalize();
    q
}

/// The rotation `q`, given in the principal axes, in the axes in which these are the columns of `axes`.
fn turned_into(q: &Quat, axes: &Mat3) -> Quat {
    Quat::new_unchecked(Quaternion::from_parts(q.w, axes * q.imag()))
}

/// Principal axes and moments of a body, and the coefficients of its equations of motion.
struct Top {
    /// Right-handed; columns in body axes.
    axes: Mat3,
    /// I₁ ≤ I₂ ≤ I₃ (kg·m²).
    moments: [f64; 3],
    /// (I₂ − I₃)/I₁ and its cyclic companions: those of ΩⱼΩₖ in Ωᵢ'.
    gyration: [f64; 3],
    /// (I₂ − Iᵢ)/I₂ for i = 1 and 3: the spin relative to π/I₂ by the spin.
    relative: [f64; 2],
}

impl Top {
    /// `None` for what is not the inertia of a body.
    fn new(inertia: &Mat3) -> Option<Self> {
        let diagonal = inertia.iter().enumerate().all(|(k, x)| k % 4 == 0 || *x == 0.0);
        let (values, vectors) = if diagonal {
            (inertia.diagonal(), Mat3::identity())
        } else {
            let eigen = inertia.symmetric_eigen();
            (eigen.eigenvalues, eigen.eigenvectors)
        };
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
        let mut axes = Mat3::from_columns(&order.map(|k| vectors.column(k).into_owned()));
        if axes.determinant() < 0.0 {
            let last = -axes.column(2);
            axes.set_column(2, &last);
        }
        let [mut a, mut b, mut c] = order.map(|k| values[k]);
        if !(a > 0.0 && c.is_finite()) {
            return None;
        }
        let same = SAME_MOMENT * c;
        if c - a <= same {
            (a, b, c) = (b, b, b);
        } else if b - a <= same && b - a <= c - b {
            b = a;
        } else if c - b <= same {
            b = c;
        }
        Some(Self {
            axes,
            moments: [a, b, c],
            gyration: [(b - c) / a, (c - a) / b, (a - b) / c],
            relative: [(b - a) / b, (b - c) / b],
        })
    }

    /// J⁻¹m in body axes.
    fn solve(&self, momentum: &Vec3) -> Vec3 {
        let [a, b, c] = self.moments;
        self.axes * self.axes.tr_mul(momentum).component_div(&Vec3::new(a, b, c))
    }

    /// R(0)⁻¹ R(h) from the spin at the start; all in principal axes.
    fn turn(&self, spin: &Vec3, h: f64) -> Quat {
        let [a, b, c] = self.moments;
        let momentum = spin.component_mul(&Vec3::new(a, b, c));
        let about_momentum = Quat::from_scaled_axis(momentum * (h / b));
        let [d, e] = self.relative;
        let rest = if d == 0.0 || e == 0.0 {
            Quat::from_scaled_axis(Vec3::new(d * spin.x, 0.0, e * spin.z) * h)
        } else if self.rate(spin) * h.abs() <= LONG {
            self.follow(spin, h).1
        } else {
            self.follow_far(spin, &momentum, h)
        };
        about_momentum * rest
    }

    /// ν (rad/s): after the time τ no n-th term of a series is larger than (ντ)ⁿ.
    fn rate(&self, spin: &Vec3) -> f64 {
        let most = |values: &[f64]| values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        most(&self.gyration).max(most(&self.relative)) * spin.amax()
    }

    /// Spin and S after the time `h`, by as many series as it takes.
    fn follow(&self, spin: &Vec3, h: f64) -> (Vec3, Quat) {
        let (mut spin, mut turned, mut left) = (*spin, Quat::identity(), h);
        loop {
            let parts = (self.rate(&spin) * left.abs() / REACH).ceil().max(1.0);
            let (next, more) = self.series(&spin, left / parts);
            (spin, turned) = (next, turned * more);
            if !(parts > 1.0) {
                return (spin, turned);
            }
            turned.renormalize();
            left -= left / parts;
        }
    }

    /// S after a time of many periods of the spin. Each of them turns S by the same angle about m.
    fn follow_far(&self, spin: &Vec3, momentum: &Vec3, h: f64) -> Quat {
        let period = self.period(spin);
        let (end, turned) = self.follow(spin, period);
        // A step of Newton's method closes the orbit: the modulus of a motion near the separatrix has few digits.
        let change = self.acceleration(&end);
        let late = (end - spin).dot(&change) / change.norm_squared();
        let late = if late.abs() < 0.1 * period { late } else { 0.0 };
        let (period, turned) = (period - late, turned * self.follow(&end, -late).1);
        let axis = momentum / momentum.norm();
        let angle = 2.0 * turned.imag().dot(&axis).atan2(turned.w);
        let whole = (h / period).trunc();
        let rest = self.follow(spin, (-whole).mul_add(period, h)).1;
        Quat::from_scaled_axis(axis * (whole * angle)) * rest
    }

    /// Ω' (rad/s²).
    fn acceleration(&self, spin: &Vec3) -> Vec3 {
        let [a, b, c] = self.gyration;
        Vec3::new(a * spin.y * spin.z, b * spin.z * spin.x, c * spin.x * spin.y)
    }

    /// Time after which the spin is what it was (s): 4K(k)/p = 2π/agm(p, pk').
    ///
    /// With A = (I₃ − I₂)(m² − 2TI₁) and B = (I₂ − I₁)(2TI₃ − m²): p² = max(A, B)/(I₁I₂I₃), p²k'² = |A − B|/(I₁I₂I₃)
    /// (Landau and Lifshitz, Mechanics, §37). Beyond the last digit of A − B the separatrix cannot be told from motions near it.
    fn period(&self, spin: &Vec3) -> f64 {
        let [a, b, c] = self.moments;
        let square = spin.component_mul(spin);
        let about_third = (c - b) * (b * (b - a) * square.y + c * (c - a) * square.z);
        let about_first = (b - a) * (a * (c - a) * square.x + b * (c - b) * square.y);
        let difference = (c - a) * (c * (c - b) * square.z - a * (b - a) * square.x);
        let largest = about_third.max(about_first);
        let scale = (a * b).sqrt() * c.sqrt();
        let mut x = largest.sqrt() / scale;
        let mut y = difference.abs().max(f64::EPSILON * largest).sqrt() / scale;
        // Digits double in every round.
        for _ in 0..10 {
            (x, y) = (0.5 * (x + y), (x * y).sqrt());
        }
        std::f64::consts::TAU / x
    }

    /// Spin and S after the time `h`, by one Taylor series: scaled coefficients, that is the terms themselves.
    fn series(&self, spin: &Vec3, h: f64) -> (Vec3, Quat) {
        let [ga, gb, gc] = self.gyration;
        let [da, dc] = self.relative.map(|x| 0.5 * x);
        let mut x = [[0.0; 3]; ORDER + 1];
        let mut s = [[0.0; 4]; ORDER + 1];
        (x[0], s[0]) = ([spin.x, spin.y, spin.z], [1.0, 0.0, 0.0, 0.0]);
        let small = NEGLIGIBLE * spin.amax();
        let mut last = ORDER;
        let mut quiet = false;
        for n in 0..ORDER {
            let (mut yz, mut zx, mut xy) = (0.0, 0.0, 0.0);
            let mut sum = [0.0; 4];
            for i in 0..=n {
                let ([xi, yi, _], [xj, _, zj]) = (x[i], x[n - i]);
                yz += yi * zj;
                zx += xi * zj;
                xy += yi * xj;
                let ([w, sx, sy, sz], p, r) = (s[i], da * xj, dc * zj);
                sum[0] -= sx * p + sz * r;
                sum[1] += w * p + sy * r;
                sum[2] += sz * p - sx * r;
                sum[3] += w * r - sy * p;
            }
            let step = h / (n + 1) as f64;
            x[n + 1] = [step * ga * yz, step * gb * zx, step * gc * xy];
            s[n + 1] = sum.map(|v| step * v);
            // One term may vanish by symmetry, two in a row do not.
            let tiny =
                x[n + 1].iter().all(|v| v.abs() <= small) && s[n + 1].iter().all(|v| v.abs() <= NEGLIGIBLE);
            if tiny && quiet {
                last = n + 1;
                break;
            }
            quiet = tiny;
        }
        // From the smallest term to the largest.
        let (mut spin, mut turned) = ([0.0; 3], [0.0; 4]);
        for n in (0..=last).rev() {
            (0..3).for_each(|k| spin[k] += x[n][k]);
            (0..4).for_each(|k| turned[k] += s[n][k]);
        }
        let [w, a, b, c] = turned;
        (Vec3::from(spin), Quat::new_unchecked(Quaternion::new(w, a, b, c)))
    }
}

#[cfg(test)]
#[path = "top_tests.rs"]
mod tests;
