//! Building a model from shapes in code, without a scene file.

use crate::geometry::polytope::{MassProperties, Polytope};
use crate::math::{Dimension, Mat3, Pose, Quat, Twist, Vec3};
use crate::world::body::{Body, BodyKind, BodyProperties};
use crate::world::model::Model;
use crate::world::state::State;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A body under construction; its frame is the one in which the shapes give their points.
#[derive(Clone, Debug)]
pub struct BodySpec {
    /// Name, kind, coefficients; read and written as fields of the specification itself.
    pub properties: BodyProperties,
    /// Convex parts in the scene's frame of the body.
    pub parts: Vec<Polytope>,
    /// Mass properties of what the parts stand for, in their frame, instead of theirs: of a mesh, where they only come near it.
    pub masses: Option<Vec<MassProperties>>,
    /// Position of that frame (m).
    pub position: Vec3,
    /// Its orientation.
    pub orientation: Quat,
    /// Velocity of the centre of mass (m/s).
    pub velocity: Vec3,
    /// Angular velocity (rad/s).
    pub angular_velocity: Vec3,
    /// Density (kg/m³, in the plane kg/m²).
    pub density: f64,
    /// Mass (kg), instead of density × measure.
    pub mass: Option<f64>,
    /// Inertia about the centre of mass, body axes (kg·m²), instead of the shape's.
    pub inertia: Option<Mat3>,
    /// Centre of mass in the frame of the body (m), instead of the shape's.
    pub centre_of_mass: Option<Vec3>,
}

impl Deref for BodySpec {
    type Target = BodyProperties;

    fn deref(&self) -> &BodyProperties {
        &self.properties
    }
}

impl DerefMut for BodySpec {
    fn deref_mut(&mut self) -> &mut BodyProperties {
        &mut self.properties
    }
}

impl BodySpec {
    /// A dynamic body of density 1000 at rest at the origin.
    pub fn new(name: impl Into<String>, parts: Vec<Polytope>) -> Self {
        Self {
            properties: BodyProperties::new(name),
            parts,
            masses: None,
            position: Vec3::zeros(),
            orientation: Quat::identity(),
            velocity: Vec3::zeros(),
            angular_velocity: Vec3::zeros(),
            density: 1000.0,
            mass: None,
            inertia: None,
            centre_of_mass: None,
        }
    }

    /// A body that never moves.
    pub fn fixed(name: impl Into<String>, parts: Vec<Polytope>) -> Self {
        let mut spec = Self::new(name, parts);
        spec.kind = BodyKind::Fixed;
        spec
    }

    /// The same body with its frame at `position` (m).
    pub fn at(self, position: Vec3) -> Self {
        Self { position, ..self }
    }

    /// The body with its origin moved to the centre of mass, its start pose and twist.
    ///
    /// Mass properties are the sums over the parts, unless `masses` has others: where parts of a union overlap, the overlap counts twice.
    /// Without a mass of its own in `mass`, the body weighs density × measure; a given mass scales the inertia.
    pub fn build(&self) -> (Body, Pose, Twist) {
        let (mut measure, mut first) = (0.0, Vec3::zeros());
        let of_parts = || self.parts.iter().map(Polytope::mass_properties).collect();
        let properties: Vec<_> = self.masses.clone().unwrap_or_else(of_parts);
        for p in &properties {
            measure += p.measure;
            first += p.measure * p.centroid;
        }
        let of_shape = if measure > 0.0 { first / measure } else { Vec3::zeros() };
        let centre = self.centre_of_mass.unwrap_or(of_shape);
        let mut unit = Mat3::zeros();
        for p in &properties {
            let d = p.centroid - centre;
            unit += p.inertia + p.measure * (Mat3::identity() * d.norm_squared() - d * d.transpose());
        }
        let mass = self.mass.unwrap_or(self.density * measure);
        let inertia = self.inertia.unwrap_or(unit * (mass / measure));
        let parts: Arc<[Polytope]> =
            self.parts.iter().map(|p| p.transformed(&Quat::identity(), &-centre)).collect();
        let radius = parts.iter().map(Polytope::radius).fold(0.0, f64::max);
        let moves = self.kind == BodyKind::Dynamic;
        let body = Body {
            properties: self.properties.clone(),
            parts,
            centre_of_mass: centre,
            mass: if moves { mass } else { f64::INFINITY },
            inertia,
            radius,
            swatch: 0,
        };
        let pose =
            Pose { position: self.position + self.orientation * centre, orientation: self.orientation };
        let twist = match self.kind {
            BodyKind::Fixed => Twist::zero(),
            _ => Twist { linear: self.velocity, angular: self.angular_velocity },
        };
        (body, pose, twist)
    }
}

/// A model and its start from body specifications: [`BodyId`](super::BodyId)s count in their order. Nothing is checked, as a
/// scene file is; joints and controllers may be pushed to the model.
pub fn assemble(dimension: Dimension, gravity: Vec3, specs: &[BodySpec]) -> (Model, State) {
    let mut model = Model {
        dimension,
        gravity,
        bodies: Vec::new(),
        joints: Vec::new(),
        controllers: Vec::new(),
        passing: Vec::new(),
    };
    let mut state = State::at_start(Vec::new(), Vec::new());
    for spec in specs {
        let (body, pose, twist) = spec.build();
        model.bodies.push(Body { swatch: model.bodies.len(), ..body });
        state.poses.push(pose);
        state.twists.push(twist);
    }
    (model, state)
}
