//! The whole workbench at one moment, for undo and for branches of the timeline. States, frames and scenes are shared, not copied.

use crate::app::bench::aside::SetAside;
use crate::app::bench::branches::Branches;
use crate::app::bench::parting::Partings;
use crate::app::bench::workbench::{Pane, Workbench};
use crate::scene::LoadedScene;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything that an act of the user can change about a run.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(in crate::app) scene: Arc<LoadedScene>,
    /// As it stood in its file then.
    pub(in crate::app) filed: Arc<LoadedScene>,
    pub(in crate::app) file: Option<PathBuf>,
    /// Which of the scenes and recordings that were opened it belongs to, see [`Workbench::loaded`].
    pub(in crate::app) loaded: u64,
    pub(in crate::app) panes: Vec<Pane>,
    pub(in crate::app) aside: SetAside,
    pub(in crate::app) time_step: f64,
    pub(in crate::app) parting: Partings,
    pub(in crate::app) finished: bool,
    pub(in crate::app) branches: Branches,
}

impl Snapshot {
    /// The workbench as it is.
    pub fn of(bench: &Workbench) -> Self {
        Self {
            scene: Arc::clone(&bench.scene),
            filed: Arc::clone(&bench.filed),
            file: bench.file.clone(),
            loaded: bench.loaded,
            panes: bench.panes.clone(),
            aside: bench.aside.clone(),
            time_step: bench.time_step,
            parting: bench.parting,
            finished: bench.finished,
            branches: bench.branches.clone(),
        }
    }

    /// The same without the branches that the workbench has: what a branch itself keeps.
    pub fn without_branches(bench: &Workbench) -> Self {
        Self { branches: Branches::default(), ..Self::of(bench) }
    }

    /// The same with the settings with which each pane's recorded steps go on from there.
    pub fn as_recorded(mut self) -> Self {
        for pane in &mut self.panes {
            let next = pane.recording.frame(pane.simulation.state.step + 1);
            if let Some(settings) = next.map(|frame| frame.settings) {
                pane.simulation.settings = settings;
                pane.settings_chosen = false;
                pane.read_worst();
                self.time_step = settings.h;
            }
        }
        self
    }

    /// Brings the workbench back to this moment, standing still. Clock, cameras and what is in focus stay.
    pub fn restore(self, bench: &mut Workbench) {
        let same_file = self.loaded == bench.loaded;
        if !Arc::ptr_eq(&self.scene.model, &bench.scene.model) {
            bench.scene_generation += 1;
            bench.camera_kept = same_file;
        }
        if !same_file {
            bench.filed = self.filed;
            bench.file = self.file;
            bench.loaded = self.loaded;
        }
        bench.scene = self.scene;
        bench.panes = self.panes;
        bench.aside = self.aside;
        let memory = bench.memory;
        bench.panes.iter_mut().for_each(|pane| pane.recording.set_limit(memory));
        bench.time_step = self.time_step;
        bench.parting = self.parting;
        bench.finished = self.finished;
        bench.branches = self.branches;
        bench.focused = bench.focused.min(bench.panes.len().saturating_sub(1));
        bench.running = false;
    }

    /// The same as [`Self::restore`], but the branches of the workbench stay.
    pub fn restore_beside_branches(self, bench: &mut Workbench) {
        let branches = std::mem::take(&mut bench.branches);
        self.restore(bench);
        bench.branches = branches;
    }

    /// The panes as they were.
    pub fn panes(&self) -> &[Pane] {
        &self.panes
    }

    /// Memory of recordings that only this snapshot keeps, beside those of `panes` (bytes, about).
    pub fn bytes_apart_from(&self, panes: &[Pane]) -> usize {
        let apart = |(k, pane): (usize, &Pane)| match panes.get(k) {
            Some(other) => pane.recording.bytes_apart_from(&other.recording),
            None => pane.recording.bytes(),
        };
        self.panes.iter().enumerate().map(apart).sum()
    }
}
