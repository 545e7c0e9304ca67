//! Moving a body by hand while the clock stands: as far as nothing overlaps, and along what is in the way.

use crate::body::{BodyId, Model, State};
use crate::geometry::overlap::{ConvexView, polygon_overlap, polyhedron_overlap};
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose, Vec3};

/// Depth that still counts as touching, relative to the radius of the moved body. Rounding of the overlap is far
/// below it.
const TOUCHING: f64 = 1e-9;
/// Longest stretch between two tests on the way, relative to the radius.
const STRIDE: f64 = 0.2;
/// Tests on the way at most.
const MAX_TESTS: f64 = 300.0;

/// A convex part placed in the world.
struct Placed {
    vertices: Vec<Vec3>,
    facets: Vec<Vec<usize>>,
    centre: Vec3,
    radius: f64,
}

impl Placed {
    fn new(part: &Polytope, pose: &Pose) -> Self {
        let vertices: Vec<Vec3> = part.vertices.iter().map(|v| pose.transform_point(v)).collect();
        let centre = vertices.iter().sum::<Vec3>() / vertices.len() as f64;
        let radius = vertices.iter().map(|v| (v - centre).norm()).fold(0.0, f64::max);
        Self { vertices, facets: part.facets.iter().map(|f| f.vertices.clone()).collect(), centre, radius }
    }
}

/// How far (m, a vector) `body` can go towards `wish` from where it is without a deeper overlap than it has now.
pub fn free_move(model: &Model, state: &State, body: BodyId, wish: Vec3) -> Vec3 {
    let own: Vec<Placed> =
        model.body(body).parts.iter().map(|part| Placed::new(part, &state.poses[body.0])).collect();
    let others: Vec<Placed> = model
        .ids()
        .filter(|&id| id != body && model.is_active(id, state.time))
        .flat_map(|id| model.body(id).parts.iter().map(move |part| Placed::new(part, &state.poses[id.0])))
        .collect();
    let radius = model.body(body).radius;
    let depth = |offset: &Vec3| depth_at(model.dimension, &own, &others, offset);
    let allowed = depth(&Vec3::zeros()).max(TOUCHING * radius);
    // NaN is not free.
    let is_free = |offset: &Vec3| depth(offset) <= allowed;

    let mut offset = advance(&is_free, Vec3::zeros(), wish, radius);
    // Slide: what is left of the wish, one axis at a time.
    for axis in 0..3 {
        let mut rest = Vec3::zeros();
        rest[axis] = wish[axis] - offset[axis];
        if rest[axis] != 0.0 {
            offset = advance(&is_free, offset, rest, radius);
        }
    }
    offset
}

/// The farthest free place on the way from `start` along `way`, all places before it being free too.
fn advance(is_free: &impl Fn(&Vec3) -> bool, start: Vec3, way: Vec3, radius: f64) -> Vec3 {
    let tests = (way.norm() / (STRIDE * radius)).ceil().clamp(1.0, MAX_TESTS);
    let (mut free, mut blocked) = (0.0, None);
    for k in 1..=tests as usize {
        let share = k as f64 / tests;
        if is_free(&(start + share * way)) {
            free = share;
        } else {
            blocked = Some(share);
            break;
        }
    }
    if let Some(mut blocked) = blocked {
        for _ in 0..40 {
            let middle = 0.5 * (free + blocked);
            if is_free(&(start + middle * way)) {
                free = middle;
            } else {
                blocked = middle;
            }
        }
    }
    start + free * way
}

/// Deepest penetration of the body's parts, moved by `offset`, into any other part (m).
fn depth_at(dimension: Dimension, own: &[Placed], others: &[Placed], offset: &Vec3) -> f64 {
    let mut worst = 0.0_f64;
    for part in own {
        let moved: Vec<Vec3> = part.vertices.iter().map(|v| v + offset).collect();
        let centre = part.centre + offset;
        for other in others {
            // Spheres that are apart; a NaN goes on to the exact test.
            if (other.centre - centre).norm() > other.radius + part.radius {
                continue;
            }
            let overlap = match dimension {
                Dimension::Two => polygon_overlap(&moved, &other.vertices),
                Dimension::Three => polyhedron_overlap(
                    &ConvexView { vertices: &moved, facets: &part.facets },
                    &ConvexView { vertices: &other.vertices, facets: &other.facets },
                ),
            };
            if overlap.depth.is_nan() {
                return f64::NAN;
            }
            worst = worst.max(overlap.depth);
        }
    }
    worst
}
