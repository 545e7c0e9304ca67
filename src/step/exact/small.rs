//! One linearised problem of a small island without friction and joints, in memory that is kept from one problem to the next.

use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::gram_active_set::{BLOCK, Found, SmallSolver};
use crate::lcp::convex::solution::ConvexSettings;
use crate::math::{Twist, Vec3, Vec6};
use crate::step::exact::context::Pair;
use crate::step::exact::inner::{Effort, Island, Iterate, SPARSE};
use crate::world::BodyId;

impl<'c> Island<'c, '_> {
    /// Whether its problems are solved here.
    pub(super) fn is_small(&self) -> bool {
        !self.friction && self.joints.is_empty() && self.scaled.size() < SPARSE
    }

    /// The problem with the rows that the pairs have been drawn, its spins drawn to those of `far`; its solution goes to `now`.
    ///
    /// # Errors
    /// When the rows contradict each other or no method solves it.
    pub(super) fn solve_small(
        &self,
        pairs: &mut [Pair],
        far: &Iterate<'c>,
        now: &mut Iterate<'c>,
        effort: &mut Effort,
    ) -> Result<(), String> {
        for k in 0..self.scaled.bodies.len() {
            now.drawn[k] = self.drawn_of(k, far);
        }
        SmallSolver::lent(|small| {
            now.residual = self.small_answer(pairs, &now.drawn, small, effort)?.kkt;
            hand_out(pairs, small.active());
            self.take_point(small.point(), now);
            now.size = small.len();
            Ok(())
        })
    }

    /// Moves `now` by the change of scaled velocity `point`, one block a body, from where its spins were drawn to.
    fn take_point(&self, point: &[[f64; BLOCK]], now: &mut Iterate<'c>) {
        let (ctx, bodies) = (self.ctx, &self.scaled.bodies);
        now.objective = 0.0;
        for (k, (id, y)) in bodies.iter().zip(point).enumerate() {
            let (drawn, free) = (now.drawn[k], &ctx.free[id.0]);
            let change = Twist::from_vec6(&self.scaled.unblock(*id, y));
            now.twists[k] =
                Twist { linear: free.linear + change.linear, angular: free.angular + drawn + change.angular };
            now.objective += 0.5 * y.iter().map(|y| y * y).sum::<f64>();
            now.moments[k] = self.moment_of(*id, &change.angular);
            // Of scaled velocity, against the free motion that nothing has drawn.
            let (turned, width) = (self.scaled.of_spin(*id, &drawn), self.scaled.width());
            (0..width).for_each(|m| now.change[k * width + m] = y[m] + turned[m]);
        }
        self.place(&now.twists, &mut now.placed);
        now.turning = self.spins_off(now);
    }

    fn small_answer(
        &self,
        pairs: &mut [Pair],
        drawn: &[Vec3],
        small: &mut SmallSolver,
        effort: &mut Effort,
    ) -> Result<Found, String> {
        let (ctx, bodies) = (self.ctx, &self.scaled.bodies);
        small.begin(bodies.len());
        for pair in pairs.iter_mut() {
            pair.loads.clear();
            pair.friction.clear();
            let side = |part: usize| {
                let id = ctx.body_of(part);
                let slot = bodies.binary_search(&id).ok();
                let mut free = ctx.free[id.0];
                free.angular += slot.map_or(Vec3::zeros(), |k| drawn[k]);
                (id, slot, free.to_vec6())
            };
            let ((a, slot_a, free_a), (b, slot_b, free_b)) = (side(pair.parts.0), side(pair.parts.1));
            let block = |id: BodyId, slot: Option<usize>, j: &Vec6| {
                if slot.is_some() { self.scaled.block(id, j) } else { [0.0; BLOCK] }
            };
            for (key, row) in &pair.acted {
                let offset = row.jacobian_a.dot(&free_a) + row.jacobian_b.dot(&free_b);
                let values = [block(a, slot_a, &row.jacobian_a), block(b, slot_b, &row.jacobian_b)];
                let warm = pair.warm.iter().any(|w| w.0 == *key);
                small.push([slot_a, slot_b], values, -row.gap / ctx.h - offset, warm);
            }
        }
        let settings = ConvexSettings::exact(ctx.settings.tolerance, self.scale);
        if let Some(found) = small.solve(&settings) {
            effort.iterations += found.iterations;
            effort.conflict.clear();
            return Ok(found);
        }
        let solution = solve_convex(&small.stated(self.scaled.width())?, &settings, &small.guess());
        effort.iterations += solution.iterations;
        let solution = self.solved(solution, pairs, effort)?;
        let active = solution.active.iter().map(|&i| (i, solution.multipliers[i]));
        small.answered(solution.y.as_slice(), self.scaled.width(), active);
        Ok(Found { kkt: solution.kkt, iterations: solution.iterations })
    }
}

/// Gives each pair the impulses of its rows, ascending among those of all pairs.
fn hand_out(pairs: &mut [Pair], active: &[(usize, f64)]) {
    let (mut first, mut active) = (0, active.iter().peekable());
    for pair in pairs {
        pair.warm.clear();
        let end = first + pair.acted.len();
        while let Some((k, p)) = active.next_if(|(k, _)| *k < end) {
            let key = pair.acted[k - first].0;
            pair.warm.push((key, *p));
            if *p > 0.0 {
                pair.loads.push((key, *p));
            }
        }
        first = end;
    }
}
