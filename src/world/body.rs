//! A body: what of it never changes in a run, and how it is named.

use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Mat3, Pose, Twist, Vec3, Wrench};
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

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

/// What is said of a body apart from its shape, its mass and its place: the same in a specification in code
/// ([`BodySpec`](super::build::BodySpec)) and in the model, and made of a scene's description in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyProperties {
    /// Unique name from the scene.
    pub name: String,
    /// How it moves.
    pub kind: BodyKind,
    /// Coulomb friction coefficient.
    pub friction: f64,
    /// Coefficient of restitution in 0..1; of two bodies that meet the larger one counts.
    pub restitution: f64,
    /// Display colour, sRGB in 0..1.
    pub color: Option<[f32; 3]>,
    /// Time at which the body enters the simulation (s).
    pub spawn_time: f64,
    /// Whether it touches anything.
    pub collide: bool,
}

impl BodyProperties {
    /// Of a dynamic body without friction that is there from the start and does not bounce.
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            name,
            kind: BodyKind::default(),
            friction: 0.0,
            restitution: 0.0,
            color: None,
            spawn_time: 0.0,
            collide: true,
        }
    }
}

/// The unchanging properties of a body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Name, kind, coefficients; read as fields of the body itself.
    pub properties: BodyProperties,
    /// Convex parts, in the body frame: origin at the centre of mass, axes as in the scene. Parts may overlap.
    pub parts: Arc<[Polytope]>,
    /// Centre of mass in the frame in which the scene gives the points (m).
    pub centre_of_mass: Vec3,
    /// Mass (kg); infinite for fixed and kinematic bodies.
    pub mass: f64,
    /// Inertia about the centre of mass, body axes (kg·m²).
    pub inertia: Mat3,
    /// Radius of the bounding sphere about the centre of mass (m).
    pub radius: f64,
    /// Which of the colours that are taken in turn it is shown in, where it has none of its own: its number when the scene was read.
    pub swatch: usize,
}

impl Body {
    /// Whether impulses move it.
    pub fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    /// Angular momentum about its centre of mass (N·m·s, world axes).
    pub fn spin(&self, pose: &Pose, twist: &Twist) -> Vec3 {
        pose.orientation * (self.inertia * (pose.orientation.inverse() * twist.angular))
    }

    /// What a wrench on it alone changes of its twist in a second (m/s², rad/s²), its own turning left out; nothing where impulses do not move it.
    pub fn acceleration(&self, pose: &Pose, wrench: &Wrench, dimension: Dimension) -> Twist {
        if !self.is_dynamic() {
            return Twist::zero();
        }
        let linear = wrench.force / self.mass;
        match dimension {
            Dimension::Two => Twist {
                linear: Vec3::new(linear.x, linear.y, 0.0),
                angular: Vec3::new(0.0, 0.0, wrench.torque.z / self.inertia[(2, 2)]),
            },
            Dimension::Three => {
                let torque = pose.orientation.inverse() * wrench.torque;
                // Scenes are validated; what has no positive definite inertia does not turn, as in the steps.
                let turned = self.inertia.cholesky().map_or(Vec3::zeros(), |root| root.solve(&torque));
                Twist { linear, angular: pose.orientation * turned }
            }
        }
    }
}

impl Deref for Body {
    type Target = BodyProperties;

    fn deref(&self) -> &BodyProperties {
        &self.properties
    }
}

impl DerefMut for Body {
    fn deref_mut(&mut self) -> &mut BodyProperties {
        &mut self.properties
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
