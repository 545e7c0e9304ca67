//! Complementarity problems for the tests of this module: seeded, so that a failure repeats.

use nalgebra::{DMatrix, DVector};

use crate::lcp::convex::SparseRow;
use crate::lcp::problem::{Block, Factors, Lcp};

/// splitmix64: a seeded stream of numbers, the same everywhere.
pub(in crate::lcp) struct Random(u64);

impl Random {
    pub(in crate::lcp) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(in crate::lcp) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Uniform in [−1, 1).
    pub(in crate::lcp) fn symmetric(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(in crate::lcp) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub(in crate::lcp) fn matrix(&mut self, rows: usize, columns: usize) -> DMatrix<f64> {
        DMatrix::from_fn(rows, columns, |_, _| self.symmetric())
    }

    pub(in crate::lcp) fn vector(&mut self, n: usize) -> DVector<f64> {
        DVector::from_fn(n, |_, _| self.symmetric())
    }
}

/// A = G Gᵀ + 0.01 I.
pub(in crate::lcp) fn positive_definite(random: &mut Random, n: usize) -> Lcp {
    let g = random.matrix(n, n);
    let b = random.vector(n);
    Lcp::new(&g * g.transpose() + DMatrix::identity(n, n) * 0.01, b).unwrap()
}

/// A = G Gᵀ with G n × rank, and a b that has a solution: w >= 0 at some z >= 0.
pub(in crate::lcp) fn semidefinite(random: &mut Random, n: usize, rank: usize) -> Lcp {
    let g = random.matrix(n, rank);
    let a = &g * g.transpose();
    let z = random.vector(n).map(|x| x.max(0.0));
    let w = random.vector(n).map(|x| x.max(0.0));
    let b = w - &a * z;
    Lcp::new(a, b).unwrap()
}

/// Murty's worst case for principal pivoting: A has 1 on and 2 above the diagonal, b = −1.
/// Its only solution is the last unit vector.
pub(in crate::lcp) fn murty(n: usize) -> Lcp {
    let a = DMatrix::from_fn(n, n, |i, j| f64::from(u8::from(j >= i)) + f64::from(u8::from(j > i)));
    Lcp::new(a, DVector::from_element(n, -1.0)).unwrap()
}

/// The structure of Stewart and Trinkle: m gaps with a polygonal friction cone of 4 directions each,
/// z = (normal, tangential, slip speed). Copositive, not symmetric, with a zero block.
pub(in crate::lcp) fn friction(random: &mut Random, m: usize, coefficient: f64) -> Lcp {
    let dof = 6 * m.div_ceil(3);
    let n = 6 * m;
    let g = random.matrix(dof, m);
    let half = random.matrix(dof, 2 * m);
    let d = DMatrix::from_fn(dof, 4 * m, |i, k| {
        let sign = if k % 4 < 2 { 1.0 } else { -1.0 };
        sign * half[(i, 2 * (k / 4) + k % 2)]
    });
    let velocity = random.vector(dof) * 3.0;
    let mut jacobian = DMatrix::zeros(dof, 5 * m);
    jacobian.columns_mut(0, m).copy_from(&g);
    jacobian.columns_mut(m, 4 * m).copy_from(&d);
    let mut a = DMatrix::zeros(n, n);
    a.view_mut((0, 0), (5 * m, 5 * m)).copy_from(&(jacobian.transpose() * &jacobian));
    for i in 0..m {
        a[(5 * m + i, i)] = coefficient;
        for k in 0..4 {
            a[(m + 4 * i + k, 5 * m + i)] = 1.0;
            a[(5 * m + i, m + 4 * i + k)] = -1.0;
        }
    }
    let mut b = DVector::zeros(n);
    b.rows_mut(0, 5 * m).copy_from(&(jacobian.transpose() * velocity));
    for i in 0..m {
        // A gap that is open a little: ψ / h >= 0.
        b[i] += random.symmetric().max(0.0);
    }
    Lcp::new(a, b).unwrap()
}

/// The same structure by its factors, with blocks.
pub(in crate::lcp) fn factored_friction(random: &mut Random, m: usize, coefficient: f64) -> Lcp {
    let dof = 6 * m.div_ceil(3);
    let half = random.matrix(2 * m, dof);
    let normal = random.matrix(m, dof);
    let row = |i: usize| -> SparseRow {
        match i {
            i if i < m => SparseRow::new((0..dof).map(|k| (k, normal[(i, k)]))),
            i if i < 5 * m => {
                let d = i - m;
                let sign = if d % 4 < 2 { 1.0 } else { -1.0 };
                SparseRow::new((0..dof).map(|k| (k, sign * half[(2 * (d / 4) + d % 2, k)])))
            }
            _ => SparseRow::default(),
        }
    };
    let rows: Vec<SparseRow> = (0..6 * m).map(row).collect();
    let directions = |i: usize| (m + 4 * i..m + 4 * i + 4).collect::<Vec<_>>();
    let entries = (0..6 * m)
        .map(|i| match i {
            i if i < m => SparseRow::default(),
            i if i < 5 * m => SparseRow::new([(5 * m + (i - m) / 4, 1.0)]),
            i => {
                let i = i - 5 * m;
                SparseRow::new(directions(i).into_iter().map(|d| (d, -1.0)).chain([(i, coefficient)]))
            }
        })
        .collect();
    let factors = Factors { columns: dof, forces: rows.clone(), rows, entries };
    let blocks = (0..m)
        .map(|i| Block {
            normal: i,
            slacks: vec![],
            directions: directions(i),
            cone: Some(5 * m + i),
            friction: coefficient,
        })
        .collect();
    // b in the range of the rows, as the rates of a velocity are, and a gap that is open a little.
    let y = random.vector(dof) * 3.0;
    let b = DVector::from_fn(6 * m, |i, _| {
        let open = if i < m { random.symmetric().max(0.0) } else { 0.0 };
        factors.rows[i].dot(&y) + open
    });
    Lcp::factored(factors, b).unwrap().with_blocks(blocks).unwrap()
}

/// A positive definite part and a skew one, twice as large: a P-matrix, not symmetric.
pub(in crate::lcp) fn unsymmetric(random: &mut Random, n: usize) -> Lcp {
    let g = random.matrix(n, n);
    let k = random.matrix(n, n) * 2.0;
    let a = &g * g.transpose() + DMatrix::identity(n, n) * 0.05 + (&k - k.transpose());
    Lcp::new(a, random.vector(n) * 3.0).unwrap()
}

/// A semidefinite problem of which rows are repeated exactly: n rows, of which at most `different` differ.
pub(in crate::lcp) fn repeated(random: &mut Random, n: usize, different: usize) -> Lcp {
    let one = semidefinite(random, different, different.div_ceil(2));
    let row: Vec<usize> = (0..n).map(|_| random.below(different)).collect();
    let a = DMatrix::from_fn(n, n, |i, j| one.a()[(row[i], row[j])]);
    let b = DVector::from_fn(n, |i, _| one.b()[row[i]]);
    Lcp::new(a, b).unwrap()
}

/// Small integers: every ratio test is full of ties, and many values are exactly zero. It has a solution.
pub(in crate::lcp) fn integers(random: &mut Random, n: usize) -> Lcp {
    let g = DMatrix::from_fn(n, 3, |_, _| random.below(3) as f64 - 1.0);
    let a = &g * g.transpose();
    let z = DVector::from_fn(n, |_, _| random.below(2) as f64);
    let w = DVector::from_fn(n, |_, _| random.below(2) as f64);
    Lcp::new(a.clone(), w - a * z).unwrap()
}

/// The problem with row i in units of d_i, every other of which is `ratio` times the next: (D A D, D b).
pub(in crate::lcp) fn with_ratio(lcp: &Lcp, ratio: f64) -> Lcp {
    let d = |i: usize| if i.is_multiple_of(2) { ratio } else { 1.0 };
    let a = DMatrix::from_fn(lcp.size(), lcp.size(), |i, j| d(i) * lcp.a()[(i, j)] * d(j));
    Lcp::new(a, DVector::from_fn(lcp.size(), |i, _| d(i) * lcp.b()[i])).unwrap()
}

/// A symmetric semidefinite problem without a solution: A 1 = 0 and 1 · b < 0.
pub(in crate::lcp) fn hopeless(random: &mut Random, n: usize) -> Lcp {
    let mut g = random.matrix(n, n);
    for k in 0..n {
        let sum: f64 = (0..n - 1).map(|i| g[(i, k)]).sum();
        g[(n - 1, k)] = -sum;
    }
    let mut b = random.vector(n);
    b[n - 1] -= b.sum() + 0.5;
    Lcp::new(&g * g.transpose(), b).unwrap()
}
