//! Bodies that cannot meet within a step take it apart from each other.
//!
//! What one cluster of bodies does depends on no other then: neither on how many there are, nor on an impact elsewhere at which a step ends, nor on one that is not solved and is done in
//! halves. And a cluster that stands is not calculated again while others move ([`fixed_point`](crate::step::fixed_point)).
//!
//! Who may meet is bounded before ([`partition`]) by free motion and some room. A body that moved farther has more room when its step is taken again, with those that
//! it may then meet.

use crate::step::aloft::Aloft;
use crate::step::clusters::cutout::CutOut;
use crate::step::clusters::partition::{Room, all_may_meet, clusters};
use crate::step::error::StepError;
use crate::step::exact::Exact;
use crate::step::fixed_point::FixedPoint;
use crate::step::law;
use crate::step::record::StepRecord;
use crate::step::settings::StepSettings;
use crate::world::{BodyId, ContactMemory, Model, PairMemory, State, StepInput};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Instant;

mod cutout;
mod links;
mod merge;
mod partition;

/// Times that a step is divided into clusters at most, each with fewer of them than before.
const MOST_ROUNDS: usize = 20;

/// The clusters of the last step of a run: what they have that need not be made anew. No result depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Only told apart, not read.
    model: Weak<Model>,
    clusters: BTreeMap<Vec<BodyId>, Cluster>,
}

/// Bodies that take their steps together.
#[derive(Clone, Debug)]
struct Cluster {
    here: CutOut,
    /// Their last step, where it led back to the state it began from.
    fixed_point: Option<FixedPoint>,
    /// What steps need in which none of them can meet anybody.
    aloft: Aloft,
}

impl Cluster {
    fn new(here: CutOut) -> Self {
        Self { here, fixed_point: None, aloft: Aloft::default() }
    }
}

/// What a cluster did in a step.
struct Done {
    cluster: Cluster,
    record: Arc<StepRecord>,
    next: State,
}

impl Known {
    /// Forgets the clusters of any other model.
    pub fn of(&mut self, model: &Arc<Model>) {
        if self.model.as_ptr() != Arc::as_ptr(model) {
            *self = Self { model: Arc::downgrade(model), clusters: BTreeMap::new() };
        }
    }

    /// The step of some bodies, of which these pairs are remembered.
    fn step(
        &mut self,
        (model, bodies): (&Model, &Vec<BodyId>),
        (state, remembered): (&State, &[&PairMemory]),
        input: &StepInput,
        settings: &StepSettings,
    ) -> Result<Done, StepError> {
        let clock = Instant::now();
        let mut cluster =
            self.clusters.remove(bodies).unwrap_or_else(|| Cluster::new(CutOut::new(model, bodies)));
        let (mut before, input) = (cluster.here.state(state, remembered), cluster.here.input(input));
        let model = &cluster.here.model;
        if let Some(last) = &mut cluster.fixed_point
            && last.holds(model, settings, &input, &before)
        {
            let mut next = before;
            let record = last.again(&mut next, clock);
            return Ok(Done { cluster, record, next });
        }
        if cluster.aloft.step(model, settings, &input, &mut before) {
            cluster.fixed_point = None;
            let record = cluster.aloft.record(&before, clock);
            return Ok(Done { cluster, record, next: before });
        }
        let (record, next) = law::step(&Exact, model, &before, &input, settings)?;
        let record = Arc::new(record);
        cluster.fixed_point = FixedPoint::of(model, settings, &input, (before, &next), &record);
        Ok(Done { cluster, record, next })
    }
}

/// A step under Exact, cluster by cluster.
///
/// # Errors
/// Those of the first cluster that has one.
pub(super) fn step(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    known: &mut Known,
) -> Result<(StepRecord, State), StepError> {
    let clock = Instant::now();
    let moving = model.bodies.iter().filter(|body| body.is_dynamic());
    if moving.take(2).count() < 2 {
        return law::step(&Exact, model, state, input, settings);
    }
    let mut room = Room::at_first(model, state, settings.h);
    let mut done: BTreeMap<Vec<BodyId>, Done> = BTreeMap::new();
    for _ in 0..MOST_ROUNDS {
        if all_may_meet(model, state, settings.h, &room) {
            break;
        }
        let clusters = clusters(model, state, settings.h, &room);
        if clusters.len() < 2 {
            break;
        }
        let shares = shares(model, state, &clusters);
        let mut now = BTreeMap::new();
        for (bodies, remembered) in clusters.into_iter().zip(shares) {
            let of_cluster = match done.remove(&bodies) {
                Some(of_cluster) => of_cluster,
                None => known.step((model, &bodies), (state, &remembered), input, settings)?,
            };
            now.insert(bodies, of_cluster);
        }
        done = now;
        let (next, pairs) = together(state, &done, settings.h);
        let outran = |any, bodies: &Vec<BodyId>| room.outrun(bodies, state, &next, settings.h) || any;
        if done.keys().fold(false, outran) {
            continue;
        }
        let records: Vec<(&CutOut, &StepRecord)> =
            done.values().map(|Done { cluster, record, .. }| (&cluster.here, &**record)).collect();
        let mut record = merge::merged(&records);
        known.clusters = done.into_iter().map(|(bodies, of_cluster)| (bodies, of_cluster.cluster)).collect();
        record.timing.total = clock.elapsed().as_secs_f64();
        return Ok((record, State { memory: ContactMemory::new(pairs), ..next }));
    }
    known.clusters.clear();
    law::step(&Exact, model, state, input, settings)
}

/// What is remembered of the pairs of each cluster.
fn shares<'s>(model: &Model, state: &'s State, clusters: &[Vec<BodyId>]) -> Vec<Vec<&'s PairMemory>> {
    let mut cluster_of = vec![None; model.bodies.len()];
    for (k, bodies) in clusters.iter().enumerate() {
        bodies.iter().filter(|id| model.body(**id).is_dynamic()).for_each(|id| cluster_of[id.0] = Some(k));
    }
    let mut shares = vec![Vec::new(); clusters.len()];
    for pair in state.memory.pairs() {
        let (a, b) = (cluster_of[pair.parts.0.body.0], cluster_of[pair.parts.1.body.0]);
        if let Some(k) = a.or(b).filter(|_| a.is_none() || b.is_none() || a == b) {
            shares[k].push(pair);
        }
    }
    shares
}

/// The state at the end of a step that clusters did, without what it remembers of pairs, which are beside it.
fn together(state: &State, done: &BTreeMap<Vec<BodyId>, Done>, h: f64) -> (State, Vec<PairMemory>) {
    let mut next = State {
        step: state.step + 1,
        time: state.time + h,
        lag: state.lag,
        support: Vec::new(),
        poses: state.poses.clone(),
        twists: state.twists.clone(),
        memory: ContactMemory::default(),
        broken: state.broken.clone(),
    };
    let mut pairs = Vec::new();
    // Where a body that impulses do not move is in several of them, the first one tells.
    for Done { cluster, next: end, .. } in done.values().rev() {
        next.lag = end.lag;
        pairs.extend(cluster.here.write(end, &mut next));
    }
    next.support.sort_unstable_by_key(|(id, _)| *id);
    next.broken.sort_unstable();
    next.broken.dedup();
    (next, pairs)
}
