//! What a run amounts to, collected step by step: from there the report.

use crate::experiment::accuracy::watched;
use crate::experiment::energy;
use crate::experiment::energy::Energy;
use crate::experiment::hash::state_hash;
use crate::experiment::momentum::Balance;
use crate::experiment::report::{
    AccuracyMax, BrokenJoint, EnergyReport, ExemptReport, LastBody, MeshReport, Report, SolverStats,
    StepTime, fallback_class,
};
use crate::experiment::stats::{Counter, Quartiles, Spread, max_keeping_nan};
use crate::experiment::truth::{Truth, TruthMeter, exempts};
use crate::math::Dimension;
use crate::scene::{Decomposed, LoadedScene};
use crate::step::{StepRecord, StepSettings, Timing};
use crate::world::joint::Controller;
use crate::world::{BodyId, Model, State};

/// What is collected step by step.
pub struct Tally {
    meter: TruthMeter,
    overlaps: Overlaps,
    exempt: Overlaps,
    contacts: Counter,
    traps: Counter,
    sprung: Counter,
    disjunctions: Counter,
    iterations: Counter,
    outer: Counter,
    residual_max: f64,
    accuracy: AccuracyMax,
    fallbacks: std::collections::BTreeMap<String, usize>,
    methods: std::collections::BTreeMap<String, usize>,
    wall: Spread,
    /// Sums over the steps (s).
    timing: Timing,
    initial: Energy,
    spawned: f64,
    max_gain: f64,
    drive_work: f64,
    momentum: Balance,
    max_speed: f64,
    joint_error: Spread,
    broken: Vec<BrokenJoint>,
}

/// What the truth meter read after each step.
#[derive(Default)]
struct Overlaps {
    total: Spread,
    depth: Spread,
    deepest: f64,
    worst_pair: Option<[String; 2]>,
}

impl Overlaps {
    fn add(&mut self, model: &Model, total: f64, depth: f64, pair: Option<(BodyId, BodyId)>) {
        self.total.push(total);
        self.depth.push(depth);
        if depth > self.deepest
            && let Some((a, b)) = pair
        {
            self.deepest = depth;
            self.worst_pair = Some([model.body(a).name.clone(), model.body(b).name.clone()]);
        }
    }
}

impl Tally {
    /// Nothing yet, at the start of a run.
    pub fn new(model: &Model, state: &State) -> Self {
        let initial = energy::measure(model, state);
        Self {
            meter: TruthMeter::new(model),
            overlaps: Overlaps::default(),
            exempt: Overlaps::default(),
            contacts: Counter::default(),
            traps: Counter::default(),
            sprung: Counter::default(),
            disjunctions: Counter::default(),
            iterations: Counter::default(),
            outer: Counter::default(),
            residual_max: 0.0,
            accuracy: AccuracyMax::default(),
            fallbacks: std::collections::BTreeMap::new(),
            methods: std::collections::BTreeMap::new(),
            wall: Spread::default(),
            timing: Timing::default(),
            initial,
            spawned: 0.0,
            max_gain: 0.0,
            drive_work: 0.0,
            momentum: Balance::new(model, &initial),
            max_speed: 0.0,
            joint_error: Spread::default(),
            broken: Vec::new(),
        }
    }

    /// Adds a step: the states before and after it, its record, its wall time and its size h (s). What the truth meter read.
    pub fn add(
        &mut self,
        model: &Model,
        before: &State,
        after: &State,
        record: &StepRecord,
        wall: f64,
        h: f64,
    ) -> Truth {
        let truth = self.meter.measure(model, after);
        self.overlaps.add(model, truth.overlap_total, truth.depth_max, truth.worst_pair);
        let exempt = &truth.exempt;
        self.exempt.add(model, exempt.overlap_total, exempt.depth_max, exempt.worst_pair);
        if !model.joints.is_empty() {
            self.joint_error.push(record.joints.iter().map(|j| j.error).fold(0.0, max_keeping_nan));
        }
        self.broken.extend(record.joints.iter().filter(|j| j.broke).map(|j| BrokenJoint {
            joint: model.joints[j.joint].name.clone(),
            time: after.time,
            force: j.force.norm(),
            torque: j.torque.norm(),
        }));
        self.contacts.push(record.contacts.len());
        self.traps.push(record.traps);
        self.sprung.push(record.sprung_traps);
        self.disjunctions.push(record.disjunctions.len());
        self.iterations.push(record.solve.iterations);
        self.outer.push(record.solve.outer_iterations);
        self.residual_max = max_keeping_nan(self.residual_max, record.solve.accuracy.residual().natural_map);
        self.accuracy.take(&record.solve.accuracy);
        if let Some(reason) = &record.solve.fallback {
            *self.fallbacks.entry(fallback_class(reason)).or_default() += 1;
        }
        *self.methods.entry(record.solve.method.to_owned()).or_default() += 1;
        self.wall.push(wall);
        self.timing.add(&record.timing);
        self.balance(model, before, after, h);
        self.drive_work += energy::drive_work(model, before, after, record);
        if record.solve.substeps > 1 && !energy::impulse_is_divisible(model, before, h) {
            self.momentum.lose_sight();
        }
        self.max_speed = max_keeping_nan(self.max_speed, energy::max_speed(model, after));
        truth
    }

    /// Energy and momentum over one step. What entered in it counts from its end on.
    fn balance(&mut self, model: &Model, before: &State, after: &State, h: f64) {
        let start = energy::measure(model, before);
        let end = energy::measure_at(model, after, before.time);
        let end_with_new = energy::measure(model, after);
        self.max_gain = max_keeping_nan(self.max_gain, end.total() - start.total());
        self.spawned += end_with_new.total() - end.total();

        self.momentum.add(model, before, h, &end, &end_with_new);
    }

    /// The report on the steps added, with the last state, and why the run stopped early if it did.
    pub fn report(
        self,
        scene: &LoadedScene,
        settings: &StepSettings,
        state: &State,
        failure: Option<String>,
    ) -> Report {
        let iterations = self.iterations.count();
        let steps = self.wall.count().max(1) as f64;
        let [median, p99, max] = self.wall.quantiles([0.5, 0.99, 1.0]);
        Report {
            scene: scene.name.clone(),
            model: settings.contact.model.name().to_owned(),
            geometry: settings.contact.geometry().name().to_owned(),
            impact: settings.contact.impact(&scene.model).name().to_owned(),
            stabilisation: settings.contact.has_stabilisation().then(|| settings.contact.share_of_gaps()),
            penalty: settings.contact.model.is_of_forces().then_some(settings.contact.penalty),
            friction_law: settings.friction.law(settings.contact.model).name().to_owned(),
            solver: settings.solver.method.name().to_owned(),
            meshes: scene.decomposed.iter().map(|mesh| mesh_report(scene, mesh)).collect(),
            dimension: match scene.model.dimension {
                Dimension::Two => "two",
                Dimension::Three => "three",
            }
            .to_owned(),
            time_step: settings.h,
            steps: self.wall.count(),
            duration: state.time,
            bodies: scene.model.bodies.len(),
            completed: failure.is_none(),
            overlap: Quartiles::of_spread(&self.overlaps.total),
            penetration_depth: Quartiles::of_spread(&self.overlaps.depth),
            worst_pair: self.overlaps.worst_pair,
            exempt: exempts(&scene.model).then(|| ExemptReport {
                overlap: Quartiles::of_spread(&self.exempt.total),
                penetration_depth: Quartiles::of_spread(&self.exempt.depth),
                worst_pair: self.exempt.worst_pair,
            }),
            contacts: self.contacts.count(),
            traps: self.traps.count(),
            sprung_traps: self.sprung.count(),
            disjunctions: self.disjunctions.count(),
            solver_stats: SolverStats {
                iterations_mean: iterations.mean,
                iterations_max: iterations.max,
                outer_iterations_mean: self.outer.count().mean,
                residual_max: self.residual_max,
                accuracy: self.accuracy,
                failures: usize::from(failure.is_some()),
                fallbacks: self.fallbacks.values().sum(),
            },
            fallback_reasons: self.fallbacks,
            methods: self.methods,
            step_time: StepTime {
                median,
                p99,
                max,
                detect: self.timing.detect / steps,
                formulate: self.timing.formulate / steps,
                solve: self.timing.solve / steps,
            },
            joint_error: (!scene.model.joints.is_empty()).then(|| Quartiles::of_spread(&self.joint_error)),
            broken_joints: self.broken,
            position_error: None,
            drift: None,
            energy: EnergyReport {
                initial: self.initial.total(),
                last: energy::measure(&scene.model, state).total(),
                spawned: self.spawned,
                max_gain_per_step: self.max_gain,
                drive_work: has_drives(&scene.model).then_some(self.drive_work),
            },
            momentum_drift: self.momentum.linear(),
            angular_momentum_drift: self.momentum.angular(),
            max_speed: self.max_speed,
            last_body: last_body(scene, state),
            final_state_hash: state_hash(state),
            failure,
            failure_details: None,
            interrupted: false,
        }
    }
}

fn has_drives(model: &Model) -> bool {
    model.controllers.iter().any(|controller| matches!(controller, Controller::JointPd { .. }))
}

fn mesh_report(scene: &LoadedScene, mesh: &Decomposed) -> MeshReport {
    let Decomposed { body, file, parts, error, spacing, .. } = mesh;
    let (body, file) = (scene.model.body(*body).name.clone(), file.clone());
    MeshReport { body, file, parts: parts.len(), error: *error, spacing: *spacing }
}

fn last_body(scene: &LoadedScene, state: &State) -> Option<LastBody> {
    let model = &scene.model;
    let id = watched(model)?;
    let displacement = state.poses[id.0].position - scene.state.poses[id.0].position;
    let across = match model.effective_gravity().try_normalize(0.0) {
        Some(down) => displacement - displacement.dot(&down) * down,
        None => displacement,
    };
    Some(LastBody {
        name: model.body(id).name.clone(),
        displacement: displacement.into(),
        horizontal: across.norm(),
    })
}
