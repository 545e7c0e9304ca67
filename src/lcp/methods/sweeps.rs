//! The loop around an iterative method: measure after each iteration, keep the best, and end for a reason.

use nalgebra::DVector;

use crate::lcp::method::{LcpSettings, Outcome, Status};
use crate::lcp::methods::splitting::{Iterate, Splitting};
use crate::lcp::problem::Lcp;
use crate::stop;

/// Iterations without a better residual after which a method counts as stalled. The natural map is a largest value over
/// the rows and can stand still for hundreds of sweeps while a stack passes its load down.
const STALL: usize = 500;
/// A residual must fall by this factor to count as better.
const PROGRESS: f64 = 0.999;
/// A residual that has grown by this factor over the first one counts as divergence.
const DIVERGENCE: f64 = 1e12;

/// Iterations in a row that leave z as it is, to the bit, after which none will change it.
const STANDSTILL: usize = 3;

/// Best iterate, history and limits of one run.
pub(in crate::lcp) struct Watch {
    best: (Vec<f64>, f64),
    history: Vec<f64>,
    target: f64,
    limit: usize,
    /// Beyond this the run is stopped.
    bound: f64,
    milestone: f64,
    since: usize,
    /// What a sweep costs (multiplications).
    cost: u64,
    last: Vec<f64>,
    unchanged: usize,
}

impl Watch {
    /// Starts at `z`, of which `natural_map` was measured.
    pub fn new(lcp: &Lcp, settings: &LcpSettings, z: Vec<f64>, natural_map: f64) -> Watch {
        Watch {
            last: z.clone(),
            unchanged: 0,
            best: (z, natural_map),
            history: Vec::new(),
            cost: lcp.cost_of_product(),
            target: settings.tolerance * lcp.scale(),
            limit: settings.max_iterations,
            bound: DIVERGENCE * natural_map.max(lcp.scale()),
            milestone: natural_map,
            since: 0,
        }
    }

    /// Notes one iteration.
    pub fn note(&mut self, z: &[f64], natural_map: f64) {
        self.history.push(natural_map);
        self.unchanged = if self.last == z { self.unchanged + 1 } else { 0 };
        self.last.copy_from_slice(z);
        if natural_map < self.best.1 {
            self.best.0.copy_from_slice(z);
            self.best.1 = natural_map;
        }
        if natural_map < PROGRESS * self.milestone {
            (self.milestone, self.since) = (natural_map, 0);
        } else {
            self.since += 1;
        }
    }

    /// Whether the run is over, and how.
    pub fn verdict(&self) -> Option<(Status, Option<String>)> {
        // Written so that a residual that is not a number counts as divergence.
        let bounded = self.history.last().is_none_or(|now| *now <= self.bound);
        if self.best.1 <= self.target {
            Some((Status::Solved, None))
        } else if !bounded {
            Some((Status::NumericalTrouble, Some("the iterates grow without bound".to_owned())))
        } else if self.history.len() >= self.limit || stop::spend(self.cost) {
            Some((Status::IterationLimit, None))
        } else if self.unchanged >= STANDSTILL {
            Some((Status::IterationLimit, Some("the iterates stand still away from a solution".to_owned())))
        } else if self.since >= STALL {
            Some((Status::IterationLimit, Some(format!("no better iterate in {STALL} iterations"))))
        } else {
            None
        }
    }

    /// The best iterate with how the run ended.
    pub fn outcome(self, (status, reason): (Status, Option<String>)) -> Outcome {
        let iterations = self.history.len();
        Outcome { z: DVector::from_vec(self.best.0), status, iterations, history: self.history, reason }
    }
}

/// A whole solve by sweeps over the [`Splitting`] of a problem: refuses what cannot be split, prepares what the method needs
/// besides, starts from max(0, z) of `warm` or from 0, and repeats `sweep`, which leaves z and its natural map behind.
pub(in crate::lcp) fn swept<'a, S>(
    lcp: &'a Lcp,
    settings: &LcpSettings,
    warm: Option<&DVector<f64>>,
    prepare: impl FnOnce(&Splitting<'a>) -> S,
    mut sweep: impl FnMut(&Splitting, &mut S, &mut Iterate) -> (Vec<f64>, f64),
) -> Outcome {
    let splitting = match Splitting::new(lcp) {
        Ok(splitting) => splitting,
        Err(reason) => return Outcome::refused(lcp.size(), reason),
    };
    let mut prepared = prepare(&splitting);
    let mut iterate = splitting.start(warm);
    let first = splitting.measure(&mut iterate);
    repeat(lcp, settings, first, || sweep(&splitting, &mut prepared, &mut iterate))
}

/// Repeats `iteration`, which leaves z and its natural map behind, from a z measured as `first`.
fn repeat(
    lcp: &Lcp,
    settings: &LcpSettings,
    first: (Vec<f64>, f64),
    mut iteration: impl FnMut() -> (Vec<f64>, f64),
) -> Outcome {
    let mut watch = Watch::new(lcp, settings, first.0, first.1);
    loop {
        if let Some(end) = watch.verdict() {
            return watch.outcome(end);
        }
        let (z, natural_map) = iteration();
        watch.note(&z, natural_map);
    }
}
