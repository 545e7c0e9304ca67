//! The best that can be had where no iteration settles: friction impulses held, normal impulses solved for.
//!
//! With the friction impulses f given, the normal impulses are those of a projection, 0 ≤ p ⊥ G_nν + ψ/h ≥ 0, which has a
//! solution where ψ ≥ 0. All f are scaled by one factor, the largest of a few for which every f stays in its cone, ‖f‖ ≤ μp,
//! and friction takes energy away, Σ f·v_t ≤ 0. The factor 0, no friction, always does.

use crate::contact::ContactId;
use crate::lcp::convex::dual_active_set::{ConvexSettings, ConvexStatus, solve_convex};
use crate::lcp::convex::{ConvexProblem, SparseRow};
use crate::math::Vec3;
use crate::step::cone::{Asked, judge, totals};
use crate::step::island::IslandSolution;
use crate::step::island::literal::twists_as_vec6;
use crate::step::island::scaled::LimitRow;
use crate::step::island::terms::Terms;
use crate::step::report::{Accuracy, Measure, SolveSummary};
use nalgebra::DVector;

/// Rounds in which friction is brought back into the cones that its own normal impulses leave it.
const ROUNDS: usize = 8;

/// Factors tried.
const FACTORS: [f64; 8] = [1.0, 0.99, 0.95, 0.85, 0.7, 0.4, 0.1, 0.0];

/// Rounding of a friction impulse against its cone (dimensionless).
const SLACK: f64 = 1e-12;

/// The state nearest to `best` that keeps the gaps, has its friction in the cones, and gains no energy by it.
///
/// # Errors
/// When the normal impulses alone have no solution.
pub(in crate::step) fn nearest(
    terms: &Terms,
    asked: Asked,
    best: IslandSolution,
    reason: &str,
) -> Result<IslandSolution, String> {
    let (_, mut friction) = totals(terms.set, &best);
    for _ in 0..ROUNDS {
        let Ok(found) = with_friction_given(terms, asked, &friction) else { break };
        let (normal, _) = totals(terms.set, &found);
        for &(id, _) in asked.contacts {
            let most = terms.friction(terms.set.get(id)) * normal[id.0];
            let size = friction[id.0].norm();
            if size > most {
                friction[id.0] *= most / size;
            }
        }
    }
    let mut why = String::new();
    for factor in FACTORS {
        let scaled: Vec<Vec3> = friction.iter().map(|f| f * factor).collect();
        let mut found = match with_friction_given(terms, asked, &scaled) {
            Ok(found) => found,
            Err(reason) => {
                why = reason;
                continue;
            }
        };
        let (normal, _) = totals(terms.set, &found);
        let within = |&(id, _): &(ContactId, f64)| {
            let most = terms.friction(terms.set.get(id)) * normal[id.0];
            scaled[id.0].norm() <= most * (1.0 + SLACK)
        };
        let power: f64 = asked
            .contacts
            .iter()
            .map(|&(id, _)| terms.slide(terms.set.get(id), &scaled[id.0], &found.velocity))
            .sum();
        if factor == 0.0 || asked.contacts.iter().all(within) && power <= 0.0 {
            let (residual, worst) = judge(terms, asked.contacts, &found);
            let done = if factor == 0.0 { "left out".to_owned() } else { format!("held, times {factor}") };
            found.report.accuracy = Accuracy::of(Measure::SlidingSpeeds, residual);
            found.report.worst_contact = worst.map(|id| id.0);
            found.report.fallback =
                Some(format!("{reason}; friction was {done} (residual {:.1e} m/s)", residual.natural_map));
            return Ok(found);
        }
    }
    Err(why)
}

/// The normal impulses where these friction impulses act.
fn with_friction_given(terms: &Terms, asked: Asked, friction: &[Vec3]) -> Result<IslandSolution, String> {
    terms.decide(|terms| {
        let mut target = DVector::zeros(terms.size());
        let (mut rows, mut rhs) = (Vec::<SparseRow>::new(), Vec::new());
        for &(id, gap) in asked.contacts {
            let contact = terms.set.get(id);
            let (row, offset) = terms.gap_row(contact);
            rows.push(row);
            rhs.push(-gap / terms.h - offset);
            if friction[id.0] != Vec3::zeros() {
                for &(k, c) in terms.slide_row(contact, &friction[id.0]).0.entries() {
                    target[k] += c;
                }
            }
        }
        for LimitRow { row, offset, gap } in &terms.limits {
            rows.push(row.clone());
            rhs.push(-gap / terms.h - offset);
        }
        let size = rows.len();
        let problem = ConvexProblem::new(target, rows, rhs, 0).map_err(|e| e.to_string())?;
        let tolerance = asked.settings.tolerance.min(1e-11);
        let settings = ConvexSettings { tolerance, scale: terms.velocity_scale(), max_iterations: None };
        let found = solve_convex(&problem, &settings, &[]);
        if found.status != ConvexStatus::Solved {
            return Err(format!("the convex problem of {size} rows ended with {}", found.status));
        }
        let loads = asked.contacts.iter().zip(&found.multipliers).filter(|(_, p)| **p > 0.0);
        let impulses = loads.map(|((id, _), p)| (*id, *p)).collect();
        let given = asked.contacts.iter().filter(|(id, _)| friction[id.0] != Vec3::zeros());
        let friction = given.map(|(id, _)| (*id, friction[id.0])).collect();
        let change = terms.expand(found.y);
        let report = SolveSummary {
            method: "friction held",
            size,
            iterations: found.iterations,
            outer_iterations: 1,
            ..SolveSummary::default()
        };
        let velocity = twists_as_vec6(terms, &change);
        Ok((IslandSolution { velocity, change: change.clone(), impulses, friction, report }, change))
    })
}
