//! The inverse of a principal block A_CC, kept up to date while rows enter and leave C.
//!
//! ```text
//!   enters k:  u = A_CC⁻¹ A_Ck,  vᵀ = A_kC A_CC⁻¹,  s = A_kk − A_kC u      leaves the row at p:
//!   A_CC⁻¹ <-  ⎡A_CC⁻¹ + u vᵀ / s   −u / s⎤                                A_CC⁻¹ <- A_CC⁻¹ − x yᵀ / x_p,
//!              ⎣       −vᵀ / s       1 / s⎦                                x, yᵀ: its column and row p
//! ```
//!
//! (bordering; survey 4.2 asks for some update of O(n²)). After a number of updates it is computed anew from an LU
//! factorisation, and every solve is improved by one step of iterative refinement against A itself.

use nalgebra::{DMatrix, DVectorView};

use crate::lcp::problem::Lcp;

/// Updates after which the inverse is computed anew.
const REFRESH: usize = 50;
/// Not in C.
const OUTSIDE: usize = usize::MAX;

/// The inverse of A_CC.
pub(in crate::lcp) struct PrincipalInverse<'a> {
    lcp: &'a Lcp,
    /// Aᵀ: its columns are the rows of A, one number after the other.
    transposed: DMatrix<f64>,
    /// C, in the order of the rows of the inverse.
    rows: Vec<usize>,
    /// Where a row of A stands in `rows`, or [`OUTSIDE`].
    place: Vec<usize>,
    /// Row-major with n numbers per row, of which the first |C| count.
    inverse: Vec<f64>,
    updates: usize,
}

impl<'a> PrincipalInverse<'a> {
    /// C empty.
    pub(in crate::lcp) fn new(lcp: &'a Lcp) -> PrincipalInverse<'a> {
        let n = lcp.size();
        PrincipalInverse {
            lcp,
            transposed: lcp.a().transpose(),
            rows: Vec::with_capacity(n),
            place: vec![OUTSIDE; n],
            inverse: vec![0.0; n * n],
            updates: 0,
        }
    }

    /// C.
    pub(in crate::lcp) fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Whether row `i` of A is in C.
    pub(in crate::lcp) fn contains(&self, i: usize) -> bool {
        self.place[i] != OUTSIDE
    }

    /// Makes C the rows given and computes the inverse anew; false, with C empty, when the block is singular.
    pub(in crate::lcp) fn reset(&mut self, rows: Vec<usize>) -> bool {
        let (n, m) = (self.lcp.size(), rows.len());
        self.updates = 0;
        self.place.fill(OUTSIDE);
        self.rows.clear();
        let a = self.lcp.a();
        let lu = DMatrix::from_fn(m, m, |i, j| a[(rows[i], rows[j])]).lu();
        let Some(inverse) = lu.solve(&DMatrix::identity(m, m)) else { return false };
        if !inverse.iter().all(|x| x.is_finite()) {
            return false;
        }
        for i in 0..m {
            for j in 0..m {
                self.inverse[i * n + j] = inverse[(i, j)];
            }
            self.place[rows[i]] = i;
        }
        self.rows = rows;
        true
    }

    /// Computes the inverse anew if it has been updated since it was; false, with C as it was, otherwise.
    pub(in crate::lcp) fn renew(&mut self) -> bool {
        self.updates > 0 && self.reset(self.rows.clone())
    }

    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let n = self.lcp.size();
        (0..self.rows.len()).map(|i| dot(&self.inverse[i * n..i * n + x.len()], x)).collect()
    }

    /// x with A_CC x = `rhs`, both in the order of [`PrincipalInverse::rows`].
    pub(in crate::lcp) fn solve(&self, rhs: &[f64]) -> Vec<f64> {
        let mut x = self.apply(rhs);
        let mut defect = rhs.to_vec();
        for (&j, &xj) in self.rows.iter().zip(&x) {
            let column = self.lcp.a().column(j);
            for (d, &i) in defect.iter_mut().zip(&self.rows) {
                *d -= column[i] * xj;
            }
        }
        for (x, dx) in x.iter_mut().zip(self.apply(&defect)) {
            *x += dx;
        }
        x
    }

    /// A_CC⁻¹ A_Ck.
    pub(in crate::lcp) fn column(&self, k: usize) -> Vec<f64> {
        let column = self.lcp.a().column(k);
        let rhs: Vec<f64> = self.rows.iter().map(|&i| column[i]).collect();
        self.solve(&rhs)
    }

    /// A_kk − A_kC u.
    fn schur(&self, k: usize, u: &[f64]) -> f64 {
        let row = self.transposed.column(k);
        self.rows.iter().zip(u).fold(row[k], |s, (&j, u)| s - row[j] * u)
    }

    /// A_kk − A_kC A_CC⁻¹ A_Ck for k outside, (A_CC⁻¹)_kk for k in C: what moving `k` divides by.
    pub(in crate::lcp) fn pivot(&self, k: usize) -> f64 {
        let n = self.lcp.size();
        if self.contains(k) {
            return self.inverse[self.place[k] * (n + 1)];
        }
        self.schur(k, &self.column(k))
    }

    /// Moves `k` into C or out of it; false, with C empty, when the block becomes singular.
    pub(in crate::lcp) fn toggle(&mut self, k: usize) -> bool {
        self.updates += 1;
        let refresh = self.updates > REFRESH;
        if self.contains(k) {
            self.remove(k);
        } else {
            self.insert(k);
        }
        if refresh
            || !self.rows.iter().all(|&i| self.inverse[self.place[i] * (self.lcp.size() + 1)].is_finite())
        {
            return self.reset(self.rows.clone());
        }
        true
    }

    fn insert(&mut self, k: usize) {
        let (n, m) = (self.lcp.size(), self.rows.len());
        let u = self.column(k);
        let row_k = self.transposed.column(k);
        let mut v = vec![0.0; m];
        for (i, &row) in self.rows.iter().enumerate() {
            let factor = row_k[row];
            for (v, x) in v.iter_mut().zip(&self.inverse[i * n..i * n + m]) {
                *v += factor * x;
            }
        }
        let s = self.schur(k, &u);
        for i in 0..m {
            let factor = u[i] / s;
            let row = &mut self.inverse[i * n..=i * n + m];
            for (x, v) in row.iter_mut().zip(&v) {
                *x += factor * v;
            }
            row[m] = -factor;
        }
        for j in 0..m {
            self.inverse[m * n + j] = -v[j] / s;
        }
        self.inverse[m * (n + 1)] = 1.0 / s;
        self.place[k] = m;
        self.rows.push(k);
    }

    fn remove(&mut self, k: usize) {
        let (n, last, p) = (self.lcp.size(), self.rows.len() - 1, self.place[k]);
        // The row to leave goes last; the order of the others is of no consequence.
        if p != last {
            for j in 0..=last {
                self.inverse.swap(p * n + j, last * n + j);
            }
            for i in 0..=last {
                self.inverse.swap(i * n + p, i * n + last);
            }
            self.rows.swap(p, last);
            self.place[self.rows[p]] = p;
        }
        let leaving: Vec<f64> = self.inverse[last * n..last * n + last].to_vec();
        let pivot = self.inverse[last * (n + 1)];
        for i in 0..last {
            let factor = self.inverse[i * n + last] / pivot;
            for (x, y) in self.inverse[i * n..i * n + last].iter_mut().zip(&leaving) {
                *x -= factor * y;
            }
        }
        self.rows.pop();
        self.place[k] = OUTSIDE;
    }
}

/// In one fixed order of sums, several at a time.
fn dot(x: &[f64], y: &[f64]) -> f64 {
    DVectorView::from_slice(x, x.len()).dot(&DVectorView::from_slice(y, y.len()))
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::*;
    use crate::lcp::problem::test_problems::Random;

    #[test]
    fn stays_the_inverse_through_hundreds_of_moves() {
        let mut random = Random::new(5);
        let n = 12;
        let a = random.matrix(n, n) + DMatrix::identity(n, n) * 3.0;
        let lcp = Lcp::new(a.clone(), DVector::zeros(n)).unwrap();
        let mut inverse = PrincipalInverse::new(&lcp);
        for _ in 0..300 {
            let k = random.below(n);
            let pivot = inverse.pivot(k);
            assert!(pivot != 0.0);
            assert!(inverse.toggle(k));
            // Moving it back divides by the inverse of the same pivot.
            assert!((inverse.pivot(k) * pivot - 1.0).abs() < 1e-9);
            let m = inverse.rows().len();
            let rhs: Vec<f64> = (0..m).map(|_| random.symmetric()).collect();
            let x = inverse.solve(&rhs);
            for (i, &row) in inverse.rows().iter().enumerate() {
                let sum: f64 = inverse.rows().iter().zip(&x).map(|(&j, x)| a[(row, j)] * x).sum();
                assert!((sum - rhs[i]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_singular_block_is_refused() {
        let lcp = Lcp::new(DMatrix::from_element(2, 2, 1.0), DVector::zeros(2)).unwrap();
        let mut inverse = PrincipalInverse::new(&lcp);
        assert!(!inverse.reset(vec![0, 1]));
        assert!(inverse.rows().is_empty());
        assert!(inverse.toggle(0));
        assert!(!inverse.toggle(1));
    }
}
