//! Shapes of other programs' files as shapes of a scene, and their masses.

use crate::geometry::hull::{convex_hull_3d, convex_hull_3d_within};
use crate::geometry::mesh::{self, Axis, Import, MeshError};
use crate::geometry::polytope::{GeometryError, MassProperties, Polytope};
use crate::geometry::shapes;
use crate::math::{Dimension, Mat3, Vec3};
use crate::scene::format::{Point, Shape};
use crate::scene::import::robot::{Geom, Mass, Notes, Solid};
use std::f64::consts::{PI, TAU};
use std::path::Path;

/// A shape with what is needed to measure it.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// The shape.
    pub shape: Shape,
    /// Its outermost points (m), which a ball of the radius `rounding` is swept along; of cylinders and ellipsoids many of them.
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
/// otherwise stays round.
pub(super) fn shape(geom: &Geom, facets: Option<usize>, notes: &mut Notes) -> Option<Made> {
    let made = match &geom.solid {
        Solid::Box(half) => {
            let shape = Shape::Box { half_extents: Point::Space((*half).into()) };
            let corner = |k: usize| {
                let sign = |axis: usize| if k >> axis & 1 == 0 { -1.0 } else { 1.0 };
                Vec3::new(sign(0) * half.x, sign(1) * half.y, sign(2) * half.z)
            };
            let (measure, squares) = (8.0 * half.product(), half.map(|h| h * h / 3.0));
            let inertia = Mat3::from_diagonal(&squares.map(|own| measure * (squares.sum() - own)));
            let measure = MassProperties { measure, centroid: Vec3::zeros(), inertia };
            Some(Made { shape, corners: (0..8).map(corner).collect(), rounding: 0.0, measure })
        }
        Solid::Sphere(radius) => {
            let ball = (Shape::Sphere { radius: *radius }, Polytope::ball(Dimension::Three, *radius));
            rounded(ball, facets, |sides| hull(&rings(sides, &Vec3::repeat(*radius), 0.0)))
        }
        Solid::Ellipsoid(half) => {
            let ellipsoid = (Shape::Ellipsoid { semi_axes: (*half).into() }, Polytope::ellipsoid(half));
            rounded(ellipsoid, facets, |sides| hull(&rings(sides, half, 0.0)))
        }
        // Without a straight part it is a ball.
        Solid::Capsule(radius, length) if *length == 0.0 => {
            return shape(&Geom { solid: Solid::Sphere(*radius), ..geom.clone() }, facets, notes);
        }
        Solid::Capsule(radius, length) => {
            let (radius, length) = (*radius, *length);
            let capsule =
                (Shape::Capsule { radius, length }, Polytope::capsule(Dimension::Three, radius, length));
            rounded(capsule, facets, |sides| hull(&rings(sides, &Vec3::repeat(radius), 0.5 * length)))
        }
        Solid::Cylinder(radius, length) => {
            let (radius, length) = (*radius, *length);
            let cylinder = (Shape::Cylinder { radius, length }, Polytope::cylinder(radius, length));
            rounded(cylinder, facets, |sides| {
                let prism = shapes::prism(sides, radius, length).ok()?;
                Some(Made { shape: Shape::Prism { sides, radius, height: length }, ..of_hull(&prism) })
            })
        }
        Solid::Points(points) => hull(points),
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
        Shape::Sphere { .. }
        | Shape::Disc { .. }
        | Shape::Capsule { .. }
        | Shape::Rounded { .. }
        | Shape::Cylinder { .. }
        | Shape::Cone { .. }
        | Shape::Ellipsoid { .. } => true,
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

/// A round body as it is, or the polytope that stands for it with so many sides; the measure is that of the round body either way.
fn rounded(
    (shape, body): (Shape, Result<Polytope, GeometryError>),
    facets: Option<usize>,
    faceted: impl FnOnce(usize) -> Option<Made>,
) -> Option<Made> {
    let body = body.ok()?;
    let measure = body.mass_properties();
    let Some(sides) = facets else {
        return Some(Made { shape, corners: body.vertices, rounding: body.rounding, measure });
    };
    faceted(sides).map(|made| Made { measure, ..made })
}

fn hull(points: &[Vec3]) -> Option<Made> {
    convex_hull_3d(points).ok().map(|hull| of_hull(&hull))
}

/// Points on an ellipsoid whose halves are moved apart along z: rings of so many corners, and poles.
fn rings(sides: usize, half: &Vec3, apart: f64) -> Vec<Vec3> {
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
                points.extend((0..sides).map(|k| {
                    let (y, x) = (TAU * k as f64 / sides as f64).sin_cos();
                    Vec3::new(half.x * sin * x, half.y * sin * y, z)
                }));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;

    fn made(solid: Solid, facets: Option<usize>) -> Made {
        let geom = Geom { name: "g".to_owned(), solid, pose: Pose::identity(), mask: (1, 1) };
        shape(&geom, facets, &mut Notes::default()).unwrap()
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
                let made = made(solid.clone(), Some(sides));
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
        let made = made(Solid::Box(Vec3::new(0.1, 0.2, 0.3)), None);
        let hull = convex_hull_3d(&made.corners).unwrap().mass_properties();
        assert!((made.measure.measure - hull.measure).abs() < 1e-15);
        assert!((made.measure.inertia - hull.inertia).amax() < 1e-15);
        assert!((made.reach(&Vec3::zeros()) - 0.14_f64.sqrt()).abs() < 1e-15);
    }

    /// How far it reaches from a point beside it and above it is what Pythagoras says, or of rims and ellipsoids at most what 32 sides lack of it.
    #[test]
    fn round_bodies_are_round_and_reach_as_far_as_they_do() {
        let from = Vec3::new(0.3, 0.0, 0.1);
        for (solid, wanted, shape) in [
            (Solid::Sphere(0.3), 0.3 + 0.1_f64.sqrt(), Shape::Sphere { radius: 0.3 }),
            (Solid::Capsule(0.3, 0.0), 0.3 + 0.1_f64.sqrt(), Shape::Sphere { radius: 0.3 }),
            (Solid::Capsule(0.2, 0.6), 0.2 + 0.3_f64.hypot(0.4), Shape::Capsule { radius: 0.2, length: 0.6 }),
            (Solid::Cylinder(0.2, 0.6), 0.5_f64.hypot(0.4), Shape::Cylinder { radius: 0.2, length: 0.6 }),
            (
                Solid::Ellipsoid(Vec3::new(0.2, 0.2, 0.2)),
                0.2 + 0.1_f64.sqrt(),
                Shape::Ellipsoid { semi_axes: [0.2; 3] },
            ),
        ] {
            let made = made(solid, None);
            assert_eq!(made.shape, shape);
            assert!(is_curved(&shape));
            let reach = made.reach(&from);
            assert!(reach < wanted + 1e-15 && reach > 0.99 * wanted, "{shape:?}: {reach} {wanted}");
        }
    }
}
