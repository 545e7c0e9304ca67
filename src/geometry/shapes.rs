//! Constructors of common shapes: boxes, regular polygons and prisms, and the five Platonic solids.

use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
use crate::geometry::polytope::{GeometryError, Polytope};
use crate::math::Vec3;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Most sides of a regular polygon or prism: beyond it, neighbouring facets differ by less than the hull can tell.
pub const MAX_SIDES: usize = 1000;

/// One of the five regular solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlatonicSolid {
    /// Four triangles.
    Tetrahedron,
    /// Six squares.
    Cube,
    /// Eight triangles.
    Octahedron,
    /// Twelve pentagons.
    Dodecahedron,
    /// Twenty triangles.
    Icosahedron,
}

/// The box with the given half extents (m), centred at the origin.
///
/// # Errors
/// A half extent that is not a positive finite number.
pub fn cuboid(half_extents: &Vec3) -> Result<Polytope, GeometryError> {
    let half = checked_extents(half_extents.as_slice())?;
    convex_hull_3d(&signs_3d().map(|s| s.component_mul(&half)))
}

/// The rectangle with the given half extents (m) in the x-y plane, centred at the origin.
///
/// # Errors
/// A half extent that is not a positive finite number.
pub fn rectangle(half_x: f64, half_y: f64) -> Result<Polytope, GeometryError> {
    let half = checked_extents(&[half_x, half_y])?;
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    convex_hull_2d(&corners.map(|(x, y)| Vec3::new(x * half.x, y * half.y, 0.0)))
}

/// The regular polygon with its corners on a circle of the given radius (m); the first corner lies on +x.
///
/// # Errors
/// Fewer than three or more than [`MAX_SIDES`] sides; a radius that is not a positive finite number.
pub fn regular_polygon(sides: usize, radius: f64) -> Result<Polytope, GeometryError> {
    let sides = checked_sides(sides)?;
    let radius = checked("radius", radius)?;
    convex_hull_2d(&ring(sides, radius, 0.0).collect::<Vec<_>>())
}

/// The prism over a regular polygon, its axis along z, centred at the origin.
///
/// # Errors
/// Fewer than three or more than [`MAX_SIDES`] sides; a radius or height (m) that is not a positive finite number.
pub fn prism(sides: usize, radius: f64, height: f64) -> Result<Polytope, GeometryError> {
    let sides = checked_sides(sides)?;
    let radius = checked("radius", radius)?;
    let half = checked("height", height)? / 2.0;
    convex_hull_3d(&ring(sides, radius, -half).chain(ring(sides, radius, half)).collect::<Vec<_>>())
}

/// A Platonic solid with its corners on a sphere of the given radius (m) about the origin.
///
/// # Errors
/// A radius that is not a positive finite number.
pub fn platonic(solid: PlatonicSolid, radius: f64) -> Result<Polytope, GeometryError> {
    let radius = checked("radius", radius)?;
    let points: Vec<Vec3> = platonic_vertices(solid).iter().map(|v| v * (radius / v.norm())).collect();
    convex_hull_3d(&points)
}

/// Corners of the solid, all at the same distance from the origin, not normalised.
fn platonic_vertices(solid: PlatonicSolid) -> Vec<Vec3> {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    // All (0, ±a, ±b) and their cyclic permutations.
    let cyclic = |a: f64, b: f64| {
        let mut corners = Vec::with_capacity(12);
        for (s, t) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            let (p, q) = (s * a, t * b);
            corners.extend([Vec3::new(0.0, p, q), Vec3::new(p, q, 0.0), Vec3::new(q, 0.0, p)]);
        }
        corners
    };
    match solid {
        PlatonicSolid::Tetrahedron => signs_3d().into_iter().filter(|s| s.x * s.y * s.z > 0.0).collect(),
        PlatonicSolid::Cube => signs_3d().to_vec(),
        PlatonicSolid::Octahedron => {
            vec![Vec3::x(), -Vec3::x(), Vec3::y(), -Vec3::y(), Vec3::z(), -Vec3::z()]
        }
        PlatonicSolid::Dodecahedron => {
            let mut corners = signs_3d().to_vec();
            corners.extend(cyclic(1.0 / golden, golden));
            corners
        }
        PlatonicSolid::Icosahedron => cyclic(1.0, golden),
    }
}

fn signs_3d() -> [Vec3; 8] {
    std::array::from_fn(|i| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        Vec3::new(sign(2), sign(1), sign(0))
    })
}

fn ring(sides: usize, radius: f64, z: f64) -> impl Iterator<Item = Vec3> {
    (0..sides).map(move |k| {
        let (sin, cos) = (TAU * k as f64 / sides as f64).sin_cos();
        Vec3::new(radius * cos, radius * sin, z)
    })
}

pub(super) fn checked(what: &'static str, value: f64) -> Result<f64, GeometryError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(GeometryError::BadSize { what, value }) }
}

fn checked_extents(given: &[f64]) -> Result<Vec3, GeometryError> {
    let names = ["half extent x", "half extent y", "half extent z"];
    let mut half = Vec3::repeat(1.0);
    for (i, value) in given.iter().enumerate() {
        half[i] = checked(names[i], *value)?;
    }
    Ok(half)
}

fn checked_sides(sides: usize) -> Result<usize, GeometryError> {
    if sides < 3 {
        return Err(GeometryError::TooFewPoints { found: sides, needed: 3, what: "polygon" });
    }
    if sides > MAX_SIDES {
        return Err(GeometryError::WrongDimension { what: "a regular polygon may have at most 1000 sides" });
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() <= 1e-12 * wanted.abs(), "found {found}, wanted {wanted}");
    }

    fn volume_from_edge(solid: PlatonicSolid, edge: f64) -> f64 {
        let root5 = 5.0_f64.sqrt();
        edge.powi(3)
            * match solid {
                PlatonicSolid::Tetrahedron => 1.0 / (6.0 * 2.0_f64.sqrt()),
                PlatonicSolid::Cube => 1.0,
                PlatonicSolid::Octahedron => 2.0_f64.sqrt() / 3.0,
                PlatonicSolid::Dodecahedron => (15.0 + 7.0 * root5) / 4.0,
                PlatonicSolid::Icosahedron => 5.0 * (3.0 + root5) / 12.0,
            }
    }

    #[test]
    fn platonic_solids_have_their_faces_and_volumes() {
        for (solid, vertices, faces, corners, edges) in [
            (PlatonicSolid::Tetrahedron, 4, 4, 3, 6),
            (PlatonicSolid::Cube, 8, 6, 4, 12),
            (PlatonicSolid::Octahedron, 6, 8, 3, 12),
            (PlatonicSolid::Dodecahedron, 20, 12, 5, 30),
            (PlatonicSolid::Icosahedron, 12, 20, 3, 30),
        ] {
            for radius in [1e-3, 0.7, 40.0] {
                let body = platonic(solid, radius).unwrap();
                assert_eq!(body.vertex_count(), vertices, "{solid:?}");
                assert_eq!(body.facets.len(), faces, "{solid:?}");
                assert_eq!(body.edges.len(), edges, "{solid:?}");
                assert!(body.facets.iter().all(|f| f.vertices.len() == corners), "{solid:?}");
                let [tail, head] = body.edges[0].vertices;
                let edge = (body.vertices[tail] - body.vertices[head]).norm();
                let mass = body.mass_properties();
                assert_close(mass.measure, volume_from_edge(solid, edge));
                assert_close(body.radius(), radius);
                assert!(mass.centroid.norm() < 1e-14 * radius);
                // Regular solids have the same inertia about every axis.
                assert_close(mass.inertia[(0, 0)], mass.inertia[(2, 2)]);
            }
        }
    }

    #[test]
    fn boxes_polygons_and_prisms_have_closed_form_measures() {
        let brick = cuboid(&Vec3::new(1.0, 2.0, 3.0)).unwrap();
        assert_eq!((brick.vertex_count(), brick.facets.len()), (8, 6));
        let mass = brick.mass_properties();
        assert_close(mass.measure, 48.0);
        assert_close(mass.inertia[(0, 0)], 48.0 / 3.0 * (4.0 + 9.0));

        let plate = rectangle(0.5, 0.25).unwrap().mass_properties();
        assert_close(plate.measure, 0.5);
        assert_close(plate.inertia[(2, 2)], 0.5 / 3.0 * (0.25 + 0.0625));

        let hexagon_area = 1.5 * 3.0_f64.sqrt();
        assert_close(regular_polygon(6, 1.0).unwrap().mass_properties().measure, hexagon_area);
        let rod = prism(6, 1.0, 0.5).unwrap();
        assert_eq!((rod.vertex_count(), rod.facets.len()), (12, 8));
        assert_close(rod.mass_properties().measure, hexagon_area * 0.5);
        assert_eq!(regular_polygon(MAX_SIDES, 1.0).unwrap().vertex_count(), MAX_SIDES);
    }

    #[test]
    fn bad_sizes_are_named() {
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let message = cuboid(&Vec3::new(1.0, value, 1.0)).unwrap_err().to_string();
            assert!(message.starts_with("half extent y is "), "{message}");
            assert!(rectangle(value, 1.0).is_err());
            assert!(platonic(PlatonicSolid::Cube, value).is_err());
            assert!(regular_polygon(5, value).is_err());
            assert!(prism(5, 1.0, value).is_err());
        }
        assert!(regular_polygon(2, 1.0).is_err());
        assert!(prism(MAX_SIDES + 1, 1.0, 1.0).is_err());
    }
}
