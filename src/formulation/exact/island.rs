//! One island: fixed features to convergence, then releases, until no switch is better.

use crate::body::BodyId;
use crate::contact::separating::SeparatingFeature;
use crate::formulation::exact::inner::{Effort, Island, Iterate, UNLOADED};
use crate::formulation::exact::path::{Mover, is_free};
use crate::formulation::exact::release::{better_feature, wrench_on_b};
use crate::formulation::exact::{Context, OPEN, Pair};
use crate::math::Twist;

/// Rounds of releases at most.
const MAX_ROUNDS: usize = 24;

/// A switch may raise the objective by this fraction of its scale: by rounding.
const NO_WORSE: f64 = 1e-13;

/// The accepted state of one island.
pub(super) struct Outcome {
    pub bodies: Vec<BodyId>,
    pub twists: Vec<Twist>,
    pub pairs: Vec<Pair>,
    pub effort: Effort,
    pub switches: usize,
    pub reverted: usize,
    pub residual: f64,
    pub violation: f64,
    pub open_load: f64,
    pub size: usize,
}

/// Solves one island from a guess of its twists.
///
/// # Errors
/// When no state without violation was reached.
pub(super) fn solve(
    ctx: &Context,
    bodies: Vec<BodyId>,
    mut pairs: Vec<Pair>,
    guess: Vec<Twist>,
) -> Result<Outcome, String> {
    let island = Island::new(ctx, bodies, &pairs);
    let mut effort = Effort::default();
    let (mut switches, mut reverted) = (0, 0);
    let mut best = island.converge(&mut pairs, island.guess(guess), &mut effort)?;
    let scale = island.scaled.velocity_scale().powi(2);
    // Equal is kept as well: where two pairs share a load, releasing one only moves it to the other, and it takes both
    // to get free. No feature is taken twice, so that this ends.
    let no_worse = |trial: &[Pair], next: &Iterate, best: &Iterate| {
        next.objective <= best.objective + NO_WORSE * (best.objective + scale) && no_work(&island, trial)
    };
    for _ in 0..MAX_ROUNDS {
        let wanted = release(&island, &best, &pairs);
        if wanted.is_empty() {
            break;
        }
        // All together first; if that is no better, one of them may be bad for the others: each on its own.
        let singly = wanted.len() > 1;
        let together = std::iter::once(wanted.clone());
        let alone = wanted.iter().filter(|_| singly).map(|s| vec![*s]);
        let mut kept = false;
        for switches_tried in together.chain(alone) {
            let mut trial = pairs.clone();
            for (k, feature) in &switches_tried {
                let start = island.start(trial[*k].parts);
                let left = trial[*k].feature;
                trial[*k].tabu.push(left);
                trial[*k].switch_to(*feature, feature.least_gap(start.a, start.b));
            }
            match island.converge(&mut trial, best.clone(), &mut effort) {
                Ok(next) if no_worse(&trial, &next, &best) => {
                    switches += switches_tried.len();
                    best = next;
                    pairs = trial;
                    kept = true;
                }
                _ if switches_tried.len() == 1 => {
                    reverted += 1;
                    let (k, feature) = switches_tried[0];
                    pairs[k].tabu.push(feature);
                }
                _ => {}
            }
            if kept && switches_tried.len() > 1 {
                break;
            }
        }
    }
    Ok(Outcome {
        bodies: island.scaled.bodies.clone(),
        twists: best.twists,
        pairs,
        effort,
        switches,
        reverted,
        residual: best.residual,
        violation: best.violation,
        open_load: best.open_load,
        size: best.size,
    })
}

/// For every pair whose wrench is not optimal for all features that hold, the feature to switch to.
fn release(island: &Island, state: &Iterate, pairs: &[Pair]) -> Vec<(usize, SeparatingFeature)> {
    let largest = pairs.iter().flat_map(|p| &p.loads).fold(0.0_f64, |m, (_, p)| m.max(*p));
    let mut wanted = Vec::new();
    for (k, pair) in pairs.iter().enumerate() {
        if pair.overlapping || !pair.loads.iter().any(|(_, p)| *p > UNLOADED * largest) {
            continue;
        }
        let size = island.ctx.size_of(pair.parts);
        let (start, end) = (island.start(pair.parts), island.end(&state.placed, pair.parts));
        let wrench = wrench_on_b(pair.feature, &pair.loads, end, size);
        let mut allowed = |f: SeparatingFeature| {
            !pair.tabu.contains(&f)
                && (f.least_gap(start.a, start.b) >= -OPEN || way_is_free(island, state, pair.parts))
        };
        if let Some(f) = better_feature(pair.feature, &wrench, end, size, &mut allowed) {
            wanted.push((k, f));
        }
    }
    wanted
}

fn way_is_free(island: &Island, state: &Iterate, parts: (usize, usize)) -> bool {
    let ctx = island.ctx;
    let twists = [parts.0, parts.1].map(|k| island.twist(&state.twists, k));
    let mover = |k: usize, twist| {
        let id = ctx.body_of(k);
        Mover { part: &ctx.start.parts[k], pose: &ctx.state.poses[id.0], twist, radius: ctx.model.body(id).radius }
    };
    is_free(mover(parts.0, &twists[0]), mover(parts.1, &twists[1]), ctx.h)
}

/// Whether the loads of features that were not open at the start do no work. The others cannot: their rows ask for no
/// more than −ψ(q)/h <= 0.
fn no_work(island: &Island, pairs: &[Pair]) -> bool {
    let mut gaps = Vec::new();
    pairs.iter().filter(|p| !p.open_at_start() && !p.overlapping && !p.loads.is_empty()).all(|pair| {
        crate::contact::separating::rows::row_gaps(pair.feature, island.start(pair.parts), &mut gaps);
        let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
            pair.loads
                .iter()
                .map(|(key, p)| gaps.iter().find(|(g, _)| g == key).map_or(0.0, |(_, gap)| f(*gap, *p)))
                .sum()
        };
        let (work, size) = (sum(&|gap, p| gap * p), sum(&|_, p| p));
        work >= -OPEN * size
    })
}
