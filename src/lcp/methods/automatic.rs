//! The automatic choice: a chain of methods picked by what is seen of A, and an honest report of which one answered.
//!
//! | what A is | rows | chain |
//! | --- | --- | --- |
//! | symmetric positive semidefinite | up to 400 | lemke, dantzig, interior-point, fischer-newton |
//! | the same | more | lemke, interior-point, dantzig |
//! | unsymmetric, symmetric part positive semidefinite | any | lemke, dantzig, interior-point, fischer-newton |
//! | anything else (friction, X and I disjunctions) | up to 400 | lemke, dantzig, fischer-newton, minmap-newton, interior-point |
//! | the same | more | lemke, interior-point, fischer-newton |
//!
//! Lemke's method comes first because it was the fastest on every class and size measured (up to 1200 rows: three to
//! fifty times faster than the others) and seldom fails. Where it does, mostly by lost digits at mass ratios of 1e6
//! or on a ray of a problem that is not copositive, most of those problems are solved by the next in the chain. The
//! class decides who that is, and above 400 rows those that can take minutes to fail are left out or come last.
//!
//! A method that fails is followed by the next one; each answer is measured here, so that a false claim goes on down
//! the chain too. Where principal pivoting ends on a ray of a semidefinite problem there is no solution, and no other
//! method is asked. What it cannot do: nothing that none of the methods can.

use nalgebra::{Cholesky, DMatrix, DVector};

use crate::lcp::judge::residual;
use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status};
use crate::lcp::methods::dantzig::{Dantzig, is_symmetric};
use crate::lcp::methods::fischer_newton::FischerNewton;
use crate::lcp::methods::interior_point::InteriorPoint;
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::methods::minmap_newton::MinmapNewton;
use crate::lcp::problem::Lcp;
use crate::lcp::problem::equilibrate::Equilibrated;
use crate::stop;

/// Rows up to which principal pivoting and restarted Newton methods are worth their time.
const SMALL: usize = 400;
/// An eigenvalue above minus this counts as non-negative (equilibrated problem, dimensionless).
const SEMIDEFINITE: f64 = 1e-9;

/// What is seen of a problem before a method is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A = Aᵀ, and z · A z >= 0 for every z.
    SymmetricMonotone,
    /// A ≠ Aᵀ, and z · A z >= 0 for every z.
    Monotone,
    /// Neither.
    General,
}

/// The class of a problem, judged by the symmetric part of A after scaling: it is semidefinite if a Cholesky
/// factorisation of it goes through after a rounding-sized shift.
pub fn class(lcp: &Lcp) -> Class {
    let Ok(problem) = Equilibrated::new(lcp) else { return Class::General };
    let a = problem.scaled.a();
    let n = lcp.size();
    if stop::claim(n * n) || stop::spend_factorisation(n) {
        return Class::General;
    }
    // A monotone matrix with a zero on the diagonal is skew in that row: cheap to see, and friction is not.
    let broken = |i: usize| a[(i, i)] < 0.0 || a[(i, i)] == 0.0 && (0..n).any(|j| a[(i, j)] != -a[(j, i)]);
    if (0..n).any(broken) {
        return Class::General;
    }
    let half = DMatrix::from_fn(n, n, |i, j| {
        0.5 * (a[(i, j)] + a[(j, i)]) + if i == j { SEMIDEFINITE } else { 0.0 }
    });
    match (Cholesky::new(half), is_symmetric(lcp)) {
        (None, _) => Class::General,
        (Some(_), true) => Class::SymmetricMonotone,
        (Some(_), false) => Class::Monotone,
    }
}

/// The methods tried on a problem of this class and size, in order.
pub fn chain(class: Class, size: usize) -> &'static [&'static (dyn LcpSolver + Sync)] {
    match class {
        Class::SymmetricMonotone if size > SMALL => &[&Lemke, &InteriorPoint, &Dantzig],
        Class::SymmetricMonotone | Class::Monotone => &[&Lemke, &Dantzig, &InteriorPoint, &FischerNewton],
        Class::General if size > SMALL => &[&Lemke, &InteriorPoint, &FischerNewton],
        Class::General => &[&Lemke, &Dantzig, &FischerNewton, &MinmapNewton, &InteriorPoint],
    }
}

/// The automatic choice. A warm start is handed to each method.
#[derive(Debug, Clone, Copy, Default)]
pub struct Automatic;

impl LcpSolver for Automatic {
    fn name(&self) -> &'static str {
        "automatic"
    }

    fn iterative(&self) -> bool {
        false
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let class = class(lcp);
        let target = settings.tolerance * lcp.scale();
        let mut iterations = 0;
        let mut said: Vec<String> = Vec::new();
        let mut best: Option<(f64, Outcome)> = None;
        for solver in chain(class, lcp.size()) {
            let outcome = solver.solve(lcp, settings, warm);
            iterations += outcome.iterations;
            let natural_map = residual(lcp, &outcome.z).natural_map;
            if outcome.status == Status::Solved && natural_map <= target {
                let before =
                    if said.is_empty() { String::new() } else { format!(" after {}", said.join(", ")) };
                let reason = Some(format!("taken: {}{before}", solver.name()));
                return Outcome { status: Status::Solved, iterations, reason, ..outcome };
            }
            let status = match outcome.status {
                Status::Solved => Status::NumericalTrouble,
                other => other,
            };
            said.push(format!("{} ({status})", solver.name()));
            let proof = class == Class::SymmetricMonotone
                && solver.name() == Dantzig.name()
                && status == Status::RayTermination;
            if proof {
                said.push("which is a proof that there is no solution".to_owned());
                best = Some((natural_map, Outcome { status, ..outcome }));
                break;
            }
            if stop::asked() {
                return Outcome { iterations, reason: None, ..outcome };
            }
            // A NaN is never better.
            if best.as_ref().is_none_or(|(least, _)| natural_map < *least) {
                best = Some((natural_map, Outcome { status, ..outcome }));
            }
        }
        let reason = Some(format!("none answered: {}", said.join(", ")));
        match best {
            Some((_, outcome)) => Outcome { iterations, reason, ..outcome },
            None => {
                let z = DVector::zeros(lcp.size());
                Outcome { z, status: Status::NumericalTrouble, iterations, history: vec![], reason }
            }
        }
    }
}
