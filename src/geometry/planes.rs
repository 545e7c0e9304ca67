//! The planes of a polytope's facets beside each other in memory, and which edges they meet in cleanly: bounds of separations are read
//! from them.

use crate::geometry::polytope::Polytope;
use crate::math::Vec3;

/// An edge is clean where it is longer than this part of the polytope's reach.
const LONG: f64 = 1e-4;

/// Its ends lie in the planes of its facets, and these planes along it, to this part of the reach, and this sine.
const FLAT: f64 = 1e-8;

/// One less the cosine of the least angle of its facets' normals: 1.4e-6 rad.
const BENT: f64 = 1e-12;

/// The planes of a polytope, body frame.
#[derive(Clone, Debug)]
pub struct Planes {
    /// Outward unit normal of each facet, and the height of its first vertex along it (m).
    of_facets: Vec<(Vec3, f64)>,
    /// The facets of each clean edge; `None` for others.
    of_edges: Vec<Option<[usize; 2]>>,
    /// Largest distance of a vertex from the origin (m).
    pub reach: f64,
}

impl Planes {
    /// Those of a polytope.
    pub(super) fn new(shape: &Polytope) -> Self {
        let level = |n: &Vec3, v: usize| n.dot(&shape.vertices[v]);
        let of_facets: Vec<_> =
            shape.facets.iter().map(|f| (f.normal, level(&f.normal, f.vertices[0]))).collect();
        let reach = shape.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
        let clean = |e: &crate::geometry::polytope::Edge| {
            let [tail, head] = e.vertices;
            let along = shape.vertices[head] - shape.vertices[tail];
            let length = along.norm();
            let lies_in = |f: usize| {
                of_facets.get(f).is_some_and(|(n, offset)| {
                    let off = |v: usize| (level(n, v) - offset).abs();
                    off(tail).max(off(head)) <= FLAT * reach && n.dot(&along).abs() <= FLAT * length
                })
            };
            let [left, right] = e.facets;
            let whole = length >= LONG * reach && lies_in(left) && lies_in(right);
            (whole && of_facets[left].0.dot(&of_facets[right].0) < 1.0 - BENT).then_some(e.facets)
        };
        Self { of_edges: shape.edges.iter().map(clean).collect(), of_facets, reach }
    }

    /// The heights of a point above the planes of all facets (m).
    pub fn heights(&self, point: &Vec3) -> impl Iterator<Item = f64> {
        self.of_facets.iter().map(move |(n, offset)| n.dot(point) - offset)
    }

    /// The facets of an edge, if it is clean: longer than 1e-4 of the reach, between planes that contain it to 1e-8 and that are not nearly one.
    pub fn beside(&self, edge: usize) -> Option<[usize; 2]> {
        self.of_edges[edge]
    }
}
