//! Recordings of the window (`.pegrec`), as arrays.

use crate::arrays::column;
use crate::error::PegsimError;
use crate::run::{Track, from_json};
use numpy::{PyArray1, PyArray3};
use pegsim::recording::{self, RecordedPane, Sample};
use pyo3::prelude::*;
use std::path::PathBuf;

/// What a pane of the window had recorded.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Pane {
    model: &'static str,
    settings: Py<PyAny>,
    scene: String,
    bodies: Vec<String>,
    step: Py<PyArray1<i64>>,
    time: Py<PyArray1<f64>>,
    positions: Py<PyArray3<f64>>,
    orientations: Py<PyArray3<f64>>,
    velocities: Py<PyArray3<f64>>,
    angular_velocities: Py<PyArray3<f64>>,
    by_hand: Py<PyArray1<bool>>,
    samples: Py<PyAny>,
}

#[pymethods]
impl Pane {
    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Pane: {}, {} steps>", self.model, self.time.bind(py).as_any().len().unwrap_or(0))
    }
}

/// The numbers of the plots by their names, an array for each.
fn samples(py: Python<'_>, all: &[Sample]) -> PyResult<Py<PyAny>> {
    let named = pyo3::types::PyDict::new(py);
    let put = |name: &str, of: &dyn Fn(&Sample) -> f64| named.set_item(name, column(py, all.iter().map(of)));
    put("step", &|s| s.step as f64)?;
    put("time", &|s| s.time)?;
    put("contacts", &|s| f64::from(s.contacts))?;
    put("traps", &|s| f64::from(s.traps))?;
    put("sprung_traps", &|s| f64::from(s.sprung_traps))?;
    put("overlap", &|s| s.overlap)?;
    put("depth", &|s| s.depth)?;
    put("joint_error", &|s| s.joint_error)?;
    put("residual", &|s| s.residual)?;
    put("iterations", &|s| f64::from(s.iterations))?;
    put("energy", &|s| s.energy)?;
    put("step_time", &|s| s.step_time)?;
    Ok(named.into_any().unbind())
}

impl Pane {
    fn of(py: Python<'_>, recorded: &RecordedPane) -> PyResult<Self> {
        let last = recorded.frames.last().ok_or_else(|| PegsimError::new_err("a pane holds no steps"))?;
        let model = &last.scene.model;
        let count = model.bodies.len();
        let mut track = Track::default();
        // Steps before bodies were added or taken away are of another scene.
        let same = |bodies: usize| bodies == count;
        let frames: Vec<_> = recorded.frames.iter().filter(|f| same(f.scene.model.bodies.len())).collect();
        frames.iter().for_each(|frame| track.add(&frame.scene.model, &frame.state));
        let [positions, orientations, velocities, angular_velocities] = track.cubes(py, count);
        Ok(Self {
            model: recorded.settings.contact.model.name(),
            settings: from_json(py, &recorded.settings)?.unbind(),
            scene: pegsim::scene::to_text(&last.scene.source),
            bodies: model.bodies.iter().map(|body| body.name.clone()).collect(),
            step: column(py, frames.iter().map(|frame| frame.state.step as i64)),
            time: column(py, frames.iter().map(|frame| frame.state.time)),
            positions,
            orientations,
            velocities,
            angular_velocities,
            by_hand: column(py, frames.iter().map(|frame| frame.by_hand)),
            samples: samples(py, &recorded.samples)?,
        })
    }
}

/// Reads a recording that the window saved: its panes from left to right.
#[pyfunction]
pub fn read_recording(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Pane>> {
    let read = py.detach(|| recording::open(&path)).map_err(PegsimError::new_err)?;
    read.panes.iter().map(|pane| Pane::of(py, pane)).collect()
}
