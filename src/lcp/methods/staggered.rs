//! Staggered solution of normal and friction problem (survey 4.3.4; Kaufman, Sueda, James, Pai 2008).
//!
//! The rows are parted into those of normal impulses (with slacks and all rows of no block), N, and those of friction,
//! F. In turn, with the other part at rest, until nothing moves:
//!
//! ```text
//!   normal     0 <= p  ⟂  A_NN p + (b_N + A_NF f) >= 0
//!   friction   min ½ fᵀ A_FF f + fᵀ (b_F + A_FN p)   subject to   f >= 0,  Σ f <= μ p  for each contact   (83), (84)
//! ```
//!
//! - The normal problem is the nearest point of a polyhedron where A_NN = C Cᵀ by the factors, and is solved as such by
//!   the dual active-set method: to rounding, whatever the ratio of masses. Otherwise (a dense matrix, slacks, which
//!   make it unsymmetric, or where that loses too many digits) it is solved by Lemke's method.
//! - The friction problem is convex; sweeps of projected Gauss–Seidel over the contacts solve it ever more exactly.
//!
//! Each problem has a solution for given values of the other, but whether the sequence has a limit is not known (survey
//! 4.3.4). Where the bound on friction feeds back on the normal impulse strongly it can cycle, and the end says so.

use nalgebra::{DMatrix, DVector};

use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status, solve};
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::methods::splitting::{Iterate, Splitting, Unit};
use crate::lcp::methods::sweeps::swept;
use crate::lcp::problem::Lcp;

/// Sweeps over the friction of all contacts per turn at most.
const FRICTION_SWEEPS: usize = 50;
/// The friction problem counts as solved when a sweep moves no row by more than this part of the tolerance.
const SETTLED: f64 = 0.1;
/// Tolerance of the normal problem relative to that of the whole.
const INNER: f64 = 1e-2;

/// The staggered method. A warm start begins from the friction in max(0, z) of the given z, otherwise from none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Staggered;

/// The normal problem, ready to be solved for any friction.
enum Normal {
    /// C and −b_N; the target is what friction does to the velocity.
    Polyhedron {
        rows: Vec<SparseRow>,
        rhs: Vec<f64>,
        active: Vec<usize>,
    },
    Matrix(DMatrix<f64>),
}

impl LcpSolver for Staggered {
    fn name(&self) -> &'static str {
        "staggered"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let mut failure = None;
        let mut outcome = swept(lcp, settings, warm, normal_problem, |splitting, (rows, normal), iterate| {
            let mut end = normal.solve(splitting, iterate, rows, settings);
            if end.is_err() && matches!(normal, Normal::Polyhedron { .. }) {
                *normal = Normal::matrix(splitting, rows);
                end = normal.solve(splitting, iterate, rows, settings);
            }
            failure = end.err();
            rub(splitting, iterate, SETTLED * settings.tolerance * lcp.scale());
            splitting.measure(iterate)
        });
        if outcome.status != Status::Solved && failure.is_some() {
            outcome.reason = failure;
        }
        outcome
    }
}

/// The rows of the normal impulses and their problem.
fn normal_problem(splitting: &Splitting) -> (Vec<usize>, Normal) {
    let mut rows: Vec<usize> = splitting
        .units
        .iter()
        .filter_map(|unit| if let Unit::Row(i) = unit { Some(*i) } else { None })
        .collect();
    rows.sort_unstable();
    let normal = Normal::new(splitting, &rows);
    (rows, normal)
}

impl Normal {
    fn new(splitting: &Splitting, rows: &[usize]) -> Normal {
        let lcp = splitting.lcp;
        if let Some(factors) = lcp.factors() {
            let symmetric = |&i: &usize| {
                factors.rows[i] == factors.forces[i]
                    && !factors.entries[i].entries().iter().any(|(j, _)| rows.binary_search(j).is_ok())
            };
            if rows.iter().all(symmetric) {
                return Normal::Polyhedron {
                    rows: rows.iter().map(|&i| factors.rows[i].clone()).collect(),
                    rhs: rows.iter().map(|&i| -lcp.b()[i]).collect(),
                    active: Vec::new(),
                };
            }
        }
        Normal::matrix(splitting, rows)
    }

    fn matrix(splitting: &Splitting, rows: &[usize]) -> Normal {
        let k = rows.len();
        Normal::Matrix(DMatrix::from_fn(k, k, |i, j| splitting.entry(rows[i], rows[j])))
    }

    /// Puts the normal impulses for the friction of `iterate` into it.
    fn solve(
        &mut self,
        splitting: &Splitting,
        iterate: &mut Iterate,
        rows: &[usize],
        settings: &LcpSettings,
    ) -> Result<(), String> {
        let before: Vec<f64> = rows.iter().map(|&i| iterate.z[i]).collect();
        rows.iter().for_each(|&i| iterate.z[i] = 0.0);
        splitting.refresh(iterate);
        let solved = match self {
            Normal::Polyhedron { rows: c, rhs, active } => {
                let target = DVector::from_column_slice(splitting.velocity(iterate));
                let problem = ConvexProblem::new(target, c.clone(), rhs.clone(), 0)
                    .map_err(|error| format!("the normal problem cannot be stated: {error}"))?;
                let convex = ConvexSettings { tolerance: INNER * settings.tolerance, ..Default::default() };
                let solution = solve_convex(&problem, &convex, active);
                if solution.status == ConvexStatus::Solved {
                    *active = solution.active;
                    Ok(solution.multipliers)
                } else {
                    Err(format!("the normal problem ended with {}", solution.status))
                }
            }
            Normal::Matrix(a) => {
                let b = DVector::from_fn(rows.len(), |i, _| splitting.slack(iterate, rows[i]));
                let problem = Lcp::new(a.clone(), b)
                    .map_err(|error| format!("the normal problem cannot be stated: {error}"))?
                    .with_unit(splitting.lcp.unit());
                let inner = LcpSettings { tolerance: INNER * settings.tolerance, ..*settings };
                let warm = DVector::from_column_slice(&before);
                let solution = solve(&Lemke, &problem, &inner, Some(&warm));
                if solution.report.residual.natural_map <= settings.tolerance * problem.scale() {
                    Ok(solution.z.as_slice().to_vec())
                } else {
                    Err(format!("the normal problem ended with {}", solution.report.status))
                }
            }
        };
        let put = |iterate: &mut Iterate, values: &[f64]| {
            rows.iter().zip(values).for_each(|(&i, &p)| iterate.z[i] = p);
            splitting.refresh(iterate);
        };
        let values = match solved {
            Ok(values) => values,
            Err(reason) => {
                // The impulses of the turn before are the best there is.
                put(iterate, &before);
                return Err(reason);
            }
        };
        put(iterate, &values);
        // Impulses far larger than what they bring about leave less of the velocity than the tolerance asks for.
        let natural_map = |&i: &usize| iterate.z[i].min(splitting.slack(iterate, i)).abs();
        let worst = rows.iter().map(natural_map).fold(0.0, f64::max);
        if worst <= settings.tolerance * splitting.lcp.scale() {
            Ok(())
        } else {
            Err(format!("the normal problem was solved only to {worst:.1e}"))
        }
    }
}

/// Sweeps over the friction of all contacts, the normal impulses being given.
fn rub(splitting: &Splitting, iterate: &mut Iterate, settled: f64) {
    for _ in 0..FRICTION_SWEEPS {
        let mut largest = 0.0_f64;
        for unit in &splitting.units {
            let Unit::Cone(cone) = unit else { continue };
            let before: Vec<f64> = cone.directions.iter().map(|&d| iterate.z[d]).collect();
            splitting.relax(iterate, unit, 1.0);
            for (&d, before) in cone.directions.iter().zip(before) {
                largest = largest.max((iterate.z[d] - before).abs() * cone.curvature);
            }
        }
        if largest <= settled {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::{Random, factored_friction, semidefinite};

    #[test]
    fn without_friction_one_turn_is_enough() {
        for seed in 0..10 {
            let lcp = semidefinite(&mut Random::new(seed), 12, 5);
            let report = solve(&Staggered, &lcp, &LcpSettings::default(), None).report;
            assert_eq!((report.status, report.iterations), (Status::Solved, 1), "seed {seed}");
        }
    }

    #[test]
    fn friction_to_the_natural_map_of_the_problem_or_a_reason() {
        let settings = LcpSettings { max_iterations: 2000, ..Default::default() };
        let mut solved = 0;
        for seed in 0..10 {
            let lcp = factored_friction(&mut Random::new(seed), 3, 0.3);
            let report = solve(&Staggered, &lcp, &settings, None).report;
            solved += usize::from(report.status == Status::Solved);
        }
        assert!(solved >= 8, "{solved} of 10");
        let lcp = factored_friction(&mut Random::new(1), 2, 0.5);
        let bare = Lcp::new(lcp.a().clone(), lcp.b().clone()).unwrap();
        let report = solve(&Staggered, &bare, &settings, None).report;
        assert!(report.status == Status::NumericalTrouble && report.reason.is_some());
    }

    /// The factors and the matrix lead to the same velocity, through two methods for the normal problem.
    #[test]
    fn both_normal_problems_agree() {
        let settings = LcpSettings { max_iterations: 2000, ..Default::default() };
        for seed in 0..5 {
            let lcp = factored_friction(&mut Random::new(seed), 2, 0.2);
            let dense = Lcp::new(lcp.a().clone(), lcp.b().clone())
                .unwrap()
                .with_blocks(lcp.blocks().unwrap().to_vec())
                .unwrap();
            let one = solve(&Staggered, &lcp, &settings, None);
            let other = solve(&Staggered, &dense, &settings, None);
            assert_eq!(one.report.status, other.report.status);
            if one.report.status == Status::Solved {
                assert!((lcp.slack(&one.z) - lcp.slack(&other.z)).amax() < 1e-7 * lcp.scale());
            }
        }
    }
}
