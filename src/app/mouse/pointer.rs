//! The mouse: where it is, which pane it is over, and what it is doing there.

use crate::app::look::view::Viewports;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// What a pressed button does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gesture {
    /// Nothing.
    #[default]
    Idle,
    /// The left button went down in this frame; picking decides what it becomes.
    Pressed {
        /// Over this pane.
        pane: usize,
    },
    /// A body is held.
    Body {
        /// In this pane.
        pane: usize,
    },
    /// The camera turns.
    Orbit {
        /// In this pane.
        pane: usize,
    },
    /// What is chosen beside what is selected: by a click a body, by a drag what is in the rectangle.
    Choose {
        /// In this pane.
        pane: usize,
        /// Where the button went down.
        from: Vec2,
    },
    /// The camera moves sideways.
    Pan {
        /// In this pane.
        pane: usize,
    },
}

/// The mouse in physical pixels of the window.
#[derive(Resource, Default, Debug)]
pub struct Pointer {
    /// Where it is, if it is in the window.
    pub place: Option<Vec2>,
    /// How far it moved since the last frame.
    pub delta: Vec2,
    /// How far it moved since the button went down.
    pub travelled: f32,
    /// The pane it is over, if no panel is in the way.
    pub pane: Option<usize>,
    /// What it is doing.
    pub gesture: Gesture,
    /// What it was doing when the button was let go in this frame.
    pub released: Option<Gesture>,
    button: Option<MouseButton>,
}

/// Farther than this a press is a drag, not a click (physical pixels).
pub const CLICK_SLACK: f32 = 5.0;

impl Pointer {
    /// The rectangle that is being drawn in a pane to choose what is in it, and the pane.
    pub fn rectangle(&self, gesture: Gesture, viewports: &Viewports) -> Option<(usize, Rect)> {
        let (Gesture::Choose { pane, from }, Some(to)) = (gesture, self.place) else { return None };
        let area = Rect::from_corners(from, to).intersect(*viewports.panes.get(pane)?);
        (self.travelled > CLICK_SLACK).then_some((pane, area))
    }
}

/// Reads the mouse.
pub struct PointerPlugin;

impl Plugin for PointerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Pointer>();
    }
}

/// Reads window and buttons. Runs before picking.
pub fn read(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    viewports: Res<Viewports>,
    mut pointer: ResMut<Pointer>,
) {
    let Some(window) = window else { return };
    let place = window.physical_cursor_position();
    pointer.delta = match (pointer.place, place) {
        (Some(before), Some(now)) => now - before,
        _ => Vec2::ZERO,
    };
    // The last place is kept when the pointer leaves the window in the middle of a gesture.
    if place.is_some() || pointer.gesture == Gesture::Idle {
        pointer.place = place;
    }
    pointer.travelled += pointer.delta.length();
    pointer.pane = place.filter(|_| !viewports.pointer_on_panel).and_then(|p| viewports.pane_at(p));
    pointer.released = None;

    if let Some(button) = pointer.button {
        if !buttons.pressed(button) {
            pointer.released = Some(pointer.gesture);
            pointer.gesture = Gesture::Idle;
            pointer.button = None;
        }
        return;
    }
    let Some(pane) = pointer.pane else { return };
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let pressed = [MouseButton::Left, MouseButton::Right, MouseButton::Middle]
        .into_iter()
        .find(|b| buttons.just_pressed(*b));
    pointer.gesture = match pressed {
        Some(MouseButton::Left) if !shift => Gesture::Pressed { pane },
        Some(MouseButton::Left) => Gesture::Choose { pane, from: place.unwrap_or_default() },
        Some(MouseButton::Right) if !shift => Gesture::Orbit { pane },
        Some(_) => Gesture::Pan { pane },
        None => return,
    };
    pointer.button = pressed;
    pointer.travelled = 0.0;
    // The way to the place where it was pressed is no part of a drag.
    pointer.delta = Vec2::ZERO;
    // In a slow frame the button may be up again already: a click.
    if let Some(button) = pressed.filter(|b| !buttons.pressed(*b)) {
        pointer.button = None;
        pointer.released = Some(pointer.gesture).filter(|_| button == MouseButton::Left);
        if button != MouseButton::Left {
            pointer.gesture = Gesture::Idle;
        }
    }
}
