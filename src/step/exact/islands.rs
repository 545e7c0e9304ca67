//! The solved islands of a step.

use crate::lcp::convex::proximal_newton::SparseSolver;
use crate::step::exact::inner::SPARSE;
use crate::step::exact::island::SolvedIsland;
use crate::world::BodyId;
use std::collections::BTreeMap;

/// As many bodies as those of an island whose problems are dear.
const MANY: usize = SPARSE / 6;

/// The accepted outcomes; a body belongs to the last one that holds it.
pub(super) struct Islands {
    outcomes: Vec<Option<SolvedIsland>>,
    pub of_body: Vec<Option<usize>>,
    /// What the sparse method knows of the bodies of each large island, by the first of them.
    sparse: BTreeMap<BodyId, (Vec<BodyId>, SparseSolver)>,
}

impl Islands {
    pub fn new(bodies: usize) -> Self {
        Self { outcomes: Vec::new(), of_body: vec![None; bodies], sparse: BTreeMap::new() }
    }

    pub fn insert(&mut self, outcome: SolvedIsland) {
        let index = self.outcomes.len();
        for id in &outcome.bodies {
            if let Some(old) = self.of_body[id.0].replace(index) {
                self.outcomes[old] = None;
            }
        }
        self.outcomes.push(Some(outcome));
    }

    pub fn keep_sparse(&mut self, outcome: &mut SolvedIsland) {
        if outcome.effort.sparse.knows_something() {
            let sparse = std::mem::take(&mut outcome.effort.sparse);
            self.sparse.insert(outcome.bodies[0], (outcome.bodies.clone(), sparse));
        }
    }

    /// The sparse method for an island of these bodies, with what it knows of them.
    pub fn take_sparse(&mut self, bodies: &[BodyId]) -> SparseSolver {
        let known = self.sparse.remove(&bodies[0]).filter(|(known, _)| known == bodies);
        known.map_or_else(SparseSolver::default, |(_, sparse)| sparse)
    }

    pub fn all(&self) -> impl Iterator<Item = &SolvedIsland> {
        self.outcomes.iter().flatten()
    }

    /// Whether to divide the step is dear: the problems of some island are, or all are to be solved again for many bodies.
    pub fn dear(&self) -> bool {
        self.all().any(|o| o.dear) || self.of_body.iter().flatten().count() >= MANY
    }

    /// Islands that were only scouted are to be solved again; whether there are any.
    pub fn forget_scouted(&mut self) -> bool {
        let scouted = |o: &&mut Option<SolvedIsland>| o.as_ref().is_some_and(|o| o.scouted);
        self.outcomes.iter_mut().filter(scouted).map(|o| *o = None).count() > 0
    }

    /// The island of a body is to be solved again.
    pub fn forget(&mut self, body: BodyId) {
        if let Some(k) = self.of_body[body.0] {
            self.outcomes[k] = None;
        }
    }

    /// Whether an island of these bodies and that many pairs is solved; pairs only ever join.
    pub fn knows(&self, bodies: &[BodyId], pairs: usize) -> bool {
        let outcome = self.of_body[bodies[0].0].and_then(|k| self.outcomes[k].as_ref());
        outcome.is_some_and(|o| o.bodies == bodies && o.links == pairs)
    }
}
