//! Contact detection: from poses to all potential contacts between features of nearby bodies.
//!
//! ```text
//! poses -> kinematics (world geometry) -> broad phase (pairs of parts) -> narrow phase (potential contacts)
//! ```

pub mod broad_phase;
pub mod detect;
pub mod kinematics;
pub mod models;
pub mod narrow_phase;
pub mod separating;
pub mod sorting;
pub mod types;

pub use detect::{ContactSet, PairContacts, motion_bounds};
pub use kinematics::Kinematics;
pub use types::{Contact, ContactId, Feature, FeaturePair};
