//! The locally non-convex model of Nguyen (4.2)–(4.5): one I per vertex near several facets, no X.

use crate::contact::detect::ContactSet;
use crate::contact::kinematics::Kinematics;
use crate::contact::models::disjunction::{Disjunction, PointModel};
use crate::contact::models::vertex::vertex_constraints;
use crate::contact::types::ContactId;
use crate::math::Dimension;

/// The model of Nguyen.
#[derive(Clone, Copy, Debug)]
pub struct Lnc;

impl PointModel for Lnc {
    fn build(
        &self,
        _dimension: Dimension,
        _kinematics: &Kinematics,
        set: &mut ContactSet,
        _applicability_angle: f64,
    ) -> Vec<Disjunction> {
        build(set)
    }
}

/// U and I per vertex, U per primary edge–edge contact.
fn build(set: &ContactSet) -> Vec<Disjunction> {
    let mut out = Vec::new();
    for pair in &set.pairs {
        vertex_constraints(set, pair, &mut out);
        for id in pair.range.clone().map(ContactId) {
            if set.get(id).is_edge_edge() && set.get(id).is_primary() {
                out.push(Disjunction::unilateral(set, id));
            }
        }
    }
    out
}
