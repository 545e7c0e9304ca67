//! LU factorisation with partial pivoting, in one fixed order of sums (the same bits on every machine).

use crate::stop;

/// P M = L U of a square matrix, row-major; L has a unit diagonal and lies below U.
pub(in crate::lcp) struct Lu {
    n: usize,
    lu: Vec<f64>,
    /// Row of M that stands in row i of L U.
    order: Vec<usize>,
}

/// A pivot smaller than this, relative to the largest entry of the matrix, counts as zero (dimensionless).
pub(in crate::lcp) const SINGULAR_PIVOT: f64 = 1e-13;

impl Lu {
    /// Factors `m` (n × n, row-major); none when a pivot is below [`SINGULAR_PIVOT`] or not a number,
    /// or the work is to [`stop`].
    pub(in crate::lcp) fn new(n: usize, mut m: Vec<f64>) -> Option<Lu> {
        debug_assert_eq!(m.len(), n * n);
        let largest = m.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let mut order: Vec<usize> = (0..n).collect();
        for k in 0..n {
            if stop::spend(((n - k) * (n - k)) as u64) {
                return None;
            }
            let mut p = k;
            for i in k + 1..n {
                if m[i * n + k].abs() > m[p * n + k].abs() {
                    p = i;
                }
            }
            // Written so that a NaN pivot is refused as well.
            let usable = m[p * n + k].abs() > SINGULAR_PIVOT * largest;
            if !usable {
                return None;
            }
            if p != k {
                order.swap(p, k);
                let (top, bottom) = m.split_at_mut(p * n);
                top[k * n..(k + 1) * n].swap_with_slice(&mut bottom[..n]);
            }
            let (top, bottom) = m.split_at_mut((k + 1) * n);
            let pivot_row = &top[k * n + k..(k + 1) * n];
            for row in bottom.chunks_exact_mut(n) {
                let factor = row[k] / pivot_row[0];
                row[k] = factor;
                if factor != 0.0 {
                    for (x, p) in row[k + 1..].iter_mut().zip(&pivot_row[1..]) {
                        *x -= factor * p;
                    }
                }
            }
        }
        Some(Lu { n, lu: m, order })
    }

    /// x with M x = `rhs`.
    pub(in crate::lcp) fn solve(&self, rhs: &[f64]) -> Vec<f64> {
        let n = self.n;
        let mut x: Vec<f64> = self.order.iter().map(|&i| rhs[i]).collect();
        for i in 0..n {
            let row = &self.lu[i * n..i * n + i];
            let sum: f64 = row.iter().zip(&x).map(|(l, x)| l * x).sum();
            x[i] -= sum;
        }
        for i in (0..n).rev() {
            let row = &self.lu[i * n..(i + 1) * n];
            let sum: f64 = row[i + 1..].iter().zip(&x[i + 1..]).map(|(u, x)| u * x).sum();
            x[i] = (x[i] - sum) / row[i];
        }
        x
    }

    /// x with M x = `rhs`, improved by one step of iterative refinement against the unfactored `m` (row-major).
    pub(in crate::lcp) fn solve_refined(&self, m: &[f64], rhs: &[f64]) -> Vec<f64> {
        let n = self.n;
        let mut x = self.solve(rhs);
        let defect: Vec<f64> = (0..n)
            .map(|i| m[i * n..(i + 1) * n].iter().zip(&x).fold(rhs[i], |sum, (a, x)| sum - a * x))
            .collect();
        for (x, dx) in x.iter_mut().zip(self.solve(&defect)) {
            *x += dx;
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_with_a_zero_in_the_corner_and_refuses_a_singular_matrix() {
        let m = vec![0.0, 2.0, 1.0, 1.0, 0.0, 3.0, 4.0, 1.0, 0.0];
        let x = Lu::new(3, m.clone()).unwrap().solve_refined(&m, &[7.0, 10.0, 6.0]);
        for (x, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - expected).abs() < 1e-15, "{x} against {expected}");
        }
        assert!(Lu::new(2, vec![1.0, 2.0, 2.0, 4.0]).is_none());
        assert!(Lu::new(1, vec![0.0]).is_none());
        assert!(Lu::new(2, vec![f64::NAN, 2.0, 2.0, 4.0]).is_none());
    }
}
