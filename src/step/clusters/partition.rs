//! Which bodies can meet within a step, by spheres around them.

use crate::math::Twist;
use crate::step::clusters::links::links;
use crate::step::island::grouping::split;
use crate::world::{BodyId, BodyKind, Model, State};
use smallvec::SmallVec;

/// Bodies are of one cluster also where they are farther apart than they can come in free motion, by this part of their radii: what pushes them is not known before.
const ROOM: f64 = 4.0;

/// By how much more room than it took a body has when its step is taken again (dimensionless).
const MORE: f64 = 1.25;

/// How far the centre of each body may move in a step so that it meets nobody of another cluster (m).
pub(super) struct Room(Vec<f64>);

impl Room {
    /// What free motion takes, and [`ROOM`] more.
    pub fn at_first(model: &Model, state: &State, h: f64) -> Self {
        let fall = model.effective_gravity().norm() * h;
        let room = |id: BodyId| {
            let moved = state.twists[id.0].linear.norm() * h;
            let body = model.body(id);
            if body.is_dynamic() { moved + fall * h + ROOM * body.radius } else { moved }
        };
        Self(model.ids().map(room).collect())
    }

    /// How far from the centre of a body others may meet it (m).
    pub fn reach(&self, model: &Model, k: usize) -> f64 {
        model.bodies[k].radius + self.0[k]
    }

    /// Whether two bodies may meet.
    pub fn is_near(&self, model: &Model, state: &State, (a, b): (usize, usize)) -> bool {
        let apart = (state.poses[a].position - state.poses[b].position).norm_squared();
        apart <= (self.reach(model, a) + self.reach(model, b)).powi(2)
    }

    /// Whether some of these bodies, which went from one state to another, moved farther than they had room, which they have then.
    ///
    /// Bodies may come back within a step: it is as far as the faster of their speeds at its ends would take them.
    pub fn outrun(&mut self, bodies: &[BodyId], from: &State, to: &State, h: f64) -> bool {
        let mut any = false;
        for &BodyId(k) in bodies {
            let speed = |twist: &Twist| twist.linear.norm() * h;
            let moved = (to.poses[k].position - from.poses[k].position).norm();
            let moved = moved.max(speed(&from.twists[k])).max(speed(&to.twists[k]));
            if moved > self.0[k] {
                self.0[k] = MORE * moved;
                any = true;
            }
        }
        any
    }
}

/// Bodies up to which it is asked first whether all of them are of one cluster.
const FEW: usize = 64;

/// Whether all bodies that impulses move may meet: what is so in most small scenes, and found without a list. Where it is not asked, as there are many, or joints or bodies in
/// prescribed motion, it is not known to be so.
pub(super) fn all_may_meet(model: &Model, state: &State, h: f64, room: &Room) -> bool {
    if !model.joints.is_empty() || model.bodies.iter().any(|body| body.kind == BodyKind::Kinematic) {
        return false;
    }
    let mut apart: SmallVec<[usize; FEW]> = SmallVec::new();
    for id in model.ids().filter(|id| model.body(*id).is_dynamic() && model.is_active(*id, state.time + h)) {
        if apart.len() == FEW || !model.body(id).collide {
            return false;
        }
        apart.push(id.0);
    }
    let mut reached: SmallVec<[usize; FEW]> = apart.pop().into_iter().collect();
    let mut from = 0;
    while let Some(&a) = reached.get(from) {
        from += 1;
        apart.retain(|b| {
            let near = room.is_near(model, state, (a, *b));
            if near {
                reached.push(*b);
            }
            !near
        });
    }
    apart.is_empty()
}

/// The clusters of bodies that may meet within a step of size h, each with the bodies beside them that impulses do not move, ascending. The last one is of those that can
/// meet nobody, if there are such; bodies that are not there before the end of the step are in none. Empty where nobody meets anybody.
pub(super) fn clusters(model: &Model, state: &State, h: f64, room: &Room) -> Vec<Vec<BodyId>> {
    let there = |id: BodyId| model.is_active(id, state.time + h);
    let dynamic: Vec<bool> = model.ids().map(|id| model.body(id).is_dynamic() && there(id)).collect();
    let links = links(model, state, room, &dynamic, there);
    if links.is_empty() {
        return Vec::new();
    }
    let mut alone: Vec<bool> = model.ids().map(there).collect();
    let islands = split(&dynamic, &links).into_iter().map(|island| {
        let mut bodies = island.bodies;
        let others = island.links.iter().flat_map(|&k| [links[k].0, links[k].1]);
        bodies.extend(others.filter(|id| !dynamic[id.0]));
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    });
    let mut clusters: Vec<Vec<BodyId>> = islands.collect();
    clusters.iter().flatten().for_each(|id| alone[id.0] = false);
    let alone: Vec<BodyId> = model.ids().filter(|id| alone[id.0]).collect();
    // What is fixed is as it was.
    if alone.iter().any(|id| model.body(*id).kind != BodyKind::Fixed) {
        clusters.push(alone);
    }
    clusters
}

#[cfg(test)]
#[path = "partition_tests.rs"]
mod tests;
