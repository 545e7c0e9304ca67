//! Why a step was not taken.

use crate::quote::brief;
use crate::step::ranges::RUN_AWAY_SPEED;
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
    /// The same of the whole step where it was of a part of it: nobody asked for parts, and their numbers say nothing.
    pub(in crate::step) fn of_step(mut self, whole: u64, start: f64) -> Self {
        let (Self::NotSolved { step, time, .. }
        | Self::Stopped { step, time }
        | Self::RunAway { step, time, .. }) = &mut self;
        (*step, *time) = (whole, start);
        self
    }
}
