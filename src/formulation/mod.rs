//! From disjunctions to impulses: the literal complementarity problem and the disjunctive program.

pub mod active_alternative;
pub mod articulation;
pub mod choice;
pub mod drives;
pub mod exact;
pub mod impact;
pub mod islands;
pub mod literal;
pub mod scaled;
pub mod sliding;
pub mod terms;

use crate::contact::ContactId;
use crate::lcp::Residual;
use crate::math::Vec3;

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
    pub report: IslandReport,
}

/// How the solution of one island was found.
#[derive(Clone, Debug, Default)]
pub struct IslandReport {
    /// Method that gave the solution.
    pub method: &'static str,
    /// Rows of the problem.
    pub size: usize,
    /// Pivots, sweeps or active-set changes.
    pub iterations: usize,
    /// Convex problems solved.
    pub outer_iterations: usize,
    /// Changes of alternative.
    pub switches: usize,
    /// Residual measured outside the method.
    pub residual: Residual,
    /// Contact of the worst row.
    pub worst_contact: Option<ContactId>,
    /// Why an earlier choice was left.
    pub fallback: Option<String>,
    /// Residual history.
    pub history: Vec<f64>,
}
