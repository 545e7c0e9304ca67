//! The law of the models over point contacts: disjunctions over all potential contacts, solved island by island.

pub mod active_alternative;
pub mod choice;

use crate::contact::models::{Disjunction, PointModel};
use crate::contact::separating::rows::{Placed, contact_row};
use crate::contact::{ContactId, ContactSet, Kinematics, motion_bounds};
use crate::lcp::catalogue::SolverMethod;
use crate::lcp::{LcpSettings, LcpSolver};
use crate::math::{Twist, Vec3, Vec6, cayley_factor};
use crate::step::error::StepError;
use crate::step::frame::{MAX_DETECTIONS, StepFrame};
use crate::step::island::grouping::{Island, pick, split_joined};
use crate::step::island::scaled::Scaled;
use crate::step::island::terms::Terms;
use crate::step::island::{IslandSolution, literal};
use crate::step::law::{ContactLaw, LawRecord, StepSolution, timed};
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::step::settings::{FrictionLaw, Geometry, StepSettings};
use crate::step::tolerances::SETTLED_POSES;
use crate::step::traps;
use crate::step::traps::{gaps_at_poses, gaps_where};
use crate::stop;
use crate::world::joint::Linearised;
use crate::world::{BodyId, State};
use std::mem;

/// Linearisations of an implicit step at most.
const MAX_LINEARISATIONS: usize = 30;

/// The law of the models over point contacts.
pub(in crate::step) struct OverPoints<'a> {
    /// Writes the disjunctions.
    pub model: &'a dyn PointModel,
    /// Solves the literal problem of each island, instead of the method of the settings.
    pub solver: Option<&'a dyn LcpSolver>,
}

/// Contacts, the conditions on them, and what was found.
pub(in crate::step) struct Found {
    /// All potential contacts within the reach of the accepted motion, as they were linearised last.
    pub set: ContactSet,
    /// The model's conditions on them.
    pub disjunctions: Vec<Disjunction>,
    solved: Solved,
}

impl ContactLaw for OverPoints<'_> {
    type Found<'m> = Found;

    fn solve(
        &self,
        frame: &StepFrame,
        settings: &StepSettings,
        timing: &mut Timing,
    ) -> Result<StepSolution<Found>, StepError> {
        let mut reach = frame.reach.clone();
        let mut detections = 0;
        loop {
            detections += 1;
            let (mut set, disjunctions) = self.find(frame, settings, &reach, timing);
            // Records tell of true gaps.
            let share = settings.contact.share_of_gaps();
            let gaps = set.leave(|contact| share * self.model.gap_of_row(&frame.kinematics, contact));
            let mut solved = timed(&mut timing.solve, || {
                if settings.contact.geometry() == Geometry::Implicit {
                    self.solve_implicitly(frame, settings, &mut set, &disjunctions)
                } else {
                    self.solve_islands(frame, settings, &set, &disjunctions, &frame.expected())
                }
            })?;
            set.contacts.iter_mut().zip(gaps).for_each(|(contact, gap)| contact.gap = gap);
            let enough = settings.contact.detection_distance.is_some()
                || self.model.only_corrects()
                || detections == MAX_DETECTIONS;
            if enough || !frame.outran(&solved.twists, &mut reach, 1.0) {
                let (twists, joints) = (mem::take(&mut solved.twists), mem::take(&mut solved.joints));
                let (motion, found) = (frame.motion(&twists), Found { set, disjunctions, solved });
                return Ok(StepSolution { twists, motion, joints, found, cut: None });
            }
        }
    }

    fn record(&self, frame: &StepFrame, next: &mut State, found: Found) -> LawRecord {
        let Found { set, disjunctions, solved } = found;
        let end_gaps = gaps_at_poses(frame.model, &next.poses, set.contacts.iter());
        let record = StepRecord {
            step: next.step,
            time: next.time,
            detection_distance: set.pairs.iter().map(|p| p.distance).fold(0.0, f64::max),
            contacts: set.contacts,
            impulses: solved.impulses,
            friction_impulses: solved.friction,
            end_gaps,
            disjunctions,
            traps: 0,
            sprung_traps: 0,
            joints: Vec::new(),
            beside: Vec::new(),
            islands: solved.islands,
            solve: solved.summary,
            timing: Timing::default(),
        };
        LawRecord { record, rows: Vec::new(), bearings: None }
    }

    fn traps(&self, record: &StepRecord) -> Option<(usize, usize)> {
        self.model.tells_traps().then(|| traps::of_disjunctions(&record.disjunctions, &record.end_gaps))
    }
}

impl OverPoints<'_> {
    /// All potential contacts within reach, and the model's conditions on them.
    fn find(
        &self,
        frame: &StepFrame,
        settings: &StepSettings,
        reach: &[f64],
        timing: &mut Timing,
    ) -> (ContactSet, Vec<Disjunction>) {
        let (model, contact) = (frame.model, &settings.contact);
        let angle = contact.applicability_angle;
        let mut set = timed(&mut timing.detect, || {
            ContactSet::find(model, &frame.kinematics, reach, contact.detection_distance, angle)
        });
        let disjunctions = timed(&mut timing.formulate, || {
            self.model.build(model.dimension, &frame.kinematics, &mut set, angle)
        });
        (set, disjunctions)
    }

    /// Linearises between the start and the end poses found, until those no longer move: each row then holds on the true
    /// geometry (see [`rows`](crate::contact::separating::rows)).
    fn solve_implicitly(
        &self,
        stages: &StepFrame,
        settings: &StepSettings,
        set: &mut ContactSet,
        disjunctions: &[Disjunction],
    ) -> Result<Solved, StepError> {
        let mut solved = self.solve_islands(stages, settings, set, disjunctions, &stages.expected())?;
        let mut outer = solved.summary.outer_iterations.max(1);
        let mut moved = f64::INFINITY;
        for _ in 1..MAX_LINEARISATIONS {
            if stop::asked() {
                break;
            }
            relinearise(stages, set, &solved.twists);
            let next = self.solve_islands(stages, settings, set, disjunctions, &solved.twists)?;
            let change: Vec<Twist> = next
                .twists
                .iter()
                .zip(&solved.twists)
                .map(|(a, b)| Twist { linear: a.linear - b.linear, angular: a.angular - b.angular })
                .collect();
            moved = motion_bounds(stages.model, &change, stages.h).into_iter().fold(0.0, f64::max);
            outer += next.summary.outer_iterations.max(1);
            let switches = solved.summary.switches + next.summary.switches;
            solved = next;
            solved.summary.switches = switches;
            if moved <= SETTLED_POSES {
                break;
            }
        }
        solved.summary.outer_iterations = outer;
        if moved > SETTLED_POSES && solved.summary.fallback.is_none() {
            solved.summary.fallback = Some(format!(
                "after {MAX_LINEARISATIONS} linearisations the end poses still moved by {moved:.1e} m"
            ));
        }
        Ok(solved)
    }

    /// Solves all islands, their joints linearised towards the ends under the twists `towards`.
    fn solve_islands(
        &self,
        stages: &StepFrame,
        settings: &StepSettings,
        set: &ContactSet,
        disjunctions: &[Disjunction],
        towards: &[Twist],
    ) -> Result<Solved, StepError> {
        let (model, state) = (stages.model, stages.state);
        debug_assert!(disjunctions.iter().all(|d| d.contacts().all(|c| set.get(c).body_a() == d.bodies().0)));
        let links: Vec<_> = disjunctions.iter().map(Disjunction::bodies).collect();
        let islands = split_joined(&stages.dynamic(), &links, &stages.joined());
        let mut solved = Solved {
            twists: stages.free.clone(),
            impulses: vec![0.0; set.contacts.len()],
            friction: vec![Vec3::zeros(); set.contacts.len()],
            islands: islands.len(),
            joints: stages.linearised(towards),
            summary: SolveSummary { method: settings.solver.method.name(), ..SolveSummary::default() },
        };
        for island in &islands {
            let scaled = Scaled::new(model, &stages.roots, &stages.free, island.bodies.clone(), settings.h);
            let solve = |joints: &[Linearised], law: FrictionLaw| {
                let scaled = scaled.with_joints(joints, &stages.servos);
                let mut terms = Terms::new(scaled, set, settings.friction.directions).under(law);
                terms.opens_at_once = self.model.only_corrects();
                self.solve_island(&terms, state, settings, island, disjunctions)
            };
            let law = settings.friction.law(settings.contact.model);
            let joints = pick(&solved.joints, &island.joints);
            let solution = solve(&joints, law)
                .or_else(|reason| {
                    if joints.is_empty() {
                        Err(reason)
                    } else {
                        without_stabilisation(&reason, &joints, |joints| solve(joints, law))
                    }
                })
                .or_else(|reason| {
                    let rough = |link: &usize| {
                        let (a, b) = disjunctions[*link].bodies();
                        model.pair_friction(a, b) > 0.0
                    };
                    if law == FrictionLaw::ConvexRelaxation || !island.links.iter().any(rough) {
                        return Err(reason);
                    }
                    without_sliding_speeds(&reason, || solve(&held(&joints), FrictionLaw::ConvexRelaxation))
                })
                .map_err(|reason| StepError::NotSolved { step: state.step + 1, time: state.time, reason })?;
            for (id, v) in island.bodies.iter().zip(&solution.velocity) {
                solved.twists[id.0] = Twist::from_vec6(v);
            }
            for (c, p) in &solution.impulses {
                solved.impulses[c.0] += p;
            }
            for (c, p) in &solution.friction {
                solved.friction[c.0] += p;
            }
            solved.summary.take_island(solution.report);
        }
        Ok(solved)
    }

    /// One island by the method of the settings, falling back to active alternatives.
    fn solve_island(
        &self,
        terms: &Terms,
        state: &State,
        settings: &StepSettings,
        island: &Island,
        disjunctions: &[Disjunction],
    ) -> Result<IslandSolution, String> {
        let of_island: Vec<&Disjunction> = island.links.iter().map(|&k| &disjunctions[k]).collect();
        let lcp = LcpSettings {
            tolerance: settings.solver.tolerance,
            max_iterations: settings.solver.max_iterations,
        };
        let end_gaps = |velocity: &[Vec6], contacts: &[ContactId]| end_gaps(terms, state, velocity, contacts);
        let active = || active_alternative::solve(terms, &of_island, &end_gaps, &lcp);
        let instead = |reason: String| {
            let mut second = active().map_err(|other| format!("{reason}; active alternatives: {other}"))?;
            let inner = second.report.fallback.take().map_or(String::new(), |f| format!("; {f}"));
            second.report.fallback = Some(format!("{reason}; solved by active alternatives{inner}"));
            Ok(second)
        };
        let method = settings.solver.method;
        // A convex problem, not a literal one.
        if terms.law == FrictionLaw::ConvexRelaxation
            && of_island.iter().flat_map(|d| d.contacts()).any(|c| terms.friction(c) > 0.0)
        {
            return active();
        }
        let solver: &dyn LcpSolver = match (self.solver, method) {
            (Some(own), _) => own,
            (None, SolverMethod::Automatic | SolverMethod::ActiveAlternative) => return active(),
            (None, chosen) => match chosen.solver() {
                Some(solver) => solver,
                None => return instead(format!("{} does not solve a literal problem", chosen.name())),
            },
        };
        let groups: Vec<literal::Group> = of_island.iter().map(|d| literal::primary_first(d)).collect();
        literal::solve(terms, &groups, f64::NEG_INFINITY, solver, &lcp).or_else(instead)
    }
}

/// Puts the secant rows between the start and the ends under `twists` into the contacts; gaps stay those of the start.
fn relinearise(stages: &StepFrame, set: &mut ContactSet, twists: &[Twist]) {
    let (state, h) = (stages.state, stages.h);
    let poses: Vec<_> = state.poses.iter().zip(twists).map(|(pose, twist)| pose.advanced(twist, h)).collect();
    let ends = Kinematics::new(stages.model, &poses, state.time);
    for contact in &mut set.contacts {
        let (a, b) = (contact.pair.a.0, contact.pair.b.0);
        let (Some(i), Some(j)) = (ends.index(a), ends.index(b)) else { continue };
        let start = Placed { a: &stages.kinematics.parts[i], b: &stages.kinematics.parts[j] };
        let end = Placed { a: &ends.parts[i], b: &ends.parts[j] };
        let kappa = (cayley_factor(&twists[a.body.0], h), cayley_factor(&twists[b.body.0], h));
        if let Some(row) = contact_row(&contact.pair, start, end, kappa) {
            (contact.jacobian_a, contact.jacobian_b) = (row.jacobian_a, row.jacobian_b);
        }
    }
}

/// The solution of all islands put together.
struct Solved {
    twists: Vec<Twist>,
    impulses: Vec<f64>,
    friction: Vec<Vec3>,
    islands: usize,
    /// The joints that hold, as they were linearised.
    joints: Vec<Linearised>,
    summary: SolveSummary,
}

/// The island with joints that need only not part further: contacts may leave no room to close what the linearisation
/// of earlier steps left open.
fn without_stabilisation(
    reason: &str,
    joints: &[Linearised],
    solve: impl Fn(&[Linearised]) -> Result<IslandSolution, String>,
) -> Result<IslandSolution, String> {
    let mut solution =
        solve(&held(joints)).map_err(|second| format!("{reason}; with joints not stabilised: {second}"))?;
    solution.report.fallback = Some(format!("{reason}; joints were only kept from parting further"));
    Ok(solution)
}

/// Joints that need only not part further.
fn held(joints: &[Linearised]) -> Vec<Linearised> {
    let mut joints = joints.to_vec();
    for joint in &mut joints {
        joint.rows.iter_mut().for_each(|row| row.error = 0.0);
        joint.limits.iter_mut().for_each(|limit| limit.error = limit.error.max(0.0));
    }
    joints
}

/// The island under the convex relaxation of Coulomb's law, whose problem has a solution where bodies that stand still are one and no
/// sliding speeds settle: what slides is lifted off, by μ times the way that it slides.
fn without_sliding_speeds(
    reason: &str,
    solve: impl FnOnce() -> Result<IslandSolution, String>,
) -> Result<IslandSolution, String> {
    let mut solution = solve().map_err(|second| format!("{reason}; by the convex relaxation: {second}"))?;
    let inner = solution.report.fallback.take().map_or(String::new(), |f| format!("; {f}"));
    solution.report.fallback = Some(format!("{reason}; solved by the convex relaxation of friction{inner}"));
    Ok(solution)
}

/// True gaps of contacts when the island's bodies have moved for h with the given twists. Only the bodies of these contacts are
/// moved: an island knows nothing of the others.
fn end_gaps(terms: &Terms, state: &State, velocity: &[Vec6], contacts: &[ContactId]) -> Vec<f64> {
    let mut pose = |id: BodyId| {
        let twist = match terms.bodies.binary_search(&id) {
            Ok(slot) => Twist::from_vec6(&velocity[slot]),
            Err(_) => terms.free[id.0],
        };
        state.poses[id.0].advanced(&twist, terms.h)
    };
    gaps_where(terms.model, &mut pose, contacts.iter().map(|&c| terms.set.get(c)))
}
