//! Contact detection: from poses to all potential contacts between features of nearby bodies.

pub mod types;

pub use types::{Contact, ContactId, Feature, FeaturePair, PartId};
