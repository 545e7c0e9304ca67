//! Sweeps over the contacts, one at a time: where Newton's method begins.
//!
//! Nonlinear Gauss–Seidel (Jourdan, Alart, Jean 1998): each contact in turn is given the impulse that Coulomb's law asks of it while the
//! others keep theirs. From each sweep it goes on along the way that those before led, as much as conjugate gradients would (Silcowitz, Niebe,
//! Erleben 2010). Who pushes, sticks and slides is nearly right after some dozens of sweeps, of which ten cost no more than a step of
//! Newton's method; the last digits would take thousands.
//!
//! One after the other, corners of a face do not share a load evenly where rigid bodies leave it open: what comes first bears more.

use crate::lcp::coulomb::newton::Springs;
use crate::stop;
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// Sweeps at most.
const MAX_SWEEPS: usize = 400;

/// So many at once before it is asked whether the work is to end.
const BATCH: usize = 8;

/// A sweep that changes no more than this fraction of the motion is the last (dimensionless).
const LITTLE: f64 = 3e-4;

/// Rounds at a contact that slides.
const ROUNDS: usize = 3;

/// What one contact does to its own speeds: W = H Hᵀ.
struct Own {
    w: Matrix3<f64>,
    /// W⁻¹, where it has one.
    inverse: Option<Matrix3<f64>>,
    /// The largest eigenvalue of its tangential part.
    across: f64,
}

impl Own {
    fn new(values: &[[f64; 3]]) -> Self {
        let w: Matrix3<f64> =
            values.iter().map(|v| Vector3::from(*v)).fold(Matrix3::zeros(), |w, v| w + v * v.transpose());
        let (mean, half) = (0.5 * (w[(1, 1)] + w[(2, 2)]), 0.5 * (w[(1, 1)] - w[(2, 2)]));
        Self {
            w,
            inverse: w.cholesky().map(|factor| factor.inverse()),
            across: mean + (half * half + w[(1, 2)] * w[(1, 2)]).sqrt(),
        }
    }

    /// The impulse of a contact that moves at `u` under the impulse `old`, with the coefficient of friction `mu`: where it opens
    /// none, where it sticks the one that stops it, where it slides nearly that of Coulomb's law. Without friction it may `give` way.
    fn impulse(&self, old: &Vector3<f64>, u: &Vector3<f64>, mu: f64, give: (f64, f64)) -> Vector3<f64> {
        let w = &self.w;
        if !(w[(0, 0)] > 0.0) {
            return *old;
        }
        if !(mu > 0.0 && self.across > 0.0) {
            let (compliance, most) = give;
            let p = old[0] - (u[0] + compliance * old[0]) / (w[(0, 0)] + compliance);
            return Vector3::new(p.max(0.0).min(most), 0.0, 0.0);
        }
        if let Some(inverse) = &self.inverse {
            let r = old - inverse * u;
            if r[0] > 0.0 && r[1] * r[1] + r[2] * r[2] <= (mu * r[0]).powi(2) {
                return r;
            }
        }
        let mut r = *old;
        for _ in 0..ROUNDS {
            let before = r;
            let speed = |r: &Vector3<f64>| u + w * (r - old);
            r[0] = (r[0] - speed(&r)[0] / w[(0, 0)]).max(0.0);
            if r[0] == 0.0 {
                return Vector3::zeros();
            }
            let now = speed(&r);
            let free = [r[1] - now[1] / self.across, r[2] - now[2] / self.across];
            let (size, most) = ((free[0] * free[0] + free[1] * free[1]).sqrt(), mu * r[0]);
            let share = if size > most { most / size } else { 1.0 };
            (r[1], r[2]) = (share * free[0], share * free[1]);
            if r == before {
                break;
            }
        }
        r
    }
}

/// Consecutive columns of a contact: where they and their values begin, and how many there are.
#[derive(Clone, Copy)]
struct Run {
    column: usize,
    value: usize,
    length: usize,
}

/// The contacts as they are swept.
struct Sweeper<'a> {
    springs: &'a Springs,
    own: Vec<Own>,
    /// Of each contact one for each body, mostly.
    runs: Vec<SmallVec<[Run; 2]>>,
}

/// Sweeps from `impulses` until little changes.
pub(super) fn sweep(springs: &Springs, impulses: &mut [[f64; 3]]) {
    let sweeper = Sweeper::new(springs);
    let mut y = springs.moved(impulses);
    let (mut way, mut way_y) = (vec![[0.0; 3]; impulses.len()], vec![0.0; y.len()]);
    let (mut before, mut before_y) = (way.clone(), way_y.clone());
    let mut last = f64::INFINITY;
    for sweep in 1..=MAX_SWEEPS {
        before.copy_from_slice(impulses);
        before_y.copy_from_slice(&y);
        let changed = sweeper.once(impulses, &mut y);
        let all: f64 = y.iter().map(|y| y * y).sum();
        if changed <= LITTLE * LITTLE * all || sweep == MAX_SWEEPS || sweep % BATCH == 0 && stop::asked() {
            break;
        }
        // Where the sweeps change more than before, the way was wrong.
        let share = if changed <= last && last.is_finite() { changed / last } else { 0.0 };
        last = changed;
        go_on(impulses.as_flattened_mut(), before.as_flattened(), way.as_flattened_mut(), share);
        go_on(&mut y, &before_y, &mut way_y, share);
    }
}

impl<'a> Sweeper<'a> {
    fn new(springs: &'a Springs) -> Self {
        let Springs { mu, cliques, values, .. } = springs;
        let mut this = Self { springs, own: Vec::new(), runs: Vec::new() };
        for k in 0..mu.len() {
            let range = cliques.range(k);
            this.own.push(Own::new(&values[range.clone()]));
            let mut runs: SmallVec<[Run; 2]> = SmallVec::new();
            for (&column, value) in cliques.columns[range.clone()].iter().zip(range) {
                match runs.last_mut() {
                    Some(run) if run.column + run.length == column => run.length += 1,
                    _ => runs.push(Run { column, value, length: 1 }),
                }
            }
            this.runs.push(runs);
        }
        this
    }

    /// One sweep; what it changes of the motion, squared.
    fn once(&self, impulses: &mut [[f64; 3]], y: &mut [f64]) -> f64 {
        let mut changed = 0.0;
        for (k, impulse) in impulses.iter_mut().enumerate() {
            let d = self.change(k, *impulse, y);
            if d == Vector3::zeros() {
                continue;
            }
            changed += d.dot(&(self.own[k].w * d));
            for run in &self.runs[k] {
                let values = &self.springs.values[run.value..][..run.length];
                for (y, v) in y[run.column..][..run.length].iter_mut().zip(values) {
                    *y += v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
                }
            }
            (0..3).for_each(|i| impulse[i] += d[i]);
        }
        changed
    }

    /// What Coulomb's law changes of the impulse of contact k at the motion y.
    fn change(&self, k: usize, old: [f64; 3], y: &[f64]) -> Vector3<f64> {
        let Springs { mu, offsets, give, values, .. } = self.springs;
        let entries = || {
            self.runs[k]
                .iter()
                .flat_map(|run| y[run.column..][..run.length].iter().zip(&values[run.value..][..run.length]))
        };
        let opens = || entries().fold(offsets[k][0], |u, (y, v)| u + v[0] * y) >= 0.0;
        if old == [0.0; 3] && opens() {
            return Vector3::zeros();
        }
        let mut u = Vector3::from(offsets[k]);
        for (y, v) in entries() {
            u[0] += v[0] * y;
            u[1] += v[1] * y;
            u[2] += v[2] * y;
        }
        let old = Vector3::from(old);
        self.own[k].impulse(&old, &u, mu[k], give[k]) - old
    }
}

/// Goes on from where a sweep led, `at` from `before`, by a share of the way that it went on before; `way` becomes the way of both.
fn go_on(at: &mut [f64], before: &[f64], way: &mut [f64], share: f64) {
    for ((at, before), way) in at.iter_mut().zip(before).zip(way) {
        let swept = *at - before;
        *at += share * *way;
        *way = share * *way + swept;
    }
}
