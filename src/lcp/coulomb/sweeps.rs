//! Sweeps over the contacts, one at a time: where Newton's method begins.
//!
//! Nonlinear Gauss–Seidel (Jourdan, Alart, Jean 1998): each contact in turn is given the impulse that Coulomb's law asks of it while the
//! others keep theirs. Who pushes, sticks and slides is nearly right after some dozens of sweeps, of which ten cost no more than a step of
//! Newton's method; the last digits would take thousands.

use crate::lcp::coulomb::newton::Springs;
use crate::stop;
use nalgebra::{Cholesky, Const, Matrix3, Vector3};

/// Sweeps at most.
const MAX_SWEEPS: usize = 400;

/// So many at once before it is asked how much they still change.
const BATCH: usize = 8;

/// A sweep that changes no more than this fraction of the motion is the last (dimensionless).
const LITTLE: f64 = 1e-3;

/// Rounds at a contact that slides.
const ROUNDS: usize = 3;

/// What one contact does to its own speeds: W = H Hᵀ.
struct Own {
    w: Matrix3<f64>,
    factor: Option<Cholesky<f64, Const<3>>>,
    /// The largest eigenvalue of its tangential part.
    across: f64,
}

impl Own {
    fn new(values: &[[f64; 3]]) -> Self {
        let w: Matrix3<f64> =
            values.iter().map(|v| Vector3::from(*v)).fold(Matrix3::zeros(), |w, v| w + v * v.transpose());
        let (mean, half) = (0.5 * (w[(1, 1)] + w[(2, 2)]), 0.5 * (w[(1, 1)] - w[(2, 2)]));
        Self { w, factor: w.cholesky(), across: mean + (half * half + w[(1, 2)] * w[(1, 2)]).sqrt() }
    }

    /// The impulse of a contact that moves at `u` under the impulse `old`, with the coefficient of friction `mu`: where it opens
    /// none, where it sticks the one that stops it, where it slides nearly that of Coulomb's law.
    fn impulse(&self, old: &Vector3<f64>, u: &Vector3<f64>, mu: f64) -> Vector3<f64> {
        let w = &self.w;
        if !(w[(0, 0)] > 0.0) {
            return *old;
        }
        let rough = mu > 0.0 && self.across > 0.0;
        if let Some(factor) = self.factor.as_ref().filter(|_| rough) {
            let r = old - factor.solve(u);
            if r[0] > 0.0 && r[1] * r[1] + r[2] * r[2] <= (mu * r[0]).powi(2) {
                return r;
            }
        }
        let mut r = *old;
        for _ in 0..ROUNDS {
            let before = r;
            let speed = |r: &Vector3<f64>| u + w * (r - old);
            r[0] = (r[0] - speed(&r)[0] / w[(0, 0)]).max(0.0);
            if r[0] == 0.0 || !rough {
                return Vector3::new(r[0], 0.0, 0.0);
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

/// Sweeps from `impulses` until little changes.
///
/// One after the other, corners of a face do not share a load evenly where rigid bodies leave it open: what comes first bears more.
pub(super) fn sweep(springs: &Springs, impulses: &mut [[f64; 3]]) {
    let Springs { mu, offsets, cliques, values, .. } = springs;
    let own: Vec<Own> = (0..mu.len()).map(|k| Own::new(&values[cliques.range(k)])).collect();
    let mut y = springs.moved(impulses);
    for sweep in 1..=MAX_SWEEPS {
        let mut changed = 0.0;
        for (k, r) in impulses.iter_mut().enumerate() {
            let range = cliques.range(k);
            let (columns, values) = (&cliques.columns[range.clone()], &values[range]);
            let mut u = offsets[k];
            for (&column, v) in columns.iter().zip(values) {
                let y = y[column];
                u[0] += v[0] * y;
                u[1] += v[1] * y;
                u[2] += v[2] * y;
            }
            let old = Vector3::from(*r);
            let new = own[k].impulse(&old, &Vector3::from(u), mu[k]);
            let d = new - old;
            if d == Vector3::zeros() {
                continue;
            }
            changed += d.dot(&(own[k].w * d));
            for (&column, v) in columns.iter().zip(values) {
                y[column] += v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
            }
            *r = new.into();
        }
        let all: f64 = y.iter().map(|y| y * y).sum();
        if sweep % BATCH == 0 && (changed <= LITTLE * LITTLE * all || stop::asked()) {
            break;
        }
    }
}
