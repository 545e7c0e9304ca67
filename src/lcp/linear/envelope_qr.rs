//! Householder's QR factorisation A = Q R of sparse columns, with a basis of what they leave free.
//!
//! A is n × k. Columns are taken in the order in which they come; one of which those before leave less than a tolerance depends
//! on them and is left out. Q is a product of reflections I − τ v vᵀ (Golub and Van Loan, Matrix Computations, 5.1 and 5.2). Each reflection knows the rows outside which it is zero, its envelope, so that columns which share no row do not touch each
//! other: those of a chain of m bodies, in its order, are factored in O(m²), and the basis is had in O(m³) with a small constant.

use crate::lcp::convex::SparseRow;
use crate::lcp::linear::thin_qr::{axpy, dot};
use nalgebra::DMatrix;

/// I − τ v vᵀ, the entries of v being zero but for `len` of them from the row of its pivot on, of which the first is 1.
struct Reflection {
    /// Where they are in [`EnvelopeQr::vectors`].
    first: usize,
    len: usize,
    tau: f64,
}

/// The factors. Reflection i has its pivot in row i.
pub(crate) struct EnvelopeQr {
    n: usize,
    reflections: Vec<Reflection>,
    vectors: Vec<f64>,
    /// R by columns, each from the top to the diagonal.
    r: Vec<f64>,
    /// All zeros between calls.
    column: Vec<f64>,
}

impl EnvelopeQr {
    /// Of columns with `n` rows; there are none yet.
    pub(crate) fn new(n: usize) -> Self {
        let column = vec![0.0; n];
        Self { n, reflections: Vec::new(), vectors: Vec::new(), r: Vec::new(), column }
    }

    /// Number of columns that do not depend on each other.
    pub(crate) fn rank(&self) -> usize {
        self.reflections.len()
    }

    /// Appends a column, unless those before leave no more of its direction than `tolerance`. Whether it was appended.
    pub(crate) fn push(&mut self, column: &SparseRow, tolerance: f64) -> bool {
        let (entries, norm) = (column.entries(), column.norm());
        let (Some(lowest), Some(highest)) = (entries.first(), entries.last()) else { return false };
        let mut work = std::mem::take(&mut self.column);
        entries.iter().for_each(|&(i, x)| work[i] = x / norm);
        let mut range = (lowest.0, highest.0 + 1);
        for k in 0..self.rank() {
            self.reflect(k, &mut work, &mut range);
        }
        let pivot = self.rank();
        let rest = work.get(pivot..range.1).map_or(0.0, |rest| dot(rest, rest).sqrt());
        let independent = rest > tolerance;
        if independent {
            let diagonal = if work[pivot] > 0.0 { -rest } else { rest };
            self.r.extend(work[..pivot].iter().map(|x| x * norm));
            self.r.push(diagonal * norm);
            let first = self.vectors.len();
            self.vectors.extend_from_slice(&work[pivot..range.1]);
            // No cancellation, by the choice of the sign.
            let leading = work[pivot] - diagonal;
            self.vectors[first] = 1.0;
            self.vectors[first + 1..].iter_mut().for_each(|x| *x /= leading);
            self.reflections.push(Reflection { first, len: range.1 - pivot, tau: -leading / diagonal });
        }
        work[range.0..range.1].fill(0.0);
        self.column = work;
        independent
    }

    /// y ← (I − τ v vᵀ) y for reflection k, y being zero outside `range`, which grows with it.
    fn reflect(&self, k: usize, y: &mut [f64], range: &mut (usize, usize)) {
        let Reflection { first, len, tau } = self.reflections[k];
        let (from, to) = (k.max(range.0), (k + len).min(range.1));
        if from >= to {
            return;
        }
        let v = &self.vectors[first..first + len];
        let along = tau * dot(&v[from - k..to - k], &y[from..to]);
        if along != 0.0 {
            axpy(-along, v, &mut y[k..k + len]);
            *range = (range.0.min(k), range.1.max(k + len));
        }
    }

    /// Where column j of R begins in `r`.
    fn start(j: usize) -> usize {
        j * (j + 1) / 2
    }

    /// The shortest y (n) with Aᵀ y = e, for the columns that were appended.
    pub(crate) fn shortest(&self, e: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.n];
        for j in 0..self.rank() {
            let column = &self.r[Self::start(j)..=Self::start(j) + j];
            y[j] = (e[j] - dot(&column[..j], &y[..j])) / column[j];
        }
        for k in (0..self.rank()).rev() {
            self.reflect(k, &mut y, &mut (0, self.n));
        }
        y
    }

    /// The p, one for each column that was appended, for which A p is nearest to `y` (n).
    pub(crate) fn nearest(&self, mut y: Vec<f64>) -> Vec<f64> {
        for k in 0..self.rank() {
            self.reflect(k, &mut y, &mut (0, self.n));
        }
        for j in (0..self.rank()).rev() {
            let column = &self.r[Self::start(j)..=Self::start(j) + j];
            y[j] /= column[j];
            let p = y[j];
            axpy(-p, &column[..j], &mut y[..j]);
        }
        y.truncate(self.rank());
        y
    }

    /// Nᵀ (n − rank × n) of an orthonormal basis N of all y with Aᵀ y = 0.
    pub(crate) fn null_space(&self) -> DMatrix<f64> {
        let free = self.n - self.rank();
        let mut basis = DMatrix::zeros(free, self.n);
        if free == 0 {
            return basis;
        }
        basis.columns_mut(self.rank(), free).fill_with_identity();
        let mut along = vec![0.0; free];
        for (k, Reflection { first, len, tau }) in self.reflections.iter().enumerate().rev() {
            let v = &self.vectors[*first..first + len];
            let columns = &mut basis.as_mut_slice()[k * free..(k + len) * free];
            along.fill(0.0);
            // Four columns for each time that the sums are read and written.
            let (fours, rest) = v.as_chunks::<4>();
            let mut at = columns.chunks_exact(free);
            for c in fours {
                if let (Some(p), Some(q), Some(r), Some(s)) = (at.next(), at.next(), at.next(), at.next()) {
                    for ((((sum, p), q), r), s) in along.iter_mut().zip(p).zip(q).zip(r).zip(s) {
                        *sum += (c[0] * p + c[1] * q) + (c[2] * r + c[3] * s);
                    }
                }
            }
            rest.iter().zip(at).for_each(|(c, column)| axpy(*c, column, &mut along));
            v.iter()
                .zip(columns.chunks_exact_mut(free))
                .for_each(|(c, column)| axpy(-tau * c, &along, column));
        }
        basis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::Random;
    use nalgebra::DVector;

    /// Columns of a chain of bodies of six rows, three for each link and the one before, in this order of bodies.
    fn chain(order: &[usize], random: &mut Random) -> Vec<SparseRow> {
        let links = order.iter().enumerate().flat_map(|(k, body)| {
            let before = if k > 0 { Some(order[k - 1]) } else { None };
            (0..3).map(move |_| (before, *body))
        });
        let bodies = |(before, body): (Option<usize>, usize)| {
            let of = |b: usize, random: &mut Random| {
                (0..6).map(|i| (6 * b + i, random.symmetric())).collect::<Vec<_>>()
            };
            let mut entries = of(body, random);
            entries.extend(before.into_iter().flat_map(|b| of(b, random)));
            SparseRow::new(entries)
        };
        links.map(bodies).collect()
    }

    fn dense(n: usize, columns: &[&SparseRow]) -> DMatrix<f64> {
        let mut a = DMatrix::zeros(n, columns.len());
        for (j, column) in columns.iter().enumerate() {
            column.entries().iter().for_each(|&(i, x)| a[(i, j)] = x);
        }
        a
    }

    /// Against what defines them: the free directions, the shortest solution, the nearest point, in whatever order bodies come.
    #[test]
    fn free_directions_shortest_solution_and_nearest_point() {
        let mut random = Random::new(7);
        for order in [vec![0, 1, 2, 3, 4], vec![4, 3, 2, 1, 0], vec![2, 4, 0, 3, 1], vec![0]] {
            let n = 6 * order.len();
            let mut columns = chain(&order, &mut random);
            // One that depends on two others, in their midst, and one of zeros.
            let sum = |a: &SparseRow, b: &SparseRow| {
                SparseRow::new(
                    a.entries().iter().chain(b.entries()).map(|&(i, x)| (i, 2.0 * x)).collect::<Vec<_>>(),
                )
            };
            columns.insert(2, sum(&columns[0], &columns[1]));
            columns.insert(0, SparseRow::default());
            let mut qr = EnvelopeQr::new(n);
            let kept: Vec<&SparseRow> = columns.iter().filter(|column| qr.push(column, 1e-10)).collect();
            assert_eq!(kept.len(), columns.len() - 2);
            assert_eq!(qr.rank(), kept.len());
            let (a, basis) = (dense(n, &kept), qr.null_space());
            let free = n - kept.len();
            assert_eq!(basis.shape(), (free, n));
            assert!((&basis * &a).amax() < 1e-14);
            assert!((&basis * basis.transpose() - DMatrix::identity(free, free)).amax() < 1e-14);
            let e = DVector::from_fn(kept.len(), |_, _| random.symmetric());
            let y = DVector::from_vec(qr.shortest(e.as_slice()));
            assert!((a.tr_mul(&y) - &e).amax() < 1e-13 * (1.0 + y.amax()));
            assert!((&basis * &y).amax() < 1e-13 * (1.0 + y.amax()));
            let aim = DVector::from_fn(n, |_, _| random.symmetric());
            let p = DVector::from_vec(qr.nearest(aim.as_slice().to_vec()));
            assert!(a.tr_mul(&(&aim - &a * &p)).amax() < 1e-12 * (1.0 + p.amax()));
        }
    }

    /// As many columns as rows leave nothing free, and what comes after depends on them.
    #[test]
    fn a_full_set_leaves_nothing() {
        let mut qr = EnvelopeQr::new(3);
        for i in [1, 0, 2] {
            assert!(qr.push(&SparseRow::new([(i, -2.0)]), 1e-10));
        }
        assert!(!qr.push(&SparseRow::new([(0, 1.0), (2, 1.0)]), 1e-10));
        assert_eq!(qr.null_space().shape(), (0, 3));
        assert_eq!(qr.shortest(&[2.0, 4.0, 6.0]), [-2.0, -1.0, -3.0]);
    }
}
