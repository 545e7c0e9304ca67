//! The strictly convex special case: the point of a polyhedron that is nearest to a target.
//!
//! ```text
//!   min ½‖y − y*‖²   subject to   c_i · y  = d_i   for i < n_eq
//!                                 c_i · y >= d_i   for the other rows
//! ```
//!
//! y is a solution exactly where multipliers u exist with y = y* + Σ u_i c_i, the rows hold, u_i >= 0 and
//! u_i (c_i · y − d_i) = 0 for the inequalities (Karush, Kuhn, Tucker). Put into each other, that is LCP(A, b)
//! with A = C Cᵀ and b = C y* − d, in which z is u and w the slack of the rows.

mod block_pivoting;
pub mod dual_active_set;
mod face;
pub mod gram_active_set;
mod interior_point;
mod pricing;
pub mod proximal_newton;
pub(crate) mod rows;
pub mod solution;
#[cfg(test)]
mod test_convex;
#[cfg(test)]
pub(crate) mod test_piles;

use nalgebra::{DMatrix, DVector};
use smallvec::SmallVec;

use crate::lcp::judge::Residual;
use crate::lcp::problem::{Lcp, LcpError};

/// A row c of the constraints: its nonzero entries in ascending columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseRow {
    // Two bodies' worth without a trip to the heap.
    entries: SmallVec<[(usize, f64); 12]>,
}

impl SparseRow {
    /// The row with these (column, value) entries, in any order; values of one column add up, zeros are dropped.
    pub fn new(entries: impl IntoIterator<Item = (usize, f64)>) -> SparseRow {
        let mut entries: SmallVec<[(usize, f64); 12]> = entries.into_iter().collect();
        if !entries.is_sorted_by_key(|&(column, _)| column) {
            entries.sort_by_key(|&(column, _)| column);
        }
        entries.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        entries.retain(|&mut (_, value)| value != 0.0);
        SparseRow { entries }
    }

    /// The entries as (column, value), columns ascending.
    pub fn entries(&self) -> &[(usize, f64)] {
        &self.entries
    }

    /// c · y.
    ///
    /// # Panics
    /// When a column lies beyond `y`.
    pub fn dot(&self, y: &DVector<f64>) -> f64 {
        self.entries.iter().map(|&(column, value)| value * y[column]).sum()
    }

    /// ‖c‖₂.
    pub fn norm(&self) -> f64 {
        // Scaled by the largest entry, so that squares neither overflow nor vanish.
        let largest = self.entries.iter().fold(0.0_f64, |m, &(_, x)| m.max(x.abs()));
        if largest > 0.0 {
            largest * self.entries.iter().map(|&(_, x)| (x / largest) * (x / largest)).sum::<f64>().sqrt()
        } else {
            0.0
        }
    }
}

/// Why data do not state a convex problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConvexError {
    /// There is not one right-hand side per row.
    #[error("{rows} rows need as many right-hand sides; there are {found}")]
    SizeMismatch {
        /// Number of rows.
        rows: usize,
        /// Number of right-hand sides.
        found: usize,
    },
    /// More equality rows than rows.
    #[error("{n_eq} equality rows were announced, and there are only {rows} rows")]
    TooManyEqualities {
        /// Number of equality rows announced.
        n_eq: usize,
        /// Number of rows.
        rows: usize,
    },
    /// A row has an entry beyond the last variable.
    #[error("row {row} has an entry in column {column}, and there are only {n} columns")]
    ColumnOutOfRange {
        /// The row.
        row: usize,
        /// The column of the entry.
        column: usize,
        /// Number of variables.
        n: usize,
    },
    /// A row or its right-hand side has a number that is not finite.
    #[error("row {row} or its right-hand side is not finite")]
    RowNotFinite {
        /// The first such row.
        row: usize,
    },
    /// The target has a number that is not finite.
    #[error("entry {entry} of the target is not finite")]
    TargetNotFinite {
        /// The first such entry.
        entry: usize,
    },
}

/// The data of one convex problem, checked once on construction.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvexProblem {
    target: DVector<f64>,
    rows: Vec<SparseRow>,
    rhs: Vec<f64>,
    n_eq: usize,
}

impl ConvexProblem {
    /// States the problem with target y* (n), rows c_i, right-hand sides d_i, of which the first `n_eq` are
    /// equalities.
    ///
    /// # Errors
    /// [`ConvexError`] when sizes or columns do not fit or a number is not finite.
    pub fn new(
        target: DVector<f64>,
        rows: Vec<SparseRow>,
        rhs: Vec<f64>,
        n_eq: usize,
    ) -> Result<ConvexProblem, ConvexError> {
        let n = target.len();
        if rows.len() != rhs.len() {
            return Err(ConvexError::SizeMismatch { rows: rows.len(), found: rhs.len() });
        }
        if n_eq > rows.len() {
            return Err(ConvexError::TooManyEqualities { n_eq, rows: rows.len() });
        }
        if let Some(entry) = target.iter().position(|x| !x.is_finite()) {
            return Err(ConvexError::TargetNotFinite { entry });
        }
        for (row, (c, d)) in rows.iter().zip(&rhs).enumerate() {
            if let Some(&(column, _)) = c.entries.last().filter(|&&(column, _)| column >= n) {
                return Err(ConvexError::ColumnOutOfRange { row, column, n });
            }
            if !d.is_finite() || !c.norm().is_finite() || c.entries.iter().any(|(_, x)| !x.is_finite()) {
                return Err(ConvexError::RowNotFinite { row });
            }
        }
        Ok(ConvexProblem { target, rows, rhs, n_eq })
    }

    /// Number of variables n.
    pub fn size(&self) -> usize {
        self.target.len()
    }

    /// The target y* (n).
    pub fn target(&self) -> &DVector<f64> {
        &self.target
    }

    /// The rows c_i, equalities first.
    pub fn rows(&self) -> &[SparseRow] {
        &self.rows
    }

    /// The right-hand sides d_i.
    pub fn rhs(&self) -> &[f64] {
        &self.rhs
    }

    /// How many of the first rows are equalities.
    pub fn n_eq(&self) -> usize {
        self.n_eq
    }

    /// LCP(C Cᵀ, C y* − d), whose z are the multipliers; none for a problem with equalities.
    pub fn dual_lcp(&self) -> Option<Result<Lcp, LcpError>> {
        if self.n_eq > 0 {
            return None;
        }
        let m = self.rows.len();
        let mut dense = DVector::zeros(self.size());
        let mut a = DMatrix::zeros(m, m);
        for (j, row) in self.rows.iter().enumerate() {
            for &(column, value) in &row.entries {
                dense[column] = value;
            }
            for i in j..m {
                let product = self.rows[i].dot(&dense);
                a[(i, j)] = product;
                a[(j, i)] = product;
            }
            for &(column, _) in &row.entries {
                dense[column] = 0.0;
            }
        }
        let b = DVector::from_fn(m, |i, _| self.rows[i].dot(&self.target) - self.rhs[i]);
        Some(Lcp::new(a, b))
    }

    /// y* + Σ u_i c_i, the point that multipliers u (one per row) belong to.
    ///
    /// # Panics
    /// When there are fewer multipliers than rows.
    pub fn point(&self, multipliers: &[f64]) -> DVector<f64> {
        let mut y = self.target.clone();
        for (i, row) in self.rows.iter().enumerate() {
            for &(column, value) in &row.entries {
                y[column] += multipliers[i] * value;
            }
        }
        y
    }

    /// How far (y, u) is from optimal, in the unit of y, with rows scaled to length 1; infinite on a NaN or a wrong
    /// size. The largest of
    ///
    /// - stationarity ‖y − y* − Σ u_i c_i‖∞,
    /// - for an equality |c_i · y − d_i| / ‖c_i‖,
    /// - for an inequality |min(u_i ‖c_i‖, (c_i · y − d_i) / ‖c_i‖)|: zero exactly where the row holds, u_i >= 0, and
    ///   one of the two is zero.
    ///
    /// A row of zeros counts with its violation max(0, d_i), or |d_i|, as it is.
    pub fn kkt(&self, y: &DVector<f64>, multipliers: &[f64]) -> f64 {
        self.residual(y, multipliers).natural_map
    }

    /// The same with its parts, rows scaled to length 1: how far a multiplier is negative, how far a row is violated, and
    /// the largest product of a multiplier and its slack. `worst_row`: the row of the largest measure of its own.
    pub fn residual(&self, y: &DVector<f64>, multipliers: &[f64]) -> Residual {
        let infinite = f64::INFINITY;
        let mut r = Residual {
            natural_map: infinite,
            primal: infinite,
            dual: infinite,
            complementarity: infinite,
            worst_row: None,
        };
        if y.len() != self.size() || multipliers.len() != self.rows.len() {
            return r;
        }
        r = Residual::default();
        // f64::max drops a NaN, so it is caught first.
        let take = |worst: &mut f64, x: f64| *worst = if x.is_nan() { infinite } else { worst.max(x.abs()) };
        let expected = self.point(multipliers);
        y.iter().zip(expected.iter()).for_each(|(y, e)| take(&mut r.natural_map, y - e));
        let mut worst = 0.0;
        for (i, row) in self.rows.iter().enumerate() {
            let norm = row.norm();
            let slack = if norm > 0.0 { (row.dot(y) - self.rhs[i]) / norm } else { -self.rhs[i] };
            let u = multipliers[i] * norm;
            let broken = slack.is_nan() || u.is_nan();
            let equality = i < self.n_eq;
            let natural = match () {
                () if broken => f64::NAN,
                () if equality => slack,
                () if norm > 0.0 => slack.min(u),
                () => slack.min(0.0),
            };
            take(&mut r.natural_map, natural);
            take(&mut r.dual, if broken || equality { slack } else { slack.min(0.0) });
            if !equality {
                take(&mut r.primal, if broken { u } else { u.min(0.0) });
                take(&mut r.complementarity, u * slack);
            }
            let natural = if natural.is_nan() { infinite } else { natural.abs() };
            if natural > worst {
                (worst, r.worst_row) = (natural, Some(i));
            }
        }
        r
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::dvector;

    use super::*;

    fn row(entries: &[(usize, f64)]) -> SparseRow {
        SparseRow::new(entries.to_vec())
    }

    #[test]
    fn a_row_is_sorted_merged_and_measured() {
        let r = row(&[(3, 4.0), (1, 1.0), (3, -1.0), (2, 0.0), (1, 3.0)]);
        assert_eq!(r.entries(), &[(1, 4.0), (3, 3.0)]);
        assert_eq!(r.norm(), 5.0);
        assert_eq!(row(&[(0, 3e300), (1, 4e300)]).norm(), 5e300);
    }

    #[test]
    fn bad_data_is_refused() {
        let target = dvector![0.0, 0.0];
        let new = |rows, rhs, n_eq| ConvexProblem::new(target.clone(), rows, rhs, n_eq).unwrap_err();
        assert_eq!(new(vec![row(&[(0, 1.0)])], vec![], 0), ConvexError::SizeMismatch { rows: 1, found: 0 });
        assert_eq!(new(vec![], vec![], 1), ConvexError::TooManyEqualities { n_eq: 1, rows: 0 });
        let beyond = ConvexError::ColumnOutOfRange { row: 0, column: 2, n: 2 };
        assert_eq!(new(vec![row(&[(2, 1.0)])], vec![0.0], 0), beyond);
        let bad = ConvexError::RowNotFinite { row: 0 };
        assert_eq!(new(vec![row(&[(0, f64::NAN)])], vec![0.0], 0), bad);
        assert_eq!(new(vec![row(&[(0, 1.0)])], vec![f64::NAN], 0), bad);
        let target = ConvexProblem::new(dvector![0.0, f64::NAN], vec![], vec![], 0);
        assert_eq!(target, Err(ConvexError::TargetNotFinite { entry: 1 }));
    }

    #[test]
    fn the_measure_sees_each_part() {
        // Nearest to (0, 0) with 2 y0 >= 4 is (2, 0), with u = 1.
        let p = ConvexProblem::new(dvector![0.0, 0.0], vec![row(&[(0, 2.0)])], vec![4.0], 0).unwrap();
        assert_eq!(p.kkt(&dvector![2.0, 0.0], &[1.0]), 0.0);
        assert_eq!(p.kkt(&dvector![2.0, 0.25], &[1.0]), 0.25);
        assert_eq!(p.kkt(&dvector![1.0, 0.0], &[0.5]), 1.0);
        assert_eq!(p.kkt(&dvector![3.0, 0.0], &[1.5]), 1.0);
        assert_eq!(p.kkt(&dvector![2.0, f64::NAN], &[1.0]), f64::INFINITY);
        assert_eq!(p.kkt(&dvector![2.0, 0.0], &[f64::NAN]), f64::INFINITY);
        // Slack −1 of the row of length 2, multiplier −1/4: the parts in rows of length 1.
        let r = p.residual(&dvector![1.0, 0.0], &[-0.25]);
        assert_eq!((r.primal, r.dual, r.complementarity, r.worst_row), (0.5, 1.0, 0.5, Some(0)));
        let r = p.residual(&dvector![2.0, 0.0], &[1.0]);
        assert_eq!((r.primal, r.dual, r.complementarity, r.worst_row), (0.0, 0.0, 0.0, None));
        let r = p.residual(&dvector![2.0, 0.0], &[f64::NAN]);
        assert_eq!((r.primal, r.complementarity, r.worst_row), (f64::INFINITY, f64::INFINITY, Some(0)));
    }
}
