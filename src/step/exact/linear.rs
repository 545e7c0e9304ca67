//! One linearised problem of an island: frictionless as a projection, with friction by Coulomb's law.

use crate::contact::separating::rows::{Row, contact_at};
use crate::contact::{ContactId, ContactSet};
use crate::geometry::separating::RowKey;
use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::math::{Vec3, Vec6};
use crate::quote::counted;
use crate::step::cone;
use crate::step::exact::context::Pair;
use crate::step::exact::inner::{Effort, Island, Iterate, SPARSE};
use crate::step::exact::rough::{Begun, DEAR};
use crate::step::friction::DENSE;
use crate::step::impact::cut::MISSED;
use crate::step::island::scaled::{LimitRow, Scaled};
use crate::step::island::terms::Terms;
use crate::step::tolerances::{EXACT_OPEN, ROUGH_VIOLATION, TOUCHING};
use nalgebra::DVector;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Factorisations of a problem that is too large for the dense method: those that have a solution take a dozen, rarely forty, and features that
/// contradict each other as many as they are given.
const MOST_FACTORISATIONS: usize = 60;

/// What a problem with friction that is not the last may be off by, as a part of the violation with which features are released (dimensionless).
const HARDLY_OFF: f64 = 0.1;

/// So many problems in a row may end where Coulomb's law is only nearly obeyed, before friction stands.
const NEARLY_IN_A_ROW: usize = 6;

/// After so many problems in which what was apart has landed it is not asked any more whether it only comes to its impact.
const LANDINGS: usize = 2;

/// What comes by this many times what gravity adds to its speed in a step is met by the end of a part.
const FAST: f64 = 4.0;

/// What is asked of contacts that are apart at the start of the step.
#[derive(Clone, Copy, PartialEq)]
enum Coming {
    /// What is asked of all.
    Rubs,
    /// To stay apart, without friction.
    Smooth,
    /// Nothing.
    Not,
}

/// A row with the number of its pair and its key.
pub(super) type PairRow = (usize, RowKey, Row);

impl<'c> Island<'c, '_> {
    /// The residual of Coulomb's law that will do (m/s): none while the answer may be the last.
    pub(super) fn will_do(&self) -> f64 {
        if self.roughly && self.friction { HARDLY_OFF * ROUGH_VIOLATION / self.ctx.h } else { 0.0 }
    }

    /// The projection onto the rows, and its KKT residual.
    ///
    /// # Errors
    /// When the rows contradict each other or the method fails.
    pub(super) fn frictionless(
        &self,
        pairs: &mut [Pair],
        rows: &[PairRow],
        scaled: &Scaled<'c>,
        effort: &mut Effort,
    ) -> Result<(DVector<f64>, f64), String> {
        let solution = scaled.decide(|scaled| {
            let found = self.project(pairs, rows, scaled, effort)?;
            let change = scaled.expand(found.y.clone());
            Ok(((found, change.clone()), change))
        });
        let (solution, change) = solution?;
        for pair in pairs.iter_mut() {
            pair.warm.clear();
        }
        for &k in &solution.active {
            let Some((p, key, _)) = rows.get(k) else { continue };
            pairs[*p].warm.push((*key, solution.multipliers[k]));
            if solution.multipliers[k] > 0.0 {
                pairs[*p].loads.push((*key, solution.multipliers[k]));
            }
        }
        Ok((change, solution.kkt))
    }

    /// The projection with the drives as `scaled` has them.
    ///
    /// # Errors
    /// When the rows contradict each other or the method fails.
    fn project(
        &self,
        pairs: &[Pair],
        rows: &[PairRow],
        scaled: &Scaled<'c>,
        effort: &mut Effort,
    ) -> Result<ConvexSolution, String> {
        let h = self.ctx.h;
        let count = rows.len() + scaled.limits.len();
        let mut constraints = Vec::with_capacity(count);
        let mut rhs = Vec::with_capacity(count);
        let (mut warm, mut guess) = (Vec::new(), vec![0.0; count]);
        for (k, (p, key, row)) in rows.iter().enumerate() {
            let pair = &pairs[*p];
            let (a, b) = (self.ctx.body_of(pair.parts.0), self.ctx.body_of(pair.parts.1));
            let (c, offset) = scaled.row(a, &row.jacobian_a, b, &row.jacobian_b);
            constraints.push(c);
            rhs.push(-row.gap / h - offset);
            if let Some((_, impulse)) = pair.warm.iter().find(|w| w.0 == *key) {
                warm.push(k);
                guess[k] = *impulse;
            }
        }
        for LimitRow { row, offset, gap } in &scaled.limits {
            constraints.push(row.clone());
            rhs.push(-gap / h - offset);
        }
        let problem = ConvexProblem::new(DVector::zeros(scaled.size()), constraints, rhs, 0)
            .map_err(|e| e.to_string())?;
        let mut settings = ConvexSettings::exact(self.ctx.settings.tolerance, self.scale);
        // Joints fill the rows of their articulation: nothing is sparse there.
        let sparse = problem.size() >= SPARSE && self.joints.is_empty();
        let dear = sparse && problem.size() >= DENSE;
        settings.max_iterations = dear.then_some(MOST_FACTORISATIONS);
        let mut solution = None;
        if sparse {
            let found = effort.sparse.solve(&problem, &settings, &guess);
            effort.iterations += found.iterations;
            // Rows that are nearly dependent can keep it from its accuracy; the dense method decides then, where it does not take seconds.
            solution = Some(found).filter(|found| dear || found.status == ConvexStatus::Solved);
        }
        let solution = solution.unwrap_or_else(|| {
            let found = solve_convex(&problem, &settings, &warm);
            effort.iterations += found.iterations;
            found
        });
        self.solved(solution, pairs, effort)
    }

    /// A solution, if it is one.
    ///
    /// # Errors
    /// When the rows contradict each other or the method fails.
    pub(super) fn solved(
        &self,
        solution: ConvexSolution,
        pairs: &[Pair],
        effort: &mut Effort,
    ) -> Result<ConvexSolution, String> {
        effort.conflict.clear();
        let rows = || pairs.iter().enumerate().flat_map(|(p, pair)| pair.acted.iter().map(move |_| p));
        if solution.status == ConvexStatus::Infeasible {
            effort.conflict = solution.conflict.iter().filter_map(|&k| rows().nth(k)).collect();
            effort.conflict.dedup();
            let bodies = |&k: &usize| pairs[k].parts;
            return Err(self.ctx.contradiction(effort.conflict.iter().map(bodies)));
        }
        if solution.status != ConvexStatus::Solved {
            return Err(format!(
                "the convex problem of {} ended with {} after {} of the active set",
                counted(rows().count(), "row", "rows"),
                solution.status,
                counted(solution.iterations, "change", "changes")
            ));
        }
        Ok(solution)
    }

    /// Whether the step ends where bodies that fly come to their impact, and nothing pushes yet: a part of a step ends up to half of [`MISSED`] beyond it. To undo even that under steep
    /// friction, where pushing along a contact that slides presses it down (μ > K_nn/|K_nt|), what comes would have to stand, with all the impulse that it takes.
    fn only_meets(&self, pairs: &[Pair], rows: &[PairRow], scaled: &Scaled<'c>) -> bool {
        let fly = self.ctx.splits && self.joints.is_empty() && pairs.iter().all(|pair| pair.apart > TOUCHING);
        fly && rows.iter().all(|(p, _, row)| {
            let (a, b) = pairs[*p].parts;
            let (a, b) = (self.ctx.body_of(a), self.ctx.body_of(b));
            let (_, rate) = scaled.row(a, &row.jacobian_a, b, &row.jacobian_b);
            row.gap + self.ctx.h * rate >= -MISSED
        })
    }

    /// Coulomb's law with the chosen features' rows, in the cone of the settings: change of scaled velocity, residual (m/s), and why another than the first
    /// method answered.
    ///
    /// # Errors
    /// What the methods said.
    pub(super) fn with_friction(
        &self,
        pairs: &mut [Pair],
        rows: &[PairRow],
        near: &[(f64, Vec3)],
        now: &Iterate<'c>,
        scaled: &Scaled<'c>,
        effort: &mut Effort,
    ) -> Result<(DVector<f64>, f64, Option<String>), String> {
        if self.only_meets(pairs, rows, scaled) {
            return Ok((DVector::zeros(scaled.size()), 0.0, None));
        }
        let contact = |(p, key, row): &PairRow| {
            let pair = &pairs[*p];
            let (end, _) = self.secant_ends(pair.parts, now);
            contact_at(pair.feature, *key, row, self.start(pair.parts), end, pair.rough)
        };
        let mut set = ContactSet { contacts: rows.iter().map(contact).collect(), ..ContactSet::default() };
        let start = scaled.change(&now.twists);
        // Friction that stands knows nothing of features that are new.
        let anew = rows.len() >= DEAR && {
            let features = features(pairs);
            std::mem::replace(&mut effort.rubbed, features) != features
        };
        // An answer that is only nearly one is no end, but the next problem begins near its own.
        let nearly = effort.only_nearly < NEARLY_IN_A_ROW;
        let mut only_nearly = false;
        // Of pairs that are apart at the start.
        let comes: Vec<bool> = rows.iter().map(|(p, ..)| pairs[*p].apart > TOUCHING).collect();
        let mut coulomb = |set: &ContactSet, coming: Coming| {
            let mut terms = Terms::new(scaled.clone(), set, self.ctx.friction_directions);
            if coming == Coming::Smooth {
                terms = terms.meeting(&comes);
            }
            let acts = |k: usize| coming != Coming::Not || !comes[k];
            let gaps: Vec<_> = (set.contacts.iter().enumerate().filter(|(k, _)| acts(*k)))
                .map(|(k, c)| (ContactId(k), c.gap))
                .collect();
            let fewer: Vec<_>;
            let near = if coming == Coming::Not {
                fewer = near.iter().enumerate().filter(|(k, _)| acts(*k)).map(|(_, r)| *r).collect();
                &fewer
            } else {
                near
            };
            let (spent, steps, will_do) = (effort.rounds, effort.iterations, self.will_do());
            let begun = Begun { near, change: &start, spent, steps, anew, stays: false, will_do, nearly };
            let found = self.ctx.rough(&terms, &gaps, begun, &mut effort.sparse)?;
            let off = found.report.accuracy.residual().natural_map;
            // What is found as it should be has nothing to tell, and is not measured again.
            let told = found.report.fallback.is_some();
            only_nearly = told && will_do == 0.0 && nearly && cone::is_only_nearly(&terms, off);
            Ok::<_, String>(found)
        };
        // Once it has been seen that what comes is to be met at the end of a part, it is asked so at once.
        let coming = if effort.meets { Coming::Smooth } else { Coming::Rubs };
        let solved = coulomb(&set, coming).or_else(|first| {
            // What an accepted state is below zero by rounding can be more than a tight place has room for. Not to sink
            // deeper is what ν = 0 does.
            let sunk = |gap: f64| (-EXACT_OPEN..0.0).contains(&gap);
            if !set.contacts.iter().any(|c| sunk(c.gap)) {
                return Err(first);
            }
            set.contacts.iter_mut().filter(|c| sunk(c.gap)).for_each(|c| c.gap = 0.0);
            coulomb(&set, coming)
                .map_err(|second| if first == second { first } else { format!("{first}; {second}") })
        })?;
        // As where bodies only fly ([`Self::only_meets`]): what comes to its impact beside contacts that bear does not push before it.
        let pushed = |(id, p): &(ContactId, f64)| *p > 0.0 && comes[id.0];
        let asks = self.ctx.splits && !effort.meets && effort.landings < LANDINGS;
        let solved = if asks && solved.impulses.iter().any(pushed) {
            let without = coulomb(&set, Coming::Not).ok();
            let terms = Terms::new(scaled.clone(), &set, self.ctx.friction_directions);
            // At which rate the slowest of what is violated at the end closes (m/s).
            let ends = |velocity: &[Vec6]| {
                let coming = set.contacts.iter().zip(&comes).filter(|(_, comes)| **comes);
                let ends = coming.map(|(contact, _)| (contact.gap, terms.linear_gap(contact, velocity)));
                ends.filter(|(_, end)| !(*end >= -MISSED))
                    .map(|(start, end)| (start - end) / self.ctx.h)
                    .min_by(f64::total_cmp)
            };
            match without.map(|without| (ends(&without.velocity), without)) {
                Some((None, without)) => without,
                // A later part ends at its impact, and this one tells where that is. The instant is that of the smooth motion, a little off on
                // joints: what is left is undone along the normal, for friction may be so steep that it takes all that makes the contact stand.
                Some((Some(speed), _)) if !self.joints.is_empty() && speed > FAST * self.ctx.fall => {
                    effort.meets = true;
                    coulomb(&set, Coming::Smooth).unwrap_or(solved)
                }
                _ => {
                    effort.landings += 1;
                    solved
                }
            }
        } else {
            solved
        };
        effort.only_nearly = if only_nearly { effort.only_nearly + 1 } else { 0 };
        effort.iterations += solved.report.iterations;
        effort.rounds += solved.report.outer_iterations;
        for (id, p) in &solved.impulses {
            let (pair, key, _) = &rows[id.0];
            pairs[*pair].loads.push((*key, *p));
        }
        for (id, p) in &solved.friction {
            let (pair, key, _) = &rows[id.0];
            let list: &mut Vec<(RowKey, Vec3)> = &mut pairs[*pair].friction;
            match list.iter_mut().find(|(k, _)| k == key) {
                Some((_, sum)) => *sum += p,
                None => list.push((*key, *p)),
            }
        }
        let accuracy = solved.report.accuracy;
        effort.measure = accuracy.measure().unwrap_or(effort.measure);
        Ok((solved.change, accuracy.residual().natural_map, solved.report.fallback))
    }
}

/// A number that tells the features of pairs from others, for practical purposes.
fn features(pairs: &[Pair]) -> u64 {
    let mut hasher = DefaultHasher::new();
    pairs.iter().for_each(|pair| (pair.parts, pair.feature).hash(&mut hasher));
    hasher.finish()
}
