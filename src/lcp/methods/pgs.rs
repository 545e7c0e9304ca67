//! Projected Gauss–Seidel by matrix splitting (thesis 2.5, algorithm 2 with the element-wise form of (2.45)).
//!
//! ```text
//!   z_i <- max(0, z_i − w_i / A_ii),   w_i = b_i + Σ_j A_ij z_j with the newest z     for i = 1 … n
//! ```
//!
//! A is never formed where the problem comes in factors, and the friction of a contact is one projected step on all
//! its directions (see `splitting`). It converges for symmetric positive definite A, and for symmetric positive
//! semidefinite A with a positive diagonal where a solution exists; elsewhere it may not, and then says so: the best
//! iterate comes back with [`Status::IterationLimit`](crate::lcp::method::Status::IterationLimit) (stalled or out of sweeps) or
//! [`Status::NumericalTrouble`](crate::lcp::method::Status::NumericalTrouble) (no diagonal, diverged).

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::psor::relaxed;
use crate::lcp::problem::Lcp;

/// Projected Gauss–Seidel. A warm start begins from max(0, z) of the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProjectedGaussSeidel;

impl LcpSolver for ProjectedGaussSeidel {
    fn name(&self) -> &'static str {
        "pgs"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        relaxed(lcp, settings, warm, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, dmatrix, dvector};

    use super::*;
    use crate::lcp::method::{LcpSettings, Status, solve};
    use crate::lcp::problem::test_problems::{Random, positive_definite};

    #[test]
    fn solves_a_positive_definite_problem_and_records_every_sweep() {
        let lcp = positive_definite(&mut Random::new(3), 20);
        let solution = solve(
            &ProjectedGaussSeidel,
            &lcp,
            &LcpSettings { max_iterations: 20_000, ..Default::default() },
            None,
        );
        assert_eq!(solution.report.status, Status::Solved);
        let history = &solution.report.history;
        assert_eq!(history.len(), solution.report.iterations);
        assert!((history[history.len() - 1] - solution.report.residual.natural_map).abs() < 1e-14);
        let again = solve(&ProjectedGaussSeidel, &lcp, &LcpSettings::default(), Some(&solution.z));
        assert_eq!((again.report.status, again.report.iterations), (Status::Solved, 0));
    }

    #[test]
    fn a_zero_diagonal_is_trouble_and_not_a_solution() {
        let lcp = Lcp::new(dmatrix![0.0, 1.0; 1.0, 1.0], dvector![-1.0, -1.0]).unwrap();
        let solution = solve(&ProjectedGaussSeidel, &lcp, &LcpSettings::default(), None);
        assert_eq!(solution.report.status, Status::NumericalTrouble);
    }

    #[test]
    fn divergence_and_stalling_are_told() {
        // Gauss–Seidel multiplies the error by 4 a sweep here, away from the solution (1, 1) / 3.
        let lcp = Lcp::new(dmatrix![1.0, -2.0; -2.0, 1.0], dvector![-1.0, -1.0]).unwrap();
        let solution = solve(&ProjectedGaussSeidel, &lcp, &LcpSettings::default(), None);
        assert_eq!(solution.report.status, Status::NumericalTrouble);
        assert!(solution.z.iter().all(|x| x.is_finite()));
        // No solution: w = −1 whatever z is. The diagonal is positive, so the method cannot know.
        let lcp = Lcp::new(dmatrix![1.0, -1.0; -1.0, 1.0], dvector![-1.0, -1.0]).unwrap();
        let solution = solve(&ProjectedGaussSeidel, &lcp, &LcpSettings::default(), None);
        assert_eq!(solution.report.status, Status::IterationLimit);
        assert!(solution.report.iterations <= 1000);
        let empty = Lcp::new(DMatrix::zeros(0, 0), DVector::zeros(0)).unwrap();
        assert_eq!(
            solve(&ProjectedGaussSeidel, &empty, &LcpSettings::default(), None).report.status,
            Status::Solved
        );
    }
}
