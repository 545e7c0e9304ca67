//! A convex polytope: closed, outward facets, with the adjacency that contact needs.

use crate::geometry::planes::Planes;
use crate::math::{Dimension, Mat3, Vec3};
use crate::quote::counted;
use std::sync::OnceLock;
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

/// Its vertices, in their order: what the truth meter asks of a facet.
impl AsRef<[usize]> for Facet {
    fn as_ref(&self) -> &[usize] {
        &self.vertices
    }
}

/// An edge of a polyhedron (none are stored for a polygon, whose edges are its facets).
#[derive(Clone, Debug)]
pub struct Edge {
    /// Tail and head vertex; `facets[0]` lies to the left seen from outside when walking tail to head.
    pub vertices: [usize; 2],
    /// The two facets that meet here; of a segment there are none with these numbers.
    pub facets: [usize; 2],
}

/// Edges of a polyhedron up to which its thickness is measured across pairs of them.
const MANY_EDGES: usize = 120;

/// A convex polytope in its body frame.
///
/// Invariants: at least three (2D) or four (3D) vertices, all of them extreme points; facets closed and outward,
/// coplanar triangles merged into polygons; positive measure.
///
/// With a [`rounding`](Self::rounding) it is the core of a curved body: all points within that distance of it. A core may be
/// a single point, without facets and edges, or a segment: in space one edge without facets, in the plane two facets on each other.
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
    /// Radius of the ball (in the plane: disc) that is swept along it (m); 0 for a body with corners.
    pub rounding: f64,
    /// The smooth solid that it is inscribed in, if it stands for one.
    pub(super) smooth: Option<Box<crate::geometry::smooth::Smooth>>,
    /// Its thickness (m), measured when it is first asked for.
    pub(super) width: OnceLock<f64>,
    /// Its centroid (m), computed when it is first asked for.
    pub(super) middle: OnceLock<Vec3>,
    /// Its planes, laid out when they are first asked for.
    pub(super) planes: OnceLock<Planes>,
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

impl MassProperties {
    /// Those of the solid between triangles that close, turned outwards, convex or not; `origin` is a point near them (divergence
    /// theorem).
    pub fn within(origin: &Vec3, triangles: impl Iterator<Item = [Vec3; 3]>) -> Self {
        let mut volume = 0.0;
        let mut first = Vec3::zeros();
        // ∫ x xᵀ over the tetrahedron (0, a, b, c) is det/120 · (Σ pᵢpᵢᵀ + (Σ pᵢ)(Σ pᵢ)ᵀ).
        let mut second = Mat3::zeros();
        for corners in triangles {
            let [a, b, c] = corners.map(|p| p - origin);
            let det = a.dot(&b.cross(&c));
            let sum = a + b + c;
            volume += det / 6.0;
            first += det / 24.0 * sum;
            second += det / 120.0
                * (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
        }
        let centre = first / volume;
        let central = second - volume * centre * centre.transpose();
        let inertia = Mat3::identity() * central.trace() - central;
        Self { measure: volume, centroid: centre + origin, inertia: (inertia + inertia.transpose()) / 2.0 }
    }

    /// The same solid moved: rotation, then translation.
    pub fn transformed(&self, rotation: &crate::math::Quat, translation: &Vec3) -> Self {
        let turn = rotation.to_rotation_matrix();
        Self {
            measure: self.measure,
            centroid: rotation * self.centroid + translation,
            inertia: turn * self.inertia * turn.transpose(),
        }
    }
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
    #[error("{} given, at least {needed} are needed for a {what}", counted(*found, "distinct point", "distinct points"))]
    TooFewPoints {
        /// Distinct points found.
        found: usize,
        /// Points needed.
        needed: usize,
        /// Polygon or polyhedron.
        what: &'static str,
    },
    /// A coordinate is beyond what products of three can hold.
    #[error("point {index} has a coordinate of {value:.3e} m; coordinates may be up to 1e60 m")]
    TooFar {
        /// Index of the point.
        index: usize,
        /// Its largest coordinate (m).
        value: f64,
    },
    /// All points lie on a line.
    #[error("all points lie on one line, to {width:.3e} m; a {what} must be wider than {needed:.3e} m")]
    Collinear {
        /// Polygon or polyhedron.
        what: &'static str,
        /// Largest distance of a point from the line (m).
        width: f64,
        /// What it has to exceed (m).
        needed: f64,
    },
    /// All points lie in a plane.
    #[error(
        "all points lie in one plane, {thickness:.3e} m thick; a polyhedron must be thicker than {needed:.3e} m \
         (for a flat scene use `dimension: Two`)"
    )]
    Flat {
        /// Distance of the planes (m).
        thickness: f64,
        /// What it has to exceed (m).
        needed: f64,
    },
    /// Facets that do not close: exact predicates rule it out.
    #[error(
        "the hull of these points could not be closed; move points that nearly coincide apart, or leave them out"
    )]
    Unresolved,
    /// A size parameter is zero, negative or not finite.
    #[error("{what} is {}; it must be a positive finite number", crate::quote::number(*value))]
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

impl Polytope {
    /// The vertices of each facet, as the truth meter wants them.
    pub fn facet_loops(&self) -> Vec<Vec<usize>> {
        self.facets.iter().map(|f| f.vertices.clone()).collect()
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// The same polytope with every point moved by `map` (a rigid motion: rotation, then translation).
    pub fn transformed(&self, rotation: &crate::math::Quat, translation: &Vec3) -> Self {
        let mut moved = self.clone();
        moved.middle.take();
        moved.planes.take();
        moved.move_smooth(rotation, translation);
        for v in &mut moved.vertices {
            *v = rotation * *v + translation;
        }
        for f in &mut moved.facets {
            f.normal = rotation * f.normal;
            f.offset = f.normal.dot(&moved.vertices[f.vertices[0]]);
        }
        moved
    }

    /// The least distance of two parallel planes (in the plane: lines) with the polytope between them (m): they lie on a facet, or along
    /// two edges. Of a polyhedron with more than [`MANY_EDGES`] only facets are asked, which is at most twice as much and nearly
    /// the same.
    pub fn thickness(&self) -> f64 {
        *self.width.get_or_init(|| {
            if let Some((_, thickness, _)) = self.smooth_measures() {
                return thickness;
            }
            if self.facets.is_empty() {
                return 2.0 * self.rounding;
            }
            let extent = |n: &Vec3| {
                let along = self.vertices.iter().map(|v| n.dot(v));
                let (low, high) =
                    along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), s| (l.min(s), h.max(s)));
                high - low
            };
            let least = self.facets.iter().map(|f| extent(&f.normal)).fold(f64::INFINITY, f64::min);
            if self.edges.len() > MANY_EDGES {
                return least + 2.0 * self.rounding;
            }
            let along = |e: &Edge| (self.vertices[e.vertices[1]] - self.vertices[e.vertices[0]]).normalize();
            let along: Vec<Vec3> = self.edges.iter().map(along).collect();
            let pairs =
                along.iter().enumerate().flat_map(|(k, a)| along[..k].iter().map(move |b| a.cross(b)));
            // What is nearly parallel has no direction across both; facets stand beside it.
            let across = pairs.filter_map(|n| n.try_normalize(1e-6));
            across.map(|n| extent(&n)).fold(least, f64::min) + 2.0 * self.rounding
        })
    }

    /// Centroid for uniform density (m).
    pub fn centroid(&self) -> Vec3 {
        *self.middle.get_or_init(|| self.mass_properties().centroid)
    }

    /// The planes of its facets.
    pub fn planes(&self) -> &Planes {
        self.planes.get_or_init(|| Planes::new(self))
    }

    /// Whether its surface is curved.
    pub fn is_curved(&self) -> bool {
        self.rounding > 0.0 || self.smooth.is_some()
    }

    /// Largest distance of a point from the origin of the frame (m).
    pub fn radius(&self) -> f64 {
        if let Some((_, _, radius)) = self.smooth_measures() {
            return radius;
        }
        self.vertices.iter().map(Vec3::norm).fold(0.0, f64::max) + self.rounding
    }

    /// Exact mass properties for unit density: sums over the signed simplices that the boundary spans with a
    /// vertex of the polytope (divergence theorem), so that a far origin costs no digits.
    pub fn mass_properties(&self) -> MassProperties {
        if let Some((mass, _, _)) = self.smooth_measures() {
            return mass;
        }
        if self.is_curved() {
            return self.swept_mass_properties();
        }
        match self.dimension {
            Dimension::Two => self.mass_properties_2d(),
            Dimension::Three => self.mass_properties_3d(),
        }
    }

    /// The facets of a polyhedron as triangles, each with its facet.
    pub fn facet_triangles(&self) -> impl Iterator<Item = (&Facet, [Vec3; 3])> {
        self.facets.iter().flat_map(|facet| {
            let corner = |k: usize| self.vertices[facet.vertices[k]];
            (2..facet.vertices.len()).map(move |k| (facet, [corner(0), corner(k - 1), corner(k)]))
        })
    }

    fn mass_properties_3d(&self) -> MassProperties {
        MassProperties::within(&self.vertices[0], self.facet_triangles().map(|(_, corners)| corners))
    }

    fn mass_properties_2d(&self) -> MassProperties {
        let origin = self.vertices[0];
        let (mut area, mut first, mut polar) = (0.0, Vec3::zeros(), 0.0);
        for pair in self.vertices[1..].windows(2) {
            let (a, b) = (pair[0] - origin, pair[1] - origin);
            let det = a.x * b.y - a.y * b.x;
            area += det / 2.0;
            first += det / 6.0 * (a + b);
            polar += det / 12.0 * (a.dot(&a) + a.dot(&b) + b.dot(&b));
        }
        let centre = first / area;
        let zz = polar - area * centre.dot(&centre);
        let inertia = Mat3::from_diagonal(&Vec3::new(0.0, 0.0, zz));
        MassProperties { measure: area, centroid: centre + origin, inertia }
    }
}
