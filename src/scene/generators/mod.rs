//! Scenes that are made: from seeds, and those that come with the program.

mod crowds;
mod curved;
mod friction;
pub mod gripper;
mod hard;
mod mechanisms;
mod meshes;
mod penalty;
pub mod random;
mod rounded;
mod seams;
mod solids;
mod stabilisation;
pub mod standard;
