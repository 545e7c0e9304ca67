//! Whether a scene starts without overlap, measured by the truth meter.

use crate::geometry::overlap::{ConvexView, overlap};
use crate::geometry::polytope::Polytope;
use crate::math::Dimension;
use crate::scene::message::Problem;
use crate::step::tolerances::START_OVERLAP;
use crate::world::{Body, BodyId, BodyKind, Model, State};

/// Refuses a start in which two bodies overlap.
///
/// Compared are bodies that can touch and whose places are known when they enter: two that enter at the same time, and one that enters
/// where a fixed body already is. Where a body that moves will be when another enters, only the run can tell.
pub(in crate::scene) fn check(model: &Model, state: &State) -> Result<(), Problem> {
    let mut world: Vec<Option<Vec<Polytope>>> = vec![None; model.bodies.len()];
    for a in model.ids() {
        for b in model.ids().skip(a.0 + 1) {
            if !model.may_touch(a, b) || !meet_at_known_places(model.body(a), model.body(b)) {
                continue;
            }
            let reach = model.body(a).radius + model.body(b).radius;
            if (state.poses[a.0].position - state.poses[b.0].position).norm() > reach {
                continue;
            }
            for id in [a, b] {
                world[id.0].get_or_insert_with(|| world_parts(model, state, id));
            }
            let (Some(parts_a), Some(parts_b)) = (&world[a.0], &world[b.0]) else { continue };
            let depth = deepest(parts_a, parts_b, model.dimension);
            // A depth that is not a number is an overlap that could not be measured.
            if depth > START_OVERLAP || depth.is_nan() {
                let message = format!(
                    "it overlaps body `{}` by {:.3e} m at the start; move them apart (touching is fine)",
                    model.body(a).name,
                    depth
                );
                return Err(Problem::new(format!("bodies[{}].position", b.0), message));
            }
        }
    }
    Ok(())
}

fn meet_at_known_places(a: &Body, b: &Body) -> bool {
    match (a.kind, b.kind) {
        (BodyKind::Fixed, BodyKind::Fixed) => false,
        (BodyKind::Fixed, _) => a.spawn_time <= b.spawn_time,
        (_, BodyKind::Fixed) => b.spawn_time <= a.spawn_time,
        _ => a.spawn_time == b.spawn_time,
    }
}

fn world_parts(model: &Model, state: &State, id: BodyId) -> Vec<Polytope> {
    let pose = &state.poses[id.0];
    model.body(id).parts.iter().map(|p| p.transformed(&pose.orientation, &pose.position)).collect()
}

fn deepest(a: &[Polytope], b: &[Polytope], dimension: Dimension) -> f64 {
    let mut deepest = 0.0_f64;
    for part_a in a {
        for part_b in b {
            let (facets_a, facets_b) = (part_a.facet_loops(), part_b.facet_loops());
            let view_a = ConvexView { vertices: &part_a.vertices, facets: &facets_a };
            let view_b = ConvexView { vertices: &part_b.vertices, facets: &facets_b };
            let depth = overlap(dimension, &view_a, &view_b).depth;
            if depth.is_nan() {
                return depth;
            }
            deepest = deepest.max(depth);
        }
    }
    deepest
}
