//! How far limbs of smooth solids are from polytopes: the widest separation along the normals of a facet, an edge or a vertex.
//!
//! Along a unit direction n from a polytope to the hull of some limbs (c, E) the separation is min over limbs of n·c − ‖Eᵀn‖ less the height of the
//! polytope. Its maximum over the normals of one facet is that of its normal; over those of an edge, an arc, the zero of a slope that falls; over those of
//! a vertex the distance from it, by a secular equation. The maximum over all of them is attained at exactly one where the two are apart, and
//! goes on smoothly where the one gives way to the next. None of it divides by the distance, so that it is as good where the two touch. Cores of
//! swept bodies are kept off by what they are rounded by: their facets, edges and vertices are asked for distances, of which the least is that of the core.

use crate::contact::kinematics::WorldPart;
use crate::contact::separating::beside::{beside_edge, beside_segment};
use crate::contact::separating::crossing::{crosses, over_edge};
use crate::contact::separating::facet_point;
use crate::contact::separating::near::{Near, WIDER, low};
use crate::contact::separating::widest::widest_of;
use crate::geometry::smooth::Limb;
use crate::math::{Mat3, Vec3};

/// Within this part of an ellipsoid, by the square, a point has no single foot.
const DEEP: f64 = 0.25;

/// What overlaps by more than this is looked at from all sides (parts of the limb's size).
const INSIDE: f64 = 1e-7;

/// Directions are along an axis, or across it, up to this angle (sine).
pub const ACROSS: f64 = 1e-7;

/// A disc lies in a plane that is as near as this (parts of its size).
pub const FLUSH: f64 = 1e-6;

/// What overlaps by more than this across the axis of a disc is not beside it (parts of its size).
pub const RIM: f64 = 0.1;

/// Points of a rim that differ in distance by no more than this are as near (parts of its size).
const SAME: f64 = 1e-8;

/// What separations are off by rounding (parts of the sizes).
const ROUNDING: f64 = 1e-13;

/// Newton steps of the secular equation at most.
const MOST_STEPS: usize = 60;

/// A limb of a part in world coordinates.
pub fn placed(part: &WorldPart, limb: &Limb) -> Limb {
    let column = |k: usize| part.turned(&limb.spread.column(k).into_owned());
    Limb {
        centre: part.to_world(&limb.centre),
        spread: Mat3::from_columns(&[column(0), column(1), column(2)]),
    }
}

/// What of a limb is nearest to a polytope.
pub enum Nearest {
    /// A point of it.
    Here(Near),
    /// Of a disc, its rim at one end of the chord of an edge, which is asked at [both](over_edge).
    AcrossEdge(usize),
    /// Of a disc, its middle, over a vertex or under it, which is asked itself: the disc would have the force at its centre.
    AtVertex,
}

/// How far one limb is from a polytope, among directions on the side of `towards`. `None` where that is asked elsewhere.
pub fn from_polytope(p: &WorldPart, limb: &Limb, towards: Option<&Vec3>) -> Option<Near> {
    match nearest(p, limb, towards) {
        Nearest::Here(near) => Some(near),
        Nearest::AcrossEdge(_) | Nearest::AtVertex => None,
    }
}

/// What of a limb is nearest to a polytope, among directions on the side of `towards`.
pub fn nearest(p: &WorldPart, limb: &Limb, towards: Option<&Vec3>) -> Nearest {
    let limbs = std::slice::from_ref(limb);
    let same_side = |n: &Vec3| towards.is_none_or(|t| t.dot(n) > 0.0);
    // The widest, and the widest across the axis of a disc.
    let (mut best, mut across): (Option<Near>, Option<Near>) = (None, None);
    let axis = limb.axis();
    let mut look = |near: Option<Near>| {
        let Some(near) = near.filter(|near| same_side(&near.n)) else { return };
        let is_across = axis.is_some_and(|axis| axis.dot(&near.n).abs() <= ACROSS);
        for (of, counts) in [(&mut best, true), (&mut across, is_across)] {
            if counts && of.is_none_or(|known| near.distance > known.distance) {
                *of = Some(near);
            }
        }
    };
    let mut over: Option<Near> = None;
    for near in (0..p.shape.facets.len()).filter_map(|f| over_facet(p, f, limbs)) {
        look(Some(near));
        if same_side(&near.n) && over.is_none_or(|known| near.distance > known.distance) {
            over = Some(near);
        }
    }
    for e in 0..p.shape.edges.len() {
        look(beside_edge(p, e, limbs).filter(|found| !found.flank).map(|found| found.near));
    }
    if limb.is_solid() {
        (0..p.vertices.len()).for_each(|v| look(off_vertex(p, v, limb)));
    }
    let beside = |near: &Near| near.distance >= -RIM * limb.size() && is_flush(p, limb);
    if let Some(near) = across.filter(beside) {
        return Nearest::Here(near);
    }
    // Where a corner is nearest to a rim, which is as sharp, or far inside.
    let best = best.filter(|near| near.distance >= -INSIDE * limb.size());
    let near = best.unwrap_or_else(|| from_corners(p, limbs, towards.copied()));
    // What is found from corners alone may be this very direction.
    let least = near.distance + if best.is_some() { WIDER } else { -WIDER };
    let wider = |(distance, n): &(f64, Vec3)| same_side(n) && *distance > least;
    if off_disc(p, limb).iter().flatten().any(wider) {
        return Nearest::AtVertex;
    }
    // Over a face no edge says how near it is.
    let over_face = over.is_some_and(|over| over.distance >= near.distance);
    match crossed_by(p, limb, &near).filter(|_| !over_face) {
        Some(e) => Nearest::AcrossEdge(e),
        None => Nearest::Here(near),
    }
}

/// The edge that the rim of a disc crosses where it is nearest, or as near as the rest of it.
fn crossed_by(p: &WorldPart, limb: &Limb, near: &Near) -> Option<usize> {
    limb.axis()?;
    let same = |rim: &Near| {
        let off = (rim.distance - near.distance).abs() + near.n.dot(&(rim.y - near.y)).abs();
        off <= SAME * limb.size()
    };
    let crosses = |e: usize| {
        [false, true].iter().any(|last| over_edge(p, e, limb, *last).is_some_and(|rim| same(&rim)))
    };
    (0..p.shape.edges.len()).find(|e| crosses(*e))
}

/// Whether a disc lies in the plane of a facet. A can and a block that stand on one floor are apart across the can's axis and, by no more than nothing, along it:
/// that is the flat end's, and says nothing of what the flank meets.
fn is_flush(p: &WorldPart, limb: &Limb) -> bool {
    (0..p.shape.facets.len()).any(|f| lies_in(limb, &p.normal(f), &facet_point(p, f)))
}

/// Whether a limb is a disc in the plane with the normal n through a point.
pub fn lies_in(limb: &Limb, n: &Vec3, point: &Vec3) -> bool {
    let across = |axis: Vec3| n.cross(&axis).norm() <= ACROSS;
    limb.axis().is_some_and(across) && n.dot(&(limb.centre - point)).abs() <= FLUSH * limb.size()
}

/// How far a disc is from a polytope along its axis, to either side (m, and the direction from the polytope), where the vertex that is nearest then lies over the disc.
fn off_disc(p: &WorldPart, limb: &Limb) -> [Option<(f64, Vec3)>; 2] {
    let axis = limb.axis();
    [1.0, -1.0].map(|sign| {
        let n = axis? * sign;
        let from = p.vertices[p.lowest_vertex(&-n)] - limb.centre;
        let distance = -n.dot(&from);
        ((from + n * distance).norm() <= limb.size()).then_some((distance, n))
    })
}

/// How far one limb is from a core that it is apart from, among directions on the side of `towards`; where the two meet, the widest separation.
/// `None` where it is a disc that faces a vertex, or an edge that crosses its rim: a vertex is asked itself, and an edge where it [`crosses`].
pub fn from_core(p: &WorldPart, limb: &Limb, towards: Option<&Vec3>) -> Option<Near> {
    let limbs = std::slice::from_ref(limb);
    let (nearest, best) = near_core(p, limb);
    let same_side = |near: &Near| towards.is_none_or(|t| t.dot(&near.n) > 0.0);
    if !nearest.is_some_and(|near| same_side(&near) && parts(p, limb, &near)) {
        return Some(from_corners(p, limbs, towards.copied()));
    }
    best.filter(same_side)
}

/// The direction from a core to a limb that it is apart from, whatever is nearest.
pub fn away_from_core(p: &WorldPart, limb: &Limb) -> Option<Vec3> {
    near_core(p, limb).0.filter(|near| parts(p, limb, near)).map(|near| near.n)
}

/// Whether two are as far apart along the direction between nearest points as these are: of what does not meet the nearest points are among those that are looked at, and the
/// direction between them parts the two.
fn parts(p: &WorldPart, limb: &Limb, near: &Near) -> bool {
    let separation = low(std::slice::from_ref(limb), &near.n).0 + p.lowest(&-near.n);
    separation >= near.distance - ROUNDING * (limb.size() + p.shape.radius())
}

/// What of a limb is nearest to a core, of all and of what is not asked elsewhere.
fn near_core(p: &WorldPart, limb: &Limb) -> (Option<Near>, Option<Near>) {
    let limbs = std::slice::from_ref(limb);
    let (mut nearest, mut best): (Option<Near>, Option<Near>) = (None, None);
    let mut look = |near: Option<Near>, elsewhere: bool| {
        let Some(near) = near else { return };
        for (of, counts) in [(&mut nearest, true), (&mut best, !elsewhere)] {
            if counts && of.is_none_or(|known| near.distance < known.distance) {
                *of = Some(near);
            }
        }
    };
    for f in 0..p.shape.facets.len() {
        look(over_facet(p, f, limbs).filter(|near| near.distance > 0.0), false);
    }
    for e in 0..p.shape.edges.len() {
        let (tail, head) = p.edge(e);
        let rims = [false, true].map(|end| crosses(&tail, &head, limb, end));
        let crossed = rims.iter().any(Option::is_some);
        rims.into_iter().for_each(|near| look(near, true));
        look(beside_segment(&tail, &head, limbs).map(|found| found.near), crossed);
    }
    for v in &p.vertices {
        let near = off_point(v, limb);
        look(near, near.is_some_and(|near| limb.is_flat(&near.n)));
    }
    (nearest, best)
}

/// How far a limb is from a point that is outside of it.
fn off_point(x: &Vec3, limb: &Limb) -> Option<Near> {
    let (y, n) = if limb.is_solid() {
        let (y, m) = foot_on_ellipsoid(limb, x)?;
        (y, -m)
    } else {
        let y = foot_on_disc(limb, x);
        (y, (y - x).try_normalize(0.0)?)
    };
    let distance = n.dot(&(y - x));
    (distance > 0.0).then_some(Near { distance, n, y })
}

/// The point of a disc, or of a limb that is a point, that is nearest to x.
fn foot_on_disc(limb: &Limb, x: &Vec3) -> Vec3 {
    let (w, mut within) = (x - limb.centre, Vec3::zeros());
    for axis in limb.spread.column_iter().filter(|axis| axis.norm() > 0.0) {
        within += axis * (axis.dot(&w) / axis.norm_squared());
    }
    let beyond = within.norm() / limb.size();
    limb.centre + if beyond > 1.0 { within / beyond } else { within }
}

/// How far the hull of some limbs is from a polytope, whatever is nearest.
pub fn from_corners(p: &WorldPart, limbs: &[Limb], towards: Option<Vec3>) -> Near {
    let corner = |v: &Vec3| Limb { centre: *v, spread: Mat3::zeros() };
    let corners: Vec<Limb> = p.vertices.iter().map(corner).collect();
    widest_of(&corners, limbs, towards)
}

/// Along the normal of a facet, if the lowest point lies over it.
fn over_facet(p: &WorldPart, f: usize, limbs: &[Limb]) -> Option<Near> {
    let n = p.normal(f);
    let ring = &p.shape.facets[f].vertices;
    let (height, y, _) = low(limbs, &n);
    let within = |(&i, &j): (&usize, &usize)| {
        n.cross(&(p.vertices[j] - p.vertices[i])).dot(&(y - p.vertices[i])) >= 0.0
    };
    let over = ring.iter().zip(ring.iter().cycle().skip(1)).all(within);
    let distance = height - n.dot(&p.vertices[ring[0]]);
    over.then_some(Near { distance, n, y })
}

/// The distance of a vertex from an ellipsoid, if its direction is among the normals of the vertex.
fn off_vertex(p: &WorldPart, v: usize, limb: &Limb) -> Option<Near> {
    let (y, m) = foot_on_ellipsoid(limb, &p.vertices[v])?;
    let n = -m;
    let supports =
        p.shape.vertex_neighbours[v].iter().all(|&j| n.dot(&(p.vertices[j] - p.vertices[v])) <= 0.0);
    let distance = n.dot(&(y - p.vertices[v]));
    supports.then_some(Near { distance, n, y })
}

/// The point of an ellipsoid's surface that is nearest to x, and the outward normal there. With z = x − c in the axes of the ellipsoid it is
/// c + E u, u_k = a_k z_k/(a_k² + λ), where ‖u‖ = 1; Newton's method on 1/‖u‖, from below the root, does not overshoot it.
pub fn foot_on_ellipsoid(limb: &Limb, x: &Vec3) -> Option<(Vec3, Vec3)> {
    let lengths: Vec<f64> = limb.spread.column_iter().map(|c| c.norm()).collect();
    let axes: Vec<Vec3> = (0..3).map(|k| limb.spread.column(k) / lengths[k]).collect();
    let mut z: Vec<f64> = axes.iter().map(|axis| axis.dot(&(x - limb.centre))).collect();
    if (0..3).map(|k| (z[k] / lengths[k]).powi(2)).sum::<f64>() < DEEP {
        // About the middle the way out is along the shortest axis, to either side.
        let k = (0..3).fold(0, |least, k| if lengths[k] < lengths[least] { k } else { least });
        z[k] += (1e-9 * lengths[k]).copysign(z[k]);
    }
    let mut shift = (0..3).map(|k| lengths[k] * (z[k].abs() - lengths[k])).fold(f64::NEG_INFINITY, f64::max);
    let u = |shift: f64, k: usize| lengths[k] * z[k] / (lengths[k] * lengths[k] + shift);
    for _ in 0..MOST_STEPS {
        let (mut square, mut slope) = (0.0, 0.0);
        for k in 0..3 {
            let part = u(shift, k).powi(2);
            square += part;
            slope += part / (lengths[k] * lengths[k] + shift);
        }
        // 1/‖u‖ = 1: its slope is Σ u²/(a² + λ)/‖u‖³.
        let norm = square.sqrt();
        let step = (norm - 1.0) * square / slope;
        if !step.is_finite() {
            return None;
        }
        let next = shift + step;
        if next == shift || step.abs() <= 1e-16 * (lengths[0] * lengths[0] + shift.abs()) {
            break;
        }
        shift = next;
    }
    let (mut y, mut m) = (limb.centre, Vec3::zeros());
    for k in 0..3 {
        y += axes[k] * (lengths[k] * u(shift, k));
        m += axes[k] * (u(shift, k) / lengths[k]);
    }
    m.try_normalize(0.0).map(|m| (y, m))
}
