//! The few widgets every panel is made of.

use crate::app::command::{AppCommand, tooltip};
use crate::app::ui::icons;
use crate::app::ui::icons::Icon;
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

/// Lengths at the two ends of the truth meter (m): the rounding of a coordinate, and what anybody sees.
pub const METER_RANGE: (f64, f64) = (1e-12, 1e-1);

/// Where a length lies on the log scale of the truth meter: 0 at the left end and below, 1 at the right end and
/// above. What is no number counts as the worst.
pub fn log_fraction(value: f64) -> f32 {
    let (low, high) = (METER_RANGE.0.log10(), METER_RANGE.1.log10());
    if value.is_nan() {
        return 1.0;
    }
    if value <= METER_RANGE.0 {
        return 0.0;
    }
    (((value.log10() - low) / (high - low)) as f32).clamp(0.0, 1.0)
}

/// A bar on a log scale: filled up to `now`, a tick at `worst`.
pub fn log_meter(ui: &mut Ui, width: f32, now: f64, worst: f64) -> Response {
    let p = Palette::from_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 10.0), Sense::hover());
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let bar = rect.shrink2(vec2(0.0, 1.5));
        painter.rect_filled(bar, 3.0, if p.dark { p.field } else { p.line });
        // The filled part can be narrower than its corners are round.
        let filled = bar.width() * log_fraction(now);
        if filled > 0.5 {
            let fill = Rect::from_min_size(bar.min, vec2(filled, bar.height()));
            painter.rect_filled(fill, 3.0, p.depth(now));
        }
        for (decade, _) in METER_TICKS {
            let x = bar.min.x + bar.width() * log_fraction(decade);
            painter.line_segment([pos2(x, bar.min.y), pos2(x, bar.max.y)], Stroke::new(1.0, p.panel));
        }
        if worst > METER_RANGE.0 {
            let x = bar.min.x + bar.width() * log_fraction(worst);
            let tick =
                Rect::from_center_size(pos2(x.min(rect.max.x - 1.5), rect.center().y), vec2(3.0, 10.0));
            painter.rect_filled(tick, 1.0, p.depth(worst));
            painter.rect_stroke(tick, 1.0, Stroke::new(1.0, p.bar), StrokeKind::Outside);
        }
    }
    response
}

/// Marks on the log meter: length (m) and label.
pub const METER_TICKS: [(f64, &str); 3] = [(1e-9, "nm"), (1e-6, "µm"), (1e-3, "mm")];

/// The unit labels below a log meter.
pub fn meter_scale(ui: &mut Ui, width: f32) {
    let p = Palette::from_ui(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 10.0), Sense::hover());
    for (length, label) in METER_TICKS {
        let at = pos2(rect.min.x + rect.width() * log_fraction(length), rect.center().y);
        ui.painter().text(at, Align2::CENTER_CENTER, label, FontId::proportional(9.5), p.weak);
    }
}

/// How a button looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// No background until the pointer is there.
    #[default]
    Quiet,
    /// On: accent colour.
    On,
    /// The one thing to press.
    Primary,
}

/// A square button with an icon; says what it does when the pointer rests on it.
pub fn icon_button(ui: &mut Ui, icon: Icon, look: Look, hover: impl Into<egui::WidgetText>) -> Response {
    let p = Palette::from_ui(ui);
    let size = if look == Look::Primary { vec2(40.0, 28.0) } else { vec2(28.0, 28.0) };
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let hover = hover.into();
    response.widget_info(|| {
        // The first line is its name and key; the rest explains.
        let name = hover.text().lines().next().unwrap_or_default().to_owned();
        egui::WidgetInfo::labeled(egui::WidgetType::Button, ui.is_enabled(), name)
    });
    if ui.is_rect_visible(rect) {
        let hot = response.hovered() || response.has_focus();
        let down = response.is_pointer_button_down_on();
        let (back, front) = match look {
            Look::Primary if hot => (p.accent.gamma_multiply(0.85), p.panel),
            Look::Primary => (p.accent, p.panel),
            Look::On => (p.selected, p.accent),
            Look::Quiet if down => (p.selected, p.strong),
            Look::Quiet if hot => (p.button_hover, p.strong),
            Look::Quiet => (Color32::TRANSPARENT, p.text),
        };
        let front = if ui.is_enabled() { front } else { p.weak.gamma_multiply(0.6) };
        ui.painter().rect_filled(rect, 5.0, back);
        icons::paint(ui.painter(), icon, rect.center(), 7.5, front);
    }
    response.on_hover_text(hover)
}

/// Says what a widget is called to those who do not see it, in the place of what is written on it.
pub fn name_it(response: &Response, kind: egui::WidgetType, name: String) {
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(kind, enabled, name.clone()));
}

/// Says what the title bar of a window is, which can be dragged and pressed.
pub fn name_title_bar(ctx: &egui::Context, window: egui::Id, title: &str) {
    if let Some(bar) = ctx.read_response(window.with("__title_click")) {
        name_it(&bar, egui::WidgetType::Other, tr!("widget-title-bar", title = title));
    }
}

/// A window of fields below each other in the middle of the screen, `size` points wide and at first about twice as high as its
/// second number, which scrolls where it is higher than the screen. Whether it stays open.
pub fn form_window(
    ctx: &egui::Context,
    screen: Rect,
    (id, title): (egui::Id, &str),
    size: (f32, f32),
    content: impl FnOnce(&mut Ui),
) -> bool {
    let width = (screen.width() - 60.0).min(size.0);
    let mut open = true;
    egui::Window::new(title)
        .id(id)
        .collapsible(false)
        .resizable(false)
        .default_width(width)
        .default_pos(screen.center() - vec2(width / 2.0, size.1.min(screen.height() / 2.0 - 20.0)))
        .constrain_to(screen)
        .default_height((2.0 * size.1).min(screen.height() - 60.0))
        .max_height(screen.height() - 60.0)
        .vscroll(true)
        .open(&mut open)
        .show(ctx, |ui| {
            ui.set_width(width);
            content(ui);
        });
    open
}

/// An icon button that gives a command of the table, with its tooltip and shortcut.
pub fn command_button(
    ui: &mut Ui,
    icon: Icon,
    look: Look,
    command: AppCommand,
    commands: &mut Vec<AppCommand>,
) -> Response {
    let response = icon_button(ui, icon, look, tooltip(&command));
    if response.clicked() {
        commands.push(command);
    }
    response
}

/// A row of choices of which one is on, as one block.
pub fn segmented<T: PartialEq + Copy>(ui: &mut Ui, choices: &[(T, &str, String)], current: T) -> Option<T> {
    let p = Palette::from_ui(ui);
    let mut chosen = None;
    let font = FontId::proportional(12.5);
    let widths: Vec<f32> = choices
        .iter()
        .map(|(_, label, _)| {
            ui.painter().layout_no_wrap((*label).to_owned(), font.clone(), p.text).size().x + 16.0
        })
        .collect();
    let (rect, _) = ui.allocate_exact_size(vec2(widths.iter().sum(), 24.0), Sense::hover());
    ui.painter().rect_filled(rect, 5.0, p.button);
    let mut x = rect.min.x;
    // Two may have the same label: panes of one model.
    for (place, ((value, label, hover), width)) in choices.iter().zip(widths).enumerate() {
        let cell = Rect::from_min_size(pos2(x, rect.min.y), vec2(width, rect.height()));
        x += width;
        let response = ui.interact(cell, ui.id().with(("segment", place, label)), Sense::click());
        let on = *value == current;
        response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, on, *label));
        let color = if on {
            ui.painter().rect_filled(cell.shrink(2.0), 4.0, p.selected);
            p.accent
        } else if response.hovered() || response.has_focus() {
            p.strong
        } else {
            p.weak
        };
        ui.painter().text(cell.center(), Align2::CENTER_CENTER, label, font.clone(), color);
        if response.on_hover_text(hover).clicked() {
            chosen = Some(*value);
        }
    }
    chosen
}

/// The heading of a section of a panel, with a thin line above it where it is not the first.
pub fn section(ui: &mut Ui, title: &str) {
    let p = Palette::from_ui(ui);
    ui.add_space(9.0);
    ui.label(RichText::new(title.to_uppercase()).font(heading(10.5)).color(p.weak).extra_letter_spacing(0.6));
}

/// Name at the left, value at the right, an explanation on hover.
pub fn key_value(ui: &mut Ui, name: &str, value: &str, hover: &str) -> Response {
    let p = Palette::from_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, p.well);
    }
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, format!("{name}: {value}")));
    let name_width = paint_text(ui, rect, name, p.weak, egui::Align::Min);
    let room = Rect::from_min_max(pos2(rect.min.x + name_width + 8.0, rect.min.y), rect.max);
    paint_text(ui, room, value, p.text, egui::Align::Max);
    if hover.is_empty() { response } else { response.on_hover_text(hover) }
}

/// Text on one line in a rectangle, cut off with an ellipsis; returns its width.
pub fn paint_text(ui: &Ui, rect: Rect, text: &str, color: Color32, align: egui::Align) -> f32 {
    paint_text_with(ui, rect, text, FontId::proportional(12.5), color, align)
}

/// The same in a font.
pub fn paint_text_with(
    ui: &Ui,
    rect: Rect,
    text: &str,
    font: FontId,
    color: Color32,
    align: egui::Align,
) -> f32 {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let size = galley.size();
    let x = match align {
        egui::Align::Min => rect.min.x,
        egui::Align::Center => rect.center().x - size.x / 2.0,
        egui::Align::Max => rect.max.x - size.x,
    };
    ui.painter().galley(pos2(x, rect.center().y - size.y / 2.0), galley, color);
    size.x
}

/// A small coloured square before a name.
pub fn chip(ui: &mut Ui, color: Color32, text: &str) -> Response {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(9.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, color);
        ui.label(RichText::new(text).size(12.0));
    })
    .response
}

/// A key as it looks on a keyboard.
pub fn key_cap(ui: &mut Ui, label: &str) {
    let p = Palette::from_ui(ui);
    let galley = ui.painter().layout_no_wrap(label.to_owned(), FontId::proportional(11.5), p.strong);
    let size = vec2((galley.size().x + 10.0).max(20.0), 18.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect(rect, 4.0, p.well, Stroke::new(1.0, p.line), StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, p.strong);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_meter_maps_decades_evenly_and_clamps() {
        assert_eq!(log_fraction(0.0), 0.0);
        assert_eq!(log_fraction(1e-15), 0.0);
        assert_eq!(log_fraction(-1.0), 0.0);
        assert_eq!(log_fraction(1e-12), 0.0);
        assert!((log_fraction(1e-1) - 1.0).abs() < 1e-6);
        assert_eq!(log_fraction(7.0), 1.0);
        let step = log_fraction(1e-6) - log_fraction(1e-7);
        assert!((step - 1.0 / 11.0).abs() < 1e-5);
    }

    #[test]
    fn what_is_no_number_is_the_worst() {
        assert_eq!(log_fraction(f64::NAN), 1.0);
        assert_eq!(log_fraction(f64::INFINITY), 1.0);
    }
}
