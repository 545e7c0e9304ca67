//! How the solvers came to their solutions: the residual of each after each iteration, on a logarithmic scale.

use crate::app::explain::resolve::job::{Snapshot, Trial};
use crate::app::texts::physics;
use crate::app::ui::panels::axes::{across, decades};
use crate::app::ui::panels::metric::{LOG_FLOOR, Metric};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{name_it, section};
use crate::lcp::Status;
use bevy_egui::egui::{Align2, FontId, Ui, WidgetType, vec2};
use egui_plot::{GridMark, HoverPosition, Line, Plot, PlotPoints};

/// Draws one line per solver that keeps a history; that of `chosen` stands out.
pub fn show(ui: &mut Ui, snapshot: &Snapshot, chosen: Option<&str>) {
    let p = Palette::from_ui(ui);
    section(ui, tr!("residuals-residual-after-each-iteration"));
    let height = ui.available_height() - 4.0;
    if height < 60.0 {
        return;
    }
    let kept: Vec<(&Trial, &[f64], Status)> = snapshot
        .trials
        .iter()
        .filter_map(|t| {
            let report = &t.answer()?.solution.report;
            (!report.history.is_empty()).then_some((t, report.history.as_slice(), report.status))
        })
        .collect();
    let metric = Metric::Residual;
    let response = Plot::new("residuals of the solvers")
        .height(height)
        .width(ui.available_width())
        .show_background(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .set_margin_fraction(vec2(0.03, 0.06))
        .include_x(0.0)
        .include_x(10.0)
        .include_y(LOG_FLOOR - 0.4)
        .include_y(0.0)
        .grid_color(p.weak.gamma_multiply(0.45))
        .x_grid_spacer(across(ui.available_width() - 40.0))
        .y_grid_spacer(decades(height - 24.0))
        .y_axis_min_width(40.0)
        .x_axis_formatter(
            |mark: GridMark, _: &_| {
                if mark.value < -0.5 { String::new() } else { format!("{:.0}", mark.value) }
            },
        )
        .y_axis_formatter(move |mark: GridMark, _: &_| metric.label(mark.value, true, f64::INFINITY))
        .label_formatter(move |hover: &HoverPosition<'_>| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => Some(tr!(
                "residuals-after-iteration",
                plot_name = plot_name,
                value = metric.exact(position.y, true, f64::INFINITY),
                iteration = format!("{:.0}", position.x)
            )),
            _ => None,
        })
        .show(ui, |ui| {
            for (trial, history, status) in &kept {
                let on = chosen == Some(trial.method.name);
                let color = match status {
                    Status::Solved => p.open,
                    Status::IterationLimit | Status::Stopped => p.warn,
                    Status::RayTermination | Status::NumericalTrouble => p.violated,
                };
                let faded = if on {
                    1.0
                } else if chosen.is_some() {
                    0.25
                } else {
                    0.6
                };
                let points: Vec<[f64; 2]> = history
                    .iter()
                    .enumerate()
                    .map(|(k, v)| [k as f64 + 1.0, metric.place(*v, true)])
                    .filter(|point| point[1].is_finite())
                    .collect();
                let line = Line::new(physics::solver(trial.method.id), PlotPoints::from(points));
                let width = if on { 2.4 } else { 1.3 };
                ui.line(line.color(color.gamma_multiply(faded)).width(width).allow_hover(true));
            }
        })
        .response;
    name_it(&response, WidgetType::Image, tr!("residuals-residuals-solvers-after-each").to_owned());
    if kept.is_empty() {
        let text = if snapshot.finished {
            tr!("residuals-no-solver-kept-history")
        } else {
            tr!("residuals-none-yet")
        };
        ui.painter().text(
            response.rect.center(),
            Align2::CENTER_CENTER,
            text,
            FontId::proportional(12.0),
            p.weak,
        );
    }
}
