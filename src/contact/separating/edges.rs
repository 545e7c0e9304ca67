//! Pairs of edges of two polytopes that support both, with their separations.

use super::bounds::Chance;
use super::{PARALLEL_SINE, facing_points};
use crate::contact::kinematics::WorldPart;
use crate::geometry::separating::SeparatingFeature;
use crate::math::Vec3;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// A direction may leave the normal cone of an edge by this angle (sine) and still count as supporting there: flush
/// faces are parallel to rounding only.
const SUPPORT_SLACK: f64 = 1e-7;

/// The facing points of two edges may lie this far outside them, besides the separation itself, as a fraction of the
/// smaller extent. Points far outside the edges give lever arms with nothing at their end.
const OVERSHOOT: f64 = 1e-4;

/// A feature with its separation (m).
pub type Found = (SeparatingFeature, f64);

/// The longest side of the bounding box of a part (m).
pub fn extent(part: &WorldPart) -> f64 {
    let (low, high) = part.bounds();
    (high - low).max()
}

/// Edges of one part.
pub(super) type Sides = SmallVec<[Side; 12]>;

/// Pairs of edges of two parts.
pub(super) struct EdgePairs<'p, 'm> {
    pub a: &'p WorldPart<'m>,
    pub b: &'p WorldPart<'m>,
    pub of_a: Sides,
    pub of_b: Sides,
}

impl EdgePairs<'_, '_> {
    /// Takes the widest of the pairs that separate by more than `best` does, and by at least `least` (m).
    pub fn widen(&self, best: &mut Found, least: f64, facing: bool) {
        self.each(least.max(best.1), facing, |found| {
            if found.1 > best.1 {
                *best = found;
            }
            best.1.max(least)
        });
    }

    /// Gives `take` the pairs that support both parts, with separation at least `least` (m), which is what `take` returns from then on;
    /// only those that face each other, if `facing`.
    pub fn each(&self, mut least: f64, facing: bool, mut take: impl FnMut(Found) -> f64) {
        if self.of_a.is_empty() || self.of_b.is_empty() {
            return;
        }
        // How far outside the edges their facing points may lie (m).
        let mut overshoot: Option<f64> = None;
        for ea in &self.of_a {
            for eb in &self.of_b {
                // The arc between the facet normals of an edge stays on one side of the great circle normal to the other: then no common
                // normal of the two supports both parts. Quicker than building it.
                if ea.leaves_out(eb) || eb.leaves_out(ea) || self.misses(ea, eb) {
                    continue;
                }
                let cross = ea.along.cross(&eb.along);
                let sine = cross.norm();
                if !(sine > PARALLEL_SINE) {
                    continue;
                }
                let mut n = cross / sine;
                let r = eb.tail - ea.tail;
                if n.dot(&r).abs() < least {
                    continue;
                }
                let flipped = if ea.supports(self.a, &n) && eb.supports(self.b, &-n) {
                    false
                } else {
                    n = -n;
                    if !(ea.supports(self.a, &n) && eb.supports(self.b, &-n)) {
                        continue;
                    }
                    true
                };
                let separation = n.dot(&r);
                if separation < least {
                    continue;
                }
                let beyond = *overshoot.get_or_insert_with(|| OVERSHOOT * extent(self.a).min(extent(self.b)));
                let slack = separation.abs() + beyond;
                let within = |x: f64, length: f64| x >= -slack && x <= length + slack;
                let face = |(s, t): (f64, f64)| within(s, ea.length) && within(t, eb.length);
                if facing && !facing_points(&ea.along, &eb.along, &n, &r).is_some_and(face) {
                    continue;
                }
                let feature = SeparatingFeature::Edges { a: ea.edge, b: eb.edge, flipped };
                // The support test has slack; the certificate has none.
                let separation = feature.separation(self.a, self.b);
                if separation >= least {
                    least = take((feature, separation));
                }
            }
        }
    }

    /// Whether the facet normals of one of the edges lie on one side of the great circle normal to the other edge.
    fn misses(&self, ea: &Side, eb: &Side) -> bool {
        let on_one_side = |[left, right]: &[Vec3; 2], along: &Vec3| {
            let (left, right) = (left.dot(along), right.dot(along));
            left.min(right) > SUPPORT_SLACK || left.max(right) < -SUPPORT_SLACK
        };
        on_one_side(eb.normals(self.b), &ea.along) || on_one_side(ea.normals(self.a), &eb.along)
    }
}

/// The edges of a part that have a chance.
pub(super) fn sides(part: &WorldPart, chance: impl Fn(usize) -> Chance) -> Sides {
    let one = |edge| match chance(edge) {
        Chance::None => None,
        Chance::Any => Some(Side::new(part, edge, None)),
        Chance::Beside { facet, tilt } => Some(Side::new(part, edge, Some((part.normal(facet), tilt)))),
    };
    (0..part.shape.edges.len()).filter_map(one).collect()
}

/// One edge with what the support test needs.
pub(super) struct Side {
    edge: usize,
    tail: Vec3,
    /// Unit direction.
    along: Vec3,
    length: f64,
    /// Edges that leave the plane with this normal by more than this (sine) are none for it.
    beside: Option<(Vec3, f64)>,
    /// The normals of its two facets, once they were asked for.
    normals: OnceCell<[Vec3; 2]>,
}

impl Side {
    fn new(part: &WorldPart, edge: usize, beside: Option<(Vec3, f64)>) -> Self {
        let (tail, head) = part.edge(edge);
        let between = head - tail;
        let length = between.norm();
        Self { edge, tail, along: between / length, length, beside, normals: OnceCell::new() }
    }

    fn normals(&self, part: &WorldPart) -> &[Vec3; 2] {
        self.normals.get_or_init(|| part.shape.edges[self.edge].facets.map(|f| part.normal(f)))
    }

    fn leaves_out(&self, other: &Self) -> bool {
        self.beside.is_some_and(|(n, tilt)| n.dot(&other.along).abs() > tilt)
    }

    /// Whether no point of the part lies farther along n̂ than the edge, n̂ being normal to the edge.
    fn supports(&self, part: &WorldPart, n: &Vec3) -> bool {
        // The unit directions from the edge into its two facets.
        let [left, right] = self.normals(part);
        n.dot(&left.cross(&self.along)) <= SUPPORT_SLACK && -n.dot(&right.cross(&self.along)) <= SUPPORT_SLACK
    }
}
