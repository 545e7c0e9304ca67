//! Carries out what is selected, by the mouse, by key or in a panel, and what the mouse does to bodies.

use crate::app::bench::workbench::Workbench;
use crate::app::command::{SelectCommand, call};
use crate::app::look::view::Selection;
use crate::app::mouse::{neighbours, picking};
use bevy::prelude::*;

/// Carries out a command.
pub fn carry_out(world: &mut World, command: SelectCommand) {
    match command {
        SelectCommand::Body(body) => with_selection(world, |bench, selection| {
            selection.body = body.filter(|id| id.0 < bench.scene.model.bodies.len());
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
        SelectCommand::Drag { pane, place } => call(world, picking::drag, (pane, place)),
        SelectCommand::Release { pane, click } => call(world, picking::release, (pane, click)),
    }
}

/// Selects nothing.
pub fn deselect(mut selection: ResMut<Selection>) {
    selection.body = None;
    selection.contact = None;
}

fn with_selection(world: &mut World, change: impl FnOnce(&Workbench, &mut Selection)) {
    world.resource_scope(|world, mut selection: Mut<Selection>| {
        change(world.resource::<Workbench>(), &mut selection);
    });
}
