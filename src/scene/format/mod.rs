//! The scene file as serde types: field names, defaults and spellings of the RON format, version 1.
//!
//! Lengths in m, masses in kg, time in s, angles in radians; quaternions are (w, x, y, z). Every field but
//! `bodies` has a default. Nothing here is validated: see [`crate::scene::load::load_str`].

mod buffers;
mod groups;
mod joints;
mod values;

pub use crate::geometry::decompose::DecomposeSettings;
pub use crate::geometry::mesh::Axis;
pub use crate::geometry::shapes::PlatonicSolid;
use crate::math::{Dimension, Quat, Vec3};
use crate::output::without_some;
pub use crate::scene::format::groups::{GroupDescription, LEAST_OF_A_GROUP};
pub use crate::scene::format::joints::{
    ControllerDescription, ControllerKind, JointDescription, JointKind, Target, WaypointDescription,
};
pub use crate::scene::format::values::{Inertia, Point};
use crate::scene::format::values::{is_false, is_true, is_zero, is_zero_vector, yes};
use crate::step::{ContactSettings, FrictionSettings, RestitutionSettings, SolverSettings, StepSettings};
use crate::world::{BodyKind, BodyProperties, State};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Density of a body whose file gives none (kg/m³; kg/m² in the plane).
pub const DEFAULT_DENSITY: f64 = 1000.0;
/// Step size of a scene whose file gives none (s).
pub const DEFAULT_TIME_STEP: f64 = 0.01;
/// Acceleration of gravity where the file gives none (m/s²): along −z, in the plane along −y.
pub const DEFAULT_GRAVITY: f64 = 9.81;

/// A whole scene file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Version of the format: 1, and 2 where a saved moment says by how much its velocities lag ([`State::lag`]). The writer
    /// chooses it and the reader makes 1 of it, so that it is 1 for every scene in memory that this program knows.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub format_version: u32,
    /// Name for people; empty: the stem of the file.
    #[serde(default)]
    pub name: String,
    /// What happens and what to look at.
    #[serde(default)]
    pub description: String,
    /// Plane or space.
    #[serde(default)]
    pub dimension: Dimension,
    /// Acceleration of gravity (m/s²); `None`: [`DEFAULT_GRAVITY`] downwards, see [`Scene::gravity`].
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub gravity: Option<[f64; 3]>,
    /// Step size (s).
    #[serde(default = "default_time_step")]
    pub time_step: f64,
    /// How long a run lasts (s); `None`: endless.
    #[serde(default)]
    pub duration: Option<f64>,
    /// Contact detection and model; the settings of a step say themselves how a file spells them, as do the three below.
    #[serde(default)]
    pub contact: ContactSettings,
    /// Settings of friction that are not a body's.
    #[serde(default)]
    pub friction: FrictionSettings,
    /// Settings of restitution that are not a body's.
    #[serde(default, skip_serializing_if = "is_default_restitution")]
    pub restitution: RestitutionSettings,
    /// Solver.
    #[serde(default)]
    pub solver: SolverSettings,
    /// The bodies; at least one.
    pub bodies: Vec<BodyDescription>,
    /// Joints between bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointDescription>,
    /// Names of two bodies each that pass through each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_contact: Vec<(String, String)>,
    /// What drives joints and bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controllers: Vec<ControllerDescription>,
    /// Groups of bodies, for people: no step reads them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupDescription>,
    /// Puts joints back together after every step (thesis, algorithm 1), beside the stabilisation within the step.
    #[serde(default, skip_serializing_if = "is_false")]
    pub joint_correction: bool,
    /// Where the camera starts.
    #[serde(default)]
    pub camera: Option<CameraDescription>,
    /// A moment of a run that was saved: the run goes on from it, to the bit. Poses are those of the centres of mass, in
    /// the order of `bodies`; velocities are meant `lag` (s) before `time`. In a file of version 1, which has no `lag`,
    /// they are those of a leapfrog step of size `time_step`. Joints, limits and controllers still refer to the start that the bodies give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<State>,
}

impl Scene {
    /// A scene with every default and no bodies yet.
    pub fn new(name: &str, dimension: Dimension) -> Self {
        Self {
            format_version: first_version(),
            name: name.to_owned(),
            description: String::new(),
            dimension,
            gravity: Some(default_gravity(dimension).into()),
            time_step: DEFAULT_TIME_STEP,
            duration: None,
            contact: ContactSettings::default(),
            friction: FrictionSettings::default(),
            restitution: RestitutionSettings::default(),
            solver: SolverSettings::default(),
            bodies: Vec::new(),
            joints: Vec::new(),
            no_contact: Vec::new(),
            controllers: Vec::new(),
            groups: Vec::new(),
            joint_correction: false,
            camera: None,
            resume: None,
        }
    }

    /// Acceleration of gravity (m/s²): as given, or downwards on the screen.
    pub fn gravity(&self) -> Vec3 {
        self.gravity.map_or_else(|| default_gravity(self.dimension), Vec3::from)
    }

    /// The settings of a step that it has.
    pub fn settings(&self) -> StepSettings {
        StepSettings {
            h: self.time_step,
            contact: self.contact,
            friction: self.friction,
            restitution: self.restitution,
            solver: self.solver,
            joint_correction: self.joint_correction,
            ..StepSettings::default()
        }
    }

    /// The same scene with other settings; of these what a file can say.
    pub fn with_settings(self, settings: &StepSettings) -> Self {
        Self {
            time_step: settings.h,
            contact: settings.contact,
            friction: settings.friction,
            restitution: settings.restitution,
            solver: settings.solver,
            joint_correction: settings.joint_correction,
            ..self
        }
    }

    /// The mesh files that its shapes name and the files of buffers that these name, each once; `folder` is the one of the scene's file.
    pub fn mesh_files(&self, folder: &Path) -> Vec<PathBuf> {
        fn collect(shape: &Shape, folder: &Path, found: &mut Vec<PathBuf>) {
            match shape {
                Shape::Mesh { path, .. } => {
                    let path = folder.join(path);
                    if !found.contains(&path) {
                        let buffers = buffers::of(&path);
                        found.push(path);
                        for buffer in buffers {
                            if !found.contains(&buffer) {
                                found.push(buffer);
                            }
                        }
                    }
                }
                Shape::Union(parts) => parts.iter().for_each(|part| collect(&part.shape, folder, found)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        self.bodies.iter().for_each(|body| collect(&body.shape, folder, &mut found));
        found
    }

    /// Every place outside of `bodies` that names a body.
    pub fn names_of_bodies(&mut self) -> impl Iterator<Item = &mut String> {
        let joints = self.joints.iter_mut().flat_map(|joint| [&mut joint.bodies.0, &mut joint.bodies.1]);
        let pairs = self.no_contact.iter_mut().flat_map(|(a, b)| [a, b]);
        let driven = self.controllers.iter_mut().map(|controller| &mut controller.body);
        joints.chain(pairs).chain(driven).chain(self.groups.iter_mut().flat_map(|group| &mut group.bodies))
    }

    /// Makes the paths of meshes absolute, for a scene that moves to another folder than this one.
    pub fn anchor_meshes(&mut self, folder: &Path) {
        fn anchor(shape: &mut Shape, folder: &Path) {
            match shape {
                Shape::Mesh { path, .. } => {
                    let whole = std::path::absolute(folder.join(&*path));
                    *path = whole.unwrap_or_else(|_| PathBuf::from(&*path)).display().to_string();
                }
                Shape::Union(parts) => parts.iter_mut().for_each(|part| anchor(&mut part.shape, folder)),
                _ => {}
            }
        }
        self.bodies.iter_mut().for_each(|body| anchor(&mut body.shape, folder));
    }
}

fn default_gravity(dimension: Dimension) -> Vec3 {
    match dimension {
        Dimension::Two => Vec3::new(0.0, -DEFAULT_GRAVITY, 0.0),
        Dimension::Three => Vec3::new(0.0, 0.0, -DEFAULT_GRAVITY),
    }
}

fn is_default_restitution(restitution: &RestitutionSettings) -> bool {
    *restitution == RestitutionSettings::default()
}

/// One entry of `bodies`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Body")]
pub struct BodyDescription {
    /// Unique name.
    pub name: String,
    /// How it moves.
    #[serde(default)]
    pub kind: BodyKind,
    /// Its shape, in its own frame.
    pub shape: Shape,
    /// Position of the frame in which the points are given (m).
    #[serde(default)]
    pub position: [f64; 3],
    /// Orientation of that frame (w, x, y, z).
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub orientation: [f64; 4],
    /// Velocity of the centre of mass (m/s).
    #[serde(default, skip_serializing_if = "is_zero_vector")]
    pub velocity: [f64; 3],
    /// Angular velocity, world axes (rad/s).
    #[serde(default, skip_serializing_if = "is_zero_vector")]
    pub angular_velocity: [f64; 3],
    /// Density (kg/m³; kg/m² in the plane).
    #[serde(default = "default_density", skip_serializing_if = "is_default_density")]
    pub density: f64,
    /// Mass (kg), instead of the one from the density.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// Inertia about the centre of mass (kg·m²), instead of the one from the shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inertia: Option<Inertia>,
    /// Centre of mass in the frame in which the points are given (m), instead of that of the shape; needs `inertia`, because a body
    /// whose mass lies elsewhere is not of one density.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre_of_mass: Option<[f64; 3]>,
    /// Coulomb friction coefficient.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub friction: f64,
    /// Coefficient of restitution in 0..1; of two bodies that meet the larger one counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restitution: f64,
    /// Display colour, sRGB in 0..1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<[f32; 3]>,
    /// Time at which the body enters (s).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spawn_time: f64,
    /// Whether it touches anything; with `false` every body passes through it.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub collide: bool,
}

impl BodyDescription {
    /// A body at the origin, at rest, with every default.
    pub fn new(name: &str, kind: BodyKind, shape: Shape) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            shape,
            position: [0.0; 3],
            orientation: identity(),
            velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            density: DEFAULT_DENSITY,
            mass: None,
            inertia: None,
            centre_of_mass: None,
            friction: 0.0,
            restitution: 0.0,
            color: None,
            spawn_time: 0.0,
            collide: true,
        }
    }
}

impl BodyDescription {
    /// What is said of the body apart from its shape, its mass and its place.
    pub fn properties(&self) -> BodyProperties {
        let Self { name, kind, friction, restitution, color, spawn_time, collide, .. } = self;
        let (kind, friction, restitution) = (*kind, *friction, *restitution);
        BodyProperties {
            name: name.clone(),
            kind,
            friction,
            restitution,
            color: *color,
            spawn_time: *spawn_time,
            collide: *collide,
        }
    }
}

/// Shape of a body or of a part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// A box centred at the origin (a rectangle in the plane, where z is not used and may be left out).
    Box {
        /// Half of each side (m).
        half_extents: Point,
    },
    /// The convex hull of points.
    Hull {
        /// Points (m): (x, y) or (x, y, z).
        points: Vec<Point>,
    },
    /// A regular polygon about the origin, first corner on +x (two-dimensional scenes).
    RegularPolygon {
        /// Number of sides.
        sides: usize,
        /// Distance of the corners from the centre (m).
        radius: f64,
    },
    /// A prism over a regular polygon, axis along z, centred at the origin.
    Prism {
        /// Number of sides.
        sides: usize,
        /// Distance of the corners from the axis (m).
        radius: f64,
        /// Height (m).
        height: f64,
    },
    /// A regular solid and the distance of its corners from its centre (m).
    Platonic(PlatonicSolid, f64),
    /// A ball about the origin (Exact only).
    Sphere {
        /// Its radius (m).
        radius: f64,
    },
    /// A disc about the origin (two-dimensional scenes; Exact only).
    Disc {
        /// Its radius (m).
        radius: f64,
    },
    /// A capsule about the origin: a straight part between two half balls, along z, in the plane between two half discs, along x (Exact only).
    Capsule {
        /// Its radius (m).
        radius: f64,
        /// Length of the straight part (m).
        length: f64,
    },
    /// A convex shape that a ball, in the plane a disc, is swept along: its edges and corners become round, and it reaches that much farther
    /// to every side (Exact only).
    Rounded {
        /// Radius of the ball or disc (m).
        radius: f64,
        /// What it is swept along.
        shape: Box<Shape>,
    },
    /// A cylinder about the z axis, its middle at the origin (Exact only).
    Cylinder {
        /// Its radius (m).
        radius: f64,
        /// Its length (m).
        length: f64,
    },
    /// A cone about the z axis, its base at −length/2 and its apex at +length/2 (Exact only).
    Cone {
        /// Radius of its base (m).
        radius: f64,
        /// From its base to its apex (m).
        length: f64,
    },
    /// An ellipsoid about the origin (Exact only).
    Ellipsoid {
        /// Its semi-axes along x, y and z (m).
        semi_axes: [f64; 3],
    },
    /// A triangle mesh from an OBJ, STL or glTF file.
    Mesh {
        /// File, relative to the folder of the scene.
        path: String,
        /// Cut a mesh that is not convex into convex parts: `true`, or with settings, `(parts: 16, tolerance: 0.001)`.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "values::decompose")]
        decompose: Option<DecomposeSettings>,
        /// Take the convex hull of a mesh that is not convex.
        #[serde(default, skip_serializing_if = "is_false")]
        hull: bool,
        /// Factor from the file's unit to metres.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        scale: f64,
        /// The mesh's mirror image in the plane through the file's origin that this axis is normal to.
        #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
        mirror: Option<Axis>,
    },
    /// Convex parts, which may overlap, as one body.
    Union(Vec<PartDescription>),
}

impl Shape {
    /// Whether a mesh in it is cut into convex parts.
    pub fn is_cut(&self) -> bool {
        match self {
            Self::Mesh { decompose, .. } => decompose.is_some(),
            Self::Union(parts) => parts.iter().any(|part| part.shape.is_cut()),
            _ => false,
        }
    }
}

/// One part of [`Shape::Union`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Part")]
pub struct PartDescription {
    /// Shape, in the part's own frame.
    pub shape: Shape,
    /// Position of the part's frame in the body's (m).
    #[serde(default, skip_serializing_if = "is_zero_vector")]
    pub position: [f64; 3],
    /// Orientation of the part's frame in the body's (w, x, y, z).
    #[serde(default = "identity", skip_serializing_if = "is_identity")]
    pub orientation: [f64; 4],
}

/// `camera: Some((…))`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Camera")]
pub struct CameraDescription {
    /// Where it is (m).
    pub eye: [f64; 3],
    /// What it looks at (m).
    pub target: [f64; 3],
}

/// The rotation of a (w, x, y, z) quaternion of about unit length.
pub(crate) fn rotation(wxyz: &[f64; 4]) -> Quat {
    let [w, x, y, z] = *wxyz;
    Quat::from_quaternion(nalgebra::Quaternion::new(w, x, y, z))
}

/// The version of a scene without a saved moment.
pub(in crate::scene) const FIRST_VERSION: u32 = 1;

/// The version of a scene with one, whose velocities lie `lag` before its time.
pub(in crate::scene) const VERSION_WITH_LAG: u32 = 2;

fn first_version() -> u32 {
    FIRST_VERSION
}

fn is_first_version(version: &u32) -> bool {
    *version == first_version()
}

fn default_time_step() -> f64 {
    DEFAULT_TIME_STEP
}

fn default_density() -> f64 {
    DEFAULT_DENSITY
}

fn is_default_density(density: &f64) -> bool {
    *density == DEFAULT_DENSITY
}

fn identity() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}

fn one() -> f64 {
    1.0
}

fn is_one(value: &f64) -> bool {
    *value == 1.0
}

fn is_identity(wxyz: &[f64; 4]) -> bool {
    wxyz[0] == 1.0 && wxyz[1..].iter().all(is_zero)
}
