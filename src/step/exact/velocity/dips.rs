//! What meets or bears within a step and is apart at its end.
//!
//! Rows are those of the end, and the first problem asks of the way there only that parts do not pass through each other. Turning bodies touch for less than a step:
//! two edges cross that have left each other at its end, or a corner bears until it slides off. Such a pair has no load, and what it should have been given is missing,
//! as much in a step of half the size; or it bears with a third feature at the end, which is given all of it. It shows on the way that was found: there the parts are in each other by a little. So the step ends where they meet, or, if they bear from its start on,
//! where they are deepest, which with the load is where they just touch.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::search;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::Twist;
use crate::step::exact::context::Pair;
use crate::step::exact::path::Journey;
use crate::step::exact::velocity::Stage;
use crate::step::exact::velocity::impact::{CLOSED, at_instant, first_zero, last_to_close};
use crate::step::exact::velocity::slide_off::WORTH_A_PART;
use crate::step::impact::cut::Cut;
use crate::step::tolerances::TOUCHING;
use std::cell::RefCell;

/// A dip of this part of the thinner part's thickness is one.
const DIPS: f64 = 1e-5;

/// Looks on the way. Where a gap is least among these it is looked for between them.
const LOOKS: u32 = 8;

/// Looks for that.
const REFINED: u32 = 16;

/// Narrowings of the interval that holds the deepest place.
const NARROWINGS: u32 = 24;

impl Stage<'_> {
    /// The first instant at which a pair without a load meets on its way, or until which one bears; `None` where none does, or steps do not end there.
    /// So are pairs that bear at the end what they did not at the start: another feature may have met before.
    pub(super) fn first_dip(&self) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let asked = |(k, pair): &(usize, &Pair)| {
            !(pair.overlapping || pair.settled) && (!pair.is_loaded() || self.landed(*k))
        };
        Cut::first(self.pairs.iter().enumerate().filter(asked).filter_map(|(_, pair)| self.dip(pair)))
    }

    /// Whether a pair of polytopes that touched at the start bears at the end with another feature, which was open then: what is round runs from one to the next.
    fn landed(&self, number: usize) -> bool {
        let pair = &self.pairs[number];
        let lands = |(key, load): &(RowKey, f64)| *load > 0.0 && self.closes(number, *key);
        let touched = pair.feature != pair.origin && pair.apart <= TOUCHING;
        touched && self.is_flat(number) && pair.loads.iter().any(lands)
    }

    fn dip(&self, pair: &Pair) -> Option<Cut> {
        let ctx = self.ctx;
        let (first, other) = pair.parts;
        // Bodies move from the start between the first of these twists and the mean, and to the end between that and the last.
        let twist = |part: usize, share: f64| {
            let id = ctx.body_of(part).0;
            self.flight.start[id].lerp(&self.means[id], share)
        };
        let journey = |share: f64| Journey::new(ctx, pair.parts, |part| twist(part, share));
        let (before, mean) = (journey(0.0), journey(1.0));
        let origin = pair.origin.separation(&ctx.kinematics.parts[first], &ctx.kinematics.parts[other]);
        let loss = before.loss(pair.origin).max(mean.loss(pair.origin));
        if loss <= origin {
            return None;
        }
        // Nor where what the start leaves of it and what the end does meet.
        if origin > TOUCHING {
            let (a, b) = (&self.ends.parts[first], &self.ends.parts[other]);
            let end = pair.feature.separation(a, b);
            let last = journey(2.0);
            let back = pair.feature.direction(a, b).map(|n| last.loss_back(&n).max(mean.loss_back(&n)));
            if back.is_some_and(|back| end > 0.0 && origin / loss + end / back >= 1.0) {
                return None;
            }
        }
        let depth = DIPS * ctx.thickness(first).min(ctx.thickness(other));
        let parts = &ctx.kinematics.parts;
        let moving = RefCell::new((parts[first].clone(), parts[other].clone()));
        let move_to = |share: f64| {
            let mut moving = moving.borrow_mut();
            self.move_smoothly(&mut moving.0, share);
            self.move_smoothly(&mut moving.1, share);
        };
        let separation = |feature: SeparatingFeature, share: f64| {
            move_to(share);
            let (a, b) = &*moving.borrow();
            feature.separation(a, b)
        };
        let widest = |share: f64, enough: f64| {
            move_to(share);
            let (a, b) = &*moving.borrow();
            search::widest(a, b, enough)
        };
        let gap = |share: f64| {
            let known = separation(pair.feature, share);
            if known >= -depth { known } else { widest(share, -depth).1 }
        };
        let (dips, apart) = first_below(pair.apart, gap, |share| widest(share, -depth).1, depth)?;
        let Some(low) = apart else { return self.bears_until(dips, |share| widest(share, 0.0).1) };
        let feature = widest(low, f64::INFINITY).0;
        let share = first_zero(low, dips, |share| separation(feature, share))?;
        let cut = at_instant(ctx.h, share, |share| separation(feature, share));
        let (cut, _) = last_to_close(ctx.h, (cut, feature), dips, separation, |share| widest(share, CLOSED))?;
        Some(cut).filter(|cut| cut.speed > WORTH_A_PART)
    }

    /// Until when parts bear that touch at the start and are in each other a share `dips` later: where the `gap` is least.
    fn bears_until(&self, dips: f64, gap: impl Fn(f64) -> f64) -> Option<Cut> {
        let step = 1.0 / f64::from(LOOKS);
        let (mut deepest, mut least) = (dips, gap(dips));
        while deepest + step < 1.0 {
            let next = gap(deepest + step);
            if next >= least {
                break;
            }
            (deepest, least) = (deepest + step, next);
        }
        let (mut low, mut high) = (deepest - step, deepest + step);
        for _ in 0..NARROWINGS {
            let third = (high - low) / 3.0;
            if gap(low + third) <= gap(high - third) { high -= third } else { low += third }
        }
        let share = 0.5 * (low + high);
        // What the load would have held back until then.
        let speed = -gap(share) / (share * self.ctx.h);
        (speed > WORTH_A_PART).then_some(Cut { share, speed, stop: None })
    }

    /// Moves a part to where it is after a share of the step, its body's velocity changing evenly on the way that was found.
    fn move_smoothly(&self, part: &mut WorldPart, share: f64) {
        let id = part.id.body.0;
        let (start, mean) = (&self.flight.start[id], &self.means[id]);
        if [start, mean].iter().any(|twist| **twist != Twist::zero()) {
            self.move_along(part, &start.lerp(mean, share), share);
        }
    }
}

/// Where a gap is below −`depth` (m) first, as a share of the way, and where it was apart last before; `None` where it never is. `gap` is a lower bound of what `widest` says.
fn first_below(
    at_start: f64,
    gap: impl Fn(f64) -> f64,
    widest: impl Fn(f64) -> f64,
    depth: f64,
) -> Option<(f64, Option<f64>)> {
    let mut apart = (at_start > TOUCHING).then_some(0.0);
    let mut apart_before = apart;
    let (mut last, mut before) = (at_start, f64::INFINITY);
    for k in 1..=LOOKS {
        let share = |k: u32| f64::from(k) / f64::from(LOOKS);
        let now = gap(share(k));
        if now < -depth && k < LOOKS {
            return Some((share(k), apart));
        }
        // The least of three: on the parabola through them, or a little lower where two features take turns.
        if k > 1 && last <= before && last <= now {
            let bend = before - 2.0 * last + now;
            if last - (now - before).powi(2) / (8.0 * bend) < 0.25 * bend {
                let (mut low, mut high) = (share(k - 2), share(k));
                for _ in 0..REFINED {
                    let third = (high - low) / 3.0;
                    let (one, other) = (widest(low + third), widest(high - third));
                    if one.min(other) < -depth {
                        return Some((if one < -depth { low + third } else { high - third }, apart_before));
                    }
                    if one <= other { high -= third } else { low += third }
                }
            }
        }
        apart_before = apart;
        if now > TOUCHING {
            apart = Some(share(k));
        }
        (before, last) = (last, now);
    }
    None
}
