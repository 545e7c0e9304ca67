//! In which steps of a run something happened, and how often: kept as runs of consecutive steps, so that what happens in
//! every step takes no memory, and nothing is lost where samples are thinned.

use serde::{Deserialize, Serialize};

/// Steps at which something happened, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRuns {
    /// First and last step of each run.
    runs: Vec<(u64, u64)>,
}

impl StepRuns {
    /// It happened in step `step`, the newest. A step taken again takes the place of the one before.
    pub fn push(&mut self, step: u64) {
        self.truncate_after(step.saturating_sub(1));
        match self.runs.last_mut() {
            Some((_, last)) if *last + 1 == step => *last = step,
            _ => self.runs.push((step, step)),
        }
    }

    /// Forgets everything after step `step`, for a branch from that moment.
    pub fn truncate_after(&mut self, step: u64) {
        self.runs.truncate(self.runs.partition_point(|(first, _)| *first <= step));
        if let Some((_, last)) = self.runs.last_mut() {
            *last = step.min(*last);
        }
    }

    /// Those after step `step`, counted from there.
    pub fn after(&self, step: u64) -> Self {
        let later = self.runs.iter().filter(|(_, last)| *last > step);
        Self { runs: later.map(|(first, last)| (first.saturating_sub(step).max(1), last - step)).collect() }
    }

    /// In how many steps.
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// The newest step.
    pub fn last(&self) -> Option<u64> {
        self.runs.last().map(|(_, last)| *last)
    }

    /// First and last step of each run of consecutive steps, ascending.
    pub fn runs(&self) -> &[(u64, u64)] {
        &self.runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_in_a_row_are_one_run_and_a_branch_forgets_what_came_after() {
        let mut runs = StepRuns::default();
        for step in [3, 4, 5, 9, 12, 13] {
            runs.push(step);
        }
        assert_eq!(runs.runs(), [(3, 5), (9, 9), (12, 13)]);
        assert_eq!((runs.count(), runs.last()), (6, Some(13)));
        let later = runs.after(4);
        assert_eq!((later.runs(), later.count()), (&[(1, 1), (5, 5), (8, 9)][..], 4), "counted from there");
        runs.truncate_after(4);
        assert_eq!((runs.runs(), runs.count()), (&[(3, 4)][..], 2));
        runs.push(4);
        assert_eq!(runs.count(), 2, "a step taken again counts once");
        runs.truncate_after(2);
        assert_eq!((runs.count(), runs.last()), (0, None));
    }
}
