//! The command palette: a few letters find any command, model, solver, scene or body; Enter runs it.

use crate::app::command::AppCommand;
use crate::app::ui::find::{Entry, entries, search};
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{key_cap, paint_text, paint_text_with};
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::{
    self, Align, Align2, Context, FontId, Id, Key, Layout, Modifiers, Rect, RichText, Sense, Ui, pos2, vec2,
};

/// Height of a line of the list (points).
const ROW: f32 = 28.0;
/// Width that kind and name have of a line (points).
const KIND: f32 = 104.0;

/// The palette while it is open.
#[derive(Clone, Debug, Default)]
pub struct CommandPalette {
    typed: String,
    chosen: usize,
    /// All that can be found; gathered when the palette opens.
    entries: Option<Vec<Entry>>,
}

/// Draws the palette, if it is open.
pub fn show(
    ctx: &Context,
    screen: Rect,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    let Some(palette) = &mut state.palette else { return };
    // The keys that open it are still there in its first frame: commands are carried out before panels are drawn.
    let opening = palette.entries.is_none();
    let all = palette.entries.take().unwrap_or_else(|| entries(inputs));
    let id = Id::new("command palette");
    let size = vec2((screen.width() - 40.0).min(680.0), (screen.height() - 120.0).clamp(120.0, 430.0));
    let area = egui::Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 56.0));
    let modal =
        egui::Modal::new(id).area(area).backdrop_color(egui::Color32::from_black_alpha(60)).show(ctx, |ui| {
            ui.set_width(size.x);
            let keys = ui.input_mut(Keys::take);
            field(ui, palette);
            let found = search(&all, &palette.typed);
            palette.chosen = keys.moved(palette.chosen, found.len(), (size.y / ROW) as usize);
            ui.add_space(4.0);
            let clicked = list(ui, &found, palette, size.y, keys.any());
            let run = if keys.enter { Some(palette.chosen) } else { clicked };
            run.and_then(|at| found.get(at)).map(|entry| entry.command.clone())
        });
    let again = ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::P));
    let done = modal.inner.is_some() || modal.should_close() || again && !opening;
    palette.entries = Some(all);
    if let Some(command) = modal.inner {
        commands.push(command);
    }
    if done {
        state.palette = None;
    }
}

/// The keys that the palette takes before its text field sees them.
struct Keys {
    up: usize,
    down: usize,
    page_up: bool,
    page_down: bool,
    enter: bool,
}

impl Keys {
    fn take(input: &mut egui::InputState) -> Self {
        let none = Modifiers::NONE;
        Self {
            up: input.count_and_consume_key(none, Key::ArrowUp)
                + input.count_and_consume_key(Modifiers::SHIFT, Key::Tab),
            down: input.count_and_consume_key(none, Key::ArrowDown)
                + input.count_and_consume_key(none, Key::Tab),
            page_up: input.consume_key(none, Key::PageUp),
            page_down: input.consume_key(none, Key::PageDown),
            enter: input.consume_key(none, Key::Enter),
        }
    }

    fn any(&self) -> bool {
        self.up > 0 || self.down > 0 || self.page_up || self.page_down
    }

    /// Where the choice goes: one line goes round at the ends, a page stops there.
    fn moved(&self, now: usize, count: usize, page: usize) -> usize {
        if count == 0 {
            return 0;
        }
        let mut at = now.min(count - 1);
        at = (at + self.down + count * self.up - self.up) % count;
        if self.page_down {
            at = (at + page).min(count - 1);
        }
        if self.page_up {
            at = at.saturating_sub(page);
        }
        at
    }
}

fn field(ui: &mut Ui, palette: &mut CommandPalette) {
    let before = palette.typed.clone();
    let field = egui::TextEdit::singleline(&mut palette.typed)
        .id(Id::new("command palette, text"))
        .hint_text(tr!("palette-command-overlay-model-solver-scene"))
        .desired_width(f32::INFINITY)
        .font(FontId::proportional(15.0))
        .margin(egui::Margin::symmetric(10, 7));
    let response = ui.add(field);
    // There is nothing else to type into.
    if !response.has_focus() {
        response.request_focus();
    }
    if palette.typed != before {
        palette.chosen = 0;
    }
}

/// The lines; returns the one that was clicked.
fn list(
    ui: &mut Ui,
    found: &[&Entry],
    palette: &mut CommandPalette,
    height: f32,
    follow: bool,
) -> Option<usize> {
    let p = Palette::from_ui(ui);
    if found.is_empty() {
        ui.add_space(6.0);
        ui.label(RichText::new(tr!("palette-nothing-fits-fewer-or-other")).color(p.weak));
        return None;
    }
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
    if palette.typed.is_empty() && palette.chosen == 0 && follow {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show_viewport(ui, |ui, seen| {
        let (rect, _) =
            ui.allocate_exact_size(vec2(ui.available_width(), ROW * found.len() as f32), Sense::hover());
        let at = |k: usize| {
            Rect::from_min_size(pos2(rect.min.x, rect.min.y + ROW * k as f32), vec2(rect.width(), ROW))
        };
        let first = (seen.min.y / ROW).floor().max(0.0) as usize;
        let last = ((seen.max.y / ROW).ceil().max(0.0) as usize).min(found.len());
        for k in first..last {
            if row(ui, at(k), found[k], k, palette) {
                clicked = Some(k);
            }
        }
        if follow {
            ui.scroll_to_rect(at(palette.chosen), None);
        }
    });
    clicked
}

fn row(ui: &mut Ui, rect: Rect, entry: &Entry, index: usize, palette: &mut CommandPalette) -> bool {
    let p = Palette::from_ui(ui);
    // Clicks only: the keyboard stays in the text field.
    let response = ui.interact(rect, ui.id().with(("line", index)), Sense::CLICK);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &entry.name));
    if palette.chosen == index {
        ui.painter().rect_filled(rect, 4.0, p.selected);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, p.well);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    paint_text(ui, inner.with_max_x(inner.min.x + KIND - 8.0), entry.kind, p.weak, Align::Min);
    let mut right = inner.max.x;
    if !entry.key.is_empty() {
        let place = Rect::from_min_max(pos2(inner.max.x - 130.0, inner.min.y), inner.max);
        let mut keys =
            ui.new_child(egui::UiBuilder::new().max_rect(place).layout(Layout::right_to_left(Align::Center)));
        key_cap(&mut keys, &entry.key);
        right = keys.min_rect().min.x - 8.0;
    }
    let name = Rect::from_min_max(pos2(inner.min.x + KIND, inner.min.y), pos2(right, inner.max.y));
    let used = paint_text_with(ui, name, &entry.name, heading(13.0), p.strong, Align::Min);
    let meaning = name.with_min_x((name.min.x + used + 12.0).min(name.max.x));
    paint_text(ui, meaning, &entry.meaning, p.weak, Align::Min);
    response.on_hover_text(format!("{}\n{}", entry.name, entry.meaning)).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round_and_pages_stop_at_the_ends() {
        let keys = |up, down, page_up, page_down| Keys { up, down, page_up, page_down, enter: false };
        assert_eq!(keys(0, 1, false, false).moved(4, 5, 3), 0);
        assert_eq!(keys(1, 0, false, false).moved(0, 5, 3), 4);
        assert_eq!(keys(0, 0, false, true).moved(3, 5, 3), 4);
        assert_eq!(keys(0, 0, true, false).moved(1, 5, 3), 0);
        assert_eq!(keys(0, 0, false, false).moved(9, 5, 3), 4, "the list became shorter");
        assert_eq!(keys(3, 2, true, true).moved(7, 0, 3), 0);
    }
}
