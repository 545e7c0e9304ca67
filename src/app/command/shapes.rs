//! What the editor of bodies knows of shapes: what they are called, the numbers that make them, and those with curved surfaces that the
//! palette offers. A new shape is a line in each of the three.

use crate::math::Dimension;
use crate::scene::format::{PlatonicSolid, Point, Shape};

/// A number that makes a shape.
#[derive(Debug)]
pub enum Size<'a> {
    /// A length (m).
    Length(&'a mut f64),
    /// A number of sides.
    Count(&'a mut usize),
}

/// A number that makes a shape, with its name.
#[derive(Debug)]
pub struct Named<'a> {
    /// What it is called; unique in a shape.
    pub name: &'static str,
    /// What it means.
    pub hover: &'static str,
    /// The number.
    pub size: Size<'a>,
}

fn length<'a>(name: &'static str, hover: &'static str, value: &'a mut f64) -> Named<'a> {
    Named { name, hover, size: Size::Length(value) }
}

fn count<'a>(name: &'static str, hover: &'static str, value: &'a mut usize) -> Named<'a> {
    Named { name, hover, size: Size::Count(value) }
}

/// The numbers that make a shape; none of a shape that is made otherwise (of points, a file, parts).
pub fn sizes(shape: &mut Shape, dimension: Dimension) -> Vec<Named<'_>> {
    match shape {
        Shape::Box { half_extents: Point::Plane([x, y]) } => {
            vec![
                length(tr!("size-half-width-x"), tr!("size-half"), x),
                length(tr!("size-half-height-y"), tr!("size-half"), y),
            ]
        }
        Shape::Box { half_extents: Point::Space([x, y, z]) } => {
            let mut sides = vec![
                length(tr!("size-half-side-x"), tr!("size-half"), x),
                length(tr!("size-half-side-y"), tr!("size-half"), y),
            ];
            if dimension == Dimension::Three {
                sides.push(length(tr!("size-half-side-z"), tr!("size-half"), z));
            }
            sides
        }
        Shape::RegularPolygon { sides, radius } => {
            vec![
                count(tr!("size-sides"), tr!("size-number-sides"), sides),
                length(tr!("size-radius"), tr!("size-corners"), radius),
            ]
        }
        Shape::Prism { sides, radius, height } => vec![
            count(tr!("size-sides"), tr!("size-number-sides"), sides),
            length(tr!("size-radius"), tr!("size-distance-corners-from-axis-m"), radius),
            length(tr!("size-height"), tr!("size-height-tip"), height),
        ],
        Shape::Platonic(_, radius) => vec![length(tr!("size-radius"), tr!("size-corners"), radius)],
        Shape::Sphere { radius } => vec![length(tr!("size-radius"), tr!("size-radius-ball-m"), radius)],
        Shape::Disc { radius } => vec![length(tr!("size-radius"), tr!("size-radius-disc-m"), radius)],
        Shape::Rounded { radius, shape } => {
            let hover = tr!("size-radius-corners-m-body-shape");
            let mut all = vec![length(tr!("size-rounding"), hover, radius)];
            all.extend(sizes(shape, dimension));
            all
        }
        Shape::Capsule { radius, length: straight } => vec![
            length(tr!("size-radius"), tr!("size-radius-tip"), radius),
            length(tr!("size-length"), tr!("size-length-straight-part-m"), straight),
        ],
        Shape::Cylinder { radius, length: height } => {
            vec![
                length(tr!("size-radius"), tr!("size-radius-tip"), radius),
                length(tr!("size-length"), tr!("size-length-tip"), height),
            ]
        }
        Shape::Cone { radius, length: height } => vec![
            length(tr!("size-radius"), tr!("size-radius-base-m"), radius),
            length(tr!("size-length"), tr!("size-from-base-apex-m"), height),
        ],
        Shape::Ellipsoid { semi_axes: [x, y, z] } => vec![
            length(tr!("size-semi-axis-x"), tr!("size-half-width-along-x-m"), x),
            length(tr!("size-semi-axis-y"), tr!("size-half-width-along-y-m"), y),
            length(tr!("size-semi-axis-z"), tr!("size-half-width-along-z-m"), z),
        ],
        Shape::Hull { .. } | Shape::Mesh { .. } | Shape::Union(_) => Vec::new(),
    }
}

/// What a shape is called.
pub fn name(shape: &Shape, dimension: Dimension) -> String {
    let flat = dimension == Dimension::Two;
    let name = match shape {
        Shape::Box { .. } if flat => tr!("shape-rectangle"),
        Shape::Box { .. } => tr!("shape-box"),
        Shape::Hull { .. } if flat => tr!("shape-polygon-points"),
        Shape::Hull { .. } => tr!("shape-hull-points"),
        Shape::RegularPolygon { .. } => tr!("shape-regular-polygon"),
        Shape::Prism { .. } => tr!("shape-prism"),
        Shape::Platonic(PlatonicSolid::Tetrahedron, _) => tr!("shape-tetrahedron"),
        Shape::Platonic(PlatonicSolid::Cube, _) => tr!("shape-cube"),
        Shape::Platonic(PlatonicSolid::Octahedron, _) => tr!("shape-octahedron"),
        Shape::Platonic(PlatonicSolid::Dodecahedron, _) => tr!("shape-dodecahedron"),
        Shape::Platonic(PlatonicSolid::Icosahedron, _) => tr!("shape-icosahedron"),
        Shape::Sphere { .. } => tr!("shape-ball"),
        Shape::Disc { .. } => tr!("shape-disc"),
        Shape::Rounded { shape, .. } => return tr!("shape-rounded", shape = self::name(shape, dimension)),
        Shape::Mesh { .. } => tr!("shape-mesh-file"),
        Shape::Union(_) => tr!("shape-union-parts"),
        Shape::Capsule { .. } => tr!("shape-capsule"),
        Shape::Cylinder { .. } => tr!("shape-cylinder"),
        Shape::Cone { .. } => tr!("shape-cone"),
        Shape::Ellipsoid { .. } => tr!("shape-ellipsoid"),
    };
    name.to_owned()
}

/// A shape with a curved surface in the palette.
#[derive(Debug)]
pub struct RoundShape {
    /// Its name, for buttons and for the bodies made of it.
    pub name: fn() -> &'static str,
    /// Where there is such a shape.
    pub dimension: Dimension,
    /// The shape whose farthest point is that far (m) from its middle.
    pub shape: fn(f64) -> Shape,
    /// Its picture is the hull of these ellipses, with this many of the last of them drawn as lines, in a square from −1 to 1 (y down):
    /// middle x, y, half axes.
    pub picture: (&'static [[f32; 4]], usize),
}

/// The shapes with curved surfaces, in the order of the palette.
pub const ROUND: [RoundShape; 10] = [
    RoundShape {
        name: || tr!("shape-ball"),
        dimension: Dimension::Three,
        shape: |radius| Shape::Sphere { radius },
        picture: (&[[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.32]], 1),
    },
    RoundShape {
        name: || tr!("shape-capsule"),
        dimension: Dimension::Three,
        shape: |radius| Shape::Capsule { radius: 0.4 * radius, length: 1.2 * radius },
        picture: (&[[0.0, -0.6, 0.4, 0.4], [0.0, 0.6, 0.4, 0.4]], 0),
    },
    RoundShape {
        name: || tr!("shape-cylinder"),
        dimension: Dimension::Three,
        shape: |radius| Shape::Cylinder { radius: 0.6 * radius, length: 1.6 * radius },
        picture: (&[[0.0, 0.7, 0.62, 0.22], [0.0, -0.7, 0.62, 0.22]], 1),
    },
    RoundShape {
        name: || tr!("shape-cone"),
        dimension: Dimension::Three,
        // Its middle is a quarter of its length above the base.
        shape: |radius| Shape::Cone { radius: 0.7 * radius, length: 4.0 / 3.0 * radius },
        picture: (&[[0.0, -0.95, 0.02, 0.02], [0.0, 0.65, 0.72, 0.26]], 1),
    },
    RoundShape {
        name: || tr!("shape-ellipsoid"),
        dimension: Dimension::Three,
        shape: |radius| Shape::Ellipsoid { semi_axes: [radius, 0.7 * radius, 0.5 * radius] },
        picture: (&[[0.0, 0.0, 1.0, 0.6], [0.0, 0.0, 1.0, 0.2]], 1),
    },
    RoundShape {
        name: || tr!("shape-rounded-cube"),
        dimension: Dimension::Three,
        shape: |radius| {
            let half = 0.75 * radius / 3.0_f64.sqrt();
            let core = Shape::Box { half_extents: Point::Space([half; 3]) };
            Shape::Rounded { radius: 0.25 * radius, shape: Box::new(core) }
        },
        picture: (
            &[[-0.5, -0.5, 0.3, 0.3], [0.5, -0.5, 0.3, 0.3], [-0.5, 0.5, 0.3, 0.3], [0.5, 0.5, 0.3, 0.3]],
            0,
        ),
    },
    RoundShape {
        name: || tr!("shape-disc"),
        dimension: Dimension::Two,
        shape: |radius| Shape::Disc { radius },
        picture: (&[[0.0, 0.0, 1.0, 1.0]], 0),
    },
    RoundShape {
        name: || tr!("shape-flat-capsule"),
        dimension: Dimension::Two,
        shape: |radius| Shape::Capsule { radius: 0.4 * radius, length: 1.2 * radius },
        picture: (&[[-0.6, 0.0, 0.4, 0.4], [0.6, 0.0, 0.4, 0.4]], 0),
    },
    RoundShape {
        name: || tr!("shape-rounded-rectangle"),
        dimension: Dimension::Two,
        shape: |radius| {
            let core = Shape::Box { half_extents: Point::Plane([0.56 * radius, 0.42 * radius]) };
            Shape::Rounded { radius: 0.3 * radius, shape: Box::new(core) }
        },
        picture: (
            &[
                [-0.6, -0.35, 0.35, 0.35],
                [0.6, -0.35, 0.35, 0.35],
                [-0.6, 0.35, 0.35, 0.35],
                [0.6, 0.35, 0.35, 0.35],
            ],
            0,
        ),
    },
    RoundShape {
        name: || tr!("shape-rounded-triangle"),
        dimension: Dimension::Two,
        shape: |radius| {
            let core = Shape::RegularPolygon { sides: 3, radius: 0.7 * radius };
            Shape::Rounded { radius: 0.3 * radius, shape: Box::new(core) }
        },
        picture: (&[[0.0, -0.6, 0.35, 0.35], [0.6, 0.4, 0.35, 0.35], [-0.6, 0.4, 0.35, 0.35]], 0),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::load_str;
    use crate::scene::to_text;
    use std::path::Path;

    /// What the palette makes is a body that reaches as far as asked, its numbers are those of the file, and it comes back from its text.
    #[test]
    fn round_shapes_reach_as_far_as_asked_and_come_back_from_their_text() {
        for round in &ROUND {
            let radius = 0.37;
            let mut shape = (round.shape)(radius);
            let mut scene = crate::scene::Scene::new("round", round.dimension);
            let body = crate::scene::format::BodyDescription::new(
                (round.name)(),
                crate::world::BodyKind::Dynamic,
                shape.clone(),
            );
            scene.contact.model = crate::contact::models::ContactModel::SeparatingFeature;
            scene.bodies.push(body);
            let text = to_text(&scene);
            let loaded = load_str(&text, "round.ron", Path::new(".")).expect("a scene");
            assert_eq!(loaded.source.bodies[0].shape, shape, "{text}");
            let far = loaded.model.bodies[0].radius;
            assert!((far - radius).abs() < 1e-12, "{}: {far}", (round.name)());
            let sizes = sizes(&mut shape, round.dimension);
            assert!(!sizes.is_empty(), "{} has a radius", (round.name)());
            let mut names: Vec<&str> = sizes.iter().map(|size| size.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), sizes.len(), "{}", (round.name)());
        }
    }
}
