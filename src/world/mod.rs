//! The world that a step moves: bodies and joints ([`Model`], which never changes in a run), their poses and twists
//! ([`State`], which does), and what acts from outside ([`StepInput`]).

pub(crate) mod body;
pub mod build;
pub(crate) mod input;
pub mod joint;
pub(crate) mod memory;
pub(crate) mod model;
pub(crate) mod overlap;
pub(crate) mod state;

pub use body::{Body, BodyId, BodyKind, BodyProperties, PartId};
pub use input::StepInput;
pub use memory::{ContactMemory, PairMemory, PenaltyMemory};
pub use model::Model;
pub use state::State;
