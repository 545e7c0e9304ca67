//! What a step leaves for the next one to start from.

use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Pose, Vec3};
use crate::world::body::{BodyId, PartId};
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
    /// Where these do not tell what it bore, as with friction: the rows that pushed, with impulse and friction on B (N·s, world axes).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<(RowKey, f64, Vec3)>,
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

/// What a penalty law remembers of two bodies in contact: its forces depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PenaltyMemory {
    /// The two bodies, the lower id first.
    pub bodies: (BodyId, BodyId),
    /// Whether they part after a blow: then no force acts until they meet again.
    pub parting: bool,
    /// The sum I of the depths of past steps (m), with less weight the longer ago.
    pub integral: f64,
}

/// What a penalty law remembers, and after which step: after any other it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Penalties {
    step: u64,
    pairs: Vec<PenaltyMemory>,
}

impl Penalties {
    fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

/// The pairs near each other at the end of a step, in order of their parts.
///
/// Those of parts are only a place to start: whatever stands there, the step finds a state that holds, though rounding and the choice
/// among equally good states may depend on it. Those of penalty laws are part of their motion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContactMemory {
    pairs: Vec<PairMemory>,
    #[serde(default, skip_serializing_if = "Penalties::is_empty")]
    penalties: Penalties,
}

impl ContactMemory {
    /// From pairs in any order.
    pub fn new(mut pairs: Vec<PairMemory>) -> Self {
        pairs.sort_by_key(|p| p.parts);
        Self { pairs, penalties: Penalties::default() }
    }

    /// The same with what a penalty law remembers after step number `step`, from pairs in any order.
    pub fn with_penalties(self, step: u64, mut pairs: Vec<PenaltyMemory>) -> Self {
        pairs.sort_by_key(|p| p.bodies);
        Self { penalties: Penalties { step, pairs }, ..self }
    }

    /// What a penalty law remembered, in order of the bodies, with the number of the step after which it did.
    pub fn penalties(&self) -> (u64, &[PenaltyMemory]) {
        (self.penalties.step, &self.penalties.pairs)
    }

    /// What a penalty law remembers of two bodies (the lower id first) after step number `step`.
    pub fn penalty(&self, step: u64, bodies: (BodyId, BodyId)) -> Option<&PenaltyMemory> {
        let Penalties { step: after, pairs } = &self.penalties;
        let found = pairs.binary_search_by_key(&bodies, |p| p.bodies).ok()?;
        (*after == step).then(|| &pairs[found])
    }

    /// Whether this is what was `recorded`, but for what pairs bore where the record has nothing of it.
    pub(in crate::world) fn repeats(&self, recorded: &Self) -> bool {
        let same = |(now, then): (&PairMemory, &PairMemory)| {
            let PairMemory { parts, feature, rows, held, still } = now;
            (parts, feature, rows, still) == (&then.parts, &then.feature, &then.rows, &then.still)
                && (then.held.is_empty() || *held == then.held)
        };
        self.penalties == recorded.penalties
            && self.pairs.len() == recorded.pairs.len()
            && self.pairs.iter().zip(&recorded.pairs).all(same)
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
