//! The truth meter: how far two convex bodies overlap, by code that shares nothing with contact detection.
//!
//! A contact model decides what it believes touches; this module says, from vertices and facet loops alone,
//! what the poses it produced amount to. It therefore uses nothing but vectors: normals, edges and planes are
//! derived here again, so that an error in the contact geometry cannot hide itself.
//!
//! Depth, for convex A and B: the distance from the origin to the boundary of the Minkowski difference,
//!
//! ```text
//!   depth = min over unit m of h(m)                                     (m)
//!   h(m)  = max over x in A of m·x − min over x in B of m·x             (m)
//! ```
//!
//! the shortest translation that separates them. The minimum is attained at a facet normal of A, a negated
//! facet normal of B or, in space, the cross product of an edge of each (separating axis theorem). `h` is
//! evaluated with true supports for every axis that counts, so an inaccurate axis can never understate the
//! depth or invent a gap.
//!
//! Measure: A is clipped by the half-spaces of B and what is left is measured about a point inside it.
//!
//! The corrective contact model asks here where the common part lies ([`centroid`]): it is defined by it. How deep bodies
//! are and along which direction it finds on its own, so that the depth is still measured by other code than it was mended by.
//! The clipped body itself, with the facets that its faces lie on, is what penalty methods take their points from ([`common_part`]); of
//! their runs only the depth is told by code that they share nothing with.
//!
//! Both work in coordinates about the middle of the common bounding box. There the overlap is small, so
//! rounding is relative to the size of the bodies and not to their distance from the world origin: about
//! 1e-16 m of depth for bodies of 1 m. What was already lost when world coordinates were rounded (1e-15 m at
//! 5 m) cannot be recovered.

mod clip;
mod lens;
mod points;
mod polygon;
mod polyhedron;
mod rounded;
mod separation;
mod smooth;
#[cfg(test)]
mod tests;
mod tree;

pub use polygon::{polygon_centroid, polygon_overlap};
pub use polyhedron::{ConvexView, polyhedron_centroid, polyhedron_overlap};
pub use rounded::{RoundView, rounded_overlap};
pub use smooth::{Blob, bounds_of, part_overlap};

use crate::math::{Dimension, Vec3};

/// What two convex parts in world coordinates have in common: polygons in the plane, where the facets do not count, else
/// polyhedra.
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn overlap<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> Overlap {
    match dimension {
        Dimension::Two => polygon_overlap(a.vertices, b.vertices),
        Dimension::Three => polyhedron_overlap(a, b),
    }
}

/// The common area (m²) or volume (m³) alone, where how deep they are is told by other means.
fn measure<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> f64 {
    match dimension {
        Dimension::Two => polygon_overlap(a.vertices, b.vertices).measure,
        Dimension::Three => polyhedron::common_volume(a, b),
    }
}

/// A facet of one of the two bodies, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FacetOf {
    /// Of the first body.
    A(usize),
    /// Of the second body.
    B(usize),
}

/// The common part of two convex bodies, as a body of its own.
#[derive(Clone, Debug)]
pub struct CommonPart {
    /// Its corners (m, world); some may coincide.
    pub corners: Vec<Vec3>,
    /// Its faces: the facet whose plane each lies on, and its corners, counter-clockwise seen from outside (in the plane: from one end
    /// to the other). Some may have no area.
    pub faces: Vec<(FacetOf, Vec<usize>)>,
}

/// The common part of two convex bodies in world coordinates; `None` where that is nothing, or a coordinate is not finite. In the plane
/// facet k is the edge from vertex k to the next.
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn common_part<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> Option<CommonPart> {
    match dimension {
        Dimension::Two => polygon::common_part(a.vertices, b.vertices),
        Dimension::Three => polyhedron::common_part(a, b),
    }
}

/// Where the common part of two convex parts in world coordinates has its centroid (m); `None` where they have nothing in
/// common, or a coordinate is not finite. Views as for [`overlap`].
///
/// # Panics
///
/// If a facet names a vertex that is not there.
pub fn centroid<F: AsRef<[usize]>, G: AsRef<[usize]>>(
    dimension: Dimension,
    a: &ConvexView<'_, F>,
    b: &ConvexView<'_, G>,
) -> Option<Vec3> {
    match dimension {
        Dimension::Two => polygon_centroid(a.vertices, b.vertices),
        Dimension::Three => polyhedron_centroid(a, b),
    }
}

/// Largest coordinate that is measured (m); beyond it the answer is NaN. Its fourth power, met in the norm of
/// an area vector, is far from overflow, so that no infinity or NaN arises later on.
const LARGEST_COORDINATE: f64 = 1e60;

/// What two bodies have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Common area (m²) of polygons, or volume (m³) of polyhedra; zero where they are apart or only touch.
    pub measure: f64,
    /// Length of the shortest translation that separates the bodies (m); zero where they are apart or only
    /// touch.
    ///
    /// Not the width of the common part: for a body inside another it is the way out.
    pub depth: f64,
}

impl Overlap {
    /// Apart, or touching.
    pub const ZERO: Self = Self { measure: 0.0, depth: 0.0 };

    /// The answer for coordinates that are not numbers: loses every comparison, so it never passes for
    /// "apart".
    pub const NAN: Self = Self { measure: f64::NAN, depth: f64::NAN };
}

/// Axis-aligned box around some points.
struct Bounds {
    min: Vec3,
    max: Vec3,
}

impl Bounds {
    /// The box, or `None` where a coordinate is NaN, infinite or beyond [`LARGEST_COORDINATE`].
    fn of(points: &[Vec3]) -> Option<Self> {
        let mut min = Vec3::repeat(f64::INFINITY);
        let mut max = Vec3::repeat(f64::NEG_INFINITY);
        for p in points {
            for k in 0..3 {
                // A NaN is in no range.
                if !(-LARGEST_COORDINATE..=LARGEST_COORDINATE).contains(&p[k]) {
                    return None;
                }
                min[k] = min[k].min(p[k]);
                max[k] = max[k].max(p[k]);
            }
        }
        Some(Self { min, max })
    }

    /// Whether the boxes are apart or touch along one of the first `axes` coordinate axes.
    fn apart(&self, other: &Self, axes: usize) -> bool {
        (0..axes).any(|k| self.min[k] >= other.max[k] || other.min[k] >= self.max[k])
    }

    /// The middle of the common box.
    fn common_centre(&self, other: &Self) -> Vec3 {
        0.5 * (self.min.sup(&other.min) + self.max.inf(&other.max))
    }
}
