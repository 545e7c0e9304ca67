//! The rows of an island's pairs: which are in the problem, what they are between two poses, and how far the end is from what they ask.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::common::{common, lowest_on_rim};
use crate::contact::separating::rows::{Row, Secants, each_gap, each_gap_and, row_gaps_and};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::geometry::spot::Spot;
use crate::math::{Dimension, Twist};
use crate::quote::list;
use crate::step::exact::context::Pair;
use crate::step::exact::inner::{Island, Iterate};
use crate::step::points::active_alternative::MAX_CORRECTION;
use crate::step::tolerances::{AIMED_VIOLATION, EXACT_ACCEPTED, EXACT_OPEN, EXACT_VIOLATION, UNLOADED};
use crate::threads;
use crate::world::BodyId;
use crate::world::joint::Joint;
use smallvec::SmallVec;

/// Rows whose gap at the start or at the first guess of the end is below this enter at once, the others when they are
/// violated (fraction of the smaller radius).
const BAND: f64 = 0.05;

/// What two parts have in common may be this much smaller than the smaller of them.
const LEVER: f64 = 4.0;

/// From so many solutions on in which the lowest point of a rim was below the plane, it has a row of its own: as a point of the body it is struck and left, and takes the energy with which a
/// disc runs round on its rim, whose own row takes none.
const LATE: usize = 8;

/// Pairs that a thread is woken for to judge or draw them.
const WORTH_JUDGING: usize = 64;
const WORTH_DRAWING: usize = 64;

/// The rows that a pair has besides those that every placement tells of: between edges of curved bodies, and at corners of what faces have in common.
fn besides(pair: &Pair) -> SmallVec<[RowKey; 8]> {
    let is_besides = |key: &&RowKey| matches!(key, RowKey::Between(..) | RowKey::Within(_));
    pair.rows.iter().filter(is_besides).copied().collect()
}

/// Whether a corner beside the facet bears something although points that stand for it do as well: which of them bears is then left open by the gaps, and
/// friction is not where the parts touch.
pub(super) fn bears_beside(pair: &Pair) -> bool {
    let loaded = |is: &dyn Fn(&RowKey) -> bool| pair.loads.iter().any(|(key, p)| *p > 0.0 && is(key));
    !pair.beside.is_empty()
        && loaded(&|key| matches!(key, RowKey::Vertex(v) if pair.beside.contains(v)))
        && loaded(&|key| matches!(key, RowKey::Within(_)))
}

impl<'c> Island<'c, '_> {
    /// The rows a feature starts with.
    pub fn first_rows(&self, pair: &mut Pair, now: &Iterate<'c>) {
        let band = BAND * self.ctx.size_of(pair.parts);
        pair.rims_violated = 0;
        let rows = &mut pair.rows;
        for at in [self.start(pair.parts), self.end(&now.placed, pair.parts)] {
            each_gap(pair.feature, at, |key, gap| {
                if gap < band {
                    rows.push(key);
                }
            });
        }
        self.stand_in_common(pair, now);
        pair.rows.sort_unstable();
        pair.rows.dedup();
    }

    /// Where something rubs and faces lie flush, takes the corners of what they have in common in place of those that are beside it.
    fn stand_in_common(&self, pair: &mut Pair, now: &Iterate<'c>) {
        pair.beside.clear();
        pair.rows.retain(|key| !matches!(key, RowKey::Within(_)));
        // In the plane the arm of friction is the height of the line, wherever the corners are.
        let flat = self.ctx.model.dimension == Dimension::Two;
        if !self.ctx.rubs || flat || pair.overlapping || self.lenient || pair.rows.is_empty() {
            return;
        }
        let end = self.end(&now.placed, pair.parts);
        let Some(found) = common(pair.feature, self.start(pair.parts), end) else { return };
        pair.rows.retain(|key| !matches!(key, RowKey::Vertex(v) if found.beside.contains(v)));
        pair.beside.extend(found.beside);
        let borne = |spot: Spot| pair.loads.iter().map(|l| l.0).find(|key| key.is_nearly(spot));
        let spots = found.spots.into_iter().map(|spot| borne(spot).unwrap_or(RowKey::Within(spot)));
        pair.rows.extend(spots);
    }

    /// Measures the rows on the true geometry, and takes in those that are violated.
    pub fn judge(&self, pairs: &mut [Pair], now: &mut Iterate<'c>) {
        let mut gaps = Vec::new();
        let largest = pairs.iter().flat_map(|p| &p.loads).fold(0.0_f64, |m, (_, p)| m.max(*p));
        (now.violation, now.open_load) = (self.joint_error(&now.twists), 0.0);
        let most = |a: (f64, f64), b: (f64, f64)| (a.0.max(b.0), a.1.max(b.1));
        let judged =
            threads::reduce(pairs, WORTH_JUDGING, |pair| self.judge_pair(pair, &now.placed, largest), most);
        if let Some(off) = judged {
            (now.violation, now.open_load) = most((now.violation, now.open_load), off);
        }
        for pair in pairs.iter_mut().filter(|p| p.overlapping || self.lenient) {
            row_gaps_and(
                pair.feature,
                self.end(&now.placed, pair.parts),
                pair.rows.iter().copied(),
                &mut gaps,
            );
            let shortfalls = self.shortfalls(pair, &gaps);
            for ((key, gap), shortfall) in gaps.iter().zip(shortfalls) {
                // f64::max drops a NaN.
                now.violation = if shortfall.is_nan() { f64::INFINITY } else { now.violation.max(shortfall) };
                let load = pair.loads.binary_search_by_key(key, |l| l.0).map_or(0.0, |k| pair.loads[k].1);
                if load > UNLOADED * largest && !pair.overlapping {
                    now.open_load = now.open_load.max(*gap);
                }
                if shortfall > 0.0
                    && let Err(slot) = pair.rows.binary_search(key)
                {
                    pair.rows.insert(slot, *key);
                }
            }
        }
    }

    /// Measures the rows of a pair that starts open, and takes in those that are violated: by how much one is at most, and the largest gap that is loaded (m).
    fn judge_pair(&self, pair: &mut Pair, placed: &[WorldPart<'c>], largest: f64) -> (f64, f64) {
        let (mut violation, mut open_load) = (0.0_f64, 0.0_f64);
        if pair.overlapping || self.lenient {
            return (violation, open_load);
        }
        // Loads and rows ascend.
        let known = besides(pair);
        let on_flank = known.iter().any(|key| matches!(key, RowKey::Within(spot) if spot.flank().is_some()));
        let (rows, mut loads, beside) = (&mut pair.rows, pair.loads.iter().peekable(), &pair.beside);
        let violated = &mut pair.rims_violated;
        let is_beside = |key: RowKey| matches!(key, RowKey::Vertex(v) if beside.contains(&v));
        // What is rounded and finds its end otherwise keeps the energy with which it rolls on a rim.
        let gives_way = pair.feature != SeparatingFeature::Surfaces || self.ctx.at_any_rate;
        let (feature, end) = (pair.feature, self.end(placed, pair.parts));
        let curved = || end.a.shape.smooth().or(end.b.shape.smooth()).is_some();
        let (mut far, mut rim): (SmallVec<[(RowKey, f64); 8]>, SmallVec<[RowKey; 2]>) = Default::default();
        each_gap_and(feature, end, known.into_iter(), |key, gap| {
            if gap < 0.0 && is_beside(key) && (on_flank || !curved()) && rows.binary_search(&key).is_err() {
                far.push((key, -gap));
            } else if gap < 0.0 {
                violation = violation.max(-gap);
                let below = gives_way && gap < -AIMED_VIOLATION;
                let on_rim = if below { lowest_on_rim(feature, end, key) } else { None };
                if let Some(spot) = on_rim {
                    if is_beside(key) || *violated >= LATE {
                        rim.push(RowKey::Within(spot));
                    }
                    *violated += 1;
                }
                // The row of a limb that is nearly level acts where nobody can tell before: the point of the rim stands for it.
                let stood_for = is_beside(key) && (gap >= -AIMED_VIOLATION || on_rim.is_some());
                if let Err(slot) = rows.binary_search(&key)
                    && !stood_for
                {
                    rows.insert(slot, key);
                }
            } else if gap.is_nan() {
                // f64::max drops a NaN.
                violation = f64::INFINITY;
            }
            while loads.next_if(|l| l.0 < key).is_some() {}
            if let Some((_, load)) = loads.next_if(|l| l.0 == key)
                && *load > UNLOADED * largest
            {
                open_load = open_load.max(gap);
            }
        });
        // Nothing is at a corner beside the face: it is held by the points that stand for it, which may be a hundredth as far from each other as from
        // it. As a row of its own it would have its friction elsewhere, so it comes in where what those are off by does not explain what it is.
        if !far.is_empty() {
            let explained = EXACT_ACCEPTED + self.lever(pair.parts) * violation;
            far.retain(|(_, depth)| *depth > explained);
            violation = far.iter().fold(violation, |worst, (_, depth)| worst.max(*depth));
            if pair.patience > 0 {
                pair.patience -= 1;
                far.clear();
            }
        }
        for key in far.into_iter().map(|(key, _)| key).chain(rim) {
            if let Err(slot) = rows.binary_search(&key) {
                rows.insert(slot, key);
            }
        }
        (violation, open_load)
    }

    /// How many times as far off as a row within what two parts have in common one beside it can be.
    fn lever(&self, parts: (usize, usize)) -> f64 {
        let radius = |part: usize| self.ctx.model.body(self.ctx.body_of(part)).radius;
        LEVER * (radius(parts.0) + radius(parts.1)) / self.ctx.size_of(parts)
    }

    /// How far joints are apart, or beyond their limits, at the end of the step (m).
    fn joint_error(&self, twists: &[Twist]) -> f64 {
        // f64::max drops a NaN.
        self.joint_errors(twists).fold(0.0, |m, e| if e.is_nan() { f64::INFINITY } else { m.max(e) })
    }

    /// The same of each joint of the island.
    fn joint_errors<'s>(&'s self, twists: &'s [Twist]) -> impl Iterator<Item = f64> + 's {
        let end = |id: BodyId| self.ctx.end_pose(id, &self.twist_of(twists, id));
        let error = move |joint: &&Joint| {
            let (a, b) = joint.bodies;
            let size = self.ctx.model.body(a).radius.min(self.ctx.model.body(b).radius);
            let (a, b) = (end(a), end(b));
            let (i, j) = (joint.bodies.0, joint.bodies.1);
            let start = (&self.ctx.state.poses[i.0], &self.ctx.state.poses[j.0]);
            joint.error(&a, &b, size).max(joint.beyond_limits(start, (&a, &b), size))
        };
        self.joints.iter().map(error)
    }

    /// Which joints cannot be held together under these twists, with those on the same bodies, and who leaves them no room; `None` where
    /// all are.
    pub fn joints_apart(&self, pairs: &[Pair], twists: &[Twist]) -> Option<String> {
        let errors: Vec<f64> = self.joint_errors(twists).collect();
        let apart = |k: usize| !(errors[k] <= EXACT_ACCEPTED);
        let worst = errors.iter().fold(0.0_f64, |m, e| m.max(*e));
        let bodies = |k: usize| [self.joints[k].bodies.0, self.joints[k].bodies.1];
        let of_same_bodies = |k: usize| {
            let moved = |id: &BodyId| self.ctx.model.body(*id).is_dynamic();
            (0..errors.len())
                .any(|j| apart(j) && bodies(j).iter().any(|id| moved(id) && bodies(k).contains(id)))
        };
        let all: Vec<usize> = (0..errors.len()).filter(|&k| of_same_bodies(k)).collect();
        if all.is_empty() {
            return None;
        }
        let names: Vec<&str> = all.iter().map(|&k| self.joints[k].name.as_str()).collect();
        let names = list(&names);
        let why = self.ctx.who_leaves_no_room(all.iter().flat_map(|&k| bodies(k)), true);
        let why = if why.is_empty() { self.perhaps(pairs) } else { why };
        Some(format!(
            "joints {names} cannot hold at once: apart by {worst:.1e} m however their bodies move{why}"
        ))
    }

    /// A clause on what may be why no end of the step was found: who moves as it is told to among the island's bodies, else the length of the step.
    pub fn perhaps(&self, pairs: &[Pair]) -> String {
        let touching = pairs.iter().flat_map(|p| [p.parts.0, p.parts.1]).map(|part| self.ctx.body_of(part));
        let joined = self.joints.iter().flat_map(|joint| [joint.bodies.0, joint.bodies.1]);
        let told = self.ctx.who_leaves_no_room(touching.chain(joined), false);
        if told.is_empty() { "; a smaller time step may help".to_owned() } else { told }
    }

    /// How far each gap at the end falls short of what is asked, where that is not zero: where the parts overlap at the start, the
    /// gap after pushing for one step; where the island is lenient, the gap at the start, but no more than what is accepted
    /// beyond what is promised.
    fn shortfalls(&self, pair: &Pair, gaps: &[(RowKey, f64)]) -> Vec<f64> {
        let mut at_start = Vec::new();
        row_gaps_and(pair.feature, self.start(pair.parts), gaps.iter().map(|g| g.0), &mut at_start);
        // The same rows in the same order, but for edges of curved bodies.
        let same = |k: usize, key: &RowKey| {
            let found = at_start.get(k).filter(|g| g.0 == *key);
            found.or_else(|| at_start.iter().find(|g| g.0 == *key)).map_or(f64::NAN, |g| g.1)
        };
        let short = |(k, (key, g)): (usize, &(RowKey, f64))| {
            let g0 = same(k, key);
            if pair.overlapping {
                return (g0 + MAX_CORRECTION * self.ctx.h).min(0.0) - g;
            }
            let asked = if g0 >= -EXACT_OPEN { g0.min(0.0) } else { 0.0 };
            asked.max(EXACT_ACCEPTED - EXACT_VIOLATION) - g
        };
        gaps.iter().enumerate().map(short).collect()
    }

    /// Draws the secant rows of a pair between its start and its end in `now`: they become those that loads act along. Whether it could;
    /// not where its edges become parallel.
    pub fn draw(&self, pair: &mut Pair, now: &Iterate<'c>) -> bool {
        let mut acted = std::mem::take(&mut pair.acted);
        acted.clear();
        acted.reserve(pair.rows.len());
        let drawn = self.drawn_rows(pair, pair.rows.iter().copied(), now, |key, row| acted.push((key, row)));
        pair.acted = acted;
        drawn
    }

    /// The same for all pairs of an island. Whether all could; where not, some may have been left as they were.
    pub fn draw_all(&self, pairs: &mut [Pair], now: &Iterate<'c>) -> bool {
        threads::all(pairs, WORTH_DRAWING, |pair| self.draw(pair, now))
    }

    /// Gives `take` the secant rows with these keys between the start of a pair and its end in `now`. Whether it could.
    pub fn drawn_rows(
        &self,
        pair: &Pair,
        keys: impl ExactSizeIterator<Item = RowKey>,
        now: &Iterate<'c>,
        mut take: impl FnMut(RowKey, Row),
    ) -> bool {
        let start = self.start(pair.parts);
        let (end, kappa) = self.secant_ends(pair.parts, now);
        let Some(secants) = Secants::new(pair.feature, start, end, kappa) else {
            return keys.len() == 0;
        };
        for key in keys {
            let Some(mut row) = secants.row(key) else { return false };
            if pair.overlapping {
                row.gap = row.gap.max(-MAX_CORRECTION * self.ctx.h);
            } else if self.lenient && row.gap >= -EXACT_OPEN {
                row.gap = row.gap.max(0.0);
            }
            take(key, row);
        }
        true
    }
}
