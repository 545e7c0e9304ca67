//! Sparse Cholesky factorisation of I + Σ w_i c_i c_iᵀ, rows c_i of few blocks: analysed once, factored for many weights.
//!
//! The method is multifrontal (Duff and Reid 1983): each supernode of [`block_order`] assembles its rows and the
//! updates of its children into a dense front, eliminates its own columns, and leaves the rest as an update for its
//! parent on a stack. The dense work is done in tiles of 4 × 4 numbers that stay in registers. Every sum has a fixed
//! order and no step depends on the machine, so that the same weights give the same bits everywhere.
//!
//! [`block_order`]: super::block_order

use super::block_order::{Node, Symbolic, analyse};

/// Rows and columns of a tile.
const TILE: usize = 4;

/// Sparse rows one after the other: row i has the columns `columns[first[i]..first[i + 1]]`, ascending.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Rows {
    pub(super) first: Vec<usize>,
    pub(super) columns: Vec<usize>,
    pub(super) values: Vec<f64>,
}

/// c_i · y.
pub(super) fn dot(rows: &Rows, i: usize, y: &[f64]) -> f64 {
    let range = rows.first[i]..rows.first[i + 1];
    rows.columns[range.clone()].iter().zip(&rows.values[range]).map(|(&c, x)| x * y[c]).sum()
}

/// y += a c_i.
pub(super) fn add(rows: &Rows, i: usize, a: f64, y: &mut [f64]) {
    let range = rows.first[i]..rows.first[i + 1];
    rows.columns[range.clone()].iter().zip(&rows.values[range]).for_each(|(&c, x)| y[c] += a * x);
}

/// The analysed pattern, the factor L with L Lᵀ = P (I + Σ w_i c_i c_iᵀ) Pᵀ, and buffers to reuse.
#[derive(Debug, Clone)]
pub(super) struct BlockCholesky {
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
    /// Updates that wait for their parents.
    stack: Vec<f64>,
    update: Vec<f64>,
    packed: Vec<f64>,
    x: Vec<f64>,
    /// Flops of one factorisation, roughly.
    pub(super) flops: f64,
}

impl BlockCholesky {
    /// Analyses `rows` on blocks of columns that start at `starts` (with the number of columns at the end). A
    /// factor of the same graph of blocks is taken over from `previous`: its analysis would come out the same.
    pub(super) fn new(starts: Vec<usize>, rows: &Rows, previous: Option<BlockCholesky>) -> BlockCholesky {
        let pairs = pairs(&starts, rows);
        let mut this = match previous {
            Some(same) if same.starts == starts && same.pairs == pairs => same,
            _ => BlockCholesky::analysed(starts, pairs),
        };
        this.place(rows);
        this
    }

    fn analysed(starts: Vec<usize>, pairs: Vec<(usize, usize)>) -> BlockCholesky {
        let symbolic = analyse(&starts, &pairs);
        let (mut panel_of, mut total) = (Vec::with_capacity(symbolic.nodes.len()), 0);
        let (mut waiting, mut depth, mut deepest) = (Vec::new(), 0_usize, 0);
        let (mut widest, mut pack, mut flops) = (0, 0, 0.0);
        for node in &symbolic.nodes {
            let (w, r) = (node.width, node.below.len());
            panel_of.push(total);
            total += w * (w + r);
            for _ in 0..node.children {
                depth -= waiting.pop().unwrap_or(0);
            }
            if node.parent.is_some() {
                waiting.push(r * r);
                depth += r * r;
            }
            deepest = deepest.max(depth);
            widest = widest.max(r);
            pack = pack.max(w * TILE * (w.div_ceil(TILE) + r.div_ceil(TILE)));
            let (w, r) = (w as f64, r as f64);
            flops += w * w * w / 3.0 + w * w * r + w * r * r;
        }
        let n = symbolic.position.len();
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
            stack: vec![0.0; deepest],
            update: vec![0.0; widest * widest],
            packed: vec![0.0; pack],
            x: vec![0.0; n],
            flops,
        }
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
    /// >= 0. Returns false when a pivot is not positive, which only overflow or a NaN can cause.
    pub(super) fn factor(&mut self, values: &[f64], weights: &[f64]) -> bool {
        let mut top = 0;
        for (s, node) in self.symbolic.nodes.iter().enumerate() {
            let (w, r) = (node.width, node.below.len());
            let f = w + r;
            let panel = &mut self.panels[self.panel_of[s]..][..w * f];
            panel.fill(0.0);
            (0..w).for_each(|k| panel[k * f + k] = 1.0);
            let update = &mut self.update[..r * r];
            update.fill(0.0);
            for k in self.members_of[s]..self.members_of[s + 1] {
                let weight = weights[self.members[k]];
                if weight != 0.0 {
                    let entries = &self.entries[self.entries_of[k]..self.entries_of[k + 1]];
                    assemble_row(entries, values, weight, w, f, panel, update);
                }
            }
            // The children's updates lie on the stack in their order, the last one on top.
            let mut child = s;
            for _ in 0..node.children {
                // In postorder the last child is right before its parent, and before it lies its subtree.
                child = last_child(&self.symbolic.nodes, child, s);
                let c = &self.symbolic.nodes[child];
                let q = c.below.len();
                top -= q * q;
                extend_add(c, &self.stack[top..][..q * q], w, f, panel, update);
            }
            if !eliminate(panel, w, r, &mut self.packed) {
                return false;
            }
            if r > 0 {
                subtract_square(&self.packed, w, r, update);
                self.stack[top..][..r * r].copy_from_slice(update);
                top += r * r;
            }
        }
        true
    }

    /// x <- (I + Σ w_i c_i c_iᵀ)⁻¹ x with the last factor.
    pub(super) fn solve(&mut self, x: &mut [f64]) {
        let Symbolic { position, nodes, .. } = &self.symbolic;
        let z = &mut self.x;
        position.iter().zip(x.iter()).for_each(|(&p, &x)| z[p] = x);
        for (s, node) in nodes.iter().enumerate() {
            let (w, f) = (node.width, node.width + node.below.len());
            let panel = &self.panels[self.panel_of[s]..][..w * f];
            // Below the own columns the products are gathered first, and then taken off in one go.
            let gathered = &mut self.update[..f - w];
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
            let gathered = &mut self.update[..f - w];
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

/// The child of `parent` before `child` (or its last one, where `child` is `parent` itself).
fn last_child(nodes: &[Node], child: usize, parent: usize) -> usize {
    let mut k = child - 1;
    while nodes[k].parent != Some(parent) {
        k -= 1;
    }
    k
}

/// Adds weight c cᵀ to the lower triangle of a front.
fn assemble_row(
    entries: &[(usize, usize)],
    values: &[f64],
    weight: f64,
    w: usize,
    f: usize,
    panel: &mut [f64],
    update: &mut [f64],
) {
    let r = f - w;
    for (k, &(column, e)) in entries.iter().enumerate() {
        let scaled = weight * values[e];
        if column < w {
            let target = &mut panel[column * f..(column + 1) * f];
            entries[k..].iter().for_each(|&(row, e)| target[row] += scaled * values[e]);
        } else {
            let target = &mut update[(column - w) * r..(column - w + 1) * r];
            entries[k..].iter().for_each(|&(row, e)| target[row - w] += scaled * values[e]);
        }
    }
}

/// Adds the lower triangle of a child's update to the front of its parent.
fn extend_add(child: &Node, from: &[f64], w: usize, f: usize, panel: &mut [f64], update: &mut [f64]) {
    let (q, r) = (child.below.len(), f - w);
    for (k, &(here, there, length)) in child.runs.iter().enumerate() {
        for j in 0..length {
            let source = &from[(here + j) * q..(here + j + 1) * q];
            let column = there + j;
            // `skip` rows of a column of the front are not stored.
            let (target, skip) = if column < w {
                (&mut panel[column * f..(column + 1) * f], 0)
            } else {
                (&mut update[(column - w) * r..(column - w + 1) * r], w)
            };
            for (part, &(a, b, l)) in child.runs[k..].iter().enumerate() {
                let above = if part == 0 { j } else { 0 };
                let (a, b, l) = (a + above, b + above - skip, l - above);
                target[b..b + l].iter_mut().zip(&source[a..a + l]).for_each(|(t, s)| *t += s);
            }
        }
    }
}

/// Factors the first w columns of a front of w + r rows in place, and packs them: groups of four rows (own rows, then
/// those below, each padded with zeros), column by column.
fn eliminate(panel: &mut [f64], w: usize, r: usize, packed: &mut [f64]) -> bool {
    let f = w + r;
    let (own, rest) = (w.div_ceil(TILE), r.div_ceil(TILE));
    // First row and number of rows of a group.
    let rows = |g: usize| {
        if g < own { (TILE * g, TILE.min(w - TILE * g)) } else { (w + TILE * (g - own), TILE.min(f - w - TILE * (g - own))) }
    };
    for j in (0..w).step_by(TILE) {
        let columns = TILE.min(w - j);
        for g in j / TILE..own + rest {
            let (first, height) = rows(g);
            let tile = multiply(&packed[g * TILE * w..][..TILE * j], &packed[j * w..][..TILE * j]);
            for (k, sums) in tile.iter().enumerate().take(columns) {
                let target = &mut panel[(j + k) * f + first..][..height];
                target.iter_mut().zip(sums).for_each(|(t, s)| *t -= s);
            }
        }
        for k in j..j + columns {
            let (done, later) = panel.split_at_mut((k + 1) * f);
            let column = &mut done[k * f + k..];
            let pivot = column[0];
            if !(pivot > 0.0 && pivot.is_finite()) {
                return false;
            }
            let root = pivot.sqrt();
            column[0] = root;
            let inverse = root.recip();
            column[1..].iter_mut().for_each(|x| *x *= inverse);
            for c in 1..j + columns - k {
                let factor = column[c];
                let target = &mut later[(c - 1) * f + k + c..c * f];
                target.iter_mut().zip(&column[c..]).for_each(|(t, x)| *t -= factor * x);
            }
        }
        for g in j / TILE..own + rest {
            let (first, height) = rows(g);
            for k in j..j + columns {
                let target = &mut packed[g * TILE * w + TILE * k..][..TILE];
                target[height..].fill(0.0);
                target[..height].copy_from_slice(&panel[k * f + first..][..height]);
                // Above the diagonal there is nothing to multiply with.
                (first..first + height).take_while(|&row| row < k).for_each(|row| target[row - first] = 0.0);
            }
        }
    }
    true
}

/// Takes L L ᵀ of the r rows below off the lower triangle of `update`.
fn subtract_square(packed: &[f64], w: usize, r: usize, update: &mut [f64]) {
    let below = &packed[w.div_ceil(TILE) * TILE * w..];
    for i in (0..r).step_by(TILE) {
        for j in (0..=i).step_by(TILE) {
            let tile = multiply(&below[i * w..][..TILE * w], &below[j * w..][..TILE * w]);
            let height = TILE.min(r - i);
            for (k, sums) in tile.iter().enumerate().take(r - j) {
                let target = &mut update[(j + k) * r + i..][..height];
                target.iter_mut().zip(sums).for_each(|(t, s)| *t -= s);
            }
        }
    }
}

/// Σ over columns of (four rows of a) × (four rows of b); entry [k][i] has row k of b and row i of a.
#[inline(always)]
fn multiply(a: &[f64], b: &[f64]) -> [[f64; TILE]; TILE] {
    let mut sums = [[0.0; TILE]; TILE];
    let (a, _) = a.as_chunks::<TILE>();
    let (b, _) = b.as_chunks::<TILE>();
    for (a, b) in a.iter().zip(b) {
        for k in 0..TILE {
            for i in 0..TILE {
                sums[k][i] += a[i] * b[k];
            }
        }
    }
    sums
}

/// Four partial sums in a fixed order.
fn inner(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; TILE];
    let ((xs, x), (ys, y)) = (x.as_chunks::<TILE>(), y.as_chunks::<TILE>());
    for (a, b) in xs.iter().zip(ys) {
        for k in 0..TILE {
            sums[k] += a[k] * b[k];
        }
    }
    sums.iter().sum::<f64>() + x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::super::test_piles::pile;
    use super::super::test_problems::Random;
    use super::*;

    fn rows(list: &[Vec<(usize, f64)>]) -> Rows {
        let mut rows = Rows { first: vec![0], ..Rows::default() };
        for row in list {
            let mut row = row.clone();
            row.sort_by_key(|&(c, _)| c);
            rows.columns.extend(row.iter().map(|&(c, _)| c));
            rows.values.extend(row.iter().map(|&(_, x)| x));
            rows.first.push(rows.columns.len());
        }
        rows
    }

    fn dense(rows: &Rows, weights: &[f64], n: usize) -> DMatrix<f64> {
        let mut a = DMatrix::identity(n, n);
        for (i, range) in rows.first.windows(2).enumerate() {
            for e in range[0]..range[1] {
                for g in range[0]..range[1] {
                    a[(rows.columns[e], rows.columns[g])] += weights[i] * rows.values[e] * rows.values[g];
                }
            }
        }
        a
    }

    /// Solves with random weights and compares with the dense matrix.
    fn check(n: usize, block: usize, rows: &Rows, random: &mut Random) {
        let mut starts: Vec<usize> = (0..n).step_by(block).collect();
        starts.push(n);
        let mut factor = BlockCholesky::new(starts, rows, None);
        for _ in 0..3 {
            let weights: Vec<f64> =
                (0..rows.first.len() - 1).map(|_| 10.0 * random.symmetric().max(0.0)).collect();
            assert!(factor.factor(&rows.values, &weights));
            let b = random.vector(n);
            let mut x = b.clone();
            factor.solve(x.as_mut_slice());
            let rest = dense(rows, &weights, n) * &x - &b;
            assert!(rest.amax() < 1e-12, "{n} {block}: {:e}", rest.amax());
        }
    }

    #[test]
    fn it_solves_what_it_factored() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let n = 1 + random.below(60);
            let list: Vec<Vec<(usize, f64)>> = (0..random.below(50))
                .map(|_| {
                    let mut columns: Vec<usize> = (0..1 + random.below(4)).map(|_| random.below(n)).collect();
                    columns.sort_unstable();
                    columns.dedup();
                    columns.into_iter().map(|c| (c, random.symmetric())).collect()
                })
                .collect();
            check(n, 1 + random.below(7), &rows(&list), &mut random);
        }
        check(3, 6, &rows(&[]), &mut Random::new(0));
        let boxes = pile(40, 3.0, 1);
        check(240, 6, &rows(&boxes.rows), &mut Random::new(1));
    }

    #[test]
    fn the_analysis_is_kept_for_the_same_graph() {
        let boxes = pile(30, 3.0, 1);
        let all = rows(&boxes.rows);
        let starts: Vec<usize> = (0..=30).map(|b| 6 * b).collect();
        let fresh = BlockCholesky::new(starts.clone(), &all, None);
        let kept = BlockCholesky::new(starts.clone(), &all, Some(fresh.clone()));
        let few = rows(&boxes.rows[..20]);
        let other = BlockCholesky::new(starts.clone(), &few, Some(fresh.clone()));
        let plain = BlockCholesky::new(starts, &few, None);
        let x = DVector::from_fn(180, |i, _| (i as f64).sin());
        let solve = |mut f: BlockCholesky, rows: &Rows| {
            let weights = vec![7.0; rows.first.len() - 1];
            assert!(f.factor(&rows.values, &weights));
            let mut x = x.clone();
            f.solve(x.as_mut_slice());
            x
        };
        assert_eq!(solve(kept, &all), solve(fresh, &all));
        assert_eq!(solve(other, &few), solve(plain, &few));
    }

    #[test]
    fn overflow_is_noticed() {
        let all = rows(&[vec![(0, 1.0), (1, 1.0)]]);
        let mut factor = BlockCholesky::new(vec![0, 2], &all, None);
        assert!(!factor.factor(&all.values, &[f64::INFINITY]));
        assert!(!factor.factor(&all.values, &[f64::NAN]));
        assert!(factor.factor(&all.values, &[1.0]));
    }
}
