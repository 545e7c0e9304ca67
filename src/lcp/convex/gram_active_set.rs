//! Small projections onto rows of two bodies each, from a guess of the active rows: the dual active-set method on a Cholesky factor
//! of their Gram matrix.
//!
//! ```text
//!   min ½‖y‖²   subject to   c_i · y >= d_i,    c_i with entries in at most two blocks of six unknowns
//! ```
//!
//! The steps are those of the [dual active-set method](crate::lcp::convex::dual_active_set), with NᵀN = L Lᵀ in place of N = Q R, N the
//! active rows of length 1. L has as many columns as there are active rows, and most of its entries between rows that share no body are zero
//! and left out; where a problem differs little from the last one, its answer costs one factorisation and two solves. The Gram
//! matrix has the square of the condition of N, so that rows that are nearly dependent, and everything else that is out
//! of the ordinary, contradictions among it, are left to the other method: then there is no answer here. An answer is measured by the same
//! tolerances as there.

use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::SparseRow;
use crate::lcp::convex::dual_active_set::{ACCEPT, BLOCKING, FAR, ZERO_MULTIPLIER};
use crate::lcp::convex::solution::ConvexSettings;
use crate::stop;
use std::cell::RefCell;

use nalgebra::DVector;

/// Unknowns of one block.
pub const BLOCK: usize = 6;
/// A row whose squared distance from the span of the active rows is below this depends on them: rounding leaves less.
const DEPENDENT: f64 = 1e-13;
/// Between [`DEPENDENT`] and this squared distance it is not known here whether a row does.
const NEARLY_DEPENDENT: f64 = 1e-9;
/// Refinements of a point at most: a body that a load of tons holds must not rise by more than rounding, for that takes energy.
const REFINEMENTS: usize = 3;
/// A refinement that changes the multipliers by no more than this part of the largest is the last: the next would by its square.
const REFINED: f64 = 1e-8;
/// Times that a refined point may want another active set.
const MAX_REPAIRS: usize = 4;
/// No block.
const NONE: usize = usize::MAX;

/// A row of length 1 with entries in the blocks that begin at `at`.
#[derive(Clone, Copy, Debug)]
struct Row {
    at: [usize; 2],
    values: [[f64; BLOCK]; 2],
    rhs: f64,
    /// Its length as it was given, 0 for a row of zeros.
    norm: f64,
    /// It may be active, by the guess.
    warm: bool,
    active: bool,
}

fn dot6(a: &[f64; BLOCK], b: &[f64; BLOCK]) -> f64 {
    (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}

/// Four partial sums, so that the compiler may use vector registers; the order is fixed.
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (xs, ys) = (x.chunks_exact(4), y.chunks_exact(4));
    let tail: f64 = xs.remainder().iter().zip(ys.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in xs.zip(ys) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + tail
}

impl Row {
    /// c · y.
    fn dot(&self, y: &[[f64; BLOCK]]) -> f64 {
        let of = |k: usize| y.get(self.at[k]).map_or(0.0, |y| dot6(&self.values[k], y));
        of(0) + of(1)
    }

    /// y += a c.
    fn add(&self, a: f64, y: &mut [[f64; BLOCK]]) {
        for (at, values) in self.at.iter().zip(&self.values) {
            if let Some(y) = y.get_mut(*at) {
                for (y, x) in y.iter_mut().zip(values) {
                    *y += a * x;
                }
            }
        }
    }

    /// c · c'; `None` where they share no block.
    fn inner(&self, other: &Row) -> Option<f64> {
        let mut sum = None;
        for (at, values) in self.at.iter().zip(&self.values).filter(|(at, _)| **at != NONE) {
            for (other_at, others) in other.at.iter().zip(&other.values) {
                if at == other_at {
                    sum = Some(sum.unwrap_or(0.0) + dot6(values, others));
                }
            }
        }
        sum
    }
}

/// How far an answer is from optimal, and what it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// As [`ConvexProblem::kkt`] (unit of y).
    pub kkt: f64,
    /// Rows taken in or dropped, without those of the guess.
    pub iterations: usize,
}

/// One problem after the other in the same memory.
#[derive(Clone, Debug, Default)]
pub struct SmallSolver {
    rows: Vec<Row>,
    /// y, in blocks.
    y: Vec<[f64; BLOCK]>,
    /// Active rows in the order of the factor.
    active: Vec<usize>,
    u: Vec<f64>,
    /// Rows of L one after the other, each from its first entry that is not zero to the diagonal.
    factor: Vec<f64>,
    /// For each row of L the column it begins with, and where its diagonal stands in `factor`.
    lines: Vec<(usize, usize)>,
    /// The row of L of a row that is looked at, without its diagonal, zero before `leading`.
    border: Vec<f64>,
    leading: usize,
    /// Work of the solves.
    step: Vec<f64>,
    /// The active rows of the answer with their multipliers, ascending.
    found: Vec<(usize, f64)>,
}

impl SmallSolver {
    /// Lends the solver that this thread keeps, whose memory is there already; within itself a new one. Nothing of one problem is left to the
    /// next.
    pub fn lent<T>(use_it: impl FnOnce(&mut SmallSolver) -> T) -> T {
        thread_local! {
            static KEPT: RefCell<SmallSolver> = RefCell::default();
        }
        KEPT.with(|kept| match kept.try_borrow_mut() {
            Ok(mut small) => use_it(&mut small),
            Err(_) => use_it(&mut SmallSolver::default()),
        })
    }

    /// Begins a problem in so many blocks of unknowns.
    pub fn begin(&mut self, blocks: usize) {
        self.rows.clear();
        self.y.clear();
        self.y.resize(blocks, [0.0; BLOCK]);
    }

    /// Appends the row c · y >= `rhs` with entries in the blocks `at`; entries of a block that is `None` count nothing. `warm`: it may be active.
    pub fn push(&mut self, at: [Option<usize>; 2], values: [[f64; BLOCK]; 2], rhs: f64, warm: bool) {
        let mut row =
            Row { at: at.map(|at| at.unwrap_or(NONE)), values, rhs, norm: 0.0, warm, active: false };
        let squared = |k: usize| if row.at[k] == NONE { 0.0 } else { dot6(&row.values[k], &row.values[k]) };
        row.norm = (squared(0) + squared(1)).sqrt();
        if row.norm > 0.0 {
            let scale = 1.0 / row.norm;
            row.values.iter_mut().flatten().for_each(|x| *x *= scale);
            row.rhs *= scale;
        }
        self.rows.push(row);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// y of the answer, in blocks.
    pub fn point(&self) -> &[[f64; BLOCK]] {
        &self.y
    }

    /// The active rows of the answer with their multipliers, ascending.
    pub fn active(&self) -> &[(usize, f64)] {
        &self.found
    }

    /// Takes over the answer of another method, with so many unknowns a block and active rows ascending.
    pub fn answered(&mut self, y: &[f64], width: usize, active: impl Iterator<Item = (usize, f64)>) {
        for (block, y) in self.y.iter_mut().zip(y.chunks_exact(width)) {
            *block = [0.0; BLOCK];
            block[..width].copy_from_slice(y);
        }
        self.found.clear();
        self.found.extend(active);
    }

    /// The problem as other methods take it, with `width` unknowns a block, the first of each.
    ///
    /// # Errors
    /// When a number is not finite, in words.
    pub fn stated(&self, width: usize) -> Result<ConvexProblem, String> {
        let sparse = |row: &Row| {
            let length = if row.norm > 0.0 { row.norm } else { 1.0 };
            let block = |k: usize| {
                let values = row.values[k];
                let there = row.at[k] != NONE;
                (0..if there { width } else { 0 }).map(move |m| (row.at[k] * width + m, values[m] * length))
            };
            SparseRow::new(block(0).chain(block(1)))
        };
        let rhs = |row: &Row| row.rhs * if row.norm > 0.0 { row.norm } else { 1.0 };
        let (rows, rhs) = (self.rows.iter().map(sparse).collect(), self.rows.iter().map(rhs).collect());
        ConvexProblem::new(DVector::zeros(self.y.len() * width), rows, rhs, 0).map_err(|e| e.to_string())
    }

    /// The rows that were said to be active.
    pub fn guess(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&i| self.rows[i].warm).collect()
    }

    /// Solves the problem from the rows that may be active; `None` leaves it to another method.
    pub fn solve(&mut self, settings: &ConvexSettings) -> Option<Found> {
        self.active.clear();
        self.u.clear();
        self.factor.clear();
        self.lines.clear();
        // Rows of zeros have no direction.
        if !self.rows.iter().all(|row| row.norm > 0.0 && row.norm.is_finite() && row.rhs.is_finite()) {
            return None;
        }
        for i in 0..self.rows.len() {
            self.rows[i].active = false;
            if self.rows[i].warm {
                let squared = self.look_along(i);
                if squared > NEARLY_DEPENDENT {
                    self.append(i, squared, 0.0);
                }
            }
        }
        self.run(settings)
    }

    fn run(&mut self, settings: &ConvexSettings) -> Option<Found> {
        self.settle();
        while let Some(k) = self.most_negative(0.0) {
            self.remove(k);
            self.settle();
        }
        let limit = settings.max_iterations.unwrap_or(100 + 10 * self.rows.len());
        let (mut iterations, mut repairs) = (0, 0);
        loop {
            let open = match self.violated(settings) {
                Ok(open) => open,
                Err(p) => {
                    self.enter(p, limit, &mut iterations)?;
                    let mut next = self.violated(settings);
                    while let Err(p) = next {
                        self.enter(p, limit, &mut iterations)?;
                        next = self.violated(settings);
                    }
                    // What the steps left of rounding.
                    self.settle();
                    repairs += 1;
                    if repairs > MAX_REPAIRS {
                        return None;
                    }
                    f64::NAN
                }
            };
            let negative = self.most_negative(ZERO_MULTIPLIER);
            match negative {
                None if open.is_nan() => {}
                None => return self.measured(settings, open, iterations),
                Some(k) => {
                    self.remove(k);
                    self.settle();
                }
            }
        }
    }

    /// max(‖y‖, scale).
    fn magnitude(&self, settings: &ConvexSettings) -> f64 {
        self.y.iter().map(|y| dot6(y, y)).sum::<f64>().sqrt().max(settings.scale)
    }

    /// By how much rows that are not active are violated at most, where they hold to tolerance; else the one that is so most.
    fn violated(&self, settings: &ConvexSettings) -> Result<f64, usize> {
        let magnitude = self.magnitude(settings);
        let (mut worst, mut largest, mut found) = (0.0, 0.0_f64, None);
        for (i, row) in self.rows.iter().enumerate() {
            if row.active {
                continue;
            }
            let violation = row.rhs - row.dot(&self.y);
            let holds = violation <= settings.tolerance * (magnitude + row.rhs.abs());
            // `!holds` and not `>`: a NaN is a violation, and the step then sees it.
            if !holds && (found.is_none() || violation > worst) {
                (worst, found) = (violation, Some(i));
            }
            largest = largest.max(violation);
        }
        found.map_or(Ok(largest), Err)
    }

    /// Takes row p in, and drops what it pushes out.
    fn enter(&mut self, p: usize, limit: usize, iterations: &mut usize) -> Option<()> {
        let mut up = 0.0;
        loop {
            let cost = 12 * self.rows.len() + self.factor.len();
            if *iterations >= limit || stop::spend(cost as u64) {
                return None;
            }
            *iterations += 1;
            let squared = self.look_along(p);
            let independent = squared > NEARLY_DEPENDENT;
            if !independent && !(squared <= DEPENDENT) {
                return None;
            }
            // r = L⁻ᵀ l: how the multipliers of the active rows fall as that of p rises.
            self.step.clear();
            self.step.extend_from_slice(&self.border);
            self.solve_transposed();
            let threshold = BLOCKING * self.step.iter().fold(1.0_f64, |m, r| m.max(r.abs()));
            let mut blocking: Option<(f64, usize)> = None;
            for (k, r) in self.step.iter().enumerate().filter(|(_, r)| **r > threshold) {
                let t = self.u[k] / r;
                if blocking.is_none_or(|(least, j)| t < least || (t == least && *r > self.step[j])) {
                    blocking = Some((t, k));
                }
            }
            let row = self.rows[p];
            let full = if independent { (row.rhs - row.dot(&self.y)) / squared } else { f64::INFINITY };
            let (t, dropped) = match blocking {
                Some((t, k)) if t < full => (t, Some(k)),
                _ => (full, None),
            };
            // Nothing blocks: the rows contradict each other, which is for the other method to say.
            if !t.is_finite() {
                return None;
            }
            row.add(t, &mut self.y);
            for ((u, r), &i) in self.u.iter_mut().zip(&self.step).zip(&self.active) {
                self.rows[i].add(-t * r, &mut self.y);
                *u = (*u - t * r).max(0.0);
            }
            up += t;
            match dropped {
                Some(k) => self.remove(k),
                None => {
                    self.append(p, squared, up);
                    return Some(());
                }
            }
        }
    }

    /// Fills `border` for row i; the squared distance of i from the span of the active rows.
    fn look_along(&mut self, i: usize) -> f64 {
        let row = &self.rows[i];
        self.border.clear();
        self.leading = NONE;
        let mut squared = 1.0;
        for (j, &(begins, diagonal)) in self.lines.iter().enumerate() {
            let inner = row.inner(&self.rows[self.active[j]]);
            if self.leading == NONE {
                if inner.is_none() {
                    self.border.push(0.0);
                    continue;
                }
                self.leading = j;
            }
            let from = begins.max(self.leading).min(j);
            let line = &self.factor[diagonal - (j - from)..diagonal];
            let entry = (inner.unwrap_or(0.0) - dot(line, &self.border[from..j])) / self.factor[diagonal];
            squared -= entry * entry;
            self.border.push(entry);
        }
        squared
    }

    /// Takes row i, just looked along, for active with a multiplier; leaves y as it is.
    fn append(&mut self, i: usize, squared: f64, u: f64) {
        self.push_line(squared);
        self.active.push(i);
        self.u.push(u);
        self.rows[i].active = true;
    }

    /// Appends `border` and the diagonal to the factor.
    fn push_line(&mut self, squared: f64) {
        let begins = self.leading.min(self.border.len());
        self.factor.extend_from_slice(&self.border[begins..]);
        self.lines.push((begins, self.factor.len()));
        self.factor.push(squared.sqrt());
    }

    /// Drops the active row at position k; leaves y and the other multipliers as they are.
    fn remove(&mut self, k: usize) {
        let row = self.active.remove(k);
        self.rows[row].active = false;
        self.u.remove(k);
        let later = k + 1..self.lines.len();
        let (begins, diagonal) = self.lines[k];
        self.factor.truncate(diagonal - (k - begins));
        self.lines.truncate(k);
        for j in later {
            let squared = self.look_along(self.active[j - 1]);
            self.push_line(squared);
        }
    }

    /// `step` <- L⁻¹ `step`.
    fn solve_lower(&mut self) {
        for (j, &(begins, diagonal)) in self.lines.iter().enumerate() {
            let line = &self.factor[diagonal - (j - begins)..diagonal];
            self.step[j] = (self.step[j] - dot(line, &self.step[begins..j])) / self.factor[diagonal];
        }
    }

    /// `step` <- L⁻ᵀ `step`.
    fn solve_transposed(&mut self) {
        for (j, &(begins, diagonal)) in self.lines.iter().enumerate().rev() {
            let x = self.step[j] / self.factor[diagonal];
            self.step[j] = x;
            let line = &self.factor[diagonal - (j - begins)..diagonal];
            for (step, entry) in self.step[begins..j].iter_mut().zip(line) {
                *step -= entry * x;
            }
        }
    }

    /// u and y from the active rows alone, refined against them.
    fn settle(&mut self) {
        self.u.fill(0.0);
        self.y.fill([0.0; BLOCK]);
        for _ in 0..=REFINEMENTS {
            self.step.clear();
            for &i in &self.active {
                let row = &self.rows[i];
                self.step.push(row.rhs - row.dot(&self.y));
            }
            self.solve_lower();
            self.solve_transposed();
            self.y.fill([0.0; BLOCK]);
            let (mut largest, mut changed) = (0.0_f64, 0.0_f64);
            for (k, &i) in self.active.iter().enumerate() {
                self.u[k] += self.step[k];
                (largest, changed) = (largest.max(self.u[k].abs()), changed.max(self.step[k].abs()));
                self.rows[i].add(self.u[k], &mut self.y);
            }
            if changed <= REFINED * largest {
                break;
            }
        }
    }

    /// The position of the most negative multiplier, beyond `tolerance` times the largest.
    fn most_negative(&self, tolerance: f64) -> Option<usize> {
        let limit = -tolerance * self.u.iter().fold(0.0_f64, |m, u| m.max(u.abs()));
        let (mut least, mut found) = (limit, None);
        for (k, u) in self.u.iter().enumerate() {
            if *u < least {
                (least, found) = (*u, Some(k));
            }
        }
        found
    }

    /// The answer as it is, where it is one: every row holds, and what is left of optimality is rounding. `open`: by how much rows that are
    /// not active are violated at most.
    fn measured(&mut self, settings: &ConvexSettings, open: f64, iterations: usize) -> Option<Found> {
        let magnitude = self.magnitude(settings);
        let largest = self.u.iter().fold(magnitude, |m, u| m.max(u.abs()));
        let mut kkt = open;
        self.found.clear();
        for (&i, &u) in self.active.iter().zip(&self.u) {
            let row = &self.rows[i];
            let slack = row.dot(&self.y) - row.rhs;
            if !(slack.abs() <= settings.tolerance * (magnitude + row.rhs.abs())) {
                return None;
            }
            // A multiplier below zero by rounding is none, and what y has of it is left over.
            kkt = kkt.max(slack.min(u.max(0.0)).abs()).max(-u);
            self.found.push((i, u.max(0.0) / row.norm));
        }
        self.found.sort_unstable_by_key(|found| found.0);
        let near = settings.scale <= 0.0 || magnitude <= FAR * settings.scale;
        (kkt <= ACCEPT * largest && near).then_some(Found { kkt, iterations })
    }
}

#[cfg(test)]
#[path = "gram_active_set_tests.rs"]
mod tests;
