//! What the separations of a pair are at most: one look at a point of each part leaves few facets and edges to ask.
//!
//! Whatever the direction n̂ from A to B, and whatever the points a of A and b of B, the separation along it is at most n̂·(b − a): it is the least of that.
//! So the facet of A separates by no more than b is above its plane. The direction of two edges lies in the cone of the normals of an edge's facets,
//! and a is any point of that edge, e: n̂ = (α n̂₁ + β n̂₂)/‖α n̂₁ + β n̂₂‖ with α + β = 1, where what is divided by is at most 1, so that where
//! n̂₁·(b − e) and n̂₂·(b − e) are at most m < 0, so is the separation. For edges of B the same from a.
//!
//! Bounds are taken higher by a room for rounding and for what the tests of support let pass ([`ROOM`]): what they leave out has no chance, and
//! what they leave in is asked as ever, so that nothing that is found depends on them.

use super::{facet_point, facing_points};
use crate::contact::kinematics::WorldPart;
use crate::geometry::planes::Planes;
use crate::geometry::proximity::point_segment;
use crate::geometry::separating::SeparatingFeature;
use crate::math::Vec3;
use smallvec::SmallVec;

/// Room of a bound, as a part of the sizes: ten times the angle by which a direction may leave the cone of an edge, a hundred times what the facets
/// of a clean edge may be off, and thousands of times what facets are planar to.
const ROOM: f64 = 1e-6;

/// The same for coordinates far from the origin, whose rounding turns the shortest of clean edges by 4ε/1e-4 = 9e-12 of them.
const ROOM_AFAR: f64 = 1e-10;

/// A point of the other part, from which the separations along the facets of a part are bounded.
pub(super) struct Bound<'m> {
    planes: &'m Planes,
    /// The point, body frame (m).
    point: Vec3,
    /// What is added to its heights (m).
    room: f64,
}

impl<'m> Bound<'m> {
    pub fn new(part: &WorldPart<'m>, other: &WorldPart, point: &Vec3) -> Self {
        let (planes, beyond) = (part.shape.planes(), other.shape.planes().reach);
        let local = part.to_body(point);
        let far = part.centre.amax() + point.amax() + other.centre.amax() + beyond;
        let size = local.norm() + planes.reach + beyond;
        Self { planes, point: local, room: (ROOM + ROOM_AFAR * far / planes.reach) * size }
    }

    /// What the separation along each facet is at most (m).
    pub fn heights(&self) -> impl Iterator<Item = f64> {
        self.planes.heights(&self.point).map(|height| height + self.room)
    }
}

/// What the separations along the facets and edges of a part are at most.
pub(super) struct Bounds(SmallVec<[f64; 64]>);

impl Bounds {
    /// From a point of the other part.
    pub fn new(part: &WorldPart, other: &WorldPart, point: &Vec3) -> Self {
        Self(Bound::new(part, other, point).heights().collect())
    }

    /// Whether a facet may separate by `least` (m).
    pub fn may(&self, facet: usize, least: f64) -> bool {
        !(self.0[facet] < least)
    }

    /// What becomes of an edge of the part whose bounds these are, where with some edge of the other it is to separate by `least` (m).
    pub fn chance(&self, part: &WorldPart, edge: usize, least: f64) -> Chance {
        let Some([left, right]) = part.shape.planes().beside(edge) else { return Chance::Any };
        let least = least.min(0.0);
        let (facet, low) = match (self.may(left, least), self.may(right, least)) {
            (true, true) => return Chance::Any,
            (false, false) => return Chance::None,
            (true, false) => (left, self.0[right]),
            (false, true) => (right, self.0[left]),
        };
        let share = (self.0[facet].max(0.0) - least) / -low;
        Chance::Beside { facet, tilt: 2.0 * share + ROOM }
    }
}

/// Whether an edge may separate by as much as is asked.
#[derive(Clone, Copy)]
pub(super) enum Chance {
    /// With no edge of the other part.
    None,
    /// With those that lie so nearly in the plane of one of its facets: by no more than `tilt` (sine). The point b is below its other facet by
    /// D, so that the share β of that facet's normal in the direction is at most (d − least)/D, d the height of b above the first or 0, and the angle
    /// between the direction and the first normal at most 2β; the edges are normal to the direction.
    Beside { facet: usize, tilt: f64 },
    /// With any.
    Any,
}

/// The bounds of both parts of a pair of polytopes.
pub(super) struct Both {
    pub of_a: Bounds,
    pub of_b: Bounds,
}

impl Both {
    /// From points that are near each other where a feature separates.
    pub fn about(a: &WorldPart, b: &WorldPart, feature: SeparatingFeature) -> Self {
        match feature {
            SeparatingFeature::FacetOfA(f) => {
                let (of_a, of_b) = beside(a, b, f, &b.vertices[b.lowest_vertex(&a.normal(f))]);
                Self { of_a, of_b }
            }
            SeparatingFeature::FacetOfB(f) => {
                let (of_b, of_a) = beside(b, a, f, &a.vertices[a.lowest_vertex(&b.normal(f))]);
                Self { of_a, of_b }
            }
            SeparatingFeature::Edges { a: ea, b: eb, .. } => {
                let ((p, p_end), (q, q_end)) = (a.edge(ea), b.edge(eb));
                let (along_a, along_b) = (p_end - p, q_end - q);
                let facing = facing_points(&along_a, &along_b, &along_a.cross(&along_b), &(q - p));
                let (s, t) = facing.map_or((0.0, 0.0), |(s, t)| (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0)));
                let (on_a, on_b) = (p + along_a * s, q + along_b * t);
                Self { of_a: Bounds::new(a, b, &on_b), of_b: Bounds::new(b, a, &on_a) }
            }
            SeparatingFeature::Surfaces => {
                Self { of_a: Bounds::new(a, b, &b.vertices[0]), of_b: Bounds::new(b, a, &a.vertices[0]) }
            }
        }
    }
}

/// The bounds of a part and of another from a point of the other and the one next to it in a facet of the first.
fn beside(own: &WorldPart, other: &WorldPart, facet: usize, point: &Vec3) -> (Bounds, Bounds) {
    (Bounds::new(own, other, point), Bounds::new(other, own, &next_to(own, facet, point)))
}

/// The point of a facet that is next to another, or one near that (m).
pub(super) fn next_to(part: &WorldPart, facet: usize, point: &Vec3) -> Vec3 {
    let n = part.normal(facet);
    let ring = &part.shape.facets[facet].vertices;
    let mut nearest: Option<(f64, Vec3)> = None;
    for (k, &i) in ring.iter().enumerate() {
        let (x, y) = (&part.vertices[i], &part.vertices[ring[(k + 1) % ring.len()]]);
        if n.cross(&(y - x)).dot(&(point - x)) < 0.0 {
            let on_side = point_segment(x, y, point).0;
            let away = (point - on_side).norm_squared();
            if nearest.is_none_or(|(least, _)| away < least) {
                nearest = Some((away, on_side));
            }
        }
    }
    match nearest {
        Some((_, on_side)) => on_side,
        None if ring.len() > 2 => point - n * n.dot(&(point - facet_point(part, facet))),
        // In the plane a facet is a segment.
        None => point_segment(&part.vertices[ring[0]], &part.vertices[ring[1]], point).0,
    }
}
