//! Convex hulls of points in the plane and in space, with coplanar triangles merged into polygon faces.

use crate::geometry::polytope::{GeometryError, Polytope};
use crate::math::Vec3;

/// The convex polyhedron spanned by `points` (m).
///
/// # Errors
/// Points that are not finite, fewer than four distinct, on a line, or in a plane.
pub fn convex_hull_3d(_points: &[Vec3]) -> Result<Polytope, GeometryError> {
    todo!("landing soon")
}

/// The convex polygon spanned by `points` (m) in the x-y plane, counter-clockwise.
///
/// # Errors
/// Points that are not finite, off the plane z = 0, fewer than three distinct, or on a line.
pub fn convex_hull_2d(_points: &[Vec3]) -> Result<Polytope, GeometryError> {
    todo!("landing soon")
}
