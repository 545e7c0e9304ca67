//! Dynamics: inverse mass, free motion under external forces, and the update of poses.

mod free_motion;
mod mass;

pub use free_motion::free_twists;
pub(crate) use free_motion::gravity_factor;
pub use mass::MassRoot;
