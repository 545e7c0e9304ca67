//! The rows that are closed at the end of a step, or were at its start.

use crate::contact::Contact;
use crate::contact::separating::common::{Common, common, is_beside};
use crate::contact::separating::rows::{
    Placed, Row, Secants, contact_at, each_gap_and, row_gaps_and, secant_row,
};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Dimension, Twist, Vec3};
use crate::step::exact::touching::wider;
use crate::step::exact::velocity::Stage;
use crate::step::impact::rate;
use crate::step::tolerances::{CLOSED_GAP, TOUCHING};
use crate::world::BodyId;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Bodies that touch and approach faster than this have only just met (m/s): what lasted was left at rest to rounding.
pub(super) const MEETS: f64 = 1e-6;

/// Contacts that move more slowly than this stand (m/s): a part in 10¹¹ of what gravity adds in a step of 10 ms.
const STANDS: f64 = 1e-12;

/// A row that closes in a step that can end at the impact has met at this gap (m): a tenth of what counts as open, for other features
/// of faces that meet are as much askew, times the ratio of their lengths.
const MET: f64 = 2e-10;

/// What comes later by no more than this part of the time left comes at the same instant.
const AT_ONCE: f64 = 1e-2;

/// One closed row of a pair at the end poses.
#[derive(Clone)]
pub(super) struct Closed {
    pub pair: usize,
    pub feature: SeparatingFeature,
    pub key: RowKey,
    /// Where it acts: at the end poses, or where its blow comes.
    pub contact: Contact,
    /// The same at the end poses, where its blow comes elsewhere.
    pub there: Option<Box<Contact>>,
    /// Impulse of the first problem (N·s).
    pub taken: f64,
    /// Gap at the start of the step (m).
    pub before: f64,
    /// Gap at its end (m).
    pub gap: f64,
    /// Whether it was closed at the start already, and its bodies did not meet there.
    pub lasts: bool,
    /// Whether it is closed at the end.
    pub at_end: bool,
}

impl Closed {
    /// Its contact at the end poses.
    pub(super) fn at_end_poses(&self) -> &Contact {
        self.there.as_deref().unwrap_or(&self.contact)
    }

    /// When a row that was open at the start closed, as a part of the step, and how fast (m/s): the gap rate changes evenly from that
    /// of `start` to that of `end`, ψ + u₀t + ½at² = 0.
    pub(super) fn meeting(&self, start: &[Twist], end: &[Twist], h: f64) -> (f64, f64) {
        let (u0, u1) = (rate(&self.contact, start), rate(&self.contact, end));
        let gain = (u1 - u0) / h;
        let gap = self.before.max(0.0);
        let speed = (u0 * u0 - 2.0 * gain * gap).max(0.0).sqrt();
        if u0 >= 0.0 && u1 >= 0.0 {
            return (1.0, 0.0);
        }
        // The root that closes: t = 2ψ / (−u₀ + √(u₀² − 2aψ)).
        let time = 2.0 * gap / (speed - u0);
        (if time.is_finite() { (time / h).clamp(0.0, 1.0) } else { 1.0 }, speed)
    }
}

/// The velocity of B against A at a contact (m/s).
pub(super) fn speed_at(contact: &Contact, twists: &[Twist]) -> Vec3 {
    let at = |id: BodyId, centre: &Vec3| {
        let twist = &twists[id.0];
        twist.linear + twist.angular.cross(&(contact.point_a - centre))
    };
    at(contact.body_b(), &contact.centre_b) - at(contact.body_a(), &contact.centre_a)
}

/// The keys of loads and some more, ascending.
fn known_with(loads: &[(RowKey, f64)], more: impl Iterator<Item = RowKey>) -> SmallVec<[RowKey; 16]> {
    let mut known: SmallVec<[RowKey; 16]> = loads.iter().map(|l| l.0).chain(more).collect();
    known.sort_unstable();
    known.dedup();
    known
}

impl Stage<'_> {
    /// Takes for closed what comes at the same instant as what has met: a step that ends at an impact ends up to 1e-10 m before it, what lies farther out on what tips is as
    /// much more open, and a row that pushed has met up to 1e-8 m before. Struck one after the other, the points of an edge that lands flat would be thrown up again by each other.
    pub(super) fn at_once(&self, rows: &mut [Closed]) {
        if !self.splits {
            return;
        }
        // How long until a row is closed (s).
        let left = |row: &Closed| {
            let speed = -rate(&row.contact, self.means);
            (!row.lasts && speed > 0.0).then(|| row.gap / speed)
        };
        let latest = rows.iter().filter(|row| row.at_end).filter_map(left).fold(0.0, f64::max);
        let near = |row: &&mut Closed| !row.at_end && row.taken == 0.0 && row.gap <= CLOSED_GAP;
        for row in rows.iter_mut().filter(near) {
            row.at_end = left(row).is_some_and(|time| time <= (1.0 + AT_ONCE) * latest);
        }
    }

    /// Whether the contacts of an island stand still at the end with what the first problem gave: no row moves, so that the same impulses
    /// solve the second problem, friction and all.
    pub(super) fn stands(&self, pairs: &[usize], rows: &[Closed], twists: &[Twist]) -> bool {
        if pairs.iter().all(|&k| self.pairs[k].settled) {
            return true;
        }
        rows.iter().all(|row| {
            let (slip, rate) = (speed_at(&row.contact, twists), rate(&row.contact, twists));
            row.lasts && row.at_end && slip.norm() <= STANDS && rate.abs() <= STANDS
        })
    }

    /// The contact of a row at the poses of the start: at those of the end, the row of a body that slides round a corner has turned
    /// against it, and what a body pivots about seems to slide.
    pub(super) fn at_start(&self, row: &Closed) -> Option<Contact> {
        self.contact_at_start(row.pair, row.feature, row.key)
    }

    fn contact_at_start(&self, pair: usize, feature: SeparatingFeature, key: RowKey) -> Option<Contact> {
        let start = self.started(pair);
        let drawn = secant_row(feature, key, start, start, (1.0, 1.0))?;
        Some(contact_at(feature, key, &drawn, start, start, self.pairs[pair].rough))
    }

    /// The pairs with rows that are closed at the end: those that pushed, and those that touch without.
    pub(super) fn closed_pairs(&self) -> Vec<(usize, Vec<Closed>)> {
        let mut gaps = Vec::new();
        let mut found = Vec::new();
        for (k, pair) in self.pairs.iter().enumerate().filter(|(_, p)| p.active) {
            // So are all pairs that it is connected with: nobody asks which rows.
            if pair.settled {
                found.push((k, Vec::new()));
                continue;
            }
            let rows = self.closed_rows(k, pair.feature, &pair.loads, &mut gaps);
            // What bore was asked in the first problem whether it touches, and what touched at the start may have left.
            let met = pair.apart > TOUCHING && !pair.is_loaded();
            let Placed { a, b } = self.placed(k);
            let in_air = || met && wider(pair.feature, a, b).is_some();
            if !rows.is_empty() && !in_air() {
                found.push((k, rows));
            }
        }
        found
    }

    /// What two flush faces have in common where something rubs, and which corners it stands for: as the first problem had it, else at the end, where it did not know that
    /// they would lie flush there. `None` where all corners stand for themselves.
    fn common(&self, number: usize, feature: SeparatingFeature) -> Option<Common> {
        let (pair, at) = (&self.pairs[number], self.placed(number));
        if pair.overlapping {
            return None;
        }
        let in_air = |key: RowKey| self.in_air(number, feature, key);
        // Where nothing rubs, and in the plane, where friction's arm is the same, corners stand for themselves but where they are struck; and where bodies are thrown back those that
        // bear nothing of the blow may be struck by what it does.
        if !self.ctx.rubs || self.ctx.model.dimension == Dimension::Two {
            let struck = |key: RowKey| self.closes(number, key) && in_air(key);
            let (a, b) = self.bodies(number);
            let bounces = self.lively && self.ctx.model.pair_restitution(a, b) > 0.0;
            let strikes = || feature == pair.feature && pair.loads.iter().any(|(key, _)| struck(*key));
            let stands_for = bounces || strikes();
            return if stands_for { common(feature, at, at) } else { None };
        }
        if feature != pair.feature || pair.beside.is_empty() || pair.loads.iter().any(|(key, _)| in_air(*key))
        {
            return common(feature, at, at);
        }
        let spot = |key: &RowKey| if let RowKey::Within(spot) = key { Some(*spot) } else { None };
        Some(Common {
            spots: pair.rows.iter().filter_map(spot).collect(),
            beside: SmallVec::from_slice(&pair.beside),
        })
    }

    /// Whether a row is that of a corner which is beside the facet all the way; one that slides off it bore where it was.
    fn in_air(&self, pair: usize, feature: SeparatingFeature, key: RowKey) -> bool {
        is_beside(feature, self.started(pair), key) && is_beside(feature, self.placed(pair), key)
    }

    /// Whether a row of the first problem was open at the start.
    pub(super) fn closes(&self, pair: usize, key: RowKey) -> bool {
        let start = self.started(pair);
        secant_row(self.pairs[pair].feature, key, start, start, (1.0, 1.0))
            .is_some_and(|row| row.gap > CLOSED_GAP)
    }

    /// How fast the gap of a row at the poses of the start grows there (m/s).
    pub(super) fn rate_at_start(&self, pair: usize, row: &Row) -> f64 {
        let (a, b) = self.pairs[pair].parts;
        let twist = |part: usize| self.flight.start[self.ctx.body_of(part).0].to_vec6();
        row.jacobian_a.dot(&twist(a)) + row.jacobian_b.dot(&twist(b))
    }

    /// The closed rows of a feature of a pair, with the impulses that `loads` (half of them) had.
    pub(super) fn closed_rows(
        &self,
        pair: usize,
        feature: SeparatingFeature,
        loads: &[(RowKey, f64)],
        gaps: &mut Vec<(RowKey, f64)>,
    ) -> Vec<Closed> {
        let at = self.placed(pair);
        let mut before: SmallVec<[(RowKey, f64); 32]> = SmallVec::new();
        let mut stood_for: SmallVec<[RowKey; 8]> = SmallVec::new();
        let start = self.started(pair);
        let turned = self.turned_over(pair, feature, loads);
        let mut of_points: SmallVec<[(RowKey, f64); 16]> = SmallVec::new();
        if !turned.is_empty() {
            let stands_in =
                |key: RowKey| turned.iter().find(|disc| disc.limb == key).map_or(key, |disc| disc.bore);
            of_points.extend(loads.iter().map(|(key, p)| (stands_in(*key), *p)));
        }
        let loads = if turned.is_empty() { loads } else { &of_points[..] };
        let points = turned.iter().flat_map(|disc| [disc.from, disc.to]);
        match self.common(pair, feature) {
            None if turned.is_empty() => row_gaps_and(feature, at, loads.iter().map(|l| l.0), gaps),
            None => row_gaps_and(feature, at, known_with(loads, points).into_iter(), gaps),
            Some(common) => {
                let spots = common.spots.iter().map(|spot| RowKey::Within(*spot));
                row_gaps_and(feature, at, known_with(loads, spots.chain(points)).into_iter(), gaps);
                let loaded = |key: &RowKey| loads.iter().any(|l| l.0 == *key && l.1 > 0.0);
                let beside = |key: &RowKey| matches!(key, RowKey::Vertex(v) if common.beside.contains(v));
                gaps.retain(|(key, _)| !beside(key) || loaded(key));
                // What they bore is given again where the faces touch, and friction with it.
                let touch =
                    |(key, gap): &(RowKey, f64)| matches!(key, RowKey::Within(_)) && *gap <= CLOSED_GAP;
                if gaps.iter().any(touch) {
                    let in_air = |key: &RowKey| beside(key) && self.in_air(pair, feature, *key);
                    stood_for.extend(gaps.iter().map(|g| g.0).filter(in_air));
                }
            }
        }
        gaps.retain(|(key, _)| !turned.iter().any(|disc| disc.limb == *key));
        each_gap_and(feature, start, gaps.iter().map(|g| g.0), |key, gap| before.push((key, gap)));
        let of_ends = Secants::new(feature, at, at, (1.0, 1.0));
        let of_starts = OnceCell::new();
        // A plane of parts that were apart can touch both at the start: it bore nothing there.
        let touched = self.pairs[pair].apart < TOUCHING;
        let row = |(k, (key, gap)): (usize, &(RowKey, f64))| {
            let taken = loads.iter().find(|l| l.0 == *key).map_or(0.0, |l| 2.0 * l.1);
            // The same rows in the same order, but where edges are parallel or of curved bodies.
            let same = before.get(k).filter(|g| g.0 == *key);
            let before = same.or_else(|| before.iter().find(|g| g.0 == *key)).map_or(0.0, |g| g.1);
            let closed = touched && before <= CLOSED_GAP;
            if !(taken > 0.0 || *gap <= CLOSED_GAP || closed) {
                return None;
            }
            let row = of_ends.as_ref()?.row(*key)?;
            let contact = if row.asks() {
                contact_at(feature, *key, &row, at, at, self.pairs[pair].rough)
            } else {
                // It bore, and asks nothing any more; perhaps not even where the first problem drew it.
                let drawn = || self.as_drawn((feature, *key), pair);
                let acts = self.pairs[pair].acted.iter().any(|(known, row)| known == key && row.asks());
                if acts { drawn()? } else { self.contact_at_start(pair, feature, *key).or_else(drawn)? }
            };
            let rests = || {
                let rows = of_starts.get_or_init(|| Secants::new(feature, start, start, (1.0, 1.0)));
                Some(self.rate_at_start(pair, &rows.as_ref()?.row(*key)?) >= -MEETS)
            };
            let stands = !stood_for.contains(key);
            let lasts = stands && closed && rests().unwrap_or(false);
            // What is about to meet, in a step that can end at the meeting, is not struck before: faces would meet askew. What stands for what
            // has borne has met.
            let bore = matches!(key, RowKey::Within(_)) && !stood_for.is_empty();
            let closed_gap = if !lasts && !bore && self.splits { MET } else { CLOSED_GAP };
            let at_end = stands && (taken > 0.0 || *gap <= closed_gap);
            let gap = *gap;
            Some(Closed { pair, feature, key: *key, contact, there: None, taken, before, gap, lasts, at_end })
        };
        gaps.iter().enumerate().filter_map(row).collect()
    }
}
