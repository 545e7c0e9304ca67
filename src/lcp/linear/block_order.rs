//! Symbolic analysis of a sparse symmetric matrix of blocks: order of elimination, supernodes, where fill appears.
//!
//! The matrix is a sum of cliques (outer products of rows), and only the graph of its blocks counts here. The order is
//! minimum degree, as such and between the separators of a nested dissection, whichever costs less. Degrees are
//! exact, on bit sets, ties by lowest index; at a thousand blocks a word-wise union is cheaper than the bookkeeping of
//! a quotient graph. Columns of equal structure are then gathered into
//! supernodes, small ones also at the price of some zeros, because dense kernels like wide panels.

use crate::lcp::linear::dissection::stages;
use std::collections::BTreeSet;

/// A supernode may take in a child while the zeros this stores are at most this fraction of the panel …
const ZEROS: f64 = 0.2;
/// … or while the panel has at most this many columns.
const NARROW: usize = 18;

/// Graphs of fewer blocks are not worth a dissection.
const DISSECTED: usize = 80;

/// Where the columns of a matrix go, and what is dense with what.
#[derive(Debug, Clone)]
pub(in crate::lcp) struct Symbolic {
    /// Position of every scalar column in the order of elimination.
    pub(in crate::lcp) position: Vec<usize>,
    /// Supernodes in postorder: children before parents.
    pub(in crate::lcp) nodes: Vec<Node>,
    /// Supernode of each position.
    pub(in crate::lcp) node_of: Vec<usize>,
}

/// Consecutive columns (in order of elimination) of one structure.
#[derive(Debug, Clone, Default)]
pub(in crate::lcp) struct Node {
    /// First position.
    pub(in crate::lcp) start: usize,
    /// Number of columns.
    pub(in crate::lcp) width: usize,
    /// Positions of the rows below, ascending.
    pub(in crate::lcp) below: Vec<usize>,
    /// The supernode that the update goes to.
    pub(in crate::lcp) parent: Option<usize>,
    /// The child that comes last, and the one before this among the children of its parent.
    pub(in crate::lcp) last_child: Option<usize>,
    pub(in crate::lcp) sibling: Option<usize>,
    /// Is the number of ancestors odd?
    pub(in crate::lcp) odd: bool,
    /// Stretches of `below` that are consecutive in the front of the parent: (index here, index there, length).
    pub(in crate::lcp) runs: Vec<(usize, usize, usize)>,
}

impl Node {
    /// Multiplications and additions of its elimination.
    pub(in crate::lcp) fn flops(&self) -> f64 {
        let (w, r) = (self.width as f64, self.below.len() as f64);
        w * w * w / 3.0 + w * w * r + w * r * r
    }

    /// Index in the front (own columns, then the rows below) of a position that belongs to it.
    pub(in crate::lcp) fn local(&self, position: usize) -> Option<usize> {
        if (self.start..self.start + self.width).contains(&position) {
            return Some(position - self.start);
        }
        self.below.binary_search(&position).ok().map(|k| self.width + k)
    }
}

/// A supernode while blocks are what is counted.
struct Group {
    /// Blocks of its own, in order of elimination.
    own: Vec<usize>,
    /// Places (in the order of elimination) of the blocks below, ascending.
    below: Vec<usize>,
    /// Zeros that its panel stores (scalars).
    zeros: usize,
}

impl Symbolic {
    /// Multiplications and additions of one factorisation.
    pub(in crate::lcp) fn flops(&self) -> f64 {
        self.nodes.iter().map(Node::flops).sum()
    }
}

/// Analyses the graph of `pairs` (blocks that some row has in common, in any order) on blocks that start at the columns
/// `starts` (with the number of columns at the end).
pub(in crate::lcp) fn analyse(starts: &[usize], pairs: &[(usize, usize)]) -> Symbolic {
    let blocks = starts.len() - 1;
    let plain = ordered(starts, pairs, &vec![0; blocks]);
    if blocks < DISSECTED {
        return plain;
    }
    let mut neighbours = vec![Vec::new(); blocks];
    for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let dissected = ordered(starts, pairs, &stages(&neighbours));
    if dissected.flops() < plain.flops() { dissected } else { plain }
}

/// Analyses another graph on the same blocks in the order of an analysis before, where that costs no more than `most` multiplications and
/// additions.
pub(in crate::lcp) fn analyse_in_order(
    starts: &[usize],
    pairs: &[(usize, usize)],
    before: &Symbolic,
    most: f64,
) -> Option<Symbolic> {
    let places: Vec<usize> = starts[..starts.len() - 1].iter().map(|&start| before.position[start]).collect();
    Some(ordered(starts, pairs, &places)).filter(|symbolic| symbolic.flops() <= most)
}

/// The analysis for minimum degree within `stage` after stage.
fn ordered(starts: &[usize], pairs: &[(usize, usize)], stage: &[usize]) -> Symbolic {
    let blocks = starts.len() - 1;
    let size = |b: usize| starts[b + 1] - starts[b];
    let (order, structure) = minimum_degree(stage, pairs);
    let mut place = vec![0; blocks];
    order.iter().enumerate().for_each(|(k, &b)| place[b] = k);
    let structure: Vec<Vec<usize>> = structure
        .iter()
        .map(|s| {
            let mut places: Vec<usize> = s.iter().map(|&b| place[b]).collect();
            places.sort_unstable();
            places
        })
        .collect();
    let parent: Vec<Option<usize>> = structure.iter().map(|s| s.first().copied()).collect();
    let post = postorder(&parent);
    let mut renumbered = vec![0; blocks];
    post.iter().enumerate().for_each(|(k, &old)| renumbered[old] = k);
    let order: Vec<usize> = post.iter().map(|&old| order[old]).collect();
    let below = |k: usize| -> Vec<usize> {
        let mut places: Vec<usize> = structure[post[k]].iter().map(|&old| renumbered[old]).collect();
        places.sort_unstable();
        places
    };
    let columns = |places: &[usize]| -> usize { places.iter().map(|&k| size(order[k])).sum() };

    let mut groups: Vec<Group> = Vec::new();
    for k in 0..blocks {
        let mut own = vec![k];
        let below = below(k);
        let mut zeros = 0;
        // The last child ends right before k, so that it can be taken in.
        while let Some(last) = groups.last().filter(|g| g.below.first() == Some(&k)) {
            let (wide, rows) = (columns(&last.own), columns(&own) + columns(&below));
            let added = wide * (rows - columns(&last.below));
            let all = zeros + last.zeros + added;
            let total = wide + columns(&own);
            let entries = total * (total + columns(&below));
            if added > 0 && total > NARROW && all as f64 > ZEROS * entries as f64 {
                break;
            }
            let Some(mut taken) = groups.pop() else { break };
            taken.own.append(&mut own);
            (own, zeros) = (taken.own, all);
            // What was below the child beyond k is below k as well.
        }
        groups.push(Group { own, below, zeros });
    }

    let mut first = vec![0; blocks + 1];
    for k in 0..blocks {
        first[k + 1] = first[k] + size(order[k]);
    }
    let n = first[blocks];
    let mut position = vec![0; n];
    for (k, &b) in order.iter().enumerate() {
        (0..size(b)).for_each(|e| position[starts[b] + e] = first[k] + e);
    }
    let (mut nodes, mut node_of) = (Vec::with_capacity(groups.len()), vec![0; n]);
    for (s, g) in groups.iter().enumerate() {
        let start = first[g.own[0]];
        let width = columns(&g.own);
        node_of[start..start + width].fill(s);
        let below = g.below.iter().flat_map(|&k| first[k]..first[k + 1]).collect();
        nodes.push(Node { start, width, below, ..Node::default() });
    }
    for s in 0..nodes.len() {
        let Some(&next) = nodes[s].below.first() else { continue };
        let parent = node_of[next];
        nodes[s].sibling = nodes[parent].last_child.replace(s);
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for (here, &p) in nodes[s].below.iter().enumerate() {
            // The structure of a child lies in the front of its parent.
            let Some(there) = nodes[parent].local(p) else { continue };
            match runs.last_mut() {
                Some(run) if run.0 + run.2 == here && run.1 + run.2 == there => run.2 += 1,
                _ => runs.push((here, there, 1)),
            }
        }
        nodes[s].parent = Some(parent);
        nodes[s].runs = runs;
    }
    for s in (0..nodes.len()).rev() {
        nodes[s].odd = nodes[s].parent.is_some_and(|p| !nodes[p].odd);
    }
    Symbolic { position, nodes, node_of }
}

/// Blocks in order of elimination, each with the blocks that are joined to it when its turn comes.
fn minimum_degree(stage: &[usize], pairs: &[(usize, usize)]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let blocks = stage.len();
    let words = blocks.div_ceil(64);
    let mut joined = vec![0_u64; blocks * words];
    for &(a, b) in pairs {
        if a != b {
            joined[a * words + b / 64] |= 1 << (b % 64);
            joined[b * words + a / 64] |= 1 << (a % 64);
        }
    }
    let count = |row: &[u64]| -> u32 { row.iter().map(|w| w.count_ones()).sum() };
    let mut degree: Vec<u32> = (0..blocks).map(|b| count(&joined[b * words..][..words])).collect();
    // Those that are left, the next one first.
    let mut left: BTreeSet<(usize, u32, usize)> = (0..blocks).map(|b| (stage[b], degree[b], b)).collect();
    let (mut order, mut structure) = (Vec::with_capacity(blocks), Vec::with_capacity(blocks));
    let mut row = vec![0_u64; words];
    while let Some((.., b)) = left.pop_first() {
        row.copy_from_slice(&joined[b * words..][..words]);
        let mut neighbours = Vec::with_capacity(16);
        for (k, &word) in row.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                neighbours.push(64 * k + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        for &c in &neighbours {
            let other = &mut joined[c * words..][..words];
            other.iter_mut().zip(&row).for_each(|(o, r)| *o |= r);
            other[b / 64] &= !(1 << (b % 64));
            other[c / 64] &= !(1 << (c % 64));
            let fewer = count(other);
            if fewer != degree[c] {
                left.remove(&(stage[c], degree[c], c));
                left.insert((stage[c], fewer, c));
                degree[c] = fewer;
            }
        }
        order.push(b);
        structure.push(neighbours);
    }
    (order, structure)
}

/// The nodes of a forest (a parent has a higher number than its children), children before parents, and every
/// subtree in one stretch.
fn postorder(parent: &[Option<usize>]) -> Vec<usize> {
    let n = parent.len();
    // Lists of children by a link to the next sibling; filled from behind, so that they ascend.
    let (mut first_child, mut sibling) = (vec![None; n + 1], vec![None; n]);
    for k in (0..n).rev() {
        let p = parent[k].unwrap_or(n);
        sibling[k] = first_child[p];
        first_child[p] = Some(k);
    }
    let (mut order, mut stack) = (Vec::with_capacity(n), Vec::new());
    let mut next = first_child[n];
    while let Some(k) = next {
        stack.push(k);
        next = first_child[k];
        while next.is_none() {
            let Some(done) = stack.pop() else { break };
            order.push(done);
            next = sibling[done];
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_walked_bottom_up() {
        let order = postorder(&[Some(3), Some(4), Some(3), Some(4), None, None]);
        assert_eq!(order, vec![1, 0, 2, 3, 4, 5]);
    }

    #[test]
    fn a_chain_fills_nothing() {
        let starts: Vec<usize> = (0..=40).map(|b| 6 * b).collect();
        let pairs: Vec<(usize, usize)> = (0..39).map(|b| (b, b + 1)).collect();
        let (order, structure) = minimum_degree(&[0; 40], &pairs);
        assert_eq!(order.len(), 40);
        assert!(structure.iter().all(|s| s.len() <= 1));
        let symbolic = analyse(&starts, &pairs);
        assert!(symbolic.nodes.iter().all(|n| n.below.len() <= 6));
        let mut seen = symbolic.position.clone();
        seen.sort_unstable();
        assert_eq!(seen, (0..240).collect::<Vec<_>>());
    }

    #[test]
    fn unconnected_blocks_stay_apart() {
        let symbolic = analyse(&[0, 2, 4, 7], &[]);
        assert_eq!(symbolic.nodes.len(), 3);
        assert!(symbolic.nodes.iter().all(|n| n.parent.is_none() && n.below.is_empty()));
    }
}
