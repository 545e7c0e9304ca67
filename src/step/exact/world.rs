//! All islands of a step: who belongs to which, and pairs that come into contact only because others push.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::rows::Placed;
use crate::contact::separating::{flush, search};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Twist, Vec3};
use crate::step::exact::METHOD;
use crate::step::exact::context::{Context, NotConverged, Pair, Solved};
use crate::step::exact::flying;
use crate::step::exact::inner::Guess;
use crate::step::exact::island::Job;
use crate::step::exact::islands::Islands;
use crate::step::exact::let_be::LetBe;
use crate::step::exact::parallel;
use crate::step::exact::path;
use crate::step::exact::path::{Journey, Way};
use crate::step::exact::release::point_above;
use crate::step::exact::symmetric;
use crate::step::exact::symmetric::Started;
use crate::step::exact::touching::meet;
use crate::step::island::grouping::split_joined;
use crate::step::report::SolveSummary;
use crate::step::tolerances::{EXACT_ACCEPTED, EXACT_OPEN, ROUGH_VIOLATION, TOUCHING};
use crate::stop;
use crate::threads;
use crate::world::{Body, BodyId};

/// Times that newly touching pairs are taken in at most. Each takes in at least one pair, and there are not more
/// than this in a chain that a single step can set in motion.
const MAX_PHASES: usize = 200;

/// A pair that the guess brings nearer than this is taken in at once (fraction of the smaller radius).
pub(super) const NEAR: f64 = 1e-3;

/// Pairs that a thread is woken for to ask them whether they meet.
const WORTH_ASKING: usize = 24;

/// Parts that touch at the start and slide off each other may end no farther apart than this (fraction of the smaller radius).
const SLID_OFF: f64 = 1e-2;

/// Parts that only meet on their way, and do not without the load, end no farther apart than this (fraction of the smaller
/// radius): the load acts in the middle of the step, and makes them miss each other by a little.
const MISSED: f64 = 1e-3;

/// In a step that is dear to divide, parts that push each other may end no farther apart than this (fraction of the smaller radius).
const LET_BE: f64 = 0.1;

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
    threads::each(&mut pairs, WORTH_ASKING, |pair| world.begin(pair));
    // Bodies that no active pair holds move freely.
    world.take_free(&pairs);
    let mut solved = Islands::new(ctx.free.len());
    let mut effort = SolveSummary { method: METHOD, ..SolveSummary::default() };
    let (mut evenly, mut started) = (true, Started::new());
    for phase in 0..MAX_PHASES {
        let islands = world.islands(&pairs, &solved);
        let jobs = islands
            .iter()
            .map(|(bodies, members)| Job {
                bodies: bodies.clone(),
                pairs: members.iter().map(|&k| pairs[k].taken()).collect(),
                guess: world.guess_of(bodies),
                sparse: solved.take_sparse(bodies),
                scouting: world.scouting,
            })
            .collect();
        for (outcome, (_, members)) in parallel::solve(ctx, jobs).into_iter().zip(&islands) {
            let mut outcome = outcome.map_err(|reason| NotConverged { reason })?;
            solved.keep_sparse(&mut outcome);
            effort.outer_iterations = effort.outer_iterations.max(outcome.effort.outer);
            effort.iterations += outcome.effort.iterations;
            // Also those of islands that grow and are solved again: their pairs keep the features.
            effort.switches += outcome.switches;
            for (k, id) in outcome.bodies.iter().enumerate() {
                world.take(*id, outcome.end.twists[k], outcome.end.moments[k]);
            }
            for (k, pair) in members.iter().zip(std::mem::take(&mut outcome.pairs)) {
                pairs[*k] = pair;
            }
            solved.insert(outcome);
        }
        stop::go_on().map_err(|reason| NotConverged { reason })?;
        world.roughen(solved.all().any(|o| o.scouted));
        let mut any = world.take_in(&mut pairs);
        while !any {
            let found = more(&world.twists, &pairs)?;
            if found.is_empty() {
                break;
            }
            pairs.extend(found);
            any = world.take_in(&mut pairs);
        }
        // Nobody else meets: to the last digit now.
        if !(any || ctx.implicit && world.look_again(&mut pairs, &mut solved)) {
            if !solved.forget_scouted() {
                started = if evenly { world.hold_evenly(&pairs, &mut solved) } else { Started::new() };
                if started.is_empty() || !world.take_in(&mut pairs) {
                    break;
                }
                // Somebody is met on the other way: all as it was.
                evenly = false;
                started.drain(..).for_each(|(id, _)| solved.forget(id));
            }
            world.scouting = false;
        }
        if phase + 1 == MAX_PHASES {
            return Err(NotConverged { reason: format!("new pairs kept touching in {MAX_PHASES} rounds") });
        }
    }
    let mut let_be = None;
    if ctx.implicit {
        let_be = world.accept(&pairs, &solved)?.note();
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
    let notes: Vec<String> = report.fallback.take().into_iter().chain(let_be).collect();
    report.fallback = (!notes.is_empty()).then(|| notes.join("; "));
    let held = solved.of_body.iter().map(Option::is_some).collect();
    Ok(Solved { twists: world.twists, held, started, pairs, islands, report })
}

/// When what is known of a body changed last, by the clock of its [`World`].
#[derive(Clone, Copy, Default)]
struct Changed {
    /// Its twist.
    moved: u64,
    /// Its island was solved.
    solved: u64,
}

struct World<'c, 'a> {
    ctx: &'c Context<'a>,
    guess: Vec<Twist>,
    twists: Vec<Twist>,
    /// Moments of the impulses on each body, as the last problem had them (N·m·s, body axes at the start).
    moments: Vec<Vec3>,
    /// Who meets whom is still sought: large islands are solved roughly.
    scouting: bool,
    /// Some island's state is rough.
    rough: bool,
    /// Counts the rounds of questions to pairs, and what changes between them.
    clock: u64,
    /// When what is known of each body changed last.
    changed: Vec<Changed>,
    /// When `rough` changed last.
    roughened: u64,
    /// Every part at the end of the step under `twists`.
    ends: Vec<WorldPart<'c>>,
}

impl<'c, 'a> World<'c, 'a> {
    fn new(ctx: &'c Context<'a>, guess: &[Twist]) -> Self {
        let twists = flying::free_twists(ctx);
        let ends =
            (0..ctx.kinematics.parts.len()).map(|k| ctx.end_of(k, &twists[ctx.body_of(k).0])).collect();
        let moments = vec![Vec3::zeros(); twists.len()];
        let changed = vec![Changed::default(); twists.len()];
        Self {
            ctx,
            guess: guess.to_vec(),
            twists,
            moments,
            scouting: ctx.implicit,
            rough: false,
            clock: 1,
            changed,
            roughened: 0,
            ends,
        }
    }

    /// The later of the times of the bodies of a pair.
    fn latest(&self, pair: &Pair, time: fn(&Changed) -> u64) -> u64 {
        let of = |part: usize| time(&self.changed[self.ctx.body_of(part).0]);
        of(pair.parts.0).max(of(pair.parts.1))
    }

    fn start(&self, parts: (usize, usize)) -> Placed<'c, 'a> {
        Placed { a: &self.ctx.kinematics.parts[parts.0], b: &self.ctx.kinematics.parts[parts.1] }
    }

    fn end(&self, parts: (usize, usize)) -> Placed<'_, 'c> {
        Placed { a: &self.ends[parts.0], b: &self.ends[parts.1] }
    }

    /// The way of a pair under the twists found.
    fn journey(&self, parts: (usize, usize)) -> Journey<'c, 'a> {
        Journey::new(self.ctx, parts, |part| self.twists[self.ctx.body_of(part).0])
    }

    /// Gives rows to a pair that touches, that meets on its way in free motion, or that its feature leaves so near that
    /// it will likely need them.
    fn begin(&self, pair: &mut Pair) {
        pair.active |= pair.overlapping || pair.apart < TOUCHING || self.meets(pair);
        pair.asked = self.clock;
        if !pair.active {
            let end = self.end(pair.parts);
            let separation = pair.feature.separation(end.a, end.b);
            let near = NEAR * self.ctx.size_of(pair.parts);
            pair.active = separation >= -EXACT_ACCEPTED && separation.min(pair.start_separation) < near;
        }
    }

    /// Whether a pair without rows meets on its way. It is then given the feature that separates it last, if that is open at
    /// the start, else that of the open ones that stays open longest.
    fn meets(&self, pair: &mut Pair) -> bool {
        let journey = self.journey(pair.parts);
        let way = journey.way(pair.feature, self.end(pair.parts), path::CLIPPED);
        let Way::Meets { time, feature } = way else { return false };
        let start = self.start(pair.parts);
        let gap = feature.least_gap(start.a, start.b);
        let found = if gap >= -EXACT_OPEN { Some((feature, gap)) } else { journey.longest(time) };
        if let Some((feature, gap)) = found {
            let flush =
                self.ctx.rubs.then(|| flush::with_nearer_corners(feature, gap, start.a, start.b)).flatten();
            let (feature, gap) = flush.unwrap_or((feature, gap));
            lead(pair, feature, gap);
        }
        true
    }

    fn take_free(&mut self, pairs: &[Pair]) {
        let mut held = vec![false; self.twists.len()];
        for pair in pairs.iter().filter(|p| p.active) {
            held[self.ctx.body_of(pair.parts.0).0] = true;
            held[self.ctx.body_of(pair.parts.1).0] = true;
        }
        for k in flying::holding(self.ctx, pairs) {
            let (a, b) = self.ctx.model.joints[k].bodies;
            (held[a.0], held[b.0]) = (true, true);
        }
        for (k, held) in held.into_iter().enumerate() {
            if !held {
                self.guess[k] = self.twists[k];
            }
        }
    }

    fn guess_of(&self, bodies: &[BodyId]) -> Guess {
        Guess {
            twists: bodies.iter().map(|id| self.guess[id.0]).collect(),
            moments: bodies.iter().map(|id| self.moments[id.0]).collect(),
        }
    }

    /// Notes whether some island's state is rough.
    fn roughen(&mut self, rough: bool) {
        if self.rough != rough {
            (self.rough, self.roughened) = (rough, self.clock);
        }
    }

    /// Separation up to which a pair touches (m).
    fn touching(&self) -> f64 {
        if self.rough { TOUCHING.max(5.0 * ROUGH_VIOLATION) } else { TOUCHING }
    }

    fn take(&mut self, id: BodyId, twist: Twist, moment: Vec3) {
        self.moments[id.0] = moment;
        self.guess[id.0] = twist;
        self.changed[id.0].solved = self.clock;
        if self.twists[id.0].has_bits_of(&twist) {
            return;
        }
        self.changed[id.0].moved = self.clock;
        self.twists[id.0] = twist;
        let pose = self.ctx.end_pose(id, &twist);
        for k in self.ctx.kinematics.parts_of(id) {
            self.ends[k].move_to(&pose);
        }
    }

    /// Takes what [`symmetric::balance`] finds; which bodies begin with other velocities for it.
    fn hold_evenly(&mut self, pairs: &[Pair], solved: &mut Islands) -> Started {
        let mut all = Started::new();
        for (outcome, started) in symmetric::balance(self.ctx, solved, pairs) {
            for (k, id) in outcome.bodies.iter().enumerate() {
                self.take(*id, outcome.end.twists[k], outcome.end.moments[k]);
            }
            all.extend(started);
            solved.insert(outcome);
        }
        all.sort_unstable_by_key(|(id, _)| *id);
        all
    }

    /// Groups of bodies that active pairs connect, without those already solved as they are: bodies and pairs,
    /// ascending.
    fn islands(&self, pairs: &[Pair], solved: &Islands) -> Vec<(Vec<BodyId>, Vec<usize>)> {
        let active: Vec<usize> = (0..pairs.len()).filter(|&k| pairs[k].active).collect();
        let ends = |&k: &usize| (self.ctx.body_of(pairs[k].parts.0), self.ctx.body_of(pairs[k].parts.1));
        let links: Vec<_> = active.iter().map(ends).collect();
        let dynamic: Vec<bool> = self.ctx.model.bodies.iter().map(Body::is_dynamic).collect();
        let joints = flying::holding(self.ctx, pairs).into_iter().map(|k| self.ctx.model.joints[k].bodies);
        let joints: Vec<_> = joints.collect();
        split_joined(&dynamic, &links, &joints)
            .into_iter()
            .filter(|island| !solved.knows(&island.bodies, island.links.len()))
            .map(|island| (island.bodies, island.links.iter().map(|&l| active[l]).collect()))
            .collect()
    }

    /// Gives rows to the pairs that meet under the twists found; whether there are any. Those whose bodies go as they did when they were
    /// asked last are not asked again: nothing else that the answer depends on changes.
    fn take_in(&mut self, pairs: &mut [Pair]) -> bool {
        self.clock += 1;
        let this = &*self;
        threads::any(pairs, WORTH_ASKING, |pair| {
            let ask = !pair.active && pair.asked <= this.latest(pair, |c| c.moved);
            if ask {
                pair.active = this.meets(pair);
                pair.asked = this.clock;
            }
            ask && pair.active
        })
    }

    /// Looks again at the pairs that were apart at the start and carry a load: without their own impulses, on the motion
    /// that the others give their bodies, another feature may separate them last. Those that are open at the start are
    /// taken, each once, and so is one that leaves a loaded pair apart at the end; whether there are any. Pairs of islands that were not solved
    /// since they were asked last are not asked again, unless what counts as touching has changed: all else is as it was.
    fn look_again(&mut self, pairs: &mut [Pair], solved: &mut Islands) -> bool {
        self.clock += 1;
        let this = &*self;
        let led = threads::filter_map_mut(pairs, WORTH_ASKING, |pair| {
            this.leads_elsewhere(pair).then_some(pair.parts)
        });
        for (a, b) in &led {
            solved.forget(self.ctx.body_of(*a));
            solved.forget(self.ctx.body_of(*b));
        }
        !led.is_empty()
    }

    /// [`look_again`](Self::look_again) at one pair: whether it took another feature.
    fn leads_elsewhere(&self, pair: &mut Pair) -> bool {
        let asked = pair.asked > self.latest(pair, |c| c.solved).max(self.roughened);
        if !pair.active || pair.overlapping || !pair.is_loaded() || asked {
            return false;
        }
        pair.asked = self.clock;
        let start = self.start(pair.parts);
        let other = |f: SeparatingFeature| {
            let gap = f.least_gap(start.a, start.b);
            (f != pair.feature && !pair.led.contains(&f) && gap >= -EXACT_OPEN).then_some((f, gap))
        };
        let led = if pair.apart < TOUCHING { None } else { self.without_own(pair) };
        let found = led.and_then(other).or_else(|| self.apart(pair).and_then(other));
        if let Some((feature, gap)) = found {
            lead(pair, feature, gap);
        }
        found.is_some()
    }

    /// What separates a pair last on the way that it would go without its own impulses.
    fn without_own(&self, pair: &Pair) -> Option<SeparatingFeature> {
        let wrenches = pair.wrenches(self.start(pair.parts), self.end(pair.parts));
        let twist = |part: usize| {
            let (id, w) =
                (self.ctx.body_of(part), if part == pair.parts.0 { wrenches.0 } else { wrenches.1 });
            let own = self.ctx.roots[id.0].inverse_mass_times(&w);
            Twist::from_vec6(&(self.twists[id.0].to_vec6() - own))
        };
        let journey = Journey::new(self.ctx, pair.parts, twist);
        let end = |part: usize| self.ctx.end_of(part, &twist(part));
        let (a, b) = (end(pair.parts.0), end(pair.parts.1));
        let ends = Placed { a: &a, b: &b };
        match journey.way(pair.feature, ends, path::CLIPPED) {
            Way::Meets { feature, .. } => Some(feature),
            Way::Clear => None,
        }
    }

    /// The feature by which a pair that carries a load is apart at the end; `None` where it touches.
    fn apart(&self, pair: &Pair) -> Option<SeparatingFeature> {
        let Placed { a, b } = self.end(pair.parts);
        let touching = self.touching();
        let touches = |(key, _): &(RowKey, f64)| match (pair.feature, key) {
            (SeparatingFeature::FacetOfA(f), key) => {
                point_above(b, *key, a, f).is_some_and(|p| a.holds(&p, touching))
            }
            (SeparatingFeature::FacetOfB(f), key) => {
                point_above(a, *key, b, f).is_some_and(|p| b.holds(&p, touching))
            }
            (SeparatingFeature::Edges { a: e, b: f, .. }, RowKey::Edges) => {
                pair.feature.direction(a, b).is_some_and(|n| meet(a.edge(e), b.edge(f), &n, touching))
            }
            _ => false,
        };
        if pair.loads.iter().any(touches) {
            return None;
        }
        let (feature, separation) = search::widest_of_all(a, b, touching);
        (separation > touching).then_some(feature)
    }

    /// By how much a pair ends apart (m) that pushes and has not met: it neither touched at the start nor would meet on its
    /// way without the load; `None` for others. Those that have met, and have slid off each other since, are apart by a little. A part of a step
    /// that cannot be smaller is not asked.
    fn pushed_from(&self, pair: &Pair) -> Option<f64> {
        let feature = self.apart(pair)?;
        let Placed { a, b } = self.end(pair.parts);
        let (off_by, size) = (feature.separation(a, b), self.ctx.size_of(pair.parts));
        let touched = pair.apart < TOUCHING && off_by <= SLID_OFF * size;
        let missed = off_by <= MISSED * size && self.without_own(pair).is_some();
        let excused = self.ctx.smallest || touched || missed;
        (!excused).then_some(off_by)
    }

    /// How deep round bodies end in each other (m): unlike those of polytopes, rows of their surfaces are drawn only for what is near. Beyond what counts as open the
    /// next step would take them for overlapping.
    fn depth_unseen(&self, pair: &Pair) -> f64 {
        let Placed { a, b } = self.end(pair.parts);
        if pair.feature == SeparatingFeature::Surfaces { -pair.feature.separation(a, b) } else { 0.0 }
    }

    /// Checks the motion found: no pair with rows passes through on its way, and none carries a load that is apart at the
    /// end. Pairs without rows keep clear already. Where impacts are within steps, one that is dear to divide is not divided for the second.
    ///
    /// # Errors
    /// The first pair for which that is not so.
    fn accept(&self, pairs: &[Pair], solved: &Islands) -> Result<LetBe, NotConverged> {
        let mut let_be = LetBe::default();
        let dear = self.ctx.within && solved.dear();
        let name = |part: usize| self.ctx.model.body(self.ctx.body_of(part)).name.as_str();
        let bad = threads::filter_map(pairs, WORTH_ASKING, |_, pair| {
            if !pair.active || pair.overlapping {
                return None;
            }
            let journey = self.journey(pair.parts);
            let clear = journey.is_shallow(pair.feature, path::HELD) || journey.is_free(path::HELD);
            let sunk = self.depth_unseen(pair);
            let apart = if clear && pair.is_loaded() { self.pushed_from(pair) } else { None };
            (!clear || sunk > EXACT_OPEN || apart.is_some()).then_some((pair, clear, sunk, apart))
        });
        for (pair, clear, sunk, apart) in bad {
            let (a, b) = (name(pair.parts.0), name(pair.parts.1));
            if sunk > EXACT_OPEN {
                return Err(NotConverged {
                    reason: format!("`{a}` and `{b}` end {sunk:.1e} m in each other"),
                });
            }
            if !clear {
                let reason =
                    format!("`{a}` and `{b}` pass through each other on the way to where they are apart");
                return Err(NotConverged { reason });
            }
            if let Some(apart) = apart {
                if dear && apart <= LET_BE * self.ctx.size_of(pair.parts) {
                    let_be.take(apart);
                    continue;
                }
                let reason = format!("`{a}` and `{b}` push each other although they end apart");
                return Err(NotConverged { reason });
            }
        }
        Ok(let_be)
    }
}

/// Gives a pair a feature that it is to start from, and notes that it had it.
fn lead(pair: &mut Pair, feature: SeparatingFeature, gap: f64) {
    if feature != pair.feature {
        pair.switch_to(feature, gap);
    }
    pair.origin = feature;
    pair.led.push(feature);
}
