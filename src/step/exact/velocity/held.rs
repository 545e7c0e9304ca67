//! Which bodies exchanged impulses in a step, and how they are held from outside.

use super::closed::Closed;
use super::conserve::{AT_REST, Group};
use super::whole::Line;
use super::{Held, Stage};
use crate::dynamics::MassRoot;
use crate::math::{Pose, Twist, Vec3};
use crate::step::exact::context::Solved;
use crate::step::island::grouping::{Island, pick};
use crate::world::BodyId;
use crate::world::joint::Linearised;

/// Bodies in prescribed motion move with one velocity where they differ by no more than this part of it.
const EVENLY: f64 = 1e-9;

/// What holding joints at velocities may take of the energy of an island in a step, or give it: more says that they turn too far in it.
const MOST_TAKEN: f64 = 0.01;

/// What of that is lost and not given back, as a part of it.
const MOST_LOST: f64 = 1e-4;

/// The energy of a body counts up to this many times what is taken of it: a flywheel on whose bearing light links turn has no part in them.
const COUNTED: f64 = 1000.0;

/// Velocities at the start are those that joints allow where what they part with is less than this part of the fastest.
const ALLOWED: f64 = 1e-3;

impl Stage<'_> {
    /// What the laws say of an island; that nothing may be lost is for the caller to say.
    pub(super) fn group<'g>(&self, bodies: &'g [BodyId], pairs: &[usize], joints: &[usize]) -> Group<'g> {
        let ctx = self.ctx;
        let of_pairs = pairs.iter().map(|&k| self.bodies(k));
        let of_joints = joints.iter().map(|&l| ctx.model.joints[ctx.joints[l]].bodies);
        let others: Vec<BodyId> =
            of_pairs.chain(of_joints).flat_map(|(a, b)| [a, b]).filter(|id| !self.dynamic[id.0]).collect();
        let has = |id: BodyId| bodies.binary_search(&id).is_ok();
        let driven = ctx.servos.iter().any(|s| has(s.bodies.0) || has(s.bodies.1));
        let lasts = |from: &Vec3| others.iter().all(|id| alike(&self.flight.end[id.0].linear, from));
        let seen_from = self.carried(others.iter().copied()).filter(lasts);
        let open = driven || pairs.iter().any(|&k| self.pairs[k].overlapping);
        Group {
            bodies,
            held: (!others.is_empty()).then_some(Held::Fast),
            seen_from: seen_from.filter(|_| !open),
            exactly: false,
            thrown: false,
            thrown_with: None,
        }
    }

    /// The velocity of all of these bodies, which impulses do not move (m/s): they do no work on what is seen from there. `None` where they move
    /// against each other, turn, or change their velocity.
    pub(super) fn carried(&self, outside: impl Iterator<Item = BodyId>) -> Option<Vec3> {
        let mut common: Option<Vec3> = None;
        for id in outside {
            let (start, mean) = (&self.flight.start[id.0], &self.means[id.0]);
            let evenly = mean.angular == Vec3::zeros() && alike(&start.linear, &mean.linear);
            if !evenly || !common.as_ref().is_none_or(|other| alike(other, &mean.linear)) {
                return None;
            }
            common = Some(mean.linear);
        }
        Some(common.unwrap_or_else(Vec3::zeros))
    }

    /// Whether nothing but these joints, and contacts that last without friction, takes anything from velocities at the end of the step.
    pub(super) fn goes_on(&self, joints: &[Linearised], rows: &[Closed]) -> bool {
        let smoothly = |row: &Closed| row.lasts && !self.pairs[row.pair].rough;
        !joints.is_empty() && joints.iter().all(|line| line.limits.is_empty()) && rows.iter().all(smoothly)
    }

    /// Whether the step is too long for the joints of some bodies that [go on](Self::goes_on): near their stretched position light links turn so far in it that what holding
    /// the joints takes of the velocities `first`, and gave at the start ([`symmetric`](crate::step::exact::symmetric)), is no small part of the energy, or what is `lost` of it in the end (J). Not so where
    /// they begin with a motion that the joints do not allow, of which a shorter step takes as much.
    pub(super) fn turns_far(
        &self,
        solved: &Solved,
        Island { bodies, joints, links }: &Island,
        first: &[Twist],
        twists: &[Twist],
        lost: f64,
    ) -> bool {
        let ctx = self.ctx;
        let energy =
            |root: &MassRoot, a: &Twist, b: &Twist| 0.5 * root.kinetic_norm2(&(a.to_vec6() - b.to_vec6()));
        let mass = |id: &BodyId| ctx.model.body(*id).mass;
        let linear = self.carriage(joints).unwrap_or_else(|| {
            let momentum: Vec3 = bodies.iter().map(|id| twists[id.0].linear * mass(id)).sum();
            momentum / bodies.iter().map(mass).sum::<f64>()
        });
        let seen_from = Twist { linear, angular: Vec3::zeros() };
        let (mut taken, mut all) = (0.0, 0.0);
        for id in bodies {
            let (root, twist) = (&self.roots[id.0], &twists[id.0]);
            let change = energy(root, twist, &first[id.0]);
            // Nor is what stands under its weight in motion.
            let fall = self.flight.wrenches[id.0].force.norm() * ctx.h / mass(id);
            let own = energy(root, twist, &seen_from) + 0.5 * mass(id) * (fall * fall + AT_REST * AT_REST);
            taken += change;
            // What contacts take at the start is not the joints'.
            all += if links.is_empty() { own.min(COUNTED * change) } else { own };
        }
        for (id, start) in solved.started.iter().filter(|(id, _)| bodies.binary_search(id).is_ok()) {
            taken -= energy(&ctx.roots[id.0], start, &self.flight.start[id.0]);
        }
        let far = taken.abs() > MOST_TAKEN * (all + taken.max(0.0)) || lost > MOST_LOST * all;
        far && self.begins_allowed(joints)
    }

    /// The mean velocity with which bodies that impulses do not move carry the pins of joints (m/s); `None` where none does.
    fn carriage(&self, joints: &[usize]) -> Option<Vec3> {
        let ctx = self.ctx;
        let (mut sum, mut count) = (Vec3::zeros(), 0.0);
        for joint in joints.iter().map(|&k| &ctx.model.joints[ctx.joints[k]]) {
            let ends = [(joint.bodies.0, &joint.frames.0), (joint.bodies.1, &joint.frames.1)];
            for (id, frame) in ends.into_iter().filter(|(id, _)| !self.dynamic[id.0]) {
                let (mean, pose) = (&self.means[id.0], &ctx.state.poses[id.0]);
                sum += mean.linear + mean.angular.cross(&(pose.orientation * frame.point));
                count += 1.0;
            }
        }
        (count > 0.0).then(|| sum / count)
    }

    /// Whether the velocities at the start are those that these joints allow.
    fn begins_allowed(&self, joints: &[usize]) -> bool {
        let start = &self.flight.start;
        pick(&self.joints_at(&self.ctx.state.poses), joints).iter().all(|line| {
            let (a, b) = line.bodies;
            let speed = |id: BodyId| {
                start[id.0].linear.norm() + start[id.0].angular.norm() * self.ctx.model.body(id).radius
            };
            let (of_a, of_b) = (start[a.0].to_vec6(), start[b.0].to_vec6());
            let size = ALLOWED * speed(a).max(speed(b));
            line.rows.iter().all(|row| (row.jacobian_a.dot(&of_a) + row.jacobian_b.dot(&of_b)).abs() <= size)
        })
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

/// Whether two velocities of bodies in prescribed motion are one.
fn alike(a: &Vec3, b: &Vec3) -> bool {
    (a - b).norm() <= EVENLY * b.norm()
}
