//! Moving bodies by hand while the clock stands: as far as nothing overlaps, and along what is in the way. What joints
//! hold together moves together.

use crate::app::build::edit::RigidMotion;
use crate::geometry::overlap::{Blob, ConvexView, RoundView, part_overlap};
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose, Quat, Vec3};
use crate::world::{BodyId, Model, State};

/// Depth at which a moved body still stands free, relative to the radius of the smallest moved body. Rounding of the overlap is far
/// below it.
pub const FREE_DEPTH: f64 = 1e-9;
/// Longest stretch between two tests on the way, relative to the radius.
const STRIDE: f64 = 0.2;
/// Tests on the way at most.
const MAX_TESTS: f64 = 300.0;
/// How finely a free place is looked for, relative to the radius.
const LIFT: f64 = 0.1;

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
        let through = if self.directly { "" } else { tr!("free-through-other-bodies") };
        tr!(
            "free-joined-which-does-not-move",
            body = model.body(self.body).name,
            through = through,
            anchor = model.body(self.anchor).name
        )
    }
}

/// The bodies that move with `bodies`, these first: those that unbroken joints connect to them.
///
/// # Errors
/// [`Anchored`] where one of these joints holds on to another body that impulses do not move.
pub fn moved_together(model: &Model, state: &State, bodies: &[BodyId]) -> Result<Vec<BodyId>, Anchored> {
    moved_through(model, state, bodies, None)
}

/// The same where one joint, by its number, does not hold.
///
/// # Errors
/// [`Anchored`] where one of the others holds on to another body that impulses do not move.
pub fn moved_through(
    model: &Model,
    state: &State,
    bodies: &[BodyId],
    loose: Option<usize>,
) -> Result<Vec<BodyId>, Anchored> {
    let mut joints = model.active_joints(state);
    joints.retain(|number| Some(*number) != loose);
    let mut group = bodies.to_vec();
    let mut next = 0;
    while let Some(&from) = group.get(next) {
        for &k in &joints {
            let (a, b) = model.joints[k].bodies;
            let to = if a == from { b } else { a };
            if (a != from && b != from) || group.contains(&to) {
                continue;
            }
            if !model.body(to).is_dynamic() {
                let directly = next < bodies.len();
                let body = if directly { from } else { bodies.first().copied().unwrap_or(from) };
                return Err(Anchored { body, anchor: to, directly });
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
    rounding: f64,
    blobs: Vec<Blob>,
    centre: Vec3,
    radius: f64,
}

impl Placed {
    fn new(body: BodyId, part: &Polytope, pose: &Pose) -> Self {
        let vertices: Vec<Vec3> = part.vertices.iter().map(|v| pose.transform_point(v)).collect();
        let centre = vertices.iter().sum::<Vec3>() / vertices.len() as f64;
        let radius = vertices.iter().map(|v| (v - centre).norm()).fold(0.0, f64::max) + part.rounding;
        let facets = part.facet_loops();
        let place = |v: &Vec3| pose.transform_point(v);
        let blobs = part.blobs().iter().map(|blob| blob.each_ref().map(place)).collect();
        Self { body, vertices, facets, rounding: part.rounding, blobs, centre, radius }
    }
}

/// Where a group of bodies can be put.
pub struct Room<'a> {
    dimension: Dimension,
    /// Which parts of the group meet which others.
    pairs: Vec<(&'a Placed, &'a Placed)>,
    /// Depth that counts as free (m): touching, or what is there already.
    allowed: f64,
}

/// The deepest overlap of a group with what is around it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deepest {
    /// How deep (m); no number where it could not be measured.
    pub depth: f64,
    /// The body of the group, and the other one; none where nothing overlaps.
    pub pair: Option<(BodyId, BodyId)>,
}

impl Deepest {
    /// The other body by name.
    pub fn other<'m>(&self, model: &'m Model) -> &'m str {
        self.pair.map_or("", |(_, other)| &model.body(other).name)
    }
}

/// The parts of a group and of all other bodies, placed in the world.
struct Surroundings {
    own: Vec<Placed>,
    others: Vec<Placed>,
}

impl Surroundings {
    fn new(model: &Model, state: &State, group: &[BodyId]) -> Self {
        let placed = |ids: &mut dyn Iterator<Item = BodyId>| -> Vec<Placed> {
            let parts = |id: BodyId| model.body(id).parts.iter().map(move |part| (id, part));
            ids.flat_map(parts).map(|(id, part)| Placed::new(id, part, &state.poses[id.0])).collect()
        };
        let own = placed(&mut group.iter().copied());
        let others =
            placed(&mut model.ids().filter(|id| !group.contains(id) && model.is_active(*id, state.time)));
        Self { own, others }
    }

    /// How far the group reaches from a point (m).
    fn farthest(&self, centre: &Vec3) -> f64 {
        self.own.iter().map(|part| (part.centre - centre).norm() + part.radius).fold(0.0, f64::max)
    }

    /// The room for motions that move no point of the group farther than `reach` (m). Bodies that may not touch each
    /// other do not stop each other.
    fn room(&self, model: &Model, radius: f64, reach: f64) -> Room<'_> {
        let near = |part: &Placed, other: &Placed| {
            // A NaN counts as near.
            !((other.centre - part.centre).norm() > other.radius + part.radius + reach)
        };
        let pairs = self
            .own
            .iter()
            .flat_map(|part| self.others.iter().map(move |other| (part, other)))
            .filter(|(part, other)| near(part, other) && model.may_touch(part.body, other.body))
            .collect();
        let mut room = Room { dimension: model.dimension, pairs, allowed: f64::INFINITY };
        room.allowed = room.deepest(&RigidMotion::shift(Vec3::zeros())).depth.max(FREE_DEPTH * radius);
        room
    }
}

impl Room<'_> {
    fn is_free(&self, motion: &RigidMotion) -> bool {
        // NaN is not free.
        self.deepest(motion).depth <= self.allowed
    }

    /// Deepest penetration of the moved group into the other bodies.
    fn deepest(&self, motion: &RigidMotion) -> Deepest {
        let mut worst = Deepest::default();
        for (part, other) in &self.pairs {
            // Spheres that are apart; a NaN goes on to the exact test.
            if (other.centre - motion.point(&part.centre)).norm() > other.radius + part.radius {
                continue;
            }
            let blobs: Vec<Blob> =
                part.blobs.iter().map(|blob| blob.each_ref().map(|v| motion.point(v))).collect();
            let moved: Vec<Vec3> = part.vertices.iter().map(|v| motion.point(v)).collect();
            let moved = ConvexView { vertices: &moved, facets: &part.facets };
            let moved = RoundView { core: moved, radius: part.rounding };
            let core = ConvexView { vertices: &other.vertices, facets: &other.facets };
            let view = RoundView { core, radius: other.rounding };
            let depth = part_overlap(self.dimension, (&moved, &blobs), (&view, &other.blobs)).depth;
            if depth.is_nan() || depth > worst.depth {
                worst = Deepest { depth, pair: Some((part.body, other.body)) };
            }
            if depth.is_nan() {
                return worst;
            }
        }
        worst
    }
}

/// The smallest of the moved bodies decides how fine the way is looked at (m).
fn finest(model: &Model, group: &[BodyId]) -> f64 {
    group.iter().map(|id| model.body(*id).radius).fold(f64::INFINITY, f64::min)
}

/// How far (m, a vector) a group of bodies can go towards `wish` from where it is without a deeper overlap than it has
/// now. Bodies that may not touch each other do not stop each other.
pub fn free_move(model: &Model, state: &State, group: &[BodyId], wish: Vec3) -> Vec3 {
    let radius = finest(model, group);
    let surroundings = Surroundings::new(model, state, group);
    let room = surroundings.room(model, radius, wish.norm());
    let is_free = |offset: &Vec3| room.is_free(&RigidMotion::shift(*offset));
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

/// How far (m, a vector) a group of bodies can go straight towards `wish`, without a deeper overlap than it has now.
pub fn free_shift(model: &Model, state: &State, group: &[BodyId], wish: Vec3) -> Vec3 {
    let radius = finest(model, group);
    let surroundings = Surroundings::new(model, state, group);
    let room = surroundings.room(model, radius, wish.norm());
    advance(&|offset: &Vec3| room.is_free(&RigidMotion::shift(*offset)), Vec3::zeros(), wish, radius)
}

/// How far (rad) a group of bodies can turn about an axis (unit vector) through `centre` towards `wish` without a deeper
/// overlap than it has now.
pub fn free_turn(model: &Model, state: &State, group: &[BodyId], centre: Vec3, axis: Vec3, wish: f64) -> f64 {
    let surroundings = Surroundings::new(model, state, group);
    let room =
        surroundings.room(model, finest(model, group), surroundings.farthest(&centre) * wish.abs().min(2.0));
    let is_free = |angle: &Vec3| room.is_free(&turn_about(centre, axis, angle.x));
    // The angle as a way along x, looked at a few degrees at a time.
    advance(&is_free, Vec3::zeros(), Vec3::new(wish, 0.0, 0.0), 0.25).x
}

/// The turn by an angle (rad) about an axis (unit vector) through `centre`.
pub fn turn_about(centre: Vec3, axis: Vec3, angle: f64) -> RigidMotion {
    RigidMotion { centre, turn: Quat::from_scaled_axis(axis * angle), shift: Vec3::zeros() }
}

/// Whether a group of bodies may be put elsewhere at once: how much deeper than touching it would overlap there, 0 where it
/// is free.
pub fn depth_elsewhere(model: &Model, state: &State, group: &[BodyId], motion: &RigidMotion) -> Deepest {
    let surroundings = Surroundings::new(model, state, group);
    let reach =
        (motion.point(&motion.centre) - motion.centre).norm() + 2.0 * surroundings.farthest(&motion.centre);
    let room = surroundings.room(model, finest(model, group), reach);
    let deepest = room.deepest(motion);
    if deepest.depth <= room.allowed { Deepest::default() } else { deepest }
}

/// How deep a body is in others where it is.
pub fn depth_here(model: &Model, state: &State, body: BodyId) -> Deepest {
    let group = [body];
    let surroundings = Surroundings::new(model, state, &group);
    surroundings.room(model, finest(model, &group), 0.0).deepest(&RigidMotion::shift(Vec3::zeros()))
}

/// How far bodies that are not there yet, each its parts and its pose, have to be lifted along `up` (unit vector) until they overlap
/// nothing in any of the states (m); `None` where there is no room within `limit`.
pub fn lift_until_free(
    model: &Model,
    states: &[&State],
    bodies: &[(&[Polytope], Pose)],
    up: Vec3,
    limit: f64,
) -> Option<f64> {
    let parts = bodies.iter().flat_map(|(parts, pose)| parts.iter().map(move |part| (part, pose)));
    let own: Vec<Placed> = parts.map(|(part, pose)| Placed::new(BodyId(usize::MAX), part, pose)).collect();
    let radius = own.iter().map(|part| part.radius).fold(0.0, f64::max);
    let others: Vec<Placed> = states
        .iter()
        .flat_map(|state| {
            let there = model.ids().filter(|&id| model.is_active(id, state.time));
            there.flat_map(move |id| {
                model.body(id).parts.iter().map(move |part| Placed::new(id, part, &state.poses[id.0]))
            })
        })
        .collect();
    let pairs = own.iter().flat_map(|part| others.iter().map(move |other| (part, other))).collect();
    let room = Room { dimension: model.dimension, pairs, allowed: FREE_DEPTH * radius };
    let steps = (limit / (LIFT * radius)).ceil().clamp(1.0, MAX_TESTS);
    (0..=steps as usize)
        .map(|k| k as f64 / steps * limit)
        .find(|height| room.is_free(&RigidMotion::shift(up * *height)))
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
        let group = moved_together(&model, &state, &[BodyId(0)]).expect("free");
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
        let wire = moved_together(&model, &state, &[BodyId(4)]).expect_err("anchored");
        assert_eq!(wire.message(&model), "`wire` is joined to `hook`, which does not move; run and pull it.");
        let lamp = moved_together(&model, &state, &[BodyId(5)]).expect_err("anchored");
        assert_eq!(
            lamp.message(&model),
            "`lamp` is joined, through other bodies, to `hook`, which does not move; run and pull it."
        );
        // What hangs on the hook goes with it.
        let all = moved_together(&model, &state, &[BodyId(4), BodyId(3)]).expect("the hook is moved too");
        assert_eq!(all, [BodyId(4), BodyId(3), BodyId(5)]);
        state.broken.push(1);
        assert_eq!(moved_together(&model, &state, &[BodyId(5)]), Ok(vec![BodyId(5), BodyId(4)]));
    }
}
