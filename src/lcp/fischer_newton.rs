//! The generalised Newton method on the Fischer–Burmeister function (survey 4.4; De Luca, Facchinei, Kanzow 1996).
//!
//! ```text
//!   J Δz = −φ(z),   J = diag(p) + diag(q) A ∈ ∂φ(z)       then a line search on ½‖φ‖² and the rest of [`semismooth`]
//! ```
//!
//! What it cannot do: it proves nothing. Where there is no solution, or where the merit function has a local minimum
//! (A is no P₀-matrix: friction, and X or I disjunctions), every start ends with [`Status::IterationLimit`].
//!
//! [`semismooth`]: super::semismooth
//! [`Status::IterationLimit`]: super::Status::IterationLimit

use nalgebra::DVector;

use super::semismooth::{self, Point, derivatives, jacobian};
use super::{Lcp, LcpSettings, LcpSolver, Outcome};

/// Fischer–Newton. A warm start begins from the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct FischerNewton;

impl LcpSolver for FischerNewton {
    fn name(&self) -> &'static str {
        "fischer-newton"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        semismooth::run(lcp, settings, warm, direction)
    }
}

fn direction(lcp: &Lcp, point: &Point) -> Option<DVector<f64>> {
    let (p, q) = derivatives(lcp, point);
    jacobian(lcp, &p, &q).lu().solve(&-&point.phi)
}
