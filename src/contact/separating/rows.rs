//! The rows of a separating feature: one gap per vertex that could cross its plane.
//!
//! A row's gap ψ is linear in the end poses only to first order. Over a whole step it obeys an exact *secant* law,
//!
//! ```text
//!   ψ(q⁺) = ψ(q) + h (J_a·ν_a + J_b·ν_b)
//! ```
//!
//! with J taken half way: a vector r that turns by the rotation exp(hω) satisfies r⁺ − r = κ hω × ½(r + r⁺),
//! κ = tan(φ/2)/(φ/2), φ = h‖ω‖ (Cayley), and a product of two such vectors changes by the sum of each change times
//! the mean of the other. J depends on ν through q⁺, so that the step iterates; at the fixed point the row holds on
//! the true geometry, and its right-hand side −ψ(q)/h is never positive where the bodies start apart: impulses do no
//! work, and ν = 0 satisfies every row (discrete gradient; Gonzalez 1996).

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::{facet_point, facing_points};
use crate::contact::types::{Contact, Feature, FeaturePair};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Vec3, Vec6};

/// A pair of parts at one instant.
#[derive(Clone, Copy)]
pub struct Placed<'p, 'm> {
    /// Part A.
    pub a: &'p WorldPart<'m>,
    /// Part B.
    pub b: &'p WorldPart<'m>,
}

/// One linear condition gap + h (J_a·ν_a + J_b·ν_b) >= 0.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Gap at the start of the step (m).
    pub gap: f64,
    /// Row on the twist of A.
    pub jacobian_a: Vec6,
    /// Row on the twist of B.
    pub jacobian_b: Vec6,
}

fn stack(linear: &Vec3, angular: &Vec3) -> Vec6 {
    Vec6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

fn mean(x: &Vec3, y: &Vec3) -> Vec3 {
    (x + y) / 2.0
}

/// The row between the poses `start` and `end`; with the same poses and κ = 1 it is the exact derivative there.
/// `None` where edges are parallel.
pub fn secant_row(
    feature: SeparatingFeature,
    key: RowKey,
    start: Placed,
    end: Placed,
    kappa: (f64, f64),
) -> Option<Row> {
    let (ka, kb) = kappa;
    match (feature, key) {
        (SeparatingFeature::FacetOfA(f), RowKey::Vertex(v)) => {
            let (gap, of_facet, of_vertex) = facet_row(f, v, (start.a, start.b), (end.a, end.b), ka, kb);
            Some(Row { gap, jacobian_a: of_facet, jacobian_b: of_vertex })
        }
        (SeparatingFeature::FacetOfB(f), RowKey::Vertex(v)) => {
            let (gap, of_facet, of_vertex) = facet_row(f, v, (start.b, start.a), (end.b, end.a), kb, ka);
            Some(Row { gap, jacobian_a: of_vertex, jacobian_b: of_facet })
        }
        (SeparatingFeature::Edges { a, b, flipped }, key) => edge_row(a, b, flipped, key, start, end, ka, kb),
        _ => None,
    }
}

/// The secant row of one contact of the point models, whose gap is the same signed distance.
pub fn contact_row(pair: &FeaturePair, start: Placed, end: Placed, kappa: (f64, f64)) -> Option<Row> {
    let (feature, key) = match (pair.a.1, pair.b.1) {
        (Feature::Facet(f), Feature::Vertex(v)) => (SeparatingFeature::FacetOfA(f), RowKey::Vertex(v)),
        (Feature::Vertex(v), Feature::Facet(f)) => (SeparatingFeature::FacetOfB(f), RowKey::Vertex(v)),
        (Feature::Edge(a), Feature::Edge(b)) => {
            (SeparatingFeature::Edges { a, b, flipped: pair.flipped }, RowKey::Edges)
        }
        _ => return None,
    };
    secant_row(feature, key, start, end, kappa)
}

/// Vertex v of one part above facet f of the other. With n̂ the normal and u from the centre of the facet's body to
/// the vertex: ψ = n̂·u − const.
fn facet_row(
    f: usize,
    v: usize,
    (facet0, vertex0): (&WorldPart, &WorldPart),
    (facet1, vertex1): (&WorldPart, &WorldPart),
    kappa_facet: f64,
    kappa_vertex: f64,
) -> (f64, Vec6, Vec6) {
    let (p0, p1) = (vertex0.vertices[v], vertex1.vertices[v]);
    let n0 = facet0.normal(f);
    let gap = n0.dot(&(p0 - facet_point(facet0, f)));
    let n = mean(&n0, &facet1.normal(f));
    let u = mean(&(p0 - facet0.centre), &(p1 - facet1.centre));
    let r = mean(&(p0 - vertex0.centre), &(p1 - vertex1.centre));
    (gap, stack(&-n, &(u.cross(&n) * -kappa_facet)), stack(&n, &(r.cross(&n) * kappa_vertex)))
}

fn edge_row(
    ea: usize,
    eb: usize,
    flipped: bool,
    key: RowKey,
    start: Placed,
    end: Placed,
    ka: f64,
    kb: f64,
) -> Option<Row> {
    let ((a0, a0h), (b0, b0h)) = (start.a.edge(ea), start.b.edge(eb));
    let ((a1, a1h), (b1, b1h)) = (end.a.edge(ea), end.b.edge(eb));
    let (da0, db0, da1, db1) = (a0h - a0, b0h - b0, a1h - a1, b1h - b1);
    let sign = if flipped { -1.0 } else { 1.0 };
    let (c0, c1) = (sign * da0.cross(&db0), sign * da1.cross(&db1));
    let least = super::PARALLEL_SINE * da0.norm() * db0.norm();
    if !(c0.norm() > least && c1.norm() > least) {
        return None;
    }
    let (da, db) = (mean(&da0, &da1), mean(&db0, &db1));
    let length = c0.norm();
    match key {
        RowKey::Edges => {
            let (n0, n1) = (c0 / length, c1.normalize());
            let n = mean(&n0, &n1);
            // Points of the two lines that face each other along the mean normal: the turning of n̂ then adds
            // nothing, because (n̂⁺ − n̂)·(n̂⁺ + n̂) = 0.
            let (s, t) = facing_points(&da, &db, &n, &mean(&(b0 - a0), &(b1 - a1)))?;
            let ra = mean(&(a0 + da0 * s - start.a.centre), &(a1 + da1 * s - end.a.centre));
            let rb = mean(&(b0 + db0 * t - start.b.centre), &(b1 + db1 * t - end.b.centre));
            Some(Row {
                gap: n0.dot(&(b0 - a0)),
                jacobian_a: stack(&-n, &(ra.cross(&n) * -ka)),
                jacobian_b: stack(&n, &(rb.cross(&n) * kb)),
            })
        }
        // (e_a × e_b)·w for w from B's edge to its vertex, or from A's vertex to its edge; w turns with its own body.
        RowKey::SideOfB(v) => {
            let (w0, w1) = (start.b.vertices[v] - b0, end.b.vertices[v] - b1);
            let (w, c) = (mean(&w0, &w1), mean(&c0, &c1));
            let turn_a = sign * da.cross(&db.cross(&w));
            let turn_b = w.cross(&c) + sign * db.cross(&w.cross(&da));
            Some(Row {
                gap: c0.dot(&w0) / length,
                jacobian_a: stack(&Vec3::zeros(), &(turn_a * (ka / length))),
                jacobian_b: stack(&Vec3::zeros(), &(turn_b * (kb / length))),
            })
        }
        RowKey::SideOfA(v) => {
            let (w0, w1) = (a0 - start.a.vertices[v], a1 - end.a.vertices[v]);
            let (w, c) = (mean(&w0, &w1), mean(&c0, &c1));
            let turn_a = w.cross(&c) + sign * da.cross(&db.cross(&w));
            let turn_b = sign * db.cross(&w.cross(&da));
            Some(Row {
                gap: c0.dot(&w0) / length,
                jacobian_a: stack(&Vec3::zeros(), &(turn_a * (ka / length))),
                jacobian_b: stack(&Vec3::zeros(), &(turn_b * (kb / length))),
            })
        }
        RowKey::Vertex(_) => None,
    }
}

/// Appends every row of a feature with its true gap at one placement (m).
pub fn row_gaps(feature: SeparatingFeature, at: Placed, out: &mut Vec<(RowKey, f64)>) {
    out.clear();
    let heights = |part: &WorldPart, n: &Vec3, level: f64, out: &mut Vec<(RowKey, f64)>| {
        out.extend(part.vertices.iter().enumerate().map(|(v, p)| (RowKey::Vertex(v), n.dot(p) - level)));
    };
    match feature {
        SeparatingFeature::FacetOfA(f) => {
            let n = at.a.normal(f);
            heights(at.b, &n, n.dot(&facet_point(at.a, f)), out);
        }
        SeparatingFeature::FacetOfB(f) => {
            let n = at.b.normal(f);
            heights(at.a, &n, n.dot(&facet_point(at.b, f)), out);
        }
        SeparatingFeature::Edges { a, b, .. } => {
            let Some(n) = feature.direction(at.a, at.b) else {
                // No common normal: nothing is known, which counts as violated.
                out.push((RowKey::Edges, f64::NEG_INFINITY));
                return;
            };
            let (pa, pb) = (at.a.edge(a).0, at.b.edge(b).0);
            out.push((RowKey::Edges, n.dot(&(pb - pa))));
            let own = at.a.shape.edges[a].vertices;
            for (v, p) in at.a.vertices.iter().enumerate().filter(|(v, _)| !own.contains(v)) {
                out.push((RowKey::SideOfA(v), n.dot(&(pa - p))));
            }
            let own = at.b.shape.edges[b].vertices;
            for (v, p) in at.b.vertices.iter().enumerate().filter(|(v, _)| !own.contains(v)) {
                out.push((RowKey::SideOfB(v), n.dot(&(p - pb))));
            }
        }
    }
}

/// The row as a contact, for friction, panels and records: points and normal half way through the step, gap and
/// Jacobian those of the secant law.
pub fn as_contact(feature: SeparatingFeature, key: RowKey, row: &Row, start: Placed, end: Placed) -> Contact {
    let n_a = row.jacobian_b.fixed_rows::<3>(0).into_owned();
    let normal =
        n_a.try_normalize(0.0).or_else(|| feature.direction(start.a, start.b)).unwrap_or_else(Vec3::z);
    let middle =
        |part0: &WorldPart, part1: &WorldPart, v: usize| mean(&part0.vertices[v], &part1.vertices[v]);
    let (of_a, of_b, point_a, point_b) = match (feature, key) {
        (SeparatingFeature::FacetOfA(f), RowKey::Vertex(v)) => {
            let p = middle(start.b, end.b, v);
            (Feature::Facet(f), Feature::Vertex(v), p - normal * row.gap, p)
        }
        (SeparatingFeature::FacetOfB(f), RowKey::Vertex(v)) => {
            let p = middle(start.a, end.a, v);
            (Feature::Vertex(v), Feature::Facet(f), p, p + normal * row.gap)
        }
        (SeparatingFeature::Edges { a, b, .. }, key) => {
            let half_way = |(p, q): (Vec3, Vec3), (p1, q1): (Vec3, Vec3)| (mean(&p, &p1), mean(&q, &q1));
            let (a0, a1) = half_way(start.a.edge(a), end.a.edge(a));
            let (b0, b1) = half_way(start.b.edge(b), end.b.edge(b));
            let (s, t) = facing_points(&(a1 - a0), &(b1 - b0), &normal, &(b0 - a0)).unwrap_or((0.5, 0.5));
            let (pa, pb) = (a0 + (a1 - a0) * s, b0 + (b1 - b0) * t);
            match key {
                RowKey::SideOfA(v) => (Feature::Vertex(v), Feature::Edge(b), middle(start.a, end.a, v), pb),
                RowKey::SideOfB(v) => (Feature::Edge(a), Feature::Vertex(v), pa, middle(start.b, end.b, v)),
                _ => (Feature::Edge(a), Feature::Edge(b), pa, pb),
            }
        }
        // `row_gaps` gives facets no other keys.
        (SeparatingFeature::FacetOfA(f) | SeparatingFeature::FacetOfB(f), _) => {
            (Feature::Facet(f), Feature::Facet(f), start.a.centre, start.b.centre)
        }
    };
    let flipped = matches!(feature, SeparatingFeature::Edges { flipped: true, .. });
    Contact {
        pair: FeaturePair { a: (start.a.id, of_a), b: (start.b.id, of_b), flipped },
        gap: row.gap,
        distance: row.gap.abs(),
        normal,
        point_a,
        point_b,
        centre_a: mean(&start.a.centre, &end.a.centre),
        centre_b: mean(&start.b.centre, &end.b.centre),
        jacobian_a: row.jacobian_a,
        jacobian_b: row.jacobian_b,
        applicability: 0.0,
        applicable: true,
        feasible: true,
    }
}

/// The contact with one point for both bodies: the vertex, or half way between the edges. Friction acts there on both;
/// on two points that are apart by the gap it would be a couple that nothing answers, and angular momentum would change.
pub fn at_one_point(contact: &Contact) -> Contact {
    let point = match (contact.pair.a.1, contact.pair.b.1) {
        (Feature::Facet(_), Feature::Vertex(_)) => contact.point_b,
        (Feature::Vertex(_), Feature::Facet(_)) => contact.point_a,
        _ => mean(&contact.point_a, &contact.point_b),
    };
    Contact { point_a: point, point_b: point, ..contact.clone() }
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
