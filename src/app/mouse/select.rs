//! Carries out what is selected, by the mouse, by key or in a panel, and what the mouse does to bodies.

use crate::app::bench::workbench::Workbench;
use crate::app::build::groups;
use crate::app::command::select::Snapping;
use crate::app::command::{SelectCommand, call};
use crate::app::look::view::Selection;
use crate::app::messages::Messages;
use crate::app::mouse::{neighbours, picking, several, snap};
use crate::world::BodyId;
use bevy::prelude::*;

/// Carries out a command.
pub fn carry_out(world: &mut World, command: SelectCommand) {
    match command {
        SelectCommand::Body(body) => with_selection(world, |bench, selection| {
            selection.only(body.filter(|id| id.0 < bench.scene.model.bodies.len()));
            selection.contact = None;
        }),
        SelectCommand::Toggle(body) => with_selection(world, |bench, selection| {
            if body.0 < bench.scene.model.bodies.len() {
                selection.toggle(body);
                selection.contact = None;
            }
        }),
        SelectCommand::Clicked { body, beside } => with_selection(world, |bench, selection| {
            let selected: Vec<BodyId> = selection.bodies().collect();
            let choose = if beside { groups::beside } else { groups::meant };
            if body.0 < bench.scene.model.bodies.len() {
                selection.all(choose(bench, &selected, body));
                selection.contact = None;
            }
        }),
        SelectCommand::Group(group) => with_selection(world, |bench, selection| {
            selection.all(groups::members(bench, group));
            selection.contact = None;
        }),
        SelectCommand::Within { pane, area } => call(world, several::within, (pane, area)),
        SelectCommand::AllThatMove => with_selection(world, |bench, selection| {
            selection.all(several::that_move(bench));
            selection.contact = None;
        }),
        SelectCommand::SameShape => with_selection(world, |bench, selection| {
            let same = several::of_the_same_shape(bench, selection);
            selection.all(same);
            selection.contact = None;
        }),
        SelectCommand::Joint(joint) => with_selection(world, |bench, selection| {
            selection.joint = joint.filter(|number| *number < bench.scene.model.joints.len());
        }),
        SelectCommand::NeighbourBody(forward) => {
            with_selection(world, |bench, selection| neighbours::walk_bodies(bench, selection, forward));
        }
        SelectCommand::Contact(contact) => {
            with_selection(world, |_, selection| selection.contact = contact);
        }
        SelectCommand::NeighbourContact(forward) => {
            with_selection(world, |bench, selection| neighbours::walk_contacts(bench, selection, forward));
        }
        SelectCommand::PointOut(contact) => {
            with_selection(world, |_, selection| selection.pointed = contact);
        }
        SelectCommand::Press { pane, place } => call(world, picking::grab, (pane, place)),
        SelectCommand::Drag { pane, place, other } => call(world, picking::drag, (pane, place, other)),
        SelectCommand::Snap(snapping) => *world.resource_mut::<Snapping>() = snapping,
        SelectCommand::ToggleSnapping => call(world, toggle_snapping, ()),
        SelectCommand::Release { pane, click } => call(world, picking::release, (pane, click)),
    }
}

/// Bodies snap, or go freely; which is said, for nothing else shows it.
fn toggle_snapping(mut snapping: ResMut<Snapping>, bench: Res<Workbench>, mut messages: ResMut<Messages>) {
    snapping.on = !snapping.on;
    messages.info(if snapping.on {
        let grid = snap::grid(&bench, &snapping);
        tr!("snap-bodies-that-moved-by-hand-2", grid = grid, angle = snapping.angle)
    } else {
        tr!("snap-bodies-that-moved-by-hand").to_owned()
    });
}

/// Selects nothing.
pub fn deselect(mut selection: ResMut<Selection>) {
    selection.only(None);
    selection.contact = None;
}

fn with_selection(world: &mut World, change: impl FnOnce(&Workbench, &mut Selection)) {
    world.resource_scope(|world, mut selection: Mut<Selection>| {
        change(world.resource::<Workbench>(), &mut selection);
    });
}
