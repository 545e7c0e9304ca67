//! The complementarity problems of a step, for benches and for solving one step by every method.

use crate::body::{Model, State};
use crate::contact::{ContactSet, Kinematics, motion_bounds};
use crate::dynamics::{MassRoot, free_twists};
use crate::formulation::islands::split;
use crate::formulation::literal::{self, Group};
use crate::formulation::terms::Terms;
use crate::lcp::Lcp;
use crate::model::Disjunction;
use crate::sim::{StepInput, StepSettings};

/// The literal problem (4.50)/(4.51) of each island of the step from `state`, as LCPs with ν eliminated.
pub fn literal_problems(model: &Model, state: &State, settings: &StepSettings) -> Vec<Lcp> {
    let h = settings.h;
    let roots: Vec<MassRoot> =
        model.ids().map(|i| MassRoot::new(model.body(i), &state.poses[i.0], model.dimension)).collect();
    let free = free_twists(model, state, &StepInput::default(), &roots, h);
    let kinematics = Kinematics::new(model, &state.poses, state.time);
    let angle = settings.contact.applicability_angle;
    let reach = motion_bounds(model, &free, h);
    let mut set = ContactSet::find(model, &kinematics, &reach, settings.contact.detection_distance, angle);
    let disjunctions = settings.contact.model.build(model.dimension, &kinematics, &mut set, angle);
    let dynamic: Vec<bool> =
        model.ids().map(|i| model.body(i).is_dynamic() && model.is_active(i, state.time)).collect();
    split(&dynamic, &set, &disjunctions)
        .iter()
        .filter_map(|island| {
            let terms = Terms::new(model, &set, &roots, &free, island, h, settings.friction_directions);
            let groups: Vec<Group> =
                island.disjunctions.iter().map(|&k| primary_first(&disjunctions[k])).collect();
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
