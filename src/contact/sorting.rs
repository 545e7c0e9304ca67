//! The tests of thesis chapter 3 that sort potential contacts: applicability and feasibility.

use crate::contact::kinematics::WorldPart;
use crate::math::Vec3;

/// How far below a facet a vertex may be and still be held by it (m). Rounding and the rotation error of a
/// semi-implicit step put resting vertices slightly below; farther below, the facet is not the one that it left.
pub const FEASIBLE_DEPTH: f64 = 2.5e-3;

/// Slope tan φ of the feasible region outside the Voronoi region of a facet (figure 3.7). The thesis gives φ no
/// number; we take the angle by which applicability is relaxed, 0.4 rad, for the same reason: the normal and the
/// plane are those of the start of the step, the question is about its end.
pub const FEASIBLE_SLOPE: f64 = 0.422_793_218_738_161_8;

/// Applicability of vertex `vertex` with a facet of outward normal `normal` (3.3), (3.4): the smallest
/// inclination of the edges at the vertex against the facet. At least 0 where no neighbour is closer.
pub fn vertex_facet_applicability(part: &WorldPart, vertex: usize, normal: &Vec3) -> f64 {
    let v = part.vertices[vertex];
    part.shape.vertex_neighbours[vertex]
        .iter()
        .map(|&k| {
            let d = part.vertices[k] - v;
            normal.dot(&d) / d.norm()
        })
        .fold(f64::INFINITY, f64::min)
}

/// Edge–edge applicability (3.5) for the unit normal `n` (either sign).
pub fn edge_edge_applicability(a: &WorldPart, edge_a: usize, b: &WorldPart, edge_b: usize, n: &Vec3) -> f64 {
    let inward = |part: &WorldPart, edge: usize| {
        let (tail, head) = part.edge(edge);
        let e = (head - tail).normalize();
        let [f1, f2] = part.shape.edges[edge].facets;
        (part.normal(f1).cross(&e), e.cross(&part.normal(f2)))
    };
    let (a1, a2) = inward(a, edge_a);
    let (b1, b2) = inward(b, edge_b);
    let d = [n.dot(&a1), n.dot(&a2), -n.dot(&b1), -n.dot(&b2)];
    let low = d.iter().copied().fold(f64::INFINITY, f64::min);
    let high = d.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    low.max(-high)
}

/// Whether a vertex at signed height `gap` over the plane of a facet, at `distance` from the facet itself, could
/// touch it (section 3.3 of the thesis): inside the Voronoi prism down to [`FEASIBLE_DEPTH`], outside it down to
/// a plane that falls by [`FEASIBLE_SLOPE`] with the distance beyond the rim.
pub fn vertex_facet_feasible(gap: f64, distance: f64, inside: bool) -> bool {
    if inside {
        gap > -FEASIBLE_DEPTH
    } else {
        let beyond = (distance * distance - gap * gap).max(0.0).sqrt();
        gap > -FEASIBLE_DEPTH - FEASIBLE_SLOPE * beyond
    }
}
