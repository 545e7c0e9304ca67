//! The inner loop: with one feature per pair fixed, iterate the secant rows to their fixed point.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::Placed;
use crate::contact::separating::{PARALLEL_SINE, search};
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::math::{PoseUpdate, Twist, Vec3};
use crate::step::exact::chord::Goal;
use crate::step::exact::context::{Context, Pair};
use crate::step::exact::drawn::bears_beside;
use crate::step::exact::extrapolation::Extrapolation;
use crate::step::exact::linear::PairRow;
use crate::step::island::scaled::Scaled;
use crate::step::report::Measure;
use crate::step::tolerances::{AIMED_VIOLATION, EXACT_ACCEPTED, EXACT_OPEN, LOADED_GAP};
use crate::stop;
use crate::world::BodyId;
use crate::world::joint::{Joint, linearise};
use nalgebra::DVector;

/// What drawing and judging the rows of a pair costs in each problem, in multiplications, roughly.
const COST_OF_A_PAIR: u64 = 1000;

/// Convex problems per choice of features at most.
const MAX_INNER: usize = 40;

/// So many problems in a row may be left for the fixed point of their active rows. If that does not end it, active rows come and go with it, and
/// small steps are better.
pub(super) const CHORDS: usize = 3;

/// From this many unknowns on, the sparse method is faster than the dense one, warm starts included (`benches/convex`).
pub(super) const SPARSE: usize = 300;

/// What is left of the terms that turn with a body when the iteration ends, as a part of the island's velocities (dimensionless).
const TURNING: f64 = 1e-10;

/// The same where the gaps are at their rounding already.
const ROUGH: f64 = 1e-7;

/// The bodies and parts of one island, and where its foreign parts end.
pub(super) struct Island<'c, 'a> {
    pub ctx: &'c Context<'a>,
    pub scaled: Scaled<'c>,
    /// Parts of its bodies, ascending indices into the kinematics.
    pub parts: Vec<usize>,
    /// Parts of kinematic bodies that its pairs touch, at the end of the step.
    pub foreign: Vec<(usize, WorldPart<'c>)>,
    pub friction: bool,
    /// Gaps that start violated by what a step accepts are asked to get no deeper, not to open: ν = 0 then satisfies their
    /// rows whatever they are.
    pub lenient: bool,
    /// Who meets whom is not known yet: a rough state says it.
    pub scouting: bool,
    /// Features come and go still: Coulomb's law is solved roughly.
    pub roughly: bool,
    /// Joints of its bodies.
    pub joints: Vec<&'c Joint>,
    /// Size of its scaled velocities ([`Scaled::velocity_scale`]).
    pub scale: f64,
    /// Violation that the iteration aims at (m); what rounding leaves of it is accepted up to [`EXACT_ACCEPTED`].
    pub aim: f64,
}

/// In islands of so many bodies corners beside a face that bear are asked whether they have to. In larger ones that costs more than it mends.
const FEW: usize = 8;

/// See [`Pair::patience`].
const PATIENCE: usize = 4;

/// What the bodies of an island are expected to do.
#[derive(Clone)]
pub(super) struct Guess {
    /// Their mean twists.
    pub twists: Vec<Twist>,
    /// [`Iterate::moments`].
    pub moments: Vec<Vec3>,
}

/// One solved convex problem, or the guess before the first.
#[derive(Clone)]
pub(super) struct Iterate<'c> {
    /// Change of scaled velocity against free motion.
    pub change: DVector<f64>,
    /// Twists of the island's bodies.
    pub twists: Vec<Twist>,
    /// Moments of the impulses on each body about its centre (N·m·s, body axes at the start), as the problem solved last
    /// had them.
    pub moments: Vec<Vec3>,
    /// Angular velocities that the problem solved last was drawn to, against the free ones ([`Island::drawn`]).
    pub drawn: Vec<Vec3>,
    /// The island's parts at the end of the step.
    pub placed: Vec<WorldPart<'c>>,
    /// What [`Island::spins_off`] says of it.
    pub turning: (f64, f64),
    /// ½‖ν − ν*‖²_M (J).
    pub objective: f64,
    /// Deepest violation of a row (m), at least 0.
    pub violation: f64,
    /// Largest gap of a row that carries an impulse (m).
    pub open_load: f64,
    /// Residual of the problem solved last, of the kind that [`Effort::measure`] names.
    pub residual: f64,
    /// Rows of the problem.
    pub size: usize,
    /// No load pulls, so that it may be the answer.
    pub pushes: bool,
    /// Its loads explain the change of motion as well as those of a solved problem do.
    pub balanced: bool,
    /// Why another than the first method answered its problem with friction.
    pub fallback: Option<String>,
}

impl Iterate<'_> {
    /// Whether its gaps are accepted and its loads explain the change of motion.
    fn is_near(&self) -> bool {
        self.pushes && self.balanced && self.violation <= EXACT_ACCEPTED && self.open_load <= LOADED_GAP
    }

    /// Whether it is to be taken where problems gain nothing any more: so it is where friction that stands leaves something of the spins open.
    pub fn is_at_rounding(&self) -> bool {
        self.is_near() && self.turning.0 <= ROUGH
    }
}

/// Counts over all problems of an island, and what they share.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    pub outer: usize,
    pub iterations: usize,
    pub history: Vec<f64>,
    pub objectives: Vec<f64>,
    /// What was left out or taken that is not quite right.
    pub fallback: Option<String>,
    pub sparse: SparseSolver,
    /// Convex problems with given sliding speeds so far.
    pub rounds: usize,
    /// What tells the features for which friction was found last from others.
    pub rubbed: u64,
    /// Problems in a row in which Coulomb's law was only nearly obeyed.
    pub only_nearly: usize,
    /// Problems in which what was apart has landed, and pushes.
    pub landings: usize,
    /// What was apart comes to its impact, which a part is to end at.
    pub meets: bool,
    /// What the residual of the last problem measures.
    pub measure: Measure,
    /// Pairs, by number, that no motion kept apart at once in the last problem that had no solution.
    pub conflict: Vec<usize>,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            outer: 0,
            iterations: 0,
            history: Vec::new(),
            objectives: Vec::new(),
            fallback: None,
            sparse: SparseSolver::default(),
            rounds: 0,
            rubbed: 0,
            only_nearly: 0,
            landings: 0,
            meets: false,
            measure: Measure::Projection,
            conflict: Vec::new(),
        }
    }
}

impl<'c, 'a> Island<'c, 'a> {
    pub fn new(ctx: &'c Context<'a>, bodies: Vec<BodyId>, pairs: &[Pair]) -> Self {
        let parts: Vec<usize> = bodies.iter().flat_map(|&id| ctx.kinematics.parts_of(id)).collect();
        let mut touched: Vec<usize> = pairs.iter().flat_map(|p| [p.parts.0, p.parts.1]).collect();
        touched.sort_unstable();
        touched.dedup();
        let foreign = touched
            .into_iter()
            .filter(|k| parts.binary_search(k).is_err() && ctx.free[ctx.body_of(*k).0] != Twist::zero())
            .map(|k| (k, ctx.end_of(k, &ctx.free[ctx.body_of(k).0])))
            .collect();
        let friction = pairs.iter().any(|p| p.rough);
        let scaled = Scaled::new(ctx.model, &ctx.roots, &ctx.free, bodies, ctx.h);
        let extent = parts.iter().fold(0.0_f64, |m, &k| {
            let part = &ctx.kinematics.parts[k];
            part.vertices.iter().fold(m, |m, v| m.max(v.amax()))
        });
        let large = scaled.size() >= SPARSE;
        let aim =
            if large { 0.5 * EXACT_ACCEPTED } else { AIMED_VIOLATION }.max(32.0 * f64::EPSILON * extent);
        let held = |id: &BodyId| scaled.bodies.binary_search(id).is_ok();
        let joints = ctx.joints.iter().map(|&k| &ctx.model.joints[k]);
        let joints = joints.filter(|j| held(&j.bodies.0) || held(&j.bodies.1)).collect();
        let scale = scaled.velocity_scale();
        Self {
            ctx,
            scaled,
            parts,
            foreign,
            friction,
            lenient: false,
            scouting: false,
            roughly: false,
            joints,
            scale,
            aim,
        }
    }

    /// The state that a guess leads to, before any problem is solved.
    pub fn guess(&self, Guess { twists, moments }: Guess) -> Iterate<'c> {
        let mut placed: Vec<WorldPart> =
            self.parts.iter().map(|&k| self.ctx.kinematics.parts[k].clone()).collect();
        self.place(&twists, &mut placed);
        let change = self.scaled.change(&twists);
        let none = vec![Vec3::zeros(); twists.len()];
        Iterate {
            change,
            twists,
            moments,
            drawn: none,
            placed,
            turning: (0.0, 0.0),
            objective: 0.0,
            violation: 0.0,
            open_load: 0.0,
            residual: 0.0,
            size: 0,
            pushes: true,
            balanced: true,
            fallback: None,
        }
    }

    /// Moves the island's parts to the end of the step.
    pub(super) fn place(&self, twists: &[Twist], placed: &mut [WorldPart<'c>]) {
        let mut parts = self.parts.iter().zip(placed).peekable();
        for (id, twist) in self.scaled.bodies.iter().zip(twists) {
            let pose = self.ctx.end_pose(*id, twist);
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
                Err(_) => &self.ctx.kinematics.parts[k],
            },
        };
        Placed { a: part(parts.0), b: part(parts.1) }
    }

    /// A pair at the start of the step.
    pub fn start(&self, parts: (usize, usize)) -> Placed<'c, 'c> {
        Placed { a: &self.ctx.kinematics.parts[parts.0], b: &self.ctx.kinematics.parts[parts.1] }
    }

    /// Twist of the body of a part.
    pub fn twist(&self, twists: &[Twist], part: usize) -> Twist {
        self.twist_of(twists, self.ctx.body_of(part))
    }

    pub(super) fn twist_of(&self, twists: &[Twist], id: BodyId) -> Twist {
        self.scaled.bodies.binary_search(&id).map_or(self.ctx.free[id.0], |k| twists[k])
    }

    /// Iterates `now` to the fixed point, until violations are at most `aim` (m).
    ///
    /// # Errors
    /// When a problem has no solution, or the fixed point was not reached.
    pub fn converge(
        &self,
        pairs: &mut [Pair],
        now: &mut Iterate<'c>,
        aim: f64,
        effort: &mut Effort,
    ) -> Result<(), String> {
        for pair in pairs.iter_mut() {
            self.first_rows(pair, now);
        }
        let mut secants = Extrapolation::to(now);
        let mut history: Vec<f64> = Vec::new();
        let mut stood = false;
        for _ in 0..MAX_INNER {
            if stop::asked() {
                break;
            }
            let goal = (history.len() < CHORDS).then_some(Goal::Exact);
            self.follow(pairs, &mut secants, now, effort, goal)?;
            let (_, moved) = now.turning;
            let settled = self.has_settled(now, aim);
            if settled && !stood && self.scaled.bodies.len() <= FEW && pairs.iter().any(bears_beside) {
                // On the way here only: what is in common is looked for again where it is.
                stood = true;
                for pair in pairs.iter_mut().filter(|pair| bears_beside(pair)) {
                    self.first_rows(pair, now);
                    pair.patience = PATIENCE;
                }
                history.clear();
                continue;
            }
            if settled || !self.ctx.implicit {
                return Ok(());
            }
            history.push(now.violation.max(now.open_load).max(moved));
            let k = history.len();
            let at_rounding = k > 2 && history[k - 1] > 0.5 * history[k - 2];
            if at_rounding && now.is_at_rounding() {
                return Ok(());
            }
            // The iteration contracts by about half the angle of the step; where it does not, the step is too long.
            if !history[k - 1].is_finite() || (k > 12 && history[k - 1] > 0.25 * history[k - 7]) {
                break;
            }
            secants.follow(self, now);
        }
        if now.is_at_rounding() {
            return Ok(());
        }
        let turning = now.turning.0;
        // The smallest part, whose gaps are right: what its spins are off by, its second problem mends or takes away.
        if now.is_near() && self.ctx.smallest && turning.is_finite() {
            effort.fallback.get_or_insert_with(|| format!("spins were taken {turning:.1e} off"));
            return Ok(());
        }
        Err(self.joints_apart(pairs, &now.twists).unwrap_or_else(|| {
            // Who leaves no room comes first: of a long message the end is cut.
            format!(
                "no end of the step was found in {} tries{}; it was inside by {:.1e} m, pushing from {:.1e} m, spins off by {:.1e}",
                history.len(),
                self.perhaps(pairs),
                now.violation,
                now.open_load,
                turning,
            )
        }))
    }

    /// Whether a solution's gaps and spins are where they are aimed at. So are gaps that a load leaves open: what turns about or rolls on what bears it
    /// loses them as work, load times gap, in every step.
    pub fn has_settled(&self, now: &Iterate<'c>, aim: f64) -> bool {
        let balanced = now.pushes && now.balanced && now.turning.0 <= TURNING;
        balanced && now.violation <= aim && now.open_load <= aim
    }

    /// One problem with the secants as they are drawn, whose solution `now` becomes, or where that leads with the same active rows.
    ///
    /// # Errors
    /// When the problem has no solution.
    pub fn advance(
        &self,
        pairs: &mut [Pair],
        secants: &mut Extrapolation<'c>,
        now: &mut Iterate<'c>,
        effort: &mut Effort,
        goal: Option<Goal>,
    ) -> Result<(), String> {
        for pair in pairs.iter_mut().filter(|p| p.rows.is_empty()) {
            self.first_rows(pair, now);
        }
        self.follow(pairs, secants, now, effort, goal)
    }

    /// Solves and judges the problem with the secants as they are drawn; goes on from its solution to the `goal`, if there is one, with the same
    /// active rows.
    fn follow(
        &self,
        pairs: &mut [Pair],
        secants: &mut Extrapolation<'c>,
        now: &mut Iterate<'c>,
        effort: &mut Effort,
        goal: Option<Goal>,
    ) -> Result<(), String> {
        effort.outer += 1;
        stop::go_on_after(COST_OF_A_PAIR * pairs.len() as u64)?;
        self.solve(pairs, &secants.far, now, effort)?;
        // What is only to tell which features hold is not the end.
        (now.pushes, now.balanced) = (true, self.will_do() == 0.0 && effort.only_nearly == 0);
        if goal.is_some_and(|goal| self.approach(pairs, now, goal, effort)) {
            // It is no answer to where they were drawn to.
            secants.forget();
        }
        self.judge(pairs, now);
        effort.history.push(now.violation);
        Ok(())
    }

    /// The coordinates `scaled` with the island's joints linearised towards the ends of `far`.
    fn coordinates(&self, scaled: &Scaled<'c>, far: &Iterate) -> Scaled<'c> {
        let expected = |id: BodyId| self.twist_of(&far.twists, id);
        let (h, update) = (self.ctx.h, self.ctx.update());
        let linearised: Vec<_> =
            self.joints.iter().map(|joint| linearise(joint, self.ctx.state, &expected, h, update)).collect();
        scaled.with_joints(&linearised, &self.ctx.servos)
    }

    /// Edges that turn through parallel leave no normal. The facets next to them separate, to a rounding of the edges'
    /// length times [`PARALLEL_SINE`].
    ///
    /// # Errors
    /// When no facet does: the edges are parallel only far from where they are now.
    fn leave_parallel_edges(&self, pair: &mut Pair, now: &Iterate<'c>) -> Result<(), String> {
        let start = self.start(pair.parts);
        let (feature, separation) = search::widest_facet(start.a, start.b);
        if !pair.overlapping && separation < -EXACT_OPEN - PARALLEL_SINE * self.ctx.size_of(pair.parts) {
            return Err("two edges that separate a pair became parallel".to_owned());
        }
        pair.switch_to(feature, separation);
        pair.overlapping = separation < -EXACT_OPEN;
        self.first_rows(pair, now);
        Ok(())
    }

    /// One convex problem, linearised between the start and the end of `far`; its solution goes to `now`.
    fn solve(
        &self,
        pairs: &mut [Pair],
        far: &Iterate<'c>,
        now: &mut Iterate<'c>,
        effort: &mut Effort,
    ) -> Result<(), String> {
        if !self.draw_all(pairs, far) {
            for pair in pairs.iter_mut() {
                if !self.draw(pair, far) {
                    self.leave_parallel_edges(pair, far)?;
                    if !self.draw(pair, far) {
                        return Err("two edges that separate a pair became parallel".to_owned());
                    }
                }
            }
        }
        if self.is_small() {
            return self.solve_small(pairs, far, now, effort);
        }
        let of_pair = |(p, pair): (usize, &Pair)| {
            pair.acted.iter().map(|(key, row)| (p, *key, *row)).collect::<Vec<_>>()
        };
        let rows: Vec<PairRow> = pairs.iter().enumerate().flat_map(of_pair).collect();
        let near: Vec<(f64, Vec3)> = if self.friction {
            rows.iter().map(|(p, key, _)| pairs[*p].given(*key)).collect()
        } else {
            Vec::new()
        };
        for pair in pairs.iter_mut() {
            pair.loads.clear();
            pair.friction.clear();
        }
        let drawn = self.drawn(far);
        let shifted = drawn.iter().any(|d| *d != Vec3::zeros()).then(|| self.scaled.shifted(&drawn));
        let scaled = shifted.as_ref().unwrap_or(&self.scaled);
        let jointed = (!self.joints.is_empty()).then(|| self.coordinates(scaled, far));
        let scaled = jointed.as_ref().unwrap_or(scaled);
        let (y, residual, fallback) = if self.friction {
            self.with_friction(pairs, &rows, &near, far, scaled, effort)?
        } else {
            let (y, residual) = self.frictionless(pairs, &rows, scaled, effort)?;
            (y, residual, None)
        };
        now.fallback = fallback;
        now.twists = scaled.twists(&y);
        self.place(&now.twists, &mut now.placed);
        now.objective = scaled.objective(&y);
        now.change = if shifted.is_some() { self.scaled.change(&now.twists) } else { y };
        for (k, id) in self.scaled.bodies.iter().enumerate() {
            let turned = now.twists[k].angular - self.ctx.free[id.0].angular - drawn[k];
            now.moments[k] = self.moment_of(*id, &turned);
        }
        now.drawn = drawn;
        now.turning = self.spins_off(now);
        now.residual = residual;
        now.size = rows.len();
        Ok(())
    }

    /// The far end of the secant and κ: the start itself where the geometry is semi-implicit.
    pub(super) fn secant_ends<'s>(
        &'s self,
        parts: (usize, usize),
        now: &'s Iterate<'c>,
    ) -> (Placed<'s, 'c>, (f64, f64)) {
        if !self.ctx.implicit {
            return (self.start(parts), (1.0, 1.0));
        }
        let end = self.end(&now.placed, parts);
        if self.ctx.update() == PoseUpdate::Cayley {
            return (end, (1.0, 1.0));
        }
        let kappa = |k: usize| self.ctx.update().factor(&self.twist(&now.twists, k), self.ctx.h);
        (end, (kappa(parts.0), kappa(parts.1)))
    }
}
