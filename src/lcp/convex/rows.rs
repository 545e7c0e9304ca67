//! The rows of a convex problem as the methods use them: one after the other, and of length 1.

use std::ops::Range;

use crate::lcp::convex::ConvexProblem;

/// Sparse rows one after the other: row i has the columns `columns[first[i]..first[i + 1]]`, ascending.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::lcp) struct Rows {
    pub(in crate::lcp) first: Vec<usize>,
    pub(in crate::lcp) columns: Vec<usize>,
    pub(in crate::lcp) values: Vec<f64>,
}

impl Rows {
    /// The entries of row i, as a range of columns and values.
    pub(in crate::lcp) fn range(&self, i: usize) -> Range<usize> {
        self.first[i]..self.first[i + 1]
    }
}

/// Columns of a body in space, which most rows have one or two whole blocks of.
const BLOCK: usize = 6;

/// The first column of a block whose columns (ascending) are consecutive.
fn consecutive(columns: &[usize]) -> Option<usize> {
    (columns[BLOCK - 1] - columns[0] == BLOCK - 1).then_some(columns[0])
}

/// The products of a block, in a fixed order that needs few steps one after the other.
fn dot_block(values: &[f64], y: &[f64]) -> f64 {
    let (x, y) = (&values[..BLOCK], &y[..BLOCK]);
    (x[0] * y[0] + x[1] * y[1]) + (x[2] * y[2] + x[3] * y[3]) + (x[4] * y[4] + x[5] * y[5])
}

/// c_i · y.
pub(in crate::lcp) fn dot(rows: &Rows, i: usize, y: &[f64]) -> f64 {
    let range = rows.range(i);
    let (columns, values) = (&rows.columns[range.clone()], &rows.values[range]);
    if columns.len().is_multiple_of(BLOCK) {
        let mut sum = 0.0;
        for (columns, values) in columns.chunks_exact(BLOCK).zip(values.chunks_exact(BLOCK)) {
            sum += match consecutive(columns) {
                Some(first) => dot_block(values, &y[first..]),
                None => columns.iter().zip(values).map(|(&c, x)| x * y[c]).sum(),
            };
        }
        return sum;
    }
    columns.iter().zip(values).map(|(&c, x)| x * y[c]).sum()
}

/// y += a c_i.
pub(in crate::lcp) fn add(rows: &Rows, i: usize, a: f64, y: &mut [f64]) {
    let range = rows.range(i);
    let (columns, values) = (&rows.columns[range.clone()], &rows.values[range]);
    if columns.len().is_multiple_of(BLOCK) {
        for (columns, values) in columns.chunks_exact(BLOCK).zip(values.chunks_exact(BLOCK)) {
            match consecutive(columns) {
                Some(first) => {
                    y[first..first + BLOCK].iter_mut().zip(values).for_each(|(y, x)| *y += a * x);
                }
                None => columns.iter().zip(values).for_each(|(&c, x)| y[c] += a * x),
            }
        }
        return;
    }
    columns.iter().zip(values).for_each(|(&c, x)| y[c] += a * x);
}

/// A problem whose rows have length 1; a row of zeros stays as it is.
pub(in crate::lcp) struct UnitRows {
    /// c_i / ‖c_i‖.
    pub(in crate::lcp) rows: Rows,
    /// d_i / ‖c_i‖.
    pub(in crate::lcp) rhs: Vec<f64>,
    /// ‖c_i‖, or 1 for a row of zeros: what the multipliers of these rows are divided by.
    pub(in crate::lcp) norms: Vec<f64>,
}

impl UnitRows {
    pub(in crate::lcp) fn new(problem: &ConvexProblem) -> UnitRows {
        let m = problem.rows().len();
        let entries = problem.rows().iter().map(|row| row.entries().len()).sum();
        let mut rows = Rows {
            first: Vec::with_capacity(m + 1),
            columns: Vec::with_capacity(entries),
            values: Vec::with_capacity(entries),
        };
        rows.first.push(0);
        let (mut rhs, mut norms) = (Vec::with_capacity(m), Vec::with_capacity(m));
        for (row, d) in problem.rows().iter().zip(problem.rhs()) {
            let norm = row.norm();
            let length = if norm > 0.0 { norm } else { 1.0 };
            rows.columns.extend(row.entries().iter().map(|&(c, _)| c));
            rows.values.extend(row.entries().iter().map(|&(_, x)| x / length));
            rows.first.push(rows.columns.len());
            rhs.push(d / length);
            norms.push(length);
        }
        UnitRows { rows, rhs, norms }
    }
}
