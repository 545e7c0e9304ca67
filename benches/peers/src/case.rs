//! What every engine is given: bodies, their start, the step size and how long to run.

use pegsim::experiment::DEFAULT_DURATION;
use pegsim::experiment::run::step_count;
use pegsim::math::Dimension;
use pegsim::scene::generators::random;
use pegsim::scene::{LoadedScene, load_file, load_scene};
use pegsim::step::StepSettings;
use pegsim::world::{Model, State};
use std::path::Path;
use std::sync::Arc;

/// A scene without restitution, with one coefficient of friction for all bodies, at one step size.
#[derive(Clone)]
pub struct Case {
    /// Stem of the scene file, or `pile 30`.
    pub name: String,
    /// Bodies in a pile; `None` for a scene file. Piles of several sizes give a growth exponent.
    pub pile: Option<usize>,
    /// Bodies.
    pub model: Arc<Model>,
    /// Density of each body, as the scene gives it (kg/m³).
    pub densities: Vec<f64>,
    /// Start.
    pub start: State,
    /// pegsim's settings with `h` in place and nothing counted for statistics.
    pub settings: StepSettings,
    /// Steps to do.
    pub steps: usize,
}

/// How long, in what steps and with what friction.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Step size (s).
    pub h: f64,
    /// How long to run (s); `None` for as long as the scene says.
    pub duration: Option<f64>,
    /// Coefficient of friction of every body.
    pub friction: f64,
}

impl Case {
    /// The scene in the file at `path`.
    ///
    /// # Errors
    /// A sentence: the scene is not accepted, or it lies in the plane.
    pub fn file(path: &Path, conditions: Conditions) -> Result<Self, String> {
        let loaded = load_file(path).map_err(|error| error.to_string())?;
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
        Self::new(stem.unwrap_or_default(), None, &loaded, conditions)
    }

    /// A pile of `count` bodies.
    ///
    /// # Errors
    /// A sentence: the scene is not accepted.
    pub fn pile(count: usize, conditions: Conditions) -> Result<Self, String> {
        let name = format!("pile {count}");
        let loaded = load_scene(random::pile(count, 0), &name, Path::new(""));
        Self::new(name, Some(count), &loaded.map_err(|error| error.to_string())?, conditions)
    }

    fn new(
        name: String,
        pile: Option<usize>,
        loaded: &LoadedScene,
        Conditions { h, duration, friction }: Conditions,
    ) -> Result<Self, String> {
        if loaded.model.dimension != Dimension::Three {
            return Err(format!("{name}: a scene in the plane; the other engine here knows only space"));
        }
        let mut model = (*loaded.model).clone();
        for body in &mut model.bodies {
            body.friction = friction;
            body.restitution = 0.0;
        }
        let mut settings = loaded.settings;
        settings.h = h;
        settings.count_traps = false;
        // Each engine has one thread: what helpers of ours did would not be on its clock.
        settings.threads = Some(1);
        let duration = duration.or(loaded.duration).unwrap_or(DEFAULT_DURATION);
        Ok(Self {
            name,
            pile,
            model: Arc::new(model),
            densities: loaded.source.bodies.iter().map(|body| body.density).collect(),
            start: loaded.state.clone(),
            settings,
            steps: usize::try_from(step_count(duration, h)).unwrap_or(usize::MAX),
        })
    }

    /// Bodies that impulses move.
    pub fn dynamic_bodies(&self) -> usize {
        self.model.bodies.iter().filter(|body| body.is_dynamic()).count()
    }
}
