//! The complementarity problems of a step, for files, benches and for solving one step by every method.

use crate::contact::models::Disjunction;
use crate::contact::{Contact, ContactId, ContactSet, Feature, FeaturePair};
use crate::lcp::Lcp;
use crate::lcp::problem::file::{Origin, ProblemFile};
use crate::math::{Pose, Twist};
use crate::step::frame::{Scheme, StepFrame};
use crate::step::island::grouping::{pick, split_joined};
use crate::step::island::literal;
use crate::step::island::literal::{Group, primary_first};
use crate::step::island::scaled::Scaled;
use crate::step::island::terms::Terms;
use crate::step::joints::articulation::Articulations;
use crate::step::law::{ContactLaw, StepSolution};
use crate::step::points::{Found, OverPoints};
use crate::step::record::Timing;
use crate::step::settings::StepSettings;
use crate::world::PartId;
use crate::world::StepInput;
use crate::world::{BodyId, Model, State};
use nalgebra::DVector;
use std::sync::Arc;

/// The literal problem of one island with what its rows mean.
#[derive(Clone, Debug)]
pub struct StepProblem {
    /// The problem.
    pub lcp: Lcp,
    /// What each row is about: kind, bodies and features.
    pub rows: Vec<String>,
    /// The features of each row's contact; none for the limit of a joint.
    pub pairs: Vec<Option<FeaturePair>>,
    /// Bodies of the island, ascending.
    pub bodies: Vec<BodyId>,
    /// Their mass (kg).
    pub mass: f64,
    /// The change of scaled velocity y (√J) against the free motion that the step took, where it is known.
    pub taken: Option<DVector<f64>>,
    articulations: Option<Arc<Articulations>>,
}

impl StepProblem {
    /// The change of scaled velocity (√J) that a solution z leads to; none for a z of the wrong size or an lcp without
    /// factors.
    pub fn change(&self, z: &DVector<f64>) -> Option<DVector<f64>> {
        let factors = self.lcp.factors().filter(|f| f.forces.len() == z.len())?;
        let mut x = DVector::zeros(factors.columns);
        for (force, z) in factors.forces.iter().zip(z.iter()) {
            for &(column, value) in force.entries() {
                x[column] += value * z;
            }
        }
        Some(self.articulations.as_ref().map_or(x.clone(), |a| a.expand(&x)))
    }

    /// How far two motions are apart: the speed with which the whole island would have the kinetic energy of their
    /// difference (m/s).
    pub fn speed_between(&self, a: &DVector<f64>, b: &DVector<f64>) -> f64 {
        if a.len() == b.len() { (a - b).norm() / self.mass.sqrt() } else { f64::INFINITY }
    }

    /// The problem as a file.
    pub fn file(&self, origin: Origin) -> ProblemFile {
        let Origin { scene, model, step, island, .. } = &origin;
        let name = format!("{scene}, {model}, step {step}, island {island}");
        let rows = self.rows.clone();
        ProblemFile { origin: Some(origin), rows, ..ProblemFile::new(&name, &self.lcp) }
    }
}

/// The literal problem (4.50)/(4.51) of each island of the step from `state`, as LCPs with ν eliminated. `next`: the state
/// that the step led to, where it was taken already, for [`StepProblem::taken`].
///
/// Contacts and joints are those that the step solved with last: within the reach of the motion that was accepted, linearised as there. A
/// step that is not solved has those of its first detection, linearised at its start. It costs a step. Islands
/// without contacts have no problem, and a model that is not over point contacts has none at all.
pub fn step_problems(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    next: Option<&State>,
) -> Vec<StepProblem> {
    let Some(points) = settings.contact.model.over_points() else { return Vec::new() };
    let stages = StepFrame::new(model, state, input, settings.h, Scheme::Leapfrog);
    let angle = settings.contact.applicability_angle;
    let law = OverPoints { model: points, solver: None };
    let (mut set, disjunctions, joints) = match law.solve(&stages, settings, &mut Timing::default()) {
        Ok(StepSolution { found: Found { set, disjunctions, .. }, joints, .. }) => {
            (set, disjunctions, joints)
        }
        Err(_) => {
            let distance = settings.contact.detection_distance;
            let mut set = ContactSet::find(model, &stages.kinematics, &stages.reach, distance, angle);
            let disjunctions = points.build(model.dimension, &stages.kinematics, &mut set, angle);
            (set, disjunctions, stages.linearised(&stages.expected()))
        }
    };
    let share = settings.contact.share_of_gaps();
    set.leave(|contact| share * points.gap_of_row(&stages.kinematics, contact));
    let links: Vec<_> = disjunctions.iter().map(Disjunction::bodies).collect();
    split_joined(&stages.dynamic(), &links, &stages.joined())
        .iter()
        .filter_map(|island| {
            let scaled = Scaled::new(model, &stages.roots, &stages.free, island.bodies.clone(), settings.h)
                .with_joints(&pick(&joints, &island.joints), &stages.servos);
            let twist = |next: &State, id: &BodyId| motion(&state.poses[id.0], &next.poses[id.0], settings.h);
            let twists = |next| island.bodies.iter().map(|id| twist(next, id)).collect::<Vec<_>>();
            let taken = next.map(|next| scaled.change(&twists(next)));
            // Drives at their limit as the step found them; where it is not known, as they would be without contacts.
            let pieces = taken.as_ref().and_then(|taken| scaled.other_pieces(taken));
            let scaled = pieces.and_then(|on| scaled.on(&on).ok()).unwrap_or(scaled);
            let articulations = scaled.articulations();
            let terms = Terms::new(scaled, &set, settings.friction.directions);
            let groups: Vec<Group> = island.links.iter().map(|&k| primary_first(&disjunctions[k])).collect();
            let problem = literal::build(&terms, &groups, f64::NEG_INFINITY)?;
            let meaning = |(kind, contact): (&literal::RowKind, &Option<ContactId>)| {
                let of = contact.map_or("of a joint".to_owned(), |id| features(model, set.get(id)));
                format!("{}: {of}", kind.name())
            };
            let rows = problem.row_kind.iter().zip(&problem.row_contact).map(meaning).collect();
            (problem.lcp.size() > 0).then(|| StepProblem {
                lcp: problem.lcp,
                rows,
                pairs: problem.row_contact.iter().map(|id| id.map(|id| set.get(id).pair)).collect(),
                mass: island.bodies.iter().map(|&id| model.body(id).mass).sum(),
                bodies: island.bodies.clone(),
                taken,
                articulations,
            })
        })
        .collect()
}

/// The twist that leads from one pose to another in a step. Restitution changes velocities after the step; where bodies
/// went is the answer of its problem.
fn motion(from: &Pose, to: &Pose, h: f64) -> Twist {
    let turn = to.orientation * from.orientation.inverse();
    Twist { linear: (to.position - from.position) / h, angular: turn.scaled_axis() / h }
}

/// The same problems without the meaning of their rows.
pub fn literal_problems(model: &Model, state: &State, settings: &StepSettings) -> Vec<Lcp> {
    let problems = step_problems(model, state, &StepInput::default(), settings, None);
    problems.into_iter().map(|problem| problem.lcp).collect()
}

/// The same as files: `scene` names the scene in them.
pub fn problem_files(
    model: &Model,
    state: &State,
    input: &StepInput,
    settings: &StepSettings,
    scene: &str,
) -> Vec<ProblemFile> {
    let origin = |island: usize| Origin::of_step(scene, settings, state, island);
    let problems = step_problems(model, state, input, settings, None);
    problems.iter().enumerate().map(|(island, problem)| problem.file(origin(island))).collect()
}

impl Origin {
    /// Where the problem of an island of the step from `state` is from.
    pub fn of_step(scene: &str, settings: &StepSettings, state: &State, island: usize) -> Origin {
        Origin {
            scene: scene.to_owned(),
            model: settings.contact.model.name().to_owned(),
            step: state.step + 1,
            time: state.time,
            time_step: settings.h,
            island,
        }
    }
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
