//! Islands solved at once on several threads.

use crate::step::exact::context::Context;
use crate::step::exact::island;
use crate::step::exact::island::{Job, SolvedIsland};
use crate::stop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Islands with fewer pairs are solved before a thread has started.
const WORTH_A_THREAD: usize = 12;

/// Solves all jobs; results in the order of the jobs. Each is a function of its own data alone, so that they do not
/// depend on the number of threads.
pub(super) fn solve(ctx: &Context, jobs: Vec<Job>) -> Vec<Result<SolvedIsland, String>> {
    let large = jobs.iter().filter(|j| j.pairs.len() >= WORTH_A_THREAD).count();
    let threads = ctx.threads.min(large);
    if threads < 2 {
        return jobs.into_iter().map(|job| island::solve(ctx, job)).collect();
    }
    // Largest first: the last to finish is then short.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(jobs[k].pairs.len()));
    let slots: Vec<Mutex<(Option<Job>, Option<Result<SolvedIsland, String>>)>> =
        jobs.into_iter().map(|job| Mutex::new((Some(job), None))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&k) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Each slot is touched by one thread at a time, and a panic ends the step anyway.
            let Ok(mut slot) = slots[k].lock() else { return };
            if let Some(job) = slot.0.take() {
                slot.1 = Some(island::solve(ctx, job));
            }
        }
    };
    let watched = stop::watched();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| watched.watch(work));
        }
        work();
    });
    slots
        .into_iter()
        .map(|slot| {
            let done = slot.into_inner().ok().and_then(|s| s.1);
            done.unwrap_or_else(|| Err("an island was left unsolved".to_owned()))
        })
        .collect()
}
