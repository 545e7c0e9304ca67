//! The runs of all figures asked for, on all cores, with the time that is left.

use crate::cli::figures::folder::{Folder, LOG};
use crate::cli::{Failure, output};
use indicatif::{ProgressBar, ProgressStyle};
use pegsim::experiment::accuracy::Track;
use pegsim::experiment::figures::{Found, Job, Planned, Runs, work};
use pegsim::stop::Stop;
use std::collections::BTreeMap;
use std::io::IsTerminal;

/// Does the runs that the folder's record does not have, first those that others are measured against.
///
/// # Errors
/// What could not be written.
pub(crate) fn all(
    planned: &[Planned],
    folder: &mut Folder,
    resumed: bool,
    stop: &Stop,
) -> Result<Runs, Failure> {
    let mut found = Runs::default();
    let mut open = Vec::new();
    for run in planned {
        match folder.log.take(&run.key) {
            Some(known) => found.add(&run.job, known),
            None => open.push(run),
        }
    }
    if resumed {
        let done = planned.len() - open.len();
        output::tell(&format!("note: {done} of {} runs are in {LOG} already", planned.len()));
    }
    let needed: Vec<String> = planned.iter().filter_map(|run| run.job.needs()).map(|job| job.id()).collect();
    let is_needed = |run: &&Planned| needed.contains(&run.job.id());
    let (first, rest): (Vec<&Planned>, Vec<&Planned>) = open.into_iter().partition(is_needed);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let bar = bar(first.iter().chain(&rest).map(|run| run.job.work(&run.scene)).sum());
    for part in [first, rest] {
        let tracks: BTreeMap<String, Track> = planned
            .iter()
            .filter(|run| is_needed(run))
            .filter_map(|run| Some((run.job.id(), found.of(&run.job)?.track())))
            .collect();
        work(&part, &tracks, threads, stop, |run: &Planned, result: Found| {
            folder.log.add(&run.key, &result).map_err(output::unwritten)?;
            found.add(&run.job, result);
            if let Some(bar) = &bar {
                bar.inc(run.job.work(&run.scene));
                bar.set_message(title(&run.job));
            }
            Ok::<_, Failure>(())
        })?;
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(found)
}

fn title(job: &Job) -> String {
    let model = job.overrides.model.map_or("", |model| model.name());
    format!("{} {model}", job.origin.name())
}

/// A bar on standard error, or nothing where that is not a terminal.
fn bar(work: u64) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(work);
    // The template is a constant; if it were wrong the default look would do.
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} %, {eta} left, {msg:40!}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(std::time::Duration::from_millis(500));
    Some(bar)
}
