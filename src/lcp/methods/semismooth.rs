//! What the nonsmooth Newton methods share: the Fischer–Burmeister merit function, the line search, the ways out.
//!
//! ```text
//!   φ_i(z) = √(z_i² + w_i²) − z_i − w_i,   w = A z + b          z solves the problem exactly where φ = 0
//!   Ψ(z) = ½‖φ‖²,   ∇Ψ = Jᵀφ,   J = diag(p) + diag(q) A,   p_i = z_i / r_i − 1,   q_i = w_i / r_i − 1
//! ```
//!
//! (survey 4.4, (85)–(102); De Luca, Facchinei, Kanzow 1996 for the J where z_i = w_i = 0). Unlike the minimum map, φ
//! has a merit function that is smooth, and on a P₀-matrix (a semidefinite one) a stationary point of it is a
//! solution; so it judges the steps of both methods, as De Luca, Facchinei and Kanzow (2000) do.
//!
//! 1. The method's own Newton direction, if it points downhill; otherwise that of Levenberg and Marquardt on φ,
//!    which does unless ∇Ψ = 0.
//! 2. Armijo's rule against the largest of the last few Ψ (Grippo, Lampariello, Lucidi 1986), halving the step.
//! 3. Near a solution the rows that are active are solved as equations ([`polish`]): Newton's method alone is slow at
//!    a solution with z_i = w_i = 0, and redundant rows make J singular there.
//! 4. Where Ψ no longer falls: another start. The first of these comes from the path z_i w_i = μ, μ -> 0, followed by
//!    Newton's method on a smoothed φ (Kanzow 1996) with A + 0.1 μ 1 for A, which makes the path exist for every
//!    semidefinite A: more dependent rows than A has rank are what plain Newton iterations get stuck among. The
//!    others are seeded random vectors, for matrices with local minima of Ψ.

use nalgebra::{Cholesky, DMatrix, DVector};

use crate::lcp::method::{LcpSettings, Outcome, Status};
use crate::lcp::methods::polish::polish;
use crate::lcp::problem::Lcp;
use crate::lcp::problem::equilibrate::Equilibrated;
use crate::stop;

/// Armijo's fraction of the promised decrease.
const ARMIJO: f64 = 1e-4;
/// Halvings of a step.
const HALVINGS: usize = 30;
/// Merit values among which the largest is the one to beat.
const MEMORY: usize = 5;
/// Least cosine of the angle between a direction and that of steepest descent.
const DOWNHILL: f64 = 1e-12;
/// Levenberg–Marquardt shift relative to ‖φ‖, and its least value.
const SHIFT: (f64, f64) = (1e-2, 1e-13);
/// √Ψ below which the active rows are tried as equations (scaled problem, dimensionless).
const NEAR: f64 = 1e-2;
/// Iterations within which Ψ must fall to [`PROGRESS`] of what it was.
const PATIENCE: usize = 12;
/// See [`PATIENCE`].
const PROGRESS: f64 = 0.5;
/// Starts beyond the first.
const RESTARTS: u64 = 8;
/// First and last μ of the path, and the factor from one to the next (scaled problem, dimensionless).
const PATH_START: f64 = 1.0;
/// See [`PATH_START`].
const PATH_END: f64 = 1e-11;
/// See [`PATH_START`].
const PATH_FACTOR: f64 = 0.2;
/// Most Newton steps at each μ.
const PATH_STEPS: usize = 6;
/// The smoothed function, relative to √μ, that is near enough to the path.
const PATH_NEAR: f64 = 0.3;
/// What is added to the diagonal of A on the path, relative to μ.
const PATH_REGULARISATION: f64 = 0.1;

/// A point with everything that is computed of it.
pub(in crate::lcp) struct Point {
    pub(in crate::lcp) z: DVector<f64>,
    pub(in crate::lcp) w: DVector<f64>,
    pub(in crate::lcp) phi: DVector<f64>,
    /// Ψ.
    merit: f64,
}

impl Point {
    fn new(lcp: &Lcp, z: DVector<f64>) -> Point {
        let w = lcp.slack(&z);
        let phi = DVector::from_fn(z.len(), |i, _| fischer_burmeister(z[i], w[i]));
        let merit = 0.5 * phi.dot(&phi);
        Point { z, w, phi, merit }
    }
}

/// √(a² + b²) − a − b without cancellation where a + b > 0.
fn fischer_burmeister(a: f64, b: f64) -> f64 {
    let root = (a * a + b * b).sqrt();
    if a + b > 0.0 { -2.0 * a * b / (root + a + b) } else { root - a - b }
}

/// p and q of an element of the generalised Jacobian.
pub(in crate::lcp) fn derivatives(lcp: &Lcp, point: &Point) -> (DVector<f64>, DVector<f64>) {
    let n = lcp.size();
    let (mut p, mut q) = (DVector::zeros(n), DVector::zeros(n));
    let mut kinks = Vec::new();
    for i in 0..n {
        let root = (point.z[i] * point.z[i] + point.w[i] * point.w[i]).sqrt();
        if root > f64::MIN_POSITIVE {
            p[i] = point.z[i] / root - 1.0;
            q[i] = point.w[i] / root - 1.0;
        } else {
            kinks.push(i);
        }
    }
    // Where z_i = w_i = 0: the limit along v, v_i = 1 in the rows with a kink and 0 elsewhere.
    for &i in &kinks {
        let slope = kinks.iter().fold(0.0, |s, &j| s + lcp.a()[(i, j)]);
        let root = (slope * slope + 1.0).sqrt();
        p[i] = 1.0 / root - 1.0;
        q[i] = slope / root - 1.0;
    }
    (p, q)
}

/// diag(p) + diag(q) A.
pub(in crate::lcp) fn jacobian(lcp: &Lcp, p: &DVector<f64>, q: &DVector<f64>) -> DMatrix<f64> {
    let n = lcp.size();
    let mut j = lcp.a().clone();
    for k in 0..n {
        for i in 0..n {
            j[(i, k)] *= q[i];
        }
        j[(k, k)] += p[k];
    }
    j
}

/// (JᵀJ + shift 1)⁻¹ (−∇Ψ).
fn levenberg_marquardt(j: &DMatrix<f64>, gradient: &DVector<f64>, shift: f64) -> Option<DVector<f64>> {
    let n = j.ncols();
    let mut normal = DMatrix::zeros(n, n);
    for k in 0..n {
        for i in k..n {
            // Column by column and not as a product of matrices: the same bits on every machine.
            normal[(i, k)] = j.column(i).dot(&j.column(k));
        }
        normal[(k, k)] += shift;
    }
    Some(Cholesky::new(normal)?.solve(&-gradient))
}

/// What makes one method different from the other.
pub(in crate::lcp) struct Method {
    /// Its Newton direction at a point of the (scaled) problem; none where its system is singular.
    pub(in crate::lcp) direction: fn(&Lcp, &Point) -> Option<DVector<f64>>,
    /// Its function of (z_i, w_i), smoothed so that it vanishes where z_i w_i = μ with both positive, and the two
    /// partial derivatives. They are negative.
    pub(in crate::lcp) smoothed: fn(f64, f64, f64) -> (f64, f64, f64),
}

struct Run<'a> {
    problem: &'a Equilibrated<'a>,
    method: &'a Method,
    target: f64,
    limit: usize,
    history: Vec<f64>,
    best: (DVector<f64>, f64),
}

impl Run<'_> {
    fn solved(&self) -> bool {
        self.best.1 <= self.target
    }

    fn record(&mut self, found: (DVector<f64>, f64)) {
        if found.1 < self.best.1 {
            self.best = found;
        }
    }

    /// Iterates from `z` until the problem is solved, the merit function stalls, or the limit is reached.
    fn descend(&mut self, z: DVector<f64>) {
        let lcp = &self.problem.scaled;
        let mut point = Point::new(lcp, z);
        let mut merits = vec![point.merit];
        let mut polished: Vec<bool> = Vec::new();
        loop {
            if self.problem.natural_map(&point.z, &point.w) < self.best.1 {
                self.record(self.problem.judge(&point.z));
            }
            let active: Vec<bool> = point.z.iter().zip(point.w.iter()).map(|(z, w)| z > w).collect();
            if !self.solved() && point.merit.sqrt() < NEAR && active != polished {
                self.record(polish(self.problem, &point.z, self.target));
                polished = active;
            }
            let stalled = merits.len() > PATIENCE && {
                let (past, recent) = merits.split_at(merits.len() - PATIENCE);
                let least = |values: &[f64]| values.iter().fold(f64::INFINITY, |m, &x| m.min(x));
                !(least(recent) < PROGRESS * least(past))
            };
            if self.solved()
                || stalled
                || self.history.len() >= self.limit
                || stop::spend_factorisation(lcp.size())
            {
                break;
            }
            let Some(next) = self.step(lcp, &point, &merits) else { break };
            point = next;
            merits.push(point.merit);
            self.history.push(self.problem.natural_map(&point.z, &point.w));
        }
    }

    fn step(&self, lcp: &Lcp, point: &Point, merits: &[f64]) -> Option<Point> {
        let (p, q) = derivatives(lcp, point);
        let j = jacobian(lcp, &p, &q);
        let gradient = j.tr_mul(&point.phi);
        let bar = merits.iter().rev().take(MEMORY).fold(0.0_f64, |m, &x| m.max(x));
        let search = |d: &DVector<f64>| {
            let slope = gradient.dot(d);
            // A NaN is no descent either.
            if !(slope <= -DOWNHILL * gradient.norm() * d.norm()) {
                return None;
            }
            let mut length = 1.0;
            for _ in 0..HALVINGS {
                let next = Point::new(lcp, &point.z + d * length);
                if next.merit <= bar + ARMIJO * length * slope {
                    return Some(next);
                }
                length *= 0.5;
            }
            None
        };
        if let Some(next) = (self.method.direction)(lcp, point).and_then(|d| search(&d)) {
            return Some(next);
        }
        let norm = point.phi.norm();
        let shift = (SHIFT.0 * norm.min(norm * norm)).max(SHIFT.1);
        levenberg_marquardt(&j, &gradient, shift).and_then(|d| search(&d)).or_else(|| search(&-&gradient))
    }

    /// Follows the path z_i w_i = μ to a small μ, by Newton's method on the smoothed function. z may leave the positive
    /// orthant on the way.
    fn follow(&mut self, lcp: &Lcp, mut z: DVector<f64>) -> DVector<f64> {
        let n = lcp.size();
        let mut mu = PATH_START;
        while mu > PATH_END && self.history.len() < self.limit && !stop::asked() {
            let regularised = lcp.a() + DMatrix::identity(n, n) * (PATH_REGULARISATION * mu);
            let Ok(near) = Lcp::new(regularised, lcp.b().clone()) else { break };
            for _ in 0..PATH_STEPS {
                let (value, p, q) = self.smoothed(&near, &z, mu);
                let out = self.history.len() >= self.limit || stop::spend_factorisation(n);
                if value.amax() <= PATH_NEAR * mu.sqrt() || out {
                    break;
                }
                let Some(d) = jacobian(&near, &p, &q).lu().solve(&-&value) else { break };
                let merit = value.norm();
                let mut length = 1.0;
                let mut next = &z + &d;
                // The direction is one of descent, so that some length does; a NaN runs out of halvings.
                for _ in 0..HALVINGS {
                    if self.smoothed(&near, &next, mu).0.norm() <= (1.0 - ARMIJO * length) * merit {
                        break;
                    }
                    length *= 0.5;
                    next = &z + &d * length;
                }
                if !next.iter().all(|x| x.is_finite()) {
                    return z;
                }
                z = next;
                self.history.push(self.problem.natural_map(&z, &lcp.slack(&z)));
            }
            mu *= PATH_FACTOR;
        }
        z
    }

    /// The smoothed function at z with the diagonals of its Jacobian.
    fn smoothed(&self, lcp: &Lcp, z: &DVector<f64>, mu: f64) -> (DVector<f64>, DVector<f64>, DVector<f64>) {
        let n = lcp.size();
        let w = lcp.slack(z);
        let (mut value, mut p, mut q) = (DVector::zeros(n), DVector::zeros(n), DVector::zeros(n));
        for i in 0..n {
            (value[i], p[i], q[i]) = (self.method.smoothed)(z[i], w[i], mu);
        }
        (value, p, q)
    }
}

/// Runs the method with `direction` as its own Newton direction.
pub(in crate::lcp) fn run(
    lcp: &Lcp,
    settings: &LcpSettings,
    warm: Option<&DVector<f64>>,
    method: &Method,
) -> Outcome {
    let n = lcp.size();
    let problem = match Equilibrated::new(lcp) {
        Ok(problem) => problem,
        Err(reason) => return Outcome::refused(n, reason),
    };
    let target = settings.tolerance * lcp.scale();
    let zero = DVector::zeros(n);
    let best = problem.judge(&zero);
    let limit = settings.max_iterations;
    let mut run = Run { problem: &problem, method, target, limit, history: Vec::new(), best };
    let scaled = &problem.scaled;
    let mut starts = 0;
    for start in 0..=RESTARTS {
        if run.solved() || run.history.len() >= limit || stop::asked() {
            break;
        }
        starts = start;
        let z = match start {
            0 => warm.map_or(zero.clone(), |z| problem.scale_down(z)),
            1 => run.follow(scaled, zero.clone()),
            seed => random_start(n, seed),
        };
        run.descend(z);
    }
    let (z, natural_map) = run.best;
    let (status, reason) = if natural_map <= target {
        (
            Status::Solved,
            (starts > 0).then(|| format!("solved from start {} of {}", starts + 1, RESTARTS + 1)),
        )
    } else if run.history.len() >= limit {
        (Status::IterationLimit, Some("out of iterations".to_owned()))
    } else {
        let text = format!("the merit function stopped falling from each of {} starts", RESTARTS + 1);
        (Status::IterationLimit, Some(text))
    };
    Outcome { z, status, iterations: run.history.len(), history: run.history, reason }
}

/// A vector in [0, 2^(seed/2)), the same for the same seed everywhere (splitmix64).
fn random_start(n: usize, seed: u64) -> DVector<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let size = (1_u64 << (seed / 2)) as f64;
    DVector::from_fn(n, |_, _| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        (x >> 11) as f64 / (1_u64 << 53) as f64 * size
    })
}
