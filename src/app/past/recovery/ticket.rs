//! How far the thread that keeps work is, and waiting for it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How far the thread is.
#[derive(Debug, Default)]
struct State {
    /// All up to this number is done, or has failed.
    done: u64,
    /// Why the last one failed, if it did.
    failed: Option<String>,
}

/// What the thread and those who wait for it share.
#[derive(Debug, Default)]
pub struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    /// Says that all up to this number is done, or why the last could not be.
    pub fn done(&self, number: u64, failed: Option<String>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.done, state.failed) = (number, failed);
        self.changed.notify_all();
    }

    /// Why the last one could not be done, if it could not.
    pub fn failure(&self) -> Option<String> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).failed.clone()
    }
}

/// A document that was handed over: work that may go wrong can wait until it is kept.
#[derive(Clone, Debug)]
pub struct Ticket {
    shared: Arc<Shared>,
    number: u64,
}

impl Ticket {
    /// For the one of that number.
    pub fn new(shared: &Arc<Shared>, number: u64) -> Self {
        Self { shared: Arc::clone(shared), number }
    }

    /// Waits until it is kept, or could not be, but not longer than that. Returns whether it is done.
    pub fn wait(&self, most: Duration) -> bool {
        let until = Instant::now() + most;
        let mut state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.done < self.number {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.shared.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}
