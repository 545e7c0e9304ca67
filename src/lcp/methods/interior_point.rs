//! An infeasible primal-dual interior point method for monotone problems (Mehrotra 1992; Wright 1997, chapter 8).
//!
//! ```text
//!   r = A z + b − w,   μ = z · w / n,      z, w > 0 throughout
//!   (A + diag(w / z)) Δz = c / z − r,      Δw = A Δz + r
//!   predictor c = −z w;     corrector c = σμ − z w − Δz_p Δw_p,   σ = (μ_p / μ)³
//! ```
//!
//! z and w take the same step, because Δw = A Δz + r ties them together, and so r shrinks by 1 − step. One
//! factorisation an iteration (Cholesky where A is symmetric, otherwise LU), and the number of iterations hardly
//! grows with the problem. The last digits come from [`polish`]: the iterates stay near the centre of all solutions,
//! so that z_i > w_i tells what is active, of redundant rows all of them.
//!
//! A step ends in a neighbourhood of the path, min z_i w_i >= 1e-3 μ, without which it loses its way in problems with
//! rows that are nearly dependent. Where the predictor leads nowhere the step goes towards the centre instead.
//!
//! What it cannot do: on a matrix that is not monotone (zᵀA z < 0 for some z: friction, and X or I disjunctions) the
//! steps can become arbitrarily short; it then starts from another point of the diagonal a few times and gives up
//! with [`Status::IterationLimit`]. At a mass ratio of 1e6 that happens with one friction problem of scenes in eight,
//! otherwise seldom. It proves nothing: where there is no solution, z grows or the steps shrink, and that is what it
//! says. A warm start is of no use to it, since it must stay away from the boundary, where the solutions are.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn, LU};

use crate::lcp::method::{LcpSettings, LcpSolver, Outcome, Status};
use crate::lcp::methods::dantzig::is_symmetric;
use crate::lcp::methods::polish::polish;
use crate::lcp::problem::Lcp;
use crate::lcp::problem::equilibrate::Equilibrated;
use crate::stop;

/// z and w at the start of each attempt (scaled problem, dimensionless).
const STARTS: [f64; 4] = [1.0, 100.0, 1e4, 0.01];
/// Most iterations of one attempt.
const ATTEMPT: usize = 80;
/// Fraction of the way to the boundary that a step goes at most.
const BOUNDARY: f64 = 0.99;
/// Least product z_i w_i relative to their mean (dimensionless): the neighbourhood of the path that a step must end in.
const NEIGHBOURHOOD: f64 = 1e-3;
/// Factor by which a step out of the neighbourhood is cut, and how often.
const CUT: f64 = 0.7;
/// See [`CUT`].
const CUTS: usize = 30;
/// A step shorter than this asks for the centre next …
const SHORT: f64 = 0.1;
/// … which is a corrector with this σ.
const CENTRE: f64 = 0.5;
/// Short steps in a row that end an attempt.
const PATIENCE: usize = 12;
/// Added to the diagonal of the matrix that is factored, so that dependent rows with large z do no harm.
const SHIFT: f64 = 1e-12;
/// μ and ‖r‖∞ below which the active rows are tried as equations (scaled problem, dimensionless).
const NEAR: f64 = 1e-4;
/// z above this is on its way to infinity (scaled problem, dimensionless).
const LOST: f64 = 1e14;

/// The interior point method.
#[derive(Debug, Clone, Copy, Default)]
pub struct InteriorPoint;

impl LcpSolver for InteriorPoint {
    fn name(&self) -> &'static str {
        "interior-point"
    }

    fn iterative(&self) -> bool {
        true
    }

    fn solve(&self, lcp: &Lcp, settings: &LcpSettings, _warm: Option<&DVector<f64>>) -> Outcome {
        let zero = DVector::zeros(lcp.size());
        let problem = match Equilibrated::new(lcp) {
            Ok(problem) => problem,
            Err(reason) => return Outcome::refused(lcp.size(), reason),
        };
        let target = settings.tolerance * lcp.scale();
        let limit = settings.max_iterations;
        let mut best = problem.judge(&zero);
        let mut history = Vec::new();
        let mut end = End::Limit;
        let symmetric = is_symmetric(&problem.scaled);
        for start in STARTS {
            if best.1 <= target || history.len() >= limit || stop::asked() {
                break;
            }
            let mut iterate = Iterate::new(&problem.scaled, start, symmetric);
            let steps = limit.min(history.len() + ATTEMPT);
            end = iterate.approach(&problem, target, steps, &mut history, &mut best);
        }
        let (status, reason) = if best.1 <= target { (Status::Solved, None) } else { end.told() };
        Outcome { z: best.0, status, iterations: history.len(), history, reason }
    }
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Solved,
    Limit,
    /// The steps have become too short.
    Stuck,
    /// z grows without bound.
    Unbounded,
    Singular,
}

impl End {
    fn told(self) -> (Status, Option<String>) {
        let (status, text) = match self {
            End::Solved | End::Limit => (Status::IterationLimit, "out of iterations"),
            End::Stuck => (
                Status::IterationLimit,
                "the steps became too short: the problem is not monotone or has no solution",
            ),
            End::Unbounded => {
                (Status::NumericalTrouble, "z grows without bound: probably there is no solution")
            }
            End::Singular => (Status::NumericalTrouble, "the matrix of a step is singular"),
        };
        (status, Some(text.to_owned()))
    }
}

enum Factor {
    Cholesky(Cholesky<f64, Dyn>),
    Lu(LU<f64, Dyn, Dyn>),
}

impl Factor {
    /// Cholesky where it can be; an indefinite symmetric matrix is left to LU.
    fn new(matrix: DMatrix<f64>, symmetric: bool) -> Factor {
        if symmetric && let Some(cholesky) = Cholesky::new(matrix.clone()) {
            return Factor::Cholesky(cholesky);
        }
        Factor::Lu(matrix.lu())
    }

    fn solve(&self, rhs: &DVector<f64>) -> Option<DVector<f64>> {
        let x = match self {
            Factor::Cholesky(cholesky) => cholesky.solve(rhs),
            Factor::Lu(lu) => lu.solve(rhs)?,
        };
        x.iter().all(|x| x.is_finite()).then_some(x)
    }
}

struct Iterate<'a> {
    lcp: &'a Lcp,
    symmetric: bool,
    z: DVector<f64>,
    w: DVector<f64>,
}

impl<'a> Iterate<'a> {
    fn new(lcp: &'a Lcp, start: f64, symmetric: bool) -> Iterate<'a> {
        let n = lcp.size();
        Iterate { lcp, symmetric, z: DVector::from_element(n, start), w: DVector::from_element(n, start) }
    }

    fn mu(&self) -> f64 {
        self.z.dot(&self.w) / self.z.len().max(1) as f64
    }

    /// Iterates until the history has `steps` entries or it is known how the attempt ends.
    fn approach(
        &mut self,
        problem: &Equilibrated,
        target: f64,
        steps: usize,
        history: &mut Vec<f64>,
        best: &mut (DVector<f64>, f64),
    ) -> End {
        let mut short = 0;
        loop {
            let slack = self.lcp.slack(&self.z);
            let residual = &slack - &self.w;
            let cheap = problem.natural_map(&self.z, &slack);
            let near = self.mu() < NEAR && residual.amax() < NEAR;
            let found = if near { polish(problem, &self.z, target) } else { problem.judge(&self.z) };
            if (near || cheap < best.1) && found.1 < best.1 {
                *best = found;
            }
            if best.1 <= target {
                return End::Solved;
            }
            if history.len() >= steps || stop::spend_factorisation(self.z.len()) {
                return End::Limit;
            }
            if short >= PATIENCE {
                return End::Stuck;
            }
            if !(self.z.amax() < LOST) {
                return End::Unbounded;
            }
            match self.step(&residual, short > 0) {
                Some(step) => short = if step < SHORT { short + 1 } else { 0 },
                None => return End::Singular,
            }
            history.push(problem.natural_map(&self.z, &self.lcp.slack(&self.z)));
        }
    }

    /// One predictor and corrector step; returns its length.
    fn step(&mut self, residual: &DVector<f64>, centre: bool) -> Option<f64> {
        let n = self.z.len();
        let mut matrix = self.lcp.a().clone();
        for i in 0..n {
            matrix[(i, i)] += self.w[i] / self.z[i] + SHIFT;
        }
        let factor = Factor::new(matrix, self.symmetric);
        let solve = |c: &DVector<f64>| -> Option<(DVector<f64>, DVector<f64>)> {
            let dz = factor.solve(&(c.component_div(&self.z) - residual))?;
            // A Δz, without b.
            let dw = self.lcp.slack(&dz) - self.lcp.b() + residual;
            Some((dz, dw))
        };
        let product = self.z.component_mul(&self.w);
        let mu = self.mu();
        let (dz, dw) = solve(&-&product)?;
        let reach = longest(&self.z, &dz).min(longest(&self.w, &dw)).min(1.0);
        let mu_predicted = (&self.z + &dz * reach).dot(&(&self.w + &dw * reach)) / n as f64;
        let ratio = (mu_predicted / mu).clamp(0.0, 1.0);
        let sigma = if centre { CENTRE } else { ratio * ratio * ratio };
        let c = DVector::from_fn(n, |i, _| sigma * mu - product[i] - dz[i] * dw[i]);
        let mut best = self.within(solve(&c)?);
        if best.0 < SHORT || centre {
            // The predictor's second order is no use where it leads nowhere: towards the centre without it.
            for sigma in [CENTRE, 1.0] {
                let c = DVector::from_fn(n, |i, _| sigma * mu - product[i]);
                let other = self.within(solve(&c)?);
                if other.0 > best.0 {
                    best = other;
                }
                if best.0 >= SHORT {
                    break;
                }
            }
        }
        let (step, dz, dw) = best;
        self.z.axpy(step, &dz, 1.0);
        self.w.axpy(step, &dw, 1.0);
        Some(step)
    }

    /// The direction with the longest step along it after which no product z_i w_i is far below their mean.
    fn within(&self, (dz, dw): (DVector<f64>, DVector<f64>)) -> (f64, DVector<f64>, DVector<f64>) {
        let n = self.z.len() as f64;
        let least = |z: &DVector<f64>, w: &DVector<f64>| z.component_mul(w).min() * n / z.dot(w);
        // Where the iterate is farther out already, it must not go farther still.
        let bound = NEIGHBOURHOOD.min(0.9 * least(&self.z, &self.w));
        let mut step = (BOUNDARY * longest(&self.z, &dz).min(longest(&self.w, &dw))).min(1.0);
        for _ in 0..CUTS {
            if least(&(&self.z + &dz * step), &(&self.w + &dw * step)) >= bound {
                break;
            }
            step *= CUT;
        }
        (step, dz, dw)
    }
}

/// How far x > 0 can go along `dx` before an entry is 0.
fn longest(x: &DVector<f64>, dx: &DVector<f64>) -> f64 {
    x.iter().zip(dx.iter()).fold(f64::INFINITY, |m, (x, dx)| if *dx < 0.0 { m.min(-x / dx) } else { m })
}
