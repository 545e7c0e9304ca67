//! Coulomb's law at many contacts at once, in the quadratic cone: a proximal method with Newton's method inside.
//!
//! For contacts with rows N (normal) and T (two tangents), offsets b and coefficients μ: find y and impulses r = (p, f) with
//!
//! ```text
//!   y = Σ Nᵀp + Tᵀf,   u = (N; T) y + b,   0 ≤ p ⊥ u_n ≥ 0,   f = P(f − u_t)  with P onto the disc of radius μp
//! ```
//!
//! From impulses r̄ and stiffnesses ρ the contacts are made springs for a moment,
//!
//! ```text
//!   p(y) = max(0, p̄ − ρu_n),   f(y) = P(f̄ − ρu_t) onto the disc of radius μp(y),   y = Nᵀp(y) + Tᵀf(y)
//! ```
//!
//! which Newton's method solves (Alart and Curnier 1991), and r̄ <- r(y). Where that stands still, r solves the problem. Dependent rows,
//! as four corners of a face are, do no harm: the Newton matrix is I and more. It is not symmetric where something slides.
//!
//! Two things make it end. The stiffness is raised from that of the bodies themselves, where the springs hardly depend on each other,
//! to many times that, each solution the start of the next; where Newton's method fails it is raised by less. And speeds
//! are *carried along*, u <- u + t (N; T) d, and computed afresh from y = Nᵀp + Tᵀf only when r̄ changes: then what ρ multiplies is known to the last digit
//! of itself and not of the velocities, and the answer is as good as with soft springs.
//!
//! Nothing of this is proved to converge; what is found is judged by the residual of the problem.

use crate::lcp::convex::SparseRow;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::coulomb::newton::{Newton, Springs};
use crate::stop;
use nalgebra::DVector;

mod newton;

/// Stiffness at the start over that of the body at a contact: at first, and where Newton's method fails with it (dimensionless).
const STIFF_NEAR: f64 = 1e4;
const STIFF_FAR: f64 = 1.0;

/// Impulses are near the answer where their residual is below this fraction of that of none (dimensionless).
const NEARER: f64 = 0.1;

/// Largest stiffness, in masses at the contact (dimensionless).
const STIFFEST: f64 = 1e10;

/// A stiffness is raised by this at first, later by up to the second.
const RAISE: f64 = 10.0;
const MOST_RAISE: f64 = 100.0;
const LEAST_RAISE: f64 = 1.5;

/// It is lowered by this where raising it by less has failed.
const SOFTER: f64 = 1.0 / 3.0;

/// Changes of r̄ at most, and failures of Newton's method in a row.
const MAX_UPDATES: usize = 40;
const MAX_FAILURES: usize = 6;

/// Updates of r̄ within which a residual that is small enough has to fall by half.
const PATIENCE: usize = 4;

/// Updates within which one that is not has to.
const LONG_PATIENCE: usize = 12;

/// What Newton's method leaves, relative to the speed of the lightest body (dimensionless).
const INNER: f64 = 1e-12;

/// One contact, or with μ = 0 any row that pushes one way.
#[derive(Debug, Clone)]
pub struct CoulombContact {
    /// Coefficient of friction.
    pub mu: f64,
    /// Normal and two tangents, as rows over y.
    pub rows: [SparseRow; 3],
    /// What y = 0 has of the speeds along them (m/s).
    pub offsets: [f64; 3],
}

/// What is asked of an answer.
#[derive(Debug, Clone, Copy)]
pub struct CoulombSettings {
    /// The mass by which impulses are compared with speeds (kg).
    pub mass: f64,
    /// The speed of what moves (m/s).
    pub speed: f64,
    /// Residual that is aimed at (m/s).
    pub aim: f64,
    /// Residual with which an answer is taken where nothing is gained any more (m/s).
    pub enough: f64,
}

/// The best answer found.
#[derive(Debug, Clone)]
pub struct CoulombSolution {
    /// y.
    pub y: DVector<f64>,
    /// (p, f) of every contact.
    pub impulses: Vec<[f64; 3]>,
    /// max |min(p/m, u_n)|, ‖f − P(f − m u_t)‖/m (m/s).
    pub residual: f64,
    /// Newton steps.
    pub iterations: usize,
}

/// Solves the problem of `contacts` with `size` unknowns, from impulses that may be near the answer where there are such.
pub fn solve_coulomb(
    size: usize,
    contacts: &[CoulombContact],
    near: Option<&[[f64; 3]]>,
    settings: &CoulombSettings,
    sparse: &mut SparseSolver,
) -> CoulombSolution {
    let mut method = Method::new(size, contacts, settings, sparse);
    let nothing = vec![[0.0; 3]; contacts.len()];
    let cold = method.look(&nothing);
    let near = near.filter(|r| method.look(r) <= NEARER * cold).map(<[_]>::to_vec);
    // Where nothing slides it is stiff at once.
    if !method.follow(near.unwrap_or_else(|| nothing.clone()), STIFF_NEAR, 0) && !stop::asked() {
        method.follow(nothing, STIFF_FAR, MAX_FAILURES);
    }
    method.newton.give_back(sparse);
    method.best
}

struct Method<'a> {
    springs: Springs,
    newton: Newton,
    settings: &'a CoulombSettings,
    best: CoulombSolution,
}

impl<'a> Method<'a> {
    fn new(
        size: usize,
        contacts: &[CoulombContact],
        settings: &'a CoulombSettings,
        sparse: &mut SparseSolver,
    ) -> Self {
        let springs = Springs::new(size, contacts);
        let newton = Newton::new(&springs, sparse);
        let best = CoulombSolution {
            y: DVector::zeros(size),
            impulses: vec![[0.0; 3]; contacts.len()],
            residual: f64::INFINITY,
            iterations: 0,
        };
        Self { springs, newton, settings, best }
    }

    /// The residual of impulses, which are noted.
    fn look(&mut self, impulses: &[[f64; 3]]) -> f64 {
        let y = self.springs.moved(impulses);
        self.note(&y, &self.springs.speeds(&y), impulses)
    }

    /// Raises the stiffness from `first` on, until Newton's method has failed `most` times in a row and once more. Whether what was found
    /// is enough.
    fn follow(&mut self, from: Vec<[f64; 3]>, first: f64, most: usize) -> bool {
        let CoulombSettings { mass, speed, aim, enough, .. } = *self.settings;
        let inner = INNER * speed * mass.sqrt();
        let mut given = from;
        let mut y = self.springs.moved(&given);
        let mut speeds = self.springs.speeds(&y);
        let (mut stiffness, mut raise, mut last, mut failures) = (first, RAISE, first, 0);
        let mut history: Vec<f64> = Vec::new();
        for _ in 0..MAX_UPDATES {
            if self.best.residual <= aim || stop::asked() {
                break;
            }
            let found = self.newton.solve(&self.springs, &given, stiffness, (&y, &speeds), inner);
            self.best.iterations += found.steps;
            let now = self.springs.moved(&found.impulses);
            let now_speeds = self.springs.speeds(&now);
            self.note(&now, &now_speeds, &found.impulses);
            if found.solved {
                (given, y, speeds) = (found.impulses, now, now_speeds);
                last = stiffness;
                stiffness = (stiffness * raise).min(STIFFEST);
                raise = (2.0 * raise).min(MOST_RAISE);
                failures = 0;
            } else {
                failures += 1;
                if failures > most {
                    break;
                }
                // Less at a time, in the end less than before.
                raise = (0.7 * raise.sqrt()).max(LEAST_RAISE);
                let back = failures.saturating_sub(MAX_FAILURES / 2);
                stiffness =
                    if back == 0 { last * raise } else { last * SOFTER.powi(back as i32) }.min(STIFFEST);
            }
            history.push(self.best.residual);
            let found = self.best.residual <= enough;
            let patience = if found { PATIENCE } else { LONG_PATIENCE };
            let k = history.len();
            let slow = k > patience && !(history[k - 1] <= 0.5 * history[k - 1 - patience]);
            if slow && (last >= STIFFEST || !found) {
                break;
            }
        }
        self.best.residual <= enough
    }

    /// Keeps an answer if it is the best; its residual.
    fn note(&mut self, y: &[f64], speeds: &[[f64; 3]], impulses: &[[f64; 3]]) -> f64 {
        let residual = self.springs.residual(speeds, impulses, self.settings.mass);
        if residual < self.best.residual {
            self.best.residual = residual;
            self.best.y.copy_from_slice(y);
            self.best.impulses.copy_from_slice(impulses);
        }
        residual
    }
}

#[cfg(test)]
#[path = "coulomb/coulomb_tests.rs"]
mod tests;
