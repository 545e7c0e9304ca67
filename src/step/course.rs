//! A step in several parts: halves of one that is not solved as a whole, and the time before and after an impact or the end of sliding.
//!
//! A blow acts along lines and with lever arms of the poses at its instant. Where a step ends at it (`contact: (impact: Split)`), the poses
//! of the problem are those of the blow, so that it keeps both momenta by itself, what is thrown back flies on at once, and
//! one impact in a step can lead to another. Where sliding stops friction is another, too. The instant is not known before: a step that
//! went beyond one tells when it was, as a share of its time, and is done again to there, until it ends there.

use crate::step::error::StepError;
use crate::step::frame::StepFrame;
use crate::step::impact::cut::{Cut, MISSED, Stop};
use crate::step::joints;
use crate::step::law::{ContactLaw, divides, whole};
use crate::step::parts::{Part, Parts};
use crate::step::record::StepRecord;
use crate::step::settings::StepSettings;
use crate::stop;
use crate::world::{Model, State, StepInput};

/// Times that a part of a step is cut short for an impact at most: bodies that rattle between others meet ever more often.
const MOST_CUTS: u32 = 16;

/// Parts of a step that end on the way to an impact, which they did not come to or were not to.
const MOST_WAYS: u32 = 32;

/// Times that the instant of an impact is sought at most. Each misses by the square of what the one before missed by.
const MOST_TRIALS: u32 = 6;

/// Parts that were halved so often may go beyond an impact at which they could not be ended.
const LET_BEYOND: u32 = 5;

/// An impact that was missed is looked for in this fraction of the part that was to end at it, before all that is left is tried.
const NEAR: f64 = 0.25;

/// No part that ends at an impact is shorter than this fraction of the step.
const SHORTEST: f64 = 1e-10;

impl Part {
    /// The duration (s) to which a part of a step of size `h` should be cut so that it ends at its impact; `None` where it does. `other` is how sliding
    /// stopped in another part from the same state.
    pub fn ends_sooner(&self, h: f64, other: Option<&Stop>) -> Option<f64> {
        let cut = self.cut?.with(other, self.h);
        let Cut { share, speed, .. } = cut;
        // A little late: a part that ends before its impact has to be followed by another to there.
        let sooner = (share * self.h + 0.5 * MISSED / speed).max(SHORTEST * h);
        (!cut.is_at_end(self.h) && sooner < self.h).then_some(sooner)
    }
}

/// A step on its way.
struct Course<'c, L> {
    law: &'c L,
    model: &'c Model,
    input: &'c StepInput,
    settings: &'c StepSettings,
    parts: Parts,
    /// How often a part may still be cut short for an impact.
    cuts: u32,
    /// Parts that may still end on the way to one.
    ways: u32,
}

/// The step in parts, after it was `tried` as a whole, or because something `switches` within it, so long after its start (s).
///
/// # Errors
/// Those of the smallest part that was not solved.
pub(super) fn in_parts<L: ContactLaw>(
    law: &L,
    frame: &StepFrame,
    input: &StepInput,
    settings: &StepSettings,
    switches: &[f64],
    tried: Option<Result<(Part, State), StepError>>,
) -> Result<(StepRecord, State), StepError> {
    let (model, state, h) = (frame.model, frame.state, frame.h);
    let course =
        |cuts| Course { law, model, input, settings, parts: Parts::default(), cuts, ways: MOST_WAYS };
    let mut way = course(MOST_CUTS);
    let next = match way.past(switches, state, h, tried) {
        // Without impacts it is another step.
        Err(_) if (way.cuts < MOST_CUTS || way.ways < MOST_WAYS) && !stop::asked() => {
            way = course(0);
            way.past(switches, state, h, None)
        }
        gone => gone,
    };
    let mut next = next.map_err(|error| error.of_step(state.step + 1, state.time))?;
    next.step = state.step + 1;
    next.time = state.time + h;
    let no_part = || StepError::NotSolved {
        step: next.step,
        time: state.time,
        reason: "the step has no part".to_owned(),
    };
    let mut record = way.parts.finish(model, state, &next).ok_or_else(no_part)?;
    (record.step, record.time) = (next.step, next.time);
    joints::break_after_parts(model, &mut record.joints, &mut next);
    Ok((record, next))
}

impl<L: ContactLaw> Course<'_, L> {
    /// Goes the whole step from `state`, from one switch to the next.
    fn past(
        &mut self,
        switches: &[f64],
        state: &State,
        h: f64,
        mut tried: Option<Result<(Part, State), StepError>>,
    ) -> Result<State, StepError> {
        let (mut now, mut gone) = (state.clone(), 0.0);
        for until in switches.iter().copied().chain([h]) {
            now = self.go(&now, until - gone, 0, tried.take())?;
            gone = until;
            // The sum of its parts has their rounding.
            now.time = state.time + until;
        }
        Ok(now)
    }

    /// Goes on for `h` from `state`, in a part that was halved so often.
    fn go(
        &mut self,
        state: &State,
        h: f64,
        halved: u32,
        mut tried: Option<Result<(Part, State), StepError>>,
    ) -> Result<State, StepError> {
        let mut now = state.clone();
        let mut left = h;
        // How far to go to look for an impact that a part should have ended at and did not come to.
        let mut near = None;
        while left > 0.0 {
            let mut size = near.take().map_or(left, |near| left.min(near));
            let mut outcome = tried.take().unwrap_or_else(|| self.try_part(&now, size, halved));
            let mut cut = false;
            let mut stopped = None;
            for _ in 0..MOST_TRIALS {
                let sooner = match &outcome {
                    Ok((part, _)) if self.cuts > 0 => part.ends_sooner(self.settings.h, stopped.as_ref()),
                    _ => None,
                };
                let Some(sooner) = sooner else { break };
                stopped = outcome.as_ref().ok().and_then(|(part, _)| part.cut?.stop).or(stopped);
                match self.try_part(&now, sooner, halved) {
                    // A part that goes beyond its impact is a solution, too, where smaller ones do not lead there either.
                    Err(error) if halved < LET_BEYOND && divides::<L>(&error, halved) => {
                        self.parts.discard(std::mem::replace(&mut outcome, Err(error)).ok());
                        break;
                    }
                    Err(_) if !stop::asked() => break,
                    tried => {
                        self.parts.discard(std::mem::replace(&mut outcome, tried).ok());
                    }
                }
                (size, cut) = (sooner, true);
            }
            now = match outcome {
                Ok((part, next)) => {
                    if cut && part.cut.is_none() {
                        near = Some(NEAR * size);
                    }
                    if cut && part.cut.is_none() && self.ways > 0 {
                        self.ways -= 1;
                    } else {
                        self.cuts -= u32::from(cut);
                    }
                    self.parts.add(part);
                    if cut && self.cuts == 0 && left > size {
                        self.parts.crowded(self.model, MOST_CUTS);
                    }
                    next
                }
                Err(error) if divides::<L>(&error, halved) => {
                    self.parts.halved_for(&error);
                    let middle = self.go(&now, size / 2.0, halved + 1, None)?;
                    self.go(&middle, size / 2.0, halved + 1, None)?
                }
                Err(error) => return Err(error),
            };
            left -= size;
        }
        Ok(now)
    }

    fn try_part(&self, state: &State, h: f64, halved: u32) -> Result<(Part, State), StepError> {
        let frame = StepFrame::new(self.model, state, self.input, h, L::SCHEME);
        whole(self.law, &StepFrame { halved, ends_early: self.cuts > 0, ..frame }, self.settings)
    }
}
