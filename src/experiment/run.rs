//! One run of a scene: steps, measurements after each, and the report.

use crate::body::{Model, State};
use crate::dynamics::first_step_factor;
use crate::experiment::accuracy::{Track, watched};
use crate::experiment::energy::{self, Energy};
use crate::experiment::hash::state_hash;
use crate::experiment::report::{
    EnergyReport, LastBody, PositionError, Report, SolverStats, StepTime, fallback_class,
};
use crate::experiment::stats::{Count, Quartiles, max_keeping_nan, mean, quantile, sorted};
use crate::experiment::trajectory::TrajectoryWriter;
use crate::experiment::truth::TruthMeter;
use crate::math::{Dimension, Vec3};
use crate::model::ContactModel;
use crate::scene::LoadedScene;
use crate::sim::{Geometry, Simulation, SolverMethod, StepInput, StepRecord, StepSettings};
use std::io::Write;
use std::time::Instant;

/// How long an endless scene runs when nobody says otherwise (s).
pub const DEFAULT_DURATION: f64 = 5.0;

/// What the command line changes in the settings of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Contact model.
    pub model: Option<ContactModel>,
    /// When the contact geometry is evaluated.
    pub geometry: Option<Geometry>,
    /// Solver.
    pub solver: Option<SolverMethod>,
    /// Step size (s).
    pub time_step: Option<f64>,
    /// Pivots or sweeps at most.
    pub max_iterations: Option<usize>,
    /// Accepted residual.
    pub tolerance: Option<f64>,
    /// Detection distance ε (m).
    pub detection_distance: Option<f64>,
}

impl Overrides {
    /// The settings with what is given here in place of the scene's.
    pub fn apply(&self, settings: &StepSettings) -> StepSettings {
        let mut out = *settings;
        let contact = &mut out.contact;
        contact.model = self.model.unwrap_or(contact.model);
        contact.geometry = self.geometry.or(contact.geometry);
        contact.detection_distance = self.detection_distance.or(contact.detection_distance);
        out.solver.method = self.solver.unwrap_or(out.solver.method);
        out.solver.max_iterations = self.max_iterations.unwrap_or(out.solver.max_iterations);
        out.solver.tolerance = self.tolerance.unwrap_or(out.solver.tolerance);
        out.h = self.time_step.unwrap_or(out.h);
        out
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Steps done.
    pub step: u64,
    /// Steps to do.
    pub steps: u64,
    /// Simulated time (s).
    pub time: f64,
}

/// What a run does besides stepping.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// Settings in place of the scene's.
    pub overrides: Overrides,
    /// How long (s); `None`: as the scene says, or [`DEFAULT_DURATION`].
    pub duration: Option<f64>,
    /// Where the last dynamic body should be: the track of a reference run.
    pub reference: Option<&'a Track>,
    /// Called after each step.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
    /// Gets the initial state and the state after each step.
    pub trajectory: Option<&'a mut TrajectoryWriter<Box<dyn Write>>>,
    /// Called before each step with the simulation as the step will find it.
    pub before_step: Option<&'a mut dyn FnMut(&Simulation) -> std::io::Result<()>>,
}

/// What a run leaves behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// The last state.
    pub state: State,
    /// Where the last dynamic body went.
    pub track: Track,
}

/// The number of steps of size `h` that cover `duration`: a remainder below a billionth of a step is rounding.
pub fn step_count(duration: f64, h: f64) -> u64 {
    let steps = duration / h;
    let nearest = steps.round();
    if (steps - nearest).abs() <= 1e-9 * nearest.max(1.0) { nearest as u64 } else { steps.ceil() as u64 }
}

/// Runs a scene to its end, or to the first step that finds no acceptable state.
///
/// # Errors
/// Only if the trajectory, or what `before_step` writes, cannot be written. A failed step is no error: the report says so.
pub fn run(scene: &LoadedScene, mut options: RunOptions) -> std::io::Result<Outcome> {
    let settings = options.overrides.apply(&scene.settings);
    let duration = options.duration.or(scene.duration).unwrap_or(DEFAULT_DURATION);
    let model = &scene.model;
    let mut simulation = Simulation::new(model.clone(), scene.first_state().clone(), settings);
    let steps = step_count((duration - simulation.state.time).max(0.0), settings.h);
    let mut samples = Samples::new(model, &simulation.state);
    if let Some(trajectory) = options.trajectory.as_deref_mut() {
        trajectory.write(model, &simulation.state)?;
    }

    let mut track = Track::default();
    let mut failure = None;
    for step in 1..=steps {
        if let Some(look) = options.before_step.as_deref_mut() {
            look(&simulation)?;
        }
        let before = simulation.state.clone();
        let started = Instant::now();
        match simulation.step(&StepInput::default()) {
            Ok(record) => {
                let wall = started.elapsed().as_secs_f64();
                samples.add(model, &before, &simulation.state, &record, wall, settings.h);
                track.add(model, &simulation.state);
            }
            Err(error) => {
                failure = Some(error.to_string());
                break;
            }
        }
        if let Some(trajectory) = options.trajectory.as_deref_mut() {
            trajectory.write(model, &simulation.state)?;
        }
        if let Some(progress) = options.progress.as_deref_mut() {
            progress(Progress { step, steps, time: simulation.state.time });
        }
    }
    let mut report = samples.report(scene, &settings, &simulation.state, failure);
    report.position_error = options.reference.and_then(|reference| {
        let errors = track.errors(reference);
        Some(PositionError { quartiles: Quartiles::of(&errors), at_end: *errors.last()? })
    });
    Ok(Outcome { report, state: simulation.state, track })
}

/// What is collected step by step.
struct Samples {
    meter: TruthMeter,
    overlap: Vec<f64>,
    depth: Vec<f64>,
    deepest: f64,
    worst_pair: Option<[String; 2]>,
    contacts: Vec<usize>,
    traps: Vec<usize>,
    sprung: Vec<usize>,
    disjunctions: Vec<usize>,
    iterations: Vec<usize>,
    outer: Vec<usize>,
    residual_max: f64,
    fallbacks: std::collections::BTreeMap<String, usize>,
    methods: std::collections::BTreeMap<String, usize>,
    wall: Vec<f64>,
    detect: Vec<f64>,
    formulate: Vec<f64>,
    solve: Vec<f64>,
    initial: Energy,
    spawned: f64,
    max_gain: f64,
    momentum: MomentumBalance,
    max_speed: f64,
    joint_error: Vec<f64>,
}

/// Linear momentum against what is known to have come in.
struct MomentumBalance {
    expected: Vec3,
    worst: f64,
    scale: f64,
}

impl Samples {
    fn new(model: &Model, state: &State) -> Self {
        let initial = energy::measure(model, state);
        Self {
            meter: TruthMeter::new(model),
            overlap: Vec::new(),
            depth: Vec::new(),
            deepest: 0.0,
            worst_pair: None,
            contacts: Vec::new(),
            traps: Vec::new(),
            sprung: Vec::new(),
            disjunctions: Vec::new(),
            iterations: Vec::new(),
            outer: Vec::new(),
            residual_max: 0.0,
            fallbacks: std::collections::BTreeMap::new(),
            methods: std::collections::BTreeMap::new(),
            wall: Vec::new(),
            detect: Vec::new(),
            formulate: Vec::new(),
            solve: Vec::new(),
            initial,
            spawned: 0.0,
            max_gain: 0.0,
            momentum: MomentumBalance {
                expected: initial.linear_momentum,
                worst: 0.0,
                scale: initial.momentum_scale,
            },
            max_speed: 0.0,
            joint_error: Vec::new(),
        }
    }

    fn add(&mut self, model: &Model, before: &State, after: &State, record: &StepRecord, wall: f64, h: f64) {
        let truth = self.meter.measure(model, after);
        self.overlap.push(truth.overlap_total);
        self.depth.push(truth.depth_max);
        if truth.depth_max > self.deepest
            && let Some((a, b)) = truth.worst_pair
        {
            self.deepest = truth.depth_max;
            self.worst_pair = Some([model.body(a).name.clone(), model.body(b).name.clone()]);
        }
        if !model.joints.is_empty() {
            self.joint_error.push(record.joints.iter().map(|j| j.error).fold(0.0, max_keeping_nan));
        }
        self.contacts.push(record.contacts.len());
        self.traps.push(record.traps);
        self.sprung.push(record.sprung_traps);
        self.disjunctions.push(record.disjunctions.len());
        self.iterations.push(record.solve.iterations);
        self.outer.push(record.solve.outer_iterations);
        self.residual_max = max_keeping_nan(self.residual_max, record.solve.residual.natural_map);
        if let Some(reason) = &record.solve.fallback {
            *self.fallbacks.entry(fallback_class(reason)).or_default() += 1;
        }
        *self.methods.entry(record.solve.method.to_owned()).or_default() += 1;
        self.wall.push(wall);
        self.detect.push(record.timing.detect);
        self.formulate.push(record.timing.formulate);
        self.solve.push(record.timing.solve);
        self.balance(model, before, after, h);
        self.max_speed = max_keeping_nan(self.max_speed, energy::max_speed(model, after));
    }

    /// Energy and momentum over one step. What entered in it counts from its end on.
    fn balance(&mut self, model: &Model, before: &State, after: &State, h: f64) {
        let start = energy::measure(model, before);
        let end = energy::measure_at(model, after, before.time);
        let end_with_new = energy::measure(model, after);
        self.max_gain = max_keeping_nan(self.max_gain, end.total() - start.total());
        self.spawned += end_with_new.total() - end.total();

        let momentum = &mut self.momentum;
        let pulled: f64 = model
            .ids()
            .filter(|&id| model.body(id).is_dynamic() && model.is_active(id, before.time))
            .map(|id| model.body(id).mass * first_step_factor(model, before, id, h))
            .sum();
        momentum.expected += pulled * h * energy::effective_gravity(model)
            + (end_with_new.linear_momentum - end.linear_momentum);
        let drift = (end_with_new.linear_momentum - momentum.expected).norm();
        momentum.worst = max_keeping_nan(momentum.worst, drift);
        momentum.scale = max_keeping_nan(momentum.scale, end_with_new.momentum_scale);
    }

    fn report(
        self,
        scene: &LoadedScene,
        settings: &StepSettings,
        state: &State,
        failure: Option<String>,
    ) -> Report {
        let iterations = Count::of(&self.iterations);
        let wall = sorted(&self.wall);
        let closed = scene.model.bodies.iter().all(crate::body::Body::is_dynamic);
        Report {
            scene: scene.name.clone(),
            model: settings.contact.model.name().to_owned(),
            geometry: settings.contact.geometry().name().to_owned(),
            solver: settings.solver.method.name().to_owned(),
            dimension: match scene.model.dimension {
                Dimension::Two => "two",
                Dimension::Three => "three",
            }
            .to_owned(),
            time_step: settings.h,
            steps: self.wall.len() as u64,
            duration: state.time,
            bodies: scene.model.bodies.len(),
            completed: failure.is_none(),
            overlap: Quartiles::of(&self.overlap),
            penetration_depth: Quartiles::of(&self.depth),
            worst_pair: self.worst_pair,
            contacts: Count::of(&self.contacts),
            traps: Count::of(&self.traps),
            sprung_traps: Count::of(&self.sprung),
            disjunctions: Count::of(&self.disjunctions),
            solver_stats: SolverStats {
                iterations_mean: iterations.mean,
                iterations_max: iterations.max,
                outer_iterations_mean: Count::of(&self.outer).mean,
                residual_max: self.residual_max,
                failures: usize::from(failure.is_some()),
                fallbacks: self.fallbacks.values().sum(),
            },
            fallback_reasons: self.fallbacks,
            methods: self.methods,
            step_time: StepTime {
                median: quantile(&wall, 0.5),
                p99: quantile(&wall, 0.99),
                max: quantile(&wall, 1.0),
                detect: mean(&self.detect),
                formulate: mean(&self.formulate),
                solve: mean(&self.solve),
            },
            joint_error: (!scene.model.joints.is_empty()).then(|| Quartiles::of(&self.joint_error)),
            position_error: None,
            energy: EnergyReport {
                initial: self.initial.total(),
                last: energy::measure(&scene.model, state).total(),
                spawned: self.spawned,
                max_gain_per_step: self.max_gain,
            },
            momentum_drift: (closed && self.momentum.scale > 0.0)
                .then(|| self.momentum.worst / self.momentum.scale),
            max_speed: self.max_speed,
            last_body: last_body(scene, state),
            final_state_hash: state_hash(state),
            failure,
        }
    }
}

fn last_body(scene: &LoadedScene, state: &State) -> Option<LastBody> {
    let model = &scene.model;
    let id = watched(model)?;
    let displacement = state.poses[id.0].position - scene.state.poses[id.0].position;
    let across = match energy::effective_gravity(model).try_normalize(0.0) {
        Some(down) => displacement - displacement.dot(&down) * down,
        None => displacement,
    };
    Some(LastBody {
        name: model.body(id).name.clone(),
        displacement: displacement.into(),
        horizontal: across.norm(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::BodyKind;
    use crate::experiment::testing::{box_body, model_of, scene_of, state_of};

    #[test]
    fn steps_cover_the_duration_and_rounding_adds_none() {
        assert_eq!(step_count(5.0, 0.01), 500);
        assert_eq!(step_count(0.3, 0.1), 3);
        assert_eq!(step_count(1.0, 0.3), 4);
        assert_eq!(step_count(0.0, 0.01), 0);
        assert_eq!(step_count(1.0, 1.0 / 3.0), 3);
    }

    #[test]
    fn a_collision_keeps_the_momentum_and_is_not_measured_beside_a_fixed_body() {
        let mut bodies = vec![
            box_body("left", BodyKind::Dynamic, 0.5),
            box_body("right", BodyKind::Dynamic, 0.5),
            box_body("far floor", BodyKind::Fixed, 0.5),
        ];
        let run_of = |bodies: Vec<crate::body::Body>| {
            let model = model_of(bodies);
            let mut state = state_of(&model);
            state.poses[1].position = Vec3::new(1.25, 0.1, 0.2);
            state.twists[0].linear = Vec3::new(2.0, 0.0, 0.0);
            if let Some(far) = state.poses.get_mut(2) {
                far.position = Vec3::new(0.0, 0.0, 100.0);
            }
            run(&scene_of(model, state, 0.5), RunOptions::default()).unwrap().report
        };
        let with_floor = run_of(bodies.clone());
        assert_eq!(with_floor.momentum_drift, None);
        bodies.pop();
        let report = run_of(bodies);
        assert!(report.completed && report.steps == 50, "{:?}", report.failure);
        assert!(report.contacts.max > 0, "they should have met");
        // Inelastic: the pair goes on together, with half of the energy.
        assert!(report.energy.last < 0.75 * report.energy.initial);
        assert!(report.energy.max_gain_per_step <= 1e-12);
        assert!(report.momentum_drift.unwrap() < 1e-13, "{:?}", report.momentum_drift);
        // The corners turn within a step that holds them to planes: second order in h, (ω h)² r ≈ 1e-3.
        assert!(report.penetration_depth.max < 1e-3, "{:?}", report.penetration_depth);
    }

    #[test]
    fn what_a_late_body_brings_is_not_a_gain() {
        let mut late = box_body("late", BodyKind::Dynamic, 0.5);
        late.spawn_time = 0.1;
        let mut model = model_of(vec![box_body("early", BodyKind::Dynamic, 0.5), late]);
        model.gravity = Vec3::new(0.0, 0.0, -9.81);
        let mut state = state_of(&model);
        state.poses[1].position = Vec3::new(10.0, 0.0, 5.0);
        state.twists[1].linear = Vec3::new(0.0, 3.0, 0.0);
        let report = run(&scene_of(model, state, 0.5), RunOptions::default()).unwrap().report;
        assert!((report.energy.spawned - (4.5 + 9.81 * 5.0)).abs() < 1e-9, "{:?}", report.energy);
        // Free fall in this scheme loses ½ m h² g² a step and never gains.
        assert!(report.energy.max_gain_per_step <= 1e-9);
        assert!(report.momentum_drift.unwrap() < 1e-13, "gravity and spawning are accounted for");
        assert_eq!(report.last_body.unwrap().name, "late");
    }

    #[test]
    fn a_failed_step_ends_the_run_and_is_reported() {
        let model = model_of(vec![box_body("bullet", BodyKind::Dynamic, 0.5)]);
        let mut state = state_of(&model);
        state.twists[0].linear = Vec3::new(f64::MAX, 0.0, 0.0);
        let report = run(&scene_of(model, state, 0.5), RunOptions::default()).unwrap().report;
        assert!(!report.completed && report.failure.is_some());
        assert_eq!((report.steps, report.solver_stats.failures), (0, 1));
    }

    #[test]
    fn overrides_replace_only_what_they_name() {
        let settings = StepSettings::default();
        assert_eq!(Overrides::default().apply(&settings), settings);
        let changed = Overrides { time_step: Some(0.5), tolerance: Some(1e-3), ..Overrides::default() }
            .apply(&settings);
        assert_eq!((changed.h, changed.solver.tolerance), (0.5, 1e-3));
        assert_eq!(changed.contact, settings.contact);
    }
}
