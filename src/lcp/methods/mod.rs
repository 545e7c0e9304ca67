//! The methods for linear complementarity problems, one file each, and what they share.

pub mod automatic;
pub mod blocked_gauss_seidel;
pub mod dantzig;
pub mod enumerate;
pub mod fischer_newton;
pub mod fixed_point;
pub mod interior_point;
pub mod lemke;
#[cfg(test)]
mod method_tests;
pub mod minmap_newton;
pub mod nncg;
pub mod pgs;
mod polish;
pub mod projected_jacobi;
pub mod psor;
mod semismooth;
mod splitting;
pub mod staggered;
mod sweeps;
