//! Ctrl+C during a run: the step that is under way is given up, what there is is written, and the program ends with 130.

use crate::cli::{Failure, INTERRUPTED, output};
use pegsim::experiment::Report;
use pegsim::stop::Stop;
use std::time::{Duration, Instant};

/// Signals within this time of the first are one.
const TOGETHER: Duration = Duration::from_millis(500);

/// What is given up first by who takes steps: one of a large pile can take minutes.
pub(crate) const STEP: &str = "the step under way";

/// From now on Ctrl+C asks what watches this flag to stop, and says that `under_way` is given up; a second time ends the program at once.
pub(crate) fn listen(under_way: &'static str) -> Stop {
    let stop = Stop::new();
    let asked = stop.clone();
    let mut first: Option<Instant> = None;
    // Where the system lets nobody listen, Ctrl+C ends the program as it does without this.
    let _ = ctrlc::set_handler(move || {
        match first {
            None => first = Some(Instant::now()),
            // Whoever signals a group of processes may signal one of them twice.
            Some(at) if at.elapsed() < TOGETHER => return,
            Some(_) => std::process::exit(i32::from(INTERRUPTED)),
        }
        asked.ask();
        output::tell(&format!(
            "note: Ctrl+C: {under_way} is given up, and what there is is written; once more ends at once"
        ));
    });
    stop
}

/// From now on a file that reaches the limit of the system (`ulimit -f`) is an error of the write, which names it. Without this the system ends
/// the program without a word.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        use std::sync::{Arc, atomic::AtomicBool};
        // Nobody asks the flag: that the signal is heard is enough. Where the system lets nobody listen all is as without this.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// Fails where Ctrl+C stopped one of the runs, or kept some of those that were `wanted` from beginning.
pub(crate) fn not_stopped(reports: &[Report], wanted: usize) -> Result<(), Failure> {
    if let Some(r) = reports.iter().find(|report| report.interrupted) {
        return Err(Failure::Interrupted(format!(
            "{}, {}: stopped by Ctrl+C after step {} (t = {:.6} s); what there was is written",
            r.scene, r.model, r.steps, r.duration
        )));
    }
    if reports.len() < wanted {
        let done = reports.len();
        return Err(Failure::Interrupted(format!("stopped by Ctrl+C after {done} of {wanted} runs")));
    }
    Ok(())
}
