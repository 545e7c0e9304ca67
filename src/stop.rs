//! Asking a long computation to stop, and what it may spend at most.
//!
//! A step of a thousand bodies can take seconds, and the thread that computes it cannot be taken away from outside. A [`Stop`]
//! is handed to whoever may change their mind; the loops of the step and of every solver look at [`asked`] and end as
//! at their iteration limit. It is a matter of the thread and not of any problem, so that it stands in no signature: a
//! solver of one's own takes part by one call in its loop.
//!
//! A [`Stop`] may come with [`Limits`]. Loops tell by [`spend`] what a round costs them, in multiplications, and by [`claim`]
//! what memory they are about to take; where a limit is passed the flag goes up by itself. What is counted is the same in every run of
//! the same step, on any machine and with any number of threads, and so is whether the limit is passed. Only the time
//! limit looks at the clock, and nothing has one unless a person asked for it.
//!
//! Flags stand one in another: the limits of a solver within those of a step within the flag of the person who waits.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Instant;

thread_local! {
    static WATCHED: RefCell<Vec<Stop>> = const { RefCell::new(Vec::new()) };
}

/// Why a flag is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Somebody asked.
    Asked,
    /// More was counted than [`Limits::operations`].
    Operations,
    /// Something would take more than [`Limits::memory`].
    Memory,
    /// It is later than [`Limits::until`].
    Time,
}

/// What a computation may spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Multiplications, as its loops count them.
    pub operations: u64,
    /// Memory of any one matrix or factor (bytes).
    pub memory: u64,
    /// When it ends at the latest.
    pub until: Option<Instant>,
}

impl Limits {
    /// None.
    pub const NONE: Self = Self { operations: u64::MAX, memory: u64::MAX, until: None };
}

/// A flag that is raised once; clones share it.
#[derive(Clone)]
pub struct Stop(Arc<Inner>);

struct Inner {
    /// 0, or 1 + the place of the cause in [`CAUSES`].
    raised: AtomicU8,
    spent: AtomicU64,
    limits: Limits,
}

const CAUSES: [Cause; 4] = [Cause::Asked, Cause::Operations, Cause::Memory, Cause::Time];

impl Default for Stop {
    fn default() -> Self {
        Self::within(Limits::NONE)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").field("cause", &self.cause()).field("spent", &self.spent()).finish()
    }
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that goes up by itself where a limit is passed.
    pub fn within(limits: Limits) -> Self {
        Self(Arc::new(Inner { raised: AtomicU8::new(0), spent: AtomicU64::new(0), limits }))
    }

    /// Raises the flag.
    pub fn ask(&self) {
        self.raise(Cause::Asked);
    }

    fn raise(&self, cause: Cause) {
        let place = CAUSES.iter().position(|c| *c == cause).unwrap_or(0) as u8 + 1;
        // The first cause stays.
        let _ = self.0.raised.compare_exchange(0, place, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether it is raised.
    pub fn is_asked(&self) -> bool {
        if self.0.limits.until.is_some_and(|until| Instant::now() > until) {
            self.raise(Cause::Time);
        }
        self.0.raised.load(Ordering::Relaxed) != 0
    }

    /// Why it is raised, where it is.
    pub fn cause(&self) -> Option<Cause> {
        self.is_asked();
        let place = usize::from(self.0.raised.load(Ordering::Relaxed));
        place.checked_sub(1).and_then(|k| CAUSES.get(k).copied())
    }

    /// Multiplications counted so far.
    pub fn spent(&self) -> u64 {
        self.0.spent.load(Ordering::Relaxed)
    }

    /// Does `work` on this thread with [`asked`] looking at this flag besides those that it looks at already, as before
    /// afterwards, also after a panic.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Forget;
        impl Drop for Forget {
            fn drop(&mut self) {
                WATCHED.with(|watched| watched.borrow_mut().pop());
            }
        }
        WATCHED.with(|watched| watched.borrow_mut().push(self.clone()));
        let _forget = Forget;
        work()
    }
}

/// The flags that a thread looks at, for threads that take over a part of its work.
#[derive(Clone, Debug, Default)]
pub struct Watched(Vec<Stop>);

impl Watched {
    /// Does `work` on this thread with [`asked`] looking at these flags and no others.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Restore(Vec<Stop>);
        impl Drop for Restore {
            fn drop(&mut self) {
                let before = std::mem::take(&mut self.0);
                WATCHED.with(|watched| *watched.borrow_mut() = before);
            }
        }
        let _restore = Restore(WATCHED.with(|watched| watched.replace(self.0.clone())));
        work()
    }
}

/// The flags that this thread looks at.
pub fn watched() -> Watched {
    WATCHED.with(|watched| Watched(watched.borrow().clone()))
}

/// Whether the work of this thread is to stop; never without [`Stop::watch`].
pub fn asked() -> bool {
    WATCHED.with(|watched| watched.borrow().iter().any(Stop::is_asked))
}

/// The same as a result, for those who end with a reason.
///
/// # Errors
/// When the work of this thread is to stop; nobody reads the reason, for whoever asked knows it.
pub fn go_on() -> Result<(), String> {
    go_on_after(0)
}

/// [`spend`] as a result.
///
/// # Errors
/// As [`go_on`].
pub fn go_on_after(operations: u64) -> Result<(), String> {
    if spend(operations) { Err("the work was stopped".to_owned()) } else { Ok(()) }
}

/// Counts what a round of a loop costs (multiplications), before it is done. Whether the work of this thread is to stop.
pub fn spend(operations: u64) -> bool {
    tell(|flag| {
        let before = flag.0.spent.fetch_add(operations, Ordering::Relaxed);
        if before.saturating_add(operations) > flag.0.limits.operations {
            flag.raise(Cause::Operations);
        }
    })
}

/// As [`spend`] for n³/3: a factorisation of n rows.
pub fn spend_factorisation(n: usize) -> bool {
    let n = n as u64;
    spend(n.saturating_mul(n).saturating_mul(n) / 3)
}

/// Says that one matrix or factor of this size is about to be made (numbers of 8 bytes). Whether the work of this thread is to
/// stop, in particular because that is more than it may take; then it is not to be made.
pub fn claim(numbers: usize) -> bool {
    let bytes = (numbers as u64).saturating_mul(8);
    tell(|flag| {
        if bytes > flag.0.limits.memory {
            flag.raise(Cause::Memory);
        }
    })
}

/// Tells every flag of this thread; whether one of them is raised then.
fn tell(note: impl Fn(&Stop)) -> bool {
    WATCHED.with(|watched| {
        watched.borrow().iter().fold(false, |stop, flag| {
            note(flag);
            flag.is_asked() || stop
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_flag_counts_only_while_it_is_watched_and_on_its_own_thread() {
        let (outer, inner) = (Stop::new(), Stop::new());
        inner.ask();
        assert!(!asked());
        outer.watch(|| {
            assert!(!asked());
            inner.watch(|| {
                assert!(asked());
                assert!(!std::thread::spawn(asked).join().unwrap());
                let handed = watched();
                assert!(std::thread::spawn(move || handed.watch(asked)).join().unwrap());
            });
            assert!(!asked());
            outer.ask();
            assert!(asked());
            // Whoever waits outside is heard inside.
            assert!(Stop::new().watch(asked));
        });
        assert!(!asked());
    }

    #[test]
    fn a_panic_leaves_no_flag_behind() {
        let stop = Stop::new();
        stop.ask();
        let caught = std::panic::catch_unwind(|| stop.watch(|| panic!("on purpose")));
        assert!(caught.is_err() && !asked());
    }

    #[test]
    fn a_limit_raises_the_flag_and_says_which() {
        let step = Stop::within(Limits { operations: 100, ..Limits::NONE });
        let solver = Stop::within(Limits { operations: 30, memory: 80, ..Limits::NONE });
        step.watch(|| {
            solver.watch(|| {
                assert!(!spend(30) && !claim(10));
                assert!(spend(1));
            });
            // What the solver spent counts for the step, which may go on.
            assert!(!asked() && step.spent() == 31);
            assert!(!spend(69) && spend(1));
        });
        assert_eq!((solver.cause(), step.cause()), (Some(Cause::Operations), Some(Cause::Operations)));
        let small = Stop::within(Limits { memory: 80, ..Limits::NONE });
        assert!(small.watch(|| claim(11)) && small.cause() == Some(Cause::Memory));
        assert!(!spend(u64::MAX) && !claim(usize::MAX));
        let over = Stop::within(Limits::NONE);
        assert!(!over.watch(|| spend(u64::MAX)));
    }

    #[test]
    fn only_who_has_a_time_limit_looks_at_the_clock() {
        let now = Instant::now();
        let at_once = Stop::within(Limits { until: Some(now), ..Limits::NONE });
        at_once.watch(|| while !asked() {});
        assert_eq!(at_once.cause(), Some(Cause::Time));
        let later = Limits { until: Some(now + Duration::from_secs(3600)), ..Limits::NONE };
        assert_eq!(Stop::within(later).cause(), None);
    }
}
