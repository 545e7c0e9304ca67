//! A problem with friction at fixed rows: the Stewart–Trinkle problem, or that of the quadratic cone.

use crate::contact::ContactId;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::methods::lemke::Lemke;
use crate::math::Vec3;
use crate::step::cone;
use crate::step::cone::{Asked, solve_cone};
use crate::step::exact::context::Context;
use crate::step::friction;
use crate::step::friction::rows_of_lemke;
use crate::step::island::terms::Terms;
use crate::step::island::{IslandSolution, literal};
use crate::step::settings::Cone;
use nalgebra::DVector;

/// From this many contacts on friction that does not settle is taken as well as it is found: to halve the step would cost
/// more than it helps.
pub(super) const DEAR: usize = 80;

/// Where an island of so many contacts has taken this many convex problems, those that still come are ended early.
const ROUNDS_DEAR: usize = 100;

/// Convex problems for one of those.
const ROUNDS_LATE: usize = 12;

impl Context<'_> {
    /// Solves the problem of these contacts with their gaps (m; with h = 1 s rates with the sign turned, m/s), from a first guess of the
    /// change of scaled velocity, and from normal impulses and friction on B that may be near (N·s). `spent`: convex problems that the island has taken before.
    ///
    /// # Errors
    /// What the methods said.
    pub(super) fn rough(
        &self,
        terms: &Terms,
        gaps: &[(ContactId, f64)],
        near: &[(f64, Vec3)],
        start: Option<&DVector<f64>>,
        spent: usize,
        sparse: &mut SparseSolver,
    ) -> Result<IslandSolution, String> {
        let (settings, near) = (&self.settings, Some(near));
        // In the plane the two cones are one, and the convex problems with sliding speeds are the faster ones where there are many.
        let round = if cone::differs(terms) {
            self.cone == Cone::Quadratic
        } else {
            rows_of_lemke(terms, gaps) < friction::LARGE
        };
        if round {
            let dear = gaps.len() >= DEAR;
            let rounds = if dear && spent > ROUNDS_DEAR { ROUNDS_LATE } else { cone::MAX_ROUNDS };
            let at_any_rate = self.at_any_rate || dear;
            let asked = Asked { contacts: gaps, near, settings, rounds, at_any_rate };
            let solved = solve_cone(terms, asked, start, sparse);
            if solved.is_ok() || cone::differs(terms) {
                return solved;
            }
        }
        let groups: Vec<literal::Group> = gaps.iter().map(|(id, _)| vec![*id]).collect();
        let by_speeds = || friction::solve(terms, gaps, start, settings, friction::ACCEPT, sparse);
        let by_lemke = || literal::solve(terms, &groups, f64::NEG_INFINITY, &Lemke, settings);
        match friction::with_lemke(terms, gaps, by_speeds, by_lemke) {
            Err(reason) if self.at_any_rate => {
                let asked =
                    Asked { contacts: gaps, near, settings, rounds: cone::MAX_ROUNDS, at_any_rate: true };
                cone::at_any_rate(terms, asked, start, &reason, sparse)
            }
            solved => solved,
        }
    }
}
