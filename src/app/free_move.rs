//! Moving bodies by hand while the clock stands: as far as nothing overlaps, and along what is in the way. What joints
//! hold together moves together.

use crate::body::{BodyId, Model, State};
use crate::geometry::overlap::{ConvexView, polygon_overlap, polyhedron_overlap};
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose, Vec3};

/// Depth that still counts as touching, relative to the radius of the smallest moved body. Rounding of the overlap is far
/// below it.
const TOUCHING: f64 = 1e-9;
/// Longest stretch between two tests on the way, relative to the radius.
const STRIDE: f64 = 0.2;
/// Tests on the way at most.
const MAX_TESTS: f64 = 300.0;

/// Why a body cannot be moved: joints lead from it to one that does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchored {
    /// The body that was to be moved.
    pub body: BodyId,
    /// The one that does not move.
    pub anchor: BodyId,
    /// Whether one joint joins the two, with no other body between.
    pub directly: bool,
}

impl Anchored {
    /// What to say about it.
    pub fn message(&self, model: &Model) -> String {
        let through = if self.directly { "" } else { ", through other bodies," };
        format!(
            "`{}` is joined{through} to `{}`, which does not move; run and pull it.",
            model.body(self.body).name,
            model.body(self.anchor).name
        )
    }
}

/// The bodies that move with `body`, itself first: those that unbroken joints connect to it.
///
/// # Errors
/// [`Anchored`] where one of these joints holds on to a body that impulses do not move.
pub fn moved_together(model: &Model, state: &State, body: BodyId) -> Result<Vec<BodyId>, Anchored> {
    let joints = model.active_joints(state);
    let mut group = vec![body];
    let mut next = 0;
    while let Some(&from) = group.get(next) {
        for &k in &joints {
            let (a, b) = model.joints[k].bodies;
            let to = if a == from { b } else { a };
            if (a != from && b != from) || group.contains(&to) {
                continue;
            }
            if !model.body(to).is_dynamic() {
                return Err(Anchored { body, anchor: to, directly: next == 0 });
            }
            group.push(to);
        }
        next += 1;
    }
    Ok(group)
}

/// A convex part placed in the world.
struct Placed {
    body: BodyId,
    vertices: Vec<Vec3>,
    facets: Vec<Vec<usize>>,
    centre: Vec3,
    radius: f64,
}

impl Placed {
    fn new(body: BodyId, part: &Polytope, pose: &Pose) -> Self {
        let vertices: Vec<Vec3> = part.vertices.iter().map(|v| pose.transform_point(v)).collect();
        let centre = vertices.iter().sum::<Vec3>() / vertices.len() as f64;
        let radius = vertices.iter().map(|v| (v - centre).norm()).fold(0.0, f64::max);
        let facets = part.facets.iter().map(|f| f.vertices.clone()).collect();
        Self { body, vertices, facets, centre, radius }
    }
}

/// How far (m, a vector) a group of bodies can go towards `wish` from where it is without a deeper overlap than it has
/// now. Bodies that may not touch each other do not stop each other.
pub fn free_move(model: &Model, state: &State, group: &[BodyId], wish: Vec3) -> Vec3 {
    let placed = |ids: &mut dyn Iterator<Item = BodyId>| -> Vec<Placed> {
        let parts = |id: BodyId| model.body(id).parts.iter().map(move |part| (id, part));
        ids.flat_map(parts).map(|(id, part)| Placed::new(id, part, &state.poses[id.0])).collect()
    };
    let own = placed(&mut group.iter().copied());
    let others =
        placed(&mut model.ids().filter(|id| !group.contains(id) && model.is_active(*id, state.time)));
    // All moved bodies matter; the smallest decides how fine the way is looked at.
    let radius = group.iter().map(|id| model.body(*id).radius).fold(f64::INFINITY, f64::min);
    // Which pairs of parts may touch does not change on the way.
    let pairs: Vec<(&Placed, &Placed)> = own
        .iter()
        .flat_map(|part| others.iter().map(move |other| (part, other)))
        .filter(|(part, other)| model.may_touch(part.body, other.body))
        .collect();
    let depth = |offset: &Vec3| depth_at(model.dimension, &pairs, offset);
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

/// Deepest penetration of the first part of each pair, moved by `offset`, into the second (m).
fn depth_at(dimension: Dimension, pairs: &[(&Placed, &Placed)], offset: &Vec3) -> f64 {
    let mut worst = 0.0_f64;
    for (part, other) in pairs {
        // Spheres that are apart; a NaN goes on to the exact test.
        if (other.centre - part.centre - offset).norm() > other.radius + part.radius {
            continue;
        }
        let moved: Vec<Vec3> = part.vertices.iter().map(|v| v + offset).collect();
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
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LoadedScene, load_str};
    use std::path::Path;

    /// A carriage of two boxes on a spring-less coupling, a wall in its way, and a lamp that hangs on a hook.
    fn yard() -> LoadedScene {
        let text = r#"Scene(dimension: Two,
            bodies: [
                (name: "engine", kind: Dynamic, shape: Box(half_extents: (0.5, 0.5, 0.0)), mass: Some(1.0)),
                (name: "waggon", kind: Dynamic, shape: Box(half_extents: (0.5, 0.5, 0.0)), position: (1.2, 0.0, 0.0), mass: Some(1.0)),
                (name: "wall", kind: Fixed, shape: Box(half_extents: (0.5, 2.0, 0.0)), position: (3.2, 0.0, 0.0)),
                (name: "hook", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.0)), position: (0.0, 5.0, 0.0)),
                (name: "wire", kind: Dynamic, shape: Box(half_extents: (0.1, 0.4, 0.0)), position: (0.0, 4.6, 0.0), mass: Some(1.0)),
                (name: "lamp", kind: Dynamic, shape: Box(half_extents: (0.3, 0.3, 0.0)), position: (0.0, 4.0, 0.0), mass: Some(1.0)),
            ],
            joints: [
                (name: "coupling", kind: Fixed, bodies: ("engine", "waggon"), point: (0.6, 0.0, 0.0)),
                (name: "eye", kind: Revolute, bodies: ("hook", "wire"), point: (0.0, 5.0, 0.0)),
                (name: "socket", kind: Revolute, bodies: ("wire", "lamp"), point: (0.0, 4.2, 0.0)),
            ],
        )"#;
        load_str(text, "test.ron", Path::new(".")).expect("a valid scene")
    }

    #[test]
    fn what_joints_hold_together_moves_together_and_the_front_one_stops_all() {
        let LoadedScene { model, state, .. } = yard();
        let group = moved_together(&model, &state, BodyId(0)).expect("free");
        assert_eq!(group, [BodyId(0), BodyId(1)]);
        // The waggon is 1 m from the wall; the engine alone would go through the waggon.
        let way = free_move(&model, &state, &group, Vec3::new(3.0, 0.0, 0.0));
        assert!((way.x - 1.0).abs() < 1e-6 && way.y == 0.0, "{way}");
        let alone = free_move(&model, &state, &group[..1], Vec3::new(0.1, 0.0, 0.0));
        assert_eq!(alone.x, 0.1, "the two may not touch, and do not stop each other");
    }

    #[test]
    fn what_hangs_on_a_fixed_body_stays_until_the_joint_breaks() {
        let LoadedScene { model, mut state, .. } = yard();
        let wire = moved_together(&model, &state, BodyId(4)).expect_err("anchored");
        assert_eq!(wire.message(&model), "`wire` is joined to `hook`, which does not move; run and pull it.");
        let lamp = moved_together(&model, &state, BodyId(5)).expect_err("anchored");
        assert_eq!(
            lamp.message(&model),
            "`lamp` is joined, through other bodies, to `hook`, which does not move; run and pull it."
        );
        state.broken.push(1);
        assert_eq!(moved_together(&model, &state, BodyId(5)), Ok(vec![BodyId(5), BodyId(4)]));
    }
}
