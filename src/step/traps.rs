//! Traps: where the standard model would enforce several contacts although the true geometry asks for one.

use crate::contact::kinematics::WorldPart;
use crate::contact::models::{Disjunction, Peg, PointModel};
use crate::contact::narrow_phase::gap_at;
use crate::contact::{Contact, ContactSet};
use crate::math::Pose;
use crate::step::frame::StepFrame;
use crate::step::settings::StepSettings;
use crate::step::tolerances::SPRUNG;
use crate::world::{BodyId, Model, PartId};
use std::collections::BTreeMap;

/// Traps of a step and those of them that sprang, counted with the exact model's disjunctions whatever model runs, so
/// that runs compare. Looks for contacts on its own.
pub(super) fn count(stages: &StepFrame, settings: &StepSettings, poses: &[Pose]) -> (usize, usize) {
    let contact = &settings.contact;
    let angle = contact.applicability_angle;
    let mut set =
        ContactSet::find(stages.model, &stages.kinematics, &stages.reach, contact.detection_distance, angle);
    let peg = Peg.build(stages.model.dimension, &stages.kinematics, &mut set, angle);
    let gaps = gaps_at_poses(stages.model, poses, set.contacts.iter());
    of_disjunctions(&peg, &gaps)
}

/// Traps among disjunctions, and those of them with a contact that is violated at the end of the step.
pub(super) fn of_disjunctions(disjunctions: &[Disjunction], end_gaps: &[f64]) -> (usize, usize) {
    let traps = disjunctions.iter().filter(|d| d.is_trap());
    let sprung = traps.clone().filter(|d| d.contacts().any(|c| end_gaps[c.0] < -SPRUNG)).count();
    (traps.count(), sprung)
}

/// True gaps of contacts at given poses; parts are placed once each.
pub(super) fn gaps_at_poses<'c>(
    model: &Model,
    poses: &[Pose],
    contacts: impl Iterator<Item = &'c Contact>,
) -> Vec<f64> {
    gaps_where(model, &mut |id| poses[id.0], contacts)
}

/// The same at poses that are asked for body by body, once for each part of a contact.
pub(super) fn gaps_where<'c>(
    model: &Model,
    pose: &mut dyn FnMut(BodyId) -> Pose,
    contacts: impl Iterator<Item = &'c Contact>,
) -> Vec<f64> {
    let mut placed: BTreeMap<PartId, WorldPart> = BTreeMap::new();
    contacts
        .map(|c| {
            for id in [c.pair.a.0, c.pair.b.0] {
                placed.entry(id).or_insert_with(|| {
                    WorldPart::at(id, &model.body(id.body).parts[id.part], &pose(id.body))
                });
            }
            gap_at(&c.pair, &placed[&c.pair.a.0], &placed[&c.pair.b.0])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Kinematics;
    use crate::geometry::shapes::cuboid;
    use crate::math::Vec3;
    use crate::world::build::{BodySpec, assemble};

    /// The gaps of an island are measured at the poses of its own bodies, however many others there are.
    #[test]
    fn only_the_bodies_of_the_contacts_are_placed() {
        let cube =
            |x: f64| BodySpec::new("cube", vec![cuboid(&Vec3::repeat(0.5)).unwrap()]).at(Vec3::x() * x);
        let specs: Vec<BodySpec> =
            (0..40).map(|k| cube(3.0 * (k / 2) as f64 + 1.005 * (k % 2) as f64)).collect();
        let (model, state) = assemble(crate::math::Dimension::Three, Vec3::zeros(), &specs);
        let kinematics = Kinematics::new(&model, &state.poses, 0.0);
        let set = ContactSet::find(&model, &kinematics, &[0.01; 40], None, 0.1);
        assert_eq!(set.pairs.len(), 20);
        let all = gaps_at_poses(&model, &state.poses, set.contacts.iter());
        let range = set.pairs[7].range.clone();
        let mut asked = Vec::new();
        let mut pose = |id: BodyId| {
            asked.push(id);
            state.poses[id.0]
        };
        let some = gaps_where(&model, &mut pose, set.contacts[range.clone()].iter());
        assert_eq!(some, all[range]);
        asked.sort();
        assert_eq!(asked, [BodyId(14), BodyId(15)]);
    }
}
