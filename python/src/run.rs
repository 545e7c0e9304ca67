//! Whole runs, with the report of the command line.

use crate::arrays::column;
use crate::world::World;
use crate::{error, settings};
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray1, PyArray3};
use pegsim::experiment::{Progress, RunOptions, run as run_scene};
use pegsim::math::Vec3;
use pegsim::stop::Stop;
use pegsim::world::State;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use std::time::Instant;

/// Anything that serialises, as Python's own dicts and lists.
pub fn from_json<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|wrong| error::value(wrong.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A run that came to its end, or to a step that failed.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Run {
    report: Py<PyAny>,
    bodies: Vec<String>,
    time: Py<PyArray1<f64>>,
    positions: Py<PyArray3<f64>>,
    orientations: Py<PyArray3<f64>>,
    velocities: Py<PyArray3<f64>>,
    angular_velocities: Py<PyArray3<f64>>,
}

#[pymethods]
impl Run {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let part = |key: &str| self.report.bind(py).get_item(key)?.str().map(|text| text.to_string());
        Ok(format!("<Run of {}: {}, {} steps>", part("scene")?, part("model")?, part("steps")?))
    }
}

/// Motions of all bodies, one state after the other.
#[derive(Default)]
pub struct Track {
    pub time: Vec<f64>,
    positions: Vec<f64>,
    orientations: Vec<f64>,
    velocities: Vec<f64>,
    spins: Vec<f64>,
}

impl Track {
    pub fn add(&mut self, model: &pegsim::world::Model, state: &State) {
        self.time.push(state.time);
        let mut put = |to: fn(&mut Self) -> &mut Vec<f64>, v: &Vec3| to(self).extend_from_slice(v.as_slice());
        let mut turns = Vec::with_capacity(4 * model.bodies.len());
        for id in model.ids() {
            let motion = crate::motion::FrameMotion::of(model, state, id);
            put(|track| &mut track.positions, &motion.position);
            put(|track| &mut track.velocities, &motion.velocity);
            put(|track| &mut track.spins, &motion.angular_velocity);
            turns.extend_from_slice(&motion.orientation);
        }
        self.orientations.append(&mut turns);
    }

    /// Positions, orientations, velocities and angular velocities, (states, `bodies`, 3 or 4).
    pub fn cubes(self, py: Python<'_>, bodies: usize) -> [Py<PyArray3<f64>>; 4] {
        let cube = |numbers: Vec<f64>, width: usize| {
            let states = numbers.len().checked_div(bodies * width).unwrap_or(0);
            let array = Array3::from_shape_vec((states, bodies, width), numbers);
            // The shape is that of the numbers, so that there is always an array.
            array.unwrap_or_else(|_| Array3::zeros((0, bodies, width))).into_pyarray(py).unbind()
        };
        [cube(self.positions, 3), cube(self.orientations, 4), cube(self.velocities, 3), cube(self.spins, 3)]
    }
}

/// Runs a world from its start, or from the moment that its scene was saved at, and reports as the command line does. The world
/// itself stays where it is.
#[pyfunction]
#[pyo3(signature = (world, *, duration = None, track = true, **settings))]
pub fn run(
    py: Python<'_>,
    world: PyRef<'_, World>,
    duration: Option<f64>,
    track: bool,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Run> {
    let scene = world.scene.clone();
    let mut overrides = settings::overrides(settings)?;
    // What the world was configured with counts where nothing else is said.
    let base = settings::applied(&scene, world.settings_now(), &overrides)?;
    drop(world);
    let mut scene = (*scene).clone();
    scene.settings = base;
    overrides = pegsim::experiment::Overrides::default();
    if let Some(duration) = duration {
        pegsim::step::ranges::DURATION.parse(&duration.to_string()).map_err(error::value)?;
    }
    let stop = Stop::new();
    let mut interrupted = None;
    let mut last = Instant::now();
    let mut motions = Track::default();
    let outcome = py.detach(|| {
        let mut hear = |_: Progress| {
            if last.elapsed() > crate::HEARD {
                last = Instant::now();
                if let Err(signal) = Python::attach(|py: Python<'_>| py.check_signals()) {
                    interrupted = Some(signal);
                    stop.ask();
                }
            }
        };
        let mut look = |state: &State| motions.add(&scene.model, state);
        let options = RunOptions {
            overrides,
            duration,
            progress: Some(&mut hear),
            observe: if track { Some(&mut look) } else { None },
            ..RunOptions::default()
        };
        stop.watch(|| run_scene(&scene, options))
    });
    if let Some(signal) = interrupted {
        return Err(signal);
    }
    let report = outcome?.report;
    let time = column(py, std::mem::take(&mut motions.time).into_iter());
    let [positions, orientations, velocities, angular_velocities] =
        motions.cubes(py, scene.model.bodies.len());
    Ok(Run {
        report: from_json(py, &report)?.unbind(),
        bodies: scene.model.bodies.iter().map(|body| body.name.clone()).collect(),
        time,
        positions,
        orientations,
        velocities,
        angular_velocities,
    })
}
