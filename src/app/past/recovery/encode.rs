//! Work into records: what is in the file already is named, what is new is appended.

use super::document::{Act, Document};
use super::list::{FORMAT, List, ListedAct};
use super::moment::{StoredBranch, StoredHistory, StoredMoment, StoredPane, extend};
use super::store::{Kind, Writer, sum};
use crate::app::bench::history::History;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{Pane, Truth};
use crate::recording::Frame;
use crate::recording::Sample;
use crate::recording::format3::stored_scene;
use crate::recording::{frames, header, samples};
use crate::scene::LoadedScene;
use crate::step::StepSettings;
use std::collections::BTreeMap;
use std::io::Result;
use std::path::Path;
use std::sync::{Arc, Weak};

/// Most bytes of records that a session keeps. Where there is more, the file is made anew from what is there by then, up to
/// half of it: the present first, then what can be undone from the newest act on, then what can be done again.
pub const LIMIT: u64 = 1 << 30;
/// The file is made anew when it has grown to twice what it was made with, and by this (bytes).
const SLACK: u64 = 64 << 20;
/// Samples in a record.
const CHUNK: usize = 256;

/// What of the work is in the file of records.
#[derive(Debug)]
pub struct Encoder {
    writer: Writer,
    /// Length after it was made anew (bytes).
    base: u64,
    limit: u64,
    /// Whether a failure could not be taken back.
    broken: bool,
    frames: BTreeMap<usize, (Weak<Frame>, u64)>,
    scenes: BTreeMap<usize, (Weak<LoadedScene>, u64)>,
    moments: BTreeMap<usize, (Weak<Snapshot>, u64)>,
    settings: Vec<(StepSettings, u64)>,
    /// Records of samples by two sums of what is in them.
    samples: BTreeMap<(u64, u64), u64>,
}

impl Encoder {
    /// For a new file of records that may take `limit` bytes.
    ///
    /// # Errors
    /// What the system says.
    pub fn create(path: &Path, limit: u64) -> Result<Self> {
        let writer = Writer::create(path)?;
        Ok(Self {
            base: writer.length(),
            writer,
            limit,
            broken: false,
            frames: BTreeMap::new(),
            scenes: BTreeMap::new(),
            moments: BTreeMap::new(),
            settings: Vec::new(),
            samples: BTreeMap::new(),
        })
    }

    /// Whether a failure could not be taken back: the file is of no more use.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether the file is to be made anew.
    pub fn is_worn(&self) -> bool {
        self.writer.length() > (2 * self.base + SLACK.min(self.limit / 8)).min(self.limit)
    }

    /// What is in a new file counts as what it was made with.
    pub fn settle(&mut self) {
        self.base = self.writer.length();
    }

    /// Appends what is new of a document, and brings it to the disk. The list is not written yet. With `anew`, what
    /// would take more than half of the limit is left out.
    ///
    /// # Errors
    /// What the system says. The file then ends where it did before.
    pub fn add(&mut self, document: &Document, anew: bool) -> Result<List> {
        let (length, records) = (self.writer.length(), self.writer.records());
        let outcome = self.list(document, anew).and_then(|list| self.writer.flush().map(|()| list));
        if outcome.is_err() {
            // What was numbered in this attempt is not in the file.
            self.frames.retain(|_, (_, record)| *record < records);
            self.scenes.retain(|_, (_, record)| *record < records);
            self.moments.retain(|_, (_, record)| *record < records);
            self.settings.retain(|(_, record)| *record < records);
            self.samples.retain(|_, record| *record < records);
            self.broken = self.writer.cut_back(length, records).is_err();
        }
        outcome
    }

    fn list(&mut self, document: &Document, anew: bool) -> Result<List> {
        self.frames.retain(|_, (frame, _)| frame.strong_count() > 0);
        self.scenes.retain(|_, (scene, _)| scene.strong_count() > 0);
        self.moments.retain(|_, (moment, _)| moment.strong_count() > 0);
        let room = if anew { self.limit / 2 } else { u64::MAX };
        let mut about = document.about();
        let mut left_out = Vec::new();
        // The recordings of the panes of one moment may take a quarter of the file.
        let frames_room = usize::try_from(self.limit / 4).unwrap_or(usize::MAX) / 3;
        let present = self.moment(&document.present, frames_room)?;
        let recorded = |pane: &Pane| pane.recording.bytes() > frames_room;
        if document.present.panes.iter().any(recorded) {
            left_out.push(tr!("kept-oldest-recorded-steps").to_owned());
        }
        let mut acts = |acts: &[Act], what: &str| -> Result<Vec<ListedAct>> {
            let mut kept = Vec::new();
            for (label, moment) in acts.iter().rev() {
                if self.writer.length() > room {
                    left_out.push(tr!("kept-acts-longest-ago", count = acts.len() - kept.len(), what = what));
                    break;
                }
                let moment = self.kept_moment(moment, frames_room)?;
                kept.push(ListedAct { label: label.clone(), moment });
            }
            kept.reverse();
            Ok(kept)
        };
        let (undo, redo) =
            (acts(&document.undo, tr!("kept-undo"))?, acts(&document.redo, tr!("kept-do-again"))?);
        if !left_out.is_empty() {
            about.left_out = Some(tr!("kept-too-large-be-kept", parts = left_out.join(", ")));
        }
        let records = self.writer.path().file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(List {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            saved: super::folder::now(),
            records: records.unwrap_or_default(),
            length: self.writer.length(),
            present,
            clock: document.clock.clone(),
            undo,
            redo,
            lessons: document.lessons.clone(),
            about,
        })
    }

    /// A moment that does not change any more.
    fn kept_moment(&mut self, moment: &Arc<Snapshot>, frames_room: usize) -> Result<u64> {
        let at = Arc::as_ptr(moment) as usize;
        if let Some((_, record)) = self.moments.get(&at) {
            return Ok(*record);
        }
        let record = self.moment(moment, frames_room)?;
        self.moments.insert(at, (Arc::downgrade(moment), record));
        Ok(record)
    }

    fn moment(&mut self, moment: &Snapshot, frames_room: usize) -> Result<u64> {
        let panes =
            moment.panes.iter().map(|pane| self.pane(pane, frames_room)).collect::<Result<Vec<_>>>()?;
        let mut branches = Vec::new();
        for branch in moment.branches.iter() {
            branches.push(StoredBranch {
                id: branch.id,
                from: branch.from,
                to: branch.to,
                title: branch.title.clone(),
                moment: self.kept_moment(branch.moment(), frames_room)?,
            });
        }
        let stored = StoredMoment {
            scene: self.scene(&moment.scene)?,
            filed: self.scene(&moment.filed)?,
            file: moment.file.as_deref().map(whole),
            loaded: moment.loaded,
            panes,
            time_step: moment.time_step,
            parting: moment.parting,
            finished: moment.finished,
            branches,
            next_branch: moment.branches.next_id(),
        };
        let bytes = postcard::to_stdvec(&stored).map_err(std::io::Error::other)?;
        self.writer.append(Kind::Moment, &bytes)
    }

    fn pane(&mut self, pane: &Pane, frames_room: usize) -> Result<StoredPane> {
        // Of a recording that is too large, the newest steps.
        let surplus = pane.recording.bytes().saturating_sub(frames_room) as f64;
        let count = pane.recording.frames().len();
        let share = surplus / pane.recording.bytes().max(1) as f64;
        let skipped = (share * count as f64).ceil() as usize;
        let mut frames = Vec::new();
        for frame in pane.recording.frames().skip(skipped) {
            extend(&mut frames, self.frame(frame)?);
        }
        let state = &pane.simulation.state;
        let recorded = pane.recording.frame(state.step);
        let state = match recorded.filter(|f| f.state == *state && Arc::ptr_eq(&f.scene, &pane.scene)) {
            Some(frame) => self.frame(frame)?,
            None => self.append_frame(&pane.frame(false))?,
        };
        let Truth { overlap, depth, worst_overlap, worst_depth, joint_error, worst_joint_error, deepest } =
            pane.truth;
        Ok(StoredPane {
            scene: self.scene(&pane.scene)?,
            settings: self.settings(&pane.simulation.settings)?,
            settings_chosen: pane.settings_chosen,
            state,
            frames,
            history: self.history(&pane.history)?,
            truth: [overlap, depth, worst_overlap, worst_depth, joint_error, worst_joint_error],
            deepest,
            failure: pane.failure.clone(),
            divergence: pane.divergence,
        })
    }

    fn frame(&mut self, frame: &Arc<Frame>) -> Result<u64> {
        let at = Arc::as_ptr(frame) as usize;
        if let Some((_, record)) = self.frames.get(&at) {
            return Ok(*record);
        }
        let record = self.append_frame(frame)?;
        self.frames.insert(at, (Arc::downgrade(frame), record));
        Ok(record)
    }

    fn append_frame(&mut self, frame: &Frame) -> Result<u64> {
        let (scene, settings) = (self.scene(&frame.scene)?, self.settings(&frame.settings)?);
        let mut bytes = Vec::new();
        frames::write(&mut bytes, frame, scene, settings).map_err(std::io::Error::other)?;
        self.writer.append(Kind::Frame, &bytes)
    }

    fn scene(&mut self, scene: &Arc<LoadedScene>) -> Result<u64> {
        let at = Arc::as_ptr(scene) as usize;
        if let Some((_, record)) = self.scenes.get(&at) {
            return Ok(*record);
        }
        let json = serde_json::to_vec(&stored_scene(scene)).map_err(std::io::Error::other)?;
        let record = self.writer.append(Kind::Scene, &json)?;
        self.scenes.insert(at, (Arc::downgrade(scene), record));
        Ok(record)
    }

    fn settings(&mut self, settings: &StepSettings) -> Result<u64> {
        if let Some((_, record)) = self.settings.iter().rfind(|(known, _)| known == settings) {
            return Ok(*record);
        }
        let json =
            serde_json::to_vec(&header::StoredSettings::of(settings)).map_err(std::io::Error::other)?;
        let record = self.writer.append(Kind::Settings, &json)?;
        self.settings.push((*settings, record));
        Ok(record)
    }

    fn history(&mut self, history: &History) -> Result<StoredHistory> {
        let (all, stride, last, residuals, depths, fallbacks) = history.parts();
        let chunks = all.chunks(CHUNK).map(|chunk| self.chunk(chunk)).collect::<Result<Vec<_>>>()?;
        let (residuals, depths, fallbacks) = (residuals.clone(), depths.clone(), fallbacks.clone());
        Ok(StoredHistory { samples: chunks, stride, last, residuals, depths, fallbacks })
    }

    fn chunk(&mut self, chunk: &[Sample]) -> Result<u64> {
        let bytes = samples::write(chunk);
        // Two sums: what is kept apart by neither is the same.
        let key = (sum(2, &bytes), sum(3, &bytes));
        if let Some(record) = self.samples.get(&key) {
            return Ok(*record);
        }
        let record = self.writer.append(Kind::Samples, &bytes)?;
        self.samples.insert(key, record);
        Ok(record)
    }
}

/// A path that means the same wherever the program is started next.
pub fn whole(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}
