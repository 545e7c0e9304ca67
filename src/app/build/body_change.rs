//! What the inspector can change about a body, and how each change reaches the scene and the panes.

use crate::app::bench::branches;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::build::edit::{Renamed, RigidMotion, change_scene, lagging, make_start, make_start_and};
use crate::app::build::free_move::{Deepest, FREE_DEPTH, depth_elsewhere, depth_here, moved_together};
use crate::app::command::build::BodyChange;
use crate::app::format;
use crate::app::mouse::hand::{named, on_path};
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Quat, Twist, Vec3};
use crate::scene::Scene;
use crate::scene::format::{BodyDescription, Shape};
use crate::world::{Body, BodyId, BodyKind, Model, State};

/// Changes bodies alike in the scene and in every pane.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
pub fn change_bodies(bench: &mut Workbench, ids: &[BodyId], change: &BodyChange) -> Result<(), String> {
    if let BodyChange::Velocity(_) | BodyChange::Spin(_) = change {
        return motion(bench, ids, change);
    }
    if let Some(described) = described_change(change) {
        let model = bench.scene.model.clone();
        return change_scene(bench, None, |scene| {
            for id in ids {
                let (Some(body), Some(built)) = (scene.bodies.get_mut(id.0), model.bodies.get(id.0)) else {
                    return Err(tr!("change-no-such-body").to_owned());
                };
                described(body, built)?;
            }
            Ok(())
        });
    }
    let [id] = ids else {
        return Err(tr!("change-changed-one-body-at-time", what = change.what()));
    };
    change_one(bench, *id, change)
}

/// The change of a description that can be made of several bodies at once; the body as it was is given with it.
fn described_change(
    change: &BodyChange,
) -> Option<impl Fn(&mut BodyDescription, &Body) -> Result<(), String> + '_> {
    let by_description = matches!(
        change,
        BodyChange::Mass(_)
            | BodyChange::Kind(_)
            | BodyChange::Friction(_)
            | BodyChange::Restitution(_)
            | BodyChange::Parts(_)
            | BodyChange::CutParts(_)
            | BodyChange::Color(_)
    );
    by_description.then_some(move |body: &mut BodyDescription, built: &Body| {
        match change {
            BodyChange::Mass(mass) => {
                let before = built.mass;
                // An inertia of its own is that of the old mass.
                if let Some(inertia) = body.inertia.filter(|_| before.is_finite() && before > 0.0) {
                    body.inertia = Some(inertia.scaled(mass / before));
                }
                body.mass = Some(*mass);
            }
            BodyChange::Kind(kind) => {
                body.kind = *kind;
                if *kind == BodyKind::Fixed {
                    (body.velocity, body.angular_velocity) = ([0.0; 3], [0.0; 3]);
                }
            }
            BodyChange::Friction(value) => body.friction = *value,
            BodyChange::Restitution(value) => body.restitution = *value,
            // Cut already, unless another program has changed the file meanwhile.
            BodyChange::Parts(settings) | BodyChange::CutParts(settings) => {
                let Shape::Mesh { decompose, .. } = &mut body.shape else {
                    return Err(tr!("change-shape-no-mesh", body = body.name));
                };
                *decompose = Some(*settings);
            }
            BodyChange::Color(color) => body.color = *color,
            _ => {}
        }
        Ok(())
    })
}

/// The changes that are of one body: where it is, its name and its shape.
fn change_one(bench: &mut Workbench, id: BodyId, change: &BodyChange) -> Result<(), String> {
    let model = bench.scene.model.clone();
    let Some(body) = model.bodies.get(id.0) else { return Err(tr!("change-no-such-body").to_owned()) };
    match change {
        BodyChange::Position(position) => pose(bench, id, Some(position), None),
        BodyChange::Rotation(turn) => pose(bench, id, None, Some(Quat::from_scaled_axis(*turn))),
        BodyChange::Name(name) => {
            let renamed = Renamed { old: &body.name, new: name };
            change_scene(bench, Some(renamed), |scene| {
                for said in scene.names_of_bodies() {
                    if *said == body.name {
                        said.clone_from(name);
                    }
                }
                described(scene, id)?.name.clone_from(name);
                Ok(())
            })
        }
        BodyChange::Shape(shape) => reshape(bench, id, shape),
        BodyChange::Become(shape) => {
            let made = |radius: f64| shape.shape(model.dimension, short(radius), model.bodies.len() as u64);
            reshape(bench, id, &made(body.radius)).or_else(|no_room| {
                let inner = inner_radius(body);
                if inner > 0.0 { reshape(bench, id, &made(inner)) } else { Err(no_room) }
            })
        }
        _ => Ok(()),
    }
}

/// Gives a body another shape where it is, if that reaches no deeper into other bodies than before. An inertia that was given is that of
/// the old shape and goes with it.
fn reshape(bench: &mut Workbench, id: BodyId, shape: &Shape) -> Result<(), String> {
    let before = Snapshot::of(bench);
    let depths = |bench: &Workbench| -> Vec<Deepest> {
        let of_pane = |pane: &Pane| depth_here(&pane.simulation.model, &pane.simulation.state, id);
        bench.panes.iter().map(of_pane).collect()
    };
    let allowed = depths(bench);
    change_scene(bench, None, |scene| {
        let body = described(scene, id)?;
        (body.shape, body.inertia) = (shape.clone(), None);
        Ok(())
    })?;
    let body = bench.scene.model.body(id);
    let free = FREE_DEPTH * body.radius;
    for (pane, (deepest, allowed)) in depths(bench).into_iter().zip(allowed).enumerate() {
        // NaN is an overlap that could not be measured.
        if !(deepest.depth <= allowed.depth.max(free)) {
            let said = tr!(
                "change-would-reach-m-into-another-2",
                body = body.name,
                other = deepest.other(&bench.scene.model),
                depth = format::length(deepest.depth),
                pane = pane + 1,
                panes = bench.panes.len()
            );
            before.restore(bench);
            return Err(said);
        }
    }
    Ok(())
}

/// A length (m) in six digits, no larger than it is but by rounding: files stay readable.
fn short(length: f64) -> f64 {
    if !(length > 0.0) {
        return length;
    }
    let scale = 10.0_f64.powf(5.0 - length.log10().floor());
    (length * (1.0 + 1e-12) * scale).floor() / scale
}

/// Radius of a ball about the centre of mass that is inside some part of a body (m).
fn inner_radius(body: &Body) -> f64 {
    let part = |part: &Polytope| {
        let offsets = part.facets.iter().map(|facet| facet.offset);
        // A core without facets is a point.
        let core = offsets.reduce(f64::min).unwrap_or(0.0);
        core + part.rounding
    };
    body.parts.iter().map(part).fold(0.0, f64::max)
}

/// The description of a body.
fn described(scene: &mut Scene, id: BodyId) -> Result<&mut BodyDescription, String> {
    scene.bodies.get_mut(id.0).ok_or_else(|| tr!("change-scene-description-has-no-such").to_owned())
}

/// Puts a body, with all that joints hold to it, elsewhere in every pane at once, if nothing is in the way there.
fn pose(
    bench: &mut Workbench,
    id: BodyId,
    position: Option<&Vec3>,
    turn: Option<Quat>,
) -> Result<(), String> {
    let model = bench.scene.model.clone();
    let name = &model.body(id).name;
    if on_path(&model, id) {
        return Err(tr!("change-follows-path-that-scene-gives", name = name));
    }
    put_at(bench, id, position, turn)
}

/// The same for a body that may follow a path.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
pub(super) fn put_at(
    bench: &mut Workbench,
    id: BodyId,
    position: Option<&Vec3>,
    turn: Option<Quat>,
) -> Result<(), String> {
    let model = bench.scene.model.clone();
    let name = &model.body(id).name;
    let finite = position.is_none_or(|p| p.iter().all(|c| c.is_finite()))
        && turn.is_none_or(|t| t.coords.iter().all(|c| c.is_finite()));
    if !finite {
        return Err(tr!("change-place-must-be-given-in", name = name));
    }
    let motion = |model: &Model, state: &State| {
        let (from, orientation) = model.scene_frame(id, &state.poses[id.0]);
        Ok(RigidMotion {
            centre: from,
            turn: turn.map_or_else(Quat::identity, |turn| turn * orientation.inverse()),
            shift: position.map_or_else(Vec3::zeros, |to| to - from),
        })
    };
    let shown = model.scene_frame(id, &bench.focused_pane().simulation.state.poses[id.0]).0;
    let before = bench.scene.source.bodies.get(id.0).map(|body| body.position);
    // The file has what was typed, and what was left alone as it was, to the last digit: a centre of mass and back is not.
    put_and(bench, id, motion, |scene| {
        let Some(before) = before else { return Ok(()) };
        let stood = |k: usize| (before[k] - shown[k]).abs() <= 1e-12 * (1.0 + shown[k].abs());
        let kept = |k: usize| (stood(k) && position.is_none_or(|to| to[k] == shown[k])).then_some(before[k]);
        let typed = |k: usize| position.map(|to| to[k]);
        let body = described(scene, id)?;
        body.position = std::array::from_fn(|k| kept(k).or(typed(k)).unwrap_or(body.position[k]));
        Ok(())
    })
}

/// Moves a body, with all that joints hold to it and also where it follows a path, in every pane at once by the motion that each asks for, if nothing is in the way there.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
pub fn put(
    bench: &mut Workbench,
    id: BodyId,
    motion: impl Fn(&Model, &State) -> Result<RigidMotion, String>,
) -> Result<(), String> {
    put_and(bench, id, motion, |_| Ok(()))
}

/// The same with another change of the description, for where the body begins.
fn put_and(
    bench: &mut Workbench,
    id: BodyId,
    motion: impl Fn(&Model, &State) -> Result<RigidMotion, String>,
    also: impl FnOnce(&mut Scene) -> Result<(), String>,
) -> Result<(), String> {
    let model = bench.scene.model.clone();
    let name = &model.body(id).name;
    let mut moves = Vec::new();
    for pane in &bench.panes {
        let state = &pane.simulation.state;
        let group = moved_together(&model, state, &[id]).map_err(|anchored| anchored.message(&model))?;
        let motion = motion(&model, state)?;
        let deepest = depth_elsewhere(&model, state, &group, &motion);
        // NaN is an overlap that could not be measured.
        if !(deepest.depth <= 0.0) {
            // What joints hold to it may be in the way, not it itself.
            let moved = deepest.pair.map_or(name, |(moved, _)| &model.body(moved).name);
            return Err(tr!(
                "change-would-reach-m-into-another",
                name = moved,
                other = deepest.other(&model),
                depth = format::length(deepest.depth),
                pane = moves.len() + 1,
                panes = bench.panes.len()
            ));
        }
        moves.push((group, motion));
    }
    let before = Snapshot::of(bench);
    branches::keep(bench);
    for (pane, (group, motion)) in bench.panes.iter_mut().zip(&moves) {
        let mut state = pane.simulation.state.clone();
        for body in group {
            state.poses[body.0] = motion.pose(&state.poses[body.0]);
        }
        pane.set_by_hand(state);
    }
    bench.forget_parting_now();
    let focused = bench.focused.min(moves.len() - 1);
    let (group, motion) = &moves[focused];
    make_start_and(bench, group, motion, also).inspect_err(|_| before.restore(bench))
}

/// Gives bodies another velocity or spin in every pane, at the time that is shown: what a leapfrog step keeps lies before it.
fn motion(bench: &mut Workbench, ids: &[BodyId], change: &BodyChange) -> Result<(), String> {
    let model = bench.scene.model.clone();
    for id in ids {
        let body = model.bodies.get(id.0).ok_or(tr!("change-no-such-body"))?;
        if body.kind == BodyKind::Fixed {
            return Err(tr!("change-fixed-has-no-velocity", body = body.name));
        }
        if on_path(&model, *id) {
            return Err(tr!("change-follows-path-that-gives-velocity", name = body.name));
        }
    }
    let (linear, angular) = match change {
        BodyChange::Velocity(linear) => (Some(*linear), None),
        BodyChange::Spin(angular) => (None, Some(*angular)),
        _ => (None, None),
    };
    let given = Twist { linear: linear.unwrap_or_default(), angular: angular.unwrap_or_default() };
    let flat = given.linear.z == 0.0 && given.angular.x == 0.0 && given.angular.y == 0.0;
    if !given.is_finite() || !(model.dimension == Dimension::Three || flat) {
        let called = named(&model, ids);
        return Err(tr!("change-velocity-must-be-numbers-in", called = called));
    }
    let before = Snapshot::of(bench);
    branches::keep(bench);
    for pane in &mut bench.panes {
        let mut state = pane.simulation.state.clone();
        for id in ids {
            let lagging = lagging(&model, &state, *id, &given);
            let twist = &mut state.twists[id.0];
            twist.linear = linear.map_or(twist.linear, |_| lagging.linear);
            twist.angular = angular.map_or(twist.angular, |_| lagging.angular);
        }
        pane.set_by_hand(state);
    }
    bench.forget_parting_now();
    make_start(bench, &[], &RigidMotion::shift(Vec3::zeros())).inspect_err(|_| before.restore(bench))
}
