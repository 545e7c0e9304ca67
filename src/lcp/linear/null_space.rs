//! What rows over blocks of columns leave free: an orthonormal basis, and the shortest solution.
//!
//! Rows E (k × n) each reach a few blocks of columns, as joints do bodies. Sought are the shortest y_0 with E y = e, and an orthonormal
//! basis N of the null space. At first each block is a part of its own, free in all its directions. Rows that reach the same blocks are taken at once: in the
//! coordinates z that the rows before have left to the parts of these blocks, y = y_0 + N z, they are factored by Householder's reflections,
//! and the parts become one,
//!
//! ```text
//!   (E N)ᵀ = Q (R; 0),   y_0 <- y_0 + N Q (R⁻ᵀ (e − E y_0); 0),   N <- the last columns of N Q
//! ```
//!
//! Always those come first that make the smallest part. So a chain is joined in halves of halves, and takes as long as some
//! products of its basis with a vector, O(n²); row after row it would be O(n³).

use crate::lcp::convex::SparseRow;
use crate::lcp::linear::reflection::Reflection;
use crate::lcp::linear::thin_qr::{axpy, dot};
use nalgebra::{DMatrix, DVector};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// y_0 and N.
#[derive(Clone, Debug)]
pub(crate) struct NullSpace {
    /// y_0 (n).
    pub shortest: DVector<f64>,
    /// Nᵀ (n − rank × n).
    pub basis: DMatrix<f64>,
}

impl NullSpace {
    /// Of `rows` over n columns in blocks of `width`, with right-hand sides. A row is left out where those before leave no more than `tolerance` of
    /// its direction; should it contradict them, they hold.
    pub(crate) fn new(n: usize, width: usize, rows: &[SparseRow], rhs: &[f64], tolerance: f64) -> Self {
        let mut parts = Parts::new(n, width);
        let groups = groups(width, rows);
        let mut waiting: BinaryHeap<_> = (0..groups.len()).map(|g| Reverse((0, g))).collect();
        while let Some(Reverse((size, g))) = waiting.pop() {
            let Group { blocks, range } = &groups[g];
            let now = parts.size(blocks);
            if now > size {
                // Its parts have grown since, or were not looked at yet.
                waiting.push(Reverse((now, g)));
            } else {
                parts.hold(blocks, &rows[range.clone()], &rhs[range.clone()], tolerance);
            }
        }
        parts.together(n)
    }
}

/// Rows that reach the same blocks, one after the other.
struct Group {
    blocks: SmallVec<[usize; 2]>,
    range: Range<usize>,
}

fn groups(width: usize, rows: &[SparseRow]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (k, row) in rows.iter().enumerate() {
        let mut blocks: SmallVec<[usize; 2]> =
            row.entries().iter().map(|(column, _)| column / width).collect();
        blocks.dedup();
        match groups.last_mut() {
            Some(group) if group.blocks == blocks => group.range.end = k + 1,
            _ => groups.push(Group { blocks, range: k..k + 1 }),
        }
    }
    groups
}

/// Blocks that rows have joined.
#[derive(Default)]
struct Part {
    blocks: Vec<usize>,
    /// Directions that are left free.
    free: usize,
    /// Of each column of its blocks what those directions have there (`free`), one column after the other.
    basis: Vec<f64>,
}

struct Parts {
    width: usize,
    /// y_0, over all columns.
    shortest: DVector<f64>,
    all: Vec<Part>,
    /// Part of each block, and the block's place in it.
    of_block: Vec<(usize, usize)>,
}

impl Parts {
    fn new(n: usize, width: usize) -> Self {
        let count = n / width.max(1);
        let of_block = |block: usize| Part {
            blocks: vec![block],
            free: width,
            basis: DMatrix::<f64>::identity(width, width).as_slice().to_vec(),
        };
        Self {
            width,
            shortest: DVector::zeros(n),
            all: (0..count).map(of_block).collect(),
            of_block: (0..count).map(|block| (block, 0)).collect(),
        }
    }

    /// The parts of these blocks, each once.
    fn parts(&self, blocks: &[usize]) -> SmallVec<[usize; 2]> {
        let mut parts: SmallVec<[usize; 2]> = blocks.iter().map(|block| self.of_block[*block].0).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// How many blocks the part has that these are made.
    fn size(&self, blocks: &[usize]) -> usize {
        self.parts(blocks).iter().map(|part| self.all[*part].blocks.len()).sum()
    }

    /// Makes one part of those of `blocks`, free in what these rows leave of them.
    fn hold(&mut self, blocks: &[usize], rows: &[SparseRow], rhs: &[f64], tolerance: f64) {
        let width = self.width;
        let numbers = self.parts(blocks);
        let Some(&joined_as) = numbers.first() else { return };
        let parts: SmallVec<[Part; 2]> =
            numbers.iter().map(|part| std::mem::take(&mut self.all[*part])).collect();
        // First direction of each part.
        let mut firsts: SmallVec<[usize; 2]> = SmallVec::new();
        let mut free = 0;
        for part in &parts {
            firsts.push(free);
            free += part.free;
        }
        let mut held: Vec<Reflection> = Vec::new();
        // Coordinates that the rows say.
        let mut said: Vec<f64> = Vec::new();
        for (row, rhs) in rows.iter().zip(rhs) {
            let norm = row.norm();
            let mut z = vec![0.0; free];
            let mut left = *rhs;
            for &(column, c) in row.entries() {
                let (number, place) = self.of_block[column / width];
                let Some(k) = numbers.iter().position(|part| *part == number) else { continue };
                let (part, at) = (&parts[k], place * width + column % width);
                axpy(c / norm, &part.basis[at * part.free..][..part.free], &mut z[firsts[k]..][..part.free]);
                left -= c * self.shortest[column];
            }
            held.iter().for_each(|reflection| reflection.apply(&mut z, &mut (0..free)));
            if let Some((reflection, diagonal)) = Reflection::new(&z, held.len(), tolerance) {
                said.push((left / norm - dot(&z[..held.len()], &said)) / diagonal);
                held.push(reflection);
            }
        }
        let columns: usize = parts.iter().map(|part| part.blocks.len() * width).sum();
        let mut joined = Part { blocks: Vec::new(), free: free - held.len(), basis: Vec::new() };
        joined.basis.reserve_exact(columns * joined.free);
        let mut z = vec![0.0; free];
        for (part, first) in parts.iter().zip(firsts) {
            for (place, block) in part.blocks.iter().enumerate() {
                self.of_block[*block] = (joined_as, joined.blocks.len());
                joined.blocks.push(*block);
                for component in 0..width {
                    let at = (place * width + component) * part.free;
                    let mut nonzero = first..first + part.free;
                    z.fill(0.0);
                    z[nonzero.clone()].copy_from_slice(&part.basis[at..at + part.free]);
                    held.iter().for_each(|reflection| reflection.apply(&mut z, &mut nonzero));
                    self.shortest[block * width + component] += dot(&z[..held.len()], &said);
                    joined.basis.extend_from_slice(&z[held.len()..]);
                }
            }
        }
        self.all[joined_as] = joined;
    }

    /// All parts beside each other.
    fn together(mut self, n: usize) -> NullSpace {
        let free = self.all.iter().map(|part| part.free).sum();
        let in_order = |part: &Part| part.blocks.len() * self.width == n && part.blocks.is_sorted();
        if let Some(k) = self.all.iter().position(in_order) {
            let basis = DMatrix::from_vec(free, n, self.all.swap_remove(k).basis);
            return NullSpace { shortest: self.shortest, basis };
        }
        let mut basis = DMatrix::zeros(free, n);
        let mut first = 0;
        for part in self.all.iter().filter(|part| part.free > 0) {
            for (place, block) in part.blocks.iter().enumerate() {
                for component in 0..self.width {
                    let at = (place * self.width + component) * part.free;
                    let mut column = basis.column_mut(block * self.width + component);
                    column.as_mut_slice()[first..first + part.free]
                        .copy_from_slice(&part.basis[at..at + part.free]);
                }
            }
            first += part.free;
        }
        NullSpace { shortest: self.shortest, basis }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::Random;

    const WIDTH: usize = 6;

    /// So many rows over these blocks.
    fn rows(count: usize, blocks: &[usize], random: &mut Random) -> Vec<SparseRow> {
        let mut row = || {
            let columns = blocks.iter().flat_map(|b| WIDTH * b..WIDTH * (b + 1));
            SparseRow::new(columns.map(|column| (column, random.symmetric())).collect::<Vec<_>>())
        };
        (0..count).map(|_| row()).collect()
    }

    fn twice(a: &SparseRow, b: &SparseRow) -> SparseRow {
        SparseRow::new(a.entries().iter().chain(b.entries()).map(|&(i, x)| (i, 2.0 * x)).collect::<Vec<_>>())
    }

    /// Against what defines them: a chain, a star, a loop and two trees beside a block that nothing holds, with rows that say what others say.
    #[test]
    fn free_directions_and_the_shortest_solution() {
        let mut random = Random::new(7);
        let chain: Vec<Vec<usize>> = (0..12).map(|k| if k == 0 { vec![0] } else { vec![k - 1, k] }).collect();
        let star: Vec<Vec<usize>> = (1..6).map(|k| vec![0, k]).collect();
        let ring: Vec<Vec<usize>> = (0..7).map(|k| vec![k, (k + 1) % 7]).collect();
        let apart = vec![vec![0, 3], vec![5, 1], vec![3, 4], vec![6, 5]];
        for (blocks, links) in [(12, chain), (6, star), (7, ring), (8, apart)] {
            let n = WIDTH * blocks;
            let mut all: Vec<SparseRow> = links.iter().flat_map(|l| rows(3, l, &mut random)).collect();
            let rank = all.len();
            all.insert(2, twice(&all[0], &all[1]));
            all.push(SparseRow::default());
            let truth = DVector::from_fn(n, |_, _| random.symmetric());
            let rhs: Vec<f64> = all.iter().map(|row| row.dot(&truth)).collect();
            let NullSpace { shortest, basis } = NullSpace::new(n, WIDTH, &all, &rhs, 1e-10);
            let free = n - rank;
            assert_eq!(basis.shape(), (free, n));
            assert!((&basis * basis.transpose() - DMatrix::identity(free, free)).amax() < 1e-14);
            for (row, rhs) in all.iter().zip(&rhs) {
                let mut dense = DVector::zeros(n);
                row.entries().iter().for_each(|&(i, x)| dense[i] = x);
                assert!((&basis * dense).amax() < 1e-14);
                assert!((row.dot(&shortest) - rhs).abs() < 1e-13);
            }
            assert!((&basis * &shortest).amax() < 1e-13, "shorter is possible");
        }
    }

    /// As many rows as columns leave nothing, and say all.
    #[test]
    fn a_full_set_leaves_nothing() {
        let rows: Vec<SparseRow> = [1, 0, 2].iter().map(|i| SparseRow::new([(*i, -2.0)])).collect();
        let found = NullSpace::new(3, 3, &rows, &[2.0, 4.0, 6.0], 1e-10);
        assert_eq!(found.basis.shape(), (0, 3));
        assert_eq!(found.shortest.as_slice(), [-2.0, -1.0, -3.0]);
    }
}
