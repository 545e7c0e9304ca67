//! Recordings as files: scenes, settings, inputs and states of all panes, every number with every bit.
//!
//! A file begins with the words “pegsim recording” and the number of its format. The one that is written is described in
//! `format3`: it has a schema of its own, so that no change of the program's structures alters what a file means. Format 2
//! is the same without the lag of velocities. Files of format 1, which was an image of the program's structures, are read by
//! frozen copies of them (`format1`).
//!
//! Whatever is read goes through the checks that a scene file goes through: bodies, settings and states. Scenes are kept as
//! their RON text. Meshes that they refer to are not: they must be where they were.

pub(super) mod bytes;
#[cfg(test)]
pub(in crate::app) mod example;
mod format1;
mod format3;
pub(super) mod frames;
pub(super) mod header;
pub(super) mod names;
pub(super) mod samples;
#[cfg(test)]
mod tests;

pub(super) use format3::stored_scene;

use crate::app::bench::history::{History, Sample};
use crate::app::bench::recording::{Frame, Recording};
use crate::app::bench::workbench::{MAX_PANES, Pane, Truth, Workbench};
use crate::app::run::measure;
use crate::math::Vec3;
use crate::output::write_over;
use crate::quote::list;
use crate::reading;
use crate::scene::{LoadedScene, MAX_STEP, check_settings, check_state, load_str};
use crate::step::StepSettings;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: &[u8] = b"pegsim recording\n";

/// What a file of any format holds.
struct Contents {
    /// Version of the program that wrote it.
    program: String,
    panes: Vec<PaneContents>,
    focused: u64,
    time_step: f64,
    /// Energies and momenta of the samples are those of velocities that lag, as they were measured up to format 2.
    lagging_samples: bool,
    /// Names of what a later version added.
    unknown: Vec<String>,
}

struct PaneContents {
    settings: StepSettings,
    /// The step shown.
    step: u64,
    frames: Vec<Arc<Frame>>,
    samples: Vec<Sample>,
    worst_overlap: f64,
    worst_depth: f64,
    worst_joint_error: f64,
}

/// Why a file is not opened.
#[derive(Debug, PartialEq)]
enum Refusal {
    /// It is not as it was written, or holds what no run can.
    Damaged(String),
    /// A scene in it cannot be built.
    Scene(String),
    /// It names something that this version does not have.
    Unknown(String),
}

/// Writes what all panes have recorded.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn save(bench: &Workbench, path: &Path) -> Result<(), String> {
    let bytes = format3::write(bench);
    let written = bytes.and_then(|bytes| write_over(path, &bytes).map_err(|error| error.reason));
    written.map_err(|reason| format!("{} cannot be written: {reason}.", path.display()))
}

/// A recording that was read.
pub struct Opened {
    /// The panes, each at the moment that was shown.
    pub bench: Workbench,
    /// What has to be said about it.
    pub remark: Option<String>,
}

/// Reads a recording. Whether this program gives the same steps is another question: see
/// [`crate::app::past::recheck`].
///
/// # Errors
/// A sentence with the file and what is wrong with it.
pub fn open(path: &Path, memory: usize) -> Result<Opened, String> {
    let shown = path.display();
    let bytes = reading::bytes(path, reading::RECORDING)
        .map_err(|error| format!("{shown} is not opened: {error}."))?;
    let contents = bytes.strip_prefix(MAGIC).ok_or_else(|| {
        format!("{shown} is not a recording; one begins with the words “pegsim recording”.")
    })?;
    let (version, contents) = contents
        .split_first_chunk::<4>()
        .ok_or_else(|| format!("{shown} ends before its version; the file was cut off."))?;
    let read = match u32::from_le_bytes(*version) {
        1 => format1::read(contents),
        version @ (format3::WITHOUT_LAG | format3::VERSION) => format3::read(&bytes, version),
        version => {
            return Err(format!(
                "{shown} is a recording of format {version}, which this version of the program does not know; it \
                 reads formats 1 to {}.",
                format3::VERSION
            ));
        }
    };
    read.and_then(|contents| build(contents, memory)).map_err(|refusal| match refusal {
        Refusal::Damaged(reason) => format!("{shown} is damaged: {reason}."),
        Refusal::Scene(reason) => format!("The scene in {shown} cannot be built: {reason}."),
        Refusal::Unknown(reason) => {
            format!("{shown} holds what this version of the program does not have: {reason}.")
        }
    })
}

/// The workbench of a recording.
fn build(contents: Contents, memory: usize) -> Result<Opened, Refusal> {
    let count = contents.panes.len();
    if count == 0 || count > MAX_PANES {
        return Err(Refusal::Damaged(format!("it has {count} panes, and 1 to {MAX_PANES} can be")));
    }
    let mut panes = Vec::new();
    for (number, pane) in contents.panes.into_iter().enumerate() {
        let pane = build_pane(pane, memory, contents.lagging_samples)
            .map_err(|reason| Refusal::Damaged(format!("pane {}: {reason}", number + 1)))?;
        panes.push(pane);
    }
    let focused = usize::try_from(contents.focused).unwrap_or(usize::MAX).min(panes.len() - 1);
    let scene = Arc::clone(&panes[focused].scene);
    let with_step_size = StepSettings { h: contents.time_step, ..panes[focused].simulation.settings };
    check_settings(&scene, &with_step_size).map_err(Refusal::Damaged)?;
    for pane in panes.iter_mut().filter(|pane| !Arc::ptr_eq(&pane.scene, &scene)) {
        pane.show_with(&scene);
    }
    let memory = panes.iter().map(|pane| pane.recording.limit()).fold(memory, usize::max);
    let mut bench = Workbench::new((*scene).clone(), &[]);
    bench.file.clone_from(&scene.path);
    (bench.scene, bench.filed) = (Arc::clone(&scene), scene);
    (bench.panes, bench.focused, bench.memory) = (panes, focused, memory);
    bench.time_step = contents.time_step;
    Ok(Opened { bench, remark: remark(&contents.program, &contents.unknown) })
}

/// What a user should know about where a file comes from.
fn remark(program: &str, unknown: &[String]) -> Option<String> {
    let mut said = Vec::new();
    if program != env!("CARGO_PKG_VERSION") {
        said.push(format!("It was recorded by version {program}; check whether this version repeats it."));
    }
    if !unknown.is_empty() {
        said.push(format!(
            "It holds what this version does not know and leaves out ({}); its steps may not repeat.",
            list(&unknown.iter().map(String::as_str).collect::<Vec<_>>())
        ));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// A scene of a file.
pub(super) fn read_scene(text: &str, name: &str, file: Option<&str>) -> Result<Arc<LoadedScene>, String> {
    let file = file.map(PathBuf::from);
    let base = file.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_path_buf();
    let loaded = load_str(text, name, &base).map_err(|error| error.to_string())?;
    Ok(Arc::new(LoadedScene { name: name.to_owned(), path: file, ..loaded }))
}

/// Puts energy and momenta of the sample's time in the place of those of velocities that lag, where the state is recorded.
/// Elsewhere they are no numbers: plots are not to show two quantities as one.
fn measure_again(sample: &mut Sample, recording: &Recording) {
    let frame = recording.frame(sample.step);
    let measured = frame.map(|frame| measure::energy(&frame.scene.model, &frame.state));
    let none = Vec3::repeat(f64::NAN);
    let (energy, linear, angular) =
        measured.map_or((f64::NAN, none, none), |e| (e.total(), e.linear_momentum, e.angular_momentum));
    (sample.energy, sample.linear_momentum, sample.angular_momentum) = (energy, linear, angular);
}

fn build_pane(contents: PaneContents, memory: usize, lagging_samples: bool) -> Result<Pane, String> {
    // As large as it was; what is too much by the present limit would be lost at the next save.
    let mut recording = Recording::with_limit(usize::MAX);
    let mut last: Option<Arc<Frame>> = None;
    for frame in contents.frames {
        check_frame(&frame, last.as_deref())?;
        recording.push(Arc::clone(&frame));
        last = Some(frame);
    }
    let (first, last) = recording.range().ok_or("it holds no steps")?;
    let at = recording.frame(contents.step.clamp(first, last)).cloned().ok_or("it holds no steps")?;
    check_settings(&at.scene, &contents.settings)?;
    let mut pane = Pane::new(&at.scene, contents.settings, memory);
    pane.simulation.state = at.state.clone();
    let steps = contents.samples.iter().map(|sample| sample.step);
    if !steps.clone().zip(steps.clone().skip(1)).all(|(a, b)| a < b) || steps.clone().any(|s| s > MAX_STEP) {
        return Err("the samples of its plots are not in the order of their steps".to_owned());
    }
    let mut history = History::default();
    for mut sample in contents.samples {
        if lagging_samples {
            measure_again(&mut sample, &recording);
        }
        history.push(sample);
    }
    recording.set_limit(memory.max(recording.bytes()));
    (pane.recording, pane.history) = (recording, history);
    pane.truth = Truth {
        worst_overlap: contents.worst_overlap,
        worst_depth: contents.worst_depth,
        worst_joint_error: contents.worst_joint_error,
        ..Truth::default()
    };
    pane.read_truth();
    Ok(pane)
}

/// Refuses a step that no run can have recorded after the one before it.
pub(super) fn check_frame(frame: &Frame, before: Option<&Frame>) -> Result<(), String> {
    let Frame { state, input, settings, scene, .. } = frame;
    let step = state.step;
    let at = |reason: String| format!("step {step}: {reason}");
    // No sum: the number before can be the largest there is.
    if before.is_some_and(|before| step.checked_sub(1) != Some(before.state.step)) {
        return Err(format!("step {step} does not follow the one before it"));
    }
    check_state(&scene.model, state).map_err(at)?;
    let known = |f: &&Frame| f.settings == *settings && Arc::ptr_eq(&f.scene, scene);
    if before.filter(known).is_none() {
        check_settings(scene, settings).map_err(at)?;
    }
    for (body, wrench) in &input.wrenches {
        if body.0 >= scene.model.bodies.len() {
            return Err(at("a force acts on a body that is not there".to_owned()));
        }
        if !wrench.force.iter().chain(wrench.torque.iter()).all(|v| v.is_finite()) {
            return Err(at("a force from outside is no number".to_owned()));
        }
    }
    Ok(())
}
