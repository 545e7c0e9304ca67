//! Polytope exact geometry: U, I and X constraints by Algorithms 8–11 (plane) and 12–17 (space, with the errata).

use crate::contact::detect::{ContactSet, PairContacts};
use crate::contact::kinematics::Kinematics;
use crate::contact::kinematics::WorldPart;
use crate::contact::models::disjunction::{Disjunction, DisjunctionKind, PointModel};
use crate::contact::models::vertex::vertex_constraints;
use crate::contact::narrow_phase::{DetectionSettings, edge_edge_contact, edge_orientation};
use crate::contact::sorting::FEASIBLE_DEPTH;
use crate::contact::types::{Contact, ContactId, Feature};
use crate::geometry::proximity::point_segment;
use crate::math::Dimension;
use std::collections::BTreeMap;

/// Nearest points of crossing edges lie this close to both segments (m).
const CROSSING: f64 = FEASIBLE_DEPTH;

/// Polytope exact geometry.
#[derive(Clone, Copy, Debug)]
pub struct Peg;

impl PointModel for Peg {
    fn build(
        &self,
        dimension: Dimension,
        kinematics: &Kinematics,
        set: &mut ContactSet,
        applicability_angle: f64,
    ) -> Vec<Disjunction> {
        build(dimension, kinematics, set, applicability_angle)
    }

    fn tells_traps(&self) -> bool {
        true
    }
}

/// Writes the constraints of every pair. Flipped edge–edge contacts (Algorithm 14, C_4) that detection does not
/// know are appended to `set`.
fn build(
    dimension: Dimension,
    kinematics: &Kinematics,
    set: &mut ContactSet,
    applicability_angle: f64,
) -> Vec<Disjunction> {
    let mut out = Vec::new();
    for k in 0..set.pairs.len() {
        let pair = set.pairs[k].clone();
        let a = &kinematics.parts[pair.parts.0];
        let b = &kinematics.parts[pair.parts.1];
        vertex_constraints(set, &pair, &mut out);
        match dimension {
            Dimension::Two => vertex_vertex_2d(a, b, &pair, set, &mut out),
            Dimension::Three => Pair3d::new(a, b, &pair, set, applicability_angle).build(&mut out),
        }
    }
    out
}

fn vertex_facet(set: &ContactSet, pair: &PairContacts) -> BTreeMap<(bool, usize, usize), ContactId> {
    pair.range
        .clone()
        .filter_map(|i| match (set.contacts[i].pair.a.1, set.contacts[i].pair.b.1) {
            (Feature::Vertex(v), Feature::Facet(f)) => Some(((true, v, f), ContactId(i))),
            (Feature::Facet(f), Feature::Vertex(v)) => Some(((false, v, f), ContactId(i))),
            _ => None,
        })
        .collect()
}

/// The cross-contact constraints of Algorithm 10: X({C_1}, {C_4}) and X({C_2}, {C_3}) for each pair of near
/// vertices. The I-constraints of the algorithm are those of the two vertices, written already.
///
/// An X of which neither contact is applicable is left out, as C-split does in Algorithm 14: a line separates two
/// corners only along an edge with which the other's vertex is applicable. When two flush edges slide past a
/// corner, X({C_1}, {C_4}) between the two *other* edges would stop them there although nothing is in the way.
fn vertex_vertex_2d(
    a: &WorldPart,
    b: &WorldPart,
    pair: &PairContacts,
    set: &ContactSet,
    out: &mut Vec<Disjunction>,
) {
    let contact = vertex_facet(set, pair);
    let (na, nb) = (a.vertices.len(), b.vertices.len());
    for va in 0..na {
        for vb in 0..nb {
            if (a.vertices[va] - b.vertices[vb]).norm() > pair.distance {
                continue;
            }
            // Facet i runs from vertex i to vertex i + 1, so e_1 = facet v − 1 and e_2 = facet v.
            let (a1, a2, b1, b2) = ((va + na - 1) % na, va, (vb + nb - 1) % nb, vb);
            let c1 = contact.get(&(true, va, b1));
            let c2 = contact.get(&(true, va, b2));
            let c3 = contact.get(&(false, vb, a1));
            let c4 = contact.get(&(false, vb, a2));
            for (p, q) in [(c1, c4), (c2, c3)] {
                if let (Some(&p), Some(&q)) = (p, q)
                    && (set.get(p).applicable || set.get(q).applicable)
                {
                    let features = (Feature::Vertex(va), Feature::Vertex(vb));
                    out.push(Disjunction::one_of(set, DisjunctionKind::CrossContact, features, &[p, q]));
                }
            }
        }
    }
}

/// Working data for one pair of polyhedra.
struct Pair3d<'a> {
    a: &'a WorldPart<'a>,
    b: &'a WorldPart<'a>,
    pair: &'a PairContacts,
    set: &'a mut ContactSet,
    settings: DetectionSettings,
    vertex_facet: BTreeMap<(bool, usize, usize), ContactId>,
    /// (edge of A, edge of B) to its contact, with the sign of (3.6).
    edge_edge: BTreeMap<(usize, usize), ContactId>,
    /// Edge pairs that occur in a cross-contact constraint: no U of their own (Algorithm 17).
    covered: BTreeMap<(usize, usize), ()>,
}

impl<'a> Pair3d<'a> {
    fn new(
        a: &'a WorldPart<'a>,
        b: &'a WorldPart<'a>,
        pair: &'a PairContacts,
        set: &'a mut ContactSet,
        applicability_angle: f64,
    ) -> Self {
        let vertex_facet = vertex_facet(set, pair);
        let edge_edge = pair
            .range
            .clone()
            .filter_map(|i| match (set.contacts[i].pair.a.1, set.contacts[i].pair.b.1) {
                (Feature::Edge(ea), Feature::Edge(eb)) => Some(((ea, eb), ContactId(i))),
                _ => None,
            })
            .collect();
        let settings = DetectionSettings {
            distance: pair.distance,
            applicability_threshold: -applicability_angle.sin(),
        };
        Self { a, b, pair, set, settings, vertex_facet, edge_edge, covered: BTreeMap::new() }
    }

    fn build(mut self, out: &mut Vec<Disjunction>) {
        for vertex_on_a in [true, false] {
            let (v_part, e_part) = if vertex_on_a { (self.a, self.b) } else { (self.b, self.a) };
            for v in 0..v_part.vertices.len() {
                for e in 0..e_part.shape.edges.len() {
                    let (tail, head) = e_part.edge(e);
                    let (nearest, _) = point_segment(&tail, &head, &v_part.vertices[v]);
                    if (v_part.vertices[v] - nearest).norm() <= self.pair.distance {
                        self.vertex_edge(vertex_on_a, v, e, out);
                    }
                }
            }
        }
        let edges: Vec<_> = self.edge_edge.iter().map(|(k, id)| (*k, *id)).collect();
        for (key, id) in edges {
            if !self.covered.contains_key(&key) && self.set.get(id).is_primary() {
                out.push(Disjunction::unilateral(self.set, id));
            }
        }
    }

    /// Algorithm 14: for each edge at the vertex, either the edge–edge contact holds or the vertex is above the
    /// facet that the edge leaves over.
    fn vertex_edge(&mut self, vertex_on_a: bool, v: usize, e: usize, out: &mut Vec<Disjunction>) {
        let (v_part, e_part) = if vertex_on_a { (self.a, self.b) } else { (self.b, self.a) };
        let threshold = -self.settings.applicability_threshold;
        let [left, right] = e_part.shape.edges[e].facets;
        for &edge in &v_part.shape.vertex_edges[v] {
            let key = if vertex_on_a { (edge, e) } else { (e, edge) };
            let Some(&id) = self.edge_edge.get(&key) else { continue };
            let contact = self.set.get(id);
            if !contact.applicable || !self.nearest_points_close(contact, self.settings.distance) {
                continue;
            }
            self.covered.insert(key, ());
            // Orientation with the edge leaving the vertex; the stored edge may run the other way.
            let leaves = if v_part.shape.edges[edge].vertices[0] == v { 1.0 } else { -1.0 };
            let orientation = leaves * edge_orientation(v_part, edge, e_part, e);
            if orientation >= threshold {
                self.cross_contact(vertex_on_a, v, e, left, id, out);
            } else if orientation <= -threshold {
                self.cross_contact(vertex_on_a, v, e, right, id, out);
            } else if let Some(flipped) = self.flipped(id) {
                let (near, far) = if orientation >= 0.0 { (left, right) } else { (right, left) };
                self.cross_contact(vertex_on_a, v, e, near, id, out);
                self.cross_contact(vertex_on_a, v, e, far, flipped, out);
            }
        }
    }

    /// Whether the nearest points of the two lines lie within `margin` (m) of the segments. Candidates whose nearest
    /// points lie farther outside give wild lever arms.
    fn nearest_points_close(&self, contact: &Contact, margin: f64) -> bool {
        let (Feature::Edge(ea), Feature::Edge(eb)) = (contact.pair.a.1, contact.pair.b.1) else {
            return false;
        };
        let close = |part: &WorldPart, edge: usize, p: &crate::math::Vec3| {
            let (tail, head) = part.edge(edge);
            (point_segment(&tail, &head, p).0 - p).norm() <= margin
        };
        close(self.a, ea, &contact.point_a) && close(self.b, eb, &contact.point_b)
    }

    /// I(C-split({C(v, f), C(e_a, e_b)})): dropped where neither could carry a force.
    fn cross_contact(
        &mut self,
        vertex_on_a: bool,
        v: usize,
        e: usize,
        facet: usize,
        edges: ContactId,
        out: &mut Vec<Disjunction>,
    ) {
        let Some(&above) = self.vertex_facet.get(&(vertex_on_a, v, facet)) else { return };
        if !self.set.get(above).applicable && !self.set.get(edges).is_primary() {
            return;
        }
        // Both violated at the start: true only if the edges really cross, inside both segments. Otherwise the
        // two lines meet somewhere else, and nothing is wrong that a step could mend.
        let violated = |c: &Contact| c.gap < -FEASIBLE_DEPTH;
        if violated(self.set.get(above))
            && violated(self.set.get(edges))
            && !self.nearest_points_close(self.set.get(edges), CROSSING)
        {
            return;
        }
        let features = if vertex_on_a {
            (Feature::Vertex(v), Feature::Edge(e))
        } else {
            (Feature::Edge(e), Feature::Vertex(v))
        };
        out.push(Disjunction::one_of(self.set, DisjunctionKind::CrossContact, features, &[above, edges]));
    }

    /// The contact of the same edges with the opposite normal, appended to the set.
    fn flipped(&mut self, id: ContactId) -> Option<ContactId> {
        let contact = self.set.get(id);
        let (Feature::Edge(ea), Feature::Edge(eb)) = (contact.pair.a.1, contact.pair.b.1) else {
            return None;
        };
        let flipped = !contact.pair.flipped;
        let made =
            edge_edge_contact(self.a, ea, self.b, eb, contact.distance, Some(flipped), &self.settings)?;
        self.set.contacts.push(made);
        Some(ContactId(self.set.contacts.len() - 1))
    }
}
