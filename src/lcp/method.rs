//! What a method is asked and what it answers, and the solve that measures the answer itself.

use std::fmt;
use std::time::Instant;

use nalgebra::DVector;
use serde::Serialize;

use crate::lcp::judge::{Residual, accepts, residual};
use crate::lcp::problem::Lcp;
use crate::stop;
use crate::stop::{Limits, Stop};

/// Default of [`LcpSettings::tolerance`]: natural map relative to [`Lcp::scale`] (dimensionless).
pub const DEFAULT_TOLERANCE: f64 = 1e-10;
/// Default of [`LcpSettings::max_iterations`].
pub const DEFAULT_MAX_ITERATIONS: usize = 1000;

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Status {
    /// The natural map is within tolerance.
    Solved,
    /// The method stopped making progress or ran out of iterations before the tolerance was met.
    IterationLimit,
    /// A pivoting method ended on a secondary ray: it has neither a solution nor a proof that there is none
    /// (it is a proof when A is copositive-plus).
    RayTermination,
    /// It was asked to stop ([`stop`](crate::stop)).
    Stopped,
    /// The method met a zero pivot or diagonal, lost its accuracy, or claimed a solution that is none.
    NumericalTrouble,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Solved => "solved",
            Status::IterationLimit => "iteration limit",
            Status::RayTermination => "ray termination",
            Status::Stopped => "stopped",
            Status::NumericalTrouble => "numerical trouble",
        })
    }
}

/// What a caller may ask of any method.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LcpSettings {
    /// Largest acceptable natural map, relative to [`Lcp::scale`] (dimensionless).
    pub tolerance: f64,
    /// Most iterations: sweeps of a splitting method; pivots of a pivoting method for a problem of up to 100
    /// rows, in proportion for larger ones. What the method may compute in all is in proportion, too
    /// ([`Self::max_operations`]).
    pub max_iterations: usize,
}

impl LcpSettings {
    /// The rows for which `max_iterations` pivots are meant.
    const ROWS_PER_LIMIT: usize = 100;

    /// Multiplications that an iteration may take whatever the size of its problem.
    const OPERATIONS: u64 = 2_000_000;

    /// Most pivots for a problem of n rows: `max_iterations`, in proportion where it is larger than 100.
    pub(in crate::lcp) fn max_pivots(&self, n: usize) -> usize {
        self.max_iterations.saturating_mul(n.max(Self::ROWS_PER_LIMIT)) / Self::ROWS_PER_LIMIT
    }

    /// Most multiplications for a problem of n rows, whatever the method: for each of the iterations, two million and n³/10.
    /// Methods that are tried one after the other, with restarts and repairs, otherwise have no limit in common. By
    /// default a problem of 100 rows is given up after a second or two, one of 1000 after a minute or two.
    pub fn max_operations(&self, n: usize) -> u64 {
        let cube = (n as u64).saturating_pow(3);
        (self.max_iterations as u64).saturating_mul(Self::OPERATIONS.saturating_add(cube / 10))
    }
}

impl Default for LcpSettings {
    fn default() -> Self {
        LcpSettings { tolerance: DEFAULT_TOLERANCE, max_iterations: DEFAULT_MAX_ITERATIONS }
    }
}

/// What a method hands back: its iterate and what it believes of it. [`solve`] turns it into a [`Solution`].
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The last or best iterate (n), also when the method failed.
    pub z: DVector<f64>,
    /// How the method thinks it ended.
    pub status: Status,
    /// Sweeps or pivots done.
    pub iterations: usize,
    /// Natural map after each iteration, where the method measures it; otherwise empty.
    pub history: Vec<f64>,
    /// In words: why the method gave up, or which way it took, where it has something to say of that.
    pub reason: Option<String>,
}

impl Outcome {
    /// An outcome with nothing to add to its status.
    pub fn new(z: DVector<f64>, status: Status, iterations: usize, history: Vec<f64>) -> Outcome {
        Outcome { z, status, iterations, history, reason: None }
    }

    /// A refusal: the method cannot treat this problem (n rows), for this reason. z is 0.
    pub fn refused(n: usize, reason: String) -> Outcome {
        let z = DVector::zeros(n);
        Outcome {
            z,
            status: Status::NumericalTrouble,
            iterations: 0,
            history: Vec::new(),
            reason: Some(reason),
        }
    }
}

/// What was measured of one solve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SolveReport {
    /// Name of the method, as in the [`catalogue`](crate::lcp::catalogue).
    pub method: &'static str,
    /// How the solve ended, checked against `residual`.
    pub status: Status,
    /// Number of rows.
    pub size: usize,
    /// Sweeps or pivots done.
    pub iterations: usize,
    /// Residual of the returned z, measured outside the method.
    pub residual: Residual,
    /// Natural map after each iteration, where the method measures it; otherwise empty.
    pub history: Vec<f64>,
    /// In words: why the method gave up, or which way it took, where it has something to say of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Wall-clock time inside the method (s).
    pub seconds: f64,
}

/// The answer z with the report on it. Look at `report.status` before using `z`.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The iterate (n).
    pub z: DVector<f64>,
    /// What was measured.
    pub report: SolveReport,
}

/// A method for linear complementarity problems.
pub trait LcpSolver {
    /// The name under which the [`catalogue`](crate::lcp::catalogue) lists the method.
    fn name(&self) -> &'static str;

    /// True where a longer run could have brought a missed tolerance: then a claim of success that the residual
    /// does not support becomes [`Status::IterationLimit`], otherwise [`Status::NumericalTrouble`].
    fn iterative(&self) -> bool;

    /// Runs the method, from `warm` (n) where it is given and the method can use it. Call [`solve`] instead: it
    /// checks the claim.
    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome;
}

/// Runs `solver`, measures the residual of what it returns, and takes back a claim of success whose natural map
/// exceeds tolerance × [`Lcp::scale`] or whose numbers are not finite. It upgrades nothing. A `warm` of the wrong size or with a number that is
/// not finite is ignored.
pub fn solve(
    solver: &dyn LcpSolver,
    lcp: &Lcp,
    settings: &LcpSettings,
    warm: Option<&DVector<f64>>,
) -> Solution {
    let warm = warm.filter(|z| z.len() == lcp.size() && z.iter().all(|x| x.is_finite()));
    let start = Instant::now();
    let most = settings.max_operations(lcp.size());
    let budget = Stop::within(Limits { operations: most, ..Limits::NONE });
    let Outcome { z, status, iterations, history, mut reason } =
        budget.watch(|| solver.solve(lcp, settings, warm));
    let seconds = start.elapsed().as_secs_f64();
    let residual = residual(lcp, &z);
    let supported = accepts(lcp, residual.natural_map, settings.tolerance);
    let status = match status {
        Status::Solved if supported => Status::Solved,
        _ if stop::asked() => Status::Stopped,
        _ if budget.cause().is_some() => {
            let before = reason.map_or(String::new(), |reason| format!("; {reason}"));
            reason = Some(format!("given up after {most:.1e} multiplications{before}", most = most as f64));
            Status::IterationLimit
        }
        Status::Solved if solver.iterative() => Status::IterationLimit,
        Status::Solved => Status::NumericalTrouble,
        other => other,
    };
    let report = SolveReport {
        method: solver.name(),
        status,
        size: lcp.size(),
        iterations,
        residual,
        history,
        reason,
        seconds,
    };
    Solution { z, report }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::*;

    struct Liar {
        z: Vec<f64>,
        iterative: bool,
        claim: Status,
    }

    impl LcpSolver for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }
        fn iterative(&self) -> bool {
            self.iterative
        }
        fn solve(&self, _: &Lcp, _: &LcpSettings, _: Option<&DVector<f64>>) -> Outcome {
            Outcome::new(DVector::from_vec(self.z.clone()), self.claim, 1, vec![])
        }
    }

    fn one() -> Lcp {
        Lcp::new(DMatrix::identity(1, 1), DVector::from_vec(vec![-1.0])).unwrap()
    }

    #[test]
    fn a_false_claim_is_taken_back_and_nothing_is_upgraded() {
        let settings = LcpSettings::default();
        let status = |z: f64, iterative, claim| {
            solve(&Liar { z: vec![z], iterative, claim }, &one(), &settings, None).report.status
        };
        assert_eq!(status(1.0, false, Status::Solved), Status::Solved);
        assert_eq!(status(0.5, false, Status::Solved), Status::NumericalTrouble);
        assert_eq!(status(0.5, true, Status::Solved), Status::IterationLimit);
        assert_eq!(status(f64::NAN, false, Status::Solved), Status::NumericalTrouble);
        assert_eq!(status(1.0, true, Status::IterationLimit), Status::IterationLimit);
        assert_eq!(status(1.0, false, Status::RayTermination), Status::RayTermination);
    }

    #[test]
    fn a_report_serialises() {
        let solution = solve(
            &Liar { z: vec![1.0], iterative: false, claim: Status::Solved },
            &one(),
            &LcpSettings::default(),
            None,
        );
        let text = serde_json::to_string(&solution.report).unwrap();
        assert!(text.contains("\"status\":\"Solved\"") && text.contains("\"natural_map\":0.0"), "{text}");
    }
}
