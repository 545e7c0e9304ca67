//! Sparse LU factorisation of I + Σ C_kᵀ B_k C_k, which is not symmetric: three rows C_k of few blocks, and a 3 × 3 matrix B_k between them.
//!
//! The method is multifrontal, as in [`block_cholesky`], with the same fronts: the pattern is symmetric. Pivots are chosen within the
//! columns of a supernode, so that the order of elimination stays.
//!
//! [`block_cholesky`]: crate::lcp::linear::block_cholesky

use nalgebra::{DMatrixView, DMatrixViewMut};

use crate::lcp::convex::rows::Rows;
use crate::lcp::linear::block_order::{Node, Symbolic};
use crate::lcp::linear::elimination::{Place, Scratch, walk};
use crate::lcp::linear::fronts::{Fronts, Run, Storage};
use crate::stop;

/// Columns that are eliminated one by one, before the rest of a front sees them.
const PANEL: usize = 16;

/// The analysed pattern, factors L and U of the matrix in the order of elimination, and buffers to reuse.
#[derive(Debug, Clone)]
pub(in crate::lcp) struct BlockLu {
    fronts: Fronts,
    /// Of each supernode the columns of L and U at its own columns, w + r numbers each, then those of U above the rows below, w numbers each.
    storage: Storage,
}

impl BlockLu {
    /// Analyses cliques of columns, one a triple of rows, on blocks that start at `starts` (with the number of columns at the end). The
    /// analysis of nearly the same graph of blocks is taken over from `previous` ([`Fronts::new`]).
    pub(in crate::lcp) fn new(starts: Vec<usize>, cliques: &Rows, previous: Option<BlockLu>) -> BlockLu {
        let before = previous.map(|p| (p.fronts, p.storage));
        let (fronts, storage) = Fronts::new(starts, cliques, before, |w, r| w * (w + 2 * r));
        BlockLu { fronts, storage }
    }

    /// Factors I + Σ C_kᵀ B_k C_k, with `values` of the three rows at every entry of the cliques, and `between` for B_k, row by row, `None` for zero. Returns
    /// false where a pivot is zero or none, and when the work is to [`stop`].
    pub(in crate::lcp) fn factor(
        &mut self,
        values: &[[f64; 3]],
        between: impl Fn(usize) -> Option<[[f64; 3]; 3]> + Sync,
    ) -> bool {
        let fronts = &self.fronts;
        let eliminate_node = |Place { number, node, panel, pivots, update, children, scratch }: Place| {
            let (w, r) = (node.width, node.below.len());
            let f = w + r;
            let Scratch { front, upper, rows } = scratch;
            front.clear();
            front.resize(f * f, 0.0);
            (0..w).for_each(|k| front[k * f + k] = 1.0);
            for (clique, runs) in fronts.members(number) {
                if let Some(between) = between(clique) {
                    assemble(runs, values, &between, f, rows, front);
                }
            }
            children.iter().for_each(|(child, from)| extend_add(child, from, f, front));
            if !eliminate(front, w, f, pivots, upper) {
                return false;
            }
            let (own, above) = panel.split_at_mut(w * f);
            own.copy_from_slice(&front[..w * f]);
            for (j, column) in front[w * f..].chunks_exact(f).enumerate() {
                above[j * w..(j + 1) * w].copy_from_slice(&column[..w]);
                update[j * r..(j + 1) * r].copy_from_slice(&column[w..]);
            }
            true
        };
        walk(fronts, &mut self.storage, |w, f| 2 * w * f * f, eliminate_node)
    }

    /// x <- (I + Σ C_kᵀ B_k C_k)⁻¹ x with the last factors.
    pub(in crate::lcp) fn solve(&mut self, x: &mut [f64]) {
        let Symbolic { position, nodes, .. } = &self.fronts.symbolic;
        let Storage { panels, panel_of, pivots, below, x: z, .. } = &mut self.storage;
        position.iter().zip(x.iter()).for_each(|(&p, &x)| z[p] = x);
        for (s, node) in nodes.iter().enumerate() {
            let (w, f) = (node.width, node.width + node.below.len());
            let panel = &panels[panel_of[s]..][..w * f];
            let own = &mut z[node.start..node.start + w];
            let pivots = &pivots[node.start..node.start + w];
            pivots.iter().enumerate().for_each(|(k, &p)| own.swap(k, p));
            let gathered = &mut below[..f - w];
            gathered.fill(0.0);
            for k in 0..w {
                let column = &panel[k * f..(k + 1) * f];
                let v = own[k];
                own[k + 1..].iter_mut().zip(&column[k + 1..w]).for_each(|(z, l)| *z -= v * l);
                gathered.iter_mut().zip(&column[w..]).for_each(|(g, l)| *g += v * l);
            }
            node.below.iter().zip(gathered.iter()).for_each(|(&p, g)| z[p] -= g);
        }
        for (s, node) in nodes.iter().enumerate().rev() {
            let (w, r) = (node.width, node.below.len());
            let f = w + r;
            let panel = &panels[panel_of[s]..][..w * (f + r)];
            for (column, &p) in panel[w * f..].chunks_exact(w).zip(&node.below) {
                let v = z[p];
                z[node.start..node.start + w].iter_mut().zip(column).for_each(|(z, u)| *z -= v * u);
            }
            let own = &mut z[node.start..node.start + w];
            for k in (0..w).rev() {
                let column = &panel[k * f..k * f + k + 1];
                let v = own[k] / column[k];
                own[k] = v;
                own[..k].iter_mut().zip(column).for_each(|(z, u)| *z -= v * u);
            }
        }
        position.iter().zip(x.iter_mut()).for_each(|(&p, x)| *x = z[p]);
    }
}

/// Adds Cᵀ B C to a front of f rows; `rows` is memory to work in.
fn assemble(
    runs: &[Run],
    values: &[[f64; 3]],
    b: &[[f64; 3]; 3],
    f: usize,
    rows: &mut [Vec<f64>; 3],
    front: &mut [f64],
) {
    for (i, row) in rows.iter_mut().enumerate() {
        row.clear();
        runs.iter().for_each(|run| row.extend(values[run.entries()].iter().map(|v| v[i])));
    }
    let [x, y, z] = rows.each_ref().map(Vec::as_slice);
    let columns = runs.iter().flat_map(|run| run.local..run.local + run.length);
    for ((column, &x0), (&y0, &z0)) in columns.zip(x).zip(y.iter().zip(z)) {
        let c: [f64; 3] = std::array::from_fn(|i| b[i][0] * x0 + b[i][1] * y0 + b[i][2] * z0);
        let target = &mut front[column * f..(column + 1) * f];
        let mut begin = 0;
        for run in runs {
            let here = begin..begin + run.length;
            begin = here.end;
            let values = x[here.clone()].iter().zip(&y[here.clone()]).zip(&z[here]);
            for (t, ((x, y), z)) in target[run.local..run.local + run.length].iter_mut().zip(values) {
                *t += x * c[0] + y * c[1] + z * c[2];
            }
        }
    }
}

/// Adds the update of a child to the front of its parent, of f rows.
fn extend_add(child: &Node, from: &[f64], f: usize, front: &mut [f64]) {
    let q = child.below.len();
    for &(here, there, length) in &child.runs {
        for j in 0..length {
            let source = &from[(here + j) * q..(here + j + 1) * q];
            let target = &mut front[(there + j) * f..(there + j + 1) * f];
            for &(a, b, l) in &child.runs {
                target[b..b + l].iter_mut().zip(&source[a..a + l]).for_each(|(t, s)| *t += s);
            }
        }
    }
}

/// Eliminates the first w columns of a front of f rows in place, with pivots among the first w rows: L with a unit diagonal below, U
/// above, and what is left in the rest.
fn eliminate(front: &mut [f64], w: usize, f: usize, pivots: &mut [usize], upper: &mut Vec<f64>) -> bool {
    for begin in (0..w).step_by(PANEL) {
        if stop::asked() {
            return false;
        }
        let end = (begin + PANEL).min(w);
        for k in begin..end {
            let column = &front[k * f..k * f + w];
            let p = (k + 1..w).fold(k, |p, i| if column[i].abs() > column[p].abs() { i } else { p });
            let pivot = column[p];
            if !(pivot != 0.0 && pivot.is_finite()) {
                return false;
            }
            pivots[k] = p;
            if p != k {
                front[..end * f].chunks_exact_mut(f).for_each(|column| column.swap(k, p));
            }
            let (done, later) = front.split_at_mut((k + 1) * f);
            let column = &mut done[k * f..];
            let inverse = pivot.recip();
            column[k + 1..].iter_mut().for_each(|x| *x *= inverse);
            for target in later.chunks_exact_mut(f).take(end - k - 1) {
                let factor = target[k];
                target[k + 1..].iter_mut().zip(&column[k + 1..]).for_each(|(t, l)| *t -= factor * l);
            }
        }
        let (done, later) = front.split_at_mut(end * f);
        let (width, left) = (end - begin, f - end);
        if left == 0 {
            continue;
        }
        take_rows(later, (begin, &pivots[begin..end]), f, upper);
        // Row by row, which are long: each without those above it.
        for k in 1..width {
            let (above, row) = upper.split_at_mut(k * left);
            for (i, above) in above.chunks_exact(left).enumerate() {
                let factor = done[(begin + i) * f + begin + k];
                row[..left].iter_mut().zip(above).for_each(|(x, u)| *x -= factor * u);
            }
        }
        for (j, target) in later.chunks_exact_mut(f).enumerate() {
            let column = upper[j..].iter().step_by(left);
            target[begin..end].iter_mut().zip(column).for_each(|(t, u)| *t = *u);
        }
        let l = DMatrixView::from_slice_with_strides(&done[begin * f + end..], left, width, 1, f);
        let u = DMatrixView::from_slice_with_strides(upper, width, left, left, 1);
        DMatrixViewMut::from_slice_with_strides_mut(&mut later[end..], left, left, 1, f)
            .gemm(-1.0, &l, &u, 1.0);
    }
    true
}

/// Exchanges the rows of columns of f entries as the pivots from `begin` on say, and copies those of the pivots to `upper`, row by row.
fn take_rows(columns: &mut [f64], (begin, pivots): (usize, &[usize]), f: usize, upper: &mut Vec<f64>) {
    let left = columns.len() / f;
    upper.clear();
    upper.resize(pivots.len() * left, 0.0);
    for (j, column) in columns.chunks_exact_mut(f).enumerate() {
        for (k, &p) in pivots.iter().enumerate().filter(|(k, p)| **p != begin + k) {
            column.swap(begin + k, p);
        }
        let place = upper[j..].iter_mut().step_by(left);
        place.zip(&column[begin..]).for_each(|(u, t)| *u = *t);
    }
}

#[cfg(test)]
#[path = "block_lu_tests.rs"]
mod tests;
