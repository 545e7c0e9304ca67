//! Laying one body with a face onto a face of another one: parallel to rounding, touching by the exact distance.

use crate::app::bench::workbench::Workbench;
use crate::app::build::body_change::put;
use crate::app::build::edit::RigidMotion;
use crate::app::build::free_move::moved_together;
use crate::app::mouse::hand::on_path;
use crate::app::mouse::snap::opposite;
use crate::geometry::polytope::{Facet, Polytope};
use crate::math::{Pose, Vec3};
use crate::world::{BodyId, Model, State};

/// Turns and shifts `id`, with what joints hold to it, so that the face of it that is turned most to `other` lies on the face of `other` that
/// it is before; without `other`, on the nearest body that is not itself. Returns the body that it lies on.
///
/// # Errors
/// A sentence: there is no such face, something is in the way there, or the body cannot be moved.
pub fn face_to_face(bench: &mut Workbench, id: BodyId, other: Option<BodyId>) -> Result<BodyId, String> {
    let model = bench.scene.model.clone();
    if on_path(&model, id) {
        let name = &model.body(id).name;
        return Err(tr!("change-follows-path-that-scene-gives", name = name));
    }
    let state = &bench.focused_pane().simulation.state;
    let own = moved_together(&model, state, &[id]).map_err(|anchored| anchored.message(&model))?;
    let other = match other.filter(|other| !own.contains(other)) {
        Some(other) => other,
        None => nearest(&model, state, id, &own).ok_or(tr!("faces-there-no-body-with-face"))?,
    };
    put(bench, id, |model, state| motion(model, state, id, other))?;
    Ok(other)
}

/// The plane of a face placed in the world: outward unit normal and offset (m).
fn plane(part: &Polytope, facet: &Facet, pose: &Pose) -> (Vec3, f64) {
    let normal = pose.orientation * facet.normal;
    (normal, facet.offset + part.rounding + normal.dot(&pose.position))
}

/// The faces of a body that are flat: all of polytopes, those of the core of rounded ones, the ends of cylinders and cones.
fn faces<'a>(model: &'a Model, pose: &'a Pose, id: BodyId) -> impl Iterator<Item = (Vec3, f64)> + 'a {
    model.body(id).parts.iter().flat_map(move |part| {
        let flat = move |number: &usize| part.smooth().is_none_or(|smooth| smooth.caps.contains(number));
        let numbered = part.facets.iter().enumerate().filter(move |(number, _)| flat(number));
        numbered.map(move |(_, facet)| plane(part, facet, pose))
    })
}

/// How far a body is above a plane (m): the least height of its points.
fn height(model: &Model, pose: &Pose, id: BodyId, (normal, offset): &(Vec3, f64)) -> f64 {
    let own = pose.orientation.inverse() * -normal;
    let parts = model.body(id).parts.iter();
    let deepest = parts.map(|part| match part.smooth() {
        Some(smooth) => smooth.height(&own),
        None => part.vertices.iter().map(|v| own.dot(v)).fold(f64::NEG_INFINITY, f64::max) + part.rounding,
    });
    normal.dot(&pose.position) - deepest.fold(f64::NEG_INFINITY, f64::max) - offset
}

/// The face of `other` that `id` is farthest before.
fn before(model: &Model, state: &State, id: BodyId, other: BodyId) -> Option<(Vec3, f64)> {
    let (pose, theirs) = (&state.poses[id.0], &state.poses[other.0]);
    let found = faces(model, theirs, other).map(|face| (height(model, pose, id, &face), face));
    found.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, face)| face)
}

/// The body that is least far before one of its faces.
fn nearest(model: &Model, state: &State, id: BodyId, own: &[BodyId]) -> Option<BodyId> {
    let there = model.ids().filter(|other| !own.contains(other) && model.is_active(*other, state.time));
    let far = there.filter_map(|other| {
        let face = before(model, state, id, other)?;
        Some((height(model, &state.poses[id.0], id, &face).max(0.0), other))
    });
    far.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, other)| other)
}

/// What lays `id` onto `other` in one state.
fn motion(model: &Model, state: &State, id: BodyId, other: BodyId) -> Result<RigidMotion, String> {
    let names = [id, other].map(|id| model.body(id).name.as_str());
    let pose = &state.poses[id.0];
    let face = before(model, state, id, other).ok_or_else(|| tr!("faces-no-flat-face", body = names[1]))?;
    let own = faces(model, pose, id)
        .min_by(|a, b| a.0.dot(&face.0).total_cmp(&b.0.dot(&face.0)))
        .ok_or_else(|| tr!("faces-no-flat-face", body = names[0]))?;
    let mut motion = opposite(&own.0, &face.0, &pose.position, model.dimension);
    motion.shift = -face.0 * height(model, &motion.pose(pose), id, &face);
    Ok(motion)
}
