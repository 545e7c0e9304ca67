//! How far two bodies are apart: the true distance of their nearest points.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::search;
use crate::contact::separating::swept::is_swept;
use crate::geometry::proximity::{point_polygon, point_segment, segment_segment_distance};
use crate::math::{Dimension, Vec3};
use crate::world::{BodyId, Model, PartId, State};

/// Distance of two bodies (m); zero or less where some parts of them touch or overlap: then by how much the direction
/// that comes nearest to separating them fails to.
pub fn between(model: &Model, state: &State, a: BodyId, b: BodyId) -> Option<f64> {
    let parts = |id: BodyId| -> Option<Vec<WorldPart>> {
        let (body, pose) = (model.bodies.get(id.0)?, state.poses.get(id.0)?);
        let place = |(part, shape)| WorldPart::at(PartId { body: id, part }, shape, pose);
        Some(body.parts.iter().enumerate().map(place).collect())
    };
    let (of_a, of_b) = (parts(a)?, parts(b)?);
    let mut best = f64::INFINITY;
    let mut deepest = f64::INFINITY;
    for pa in &of_a {
        for pb in &of_b {
            if box_distance(pa, pb) > best {
                continue;
            }
            let (_, separation) = search::widest(pa, pb, 0.0);
            deepest = deepest.min(separation);
            if separation > 0.0 {
                // Of curved parts the separation is their distance.
                best = best.min(if is_swept(pa, pb) { separation } else { of_parts(pa, pb) });
            }
        }
    }
    let distance = if deepest <= 0.0 { deepest } else { best };
    distance.is_finite().then_some(distance)
}

/// Distance of the boxes around two parts (m).
fn box_distance(a: &WorldPart, b: &WorldPart) -> f64 {
    let ((a_low, a_high), (b_low, b_high)) = (a.bounds(), b.bounds());
    let gap = |k: usize| (a_low[k] - b_high[k]).max(b_low[k] - a_high[k]).max(0.0);
    Vec3::new(gap(0), gap(1), gap(2)).norm()
}

/// Distance of two convex parts that do not overlap (m): between a vertex and a facet, or in space two edges.
pub fn of_parts(a: &WorldPart, b: &WorldPart) -> f64 {
    let mut best = vertices_to_facets(a, b).min(vertices_to_facets(b, a));
    for ea in 0..a.shape.edges.len() {
        let (p1, q1) = a.edge(ea);
        for eb in 0..b.shape.edges.len() {
            let (p2, q2) = b.edge(eb);
            best = best.min(segment_segment_distance(&p1, &q1, &p2, &q2));
        }
    }
    best
}

fn vertices_to_facets(vertices: &WorldPart, facets: &WorldPart) -> f64 {
    let mut best = f64::INFINITY;
    for (f, facet) in facets.shape.facets.iter().enumerate() {
        let ring: Vec<Vec3> = facet.vertices.iter().map(|&v| facets.vertices[v]).collect();
        for p in &vertices.vertices {
            let distance = match facets.shape.dimension {
                Dimension::Two => (p - point_segment(&ring[0], &ring[1], p).0).norm(),
                // Of a point below the face some other face is nearer.
                Dimension::Three if facets.height(f, p) < 0.0 => continue,
                Dimension::Three => point_polygon(&ring, &facets.normal(f), p).0,
            };
            best = best.min(distance);
        }
    }
    best
}
