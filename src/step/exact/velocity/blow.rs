//! Where bodies are when they come to a blow within the step.
//!
//! The lines along which a blow acts turn with the bodies, and after it they turn faster or slower than before. Taken at the end
//! of the step, they are off by the turn since the blow, which changes the velocities after it by a part of the first order in h: a
//! triangle that falls on a corner without spin would be thrown as one that has turned already. So a blow acts
//! where its first row closes, and what the rows at the end ask besides is given there.

use crate::contact::Contact;
use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::{Placed, contact_at, secant_row};
use crate::dynamics::MassRoot;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Dimension, Pose, Twist, Vec3, Vec6};
use crate::step::exact::velocity::{Closed, Stage};
use crate::world::BodyId;

/// A row of curved bodies that is closed at the end of the step was meant by the blow where it is no farther open there (parts of the smaller body's radius).
const AWAY: f64 = 0.01;

/// The bodies of an island at a blow.
pub(super) struct Blow<'b, 's> {
    stage: &'b Stage<'s>,
    bodies: &'b [BodyId],
    /// When, as a part of the step.
    share: f64,
    /// Poses of the island's bodies then.
    poses: Vec<Pose>,
    roots: Vec<MassRoot>,
}

impl<'b, 's> Blow<'b, 's> {
    /// `share` of the step after its start, to which bodies move freely towards the velocities `smooth`. Those that have `flown` there turn
    /// as the first problem turns what nothing pushes, so that a part of a step that ends there has them at the same place.
    pub fn new(
        stage: &'b Stage<'s>,
        bodies: &'b [BodyId],
        share: f64,
        smooth: &[Twist],
        flown: bool,
    ) -> Self {
        let ctx = stage.ctx;
        let flat = ctx.model.dimension == Dimension::Two;
        let pose = |(k, id): (usize, &BodyId)| {
            let (from, to) = (&stage.flight.start[id.0], &smooth[k]);
            let angular = if flown && !flat {
                ctx.free_spin(*id, &stage.flight.wrenches[id.0].torque, from, ctx.h * share)
            } else {
                from.angular.lerp(&to.angular, 0.5 * share)
            };
            let mean = Twist { linear: from.linear.lerp(&to.linear, 0.5 * share), angular };
            ctx.update().advance(&ctx.state.poses[id.0], &mean, ctx.h * share)
        };
        let poses: Vec<Pose> = bodies.iter().enumerate().map(pose).collect();
        let root =
            |(id, pose): (&BodyId, &Pose)| MassRoot::new(ctx.model.body(*id), pose, ctx.model.dimension);
        let roots = bodies.iter().zip(&poses).map(root).collect();
        Self { stage, bodies, share, poses, roots }
    }

    fn pose(&self, id: BodyId) -> Pose {
        let ctx = self.stage.ctx;
        match self.bodies.binary_search(&id) {
            Ok(k) => self.poses[k],
            Err(_) => {
                ctx.update().advance(&ctx.state.poses[id.0], &self.stage.means[id.0], ctx.h * self.share)
            }
        }
    }

    /// Writes poses and roots of the island's bodies then into lists of all bodies.
    pub fn write(&self, poses: &mut [Pose], roots: &mut [MassRoot]) {
        for (k, id) in self.bodies.iter().enumerate() {
            poses[id.0] = self.poses[k];
            roots[id.0] = self.roots[k];
        }
    }

    /// The parts of a pair then.
    pub fn parts(&self, pair: usize) -> (WorldPart<'_>, WorldPart<'_>) {
        let part = |k: usize| {
            let mut part = self.stage.ctx.kinematics.parts[k].clone();
            part.move_to(&self.pose(part.id.body));
            part
        };
        let (a, b) = self.stage.pairs[pair].parts;
        (part(a), part(b))
    }

    /// The contact that a row is then; `None` where its edges are parallel, or it asks nothing.
    pub fn contact(&self, row: &Closed) -> Option<Contact> {
        let (a, b) = self.parts(row.pair);
        let at = Placed { a: &a, b: &b };
        let drawn = secant_row(row.feature, row.key, at, at, (1.0, 1.0))?;
        Some(contact_at(row.feature, row.key, &drawn, at, at, self.stage.pairs[row.pair].rough))
    }

    /// Gives a row the contact that it is then; one that is none there stays as it is.
    fn strike(&self, row: &mut Closed) {
        if let Some(contact) = self.contact(row) {
            let last = std::mem::replace(&mut row.contact, contact);
            row.there.get_or_insert_with(|| Box::new(last));
        }
    }

    /// The same of the rows from number `first` on. Those of curved bodies that are open there take no part in the blow: what of a disc is nearest to a core may be
    /// something else by the end of the step.
    pub fn strike_each(&self, rows: &mut Vec<Closed>, first: usize) {
        let mut struck = rows.split_off(first);
        struck.iter_mut().for_each(|row| self.strike(row));
        let away = |row: &Closed| {
            let size = self.stage.ctx.size_of(self.stage.pairs[row.pair].parts);
            row.feature == SeparatingFeature::Surfaces && row.contact.gap > AWAY * size
        };
        rows.extend(struck.into_iter().filter(|row| !away(row)));
    }

    /// What outside forces change in the step after the blow: velocity (m/s), and angular momentum (N·m·s).
    fn gains(&self, id: BodyId) -> (Vec3, Vec3) {
        let (wrench, left) = (&self.stage.flight.wrenches[id.0], (1.0 - self.share) * self.stage.ctx.h);
        (wrench.force * (left / self.stage.ctx.model.body(id).mass), wrench.torque * left)
    }

    /// Velocities at the end of the step brought back to the blow: without what forces add in between, and with the same
    /// angular momentum. Where bodies have `flown` there, it is that of the start.
    pub fn before(&self, flown: bool, twists: &mut [Twist]) {
        for (k, id) in self.bodies.iter().enumerate() {
            let (speed, torque) = self.gains(*id);
            let ctx = self.stage.ctx;
            let body = ctx.model.body(*id);
            let spin = if flown {
                let all = self.stage.flight.wrenches[id.0].torque * ctx.h;
                body.spin(&ctx.state.poses[id.0], &self.stage.flight.start[id.0]) + all
            } else {
                body.spin(&ctx.end_pose(*id, &self.stage.means[id.0]), &twists[id.0])
            };
            twists[id.0].linear -= speed;
            twists[id.0].angular = turned(&self.roots[k], &(spin - torque));
        }
    }

    /// Velocities after the blow brought to the end of the step. What was thrown back has its energy from the place where it is
    /// then, which is that of the blow, and no force acts on it until then.
    pub fn after(&self, thrown: &[bool], twists: &mut [Twist]) {
        for (k, id) in self.bodies.iter().enumerate() {
            let (speed, torque) = if thrown[k] { (Vec3::zeros(), Vec3::zeros()) } else { self.gains(*id) };
            let spin = self.stage.ctx.model.body(*id).spin(&self.poses[k], &twists[id.0]);
            twists[id.0].linear += speed;
            twists[id.0].angular = turned(&self.stage.roots[id.0], &(spin + torque));
        }
    }
}

/// The angular velocity with an angular momentum (N·m·s).
fn turned(root: &MassRoot, spin: &Vec3) -> Vec3 {
    let wrench = Vec6::new(0.0, 0.0, 0.0, spin.x, spin.y, spin.z);
    Twist::from_vec6(&root.inverse_mass_times(&wrench)).angular
}
