//! What a step under a penalty method tells of its contacts: one for each point at the start of the step, with the force integrated over it.

use crate::contact::narrow_phase::jacobian;
use crate::contact::{Contact, Feature, FeaturePair, Kinematics, WorldPart};
use crate::geometry::overlap::FacetOf;
use crate::math::{Vec3, Vec6, stack};
use crate::step::frame::StepFrame;
use crate::step::island::grouping::split_joined;
use crate::step::penalty::Found;
use crate::step::penalty::force::Push;
use crate::step::penalty::points::Point;
use crate::step::record::{StepRecord, Timing};
use crate::step::report::SolveSummary;
use crate::world::{BodyId, State};

/// A vertex of a part this near to a point of contact is that point (m).
const AT_VERTEX: f64 = 1e-9;

/// What the points of one touch gave in a step.
pub struct Given {
    /// Normal impulse of all points (N·s).
    normal: f64,
    /// Friction impulse on body B of all points (N·s).
    friction: Vec3,
    /// Normal forces of the points at the start of the step (N): shares of the impulse.
    shares: Vec<f64>,
}

impl Given {
    /// Nothing yet, of so many points.
    pub fn none(points: usize) -> Self {
        Self { normal: 0.0, friction: Vec3::zeros(), shares: vec![0.0; points] }
    }

    /// Adds forces that stand for `weight` (s) of the step, those `at_start` of the very points.
    pub fn add(&mut self, acting: &[Push], weight: f64, at_start: bool) {
        self.normal += weight * acting.iter().map(|push| push.normal).sum::<f64>();
        self.friction += acting.iter().map(|push| push.friction).sum::<Vec3>() * weight;
        if at_start {
            self.shares = acting.iter().map(|push| push.normal).collect();
        }
    }

    /// The share of each point, together 1.
    fn shares(&self) -> Vec<f64> {
        let sum: f64 = self.shares.iter().sum();
        let alike = 1.0 / self.shares.len() as f64;
        self.shares.iter().map(|share| if sum > 0.0 { share / sum } else { alike }).collect()
    }
}

/// The record of a step that led to `next`.
///
/// Points move within a step and their number may change: the impulse of a pair is shared among its points at the start as their forces
/// were there, blows equally. What that leaves of the momenta of bodies, of first order in the step size, is told beside the contacts.
pub fn of(frame: &StepFrame, next: &State, found: &Found) -> StepRecord {
    let ends = Kinematics::new(frame.model, &next.poses, frame.state.time);
    let (mut contacts, mut impulses, mut friction, mut end_gaps) = (vec![], vec![], vec![], vec![]);
    let mut rest: Vec<Vec6> = found.of_bodies.iter().map(|w| stack(&w.force, &w.torque)).collect();
    for (k, (touch, given)) in found.touches.iter().zip(&found.given).enumerate() {
        let shares = given.shares();
        let struck = found.blows.iter().filter(|blow| blow.touch == k);
        let (mut blow_normal, mut blow_friction) = (0.0, Vec3::zeros());
        for blow in struck {
            let pressed = blow.impulse.dot(&blow.normal);
            blow_normal += pressed;
            blow_friction += blow.impulse - blow.normal * pressed;
        }
        let alike = 1.0 / touch.points.len() as f64;
        for (point, share) in touch.points.iter().zip(shares) {
            let contact = contact(frame, point);
            let normal = given.normal * share + blow_normal * alike;
            let rubbed = given.friction * share + blow_friction * alike;
            let of_a = (contact.body_a(), &contact.jacobian_a, contact.point_a - contact.centre_a, -rubbed);
            let of_b = (contact.body_b(), &contact.jacobian_b, contact.point_b - contact.centre_b, rubbed);
            for (id, row, arm, rubbed) in [of_a, of_b] {
                rest[id.0] -= row * normal + stack(&rubbed, &arm.cross(&rubbed));
            }
            end_gaps.push(end_gap(frame, &ends, point, next));
            contacts.push(contact);
            impulses.push(normal);
            friction.push(rubbed);
        }
    }
    let touched = |id: BodyId| {
        found.touches.iter().any(|touch| touch.bodies.0 == id || touch.bodies.1 == id)
            && frame.model.body(id).is_dynamic()
    };
    let beside = frame.model.ids().filter(|id| touched(*id)).map(|id| (id, rest[id.0])).collect();
    let links: Vec<_> = found.touches.iter().map(|touch| touch.bodies).collect();
    StepRecord {
        step: next.step,
        time: next.time,
        contacts,
        impulses,
        friction_impulses: friction,
        end_gaps,
        disjunctions: Vec::new(),
        traps: 0,
        sprung_traps: 0,
        joints: Vec::new(),
        beside,
        detection_distance: 0.0,
        islands: split_joined(&frame.dynamic(), &links, &[]).len(),
        solve: SolveSummary { method: found.integrator, ..SolveSummary::default() },
        timing: Timing::default(),
    }
}

/// A point as a contact of the record.
fn contact(frame: &StepFrame, point: &Point) -> Contact {
    let (part_a, part_b) = point.parts;
    let [centre_a, centre_b] = [part_a, part_b].map(|id| frame.state.poses[id.body.0].position);
    let deep = point.normal * point.depth;
    let part = |id| frame.kinematics.index(id).map(|k| &frame.kinematics.parts[k]);
    let (pair, point_a, point_b) = match point.facet {
        FacetOf::A(facet) => {
            let pair = (Feature::Facet(facet), nearest(part(part_b), &point.at));
            (pair, point.at + deep, point.at)
        }
        FacetOf::B(facet) => {
            let pair = (nearest(part(part_a), &point.at), Feature::Facet(facet));
            (pair, point.at, point.at - deep)
        }
    };
    let (jacobian_a, jacobian_b) = jacobian(&point.normal, &point.at, &point.at, &centre_a, &centre_b);
    Contact {
        pair: FeaturePair { a: (part_a, pair.0), b: (part_b, pair.1), flipped: false },
        gap: -point.depth,
        distance: point.depth,
        normal: point.normal,
        point_a,
        point_b,
        centre_a,
        centre_b,
        jacobian_a,
        jacobian_b,
        applicability: 0.0,
        applicable: true,
        feasible: true,
    }
}

/// The vertex of a part at a point, else the facet nearest to it: corners of a common part lie where facets cross.
fn nearest(part: Option<&WorldPart>, at: &Vec3) -> Feature {
    let Some(part) = part else { return Feature::Facet(0) };
    if let Some(vertex) = part.vertices.iter().position(|v| (v - at).norm() <= AT_VERTEX) {
        return Feature::Vertex(vertex);
    }
    let above = |facet: usize| part.height(facet, at).abs();
    let facets = 0..part.shape.facets.len();
    Feature::Facet(facets.min_by(|x, y| above(*x).total_cmp(&above(*y))).unwrap_or(0))
}

/// The gap at the end of the step: how far the point of the body that is in the other has come above the facet.
fn end_gap(frame: &StepFrame, ends: &Kinematics, point: &Point, next: &State) -> f64 {
    let (holder, facet, goer) = match point.facet {
        FacetOf::A(facet) => (point.parts.0, facet, point.parts.1.body),
        FacetOf::B(facet) => (point.parts.1, facet, point.parts.0.body),
    };
    let (from, to) = (&frame.state.poses[goer.0], &next.poses[goer.0]);
    let local = from.orientation.inverse() * (point.at - from.position);
    let at = to.transform_point(&local);
    ends.index(holder).map_or(f64::NAN, |k| ends.parts[k].height(facet, &at))
}
