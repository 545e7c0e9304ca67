//! A run: model, state, settings, and the last record.

use crate::step::error::StepError;
use crate::step::record::StepRecord;
use crate::step::settings::StepSettings;
use crate::step::{Own, step_with};
use crate::world::StepInput;
use crate::world::{Model, State};
use std::sync::Arc;

/// A run of one model under one set of settings.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What never changes.
    pub model: Arc<Model>,
    /// The current state.
    pub state: State,
    /// The state at the start, for reset.
    pub initial: State,
    /// Settings; may be changed between steps.
    pub settings: StepSettings,
    /// The record of the last successful step.
    pub record: Option<Arc<StepRecord>>,
}

impl Simulation {
    /// A run that starts at `initial`. Runs of one model may share it (`Arc`).
    pub fn new(model: impl Into<Arc<Model>>, initial: State, settings: StepSettings) -> Self {
        Self { model: model.into(), state: initial.clone(), initial, settings, record: None }
    }

    /// Goes one step forward.
    ///
    /// # Errors
    /// When no method gives an acceptable solution; the state is then unchanged.
    pub fn step(&mut self, input: &StepInput) -> Result<Arc<StepRecord>, StepError> {
        self.step_with(input, &Own::default())
    }

    /// As [`Self::step`], with a contact model or a solver of one's own.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn step_with(&mut self, input: &StepInput, own: &Own) -> Result<Arc<StepRecord>, StepError> {
        let (record, next) = step_with(&self.model, &self.state, input, &self.settings, own)?;
        let record = Arc::new(record);
        self.state = next;
        self.record = Some(Arc::clone(&record));
        Ok(record)
    }

    /// Back to the start.
    pub fn reset(&mut self) {
        self.state = self.initial.clone();
        self.record = None;
    }
}
