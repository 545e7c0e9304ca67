//! What most programs need: `use pegsim::prelude::*;`
//!
//! Shapes and bodies, scenes from files, a run and its records. Everything else is a step further down: energies and the
//! truth meter in [`experiment`](crate::experiment), complementarity problems in [`lcp`](crate::lcp), what a contact model
//! of one's own reads in [`contact`](crate::contact).

pub use crate::contact::models::ContactModel;
pub use crate::geometry::hull::{convex_hull_2d, convex_hull_3d};
pub use crate::geometry::polytope::Polytope;
pub use crate::geometry::shapes::{cuboid, rectangle};
pub use crate::math::{Dimension, Pose, Quat, Twist, Vec3, Wrench};
pub use crate::scene::{LoadedScene, load_file};
pub use crate::step::{Own, Simulation, SolverMethod, StepError, StepRecord, StepSettings};
pub use crate::world::build::{BodySpec, assemble};
pub use crate::world::{BodyId, BodyKind, Model, State, StepInput};
