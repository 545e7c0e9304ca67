//! Anderson's method: a fixed point from the last few iterates of x <- g(x) together.

use nalgebra::{DMatrix, DVector};
use std::collections::VecDeque;

/// Iterates that are combined.
const DEPTH: usize = 6;

/// Up to this correction only those are combined in which the same rows counted: which contacts slide has to be found first.
const PLAIN: usize = 8;

/// Differences of residuals with a singular value below this fraction of the largest say nothing new (dimensionless).
const DEPENDENT: f64 = 1e-8;

/// A combination that goes farther than this many times the plain correction is not taken.
const FAR: f64 = 1e3;

/// The last iterates.
#[derive(Default)]
pub(super) struct Anderson {
    /// Differences of g(x) − x and of g(x), the oldest first.
    columns: VecDeque<(DVector<f64>, DVector<f64>)>,
    last: Option<(DVector<f64>, DVector<f64>)>,
    rounds: usize,
    /// Which rows counted last.
    counted: Vec<bool>,
}

impl Anderson {
    /// The next x, where `x` led to `target`; only rows that count are compared.
    pub fn next(
        &mut self,
        x: &DVector<f64>,
        target: &DVector<f64>,
        counts: Vec<bool>,
        steady: bool,
    ) -> DVector<f64> {
        self.rounds += 1;
        let same = steady && self.counted == counts;
        self.counted = counts;
        if self.rounds < PLAIN && !same {
            self.last = None;
            self.columns.clear();
        }
        let residual = target - x;
        if let Some((r, g)) = &self.last {
            if self.columns.len() == DEPTH {
                self.columns.pop_front();
            }
            self.columns.push_back((&residual - r, target - g));
        }
        self.last = Some((residual.clone(), target.clone()));
        let rows: Vec<usize> = (0..x.len()).filter(|&row| self.counted[row]).collect();
        if self.columns.is_empty() || rows.is_empty() {
            return target.clone();
        }
        let bend = DMatrix::from_fn(rows.len(), self.columns.len(), |i, j| self.columns[j].0[rows[i]]);
        let seen = DVector::from_iterator(rows.len(), rows.iter().map(|&row| residual[row]));
        let svd = bend.svd(true, true);
        let cut = DEPENDENT * svd.singular_values.max();
        let Ok(shares) = svd.solve(&seen, cut) else { return target.clone() };
        let mut next = target.clone();
        for (share, (_, g)) in shares.iter().zip(&self.columns) {
            next -= g * *share;
        }
        let too_far = !((&next - target).norm() <= FAR * residual.norm());
        if too_far {
            self.columns.clear();
            return target.clone();
        }
        next
    }
}
