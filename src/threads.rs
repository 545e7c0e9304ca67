//! Work that several threads share.
//!
//! Like [`stop`] it is a matter of the thread and stands in no signature: what is done [`with`] threads may be shared, and a loop over
//! many like things in it is written as [`each`], [`filter_map`] and the like. What they compute is the same to the bit for any number of threads: each thing is a function
//! of itself and of what nobody writes meanwhile, results stand in the order of the things, and nothing is summed here.
//!
//! Whoever asks has threads of their own: a pane of the window that takes a second for its step does not keep the others waiting for it.

use crate::stop::{self, Watched};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Pieces that a loop is cut into for each thread, so that none waits long for the others.
const PIECES: usize = 3;

/// Pools at a time at most; who finds none works alone. More would only take the cores from each other.
const MOST_POOLS: usize = 4;

/// Cores of the machine; asked for once, as the answer is read from files.
pub(crate) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get))
}

thread_local! {
    /// Whether what fails on this thread is caught by who asked for it.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic on this thread is caught by who asked for its work.
#[cfg(feature = "app")]
pub(crate) fn is_caught() -> bool {
    CAUGHT.get()
}

/// What is known on the thread that asks for work, for those that help.
struct Asked {
    watched: Watched,
    caught: bool,
}

impl Asked {
    fn here() -> Self {
        Self { watched: stop::watched(), caught: CAUGHT.get() }
    }

    /// Does a part of the work.
    fn part<T>(&self, work: impl FnOnce() -> T) -> T {
        self.watched.watch(|| with_caught(self.caught, work))
    }
}

/// Does `work`, what fails in it being caught or not by who asked for it.
pub(crate) fn with_caught<T>(caught: bool, work: impl FnOnce() -> T) -> T {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            CAUGHT.set(self.0);
        }
    }
    let _restore = Restore(CAUGHT.replace(caught));
    work()
}

/// The pools that there are.
struct Pools {
    idle: Vec<ThreadPool>,
    /// How many are in use.
    lent: usize,
    /// The process that they are of: one that was forked off has none of their threads, and nobody would do what they are asked for.
    process: u32,
}

/// The pools of this process.
fn pools() -> MutexGuard<'static, Pools> {
    static POOLS: Mutex<Pools> = Mutex::new(Pools { idle: Vec::new(), lent: 0, process: 0 });
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if pools.process != process {
        let gone = std::mem::replace(&mut *pools, Pools { idle: Vec::new(), lent: 0, process });
        std::mem::forget(gone);
    }
    pools
}

/// A pool that is given back, or is no more where its work ended in a panic.
struct Lent(Option<ThreadPool>);

impl Lent {
    /// An idle pool of so many threads, else a new one in place of an idle one or beside the others. `None` where all are in use, or the system gives no threads.
    fn of(count: usize) -> Option<Lent> {
        let mut pools = pools();
        let pool = if let Some(k) = pools.idle.iter().position(|pool| pool.current_num_threads() == count) {
            pools.idle.swap_remove(k)
        } else {
            pools.idle.pop();
            if pools.idle.len() + pools.lent >= MOST_POOLS {
                return None;
            }
            let named = ThreadPoolBuilder::new().num_threads(count);
            named.thread_name(|k| format!("step, part {k}")).build().ok()?
        };
        pools.lent += 1;
        Some(Lent(Some(pool)))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut pools = pools();
        pools.lent = pools.lent.saturating_sub(1);
        pools.idle.extend(self.0.take().filter(|_| !std::thread::panicking()));
    }
}

/// Does `work` where its loops are shared by `count` threads; on this thread where that is fewer than two, or there are none to be had. A panic in it comes out here.
pub(crate) fn with<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    let lent = if count < 2 { None } else { Lent::of(count) };
    match lent.as_ref().and_then(|lent| lent.0.as_ref()) {
        Some(pool) => {
            let asked = Asked::here();
            pool.install(|| asked.part(work))
        }
        None => work(),
    }
}

/// Threads that share the loops of this one.
pub(crate) fn count() -> usize {
    if rayon::current_thread_index().is_some() { rayon::current_num_threads() } else { 1 }
}

/// Things of a piece where as many as these are shared, at least `least` to a thread; `None` where they are too few.
fn piece(things: usize, least: usize) -> Option<usize> {
    let threads = count().min(things / least.max(1));
    (threads > 1).then(|| things.div_ceil(PIECES * threads))
}

/// Does `work` with each of the things; no thread is asked to help with fewer than `least`.
pub(crate) fn each<T: Send>(things: &mut [T], least: usize, work: impl Fn(&mut T) + Sync) {
    let Some(piece) = piece(things.len(), least) else { return things.iter_mut().for_each(work) };
    let asked = Asked::here();
    things.par_chunks_mut(piece).for_each(|some| asked.part(|| some.iter_mut().for_each(&work)));
}

/// The same with `work` that may fail: whether it never did. Once it has, others may be left out.
pub(crate) fn all<T: Send>(things: &mut [T], least: usize, work: impl Fn(&mut T) -> bool + Sync) -> bool {
    let good = AtomicBool::new(true);
    each(things, least, |thing| {
        if good.load(Ordering::Relaxed) && !work(thing) {
            good.store(false, Ordering::Relaxed);
        }
    });
    good.into_inner()
}

/// Whether `work` says yes to any of the things; it is asked of all.
pub(crate) fn any<T: Send>(things: &mut [T], least: usize, work: impl Fn(&mut T) -> bool + Sync) -> bool {
    reduce(things, least, work, |a, b| a || b).unwrap_or(false)
}

/// What `join` makes of what `work` makes of the things; `None` of none. In which order it joins is up to the threads: it must not make a difference.
pub(crate) fn reduce<T: Send, R: Send>(
    things: &mut [T],
    least: usize,
    work: impl Fn(&mut T) -> R + Sync,
    join: impl Fn(R, R) -> R + Sync,
) -> Option<R> {
    let Some(piece) = piece(things.len(), least) else { return things.iter_mut().map(work).reduce(join) };
    let asked = Asked::here();
    let of_piece = |some: &mut [T]| asked.part(|| some.iter_mut().map(&work).reduce(&join));
    things.par_chunks_mut(piece).filter_map(of_piece).reduce_with(&join)
}

/// What `work` makes of the things and their numbers, in their order, without what it makes nothing of.
pub(crate) fn filter_map<'t, T: Sync, R: Send>(
    things: &'t [T],
    least: usize,
    work: impl Fn(usize, &'t T) -> Option<R> + Sync,
) -> Vec<R> {
    let Some(piece) = piece(things.len(), least) else {
        return things.iter().enumerate().filter_map(|(k, thing)| work(k, thing)).collect();
    };
    let asked = Asked::here();
    let of_piece = |(number, some): (usize, &'t [T])| {
        let of = |(k, thing): (usize, &'t T)| work(number * piece + k, thing);
        asked.part(|| some.iter().enumerate().filter_map(of).collect::<Vec<R>>())
    };
    let parts: Vec<Vec<R>> = things.par_chunks(piece).enumerate().map(of_piece).collect();
    parts.into_iter().flatten().collect()
}

/// The same with work that changes the things.
pub(crate) fn filter_map_mut<T: Send, R: Send>(
    things: &mut [T],
    least: usize,
    work: impl Fn(&mut T) -> Option<R> + Sync,
) -> Vec<R> {
    let Some(piece) = piece(things.len(), least) else {
        return things.iter_mut().filter_map(work).collect();
    };
    let asked = Asked::here();
    let of_piece = |some: &mut [T]| asked.part(|| some.iter_mut().filter_map(&work).collect::<Vec<R>>());
    let parts: Vec<Vec<R>> = things.par_chunks_mut(piece).map(of_piece).collect();
    parts.into_iter().flatten().collect()
}

/// Does `work` with each of a few things that take long each; the first are begun first.
pub(crate) fn each_by_itself<T: Send>(things: &mut [T], work: impl Fn(&mut T) + Sync) {
    if things.len() < 2 || count() < 2 {
        return things.iter_mut().for_each(work);
    }
    let asked = Asked::here();
    things.par_iter_mut().with_max_len(1).for_each(|thing| asked.part(|| work(thing)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Stop;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn what_is_shared_comes_in_order() {
        let things: Vec<usize> = (0..1000).collect();
        for threads in [1, 2, 3] {
            let mut squares = things.clone();
            with(threads, || {
                each(&mut squares, 10, |x| *x *= *x);
                assert!(squares.iter().enumerate().all(|(k, x)| *x == k * k));
                let odd = filter_map(&squares, 10, |k, x| (k % 2 == 1).then_some(*x));
                assert_eq!(odd, (0..500).map(|k| (2 * k + 1) * (2 * k + 1)).collect::<Vec<_>>());
                assert_eq!(reduce(&mut squares, 10, |x| *x, usize::max), Some(999 * 999));
                assert_eq!(reduce(&mut [], 10, |x: &mut usize| *x, usize::max), None);
                assert!(all(&mut squares, 10, |_| true) && !all(&mut squares, 10, |x| *x != 999 * 999));
                assert!(any(&mut squares, 10, |x| *x == 0) && !any(&mut squares, 10, |x| *x == 2));
            });
        }
    }

    /// Loops in loops, in several pools at once and beyond them.
    #[test]
    fn many_may_ask_at_once() {
        let sums: Vec<usize> = std::thread::scope(|scope| {
            let sum = || {
                with(2, || {
                    let mut rows = vec![vec![1_usize; 100]; 40];
                    each_by_itself(&mut rows, |row| each(row, 4, |x| *x += 1));
                    rows.iter().flatten().sum()
                })
            };
            let asking: Vec<_> = (0..2 * MOST_POOLS).map(|_| scope.spawn(sum)).collect();
            asking.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        assert_eq!(sums, vec![8000; 2 * MOST_POOLS]);
    }

    /// A flag that a helper raises, by what it spends, is seen by who asked; what panics in a helper comes out where it was asked for.
    #[test]
    fn flags_and_panics_come_back() {
        let meter = Stop::new();
        let mut things = [1_u64; 300];
        meter.watch(|| with(2, || each(&mut things, 1, |x| assert!(!stop::spend(*x)))));
        assert_eq!(meter.spent(), 300);
        let asked = meter.watch(|| with(2, || filter_map(&things, 1, |_, _| Some(stop::asked()))));
        assert!(!asked.contains(&true));
        meter.ask();
        let asked = meter.watch(|| with(2, || filter_map(&things, 1, |_, _| Some(stop::asked()))));
        assert!(!asked.contains(&false));
        let caught = with_caught(true, || with(2, || filter_map(&things, 1, |_, _| Some(CAUGHT.get()))));
        assert!(!caught.contains(&false) && !CAUGHT.get());
        let fails = || with(2, || each(&mut things, 1, |x| assert!(*x == 0, "it is one")));
        assert!(catch_unwind(AssertUnwindSafe(fails)).is_err());
        assert_eq!(with(2, || filter_map(&things, 1, |_, x| Some(*x))), things);
    }
}
