//! Contact detection: from poses to all potential contacts between features of nearby bodies.
//!
//! ```text
//! poses -> kinematics (world geometry) -> broad phase (pairs of parts) -> narrow phase (potential contacts)
//! ```

pub(crate) mod broad_phase;
pub(crate) mod detect;
pub(crate) mod kinematics;
pub mod models;
pub(crate) mod narrow_phase;
pub(crate) mod separating;
pub(crate) mod sorting;
pub(crate) mod types;

pub use detect::{ContactSet, PairContacts, motion_bounds};
pub use kinematics::{Kinematics, WorldPart};
pub use narrow_phase::gap_at;
pub use types::{Contact, ContactId, Feature, FeaturePair};
