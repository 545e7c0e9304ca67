//! Where a contact ends within a step because it slides off what carried it.
//!
//! One feature holds for a whole part of a step. Where a loaded pair slides off an edge, another feature is open at the end, and the
//! pair bears nothing from the start of the part on: its velocities lack what it bore until then, which is of first order in h. So it is where something
//! round runs over an edge, with one feature all the way (`runs_off`).
//! The instant is seen on the way that was found: there the new feature opens, and what the old one is violated by is the way that the load would
//! have made. So the part can be done again to just before that, and the contact bears until it ends.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::Row;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::Twist;
use crate::step::exact::context::Pair;
use crate::step::exact::velocity::Stage;
use crate::step::impact::cut::Cut;
use crate::step::tolerances::{EXACT_OPEN, TOUCHING};
use crate::world::BodyId;

/// Narrowings of the interval that holds the instant.
const LOOKS: usize = 40;

/// A part ends before the new feature opens by the time in which its gap changes by this many times what the load would have moved
/// the bodies: with the load it is then still closed (dimensionless).
const MARGIN: f64 = 2.0;

/// A part ends at no less than this of the way to there (dimensionless): where the load moves the bodies by much until then, the rest is looked at anew.
const LEAST: f64 = 0.5;

/// A load that would have changed the velocity by no more than this until it ended is not worth another part (m/s).
pub(super) const WORTH_A_PART: f64 = 1e-4;

/// How a gap is bent is seen from it and what it is this share of the part before and after, at first, and by how much it is bent there in the end (m): far above rounding.
const BESIDE: f64 = 1.0 / 256.0;
const BENT: f64 = 1e-12;

/// What joints or other contacts carry along is let go where its way turns off its support with this share of what the load would make of it at least: with less it rolls round the edge.
const TURNS_OFF: f64 = 0.1;

/// The speed at which the new feature opens is its difference over this share of the part.
const SHORTLY: f64 = 1e-3;

impl Stage<'_> {
    /// The first instant at which a pair that bore a load in the last step slides off the feature that it had and bears none in this one, or is let go by it; `None` where
    /// there is none, or steps do not end there.
    pub(super) fn first_slide_off(&self) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let off = |pair: &Pair| {
            let parts = (&self.ctx.kinematics.parts[pair.parts.0], &self.ctx.kinematics.parts[pair.parts.1]);
            let before = self.ctx.state.memory.get((parts.0.id, parts.1.id))?;
            let bore = before.rows.iter().any(|row| row.1 > 0.0) || before.held.iter().any(|row| row.1 > 0.0);
            if !bore || pair.apart >= TOUCHING || pair.overlapping || pair.settled {
                return None;
            }
            match (before.feature, pair.feature) {
                (_, SeparatingFeature::Surfaces) => self.runs_off(pair),
                (old, new) if old != new && !pair.is_loaded() => self.slides_off(pair, old),
                _ => None,
            }
        };
        Cut::first(self.pairs.iter().filter_map(off))
    }

    /// When a pair is let go by the feature that it keeps, as a ball that runs over an edge: on the way without its load the gap is bent down until then, and up
    /// from then on.
    fn runs_off(&self, pair: &Pair) -> Option<Cut> {
        let h = self.ctx.h;
        let bodies = [pair.parts.0, pair.parts.1].map(|part| self.ctx.body_of(part));
        // What something else bears goes on as it was found; the load shows in the way of what flies without it.
        let flies = |id: &BodyId| pair.is_loaded() && self.dynamic[id.0] && !self.is_held_beside(pair, *id);
        let flying: Vec<BodyId> = bodies.into_iter().filter(flies).collect();
        let carried = pair.is_loaded() && flying.is_empty();
        let way = |part: usize, share: f64| {
            let id = self.ctx.body_of(part);
            let means = if flying.contains(&id) { &self.flight.mean[..] } else { self.means };
            self.moved(part, &self.flight.start[id.0].lerp(&means[id.0], share), share)
        };
        let gap = |share: f64| pair.feature.separation(&way(pair.parts.0, share), &way(pair.parts.1, share));
        // How fast it comes down faster (m/s²), by what it is a share of the part before and after.
        let bend = |share: f64, beside: f64| {
            (2.0 * gap(share) - gap(share - beside) - gap(share + beside)) / (beside * h).powi(2)
        };
        let (mut low, mut high, mut beside) = (BESIDE, 1.0 - BESIDE, BESIDE);
        let (first, last) = (bend(low, beside), bend(high, beside));
        // Of what else carries along, as a cart its wheel, nothing shows but that the way turns off.
        let (falls, level) = if carried { (self.pressed(pair), 0.5 * (first + last)) } else { (first, 0.0) };
        let turns_off = if carried { first - last > TURNS_OFF * falls } else { first > 0.0 && last < 0.0 };
        if !(falls > 0.0 && falls.is_finite() && turns_off) {
            return None;
        }
        let least = (BENT / falls).sqrt() / h;
        loop {
            while high - low > 0.5 * beside {
                let middle = 0.5 * (low + high);
                if bend(middle, beside) > level { low = middle } else { high = middle }
            }
            if beside <= least {
                break;
            }
            (low, high) = ((low - beside).max(0.0), (high + beside).min(1.0));
            beside = (beside / 8.0).max(least);
        }
        // Before it, so that the load has the line that it had until then.
        let share = low - beside;
        let speed = falls * share * h;
        (speed > WORTH_A_PART).then_some(Cut { share, speed, stop: None })
    }

    /// How fast the load of a pair would make its bodies part if nothing else moved them (m/s²).
    fn pressed(&self, pair: &Pair) -> f64 {
        let (a, b) = (self.ctx.body_of(pair.parts.0), self.ctx.body_of(pair.parts.1));
        let load = |key: RowKey| pair.loads.iter().find(|load| load.0 == key).map_or(0.0, |load| load.1);
        // Mean twists have half of every impulse.
        let gained = |(key, row): &(RowKey, Row)| {
            2.0 * load(*key) * self.gives(&self.ctx.roots, [(a, &row.jacobian_a), (b, &row.jacobian_b)])
        };
        pair.acted.iter().map(gained).sum::<f64>() / self.ctx.h
    }

    /// Whether something else than this pair and forces moves a body of it.
    fn is_held_beside(&self, pair: &Pair, id: BodyId) -> bool {
        let touches =
            |other: &Pair| [other.parts.0, other.parts.1].iter().any(|&part| self.ctx.body_of(part) == id);
        self.pairs.iter().any(|other| other.is_loaded() && other.parts != pair.parts && touches(other))
            || self.ctx.joined().iter().any(|(a, b)| *a == id || *b == id)
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
        self.moved(part, &self.means[self.ctx.body_of(part).0], share)
    }

    /// A part that has moved with a twist for a share of the step.
    fn moved(&self, part: usize, twist: &Twist, share: f64) -> WorldPart<'_> {
        let mut there = self.ctx.kinematics.parts[part].clone();
        self.move_along(&mut there, twist, share);
        there
    }

    /// Moves a part to where a twist has it after a share of the step.
    pub(super) fn move_along(&self, part: &mut WorldPart, twist: &Twist, share: f64) {
        let ctx = self.ctx;
        let from = &ctx.state.poses[part.id.body.0];
        part.move_to(&ctx.update().advance(from, twist, ctx.h * share));
    }
}
