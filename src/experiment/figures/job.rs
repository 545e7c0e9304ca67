//! One run for a figure: a scene, its settings, what is looked at, and the run that it is measured against.

use crate::contact::models::{ContactModel, PointModel};
use crate::experiment::accuracy::Track;
use crate::experiment::figures::every_contact::EveryContact;
use crate::experiment::figures::look::Look;
use crate::experiment::log::SceneKey;
use crate::experiment::{Moment, Overrides, Report, RunOptions, run};
use crate::math::Vec3;
use crate::scene::{LoadedScene, Scene, SceneError, load_scene, parse, shipped};
use crate::step::{Own, Simulation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Where the scene of a run comes from: never from a file, so that a figure is the same wherever it is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// A scene of the program, by its name.
    Shipped(&'static str),
    /// One of a family that is made from a seed; with the family's name.
    Made(&'static str, fn(u64) -> Scene, u64),
    /// A scene of the program with a change, which is named.
    Changed(&'static str, &'static str, fn(&mut Scene)),
}

impl Origin {
    /// What tells it from all others.
    pub fn name(&self) -> String {
        match self {
            Self::Shipped(name) => (*name).to_owned(),
            Self::Made(family, _, seed) => format!("{family} {seed}"),
            Self::Changed(name, what, _) => format!("{name}, {what}"),
        }
    }

    /// Makes or reads the scene.
    ///
    /// # Errors
    /// When the program has no scene of that name, or a change made it invalid.
    pub fn load(&self) -> Result<LoadedScene, SceneError> {
        let name = self.name();
        let shipped = |wanted: &str| -> Result<Scene, SceneError> {
            let found = shipped::all().iter().find(|scene| scene.name == wanted);
            let missing = || SceneError { message: format!("the program has no scene `{wanted}`") };
            parse(found.ok_or_else(missing)?.text, wanted)
        };
        let scene = match self {
            Self::Shipped(wanted) => shipped(wanted)?,
            Self::Made(_, make, seed) => make(*seed),
            Self::Changed(wanted, _, change) => {
                let mut scene = shipped(wanted)?;
                change(&mut scene);
                scene
            }
        };
        load_scene(scene, &name, Path::new(""))
    }
}

/// A run that a figure needs.
#[derive(Clone, Debug)]
pub struct Job {
    /// The scene.
    pub origin: Origin,
    /// Settings in place of the scene's.
    pub overrides: Overrides,
    /// How long (s), where not as long as the scene says.
    pub duration: Option<f64>,
    /// What is kept besides the report.
    pub look: Look,
    /// Contact model and step size (s) of the run of the same scene that this one is measured against.
    pub reference: Option<(ContactModel, f64)>,
    /// Whether every contact within ε is enforced, as by the standard model of the thesis, in place of what the model writes.
    pub every_contact: bool,
}

impl Job {
    /// A run of a scene under a contact model with a step size (s), of which the report is kept.
    pub fn new(origin: Origin, model: ContactModel, h: f64) -> Self {
        let overrides = Overrides { model: Some(model), time_step: Some(h), ..Overrides::default() };
        Self { origin, overrides, duration: None, look: Look::Report, reference: None, every_contact: false }
    }

    /// The same with something kept of every step.
    #[must_use]
    pub fn looking(self, look: Look) -> Self {
        Self { look, ..self }
    }

    /// The same with every contact within ε enforced.
    #[must_use]
    pub fn with_every_contact(self) -> Self {
        Self { every_contact: true, ..self }
    }

    /// The same over this time (s).
    #[must_use]
    pub fn lasting(self, duration: f64) -> Self {
        Self { duration: Some(duration), ..self }
    }

    /// The same, measured against a run under that model with that step size (s).
    #[must_use]
    pub fn against(self, model: ContactModel, h: f64) -> Self {
        Self { reference: Some((model, h)), ..self }
    }

    /// The run that this one is measured against.
    pub fn needs(&self) -> Option<Self> {
        let (model, h) = self.reference?;
        Some(Self { duration: self.duration, ..Self::new(self.origin, model, h).looking(Look::Way) })
    }

    /// What tells this run from all others that this version of the program can do.
    pub fn id(&self) -> String {
        let Self { origin, overrides, duration, look, reference, every_contact } = self;
        format!("{} {overrides:?} {duration:?} {look:?} {reference:?} {every_contact}", origin.name())
    }

    /// How much work it is, roughly: steps, those of a model that takes longer counted as several.
    pub fn work(&self, scene: &LoadedScene) -> u64 {
        let settings = self.overrides.apply(&scene.settings);
        let duration = self.duration.or(scene.duration).unwrap_or(crate::experiment::DEFAULT_DURATION);
        let weight = match settings.contact.model {
            ContactModel::SeparatingFeature => 4.0,
            ContactModel::DeepestPoint | ContactModel::MultiPoint => 3.0,
            ContactModel::Corrective => 1.0,
            _ => 2.0,
        };
        let bodies = scene.model.bodies.len() as f64;
        (weight * bodies * duration / settings.h).ceil() as u64
    }

    /// Does the run.
    ///
    /// # Errors
    /// Never but where a look writes something that cannot be written, of which there is none.
    pub fn run(&self, scene: &LoadedScene, reference: Option<&Track>) -> io::Result<Found> {
        let mut series = BTreeMap::new();
        let (mut overlap, mut steps) = (0.0, 0.0_f64);
        self.look.begin(scene, &mut series);
        let mut watch = |moment: &Moment| {
            overlap += moment.truth.overlap_total;
            steps += 1.0;
            self.look.see(scene, moment, &mut series);
        };
        let mut solved = BTreeMap::new();
        let mut before = |simulation: &Simulation| {
            self.look.before(simulation, &mut solved);
            Ok(())
        };
        let options = RunOptions {
            overrides: self.overrides,
            duration: self.duration,
            reference,
            watch: Some(&mut watch),
            before_step: Some(&mut before),
            own: Own {
                contact_model: self.every_contact.then_some(&EveryContact as &dyn PointModel),
                ..Own::default()
            },
            ..RunOptions::default()
        };
        let report = run(scene, options)?.report;
        series.append(&mut solved);
        Ok(Found { report, mean_overlap: overlap / steps.max(1.0), series })
    }
}

/// What a run left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// Its report.
    pub report: Report,
    /// Mean over the steps of the total overlap (m²; in space m³).
    pub mean_overlap: f64,
    /// What was kept of every step, by name.
    pub series: BTreeMap<String, Vec<f64>>,
}

impl Found {
    /// The numbers of that name; none where nothing was kept under it.
    pub fn of(&self, name: &str) -> &[f64] {
        self.series.get(name).map_or(&[], Vec::as_slice)
    }

    /// Where the watched body went, if that was kept ([`Look::Way`]).
    pub fn track(&self) -> Track {
        let places = self.of("x").iter().zip(self.of("y")).zip(self.of("z"));
        let at = |(t, ((x, y), z)): (&f64, ((&f64, &f64), &f64))| (*t, Vec3::new(*x, *y, *z));
        Track::of(self.of("time").iter().zip(places).map(at).collect())
    }
}

/// A run with its scene read.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The run.
    pub job: Job,
    /// Its scene, which many runs share.
    pub scene: Arc<LoadedScene>,
    /// What it depends on, as in the record of a sweep.
    pub key: String,
}

/// The runs that these need, each once, those that others are measured against first.
///
/// # Errors
/// When a scene cannot be made.
pub fn plan(jobs: &[Job]) -> Result<Vec<Planned>, SceneError> {
    let mut scenes: BTreeMap<String, Arc<LoadedScene>> = BTreeMap::new();
    let mut planned: BTreeMap<String, Planned> = BTreeMap::new();
    let mut order = Vec::new();
    for job in jobs.iter().filter_map(Job::needs).chain(jobs.iter().cloned()) {
        let id = job.id();
        if planned.contains_key(&id) {
            continue;
        }
        let name = job.origin.name();
        let scene = match scenes.get(&name) {
            Some(scene) => scene.clone(),
            None => {
                let scene = Arc::new(job.origin.load()?);
                scenes.insert(name, scene.clone());
                scene
            }
        };
        let unread = |error: io::Error| SceneError { message: error.to_string() };
        let run = SceneKey::of(&scene).map_err(unread)?.run(&job.overrides, job.duration, job.reference);
        let key = format!("{run} {:?} {}", job.look, job.every_contact);
        planned.insert(id.clone(), Planned { job, scene, key });
        order.push(id);
    }
    Ok(order.iter().filter_map(|id| planned.remove(id)).collect())
}

/// What was found of many runs.
#[derive(Clone, Debug, Default)]
pub struct Runs(BTreeMap<String, Found>);

impl Runs {
    /// Adds a run.
    pub fn add(&mut self, job: &Job, found: Found) {
        self.0.insert(job.id(), found);
    }

    /// The numbers of that name that were kept of a run; none where it was not done, or nothing was kept under it.
    pub fn series(&self, job: &Job, name: &str) -> &[f64] {
        self.of(job).map_or(&[], |found| found.of(name))
    }

    /// What was found of a run, if it was done.
    pub fn of(&self, job: &Job) -> Option<&Found> {
        self.0.get(&job.id())
    }
}
