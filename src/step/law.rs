//! One step under any contact law, as the list of its stages.

use crate::math::Twist;
use crate::step::course;
use crate::step::error::StepError;
use crate::step::frame::{Motion, Scheme, StepFrame};
use crate::step::impact::cut::Cut;
use crate::step::impact::restitution;
use crate::step::joints;
use crate::step::joints::Bearing;
use crate::step::parts::{Part, RowOfFeature};
use crate::step::record::{StepRecord, Timing};
use crate::step::settings::StepSettings;
use crate::step::support;
use crate::step::traps;
use crate::stop;
use crate::world::joint::Linearised;
use crate::world::{ContactMemory, Model, State, StepInput};
use std::time::Instant;

/// What keeps bodies apart in a step: where it looks for contacts, which conditions it writes and how it solves them.
pub(super) trait ContactLaw {
    /// What [`solve`](Self::solve) found, as the law itself needs it to tell of it; it may read the model.
    type Found<'m>;

    /// How it goes from one instant to the next.
    const SCHEME: Scheme = Scheme::Leapfrog;

    /// A step that is not solved is done in halves, and those again, down to h / 2^this.
    const HALVINGS: u32 = 0;

    /// Finds contacts and solves for the twists at the end of the step.
    ///
    /// # Errors
    /// [`StepError::NotSolved`] when no method gives an acceptable solution.
    fn solve<'m>(
        &self,
        frame: &'m StepFrame<'m>,
        settings: &StepSettings,
        timing: &mut Timing,
    ) -> Result<StepSolution<Self::Found<'m>>, StepError>;

    /// What the step leaves behind, before anything bounces; `next` may take what the law remembers for the step after.
    fn record(&self, frame: &StepFrame, next: &mut State, found: Self::Found<'_>) -> LawRecord;

    /// Traps of the step and those of them that sprang, where the law's own disjunctions say so.
    fn traps(&self, _record: &StepRecord) -> Option<(usize, usize)> {
        None
    }
}

/// The motion that a law found.
pub(super) struct StepSolution<Found> {
    /// Twist of every body that solves the step.
    pub twists: Vec<Twist>,
    /// Where it leads.
    pub motion: Motion,
    /// The joints that hold, as they were linearised in the problem solved last; none where the law itself tells what they gave.
    pub joints: Vec<Linearised>,
    /// What the law itself needs to tell of it.
    pub found: Found,
    /// Where it should end early.
    pub cut: Option<Cut>,
}

/// The record of a step or of a part of it.
pub(super) struct LawRecord {
    /// Contacts, impulses and conditions; joints and times come later.
    pub record: StepRecord,
    /// The rows of the record's contacts, in their order, where a law's steps can be done in parts.
    pub rows: Vec<RowOfFeature>,
    /// What joints gave, where a law has several problems of them in a step.
    pub bearings: Option<Vec<Bearing>>,
}

/// Goes one step forward from `state` under a law.
///
/// # Errors
/// [`StepError`] when the law solves neither the step nor its parts, or a body runs away; nothing is changed.
pub(super) fn step<L: ContactLaw>(
    law: &L,
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
) -> Result<(StepRecord, State), StepError> {
    let clock = Instant::now();
    let frame = StepFrame::new(model, state, input, settings.h, L::SCHEME);
    // Where a force begins within a step, a mean force over the step may move nothing that rubs.
    let switches = match L::SCHEME {
        Scheme::EnergyMomentum => model.switches_within(state.time, settings.h),
        Scheme::Leapfrog | Scheme::Forces => Vec::new(),
    };
    let tried = switches.is_empty().then(|| whole(law, &frame, settings));
    let (mut record, next) = match tried {
        Some(Ok((part, next))) if part.ends_sooner(settings.h, None).is_none() => (part.record, next),
        Some(Err(error)) if !divides::<L>(&error, 0) => return Err(error),
        tried => course::in_parts(law, &frame, input, settings, &switches, tried)?,
    };
    if let Some(own) = law.traps(&record) {
        (record.traps, record.sprung_traps) = own;
    } else if settings.count_traps {
        (record.traps, record.sprung_traps) = traps::count(&frame, settings, &next.poses);
    }
    record.timing.total = clock.elapsed().as_secs_f64();
    Ok((record, next))
}

/// What a body costs in each part of a step, whether it meets anything or not, in multiplications, roughly.
const COST_OF_A_BODY: u64 = 1000;

/// Whether a part that was halved so often and was not solved is halved again.
pub(super) fn divides<L: ContactLaw>(error: &StepError, halved: u32) -> bool {
    matches!(error, StepError::NotSolved { .. }) && halved < L::HALVINGS && !stop::asked()
}

/// The stages of a step, or of a part of one, after free motion: solve, integrate, bear, throw back, settle.
pub(super) fn whole<L: ContactLaw>(
    law: &L,
    frame: &StepFrame,
    settings: &StepSettings,
) -> Result<(Part, State), StepError> {
    let mut timing = Timing::default();
    stop::spend(COST_OF_A_BODY * frame.model.bodies.len() as u64);
    let StepSolution { twists, motion, joints, found, cut } = law.solve(frame, settings, &mut timing)?;
    let given = if joints.is_empty() { Vec::new() } else { frame.given(&twists, &motion) };
    let memory = match L::SCHEME {
        // The law writes all of it.
        Scheme::EnergyMomentum => ContactMemory::default(),
        Scheme::Leapfrog | Scheme::Forces => frame.state.memory.clone(),
    };
    let mut next = frame.next(motion, memory)?;
    let clock = Instant::now();
    let LawRecord { mut record, rows, bearings } = law.record(frame, &mut next, found);
    let bearings = bearings.unwrap_or_else(|| {
        let impulses = (&record.contacts[..], &record.impulses[..], &record.friction_impulses[..]);
        let given = joints::less_contacts(frame, given, impulses);
        vec![Bearing { lines: joints, given, driven: true }]
    });
    let borne = joints::bear(frame, &bearings, &twists);
    timing.formulate += clock.elapsed().as_secs_f64();
    record.timing = timing;
    // A step of the other scheme has velocities of its own, in which bodies bounce and joints hold.
    if L::SCHEME == Scheme::Leapfrog {
        restitution::apply(frame, settings, &mut record, &mut next);
        if settings.joint_correction {
            joints::correct(frame, &mut next);
        }
    }
    record.joints = joints::settle(frame, &borne, &mut next, settings.h);
    if L::SCHEME == Scheme::Leapfrog {
        next.support = support::of_bodies(frame, &record, &next);
    }
    Ok((Part { record, rows, h: frame.h, cut }, next))
}

/// Adds to `seconds` what `work` takes.
pub(super) fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let done = work();
    *seconds += clock.elapsed().as_secs_f64();
    done
}
