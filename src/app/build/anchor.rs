//! Where a new joint goes: in the middle of the places at which two bodies are nearest to each other.

use crate::contact::kinematics::WorldPart;
use crate::geometry::proximity::{line_line, point_segment};
use crate::math::{Dimension, Vec3};
use crate::world::{BodyId, Model, PartId, State};

/// Pairs of places that are farther apart than the nearest ones by less than this (relative to the radius of the smaller body) count as well:
/// of faces that face each other the middle is meant.
const ALSO: f64 = 1e-6;
/// Edges whose directions differ by a smaller sine have no one place where they are nearest.
const PARALLEL: f64 = 1e-6;
/// Pairs of corners that are looked at; with more the middle between the two bodies does.
const MOST: usize = 1_000_000;

/// A place for a joint between two bodies (world, m).
pub fn between(model: &Model, state: &State, a: BodyId, b: BodyId) -> Vec3 {
    let parts = |id: BodyId| -> Vec<WorldPart> {
        let body = model.body(id);
        let place = |(part, shape)| WorldPart::at(PartId { body: id, part }, shape, &state.poses[id.0]);
        body.parts.iter().enumerate().map(place).collect()
    };
    let (of_a, of_b) = (parts(a), parts(b));
    let count = |parts: &[WorldPart]| parts.iter().map(|part| part.vertices.len()).sum::<usize>();
    let mut found = Vec::new();
    if count(&of_a).saturating_mul(count(&of_b)) <= MOST {
        for (pa, pb) in of_a.iter().flat_map(|pa| of_b.iter().map(move |pb| (pa, pb))) {
            let rounding = pa.shape.rounding - pb.shape.rounding;
            let pairs = corners(pa, pb).chain(corners(pb, pa).map(|(p, q)| (q, p))).chain(edges(pa, pb));
            found.extend(pairs.map(|(p, q)| {
                let apart = (q - p).norm();
                // In the middle between the surfaces, which are farther out than the cores.
                let aside = if apart > 0.0 { 0.5 * rounding / apart * (q - p) } else { Vec3::zeros() };
                (apart - pa.shape.rounding - pb.shape.rounding, p.lerp(&q, 0.5) + aside)
            }));
        }
    }
    let nearest = found.iter().map(|(apart, _)| *apart).fold(f64::INFINITY, f64::min);
    let slack = ALSO * model.body(a).radius.min(model.body(b).radius);
    // A place that several edges and faces share counts once.
    let mut near: Vec<Vec3> = Vec::new();
    for (_, place) in found.iter().filter(|(apart, _)| *apart <= nearest + slack) {
        if near.iter().all(|other| (other - place).norm() > slack) {
            near.push(*place);
        }
    }
    let mut place = if near.is_empty() {
        state.poses[a.0].position.lerp(&state.poses[b.0].position, 0.5)
    } else {
        near.iter().sum::<Vec3>() / near.len() as f64
    };
    if model.dimension == Dimension::Two {
        place.z = 0.0;
    }
    place
}

/// Each corner of the first part with the place of the second part's surface that is nearest to it, of edges and faces.
fn corners<'p>(of: &'p WorldPart, on: &'p WorldPart) -> impl Iterator<Item = (Vec3, Vec3)> + use<'p> {
    of.vertices.iter().flat_map(move |p| {
        on.shape
            .facets
            .iter()
            .enumerate()
            .flat_map(move |(f, facet)| {
                let ring: Vec<Vec3> = facet.vertices.iter().map(|&v| on.vertices[v]).collect();
                let sides =
                    (0..ring.len()).map(|k| point_segment(&ring[k], &ring[(k + 1) % ring.len()], p).0);
                let mut places: Vec<Vec3> = sides.collect();
                if on.shape.dimension == Dimension::Three {
                    let normal = on.normal(f);
                    let inside = (0..ring.len()).all(|k| {
                        let side = ring[(k + 1) % ring.len()] - ring[k];
                        normal.cross(&side).dot(&(p - ring[k])) >= 0.0
                    });
                    if inside {
                        places.push(p - normal * on.height(f, p));
                    }
                }
                places.into_iter().map(move |q| (*p, q))
            })
            // A core without facets is a point or a line.
            .chain(on.vertices.iter().filter(|_| on.shape.facets.is_empty()).map(move |q| (*p, *q)))
    })
}

/// The nearest places of each two edges that cross.
fn edges<'p>(a: &'p WorldPart, b: &'p WorldPart) -> impl Iterator<Item = (Vec3, Vec3)> + use<'p> {
    let of_a = (0..a.shape.edges.len()).map(|edge| a.edge(edge));
    of_a.flat_map(move |(p1, q1)| {
        (0..b.shape.edges.len()).filter_map(move |edge| {
            let (p2, q2) = b.edge(edge);
            let (s, t) = line_line(&p1, &(q1 - p1), &p2, &(q2 - p2), PARALLEL)?;
            let within = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
            within.then(|| (p1.lerp(&q1, s), p2.lerp(&q2, t)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::load_str;
    use std::path::Path;

    /// The place between a box of half sides 0.5 at the origin and another body.
    fn place(other: &str) -> Vec3 {
        let text = format!(
            "Scene(contact: (model: SeparatingFeature), bodies: [(name: \"a\", kind: Fixed, shape: Box(half_extents: (0.5, 0.5, 0.5))), (name: \"b\", {other})])"
        );
        let scene = load_str(&text, "two.ron", Path::new(".")).expect("a valid scene");
        between(&scene.model, &scene.state, BodyId(0), BodyId(1))
    }

    #[test]
    fn it_is_where_two_bodies_are_nearest() {
        let off = |found: Vec3, x: f64, y: f64, z: f64| (found - Vec3::new(x, y, z)).norm();
        // Faces: the middle of what they share.
        let faces = place("shape: Box(half_extents: (0.5, 0.2, 0.2)), position: (1.2, 0.3, 0.0)");
        assert!(off(faces, 0.6, 0.3, 0.0) < 1e-9, "{faces}");
        // A corner of a rod that is far to the side.
        let corner = place("shape: Box(half_extents: (2.0, 0.1, 0.1)), position: (2.7, 0.8, 0.8)");
        assert!(off(corner, 0.6, 0.6, 0.6) < 1e-9, "{corner}");
        // Between surfaces, not cores.
        let ball = place("shape: Sphere(radius: 0.4), position: (1.1, 0.0, 0.0)");
        assert!(off(ball, 0.6, 0.0, 0.0) < 1e-9, "{ball}");
    }
}
