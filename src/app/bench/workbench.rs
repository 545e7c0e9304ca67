//! The one resource the panels read about the physics: the scene, the panes and the clock they share.
//!
//! Panels and overlays only read it. Whatever a user does goes through [`crate::app::command::AppCommand`].

use crate::app::bench::aside::SetAside;
use crate::app::bench::branches::Branches;
use crate::app::bench::history::History;
use crate::app::bench::loads::Loads;
use crate::app::bench::parting::Partings;
use crate::app::bench::recording::{MEMORY, Recording};
use crate::app::bench::unsaved::SavedRuns;
use crate::app::command::run::PartingDistance;
use crate::contact::models::ContactModel;
use crate::experiment::drift;
use crate::recording::Frame;
use crate::scene::LoadedScene;
use crate::step::{Simulation, StepRecord, StepSettings};
use crate::world::{BodyId, State, StepInput};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Panes side by side at most.
pub const MAX_PANES: usize = 3;
/// The models of a new window: what most engines do, what the thesis does, and what is exact.
pub const DEFAULT_MODELS: [ContactModel; MAX_PANES] =
    [ContactModel::Standard, ContactModel::Peg, ContactModel::SeparatingFeature];
/// Slowest and fastest speed, relative to real time.
pub const SPEED_RANGE: (f64, f64) = (0.01, 4.0);

/// What the truth meter says about a pane: the real geometry, measured without the contact model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Truth {
    /// Total overlap now (m³, in 2D m²).
    pub overlap: f64,
    /// Deepest penetration now (m).
    pub depth: f64,
    /// Largest total overlap over the run.
    pub worst_overlap: f64,
    /// Deepest penetration over the run (m).
    pub worst_depth: f64,
    /// How far the frames of the worst joint are apart now (m).
    pub joint_error: f64,
    /// The same over the run (m).
    pub worst_joint_error: f64,
    /// The two bodies that penetrate deepest now, if any do.
    pub deepest: Option<(BodyId, BodyId)>,
}

impl Truth {
    /// Deepest penetration so far (m), what is now among it: a hand can bring it about between two steps.
    pub fn deepest_so_far(&self) -> f64 {
        self.worst_depth.max(self.depth)
    }

    /// Begins the worst anew with what is now.
    pub fn restart(&mut self) {
        (self.worst_overlap, self.worst_depth) = (self.overlap, self.depth);
        self.worst_joint_error = self.joint_error;
    }
}

/// What the next step from a state will ask about.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// Where it starts.
    pub state: State,
    /// The scene that the state belongs to.
    pub scene: Arc<LoadedScene>,
    /// Its settings.
    pub settings: StepSettings,
    /// Its contacts as they are at the start, without impulses; `None` where no step can be taken from there, or it would take long.
    pub record: Option<Arc<StepRecord>>,
}

/// One contact model at work on the scene.
#[derive(Clone, Debug)]
pub struct Pane {
    /// Model, state, settings, last record. `settings.contact.model` is the pane's contact model.
    pub simulation: Simulation,
    /// The scene that the state belongs to; its model is the simulation's.
    pub scene: Arc<LoadedScene>,
    /// Whether the user changed the settings since the last step: then going to another moment does not bring back the
    /// settings of that moment.
    pub settings_chosen: bool,
    /// Samples for the plots.
    pub history: History,
    /// Forces of the past, for the plots.
    pub loads: Loads,
    /// States and inputs of the past, for stepping back and scrubbing.
    pub recording: Recording,
    /// The truth meter.
    pub truth: Truth,
    /// What the next step will ask about, where no step led here.
    pub ahead: Option<Ahead>,
    /// Why the pane stands still, if a step failed; cleared by reset, by a new model or solver, and by run.
    pub failure: Option<String>,
    /// The first recorded step that was not the same to the bit when it was taken again.
    pub divergence: Option<u64>,
}

impl Pane {
    /// A pane at the first state of a scene, with its own settings and memory for its recording (bytes).
    pub fn new(scene: &Arc<LoadedScene>, settings: StepSettings, memory: usize) -> Self {
        let mut simulation = Simulation::new(scene.model.clone(), scene.state.clone(), settings);
        simulation.state = scene.first_state().clone();
        Self {
            simulation,
            scene: Arc::clone(scene),
            settings_chosen: false,
            history: History::default(),
            loads: Loads::default(),
            recording: Recording::with_limit(memory),
            truth: Truth::default(),
            ahead: None,
            failure: None,
            divergence: None,
        }
    }

    /// The frame of the present state, for the recording.
    pub fn frame(&self, by_hand: bool) -> Frame {
        Frame {
            state: self.simulation.state.clone(),
            input: StepInput::default(),
            settings: self.simulation.settings,
            scene: Arc::clone(&self.scene),
            sprung_traps: 0,
            by_hand,
        }
    }

    /// The contacts and conditions that the pane shows: those of the last step, or where no step led here those that the next one
    /// will ask about, as they are now.
    pub fn contacts(&self) -> Option<&Arc<StepRecord>> {
        self.simulation.record.as_ref().or_else(|| self.contacts_ahead())
    }

    /// Those that the next step will ask about, where no step led here.
    pub fn contacts_ahead(&self) -> Option<&Arc<StepRecord>> {
        let ahead = self.ahead.as_ref().filter(|ahead| {
            self.simulation.record.is_none()
                && Arc::ptr_eq(&ahead.scene, &self.scene)
                && ahead.state.step == self.simulation.state.step
        })?;
        ahead.record.as_ref()
    }

    /// The contact model of the pane.
    pub fn model(&self) -> ContactModel {
        self.simulation.settings.contact.model
    }
}

/// A moment at which two panes stopped agreeing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parting {
    /// Step number.
    pub step: u64,
    /// Time (s).
    pub time: f64,
    /// The body that differed most.
    pub body: BodyId,
    /// By how much the farthest of its points differed (m).
    pub distance: f64,
}

/// Scene, panes and clock. All panes take the same steps at the same times.
#[derive(Resource, Clone, Debug)]
pub struct Workbench {
    /// The scene as loaded, with what was built since (its settings are what a reset or a new pane starts from).
    pub scene: Arc<LoadedScene>,
    /// The scene as it stands in its file: what was last loaded or saved.
    pub filed: Arc<LoadedScene>,
    /// That file: where saving writes and reloading reads.
    pub file: Option<PathBuf>,
    /// One to [`MAX_PANES`] panes.
    pub panes: Vec<Pane>,
    /// Panes that the user chose and that the scene leaves out.
    pub aside: SetAside,
    /// Whether the clock runs.
    pub running: bool,
    /// Simulated seconds per real second, see [`SPEED_RANGE`].
    pub speed: f64,
    /// Step size h of all panes (s).
    pub time_step: f64,
    /// Ignore `speed` and step as often as the processor allows.
    pub as_fast_as_possible: bool,
    /// How far the panes lag behind the clock (s of simulated time); the lag is capped and then given up.
    pub behind: f64,
    /// Steps per real second over the last second.
    pub steps_per_second: f64,
    /// Whether all panes share one camera.
    pub linked_cameras: bool,
    /// The pane that single-pane panels (solver, inspector) and shortcuts are about.
    pub focused: usize,
    /// Where the panes stopped agreeing, if they did.
    pub parting: Partings,
    /// The pane that the others are measured against, where the user chose one; see [`Self::reference`].
    pub chosen_reference: Option<usize>,
    /// From which distance on they do not.
    pub parting_distance: PartingDistance,
    /// Whether the run has reached the scene's duration and stopped there once.
    pub finished: bool,
    /// Counts scenes loaded: entities are rebuilt when it changes.
    pub scene_generation: u64,
    /// Whether the cameras stay as they are although the scene is new (after a reload).
    pub camera_kept: bool,
    /// Futures that were left by going on otherwise from a moment of the past.
    pub branches: Branches,
    /// Memory that the recording of each pane may use (bytes).
    pub memory: usize,
    /// Counts scenes and recordings loaded: what belongs to one file is told from what belongs to another.
    pub loaded: u64,
    /// Recordings that are in files.
    pub saved_runs: SavedRuns,
    /// Whether the user changed the step size since the last step: then going to another moment does not bring back that
    /// moment's.
    pub time_step_chosen: bool,
}

impl Workbench {
    /// A workbench with one pane per model, at the start of `scene`, standing still.
    pub fn new(scene: LoadedScene, models: &[ContactModel]) -> Self {
        let scene = Arc::new(scene);
        let mut bench = Self {
            time_step: scene.settings.h,
            filed: Arc::clone(&scene),
            file: scene.path.clone(),
            scene,
            panes: Vec::new(),
            aside: SetAside::default(),
            running: false,
            speed: 1.0,
            as_fast_as_possible: false,
            behind: 0.0,
            steps_per_second: 0.0,
            linked_cameras: true,
            focused: 0,
            parting: Partings::default(),
            chosen_reference: None,
            parting_distance: PartingDistance::default(),
            finished: false,
            scene_generation: 0,
            camera_kept: false,
            branches: Branches::default(),
            memory: MEMORY,
            loaded: 0,
            saved_runs: SavedRuns::default(),
            time_step_chosen: false,
        };
        for &model in models.iter().take(MAX_PANES) {
            let pane = bench.fresh_pane(model);
            bench.panes.push(pane);
        }
        bench
    }

    /// A pane at the start of the scene with the given contact model.
    pub fn fresh_pane(&self, model: ContactModel) -> Pane {
        let mut settings = self.scene.settings;
        settings.contact.model = model;
        settings.h = self.time_step;
        Pane::new(&self.scene, settings, self.memory)
    }

    /// Puts a fresh workbench, with another scene or recording, in the place of this one. What the user chose about the
    /// clock, the cameras and the comparison stays.
    pub fn replace_with(&mut self, fresh: Self) {
        *self = Self {
            speed: self.speed,
            as_fast_as_possible: self.as_fast_as_possible,
            linked_cameras: self.linked_cameras,
            parting_distance: self.parting_distance,
            chosen_reference: self.chosen_reference,
            scene_generation: self.scene_generation + 1,
            loaded: self.loaded + 1,
            saved_runs: std::mem::take(&mut self.saved_runs),
            ..fresh
        };
    }

    /// Whether a pane is no reference because others of the panes were calculated alike from the start, and it was not.
    pub fn is_mixed(&self, pane: usize) -> bool {
        let mixed = |pane: &Pane| pane.other_means_until().is_some();
        self.panes.get(pane).is_some_and(mixed) && !self.panes.iter().all(mixed)
    }

    /// The pane that the others are measured against: the one chosen, else the first with the model that is the best
    /// reference of those shown ([`drift::default_reference`]). What was calculated by another model before is none.
    pub fn reference(&self) -> usize {
        // What stands still is no reference.
        let able = self.panes.iter().enumerate().filter(|(_, pane)| pane.cannot().is_none());
        let able = able.filter(|(k, _)| !self.is_mixed(*k));
        let able: Vec<(usize, ContactModel)> = able.map(|(k, pane)| (k, pane.model())).collect();
        let models: Vec<ContactModel> = able.iter().map(|(_, model)| *model).collect();
        let usual = || {
            let best = drift::default_reference(&models)?;
            able.iter().find(|(_, model)| *model == best).map(|(k, _)| *k)
        };
        let chosen = self.chosen_reference.filter(|pane| *pane < self.panes.len() && !self.is_mixed(*pane));
        chosen.or_else(usual).unwrap_or(0)
    }

    /// The folder that paths in the scene are relative to.
    pub fn folder(&self) -> PathBuf {
        let parent = self.scene.path.as_deref().and_then(Path::parent);
        parent.map(Path::to_path_buf).unwrap_or_default()
    }

    /// The first step that no pane has forgotten, and the last that some pane has recorded.
    pub fn recorded(&self) -> Option<(u64, u64)> {
        let ranges = self.panes.iter().filter_map(|pane| pane.recording.range());
        ranges.reduce(|all, range| (all.0.max(range.0), all.1.max(range.1)))
    }

    /// The focused pane.
    pub fn focused_pane(&self) -> &Pane {
        &self.panes[self.focused.min(self.panes.len() - 1)]
    }

    /// Steps done since the start of the run.
    pub fn step(&self) -> u64 {
        self.panes.iter().map(|p| p.simulation.state.step).max().unwrap_or(0)
    }

    /// The user changes the present: where panes parted before stands, and what comes now is looked at anew.
    pub fn forget_parting_now(&mut self) {
        match self.step().checked_sub(1) {
            Some(before) => self.parting.forget_after(before),
            None => self.parting = Partings::default(),
        }
    }

    /// Simulated time (s).
    pub fn time(&self) -> f64 {
        self.panes.iter().map(|p| p.simulation.state.time).fold(0.0, f64::max)
    }

    /// A model that no pane shows: the first such of [`DEFAULT_MODELS`], then of all. One that can do the scene, if there is one.
    pub fn model_not_shown(&self) -> ContactModel {
        let choices = || DEFAULT_MODELS.into_iter().chain(ContactModel::ALL);
        let mut new = choices().filter(|m| self.panes.iter().all(|p| p.model() != *m));
        let able = new.clone().find(|m| m.cannot(&self.scene.model).is_none());
        able.or_else(|| new.next()).unwrap_or_default()
    }
}
