//! Whether a scene starts without overlap, measured by the truth meter.

use crate::geometry::overlap::{ConvexView, overlap};
use crate::geometry::polytope::Polytope;
use crate::math::Dimension;
use crate::quote::brief;
use crate::scene::message::Problem;
use crate::step::tolerances::START_OVERLAP;
use crate::world::{Body, BodyId, BodyKind, Model, State};

/// Refuses a start in which two bodies overlap.
///
/// Compared are bodies that can touch and whose places are known when they enter: two that enter at the same time, and one that enters
/// where a fixed body already is. Where a body that moves will be when another enters, only the run can tell.
pub(in crate::scene) fn check(model: &Model, state: &State) -> Result<(), Problem> {
    let mut world: Vec<Option<Vec<Polytope>>> = vec![None; model.bodies.len()];
    let exempt = model.exempt_pairs();
    for (a, b) in near_pairs(model, state).0 {
        if !model.may_touch_but(&exempt, a, b) || !meet_at_known_places(model.body(a), model.body(b)) {
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
                brief(&model.body(a).name),
                depth
            );
            return Err(Problem::new(format!("bodies[{}].position", b.0), message));
        }
    }
    Ok(())
}

/// Pairs of bodies whose spheres meet, ascending, and how many were looked at: by a sweep along the axis on which the bodies are
/// spread widest, so that a body is compared with those that begin before it ends.
fn near_pairs(model: &Model, state: &State) -> (Vec<(BodyId, BodyId)>, usize) {
    let place = |id: BodyId| state.poses[id.0].position;
    let radius = |id: BodyId| model.body(id).radius;
    let spread = |axis: usize| {
        let all = || model.ids().map(|id| place(id)[axis]);
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    let axis = (1..3).fold(0, |best, axis| if spread(axis) > spread(best) { axis } else { best });
    let low = |id: BodyId| place(id)[axis] - radius(id);
    let mut order: Vec<BodyId> = model.ids().collect();
    order.sort_by(|&a, &b| low(a).total_cmp(&low(b)).then(a.cmp(&b)));
    let (mut pairs, mut open, mut looked) = (Vec::new(), Vec::<BodyId>::new(), 0);
    for &b in &order {
        open.retain(|&a| !(place(a)[axis] + radius(a) < low(b)));
        looked += open.len();
        for &a in &open {
            // Written so that a number that is none is looked at more closely.
            if !((place(a) - place(b)).norm() > radius(a) + radius(b)) {
                pairs.push((a.min(b), a.max(b)));
            }
        }
        open.push(b);
    }
    pairs.sort_unstable();
    (pairs, looked)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::generators::random;
    use crate::scene::load_scene;
    use std::path::Path;

    /// The pairs that all pairs have, after looking at few: in a pile, eight times the bodies cost far less than 64 times.
    #[test]
    fn near_bodies_are_found_without_comparing_all() {
        let mut looked_at = Vec::new();
        for count in [125, 1000] {
            let scene = load_scene(random::pile(count, 0), "pile", Path::new("")).unwrap();
            let (model, state) = (&scene.model, &scene.state);
            let near = |a: BodyId, b: BodyId| {
                let way = state.poses[a.0].position - state.poses[b.0].position;
                way.norm() <= model.body(a).radius + model.body(b).radius
            };
            let after = |a: BodyId| model.ids().skip(a.0 + 1).map(move |b| (a, b));
            let expected: Vec<_> = model.ids().flat_map(after).filter(|&(a, b)| near(a, b)).collect();
            let (pairs, looked) = near_pairs(model, state);
            assert_eq!(pairs, expected);
            looked_at.push(looked);
        }
        assert!(looked_at[1] < 32 * looked_at[0], "{looked_at:?}");
        assert!(looked_at[1] < 1000 * 999 / 2 / 3, "{looked_at:?}");
    }
}
