//! Overlap of two convex polygons: separating axes for the depth, half-plane clipping for the area and its centroid.

use super::points::{highest, lowest, weighted_mean};
use super::{Bounds, CommonPart, FacetOf, Overlap};
use crate::math::Vec3;

/// Common area (m²) and separation depth (m) of two convex polygons.
///
/// `a` and `b` are corners in counter-clockwise order in world coordinates (m), in the x-y plane: z is
/// ignored. Repeated and collinear corners are harmless. Fewer than three corners enclose nothing and overlap
/// nothing. Coordinates that are not finite give [`Overlap::NAN`].
pub fn polygon_overlap(a: &[Vec3], b: &[Vec3]) -> Overlap {
    let (Some(box_a), Some(box_b)) = (Bounds::of(a), Bounds::of(b)) else { return Overlap::NAN };
    if a.len() < 3 || b.len() < 3 || box_a.apart(&box_b, 2) {
        return Overlap::ZERO;
    }
    let origin = box_a.common_centre(&box_b);
    let local = |p: &Vec3| Vec3::new(p.x - origin.x, p.y - origin.y, 0.0);
    let a: Vec<Vec3> = a.iter().map(local).collect();
    let b: Vec<Vec3> = b.iter().map(local).collect();

    let mut depth = f64::INFINITY;
    for (own, other) in [(&a, &b), (&b, &a)] {
        for i in 0..own.len() {
            let Some(normal) = outward(&own[i], &own[(i + 1) % own.len()]) else { continue };
            let bottom = lowest(other, &normal);
            // The edge's own height bounds the support from below: most axes end here.
            if normal.dot(&own[i]) - bottom >= depth {
                continue;
            }
            let h = highest(own, &normal) - bottom;
            if h <= 0.0 {
                return Overlap::ZERO;
            }
            depth = depth.min(h);
        }
    }
    if depth == f64::INFINITY {
        return Overlap::ZERO; // no edge of positive length
    }
    Overlap { measure: common_area(&a, &b), depth }
}

/// Centroid of the common area of two convex polygons (m), corners as in [`polygon_overlap`]; `None` where nothing is
/// common, or a coordinate is not finite.
pub fn polygon_centroid(a: &[Vec3], b: &[Vec3]) -> Option<Vec3> {
    let (common, origin) = common_near(a, b)?;
    let (apex, _) = *common.first()?;
    let triangles = common.windows(2).map(|w| {
        let (p, q) = (w[0].0, w[1].0);
        ((p - apex).xy().perp(&(q - apex).xy()), (apex + p + q) / 3.0)
    });
    let corners: Vec<Vec3> = common.iter().map(|(p, _)| *p).collect();
    let centroid = weighted_mean(triangles, &corners) + origin;
    Some(Vec3::new(centroid.x, centroid.y, 0.0))
}

/// What two convex polygons have in common; `None` where that is nothing, or a coordinate is not finite. The facets are the edges from
/// each corner to the next.
pub(super) fn common_part(a: &[Vec3], b: &[Vec3]) -> Option<CommonPart> {
    let (common, origin) = common_near(a, b)?;
    let faces: Vec<_> =
        common.iter().enumerate().map(|(k, (_, edge))| (*edge, vec![k, (k + 1) % common.len()])).collect();
    let world = |(p, _): &(Vec3, FacetOf)| Vec3::new(p.x + origin.x, p.y + origin.y, 0.0);
    let corners: Vec<Vec3> = common.iter().map(world).collect();
    (corners.len() > 2).then_some(CommonPart { corners, faces })
}

/// What two convex polygons have in common, as [`common_polygon`] gives it, about a point near it, which comes second; `None` where their
/// boxes are apart, or a coordinate is not finite.
fn common_near(a: &[Vec3], b: &[Vec3]) -> Option<(Vec<(Vec3, FacetOf)>, Vec3)> {
    let (box_a, box_b) = (Bounds::of(a)?, Bounds::of(b)?);
    if a.len() < 3 || b.len() < 3 || box_a.apart(&box_b, 2) {
        return None;
    }
    let origin = box_a.common_centre(&box_b);
    let local = |p: &Vec3| Vec3::new(p.x - origin.x, p.y - origin.y, 0.0);
    let [a, b] = [a, b].map(|corners| corners.iter().map(local).collect::<Vec<_>>());
    Some((common_polygon(&a, &b), origin))
}

/// Outward unit normal of the edge from `p` to `q` of a counter-clockwise polygon, `None` for a zero edge.
fn outward(p: &Vec3, q: &Vec3) -> Option<Vec3> {
    let normal = Vec3::new(q.y - p.y, p.x - q.x, 0.0);
    let length = normal.norm();
    (length > 0.0).then(|| normal / length)
}

/// Area of `a` clipped by the half-planes of `b`, by the shoelace formula.
fn common_area(a: &[Vec3], b: &[Vec3]) -> f64 {
    let common = common_polygon(a, b);
    let Some(&(apex, _)) = common.first() else { return 0.0 };
    let twice = |w: &[(Vec3, FacetOf)]| (w[0].0 - apex).xy().perp(&(w[1].0 - apex).xy());
    let area = 0.5 * common.windows(2).map(twice).sum::<f64>();
    // Not `max`, which would drop a NaN.
    if area < 0.0 { 0.0 } else { area }
}

/// `a` clipped by the half-planes of `b`, edge by edge (Sutherland and Hodgman), each corner with the edge that begins there; no corners
/// where nothing is left.
fn common_polygon(a: &[Vec3], b: &[Vec3]) -> Vec<(Vec3, FacetOf)> {
    let mut part: Vec<(Vec3, FacetOf)> = a.iter().enumerate().map(|(k, p)| (*p, FacetOf::A(k))).collect();
    let mut clipped = Vec::with_capacity(a.len() + b.len());
    for k in 0..b.len() {
        let Some(normal) = outward(&b[k], &b[(k + 1) % b.len()]) else { continue };
        let offset = highest(b, &normal);
        clipped.clear();
        for i in 0..part.len() {
            let ((p, edge), (q, _)) = (part[i], part[(i + 1) % part.len()]);
            let (height_p, height_q) = (normal.dot(&p) - offset, normal.dot(&q) - offset);
            if height_p <= 0.0 {
                clipped.push((p, edge));
            }
            if (height_p <= 0.0) != (height_q <= 0.0) {
                // Past the way out the boundary runs along the knife.
                let along = if height_p <= 0.0 { FacetOf::B(k) } else { edge };
                clipped.push((p + (q - p) * (height_p / (height_p - height_q)), along));
            }
        }
        std::mem::swap(&mut part, &mut clipped);
    }
    part
}
