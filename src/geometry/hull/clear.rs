//! The hull of points that leave no doubt: each lies on a plane of the hull but for rounding, or far from it.

use super::connect::connect;
use super::quick::{Quickhull, Sight};
use super::{Tolerance, line_distance};
use crate::geometry::polytope::{Facet, Polytope};
use crate::math::Vec3;
use std::collections::BTreeMap;

/// The hull by planes of thickness `tolerance.plane`, without an exact predicate; `None` unless its margins prove that another order of
/// the points, or exact arithmetic, would find the same facets. The order of facets and corners is that of the points.
pub(super) fn clear_hull(points: &[Vec3], simplex: [usize; 4], tolerance: &Tolerance) -> Option<Polytope> {
    let hull = Quickhull::of(points, simplex, Sight::Thick, tolerance.plane)?;
    if hull.unclear {
        return None;
    }
    let polytope = assemble(points, &triangles(&hull, points), tolerance.plane)?;
    is_clear(&polytope, tolerance).then_some(polytope)
}

/// Whether the corners of every facet lie in its plane to a tenth of the tolerance, and all others far below it. The lowest of these is joined
/// to a corner of the facet by an edge, because a height has no other minima on a convex body.
fn is_clear(polytope: &Polytope, tolerance: &Tolerance) -> bool {
    polytope.facets.iter().all(|facet| {
        let height = |v: usize| facet.normal.dot(&polytope.vertices[v]) - facet.offset;
        let far = |v: usize| facet.vertices.contains(&v) || height(v) < -4.0 * tolerance.weld;
        facet.vertices.iter().all(|&v| {
            height(v).abs() <= tolerance.plane / 10.0
                && polytope.vertex_neighbours[v].iter().all(|&next| far(next))
        })
    })
}

/// Vertex triples, counter-clockwise from outside, largest area first.
fn triangles(hull: &Quickhull, points: &[Vec3]) -> Vec<[usize; 3]> {
    let mut list: Vec<(f64, [usize; 3])> = hull
        .faces()
        .map(|f| {
            let [a, b, c] = f.v.map(|i| points[i]);
            ((b - a).cross(&(c - a)).norm(), f.v)
        })
        .collect();
    list.sort_by(|a, b| b.0.total_cmp(&a.0));
    list.into_iter().map(|(_, v)| v).collect()
}

/// Merges triangles of one plane and builds the adjacency.
fn assemble(points: &[Vec3], triangles: &[[usize; 3]], tolerance: f64) -> Option<Polytope> {
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
        if l.len() < 3 {
            return None;
        }
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
    connect(vertices, facets)
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
