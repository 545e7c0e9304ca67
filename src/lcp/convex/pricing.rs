//! Which of very many rows is violated most, without a look at each of them: for the dual active set method.
//!
//! Rows of one pair of bodies stand beside each other and see the same few unknowns. Of such a group it is known by how much its rows were violated when they
//! were looked at last; rows are of length 1, so that none is violated by more than that and the way that those unknowns are from where they were. What cannot be
//! the most violated row is not looked at. The answer is that of a look at all, to the bit.

use std::ops::Range;

use smallvec::SmallVec;

use crate::lcp::convex::rows::Rows;

/// Unknowns that move together: those of a body are one or two such blocks.
const BLOCK: usize = 3;

/// Blocks of a group at most: those of two bodies.
const MOST_BLOCKS: usize = 4;

/// Rows from which on it is worth keeping account, and how many of them a group has on average then.
const MANY: usize = 2000;
const OF_A_GROUP: usize = 8;

/// What numbers are off by that bounds are summed from (dimensionless).
const ROUNDING: f64 = 1e-12;

/// Rows beside each other that see the same unknowns.
struct Group {
    rows: Range<usize>,
    blocks: SmallVec<[usize; MOST_BLOCKS]>,
    /// The largest violation among them when they were looked at last, and where their unknowns were then.
    most: f64,
    at: SmallVec<[f64; MOST_BLOCKS * BLOCK]>,
}

impl Group {
    fn unknowns<'a>(&'a self, y: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.blocks.iter().flat_map(move |b| y[b * BLOCK..].iter().take(BLOCK).copied())
    }

    /// What none of its rows is violated by more than at `y`; no number where `y` is none.
    fn bound(&self, y: &[f64]) -> f64 {
        let way: f64 = self.unknowns(y).zip(&self.at).map(|(y, at)| (y - at) * (y - at)).sum();
        self.most + way.sqrt() * (1.0 + ROUNDING)
    }
}

/// What is known of the rows of a problem.
pub(super) struct Pricing {
    groups: Vec<Group>,
    /// The largest number on the right hand side of the rows.
    largest: f64,
}

impl Pricing {
    /// For the rows from number `first` on, of a problem; `None` where a look at all of them costs little, or they are not of pairs.
    pub fn new(rows: &Rows, rhs: &[f64], first: usize) -> Option<Self> {
        if rhs.len() - first < MANY {
            return None;
        }
        let mut groups: Vec<Group> = Vec::new();
        for i in first..rhs.len() {
            let mut blocks: SmallVec<[usize; MOST_BLOCKS]> =
                rows.columns[rows.range(i)].iter().map(|c| c / BLOCK).collect();
            blocks.dedup();
            let joined = groups.last_mut().filter(|group| {
                let more = blocks.iter().filter(|b| !group.blocks.contains(b)).count();
                group.blocks.len() + more <= MOST_BLOCKS
            });
            if let Some(group) = joined {
                group.rows.end = i + 1;
                blocks.retain(|b| !group.blocks.contains(b));
                group.blocks.extend(blocks);
            } else {
                groups.push(Group { rows: i..i + 1, blocks, most: f64::INFINITY, at: SmallVec::new() });
            }
        }
        let largest = rhs.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
        let worth = groups.len() * OF_A_GROUP <= rhs.len() - first && largest.is_finite();
        worth.then_some(Self { groups, largest })
    }

    /// The row with the largest violation at `y` among those that `count`, the first of them where there are several. Rows that are violated by no more than
    /// `floor` do not count, and numbers at `y` are of the size `magnitude`.
    pub fn most_violated(
        &mut self,
        y: &[f64],
        magnitude: f64,
        floor: f64,
        violation: impl Fn(usize) -> f64,
        count: impl Fn(usize, f64) -> bool,
    ) -> Option<usize> {
        let slack = ROUNDING * (magnitude + self.largest);
        // The most of one group is a beginning.
        let bounds = self.groups.iter().map(|group| group.bound(y)).enumerate();
        let (first, _) = bounds.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let known = self.groups[first].rows.clone().map(|i| (i, violation(i)));
        let known = known.filter(|(i, v)| count(*i, *v)).fold(f64::NEG_INFINITY, |m, (_, v)| m.max(v));
        let (mut worst, mut found) = (0.0, None);
        for group in &mut self.groups {
            let bound = group.bound(y) + slack;
            if bound < known.max(worst) || bound <= floor {
                continue;
            }
            group.most = f64::NEG_INFINITY;
            group.at = group.unknowns(y).collect();
            for i in group.rows.clone() {
                let v = violation(i);
                group.most = if v.is_nan() { f64::INFINITY } else { group.most.max(v) };
                if (found.is_none() || v > worst) && count(i, v) {
                    (worst, found) = (v, Some(i));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::convex::rows::dot;
    use crate::lcp::problem::test_problems::Random;

    /// Rows of pairs of bodies that wander: always the row that a look at all finds.
    #[test]
    fn it_finds_the_row_that_a_look_at_all_finds() {
        for (seed, block) in [(1, 3), (2, 6), (3, 6)] {
            let mut random = Random::new(seed);
            let (bodies, pairs, of_pair) = (30, 150, 20);
            let mut rows = Rows { first: vec![0], ..Rows::default() };
            let mut rhs = Vec::new();
            for _ in 0..pairs {
                let (a, b) = (random.below(bodies), random.below(bodies));
                let (a, b) = (a.min(b), a.max(b));
                for _ in 0..of_pair {
                    let mut columns: Vec<usize> = (0..block).map(|k| a * block + k).collect();
                    if a != b {
                        columns.extend((0..block).map(|k| b * block + k));
                    }
                    let values: Vec<f64> = columns.iter().map(|_| random.symmetric()).collect();
                    let length = values.iter().map(|x| x * x).sum::<f64>().sqrt();
                    rows.columns.extend(columns);
                    rows.values.extend(values.iter().map(|x| x / length));
                    rows.first.push(rows.columns.len());
                    // Some are the same number exactly.
                    rhs.push(if random.below(5) == 0 { 0.25 } else { random.symmetric() - 1.0 });
                }
            }
            let mut y = vec![0.0; bodies * block];
            let mut pricing = Pricing::new(&rows, &rhs, 0).expect("there are many");
            let (mut looked, mut times) = (std::cell::Cell::new(0_usize), 0);
            for round in 0..300 {
                let violation = |i: usize| rhs[i] - dot(&rows, i, &y);
                let counts = |i: usize, v: f64| i % 7 != round % 7 && !(v <= 1e-3);
                let all = (0..rhs.len()).map(|i| (i, violation(i))).filter(|(i, v)| counts(*i, *v));
                let all = all.fold(None, |m: Option<(usize, f64)>, (i, v)| match m {
                    Some((_, worst)) if !(v > worst) => m,
                    _ => Some((i, v)),
                });
                let seen = |i: usize| {
                    looked.set(looked.get() + 1);
                    violation(i)
                };
                let found = pricing.most_violated(&y, 1.0, 1e-3, seen, counts);
                assert_eq!(found, all.map(|a| a.0), "{seed}, {round}");
                times += rhs.len();
                // A step along that row, and of two bodies now and then anything.
                let Some(i) = found else { break };
                let t = 0.5 * violation(i);
                for e in rows.range(i) {
                    y[rows.columns[e]] += t * rows.values[e];
                }
                if round % 10 == 9 {
                    (0..block).for_each(|k| y[random.below(bodies) * block + k] += 0.1 * random.symmetric());
                }
            }
            assert!(*looked.get_mut() < times / 2, "{} of {times}", looked.get());
        }
    }

    #[test]
    fn few_rows_and_rows_of_many_bodies_are_looked_at_one_by_one() {
        let mut random = Random::new(4);
        let rows = |count: usize, columns: usize, random: &mut Random| {
            let mut rows = Rows { first: vec![0], ..Rows::default() };
            for _ in 0..count {
                rows.columns.extend(0..columns);
                rows.values.extend((0..columns).map(|_| random.symmetric()));
                rows.first.push(rows.columns.len());
            }
            rows
        };
        assert!(Pricing::new(&rows(100, 6, &mut random), &[0.0; 100], 0).is_none());
        assert!(Pricing::new(&rows(3000, 6, &mut random), &[0.0; 3000], 0).is_some());
        assert!(Pricing::new(&rows(3000, 30, &mut random), &[0.0; 3000], 0).is_none());
    }
}
