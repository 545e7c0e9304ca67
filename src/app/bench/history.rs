//! What the plots show: one sample per step of a pane, bounded in number.

use crate::app::bench::extremes::{Extreme, Maxima};
use crate::app::bench::step_runs::StepRuns;
use crate::recording::Sample;
use std::sync::Arc;

/// Samples kept per pane at most. Beyond that every second one is dropped, so that a plot always covers the
/// whole run.
pub const CAPACITY: usize = 20_000;

/// The samples of one pane, oldest first.
#[derive(Clone, Debug)]
pub struct History {
    samples: Arc<Vec<Sample>>,
    stride: u64,
    last: Option<Sample>,
    residuals: Maxima,
    depths: Maxima,
    fallbacks: StepRuns,
}

impl Default for History {
    fn default() -> Self {
        Self {
            samples: Arc::default(),
            stride: 1,
            last: None,
            residuals: Maxima::default(),
            depths: Maxima::default(),
            fallbacks: StepRuns::default(),
        }
    }
}

impl History {
    /// Adds the sample of the newest step.
    pub fn push(&mut self, sample: Sample) {
        self.last = Some(sample);
        self.residuals.push(sample.step, sample.time, sample.residual);
        self.depths.push(sample.step, sample.time, sample.depth);
        if sample.fallback {
            self.fallbacks.push(sample.step);
        }
        if !sample.step.is_multiple_of(self.stride) {
            return;
        }
        if self.samples.len() >= CAPACITY {
            self.stride *= 2;
            let stride = self.stride;
            Arc::make_mut(&mut self.samples).retain(|s| s.step.is_multiple_of(stride));
            if !sample.step.is_multiple_of(stride) {
                return;
            }
        }
        Arc::make_mut(&mut self.samples).push(sample);
    }

    /// The kept samples, oldest first. Every `stride()`-th step.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The newest sample, kept whatever the stride.
    pub fn last(&self) -> Option<&Sample> {
        self.last.as_ref()
    }

    /// Steps from one kept sample to the next.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Begins the account of the worst anew after step `step`: the steps that follow are taken with other settings.
    pub fn begin_after(&mut self, step: u64) {
        self.residuals.begin_after(step);
        self.depths.begin_after(step);
    }

    /// The first step with the largest residual of the run, or since settings were changed, if any was above zero; exact
    /// whatever the stride.
    pub fn worst_residual(&self) -> Option<Extreme> {
        self.residuals.worst()
    }

    /// The first step after which bodies overlap deepest (m), or since settings were changed, if they ever do; exact whatever
    /// the stride.
    pub fn deepest(&self) -> Option<Extreme> {
        self.depths.worst()
    }

    /// The same among the steps that were taken with the settings of step `step`.
    pub fn deepest_at(&self, step: u64) -> Option<Extreme> {
        self.depths.worst_at(step)
    }

    /// The steps in which the first choice of method was left; exact whatever the stride.
    pub fn fallbacks(&self) -> &StepRuns {
        &self.fallbacks
    }

    /// All that it consists of, for keeping it elsewhere.
    pub fn parts(&self) -> (&[Sample], u64, Option<Sample>, &Maxima, &Maxima, &StepRuns) {
        let Self { samples, stride, last, residuals, depths, fallbacks } = self;
        (samples, *stride, *last, residuals, depths, fallbacks)
    }

    /// From what [`Self::parts`] said.
    pub fn from_parts(
        samples: Vec<Sample>,
        stride: u64,
        last: Option<Sample>,
        (residuals, depths): (Maxima, Maxima),
        fallbacks: StepRuns,
    ) -> Self {
        Self { samples: Arc::new(samples), stride: stride.max(1), last, residuals, depths, fallbacks }
    }

    /// Takes the wall times out: they are not a property of the run.
    pub fn forget_wall_times(&mut self) {
        for sample in Arc::make_mut(&mut self.samples).iter_mut().chain(&mut self.last) {
            let times = [
                &mut sample.detect_time,
                &mut sample.formulate_time,
                &mut sample.solve_time,
                &mut sample.step_time,
            ];
            times.into_iter().for_each(|time| *time = f64::NAN);
        }
    }

    /// Forgets everything after step `step`, for a branch from that moment.
    pub fn truncate_after(&mut self, step: u64) {
        self.residuals.truncate_after(step);
        self.depths.truncate_after(step);
        self.fallbacks.truncate_after(step);
        Arc::make_mut(&mut self.samples).retain(|s| s.step <= step);
        self.last = self.samples.last().copied();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_is_bounded_and_still_covers_the_whole_run() {
        let mut history = History::default();
        for step in 1..=100_000 {
            history.push(Sample { step, ..Sample::default() });
        }
        assert!(history.samples().len() <= CAPACITY);
        assert!(history.samples()[0].step <= history.stride());
        assert_eq!(history.last().map(|s| s.step), Some(100_000));
        assert!(history.samples().windows(2).all(|w| w[1].step - w[0].step == history.stride()));
    }

    #[test]
    fn fallbacks_are_counted_whether_their_samples_are_kept_or_not() {
        let mut history = History::default();
        for step in 1..=3 * CAPACITY as u64 {
            history.push(Sample { step, fallback: step == 7, ..Sample::default() });
        }
        assert!(history.stride() > 1);
        assert_eq!((history.fallbacks().count(), history.fallbacks().last()), (1, Some(7)), "thinned or not");
    }

    #[test]
    fn a_branch_forgets_what_came_after() {
        let mut history = History::default();
        for step in 1..=10 {
            history.push(Sample { step, ..Sample::default() });
        }
        history.truncate_after(4);
        assert_eq!(history.samples().len(), 4);
        assert_eq!(history.last().map(|s| s.step), Some(4));
    }
}
