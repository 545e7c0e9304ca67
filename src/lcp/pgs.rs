//! Projected Gauss–Seidel by matrix splitting (thesis 2.5, algorithm 2 with the element-wise form of (2.45)).
//!
//! ```text
//!   z_i <- max(0, z_i − w_i / A_ii),   w_i = b_i + Σ_j A_ij z_j with the newest z     for i = 1 … n
//! ```
//!
//! It converges for symmetric positive definite A, and for symmetric positive semidefinite A with a positive
//! diagonal where a solution exists; elsewhere it may not, and then says so: the best iterate comes back with
//! [`Status::IterationLimit`] (stalled or out of sweeps) or [`Status::NumericalTrouble`] (no diagonal, diverged).

use nalgebra::DVector;

use super::{Lcp, LcpSettings, LcpSolver, Outcome, Status};

/// A diagonal entry below this times max|A| counts as zero (dimensionless).
const ZERO_DIAGONAL: f64 = 1e-14;
/// Sweeps without a better residual after which the method counts as stalled.
const STALL_SWEEPS: usize = 100;
/// A residual must fall by this factor to count as better.
const PROGRESS: f64 = 0.999;
/// A residual that has grown by this factor over the first one counts as divergence.
const DIVERGENCE: f64 = 1e12;

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
        let n = lcp.size();
        let mut z =
            warm.map_or_else(|| vec![0.0; n], |z| z.iter().map(|&x| if x > 0.0 { x } else { 0.0 }).collect());
        let largest = lcp.a().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if (0..n).any(|i| lcp.a()[(i, i)] <= ZERO_DIAGONAL * largest) {
            let z = DVector::from_vec(z);
            return Outcome {
                z,
                status: Status::NumericalTrouble,
                iterations: 0,
                history: Vec::new(),
                reason: None,
            };
        }
        // Row-major, because a sweep reads rows.
        let rows: Vec<f64> = lcp.a().transpose().as_slice().to_vec();
        let slack = |z: &[f64], i: usize| {
            rows[i * n..(i + 1) * n].iter().zip(z).fold(lcp.b()[i], |sum, (a, x)| sum + a * x)
        };
        let natural_map = |z: &[f64]| {
            (0..n).fold(0.0_f64, |m, i| {
                let w = slack(z, i);
                if w.is_nan() || z[i].is_nan() { f64::INFINITY } else { m.max(z[i].min(w).abs()) }
            })
        };
        let target = settings.tolerance * lcp.scale();
        let first = natural_map(&z);
        let mut best = (z.clone(), first);
        let mut history = Vec::new();
        let (mut milestone, mut since) = (first, 0);
        let status = loop {
            if best.1 <= target {
                break Status::Solved;
            }
            if history.len() >= settings.max_iterations || since >= STALL_SWEEPS {
                break Status::IterationLimit;
            }
            for i in 0..n {
                let next = z[i] - slack(&z, i) / rows[i * n + i];
                // A NaN stays a NaN and is seen below; `max` would turn it into 0.
                z[i] = if next < 0.0 { 0.0 } else { next };
            }
            let now = natural_map(&z);
            history.push(now);
            if now < best.1 {
                best.0.copy_from_slice(&z);
                best.1 = now;
            }
            if now < PROGRESS * milestone {
                (milestone, since) = (now, 0);
            } else {
                since += 1;
            }
            let bounded = now <= DIVERGENCE * first.max(lcp.scale());
            if !bounded {
                break Status::NumericalTrouble;
            }
        };
        Outcome { z: DVector::from_vec(best.0), status, iterations: history.len(), history, reason: None }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, dmatrix, dvector};

    use super::super::test_problems::{Random, positive_definite};
    use super::super::{LcpSettings, solve};
    use super::*;

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
