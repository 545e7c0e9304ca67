//! Recordings as files: scenes, settings, inputs and states of all panes, every number with every bit.
//!
//! ```text
//!   "pegsim recording\n"   so that a text viewer says what it is
//!   version                of this format, u32, little-endian
//!   contents               [`Stored`], in postcard's encoding (a documented, stable one)
//! ```
//!
//! Scenes are kept as their RON text. Meshes that they refer to are not: they must be where they were.

use crate::app::bench::history::{History, Sample};
use crate::app::bench::recording::{Frame, Recording};
use crate::app::bench::workbench::{MAX_PANES, Pane, Truth, Workbench};
use crate::app::files::kinds::write_whole;
use crate::scene::{LoadedScene, check_state, load_str, to_text};
use crate::step::StepSettings;
use crate::world::State;
use crate::world::StepInput;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: &[u8] = b"pegsim recording\n";
const VERSION: u32 = 1;

/// What a file holds.
#[derive(Serialize, Deserialize)]
struct Stored {
    /// Version of the program that wrote it.
    program: String,
    scenes: Vec<StoredScene>,
    panes: Vec<StoredPane>,
    focused: u32,
    time_step: f64,
}

#[derive(Serialize, Deserialize)]
struct StoredScene {
    text: String,
    name: String,
    file: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredPane {
    settings: StepSettings,
    /// The step shown.
    step: u64,
    frames: Vec<StoredFrame>,
    samples: Vec<Sample>,
    worst_overlap: f64,
    worst_depth: f64,
    worst_joint_error: f64,
}

#[derive(Serialize, Deserialize)]
struct StoredFrame {
    state: State,
    input: StepInput,
    settings: StepSettings,
    scene: u32,
    sprung_traps: u32,
    by_hand: bool,
}

/// Writes what all panes have recorded.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn save(bench: &Workbench, path: &Path) -> Result<(), String> {
    let failed = |reason: String| format!("{} cannot be written: {reason}.", path.display());
    let mut scenes: Vec<Arc<LoadedScene>> = Vec::new();
    let panes = bench.panes.iter().map(|pane| stored_pane(pane, &mut scenes)).collect();
    let scenes = scenes
        .iter()
        .map(|scene| StoredScene {
            text: to_text(&scene.source),
            name: scene.name.clone(),
            file: scene.path.as_ref().map(|p| whole(p).display().to_string()),
        })
        .collect();
    let stored = Stored {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scenes,
        panes,
        focused: u32::try_from(bench.focused).unwrap_or(0),
        time_step: bench.time_step,
    };
    let mut bytes = [MAGIC, &VERSION.to_le_bytes()].concat();
    bytes.extend(postcard::to_stdvec(&stored).map_err(|error| failed(error.to_string()))?);
    write_whole(path, &bytes).map_err(|error| failed(error.to_string()))
}

fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

fn stored_pane(pane: &Pane, scenes: &mut Vec<Arc<LoadedScene>>) -> StoredPane {
    let mut number = |scene: &Arc<LoadedScene>| {
        let known = scenes.iter().position(|s| Arc::ptr_eq(s, scene));
        let index = known.unwrap_or_else(|| {
            scenes.push(Arc::clone(scene));
            scenes.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    };
    let mut frames: Vec<StoredFrame> =
        pane.recording.frames().map(|frame| stored_frame(frame, number(&frame.scene))).collect();
    if frames.is_empty() {
        // Nothing has run: the present moment is the recording.
        frames.push(stored_frame(&pane.frame(false), number(&pane.scene)));
    }
    StoredPane {
        settings: pane.simulation.settings,
        step: pane.simulation.state.step,
        frames,
        samples: pane.history.samples().to_vec(),
        worst_overlap: pane.truth.worst_overlap,
        worst_depth: pane.truth.worst_depth,
        worst_joint_error: pane.truth.worst_joint_error,
    }
}

fn stored_frame(frame: &Frame, scene: u32) -> StoredFrame {
    StoredFrame {
        state: frame.state.clone(),
        input: frame.input.clone(),
        settings: frame.settings,
        scene,
        sprung_traps: u32::try_from(frame.sprung_traps).unwrap_or(u32::MAX),
        by_hand: frame.by_hand,
    }
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
    let bytes = std::fs::read(path).map_err(|error| format!("{shown} cannot be read: {error}."))?;
    let contents = bytes.strip_prefix(MAGIC).ok_or_else(|| {
        format!("{shown} is not a recording; one begins with the words “pegsim recording”.")
    })?;
    let (version, contents) = contents
        .split_first_chunk::<4>()
        .ok_or_else(|| format!("{shown} ends before its version; the file was cut off."))?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(format!(
            "{shown} is a recording of format {version}; this program reads format {VERSION}."
        ));
    }
    let broken = |reason: &str| format!("{shown} is damaged: {reason}.");
    let stored: Stored = postcard::from_bytes(contents).map_err(|error| broken(&error.to_string()))?;
    let scenes: Vec<Arc<LoadedScene>> = stored
        .scenes
        .iter()
        .map(|scene| read_scene(scene).map(Arc::new))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("The scene in {shown} cannot be built: {error}."))?;
    if stored.panes.is_empty() || stored.panes.len() > MAX_PANES {
        return Err(broken(&format!("it has {} panes, and 1 to {MAX_PANES} can be", stored.panes.len())));
    }
    let mut panes = Vec::new();
    for (number, pane) in stored.panes.into_iter().enumerate() {
        let pane = read_pane(pane, &scenes, memory)
            .map_err(|reason| broken(&format!("pane {}: {reason}", number + 1)))?;
        panes.push(pane);
    }
    let focused = usize::try_from(stored.focused).unwrap_or(0).min(panes.len() - 1);
    let scene = Arc::clone(&panes[focused].scene);
    for pane in panes.iter_mut().filter(|pane| !Arc::ptr_eq(&pane.scene, &scene)) {
        pane.show_with(&scene);
    }
    let memory = panes.iter().map(|pane| pane.recording.limit()).fold(memory, usize::max);
    let mut bench = Workbench::new((*scene).clone(), &[]);
    bench.file.clone_from(&scene.path);
    (bench.scene, bench.filed) = (Arc::clone(&scene), scene);
    (bench.panes, bench.focused, bench.memory) = (panes, focused, memory);
    bench.time_step = stored.time_step;
    let remark = (stored.program != env!("CARGO_PKG_VERSION")).then(|| {
        format!("It was recorded by version {}; check whether this version repeats it.", stored.program)
    });
    Ok(Opened { bench, remark })
}

fn read_scene(stored: &StoredScene) -> Result<LoadedScene, String> {
    let file = stored.file.as_ref().map(PathBuf::from);
    let base = file.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_path_buf();
    let loaded = load_str(&stored.text, &stored.name, &base).map_err(|error| error.to_string())?;
    Ok(LoadedScene { name: stored.name.clone(), path: file, ..loaded })
}

fn read_pane(stored: StoredPane, scenes: &[Arc<LoadedScene>], memory: usize) -> Result<Pane, String> {
    // As large as it was; what is too much by the present limit would be lost at the next save.
    let mut recording = Recording::with_limit(usize::MAX);
    let mut last = None;
    for frame in stored.frames {
        let step = frame.state.step;
        if last.is_some_and(|last| step != last + 1) {
            return Err(format!("step {step} does not follow the one before it"));
        }
        last = Some(step);
        let scene = usize::try_from(frame.scene).ok().and_then(|k| scenes.get(k));
        let scene = scene.ok_or_else(|| format!("step {step} belongs to a scene that is not there"))?;
        check_state(&scene.model, &frame.state).map_err(|reason| format!("step {step}: {reason}"))?;
        if !frame.input.wrenches.iter().all(|(body, _)| body.0 < scene.model.bodies.len()) {
            return Err(format!("step {step}: a force acts on a body that is not there"));
        }
        recording.push(Frame {
            state: frame.state,
            input: frame.input,
            settings: frame.settings,
            scene: Arc::clone(scene),
            sprung_traps: frame.sprung_traps as usize,
            by_hand: frame.by_hand,
        });
    }
    let (first, last) = recording.range().ok_or("it holds no steps")?;
    let at = recording.frame(stored.step.clamp(first, last)).cloned().ok_or("it holds no steps")?;
    let mut pane = Pane::new(&at.scene, stored.settings, memory);
    pane.simulation.state = at.state.clone();
    let mut history = History::default();
    stored.samples.into_iter().for_each(|sample| history.push(sample));
    recording.set_limit(memory.max(recording.bytes()));
    (pane.recording, pane.history) = (recording, history);
    pane.truth = Truth {
        worst_overlap: stored.worst_overlap,
        worst_depth: stored.worst_depth,
        worst_joint_error: stored.worst_joint_error,
        ..Truth::default()
    };
    pane.read_truth();
    Ok(pane)
}
