//! Flat ends that turn over within a step, so that another point of their rim is struck.
//!
//! The row of a disc asks for its lowest point, wherever that is. What stands on its rim and falls flat, or has left the ground and comes down on the other
//! side, has it closed at the start and at the end of the step; but the point that bore is not the one that comes. So points of the rim have rows in its place.

use crate::contact::separating::common::{Rim, sides};
use crate::contact::separating::rows::{row_gaps, secant_row};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::step::exact::velocity::Stage;
use crate::step::tolerances::CLOSED_GAP;
use smallvec::SmallVec;

/// What leaves as fast as this has been thrown back (parts of the least speed with which what bounces leaves).
const THROWN: f64 = 0.5;

/// A disc whose row was closed at the start with another point than the one that closes it at the end.
pub(super) struct TurnedOver {
    /// The row of the disc.
    pub limb: RowKey,
    /// Those of the points that were lowest at the start, and are at the end.
    pub from: RowKey,
    pub to: RowKey,
    /// Which of them has what the row of the disc bore in the first problem.
    pub bore: RowKey,
}

impl Stage<'_> {
    /// The discs above a facet that have turned over.
    pub(super) fn turned_over(
        &self,
        pair: usize,
        feature: SeparatingFeature,
        loads: &[(RowKey, f64)],
    ) -> SmallVec<[TurnedOver; 2]> {
        let (start, end) = (self.started(pair), self.placed(pair));
        if sides(feature, start, end).is_none_or(|(.., other)| other[1].shape.smooth().is_none()) {
            return SmallVec::new();
        }
        let (mut before, mut gaps) = (Vec::new(), Vec::new());
        row_gaps(feature, start, &mut before);
        row_gaps(feature, end, &mut gaps);
        // What bounces leaves by no less than this; what rolls on its rim leaves each point of it, as fast as the step is wrong.
        let (a, b) = self.bodies(pair);
        let thrown = THROWN * self.ctx.model.pair_restitution(a, b) * self.settings.restitution.threshold;
        let turned = |((key, before), (_, gap)): (&(RowKey, f64), &(RowKey, f64))| {
            let RowKey::Vertex(v) = *key else { return None };
            let loaded = loads.iter().any(|(loaded, p)| loaded == key && *p > 0.0);
            if *before > CLOSED_GAP || !(loaded || *gap <= CLOSED_GAP) {
                return None;
            }
            let rim = Rim::of(feature, start, end, v, CLOSED_GAP)?;
            let leaves = || {
                let row = secant_row(feature, *key, start, start, (1.0, 1.0));
                thrown > 0.0 && row.is_some_and(|row| self.rate_at_start(pair, &row) > thrown)
            };
            if !(rim.flat || rim.across || leaves()) {
                return None;
            }
            let (from, to) = (RowKey::Within(rim.from), RowKey::Within(rim.to));
            Some(TurnedOver { limb: *key, from, to, bore: if rim.flat { from } else { to } })
        };
        before.iter().zip(&gaps).filter_map(turned).collect()
    }
}
