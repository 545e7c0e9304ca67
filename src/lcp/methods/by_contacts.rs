//! Lemke's method on the contact points that matter, for problems of which most contact points carry nothing.
//!
//! A pivot costs n² operations and a solution takes about n of them, whether a contact point is loaded or not. Where a contact
//! point gives no impulse, p = f = 0, it takes no part in the others' problem, and all it asks is that its gap stays open; its
//! sliding speed s follows from its directions. So: solve the problem of some contact points alone, a principal part of the whole;
//! look which of the others it violates; take in those that are worst; and solve again from the basis found, until none is
//! violated. What is found then solves the whole problem, and is judged against it like any answer.
//!
//! Where the part has no solution, the whole has none either: with more contact points to keep open there are fewer velocities
//! that do. That a method does not find it says no more than of the whole problem.

use nalgebra::DVector;

use crate::lcp::convex::SparseRow;
use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status};
use crate::lcp::methods::lemke::Lemke;
use crate::lcp::problem::{Block, Factors, Lcp};
use crate::stop;

/// Contact points that are violated by this fraction of the worst are taken in together.
const AS_BAD: f64 = 0.5;

/// Pivots for 100 rows of a part at most. Of 156 friction problems of 100 rows and more from the scenes that Lemke's method solved
/// whole, none took more than 225; those that it did not solve went on to any limit.
const MOST_PIVOTS: usize = 300;

/// Rows of a part at most: each try takes time with their cube, up to half a second at 500. Of 33 problems of the scenes that
/// needed more, one was solved.
const MOST_ROWS: usize = 400;

/// Lemke's method on a growing part of the contact points. Rows of no block belong to every part; a problem without blocks or
/// factors is solved whole.
#[derive(Debug, Clone, Copy, Default)]
pub struct LemkeByContacts<'a> {
    /// The blocks to start with; those that z = 0 violates most, where it is empty.
    pub start: &'a [usize],
}

impl LcpSolver for LemkeByContacts<'_> {
    fn name(&self) -> &'static str {
        Lemke.name()
    }

    fn iterative(&self) -> bool {
        false
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, warm: Option<&DVector<f64>>) -> Outcome {
        let (Some(blocks), Some(factors)) = (lcp.blocks(), lcp.factors()) else {
            return Lemke.solve(lcp, settings, warm);
        };
        let target = settings.tolerance * lcp.scale();
        let mut taken = vec![false; blocks.len()];
        self.start.iter().filter(|&&k| k < blocks.len()).for_each(|&k| taken[k] = true);
        let mut free = vec![true; lcp.size()];
        blocks.iter().flat_map(Block::rows).for_each(|row| free[row] = false);
        let mut z =
            warm.cloned().filter(|z| z.len() == lcp.size()).unwrap_or_else(|| DVector::zeros(lcp.size()));
        let mut iterations = 0;
        loop {
            let mut rows: Vec<usize> = (0..lcp.size()).filter(|&i| free[i]).collect();
            rows.extend(blocks.iter().zip(&taken).filter(|(_, taken)| **taken).flat_map(|(b, _)| b.rows()));
            rows.sort_unstable();
            if rows.len() > MOST_ROWS {
                let reason =
                    Some(format!("{} contact points are loaded", taken.iter().filter(|t| **t).count()));
                return Outcome { reason, ..Outcome::new(z, Status::IterationLimit, iterations, Vec::new()) };
            }
            let Some(part) = principal(lcp, factors, blocks, &taken, &rows) else {
                return Lemke.solve(lcp, settings, warm);
            };
            let own = LcpSettings {
                tolerance: target / part.scale(),
                max_iterations: settings.max_iterations.min(MOST_PIVOTS),
            };
            let start = DVector::from_iterator(rows.len(), rows.iter().map(|&i| z[i]));
            let found = Lemke.solve(&part, &own, Some(&start));
            iterations += found.iterations;
            z.fill(0.0);
            rows.iter().zip(found.z.iter()).for_each(|(&i, x)| z[i] = *x);
            let left_out = || (0..blocks.len()).filter(|&k| !taken[k]).map(|k| (k, &blocks[k]));
            let w = lcp.slack(&z);
            for (_, block) in left_out() {
                if let Some(cone) = block.cone {
                    z[cone] = block.directions.iter().fold(0.0, |s: f64, &d| s.max(-w[d]));
                }
            }
            let short = |block: &Block| {
                let gaps = std::iter::once(block.normal).chain(block.slacks.iter().copied());
                // A number that is none is as short as can be.
                gaps.fold(0.0_f64, |most, i| if w[i].is_nan() { f64::INFINITY } else { most.max(-w[i]) })
            };
            let worst = left_out().map(|(_, block)| short(block)).fold(0.0, f64::max);
            if found.status != Status::Solved || worst <= target || stop::asked() {
                let reason =
                    Some(format!("{} of {} contact points", blocks.len() - left_out().count(), blocks.len()));
                return Outcome { reason, ..Outcome::new(z, found.status, iterations, Vec::new()) };
            }
            let next: Vec<usize> =
                left_out().filter(|(_, block)| short(block) >= AS_BAD * worst).map(|(k, _)| k).collect();
            next.into_iter().for_each(|k| taken[k] = true);
        }
    }
}

/// The problem of some rows, ascending, among them all of the blocks that are taken and none of the others.
fn principal(lcp: &Lcp, factors: &Factors, blocks: &[Block], taken: &[bool], rows: &[usize]) -> Option<Lcp> {
    let place = |row: usize| rows.binary_search(&row).ok();
    let entries = |row: usize| {
        let kept = factors.entries[row].entries().iter();
        SparseRow::new(kept.filter_map(|&(column, x)| Some((place(column)?, x))).collect::<Vec<_>>())
    };
    let part = Factors {
        columns: factors.columns,
        rows: rows.iter().map(|&i| factors.rows[i].clone()).collect(),
        forces: rows.iter().map(|&i| factors.forces[i].clone()).collect(),
        entries: rows.iter().map(|&i| entries(i)).collect(),
    };
    let b = DVector::from_iterator(rows.len(), rows.iter().map(|&i| lcp.b()[i]));
    let block = |block: &Block| {
        let all = |rows: &[usize]| rows.iter().map(|&i| place(i)).collect::<Option<Vec<_>>>();
        Some(Block {
            normal: place(block.normal)?,
            slacks: all(&block.slacks)?,
            directions: all(&block.directions)?,
            cone: match block.cone {
                Some(cone) => Some(place(cone)?),
                None => None,
            },
            friction: block.friction,
        })
    };
    let own = blocks.iter().zip(taken).filter(|(_, taken)| **taken).map(|(b, _)| block(b));
    Lcp::factored(part, b).ok()?.with_unit(lcp.unit()).with_blocks(own.collect::<Option<Vec<_>>>()?).ok()
}

#[cfg(test)]
#[path = "by_contacts_tests.rs"]
mod tests;
