//! The clock, the steps that it asks for, and what is measured after each.

pub mod advance;
pub mod left;
pub mod measure;
pub mod obey;
pub mod simulation;
pub mod spring;
