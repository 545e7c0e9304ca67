//! A run: model, state, settings, and the last record.

use crate::step::aloft::Aloft;
use crate::step::clusters::Known;
use crate::step::error::StepError;
use crate::step::fixed_point::FixedPoint;
use crate::step::record::StepRecord;
use crate::step::settings::StepSettings;
use crate::step::{Own, step_knowing};
use crate::world::StepInput;
use crate::world::{Model, State};
use std::sync::Arc;
use std::time::Instant;

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
    /// The last step, where it led back to the state it began from.
    fixed_point: Option<FixedPoint>,
    /// What steps need in which nobody can meet anybody.
    aloft: Aloft,
    /// The clusters of bodies that took the last step apart from each other.
    known: Known,
}

impl Simulation {
    /// A run that starts at `initial`. Runs of one model may share it (`Arc`).
    pub fn new(model: impl Into<Arc<Model>>, initial: State, settings: StepSettings) -> Self {
        let (model, state) = (model.into(), initial.clone());
        Self {
            model,
            state,
            initial,
            settings,
            record: None,
            fixed_point: None,
            aloft: Aloft::default(),
            known: Known::default(),
        }
    }

    /// Goes one step forward.
    ///
    /// Where the last step led back to the very bits it began from and nothing has been changed since, this one is the same once more,
    /// and is not calculated again.
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
        let simple = self.again(input, own).or_else(|| self.fly(input, own));
        let record = match simple {
            Some(record) => record,
            None => self.calculate(input, own)?,
        };
        self.record = Some(Arc::clone(&record));
        Ok(record)
    }

    /// The last step once more, where it is that.
    fn again(&mut self, input: &StepInput, own: &Own) -> Option<Arc<StepRecord>> {
        let clock = Instant::now();
        let last = self.fixed_point.as_mut().filter(|_| own.is_none())?;
        if !last.holds(&self.model, &self.settings, input, &self.state) {
            return None;
        }
        // It is written to where nobody else holds it.
        self.record = None;
        Some(last.again(&mut self.state, clock))
    }

    /// A step in which nobody can meet anybody.
    fn fly(&mut self, input: &StepInput, own: &Own) -> Option<Arc<StepRecord>> {
        let clock = Instant::now();
        if !(own.is_none() && self.aloft.step(&self.model, &self.settings, input, &mut self.state)) {
            return None;
        }
        // It is written to where nobody else holds it.
        (self.record, self.fixed_point) = (None, None);
        Some(self.aloft.record(&self.state, clock))
    }

    fn calculate(&mut self, input: &StepInput, own: &Own) -> Result<Arc<StepRecord>, StepError> {
        self.known.of(&self.model);
        let (model, state) = (&self.model, &self.state);
        let (record, next) = step_knowing(model, state, input, &self.settings, own, &mut self.known)?;
        let record = Arc::new(record);
        let before = std::mem::replace(&mut self.state, next);
        let known = || FixedPoint::of(&self.model, &self.settings, input, (before, &self.state), &record);
        self.fixed_point = if own.is_none() { known() } else { None };
        Ok(record)
    }

    /// Back to the start.
    pub fn reset(&mut self) {
        self.state = self.initial.clone();
        self.record = None;
        self.fixed_point = None;
    }
}
