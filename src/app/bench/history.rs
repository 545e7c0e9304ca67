//! What the plots show: one sample per step of a pane, bounded in number.

use crate::app::bench::extremes::{Extreme, Maxima};
use crate::app::bench::step_runs::StepRuns;
use crate::contact::models::DisjunctionKind;
use crate::experiment::energy::Energy;
use crate::math::Vec3;
use crate::step::StepRecord;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Samples kept per pane at most. Beyond that every second one is dropped, so that a plot always covers the
/// whole run.
pub const CAPACITY: usize = 20_000;

/// The numbers of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Step number after the step.
    pub step: u64,
    /// Time after the step (s).
    pub time: f64,
    /// Potential contacts.
    pub contacts: u32,
    /// Unilateral disjunctions, U.
    pub unilateral: u32,
    /// Inter-contact disjunctions, I.
    pub inter_contact: u32,
    /// Cross-contact disjunctions, X.
    pub cross_contact: u32,
    /// Separation disjunctions, S.
    pub separation: u32,
    /// Potential traps.
    pub traps: u32,
    /// Sprung traps.
    pub sprung_traps: u32,
    /// Total overlap of the true geometry after the step (m³, in 2D m²).
    pub overlap: f64,
    /// Deepest penetration of the true geometry after the step (m).
    pub depth: f64,
    /// How far the worst joint's frames are apart (m).
    pub joint_error: f64,
    /// Wall time of contact detection (s).
    pub detect_time: f64,
    /// Wall time of writing the problem (s).
    pub formulate_time: f64,
    /// Wall time of the solve (s).
    pub solve_time: f64,
    /// Wall time of the whole step (s).
    pub step_time: f64,
    /// Natural-map or KKT residual of the accepted solution.
    pub residual: f64,
    /// Whether [`Self::primal`] and [`Self::complementarity`] are lengths of the exact model: deepest violation and largest
    /// loaded gap (m).
    pub exact: bool,
    /// Primal part of the residual.
    pub primal: f64,
    /// Dual part of the residual.
    pub dual: f64,
    /// Complementarity part of the residual.
    pub complementarity: f64,
    /// Whether the first choice of method was left.
    pub fallback: bool,
    /// Pivots, sweeps or active-set changes.
    pub iterations: u32,
    /// Convex problems solved by the active-alternative method.
    pub outer_iterations: u32,
    /// Changes of alternative.
    pub switches: u32,
    /// Parts the step was done in.
    pub substeps: u32,
    /// Deepest violation that the exact model leaves at the end of the step (m); 0 under the others.
    pub violation: f64,
    /// Unknowns of the problem.
    pub size: u32,
    /// Groups of bodies connected by contacts.
    pub islands: u32,
    /// Kinetic plus potential energy of the spawned dynamic bodies (J).
    pub energy: f64,
    /// Their linear momentum (N·s).
    pub linear_momentum: Vec3,
    /// Their angular momentum about the world origin (N·m·s).
    pub angular_momentum: Vec3,
}

impl Sample {
    /// The sample of a step, from its record; truth and energy are measured by the caller.
    pub fn from_record(record: &StepRecord, overlap: f64, depth: f64, energy: &Energy) -> Self {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let residual = record.solve.accuracy.residual();
        let lengths = record.solve.accuracy.geometry.filter(|_| is_exact(record));
        Self {
            step: record.step,
            time: record.time,
            contacts: count(record.contacts.len()),
            unilateral: count(record.count(DisjunctionKind::Unilateral)),
            inter_contact: count(record.count(DisjunctionKind::InterContact)),
            cross_contact: count(record.count(DisjunctionKind::CrossContact)),
            separation: count(record.count(DisjunctionKind::Separation)),
            traps: count(record.traps),
            sprung_traps: count(record.sprung_traps),
            overlap,
            depth,
            joint_error: record.joints.iter().map(|j| j.error).fold(0.0, f64::max),
            detect_time: record.timing.detect,
            formulate_time: record.timing.formulate,
            solve_time: record.timing.solve,
            step_time: record.timing.total,
            residual: residual.natural_map,
            exact: is_exact(record),
            primal: lengths.map_or(residual.primal, |gaps| gaps.violation),
            dual: residual.dual,
            complementarity: lengths.map_or(residual.complementarity, |gaps| gaps.open_load),
            fallback: record.solve.fallback.is_some(),
            iterations: count(record.solve.iterations),
            outer_iterations: count(record.solve.outer_iterations),
            switches: count(record.solve.switches),
            substeps: count(record.solve.substeps),
            violation: lengths.map_or(0.0, |gaps| gaps.violation),
            size: count(record.solve.size),
            islands: count(record.islands),
            energy: energy.total(),
            linear_momentum: energy.linear_momentum,
            angular_momentum: energy.angular_momentum,
        }
    }
}

/// Whether a step with contacts was taken under the exact model: its residuals are lengths (m) on the true geometry.
pub fn is_exact(record: &StepRecord) -> bool {
    record.disjunctions.iter().any(|d| d.kind == DisjunctionKind::Separation)
}

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

    /// The sample of a step, or the nearest kept one before it; none where the history does not reach that far.
    pub fn at(&self, step: u64) -> Option<&Sample> {
        let newest = self.last.as_ref().filter(|s| s.step == step);
        let before = || self.samples[..self.samples.partition_point(|s| s.step <= step)].last();
        newest.or_else(before).filter(|s| step - s.step < self.stride)
    }

    /// Steps from one kept sample to the next.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// The first step with the largest residual of the run, if any was above zero; exact whatever the stride.
    pub fn worst_residual(&self) -> Option<Extreme> {
        self.residuals.worst()
    }

    /// The first step after which bodies overlap deepest (m), if they ever do; exact whatever the stride.
    pub fn deepest(&self) -> Option<Extreme> {
        self.depths.worst()
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
    fn the_sample_of_a_moment_is_that_of_its_step_or_of_one_shortly_before() {
        let mut history = History::default();
        for step in 1..=3 * CAPACITY as u64 {
            history.push(Sample { step, fallback: step == 7, ..Sample::default() });
        }
        let (stride, last) = (history.stride(), 3 * CAPACITY as u64);
        assert_eq!(history.at(last).map(|s| s.step), Some(last));
        assert_eq!(history.at(10 * stride + 1).map(|s| s.step), Some(10 * stride));
        assert_eq!((history.at(0), history.at(last + stride)), (None, None));
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
