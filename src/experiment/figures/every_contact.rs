//! The standard model as the thesis runs it: "all contacts within the ε value" (5.2).

use crate::contact::models::{Disjunction, PointModel};
use crate::contact::{ContactId, ContactSet, Kinematics};
use crate::math::Dimension;

/// Every vertex near a facet, on whichever side of it, and every primary contact of edges, as U. Ours leaves out what is not feasible.
#[derive(Clone, Copy, Debug)]
pub(super) struct EveryContact;

impl PointModel for EveryContact {
    fn build(
        &self,
        _dimension: Dimension,
        _kinematics: &Kinematics,
        set: &mut ContactSet,
        _applicability_angle: f64,
    ) -> Vec<Disjunction> {
        let ids = set.pairs.iter().flat_map(|pair| pair.range.clone().map(ContactId));
        let taken = |id: &ContactId| set.get(*id).vertex().is_some() || set.get(*id).is_primary();
        ids.filter(taken).map(|id| Disjunction::unilateral(set, id)).collect()
    }
}
