//! Welded bodies that nothing holds but the weld: they are where they fly as one.

use crate::dynamics::AsOne;
use crate::math::Twist;
use crate::step::exact::context::{Context, Pair};
use crate::world::joint::JointKind;

/// How all bodies that are welded to others fly with them.
pub(super) fn as_one<'c>(ctx: &'c Context) -> impl Iterator<Item = &'c AsOne> {
    ctx.flight.iter().flat_map(|flight| flight.welds.iter().flatten())
}

/// The mean twists of free motion, of what is welded as of one.
pub(super) fn free_twists(ctx: &Context) -> Vec<Twist> {
    let mut twists = ctx.free.to_vec();
    as_one(ctx).for_each(|flown| twists[flown.id.0] = flown.mean);
    twists
}

/// Numbers of the joints that have a part in the problems of the step: all but those of [welds](crate::dynamics::FreeFlight::welds) that no pair and no other joint holds.
pub(super) fn holding(ctx: &Context, pairs: &[Pair]) -> Vec<usize> {
    let Some(flight) = ctx.flight.as_ref().filter(|flight| !flight.welds.is_empty()) else {
        return ctx.joints.clone();
    };
    let mut weld_of = vec![None; ctx.model.bodies.len()];
    for (k, bodies) in flight.welds.iter().enumerate() {
        bodies.iter().for_each(|flown| weld_of[flown.id.0] = Some(k));
    }
    let is_weld = |k: &usize| ctx.model.joints[*k].kind == JointKind::Fixed;
    let pushed = pairs
        .iter()
        .filter(|pair| pair.active)
        .map(|pair| (ctx.body_of(pair.parts.0), ctx.body_of(pair.parts.1)));
    let joined = ctx.joints.iter().filter(|k| !is_weld(k)).map(|&k| ctx.model.joints[k].bodies);
    let mut held = vec![false; flight.welds.len()];
    for id in pushed.chain(joined).flat_map(|(a, b)| [a, b]) {
        if let Some(weld) = weld_of[id.0] {
            held[weld] = true;
        }
    }
    let flies =
        |k: &usize| is_weld(k) && weld_of[ctx.model.joints[*k].bodies.0.0].is_some_and(|weld| !held[weld]);
    ctx.joints.iter().copied().filter(|k| !flies(k)).collect()
}
