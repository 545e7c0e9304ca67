//! The mean spin of a body in a step of the implicit midpoint rule.

use crate::math::{Mat3, Vec3, skew};

/// Rounds of Newton's method at most.
const MAX_ROUNDS: usize = 30;
/// Halvings of a step of Newton's method at most.
const MAX_HALVINGS: usize = 12;
/// Into so many parts at most the way from step size 0 to `h` is cut, where Newton's method needs a nearer start.
const MAX_PARTS: u32 = 256;
/// A residual is that of a solution below this share of what the step has to do.
const SOLVED: f64 = 1e-9;

/// The mean angular velocity W of a step of `h` (s), body axes at its start (rad/s): the root of
///
/// ```text
/// 2J(W − Ω) + h W × JW = h τ − ½h² W × τ
/// ```
///
/// with the inertia J (kg·m², body axes), the angular velocity Ω at the start (`omega_body`, rad/s) and a torque τ that is
/// constant in the world (`torque_body`, N·m, in the body axes at the start). With R⁺ = R cay(hW) and Ω⁺ = 2W − Ω the
/// spatial angular momentum RJΩ changes by h times the torque, and the kinetic energy by hW·τ: without a torque both are
/// kept to rounding. A root exists at any h, since W·F(W) = 2W·J(W − Ω) − hW·τ is positive for large W; while the
/// step turns the body by about a radian, it is that which is connected with Ω at h = 0; at turns of tens of radians some root. Where
/// rounding or input that is not finite leaves none, the best that was seen.
pub fn midpoint_spin(inertia: &Mat3, omega_body: &Vec3, torque_body: &Vec3, h: f64) -> Vec3 {
    let momentum = inertia * omega_body;
    // A steady spin is its own mean, to the bit.
    if *torque_body == Vec3::zeros() && omega_body.cross(&momentum) == Vec3::zeros() {
        return *omega_body;
    }
    let Some(inverse) = inertia.cholesky().map(|root| root.inverse()) else { return *omega_body };
    let scale = omega_body.norm() + 0.5 * h.abs() * (inverse * torque_body).norm();
    let equation =
        |h: f64| Equation { inertia, inverse: &inverse, momentum: &momentum, torque: torque_body, h };
    let (mut best, mut least) = equation(h).solve(*omega_body);
    let mut parts = 1;
    while !(least <= SOLVED * scale) && parts < MAX_PARTS {
        parts *= 2;
        let (w, residual) = (1..=parts).fold((*omega_body, f64::INFINITY), |(w, _), i| {
            equation(h * f64::from(i) / f64::from(parts)).solve(w)
        });
        if residual < least || !least.is_finite() {
            (best, least) = (w, residual);
        }
    }
    // The way from 0 may turn back. At large h the roots lie near the principal axes, where W × JW vanishes.
    if !(least <= SOLVED * scale) && least.is_finite() {
        let axes = inertia.symmetric_eigen().eigenvectors;
        let target = omega_body + 0.5 * h * (inverse * torque_body);
        let along = axes.tr_mul(&target);
        for (axis, part) in axes.column_iter().zip(along.iter()) {
            for size in [*part, along.norm(), -along.norm()] {
                let (w, residual) = equation(h).solve(axis * size);
                if residual < least {
                    (best, least) = (w, residual);
                }
            }
        }
    }
    if best.iter().all(|x| x.is_finite()) { best } else { *omega_body }
}

/// F(W) = 2J(W − Ω) + h W × JW − h τ + ½h² W × τ.
struct Equation<'a> {
    inertia: &'a Mat3,
    inverse: &'a Mat3,
    momentum: &'a Vec3,
    torque: &'a Vec3,
    h: f64,
}

impl Equation<'_> {
    fn value(&self, w: &Vec3) -> Vec3 {
        let (jw, h) = (self.inertia * w, self.h);
        2.0 * (jw - self.momentum) + h * (w.cross(&(jw + 0.5 * h * self.torque)) - self.torque)
    }

    fn derivative(&self, w: &Vec3) -> Mat3 {
        let (jw, h) = (self.inertia * w, self.h);
        2.0 * self.inertia + h * (skew(w) * self.inertia - skew(&(jw + 0.5 * h * self.torque)))
    }

    /// ½‖J⁻¹F‖ (rad/s): the change of spin that the residual means.
    fn residual(&self, w: &Vec3) -> f64 {
        0.5 * (self.inverse * self.value(w)).norm()
    }

    /// Damped steps of Newton's method until nothing becomes smaller: a spin (rad/s) and its residual (rad/s).
    fn solve(&self, start: Vec3) -> (Vec3, f64) {
        let (mut w, mut residual) = (start, self.residual(&start));
        for _ in 0..MAX_ROUNDS {
            if residual == 0.0 {
                break;
            }
            let Some(step) = self.derivative(&w).lu().solve(&self.value(&w)) else { break };
            let tried = (0..MAX_HALVINGS).find_map(|k| {
                let next = w - step * 0.5f64.powi(k as i32);
                let after = self.residual(&next);
                (after < residual).then_some((next, after))
            });
            let Some(better) = tried else { break };
            (w, residual) = better;
        }
        (w, residual)
    }
}

#[cfg(test)]
#[path = "midpoint_tests.rs"]
mod tests;
