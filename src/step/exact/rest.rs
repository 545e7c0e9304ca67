//! Islands at rest: whether standing still with last step's impulses is the answer already.
//!
//! Nothing is frozen and no counter of quiet steps is kept: ν = 0 with these impulses either satisfies every condition
//! that any accepted state satisfies, to the same tolerances, or the island is solved.

use crate::math::{Twist, Vec3, Vec6};
use crate::step::exact::context::Pair;
use crate::step::exact::inner::{Guess, Island, Iterate};
use crate::step::exact::island::release;
use crate::step::tolerances::{EXACT_ACCEPTED, LOADED_GAP};

/// A body slower than this fraction of the island's velocity scale may be at rest (dimensionless).
const SLOW: f64 = 1e-9;

/// The state of rest and the pairs with their loads, if it is the answer: every gap holds, loaded rows touch, the
/// impulses balance the free motion, and no pair wants another feature.
pub(super) fn keep<'c>(island: &Island<'c, '_>, pairs: &[Pair]) -> Option<(Iterate<'c>, Vec<Pair>)> {
    let (ctx, scaled) = (island.ctx, &island.scaled);
    let (scale, still) = (island.scale, Twist::zero());
    let slow = |id: &crate::world::BodyId| {
        let twist = ctx.state.twists[id.0].to_vec6();
        ctx.roots[id.0].kinetic_norm2(&twist).sqrt() <= SLOW * scale
    };
    let unfit = !ctx.implicit || island.friction || !island.foreign.is_empty() || !island.joints.is_empty();
    if unfit || pairs.iter().any(|p| p.overlapping) || !scaled.bodies.iter().all(slow) {
        return None;
    }
    let bodies = scaled.bodies.len();
    let guess = Guess { twists: vec![still; bodies], moments: vec![Vec3::zeros(); bodies] };
    let mut state = island.guess(guess);
    let mut pairs = pairs.to_vec();
    // What the impulses leave of M(ν − ν*), in scaled coordinates.
    let mut left = state.change.clone();
    for pair in &mut pairs {
        pair.loads = pair.warm.iter().filter(|(_, p)| *p > 0.0).copied().collect();
        pair.loads.sort_unstable_by_key(|l| l.0);
        pair.rows = pair.loads.iter().map(|l| l.0).collect();
        let (a, b) = (ctx.body_of(pair.parts.0), ctx.body_of(pair.parts.1));
        if !island.draw(pair, &state) {
            return None;
        }
        for (id, of_a) in [(a, true), (b, false)] {
            let Ok(slot) = scaled.bodies.binary_search(&id) else { continue };
            let mut sum = Vec6::zeros();
            for ((_, row), (_, p)) in pair.acted.iter().zip(&pair.loads) {
                sum += if of_a { row.jacobian_a } else { row.jacobian_b } * *p;
            }
            let (width, c) = (scaled.width(), scaled.block(id, &sum));
            (0..width).for_each(|m| left[slot * width + m] -= c[m]);
        }
        state.size += pair.rows.len();
    }
    state.residual = left.amax();
    if !(state.residual <= ctx.settings.tolerance.min(1e-11) * scale) {
        return None;
    }
    for pair in &mut pairs {
        island.first_rows(pair, &state);
    }
    island.judge(&mut pairs, &mut state);
    state.objective = 0.5 * state.change.norm_squared();
    let holds = state.violation <= EXACT_ACCEPTED && state.open_load <= LOADED_GAP;
    // The dear part, and its answer is that of the last step where nothing has changed since.
    let settled = pairs.iter().all(|p| p.settled) || release(island, &state, &pairs).is_empty();
    pairs.iter_mut().for_each(|p| p.settled = true);
    (holds && settled).then_some((state, pairs))
}
