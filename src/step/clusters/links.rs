//! What makes bodies one cluster: pairs that may meet, enough of them to tell.

use crate::contact::broad_phase::overlapping;
use crate::math::Vec3;
use crate::math::sets::DisjointSets;
use crate::step::clusters::partition::Room;
use crate::stop;
use crate::world::{BodyId, Model, State};
use std::cell::RefCell;

/// Pairs of bodies that are joined or may meet, one at least of which is `dynamic`: as many as it takes to tell who is of one cluster, and who is beside it.
///
/// Whoever touched a step ago is near still, nearly always. So those are asked first, and then whole groups of bodies that hang together, one pair of two groups that is
/// near being enough: a pile, or a thousand stones at rest, are a few groups.
pub(super) fn links(
    model: &Model,
    state: &State,
    room: &Room,
    dynamic: &[bool],
    there: impl Fn(BodyId) -> bool,
) -> Vec<(BodyId, BodyId)> {
    let solid = |id: BodyId| there(id) && model.body(id).collide;
    let near = |a: BodyId, b: BodyId| room.is_near(model, state, (a.0, b.0));
    let mut found = Found { dynamic, sets: DisjointSets::new(dynamic.len()), links: Vec::new() };
    for (a, b) in model.joints.iter().map(|joint| joint.bodies) {
        if (dynamic[a.0] || dynamic[b.0]) && there(a) && there(b) {
            found.link(a, b);
        }
    }
    for (a, b) in state.memory.pairs().iter().map(|pair| (pair.parts.0.body, pair.parts.1.body)) {
        if dynamic[a.0] && dynamic[b.0] && !found.are_one(a, b) && solid(a) && solid(b) && near(a, b) {
            found.link(a, b);
        }
    }
    let around = |id: BodyId| {
        let (centre, reach) = (state.poses[id.0].position, Vec3::repeat(room.reach(model, id.0)));
        (centre - reach, centre + reach)
    };
    let mut bodies: Vec<(usize, BodyId)> =
        model.ids().filter(|id| solid(*id)).map(|id| (found.sets.least(id.0), id)).collect();
    bodies.sort_unstable();
    let groups: Vec<&[(usize, BodyId)]> = bodies.chunk_by(|a, b| a.0 == b.0).collect();
    let all_around = |group: &&[(usize, BodyId)]| {
        let first = around(group[0].1);
        group[1..].iter().map(|(_, id)| around(*id)).fold(first, |a, b| (a.0.inf(&b.0), a.1.sup(&b.1)))
    };
    let boxes: Vec<(Vec3, Vec3)> = groups.iter().map(all_around).collect();
    let found = RefCell::new(found);
    // Two groups are one as soon as a pair is found, which spares most of the questions that come after it.
    overlapping(&boxes, |i, j| {
        let mut found = found.borrow_mut();
        if !found.is_open(groups[i][0].1, groups[j][0].1) {
            return false;
        }
        let (few, many) = if groups[i].len() <= groups[j].len() { (i, j) } else { (j, i) };
        let mut at_many = groups[few].iter().filter(|(_, id)| overlap(&around(*id), &boxes[many]));
        let pair = at_many.find_map(|&(_, a)| {
            stop::spend(groups[many].len() as u64);
            groups[many].iter().find(|(_, b)| near(a, *b)).map(|&(_, b)| (a, b))
        });
        if let Some((a, b)) = pair {
            found.link(a, b);
        }
        false
    });
    found.into_inner().links
}

/// Whether two boxes, each from its lowest to its highest corner, have a point in common.
fn overlap(a: &(Vec3, Vec3), b: &(Vec3, Vec3)) -> bool {
    (0..3).all(|axis| a.0[axis] <= b.1[axis] && b.0[axis] <= a.1[axis])
}

/// What was found.
struct Found<'m> {
    dynamic: &'m [bool],
    /// Of dynamic bodies that links connect.
    sets: DisjointSets,
    links: Vec<(BodyId, BodyId)>,
}

impl Found<'_> {
    fn are_one(&mut self, a: BodyId, b: BodyId) -> bool {
        self.sets.are_one(a.0, b.0)
    }

    /// Whether a link between two bodies would tell something.
    fn is_open(&mut self, a: BodyId, b: BodyId) -> bool {
        let (either, both) = (self.dynamic[a.0] || self.dynamic[b.0], self.dynamic[a.0] && self.dynamic[b.0]);
        either && !(both && self.are_one(a, b))
    }

    fn link(&mut self, a: BodyId, b: BodyId) {
        if self.dynamic[a.0] && self.dynamic[b.0] {
            self.sets.join(a.0, b.0);
        }
        self.links.push((a, b));
    }
}
