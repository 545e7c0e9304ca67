//! The nonsmooth nonlinear conjugate gradient method on projected Gauss–Seidel (Silcowitz, Niebe, Erleben 2010; survey
//! 4.3.1).
//!
//! One sweep of projected Gauss–Seidel from z is taken for a step along a gradient, g(z) = z − pgs(z), of which the
//! method of Fletcher and Reeves makes conjugate directions:
//!
//! ```text
//!   z <- pgs(z),   β = ‖g‖² / ‖g of the iteration before‖²
//!   β > 1:  p <- 0                     the gradients grow: start again
//!   else:   z <- z + β p,  p <- β p − g
//! ```
//!
//! The extrapolated z may leave the feasible set; the next sweep puts it back, and only what a sweep has left is
//! measured and kept. Friction is that of `splitting`. It converges where projected Gauss–Seidel does in practice, in
//! fewer sweeps; nothing is proved.

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::splitting::{Iterate, Splitting};
use crate::lcp::methods::sweeps::swept;
use crate::lcp::problem::Lcp;

/// Nonsmooth nonlinear conjugate gradients. A warm start begins from max(0, z) of the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct NonsmoothConjugateGradient;

impl LcpSolver for NonsmoothConjugateGradient {
    fn name(&self) -> &'static str {
        "nncg"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let mut direction = vec![0.0; lcp.size()];
        let mut before = f64::INFINITY;
        let sweep = |splitting: &Splitting, (): &mut (), iterate: &mut Iterate| {
            let from = iterate.z.clone();
            splitting.sweep(iterate, 1.0);
            let measured = splitting.measure(iterate);
            let step: Vec<f64> = iterate.z.iter().zip(&from).map(|(z, from)| z - from).collect();
            let square: f64 = step.iter().map(|x| x * x).sum();
            let beta = square / before;
            before = square;
            // Written so that a β that is not a number (0/0 at a solution) starts again as well.
            if beta <= 1.0 {
                for ((z, p), step) in iterate.z.iter_mut().zip(&mut direction).zip(step) {
                    *z += beta * *p;
                    *p = beta * *p + step;
                }
                splitting.refresh(iterate);
            } else {
                direction.fill(0.0);
            }
            measured
        };
        swept(lcp, settings, warm, |_| (), sweep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::method::{Status, solve};
    use crate::lcp::methods::pgs::ProjectedGaussSeidel;
    use crate::lcp::problem::test_problems::{Random, factored_friction, positive_definite};

    #[test]
    fn it_needs_far_fewer_sweeps_than_gauss_seidel() {
        let settings = LcpSettings { max_iterations: 50_000, ..Default::default() };
        let (mut sum, mut plain) = (0, 0);
        for seed in 0..10 {
            let lcp = positive_definite(&mut Random::new(seed), 20);
            let report = solve(&NonsmoothConjugateGradient, &lcp, &settings, None).report;
            assert_eq!(report.status, Status::Solved, "seed {seed}");
            sum += report.iterations;
            plain += solve(&ProjectedGaussSeidel, &lcp, &settings, None).report.iterations;
        }
        assert!(2 * sum < plain, "{sum} sweeps against {plain}");
    }

    #[test]
    fn friction_and_refusal() {
        let settings = LcpSettings { max_iterations: 5000, ..Default::default() };
        let solved = (0..10)
            .map(|seed| factored_friction(&mut Random::new(seed), 3, 0.3))
            .filter(|lcp| {
                solve(&NonsmoothConjugateGradient, lcp, &settings, None).report.status == Status::Solved
            })
            .count();
        assert!(solved >= 8, "{solved} of 10");
        let lcp = factored_friction(&mut Random::new(1), 2, 0.5);
        let bare = Lcp::new(lcp.a().clone(), lcp.b().clone()).unwrap();
        let report = solve(&NonsmoothConjugateGradient, &bare, &settings, None).report;
        assert!(report.status == Status::NumericalTrouble && report.reason.is_some());
    }
}
