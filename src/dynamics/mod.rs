//! Dynamics: inverse mass, free motion under external forces, free rotation, and the update of poses.

mod free_flight;
mod free_motion;
mod mass;
mod midpoint;
mod top;

pub use free_flight::FreeFlight;
pub(crate) use free_motion::first_step_factor;
pub use free_motion::free_twists;
pub use mass::MassRoot;
pub use midpoint::midpoint_spin;
pub use top::spin_freely;
