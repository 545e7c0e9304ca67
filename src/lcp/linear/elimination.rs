//! The walk over the fronts of a multifrontal factorisation, from the leaves to the roots, and how threads share it.
//!
//! Subtrees know nothing of each other: some are walked by other threads, and leave their updates to the walk over what is above them as it would
//! have left them itself. Each front sees the same numbers in the same order for any number of threads.

use std::ops::Range;

use smallvec::SmallVec;

use crate::lcp::linear::block_order::Node;
use crate::lcp::linear::fronts::{Fronts, Storage, Updates};
use crate::stop;
use crate::threads;

/// Multiplications below which no other thread is asked to help.
const WORTH_SHARING: f64 = 1e6;

/// What other threads do is cut up until no share is more than this part of what a thread has to do on average.
const SHARE: f64 = 0.5;

/// Where a supernode is eliminated.
pub(super) struct Place<'a> {
    /// Its number.
    pub number: usize,
    pub node: &'a Node,
    /// What is kept of it.
    pub panel: &'a mut [f64],
    /// For the numbers of the rows that its own are exchanged with.
    pub pivots: &'a mut [usize],
    /// The place of its update, with anything in it.
    pub update: &'a mut [f64],
    /// Its children, the last first, with their updates.
    pub children: SmallVec<[(&'a Node, &'a [f64]); 8]>,
    /// Memory with anything in it.
    pub scratch: &'a mut Scratch,
}

/// Memory to work in.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// A front, column by column.
    pub front: Vec<f64>,
    /// Rows of U of a panel.
    pub upper: Vec<f64>,
    /// What each of three rows has at its entries.
    pub rows: [Vec<f64>; 3],
}

/// Consecutive supernodes, and all that is written for them.
struct Share<'a> {
    nodes: Range<usize>,
    panels: &'a mut [f64],
    pivots: &'a mut [usize],
    updates: Updates,
    good: bool,
}

/// Eliminates all supernodes by `work`, children before parents, which says whether it could; with `cost` multiplications for so many own columns and rows
/// of a front. Whether all could; not when the work is to [`stop`].
pub(super) fn walk(
    fronts: &Fronts,
    storage: &mut Storage,
    cost: impl Fn(usize, usize) -> usize + Sync,
    work: impl Fn(Place) -> bool + Sync,
) -> bool {
    let nodes = &fronts.symbolic.nodes;
    let Storage { panels, panel_of, pivots, updates, scratch, .. } = storage;
    if panel_of.last() != Some(&panels.len()) {
        // There was no memory for them.
        return false;
    }
    let first = |s: usize| nodes.get(s).map_or(fronts.symbolic.position.len(), |node| node.start);
    // Eliminates one, with panels and pivots from those of supernode `from` on.
    let eliminate = |s: usize,
                     from: usize,
                     panels: &mut [f64],
                     pivots: &mut [usize],
                     updates: &mut Updates,
                     scratch: &mut Scratch| {
        let node = &nodes[s];
        if stop::spend(cost(node.width, node.width + node.below.len()) as u64) {
            return false;
        }
        let (update, children) = updates.exchange(nodes, node);
        work(Place {
            number: s,
            node,
            panel: &mut panels[panel_of[s] - panel_of[from]..panel_of[s + 1] - panel_of[from]],
            pivots: &mut pivots[first(s) - first(from)..first(s + 1) - first(from)],
            update,
            children: children.collect(),
            scratch,
        })
    };
    let mut shares = Vec::new();
    let (mut rest, mut begun): ((&mut [f64], &mut [usize]), usize) = ((panels, pivots), 0);
    for range in shared(nodes, threads::count()) {
        let (_, from) = std::mem::take(&mut rest.0).split_at_mut(panel_of[range.start] - panel_of[begun]);
        let (panels, after) = from.split_at_mut(panel_of[range.end] - panel_of[range.start]);
        let (_, from) = std::mem::take(&mut rest.1).split_at_mut(first(range.start) - first(begun));
        let (pivots, pivots_after) = from.split_at_mut(first(range.end) - first(range.start));
        (rest, begun) = ((after, pivots_after), range.end);
        let updates = Updates::of(nodes, range.clone());
        shares.push(Share { nodes: range, panels, pivots, updates, good: true });
    }
    threads::each_by_itself(&mut shares, |share| {
        let Share { nodes, panels, pivots, updates, good } = share;
        let mut scratch = Scratch::default();
        *good = nodes.clone().all(|s| eliminate(s, nodes.start, panels, pivots, updates, &mut scratch));
    });
    if shares.iter().any(|share| !share.good) {
        return false;
    }
    let done: Vec<(Range<usize>, Updates)> = shares.into_iter().map(|s| (s.nodes, s.updates)).collect();
    let mut done = done.iter().peekable();
    updates.clear();
    let mut s = 0;
    while s < nodes.len() {
        if let Some((range, theirs)) = done.next_if(|(range, _)| range.start == s) {
            updates.take_over(nodes, range.clone(), theirs);
            s = range.end;
            continue;
        }
        if !eliminate(s, 0, &mut storage.panels, &mut storage.pivots, updates, scratch) {
            return false;
        }
        s += 1;
    }
    true
}

/// The runs of supernodes that other threads may take, ascending: whole subtrees beside each other.
fn shared(nodes: &[Node], threads: usize) -> Vec<Range<usize>> {
    if threads < 2 {
        return Vec::new();
    }
    let mut costs: Vec<f64> = nodes.iter().map(Node::flops).collect();
    let total: f64 = costs.iter().sum();
    if total < WORTH_SHARING {
        return Vec::new();
    }
    // Of whole subtrees, with where these begin.
    let mut begins: Vec<usize> = (0..nodes.len()).collect();
    for (s, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            costs[parent] += costs[s];
            begins[parent] = begins[parent].min(begins[s]);
        }
    }
    let most = SHARE * total / threads as f64;
    // The largest subtrees that are small enough, those beside each other together.
    let mut runs: Vec<(Range<usize>, f64)> = Vec::new();
    for s in 0..nodes.len() {
        let is_small = |s: usize| costs[s] <= most;
        if !is_small(s) || nodes[s].parent.is_some_and(is_small) {
            continue;
        }
        match runs.last_mut() {
            Some((run, cost)) if run.end == begins[s] && *cost + costs[s] <= most => {
                (run.end, *cost) = (s + 1, *cost + costs[s]);
            }
            _ => runs.push((begins[s]..s + 1, costs[s])),
        }
    }
    runs.into_iter().map(|run| run.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::convex::rows::Rows;
    use crate::lcp::linear::block_cholesky::BlockCholesky;
    use crate::lcp::linear::block_lu::BlockLu;
    use crate::lcp::linear::block_order::analyse;
    use crate::lcp::problem::test_problems::Random;

    const BLOCK: usize = 6;

    /// Neighbours in a grid of blocks, and how many blocks there are.
    fn grid(sides: [usize; 3]) -> (Vec<(usize, usize)>, usize) {
        let number = |at: [usize; 3]| (at[0] * sides[1] + at[1]) * sides[2] + at[2];
        let mut pairs = Vec::new();
        for k in 0..sides.iter().product() {
            let at = [k / sides[2] / sides[1], k / sides[2] % sides[1], k % sides[2]];
            for axis in (0..3).filter(|&axis| at[axis] + 1 < sides[axis]) {
                let mut next = at;
                next[axis] += 1;
                pairs.push((k, number(next)));
            }
        }
        (pairs, sides.iter().product())
    }

    #[test]
    fn shares_are_whole_subtrees_beside_each_other() {
        let (pairs, blocks) = grid([9, 8, 7]);
        let starts: Vec<usize> = (0..=blocks).map(|b| b * BLOCK).collect();
        let nodes = analyse(&starts, &pairs).nodes;
        assert!(shared(&nodes, 1).is_empty());
        for threads in 2..9 {
            let shares = shared(&nodes, threads);
            assert!(shares.len() >= 3, "{threads}: {shares:?}");
            assert!(shares.windows(2).all(|two| two[0].end <= two[1].start));
            for share in shares {
                let into = |s: &usize| nodes[*s].parent.is_some_and(|p| share.contains(&p));
                // What leads into a share from outside would be a part of a subtree.
                assert!(!(0..share.start).chain(share.end..nodes.len()).any(|s| into(&s)), "{share:?}");
            }
        }
        let (few, blocks) = grid([3, 3, 2]);
        let starts: Vec<usize> = (0..=blocks).map(|b| b * BLOCK).collect();
        assert!(shared(&analyse(&starts, &few).nodes, 4).is_empty());
    }

    #[test]
    fn factors_are_the_same_to_the_bit_for_any_number_of_threads() {
        let (pairs, blocks) = grid([8, 8, 6]);
        let mut random = Random::new(1);
        let starts: Vec<usize> = (0..=blocks).map(|b| b * BLOCK).collect();
        let mut rows = Rows { first: vec![0], ..Rows::default() };
        for (a, b) in pairs {
            rows.columns.extend((a * BLOCK..(a + 1) * BLOCK).chain(b * BLOCK..(b + 1) * BLOCK));
            rows.first.push(rows.columns.len());
        }
        rows.values = rows.columns.iter().map(|_| random.symmetric()).collect();
        let three: Vec<[f64; 3]> =
            rows.columns.iter().map(|_| [(); 3].map(|()| random.symmetric())).collect();
        let weights: Vec<f64> = (1..rows.first.len()).map(|_| 100.0 * random.symmetric().max(0.0)).collect();
        let b = random.vector(blocks * BLOCK);
        let solved = |threads: usize| {
            threads::with(threads, || {
                let mut cholesky = BlockCholesky::new(starts.clone(), &rows, None);
                let mut lu = BlockLu::new(starts.clone(), &rows, None);
                let (mut x, mut y) = (b.clone(), b.clone());
                // The second takes what the first left.
                for _ in 0..2 {
                    assert!(cholesky.factor(&rows.values, &weights));
                    assert!(lu.factor(&three, |k| {
                        let w = weights[k];
                        (w > 0.0).then_some([[w, 0.3 * w, 0.0], [0.0, w, 0.0], [0.1 * w, 0.0, w]])
                    }));
                    cholesky.solve(x.as_mut_slice());
                    lu.solve(y.as_mut_slice());
                }
                (x, y)
            })
        };
        let alone = solved(1);
        assert!(alone.0.iter().chain(&alone.1).all(|x| x.is_finite()));
        for threads in [2, 3, 5] {
            assert_eq!(solved(threads), alone, "{threads}");
        }
    }
}
