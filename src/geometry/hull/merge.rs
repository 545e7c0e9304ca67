//! The hull of points that leave doubts: exact triangles over the points that matter, joined to facets where they are flat.

use super::quick::{Face, Quickhull, Sight};
use super::{Tolerance, accurate, initial_simplex, line_distance};
use crate::geometry::polytope::{Facet, GeometryError};
use crate::math::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// What a triangle belongs to before it is given to a facet.
const NONE: usize = usize::MAX;

/// Rounds in which regions that do not fit are taken apart one by one; after that, all are.
const MOST_ROUNDS: usize = 8;

/// Triangles in one plane, joined.
struct Region {
    /// The triangle whose plane it is: no point of the hull lies beyond it.
    seed: usize,
    /// The vertices around it, counter-clockwise from outside.
    outline: Vec<usize>,
}

/// The hull of points that differ and are sorted, so that their order decides nothing. Points within `tolerance.weld` of the hull of the
/// others add nothing; vertices of a facet lie within `tolerance.plane` below its plane, and none lies above it but for rounding.
/// Gives the points that are vertices, in ascending order, and the
/// facets, whose vertices are points as well.
///
/// # Errors
/// Points in a plane.
pub(super) fn merged_hull(
    points: &[Vec3],
    tolerance: &Tolerance,
) -> Result<(Vec<usize>, Vec<Facet>), GeometryError> {
    let mut kept: Vec<usize> = (0..points.len()).collect();
    let mut reach = tolerance.weld;
    loop {
        let left: Vec<Vec3> = kept.iter().map(|&i| points[i]).collect();
        let start = initial_simplex(&left, tolerance)?;
        let hull = Quickhull::of(&left, start, Sight::Exact, reach).ok_or(GeometryError::Unresolved)?;
        let surface = Surface { points: &left, faces: hull.into_faces(), plane: tolerance.plane };
        let (regions, corners) = surface.facets();
        let mut drawn = vec![false; left.len()];
        for v in surface.faces.iter().flat_map(|f| f.v) {
            drawn[v] = true;
        }
        if corners.len() < drawn.iter().filter(|d| **d).count() {
            // What lies within a facet or an edge goes, and the rest is wrapped anew: every round has fewer points.
            kept = corners.iter().map(|&i| kept[i]).collect();
            reach = tolerance.plane;
            continue;
        }
        let facet = |region: Region| {
            let Face { normal, v, .. } = &surface.faces[region.seed];
            let vertices = region.outline.iter().map(|&v| kept[v]).collect();
            Facet { vertices, normal: *normal, offset: normal.dot(&left[v[0]]) }
        };
        let facets = regions.into_iter().map(facet).collect();
        return Ok((corners.iter().map(|&i| kept[i]).collect(), facets));
    }
}

/// A closed convex surface of triangles.
struct Surface<'a> {
    points: &'a [Vec3],
    faces: Vec<Face>,
    plane: f64,
}

impl Surface<'_> {
    /// The facets, from the largest triangle on, and the vertices that bound at least three of them, in ascending order. Whatever
    /// does not fit is taken apart to triangles, of which every vertex bounds three.
    fn facets(&self) -> (Vec<Region>, Vec<usize>) {
        let mut order: Vec<(f64, [usize; 3], usize)> = (0..self.faces.len())
            .map(|f| {
                let v = self.faces[f].v;
                let [a, b, c] = v.map(|i| self.points[i]);
                let mut sorted = v;
                sorted.sort_unstable();
                (accurate::cross(&a, &b, &c).norm(), sorted, f)
            })
            .collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut alone = vec![false; self.faces.len()];
        for round in 1.. {
            let regions = self.regions(&order, &alone);
            let mut degree = vec![0_usize; self.points.len()];
            for v in regions.iter().flat_map(|r| &r.outline) {
                degree[*v] += 1;
            }
            let wrong = self.wrong(&regions, &degree);
            if wrong.is_empty() {
                let corners = (0..self.points.len()).filter(|&v| degree[v] >= 3).collect();
                return (regions, corners);
            }
            if round >= MOST_ROUNDS {
                alone.fill(true);
            }
            for seed in wrong {
                alone[seed] = true;
            }
        }
        unreachable!("triangles by themselves are never wrong")
    }

    /// Every triangle in one region.
    fn regions(&self, order: &[(f64, [usize; 3], usize)], alone: &[bool]) -> Vec<Region> {
        let mut owner = vec![NONE; self.faces.len()];
        let mut regions: Vec<Region> = Vec::new();
        for &(_, _, seed) in order {
            if owner[seed] != NONE {
                continue;
            }
            let id = regions.len();
            let thicknesses = [self.plane, self.plane / 64.0, self.plane / 4096.0];
            let tried = if alone[seed] { &thicknesses[..0] } else { &thicknesses[..] };
            let grown = tried.iter().find_map(|&thick| self.grow(seed, id, thick, &mut owner));
            owner[seed] = id;
            regions.push(Region { seed, outline: grown.unwrap_or_else(|| self.faces[seed].v.to_vec()) });
        }
        regions
    }

    /// Gives the free triangles that hang together with the seed and lie within `thick` of its plane to region `id`; `None`, and nothing given,
    /// unless they make a convex polygon.
    fn grow(&self, seed: usize, id: usize, thick: f64, owner: &mut [usize]) -> Option<Vec<usize>> {
        let (normal, origin) = (self.faces[seed].normal, self.points[self.faces[seed].v[0]]);
        let flat =
            |f: usize| self.faces[f].v.iter().all(|&v| normal.dot(&(self.points[v] - origin)).abs() <= thick);
        let mut members = vec![seed];
        owner[seed] = id;
        let mut k = 0;
        while k < members.len() {
            for f in self.faces[members[k]].across {
                if owner[f] == NONE && flat(f) {
                    owner[f] = id;
                    members.push(f);
                }
            }
            k += 1;
        }
        if members.len() == 1 {
            return Some(self.faces[seed].v.to_vec());
        }
        let outline = self.outline(&members, owner).filter(|outline| self.is_convex(outline, &normal));
        if outline.is_none() {
            for &f in &members {
                owner[f] = NONE;
            }
        }
        outline
    }

    /// The loop around triangles of one owner, from its first vertex on; `None` if there are several, or if it touches itself.
    fn outline(&self, members: &[usize], owner: &[usize]) -> Option<Vec<usize>> {
        let mut next = BTreeMap::new();
        for &f in members {
            let face = &self.faces[f];
            for k in 0..3 {
                let outside = owner[face.across[k]] != owner[f];
                if outside && next.insert(face.v[k], face.v[(k + 1) % 3]).is_some() {
                    return None;
                }
            }
        }
        let first = *next.keys().next()?;
        let mut outline = vec![first];
        let mut at = next[&first];
        while at != first && outline.len() <= next.len() {
            outline.push(at);
            at = *next.get(&at)?;
        }
        (outline.len() == next.len()).then_some(outline)
    }

    /// Whether no vertex of a loop stands back from the line between its neighbours by more than the tolerance.
    fn is_convex(&self, outline: &[usize], normal: &Vec3) -> bool {
        let n = outline.len();
        (0..n).all(|k| {
            let [u, v, w] = [k + n - 1, k, k + 1].map(|j| self.points[outline[j % n]]);
            let along = w - u;
            normal.dot(&along.cross(&(v - u))) <= self.plane * along.norm()
        })
    }

    /// The seeds of regions that have fewer than three corners, or that lose a vertex between two facets which lies off the line between
    /// their corners, and of those beside them.
    fn wrong(&self, regions: &[Region], degree: &[usize]) -> Vec<usize> {
        let mut spoilt = BTreeSet::new();
        for region in regions {
            let ring = &region.outline;
            let corners: Vec<usize> = (0..ring.len()).filter(|&k| degree[ring[k]] >= 3).collect();
            if corners.len() < 3 {
                spoilt.extend(ring.iter().copied());
                continue;
            }
            for (k, &from) in corners.iter().enumerate() {
                let to = corners[(k + 1) % corners.len()];
                let (a, b) = (self.points[ring[from]], self.points[ring[to]]);
                let between = (ring.len() + to - from - 1) % ring.len();
                for step in 1..=between {
                    let v = ring[(from + step) % ring.len()];
                    // Not `>`: two corners that coincide measure nothing.
                    if !(line_distance(&a, &b, &self.points[v]) <= 4.0 * self.plane) {
                        spoilt.insert(v);
                    }
                }
            }
        }
        let is_spoilt = |r: &&Region| r.outline.iter().any(|v| spoilt.contains(v));
        regions.iter().filter(is_spoilt).map(|r| r.seed).collect()
    }
}
