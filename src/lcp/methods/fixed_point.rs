//! The proximal fixed-point iteration with an adaptive factor (thesis table 6.2; Studer 2009; Erleben 2017).
//!
//! ```text
//!   z <- prox(z − r ∘ (A z + b)),      r_i = ρ / A_ii
//! ```
//!
//! prox is the nearest point of the feasible set: max(0, ·) for a row, the simplex { f >= 0, Σ f <= μ p } for the
//! directions of a contact (see `splitting`). Its fixed points are the solutions for every r > 0; r decides whether it
//! gets there. For symmetric positive semidefinite A and a short enough r the step ‖prox(z) − z‖ never grows, measured
//! in the metric of 1/r. So ρ adapts: a step that did not get shorter is taken back and ρ shrinks; after a few that did, ρ
//! grows again, which finds the longest step the problem bears instead of the one that is safe for all (projected Jacobi).

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome};
use crate::lcp::methods::projected_jacobi::proximal_step;
use crate::lcp::methods::splitting::{Splitting, Unit};
use crate::lcp::methods::sweeps::swept;
use crate::lcp::problem::Lcp;

/// ρ shrinks by this factor when a step is not shorter than the one before.
const SHRINK: f64 = 0.7;
/// ρ grows by this factor after [`PATIENCE`] steps that were.
const GROW: f64 = 1.1;
/// Steps that must have become shorter before ρ may grow.
const PATIENCE: usize = 10;
/// Below this part of the safe step ρ shrinks no further: there a step that grows comes from the coupling of friction
/// and not from ρ.
const LEAST: f64 = 1e-2;

/// The proximal fixed-point iteration. A warm start begins from max(0, z) of the given z, otherwise from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct FixedPoint;

impl LcpSolver for FixedPoint {
    fn name(&self) -> &'static str {
        "fixed-point"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let mut rho = 1.0;
        // What the last accepted step started from, and its length.
        let mut before = None;
        let mut good = 0;
        swept(lcp, settings, warm, steps, |splitting, (divisors, safe), iterate| {
            let (from, last) = before.get_or_insert_with(|| (iterate.z.clone(), f64::INFINITY));
            let next = proximal_step(splitting, iterate, divisors, rho);
            let length = length(splitting, divisors, &iterate.z, &next) / rho;
            // A step as long as the one before may be its way back: nothing is gained either.
            if length >= *last && rho > LEAST * *safe {
                // Back to where the step before started, with a shorter one.
                rho = (SHRINK * rho).max(LEAST * *safe);
                iterate.z.copy_from_slice(from);
                splitting.refresh(iterate);
                *last = f64::INFINITY;
                good = 0;
                let next = proximal_step(splitting, iterate, divisors, rho);
                iterate.z = next;
                return splitting.measure(iterate);
            }
            good += 1;
            (*from, *last) = (std::mem::replace(&mut iterate.z, next), length);
            if good >= PATIENCE {
                rho *= GROW;
                good = 0;
            }
            splitting.measure(iterate)
        })
    }
}

/// 1 / r of each unit at ρ = 1 (the diagonal, for a cone the largest eigenvalue over its directions), and a ρ with which no
/// step is too long.
fn steps(splitting: &Splitting) -> (Vec<f64>, f64) {
    let divisors: Vec<f64> = splitting
        .units
        .iter()
        .map(|unit| match unit {
            &Unit::Row(i) => splitting.diagonal[i],
            Unit::Cone(cone) => cone.curvature,
        })
        .collect();
    let safe = divisors
        .iter()
        .zip(splitting.majorant())
        .fold(1.0_f64, |m, (d, safe)| if safe > 0.0 { m.min(d / safe) } else { m });
    (divisors, safe)
}

/// ‖next − z‖ in the metric of 1/r at ρ = 1.
fn length(splitting: &Splitting, divisors: &[f64], z: &[f64], next: &[f64]) -> f64 {
    let square = |i: usize| (next[i] - z[i]) * (next[i] - z[i]);
    let of = |(unit, divisor): (&Unit, &f64)| {
        divisor
            * match unit {
                &Unit::Row(i) => square(i),
                Unit::Cone(cone) => cone.directions.iter().map(|&i| square(i)).sum(),
            }
    };
    splitting.units.iter().zip(divisors).map(of).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::*;
    use crate::lcp::method::{Status, solve};
    use crate::lcp::methods::projected_jacobi::ProjectedJacobi;
    use crate::lcp::problem::test_problems::{Random, factored_friction, positive_definite};

    #[test]
    fn it_solves_what_the_safe_step_solves_and_sooner() {
        let settings = LcpSettings { max_iterations: 200_000, tolerance: 1e-8 };
        let (mut sum, mut plain) = (0, 0);
        for seed in 0..5 {
            let lcp = positive_definite(&mut Random::new(seed), 15);
            let report = solve(&FixedPoint, &lcp, &settings, None).report;
            assert_eq!(report.status, Status::Solved, "seed {seed}");
            sum += report.iterations;
            plain += solve(&ProjectedJacobi, &lcp, &settings, None).report.iterations;
        }
        assert!(sum < plain, "{sum} iterations against {plain}");
    }

    /// The step that the diagonal suggests is twenty times too long here.
    #[test]
    fn too_long_a_step_is_taken_back() {
        let lcp = Lcp::new(DMatrix::from_element(20, 20, 1.0), DVector::from_element(20, -1.0)).unwrap();
        let solution = solve(&FixedPoint, &lcp, &LcpSettings::default(), None);
        assert_eq!(solution.report.status, Status::Solved);
    }

    #[test]
    fn friction_and_refusal() {
        let settings = LcpSettings { max_iterations: 20_000, ..Default::default() };
        let solved = (0..10)
            .map(|seed| factored_friction(&mut Random::new(seed), 2, 0.3))
            .filter(|lcp| solve(&FixedPoint, lcp, &settings, None).report.status == Status::Solved)
            .count();
        assert!(solved >= 8, "{solved} of 10");
        let lcp = factored_friction(&mut Random::new(1), 2, 0.5);
        let bare = Lcp::new(lcp.a().clone(), lcp.b().clone()).unwrap();
        let report = solve(&FixedPoint, &bare, &settings, None).report;
        assert!(report.status == Status::NumericalTrouble && report.reason.is_some());
    }
}
