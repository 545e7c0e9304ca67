//! Medians, quartiles, means and maxima of the samples of a run.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// Samples of a run without end: kept as they are up to [`Spread::EXACT`] of them, and from then on by classes whose ends differ by a 4096th,
/// which take the same memory however many there are.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    exact: Vec<f64>,
    /// How many there are of each class, by the place of the class in the order of all numbers, with the least and the largest sample.
    classes: BTreeMap<i64, u64>,
    count: u64,
    least: f64,
    most: f64,
}

impl Spread {
    /// Samples that are kept as they are.
    pub const EXACT: usize = 1 << 20;

    /// Bits of a number that its class leaves out.
    const LEFT_OUT: u32 = 52 - 12;

    /// Adds a sample. A NaN counts as the largest.
    pub fn push(&mut self, sample: f64) {
        let sample = if sample.is_nan() { f64::NAN } else { sample };
        if self.count == 0 {
            (self.least, self.most) = (sample, sample);
        }
        if sample.total_cmp(&self.least).is_lt() {
            self.least = sample;
        }
        if sample.total_cmp(&self.most).is_gt() {
            self.most = sample;
        }
        self.count += 1;
        if self.classes.is_empty() && self.exact.len() < Self::EXACT {
            self.exact.push(sample);
            return;
        }
        for early in std::mem::take(&mut self.exact) {
            *self.classes.entry(Self::class(early)).or_default() += 1;
        }
        *self.classes.entry(Self::class(sample)).or_default() += 1;
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The quantiles of these shares, by the rule of [`quantile`] where the samples are kept; zero when there are none.
    pub fn quantiles<const N: usize>(&self, shares: [f64; N]) -> [f64; N] {
        if self.classes.is_empty() {
            let sorted = sorted(&self.exact);
            return shares.map(|p| quantile(&sorted, p));
        }
        shares.map(|p| self.of_class(p.clamp(0.0, 1.0)))
    }

    /// The sample at a share of the way, to the width of a class; the ends exactly.
    fn of_class(&self, p: f64) -> f64 {
        let at = (p * (self.count - 1) as f64).round() as u64;
        if at == 0 || at + 1 == self.count {
            return if at == 0 { self.least } else { self.most };
        }
        let mut below = 0;
        for (class, count) in &self.classes {
            below += count;
            if below > at {
                return Self::middle(*class);
            }
        }
        self.most
    }

    /// The class of a number: as integers, its bits are in the order of the numbers once those below zero are turned round.
    fn class(sample: f64) -> i64 {
        let bits = sample.to_bits().cast_signed();
        (bits ^ (((bits >> 63).cast_unsigned() >> 1).cast_signed())) >> Self::LEFT_OUT
    }

    /// The number in the middle of a class; of the class that begins at zero, zero, which most samples there are.
    fn middle(class: i64) -> f64 {
        if class == 0 {
            return 0.0;
        }
        let ordered = (class << Self::LEFT_OUT) + (1 << (Self::LEFT_OUT - 1));
        let bits = ordered ^ (((ordered >> 63).cast_unsigned() >> 1).cast_signed());
        f64::from_bits(bits.cast_unsigned())
    }
}

impl Quartiles {
    /// Of the samples of a run.
    pub fn of_spread(samples: &Spread) -> Self {
        let [q1, median, q3, max] = samples.quantiles([0.25, 0.5, 0.75, 1.0]);
        Self { median, q1, q3, max }
    }

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

/// A count that is taken in every step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter {
    steps: u64,
    sum: f64,
    max: usize,
}

impl Counter {
    /// Adds the count of a step.
    pub fn push(&mut self, count: usize) {
        self.steps += 1;
        self.sum += count as f64;
        self.max = self.max.max(count);
    }

    /// What it amounts to; zero when there are none.
    pub fn count(self) -> Count {
        let mean = if self.steps == 0 { 0.0 } else { self.sum / self.steps as f64 };
        Count { mean, max: self.max }
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
        assert_eq!(Counter::default().count(), Count::default());
    }

    #[test]
    fn a_nan_is_not_lost() {
        assert!(Quartiles::of(&[1.0, -f64::NAN, 2.0]).max.is_nan());
        assert!(max_keeping_nan(f64::NAN, 1.0).is_nan());
        assert!(max_keeping_nan(1.0, f64::NAN).is_nan());
    }

    #[test]
    fn counts_have_mean_and_maximum() {
        let mut counter = Counter::default();
        [1, 2, 6].into_iter().for_each(|count| counter.push(count));
        assert_eq!(counter.count(), Count { mean: 3.0, max: 6 });
    }

    #[test]
    fn few_samples_are_counted_exactly() {
        let mut spread = Spread::default();
        assert_eq!(Quartiles::of_spread(&spread), Quartiles::default());
        let samples = [4.0, -1.0, 3.0, 2.0, f64::INFINITY];
        samples.into_iter().for_each(|x| spread.push(x));
        assert_eq!(Quartiles::of_spread(&spread), Quartiles::of(&samples));
        spread.push(f64::NAN);
        assert!(Quartiles::of_spread(&spread).max.is_nan());
    }

    /// Over more samples than are kept, quantiles are right to a 4096th, the ends exactly, and memory stays what it is.
    #[test]
    fn many_samples_take_no_more_memory() {
        let mut spread = Spread::default();
        let mut samples = Vec::new();
        let mut bits = 1_u64;
        for k in 0..3 * Spread::EXACT {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let unit = (bits >> 11) as f64 / (1_u64 << 53) as f64;
            // A third are zero, as overlaps are, the rest of both signs over forty orders of magnitude.
            let sign = if bits & 4096 == 0 { 1.0 } else { -1.0 };
            let sample = if k % 3 == 0 { 0.0 } else { sign * 10.0_f64.powf(40.0 * unit - 20.0) };
            samples.push(sample);
            spread.push(sample);
        }
        assert!(spread.exact.is_empty() && spread.classes.len() < 1 << 20, "{}", spread.classes.len());
        let all = sorted(&samples);
        let shares = [0.0, 0.01, 0.25, 0.4, 0.5, 0.6, 0.75, 0.99, 1.0];
        for (found, p) in spread.quantiles(shares).into_iter().zip(shares) {
            let exact = quantile(&all, p);
            assert!((found - exact).abs() <= exact.abs() / 4096.0, "{p}: {found:e}, {exact:e}");
        }
        assert_eq!(spread.quantiles([0.0, 1.0]), [all[0], all[all.len() - 1]]);
        assert_eq!(spread.count(), 3 << 20);
    }
}
