//! The terms of a step that turn with the bodies: what the angular velocities of a problem are drawn to.

use crate::math::{Dimension, Twist, Vec3};
use crate::step::exact::inner::{Island, Iterate};
use crate::world::BodyId;

impl Island<'_, '_> {
    /// What the angular velocities of a problem are drawn to, against the free ones (rad/s, world axes).
    ///
    /// In body axes the mean angular velocity Ω̄ and the moment τ of all impulses obey 2J(Ω̄ − Ω) + hΩ̄ × JΩ̄ = τ − ½hΩ̄ × τ. The terms with
    /// Ω̄ beyond 2JΩ̄ are taken at `far`; they settle with the secants.
    pub(super) fn drawn(&self, far: &Iterate) -> Vec<Vec3> {
        let Some(flight) = self.ctx.flight.as_ref() else { return vec![Vec3::zeros(); far.twists.len()] };
        let (h, flat) = (self.ctx.h, self.ctx.model.dimension == Dimension::Two);
        let of_body = |(k, id): (usize, &BodyId)| {
            let body = self.ctx.model.body(*id);
            if flat {
                // The mean of the angular velocities at both ends, where free motion has the tangent of the angle.
                let gain = 0.5 * h * flight.wrenches[id.0].torque.z / body.inertia[(2, 2)];
                return Vec3::new(
                    0.0,
                    0.0,
                    flight.start[id.0].angular.z + gain - self.ctx.free[id.0].angular.z,
                );
            }
            let turn = self.ctx.state.poses[id.0].orientation;
            let back = turn.inverse();
            let (mean, before) = (back * far.twists[k].angular, back * flight.start[id.0].angular);
            let outside = back * flight.wrenches[id.0].torque * h;
            let bent = mean.cross(&(body.inertia * mean + (outside + far.moments[k]) * 0.5)) * h;
            let Some(gain) = body.inertia.lu().solve(&(outside - bent)) else { return Vec3::zeros() };
            turn * (before + gain * 0.5) - self.ctx.free[id.0].angular
        };
        self.scaled.bodies.iter().enumerate().map(of_body).collect()
    }

    /// By how much the spins that the last problem was drawn to differ from what its answer asks for: as a part of the island's scaled
    /// velocities (dimensionless), and how far it moves a point in the step (m).
    pub(super) fn turning_error(&self, now: &Iterate) -> (f64, f64) {
        if self.ctx.model.dimension == Dimension::Two || !self.ctx.implicit {
            return (0.0, 0.0);
        }
        let (mut scaled, mut moved) = (0.0_f64, 0.0_f64);
        let worse = |worst: f64, x: f64| if x.is_nan() { f64::INFINITY } else { worst.max(x) };
        for ((asked, drawn), id) in self.drawn(now).iter().zip(&now.drawn).zip(&self.scaled.bodies) {
            let error = Twist { linear: Vec3::zeros(), angular: asked - drawn };
            scaled = worse(scaled, self.ctx.roots[id.0].kinetic_norm2(&error.to_vec6()).sqrt());
            moved = worse(moved, error.angular.norm() * self.ctx.model.body(*id).radius * self.ctx.h);
        }
        (scaled / self.scaled.velocity_scale(), moved)
    }
}
