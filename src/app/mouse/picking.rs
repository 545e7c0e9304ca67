//! Bodies under the mouse: hover, select, pull with a spring while the clock runs, move and turn without overlap while it
//! stands. Every act reaches all panes.

use crate::app::bench::workbench::Workbench;
use crate::app::build::groups;
use crate::app::command::look::Overlay;
use crate::app::command::select::{Click, Snapping};
use crate::app::command::{AppCommand, ExplainCommand, RunCommand, SelectCommand};
use crate::app::draw::bodies::prism_thickness;
use crate::app::draw::strokes::marks;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{to_exact, to_view};
use crate::app::look::view::{Selection, ViewSettings, Viewports};
use crate::app::messages::Messages;
use crate::app::mouse::cast::{Hit, cast};
use crate::app::mouse::gizmo;
use crate::app::mouse::gizmo::Gizmo;
use crate::app::mouse::hand::{Grip, Hand, Held};
use crate::app::mouse::joint_handles::JointHand;
use crate::app::mouse::pointer::{CLICK_SLACK, Gesture, Pointer};
use crate::app::mouse::snap;
use crate::app::past::undo::UndoStack;
use crate::app::run::simulation::Driver;
use crate::contact::ContactId;
use crate::math::Dimension;
use crate::world::BodyId;
use bevy::prelude::*;

/// A click this near to the mark of a contact means the contact (physical pixels).
const MARK_REACH: f32 = 7.0;

/// The same where a body is under the mouse, which is what most clicks on it mean: those of a small one that rests would leave no room between them.
const MARK_REACH_ON_BODY: f32 = 4.0;

/// The keys that make another click or drag of it.
const CTRL: [KeyCode; 4] =
    [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];

/// Picks and drags.
pub struct PickingPlugin;

impl Plugin for PickingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Hand>()
            .init_resource::<JointHand>()
            .init_resource::<Asked>()
            .init_resource::<Selection>()
            .init_resource::<Snapping>();
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
    // Those of the joint that is edited take their place.
    if JointHand::default().shown(bench, selection, driver, pane).is_some() {
        return None;
    }
    let pose = state.poses.get(body.0).filter(|_| bench.scene.model.is_active(body, state.time))?;
    Some((body, Gizmo { centre: gizmo::middle(&pose.position), rig: rigs.of(pane) }))
}

/// Sees what is under the mouse.
pub fn hover(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    pointer: Res<Pointer>,
    driver: Res<Driver>,
    mut hand: ResMut<Hand>,
    mut joints: ResMut<JointHand>,
    mut selection: ResMut<Selection>,
) {
    let of_joint = match (&hand.held, pointer.pane, pointer.place, pointer.gesture) {
        (None, Some(pane), Some(place), Gesture::Idle | Gesture::Pressed { .. }) => {
            let shown = joints.shown(&bench, &selection, &driver, pane);
            let at = |view: &Rect| shown?.at(rigs.of(pane), *view, place);
            viewports.panes.get(pane).and_then(at).map(|handle| (pane, handle))
        }
        _ => joints.holds(),
    };
    if joints.hot != of_joint {
        joints.hot = of_joint;
    }
    let over = |pane: usize, place: Vec2| {
        let view = *viewports.panes.get(pane)?;
        let gizmo = gizmo(&bench, &rigs, &selection, &driver, pane).filter(|_| of_joint.is_none())?.1;
        gizmo.at(view, place).map(|handle| (pane, handle))
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
        (None, Some(pane), Some(place), Gesture::Idle | Gesture::Pressed { .. })
            if handle.is_none() && of_joint.is_none() =>
        {
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

/// What the mouse asks for in this frame: `input` puts it in its place among the keys.
#[derive(Resource, Default, Debug)]
pub struct Asked {
    /// Because the button went down.
    pub pressed: Vec<AppCommand>,
    /// Because the mouse moved since, or the button went up.
    pub released: Vec<AppCommand>,
}

/// What the mouse does becomes commands: it is carried out in its place among the others.
pub fn ask(
    pointer: Res<Pointer>,
    viewports: Res<Viewports>,
    keys: Res<ButtonInput<KeyCode>>,
    mut asked: ResMut<Asked>,
) {
    if let (Gesture::Pressed { pane }, Some(place)) = (pointer.gesture, pointer.place) {
        asked.pressed.push(RunCommand::FocusPane(pane).into());
        asked.pressed.push(SelectCommand::Press { pane, place }.into());
    }
    if let (Gesture::Body { pane }, Some(place)) = (pointer.gesture, pointer.place)
        && pointer.travelled > CLICK_SLACK
    {
        asked.released.push(SelectCommand::Drag { pane, place, other: keys.any_pressed(CTRL) }.into());
    }
    if let Some(gesture) = pointer.released {
        let pane = match gesture {
            Gesture::Body { pane }
            | Gesture::Orbit { pane }
            | Gesture::Pressed { pane }
            | Gesture::Choose { pane, .. } => Some(pane),
            Gesture::Idle | Gesture::Pan { .. } => None,
        };
        if let Some((pane, area)) = pointer.rectangle(gesture, &viewports) {
            asked.released.push(RunCommand::FocusPane(pane).into());
            asked.released.push(SelectCommand::Within { pane, area }.into());
            return;
        }
        let beside = matches!(gesture, Gesture::Choose { .. });
        let click = Click { place: pointer.place, pair: keys.any_pressed(CTRL), beside };
        let click = (pointer.travelled <= CLICK_SLACK).then_some(click);
        asked.released.push(SelectCommand::Release { pane, click }.into());
    }
}

/// Takes hold of what is under the mouse; where nothing is, the camera turns.
pub fn grab(
    In((pane, place)): In<(usize, Vec2)>,
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    selection: Res<Selection>,
    driver: Res<Driver>,
    mut pointer: ResMut<Pointer>,
    mut hand: ResMut<Hand>,
    mut joints: ResMut<JointHand>,
) {
    let mut of_joint =
        |view: &Rect| joints.take(&bench, (&selection, &driver), rigs.of(pane), *view, (pane, place));
    if viewports.panes.get(pane).is_some_and(&mut of_joint) {
        pointer.gesture = Gesture::Body { pane };
        return;
    }
    let grabbed = viewports.panes.get(pane).and_then(|&view| {
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
    // What is selected with it goes along, or its group.
    let selected: Vec<BodyId> = selection.bodies().collect();
    let with = if selection.holds(body) { selected } else { groups::meant(&bench, &selected, body) };
    hand.held = Some(Held::new(&bench, body, with, grip));
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
pub fn drag(
    In((pane, place, other)): In<(usize, Vec2, bool)>,
    mut bench: ResMut<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    snapping: Res<Snapping>,
    mut hand: ResMut<Hand>,
    mut joints: ResMut<JointHand>,
    driver: Res<Driver>,
    mut messages: ResMut<Messages>,
) {
    if viewports.panes.get(pane).is_some_and(|view| joints.follow(&rigs, *view, place)) {
        return;
    }
    let (Some(held), Some(&view)) = (&mut hand.held, viewports.panes.get(pane)) else { return };
    let still = !bench.running && driver.is_idle();
    let rig = rigs.of(pane);
    held.snap = (snapping.on != other).then(|| (snap::grid(&bench, &snapping), snapping.angle.to_radians()));
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

/// While the clock runs, what is held hangs on a spring.
pub fn pull(bench: Res<Workbench>, hand: Res<Hand>, mut driver: ResMut<Driver>) {
    let holding = hand.held.is_some();
    let spring = if bench.running || !driver.is_idle() { hand.spring() } else { None };
    if driver.holding != holding || driver.spring != spring {
        driver.holding = holding;
        driver.spring = spring;
    }
}

/// Lets go; a click selects.
pub fn release(
    In((pane, click)): In<(Option<usize>, Option<Click>)>,
    mut bench: ResMut<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    view: Res<ViewSettings>,
    selection: Res<Selection>,
    mut pointer: ResMut<Pointer>,
    mut hand: ResMut<Hand>,
    mut joints: ResMut<JointHand>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut messages: ResMut<Messages>,
    mut commands: MessageWriter<AppCommand>,
) {
    // Pressed and let go in one frame, it has begun since.
    pointer.gesture = Gesture::Idle;
    let held = hand.held.take();
    if joints.holds().is_some() {
        if let Some(change) = joints.finish(&rigs).filter(|_| click.is_none()) {
            commands.write(change.into());
        }
        return;
    }
    let Some(pane) = pane else { return };
    let Some(click) = click else {
        if let Some(held) = held {
            // Work under way would bring back the start as it was.
            if !bench.running {
                driver.discard();
            }
            held.finish(&mut bench, &mut undo, &mut messages);
        }
        return;
    };
    if click.beside {
        let under = click.place.and_then(|place| hit(&bench, &rigs, &viewports, pane, place));
        if let Some(hit) = under {
            commands.write(SelectCommand::Clicked { body: hit.body, beside: true }.into());
        }
        return;
    }
    let by_handle = held.as_ref().is_some_and(|held| matches!(held.grip, Grip::Handle { .. }));
    let marked = view.shows(Overlay::Contacts) || view.shows(Overlay::Normals);
    let contact = click
        .place
        .filter(|_| marked && !by_handle)
        .and_then(|place| {
            let reach = if held.is_some() { MARK_REACH_ON_BODY } else { MARK_REACH };
            contact_at(&bench, &rigs, &viewports, (pane, place), reach)
        })
        .map(|contact| (pane, contact))
        // A second click on the mark means what is below it.
        .filter(|contact| selection.contact != Some(*contact));
    commands.write(match contact {
        Some(contact) => SelectCommand::Contact(Some(contact)).into(),
        None => clicked(&selection, held.map(|h| h.body), click.pair),
    });
}

/// What a click on a body, or beside all bodies, means: with Ctrl the pair of it and the selected body.
fn clicked(selection: &Selection, hit: Option<BodyId>, pair: bool) -> AppCommand {
    match (selection.body, hit) {
        (Some(first), Some(second)) if pair && first != second => ExplainCommand::Pair(first, second).into(),
        (_, Some(body)) => SelectCommand::Clicked { body, beside: false }.into(),
        (_, None) => SelectCommand::Body(None).into(),
    }
}

/// The contact whose mark is nearest to a place of a pane, if one is within `reach` (physical pixels).
fn contact_at(
    bench: &Workbench,
    rigs: &Rigs,
    viewports: &Viewports,
    (pane, place): (usize, Vec2),
    reach: f32,
) -> Option<ContactId> {
    let area = *viewports.panes.get(pane)?;
    let pane_shown = bench.panes.get(pane)?;
    let (simulation, record) = (&pane_shown.simulation, pane_shown.contacts()?);
    marks(simulation, record)
        .into_iter()
        .filter_map(|(i, mark)| Some((i, rigs.of(pane).project(area, mark)?.distance(place))))
        .filter(|(_, distance)| *distance <= reach)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(i, _)| ContactId(i))
}

/// Escape lets go; what was moved by hand goes back to where it was. Returns whether there was anything to let go of.
pub fn cancel(
    mut bench: ResMut<Workbench>,
    mut pointer: ResMut<Pointer>,
    mut hand: ResMut<Hand>,
    mut joints: ResMut<JointHand>,
    mut driver: ResMut<Driver>,
    mut undo: ResMut<UndoStack>,
    mut messages: ResMut<Messages>,
) -> bool {
    if joints.drop_held() {
        pointer.gesture = Gesture::Idle;
        return true;
    }
    let pulled = driver.spring.take().is_some();
    let Some(held) = hand.held.take() else { return pulled };
    pointer.gesture = Gesture::Idle;
    driver.discard();
    held.put_back(&mut bench, &mut undo, &mut messages);
    true
}

/// What is held may be gone after what comes now: it is let go of where it is.
pub fn drop_held(mut hand: ResMut<Hand>, mut joints: ResMut<JointHand>) {
    hand.held = None;
    joints.drop_held();
}
