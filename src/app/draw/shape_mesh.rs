//! Meshes of bodies from their polytopes: faces with flat normals, and feature edges as lines.

use crate::app::look::convert::{length, to_view};
use crate::contact::separating::swept::off_core;
use crate::geometry::polytope::{Facet, Polytope};
use crate::math::Dimension;
pub use crate::recording::surface::is_glass;
use crate::world::Body;
use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

/// Lines lie this share of the body's radius outside the faces, so that they are not half hidden in them.
const LIFT: f32 = 2e-3;

/// Lines that a circle is drawn with.
const CIRCLE: u16 = 48;

/// The faces of a body, flat-shaded: its solid parts or its glass ones; `None` if there are none of these.
/// `thickness` is used in flat scenes only.
pub fn faces(body: &Body, thickness: f64, glass: bool) -> Option<Mesh> {
    let mut builder = Triangles::default();
    for (_, part) in body.parts.iter().enumerate().filter(|(i, _)| is_glass(body, *i) == glass) {
        let drawn = part.drawn();
        match part.dimension {
            Dimension::Three => {
                for facet in &drawn.facets {
                    let corners: Vec<Vec3> =
                        facet.vertices.iter().map(|&v| to_view(&drawn.vertices[v])).collect();
                    let from = builder.positions.len();
                    builder.polygon(&corners, to_view(&facet.normal));
                    if let Some(solid) = part.smooth() {
                        let fan = (2..facet.vertices.len()).flat_map(|k| [0, k - 1, k]);
                        for (k, corner) in (from..).zip(fan) {
                            let at = &drawn.vertices[facet.vertices[corner]];
                            builder.normals[k] = to_view(&solid.normal_near(at, &facet.normal));
                        }
                    } else if part.rounding > 0.0 {
                        // The normals of the surface, corner by corner of the triangles of the facet.
                        let out = |v: usize| to_view(&off_core(part, &drawn.vertices[v]).1);
                        let corners: Vec<Vec3> = facet.vertices.iter().map(|&v| out(v)).collect();
                        let order = (2..corners.len()).flat_map(|k| [0, k - 1, k]);
                        for (normal, k) in builder.normals[from..].iter_mut().zip(order) {
                            *normal = corners[k];
                        }
                    }
                }
            }
            Dimension::Two => prism(&mut builder, &drawn, length(thickness)),
        }
    }
    (!builder.positions.is_empty()).then(|| builder.mesh())
}

fn prism(builder: &mut Triangles, part: &Polytope, thickness: f32) {
    let front: Vec<Vec3> = part.vertices.iter().map(|v| to_view(v).with_z(0.5 * thickness)).collect();
    let back: Vec<Vec3> = front.iter().rev().map(|v| v.with_z(-0.5 * thickness)).collect();
    builder.polygon(&front, Vec3::Z);
    builder.polygon(&back, Vec3::NEG_Z);
    for i in 0..front.len() {
        let (a, b) = (front[i], front[(i + 1) % front.len()]);
        let (c, d) = (b.with_z(-0.5 * thickness), a.with_z(-0.5 * thickness));
        builder.polygon(&[a, d, c, b], (b - a).cross(Vec3::Z).normalize_or_zero());
    }
}

/// Ends of the feature edges of a body, body frame.
pub fn edge_segments(body: &Body, thickness: f64) -> Vec<(Vec3, Vec3)> {
    let mut segments = Vec::new();
    for part in body.parts.iter() {
        match part.dimension {
            Dimension::Three if part.rounding > 0.0 => segments.extend(round_lines(part)),
            Dimension::Three => {
                let ends = part.edges.iter().map(|e| e.vertices.map(|v| &part.vertices[v]));
                let shown = ends.filter(|[a, b]| part.smooth().is_none_or(|solid| solid.is_drawn(a, b)));
                segments.extend(shown.map(|[a, b]| (to_view(a), to_view(b))));
            }
            Dimension::Two => {
                let z = 0.5 * length(thickness);
                let outline = part.drawn();
                let count = outline.vertices.len();
                segments.extend((0..count).map(|i| {
                    let (a, b) = (&outline.vertices[i], &outline.vertices[(i + 1) % count]);
                    (to_view(a).with_z(z), to_view(b).with_z(z))
                }));
                if let (true, [centre]) = (part.rounding > 0.0, part.vertices.as_slice()) {
                    // A spoke shows how a disc turns.
                    let rim = to_view(centre) + Vec3::X * length(part.rounding);
                    segments.push((to_view(centre).with_z(z), rim.with_z(z)));
                }
            }
        }
    }
    segments
}

/// Lines on a curved part in space: circles of a ball, those around a capsule and along it, and of what has facets their borders.
fn round_lines(part: &Polytope) -> Vec<(Vec3, Vec3)> {
    match part.vertices.as_slice() {
        [_] => great_circles(part),
        [tail, head] => capsule_lines(tail, head, part.rounding),
        vertices => {
            let line = |facet: &Facet| {
                let count = facet.vertices.len();
                let at = |k: usize| vertices[facet.vertices[k % count]] + facet.normal * part.rounding;
                (0..count).map(|k| (to_view(&at(k)), to_view(&at(k + 1)))).collect::<Vec<_>>()
            };
            part.facets.iter().flat_map(line).collect()
        }
    }
}

/// The circles where the straight part of a capsule ends, and two outlines along it.
fn capsule_lines(tail: &crate::math::Vec3, head: &crate::math::Vec3, radius: f64) -> Vec<(Vec3, Vec3)> {
    let axis = (head - tail).normalize();
    let x = crate::math::Vec3::x();
    let u = axis.cross(&if axis.x.abs() < 0.5 { x } else { crate::math::Vec3::y() }).normalize();
    let v = axis.cross(&u);
    let angle = |k: u16| std::f64::consts::TAU * f64::from(k) / f64::from(CIRCLE);
    let around = |k: u16| (u * angle(k).cos() + v * angle(k).sin()) * radius;
    let mut segments = Vec::new();
    for end in [tail, head] {
        segments.extend((0..CIRCLE).map(|k| (to_view(&(end + around(k))), to_view(&(end + around(k + 1))))));
    }
    for side in [u, v] {
        // Half a circle around each end; the straight lines lie between them.
        let at = |k: u16| {
            let end = if 2 * k <= CIRCLE { head } else { tail };
            end + (side * angle(k).cos() + axis * angle(k).sin()) * radius
        };
        let mut points: Vec<_> = (0..CIRCLE).map(at).collect();
        points.insert(usize::from(CIRCLE / 2) + 1, tail - side * radius);
        points.push(tail + side * radius);
        let count = points.len();
        segments.extend((0..count).map(|k| (to_view(&points[k]), to_view(&points[(k + 1) % count]))));
    }
    segments
}

/// Three great circles of a ball, by which one sees it turn.
fn great_circles(ball: &Polytope) -> Vec<(Vec3, Vec3)> {
    let (centre, radius) = (ball.vertices.first().map_or(Vec3::ZERO, to_view), length(ball.rounding));
    let angle = |k: u16| std::f32::consts::TAU * f32::from(k) / f32::from(CIRCLE);
    let mut segments = Vec::new();
    for (u, v) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
        let at = |k: u16| centre + (u * angle(k).cos() + v * angle(k).sin()) * radius;
        segments.extend((0..CIRCLE).map(|k| (at(k), at(k + 1))));
    }
    segments
}

/// The feature edges of a body as a mesh of lines.
pub fn edges(body: &Body, thickness: f64) -> Mesh {
    let lift = LIFT * length(body.radius);
    let positions: Vec<Vec3> = edge_segments(body, thickness)
        .into_iter()
        .flat_map(|(a, b)| [a, b])
        .map(|p| match body.parts.first().map(|part| part.dimension) {
            Some(Dimension::Two) => p + lift * Vec3::Z,
            // Away from the centre of mass: outside for convex bodies, and near enough for unions.
            _ => p + lift * p.normalize_or_zero(),
        })
        .collect();
    lines(positions, None)
}

/// A mesh of separate lines, with colours per end if given.
pub fn lines(positions: Vec<Vec3>, colors: Option<Vec<[f32; 4]>>) -> Mesh {
    let normals = vec![[0.0_f32, 0.0, 1.0]; positions.len()];
    let mut mesh = Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals);
    if let Some(colors) = colors {
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    }
    mesh
}

/// Triangles with a normal each.
#[derive(Default)]
struct Triangles {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl Triangles {
    /// A convex polygon, counter-clockwise seen against its normal.
    fn polygon(&mut self, corners: &[Vec3], normal: Vec3) {
        for pair in corners[1..].windows(2) {
            self.positions.extend([corners[0], pair[0], pair[1]]);
            self.normals.extend([normal; 3]);
        }
    }

    fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
    }
}
