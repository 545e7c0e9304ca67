//! A thin QR factorisation N = Q R that grows and shrinks by single columns.
//!
//! N is n × q with sparse columns; Q (n × q) has orthonormal columns, R (q × q) is upper triangular. A column is
//! appended by classical Gram–Schmidt with re-orthogonalisation ("twice is enough": Daniel, Gragg, Kaufman and
//! Stewart 1976) and removed by Givens rotations. Every column of Q remembers the range of rows outside which it
//! is zero, so that unconnected parts of a problem do not touch each other.

/// Where less than this of a new column is left after one projection, what is left is projected again (squared
/// norms). One projection leaves an error of ε / √0.05 against Q at most.
const REORTHOGONALISE: f64 = 0.05;

struct Column {
    start: usize,
    end: usize,
    data: Vec<f64>,
}

/// The factors, and buffers to reuse.
pub(in crate::lcp) struct ThinQr {
    n: usize,
    q: Vec<Column>,
    /// Column j of R: its j + 1 entries from the top to the diagonal.
    r: Vec<Vec<f64>>,
    spare: Vec<(Column, Vec<f64>)>,
}

/// A new column c taken apart: c = Q `along` + `across`.
pub(in crate::lcp) struct Split {
    /// Coefficients in the columns of Q (q).
    pub(in crate::lcp) along: Vec<f64>,
    /// The part orthogonal to Q (n), zero outside `start .. end`.
    pub(in crate::lcp) across: Vec<f64>,
    /// ‖across‖².
    pub(in crate::lcp) squared: f64,
    start: usize,
    end: usize,
    correction: Vec<f64>,
}

impl Split {
    pub(in crate::lcp) fn new(n: usize) -> Split {
        let (along, correction) = (Vec::new(), Vec::new());
        Split { along, across: vec![0.0; n], squared: 0.0, start: 0, end: 0, correction }
    }

    /// y += t `across`.
    pub(in crate::lcp) fn step(&self, t: f64, y: &mut [f64]) {
        axpy(t, &self.across[self.start..self.end], &mut y[self.start..self.end]);
    }
}

impl ThinQr {
    pub(in crate::lcp) fn new(n: usize) -> ThinQr {
        ThinQr { n, q: Vec::new(), r: Vec::new(), spare: Vec::new() }
    }

    /// Number of columns q.
    pub(in crate::lcp) fn len(&self) -> usize {
        self.q.len()
    }

    /// Takes the sparse column (`columns`, `values`) apart into `split`. `columns` ascend.
    pub(in crate::lcp) fn split(&self, columns: &[usize], values: &[f64], split: &mut Split) {
        split.across[split.start..split.end].fill(0.0);
        split.along.clear();
        split.start = columns.first().map_or(0, |&c| c);
        split.end = columns.last().map_or(0, |&c| c + 1);
        let mut squared = 0.0;
        for (&c, &x) in columns.iter().zip(values) {
            split.across[c] = x;
            squared += x * x;
        }
        for column in &self.q {
            let apart = column.start >= split.end || column.end <= columns.first().map_or(0, |&c| c);
            let v =
                if apart { 0.0 } else { columns.iter().zip(values).map(|(&c, x)| column.data[c] * x).sum() };
            split.along.push(v);
        }
        for (column, &v) in self.q.iter().zip(&split.along) {
            subtract(column, v, &mut split.across, &mut split.start, &mut split.end);
        }
        let after = square(&split.across[split.start..split.end]);
        split.squared = after;
        if after < REORTHOGONALISE * squared {
            split.correction.clear();
            let range = split.start..split.end;
            split.correction.extend(self.q.iter().map(|column| {
                let (a, b) = (column.start.max(range.start), column.end.min(range.end));
                if a < b { dot(&column.data[a..b], &split.across[a..b]) } else { 0.0 }
            }));
            for ((column, &v), along) in self.q.iter().zip(&split.correction).zip(&mut split.along) {
                *along += v;
                subtract(column, v, &mut split.across, &mut split.start, &mut split.end);
            }
            split.squared = square(&split.across[split.start..split.end]);
        }
    }

    /// Appends the column that was taken apart into `split` (its `across` must not be zero).
    pub(in crate::lcp) fn append(&mut self, split: &Split) {
        let norm = split.squared.sqrt();
        let (mut column, mut r) = self
            .spare
            .pop()
            .unwrap_or_else(|| (Column { start: 0, end: 0, data: vec![0.0; self.n] }, Vec::new()));
        column.data[column.start..column.end].fill(0.0);
        (column.start, column.end) = (split.start, split.end);
        for (x, a) in
            column.data[split.start..split.end].iter_mut().zip(&split.across[split.start..split.end])
        {
            *x = a / norm;
        }
        r.clear();
        r.extend_from_slice(&split.along);
        r.push(norm);
        self.q.push(column);
        self.r.push(r);
    }

    /// Removes column `k` of N; the later ones move down by one.
    pub(in crate::lcp) fn remove(&mut self, k: usize) {
        let removed = self.r.remove(k);
        for i in k..self.r.len() {
            // Column i of R has one entry below its diagonal, at row i + 1: rotate rows i and i + 1 to clear it.
            let (a, b) = (self.r[i][i], self.r[i][i + 1]);
            let radius = (a * a + b * b).sqrt();
            let (cos, sin) = if radius > 0.0 { (a / radius, b / radius) } else { (1.0, 0.0) };
            self.r[i].pop();
            self.r[i][i] = radius;
            for column in &mut self.r[i + 1..] {
                let (x, y) = (column[i], column[i + 1]);
                column[i] = cos * x + sin * y;
                column[i + 1] = cos * y - sin * x;
            }
            let (left, right) = self.q.split_at_mut(i + 1);
            rotate(&mut left[i], &mut right[0], cos, sin);
        }
        if let Some(last) = self.q.pop() {
            self.spare.push((last, removed));
        }
    }

    /// Drops every column.
    pub(in crate::lcp) fn clear(&mut self) {
        while let (Some(q), Some(r)) = (self.q.pop(), self.r.pop()) {
            self.spare.push((q, r));
        }
    }

    /// x <- R⁻¹ x.
    pub(in crate::lcp) fn solve_r(&self, x: &mut [f64]) {
        for j in (0..self.r.len()).rev() {
            x[j] /= self.r[j][j];
            let xj = x[j];
            axpy(-xj, &self.r[j][..j], &mut x[..j]);
        }
    }

    /// x <- R⁻ᵀ x.
    pub(in crate::lcp) fn solve_r_transposed(&self, x: &mut [f64]) {
        for j in 0..self.r.len() {
            let sum = dot(&self.r[j][..j], &x[..j]);
            x[j] = (x[j] - sum) / self.r[j][j];
        }
    }

    /// y += Q g.
    pub(in crate::lcp) fn add_combination(&self, g: &[f64], y: &mut [f64]) {
        for (column, &g) in self.q.iter().zip(g) {
            axpy(g, &column.data[column.start..column.end], &mut y[column.start..column.end]);
        }
    }

    /// out <- Qᵀ y.
    pub(in crate::lcp) fn coefficients(&self, y: &[f64], out: &mut Vec<f64>) {
        out.clear();
        let inner = |c: &Column| dot(&c.data[c.start..c.end], &y[c.start..c.end]);
        out.extend(self.q.iter().map(inner));
    }
}

fn subtract(column: &Column, v: f64, z: &mut [f64], start: &mut usize, end: &mut usize) {
    if v != 0.0 {
        *start = (*start).min(column.start);
        *end = (*end).max(column.end);
        axpy(-v, &column.data[column.start..column.end], &mut z[column.start..column.end]);
    }
}

fn rotate(left: &mut Column, right: &mut Column, cos: f64, sin: f64) {
    let (start, end) = (left.start.min(right.start), left.end.max(right.end));
    (left.start, left.end, right.start, right.end) = (start, end, start, end);
    for (x, y) in left.data[start..end].iter_mut().zip(&mut right.data[start..end]) {
        (*x, *y) = (cos * *x + sin * *y, cos * *y - sin * *x);
    }
}

/// y += a x.
pub(super) fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// Eight partial sums, so that the compiler may use vector registers; the order is fixed.
pub(super) fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (xs, ys) = (x.chunks_exact(8), y.chunks_exact(8));
    let tail: f64 = xs.remainder().iter().zip(ys.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in xs.zip(ys) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    sums.iter().sum::<f64>() + tail
}

fn square(x: &[f64]) -> f64 {
    dot(x, x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcp::problem::test_problems::Random;

    /// max |N − Q R| and max |QᵀQ − I|.
    fn defects(qr: &ThinQr, n: usize, columns: &[Vec<f64>]) -> (f64, f64) {
        let (mut product, mut orthogonality) = (0.0_f64, 0.0_f64);
        for j in 0..qr.len() {
            for i in 0..n {
                let sum: f64 = (0..=j).map(|k| qr.q[k].data[i] * qr.r[j][k]).sum();
                product = product.max((sum - columns[j][i]).abs());
            }
            for k in 0..=j {
                let expected = f64::from(u8::from(j == k));
                orthogonality = orthogonality.max((dot(&qr.q[j].data, &qr.q[k].data) - expected).abs());
            }
        }
        (product, orthogonality)
    }

    #[test]
    fn appending_and_removing_keeps_the_factors() {
        let (n, mut random) = (40, Random::new(5));
        let (mut qr, mut split, mut kept) = (ThinQr::new(n), Split::new(n), Vec::new());
        for step in 0..300 {
            if !kept.is_empty() && (kept.len() == 30 || random.below(3) == 0) {
                let k = random.below(kept.len());
                kept.remove(k);
                qr.remove(k);
            } else {
                let first = random.below(n - 6);
                let columns: Vec<usize> = (first..first + 6).filter(|_| random.below(2) == 0).collect();
                let values: Vec<f64> = columns.iter().map(|_| random.symmetric()).collect();
                qr.split(&columns, &values, &mut split);
                if split.squared > 1e-4 {
                    qr.append(&split);
                    let mut dense = vec![0.0; n];
                    for (&c, &x) in columns.iter().zip(&values) {
                        dense[c] = x;
                    }
                    kept.push(dense);
                }
            }
            assert_eq!(qr.len(), kept.len());
            let (product, orthogonality) = defects(&qr, n, &kept);
            assert!(product < 1e-13 && orthogonality < 1e-13, "step {step}: {product:e} {orthogonality:e}");
        }
    }
}
