//! Carries out what builds and changes scenes: new bodies, copies, deletions, changes.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::build::body_change::change_body;
use crate::app::build::cutting::Cutting;
use crate::app::build::edit::{change_scene, model_changed, take_scene};
use crate::app::build::joining::remove_joints;
use crate::app::build::spawn;
use crate::app::command::BuildCommand;
use crate::app::command::build::SpawnRequest;
use crate::app::draw::bodies::prism_thickness;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::view::{Selection, Viewports};
use crate::app::messages::Messages;
use crate::app::mouse::cast::cast;
use crate::app::mouse::follow_bodies::Known;
use crate::app::mouse::pointer::Pointer;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, Mode};
use crate::contact::Contact;
use crate::math::{Dimension, Vec3};
use crate::scene::format::BodyDescription;
use crate::scene::{LoadedScene, Scene};
use crate::step::StepRecord;
use crate::world::{BodyId, BodyKind};
use bevy::prelude::*;
use std::sync::Arc;

/// What was asked for last, to be asked for again.
#[derive(Resource, Default)]
pub struct LastSpawn {
    request: SpawnRequest,
    /// Makes every random shape another one.
    seed: u64,
}

/// Where the pointer and the views are, for placing what is new.
struct Places<'a> {
    rigs: &'a Rigs,
    viewports: &'a Viewports,
    pointer: &'a Pointer,
}

/// Carries out a command; all of them can be undone.
pub fn carry_out(
    In(command): In<BuildCommand>,
    mut bench: ResMut<Workbench>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut last: ResMut<LastSpawn>,
    mut selection: ResMut<Selection>,
    mut known: ResMut<Known>,
    mut messages: ResMut<Messages>,
    mut cutting: ResMut<Cutting>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    pointer: Res<Pointer>,
) {
    let places = Places { rigs: &rigs, viewports: &viewports, pointer: &pointer };
    let bench = &mut *bench;
    if cutting.begin(&command, bench, driver.mode, &mut messages) {
        return;
    }
    if matches!(command, BuildCommand::AcceptImport) {
        accept(bench, &mut cutting, driver.mode, &places, &mut messages);
        return;
    }
    let mut built = None;
    if matches!(command, BuildCommand::TakeImport) {
        built = match cutting.take(bench) {
            Ok(Some(built)) => Some(built),
            // The scene was edited meanwhile: it is built once more.
            Ok(None) => return accept(bench, &mut cutting, driver.mode, &places, &mut messages),
            Err(reason) => return messages.warn(format!("{}.", reason.trim_end_matches('.'))),
        };
    }
    let Some(act) = act_of(&command, selection.body, built) else { return };
    // Work under way would bring back the scene as it was.
    driver.discard();
    let before = Snapshot::of(bench);
    let model = bench.scene.source.contact.model;
    match act.carry_out(bench, &mut last, &places) {
        Ok(Outcome { label, select, remark }) => {
            // A number that is dragged is changed many times in one act.
            if matches!(act, Act::Change(..)) {
                undo.push_or_merge(&label, || before);
            } else {
                undo.push(label, before);
            }
            if let Some(select) = select {
                (selection.body, selection.contact) = (select, None);
                known.note(bench);
            }
            if let Some(remark) = remark {
                messages.info(remark);
            }
            if let Some(said) = model_changed(model, bench) {
                messages.info(said);
            }
        }
        Err(reason) => messages.warn(format!("{}.", reason.trim_end_matches('.'))),
    }
}

/// Something that changes the scene.
enum Act<'a> {
    Spawn(SpawnRequest),
    SpawnAgain,
    Take(Box<LoadedScene>, String),
    Duplicate(BodyId),
    Delete(BodyId),
    Change(BodyId, &'a crate::app::command::build::BodyChange),
}

/// Places a body of the mesh that is to be one, and has the scene with it built beside the frames.
fn accept(bench: &Workbench, cutting: &mut Cutting, mode: Mode, places: &Places, messages: &mut Messages) {
    let Some((file, made)) =
        cutting.draft().and_then(|draft| Some((draft.file.clone(), draft.made.clone()?)))
    else {
        return;
    };
    let place = in_view(bench, places, None);
    match spawn::of_mesh(bench, &file, &made, place) {
        Ok((body, said)) => cutting.build(bench, body, said, mode),
        Err(reason) => messages.warn(format!("{}.", reason.trim_end_matches('.'))),
    }
}

/// What came of it.
struct Outcome {
    /// For the undo list.
    label: String,
    /// What is to be selected then, if that changes.
    select: Option<Option<BodyId>>,
    /// What is to be said.
    remark: Option<String>,
}

/// The act that is meant; none where nothing is selected for it.
fn act_of(
    command: &BuildCommand,
    selected: Option<BodyId>,
    built: Option<(Box<LoadedScene>, String)>,
) -> Option<Act<'_>> {
    Some(match command {
        BuildCommand::Spawn(request) => Act::Spawn(*request),
        BuildCommand::SpawnAgain => Act::SpawnAgain,
        BuildCommand::TakeImport => {
            let (scene, said) = built?;
            Act::Take(scene, said)
        }
        // Carried out before, beside the frames.
        BuildCommand::ImportMesh(_)
        | BuildCommand::CutImport(_)
        | BuildCommand::AcceptImport
        | BuildCommand::CancelImport => return None,
        BuildCommand::DuplicateSelected => Act::Duplicate(selected?),
        BuildCommand::DeleteSelected => Act::Delete(selected?),
        BuildCommand::ChangeBody(id, change) => Act::Change(*id, change),
    })
}

impl Act<'_> {
    fn carry_out(
        &self,
        bench: &mut Workbench,
        last: &mut LastSpawn,
        places: &Places,
    ) -> Result<Outcome, String> {
        match self {
            Self::Spawn(request) => {
                last.request = *request;
                let place = in_view(bench, places, None);
                last.seed += 1;
                add(bench, spawn::describe(bench, request, last.seed), place, "add")
            }
            Self::SpawnAgain => {
                let place = in_view(bench, places, places.pointer.place);
                last.seed += 1;
                add(bench, spawn::describe(bench, &last.request, last.seed), place, "add")
            }
            Self::Take(scene, said) => {
                take_scene(bench, Arc::new((**scene).clone()), None);
                let id = BodyId(bench.scene.model.bodies.len() - 1);
                let label = format!("import `{}`", bench.scene.model.body(id).name);
                Ok(Outcome { label, select: Some(Some(id)), remark: Some(said.clone()) })
            }
            Self::Duplicate(id) => duplicate(bench, *id),
            Self::Delete(id) => delete(bench, *id),
            Self::Change(id, change) => {
                let name = bench.scene.model.bodies.get(id.0).map_or("", |b| &b.name).to_owned();
                change_body(bench, *id, change)?;
                Ok(Outcome { label: format!("{} of `{name}`", change.what()), select: None, remark: None })
            }
        }
    }
}

/// Where in the world something new goes: on what is seen at a place of a view, else there in the plane of the camera's
/// target. Without a place, the middle of the focused view.
fn in_view(bench: &Workbench, places: &Places, at: Option<Vec2>) -> Vec3 {
    let pane = at.and_then(|place| places.viewports.pane_at(place)).unwrap_or(bench.focused);
    let rig = places.rigs.of(pane);
    let flat = bench.scene.model.dimension == Dimension::Two;
    let Some(view) = places.viewports.panes.get(pane) else { return to_exact(rig.target) };
    let place = at.filter(|place| view.contains(*place)).unwrap_or(view.center());
    let (origin, direction) = rig.ray(*view, place);
    let (origin, direction) = (to_exact(origin), to_exact(direction));
    let state = &bench.panes[pane.min(bench.panes.len() - 1)].simulation.state;
    let model = &bench.scene.model;
    let seen = cast(model, state, origin, direction, 0.5 * prism_thickness(model)).filter(|_| !flat);
    let mut point =
        seen.map_or_else(|| to_exact(rig.on_facing_plane(*view, place, rig.target)), |hit| hit.point);
    if flat {
        point.z = 0.0;
    }
    debug_assert!(to_view(&point).is_finite());
    point
}

fn add(bench: &mut Workbench, mut body: BodyDescription, place: Vec3, verb: &str) -> Result<Outcome, String> {
    spawn::put(bench, &mut body, place)?;
    let name = body.name.clone();
    change_scene(bench, None, |scene| {
        scene.bodies.push(body);
        Ok(())
    })?;
    let id = BodyId(bench.scene.model.bodies.len() - 1);
    Ok(Outcome { label: format!("{verb} `{name}`"), select: Some(Some(id)), remark: None })
}

/// A copy of a body, beside it or above it, moving as it moves.
fn duplicate(bench: &mut Workbench, id: BodyId) -> Result<Outcome, String> {
    let scene = Arc::clone(&bench.scene);
    let model = &scene.model;
    let (Some(original), Some(body)) = (scene.source.bodies.get(id.0), model.bodies.get(id.0)) else {
        return Err("there is no such body".to_owned());
    };
    let pane = bench.focused_pane();
    let state = &pane.simulation.state;
    let pose = state.poses[id.0];
    // The copy enters with its velocity of this moment. What something bears is not falling.
    let twist = if flies(pane, id) { model.twist_now(state, id) } else { state.twists[id.0] };
    let mut copy = original.clone();
    let stem = original.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    copy.name = spawn::unused_name(&scene.source, if stem.is_empty() { &original.name } else { stem });
    copy.orientation = [pose.orientation.w, pose.orientation.i, pose.orientation.j, pose.orientation.k];
    if body.kind != BodyKind::Fixed {
        copy.velocity = twist.linear.into();
        copy.angular_velocity = twist.angular.into();
    }
    let beside = Vec3::x() * (2.0 * body.radius);
    add(bench, copy, pose.position + beside, "copy")
}

/// Whether nothing pushed or held a body in the step that led to the present, so that gravity alone moves it on.
fn flies(pane: &Pane, id: BodyId) -> bool {
    let held = pane.simulation.model.joints.iter().any(|joint| joint.bodies.0 == id || joint.bodies.1 == id);
    let pushed = |record: &StepRecord| {
        let of_body = |contact: &Contact| contact.body_a() == id || contact.body_b() == id;
        record.contacts.iter().zip(&record.impulses).any(|(contact, p)| *p != 0.0 && of_body(contact))
    };
    !held && pane.simulation.record.as_ref().is_some_and(|record| !pushed(record))
}

/// Takes a body out of the scene, with its joints and what drives it.
fn delete(bench: &mut Workbench, id: BodyId) -> Result<Outcome, String> {
    let scene = Arc::clone(&bench.scene);
    let Some(body) = scene.source.bodies.get(id.0) else { return Err("there is no such body".to_owned()) };
    if scene.source.bodies.len() == 1 {
        return Err(format!("`{}` is the last body; a scene has one at least", body.name));
    }
    let name = body.name.clone();
    let joints = scene.source.joints.len();
    // What controllers call the joints, given or by kind and number.
    let labels: Vec<String> = scene.model.joints.iter().map(|joint| joint.name.clone()).collect();
    change_scene(bench, None, |scene| {
        remove_body(scene, id.0, &labels);
        Ok(())
    })?;
    let lost = joints - bench.scene.source.joints.len();
    let remark = match lost {
        0 => None,
        1 => Some(format!("A joint of `{name}` went with it.")),
        _ => Some(format!("{lost} joints of `{name}` went with it.")),
    };
    Ok(Outcome { label: format!("delete `{name}`"), select: Some(None), remark })
}

/// Takes a body out of a description with all that names it; `labels` are what its joints are called.
fn remove_body(scene: &mut Scene, index: usize, labels: &[String]) {
    let name = scene.bodies.remove(index).name;
    let goes: Vec<bool> = scene.joints.iter().map(|j| j.bodies.0 == name || j.bodies.1 == name).collect();
    scene.controllers.retain(|c| c.body != name);
    remove_joints(scene, labels, &goes);
}
