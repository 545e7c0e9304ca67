//! Carries out what builds and changes scenes: new bodies, copies, deletions, changes.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::Workbench;
use crate::app::build::body_change::change_bodies;
use crate::app::build::clipboard;
use crate::app::build::cutting::Cutting;
use crate::app::build::edit::{change_scene, model_changed, refused, take_scene};
use crate::app::build::faces::face_to_face;
use crate::app::build::fragment::{self, Place};
use crate::app::build::groups;
use crate::app::build::joining::remove_joints;
use crate::app::build::spawn;
use crate::app::build::titles;
use crate::app::command::BuildCommand;
use crate::app::command::build::{BodyChange, SpawnRequest};
use crate::app::draw::bodies::prism_thickness;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::view::{Selection, Viewports};
use crate::app::messages::Messages;
use crate::app::mouse::cast::cast;
use crate::app::mouse::follow_bodies::Known;
use crate::app::mouse::hand::named;
use crate::app::mouse::pointer::Pointer;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, Mode};
use crate::math::{Dimension, Vec3};
use crate::scene::format::BodyDescription;
use crate::scene::{LoadedScene, Scene};
use crate::world::BodyId;
use bevy::prelude::*;
use bevy_egui::EguiClipboard;
use std::collections::BTreeSet;
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
    mut clipboard: Option<ResMut<EguiClipboard>>,
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
    if let BuildCommand::ChangeScene(change) = &command {
        let act = |bench: &mut Workbench| titles::change(bench, change, &rigs);
        return retitle(bench, (&mut driver, &mut undo, &mut messages), act);
    }
    if let BuildCommand::Group(change) = &command {
        let selected: Vec<BodyId> = selection.bodies().collect();
        let act = |bench: &mut Workbench| groups::change(bench, &selected, change);
        return retitle(bench, (&mut driver, &mut undo, &mut messages), act);
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
    let copies = matches!(command, BuildCommand::Copy | BuildCommand::Cut);
    if copies && !clipboard::copy(bench, &selection, clipboard.as_deref_mut(), &mut messages) {
        return;
    }
    let mut pasted = None;
    if let (BuildCommand::Paste, Some(mut clipboard)) = (&command, clipboard) {
        pasted = match clipboard::bodies(clipboard.get_text()) {
            Ok(bodies) => Some(Box::new(bodies)),
            Err(reason) => return messages.warn(format!("{}.", reason.trim_end_matches('.'))),
        };
    }
    let Some(act) = act_of(&command, &selection, built, pasted) else { return };
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
                selection.all(select);
                selection.contact = None;
                known.note(bench);
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

/// Changes something about the scene as a whole; an act that changes nothing is none.
fn retitle(
    bench: &mut Workbench,
    (driver, undo, messages): (&mut Driver, &mut UndoStack, &mut Messages),
    act: impl FnOnce(&mut Workbench) -> Result<Option<String>, String>,
) {
    // Work under way would bring back the scene as it was.
    driver.discard();
    let before = Snapshot::of(bench);
    match act(bench) {
        Ok(Some(label)) => undo.push(label, before),
        Ok(None) => {}
        Err(reason) => messages.warn(format!("{}.", reason.trim_end_matches('.'))),
    }
}

/// Something that changes the scene.
enum Act<'a> {
    Spawn(SpawnRequest),
    SpawnAgain,
    Take(Box<LoadedScene>, String),
    Duplicate(Vec<BodyId>),
    Delete(Vec<BodyId>),
    Cut(Vec<BodyId>),
    Paste(Box<Scene>),
    FaceToFace(BodyId, Option<BodyId>),
    Change(Vec<BodyId>, &'a BodyChange),
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
    select: Option<Vec<BodyId>>,
    /// What is to be said.
    remark: Option<String>,
}

/// The act that is meant; none where nothing is selected for it.
fn act_of<'a>(
    command: &'a BuildCommand,
    selection: &Selection,
    built: Option<(Box<LoadedScene>, String)>,
    pasted: Option<Box<Scene>>,
) -> Option<Act<'a>> {
    let selected = || {
        let bodies: Vec<BodyId> = selection.bodies().collect();
        (!bodies.is_empty()).then_some(bodies)
    };
    Some(match command {
        BuildCommand::Spawn(request) => Act::Spawn(*request),
        BuildCommand::SpawnAgain => Act::SpawnAgain,
        BuildCommand::TakeImport => {
            let (scene, said) = built?;
            Act::Take(scene, said)
        }
        // Carried out before.
        BuildCommand::ImportMesh(_)
        | BuildCommand::CutImport(_)
        | BuildCommand::AcceptImport
        | BuildCommand::CancelImport
        | BuildCommand::ChangeScene(_)
        | BuildCommand::Group(_)
        // Changes nothing.
        | BuildCommand::Copy => return None,
        BuildCommand::DuplicateSelected => Act::Duplicate(selected()?),
        BuildCommand::DeleteSelected => Act::Delete(selected()?),
        BuildCommand::Cut => Act::Cut(selected()?),
        BuildCommand::Paste => Act::Paste(pasted?),
        BuildCommand::FaceToFace => Act::FaceToFace(selection.body?, selection.also.first().copied()),
        BuildCommand::ChangeBody(id, change) => Act::Change(vec![*id], change),
        BuildCommand::ChangeBodies(ids, change) => Act::Change(ids.clone(), change),
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
                add(bench, spawn::describe(bench, request, last.seed), place, tr!("act-add"))
            }
            Self::SpawnAgain => {
                let place = in_view(bench, places, places.pointer.place);
                last.seed += 1;
                add(bench, spawn::describe(bench, &last.request, last.seed), place, tr!("act-add"))
            }
            Self::Take(scene, said) => {
                take_scene(bench, (**scene).clone(), None);
                let id = BodyId(bench.scene.model.bodies.len() - 1);
                let label = tr!("act-import", body = bench.scene.model.body(id).name);
                Ok(Outcome { label, select: Some(vec![id]), remark: Some(said.clone()) })
            }
            Self::Duplicate(ids) => duplicate(bench, ids),
            Self::Delete(ids) => delete(bench, ids, tr!("act-delete")),
            Self::Cut(ids) => delete(bench, ids, tr!("act-cut")),
            Self::Paste(fragment) => {
                let place = in_view(bench, places, places.pointer.place);
                let bodies = fragment::add(bench, (**fragment).clone(), Place::At(place))?;
                let label = tr!("act-paste", bodies = named(&bench.scene.model, &bodies));
                Ok(Outcome { label, select: Some(bodies), remark: None })
            }
            Self::FaceToFace(id, other) => {
                let on = face_to_face(bench, *id, *other)?;
                let [name, on] = [*id, on].map(|id| named(&bench.scene.model, &[id]));
                Ok(Outcome { label: tr!("act-lay-on", name = name, on = on), select: None, remark: None })
            }
            Self::Change(ids, change) => {
                let called = named(&bench.scene.model, ids);
                change_bodies(bench, ids, change)?;
                Ok(Outcome {
                    label: tr!("act-of", what = change.what(), called = called),
                    select: None,
                    remark: None,
                })
            }
        }
    }
}

/// Where in the world something new goes: on what is seen at a place of a view, else there in the plane of the camera's
/// target. Without a place, the middle of the focused view, in round numbers.
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
    if at.is_none() {
        // Nobody pointed there.
        point = spawn::rounded(&point, spawn::usual_radius(bench));
    }
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
    Ok(Outcome { label: format!("{verb} `{name}`"), select: Some(vec![id]), remark: None })
}

/// A copy of bodies with what is among them, beside them or above, moving as they move.
fn duplicate(bench: &mut Workbench, ids: &[BodyId]) -> Result<Outcome, String> {
    let fragment = fragment::of(bench, ids)?;
    let copies = fragment::add(bench, fragment, Place::Beside)?;
    let label = tr!("act-copy", bodies = named(&bench.scene.model, &copies));
    Ok(Outcome { label, select: Some(copies), remark: None })
}

/// Takes bodies out of the scene, with their joints and what drives them.
fn delete(bench: &mut Workbench, ids: &[BodyId], verb: &str) -> Result<Outcome, String> {
    let scene = Arc::clone(&bench.scene);
    let goes: BTreeSet<usize> =
        ids.iter().map(|id| id.0).filter(|k| *k < scene.source.bodies.len()).collect();
    if goes.is_empty() {
        return Err(tr!("change-no-such-body").to_owned());
    }
    let called = named(&scene.model, ids);
    let joints = scene.source.joints.len();
    // What controllers call the joints, given or by kind and number.
    let labels: Vec<String> = scene.model.joints.iter().map(|joint| joint.name.clone()).collect();
    change_scene(bench, None, |scene| {
        remove_bodies(scene, &goes, &labels);
        Ok(())
    })?;
    let lost = joints - bench.scene.source.joints.len();
    let theirs = if goes.len() == 1 { tr!("act-it") } else { tr!("act-them") };
    let remark = match lost {
        0 => None,
        1 => Some(tr!("act-joint-went-with", called = called, theirs = theirs)),
        _ => Some(tr!("act-joints-went-with", lost = lost, called = called, theirs = theirs)),
    };
    Ok(Outcome { label: format!("{verb} {called}"), select: Some(Vec::new()), remark })
}

/// Takes bodies out of a description with all that names them; `labels` are what its joints are called.
fn remove_bodies(scene: &mut Scene, goes: &BTreeSet<usize>, labels: &[String]) {
    let names: BTreeSet<String> =
        goes.iter().filter_map(|k| scene.bodies.get(*k)).map(|body| body.name.clone()).collect();
    scene.take_out(&names);
    let goes: Vec<bool> =
        scene.joints.iter().map(|j| names.contains(&j.bodies.0) || names.contains(&j.bodies.1)).collect();
    remove_joints(scene, labels, &goes);
}
