//! The keyboard in the panels: a ring around the control that has the focus, rows that scroll into view, and who the
//! keys belong to.

use crate::app::ui::theme::Palette;
use bevy_egui::egui::{
    self, Context, Event, FocusDirection, Id, LayerId, Order, Stroke, StrokeKind, accesskit,
};

/// What is kept about the focus from frame to frame.
#[derive(Clone, Default)]
struct Walk {
    /// The control that had the focus in the last frame.
    focused: Option<Id>,
    /// Whether a key was pressed since the pointer was: what is clicked is in sight, and a list that moved under the pointer would have the next click on
    /// another field.
    by_key: bool,
    /// Whether Tab last went backwards.
    back: bool,
    /// What can be dragged but not worked by keys: Tab passes over it.
    handles: Vec<Id>,
}

fn place() -> Id {
    Id::new("walk of the focus")
}

/// Call before the panels are drawn: what got the focus by a key is scrolled into view, as a screen reader would ask
/// for it, and what keys cannot work is passed over.
pub fn follow(ctx: &Context) {
    let focused = ctx.memory(egui::Memory::focused);
    let mut walk: Walk = ctx.data(|data| data.get_temp(place())).unwrap_or_default();
    let (pointed, typed) = ctx.input(|input| {
        let key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
        (input.pointer.any_pressed(), input.events.iter().any(key))
    });
    walk.by_key = typed || (walk.by_key && !pointed);
    if ctx.input(|input| input.key_pressed(egui::Key::Tab)) {
        walk.back = ctx.input(|input| input.modifiers.shift);
    }
    if focused.is_some_and(|id| walk.handles.contains(&id)) {
        let way = if walk.back { FocusDirection::Previous } else { FocusDirection::Next };
        ctx.memory_mut(|memory| memory.move_focus(way));
    } else if let Some(id) = focused.filter(|_| focused != walk.focused && walk.by_key) {
        let request = accesskit::ActionRequest {
            action: accesskit::Action::ScrollIntoView,
            target_tree: accesskit::TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        ctx.input_mut(|input| input.events.push(Event::AccessKitActionRequest(request)));
    }
    walk.focused = focused;
    walk.handles.clear();
    ctx.data_mut(|data| data.insert_temp(place(), walk));
}

/// Says that keys cannot work a control (the edge of a panel, a plot), so that Tab passes over it.
pub fn pass_over(ctx: &Context, id: Id) {
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Walk>(place()).handles.push(id));
}

/// Keeps the arrows to the left and right for a control that has the focus, and says what they mean to it; nothing where
/// it has not.
pub fn arrows<T>(response: &egui::Response, left: T, right: T) -> Vec<(egui::Key, T)> {
    if !response.has_focus() {
        return Vec::new();
    }
    let filter = egui::EventFilter { horizontal_arrows: true, ..egui::EventFilter::default() };
    response.ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    vec![(egui::Key::ArrowLeft, left), (egui::Key::ArrowRight, right)]
}

/// Call after the panels are drawn: paints the ring. Text fields show by themselves that they have the focus.
pub fn ring(ui: &egui::Ui) {
    let ctx = ui.ctx();
    let Some(id) = ctx.memory(egui::Memory::focused) else { return };
    if ctx.text_edit_focused() {
        return;
    }
    let Some(response) = ctx.read_response(id) else { return };
    // Only what is in sight: a row half under the edge of its list has half a ring.
    let rect = response.interact_rect.expand(2.0);
    if !rect.is_positive() {
        return;
    }
    let p = Palette::from_ui(ui);
    let painter = ctx.layer_painter(LayerId::new(Order::Tooltip, Id::new("focus ring")));
    painter.rect_stroke(rect, 6.0, Stroke::new(3.0, p.panel), StrokeKind::Middle);
    painter.rect_stroke(rect, 6.0, Stroke::new(2.0, p.accent), StrokeKind::Middle);
}
