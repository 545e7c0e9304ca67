//! Carries out what adds, takes away and changes joints, and what drives them and bodies.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::build::anchor;
use crate::app::build::bring::bring;
use crate::app::build::edit::{change_scene, model_changed, refused};
use crate::app::build::forces::set_forces;
use crate::app::build::paths::set_path;
use crate::app::command::JointCommand;
use crate::app::command::joint::kind_name;
use crate::app::command::joint::{DriveChange, JointChange};
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::app::mouse::follow_bodies::Known;
use crate::app::past::undo::UndoStack;
use crate::app::run::measure::error_of_joint;
use crate::app::run::simulation::Driver;
use crate::math::{Dimension, Vec3};
use crate::scene::Scene;
use crate::scene::format::{ControllerDescription, ControllerKind, JointDescription, JointKind};
use crate::world::joint::{Joint, Target};
use crate::world::{BodyId, Model};
use bevy::prelude::*;

/// How far a joint that was changed may be apart (relative to the radius of the smaller of its bodies): rounding of poses over a long run.
const CLOSED: f64 = 1e-6;
/// How fast a new drive goes to its target (rad/s): a quarter of a second or so.
const PACE: f64 = 20.0;

/// What came of an act.
pub(super) struct Outcome {
    /// For the undo list.
    pub label: String,
    /// What is to be said.
    pub remark: Option<String>,
}

/// Carries out a command; all of them can be undone.
pub fn carry_out(
    In(command): In<JointCommand>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut selection: ResMut<Selection>,
    mut known: ResMut<Known>,
    mut messages: ResMut<Messages>,
) {
    // Work under way would bring back the scene as it was.
    driver.discard();
    let bench = &mut *bench;
    let before = Snapshot::of(bench);
    let model = bench.scene.source.contact.model;
    match act(bench, &command) {
        Ok(Outcome { label, remark }) => {
            match command {
                JointCommand::Add(..) => {
                    selection.joint = bench.scene.model.joints.len().checked_sub(1);
                    known.note(bench);
                    undo.push(label, before);
                }
                JointCommand::Remove(_) => {
                    selection.joint = None;
                    undo.push(label, before);
                }
                JointCommand::AddDrive(_) | JointCommand::RemoveDrive(_) => undo.push(label, before),
                // A number that is dragged is changed many times in one act.
                JointCommand::Change(..)
                | JointCommand::Bring(..)
                | JointCommand::ChangeDrive(..)
                | JointCommand::Path(..)
                | JointCommand::Forces(..) => undo.push_or_merge(&label, || before),
            }
            if let Some(remark) = remark {
                messages.info(remark);
            }
            if let Some(said) = model_changed(model, bench) {
                messages.info(said);
            }
        }
        Err(reason) => refused(&mut messages, &reason),
    }
}

/// Does it.
///
/// # Errors
/// One sentence when that cannot be; nothing has changed then.
fn act(bench: &mut Workbench, command: &JointCommand) -> Result<Outcome, String> {
    let said = |label: String| Ok(Outcome { label, remark: None });
    match command {
        JointCommand::Add(kind, a, b) => add(bench, *kind, *a, *b),
        JointCommand::Remove(number) => remove(bench, *number),
        JointCommand::Change(number, change) => change_joint(bench, *number, change),
        JointCommand::Bring(number, wish) => bring(bench, *number, *wish),
        JointCommand::AddDrive(number) => add_drive(bench, *number),
        JointCommand::RemoveDrive(drive) => {
            let name = driven(bench, *drive)?;
            change_scene(bench, None, |scene| {
                scene.controllers.remove(*drive);
                Ok(())
            })?;
            said(tr!("joining-remove-drive-joint", name = name))
        }
        JointCommand::ChangeDrive(drive, change) => {
            let name = driven(bench, *drive)?;
            let effort = effort(bench, &bench.scene.source.controllers[*drive].joint);
            change_scene(bench, None, |scene| {
                let given = &mut scene.controllers[*drive];
                match change {
                    DriveChange::Target(target) => given.target = Some(target.clone()),
                    // What only damped becomes a drive, and gives no more than the robot's file says.
                    DriveChange::Kp(gain) => {
                        given.max = given.max.or(effort.filter(|_| given.kp == 0.0 && *gain > 0.0));
                        given.kp = *gain;
                    }
                    DriveChange::Kd(gain) => given.kd = *gain,
                    DriveChange::Max(most) => given.max = *most,
                }
                Ok(())
            })?;
            said(tr!("joining-drive-joint-2", what = change.what(), name = name))
        }
        JointCommand::Path(body, waypoints) => {
            set_path(bench, *body, waypoints)?;
            said(tr!("joining-path", body = bench.scene.model.body(*body).name))
        }
        JointCommand::Forces(body, pushes) => {
            set_forces(bench, *body, pushes)?;
            said(tr!("joining-forces", body = bench.scene.model.body(*body).name))
        }
    }
}

/// A joint of the scene.
pub(super) fn joint_of(bench: &Workbench, number: usize) -> Result<&Joint, String> {
    bench.scene.model.joints.get(number).ok_or_else(|| tr!("joining-there-no-such-joint").to_owned())
}

/// The name of the joint that a drive of the scene drives.
fn driven(bench: &Workbench, drive: usize) -> Result<String, String> {
    let drives = bench.scene.source.controllers.get(drive);
    let drive = drives.filter(|controller| controller.kind == ControllerKind::JointPd);
    drive.map(|drive| drive.joint.clone()).ok_or_else(|| tr!("joining-there-no-such-drive").to_owned())
}

/// Joins two bodies as they stand. The one that does not move is A.
fn add(bench: &mut Workbench, kind: JointKind, a: BodyId, b: BodyId) -> Result<Outcome, String> {
    let model = bench.scene.model.clone();
    let (Some(first), Some(second)) = (model.bodies.get(a.0), model.bodies.get(b.0)) else {
        return Err(tr!("change-no-such-body").to_owned());
    };
    let (a, b) = if first.is_dynamic() && !second.is_dynamic() { (b, a) } else { (a, b) };
    let state = &bench.focused_pane().simulation.state;
    let point = anchor::between(&model, state, a, b);
    let axis = usual_axis(kind, &model, &(state.poses[b.0].position - state.poses[a.0].position));
    // Points of the scene are those of its start: where A has them.
    let (start, now) = (&bench.scene.state.poses[a.0], &state.poses[a.0]);
    let (point, axis) = if start == now {
        (point, axis)
    } else {
        let back = start.orientation * now.orientation.inverse();
        (start.position + back * (point - now.position), back * axis)
    };
    let names = (&model.body(a).name, &model.body(b).name);
    let mut joint = JointDescription::new(kind, names.0, names.1, point.into(), axis.into());
    joint.name = unused_name(&model, kind.name());
    let name = joint.name.clone();
    let number = model.joints.len();
    change_frames(bench, number, |scene| {
        scene.joints.push(joint);
        Ok(())
    })?;
    let remark = tr!("joining-joins", joint = named(&name, kind), first = names.0, second = names.1);
    Ok(Outcome { label: tr!("joining-add-joint", name = name), remark: Some(remark) })
}

fn named(name: &str, kind: JointKind) -> String {
    tr!("joining-joint-2", kind = kind_name(kind), name = name)
}

/// The axis that a new joint has: that of the world along which it is most likely meant to slide, or about which bodies turn.
fn usual_axis(kind: JointKind, model: &Model, between: &Vec3) -> Vec3 {
    let flat = model.dimension == Dimension::Two;
    if !matches!(kind, JointKind::Prismatic | JointKind::Cylindrical) {
        return Vec3::z();
    }
    let mut along = between.abs();
    if flat {
        along.z = -1.0;
    }
    let mut axis = Vec3::zeros();
    axis[along.imax()] = 1.0;
    axis
}

/// A name that no joint has.
fn unused_name(model: &Model, stem: &str) -> String {
    let taken = |name: &str| model.joints.iter().any(|joint| joint.name == name);
    let numbered = (2_u64..).map(|number| format!("{stem} {number}"));
    let mut names = std::iter::once(stem.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

/// Changes the scene so that a joint is another one, if its bodies stand as it asks in every pane.
fn change_frames(
    bench: &mut Workbench,
    number: usize,
    change: impl FnOnce(&mut Scene) -> Result<(), String>,
) -> Result<(), String> {
    let before = Snapshot::of(bench);
    let errors = |bench: &Workbench| -> Vec<f64> {
        let of_pane = |pane: &crate::app::bench::workbench::Pane| {
            let (model, state) = (&pane.simulation.model, &pane.simulation.state);
            let there = model.active_joints(state).contains(&number);
            if there { error_of_joint(model, state, number) } else { 0.0 }
        };
        bench.panes.iter().map(of_pane).collect()
    };
    let allowed = errors(bench);
    change_scene(bench, None, change)?;
    let model = &bench.scene.model;
    let joint = joint_of(bench, number)?;
    let size = model.body(joint.bodies.0).radius.min(model.body(joint.bodies.1).radius);
    for (pane, (error, allowed)) in errors(bench).into_iter().zip(allowed).enumerate() {
        // NaN is no joint that holds.
        if !(error <= allowed.max(CLOSED * size)) {
            let said = tr!(
                "joining-bodies-have-moved-against-each",
                joint = joint.name,
                error = format!("{error:.1e}"),
                pane = pane + 1
            );
            before.restore(bench);
            return Err(said);
        }
    }
    Ok(())
}

fn remove(bench: &mut Workbench, number: usize) -> Result<Outcome, String> {
    let name = joint_of(bench, number)?.name.clone();
    let labels: Vec<String> = bench.scene.model.joints.iter().map(|joint| joint.name.clone()).collect();
    let drives = bench.scene.source.controllers.len();
    change_scene(bench, None, |scene| {
        let goes: Vec<bool> = (0..scene.joints.len()).map(|k| k == number).collect();
        remove_joints(scene, &labels, &goes);
        Ok(())
    })?;
    let lost = drives - bench.scene.source.controllers.len();
    let remark = (lost > 0).then(|| tr!("joining-what-drove-went-with", name = name));
    Ok(Outcome { label: tr!("joining-remove-joint", name = name), remark })
}

/// Takes joints out of a description with what drives them; `labels` are what the joints are called.
pub(super) fn remove_joints(scene: &mut Scene, labels: &[String], goes: &[bool]) {
    scene.controllers.retain(|c| !labels.iter().zip(goes).any(|(label, goes)| *goes && *label == c.joint));
    // Unnamed joints that stay keep the numbers they went by.
    for ((joint, label), goes) in scene.joints.iter_mut().zip(labels).zip(goes) {
        let named = scene.controllers.iter().any(|c| c.joint == *label);
        if joint.name.is_empty() && !goes && named {
            joint.name.clone_from(label);
        }
    }
    let mut goes = goes.iter();
    scene.joints.retain(|_| !goes.next().copied().unwrap_or(false));
}

fn change_joint(bench: &mut Workbench, number: usize, change: &JointChange) -> Result<Outcome, String> {
    let joint = joint_of(bench, number)?.clone();
    let mut remark = None;
    if let JointChange::Limits(Some(limits)) = change {
        stands_within(bench, number, *limits)?;
    }
    let drives = bench.scene.source.controllers.len();
    let labels: Vec<String> = bench.scene.model.joints.iter().map(|joint| joint.name.clone()).collect();
    if let JointChange::Name(name) = change
        && labels.iter().enumerate().any(|(k, label)| k != number && label == name)
    {
        return Err(tr!("joining-there-joint-already-every-joint", name = name));
    }
    change_frames(bench, number, |scene| {
        let given = scene
            .joints
            .get_mut(number)
            .ok_or_else(|| tr!("joining-scene-description-has-no-such").to_owned())?;
        match change {
            JointChange::Name(name) => given.name.clone_from(name),
            JointChange::Kind(kind) => {
                given.kind = *kind;
                // A coordinate of another kind has other numbers, and those of this one are nobody's.
                (given.start, given.limits) = (0.0, None);
            }
            JointChange::Point(point) => given.point = (*point).into(),
            JointChange::Axis(axis) => given.axis = (*axis).into(),
            JointChange::Limits(limits) => given.limits = *limits,
            JointChange::Collide(collide) => given.collide = *collide,
            JointChange::BreakForce(most) => given.break_force = *most,
            JointChange::BreakTorque(most) => given.break_torque = *most,
        }
        let (label, kind) = (given.label(number), given.kind);
        if kind != joint.kind {
            scene.controllers.retain(|c| c.joint != labels[number]);
        }
        for controller in scene.controllers.iter_mut().filter(|c| c.joint == labels[number]) {
            controller.joint.clone_from(&label);
        }
        Ok(())
    })?;
    if bench.scene.source.controllers.len() < drives {
        remark = Some(tr!("joining-what-drove-went-drove-joint", joint = joint.name));
    }
    Ok(Outcome { label: tr!("joining-joint", what = change.what(), joint = joint.name), remark })
}

/// That a joint stands within limits in every pane: what is beyond them would be thrown back in one step.
fn stands_within(bench: &Workbench, number: usize, (low, high): (f64, f64)) -> Result<(), String> {
    for (pane, simulation) in bench.panes.iter().map(|pane| &pane.simulation).enumerate() {
        if !simulation.model.active_joints(&simulation.state).contains(&number) {
            continue;
        }
        let joint = Joint { limits: Some((low, high)), ..simulation.model.joints[number].clone() };
        let now = coordinate(&joint, &simulation.state);
        // The rounding of a run that rests on its stop.
        let slack = CLOSED * (1.0 + now.abs());
        if !(low - slack <= now && now <= high + slack) {
            let (name, unit) = (&joint.name, unit_of(joint.kind));
            return Err(tr!(
                "joining-stands-at-in-pane-which",
                name = name,
                now = format!("{now:.4}"),
                unit = unit,
                pane = pane + 1,
                low = format!("{low:.4}"),
                high = format!("{high:.4}")
            ));
        }
    }
    Ok(())
}

/// Where a joint stands (rad or m), counted so that it is within its limits if it can be.
pub(in crate::app) fn coordinate(joint: &Joint, state: &crate::world::State) -> f64 {
    let poses = (&state.poses[joint.bodies.0.0], &state.poses[joint.bodies.1.0]);
    joint.coordinates(poses, poses).0
}

/// The unit of a joint's coordinate.
pub(in crate::app) fn unit_of(kind: JointKind) -> &'static str {
    if kind == JointKind::Prismatic { "m" } else { "rad" }
}

/// Drives a joint to where it stands, with gains for the bodies that it joins.
fn add_drive(bench: &mut Workbench, number: usize) -> Result<Outcome, String> {
    let joint = joint_of(bench, number)?.clone();
    let name = joint.name.clone();
    if !joint.kind.has_coordinate() {
        return Err(tr!("joining-only-revolute-prismatic-joints", name = name, kind = kind_name(joint.kind)));
    }
    let model = &bench.scene.model;
    let inertia = [joint.bodies.0, joint.bodies.1]
        .map(|id| model.body(id))
        .into_iter()
        .filter(|body| body.is_dynamic())
        .map(|body| body.mass * if joint.kind == JointKind::Revolute { body.radius.powi(2) } else { 1.0 })
        .fold(f64::INFINITY, f64::min);
    let now = coordinate(&joint, &bench.focused_pane().simulation.state);
    let (kp, kd) = (two_digits(inertia * PACE * PACE), two_digits(2.0 * inertia * PACE));
    let max = effort(bench, &name);
    let drive = ControllerDescription {
        max,
        ..ControllerDescription::joint_pd(&name, Target::Constant(now), kp, kd)
    };
    change_scene(bench, None, |scene| {
        scene.controllers.push(drive);
        Ok(())
    })?;
    let unit = if joint.kind == JointKind::Revolute { "N·m" } else { "N" };
    let remark = max.map(|max| tr!("joining-effort-taken", name = name, most = format!("{max} {unit}")));
    Ok(Outcome { label: tr!("joining-drive-joint", name = name), remark })
}

/// Largest torque or force of what may drive a joint, where the robot's file says one.
fn effort(bench: &Workbench, joint: &str) -> Option<f64> {
    bench.scene.imported.as_ref()?.efforts.get(joint).copied()
}

/// A positive number in two digits: files stay readable.
pub(in crate::app) fn two_digits(value: f64) -> f64 {
    if !(value > 0.0 && value.is_finite()) {
        return 1.0;
    }
    let scale = 10.0_f64.powf(1.0 - value.log10().floor());
    (value * scale).round() / scale
}
