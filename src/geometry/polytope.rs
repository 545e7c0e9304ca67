//! A convex polytope: closed, outward facets, with the adjacency that contact needs.

use crate::math::{Dimension, Mat3, Vec3};
use thiserror::Error;

/// A flat boundary piece of codimension one: a polygon face in 3D, an edge in 2D.
#[derive(Clone, Debug)]
pub struct Facet {
    /// Vertex indices, counter-clockwise seen from outside (3D); start and end along the boundary (2D).
    pub vertices: Vec<usize>,
    /// Outward unit normal, body frame.
    pub normal: Vec3,
    /// Plane offset: `normal · x == offset` on the facet (m).
    pub offset: f64,
}

/// An edge of a polyhedron (none are stored for a polygon, whose edges are its facets).
#[derive(Clone, Debug)]
pub struct Edge {
    /// Tail and head vertex; `facets[0]` lies to the left seen from outside when walking tail to head.
    pub vertices: [usize; 2],
    /// The two facets that meet here.
    pub facets: [usize; 2],
}

/// A convex polytope in its body frame.
///
/// Invariants: at least three (2D) or four (3D) vertices, all of them extreme points; facets closed and outward,
/// coplanar triangles merged into polygons; positive measure.
#[derive(Clone, Debug)]
pub struct Polytope {
    /// Polygon in the x-y plane or polyhedron.
    pub dimension: Dimension,
    /// Extreme points (m). In 2D counter-clockwise with z = 0.
    pub vertices: Vec<Vec3>,
    /// Boundary pieces.
    pub facets: Vec<Facet>,
    /// Edges (3D only).
    pub edges: Vec<Edge>,
    /// For each vertex, the vertices joined to it by an edge.
    pub vertex_neighbours: Vec<Vec<usize>>,
    /// For each vertex, the facets that contain it.
    pub vertex_facets: Vec<Vec<usize>>,
    /// For each vertex, the edges that contain it (3D only).
    pub vertex_edges: Vec<Vec<usize>>,
}

/// Volume (area in 2D), centroid and second moments of a polytope of unit density.
#[derive(Clone, Copy, Debug)]
pub struct MassProperties {
    /// Volume (m³) or area (m²).
    pub measure: f64,
    /// Centre of mass for uniform density (m).
    pub centroid: Vec3,
    /// Inertia about the centroid for unit density, body axes (m⁵; in 2D only the zz entry is meaningful, m⁴).
    pub inertia: Mat3,
}

/// Why points do not make a polytope.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GeometryError {
    /// A coordinate is NaN or infinite.
    #[error("point {index} has a coordinate that is not a finite number")]
    NotFinite {
        /// Index of the point.
        index: usize,
    },
    /// Fewer points than the dimension needs.
    #[error("{found} distinct points given, at least {needed} are needed for a {what}")]
    TooFewPoints {
        /// Distinct points found.
        found: usize,
        /// Points needed.
        needed: usize,
        /// Polygon or polyhedron.
        what: &'static str,
    },
    /// All points lie on a line.
    #[error("all points lie on one line; a {what} needs points that span it")]
    Collinear {
        /// Polygon or polyhedron.
        what: &'static str,
    },
    /// All points lie in a plane.
    #[error("all points lie in one plane; a polyhedron needs points in space (for a flat scene use `dimension: Two`)")]
    Flat,
    /// A size parameter is zero, negative or not finite.
    #[error("{what} is {value}; it must be a positive finite number")]
    BadSize {
        /// Which parameter.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A two-dimensional scene was given a point off the x-y plane, or a shape of the wrong dimension.
    #[error("{what}")]
    WrongDimension {
        /// What does not fit and what would.
        what: &'static str,
    },
}
