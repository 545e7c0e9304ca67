//! Why a step was not taken.

use crate::quote::{self, brief};
use crate::step::ranges::RUN_AWAY_SPEED;
use crate::step::settings::StepSettings;
use crate::stop::Cause;
use thiserror::Error;

/// Characters of an error at most.
const LONGEST: usize = 200;

/// Why a step left the state as it was.
#[derive(Clone, Debug, Error)]
pub enum StepError {
    /// No method gave an acceptable solution.
    #[error("step {step} at t = {time:.6} s: {}; the state was left as it was", in_short(reason, *step, *time))]
    NotSolved {
        /// Step that failed.
        step: u64,
        /// Time at its start (s).
        time: f64,
        /// What each method said, whole ([`StepError::details`]); as text the error has as much of it as a line takes.
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
        "step {step} at t = {time:.6} s: body `{}` would move at {} m/s and turn at {} rad/s, beyond \
         {RUN_AWAY_SPEED:e}; the state was left as it was",
        brief(body),
        quote::rate(*speed),
        quote::rate(*rate)
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
    /// What each method said, where that is more than the text of the error has.
    pub fn details(&self) -> Option<&str> {
        match self {
            Self::NotSolved { step, time, reason } => {
                (in_short(reason, *step, *time) != *reason).then_some(reason.as_str())
            }
            _ => None,
        }
    }

    /// That a step from `state` passed a limit of its settings.
    pub(in crate::step) fn over_budget(cause: Cause, settings: &StepSettings, step: u64, time: f64) -> Self {
        let solver = &settings.solver;
        let (limit, setting) = match cause {
            Cause::Asked => return Self::Stopped { step, time },
            Cause::Operations => (format!("{:e} multiplications", solver.max_operations), "max_operations"),
            Cause::Memory => (format!("{:e} bytes for one matrix", solver.max_memory), "max_memory"),
            Cause::Time => {
                (format!("{} s", quote::number(settings.max_seconds.unwrap_or_default())), "max_seconds")
            }
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

/// The first clauses of a reason, as many as fit on a line with the rest of the error: each method that was tried adds its own.
fn in_short(reason: &str, step: u64, time: f64) -> String {
    let rest = format!("step {step} at t = {time:.6} s: ; the state was left as it was").chars().count();
    let room = LONGEST.saturating_sub(rest);
    let mut kept = String::new();
    for (k, clause) in reason.split("; ").enumerate() {
        if k == 0 {
            kept = quote::fit(clause, room);
        } else if kept.chars().count() + 2 + clause.chars().count() > room {
            break;
        } else {
            kept = format!("{kept}; {clause}");
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_method_said_is_kept_and_not_all_of_it_printed() {
        let first =
            "the convex problem of 31 contacts ended with infeasible after 12 changes of the active set";
        let long =
            format!("{first}; with violated contacts relaxed: {first}; with joints not stabilised: {first}");
        let error = StepError::NotSolved { step: 12, time: 0.11, reason: long.clone() };
        let said = error.to_string();
        assert_eq!(said, format!("step 12 at t = 0.110000 s: {first}; the state was left as it was"));
        assert_eq!(error.details(), Some(long.as_str()));
        let short = StepError::NotSolved { step: 1, time: 0.0, reason: "one; two".to_owned() };
        assert_eq!(short.to_string(), "step 1 at t = 0.000000 s: one; two; the state was left as it was");
        assert_eq!(short.details(), None);
        let word = StepError::NotSolved { step: u64::MAX, time: 1e9, reason: "x".repeat(70_000) };
        assert!(word.to_string().chars().count() <= LONGEST);
    }

    #[test]
    fn numbers_of_any_size_are_short() {
        let settings = StepSettings { max_seconds: Some(1e-300), ..StepSettings::default() };
        let said = StepError::over_budget(Cause::Time, &settings, 1, 0.0).to_string();
        assert!(said.contains("would need more than 1e-300 s;") && said.chars().count() <= LONGEST, "{said}");
        let (body, step, time) = ("top".to_owned(), 1, 0.0);
        let said = StepError::RunAway { step, time, body, speed: f64::INFINITY, rate: f64::NAN }.to_string();
        assert!(
            said.contains("would move at more than 1.7e308 m/s and turn at an undefined number of rad/s"),
            "{said}"
        );
    }
}
