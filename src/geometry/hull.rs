//! Convex hulls of points in the plane and in space, with coplanar triangles merged into polygon faces.

use crate::geometry::polytope::{Edge, Facet, GeometryError, Polytope};
use crate::math::{Dimension, Vec3};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Points closer to a plane (or line) than this fraction of the extent of the set lie on it. Far above the
/// rounding of decimal scene files (1e-16), far below any detail that a body could show.
const COPLANAR: f64 = 1e-10;

/// A set thinner than this fraction of its extent has no inside worth simulating.
const FLAT: f64 = 1e-7;

/// The convex polyhedron spanned by `points` (m).
///
/// # Errors
/// Points that are not finite, fewer than four distinct, on a line, or in a plane.
pub fn convex_hull_3d(points: &[Vec3]) -> Result<Polytope, GeometryError> {
    check_finite(points)?;
    let scale = extent(points);
    let distinct = distinct(points, scale * COPLANAR);
    if distinct.len() < 4 {
        return Err(GeometryError::TooFewPoints { found: distinct.len(), needed: 4, what: "polyhedron" });
    }
    let simplex = initial_simplex(&distinct, scale)?;
    let mut hull = Quickhull::new(&distinct, simplex, scale * COPLANAR);
    hull.run();
    assemble(&distinct, &hull.triangles(), scale * COPLANAR)
}

/// The convex polygon spanned by `points` (m) in the x-y plane, counter-clockwise.
///
/// # Errors
/// Points that are not finite, off the plane z = 0, fewer than three distinct, or on a line.
pub fn convex_hull_2d(points: &[Vec3]) -> Result<Polytope, GeometryError> {
    check_finite(points)?;
    if points.iter().any(|p| p.z != 0.0) {
        return Err(GeometryError::WrongDimension {
            what: "a two-dimensional shape has a point with z other than 0; give 2D points, or set `dimension: Three`",
        });
    }
    let scale = extent(points);
    let mut sorted = distinct(points, scale * COPLANAR);
    if sorted.len() < 3 {
        return Err(GeometryError::TooFewPoints { found: sorted.len(), needed: 3, what: "polygon" });
    }
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    // Andrew's monotone chain; `robust` decides orientation exactly.
    let turn = |a: &Vec3, b: &Vec3, c: &Vec3| {
        let p = |v: &Vec3| robust::Coord { x: v.x, y: v.y };
        robust::orient2d(p(a), p(b), p(c))
    };
    let mut chain: Vec<Vec3> = Vec::with_capacity(2 * sorted.len());
    for pass in 0..2 {
        let start = chain.len();
        let ordered: Box<dyn Iterator<Item = &Vec3>> =
            if pass == 0 { Box::new(sorted.iter()) } else { Box::new(sorted.iter().rev()) };
        for p in ordered {
            while chain.len() >= start + 2 && turn(&chain[chain.len() - 2], &chain[chain.len() - 1], p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
    }
    drop_collinear(&mut chain, scale * COPLANAR);
    let width =
        chain.iter().fold(0.0_f64, |w, p| w.max(line_distance(&chain[0], farthest(&chain, &chain[0]), p)));
    if chain.len() < 3 || width <= scale * FLAT {
        return Err(GeometryError::Collinear { what: "polygon" });
    }
    Ok(polygon(chain))
}

fn check_finite(points: &[Vec3]) -> Result<(), GeometryError> {
    match points.iter().position(|p| !p.iter().all(|c| c.is_finite())) {
        Some(index) => Err(GeometryError::NotFinite { index }),
        None => Ok(()),
    }
}

/// Largest side of the bounding box.
fn extent(points: &[Vec3]) -> f64 {
    let (mut lo, mut hi) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    for p in points {
        lo = lo.inf(p);
        hi = hi.sup(p);
    }
    if points.is_empty() { 0.0 } else { (hi - lo).max() }
}

fn distinct(points: &[Vec3], tolerance: f64) -> Vec<Vec3> {
    let mut kept: Vec<Vec3> = Vec::with_capacity(points.len());
    for p in points {
        if kept.iter().all(|k| (k - p).norm() > tolerance) {
            kept.push(*p);
        }
    }
    kept
}

fn farthest<'a>(points: &'a [Vec3], from: &Vec3) -> &'a Vec3 {
    let mut best = &points[0];
    for p in points {
        if (p - from).norm_squared() > (best - from).norm_squared() {
            best = p;
        }
    }
    best
}

fn line_distance(a: &Vec3, b: &Vec3, p: &Vec3) -> f64 {
    let d = b - a;
    let length = d.norm();
    if length == 0.0 { (p - a).norm() } else { d.cross(&(p - a)).norm() / length }
}

fn drop_collinear(chain: &mut Vec<Vec3>, tolerance: f64) {
    let mut i = 0;
    while chain.len() > 2 && i < chain.len() {
        let n = chain.len();
        if line_distance(&chain[(i + n - 1) % n], &chain[(i + 1) % n], &chain[i]) <= tolerance {
            chain.remove(i);
            i = i.saturating_sub(1);
        } else {
            i += 1;
        }
    }
}

/// A polygon from its counter-clockwise extreme points.
fn polygon(vertices: Vec<Vec3>) -> Polytope {
    let n = vertices.len();
    let facets = (0..n)
        .map(|i| {
            let (a, b) = (vertices[i], vertices[(i + 1) % n]);
            let d = b - a;
            let normal = Vec3::new(d.y, -d.x, 0.0).normalize();
            Facet { vertices: vec![i, (i + 1) % n], normal, offset: normal.dot(&a) }
        })
        .collect();
    Polytope {
        dimension: Dimension::Two,
        vertex_neighbours: (0..n).map(|i| vec![(i + n - 1) % n, (i + 1) % n]).collect(),
        vertex_facets: (0..n).map(|i| vec![(i + n - 1) % n, i]).collect(),
        vertex_edges: vec![Vec::new(); n],
        vertices,
        facets,
        edges: Vec::new(),
        width: OnceLock::new(),
    }
}

/// Four points that span space.
fn initial_simplex(points: &[Vec3], scale: f64) -> Result<[usize; 4], GeometryError> {
    let arg_max = |f: &dyn Fn(&Vec3) -> f64| {
        let mut best = (0, f64::NEG_INFINITY);
        for (i, p) in points.iter().enumerate() {
            let value = f(p);
            if value > best.1 {
                best = (i, value);
            }
        }
        best
    };
    let (i0, _) = arg_max(&|p| -(p.x + 0.1 * p.y + 0.01 * p.z));
    let p0 = points[i0];
    let (i1, _) = arg_max(&|p| (p - p0).norm());
    let p1 = points[i1];
    let (i2, off_line) = arg_max(&|p| line_distance(&p0, &p1, p));
    if off_line <= scale * FLAT {
        return Err(GeometryError::Collinear { what: "polyhedron" });
    }
    let normal = (p1 - p0).cross(&(points[i2] - p0)).normalize();
    let (i3, off_plane) = arg_max(&|p| normal.dot(&(p - p0)).abs());
    if off_plane <= scale * FLAT {
        return Err(GeometryError::Flat);
    }
    // Orient so that the fourth point lies below the first three.
    if normal.dot(&(points[i3] - p0)) > 0.0 { Ok([i0, i2, i1, i3]) } else { Ok([i0, i1, i2, i3]) }
}

struct Triangle {
    v: [usize; 3],
    normal: Vec3,
    offset: f64,
    outside: Vec<usize>,
    alive: bool,
}

/// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with planes of thickness `tolerance`: a point within it of every
/// face adds nothing. Farthest points come first, so that faces are as large and their normals as good as the
/// set allows.
struct Quickhull<'a> {
    points: &'a [Vec3],
    tolerance: f64,
    faces: Vec<Triangle>,
}

impl<'a> Quickhull<'a> {
    fn new(points: &'a [Vec3], s: [usize; 4], tolerance: f64) -> Self {
        let mut hull = Self { points, tolerance, faces: Vec::new() };
        for v in [[s[0], s[1], s[2]], [s[0], s[3], s[1]], [s[1], s[3], s[2]], [s[2], s[3], s[0]]] {
            hull.add_face(v);
        }
        let all: Vec<usize> = (0..points.len()).filter(|i| !s.contains(i)).collect();
        let faces: Vec<usize> = (0..hull.faces.len()).collect();
        hull.distribute(&all, &faces);
        hull
    }

    fn add_face(&mut self, v: [usize; 3]) -> usize {
        let [a, b, c] = v.map(|i| self.points[i]);
        let cross = (b - a).cross(&(c - a));
        let length = cross.norm();
        let normal = if length > 0.0 { cross / length } else { Vec3::zeros() };
        self.faces.push(Triangle { v, normal, offset: normal.dot(&a), outside: Vec::new(), alive: true });
        self.faces.len() - 1
    }

    fn distance(&self, face: usize, point: usize) -> f64 {
        self.faces[face].normal.dot(&self.points[point]) - self.faces[face].offset
    }

    fn distribute(&mut self, points: &[usize], faces: &[usize]) {
        for &p in points {
            let mut best = (usize::MAX, self.tolerance);
            for &f in faces {
                let d = self.distance(f, p);
                if d > best.1 {
                    best = (f, d);
                }
            }
            if best.0 != usize::MAX {
                self.faces[best.0].outside.push(p);
            }
        }
    }

    fn run(&mut self) {
        while let Some(face) =
            (0..self.faces.len()).find(|&f| self.faces[f].alive && !self.faces[f].outside.is_empty())
        {
            let mut apex = self.faces[face].outside[0];
            for &p in &self.faces[face].outside {
                if self.distance(face, p) > self.distance(face, apex) {
                    apex = p;
                }
            }
            let visible: Vec<usize> = (0..self.faces.len())
                .filter(|&f| self.faces[f].alive && self.distance(f, apex) > self.tolerance)
                .collect();
            // The horizon: directed edges of visible faces whose reverse belongs to no visible face.
            let mut directed = BTreeMap::new();
            for &f in &visible {
                let v = self.faces[f].v;
                for k in 0..3 {
                    directed.insert((v[k], v[(k + 1) % 3]), ());
                }
            }
            let mut orphans = Vec::new();
            for &f in &visible {
                self.faces[f].alive = false;
                orphans.append(&mut self.faces[f].outside);
            }
            orphans.retain(|&p| p != apex);
            let fresh: Vec<usize> = directed
                .keys()
                .filter(|(a, b)| !directed.contains_key(&(*b, *a)))
                .map(|&(a, b)| [a, b, apex])
                .collect::<Vec<_>>()
                .into_iter()
                .map(|v| self.add_face(v))
                .collect();
            self.distribute(&orphans, &fresh);
        }
    }

    /// Vertex triples, counter-clockwise from outside, largest area first.
    fn triangles(&self) -> Vec<[usize; 3]> {
        let mut list: Vec<(f64, [usize; 3])> = self
            .faces
            .iter()
            .filter(|f| f.alive)
            .map(|f| {
                let [a, b, c] = f.v.map(|i| self.points[i]);
                ((b - a).cross(&(c - a)).norm(), f.v)
            })
            .collect();
        list.sort_by(|a, b| b.0.total_cmp(&a.0));
        list.into_iter().map(|(_, v)| v).collect()
    }
}

/// Merges triangles of one plane and builds the adjacency.
fn assemble(points: &[Vec3], triangles: &[[usize; 3]], tolerance: f64) -> Result<Polytope, GeometryError> {
    // Planes from the largest triangles; a triangle whose corners lie on a known plane adds none. Twice the
    // hull's own tolerance, because a point may be off one triangle of a merged face and on the next.
    let on_plane = 4.0 * tolerance;
    let mut planes: Vec<(Vec3, f64)> = Vec::new();
    for t in triangles {
        let [a, b, c] = t.map(|i| points[i]);
        let known = planes.iter().any(|(n, d)| [a, b, c].iter().all(|p| (n.dot(p) - d).abs() <= on_plane));
        if !known {
            let normal = (b - a).cross(&(c - a)).normalize();
            planes.push((normal, normal.dot(&a)));
        }
    }
    let mut used: Vec<usize> = triangles.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let mut loops: Vec<Vec<usize>> = Vec::new();
    for (normal, offset) in &planes {
        let members: Vec<usize> =
            used.iter().copied().filter(|&i| (normal.dot(&points[i]) - offset).abs() <= on_plane).collect();
        loops.push(face_loop(points, members, normal, tolerance));
    }
    // A vertex that bounds fewer than three faces lies inside a face or an edge.
    let mut degree = BTreeMap::new();
    for i in loops.iter().flatten() {
        *degree.entry(*i).or_insert(0_usize) += 1;
    }
    for l in &mut loops {
        l.retain(|i| degree[i] >= 3);
    }
    let index: BTreeMap<usize, usize> =
        degree.iter().filter(|(_, d)| **d >= 3).enumerate().map(|(new, (old, _))| (*old, new)).collect();
    let vertices: Vec<Vec3> = index.keys().map(|&i| points[i]).collect();
    let facets: Vec<Facet> = loops
        .into_iter()
        .map(|l| {
            let vs: Vec<usize> = l.iter().map(|i| index[i]).collect();
            facet(&vertices, vs)
        })
        .collect();
    connect(vertices, facets).ok_or(GeometryError::Flat)
}

/// The corners of one face in counter-clockwise order, without points on its sides.
fn face_loop(points: &[Vec3], members: Vec<usize>, normal: &Vec3, tolerance: f64) -> Vec<usize> {
    let centre = members.iter().map(|&i| points[i]).sum::<Vec3>() / members.len() as f64;
    let (t, o) = crate::math::tangents(normal);
    let mut keyed: Vec<(f64, usize)> = members
        .into_iter()
        .map(|i| {
            let d = points[i] - centre;
            (d.dot(&o).atan2(d.dot(&t)), i)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut ring: Vec<usize> = keyed.into_iter().map(|(_, i)| i).collect();
    let mut k = 0;
    while ring.len() > 3 && k < ring.len() {
        let n = ring.len();
        let (a, b, c) = (points[ring[(k + n - 1) % n]], points[ring[k]], points[ring[(k + 1) % n]]);
        if line_distance(&a, &c, &b) <= tolerance {
            ring.remove(k);
            k = k.saturating_sub(1);
        } else {
            k += 1;
        }
    }
    ring
}

/// Plane of a polygon by Newell's sum, exact for flat loops and the best fit for nearly flat ones.
fn facet(vertices: &[Vec3], ring: Vec<usize>) -> Facet {
    let origin = vertices[ring[0]];
    let mut sum = Vec3::zeros();
    for k in 0..ring.len() {
        let (a, b) = (vertices[ring[k]] - origin, vertices[ring[(k + 1) % ring.len()]] - origin);
        sum += a.cross(&b);
    }
    let normal = sum.normalize();
    let offset = ring.iter().map(|&i| normal.dot(&vertices[i])).sum::<f64>() / ring.len() as f64;
    Facet { vertices: ring, normal, offset }
}

/// Edges and incidence lists; `None` if the facets do not close.
fn connect(vertices: Vec<Vec3>, facets: Vec<Facet>) -> Option<Polytope> {
    let mut directed: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (f, facet) in facets.iter().enumerate() {
        let n = facet.vertices.len();
        if n < 3 {
            return None;
        }
        for k in 0..n {
            if directed.insert((facet.vertices[k], facet.vertices[(k + 1) % n]), f).is_some() {
                return None;
            }
        }
    }
    let mut edges = Vec::new();
    for (&(a, b), &left) in &directed {
        let right = *directed.get(&(b, a))?;
        if a < b {
            edges.push(Edge { vertices: [a, b], facets: [left, right] });
        }
    }
    if vertices.len() + facets.len() != edges.len() + 2 {
        return None;
    }
    let n = vertices.len();
    let (mut neighbours, mut vertex_edges, mut vertex_facets) =
        (vec![Vec::new(); n], vec![Vec::new(); n], vec![Vec::new(); n]);
    for (e, edge) in edges.iter().enumerate() {
        let [a, b] = edge.vertices;
        neighbours[a].push(b);
        neighbours[b].push(a);
        vertex_edges[a].push(e);
        vertex_edges[b].push(e);
    }
    for (f, facet) in facets.iter().enumerate() {
        for &v in &facet.vertices {
            vertex_facets[v].push(f);
        }
    }
    Some(Polytope {
        dimension: Dimension::Three,
        vertices,
        facets,
        edges,
        vertex_neighbours: neighbours,
        vertex_facets,
        vertex_edges,
        width: OnceLock::new(),
    })
}

#[cfg(test)]
mod tests;
