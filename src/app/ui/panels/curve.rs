//! Curves of the plots from the samples of a run: thinned to what can be seen, and kept until a sample is added.

use crate::app::bench::history::History;
use crate::app::bench::workbench::Pane;
use crate::app::ui::panels::metric::Metric;
use crate::app::ui::panels::watched::{Watched, points};
use crate::app::ui::panels::zoom::between;
use crate::recording::Sample;
use bevy_egui::egui::{Id, Ui};
use std::sync::Arc;

/// Points drawn per line at most; more are thinned to the extremes of groups.
pub const POINTS: usize = 800;
/// Marks of fallbacks drawn per line at most.
const MARKS: usize = 300;

/// What is drawn of one quantity of one pane.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// The line.
    pub line: Vec<[f64; 2]>,
    /// Where the first choice of method was left.
    pub fallbacks: Vec<[f64; 2]>,
}

/// What a curve was made from: which quantity, and what of the history changes with every sample and every branch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Source {
    metric: Metric,
    log: bool,
    len: usize,
    stride: u64,
    first: [u64; 3],
    last: [u64; 3],
    times: Times,
}

/// From when to when (s) a curve is seen; none: all of it.
type Times = Option<[f64; 2]>;

impl Source {
    fn of(history: &History, (metric, log): (Metric, bool), times: Times) -> Self {
        let samples = history.samples();
        // The wall time of a step is not the same twice: a branch of equal length has another last sample.
        let bits =
            |s: Option<&Sample>| s.map_or([0; 3], |s| [s.step, s.time.to_bits(), s.step_time.to_bits()]);
        let (first, last) = (bits(samples.first()), bits(samples.last()));
        Self { metric, log, len: samples.len(), stride: history.stride(), first, last, times }
    }
}

/// The curve of a quantity in the place `id` between these times, made anew only when they or the history have changed.
pub fn curve(ui: &Ui, id: Id, history: &History, (metric, log): (Metric, bool), times: Times) -> Arc<Curve> {
    kept(ui, id, Source::of(history, (metric, log), times), || {
        let mut fallbacks = if metric.is_of_solver() { fallbacks(history, metric, log) } else { Vec::new() };
        fallbacks.retain(|at| times.is_none_or(|[from, to]| (from..=to).contains(&at[0])));
        Curve { line: thin(history, metric, log, times), fallbacks }
    })
}

/// The same of a quantity of what is followed, made anew only when the recording, or what forces are known, has changed.
pub fn watched_curve(
    ui: &Ui,
    id: Id,
    (pane, watched): (&Pane, &Watched),
    (metric, log): (Metric, bool),
    times: Times,
) -> Arc<Curve> {
    // A branch of equal length has another last frame, and so has a moment that was set by hand.
    let frames = pane.recording.frames();
    let states = (frames.len(), pane.recording.range(), frames.last().map(|frame| Arc::as_ptr(frame).addr()));
    let source = (metric, log, watched.clone(), states, pane.loads.iter().len(), times);
    kept(ui, id, source, || {
        let line = thinned(between(&points(pane, metric, watched), times), metric, log);
        Curve { line, fallbacks: Vec::new() }
    })
}

/// What was made in this place from the same source, else what is made now.
fn kept<S: Clone + PartialEq + Send + Sync + 'static>(
    ui: &Ui,
    id: Id,
    source: S,
    make: impl FnOnce() -> Curve,
) -> Arc<Curve> {
    let known = ui.data(|data| data.get_temp::<(S, Arc<Curve>)>(id));
    if let Some((_, curve)) = known.filter(|(made_from, _)| *made_from == source) {
        return curve;
    }
    let curve = Arc::new(make());
    ui.data_mut(|data| data.insert_temp(id, (source, Arc::clone(&curve))));
    curve
}

/// The curve of a metric between these times with at most [`POINTS`] points.
pub fn thin(history: &History, metric: Metric, log: bool, times: Times) -> Vec<[f64; 2]> {
    let points: Vec<[f64; 2]> = history.samples().iter().map(|s| [s.time, metric.value(s)]).collect();
    thinned(between(&points, times), metric, log)
}

/// Points of times (s) and values as places of at most [`POINTS`]: of each group the least and the largest, in their order, so
/// that no peak is lost.
pub fn thinned(all: &[[f64; 2]], metric: Metric, log: bool) -> Vec<[f64; 2]> {
    let place = |[time, value]: &[f64; 2]| [*time, metric.place(*value, log)];
    if all.len() <= POINTS {
        return all.iter().map(place).filter(|p| p[1].is_finite()).collect();
    }
    let group = all.len().div_ceil(POINTS / 2);
    let mut points = Vec::with_capacity(POINTS);
    for part in all.chunks(group) {
        let (mut low, mut high) = (0, 0);
        for (i, [_, value]) in part.iter().enumerate().skip(1) {
            low = if *value < part[low][1] { i } else { low };
            high = if *value > part[high][1] { i } else { high };
        }
        points.push(place(&part[low.min(high)]));
        if low != high {
            points.push(place(&part[low.max(high)]));
        }
    }
    points.retain(|p| p[1].is_finite());
    points
}

/// Where the first choice of method was left, on the curve: at most [`MARKS`] of the samples kept.
fn fallbacks(history: &History, metric: Metric, log: bool) -> Vec<[f64; 2]> {
    let taken: Vec<&Sample> = history.samples().iter().filter(|s| s.fallback).collect();
    let group = taken.len().div_ceil(MARKS).max(1);
    let points = taken.into_iter().step_by(group).map(|s| [s.time, metric.place(metric.value(s), log)]);
    points.filter(|p| p[1].is_finite()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui;

    #[test]
    fn thinning_keeps_every_peak_and_the_number_of_points() {
        let mut history = History::default();
        for step in 1..=9000 {
            let depth = if step == 4321 { 1e-2 } else { 1e-9 };
            history.push(Sample { step, time: step as f64, depth, ..Sample::default() });
        }
        let points = thin(&history, Metric::Depth, true, None);
        assert!(points.len() <= POINTS);
        assert!(points.iter().any(|p| p[0] == 4321.0 && (p[1] + 2.0).abs() < 1e-12));
        assert!(points.windows(2).all(|w| w[0][0] < w[1][0]));
        // Who zooms in sees every sample again.
        let near = thin(&history, Metric::Depth, true, Some([4000.5, 4400.5]));
        assert_eq!(
            near.iter().map(|p| p[0]).collect::<Vec<_>>(),
            (4000..=4401).map(f64::from).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_curve_is_made_anew_with_a_new_sample_and_after_a_branch_only() {
        let mut history = History::default();
        let push = |history: &mut History, step: u64, depth: f64| {
            let step_time = 1e-3 + depth;
            history.push(Sample { step, time: step as f64, depth, step_time, ..Sample::default() });
        };
        for step in 1..=1000 {
            push(&mut history, step, 1e-6);
        }
        let ctx = egui::Context::default();
        let ui = Ui::new(ctx, "plots".into(), egui::UiBuilder::new());
        let now = |history: &History| curve(&ui, Id::new("place"), history, (Metric::Depth, true), None);
        let first = now(&history);
        assert!(Arc::ptr_eq(&first, &now(&history)), "nothing has changed");
        push(&mut history, 1001, 1e-6);
        let longer = now(&history);
        assert!(!Arc::ptr_eq(&first, &longer));
        history.truncate_after(1000);
        push(&mut history, 1001, 2e-6);
        let branch = now(&history);
        assert!(!Arc::ptr_eq(&longer, &branch), "as long, but another run");
        assert_ne!(longer.line.last(), branch.line.last());
    }
}
