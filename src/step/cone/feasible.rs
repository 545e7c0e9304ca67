//! The best that can be had where sliding speeds do not settle: gaps, cones and energy are respected, friction may be too weak.
//!
//! With any sliding speeds σ ≥ 0 the convex problem has friction in the cone and takes energy away. What a wrong guess spoils are
//! the gaps: with σ above ‖v_t‖ a contact may close by μ(σ − ‖v_t‖) too much, below it one that is loaded opens. The first is
//! forbidden by a row G_nν + ψ/h ≥ 0 of its own for every contact, with which ν = 0 is as feasible as before (it is, unless a
//! body moves as it is told to: one that wedges another can leave no solution of Coulomb's law at all). Against the second
//! every σ is raised to the sliding found, until no loaded contact opens. Rows with larger σ carry less: friction gets weaker,
//! and in the end, where nothing else will do, is left out, which is the frictionless problem and has a solution. What is lost
//! is that all that slides has all of μp against it; the residual says by how much.

use crate::contact::{Contact, ContactId};
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::ConvexSettings;
use crate::step::cone::disc::{CORNERS, Found, Guess, Posed, answer, one_round};
use crate::step::cone::{Asked, align, judge, totals};
use crate::step::island::IslandSolution;
use crate::step::island::terms::Terms;
use crate::step::report::{Accuracy, Measure, SolveSummary};
use std::rc::Rc;

/// Rounds in which sliding speeds are raised; in the second half by half as much again.
const ROUNDS: usize = 24;

/// A contact that carries an impulse may open by this in the step (m); half of what the exact law accepts.
const OPEN: f64 = 5e-9;

/// A gap may close by this too much in the step (m); half of what the exact law accepts.
pub(super) const DEEP: f64 = 5e-10;

/// Where friction is left out its sliding speeds are this many times the island's: no row of it binds (dimensionless).
const NEVER: f64 = 1e6;

/// Whether a solution keeps the gaps as well as the exact law asks.
pub(super) fn fits(terms: &Terms, contacts: &[(ContactId, f64)], solution: &IslandSolution) -> bool {
    let (normal, _) = totals(terms.set, solution);
    contacts.iter().all(|&(id, gap)| {
        let contact = Contact { gap, ..terms.set.get(id).clone() };
        let end = terms.linear_gap(&contact, &solution.velocity);
        end >= -DEEP && (end <= OPEN || normal[id.0] <= 0.0)
    })
}

/// The sliding of the motion without friction, as a guess.
///
/// # Errors
/// When the normal impulses alone have no solution.
pub(super) fn frictionless(
    terms: &Terms,
    asked: Asked,
    guess: &[Guess],
    sparse: &mut SparseSolver,
) -> Result<Vec<Guess>, String> {
    let convex = ConvexSettings::exact(asked.settings.tolerance, terms.velocity_scale());
    let posed = Rc::new(Posed::new(terms.clone(), asked.contacts, true));
    let most = NEVER * super::speed(terms);
    let out: Vec<Guess> = guess.iter().map(|g| Guess { sigma: most, curvature: 0.0, ..*g }).collect();
    let (found, posed) = one_round(&posed, asked.contacts, &out, &convex, None, sparse)?;
    Ok(posed.discs.iter().map(|disc| Guess::of(&disc.sliding(&found.y).1)).collect())
}

/// The state nearest to a guess that keeps the gaps, has its friction in the cones, and gains no energy by it.
///
/// # Errors
/// When the normal impulses alone have no solution.
pub(super) fn nearest(
    terms: &Terms,
    asked: Asked,
    guess: &[Guess],
    reason: &str,
    sparse: &mut SparseSolver,
) -> Result<IslandSolution, String> {
    let convex = ConvexSettings::exact(asked.settings.tolerance, terms.velocity_scale());
    let mut posed = Rc::new(Posed::new(terms.clone(), asked.contacts, true));
    let mut guess = guess.to_vec();
    let speed = super::speed(terms);
    let mut last: Option<Found> = None;
    let mut report = SolveSummary { method: "sliding speeds", ..SolveSummary::default() };
    let mut untried = true;
    for mut round in 0..=ROUNDS {
        let leave_out = |guess: &mut Vec<Guess>| {
            guess.iter_mut().for_each(|g| g.sigma = g.sigma.max(NEVER * speed));
        };
        if round == ROUNDS {
            leave_out(&mut guess);
        }
        let found = one_round(&posed, asked.contacts, &guess, &convex, last.as_ref(), sparse);
        let (found, now) = match found {
            Ok(found) => found,
            // A body that moves as it is told to may wedge another so fast that these sliding speeds have no solution. Those of
            // frictionless motion have one, if there is any; raised from there they may jam again.
            Err(_) if round < ROUNDS && std::mem::take(&mut untried) => {
                guess = frictionless(terms, asked, &guess, sparse)?;
                last = None;
                continue;
            }
            Err(_) if round < ROUNDS => {
                round = ROUNDS;
                leave_out(&mut guess);
                one_round(&posed, asked.contacts, &guess, &convex, None, sparse)?
            }
            Err(reason) => return Err(reason),
        };
        posed = now;
        report.outer_iterations += 1;
        report.iterations += found.whole.iterations;
        let mut open = 0.0_f64;
        let raise = if round < ROUNDS / 2 { 1.0 } else { 1.5 };
        let before = guess.clone();
        for (disc, guess) in posed.discs.iter().zip(&mut guess).filter(|(disc, _)| disc.mu > 0.0) {
            let loads = &found.loads()[disc.first..=disc.first + CORNERS];
            let rate = disc.normal.0.dot(&found.y) + disc.normal.1;
            if loads.iter().any(|load| *load > 0.0) {
                open = open.max(rate * terms.h);
                guess.sigma = guess.sigma.max(raise * disc.sliding(&found.y).1.norm());
            }
            // Towards the end nothing turns any more, and friction is in the cone to the letter.
            if round < ROUNDS / 2 {
                align(disc, guess, &found, speed);
            } else {
                guess.curvature = 0.0;
            }
        }
        if open <= OPEN || round == ROUNDS {
            let mut solution = answer(&posed, &before, &found);
            let (residual, worst) = judge(terms, asked.contacts, &solution);
            let done = if round == ROUNDS { "was left out" } else { "is the best found" };
            let worst_contact = worst.map(|id| id.0);
            let fallback =
                Some(format!("{reason}; friction {done} (residual {:.1e} m/s)", residual.natural_map));
            let accuracy = Accuracy::of(Measure::SlidingSpeeds, residual);
            let size = found.loads().len();
            solution.report = SolveSummary { accuracy, worst_contact, fallback, size, ..report };
            return Ok(solution);
        }
        last = Some(found);
    }
    Err(format!("{reason}; no state was found at any rate"))
}
