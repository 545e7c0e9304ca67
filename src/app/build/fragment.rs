//! Bodies with the joints and controllers among them as a scene of their own: what is copied, cut and pasted. As text it is a scene file.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::build::edit::{change_scene, place};
use crate::app::build::free_move::lift_until_free;
use crate::app::build::spawn::{unused, unused_name, up};
use crate::app::look::bounds::Bounds;
use crate::app::ui::scene_list::in_language;
use crate::contact::models::ContactModel;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose, Vec3};
use crate::scene::format::{BodyDescription, ControllerDescription, JointDescription};
use crate::scene::{LoadedScene, Scene, rebuild};
use crate::world::{BodyId, BodyKind, State};
use std::collections::{BTreeMap, BTreeSet};

/// Where bodies go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Beside where they are.
    Beside,
    /// Their middle there (m).
    At(Vec3),
}

/// The bodies with these numbers as they are now in the focused pane, with the joints between them that hold and what drives them.
///
/// # Errors
/// A sentence where there are no such bodies.
pub fn of(bench: &Workbench, ids: &[BodyId]) -> Result<Scene, String> {
    let scene = &bench.scene;
    let (model, pane) = (&scene.model, bench.focused_pane());
    let state = &pane.simulation.state;
    let chosen: BTreeSet<BodyId> = ids.iter().copied().filter(|id| id.0 < model.bodies.len()).collect();
    if chosen.is_empty() {
        return Err(tr!("fragment-no-body-selected").to_owned());
    }
    let mut fragment = scene.source.clone();
    fragment.name =
        tr!("fragment-of", bodies = tr!("count-bodies", n = chosen.len()), scene = in_language(&scene.name));
    fragment.description.clear();
    (fragment.resume, fragment.camera, fragment.duration) = (None, None, None);
    fragment.time_step = bench.time_step;
    let falling = falling(pane, &chosen);
    fragment.bodies = chosen.iter().map(|id| body_now(scene, state, *id, falling.contains(id))).collect();
    let within = |name: &str| fragment.bodies.iter().any(|body| body.name == name);

    let mut kept = BTreeSet::new();
    let mut joints = Vec::new();
    for (number, joint) in scene.source.joints.iter().enumerate() {
        let holds = state.broken.binary_search(&number).is_err();
        if holds && within(&joint.bodies.0) && within(&joint.bodies.1) {
            let joint = joint_now(scene, state, number);
            kept.insert(joint.name.clone());
            joints.push(joint);
        }
    }
    let driven = |c: &ControllerDescription| within(&c.body) || kept.contains(&c.joint);
    let controllers = scene.source.controllers.iter().filter(|c| driven(c)).cloned().collect();
    fragment.no_contact.retain(|(a, b)| within(a) && within(b));
    // Of a part of a group nobody knows whether it was to be one.
    fragment.groups.retain(|group| group.bodies.iter().all(|body| within(body)));
    (fragment.joints, fragment.controllers) = (joints, controllers);
    fragment.anchor_meshes(&bench.folder());
    Ok(fragment)
}

/// The description of a body where it is and as it moves now.
fn body_now(scene: &LoadedScene, state: &State, id: BodyId, falls: bool) -> BodyDescription {
    let model = &scene.model;
    let mut body = scene.source.bodies[id.0].clone();
    place(&mut body, &model.scene_frame(id, &state.poses[id.0]));
    // It enters with its velocity of this moment. Of what something bears it is known where nothing else than gravity acts.
    let known = falls || state.support_of(id).is_some();
    let twist = if known { model.twist_now(state, id) } else { state.twists[id.0] };
    if body.kind != BodyKind::Fixed {
        body.velocity = twist.linear.into();
        body.angular_velocity = twist.angular.into();
    }
    if model.is_active(id, state.time) {
        body.spawn_time = 0.0;
    }
    body
}

/// Those of the chosen bodies that nothing but each other pushed or held in the step that led to the present, so that gravity alone moves
/// them on: what joints hold together falls together.
fn falling(pane: &Pane, chosen: &BTreeSet<BodyId>) -> BTreeSet<BodyId> {
    let Some(record) = pane.simulation.record.as_deref() else { return BTreeSet::new() };
    let mut borne: BTreeSet<BodyId> = BTreeSet::new();
    for (contact, _) in record.contacts.iter().zip(&record.impulses).filter(|(_, p)| **p != 0.0) {
        borne.extend([contact.body_a(), contact.body_b()]);
    }
    let joints = || pane.simulation.model.joints.iter().map(|joint| joint.bodies);
    let outside = joints().filter(|(a, b)| chosen.contains(a) != chosen.contains(b));
    borne.extend(outside.flat_map(|(a, b)| [a, b]));
    let mut found = 0;
    while found != borne.len() {
        found = borne.len();
        let held: Vec<_> = joints().filter(|(a, b)| borne.contains(a) || borne.contains(b)).collect();
        borne.extend(held.into_iter().flat_map(|(a, b)| [a, b]));
    }
    chosen.difference(&borne).copied().collect()
}

/// The description of a joint where it is now, with a name.
fn joint_now(scene: &LoadedScene, state: &State, number: usize) -> JointDescription {
    let built = &scene.model.joints[number];
    let mut joint = scene.source.joints[number].clone();
    joint.name.clone_from(&built.name);
    let (a, b) = built.bodies;
    // The anchor is fixed in its first body.
    let (start, now) = (&scene.state.poses[a.0], &state.poses[a.0]);
    if start != now {
        let turn = now.orientation * start.orientation.inverse();
        let point = now.position + turn * (Vec3::from(joint.point) - start.position);
        joint.point = point.into();
        joint.axis = (turn * Vec3::from(joint.axis)).into();
    }
    if state.step > 0 && joint.kind.has_coordinate() {
        let coordinate = built.coordinate(&state.poses[a.0], &state.poses[b.0]);
        // The last step may have been beyond a limit by its rounding.
        joint.start = joint.limits.map_or(coordinate, |(low, high)| coordinate.clamp(low, high));
    }
    joint
}

/// Puts the bodies of a scene into the one that is shown, or as far above the place as it takes to overlap nothing in any pane. They
/// enter now. Returns them.
///
/// # Errors
/// A sentence: they are of another dimension, their scene is not valid, or there is no room.
pub fn add(bench: &mut Workbench, mut fragment: Scene, to: Place) -> Result<Vec<BodyId>, String> {
    let dimension = bench.scene.model.dimension;
    if fragment.dimension != dimension {
        let [theirs, ours] = [fragment.dimension, dimension].map(|dimension| match dimension {
            Dimension::Two => tr!("fragment-plane"),
            Dimension::Three => tr!("fragment-space"),
        });
        return Err(tr!("fragment-these-bodies-scene-in-scene", theirs = theirs, ours = ours));
    }
    fragment.resume = None;
    fragment.contact.model = ContactModel::SeparatingFeature;
    let alone = rebuild(fragment.clone(), &bench.folder()).map_err(|error| error.to_string())?;
    let shift = shift_to(bench, &alone, to)?;
    let start = bench.focused_pane().simulation.state.clone();
    for body in &mut fragment.bodies {
        body.position = (Vec3::from(body.position) + shift).into();
        if start.step > 0 {
            body.spawn_time = body.spawn_time.max(start.time);
        }
    }
    for joint in &mut fragment.joints {
        joint.point = (Vec3::from(joint.point) + shift).into();
    }
    for waypoint in fragment.controllers.iter_mut().flat_map(|c| &mut c.waypoints) {
        waypoint.position = (Vec3::from(waypoint.position) + shift).into();
    }
    rename(&mut fragment, &alone, bench);
    let first = bench.scene.source.bodies.len();
    change_scene(bench, None, |scene| {
        scene.bodies.append(&mut fragment.bodies);
        scene.joints.append(&mut fragment.joints);
        scene.controllers.append(&mut fragment.controllers);
        scene.no_contact.append(&mut fragment.no_contact);
        scene.groups.append(&mut fragment.groups);
        Ok(())
    })?;
    Ok((first..bench.scene.model.bodies.len()).map(BodyId).collect())
}

/// How far the bodies of a scene are to be shifted (m).
fn shift_to(bench: &Workbench, alone: &LoadedScene, to: Place) -> Result<Vec3, String> {
    let bodies = &alone.model.bodies;
    let bounds = Bounds::scene(&alone.model, &alone.state);
    let shift = match (to, bodies.as_slice()) {
        (Place::Beside, [one]) => Vec3::x() * (2.0 * one.radius),
        (Place::Beside, _) => Vec3::x() * (bounds.high.x - bounds.low.x),
        (Place::At(place), _) => place - bounds.centre(),
    };
    let own: Vec<(&[Polytope], Pose)> = bodies
        .iter()
        .zip(&alone.state.poses)
        .map(|(body, pose)| {
            (&body.parts[..], Pose { position: pose.position + shift, orientation: pose.orientation })
        })
        .collect();
    let mut states: Vec<&State> = bench.panes.iter().map(|pane| &pane.simulation.state).collect();
    if bench.step() == 0 {
        states.truncate(1);
    }
    let model = &bench.scene.model;
    let size = model.bodies.iter().map(|body| body.radius).fold(bounds.radius(), f64::max);
    let up = up(bench);
    let height = lift_until_free(model, &states, &own, up, 4.0 * size + 4.0 * bounds.radius());
    let name = bodies.first().map_or("", |body| &body.name);
    height.map(|height| shift + up * height).ok_or_else(|| match bodies.len() {
        1 => tr!("fragment-there-no-room-for-there", name = name),
        several => tr!("fragment-there-no-room-for-bodies", several = several),
    })
}

/// A name without the number at its end, if more than that is left.
fn stem(name: &str) -> &str {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    if stem.is_empty() { name } else { stem }
}

/// Gives bodies, groups and joints names that the scene shown does not have.
fn rename(fragment: &mut Scene, alone: &LoadedScene, bench: &Workbench) {
    let mut known = bench.scene.source.clone();
    let mut bodies = BTreeMap::new();
    for body in &mut fragment.bodies {
        let old = body.name.clone();
        if known.bodies.iter().any(|other| other.name == old) {
            body.name = unused_name(&known, stem(&old));
        }
        known.bodies.push(body.clone());
        bodies.insert(old, body.name.clone());
    }
    for name in fragment.names_of_bodies() {
        if let Some(new) = bodies.get(name.as_str()) {
            name.clone_from(new);
        }
    }
    for group in &mut fragment.groups {
        let taken = |name: &str| known.groups.iter().any(|other| other.name == name);
        if taken(&group.name) {
            group.name = unused(stem(&group.name), taken);
        }
        known.groups.push(group.clone());
    }
    let mut taken: BTreeSet<String> =
        bench.scene.model.joints.iter().map(|joint| joint.name.clone()).collect();
    let mut joints = BTreeMap::new();
    for (joint, built) in fragment.joints.iter_mut().zip(&alone.model.joints) {
        let mut name = built.name.clone();
        let mut number = 2_u64;
        while !taken.insert(name.clone()) {
            name = format!("{} {number}", built.name);
            number += 1;
        }
        joints.insert(built.name.clone(), name.clone());
        joint.name = name;
    }
    for controller in &mut fragment.controllers {
        if let Some(new) = joints.get(&controller.joint) {
            controller.joint.clone_from(new);
        }
    }
}
