//! Large islands: one loop that draws the secants again, changes the active rows and switches features.
//!
//! Where a problem costs much more than a release test, features are released before the last digits are there, and no switch is asked
//! whether it pays on its own: none is taken twice, and loads that do work are given back, which is what the energy needs.

use crate::contact::separating::rows::row_gaps;
use crate::contact::separating::search;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::step::exact::context::Pair;
use crate::step::exact::extrapolation::Extrapolation;
use crate::step::exact::island::{Search, Switches, doing_work, release, switch};
use crate::step::tolerances::{EXACT_OPEN, ROUGH_VIOLATION};

/// Problems of a rush at most.
const MAX_RUSH: usize = 40;

/// Those with a release after each.
const LAST_RELEASE: usize = 20;

/// Gaps that are too far off after so many problems without a switch do not settle.
const FAR_OFF: usize = 3;

/// Nothing is released while the gaps are off by more than this fraction of a body's radius: which features hold at
/// the end is not known yet.
const CALM: f64 = 1e-3;

/// A pair keeps an island from settling if its gaps are off by more than this fraction of the worst (dimensionless).
const STUCK: f64 = 0.1;

impl Search<'_, '_> {
    /// For large islands: releases after every problem, without asking whether each switch pays. Features whose loads do work are given
    /// back. Whether it has come to its end; if not, what it leads to is a start like any other, from which the careful
    /// search goes on.
    pub(super) fn rush(&mut self) -> bool {
        let mut secants = Extrapolation::to(&self.best);
        // Problems since the last switch.
        let mut quiet = 0;
        for round in 0..MAX_RUSH {
            if self.island.advance(&mut self.pairs, &secants, &mut self.best, &mut self.effort).is_err() {
                // Features that opened during the step contradict each other: back to those of the start, which cannot.
                let opened = (0..self.pairs.len()).filter(|&k| self.pairs[k].feature != self.pairs[k].origin);
                let back = self.back(opened.collect());
                switch(&self.island, &mut self.pairs, &back);
                return false;
            }
            let at_work = doing_work(&self.island, &self.pairs);
            let error = self.best.violation.max(self.best.open_load);
            let settled = self.island.has_settled(&self.best, self.island.aim);
            let scouted = self.island.scouting && error <= ROUGH_VIOLATION;
            let mut wanted = Switches::new();
            // Where nothing wanted to be released, nothing does while the last digits come; at the end all are asked again.
            let asked = quiet < 2 || settled || scouted;
            if asked && round < LAST_RELEASE && self.pairs.iter().any(|p| self.is_calm(p, error)) {
                wanted = release(&self.island, &self.best, &self.pairs);
                wanted.retain(|(k, _)| self.is_calm(&self.pairs[*k], error) && !at_work.contains(k));
            }
            if at_work.is_empty() && wanted.is_empty() {
                if settled || scouted {
                    self.scouted = !settled;
                    return true;
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
                } else if stalls {
                    break;
                }
            }
            self.switches += wanted.len();
            switch(&self.island, &mut self.pairs, &wanted);
            let back = self.back(at_work);
            switch(&self.island, &mut self.pairs, &back);
            secants.follow(&self.island, &self.best);
        }
        // A pair that ends at work on its feature of the last problem must not stay there.
        let back = self.back(doing_work(&self.island, &self.pairs));
        switch(&self.island, &mut self.pairs, &back);
        false
    }

    /// The normal of edges that are nearly parallel turns faster than the iteration follows. Of pairs that keep it from settling, with
    /// gaps off by about as much as the worst, `error` (m), those that have a facet that is open at the start, with it, were it left before:
    /// the edges are not taken again.
    fn slanting(&self, error: f64) -> Switches {
        let mut gaps = Vec::new();
        let mut stuck = |pair: &Pair| {
            row_gaps(pair.feature, self.island.end(&self.best.placed, pair.parts), &mut gaps);
            let off = |(key, gap): &(RowKey, f64)| {
                let loaded = pair.loads.iter().any(|l| l.0 == *key && l.1 > 0.0);
                !(-gap.min(0.0) <= STUCK * error) || loaded && !(gap.abs() <= STUCK * error)
            };
            gaps.iter().any(off)
        };
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
