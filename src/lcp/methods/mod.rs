//! The methods for linear complementarity problems, one file each, and what they share.

pub(crate) mod automatic;
pub(crate) mod blocked_gauss_seidel;
pub(crate) mod by_contacts;
pub(crate) mod dantzig;
pub mod enumerate;
pub(crate) mod fischer_newton;
pub(crate) mod fixed_point;
pub(crate) mod interior_point;
pub(crate) mod lemke;
#[cfg(test)]
mod method_tests;
pub(crate) mod minmap_newton;
pub(crate) mod nncg;
pub(crate) mod pgs;
mod polish;
pub(crate) mod projected_jacobi;
pub(crate) mod psor;
mod semismooth;
mod splitting;
pub(crate) mod staggered;
mod sweeps;

pub use automatic::Automatic;
pub use blocked_gauss_seidel::BlockedGaussSeidel;
pub use dantzig::Dantzig;
pub use enumerate::Enumeration;
pub use fischer_newton::FischerNewton;
pub use fixed_point::FixedPoint;
pub use interior_point::InteriorPoint;
pub use lemke::Lemke;
pub use minmap_newton::MinmapNewton;
pub use nncg::NonsmoothConjugateGradient;
pub use pgs::ProjectedGaussSeidel;
pub use projected_jacobi::ProjectedJacobi;
pub use psor::Psor;
pub use staggered::Staggered;
