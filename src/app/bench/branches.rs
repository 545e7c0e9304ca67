//! Futures that were left: going on otherwise from a moment of the past keeps what had come after it.

use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Workbench};
use std::sync::Arc;

/// Branches kept at most; the oldest go first.
pub const CAPACITY: usize = 12;

/// Memory of recordings that only branches keep (bytes); the oldest go first beyond it.
pub const MEMORY: usize = 512 * 1024 * 1024;

/// A run that was left.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Number, for commands; grows with time.
    pub id: u64,
    /// The step from which the run that replaced it went another way.
    pub from: u64,
    /// Its last recorded step.
    pub to: u64,
    /// What it differs in, in a few words: the models of its panes.
    pub title: String,
    moment: Arc<Snapshot>,
}

impl Branch {
    /// A branch that was kept elsewhere.
    pub fn from_kept(id: u64, (from, to): (u64, u64), title: String, moment: Arc<Snapshot>) -> Self {
        Self { id, from, to, title, moment }
    }

    /// The moment that it leads back to.
    pub fn moment(&self) -> &Arc<Snapshot> {
        &self.moment
    }

    /// The panes with their recordings.
    pub fn panes(&self) -> &[Pane] {
        self.moment.panes()
    }
}

/// All branches, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    list: Vec<Branch>,
    next_id: u64,
}

impl Branches {
    /// From branches that were kept elsewhere, oldest first, and the number of the next one.
    pub fn from_kept(list: Vec<Branch>, next_id: u64) -> Self {
        Self { list, next_id }
    }

    /// Number of the next one.
    pub fn next_id(&self) -> u64 {
        self.next_id
    }

    /// The branches, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Branch> + ExactSizeIterator {
        self.list.iter()
    }

    /// The branch of that number.
    pub fn get(&self, id: u64) -> Option<&Branch> {
        self.list.iter().find(|b| b.id == id)
    }

    /// Forgets a branch.
    pub fn remove(&mut self, id: u64) {
        self.list.retain(|b| b.id != id);
    }

    fn add(&mut self, from: u64, to: u64, title: String, moment: Arc<Snapshot>) {
        if self.list.len() >= CAPACITY {
            self.list.remove(0);
        }
        self.list.push(Branch { id: self.next_id, from, to, title, moment });
        self.next_id += 1;
    }

    /// Memory of recordings that only branches keep (bytes, about).
    pub fn bytes(&self, bench: &Workbench) -> usize {
        self.list.iter().map(|b| b.moment.bytes_apart_from(&bench.panes)).sum()
    }
}

/// Keeps the run of the workbench, with all that is recorded after its present moment, as a branch.
pub fn keep(bench: &mut Workbench) {
    let from = bench.step();
    let Some((_, to)) = bench.recorded().filter(|(_, to)| *to > from) else { return };
    // As it was: with the settings that its steps were taken with, not those that the user has just chosen instead.
    let moment = Snapshot::without_branches(bench).as_recorded();
    let title = models(moment.panes());
    bench.branches.add(from, to, title, Arc::new(moment));
    while bench.branches.list.len() > 1 && bench.branches.bytes(bench) > MEMORY {
        bench.branches.list.remove(0);
    }
}

/// What a run with these panes is called.
pub fn models(panes: &[Pane]) -> String {
    let titles: Vec<&str> = panes.iter().map(|pane| pane.model().title()).collect();
    titles.join(", ")
}

/// Puts a branch in the place of the present run, at the moment where the two part; the present run becomes a branch.
/// Returns whether there is such a branch.
pub fn switch(bench: &mut Workbench, id: u64) -> bool {
    let Some(branch) = bench.branches.get(id).cloned() else { return false };
    bench.branches.remove(id);
    let present = Arc::new(Snapshot::without_branches(bench));
    let to = bench.recorded().map_or(bench.step(), |(_, to)| to);
    let title = models(&bench.panes);
    bench.branches.add(branch.from, to, title, present);
    Snapshot::clone(&branch.moment).restore_beside_branches(bench);
    true
}
