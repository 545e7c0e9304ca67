//! One step under the separating-feature model.

use crate::contact::broad_phase::find_part_pairs;
use crate::contact::detect::DETECTION_MARGIN;
use crate::contact::models::{Alternative, Disjunction, DisjunctionKind};
use crate::contact::separating::rows::{Placed, as_contact, row_gaps, secant_row};
use crate::contact::separating::search;
use crate::contact::{Contact, ContactId, Feature, Kinematics};
use crate::geometry::separating::SeparatingFeature;
use crate::lcp::{LcpSettings, Residual};
use crate::math::{Twist, Vec3, cayley_factor};
use crate::step::error::StepError;
use crate::step::exact::context::{Context, NotConverged, OPEN, Pair, Report};
use crate::step::impact::restitution;
use crate::step::parts::{Part, Parts, RowOfFeature};
use crate::step::record::{SolveSummary, StepRecord, Timing};
use crate::step::settings::{Geometry, StepSettings};
use crate::step::stages::Stages;
use crate::step::{exact, joints, traps};
use crate::stop;
use crate::world::memory::fingerprint;
use crate::world::{BodyId, ContactMemory, Model, PairMemory, State, StepInput};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Instant;

/// Detections per step at most, each with a larger ε, when bodies are pushed farther than their free motion.
const MAX_DETECTIONS: usize = 4;

/// Rounding of coordinates around 1 m (m).
const ROUNDING: f64 = 1e-15;

/// A step that does not settle is done in halves, and those again, down to h / 2^this.
const MAX_HALVINGS: u32 = 10;

/// Goes one step forward.
///
/// # Errors
/// [`StepError`] when no state without violation was found even in the smallest part of the step; nothing is changed.
pub(in crate::step) fn step(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<(StepRecord, State), StepError> {
    let clock = Instant::now();
    let mut parts = Parts::default();
    let mut next = divided(model, state, input, settings, settings.h, MAX_HALVINGS, &mut parts)?;
    next.step = state.step + 1;
    next.time = state.time + settings.h;
    let not_one = || StepError::NotSolved {
        step: next.step,
        time: state.time,
        reason: "the step has no part".to_owned(),
    };
    let mut record = parts.finish(model, state, &next).ok_or_else(not_one)?;
    (record.step, record.time) = (next.step, next.time);
    record.timing.total = clock.elapsed().as_secs_f64();
    if settings.count_traps {
        let stages = Stages::new(model, state, input, settings.h);
        (record.traps, record.sprung_traps) = traps::count(&stages, settings, &next.poses);
    }
    Ok((record, next))
}

/// A step of size h; in two halves where it does not settle as one. Each part that is done goes to `parts`.
fn divided(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    h: f64,
    halvings: u32,
    parts: &mut Parts,
) -> Result<State, StepError> {
    let reason = match whole(model, state, input, settings, h) {
        Ok((part, next)) => {
            parts.add(part);
            return Ok(next);
        }
        Err(StepError::NotSolved { reason, .. }) if halvings > 0 && !stop::asked() => reason,
        Err(error) => return Err(error),
    };
    parts.reason.get_or_insert(reason);
    let middle = divided(model, state, input, settings, h / 2.0, halvings - 1, parts)?;
    divided(model, &middle, input, settings, h / 2.0, halvings - 1, parts)
}

fn whole(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    h: f64,
) -> Result<(Part, State), StepError> {
    let stages = Stages::new(model, state, input, h);
    let mut timing = Timing::default();
    let ctx = Context {
        model,
        state,
        start: &stages.kinematics,
        roots: &stages.roots,
        free: &stages.free,
        joints: &stages.joints,
        servos: &stages.servos,
        h,
        implicit: settings.contact.geometry() == Geometry::Implicit,
        friction_directions: settings.friction_directions,
        settings: LcpSettings {
            tolerance: settings.solver.tolerance,
            max_iterations: settings.solver.max_iterations,
        },
        threads: settings.threads.unwrap_or_else(cores),
    };
    // The first secant is drawn to where the bodies would be if they kept their twists: contacts that last are held
    // nearly as they move.
    let guess = stages.expected();
    let mut reach = stages.reach.clone();
    let pairs =
        timed(&mut timing.detect, || find_pairs(&stages, &reach, settings.contact.detection_distance));
    let mut detections = 1;
    let mut more = |twists: &[Twist], known: &[Pair]| {
        while stages.outran(twists, &mut reach) {
            detections += 1;
            if detections > MAX_DETECTIONS {
                let reason = format!("bodies were pushed beyond the reach of {MAX_DETECTIONS} detections");
                return Err(NotConverged { reason });
            }
            let known: BTreeSet<_> = known.iter().map(|p| p.parts).collect();
            let mut found = find_pairs(&stages, &reach, settings.contact.detection_distance);
            found.retain(|p| !known.contains(&p.parts));
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    };
    let solved = timed(&mut timing.solve, || exact::solve(&ctx, pairs, &guess, &mut more))
        .map_err(|e| StepError::NotSolved { step: state.step + 1, time: state.time, reason: e.reason })?;
    let mut next = stages.integrate(&solved.twists)?;
    let clock = Instant::now();
    let id = |k: usize| stages.kinematics.parts[k].id;
    next.memory = ContactMemory::new(
        solved
            .pairs
            .iter()
            .map(|p| PairMemory {
                parts: (id(p.parts.0), id(p.parts.1)),
                feature: p.feature,
                rows: p.warm.clone(),
                still: p.settled.then(|| still(&next, (id(p.parts.0).body, id(p.parts.1).body))),
            })
            .collect(),
    );
    let (mut record, row_of, acted) = make_record(&stages, &next, &solved);
    let impulses = (&acted[..], &record.impulses[..], &record.friction_impulses[..]);
    let towards = if ctx.implicit { &solved.twists } else { &guess };
    let rows = stages.linearised(towards);
    let borne = joints::bear(&stages, &rows, &solved.twists, impulses);
    timing.formulate = clock.elapsed().as_secs_f64();
    record.timing = timing;
    let inelastic = record.impulses.clone();
    restitution::apply(&stages, settings, &mut record, &mut next);
    // A blow has impulses of its own, which act along the contacts as they are.
    for (k, contact) in acted.into_iter().enumerate().filter(|(k, _)| record.impulses[*k] == inelastic[*k]) {
        record.contacts[k] = contact;
    }
    if settings.joint_correction {
        joints::correct(&stages, &mut next);
    }
    record.joints = joints::settle(&stages, &borne, &mut next);
    Ok((Part { record, rows: row_of, h }, next))
}

/// Cores of the machine, asked for once: the answer is read from files.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get))
}

/// Adds to `seconds` what `work` takes.
fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let done = work();
    *seconds += clock.elapsed().as_secs_f64();
    done
}

/// All pairs of parts that can touch in this step, with the feature of the last step where that still separates, else
/// the widest.
fn find_pairs(stages: &Stages, reach: &[f64], fixed: Option<f64>) -> Vec<Pair> {
    let model = stages.model;
    let margin = |i: BodyId| 0.5 * DETECTION_MARGIN * model.body(i).radius;
    // A distance given by the scene may widen the search, but not hide what the motion can reach.
    let least = fixed.map_or(0.0, |d| d / 2.0);
    let boxes: Vec<f64> = model.ids().map(|i| least.max(reach[i.0] + margin(i))).collect();
    let parts = &stages.kinematics.parts;
    find_part_pairs(model, &stages.kinematics, &boxes)
        .into_iter()
        .map(|(a, b)| {
            let (pa, pb) = (&parts[a], &parts[b]);
            if let Some(memory) = stages.state.memory.get((pa.id, pb.id)) {
                let separation = memory.feature.least_gap(pa, pb);
                if separation >= -OPEN {
                    let mut pair = Pair::new((a, b), memory.feature, separation);
                    pair.warm.clone_from(&memory.rows);
                    pair.settled = memory.still == Some(still(stages.state, (pa.id.body, pb.id.body)));
                    return pair;
                }
            }
            let (feature, separation) = search::widest(pa, pb, 0.0);
            Pair::new((a, b), feature, separation)
        })
        .collect()
}

/// Fingerprint of the poses of two bodies.
fn still(state: &State, bodies: (BodyId, BodyId)) -> u64 {
    fingerprint(&state.poses[bodies.0.0], &state.poses[bodies.1.0])
}

/// Contacts: the rows of every pair that is in the problem, and which they are. Disjunctions: one per such pair. Beside the
/// record the contacts with the Jacobians of the last problem, with which their impulses explain the change of momentum.
fn make_record(
    stages: &Stages,
    next: &State,
    solved: &exact::Solved,
) -> (StepRecord, Vec<RowOfFeature>, Vec<Contact>) {
    let ends = Kinematics::new(stages.model, &next.poses, stages.state.time);
    let mut contacts: Vec<Contact> = Vec::new();
    let (mut row_of, mut acted) = (Vec::new(), Vec::new());
    let (mut impulses, mut friction, mut end_gaps) = (Vec::new(), Vec::new(), Vec::new());
    let mut disjunctions = Vec::new();
    let mut gaps = Vec::new();
    for pair in solved.pairs.iter().filter(|p| p.active) {
        let (i, j) = pair.parts;
        let start = Placed { a: &stages.kinematics.parts[i], b: &stages.kinematics.parts[j] };
        let end = Placed { a: &ends.parts[i], b: &ends.parts[j] };
        let kappa = |k: usize| cayley_factor(&solved.twists[ends.parts[k].id.body.0], stages.h);
        row_gaps(pair.feature, end, &mut gaps);
        let first = contacts.len();
        for &key in &pair.rows {
            let Some(row) = secant_row(pair.feature, key, start, end, (kappa(i), kappa(j))) else { continue };
            let contact = as_contact(pair.feature, key, &row, start, end);
            let drawn = pair.acted.iter().find(|l| l.0 == key).map_or(row, |l| l.1);
            acted.push(Contact {
                jacobian_a: drawn.jacobian_a,
                jacobian_b: drawn.jacobian_b,
                ..contact.clone()
            });
            contacts.push(contact);
            row_of.push((pair.feature, key));
            impulses.push(pair.loads.iter().find(|l| l.0 == key).map_or(0.0, |l| l.1));
            friction.push(pair.friction.iter().find(|l| l.0 == key).map_or(Vec3::zeros(), |l| l.1));
            end_gaps.push(gaps.iter().find(|g| g.0 == key).map_or(f64::NAN, |g| g.1));
        }
        let held: Vec<ContactId> = (first..contacts.len()).map(ContactId).collect();
        disjunctions.push(Disjunction {
            kind: DisjunctionKind::Separation,
            parts: (start.a.id, start.b.id),
            features: features(pair.feature, held.first().map(|c| &contacts[c.0])),
            alternatives: vec![Alternative { contacts: held }],
            primary: 0,
        });
    }
    let solve =
        SolveSummary { worst_contact: worst_contact(&impulses, &end_gaps), ..summary(&solved.report) };
    let record = StepRecord {
        step: next.step,
        time: next.time,
        detection_distance: stages.reach.iter().copied().fold(0.0, f64::max),
        contacts,
        impulses,
        friction_impulses: friction,
        end_gaps,
        disjunctions,
        traps: 0,
        sprung_traps: 0,
        joints: Vec::new(),
        islands: solved.report.islands,
        solve,
        timing: Timing::default(),
    };
    (record, row_of, acted)
}

/// The contact that is farthest from the truth at the end poses: violated, or loaded although it is open. None where
/// every row holds up to rounding.
fn worst_contact(impulses: &[f64], end_gaps: &[f64]) -> Option<usize> {
    let error = |k: usize| (-end_gaps[k]).max(if impulses[k] > 0.0 { end_gaps[k] } else { 0.0 });
    (0..end_gaps.len()).filter(|&k| error(k) > ROUNDING).max_by(|&a, &b| error(a).total_cmp(&error(b)))
}

pub(in crate::step) fn features(feature: SeparatingFeature, first: Option<&Contact>) -> (Feature, Feature) {
    let of_contact = first.map(|c| (c.pair.a.1, c.pair.b.1));
    match feature {
        SeparatingFeature::FacetOfA(f) => (Feature::Facet(f), of_contact.map_or(Feature::Vertex(0), |c| c.1)),
        SeparatingFeature::FacetOfB(f) => (of_contact.map_or(Feature::Vertex(0), |c| c.0), Feature::Facet(f)),
        SeparatingFeature::Edges { a, b, .. } => (Feature::Edge(a), Feature::Edge(b)),
    }
}

fn summary(report: &Report) -> SolveSummary {
    SolveSummary {
        method: "active-alternative (exact)",
        size: report.size,
        iterations: report.iterations,
        outer_iterations: report.outer_iterations,
        switches: report.switches,
        substeps: 1,
        residual: Residual {
            natural_map: report.residual,
            primal: report.violation,
            complementarity: report.open_load,
            ..Residual::default()
        },
        worst_contact: None,
        fallback: report.fallback.clone(),
        history: report.history.clone(),
        objectives: report.objectives.clone(),
    }
}
