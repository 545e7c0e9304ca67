//! Meshes of bodies, one set for each different shape: bodies of equal shape share them, so that the renderer draws
//! all of them at once, and a scene that is built again keeps what it had.

use crate::app::draw::shape_mesh;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Vec3};
use crate::world::Body;
use bevy::prelude::{Assets, Handle, Mesh};
use std::collections::BTreeMap;

/// The meshes of a shape.
#[derive(Clone, Debug)]
pub struct Meshes {
    /// Faces of the solid parts, if there are any.
    pub solid: Option<Handle<Mesh>>,
    /// Faces of the glass parts, if there are any.
    pub glass: Option<Handle<Mesh>>,
    /// Feature edges.
    pub edges: Handle<Mesh>,
}

/// The meshes in use, by shape.
#[derive(Default)]
pub struct Shapes {
    known: BTreeMap<Vec<u64>, Meshes>,
    used: BTreeMap<Vec<u64>, Meshes>,
}

impl Shapes {
    /// The meshes of a body, made if no body of its shape had them before.
    pub fn of(&mut self, body: &Body, thickness: f64, meshes: &mut Assets<Mesh>) -> Meshes {
        let key = key(body, thickness);
        if let Some(found) = self.used.get(&key) {
            return found.clone();
        }
        let made = self.known.get(&key).cloned().unwrap_or_else(|| Meshes {
            solid: shape_mesh::faces(body, thickness, false).map(|mesh| meshes.add(mesh)),
            glass: shape_mesh::faces(body, thickness, true).map(|mesh| meshes.add(mesh)),
            edges: meshes.add(shape_mesh::edges(body, thickness)),
        });
        self.used.insert(key, made.clone());
        made
    }

    /// Forgets the shapes that no body has asked for since the last time.
    pub fn settle(&mut self) {
        self.known = std::mem::take(&mut self.used);
    }

    /// How many different shapes there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// All numbers that the meshes of a body are made from, bit for bit.
fn key(body: &Body, thickness: f64) -> Vec<u64> {
    let mut key = vec![body.radius.to_bits(), thickness.to_bits()];
    for (i, part) in body.parts.iter().enumerate() {
        key.push(u64::from(shape_mesh::is_glass(body, i)));
        add_part(&mut key, part);
    }
    key
}

fn add_part(key: &mut Vec<u64>, part: &Polytope) {
    let bits = |v: &Vec3| [v.x.to_bits(), v.y.to_bits(), v.z.to_bits()];
    key.push(u64::from(part.dimension == Dimension::Two));
    key.push(part.rounding.to_bits());
    key.push(u64::from(part.smooth().is_some()));
    key.push(part.vertices.len() as u64);
    key.extend(part.vertices.iter().flat_map(bits));
    key.push(part.facets.len() as u64);
    for facet in &part.facets {
        key.push(facet.vertices.len() as u64);
        key.extend(facet.vertices.iter().map(|&v| v as u64));
        key.extend(bits(&facet.normal));
    }
    key.push(part.edges.len() as u64);
    key.extend(part.edges.iter().flat_map(|edge| edge.vertices).map(|v| v as u64));
}
