//! Why numbers state no complementarity problem.

use super::Lcp;

/// Why a matrix and a vector do not state a complementarity problem.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LcpError {
    /// A has different numbers of rows and columns.
    #[error("the matrix of a complementarity problem must be square; this one is {rows} × {columns}")]
    NotSquare {
        /// Rows of A.
        rows: usize,
        /// Columns of A.
        columns: usize,
    },
    /// b does not have one entry per row of A.
    #[error("the vector of a complementarity problem needs {expected} entries; this one has {found}")]
    SizeMismatch {
        /// Rows of A.
        expected: usize,
        /// Entries of b.
        found: usize,
    },
    /// An entry of A is infinite or not a number.
    #[error("entry ({row}, {column}) of the matrix is not finite")]
    MatrixNotFinite {
        /// Row of the first such entry.
        row: usize,
        /// Column of the first such entry.
        column: usize,
    },
    /// An entry of b is infinite or not a number.
    #[error("entry {row} of the vector is not finite")]
    VectorNotFinite {
        /// Row of the first such entry.
        row: usize,
    },
    /// A factor does not have one row per row of A.
    #[error("the factor `{factor}` needs {expected} rows, one per entry of the vector; it has {found}")]
    FactorSize {
        /// `rows`, `forces` or `entries`.
        factor: &'static str,
        /// Rows of A.
        expected: usize,
        /// Rows of the factor.
        found: usize,
    },
    /// A factor has an entry beyond its last column.
    #[error(
        "row {row} of the factor `{factor}` has an entry in column {column}; the columns are 0 to {last}"
    )]
    FactorColumn {
        /// `rows`, `forces` or `entries`.
        factor: &'static str,
        /// The row.
        row: usize,
        /// The column of the entry.
        column: usize,
        /// The last column there is.
        last: i64,
    },
    /// A factor has a number that is infinite or not a number.
    #[error("row {row} of the factor `{factor}` has an entry that is not finite")]
    FactorNotFinite {
        /// `rows`, `forces` or `entries`.
        factor: &'static str,
        /// The first such row.
        row: usize,
    },
    /// The products of the factors may have no numbers.
    #[error(
        "the factors `rows` and `forces` have entries up to {largest:e}; at most {:e} is allowed, so that their products are finite",
        Lcp::LARGEST_FACTOR
    )]
    FactorsTooLarge {
        /// The largest entry of both.
        largest: f64,
    },
    /// A block does not fit the matrix.
    #[error("friction block {block} does not fit the problem: {what}")]
    BadBlock {
        /// Index of the block.
        block: usize,
        /// What is wrong and what would be right.
        what: String,
    },
}
