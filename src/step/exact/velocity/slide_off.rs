//! Where a contact ends within a step because it slides off what carried it.
//!
//! One feature holds for a whole part of a step. Where a loaded pair slides off an edge, another feature is open at the end, and the
//! pair bears nothing from the start of the part on: its velocities lack what it bore until then, which is of first order in h. The
//! instant is seen on the way that was found: there the new feature opens, and what the old one is violated by is the way that the load would
//! have made. So the part can be done again to just before that, and the contact bears until it ends.

use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::step::exact::context::Pair;
use crate::step::exact::velocity::Stage;
use crate::step::impact::cut::Cut;
use crate::step::tolerances::{EXACT_OPEN, TOUCHING};

/// Narrowings of the interval that holds the instant.
const LOOKS: usize = 40;

/// A part ends before the new feature opens by the time in which its gap changes by this many times what the load would have moved
/// the bodies: with the load it is then still closed (dimensionless).
const MARGIN: f64 = 2.0;

/// A part ends at no less than this of the way to there (dimensionless): where the load moves the bodies by much until then, the rest is looked at anew.
const LEAST: f64 = 0.5;

/// A load that would have changed the velocity by no more than this until it ended is not worth another part (m/s).
const WORTH_A_PART: f64 = 1e-4;

/// The speed at which the new feature opens is its difference over this share of the part.
const SHORTLY: f64 = 1e-3;

impl Stage<'_> {
    /// The first instant at which a pair that bore a load in the last step, and bears none in this one, slides off the feature that it had; `None` where
    /// there is none, or steps do not end there.
    pub(super) fn first_slide_off(&self) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let off = |pair: &Pair| {
            let parts = (&self.ctx.kinematics.parts[pair.parts.0], &self.ctx.kinematics.parts[pair.parts.1]);
            let before = self.ctx.state.memory.get((parts.0.id, parts.1.id))?;
            let bore = before.rows.iter().any(|row| row.1 > 0.0) || before.held.iter().any(|row| row.1 > 0.0);
            let ends = bore
                && pair.apart < TOUCHING
                && !pair.overlapping
                && !pair.is_loaded()
                && before.feature != pair.feature;
            if ends { self.slides_off(pair, before.feature) } else { None }
        };
        Cut::first(self.pairs.iter().filter_map(off))
    }

    /// When a pair slides off the feature `old`, to that which it has now.
    fn slides_off(&self, pair: &Pair, old: SeparatingFeature) -> Option<Cut> {
        let h = self.ctx.h;
        let separation = |feature: SeparatingFeature, share: f64| {
            let (a, b) = (self.on_its_way(pair.parts.0, share), self.on_its_way(pair.parts.1, share));
            feature.separation(&a, &b)
        };
        let (mut low, mut high) = (0.0, 1.0);
        // What only touches another feature does not slide off to it.
        if !(separation(pair.feature, low) < -EXACT_OPEN && separation(pair.feature, high) >= 0.0) {
            return None;
        }
        for _ in 0..LOOKS {
            let middle = 0.5 * (low + high);
            if separation(pair.feature, middle) < 0.0 { low = middle } else { high = middle }
        }
        // What the load would have held back until then.
        let sunk = -separation(old, low);
        let speed = sunk / (low * h);
        if !(speed > WORTH_A_PART) {
            return None;
        }
        let earlier = low * (1.0 - SHORTLY);
        let opens = -separation(pair.feature, earlier) / ((low - earlier) * h);
        let share = (low - MARGIN * sunk / (opens * h)).max(LEAST * low);
        Some(Cut { share, speed, stop: None })
    }

    /// A part after a share of the step, on the way that was found.
    pub(super) fn on_its_way(&self, part: usize, share: f64) -> WorldPart<'_> {
        let ctx = self.ctx;
        let mut there = ctx.kinematics.parts[part].clone();
        let id = there.id.body;
        there.move_to(&ctx.update().advance(&ctx.state.poses[id.0], &self.means[id.0], ctx.h * share));
        there
    }
}
