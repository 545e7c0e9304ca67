//! A step under Exact in which nobody can meet anybody: bodies fly, and that is all there is to it.
//!
//! It gives the very bits that the whole of the step gives, without what the step is for: no frame, no world geometry, no problem, and in memory that is kept from step to step. Who
//! can meet is bounded from above, by spheres around what moves; where these come near each other the whole of the step tells.

use crate::contact::WorldPart;
use crate::contact::broad_phase::any_overlap;
use crate::contact::detect::{DETECTION_MARGIN, motion_bound};
use crate::contact::models::ContactModel;
use crate::dynamics::{Flown, fly, weight};
use crate::math::{Pose, PoseUpdate, Vec3};
use crate::step::exact;
use crate::step::fixed_point::same_pose;
use crate::step::ranges::RUN_AWAY_SPEED;
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::step::settings::{Geometry, StepSettings};
use crate::stop;
use crate::world::{Body, BodyId, BodyKind, ContactMemory, Model, PartId, State, StepInput};
use std::sync::{Arc, Weak};
use std::time::Instant;

/// More than what the radius of a body is rounded by, as a part of it.
const ROUNDING: f64 = 1e-9;

/// The lowest and the highest corner of a box (m).
type Bounds = (Vec3, Vec3);

/// What such steps know of a model, and the memory that they need.
#[derive(Clone, Debug, Default)]
pub(super) struct Aloft {
    /// Only told apart, not read.
    model: Weak<Model>,
    /// Whether nothing but weight ever acts on its bodies.
    plain: bool,
    /// From when on all of them are there (s).
    complete: f64,
    /// The parts of what is fixed, and where that was when they were measured.
    fixed: Vec<(BodyId, Pose, Bounds)>,
    /// Where bodies can be in the step, and which of them each of these boxes is of.
    boxes: Vec<Bounds>,
    of_box: Vec<BodyId>,
    order: Vec<usize>,
    flown: Vec<Flown>,
    /// How far any point moved in the step taken last at most (m).
    reach: f64,
    record: Option<Arc<StepRecord>>,
}

impl Aloft {
    /// Takes a step where nobody can meet anybody in it: `state` moves on to its end. Whether it was taken; `state` is as it was where that is not so, or not known.
    pub fn step(
        &mut self,
        model: &Arc<Model>,
        settings: &StepSettings,
        input: &StepInput,
        state: &mut State,
    ) -> bool {
        let exact = settings.contact.model == ContactModel::SeparatingFeature
            && settings.contact.geometry() == Geometry::Implicit;
        // Whom bodies touch, or are near to, is remembered.
        let alone = state.memory.pairs().is_empty() && state.support.is_empty() && state.lag == 0.0;
        if !exact || !alone || !input.wrenches.is_empty() || stop::asked() {
            return false;
        }
        self.learn(model);
        // What enters in the step before may do so inside others, which is said of this one.
        let complete = self.complete <= 0.0 || self.complete <= state.time - settings.h;
        if !self.plain || !complete {
            return false;
        }
        let Some(reach) = self.fly(model, settings, state) else { return false };
        self.stand(model, settings, state);
        let of_box = &self.of_box;
        if any_overlap(&self.boxes, &mut self.order, |a, b| model.may_touch(of_box[a], of_box[b])) {
            return false;
        }
        for (k, flown) in self.flown.iter().enumerate() {
            (state.poses[k], state.twists[k]) = (flown.pose, flown.end);
        }
        state.memory = ContactMemory::default();
        (state.step, state.time) = (state.step + 1, state.time + settings.h);
        self.reach = reach;
        true
    }

    /// The record of the step that was taken, begun at `clock`, which led to `state`: in the memory of that of the one before, where nobody else holds it.
    pub fn record(&mut self, state: &State, clock: Instant) -> Arc<StepRecord> {
        let kept = self.record.get_or_insert_with(|| Arc::new(of_nothing()));
        let record = Arc::make_mut(kept);
        (record.step, record.time, record.detection_distance) = (state.step, state.time, self.reach);
        record.timing = Timing { total: clock.elapsed().as_secs_f64(), ..Timing::default() };
        Arc::clone(kept)
    }

    /// Learns what there is to know of another model.
    fn learn(&mut self, model: &Arc<Model>) {
        if self.model.as_ptr() == Arc::as_ptr(model) {
            return;
        }
        let plain = model.joints.is_empty()
            && model.controllers.is_empty()
            && ContactModel::SeparatingFeature.cannot(model).is_none();
        let complete = model.bodies.iter().fold(0.0, |latest: f64, body| latest.max(body.spawn_time));
        *self = Self { model: Arc::downgrade(model), plain, complete, ..Self::default() };
    }

    /// How all bodies fly, and boxes around those that are not fixed; how far any point moves at most (m). `None` where a body runs away.
    fn fly(&mut self, model: &Model, settings: &StepSettings, state: &State) -> Option<f64> {
        let h = settings.h;
        self.flown.clear();
        self.boxes.clear();
        self.of_box.clear();
        let mut farthest = 0.0_f64;
        for id in model.ids() {
            let (body, from) = (model.body(id), &state.poses[id.0]);
            let flown = fly(model, state, id, &weight(model, body), h);
            let (speed, rate) = (flown.end.linear.norm(), flown.end.angular.norm());
            // Written so that what is no number is not sound.
            if !(speed <= RUN_AWAY_SPEED && rate <= RUN_AWAY_SPEED && flown.pose.is_finite()) {
                return None;
            }
            let steady = PoseUpdate::Cayley.steady(&flown.mean, h);
            let reach = motion_bound(body, &steady, h).max(motion_bound(body, &flown.start, h));
            farthest = farthest.max(reach);
            if body.kind != BodyKind::Fixed {
                let around = Vec3::repeat(body.radius * (1.0 + ROUNDING) + room(body, reach, settings));
                self.boxes.push((from.position - around, from.position + around));
                self.of_box.push(id);
            }
            self.flown.push(flown);
        }
        Some(farthest)
    }

    /// Boxes around what is fixed: a sphere around a floor reaches everything.
    fn stand(&mut self, model: &Model, settings: &StepSettings, state: &State) {
        if self.fixed.iter().any(|(id, pose, _)| !same_pose(pose, &state.poses[id.0])) {
            self.fixed.clear();
        }
        if self.fixed.is_empty() {
            for id in model.ids().filter(|id| model.body(*id).kind == BodyKind::Fixed) {
                let pose = state.poses[id.0];
                for (part, shape) in model.body(id).parts.iter().enumerate() {
                    let placed = WorldPart::at(PartId { body: id, part }, shape, &pose);
                    self.fixed.push((id, pose, placed.bounds()));
                }
            }
        }
        for (id, _, (low, high)) in &self.fixed {
            let room = room(model.body(*id), 0.0, settings);
            self.boxes.push((low.add_scalar(-room), high.add_scalar(room)));
            self.of_box.push(*id);
        }
    }
}

/// How far from a body that moves by `reach` another one is looked for at least (m).
fn room(body: &Body, reach: f64, settings: &StepSettings) -> f64 {
    let least = settings.contact.detection_distance.map_or(0.0, |d| 0.5 * d);
    least.max(reach + 0.5 * DETECTION_MARGIN * body.radius)
}

/// The record of a step without contacts and joints.
fn of_nothing() -> StepRecord {
    StepRecord {
        step: 0,
        time: 0.0,
        contacts: Vec::new(),
        impulses: Vec::new(),
        friction_impulses: Vec::new(),
        end_gaps: Vec::new(),
        disjunctions: Vec::new(),
        traps: 0,
        sprung_traps: 0,
        joints: Vec::new(),
        beside: Vec::new(),
        detection_distance: 0.0,
        islands: 0,
        solve: SolveSummary { method: exact::METHOD, ..SolveSummary::default() },
        timing: Timing::default(),
    }
}
