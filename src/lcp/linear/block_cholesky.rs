//! Sparse Cholesky factorisation of I + Σ w_i c_i c_iᵀ, rows c_i of few blocks: analysed once, factored for many weights.
//!
//! The method is multifrontal (Duff and Reid 1983): each supernode of [`block_order`] assembles its rows and the
//! updates of its children into a dense front, eliminates its own columns, and leaves the rest as an update for its
//! parent on a stack. The dense products are nalgebra's, which use the vector units that the processor has: the
//! same weights give the same bits on one machine, and other last bits on one without fused multiplication.
//!
//! [`block_order`]: crate::lcp::linear::block_order

use std::ops::Range;

use nalgebra::{DMatrixView, DMatrixViewMut};

use crate::lcp::convex::rows::Rows;
use crate::lcp::linear::block_order::{Node, Symbolic};
use crate::lcp::linear::elimination::{Place, walk};
use crate::lcp::linear::fronts::{Fronts, Run, Storage};
use crate::stop;

/// Columns that are eliminated one by one, before the rest of a panel sees them.
const PANEL: usize = 16;
/// Columns of an update that are computed at once; what this computes above the diagonal is not used.
const STRIP: usize = 64;

/// The analysed pattern, the factor L with L Lᵀ = P (I + Σ w_i c_i c_iᵀ) Pᵀ, and buffers to reuse.
#[derive(Debug, Clone)]
pub(in crate::lcp) struct BlockCholesky {
    fronts: Fronts,
    /// Panels of L, column by column.
    storage: Storage,
    /// Weights of the factor; none without one.
    weights: Vec<f64>,
}

impl BlockCholesky {
    /// Analyses `rows` on blocks of columns that start at `starts` (with the number of columns at the end). The
    /// analysis of nearly the same graph of blocks is taken over from `previous` ([`Fronts::new`]).
    pub(in crate::lcp) fn new(
        starts: Vec<usize>,
        rows: &Rows,
        previous: Option<BlockCholesky>,
    ) -> BlockCholesky {
        let before = previous.map(|p| (p.fronts, p.storage));
        let (fronts, storage) = Fronts::new(starts, rows, before, |w, r| w * (w + r));
        BlockCholesky { fronts, storage, weights: Vec::new() }
    }

    /// The weights that the rows placed last are factored with; empty where there is no factor.
    pub(in crate::lcp) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Factors I + Σ `weights`_i c_i c_iᵀ, rows with the `values` of the pattern that was analysed and weights
    /// >= 0. Returns false when a pivot is not positive, which only overflow or a NaN can cause, and when the work is to [`stop`].
    pub(in crate::lcp) fn factor(&mut self, values: &[f64], weights: &[f64]) -> bool {
        self.weights.clear();
        let fronts = &self.fronts;
        let eliminate_node = |Place { number, node, panel, update, children, .. }: Place| {
            let (w, f) = (node.width, node.width + node.below.len());
            panel.fill(0.0);
            (0..w).for_each(|k| panel[k * f + k] = 1.0);
            // First what goes to the own columns, then, when those are eliminated, what goes to the update.
            for (part, skip) in [(0..w, 0), (w..f, w)] {
                let target = if skip == 0 { &mut *panel } else { &mut *update };
                for (row, runs) in fronts.members(number) {
                    let weight = weights[row];
                    if weight != 0.0 {
                        assemble_row(runs, values, weight, &part, f, target);
                    }
                }
                for (child, from) in &children {
                    extend_add(child, from, &part, f, target);
                }
                if skip == 0 {
                    if !eliminate(panel, w, f) {
                        return false;
                    }
                    negative_square(panel, w, f, update);
                }
            }
            true
        };
        let done = walk(fronts, &mut self.storage, |w, f| w * f * f, eliminate_node);
        if done {
            self.weights.extend_from_slice(weights);
        }
        done
    }

    /// x <- (I + Σ w_i c_i c_iᵀ)⁻¹ x with the last factor.
    pub(in crate::lcp) fn solve(&mut self, x: &mut [f64]) {
        let Symbolic { position, nodes, .. } = &self.fronts.symbolic;
        let Storage { panels, panel_of, below, x: z, .. } = &mut self.storage;
        position.iter().zip(x.iter()).for_each(|(&p, &x)| z[p] = x);
        for (s, node) in nodes.iter().enumerate() {
            let (w, f) = (node.width, node.width + node.below.len());
            let panel = &panels[panel_of[s]..][..w * f];
            // Below the own columns the products are gathered first, and then taken off in one go.
            let gathered = &mut below[..f - w];
            gathered.fill(0.0);
            for k in 0..w {
                let column = &panel[k * f..(k + 1) * f];
                let v = z[node.start + k] / column[k];
                z[node.start + k] = v;
                let own = &mut z[node.start + k + 1..node.start + w];
                own.iter_mut().zip(&column[k + 1..w]).for_each(|(z, l)| *z -= v * l);
                gathered.iter_mut().zip(&column[w..]).for_each(|(g, l)| *g += v * l);
            }
            node.below.iter().zip(gathered.iter()).for_each(|(&p, g)| z[p] -= g);
        }
        for (s, node) in nodes.iter().enumerate().rev() {
            let (w, f) = (node.width, node.width + node.below.len());
            let panel = &panels[panel_of[s]..][..w * f];
            let gathered = &mut below[..f - w];
            gathered.iter_mut().zip(&node.below).for_each(|(g, &p)| *g = z[p]);
            for k in (0..w).rev() {
                let column = &panel[k * f..(k + 1) * f];
                let own = inner(&column[k + 1..w], &z[node.start + k + 1..node.start + w]);
                let rest = inner(&column[w..], gathered);
                z[node.start + k] = (z[node.start + k] - own - rest) / column[k];
            }
        }
        position.iter().zip(x.iter_mut()).for_each(|(&p, x)| *x = z[p]);
    }
}

/// Adds the columns `part` of weight c cᵀ, lower triangle, to a front of f rows, of which `target` has those columns and
/// the rows from the first of them on.
fn assemble_row(
    runs: &[Run],
    values: &[f64],
    weight: f64,
    part: &Range<usize>,
    f: usize,
    target: &mut [f64],
) {
    let height = f - part.start;
    for (k, run) in runs.iter().enumerate() {
        for j in (0..run.length).filter(|j| part.contains(&(run.local + j))) {
            let scaled = weight * values[run.entry + j];
            let target = &mut target[(run.local + j - part.start) * height..][..height];
            for (number, rows) in runs[k..].iter().enumerate() {
                let above = if number == 0 { j } else { 0 };
                let begin = rows.local + above - part.start;
                let from = &values[rows.entries()][above..];
                target[begin..][..from.len()].iter_mut().zip(from).for_each(|(t, x)| *t += scaled * x);
            }
        }
    }
}

/// Adds what a child's update has for the columns `part` of the front of its parent, like [`assemble_row`].
fn extend_add(child: &Node, from: &[f64], part: &Range<usize>, f: usize, target: &mut [f64]) {
    let (q, height) = (child.below.len(), f - part.start);
    for (k, &(here, there, length)) in child.runs.iter().enumerate() {
        for j in (0..length).filter(|j| part.contains(&(there + j))) {
            let source = &from[(here + j) * q..(here + j + 1) * q];
            let target = &mut target[(there + j - part.start) * height..][..height];
            for (number, &(a, b, l)) in child.runs[k..].iter().enumerate() {
                let above = if number == 0 { j } else { 0 };
                let (a, b, l) = (a + above, b + above - part.start, l - above);
                target[b..b + l].iter_mut().zip(&source[a..a + l]).for_each(|(t, s)| *t += s);
            }
        }
    }
}

/// Factors the first w columns of a front of f rows in place.
fn eliminate(panel: &mut [f64], w: usize, f: usize) -> bool {
    for j in (0..w).step_by(PANEL) {
        if stop::asked() {
            return false;
        }
        let width = PANEL.min(w - j);
        let (done, rest) = panel.split_at_mut(j * f);
        if j > 0 {
            let left = DMatrixView::from_slice_with_strides(&done[j..], f - j, j, 1, f);
            let top = DMatrixView::from_slice_with_strides(&done[j..], j, width, f, 1);
            let mut target = DMatrixViewMut::from_slice_with_strides_mut(&mut rest[j..], f - j, width, 1, f);
            target.gemm(-1.0, &left, &top, 1.0);
        }
        for k in 0..width {
            let (done, later) = rest.split_at_mut((k + 1) * f);
            let column = &mut done[k * f + j + k..];
            let pivot = column[0];
            if !(pivot > 0.0 && pivot.is_finite()) {
                return false;
            }
            let root = pivot.sqrt();
            column[0] = root;
            let inverse = root.recip();
            column[1..].iter_mut().for_each(|x| *x *= inverse);
            for c in 1..width - k {
                let factor = column[c];
                let target = &mut later[(c - 1) * f + j + k + c..c * f];
                target.iter_mut().zip(&column[c..]).for_each(|(t, x)| *t -= factor * x);
            }
        }
    }
    true
}

/// Writes −L Lᵀ of the rows below the first w to the lower triangle of `update` (and something above it).
fn negative_square(panel: &[f64], w: usize, f: usize, update: &mut [f64]) {
    let r = f - w;
    for j in (0..r).step_by(STRIP) {
        let width = STRIP.min(r - j);
        let left = DMatrixView::from_slice_with_strides(&panel[w + j..], r - j, w, 1, f);
        let top = DMatrixView::from_slice_with_strides(&panel[w + j..], w, width, f, 1);
        let mut target =
            DMatrixViewMut::from_slice_with_strides_mut(&mut update[j * r + j..], r - j, width, 1, r);
        target.gemm(-1.0, &left, &top, 0.0);
    }
}

/// Four partial sums in a fixed order.
fn inner(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let ((xs, x), (ys, y)) = (x.as_chunks::<4>(), y.as_chunks::<4>());
    for (a, b) in xs.iter().zip(ys) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    sums.iter().sum::<f64>() + x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>()
}

#[cfg(test)]
#[path = "block_cholesky_tests.rs"]
mod tests;
