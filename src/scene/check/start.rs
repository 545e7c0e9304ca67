//! Whether a scene starts without overlap, measured by the truth meter.

use crate::geometry::polytope::Polytope;
use crate::quote::{brief, measured};
use crate::scene::message::Problem;
use crate::step::tolerances::START_OVERLAP;
use crate::world::overlap::{depth, world_parts};
use crate::world::{Body, BodyId, BodyKind, Model, State};

/// Refuses a start in which two bodies overlap.
///
/// Compared are bodies that can touch and whose places are known when they enter: two that enter at the same time, and one that enters
/// where a fixed body already is. Where a body that moves will be when another enters, only the run can tell.
pub(in crate::scene) fn check(model: &Model, state: &State) -> Result<(), Problem> {
    each_overlap(model, state, &mut |a, b, depth| {
        let message = format!(
            "it overlaps body `{}` by {} m at the start; move them apart (touching is fine)",
            brief(&model.body(a).name),
            measured(depth)
        );
        Err(Problem::new(format!("bodies[{}].position", b.0), message))
    })
}

/// All pairs of bodies that [`check`] would refuse, and how deep they are in each other (m).
pub(in crate::scene) fn overlaps(model: &Model, state: &State) -> Vec<(BodyId, BodyId, f64)> {
    let mut found = Vec::new();
    // What keeps them never refuses one.
    let _ = each_overlap(model, state, &mut |a, b, depth| {
        found.push((a, b, depth));
        Ok(())
    });
    found
}

fn each_overlap(
    model: &Model,
    state: &State,
    found: &mut dyn FnMut(BodyId, BodyId, f64) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut world: Vec<Option<Vec<Polytope>>> = vec![None; model.bodies.len()];
    let exempt = model.exempt_pairs();
    near_pairs(model, state, &mut |a, b| {
        if !model.may_touch_but(&exempt, a, b) || !meet_at_known_places(model.body(a), model.body(b)) {
            return Ok(());
        }
        for id in [a, b] {
            world[id.0].get_or_insert_with(|| world_parts(model.body(id), &state.poses[id.0]));
        }
        let (Some(parts_a), Some(parts_b)) = (&world[a.0], &world[b.0]) else { return Ok(()) };
        let depth = depth(parts_a, parts_b, model.dimension);
        // A depth that is not a number is an overlap that could not be measured.
        if depth > START_OVERLAP || depth.is_nan() {
            return found(a, b, depth);
        }
        Ok(())
    })?;
    Ok(())
}

/// A body in a grid: the grid's level, when the body comes, its cell. Bodies that do not move are apart from those that do.
type Cell = (i32, Option<u64>, i64, i64, i64, BodyId);

/// Shows pairs of bodies whose spheres meet and of which one moves, smaller id first, in an order that depends on the scene alone; returns
/// how many were looked at. Two that move are shown only if they come at the same time.
///
/// Every body lies in a cell of a grid whose cells are at least as wide as its sphere, by powers of two: those that meet it are in
/// cells next to its own, on the grids of bodies as large or larger. So neither many bodies on one line nor a floor beside small ones make
/// many candidates, nor do many that come to one place one after the other. Nothing is kept of the pairs: there may be more than memory holds.
///
/// # Errors
/// The first one of `visit`.
fn near_pairs(
    model: &Model,
    state: &State,
    visit: &mut dyn FnMut(BodyId, BodyId) -> Result<(), Problem>,
) -> Result<usize, Problem> {
    let place = |id: BodyId| state.poses[id.0].position;
    let radius = |id: BodyId| model.body(id).radius;
    // 2^level >= 2 r; the cast saturates, and what is no number gets level 0.
    let level = |id: BodyId| (2.0 * radius(id)).log2().ceil() as i32;
    let corner = |id: BodyId, level: i32| {
        let width = 2.0_f64.powi(level);
        place(id).map(|c| (c / width).floor() as i64)
    };
    let moves = |id: BodyId| model.body(id).kind != BodyKind::Fixed;
    // Zero has two signs.
    let comes = |id: BodyId| moves(id).then(|| (model.body(id).spawn_time + 0.0).to_bits());
    let cell = |id: BodyId, when: Option<u64>| {
        let c = corner(id, level(id));
        (level(id), when, c.x, c.y, c.z, id)
    };
    let sorted = |mut cells: Vec<Cell>| {
        cells.sort_unstable();
        cells
    };
    let by_time = sorted(model.ids().map(|id| cell(id, comes(id))).collect());
    // What does not move may be met by all that do.
    let at_any_time = sorted(model.ids().filter(|&id| moves(id)).map(|id| cell(id, None)).collect());
    let mut levels: Vec<i32> = by_time.iter().map(|c| c.0).collect();
    levels.dedup();
    let mut looked = 0;
    for a in model.ids() {
        let own = level(a);
        let among: &[(&[Cell], Option<u64>)] =
            if moves(a) { &[(&by_time, None), (&by_time, comes(a))] } else { &[(&at_any_time, None)] };
        for &grid in levels.iter().filter(|&&grid| grid >= own) {
            let c = corner(a, grid);
            for (k, &(cells, when)) in (0..9).flat_map(|k| among.iter().map(move |cells| (k, cells))) {
                let (x, y) = (c.x.saturating_add(k / 3 - 1), c.y.saturating_add(k % 3 - 1));
                let (low, high) = (c.z.saturating_sub(1), c.z.saturating_add(1));
                let key = |c: &Cell| (c.0, c.1, c.2, c.3, c.4);
                let first = cells.partition_point(|c| key(c) < (grid, when, x, y, low));
                let last = (grid, when, x, y, high);
                for &(_, _, _, _, _, b) in cells[first..].iter().take_while(|c| key(c) <= last) {
                    if grid == own && b <= a {
                        continue;
                    }
                    looked += 1;
                    // Written so that a number that is none is looked at more closely.
                    if !((place(a) - place(b)).norm() > radius(a) + radius(b)) {
                        visit(a.min(b), a.max(b))?;
                    }
                }
            }
        }
    }
    Ok(looked)
}

fn meet_at_known_places(a: &Body, b: &Body) -> bool {
    match (a.kind, b.kind) {
        (BodyKind::Fixed, BodyKind::Fixed) => false,
        (BodyKind::Fixed, _) => a.spawn_time <= b.spawn_time,
        (_, BodyKind::Fixed) => b.spawn_time <= a.spawn_time,
        _ => a.spawn_time == b.spawn_time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dimension;
    use crate::scene::format::{BodyDescription, Point, Scene, Shape};
    use crate::scene::generators::random;
    use crate::scene::load_scene;
    use std::path::Path;

    /// The pairs shown, ascending, and how many were looked at.
    fn seen(model: &Model, state: &State) -> (Vec<(BodyId, BodyId)>, usize) {
        let mut pairs = Vec::new();
        let mut keep = |a, b| {
            pairs.push((a, b));
            Ok(())
        };
        let looked = near_pairs(model, state, &mut keep).unwrap();
        pairs.sort_unstable();
        (pairs, looked)
    }

    /// A spout: many that come to one place, each at a time of its own, among many that stand there and do not move, meet nobody twice.
    #[test]
    fn those_that_come_one_after_the_other_are_not_compared() {
        let mut scene = Scene::new("spout", Dimension::Three);
        let cube = Shape::Box { half_extents: Point::Space([0.1; 3]) };
        for k in 0..300_u16 {
            let kind = if k < 100 { BodyKind::Fixed } else { BodyKind::Dynamic };
            let mut body = BodyDescription::new(&format!("b{k}"), kind, cube.clone());
            body.position = [if k < 100 { 5.0 } else { 0.0 }, 0.0, 0.0];
            body.spawn_time = f64::from(k) * 0.01;
            scene.bodies.push(body);
        }
        let scene = load_scene(scene, "spout", Path::new("")).unwrap();
        assert_eq!(seen(&scene.model, &scene.state), (Vec::new(), 0));
    }

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
            let moves = |a: BodyId| model.body(a).kind != BodyKind::Fixed;
            let met = |&(a, b): &(BodyId, BodyId)| near(a, b) && (moves(a) || moves(b));
            let expected: Vec<_> = model.ids().flat_map(after).filter(met).collect();
            let (pairs, looked) = seen(model, state);
            assert_eq!(pairs, expected);
            looked_at.push(looked);
        }
        // In proportion, but for the rim: an axis to sweep along would give eight times the square of that.
        assert!(looked_at[1] < 12 * looked_at[0], "{looked_at:?}");
    }

    /// A floor under many small bodies is compared with each of them, and they only with their neighbours.
    #[test]
    fn a_large_body_does_not_make_all_small_ones_neighbours() {
        let mut scene = Scene::new("lattice", Dimension::Three);
        let cube = |half: f64| Shape::Box { half_extents: Point::Space([half; 3]) };
        scene.bodies.push(BodyDescription::new("floor", BodyKind::Fixed, cube(50.0)));
        for i in 0..1000_u16 {
            let mut body = BodyDescription::new(&format!("cube {i}"), BodyKind::Dynamic, cube(0.1));
            body.position = [f64::from(i / 100), f64::from(i / 10 % 10), 51.0 + f64::from(i % 10)];
            scene.bodies.push(body);
        }
        let scene = load_scene(scene, "lattice", Path::new("")).unwrap();
        let (pairs, looked) = seen(&scene.model, &scene.state);
        assert_eq!(pairs.len(), 1000);
        assert!(looked < 3000, "{looked}");
    }
}
