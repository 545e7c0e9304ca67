//! Drives whose torque is bounded, as a convex part of the objective of a step.
//!
//! A drive acts on the rate u = ĝ·y with an impulse that its law and its limit leave, whatever contacts do besides:
//!
//! ```text
//!   λ = clamp(s (r − u), −λ_max, λ_max) = −φ'(u),    φ(u) = max over |λ| ≤ λ_max of  λ (r − u) − λ²/2s
//! ```
//!
//! φ is Huber's function: convex, once differentiable, a quadratic between two straight lines. So ½‖y‖² + Σ φ stays strictly
//! convex, and has one minimum on whatever contacts and joints leave. Which piece of its φ a drive is on at that minimum, its
//! [`Saturation`], is found by Newton's method: with a piece given to each drive the problem is a projection as any other; where
//! the answer lies on other pieces, the next problem takes those, from the lowest point on the way to the answer ([`decide`]).
//! The objective falls in each round, near the minimum the pieces are the right ones or fit as well, and there are finitely many:
//! this ends (Madsen, Nielsen, "Finite algorithms for robust linear regression", 1990). An answer that lies on the pieces it was
//! computed with is the minimum, however it was found.

use nalgebra::DVector;

/// Problems at most until each drive is on the piece that its problem had.
const MAX_ROUNDS: usize = 100;

/// A torque counts as within its limit up to this part of it (dimensionless): at the limit both pieces say the same.
const AT_LIMIT: f64 = 1e-9;

/// What rounding leaves of s (r − u), as a part of its terms (dimensionless).
const ROUNDING: f64 = 1e-14;

/// Halvings of a way on which the lowest point is looked for.
const HALVINGS: usize = 60;

/// Which piece of its law a drive is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Saturation {
    /// Below its limit: λ = s (r − u).
    Free,
    /// λ = λ_max.
    Upper,
    /// λ = −λ_max.
    Lower,
}

/// A drive over the velocities of one articulation: φ(ĝ·y).
#[derive(Clone, Debug)]
pub struct Drive {
    /// ĝ, over all coordinates of the articulation.
    pub row: DVector<f64>,
    /// r − o: the rate of the drive less what the free motion has of it.
    pub rate: f64,
    /// Stiffness s.
    pub stiffness: f64,
    /// Largest impulse λ_max; infinite without a limit.
    pub most: f64,
}

impl Drive {
    /// Whether it can reach its limit at all.
    pub fn is_limited(&self) -> bool {
        self.most.is_finite() && self.stiffness > 0.0
    }

    /// λ at the rate u.
    pub fn impulse(&self, u: f64) -> f64 {
        (self.stiffness * (self.rate - u)).clamp(-self.most, self.most)
    }

    /// φ at the rate u (J).
    pub fn potential(&self, u: f64) -> f64 {
        if self.saturation(u) == Saturation::Free {
            0.5 * self.stiffness * (u - self.rate).powi(2)
        } else {
            self.most * ((u - self.rate).abs() - 0.5 * self.most / self.stiffness)
        }
    }

    /// The piece that the rate u is on.
    pub fn saturation(&self, u: f64) -> Saturation {
        let wanted = self.stiffness * (self.rate - u);
        if wanted > self.most {
            Saturation::Upper
        } else if wanted < -self.most {
            Saturation::Lower
        } else {
            Saturation::Free
        }
    }

    /// Stiffness and constant impulse, s and f of ½ s (u − r)² − f u, of a piece.
    pub fn piece(&self, on: Saturation) -> (f64, f64) {
        match on {
            Saturation::Free => (self.stiffness, 0.0),
            Saturation::Upper => (0.0, self.most),
            Saturation::Lower => (0.0, -self.most),
        }
    }

    /// Whether the rate u is on this piece, but for rounding. False for a NaN.
    fn fits(&self, on: Saturation, u: f64) -> bool {
        let wanted = self.stiffness * (self.rate - u);
        let slack = AT_LIMIT * self.most + ROUNDING * self.stiffness * (self.rate.abs() + u.abs());
        match on {
            Saturation::Free => wanted.abs() <= self.most + slack,
            Saturation::Upper => wanted >= self.most - slack,
            Saturation::Lower => wanted <= slack - self.most,
        }
    }
}

/// The pieces of all drives at these rates, or `None` where they are `on` those already.
pub fn other_pieces(drives: &[&Drive], on: &[Saturation], rates: &[f64]) -> Option<Vec<Saturation>> {
    if drives.iter().zip(on).zip(rates).all(|((d, on), u)| !d.is_limited() || d.fits(*on, *u)) {
        return None;
    }
    Some(drives.iter().zip(rates).map(|(d, u)| d.saturation(*u)).collect())
}

/// Solves ½‖y‖² + Σ φ on a convex set. `solve` gives the minimum on that set where each drive is on the piece given, with
/// its y; `rates` the rates ĝ·y of the drives. First tried are the pieces `on`.
///
/// # Errors
/// What `solve` says, or that the pieces did not settle.
pub fn decide<S>(
    drives: &[&Drive],
    rates: &dyn Fn(&DVector<f64>) -> Vec<f64>,
    mut on: Vec<Saturation>,
    solve: &mut dyn FnMut(&[Saturation]) -> Result<(S, DVector<f64>), String>,
) -> Result<(S, Vec<Saturation>), String> {
    let mut lowest: Option<Point> = None;
    for _ in 0..MAX_ROUNDS {
        let (found, y) = solve(&on)?;
        let answer = Point { rates: rates(&y), y };
        if other_pieces(drives, &on, &answer.rates).is_none() {
            return Ok((found, on));
        }
        let next = match lowest {
            None => answer,
            Some(from) => from.lowest_towards(&answer, drives),
        };
        on = drives.iter().zip(&next.rates).map(|(d, u)| d.saturation(*u)).collect();
        lowest = Some(next);
    }
    Err(format!(
        "which of {} drives are at their limit was not settled in {MAX_ROUNDS} problems",
        drives.len()
    ))
}

/// A point of the set with the rates of the drives there.
struct Point {
    y: DVector<f64>,
    rates: Vec<f64>,
}

impl Point {
    /// The point of the least objective on the straight way to another.
    fn lowest_towards(&self, to: &Point, drives: &[&Drive]) -> Point {
        let way = &to.y - &self.y;
        let turn: Vec<f64> = to.rates.iter().zip(&self.rates).map(|(b, a)| b - a).collect();
        let (first, second) = (self.y.dot(&way), way.norm_squared());
        // It rises with the share: the objective is convex.
        let slope = |share: f64| {
            let parts = drives.iter().zip(self.rates.iter().zip(&turn));
            first + share * second - parts.map(|(d, (u, du))| d.impulse(u + share * du) * du).sum::<f64>()
        };
        let (mut low, mut high) = (0.0, 1.0);
        if slope(1.0) <= 0.0 {
            low = 1.0;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if slope(middle) <= 0.0 { low = middle } else { high = middle }
        }
        Point {
            y: &self.y + way * low,
            rates: self.rates.iter().zip(&turn).map(|(u, du)| u + low * du).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::convex::dual_active_set::solve_convex;
    use crate::lcp::convex::solution::{ConvexSettings, ConvexStatus};
    use crate::lcp::convex::{ConvexProblem, SparseRow};
    use crate::step::joints::articulation::Coordinates;

    /// Numbers in −1..1 from a linear congruential generator (Knuth).
    fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
        }
    }

    /// Random problems with more drives than freedoms, stiff and soft, among half-spaces: from every first guess the answer
    /// satisfies Karush, Kuhn and Tucker with the clamped torques, and so is the one minimum.
    #[test]
    fn every_guess_ends_at_the_one_minimum() {
        let (n, count, walls) = (4, 6, 5);
        let mut worst = 0;
        for case in 0..300 {
            let mut next = numbers(case);
            let drives: Vec<Drive> = (0..count)
                .map(|_| Drive {
                    row: DVector::from_fn(n, |_, _| next()),
                    rate: 3.0 * next(),
                    stiffness: 10.0_f64.powf(4.0 * next()),
                    most: 10.0_f64.powf(1.5 * next()),
                })
                .collect();
            let list: Vec<&Drive> = drives.iter().collect();
            // ν = 0 is on the right side of all of them.
            let half_spaces: Vec<(SparseRow, f64)> = (0..walls)
                .map(|_| {
                    (SparseRow::new((0..n).map(|k| (k, next())).collect::<Vec<_>>()), -0.3 * next().abs())
                })
                .collect();
            let free = Coordinates::new(n, 1, &[], &[]);
            let rates = |y: &DVector<f64>| -> Vec<f64> { drives.iter().map(|d| d.row.dot(y)).collect() };
            let mut rounds = 0;
            let mut solve = |on: &[Saturation]| {
                rounds += 1;
                let c = free.driven(&drives, on).ok_or("not finite")?;
                let row = |(row, _): &(SparseRow, f64)| {
                    let full = DVector::from_fn(n, |k, _| {
                        row.entries().iter().find(|e| e.0 == k).map_or(0.0, |e| e.1)
                    });
                    SparseRow::new((&c.basis * full).iter().copied().enumerate().collect::<Vec<_>>())
                };
                let rhs = half_spaces.iter().map(|(row, d)| d - row.dot(&c.offset)).collect();
                let rows = half_spaces.iter().map(row).collect();
                let problem =
                    ConvexProblem::new(DVector::zeros(n), rows, rhs, 0).map_err(|e| e.to_string())?;
                let found = solve_convex(&problem, &ConvexSettings::default(), &[]);
                assert_eq!(found.status, ConvexStatus::Solved);
                let y = c.expand(found.y.as_slice());
                Ok(((y.clone(), found.multipliers), y))
            };
            let mut answers: Vec<DVector<f64>> = Vec::new();
            for guess in [Saturation::Free, Saturation::Upper, Saturation::Lower] {
                let ((y, loads), _) = decide(&list, &rates, vec![guess; count], &mut solve).expect("it ends");
                let mut left = y.clone();
                drives.iter().for_each(|d| left.axpy(-d.impulse(d.row.dot(&y)), &d.row, 1.0));
                for ((row, d), load) in half_spaces.iter().zip(&loads) {
                    row.entries().iter().for_each(|&(k, c)| left[k] -= c * load);
                    let slack = row.dot(&y) - d;
                    assert!(*load >= 0.0 && slack > -1e-9 && slack.min(*load) < 1e-7, "case {case}");
                }
                assert!(left.amax() < 1e-6, "case {case}: {left}");
                answers.push(y);
            }
            assert!(answers.iter().all(|y| (y - &answers[0]).amax() < 1e-7), "case {case}");
            worst = worst.max(rounds);
        }
        assert!(worst < 60, "{worst} problems for three guesses");
    }

    #[test]
    fn the_potential_is_smooth_and_its_slope_the_torque() {
        let drive = Drive { row: DVector::zeros(1), rate: 0.5, stiffness: 4.0, most: 2.0 };
        for k in -40..40 {
            let (u, e) = (0.1 * f64::from(k) + 0.03, 1e-6);
            let slope = (drive.potential(u + e) - drive.potential(u - e)) / (2.0 * e);
            assert!((slope + drive.impulse(u)).abs() < 1e-6, "{u}: {slope}");
        }
    }
}
