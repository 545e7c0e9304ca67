//! The presenter's mode: views with the names of their models, and a caption below, for the last row of a room.

use crate::app::command::{AppCommand, PanelCommand, tooltip};
use crate::app::format;
use crate::app::ui::panels::lesson;
use crate::app::ui::scene_list::in_language;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::{self, Align, Align2, FontId, Frame, Layout, Margin, Panel, Rect, RichText, Ui, vec2};

/// How much larger all text is than otherwise.
pub const LARGER: f32 = 1.5;

/// Height of the strip above a view (points).
pub const STRIP: f32 = 40.0;

/// What stands below the views: the step of the lesson that is under way, else what the scene says of itself.
pub fn caption(root: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(root);
    let frame = Frame::new().fill(p.panel).inner_margin(Margin::symmetric(16, 8));
    Panel::bottom("caption").resizable(false).frame(frame).show(root, |ui| match &inputs.session.lesson {
        Some(open) => lesson::wide(ui, open, inputs.bench.running, &mut state.lesson, commands),
        None => scene(ui, inputs, commands),
    });
}

/// Name, time and first sentence of the scene.
fn scene(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    ui.horizontal(|ui| {
        ui.label(RichText::new(in_language(&bench.scene.name)).font(heading(17.0)).color(p.strong));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let leave = AppCommand::Panel(PanelCommand::TogglePresenter);
            if ui.button(tr!("presenter-leave")).on_hover_text(tooltip(&leave)).clicked() {
                commands.push(leave);
            }
            ui.label(RichText::new(format::clock(bench.time())).font(heading(17.0)).color(p.text));
        });
    });
    let said = first_sentence(in_language(&bench.scene.source.description));
    if !said.is_empty() {
        ui.label(RichText::new(said).color(p.text));
    }
}

/// The text up to its first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let end = text.match_indices(". ").map(|(at, _)| at + 1).next().unwrap_or(text.len());
    text[..end].trim()
}

/// The strip above a view: the model, and how deep bodies have been in each other.
pub fn strip(ui: &mut Ui, rect: Rect, index: usize, inputs: &Inputs) {
    let p = Palette::from_ui(ui);
    let Some(pane) = inputs.bench.panes.get(index) else { return };
    let color = p.model(pane.model());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, p.bar);
    painter.rect_filled(Rect::from_min_size(rect.min, vec2(rect.width(), 4.0)), 0.0, color);
    let inner = rect.shrink2(vec2(14.0, 0.0));
    painter.text(inner.left_center(), Align2::LEFT_CENTER, pane.model().title(), heading(19.0), color);
    let deepest = pane.truth.deepest_so_far();
    let said = match (&pane.failure, pane.cannot()) {
        (Some(_), _) => tr!("presenter-stopped").to_owned(),
        (_, Some(_)) => tr!("presenter-cannot-do-this-scene").to_owned(),
        _ => match pane.since() {
            Some(since) => tr!(
                "presenter-deepest-since",
                time = format::clock(since.time),
                depth = format::depth(deepest)
            ),
            None => tr!("presenter-deepest", depth = format::depth(deepest)),
        },
    };
    let color = if pane.failure.is_some() { p.warn } else { p.depth(deepest) };
    painter.text(inner.right_center(), Align2::RIGHT_CENTER, said, FontId::proportional(14.0), color);
    let response = ui.interact(rect, ui.id().with(("strip", index)), egui::Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(
            egui::WidgetType::Label,
            true,
            tr!("pane-pane", pane = index + 1, model = pane.model().title()),
        )
    });
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_ends_at_a_full_stop_and_not_within_a_number() {
        assert_eq!(first_sentence("A box falls 1.5 m. Watch its corner."), "A box falls 1.5 m.");
        assert_eq!(first_sentence("One only."), "One only.");
        assert_eq!(first_sentence(""), "");
    }
}
