//! Large islands: one loop that draws the secants again, changes the active rows and switches features.
//!
//! Where a problem costs much more than a release test, features are released before the last digits are there, and no switch is asked
//! whether it pays on its own: none is taken twice, and loads that do work are given back, which is what the energy needs.

use crate::contact::separating::rows::{Placed, row_gaps_and};
use crate::contact::separating::search;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::step::exact::chord::Goal;
use crate::step::exact::context::Pair;
use crate::step::exact::extrapolation::Extrapolation;
use crate::step::exact::inner::CHORDS;
use crate::step::exact::island::{Search, Switches, doing_work, release, switch};
use crate::step::tolerances::{EXACT_OPEN, ROUGH_VIOLATION};

/// Problems of a rush at most.
const MAX_RUSH: usize = 40;

/// Those with a release after each, and the same while it is still sought who meets whom.
const LAST_RELEASE: usize = 20;
const LAST_SCOUTED: usize = 1;

/// Gaps that are too far off after so many problems without a switch do not settle.
const FAR_OFF: usize = 3;

/// Nothing is released while the gaps are off by more than this fraction of a body's radius: which features hold at
/// the end is not known yet.
const CALM: f64 = 1e-3;

/// Gaps that are off by no more than this are taken to their last digits with the rows that are active (m).
const NEARLY: f64 = 1e-5;

/// A pair keeps an island from settling if its gaps are off by more than this fraction of the worst (dimensionless).
const STUCK: f64 = 0.1;

/// The sine of two edges below which they nearly turn through parallel, where that is half of what it was at the start (dimensionless).
const SLANTING: f64 = 0.1;

/// How a rush ended.
pub(super) enum Rush {
    /// At a state that nothing wants to leave.
    Settled,
    /// What it leads to is a start like any other.
    Unsettled,
    /// The edges of a pair turn through parallel and no facet beside them is open: the step is too long for them.
    Parallel,
}

impl<'c> Search<'c, '_> {
    /// For large islands: releases after every problem, without asking whether each switch pays. Features whose loads do work are given
    /// back. Whether it has come to its end; if not, what it leads to is a start like any other, from which the careful
    /// search goes on.
    pub(super) fn rush(&mut self) -> Rush {
        let mut secants = Extrapolation::to(&self.best);
        // Problems since the last switch, and by how much the gaps of the last were off (m).
        let (mut quiet, mut last) = (0, f64::INFINITY);
        self.island.roughly = true;
        for round in 0..MAX_RUSH {
            let goal = (quiet < CHORDS).then_some(Goal::Rough);
            if self.advance(&mut secants, goal).is_err() {
                // Features that opened during the step contradict each other: back to those of the start, which cannot.
                let opened = (0..self.pairs.len()).filter(|&k| self.pairs[k].feature != self.pairs[k].origin);
                let back = self.back(opened.collect());
                switch(&self.island, &mut self.pairs, &back);
                return Rush::Unsettled;
            }
            let (mut at_work, mut wanted) = (doing_work(&self.island, &self.pairs), Switches::new());
            let mut error = self.best.violation.max(self.best.open_load);
            let gained = error <= 0.5 * std::mem::replace(&mut last, error);
            let at_rounding = self.island.friction && quiet > 1 && !gained && self.best.is_at_rounding();
            let mut settled = at_rounding || self.island.has_settled(&self.best, self.island.aim);
            let scouted = self.island.scouting && error <= ROUGH_VIOLATION;
            // Where nothing wanted to be released, nothing does while the last digits come; at the end all are asked again.
            if self.best.pushes && quiet < 2 || settled || scouted {
                wanted = self.wanted(round, error, &at_work);
            }
            let quiet_here = at_work.is_empty() && wanted.is_empty();
            if quiet_here && !settled && !scouted && self.best.pushes && error <= NEARLY {
                self.island.approach(&mut self.pairs, &mut self.best, Goal::Exact, &mut self.effort);
                self.island.judge(&mut self.pairs, &mut self.best);
                error = self.best.violation.max(self.best.open_load);
                settled = self.island.has_settled(&self.best, self.island.aim);
                if settled {
                    at_work = doing_work(&self.island, &self.pairs);
                    wanted = self.wanted(round, error, &at_work);
                }
            }
            if at_work.is_empty() && wanted.is_empty() {
                if settled || scouted {
                    self.scouted = !settled;
                    return Rush::Settled;
                }
                quiet += 1;
            } else {
                quiet = 0;
                secants.forget();
            }
            let seen = &self.effort.history;
            let k = seen.len();
            let stalls = !error.is_finite() || (quiet > 5 && seen[k - 1] > 0.5 * seen[k - 5]);
            let far_off = quiet >= FAR_OFF && !self.pairs.iter().any(|p| self.is_calm(p, error));
            if stalls || far_off {
                wanted = self.slanting(error);
                if !wanted.is_empty() {
                    quiet = 0;
                    secants.forget();
                } else if far_off && self.turns_through_parallel(error) {
                    return Rush::Parallel;
                } else if stalls {
                    break;
                }
            }
            self.island.roughly = quiet == 0 || error > ROUGH_VIOLATION;
            self.switches += wanted.len();
            switch(&self.island, &mut self.pairs, &wanted);
            let back = self.back(at_work);
            switch(&self.island, &mut self.pairs, &back);
            secants.follow(&self.island, &self.best);
        }
        // A pair that ends at work on its feature of the last problem must not stay there.
        let back = self.back(doing_work(&self.island, &self.pairs));
        switch(&self.island, &mut self.pairs, &back);
        Rush::Unsettled
    }

    /// What wants to be released in this round, with gaps that are off by `error` (m), but for the pairs whose loads do work.
    fn wanted(&self, round: usize, error: f64, at_work: &[usize]) -> Switches {
        let last = if self.island.scouting { LAST_SCOUTED } else { LAST_RELEASE };
        if round >= last || !self.pairs.iter().any(|p| self.is_calm(p, error)) {
            return Switches::new();
        }
        let mut wanted = release(&self.island, &self.best, &self.pairs);
        wanted.retain(|(k, _)| self.is_calm(&self.pairs[*k], error) && !at_work.contains(k));
        wanted
    }

    fn advance(&mut self, secants: &mut Extrapolation<'c>, goal: Option<Goal>) -> Result<(), String> {
        self.island.advance(&mut self.pairs, secants, &mut self.best, &mut self.effort, goal)
    }

    /// Whether the gaps that are off by most, about `error` (m), are of edges that nearly turn through parallel in the step and have no facet
    /// beside them that is open at the start: of those there is no fixed point to be found.
    fn turns_through_parallel(&self, error: f64) -> bool {
        let sine = |pair: &Pair, at: Placed| {
            let SeparatingFeature::Edges { a, b, .. } = pair.feature else { return 1.0 };
            let ((a0, a1), (b0, b1)) = (at.a.edge(a), at.b.edge(b));
            let (a, b) = (a1 - a0, b1 - b0);
            a.cross(&b).norm() / (a.norm() * b.norm())
        };
        let turns = |pair: &Pair| {
            let end = sine(pair, self.island.end(&self.best.placed, pair.parts));
            !pair.overlapping && end < SLANTING && end < 0.5 * sine(pair, self.island.start(pair.parts))
        };
        let mut gaps = Vec::new();
        self.pairs.iter().any(|pair| turns(pair) && self.keeps_off(pair, STUCK * error, &mut gaps))
    }

    /// Whether some gap of a pair is off by more than `least` (m): below zero, or loaded and open.
    fn keeps_off(&self, pair: &Pair, least: f64, gaps: &mut Vec<(RowKey, f64)>) -> bool {
        let loaded = pair.loads.iter().map(|l| l.0);
        row_gaps_and(pair.feature, self.island.end(&self.best.placed, pair.parts), loaded, gaps);
        gaps.iter().any(|(key, gap)| {
            let loaded = pair.loads.iter().any(|l| l.0 == *key && l.1 > 0.0);
            !(-gap.min(0.0) <= least) || loaded && !(gap.abs() <= least)
        })
    }

    /// The normal of edges that are nearly parallel turns faster than the iteration follows. Of pairs that keep it from settling, with
    /// gaps off by about as much as the worst, `error` (m), those that have a facet that is open at the start, with it, were it left before:
    /// the edges are not taken again.
    fn slanting(&self, error: f64) -> Switches {
        let mut gaps = Vec::new();
        let mut stuck = |pair: &Pair| self.keeps_off(pair, STUCK * error, &mut gaps);
        let facet = |(k, pair): (usize, &Pair)| {
            if pair.overlapping || !matches!(pair.feature, SeparatingFeature::Edges { .. }) || !stuck(pair) {
                return None;
            }
            let start = self.island.start(pair.parts);
            let (facet, separation) = search::widest_facet(start.a, start.b);
            (separation >= -EXACT_OPEN).then_some((k, facet))
        };
        self.pairs.iter().enumerate().filter_map(facet).collect()
    }

    /// Whether gaps that are off by `error` (m) let it be seen which features of a pair hold.
    fn is_calm(&self, pair: &Pair, error: f64) -> bool {
        error <= CALM * self.island.ctx.size_of(pair.parts)
    }

    /// The pairs with the features that they came with.
    fn back(&self, pairs: Vec<usize>) -> Switches {
        pairs.into_iter().map(|k| (k, self.pairs[k].origin)).collect()
    }
}
