//! Runs for figures: each with what is kept of it, several at a time, with results that do not depend on how many.

mod every_contact;
mod job;
mod look;
mod pool;
#[cfg(test)]
mod tests;

pub use job::{Found, Job, Origin, Planned, Runs, plan};
pub use look::Look;
pub use pool::work;
