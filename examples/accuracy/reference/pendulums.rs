//! A pendulum in closed form and by fine integration, and two rods that hang on each other.

use super::elliptic::{complete, jacobi};
use super::runge_kutta::{Y, integrate};

/// Angle from the downward vertical (rad) at time `t` (s) of a pendulum let go at rest at `start` (rad, below π) whose small swings
/// have the circular frequency `omega` (1/s): sin(θ/2) = k sn(K − ω t), k = sin(θ₀/2).
pub fn swing(start: f64, omega: f64, t: f64) -> f64 {
    let k = (0.5 * start).sin();
    let (sn, _, _) = jacobi(complete(k * k) - omega * t, k * k);
    2.0 * (k * sn).asin()
}

/// The same by fine integration of θ'' = −ω² sin θ.
pub fn swing_integrated(start: f64, omega: f64, t: f64) -> f64 {
    let f = |y: &Y<2>| Y::<2>::new(y[1], -omega * omega * y[0].sin());
    integrate(&f, Y::<2>::new(start, 0.0), t, 1e-3)[0]
}

/// Two equal rods in a row, the first hinged at the origin: what of them counts.
#[derive(Clone, Copy, Debug)]
pub struct Rods {
    /// Mass of each (kg).
    pub mass: f64,
    /// Length of each, from joint to joint (m).
    pub length: f64,
    /// Inertia of each about its centre (kg·m²).
    pub inertia: f64,
    /// Gravity, downwards (m/s²).
    pub gravity: f64,
}

impl Rods {
    /// Angles of both rods from the x axis and their rates, θ₁, θ₂, θ₁', θ₂', differentiated (Lagrange's equations).
    pub fn derivative(&self, y: &Y<4>) -> Y<4> {
        let Self { mass: m, length: l, inertia, gravity: g } = *self;
        let (sin, cos) = (y[0] - y[1]).sin_cos();
        let (m11, m22) = (inertia + 1.25 * m * l * l, inertia + 0.25 * m * l * l);
        let m12 = 0.5 * m * l * l * cos;
        let b1 = -0.5 * m * l * l * sin * y[3] * y[3] - 1.5 * m * g * l * y[0].cos();
        let b2 = 0.5 * m * l * l * sin * y[2] * y[2] - 0.5 * m * g * l * y[1].cos();
        let det = m11 * m22 - m12 * m12;
        Y::<4>::new(y[2], y[3], (m22 * b1 - m12 * b2) / det, (m11 * b2 - m12 * b1) / det)
    }

    /// Kinetic plus potential energy (J).
    pub fn energy(&self, y: &Y<4>) -> f64 {
        let Self { mass: m, length: l, inertia, gravity: g } = *self;
        let (m11, m22) = (inertia + 1.25 * m * l * l, inertia + 0.25 * m * l * l);
        let m12 = 0.5 * m * l * l * (y[0] - y[1]).cos();
        0.5 * (m11 * y[2] * y[2] + m22 * y[3] * y[3])
            + m12 * y[2] * y[3]
            + m * g * l * (1.5 * y[0].sin() + 0.5 * y[1].sin())
    }

    /// Angles and rates at time `t` (s) after the rods were let go level.
    pub fn after(&self, t: f64) -> Y<4> {
        integrate(&|y| self.derivative(y), Y::<4>::zeros(), t, 1e-3)
    }
}
