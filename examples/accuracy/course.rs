//! A run with what the laws of mechanics say of it: energy gained in a step, momenta that drift.

use pegsim::contact::models::ContactModel;
use pegsim::experiment::energy::measure;
use pegsim::math::Pose;
use pegsim::prelude::*;
use std::path::Path;

/// How long the velocities of a run's state lie before its time (s): half a step after a leapfrog step, nothing after a step of the
/// exact model. Positions are always those at the time of the state.
pub fn lag(run: &Simulation) -> f64 {
    run.state.lag
}

/// The state at the instant of its velocities: the bodies moved back along them by [`lag`]. Energies and angular momenta
/// of a state whose poses and velocities belong to two instants would be off by first order.
pub fn at_one_instant(run: &Simulation) -> State {
    let lag = lag(run);
    let state = &run.state;
    let poses: Vec<Pose> = state.poses.iter().zip(&state.twists).map(|(p, t)| p.advanced(t, -lag)).collect();
    State { step: state.step, time: state.time - lag, ..State::at_start(poses, state.twists.clone()) }
}

/// What was seen of the laws over a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Laws {
    /// Largest kinetic energy (J).
    pub kinetic: f64,
    /// Energy at the start, at the end, and most that a step gained (J).
    pub energy: (f64, f64, f64),
    /// Largest change of the linear momentum since the start, over Σ m ‖v‖ at the start.
    pub linear: f64,
    /// Largest change of the angular momentum about the world's origin, over its value at the start.
    pub angular: f64,
}

impl Laws {
    /// Most that a step gained, over the run's largest kinetic energy; a run that only loses has 0.
    pub fn gain(&self) -> f64 {
        self.energy.2.max(0.0) / self.kinetic
    }

    /// Energy at the end less that at the start, over the largest kinetic energy.
    pub fn change(&self) -> f64 {
        (self.energy.1 - self.energy.0) / self.kinetic
    }
}

/// Runs for the whole steps in `duration` (s) and calls `look` with the run after each.
///
/// # Errors
/// What the step says that fails.
pub fn watch(run: &mut Simulation, duration: f64, look: &mut dyn FnMut(&Simulation)) -> Result<Laws, String> {
    let start = measure(&run.model, &run.state);
    let mut laws = Laws { kinetic: start.kinetic, ..Laws::default() };
    laws.energy = (start.total(), start.total(), 0.0);
    for _ in 0..(duration / run.settings.h + 1e-9) as usize {
        run.step(&StepInput::default()).map_err(|e| e.to_string())?;
        let now = measure(&run.model, &at_one_instant(run));
        laws.kinetic = laws.kinetic.max(now.kinetic);
        laws.energy.2 = laws.energy.2.max(now.total() - laws.energy.1);
        laws.energy.1 = now.total();
        let linear = (now.linear_momentum - start.linear_momentum).norm() / start.momentum_scale;
        let angular = (now.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm();
        laws.linear = laws.linear.max(linear);
        laws.angular = laws.angular.max(angular);
        look(run);
    }
    Ok(laws)
}

/// As [`watch`] without a look.
///
/// # Errors
/// As [`watch`].
pub fn go(run: &mut Simulation, duration: f64) -> Result<Laws, String> {
    watch(run, duration, &mut |_| {})
}

/// Settings of a run: one thread, as the runs themselves go side by side.
pub fn settings(from: StepSettings, model: ContactModel, h: f64) -> StepSettings {
    let mut settings = StepSettings { h, count_traps: false, threads: Some(1), ..from };
    settings.contact.model = model;
    settings
}

/// A run of bodies given in code.
pub fn of_bodies(
    (dimension, gravity): (Dimension, Vec3),
    bodies: &[BodySpec],
    model: ContactModel,
    h: f64,
) -> Simulation {
    let (bodies, start) = assemble(dimension, gravity, bodies);
    Simulation::new(bodies, start, settings(StepSettings::default(), model, h))
}

/// A run of the scene in the file at `path`, from the root of the project.
///
/// # Errors
/// What is wrong with the file.
pub fn of_scene(path: &str, model: ContactModel, h: f64) -> Result<Simulation, String> {
    let scene = load_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).map_err(|e| e.to_string())?;
    let settings = settings(scene.settings, model, h);
    Ok(Simulation::new(scene.model.clone(), scene.state.clone(), settings))
}

/// A box in space or, with no third half extent, a rectangle in the plane (m).
///
/// # Panics
/// Never: the extents are written in the experiments.
pub fn block(name: &str, half: [f64; 3]) -> BodySpec {
    let shape = if half[2] == 0.0 { rectangle(half[0], half[1]) } else { cuboid(&Vec3::from(half)) };
    BodySpec::new(name, shape.into_iter().collect())
}

/// Gravity in the plane, and in space (m/s²).
pub const PLANE: (Dimension, Vec3) = (Dimension::Two, Vec3::new(0.0, -9.81, 0.0));
/// See [`PLANE`].
pub const SPACE: (Dimension, Vec3) = (Dimension::Three, Vec3::new(0.0, 0.0, -9.81));
/// Space without gravity.
pub const FREE: (Dimension, Vec3) = (Dimension::Three, Vec3::new(0.0, 0.0, 0.0));

/// Numbers between 0 and 1 from a seed, the same on every machine (SplitMix64, Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// The next number between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
