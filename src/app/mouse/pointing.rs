//! Marks in the view the contact whose name the pointer is on in a panel.

use crate::app::command::{AppCommand, SelectCommand};
use crate::app::look::view::Selection;
use crate::app::run::simulation::FrameStage;
use bevy::prelude::*;

/// Follows [`SelectCommand::PointOut`].
pub struct PointingPlugin;

impl Plugin for PointingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, point_out.in_set(FrameStage::Apply));
    }
}

fn point_out(mut commands: MessageReader<AppCommand>, mut selection: ResMut<Selection>) {
    for command in commands.read() {
        if let AppCommand::Select(SelectCommand::PointOut(contact)) = command
            && selection.pointed != *contact
        {
            selection.pointed = *contact;
        }
    }
}
