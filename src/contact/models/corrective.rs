//! The corrective method that the thesis compares PEG with (5.2.3): one contact for each overlap, and none before it.

use crate::contact::detect::ContactSet;
use crate::contact::kinematics::{Kinematics, WorldPart};
use crate::contact::models::disjunction::{Disjunction, PointModel};
use crate::contact::narrow_phase::jacobian;
use crate::contact::separating::search;
use crate::contact::types::{Contact, ContactId, Feature, FeaturePair};
use crate::geometry::overlap::{ConvexView, centroid};
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Vec3};

/// Parts that overlap by no more than this only touch (m): what a step has taken back is zero but for rounding and for what
/// the solver leaves, and whether it is corrected again must not depend on the sign of that. Exact promises the same.
const TOUCHING: f64 = 1e-9;

/// The corrective method.
#[derive(Clone, Copy, Debug)]
pub struct Corrective;

impl PointModel for Corrective {
    /// One U per overlap of two parts, ψ = −depth. The potential contacts of the set stay without a condition; those of the
    /// overlaps are appended.
    fn build(
        &self,
        dimension: Dimension,
        kinematics: &Kinematics,
        set: &mut ContactSet,
        _applicability_angle: f64,
    ) -> Vec<Disjunction> {
        let mut out = Vec::new();
        for k in 0..set.near.len() {
            let (a, b) = set.near[k];
            let (a, b) = (&kinematics.parts[a], &kinematics.parts[b]);
            if let Some(contact) = overlap_contact(dimension, a, b) {
                let id = ContactId(set.contacts.len());
                set.contacts.push(contact);
                out.push(Disjunction::unilateral(set, id));
            }
        }
        out
    }

    fn only_corrects(&self) -> bool {
        true
    }
}

/// The contact of an overlap; `None` for parts that are apart or only touch.
///
/// Normal and depth are those of the shortest translation that parts them. It acts at the centroid of what they have in
/// common, carried along the normal to the boundary of each, and has the names of the features between which that translation
/// is the gap: a facet and the vertex deepest below it, or two edges.
fn overlap_contact(dimension: Dimension, a: &WorldPart, b: &WorldPart) -> Option<Contact> {
    let (feature, separation) = search::widest(a, b, -TOUCHING);
    // Not `<`: a NaN is no overlap.
    if !matches!(separation.partial_cmp(&-TOUCHING), Some(order) if order.is_lt()) {
        return None;
    }
    let normal = feature.direction(a, b)?;
    let (deepest_a, deepest_b) = (a.lowest_vertex(&-normal), b.lowest_vertex(&normal));
    let centre = common_centre(dimension, a, b)?;
    let onto = |point: &Vec3| centre + normal * normal.dot(&(point - centre));
    let (point_a, point_b) = (onto(&a.vertices[deepest_a]), onto(&b.vertices[deepest_b]));
    let (of_a, of_b, flipped) = match feature {
        SeparatingFeature::FacetOfA(f) => (Feature::Facet(f), Feature::Vertex(deepest_b), false),
        SeparatingFeature::FacetOfB(f) => (Feature::Vertex(deepest_a), Feature::Facet(f), false),
        SeparatingFeature::Edges { a, b, flipped } => (Feature::Edge(a), Feature::Edge(b), flipped),
        // Of curved bodies, which it does not take.
        SeparatingFeature::Surfaces => (Feature::Vertex(deepest_a), Feature::Vertex(deepest_b), false),
    };
    let (jacobian_a, jacobian_b) = jacobian(&normal, &point_a, &point_b, &a.centre, &b.centre);
    Some(Contact {
        pair: FeaturePair { a: (a.id, of_a), b: (b.id, of_b), flipped },
        gap: separation,
        distance: separation.abs(),
        normal,
        point_a,
        point_b,
        centre_a: a.centre,
        centre_b: b.centre,
        jacobian_a,
        jacobian_b,
        // Both features support their parts along the normal: nothing is left to ask.
        applicability: 0.0,
        applicable: true,
        feasible: true,
    })
}

/// Centroid of what two parts have in common (m).
fn common_centre(dimension: Dimension, a: &WorldPart, b: &WorldPart) -> Option<Vec3> {
    let [view_a, view_b] = [a, b].map(|p| ConvexView { vertices: &p.vertices, facets: &p.shape.facets });
    centroid(dimension, &view_a, &view_b)
}
