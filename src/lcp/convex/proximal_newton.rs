//! The proximal method of multipliers with a semismooth Newton method inside, for large sparse convex problems.
//!
//! For multipliers u and a penalty ρ, rows scaled to length 1, the augmented Lagrangian of the [`convex`] problem is
//!
//! ```text
//!   φ(y) = ½‖y − y*‖² + 1/(2ρ) Σ max(0, w_i)²     w = u + ρ (d − C y)     (equalities without the max)
//!   ∇φ   = y − y* − Σ_A w_i c_i,    Newton matrix  I + ρ Σ_A c_i c_iᵀ     A = {i : w_i > 0 or equality}
//! ```
//!
//! Its minimum gives the next multipliers u <- max(0, w) (Hestenes, Powell, Rockafellar). φ is piecewise quadratic:
//! Newton steps with an exact line search end at the minimum after finitely many. Dependent rows do no harm, the
//! matrix stays positive definite, and it is as sparse as the graph of blocks of columns that rows join, so that one
//! symbolic analysis serves every factorisation (`block_cholesky`). Where A does not change, an update of u costs
//! no factorisation; such updates are steps of iterative refinement against residuals computed afresh from the rows,
//! and take the answer to rounding whatever ρ is.
//!
//! From the active rows of an earlier problem, pivots between sweeps (`block_pivoting`) come first; where those differ
//! little they end with the answer after one to five factorisations, where hundreds do after some ten. From a cold start, or where
//! they are of no use, an interior point method (`interior_point`) does: it needs some twenty factorisations where Newton steps
//! alone need up to hundreds in a large pile.
//!
//! Rows that contradict each other let u grow along a direction v >= 0 with Cᵀv = 0 and d · v > 0 (Farkas). What is
//! solved is decided by [`ConvexProblem::kkt`] at the end, against a scale without the multipliers in it: growing
//! multipliers do not make a violation small.
//!
//! [`convex`]: crate::lcp::convex

use nalgebra::DVector;

use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::block_pivoting::pivot;
use crate::lcp::convex::face::Face;
use crate::lcp::convex::interior_point::{Data, approach};
use crate::lcp::convex::rows::{Rows, UnitRows, add, dot};
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::lcp::linear::block_cholesky::BlockCholesky;
use crate::lcp::linear::block_lu::BlockLu;
use crate::stop;

/// Penalty at the start, for rows of length 1 (dimensionless).
const PENALTY: f64 = 1e7;
/// The penalty grows up to this …
const LARGEST_PENALTY: f64 = 1e9;
/// … where an update of the multipliers leaves more than this fraction of the residual …
const SLOW: f64 = 0.5;
/// … more often than this in a row.
const PATIENCE: usize = 4;
/// Default of the most factorisations; a pile from a cold start takes about twenty.
const MAX_FACTORISATIONS: usize = 200;
/// Most Newton steps and updates of the multipliers.
const MAX_STEPS: usize = 1000;
/// A warm start is given up for the interior point method unless the first factorisation reduces the residual to this
/// fraction …
const PROGRESS: f64 = 0.01;
/// … and the solution is found with this many.
const TRIALS: usize = 4;
/// Largest optimality residual of a solved problem, relative to max(‖y*‖, ‖y‖, scale) (dimensionless).
const ACCEPT: f64 = 1e-10;
/// Gradient of φ, relative to the residual of the rows, below which the multipliers are updated.
const INEXACT: f64 = 0.1;
/// Residual, relative to the scale, at which the active rows stand out and the interior point method ends.
const GOAL: f64 = 1e-8;
/// How far away a point that satisfies contradicting rows would have to be, relative to the scale (dimensionless).
const NOWHERE: f64 = 1e7;
/// A row takes part in a contradiction with at least this fraction of the largest share.
const TAKING_PART: f64 = 1e-6;

/// Solves `problem`, starting from the multipliers `warm` (those of an earlier solution, one per row; missing ones
/// and negative ones of inequalities count as zero). The answer does not depend on `warm`, up to rounding and the
/// choice of multipliers among dependent rows. `iterations` of the solution counts factorisations.
///
/// Columns are taken together in blocks of six or three, whichever leaves rows with at most two blocks.
pub fn solve_convex_sparse(
    problem: &ConvexProblem,
    settings: &ConvexSettings,
    warm: &[f64],
) -> ConvexSolution {
    SparseSolver::default().solve(problem, settings, warm)
}

/// The method with what it keeps from one problem to the next: the symbolic analysis, reused for a problem whose rows
/// join nearly the same blocks of columns,
/// and the rows that were active in the last one.
#[derive(Debug, Clone, Default)]
pub struct SparseSolver {
    factor: Option<BlockCholesky>,
    face: Option<Face>,
    /// What Coulomb's law on the same blocks keeps here.
    unsymmetric: Option<BlockLu>,
}

impl SparseSolver {
    /// The rows of the problem solved last that were active, by number, with their lengths.
    pub(crate) fn held(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.face.iter().flat_map(Face::held)
    }

    /// Takes away what is left of two residuals at rows that differ little from those of the problem solved last: of y* + Cᵀu − y, which is in `step`, and of
    /// d − C y, which is `short` for rows of length 1. The change of y comes in `step`, that of the multipliers of rows of length 1 in `du`; both are a step of
    /// a chord method. Whether it could.
    pub(crate) fn correct(&mut self, step: &mut [f64], short: &[f64], du: &mut [f64]) -> bool {
        let (Some(factor), Some(face)) = (&mut self.factor, &self.face) else { return false };
        face.correct(factor, step, short, du)
    }

    /// Whether it has solved a problem.
    pub(crate) fn knows_something(&self) -> bool {
        self.factor.is_some() || self.unsymmetric.is_some()
    }

    /// Solves like [`solve_convex_sparse`].
    pub fn solve(
        &mut self,
        problem: &ConvexProblem,
        settings: &ConvexSettings,
        warm: &[f64],
    ) -> ConvexSolution {
        let mut method = Method::new(problem, settings, warm, self.factor.take());
        let (status, conflict) = method.run();
        let (solution, factor, face) = method.finish(status, conflict);
        self.factor = Some(factor);
        self.face = Some(face);
        solution
    }

    /// The factorisation of a matrix that is not symmetric, where one was left here ([`keep`](Self::keep)).
    pub(in crate::lcp) fn lend(&mut self) -> Option<BlockLu> {
        self.unsymmetric.take()
    }

    /// Leaves a factorisation to the next problem.
    pub(in crate::lcp) fn keep(&mut self, factor: BlockLu) {
        self.unsymmetric = Some(factor);
    }
}

/// First columns of the blocks, with the number of columns at the end.
pub(in crate::lcp) fn blocks(n: usize, rows: &Rows) -> Vec<usize> {
    let few = |block: usize| {
        rows.first.windows(2).all(|range| {
            let columns = &rows.columns[range[0]..range[1]];
            columns.windows(2).filter(|c| c[0] / block != c[1] / block).count() < 2
        })
    };
    let block = if n.is_multiple_of(3) && few(3) { 3 } else { 6 };
    (0..n).step_by(block).chain([n]).collect()
}

struct Method<'a> {
    problem: &'a ConvexProblem,
    settings: &'a ConvexSettings,
    rows: Rows,
    rhs: Vec<f64>,
    norms: Vec<f64>,
    factor: BlockCholesky,
    /// ρ, and the weights ρ or 0 of the rows that are factored.
    penalty: f64,
    weights: Vec<f64>,
    y: Vec<f64>,
    u: Vec<f64>,
    /// d − C y.
    short: Vec<f64>,
    /// u + ρ (d − C y).
    w: Vec<f64>,
    /// The Newton direction p, and C p.
    p: Vec<f64>,
    along: Vec<f64>,
    breaks: Vec<(f64, usize)>,
    /// The best (residual, y, u) so far.
    best: (f64, Vec<f64>, Vec<f64>),
    factorisations: usize,
}

impl<'a> Method<'a> {
    fn new(
        problem: &'a ConvexProblem,
        settings: &'a ConvexSettings,
        warm: &[f64],
        previous: Option<BlockCholesky>,
    ) -> Method<'a> {
        let (n, m) = (problem.size(), problem.rows().len());
        let UnitRows { rows, rhs, norms } = UnitRows::new(problem);
        let start = |i: usize| {
            let start = warm.get(i).map_or(0.0, |u| u * norms[i]);
            let usable =
                start.is_finite() && !rows.range(i).is_empty() && (i < problem.n_eq() || start > 0.0);
            if usable { start } else { 0.0 }
        };
        let u: Vec<f64> = (0..m).map(start).collect();
        let factor = BlockCholesky::new(blocks(n, &rows), &rows, previous);
        let mut y = problem.target().as_slice().to_vec();
        for (i, &u) in u.iter().enumerate().filter(|(_, u)| **u != 0.0) {
            add(&rows, i, u, &mut y);
        }
        Method {
            problem,
            settings,
            rhs,
            norms,
            factor,
            penalty: PENALTY,
            weights: vec![-1.0; m],
            short: vec![0.0; m],
            w: vec![0.0; m],
            p: vec![0.0; n],
            along: vec![0.0; m],
            breaks: Vec::with_capacity(m),
            best: (f64::INFINITY, y.clone(), u.clone()),
            y,
            u,
            rows,
            factorisations: 0,
        }
    }

    fn run(&mut self) -> (ConvexStatus, Vec<usize>) {
        let n_eq = self.problem.n_eq();
        let limit = self.settings.max_iterations.unwrap_or(MAX_FACTORISATIONS);
        // A warm start may have the active rows right already, or nearly so.
        let warm = self.u.iter().any(|&u| u != 0.0);
        if warm && self.measure() > self.settings.tolerance * self.magnitude() {
            self.pivot(limit);
        }
        let mut approached = false;
        let (cold, mut first) = (self.u.iter().all(|&u| u == 0.0), f64::INFINITY);
        let (mut steps, mut slow, mut last) = (0, 0, f64::INFINITY);
        loop {
            let mut residual = self.measure();
            // Updates of the multipliers that gain little want a larger penalty.
            slow = if residual > SLOW * last { slow + usize::from(last.is_finite()) } else { 0 };
            if slow > PATIENCE && self.penalty < LARGEST_PENALTY {
                self.penalty *= 10.0;
                slow = 0;
                residual = self.measure();
            }
            last = f64::INFINITY;
            let scale = self.magnitude();
            if residual < self.best.0 {
                self.best.0 = residual;
                self.best.1.copy_from_slice(&self.y);
                self.best.2.copy_from_slice(&self.u);
            }
            if residual <= self.settings.tolerance * scale {
                return (ConvexStatus::Solved, Vec::new());
            }
            if self.factorisations >= limit
                || steps >= MAX_STEPS
                || stop::spend(self.rows.columns.len() as u64)
            {
                return (ConvexStatus::IterationLimit, Vec::new());
            }
            if steps == 0 {
                first = residual;
            }
            let lagging = self.factorisations > 0 && residual > PROGRESS * first;
            if !approached && (cold || lagging || self.factorisations >= TRIALS) {
                approached = true;
                self.approach(GOAL * scale, limit);
                continue;
            }
            steps += 1;
            // The gradient, and whether it is small enough to move on to the next multipliers.
            self.descent();
            let (gradient, gap) = (largest(&self.p), self.row_residual());
            if gradient <= INEXACT * gap && steps > 1 {
                self.update_multipliers();
                self.refresh();
                self.descent();
            }
            if !self.factor_active() {
                return (ConvexStatus::NumericalTrouble, Vec::new());
            }
            self.factor.solve(&mut self.p);
            for i in 0..self.rhs.len() {
                self.along[i] = dot(&self.rows, i, &self.p);
            }
            let same = (n_eq..self.rhs.len())
                .all(|i| (self.w[i] > 0.0) == (self.w[i] - self.penalty * self.along[i] > 0.0));
            if same {
                // The minimum of φ: take its multipliers along.
                last = residual;
                self.y.iter_mut().zip(&self.p).for_each(|(y, p)| *y += p);
                if let Some(conflict) = self.contradiction() {
                    return (ConvexStatus::Infeasible, conflict);
                }
                for i in 0..self.u.len() {
                    let active = i < n_eq || self.w[i] > 0.0;
                    self.u[i] =
                        if active { self.u[i] + self.penalty * (self.short[i] - self.along[i]) } else { 0.0 };
                }
            } else {
                let t = self.line_search();
                self.y.iter_mut().zip(&self.p).for_each(|(y, p)| *y += t * p);
            }
        }
    }

    /// Block pivoting from the rows that the warm start loads. What does not come near the solution is forgotten: the
    /// interior point method starts better from the warm start itself.
    fn pivot(&mut self, limit: usize) {
        let scale = self.magnitude();
        let tolerances = (self.settings.tolerance * scale, scale);
        let data = Data {
            rows: &self.rows,
            rhs: &self.rhs,
            target: self.problem.target().as_slice(),
            n_eq: self.problem.n_eq(),
        };
        self.factorisations +=
            pivot(&data, &mut self.factor, &mut self.y, &mut self.u, self.penalty, tolerances, limit);
        self.weights.fill(-1.0);
        if !(self.measure() <= GOAL * self.magnitude()) {
            self.y.copy_from_slice(&self.best.1);
            self.u.copy_from_slice(&self.best.2);
        }
    }

    /// Interior point steps from the best point so far.
    fn approach(&mut self, goal: f64, limit: usize) {
        self.y.copy_from_slice(&self.best.1);
        self.u.copy_from_slice(&self.best.2);
        let data = Data {
            rows: &self.rows,
            rhs: &self.rhs,
            target: self.problem.target().as_slice(),
            n_eq: self.problem.n_eq(),
        };
        let (residual, left) = (self.best.0, limit.saturating_sub(self.factorisations));
        self.factorisations +=
            approach(&data, &mut self.factor, &mut self.y, &mut self.u, residual, goal, left);
        self.weights.fill(-1.0);
    }

    /// Rows that contradict each other, by the violations v that the minimum of φ leaves: v >= 0, and a point z that
    /// satisfied the rows would have v · v <= Cᵀv · (z − y), so that it would have to be very far away.
    fn contradiction(&self) -> Option<Vec<usize>> {
        let left = |i: usize| {
            let v = self.short[i] - self.along[i];
            if i < self.problem.n_eq() {
                v
            } else if self.w[i] > 0.0 {
                v.max(0.0)
            } else {
                0.0
            }
        };
        let scale = self.magnitude().max(largest(&self.rhs));
        let (mut squared, mut most) = (0.0, 0.0_f64);
        let mut sum = vec![0.0; self.y.len()];
        for i in 0..self.rhs.len() {
            let v = left(i);
            squared += v * v;
            most = most.max(v.abs());
            add(&self.rows, i, v, &mut sum);
        }
        let reach = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !(most > ACCEPT * scale && squared > reach * NOWHERE * scale) {
            return None;
        }
        Some((0..self.rhs.len()).filter(|&i| left(i).abs() > TAKING_PART * most).collect())
    }

    /// Computes d − C y and w afresh.
    fn refresh(&mut self) {
        for i in 0..self.rhs.len() {
            self.short[i] = self.rhs[i] - dot(&self.rows, i, &self.y);
            self.w[i] = self.u[i] + self.penalty * self.short[i];
        }
    }

    /// The residual of (y, u), like [`ConvexProblem::kkt`].
    fn measure(&mut self) -> f64 {
        self.refresh();
        self.p.copy_from_slice(self.problem.target().as_slice());
        for i in 0..self.u.len() {
            if self.u[i] != 0.0 {
                add(&self.rows, i, self.u[i], &mut self.p);
            }
        }
        let stationarity = self.p.iter().zip(&self.y).fold(0.0_f64, |m, (p, y)| m.max((p - y).abs()));
        let mut worst = stationarity;
        for i in 0..self.u.len() {
            worst = worst.max(self.row_defect(i, self.u[i]));
        }
        worst
    }

    fn row_defect(&self, i: usize, u: f64) -> f64 {
        if i < self.problem.n_eq() { self.short[i].abs() } else { (-self.short[i]).min(u).abs() }
    }

    /// The residual of the rows at (y, max(0, w)).
    fn row_residual(&self) -> f64 {
        (0..self.u.len()).fold(0.0_f64, |m, i| m.max(self.row_defect(i, self.w[i].max(0.0))))
    }

    /// p <- −∇φ.
    fn descent(&mut self) {
        for (p, (t, y)) in self.p.iter_mut().zip(self.problem.target().iter().zip(&self.y)) {
            *p = t - y;
        }
        for i in 0..self.w.len() {
            if i < self.problem.n_eq() || self.w[i] > 0.0 {
                add(&self.rows, i, self.w[i], &mut self.p);
            }
        }
    }

    fn update_multipliers(&mut self) {
        for i in 0..self.u.len() {
            self.u[i] = if i < self.problem.n_eq() { self.w[i] } else { self.w[i].max(0.0) };
        }
    }

    /// Factors the Newton matrix of the rows that are active, unless it is factored already.
    fn factor_active(&mut self) -> bool {
        let mut same = true;
        for i in 0..self.w.len() {
            let weight = if i < self.problem.n_eq() || self.w[i] > 0.0 { self.penalty } else { 0.0 };
            same &= self.weights[i] == weight;
            self.weights[i] = weight;
        }
        if same && self.factorisations > 0 {
            return true;
        }
        self.factorisations += 1;
        self.factor.factor(&self.rows.values, &self.weights)
    }

    /// The t > 0 at which φ(y + t p) is least.
    fn line_search(&mut self) -> f64 {
        let n_eq = self.problem.n_eq();
        let target = self.problem.target();
        // The derivative is `slope` + t `curvature` between breaks.
        let mut slope: f64 =
            self.y.iter().zip(target.iter()).zip(&self.p).map(|((y, t), p)| (y - t) * p).sum();
        let mut curvature: f64 = self.p.iter().map(|p| p * p).sum();
        self.breaks.clear();
        for i in 0..self.w.len() {
            let (w, q) = (self.w[i], self.along[i]);
            if i < n_eq || w > 0.0 {
                slope -= w * q;
                curvature += self.penalty * q * q;
            }
            if i >= n_eq && w * q > 0.0 {
                self.breaks.push((w / (self.penalty * q), i));
            }
        }
        self.breaks.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for &(t, i) in &self.breaks {
            if slope + t * curvature >= 0.0 {
                break;
            }
            let (w, q) = (self.w[i], self.along[i]);
            let sign = if w > 0.0 { 1.0 } else { -1.0 };
            slope += sign * w * q;
            curvature -= sign * self.penalty * q * q;
        }
        let t = -slope / curvature;
        if t.is_finite() { t.max(0.0) } else { 0.0 }
    }

    /// max(‖y*‖, ‖y‖, scale).
    fn magnitude(&self) -> f64 {
        let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        norm(&self.y).max(norm(self.problem.target().as_slice())).max(self.settings.scale)
    }

    fn finish(mut self, status: ConvexStatus, conflict: Vec<usize>) -> (ConvexSolution, BlockCholesky, Face) {
        let (_, y, u) = std::mem::take(&mut self.best);
        self.y = y;
        let scale = self.magnitude();
        let multipliers: Vec<f64> = u.iter().zip(&self.norms).map(|(u, norm)| u / norm).collect();
        let n_eq = self.problem.n_eq();
        let active = (0..multipliers.len())
            .filter(|&i| if i < n_eq { multipliers[i] != 0.0 } else { multipliers[i] > 0.0 })
            .collect();
        let y = DVector::from_vec(self.y);
        let kkt = self.problem.kkt(&y, &multipliers);
        let status = match status {
            ConvexStatus::Infeasible => status,
            _ if kkt <= ACCEPT * scale => ConvexStatus::Solved,
            ConvexStatus::Solved => ConvexStatus::NumericalTrouble,
            other => other,
        };
        let solution =
            ConvexSolution { y, multipliers, active, iterations: self.factorisations, status, kkt, conflict };
        let face = Face::new(self.rows, self.norms, &u, &self.factor, PENALTY);
        (solution, self.factor, face)
    }
}

/// max |x_i|.
fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0_f64, |m, x| m.max(x.abs()))
}

#[cfg(test)]
#[path = "proximal_newton_tests.rs"]
mod tests;
