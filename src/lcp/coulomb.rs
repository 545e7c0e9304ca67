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
//! Impulses that are not near the answer are swept first (`sweeps.rs`), contact by contact, which settles for little who pushes, sticks and slides.
//!
//! Where a pair touches in more points than determine their loads, friction depends on how the load is spread: that of a block that slides and spins
//! on a face. As the springs of one pair are as stiff as each other, a load is spread evenly, p linear in the place, which is what equal
//! springs under the points would do in the limit; were they as stiff as the bodies are heavy there, rows that are off by half a turn of a step
//! would spread it by that unevenly, an error of the first order in h.
//!
//! Two things make it end. The stiffness is raised from that of the bodies themselves, where the springs hardly depend on each other,
//! to many times that, each solution the start of the next; where Newton's method fails it is raised by less. And speeds
//! are *carried along*, u <- u + t (N; T) d, and computed afresh from y = Nᵀp + Tᵀf only when r̄ changes: then what ρ multiplies is known to the last digit
//! of itself and not of the velocities, and the answer is as good as with soft springs.
//!
//! With friction there may be several answers: bodies that part by themselves may stay together as well. Where it is known what holds them together, the answer near that is
//! sought before it is asked whether they part.
//!
//! Nothing of this is proved to converge; what is found is judged by the residual of the problem.

use crate::lcp::convex::SparseRow;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::coulomb::newton::{Newton, Springs};
use crate::stop;
use nalgebra::DVector;

mod newton;
mod sweeps;

/// Stiffness at the start over that of the body at a contact: from impulses that are near the answer, where those did not do or it begins from others, and
/// where that led nowhere (dimensionless).
const STIFF_NEAR: f64 = 1e4;
const STIFF_AGAIN: f64 = 100.0;
const STIFF_FAR: f64 = 1.0;

/// Small problems begin from impulses whose residual is below this fraction of that of none (dimensionless) …
const NEARER: f64 = 0.1;

/// … and such are near the answer below this. Large ones begin from sweeps over others.
const NEAR: f64 = 1e-3;

/// Problems with so many unknowns are large. In small ones Newton's method comes to the answer from none for little, and spreads what
/// rigid bodies leave open evenly: a load over the corners of a face.
const LARGE: usize = 300;

/// Largest stiffness, in masses at the contact (dimensionless).
const STIFFEST: f64 = 1e10;

/// A stiffness is raised by at most this. Where Newton's method fails it is lowered by the square of what it was raised by, and raised by the root of
/// that from there, never by less than the second.
const RAISE: f64 = 2.2;
const LEAST_RAISE: f64 = 1.3;

/// What it is raised by grows by this where Newton's method succeeds.
const MORE: f64 = 1.5;

/// Where Newton's method succeeds in a large problem within so many steps, the stiffness is raised by as much as this. In small ones a step more is cheaper than a digit less.
const FEW: usize = 3;
const RAISE_FAST: f64 = 5.0;

/// In a large problem it is raised by no more than this to where Newton's method has failed.
const RAISE_AGAIN: f64 = 1.5;

/// Changes of r̄ at most.
const MAX_UPDATES: usize = 200;

/// Steps in a row by which Newton's method may come no nearer: with the first stiffness, which is a try, and later.
const IDLE_AT_FIRST: usize = 2;
const IDLE: usize = 6;

/// Updates of r̄ within which a residual that is small enough has to fall by half.
const PATIENCE: usize = 4;

/// The same of one that is not small enough, of large problems, where an update is dear. Small ones are given all updates:
/// corners that nearly contradict each other hand on their loads turn by turn.
const PATIENCE_LARGE: usize = 40;

/// The same of one that [nearly](CoulombSettings::nearly) is.
const PATIENCE_NEARLY: usize = 10;

/// What Newton's method leaves, relative to the speed of the lightest body (dimensionless) …
const INNER: f64 = 1e-12;

/// … and as a part of the residual of the impulses that it begins with (dimensionless).
const ENOUGH: f64 = 1e-4;

/// Impulses that end with more than this, relative to the speed, led nowhere: in a problem that is not large it begins again from none (dimensionless).
const NOWHERE: f64 = 1e-4;

/// One contact, or with μ = 0 any row that pushes one way, also one that gives way: with a compliance c and a largest impulse its law is
///
/// ```text
///   p = min(max(0, −u_n / c), p_max)
/// ```
#[derive(Debug, Clone)]
pub struct CoulombContact {
    /// Which pair it belongs to: contacts of one pair, one after the other, are as stiff as each other. `None` of a row on its own.
    pub pair: Option<usize>,
    /// Coefficient of friction.
    pub mu: f64,
    /// Normal and two tangents, as rows over y.
    pub rows: [SparseRow; 3],
    /// What y = 0 has of the speeds along them (m/s).
    pub offsets: [f64; 3],
    /// Compliance c, without friction (m/s per N·s); 0 of what is rigid.
    pub compliance: f64,
    /// Largest impulse p_max, without friction (N·s); infinite of what has none.
    pub most: f64,
}

impl CoulombContact {
    /// A row that pushes one way, with its offset (m/s), and without friction.
    pub fn smooth(row: &SparseRow, offset: f64) -> Self {
        Self {
            pair: None,
            mu: 0.0,
            rows: [row.clone(), SparseRow::default(), SparseRow::default()],
            offsets: [offset, 0.0, 0.0],
            compliance: 0.0,
            most: f64::INFINITY,
        }
    }
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
    /// Residual with which it is soon given up that more is gained in a large problem (m/s).
    pub nearly: f64,
    /// What is near is what holds bodies together now: it is asked whether they stay before it is asked whether they part. Not so of what held them a step ago, when
    /// something else pressed.
    pub stays: bool,
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
    let mut nothing = vec![[0.0; 3]; contacts.len()];
    method.springs.give_way(&mut nothing);
    let large = size >= LARGE;
    let near = near.map(|near| {
        let mut near = near.to_vec();
        method.springs.give_way(&mut near);
        near
    });
    let holds = |near: &&Vec<[f64; 3]>| settings.stays && !large && method.may_stay(near, &nothing);
    if let Some(near) = near.as_ref().filter(holds) {
        method.look(near);
        method.follow(near.clone(), STIFF_NEAR);
        if method.best.residual <= settings.enough {
            method.newton.give_back(sparse);
            return method.best;
        }
    }
    let cold = method.look(&nothing);
    let near = near.filter(|near| !large || method.takes_energy(near));
    let mut left = near.as_ref().map_or(cold, |near| method.look(near));
    let mut first = near.unwrap_or_else(|| nothing.clone());
    let near = left <= NEAR * cold;
    if large && !near {
        sweeps::sweep(&method.springs, &mut first);
        left = method.look(&first);
    }
    if !(left <= if large { cold } else { NEARER * cold }) {
        first.clone_from(&nothing);
    }
    method.follow(first, if near { STIFF_NEAR } else { STIFF_AGAIN });
    if !large && !(method.best.residual <= settings.enough.max(NOWHERE * settings.speed)) && !stop::asked() {
        method.follow(nothing, STIFF_FAR);
    }
    method.newton.give_back(sparse);
    method.best
}

/// Impulses that sweeps over `contacts` lead to from those that are given: nearly those of Coulomb's law, without its last digits.
pub fn sweep_coulomb(size: usize, contacts: &[CoulombContact], impulses: &mut [[f64; 3]]) {
    sweeps::sweep(&Springs::new(size, contacts), impulses);
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

    /// Whether bodies part by themselves and, with impulses that may be near, might stay together as well: with friction both can obey
    /// Coulomb's law to the letter.
    ///
    /// What a light body bears turns it hardly, as it is handed on through its centre; taken back along lines that have turned by half a step
    /// it is more than the body can carry, which then seems to fly off what it stands on.
    fn may_stay(&self, near: &[[f64; 3]], nothing: &[[f64; 3]]) -> bool {
        let springs = &self.springs;
        springs.mu.iter().zip(near).any(|(mu, r)| *mu > 0.0 && r[0] > 0.0)
            && springs.residual(&springs.speeds(&springs.moved(nothing)), nothing, self.settings.mass)
                <= self.settings.enough
    }

    /// Whether ½‖y‖² + bᵀr (+ ½ c p² where it gives way) of impulses r is below that of none, zero: what a motion has that they are near to.
    fn takes_energy(&self, impulses: &[[f64; 3]]) -> bool {
        let energy = 0.5 * self.springs.moved(impulses).iter().map(|y| y * y).sum::<f64>();
        let Springs { offsets, give, .. } = &self.springs;
        let work = |((b, (c, _)), r): ((&[f64; 3], &(f64, f64)), &[f64; 3])| {
            b[0] * r[0] + b[1] * r[1] + b[2] * r[2] + 0.5 * c * r[0] * r[0]
        };
        energy + offsets.iter().zip(give).zip(impulses).map(work).sum::<f64>() < 0.0
    }

    /// Raises the stiffness from `first` on as Newton's method allows.
    fn follow(&mut self, from: Vec<[f64; 3]>, first: f64) {
        let CoulombSettings { mass, speed, aim, enough, .. } = *self.settings;
        let large = self.best.y.len() >= LARGE;
        let mut given = from;
        let mut y = self.springs.moved(&given);
        let mut speeds = self.springs.speeds(&y);
        let mut residual = self.springs.residual(&speeds, &given, mass);
        let (mut stiffness, mut raise) = (first, RAISE);
        // Where Newton's method failed last.
        let mut failed = f64::INFINITY;
        let mut history: Vec<f64> = Vec::new();
        for update in 0..MAX_UPDATES {
            if self.best.residual <= aim || stop::asked() {
                break;
            }
            let inner = (INNER * speed).max(ENOUGH * residual) * mass.sqrt();
            let idle = if update == 0 { IDLE_AT_FIRST } else { IDLE };
            let found = self.newton.solve(&self.springs, &given, stiffness, (&y, &speeds), inner, idle);
            self.best.iterations += found.steps;
            let now = self.springs.moved(&found.impulses);
            let now_speeds = self.springs.speeds(&now);
            let left = self.note(&now, &now_speeds, &found.impulses);
            if found.solved {
                residual = left;
                (given, y, speeds) = (found.impulses, now, now_speeds);
                let fast = if large && found.steps <= FEW { raise.max(RAISE_FAST) } else { raise };
                let mut next = (stiffness * fast).min(STIFFEST);
                if large && next >= failed {
                    next = stiffness * raise.min(RAISE_AGAIN);
                    if next >= failed {
                        (next, failed) = (failed, f64::INFINITY);
                    }
                }
                stiffness = next;
                raise = (MORE * raise).min(RAISE);
            } else if update == 0 && first > STIFF_AGAIN {
                stiffness = STIFF_AGAIN;
            } else {
                failed = stiffness;
                stiffness /= raise * raise;
                raise = raise.sqrt().max(LEAST_RAISE);
            }
            history.push(self.best.residual);
            let k = history.len();
            let slow = |n: usize| k > n && !(history[k - 1] <= 0.5 * history[k - 1 - n]);
            let nearly = self.best.residual <= self.settings.nearly;
            let hopeless = large && slow(if nearly { PATIENCE_NEARLY } else { PATIENCE_LARGE });
            if self.best.residual <= enough && slow(PATIENCE) || hopeless {
                break;
            }
        }
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
