//! The first impact of a step that may end there.
//!
//! What lasting contacts and forces make of the motion is known before any blow: the smooth motion. The instant at which a row that
//! closes in the step, or a pair that was apart, has no gap left under it is sought on the true geometry, so that a part that ends there
//! finds it there again. A pair is asked besides its rows because these are of the end of the step: what touches first on the way there
//! may be another corner.

use crate::contact::Contact;
use crate::contact::separating::rows::{FAR, Placed};
use crate::contact::separating::search;
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Twist, Vec3};
use crate::step::exact::path;
use crate::step::exact::path::{Journey, Way};
use crate::step::exact::velocity::blow::Blow;
use crate::step::exact::velocity::closed::MEETS;
use crate::step::exact::velocity::problem::Answer;
use crate::step::exact::velocity::sliding::sliding_at;
use crate::step::exact::velocity::{Closed, Stage};
use crate::step::impact::cut::{Cut, Stop};
use crate::step::impact::rate;
use crate::step::tolerances::{EXACT_OPEN, TOUCHING};
use crate::world::BodyId;
use std::collections::BTreeMap;

/// Gap at which something is closed for the search (m): far below what counts as closed.
pub(super) const CLOSED: f64 = 1e-12;

/// Narrowings of the interval that holds the instant at most: bisection alone reaches rounding in these.
const MOST_LOOKS: usize = 100;

/// Features that are asked one after the other at most, where each separates longer than the last.
const MOST_FEATURES: usize = 4;

/// From where the way with constant velocities meets it is looked on by this share of the step, then by twice as much, and so on.
const NEARBY: f64 = 1e-6;

/// The rate at which a pair comes nearer is its difference over this share of the step.
const SHORTLY: f64 = 1e-3;

/// What comes down by this many times what forces add to its speed in a step is bent down by the turn of the bodies.
const BENT: f64 = 2.0;

/// Where something that bears turns by more than this in a step (rad), slow blows end a part as well, down to this share of what forces add to speeds: the rest of the
/// step has its impulses at the poses of its end.
const WHIRLS: f64 = 0.02;
const SLOWLY: f64 = 0.02;

/// What slid and moves by this part of its speed at most sticks.
const STUCK: f64 = 1e-6;

/// What slides the other way round at the end, but for this part of the cosine of the angle between, has stood in the step.
const TURNED: f64 = 0.1;

/// What would slide less than this in a step need not stop at its instant (m).
const SLID: f64 = 1e-8;

/// Friction and outside forces explain how a pair became slower up to this part of it, where nothing else acts on it.
const EXPLAINED: f64 = 1e-6;

/// Where something else does, the part of the step that is tried first is shorter by this share of the friction that was not used.
const SHORTER: f64 = 0.05;

/// What slid in a step at the contacts of a pair.
#[derive(Default)]
struct Sliding {
    /// Fastest at the start (m/s), and how fast that slides on in the same direction at the end; 0 where it sticks.
    speed: f64,
    after: f64,
    /// Friction that was used against it, and that there was (N·s).
    used: f64,
    most: f64,
    /// Sum of the directions.
    way: Vec3,
}

/// The motion of a pair of bodies without the blows of the step.
struct Smooth<'m, 's> {
    stage: &'m Stage<'s>,
    pair: usize,
    /// Those that impulses move.
    bodies: Vec<BodyId>,
    /// Their velocities at the end.
    ends: Vec<Twist>,
    /// Whether nothing acts on them before.
    flown: bool,
    /// The [spread](Stage::spread) of their island, if nothing else bears it.
    spread: Option<f64>,
    /// [`Stage::least_share`].
    least: f64,
}

impl Stage<'_> {
    /// The first impact of an island, if steps end at impacts: `rows` are its closed rows, `smooth` the velocities that its `bodies`
    /// would have at the end without those that close in the step; whether they have `flown` until then.
    pub(super) fn first_impact(
        &self,
        bodies: &[BodyId],
        rows: &[Closed],
        smooth: &[Twist],
        flown: bool,
    ) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let mut first = None;
        let (spread, whirls) = (self.spread_of_island(bodies, rows), self.whirls(rows));
        let (mut asked, mut met) = (Vec::new(), Vec::new());
        for row in rows.iter().filter(|row| !row.lasts && row.at_end) {
            let least = self.least_share(row.pair, whirls);
            let motion = Smooth { spread, least, ..Smooth::new(self, row.pair, bodies, smooth, flown) };
            if self.pairs[row.pair].apart > TOUCHING && !asked.contains(&row.pair) {
                asked.push(row.pair);
                if let Some(cut) = motion.meeting() {
                    met.push(row.pair);
                    first = Cut::sooner(first, Some(cut));
                }
            }
            // While something else keeps them apart, a row that closes is met by nothing.
            if !met.contains(&row.pair) {
                first = Cut::sooner(first, motion.closing(row, rows));
            }
        }
        first
    }

    /// Where sliding stops first, if steps end there: `twists` are those after it. A pair that slid and sticks had all of its friction
    /// until it stood; after it what outside forces ask along the way alone. So with f used, f_m at hand and w what these forces
    /// give along the sliding in the whole step, all impulses, it stood after (f − w)/(f_m − w) of the step. (Of a pair, not of a
    /// contact: what sticks at several may share its friction in any way.) What slides back at the end stood in between, too: of the change of its speed
    /// from v to −u, which f and w gave, v/(v + u) is that until it stood. Where something else acts on the pair, which these do not explain, two parts tell ([`Stop`]).
    pub(super) fn first_stop(&self, answer: &Answer, twists: &[Twist]) -> Option<Cut> {
        if !self.splits {
            return None;
        }
        let mut pairs: BTreeMap<usize, Sliding> = BTreeMap::new();
        for (row, (p, f)) in answer.rows.iter().zip(answer.normal.iter().zip(&answer.friction)) {
            let mu = self.ctx.model.pair_friction(row.contact.body_a(), row.contact.body_b());
            if !(row.lasts && row.at_end && mu * p > 0.0) {
                continue;
            }
            let Some(at_start) = self.at_start(row) else { continue };
            let before = sliding_at(&at_start, &self.flight.start);
            let speed = before.norm();
            let after = sliding_at(&row.contact, twists);
            let (sticks, on) = (after.norm() <= STUCK * speed, after.dot(&before) / speed);
            let turns_back = on < -(1.0 - TURNED) * after.norm();
            if speed * self.settings.h > SLID && (sticks || turns_back) {
                let sum = pairs.entry(row.pair).or_default();
                if speed > sum.speed {
                    (sum.speed, sum.after) = (speed, if sticks { 0.0 } else { on });
                }
                sum.used -= f.dot(&before) / speed;
                sum.most += mu * p;
                sum.way += before / speed;
            }
        }
        let stop = |(pair, sliding): (usize, Sliding)| {
            let (outside, light) = self.outside(pair, &sliding.way);
            let Sliding { speed, after, used, most, .. } = sliding;
            let alone = (used - outside) / (most - outside) * (speed / (speed - after));
            let slowed = speed - after;
            let explained = ((used - outside) * light - slowed).abs() <= EXPLAINED * slowed;
            let share = if explained && alone > 0.0 && alone < 1.0 {
                alone
            } else {
                // Something else acts on them as well. Two parts with other friction tell how: this one, and one that is a little shorter, or a
                // little shorter than the one that does not slide back any more.
                speed / (speed - after) / (1.0 + SHORTER * (1.0 - used / most))
            };
            let parts = self.pairs[pair].parts;
            let stop = Stop { parts, speed, slowed: slowed / self.ctx.h, used: used / most };
            (share > 0.0 && share < 1.0).then_some(Cut { share, speed, stop: Some(stop) })
        };
        Cut::first(pairs.into_iter().filter_map(stop))
    }

    /// What outside forces give along the sliding of the bodies of a pair against each other in the step (N·s), and their inverse mass against each other
    /// (1/kg).
    fn outside(&self, pair: usize, way: &Vec3) -> (f64, f64) {
        let (a, b) = self.bodies(pair);
        let pull = |id: BodyId| {
            let (body, force) = (self.ctx.model.body(id), self.flight.wrenches[id.0].force);
            if body.is_dynamic() { (force / body.mass, 1.0 / body.mass) } else { (Vec3::zeros(), 0.0) }
        };
        let ((of_a, light_a), (of_b, light_b)) = (pull(a), pull(b));
        let way = way.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        let light = light_a + light_b;
        ((of_b - of_a).dot(&way) * self.ctx.h / light, light)
    }

    /// Whether an approach of a pair whose `gap` is known over the part (its share, m) is an impact at which a step should end, with the [spread](Self::spread) of what moves with it: it is
    /// faster than what forces add in a whole step, which is the error of the velocities anyway, and a blow of that size at the wrong pose is
    /// another of second order. What bounces counts from its threshold. And where bodies come down on each other much faster than forces alone
    /// have them, as what runs round on its rim, the blow of a whole step is not that of the approach but of all it has come down in the step.
    pub(super) fn counts(
        &self,
        pair: usize,
        spread: Option<f64>,
        cut: &Cut,
        gap: impl Fn(f64) -> f64,
    ) -> bool {
        let of_forces = self.gained(pair, spread);
        let (a, b) = self.bodies(pair);
        let bounces = self.ctx.model.pair_restitution(a, b) > 0.0;
        let from =
            if bounces { of_forces.min(self.settings.restitution.threshold).max(MEETS) } else { of_forces };
        let comes_down = || {
            let bend = 4.0 * (2.0 * gap(0.5) - gap(0.0) - gap(1.0)) / self.ctx.h.powi(2);
            bend * self.settings.h > BENT * of_forces
        };
        cut.speed > from || (cut.speed > MEETS && comes_down())
    }

    /// The same in an island of which blows count from the share `least` of what forces add on ([`Self::least_share`]), `pull` the acceleration (m/s²) by which it is judged. What comes so slowly from nearer than what
    /// touches has met: many such parts, each as short as the way, would lead nowhere.
    pub(super) fn counts_from(
        &self,
        pair: usize,
        (pull, least): (f64, f64),
        cut: &Cut,
        gap: impl Fn(f64) -> f64,
    ) -> bool {
        let far = cut.share * cut.speed * self.ctx.h > TOUCHING;
        self.counts(pair, Some(if far { least * pull } else { pull }), cut, gap)
    }

    /// What forces add to the speed of the bodies of a pair against each other in a whole step at most (m/s).
    pub(super) fn gained(&self, pair: usize, spread: Option<f64>) -> f64 {
        let (a, b) = self.bodies(pair);
        let most = spread.unwrap_or_else(|| self.pull(a).norm() + self.pull(b).norm());
        most * self.settings.h + MEETS
    }

    /// The acceleration that outside forces give a body (m/s²).
    pub(super) fn pull(&self, id: BodyId) -> Vec3 {
        let body = self.ctx.model.body(id);
        if body.is_dynamic() { self.flight.wrenches[id.0].force / body.mass } else { Vec3::zeros() }
    }

    /// By how much the accelerations differ that outside forces give bodies which nothing else bears (m/s²): what falls together gains no speed against each other by its
    /// weight.
    pub(super) fn spread(&self, bodies: impl Iterator<Item = BodyId> + Clone) -> f64 {
        let first = bodies.clone().next().map_or(Vec3::zeros(), |id| self.pull(id));
        2.0 * bodies.map(|id| (self.pull(id) - first).norm()).fold(0.0, f64::max)
    }

    /// Whether something that bears in an island with these closed rows turns by so much in a step that what it bears after a blow is not that of the end.
    pub(super) fn whirls(&self, rows: &[Closed]) -> bool {
        rows.iter().any(|row| {
            let (a, b) = self.bodies(row.pair);
            let spin = |id: BodyId| self.flight.start[id.0].angular.norm();
            row.lasts && row.taken > 0.0 && spin(a).max(spin(b)) * self.settings.h > WHIRLS
        })
    }

    /// The share of what forces add to speeds from which on a blow of a pair ends a part, in an island that `whirls` or not (dimensionless).
    pub(super) fn least_share(&self, pair: usize, whirls: bool) -> f64 {
        if whirls && self.is_flat(pair) { SLOWLY } else { 1.0 }
    }

    /// Whether both parts of a pair are polytopes: rows of curved ones are where they are at a pose, and come and go beside each other.
    pub(super) fn is_flat(&self, pair: usize) -> bool {
        let (a, b) = self.pairs[pair].parts;
        ![a, b].iter().any(|part| self.ctx.kinematics.parts[*part].shape.is_curved())
    }

    /// The spread of an island with these closed rows, if nothing bears it that impulses do not move.
    pub(super) fn spread_of_island(&self, bodies: &[BodyId], rows: &[Closed]) -> Option<f64> {
        let stands = |(a, b): (BodyId, BodyId)| !(self.dynamic[a.0] && self.dynamic[b.0]);
        let held = |link: &(BodyId, BodyId)| {
            stands(*link) && [link.0, link.1].iter().any(|id| bodies.binary_search(id).is_ok())
        };
        let met = rows.iter().map(|row| self.bodies(row.pair));
        let borne = rows.iter().any(|row| row.lasts && stands(self.bodies(row.pair)));
        let falls = !borne && !self.ctx.joined().iter().any(held);
        falls.then(|| self.spread(bodies.iter().copied().chain(met.flat_map(|(a, b)| [a, b]))))
    }
}

impl<'m, 's> Smooth<'m, 's> {
    fn new(stage: &'m Stage<'s>, pair: usize, island: &[BodyId], ends: &[Twist], flown: bool) -> Self {
        let (a, b) = stage.bodies(pair);
        let (a, b) = (a.min(b), a.max(b));
        let of_island: Vec<usize> = [a, b].iter().filter_map(|id| island.binary_search(id).ok()).collect();
        Self {
            stage,
            pair,
            bodies: of_island.iter().map(|&k| island[k]).collect(),
            ends: of_island.iter().map(|&k| ends[k]).collect(),
            flown,
            spread: None,
            least: 1.0,
        }
    }

    /// The accelerations (m/s²) by which an approach is judged: the spread, or what acts from outside. What a drive or a force gives a light body beyond its weight
    /// counts only as far as the body gains speed by it, for contacts may bear it: a lever on a fulcrum under ninety times its weight does not fall.
    fn gains(&self) -> f64 {
        let (stage, bodies) = (self.stage, <[BodyId; 2]>::from(self.stage.bodies(self.pair)));
        let gain = |id: BodyId| {
            let pull = stage.pull(id).norm();
            let Ok(k) = self.bodies.binary_search(&id) else { return pull };
            let net = (self.ends[k].linear - stage.flight.start[id.0].linear).norm() / stage.ctx.h;
            pull.min(net.max(stage.ctx.model.gravity.norm()))
        };
        self.spread.unwrap_or_else(|| bodies.map(gain).iter().sum())
    }

    /// The bodies at a share of the step.
    fn at(&self, share: f64) -> Blow<'_, 's> {
        Blow::new(self.stage, &self.bodies, share, &self.ends, self.flown)
    }

    /// The twist of a body of the pair after a share of the step.
    fn twist(&self, id: BodyId, share: f64) -> Twist {
        match self.bodies.binary_search(&id) {
            Ok(k) => {
                let start = &self.stage.flight.start[id.0];
                start.lerp(&self.ends[k], share)
            }
            Err(_) => self.stage.means[id.0],
        }
    }

    /// When and how fast a row of the pair, one of the island's `rows`, closes; `None` where it does not.
    fn closing(&self, row: &Closed, rows: &[Closed]) -> Option<Cut> {
        let contact = |share: f64| self.at(share).contact(row);
        let share = first_zero(0.0, 1.0, |share| contact(share).map_or(FAR, |contact| contact.gap))?;
        // A flank that comes to cross an edge from beside it has not come from above.
        let then = contact(share)?;
        let mut twists = self.stage.means.to_vec();
        let (a, b) = self.stage.bodies(self.pair);
        [a, b].iter().for_each(|id| twists[id.0] = self.twist(*id, share));
        let cut = Cut { share, speed: -rate(&then, &twists), stop: None };
        let gap = |share: f64| contact(share).map_or(f64::NAN, |contact| contact.gap);
        let jams = |cut: &Cut| {
            let at = self.at(cut.share);
            // Two convex parts push each other one way: it takes others to wedge them.
            let other = |of: &Closed| of.pair != row.pair && self.touches(of.pair);
            let bears = |of: &&Closed| other(of) && of.at_end && of.taken > 0.0;
            let bearing: Vec<Contact> = rows.iter().filter(bears).filter_map(|row| at.contact(row)).collect();
            self.stage.jams((self.pair, self.spread), cut.speed, &then, &bearing)
        };
        Some(cut).filter(|cut| {
            self.stage.counts_from(self.pair, (self.gains(), self.least), cut, gap)
                || cut.speed > MEETS && jams(cut)
        })
    }

    /// Whether a pair has a body of this one that impulses move.
    fn touches(&self, pair: usize) -> bool {
        let (a, b) = self.stage.bodies(pair);
        [a, b].iter().any(|id| self.bodies.contains(id))
    }

    /// When and how fast the parts of a pair that was apart meet; `None` where they do not.
    fn meeting(&self) -> Option<Cut> {
        let (stage, pair) = (self.stage, &self.stage.pairs[self.pair]);
        let twist = |part: usize| self.twist(stage.ctx.body_of(part), 0.5);
        let journey = Journey::new(stage.ctx, pair.parts, twist);
        let end = self.at(1.0);
        let (a, b) = end.parts(self.pair);
        let Way::Meets { time, feature } = journey.way(pair.feature, Placed { a: &a, b: &b }, path::MET)
        else {
            return None;
        };
        let separation = |feature: SeparatingFeature, share: f64| {
            let then = self.at(share);
            let (a, b) = then.parts(self.pair);
            feature.separation(&a, &b)
        };
        let widest = |share: f64| {
            let then = self.at(share);
            let (a, b) = then.parts(self.pair);
            search::widest(&a, &b, CLOSED)
        };
        let cut = instant(stage.ctx.h, time, |share| separation(feature, share))?;
        // What separates last on the way with constant velocities need not do so on this one.
        let (cut, by) = last_to_close(stage.ctx.h, (cut, feature), 1.0, separation, widest)?;
        Some(cut).filter(|cut| {
            stage.counts_from(self.pair, (self.gains(), self.least), cut, |share| separation(by, share))
        })
    }
}

/// When, and how fast, the separation along the feature by which parts meet falls to zero: `time` (s) is when it does on a way with constant
/// velocities through a step of `h` (s), `separation` what it is after a share of the step; `None` where it does not.
pub(super) fn instant(h: f64, time: f64, separation: impl Fn(f64) -> f64) -> Option<Cut> {
    // The way of the journey has constant velocities, this one may not: it meets a little sooner or later, and what separates last
    // need not do so in the beginning, and may do so again in the end.
    let (mut low, mut high, mut beyond) = (time / h, time / h, NEARBY);
    while !(separation(high) < 0.0) && high < 1.0 {
        (low, high) = (high, (high + beyond).min(1.0));
        beyond *= 2.0;
    }
    while !(separation(low) >= 0.0) && low > 0.0 {
        (low, high) = ((low - beyond).max(0.0), low);
        beyond *= 2.0;
    }
    let share = first_zero(low, high, &separation)?;
    Some(at_instant(h, share, separation))
}

/// The impact of parts whose separation along a feature falls to zero at a cut, and the feature by which they meet: where another still separates then, that
/// is followed to its zero before the share `until`, and so on. `separation` along a feature and the `widest` are those after a share of the step of `h` (s); `None` where one does not close.
pub(super) fn last_to_close(
    h: f64,
    (mut cut, mut by): (Cut, SeparatingFeature),
    until: f64,
    separation: impl Fn(SeparatingFeature, f64) -> f64,
    widest: impl Fn(f64) -> (SeparatingFeature, f64),
) -> Option<(Cut, SeparatingFeature)> {
    for _ in 0..MOST_FEATURES {
        let (last, left) = widest(cut.share);
        if left <= CLOSED {
            break;
        }
        let share = first_zero(cut.share, until, |share| separation(last, share))?;
        (cut, by) = (at_instant(h, share, |share| separation(last, share)), last);
    }
    Some((cut, by))
}

/// The impact after a `share` of the step, where a separation falls to zero.
pub(super) fn at_instant(h: f64, share: f64, separation: impl Fn(f64) -> f64) -> Cut {
    let after = (share + SHORTLY).min(1.0);
    let speed = (separation(share) - separation(after)) / ((after - share) * h);
    Cut { share, speed, stop: None }
}

/// Where a gap that is open at `low` and violated at `high` is zero, on its open side or within [`CLOSED`] of it; `None` where it is
/// not so.
pub(super) fn first_zero(mut low: f64, mut high: f64, gap: impl Fn(f64) -> f64) -> Option<f64> {
    let (mut before, mut after) = (gap(low), gap(high));
    if !(before >= -EXACT_OPEN && after < 0.0) {
        return None;
    }
    for k in 0..MOST_LOOKS {
        // The false position, and every third time the middle.
        let part = if k % 3 == 2 { 0.5 } else { before / (before - after) };
        let middle = low + (high - low) * part;
        if !(before > CLOSED && middle > low && middle < high) {
            break;
        }
        let now = gap(middle);
        if now >= -CLOSED { (low, before) = (middle, now) } else { (high, after) = (middle, now) }
    }
    Some(low)
}
