//! `World`: a scene under way.

use crate::arrays::{self, column, rows, vectors};
use crate::motion::{Energy, FrameMotion, State, Truth};
use crate::record::{Contacts, Determinacy, Disjunction, Joints, Solve};
use crate::which::{self, Which, Wrenches};
use crate::{catalogue, error, settings};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pegsim::experiment::TruthMeter;
use pegsim::geometry::polytope::Polytope;
use pegsim::math::{Pose, Vec3};
use pegsim::scene::{self, LoadedScene, Scene};
use pegsim::step::{self, Simulation, StepSettings};
use pegsim::world::StepInput;
use pegsim::world::joint::{Controller, Target};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A scene under way under one contact model.
#[pyclass(module = "pegsim")]
pub struct World {
    pub(crate) scene: Arc<LoadedScene>,
    /// Where the paths of meshes start.
    folder: PathBuf,
    run: Simulation,
    meter: OnceLock<TruthMeter>,
}

impl World {
    /// The settings that it has now.
    pub(crate) fn settings_now(&self) -> &StepSettings {
        &self.run.settings
    }

    fn new(scene: LoadedScene, folder: PathBuf, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut run = scene.simulation();
        run.settings = settings::applied(&scene, &run.settings, &settings::overrides(given)?)?;
        Ok(Self { scene: Arc::new(scene), folder, run, meter: OnceLock::new() })
    }

    fn motions(&self) -> impl Iterator<Item = FrameMotion> + '_ {
        self.run.model.ids().map(|id| FrameMotion::of(&self.run.model, &self.run.state, id))
    }

    /// Takes a changed state, where it is one that a run can be in. What was remembered of contacts belongs to other places.
    fn moved(&mut self, mut next: pegsim::world::State) -> PyResult<()> {
        next.memory = pegsim::world::ContactMemory::default();
        let model = &self.run.model;
        for (id, body) in model.ids().zip(&model.bodies) {
            let stays = body.kind != pegsim::world::BodyKind::Fixed
                || (next.pose(id) == self.run.state.pose(id) && next.twist(id) == self.run.state.twist(id));
            if !stays {
                return Err(error::value(format!(
                    "body `{}` is fixed; only dynamic and kinematic bodies can be moved",
                    pegsim::quote::brief(&body.name)
                )));
            }
        }
        scene::check_state(model, &next).map_err(error::value)?;
        self.run.state = next;
        self.run.record = None;
        Ok(())
    }

    /// The scene with the settings, targets and moment that the world has now.
    fn source(&self) -> Scene {
        let mut source = self.scene.source.clone().with_settings(&self.run.settings);
        source.resume = (self.run.state != self.scene.state).then(|| self.run.state.clone());
        for (described, controller) in source.controllers.iter_mut().zip(&self.run.model.controllers) {
            if let Controller::JointPd { target, .. } = controller {
                described.target = Some(target.clone());
            }
        }
        source
    }
}

#[pymethods]
impl World {
    #[classmethod]
    #[pyo3(signature = (path, **settings))]
    fn from_file(
        _class: &Bound<'_, PyType>,
        path: PathBuf,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self::new(scene::load_file(&path).map_err(error::scene)?, folder, settings)
    }

    #[classmethod]
    #[pyo3(signature = (text, *, folder = None, **settings))]
    fn from_ron(
        _class: &Bound<'_, PyType>,
        text: &str,
        folder: Option<PathBuf>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let folder = folder.unwrap_or_default();
        Self::new(scene::load_str(text, "scene", &folder).map_err(error::scene)?, folder, settings)
    }

    #[classmethod]
    #[pyo3(signature = (text, *, folder = None, **settings))]
    fn from_json(
        _class: &Bound<'_, PyType>,
        text: &str,
        folder: Option<PathBuf>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let read: Scene = serde_path_to_error::deserialize(&mut reader).map_err(|wrong| {
            let (path, inner) = (wrong.path().to_string(), wrong.inner().to_string());
            // Line and column of a text that nobody wrote.
            let said = inner.split(" at line ").next().unwrap_or_default();
            error::SceneError::new_err(pegsim::quote::fit(&format!("{path}: {said}"), 200))
        })?;
        let folder = folder.unwrap_or_default();
        // Whether a scene can be run depends on the model, and nobody wrote another one into it.
        let given = settings::overrides(settings)?.apply(&read.settings());
        Self::new(
            scene::rebuild(read.with_settings(&given), &folder).map_err(error::scene)?,
            folder,
            settings,
        )
    }

    #[classmethod]
    #[pyo3(signature = (scene, *, folder = None, **settings))]
    fn from_dict(
        class: &Bound<'_, PyType>,
        scene: &Bound<'_, PyAny>,
        folder: Option<PathBuf>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let text: String = class.py().import("pegsim.scene")?.call_method1("text", (scene,))?.extract()?;
        Self::from_json(class, &text, folder, settings)
    }

    #[classmethod]
    #[pyo3(signature = (name, **settings))]
    fn from_scene(
        _class: &Bound<'_, PyType>,
        name: &str,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let found = catalogue::shipped_scene(name)?;
        Self::new(found.load().map_err(error::scene)?, PathBuf::new(), settings)
    }

    /// Goes forward. The lock of the interpreter is not held meanwhile.
    #[pyo3(signature = (n = 1, *, wrenches = None))]
    fn step(&mut self, py: Python<'_>, n: u64, wrenches: Option<Wrenches<'_>>) -> PyResult<()> {
        let input = which::input(&self.run.model, wrenches)?;
        let run = &mut self.run;
        if n == 1 {
            // The interpreter hears an interrupt between calls by itself, so that no clock need be read.
            return py.detach(|| run.step(&input)).map(drop).map_err(|failed| error::step(&failed));
        }
        let mut left = n;
        while left > 0 {
            let outcome = py.detach(|| {
                let begun = Instant::now();
                while left > 0 {
                    run.step(&input)?;
                    left -= 1;
                    if begun.elapsed() > crate::HEARD {
                        break;
                    }
                }
                Ok(())
            });
            outcome.map_err(|failed| error::step(&failed))?;
            py.check_signals()?;
        }
        Ok(())
    }

    /// Back to the start.
    fn reset(&mut self) {
        self.run.reset();
    }

    /// Other settings from now on.
    #[pyo3(signature = (**settings))]
    fn configure(&mut self, settings: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let given = settings::overrides(settings)?;
        self.run.settings = settings::applied(&self.scene, &self.run.settings, &given)?;
        Ok(())
    }

    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::run::from_json(py, &self.run.settings)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.scene.name
    }

    #[getter]
    fn duration(&self) -> Option<f64> {
        self.scene.duration
    }

    #[getter]
    fn dimension(&self) -> usize {
        match self.run.model.dimension {
            pegsim::math::Dimension::Two => 2,
            pegsim::math::Dimension::Three => 3,
        }
    }

    #[getter]
    fn model(&self) -> &'static str {
        self.run.settings.contact.model.name()
    }

    #[getter]
    fn time_step(&self) -> f64 {
        self.run.settings.h
    }

    #[getter]
    fn time(&self) -> f64 {
        self.run.state.time
    }

    #[getter]
    fn steps(&self) -> u64 {
        self.run.state.step
    }

    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.run.model.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    #[getter]
    fn kinds(&self) -> Vec<String> {
        self.run.model.bodies.iter().map(|body| format!("{:?}", body.kind).to_lowercase()).collect()
    }

    #[getter]
    fn joints(&self) -> Vec<&str> {
        self.run.model.joints.iter().map(|joint| joint.name.as_str()).collect()
    }

    #[getter]
    fn masses(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        column(py, self.run.model.bodies.iter().map(|body| body.mass))
    }

    #[getter]
    fn inertias<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flat = rows::<9>(
            py,
            self.run.model.bodies.iter().map(|body| {
                // Symmetric, so that the order of rows and columns is all one.
                std::array::from_fn(|k| body.inertia[k])
            }),
        );
        flat.call_method1("reshape", ((self.run.model.bodies.len(), 3, 3),))
    }

    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        vectors(py, self.motions().map(|m| m.position))
    }

    #[getter]
    fn orientations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        rows(py, self.motions().map(|m| m.orientation))
    }

    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        vectors(py, self.motions().map(|m| m.velocity))
    }

    #[getter]
    fn angular_velocities<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        vectors(py, self.motions().map(|m| m.angular_velocity))
    }

    #[getter]
    fn centres<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        vectors(py, self.run.state.poses.iter().map(|pose| pose.position))
    }

    #[getter]
    fn active<'py>(&self, py: Python<'py>) -> Py<PyArray1<bool>> {
        let time = self.run.state.time;
        column(py, self.run.model.ids().map(|id| self.run.model.is_active(id, time)))
    }

    /// Puts one body somewhere else, or gives it another velocity.
    #[pyo3(signature = (body, *, position = None, orientation = None, velocity = None, angular_velocity = None))]
    fn set_body(
        &mut self,
        body: Which,
        position: Option<[f64; 3]>,
        orientation: Option<[f64; 4]>,
        velocity: Option<[f64; 3]>,
        angular_velocity: Option<[f64; 3]>,
    ) -> PyResult<()> {
        let id = which::body(&self.run.model, &body)?;
        let mut next = self.run.state.clone();
        let mut motion = FrameMotion::of(&self.run.model, &next, id);
        let vector = |now: Vec3, given: Option<[f64; 3]>| given.map_or(now, Vec3::from);
        motion.position = vector(motion.position, position);
        motion.orientation = orientation.unwrap_or(motion.orientation);
        motion.velocity = vector(motion.velocity, velocity);
        motion.angular_velocity = vector(motion.angular_velocity, angular_velocity);
        (next.poses[id.0], next.twists[id.0]) = motion.of_centre(&self.run.model, &next, id)?;
        // What bore it belongs to where it was.
        next.support.retain(|(of, _)| *of != id);
        self.moved(next)
    }

    /// Puts all bodies somewhere else, a row for each; rows of fixed bodies must be as they are.
    #[pyo3(signature = (*, positions = None, orientations = None, velocities = None, angular_velocities = None))]
    fn set_motion(
        &mut self,
        positions: Option<PyReadonlyArray2<'_, f64>>,
        orientations: Option<PyReadonlyArray2<'_, f64>>,
        velocities: Option<PyReadonlyArray2<'_, f64>>,
        angular_velocities: Option<PyReadonlyArray2<'_, f64>>,
    ) -> PyResult<()> {
        let model = self.run.model.clone();
        let count = model.bodies.len();
        let three = |what: &str, array: Option<PyReadonlyArray2<'_, f64>>| {
            array.map(|array| arrays::of_bodies::<3>(what, &array, count)).transpose()
        };
        let positions = three("positions", positions)?;
        let velocities = three("velocities", velocities)?;
        let spins = three("angular_velocities", angular_velocities)?;
        let turns = orientations.map(|array| arrays::of_bodies::<4>("orientations", &array, count));
        let turns = turns.transpose()?;
        let mut next = self.run.state.clone();
        for id in model.ids().filter(|id| model.body(*id).kind != pegsim::world::BodyKind::Fixed) {
            let mut motion = FrameMotion::of(&model, &self.run.state, id);
            let vector = |now: Vec3, all: &Option<Vec<[f64; 3]>>| {
                all.as_ref().map_or(now, |all| Vec3::from(all[id.0]))
            };
            motion.position = vector(motion.position, &positions);
            motion.velocity = vector(motion.velocity, &velocities);
            motion.angular_velocity = vector(motion.angular_velocity, &spins);
            motion.orientation = turns.as_ref().map_or(motion.orientation, |all| all[id.0]);
            (next.poses[id.0], next.twists[id.0]) = motion.of_centre(&model, &next, id)?;
        }
        next.support.clear();
        self.moved(next)
    }

    /// The target that a drive holds its joint to from now on (rad or m).
    fn set_target(&mut self, joint: &str, value: f64) -> PyResult<()> {
        arrays::finite("the target", [value])?;
        let model = Arc::make_mut(&mut self.run.model);
        let number = model.joints.iter().position(|j| j.name == joint);
        let drives = model.controllers.iter_mut().filter_map(|controller| match controller {
            Controller::JointPd { joint, target, .. } if Some(*joint) == number => Some(target),
            _ => None,
        });
        let mut driven = false;
        for target in drives {
            *target = Target::Constant(value);
            driven = true;
        }
        if driven {
            return Ok(());
        }
        Err(error::value(format!(
            "no drive holds a joint `{}`; a scene gives a joint one with a controller of the kind JointPd",
            pegsim::quote::brief(joint)
        )))
    }

    #[getter(state)]
    fn get_state(&self) -> State {
        State(self.run.state.clone())
    }

    #[setter(state)]
    fn set_state(&mut self, state: &State) -> PyResult<()> {
        scene::check_state(&self.run.model, &state.0).map_err(error::value)?;
        self.run.state = state.0.clone();
        self.run.record = None;
        Ok(())
    }

    fn contacts(&self, py: Python<'_>) -> Contacts {
        Contacts::of(py, self.run.record.as_deref())
    }

    fn ahead(&self, py: Python<'_>) -> PyResult<Contacts> {
        let run = &self.run;
        let found = py.detach(|| step::ahead(&run.model, &run.state, &StepInput::default(), &run.settings));
        found.map(|record| Contacts::of(py, Some(&record))).map_err(|failed| error::step(&failed))
    }

    fn determinacy(&self, py: Python<'_>) -> Determinacy {
        Determinacy::of(py, &self.run)
    }

    fn disjunctions(&self) -> Vec<Disjunction> {
        Disjunction::all(self.run.record.as_deref())
    }

    fn joint_records(&self, py: Python<'_>) -> Joints {
        Joints::of(py, &self.run.model, self.run.record.as_deref())
    }

    #[getter]
    fn solve(&self) -> Option<Solve> {
        self.run.record.as_deref().map(Solve::of)
    }

    fn energy(&self, py: Python<'_>) -> Energy {
        Energy::of(py, &self.run.model, &self.run.state)
    }

    fn truth(&self, py: Python<'_>) -> Truth {
        let meter = self.meter.get_or_init(|| TruthMeter::new(&self.scene.model));
        let found = py.detach(|| meter.measure(&self.run.model, &self.run.state));
        Truth::of(&self.run.model, &found)
    }

    /// The scene as text, with the settings and the moment that the world has now.
    #[pyo3(signature = (*, anchored = false))]
    fn to_ron(&self, anchored: bool) -> String {
        let mut source = self.source();
        if anchored {
            source.anchor_meshes(&self.folder);
        }
        scene::to_text(&source)
    }

    /// The same in JSON.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.source()).map_err(|wrong| error::value(wrong.to_string()))
    }

    /// Corners of the parts of each body as they are now; of round ones those that they are drawn with.
    fn outlines<'py>(&self, py: Python<'py>) -> Vec<Vec<Bound<'py, PyArray2<f64>>>> {
        let part = |pose: &Pose, part: &Polytope| {
            vectors(py, part.drawn().vertices.iter().map(|v| pose.transform_point(v)))
        };
        let bodies = self.run.model.bodies.iter().zip(&self.run.state.poses);
        bodies.map(|(body, pose)| body.parts.iter().map(|p| part(pose, p)).collect()).collect()
    }

    #[pyo3(signature = (path, *, force = false))]
    fn save(&self, path: PathBuf, force: bool) -> PyResult<()> {
        let mut source = self.source();
        if path.parent() != Some(self.folder.as_path()) {
            source.anchor_meshes(&self.folder);
        }
        let file = pegsim::output::Outputs::new(force).file(&path);
        let written = file.and_then(|file| file.finish_with(scene::to_text(&source).as_bytes()));
        written.map_err(|refused| pyo3::exceptions::PyOSError::new_err(refused.to_string()))
    }

    fn copy(&self) -> Self {
        Self {
            scene: self.scene.clone(),
            folder: self.folder.clone(),
            run: self.run.clone(),
            meter: OnceLock::new(),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// For `pickle`: the text of the scene at this moment, from which a run goes on to the bit.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_ron")?, (self.to_ron(true),)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<World {:?}: {} bodies, {}, t = {} s>",
            self.scene.name,
            self.run.model.bodies.len(),
            self.model(),
            self.run.state.time
        )
    }
}
