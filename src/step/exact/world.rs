//! All islands of a step: who belongs to which, and pairs that come into contact only because others push.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::search;
use crate::math::Twist;
use crate::step::exact::context::{Context, NotConverged, Pair, Solved};
use crate::step::exact::island::SolvedIsland;
use crate::step::exact::parallel;
use crate::step::exact::parallel::Job;
use crate::step::exact::path;
use crate::step::island::grouping::split_joined;
use crate::step::report::SolveSummary;
use crate::step::tolerances::{EXACT_OPEN, EXACT_VIOLATION};
use crate::world::{Body, BodyId};

/// Times that newly touching pairs are taken in at most. Each takes in at least one pair, and there are not more
/// than this in a chain that a single step can set in motion.
const MAX_PHASES: usize = 200;

/// A pair that the guess brings nearer than this is taken in at once (fraction of the smaller radius).
const NEAR: f64 = 1e-3;

/// Finds the end-of-step twists of all bodies.
///
/// `guess` are the twists that the first linearisation uses; `pairs` all pairs that are expected to touch in this
/// step, with the features they start from. `more` is asked for those besides that the twists found could bring
/// together, until it has none.
///
/// # Errors
/// [`NotConverged`] when an island reached no state without violation, and what `more` returns.
pub fn solve(
    ctx: &Context,
    mut pairs: Vec<Pair>,
    guess: &[Twist],
    more: &mut dyn FnMut(&[Twist], &[Pair]) -> Result<Vec<Pair>, NotConverged>,
) -> Result<Solved, NotConverged> {
    let mut world = World::new(ctx, guess);
    for pair in &mut pairs {
        pair.active = pair.active || world.is_near(pair);
    }
    // Bodies that no active pair holds move freely.
    world.take_free(&pairs);
    let mut solved = Islands::new(ctx.free.len());
    let mut effort = SolveSummary { method: "active-alternative (exact)", ..SolveSummary::default() };
    for phase in 0..MAX_PHASES {
        let islands = world.islands(&pairs, &solved);
        let jobs = islands
            .iter()
            .map(|(bodies, members)| Job {
                bodies: bodies.clone(),
                pairs: members.iter().map(|&k| pairs[k].clone()).collect(),
                guess: bodies.iter().map(|id| world.guess[id.0]).collect(),
            })
            .collect();
        for (outcome, (_, members)) in parallel::solve(ctx, jobs).into_iter().zip(&islands) {
            let outcome = outcome.map_err(|reason| NotConverged { reason })?;
            effort.outer_iterations = effort.outer_iterations.max(outcome.effort.outer);
            effort.iterations += outcome.effort.iterations;
            // Also those of islands that grow and are solved again: their pairs keep the features.
            effort.switches += outcome.switches;
            for (id, twist) in outcome.bodies.iter().zip(&outcome.twists) {
                world.take(*id, *twist);
            }
            for (k, pair) in members.iter().zip(&outcome.pairs) {
                pairs[*k] = pair.clone();
            }
            solved.insert(outcome);
        }
        let mut any = world.take_in(&mut pairs);
        while !any {
            let found = more(&world.twists, &pairs)?;
            if found.is_empty() {
                break;
            }
            pairs.extend(found);
            any = world.take_in(&mut pairs);
        }
        if !any {
            break;
        }
        if phase + 1 == MAX_PHASES {
            return Err(NotConverged { reason: format!("new pairs kept touching in {MAX_PHASES} rounds") });
        }
    }
    let (mut report, mut islands) = (effort, 0);
    for o in solved.all() {
        islands += 1;
        report.accuracy.take(&o.accuracy);
        report.fallback = report.fallback.take().or_else(|| o.effort.fallback.clone());
        if o.size >= report.size {
            report.size = o.size;
            report.history.clone_from(&o.effort.history);
            report.objectives.clone_from(&o.effort.objectives);
        }
    }
    let held = solved.of_body.iter().map(Option::is_some).collect();
    Ok(Solved { twists: world.twists, held, pairs, islands, report })
}

/// The accepted outcomes; a body belongs to the last one that holds it.
struct Islands {
    outcomes: Vec<Option<SolvedIsland>>,
    of_body: Vec<Option<usize>>,
}

impl Islands {
    fn new(bodies: usize) -> Self {
        Self { outcomes: Vec::new(), of_body: vec![None; bodies] }
    }

    fn insert(&mut self, outcome: SolvedIsland) {
        let index = self.outcomes.len();
        for id in &outcome.bodies {
            if let Some(old) = self.of_body[id.0].replace(index) {
                self.outcomes[old] = None;
            }
        }
        self.outcomes.push(Some(outcome));
    }

    fn all(&self) -> impl Iterator<Item = &SolvedIsland> {
        self.outcomes.iter().flatten()
    }

    /// Whether an island of these bodies and that many pairs is solved; pairs only ever join.
    fn knows(&self, bodies: &[BodyId], pairs: usize) -> bool {
        let outcome = self.of_body[bodies[0].0].and_then(|k| self.outcomes[k].as_ref());
        outcome.is_some_and(|o| o.bodies == bodies && o.pairs.len() == pairs)
    }
}

struct World<'c, 'a> {
    ctx: &'c Context<'a>,
    guess: Vec<Twist>,
    twists: Vec<Twist>,
    /// Every part at the end of the step under `twists`.
    ends: Vec<WorldPart<'c>>,
}

impl<'c, 'a> World<'c, 'a> {
    fn new(ctx: &'c Context<'a>, guess: &[Twist]) -> Self {
        let twists = ctx.free.to_vec();
        let ends =
            (0..ctx.kinematics.parts.len()).map(|k| ctx.end_of(k, &twists[ctx.body_of(k).0])).collect();
        Self { ctx, guess: guess.to_vec(), twists, ends }
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
        for &k in &self.ctx.joints {
            let (a, b) = self.ctx.model.joints[k].bodies;
            (held[a.0], held[b.0]) = (true, true);
        }
        for (k, held) in held.into_iter().enumerate() {
            if !held {
                self.guess[k] = self.twists[k];
            }
        }
    }

    fn take(&mut self, id: BodyId, twist: Twist) {
        self.guess[id.0] = twist;
        self.twists[id.0] = twist;
        let pose = self.ctx.end_pose(id, &twist);
        for k in self.ctx.kinematics.parts_of(id) {
            self.ends[k].move_to(&pose);
        }
    }

    /// Groups of bodies that active pairs connect, without those already solved as they are: bodies and pairs,
    /// ascending.
    fn islands(&self, pairs: &[Pair], solved: &Islands) -> Vec<(Vec<BodyId>, Vec<usize>)> {
        let active: Vec<usize> = (0..pairs.len()).filter(|&k| pairs[k].active).collect();
        let ends = |&k: &usize| (self.ctx.body_of(pairs[k].parts.0), self.ctx.body_of(pairs[k].parts.1));
        let links: Vec<_> = active.iter().map(ends).collect();
        let dynamic: Vec<bool> = self.ctx.model.bodies.iter().map(Body::is_dynamic).collect();
        let joints: Vec<_> = self.ctx.joints.iter().map(|&k| self.ctx.model.joints[k].bodies).collect();
        split_joined(&dynamic, &links, &joints)
            .into_iter()
            .filter(|island| !solved.knows(&island.bodies, island.links.len()))
            .map(|island| (island.bodies, island.links.iter().map(|&l| active[l]).collect()))
            .collect()
    }

    /// Gives rows to the pairs that would not end the step apart; whether there are any.
    fn take_in(&self, pairs: &mut [Pair]) -> bool {
        let mut any = false;
        for pair in pairs.iter_mut().filter(|p| !p.active) {
            pair.active = !self.keeps_apart(pair);
            any |= pair.active;
        }
        any
    }

    /// Whether a pair without rows ends the step apart. Its feature may change to one that holds at the end, if the
    /// way there is free.
    fn keeps_apart(&self, pair: &mut Pair) -> bool {
        let (a, b) = (&self.ends[pair.parts.0], &self.ends[pair.parts.1]);
        if pair.feature.separation(a, b) >= -EXACT_VIOLATION {
            return true;
        }
        let (start_a, start_b) =
            (&self.ctx.kinematics.parts[pair.parts.0], &self.ctx.kinematics.parts[pair.parts.1]);
        let Some((feature, _)) = search::any_open(a, b, 0.0) else { return false };
        let at_start = feature.least_gap(start_a, start_b);
        if at_start >= -EXACT_OPEN {
            pair.switch_to(feature, at_start);
            return true;
        }
        path::is_free(self.ctx, pair.parts, |part| self.twists[self.ctx.body_of(part).0])
    }
}
