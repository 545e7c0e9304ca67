//! Dynamics: inverse mass, free motion under external forces, and the update of poses.

mod free_flight;
mod free_motion;
mod mass;
pub mod top;

pub use free_flight::FreeFlight;
pub(crate) use free_motion::first_step_factor;
pub use free_motion::free_twists;
pub use mass::MassRoot;
