//! What the last step found: contacts, disjunctions, joints, and how it was solved.

use crate::arrays::{column, vectors};
use numpy::{PyArray1, PyArray2};
use pegsim::contact::Feature;
use pegsim::contact::models::DisjunctionKind;
use pegsim::step::{self, Simulation, StepRecord};
use pegsim::world::{Model, PartId};
use pyo3::prelude::*;

/// The potential contacts of a step, one entry of every array for each.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Contacts {
    body_a: Py<PyArray1<i64>>,
    body_b: Py<PyArray1<i64>>,
    part_a: Py<PyArray1<i64>>,
    part_b: Py<PyArray1<i64>>,
    feature_a: Vec<(&'static str, usize)>,
    feature_b: Vec<(&'static str, usize)>,
    gap: Py<PyArray1<f64>>,
    end_gap: Py<PyArray1<f64>>,
    normal: Py<PyArray2<f64>>,
    point_a: Py<PyArray2<f64>>,
    point_b: Py<PyArray2<f64>>,
    impulse: Py<PyArray1<f64>>,
    friction: Py<PyArray2<f64>>,
    applicable: Py<PyArray1<bool>>,
    feasible: Py<PyArray1<bool>>,
    count: usize,
}

fn named(feature: Feature) -> (&'static str, usize) {
    match feature {
        Feature::Vertex(k) => ("vertex", k),
        Feature::Edge(k) => ("edge", k),
        Feature::Facet(k) => ("facet", k),
    }
}

impl Contacts {
    pub fn of(py: Python<'_>, record: Option<&StepRecord>) -> Self {
        let none = Vec::new();
        let contacts = record.map_or(&none, |record| &record.contacts);
        let pairs = || contacts.iter().map(|c| c.pair);
        let body = |id: PartId| id.body.0 as i64;
        let part = |id: PartId| id.part as i64;
        let numbers = |all: Option<&Vec<f64>>| column(py, all.into_iter().flatten().copied());
        let friction = record.map(|record| &record.friction_impulses);
        Self {
            body_a: column(py, pairs().map(|pair| body(pair.a.0))),
            body_b: column(py, pairs().map(|pair| body(pair.b.0))),
            part_a: column(py, pairs().map(|pair| part(pair.a.0))),
            part_b: column(py, pairs().map(|pair| part(pair.b.0))),
            feature_a: pairs().map(|pair| named(pair.a.1)).collect(),
            feature_b: pairs().map(|pair| named(pair.b.1)).collect(),
            gap: column(py, contacts.iter().map(|c| c.gap)),
            end_gap: numbers(record.map(|record| &record.end_gaps)),
            normal: vectors(py, contacts.iter().map(|c| c.normal)).unbind(),
            point_a: vectors(py, contacts.iter().map(|c| c.point_a)).unbind(),
            point_b: vectors(py, contacts.iter().map(|c| c.point_b)).unbind(),
            impulse: numbers(record.map(|record| &record.impulses)),
            friction: vectors(py, friction.into_iter().flatten().copied()).unbind(),
            applicable: column(py, contacts.iter().map(|c| c.applicable)),
            feasible: column(py, contacts.iter().map(|c| c.feasible)),
            count: contacts.len(),
        }
    }
}

#[pymethods]
impl Contacts {
    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<Contacts: {}>", self.count)
    }
}

/// Which forces of a step the laws of rigid bodies determine, one entry of every array for each contact.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Determinacy {
    examined: Py<PyArray1<bool>>,
    load: Py<PyArray1<bool>>,
    friction: Py<PyArray1<bool>>,
    excess: usize,
}

impl Determinacy {
    pub fn of(py: Python<'_>, run: &Simulation) -> Self {
        // Springs determine their forces: of penalty methods nothing is told.
        let solved = run.record.as_deref().filter(|_| !run.settings.contact.model.is_of_forces());
        let found =
            solved.map(|record| step::determinacy(&run.model, &run.state, record)).unwrap_or_default();
        let all = || found.contacts.iter();
        Self {
            examined: column(py, all().map(Option::is_some)),
            load: column(py, all().map(|told| told.is_some_and(|told| told.normal))),
            friction: column(py, all().map(|told| told.is_some_and(|told| told.friction))),
            excess: found.excess,
        }
    }
}

#[pymethods]
impl Determinacy {
    fn __repr__(&self) -> String {
        format!("<Determinacy: {} states of self-stress>", self.excess)
    }
}

/// A condition on the end of a step: at least one alternative, all contacts of it, holds.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Disjunction {
    kind: &'static str,
    bodies: (usize, usize),
    parts: (usize, usize),
    alternatives: Vec<Vec<usize>>,
    primary: usize,
}

impl Disjunction {
    pub fn all(record: Option<&StepRecord>) -> Vec<Self> {
        let of = |d: &pegsim::contact::models::Disjunction| Self {
            kind: DisjunctionKind::letter(d.kind),
            bodies: (d.parts.0.body.0, d.parts.1.body.0),
            parts: (d.parts.0.part, d.parts.1.part),
            alternatives: d.alternatives.iter().map(|a| a.contacts.iter().map(|id| id.0).collect()).collect(),
            primary: d.primary,
        };
        record.map_or_else(Vec::new, |record| record.disjunctions.iter().map(of).collect())
    }
}

#[pymethods]
impl Disjunction {
    fn __repr__(&self) -> String {
        format!("Disjunction(kind='{}', alternatives={:?})", self.kind, self.alternatives)
    }
}

/// The joints that held in a step, one entry of every array for each.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Joints {
    name: Vec<String>,
    coordinate: Py<PyArray1<f64>>,
    error: Py<PyArray1<f64>>,
    force: Py<PyArray2<f64>>,
    torque: Py<PyArray2<f64>>,
    drive: Py<PyArray1<f64>>,
    broke: Py<PyArray1<bool>>,
}

impl Joints {
    pub fn of(py: Python<'_>, model: &Model, record: Option<&StepRecord>) -> Self {
        let none = Vec::new();
        let all = record.map_or(&none, |record| &record.joints);
        Self {
            name: all.iter().map(|j| model.joints[j.joint].name.clone()).collect(),
            coordinate: column(py, all.iter().map(|j| j.coordinate)),
            error: column(py, all.iter().map(|j| j.error)),
            force: vectors(py, all.iter().map(|j| j.force)).unbind(),
            torque: vectors(py, all.iter().map(|j| j.torque)).unbind(),
            drive: column(py, all.iter().map(|j| j.drive)),
            broke: column(py, all.iter().map(|j| j.broke)),
        }
    }
}

#[pymethods]
impl Joints {
    fn __len__(&self) -> usize {
        self.name.len()
    }
}

/// How a step was solved.
#[pyclass(frozen, get_all, module = "pegsim")]
pub struct Solve {
    method: &'static str,
    size: usize,
    iterations: usize,
    problems: usize,
    switches: usize,
    parts: usize,
    residual: f64,
    islands: usize,
    traps: usize,
    sprung_traps: usize,
    remark: Option<String>,
    seconds: f64,
}

impl Solve {
    pub fn of(record: &StepRecord) -> Self {
        let solve = &record.solve;
        Self {
            method: solve.method,
            size: solve.size,
            iterations: solve.iterations,
            problems: solve.outer_iterations,
            switches: solve.switches,
            parts: solve.substeps,
            residual: solve.accuracy.residual().natural_map,
            islands: record.islands,
            traps: record.traps,
            sprung_traps: record.sprung_traps,
            remark: solve.fallback.clone(),
            seconds: record.timing.total,
        }
    }
}

#[pymethods]
impl Solve {
    fn __repr__(&self) -> String {
        format!(
            "Solve(method='{}', size={}, iterations={}, residual={:e})",
            self.method, self.size, self.iterations, self.residual
        )
    }
}
