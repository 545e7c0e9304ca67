//! Rows along the line on which the flank of a cylinder or cone lies, where some of it is beside the face.
//!
//! A *slice* of the flank is a limb between the two at its ends, (1 − s) times the one and s times the other. Their semi-axes are parallel, so that its support function,
//! its gap above any plane and its row are the same mix of theirs: rows of slices are implied by those of the limbs. They say where a log bears that reaches over the edge of a
//! table: without them all load is at its rims, one of them in the air, and friction with it.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::common::{Common, DISTINCT, sides};
use crate::contact::separating::flush::{Border, LEVEL, normal_of};
use crate::contact::separating::rows::{Placed, mean};
use crate::contact::separating::smooth;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::geometry::smooth::Limb;
use crate::geometry::spot::Spot;
use crate::math::Vec3;
use smallvec::SmallVec;

/// The slice that a spot stands for, if it is on a flank.
pub fn slice(part: &WorldPart, spot: Spot) -> Option<Limb> {
    let (whose, share) = spot.flank()?;
    let [first, last] = part.shape.smooth()?.limbs.as_slice() else { return None };
    let (from, to) = if whose == 0 { (first, last) } else { (last, first) };
    Some(Limb {
        centre: from.centre * (1.0 - share) + to.centre * share,
        spread: from.spread * (1.0 - share) + to.spread * share,
    })
}

/// Where a spot above a plane with the normal `n` is: on a flank the lowest point of its slice (m).
pub fn lowest(part: &WorldPart, spot: Spot, n: &Vec3) -> Vec3 {
    match slice(part, spot) {
        Some(limb) => part.to_world(&limb.farthest(&-part.direction_to_body(n))),
        None => part.spot(spot),
    }
}

/// Where the row of a spot above a plane acts at the start and at the end of a step, whose normals are `n0` and `n1` (m), and how high it lies along `n0` at the start (m).
pub fn above(start: &WorldPart, end: &WorldPart, spot: Spot, n0: &Vec3, n1: &Vec3) -> ([Vec3; 2], f64) {
    match slice(start, spot) {
        Some(limb) => smooth::limb_above(start, end, &limb, n0, n1),
        None => {
            let places = [start.spot(spot), end.spot(spot)];
            (places, n0.dot(&places[0]))
        }
    }
}

/// Midway through a step, where the row of a spot above the plane of a facet acts (m).
pub fn middle_of(parts: [&WorldPart; 2], spot: Spot, facets: [&WorldPart; 2], f: usize) -> Vec3 {
    match slice(parts[0], spot) {
        Some(limb) => smooth::middle_of_limb(&limb, parts, facets, f),
        None => mean(&parts[0].spot(spot), &parts[1].spot(spot)),
    }
}

/// What a flank that lies on a facet of `own` has in common with it half way through a step; `None` where it does not lie on it, or with both ends.
pub fn common(own: [&WorldPart; 2], facet: usize, other: [&WorldPart; 2]) -> Option<Common> {
    let limbs = other[0].shape.smooth()?.limbs.as_slice();
    if limbs.len() != 2 {
        return None;
    }
    let corners = other[0].vertices.len();
    let end = |k: usize| {
        let of = |at: usize| smooth::asked_point(other[at], corners + k, own[at], facet);
        mean(&of(0), &of(1))
    };
    let (tail, head) = (end(0), end(1));
    let along = head - tail;
    if normal_of(own, facet).dot(&along).abs() >= LEVEL * along.norm() {
        return None;
    }
    let [from, to] = range(own, facet, &tail, &along)?;
    let mut found = Common::default();
    if from > 0.0 {
        found.beside.push(corners);
        found.spots.push(Spot::on_flank(0, from));
    }
    if to < 1.0 {
        found.beside.push(corners + 1);
        if from == 0.0 || (to - from) * along.norm() > DISTINCT {
            found.spots.push(Spot::on_flank(1, 1.0 - to));
        }
    }
    (!found.beside.is_empty()).then_some(found)
}

/// The rows in which a flank bears that lies on this facet and reaches beyond it; none where it does not.
pub fn borne_in(feature: SeparatingFeature, at: Placed) -> SmallVec<[RowKey; 2]> {
    let found = sides(feature, at, at).and_then(|(own, facet, other)| {
        let corners = other[0].vertices.len();
        Some((common(own, facet, other)?, corners))
    });
    let Some((found, corners)) = found else { return SmallVec::new() };
    let limbs = (corners..corners + 2).filter(|v| !found.beside.contains(v)).map(RowKey::Vertex);
    limbs.chain(found.spots.iter().map(|spot| RowKey::Within(*spot))).collect()
}

/// From where to where a segment is above a facet, as parts of it.
fn range(own: [&WorldPart; 2], facet: usize, tail: &Vec3, along: &Vec3) -> Option<[f64; 2]> {
    let Some(end) = own[0].shape.smooth().filter(|solid| solid.caps.contains(&facet)) else {
        return Border::of(own, facet).range(tail, along);
    };
    // Of a flat end the rim is the border.
    let level = own[0].shape.facets[facet].offset;
    let n = own[0].shape.facets[facet].normal;
    let rim = end.limbs.iter().min_by(|a, b| {
        let off = |limb: &Limb| (n.dot(&limb.centre) - level).abs();
        off(a).total_cmp(&off(b))
    })?;
    let w = tail - mean(&own[0].to_world(&rim.centre), &own[1].to_world(&rim.centre));
    let (a, b) = (along.norm_squared(), w.dot(along));
    let root = b * b - a * (w - normal_of(own, facet) * normal_of(own, facet).dot(&w)).norm_squared()
        + a * rim.size().powi(2);
    (root > 0.0).then(|| [(-b - root.sqrt()) / a, (-b + root.sqrt()) / a]).and_then(|[from, to]| {
        let (from, to) = (from.max(0.0), to.min(1.0));
        (from <= to).then_some([from, to])
    })
}
