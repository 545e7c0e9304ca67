//! Linear complementarity problems: the statement, the judge, the methods and their catalogue.
//!
//! The problem LCP(A, b): find z with
//!
//! ```text
//!   z >= 0,   w = A z + b >= 0,   z · w = 0        equivalently   min(z, A z + b) = 0   (row by row)
//! ```
//!
//! A method implements [`LcpSolver`] and says what it *believes*; [`solve`] measures the residual itself and takes
//! back a claim of success that the numbers do not support. Nothing outside [`residual`] decides what is solved.
//!
//! The strictly convex special case, a projection onto a set of half-spaces, has its own statement ([`convex`])
//! and two methods: [`dual_active_set`] for small problems, [`proximal_newton`] for large sparse ones.

pub mod automatic;
mod block_cholesky;
mod block_order;
mod block_pivoting;
pub mod catalogue;
pub mod convex;
pub mod dantzig;
mod dense;
mod dissection;
pub mod dual_active_set;
pub mod enumerate;
mod equilibrate;
pub mod fischer_newton;
mod interior_point;
pub mod interior_point_lcp;
pub mod lemke;
#[cfg(test)]
mod method_tests;
pub mod minmap_newton;
pub mod pgs;
mod polish;
mod principal_inverse;
pub mod proximal_newton;
pub mod residual;
mod rows;
mod semismooth;
#[cfg(test)]
mod test_convex;
#[cfg(test)]
mod test_piles;
#[cfg(test)]
mod test_problems;
mod thin_qr;

use std::fmt;
use std::time::Instant;

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

pub use residual::{Residual, residual};

/// Default of [`LcpSettings::tolerance`]: natural map relative to 1 + max|b| (dimensionless).
pub const DEFAULT_TOLERANCE: f64 = 1e-10;
/// Default of [`LcpSettings::max_iterations`].
pub const DEFAULT_MAX_ITERATIONS: usize = 1000;

/// The data of one linear complementarity problem, checked once on construction: A is square, b has as many
/// entries as A has rows, and every number is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Lcp {
    a: DMatrix<f64>,
    b: DVector<f64>,
}

/// Why a matrix and a vector do not state a complementarity problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LcpError {
    /// A has different numbers of rows and columns.
    #[error("the matrix of a complementarity problem must be square; this one is {rows} × {columns}")]
    NotSquare {
        /// Rows of A.
        rows: usize,
        /// Columns of A.
        columns: usize,
    },
    /// b does not have one entry per row of A.
    #[error("the vector of a complementarity problem needs {expected} entries; this one has {found}")]
    SizeMismatch {
        /// Rows of A.
        expected: usize,
        /// Entries of b.
        found: usize,
    },
    /// An entry of A is infinite or not a number.
    #[error("entry ({row}, {column}) of the matrix is not finite")]
    MatrixNotFinite {
        /// Row of the first such entry.
        row: usize,
        /// Column of the first such entry.
        column: usize,
    },
    /// An entry of b is infinite or not a number.
    #[error("entry {row} of the vector is not finite")]
    VectorNotFinite {
        /// Row of the first such entry.
        row: usize,
    },
}

impl Lcp {
    /// States the problem with matrix `a` (n × n) and vector `b` (n).
    ///
    /// # Errors
    /// [`LcpError`] when `a` is not square, the sizes differ, or a number is not finite.
    pub fn new(a: DMatrix<f64>, b: DVector<f64>) -> Result<Lcp, LcpError> {
        if a.nrows() != a.ncols() {
            return Err(LcpError::NotSquare { rows: a.nrows(), columns: a.ncols() });
        }
        if b.len() != a.nrows() {
            return Err(LcpError::SizeMismatch { expected: a.nrows(), found: b.len() });
        }
        for column in 0..a.ncols() {
            if let Some(row) = (0..a.nrows()).find(|&row| !a[(row, column)].is_finite()) {
                return Err(LcpError::MatrixNotFinite { row, column });
            }
        }
        if let Some(row) = (0..b.len()).find(|&row| !b[row].is_finite()) {
            return Err(LcpError::VectorNotFinite { row });
        }
        Ok(Lcp { a, b })
    }

    /// The matrix A (n × n).
    pub fn a(&self) -> &DMatrix<f64> {
        &self.a
    }

    /// The vector b (n).
    pub fn b(&self) -> &DVector<f64> {
        &self.b
    }

    /// Number of rows n; 0 is allowed and is solved by the empty vector.
    pub fn size(&self) -> usize {
        self.b.len()
    }

    /// w = A z + b, summed column by column in index order (the same bits on every machine).
    ///
    /// # Panics
    /// When `z` does not have n entries.
    pub fn slack(&self, z: &DVector<f64>) -> DVector<f64> {
        assert_eq!(z.len(), self.size(), "z must have one entry per row");
        let mut w = self.b.clone();
        for (j, &zj) in z.iter().enumerate() {
            if zj != 0.0 {
                for (wi, aij) in w.iter_mut().zip(self.a.column(j).iter()) {
                    *wi += aij * zj;
                }
            }
        }
        w
    }

    /// 1 + max|b|: what an absolute residual is compared with (unit of b).
    pub fn scale(&self) -> f64 {
        1.0 + self.b.iter().fold(0.0_f64, |m, x| m.max(x.abs()))
    }
}

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
    /// The method met a zero pivot or diagonal, lost its accuracy, or claimed a solution that is none.
    NumericalTrouble,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Solved => "solved",
            Status::IterationLimit => "iteration limit",
            Status::RayTermination => "ray termination",
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
    /// rows, in proportion for larger ones.
    pub max_iterations: usize,
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
    /// In words: which way the method took or why it gave up, where it has something to say of that.
    pub reason: Option<String>,
}

/// What was measured of one solve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SolveReport {
    /// Name of the method, as in the [`catalogue`].
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
    /// In words: which way the method took or why it gave up, where it has something to say of that.
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
    /// The name under which the [`catalogue`] lists the method.
    fn name(&self) -> &'static str;

    /// True where a longer run could have brought a missed tolerance: then a claim of success that the residual
    /// does not support becomes [`Status::IterationLimit`], otherwise [`Status::NumericalTrouble`].
    fn iterative(&self) -> bool;

    /// Runs the method, from `warm` (n) where it is given and the method can use it. Call [`solve`] instead: it
    /// checks the claim.
    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome;
}

/// Runs `solver`, measures the residual of what it returns, and takes back a claim of success whose natural map
/// exceeds tolerance × [`Lcp::scale`]. It upgrades nothing. A `warm` of the wrong size or with a number that is
/// not finite is ignored.
pub fn solve(
    solver: &dyn LcpSolver,
    lcp: &Lcp,
    settings: &LcpSettings,
    warm: Option<&DVector<f64>>,
) -> Solution {
    let warm = warm.filter(|z| z.len() == lcp.size() && z.iter().all(|x| x.is_finite()));
    let start = Instant::now();
    let Outcome { z, status, iterations, history, reason } = solver.solve(lcp, settings, warm);
    let seconds = start.elapsed().as_secs_f64();
    let residual = residual(lcp, &z);
    // `<=` and not `>`: a residual that is not a number must not pass.
    let supported = residual.natural_map <= settings.tolerance * lcp.scale();
    let status = match status {
        Status::Solved if supported => Status::Solved,
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
            Outcome {
                z: DVector::from_vec(self.z.clone()),
                status: self.claim,
                iterations: 1,
                history: vec![],
                reason: None,
            }
        }
    }

    fn one() -> Lcp {
        Lcp::new(DMatrix::identity(1, 1), DVector::from_vec(vec![-1.0])).unwrap()
    }

    #[test]
    fn bad_data_is_refused() {
        let square = DMatrix::<f64>::identity(2, 2);
        assert_eq!(
            Lcp::new(DMatrix::zeros(2, 3), DVector::zeros(2)),
            Err(LcpError::NotSquare { rows: 2, columns: 3 })
        );
        assert_eq!(
            Lcp::new(square.clone(), DVector::zeros(3)),
            Err(LcpError::SizeMismatch { expected: 2, found: 3 })
        );
        let mut nan = square.clone();
        nan[(1, 0)] = f64::NAN;
        assert_eq!(Lcp::new(nan, DVector::zeros(2)), Err(LcpError::MatrixNotFinite { row: 1, column: 0 }));
        let infinite = DVector::from_vec(vec![0.0, f64::INFINITY]);
        assert_eq!(Lcp::new(square, infinite), Err(LcpError::VectorNotFinite { row: 1 }));
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
