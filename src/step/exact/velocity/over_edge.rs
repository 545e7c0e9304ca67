//! Flat ends that turn over along an edge within a step, so that another point of their rim is struck.
//!
//! As [above a facet](super::rim), the row of the disc is closed at the start and at the end, and the point that bore is not the one that comes. Points of the edge have rows
//! in its place, above the plane of the flat end.

use crate::contact::separating::chord::{TurnedOver, turned_over};
use crate::contact::separating::rows::{Secants, contact_at, each_gap_and};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::step::exact::velocity::Stage;
use crate::step::exact::velocity::closed::Closed;
use crate::step::tolerances::CLOSED_GAP;

impl Stage<'_> {
    /// Puts points of an edge in the place of each disc of a pair that has turned over along it.
    pub(super) fn turn_over_edges(&self, pair: usize, rows: &mut Vec<Closed>) {
        if self.pairs[pair].feature != SeparatingFeature::Surfaces {
            return;
        }
        let (start, end) = (self.started(pair), self.placed(pair));
        for k in (0..rows.len()).rev() {
            let turned = if rows[k].lasts { turned_over(start, end, rows[k].key, CLOSED_GAP) } else { None };
            if let Some(turned) = turned {
                let disc = rows.remove(k);
                rows.extend(self.points(&disc, &turned));
            }
        }
    }

    /// The rows of the two ends of the chord; what the disc bore, where it does not lie flat.
    fn points(&self, disc: &Closed, turned: &TurnedOver) -> Vec<Closed> {
        let (pair, feature) = (disc.pair, turned.feature);
        let (start, end) = (self.started(pair), self.placed(pair));
        let mut keys = [turned.from, turned.to].map(RowKey::Within);
        let came = keys[1];
        keys.sort_unstable();
        let (mut before, mut gaps) = (Vec::new(), Vec::new());
        each_gap_and(feature, start, keys.into_iter(), |key, gap| before.push((key, gap)));
        each_gap_and(feature, end, keys.into_iter(), |key, gap| gaps.push((key, gap)));
        let of = |known: &[(RowKey, f64)], key: RowKey| known.iter().find(|g| g.0 == key).map(|g| g.1);
        let of_ends = Secants::new(feature, end, end, (1.0, 1.0));
        let row = |key: RowKey| {
            let comes = key == came;
            let row = of_ends.as_ref()?.row(key)?;
            let there = contact_at(feature, key, &row, end, end, self.pairs[pair].rough);
            // Until the other end comes the disc bears as it stood.
            let stood = (!comes && !turned.flat).then(|| self.at_start(disc)).flatten();
            Some(Closed {
                feature,
                key,
                contact: stood.unwrap_or(there),
                there: None,
                // What bore is the one that stays, where both touch.
                taken: if comes == turned.flat { 0.0 } else { disc.taken },
                before: of(&before, key)?,
                gap: of(&gaps, key)?,
                lasts: !comes,
                at_end: comes || turned.flat,
                ..disc.clone()
            })
        };
        keys.into_iter().filter_map(row).collect()
    }
}
