//! The complementarity problems of a step, for files, benches and for solving one step by every method.

use crate::body::{Model, State};
use crate::contact::{Contact, ContactId, ContactSet, Feature, PartId};
use crate::formulation::islands::split_joined;
use crate::formulation::literal::{self, Group};
use crate::formulation::scaled::Scaled;
use crate::formulation::terms::Terms;
use crate::lcp::Lcp;
use crate::lcp::file::{Origin, ProblemFile};
use crate::model::Disjunction;
use crate::sim::stages::Stages;
use crate::sim::step::pick;
use crate::sim::{StepInput, StepSettings};

/// The literal problem of one island with what its rows mean.
#[derive(Clone, Debug)]
pub struct StepProblem {
    /// The problem.
    pub lcp: Lcp,
    /// What each row is about: kind, bodies and features.
    pub rows: Vec<String>,
}

/// The literal problem (4.50)/(4.51) of each island of the step from `state`, as LCPs with ν eliminated.
///
/// Contacts are those of the first detection of the step and linearised at its start. Islands without contacts have no
/// problem, and a model that is not over point contacts has none at all.
pub fn step_problems(model: &Model, state: &State, settings: &StepSettings) -> Vec<StepProblem> {
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
            let problem = literal::build(&terms, &groups, f64::NEG_INFINITY)?;
            let meaning = |(kind, contact): (&literal::RowKind, &Option<ContactId>)| {
                let of = contact.map_or("of a joint".to_owned(), |id| features(model, set.get(id)));
                format!("{}: {of}", kind.name())
            };
            let rows = problem.row_kind.iter().zip(&problem.row_contact).map(meaning).collect();
            (problem.lcp.size() > 0).then_some(StepProblem { lcp: problem.lcp, rows })
        })
        .collect()
}

/// The same problems without the meaning of their rows.
pub fn literal_problems(model: &Model, state: &State, settings: &StepSettings) -> Vec<Lcp> {
    step_problems(model, state, settings).into_iter().map(|problem| problem.lcp).collect()
}

/// The same as files: `scene` names the scene in them.
pub fn problem_files(model: &Model, state: &State, settings: &StepSettings, scene: &str) -> Vec<ProblemFile> {
    let contact_model = settings.contact.model.name();
    let step = state.step + 1;
    step_problems(model, state, settings)
        .into_iter()
        .enumerate()
        .map(|(island, problem)| ProblemFile {
            origin: Some(Origin {
                scene: scene.to_owned(),
                model: contact_model.to_owned(),
                step,
                time: state.time,
                time_step: settings.h,
                island,
            }),
            rows: problem.rows,
            ..ProblemFile::new(
                &format!("{scene}, {contact_model}, step {step}, island {island}"),
                &problem.lcp,
            )
        })
        .collect()
}

/// `floor facet 2, box vertex 5`.
fn features(model: &Model, contact: &Contact) -> String {
    let one = |(part, feature): (PartId, Feature)| {
        let name = &model.body(part.body).name;
        let part = if part.part > 0 { format!(" part {}", part.part) } else { String::new() };
        match feature {
            Feature::Vertex(i) => format!("{name}{part} vertex {i}"),
            Feature::Edge(i) => format!("{name}{part} edge {i}"),
            Feature::Facet(i) => format!("{name}{part} facet {i}"),
        }
    };
    format!("{}, {}", one(contact.pair.a), one(contact.pair.b))
}

/// The contacts of a disjunction, the primary one first.
pub(super) fn primary_first(d: &Disjunction) -> Group {
    let mut group: Group = d.contacts().collect();
    group.swap(0, d.primary);
    group
}
