//! Bodies that enter during a run where another one is.

use crate::quote::{brief, measured};
use crate::step::tolerances::START_OVERLAP;
use crate::world::overlap::{depth, world_parts};
use crate::world::{BodyId, Model, State};

/// What is to be said of a step in which bodies enter inside others, the deepest of them by name. Those of the start are the scene's.
///
/// A step of size `h` (s) from `state` takes in who is there at its beginning, and was not at that of the step before.
pub(super) fn inside_others(model: &Model, state: &State, h: f64) -> Option<String> {
    let there = |id: BodyId| model.is_active(id, state.time);
    let enters =
        |id: BodyId| model.body(id).spawn_time > 0.0 && there(id) && !model.is_active(id, state.time - h);
    let new: Vec<BodyId> = model.ids().filter(|id| enters(*id)).collect();
    if new.is_empty() {
        return None;
    }
    let parts = |id: BodyId| world_parts(model.body(id), &state.poses[id.0]);
    let near = |a: BodyId, b: BodyId| {
        let apart = (state.poses[a.0].position - state.poses[b.0].position).norm();
        apart <= model.body(a).radius + model.body(b).radius
    };
    let (mut deepest, mut count) = (None::<(f64, BodyId, BodyId)>, 0);
    for &a in &new {
        let own = parts(a);
        // Of two that enter together one tells.
        let other =
            |b: &BodyId| there(*b) && (!enters(*b) || *b < a) && model.may_touch(a, *b) && near(a, *b);
        for b in model.ids().filter(other) {
            let depth = depth(&own, &parts(b), model.dimension);
            // Written so that a depth that could not be measured counts.
            if !(depth <= START_OVERLAP) {
                count += 1;
                if deepest.is_none_or(|(known, ..)| !(depth <= known)) {
                    deepest = Some((depth, a, b));
                }
            }
        }
    }
    let (depth, a, b) = deepest?;
    let name = |id: BodyId| brief(&model.body(id).name);
    let more = if count > 1 { format!(", the deepest of {count} such pairs") } else { String::new() };
    Some(format!(
        "body `{}` enters {} m inside body `{}`{more}; give it another `position` or `spawn_time`",
        name(a),
        measured(depth),
        name(b)
    ))
}
