//! Overlap of two convex polyhedra: separating axes for the depth, clipping for the volume and its centroid.

use super::clip::{Clipper, HalfSpace, Surface};
use super::{Bounds, CommonPart, FacetOf, Overlap, highest, lowest};
use crate::math::Vec3;

/// Edges are parallel when the sine of the angle between them is not above this (dimensionless).
///
/// Such a pair spans a face of the Minkowski difference no wider than this times an edge length, so leaving
/// it out overstates the depth by no more than that. The supports make every other axis safe, however poor
/// its direction.
const PARALLEL_SINE: f64 = 1e-15;

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
        Some(depth) => Overlap { measure: common_surface(a, b).volume(), depth },
        None => Overlap::ZERO,
    }
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
    let common = common_surface(Solid::new(a, &origin), Solid::new(b, &origin));
    common.centroid().map(|c| c + origin)
}

/// A polyhedron in local coordinates, with the planes of its facets.
struct Solid {
    surface: Surface,
    /// Outward unit normals by facet, zero for a facet without area.
    normals: Vec<Vec3>,
    /// Mean vertex (m).
    centre: Vec3,
}

/// An edge and the facets beside it.
struct Edge {
    /// A point on it (m).
    point: Vec3,
    /// Unit vector from tail to head.
    direction: Vec3,
    /// Facet to the left and to the right, seen from outside and walking along `direction`.
    sides: [usize; 2],
}

impl Solid {
    fn new<F: AsRef<[usize]>>(view: &ConvexView<'_, F>, origin: &Vec3) -> Self {
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
        Self { surface: Surface { vertices, corners, ends, planes }, normals, centre }
    }

    fn vertices(&self) -> &[Vec3] {
        &self.surface.vertices
    }

    /// The edges of positive length, in the order of their vertices.
    fn edges(&self) -> Vec<Edge> {
        let mut halves = Vec::with_capacity(self.surface.corners.len());
        for (facet, face) in self.surface.loops().enumerate() {
            for k in 0..face.len() {
                let (i, j) = (face[k], face[(k + 1) % face.len()]);
                // The half that runs from the smaller to the larger index sorts first: its facet is on the
                // left.
                halves.push((i.min(j), i.max(j), i > j, facet));
            }
        }
        halves.sort_unstable();
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

/// Least `h(m)` over the candidate axes (m), `None` if one of them separates.
fn separation_depth(a: &Solid, b: &Solid) -> Option<f64> {
    let mut depth = f64::INFINITY;
    for (own, other) in [(a, b), (b, a)] {
        for (normal, face) in own.normals.iter().zip(own.surface.loops()) {
            if *normal == Vec3::zeros() {
                continue;
            }
            let bottom = lowest(other.vertices(), normal);
            // The facet's height bounds the support from below: most axes end here.
            if normal.dot(&own.vertices()[face[0]]) - bottom >= depth {
                continue;
            }
            let h = highest(own.vertices(), normal) - bottom;
            if h <= 0.0 {
                return None;
            }
            depth = depth.min(h);
        }
    }
    if depth == f64::INFINITY {
        return None; // no facet with area: nothing is enclosed
    }

    // The normals beside an edge span an arc on the Gauss sphere; two edges span a face of the Minkowski
    // difference exactly where the arc of one crosses the negated arc of the other. With e = left × right
    // along each edge:
    //   the ends of B's arc lie on both sides of the great circle of A's arc    (l_B·e_A)(r_B·e_A) < 0
    //   and the other way round                                                (l_A·e_B)(r_A·e_B) < 0
    //   the arcs cross in the same hemisphere                                  (l_B·e_A)(r_A·e_B) < 0
    // An arc that ends on the other is left out: the cross product is then a facet normal, tried above.
    let (edges_a, edges_b) = (a.edges(), b.edges());
    let mut side = vec![0.0; b.normals.len()];
    for edge_a in &edges_a {
        for (s, normal) in side.iter_mut().zip(&b.normals) {
            *s = normal.dot(&edge_a.direction);
        }
        for edge_b in &edges_b {
            let [left_b, right_b] = edge_b.sides.map(|f| side[f]);
            if left_b * right_b >= 0.0 {
                continue;
            }
            let [left_a, right_a] = edge_a.sides.map(|f| a.normals[f].dot(&edge_b.direction));
            if left_a * right_a >= 0.0 || left_b * right_a >= 0.0 {
                continue;
            }
            let cross = edge_a.direction.cross(&edge_b.direction);
            let sine = cross.norm();
            if sine <= PARALLEL_SINE {
                continue;
            }
            // Out of A and into B. Both centres lie behind their edge, so both parts have the same sign.
            let outward = cross.dot(&(edge_a.point - a.centre)) - cross.dot(&(edge_b.point - b.centre));
            let axis = cross * (1f64.copysign(outward) / sine);
            // The edges bound the supports: most axes end here.
            if axis.dot(&(edge_a.point - edge_b.point)) >= depth {
                continue;
            }
            let h = highest(a.vertices(), &axis) - lowest(b.vertices(), &axis);
            if h <= 0.0 {
                return None;
            }
            depth = depth.min(h);
        }
    }
    Some(depth)
}

/// The surface of what is common to both; without vertices where nothing is.
fn common_surface(a: Solid, b: Solid) -> Surface {
    // Fewer cutting planes, fewer passes.
    let (body, knife) = if a.normals.len() >= b.normals.len() { (a, b) } else { (b, a) };
    cut(body, &knife, 0)
}

/// What of `body` lies within `knife`; faces on its planes have their numbers, and `first` more.
fn cut(body: Solid, knife: &Solid, first: usize) -> Surface {
    let mut spaces: Vec<(f64, HalfSpace)> = Vec::with_capacity(knife.normals.len());
    for (k, &normal) in knife.normals.iter().enumerate().filter(|(_, n)| **n != Vec3::zeros()) {
        // The support, not the facet's own height: a plane tilted by rounding must not cut its own body.
        let offset = highest(knife.vertices(), &normal);
        if highest(body.vertices(), &normal) > offset {
            let left_over = offset - lowest(body.vertices(), &normal);
            spaces.push((left_over, HalfSpace { normal, offset, plane: first + k }));
        }
    }
    // Thinnest remainder first: the later cuts then meet few faces.
    spaces.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut surface = body.surface;
    let mut clipper = Clipper::default();
    for (_, space) in &spaces {
        clipper.clip(&mut surface, space);
    }
    surface
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
    let surface = cut(Solid::new(a, &origin), &Solid::new(b, &origin), own);
    let plane = |k: usize| if k < own { FacetOf::A(k) } else { FacetOf::B(k - own) };
    let faces: Vec<_> =
        surface.loops().zip(&surface.planes).map(|(corners, &k)| (plane(k), corners.to_vec())).collect();
    let corners: Vec<Vec3> = surface.vertices.iter().map(|v| v + origin).collect();
    (!faces.is_empty()).then_some(CommonPart { corners, faces })
}
