//! From the values of an axis to its range and the numbers that are written at it.

use crate::cli::draw::sheet;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// How many decades below the largest value a logarithmic axis reaches at most.
const DECADES: f64 = 16.0;

/// The range of an axis, in the values it shows or in their logarithms to ten.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
    logarithmic: bool,
    factor: f64,
    /// Logarithmic only: the lower end stands for zero, because some values are not positive.
    zero_below: bool,
    /// Logarithmic only: the lower end stands for all that is less.
    less_below: bool,
}

impl Scale {
    /// Around `values`, never empty.
    pub fn around(axis: &sheet::Axis, values: impl Iterator<Item = f64>) -> Self {
        let (logarithmic, factor) = (axis.logarithmic, axis.factor);
        let mut zero_below = false;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.map(|v| v * factor).filter(|v| v.is_finite()) {
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
            let least = low.log10();
            if let Some([low, high]) = axis.span {
                let [low, high] = [low.log10(), high.log10()];
                let less_below = zero_below || least < low;
                return Self { low, high, logarithmic, factor, zero_below: false, less_below };
            }
            let high = high.log10().ceil();
            // A decade more where zero needs room.
            let zero_below = zero_below && least.floor() >= high - DECADES;
            let low = (least.floor().max(high - DECADES) - f64::from(zero_below)).min(high - 1.0);
            return Self { low, high, logarithmic, factor, zero_below, less_below: least < low };
        }
        let margin = if high > low { 0.05 * (high - low) } else { 0.5 * high.abs().max(1e-12) };
        // What is never negative begins at zero.
        let bottom = if low >= 0.0 && low < 0.3 * high { 0.0 } else { low - margin };
        let [low, high] = axis.span.unwrap_or([bottom, high + margin]);
        Self { low, high, logarithmic, factor, zero_below, less_below: false }
    }

    /// Where `value` lies between `low` and `high`; outside, on the nearer border.
    pub fn place(&self, value: f64) -> f64 {
        let shown = value * self.factor;
        let at = match (self.logarithmic, shown > 0.0) {
            (true, true) => shown.log10(),
            (true, false) => self.low,
            (false, _) => shown,
        };
        at.clamp(self.low, self.high)
    }

    /// Whether `value` lies on the chart; on a logarithmic one what is less does too, on its border.
    pub fn holds(&self, value: f64) -> bool {
        let shown = value * self.factor;
        // A hair beyond the border is rounding.
        let hair = 1e-9 * (self.high - self.low);
        let below = |at: f64| at <= self.high + hair;
        if self.logarithmic {
            return shown.is_finite() && (shown <= 0.0 || below(shown.log10()));
        }
        shown.is_finite() && below(shown) && shown >= self.low - hair
    }

    /// Places of the numbers that are written, `most` of them at the most or a few more.
    pub fn ticks(&self, most: f64) -> Vec<f64> {
        let raw = (self.high - self.low) / most;
        let step = if self.logarithmic {
            raw.ceil().max(1.0)
        } else {
            let decade = 10f64.powf(raw.log10().floor());
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * decade).find(|s| *s >= raw).unwrap_or(raw)
        };
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    /// What is written at a place.
    pub fn label(&self, place: f64) -> String {
        if !self.logarithmic {
            return number(place);
        }
        if self.zero_below && (place - self.low).abs() < 0.5 {
            return "0".to_owned();
        }
        let less = if self.less_below && (place - self.low).abs() < 0.5 { "≤" } else { "" };
        format!("{less}{}", number(10f64.powf(place)))
    }
}

/// A scale is an axis of the library; its values are places.
impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (low, high): (i32, i32)) -> i32 {
        let share = (place - self.low) / (self.high - self.low);
        low + (share * f64::from(high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // There is no finer grid.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks(hint.max_num_points() as f64) }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

/// A number for an axis: short, with an exponent where it is far from one.
pub(crate) fn number(value: f64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_value_is_drawn_higher_and_zero_on_the_border() {
        let scale = Scale::around(&sheet::Axis::log("y"), [0.0, 1e-6, 1e-2].into_iter());
        assert!(scale.place(1e-2) > scale.place(1e-4) && scale.place(1e-4) > scale.place(1e-6));
        assert_eq!(scale.place(0.0), scale.low);
        assert_eq!((scale.label(scale.low), scale.label(-4.0)), ("0".to_owned(), "1e-4".to_owned()));
        assert!(scale.place(1e-6) > scale.low, "the smallest that is not zero lies above it");
        assert_eq!(number(0.1 + 0.2), "0.3");
    }

    #[test]
    fn no_values_or_equal_ones_still_make_a_range() {
        for axis in [sheet::Axis::log("y"), sheet::Axis::linear("y")] {
            for values in [&[][..], &[0.0], &[3.0, 3.0], &[f64::NAN, f64::INFINITY]] {
                let scale = Scale::around(&axis, values.iter().copied());
                assert!(
                    scale.high > scale.low && scale.low.is_finite() && scale.high.is_finite(),
                    "{scale:?}"
                );
                let ticks = scale.ticks(6.0);
                assert!(!ticks.is_empty() && ticks.len() < 12, "{ticks:?}");
            }
        }
    }

    #[test]
    fn a_given_span_is_kept_and_what_lies_beyond_it_is_told() {
        let scale = Scale::around(&sheet::Axis::step_sizes().between(0.0, 17.0), [0.001, 0.02].into_iter());
        assert!(scale.holds(0.016) && !scale.holds(0.02) && !scale.holds(f64::NAN));
        assert_eq!(scale.place(0.02), 17.0);
    }
}
