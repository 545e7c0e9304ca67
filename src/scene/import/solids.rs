//! Shapes of other programs' files as shapes of a scene, and their masses.

use crate::geometry::hull::{convex_hull_3d, convex_hull_3d_within};
use crate::geometry::mesh::{self, Axis, Import, MeshError};
use crate::geometry::polytope::{MassProperties, Polytope};
use crate::math::{Mat3, Vec3};
use crate::scene::format::{Point, Shape};
use crate::scene::import::robot::{Geom, Mass, Notes, Solid};
use std::f64::consts::{PI, TAU};
use std::path::Path;

/// Sides of what is round and has no shape of its own in a scene, unless told otherwise.
const SIDES: usize = 16;

/// A shape with what is needed to measure it.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// The shape.
    pub shape: Shape,
    /// Its outermost points (m), which a ball of the radius `rounding` is swept along.
    pub corners: Vec<Vec3>,
    /// That radius (m).
    pub rounding: f64,
    /// Its volume, centroid and inertia.
    pub measure: MassProperties,
}

impl Made {
    /// How far it reaches from a point (m).
    pub fn reach(&self, from: &Vec3) -> f64 {
        self.corners.iter().map(|corner| (corner - from).norm()).fold(0.0, f64::max) + self.rounding
    }

    /// Its mass at a density (kg/m³).
    pub fn mass(&self, density: f64) -> Mass {
        let MassProperties { measure, centroid, inertia } = self.measure;
        Mass { mass: density * measure, centre: centroid, inertia: inertia * density }
    }
}

/// The shape of a geometry, or nothing where it cannot be taken, which is noted. What is round gets `facets` sides, if that is given, and
/// otherwise stays round as far as scenes have such shapes: the one place that decides it.
pub(super) fn shape(geom: &Geom, facets: Option<usize>, notes: &mut Notes) -> Option<Made> {
    let sides = facets.unwrap_or(SIDES);
    let made = match &geom.solid {
        Solid::Box(half) => {
            let shape = Shape::Box { half_extents: Point::Space((*half).into()) };
            let corner = |k: usize| {
                let sign = |axis: usize| if k >> axis & 1 == 0 { -1.0 } else { 1.0 };
                Vec3::new(sign(0) * half.x, sign(1) * half.y, sign(2) * half.z)
            };
            let measure = uniform(8.0 * half.product(), &half.map(|h| h * h / 3.0));
            Some(Made { shape, corners: (0..8).map(corner).collect(), rounding: 0.0, measure })
        }
        Solid::Sphere(radius) if facets.is_none() => Some(Made {
            shape: Shape::Sphere { radius: *radius },
            corners: vec![Vec3::zeros()],
            rounding: *radius,
            measure: ellipsoid(&Vec3::repeat(*radius)),
        }),
        Solid::Sphere(radius) => {
            hull(&round(sides, &Vec3::repeat(*radius), 0.0), &ellipsoid(&Vec3::repeat(*radius)))
        }
        Solid::Ellipsoid(half) => hull(&round(sides, half, 0.0), &ellipsoid(half)),
        Solid::Capsule(radius, length) => {
            hull(&round(sides, &Vec3::repeat(*radius), 0.5 * length), &capsule(*radius, *length))
        }
        Solid::Cylinder(radius, length) => {
            let shape = Shape::Prism { sides, radius: *radius, height: *length };
            let corners =
                ring(sides, *radius, -0.5 * length).chain(ring(sides, *radius, 0.5 * length)).collect();
            Some(Made { shape, corners, rounding: 0.0, measure: cylinder(*radius, *length) })
        }
        Solid::Points(points) => convex_hull_3d(points).ok().map(|hull| of_hull(&hull)),
        Solid::Mesh(file, factors) => return of_mesh(geom, file, factors, notes),
    };
    if made.is_none() {
        notes.of(&geom.name, "its shape is flat or empty, and is left out");
    }
    made
}

/// Whether a scene of this shape needs a contact model for curved bodies.
pub(super) fn is_curved(shape: &Shape) -> bool {
    match shape {
        Shape::Sphere { .. } | Shape::Disc { .. } | Shape::Rounded { .. } => true,
        Shape::Union(parts) => parts.iter().any(|part| is_curved(&part.shape)),
        _ => false,
    }
}

fn of_mesh(geom: &Geom, file: &Path, factors: &Vec3, notes: &mut Notes) -> Option<Made> {
    if !mesh::is_mesh_file(file) {
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        notes.of(&geom.name, format!("its mesh is a .{ending} file, which is not read (.obj, .stl, .gltf and .glb are); it is left out"));
        return None;
    }
    let size = factors.map(f64::abs);
    let alike = (size - Vec3::repeat(size.x)).amax() <= 1e-12 * size.x && size.x > 0.0;
    let negative: Vec<Axis> =
        [Axis::X, Axis::Y, Axis::Z].into_iter().filter(|axis| factors[*axis as usize] < 0.0).collect();
    let refused = |error: &MeshError, notes: &mut Notes| {
        let reason = match error {
            MeshError::Malformed { format, reason, .. } => {
                format!("its mesh is not a valid {format} file ({reason})")
            }
            MeshError::Degenerate { source, .. } => format!("its mesh has no volume ({source})"),
            other => other.to_string(),
        };
        notes.of(&geom.name, format!("{reason}; it is left out"));
    };
    if !alike || negative.len() > 1 {
        let mesh = mesh::read(file, &Import::default()).map_err(|error| refused(&error, notes)).ok()?;
        let known = mesh.known() * size.amax();
        let points: Vec<Vec3> = mesh.vertices.iter().map(|v| v.component_mul(factors)).collect();
        let Ok(hull) = convex_hull_3d_within(&points, known) else {
            notes.of(&geom.name, "its mesh has no volume; it is left out");
            return None;
        };
        notes.of(&geom.name, "its mesh is stretched differently along its axes, and is taken as its convex hull, by its corners");
        return Some(of_hull(&hull));
    }
    let import = Import { scale: size.x, mirror: negative.first().copied() };
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf()).display().to_string();
    let (polytope, hull) = match mesh::load_convex(file, &import) {
        Ok(polytope) => (polytope, false),
        Err(MeshError::NotConvex { .. }) => {
            notes.of(&geom.name, "its mesh is not convex, and is taken as its convex hull");
            (mesh::load_hull(file, &import).map_err(|error| refused(&error, notes)).ok()?, true)
        }
        Err(error) => {
            refused(&error, notes);
            return None;
        }
    };
    let shape = Shape::Mesh { path, decompose: None, hull, scale: import.scale, mirror: import.mirror };
    Some(Made { shape, ..of_hull(&polytope) })
}

fn of_hull(hull: &Polytope) -> Made {
    let points = hull.vertices.iter().map(|v| Point::Space((*v).into())).collect();
    Made {
        shape: Shape::Hull { points },
        corners: hull.vertices.clone(),
        rounding: 0.0,
        measure: hull.mass_properties(),
    }
}

/// The hull of points on a round body, with the measure of that body.
fn hull(points: &[Vec3], measure: &MassProperties) -> Option<Made> {
    let hull = convex_hull_3d(points).ok()?;
    Some(Made { measure: *measure, ..of_hull(&hull) })
}

/// Points on an ellipsoid whose halves are moved apart along z: rings of so many corners, and poles.
fn round(sides: usize, half: &Vec3, apart: f64) -> Vec<Vec3> {
    let rings = (sides / 2).max(2);
    let mut points = Vec::new();
    for ring in 0..=rings {
        let (sin, cos) = (PI * ring as f64 / rings as f64).sin_cos();
        let shifts: &[f64] = match 2 * ring {
            r if r < rings => &[1.0],
            r if r > rings => &[-1.0],
            // The equator of a capsule is two.
            _ if apart > 0.0 => &[1.0, -1.0],
            _ => &[0.0],
        };
        for shift in shifts {
            let z = half.z * cos + shift * apart;
            if ring == 0 || ring == rings {
                points.push(Vec3::new(0.0, 0.0, z));
            } else {
                points.extend(
                    self::ring(sides, 1.0, z).map(|p| Vec3::new(half.x * sin * p.x, half.y * sin * p.y, z)),
                );
            }
        }
    }
    points
}

fn ring(sides: usize, radius: f64, z: f64) -> impl Iterator<Item = Vec3> {
    (0..sides).map(move |k| {
        let (sin, cos) = (TAU * k as f64 / sides as f64).sin_cos();
        Vec3::new(radius * cos, radius * sin, z)
    })
}

/// A body of unit density about its centroid, from the mean squares of its coordinates (m²).
fn uniform(volume: f64, squares: &Vec3) -> MassProperties {
    let inertia = Mat3::from_diagonal(&(Vec3::repeat(squares.sum()) - squares)) * volume;
    MassProperties { measure: volume, centroid: Vec3::zeros(), inertia }
}

fn ellipsoid(half: &Vec3) -> MassProperties {
    uniform(4.0 / 3.0 * PI * half.product(), &half.map(|h| h * h / 5.0))
}

fn cylinder(radius: f64, length: f64) -> MassProperties {
    let across = radius * radius / 4.0;
    uniform(PI * radius * radius * length, &Vec3::new(across, across, length * length / 12.0))
}

/// Cylinder and two half balls, whose centroids are 3/8 of the radius beyond the ends of the straight part.
fn capsule(radius: f64, length: f64) -> MassProperties {
    let (middle, ball) = (cylinder(radius, length), 4.0 / 3.0 * PI * radius.powi(3));
    let end = 0.5 * length;
    let across = radius * radius / 5.0;
    let along = across + end * end + 2.0 * end * 0.375 * radius;
    let squares = Vec3::new(across, across, along) * ball;
    let inertia = Mat3::from_diagonal(&(Vec3::repeat(squares.sum()) - squares));
    MassProperties {
        measure: middle.measure + ball,
        centroid: Vec3::zeros(),
        inertia: middle.inertia + inertia,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;

    fn made(solid: Solid, sides: usize) -> Made {
        let geom = Geom { name: "g".to_owned(), solid, pose: Pose::identity(), mask: (1, 1) };
        shape(&geom, Some(sides), &mut Notes::default()).unwrap()
    }

    /// The measures are those of the round bodies, to which polytopes of many sides come as 1/n².
    #[test]
    fn measures_of_round_bodies_are_the_limits_of_their_polytopes() {
        let solids = [
            Solid::Sphere(0.3),
            Solid::Ellipsoid(Vec3::new(0.1, 0.2, 0.4)),
            Solid::Capsule(0.2, 0.7),
            Solid::Cylinder(0.2, 0.7),
        ];
        for solid in solids {
            let off = |sides: usize| {
                let made = made(solid.clone(), sides);
                let hull = convex_hull_3d(&made.corners).unwrap().mass_properties();
                assert!(made.measure.centroid.norm() < 1e-12 && hull.centroid.norm() < 1e-12);
                let volume = 1.0 - hull.measure / made.measure.measure;
                let inertia = (made.measure.inertia - hull.inertia).amax() / made.measure.inertia.amax();
                (volume, inertia)
            };
            let (coarse, fine) = (off(24), off(48));
            assert!(0.0 < fine.0 && fine.0 < 0.02, "{solid:?}: {fine:?}");
            for ratio in [coarse.0 / fine.0, coarse.1 / fine.1] {
                assert!((3.6..4.4).contains(&ratio), "{solid:?}: {ratio}");
            }
        }
    }

    #[test]
    fn a_box_is_as_its_polytope_says() {
        let made = made(Solid::Box(Vec3::new(0.1, 0.2, 0.3)), 8);
        let hull = convex_hull_3d(&made.corners).unwrap().mass_properties();
        assert!((made.measure.measure - hull.measure).abs() < 1e-15);
        assert!((made.measure.inertia - hull.inertia).amax() < 1e-15);
        assert!((made.reach(&Vec3::zeros()) - 0.14_f64.sqrt()).abs() < 1e-15);
    }
}
