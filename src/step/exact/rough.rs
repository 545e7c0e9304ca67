//! A problem with friction at fixed rows: the Stewart–Trinkle problem, or that of the quadratic cone.

use crate::contact::ContactId;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::methods::lemke::Lemke;
use crate::math::Vec3;
use crate::step::cone;
use crate::step::cone::{Asked, Stands, solve_cone};
use crate::step::exact::context::Context;
use crate::step::friction;
use crate::step::friction::Before;
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

/// Where an island of so many contacts has taken its [`budget`] of Newton's steps, the friction that was found last stands, and features are
/// not released any more at the end of the step: this many at least, and with fewer contacts as many as this is of their cube, with which
/// a dense factorisation grows. Friction that stands is wrong where features still change, and few bricks can wait for the right one.
const STEPS_DEAR: usize = 1500;
const WORK_DEAR: u64 = 17_000_000_000;

/// Newton's steps for an island of so many contacts; without a bound where they are less than [`DEAR`].
pub(super) fn budget(contacts: usize) -> usize {
    if contacts < DEAR { usize::MAX } else { STEPS_DEAR.max((WORK_DEAR / (contacts as u64).pow(3)) as usize) }
}

/// What is known before a problem, and what is asked of its answer.
#[derive(Clone, Copy)]
pub(super) struct Begun<'a> {
    /// Normal impulse and friction on B of each contact that may be near (N·s).
    pub near: &'a [(f64, Vec3)],
    /// First guess of the change of scaled velocity.
    pub change: &'a DVector<f64>,
    /// Convex problems that the island has taken before.
    pub spent: usize,
    /// Newton's steps that it has taken before.
    pub steps: usize,
    /// [`Stands::anew`].
    pub anew: bool,
    /// [`Asked::stays`].
    pub stays: bool,
    /// [`Asked::will_do`].
    pub will_do: f64,
    /// [`Asked::nearly`].
    pub nearly: bool,
}

impl Context<'_> {
    /// Solves the problem of these contacts with their gaps (m; with h = 1 s rates with the sign turned, m/s).
    ///
    /// # Errors
    /// What the methods said.
    pub(super) fn rough(
        &self,
        terms: &Terms,
        gaps: &[(ContactId, f64)],
        begun: Begun,
        sparse: &mut SparseSolver,
    ) -> Result<IslandSolution, String> {
        let Begun { near, change, spent, steps, anew, stays, will_do, nearly } = begun;
        let (settings, near, start) = (&self.settings, Some(near), Some(change));
        // In the plane the two cones are one, and the convex problems with sliding speeds are the faster ones where there are many.
        let round = if cone::differs(terms) { self.cone == Cone::Quadratic } else { gaps.len() < DEAR };
        if round {
            let dear = gaps.len() >= DEAR;
            let rounds = if dear && spent > ROUNDS_DEAR { ROUNDS_LATE } else { cone::MAX_ROUNDS };
            let at_any_rate = self.at_any_rate || dear;
            let stands = (steps > budget(gaps.len())).then_some(Stands { steps, anew });
            let asked =
                Asked { contacts: gaps, near, settings, rounds, stays, will_do, nearly, stands, at_any_rate };
            let solved = solve_cone(terms, asked, start, sparse);
            if solved.is_ok() || cone::differs(terms) {
                return solved;
            }
        }
        let groups: Vec<literal::Group> = gaps.iter().map(|(id, _)| vec![*id]).collect();
        let before = Before { change: start, near };
        let by_speeds = || friction::solve(terms, gaps, before, settings, friction::ACCEPT, sparse);
        let by_lemke = || literal::solve(terms, &groups, f64::NEG_INFINITY, &Lemke, settings);
        match friction::with_lemke(terms, gaps, by_speeds, by_lemke) {
            Err(reason) if self.at_any_rate => {
                let (rounds, stands, at_any_rate) = (cone::MAX_ROUNDS, None, true);
                let asked = Asked {
                    contacts: gaps,
                    near,
                    settings,
                    rounds,
                    stays,
                    will_do,
                    nearly,
                    stands,
                    at_any_rate,
                };
                cone::at_any_rate(terms, asked, start, &reason, sparse)
            }
            solved => solved,
        }
    }
}
