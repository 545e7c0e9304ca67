//! The generalised Newton method on the Fischer–Burmeister function (survey 4.4; De Luca, Facchinei, Kanzow 1996).
//!
//! ```text
//!   J Δz = −φ(z),   J = diag(p) + diag(q) A ∈ ∂φ(z)       then a line search on ½‖φ‖² and the rest of [`semismooth`]
//! ```
//!
//! What it cannot do: it proves nothing. Where there is no solution, or where the merit function has a local minimum
//! (A is no P₀-matrix: friction, and X or I disjunctions), every start ends with [`Status::IterationLimit`], and for
//! hundreds of rows that takes seconds. Of the friction problems of scenes it solves those of up to 100 rows, but for
//! a few at a mass ratio of 1e6, and nine in ten of the larger ones (seven in ten at that ratio).
//!
//! [`semismooth`]: crate::lcp::methods::semismooth
//! [`Status::IterationLimit`]: crate::lcp::method::Status::IterationLimit

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::semismooth;
use crate::lcp::methods::semismooth::{Method, Point, derivatives, jacobian};
use crate::lcp::problem::Lcp;

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
        semismooth::run(lcp, settings, warm, &Method { direction, smoothed })
    }
}

fn direction(lcp: &Lcp, point: &Point) -> Option<DVector<f64>> {
    let (p, q) = derivatives(lcp, point);
    jacobian(lcp, &p, &q).lu().solve(&-&point.phi)
}

/// √(z² + w² + 2μ) − z − w without cancellation where z + w > 0, and its derivatives.
fn smoothed(z: f64, w: f64, mu: f64) -> (f64, f64, f64) {
    let root = (z * z + w * w + 2.0 * mu).sqrt();
    let value = if z + w > 0.0 { 2.0 * (mu - z * w) / (root + z + w) } else { root - z - w };
    (value, z / root - 1.0, w / root - 1.0)
}
