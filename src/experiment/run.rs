//! One run of a scene: steps, measurements after each, and the report.

use crate::contact::models::ContactModel;
use crate::experiment::accuracy::Track;
use crate::experiment::report::{PositionError, Report};
use crate::experiment::springs::Springs;
use crate::experiment::stats::Quartiles;
use crate::experiment::tally::Tally;
use crate::experiment::trajectory::TrajectoryWriter;
use crate::experiment::truth::Truth;
use crate::scene::LoadedScene;
use crate::step::{
    FrictionLaw, Geometry, ImpactTreatment, Own, Simulation, SolverMethod, StepError, StepRecord,
    StepSettings,
};
use crate::stop;
use crate::world::{State, StepInput};
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
    /// What becomes of steps in which bodies meet.
    pub impact: Option<ImpactTreatment>,
    /// Solver.
    pub solver: Option<SolverMethod>,
    /// Step size (s).
    pub time_step: Option<f64>,
    /// Pivots or sweeps at most.
    pub max_iterations: Option<usize>,
    /// Multiplications of a step at most.
    pub max_operations: Option<f64>,
    /// Wall time of a step at most (s).
    pub max_seconds: Option<f64>,
    /// Accepted residual.
    pub tolerance: Option<f64>,
    /// Detection distance ε (m).
    pub detection_distance: Option<f64>,
    /// Share γ of a gap that a velocity-level model closes in a step.
    pub stabilisation: Option<f64>,
    /// Springs and dampers of the penalty methods.
    pub penalty: Springs,
    /// Law of friction.
    pub friction_law: Option<FrictionLaw>,
}

impl Overrides {
    /// The settings with what is given here in place of the scene's.
    pub fn apply(&self, settings: &StepSettings) -> StepSettings {
        let mut out = *settings;
        let contact = &mut out.contact;
        contact.model = self.model.unwrap_or(contact.model);
        contact.geometry = self.geometry.or(contact.geometry);
        contact.impact = self.impact.or(contact.impact);
        contact.detection_distance = self.detection_distance.or(contact.detection_distance);
        contact.stabilisation = self.stabilisation.or(contact.stabilisation);
        self.penalty.apply(&mut contact.penalty);
        out.friction.law = self.friction_law.unwrap_or(out.friction.law);
        out.solver.method = self.solver.unwrap_or(out.solver.method);
        out.solver.max_iterations = self.max_iterations.unwrap_or(out.solver.max_iterations);
        out.solver.max_operations = self.max_operations.unwrap_or(out.solver.max_operations);
        out.max_seconds = self.max_seconds.or(out.max_seconds);
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

/// What there is to be seen after a step.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Where everything is now.
    pub state: &'a State,
    /// What the step computed.
    pub record: &'a StepRecord,
    /// What the truth meter reads.
    pub truth: &'a Truth,
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
    /// Keep where the last dynamic body goes, for [`Outcome::track`].
    pub track: bool,
    /// Called after each step.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
    /// Gets the initial state and the state after each step.
    pub trajectory: Option<&'a mut TrajectoryWriter<Box<dyn Write>>>,
    /// Called with the state at the start and after each step.
    pub observe: Option<&'a mut dyn FnMut(&State)>,
    /// Called before each step with the simulation as the step will find it.
    pub before_step: Option<&'a mut dyn FnMut(&Simulation) -> std::io::Result<()>>,
    /// Called after each step with what was measured.
    pub watch: Option<&'a mut dyn FnMut(&Moment)>,
    /// A contact model or solver of one's own, in place of those of the settings.
    pub own: Own<'a>,
}

/// What a run leaves behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// The last state.
    pub state: State,
    /// Where the last dynamic body went, where that was to be kept.
    pub track: Track,
}

/// The number of steps of size `h` that cover `duration`: a remainder below a billionth of a step is rounding.
pub fn step_count(duration: f64, h: f64) -> u64 {
    let steps = duration / h;
    let nearest = steps.round();
    if (steps - nearest).abs() <= 1e-9 * nearest.max(1.0) { nearest as u64 } else { steps.ceil() as u64 }
}

/// Runs a scene to its end, to the first step that finds no acceptable state, or until it is asked to stop ([`stop`]).
///
/// # Errors
/// Only if the trajectory, or what `before_step` writes, cannot be written. A failed step is no error: the report says so.
pub fn run(scene: &LoadedScene, mut options: RunOptions) -> std::io::Result<Outcome> {
    let settings = options.overrides.apply(&scene.settings);
    let duration = options.duration.or(scene.duration).unwrap_or(DEFAULT_DURATION);
    let model = &scene.model;
    let mut simulation = Simulation::new(model.clone(), scene.first_state().clone(), settings);
    let steps = step_count((duration - simulation.state.time).max(0.0), settings.h);
    let mut tally = Tally::new(model, &simulation.state);
    if let Some(trajectory) = options.trajectory.as_deref_mut() {
        trajectory.write(model, &simulation.state)?;
    }

    if let Some(observe) = options.observe.as_deref_mut() {
        observe(&simulation.state);
    }

    let mut track = Track::default();
    let (mut failure, mut details) = (None, None);
    let mut interrupted = false;
    for step in 1..=steps {
        interrupted = stop::asked();
        if interrupted {
            break;
        }
        if let Some(look) = options.before_step.as_deref_mut() {
            look(&simulation)?;
        }
        let before = simulation.state.clone();
        let started = Instant::now();
        match simulation.step_with(&StepInput::default(), &options.own) {
            Ok(record) => {
                let wall = started.elapsed().as_secs_f64();
                let truth = tally.add(model, &before, &simulation.state, &record, wall, settings.h);
                if let Some(watch) = options.watch.as_deref_mut() {
                    watch(&Moment { state: &simulation.state, record: &record, truth: &truth });
                }
                if options.track || options.reference.is_some() {
                    track.add(model, &simulation.state);
                }
            }
            Err(StepError::Stopped { .. }) => {
                interrupted = true;
                break;
            }
            Err(error) => {
                (failure, details) = (Some(error.to_string()), error.details().map(str::to_owned));
                break;
            }
        }
        if let Some(trajectory) = options.trajectory.as_deref_mut() {
            trajectory.write(model, &simulation.state)?;
        }
        if let Some(observe) = options.observe.as_deref_mut() {
            observe(&simulation.state);
        }
        if let Some(progress) = options.progress.as_deref_mut() {
            progress(Progress { step, steps, time: simulation.state.time });
        }
    }
    let mut report = tally.report(scene, &settings, &simulation.state, failure);
    report.failure_details = details;
    report.interrupted = interrupted;
    report.completed &= !interrupted;
    report.position_error = options.reference.and_then(|reference| {
        let errors = track.errors(reference);
        Some(PositionError { quartiles: Quartiles::of(&errors), at_end: *errors.last()? })
    });
    Ok(Outcome { report, state: simulation.state, track })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::{box_body, model_of, scene_of, state_of};
    use crate::math::{Dimension, Vec3, Wrench};
    use crate::world::BodyId;
    use crate::world::BodyKind;
    use crate::world::joint::Controller;
    use std::sync::Arc;

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
        let run_of = |bodies: Vec<crate::world::Body>| {
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
        // Impulses act along one line, and cubes turn without a gyroscopic torque.
        let turned = report.angular_momentum_drift.unwrap();
        assert!(turned < 1e-13, "{turned:e}");
        // The corners turn within a step that holds them to planes: second order in h, (ω h)² r ≈ 1e-3.
        assert!(report.penetration_depth.max < 1e-3, "{:?}", report.penetration_depth);
    }

    /// Under every model a flight without gravity keeps both, also where bodies enter later.
    #[test]
    fn what_nothing_acts_on_keeps_its_momenta() {
        let mut late = box_body("late", BodyKind::Dynamic, 0.5);
        late.spawn_time = 0.1;
        let model = model_of(vec![box_body("early", BodyKind::Dynamic, 0.5), late]);
        let mut state = state_of(&model);
        state.poses[1].position = Vec3::new(10.0, 0.0, 5.0);
        state.twists[0].linear = Vec3::new(0.3, -1.0, 2.0);
        (state.twists[1].linear, state.twists[1].angular) = (Vec3::y(), Vec3::new(3.0, 0.0, 1.0));
        for model_of_contact in crate::contact::models::ContactModel::ALL {
            let overrides = Overrides { model: Some(model_of_contact), ..Overrides::default() };
            let scene = scene_of(model.clone(), state.clone(), 0.5);
            let report = run(&scene, RunOptions { overrides, ..RunOptions::default() }).unwrap().report;
            let drifts = [report.momentum_drift, report.angular_momentum_drift];
            assert!(drifts.iter().all(|d| d.unwrap() < 1e-13), "{}: {drifts:?}", report.model);
        }
        // Along a line through the origin there is no angular momentum to compare with.
        let line = model_of(vec![box_body("alone", BodyKind::Dynamic, 0.5)]);
        let mut along = state_of(&line);
        along.twists[0].linear = Vec3::new(0.3, -1.0, 2.0);
        let report = run(&scene_of(line, along, 0.5), RunOptions::default()).unwrap().report;
        assert!(report.angular_momentum_drift.unwrap() < 1e-13, "{:?}", report.angular_momentum_drift);
        // What tumbles keeps its angular momentum only as well as its free rotation is solved: under PEG to first order.
        let mut tumbling = model;
        tumbling.bodies[1].inertia = crate::math::Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 2.5));
        state.twists[1].angular = Vec3::new(3.0, 2.0, 1.0);
        let drift = [0.01, 0.005].map(|h| {
            let overrides = Overrides { time_step: Some(h), ..Overrides::default() };
            let scene = scene_of(tumbling.clone(), state.clone(), 0.5);
            let report = run(&scene, RunOptions { overrides, ..RunOptions::default() }).unwrap().report;
            assert!(report.model == "peg" && report.momentum_drift.unwrap() < 1e-13);
            report.angular_momentum_drift.unwrap()
        });
        assert!((1.8..2.2).contains(&(drift[0] / drift[1])), "{drift:?}");
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
        // Free fall keeps its energy, from the first step on.
        assert!(report.energy.max_gain_per_step <= 1e-12 * report.energy.initial.abs().max(50.0));
        let end = report.energy.initial + report.energy.spawned;
        assert!((report.energy.last - end).abs() <= 1e-11, "{:?}", report.energy);
        assert!(report.momentum_drift.unwrap() < 1e-13, "gravity and spawning are accounted for");
        assert_eq!(report.angular_momentum_drift, None, "gravity turns them about the origin");
        assert_eq!(report.last_body.unwrap().name, "late");
    }

    /// Two bodies in free space, pushed and turned by forces that set in and end.
    fn pushed(dimension: Dimension) -> LoadedScene {
        let mut model = model_of(vec![
            box_body("pushed", BodyKind::Dynamic, 0.5),
            box_body("beside", BodyKind::Dynamic, 0.5),
        ]);
        model.dimension = dimension;
        let force = |body, force, torque, from, until| Controller::Force {
            body: BodyId(body),
            wrench: Wrench { force, torque },
            from,
            until,
        };
        let never = f64::INFINITY;
        model.controllers = vec![
            force(0, Vec3::new(3.0, -1.0, 2.0), Vec3::new(0.3, 0.2, -0.1), 0.0, never),
            force(1, Vec3::new(0.0, 7.0, 0.0), Vec3::new(0.0, 0.0, 1.0), 0.105, 0.3),
        ];
        let mut state = state_of(&model);
        state.poses[1].position = Vec3::new(10.0, 0.0, 0.0);
        state.twists[1].linear = Vec3::new(0.0, 1.0, 0.0);
        scene_of(model, state, 0.5)
    }

    #[test]
    fn what_forces_from_outside_bring_is_no_drift() {
        for dimension in [Dimension::Two, Dimension::Three] {
            let mut scene = pushed(dimension);
            if dimension == Dimension::Two {
                // Only the masses count here: bodies of the plane that never meet need no shape.
                Arc::make_mut(&mut scene.model)
                    .bodies
                    .iter_mut()
                    .for_each(|body| body.parts = Vec::new().into());
            }
            for model in crate::contact::models::ContactModel::ALL {
                let overrides = Overrides { model: Some(model), ..Overrides::default() };
                let report = run(&scene, RunOptions { overrides, ..RunOptions::default() }).unwrap().report;
                assert!(report.completed && report.max_speed > 1.0, "{:?}", report.failure);
                let drift = report.momentum_drift.expect("nothing is held");
                assert!(drift < 1e-13, "{dimension:?}, {}: {drift}", report.model);
            }
        }
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
