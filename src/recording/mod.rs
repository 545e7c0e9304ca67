//! Recordings: what the window recorded of its runs, as files that anyone can read, with every bit.
//!
//! A file begins with the words “pegsim recording” and the number of its format. The one that is written is described in
//! `format3`: it has a schema of its own, so that no change of the program's structures alters what a file means. Format 2
//! is the same without the lag of velocities. Files of format 1, which was an image of the program's structures, are read by
//! frozen copies of them (`format1`).
//!
//! Whatever is read goes through the checks that a scene file goes through: bodies, settings and states. Scenes are kept as
//! their RON text. Meshes that they refer to are not: they must be where they were.

pub(crate) mod bytes;
pub mod export;
pub(crate) mod format1;
pub(crate) mod format3;
pub(crate) mod frames;
pub(crate) mod header;
pub(crate) mod names;
pub mod page;
mod record;
mod repeat;
mod sample;
pub(crate) mod samples;
pub mod surface;

pub use record::record;
pub use sample::{Sample, is_exact};

use crate::experiment::energy;
use crate::math::Vec3;
use crate::reading;
use crate::scene::{LoadedScene, MAX_STEP, check_settings, check_state, load_str};
use crate::step::StepSettings;
use crate::world::{State, StepInput};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) const MAGIC: &[u8] = b"pegsim recording\n";

/// One recorded step.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The state after the step (or at the start).
    pub state: State,
    /// The input of the step that led here.
    pub input: StepInput,
    /// The settings of that step.
    pub settings: StepSettings,
    /// The scene that the state belongs to: editing the scene during a run does not change the past.
    pub scene: Arc<LoadedScene>,
    /// Traps sprung in the step that led here.
    pub sprung_traps: usize,
    /// Whether the state was set by hand, or the scene was edited, after the step.
    pub by_hand: bool,
}

impl Frame {
    /// Whether a step led to the state: not where a run begins, and not where it was set by hand.
    pub fn was_taken(&self) -> bool {
        let begins = self.scene.first_state();
        let at_start =
            self.state.step == 0 || (self.state.step == begins.step && self.state.poses == begins.poses);
        !self.by_hand && !at_start
    }
}

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Version of the program that wrote it.
    pub program: String,
    /// The panes, from left to right; at least one.
    pub panes: Vec<RecordedPane>,
    /// Number of the focused pane.
    pub focused: usize,
    /// Step size of all panes (s).
    pub time_step: f64,
    /// Runs that were left for another way on, oldest first.
    pub branches: Vec<RecordedBranch>,
    /// Names of what a later version added and this one leaves out.
    pub unknown: Vec<String>,
}

/// A run that was left for another way on, with what the panes had recorded of it.
#[derive(Clone, Debug)]
pub struct RecordedBranch {
    /// The step from which the run went another way.
    pub from: u64,
    /// Its panes, from left to right; at least one. They show the step to which one goes back.
    pub panes: Vec<RecordedPane>,
    /// Step size of all panes (s).
    pub time_step: f64,
}

/// What a pane had recorded.
#[derive(Clone, Debug)]
pub struct RecordedPane {
    /// Its settings.
    pub settings: StepSettings,
    /// The step shown.
    pub step: u64,
    /// The steps, ascending without a gap; at least one.
    pub frames: Vec<Arc<Frame>>,
    /// The numbers of its plots, ascending in their steps; not of every step.
    pub samples: Vec<Sample>,
    /// Largest overlap of the run (m³; m² in the plane).
    pub worst_overlap: f64,
    /// Deepest penetration of the run (m).
    pub worst_depth: f64,
    /// How far a joint was apart at most (m).
    pub worst_joint_error: f64,
}

/// Why a file is not opened.
#[derive(Debug, PartialEq)]
pub(crate) enum Refusal {
    /// It is not as it was written, or holds what no run can.
    Damaged(String),
    /// A scene in it cannot be built.
    Scene(String),
    /// It names something that this version does not have.
    Unknown(String),
}

/// Reads a recording. Whether this program gives the same steps is another question.
///
/// # Errors
/// A sentence with the file and what is wrong with it.
pub fn open(path: &Path) -> Result<Recorded, String> {
    let shown = path.display();
    let bytes = reading::bytes(path, reading::RECORDING)
        .map_err(|error| format!("{shown} is not opened: {error}."))?;
    let contents = bytes.strip_prefix(MAGIC).ok_or_else(|| {
        format!("{shown} is not a recording; one begins with the words “pegsim recording”.")
    })?;
    let (version, contents) = contents
        .split_first_chunk::<4>()
        .ok_or_else(|| format!("{shown} ends before its version; the file was cut off."))?;
    let version = u32::from_le_bytes(*version);
    let lags = version == format3::VERSION;
    let read = match version {
        1 => format1::read(contents),
        format3::WITHOUT_LAG | format3::VERSION => format3::read(&bytes, version),
        version => {
            return Err(format!(
                "{shown} is a recording of format {version}, which this version of the program does not know; it \
                 reads formats 1 to {}.",
                format3::VERSION
            ));
        }
    };
    read.and_then(|recorded| checked(recorded, lags)).map_err(|refusal| match refusal {
        Refusal::Damaged(reason) => format!("{shown} is damaged: {reason}."),
        Refusal::Scene(reason) => format!("The scene in {shown} cannot be built: {reason}."),
        Refusal::Unknown(reason) => {
            format!("{shown} holds what this version of the program does not have: {reason}.")
        }
    })
}

/// The file of what was recorded, in the newest format.
///
/// # Errors
/// Why it cannot be encoded.
pub fn encode(recorded: &Recorded) -> Result<Vec<u8>, String> {
    format3::write(recorded)
}

/// What was read, where a program can have recorded it. Energies of samples that are those of velocities that lag (`lags` is false: they
/// were measured so up to format 2) are measured again.
fn checked(mut recorded: Recorded, lags: bool) -> Result<Recorded, Refusal> {
    recorded.focused = recorded.focused.min(recorded.panes.len().saturating_sub(1));
    check_panes(&recorded.panes, recorded.focused, recorded.time_step).map_err(Refusal::Damaged)?;
    for (number, branch) in recorded.branches.iter().enumerate() {
        check_panes(&branch.panes, 0, branch.time_step)
            .map_err(|reason| Refusal::Damaged(format!("branch {}: {reason}", number + 1)))?;
    }
    if !lags {
        recorded.panes.iter_mut().for_each(RecordedPane::measure_again);
    }
    Ok(recorded)
}

/// Refuses panes that no program can have recorded, of which this one is in focus.
fn check_panes(panes: &[RecordedPane], focused: usize, time_step: f64) -> Result<(), String> {
    let Some(focused) = panes.get(focused) else {
        return Err("it has 0 panes; at least one is needed".to_owned());
    };
    for (number, pane) in panes.iter().enumerate() {
        check_pane(pane).map_err(|reason| format!("pane {}: {reason}", number + 1))?;
    }
    match focused.shown() {
        Some(at) => check_settings(&at.scene, &StepSettings { h: time_step, ..focused.settings }),
        None => Ok(()),
    }
}

fn check_pane(pane: &RecordedPane) -> Result<(), String> {
    let mut last: Option<&Frame> = None;
    for frame in &pane.frames {
        check_frame(frame, last)?;
        last = Some(frame);
    }
    let at = pane.shown().ok_or("it holds no steps")?;
    check_settings(&at.scene, &pane.settings)?;
    let steps = || pane.samples.iter().map(|sample| sample.step);
    if !steps().zip(steps().skip(1)).all(|(a, b)| a < b) || steps().any(|step| step > MAX_STEP) {
        return Err("the samples of its plots are not in the order of their steps".to_owned());
    }
    Ok(())
}

impl RecordedPane {
    /// The recorded step of this number.
    pub fn frame(&self, step: u64) -> Option<&Arc<Frame>> {
        let first = self.frames.first()?.state.step;
        self.frames.get(usize::try_from(step.checked_sub(first)?).ok()?)
    }

    /// The recorded step that is nearest to the one shown.
    pub fn shown(&self) -> Option<&Arc<Frame>> {
        let (first, last) = (self.frames.first()?, self.frames.last()?);
        self.frame(self.step.clamp(first.state.step, last.state.step))
    }

    /// Puts energy and momenta of the samples' times in the place of those of velocities that lag, where the state is recorded.
    /// Elsewhere they are no numbers: plots are not to show two quantities as one.
    fn measure_again(&mut self) {
        let mut samples = std::mem::take(&mut self.samples);
        for sample in &mut samples {
            let frame = self.frame(sample.step);
            let measured = frame.map(|frame| energy::measure(&frame.scene.model, &frame.state));
            let none = Vec3::repeat(f64::NAN);
            let (energy, linear, angular) = measured
                .map_or((f64::NAN, none, none), |e| (e.total(), e.linear_momentum, e.angular_momentum));
            (sample.energy, sample.linear_momentum, sample.angular_momentum) = (energy, linear, angular);
        }
        self.samples = samples;
    }
}

/// A scene of a file.
pub(crate) fn read_scene(text: &str, name: &str, file: Option<&str>) -> Result<Arc<LoadedScene>, String> {
    let file = file.map(PathBuf::from);
    let base = file.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_path_buf();
    let loaded = load_str(text, name, &base).map_err(|error| error.to_string())?;
    Ok(Arc::new(LoadedScene { name: name.to_owned(), path: file, ..loaded }))
}

/// Refuses a step that no run can have recorded after the one before it.
pub(crate) fn check_frame(frame: &Frame, before: Option<&Frame>) -> Result<(), String> {
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
