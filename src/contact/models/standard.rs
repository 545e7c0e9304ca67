//! The standard model: every contact within reach is enforced on its own, as if the free space were convex.

use crate::contact::detect::ContactSet;
use crate::contact::kinematics::Kinematics;
use crate::contact::models::disjunction::{Disjunction, PointModel};
use crate::contact::types::ContactId;
use crate::math::Dimension;

/// The standard model of Stewart–Trinkle time stepping.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl PointModel for Standard {
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

/// One U per feasible vertex–facet contact and per primary edge–edge contact within ε.
///
/// This is the standard model at its most favourable: contacts that a step has no business with, a vertex centimetres
/// below a face that it never passed, are left out (section 3.3 of the thesis), since enforcing them would throw
/// bodies about in every scene. The trap remains: a vertex over a corner is above both faces, and both are enforced
/// (figure 4.1). Applicability is not asked for a vertex: it depends on the orientation alone, and a vertex that has
/// slid onto a corner would come loose when its body has turned far enough.
fn build(set: &ContactSet) -> Vec<Disjunction> {
    let mut out = Vec::new();
    for pair in &set.pairs {
        for id in pair.range.clone().map(ContactId) {
            let contact = set.get(id);
            if contact.feasible && (contact.applicable || !contact.is_edge_edge()) {
                out.push(Disjunction::unilateral(set, id));
            }
        }
    }
    out
}
