//! Records into work. Everything goes through the checks that a recording from a file goes through.

use super::document::{Act, Document};
use super::list::{List, ListedAct};
use super::moment::{StoredHistory, StoredMoment, StoredPane};
use super::store::{Kind, Records};
use crate::app::bench::aside::SetAside;
use crate::app::bench::branches::{Branch, Branches};
use crate::app::bench::history::History;
use crate::app::bench::recording::Recording;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{MAX_PANES, Pane, SPEED_RANGE, Truth};
use crate::app::panics;
use crate::recording::Frame;
use crate::recording::Sample;
use crate::recording::{bytes::Reader, check_frame, frames, header, names, read_scene, samples};
use crate::scene::{LoadedScene, check_settings};
use crate::step::StepSettings;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Work that was read.
#[derive(Debug)]
pub struct Recovered {
    /// The work.
    pub document: Document,
    /// What did not come back, in sentences.
    pub remarks: Vec<String>,
}

/// Reads what a session left.
///
/// # Errors
/// A sentence why the moment that was shown cannot be had. Acts that cannot be had are left out, which is said.
pub fn read(folder: &Path, list: &List) -> Result<Recovered, String> {
    let path = folder.join(&list.records);
    let read = || {
        let records = Records::read(&path, list.length)?;
        Decoder::new(&records).document(list)
    };
    // Damage that no check foresees must not end the program.
    let outcome =
        panics::guarded(read).unwrap_or_else(|reason| Err(tr!("error-in-the-program", reason = reason)));
    outcome.map_err(|reason| tr!("kept-what-keeps-cannot-be-read", path = path.display(), reason = reason))
}

/// What was built from records, each once, so that what was shared is shared again.
struct Decoder<'r> {
    records: &'r Records,
    layout: Result<frames::Layout, String>,
    scenes: BTreeMap<u64, Arc<LoadedScene>>,
    settings: BTreeMap<u64, StepSettings>,
    frames: BTreeMap<u64, Arc<Frame>>,
    moments: BTreeMap<u64, Arc<Snapshot>>,
}

impl<'r> Decoder<'r> {
    fn new(records: &'r Records) -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let features = owned(&names::FEATURES.map(|(name, _)| name));
        let rows = owned(&names::ROWS.map(|(name, _)| name));
        Self {
            records,
            layout: frames::Layout::new(true, &owned(&frames::FIELDS), &features, &rows),
            scenes: BTreeMap::new(),
            settings: BTreeMap::new(),
            frames: BTreeMap::new(),
            moments: BTreeMap::new(),
        }
    }

    fn document(&mut self, list: &List) -> Result<Recovered, String> {
        let mut remarks: Vec<String> = list.about.left_out.iter().cloned().collect();
        let present = self.moment(list.present, &mut remarks)?;
        let mut acts = |listed: &[ListedAct], what: &str| -> Vec<Act> {
            let mut acts = Vec::new();
            // What is beyond an act that is missing cannot be reached.
            for act in listed.iter().rev() {
                match self.moment(act.moment, &mut remarks) {
                    Ok(moment) => acts.push((act.label.clone(), moment)),
                    Err(reason) => {
                        remarks.push(tr!("kept-cannot-be", act = act.label, what = what, reason = reason));
                        break;
                    }
                }
            }
            acts.reverse();
            acts
        };
        let (undo, redo) = (acts(&list.undo, tr!("kept-undone")), acts(&list.redo, tr!("kept-done-again")));
        let mut clock = list.clock.clone();
        let speed = f64::from_bits(clock.speed);
        let speed = if speed.is_finite() { speed.clamp(SPEED_RANGE.0, SPEED_RANGE.1) } else { 1.0 };
        clock.speed = speed.to_bits();
        remarks.dedup();
        Ok(Recovered {
            document: Document { present, clock, undo, redo, lessons: list.lessons.clone() },
            remarks,
        })
    }

    fn moment(&mut self, record: u64, remarks: &mut Vec<String>) -> Result<Arc<Snapshot>, String> {
        if let Some(moment) = self.moments.get(&record) {
            return Ok(Arc::clone(moment));
        }
        let bytes = self.records.get(Kind::Moment, record)?;
        let stored: StoredMoment = match postcard::take_from_bytes(bytes) {
            Ok((stored, [])) => stored,
            Ok(_) => return Err(tr!("kept-moment-longer-than-should-be", record = record)),
            Err(error) => return Err(error.to_string()),
        };
        if stored.panes.is_empty() || stored.panes.len() > MAX_PANES {
            return Err(tr!(
                "kept-moment-has-panes-1-can",
                count = stored.panes.len(),
                MAX_PANES = MAX_PANES
            ));
        }
        let mut branches = Vec::new();
        for branch in stored.branches {
            // A branch is older than the moment that knows it: no circle.
            let moment = if branch.moment < record {
                self.moment(branch.moment, remarks)
            } else {
                Err(tr!("kept-its-moment-not-there").to_owned())
            };
            match moment {
                Ok(moment) => branches.push(Branch::from_kept(
                    branch.id,
                    (branch.from, branch.to),
                    branch.title,
                    moment,
                )),
                Err(reason) => {
                    remarks.push(tr!("kept-branch-from-step-lost", from = branch.from, reason = reason));
                }
            }
        }
        let panes = stored.panes.iter().map(|pane| self.pane(pane)).collect::<Result<Vec<_>, _>>()?;
        let scene = self.scene(stored.scene)?;
        check_settings(&scene, &StepSettings { h: stored.time_step, ..panes[0].simulation.settings })?;
        let moment = Arc::new(Snapshot {
            filed: self.scene(stored.filed)?,
            scene,
            file: stored.file.map(PathBuf::from),
            loaded: stored.loaded,
            panes,
            // That of the present comes with the clock.
            aside: SetAside::default(),
            time_step: stored.time_step,
            parting: stored.parting,
            finished: stored.finished,
            branches: Branches::from_kept(branches, stored.next_branch),
        });
        self.moments.insert(record, Arc::clone(&moment));
        Ok(moment)
    }

    fn pane(&mut self, stored: &StoredPane) -> Result<Pane, String> {
        let scene = self.scene(stored.scene)?;
        let settings = self.settings(stored.settings)?;
        check_settings(&scene, &settings)?;
        let present = self.frame(stored.state)?;
        check_frame(&present, None)?;
        if present.state.poses.len() != scene.model.bodies.len() {
            return Err(tr!("kept-state-has-another-number-bodies").to_owned());
        }
        let mut recording = Recording::with_limit(usize::MAX);
        let mut last: Option<Arc<Frame>> = None;
        for &(first, count) in &stored.frames {
            let end = first.checked_add(count).ok_or(tr!("kept-recording-names-steps-that-not"))?;
            for record in first..end {
                let frame = self.frame(record)?;
                check_frame(&frame, last.as_deref())?;
                recording.push(Arc::clone(&frame));
                last = Some(frame);
            }
        }
        let mut pane = Pane::new(&scene, settings, recording.bytes());
        pane.simulation.state = present.state.clone();
        pane.settings_chosen = stored.settings_chosen;
        pane.history = self.history(&stored.history)?;
        pane.recording = recording;
        let [overlap, depth, worst_overlap, worst_depth, joint_error, worst_joint_error] = stored.truth;
        let bodies = scene.model.bodies.len();
        let deepest = stored.deepest.filter(|(a, b)| a.0 < bodies && b.0 < bodies);
        pane.truth =
            Truth { overlap, depth, worst_overlap, worst_depth, joint_error, worst_joint_error, deepest };
        (pane.failure, pane.divergence) = (stored.failure.clone(), stored.divergence);
        Ok(pane)
    }

    fn scene(&mut self, record: u64) -> Result<Arc<LoadedScene>, String> {
        if let Some(scene) = self.scenes.get(&record) {
            return Ok(Arc::clone(scene));
        }
        let json = self.records.get(Kind::Scene, record)?;
        let stored: header::StoredScene = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let scene = read_scene(&stored.text, &stored.name, stored.file.as_deref())?;
        self.scenes.insert(record, Arc::clone(&scene));
        Ok(scene)
    }

    fn settings(&mut self, record: u64) -> Result<StepSettings, String> {
        if let Some(settings) = self.settings.get(&record) {
            return Ok(*settings);
        }
        let json = self.records.get(Kind::Settings, record)?;
        let stored: header::StoredSettings =
            serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let settings = stored.read()?;
        self.settings.insert(record, settings);
        Ok(settings)
    }

    fn frame(&mut self, record: u64) -> Result<Arc<Frame>, String> {
        if let Some(frame) = self.frames.get(&record) {
            return Ok(Arc::clone(frame));
        }
        let mut reader = Reader(self.records.get(Kind::Frame, record)?);
        let layout = self.layout.as_ref().map_err(Clone::clone)?;
        let read = layout.read(reader.block::<u32>()?)?;
        let frame = Arc::new(Frame {
            settings: self.settings(read.settings as u64)?,
            scene: self.scene(read.scene as u64)?,
            state: read.state,
            input: read.input,
            sprung_traps: read.sprung_traps,
            by_hand: read.by_hand,
        });
        self.frames.insert(record, Arc::clone(&frame));
        Ok(frame)
    }

    fn history(&mut self, stored: &StoredHistory) -> Result<History, String> {
        let columns: Vec<String> =
            samples::columns(&Sample::default()).iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut all = Vec::new();
        for record in &stored.samples {
            all.extend(samples::read(self.records.get(Kind::Samples, *record)?, &columns)?);
        }
        if !all.is_sorted_by(|a, b| a.step < b.step) {
            return Err(tr!("kept-samples-its-plots-not-in").to_owned());
        }
        let worst = (stored.residuals.clone(), stored.depths.clone());
        Ok(History::from_parts(all, stored.stride, stored.last, worst, stored.fallbacks.clone()))
    }
}
