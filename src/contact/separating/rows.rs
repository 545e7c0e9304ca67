//! The rows of a separating feature: one gap per vertex that could cross its plane.
//!
//! A row's gap ψ is linear in the end poses only to first order. Over a whole step it obeys an exact *secant* law,
//!
//! ```text
//!   ψ(q⁺) = ψ(q) + h (J_a·ν_a + J_b·ν_b)
//! ```
//!
//! with J taken half way: a vector r that turns by the rotation exp(hω) satisfies r⁺ − r = κ hω × ½(r + r⁺),
//! κ = tan(φ/2)/(φ/2), φ = h‖ω‖ (Cayley), and a product of two such vectors changes by the sum of each change times
//! the mean of the other. J depends on ν through q⁺, so that the step iterates; at the fixed point the row holds on
//! the true geometry, and its right-hand side −ψ(q)/h is never positive where the bodies start apart: impulses do no
//! work, and ν = 0 satisfies every row (discrete gradient; Gonzalez 1996).

use crate::contact::kinematics::WorldPart;
pub use crate::contact::separating::row::{FAR, Placed, Row};
use crate::contact::separating::{common, facet_point, facing_points, flank, flush, smooth, swept};
use crate::contact::types::{Contact, Feature, FeaturePair};
use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::math::{Vec3, stack};

pub(super) fn mean(x: &Vec3, y: &Vec3) -> Vec3 {
    (x + y) / 2.0
}

/// The row between the poses `start` and `end`; with the same poses and κ = 1 it is the exact derivative there.
/// `None` where edges are parallel, and of a row that [asks](Row::asks) nothing there.
pub fn secant_row(
    feature: SeparatingFeature,
    key: RowKey,
    start: Placed,
    end: Placed,
    kappa: (f64, f64),
) -> Option<Row> {
    Secants::new(feature, start, end, kappa)?.row(key).filter(Row::asks)
}

/// The secant row of one contact of the point models, whose gap is the same signed distance.
pub fn contact_row(pair: &FeaturePair, start: Placed, end: Placed, kappa: (f64, f64)) -> Option<Row> {
    let (feature, key) = match (pair.a.1, pair.b.1) {
        (Feature::Facet(f), Feature::Vertex(v)) => (SeparatingFeature::FacetOfA(f), RowKey::Vertex(v)),
        (Feature::Vertex(v), Feature::Facet(f)) => (SeparatingFeature::FacetOfB(f), RowKey::Vertex(v)),
        (Feature::Edge(a), Feature::Edge(b)) => {
            (SeparatingFeature::Edges { a, b, flipped: pair.flipped }, RowKey::Edges)
        }
        _ => return None,
    };
    secant_row(feature, key, start, end, kappa)
}

/// The rows of one feature of a pair between two poses, with what they share.
pub struct Secants<'p, 'm> {
    start: Placed<'p, 'm>,
    end: Placed<'p, 'm>,
    kappa: (f64, f64),
    shared: Shared,
}

#[expect(clippy::large_enum_variant, reason = "on the stack, of one pair at a time")]
enum Shared {
    /// Normal at the start, height of the plane along it, mean normal; whether the facet is that of A.
    Facet {
        n0: Vec3,
        level: f64,
        n: Vec3,
        of_a: bool,
    },
    Edges(Edges),
    Surfaces,
}

/// Directions and first points of two edges at both poses, their cross products, and the means of directions.
struct Edges {
    a: [Vec3; 2],
    b: [Vec3; 2],
    along_a: [Vec3; 2],
    along_b: [Vec3; 2],
    cross: [Vec3; 2],
    da: Vec3,
    db: Vec3,
    sign: f64,
}

impl<'p, 'm> Secants<'p, 'm> {
    /// `None` where edges are parallel.
    pub fn new(
        feature: SeparatingFeature,
        start: Placed<'p, 'm>,
        end: Placed<'p, 'm>,
        kappa: (f64, f64),
    ) -> Option<Self> {
        let facet = |facet0: &WorldPart, facet1: &WorldPart, f: usize, of_a: bool| {
            let n0 = facet0.normal(f);
            let n = mean(&n0, &facet1.normal(f));
            Shared::Facet { n0, level: n0.dot(&facet_point(facet0, f)), n, of_a }
        };
        let shared = match feature {
            SeparatingFeature::FacetOfA(f) => facet(start.a, end.a, f, true),
            SeparatingFeature::FacetOfB(f) => facet(start.b, end.b, f, false),
            SeparatingFeature::Edges { a, b, flipped } => {
                let (a0, b0, a1, b1) = (start.a.edge(a), start.b.edge(b), end.a.edge(a), end.b.edge(b));
                let along = |(tail, head): (Vec3, Vec3)| head - tail;
                let (along_a, along_b) = ([along(a0), along(a1)], [along(b0), along(b1)]);
                let sign = if flipped { -1.0 } else { 1.0 };
                let cross = [0, 1].map(|k| sign * along_a[k].cross(&along_b[k]));
                let least = super::PARALLEL_SINE * along_a[0].norm() * along_b[0].norm();
                if !(cross[0].norm() > least && cross[1].norm() > least) {
                    return None;
                }
                let (da, db) = (mean(&along_a[0], &along_a[1]), mean(&along_b[0], &along_b[1]));
                Shared::Edges(Edges {
                    a: [a0.0, a1.0],
                    b: [b0.0, b1.0],
                    along_a,
                    along_b,
                    cross,
                    da,
                    db,
                    sign,
                })
            }
            SeparatingFeature::Surfaces => Shared::Surfaces,
        };
        Some(Self { start, end, kappa, shared })
    }

    /// One of them; `None` where it is none of the feature.
    pub fn row(&self, key: RowKey) -> Option<Row> {
        match (&self.shared, key) {
            (Shared::Facet { n0, level, n, of_a }, RowKey::Vertex(v)) => {
                let [vertex0, vertex1] =
                    if *of_a { [self.start.b, self.end.b] } else { [self.start.a, self.end.a] };
                let (places, height) = match vertex0.shape.smooth() {
                    Some(_) => smooth::above(vertex0, vertex1, v, n0, &(n * 2.0 - n0))?,
                    None => ([vertex0.vertices[v], vertex1.vertices[v]], n0.dot(&vertex0.vertices[v])),
                };
                Some(self.above(n, *of_a, places, height - level))
            }
            (Shared::Facet { n0, level, n, of_a }, RowKey::Within(spot)) => {
                let [part0, part1] =
                    if *of_a { [self.start.b, self.end.b] } else { [self.start.a, self.end.a] };
                let (places, height) = flank::above(part0, part1, spot, n0, &(n * 2.0 - n0));
                Some(self.above(n, *of_a, places, height - level))
            }
            (Shared::Edges(edges), key) => self.edge_row(edges, key),
            (Shared::Surfaces, key) if smooth::is_smooth(self.start.a, self.start.b) => {
                smooth::row(self.start, self.end, key, self.kappa)
            }
            (Shared::Surfaces, key) => swept::row(self.start, self.end, key, self.kappa),
            _ => None,
        }
    }

    /// That of a point of the other part above a facet with this mean normal, at its places at the start and at the end.
    fn above(&self, n: &Vec3, of_a: bool, [p0, p1]: [Vec3; 2], gap: f64) -> Row {
        let (start, end) = (&self.start, &self.end);
        let ((facet0, facet1), (point0, point1), (kappa_facet, kappa_point)) = if of_a {
            ((start.a, end.a), (start.b, end.b), self.kappa)
        } else {
            ((start.b, end.b), (start.a, end.a), (self.kappa.1, self.kappa.0))
        };
        // With u from the centre of the facet's body to the point: ψ = n̂·u − const.
        let u = mean(&(p0 - facet0.centre), &(p1 - facet1.centre));
        let r = mean(&(p0 - point0.centre), &(p1 - point1.centre));
        let of_facet = stack(&-n, &(u.cross(n) * -kappa_facet));
        let of_point = stack(n, &(r.cross(n) * kappa_point));
        let (jacobian_a, jacobian_b) = if of_a { (of_facet, of_point) } else { (of_point, of_facet) };
        Row { gap, jacobian_a, jacobian_b }
    }

    fn edge_row(&self, edges: &Edges, key: RowKey) -> Option<Row> {
        let (Placed { a: a_start, b: b_start }, Placed { a: a_end, b: b_end }) = (self.start, self.end);
        let ([a0, a1], [b0, b1], [c0, c1]) = (&edges.a, &edges.b, &edges.cross);
        let (da, db, sign, (ka, kb)) = (&edges.da, &edges.db, edges.sign, self.kappa);
        let length = c0.norm();
        match key {
            RowKey::Edges => {
                let (n0, n1) = (c0 / length, c1.normalize());
                let n = mean(&n0, &n1);
                // Points of the two lines that face each other along the mean normal: the turning of n̂ then adds
                // nothing, because (n̂⁺ − n̂)·(n̂⁺ + n̂) = 0.
                let (s, t) = facing_points(da, db, &n, &mean(&(b0 - a0), &(b1 - a1)))?;
                let ([da0, da1], [db0, db1]) = (&edges.along_a, &edges.along_b);
                let ra = mean(&(a0 + da0 * s - a_start.centre), &(a1 + da1 * s - a_end.centre));
                let rb = mean(&(b0 + db0 * t - b_start.centre), &(b1 + db1 * t - b_end.centre));
                Some(Row {
                    gap: n0.dot(&(b0 - a0)),
                    jacobian_a: stack(&-n, &(ra.cross(&n) * -ka)),
                    jacobian_b: stack(&n, &(rb.cross(&n) * kb)),
                })
            }
            // (e_a × e_b)·w for w from B's edge to its vertex, or from A's vertex to its edge; w turns with its own body.
            RowKey::SideOfB(v) => {
                let (w0, w1) = (b_start.vertices[v] - b0, b_end.vertices[v] - b1);
                let (w, c) = (mean(&w0, &w1), mean(c0, c1));
                let turn_a = sign * da.cross(&db.cross(&w));
                let turn_b = w.cross(&c) + sign * db.cross(&w.cross(da));
                Some(Row {
                    gap: c0.dot(&w0) / length,
                    jacobian_a: stack(&Vec3::zeros(), &(turn_a * (ka / length))),
                    jacobian_b: stack(&Vec3::zeros(), &(turn_b * (kb / length))),
                })
            }
            RowKey::SideOfA(v) => {
                let (w0, w1) = (a0 - a_start.vertices[v], a1 - a_end.vertices[v]);
                let (w, c) = (mean(&w0, &w1), mean(c0, c1));
                let turn_a = w.cross(&c) + sign * da.cross(&db.cross(&w));
                let turn_b = sign * db.cross(&w.cross(da));
                Some(Row {
                    gap: c0.dot(&w0) / length,
                    jacobian_a: stack(&Vec3::zeros(), &(turn_a * (ka / length))),
                    jacobian_b: stack(&Vec3::zeros(), &(turn_b * (kb / length))),
                })
            }
            RowKey::Vertex(_) | RowKey::OfA(_) | RowKey::OfB(_) | RowKey::Between(..) | RowKey::Within(_) => {
                None
            }
        }
    }
}

/// Every row of a feature with its true gap at one placement (m).
pub fn row_gaps(feature: SeparatingFeature, at: Placed, out: &mut Vec<(RowKey, f64)>) {
    out.clear();
    each_gap(feature, at, |key, gap| out.push((key, gap)));
}

/// The same, with those of the rows `known` that a feature has besides: of curved bodies those that may bear elsewhere, of a facet spots.
pub fn row_gaps_and(
    feature: SeparatingFeature,
    at: Placed,
    known: impl Iterator<Item = RowKey>,
    out: &mut Vec<(RowKey, f64)>,
) {
    out.clear();
    each_gap_and(feature, at, known, |key, gap| out.push((key, gap)));
}

/// Gives `take` every row of a feature with its true gap at one placement (m), ascending.
pub fn each_gap(feature: SeparatingFeature, at: Placed, take: impl FnMut(RowKey, f64)) {
    each_gap_and(feature, at, std::iter::empty(), take);
}

/// The same, with those of the rows `known` that a feature has besides (see [`row_gaps_and`]); they are ascending.
pub fn each_gap_and(
    feature: SeparatingFeature,
    at: Placed,
    known: impl Iterator<Item = RowKey>,
    mut take: impl FnMut(RowKey, f64),
) {
    match feature {
        SeparatingFeature::FacetOfA(f) => heights(at.a, f, at.b, known, &mut take),
        SeparatingFeature::FacetOfB(f) => heights(at.b, f, at.a, known, &mut take),
        SeparatingFeature::Surfaces if smooth::is_smooth(at.a, at.b) => {
            smooth::each_gap(at, known, &mut take);
        }
        SeparatingFeature::Surfaces => swept::each_gap(at, known, &mut take),
        SeparatingFeature::Edges { a, b, .. } => {
            let Some(n) = feature.direction(at.a, at.b) else {
                // No common normal: nothing is known, which counts as violated.
                return take(RowKey::Edges, f64::NEG_INFINITY);
            };
            let (pa, pb) = (at.a.edge(a).0, at.b.edge(b).0);
            take(RowKey::Edges, n.dot(&(pb - pa)));
            let own = at.a.shape.edges[a].vertices;
            for (v, p) in at.a.vertices.iter().enumerate().filter(|(v, _)| !own.contains(v)) {
                take(RowKey::SideOfA(v), n.dot(&(pa - p)));
            }
            let own = at.b.shape.edges[b].vertices;
            for (v, p) in at.b.vertices.iter().enumerate().filter(|(v, _)| !own.contains(v)) {
                take(RowKey::SideOfB(v), n.dot(&(p - pb)));
            }
        }
    }
}

fn heights(
    facets: &WorldPart,
    facet: usize,
    part: &WorldPart,
    known: impl Iterator<Item = RowKey>,
    take: &mut impl FnMut(RowKey, f64),
) {
    let n = facets.normal(facet);
    let level = n.dot(&facet_point(facets, facet));
    if part.shape.smooth().is_some() {
        smooth::heights(part, &n, level, take);
    } else {
        for (v, p) in part.vertices.iter().enumerate() {
            take(RowKey::Vertex(v), n.dot(p) - level);
        }
    }
    for key in known {
        if let RowKey::Within(spot) = key {
            take(key, n.dot(&flank::lowest(part, spot, &n)) - level);
        }
    }
}

/// The row as a contact, for friction, panels and records: points and normal half way through the step, gap and
/// Jacobian those of the secant law. Of a vertex on a face the point is the vertex, or if the pair is `rough` where friction acts.
pub fn as_contact(
    feature: SeparatingFeature,
    key: RowKey,
    row: &Row,
    start: Placed,
    end: Placed,
    rough: bool,
) -> Contact {
    let n_a = row.jacobian_b.fixed_rows::<3>(0).into_owned();
    let normal =
        n_a.try_normalize(0.0).or_else(|| feature.direction(start.a, start.b)).unwrap_or_else(Vec3::z);
    let middle = |part0: &WorldPart, part1: &WorldPart, v: usize| match feature {
        _ if part0.shape.smooth().is_none() => mean(&part0.vertices[v], &part1.vertices[v]),
        SeparatingFeature::FacetOfA(f) => smooth::middle_of(part0, part1, v, [start.a, end.a], f),
        SeparatingFeature::FacetOfB(f) => smooth::middle_of(part0, part1, v, [start.b, end.b], f),
        _ => mean(&part0.vertices[v], &part1.vertices[v]),
    };
    let placed = |corner: Vec3, parts: [[&WorldPart; 2]; 2], f: usize, v: usize| match rough {
        true => flush::over(&corner, parts, f, v, &normal),
        false => corner,
    };
    let (of_a, of_b, point_a, point_b) = match (feature, key) {
        (SeparatingFeature::FacetOfA(f), RowKey::Vertex(v)) => {
            let p = placed(middle(start.b, end.b, v), [[start.a, end.a], [start.b, end.b]], f, v);
            (Feature::Facet(f), Feature::Vertex(v), p - normal * row.gap, p)
        }
        (SeparatingFeature::FacetOfB(f), RowKey::Vertex(v)) => {
            let p = placed(middle(start.a, end.a, v), [[start.b, end.b], [start.a, end.a]], f, v);
            (Feature::Vertex(v), Feature::Facet(f), p, p + normal * row.gap)
        }
        (SeparatingFeature::Edges { a, b, .. }, key) => {
            let half_way = |(p, q): (Vec3, Vec3), (p1, q1): (Vec3, Vec3)| (mean(&p, &p1), mean(&q, &q1));
            let (a0, a1) = half_way(start.a.edge(a), end.a.edge(a));
            let (b0, b1) = half_way(start.b.edge(b), end.b.edge(b));
            let (s, t) = facing_points(&(a1 - a0), &(b1 - b0), &normal, &(b0 - a0)).unwrap_or((0.5, 0.5));
            let (pa, pb) = (a0 + (a1 - a0) * s, b0 + (b1 - b0) * t);
            match key {
                RowKey::SideOfA(v) => (Feature::Vertex(v), Feature::Edge(b), middle(start.a, end.a, v), pb),
                RowKey::SideOfB(v) => (Feature::Edge(a), Feature::Vertex(v), pa, middle(start.b, end.b, v)),
                _ => (Feature::Edge(a), Feature::Edge(b), pa, pb),
            }
        }
        (SeparatingFeature::Surfaces, key) if smooth::is_smooth(start.a, start.b) => {
            let ((of_a, of_b), p) = smooth::told(start, end, key, &normal);
            (of_a, of_b, p, p)
        }
        (SeparatingFeature::Surfaces, key) => match swept::told(start, end, key, &normal) {
            Some(((of_a, of_b @ Feature::Vertex(_)), p)) if matches!(key, RowKey::OfB(_)) => {
                (of_a, of_b, p - normal * row.gap, p)
            }
            Some(((of_a, of_b), p)) => (of_a, of_b, p, p + normal * row.gap),
            // `row_gaps` gives curved bodies no other keys.
            None => (Feature::Vertex(0), Feature::Vertex(0), start.a.centre, start.b.centre),
        },
        (SeparatingFeature::FacetOfA(f), RowKey::Within(spot)) => {
            let p = flank::middle_of([start.b, end.b], spot, [start.a, end.a], f);
            (Feature::Facet(f), Feature::Facet(spot.facet()), p - normal * row.gap, p)
        }
        (SeparatingFeature::FacetOfB(f), RowKey::Within(spot)) => {
            let p = flank::middle_of([start.a, end.a], spot, [start.b, end.b], f);
            (Feature::Facet(spot.facet()), Feature::Facet(f), p, p + normal * row.gap)
        }
        // `row_gaps` gives facets no other keys.
        (SeparatingFeature::FacetOfA(f) | SeparatingFeature::FacetOfB(f), _) => {
            (Feature::Facet(f), Feature::Facet(f), start.a.centre, start.b.centre)
        }
    };
    let flipped = matches!(feature, SeparatingFeature::Edges { flipped: true, .. });
    let of_spot = match key {
        RowKey::Within(spot) => common::told(feature, start, end, spot, &normal),
        _ => None,
    };
    let (of_a, of_b, flipped) = of_spot.unwrap_or((of_a, of_b, flipped));
    Contact {
        pair: FeaturePair { a: (start.a.id, of_a), b: (start.b.id, of_b), flipped },
        gap: row.gap,
        distance: row.gap.abs(),
        normal,
        point_a,
        point_b,
        centre_a: mean(&start.a.centre, &end.a.centre),
        centre_b: mean(&start.b.centre, &end.b.centre),
        jacobian_a: row.jacobian_a,
        jacobian_b: row.jacobian_b,
        applicability: 0.0,
        applicable: true,
        feasible: true,
    }
}

/// As [`as_contact`], with one point for both bodies: the vertex, or half way between the edges. Friction acts there on both; on two points
/// that are apart by the gap it would be a couple that nothing answers, and angular momentum would change.
pub fn contact_at(
    feature: SeparatingFeature,
    key: RowKey,
    row: &Row,
    start: Placed,
    end: Placed,
    rough: bool,
) -> Contact {
    let mut contact = as_contact(feature, key, row, start, end, rough);
    let point = match (feature, contact.pair.a.1, contact.pair.b.1) {
        (SeparatingFeature::FacetOfA(_), ..) | (_, Feature::Facet(_), Feature::Vertex(_)) => contact.point_b,
        (SeparatingFeature::FacetOfB(_), ..) | (_, Feature::Vertex(_), Feature::Facet(_)) => contact.point_a,
        _ => mean(&contact.point_a, &contact.point_b),
    };
    (contact.point_a, contact.point_b) = (point, point);
    contact
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
