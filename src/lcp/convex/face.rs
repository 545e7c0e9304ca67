//! The active rows of a problem that was solved, as equations that are factored.

use crate::lcp::convex::rows::{Rows, add, dot};
use crate::lcp::linear::block_cholesky::BlockCholesky;

/// Rows of length 1 with the weights ρ of those that are held, 0 of the others.
#[derive(Debug, Clone, Default)]
pub(in crate::lcp) struct Face {
    rows: Rows,
    norms: Vec<f64>,
    weights: Vec<f64>,
}

impl Face {
    /// The rows with a multiplier of `u` above zero; those of the last factor, if these are among them. The others get the weight `penalty`.
    pub(in crate::lcp) fn new(
        rows: Rows,
        norms: Vec<f64>,
        u: &[f64],
        factor: &BlockCholesky,
        penalty: f64,
    ) -> Self {
        let factored = factor.weights();
        let least = factored.iter().copied().filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min);
        let most = factored.iter().copied().fold(0.0, f64::max);
        let same = factored.len() == u.len()
            && least >= most
            && factored.iter().zip(u).all(|(w, u)| *w > 0.0 || *u <= 0.0);
        let weights = if same {
            factored.to_vec()
        } else {
            u.iter().map(|u| if *u > 0.0 { penalty } else { 0.0 }).collect()
        };
        Self { rows, norms, weights }
    }

    /// The rows that are held, by number, with their lengths.
    pub(in crate::lcp) fn held(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let held = |(i, (w, norm)): (usize, (&f64, &f64))| (*w > 0.0).then_some((i, *norm));
        self.weights.iter().zip(&self.norms).enumerate().filter_map(held)
    }

    /// Takes away what is left of two residuals at rows that differ little from these: of y* + Cᵀu − y, which is in `step`, and of d − C y, which is
    /// `short` for rows of length 1. The change of y comes in `step`, that of the multipliers of rows of length 1 in `du`. Whether it could: not without a
    /// factor.
    pub(in crate::lcp) fn correct(
        &self,
        factor: &mut BlockCholesky,
        step: &mut [f64],
        short: &[f64],
        du: &mut [f64],
    ) -> bool {
        if factor.weights() != self.weights && !factor.factor(&self.rows.values, &self.weights) {
            return false;
        }
        let held = || self.weights.iter().enumerate().filter(|(_, w)| **w > 0.0);
        held().for_each(|(i, w)| add(&self.rows, i, w * short[i], step));
        factor.solve(step);
        held().for_each(|(i, w)| du[i] = w * (short[i] - dot(&self.rows, i, step)));
        true
    }
}
