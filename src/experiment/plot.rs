//! Plots as plain SVG: curves of medians with bars for the quartiles, linear or logarithmic upwards.

use std::fmt::Write;

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Abscissa.
    pub x: f64,
    /// Median.
    pub y: f64,
    /// First quartile.
    pub low: f64,
    /// Third quartile.
    pub high: f64,
}

/// A named curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points in ascending order of x.
    pub points: Vec<Point>,
}

/// Labels and scale of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame<'a> {
    /// Above the plot.
    pub title: &'a str,
    /// Below it, with the unit.
    pub x_label: &'a str,
    /// Beside it, with the unit.
    pub y_label: &'a str,
    /// Multiplies y for display (1000 shows seconds as milliseconds).
    pub y_scale: f64,
    /// Logarithmic upwards; zero and negative values then lie on the lower border, which is marked 0.
    pub logarithmic: bool,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;
/// Colours that people with any common colour blindness tell apart (Okabe and Ito).
const COLOURS: [&str; 6] = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/// How many decades below the largest value a logarithmic axis reaches at most.
const DECADES: f64 = 20.0;

/// The range of an axis and how numbers become coordinates.
struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Logarithmic only: the lower end stands for zero, because some values are not positive.
    zero_below: bool,
}

impl Axis {
    /// Around `values`, never empty.
    fn around(values: impl Iterator<Item = f64>, logarithmic: bool) -> Self {
        let mut zero_below = false;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|v| v.is_finite()) {
            if logarithmic && value <= 0.0 {
                zero_below = true;
            } else {
                (low, high) = (low.min(value), high.max(value));
            }
        }
        if low > high {
            // Nothing to show, or zeros only: one decade, or the unit interval.
            (low, high) = if logarithmic { (0.1, 1.0) } else { (0.0, 1.0) };
        }
        if logarithmic {
            let high = high.log10().ceil();
            // A decade more where zero needs room.
            let low = (low.log10().floor().max(high - DECADES) - f64::from(zero_below)).min(high - 1.0);
            return Self { low, high, logarithmic, zero_below };
        }
        let margin = if high > low { 0.05 * (high - low) } else { 0.5 * high.abs().max(1e-12) };
        Self { low: low - margin, high: high + margin, logarithmic, zero_below }
    }

    /// Where `value` lies, 0 at the lower and 1 at the upper end.
    fn share(&self, value: f64) -> f64 {
        let v = match (self.logarithmic, value > 0.0) {
            (true, true) => value.log10(),
            (true, false) => self.low,
            (false, _) => value,
        };
        ((v - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Values to mark.
    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let step = ((self.high - self.low) / 8.0).ceil().max(1.0);
            let count = ((self.high - self.low) / step).floor() as i32;
            return (0..=count).map(|i| 10f64.powf(self.low + f64::from(i) * step)).collect();
        }
        let raw = (self.high - self.low) / 6.0;
        let decade = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * decade).find(|s| *s >= raw).unwrap_or(raw);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// Draws the curves; the text is a complete SVG file.
pub fn svg(frame: &Frame, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|s| &s.points);
    let scale = frame.y_scale;
    let x_axis = Axis::around(points().map(|p| p.x), false);
    let y_axis =
        Axis::around(points().flat_map(|p| [p.low, p.y, p.high]).map(|y| y * scale), frame.logarithmic);
    let px = |x: f64| LEFT + x_axis.share(x) * (WIDTH - LEFT - RIGHT);
    let py = |y: f64| HEIGHT - BOTTOM - y_axis.share(y) * (HEIGHT - TOP - BOTTOM);

    let mut out = String::new();
    // Writing to a String cannot fail, so the results are dropped.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} \
         {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    );
    for tick in x_axis.ticks() {
        let (x, y) = (px(tick), HEIGHT - BOTTOM);
        let _ = writeln!(out, "<path d=\"M{x:.1} {TOP}V{y:.1}\" stroke=\"#e4e4e4\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y + 16.0,
            label(tick)
        );
    }
    for (i, tick) in y_axis.ticks().into_iter().enumerate() {
        let y = py(tick);
        let text = if i == 0 && y_axis.zero_below { "0".to_owned() } else { label(tick) };
        let _ = writeln!(out, "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#e4e4e4\"/>", WIDTH - RIGHT);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            text
        );
    }
    let _ = writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#444\"/>",
        WIDTH - LEFT - RIGHT,
        HEIGHT - TOP - BOTTOM
    );
    for (i, curve) in series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let mut path = String::new();
        for (k, p) in curve.points.iter().enumerate() {
            let (x, y, low, high) = (px(p.x), py(p.y * scale), py(p.low * scale), py(p.high * scale));
            let _ = write!(path, "{}{x:.1} {y:.1}", if k == 0 { "M" } else { "L" });
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h6m-6 {:.1}h6\" stroke=\"{colour}\" \
                 fill=\"none\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>",
                x - 3.0,
                high - low
            );
        }
        let _ = writeln!(out, "<path d=\"{path}\" stroke=\"{colour}\" fill=\"none\" stroke-width=\"1.5\"/>");
        let y = TOP + 14.0 + 18.0 * i as f64;
        let x = WIDTH - RIGHT + 12.0;
        let _ = writeln!(
            out,
            "<path d=\"M{x} {:.1}h18\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{}\" y=\"{y:.1}\">{}</text>",
            y - 4.0,
            x + 24.0,
            escape(&curve.name)
        );
    }
    let middle = LEFT + (WIDTH - LEFT - RIGHT) / 2.0;
    let _ = writeln!(
        out,
        "<text x=\"{middle}\" y=\"24\" text-anchor=\"middle\" font-size=\"14\">{}</text>",
        escape(frame.title)
    );
    let _ = writeln!(
        out,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        HEIGHT - 18.0,
        escape(frame.x_label)
    );
    let _ = writeln!(
        out,
        "<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n</svg>",
        TOP + (HEIGHT - TOP - BOTTOM) / 2.0,
        escape(frame.y_label)
    );
    out
}

/// A number for an axis: short, with an exponent where it is far from one.
fn label(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e5).contains(&value.abs()) {
        // Ten digits hide the rounding of `i · step`.
        let text = format!("{value:.10}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let text = format!("{value:.3e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
}

/// Text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(logarithmic: bool) -> Frame<'static> {
        Frame { title: "a < b", x_label: "h (s)", y_label: "overlap (m³)", y_scale: 1.0, logarithmic }
    }

    #[test]
    fn zero_empty_and_constant_data_still_give_finite_coordinates() {
        let zero =
            [Series { name: "PEG".to_owned(), points: vec![Point { x: 0.01, y: 0.0, low: 0.0, high: 0.0 }] }];
        for logarithmic in [false, true] {
            for series in [&zero[..], &[]] {
                let text = svg(&frame(logarithmic), series);
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
                assert!(text.contains("a &lt; b"));
            }
        }
    }

    #[test]
    fn a_larger_value_is_drawn_higher() {
        let axis = Axis::around([1e-6, 1e-2].into_iter(), true);
        assert!(axis.share(1e-2) > axis.share(1e-4) && axis.share(1e-4) > axis.share(1e-6));
        assert_eq!(axis.share(0.0), 0.0);
        assert_eq!(label(0.1 + 0.2), "0.3");
        assert_eq!(label(1e-6), "1e-6");
    }
}
