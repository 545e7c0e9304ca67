//! A run: model, state, settings, and the last record.

use crate::step::error::StepError;
use crate::step::record::StepRecord;
use crate::step::settings::StepSettings;
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
    /// A run that starts at `initial`.
    pub fn new(model: Arc<Model>, initial: State, settings: StepSettings) -> Self {
        Self { model, state: initial.clone(), initial, settings, record: None }
    }

    /// Goes one step forward.
    ///
    /// # Errors
    /// When no method gives an acceptable solution; the state is then unchanged.
    pub fn step(&mut self, input: &StepInput) -> Result<Arc<StepRecord>, StepError> {
        let (record, next) = crate::step::step(&self.model, &self.state, input, &self.settings)?;
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
