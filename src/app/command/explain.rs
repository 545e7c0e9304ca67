//! Explaining: what `explain` carries out.

use crate::contact::Feature;
use crate::contact::models::{Disjunction, DisjunctionKind};
use crate::world::{BodyId, PartId};
use std::path::PathBuf;

/// What is asked to be explained or solved.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplainCommand {
    /// Explain what holds two bodies apart; the first one becomes the selected body.
    Pair(BodyId, BodyId),
    /// Explain the step of another pane.
    Pane(usize),
    /// Explain another condition on the chosen pair or contact.
    Condition(ConditionKey),
    /// The mouse is on a row of the explanation, by its number, or on none.
    PointOutRow(Option<usize>),
    /// Solve the complementarity problems of the focused pane's step with every solver.
    CompareSolvers,
    /// Solve the problem of another island of the step with every solver.
    ChooseProblem(usize),
    /// Start no further solver.
    StopSolvers,
    /// Write the problem that is solved to a file; `None`: a numbered one in the current folder.
    SaveProblem(Option<PathBuf>),
}

/// What tells a condition of a pair from the others, also in the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionKey {
    /// U, I, X or S.
    pub kind: DisjunctionKind,
    /// The parts.
    pub parts: (PartId, PartId),
    /// The features that gave rise to it.
    pub features: (Feature, Feature),
}

impl ConditionKey {
    /// The key of a condition.
    pub fn of(disjunction: &Disjunction) -> Self {
        Self { kind: disjunction.kind, parts: disjunction.parts, features: disjunction.features }
    }
}
