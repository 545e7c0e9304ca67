//! Keys, the mouse, dropped files and closed windows become commands, in the order in which they came: in a frame that took
//! long, what was pressed first is asked for first.

use crate::app::command::{AppCommand, SessionCommand, Shortcut, purpose, table};
use crate::app::look::view::Viewports;
use crate::app::mouse::picking::Asked;
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested, WindowEvent};

/// The keys that are down, as of the last event that was read.
#[derive(Default)]
pub struct Held(Vec<KeyCode>);

impl Held {
    /// Notes a press or a release. Returns whether a key went down that was up: a key that is held repeats itself.
    fn note(&mut self, event: &KeyboardInput) -> bool {
        let was_down = self.any(&[event.key_code]);
        match event.state {
            ButtonState::Pressed if !was_down => self.0.push(event.key_code),
            ButtonState::Pressed => {}
            ButtonState::Released => self.0.retain(|key| *key != event.key_code),
        }
        event.state == ButtonState::Pressed && !was_down
    }

    fn any(&self, keys: &[KeyCode]) -> bool {
        keys.iter().any(|key| self.0.contains(key))
    }
}

/// Writes what was asked for by keys, by the mouse and by the window, in the order of the events.
pub fn write(
    mut events: MessageReader<WindowEvent>,
    viewports: Res<Viewports>,
    mut mouse: ResMut<Asked>,
    mut held: Local<Held>,
    mut commands: MessageWriter<AppCommand>,
) {
    for event in events.read() {
        match event {
            WindowEvent::KeyboardInput(key) => {
                let meant =
                    if held.note(key) { shortcuts(key.key_code, &held, &viewports) } else { Vec::new() };
                commands.write_batch(meant);
            }
            // Keys that are let go of in another window are not heard of.
            WindowEvent::KeyboardFocusLost(_) => held.0.clear(),
            WindowEvent::MouseButtonInput(button) => match button.state {
                ButtonState::Pressed => {
                    commands.write_batch(mouse.pressed.drain(..));
                }
                ButtonState::Released => {
                    commands.write_batch(mouse.pressed.drain(..));
                    commands.write_batch(mouse.released.drain(..));
                }
            },
            WindowEvent::FileDragAndDrop(FileDragAndDrop::DroppedFile { path_buf, .. }) => {
                commands.write(purpose::open(path_buf.clone()));
            }
            WindowEvent::WindowCloseRequested(WindowCloseRequested { .. }) => {
                commands.write(SessionCommand::Quit.into());
            }
            _ => {}
        }
    }
    // What is held follows the mouse in every frame.
    commands.write_batch(mouse.pressed.drain(..));
    commands.write_batch(mouse.released.drain(..));
}

/// The commands of a key that went down.
fn shortcuts(key: KeyCode, held: &Held, viewports: &Viewports) -> Vec<AppCommand> {
    let ctrl =
        held.any(&[KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight]);
    let shift = held.any(&[KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let fits = |shortcut: &Shortcut| {
        // Plus is the shifted key on many keyboards: there shift does not count.
        let shift_fits = shortcut.shift == shift || shortcut.key == KeyCode::Equal;
        let pressed = shortcut.key == key || on_number_pad(shortcut.key) == Some(key);
        pressed && shortcut.ctrl == ctrl && shift_fits
    };
    let meant = table().iter().filter(|entry| entry.shortcut.as_ref().is_some_and(fits));
    meant
        // A text field or a dialog keeps the keyboard to itself, but for Escape, which closes it.
        .filter(|entry| !viewports.keyboard_in_panel || entry.command == AppCommand::Cancel)
        .filter(|entry| !(viewports.control_focused && entry.shortcut.as_ref().is_some_and(works_a_control)))
        .map(|entry| entry.command.clone())
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::{FilesCommand, PastCommand, RunCommand};
    use bevy::input::keyboard::Key;
    use bevy::input::mouse::MouseButtonInput;

    /// The commands that the events of one frame become; the mouse asks for `pressed` and `released`.
    fn written(events: Vec<WindowEvent>, pressed: &[AppCommand], released: &[AppCommand]) -> Vec<AppCommand> {
        let mut app = App::new();
        app.add_message::<WindowEvent>().add_message::<AppCommand>().init_resource::<Viewports>();
        app.insert_resource(Asked { pressed: pressed.to_vec(), released: released.to_vec() });
        app.add_systems(Update, write);
        for event in events {
            app.world_mut().write_message(event);
        }
        app.update();
        app.world_mut().resource_mut::<Messages<AppCommand>>().drain().collect()
    }

    fn key(key_code: KeyCode, state: ButtonState) -> WindowEvent {
        WindowEvent::KeyboardInput(KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        })
    }

    fn tap(code: KeyCode) -> [WindowEvent; 2] {
        [key(code, ButtonState::Pressed), key(code, ButtonState::Released)]
    }

    fn button(state: ButtonState) -> WindowEvent {
        WindowEvent::MouseButtonInput(MouseButtonInput {
            button: MouseButton::Left,
            state,
            window: Entity::PLACEHOLDER,
        })
    }

    #[test]
    fn keys_of_one_frame_are_asked_for_in_the_order_in_which_they_were_pressed() {
        let ctrl = |state| key(KeyCode::ControlLeft, state);
        let mut events = Vec::from(tap(KeyCode::KeyM));
        events.push(ctrl(ButtonState::Pressed));
        events.extend(tap(KeyCode::KeyZ));
        events.push(ctrl(ButtonState::Released));
        events.extend(tap(KeyCode::ArrowRight));
        events.extend(tap(KeyCode::ArrowRight));
        let (model, undo) = (RunCommand::CycleModel.into(), PastCommand::Undo.into());
        let step: AppCommand = RunCommand::Step.into();
        assert_eq!(written(events, &[], &[]), [model, undo, step.clone(), step]);
    }

    #[test]
    fn a_key_that_is_held_asks_once_and_a_modifier_counts_while_it_is_down() {
        let press = |code| key(code, ButtonState::Pressed);
        let events = vec![
            press(KeyCode::ArrowRight),
            press(KeyCode::ArrowRight),
            press(KeyCode::ControlLeft),
            press(KeyCode::KeyZ),
        ];
        assert_eq!(written(events, &[], &[]), [RunCommand::Step.into(), PastCommand::Undo.into()]);
    }

    #[test]
    fn keys_and_mouse_of_one_frame_keep_their_order() {
        let (pressed, released) = (RunCommand::FocusPane(1).into(), RunCommand::FocusPane(2).into());
        let delete: AppCommand = crate::app::command::BuildCommand::DeleteSelected.into();
        let asked = |events| written(events, std::slice::from_ref(&pressed), std::slice::from_ref(&released));
        let click = [button(ButtonState::Pressed), button(ButtonState::Released)];
        let mut first = Vec::from(tap(KeyCode::Delete));
        first.extend(click.clone());
        assert_eq!(asked(first), [delete.clone(), pressed.clone(), released.clone()]);
        let mut last = Vec::from(click.clone());
        last.extend(tap(KeyCode::Delete));
        assert_eq!(asked(last), [pressed.clone(), released.clone(), delete.clone()]);
        let [down, up] = click;
        let [key_down, key_up] = tap(KeyCode::Delete);
        assert_eq!(asked(vec![down, key_down, key_up, up]), [pressed.clone(), delete, released.clone()]);
    }

    /// A dialog keeps the keyboard to itself, that which asks before leaving too.
    #[test]
    fn a_dialog_keeps_the_keyboard_to_itself() {
        for in_panel in [true, false] {
            let mut app = App::new();
            app.add_message::<WindowEvent>().add_message::<AppCommand>().init_resource::<Asked>();
            app.insert_resource(Viewports { keyboard_in_panel: in_panel, ..Viewports::default() });
            app.add_systems(Update, write);
            app.world_mut().write_message(key(KeyCode::ControlLeft, ButtonState::Pressed));
            tap(KeyCode::KeyQ).into_iter().chain(tap(KeyCode::KeyS)).for_each(|event| {
                app.world_mut().write_message(event);
            });
            app.update();
            let heard: Vec<AppCommand> =
                app.world_mut().resource_mut::<Messages<AppCommand>>().drain().collect();
            let meant = [SessionCommand::Quit.into(), FilesCommand::SaveScene.into()];
            let wanted: &[AppCommand] = if in_panel { &[] } else { &meant };
            assert_eq!(heard, wanted, "and nothing is saved behind a dialog");
        }
    }
}
