//! One island: fixed features to convergence, then releases, until no switch is better.

use crate::contact::separating::rows::row_gaps_and;
use crate::contact::separating::search;
use crate::geometry::separating::SeparatingFeature;
use crate::lcp::Residual;
use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::math::Twist;
use crate::step::exact::context::{Context, Pair};
use crate::step::exact::inner::{Effort, Guess, Island, Iterate, SPARSE};
use crate::step::exact::path;
use crate::step::exact::release::better_feature;
use crate::step::exact::rest;
use crate::step::exact::rough::DEAR;
use crate::step::exact::rush::Rush;
use crate::step::report::{Accuracy, GapError};
use crate::step::tolerances::{EXACT_OPEN, UNLOADED};
use crate::stop;
use crate::threads;
use crate::world::BodyId;

/// Problems of a large island after which no further release is tried: its state is exact by then, and what still
/// wants to be released is so in the next step.
const LARGE_BUDGET: usize = 24;

/// Rounds of releases at most.
const MAX_ROUNDS: usize = 24;

/// Features that are tried at most in place of those that no motion satisfies.
const MAX_ELSEWHERE: usize = 12;

/// A facet that starts violated by no more than this fraction of a body's radius may open in the step.
const NEARLY_OPEN: f64 = 0.05;

/// A switch may raise the objective by this fraction of its scale: by rounding.
const NO_WORSE: f64 = 1e-13;

/// Pairs that a thread is woken for to ask them for better features.
const WORTH_RELEASING: usize = 32;

/// One island to solve.
pub(super) struct Job {
    pub bodies: Vec<BodyId>,
    pub pairs: Vec<Pair>,
    pub guess: Guess,
    pub sparse: SparseSolver,
    /// Who meets whom is not known yet: the last digits would be in vain.
    pub scouting: bool,
}

/// The accepted state of one island.
pub(super) struct SolvedIsland {
    pub bodies: Vec<BodyId>,
    pub end: Guess,
    /// Its pairs, until they are handed back, and their number.
    pub pairs: Vec<Pair>,
    pub links: usize,
    pub effort: Effort,
    pub switches: usize,
    pub accuracy: Accuracy,
    pub size: usize,
    /// Its problems are solved by the sparse method.
    pub dear: bool,
    /// It says who meets whom, and is not there yet.
    pub scouted: bool,
}

/// Solves one island from a guess of its twists.
///
/// # Errors
/// When no state without violation was reached.
pub(super) fn solve(ctx: &Context, job: Job) -> Result<SolvedIsland, String> {
    stop::go_on()?;
    let Job { bodies, pairs, guess, sparse, scouting } = job;
    let island = Island { scouting, ..Island::new(ctx, bodies.clone(), &pairs) };
    if let Some((state, pairs)) = rest::keep(&island, &pairs) {
        let effort =
            Effort { history: vec![state.violation], objectives: vec![state.objective], ..Effort::default() };
        return Ok(SolvedIsland::new(island, state, pairs, effort, 0));
    }
    let rough = island.friction;
    let stuck = match seek_with(island, pairs.clone(), guess.clone(), sparse) {
        Err(stuck) if ctx.implicit && !stuck.hopeless && !stop::asked() => stuck,
        found => return found.map_err(|stuck| stuck.reason),
    };
    // The normal of edges that are nearly parallel turns faster than the iteration follows.
    if let Some(pairs) = with_facets(ctx, &pairs)
        && let Ok(found) = seek(Island::new(ctx, bodies.clone(), &pairs), pairs, guess.clone())
    {
        return Ok(found);
    }
    // What the last step accepted can be too little for ν = 0.
    let lenient = starts_violated(ctx, &pairs);
    if lenient {
        let island = Island { lenient, ..Island::new(ctx, bodies.clone(), &pairs) };
        if let Ok(found) = seek(island, pairs.clone(), guess.clone()) {
            return Ok(found);
        }
    }
    if let Some(found) = elsewhere(ctx, &bodies, &pairs, &guess, &stuck) {
        return Ok(found);
    }
    if !(ctx.last_resort && rough) || stop::asked() {
        return Err(stuck.reason);
    }
    let smooth = Island { friction: false, lenient, ..Island::new(ctx, bodies, &pairs) };
    let mut found = seek(smooth, pairs, guess).map_err(|stuck| stuck.reason)?;
    found.effort.fallback = Some(format!("{}; friction was left out", stuck.reason));
    Ok(found)
}

/// Why an island was not solved.
struct Stuck {
    reason: String,
    /// The pairs that no motion keeps apart at once, where that is why.
    conflict: Vec<usize>,
    /// Other ways to begin would end there, too.
    hopeless: bool,
}

impl From<String> for Stuck {
    fn from(reason: String) -> Self {
        Self { reason, conflict: Vec::new(), hopeless: false }
    }
}

/// A body that moves as it is told to can make a feature impossible that is open at the start: the plane of a facet reaches
/// beyond it, and turns against the far end of a body that could give way. The pairs that contradict each other are given other
/// features, each once, until there is a solution: those that are open at the start, then facets that open in the step, under the conditions
/// of a release. `None` where there is none.
fn elsewhere(
    ctx: &Context,
    bodies: &[BodyId],
    pairs: &[Pair],
    guess: &Guess,
    stuck: &Stuck,
) -> Option<SolvedIsland> {
    let told = |p: &Pair| {
        let moves = |part: usize| {
            let id = ctx.body_of(part);
            !ctx.model.body(id).is_dynamic() && ctx.free[id.0] != Twist::zero()
        };
        moves(p.parts.0) || moves(p.parts.1)
    };
    if !pairs.iter().any(told) {
        return None;
    }
    let mut conflict = stuck.conflict.clone();
    if conflict.is_empty() {
        // With friction nobody says which pairs it is.
        let rough = Island::new(ctx, bodies.to_vec(), pairs);
        let smooth = Some(rough).filter(|r| r.friction).map(|r| Island { friction: false, ..r })?;
        conflict = seek(smooth, pairs.to_vec(), guess.clone()).err()?.conflict;
    }
    let mut pairs = pairs.to_vec();
    for _ in 0..MAX_ELSEWHERE {
        let other = |&k: &usize| Some((k, open_elsewhere(ctx, &pairs[k], bodies, &guess.twists)?));
        let (k, (feature, gap)) = conflict.iter().find_map(other)?;
        let left = pairs[k].feature;
        pairs[k].tabu.push(left);
        pairs[k].led.push(left);
        pairs[k].switch_to(feature, gap);
        let island = Island::new(ctx, bodies.to_vec(), &pairs);
        match seek(island, pairs.clone(), guess.clone()) {
            Ok(found) if keeps_clear(ctx, &found) => return Some(found),
            Ok(_) => {}
            Err(_) if stop::asked() => return None,
            // With friction nobody says which pairs it is now.
            Err(stuck) if stuck.conflict.is_empty() => {}
            Err(stuck) => conflict = stuck.conflict,
        }
    }
    None
}

/// Whether no pair of a state came to a feature that was not open at the start through the other part, or by work.
fn keeps_clear(ctx: &Context, found: &SolvedIsland) -> bool {
    let island = Island::new(ctx, found.bodies.clone(), &found.pairs);
    let free = |p: &Pair| {
        p.overlapping
            || p.open_at_start()
            || path::Journey::new(ctx, p.parts, |part| island.twist(&found.end.twists, part))
                .is_free(path::OPENED)
    };
    doing_work(&island, &found.pairs).is_empty() && found.pairs.iter().all(free)
}

/// Of the features of a pair that it has not had and that are open at the start, the one that is widest where its bodies are expected to
/// end, else of its facets the least violated at the start; with the least gap at the start (m).
fn open_elsewhere(
    ctx: &Context,
    pair: &Pair,
    bodies: &[BodyId],
    guess: &[Twist],
) -> Option<(SeparatingFeature, f64)> {
    let (a, b) = (&ctx.kinematics.parts[pair.parts.0], &ctx.kinematics.parts[pair.parts.1]);
    let end = |part: usize| {
        let id = ctx.body_of(part);
        ctx.end_of(part, bodies.binary_search(&id).map_or(&ctx.free[id.0], |k| &guess[k]))
    };
    let (end_a, end_b) = (end(pair.parts.0), end(pair.parts.1));
    let had = |f: &SeparatingFeature| *f == pair.feature || pair.tabu.contains(f);
    let with_gap = |f: SeparatingFeature| (f, f.least_gap(a, b));
    let open = search::all_open(a, b, -EXACT_OPEN).into_iter().filter(|f| !had(f)).map(with_gap);
    let width = |f: &SeparatingFeature| f.separation(&end_a, &end_b);
    let widest = open.filter(|o| o.1 >= -EXACT_OPEN).max_by(|x, y| width(&x.0).total_cmp(&width(&y.0)));
    widest.or_else(|| {
        let near = -NEARLY_OPEN * ctx.size_of(pair.parts);
        let facets = search::facets(a, b).filter(|f| !had(f)).map(with_gap).filter(|f| f.1 >= near);
        facets.max_by(|x, y| x.1.total_cmp(&y.1))
    })
}

/// The pairs with a facet in place of two edges wherever one is open at the start; `None` where there is none.
fn with_facets(ctx: &Context, pairs: &[Pair]) -> Option<Vec<Pair>> {
    let part = |k: usize| &ctx.kinematics.parts[k];
    let mut pairs = pairs.to_vec();
    let mut any = false;
    for pair in pairs.iter_mut().filter(|p| matches!(p.feature, SeparatingFeature::Edges { .. })) {
        let (facet, separation) = search::widest_facet(part(pair.parts.0), part(pair.parts.1));
        if separation >= -EXACT_OPEN {
            pair.switch_to(facet, separation);
            any = true;
        }
    }
    any.then_some(pairs)
}

/// Whether some pair starts with a row that is violated by no more than what counts as open.
fn starts_violated(ctx: &Context, pairs: &[Pair]) -> bool {
    let part = |k: usize| &ctx.kinematics.parts[k];
    let gap = |p: &Pair| p.feature.least_gap(part(p.parts.0), part(p.parts.1));
    pairs.iter().any(|p| (-EXACT_OPEN..0.0).contains(&gap(p)))
}

/// Solves an island that is not at rest, through all releases.
///
/// # Errors
/// When no state without violation was reached.
fn seek(island: Island, pairs: Vec<Pair>, guess: Guess) -> Result<SolvedIsland, Stuck> {
    seek_with(island, pairs, guess, SparseSolver::default())
}

/// The same with what the sparse method knows already.
fn seek_with(
    island: Island,
    pairs: Vec<Pair>,
    guess: Guess,
    sparse: SparseSolver,
) -> Result<SolvedIsland, Stuck> {
    let best = island.guess(guess);
    let scale = island.scaled.velocity_scale().powi(2);
    let effort = Effort { sparse, ..Effort::default() };
    let mut search = Search { island, best, pairs, effort, scale, switches: 0, scouted: false };
    // Where a problem costs much more than a release test, features are released before the last digits are there.
    let large = search.island.scaled.size() >= SPARSE && search.island.ctx.implicit;
    let rushed = if large { search.rush() } else { Rush::Unsettled };
    search.island.roughly = false;
    match rushed {
        Rush::Settled => search.effort.objectives.push(search.best.objective),
        Rush::Parallel if !search.island.ctx.smallest => {
            let reason = "the edges of a pair turn through parallel; a smaller time step may help".to_owned();
            return Err(Stuck { hopeless: true, ..Stuck::from(reason) });
        }
        Rush::Parallel | Rush::Unsettled => {
            if let Err(reason) = search.descend(search.island.aim) {
                return Err(Stuck { conflict: search.effort.conflict, ..Stuck::from(reason) });
            }
        }
    }
    stop::go_on()?;
    let Search { island, best, mut pairs, effort, switches, scouted, .. } = search;
    pairs.iter_mut().for_each(|p| p.settled = false);
    Ok(SolvedIsland { scouted, ..SolvedIsland::new(island, best, pairs, effort, switches) })
}

impl SolvedIsland {
    fn new(island: Island, state: Iterate, pairs: Vec<Pair>, mut effort: Effort, switches: usize) -> Self {
        effort.fallback = effort.fallback.or(state.fallback);
        let residual = Residual { natural_map: state.residual, ..Residual::default() };
        let geometry = GapError { violation: state.violation, open_load: state.open_load };
        let accuracy = Accuracy { geometry: Some(geometry), ..Accuracy::of(effort.measure, residual) };
        Self {
            dear: island.scaled.size() >= SPARSE,
            bodies: island.scaled.bodies,
            end: Guess { twists: state.twists, moments: state.moments },
            links: pairs.len(),
            pairs,
            effort,
            switches,
            accuracy,
            size: state.size,
            scouted: false,
        }
    }
}

/// Pairs with the features to switch them to.
pub(super) type Switches = Vec<(usize, SeparatingFeature)>;

/// The best state found so far, and the features it has.
pub(super) struct Search<'c, 'a> {
    pub island: Island<'c, 'a>,
    pub best: Iterate<'c>,
    pub pairs: Vec<Pair>,
    pub effort: Effort,
    /// Size of the objective (J).
    scale: f64,
    pub switches: usize,
    /// The state is rough: it was only to say who meets whom.
    pub scouted: bool,
}

impl Search<'_, '_> {
    /// Converges to `aim` (m), and releases until no pair wants another feature.
    fn descend(&mut self, aim: f64) -> Result<(), String> {
        self.island.converge(&mut self.pairs, &mut self.best, aim, &mut self.effort)?;
        self.effort.objectives.push(self.best.objective);
        let dear = self.island.friction && self.best.size >= DEAR;
        let budget = if dear || self.island.scaled.size() >= SPARSE { LARGE_BUDGET } else { usize::MAX };
        for _ in 0..MAX_ROUNDS {
            if stop::asked() {
                break;
            }
            let wanted = release(&self.island, &self.best, &self.pairs);
            if wanted.is_empty() || self.effort.outer >= budget {
                break;
            }
            let mut groups = vec![wanted];
            while let Some(group) = groups.pop().filter(|_| self.effort.outer < budget && !stop::asked()) {
                groups.extend(self.take(group, aim));
            }
        }
        Ok(())
    }

    /// Tries a group of switches together. If the state is no better for it, they are taken back, and what is
    /// returned is to be tried instead: the others, where some would do work, else the halves of the group.
    fn take(&mut self, mut group: Switches, aim: f64) -> Vec<Switches> {
        let mut trial = self.pairs.clone();
        switch(&self.island, &mut trial, &group);
        let mut next = self.best.clone();
        let found = self.island.converge(&mut trial, &mut next, aim, &mut self.effort);
        let at_work = if found.is_ok() { doing_work(&self.island, &trial) } else { Vec::new() };
        match found {
            Ok(()) if at_work.is_empty() && self.is_no_worse(&trial, &next) => {
                self.switches += group.len();
                self.best = next;
                self.effort.objectives.push(self.best.objective);
                self.pairs = trial;
                Vec::new()
            }
            _ if group.iter().any(|(k, _)| at_work.contains(k)) => {
                let (working, idle): (Switches, Switches) =
                    group.into_iter().partition(|(k, _)| at_work.contains(k));
                self.forbid(working);
                if idle.is_empty() { Vec::new() } else { vec![idle] }
            }
            _ if group.len() == 1 => {
                self.forbid(group);
                Vec::new()
            }
            _ => {
                let half = group.split_off(group.len() / 2);
                vec![half, group]
            }
        }
    }

    /// Equal is kept as well: where two pairs share a load, releasing one only moves it to the other, and it takes both
    /// to get free. No feature is taken twice, so that this ends. Objectives are known to what the gaps are off by.
    fn is_no_worse(&self, trial: &[Pair], next: &Iterate) -> bool {
        let load: f64 = trial.iter().flat_map(|p| &p.loads).map(|(_, p)| p).sum();
        let off_by = next.violation + self.best.violation + 2.0 * self.island.aim;
        let known_to = NO_WORSE * (self.best.objective + self.scale) + load * off_by / self.island.ctx.h;
        next.objective <= self.best.objective + known_to || self.is_right(trial, next)
    }

    /// Whether friction acts in a state in which no pair wants another feature, nor one that was left. It is right then, whatever its objective:
    /// sliding friction has none, and what it takes differs from feature to feature.
    fn is_right(&self, trial: &[Pair], next: &Iterate) -> bool {
        if !trial.iter().any(|pair| !pair.friction.is_empty()) {
            return false;
        }
        let mut pairs = trial.to_vec();
        pairs.iter_mut().for_each(|pair| pair.tabu.clear());
        release(&self.island, next, &pairs).is_empty()
    }

    fn forbid(&mut self, group: Switches) {
        for (k, feature) in group {
            self.pairs[k].tabu.push(feature);
        }
    }
}

/// Takes the features; those that are left are not taken again in this step.
pub(super) fn switch(island: &Island, pairs: &mut [Pair], switches: &[(usize, SeparatingFeature)]) {
    for (k, feature) in switches {
        let start = island.start(pairs[*k].parts);
        let left = pairs[*k].feature;
        pairs[*k].tabu.push(left);
        pairs[*k].switch_to(*feature, feature.least_gap(start.a, start.b));
    }
}

/// For every pair whose wrench is not optimal for all features that hold, the feature to switch to.
pub(super) fn release(island: &Island, state: &Iterate, pairs: &[Pair]) -> Switches {
    let largest = pairs.iter().flat_map(|p| &p.loads).fold(0.0_f64, |m, (_, p)| m.max(*p));
    let error = state.violation.max(state.open_load);
    let better = |k: usize, pair: &Pair| {
        if stop::asked() || pair.overlapping || !pair.loads.iter().any(|(_, p)| *p > UNLOADED * largest) {
            return None;
        }
        let size = island.ctx.size_of(pair.parts);
        let (start, end) = (island.start(pair.parts), island.end(&state.placed, pair.parts));
        // The same for every feature that was not open at the start, and dear.
        let mut free = None;
        let mut way_is_free = || {
            *free.get_or_insert_with(|| {
                let twist = |part| island.twist(&state.twists, part);
                path::Journey::new(island.ctx, pair.parts, twist).is_free(path::OPENED)
            })
        };
        let mut allowed = |f: SeparatingFeature| {
            !pair.tabu.contains(&f) && (f.least_gap(start.a, start.b) >= -EXACT_OPEN || way_is_free())
        };
        Some((k, better_feature(pair.feature, &pair.loads, end, size, error, island.ctx.rubs, &mut allowed)?))
    };
    threads::filter_map(pairs, WORTH_RELEASING, better)
}

/// The pairs whose loads do work, among those whose feature was not open at the start. The others cannot: their rows
/// ask for no more than −ψ(q)/h <= 0.
pub(super) fn doing_work(island: &Island, pairs: &[Pair]) -> Vec<usize> {
    let mut gaps = Vec::new();
    let mut does_work = |pair: &Pair| {
        if pair.open_at_start() || pair.overlapping || pair.loads.is_empty() {
            return false;
        }
        row_gaps_and(pair.feature, island.start(pair.parts), pair.loads.iter().map(|l| l.0), &mut gaps);
        let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
            pair.loads
                .iter()
                .map(|(key, p)| gaps.iter().find(|(g, _)| g == key).map_or(0.0, |(_, gap)| f(*gap, *p)))
                .sum()
        };
        let (released, size) = (sum(&|gap, p| gap * p), sum(&|_, p| p));
        !(released >= -EXACT_OPEN * size)
    };
    (0..pairs.len()).filter(|&k| does_work(&pairs[k])).collect()
}
