//! Narrow phase: all potential contacts between the features of two convex parts (Algorithms 5 and 6, extended to
//! edge–edge pairs), each with gap, normal, Jacobian, applicability and feasibility.

use crate::contact::kinematics::WorldPart;
use crate::contact::sorting::{
    FEASIBLE_DEPTH, edge_edge_applicability, vertex_facet_applicability, vertex_facet_feasible,
};
use crate::contact::types::{Contact, Feature, FeaturePair};
use crate::geometry::proximity::{line_line, point_polygon, point_segment, segment_segment_distance};
use crate::math::{Dimension, Vec3, Vec6};

/// Edges whose directions span a smaller angle (sine) are parallel: no edge–edge contact, the vertex–facet contacts
/// hold them (end of section 3.4 of the thesis).
pub const PARALLEL_SINE: f64 = 1e-6;

/// What decides which feature pairs are kept and how they are sorted.
#[derive(Clone, Copy, Debug)]
pub struct DetectionSettings {
    /// Detection distance ε of this pair (m).
    pub distance: f64,
    /// ε_θ = −sin θ (3.3).
    pub applicability_threshold: f64,
}

/// Appends every potential contact between the two parts to `contacts`: vertex–facet both ways, then edge–edge.
pub fn find_contacts(
    a: &WorldPart,
    b: &WorldPart,
    settings: &DetectionSettings,
    contacts: &mut Vec<Contact>,
) {
    vertices_against_facets(a, b, false, settings, contacts);
    vertices_against_facets(b, a, true, settings, contacts);
    if a.shape.dimension == Dimension::Three {
        edges_against_edges(a, b, settings, contacts);
    }
}

fn near_box(p: &Vec3, (low, high): &(Vec3, Vec3), margin: f64) -> bool {
    (0..3).all(|k| p[k] >= low[k] - margin && p[k] <= high[k] + margin)
}

/// Vertices of `v_part` against facets of `f_part`; `swapped` when the facets are those of body A.
fn vertices_against_facets(
    v_part: &WorldPart,
    f_part: &WorldPart,
    swapped: bool,
    settings: &DetectionSettings,
    contacts: &mut Vec<Contact>,
) {
    let (normals, bounds) = (f_part.normals(), f_part.bounds());
    let mut ring = Vec::with_capacity(8);
    for (v, p) in v_part.vertices.iter().enumerate() {
        if !near_box(p, &bounds, settings.distance) {
            continue;
        }
        for (f, facet) in f_part.shape.facets.iter().enumerate() {
            let gap = f_part.height(f, p);
            if gap.abs() > settings.distance {
                continue;
            }
            let (distance, inside) = match f_part.shape.dimension {
                Dimension::Two => {
                    let (tail, head) =
                        (&f_part.vertices[facet.vertices[0]], &f_part.vertices[facet.vertices[1]]);
                    let (nearest, t) = point_segment(tail, head, p);
                    ((p - nearest).norm(), t > 0.0 && t < 1.0)
                }
                Dimension::Three => {
                    ring.clear();
                    ring.extend(facet.vertices.iter().map(|&i| f_part.vertices[i]));
                    point_polygon(&ring, &normals[f], p)
                }
            };
            if distance > settings.distance {
                continue;
            }
            let normal = normals[f];
            let applicability = vertex_facet_applicability(v_part, v, &normal);
            let vertex = (v_part.id, Feature::Vertex(v));
            let facet = (f_part.id, Feature::Facet(f));
            let (pair_a, pair_b) = if swapped { (facet, vertex) } else { (vertex, facet) };
            let on_plane = p - normal * gap;
            let (n, point_a, point_b) =
                if swapped { (normal, on_plane, *p) } else { (-normal, *p, on_plane) };
            let (part_a, part_b) = if swapped { (f_part, v_part) } else { (v_part, f_part) };
            let (jacobian_a, jacobian_b) = jacobian(&n, &point_a, &point_b, &part_a.centre, &part_b.centre);
            contacts.push(Contact {
                pair: FeaturePair { a: pair_a, b: pair_b, flipped: false },
                gap,
                distance,
                normal: n,
                point_a,
                point_b,
                centre_a: part_a.centre,
                centre_b: part_b.centre,
                jacobian_a,
                jacobian_b,
                applicability,
                applicable: applicability >= settings.applicability_threshold,
                feasible: vertex_facet_feasible(gap, distance, inside),
            });
        }
    }
}

fn edges_against_edges(
    a: &WorldPart,
    b: &WorldPart,
    settings: &DetectionSettings,
    contacts: &mut Vec<Contact>,
) {
    let near_edges = |part: &WorldPart, other: &WorldPart| -> Vec<usize> {
        let (margin, (low, high)) = (settings.distance, other.bounds());
        (0..part.shape.edges.len())
            .filter(|&e| {
                let (p, q) = part.edge(e);
                (0..3).all(|k| p[k].min(q[k]) <= high[k] + margin && p[k].max(q[k]) >= low[k] - margin)
            })
            .collect()
    };
    let (edges_a, edges_b) = (near_edges(a, b), near_edges(b, a));
    for &ea in &edges_a {
        let (p1, q1) = a.edge(ea);
        for &eb in &edges_b {
            let (p2, q2) = b.edge(eb);
            let distance = segment_segment_distance(&p1, &q1, &p2, &q2);
            if distance > settings.distance {
                continue;
            }
            if let Some(contact) = edge_edge_contact(a, ea, b, eb, distance, None, settings) {
                contacts.push(contact);
            }
        }
    }
}

/// The contact of two edges with the normal of (3.6), or with a prescribed sign (`flipped`); `None` for parallel
/// edges.
pub fn edge_edge_contact(
    a: &WorldPart,
    edge_a: usize,
    b: &WorldPart,
    edge_b: usize,
    distance: f64,
    flipped: Option<bool>,
    settings: &DetectionSettings,
) -> Option<Contact> {
    let ((p1, q1), (p2, q2)) = (a.edge(edge_a), b.edge(edge_b));
    let (d1, d2) = (q1 - p1, q2 - p2);
    let (s, t) = line_line(&p1, &d1, &p2, &d2, PARALLEL_SINE)?;
    let flipped = flipped.unwrap_or_else(|| edge_orientation(a, edge_a, b, edge_b) < 0.0);
    let cross = if flipped { d2.cross(&d1) } else { d1.cross(&d2) };
    let normal = cross.normalize();
    let (point_a, point_b) = (p1 + d1 * s, p2 + d2 * t);
    let gap = normal.dot(&(p2 - p1));
    let (jacobian_a, jacobian_b) = jacobian(&normal, &point_a, &point_b, &a.centre, &b.centre);
    let applicability = edge_edge_applicability(a, edge_a, b, edge_b, &normal);
    // Nearest points far outside the segments give lever arms with nothing at their end; within ε of an end the
    // motion of the step may bring them inside.
    let margin = settings.distance;
    let within = |u: f64, length: f64| (-u).max(u - 1.0) * length <= margin;
    let feasible = gap > -FEASIBLE_DEPTH && within(s, d1.norm()) && within(t, d2.norm());
    Some(Contact {
        pair: FeaturePair { a: (a.id, Feature::Edge(edge_a)), b: (b.id, Feature::Edge(edge_b)), flipped },
        gap,
        distance,
        normal,
        point_a,
        point_b,
        centre_a: a.centre,
        centre_b: b.centre,
        jacobian_a,
        jacobian_b,
        applicability,
        applicable: applicability >= settings.applicability_threshold,
        feasible,
    })
}

/// Orientation of edge a against edge b: ê_a · Ô_b with O_b = e_b × −(η̂₁ + η̂₂) (section 3.4), both normalised.
/// Positive: a passes b from right to left seen from outside body B, and the normal from A to B is e_a × e_b.
pub fn edge_orientation(a: &WorldPart, edge_a: usize, b: &WorldPart, edge_b: usize) -> f64 {
    let ((p1, q1), (p2, q2)) = (a.edge(edge_a), b.edge(edge_b));
    let [f1, f2] = b.shape.edges[edge_b].facets;
    let outward = b.normal(f1) + b.normal(f2);
    let o = (q2 - p2).cross(&-outward);
    (q1 - p1).normalize().dot(&o.normalize())
}

/// Rows of the contact Jacobian: dψ/dt = J_a·ν_a + J_b·ν_b (2.26), exact to first order for both kinds of contact.
pub(crate) fn jacobian(
    n: &Vec3,
    point_a: &Vec3,
    point_b: &Vec3,
    centre_a: &Vec3,
    centre_b: &Vec3,
) -> (Vec6, Vec6) {
    let (ta, tb) = ((point_a - centre_a).cross(n), (point_b - centre_b).cross(n));
    (Vec6::new(-n.x, -n.y, -n.z, -ta.x, -ta.y, -ta.z), Vec6::new(n.x, n.y, n.z, tb.x, tb.y, tb.z))
}

/// The gap of one feature pair at the placement given by `a` and `b` (m): the same signed distance as
/// [`Contact::gap`], on other poses. For edges that have become parallel, infinity: nothing left to violate.
pub fn gap_at(pair: &FeaturePair, a: &WorldPart, b: &WorldPart) -> f64 {
    match (pair.a.1, pair.b.1) {
        (Feature::Vertex(v), Feature::Facet(f)) => b.height(f, &a.vertices[v]),
        (Feature::Facet(f), Feature::Vertex(v)) => a.height(f, &b.vertices[v]),
        (Feature::Edge(ea), Feature::Edge(eb)) => {
            let ((p1, q1), (p2, q2)) = (a.edge(ea), b.edge(eb));
            let cross = (q1 - p1).cross(&(q2 - p2));
            let length = cross.norm();
            if !(length > PARALLEL_SINE * (q1 - p1).norm() * (q2 - p2).norm()) {
                return f64::INFINITY;
            }
            let sign = if pair.flipped { -1.0 } else { 1.0 };
            sign * cross.dot(&(p2 - p1)) / length
        }
        _ => f64::INFINITY,
    }
}
