//! The dual active-set method of Goldfarb and Idnani (1983) for the nearest point of a polyhedron ([`convex`]).
//!
//! The Hessian is the identity, so the method needs only a thin QR factorisation N = Q R of the active rows
//! (scaled to length 1, as columns of N). It keeps y optimal for the active rows alone, u >= 0, and takes the most
//! violated row p in:
//!
//! ```text
//!   z = c_p − Q Qᵀ c_p,   r = R⁻¹ Qᵀ c_p                       direction of y, and of −u
//!   t1 = min u_j / r_j over active inequalities with r_j > 0    a multiplier reaches 0: drop row j
//!   t2 = (d_p − c_p · y) / ‖z‖²                                 row p holds: it becomes active
//!   y += t z,  u −= t r,  u_p += t   with t = min(t1, t2)
//! ```
//!
//! Where c_p depends on the active rows, z = 0 and only t1 is left: a row is exchanged without moving y. Where
//! nothing blocks either, −c_p is a non-negative combination of active rows: the rows contradict each other, and the
//! solution names them. Each step raises the dual objective, or leaves it at a degenerate vertex; after many of
//! those the choices go by the lowest index, which cannot cycle.
//!
//! Before a solution is returned, y and u are computed afresh from the active rows (y = y* + Q R⁻ᵀ(d − Nᵀ y*),
//! R u = Qᵀ(y − y*)) with refinement against the rows themselves, and the result is measured by
//! [`ConvexProblem::kkt`].
//!
//! [`convex`]: crate::lcp::convex

use nalgebra::DVector;

use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::pricing::Pricing;
use crate::lcp::convex::rows::{Rows, UnitRows, add, dot};
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::lcp::linear::thin_qr::{Split, ThinQr};
use crate::stop;

/// A row of length 1 whose distance from the span of the active rows is below this counts as dependent on them.
const DEPENDENT: f64 = 1e-10;
/// A component of r below this times the largest (or 1) does not block (dimensionless).
pub(in crate::lcp) const BLOCKING: f64 = 1e-12;
/// A multiplier above minus this times the largest counts as zero (dimensionless).
pub(in crate::lcp) const ZERO_MULTIPLIER: f64 = 1e-12;
/// Largest violation of a dependent equality, relative to the scale of the problem, that is not a contradiction.
const CONSISTENT: f64 = 1e-10;
/// Largest optimality residual of a solved problem, relative to max(‖y*‖, ‖y‖, max u) (dimensionless).
pub(in crate::lcp) const ACCEPT: f64 = 1e-9;
/// A solution farther from the target than this times the scale given is none: rows that contradict each other but for
/// rounding hold only where they nearly meet, far out (dimensionless).
pub(in crate::lcp) const FAR: f64 = 1e6;
/// Steps in a row that do not move y, beyond one per active row, after which choices go by lowest index.
const STALL: usize = 20;
/// How often a final active set may turn out to need repair.
const MAX_REPAIRS: usize = 10;
/// Steps of iterative refinement of the final point.
const REFINEMENTS: usize = 2;

/// Solves `problem`, starting from the active rows `warm` (any indices; those that are out of range, dependent on
/// earlier ones, or have a negative multiplier are left out). The answer does not depend on `warm`, up to rounding
/// and the choice of multipliers among dependent rows.
pub fn solve_convex(problem: &ConvexProblem, settings: &ConvexSettings, warm: &[usize]) -> ConvexSolution {
    let mut method = Method::new(problem, settings);
    let (status, conflict) = match method.start(warm) {
        Some(contradiction) => (ConvexStatus::Infeasible, vec![contradiction]),
        None => method.run(),
    };
    method.finish(status, conflict)
}

struct Method<'a> {
    problem: &'a ConvexProblem,
    tolerance: f64,
    scale: f64,
    /// Square of [`FAR`] times the sizes that are given.
    farthest: f64,
    limit: usize,
    rows: Rows,
    rhs: Vec<f64>,
    norms: Vec<f64>,
    y: Vec<f64>,
    /// Active rows in the order of the columns of N: first the `fixed` equalities.
    active: Vec<usize>,
    is_active: Vec<bool>,
    fixed: usize,
    u: Vec<f64>,
    qr: ThinQr,
    split: Split,
    r: Vec<f64>,
    /// y and u are those that `settle` computed.
    settled: bool,
    iterations: usize,
    /// Where there are very many rows.
    pricing: Option<Pricing>,
}

impl<'a> Method<'a> {
    fn new(problem: &'a ConvexProblem, settings: &ConvexSettings) -> Method<'a> {
        let (n, m) = (problem.size(), problem.rows().len());
        let UnitRows { rows, rhs, norms } = UnitRows::new(problem);
        let pricing = Pricing::new(&rows, &rhs, problem.n_eq());
        Method {
            problem,
            tolerance: settings.tolerance,
            scale: settings.scale,
            farthest: (FAR * settings.scale.max(problem.target().norm())).powi(2),
            limit: settings.max_iterations.unwrap_or(100 + 10 * (n + m)),
            rows,
            rhs,
            norms,
            y: problem.target().as_slice().to_vec(),
            active: Vec::new(),
            is_active: vec![false; m],
            fixed: 0,
            u: Vec::new(),
            qr: ThinQr::new(n),
            split: Split::new(n),
            r: Vec::new(),
            settled: false,
            iterations: 0,
            pricing,
        }
    }

    /// Takes the equalities and the warm rows in, and drops warm rows until u >= 0. Returns an equality that
    /// contradicts earlier ones.
    fn start(&mut self, warm: &[usize]) -> Option<usize> {
        let n_eq = self.problem.n_eq();
        for i in 0..n_eq {
            self.try_append(i);
        }
        self.fixed = self.active.len();
        if self.fixed > 0 {
            self.settle();
            let limit = CONSISTENT * self.magnitude();
            for i in 0..n_eq {
                let consistent = self.violation(i).abs() <= limit + CONSISTENT * self.rhs[i].abs();
                if !consistent {
                    return Some(i);
                }
            }
        } else if let Some(i) = (0..n_eq).find(|&i| self.rhs[i] != 0.0) {
            // Only rows of zeros.
            return Some(i);
        }
        for &i in warm {
            if self.spend() {
                return None;
            }
            if (n_eq..self.rhs.len()).contains(&i) && !self.is_active[i] {
                self.try_append(i);
            }
        }
        if self.active.len() > self.fixed {
            self.settle();
            let negative = |method: &Self| method.most_negative(0.0).filter(|_| !method.spend());
            let mut dropped = negative(self);
            while dropped.is_some() {
                while let Some(k) = dropped {
                    self.drop_active(k);
                    self.multipliers_alone();
                    dropped = negative(self);
                }
                self.settle();
                dropped = negative(self);
            }
        }
        None
    }

    fn run(&mut self) -> (ConvexStatus, Vec<usize>) {
        let (mut stalled, mut repairs) = (0, 0);
        'rows: loop {
            let careful = stalled > STALL + self.active.len();
            let Some(p) = self.violated(careful) else {
                if self.active.is_empty() {
                    return (ConvexStatus::Solved, Vec::new());
                }
                if self.spend() {
                    return (ConvexStatus::IterationLimit, Vec::new());
                }
                if repairs > 0 {
                    self.refactor();
                }
                if !self.settled {
                    self.settle();
                }
                let negative = self.most_negative(ZERO_MULTIPLIER);
                if negative.is_none() && self.active_hold() && self.violated(false).is_none() {
                    return (ConvexStatus::Solved, Vec::new());
                }
                repairs += 1;
                if repairs > MAX_REPAIRS {
                    return (ConvexStatus::NumericalTrouble, Vec::new());
                }
                if let Some(k) = negative {
                    self.drop_active(k);
                    self.settle();
                    while let Some(k) = self.most_negative(ZERO_MULTIPLIER).filter(|_| !self.spend()) {
                        self.drop_active(k);
                        self.settle();
                    }
                }
                continue;
            };
            // Row p's multiplier while it is on its way in.
            let mut up = 0.0;
            loop {
                if self.iterations >= self.limit || self.spend() {
                    return (ConvexStatus::IterationLimit, Vec::new());
                }
                self.iterations += 1;
                self.settled = false;
                let independent = self.look_along(p);
                let blocking = self.blocking(careful);
                let full = if independent { self.violation(p) / self.split.squared } else { f64::INFINITY };
                let (t, dropped) = match blocking {
                    Some((t1, k)) if t1 < full => (t1, Some(k)),
                    _ => (full, None),
                };
                if t.is_nan() {
                    return (ConvexStatus::NumericalTrouble, Vec::new());
                }
                if t.is_infinite() {
                    // A row that depends on those that hold can be off by what changes of the factor have left in y.
                    let nearly = self.violation(p) <= CONSISTENT * (self.magnitude() + self.rhs[p].abs());
                    if nearly && repairs < MAX_REPAIRS {
                        repairs += 1;
                        self.refactor();
                        self.settle();
                        continue 'rows;
                    }
                    return (ConvexStatus::Infeasible, self.contradiction(p));
                }
                if independent {
                    self.split.step(t, &mut self.y);
                    if self.far() {
                        return (ConvexStatus::Infeasible, self.contradiction(p));
                    }
                }
                let moved = independent && t * self.split.squared.sqrt() > f64::EPSILON * self.magnitude();
                stalled = if moved { 0 } else { stalled + 1 };
                for (j, (u, r)) in self.u.iter_mut().zip(&self.r).enumerate() {
                    *u -= t * r;
                    if j >= self.fixed && *u < 0.0 {
                        *u = 0.0;
                    }
                }
                up += t;
                match dropped {
                    Some(k) => self.drop_active(k),
                    None => {
                        self.qr.append(&self.split);
                        self.active.push(p);
                        self.is_active[p] = true;
                        self.u.push(up);
                        break;
                    }
                }
            }
        }
    }

    /// d_i − c_i · y for the scaled row: positive where it does not hold.
    fn violation(&self, i: usize) -> f64 {
        self.rhs[i] - dot(&self.rows, i, &self.y)
    }

    /// Whether a violation is none, to tolerance. One that is no number is some, and the step then sees it.
    fn holds(&self, i: usize, violation: f64, magnitude: f64) -> bool {
        violation <= self.tolerance * (magnitude + self.rhs[i].abs())
    }

    /// max(‖y*‖, ‖y‖, scale), the size of the numbers that the rows are made of.
    fn magnitude(&self) -> f64 {
        let norm = self.y.iter().map(|x| x * x).sum::<f64>().sqrt();
        norm.max(self.scale).max(self.problem.target().iter().map(|x| x * x).sum::<f64>().sqrt())
    }

    /// Is y so far from the target that there is no solution? The distance only grows from step to step: it is the least at which the
    /// active rows hold. Rows that contradict each other but for rounding would otherwise be driven on for thousands of steps.
    fn far(&self) -> bool {
        self.scale > 0.0 && !(self.y.iter().map(|y| y * y).sum::<f64>() <= self.farthest)
    }

    /// The most violated inequality beyond tolerance, or the first where `careful`.
    fn violated(&mut self, careful: bool) -> Option<usize> {
        let magnitude = self.magnitude();
        if let Some(mut pricing) = self.pricing.take_if(|_| !careful) {
            let violation = |i: usize| self.violation(i);
            let counts =
                |i: usize, violation: f64| !self.is_active[i] && !self.holds(i, violation, magnitude);
            let floor = self.tolerance * magnitude;
            let found = pricing.most_violated(&self.y, magnitude, floor, violation, counts);
            self.pricing = Some(pricing);
            return found;
        }
        let (mut worst, mut found) = (0.0, None);
        for i in self.problem.n_eq()..self.rhs.len() {
            if self.is_active[i] {
                continue;
            }
            let violation = self.violation(i);
            if !self.holds(i, violation, magnitude) && (found.is_none() || violation > worst) {
                (worst, found) = (violation, Some(i));
                if careful {
                    break;
                }
            }
        }
        found
    }

    /// Do the active rows hold with equality, to tolerance?
    fn active_hold(&self) -> bool {
        let magnitude = self.magnitude();
        let holds = |&i: &usize| self.holds(i, self.violation(i).abs(), magnitude);
        self.active.iter().all(holds)
    }

    /// Fills `split` and r for row p; is p independent of the active rows?
    fn look_along(&mut self, p: usize) -> bool {
        let independent = self.take_apart(p);
        self.r.clear();
        self.r.extend_from_slice(&self.split.along);
        self.qr.solve_r(&mut self.r);
        independent
    }

    /// Fills `split` for row p; is p independent of the active rows?
    fn take_apart(&mut self, p: usize) -> bool {
        let range = self.rows.range(p);
        self.qr.split(&self.rows.columns[range.clone()], &self.rows.values[range], &mut self.split);
        self.split.squared > DEPENDENT * DEPENDENT
    }

    fn blocking_threshold(&self) -> f64 {
        BLOCKING * self.r.iter().fold(1.0_f64, |m, r| m.max(r.abs()))
    }

    /// (t1, position) of the active inequality whose multiplier reaches zero first; among equals the one with the
    /// largest r, or with the lowest row where `careful`.
    fn blocking(&self, careful: bool) -> Option<(f64, usize)> {
        let threshold = self.blocking_threshold();
        let mut best: Option<(f64, usize)> = None;
        for k in self.fixed..self.active.len() {
            if self.r[k] > threshold {
                let t = self.u[k] / self.r[k];
                let better = best.is_none_or(|(least, j)| {
                    let preferred =
                        if careful { self.active[k] < self.active[j] } else { self.r[k] > self.r[j] };
                    t < least || (t == least && preferred)
                });
                if better {
                    best = Some((t, k));
                }
            }
        }
        best
    }

    fn contradiction(&self, p: usize) -> Vec<usize> {
        let threshold = self.blocking_threshold();
        let taking_part = (0..self.active.len()).filter(|&k| self.r[k].abs() > threshold);
        let mut rows: Vec<usize> = taking_part.map(|k| self.active[k]).chain([p]).collect();
        rows.sort_unstable();
        rows
    }

    /// Appends row i unless it depends on the active rows. Leaves y and u as they are.
    fn try_append(&mut self, i: usize) {
        if self.qr.len() < self.y.len() && self.take_apart(i) {
            self.qr.append(&self.split);
            self.active.push(i);
            self.is_active[i] = true;
            self.u.push(0.0);
        }
    }

    fn drop_active(&mut self, k: usize) {
        self.qr.remove(k);
        self.is_active[self.active.remove(k)] = false;
        self.u.remove(k);
    }

    /// Factors the active rows afresh: removals leave rounding behind.
    fn refactor(&mut self) {
        let rows = std::mem::take(&mut self.active);
        self.qr.clear();
        self.u.clear();
        let mut fixed = 0;
        for i in rows {
            self.is_active[i] = false;
            self.try_append(i);
            fixed += usize::from(self.is_active[i] && i < self.problem.n_eq());
        }
        self.fixed = fixed;
        self.settled = false;
    }

    /// The position of the most negative multiplier of an inequality, beyond `tolerance` times the largest.
    fn most_negative(&self, tolerance: f64) -> Option<usize> {
        let limit = -tolerance * self.u.iter().fold(0.0_f64, |m, u| m.max(u.abs()));
        (self.fixed..self.u.len())
            .filter(|&k| self.u[k] < limit)
            .min_by(|&i, &j| self.u[i].total_cmp(&self.u[j]))
    }

    /// Counts what a change of the active set costs: the factor once, and a look at every row. Whether the work is to stop.
    fn spend(&self) -> bool {
        let cost = self.rows.columns.len() + self.y.len() * (self.active.len() + 1);
        stop::spend(cost as u64)
    }

    /// y and u from the active rows alone, refined against them.
    fn settle(&mut self) {
        self.settled = true;
        let target = self.problem.target();
        self.y.copy_from_slice(target.as_slice());
        let mut step = vec![0.0; self.active.len()];
        for _ in 0..=REFINEMENTS {
            for (k, g) in step.iter_mut().enumerate() {
                *g = self.violation(self.active[k]);
            }
            self.qr.solve_r_transposed(&mut step);
            self.qr.add_combination(&step, &mut self.y);
        }
        // R u = Qᵀ(y − y*), then once more with what y − y* − N u is left.
        let mut rest: Vec<f64> = self.y.iter().zip(target.iter()).map(|(y, t)| y - t).collect();
        self.u.fill(0.0);
        for _ in 0..2 {
            self.qr.coefficients(&rest, &mut step);
            self.qr.solve_r(&mut step);
            for (k, du) in step.iter().enumerate() {
                self.u[k] += du;
                add(&self.rows, self.active[k], -du, &mut rest);
            }
        }
    }

    /// u from the active rows by RᵀR u = d − Nᵀy*: not as accurate as [`settle`](Self::settle), without y, and at a fraction of the cost.
    fn multipliers_alone(&mut self) {
        let target = self.problem.target().as_slice();
        for (u, &i) in self.u.iter_mut().zip(&self.active) {
            *u = self.rhs[i] - dot(&self.rows, i, target);
        }
        self.qr.solve_r_transposed(&mut self.u);
        self.qr.solve_r(&mut self.u);
    }

    fn finish(self, status: ConvexStatus, conflict: Vec<usize>) -> ConvexSolution {
        let n_eq = self.problem.n_eq();
        let mut multipliers = vec![0.0; self.rhs.len()];
        for (&i, &u) in self.active.iter().zip(&self.u) {
            multipliers[i] = if i >= n_eq && u < 0.0 { 0.0 } else { u / self.norms[i] };
        }
        let scale = self.u.iter().fold(self.magnitude(), |m, u| m.max(u.abs()));
        let far = self.far();
        let mut active = self.active;
        active.sort_unstable();
        let y = DVector::from_vec(self.y);
        let kkt = self.problem.kkt(&y, &multipliers);
        let supported = kkt <= ACCEPT * scale && !far;
        let status = match status {
            ConvexStatus::Solved if !supported => ConvexStatus::NumericalTrouble,
            other => other,
        };
        ConvexSolution { y, multipliers, active, iterations: self.iterations, status, kkt, conflict }
    }
}

#[cfg(test)]
#[path = "dual_active_set_tests.rs"]
mod tests;
