//! One time step, as the list of its stages.

use crate::body::{BodyId, Model, State};
use crate::contact::kinematics::WorldPart;
use crate::contact::narrow_phase::gap_at;
use crate::contact::{ContactId, ContactSet, Kinematics, PartId, motion_bounds};
use crate::dynamics::{MassRoot, free_twists};
use crate::formulation::islands::{Island, split};
use crate::formulation::terms::Terms;
use crate::formulation::{IslandReport, IslandSolution, active_alternative, literal};
use crate::lcp::lemke::Lemke;
use crate::lcp::pgs::ProjectedGaussSeidel;
use crate::lcp::{LcpSettings, LcpSolver, Residual};
use crate::math::{Pose, Twist, Vec3, Vec6};
use crate::model::{ContactModel, Disjunction};
use crate::sim::problems::primary_first;
use crate::sim::{SolveSummary, SolverMethod, StepError, StepInput, StepRecord, StepSettings, Timing};
use std::time::Instant;

/// A contact whose end-of-step gap is below this is violated: a trap with such a contact has sprung (m).
pub const SPRUNG: f64 = 1e-8;

/// Detections per step at most, each with a larger ε, when bodies are pushed farther than their free motion.
const MAX_DETECTIONS: usize = 4;

/// A speed beyond this ends the run: nothing in a scene of metres and seconds is meant to reach it (m/s).
const RUN_AWAY_SPEED: f64 = 1e5;

/// Goes one step forward from `state`: detect, write disjunctions, solve, integrate.
///
/// # Errors
/// [`StepError`] when no method gives an acceptable solution; nothing is changed.
pub fn step(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<(StepRecord, State), StepError> {
    let start = Instant::now();
    let mut timing = Timing::default();
    let h = settings.h;
    let roots: Vec<MassRoot> =
        model.ids().map(|i| MassRoot::new(model.body(i), &state.poses[i.0], model.dimension)).collect();
    let free = free_twists(model, state, input, &roots, h);
    let kinematics = Kinematics::new(model, &state.poses, state.time);
    let free_reach = motion_bounds(model, &free, h);
    let mut reach = free_reach.clone();
    let mut detections = 0;
    let (set, disjunctions, solved) = loop {
        detections += 1;
        let clock = Instant::now();
        let mut set = ContactSet::find(
            model,
            &kinematics,
            &reach,
            settings.contact.detection_distance,
            settings.contact.applicability_angle,
        );
        timing.detect += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let angle = settings.contact.applicability_angle;
        let disjunctions = settings.contact.model.build(model.dimension, &kinematics, &mut set, angle);
        timing.formulate += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let solved = solve_islands(model, state, settings, &roots, &free, &set, &disjunctions)?;
        timing.solve += clock.elapsed().as_secs_f64();
        if settings.contact.detection_distance.is_some()
            || detections == MAX_DETECTIONS
            || !outran(model, &solved.twists, h, &free_reach, &mut reach)
        {
            break (set, disjunctions, solved);
        }
    };
    let next = integrate(model, state, &solved.twists, h);
    check_speeds(model, state, &next)?;
    timing.total = start.elapsed().as_secs_f64();
    let record = make_record(model, &next, settings, &kinematics, set, disjunctions, solved, timing);
    Ok((record, next))
}

/// Whether a body moves farther than its contacts were looked for; raises its reach accordingly.
///
/// At most by its own radius: a body that is pushed farther than that in one step is thrown by constraints that
/// contradict each other, and ever more contacts would only make the throw slower to compute.
fn outran(model: &Model, twists: &[Twist], h: f64, free_reach: &[f64], reach: &mut [f64]) -> bool {
    let moved = motion_bounds(model, twists, h);
    let mut any = false;
    for id in model.ids() {
        let slack = 0.25 * crate::contact::detect::DETECTION_MARGIN * model.body(id).radius;
        // Written so that a NaN does not ask for another detection: it is reported as a run-away body.
        let limit = free_reach[id.0] + model.body(id).radius;
        if moved[id.0] > reach[id.0] + slack && reach[id.0] < limit {
            reach[id.0] = (1.25 * moved[id.0]).min(limit);
            any = true;
        }
    }
    any
}

/// The solution of all islands put together.
struct Solved {
    twists: Vec<Twist>,
    impulses: Vec<f64>,
    friction: Vec<Vec3>,
    islands: usize,
    summary: SolveSummary,
}

fn solve_islands(
    model: &Model,
    state: &State,
    settings: &StepSettings,
    roots: &[MassRoot],
    free: &[Twist],
    set: &ContactSet,
    disjunctions: &[Disjunction],
) -> Result<Solved, StepError> {
    let dynamic: Vec<bool> =
        model.ids().map(|i| model.body(i).is_dynamic() && model.is_active(i, state.time)).collect();
    let islands = split(&dynamic, set, disjunctions);
    let mut solved = Solved {
        twists: free.to_vec(),
        impulses: vec![0.0; set.contacts.len()],
        friction: vec![Vec3::zeros(); set.contacts.len()],
        islands: islands.len(),
        summary: SolveSummary {
            method: settings.solver.method.name(),
            size: 0,
            iterations: 0,
            outer_iterations: 0,
            switches: 0,
            residual: Residual::default(),
            worst_contact: None,
            fallback: None,
            history: Vec::new(),
        },
    };
    for island in &islands {
        let terms = Terms::new(model, set, roots, free, island, settings.h, settings.friction_directions);
        let solution = solve_island(&terms, state, settings, island, disjunctions)
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
        merge_report(&mut solved.summary, solution.report);
    }
    Ok(solved)
}

/// One island by the method of the settings, falling back to active alternatives.
fn solve_island(
    terms: &Terms,
    state: &State,
    settings: &StepSettings,
    island: &Island,
    disjunctions: &[Disjunction],
) -> Result<IslandSolution, String> {
    let of_island: Vec<&Disjunction> = island.disjunctions.iter().map(|&k| &disjunctions[k]).collect();
    let lcp =
        LcpSettings { tolerance: settings.solver.tolerance, max_iterations: settings.solver.max_iterations };
    let end_gaps = |velocity: &[Vec6], contacts: &[ContactId]| end_gaps(terms, state, velocity, contacts);
    let active = || active_alternative::solve(terms, &of_island, &end_gaps, &lcp);
    let literal = |solver: &dyn LcpSolver| {
        let groups: Vec<literal::Group> = of_island.iter().map(|d| primary_first(d)).collect();
        literal::solve(terms, &groups, solver, &lcp)
    };
    let first = match settings.solver.method {
        SolverMethod::Automatic | SolverMethod::ActiveAlternative => return active(),
        SolverMethod::Lemke => literal(&Lemke),
        SolverMethod::Pgs => literal(&ProjectedGaussSeidel),
    };
    first.or_else(|reason| {
        let mut second = active().map_err(|other| format!("{reason}; active alternatives: {other}"))?;
        let inner = second.report.fallback.take().map_or(String::new(), |f| format!("; {f}"));
        second.report.fallback = Some(format!("{reason}; solved by active alternatives{inner}"));
        Ok(second)
    })
}

/// True gaps of contacts when the island's bodies have moved for h with the given twists.
fn end_gaps(terms: &Terms, state: &State, velocity: &[Vec6], contacts: &[ContactId]) -> Vec<f64> {
    let pose = |id: BodyId| -> Pose {
        match terms.bodies.binary_search(&id) {
            Ok(k) => state.poses[id.0].advanced(&Twist::from_vec6(&velocity[k]), terms.h),
            Err(_) => state.poses[id.0].advanced(&terms.free[id.0], terms.h),
        }
    };
    gaps_at_poses(terms.model, &pose, contacts.iter().map(|&c| terms.set.get(c)))
}

/// True gaps of contacts at given poses; parts are placed once each.
fn gaps_at_poses<'c>(
    model: &Model,
    pose: &dyn Fn(BodyId) -> Pose,
    contacts: impl Iterator<Item = &'c crate::contact::Contact>,
) -> Vec<f64> {
    let mut placed: std::collections::BTreeMap<PartId, WorldPart> = std::collections::BTreeMap::new();
    contacts
        .map(|c| {
            for id in [c.pair.a.0, c.pair.b.0] {
                placed.entry(id).or_insert_with(|| {
                    WorldPart::at(id, &model.body(id.body).parts[id.part], &pose(id.body))
                });
            }
            gap_at(&c.pair, &placed[&c.pair.a.0], &placed[&c.pair.b.0])
        })
        .collect()
}

fn merge_report(summary: &mut SolveSummary, report: IslandReport) {
    if report.size >= summary.size {
        summary.method = report.method;
        summary.size = report.size;
        summary.history = report.history;
    }
    summary.iterations += report.iterations;
    summary.outer_iterations = summary.outer_iterations.max(report.outer_iterations);
    summary.switches += report.switches;
    let worse = |a: f64, b: f64| if b.is_nan() { f64::INFINITY } else { a.max(b) };
    let r = &mut summary.residual;
    if report.residual.natural_map >= r.natural_map {
        summary.worst_contact = report.worst_contact.map(|c| c.0);
        r.worst_row = report.residual.worst_row;
    }
    r.natural_map = worse(r.natural_map, report.residual.natural_map);
    r.primal = worse(r.primal, report.residual.primal);
    r.dual = worse(r.dual, report.residual.dual);
    r.complementarity = worse(r.complementarity, report.residual.complementarity);
    if summary.fallback.is_none() {
        summary.fallback = report.fallback;
    }
}

/// x⁺ = x + h v⁺, q⁺ = exp(h ω⁺) q for every active body.
fn integrate(model: &Model, state: &State, twists: &[Twist], h: f64) -> State {
    let mut next = state.clone();
    next.step += 1;
    next.time += h;
    for id in model.ids() {
        if model.is_active(id, state.time) {
            next.twists[id.0] = twists[id.0];
            next.poses[id.0] = state.poses[id.0].advanced(&twists[id.0], h);
        }
    }
    next
}

fn check_speeds(model: &Model, state: &State, next: &State) -> Result<(), StepError> {
    for id in model.ids() {
        let speed = next.twists[id.0].linear.norm();
        let sound = speed <= RUN_AWAY_SPEED && next.twists[id.0].is_finite() && next.poses[id.0].is_finite();
        if !sound {
            let body = model.body(id).name.clone();
            return Err(StepError::RunAway { step: next.step, time: state.time, body, speed });
        }
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value)] // takes over the kinematics' lifetime and the step's results
fn make_record(
    model: &Model,
    next: &State,
    settings: &StepSettings,
    kinematics: &Kinematics,
    set: ContactSet,
    disjunctions: Vec<Disjunction>,
    solved: Solved,
    timing: Timing,
) -> StepRecord {
    let pose = |id: BodyId| next.poses[id.0];
    let end_gaps = gaps_at_poses(model, &pose, set.contacts.iter());
    let (traps, sprung_traps) = if settings.contact.model == ContactModel::Peg {
        count_traps(&disjunctions, &|c| end_gaps[c.0])
    } else {
        // The same question for every model: which traps does the exact geometry see here?
        let mut exact = set.clone();
        let angle = settings.contact.applicability_angle;
        let peg = ContactModel::Peg.build(model.dimension, kinematics, &mut exact, angle);
        let gaps = gaps_at_poses(model, &pose, exact.contacts.iter());
        count_traps(&peg, &|c| gaps[c.0])
    };
    StepRecord {
        step: next.step,
        time: next.time,
        detection_distance: set.pairs.iter().map(|p| p.distance).fold(0.0, f64::max),
        contacts: set.contacts,
        impulses: solved.impulses,
        friction_impulses: solved.friction,
        end_gaps,
        disjunctions,
        traps,
        sprung_traps,
        islands: solved.islands,
        solve: solved.summary,
        timing,
    }
}

/// Traps, and those of them with a contact violated at the end of the step.
fn count_traps(disjunctions: &[Disjunction], end_gap: &dyn Fn(ContactId) -> f64) -> (usize, usize) {
    let traps = disjunctions.iter().filter(|d| d.is_trap());
    let sprung = traps.clone().filter(|d| d.contacts().any(|c| end_gap(c) < -SPRUNG)).count();
    (traps.count(), sprung)
}
