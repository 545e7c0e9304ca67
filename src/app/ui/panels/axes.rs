//! Where the axes of plots have their marks.

use egui_plot::{GridInput, GridMark};

/// Height of a line of text between two marks of an upright axis (points).
const LINE: f64 = 22.0;

/// Marks of a logarithmic axis of that height (points), no closer than a line of text: at whole decades, between them where one was zoomed to few,
/// and at round numbers within one.
pub fn decades(height: f32) -> impl Fn(GridInput) -> Vec<GridMark> {
    move |input| {
        let (low, high) = input.bounds;
        let points = f64::from(height.max(1.0)) / (high - low).max(1e-15);
        if high - low < WITHIN {
            return within(low, high, points);
        }
        let (first, last) = (low.ceil() as i32, high.floor() as i32);
        if high - low < FEW && points * 2f64.log10() >= LINE {
            let places =
                (first - 1..=last).flat_map(|d| [1.0, 2.0, 5.0].map(|k: f64| f64::from(d) + k.log10()));
            return places.filter(|place| (low..=high).contains(place)).map(drawn).collect();
        }
        let step = [1, 2, 3, 6, 12].into_iter().find(|s| f64::from(*s) * points >= LINE).unwrap_or(24);
        (first..=last).filter(|d| d.rem_euclid(step) == 0).map(|d| drawn(f64::from(d))).collect()
    }
}

/// Decades of a logarithmic axis that has marks between them.
const FEW: f64 = 3.0;
/// One that is shorter has marks at round numbers.
const WITHIN: f64 = 0.7;

/// A mark; the size of its step says how strongly it is drawn: all alike.
fn drawn(value: f64) -> GridMark {
    GridMark { value, step_size: 100.0 }
}

/// Marks at round numbers of a logarithmic axis, so far apart that those at its upper end have room, a decade being that many points high.
fn within(low: f64, high: f64, points: f64) -> Vec<GridMark> {
    let (least, most) = (10f64.powf(low), 10f64.powf(high));
    let Some(step) = round_step(LINE * most * std::f64::consts::LN_10 / points) else { return Vec::new() };
    let (first, last) = ((least / step).ceil() as i64, (most / step).floor() as i64);
    (first..=last).map(|k| drawn((k as f64 * step).log10())).collect()
}

/// The least of 1, 2 and 5 times a power of ten that is no smaller; none where that is no length.
fn round_step(least: f64) -> Option<f64> {
    if !(least > 0.0 && least.is_finite()) {
        return None;
    }
    let decade = 10f64.powi(least.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0].into_iter().map(|times| times * decade).find(|step| *step >= least);
    Some(step.unwrap_or(10.0 * decade))
}

/// Marks at round numbers of an axis that runs to the side over that length (points), whose labels are a word long and stay within it.
pub fn across(length: f32) -> impl Fn(GridInput) -> Vec<GridMark> {
    rounds(length, 64.0, 18.0)
}

/// The same of one that runs upwards, with room for a line of text at each.
pub fn upwards(height: f32) -> impl Fn(GridInput) -> Vec<GridMark> {
    rounds(height, LINE, 0.0)
}

/// Marks 1, 2 or 5 times a power of ten apart, no closer to each other than `apart` and to the end than `end` (points): more than one where there is room, all of them drawn alike.
fn rounds(length: f32, apart: f64, end: f64) -> impl Fn(GridInput) -> Vec<GridMark> {
    move |input| {
        let (low, high) = input.bounds;
        let point = (high - low) / f64::from(length.max(1.0));
        let Some(step) = round_step(apart * point) else { return Vec::new() };
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

    /// However far one zooms in, there are marks to read values from, apart from each other and within the bounds.
    #[test]
    fn a_logarithmic_axis_has_marks_at_every_length() {
        for length in [13.0, 6.0, 2.9, 1.1, 0.69, 0.1, 1e-3, 1e-6] {
            for low in [-12.3, -6.0, -0.05] {
                let marks = decades(180.0)(GridInput { bounds: (low, low + length), base_step_size: 1.0 });
                let places: Vec<f64> = marks.iter().map(|mark| mark.value).collect();
                assert!((2..=10).contains(&places.len()), "{low} {length}: {places:?}");
                assert!(places.iter().all(|place| (low - 1e-9..=low + length + 1e-9).contains(place)));
                let apart = places.windows(2).map(|two| (two[1] - two[0]) * 180.0 / length);
                assert!(apart.clone().all(|apart| apart >= 0.99 * LINE), "{low} {length}: {places:?}");
            }
        }
        let of =
            |bounds| decades(180.0)(GridInput { bounds, base_step_size: 1.0 }).into_iter().map(|m| m.value);
        assert_eq!(of((-7.1, 0.2)).collect::<Vec<_>>(), [-7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0]);
        let between: Vec<f64> = of((-6.0, -5.0)).map(|place| 1e6 * 10f64.powf(place)).collect();
        assert!(between.iter().zip([1.0, 2.0, 5.0, 10.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{between:?}");
    }
}
