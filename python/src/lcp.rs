//! Complementarity problems from arrays.

use crate::arrays::column;
use crate::error::{self, LcpError};
use nalgebra::{DMatrix, DVector};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pegsim::lcp::catalogue::SolverMethod;
use pegsim::lcp::convex::SparseRow;
use pegsim::lcp::{Factors, Lcp, LcpSettings, solve};
use pyo3::prelude::*;

/// The answer to a problem, and how far it is from solving it.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct LcpResult {
    z: Py<PyArray1<f64>>,
    w: Py<PyArray1<f64>>,
    status: String,
    solved: bool,
    method: &'static str,
    iterations: usize,
    residual: f64,
    history: Py<PyArray1<f64>>,
    reason: Option<String>,
    seconds: f64,
}

#[pymethods]
impl LcpResult {
    fn __bool__(&self) -> bool {
        self.solved
    }

    fn __repr__(&self) -> String {
        format!(
            "LcpResult(status='{}', method='{}', iterations={}, residual={:e})",
            self.status, self.method, self.iterations, self.residual
        )
    }
}

fn answer(
    py: Python<'_>,
    problem: Result<Lcp, pegsim::lcp::LcpError>,
    method: &str,
    (tolerance, max_iterations): (f64, usize),
    warm: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<LcpResult> {
    let problem = problem.map_err(|wrong| LcpError::new_err(wrong.to_string()))?;
    let method = SolverMethod::from_name(method).map_err(|wrong| error::value(wrong.to_string()))?;
    let solver = method.solver().ok_or_else(|| {
        error::value(format!(
            "{} treats a whole step and not a single problem; another of `pegsim.solvers()` does",
            method.name()
        ))
    })?;
    let settings = LcpSettings { tolerance, max_iterations };
    let warm = warm.map(|z| DVector::from_iterator(z.as_array().len(), z.as_array().iter().copied()));
    let (found, w) = py.detach(|| {
        let found = solve(solver, &problem, &settings, warm.as_ref());
        let w = problem.slack(&found.z);
        (found, w)
    });
    let report = found.report;
    Ok(LcpResult {
        z: column(py, found.z.iter().copied()),
        w: column(py, w.iter().copied()),
        status: report.status.to_string(),
        solved: report.status == pegsim::lcp::Status::Solved,
        method: report.method,
        iterations: report.iterations,
        residual: report.residual.natural_map,
        history: column(py, report.history.into_iter()),
        reason: report.reason,
        seconds: report.seconds,
    })
}

/// Solves the problem of a dense matrix.
#[pyfunction]
pub fn solve_dense(
    py: Python<'_>,
    a: PyReadonlyArray2<'_, f64>,
    b: PyReadonlyArray1<'_, f64>,
    method: &str,
    limits: (f64, usize),
    warm: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<LcpResult> {
    let (a, b) = (a.as_array(), b.as_array());
    let matrix = DMatrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)]);
    let vector = DVector::from_iterator(b.len(), b.iter().copied());
    answer(py, Lcp::new(matrix, vector), method, limits, warm)
}

/// Solves the problem of a sparse matrix by compressed rows.
#[pyfunction]
pub fn solve_sparse(
    py: Python<'_>,
    compressed: (Vec<usize>, Vec<usize>, Vec<f64>),
    b: PyReadonlyArray1<'_, f64>,
    method: &str,
    limits: (f64, usize),
    warm: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<LcpResult> {
    let (starts, columns, values) = compressed;
    let b = b.as_array();
    let n = b.len();
    let whole = starts.len() == n + 1
        && starts.windows(2).all(|w| w[0] <= w[1])
        && starts.last() == Some(&values.len())
        && columns.len() == values.len();
    if !whole {
        return Err(LcpError::new_err(format!(
            "the matrix has {} rows and b has {n} entries; as many are needed, by compressed rows",
            starts.len().saturating_sub(1)
        )));
    }
    let row = |i: usize| SparseRow::new((starts[i]..starts[i + 1]).map(|k| (columns[k], values[k])));
    let empty = || vec![SparseRow::new([]); n];
    let factors = Factors { columns: 0, rows: empty(), forces: empty(), entries: (0..n).map(row).collect() };
    let vector = DVector::from_iterator(n, b.iter().copied());
    answer(py, Lcp::factored(factors, vector), method, limits, warm)
}
