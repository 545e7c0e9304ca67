//! Islands at rest: whether standing still with last step's impulses is the answer already.
//!
//! Nothing is frozen and no counter of quiet steps is kept: ν = 0 with these impulses either satisfies every condition
//! that any accepted state satisfies, to the same tolerances, or the island is solved. With friction that is Coulomb's law at standing
//! still: every impulse in its cone.

use crate::contact::separating::rows::contact_at;
use crate::math::{Dimension, Twist, Vec3, Vec6};
use crate::step::exact::context::{Context, Pair};
use crate::step::exact::inner::{Guess, Island, Iterate};
use crate::step::exact::island::release;
use crate::step::exact::velocity::wrenches;
use crate::step::friction::ACCEPT;
use crate::step::island::literal::rounding;
use crate::step::settings::Cone;
use crate::step::tolerances::{EXACT_ACCEPTED, LOADED_GAP};

/// A body slower than this fraction of the island's velocity scale may be at rest (dimensionless).
const SLOW: f64 = 1e-9;

/// What impulses with friction may leave of the free motion, as a part of what the solutions are accepted with that they come from
/// (dimensionless).
const ROUGHLY: f64 = 0.1;

/// By how much friction may be more than the load times μ (dimensionless): rounding.
const ON_THE_CONE: f64 = 1e-11;

/// The state of rest and the pairs with their loads, if it is the answer: every gap holds, loaded rows touch, the
/// impulses balance the free motion and lie in their cones, and no pair wants another feature.
pub(super) fn keep<'c>(island: &Island<'c, '_>, pairs: &[Pair]) -> Option<(Iterate<'c>, Vec<Pair>)> {
    let (ctx, scaled) = (island.ctx, &island.scaled);
    let (scale, still) = (island.scale, Twist::zero());
    let slow = |id: &crate::world::BodyId| {
        let twist = ctx.state.twists[id.0].to_vec6();
        ctx.roots[id.0].kinetic_norm2(&twist).sqrt() <= SLOW * scale
    };
    let round = ctx.cone == Cone::Quadratic || ctx.model.dimension == Dimension::Two;
    let unfit = !ctx.implicit || !island.foreign.is_empty() || !island.joints.is_empty();
    let unfit = unfit || island.friction && !round;
    if unfit || pairs.iter().any(|p| p.overlapping) || !scaled.bodies.iter().all(slow) {
        return None;
    }
    let bodies = scaled.bodies.len();
    let guess = Guess { twists: vec![still; bodies], moments: vec![Vec3::zeros(); bodies] };
    let mut state = island.guess(guess);
    let mut pairs = pairs.to_vec();
    // What the impulses leave of M(ν − ν*), in scaled coordinates.
    let mut left = state.change.clone();
    // The largest entry of the rows' products, asked for with friction only.
    let mut largest = 0.0_f64;
    for pair in &mut pairs {
        if !bears_as_before(ctx, pair) {
            return None;
        }
        pair.rows = pair.loads.iter().map(|l| l.0).collect();
        let (a, b) = (ctx.body_of(pair.parts.0), ctx.body_of(pair.parts.1));
        if !island.draw(pair, &state) {
            return None;
        }
        let rubbed = rubbed(island, pair, &state);
        for (id, of_a) in [(a, true), (b, false)] {
            let Ok(slot) = scaled.bodies.binary_search(&id) else { continue };
            let mut sum = Vec6::zeros();
            for ((_, row), (_, p)) in pair.acted.iter().zip(&pair.loads) {
                let jacobian = if of_a { &row.jacobian_a } else { &row.jacobian_b };
                if island.friction {
                    largest = largest.max(ctx.roots[id.0].scale_row(jacobian).norm_squared());
                }
                sum += jacobian * *p;
            }
            sum += if of_a { rubbed.0 } else { rubbed.1 };
            let (width, c) = (scaled.width(), scaled.block(id, &sum));
            (0..width).for_each(|m| left[slot * width + m] -= c[m]);
        }
        state.size += pair.rows.len();
    }
    state.residual = left.amax();
    let balanced = if island.friction {
        // Where a stack of grams carries tonnes, rounding is above any fixed tolerance.
        let mass: f64 = scaled.bodies.iter().map(|id| ctx.model.body(*id).mass).sum();
        ROUGHLY * (ACCEPT * scale).max(rounding(scaled, largest) * mass.sqrt())
    } else {
        ctx.settings.tolerance.min(1e-11) * scale
    };
    if !(state.residual <= balanced) {
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

/// Leaves a pair with the loads of the last step; whether they push and their friction lies in the cone.
fn bears_as_before(ctx: &Context, pair: &mut Pair) -> bool {
    if pair.loads.is_empty() {
        pair.loads = pair.warm.iter().filter(|(_, p)| *p > 0.0).copied().collect();
        pair.loads.sort_unstable_by_key(|l| l.0);
    }
    let mu = ctx.model.pair_friction(ctx.body_of(pair.parts.0), ctx.body_of(pair.parts.1));
    let pushes = pair.loads.iter().all(|(_, p)| *p > 0.0);
    let most = |key| mu * pair.given(key).0 * (1.0 + ON_THE_CONE);
    pushes && pair.friction.iter().all(|(key, f)| f.norm() <= most(*key))
}

/// What the friction of a pair gives its bodies (N·s, N·m·s about their centres).
fn rubbed(island: &Island, pair: &Pair, state: &Iterate) -> (Vec6, Vec6) {
    let (start, end) = (island.start(pair.parts), island.end(&state.placed, pair.parts));
    let mut sum = (Vec6::zeros(), Vec6::zeros());
    for (key, f) in &pair.friction {
        let Some((_, row)) = pair.acted.iter().find(|l| l.0 == *key) else { continue };
        let contact = contact_at(pair.feature, *key, row, start, end, pair.rough);
        let (on_a, on_b) = wrenches(&contact, 0.0, f);
        sum = (sum.0 + on_a, sum.1 + on_b);
    }
    sum
}
