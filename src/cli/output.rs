//! What the commands show: progress, summaries and tables; and which files they may write.

use crate::cli::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use pegsim::contact::models::ContactModel;
use pegsim::experiment::Report;
use pegsim::experiment::accuracy::Line;
use pegsim::experiment::momentum;
use pegsim::experiment::report::DriftReport;
use pegsim::output::{Outputs, WriteError};
use pegsim::quote::{self, brief, counted};
use pegsim::scene::LoadedScene;
use pegsim::world::Model;
use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

/// Size of a scene file whose check may take a person's patience (bytes): some thousand bodies.
const LONG_CHECK: u64 = 1 << 20;

/// Why the standard output took no more, once it does not.
static STDOUT: OnceLock<String> = OnceLock::new();

/// Prints to standard output, what a terminal would obey as it is written in a scene. A reader that went away (`| head`) is no reason to complain; a full disk is, but only when the
/// command has done its work, so that its files are written all the same.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    note(&out.write_all(quote::escaped(text, true).as_bytes()).and_then(|()| out.flush()));
}

/// Says something on standard error. Where nobody hears it nothing is lost by going on: results and the exit code tell the same.
pub(crate) fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Says what is for people: beside results that go to standard output (`piped`) on standard error.
pub(crate) fn say_beside(text: &str, piped: bool) {
    if piped { tell(quote::escaped(text.trim_end(), true).as_ref()) } else { say(text) }
}

/// Notes whether something was printed.
pub(crate) fn note(printed: &std::io::Result<()>) {
    if let Err(error) = printed
        && error.kind() != ErrorKind::BrokenPipe
    {
        // The first reason is the one that counts.
        let _ = STDOUT.set(error.to_string());
    }
}

/// Fails where not everything could be printed.
pub(crate) fn all_said() -> Result<(), Failure> {
    match STDOUT.get() {
        None => Ok(()),
        Some(reason) => Err(Failure::Run(format!(
            "cannot write to the standard output: {reason}; what it shows is cut off"
        ))),
    }
}

/// A progress bar on standard error, or nothing where that is not a terminal.
pub(crate) fn progress_bar(title: &str) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(0);
    // The template is a constant; if it were wrong the default look would do.
    if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} steps, {eta} left") {
        bar.set_style(style);
    }
    bar.set_prefix(brief(title));
    Some(bar)
}

/// What a command with these scenes may write: not the files that they were read from.
pub(crate) fn outputs<'a>(force: bool, scenes: impl IntoIterator<Item = &'a LoadedScene>) -> Outputs {
    let mut outputs = Outputs::new(force);
    scenes.into_iter().flat_map(LoadedScene::files).for_each(|file| outputs.reads(&file));
    outputs
}

/// What turns on standard error while a file of more than a megabyte is checked, with the time since; nothing where that is not a terminal. It is
/// gone when it is dropped.
pub(crate) struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// Turns while `path` is checked.
    pub fn checking(path: &Path) -> Self {
        let large = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > LONG_CHECK);
        let bar = (large && std::io::stderr().is_terminal()).then(ProgressBar::new_spinner);
        if let Some(bar) = &bar {
            if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}, {elapsed}") {
                bar.set_style(style);
            }
            bar.set_prefix(format!("checking {}", brief(&path.display().to_string())));
            bar.enable_steady_tick(std::time::Duration::from_millis(100));
        }
        Self(bar)
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// A file that may not or cannot be written is a bad argument, and known before the run.
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
pub(crate) fn refused(error: WriteError) -> Failure {
    Failure::Input(error.to_string())
}

/// A file that could not be completed, because the disk is full for instance.
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
pub(crate) fn unwritten(error: WriteError) -> Failure {
    Failure::Run(error.to_string())
}

/// JSON with indentation and a final newline.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Failure::Run(format!("cannot write the report: {error}")))
}

/// A number in at most nine characters.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if (1e-2..1e5).contains(&value.abs()) {
        format!("{value:.4}")
    } else {
        format!("{value:.2e}")
    }
}

/// A table with aligned columns: the first to the left, the others to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Not by `{:<width$}`, which ends the program beyond 65535 characters.
            let blank = " ".repeat(width - cell.chars().count());
            let _ = if column == 0 { write!(line, "{cell}{blank}") } else { write!(line, "  {blank}{cell}") };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The reports of one scene side by side: a line per quantity, a column per model.
pub(crate) fn comparison(reports: &[Report]) -> String {
    let area = reports.first().is_some_and(|r| r.dimension == "two");
    let volume = if area { "m²" } else { "m³" };
    let row = |name: String, read: &dyn Fn(&Report) -> String| {
        let mut cells = vec![name];
        cells.extend(reports.iter().map(read));
        cells
    };
    let mut rows = vec![
        row(String::new(), &|r| r.model.clone()),
        row("completed".into(), &|r| {
            if r.completed {
                "yes".into()
            } else {
                format!("no, {} step{}", r.steps, if r.steps == 1 { "" } else { "s" })
            }
        }),
        row(format!("overlap median ({volume})"), &|r| short(r.overlap.median)),
        row(format!("overlap max ({volume})"), &|r| short(r.overlap.max)),
        row("depth median (m)".into(), &|r| short(r.penetration_depth.median)),
        row("depth max (m)".into(), &|r| short(r.penetration_depth.max)),
        row("exempt depth max (m)".into(), &|r| {
            r.exempt.as_ref().map_or_else(|| "-".into(), |e| short(e.penetration_depth.max))
        }),
        row("contacts mean".into(), &|r| format!("{:.2}", r.contacts.mean)),
        row("disjunctions mean".into(), &|r| format!("{:.2}", r.disjunctions.mean)),
        row("traps mean".into(), &|r| format!("{:.2}", r.traps.mean)),
        row("sprung traps mean".into(), &|r| format!("{:.2}", r.sprung_traps.mean)),
        row("iterations mean".into(), &|r| format!("{:.2}", r.solver_stats.iterations_mean)),
        row("fallbacks".into(), &|r| r.solver_stats.fallbacks.to_string()),
        row("step time median (ms)".into(), &|r| format!("{:.3}", 1e3 * r.step_time.median)),
        row("step time p99 (ms)".into(), &|r| format!("{:.3}", 1e3 * r.step_time.p99)),
        row("joint error max (m)".into(), &|r| r.joint_error.map_or_else(|| "-".into(), |e| short(e.max))),
        row("energy gain max (J a step)".into(), &|r| short(r.energy.max_gain_per_step)),
        row("momentum drift".into(), &|r| r.momentum_drift.map_or_else(|| "-".into(), short)),
        row("angular mom. drift".into(), &|r| r.angular_momentum_drift.map_or_else(|| "-".into(), short)),
        row("speed max (m/s)".into(), &|r| short(r.max_speed)),
    ];
    if let Some(last) = reports.first().and_then(|r| r.last_body.as_ref()) {
        rows.push(row(format!("{} moved across (m)", brief(&last.name)), &|r| {
            r.last_body.as_ref().map_or_else(String::new, |b| short(b.horizontal))
        }));
    }
    table(&rows)
}

/// Why the drifts of momentum cannot be told, where they cannot, and what each model keeps.
pub(crate) fn laws(model: &Model, models: &[ContactModel]) -> String {
    let mut text = String::new();
    let untold = [
        ("momentum", momentum::takes_linear(model)),
        ("angular momentum", momentum::acts_from_outside(model)),
    ];
    for (what, reason) in untold.into_iter().filter_map(|(what, reason)| Some((what, reason?))) {
        let _ = writeln!(text, "drift of {what}: not told, {reason}");
    }
    for model in models {
        let _ = writeln!(text, "{} keeps {}", model.name(), model.keeps());
    }
    text
}

/// Bodies in the table of drifts at most: those that drifted most.
const DRIFTS_SHOWN: usize = 12;

/// How far the bodies of each run drifted from the reference: a line per body, a sentence per model. Empty where only one
/// model was run.
pub(crate) fn drifts(reports: &[Report]) -> String {
    let all: Vec<(&Report, &DriftReport)> =
        reports.iter().filter_map(|r| Some((r, r.drift.as_ref()?))).collect();
    let Some((_, first)) = all.first() else { return String::new() };
    let mut text =
        format!("\ndrift from {} at the end: centre of mass (m), orientation (rad)\n", first.reference);
    // By the largest drift under any model; a body that a shorter run did not reach has none there.
    let mut names: Vec<&str> = Vec::new();
    let mut entries: Vec<(f64, &str)> =
        all.iter().flat_map(|(_, d)| d.at_end.iter().map(|e| (e.radii, e.body.as_str()))).collect();
    entries.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, name) in entries {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut rows = vec![vec![String::new()]];
    for (report, _) in &all {
        rows[0].extend([report.model.clone(), "turned".to_owned()]);
    }
    for name in names.iter().take(DRIFTS_SHOWN) {
        let mut row = vec![brief(name)];
        for (_, drift) in &all {
            let entry = drift.at_end.iter().find(|e| e.body == *name);
            row.extend(
                entry.map_or(["-".to_owned(), "-".to_owned()], |e| [short(e.position), short(e.angle)]),
            );
        }
        rows.push(row);
    }
    text.push_str(&table(&rows));
    if names.len() > DRIFTS_SHOWN {
        let more = counted(names.len() - DRIFTS_SHOWN, "more body", "more bodies");
        let _ = writeln!(text, "and {more} that drifted less");
    }
    text.push('\n');
    for (report, drift) in all {
        let _ = writeln!(text, "{}", drift_sentence(report, drift));
    }
    text
}

/// The largest drift of a run, and whether that is a reason to look.
fn drift_sentence(report: &Report, drift: &DriftReport) -> String {
    let DriftReport { reference, bound, .. } = drift;
    let model = &report.model;
    // Not more than rounding: both count the same steps.
    let lasted = drift.end > report.duration - 0.5 * report.time_step;
    let Some(largest) = &drift.largest else {
        return format!("{model}: no body that moves by impulses was there to measure");
    };
    let largest_at = short(drift.largest_at.unwrap_or(drift.end));
    let most = format!(
        "{model}: at most {} m and {} rad from {reference} ({} at {largest_at} s; its farthest point {} m, {} radii)",
        short(largest.position),
        short(largest.angle),
        brief(&largest.body),
        short(largest.farthest_point),
        short(largest.radii)
    );
    match (drift.parted_at, drift.should_agree) {
        (Some(time), true) => format!(
            "{most}\n  PARTED: {model} and {reference} should agree up to the order of the step, and from {} s on some \
             body is more than {bound} of its radii away; a smaller --dt tells whether the \
             step is the cause",
            short(time)
        ),
        (Some(_), false) => format!("{most}; it takes the free space for convex and is expected to differ"),
        (None, _) if lasted => format!("{most}; within {bound} radii throughout"),
        (None, _) => format!(
            "{most}; within {bound} radii until {reference} ended at {} s, and not measured from then on",
            short(drift.end)
        ),
    }
}

/// Position errors against the reference run, one line per contact model and step size.
pub(crate) fn errors(lines: &[Line]) -> String {
    let mut rows = vec![
        [
            "model",
            "step (s)",
            "completed",
            "error median (m)",
            "quartile 1",
            "quartile 3",
            "worst run",
            "at the end (m)",
            "depth max (m)",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for l in lines {
        rows.push(vec![
            l.model.to_owned(),
            l.time_step.to_string(),
            format!("{} of {}", l.runs.1, l.runs.0),
            short(l.error[1]),
            short(l.error[0]),
            short(l.error[2]),
            short(l.error[3]),
            short(l.at_end),
            short(l.depth),
        ]);
    }
    format!(
        "\nposition error of the last dynamic body: the median of each run, over the runs\n{}",
        table(&rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_whatever_the_script() {
        let cell = |s: &str| s.to_owned();
        let text = table(&[
            vec![cell(""), cell("peg")],
            vec![cell("overlap (m³)"), cell("1")],
            vec![cell("x"), cell("12345")],
        ]);
        assert_eq!(text, "                peg\noverlap (m³)      1\nx             12345\n");
    }

    #[test]
    fn numbers_stay_short() {
        for x in [0.0, 1.0, -99999.0, 1e-9, -1.234e-300, f64::NAN, f64::INFINITY] {
            assert!(short(x).len() <= 11, "{}", short(x));
        }
    }
}
