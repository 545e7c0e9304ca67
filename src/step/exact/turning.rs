//! The terms of a step that turn with the bodies: what the angular velocities of a problem are drawn to.

use crate::math::{Dimension, Vec3};
use crate::step::exact::inner::{Island, Iterate};
use crate::world::BodyId;

impl Island<'_, '_> {
    /// What the angular velocities of a problem are drawn to, against the free ones (rad/s, world axes).
    ///
    /// In body axes the mean angular velocity Ω̄ and the moment τ of all impulses obey 2J(Ω̄ − Ω) + hΩ̄ × JΩ̄ = τ − ½hΩ̄ × τ. The terms with
    /// Ω̄ beyond 2JΩ̄ are taken at `far`; they settle with the secants.
    pub(super) fn drawn(&self, far: &Iterate) -> Vec<Vec3> {
        (0..self.scaled.bodies.len()).map(|k| self.drawn_of(k, far)).collect()
    }

    /// The same of the k-th body.
    pub(super) fn drawn_of(&self, k: usize, far: &Iterate) -> Vec3 {
        let (id, h) = (self.scaled.bodies[k], self.ctx.h);
        let Some(flight) = self.ctx.flight.as_ref() else { return Vec3::zeros() };
        let (body, start, torque) =
            (self.ctx.model.body(id), &flight.start[id.0], &flight.wrenches[id.0].torque);
        if self.ctx.model.dimension == Dimension::Two {
            // The mean of the angular velocities at both ends, where free motion has the tangent of the angle.
            let gain = 0.5 * h * torque.z / body.inertia[(2, 2)];
            return Vec3::new(0.0, 0.0, start.angular.z + gain - self.ctx.free[id.0].angular.z);
        }
        let turn = self.ctx.state.poses[id.0].orientation;
        let back = turn.inverse();
        let mean = back * far.twists[k].angular;
        let outside = back * torque * h;
        let bent = mean.cross(&(body.inertia * mean + (outside + far.moments[k]) * 0.5)) * h;
        start.angular - self.ctx.free[id.0].angular
            + self.ctx.roots[id.0].turned_by(&(turn * (outside - bent))) * 0.5
    }

    /// The moment of impulses (N·m·s, body axes at the start) that change the mean angular velocity of a body by as much as this (rad/s, world axes).
    pub(super) fn moment_of(&self, id: BodyId, turned: &Vec3) -> Vec3 {
        let back = self.ctx.state.poses[id.0].orientation.inverse();
        self.ctx.model.body(id).inertia * (back * turned) * 2.0
    }

    /// By how much the spins that the last problem was drawn to differ from what its answer asks for: as a part of the island's scaled
    /// velocities (dimensionless), and how far it moves a point in the step (m).
    pub(super) fn spins_off(&self, now: &Iterate) -> (f64, f64) {
        if self.ctx.model.dimension == Dimension::Two || !self.ctx.implicit {
            return (0.0, 0.0);
        }
        let (mut scaled, mut moved) = (0.0_f64, 0.0_f64);
        let worse = |worst: f64, x: f64| if x.is_nan() { f64::INFINITY } else { worst.max(x) };
        for (k, (id, drawn)) in self.scaled.bodies.iter().zip(&now.drawn).enumerate() {
            let error = self.drawn_of(k, now) - drawn;
            scaled = worse(scaled, self.ctx.roots[id.0].spin_norm2(&error).sqrt());
            moved = worse(moved, error.norm() * self.ctx.model.body(*id).radius * self.ctx.h);
        }
        (scaled / self.scale, moved)
    }
}
