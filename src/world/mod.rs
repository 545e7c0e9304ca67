//! The world that a step moves: bodies and joints ([`Model`], which never changes in a run), their poses and twists
//! ([`State`], which does), and what acts from outside ([`StepInput`]).

pub mod body;
pub mod build;
pub mod input;
pub mod joint;
pub mod memory;
pub mod model;
pub mod state;

pub use body::{Body, BodyId, BodyKind, PartId};
pub use build::{BodySpec, assemble};
pub use input::StepInput;
pub use memory::{ContactMemory, PairMemory};
pub use model::Model;
pub use state::State;
