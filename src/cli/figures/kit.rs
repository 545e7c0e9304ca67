//! What every figure is made of: its entry in the table, and helpers from runs to points.

use crate::cli::draw::sheet::{Curve, Ink, Mark, Sheet};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::curves::Point;
use pegsim::experiment::figures::{Found, Job, Runs};
use pegsim::experiment::stats::{quantile, sorted};

/// A figure of a source.
pub(crate) struct Figure {
    /// As it is asked for.
    pub name: &'static str,
    /// Where it is printed.
    pub source: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What the source says of it in words.
    pub said: &'static str,
    /// The numbers that the source prints in text, captions and tables. Figures that only have curves have none.
    pub printed: &'static [Printed],
    /// The runs that it needs.
    pub jobs: fn() -> Vec<Job>,
    /// From what they found to the drawing.
    pub draw: fn(&Figure, &Runs) -> Drawn,
}

/// A printed number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    /// Of what.
    pub what: &'static str,
    /// The number.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
}

/// A figure with what is to be said of it.
pub(crate) struct Drawn {
    /// The drawing.
    pub sheet: Sheet,
    /// Our numbers, in the order of the printed ones.
    pub ours: Vec<f64>,
    /// What agrees with the source.
    pub agrees: String,
    /// What does not, and why; empty where nothing is known to differ.
    pub differs: String,
}

/// The step sizes h = 1, 2, … `count` ms (s).
pub(crate) fn milliseconds(count: u32) -> Vec<f64> {
    (1..=count).map(|k| f64::from(k) / 1000.0).collect()
}

/// Median and quartiles of what was found of several runs, over an abscissa; none where there is no run.
pub(crate) fn spread(x: f64, values: &[f64]) -> Option<Point> {
    let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    let all = sorted(&finite);
    let at = |share| quantile(&all, share);
    (!all.is_empty()).then(|| Point { x, y: at(0.5), low: at(0.25), high: at(0.75) })
}

/// Median and quartiles of a number of each of the runs of a step size h = 1, 2, … `count` ms, over the step size.
pub(crate) fn over_steps(
    count: u32,
    runs: &Runs,
    jobs: impl Fn(f64) -> Vec<Job>,
    read: impl Fn(&Found) -> Option<f64>,
) -> Vec<Point> {
    let at = |h: f64| spread(h, &found(runs, &jobs(h)).into_iter().filter_map(&read).collect::<Vec<_>>());
    milliseconds(count).into_iter().filter_map(at).collect()
}

/// The median; zero of nothing.
pub(crate) fn median(values: &[f64]) -> f64 {
    spread(0.0, values).map_or(0.0, |point| point.y)
}

/// The mean; zero of nothing.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The largest; zero of nothing.
pub(crate) fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, f64::max)
}

/// Points of two lists of equal length.
pub(crate) fn points(x: &[f64], y: &[f64]) -> Vec<Point> {
    x.iter().zip(y).map(|(x, y)| Point::at(*x, *y)).collect()
}

/// The slope of the line of least squares through the logarithms: the order of a method in h.
pub(crate) fn order(points: &[Point]) -> f64 {
    let logs: Vec<(f64, f64)> =
        points.iter().filter(|p| p.x > 0.0 && p.y > 0.0).map(|p| (p.x.ln(), p.y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) =
        (logs.iter().map(|l| l.0).sum::<f64>() / count, logs.iter().map(|l| l.1).sum::<f64>() / count);
    let along: f64 = logs.iter().map(|l| (l.0 - x) * (l.1 - y)).sum();
    along / logs.iter().map(|l| (l.0 - x).powi(2)).sum::<f64>()
}

/// The curve of a model under its name in menus.
pub(crate) fn of_model(model: ContactModel, points: Vec<Point>) -> Curve {
    Curve { name: model.title().to_owned(), ink: Ink::of(model), points }
}

/// A curve of one of many step sizes: the larger the step, the lighter.
pub(crate) fn shaded(model: ContactModel, k: usize, of: usize, points: Vec<Point>) -> Curve {
    let strength = 1.0 - 0.65 * k as f64 / (of.max(2) - 1) as f64;
    let name = if k == 0 { format!("{} (lighter: larger step)", model.title()) } else { String::new() };
    Curve { name, ink: Ink { strength, width: 1.0, ..Ink::of(model).plain() }, points }
}

/// Rings at printed points.
pub(crate) fn rings(places: impl IntoIterator<Item = (f64, f64)>) -> Vec<Mark> {
    places.into_iter().map(|(x, y)| Mark { text: String::new(), x: Some(x), y }).collect()
}

/// A line at a printed height.
pub(crate) fn height(text: &str, y: f64) -> Mark {
    Mark { text: text.to_owned(), x: None, y }
}

/// What was found of these runs, those that are missing left out.
pub(crate) fn found<'a>(runs: &'a Runs, jobs: &[Job]) -> Vec<&'a Found> {
    jobs.iter().filter_map(|job| runs.of(job)).collect()
}

/// How many of these runs went to their end, in words: `150 of 160`.
pub(crate) fn completed(found: &[&Found]) -> String {
    format!("{} of {}", found.iter().filter(|f| f.report.completed).count(), found.len())
}

/// A number in a sentence.
pub(crate) fn say(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if (0.01..1e4).contains(&value.abs()) {
        let text = three_digits(value);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{value:.1e}")
    }
}

/// A number that is neither very small nor very large, with three digits.
pub(crate) fn three_digits(value: f64) -> String {
    let digits = (2.0 - value.abs().log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_a_power_is_its_exponent() {
        let points: Vec<Point> = [0.001, 0.002, 0.005].map(|h| Point::at(h, 7.0 * h * h)).to_vec();
        assert!((order(&points) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_spread_of_runs_leaves_out_what_is_no_number() {
        let point = spread(1.0, &[3.0, f64::NAN, 1.0, 2.0, 5.0, 4.0]).unwrap();
        assert_eq!((point.low, point.y, point.high), (2.0, 3.0, 4.0));
        assert_eq!(spread(1.0, &[f64::NAN]), None);
    }

    #[test]
    fn numbers_in_sentences_are_short() {
        assert_eq!(
            [0.0, 0.25, 1.5e-7, 12.0, 391.898, 120.0].map(say),
            ["0", "0.25", "1.5e-7", "12", "392", "120"]
        );
    }
}
