//! Which bodies exchanged impulses in a step, and how they are held from outside.

use super::closed::Closed;
use super::conserve::Group;
use super::whole::Line;
use super::{Held, Stage};
use crate::math::Pose;
use crate::world::{BodyId, BodyKind};

impl Stage<'_> {
    /// What the laws say of an island; that nothing may be lost is for the caller to say.
    pub(super) fn group<'g>(&self, bodies: &'g [BodyId], pairs: &[usize], joints: &[usize]) -> Group<'g> {
        let ctx = self.ctx;
        let of_pairs = pairs.iter().map(|&k| self.bodies(k));
        let of_joints = joints.iter().map(|&l| ctx.model.joints[ctx.joints[l]].bodies);
        let others: Vec<BodyId> =
            of_pairs.chain(of_joints).flat_map(|(a, b)| [a, b]).filter(|id| !self.dynamic[id.0]).collect();
        let moves = |id: &BodyId| ctx.model.body(*id).kind == BodyKind::Kinematic;
        let has = |id: BodyId| bodies.binary_search(&id).is_ok();
        let driven = ctx.servos.iter().any(|s| has(s.bodies.0) || has(s.bodies.1));
        Group {
            bodies,
            held: (!others.is_empty()).then_some(Held::Fast),
            closed: !others.iter().any(moves) && !driven && !pairs.iter().any(|&k| self.pairs[k].overlapping),
            exactly: false,
            thrown_with: None,
        }
    }

    /// Whether a pair is one of a body that impulses move and one that they do not.
    pub(super) fn is_outside(&self, pair: usize) -> bool {
        let (a, b) = self.bodies(pair);
        self.dynamic[a.0] != self.dynamic[b.0]
    }

    /// Along which lines bodies were pushed in this step by those that impulses do not move: by the first problem at their mean poses, and at the end
    /// or where a blow came.
    pub(super) fn lines_from_outside(&self, pairs: &[usize], rows: &[Closed], ends: &[Pose]) -> Vec<Line> {
        let mut lines = Vec::new();
        for &k in pairs.iter().filter(|&&k| self.is_outside(k)) {
            let (a, b) = self.bodies(k);
            let id = if self.dynamic[a.0] { a } else { b };
            let about = (self.ctx.state.poses[id.0].position + ends[id.0].position) * 0.5;
            for (_, row) in &self.pairs[k].acted {
                let push = if id == a { row.jacobian_a } else { row.jacobian_b };
                lines.push(Line { push, about });
            }
        }
        for row in rows.iter().filter(|row| self.is_outside(row.pair)) {
            let contact = &row.contact;
            lines.push(if self.dynamic[self.bodies(row.pair).0.0] {
                Line { push: contact.jacobian_a, about: contact.centre_a }
            } else {
                Line { push: contact.jacobian_b, about: contact.centre_b }
            });
        }
        lines
    }
}
