//! Bodies: what never changes in a run ([`Model`]) and what does ([`State`]).

pub mod build;
pub mod joint;

use crate::contact::separating::ContactMemory;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Mat3, Pose, Quat, Twist, Vec3};
use crate::world::joint::{Controller, Joint};
use serde::{Deserialize, Serialize};

/// Index of a body in [`Model::bodies`] and in the vectors of [`State`].
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

/// Everything about a scene that a step reads and never writes.
#[derive(Clone, Debug)]
pub struct Model {
    /// Plane or space.
    pub dimension: Dimension,
    /// Acceleration of gravity (m/s²).
    pub gravity: Vec3,
    /// All bodies, also those not spawned yet.
    pub bodies: Vec<Body>,
    /// Joints between them.
    pub joints: Vec<Joint>,
    /// What drives joints and bodies.
    pub controllers: Vec<Controller>,
}

impl Model {
    /// The body with this id.
    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.0]
    }

    /// Ids of all bodies.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len()).map(BodyId)
    }

    /// Whether the two bodies may touch: those that a joint holds together do not, unless it says so.
    pub fn may_touch(&self, a: BodyId, b: BodyId) -> bool {
        let joined = |j: &Joint| !j.collide && (j.bodies == (a, b) || j.bodies == (b, a));
        (self.body(a).is_dynamic() || self.body(b).is_dynamic()) && a != b && !self.joints.iter().any(joined)
    }

    /// Numbers of the joints that hold in `state`: not broken, both bodies there, and one of them at least moved by
    /// impulses.
    pub fn active_joints(&self, state: &State) -> Vec<usize> {
        let holds = |&k: &usize| {
            let (a, b) = self.joints[k].bodies;
            let moves = self.body(a).is_dynamic() || self.body(b).is_dynamic();
            let there = self.is_active(a, state.time) && self.is_active(b, state.time);
            moves && there && !state.broken.contains(&k)
        };
        (0..self.joints.len()).filter(holds).collect()
    }

    /// Whether the body takes part at time `time` (s). Half a nanosecond of slack, so that a spawn time that is a
    /// multiple of h does not slip by a step through rounding.
    pub fn is_active(&self, id: BodyId, time: f64) -> bool {
        self.bodies[id.0].spawn_time <= time + 5e-10
    }

    /// The pose of the frame in which the scene gives the points, from the pose of the centre of mass.
    pub fn scene_frame(&self, id: BodyId, pose: &Pose) -> (Vec3, Quat) {
        (pose.position - pose.orientation * self.bodies[id.0].centre_of_mass, pose.orientation)
    }
}

/// Poses and twists of all bodies at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Steps done since the start.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// Pose of each body.
    pub poses: Vec<Pose>,
    /// Twist of each body.
    pub twists: Vec<Twist>,
    /// What separated each pair of parts at the end of the last step: where the next one starts to look. It is part of
    /// the state so that a run that is continued from a recorded state repeats bit for bit.
    #[serde(default)]
    pub memory: ContactMemory,
    /// Numbers of the joints that broke, ascending.
    #[serde(default)]
    pub broken: Vec<usize>,
}

impl State {
    /// The state at the start of a run: no step done, nothing remembered.
    pub fn at_start(poses: Vec<Pose>, twists: Vec<Twist>) -> Self {
        Self { step: 0, time: 0.0, poses, twists, memory: ContactMemory::default(), broken: Vec::new() }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.time.is_finite()
            && self.poses.iter().all(Pose::is_finite)
            && self.twists.iter().all(Twist::is_finite)
    }
}
