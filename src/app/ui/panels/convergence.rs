//! How the step shown came to its solution: the residual after each problem, on a logarithmic scale.

use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::axes::{across, decades};
use crate::app::ui::panels::plots::{LOG_FLOOR, name};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::name_it;
use bevy_egui::egui::{Align2, FontId, Ui, WidgetType, vec2};
use egui_plot::{GridMark, HoverPosition, Line, MarkerShape, Plot, PlotPoints, Points};

/// Draws the histories of the records of all panes.
pub fn show(ui: &mut Ui, index: usize, inputs: &Inputs) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let histories: Vec<(usize, &[f64])> = bench
        .panes
        .iter()
        .enumerate()
        .filter_map(|(i, pane)| Some((i, pane.simulation.record.as_ref()?.solve.history.as_slice())))
        .filter(|(_, history)| !history.is_empty())
        .collect();
    let longest = histories.iter().map(|(_, h)| h.len()).max().unwrap_or(0);
    let response = Plot::new(("convergence", index))
        .height(ui.available_height())
        .width(ui.available_width())
        .show_background(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .set_margin_fraction(vec2(0.04, 0.08))
        .include_x(1.0)
        .include_x(longest.max(4) as f64)
        .include_y(LOG_FLOOR - 0.4)
        .include_y(-2.0)
        .grid_color(p.weak.gamma_multiply(0.45))
        .x_grid_spacer(across(ui.available_width() - 44.0))
        .y_grid_spacer(decades(ui.available_height() - 24.0))
        .y_axis_min_width(44.0)
        .x_axis_formatter(|mark: GridMark, _: &_| {
            let whole = (mark.value - mark.value.round()).abs() < 1e-6 && mark.value > 0.5;
            if whole { format!("{:.0}", mark.value) } else { String::new() }
        })
        .y_axis_formatter(|mark: GridMark, _: &_| text(mark.value).replace(".0e", "e"))
        .label_formatter(|hover: &HoverPosition<'_>| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => Some(tr!(
                "convergence-after-problem",
                plot_name = plot_name,
                value = text(position.y),
                problem = format!("{:.0}", position.x)
            )),
            _ => None,
        })
        .show(ui, |ui| {
            for (pane, history) in &histories {
                let color = p.model(bench.panes[*pane].model());
                let points: Vec<[f64; 2]> = history
                    .iter()
                    .enumerate()
                    .map(|(k, v)| [k as f64 + 1.0, axis(*v)])
                    .filter(|point| point[1].is_finite())
                    .collect();
                let line = Line::new(name(bench, *pane), PlotPoints::from(points.clone()));
                ui.line(line.color(color).width(1.5).allow_hover(true));
                // A step of one problem is a point.
                let marks = Points::new("", PlotPoints::from(points)).shape(MarkerShape::Circle);
                ui.points(marks.color(color).radius(2.5).allow_hover(false));
            }
        })
        .response;
    let name = tr!("convergence-curves-plot-convergence-step", plot = index + 1);
    name_it(&response, WidgetType::Image, name);
    if longest == 0 {
        let font = FontId::proportional(12.0);
        let text = tr!("convergence-nothing-iterate-in-this-step");
        ui.painter().text(response.rect.center(), Align2::CENTER_CENTER, text, font, p.weak);
    }
}

/// Where a value is on the axis; what is zero is on the floor, what is no number nowhere.
fn axis(value: f64) -> f64 {
    if value < 1e-300 { LOG_FLOOR } else { LOG_FLOOR + (value.log10() - LOG_FLOOR).clamp(0.0, f64::INFINITY) }
}

/// A place on the axis as a value.
fn text(axis: f64) -> String {
    if axis <= LOG_FLOOR + 1e-9 { "0".to_owned() } else { format::scientific(10f64.powf(axis)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_on_the_floor_and_what_is_no_number_is_not_drawn() {
        assert_eq!(axis(0.0), LOG_FLOOR);
        assert_eq!(axis(1e-20), LOG_FLOOR);
        assert!((axis(1e-6) + 6.0).abs() < 1e-12);
        assert!(!axis(f64::NAN).is_finite() && !axis(f64::INFINITY).is_finite());
        assert_eq!(text(LOG_FLOOR), "0");
    }
}
