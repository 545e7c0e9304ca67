//! What the commands show: progress, summaries, tables, and files that appear whole or not at all.

use crate::cli::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use pegsim::experiment::Report;
use pegsim::experiment::accuracy::Line;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Prints to standard output; a reader that went away (`| head`) is no reason to complain.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
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
    bar.set_prefix(title.to_owned());
    Some(bar)
}

/// A file that takes its final name only when it is complete: an interrupted run leaves `NAME.part` behind and
/// what was under NAME before stays as it was. Pipes and devices are written directly.
pub(crate) struct WholeFile {
    path: PathBuf,
    part: Option<PathBuf>,
}

impl WholeFile {
    /// Opens it for writing.
    pub fn create(path: &Path) -> Result<(Self, std::fs::File), Failure> {
        let direct = path.exists() && !path.is_file();
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = (!direct).then(|| PathBuf::from(part));
        let opened = match &part {
            Some(part) => std::fs::File::create(part),
            None => std::fs::OpenOptions::new().write(true).open(path),
        };
        // A path that cannot be written is a bad argument, and known before the run.
        let file =
            opened.map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))?;
        Ok((Self { path: path.to_owned(), part }, file))
    }

    /// Gives it its name.
    pub fn finish(self) -> Result<(), Failure> {
        match &self.part {
            Some(part) => std::fs::rename(part, &self.path)
                .map_err(|error| Failure::Run(format!("cannot write {}: {error}", self.path.display()))),
            None => Ok(()),
        }
    }
}

/// Writes a whole text file.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let (file, mut out) = WholeFile::create(path)?;
    out.write_all(text.as_bytes())
        .map_err(|error| Failure::Run(format!("cannot write {}: {error}", path.display())))?;
    drop(out);
    file.finish()
}

/// JSON with indentation and a final newline.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Failure::Run(format!("cannot write the report: {error}")))
}

/// The report for a person.
pub(crate) fn summary(r: &Report) -> String {
    let volume = if r.dimension == "two" { "m²" } else { "m³" };
    let mut rows: Vec<(&str, String)> = vec![
        ("scene", r.scene.clone()),
        ("model", format!("{}, {} geometry, solver {}", r.model, r.geometry, r.solver)),
        ("steps", format!("{} of {} s, t = {:.6} s, {} bodies", r.steps, r.time_step, r.duration, r.bodies)),
        (
            "overlap",
            format!(
                "median {}, quartiles {} to {}, max {} {volume}",
                short(r.overlap.median),
                short(r.overlap.q1),
                short(r.overlap.q3),
                short(r.overlap.max)
            ),
        ),
        (
            "depth",
            format!(
                "median {}, quartiles {} to {}, max {} m{}",
                short(r.penetration_depth.median),
                short(r.penetration_depth.q1),
                short(r.penetration_depth.q3),
                short(r.penetration_depth.max),
                r.worst_pair.as_ref().map_or(String::new(), |[a, b]| format!(" ({a} and {b})"))
            ),
        ),
        ("contacts", count(r.contacts.mean, r.contacts.max)),
        ("disjunctions", count(r.disjunctions.mean, r.disjunctions.max)),
        ("traps", count(r.traps.mean, r.traps.max)),
        ("sprung traps", count(r.sprung_traps.mean, r.sprung_traps.max)),
        (
            "solver",
            format!(
                "{:.2} iterations a step, max {}; residual max {}; {} fallbacks",
                r.solver_stats.iterations_mean,
                r.solver_stats.iterations_max,
                short(r.solver_stats.residual_max),
                r.solver_stats.fallbacks
            ),
        ),
    ];
    if let Some(error) = &r.joint_error {
        rows.push(("joint error", format!("median {}, max {} m", short(error.median), short(error.max))));
    }
    for (reason, times) in &r.fallback_reasons {
        rows.push(("", format!("{times} × {reason}")));
    }
    rows.push((
        "step time",
        format!(
            "median {:.3}, p99 {:.3}, max {:.3} ms",
            1e3 * r.step_time.median,
            1e3 * r.step_time.p99,
            1e3 * r.step_time.max
        ),
    ));
    rows.push((
        "",
        format!(
            "mean detect {:.3}, formulate {:.3}, solve {:.3} ms",
            1e3 * r.step_time.detect,
            1e3 * r.step_time.formulate,
            1e3 * r.step_time.solve
        ),
    ));
    rows.push((
        "energy",
        format!(
            "{} to {} J, {} J entered, max gain {} J a step",
            short(r.energy.initial),
            short(r.energy.last),
            short(r.energy.spawned),
            short(r.energy.max_gain_per_step)
        ),
    ));
    let drift = r.momentum_drift.map_or("not measurable here".to_owned(), short);
    rows.push(("momentum drift", drift));
    rows.push(("max speed", format!("{} m/s", short(r.max_speed))));
    rows.push(("state hash", r.final_state_hash.clone()));
    let mut text = String::new();
    for (name, value) in rows {
        let _ = writeln!(text, "{name:<15} {value}");
    }
    text
}

fn count(mean: f64, max: usize) -> String {
    format!("mean {mean:.2}, max {max}")
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
            let _ =
                if column == 0 { write!(line, "{cell:<width$}") } else { write!(line, "  {cell:>width$}") };
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
            if r.completed { "yes".into() } else { format!("no, {} steps", r.steps) }
        }),
        row(format!("overlap median ({volume})"), &|r| short(r.overlap.median)),
        row(format!("overlap max ({volume})"), &|r| short(r.overlap.max)),
        row("depth median (m)".into(), &|r| short(r.penetration_depth.median)),
        row("depth max (m)".into(), &|r| short(r.penetration_depth.max)),
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
        row("speed max (m/s)".into(), &|r| short(r.max_speed)),
    ];
    if let Some(last) = reports.first().and_then(|r| r.last_body.as_ref()) {
        rows.push(row(format!("{} moved across (m)", last.name), &|r| {
            r.last_body.as_ref().map_or_else(String::new, |b| short(b.horizontal))
        }));
    }
    table(&rows)
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
