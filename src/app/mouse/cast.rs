//! Which body a ray meets: exact on the polytopes, so that what is picked is what the physics knows.

use crate::app::draw::shape_mesh::is_glass;
use crate::contact::separating::swept::off_core;
use crate::geometry::polytope::{Facet, Polytope};
use crate::geometry::proximity::point_segment;
use crate::math::{Dimension, Vec3};
use crate::world::{BodyId, Model, State};

/// A ray is on a curved part where it is this near to it (parts of its rounding).
const NEAR: f64 = 1e-6;

/// Looks along a ray at a curved part at most; it passes one that takes more.
const MOST_LOOKS: usize = 1000;

/// Where a ray met a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The body.
    pub body: BodyId,
    /// Where (world, m).
    pub point: Vec3,
    /// How far along the ray (in lengths of its direction).
    pub along: f64,
}

/// The first body that the ray meets among those present; the glass walls of containers only where there is nothing
/// else behind them. In a flat scene polygons stand for prisms whose faces are at z = `front`.
pub fn cast(model: &Model, state: &State, origin: Vec3, direction: Vec3, front: f64) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    let mut best_glass: Option<Hit> = None;
    for id in model.ids().filter(|&id| model.is_active(id, state.time)) {
        let pose = &state.poses[id.0];
        let inverse = pose.orientation.inverse();
        let local_origin = inverse * (origin - pose.position);
        let local_direction = inverse * direction;
        for (index, part) in model.body(id).parts.iter().enumerate() {
            let along = match part.dimension {
                Dimension::Three => enter(part, &local_origin, &local_direction),
                Dimension::Two => enter_flat(part, &local_origin, &local_direction, front),
            };
            let found = if is_glass(model.body(id), index) { &mut best_glass } else { &mut best };
            if let Some(along) = along
                && found.is_none_or(|b| along < b.along)
            {
                *found = Some(Hit { body: id, point: origin + along * direction, along });
            }
        }
    }
    best.or(best_glass)
}

/// Where a ray enters a convex polyhedron: the last of the planes it enters, if before the first it leaves.
fn enter(part: &Polytope, origin: &Vec3, direction: &Vec3) -> Option<f64> {
    if part.rounding > 0.0 {
        return match part.vertices.as_slice() {
            [centre] => enter_ball(centre, part.rounding, origin, direction),
            _ => enter_swept(part, origin, direction),
        };
    }
    let (mut first, mut last) = (0.0_f64, f64::INFINITY);
    for facet in &part.facets {
        let outside = facet.normal.dot(origin) - facet.offset;
        let speed = facet.normal.dot(direction);
        if speed < 0.0 {
            first = first.max(-outside / speed);
        } else if speed > 0.0 {
            last = last.min(-outside / speed);
        } else if outside > 0.0 {
            return None;
        }
    }
    (first <= last && last.is_finite()).then_some(first)
}

/// Where a ray enters a ball.
fn enter_ball(centre: &Vec3, radius: f64, origin: &Vec3, direction: &Vec3) -> Option<f64> {
    let from = origin - centre;
    let (a, b) = (direction.norm_squared(), from.dot(direction));
    let root = b * b - a * (from.norm_squared() - radius * radius);
    (root >= 0.0 && root.sqrt() >= b).then(|| ((-b - root.sqrt()) / a).max(0.0))
}

/// Where a ray enters a core that is swept by a ball: the distance from the core falls no faster than one goes, and is convex along the ray.
fn enter_swept(part: &Polytope, origin: &Vec3, direction: &Vec3) -> Option<f64> {
    let mut along = 0.0;
    for _ in 0..MOST_LOOKS {
        let (distance, out) = off_core(part, &(origin + direction * along));
        let height = distance - part.rounding;
        if height <= NEAR * part.rounding {
            return Some(along);
        }
        if !(out.dot(direction) < 0.0) {
            return None;
        }
        along += height / direction.norm();
    }
    None
}

/// Where a ray meets the front face of a polygon's prism.
fn enter_flat(part: &Polytope, origin: &Vec3, direction: &Vec3, front: f64) -> Option<f64> {
    if direction.z == 0.0 {
        return None;
    }
    let along = (front - origin.z) / direction.z;
    let point = origin + along * direction;
    let above = |f: &Facet| f.normal.x * point.x + f.normal.y * point.y - f.offset;
    // Near a corner of a round part: the corner is nearer than both lines say.
    let near = |k: usize| {
        let (a, b) = (&part.vertices[k], &part.vertices[(k + 1) % part.vertices.len()]);
        let at = Vec3::new(point.x, point.y, 0.0);
        (point_segment(a, b, &at).0 - at).norm() <= part.rounding
    };
    let within = !part.facets.is_empty() && part.facets.iter().all(|f| above(f) <= 0.0);
    let inside = within || part.rounding > 0.0 && (0..part.vertices.len()).any(near);
    (along >= 0.0 && inside).then_some(along)
}
