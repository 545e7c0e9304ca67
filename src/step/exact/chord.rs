//! Large islands: from the solution of a convex problem to the fixed point of its secants, while its active rows stay what they are.
//!
//! The rows of the next problem differ from those of the last by what bodies turned since. Where the same rows stay active, what is sought is a
//! zero of two residuals that the true geometry tells: what the loads leave of the change of motion, and the gaps of the active rows. The factor of
//! the last problem takes them away but for a part as small as the rows have turned: a chord method (Kelley 1995, chapter 5), with Anderson's
//! mixing where a body turns fast. A step of it costs a placement, the active rows and a solve with the factor; a problem costs a factorisation or two,
//! a judgement of all rows and a test for releases besides.
//!
//! Rows that depend on each other because they belong to corners of one face do so at every pose, so that their gaps agree. Residuals are
//! spread along the rows that were factored, never along those drawn since: these would disagree with the factor by what they turned, times
//! the penalty.

use crate::contact::separating::rows::Row;
use crate::geometry::separating::RowKey;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::math::Vec6;
use crate::step::exact::context::Pair;
use crate::step::exact::inner::{Effort, Island, Iterate, SPARSE};
use crate::step::exact::mixing::Mixing;
use crate::threads;
use smallvec::SmallVec;

/// Steps at most.
const MAX_STEPS: usize = 16;

/// So many steps in a row that leave more than half of the residual are the last.
const PATIENCE: usize = 3;

/// Loads that pull where no more than this is left leave the problem (as a part of the island's velocities, dimensionless).
const PULLED: f64 = 1e-4;

/// A point with more than this fraction of the residual at the beginning is not worth going to.
const WORTH: f64 = 0.1;

/// Pairs that a thread is woken for to draw their rows.
const WORTH_DRAWING: usize = 32;

/// What is left of the island's velocities where loads and change of motion are in balance (dimensionless).
const BALANCED: f64 = 1e-10;

/// How far to go: what is left of the island's velocities (dimensionless).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Goal {
    /// Far enough to see who meets whom, and what wants to be released.
    Rough,
    /// As far as a convex problem is solved.
    Exact,
}

impl Goal {
    fn left(self) -> f64 {
        match self {
            Self::Rough => 1e-6,
            Self::Exact => 1e-11,
        }
    }
}

/// The rows of one pair that are held.
struct HeldPair {
    /// Its number.
    pair: usize,
    /// Where its two bodies stand in the island.
    slots: [Option<usize>; 2],
    /// The rows: number in the problem, key, length.
    rows: Vec<(usize, RowKey, f64)>,
    /// What they leave at a point.
    left: HeldLeft,
}

/// What the rows of a pair leave.
#[derive(Default)]
struct HeldLeft {
    /// d − C ν of each row, these of length 1; not of all where some could not be drawn.
    short: SmallVec<[f64; 8]>,
    /// Cᵀu in the coordinates of its two bodies.
    motion: [[f64; 6]; 2],
}

/// A point, and what is left of the residuals there.
#[derive(Clone)]
struct Point {
    /// Change of scaled velocity against the free motion.
    y: Vec<f64>,
    /// Multipliers (N·s).
    u: Vec<f64>,
    residual: f64,
}

/// The residuals at a point.
struct Left {
    /// y* + Cᵀu − y.
    motion: Vec<f64>,
    /// d − C y of the rows held, these of length 1.
    short: Vec<f64>,
}

impl Left {
    fn most(&self) -> f64 {
        // f64::max drops a NaN.
        let worse = |m: f64, x: &f64| if x.is_nan() { f64::INFINITY } else { m.max(x.abs()) };
        self.short.iter().fold(self.motion.iter().fold(0.0, worse), worse)
    }
}

impl<'c> Island<'c, '_> {
    /// Goes on from the solution of the last problem with its active rows for equations, where that leads to their fixed point. Whether `now` is another
    /// point for it, with other loads of the pairs; loads that would pull are left out of these and [noted](Iterate::pushes).
    pub(super) fn approach(
        &self,
        pairs: &mut [Pair],
        now: &mut Iterate<'c>,
        goal: Goal,
        effort: &mut Effort,
    ) -> bool {
        if self.scaled.size() < SPARSE || self.friction || !self.joints.is_empty() || !self.ctx.implicit {
            return false;
        }
        let (mut held, u) = self.held(pairs, &effort.sparse);
        let first = (now.change.clone(), now.twists.clone(), now.moments.clone());
        let mut at = Point { y: now.change.as_slice().to_vec(), u, residual: f64::INFINITY };
        let mut left = Left { motion: vec![0.0; at.y.len()], short: vec![0.0; at.u.len()] };
        let mut du = vec![0.0; at.u.len()];
        let (mut mixing, mut best) = (Mixing::default(), at.clone());
        let (mut steps, mut slow, mut before) = (0, 0, f64::INFINITY);
        while self.leaves(pairs, &mut held, now, &at.u, &mut left) {
            at.residual = left.most();
            if steps == 0 {
                before = at.residual;
            }
            slow = if at.residual < 0.5 * best.residual { 0 } else { slow + 1 };
            let grows = steps == 1 && !(at.residual < before);
            if at.residual < best.residual {
                best.clone_from(&at);
            }
            let there = at.residual <= goal.left() * self.scale;
            let pulls = at.residual <= PULLED * self.scale && at.u.iter().any(|u| *u < 0.0);
            if there || pulls || grows || slow == PATIENCE || steps == MAX_STEPS || !at.residual.is_finite() {
                break;
            }
            steps += 1;
            if !effort.sparse.correct(&mut left.motion, &left.short, &mut du) {
                break;
            }
            for (i, _, norm) in held.iter().flat_map(|h| &h.rows) {
                du[*i] /= norm;
            }
            mixing.advance([&mut at.y, &mut at.u], [&left.motion, &du]);
            self.go_to(&at.y, now);
            at.residual = f64::INFINITY;
        }
        let worth = steps > 0 && best.residual <= WORTH * before;
        if worth && at.residual != best.residual {
            // The last point is not the best: back to that, and to the moments that the loads have there.
            self.go_to(&best.y, now);
            self.leaves(pairs, &mut held, now, &best.u, &mut left);
        }
        if !(worth && self.redraw(pairs, now)) {
            (now.change, now.twists, now.moments) = first;
            self.place(&now.twists, &mut now.placed);
            return false;
        }
        now.residual = best.residual;
        now.drawn = self.drawn(now);
        // The spins are drawn to themselves.
        now.turning = (0.0, 0.0);
        now.objective = self.objective(now);
        now.balanced = best.residual <= BALANCED * self.scale;
        now.pushes = best.u.iter().all(|u| *u >= 0.0);
        take_loads(pairs, &best.u);
        true
    }

    /// The rows that the last problem holds, pair by pair, and the loads of all of its rows.
    fn held(&self, pairs: &[Pair], sparse: &SparseSolver) -> (Vec<HeldPair>, Vec<f64>) {
        let (mut held, mut u) = (Vec::new(), Vec::new());
        let mut numbers = sparse.held().peekable();
        for (k, pair) in pairs.iter().enumerate() {
            let slot = |part: usize| self.scaled.bodies.binary_search(&self.ctx.body_of(part)).ok();
            let mut rows = Vec::new();
            let mut loads = pair.loads.iter().peekable();
            for (key, _) in &pair.acted {
                if let Some((i, norm)) = numbers.next_if(|held| held.0 == u.len()) {
                    rows.push((i, *key, norm));
                }
                u.push(loads.next_if(|l| l.0 == *key).map_or(0.0, |l| l.1));
            }
            if !rows.is_empty() {
                let slots = [slot(pair.parts.0), slot(pair.parts.1)];
                held.push(HeldPair { pair: k, slots, rows, left: HeldLeft::default() });
            }
        }
        (held, u)
    }

    /// Draws all rows to `now`; where that fails for a pair, all stay as they were. Whether it could.
    fn redraw(&self, pairs: &mut [Pair], now: &Iterate<'c>) -> bool {
        let before: Vec<_> = pairs.iter_mut().map(|pair| std::mem::take(&mut pair.acted)).collect();
        let drawn = self.draw_all(pairs, now);
        if !drawn {
            pairs.iter_mut().zip(before).for_each(|(pair, acted)| pair.acted = acted);
        }
        drawn
    }

    /// Moves `now` to a change of scaled velocity.
    fn go_to(&self, y: &[f64], now: &mut Iterate<'c>) {
        now.change.as_mut_slice().copy_from_slice(y);
        now.twists = self.scaled.twists(&now.change);
        self.place(&now.twists, &mut now.placed);
    }

    /// What is left of the residuals at `now` with the loads `u` (N·s); the moments of the loads go to `now`. Whether all rows could be drawn.
    fn leaves(
        &self,
        pairs: &[Pair],
        held: &mut [HeldPair],
        now: &mut Iterate<'c>,
        u: &[f64],
        left: &mut Left,
    ) -> bool {
        let width = self.scaled.width();
        let at = &*now;
        if !threads::all(held, WORTH_DRAWING, |held| self.leaves_of(&pairs[held.pair], held, at, u)) {
            return false;
        }
        left.motion.fill(0.0);
        for HeldPair { slots, rows, left: of_pair, .. } in held {
            rows.iter().zip(&of_pair.short).for_each(|((i, ..), short)| left.short[*i] = *short);
            for (slot, motion) in slots.iter().zip(&of_pair.motion) {
                let Some(slot) = slot else { continue };
                (0..width).for_each(|m| left.motion[slot * width + m] += motion[m]);
            }
        }
        for (k, id) in self.scaled.bodies.iter().enumerate() {
            let mut block = [0.0; 6];
            block[..width].copy_from_slice(&left.motion[k * width..][..width]);
            let turned = self.scaled.unblock(*id, &block).fixed_rows::<3>(3).into_owned();
            now.moments[k] = self.moment_of(*id, &turned);
        }
        for (k, id) in self.scaled.bodies.iter().enumerate() {
            let target = self.scaled.of_spin(*id, &self.drawn_of(k, now));
            for m in 0..width {
                left.motion[k * width + m] += target[m] - now.change[k * width + m];
            }
        }
        true
    }

    /// [`leaves`](Self::leaves) of one pair: whether all of its rows could be drawn.
    fn leaves_of(&self, pair: &Pair, held: &mut HeldPair, now: &Iterate<'c>, u: &[f64]) -> bool {
        let bodies = [self.ctx.body_of(pair.parts.0), self.ctx.body_of(pair.parts.1)];
        let twists = bodies.map(|id| self.twist_of(&now.twists, id).to_vec6());
        let mut sums = [Vec6::zeros(); 2];
        let (mut rows, left) = (held.rows.iter(), &mut held.left);
        left.short.clear();
        let keys = rows.clone().map(|r| r.1);
        let drawn = self.drawn_rows(pair, keys, now, |_, Row { gap, jacobian_a, jacobian_b }| {
            if let Some((i, _, norm)) = rows.next() {
                let short = -(gap / self.ctx.h + jacobian_a.dot(&twists[0]) + jacobian_b.dot(&twists[1]));
                left.short.push(short / norm);
                sums[0] += jacobian_a * u[*i];
                sums[1] += jacobian_b * u[*i];
            }
        });
        for k in 0..2 {
            if held.slots[k].is_some() {
                left.motion[k] = self.scaled.block(bodies[k], &sums[k]);
            }
        }
        drawn
    }

    /// ½‖ν − ν*‖²_M, with the spins that it is drawn to.
    fn objective(&self, now: &Iterate) -> f64 {
        let width = self.scaled.width();
        let of_body = |(k, id): (usize, &_)| -> f64 {
            let target = self.scaled.of_spin(*id, &now.drawn[k]);
            (0..width).map(|m| 0.5 * (now.change[k * width + m] - target[m]).powi(2)).sum()
        };
        self.scaled.bodies.iter().enumerate().map(of_body).sum()
    }
}

/// The loads of all rows, one after the other; those that pull are none.
fn take_loads(pairs: &mut [Pair], u: &[f64]) {
    let mut u = u.iter();
    for pair in pairs.iter_mut() {
        pair.loads.clear();
        let rows = pair.acted.iter().zip(u.by_ref());
        pair.loads.extend(rows.filter(|(_, u)| **u > 0.0).map(|((key, _), u)| (*key, *u)));
        pair.warm.clone_from(&pair.loads);
    }
}
