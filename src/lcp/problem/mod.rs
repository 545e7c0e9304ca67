//! The statement of a complementarity problem, dense or as sparse factors, and its friction blocks.
//!
//! The problem of a time step is handed over as
//!
//! ```text
//!   A = R Fᵀ + S      R  n × m, row i: how velocity coordinates y (m) enter w_i
//!                     F  n × m, row j: what z_j does to y
//!                     S  n × n, few entries: slacks and friction cones
//! ```
//!
//! with a handful of entries in each row. Splitting methods hold v = Fᵀ z and never see A; a method that needs A
//! calls [`Lcp::a`], which forms it once.

pub(crate) mod equilibrate;
mod error;
mod explain;
pub mod file;
#[cfg(test)]
pub(crate) mod test_problems;

use std::sync::OnceLock;

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

use super::convex::SparseRow;
pub use error::LcpError;

/// The data of one linear complementarity problem, checked once on construction: A is square, b has as many
/// entries as A has rows, and every number is finite.
#[derive(Debug, Clone)]
pub struct Lcp {
    b: DVector<f64>,
    factors: Option<Factors>,
    /// A; of a factored problem only once somebody asked for it.
    dense: OnceLock<DMatrix<f64>>,
    blocks: Option<Vec<Block>>,
    /// What counts as one in the unit of b.
    unit: f64,
}

/// A = R Fᵀ + S by sparse rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Factors {
    /// Number of velocity coordinates m.
    pub columns: usize,
    /// R: n rows over the velocity coordinates; empty where w_i does not depend on y.
    pub rows: Vec<SparseRow>,
    /// F: n rows over the velocity coordinates; empty where z_j is no impulse.
    pub forces: Vec<SparseRow>,
    /// S: n rows over z; most are empty.
    pub entries: Vec<SparseRow>,
}

/// The rows that belong to one contact point. A row that is in no block stands for itself.
///
/// With directions, the block is the friction law of Stewart and Trinkle (2.37): over the impulses f_d and the
/// sliding speed s of row `cone`,
///
/// ```text
///   f_d >= 0  ⟂  slide_d + s >= 0 (row d: A[d, cone] = 1),     s >= 0  ⟂  μ p − Σ f_d >= 0 (row cone)
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Row of the normal impulse p.
    pub normal: usize,
    /// Rows of the slacks that belong to the same disjunction (4.26).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slacks: Vec<usize>,
    /// Rows of the friction impulses along the directions of the linearised cone; empty without friction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directions: Vec<usize>,
    /// Row of the sliding speed; none exactly where there are no directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cone: Option<usize>,
    /// Coulomb coefficient μ; 0 without friction.
    #[serde(default)]
    pub friction: f64,
}

impl Block {
    /// All rows of the block: normal, slacks, directions, cone.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        let further = self.slacks.iter().chain(&self.directions).copied();
        std::iter::once(self.normal).chain(further).chain(self.cone)
    }
}

impl Lcp {
    /// The entries of factors are at most this, so that sums of a million products of them are finite.
    pub const LARGEST_FACTOR: f64 = 1e150;

    /// States the problem with matrix `a` (n × n) and vector `b` (n).
    ///
    /// # Errors
    /// [`LcpError`] when `a` is not square, the sizes differ, or a number is not finite.
    pub fn new(a: DMatrix<f64>, b: DVector<f64>) -> Result<Lcp, LcpError> {
        if a.nrows() != a.ncols() {
            return Err(LcpError::NotSquare { rows: a.nrows(), columns: a.ncols() });
        }
        if b.len() != a.nrows() {
            return Err(LcpError::SizeMismatch { expected: a.nrows(), found: b.len() });
        }
        for column in 0..a.ncols() {
            if let Some(row) = (0..a.nrows()).find(|&row| !a[(row, column)].is_finite()) {
                return Err(LcpError::MatrixNotFinite { row, column });
            }
        }
        check_vector(&b)?;
        let unit = unit_of(a.iter().fold(0.0, |most, x| x.abs().max(most)));
        Ok(Lcp { b, factors: None, dense: OnceLock::from(a), blocks: None, unit })
    }

    /// States the problem with A = R Fᵀ + S and vector `b` (n).
    ///
    /// # Errors
    /// [`LcpError`] when a factor does not have n rows, an entry lies beyond the columns, or a number is not finite.
    pub fn factored(factors: Factors, b: DVector<f64>) -> Result<Lcp, LcpError> {
        let n = b.len();
        for (factor, rows, columns) in [
            ("rows", &factors.rows, factors.columns),
            ("forces", &factors.forces, factors.columns),
            ("entries", &factors.entries, n),
        ] {
            if rows.len() != n {
                return Err(LcpError::FactorSize { factor, expected: n, found: rows.len() });
            }
            for (row, sparse) in rows.iter().enumerate() {
                if let Some(&(column, _)) = sparse.entries().last().filter(|&&(column, _)| column >= columns)
                {
                    return Err(LcpError::FactorColumn { factor, row, column, last: columns as i64 - 1 });
                }
                if sparse.entries().iter().any(|(_, x)| !x.is_finite()) {
                    return Err(LcpError::FactorNotFinite { factor, row });
                }
            }
        }
        check_vector(&b)?;
        let [rows, forces, own] =
            [&factors.rows, &factors.forces, &factors.entries].map(|rows| largest(rows));
        if rows.max(forces) > Self::LARGEST_FACTOR {
            return Err(LcpError::FactorsTooLarge { largest: rows.max(forces) });
        }
        let unit = unit_of(own.max(rows * forces));
        Ok(Lcp { b, factors: Some(factors), dense: OnceLock::new(), blocks: None, unit })
    }

    /// The same problem with the rows of each contact point named.
    ///
    /// # Errors
    /// [`LcpError::BadBlock`] when a row is out of range or named twice, or a block with friction does not have the
    /// entries that [`Block`] describes.
    pub fn with_blocks(mut self, blocks: Vec<Block>) -> Result<Lcp, LcpError> {
        let n = self.size();
        let mut taken = vec![false; n];
        let columns = self.factors.as_ref().map_or_else(Vec::new, Factors::entry_columns);
        for (index, block) in blocks.iter().enumerate() {
            let bad = |what: String| Err(LcpError::BadBlock { block: index, what });
            for row in block.rows() {
                if row >= n {
                    return bad(format!("it names row {row}; the rows are 0 to {}", n as i64 - 1));
                }
                if std::mem::replace(&mut taken[row], true) {
                    return bad(format!("it names row {row}, which a block names already"));
                }
            }
            if block.cone.is_some() == block.directions.is_empty() {
                return bad("directions and a cone row must be given together or not at all".to_owned());
            }
            if !(block.friction.is_finite() && block.friction >= 0.0) {
                return bad(format!(
                    "its friction coefficient is {}; it must be finite and not negative",
                    block.friction
                ));
            }
            let Some(cone) = block.cone else { continue };
            let mut wanted = vec![(block.normal, block.friction)];
            wanted.extend(block.directions.iter().map(|&d| (d, -1.0)));
            if self.own_row(cone) != Some(SparseRow::new(wanted)) {
                return bad(format!(
                    "row {cone} must be μ in column {} and −1 in the columns of the directions",
                    block.normal
                ));
            }
            let mut wanted: Vec<(usize, f64)> = block.directions.iter().map(|&d| (d, 1.0)).collect();
            wanted.sort_by_key(|&(row, _)| row);
            if self.own_column(cone, &columns) != Some(wanted) {
                return bad(format!("column {cone} must be 1 in the rows of the directions and 0 elsewhere"));
            }
        }
        self.blocks = Some(blocks);
        Ok(self)
    }

    /// Row `i` of A where it owes nothing to R Fᵀ.
    fn own_row(&self, i: usize) -> Option<SparseRow> {
        match &self.factors {
            Some(factors) if factors.rows[i].entries().is_empty() => Some(factors.entries[i].clone()),
            Some(_) => None,
            None => Some(SparseRow::new(self.a().row(i).iter().copied().enumerate())),
        }
    }

    /// Column `j` of A, its nonzero entries by row, where it owes nothing to R Fᵀ. `columns`: those of S.
    fn own_column(&self, j: usize, columns: &[Vec<(usize, f64)>]) -> Option<Vec<(usize, f64)>> {
        match &self.factors {
            Some(factors) => factors.forces[j].entries().is_empty().then(|| columns[j].clone()),
            None => {
                let column = self.a().column(j);
                Some(column.iter().copied().enumerate().filter(|&(_, x)| x != 0.0).collect())
            }
        }
    }

    /// The matrix A (n × n). A factored problem forms it on the first call, which costs n² numbers.
    pub fn a(&self) -> &DMatrix<f64> {
        self.dense.get_or_init(|| self.factors.as_ref().map_or_else(DMatrix::default, Factors::dense))
    }

    /// The factors, where the problem was stated with some.
    pub fn factors(&self) -> Option<&Factors> {
        self.factors.as_ref()
    }

    /// The rows of each contact point, where they are known.
    pub fn blocks(&self) -> Option<&[Block]> {
        self.blocks.as_deref()
    }

    /// The vector b (n).
    pub fn b(&self) -> &DVector<f64> {
        &self.b
    }

    /// Number of rows n; 0 is allowed and is solved by the empty vector.
    pub fn size(&self) -> usize {
        self.b.len()
    }

    /// The diagonal of A (n), without forming A.
    pub fn diagonal(&self) -> Vec<f64> {
        match &self.factors {
            Some(factors) => (0..self.size()).map(|i| factors.entry(i, i)).collect(),
            None => self.a().diagonal().iter().copied().collect(),
        }
    }

    /// A z + b in a fixed order of sums (the same bits on every machine): R (Fᵀ z) + S z + b of a factored problem,
    /// otherwise column by column.
    ///
    /// # Panics
    /// When `z` does not have n entries.
    pub fn slack(&self, z: &DVector<f64>) -> DVector<f64> {
        let Some(factors) = &self.factors else { return self.dense_slack(z) };
        assert_eq!(z.len(), self.size(), "z must have one entry per row");
        let mut v = DVector::zeros(factors.columns);
        for (force, &zj) in factors.forces.iter().zip(z.iter()) {
            if zj != 0.0 {
                force.entries().iter().for_each(|&(k, x)| v[k] += x * zj);
            }
        }
        DVector::from_fn(self.size(), |i, _| self.b[i] + factors.rows[i].dot(&v) + factors.entries[i].dot(z))
    }

    /// A z + b by the columns of A, for a method that has formed A anyway.
    pub(super) fn dense_slack(&self, z: &DVector<f64>) -> DVector<f64> {
        assert_eq!(z.len(), self.size(), "z must have one entry per row");
        let mut w = self.b.clone();
        for (j, &zj) in z.iter().enumerate() {
            if zj != 0.0 {
                for (wi, aij) in w.iter_mut().zip(self.a().column(j).iter()) {
                    *wi += aij * zj;
                }
            }
        }
        w
    }

    /// Multiplications of one A z.
    pub(in crate::lcp) fn cost_of_product(&self) -> u64 {
        let entries = |rows: &[SparseRow]| rows.iter().map(|row| row.entries().len()).sum::<usize>();
        let count = match &self.factors {
            Some(Factors { rows, forces, entries: few, .. }) => {
                entries(rows) + entries(forces) + entries(few)
            }
            None => self.size() * self.size(),
        };
        count as u64
    }

    /// The same problem as one of a step: its b is what is left of velocities of metres in a second, so that one is 1 m/s
    /// however heavy the bodies and however small the entries of A are.
    pub fn of_a_step(self) -> Lcp {
        self.with_unit(1.0)
    }

    /// What counts as one in the unit of b: min(1, max|A|), so that A and b divided by a number above 1 are judged by what they
    /// were divided by, and 1 m/s for a [problem of a step](Self::of_a_step). Of a factored problem max|A| is the largest entry of
    /// S, or of R times the largest of F.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// The same problem with this for one in the unit of b: that of the problem which it is a part of.
    pub(in crate::lcp) fn with_unit(mut self, unit: f64) -> Lcp {
        self.unit = unit;
        self
    }

    /// u + max|b|: what an absolute residual is compared with (unit of b). z is a solution to the tolerance τ where
    /// ‖min(z, A z + b)‖∞ ≤ τ (u + max|b|) and all numbers in it are finite; u is [`Self::unit`].
    pub fn scale(&self) -> f64 {
        self.unit + self.b.iter().fold(0.0_f64, |m, x| m.max(x.abs()))
    }
}

/// The same statement: numbers, form, blocks and unit. Whether A has been formed yet makes no difference.
impl PartialEq for Lcp {
    fn eq(&self, other: &Lcp) -> bool {
        let same_matrix = self.factors == other.factors && (self.factors.is_some() || self.a() == other.a());
        same_matrix && self.b == other.b && self.blocks == other.blocks && self.unit == other.unit
    }
}

impl Factors {
    /// A_ij.
    pub(super) fn entry(&self, i: usize, j: usize) -> f64 {
        let (mut row, force) = (self.rows[i].entries().iter().peekable(), self.forces[j].entries());
        let mut sum = 0.0;
        for &(k, x) in force {
            while row.next_if(|e| e.0 < k).is_some() {}
            if let Some(&(_, r)) = row.next_if(|e| e.0 == k) {
                sum += x * r;
            }
        }
        let own = self.entries[i].entries();
        sum + own.binary_search_by_key(&j, |e| e.0).map_or(0.0, |at| own[at].1)
    }

    /// The columns of S: (row, value) by ascending row.
    fn entry_columns(&self) -> Vec<Vec<(usize, f64)>> {
        let mut columns = vec![Vec::new(); self.entries.len()];
        for (i, row) in self.entries.iter().enumerate() {
            row.entries().iter().for_each(|&(j, x)| columns[j].push((i, x)));
        }
        columns
    }

    /// A, in full.
    fn dense(&self) -> DMatrix<f64> {
        let n = self.rows.len();
        let mut a = DMatrix::zeros(n, n);
        let mut dense = DVector::zeros(self.columns);
        let with_force: Vec<usize> = (0..n).filter(|&j| !self.forces[j].entries().is_empty()).collect();
        for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| !row.entries().is_empty()) {
            row.entries().iter().for_each(|&(k, x)| dense[k] = x);
            for &j in &with_force {
                a[(i, j)] = self.forces[j].dot(&dense);
            }
            row.entries().iter().for_each(|&(k, _)| dense[k] = 0.0);
        }
        for (i, row) in self.entries.iter().enumerate() {
            row.entries().iter().for_each(|&(j, x)| a[(i, j)] += x);
        }
        a
    }
}

/// What counts as one beside a matrix whose entries reach `largest`: 1 from there on that they do. A matrix of zeros has a number too,
/// so that a scale can be divided by.
fn unit_of(largest: f64) -> f64 {
    largest.clamp(f64::MIN_POSITIVE, 1.0)
}

fn largest(rows: &[SparseRow]) -> f64 {
    rows.iter().flat_map(SparseRow::entries).fold(0.0, |most, (_, x)| x.abs().max(most))
}

fn check_vector(b: &DVector<f64>) -> Result<(), LcpError> {
    match (0..b.len()).find(|&row| !b[row].is_finite()) {
        Some(row) => Err(LcpError::VectorNotFinite { row }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::dvector;

    use super::*;
    use crate::lcp::problem::test_problems::{Random, factored_friction};

    #[test]
    fn bad_data_is_refused() {
        let square = DMatrix::<f64>::identity(2, 2);
        assert_eq!(
            Lcp::new(DMatrix::zeros(2, 3), DVector::zeros(2)),
            Err(LcpError::NotSquare { rows: 2, columns: 3 })
        );
        assert_eq!(
            Lcp::new(square.clone(), DVector::zeros(3)),
            Err(LcpError::SizeMismatch { expected: 2, found: 3 })
        );
        let mut nan = square.clone();
        nan[(1, 0)] = f64::NAN;
        assert_eq!(Lcp::new(nan, DVector::zeros(2)), Err(LcpError::MatrixNotFinite { row: 1, column: 0 }));
        let infinite = DVector::from_vec(vec![0.0, f64::INFINITY]);
        assert_eq!(Lcp::new(square, infinite), Err(LcpError::VectorNotFinite { row: 1 }));
    }

    #[test]
    fn bad_factors_are_refused() {
        let row = SparseRow::new([(1, 1.0)]);
        let good = Factors {
            columns: 2,
            rows: vec![row.clone()],
            forces: vec![row],
            entries: vec![SparseRow::default()],
        };
        assert!(Lcp::factored(good.clone(), dvector![1.0]).is_ok());
        let two = dvector![1.0, 2.0];
        assert!(matches!(Lcp::factored(good.clone(), two), Err(LcpError::FactorSize { found: 1, .. })));
        let narrow = Factors { columns: 1, ..good.clone() };
        assert!(matches!(Lcp::factored(narrow, dvector![1.0]), Err(LcpError::FactorColumn { last: 0, .. })));
        let nan = Factors { entries: vec![SparseRow::new([(0, f64::NAN)])], ..good };
        let error = Lcp::factored(nan, dvector![1.0]);
        assert_eq!(error, Err(LcpError::FactorNotFinite { factor: "entries", row: 0 }));
        let row = SparseRow::new([(1, 1e200)]);
        let huge = Factors {
            columns: 2,
            rows: vec![row.clone()],
            forces: vec![row],
            entries: vec![SparseRow::default()],
        };
        let said = Lcp::factored(huge, dvector![1.0]).unwrap_err().to_string();
        assert!(said.contains("entries up to 1e200; at most 1e150"), "{said}");
    }

    #[test]
    fn the_factors_and_the_matrix_say_the_same() {
        let lcp = factored_friction(&mut Random::new(5), 4, 0.4);
        let dense = Lcp::new(lcp.a().clone(), lcp.b().clone()).unwrap();
        let z = Random::new(6).vector(lcp.size());
        assert!((lcp.slack(&z) - dense.slack(&z)).amax() < 1e-13);
        assert!((lcp.dense_slack(&z) - dense.slack(&z)).amax() == 0.0);
        assert_eq!((lcp.unit(), dense.unit()), (1.0, 1.0));
        let difference = lcp.diagonal().iter().zip(dense.diagonal()).fold(0.0_f64, |m, (x, y)| m.max(x - y));
        assert!(difference.abs() < 1e-14);
        // The blocks of the one are those of the other.
        let blocks = lcp.blocks().unwrap().to_vec();
        assert!(dense.with_blocks(blocks).is_ok());
    }

    #[test]
    fn blocks_that_do_not_fit_are_refused() {
        let lcp = factored_friction(&mut Random::new(5), 2, 0.4);
        let blocks = lcp.blocks().unwrap().to_vec();
        let refused = |change: &dyn Fn(&mut Vec<Block>), what: &str| {
            let mut blocks = blocks.clone();
            change(&mut blocks);
            let message = lcp.clone().with_blocks(blocks).unwrap_err().to_string();
            assert!(message.contains(what), "{message}");
        };
        refused(&|b| b[1].normal = 99, "names row 99");
        refused(&|b| b[1].normal = b[0].normal, "names already");
        refused(&|b| b[0].cone = None, "together");
        refused(&|b| b[0].friction = 0.5, "must be μ");
        refused(&|b| b[0].friction = f64::NAN, "finite");
        refused(
            &|b| {
                b[0].directions.pop();
            },
            "−1 in the columns",
        );
    }
}
