//! Convex polytopes in 2D and 3D, their mass properties, proximity of features, and the independent truth meter.

pub mod decompose;
pub mod hull;
pub mod mesh;
pub mod overlap;
pub mod planes;
pub mod polytope;
pub(crate) mod proximity;
pub mod ratio;
pub mod separating;
pub mod shapes;
pub mod smooth;
pub mod spot;
mod swept;
mod swept_mass;
