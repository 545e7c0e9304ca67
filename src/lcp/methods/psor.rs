//! Projected successive over-relaxation (thesis 2.5.2, (2.46); survey 4.3.2).
//!
//! ```text
//!   z_i <- max(0, z_i − γ w_i / A_ii),   w_i = b_i + Σ_j A_ij z_j with the newest z     for i = 1 … n
//! ```
//!
//! For symmetric positive semidefinite A each update lowers ½ zᵀ A z + zᵀ b for any 0 < γ < 2 (survey (80)), so that it
//! converges where projected Gauss–Seidel (γ = 1) does. Friction is treated as there.

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::splitting::{Iterate, Splitting};
use crate::lcp::methods::sweeps::swept;
use crate::lcp::problem::Lcp;

/// The relaxation γ. On the stored problems of steps (`tests/lcp`), from 1.0 to 1.8 in tenths, piles need the fewest
/// sweeps around 1.3 and 1.4, a single box is best off with 1.0, and from 1.5 on fewer and fewer problems are solved.
pub const RELAXATION: f64 = 1.3;

/// Projected successive over-relaxation. A warm start begins from max(0, z) of the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct Psor;

impl LcpSolver for Psor {
    fn name(&self) -> &'static str {
        "psor"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        relaxed(lcp, settings, warm, RELAXATION)
    }
}

/// Sweeps with relaxation `gamma` until the natural map is small enough.
pub(in crate::lcp) fn relaxed(
    lcp: &Lcp,
    settings: &LcpSettings,
    warm: Option<&DVector<f64>>,
    gamma: f64,
) -> Outcome {
    let sweep = |splitting: &Splitting, (): &mut (), iterate: &mut Iterate| {
        splitting.sweep(iterate, gamma);
        splitting.measure(iterate)
    };
    swept(lcp, settings, warm, |_| (), sweep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::method::{Status, solve};
    use crate::lcp::methods::lemke::Lemke;
    use crate::lcp::methods::pgs::ProjectedGaussSeidel;
    use crate::lcp::problem::test_problems::{Random, factored_friction, positive_definite, semidefinite};

    #[test]
    fn it_needs_fewer_sweeps_than_gauss_seidel_on_the_whole() {
        let settings = LcpSettings { max_iterations: 50_000, ..Default::default() };
        let (mut sum, mut plain) = (0, 0);
        for seed in 0..10 {
            let lcp = positive_definite(&mut Random::new(seed), 20);
            let relaxed = solve(&Psor, &lcp, &settings, None).report;
            assert_eq!(relaxed.status, Status::Solved);
            sum += relaxed.iterations;
            plain += solve(&ProjectedGaussSeidel, &lcp, &settings, None).report.iterations;
        }
        assert!(sum < plain, "{sum} sweeps against {plain}");
    }

    /// The friction law of the complementarity problem, not of some other model: the natural map says so, and so does
    /// the velocity, which is the same for every solution of a problem with normal impulses given.
    #[test]
    fn friction_is_solved_to_the_natural_map_of_the_problem() {
        let settings = LcpSettings { max_iterations: 20_000, ..Default::default() };
        let mut solved = 0;
        for seed in 0..20 {
            let lcp = factored_friction(&mut Random::new(seed), 1, 0.6);
            let report = solve(&Psor, &lcp, &settings, None).report;
            assert!(report.status != Status::Solved || report.residual.natural_map <= 1e-10 * lcp.scale());
            assert_eq!(solve(&Lemke, &lcp, &settings, None).report.status, Status::Solved);
            solved += usize::from(report.status == Status::Solved);
        }
        assert!(solved >= 18, "{solved} of 20");
    }

    #[test]
    fn a_semidefinite_problem_of_dependent_rows() {
        let settings = LcpSettings { max_iterations: 50_000, tolerance: 1e-8 };
        for seed in 0..10 {
            let lcp = semidefinite(&mut Random::new(seed), 12, 5);
            assert_eq!(solve(&Psor, &lcp, &settings, None).report.status, Status::Solved, "seed {seed}");
        }
    }
}
