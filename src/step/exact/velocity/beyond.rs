//! Blows that a part of a step goes beyond by a little.
//!
//! The instant of a blow is sought on the smooth motion, whose velocities change evenly. What the first problem moves goes a little otherwise, by the third order in h: a part that
//! ends where the smooth motion meets may have gone beyond that by some micrometres, which the first problem undoes. The smooth motion no longer meets within the part then, and whatever
//! else lies within these micrometres would be struck at once, not one after the other. What was undone and the speed of the approach tell how much sooner the part should end.

use crate::dynamics::MassRoot;
use crate::math::{Twist, Vec6};
use crate::step::exact::velocity::{Closed, Stage};
use crate::step::impact::cut::{Cut, MISSED};
use crate::step::impact::rate;
use crate::world::BodyId;

/// What was undone is at most this part of the way to the blow: more is another motion.
const LITTLE: f64 = 0.1;

impl Stage<'_> {
    /// How fast two bodies part along a row for each impulse along it, if nothing else holds them (1/kg).
    pub(super) fn gives(&self, roots: &[MassRoot], row: [(BodyId, &Vec6); 2]) -> f64 {
        let of = |(id, j): (BodyId, &Vec6)| {
            if self.dynamic[id.0] { j.dot(&roots[id.0].inverse_mass_times(j)) } else { 0.0 }
        };
        row.into_iter().map(of).sum()
    }

    /// The first blow of an island that the part went beyond, although the smooth motion, with the velocities `smooth` of all bodies at the end, does not come to it.
    pub(super) fn gone_beyond(&self, bodies: &[BodyId], rows: &[Closed], smooth: &[Twist]) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let pushed = |row: &&Closed| !row.lasts && row.at_end && row.taken > 0.0 && self.is_flat(row.pair);
        let pushed: Vec<&Closed> = rows.iter().filter(pushed).collect();
        if pushed.is_empty() {
            return None;
        }
        let (spread, whirls) = (self.spread_of_island(bodies, rows), self.whirls(rows));
        let beyond = |row: &Closed| {
            let contact = &row.contact;
            let (a, b) = (contact.body_a(), contact.body_b());
            let gives = self.gives(&self.roots, [(a, &contact.jacobian_a), (b, &contact.jacobian_b)]);
            // The mean velocities of the part have half of it.
            let undone = 0.5 * row.taken * gives * self.ctx.h;
            let speed = -rate(contact, smooth);
            let cut = Cut { share: 1.0 - undone / (speed * self.ctx.h), speed, stop: None };
            let seen = undone > MISSED && cut.share > 1.0 - LITTLE;
            let pull = spread.unwrap_or_else(|| self.pull(a).norm() + self.pull(b).norm());
            (seen && self.counts_from(row.pair, (pull, self.least_share(row.pair, whirls)), &cut, |_| 0.0))
                .then_some(cut)
        };
        Cut::first(pushed.into_iter().filter_map(beyond))
    }
}
