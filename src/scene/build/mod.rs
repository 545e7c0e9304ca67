//! From the description of a body to the body that a step reads: convex parts, mass, centre of mass, pose.

mod joints;

use crate::geometry::decompose::{self, Parts};
use crate::geometry::mesh::Import;
use crate::geometry::polytope::{GeometryError, MassProperties, Polytope};
use crate::geometry::{hull, mesh, shapes};
use crate::math::{Dimension, Mat3, Quat, Vec3};
use crate::quote::number;
use crate::scene::check::validate::{check_orientation, check_plane_rotation, check_vector};
use crate::scene::format::{BodyDescription, PartDescription, Point, Scene, Shape, rotation};
use crate::scene::loaded::Decomposed;
use crate::scene::message::Problem;
use crate::step::ranges::MAX_LENGTH;
use crate::world::build::{BodySpec, assemble};
use crate::world::{Body, BodyId, Model, State};
use std::path::Path;

/// Convex parts of a shape, and which of them are meshes that were cut.
#[derive(Default)]
struct Made {
    parts: Vec<Polytope>,
    cut: Vec<CutMesh>,
}

/// A mesh that was cut: its parts among others, and its own mass properties in the frame of the shape.
struct CutMesh {
    says: Decomposed,
    mass_properties: MassProperties,
}

impl Made {
    /// Appends the convex parts of a mesh file.
    fn add_cut(&mut self, file: &str, parts: &Parts) {
        let start = self.parts.len();
        self.parts.extend(parts.parts.iter().cloned());
        let says = Decomposed {
            body: BodyId(0),
            file: file.to_owned(),
            parts: start..self.parts.len(),
            error: parts.error,
            spacing: parts.spacing,
            tolerance: parts.tolerance,
        };
        self.cut.push(CutMesh { says, mass_properties: parts.mass_properties });
    }

    /// Mass properties of meshes that were cut and of the other parts; `None` where those of the parts are all there is.
    fn masses(&self) -> Option<Vec<MassProperties>> {
        let own = |k: &usize| !self.cut.iter().any(|cut| cut.says.parts.contains(k));
        let others = (0..self.parts.len()).filter(own).map(|k| self.parts[k].mass_properties());
        let all = self.cut.iter().map(|cut| cut.mass_properties).chain(others);
        (!self.cut.is_empty()).then(|| all.collect())
    }
}

/// Builds all bodies and their start, and says which meshes were cut.
pub(super) fn model_and_state(
    scene: &Scene,
    base: &Path,
) -> Result<(Model, State, Vec<Decomposed>), Problem> {
    let mut specs: Vec<BodySpec> = Vec::with_capacity(scene.bodies.len());
    let mut cut = Vec::new();
    for (i, description) in scene.bodies.iter().enumerate() {
        // Bodies made alike follow each other; what was checked and wrapped once need not be again. A mesh is read again.
        let alike = i > 0 && is_plain(&description.shape) && scene.bodies[i - 1].shape == description.shape;
        let made = if alike {
            Made { parts: specs[i - 1].parts.clone(), cut: Vec::new() }
        } else {
            let mut made = Made::default();
            let path = format!("bodies[{i}].shape");
            collect_parts(&description.shape, scene.dimension, base, &path, &mut made)?;
            made
        };
        specs.push(spec_of(description, scene.dimension, &made));
        cut.extend(made.cut.into_iter().map(|cut| Decomposed { body: BodyId(i), ..cut.says }));
    }
    let (mut model, state) = assemble(scene.dimension, scene.gravity(), &specs);
    for (i, body) in model.bodies.iter().enumerate() {
        check_mass(body, scene.dimension, &format!("bodies[{i}]"))?;
    }
    joints::add(scene, &mut model, &state)?;
    model.passing = joints::passing(scene, &model)?;
    Ok((model, state, cut))
}

/// Whether a shape is said by its numbers alone.
fn is_plain(shape: &Shape) -> bool {
    match shape {
        Shape::Mesh { .. } => false,
        Shape::Union(parts) => parts.iter().all(|part| is_plain(&part.shape)),
        _ => true,
    }
}

fn spec_of(description: &BodyDescription, dimension: Dimension, made: &Made) -> BodySpec {
    let inertia = description.inertia.map(|given| match dimension {
        Dimension::Two => Mat3::from_diagonal(&Vec3::new(0.0, 0.0, given.matrix()[(2, 2)])),
        Dimension::Three => given.matrix(),
    });
    BodySpec {
        properties: description.properties(),
        parts: made.parts.clone(),
        masses: made.masses(),
        position: Vec3::from(description.position),
        orientation: unit(&description.orientation),
        velocity: Vec3::from(description.velocity),
        angular_velocity: Vec3::from(description.angular_velocity),
        density: description.density,
        mass: description.mass,
        inertia,
        centre_of_mass: description.centre_of_mass.map(Vec3::from),
    }
}

/// Refuses sizes and densities whose mass or inertia underflows or overflows.
fn check_mass(body: &Body, dimension: Dimension, path: &str) -> Result<(), Problem> {
    let proper = match dimension {
        Dimension::Two => body.inertia[(2, 2)] > 0.0 && body.inertia[(2, 2)].is_finite(),
        Dimension::Three => body.inertia.iter().all(|v| v.is_finite()) && body.inertia.cholesky().is_some(),
    };
    let finite = body.mass.is_finite() || !body.is_dynamic();
    if body.mass > 0.0 && finite && proper {
        return Ok(());
    }
    let message = format!(
        "its shape and density give a mass of {:.3e} kg and an inertia up to {:.3e} kg·m², which cannot be simulated; \
         scale the shape or set `mass` and `inertia`",
        body.mass,
        body.inertia.max()
    );
    Err(Problem::new(format!("{path}.shape"), message))
}

fn unit(wxyz: &[f64; 4]) -> Quat {
    Quat::new_normalize(rotation(wxyz).into_inner())
}

/// Appends the convex parts of `shape` in the frame of the shape.
fn collect_parts(
    shape: &Shape,
    dimension: Dimension,
    base: &Path,
    path: &str,
    made: &mut Made,
) -> Result<(), Problem> {
    let Shape::Union(list) = shape else {
        match shape {
            Shape::Mesh { path: file, decompose: Some(settings), scale, mirror, hull: false }
                if dimension == Dimension::Three =>
            {
                settings.check().map_err(|message| Problem::new(format!("{path}.decompose"), message))?;
                let import = import(*scale, *mirror, path)?;
                let parts = decompose::load(&base.join(file), &import, settings)
                    .map_err(|error| Problem::new(format!("{path}.path"), error.to_string()))?;
                made.add_cut(file, &parts);
            }
            _ => made.parts.push(convex_part(shape, dimension, base, path)?),
        }
        return Ok(());
    };
    if list.is_empty() {
        let message = "Union has no parts; give at least one, `Union([(shape: …)])`";
        return Err(Problem::new(path, message));
    }
    for (k, PartDescription { shape, position, orientation }) in list.iter().enumerate() {
        let part_path = format!("{path}[0][{k}]");
        check_vector(&format!("{part_path}.position"), "position", position, MAX_LENGTH, "m")?;
        let orientation_path = format!("{part_path}.orientation");
        check_orientation(&orientation_path, orientation)?;
        if dimension == Dimension::Two {
            check_plane_rotation(&orientation_path, orientation)?;
            if position[2] != 0.0 {
                let message = "position has z other than 0; in a two-dimensional scene z must be 0";
                return Err(Problem::new(format!("{part_path}.position"), message));
            }
        }
        let (start, first_cut) = (made.parts.len(), made.cut.len());
        collect_parts(shape, dimension, base, &format!("{part_path}.shape"), made)?;
        if *position == [0.0; 3] && *orientation == [1.0, 0.0, 0.0, 0.0] {
            continue;
        }
        let turn = unit(orientation);
        for part in &mut made.parts[start..] {
            *part = part.transformed(&turn, &Vec3::from(*position));
        }
        for cut in &mut made.cut[first_cut..] {
            cut.mass_properties = cut.mass_properties.transformed(&turn, &Vec3::from(*position));
        }
    }
    Ok(())
}

/// How a mesh is taken from its file.
fn import(scale: f64, mirror: Option<mesh::Axis>, path: &str) -> Result<Import, Problem> {
    if !(scale > 0.0 && scale.is_finite()) {
        let message = format!("scale is {}; it must be a positive finite number", number(scale));
        return Err(Problem::new(format!("{path}.scale"), message));
    }
    Ok(Import { scale, mirror })
}

fn convex_part(shape: &Shape, dimension: Dimension, base: &Path, path: &str) -> Result<Polytope, Problem> {
    let wrong = |message: &str| Err(Problem::new(path, message));
    let size = |what: &str, values: &[f64]| check_vector(path, what, values, MAX_LENGTH, "m");
    let made: Result<Polytope, GeometryError> = match (shape, dimension) {
        (Shape::Box { half_extents }, Dimension::Two) => {
            let half = half_extents.to_vec3();
            size("half_extents", &[half.x, half.y])?;
            shapes::rectangle(half.x, half.y)
        }
        (Shape::Box { half_extents: Point::Plane(_) }, Dimension::Three) => {
            return wrong(
                "Box has two half extents; in a three-dimensional scene it needs three, \
                 `Box(half_extents: (x, y, z))`",
            );
        }
        (Shape::Box { half_extents: Point::Space(half) }, Dimension::Three) => {
            size("half_extents", half)?;
            shapes::cuboid(&Vec3::from(*half))
        }
        (Shape::Hull { points }, _) => {
            for (k, point) in points.iter().enumerate() {
                let at = format!("{path}.points[{k}]");
                check_vector(&at, "point", point.to_vec3().as_slice(), MAX_LENGTH, "m")?;
                if dimension == Dimension::Three && matches!(point, Point::Plane(_)) {
                    let message = "the point has two coordinates; in a three-dimensional scene it needs three, \
                         (x, y, z), or set `dimension: Two`";
                    return Err(Problem::new(at, message));
                }
            }
            let points: Vec<Vec3> = points.iter().map(|p| p.to_vec3()).collect();
            match dimension {
                Dimension::Two => hull::convex_hull_2d(&points),
                Dimension::Three => hull::convex_hull_3d(&points),
            }
        }
        (Shape::RegularPolygon { sides, radius }, Dimension::Two) => {
            size("radius", &[*radius])?;
            shapes::regular_polygon(*sides, *radius)
        }
        (Shape::RegularPolygon { .. }, Dimension::Three) => {
            return wrong("RegularPolygon is flat; use Prism, or set `dimension: Two`");
        }
        (
            Shape::Prism { .. }
            | Shape::Platonic(..)
            | Shape::Mesh { .. }
            | Shape::Sphere { .. }
            | Shape::Cylinder { .. }
            | Shape::Cone { .. }
            | Shape::Ellipsoid { .. },
            Dimension::Two,
        ) => {
            return wrong(
                "this shape is a solid; a two-dimensional scene takes Box, Hull, RegularPolygon, Disc, Capsule, Rounded and Union",
            );
        }
        (Shape::Disc { .. }, Dimension::Three) => {
            return wrong("Disc is flat; use Sphere, or set `dimension: Two`");
        }
        (Shape::Sphere { radius } | Shape::Disc { radius }, _) => {
            size("radius", &[*radius])?;
            Polytope::ball(dimension, *radius)
        }
        (Shape::Capsule { radius, length }, _) => {
            size("(radius, length)", &[*radius, *length])?;
            if *length == 0.0 {
                let round = if dimension == Dimension::Two { "Disc" } else { "Sphere" };
                return wrong(&format!("length is 0; a capsule without a straight part is a {round}"));
            }
            Polytope::capsule(dimension, *radius, *length)
        }
        (Shape::Rounded { radius, shape }, _) => {
            size("radius", &[*radius])?;
            if let Shape::Union(_) = **shape {
                return wrong("Rounded takes one convex shape; round the parts of the Union instead");
            }
            convex_part(shape, dimension, base, &format!("{path}.shape"))?.rounded(*radius)
        }
        (Shape::Cylinder { radius, length }, Dimension::Three) => {
            size("(radius, length)", &[*radius, *length])?;
            Polytope::cylinder(*radius, *length)
        }
        (Shape::Cone { radius, length }, Dimension::Three) => {
            size("(radius, length)", &[*radius, *length])?;
            Polytope::cone(*radius, *length)
        }
        (Shape::Ellipsoid { semi_axes }, Dimension::Three) => {
            size("semi_axes", semi_axes)?;
            Polytope::ellipsoid(&Vec3::from(*semi_axes))
        }
        (Shape::Prism { sides, radius, height }, Dimension::Three) => {
            size("(radius, height)", &[*radius, *height])?;
            shapes::prism(*sides, *radius, *height)
        }
        (Shape::Platonic(solid, radius), Dimension::Three) => {
            size("radius", &[*radius])?;
            shapes::platonic(*solid, *radius)
        }
        (Shape::Mesh { decompose: Some(_), hull: true, .. }, Dimension::Three) => {
            return wrong("the mesh has both `decompose` and `hull: true`; leave one of them out");
        }
        (Shape::Mesh { path: file, scale, mirror, hull, .. }, Dimension::Three) => {
            let import = import(*scale, *mirror, path)?;
            let load = if *hull { mesh::load_hull } else { mesh::load_convex };
            return load(&base.join(file), &import)
                .map_err(|error| Problem::new(format!("{path}.path"), error.to_string()));
        }
        (Shape::Union(_), _) => return wrong("a Union stands where a convex part should"),
    };
    made.map_err(|error| Problem::new(path, error.to_string()))
}
