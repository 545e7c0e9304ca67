//! The standard model: every contact that could carry a force is enforced on its own.

use crate::contact::{ContactId, ContactSet};
use crate::model::Disjunction;
use crate::model::vertex::unilateral;

/// One U per primary contact.
///
/// "Primary" (applicable and feasible) is the test by which engines and the thesis choose potential contacts;
/// without it a box on a box would be asked to leave through all faces of the other at once. The trap remains:
/// a vertex over a corner has a primary contact with both faces, and both are enforced (figure 4.1).
pub fn build(set: &ContactSet) -> Vec<Disjunction> {
    let mut out = Vec::new();
    for pair in &set.pairs {
        for id in pair.range.clone().map(ContactId) {
            if set.get(id).is_primary() {
                out.push(unilateral(set, pair, id));
            }
        }
    }
    out
}
