//! Where the scene is seen from, and what of it is shown.

pub mod bounds;
pub mod camera;
pub mod convert;
pub mod fit;
pub mod quality;
pub mod rig;
pub mod title;
pub mod view;
pub mod viewing;
