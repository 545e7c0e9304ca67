//! Overlap of two convex polyhedra: separating axes for the depth, clipping for the volume and its centroid.

use super::clip::{Clipper, HalfSpace, Surface};
use super::points::{farthest, highest, lowest};
use super::separation::separation_depth;
use super::tree::Cloud;
use super::{Bounds, CommonPart, FacetOf, Overlap};
use crate::math::Vec3;

/// Facets from which on those that are not near the other body are left out.
const MANY_FACETS: usize = 48;

/// What coordinates may be off by, of the largest of them (dimensionless), by a wide margin.
const ROUNDING: f64 = 1e-12;

/// Borrowed view of a convex polyhedron in world coordinates.
///
/// `F` is whatever lends the vertex indices of a facet. The facets form a closed surface; triangles that
/// share a plane need not be merged. Edges are derived from the loops.
pub struct ConvexView<'a, F = Vec<usize>> {
    /// Vertices (m).
    pub vertices: &'a [Vec3],
    /// Loops of vertex indices, counter-clockwise seen from outside.
    pub facets: &'a [F],
}

/// Common volume (m³) and separation depth (m) of two convex polyhedra.
///
/// Coordinates that are not finite give [`Overlap::NAN`].
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn polyhedron_overlap<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> Overlap {
    let (Some(box_a), Some(box_b)) = (Bounds::of(a.vertices), Bounds::of(b.vertices)) else {
        return Overlap::NAN;
    };
    if box_a.apart(&box_b, 3) {
        return Overlap::ZERO;
    }
    let origin = box_a.common_centre(&box_b);
    let (a, b) = (Solid::new(a, &origin), Solid::new(b, &origin));
    match separation_depth(&a, &b) {
        Some(depth) => Overlap { measure: common_surface(&a, &b).volume(), depth },
        None => Overlap::ZERO,
    }
}

/// Common volume of two convex polyhedra (m³) alone; NaN for coordinates that are not finite.
pub(super) fn common_volume<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> f64 {
    let (Some(box_a), Some(box_b)) = (Bounds::of(a.vertices), Bounds::of(b.vertices)) else {
        return f64::NAN;
    };
    if box_a.apart(&box_b, 3) {
        return 0.0;
    }
    let origin = box_a.common_centre(&box_b);
    common_surface(&Solid::new(a, &origin), &Solid::new(b, &origin)).volume()
}

/// Centroid of the common volume of two convex polyhedra (m); `None` where nothing is common, or a coordinate is not
/// finite.
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn polyhedron_centroid<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> Option<Vec3> {
    let (box_a, box_b) = (Bounds::of(a.vertices)?, Bounds::of(b.vertices)?);
    if box_a.apart(&box_b, 3) {
        return None;
    }
    let origin = box_a.common_centre(&box_b);
    let common = common_surface(&Solid::new(a, &origin), &Solid::new(b, &origin));
    common.centroid().map(|c| c + origin)
}

/// A polyhedron in local coordinates, with the planes of its facets.
pub(super) struct Solid {
    pub surface: Surface,
    /// Outward unit normals by facet, zero for a facet without area.
    pub normals: Vec<Vec3>,
    /// Mean vertex (m).
    pub centre: Vec3,
    /// The vertices once more, where they are many.
    cloud: Option<Cloud>,
}

/// An edge and the facets beside it.
pub(super) struct Edge {
    /// A point on it (m).
    pub point: Vec3,
    /// Unit vector from tail to head.
    pub direction: Vec3,
    /// Facet to the left and to the right, seen from outside and walking along `direction`.
    pub sides: [usize; 2],
}

impl Solid {
    pub fn new<F: AsRef<[usize]>>(view: &ConvexView<'_, F>, origin: &Vec3) -> Self {
        let vertices: Vec<Vec3> = view.vertices.iter().map(|v| v - origin).collect();
        let mut corners = Vec::with_capacity(6 * vertices.len());
        let mut ends = Vec::with_capacity(view.facets.len());
        let mut normals = Vec::with_capacity(view.facets.len());
        for facet in view.facets {
            let facet = facet.as_ref();
            normals.push(unit_normal(&vertices, facet));
            corners.extend_from_slice(facet);
            ends.push(corners.len());
        }
        let centre = vertices.iter().sum::<Vec3>() / vertices.len() as f64;
        let planes = (0..ends.len()).collect();
        let cloud = Cloud::of_many(&vertices);
        Self { surface: Surface { vertices, corners, ends, planes }, normals, centre, cloud }
    }

    pub fn vertices(&self) -> &[Vec3] {
        &self.surface.vertices
    }

    /// Largest `axis · x` over the vertices (m).
    pub fn highest(&self, axis: &Vec3) -> f64 {
        self.cloud.as_ref().map_or_else(|| highest(self.vertices(), axis), |cloud| cloud.highest(axis))
    }

    /// The same, where a vertex is among the farthest or near them.
    pub fn highest_from(&self, axis: &Vec3, vertex: usize) -> f64 {
        match &self.cloud {
            Some(cloud) => cloud.highest_above(axis, axis.dot(&self.vertices()[vertex])),
            None => highest(self.vertices(), axis),
        }
    }

    /// Whether a vertex lies beyond `axis · x = offset` (m).
    fn reaches(&self, axis: &Vec3, offset: f64) -> bool {
        match &self.cloud {
            Some(cloud) => cloud.highest_above(axis, offset) > offset,
            None => highest(self.vertices(), axis) > offset,
        }
    }

    /// Smallest `axis · x` over the vertices (m).
    pub fn lowest(&self, axis: &Vec3) -> f64 {
        self.cloud.as_ref().map_or_else(|| lowest(self.vertices(), axis), |cloud| cloud.lowest(axis))
    }

    /// A vertex with the largest `axis · x` (m).
    pub fn farthest(&self, axis: &Vec3) -> Vec3 {
        self.cloud.as_ref().map_or_else(|| farthest(self.vertices(), axis), |cloud| cloud.farthest(axis))
    }

    /// Facets whose boxes meet that around some points.
    fn facets_near(&self, points: &[Vec3]) -> impl Iterator<Item = usize> {
        let none = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        let around = |all: (Vec3, Vec3), p: &Vec3| (all.0.inf(p), all.1.sup(p));
        let (low, high) = points.iter().fold(none, around);
        let slack = ROUNDING * low.amax().max(high.amax());
        let meets = move |face: &[usize]| {
            let (from, to) = face.iter().map(|i| &self.vertices()[*i]).fold(none, around);
            (0..3).all(|k| from[k] <= high[k] + slack && low[k] <= to[k] + slack)
        };
        self.surface.loops().enumerate().filter(move |(_, face)| meets(face)).map(|(k, _)| k)
    }

    /// Whether a point lies behind the planes of all facets.
    fn holds(&self, x: &Vec3) -> bool {
        let behind = |(n, face): (&Vec3, &[usize])| n.dot(x) <= n.dot(&self.vertices()[face[0]]);
        self.normals.iter().zip(self.surface.loops()).all(behind)
    }

    /// The edges of positive length, in the order of their vertices.
    pub fn edges(&self) -> Vec<Edge> {
        // By the smaller index first, those of each in turn: sorting all at once takes as long as all the rest.
        let mut halves = vec![(0, 0, false, 0); self.surface.corners.len()];
        let mut places = vec![0; self.vertices().len() + 1];
        let each = |take: &mut dyn FnMut(usize, usize, usize)| {
            for (facet, face) in self.surface.loops().enumerate() {
                (0..face.len()).for_each(|k| take(face[k], face[(k + 1) % face.len()], facet));
            }
        };
        each(&mut |i, j, _| places[i.min(j) + 1] += 1);
        (1..places.len()).for_each(|k| places[k] += places[k - 1]);
        let ends: Vec<usize> = places[1..].to_vec();
        each(&mut |i, j, facet| {
            // The half that runs from the smaller to the larger index sorts first: its facet is on the
            // left.
            halves[places[i.min(j)]] = (i.min(j), i.max(j), i > j, facet);
            places[i.min(j)] += 1;
        });
        let mut begin = 0;
        for end in ends {
            halves[begin..end].sort_unstable();
            begin = end;
        }
        let mut edges = Vec::with_capacity(halves.len() / 2);
        for pair in halves.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)) {
            let &[(tail, head, false, left), (_, _, true, right)] = pair else { continue };
            let (p, along) = (self.vertices()[tail], self.vertices()[head] - self.vertices()[tail]);
            let length = along.norm();
            if length > 0.0 {
                edges.push(Edge { point: p, direction: along / length, sides: [left, right] });
            }
        }
        edges
    }
}

/// Outward unit normal of a loop, zero if it encloses no area: the direction of its area vector (Newell),
/// summed about a corner so that only differences of coordinates enter.
pub(super) fn unit_normal(vertices: &[Vec3], face: &[usize]) -> Vec3 {
    let mut twice_area = Vec3::zeros();
    if let Some((&first, rest)) = face.split_first() {
        for pair in rest.windows(2) {
            twice_area += (vertices[pair[0]] - vertices[first]).cross(&(vertices[pair[1]] - vertices[first]));
        }
    }
    let norm = twice_area.norm();
    if norm > 0.0 { twice_area / norm } else { Vec3::zeros() }
}

/// The surface of what is common to both; without vertices where nothing is.
fn common_surface(a: &Solid, b: &Solid) -> Surface {
    // Fewer cutting planes, fewer passes.
    let (body, knife) = if a.normals.len() >= b.normals.len() { (a, b) } else { (b, a) };
    cut(body, knife, 0)
}

/// What of `body` lies within `knife`; faces on its planes have their numbers, and `first` more.
fn cut(body: &Solid, knife: &Solid, first: usize) -> Surface {
    if knife.normals.len() > MANY_FACETS {
        // Where the two have a point in common, only facets that lie in the body bound what they have: a way from that point to one of the body that
        // is outside the knife leaves it through such a facet. And where they have none all that is left lies outside the knife.
        let near: Vec<usize> = knife.facets_near(body.vertices()).collect();
        let surface = cut_by(body, knife, &near, first);
        if surface.inside().is_some_and(|x| knife.holds(&x)) {
            return surface;
        }
    }
    let all: Vec<usize> = (0..knife.normals.len()).collect();
    cut_by(body, knife, &all, first)
}

/// What of `body` lies behind the planes of these facets of `knife`.
fn cut_by(body: &Solid, knife: &Solid, facets: &[usize], first: usize) -> Surface {
    let mut spaces: Vec<(f64, HalfSpace)> = Vec::with_capacity(facets.len());
    for &k in facets.iter().filter(|k| knife.normals[**k] != Vec3::zeros()) {
        let normal = knife.normals[k];
        // The support, not the facet's own height: a plane tilted by rounding must not cut its own body.
        let offset = knife.highest_from(&normal, knife.surface.face(k)[0]);
        if body.reaches(&normal, offset) {
            let left_over = offset - body.lowest(&normal);
            spaces.push((left_over, HalfSpace { normal, offset, plane: first + k }));
        }
    }
    // Thinnest remainder first: the later cuts then meet few faces.
    spaces.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut clipper = Clipper::new(body.surface.clone());
    spaces.iter().for_each(|(_, space)| clipper.clip(space));
    clipper.surface()
}

/// What two convex polyhedra have in common; `None` where that is nothing, or a coordinate is not finite.
pub(super) fn common_part<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> Option<CommonPart> {
    let (box_a, box_b) = (Bounds::of(a.vertices)?, Bounds::of(b.vertices)?);
    if box_a.apart(&box_b, 3) {
        return None;
    }
    let origin = box_a.common_centre(&box_b);
    let own = a.facets.len();
    let surface = cut(&Solid::new(a, &origin), &Solid::new(b, &origin), own);
    let plane = |k: usize| if k < own { FacetOf::A(k) } else { FacetOf::B(k - own) };
    let faces: Vec<_> =
        surface.loops().zip(&surface.planes).map(|(corners, &k)| (plane(k), corners.to_vec())).collect();
    let corners: Vec<Vec3> = surface.vertices.iter().map(|v| v + origin).collect();
    (!faces.is_empty()).then_some(CommonPart { corners, faces })
}
