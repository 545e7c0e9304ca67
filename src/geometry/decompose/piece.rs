//! A piece of a solid between planes of cuts: the solid's true surface there, clipped exactly, and the hull over it.

use crate::geometry::decompose::solid::Solid;
use crate::geometry::hull::convex_hull_3d_within;
use crate::geometry::polytope::Polytope;
use crate::math::{Mat3, Vec3};

/// Planes nearer to parallel than this (the determinant of their unit normals) have no common corner.
const PARALLEL: f64 = 1e-6;

/// The side n·x ≤ d of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Half {
    /// Unit normal, away from what is kept.
    pub normal: Vec3,
    /// d (m).
    pub offset: f64,
}

impl Half {
    pub fn height(&self, point: &Vec3) -> f64 {
        self.normal.dot(point) - self.offset
    }

    pub fn other(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset }
    }
}

/// A convex polygon of the solid's surface.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    /// Corners in order (m).
    pub points: Vec<Vec3>,
    /// Outward unit normal.
    pub normal: Vec3,
}

impl Patch {
    pub fn centroid(&self) -> Vec3 {
        self.points.iter().sum::<Vec3>() / self.points.len() as f64
    }

    /// Area (m²).
    pub fn area(&self) -> f64 {
        let first = self.points[0];
        let fan = self.points[1..].windows(2);
        fan.map(|p| (p[0] - first).cross(&(p[1] - first)).dot(&self.normal)).sum::<f64>() / 2.0
    }

    /// Its parts below and above the plane; corners within `known` (m) of it lie on it. A patch in the plane belongs to the side that
    /// has the solid.
    fn split(&self, plane: &Half, known: f64) -> [Option<Self>; 2] {
        let heights = self.points.iter().map(|p| {
            let height = plane.height(p);
            if height.abs() <= known { 0.0 } else { height }
        });
        let heights: Vec<f64> = heights.collect();
        let (below, above) = (heights.iter().any(|h| *h < 0.0), heights.iter().any(|h| *h > 0.0));
        match (below, above) {
            (true, false) => return [Some(self.clone()), None],
            (false, true) => return [None, Some(self.clone())],
            (false, false) if self.normal.dot(&plane.normal) > 0.0 => return [Some(self.clone()), None],
            (false, false) => return [None, Some(self.clone())],
            (true, true) => {}
        }
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let n = self.points.len();
        for k in 0..n {
            let (here, there) = (k, (k + 1) % n);
            if heights[here] <= 0.0 {
                low.push(self.points[here]);
            }
            if heights[here] >= 0.0 {
                high.push(self.points[here]);
            }
            if heights[here] * heights[there] < 0.0 {
                // Always from below, so that all that meet here have the same point, to the bit.
                let (a, b) = if heights[here] < 0.0 { (here, there) } else { (there, here) };
                let share = heights[a] / (heights[a] - heights[b]);
                let point = self.points[a] + (self.points[b] - self.points[a]) * share;
                low.push(point);
                high.push(point);
            }
        }
        let patch = |points: Vec<Vec3>| (points.len() > 2).then_some(Self { points, normal: self.normal });
        [patch(low), patch(high)]
    }
}

/// The solid within a convex cell.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its share of the solid's surface.
    pub surface: Vec<Patch>,
    /// The cell.
    pub cell: Vec<Half>,
    /// Corners of the cell that lie in the solid (m).
    pub corners: Vec<Vec3>,
    /// The hull of it all.
    pub hull: Polytope,
    /// Volume of the hull (m³).
    pub volume: f64,
}

impl Piece {
    /// The whole solid; `None` where it is flat.
    pub fn whole(solid: &Solid) -> Option<Self> {
        let patches = solid.corners().filter_map(|[a, b, c]| {
            let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
            Some(Patch { points: vec![a, b, c], normal })
        });
        Self::of(solid, patches.collect(), Vec::new())
    }

    fn of(solid: &Solid, surface: Vec<Patch>, cell: Vec<Half>) -> Option<Self> {
        let mut points: Vec<Vec3> = surface.iter().flat_map(|patch| patch.points.iter().copied()).collect();
        let mut hull = convex_hull_3d_within(&points, solid.known).ok()?;
        // All other extreme points lie on the surface.
        let outside = |p: &Vec3| depth(&hull, p) < -solid.known;
        let corners: Vec<Vec3> = cell_corners(&cell, solid.known)
            .into_iter()
            .filter(|p| outside(p) && solid.contains(p))
            .collect();
        if !corners.is_empty() {
            points.extend(&corners);
            hull = convex_hull_3d_within(&points, solid.known).ok()?;
        }
        let volume = hull.mass_properties().measure;
        Some(Self { surface, cell, corners, hull, volume })
    }

    /// The two sides of a cut; `None` where one of them has no inside.
    pub fn cut(&self, solid: &Solid, plane: &Half) -> Option<[Self; 2]> {
        let mut sides = [Vec::new(), Vec::new()];
        for patch in &self.surface {
            for (side, part) in sides.iter_mut().zip(patch.split(plane, solid.known)) {
                side.extend(part);
            }
        }
        let [low, high] = sides;
        let with = |half: Half| self.cell.iter().copied().chain([half]).collect();
        Some([Self::of(solid, low, with(*plane))?, Self::of(solid, high, with(plane.other()))?])
    }

    /// The hull over two pieces (which then is no cell any more).
    pub fn joined(&self, other: &Self, solid: &Solid) -> Option<Self> {
        let surface = [&self.surface[..], &other.surface[..]].concat();
        let corners = [&self.corners[..], &other.corners[..]].concat();
        // The corners of both hulls are all that matters for theirs.
        let points = [&self.hull.vertices[..], &other.hull.vertices[..]].concat();
        let hull = convex_hull_3d_within(&points, solid.known).ok()?;
        let volume = hull.mass_properties().measure;
        Some(Self { surface, cell: Vec::new(), corners, hull, volume })
    }
}

/// How deep the surface of a piece lies under its hull (m), at corners, middles of sides and middles of its patches.
pub(super) fn deepest(piece: &Piece) -> f64 {
    let probes = piece.surface.iter().flat_map(|patch| {
        let n = patch.points.len();
        let sides = (0..n).map(move |k| (patch.points[k] + patch.points[(k + 1) % n]) / 2.0);
        sides.chain(patch.points.iter().copied()).chain([patch.centroid()])
    });
    probes.map(|p| depth(&piece.hull, &p)).fold(0.0, f64::max)
}

/// How deep a point lies in a convex body (m); negative outside.
pub(super) fn depth(hull: &Polytope, point: &Vec3) -> f64 {
    hull.facets.iter().map(|f| f.offset - f.normal.dot(point)).fold(f64::INFINITY, f64::min)
}

/// The points where three planes of a cell meet on its boundary (m).
fn cell_corners(cell: &[Half], known: f64) -> Vec<Vec3> {
    let mut found = Vec::new();
    for (i, a) in cell.iter().enumerate() {
        for (j, b) in cell.iter().enumerate().skip(i + 1) {
            for c in &cell[j + 1..] {
                let rows =
                    Mat3::from_rows(&[a.normal.transpose(), b.normal.transpose(), c.normal.transpose()]);
                if !(rows.determinant().abs() > PARALLEL) {
                    continue;
                }
                let Some(point) = rows.lu().solve(&Vec3::new(a.offset, b.offset, c.offset)) else { continue };
                if cell.iter().all(|half| half.height(&point) <= known) {
                    found.push(point);
                }
            }
        }
    }
    found
}
