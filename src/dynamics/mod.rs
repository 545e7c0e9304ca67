//! Dynamics: inverse mass, free motion under external forces, free rotation, and the update of poses.

mod free_flight;
mod free_motion;
mod mass;
mod midpoint;
mod top;
mod welded;

pub use free_flight::{AsOne, Flown, FreeFlight, fly, weight};
pub use free_motion::free_twists;
pub(crate) use free_motion::{gravity_factor, lagging_forces};
pub use mass::MassRoot;
pub use midpoint::midpoint_spin;
pub use top::spin_freely;
