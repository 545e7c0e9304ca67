//! A problem with friction at fixed rows: the Stewart–Trinkle problem, or that of the quadratic cone.

use crate::contact::ContactId;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::methods::lemke::Lemke;
use crate::step::cone::{Asked, held, solve_cone};
use crate::step::exact::context::Context;
use crate::step::island::terms::Terms;
use crate::step::island::{IslandSolution, literal};
use crate::step::settings::Cone;
use crate::step::{cone, friction};
use nalgebra::DVector;

/// From this many contacts on friction that does not settle is taken as well as it is found: to halve the step would cost
/// more than it helps.
const DEAR: usize = 80;

impl Context<'_> {
    /// Solves the problem of these contacts with their gaps (m; with h = 1 s rates with the sign turned, m/s), from a first guess of the
    /// change of scaled velocity.
    ///
    /// # Errors
    /// What the methods said.
    pub(super) fn rough(
        &self,
        terms: &Terms,
        gaps: &[(ContactId, f64)],
        start: Option<&DVector<f64>>,
        sparse: &mut SparseSolver,
    ) -> Result<IslandSolution, String> {
        let settings = &self.settings;
        if self.cone == Cone::Quadratic && cone::differs(terms) {
            let at_any_rate = self.at_any_rate || gaps.len() >= DEAR;
            return solve_cone(terms, Asked { contacts: gaps, settings, at_any_rate }, start, sparse);
        }
        let groups: Vec<literal::Group> = gaps.iter().map(|(id, _)| vec![*id]).collect();
        let by_speeds = || friction::solve(terms, gaps, start, settings, friction::ACCEPT, sparse);
        let by_lemke = || literal::solve(terms, &groups, f64::NEG_INFINITY, &Lemke, settings);
        match friction::with_lemke(terms, gaps, by_speeds, by_lemke) {
            Err(reason) if self.at_any_rate => {
                let best = friction::solve(terms, gaps, start, settings, f64::INFINITY, sparse)
                    .map_err(|second| format!("{reason}; {second}"))?;
                let asked = Asked { contacts: gaps, settings, at_any_rate: true };
                held::nearest(terms, asked, best, &reason)
            }
            solved => solved,
        }
    }
}
