//! Medians, quartiles, means and maxima of the samples of a run.

use serde::{Deserialize, Serialize};

/// Median, quartiles and maximum of a set of samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// Half of the samples are at most this.
    pub median: f64,
    /// A quarter of the samples is at most this.
    pub q1: f64,
    /// Three quarters of the samples are at most this.
    pub q3: f64,
    /// Largest sample.
    pub max: f64,
}

impl Quartiles {
    /// Of `samples`; all zero when there are none.
    pub fn of(samples: &[f64]) -> Self {
        let sorted = sorted(samples);
        Self {
            median: quantile(&sorted, 0.5),
            q1: quantile(&sorted, 0.25),
            q3: quantile(&sorted, 0.75),
            max: quantile(&sorted, 1.0),
        }
    }
}

/// Mean and maximum of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// Mean over the steps.
    pub mean: f64,
    /// Largest value of any step.
    pub max: usize,
}

impl Count {
    /// Of `samples`; zero when there are none.
    pub fn of(samples: &[usize]) -> Self {
        Self {
            mean: if samples.is_empty() {
                0.0
            } else {
                samples.iter().map(|&n| n as f64).sum::<f64>() / samples.len() as f64
            },
            max: samples.iter().copied().max().unwrap_or(0),
        }
    }
}

/// The samples in ascending order; a NaN sorts above every number, so that it shows up in the maximum.
pub fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = samples.iter().map(|x| if x.is_nan() { f64::NAN } else { *x }).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The value below which the share `p` of the ascending samples lies, interpolated linearly between the two
/// neighbouring order statistics (the rule of NumPy and of R's type 7); zero when there are none.
pub fn quantile(sorted: &[f64], p: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = p.clamp(0.0, 1.0) * last as f64;
    let (low, share) = (at.floor() as usize, at.fract());
    if share == 0.0 {
        return sorted[low];
    }
    sorted[low] + share * (sorted[low + 1] - sorted[low])
}

/// Arithmetic mean; zero when there are no samples.
pub fn mean(samples: &[f64]) -> f64 {
    if samples.is_empty() { 0.0 } else { samples.iter().sum::<f64>() / samples.len() as f64 }
}

/// The larger of two numbers, NaN if either is: `f64::max` would drop it.
pub fn max_keeping_nan(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_follow_the_linear_rule() {
        // numpy.percentile([1, 2, 3, 4], [25, 50, 75]) == [1.75, 2.5, 3.25]
        let q = Quartiles::of(&[4.0, 1.0, 3.0, 2.0]);
        assert_eq!(q, Quartiles { median: 2.5, q1: 1.75, q3: 3.25, max: 4.0 });
    }

    #[test]
    fn one_sample_is_every_quartile_and_none_is_zero() {
        assert_eq!(Quartiles::of(&[7.0]), Quartiles { median: 7.0, q1: 7.0, q3: 7.0, max: 7.0 });
        assert_eq!(Quartiles::of(&[]), Quartiles::default());
        assert_eq!(Count::of(&[]), Count::default());
    }

    #[test]
    fn a_nan_is_not_lost() {
        assert!(Quartiles::of(&[1.0, -f64::NAN, 2.0]).max.is_nan());
        assert!(max_keeping_nan(f64::NAN, 1.0).is_nan());
        assert!(max_keeping_nan(1.0, f64::NAN).is_nan());
    }

    #[test]
    fn counts_have_mean_and_maximum() {
        assert_eq!(Count::of(&[1, 2, 6]), Count { mean: 3.0, max: 6 });
    }
}
