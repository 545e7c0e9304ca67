//! The step as a disjunctive program on the true geometry: one disjunction per pair of parts, its alternatives the
//! pair's separating features.
//!
//! ```text
//!   min ½‖ν − ν*‖²_M   subject to, for each pair,   some feature separates its parts at the end of the step
//! ```
//!
//! For a fixed feature per pair the secant rows ([`rows`](crate::contact::separating::rows)) turn this into convex
//! problems that are iterated to their fixed point: there every row holds on the true end poses. Then loads are
//! released ([`release`]) until the velocity is optimal for every feature that holds. See `docs/exact-contact.md` for
//! why each problem has a solution and why the switching ends.

mod chord;
pub mod context;
mod drawn;
mod extrapolation;
mod flying;
mod inner;
mod island;
mod islands;
mod let_be;
mod linear;
mod mixing;
mod parallel;
mod path;
mod release;
mod rest;
mod rough;
mod rush;
mod small;
pub(crate) mod step;
mod symmetric;
mod touching;
mod turn_limit;
mod turning;
pub(in crate::step) mod velocity;
mod world;

pub(in crate::step) use step::Exact;

/// How its steps are solved, by name.
pub(in crate::step) const METHOD: &str = "active-alternative (exact)";
