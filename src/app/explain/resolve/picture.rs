//! The matrix of a complementarity problem as a small picture: one cell per entry, or the largest of a block of entries.

use crate::lcp::Lcp;

/// Cells along a side at most.
pub const SIDE: usize = 160;

/// The largest entries, by magnitude and with their sign, of blocks of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Rows of the matrix.
    pub rows: usize,
    /// Rows and columns in a cell.
    pub block: usize,
    /// Cells along a side.
    pub side: usize,
    /// `side` × `side` cells, row by row.
    pub cells: Vec<f64>,
    /// Largest magnitude of an entry.
    pub largest: f64,
    /// Entries that are not zero.
    pub nonzeros: usize,
    /// Largest |A − Aᵀ| of an entry.
    pub asymmetry: f64,
}

impl Picture {
    /// The picture of the matrix of `lcp`, which is formed.
    pub fn of(lcp: &Lcp) -> Self {
        let (a, n) = (lcp.a(), lcp.size());
        let block = n.div_ceil(SIDE).max(1);
        let side = n.div_ceil(block);
        let mut picture = Self {
            rows: n,
            block,
            side,
            cells: vec![0.0; side * side],
            largest: 0.0,
            nonzeros: 0,
            asymmetry: 0.0,
        };
        for j in 0..n {
            for i in 0..n {
                let x = a[(i, j)];
                picture.asymmetry = picture.asymmetry.max((x - a[(j, i)]).abs());
                if x == 0.0 {
                    continue;
                }
                picture.nonzeros += 1;
                picture.largest = picture.largest.max(x.abs());
                let cell = &mut picture.cells[i / block * side + j / block];
                if x.abs() > cell.abs() {
                    *cell = x;
                }
            }
        }
        picture
    }

    /// Share of the entries that are not zero.
    pub fn density(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.nonzeros as f64 / (self.rows * self.rows) as f64 }
    }

    /// How strongly a cell shows: 1 for the largest entry, falling to 0 six decades below it; 0 for zero.
    pub fn strength(&self, value: f64) -> f32 {
        if value == 0.0 || self.largest == 0.0 {
            return 0.0;
        }
        // The faintest still shows.
        (1.0 + (value.abs() / self.largest).log10() / 6.0).clamp(0.12, 1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};

    #[test]
    fn a_large_matrix_shows_the_largest_entry_of_each_block() {
        let n = 2 * SIDE + 1;
        let mut a = DMatrix::zeros(n, n);
        a[(n - 1, 0)] = -7.0;
        a[(0, 1)] = 2.0;
        a[(1, 0)] = 1.0;
        let picture = Picture::of(&Lcp::new(a, DVector::zeros(n)).unwrap());
        assert_eq!((picture.block, picture.side, picture.nonzeros), (3, 107, 3));
        assert_eq!(picture.cells[0], 2.0);
        assert_eq!(picture.cells[106 * 107], -7.0);
        assert_eq!((picture.largest, picture.asymmetry), (7.0, 7.0));
        assert_eq!((picture.strength(-7.0), picture.strength(0.0)), (1.0, 0.0));
        assert!(picture.strength(1e-30) > 0.1);
    }
}
