//! Householder's reflections of vectors that are zero outside a range (Golub and Van Loan, Matrix Computations, 5.1).

use crate::lcp::linear::thin_qr::{axpy, dot};
use std::ops::Range;

/// I − τ v vᵀ, v being zero before its pivot, where it is 1, and behind its end.
pub(super) struct Reflection {
    pivot: usize,
    v: Vec<f64>,
    tau: f64,
}

impl Reflection {
    /// The one that makes of z, from the pivot on, a multiple of its first direction, and that multiple; `None` where z has no more than `least` there.
    pub(super) fn new(z: &[f64], pivot: usize, least: f64) -> Option<(Self, f64)> {
        let mut v = z.get(pivot..)?.to_vec();
        let size = dot(&v, &v).sqrt();
        if !(size > least) {
            return None;
        }
        // No cancellation, by the choice of the sign.
        let diagonal = if v[0] > 0.0 { -size } else { size };
        let leading = v[0] - diagonal;
        v[0] = 1.0;
        v[1..].iter_mut().for_each(|x| *x /= leading);
        Some((Self { pivot, v, tau: -leading / diagonal }, diagonal))
    }

    /// z <- (I − τ v vᵀ) z, z being zero outside `nonzero`, which grows with it.
    pub(super) fn apply(&self, z: &mut [f64], nonzero: &mut Range<usize>) {
        let end = self.pivot + self.v.len();
        let (from, to) = (self.pivot.max(nonzero.start), end.min(nonzero.end));
        if from >= to {
            return;
        }
        let along = self.tau * dot(&self.v[from - self.pivot..to - self.pivot], &z[from..to]);
        if along != 0.0 {
            axpy(-along, &self.v, &mut z[self.pivot..end]);
            *nonzero = nonzero.start.min(self.pivot)..nonzero.end.max(end);
        }
    }
}
