//! Waking the window: it draws nothing while nothing happens, and what happens beside the frames sends it no event.

use bevy::tasks::{AsyncComputeTaskPool, Task};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Raised where something happened that sends no event to the window.
static WOKEN: AtomicBool = AtomicBool::new(false);

static WAKER: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Makes the window draw: something that it shows has come from elsewhere. From any thread; without a window it does nothing.
pub fn wake() {
    WOKEN.store(true, Ordering::Relaxed);
    if let Some(waker) = WAKER.get() {
        waker();
    }
}

/// Whether [`wake`] was called since the last time that this was asked.
pub fn was_woken() -> bool {
    WOKEN.swap(false, Ordering::Relaxed)
}

/// What makes the window draw; of several the first.
pub fn set_waker(waker: impl Fn() + Send + Sync + 'static) {
    let _ = WAKER.set(Box::new(waker));
}

/// Where moments are told at which a frame is to be drawn.
static TIMER: OnceLock<Sender<Instant>> = OnceLock::new();

/// Asks for a frame after a while: something moves by itself, such as the caret of a text field.
pub fn draw_after(delay: Duration) {
    let Some(at) = Instant::now().checked_add(delay) else { return };
    let timer = TIMER.get_or_init(|| {
        let (sender, moments) = channel();
        // Without it nothing moves by itself while nothing happens.
        let _ =
            std::thread::Builder::new().name("pegsim timer".to_owned()).spawn(move || keep_time(&moments));
        sender
    });
    let _ = timer.send(at);
}

/// Has the window draw at the moments told, to the end of the program.
fn keep_time(moments: &Receiver<Instant>) {
    let mut next: Option<Instant> = None;
    loop {
        let told = match next {
            Some(at) => moments.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => moments.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        next = match told {
            Ok(at) => Some(next.map_or(at, |before| before.min(at))),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(waker) = WAKER.get() {
                    waker();
                }
                None
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
    }
}

/// Wakes the window where it goes, also where the work panicked.
pub struct WakesAtItsEnd;

impl Drop for WakesAtItsEnd {
    fn drop(&mut self) {
        wake();
    }
}

/// Starts work beside the frames, at whose end the window draws.
pub fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
    AsyncComputeTaskPool::get().spawn(async move {
        let _wakes = WakesAtItsEnd;
        work()
    })
}
