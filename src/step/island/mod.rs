//! From disjunctions to impulses: the literal complementarity problem and the disjunctive program.

pub mod grouping;
pub mod literal;
pub mod scaled;
pub mod terms;

use crate::contact::ContactId;
use crate::math::Vec3;
use crate::step::report::SolveSummary;

/// What a method found for one island.
#[derive(Clone, Debug)]
pub struct IslandSolution {
    /// Twists of the island's bodies, in the order of the island.
    pub velocity: Vec<crate::math::Vec6>,
    /// The change of scaled velocity against free motion that gives them.
    pub change: nalgebra::DVector<f64>,
    /// Normal impulses (N·s) by contact; a contact may occur more than once and the entries add up.
    pub impulses: Vec<(ContactId, f64)>,
    /// Friction impulses on body B (N·s, world axes).
    pub friction: Vec<(ContactId, Vec3)>,
    /// How it was found.
    pub report: SolveSummary,
}
