//! How far two runs of one scene have drifted from each other, body by body, and whether they have parted.

use crate::contact::models::ContactModel;
use crate::experiment::report::{DriftEntry, DriftReport};
use crate::experiment::stats::max_keeping_nan;
use crate::world::{BodyId, Model, State};

/// Two runs have parted where a point of a body is farther from where the reference has it than this many radii of the
/// body (its bounding sphere), unless the user says otherwise.
///
/// A step of first order leaves runs of one motion apart by the speed times h and a small factor: a hundredth to a tenth
/// of a radius in the scenes that come with the program. Half a radius is what one sees as another place.
pub const PARTED: f64 = 0.5;

/// How far a body is from where the reference has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDrift {
    /// The body.
    pub body: BodyId,
    /// Distance of the centres of mass (m).
    pub position: f64,
    /// Angle of the rotation that leads from one orientation to the other, 0 to π (rad).
    pub angle: f64,
    /// Largest distance of any material point of the body from where the reference has it (m).
    pub farthest_point: f64,
}

/// The drift of each dynamic body that takes part in both states, in the order of the bodies.
///
/// Points are material: a cube turned by a quarter about its axis looks the same and has drifted.
pub fn drift(model: &Model, reference: &State, other: &State) -> Vec<BodyDrift> {
    let there = |id: &BodyId| model.is_active(*id, reference.time) && model.is_active(*id, other.time);
    let measured = |body: BodyId| {
        let (a, b) = (reference.poses.get(body.0)?, other.poses.get(body.0)?);
        // The distance of a point is convex in it, so that the largest one is that of a vertex.
        let vertices = model.body(body).parts.iter().flat_map(|part| &part.vertices);
        let farthest_point =
            vertices.map(|v| (b.transform_point(v) - a.transform_point(v)).norm()).fold(0.0, max_keeping_nan);
        let position = (b.position - a.position).norm();
        Some(BodyDrift { body, position, angle: a.orientation.angle_to(&b.orientation), farthest_point })
    };
    model.ids().filter(|id| model.body(*id).is_dynamic()).filter(there).filter_map(measured).collect()
}

impl BodyDrift {
    /// The farthest point's distance in radii of the body.
    pub fn radii(&self, model: &Model) -> f64 {
        self.farthest_point / model.body(self.body).radius
    }
}

/// The drift that is largest in radii of its body; `None` where nothing was measured.
pub fn worst(model: &Model, drifts: &[BodyDrift]) -> Option<BodyDrift> {
    let larger = |best: BodyDrift, next: &BodyDrift| {
        // Written so that a NaN becomes the worst, and equal ones leave the first body.
        if next.radii(model) <= best.radii(model) || best.radii(model).is_nan() { best } else { *next }
    };
    drifts.iter().copied().reduce(|best, next| larger(best, &next))
}

/// Whether the runs have parted: the worst drift, if it is more than `bound` radii of its body (usually [`PARTED`]).
pub fn parted(model: &Model, drifts: &[BodyDrift], bound: f64) -> Option<BodyDrift> {
    // Not `>`: a NaN has parted.
    worst(model, drifts)
        .filter(|drift| !matches!(drift.radii(model).partial_cmp(&bound), Some(o) if o.is_le()))
}

/// Whether two contact models should lead to the same motion, up to the order of the step: all that take the free space
/// as it is. The standard model takes it for convex, penalty methods let bodies into each other: they are expected to lead elsewhere.
pub fn should_agree(a: ContactModel, b: ContactModel) -> bool {
    a.takes_the_true_shape() && b.takes_the_true_shape()
}

/// The model that others are measured against unless the user names one: the last of `models` that takes the free space
/// as it is, else the last; `None` for an empty list.
pub fn default_reference(models: &[ContactModel]) -> Option<ContactModel> {
    let exact = models.iter().rev().copied().find(|m| m.takes_the_true_shape());
    exact.or(models.last().copied())
}

/// Where all bodies were after each step of a run: what other runs of the scene with the same step size are measured
/// against.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// States without what contacts remember, ascending in their steps.
    states: Vec<State>,
}

impl Course {
    /// Adds the state after a step.
    pub fn add(&mut self, state: &State) {
        let (poses, twists) = (state.poses.clone(), state.twists.clone());
        let start = State::at_start(poses, twists);
        self.states.push(State { step: state.step, time: state.time, lag: state.lag, ..start });
    }

    /// The state after that step.
    pub fn at(&self, step: u64) -> Option<&State> {
        self.states.binary_search_by_key(&step, |state| state.step).ok().map(|k| &self.states[k])
    }
}

/// The drift of a run, collected step by step.
#[derive(Clone, Debug)]
pub struct DriftTally<'a> {
    course: &'a Course,
    bound: f64,
    parted_at: Option<f64>,
    largest: Option<(f64, BodyDrift)>,
    last: (f64, Vec<BodyDrift>),
}

impl<'a> DriftTally<'a> {
    /// Nothing yet, against that course; runs have parted beyond `bound` radii of a body.
    pub fn new(course: &'a Course, bound: f64) -> Self {
        Self { course, bound, parted_at: None, largest: None, last: (0.0, Vec::new()) }
    }

    /// Adds the state after a step; nothing where the course does not reach that far.
    pub fn add(&mut self, model: &Model, state: &State) {
        let Some(reference) = self.course.at(state.step) else { return };
        let drifts = drift(model, reference, state);
        if self.parted_at.is_none() && parted(model, &drifts, self.bound).is_some() {
            self.parted_at = Some(state.time);
        }
        let before = self.largest.map(|(_, drift)| drift);
        if let Some(now) = worst(model, &drifts)
            && before.is_none_or(|before| worst(model, &[before, now]) != Some(before))
        {
            self.largest = Some((state.time, now));
        }
        self.last = (state.time, drifts);
    }

    /// The report, of a run under one contact model against one under another.
    pub fn report(self, model: &Model, of: ContactModel, reference: ContactModel) -> DriftReport {
        let entry = |drift: &BodyDrift| DriftEntry {
            body: model.body(drift.body).name.clone(),
            position: drift.position,
            angle: drift.angle,
            farthest_point: drift.farthest_point,
            radii: drift.radii(model),
        };
        DriftReport {
            reference: reference.name().to_owned(),
            should_agree: should_agree(of, reference),
            bound: self.bound,
            parted_at: self.parted_at,
            largest: self.largest.as_ref().map(|(_, drift)| entry(drift)),
            largest_at: self.largest.map(|(time, _)| time),
            end: self.last.0,
            at_end: self.last.1.iter().map(entry).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::{box_body, model_of, state_of};
    use crate::math::{Quat, Vec3};
    use crate::world::BodyKind;

    #[test]
    fn each_dynamic_body_has_its_distance_its_angle_and_its_farthest_corner() {
        let mut late = box_body("late", BodyKind::Dynamic, 0.5);
        late.spawn_time = 1.0;
        let model = model_of(vec![
            box_body("floor", BodyKind::Fixed, 1.0),
            box_body("moved", BodyKind::Dynamic, 0.5),
            box_body("turned", BodyKind::Dynamic, 0.5),
            late,
        ]);
        let reference = state_of(&model);
        let mut other = reference.clone();
        other.poses[0].position.x = 9.0;
        other.poses[1].position = Vec3::new(0.3, 0.4, 0.0);
        other.poses[2].orientation = Quat::from_axis_angle(&Vec3::z_axis(), std::f64::consts::PI);
        let drifts = drift(&model, &reference, &other);
        assert_eq!(drifts.iter().map(|d| d.body).collect::<Vec<_>>(), [BodyId(1), BodyId(2)]);
        assert!((drifts[0].position - 0.5).abs() < 1e-15 && drifts[0].angle == 0.0);
        assert!((drifts[0].farthest_point - 0.5).abs() < 1e-15);
        assert_eq!(drifts[1].position, 0.0);
        assert!((drifts[1].angle - std::f64::consts::PI).abs() < 1e-15);
        // A corner goes to the opposite one of its square, √2 edges away.
        assert!((drifts[1].farthest_point - 2.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(worst(&model, &drifts), Some(drifts[1]));
    }

    #[test]
    fn parted_is_what_lies_beyond_the_bound_in_radii_and_what_is_no_number() {
        let model = model_of(vec![
            box_body("small", BodyKind::Dynamic, 0.1),
            box_body("large", BodyKind::Dynamic, 10.0),
        ]);
        let reference = state_of(&model);
        let mut other = reference.clone();
        other.poses[0].position.x = 0.1;
        other.poses[1].position.x = 0.2;
        let drifts = drift(&model, &reference, &other);
        // 0.1 / (0.1 √3) of the small one is more than 0.2 / (10 √3) of the large one.
        let found = parted(&model, &drifts, PARTED).expect("the small one has parted");
        assert_eq!(found.body, BodyId(0));
        assert_eq!(parted(&model, &drifts, 0.58), None);
        assert_eq!(parted(&model, &drift(&model, &reference, &reference), 0.0), None);
        other.poses[1].position.y = f64::NAN;
        let lost = parted(&model, &drift(&model, &reference, &other), 1e300).expect("NaN has parted");
        assert_eq!(lost.body, BodyId(1));
    }

    #[test]
    fn a_run_is_measured_step_by_step_as_far_as_its_reference_goes() {
        let model =
            model_of(vec![box_body("a", BodyKind::Dynamic, 0.5), box_body("b", BodyKind::Dynamic, 0.5)]);
        let mut state = state_of(&model);
        let mut course = Course::default();
        let after = |step: u64, state: &State| State { step, time: 0.1 * step as f64, ..state.clone() };
        for step in 0..=4 {
            course.add(&after(step, &state));
        }
        let mut tally = DriftTally::new(&course, 0.5);
        // Radius √3/2: 0.1, 0.6, 0.3 m, and then a step that the reference did not do.
        for (step, away) in [(0, 0.0), (1, 0.1), (2, 0.6), (4, 0.3), (5, 9.0)] {
            state.poses[1].position.y = away;
            tally.add(&model, &after(step, &state));
        }
        let report = tally.report(&model, ContactModel::Lnc, ContactModel::Peg);
        assert_eq!((report.reference.as_str(), report.should_agree), ("peg", true));
        assert_eq!((report.parted_at, report.largest_at, report.end), (Some(0.2), Some(0.2), 0.4));
        let largest = report.largest.expect("something moved");
        assert_eq!((largest.body.as_str(), largest.position), ("b", 0.6));
        assert!((largest.radii - 0.6 / 0.75_f64.sqrt()).abs() < 1e-15);
        let end: Vec<f64> = report.at_end.iter().map(|e| e.position).collect();
        assert_eq!(end, [0.0, 0.3]);
    }

    #[test]
    fn the_standard_model_is_no_reference_unless_it_is_alone() {
        assert!(crate::step::ranges::PARTED.holds(PARTED));
        use ContactModel::{Corrective, Lnc, Peg, SeparatingFeature, Standard};
        assert_eq!(default_reference(&ContactModel::ALL), Some(SeparatingFeature));
        assert_eq!(default_reference(&[Peg, Lnc, Standard]), Some(Lnc));
        assert_eq!(default_reference(&[Standard]), Some(Standard));
        assert_eq!(default_reference(&[]), None);
        assert!(should_agree(Lnc, SeparatingFeature) && !should_agree(Peg, Standard));
        assert!(!should_agree(Corrective, Peg) && !should_agree(Corrective, Corrective));
    }
}
