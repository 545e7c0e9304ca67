//! Bodies under the mouse: hover, select, pull with a spring while the clock runs, move without overlap while it
//! stands. Every act reaches all panes.

use crate::app::bodies::prism_thickness;
use crate::app::camera::Rigs;
use crate::app::cast::{Hit, cast};
use crate::app::command::AppCommand;
use crate::app::convert::{to_exact, to_view};
use crate::app::free_move::{Anchored, free_move, moved_together};
use crate::app::measure;
use crate::app::messages::Messages;
use crate::app::pointer::{self, CLICK_SLACK, Gesture, Pointer};
use crate::app::recording::Frame;
use crate::app::simulation::{Driver, FrameStage};
use crate::app::spring::Spring;
use crate::app::strokes::{has_mark, mark};
use crate::app::view::{Overlay, Selection, ViewSettings, Viewports};
use crate::app::workbench::Workbench;
use crate::body::{BodyId, State};
use crate::contact::ContactId;
use crate::math::{Dimension, Vec3};
use crate::sim::StepInput;
use bevy::prelude::*;

/// The body that is held.
#[derive(Resource, Default, Debug)]
pub struct Hand(Option<Held>);

#[derive(Clone, Debug)]
struct Held {
    body: BodyId,
    /// The grabbed point, body frame.
    grabbed: Vec3,
    /// Where it was grabbed (world); the mouse moves in the plane through it that faces the camera.
    start: Vec3,
    /// Where the mouse has it now.
    target: Vec3,
    /// The states at the start, per pane: what Escape goes back to while the clock stands.
    before: Vec<State>,
    /// Whether it was said that joints keep it from being moved.
    refused: bool,
    /// What was pressed was a body that does not move: select it on a click, turn the camera on a drag.
    fixed: bool,
}

impl Hand {
    /// The spring that a held body is on.
    fn spring(&self) -> Option<Spring> {
        self.0.as_ref().filter(|h| !h.fixed).map(|h| Spring {
            body: h.body,
            grabbed: h.grabbed,
            target: h.target,
        })
    }
}

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

fn hover(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    pointer: Res<Pointer>,
    hand: Res<Hand>,
    mut selection: ResMut<Selection>,
) {
    let hovered = match (&hand.0, pointer.pane, pointer.place, pointer.gesture) {
        (Some(held), ..) => pointer.pane.map(|pane| (pane, held.body)),
        (None, Some(pane), Some(place), Gesture::Idle | Gesture::Pressed { .. }) => {
            hit(&bench, &rigs, &viewports, pane, place).map(|hit| (pane, hit.body))
        }
        _ => None,
    };
    if selection.hovered != hovered {
        selection.hovered = hovered;
    }
}

fn grab(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    mut pointer: ResMut<Pointer>,
    mut hand: ResMut<Hand>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Gesture::Pressed { pane } = pointer.gesture else { return };
    commands.write(AppCommand::FocusPane(pane));
    let found = pointer.place.and_then(|place| hit(&bench, &rigs, &viewports, pane, place));
    let Some(hit) = found else {
        pointer.gesture = Gesture::Orbit { pane };
        return;
    };
    let model = &bench.scene.model;
    let pose = &bench.panes[pane].simulation.state.poses[hit.body.0];
    let mut point = hit.point;
    if model.dimension == Dimension::Two {
        point.z = 0.0;
    }
    let fixed = !model.body(hit.body).is_dynamic();
    hand.0 = Some(Held {
        body: hit.body,
        grabbed: pose.orientation.inverse() * (point - pose.position),
        start: point,
        target: point,
        before: bench.panes.iter().map(|p| p.simulation.state.clone()).collect(),
        refused: false,
        fixed,
    });
    pointer.gesture = if fixed { Gesture::Orbit { pane } } else { Gesture::Body { pane } };
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
    if let (Some(held), Gesture::Body { pane }, Some(place)) = (&mut hand.0, pointer.gesture, pointer.place)
        && pointer.travelled > CLICK_SLACK
        && let Some(&view) = viewports.panes.get(pane)
    {
        let moved = to_exact(rigs.of(pane).on_facing_plane(view, place, to_view(&held.start)));
        held.target = moved;
        if bench.scene.model.dimension == Dimension::Two {
            held.target.z = 0.0;
        }
        if !bench.running
            && driver.is_idle()
            && let Err(anchored) = move_by_hand(&mut bench, pane, held)
            && !held.refused
        {
            held.refused = true;
            messages.info(anchored.message(&bench.scene.model));
        }
    }
    driver.holding = hand.0.is_some();
    let spring = if bench.running || !driver.is_idle() { hand.spring() } else { None };
    if driver.spring != spring {
        driver.spring = spring;
    }
}

/// Moves the held body in every pane, with all that joints hold to it, by what brings the grabbed point of the held pane
/// to the mouse. Nothing moves where joints hold it in one of the panes: panes that went on alone would lose the point.
fn move_by_hand(bench: &mut Workbench, pane: usize, held: &Held) -> Result<(), Anchored> {
    let model = bench.scene.model.clone();
    let wish =
        held.target - bench.panes[pane].simulation.state.poses[held.body.0].transform_point(&held.grabbed);
    if wish.norm() < 1e-12 {
        return Ok(());
    }
    let groups: Vec<Vec<BodyId>> = bench
        .panes
        .iter()
        .map(|pane| moved_together(&model, &pane.simulation.state, held.body))
        .collect::<Result<_, _>>()?;
    for (pane, group) in bench.panes.iter_mut().zip(groups) {
        let way = free_move(&model, &pane.simulation.state, &group, wish);
        if way == Vec3::zeros() {
            continue;
        }
        let mut state = pane.simulation.state.clone();
        for id in group {
            state.poses[id.0].position += way;
        }
        pane.set_by_hand(state);
    }
    // Panes that were moved apart did not part by their models.
    bench.parting = None;
    Ok(())
}

impl crate::app::workbench::Pane {
    /// Puts the pane in a state that no step led to: the record is of another state, and the recording goes on from
    /// here.
    pub fn set_by_hand(&mut self, state: State) {
        self.simulation.record = None;
        self.recording.replace(Frame {
            state: state.clone(),
            input: StepInput::default(),
            sprung_traps: 0,
            by_hand: true,
        });
        (self.truth.overlap, self.truth.depth, self.truth.deepest) =
            measure::truth(&self.simulation.model, &state);
        self.truth.joint_error = measure::joint_error(&self.simulation.model, &state);
        self.simulation.state = state;
    }
}

fn release(
    bench: Res<Workbench>,
    rigs: Res<Rigs>,
    viewports: Res<Viewports>,
    view: Res<ViewSettings>,
    selection: Res<Selection>,
    pointer: Res<Pointer>,
    mut hand: ResMut<Hand>,
    mut commands: MessageWriter<AppCommand>,
) {
    let Some(gesture) = pointer.released else { return };
    let held = hand.0.take();
    let (Gesture::Body { pane } | Gesture::Orbit { pane }) = gesture else { return };
    if pointer.travelled > CLICK_SLACK {
        return;
    }
    let marked = view.shows(Overlay::Contacts) || view.shows(Overlay::Normals);
    let contact = pointer
        .place
        .filter(|_| marked)
        .and_then(|place| contact_at(&bench, &rigs, &viewports, pane, place))
        .map(|contact| (pane, contact))
        // A second click on the mark means what is below it.
        .filter(|contact| selection.contact != Some(*contact));
    commands.write(match contact {
        Some(contact) => AppCommand::SelectContact(Some(contact)),
        None => AppCommand::SelectBody(held.map(|h| h.body)),
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
) {
    for command in commands.read() {
        match command {
            AppCommand::Cancel => {
                let Some(held) = hand.0.take() else { continue };
                pointer.gesture = Gesture::Idle;
                if bench.running {
                    continue;
                }
                for (pane, before) in bench.panes.iter_mut().zip(held.before) {
                    if pane.simulation.state.step == before.step && pane.simulation.state != before {
                        pane.set_by_hand(before);
                    }
                }
            }
            // What was held may be gone.
            AppCommand::LoadScene(_) | AppCommand::ReloadScene | AppCommand::NeighbourScene(_) => {
                hand.0 = None;
            }
            _ => {}
        }
    }
}
