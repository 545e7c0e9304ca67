//! A recorded step taken again: a recording has states, and what happened between them is computed anew.

use crate::recording::Frame;
use crate::step::{Simulation, StepRecord};
use std::sync::Arc;

/// What becomes of a recorded step that is taken again.
#[derive(Debug)]
pub(super) enum Repeated {
    /// It leads to the recorded state, to the bit: this happened in it.
    Same(Arc<StepRecord>),
    /// This version of the program comes to another state.
    Differs,
    /// The state was set by hand, or belongs to another scene: no step led to it.
    NoStep,
}

/// Takes the step from `before` to `frame` again.
pub(super) fn repeat(before: &Frame, frame: &Frame) -> Repeated {
    if frame.by_hand || !Arc::ptr_eq(&before.scene, &frame.scene) {
        return Repeated::NoStep;
    }
    let mut run = Simulation::new(before.scene.model.clone(), before.state.clone(), frame.settings);
    match run.step(&frame.input) {
        Ok(record) if run.state.repeats(&frame.state) => Repeated::Same(record),
        _ => Repeated::Differs,
    }
}
