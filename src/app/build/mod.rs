//! Building: the scene as a document that every pane carries along.

pub mod anchor;
pub mod body_change;
pub mod bring;
pub mod clipboard;
pub mod cutting;
pub mod edit;
pub mod editing;
pub mod faces;
pub mod forces;
pub mod fragment;
pub mod free_move;
pub mod groups;
pub mod joining;
pub mod paths;
pub mod spawn;
pub mod titles;
