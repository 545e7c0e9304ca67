//! Keys and dropped files become commands.

use crate::app::command::purpose;
use crate::app::command::{AppCommand, SessionCommand, Shortcut, table};
use crate::app::look::view::Viewports;
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};

/// Shortcuts.
pub fn shortcuts(
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
        let pressed = keys.just_pressed(shortcut.key)
            || on_number_pad(shortcut.key).is_some_and(|key| keys.just_pressed(key));
        // Plus is the shifted key on many keyboards: there shift does not count.
        let shift_fits = shortcut.shift == shift || shortcut.key == KeyCode::Equal;
        if !pressed || shortcut.ctrl != ctrl || !shift_fits {
            continue;
        }
        // A text field or a dialog keeps the keyboard to itself, but for Escape, which closes it.
        if viewports.keyboard_in_panel && entry.command != AppCommand::Cancel {
            continue;
        }
        if viewports.control_focused && works_a_control(&shortcut) {
            continue;
        }
        commands.write(entry.command.clone());
    }
}

/// Whether a key belongs to the control that has the focus: it presses it, changes it, or leaves it.
fn works_a_control(shortcut: &Shortcut) -> bool {
    !shortcut.ctrl
        && matches!(
            shortcut.key,
            KeyCode::Space
                | KeyCode::Enter
                | KeyCode::Tab
                | KeyCode::Escape
                | KeyCode::ArrowUp
                | KeyCode::ArrowDown
                | KeyCode::ArrowLeft
                | KeyCode::ArrowRight
        )
}

/// The key of the number pad with the same sign.
fn on_number_pad(key: KeyCode) -> Option<KeyCode> {
    match key {
        KeyCode::Equal => Some(KeyCode::NumpadAdd),
        KeyCode::Minus => Some(KeyCode::NumpadSubtract),
        KeyCode::Digit0 => Some(KeyCode::Numpad0),
        _ => None,
    }
}

/// A dropped file is opened as what it is: a scene, a recording, or the shape of a new body.
pub fn dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut commands: MessageWriter<AppCommand>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            commands.write(purpose::open(path_buf.clone()));
        }
    }
}

/// Closing the window is asking to leave.
pub fn closed_windows(
    mut closes: MessageReader<WindowCloseRequested>,
    mut commands: MessageWriter<AppCommand>,
) {
    if closes.read().count() > 0 {
        commands.write(SessionCommand::Quit.into());
    }
}
