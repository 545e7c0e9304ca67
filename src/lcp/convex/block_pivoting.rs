//! From a guess of the active rows to the right ones, for the proximal Newton method: pivots on faces between sweeps.
//!
//! In the multipliers u ≥ 0 the problem is to minimise q(u) = ½‖y* + Cᵀu‖² − d · u. Each round takes some rows W for equalities: one
//! factorisation of I + ρ Σ_W c_i c_iᵀ and a few updates of the multipliers give the least q with u = 0 elsewhere and any
//! sign on W. Where those are ≥ 0 and all other rows hold, that is the answer. If not, u goes towards them as far along the path that is
//! bent at u = 0 as q falls (Bertsekas 1982), and the next W is,
//!
//! - where few rows are wrong, that of block principal pivoting: negative multipliers leave, violated rows enter, all at once (Portugal,
//!   Júdice and Vicente 1994);
//! - else, or where those do not become fewer, what some sweeps of projected Gauss–Seidel from u load: sweeps settle between
//!   neighbours what pivots swing to and fro, pivots carry loads through the pile, which sweeps do slowly (as Silcowitz, Niebe and
//!   Erleben 2010 go back and forth between the two). Rows whose multipliers stopped u early leave.
//!
//! Neither path nor sweeps raise q. Rows of W that nearly contradict each other have huge multipliers of either sign, and u gets nowhere
//! towards them: ρ is then made smaller, a proximal step that gives way where they do, and larger again when u comes far.

use crate::lcp::convex::interior_point::Data;
use crate::lcp::convex::rows::{add, dot};
use crate::lcp::linear::block_cholesky::BlockCholesky;
use crate::stop;

/// Factorisations at most.
const MAX_ROUNDS: usize = 24;
/// Updates of the multipliers for one factorisation at most …
const MAX_UPDATES: usize = 10;
/// … and those before it is looked whether the rows are the right ones.
const FIRST_UPDATES: usize = 2;
/// An update that leaves more than this fraction of the residual is the last.
const STALLED: f64 = 0.5;
/// Where the residual is more than this fraction of the scale, …
const FAR_OFF: f64 = 3e-3;
/// … so many sweeps come before the first factorisation: they cost less than one. Nearer, they would spoil what is right already.
const FIRST_SWEEPS: usize = 8;
/// Sweeps after a round.
const SWEEPS: usize = 10;
/// So many wrong rows are few: they are exchanged at once unless they have not become fewer for some rounds, …
const FEW: usize = 16;
/// … or one of so many rows.
const FEW_OF: usize = 200;
/// These are so many rounds.
const PATIENCE: usize = 4;
/// Multipliers that stop u before this fraction of its way leave; where u gets no farther, ρ shrinks …
const EARLY: f64 = 0.1;
/// … and where it gets beyond this fraction, ρ grows, …
const LATE: f64 = 0.8;
/// … both by this factor, …
const CHANGE: f64 = 1e2;
/// … to no less than this.
const LEAST_PENALTY: f64 = 1e3;
/// A residual of more than so many tolerances is not left to smaller ρ.
const ROUGH: f64 = 1e3;

/// Improves y and u starting from the rows with u_i > 0, for violations and negative multipliers of at most
/// `tolerance`, where solutions are of size `scale`; `penalty` is ρ. Leaves the last y and u >= 0 in place, and returns how many factorisations were done.
pub(in crate::lcp) fn pivot(
    data: &Data,
    factor: &mut BlockCholesky,
    y: &mut [f64],
    u: &mut [f64],
    penalty: f64,
    (tolerance, scale): (f64, f64),
    limit: usize,
) -> usize {
    let mut this = Pivoting::new(data, factor, y, u, penalty, (tolerance, scale));
    this.run(limit.min(MAX_ROUNDS))
}

struct Pivoting<'a> {
    data: &'a Data<'a>,
    factor: &'a mut BlockCholesky,
    tolerance: f64,
    scale: f64,
    /// ρ of the next factorisation, and at most.
    penalty: f64,
    largest_penalty: f64,
    /// The best multipliers so far and, between rounds, y = y* + Cᵀu.
    y: &'a mut [f64],
    u: &'a mut [f64],
    /// W.
    active: Vec<bool>,
    /// Rows that stopped u early on its last way.
    left: Vec<bool>,
    weights: Vec<f64>,
    short: Vec<f64>,
    /// y and multipliers of the least q on W.
    face: (Vec<f64>, Vec<f64>),
    step: Vec<f64>,
    origin: Vec<f64>,
    breaks: Vec<(f64, usize)>,
}

impl<'a> Pivoting<'a> {
    fn new(
        data: &'a Data<'a>,
        factor: &'a mut BlockCholesky,
        y: &'a mut [f64],
        u: &'a mut [f64],
        penalty: f64,
        (tolerance, scale): (f64, f64),
    ) -> Self {
        let (n, m) = (y.len(), u.len());
        Self {
            data,
            factor,
            tolerance,
            scale,
            penalty,
            largest_penalty: penalty,
            y,
            u,
            active: vec![false; m],
            left: vec![false; m],
            weights: vec![0.0; m],
            short: vec![0.0; m],
            face: (vec![0.0; n], vec![0.0; m]),
            step: vec![0.0; n],
            origin: vec![0.0; n],
            breaks: Vec::new(),
        }
    }

    fn run(&mut self, limit: usize) -> usize {
        self.start();
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        let mut rounds = 0;
        while rounds < limit && !stop::spend(self.data.rows.columns.len() as u64) {
            rounds += 1;
            let Some((wrong, residual)) = self.solve_face() else { break };
            if !self.face.1.iter().all(|u| u.is_finite()) {
                break;
            }
            if wrong == 0 {
                self.take_face();
                if residual > ROUGH * self.tolerance && self.penalty < self.largest_penalty {
                    self.penalty = self.largest_penalty;
                    self.place();
                    continue;
                }
                return rounds;
            }
            let reached = self.go();
            if wrong <= FEW.max(self.u.len() / FEW_OF) {
                patience = if wrong < fewest { PATIENCE } else { patience - 1 };
                fewest = fewest.min(wrong);
                if patience > 0 {
                    self.exchange();
                    continue;
                }
                (fewest, patience) = (wrong, PATIENCE);
            }
            if reached < EARLY {
                self.penalty = (self.penalty / CHANGE).max(LEAST_PENALTY);
            } else if reached > LATE {
                self.penalty = (self.penalty * CHANGE).min(self.largest_penalty);
            }
            self.sweep(SWEEPS);
            for i in 0..self.u.len() {
                self.active[i] = i < self.data.n_eq || self.u[i] > 0.0 && !self.left[i];
            }
        }
        rounds
    }

    /// y, u and W to begin with.
    fn start(&mut self) {
        self.u[self.data.n_eq..].iter_mut().for_each(|u| *u = u.max(0.0));
        self.place();
        let (n_eq, mut residual) = (self.data.n_eq, 0.0_f64);
        for i in 0..self.u.len() {
            let slack = -self.shortfall(i, self.y);
            residual = residual.max(if i < n_eq { slack } else { slack.min(self.u[i]) }.abs());
        }
        if residual > FAR_OFF * self.scale {
            self.sweep(FIRST_SWEEPS);
        }
        (0..self.u.len()).for_each(|i| self.active[i] = i < n_eq || self.u[i] > 0.0);
    }

    /// y <- y* + Cᵀu.
    fn place(&mut self) {
        self.y.copy_from_slice(self.data.target);
        for (i, &u) in self.u.iter().enumerate().filter(|(_, u)| **u != 0.0) {
            add(self.data.rows, i, u, self.y);
        }
    }

    /// d_i − c_i · y.
    fn shortfall(&self, i: usize, y: &[f64]) -> f64 {
        self.data.rhs[i] - dot(self.data.rows, i, y)
    }

    /// Sweeps of projected Gauss–Seidel, forth and back in turn.
    fn sweep(&mut self, count: usize) {
        let m = self.u.len();
        for k in 0..count * m {
            let (sweep, k) = (k / m, k % m);
            let i = if sweep.is_multiple_of(2) { k } else { m - 1 - k };
            let least = if i < self.data.n_eq { f64::NEG_INFINITY } else { -self.u[i] };
            let step = self.shortfall(i, self.y).max(least);
            if step != 0.0 {
                self.u[i] += step;
                add(self.data.rows, i, step, self.y);
            }
        }
    }

    /// Computes the least q on W: how many rows are wrong there, and the residual that the last update found. `None` without a factor.
    fn solve_face(&mut self) -> Option<(usize, f64)> {
        let (data, m) = (self.data, self.u.len());
        for i in 0..m {
            self.weights[i] = if self.active[i] { self.penalty } else { 0.0 };
        }
        if !self.factor.factor(&data.rows.values, &self.weights) {
            return None;
        }
        self.face.0.copy_from_slice(self.y);
        for i in 0..m {
            self.face.1[i] = if self.active[i] { self.u[i] } else { 0.0 };
        }
        let mut last = f64::INFINITY;
        for k in 0..=MAX_UPDATES {
            if k == FIRST_UPDATES && self.wrong() > 0 {
                break;
            }
            // Stationarity and violation; then both by one Newton step, which the multipliers follow.
            let (y, u) = &mut self.face;
            self.step.iter_mut().zip(data.target).zip(y.iter()).for_each(|((s, t), y)| *s = t - y);
            let active = || (0..m).filter(|&i| self.active[i]);
            active().for_each(|i| add(data.rows, i, u[i], &mut self.step));
            let mut worst = self.step.iter().fold(0.0_f64, |worst, s| worst.max(s.abs()));
            for i in active() {
                self.short[i] = data.rhs[i] - dot(data.rows, i, y);
                worst = worst.max(self.short[i].abs());
                add(data.rows, i, self.penalty * self.short[i], &mut self.step);
            }
            if !(worst > self.tolerance && worst < STALLED * last) {
                break;
            }
            last = worst;
            self.factor.solve(&mut self.step);
            y.iter_mut().zip(&self.step).for_each(|(y, s)| *y += s);
            for i in active() {
                // Not from the rows afresh: their rounding, ρ times, would differ from what y has seen.
                u[i] += self.penalty * (self.short[i] - dot(data.rows, i, &self.step));
            }
        }
        Some((self.wrong(), last))
    }

    /// How much row i is wrong on the face: its multiplier is negative, or it is violated.
    fn wrongness(&self, i: usize) -> f64 {
        let (y, u) = &self.face;
        if self.active[i] { -u[i] } else { self.shortfall(i, y) }
    }

    fn wrong(&self) -> usize {
        (self.data.n_eq..self.u.len()).filter(|&i| self.wrongness(i) > self.tolerance).count()
    }

    fn take_face(&mut self) {
        self.y.copy_from_slice(&self.face.0);
        self.u.copy_from_slice(&self.face.1);
        self.u[self.data.n_eq..].iter_mut().for_each(|u| *u = u.max(0.0));
    }

    fn exchange(&mut self) {
        for i in self.data.n_eq..self.u.len() {
            if self.wrongness(i) > self.tolerance {
                self.active[i] = !self.active[i];
            }
        }
    }

    /// Takes u towards the multipliers of the face until q rises; entries that become zero stay there. The fraction of the way.
    fn go(&mut self) -> f64 {
        let (data, m) = (self.data, self.u.len());
        let goal = &self.face.1;
        self.breaks.clear();
        // The direction Cᵀδ of y, what d · u changes by, and y = `origin` + t direction.
        let (direction, origin) = (&mut self.step, &mut self.origin);
        direction.fill(0.0);
        origin.copy_from_slice(self.y);
        let mut gain = 0.0;
        for i in 0..m {
            let change = goal[i] - self.u[i];
            let held = i >= data.n_eq && goal[i] < 0.0;
            self.left[i] = held && self.u[i] < EARLY * (self.u[i] - goal[i]);
            if held && self.u[i] > 0.0 {
                self.breaks.push((self.u[i] / (self.u[i] - goal[i]), i));
            }
            if change != 0.0 && !(held && self.u[i] <= 0.0) {
                add(data.rows, i, change, direction);
                gain += data.rhs[i] * change;
            }
        }
        self.breaks.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        // The derivative of q at t between breaks is `slope` + t `curvature`.
        let (mut slope, mut curvature) = (product(origin, direction) - gain, product(direction, direction));
        let mut t = 0.0;
        let mut stopped = 0;
        for &(next, i) in &self.breaks {
            if !(slope + next * curvature < 0.0) {
                break;
            }
            t = next;
            stopped += 1;
            // Row i stays where it is: the direction loses its part, and the line is moved so that y does not jump.
            let change = goal[i] - self.u[i];
            let (along, at) = (dot(data.rows, i, direction), dot(data.rows, i, origin));
            let square =
                product(&data.rows.values[data.rows.range(i)], &data.rows.values[data.rows.range(i)]);
            // (o + tδc)·(p − δc) − (d·δu − d_i δ)
            slope += change * (t * along - at) - t * change * change * square + data.rhs[i] * change;
            curvature += change * (change * square - 2.0 * along);
            add(data.rows, i, t * change, origin);
            add(data.rows, i, -change, direction);
        }
        let least = -slope / curvature;
        let end = self.breaks.get(stopped).map_or(1.0, |b| b.0);
        if least.is_finite() {
            t = least.clamp(t, end);
        }
        for i in 0..m {
            self.u[i] += t * (goal[i] - self.u[i]);
            if i >= data.n_eq {
                self.u[i] = self.u[i].max(0.0);
            }
        }
        for &(_, i) in &self.breaks[..stopped] {
            self.u[i] = 0.0;
        }
        self.place();
        t
    }
}

#[cfg(test)]
#[path = "block_pivoting_tests.rs"]
mod tests;
