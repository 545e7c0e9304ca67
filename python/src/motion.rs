//! Where bodies are and how they move: what is measured of a state, and a state to come back to.

use crate::arrays;
use numpy::PyArray1;
use pegsim::experiment::energy;
use pegsim::experiment::truth;
use pegsim::math::{Pose, Twist, Vec3};
use pegsim::world::{BodyId, Model, State as CoreState};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A moment of a world, to come back to: with what the next step remembers, so that a run goes on to the bit.
#[pyclass(frozen, eq, module = "pegsim")]
#[derive(Clone, PartialEq)]
pub struct State(pub CoreState);

#[pymethods]
impl State {
    /// Steps done since the start.
    #[getter]
    fn step(&self) -> u64 {
        self.0.step
    }

    /// Simulated time (s).
    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// SHA-256 over the bits of all poses and velocities.
    #[getter]
    fn hash(&self) -> String {
        pegsim::experiment::state_hash(&self.0)
    }

    /// The state as text.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The state from its text.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let read = serde_json::from_str(text);
        read.map(Self).map_err(|error| PyValueError::new_err(format!("this is no state of a world: {error}")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_json")?, (self.to_json()?,)))
    }

    fn __repr__(&self) -> String {
        format!("State(step={}, time={})", self.0.step, self.0.time)
    }
}

/// Energy and momentum of the bodies that impulses move.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Energy {
    kinetic: f64,
    potential: f64,
    total: f64,
    linear_momentum: Py<PyArray1<f64>>,
    angular_momentum: Py<PyArray1<f64>>,
}

impl Energy {
    pub fn of(py: Python<'_>, model: &Model, state: &CoreState) -> Self {
        let found = energy::measure(model, state);
        let vector = |v: Vec3| arrays::column(py, v.iter().copied());
        Self {
            kinetic: found.kinetic,
            potential: found.potential,
            total: found.total(),
            linear_momentum: vector(found.linear_momentum),
            angular_momentum: vector(found.angular_momentum),
        }
    }
}

#[pymethods]
impl Energy {
    fn __repr__(&self) -> String {
        format!("Energy(kinetic={}, potential={}, total={})", self.kinetic, self.potential, self.total)
    }
}

/// What the truth meter reads: how far bodies are in each other.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Truth {
    depth_max: f64,
    overlap_total: f64,
    worst_pair: Option<(String, String)>,
}

impl Truth {
    pub fn of(model: &Model, found: &truth::Truth) -> Self {
        let name = |id: BodyId| model.body(id).name.clone();
        Self {
            depth_max: found.depth_max,
            overlap_total: found.overlap_total,
            worst_pair: found.worst_pair.map(|(a, b)| (name(a), name(b))),
        }
    }
}

#[pymethods]
impl Truth {
    fn __repr__(&self) -> String {
        format!("Truth(depth_max={}, overlap_total={})", self.depth_max, self.overlap_total)
    }
}

/// Where the frame is in which a scene gives a body's points, and how its origin moves.
pub struct FrameMotion {
    pub position: Vec3,
    pub orientation: [f64; 4],
    pub velocity: Vec3,
    pub angular_velocity: Vec3,
}

impl FrameMotion {
    /// Of one body at the time of the state.
    pub fn of(model: &Model, state: &CoreState, id: BodyId) -> Self {
        let (pose, twist) = (state.pose(id), model.twist_now(state, id));
        let (position, orientation) = model.scene_frame(id, pose);
        Self {
            position,
            orientation: arrays::wxyz(&orientation),
            velocity: twist.linear + twist.angular.cross(&(position - pose.position)),
            angular_velocity: twist.angular,
        }
    }

    /// Pose and twist of the centre of mass that a step reads.
    ///
    /// # Errors
    /// An orientation that is none.
    pub fn of_centre(&self, model: &Model, state: &CoreState, id: BodyId) -> PyResult<(Pose, Twist)> {
        let orientation = arrays::rotation(self.orientation)?;
        let arm = orientation * model.body(id).centre_of_mass;
        let linear = self.velocity + self.angular_velocity.cross(&arm);
        // What is stored is meant some time before the state.
        let lag = if model.body(id).is_dynamic() { model.lag(state, id) } else { 0.0 };
        let twist =
            Twist { linear: linear - model.effective_gravity() * lag, angular: self.angular_velocity };
        Ok((Pose { position: self.position + arm, orientation }, twist))
    }
}
