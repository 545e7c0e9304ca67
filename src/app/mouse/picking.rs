//! Bodies under the mouse: hover, select, pull with a spring while the clock runs, move and turn without overlap while it
//! stands. Every act reaches all panes.

use crate::app::bench::workbench::Workbench;
use crate::app::command::look::Overlay;
use crate::app::command::{AppCommand, BuildCommand, FilesCommand, PastCommand, RunCommand, SelectCommand};
use crate::app::draw::bodies::prism_thickness;
use crate::app::draw::strokes::{has_mark, mark};
use crate::app::explain::choose;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::view::{Selection, ViewSettings, Viewports};
use crate::app::messages::Messages;
use crate::app::mouse::cast::{Hit, cast};
use crate::app::mouse::gizmo;
use crate::app::mouse::gizmo::Gizmo;
use crate::app::mouse::hand::{Grip, Hand, Held};
use crate::app::mouse::pointer;
use crate::app::mouse::pointer::{CLICK_SLACK, Gesture, Pointer};
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::{Driver, FrameStage};
use crate::contact::ContactId;
use crate::math::Dimension;
use crate::world::BodyId;
use bevy::prelude::*;

/// A click this near to the mark of a contact means the contact (physical pixels).
const MARK_REACH: f32 = 7.0;

/// Picks and drags.
pub struct PickingPlugin;

impl Plugin for PickingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Hand>()
            .init_resource::<Selection>()
            .add_systems(
                Update,
                (hover, grab, hold, release).chain().after(pointer::read).in_set(FrameStage::Input),
            )
            .add_systems(Update, cancel.in_set(FrameStage::Apply));
    }
}

/// What is under a place of a pane.
fn hit(bench: &Workbench, rigs: &Rigs, viewports: &Viewports, pane: usize, place: Vec2) -> Option<Hit> {
    let view = *viewports.panes.get(pane)?;
    let (origin, direction) = rigs.of(pane).ray(view, place);
    let model = &bench.scene.model;
    let state = &bench.panes.get(pane)?.simulation.state;
    cast(model, state, to_exact(origin), to_exact(direction), 0.5 * prism_thickness(model))
}

/// The handles of the selected body in a pane, while the clock stands.
fn gizmo<'r>(
    bench: &Workbench,
    rigs: &'r Rigs,
    selection: &Selection,
    driver: &Driver,
    pane: usize,
) -> Option<(BodyId, Gizmo<'r>)> {
    let body = selection.body.filter(|_| !bench.running && driver.is_idle())?;
    let state = &bench.panes.get(pane)?.simulation.state;
    let pose = state.poses.get(body.0).filter(|_| bench.scene.model.is_active(body, state.time))?;
    Some((body, Gizmo { centre: gizmo::middle(&pose.position), rig: rigs.of(pane) }))
}

fn hover(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    pointer: Res<Pointer>,
    driver: Res<Driver>,
    mut hand: ResMut<Hand>,
    mut selection: ResMut<Selection>,
) {
    let over = |pane: usize, place: Vec2| {
        let view = *viewports.panes.get(pane)?;
        gizmo(&bench, &rigs, &selection, &driver, pane)?.1.at(view, place).map(|handle| (pane, handle))
    };
    let handle = match (&hand.held, pointer.pane, pointer.place, pointer.gesture) {
        (Some(Held { grip: Grip::Handle { handle, .. }, .. }), _, _, Gesture::Body { pane }) => {
            Some((pane, *handle))
        }
        (None, Some(pane), Some(place), Gesture::Idle | Gesture::Pressed { .. }) => over(pane, place),
        _ => None,
    };
    let hovered = match (&hand.held, pointer.pane, pointer.place, pointer.gesture) {
        (Some(held), ..) => pointer.pane.map(|pane| (pane, held.body)),
        (None, Some(pane), Some(place), Gesture::Idle | Gesture::Pressed { .. }) if handle.is_none() => {
            hit(&bench, &rigs, &viewports, pane, place).map(|hit| (pane, hit.body))
        }
        _ => None,
    };
    if hand.handle != handle {
        hand.handle = handle;
    }
    if selection.hovered != hovered {
        selection.hovered = hovered;
    }
}

fn grab(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    selection: Res<Selection>,
    driver: Res<Driver>,
    mut pointer: ResMut<Pointer>,
    mut hand: ResMut<Hand>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Gesture::Pressed { pane } = pointer.gesture else { return };
    commands.write(RunCommand::FocusPane(pane).into());
    let grabbed = pointer.place.and_then(|place| {
        let view = *viewports.panes.get(pane)?;
        let by_handle = || {
            let (body, gizmo) = gizmo(&bench, &rigs, &selection, &driver, pane)?;
            let handle = gizmo.at(view, place)?;
            let last = gizmo.reading(handle, view, place)?;
            Some((body, Grip::Handle { handle, last, way: 0.0, done: 0.0 }))
        };
        by_handle().or_else(|| by_point(&bench, hit(&bench, &rigs, &viewports, pane, place)?, pane))
    });
    let Some((body, grip)) = grabbed else {
        pointer.gesture = Gesture::Orbit { pane };
        return;
    };
    hand.held = Some(Held::new(&bench, body, grip));
    let fixed = matches!(grip, Grip::Fixed);
    pointer.gesture = if fixed { Gesture::Orbit { pane } } else { Gesture::Body { pane } };
}

fn by_point(bench: &Workbench, hit: Hit, pane: usize) -> Option<(BodyId, Grip)> {
    let model = &bench.scene.model;
    if !model.body(hit.body).is_dynamic() {
        return Some((hit.body, Grip::Fixed));
    }
    let pose = bench.panes.get(pane)?.simulation.state.poses.get(hit.body.0)?;
    let mut point = hit.point;
    if model.dimension == Dimension::Two {
        point.z = 0.0;
    }
    let grabbed = pose.orientation.inverse() * (point - pose.position);
    Some((hit.body, Grip::Point { grabbed, start: point, target: point }))
}

/// The mouse moves the target; while the clock stands the bodies follow at once.
fn hold(
    mut bench: ResMut<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    pointer: Res<Pointer>,
    mut hand: ResMut<Hand>,
    mut driver: ResMut<Driver>,
    mut messages: ResMut<Messages>,
) {
    if let (Some(held), Gesture::Body { pane }, Some(place)) =
        (&mut hand.held, pointer.gesture, pointer.place)
        && pointer.travelled > CLICK_SLACK
        && let Some(&view) = viewports.panes.get(pane)
    {
        let still = !bench.running && driver.is_idle();
        let rig = rigs.of(pane);
        let outcome = match &mut held.grip {
            Grip::Point { start, target, .. } => {
                *target = to_exact(rig.on_facing_plane(view, place, to_view(start)));
                if bench.scene.model.dimension == Dimension::Two {
                    target.z = 0.0;
                }
                if still { held.follow_point(&mut bench, pane) } else { Ok(()) }
            }
            Grip::Handle { handle, .. } if still => {
                let centre = gizmo::middle(&bench.panes[pane].simulation.state.poses[held.body.0].position);
                let reading = Gizmo { centre, rig }.reading(*handle, view, place);
                held.follow_handle(&mut bench, pane, reading)
            }
            Grip::Handle { .. } | Grip::Fixed => Ok(()),
        };
        if let Err(reason) = outcome
            && !held.refused
        {
            held.refused = true;
            messages.info(reason);
        }
    }
    driver.holding = hand.held.is_some();
    let spring = if bench.running || !driver.is_idle() { hand.spring() } else { None };
    if driver.spring != spring {
        driver.spring = spring;
    }
}

fn release(
    mut bench: ResMut<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    view: Res<ViewSettings>,
    selection: Res<Selection>,
    mut pointer: ResMut<Pointer>,
    keys: Res<ButtonInput<KeyCode>>,
    mut hand: ResMut<Hand>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(gesture) = pointer.released else { return };
    let held = hand.held.take();
    let (Gesture::Body { pane } | Gesture::Orbit { pane } | Gesture::Pressed { pane }) = gesture else {
        return;
    };
    if matches!(gesture, Gesture::Pressed { .. }) {
        pointer.gesture = Gesture::Idle;
    }
    if pointer.travelled > CLICK_SLACK {
        if let Some(held) = held {
            // Work under way would bring back the start as it was.
            if !bench.running {
                driver.discard();
            }
            held.finish(&mut bench, &mut undo, &mut messages);
        }
        return;
    }
    let by_handle = held.as_ref().is_some_and(|held| matches!(held.grip, Grip::Handle { .. }));
    let marked = view.shows(Overlay::Contacts) || view.shows(Overlay::Normals);
    let contact = pointer
        .place
        .filter(|_| marked && !by_handle)
        .and_then(|place| contact_at(&bench, &rigs, &viewports, pane, place))
        .map(|contact| (pane, contact))
        // A second click on the mark means what is below it.
        .filter(|contact| selection.contact != Some(*contact));
    commands.write(match contact {
        Some(contact) => AppCommand::Select(SelectCommand::Contact(Some(contact))),
        None => choose::clicked(&selection, held.map(|h| h.body), &keys),
    });
}

/// The contact whose mark is nearest to a place of a pane, if one is near.
fn contact_at(
    bench: &Workbench,
    rigs: &Rigs,
    viewports: &Viewports,
    pane: usize,
    place: Vec2,
) -> Option<ContactId> {
    let area = *viewports.panes.get(pane)?;
    let simulation = &bench.panes.get(pane)?.simulation;
    let record = simulation.record.as_deref()?;
    let distance = |i: usize| {
        let mark = mark(&simulation.model, &record.contacts[i]);
        Some((i, rigs.of(pane).project(area, mark)?.distance(place)))
    };
    (0..record.contacts.len())
        .filter(|&i| has_mark(record, i))
        .filter_map(distance)
        .filter(|(_, distance)| *distance <= MARK_REACH)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(i, _)| ContactId(i))
}

/// Escape lets go; what was moved by hand goes back to where it was.
fn cancel(
    mut commands: MessageReader<AppCommand>,
    mut bench: ResMut<Workbench>,
    mut pointer: ResMut<Pointer>,
    mut hand: ResMut<Hand>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut messages: ResMut<Messages>,
) {
    for command in commands.read() {
        match command {
            AppCommand::Cancel => {
                let Some(held) = hand.held.take() else { continue };
                pointer.gesture = Gesture::Idle;
                driver.discard();
                held.put_back(&mut bench, &mut undo, &mut messages);
            }
            // What was held may be gone.
            AppCommand::Files(FilesCommand::LoadScene(_))
            | AppCommand::Files(FilesCommand::ReloadScene)
            | AppCommand::Files(FilesCommand::NeighbourScene(_))
            | AppCommand::Past(PastCommand::Undo)
            | AppCommand::Past(PastCommand::Redo)
            | AppCommand::Past(PastCommand::Reset)
            | AppCommand::Past(PastCommand::Seek(_))
            | AppCommand::Past(PastCommand::StepBack)
            | AppCommand::Past(PastCommand::SwitchBranch(_))
            | AppCommand::Files(FilesCommand::OpenRecording(_))
            | AppCommand::Build(BuildCommand::DeleteSelected) => hand.held = None,
            _ => {}
        }
    }
}
