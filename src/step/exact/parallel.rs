//! Islands solved at once on several threads.

use crate::step::exact::context::Context;
use crate::step::exact::island;
use crate::step::exact::island::{Job, SolvedIsland};
use crate::threads;

/// Islands with fewer pairs are solved before another thread has taken them.
const WORTH_A_THREAD: usize = 12;

/// Solves all jobs; results in the order of the jobs. Each is a function of its own data alone, so that they do not
/// depend on the number of threads.
pub(super) fn solve(ctx: &Context, jobs: Vec<Job>) -> Vec<Result<SolvedIsland, String>> {
    let large = jobs.iter().filter(|j| j.pairs.len() >= WORTH_A_THREAD).count();
    if large < 2 {
        return jobs.into_iter().map(|job| island::solve(ctx, job)).collect();
    }
    let mut slots: Vec<(usize, Option<Job>, Option<Result<SolvedIsland, String>>)> =
        jobs.into_iter().enumerate().map(|(k, job)| (k, Some(job), None)).collect();
    // Largest first: the last to finish is then short.
    slots.sort_by_key(|(_, job, _)| std::cmp::Reverse(job.as_ref().map_or(0, |job| job.pairs.len())));
    threads::each_by_itself(&mut slots, |(_, job, done)| {
        *done = job.take().map(|job| island::solve(ctx, job));
    });
    slots.sort_unstable_by_key(|slot| slot.0);
    let solved = |(_, _, done): (_, _, Option<_>)| {
        done.unwrap_or_else(|| Err("an island was left unsolved".to_owned()))
    };
    slots.into_iter().map(solved).collect()
}
