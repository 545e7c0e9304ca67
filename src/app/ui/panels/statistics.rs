//! The comparison: one column per pane, one row per quantity, each with its meaning and equation on hover.

use crate::app::ui::Inputs;
use crate::app::ui::panels::quantities::{Row, sections};
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{paint_text, paint_text_with, section};
use bevy_egui::egui::{self, Align, FontId, Rect, Sense, Ui, pos2, vec2};

/// Room for the scroll bar at the right of the table.
const SCROLL_BAR: f32 = 10.0;

/// Draws the table.
pub fn show(ui: &mut Ui, inputs: &Inputs) {
    let p = Palette::from_ui(ui);
    // The scroll bar floats over the right end of the rows while the pointer is near.
    let columns = Columns::fit(ui.available_width() - SCROLL_BAR, inputs.bench.panes.len());
    header(ui, inputs, &columns, &p);
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("comparison").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (title, rows) in sections(inputs.bench) {
            section(ui, title);
            ui.add_space(2.0);
            for entry in *rows {
                row(ui, inputs, &columns, entry, &p);
            }
        }
        ui.add_space(8.0);
    });
}

struct Columns {
    label: f32,
    value: f32,
}

impl Columns {
    fn fit(width: f32, panes: usize) -> Self {
        let panes = panes.max(1) as f32;
        let label = (width - panes * 74.0).clamp(92.0, 150.0);
        Self { label, value: (width - label) / panes }
    }

    fn cell(&self, row: Rect, index: usize) -> Rect {
        let min = pos2(row.min.x + self.label + self.value * index as f32, row.min.y);
        Rect::from_min_size(min, vec2(self.value, row.height()))
    }
}

fn header(ui: &mut Ui, inputs: &Inputs, columns: &Columns, p: &Palette) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    for (i, pane) in inputs.bench.panes.iter().enumerate() {
        let cell = columns.cell(rect, i);
        let color = p.model(pane.model());
        paint_text_with(ui, cell, pane.model().title(), heading(12.5), color, Align::Max);
        if i == inputs.bench.focused && inputs.bench.panes.len() > 1 {
            let line = Rect::from_min_max(pos2(cell.max.x - 34.0, cell.max.y - 2.0), cell.max);
            ui.painter().rect_filled(line, 1.0, color);
        }
    }
    ui.painter().hline(rect.x_range(), rect.max.y + 1.0, egui::Stroke::new(1.0, p.line));
}

fn row(ui: &mut Ui, inputs: &Inputs, columns: &Columns, entry: &Row, p: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, p.well);
    }
    let label = Rect::from_min_size(rect.min, vec2(columns.label - 4.0, rect.height()));
    paint_text(ui, label, entry.name, p.weak, Align::Min);
    let mut hover = format!("{}\n{}", entry.name, entry.meaning);
    let mut said = format!("{}:", entry.name);
    for (i, pane) in inputs.bench.panes.iter().enumerate() {
        let value = (entry.value)(inputs.bench, pane, p);
        said.push_str(&format!(" {} {};", pane.model().title(), value.text));
        let place = columns.cell(rect, i);
        let font = FontId::proportional(12.5);
        paint_text_with(
            ui,
            place.shrink2(vec2(1.0, 0.0)),
            &value.text,
            font,
            value.color.unwrap_or(p.text),
            Align::Max,
        );
        if let Some(extra) = value.hover {
            hover.push_str(&format!("\n\n{}: {extra}", pane.model().title()));
        }
    }
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, said.trim_end_matches(';')));
    response.on_hover_text(hover);
}
