//! Keys and dropped files become commands.

use crate::app::command::{AppCommand, table};
use crate::app::simulation::FrameStage;
use crate::app::view::Viewports;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

/// Reads the keyboard and the file manager.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (shortcuts, dropped_files).in_set(FrameStage::Input));
    }
}

fn shortcuts(
    keys: Res<ButtonInput<KeyCode>>,
    viewports: Res<Viewports>,
    mut commands: MessageWriter<AppCommand>,
) {
    // In a slow frame a modifier may have come and gone together with its key.
    let held = |options: &[KeyCode]| {
        options.iter().any(|&k| keys.pressed(k) || keys.just_pressed(k) || keys.just_released(k))
    };
    let ctrl = held(&[KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight]);
    let shift = held(&[KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for entry in table() {
        let Some(shortcut) = entry.shortcut else { continue };
        if !keys.just_pressed(shortcut.key) || shortcut.ctrl != ctrl || shortcut.shift != shift {
            continue;
        }
        // A text field keeps the keyboard to itself, but for Escape, which leaves it.
        if viewports.keyboard_in_panel && entry.command != AppCommand::Cancel {
            continue;
        }
        commands.write(entry.command.clone());
    }
}

/// A dropped file is opened as a scene; what is not one is refused with a message by the loader.
fn dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut commands: MessageWriter<AppCommand>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            commands.write(AppCommand::LoadScene(path_buf.clone()));
        }
    }
}
