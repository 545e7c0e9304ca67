//! Traps: where the standard model would enforce several contacts although the true geometry asks for one.

use crate::contact::kinematics::WorldPart;
use crate::contact::models::{Disjunction, Peg, PointModel};
use crate::contact::narrow_phase::gap_at;
use crate::contact::{Contact, ContactSet};
use crate::math::Pose;
use crate::step::frame::StepFrame;
use crate::step::settings::StepSettings;
use crate::step::tolerances::SPRUNG;
use crate::world::Model;
use crate::world::PartId;
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
    let mut placed: BTreeMap<PartId, WorldPart> = BTreeMap::new();
    contacts
        .map(|c| {
            for id in [c.pair.a.0, c.pair.b.0] {
                placed.entry(id).or_insert_with(|| {
                    WorldPart::at(id, &model.body(id.body).parts[id.part], &poses[id.body.0])
                });
            }
            gap_at(&c.pair, &placed[&c.pair.a.0], &placed[&c.pair.b.0])
        })
        .collect()
}
