//! Why a step was not taken.

use crate::quote::brief;
use crate::step::ranges::RUN_AWAY_SPEED;
use crate::step::settings::StepSettings;
use crate::stop::Cause;
use thiserror::Error;

/// Why a step left the state as it was.
#[derive(Clone, Debug, Error)]
pub enum StepError {
    /// No method gave an acceptable solution.
    #[error("step {step} at t = {time:.6} s: {reason}; the state was left as it was")]
    NotSolved {
        /// Step that failed.
        step: u64,
        /// Time at its start (s).
        time: f64,
        /// What each method said.
        reason: String,
    },
    /// It was asked to stop ([`stop`](crate::stop)).
    #[error("step {step} at t = {time:.6} s was stopped; the state was left as it was")]
    Stopped {
        /// Step that was not finished.
        step: u64,
        /// Time at its start (s).
        time: f64,
    },
    /// It would take more than it may ([`SolverSettings::max_operations`](crate::step::SolverSettings), `max_memory`, `max_seconds`).
    #[error(
        "step {step} at t = {time:.6} s would need more than {limit}; the state was left as it was; a smaller step may need less, \
         or `{setting}` can be raised"
    )]
    OverBudget {
        /// Step that was not finished.
        step: u64,
        /// Time at its start (s).
        time: f64,
        /// What it may take, with its unit.
        limit: String,
        /// The setting.
        setting: &'static str,
    },
    /// The accepted velocities are not finite or beyond any use.
    #[error(
        "step {step} at t = {time:.6} s: body `{}` would move at {speed:.3e} m/s and turn at {rate:.3e} rad/s, beyond \
         {RUN_AWAY_SPEED:e}; the state was left as it was",
        brief(body)
    )]
    RunAway {
        /// Step that failed.
        step: u64,
        /// Time at its start (s).
        time: f64,
        /// The body.
        body: String,
        /// Its speed (m/s).
        speed: f64,
        /// Its angular speed (rad/s).
        rate: f64,
    },
}

impl StepError {
    /// That a step from `state` passed a limit of its settings.
    pub(in crate::step) fn over_budget(cause: Cause, settings: &StepSettings, step: u64, time: f64) -> Self {
        let solver = &settings.solver;
        let (limit, setting) = match cause {
            Cause::Asked => return Self::Stopped { step, time },
            Cause::Operations => (format!("{:e} multiplications", solver.max_operations), "max_operations"),
            Cause::Memory => (format!("{:e} bytes for one matrix", solver.max_memory), "max_memory"),
            Cause::Time => (format!("{} s", settings.max_seconds.unwrap_or_default()), "max_seconds"),
        };
        Self::OverBudget { step, time, limit, setting }
    }

    /// The same of the whole step where it was of a part of it: nobody asked for parts, and their numbers say nothing.
    pub(in crate::step) fn of_step(mut self, whole: u64, start: f64) -> Self {
        let (Self::NotSolved { step, time, .. }
        | Self::Stopped { step, time }
        | Self::OverBudget { step, time, .. }
        | Self::RunAway { step, time, .. }) = &mut self;
        (*step, *time) = (whole, start);
        self
    }
}
