//! What of the run the plots show: all of it, or what the user has zoomed to.

use bevy_egui::egui::{Context, Id};
use egui_plot::PlotMemory;

/// What a plot shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Zoom {
    /// From when to when (s); none: all of the run.
    pub times: Option<[f64; 2]>,
    /// From which value to which, as places on the axis; none: whatever there is at these times.
    pub values: Option<[f64; 2]>,
    /// Length of the axis of values, which tells how finely they are read.
    pub height: f64,
}

impl Zoom {
    /// What the plot of that name showed when it was drawn last.
    pub fn of(ctx: &Context, plot: Id) -> Self {
        let Some(memory) = PlotMemory::load(ctx, plot) else { return Self::default() };
        let (low, high) = (memory.bounds().min(), memory.bounds().max());
        Self {
            times: (!memory.auto_bounds.x).then_some([low[0], high[0]]),
            values: (!memory.auto_bounds.y).then_some([low[1], high[1]]),
            height: high[1] - low[1],
        }
    }

    /// Whether it does not show all.
    pub fn is_near(&self) -> bool {
        self.times.is_some() || self.values.is_some()
    }
}

/// Of points in the order of their times (s) those between two, and the next one on either side, so that a line goes on to the frame.
pub fn between(points: &[[f64; 2]], times: Option<[f64; 2]>) -> &[[f64; 2]] {
    let Some([from, to]) = times else { return points };
    let first = points.partition_point(|at| at[0] < from).saturating_sub(1);
    let end = (points.partition_point(|at| at[0] <= to) + 1).min(points.len());
    &points[first.min(end)..end]
}

/// The least and the largest of the values of lines, with room so that a level line has an axis of that length at least; none without a value.
pub fn extent<'a>(lines: impl Iterator<Item = &'a [f64; 2]>, least: f64) -> Option<[f64; 2]> {
    let values = lines.map(|at| at[1]).filter(|value| value.is_finite());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    // Values that differ by their last digits are level.
    let least = if high - low <= 1e-13 * low.abs().max(high.abs()) { least } else { 0.0 };
    let room = (0.5 * (least - (high - low))).max(0.0);
    (low <= high).then_some([low - room, high + room])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_two_times_goes_on_to_the_next_points() {
        let points: Vec<[f64; 2]> = (0..10).map(|k| [f64::from(k), f64::from(k * k)]).collect();
        assert_eq!(between(&points, None), &points[..]);
        assert_eq!(between(&points, Some([2.5, 4.5])), &points[2..6]);
        assert_eq!(between(&points, Some([3.0, 5.0])), &points[2..7]);
        assert_eq!(between(&points, Some([-2.0, 0.5])), &points[..2]);
        assert_eq!(between(&points, Some([20.0, 30.0])), &points[9..]);
        assert!(between(&[], Some([0.0, 1.0])).is_empty());
    }

    #[test]
    fn an_axis_fits_what_is_seen_and_has_a_length_where_that_is_level() {
        let line = |values: &[f64]| values.iter().map(|v| [0.0, *v]).collect::<Vec<_>>();
        assert_eq!(extent(line(&[3.0, 1.0, f64::NAN, 2.0]).iter(), 1e-3), Some([1.0, 3.0]));
        assert_eq!(extent(line(&[2.0, 2.0]).iter(), 1e-3), Some([2.0 - 5e-4, 2.0 + 5e-4]));
        let [low, high] = extent(line(&[5e5, 5e5 + 1e-5]).iter(), 1e-3).expect("values");
        assert_eq!((low, high), (5e5, 5e5 + 1e-5), "what differs by more than rounding is seen");
        assert_eq!(extent(line(&[f64::NAN]).iter(), 1e-3), None);
    }
}
