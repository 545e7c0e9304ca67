//! Projected Jacobi with damping (thesis 2.5.2, (2.47)).
//!
//! ```text
//!   z_i <- max(0, z_i − λ_i w_i / A_ii),   w = A z + b with the z of the sweep before     for all i at once
//! ```
//!
//! With one λ for all rows (the thesis found 0.5 good for its problems) the method diverges as soon as a body has more
//! contacts than 2/λ. Here λ_i = A_ii / D_i with a diagonal D for which D − A is positive semidefinite: the sum of |A_ij|
//! along the row of a dense problem; from the factors of a sparse one, each velocity coordinate shared among the
//! contacts at it. The method is then projected gradient descent in the metric of D, which lowers ½ zᵀ A z + zᵀ b with
//! every sweep and converges for symmetric positive semidefinite A where a solution exists. Friction is the projected
//! step of `splitting`, with the normal impulse of the sweep before; for the coupled problem nothing is proved, and the
//! natural map decides.

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::splitting::{Iterate, Splitting, Unit, positive, project};
use crate::lcp::methods::sweeps::swept;
use crate::lcp::problem::Lcp;

/// Projected Jacobi. A warm start begins from max(0, z) of the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProjectedJacobi;

impl LcpSolver for ProjectedJacobi {
    fn name(&self) -> &'static str {
        "projected-jacobi"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        swept(lcp, settings, warm, Splitting::majorant, |splitting, majorant, iterate| {
            iterate.z = proximal_step(splitting, iterate, majorant, 1.0);
            splitting.measure(iterate)
        })
    }
}

/// prox(z − r w) with r = `factor` / `divisors[u]` for each unit: all from the same z.
pub(in crate::lcp) fn proximal_step(
    splitting: &Splitting,
    iterate: &Iterate,
    divisors: &[f64],
    factor: f64,
) -> Vec<f64> {
    let mut next = iterate.z.clone();
    for (unit, divisor) in splitting.units.iter().zip(divisors) {
        // A cone whose directions move nothing has nothing to divide by.
        let r = if *divisor > 0.0 { factor / divisor } else { 0.0 };
        match unit {
            &Unit::Row(i) => next[i] = positive(iterate.z[i] - r * splitting.slack(iterate, i)),
            Unit::Cone(cone) => {
                let mut f = splitting.stepped(iterate, cone, r);
                project(&mut f, cone.friction * iterate.z[cone.normal]);
                cone.directions.iter().zip(f).for_each(|(&d, f)| next[d] = f);
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, dmatrix, dvector};

    use super::*;
    use crate::lcp::method::{Status, solve};
    use crate::lcp::problem::test_problems::{Random, factored_friction, positive_definite};

    /// Twenty contacts on one body: undamped, the step would be twenty times too long.
    #[test]
    fn many_rows_on_one_body_do_not_make_it_diverge() {
        let ones = DMatrix::from_element(20, 20, 1.0);
        let lcp = Lcp::new(ones, DVector::from_element(20, -1.0)).unwrap();
        let solution = solve(&ProjectedJacobi, &lcp, &LcpSettings::default(), None);
        assert_eq!(solution.report.status, Status::Solved);
        assert!((solution.z.sum() - 1.0).abs() < 1e-10);
    }

    #[test]
    fn the_objective_falls_with_every_sweep() {
        let lcp = positive_definite(&mut Random::new(4), 15);
        let objective = |z: &DVector<f64>| 0.5 * z.dot(&(lcp.a() * z)) + z.dot(lcp.b());
        let mut last = 0.0;
        for sweeps in [1, 2, 4, 8, 16, 200] {
            // The iterate of the least natural map so far, which never goes back to an earlier one.
            let settings = LcpSettings { max_iterations: sweeps, tolerance: 0.0 };
            let now = objective(&solve(&ProjectedJacobi, &lcp, &settings, None).z);
            assert!(now <= last + 1e-14, "{now} after {last}");
            last = now;
        }
    }

    /// D − A must have no negative direction, from the factors too.
    #[test]
    fn the_majorant_majorises() {
        for seed in 0..10 {
            let lcp = factored_friction(&mut Random::new(seed), 5, 0.5);
            let dense = Lcp::new(lcp.a().clone(), lcp.b().clone())
                .unwrap()
                .with_blocks(lcp.blocks().unwrap().to_vec())
                .unwrap();
            for lcp in [&lcp, &dense] {
                let splitting = Splitting::new(lcp).unwrap();
                let majorant = splitting.majorant();
                let n = 25;
                let mut difference = -lcp.a().view((0, 0), (n, n)).into_owned();
                for (unit, d) in splitting.units.iter().zip(majorant) {
                    match unit {
                        &Unit::Row(i) => difference[(i, i)] += d,
                        Unit::Cone(cone) => cone.directions.iter().for_each(|&i| difference[(i, i)] += d),
                    }
                }
                let least = difference.symmetric_eigenvalues().min();
                assert!(least >= -1e-10, "{least}");
            }
        }
    }

    #[test]
    fn what_it_cannot_do_it_says() {
        let lcp = Lcp::new(dmatrix![0.0, 1.0; 1.0, 1.0], dvector![-1.0, -1.0]).unwrap();
        let report = solve(&ProjectedJacobi, &lcp, &LcpSettings::default(), None).report;
        assert_eq!(report.status, Status::NumericalTrouble);
        assert!(report.reason.unwrap().contains("row 0"));
    }
}
