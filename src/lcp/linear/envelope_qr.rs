//! A QR factorisation A = Q R of sparse columns by Householder's reflections: which depend on others, and what comes nearest.
//!
//! Columns are taken in the order in which they come; one of which those before leave less than a tolerance depends on them and is left
//! out. Each reflection knows the rows outside which it is zero, its envelope, so that columns which share no row do not touch each
//! other: those of a chain of m bodies, in its order, are factored in O(m²). [`thin_qr`](super::thin_qr), which can lose columns again, keeps whole columns of Q:
//! with it a chain of a hundred links takes 15 ms a step instead of 9.

use crate::lcp::convex::SparseRow;
use crate::lcp::linear::reflection::Reflection;
use crate::lcp::linear::thin_qr::axpy;

/// The factors. Reflection i has its pivot in row i.
pub(crate) struct EnvelopeQr {
    n: usize,
    reflections: Vec<Reflection>,
    /// R by columns, each from the top to the diagonal.
    r: Vec<f64>,
    /// All zeros between calls.
    column: Vec<f64>,
}

impl EnvelopeQr {
    /// Of columns with `n` rows; there are none yet.
    pub(crate) fn new(n: usize) -> Self {
        Self { n, reflections: Vec::new(), r: Vec::new(), column: vec![0.0; n] }
    }

    /// Appends a column, unless those before leave no more of its direction than `tolerance`. Whether it was appended.
    pub(crate) fn push(&mut self, column: &SparseRow, tolerance: f64) -> bool {
        let (entries, norm) = (column.entries(), column.norm());
        let (Some(lowest), Some(highest)) = (entries.first(), entries.last()) else { return false };
        let work = &mut self.column;
        entries.iter().for_each(|&(i, x)| work[i] = x / norm);
        let mut nonzero = lowest.0..highest.0 + 1;
        self.reflections.iter().for_each(|reflection| reflection.apply(work, &mut nonzero));
        let pivot = self.reflections.len();
        let found = Reflection::new(&work[..nonzero.end], pivot, tolerance);
        let independent = found.is_some();
        if let Some((reflection, diagonal)) = found {
            self.r.extend(work[..pivot].iter().map(|x| x * norm));
            self.r.push(diagonal * norm);
            self.reflections.push(reflection);
        }
        work[nonzero].fill(0.0);
        independent
    }

    /// The p, one for each column that was appended, for which A p is nearest to `y` (n).
    pub(crate) fn nearest(&self, mut y: Vec<f64>) -> Vec<f64> {
        self.reflections.iter().for_each(|reflection| reflection.apply(&mut y, &mut (0..self.n)));
        for j in (0..self.reflections.len()).rev() {
            let column = &self.r[j * (j + 1) / 2..][..=j];
            y[j] /= column[j];
            let p = y[j];
            axpy(-p, &column[..j], &mut y[..j]);
        }
        y.truncate(self.reflections.len());
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::Random;
    use nalgebra::{DMatrix, DVector};

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

    /// What is left over of the aim is normal to all columns, in whatever order bodies come.
    #[test]
    fn the_nearest_point() {
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
            let a = dense(n, &kept);
            let aim = DVector::from_fn(n, |_, _| random.symmetric());
            let p = DVector::from_vec(qr.nearest(aim.as_slice().to_vec()));
            assert!(a.tr_mul(&(&aim - &a * &p)).amax() < 1e-12 * (1.0 + p.amax()));
        }
    }

    /// As many columns as rows reach everything, and what comes after depends on them.
    #[test]
    fn a_full_set_reaches_everything() {
        let mut qr = EnvelopeQr::new(3);
        for i in [1, 0, 2] {
            assert!(qr.push(&SparseRow::new([(i, -2.0)]), 1e-10));
        }
        assert!(!qr.push(&SparseRow::new([(0, 1.0), (2, 1.0)]), 1e-10));
        assert_eq!(qr.nearest(vec![2.0, 4.0, 6.0]), [-2.0, -1.0, -3.0]);
    }
}
