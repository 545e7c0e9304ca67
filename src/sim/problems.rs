//! The complementarity problems of a step, for benches and for solving one step by every method.

use crate::body::{Model, State};
use crate::contact::ContactSet;
use crate::formulation::islands::split_joined;
use crate::formulation::literal::{self, Group};
use crate::formulation::scaled::Scaled;
use crate::formulation::terms::Terms;
use crate::lcp::Lcp;
use crate::model::Disjunction;
use crate::sim::stages::Stages;
use crate::sim::step::pick;
use crate::sim::{StepInput, StepSettings};

/// The literal problem (4.50)/(4.51) of each island of the step from `state`, as LCPs with ν eliminated.
pub fn literal_problems(model: &Model, state: &State, settings: &StepSettings) -> Vec<Lcp> {
    let Some(points) = settings.contact.model.over_points() else { return Vec::new() };
    let input = StepInput::default();
    let stages = Stages::new(model, state, &input, settings.h);
    let angle = settings.contact.applicability_angle;
    let distance = settings.contact.detection_distance;
    let mut set = ContactSet::find(model, &stages.kinematics, &stages.reach, distance, angle);
    let disjunctions = points.build(model.dimension, &stages.kinematics, &mut set, angle);
    let links: Vec<_> = disjunctions.iter().map(Disjunction::bodies).collect();
    let joints = stages.linearised(&stages.expected());
    split_joined(&stages.dynamic(), &links, &stages.joined())
        .iter()
        .filter_map(|island| {
            let scaled = Scaled::new(model, &stages.roots, &stages.free, island.bodies.clone(), settings.h)
                .with_joints(&pick(&joints, &island.joints), &stages.servos);
            let terms = Terms::new(scaled, &set, settings.friction_directions);
            let groups: Vec<Group> = island.links.iter().map(|&k| primary_first(&disjunctions[k])).collect();
            literal::build(&terms, &groups).map(|p| p.lcp)
        })
        .collect()
}

/// The contacts of a disjunction, the primary one first.
pub(super) fn primary_first(d: &Disjunction) -> Group {
    let mut group: Group = d.contacts().collect();
    group.swap(0, d.primary);
    group
}
