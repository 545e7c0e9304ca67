//! How fast the gap of a contact opens at the end of a step.

use crate::app::explain::{Step, separating_feature};
use crate::contact::kinematics::{Kinematics, WorldPart};
use crate::contact::models::{Alternative, ContactModel, Disjunction, DisjunctionKind};
use crate::contact::separating::mixed::Sides;
use crate::contact::separating::rows::{Placed, secant_row};
use crate::contact::separating::swept::is_swept;
use crate::contact::{Contact, ContactId, Feature};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::Vec6;

/// The gap rate of a contact under the velocities of the state after the step (m/s); none where its features have no common
/// plane.
///
/// Under the models of the papers Gᵀν⁺ with the Jacobian of the step, whose velocities are those of its middle; under the ratio metric that is
/// the rate of its component function in the scale of a gap. The velocities
/// of Exact are those of its end: there the rate is that of the true gap at the end poses. The Jacobians in its record are
/// those along which the impulses of both of its problems acted.
pub fn gap_rate(step: &Step, id: ContactId) -> Option<f64> {
    let contact = step.record.contacts.get(id.0)?;
    let (a, b) = match step.contact_model {
        ContactModel::SeparatingFeature => at_the_end(step, id, contact)?,
        _ => (contact.jacobian_a, contact.jacobian_b),
    };
    let of = |body: crate::world::BodyId, row: &Vec6| {
        step.end.twists.get(body.0).map_or(0.0, |twist| row.dot(&twist.to_vec6()))
    };
    Some(of(contact.body_a(), &a) + of(contact.body_b(), &b))
}

/// The derivatives of the gap at the end poses with respect to the twists.
fn at_the_end(step: &Step, id: ContactId, contact: &Contact) -> Option<(Vec6, Vec6)> {
    let ends = Kinematics::new(step.model, &step.end.poses, step.end.time);
    let part = |id| ends.parts.iter().find(|part| part.id == id);
    let end = Placed { a: part(contact.pair.a.0)?, b: part(contact.pair.b.0)? };
    let is_mixed = Sides::of(end).is_some();
    if is_swept(end.a, end.b) && !is_mixed {
        return of_surfaces(step, id, contact, end);
    }
    let on_facet = matches!(
        contact.features(),
        (Feature::Facet(_), Feature::Vertex(_)) | (Feature::Vertex(_), Feature::Facet(_))
    );
    if !on_facet && (end.a.shape.smooth().is_some() || end.b.shape.smooth().is_some()) {
        // The record does not say which limbs a row of two surfaces is of.
        return None;
    }
    let (feature, key) = row_of(step, id, contact)?;
    // A record of other bodies has features that these do not.
    let own = [(end.a, contact.pair.a.1), (end.b, contact.pair.b.1)];
    if !own.into_iter().all(|(part, feature)| has(part, feature)) || !knows(feature, end) {
        return None;
    }
    let row = secant_row(feature, key, end, end, (1.0, 1.0))?;
    Some((row.jacobian_a, row.jacobian_b))
}

/// The same of a row of curved bodies: a vertex of one core against the other, or an edge of each; where two vertices are named, that of them
/// whose gap it is.
fn of_surfaces(step: &Step, id: ContactId, contact: &Contact, end: Placed) -> Option<(Vec6, Vec6)> {
    let gap = *step.record.end_gaps.get(id.0)?;
    let vertex = |feature: Feature, part: &WorldPart| match feature {
        Feature::Vertex(v) if v < part.vertices.len() => Some(v),
        _ => None,
    };
    let of_a = vertex(contact.pair.a.1, end.a).map(RowKey::OfA);
    let of_b = vertex(contact.pair.b.1, end.b).map(RowKey::OfB);
    let edge = |feature: Feature, part: &WorldPart| match feature {
        Feature::Edge(e) if e < part.shape.edges.len() => Some(e),
        _ => None,
    };
    let between = edge(contact.pair.a.1, end.a).zip(edge(contact.pair.b.1, end.b));
    let between = between.map(|(a, b)| RowKey::between(a, b));
    let row = |key| secant_row(SeparatingFeature::Surfaces, key, end, end, (1.0, 1.0));
    let rows = of_a.into_iter().chain(of_b).chain(between).filter_map(row);
    let nearest = rows.min_by(|x, y| (x.gap - gap).abs().total_cmp(&(y.gap - gap).abs()))?;
    Some((nearest.jacobian_a, nearest.jacobian_b))
}

fn has(part: &WorldPart, feature: Feature) -> bool {
    match feature {
        Feature::Vertex(i) => i < part.vertices.len(),
        Feature::Edge(i) => i < part.shape.edges.len(),
        Feature::Facet(i) => i < part.shape.facets.len(),
    }
}

/// Whether the parts have what separates them.
fn knows(feature: SeparatingFeature, at: Placed) -> bool {
    match feature {
        SeparatingFeature::FacetOfA(f) => has(at.a, Feature::Facet(f)),
        SeparatingFeature::FacetOfB(f) => has(at.b, Feature::Facet(f)),
        SeparatingFeature::Edges { a, b, .. } => has(at.a, Feature::Edge(a)) && has(at.b, Feature::Edge(b)),
        SeparatingFeature::Surfaces => at.a.shape.is_curved() || at.b.shape.is_curved(),
    }
}

/// Which row of which feature a contact of Exact is.
fn row_of(step: &Step, id: ContactId, contact: &Contact) -> Option<(SeparatingFeature, RowKey)> {
    let edges = |c: &Contact| match (c.pair.a.1, c.pair.b.1) {
        (Feature::Edge(a), Feature::Edge(b)) => {
            Some(SeparatingFeature::Edges { a, b, flipped: c.pair.flipped })
        }
        _ => None,
    };
    match (contact.pair.a.1, contact.pair.b.1) {
        (Feature::Facet(f), Feature::Vertex(v)) => Some((SeparatingFeature::FacetOfA(f), RowKey::Vertex(v))),
        (Feature::Vertex(v), Feature::Facet(f)) => Some((SeparatingFeature::FacetOfB(f), RowKey::Vertex(v))),
        (Feature::Edge(_), Feature::Edge(_)) => Some((edges(contact)?, RowKey::Edges)),
        (side_of_a, side_of_b) => {
            // A side row tells only one of the two edges; the other is in the condition that it is in.
            let record = step.record;
            let holds = |alternative: &&Alternative| alternative.contacts.contains(&id);
            let of = |d: &Disjunction| -> Option<SeparatingFeature> {
                let k = d.alternatives.iter().position(|a| holds(&a))?;
                let own = d.alternatives[k].contacts.iter().find_map(|c| edges(record.contacts.get(c.0)?));
                own.or_else(|| (k == d.primary).then(|| separating_feature(record, d)))
            };
            let conditions = record.disjunctions.iter().filter(|d| d.kind == DisjunctionKind::Separation);
            let feature = conditions.filter_map(of).next()?;
            match (side_of_a, side_of_b) {
                (Feature::Vertex(v), Feature::Edge(_)) => Some((feature, RowKey::SideOfA(v))),
                (Feature::Edge(_), Feature::Vertex(v)) => Some((feature, RowKey::SideOfB(v))),
                _ => None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::explain::tests::{pane, step};
    use crate::contact::separating::rows::row_gaps;

    /// The rate against the difference of the gap over a moment around the end, along the motion with the velocities there: not
    /// by the code that is tested.
    #[test]
    fn under_exact_it_is_the_rate_of_the_true_gap_at_the_end() {
        let (mut seen, mut sides, mut fast) = (0, 0, 0);
        for scene in ["triangle_drop.ron", "cube_on_edge.ron", "box3d_seed0.ron"] {
            let mut pane = pane(scene, ContactModel::SeparatingFeature);
            for _ in 0..70 {
                step(&mut pane);
                let shown = Step::of(&pane).expect("a step");
                for (k, contact) in shown.record.contacts.iter().enumerate() {
                    let id = ContactId(k);
                    let (feature, key) = row_of(&shown, id, contact).expect("a row");
                    let moment = 1e-6;
                    let gap = |t: f64| {
                        let move_on = |(pose, twist): (&crate::math::Pose, &crate::math::Twist)| {
                            pose.advanced(twist, t)
                        };
                        let poses: Vec<_> =
                            shown.end.poses.iter().zip(&shown.end.twists).map(move_on).collect();
                        let world = Kinematics::new(shown.model, &poses, shown.end.time);
                        let part = |id| world.parts.iter().find(|part| part.id == id).expect("a part");
                        let at = Placed { a: part(contact.pair.a.0), b: part(contact.pair.b.0) };
                        let mut gaps = Vec::new();
                        row_gaps(feature, at, &mut gaps);
                        gaps.iter().find(|gap| gap.0 == key).map(|gap| gap.1)
                    };
                    let (Some(before), Some(after)) = (gap(-moment), gap(moment)) else { continue };
                    let wanted = (after - before) / (2.0 * moment);
                    let found = gap_rate(&shown, id).expect("a rate");
                    // A side row is measured by the length of the edges' normal at the start of its step, a true gap by a unit one.
                    if !contact.pair.is_couple() {
                        assert!((found - wanted).abs() < 1e-6, "{scene}: {found} for {wanted}");
                        seen += 1;
                        fast += usize::from(wanted.abs() > 0.1);
                    } else {
                        sides += 1;
                    }
                }
            }
        }
        assert!(seen > 30 && fast > 3, "{seen} rates, {fast} of them above 0.1 m/s, {sides} side rows");
    }
}
