//! Runs on several threads at a time.

use crate::experiment::accuracy::Track;
use crate::experiment::figures::job::{Found, Planned};
use crate::stop::Stop;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does these runs, the longest first, and hands each to `done` on this thread when it is known, in whatever order they end;
/// what a run gives does not depend on it. Runs that are stopped are not handed over. `tracks` has the ways of the runs that
/// others are measured against, by their names ([`Job::id`](super::Job::id)); a run whose reference is missing is left out.
///
/// # Errors
/// The first error of `done` or of a run; the others are stopped then.
pub fn work<E: From<io::Error>>(
    runs: &[&Planned],
    tracks: &BTreeMap<String, Track>,
    threads: usize,
    stop: &Stop,
    mut done: impl FnMut(&Planned, Found) -> Result<(), E>,
) -> Result<(), E> {
    let mut order: Vec<&Planned> = runs.to_vec();
    // What takes longest begins first, so that no thread waits for it alone at the end.
    order.sort_by_key(|run| std::cmp::Reverse(run.job.work(&run.scene)));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut failed = None;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1).min(order.len()) {
            let (sender, order, next) = (sender.clone(), &order, &next);
            scope.spawn(move || {
                while let Some(run) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.is_asked() {
                        break;
                    }
                    let needed = run.job.needs().map(|job| tracks.get(&job.id()));
                    if needed == Some(None) {
                        continue;
                    }
                    let found = stop.watch(|| run.job.run(&run.scene, needed.flatten()));
                    if sender.send((*run, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (run, found) in receiver {
            let result = match found {
                Ok(found) if found.report.interrupted => continue,
                Ok(found) if failed.is_none() => done(run, found),
                Ok(_) => continue,
                Err(error) => Err(E::from(error)),
            };
            if let Err(error) = result {
                stop.ask();
                failed.get_or_insert(error);
            }
        }
    });
    failed.map_or(Ok(()), Err)
}
