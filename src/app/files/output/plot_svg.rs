//! A plot as a vector picture (SVG) for papers: axes with units, a line for each pane in its model's colour, and a legend.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::command::look::Theme;
use crate::app::files::output::tables::stem;
use crate::app::files::output::{OutputState, write_file};
use crate::app::ui::panels::axes;
use crate::app::ui::panels::curve::thinned;
use crate::app::ui::panels::metric::Metric;
use crate::app::ui::panels::watched::{Watched, points};
use crate::app::ui::panels::zoom::{Zoom, between};
use crate::app::ui::scene_list::in_language;
use crate::app::ui::theme::Palette;
use egui_plot::GridInput;
use std::fmt::Write as _;

/// Size of the picture (points of 1/72 inch would be 6.4 by 4 inches at 96 per inch).
const SIZE: (f64, f64) = (614.0, 384.0);
/// Room at the left, right, above and below of the axes.
const MARGINS: (f64, f64, f64, f64) = (96.0, 16.0, 16.0, 48.0);
/// Height of a row of the legend, and what an entry takes beside its name: the line that it explains, and the gap to the next.
const LEGEND_ROW: f64 = 18.0;
const LEGEND_LINE: f64 = 26.0;
const LEGEND_BESIDE: f64 = LEGEND_LINE + 24.0;
/// Width of a letter, on the generous side: what is drawn where has no font to ask.
const LETTER: f64 = 7.5;
/// How the lines of panes are broken, so that they differ in print.
const DASHES: [&str; 3] = ["none", "7 3", "2 3"];
/// A log scale has at least so many.
const LEAST_DECADES: f64 = 3.0;

/// What a plot shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The quantity.
    pub metric: Metric,
    /// Whether its scale is logarithmic.
    pub log: bool,
    /// What it is one of, if it is none of the whole scene.
    pub watched: &'a Watched,
    /// What of the run it shows.
    pub zoom: Zoom,
}

/// Writes what a plot shows as a picture. Returns what to say.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn plot(bench: &Workbench, shown: &Shown, output: &OutputState) -> Result<String, String> {
    let path = output.free_file(&stem(shown.metric, shown.watched), "svg")?;
    let text = picture(bench, shown);
    write_file(&path, |out| out.write_all(text.as_bytes()))?;
    Ok(tr!("output-plot-picture", metric = shown.metric.name(), path = path.display()))
}

/// A line of the picture.
struct Curve {
    name: String,
    colour: String,
    dash: &'static str,
    points: Vec<[f64; 2]>,
}

/// The lines of a pane: one for each model that calculated it.
fn curves(pane: &Pane, number: usize, several: bool, shown: &Shown) -> Vec<Curve> {
    let p = Palette::of(Theme::Light);
    let points = points(pane, shown.metric, shown.watched);
    let points = thinned(between(&points, shown.zoom.times), shown.metric, shown.log);
    let mut rest = points.as_slice();
    let mut found = Vec::new();
    let changes = pane.recording.changes();
    let ends = changes.iter().map(|change| (change.time, change.before.contact.model));
    for (end, model) in ends.chain([(f64::INFINITY, pane.model_of_step(u64::MAX))]) {
        let (part, later) = rest.split_at(rest.partition_point(|at| at[0] <= end));
        rest = later;
        if part.is_empty() {
            continue;
        }
        let [r, g, b, _] = p.model(model).to_array();
        let name = if several {
            tr!("plot-pane", title = model.title(), pane = number + 1)
        } else {
            model.title().to_owned()
        };
        let colour = format!("#{r:02x}{g:02x}{b:02x}");
        found.push(Curve { name, colour, dash: DASHES[number % DASHES.len()], points: part.to_vec() });
    }
    found
}

/// The picture.
fn picture(bench: &Workbench, shown: &Shown) -> String {
    let (metric, log) = (shown.metric, shown.log);
    let models: Vec<_> = bench.panes.iter().map(Pane::model).collect();
    let twice = |k: usize| models.iter().filter(|model| **model == models[k]).count() > 1;
    let all: Vec<Curve> =
        bench.panes.iter().enumerate().flat_map(|(k, pane)| curves(pane, k, twice(k), shown)).collect();
    let values = || all.iter().flat_map(|curve| &curve.points);
    let all_times = || [0.0, values().map(|at| at[0]).fold(bench.time_step, f64::max)];
    let [begin, end] = shown.zoom.times.unwrap_or_else(all_times);
    let (mut low, mut high) =
        values().map(|at| at[1]).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), y| (l.min(y), h.max(y)));
    if !(low <= high) {
        (low, high) = (0.0, 1.0);
    }
    if log {
        // What is zero lies at the bottom: nothing is below.
        (low, high) = (low.floor(), high.ceil().max(low.floor() + LEAST_DECADES));
    } else if high - low < 1e-12 * high.abs().max(1e-12) {
        (low, high) =
            (low - 0.5 * low.abs().max(metric.least_top()), high + 0.5 * high.abs().max(metric.least_top()));
    }
    let within = |(low, high): (f64, f64)| move |mark: &f64| (low..=high).contains(mark);
    let x_marks: Vec<f64> = marks(begin, end, 6.0).into_iter().filter(within((begin, end))).collect();
    let mut y_marks = if log { decades(low, high) } else { marks(low, high, 6.0) };
    if let Some([from, to]) = shown.zoom.values {
        (low, high) = (from, to);
        let input = GridInput { bounds: (low, high), base_step_size: high - low };
        let height = (SIZE.1 - MARGINS.2 - MARGINS.3) as f32;
        let found = if log { axes::decades(height)(input) } else { axes::upwards(height)(input) };
        y_marks = found.into_iter().map(|mark| mark.value).collect();
    } else if !log {
        (low, high) =
            (y_marks.first().map_or(low, |y| y.min(low)), y_marks.last().map_or(high, |y| y.max(high)));
    }
    let (left, right, top, bottom) = MARGINS;
    let places = legend(&all, SIZE.0 - left - right);
    // Above the axes, where it covers no line.
    let top = top + places.last().map_or(0.0, |(_, row)| LEGEND_ROW * (*row as f64 + 1.0));
    let x = |time: f64| left + (SIZE.0 - left - right) * (time - begin) / (end - begin);
    let y = |value: f64| SIZE.1 - bottom - (SIZE.1 - top - bottom) * (value - low) / (high - low);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}</title>\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
        SIZE.0,
        SIZE.1,
        escaped(&format!("{}: {}", in_language(&bench.scene.name), metric.name()))
    );
    let (right_end, bottom_end) = (SIZE.0 - right, SIZE.1 - bottom);
    let (wide, high_up) = (right_end - left, bottom_end - top);
    // What leads on beyond what was zoomed to ends at the axes; half the width of a line more where it runs along one. Only then: not all that draws SVG knows it.
    let mut clip = "";
    if shown.zoom.is_near() {
        clip = " clip-path=\"url(#axes)\"";
        let _ = writeln!(
            out,
            "<clipPath id=\"axes\"><rect x=\"{left}\" y=\"{:.2}\" width=\"{wide:.2}\" height=\"{:.2}\"/></clipPath>",
            top - 1.0,
            high_up + 2.0
        );
    }
    for mark in &x_marks {
        line(&mut out, (x(*mark), top), (x(*mark), bottom_end), "#dddddd");
        text(&mut out, (x(*mark), bottom_end + 16.0), "middle", &shorten(*mark), "");
    }
    for mark in &y_marks {
        line(&mut out, (left, y(*mark)), (right_end, y(*mark)), "#dddddd");
        text(&mut out, (left - 6.0, y(*mark) + 4.0), "end", &metric.label(*mark, log, high - low), "");
    }
    for curve in &all {
        let mut path = String::new();
        for (k, [time, value]) in curve.points.iter().enumerate() {
            let _ = write!(path, "{}{:.2} {:.2}", if k == 0 { "M" } else { "L" }, x(*time), y(*value));
        }
        let _ = writeln!(
            out,
            "<path d=\"{path}\"{clip} fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"{}\"/>",
            curve.colour, curve.dash
        );
    }
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{wide:.2}\" height=\"{high_up:.2}\" fill=\"none\" stroke=\"#000000\"/>"
    );
    let of = shown.watched.name(metric).filter(|_| metric.is_watched());
    let name = of.map_or_else(|| metric.name().to_owned(), |of| format!("{}, {of}", metric.name()));
    let unit = if metric.unit().is_empty() { String::new() } else { format!(" ({})", metric.unit()) };
    text(&mut out, ((left + right_end) / 2.0, SIZE.1 - 10.0), "middle", tr!("plot-svg-time"), "");
    let turn = format!(" transform=\"rotate(-90 16 {:.2})\"", (top + bottom_end) / 2.0);
    text(&mut out, (16.0, (top + bottom_end) / 2.0), "middle", &format!("{name}{unit}"), &turn);
    for (curve, (from, row)) in all.iter().zip(places) {
        let (from, at) = (left + from, MARGINS.2 + LEGEND_ROW * row as f64);
        let _ = writeln!(
            out,
            "<path d=\"M{from:.2} {at}h{LEGEND_LINE}\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"{}\"/>",
            curve.colour, curve.dash
        );
        text(&mut out, (from + LEGEND_LINE + 6.0, at + 4.0), "start", &curve.name, "");
    }
    out.push_str("</svg>\n");
    out
}

/// Where the entries of the legend begin, from its left end, and their rows: one beside the other, as far as that width goes.
fn legend(curves: &[Curve], width: f64) -> Vec<(f64, usize)> {
    let (mut end, mut row) = (0.0, 0);
    curves
        .iter()
        .map(|curve| {
            let wide = LETTER * curve.name.chars().count() as f64 + LEGEND_BESIDE;
            if end > 0.0 && end + wide > width {
                (end, row) = (0.0, row + 1);
            }
            end += wide;
            (end - wide, row)
        })
        .collect()
}

fn line(out: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let _ = writeln!(
        out,
        "<path d=\"M{:.2} {:.2}L{:.2} {:.2}\" stroke=\"{colour}\"/>",
        from.0, from.1, to.0, to.1
    );
}

fn text(out: &mut String, at: (f64, f64), anchor: &str, said: &str, more: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"{anchor}\"{more}>{}</text>",
        at.0,
        at.1,
        escaped(said)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Round numbers from the one at or below `low` to the one at or above `high`, about so many.
fn marks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let raw = (high - low) / about;
    let decade = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * decade).find(|step| *step >= raw).unwrap_or(raw);
    let (first, last) = ((low / step).floor(), (high / step).floor());
    // A tenth more than the data is no reason for another mark.
    let last = if high > (last + 0.1) * step { last + 1.0 } else { last };
    let last = if low == 0.0 { (high / step).floor() } else { last };
    (0..=(last - first) as usize).map(|k| (first + k as f64) * step).collect()
}

/// Whole decades, at most about eight.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let step = ((high - low) / 8.0).ceil().max(1.0);
    (0..=((high - low) / step) as usize).map(|k| low + k as f64 * step).collect()
}

fn shorten(value: f64) -> String {
    format!("{}", (value * 1e9).round() / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::past::recording_file::example;
    use crate::recording::Sample;

    #[test]
    fn a_picture_has_axes_with_units_and_a_line_for_each_model_that_calculated() {
        let bench = example::bench();
        let watched = Watched { body: Some("cube".to_owned()), ..Watched::default() };
        let shown = |metric, log| Shown { metric, log, watched: &watched, zoom: Zoom::default() };
        let place = picture(&bench, &shown(Metric::PositionX, false));
        assert!(place.contains("cube") && place.contains("(m)"), "{place}");
        let svg = picture(&bench, &shown(Metric::Energy, false));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        for said in ["(J)", "Standard", "LNC", "PEG", "Exact", "everything"] {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        // Every number is one, and every place is in the picture.
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        for curve in
            svg.lines().filter(|line| line.contains("fill=\"none\" stroke=\"#") && line.contains("M"))
        {
            let path = curve.split('"').nth(1).expect("a path");
            for place in path.split(['M', 'L']).filter(|place| !place.is_empty()) {
                let (x, y) = place.split_once(' ').expect("two numbers");
                let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
                assert!((0.0..=SIZE.0).contains(&x) && (0.0..=SIZE.1).contains(&y), "{x} {y}");
            }
        }
        // Also where there is nothing to draw, and on a log scale.
        let mut empty = bench.clone();
        empty.panes.iter_mut().for_each(|pane| pane.history.clear());
        for (metric, log) in [(Metric::Depth, true), (Metric::Contacts, false), (Metric::Momentum, true)] {
            for bench in [&bench, &empty] {
                let svg = picture(bench, &shown(metric, log));
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{metric:?}");
            }
        }
    }

    #[test]
    fn what_is_zero_throughout_lies_at_the_bottom_of_a_log_scale() {
        let mut bench = example::bench();
        for pane in &mut bench.panes {
            let samples = pane.history.samples().to_vec();
            pane.history.clear();
            samples.into_iter().for_each(|sample| pane.history.push(Sample { depth: 0.0, ..sample }));
        }
        let svg = picture(
            &bench,
            &Shown { metric: Metric::Depth, log: true, watched: &Watched::default(), zoom: Zoom::default() },
        );
        let marks: Vec<&str> = svg
            .lines()
            .filter(|line| line.contains("\"end\""))
            .filter_map(|line| line.split(['>', '<']).nth(2))
            .collect();
        assert_eq!(marks.first(), Some(&"0"), "{marks:?}");
        assert_eq!(marks.iter().filter(|mark| **mark == "0").count(), 1, "{marks:?}");
    }

    #[test]
    fn the_legend_lies_above_the_axes_in_rows_no_wider_than_they_are() {
        let curve =
            |name: &str| Curve { name: name.to_owned(), colour: String::new(), dash: "", points: vec![] };
        let all: Vec<Curve> = ["Standard", "LNC", "PEG", "Exact, at first", "Exact"].map(curve).into();
        let width = 240.0;
        let places = legend(&all, width);
        assert_eq!(places.iter().map(|(_, row)| *row).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
        for (k, (from, row)) in places.iter().enumerate() {
            let ends = places.get(k + 1).filter(|next| next.1 == *row).map_or(width, |next| next.0);
            assert!(from + LEGEND_LINE + LETTER * all[k].name.len() as f64 <= ends, "{k}");
        }
        let watched = Watched::default();
        let svg = picture(
            &example::bench(),
            &Shown { metric: Metric::Energy, log: false, watched: &watched, zoom: Zoom::default() },
        );
        let after = |line: &str, key: &str| -> f64 {
            let value = line.split(key).nth(1).and_then(|rest| rest.split('"').next());
            value.and_then(|value| value.parse().ok()).expect("a number")
        };
        let frame = svg.lines().find(|line| line.contains("stroke=\"#000000\"")).expect("the axes");
        let names = svg.lines().filter(|line| line.contains("\"start\""));
        assert!(names.clone().count() >= 2);
        assert!(names.clone().all(|line| after(line, " y=\"") < after(frame, " y=\"")), "{svg}");
    }

    #[test]
    fn what_was_zoomed_to_is_what_the_picture_shows() {
        let bench = example::bench();
        let samples = bench.panes[0].history.samples();
        let (from, to) = (samples[2].time, samples[5].time);
        let watched = Watched::default();
        let zoom = Zoom { times: Some([from, to]), values: Some([-7.25, -6.75]), height: 0.5 };
        let svg = picture(&bench, &Shown { metric: Metric::Depth, log: true, watched: &watched, zoom });
        let numbers = |anchor: &str| -> Vec<String> {
            let of = svg
                .lines()
                .filter(|line| line.contains(&format!("\"{anchor}\"")) && !line.contains("rotate"));
            of.filter_map(|line| line.split(['>', '<']).nth(2).map(str::to_owned)).collect()
        };
        let times: Vec<f64> = numbers("middle").iter().filter_map(|text| text.parse().ok()).collect();
        assert!(times.len() >= 2 && times.iter().all(|time| (from..=to).contains(time)), "{times:?}");
        // Between 56 and 178 nm.
        let values = numbers("end");
        assert!(values.len() >= 2 && values.iter().all(|value| value.ends_with("nm")), "{values:?}");
        let curves = svg.lines().filter(|line| line.contains("clip-path"));
        // One for each model that calculated there.
        assert!(curves.count() >= bench.panes.len(), "{svg}");
    }

    #[test]
    fn marks_are_round_and_cover_the_data() {
        assert_eq!(marks(0.0, 6.0, 6.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let some = marks(-3.3, 9.1, 6.0);
        assert!(some[0] <= -3.3 && some.len() < 12 && some.windows(2).all(|w| w[1] > w[0]), "{some:?}");
        assert_eq!(decades(-13.0, -2.0), [-13.0, -11.0, -9.0, -7.0, -5.0, -3.0]);
    }
}
