//! The samples of the panes as CSV: all of them, or what one plot shows.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::files::kinds::file_name_of;
use crate::app::files::output::{OutputState, write_file};
use crate::app::ui::panels::metric::Metric;
use crate::app::ui::panels::watched::Watched;
use crate::recording::Sample;
use std::collections::BTreeMap;
use std::io::Write;

/// A column: its name, and how a sample is written in it.
type Column = (&'static str, fn(&Sample) -> String);

/// The columns of the samples after pane and model. The order is a contract: new ones go to the end.
const COLUMNS: &[Column] = &[
    ("step", |s| s.step.to_string()),
    ("time", |s| s.time.to_string()),
    ("contacts", |s| s.contacts.to_string()),
    ("unilateral", |s| s.unilateral.to_string()),
    ("inter_contact", |s| s.inter_contact.to_string()),
    ("cross_contact", |s| s.cross_contact.to_string()),
    ("separation", |s| s.separation.to_string()),
    ("traps", |s| s.traps.to_string()),
    ("sprung_traps", |s| s.sprung_traps.to_string()),
    ("overlap", |s| number(s.overlap)),
    ("depth", |s| number(s.depth)),
    ("solve_time", |s| number(s.solve_time)),
    ("step_time", |s| number(s.step_time)),
    ("residual", |s| number(s.residual)),
    ("iterations", |s| s.iterations.to_string()),
    ("outer_iterations", |s| s.outer_iterations.to_string()),
    ("switches", |s| s.switches.to_string()),
    ("substeps", |s| s.substeps.to_string()),
    ("violation", |s| number(s.violation)),
    ("size", |s| s.size.to_string()),
    ("energy", |s| number(s.energy)),
    ("detect_time", |s| number(s.detect_time)),
    ("formulate_time", |s| number(s.formulate_time)),
    ("primal", |s| number(s.primal)),
    ("dual", |s| number(s.dual)),
    ("complementarity", |s| number(s.complementarity)),
    ("fallback", |s| u8::from(s.fallback).to_string()),
    ("islands", |s| s.islands.to_string()),
    ("momentum_x", |s| number(s.linear_momentum.x)),
    ("momentum_y", |s| number(s.linear_momentum.y)),
    ("momentum_z", |s| number(s.linear_momentum.z)),
    ("angular_momentum_x", |s| number(s.angular_momentum.x)),
    ("angular_momentum_y", |s| number(s.angular_momentum.y)),
    ("angular_momentum_z", |s| number(s.angular_momentum.z)),
    ("joint_error", |s| number(s.joint_error)),
];

/// A value in SI units, shortest form that reads back to the same bits.
fn number(value: f64) -> String {
    format!("{value:e}")
}

/// Writes the samples of all panes. Returns what to say.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn samples(bench: &Workbench, output: &OutputState) -> Result<String, String> {
    let path = output.free_file("pegsim-samples", "csv")?;
    write_file(&path, |out| write_samples(bench, out))?;
    let stride = bench.panes.iter().map(|pane| pane.history.stride()).max().unwrap_or(1);
    let which = if stride > 1 { tr!("output-every-th-step", stride = stride) } else { String::new() };
    Ok(tr!("output-samples-all-panes-were-written", which = which, path = path.display()))
}

fn write_samples(bench: &Workbench, mut out: &mut dyn Write) -> std::io::Result<()> {
    let mut csv = csv::Writer::from_writer(&mut out);
    csv.write_record(["pane", "model"].into_iter().chain(COLUMNS.iter().map(|(name, _)| *name)))?;
    for (i, pane) in bench.panes.iter().enumerate() {
        let index = (i + 1).to_string();
        // The model that took the step, where it is still known: it may have been changed since.
        let model = |step: u64| {
            let frame = pane.recording.frame(step);
            frame.map_or(pane.model(), |frame| frame.settings.contact.model).name()
        };
        for sample in pane.history.samples() {
            csv.write_field(&index)?;
            csv.write_field(model(sample.step))?;
            for (_, write) in COLUMNS {
                csv.write_field(write(sample))?;
            }
            csv.write_record(None::<&[u8]>)?;
        }
    }
    csv.flush()
}

/// Writes what a plot shows: one line per step, one column per pane, whose head says what of and in which unit. Returns what to say.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn plot(
    bench: &Workbench,
    metric: Metric,
    watched: &Watched,
    output: &OutputState,
) -> Result<String, String> {
    let path = output.free_file(&stem(metric, watched), "csv")?;
    write_file(&path, |out| write_plot(bench, metric, watched, out))?;
    let unit = metric.unit();
    let unit = if unit.is_empty() { String::new() } else { tr!("output-in", unit = unit) };
    Ok(tr!("output-all-panes-was-written", metric = metric.name(), unit = unit, path = path.display()))
}

/// How the file of a plot is named, without a number and an extension: by its quantity, and by what that is of.
pub(super) fn stem(metric: Metric, watched: &Watched) -> String {
    let of = followed(metric, watched).map(|name| format!("-{}", file_name_of(&name))).unwrap_or_default();
    format!("pegsim-{}{of}", file_name_of(metric.name()))
}

fn write_plot(
    bench: &Workbench,
    metric: Metric,
    watched: &Watched,
    mut out: &mut dyn Write,
) -> std::io::Result<()> {
    let mut csv = csv::Writer::from_writer(&mut out);
    let of_step = metric == Metric::Convergence;
    let head: &[&str] = if of_step { &["problem"] } else { &["step", "time"] };
    csv.write_record(head.iter().map(|name| (*name).to_owned()).chain(columns(bench, metric, watched)))?;
    // Panes need not have the same steps: one may have been added later, or stand still.
    let mut lines: BTreeMap<u64, (f64, Vec<f64>)> = BTreeMap::new();
    let panes = bench.panes.len();
    for (i, pane) in bench.panes.iter().enumerate() {
        let mut put = |step: u64, time: f64, value: f64| {
            lines.entry(step).or_insert_with(|| (time, vec![f64::NAN; panes])).1[i] = value;
        };
        if of_step {
            let history = pane.simulation.record.as_ref().map(|record| record.solve.history.as_slice());
            history.unwrap_or_default().iter().zip(1..).for_each(|(value, k)| put(k, 0.0, *value));
        } else if metric.is_watched() {
            watched.series(pane, metric).into_iter().for_each(|(step, time, value)| put(step, time, value));
        } else {
            pane.history.samples().iter().for_each(|s| put(s.step, s.time, metric.value(s)));
        }
    }
    for (step, (time, values)) in lines {
        csv.write_field(step.to_string())?;
        if !of_step {
            csv.write_field(time.to_string())?;
        }
        for value in values {
            csv.write_field(if value.is_nan() { String::new() } else { number(value) })?;
        }
        csv.write_record(None::<&[u8]>)?;
    }
    csv.flush()
}

/// What a plot of one body, joint or pair follows, by name.
fn followed(metric: Metric, watched: &Watched) -> Option<String> {
    metric.is_watched().then(|| watched.name(metric)).flatten()
}

/// The heads of the panes' columns in the table of a plot: model, what is followed, unit in brackets: `exact, ball (m/s)`.
fn columns(bench: &Workbench, metric: Metric, watched: &Watched) -> impl Iterator<Item = String> {
    let of = followed(metric, watched).map(|name| format!(", {name}")).unwrap_or_default();
    let unit = metric.unit();
    let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
    names(bench).into_iter().map(move |name| format!("{name}{of}{unit}"))
}

/// The names of the panes' models, all that it had in turn where that was changed (`standard_then_peg`), with a number from the
/// second pane of a name on.
pub fn names(bench: &Workbench) -> Vec<String> {
    let all = |pane: &Pane| {
        let mut names: Vec<_> = pane.changes().map(|change| change.before.contact.model.name()).collect();
        names.push(pane.model().name());
        names.dedup();
        names.join("_then_")
    };
    let models: Vec<_> = bench.panes.iter().map(all).collect();
    let same = |i: usize| models[..i].iter().filter(|model| **model == models[i]).count();
    let name = |i: usize| match same(i) {
        0 => models[i].clone(),
        before => format!("{}_{}", models[i], before + 1),
    };
    (0..models.len()).map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::models::ContactModel;
    use crate::scene::load_str;
    use std::path::Path;

    fn bench() -> Workbench {
        let text =
            r#"Scene(bodies: [(name: "a", kind: Dynamic, shape: Box(half_extents: (1.0, 1.0, 1.0)))])"#;
        let scene = load_str(text, "test.ron", Path::new(".")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Peg, ContactModel::Peg]);
        for (pane, from) in [(0, 1), (1, 3)] {
            for step in from..=4_u64 {
                let depth = if step == 4 { f64::NAN } else { 0.1 * step as f64 };
                let time = 0.01 * step as f64;
                let joint_error = 1e-9;
                bench.panes[pane].history.push(Sample {
                    step,
                    time,
                    depth,
                    joint_error,
                    ..Sample::default()
                });
            }
        }
        bench
    }

    fn text(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).expect("memory can be written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_plot_has_one_line_per_step_and_one_column_per_pane() {
        let table = text(|out| write_plot(&bench(), Metric::Depth, &Watched::default(), out));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], "step,time,peg (m),peg_2 (m)");
        assert_eq!(lines[1], "1,0.01,1e-1,");
        assert_eq!(lines[3].split(',').filter(|cell| !cell.is_empty()).count(), 4);
        assert_eq!(lines[4], "4,0.04,,", "what is no number is an empty cell");
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn samples_have_all_columns_and_keep_their_bits() {
        let table = text(|out| write_samples(&bench(), out));
        let mut lines = table.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        assert_eq!(head[..4], ["pane", "model", "step", "time"]);
        assert_eq!(head.last(), Some(&"joint_error"));
        let depth = head.iter().position(|name| *name == "depth").expect("a column");
        let third = lines.nth(2).unwrap_or_default().split(',').nth(depth).unwrap_or_default();
        assert_eq!(third.parse::<f64>().map(f64::to_bits), Ok((0.1 * 3.0_f64).to_bits()));
        assert_eq!(table.lines().count(), 1 + 4 + 2);
    }
}
