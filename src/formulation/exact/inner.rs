//! The inner loop: with one feature per pair fixed, iterate the secant rows to their fixed point.

use crate::body::BodyId;
use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::{
    Placed, Row, RowKey, as_contact, cayley_factor, row_gaps, secant_row,
};
use crate::contact::separating::search;
use crate::contact::{Contact, ContactId, ContactSet};
use crate::formulation::active_alternative::MAX_CORRECTION;
use crate::formulation::exact::{Context, OPEN, Pair, TOLERANCE};
use crate::formulation::literal;
use crate::formulation::scaled::Scaled;
use crate::formulation::sliding;
use crate::formulation::terms::Terms;
use crate::lcp::convex::ConvexProblem;
use crate::lcp::dual_active_set::{ConvexSettings, ConvexStatus, solve_convex};
use crate::lcp::lemke::Lemke;
use crate::lcp::proximal_newton::SparseSolver;
use crate::math::{Twist, Vec3};
use nalgebra::DVector;

/// Convex problems per choice of features at most.
const MAX_INNER: usize = 40;

/// Violation that ends the iteration (m). Far below what is accepted, for two or three more digits cost one problem; a
/// large island, whose problems are dear, stops at half of what is accepted.
const AIM: f64 = 1e-11;

/// Rows whose gap at the start or at the first guess of the end is below this enter at once, the others when they are
/// violated (fraction of the smaller radius).
const BAND: f64 = 0.05;

/// A row that carries an impulse ends with a gap of at most this (m).
pub(super) const OPEN_LOAD: f64 = 1e-8;

/// Gaps to this are good enough to see which features want to be released (m).
pub(super) const ROUGH: f64 = 2e-6;

/// From this many unknowns on, the sparse method is faster than the dense one, warm starts included (`benches/convex`).
pub(super) const SPARSE: usize = 300;

/// An impulse below this fraction of the island's largest carries nothing.
pub(super) const UNLOADED: f64 = 1e-9;

/// The bodies and parts of one island, and where its foreign parts end.
pub(super) struct Island<'c, 'a> {
    pub ctx: &'c Context<'a>,
    pub scaled: Scaled<'c>,
    /// Parts of its bodies, ascending indices into the kinematics.
    pub parts: Vec<usize>,
    /// Parts of kinematic bodies that its pairs touch, at the end of the step.
    pub foreign: Vec<(usize, WorldPart<'c>)>,
    pub friction: bool,
    /// Violation that the iteration aims at (m); what rounding leaves of it is accepted up to [`TOLERANCE`].
    pub aim: f64,
}

/// One solved convex problem, or the guess before the first.
#[derive(Clone)]
pub(super) struct Iterate<'c> {
    /// Change of scaled velocity against free motion.
    pub change: DVector<f64>,
    /// Twists of the island's bodies.
    pub twists: Vec<Twist>,
    /// The island's parts at the end of the step.
    pub placed: Vec<WorldPart<'c>>,
    /// ½‖ν − ν*‖²_M (J).
    pub objective: f64,
    /// Deepest violation of a row (m), at least 0.
    pub violation: f64,
    /// Largest gap of a row that carries an impulse (m).
    pub open_load: f64,
    /// KKT residual of the convex problem.
    pub residual: f64,
    /// Rows of the problem.
    pub size: usize,
}

/// Counts over all problems of an island, and what they share.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    pub outer: usize,
    pub iterations: usize,
    pub history: Vec<f64>,
    pub objectives: Vec<f64>,
    pub sparse: SparseSolver,
}

impl<'c, 'a> Island<'c, 'a> {
    pub fn new(ctx: &'c Context<'a>, bodies: Vec<BodyId>, pairs: &[Pair]) -> Self {
        let parts: Vec<usize> = bodies.iter().flat_map(|&id| ctx.start.parts_of(id)).collect();
        let mut touched: Vec<usize> = pairs.iter().flat_map(|p| [p.parts.0, p.parts.1]).collect();
        touched.sort_unstable();
        touched.dedup();
        let foreign = touched
            .into_iter()
            .filter(|k| parts.binary_search(k).is_err() && ctx.free[ctx.body_of(*k).0] != Twist::zero())
            .map(|k| (k, ctx.end_of(k, &ctx.free[ctx.body_of(k).0])))
            .collect();
        let friction = pairs.iter().any(|p| {
            let mu = |k: usize| ctx.model.body(ctx.body_of(k)).friction;
            mu(p.parts.0) * mu(p.parts.1) > 0.0
        });
        let scaled = Scaled::new(ctx.model, ctx.roots, ctx.free, bodies, ctx.h);
        let extent = parts.iter().fold(0.0_f64, |m, &k| {
            let part = &ctx.start.parts[k];
            m.max(part.low.amax()).max(part.high.amax())
        });
        let large = scaled.size() >= SPARSE;
        let aim = if large { 0.5 * TOLERANCE } else { AIM }.max(32.0 * f64::EPSILON * extent);
        Self { ctx, scaled, parts, foreign, friction, aim }
    }

    /// The state that given twists lead to, before any problem is solved.
    pub fn guess(&self, twists: Vec<Twist>) -> Iterate<'c> {
        let mut placed: Vec<WorldPart> =
            self.parts.iter().map(|&k| self.ctx.start.parts[k].clone()).collect();
        self.place(&twists, &mut placed);
        let change = self.scaled.change(&twists);
        Iterate {
            change,
            twists,
            placed,
            objective: 0.0,
            violation: 0.0,
            open_load: 0.0,
            residual: 0.0,
            size: 0,
        }
    }

    /// Moves the island's parts to the end of the step.
    fn place(&self, twists: &[Twist], placed: &mut [WorldPart<'c>]) {
        let mut parts = self.parts.iter().zip(placed).peekable();
        for (id, twist) in self.scaled.bodies.iter().zip(twists) {
            let pose = self.ctx.state.poses[id.0].advanced(twist, self.ctx.h);
            while let Some((_, part)) = parts.next_if(|(k, _)| self.ctx.body_of(**k) == *id) {
                part.move_to(&pose);
            }
        }
    }

    /// A pair at the end of the step.
    pub fn end<'s>(&'s self, at: &'s [WorldPart<'c>], parts: (usize, usize)) -> Placed<'s, 'c> {
        let part = |k: usize| match self.parts.binary_search(&k) {
            Ok(slot) => &at[slot],
            Err(_) => match self.foreign.binary_search_by_key(&k, |f| f.0) {
                Ok(slot) => &self.foreign[slot].1,
                Err(_) => &self.ctx.start.parts[k],
            },
        };
        Placed { a: part(parts.0), b: part(parts.1) }
    }

    /// A pair at the start of the step.
    pub fn start(&self, parts: (usize, usize)) -> Placed<'c, 'c> {
        Placed { a: &self.ctx.start.parts[parts.0], b: &self.ctx.start.parts[parts.1] }
    }

    /// Twist of the body of a part.
    pub fn twist(&self, twists: &[Twist], part: usize) -> Twist {
        let id = self.ctx.body_of(part);
        self.scaled.bodies.binary_search(&id).map_or(self.ctx.free[id.0], |k| twists[k])
    }

    /// Iterates to the fixed point from `from`, until violations are at most `aim` (m).
    ///
    /// # Errors
    /// When a problem has no solution, or the fixed point was not reached.
    pub fn converge(
        &self,
        pairs: &mut [Pair],
        from: Iterate<'c>,
        aim: f64,
        effort: &mut Effort,
    ) -> Result<Iterate<'c>, String> {
        let mut now = from;
        let mut gaps = Vec::new();
        for pair in pairs.iter_mut() {
            self.first_rows(pair, &now, &mut gaps);
        }
        // Where the secants are drawn to: the last solution, put forward by Anderson's method of depth one.
        let mut far = now.clone();
        let mut last: Option<(DVector<f64>, DVector<f64>)> = None;
        let mut history: Vec<f64> = Vec::new();
        for _ in 0..MAX_INNER {
            effort.outer += 1;
            self.solve(pairs, &far, &mut now, effort)?;
            self.judge(pairs, &mut now, &mut gaps);
            effort.history.push(now.violation);
            let settled = now.violation <= aim && now.open_load <= aim.max(OPEN_LOAD);
            if settled || !self.ctx.implicit {
                return Ok(now);
            }
            history.push(now.violation.max(now.open_load));
            let k = history.len();
            let at_rounding = k > 2 && history[k - 1] > 0.5 * history[k - 2];
            if now.violation <= TOLERANCE && now.open_load <= OPEN_LOAD && at_rounding {
                return Ok(now);
            }
            // The iteration contracts by about half the angle of the step; where it does not, the step is too long.
            if !history[k - 1].is_finite() || (k > 12 && history[k - 1] > 0.25 * history[k - 7]) {
                break;
            }
            let moved = &now.change - &far.change;
            far.change.copy_from(&now.change);
            if let Some((moved_before, change_before)) = &last {
                let bend = &moved - moved_before;
                let share = moved.dot(&bend) / bend.norm_squared();
                if share.abs() < 0.9 {
                    far.change -= (&now.change - change_before) * share;
                }
            }
            last = Some((moved, now.change.clone()));
            far.twists = self.scaled.twists(&far.change);
            self.place(&far.twists, &mut far.placed);
        }
        if now.violation <= TOLERANCE {
            return Ok(now);
        }
        Err(format!(
            "the end poses did not settle in {} problems (violation {:.1e} m)",
            history.len(),
            now.violation
        ))
    }

    /// One problem with the secants drawn to the state `now`, which becomes its solution.
    ///
    /// # Errors
    /// When the problem has no solution.
    pub fn advance(
        &self,
        pairs: &mut [Pair],
        now: &mut Iterate<'c>,
        effort: &mut Effort,
    ) -> Result<(), String> {
        let mut gaps = Vec::new();
        for pair in pairs.iter_mut().filter(|p| p.rows.is_empty()) {
            self.first_rows(pair, now, &mut gaps);
        }
        effort.outer += 1;
        let far = now.clone();
        self.solve(pairs, &far, now, effort)?;
        self.judge(pairs, now, &mut gaps);
        effort.history.push(now.violation);
        Ok(())
    }

    /// The rows a feature starts with.
    pub fn first_rows(&self, pair: &mut Pair, now: &Iterate<'c>, gaps: &mut Vec<(RowKey, f64)>) {
        let band = BAND * self.ctx.size_of(pair.parts);
        for at in [self.start(pair.parts), self.end(&now.placed, pair.parts)] {
            row_gaps(pair.feature, at, gaps);
            pair.rows.extend(gaps.iter().filter(|(_, g)| *g < band).map(|(key, _)| *key));
        }
        pair.rows.sort_unstable();
        pair.rows.dedup();
    }

    /// Measures the rows on the true geometry, and takes in those that are violated.
    pub fn judge(&self, pairs: &mut [Pair], now: &mut Iterate<'c>, gaps: &mut Vec<(RowKey, f64)>) {
        let largest = pairs.iter().flat_map(|p| &p.loads).fold(0.0_f64, |m, (_, p)| m.max(*p));
        (now.violation, now.open_load) = (0.0, 0.0);
        for pair in pairs.iter_mut() {
            row_gaps(pair.feature, self.end(&now.placed, pair.parts), gaps);
            let shortfalls = self.shortfalls(pair, gaps);
            for ((key, gap), shortfall) in gaps.iter().zip(shortfalls) {
                // f64::max drops a NaN.
                now.violation = if shortfall.is_nan() { f64::INFINITY } else { now.violation.max(shortfall) };
                let load = pair.loads.binary_search_by_key(key, |l| l.0).map_or(0.0, |k| pair.loads[k].1);
                if load > UNLOADED * largest && !pair.overlapping {
                    now.open_load = now.open_load.max(*gap);
                }
                if shortfall > 0.0
                    && let Err(slot) = pair.rows.binary_search(key)
                {
                    pair.rows.insert(slot, *key);
                }
            }
        }
    }

    /// How far each gap at the end falls short of what is asked: zero, or, where the parts overlap at the start, the
    /// gap after pushing for one step.
    fn shortfalls(&self, pair: &Pair, gaps: &[(RowKey, f64)]) -> Vec<f64> {
        if !pair.overlapping {
            return gaps.iter().map(|(_, g)| -g).collect();
        }
        let mut at_start = Vec::new();
        row_gaps(pair.feature, self.start(pair.parts), &mut at_start);
        gaps.iter()
            .zip(&at_start)
            .map(|((_, g), (_, g0))| (g0 + MAX_CORRECTION * self.ctx.h).min(0.0) - g)
            .collect()
    }

    /// The secant rows of a pair between its start and its end in `now`; `None` where its edges become parallel.
    pub fn secant_rows(&self, pair: &Pair, now: &Iterate<'c>) -> Option<Vec<(RowKey, Row)>> {
        let start = self.start(pair.parts);
        let (end, kappa) = self.secant_ends(pair.parts, now);
        let row = |&key: &RowKey| {
            let mut row = secant_row(pair.feature, key, start, end, kappa)?;
            if pair.overlapping {
                row.gap = row.gap.max(-MAX_CORRECTION * self.ctx.h);
            }
            Some((key, row))
        };
        pair.rows.iter().map(row).collect()
    }

    /// Edges that turn through parallel leave no normal. The facets next to them separate, to a rounding of the edges'
    /// length times [`PARALLEL_SINE`](crate::contact::separating::PARALLEL_SINE).
    fn leave_parallel_edges(&self, pair: &mut Pair, now: &Iterate<'c>) {
        let start = self.start(pair.parts);
        let (feature, separation) = search::widest_facet(start.a, start.b);
        pair.switch_to(feature, separation);
        pair.overlapping = separation < -OPEN;
        self.first_rows(pair, now, &mut Vec::new());
    }

    /// One convex problem, linearised between the start and the end of `far`; its solution goes to `now`.
    fn solve(
        &self,
        pairs: &mut [Pair],
        far: &Iterate<'c>,
        now: &mut Iterate<'c>,
        effort: &mut Effort,
    ) -> Result<(), String> {
        let mut rows: Vec<(usize, RowKey, Row)> = Vec::new();
        for (p, pair) in pairs.iter_mut().enumerate() {
            let of_pair = match self.secant_rows(pair, far) {
                Some(found) => found,
                None => {
                    self.leave_parallel_edges(pair, far);
                    self.secant_rows(pair, far).ok_or("two edges that separate a pair became parallel")?
                }
            };
            rows.extend(of_pair.into_iter().map(|(key, row)| (p, key, row)));
        }
        for pair in pairs.iter_mut() {
            pair.loads.clear();
            pair.friction.clear();
        }
        let (y, residual) = if self.friction {
            self.with_friction(pairs, &rows, far, effort)?
        } else {
            self.frictionless(pairs, &rows, effort)?
        };
        now.twists = self.scaled.twists(&y);
        self.place(&now.twists, &mut now.placed);
        now.objective = 0.5 * y.norm_squared();
        now.change = y;
        now.residual = residual;
        now.size = rows.len();
        Ok(())
    }

    /// The far end of the secant and κ: the start itself where the geometry is semi-implicit.
    fn secant_ends<'s>(
        &'s self,
        parts: (usize, usize),
        now: &'s Iterate<'c>,
    ) -> (Placed<'s, 'c>, (f64, f64)) {
        if !self.ctx.implicit {
            return (self.start(parts), (1.0, 1.0));
        }
        let kappa = |k: usize| cayley_factor(&self.twist(&now.twists, k), self.ctx.h);
        (self.end(&now.placed, parts), (kappa(parts.0), kappa(parts.1)))
    }

    fn frictionless(
        &self,
        pairs: &mut [Pair],
        rows: &[(usize, RowKey, Row)],
        effort: &mut Effort,
    ) -> Result<(DVector<f64>, f64), String> {
        let h = self.ctx.h;
        let mut constraints = Vec::with_capacity(rows.len());
        let mut rhs = Vec::with_capacity(rows.len());
        let (mut warm, mut guess) = (Vec::new(), vec![0.0; rows.len()]);
        for (k, (p, key, row)) in rows.iter().enumerate() {
            let pair = &pairs[*p];
            let (a, b) = (self.ctx.body_of(pair.parts.0), self.ctx.body_of(pair.parts.1));
            let (c, offset) = self.scaled.row(a, &row.jacobian_a, b, &row.jacobian_b);
            constraints.push(c);
            rhs.push(-row.gap / h - offset);
            if let Some((_, impulse)) = pair.warm.iter().find(|w| w.0 == *key) {
                warm.push(k);
                guess[k] = *impulse;
            }
        }
        let problem = ConvexProblem::new(DVector::zeros(self.scaled.size()), constraints, rhs, 0)
            .map_err(|e| e.to_string())?;
        let settings = ConvexSettings {
            tolerance: self.ctx.settings.tolerance.min(1e-11),
            scale: self.scaled.velocity_scale(),
            // In proportion to the problem; the setting bounds sweeps and pivots of the literal form.
            max_iterations: None,
        };
        let mut solution = None;
        if problem.size() >= SPARSE {
            let found = effort.sparse.solve(&problem, &settings, &guess);
            effort.iterations += found.iterations;
            // Rows that are nearly dependent can keep it from its accuracy; the dense method decides then.
            solution = (found.status == ConvexStatus::Solved).then_some(found);
        }
        let solution = solution.unwrap_or_else(|| {
            let found = solve_convex(&problem, &settings, &warm);
            effort.iterations += found.iterations;
            found
        });
        if solution.status == ConvexStatus::Infeasible {
            return Err(self.contradiction(pairs, rows, &solution.conflict));
        }
        if solution.status != ConvexStatus::Solved {
            return Err(format!(
                "the convex problem of {} rows ended with {} after {} changes of the active set",
                rows.len(),
                solution.status,
                solution.iterations
            ));
        }
        for pair in pairs.iter_mut() {
            pair.warm.clear();
        }
        for &k in &solution.active {
            let (p, key, _) = &rows[k];
            pairs[*p].warm.push((*key, solution.multipliers[k]));
            if solution.multipliers[k] > 0.0 {
                pairs[*p].loads.push((*key, solution.multipliers[k]));
            }
        }
        Ok((solution.y, solution.kkt))
    }

    /// Who cannot keep apart, in words.
    fn contradiction(&self, pairs: &[Pair], rows: &[(usize, RowKey, Row)], conflict: &[usize]) -> String {
        let mut members: Vec<usize> = conflict.iter().map(|&k| rows[k].0).collect();
        members.dedup();
        let name = |part: usize| self.ctx.model.body(self.ctx.body_of(part)).name.as_str();
        let pair = |&p: &usize| format!("`{}` and `{}`", name(pairs[p].parts.0), name(pairs[p].parts.1));
        format!(
            "no motion keeps these pairs apart at once: {}",
            members.iter().map(pair).collect::<Vec<_>>().join(", ")
        )
    }

    /// The Stewart–Trinkle problem of the chosen features' rows, by Lemke's method where it is small.
    fn with_friction(
        &self,
        pairs: &mut [Pair],
        rows: &[(usize, RowKey, Row)],
        now: &Iterate<'c>,
        effort: &mut Effort,
    ) -> Result<(DVector<f64>, f64), String> {
        let contacts: Vec<Contact> = rows
            .iter()
            .map(|(p, key, row)| {
                let pair = &pairs[*p];
                let (end, _) = self.secant_ends(pair.parts, now);
                as_contact(pair.feature, *key, row, self.start(pair.parts), end)
            })
            .collect();
        let set = ContactSet { contacts, pairs: Vec::new() };
        let groups: Vec<literal::Group> = (0..rows.len()).map(|k| vec![ContactId(k)]).collect();
        let terms = Terms::new(self.scaled.clone(), &set, self.ctx.friction_directions);
        let settings = &self.ctx.settings;
        let gaps: Vec<_> = rows.iter().enumerate().map(|(k, (_, _, row))| (ContactId(k), row.gap)).collect();
        let by_speeds = || {
            sliding::solve(&terms, &gaps, Some(&now.change), settings, sliding::ACCEPT, &mut effort.sparse)
        };
        let by_lemke = || literal::solve(&terms, &groups, &Lemke, settings);
        let solved = sliding::with_lemke(&terms, &gaps, by_speeds, by_lemke)?;
        effort.iterations += solved.report.iterations;
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
        Ok((solved.change, solved.report.residual.natural_map))
    }
}
