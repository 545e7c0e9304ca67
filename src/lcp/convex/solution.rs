//! What a convex problem is asked with and what is answered, whichever method does it.

use std::fmt;

use nalgebra::DVector;
use serde::Serialize;

/// Default of [`ConvexSettings::tolerance`].
pub const DEFAULT_TOLERANCE: f64 = 1e-12;

/// How the solve of a convex problem ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ConvexStatus {
    /// The optimality residual is within rounding.
    Solved,
    /// The rows contradict each other; [`ConvexSolution::conflict`] names some that do.
    Infeasible,
    /// Out of steps.
    IterationLimit,
    /// The final active set did not give an optimal point to the accuracy asked for.
    NumericalTrouble,
}

impl fmt::Display for ConvexStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ConvexStatus::Solved => "solved",
            ConvexStatus::Infeasible => "infeasible",
            ConvexStatus::IterationLimit => "iteration limit",
            ConvexStatus::NumericalTrouble => "numerical trouble",
        })
    }
}

/// What a caller may ask of the method.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ConvexSettings {
    /// Violation of a row of length 1 below which it holds, relative to max(‖y*‖, ‖y‖, scale) + |d_i| / ‖c_i‖
    /// (dimensionless).
    pub tolerance: f64,
    /// Size of the numbers that the right-hand sides were computed from, where cancellation has left less of them
    /// (unit of y): two rows that ask for the same from opposite sides must not contradict each other by rounding.
    pub scale: f64,
    /// Most steps; none for 100 + 10 (n + rows), far above what is ever needed (the proximal Newton method has its
    /// own default).
    pub max_iterations: Option<usize>,
}

impl ConvexSettings {
    /// For numbers of the size `scale`, to `tolerance` and at least to 1e-11, in as many steps as the problem takes.
    pub fn exact(tolerance: f64, scale: f64) -> Self {
        ConvexSettings { tolerance: tolerance.min(1e-11), scale, max_iterations: None }
    }
}

impl Default for ConvexSettings {
    fn default() -> Self {
        ConvexSettings { tolerance: DEFAULT_TOLERANCE, scale: 0.0, max_iterations: None }
    }
}

/// The answer with what was measured of it. Look at `status` before using `y`.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvexSolution {
    /// The point (n).
    pub y: DVector<f64>,
    /// u, one per row: y = y* + Σ u_i c_i. Non-negative for inequalities, zero for rows that are not active.
    pub multipliers: Vec<f64>,
    /// The active rows, ascending, linearly independent: what to warm-start the next solve with.
    pub active: Vec<usize>,
    /// Rows taken in or dropped, without the warm start's.
    pub iterations: usize,
    /// How the solve ended.
    pub status: ConvexStatus,
    /// [`ConvexProblem::kkt`] of the answer (unit of y).
    pub kkt: f64,
    /// Rows that cannot hold together, ascending, where `status` is `Infeasible`; otherwise empty.
    pub conflict: Vec<usize>,
}
