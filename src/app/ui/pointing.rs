//! What cards point at: places of the window by their names, and the line from a card to one of them.

use crate::app::session::tour::Target;
use crate::app::ui::theme::Palette;
use bevy_egui::egui::{self, Context, Id, LayerId, Order, Rect, Stroke, StrokeKind, Ui, pos2};
use std::time::Duration;

/// Says where something is that the tour may point at.
pub fn place(ctx: &Context, target: Target, rect: Rect) {
    // Asked for first: the memory is locked while it is written.
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id_of(target), (rect, pass)));
}

fn id_of(target: Target) -> Id {
    Id::new(("place for the tour", target as u8))
}

/// Where a target is, if it was drawn in this frame or the last.
fn place_of(ctx: &Context, target: Target) -> Option<Rect> {
    let (rect, pass): (Rect, u64) = ctx.data(|data| data.get_temp(id_of(target)))?;
    (pass + 1 >= ctx.cumulative_pass_nr()).then_some(rect)
}

/// Points from a card to a target, if that was drawn.
pub fn point_at(root: &Ui, card: Rect, target: Target) {
    if let Some(rect) = place_of(root.ctx(), target) {
        point(root, card, rect);
        root.ctx().request_repaint_after(Duration::from_millis(40));
    }
}

/// A frame around the place and a line from the card to it, coming and going.
fn point(ui: &Ui, card: Rect, place: Rect) {
    let p = Palette::from_ui(ui);
    let ctx = ui.ctx();
    let beat = ctx.input(|input| (input.time * 3.0).sin() as f32 * 0.25 + 0.75);
    let stroke = Stroke::new(2.0, p.accent.gamma_multiply(beat));
    let painter = ctx.layer_painter(LayerId::new(Order::Middle, Id::new("tour, pointer")));
    let frame = place.expand(3.0).intersect(ctx.viewport_rect().shrink(2.0));
    painter.rect_stroke(frame, 7.0, stroke, StrokeKind::Middle);
    if frame.intersects(card) {
        return;
    }
    let (from, to) = (nearest(card, frame.center()), nearest(frame, card.center()));
    let way = to - from;
    if way.length() > 24.0 {
        // Only the last stretch: a line across the views would look like something in them.
        let back = -way.normalized();
        painter.line_segment([to + back * way.length().min(90.0), to], stroke);
        for side in [0.45_f32, -0.45] {
            painter.line_segment([to, to + egui::emath::Rot2::from_angle(side) * back * 14.0], stroke);
        }
    }
}

/// The point of a rectangle that is nearest to a place.
fn nearest(rect: Rect, to: egui::Pos2) -> egui::Pos2 {
    pos2(to.x.clamp(rect.min.x, rect.max.x), to.y.clamp(rect.min.y, rect.max.y))
}
