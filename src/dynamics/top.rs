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
//! forms. Else Ω and the quaternion of S are summed as Taylor series. In units of their amplitudes along the orbit, the
//! components of Ω obey x' = ±p yz, y' = ±p zx, z' = ±k²p xy with the rate p of Jacobi's functions, and S turns at no more than
//! p in each of its two components: after the time τ the n-th terms are at most (pτ)ⁿ. The series therefore converge to rounding
//! for certain, near the separatrix, near symmetry and for slender bodies alike, where formulas with elliptic functions
//! (Celledoni, Fassò, Säfström, Zanna 2008) need cases and lose digits. What these do better, a cost that does not grow with the
//! step, comes from the period of Ω: after a period S is a rotation about m.

use crate::math::twofold::{two_product, two_sum};
use crate::math::{Mat3, Quat, Vec3};
use nalgebra::{Quaternion, Rotation3};

/// Highest power of a Taylor series.
const ORDER: usize = 30;
/// pτ of one Taylor series at most: REACH^ORDER = 2⁻⁶⁰.
const REACH: f64 = 0.25;
/// Terms below this, relative to the sum, are left out (2⁻⁶⁰).
const NEGLIGIBLE: f64 = 8.7e-19;
/// Moments that differ by less, relative to the largest, are equal: decompositions leave that much.
const SAME_MOMENT: f64 = 16.0 * f64::EPSILON;
/// Turns of Jacobi's method at most: some ten are enough.
const MOST_TURNS: usize = 60;
/// ph from which on whole periods are taken out of the motion.
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
        (scaled_to_one((Quat::from_scaled_axis(omega * h) * orientation).into_inner()), *omega)
    };
    // In the plane, at rest and about a principal axis along a body axis; what is not finite.
    let torque = (inertia * spin).cross(&spin);
    if torque == Vec3::zeros() || !torque.iter().all(|t| t.is_finite()) {
        return steady();
    }
    let Some(top) = Top::new(inertia) else { return steady() };
    if top.moments[0] == top.moments[1] && top.moments[1] == top.moments[2] {
        return steady();
    }
    let turned = top.turn(&top.inward(&(inertia * spin)), h);
    let end = scaled_to_one(orientation.into_inner() * top.turned_out(&turned));
    let velocity = |momentum: &Vec3| end * top.solve(&(end.inverse() * momentum));
    let kept = Momentum::new(inertia, orientation, omega);
    let first = velocity(&kept.rounded());
    // With the residual known to all digits, what is lost is the rounding of the result: that has no direction.
    let last = first + velocity(&kept.minus(&Momentum::new(inertia, &end, &first)));
    if last.iter().all(|x| x.is_finite()) { (end, last) } else { steady() }
}

/// The unit quaternion of one whose length is 1 to rounding. Division by the length rounds every entry once more, and leaves
/// a drift of the energy (2e-18 a step) that adding the correction does not.
fn scaled_to_one(q: Quaternion<f64>) -> Quat {
    Quat::new_unchecked(q + q * (0.5 * (1.0 - q.norm_squared())))
}

/// Principal moments of an inertia, and the rotation from its principal axes to its own (Jacobi's method: the largest of the three
/// products of inertia is turned away, until they are below the rounding of the moments).
fn principal(inertia: &Mat3) -> (Vec3, Quat) {
    let (mut a, mut axes) = (*inertia, Mat3::identity());
    for _ in 0..MOST_TURNS {
        let (mut p, mut q) = (0, 1);
        for (i, j) in [(0, 2), (1, 2)] {
            if a[(i, j)].abs() > a[(p, q)].abs() {
                (p, q) = (i, j);
            }
        }
        let product = a[(p, q)];
        if !(product.abs() > f64::EPSILON * f64::EPSILON * a.diagonal().amax()) {
            break;
        }
        // The smaller angle that turns it away: t = tan φ with t² + 2θt − 1 = 0.
        let theta = (a[(q, q)] - a[(p, p)]) / (2.0 * product);
        let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
        let cos = 1.0 / t.hypot(1.0);
        let (sin, r) = (t * cos, 3 - p - q);
        let (rp, rq) = (a[(r, p)], a[(r, q)]);
        a[(p, p)] -= t * product;
        a[(q, q)] += t * product;
        (a[(p, q)], a[(q, p)]) = (0.0, 0.0);
        let (new_p, new_q) = (cos * rp - sin * rq, sin * rp + cos * rq);
        (a[(r, p)], a[(p, r)], a[(r, q)], a[(q, r)]) = (new_p, new_p, new_q, new_q);
        let (x, y) = (axes.column(p).into_owned(), axes.column(q).into_owned());
        axes.set_column(p, &(x * cos - y * sin));
        axes.set_column(q, &(x * sin + y * cos));
    }
    (a.diagonal(), Quat::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes)))
}

/// Principal axes and moments of a body, and the coefficients of its equations of motion.
struct Top {
    /// From principal axes to body axes, up to a cyclic change of their names.
    axes: Quaternion<f64>,
    /// The axis, in the order of `axes`, that is the first here: so that the second has the middle moment.
    first: usize,
    /// I₁, I₂, I₃ (kg·m²), I₂ between the other two.
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
        let (values, axes) =
            if diagonal { (inertia.diagonal(), Quat::identity()) } else { principal(inertia) };
        let least = values.min();
        let same = SAME_MOMENT * values.max();
        if !(least > 0.0 && same.is_finite()) {
            return None;
        }
        let middle = (0..3).find(|k| {
            let [before, after] = [(k + 2) % 3, (k + 1) % 3].map(|j| values[j] - values[*k]);
            before * after <= 0.0
        })?;
        let first = (middle + 2) % 3;
        let [mut a, b, mut c] = [0, 1, 2].map(|k| values[(first + k) % 3]);
        let (to_a, to_c) = ((b - a).abs(), (b - c).abs());
        if to_a <= same {
            a = b;
        }
        if to_c <= same {
            c = b;
        }
        Some(Self {
            axes: axes.into_inner(),
            first,
            moments: [a, b, c],
            gyration: [(b - c) / a, (c - a) / b, (a - b) / c],
            relative: [(b - a) / b, (b - c) / b],
        })
    }

    /// A vector from body axes to principal axes. By products of quaternions: the rounding of `axes` then is a common
    /// factor, not a deformation that would feed or take energy in every step.
    fn inward(&self, v: &Vec3) -> Vec3 {
        let v = (self.axes.conjugate() * Quaternion::from_imag(*v) * self.axes).imag();
        Vec3::from_fn(|k, _| v[(self.first + k) % 3])
    }

    /// A rotation from principal axes to body axes.
    fn turned_out(&self, q: &Quat) -> Quaternion<f64> {
        let imaginary = q.imag();
        let named = Vec3::from_fn(|k, _| imaginary[(k + 3 - self.first) % 3]);
        self.axes * Quaternion::from_parts(q.w, named) * self.axes.conjugate()
    }

    /// J⁻¹m in body axes.
    fn solve(&self, momentum: &Vec3) -> Vec3 {
        let [a, b, c] = self.moments;
        let spin = self.inward(momentum).component_div(&Vec3::new(a, b, c));
        let named = Vec3::from_fn(|k, _| spin[(k + 3 - self.first) % 3]);
        (self.axes * Quaternion::from_imag(named) * self.axes.conjugate()).imag()
    }

    /// R(0)⁻¹ R(h) from the angular momentum at the start; all in principal axes.
    ///
    /// The momentum and not the spin is what the axes and moments, which are rounded, are asked about: where m and JΩ are not
    /// the same to the last digit, energy creeps.
    fn turn(&self, momentum: &Vec3, h: f64) -> Quat {
        let [a, b, c] = self.moments;
        let spin = momentum.component_div(&Vec3::new(a, b, c));
        let about_momentum = Quat::from_scaled_axis(momentum * (h / b));
        let [d, e] = self.relative;
        let rest = if d == 0.0 || e == 0.0 {
            Quat::from_scaled_axis(Vec3::new(d * spin.x, 0.0, e * spin.z) * h)
        } else if self.rate(&spin) * h.abs() <= LONG {
            self.follow(&spin, h).1
        } else {
            self.follow_far(&spin, momentum, h)
        };
        about_momentum * rest
    }

    /// max(A, B)/(I₁I₂I₃) and |A − B|/(I₁I₂I₃) with A = (I₃ − I₂)(m² − 2TI₁) and B = (I₂ − I₁)(2TI₃ − m²): p² and p²k'² of
    /// Jacobi's functions (Landau and Lifshitz, Mechanics, §37). Sums of squares but for A − B, which is known to rounding.
    fn squares(&self, spin: &Vec3) -> (f64, f64) {
        let [a, b, c] = self.moments;
        let square = spin.component_mul(spin);
        let about_third = (c - b) * (b * (b - a) * square.y + c * (c - a) * square.z);
        let about_first = (b - a) * (a * (c - a) * square.x + b * (c - b) * square.y);
        let difference = (c - a) * (c * (c - b) * square.z - a * (b - a) * square.x);
        let largest = about_third.max(about_first);
        (largest / (a * b * c), difference.abs() / (a * b * c))
    }

    /// p (1/s): after the time τ no n-th term of a series is larger than (pτ)ⁿ.
    fn rate(&self, spin: &Vec3) -> f64 {
        self.squares(spin).0.sqrt()
    }

    /// Spin and S after the time `h`, by as many series as it takes.
    fn follow(&self, spin: &Vec3, h: f64) -> (Vec3, Quat) {
        let parts = (self.rate(spin) * h.abs() / REACH).ceil().max(1.0);
        let (mut spin, mut turned) = (*spin, Quat::identity());
        for _ in 0..parts as u32 {
            let (next, more) = self.series(&spin, h / parts);
            (spin, turned) = (next, scaled_to_one((turned * more).into_inner()));
        }
        (spin, turned)
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
    /// Below the last digit of k'² the separatrix cannot be told from motions near it: the period is at most about 80/p.
    fn period(&self, spin: &Vec3) -> f64 {
        let (square, other) = self.squares(spin);
        let (mut x, mut y) = (square.sqrt(), other.max(f64::EPSILON * square).sqrt());
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

/// Angular momentum RJRᵀω (kg·m²/s, world axes) with twice the digits of a number.
struct Momentum([Twofold; 3]);

impl Momentum {
    fn new(inertia: &Mat3, orientation: &Quat, omega: &Vec3) -> Self {
        let omega = [omega.x, omega.y, omega.z].map(|x| Twofold(x, 0.0));
        let spin = rotated(orientation.w, &-orientation.imag(), &omega);
        let body = [0, 1, 2].map(|i| {
            let [x, y, z] = [0, 1, 2].map(|j| spin[j].times(inertia[(i, j)]));
            x.plus(y).plus(z)
        });
        Self(rotated(orientation.w, &orientation.imag(), &body))
    }

    fn rounded(&self) -> Vec3 {
        Vec3::from_fn(|i, _| self.0[i].0)
    }

    fn minus(&self, other: &Self) -> Vec3 {
        Vec3::from_fn(|i, _| self.0[i].plus(other.0[i].times(-1.0)).0)
    }
}

/// v + wt + u × t with t = 2u × v: the vector turned by the unit quaternion (w, u).
fn rotated(w: f64, u: &Vec3, v: &[Twofold; 3]) -> [Twofold; 3] {
    let cross =
        |v: &[Twofold; 3]| [(1, 2), (2, 0), (0, 1)].map(|(j, k)| v[k].times(u[j]).plus(v[j].times(-u[k])));
    let t = cross(v).map(|x| x.times(2.0));
    let more = cross(&t);
    [0, 1, 2].map(|k| v[k].plus(t[k].times(w)).plus(more[k]))
}

/// A sum of a number and its rounding error.
#[derive(Clone, Copy)]
struct Twofold(f64, f64);

impl Twofold {
    /// a + b where a is the larger.
    fn of(a: f64, b: f64) -> Self {
        let sum = a + b;
        Self(sum, b - (sum - a))
    }

    fn plus(self, other: Self) -> Self {
        let (sum, lost) = two_sum(self.0, other.0);
        Self::of(sum, lost + (self.1 + other.1))
    }

    fn times(self, x: f64) -> Self {
        let (product, lost) = two_product(self.0, x);
        Self::of(product, lost + self.1 * x)
    }
}

#[cfg(test)]
#[path = "top_tests.rs"]
mod tests;
