//! A body: what of it never changes in a run, and how it is named.

use crate::geometry::polytope::Polytope;
use crate::math::{Mat3, Vec3};
use serde::{Deserialize, Serialize};

/// Index of a body in [`Model::bodies`](super::Model::bodies) and in the vectors of [`State`](super::State).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyId(pub usize);

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum BodyKind {
    /// Never moves.
    Fixed,
    /// Moves by forces and impulses.
    #[default]
    Dynamic,
    /// Moves with its own prescribed twist whatever touches it.
    Kinematic,
}

/// The unchanging properties of a body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Unique name from the scene.
    pub name: String,
    /// How it moves.
    pub kind: BodyKind,
    /// Convex parts, in the body frame: origin at the centre of mass, axes as in the scene. Parts may overlap.
    pub parts: Vec<Polytope>,
    /// Centre of mass in the frame in which the scene gives the points (m).
    pub centre_of_mass: Vec3,
    /// Mass (kg); infinite for fixed and kinematic bodies.
    pub mass: f64,
    /// Inertia about the centre of mass, body axes (kg·m²).
    pub inertia: Mat3,
    /// Coulomb friction coefficient.
    pub friction: f64,
    /// Coefficient of restitution in 0..1; of two bodies that meet the larger one counts.
    pub restitution: f64,
    /// Display colour, sRGB in 0..1.
    pub color: Option<[f32; 3]>,
    /// Time at which the body enters the simulation (s).
    pub spawn_time: f64,
    /// Radius of the bounding sphere about the centre of mass (m).
    pub radius: f64,
}

impl Body {
    /// Whether impulses move it.
    pub fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }
}

/// One convex part of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartId {
    /// The body.
    pub body: BodyId,
    /// Index into [`Body::parts`].
    pub part: usize,
}
