//! The velocity problem of one island with given rows: an inelastic blow, with joints, limits and friction.

use crate::contact::{Contact, ContactId, ContactSet};
use crate::dynamics::MassRoot;
use crate::geometry::separating::SeparatingFeature;
use crate::lcp::convex::ConvexProblem;
use crate::lcp::convex::dual_active_set::solve_convex;
use crate::lcp::convex::gram_active_set::{BLOCK, SmallSolver};
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::lcp::convex::solution::{ConvexSettings, ConvexSolution, ConvexStatus};
use crate::math::{Twist, Vec3, Vec6};
use crate::step::exact::inner::SPARSE;
use crate::step::exact::rough::Begun;
use crate::step::exact::velocity::Stage;
use crate::step::exact::velocity::blow::Blow;
use crate::step::exact::velocity::closed::Closed;
use crate::step::impact::cut::Cut;
use crate::step::island::scaled;
use crate::step::island::scaled::Scaled;
use crate::step::island::terms::Terms;
use crate::step::report::Accuracy;
use crate::world::BodyId;
use crate::world::joint::Linearised;
use nalgebra::DVector;
use std::collections::BTreeMap;

/// A contact that lasts may close at this part of the speeds with which its bodies move (dimensionless). Normals are known to some digits only: between two faces that
/// are parallel but for those, nothing could move but backwards, and what slides out of a slot that fits would be stopped.
const ROOM: f64 = 2e-13;

/// The method that solves large velocity problems, with what it keeps from one to the next.
#[derive(Default)]
pub(super) struct Methods {
    pub sparse: SparseSolver,
}

/// The velocity problem of one island.
pub(super) struct Problem<'p, 's> {
    pub stage: &'p Stage<'s>,
    pub bodies: &'p [BodyId],
    pub joints: &'p [Linearised],
    /// Velocities with the impulses of the first problem taken back, of all bodies.
    pub free: &'p [Twist],
    /// Velocities with them, of all bodies: where sliding speeds are guessed.
    pub first: &'p [Twist],
    /// Roots of the inverse masses of all bodies where the rows act.
    pub roots: &'p [MassRoot],
    /// Where they act, if not at the end poses.
    pub blow: Option<&'p Blow<'p, 's>>,
}

/// Its answer.
#[derive(Clone)]
pub(super) struct Answer {
    pub rows: Vec<Closed>,
    pub twists: Vec<Twist>,
    pub normal: Vec<f64>,
    pub friction: Vec<Vec3>,
    pub objective: f64,
    /// Pairs with the features that they changed to.
    pub switched: Vec<(usize, SeparatingFeature)>,
    pub iterations: usize,
    pub fallback: Option<String>,
    /// How nearly Coulomb's law is obeyed, where there is friction.
    pub accuracy: Accuracy,
    /// Whether something was thrown back.
    pub bounced: bool,
}

/// What the contacts of an island that were closed at the start gave until the first of the others closed.
pub(super) struct Borne {
    /// Velocities of the island's bodies with that.
    pub twists: Vec<Twist>,
    /// The lasting rows with their impulses (N·s).
    pub given: Vec<(Closed, f64, Vec3)>,
    /// When that is, as a part of the step; `None` where none of the others closes.
    pub share: Option<f64>,
    /// The first impact, if steps end there.
    pub impact: Option<Cut>,
    /// Velocities of the island's bodies at the end, had no other row closed; empty where none closes.
    pub smooth: Vec<Twist>,
    pub iterations: usize,
}

impl Answer {
    /// Adds what was given before the last problem.
    pub(super) fn add(&mut self, borne: &Borne) {
        self.iterations += borne.iterations;
        if borne.given.is_empty() {
            return;
        }
        let key = |row: &Closed| (row.pair, row.feature, row.key);
        let mut known: BTreeMap<_, _> =
            self.rows.iter().enumerate().rev().map(|(k, row)| (key(row), k)).collect();
        for (row, p, f) in &borne.given {
            if let Some(&k) = known.get(&key(row)) {
                self.normal[k] += p;
                self.friction[k] += f;
            } else {
                known.insert(key(row), self.rows.len());
                self.rows.push(row.clone());
                self.normal.push(*p);
                self.friction.push(*f);
            }
        }
    }
}

impl Problem<'_, '_> {
    /// The inelastic velocities with these rows, whose impulses may be near what the first problem gave.
    pub(super) fn solve(&self, rows: Vec<Closed>, methods: &mut Methods) -> Result<Answer, String> {
        self.solve_from(rows, None, methods)
    }

    /// The same with other normal impulses and friction on B that may be near (N·s), for each row, where there is friction.
    pub(super) fn solve_from(
        &self,
        rows: Vec<Closed>,
        near: Option<&[(f64, Vec3)]>,
        methods: &mut Methods,
    ) -> Result<Answer, String> {
        let stage = self.stage;
        let ctx = stage.ctx;
        let rough = rows.iter().any(|row| {
            let (a, b) = (row.contact.body_a(), row.contact.body_b());
            ctx.model.pair_friction(a, b) > 0.0
        });
        let mut answer = Answer {
            twists: Vec::new(),
            normal: vec![0.0; rows.len()],
            friction: vec![Vec3::zeros(); rows.len()],
            rows,
            objective: 0.0,
            switched: Vec::new(),
            iterations: 0,
            fallback: None,
            accuracy: Accuracy::default(),
            bounced: false,
        };
        let dofs = self.bodies.len() * scaled::width(ctx.model.dimension);
        if !rough && self.joints.is_empty() && dofs < SPARSE {
            return SmallSolver::lent(|small| self.solve_small(answer, small));
        }
        let scaled = Scaled::new(ctx.model, self.roots, self.free, self.bodies.to_vec(), 1.0)
            .with_joints(self.joints, &[]);
        let change = if rough {
            match self.with_friction(&scaled, &mut answer, near, methods) {
                Ok(change) => change,
                // Rows that contradict each other do so without friction as well, and then it can be said which they are.
                Err(reason) => {
                    return Err(self.frictionless(&scaled, &mut answer, methods).err().unwrap_or(reason));
                }
            }
        } else {
            self.frictionless(&scaled, &mut answer, methods)?
        };
        answer.objective = 0.5 * change.norm_squared();
        answer.twists = scaled.twists(&change);
        Ok(answer)
    }

    fn frictionless(
        &self,
        scaled: &Scaled,
        answer: &mut Answer,
        methods: &mut Methods,
    ) -> Result<DVector<f64>, String> {
        let settings = self.settings(scaled.velocity_scale());
        let (mut constraints, mut rhs) = (Vec::new(), Vec::new());
        let (mut warm, mut guess) = (Vec::new(), Vec::new());
        for (k, row) in answer.rows.iter().enumerate() {
            let contact = &row.contact;
            let (c, offset) =
                scaled.row(contact.body_a(), &contact.jacobian_a, contact.body_b(), &contact.jacobian_b);
            constraints.push(c);
            rhs.push(-offset - self.room(row));
            guess.push(row.taken);
            if row.taken > 0.0 {
                warm.push(k);
            }
        }
        for limit in &scaled.limits {
            constraints.push(limit.row.clone());
            rhs.push(-limit.offset);
            guess.push(0.0);
        }
        let problem = ConvexProblem::new(DVector::zeros(scaled.size()), constraints, rhs, 0)
            .map_err(|e| e.to_string())?;
        let mut solution = None;
        if problem.size() >= SPARSE && !scaled.has_joints() {
            let found = methods.sparse.solve(&problem, &settings, &guess);
            if found.status == ConvexStatus::Solved {
                solution = Some(found);
            } else {
                answer.iterations += found.iterations;
            }
        }
        let solution = solution.unwrap_or_else(|| solve_convex(&problem, &settings, &warm));
        self.take(&solution, answer)?;
        Ok(scaled.expand(solution.y))
    }

    /// As [`solve`](Self::solve), for few bodies without joints and friction.
    fn solve_small(&self, mut answer: Answer, small: &mut SmallSolver) -> Result<Answer, String> {
        let dimension = self.stage.ctx.model.dimension;
        small.begin(self.bodies.len());
        for row in &answer.rows {
            let contact = &row.contact;
            let side = |id: BodyId, j: &Vec6| {
                let slot = self.bodies.binary_search(&id).ok();
                let block = slot.map_or([0.0; BLOCK], |_| scaled::block(dimension, &self.roots[id.0], j));
                (slot, block, j.dot(&self.free[id.0].to_vec6()))
            };
            let a = side(contact.body_a(), &contact.jacobian_a);
            let b = side(contact.body_b(), &contact.jacobian_b);
            small.push([a.0, b.0], [a.1, b.1], -(a.2 + b.2) - self.room(row), row.taken > 0.0);
        }
        let of_body = |id: &BodyId| (self.stage.ctx.model.body(*id).mass, &self.roots[id.0], self.free[id.0]);
        let settings = self.settings(scaled::velocity_scale(self.bodies.iter().map(of_body)));
        if let Some(found) = small.solve(&settings) {
            answer.iterations += found.iterations;
            small.active().iter().for_each(|&(k, p)| answer.normal[k] = p);
        } else {
            let width = scaled::width(dimension);
            let solution = solve_convex(&small.stated(width)?, &settings, &small.guess());
            self.take(&solution, &mut answer)?;
            small.answered(solution.y.as_slice(), width, std::iter::empty());
        }
        answer.twists.reserve(self.bodies.len());
        for (id, y) in self.bodies.iter().zip(small.point()) {
            answer.objective += 0.5 * y.iter().map(|y| y * y).sum::<f64>();
            let change = scaled::unblock(dimension, &self.roots[id.0], y);
            answer.twists.push(Twist::from_vec6(&(self.free[id.0].to_vec6() + change)));
        }
        Ok(answer)
    }

    /// How fast a row may close (m/s).
    fn room(&self, row: &Closed) -> f64 {
        if !row.lasts {
            return 0.0;
        }
        let (a, b) = (row.contact.body_a(), row.contact.body_b());
        let start = &self.stage.flight.start;
        let turns = |id: BodyId| start[id.0].angular.norm() * self.stage.ctx.model.body(id).radius;
        ROOM * ((start[a.0].linear - start[b.0].linear).norm() + turns(a) + turns(b))
    }

    fn settings(&self, scale: f64) -> ConvexSettings {
        ConvexSettings::exact(self.stage.ctx.settings.tolerance, scale)
    }

    /// Takes over the impulses of a solution, if it is one.
    ///
    /// # Errors
    /// When the rows contradict each other or the method failed.
    fn take(&self, solution: &ConvexSolution, answer: &mut Answer) -> Result<(), String> {
        answer.iterations += solution.iterations;
        if solution.status == ConvexStatus::Infeasible {
            let rows = solution.conflict.iter().filter_map(|&k| answer.rows.get(k));
            let ctx = self.stage.ctx;
            return Err(ctx.contradiction(rows.map(|row| self.stage.pairs[row.pair].parts)));
        }
        if solution.status != ConvexStatus::Solved {
            return Err(format!(
                "the problem of {} closed rows ended with {}",
                answer.rows.len(),
                solution.status
            ));
        }
        for (p, found) in answer.normal.iter_mut().zip(&solution.multipliers) {
            *p = found.max(0.0);
        }
        Ok(())
    }

    /// What the first problem gave to a row, which may be near what the second gives.
    pub(super) fn taken(&self, row: &Closed) -> (f64, Vec3) {
        (row.taken, self.stage.rubbed_there(row))
    }

    fn with_friction(
        &self,
        scaled: &Scaled,
        answer: &mut Answer,
        near: Option<&[(f64, Vec3)]>,
        methods: &mut Methods,
    ) -> Result<DVector<f64>, String> {
        let ctx = self.stage.ctx;
        let contacts = answer.rows.iter().map(|row| Contact { gap: 0.0, ..row.contact.clone() }).collect();
        let set = ContactSet { contacts, ..ContactSet::default() };
        let plain = Terms::new(scaled.clone(), &set, ctx.friction_directions);
        let room = |(k, row): (usize, &Closed)| (ContactId(k), self.room(row));
        let gaps: Vec<_> = answer.rows.iter().enumerate().map(room).collect();
        let first: Vec<Twist> = self.bodies.iter().map(|id| self.first[id.0]).collect();
        let start = scaled.change(&first);
        let drift = if near.is_none() { self.drift(&answer.rows) } else { None };
        let taken = || answer.rows.iter().map(|row| self.taken(row)).collect();
        let near: Vec<(f64, Vec3)> = near.map_or_else(taken, <[_]>::to_vec);
        // No gap depends on what is left open, and the next step sees it.
        let (will_do, nearly) = (0.0, true);
        let anew = false;
        let begun =
            Begun { near: &near, change: &start, spent: 0, steps: 0, anew, stays: true, will_do, nearly };
        let slides_on = drift.and_then(|drift| {
            let terms = plain.clone().drifting(drift);
            let found = ctx.rough(&terms, &gaps, begun, &mut methods.sparse).ok()?;
            self.slides_on(&terms, &answer.rows, &found).then_some(found)
        });
        let solved = match slides_on {
            Some(found) => found,
            None => ctx.rough(&plain, &gaps, begun, &mut methods.sparse)?,
        };
        answer.iterations += solved.report.iterations;
        answer.fallback = solved.report.fallback;
        answer.accuracy = solved.report.accuracy;
        for (id, p) in &solved.impulses {
            answer.normal[id.0] += p;
        }
        for (id, f) in &solved.friction {
            answer.friction[id.0] += f;
        }
        Ok(solved.change)
    }
}
