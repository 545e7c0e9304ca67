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
