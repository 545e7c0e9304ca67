//! The worst moments of a run: the step with the largest value of a quantity, exact although the history is thinned,
//! and exact again after a branch.

use serde::{Deserialize, Serialize};

/// Records kept at most. A quantity that rises at every step sets one at every step; beyond this number only every
/// second, fourth, … step keeps its own, and the newest always does.
const CAPACITY: usize = 4096;

/// A step with a value that no step before it reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extreme {
    /// Step number after the step.
    pub step: u64,
    /// Time after the step (s).
    pub time: f64,
    /// The value; what is no number counts as infinite.
    pub value: f64,
}

/// All steps that set a new maximum, oldest first, so that going back to any of them still knows the maximum up to
/// there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Maxima {
    records: Vec<Extreme>,
    /// Steps between records that are kept apart.
    stride: u64,
    /// Steps after which the maximum began anew, ascending.
    #[serde(default)]
    starts: Vec<u64>,
}

impl Default for Maxima {
    fn default() -> Self {
        Self { records: Vec::new(), stride: 1, starts: Vec::new() }
    }
}

impl Maxima {
    /// Adds the value of the newest step. Values that are zero or negative are never worst.
    pub fn push(&mut self, step: u64, time: f64, value: f64) {
        // A step taken again takes the place of the one before.
        while self.records.last().is_some_and(|r| r.step >= step) {
            self.records.pop();
        }
        let value = if value.is_nan() { f64::INFINITY } else { value };
        if value <= self.worst().map_or(0.0, |r| r.value) {
            return;
        }
        // The newest gives way where it is near the one before it.
        if let [.., before, last] = self.records[..]
            && step - before.step < self.stride
            && self.starts.last().is_none_or(|start| last.step > *start)
        {
            self.records.pop();
        }
        if self.records.len() >= CAPACITY {
            self.stride *= 2;
            let mut kept = None;
            let stride = self.stride;
            let ends: Vec<u64> =
                self.starts.iter().filter_map(|start| Some(self.up_to(*start)?.step)).collect();
            self.records.retain(|r| {
                let keep = ends.contains(&r.step) || kept.is_none_or(|last| r.step - last >= stride);
                kept = if keep { Some(r.step) } else { kept };
                keep
            });
        }
        self.records.push(Extreme { step, time, value });
    }

    /// Begins anew: what came up to step `step` no longer counts for what comes after it.
    pub fn begin_after(&mut self, step: u64) {
        self.truncate_after(step);
        self.starts.retain(|start| *start < step);
        self.starts.push(step);
    }

    /// The first step with the largest value since the maximum began anew, if any step had a value above zero.
    pub fn worst(&self) -> Option<Extreme> {
        let start = self.starts.last().copied();
        self.records.last().filter(|last| start.is_none_or(|start| last.step > start)).copied()
    }

    /// The same at step `step`: since the maximum had begun anew before it.
    pub fn worst_at(&self, step: u64) -> Option<Extreme> {
        let later = self.starts.partition_point(|start| *start < step);
        let begin = later.checked_sub(1).map_or(0, |k| self.starts[k]);
        self.up_to(self.starts.get(later).copied().unwrap_or(u64::MAX)).filter(|last| last.step > begin)
    }

    /// The newest record up to a step.
    fn up_to(&self, step: u64) -> Option<Extreme> {
        self.records[..self.records.partition_point(|r| r.step <= step)].last().copied()
    }

    /// Forgets everything after step `step`, for a branch from that moment.
    pub fn truncate_after(&mut self, step: u64) {
        self.records.truncate(self.records.partition_point(|r| r.step <= step));
        self.starts.retain(|start| *start < step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::history::{CAPACITY as SAMPLES, History};
    use crate::recording::Sample;

    fn sample(step: u64, residual: f64, depth: f64) -> Sample {
        Sample { step, time: 0.01 * step as f64, residual, depth, ..Sample::default() }
    }

    #[test]
    fn the_worst_step_survives_the_thinning_of_the_history() {
        let mut history = History::default();
        let (residual_at, depth_at) = (31_337, 4_321);
        for step in 1..=5 * SAMPLES as u64 {
            let residual = if step == residual_at { 1e-3 } else { 1e-12 };
            let depth = if step == depth_at { 2e-2 } else { 1e-9 };
            history.push(sample(step, residual, depth));
        }
        assert!(
            history.samples().iter().all(|s| s.step != residual_at && s.step != depth_at),
            "both thinned out"
        );
        let worst = history.worst_residual().expect("a residual");
        assert_eq!((worst.step, worst.value), (residual_at, 1e-3));
        let deepest = history.deepest().expect("an overlap");
        assert_eq!((deepest.step, deepest.value), (depth_at, 2e-2));
    }

    #[test]
    fn a_branch_goes_back_to_the_worst_step_before_it() {
        let mut history = History::default();
        let depths = [0.0, 3.0, 1.0, 5.0, 4.0, 9.0];
        for (k, depth) in depths.iter().enumerate() {
            history.push(sample(k as u64 + 1, 0.0, *depth));
        }
        let steps = [(6, Some(6)), (5, Some(4)), (3, Some(2)), (1, None)];
        for (step, expected) in steps {
            history.truncate_after(step);
            assert_eq!(history.deepest().map(|e| e.step), expected, "after a branch at step {step}");
        }
        history.push(sample(2, 0.0, 0.5));
        assert_eq!(history.deepest().map(|e| (e.step, e.value)), Some((2, 0.5)));
        assert_eq!(history.worst_residual(), None, "a residual of zero is nothing to go to");
        history.clear();
        assert_eq!(history.deepest(), None);
    }

    #[test]
    fn of_equal_values_the_first_counts_and_what_is_no_number_is_worst() {
        let mut maxima = Maxima::default();
        for (step, value) in [(1, 2.0), (2, 2.0), (3, f64::NAN), (4, 7.0)] {
            maxima.push(step, 0.0, value);
        }
        assert_eq!(maxima.worst().map(|e| (e.step, e.value)), Some((3, f64::INFINITY)));
        maxima.truncate_after(2);
        assert_eq!(maxima.worst().map(|e| e.step), Some(1));
        maxima.push(1, 0.0, 1.0);
        assert_eq!(maxima.worst().map(|e| e.value), Some(1.0), "a step taken again replaces the one before");
    }

    #[test]
    fn a_value_that_always_rises_stays_bounded_in_memory_and_ends_exact() {
        let mut maxima = Maxima::default();
        for step in 1..=100_000 {
            maxima.push(step, 0.0, step as f64);
        }
        assert!(maxima.records.len() <= CAPACITY);
        assert_eq!(maxima.worst().map(|e| e.step), Some(100_000));
        assert!(maxima.records.windows(2).all(|w| w[0].step < w[1].step));
        maxima.truncate_after(50_000);
        let worst = maxima.worst().expect("a record");
        assert!(worst.step <= 50_000 && worst.step > 49_000, "{worst:?}");
    }
}
