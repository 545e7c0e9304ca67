//! Asking a long computation to stop.
//!
//! A step of a thousand bodies can take seconds, and the thread that computes it cannot be taken away from outside. A [`Stop`]
//! is handed to whoever may change their mind; the loops of the step and of every solver look at [`asked`] and end as
//! at their iteration limit. It is a matter of the thread and not of any problem, so that it stands in no signature: a
//! solver of one's own takes part by one call in its loop.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static WATCHED: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// A flag that is raised once; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is raised.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Does `work` on this thread with [`asked`] looking at this flag, as before afterwards, also after a panic.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<Stop>);
        impl Drop for Restore {
            fn drop(&mut self) {
                let before = self.0.take();
                WATCHED.with(|watched| *watched.borrow_mut() = before);
            }
        }
        let _restore = Restore(WATCHED.with(|watched| watched.borrow_mut().replace(self.clone())));
        work()
    }

    /// The flag that this thread looks at, for threads that take over a part of its work.
    pub fn watched() -> Option<Stop> {
        WATCHED.with(|watched| watched.borrow().clone())
    }
}

/// Whether the work of this thread is asked to stop; never without [`Stop::watch`].
pub fn asked() -> bool {
    WATCHED.with(|watched| watched.borrow().as_ref().is_some_and(Stop::is_asked))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            });
            assert!(!asked());
            outer.ask();
            assert!(asked());
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
}
