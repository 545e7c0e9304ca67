//! The mouse and the keys that select: what is under the pointer, dragging, handles.

pub mod cast;
pub mod follow_bodies;
pub mod gizmo;
pub mod hand;
pub mod joint_handles;
pub mod neighbours;
pub mod picking;
pub mod pointer;
pub mod select;
pub mod several;
pub mod snap;
