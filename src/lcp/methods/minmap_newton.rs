//! The generalised Newton method on the minimum map min(z, A z + b) (survey 4.4; Pang 1990; Erleben 2013).
//!
//! ```text
//!   α = {i : z_i > w_i}:    A_αα Δz_α + A_αβ Δz_β = −w_α,    Δz_β = −z_β       then the rest of [`semismooth`]
//! ```
//!
//! One linear system of the size of the active set per iteration, and the exact solution after one iteration with the
//! right set. ½‖min(z, w)‖² is no good merit function (it is not smooth, and its descent can stop anywhere), so the
//! line search and the way out of a useless direction are those of the Fischer–Burmeister function.
//!
//! What it cannot do: it proves nothing. Where there is no solution, or where the merit function has a local minimum
//! (A is no P₀-matrix: friction, and X or I disjunctions), every start ends with [`Status::IterationLimit`], and for
//! hundreds of rows that takes seconds. Of the friction problems of scenes it solves those of up to 100 rows, but for
//! a few at a mass ratio of 1e6, and nine in ten of the larger ones (seven in ten at that ratio).
//!
//! [`semismooth`]: crate::lcp::methods::semismooth
//! [`Status::IterationLimit`]: crate::lcp::method::Status::IterationLimit

use nalgebra::{DMatrix, DVector};

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::semismooth;
use crate::lcp::methods::semismooth::{Method, Point};
use crate::lcp::problem::Lcp;

/// Added to the diagonal of A_αα, relative to the size of the residual, where redundant rows make it singular.
const SHIFT: f64 = 1e-8;

/// Minimum-map Newton. A warm start begins from the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct MinmapNewton;

impl LcpSolver for MinmapNewton {
    fn name(&self) -> &'static str {
        "minmap-newton"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        semismooth::run(lcp, settings, warm, &Method { direction, smoothed })
    }
}

fn direction(lcp: &Lcp, point: &Point) -> Option<DVector<f64>> {
    let a = lcp.a();
    let (alpha, beta): (Vec<usize>, Vec<usize>) = (0..lcp.size()).partition(|&i| point.z[i] > point.w[i]);
    let mut step = DVector::zeros(lcp.size());
    let mut rhs = -&point.w;
    for &j in &beta {
        step[j] = -point.z[j];
        if point.z[j] != 0.0 {
            rhs.axpy(point.z[j], &a.column(j), 1.0);
        }
    }
    if alpha.is_empty() {
        return Some(step);
    }
    let rhs = DVector::from_fn(alpha.len(), |i, _| rhs[alpha[i]]);
    let shift = SHIFT * point.phi.norm().min(1.0);
    let block = DMatrix::from_fn(alpha.len(), alpha.len(), |i, j| {
        a[(alpha[i], alpha[j])] + if i == j { shift } else { 0.0 }
    });
    let solved = block.lu().solve(&rhs)?;
    for (&i, x) in alpha.iter().zip(solved.iter()) {
        step[i] = *x;
    }
    Some(step)
}

/// √((z − w)² + 4μ) − z − w, which smooths −2 min(z, w) (Chen and Harker 1993, Kanzow 1996, Smale 1987), without
/// cancellation where z + w > 0, and its derivatives.
fn smoothed(z: f64, w: f64, mu: f64) -> (f64, f64, f64) {
    let difference = z - w;
    let root = (difference * difference + 4.0 * mu).sqrt();
    let value = if z + w > 0.0 { 4.0 * (mu - z * w) / (root + z + w) } else { root - z - w };
    (value, difference / root - 1.0, -difference / root - 1.0)
}
