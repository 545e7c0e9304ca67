//! What is kept of every step of a run, by name.

use crate::experiment::accuracy::watched;
use crate::experiment::{Moment, energy};
use crate::lcp::catalogue;
use crate::lcp::{LcpSettings, Status, solve};
use crate::scene::LoadedScene;
use crate::step::{Simulation, literal_problems};
use crate::stop::Stop;
use crate::world::State;
use std::collections::BTreeMap;

/// What is kept of a run besides its report.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Nothing.
    Report,
    /// `contacts`, `traps`, `sprung` of every step.
    Counts,
    /// `time` (s), `x`, `y`, `z` (m) and `angle` (rad, about z) of the watched body, from the first step on.
    Way,
    /// `time` (s), `depth` (m) of the deepest penetration, `kinetic` (J).
    Depths,
    /// `time` (s), `total` and the momentum along x of every body under its name (N·s), from the start on.
    Momenta,
    /// `time` (s) and `error` (m): how far the joint that is farthest apart is.
    Joints,
    /// After these steps the poses of all bodies that are there, body after body: number of the body, x, y, z, and the
    /// orientation as w, x, y, z; under `step N`.
    Poses(Vec<u64>),
    /// Before this step the complementarity problem with most rows, solved by every method: under the method's name whether it
    /// was solved (1), natural map, iterations, multiplications.
    Solvers(u64),
}

/// Numbers by name.
type Series = BTreeMap<String, Vec<f64>>;

fn push(series: &mut Series, name: &str, value: f64) {
    // Looked up first: a name is made once a run and not once a step.
    match series.get_mut(name) {
        Some(values) => values.push(value),
        None => {
            series.insert(name.to_owned(), vec![value]);
        }
    }
}

impl Look {
    /// What there is to be seen before the first step.
    pub(super) fn begin(&self, scene: &LoadedScene, series: &mut Series) {
        match self {
            Self::Momenta => momenta(scene, scene.first_state(), series),
            Self::Poses(steps) if steps.contains(&0) => poses(scene, scene.first_state(), series),
            _ => {}
        }
    }

    /// What there is to be seen after a step.
    pub(super) fn see(&self, scene: &LoadedScene, moment: &Moment, series: &mut Series) {
        let state = moment.state;
        match self {
            Self::Report | Self::Solvers(_) => {}
            Self::Counts => {
                push(series, "contacts", moment.record.contacts.len() as f64);
                push(series, "traps", moment.record.traps as f64);
                push(series, "sprung", moment.record.sprung_traps as f64);
            }
            Self::Way => {
                let Some(id) = watched(&scene.model) else { return };
                let pose = &state.poses[id.0];
                push(series, "time", state.time);
                for (name, value) in ["x", "y", "z"].into_iter().zip(pose.position.iter()) {
                    push(series, name, *value);
                }
                push(series, "angle", pose.orientation.scaled_axis().z);
            }
            Self::Depths => {
                push(series, "time", state.time);
                push(series, "depth", moment.truth.depth_max);
                push(series, "kinetic", energy::measure(&scene.model, state).kinetic);
            }
            Self::Momenta => momenta(scene, state, series),
            Self::Joints => {
                push(series, "time", state.time);
                let error = moment.record.joints.iter().map(|joint| joint.error).fold(0.0, f64::max);
                push(series, "error", error);
            }
            Self::Poses(steps) => {
                if steps.contains(&state.step) {
                    poses(scene, state, series);
                }
            }
        }
    }

    /// What there is to be seen before a step.
    pub(super) fn before(&self, simulation: &Simulation, series: &mut Series) {
        let Self::Solvers(step) = self else { return };
        if simulation.state.step + 1 != *step {
            return;
        }
        let problems = literal_problems(&simulation.model, &simulation.state, &simulation.settings);
        let Some(problem) = problems.into_iter().max_by_key(|problem| problem.b().len()) else { return };
        push(series, "rows", problem.b().len() as f64);
        for (method, solver) in catalogue::solvers() {
            let counted = Stop::new();
            let report = counted.watch(|| solve(solver, &problem, &LcpSettings::default(), None)).report;
            let solved = f64::from(u8::from(report.status == Status::Solved));
            for value in
                [solved, report.residual.natural_map, report.iterations as f64, counted.spent() as f64]
            {
                push(series, method.name, value);
            }
        }
    }
}

fn momenta(scene: &LoadedScene, state: &State, series: &mut Series) {
    push(series, "time", state.time);
    let mut total = 0.0;
    for id in scene.model.ids().filter(|id| scene.model.body(*id).is_dynamic()) {
        let body = scene.model.body(id);
        let momentum = body.mass * state.twists[id.0].linear.x;
        push(series, &body.name, momentum);
        total += momentum;
    }
    push(series, "total", total);
}

fn poses(scene: &LoadedScene, state: &State, series: &mut Series) {
    let name = format!("step {}", state.step);
    for id in scene.model.ids().filter(|id| scene.model.is_active(*id, state.time)) {
        let pose = &state.poses[id.0];
        let q = pose.orientation;
        let place = pose.position.iter().copied();
        for value in std::iter::once(id.0 as f64).chain(place).chain([q.w, q.i, q.j, q.k]) {
            push(series, &name, value);
        }
    }
}
