//! Small models for the unit tests of this module, built without a scene file.

use crate::body::{Body, BodyKind, Model, State};
use crate::geometry::polytope::{Edge, Facet, Polytope};
use crate::math::{Dimension, Mat3, Pose, Twist, Vec3};

/// A cube with half extent `half` (m), mass 1 kg (infinite unless dynamic), its frame at its centre.
pub(crate) fn box_body(name: &str, kind: BodyKind, half: f64) -> Body {
    let dynamic = kind == BodyKind::Dynamic;
    Body {
        name: name.to_owned(),
        kind,
        parts: vec![cube(half)],
        centre_of_mass: Vec3::zeros(),
        mass: if dynamic { 1.0 } else { f64::INFINITY },
        inertia: Mat3::identity() * (2.0 * half * half / 3.0),
        friction: 0.0,
        restitution: 0.0,
        color: None,
        spawn_time: 0.0,
        radius: half * 3.0_f64.sqrt(),
    }
}

/// A cube written out by hand; only what the truth meter reads is filled in (no adjacency).
fn cube(half: f64) -> Polytope {
    let sign = |bit: usize| if bit == 0 { -half } else { half };
    let vertices = (0..8).map(|i| Vec3::new(sign(i & 1), sign(i >> 1 & 1), sign(i >> 2 & 1))).collect();
    let faces: [(Vec3, [usize; 4]); 6] = [
        (-Vec3::x(), [0, 4, 6, 2]),
        (Vec3::x(), [1, 3, 7, 5]),
        (-Vec3::y(), [0, 1, 5, 4]),
        (Vec3::y(), [2, 6, 7, 3]),
        (-Vec3::z(), [0, 2, 3, 1]),
        (Vec3::z(), [4, 5, 7, 6]),
    ];
    let facets: Vec<Facet> =
        faces.iter().map(|(n, v)| Facet { vertices: v.to_vec(), normal: *n, offset: half }).collect();
    let mut edges = Vec::new();
    for tail in 0..8_usize {
        for bit in [1, 2, 4] {
            if tail & bit == 0 {
                edges.push(Edge { vertices: [tail, tail | bit], facets: [0, 0] });
            }
        }
    }
    Polytope {
        dimension: Dimension::Three,
        vertices,
        facets,
        edges,
        vertex_neighbours: Vec::new(),
        vertex_facets: Vec::new(),
        vertex_edges: Vec::new(),
    }
}

/// A model of these bodies without gravity.
pub(crate) fn model_of(bodies: Vec<Body>) -> Model {
    Model { dimension: Dimension::Three, gravity: Vec3::zeros(), bodies }
}

/// All bodies at the origin, at rest.
pub(crate) fn state_of(model: &Model) -> State {
    State {
        step: 0,
        time: 0.0,
        poses: vec![Pose::identity(); model.bodies.len()],
        twists: vec![Twist::zero(); model.bodies.len()],
    }
}
