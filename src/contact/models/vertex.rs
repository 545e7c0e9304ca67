//! Constraints of single vertices, shared by LNC and PEG: U where one facet is near, I where several are.

use crate::contact::detect::{ContactSet, PairContacts};
use crate::contact::models::disjunction::{Disjunction, DisjunctionKind};
use crate::contact::types::ContactId;

/// Gaps above this still count as "not yet crossed" when the primary contact is guessed (m).
const PRIMARY_SLACK: f64 = 1e-4;

/// The primary contact of a list of candidates (index into it): applicable and feasible ones first (C-split,
/// Algorithm 9); among them the smallest gap that is not violated, since that one closes first; else the largest.
pub fn choose_primary(set: &ContactSet, candidates: &[ContactId]) -> usize {
    let rank = |id: &ContactId| {
        let c = set.get(*id);
        let class = match (c.is_primary(), c.gap >= -PRIMARY_SLACK) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        };
        (class, if c.gap >= -PRIMARY_SLACK { c.gap } else { -c.gap })
    };
    let mut best = 0;
    for k in 1..candidates.len() {
        let (a, b) = (rank(&candidates[k]), rank(&candidates[best]));
        if a.0 < b.0 || (a.0 == b.0 && a.1 < b.1) {
            best = k;
        }
    }
    best
}

/// One U or I per vertex that is near facets of the other part (4.16), (4.18), (4.21).
///
/// The thesis writes an I per vertex–edge and per vertex–vertex configuration. Where a vertex is near several
/// edges at once, separate I's would each hold it to a part of the boundary and together trap it; a point is
/// outside a convex body when it is above *any* of its facets, so all near facets go into one I.
/// A vertex that is applicable with none of its facets is left to its neighbours, which are closer (Algorithm 8).
/// Feasibility is not asked for: a vertex that the rotation error of a step (section 5.3) has put a few millimetres
/// deep must still be held, and in a disjunction a deep contact traps nothing.
pub fn vertex_constraints(set: &ContactSet, pair: &PairContacts, out: &mut Vec<Disjunction>) {
    let mut k = pair.range.start;
    while k < pair.range.end {
        let Some(vertex) = set.contacts[k].vertex() else { break };
        // The narrow phase lists the contacts of one vertex together.
        let mut end = k + 1;
        while end < pair.range.end && set.contacts[end].vertex() == Some(vertex) {
            end += 1;
        }
        let ids: Vec<ContactId> = (k..end).map(ContactId).collect();
        k = end;
        if !ids.iter().any(|&i| set.get(i).applicable) {
            continue;
        }
        if ids.len() == 1 {
            out.push(Disjunction::unilateral(set, ids[0]));
        } else {
            let features = set.get(ids[choose_primary(set, &ids)]).features();
            out.push(Disjunction::one_of(set, DisjunctionKind::InterContact, features, &ids));
        }
    }
}
