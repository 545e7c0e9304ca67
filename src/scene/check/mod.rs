//! What is checked of a scene before it runs.

pub(crate) mod extent;
pub(crate) mod groups;
pub(crate) mod resume;
pub(crate) mod start;
pub(crate) mod validate;
pub(crate) mod weights;
