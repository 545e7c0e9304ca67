//! The corners of what two flush faces have in common: where their load acts if there is friction between them.
//!
//! The plane of a face is asked about at all corners of the other part. Loads of corners beside the face can stand for what presses within what the two
//! have in common, along the normal: it is the same force and couple. With friction they cannot. It is μ times a load and acts where the faces touch, so that
//! load and friction of one row would act at two points: a box that slides straight over the edge of a table would begin to turn. So rows stand at
//! the corners of what the faces have in common, each a point of the part above the face. Their gaps and Jacobians are convex combinations of those of the
//! corners, which therefore imply them; corners beside the face come in only where they are violated.

use super::flank;
use super::flush::{Border, Ring, level_facet, level_neighbour, middle, normal_of};
use super::mixed;
use super::row::Placed;
use super::rows::mean;
use super::smooth;
use super::swept::is_swept;
use crate::contact::kinematics::WorldPart;
use crate::contact::types::Feature;
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::geometry::smooth::Limb;
use crate::geometry::spot::Spot;
use crate::math::Vec3;
use smallvec::SmallVec;

/// Corners of what is common that are nearer to each other than this are one (m).
pub(super) const DISTINCT: f64 = 1e-6;

/// Points that are this near to the border of a face are told as points of it (m).
const NEAR_BORDER: f64 = 1e-5;

/// A flat end is nearly level up to this angle (sine).
const NEARLY_LEVEL: f64 = 0.05;

/// A disc whose lowest point comes this near to its middle on a straight way (parts of the smaller distance at its ends) has fallen flat. Farther from it the lowest point runs round
/// the rim while the disc bears: no blow, though in a time that no step knows.
const PAST: f64 = 0.01;

/// What two flush faces have in common, where some corners are beside it.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// Its corners but for those that the part above the face has itself.
    pub spots: SmallVec<[Spot; 8]>,
    /// Corners of that part which lie beside the face, ascending; of a solid also its limbs.
    pub beside: SmallVec<[usize; 8]>,
}

/// The parts of a facet: the one whose facet it is, and the other, each at the start and at the end.
pub fn sides<'p, 'm>(
    feature: SeparatingFeature,
    start: Placed<'p, 'm>,
    end: Placed<'p, 'm>,
) -> Option<([&'p WorldPart<'m>; 2], usize, [&'p WorldPart<'m>; 2])> {
    match feature {
        SeparatingFeature::FacetOfA(f) => Some(([start.a, end.a], f, [start.b, end.b])),
        SeparatingFeature::FacetOfB(f) => Some(([start.b, end.b], f, [start.a, end.a])),
        SeparatingFeature::Edges { .. } | SeparatingFeature::Surfaces => None,
    }
}

/// Half way through a step; `None` where no face, nor an edge, of the other part lies flush with the facet, or where all its corners are above the facet.
pub fn common(feature: SeparatingFeature, start: Placed, end: Placed) -> Option<Common> {
    let (own, facet, other) = sides(feature, start, end)?;
    let shape = other[0].shape;
    if is_swept(own[0], other[0]) {
        return None;
    }
    if let Some(found) = flank::common(own, facet, other) {
        return Some(found);
    }
    let up = normal_of(own, facet);
    let (face, corners) = flush_face(other, &up)?;
    let border = Border::of(own, facet);
    let ring: Ring =
        corners.iter().map(|(_, x)| mean(&other[0].to_world(x), &other[1].to_world(x))).collect();
    let mut beside: SmallVec<[usize; 8]> =
        corners.iter().zip(&ring).filter(|(_, p)| !border.holds(p)).map(|((v, _), _)| *v).collect();
    if beside.is_empty() {
        return None;
    }
    // What of a solid's own surface is lowest is no one point while it lies flat.
    let limbs = 0..shape.smooth().map_or(0, |solid| solid.limbs.len());
    beside.extend(limbs.map(|k| other[0].vertices.len() + k));
    beside.sort_unstable();
    if ring.len() < 2 {
        return None;
    }
    let mut spots: SmallVec<[Spot; 8]> = SmallVec::new();
    let mut known: Ring = ring.iter().filter(|p| border.holds(p)).copied().collect();
    for p in border.common_with(ring.clone()) {
        if known.iter().all(|q| (p - q).norm() > DISTINCT) {
            known.push(p);
            spots.push(Spot::of(shape, face, &carried(&corners, &ring, &p))?);
        }
    }
    Some(Common { spots, beside })
}

/// Whether the row of a corner above a facet is that of one beside it.
pub fn is_beside(feature: SeparatingFeature, at: Placed, key: RowKey) -> bool {
    let (RowKey::Vertex(v), Some((own, facet, other))) = (key, sides(feature, at, at)) else { return false };
    let corner = other[0].vertices.get(v).filter(|_| other[0].shape.smooth().is_none());
    corner.is_some_and(|corner| !Border::of(own, facet).holds(corner))
}

/// Corners around a face with their numbers (body frame, m); two of an edge, of a solid those that contact takes for its corners.
type Corners = SmallVec<[(usize, Vec3); 12]>;

/// The facet of a part that lies flush with a plane below it with this normal, else one at an edge that does, and its corners in that plane.
fn flush_face(parts: [&WorldPart; 2], up: &Vec3) -> Option<(usize, Corners)> {
    let shape = parts[0].shape;
    let corner = |v: usize| (v, shape.vertices[v]);
    let facets = 0..shape.facets.len();
    let steep = |f: &usize| normal_of(parts, *f).dot(up);
    let lowest = facets.min_by(|f, g| steep(f).total_cmp(&steep(g)))?;
    let facet = Some(lowest).filter(|f| level_facet(parts, *f, up));
    let ring = |facet: usize| shape.facets[facet].vertices.iter();
    if let Some(solid) = shape.smooth() {
        let facet = facet.filter(|f| solid.caps.contains(f))?;
        return Some((facet, ring(facet).filter_map(|v| Some((*v, solid.mark(*v)?))).collect()));
    }
    if let Some(facet) = facet {
        return Some((facet, ring(facet).map(|v| corner(*v)).collect()));
    }
    let height = |v: &usize| up.dot(&middle(parts, *v));
    let v = (0..shape.vertices.len()).min_by(|v, w| height(v).total_cmp(&height(w)))?;
    let w = level_neighbour(parts, v, up)?;
    let edge = shape.edges.iter().find(|e| e.vertices.contains(&v) && e.vertices.contains(&w))?;
    Some((edge.facets[0], [v, w].map(corner).into_iter().collect()))
}

/// A point among the mean places of corners, as the point of their body that comes to lie there (body frame, m): between two poses a face is drawn together,
/// and its points keep their shares.
fn carried(corners: &Corners, ring: &Ring, p: &Vec3) -> Vec3 {
    let own = |k: usize| corners[k].1;
    let (along, w) = (ring[1] - ring[0], p - ring[0]);
    let last = ring.len() - 1;
    if last == 1 {
        return own(0) + (own(1) - own(0)) * (w.dot(&along) / along.norm_squared());
    }
    let back = ring[last] - ring[0];
    let (aa, ab, bb) = (along.norm_squared(), along.dot(&back), back.norm_squared());
    let (x, y) = (w.dot(&along), w.dot(&back));
    let whole = aa * bb - ab * ab;
    own(0)
        + (own(1) - own(0)) * ((x * bb - y * ab) / whole)
        + (own(last) - own(0)) * ((y * aa - x * ab) / whole)
}

/// The lowest point of a limb above a facet, where that is on the rim of a flat end that is nearly level: of one that tips the lowest point goes round with each
/// guess of the way, while points of the rim stay what they are, and those that were found before leave less and less room between them.
/// Beside a core with corners, at any tilt: the nearest point jumps from edge to edge of the core.
pub fn lowest_on_rim(feature: SeparatingFeature, at: Placed, key: RowKey) -> Option<Spot> {
    match key {
        RowKey::OfA(_) | RowKey::OfB(_) if feature == SeparatingFeature::Surfaces => {
            let sides = mixed::Sides::of(at)?;
            let (limb, down) = sides.disc(key)?;
            let faces = |normal: &Vec3| normal.dot(&down) > 0.0;
            on_flat_end(sides.solid_and_core().0.shape, limb, &limb.farthest(&down), faces)
        }
        RowKey::Vertex(v) => {
            let (own, facet, other) = sides(feature, at, at)?;
            let limb = smooth::limb_of(other[0], v)?;
            let down = -other[0].direction_to_body(&own[0].normal(facet));
            let level = |normal: &Vec3| normal.dot(&down) > 0.0 && normal.cross(&down).norm() < NEARLY_LEVEL;
            on_flat_end(other[0].shape, limb, &limb.farthest(&down), level)
        }
        _ => None,
    }
}

/// A point of a limb as one of a flat end of its solid, if it is on one whose normal is `wanted`.
fn on_flat_end(shape: &Polytope, limb: &Limb, point: &Vec3, wanted: impl Fn(&Vec3) -> bool) -> Option<Spot> {
    Spot::of(shape, end_with(shape, limb, point, wanted)?, point)
}

/// The flat end of a solid in whose plane a point of a limb lies, if its normal is `wanted`.
fn end_with(shape: &Polytope, limb: &Limb, point: &Vec3, wanted: impl Fn(&Vec3) -> bool) -> Option<usize> {
    let on = |f: &&usize| {
        let end = &shape.facets[**f];
        wanted(&end.normal) && (end.normal.dot(point) - end.offset).abs() <= DISTINCT * limb.size()
    };
    shape.smooth()?.caps.iter().find(on).copied()
}

/// The flat end that a disc of a solid is the rim of, if it faces `down` (body frame).
pub fn cap_of(shape: &Polytope, limb: &Limb, down: &Vec3) -> Option<usize> {
    end_with(shape, limb, &limb.centre, |normal| normal.dot(down) > 0.0)
}

/// Points of the rim of a flat end above a facet, the lowest at the start and at the end of a step.
pub struct Rim {
    /// At the start.
    pub from: Spot,
    /// At the end; of one that lies flat by then the one that comes down last.
    pub to: Spot,
    /// Whether it lies flat at the end.
    pub flat: bool,
    /// Whether the one became the other across the disc and not around it.
    pub across: bool,
}

impl Rim {
    /// Those of the limb with the number `v`, a disc that did not lie flat at the start; `flat` is by how much the lowest point may lie below the middle of
    /// a disc that does (m).
    pub fn of(feature: SeparatingFeature, start: Placed, end: Placed, v: usize, flat: f64) -> Option<Self> {
        let (own, facet, other) = sides(feature, start, end)?;
        let limb = smooth::limb_of(other[0], v).filter(|limb| limb.axis().is_some())?;
        let down = [0, 1].map(|k| -other[k].direction_to_body(&own[k].normal(facet)));
        // Eᵀm, which points to the lowest point: it is this long that lies below the centre.
        let [w0, w1] = down.map(|m| limb.spread.tr_mul(&m));
        if !(w0.norm() > flat) {
            return None;
        }
        let lies = w1.norm() <= flat;
        let change = w1 - w0;
        let nearest = w0 - change * (w0.dot(&change) / change.norm_squared());
        let between = w0.dot(&change) < 0.0 && w1.dot(&change) > 0.0;
        let across = between && nearest.norm() < PAST * w0.norm().min(w1.norm());
        let at = |w: &Vec3| limb.centre + limb.spread * (w / w.norm());
        let (from, to) = (at(&w0), at(if lies { &change } else { &w1 }));
        let spot = |p: &Vec3| on_flat_end(other[0].shape, limb, p, |normal| normal.dot(&down[1]) > 0.0);
        Some(Self { from: spot(&from)?, to: spot(&to)?, flat: lies, across })
    }
}

/// What of the two parts meets at a spot that is beside no facet, half way through a step: a corner of the facet below a face, or an edge of each; and whether
/// the direction of the edges' normal is the other one. A is the first part.
pub fn told(
    feature: SeparatingFeature,
    start: Placed,
    end: Placed,
    spot: Spot,
    normal: &Vec3,
) -> Option<(Feature, Feature, bool)> {
    let (own, facet, other) = sides(feature, start, end)?;
    if let Some((limb, _)) = spot.flank() {
        let (own, its) = (Feature::Facet(facet), Feature::Vertex(other[0].vertices.len() + limb));
        let of_own_a = matches!(feature, SeparatingFeature::FacetOfA(_));
        return Some(if of_own_a { (own, its, false) } else { (its, own, false) });
    }
    let p = mean(&other[0].spot(spot), &other[1].spot(spot));
    let across = |q: &Vec3| (q - normal * normal.dot(q)).norm();
    let border = &own[0].shape.facets[facet].vertices;
    let corner = border.iter().find(|v| across(&(middle(own, **v) - p)) <= DISTINCT);
    let of_own_a = matches!(feature, SeparatingFeature::FacetOfA(_));
    let in_order = |own: Feature, other: Feature| if of_own_a { (own, other) } else { (other, own) };
    if let Some(v) = corner {
        let (a, b) = in_order(Feature::Vertex(*v), Feature::Facet(spot.facet()));
        return Some((a, b, false));
    }
    let nearest = |parts: [&WorldPart; 2], facet: usize| {
        let edges = parts[0].shape.edges.iter().enumerate().filter(|(_, e)| e.facets.contains(&facet));
        let far = |e: [usize; 2]| {
            let (tail, head) = (middle(parts, e[0]), middle(parts, e[1]));
            let (along, w) = (head - tail, p - tail);
            across(&(w - along * (w.dot(&along) / along.norm_squared())))
        };
        edges.map(|(k, e)| (k, far(e.vertices))).min_by(|x, y| x.1.total_cmp(&y.1))
    };
    let ((mine, far), (its, _)) = (nearest(own, facet)?, nearest(other, spot.facet())?);
    if far > NEAR_BORDER {
        let (a, b) = in_order(Feature::Facet(facet), Feature::Facet(spot.facet()));
        return Some((a, b, false));
    }
    let way = |parts: [&WorldPart; 2], e: usize| {
        let [tail, head] = parts[0].shape.edges[e].vertices;
        middle(parts, head) - middle(parts, tail)
    };
    let (of_a, of_b) =
        if of_own_a { (way(own, mine), way(other, its)) } else { (way(other, its), way(own, mine)) };
    let (a, b) = in_order(Feature::Edge(mine), Feature::Edge(its));
    Some((a, b, of_a.cross(&of_b).dot(normal) < 0.0))
}
