//! The law of separating features: which pairs it looks at, and what a record says of them.

use crate::contact::broad_phase::find_part_pairs;
use crate::contact::detect::DETECTION_MARGIN;
use crate::contact::models::{Alternative, Disjunction, DisjunctionKind};
use crate::contact::separating::rows::{Placed, Secants, contact_at, each_gap_and, secant_row};
use crate::contact::separating::{flat_end, flush, search};
use crate::contact::{Contact, ContactId, Feature};
use crate::dynamics::FreeFlight;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Twist, Vec3, Vec6, turned};
use crate::step::error::StepError;
use crate::step::exact::context::{CONTRADICTION, Context, HALVINGS, NotConverged, Pair, Solved};
use crate::step::exact::touching;
use crate::step::exact::turn_limit::turn_little;
use crate::step::exact::velocity;
use crate::step::exact::velocity::{EndLoads, Velocities, wrenches};
use crate::step::exact::world;
use crate::step::frame::{Motion, Scheme, StepFrame};
use crate::step::joints::Bearing;
use crate::step::law::{ContactLaw, LawRecord, StepSolution, timed};
use crate::step::record::{StepRecord, Timing};
use crate::step::report::{SolveSummary, gap_error};
use crate::step::settings::StepSettings;
use crate::step::tolerances::{COORDINATE_ROUNDING, EXACT_OPEN, TOUCHING};
use crate::threads;
use crate::world::joint::Linearised;
use crate::world::memory::fingerprint;
use crate::world::{BodyId, ContactMemory, PairMemory, State};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Detections per step at most. Each is for a body that was pushed farther than the one before looked: a blow that goes
/// through a chain of bodies asks for one or two for every body of it.
const MAX_CHAIN: usize = 100;

/// From so many pairs on that are not at rest threads share the work of a step.
const WORTH_THREADS: usize = 100;

/// The law of separating features: some feature of each pair of parts separates it at the end of the step.
pub(in crate::step) struct Exact;

impl ContactLaw for Exact {
    type Found<'m> = (Solved, Velocities<'m>, Vec<Linearised>);

    const SCHEME: Scheme = Scheme::EnergyMomentum;

    const HALVINGS: u32 = HALVINGS;

    fn solve<'m>(
        &self,
        frame: &'m StepFrame<'m>,
        settings: &StepSettings,
        timing: &mut Timing,
    ) -> Result<StepSolution<Self::Found<'m>>, StepError> {
        let ctx = Context::new(frame, settings);
        // The first secant is drawn to where the bodies would be if they kept their twists: contacts that last are held
        // nearly as they move.
        let guess = frame.expected();
        let mut reach = frame.reach.clone();
        let distance = settings.contact.detection_distance;
        let pairs = timed(&mut timing.detect, || find_pairs(frame, &reach, distance, &BTreeSet::new()));
        let mut detections = 1;
        let more = |twists: &[Twist], known: &[Pair]| {
            while frame.outran(twists, &mut reach, f64::INFINITY) {
                detections += 1;
                if detections > MAX_CHAIN {
                    let reason = format!("bodies were pushed beyond the reach of {MAX_CHAIN} detections");
                    return Err(NotConverged { reason });
                }
                let known = known.iter().map(|p| p.parts).collect();
                let found = find_pairs(frame, &reach, distance, &known);
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            Ok(Vec::new())
        };
        let (step, time) = (frame.state.step + 1, frame.state.time);
        let not_solved = |e: NotConverged| StepError::NotSolved { step, time, reason: e.reason };
        let flight = frame.flight.as_ref().ok_or_else(|| {
            not_solved(NotConverged { reason: "the free motion of the step is not known".to_owned() })
        })?;
        let (solved, velocities) = timed(&mut timing.solve, || {
            turn_little(frame, flight, &pairs)?;
            threads::with(threads_for(&pairs, settings), || {
                let mut more = more;
                let solved = world::solve(&ctx, pairs, &guess, &mut more)?;
                let velocities = velocity::solve(&ctx, flight, settings, &solved).or_else(|e| {
                    velocity::solve(&ctx, &as_paths_go_on(frame, flight, e)?, settings, &solved)
                })?;
                Ok((solved, velocities))
            })
        })
        .map_err(not_solved)?;
        let joints = frame.linearised(if ctx.implicit { &solved.twists } else { &guess });
        let (twists, motion) = (solved.twists.clone(), velocities.motion.clone());
        // What joints bear is told with the record: two problems have them at different poses.
        let cut = velocities.cut;
        Ok(StepSolution { twists, motion, joints: Vec::new(), found: (solved, velocities, joints), cut })
    }

    fn record(
        &self,
        frame: &StepFrame,
        next: &mut State,
        (solved, mut velocities, joints): Self::Found<'_>,
    ) -> LawRecord {
        next.memory = remembered(frame, next, &solved.pairs, &velocities.given);
        make_record(frame, next, &solved, &mut velocities, joints)
    }
}

/// The flight with the velocities at the end with which paths go on from there, where those with which they come leave no room: a clamp that closes until it touches
/// on both sides stops there.
///
/// # Errors
/// `no_room`, where it says something else or no path goes on otherwise.
fn as_paths_go_on(
    frame: &StepFrame,
    flight: &FreeFlight,
    no_room: NotConverged,
) -> Result<FreeFlight, NotConverged> {
    if !no_room.reason.starts_with(CONTRADICTION) {
        return Err(no_room);
    }
    let mut later = flight.clone();
    let end = frame.state.time + frame.h;
    for (id, twist) in frame.model.controllers.iter().filter_map(|path| path.goes_on(end, frame.h)) {
        if frame.model.is_active(id, frame.state.time) {
            later.end[id.0] = twist;
        }
    }
    if later.end == flight.end { Err(no_room) } else { Ok(later) }
}

/// Threads that share the work of a step with these pairs.
fn threads_for(pairs: &[Pair], settings: &StepSettings) -> usize {
    let moving = pairs.iter().filter(|pair| !pair.settled).count();
    if moving < WORTH_THREADS { 1 } else { settings.threads.unwrap_or_else(threads::cores) }
}

/// What the next step starts from.
fn remembered(frame: &StepFrame, next: &State, pairs: &[Pair], given: &[EndLoads]) -> ContactMemory {
    let id = |k: usize| frame.kinematics.parts[k].id;
    let of_pair = |(p, given): (&Pair, &EndLoads)| PairMemory {
        parts: (id(p.parts.0), id(p.parts.1)),
        feature: given.switched.unwrap_or(p.feature),
        rows: if given.switched.is_some() { Vec::new() } else { p.warm.to_vec() },
        held: if given.switched.is_some() { Vec::new() } else { held(p) },
        still: p.settled.then(|| still(next, (id(p.parts.0).body, id(p.parts.1).body))),
    };
    ContactMemory::new(pairs.iter().zip(given).map(of_pair).collect())
}

/// What a pair bore in the first problem, where its warm rows do not tell.
fn held(pair: &Pair) -> Vec<(RowKey, f64, Vec3)> {
    if pair.friction.is_empty() && pair.loads.iter().all(|load| pair.warm.contains(load)) {
        return Vec::new();
    }
    pair.loads.iter().filter(|(_, p)| *p > 0.0).map(|(key, p)| (*key, *p, pair.given(*key).1)).collect()
}

/// All pairs of parts that can touch in this step, but for those that are known, with the feature of the last step where that still
/// separates, else the widest.
fn find_pairs(
    stages: &StepFrame,
    reach: &[f64],
    fixed: Option<f64>,
    known: &BTreeSet<(usize, usize)>,
) -> Vec<Pair> {
    let model = stages.model;
    let margin = |i: BodyId| 0.5 * DETECTION_MARGIN * model.body(i).radius;
    // A distance given by the scene may widen the search, but not hide what the motion can reach.
    let least = fixed.map_or(0.0, |d| d / 2.0);
    let boxes: Vec<f64> = model.ids().map(|i| least.max(reach[i.0] + margin(i))).collect();
    let parts = &stages.kinematics.parts;
    let mut pairs: Vec<Pair> = find_part_pairs(model, &stages.kinematics, &boxes)
        .into_iter()
        .filter(|parts| !known.contains(parts))
        .map(|(a, b)| {
            let (pa, pb) = (&parts[a], &parts[b]);
            let mut wider = None;
            let remembered = stages.state.memory.get((pa.id, pb.id));
            // Of a smooth solid a facet is kept where it separates as widely as the surfaces, unless it asks for what lies beside it.
            let left = |f: SeparatingFeature| {
                search::leaves_surfaces(f, pa, pb) || flat_end::asks_beside_end(f, pa, pb)
            };
            if let Some(memory) = remembered.filter(|m| !left(m.feature)) {
                // Nothing brings them near in this step: whether another feature is wider makes no difference.
                let (i, j) = (pa.id.body, pb.id.body);
                let near = world::NEAR * model.body(i).radius.min(model.body(j).radius);
                let apart = memory.feature.separation(pa, pb);
                if apart - reach[i.0] - reach[j.0] > near.max(TOUCHING) {
                    return Pair::new((a, b), memory.feature, apart);
                }
                // The rows of two edges tell less than the edges do: side rows are closed where the edges support.
                let gap = memory.feature.least_gap(pa, pb);
                if gap >= -EXACT_OPEN && apart < TOUCHING {
                    let settled = memory.still == Some(still(stages.state, (pa.id.body, pb.id.body)));
                    // Its plane can touch both where they have slid off each other beside it.
                    if !settled {
                        wider = touching::wider(memory.feature, pa, pb);
                    }
                    if wider.is_none() {
                        let mut pair = Pair::new((a, b), memory.feature, gap);
                        pair.recall(memory);
                        pair.settled = settled;
                        return pair;
                    }
                }
            }
            // A facet that separates by less says nothing of touching: edges may separate by more.
            let (feature, separation) = wider.unwrap_or_else(|| search::widest_of_all(pa, pb, TOUCHING));
            Pair::new((a, b), feature, separation)
        })
        .collect();
    let rubs = model.rubs();
    for pair in &mut pairs {
        let (pa, pb) = (&parts[pair.parts.0], &parts[pair.parts.1]);
        pair.rough = model.pair_friction(pa.id.body, pb.id.body) > 0.0;
        if rubs && let Some((feature, gap)) = flush::with_nearer_corners(pair.feature, pair.apart, pa, pb) {
            *pair = Pair { rough: pair.rough, ..Pair::new(pair.parts, feature, gap) };
        }
    }
    pairs
}

/// Fingerprint of the poses of two bodies.
fn still(state: &State, bodies: (BodyId, BodyId)) -> u64 {
    fingerprint(&state.poses[bodies.0.0], &state.poses[bodies.1.0])
}

/// Contacts: the rows of every pair that is in the problem, and which they are. Disjunctions: one per such pair. Impulses are those of
/// the step in all, and the contacts beside the record have the Jacobians with which they explain the change of momentum.
fn make_record(
    stages: &StepFrame,
    next: &State,
    solved: &Solved,
    velocities: &mut Velocities,
    joints: Vec<Linearised>,
) -> LawRecord {
    let ends = &velocities.ends;
    let mut rows = Rows { beside: std::mem::take(&mut velocities.mended_by), ..Rows::default() };
    // Asked for by joints only.
    let mut by_contacts = vec![Vec6::zeros(); if joints.is_empty() { 0 } else { stages.model.bodies.len() }];
    let (mut pairs, mut count) = (0, 0);
    for (pair, given) in solved.pairs.iter().zip(&velocities.given).filter(|(p, _)| p.active) {
        (pairs, count) = (pairs + 1, count + pair.rows.len() + given.wrenches.len());
    }
    rows.reserve(count);
    let mut disjunctions = Vec::with_capacity(pairs);
    for (pair, given) in solved.pairs.iter().zip(&velocities.given).filter(|(p, _)| p.active) {
        let (i, j) = pair.parts;
        let start = Placed { a: &stages.kinematics.parts[i], b: &stages.kinematics.parts[j] };
        let end = Placed { a: &ends.parts[i], b: &ends.parts[j] };
        if !joints.is_empty() {
            let (on_a, on_b) = first_wrenches(pair, start, end);
            by_contacts[start.a.id.body.0] += on_a;
            by_contacts[start.b.id.body.0] += on_b;
        }
        let mut alternatives = vec![rows.add(pair, given, pair.feature, start, end)];
        if let Some(feature) = given.switched {
            // What holds the pair at the end of the step comes first.
            alternatives.insert(0, rows.add(pair, given, feature, start, end));
        }
        let first = alternatives.iter().flat_map(|a| &a.contacts).next();
        disjunctions.push(Disjunction {
            kind: DisjunctionKind::Separation,
            parts: (start.a.id, start.b.id),
            features: features(given.switched.unwrap_or(pair.feature), first.map(|c| &rows.contacts[c.0])),
            alternatives,
            primary: 0,
        });
    }
    let holding = disjunctions.iter().filter_map(|d| d.alternatives.first()).flat_map(|held| &held.contacts);
    let worst_contact = worst_contact(&rows.impulses, &rows.end_gaps, holding.map(|id| id.0));
    let report = &solved.report;
    let mut accuracy = report.accuracy;
    accuracy.take(&velocities.accuracy);
    let solve = SolveSummary {
        worst_contact,
        accuracy,
        iterations: report.iterations + velocities.iterations,
        fallback: report.fallback.clone().or_else(|| velocities.fallback.clone()),
        ..report.clone()
    };
    let record = StepRecord {
        step: next.step,
        time: next.time,
        detection_distance: stages.reach.iter().copied().fold(0.0, f64::max),
        contacts: rows.contacts,
        impulses: rows.impulses,
        friction_impulses: rows.friction,
        end_gaps: rows.end_gaps,
        disjunctions,
        traps: 0,
        sprung_traps: 0,
        joints: Vec::new(),
        beside: beside(stages, &rows.beside),
        islands: solved.islands,
        solve,
        timing: Timing::default(),
    };
    let bearings = bearings(stages, next, (solved, velocities), joints, &by_contacts);
    LawRecord { record, rows: rows.row_of, bearings: Some(bearings) }
}

/// What bodies were given beside contacts and joints, without those that were given nothing.
fn beside(stages: &StepFrame, all: &[Vec6]) -> Vec<(BodyId, Vec6)> {
    let given = |id: &BodyId| stages.model.body(*id).is_dynamic() && all[id.0] != Vec6::zeros();
    stages.model.ids().filter(given).map(|id| (id, all[id.0])).collect()
}

/// What joints gave in both problems, and before the first.
fn bearings(
    stages: &StepFrame,
    next: &State,
    (solved, velocities): (&Solved, &Velocities),
    joints: Vec<Linearised>,
    by_contacts: &[Vec6],
) -> Vec<Bearing> {
    if joints.is_empty() {
        return Vec::new();
    }
    let first = Motion { poses: next.poses.clone(), twists: velocities.first.clone() };
    let scaled = |(id, impulse): (BodyId, &Vec6)| stages.roots[id.0].scale_row(impulse);
    let of_contacts = stages.model.ids().zip(by_contacts).map(scaled);
    let in_all = stages.given(&velocities.first, &first);
    let mut given: Vec<Vec6> =
        in_all.iter().zip(of_contacts).map(|(all, of_contacts)| all - of_contacts).collect();
    let later = stages.model.ids().zip(&velocities.by_joints).map(scaled).collect();
    let mut all = Vec::with_capacity(3);
    if !solved.started.is_empty() {
        let mut before = vec![Vec6::zeros(); given.len()];
        let state = stages.flight.as_ref().map_or(&stages.state.twists, |flight| &flight.start);
        for (id, start) in &solved.started {
            let push = start.to_vec6() - state[id.0].to_vec6();
            before[id.0] = stages.roots[id.0].scaled(&push);
            given[id.0] -= before[id.0];
        }
        let at_start = |line: &Linearised| Linearised { rows: line.at_start.clone(), ..line.clone() };
        let lines = joints.iter().map(at_start).collect();
        all.push(Bearing { lines, given: before, driven: false });
    }
    all.push(Bearing { lines: joints, given, driven: true });
    all.push(Bearing { lines: velocities.joints.clone(), given: later, driven: false });
    all
}

/// What the first problem gave to the bodies of a pair, moments about the centres of mass.
fn first_wrenches(pair: &Pair, start: Placed, end: Placed) -> (Vec6, Vec6) {
    let mut sum = (Vec6::zeros(), Vec6::zeros());
    for (key, row) in &pair.acted {
        let (p, f) = first_impulses(pair, *key);
        let (a, b) = wrenches(&contact_at(pair.feature, *key, row, start, end, pair.rough), p, &f);
        sum = (sum.0 + a, sum.1 + b);
    }
    sum
}

/// Normal impulse and friction on B that the first problem gave to a row.
fn first_impulses(pair: &Pair, key: RowKey) -> (f64, Vec3) {
    let p = pair.loads.iter().find(|l| l.0 == key).map_or(0.0, |l| l.1);
    let f = pair.friction.iter().find(|l| l.0 == key).map_or(Vec3::zeros(), |l| l.1);
    (2.0 * p, f * 2.0)
}

/// The lists of a record.
#[derive(Default)]
struct Rows {
    contacts: Vec<Contact>,
    impulses: Vec<f64>,
    friction: Vec<Vec3>,
    end_gaps: Vec<f64>,
    row_of: Vec<(SeparatingFeature, RowKey)>,
    /// What each body was given beside (N·s, N·m·s about its centre).
    beside: Vec<Vec6>,
}

impl Rows {
    fn reserve(&mut self, count: usize) {
        self.contacts.reserve(count);
        self.impulses.reserve(count);
        self.friction.reserve(count);
        self.end_gaps.reserve(count);
        self.row_of.reserve(count);
    }

    /// Appends the rows of a feature of a pair. The Jacobians of those that push are the ones with which impulse and friction give what
    /// both problems gave in all.
    fn add(
        &mut self,
        pair: &Pair,
        given: &EndLoads,
        feature: SeparatingFeature,
        start: Placed,
        end: Placed,
    ) -> Alternative {
        let first_problem = feature == pair.feature;
        let mut keys: SmallVec<[RowKey; 32]> = SmallVec::new();
        if first_problem {
            keys.extend_from_slice(&pair.rows);
        }
        keys.extend(given.loads.iter().filter(|l| l.0.0 == feature).map(|l| l.0.1));
        keys.extend(given.wrenches.iter().filter(|w| w.row.0 == feature).map(|w| w.row.1));
        keys.sort_unstable();
        keys.dedup();
        let mut gaps: SmallVec<[(RowKey, f64); 32]> = SmallVec::new();
        each_gap_and(feature, end, keys.iter().copied(), |key, gap| gaps.push((key, gap)));
        let first = self.contacts.len();
        let secants = Secants::new(feature, start, end, (1.0, 1.0));
        for key in keys {
            let acted = pair.acted.iter().find(|l| l.0 == key && first_problem).map(|l| l.1);
            let secant = secants.as_ref().and_then(|secants| secants.row(key));
            let Some(row) = acted.or(secant).or_else(|| secant_row(feature, key, end, end, (1.0, 1.0)))
            else {
                continue;
            };
            let mut contact = contact_at(feature, key, &row, start, end, pair.rough);
            // The true one, whatever was asked of it.
            contact.gap = secant.map_or(contact.gap, |row| row.gap);
            contact.distance = contact.gap.abs();
            let (p, f) = if first_problem { first_impulses(pair, key) } else { (0.0, Vec3::zeros()) };
            let ((mut on_a, mut on_b), mut friction) = (wrenches(&contact, p, &f), f);
            if let Some(later) = given.wrenches.iter().find(|w| w.row == (feature, key)) {
                if let Some(blow) = &later.struck {
                    // Told where it came: half way through the step the bodies lay otherwise.
                    (contact.normal, contact.point_a, contact.point_b) =
                        (blow.normal, blow.point_a, blow.point_b);
                    (contact.centre_a, contact.centre_b) = (blow.centre_a, blow.centre_b);
                }
                on_a += later.on_a;
                on_b += later.on_b;
                // In the plane of the contact that is told of.
                friction = turned(friction + later.friction, &later.normal, &contact.normal);
            }
            let load = given.loads.iter().find(|l| l.0 == (feature, key)).map_or(0.0, |l| l.1);
            // What does not push rubs no more: what is left of both problems there is rounding.
            let friction = if load > 0.0 { friction } else { Vec3::zeros() };
            let (rubbed_a, rubbed_b) = wrenches(&contact, 0.0, &friction);
            (on_a, on_b) = (on_a - rubbed_a, on_b - rubbed_b);
            if load > 0.0 {
                (contact.jacobian_a, contact.jacobian_b) = (on_a / load, on_b / load);
            } else {
                self.beside[start.a.id.body.0] += on_a;
                self.beside[start.b.id.body.0] += on_b;
            }
            self.contacts.push(contact);
            self.row_of.push((feature, key));
            self.impulses.push(load.max(0.0));
            self.friction.push(friction);
            self.end_gaps.push(gaps.iter().find(|g| g.0 == key).map_or(f64::NAN, |g| g.1));
        }
        Alternative { contacts: (first..self.contacts.len()).map(ContactId).collect() }
    }
}

/// The contact of those `holding` the pairs apart that is farthest from the truth at the end poses: violated, or loaded although it is open. None where
/// every row holds up to rounding.
fn worst_contact(impulses: &[f64], end_gaps: &[f64], holding: impl Iterator<Item = usize>) -> Option<usize> {
    let error = |k: usize| gap_error(impulses[k], end_gaps[k]);
    holding.filter(|&k| error(k) > COORDINATE_ROUNDING).max_by(|&a, &b| error(a).total_cmp(&error(b)))
}

pub(in crate::step) fn features(feature: SeparatingFeature, first: Option<&Contact>) -> (Feature, Feature) {
    let of_contact = first.map(Contact::features);
    match feature {
        SeparatingFeature::FacetOfA(f) => (Feature::Facet(f), of_contact.map_or(Feature::Vertex(0), |c| c.1)),
        SeparatingFeature::FacetOfB(f) => (of_contact.map_or(Feature::Vertex(0), |c| c.0), Feature::Facet(f)),
        SeparatingFeature::Edges { a, b, .. } => (Feature::Edge(a), Feature::Edge(b)),
        SeparatingFeature::Surfaces => of_contact.unwrap_or((Feature::Vertex(0), Feature::Vertex(0))),
    }
}
