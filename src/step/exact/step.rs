//! The law of separating features: which pairs it looks at, and what a record says of them.

use crate::contact::broad_phase::find_part_pairs;
use crate::contact::detect::DETECTION_MARGIN;
use crate::contact::models::{Alternative, Disjunction, DisjunctionKind};
use crate::contact::separating::rows::{Placed, as_contact, at_one_point, row_gaps, secant_row};
use crate::contact::separating::search;
use crate::contact::{Contact, ContactId, Feature, Kinematics};
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Twist, Vec3, cayley_factor};
use crate::step::error::StepError;
use crate::step::exact::context::{Context, NotConverged, Pair, Solved};
use crate::step::exact::world;
use crate::step::frame::{MAX_DETECTIONS, StepFrame};
use crate::step::law::{ContactLaw, LawRecord, StepSolution, timed};
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::step::settings::StepSettings;
use crate::step::tolerances::{COORDINATE_ROUNDING, EXACT_OPEN};
use crate::world::memory::fingerprint;
use crate::world::{BodyId, ContactMemory, PairMemory, State};
use std::collections::BTreeSet;

/// The law of separating features: some feature of each pair of parts separates it at the end of the step.
pub(in crate::step) struct Exact;

impl ContactLaw for Exact {
    type Found = Solved;

    const HALVINGS: u32 = 10;

    fn solve(
        &self,
        frame: &StepFrame,
        settings: &StepSettings,
        timing: &mut Timing,
    ) -> Result<StepSolution<Solved>, StepError> {
        let ctx = Context::new(frame, settings);
        // The first secant is drawn to where the bodies would be if they kept their twists: contacts that last are held
        // nearly as they move.
        let guess = frame.expected();
        let mut reach = frame.reach.clone();
        let distance = settings.contact.detection_distance;
        let pairs = timed(&mut timing.detect, || find_pairs(frame, &reach, distance));
        let mut detections = 1;
        let mut more = |twists: &[Twist], known: &[Pair]| {
            while frame.outran(twists, &mut reach) {
                detections += 1;
                if detections > MAX_DETECTIONS {
                    let reason =
                        format!("bodies were pushed beyond the reach of {MAX_DETECTIONS} detections");
                    return Err(NotConverged { reason });
                }
                let known: BTreeSet<_> = known.iter().map(|p| p.parts).collect();
                let mut found = find_pairs(frame, &reach, distance);
                found.retain(|p| !known.contains(&p.parts));
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            Ok(Vec::new())
        };
        let (step, time) = (frame.state.step + 1, frame.state.time);
        let solved = timed(&mut timing.solve, || world::solve(&ctx, pairs, &guess, &mut more))
            .map_err(|e| StepError::NotSolved { step, time, reason: e.reason })?;
        let joints = frame.linearised(if ctx.implicit { &solved.twists } else { &guess });
        Ok(StepSolution { twists: solved.twists.clone(), joints, found: solved })
    }

    fn record(&self, frame: &StepFrame, next: &mut State, found: Solved) -> LawRecord {
        next.memory = remembered(frame, next, &found.pairs);
        make_record(frame, next, &found)
    }
}

/// What the next step starts from.
fn remembered(frame: &StepFrame, next: &State, pairs: &[Pair]) -> ContactMemory {
    let id = |k: usize| frame.kinematics.parts[k].id;
    let of_pair = |p: &Pair| PairMemory {
        parts: (id(p.parts.0), id(p.parts.1)),
        feature: p.feature,
        rows: p.warm.clone(),
        still: p.settled.then(|| still(next, (id(p.parts.0).body, id(p.parts.1).body))),
    };
    ContactMemory::new(pairs.iter().map(of_pair).collect())
}

/// All pairs of parts that can touch in this step, with the feature of the last step where that still separates, else
/// the widest.
fn find_pairs(stages: &StepFrame, reach: &[f64], fixed: Option<f64>) -> Vec<Pair> {
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
                if separation >= -EXACT_OPEN {
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
fn make_record(stages: &StepFrame, next: &State, solved: &Solved) -> LawRecord {
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
            let rubbed = pair.friction.iter().find(|l| l.0 == key).map_or(Vec3::zeros(), |l| l.1);
            // Where friction acted its one point is shown; elsewhere the points show the gap.
            let points = if rubbed == Vec3::zeros() { contact.clone() } else { at_one_point(&contact) };
            acted.push(Contact { jacobian_a: drawn.jacobian_a, jacobian_b: drawn.jacobian_b, ..points });
            contacts.push(contact);
            row_of.push((pair.feature, key));
            impulses.push(pair.loads.iter().find(|l| l.0 == key).map_or(0.0, |l| l.1));
            friction.push(rubbed);
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
    let solve = SolveSummary { worst_contact: worst_contact(&impulses, &end_gaps), ..solved.report.clone() };
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
        islands: solved.islands,
        solve,
        timing: Timing::default(),
    };
    LawRecord { record, rows: row_of, acted: Some(acted) }
}

/// The contact that is farthest from the truth at the end poses: violated, or loaded although it is open. None where
/// every row holds up to rounding.
fn worst_contact(impulses: &[f64], end_gaps: &[f64]) -> Option<usize> {
    let error = |k: usize| (-end_gaps[k]).max(if impulses[k] > 0.0 { end_gaps[k] } else { 0.0 });
    (0..end_gaps.len())
        .filter(|&k| error(k) > COORDINATE_ROUNDING)
        .max_by(|&a, &b| error(a).total_cmp(&error(b)))
}

pub(in crate::step) fn features(feature: SeparatingFeature, first: Option<&Contact>) -> (Feature, Feature) {
    let of_contact = first.map(|c| (c.pair.a.1, c.pair.b.1));
    match feature {
        SeparatingFeature::FacetOfA(f) => (Feature::Facet(f), of_contact.map_or(Feature::Vertex(0), |c| c.1)),
        SeparatingFeature::FacetOfB(f) => (of_contact.map_or(Feature::Vertex(0), |c| c.0), Feature::Facet(f)),
        SeparatingFeature::Edges { a, b, .. } => (Feature::Edge(a), Feature::Edge(b)),
    }
}
