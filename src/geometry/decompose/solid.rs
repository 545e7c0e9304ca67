//! A closed mesh as a solid: corners that are one joined, holes refused, what is inside, and mass properties.

use crate::geometry::decompose::terms::{DecomposeError, MOST_TRIANGLES};
use crate::geometry::mesh::TriangleMesh;
use crate::geometry::polytope::MassProperties;
use crate::math::Vec3;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// A solid between triangles that close, all turned outwards.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    /// Corners, each once (m).
    pub vertices: Vec<Vec3>,
    /// Counter-clockwise seen from outside.
    pub triangles: Vec<[usize; 3]>,
    /// To what its corners are known (m): they come in single precision.
    pub known: f64,
    /// Diagonal of its bounding box (m).
    pub size: f64,
}

impl Solid {
    /// Joins the corners of a mesh and checks that it closes.
    ///
    /// # Errors
    /// Too many triangles, coordinates that are no numbers, edges without a neighbour, triangles turned against each other, no volume.
    pub fn new(mesh: &TriangleMesh) -> Result<Self, DecomposeError> {
        if mesh.triangles.len() > MOST_TRIANGLES {
            return Err(DecomposeError::TooManyTriangles { found: mesh.triangles.len() });
        }
        if !mesh.vertices.iter().flatten().all(|c| c.is_finite()) {
            return Err(DecomposeError::NotFinite);
        }
        let known = mesh.known();
        let (vertices, place) = welded(&mesh.vertices, known);
        let mut triangles: Vec<[usize; 3]> = mesh.triangles.iter().map(|t| t.map(|i| place[i])).collect();
        triangles.retain(|[a, b, c]| a != b && b != c && c != a);
        check_closed(&vertices, &triangles)?;
        let (low, high) = vertices
            .iter()
            .fold((Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)), |(low, high), v| {
                (low.inf(v), high.sup(v))
            });
        let mut solid = Self { vertices, triangles, known, size: (high - low).norm() };
        let volume = solid.mass_properties().measure;
        // Written so that a NaN counts as none.
        if !(volume.abs() > known * solid.size * solid.size) {
            return Err(DecomposeError::NoVolume { volume });
        }
        if volume < 0.0 {
            // A consistently inside-out mesh encloses the same body.
            solid.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        Ok(solid)
    }

    /// Its triangles by their corners (m).
    pub fn corners(&self) -> impl Iterator<Item = [Vec3; 3]> + '_ {
        self.triangles.iter().map(|t| t.map(|i| self.vertices[i]))
    }

    /// Of the solid between the triangles.
    pub fn mass_properties(&self) -> MassProperties {
        let origin = self.vertices.first().copied().unwrap_or_default();
        MassProperties::within(&origin, self.corners())
    }

    /// Whether a point lies inside: the triangles' solid angles seen from it (Van Oosterom and Strackee 1983) add up to more than half of
    /// the sphere.
    pub fn contains(&self, point: &Vec3) -> bool {
        let angle: f64 = self
            .corners()
            .map(|corners| {
                let [a, b, c] = corners.map(|p| p - point);
                let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
                let under = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
                2.0 * a.dot(&b.cross(&c)).atan2(under)
            })
            .sum();
        angle > TAU
    }

    /// Edges at which the solid is hollow: their ends and the outward normals of the two triangles.
    pub fn reflex_edges(&self) -> Vec<[Vec3; 4]> {
        let mut sides: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (k, t) in self.triangles.iter().enumerate() {
            for i in 0..3 {
                let (a, b) = (t[i], t[(i + 1) % 3]);
                sides.entry((a.min(b), a.max(b))).or_default().push(k);
            }
        }
        let normal = |k: usize| {
            let [a, b, c] = self.triangles[k].map(|i| self.vertices[i]);
            (b - a).cross(&(c - a)).try_normalize(0.0)
        };
        let mut found = Vec::new();
        for ((a, b), faces) in sides {
            let &[first, second] = &faces[..] else { continue };
            let (Some(n), Some(m)) = (normal(first), normal(second)) else { continue };
            let far = self.triangles[second].iter().find(|i| **i != a && **i != b);
            let (tail, head) = (self.vertices[a], self.vertices[b]);
            // The second triangle rises above the plane of the first.
            if far.is_some_and(|i| n.dot(&(self.vertices[*i] - tail)) > self.known) {
                found.push([tail, head, n, m]);
            }
        }
        found
    }
}

/// The points without those within `known` of an earlier one, and which of them stands for each that was given.
fn welded(points: &[Vec3], known: f64) -> (Vec<Vec3>, Vec<usize>) {
    let mut order: Vec<usize> = (0..points.len()).collect();
    let by = |a: &Vec3, b: &Vec3| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z));
    order.sort_by(|i, j| by(&points[*i], &points[*j]).then(i.cmp(j)));
    let (mut kept, mut place): (Vec<Vec3>, _) = (Vec::new(), vec![0; points.len()]);
    for i in order {
        let near = kept.iter().enumerate().rev().take_while(|(_, k)| k.x >= points[i].x - known);
        let same = near.into_iter().find(|(_, k)| (*k - points[i]).amax() <= known).map(|(at, _)| at);
        place[i] = same.unwrap_or(kept.len());
        if same.is_none() {
            kept.push(points[i]);
        }
    }
    (kept, place)
}

/// Whether every edge is walked as often one way as the other: then the triangles have no border.
fn check_closed(vertices: &[Vec3], triangles: &[[usize; 3]]) -> Result<(), DecomposeError> {
    let mut walked: BTreeMap<(usize, usize), (i32, u32)> = BTreeMap::new();
    for t in triangles {
        for i in 0..3 {
            let (a, b) = (t[i], t[(i + 1) % 3]);
            let edge = walked.entry((a.min(b), a.max(b))).or_default();
            edge.0 += if a < b { 1 } else { -1 };
            edge.1 += 1;
        }
    }
    let mut open = walked.iter().filter(|(_, (sum, _))| *sum != 0);
    let Some((&(a, b), _)) = open.next() else { return Ok(()) };
    let edges = 1 + open.count();
    // Where every edge has its pairs of triangles, no hole is there: some triangles are turned over.
    if walked.values().all(|(_, count)| count.is_multiple_of(2)) {
        return Err(DecomposeError::Turned { edges });
    }
    let middle = (vertices[a] + vertices[b]) / 2.0;
    Err(DecomposeError::Open { edges, x: middle.x, y: middle.y, z: middle.z })
}
