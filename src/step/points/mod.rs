//! A step of the models over point contacts, as the list of its stages.

pub mod active_alternative;
pub mod choice;

use crate::contact::models::{Disjunction, PointModel};
use crate::contact::separating::rows::{Placed, contact_row};
use crate::contact::{ContactId, ContactSet, Kinematics, motion_bounds};
use crate::lcp::catalogue::SolverMethod;
use crate::lcp::{LcpSettings, Residual};
use crate::math::{Twist, Vec3, Vec6, cayley_factor};
use crate::step::error::StepError;
use crate::step::impact::restitution;
use crate::step::island::grouping::{Island, pick, split_joined};
use crate::step::island::scaled::Scaled;
use crate::step::island::terms::Terms;
use crate::step::island::{IslandReport, IslandSolution, literal};
use crate::step::joints;
use crate::step::record::{SolveSummary, StepRecord, Timing};
use crate::step::settings::{Geometry, StepSettings};
use crate::step::stages::Stages;
use crate::step::traps;
use crate::step::traps::gaps_at_poses;
use crate::stop;
use crate::world::StepInput;
use crate::world::joint::Linearised;
use crate::world::{BodyId, Model, State};
use std::time::Instant;

/// Detections per step at most, each with a larger ε, when bodies are pushed farther than their free motion.
const MAX_DETECTIONS: usize = 4;

/// Linearisations of an implicit step at most.
const MAX_LINEARISATIONS: usize = 30;

/// The end poses have settled when no point of any body moves by more than this from one linearisation to the next (m).
const SETTLED: f64 = 1e-10;

/// A step of a model over point contacts.
pub(in crate::step) fn step(
    points: PointModel,
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<(StepRecord, State), StepError> {
    let start = Instant::now();
    let mut timing = Timing::default();
    let stages = Stages::new(model, state, input, settings.h);
    let angle = settings.contact.applicability_angle;
    let mut reach = stages.reach.clone();
    let mut detections = 0;
    let (set, disjunctions, solved) = loop {
        detections += 1;
        let clock = Instant::now();
        let mut set =
            ContactSet::find(model, &stages.kinematics, &reach, settings.contact.detection_distance, angle);
        timing.detect += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let disjunctions = points.build(model.dimension, &stages.kinematics, &mut set, angle);
        timing.formulate += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let solved = if settings.contact.geometry() == Geometry::Implicit {
            solve_implicitly(&stages, settings, &mut set, &disjunctions)?
        } else {
            solve_islands(&stages, settings, &set, &disjunctions, &stages.expected())?
        };
        timing.solve += clock.elapsed().as_secs_f64();
        if settings.contact.detection_distance.is_some()
            || detections == MAX_DETECTIONS
            || !stages.outran(&solved.twists, &mut reach)
        {
            break (set, disjunctions, solved);
        }
    };
    let mut next = stages.integrate(&solved.twists)?;
    let impulses = (&set.contacts[..], &solved.impulses[..], &solved.friction[..]);
    let borne = joints::bear(&stages, &solved.joints, &solved.twists, impulses);
    let mut record = make_record(points, &stages, &next, settings, set, disjunctions, solved, timing);
    restitution::apply(&stages, settings, &mut record, &mut next);
    if settings.joint_correction {
        joints::correct(&stages, &mut next);
    }
    record.joints = joints::settle(&stages, &borne, &mut next);
    record.timing.total = start.elapsed().as_secs_f64();
    Ok((record, next))
}

/// Linearises between the start and the end poses found, until those no longer move: each row then holds on the true
/// geometry (see [`rows`](crate::contact::separating::rows)).
fn solve_implicitly(
    stages: &Stages,
    settings: &StepSettings,
    set: &mut ContactSet,
    disjunctions: &[Disjunction],
) -> Result<Solved, StepError> {
    let mut solved = solve_islands(stages, settings, set, disjunctions, &stages.expected())?;
    let mut outer = solved.summary.outer_iterations.max(1);
    let mut moved = f64::INFINITY;
    for _ in 1..MAX_LINEARISATIONS {
        if stop::asked() {
            break;
        }
        relinearise(stages, set, &solved.twists);
        let next = solve_islands(stages, settings, set, disjunctions, &solved.twists)?;
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
        if moved <= SETTLED {
            break;
        }
    }
    solved.summary.outer_iterations = outer;
    if moved > SETTLED && solved.summary.fallback.is_none() {
        solved.summary.fallback = Some(format!(
            "after {MAX_LINEARISATIONS} linearisations the end poses still moved by {moved:.1e} m"
        ));
    }
    Ok(solved)
}

/// Puts the secant rows between the start and the ends under `twists` into the contacts; gaps stay those of the start.
fn relinearise(stages: &Stages, set: &mut ContactSet, twists: &[Twist]) {
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

/// Solves all islands, their joints linearised towards the ends under the twists `towards`.
fn solve_islands(
    stages: &Stages,
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
        summary: SolveSummary {
            method: settings.solver.method.name(),
            size: 0,
            iterations: 0,
            outer_iterations: 0,
            switches: 0,
            substeps: 1,
            residual: Residual::default(),
            worst_contact: None,
            fallback: None,
            history: Vec::new(),
            objectives: Vec::new(),
        },
    };
    for island in &islands {
        let scaled = Scaled::new(model, &stages.roots, &stages.free, island.bodies.clone(), settings.h);
        let solve = |joints: &[Linearised]| {
            let scaled = scaled.with_joints(joints, &stages.servos);
            let terms = Terms::new(scaled, set, settings.friction_directions);
            solve_island(&terms, state, settings, island, disjunctions)
        };
        let joints = pick(&solved.joints, &island.joints);
        let solution = solve(&joints)
            .or_else(|reason| {
                if joints.is_empty() { Err(reason) } else { without_stabilisation(&reason, &joints, solve) }
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
        merge_report(&mut solved.summary, solution.report);
    }
    Ok(solved)
}

/// The island with joints that need only not part further: contacts may leave no room to close what the linearisation
/// of earlier steps left open.
fn without_stabilisation(
    reason: &str,
    joints: &[Linearised],
    solve: impl Fn(&[Linearised]) -> Result<IslandSolution, String>,
) -> Result<IslandSolution, String> {
    let mut joints = joints.to_vec();
    for joint in &mut joints {
        joint.rows.iter_mut().for_each(|row| row.error = 0.0);
        joint.limits.iter_mut().for_each(|limit| limit.error = limit.error.max(0.0));
    }
    let mut solution =
        solve(&joints).map_err(|second| format!("{reason}; with joints not stabilised: {second}"))?;
    solution.report.fallback = Some(format!("{reason}; joints were only kept from parting further"));
    Ok(solution)
}

/// One island by the method of the settings, falling back to active alternatives.
fn solve_island(
    terms: &Terms,
    state: &State,
    settings: &StepSettings,
    island: &Island,
    disjunctions: &[Disjunction],
) -> Result<IslandSolution, String> {
    let of_island: Vec<&Disjunction> = island.links.iter().map(|&k| &disjunctions[k]).collect();
    let lcp =
        LcpSettings { tolerance: settings.solver.tolerance, max_iterations: settings.solver.max_iterations };
    let end_gaps = |velocity: &[Vec6], contacts: &[ContactId]| end_gaps(terms, state, velocity, contacts);
    let active = || active_alternative::solve(terms, &of_island, &end_gaps, &lcp);
    let first = match settings.solver.method {
        SolverMethod::Automatic | SolverMethod::ActiveAlternative => return active(),
        chosen => match chosen.solver() {
            Some(solver) => {
                let groups: Vec<literal::Group> =
                    of_island.iter().map(|d| literal::primary_first(d)).collect();
                literal::solve(terms, &groups, f64::NEG_INFINITY, solver, &lcp)
            }
            None => Err(format!("{} does not solve a literal problem", chosen.name())),
        },
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
    let mut poses = state.poses.clone();
    for (k, pose) in poses.iter_mut().enumerate() {
        let twist = match terms.bodies.binary_search(&BodyId(k)) {
            Ok(slot) => Twist::from_vec6(&velocity[slot]),
            Err(_) => terms.free[k],
        };
        *pose = pose.advanced(&twist, terms.h);
    }
    gaps_at_poses(terms.model, &poses, contacts.iter().map(|&c| terms.set.get(c)))
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

#[allow(clippy::needless_pass_by_value)] // takes over the step's results
fn make_record(
    points: PointModel,
    stages: &Stages,
    next: &State,
    settings: &StepSettings,
    set: ContactSet,
    disjunctions: Vec<Disjunction>,
    solved: Solved,
    timing: Timing,
) -> StepRecord {
    let end_gaps = gaps_at_poses(stages.model, &next.poses, set.contacts.iter());
    let (traps, sprung_traps) = match points {
        PointModel::Peg => traps::of_disjunctions(&disjunctions, &end_gaps),
        _ if settings.count_traps => traps::count(stages, settings, &next.poses),
        _ => (0, 0),
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
        joints: Vec::new(),
        islands: solved.islands,
        solve: solved.summary,
        timing,
    }
}
