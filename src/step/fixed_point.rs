//! A run that stands still: a step that led back to the state it began from is not calculated twice.
//!
//! A step is a function of model, state, input, settings and, where something is due at a time, of the time: it has no other memory,
//! and draws nothing at random. So where one ends in the very bits that it began from, the next one does the same, and so on,
//! with the same contacts and impulses, until somebody changes something. No threshold and no counter of quiet steps has a part in it: a
//! last digit that moves is calculated. See `docs/physics.md`, "At rest".

use crate::geometry::separating::RowKey;
use crate::math::{Pose, Twist, Vec3, same_bits};
use crate::step::record::{StepRecord, Timing};
use crate::step::settings::StepSettings;
use crate::stop;
use crate::world::{ContactMemory, Model, PairMemory, State, StepInput};
use std::sync::{Arc, Weak};
use std::time::Instant;

/// More than what times are compared with (s), as in [`Model::is_active`].
const SLACK: f64 = 1e-9;

/// The last step of a run that led back to where it began.
#[derive(Clone, Debug)]
pub(super) struct FixedPoint {
    /// Only told apart, not read: one that was changed lies elsewhere.
    model: Weak<Model>,
    settings: StepSettings,
    input: StepInput,
    /// The state at its end.
    state: State,
    record: Arc<StepRecord>,
}

impl FixedPoint {
    /// Of the step from `before` to `after`, where they are the same but for their number and time.
    pub fn of(
        model: &Arc<Model>,
        settings: &StepSettings,
        input: &StepInput,
        (before, after): (State, &State),
        record: &Arc<StepRecord>,
    ) -> Option<Self> {
        // What a fallback says may name the step.
        let plain = record.solve.fallback.is_none();
        if !(plain && same_but_time(&before, after) && nothing_due(model, settings, after)) {
            return None;
        }
        Some(Self {
            model: Arc::downgrade(model),
            settings: *settings,
            input: input.clone(),
            state: State { step: after.step, time: after.time, ..before },
            record: Arc::clone(record),
        })
    }

    /// Whether a step from `state` is the last one once more.
    pub fn holds(
        &self,
        model: &Arc<Model>,
        settings: &StepSettings,
        input: &StepInput,
        state: &State,
    ) -> bool {
        let here = (state.step, state.time.to_bits()) == (self.state.step, self.state.time.to_bits());
        let known = self.model.as_ptr() == Arc::as_ptr(model) && self.settings == *settings;
        here && known
            && same_input(&self.input, input)
            && same_but_time(&self.state, state)
            && nothing_due(model, settings, state)
            && !stop::asked()
    }

    /// Takes the last step, begun at `clock`, once more; `state` moves on to its end.
    ///
    /// The record is the last one with another number and time, in the same memory where nobody else holds it.
    pub fn again(&mut self, state: &mut State, clock: Instant) -> Arc<StepRecord> {
        for state in [&mut self.state, &mut *state] {
            state.step += 1;
            state.time += self.settings.h;
        }
        let record = Arc::make_mut(&mut self.record);
        (record.step, record.time) = (state.step, state.time);
        record.timing = Timing { total: clock.elapsed().as_secs_f64(), ..Timing::default() };
        Arc::clone(&self.record)
    }
}

/// Whether nothing begins, ends or goes on with time in the steps that end and begin at `state`.
fn nothing_due(model: &Model, settings: &StepSettings, state: &State) -> bool {
    // A step on either side, and as much again for what looks back by a lag and forward to the end of a path.
    let around = 2.0 * settings.h + SLACK;
    model.is_steady(state.time - around, state.time + around)
}

/// Whether the next step begins from the same, to the bit, but for number and time. In this order most runs that move are told apart at once.
fn same_but_time(a: &State, b: &State) -> bool {
    let State { step: _, time: _, lag, support, poses, twists, memory, broken } = a;
    all(poses, &b.poses, same_pose)
        && all(twists, &b.twists, Twist::has_bits_of)
        && lag.to_bits() == b.lag.to_bits()
        && *broken == b.broken
        && all(support, &b.support, |a, b| a.0 == b.0 && a.1.has_bits_of(&b.1))
        && same_memory(memory, &b.memory)
}

fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Whether two poses are one, to the bit.
pub(super) fn same_pose(a: &Pose, b: &Pose) -> bool {
    let turn = |pose: &Pose| pose.orientation.coords.data.0[0].map(f64::to_bits);
    same_bits(&a.position, &b.position) && turn(a) == turn(b)
}

/// What penalty laws remember, they remember of a step with a number.
fn same_memory(a: &ContactMemory, b: &ContactMemory) -> bool {
    let same_row = |a: &(RowKey, f64), b: &(RowKey, f64)| a.0 == b.0 && a.1.to_bits() == b.1.to_bits();
    let same_held = |a: &(RowKey, f64, Vec3), b: &(RowKey, f64, Vec3)| {
        a.0 == b.0 && a.1.to_bits() == b.1.to_bits() && same_bits(&a.2, &b.2)
    };
    let same_pair = |a: &PairMemory, b: &PairMemory| {
        let PairMemory { parts, feature, rows, held, still } = a;
        (parts, feature, still) == (&b.parts, &b.feature, &b.still)
            && all(rows, &b.rows, same_row)
            && all(held, &b.held, same_held)
    };
    a.penalties().1.is_empty() && b.penalties().1.is_empty() && all(a.pairs(), b.pairs(), same_pair)
}

fn same_input(a: &StepInput, b: &StepInput) -> bool {
    all(&a.wrenches, &b.wrenches, |(i, a), (j, b)| {
        i == j && same_bits(&a.force, &b.force) && same_bits(&a.torque, &b.torque)
    })
}
