//! Impacts that the end of a step shows nothing of.
//!
//! Rows are those of the end. A corner that passes through another body within the step and is apart again at its end, because both turn, has
//! none that closes, and flies on as if there had been nothing. Where steps end at impacts it is asked on the way that was found.

use crate::contact::separating::rows::Placed;
use crate::step::exact::context::Pair;
use crate::step::exact::path;
use crate::step::exact::path::{Journey, Way};
use crate::step::exact::velocity::Stage;
use crate::step::exact::velocity::impact::instant;
use crate::step::impact::cut::Cut;
use crate::step::tolerances::TOUCHING;
use crate::world::BodyId;
use std::collections::BTreeSet;

impl Stage<'_> {
    /// The first instant at which a pair meets on its way that is apart at both ends of the step; `None` where none does, or steps do not end there.
    pub(super) fn first_graze(&self) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let graze = |(k, pair): (usize, &Pair)| {
            let apart = pair.apart > TOUCHING && !pair.overlapping && !pair.is_loaded();
            if apart { self.graze(k, pair) } else { None }
        };
        Cut::first(self.pairs.iter().enumerate().filter_map(graze))
    }

    fn graze(&self, k: usize, pair: &Pair) -> Option<Cut> {
        let ctx = self.ctx;
        let journey = Journey::new(ctx, pair.parts, |part| self.means[ctx.body_of(part).0]);
        let (a, b) = pair.parts;
        let ends = Placed { a: &self.ends.parts[a], b: &self.ends.parts[b] };
        let Way::Meets { time, feature } = journey.way(pair.feature, ends, path::MET) else { return None };
        let separation =
            |share: f64| feature.separation(&self.on_its_way(a, share), &self.on_its_way(b, share));
        let cut = instant(ctx.h, time, separation)?;
        let counts =
            self.counts(k, None, &cut, separation) || self.counts(k, self.falls(k), &cut, separation);
        counts.then_some(cut)
    }

    /// The [spread](Self::spread) of the bodies of a pair and all that pushes them or is joined to them, if nothing bears these that impulses do not move.
    fn falls(&self, pair: usize) -> Option<f64> {
        let (a, b) = self.bodies(pair);
        let loaded = self.pairs.iter().enumerate().filter(|(_, pair)| pair.is_loaded());
        let links: Vec<_> = loaded.map(|(k, _)| self.bodies(k)).chain(self.ctx.joined()).collect();
        let mut found: BTreeSet<BodyId> = [a, b].into_iter().filter(|id| self.dynamic[id.0]).collect();
        let mut left: Vec<BodyId> = found.iter().copied().collect();
        while let Some(id) = left.pop() {
            for other in links.iter().filter_map(|&(i, j)| (i == id).then_some(j).or((j == id).then_some(i)))
            {
                if !self.dynamic[other.0] {
                    return None;
                }
                if found.insert(other) {
                    left.push(other);
                }
            }
        }
        Some(self.spread(found.iter().copied().chain([a, b])))
    }
}
