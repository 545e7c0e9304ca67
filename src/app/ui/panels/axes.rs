//! Where the axes of plots have their marks.

use egui_plot::{GridInput, GridMark};

/// Marks at whole decades of an axis of that height (points), no closer than a line of text.
pub fn decades(height: f32) -> impl Fn(GridInput) -> Vec<GridMark> {
    move |input| {
        let span = (input.bounds.1 - input.bounds.0).max(1e-3);
        let points = f64::from(height.max(1.0)) / span;
        let step = [1, 2, 3, 6, 12].into_iter().find(|s| f64::from(*s) * points >= 22.0).unwrap_or(24);
        let (low, high) = (input.bounds.0.ceil() as i32, input.bounds.1.floor() as i32);
        let marks = (low..=high).filter(|d| d.rem_euclid(step) == 0);
        // The size of the step says how strongly a mark is drawn: all alike.
        marks.map(|d| GridMark { value: f64::from(d), step_size: 100.0 }).collect()
    }
}

/// Marks at round numbers of an axis that runs to the side over that length (points), whose labels are a word long and stay within it.
pub fn across(length: f32) -> impl Fn(GridInput) -> Vec<GridMark> {
    rounds(length, 64.0, 18.0)
}

/// The same of one that runs upwards, with room for a line of text at each.
pub fn upwards(height: f32) -> impl Fn(GridInput) -> Vec<GridMark> {
    rounds(height, 22.0, 0.0)
}

/// Marks 1, 2 or 5 times a power of ten apart, no closer to each other than `apart` and to the end than `end` (points): more than one where there is room, all of them drawn alike.
fn rounds(length: f32, apart: f64, end: f64) -> impl Fn(GridInput) -> Vec<GridMark> {
    move |input| {
        let (low, high) = input.bounds;
        let point = (high - low) / f64::from(length.max(1.0));
        let least = apart * point;
        if !(least > 0.0 && least.is_finite()) {
            return Vec::new();
        }
        let decade = 10f64.powi(least.log10().floor() as i32);
        let step = [1.0, 2.0, 5.0].into_iter().map(|times| times * decade).find(|step| *step >= least);
        let step = step.unwrap_or(10.0 * decade);
        let (first, last) = ((low / step).ceil() as i64, ((high - end * point) / step).floor() as i64);
        (first..=last).map(|k| GridMark { value: k as f64 * step, step_size: high - low }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Round steps, within the bounds, as close as asked for and no closer; also on axes of microseconds and of years.
    #[test]
    fn marks_are_round_and_as_close_as_there_is_room() {
        for scale in [1e-9, 1e-3, 1.0, 1e6] {
            for top in [1.0, 1.9, 3.7, 4.79, 7.1, 9.99] {
                let bounds = (-0.08 * top * scale, top * scale);
                let marks = upwards(180.0)(GridInput { bounds, base_step_size: 1.0 });
                let values: Vec<f64> = marks.iter().map(|mark| mark.value).collect();
                assert!((3..=9).contains(&values.len()), "{bounds:?}: {values:?}");
                assert!(values.iter().all(|value| (bounds.0..=bounds.1).contains(value)));
                let step = values[1] - values[0];
                assert!(step * 180.0 / (bounds.1 - bounds.0) >= 22.0 * (1.0 - 1e-12));
                let digit = step / 10f64.powf((step * (1.0 + 1e-9)).log10().floor());
                assert!([1.0, 2.0, 5.0].iter().any(|round| (digit - round).abs() < 1e-6), "{step}");
            }
        }
        assert!(upwards(180.0)(GridInput { bounds: (1.0, 1.0), base_step_size: 1.0 }).is_empty());
    }
}
