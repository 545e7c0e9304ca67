//! The shortest translation that separates two convex polyhedra: the least support of their Minkowski difference over facet normals and
//! crosses of edges.
//!
//! Of bodies with many edges most candidates are told to be worse without being asked: with one point d of the difference A − B no direction m in a
//! box has less than the least m·d in it. Those that are left are asked as all are of small bodies, so that the answer is the same.

use super::polyhedron::{Edge, Solid};
use super::tree::{Box3, Node, Tree};
use crate::math::Vec3;

/// Edges are parallel when the sine of the angle between them is not above this (dimensionless).
///
/// Such a pair spans a face of the Minkowski difference no wider than this times an edge length, so leaving
/// it out overstates the depth by no more than that. The supports make every other axis safe, however poor
/// its direction.
const PARALLEL_SINE: f64 = 1e-15;

/// Pairs of edges up to which all are asked: trees cost as much.
const FEW_PAIRS: usize = 40_000;

/// How far off its arc a direction is looked for at least, and by how many times what the normals beside the edge are not normal to it.
const OFF_ARC: (f64, f64) = (1e-12, 10.0);

/// Least `h(m)` over the candidate axes (m), `None` if one of them separates, or nothing is enclosed.
pub(super) fn separation_depth(a: &Solid, b: &Solid) -> Option<f64> {
    // Each edge is a side of two facets.
    let pairs = a.surface.corners.len() * b.surface.corners.len() / 4;
    if pairs <= FEW_PAIRS { by_asking_all(a, b) } else { by_search(a, b) }
}

/// What [`separation_depth`] says, of bodies with few edges.
pub(super) fn by_asking_all(a: &Solid, b: &Solid) -> Option<f64> {
    let mut least = Least { solids: [a, b], depth: f64::INFINITY };
    let parted = least.of_all();
    least.found(parted)
}

/// The same, of bodies with many.
fn by_search(a: &Solid, b: &Solid) -> Option<f64> {
    let mut least = Least { solids: [a, b], depth: f64::INFINITY };
    let parted = search(&mut least);
    least.found(parted)
}

/// The least found so far.
struct Least<'a> {
    solids: [&'a Solid; 2],
    depth: f64,
}

impl Least<'_> {
    /// The depth, if no axis separates (m); without a facet that has an area nothing is enclosed.
    fn found(&self, parted: bool) -> Option<f64> {
        (!parted && self.depth < f64::INFINITY).then_some(self.depth)
    }

    /// Takes what an axis has; whether it separates.
    fn take(&mut self, h: f64) -> bool {
        self.depth = self.depth.min(h);
        h <= 0.0
    }

    /// Asks the normal of a facet of one of the two; whether it separates.
    fn of_facet(&mut self, which: usize, facet: usize, face: &[usize]) -> bool {
        let (own, other) = (self.solids[which], self.solids[1 - which]);
        let normal = &own.normals[facet];
        if *normal == Vec3::zeros() {
            return false;
        }
        let bottom = other.lowest(normal);
        // The facet's height bounds the support from below: most axes end here.
        if normal.dot(&own.vertices()[face[0]]) - bottom >= self.depth {
            return false;
        }
        self.take(own.highest_from(normal, face[0]) - bottom)
    }

    /// Asks the normal to an edge of either; whether it separates. `of_b` are the components along the edge of A of the normals beside that of B.
    ///
    /// The normals beside an edge span an arc on the Gauss sphere; two edges span a face of the Minkowski
    /// difference exactly where the arc of one crosses the negated arc of the other. With e = left × right
    /// along each edge:
    ///   the ends of B's arc lie on both sides of the great circle of A's arc    (l_B·e_A)(r_B·e_A) < 0
    ///   and the other way round                                                (l_A·e_B)(r_A·e_B) < 0
    ///   the arcs cross in the same hemisphere                                  (l_B·e_A)(r_A·e_B) < 0
    /// An arc that ends on the other is left out: the cross product is then a facet normal, tried above.
    #[inline]
    fn of_edges(&mut self, edge_a: &Edge, edge_b: &Edge, [left_b, right_b]: [f64; 2]) -> bool {
        if left_b * right_b >= 0.0 {
            return false;
        }
        let [a, b] = self.solids;
        let [left_a, right_a] = edge_a.sides.map(|f| a.normals[f].dot(&edge_b.direction));
        if left_a * right_a >= 0.0 || left_b * right_a >= 0.0 {
            return false;
        }
        let cross = edge_a.direction.cross(&edge_b.direction);
        let sine = cross.norm();
        if sine <= PARALLEL_SINE {
            return false;
        }
        // Out of A and into B. Both centres lie behind their edge, so both parts have the same sign.
        let outward = cross.dot(&(edge_a.point - a.centre)) - cross.dot(&(edge_b.point - b.centre));
        let axis = cross * (1f64.copysign(outward) / sine);
        // The edges bound the supports: most axes end here.
        if axis.dot(&(edge_a.point - edge_b.point)) >= self.depth {
            return false;
        }
        self.take(a.highest(&axis) - b.lowest(&axis))
    }

    /// Asks all; whether one separates.
    fn of_all(&mut self) -> bool {
        for which in 0..2 {
            for (facet, face) in self.solids[which].surface.loops().enumerate() {
                if self.of_facet(which, facet, face) {
                    return true;
                }
            }
        }
        if self.depth == f64::INFINITY {
            return false;
        }
        let (edges_a, edges_b) = (self.solids[0].edges(), self.solids[1].edges());
        let normals = &self.solids[1].normals;
        let mut side = vec![0.0; normals.len()];
        for edge_a in &edges_a {
            for (s, normal) in side.iter_mut().zip(normals) {
                *s = normal.dot(&edge_a.direction);
            }
            for edge_b in &edges_b {
                if self.of_edges(edge_a, edge_b, edge_b.sides.map(|f| side[f])) {
                    return true;
                }
            }
        }
        false
    }
}

/// As [`Least::of_all`], with trees of directions out of A and into B: those of B are negated.
fn search(least: &mut Least) -> bool {
    let solids = least.solids;
    for (which, sign) in SIGNS.into_iter().enumerate() {
        let normals = solids[which].normals.iter().map(|n| n * sign);
        let tree = Tree::new(&normals.map(|n| (n, n)).collect::<Vec<_>>());
        if (Directions { solids }).of_facets(which, &tree, tree.root(), least) {
            return true;
        }
    }
    if least.depth == f64::INFINITY {
        return false;
    }
    let [a, b] = [0, 1].map(|which| {
        let edges = solids[which].edges();
        let boxes: Vec<_> = edges.iter().map(|edge| arc(solids[which], edge, SIGNS[which])).collect();
        Arcs { tree: Tree::new(&boxes), edges }
    });
    (Directions { solids }).of_edges(&a, &b, a.tree.root(), least)
}

/// What turns a normal of A, and one of B, into a direction out of A and into B.
const SIGNS: [f64; 2] = [1.0, -1.0];

/// The edges of a body, and a tree of their arcs on the Gauss sphere.
struct Arcs {
    edges: Vec<Edge>,
    tree: Tree,
}

/// Directions out of A and into B, many at a time.
struct Directions<'a> {
    solids: [&'a Solid; 2],
}

impl Directions<'_> {
    /// No direction in the box has less than this (m).
    fn bound(&self, directions: &Box3) -> f64 {
        let [a, b] = self.solids;
        let along = directions.middle();
        directions.least(&(a.farthest(along) - b.farthest(&-along)))
    }

    /// The halves of a node, the more promising first, each with its bound (m).
    fn halves(&self, tree: &Tree, node: Node) -> Option<[(Node, f64); 2]> {
        let (left, right) = Tree::below(node)?;
        let [x, y] = [left, right].map(|half| (half, self.bound(tree.around(half))));
        Some(if x.1 <= y.1 { [x, y] } else { [y, x] })
    }

    /// Asks the facets in a node of a body's tree; whether one separates.
    fn of_facets(&self, which: usize, tree: &Tree, node: Node, least: &mut Least) -> bool {
        if let Some(halves) = self.halves(tree, node) {
            let mut ask = |half, bound| bound < least.depth && self.of_facets(which, tree, half, least);
            return halves.into_iter().any(|(half, bound)| ask(half, bound));
        }
        let surface = &self.solids[which].surface;
        tree.order[node.1..node.2].iter().any(|&k| least.of_facet(which, k, surface.face(k)))
    }

    /// Asks the edges of A in a node of its tree with those of B; whether a pair separates.
    fn of_edges(&self, a: &Arcs, b: &Arcs, node: Node, least: &mut Least) -> bool {
        if let Some(halves) = self.halves(&a.tree, node) {
            let mut ask = |half, bound| bound < least.depth && self.of_edges(a, b, half, least);
            return halves.into_iter().any(|(half, bound)| ask(half, bound));
        }
        a.tree.order[node.1..node.2].iter().any(|&k| {
            let (low, high) = arc(self.solids[0], &a.edges[k], SIGNS[0]);
            self.across(&a.edges[k], &Box3::between(&low, &high, 0.0), b, b.tree.root(), least)
        })
    }

    /// Asks an edge of A, whose arc lies in the box, with those of B in a node; whether a pair separates.
    fn across(&self, edge: &Edge, within: &Box3, b: &Arcs, node: Node, least: &mut Least) -> bool {
        if !b.tree.around(node).meets(within) {
            return false;
        }
        if let Some((left, right)) = Tree::below(node) {
            return self.across(edge, within, b, left, least) || self.across(edge, within, b, right, least);
        }
        let normals = &self.solids[1].normals;
        b.tree.order[node.1..node.2].iter().any(|&k| {
            let other = &b.edges[k];
            least.of_edges(edge, other, other.sides.map(|f| normals[f].dot(&edge.direction)))
        })
    }
}

/// The box around the arc of an edge on the Gauss sphere, or that of the negated edge: around its chord, larger by its height.
fn arc(solid: &Solid, edge: &Edge, sign: f64) -> (Vec3, Vec3) {
    let [left, right] = edge.sides.map(|f| solid.normals[f] * sign);
    let height = 1.0 - 0.5 * (left + right).norm();
    let off = left.dot(&edge.direction).abs().max(right.dot(&edge.direction).abs());
    let around = height + OFF_ARC.0 + OFF_ARC.1 * off;
    (left.inf(&right).add_scalar(-around), left.sup(&right).add_scalar(around))
}
