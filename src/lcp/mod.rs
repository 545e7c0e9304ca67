//! Linear complementarity problems: the statement, the judge, the methods and their catalogue.
//!
//! The problem LCP(A, b): find z with
//!
//! ```text
//!   z >= 0,   w = A z + b >= 0,   z · w = 0        equivalently   min(z, A z + b) = 0   (row by row)
//! ```
//!
//! A method implements [`LcpSolver`] and says what it *believes*; [`solve`] measures the residual itself and takes
//! back a claim of success that the numbers do not support. Nothing outside [`residual`] decides what is solved.
//!
//! The strictly convex special case, a projection onto a set of half-spaces, has its own statement ([`convex`])
//! and two methods: [`dual_active_set`](convex::dual_active_set) for small problems, [`proximal_newton`](convex::proximal_newton) for large sparse ones.

pub mod catalogue;
pub mod convex;
pub mod coulomb;
pub(crate) mod judge;
pub(crate) mod linear;
pub(crate) mod method;
pub mod methods;
pub mod problem;
pub mod table;

pub use judge::{Residual, residual};
pub use method::{
    DEFAULT_MAX_ITERATIONS, DEFAULT_TOLERANCE, LcpSettings, LcpSolver, Outcome, Solution, SolveReport,
    Status, solve,
};
pub use problem::{Block, Factors, Lcp, LcpError};
