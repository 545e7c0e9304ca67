//! Flat ends that lie flat where something strikes them, or is about to turn them: any point of the rim may bear.
//!
//! The row of a disc that lies flat acts in its middle, and eight points of it have rows besides ([`smooth`](crate::geometry::smooth)). What tips about the rim between two of those,
//! or just beyond them, would turn about the chord: a box that comes down flat over the rim of a round table was turned six times too fast. At fixed poses the speed
//! of a point is linear in its place, so the point of the rim that goes below the plane fastest is known. It is given a row of its own and the problem
//! is solved again, until none goes below.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::common::{cap_of, sides};
use crate::contact::separating::mixed::Sides;
use crate::contact::separating::rows::{Placed, contact_at, secant_row};
use crate::contact::separating::smooth::limb_of;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::geometry::smooth::Limb;
use crate::geometry::spot::Spot;
use crate::math::{Twist, Vec3};
use crate::step::exact::velocity::closed::Closed;
use crate::step::exact::velocity::problem::{Answer, Methods, Problem};
use crate::step::impact::rate_with;
use crate::step::tolerances::CLOSED_GAP;
use crate::world::BodyId;
use smallvec::SmallVec;

/// Times that a problem is solved again with more points. Each halves the angle between those that bear, and quarters by how much the rim between them goes below.
pub(super) const ROUNDS: usize = 24;

/// The rim may go below the plane by this part of the speed with which it turns (dimensionless), and by this speed (m/s).
const TURNS: f64 = 1e-8;
const LITTLE: f64 = 1e-9;

/// Velocities of all bodies.
pub(super) type Twists<'t> = &'t dyn Fn(BodyId) -> Twist;

impl Problem<'_, '_> {
    /// The velocities of all bodies where those of the island are these.
    fn with<'t>(&'t self, twists: &'t [Twist]) -> impl Fn(BodyId) -> Twist + 't {
        |id| self.bodies.binary_search(&id).map_or_else(|_| self.free[id.0], |k| twists[k])
    }

    /// Solves a problem again with points of flat ends that its answer has go below a plane.
    ///
    /// # Errors
    /// When a problem with more rows is not solved.
    pub(super) fn on_rims(&self, mut answer: Answer, methods: &mut Methods) -> Result<Answer, String> {
        for _ in 0..ROUNDS {
            let more = self.rims_below(&answer.rows, &self.with(&answer.twists), None);
            if more.is_empty() {
                break;
            }
            let mut near: Vec<(f64, Vec3)> = answer.normal.into_iter().zip(answer.friction).collect();
            let mut rows = answer.rows;
            rows.extend(more);
            near.resize(rows.len(), (0.0, Vec3::zeros()));
            let next = self.solve_from(rows, Some(&near), methods)?;
            let (switched, iterations) = (answer.switched, answer.iterations + next.iterations);
            answer = Answer { switched, iterations, ..next };
        }
        Ok(answer)
    }

    /// Rows of the points of rims of flat ends that lie flat which go below their plane fastest at velocities `after`; where bodies bounce that came with
    /// those `before` the blow and the threshold of restitution (m/s), which leave more slowly than what bounces has to.
    pub(super) fn rims_below(
        &self,
        rows: &[Closed],
        after: Twists,
        before: Option<(Twists, f64)>,
    ) -> Vec<Closed> {
        let mut asked: SmallVec<[usize; 8]> = SmallVec::new();
        let mut found = Vec::new();
        for row in rows {
            if asked.contains(&row.pair) || !self.has_flat_end(row) {
                continue;
            }
            asked.push(row.pair);
            let of_pair: SmallVec<[&Closed; 16]> =
                rows.iter().filter(|other| (other.pair, other.feature) == (row.pair, row.feature)).collect();
            match self.blow.map(|blow| blow.parts(row.pair)) {
                Some((a, b)) => self.of_pair(Placed { a: &a, b: &b }, &of_pair, (after, before), &mut found),
                None => {
                    let at = self.stage.placed(row.pair);
                    self.of_pair(at, &of_pair, (after, before), &mut found);
                }
            }
        }
        found
    }

    /// Whether a row is that of a pair in which a solid with flat ends is above a facet, or beside a core.
    fn has_flat_end(&self, row: &Closed) -> bool {
        let at = self.stage.placed(row.pair);
        let solid = match sides(row.feature, at, at) {
            Some((_, _, [other, _])) => other.shape.smooth(),
            None if row.feature == SeparatingFeature::Surfaces => at.a.shape.smooth().or(at.b.shape.smooth()),
            None => None,
        };
        solid.is_some_and(|solid| !solid.caps.is_empty())
    }

    /// The same of one pair with its rows.
    fn of_pair(
        &self,
        at: Placed,
        rows: &[&Closed],
        (after, before): (Twists, Option<(Twists, f64)>),
        found: &mut Vec<Closed>,
    ) {
        let (pair, feature) = (rows[0].pair, rows[0].feature);
        for Disc { row, own, other, limb, down } in discs(feature, at) {
            if limb.spread.tr_mul(&down).norm() > CLOSED_GAP {
                continue;
            }
            let Some(cap) = cap_of(other.shape, limb, &down) else { continue };
            let is_mark = |key: RowKey| match key {
                RowKey::Vertex(w) => other.shape.facets[cap].vertices.contains(&w),
                RowKey::Within(spot) => spot.flank().is_none() && spot.facet() == cap,
                _ => false,
            };
            // Beside a core a point of the rim is asked itself whether it touches.
            let on_end = |other: &&&Closed| {
                feature == SeparatingFeature::Surfaces || other.key == row || is_mark(other.key)
            };
            let Some(beside) = rows.iter().find(on_end) else { continue };
            let law = before.filter(|(before, threshold)| -rate_with(&beside.contact, before) > *threshold);
            let (a, b) = (beside.contact.body_a(), beside.contact.body_b());
            let bounces = self.stage.ctx.model.pair_restitution(a, b);
            let turns = |twists: Twists| twists(other.id.body).angular - twists(own.id.body).angular;
            let turning = turns(after) + law.map_or_else(Vec3::zeros, |(before, _)| turns(before) * bounces);
            // How the speed grows from place to place.
            let slope = turning.cross(&other.turned(&down));
            let lowest = limb.farthest(&-other.direction_to_body(&slope));
            let Some(spot) = Spot::of(other.shape, cap, &lowest) else { continue };
            let key = RowKey::Within(spot);
            if rows.iter().any(|row| row.key.is_nearly(spot)) {
                continue;
            }
            let contact = |at: Placed| {
                let row = secant_row(feature, key, at, at, (1.0, 1.0))?;
                let touches = row.gap <= CLOSED_GAP || feature != SeparatingFeature::Surfaces;
                touches.then(|| contact_at(feature, key, &row, at, at, self.stage.pairs[pair].rough))
            };
            let Some(struck) = contact(at) else { continue };
            let below = rate_with(&struck, after)
                + law.map_or(0.0, |(before, _)| bounces * rate_with(&struck, before));
            if below >= -LITTLE.max(TURNS * slope.norm() * limb.size()) {
                continue;
            }
            let there = self.blow.and_then(|_| contact(self.stage.placed(pair))).map(Box::new);
            found.push(Closed { key, contact: struck, there, taken: 0.0, ..(**beside).clone() });
        }
    }
}

/// A disc of a solid, with its row.
struct Disc<'p, 'm> {
    row: RowKey,
    /// What it may lie on, and the solid.
    own: &'p WorldPart<'m>,
    other: &'p WorldPart<'m>,
    limb: &'m Limb,
    /// From the solid to what it may lie on (axes of the solid's body).
    down: Vec3,
}

/// The discs above a facet, or beside a core.
fn discs<'p, 'm>(feature: SeparatingFeature, at: Placed<'p, 'm>) -> SmallVec<[Disc<'p, 'm>; 2]> {
    if feature == SeparatingFeature::Surfaces {
        let Some(sides) = Sides::of(at) else { return SmallVec::new() };
        let (other, own) = sides.solid_and_core();
        let disc = |row: RowKey| {
            let (limb, down) = sides.disc(row)?;
            Some(Disc { row, own, other, limb, down })
        };
        return sides.limb_rows().filter_map(disc).collect();
    }
    let Some(([own, _], facet, [other, _])) = sides(feature, at, at) else { return SmallVec::new() };
    let down = -other.direction_to_body(&own.normal(facet));
    let first = other.vertices.len();
    let disc = |v: usize| {
        let limb = limb_of(other, v).filter(|limb| limb.axis().is_some())?;
        Some(Disc { row: RowKey::Vertex(v), own, other, limb, down })
    };
    let count = other.shape.smooth().map_or(0, |solid| solid.limbs.len());
    (first..first + count).filter_map(disc).collect()
}
