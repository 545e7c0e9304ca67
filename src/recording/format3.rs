//! Recordings of format 3, the one that is written, and of format 2, which differs in two things: its steps have no `lag`,
//! because velocities were those of the middle of a step under every contact model, and the energies and momenta of its
//! samples are those of these velocities and not of the sample's time.
//!
//! ```text
//!   "pegsim recording\n"   so that a text viewer says what it is
//!   version                of the format, u32
//!   length                 of all that follows, u64
//!   head                   u64 length, then JSON: scenes as RON text, settings, and the names of all that comes after
//!   for each pane the blocks that the head names, each after its u64 length:
//!     "frames"             for each step its u32 length, then the fields that the head names, each after its u32 length
//!     "samples"            for each sample the columns that the head names, eight bytes each
//!   the same for each pane of each branch, where "frames" leaves out the steps that the run has as well
//!   SHA-256                of all bytes before it
//! ```
//!
//! Numbers are little-endian. What has a name that a reader does not know is skipped, so that a later version of the program
//! can add blocks, fields and columns; one that changes what is there is another format.

use super::bytes::{Reader, push_block};
use super::header::{Header, Number, StoredBranch, StoredPane, StoredScene, StoredSettings, Unknown};
use super::{
    Frame, MAGIC, Recorded, RecordedBranch, RecordedPane, Refusal, Sample, frames, names, read_scene, samples,
};
use crate::quote::{TOO_DEEP, cut, fit, without_place};
use crate::scene::{LoadedScene, to_text};
use crate::step::StepSettings;
use crate::world::State;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;

/// Its number.
pub(crate) const VERSION: u32 = 3;

/// The number of the one before.
pub(crate) const WITHOUT_LAG: u32 = 2;

const BLOCKS: [&str; 2] = ["frames", "samples"];
/// Bytes of the check sum.
const SUM: usize = 32;

/// Scenes and settings, each kept once.
#[derive(Default)]
struct Tables {
    scenes: Vec<Arc<LoadedScene>>,
    settings: Vec<StepSettings>,
}

impl Tables {
    fn scene(&mut self, scene: &Arc<LoadedScene>) -> u64 {
        place(&mut self.scenes, scene, Arc::ptr_eq)
    }

    fn settings(&mut self, settings: &StepSettings) -> u64 {
        place(&mut self.settings, settings, |a, b| a == b)
    }
}

/// The place of a value in a list, to which it is added if it is not there. The newest are the likeliest.
fn place<T: Clone>(list: &mut Vec<T>, value: &T, same: impl Fn(&T, &T) -> bool) -> u64 {
    let known = list.iter().rposition(|other| same(other, value));
    let place = known.unwrap_or_else(|| {
        list.push(value.clone());
        list.len() - 1
    });
    place as u64
}

/// The whole file.
///
/// # Errors
/// Why it cannot be encoded.
pub(crate) fn write(recorded: &Recorded) -> Result<Vec<u8>, String> {
    let mut tables = Tables::default();
    let mut blocks = Vec::new();
    let panes = write_panes(&recorded.panes, &[], &mut tables, &mut blocks)?;
    let mut branches = Vec::new();
    for branch in &recorded.branches {
        let shared: Vec<usize> =
            branch.panes.iter().enumerate().map(|(k, pane)| in_common(pane, recorded.panes.get(k))).collect();
        branches.push(StoredBranch {
            from: branch.from,
            time_step: Number(branch.time_step),
            panes: write_panes(&branch.panes, &shared, &mut tables, &mut blocks)?,
            shared: shared.into_iter().map(|count| count as u64).collect(),
            unknown: Unknown::new(),
        });
    }
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let head = Header {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scenes: tables.scenes.iter().map(|scene| stored_scene(scene)).collect(),
        settings: tables.settings.iter().map(StoredSettings::of).collect(),
        panes,
        focused: recorded.focused as u64,
        time_step: Number(recorded.time_step),
        branches,
        blocks: owned(&BLOCKS),
        frame_fields: owned(&frames::FIELDS),
        sample_columns: owned(&samples::columns(&Sample::default()).map(|(name, _)| name)),
        features: owned(&names::FEATURES.map(|(name, _)| name)),
        rows: owned(&names::ROWS.map(|(name, _)| name)),
        unknown: Unknown::new(),
    };
    seal(&head, &blocks)
}

/// A file from its head and the blocks of its panes.
pub(crate) fn seal(head: &impl Serialize, blocks: &[u8]) -> Result<Vec<u8>, String> {
    let json = serde_json::to_vec(head).map_err(|error| error.to_string())?;
    let mut body = Vec::with_capacity(json.len() + blocks.len() + 2 * SUM);
    push_block::<u64>(&mut body, &json)?;
    body.extend_from_slice(blocks);
    let length = (body.len() + SUM) as u64;
    let mut bytes = [MAGIC, &VERSION.to_le_bytes(), &length.to_le_bytes()].concat();
    bytes.append(&mut body);
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    Ok(bytes)
}

/// A scene as it is kept.
pub(crate) fn stored_scene(scene: &LoadedScene) -> StoredScene {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    StoredScene {
        text: to_text(&scene.source),
        name: scene.name.clone(),
        file: scene.path.as_ref().map(|path| whole(path).display().to_string()),
        unknown: Unknown::new(),
    }
}

/// How many steps two panes begin with that are the same ones.
fn in_common(pane: &RecordedPane, run: Option<&RecordedPane>) -> usize {
    let run = run.map_or(&[][..], |run| &run.frames);
    pane.frames.iter().zip(run).take_while(|(a, b)| Arc::ptr_eq(a, b)).count()
}

/// Panes for the head, the first steps of each left out as told; appends their blocks.
fn write_panes(
    panes: &[RecordedPane],
    left_out: &[usize],
    tables: &mut Tables,
    blocks: &mut Vec<u8>,
) -> Result<Vec<StoredPane>, String> {
    let mut stored = Vec::new();
    for (k, pane) in panes.iter().enumerate() {
        stored.push(StoredPane {
            settings: tables.settings(&pane.settings),
            step: pane.step,
            worst_overlap: Number(pane.worst_overlap),
            worst_depth: Number(pane.worst_depth),
            worst_joint_error: Number(pane.worst_joint_error),
            unknown: Unknown::new(),
        });
        let left_out = left_out.get(k).copied().unwrap_or(0);
        push_block::<u64>(blocks, &frames_of(&pane.frames[left_out..], tables)?)?;
        push_block::<u64>(blocks, &samples::write(&pane.samples))?;
    }
    Ok(stored)
}

fn frames_of(frames: &[Arc<Frame>], tables: &mut Tables) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for frame in frames {
        let (scene, settings) = (tables.scene(&frame.scene), tables.settings(&frame.settings));
        frames::write(&mut bytes, frame, scene, settings)?;
    }
    Ok(bytes)
}

/// Reads a whole file of this version, 3 or 2.
pub(crate) fn read(bytes: &[u8], version: u32) -> Result<Recorded, Refusal> {
    let has_lag = version != WITHOUT_LAG;
    let (head, blocks) = open(bytes)?;
    let scenes: Vec<Arc<LoadedScene>> = head
        .scenes
        .iter()
        .map(|scene| read_scene(&scene.text, &scene.name, scene.file.as_deref()))
        .collect::<Result<_, _>>()
        .map_err(Refusal::Scene)?;
    let settings: Vec<StepSettings> =
        head.settings.iter().map(StoredSettings::read).collect::<Result<_, _>>().map_err(Refusal::Unknown)?;
    let layout = frames::Layout::new(has_lag, &head.frame_fields, &head.features, &head.rows)
        .map_err(Refusal::Unknown)?;
    let mut reader = Reader(blocks);
    let mut read_panes = |stored: &[StoredPane]| {
        let mut panes = Vec::new();
        for (number, pane) in stored.iter().enumerate() {
            let read = read_pane(pane, &head, &mut reader, &layout, &scenes, &settings);
            panes.push(read.map_err(|reason| format!("pane {}: {reason}", number + 1))?);
        }
        Ok(panes)
    };
    let panes = read_panes(&head.panes).map_err(Refusal::Damaged)?;
    let mut branches = Vec::new();
    for (number, branch) in head.branches.iter().enumerate() {
        let of_branch = read_panes(&branch.panes).and_then(|read| with_shared(read, &branch.shared, &panes));
        branches.push(RecordedBranch {
            from: branch.from,
            panes: of_branch
                .map_err(|reason| Refusal::Damaged(format!("branch {}: {reason}", number + 1)))?,
            time_step: branch.time_step.0,
        });
    }
    Ok(Recorded {
        unknown: unknown(&head),
        program: head.program,
        panes,
        focused: usize::try_from(head.focused).unwrap_or(usize::MAX),
        time_step: head.time_step.0,
        branches,
    })
}

/// The panes of a branch with the steps that they share with those of the run.
fn with_shared(
    mut panes: Vec<RecordedPane>,
    shared: &[u64],
    run: &[RecordedPane],
) -> Result<Vec<RecordedPane>, String> {
    for (k, pane) in panes.iter_mut().enumerate() {
        let count = shared.get(k).copied().unwrap_or(0);
        if count == 0 {
            continue;
        }
        let common = names::index(count).ok().and_then(|count| run.get(k)?.frames.get(..count));
        let Some(common) = common else {
            return Err(format!("pane {}: it shares {count} steps with a run that has fewer", k + 1));
        };
        pane.frames.splice(0..0, common.iter().cloned());
    }
    Ok(panes)
}

/// The head, and the blocks of the panes.
pub(crate) fn open(bytes: &[u8]) -> Result<(Header, &[u8]), Refusal> {
    let damaged = |reason: &str| Refusal::Damaged(reason.to_owned());
    let mut reader = Reader(&bytes[(MAGIC.len() + size_of_val(&VERSION)).min(bytes.len())..]);
    let length = reader.u64().map_err(|_| damaged("it was cut off before its length"))?;
    let there = reader.0.len() as u64;
    if there < length {
        return Err(Refusal::Damaged(format!("it was cut off, {} bytes are missing", length - there)));
    }
    if there > length {
        return Err(Refusal::Damaged(format!("{} bytes follow its end", there - length)));
    }
    let (contents, sum) =
        bytes.split_last_chunk::<SUM>().ok_or_else(|| damaged("it is too short for a check sum"))?;
    if Sha256::digest(contents)[..] != sum[..] || reader.0.len() < SUM {
        return Err(damaged("some of its bytes are not those that were written (their check sum differs)"));
    }
    reader.0 = &reader.0[..reader.0.len() - SUM];
    let json = reader.block::<u64>().map_err(|reason| Refusal::Damaged(format!("its head: {reason}")))?;
    let head = serde_json::from_slice(json)
        .map_err(|error| Refusal::Damaged(format!("its head: {}", said(&error))))?;
    Ok((head, reader.0))
}

/// What is wrong with a head, in one clause.
fn said(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match without_place(&said) {
        TOO_DEEP => "its brackets are nested too deeply".to_owned(),
        what => fit(&cut(what), 120),
    }
}

fn read_pane(
    stored: &StoredPane,
    head: &Header,
    reader: &mut Reader,
    layout: &frames::Layout,
    scenes: &[Arc<LoadedScene>],
    settings: &[StepSettings],
) -> Result<RecordedPane, String> {
    let at = |place: usize| settings.get(place).copied().ok_or("it names settings that are not there");
    let (mut frames, mut samples) = (Vec::new(), Vec::new());
    for name in &head.blocks {
        let block = reader.block::<u64>()?;
        match name.as_str() {
            "frames" => {
                let mut records = Reader(block);
                while !records.is_empty() {
                    let mut read = layout.read(records.block::<u32>()?)?;
                    let step = read.state.step;
                    let settings = at(read.settings)?;
                    if !layout.has_lag() {
                        read.state.lag = State::leapfrog_lag(step, settings.h);
                    }
                    let scene = scenes.get(read.scene);
                    let scene =
                        scene.ok_or_else(|| format!("step {step} belongs to a scene that is not there"))?;
                    frames.push(Arc::new(Frame {
                        state: read.state,
                        input: read.input,
                        settings,
                        scene: Arc::clone(scene),
                        sprung_traps: read.sprung_traps,
                        by_hand: read.by_hand,
                    }));
                }
            }
            "samples" => samples = samples::read(block, &head.sample_columns)?,
            _ => {}
        }
    }
    Ok(RecordedPane {
        settings: at(names::index(stored.settings)?)?,
        step: stored.step,
        frames,
        samples,
        worst_overlap: stored.worst_overlap.0,
        worst_depth: stored.worst_depth.0,
        worst_joint_error: stored.worst_joint_error.0,
    })
}

/// The names of what a later version added, each once, in the order of the file.
fn unknown(head: &Header) -> Vec<String> {
    let fields = [&head.unknown]
        .into_iter()
        .chain(head.scenes.iter().map(|scene| &scene.unknown))
        .chain(head.settings.iter().map(|settings| &settings.unknown))
        .chain(head.panes.iter().map(|pane| &pane.unknown))
        .chain(head.branches.iter().map(|branch| &branch.unknown))
        .chain(head.branches.iter().flat_map(|branch| branch.panes.iter().map(|pane| &pane.unknown)));
    let blocks = head.blocks.iter().filter(|name| !BLOCKS.contains(&name.as_str()));
    let frames = head.frame_fields.iter().filter(|name| !frames::FIELDS.contains(&name.as_str()));
    let columns = head.sample_columns.iter().filter(|name| !samples::is_known(name));
    let mut names: Vec<String> = Vec::new();
    for name in fields.flat_map(|unknown| unknown.keys()).chain(blocks).chain(frames).chain(columns) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}
