//! A point of a facet, or of the line on which a flank lies, by a number: what a row that acts between corners is named by.

use crate::geometry::polytope::{Facet, Polytope};
use crate::math::Vec3;
use serde::{Deserialize, Serialize};

/// Bits of each of the two coordinates.
const BITS: u32 = 24;

/// The largest coordinate.
const MOST: u64 = (1 << BITS) - 1;

/// By so much of its sides the rectangle reaches beyond the facet: the rim of a solid lies beside the corners that carry it.
const MARGIN: f64 = 0.05;

/// Points whose coordinates differ by no more than this are taken for the same.
const SAME: u64 = 4;

/// In place of a facet's number: on the flank of a solid, from its first limb, and the number before it from its second.
const FLANK: u64 = 0xffff;

/// A point of a facet, fixed in its body: the facet in the uppermost 16 bits, below them its coordinates in the facet, each in 24 bits as a part of the
/// rectangle about the facet that has one side along its first edge. Known to a part in 10⁷ of the facet's size; everybody who asks gets the same point.
///
/// Or a share of the way from the lowest point of one limb of a solid to that of the other, wherever these are: its flank rolls on ever other points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spot(pub u64);

/// The rectangle about a facet: a corner, and its sides (m).
struct Rectangle {
    corner: Vec3,
    sides: [Vec3; 2],
}

impl Spot {
    /// The spot of a facet nearest to a point (body frame, m); `None` where the facet has a number that is too large.
    pub fn of(shape: &Polytope, facet: usize, point: &Vec3) -> Option<Self> {
        let number = u64::from(u16::try_from(facet).ok()?);
        if number >= FLANK - 1 {
            return None;
        }
        let Rectangle { corner, sides } = rectangle(shape, &shape.facets[facet]);
        let [along, across] = sides.map(|side| {
            let share = (point - corner).dot(&side) / side.norm_squared();
            (share.clamp(0.0, 1.0) * MOST as f64).round() as u64
        });
        Some(Self(number << (2 * BITS) | along << BITS | across))
    }

    /// On the line on which the flank of a cylinder or cone lies, this share of the way (0 to 1) from the lowest point of limb 0 or 1 to that of the other.
    pub fn on_flank(limb: usize, share: f64) -> Self {
        Self((FLANK - (limb & 1) as u64) << (2 * BITS) | (share.clamp(0.0, 1.0) * MOST as f64).round() as u64)
    }

    /// The limb and the share, if it is on a flank.
    pub fn flank(self) -> Option<(usize, f64)> {
        let limb = FLANK - (self.0 >> (2 * BITS));
        (limb <= 1).then_some((limb as usize, self.coordinates()[1] as f64 / MOST as f64))
    }

    /// Its facet; of no meaning on a flank.
    pub fn facet(self) -> usize {
        (self.0 >> (2 * BITS)) as usize
    }

    /// Where it is, if it is on a facet (body frame, m).
    pub fn point(self, shape: &Polytope) -> Vec3 {
        let Rectangle { corner, sides: [along, across] } = rectangle(shape, &shape.facets[self.facet()]);
        let [x, y] = self.coordinates().map(|x| x as f64 / MOST as f64);
        let facet = &shape.facets[self.facet()];
        let point = corner + along * x + across * y;
        // Of a solid the corners that carry it lie in the plane of its end but for rounding.
        let point = point + facet.normal * (facet.offset - facet.normal.dot(&point));
        if shape.smooth().is_some() {
            return point;
        }
        // What is on a side but for the digits that it has is on it to all of them: two points of an edge then say where its ends are, which may
        // be a hundred times as far from each other.
        let unit = along.norm().max(across.norm()) / MOST as f64;
        let ends = facet.vertices.iter().zip(facet.vertices.iter().cycle().skip(1));
        ends.fold(point, |point, (tail, head)| {
            let (tail, head) = (shape.vertices[*tail], shape.vertices[*head]);
            let along = (head - tail).normalize();
            let on = tail + along * along.dot(&(point - tail));
            if (point - on).norm() <= unit { on } else { point }
        })
    }

    /// Whether two are the same but for rounding.
    pub fn is_nearly(self, other: Self) -> bool {
        let [[x, y], [u, v]] = [self, other].map(Self::coordinates);
        self.facet() == other.facet() && x.abs_diff(u) <= SAME && y.abs_diff(v) <= SAME
    }

    fn coordinates(self) -> [u64; 2] {
        [self.0 >> BITS & MOST, self.0 & MOST]
    }
}

fn rectangle(shape: &Polytope, facet: &Facet) -> Rectangle {
    let ring = || facet.vertices.iter().map(|v| shape.vertices[*v]);
    let first = shape.vertices[facet.vertices[0]];
    let along = (shape.vertices[facet.vertices[1]] - first).normalize();
    let across = facet.normal.cross(&along);
    let range = |axis: &Vec3| {
        let places = ring().map(|p| (p - first).dot(axis));
        places.fold((0.0_f64, 0.0_f64), |(low, high), x| (low.min(x), high.max(x)))
    };
    let [(x0, x1), (y0, y1)] = [range(&along), range(&across)];
    let [wide, high] = [x1 - x0, y1 - y0];
    let corner = first + along * (x0 - MARGIN * wide) + across * (y0 - MARGIN * high);
    Rectangle {
        corner,
        sides: [along, across * (high / wide)].map(|side| side * (wide * (1.0 + 2.0 * MARGIN))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes::cuboid;

    /// Shares of a flank come back, from either limb, and are no spots of facets.
    #[test]
    fn shares_of_flanks_come_back() {
        for limb in [0, 1] {
            for share in [0.0, 0.3, 1.0] {
                let spot = Spot::on_flank(limb, share);
                let (whose, back) = spot.flank().unwrap();
                assert!(whose == limb && (back - share).abs() < 1e-7, "{limb} {share}");
                assert!(spot.is_nearly(Spot::on_flank(limb, share + 1e-7)));
                assert!(!spot.is_nearly(Spot::on_flank(1 - limb, share)));
            }
        }
        assert_eq!(Spot(0x0005_0123_4567_89ab).flank(), None);
    }

    /// Every facet's points come back, to a part in ten million.
    #[test]
    fn points_of_facets_come_back() {
        let half = Vec3::new(0.4, 0.3, 0.05);
        let shape = cuboid(&half).unwrap();
        for (f, facet) in shape.facets.iter().enumerate() {
            let corners: Vec<Vec3> = facet.vertices.iter().map(|v| shape.vertices[*v]).collect();
            for corner in &corners {
                let spot = Spot::of(&shape, f, corner).unwrap();
                assert_eq!(spot.facet(), f);
                assert!((spot.point(&shape) - corner).norm() < 1e-7, "{corner}");
            }
            let point = corners[0] * 0.2 + corners[1] * 0.5 + corners[2] * 0.3;
            let spot = Spot::of(&shape, f, &point).unwrap();
            let back = spot.point(&shape);
            assert!((back - point).norm() < 1e-7 && (facet.normal.dot(&back) - facet.offset).abs() < 1e-15);
            // To the last digits on a side.
            let along = corners[0] * 0.3 + corners[1] * 0.7;
            let side = Spot::of(&shape, f, &along).unwrap().point(&shape) - corners[0];
            let way = (corners[1] - corners[0]).normalize();
            assert!((side - way * way.dot(&side)).norm() < 1e-16);
            let beside = Spot::of(&shape, f, &(point + (corners[1] - corners[0]) * 1e-7)).unwrap();
            assert!(spot.is_nearly(beside) && !spot.is_nearly(Spot::of(&shape, f, &corners[0]).unwrap()));
        }
    }
}
