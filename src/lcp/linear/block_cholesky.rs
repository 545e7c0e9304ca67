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
use crate::lcp::linear::block_order::{Node, Symbolic, analyse, analyse_in_order};
use crate::stop;

/// Columns that are eliminated one by one, before the rest of a panel sees them.
const PANEL: usize = 16;
/// An analysis is not made again for a graph with less edges that has at least this fraction of them (dimensionless).
const STILL_THERE: f64 = 0.9;
/// An order is kept for a graph in which it costs no more than this, as a part of what it cost in its own (dimensionless).
const WORTH_ORDERING: f64 = 1.1;
/// Columns of an update that are computed at once; what this computes above the diagonal is not used.
const STRIP: usize = 64;

/// The analysed pattern, the factor L with L Lᵀ = P (I + Σ w_i c_i c_iᵀ) Pᵀ, and buffers to reuse.
#[derive(Debug, Clone)]
pub(in crate::lcp) struct BlockCholesky {
    starts: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    symbolic: Symbolic,
    /// Rows in the order in which fronts take them in, and where each supernode's begin.
    members: Vec<usize>,
    members_of: Vec<usize>,
    /// Entries of `members`, ascending by their index in the front: (index in the front, index into `values`).
    entries: Vec<(usize, usize)>,
    entries_of: Vec<usize>,
    /// Panels of L, column by column, and where each supernode's begins.
    panels: Vec<f64>,
    panel_of: Vec<usize>,
    /// Updates that wait for their parents, apart for nodes of even and of odd depth.
    stacks: [Vec<f64>; 2],
    below: Vec<f64>,
    x: Vec<f64>,
    /// Weights of the factor; none without one.
    weights: Vec<f64>,
    /// Multiplications and additions of a factorisation in the order that was found last.
    fresh: f64,
}

impl BlockCholesky {
    /// Analyses `rows` on blocks of columns that start at `starts` (with the number of columns at the end). A
    /// factor of nearly the same graph of blocks is taken over from `previous`, where its fronts hold all rows.
    pub(in crate::lcp) fn new(
        starts: Vec<usize>,
        rows: &Rows,
        previous: Option<BlockCholesky>,
    ) -> BlockCholesky {
        let pairs = pairs(&starts, rows);
        let mut this = match previous {
            Some(kept) if kept.starts == starts && kept.serves(&pairs) => kept,
            Some(kept) if kept.starts == starts => {
                let most = WORTH_ORDERING * kept.fresh;
                match analyse_in_order(&starts, &pairs, &kept.symbolic, most) {
                    Some(symbolic) => BlockCholesky::with(starts, pairs, symbolic, kept.fresh),
                    None => BlockCholesky::analysed(starts, pairs),
                }
            }
            _ => BlockCholesky::analysed(starts, pairs),
        };
        this.place(rows);
        this
    }

    /// Whether the analysis serves a graph with these edges: its fronts hold them all, and most of what it was made for is still there.
    fn serves(&self, pairs: &[(usize, usize)]) -> bool {
        if self.pairs == pairs {
            return true;
        }
        let Symbolic { position, nodes, node_of } = &self.symbolic;
        let held = |&(a, b): &(usize, usize)| {
            let (a, b) = (position[self.starts[a]], position[self.starts[b]]);
            nodes[node_of[a.min(b)]].local(a.max(b)).is_some()
        };
        pairs.len() as f64 >= STILL_THERE * self.pairs.len() as f64 && pairs.iter().all(held)
    }

    fn analysed(starts: Vec<usize>, pairs: Vec<(usize, usize)>) -> BlockCholesky {
        let symbolic = analyse(&starts, &pairs);
        let fresh = symbolic.flops();
        BlockCholesky::with(starts, pairs, symbolic, fresh)
    }

    /// With an analysis, and what the last one cost whose order was found for its graph.
    fn with(starts: Vec<usize>, pairs: Vec<(usize, usize)>, symbolic: Symbolic, fresh: f64) -> BlockCholesky {
        let (mut panel_of, mut total) = (Vec::with_capacity(symbolic.nodes.len()), 0);
        let (mut tops, mut highest, mut widest) = ([0_usize; 2], [0; 2], 0);
        for node in &symbolic.nodes {
            let (w, r) = (node.width, node.below.len());
            panel_of.push(total);
            total += w * (w + r);
            widest = widest.max(r);
            let mine = usize::from(node.odd);
            tops[mine] += r * r;
            highest[mine] = highest[mine].max(tops[mine]);
            let mut child = node.last_child;
            while let Some(c) = child.map(|c| &symbolic.nodes[c]) {
                tops[1 - mine] -= c.below.len() * c.below.len();
                child = c.sibling;
            }
        }
        let n = symbolic.position.len();
        // Too much memory: there is no factor then, and whoever asks for one is told so.
        if stop::claim(total + highest[0] + highest[1]) {
            (total, highest) = (0, [0; 2]);
        }
        BlockCholesky {
            starts,
            pairs,
            symbolic,
            members: Vec::new(),
            members_of: Vec::new(),
            entries: Vec::new(),
            entries_of: Vec::new(),
            panels: vec![0.0; total],
            panel_of,
            stacks: highest.map(|size| vec![0.0; size]),
            below: vec![0.0; widest],
            x: vec![0.0; n],
            weights: Vec::new(),
            fresh,
        }
    }

    /// The weights that the rows placed last are factored with; empty where there is no factor.
    pub(in crate::lcp) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Finds the front that each row belongs to, and the places of its entries there.
    fn place(&mut self, rows: &Rows) {
        let Symbolic { position, nodes, node_of } = &self.symbolic;
        let count = rows.first.len() - 1;
        let front = |i: usize| {
            let columns = &rows.columns[rows.first[i]..rows.first[i + 1]];
            columns.iter().map(|&c| position[c]).min().map(|p| node_of[p])
        };
        let mut keyed: Vec<(usize, usize)> = (0..count).filter_map(|i| Some((front(i)?, i))).collect();
        keyed.sort_unstable();
        self.members.clear();
        self.members_of.clear();
        self.entries.clear();
        self.entries_of.clear();
        self.weights.clear();
        self.entries_of.push(0);
        for &(s, i) in &keyed {
            while self.members_of.len() <= s {
                self.members_of.push(self.members.len());
            }
            self.members.push(i);
            let begin = self.entries.len();
            for e in rows.first[i]..rows.first[i + 1] {
                // A row is a clique of the graph, so that its columns are all in the front.
                if let Some(local) = nodes[s].local(position[rows.columns[e]]) {
                    self.entries.push((local, e));
                }
            }
            self.entries[begin..].sort_unstable();
            self.entries_of.push(self.entries.len());
        }
        while self.members_of.len() <= nodes.len() {
            self.members_of.push(self.members.len());
        }
    }

    /// Factors I + Σ `weights`_i c_i c_iᵀ, rows with the `values` of the pattern that was analysed and weights
    /// >= 0. Returns false when a pivot is not positive, which only overflow or a NaN can cause, and when the work is to [`stop`].
    pub(in crate::lcp) fn factor(&mut self, values: &[f64], weights: &[f64]) -> bool {
        self.weights.clear();
        let nodes = &self.symbolic.nodes;
        let mut tops = [0, 0];
        for (s, node) in nodes.iter().enumerate() {
            let (w, r) = (node.width, node.below.len());
            let f = w + r;
            if stop::spend((w * f * f) as u64) {
                return false;
            }
            let Some(panel) = self.panels.get_mut(self.panel_of[s]..self.panel_of[s] + w * f) else {
                return false;
            };
            let [even, odd] = &mut self.stacks;
            // Children are one deeper, so that their updates lie on the other stack.
            let ((ours, theirs), mine) =
                (if node.odd { (odd, even) } else { (even, odd) }, usize::from(node.odd));
            let update = &mut ours[tops[mine]..][..r * r];
            panel.fill(0.0);
            (0..w).for_each(|k| panel[k * f + k] = 1.0);
            // First what goes to the own columns, then, when those are eliminated, what goes to the update.
            for (part, skip) in [(0..w, 0), (w..f, w)] {
                let target = if skip == 0 { &mut *panel } else { &mut *update };
                for k in self.members_of[s]..self.members_of[s + 1] {
                    let weight = weights[self.members[k]];
                    if weight != 0.0 {
                        let entries = &self.entries[self.entries_of[k]..self.entries_of[k + 1]];
                        assemble_row(entries, values, weight, &part, f, target);
                    }
                }
                let (mut child, mut top) = (node.last_child, tops[1 - mine]);
                while let Some(c) = child.map(|c| &nodes[c]) {
                    let q = c.below.len();
                    top -= q * q;
                    extend_add(c, &theirs[top..][..q * q], &part, f, target);
                    child = c.sibling;
                }
                if skip > 0 {
                    tops[1 - mine] = top;
                } else {
                    if !eliminate(panel, w, f) {
                        return false;
                    }
                    negative_square(panel, w, f, update);
                }
            }
            tops[mine] += r * r;
        }
        self.weights.extend_from_slice(weights);
        true
    }

    /// x <- (I + Σ w_i c_i c_iᵀ)⁻¹ x with the last factor.
    pub(in crate::lcp) fn solve(&mut self, x: &mut [f64]) {
        let Symbolic { position, nodes, .. } = &self.symbolic;
        let z = &mut self.x;
        position.iter().zip(x.iter()).for_each(|(&p, &x)| z[p] = x);
        for (s, node) in nodes.iter().enumerate() {
            let (w, f) = (node.width, node.width + node.below.len());
            let panel = &self.panels[self.panel_of[s]..][..w * f];
            // Below the own columns the products are gathered first, and then taken off in one go.
            let gathered = &mut self.below[..f - w];
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
            let panel = &self.panels[self.panel_of[s]..][..w * f];
            let gathered = &mut self.below[..f - w];
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

/// Pairs of blocks, lower first, that a row has in common; sorted, each once.
fn pairs(starts: &[usize], rows: &Rows) -> Vec<(usize, usize)> {
    let block: Vec<usize> =
        (0..starts.len() - 1).flat_map(|b| (starts[b]..starts[b + 1]).map(move |_| b)).collect();
    let (mut pairs, mut blocks) = (Vec::new(), Vec::new());
    for range in rows.first.windows(2) {
        blocks.clear();
        blocks.extend(rows.columns[range[0]..range[1]].iter().map(|&c| block[c]));
        blocks.dedup();
        for (k, &a) in blocks.iter().enumerate() {
            pairs.extend(blocks[k + 1..].iter().map(|&b| (a, b)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Adds the columns `part` of weight c cᵀ, lower triangle, to a front of f rows, of which `target` has those columns and
/// the rows from the first of them on.
fn assemble_row(
    entries: &[(usize, usize)],
    values: &[f64],
    weight: f64,
    part: &Range<usize>,
    f: usize,
    target: &mut [f64],
) {
    let height = f - part.start;
    for (k, &(column, e)) in entries.iter().enumerate().filter(|(_, (column, _))| part.contains(column)) {
        let scaled = weight * values[e];
        let target = &mut target[(column - part.start) * height..][..height];
        entries[k..].iter().for_each(|&(row, e)| target[row - part.start] += scaled * values[e]);
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
