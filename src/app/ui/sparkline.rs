//! Tiny histories in the rows of a table, and the bars of where the time of the last steps went.

use crate::app::format;
use crate::app::ui::panels::metric::Metric;
use crate::app::ui::theme::{Palette, ROW_HEIGHT};
use crate::app::ui::widgets::paint_text;
use crate::recording::Sample;
use bevy_egui::egui::{
    Align, Align2, Color32, FontId, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};

/// Samples drawn at most.
pub const SAMPLES: usize = 160;
/// Width of the values at the right (points).
const VALUE: f32 = 74.0;

/// The newest samples up to a step, oldest first.
pub fn recent(samples: &[Sample], step: u64) -> &[Sample] {
    let end = samples.partition_point(|s| s.step <= step);
    &samples[end.saturating_sub(SAMPLES)..end]
}

/// One row: name, history and value of a quantity. It is a button.
pub struct Row<'a> {
    /// The quantity.
    pub metric: Metric,
    /// What it is called here.
    pub name: &'a str,
    /// Its value in the step shown.
    pub value: String,
    /// Colour of the value, where it means something.
    pub color: Option<Color32>,
    /// What to say beside the meaning of the quantity.
    pub more: String,
}

/// Draws a row with the history of its quantity in `samples`, on its usual scale.
pub fn row(ui: &mut Ui, row: &Row, samples: &[Sample], color: Color32) -> Response {
    let p = Palette::from_ui(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT + 2.0), Sense::click());
    let name = format!("{}: {}", row.name, row.value);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name.clone()));
    if ui.is_rect_visible(rect) {
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, p.well);
        }
        let label = (rect.width() * 0.36).clamp(80.0, 118.0);
        let name = Rect::from_min_size(rect.min, vec2(label - 6.0, rect.height()));
        paint_text(ui, name, row.name, p.weak, Align::Min);
        let value = Rect::from_min_max(pos2(rect.max.x - VALUE, rect.min.y), rect.max);
        paint_text(ui, value, &row.value, row.color.unwrap_or(p.text), Align::Max);
        let place =
            Rect::from_min_max(pos2(rect.min.x + label, rect.min.y), pos2(value.min.x - 8.0, rect.max.y));
        curve(ui, place.shrink2(vec2(0.0, 3.5)), row.metric, samples, color);
    }
    let more = if row.more.is_empty() { String::new() } else { format!("\n{}", row.more) };
    response.on_hover_text(tr!(
        "sparkline-click-show-in-first-plot",
        name = row.metric.name(),
        meaning = row.metric.meaning(),
        more = more,
        span = span(samples)
    ))
}

/// What the little curves cover.
fn span(samples: &[Sample]) -> String {
    match samples {
        [first, .., last] => tr!("sparkline-curve-steps", first = first.step, last = last.step),
        _ => tr!("sparkline-curve-nothing-yet").to_owned(),
    }
}

/// The curve of a quantity with a dot at its end and one at each fallback.
fn curve(ui: &Ui, rect: Rect, metric: Metric, samples: &[Sample], color: Color32) {
    let p = Palette::from_ui(ui);
    if rect.width() < 12.0 {
        return;
    }
    let log = metric.is_log();
    let values: Vec<f64> = samples.iter().map(|s| metric.place(metric.value(s), log)).collect();
    let (low, high) = range(&values, metric, log);
    let x = |i: usize| {
        let share = if values.len() > 1 { i as f32 / (values.len() - 1) as f32 } else { 1.0 };
        rect.min.x + rect.width() * share
    };
    let y = |v: f64| rect.max.y - rect.height() * (((v - low) / (high - low)) as f32).clamp(0.0, 1.0);
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.max.y, Stroke::new(1.0, p.line));
    let mut line = Vec::new();
    let draw = |line: &mut Vec<_>| {
        if line.len() > 1 {
            painter.add(Shape::line(std::mem::take(line), Stroke::new(1.3, color)));
        }
        line.clear();
    };
    for (i, &v) in values.iter().enumerate() {
        // What is no number breaks the line.
        if v.is_finite() { line.push(pos2(x(i), y(v))) } else { draw(&mut line) }
    }
    draw(&mut line);
    for (i, &v) in values.iter().enumerate().filter(|(i, v)| samples[*i].fallback && v.is_finite()) {
        painter.circle_filled(pos2(x(i), y(v)), 1.8, p.warn);
    }
    if let Some(&v) = values.last().filter(|v| v.is_finite()) {
        painter.circle_filled(pos2(x(values.len() - 1), y(v)), 2.2, color);
    }
}

/// Lowest and highest place on the axis of a little curve: on a log scale at least two decades, else from zero.
fn range(values: &[f64], metric: Metric, log: bool) -> (f64, f64) {
    let finite = || values.iter().copied().filter(|v| v.is_finite());
    let (least, most) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    if least > most {
        return (0.0, 1.0);
    }
    if log {
        let low = least.floor().max(metric.floor());
        return (low, most.ceil().max(low + 2.0));
    }
    let (low, high) = (least.min(0.0), most.max(0.0));
    (low, if high > low { high } else { low + 1.0 })
}

/// The stages of a step, bottom to top.
pub fn stage_names() -> [&'static str; 4] {
    [tr!("stage-detect"), tr!("stage-formulate"), tr!("stage-solve"), tr!("stage-rest")]
}

/// Wall time of each of [`stage_names`] (s); the rest is what restitution, joints and counting took.
pub fn stages(sample: &Sample) -> [f64; 4] {
    let [a, b, c] = [sample.detect_time, sample.formulate_time, sample.solve_time];
    [a, b, c, (sample.step_time - a - b - c).max(0.0)]
}

/// Colours of the stages; `solve` is the pane's own.
pub fn stage_colors(p: &Palette, solve: Color32) -> [Color32; 4] {
    [p.accent, p.open, solve, p.weak.gamma_multiply(0.5)]
}

/// One bar per step, stacked by stage. Returns the step that was clicked.
pub fn time_bars(ui: &mut Ui, samples: &[Sample], height: f32, colors: [Color32; 4]) -> Option<u64> {
    let p = Palette::from_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    let name = tr!("sparkline-time-last-steps-by-stage");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, name));
    ui.painter().rect_filled(rect, 4.0, p.field);
    let inner = rect.shrink2(vec2(4.0, 3.0));
    let width = (inner.width() / SAMPLES as f32).max(1.0);
    let room = ((inner.width() / width) as usize).min(SAMPLES);
    let samples = &samples[samples.len().saturating_sub(room)..];
    let top = scale_top(samples);
    if top <= 0.0 {
        let font = FontId::proportional(11.5);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, tr!("sparkline-no-step-yet"), font, p.weak);
        return None;
    }
    let left = inner.max.x - width * samples.len() as f32;
    let at = response.hover_pos().map(|at| ((at.x - left) / width).floor());
    let hovered = at.filter(|i| *i >= 0.0).and_then(|i| samples.get(i as usize));
    for (i, sample) in samples.iter().enumerate() {
        let x = left + width * i as f32;
        let mut y = inner.max.y;
        for (seconds, color) in stages(sample).into_iter().zip(colors) {
            let bar = (inner.height() as f64 * (seconds / top)) as f32;
            let next = (y - bar).max(inner.min.y);
            let place = Rect::from_min_max(pos2(x, next), pos2(x + (width - 0.3).max(0.7), y));
            ui.painter().rect_filled(place, 0.0, color);
            y = next;
        }
        if sample.step_time > top {
            // Longer than the scale: an open end.
            let end = Rect::from_min_size(pos2(x, inner.min.y - 1.0), vec2(width, 2.0));
            ui.painter().rect_filled(end, 0.0, p.warn);
        }
    }
    let font = FontId::proportional(10.0);
    let corner = inner.min + vec2(2.0, 0.0);
    ui.painter().text(corner, Align2::LEFT_TOP, format::duration(top), font, p.weak);
    let clicked = response.clicked().then(|| hovered.map(|s| s.step)).flatten();
    let text = hovered.map_or_else(
        || tr!("sparkline-wall-time-each-last-steps").to_owned(),
        |s| {
            let parts = stage_names()
                .into_iter()
                .zip(stages(s))
                .map(|(name, t)| format!("{name} {}", format::duration(t)));
            let parts = parts.collect::<Vec<_>>().join(", ");
            tr!(
                "sparkline-step-click-go-there",
                step = s.step,
                time = format::duration(s.step_time),
                parts = parts
            )
        },
    );
    response.on_hover_text_at_pointer(text);
    clicked
}

/// The top of the scale (s): the longest step, but no more than six times the usual one.
fn scale_top(samples: &[Sample]) -> f64 {
    let mut times: Vec<f64> = samples.iter().map(|s| s.step_time).filter(|t| t.is_finite()).collect();
    times.sort_by(f64::total_cmp);
    let (Some(longest), Some(usual)) = (times.last(), times.get(times.len() / 2)) else { return 0.0 };
    longest.min(6.0 * usual.max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_covers_the_newest_samples_up_to_the_step_shown() {
        let samples: Vec<Sample> = (1..=500).map(|step| Sample { step, ..Sample::default() }).collect();
        let seen = recent(&samples, 300);
        assert_eq!((seen.len(), seen[0].step, seen[SAMPLES - 1].step), (SAMPLES, 141, 300));
        assert_eq!(recent(&samples, 0).len(), 0);
        assert_eq!(recent(&samples, 3).len(), 3);
    }

    #[test]
    fn one_slow_step_does_not_hide_the_others() {
        let sample = |t| Sample { step_time: t, ..Sample::default() };
        let samples = [sample(1e-3), sample(1e-3), sample(2e-3), sample(1.0)];
        assert!((scale_top(&samples) - 12e-3).abs() < 1e-12, "{}", scale_top(&samples));
        assert_eq!(scale_top(&samples[..3]), 2e-3);
        assert_eq!(scale_top(&[]), 0.0);
    }

    #[test]
    fn the_stages_add_up_to_the_step() {
        let times = (1e-3, 2e-3, 3e-3, 7e-3);
        let sample = Sample {
            detect_time: times.0,
            formulate_time: times.1,
            solve_time: times.2,
            step_time: times.3,
            ..Sample::default()
        };
        assert!((stages(&sample).iter().sum::<f64>() - times.3).abs() < 1e-15);
    }

    #[test]
    fn a_little_curve_spans_two_decades_or_starts_at_zero() {
        assert_eq!(range(&[-9.5, f64::NAN, -9.2], Metric::Residual, true), (-10.0, -8.0));
        assert_eq!(range(&[3.0, 7.0], Metric::Contacts, false), (0.0, 7.0));
        assert_eq!(range(&[0.0], Metric::Contacts, false), (0.0, 1.0));
        assert_eq!(range(&[f64::NAN], Metric::Residual, true), (0.0, 1.0));
    }
}
