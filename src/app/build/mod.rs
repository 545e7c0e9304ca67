//! Building: the scene as a document that every pane carries along.

pub mod anchor;
pub mod body_change;
pub mod bring;
pub mod cutting;
pub mod edit;
pub mod editing;
pub mod free_move;
pub mod joining;
pub mod paths;
pub mod spawn;
