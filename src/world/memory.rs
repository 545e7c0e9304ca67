//! What a step leaves for the next one to start from.

use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::Pose;
use crate::world::body::PartId;
use serde::{Deserialize, Serialize};

/// What separated one pair of parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairMemory {
    /// The two parts, in order.
    pub parts: (PartId, PartId),
    /// The feature that separated them.
    pub feature: SeparatingFeature,
    /// Its rows that were active, with their impulses (N·s).
    pub rows: Vec<(RowKey, f64)>,
    /// Fingerprint of the poses at which both bodies stood still and no other feature was better.
    pub still: Option<u64>,
}

/// A number that two poses share with no others, for practical purposes (FNV-1a over their bits).
pub fn fingerprint(a: &Pose, b: &Pose) -> u64 {
    let numbers = [a, b].into_iter().flat_map(|p| p.position.iter().chain(p.orientation.coords.iter()));
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, x| {
        x.to_bits().to_le_bytes().iter().fold(hash, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
    })
}

/// The pairs near each other at the end of a step, in order of their parts.
///
/// Only a place to start: whatever stands here, the step finds a state that holds, though rounding and the choice
/// among equally good states may depend on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContactMemory {
    pairs: Vec<PairMemory>,
}

impl ContactMemory {
    /// From pairs in any order.
    pub fn new(mut pairs: Vec<PairMemory>) -> Self {
        pairs.sort_by_key(|p| p.parts);
        Self { pairs }
    }

    /// All pairs, in order of their parts.
    pub fn pairs(&self) -> &[PairMemory] {
        &self.pairs
    }

    /// What is remembered of a pair.
    pub fn get(&self, parts: (PartId, PartId)) -> Option<&PairMemory> {
        self.pairs.binary_search_by_key(&parts, |p| p.parts).ok().map(|k| &self.pairs[k])
    }
}
