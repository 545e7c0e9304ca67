//! The panes to and from a recording ([`crate::recording`]): scenes, settings, inputs and states, every number with every bit.

#[cfg(test)]
pub(in crate::app) mod example;
#[cfg(test)]
mod tests;

use crate::app::bench::branches::{self, Branch, Branches};
use crate::app::bench::history::History;
use crate::app::bench::recording::Recording;
use crate::app::bench::snapshot::Snapshot;
use crate::app::bench::workbench::{MAX_PANES, Pane, Truth, Workbench};
use crate::output::write_over;
use crate::quote::list;
use crate::recording::{self, Recorded, RecordedBranch, RecordedPane};
use crate::scene::LoadedScene;
use std::path::Path;
use std::sync::Arc;

/// Writes what all panes have recorded, with the branches that were left.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn save(bench: &Workbench, path: &Path) -> Result<(), String> {
    let written = recording::encode(&recorded(bench))
        .and_then(|bytes| write_over(path, &bytes).map_err(|error| error.reason));
    written.map_err(|reason| tr!("recorded-cannot-be-written", path = path.display(), reason = reason))
}

/// A recording that was read.
pub struct Opened {
    /// The panes, each at the moment that was shown, and the branches that were left.
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
    let recorded = recording::open(path)?;
    let of_branches = recorded.branches.iter().map(|branch| branch.panes.len());
    let count = of_branches.fold(recorded.panes.len(), usize::max);
    if count > MAX_PANES {
        return Err(tr!("recorded-too-many-panes", path = path.display(), count = count, most = MAX_PANES));
    }
    let remark = remark(&recorded.program, &recorded.unknown);
    let bench =
        build(recorded, memory).ok_or_else(|| tr!("recorded-holds-no-steps", path = path.display()))?;
    Ok(Opened { bench, remark })
}

/// What the panes have recorded.
pub(in crate::app) fn recorded(bench: &Workbench) -> Recorded {
    let branch = |branch: &Branch| RecordedBranch {
        from: branch.from,
        panes: branch.panes().iter().map(recorded_pane).collect(),
        time_step: branch.moment().time_step,
    };
    Recorded {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        panes: bench.panes.iter().map(recorded_pane).collect(),
        focused: bench.focused,
        time_step: bench.time_step,
        branches: bench.branches.iter().map(branch).collect(),
        unknown: Vec::new(),
    }
}

fn recorded_pane(pane: &Pane) -> RecordedPane {
    RecordedPane {
        settings: pane.simulation.settings,
        step: pane.simulation.state.step,
        // Where nothing has run, the present moment is the recording.
        frames: match pane.recording.range() {
            None => vec![Arc::new(pane.frame(false))],
            Some(_) => pane.recording.frames().cloned().collect(),
        },
        samples: pane.history.samples().to_vec(),
        worst_overlap: pane.truth.worst_overlap,
        worst_depth: pane.truth.worst_depth,
        worst_joint_error: pane.truth.worst_joint_error,
    }
}

/// The workbench of a recording; none of one without panes or steps.
fn build(recorded: Recorded, memory: usize) -> Option<Workbench> {
    let (panes, scene) = build_panes(recorded.panes, recorded.focused, memory)?;
    let memory = panes.iter().map(|pane| pane.recording.limit()).fold(memory, usize::max);
    let mut bench = Workbench::new((*scene).clone(), &[]);
    bench.file.clone_from(&scene.path);
    (bench.scene, bench.filed) = (Arc::clone(&scene), scene);
    (bench.panes, bench.focused, bench.memory) = (panes, recorded.focused, memory);
    bench.time_step = recorded.time_step;
    let mut kept = Vec::new();
    let too_many = recorded.branches.len().saturating_sub(branches::CAPACITY);
    for (id, branch) in (0..).zip(recorded.branches.into_iter().skip(too_many)) {
        let (panes, scene) = build_panes(branch.panes, 0, memory)?;
        let to = panes.iter().filter_map(|pane| pane.recording.range()).map(|(_, to)| to).max()?;
        let title = branches::models(&panes);
        let present = Snapshot::without_branches(&bench);
        let moment = Snapshot { scene, panes, time_step: branch.time_step, ..present };
        kept.push(Branch::from_kept(id, (branch.from, to), title, Arc::new(moment)));
    }
    let next = kept.len() as u64;
    bench.branches = Branches::from_kept(kept, next);
    Some(bench)
}

/// Panes, each at the moment that it shows, and the scene of the one in focus, with which all are shown.
fn build_panes(
    recorded: Vec<RecordedPane>,
    focused: usize,
    memory: usize,
) -> Option<(Vec<Pane>, Arc<LoadedScene>)> {
    let mut panes: Vec<Pane> =
        recorded.into_iter().map(|pane| build_pane(pane, memory)).collect::<Option<_>>()?;
    let scene = Arc::clone(&panes.get(focused)?.scene);
    for pane in panes.iter_mut().filter(|pane| !Arc::ptr_eq(&pane.scene, &scene)) {
        pane.show_with(&scene);
    }
    Some((panes, scene))
}

/// What a user should know about where a file comes from.
fn remark(program: &str, unknown: &[String]) -> Option<String> {
    let mut said = Vec::new();
    if program != env!("CARGO_PKG_VERSION") {
        said.push(tr!("recorded-was-recorded-by-version-check", program = program));
    }
    if !unknown.is_empty() {
        said.push(tr!(
            "recorded-holds-what-this-version-does",
            unknown = list(&unknown.iter().map(String::as_str).collect::<Vec<_>>())
        ));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

fn build_pane(recorded: RecordedPane, memory: usize) -> Option<Pane> {
    let at = recorded.shown()?.clone();
    let mut pane = Pane::new(&at.scene, recorded.settings, memory);
    pane.simulation.state = at.state.clone();
    // As large as it was; what is too much by the present limit would be lost at the next save.
    let mut recording = Recording::with_limit(usize::MAX);
    recorded.frames.into_iter().for_each(|frame| recording.push(frame));
    recording.set_limit(memory.max(recording.bytes()));
    let mut history = History::default();
    for sample in recorded.samples {
        for change in recording.changes().iter().filter(|change| change.step <= sample.step) {
            if history.last().is_none_or(|last| last.step < change.step) {
                history.begin_after(change.step - 1);
            }
        }
        history.push(sample);
    }
    (pane.recording, pane.history) = (recording, history);
    pane.truth = Truth {
        worst_overlap: recorded.worst_overlap,
        worst_depth: recorded.worst_depth,
        worst_joint_error: recorded.worst_joint_error,
        ..Truth::default()
    };
    pane.read_truth();
    Some(pane)
}
