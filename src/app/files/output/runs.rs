//! Report and trajectory of a pane's recorded run, as the command line writes them.
//!
//! The recording has states, inputs and settings. The records of the steps that a report needs are made by taking the
//! steps again, which gives the recorded states to the bit, or the report says that it does not.

use crate::app::bench::workbench::{Pane, Workbench};
use crate::app::files::output::{Jobs, OutputState, tables, write_file};
use crate::app::run::advance::step_again;
use crate::experiment::tally::Tally;
use crate::experiment::trajectory::TrajectoryWriter;
use crate::recording::Frame;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// The run of a pane as far as it is recorded.
struct Run {
    /// What the pane is called in a sentence.
    title: String,
    frames: Vec<Arc<Frame>>,
    failure: Option<String>,
}

impl Run {
    fn of(pane: &Pane) -> Option<Self> {
        let frames: Vec<Arc<Frame>> = pane.recording.frames().cloned().collect();
        // The first is where the run starts, or what is left of it.
        let title = frames.last()?.settings.contact.model.title().to_owned();
        (frames.len() > 1).then(|| Self { title, frames, failure: pane.failure.clone() })
    }

    fn last_step(&self) -> u64 {
        self.frames.last().map_or(0, |frame| frame.state.step)
    }

    /// The index of the frame from which on one scene was run under the same settings, with nothing moved by hand.
    fn unbroken(&self) -> usize {
        let same =
            |a: &Frame, b: &Frame| !a.by_hand && Arc::ptr_eq(&a.scene, &b.scene) && a.settings == b.settings;
        let mut start = self.frames.len() - 1;
        // The settings of a frame are those of the step that led to it.
        while start > 0 {
            let frame = &self.frames[start];
            let later = self.frames.get(start + 1).unwrap_or(frame);
            if !same(frame, later) || frame.by_hand {
                break;
            }
            start -= 1;
        }
        start
    }
}

/// Writes the reports of one or all panes beside the frames.
///
/// # Errors
/// A sentence when there is nothing to write or no place for it.
pub fn reports(
    bench: &Workbench,
    pane: Option<usize>,
    output: &OutputState,
    jobs: &mut Jobs,
) -> Result<(), String> {
    for (run, path) in places(bench, pane, output, ("report", "json"), tr!("output-no-report"))? {
        jobs.start(move || {
            let (report, covered) = report(&run);
            let written = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
            write_file(&path, |out| out.write_all(written.as_bytes()).and_then(|()| out.write_all(b"\n")))?;
            Ok(tr!("output-report-on", run = run.title, covered = covered, path = path.display()))
        });
    }
    Ok(())
}

/// Writes the trajectories of one or all panes beside the frames.
///
/// # Errors
/// A sentence when there is nothing to write or no place for it.
pub fn trajectories(
    bench: &Workbench,
    pane: Option<usize>,
    output: &OutputState,
    jobs: &mut Jobs,
) -> Result<(), String> {
    for (run, path) in places(bench, pane, output, ("trajectory", "csv"), tr!("output-no-trajectory"))? {
        jobs.start(move || {
            write_file(&path, |out| {
                let mut writer = TrajectoryWriter::new(out)?;
                for frame in &run.frames {
                    writer.write(&frame.scene.model, &frame.state)?;
                }
                writer.finish()
            })?;
            let first = run.frames[0].state.step;
            let forgotten = if first > 0 { tr!("output-forgotten") } else { "" };
            let last = run.last_step();
            let steps = tr!("output-steps-2", first = first, last = last, forgotten = forgotten);
            Ok(tr!("output-trajectory", run = run.title, steps = steps, path = path.display()))
        });
    }
    Ok(())
}

/// The runs asked for, each with a file of its own, of that kind and ending; where there is none, what is said then.
fn places(
    bench: &Workbench,
    pane: Option<usize>,
    output: &OutputState,
    (kind, ending): (&str, &str),
    nothing: &str,
) -> Result<Vec<(Run, PathBuf)>, String> {
    let names = tables::names(bench);
    let mut places = Vec::new();
    for (i, (candidate, name)) in bench.panes.iter().zip(names).enumerate() {
        if pane.is_some_and(|wanted| wanted != i) {
            continue;
        }
        if let Some(run) = Run::of(candidate) {
            places.push((run, output.free_file(&format!("pegsim-{kind}-{name}"), ending)?));
        }
    }
    if places.is_empty() {
        return Err(nothing.to_owned());
    }
    Ok(places)
}

/// The report, with the steps that it covers, in words as well.
fn report(run: &Run) -> (Value, String) {
    let start = run.unbroken();
    let first = &run.frames[start];
    let last = &run.frames[run.frames.len() - 1];
    let scene = &last.scene;
    let mut tally = Tally::new(&scene.model, &first.state);
    let (mut reached, mut pulled, mut differs) = (first, 0, None);
    for pair in run.frames[start..].windows(2) {
        let (before, frame) = (&pair[0], &pair[1]);
        let (record, _) = step_again(&before.state, frame);
        let Some(record) = record else {
            differs = Some(frame.state.step);
            break;
        };
        tally.add(&scene.model, &before.state, &frame.state, &record, record.timing.total, frame.settings.h);
        pulled += usize::from(!frame.input.wrenches.is_empty());
        reached = frame;
    }
    let at_the_end = Arc::ptr_eq(reached, last);
    let failure = run.failure.clone().filter(|_| at_the_end);
    let report = tally.report(scene, &last.settings, &reached.state, failure);
    let (from, to) = (first.state.step, reached.state.step);
    let mut value = serde_json::to_value(report).unwrap_or(Value::Null);
    if let Value::Object(fields) = &mut value {
        fields.insert("first_step".into(), json!(from));
        fields.insert("last_step".into(), json!(to));
        fields.insert("steps_with_forces_by_hand".into(), json!(pulled));
    }
    let mut covered = tr!("output-steps", from = from, to = to);
    if let Some(step) = differs {
        covered.push_str(&tr!("output-as-step-does-not-repeat", step = step));
    } else if start > 0 {
        covered.push_str(tr!("output-since-when-nothing-was-changed"));
    } else if from > 0 {
        covered.push_str(tr!("output-forgotten"));
    }
    (value, covered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::messages::Messages;
    use crate::app::run::simulation::{Driver, Mode, start};
    use crate::contact::models::ContactModel;
    use crate::experiment::{Overrides, RunOptions, run as simulate};
    use crate::scene::load_str;
    use std::path::Path;

    const SCENE: &str = r#"Scene(
        name: "drop", time_step: 0.01,
        bodies: [
            (name: "floor", kind: Fixed, shape: Box(half_extents: (1.0, 1.0, 0.1)), position: (0.0, 0.0, -0.1)),
            (name: "cube", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (0.0, 0.0, 0.105)),
        ],
    )"#;

    fn inline() -> Driver {
        let mut driver = Driver::default();
        driver.mode = Mode::Inline;
        driver
    }

    fn bench(steps: usize) -> Workbench {
        let scene = load_str(SCENE, "drop.ron", Path::new(".")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[ContactModel::Peg]);
        let mut driver = inline();
        start(&mut bench, &mut driver, &mut Messages::default(), steps);
        bench
    }

    #[test]
    fn the_report_is_that_of_the_command_line() {
        let bench = bench(50);
        let (mut ours, covered) = report(&Run::of(&bench.panes[0]).expect("a run"));
        let overrides = Overrides { model: Some(ContactModel::Peg), ..Overrides::default() };
        let options = RunOptions { overrides, duration: Some(0.5), ..RunOptions::default() };
        let theirs = simulate(&bench.scene, options).expect("a run").report;
        let mut theirs = serde_json::to_value(theirs).expect("a report");
        for report in [&mut ours, &mut theirs] {
            if let Value::Object(fields) = report {
                for own in ["step_time", "first_step", "last_step", "steps_with_forces_by_hand"] {
                    fields.remove(own);
                }
            }
        }
        assert_eq!(ours, theirs);
        assert_eq!(covered, "steps 0 to 50");
    }

    #[test]
    fn a_report_begins_after_the_last_change_by_hand() {
        let mut bench = bench(20);
        let pane = &mut bench.panes[0];
        let mut frame = pane.recording.frame(20).map(|f| (**f).clone()).expect("recorded");
        frame.by_hand = true;
        frame.state.poses[1].position.z += 0.2;
        pane.recording.push(frame.clone());
        pane.simulation.state = frame.state;
        let mut driver = inline();
        start(&mut bench, &mut driver, &mut Messages::default(), 10);
        let (value, covered) = report(&Run::of(&bench.panes[0]).expect("a run"));
        assert_eq!((&value["first_step"], &value["last_step"]), (&json!(20), &json!(30)), "{covered}");
        assert!(covered.contains("by hand"));
    }
}
