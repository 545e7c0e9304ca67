//! The comparison: one column per pane, one row per quantity, each with its meaning and equation on hover.

use crate::app::bench::parting::Away;
use crate::app::ui::Inputs;
use crate::app::ui::panels::drift;
use crate::app::ui::panels::quantities::{Row, sections};
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{paint_text, paint_text_with, section};
use bevy_egui::egui::{self, Align, Color32, FontId, Rect, Sense, Ui, pos2, vec2};

/// Room for the scroll bar at the right of the table.
const SCROLL_BAR: f32 = 10.0;

/// Draws the table.
pub fn show(ui: &mut Ui, inputs: &Inputs) {
    let p = Palette::from_ui(ui);
    // The scroll bar floats over the right end of the rows while the pointer is near.
    let columns = Columns::fit(ui.available_width() - SCROLL_BAR, inputs.bench.panes.len());
    let aways = drift::all(ui.ctx(), inputs.bench);
    header(ui, inputs, &columns, &p);
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("comparison").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (title, rows) in sections(inputs.bench) {
            section(ui, title);
            ui.add_space(2.0);
            for entry in rows {
                row(ui, inputs, &columns, entry, &p);
            }
            if title == tr!("group-truth") && inputs.bench.panes.len() > 1 {
                drift_row(ui, inputs, &columns, drift::worst(inputs.bench, &aways), &p);
                drift_of_bodies(ui, inputs, &columns, &aways, &p);
            }
        }
        ui.add_space(8.0);
    });
}

/// The bodies that drifted most, one by one; nothing where all panes agree.
fn drift_of_bodies(ui: &mut Ui, inputs: &Inputs, columns: &Columns, aways: &[Option<Away>], p: &Palette) {
    let (rows, more) = drift::rows(inputs.bench, aways);
    if rows.is_empty() {
        return;
    }
    section(ui, &tr!("statistics-drift-from", reference = drift::reference(inputs.bench)));
    ui.add_space(2.0);
    rows.into_iter().for_each(|row| drift_row(ui, inputs, columns, row, p));
    if more > 0 {
        ui.label(
            egui::RichText::new(tr!("statistics-more-that-drifted-less", more = more))
                .size(12.0)
                .color(p.weak),
        );
    }
}

fn drift_row(ui: &mut Ui, inputs: &Inputs, columns: &Columns, row: drift::Row, p: &Palette) {
    let cell = |cell: Option<(String, bool)>| {
        cell.map_or(("–".to_owned(), p.weak), |(text, wide)| (text, if wide { p.warn } else { p.text }))
    };
    let cells: Vec<(String, Color32)> = row.cells.into_iter().map(cell).collect();
    line(ui, inputs, columns, &row.name, &cells, row.hover, p);
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
        let title = pane.model().title();
        // Long names stand smaller, and apart from their neighbours.
        let font = heading(if title.len() > 12 { 11.0 } else { 12.5 });
        paint_text_with(ui, cell.with_min_x(cell.min.x + 5.0), title, font, color, Align::Max);
        if i == inputs.bench.focused && inputs.bench.panes.len() > 1 {
            let line = Rect::from_min_max(pos2(cell.max.x - 34.0, cell.max.y - 2.0), cell.max);
            ui.painter().rect_filled(line, 1.0, color);
        }
    }
    ui.painter().hline(rect.x_range(), rect.max.y + 1.0, egui::Stroke::new(1.0, p.line));
}

fn row(ui: &mut Ui, inputs: &Inputs, columns: &Columns, entry: &Row, p: &Palette) {
    let mut hover = format!("{}\n{}", (entry.name)(), (entry.meaning)());
    let mut cells = Vec::new();
    for pane in &inputs.bench.panes {
        if pane.cannot().is_some() {
            // Nothing is calculated there: a zero would say that nothing is wrong.
            cells.push(("–".to_owned(), p.weak));
            continue;
        }
        let value = (entry.value)(inputs.bench, pane, p);
        if let Some(extra) = value.hover {
            hover.push_str(&format!("\n\n{}: {extra}", pane.model().title()));
        }
        cells.push((value.text, value.color.unwrap_or(p.text)));
    }
    line(ui, inputs, columns, (entry.name)(), &cells, hover, p);
}

/// A line of the table: a name, and a text for each pane.
fn line(
    ui: &mut Ui,
    inputs: &Inputs,
    columns: &Columns,
    name: &str,
    cells: &[(String, Color32)],
    hover: String,
    p: &Palette,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, p.well);
    }
    let label = Rect::from_min_size(rect.min, vec2(columns.label - 4.0, rect.height()));
    paint_text(ui, label, name, p.weak, Align::Min);
    let mut said = format!("{name}:");
    for (i, (pane, (text, color))) in inputs.bench.panes.iter().zip(cells).enumerate() {
        said.push_str(&format!(" {} {text};", pane.model().title()));
        let place = columns.cell(rect, i).shrink2(vec2(1.0, 0.0));
        paint_text_with(ui, place, text, FontId::proportional(12.5), *color, Align::Max);
    }
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, said.trim_end_matches(';')));
    response.on_hover_text(hover);
}
