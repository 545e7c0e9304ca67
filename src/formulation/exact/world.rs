//! All islands of a step: who belongs to which, and pairs that come into contact only because others push.

use crate::body::BodyId;
use crate::contact::kinematics::WorldPart;
use crate::contact::separating::search;
use crate::formulation::exact::island::{self, Outcome};
use crate::formulation::exact::path::{Mover, is_free};
use crate::formulation::exact::{Context, NotConverged, OPEN, Pair, Report, Solved, TOLERANCE};
use crate::math::Twist;

/// Times that newly touching pairs are taken in at most. Each takes in at least one pair, and there are not more
/// than this in a chain that a single step can set in motion.
const MAX_PHASES: usize = 200;

/// A pair that the guess brings nearer than this is taken in at once (fraction of the smaller radius).
const NEAR: f64 = 1e-3;

/// Finds the end-of-step twists of all bodies.
///
/// `guess` are the twists that the first linearisation uses; `pairs` all pairs that can touch in this step, with the
/// features they start from.
///
/// # Errors
/// [`NotConverged`] when an island reached no state without violation.
pub fn solve(ctx: &Context, mut pairs: Vec<Pair>, guess: &[Twist]) -> Result<Solved, NotConverged> {
    let mut world = World::new(ctx, guess);
    for pair in &mut pairs {
        pair.active = pair.active || world.is_near(pair);
    }
    // Bodies that no active pair holds move freely.
    world.take_free(&pairs);
    let mut solved: Vec<Outcome> = Vec::new();
    let mut effort = Report::default();
    for phase in 0..MAX_PHASES {
        let islands = world.islands(&pairs, &solved);
        for (bodies, members) in islands {
            let mine: Vec<Pair> = members.iter().map(|&k| pairs[k].clone()).collect();
            let start = bodies.iter().map(|id| world.guess[id.0]).collect();
            let outcome = island::solve(ctx, bodies, mine, start).map_err(|reason| NotConverged { reason })?;
            effort.outer_iterations = effort.outer_iterations.max(outcome.effort.outer);
            effort.iterations += outcome.effort.iterations;
            for (id, twist) in outcome.bodies.iter().zip(&outcome.twists) {
                world.take(*id, *twist);
            }
            for (k, pair) in members.iter().zip(&outcome.pairs) {
                pairs[*k] = pair.clone();
            }
            solved.retain(|o| !o.bodies.iter().any(|id| outcome.bodies.contains(id)));
            solved.push(outcome);
        }
        let mut any = false;
        for pair in pairs.iter_mut().filter(|p| !p.active) {
            if !world.keeps_apart(pair) {
                pair.active = true;
                any = true;
            }
        }
        if !any {
            break;
        }
        if phase + 1 == MAX_PHASES {
            return Err(NotConverged { reason: format!("new pairs kept touching in {MAX_PHASES} rounds") });
        }
    }
    let mut report = Report { islands: solved.len(), ..effort };
    for o in &solved {
        report.switches += o.switches;
        report.reverted += o.reverted;
        report.residual = report.residual.max(o.residual);
        report.violation = report.violation.max(o.violation);
        report.open_load = report.open_load.max(o.open_load);
        if o.size >= report.size {
            report.size = o.size;
            report.history.clone_from(&o.effort.history);
        }
    }
    Ok(Solved { twists: world.twists, pairs, report })
}

struct World<'c, 'a> {
    ctx: &'c Context<'a>,
    guess: Vec<Twist>,
    twists: Vec<Twist>,
    /// Every part at the end of the step under `twists`.
    ends: Vec<WorldPart<'c>>,
    /// First part of each body in `ends`.
    changed: Vec<bool>,
}

impl<'c, 'a> World<'c, 'a> {
    fn new(ctx: &'c Context<'a>, guess: &[Twist]) -> Self {
        let twists = ctx.free.to_vec();
        let ends = (0..ctx.start.parts.len()).map(|k| ctx.end_of(k, &twists[ctx.body_of(k).0])).collect();
        Self { ctx, guess: guess.to_vec(), twists, ends, changed: vec![true; ctx.free.len()] }
    }

    fn is_dynamic(&self, id: BodyId) -> bool {
        self.ctx.model.body(id).is_dynamic()
    }

    /// Whether free motion brings the parts near to or into each other.
    fn is_near(&self, pair: &Pair) -> bool {
        let (a, b) = (&self.ends[pair.parts.0], &self.ends[pair.parts.1]);
        let near = NEAR * self.ctx.size_of(pair.parts);
        pair.overlapping || pair.start_separation.min(pair.feature.separation(a, b)) < near
    }

    fn take_free(&mut self, pairs: &[Pair]) {
        let mut held = vec![false; self.twists.len()];
        for pair in pairs.iter().filter(|p| p.active) {
            held[self.ctx.body_of(pair.parts.0).0] = true;
            held[self.ctx.body_of(pair.parts.1).0] = true;
        }
        for (k, held) in held.into_iter().enumerate() {
            if !held {
                self.guess[k] = self.twists[k];
            }
        }
    }

    fn take(&mut self, id: BodyId, twist: Twist) {
        self.guess[id.0] = twist;
        self.changed[id.0] = true;
        self.twists[id.0] = twist;
        for k in self.ctx.start.parts_of(id) {
            self.ends[k] = self.ctx.end_of(k, &twist);
        }
    }

    /// Groups of bodies that active pairs connect, without those already solved as they are: bodies (ascending) and
    /// pairs (ascending).
    fn islands(&self, pairs: &[Pair], solved: &[Outcome]) -> Vec<(Vec<BodyId>, Vec<usize>)> {
        let n = self.twists.len();
        let mut parent: Vec<usize> = (0..n).collect();
        fn root(parent: &mut [usize], mut i: usize) -> usize {
            while parent[i] != i {
                parent[i] = parent[parent[i]];
                i = parent[i];
            }
            i
        }
        let ends = |p: &Pair| (self.ctx.body_of(p.parts.0), self.ctx.body_of(p.parts.1));
        let mut touched = vec![false; n];
        for pair in pairs.iter().filter(|p| p.active) {
            let (a, b) = ends(pair);
            touched[a.0] |= self.is_dynamic(a);
            touched[b.0] |= self.is_dynamic(b);
            if self.is_dynamic(a) && self.is_dynamic(b) {
                let (ra, rb) = (root(&mut parent, a.0), root(&mut parent, b.0));
                parent[ra.max(rb)] = ra.min(rb);
            }
        }
        let mut index = vec![usize::MAX; n];
        let mut islands: Vec<(Vec<BodyId>, Vec<usize>)> = Vec::new();
        for i in (0..n).filter(|&i| touched[i]) {
            let r = root(&mut parent, i);
            if index[r] == usize::MAX {
                index[r] = islands.len();
                islands.push(Default::default());
            }
            islands[index[r]].0.push(BodyId(i));
        }
        for (k, pair) in pairs.iter().enumerate().filter(|(_, p)| p.active) {
            let (a, b) = ends(pair);
            let r = root(&mut parent, if self.is_dynamic(a) { a.0 } else { b.0 });
            islands[index[r]].1.push(k);
        }
        let known = |bodies: &[BodyId], members: &[usize]| {
            solved.iter().any(|o| o.bodies == bodies && o.pairs.len() == members.len())
        };
        islands.retain(|(bodies, members)| !known(bodies, members));
        islands
    }

    /// Whether a pair without rows ends the step apart. Its feature may change to one that holds at the end, if the
    /// way there is free.
    fn keeps_apart(&self, pair: &mut Pair) -> bool {
        let (a, b) = (&self.ends[pair.parts.0], &self.ends[pair.parts.1]);
        if pair.feature.separation(a, b) >= -TOLERANCE {
            return true;
        }
        let (start_a, start_b) = (&self.ctx.start.parts[pair.parts.0], &self.ctx.start.parts[pair.parts.1]);
        let Some((feature, _)) = search::any_open(a, b, 0.0) else { return false };
        let at_start = feature.least_gap(start_a, start_b);
        if at_start >= -OPEN {
            pair.switch_to(feature, at_start);
            return true;
        }
        self.way_is_free(pair.parts)
    }

    fn way_is_free(&self, parts: (usize, usize)) -> bool {
        let mover = |k: usize| {
            let id = self.ctx.body_of(k);
            Mover {
                part: &self.ctx.start.parts[k],
                pose: &self.ctx.state.poses[id.0],
                twist: &self.twists[id.0],
                radius: self.ctx.model.body(id).radius,
            }
        };
        is_free(mover(parts.0), mover(parts.1), self.ctx.h)
    }
}
