//! What the first problem gave, taken back from the velocities before the second gives it again.

use crate::contact::Contact;
use crate::contact::separating::rows::contact_at;
use crate::math::{Pose, PoseUpdate, Twist, Vec3, Vec6, turned};
use crate::step::exact::velocity::closed::Closed;
use crate::step::exact::velocity::conserve::momentum;
use crate::step::exact::velocity::{EndLoads, RowOf, Stage, Velocities, wrenches};
use crate::step::island::grouping::pick;
use crate::step::tolerances::CLOSED_GAP;
use crate::world::joint::{Limit, Linearised, linearise};
use crate::world::{BodyId, State};

impl Stage<'_> {
    /// Takes back what the first problem gave: what lasts at the end poses, along the lines along which it is given again, so that both
    /// momenta are kept; what closed in the step as it was given, so that bodies come to the blow as they flew.
    pub(super) fn take_back(&self, rows: &[Closed], twists: &mut [Twist], given: &mut [EndLoads]) {
        for row in rows.iter().filter(|row| row.taken > 0.0) {
            let drawn = (!row.lasts).then(|| self.as_drawn((row.feature, row.key), row.pair)).flatten();
            let contact = drawn.as_ref().unwrap_or(&row.contact);
            let told = self.rubbed(row);
            let rubbed = if drawn.is_some() { told } else { self.rubbed_there(row) };
            let (on_a, on_b) = wrenches(contact, row.taken, &rubbed);
            let of = (row.feature, row.key);
            given[row.pair].add_and_tell(of, contact, -row.taken, &-rubbed, &-told);
            for (id, impulse) in [(contact.body_a(), on_a), (contact.body_b(), on_b)] {
                let change = self.roots[id.0].inverse_mass_times(&impulse);
                twists[id.0] = Twist::from_vec6(&(twists[id.0].to_vec6() - change));
            }
        }
    }

    /// Friction on B that the first problem gave a row (N·s).
    fn rubbed(&self, row: &Closed) -> Vec3 {
        let pair = &self.pairs[row.pair];
        let given = pair.friction.iter().filter(|(key, _)| *key == row.key && row.feature == pair.feature);
        given.map(|(_, f)| f * 2.0).sum()
    }

    /// The same, turned with the normal to where the row acts now: in the plane of the contact there. Friction that the second problem
    /// gives lies in that plane, and what differs from it by half the turn of the normal, in each step, would be an error of the first order in h.
    pub(super) fn rubbed_there(&self, row: &Closed) -> Vec3 {
        let rubbed = self.rubbed(row);
        if rubbed == Vec3::zeros() {
            return rubbed;
        }
        self.as_drawn((row.feature, row.key), row.pair)
            .map_or(rubbed, |drawn| turned(rubbed, &drawn.normal, &row.contact.normal))
    }

    /// The contact of a row along which the first problem gave its impulse.
    pub(super) fn as_drawn(&self, (feature, key): RowOf, number: usize) -> Option<Contact> {
        let pair = &self.pairs[number];
        let (_, drawn) = pair.acted.iter().find(|l| l.0 == key)?;
        Some(contact_at(feature, key, drawn, self.started(number), self.placed(number), pair.rough))
    }

    /// The joints at the end poses: what they hold at velocities, and the limits that are reached.
    pub(super) fn held_joints(&self, poses: &[Pose]) -> Vec<Linearised> {
        let mut held = self.joints_at(poses);
        for line in &mut held {
            line.limits.retain(|limit| limit.error <= CLOSED_GAP);
            line.limits.iter_mut().for_each(|limit| limit.error = 0.0);
        }
        held
    }

    /// The same without the limits that were not reached at the start: what holds until those are struck. `None` where none is.
    pub(super) fn without_blows(&self, held: &[Linearised], poses: &[Pose]) -> Option<Vec<Linearised>> {
        if held.iter().all(|line| line.limits.is_empty()) {
            return None;
        }
        let (at_start, at_end) = (self.joints_at(&self.ctx.state.poses), self.joints_at(poses));
        let closed = |limit: &Limit| limit.error <= CLOSED_GAP;
        let lasting = |(line, (before, after)): (&Linearised, (&Linearised, &Linearised))| {
            let both = before.limits.iter().zip(&after.limits).filter(|(b, a)| closed(b) && closed(a));
            let limits = both.map(|(_, limit)| Limit { error: 0.0, ..*limit }).collect();
            Linearised { limits, ..line.clone() }
        };
        let lasting: Vec<Linearised> = held.iter().zip(at_start.iter().zip(&at_end)).map(lasting).collect();
        let count = |lines: &[Linearised]| lines.iter().map(|line| line.limits.len()).sum::<usize>();
        (count(&lasting) < count(held)).then_some(lasting)
    }

    /// The joints at these poses: what they hold at velocities, and the ways to their limits.
    pub(super) fn joints_at(&self, poses: &[Pose]) -> Vec<Linearised> {
        let ctx = self.ctx;
        if ctx.joints.is_empty() {
            return Vec::new();
        }
        let state = State { poses: poses.to_vec(), ..ctx.state.clone() };
        let still = |_: BodyId| Twist::zero();
        let line = |&k: &usize| {
            let mut line = linearise(&ctx.model.joints[k], &state, &still, 1.0, PoseUpdate::Exponential);
            line.rows.iter_mut().for_each(|row| row.error = 0.0);
            line
        };
        ctx.joints.iter().map(line).collect()
    }

    /// The joints `held` of an island where its blow comes: their rows there, the limits that are reached at the end.
    pub(super) fn joints_then(
        &self,
        held: &[Linearised],
        numbers: &[usize],
        poses: &[Pose],
    ) -> Vec<Linearised> {
        if held.is_empty() {
            return Vec::new();
        }
        let there = pick(&self.held_joints(poses), numbers);
        there.into_iter().zip(held).map(|(t, e)| Linearised { limits: e.limits.clone(), ..t }).collect()
    }

    /// What rows and [`conserve`](super::conserve) leave over of the change of momentum in the second problem, of each body (N·s, N·m·s
    /// about its centre): what joints gave, and of bodies without joints what the lines along which impulses acted do not tell.
    pub(super) fn left_over(&self, found: &Velocities) -> Vec<Vec6> {
        let mut left = vec![Vec6::zeros(); self.roots.len()];
        for id in self.ctx.model.ids().filter(|id| self.dynamic[id.0]) {
            let (after, before) = (&found.motion.twists[id.0], &found.first[id.0]);
            if after == before {
                continue;
            }
            let change =
                Twist { linear: after.linear - before.linear, angular: after.angular - before.angular };
            left[id.0] =
                momentum(self.ctx.model.body(id), &found.motion.poses[id.0], &change) - found.mended_by[id.0];
        }
        for (k, given) in found.given.iter().enumerate() {
            let (a, b) = self.bodies(k);
            for wrench in &given.wrenches {
                left[a.0] -= wrench.on_a;
                left[b.0] -= wrench.on_b;
            }
        }
        left
    }
}
