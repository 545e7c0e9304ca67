//! One pair of bodies in one step as every contact model sees it: what each would ask, and whether it would have
//! allowed the motion that was found.

use crate::contact::broad_phase::find_part_pairs;
use crate::contact::detect::DETECTION_MARGIN;
use crate::contact::models::{ContactModel, Disjunction};
use crate::contact::separating::search;
use crate::contact::{Contact, ContactSet, Kinematics, motion_bounds};
use crate::dynamics::{MassRoot, free_twists, lagging_forces};
use crate::geometry::separating::SeparatingFeature;
use crate::math::{Pose, Twist, Wrench};
use crate::step::settings::StepSettings;
use crate::step::tolerances::SPRUNG;
use crate::step::traps::gaps_at_poses;
use crate::world::PartId;
use crate::world::StepInput;
use crate::world::{BodyId, Model, State};

/// What separates two convex parts best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The parts, that of the body with the lower number first.
    pub parts: (PartId, PartId),
    /// The feature that separates them best at the end of the step.
    pub feature: SeparatingFeature,
    /// By how much (m); negative where the parts overlap.
    pub separation: f64,
}

/// What the contact models ask of one pair of bodies in one step.
#[derive(Clone, Debug)]
pub struct PairStudy {
    /// Detection distance ε of the pair (m).
    pub distance: f64,
    /// All potential contacts at the start of the step, with those that PEG adds and those of overlaps.
    pub contacts: Vec<Contact>,
    /// Their true gaps at the end of the step (m).
    pub end_gaps: Vec<f64>,
    /// Conditions of the models over point contacts; they name contacts of this study.
    pub conditions: Vec<(ContactModel, Vec<Disjunction>)>,
    /// What separates the parts of the pair that come near each other, at the end of the step.
    pub separations: Vec<Separation>,
}

impl PairStudy {
    /// Looks at the bodies `a` and `b` of a step from `start` to `end`, within at least `least` (m) of each other.
    ///
    /// The two bodies are looked at as a scene of their own, by the code that the steps use.
    pub fn new(
        model: &Model,
        start: &State,
        input: &StepInput,
        end: &[Pose],
        settings: &StepSettings,
        (a, b): (BodyId, BodyId),
        least: f64,
    ) -> Self {
        let (a, b) = (a.min(b), a.max(b));
        let (alone, state, input) = extract(model, start, input, settings.h, (a, b));
        let poses = [end[a.0], end[b.0]];
        let roots: Vec<MassRoot> =
            alone.ids().map(|i| MassRoot::new(alone.body(i), &state.poses[i.0], alone.dimension)).collect();
        let free = free_twists(&alone, &state, &input, &roots, settings.h);
        let distance = detection_distance(&alone, &free, settings).max(least);
        let kinematics = Kinematics::new(&alone, &state.poses, state.time);
        let angle = settings.contact.applicability_angle;
        let mut set = ContactSet::find(&alone, &kinematics, &[0.0; 2], Some(distance), angle);
        let conditions = ContactModel::ALL
            .into_iter()
            .filter_map(|m| Some((m, m.over_points()?)))
            .map(|(m, points)| (m, points.build(alone.dimension, &kinematics, &mut set, angle)))
            .collect();
        let end_gaps = gaps_at_poses(&alone, &poses, set.contacts.iter());
        let ends = Kinematics::new(&alone, &poses, state.time);
        let separations = find_part_pairs(&alone, &ends, &[distance / 2.0; 2])
            .into_iter()
            .map(|(i, j)| {
                let (pa, pb) = (&ends.parts[i], &ends.parts[j]);
                let (feature, separation) = search::widest(pa, pb, 0.0);
                Separation { parts: (pa.id, pb.id), feature, separation }
            })
            .collect();
        let mut study = Self { distance, contacts: set.contacts, end_gaps, conditions, separations };
        study.rename(a, b);
        study
    }

    /// Gives the two bodies of the study the numbers that they have in the scene.
    fn rename(&mut self, a: BodyId, b: BodyId) {
        let real = |id: &mut PartId| id.body = if id.body == BodyId(0) { a } else { b };
        for contact in &mut self.contacts {
            real(&mut contact.pair.a.0);
            real(&mut contact.pair.b.0);
        }
        for (_, disjunctions) in &mut self.conditions {
            for d in disjunctions {
                real(&mut d.parts.0);
                real(&mut d.parts.1);
            }
        }
        for s in &mut self.separations {
            real(&mut s.parts.0);
            real(&mut s.parts.1);
        }
    }

    /// Conditions that a model over point contacts writes for the pair; none for separating features.
    pub fn of(&self, model: ContactModel) -> &[Disjunction] {
        self.conditions.iter().find(|(m, _)| *m == model).map_or(&[], |(_, d)| d)
    }

    /// Conditions of a model of which no alternative holds at the end of the step: it would have forbidden the motion.
    pub fn broken(&self, model: ContactModel) -> impl Iterator<Item = &Disjunction> {
        self.of(model).iter().filter(|d| !holds(d, &self.end_gaps))
    }
}

/// Whether some alternative of a condition holds with these gaps at the end of the step (m).
pub fn holds(disjunction: &Disjunction, end_gaps: &[f64]) -> bool {
    let open = |c: &crate::contact::ContactId| end_gaps.get(c.0).is_some_and(|g| *g >= -SPRUNG);
    disjunction.alternatives.iter().any(|a| a.contacts.iter().all(open))
}

/// The two bodies as a model of their own, their state, and what acts on them from outside.
fn extract(
    model: &Model,
    start: &State,
    input: &StepInput,
    h: f64,
    (a, b): (BodyId, BodyId),
) -> (Model, State, StepInput) {
    let alone = Model {
        dimension: model.dimension,
        gravity: model.gravity,
        bodies: vec![model.body(a).clone(), model.body(b).clone()],
        joints: Vec::new(),
        controllers: Vec::new(),
        passing: Vec::new(),
    };
    let mut state =
        State::at_start(vec![start.poses[a.0], start.poses[b.0]], vec![start.twists[a.0], start.twists[b.0]]);
    (state.step, state.time, state.lag) = (start.step, start.time, start.lag);
    let here = |id: BodyId| {
        if id == a { Some(BodyId(0)) } else { (id == b).then_some(BodyId(1)) }
    };
    for (id, twist) in model.controllers.iter().filter_map(|c| c.twist(start, h)) {
        if let Some(id) = here(id) {
            state.twists[id.0] = twist;
        }
    }
    // As what acts over the whole step and gives as much.
    let forces = lagging_forces(model, start, h).map(|(id, wrench, duration)| {
        let share = duration / h;
        (id, Wrench { force: wrench.force * share, torque: wrench.torque * share })
    });
    let wrenches = input.wrenches.iter().copied().chain(forces);
    let wrenches = wrenches.filter_map(|(id, wrench)| Some((here(id)?, wrench))).collect();
    (alone, state, StepInput { wrenches })
}

/// ε of the pair as the first detection of a step has it (m).
fn detection_distance(alone: &Model, free: &[Twist], settings: &StepSettings) -> f64 {
    settings.contact.detection_distance.unwrap_or_else(|| {
        let reach: f64 = motion_bounds(alone, free, settings.h).iter().sum();
        reach + DETECTION_MARGIN * alone.bodies[0].radius.min(alone.bodies[1].radius)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::models::DisjunctionKind;
    use crate::scene::load_file;
    use crate::step::simulation::Simulation;
    use std::path::Path;

    fn simulation(scene: &str, contact: ContactModel) -> Simulation {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
        let scene = load_file(&path).expect("a scene");
        let mut settings = scene.settings;
        settings.contact.model = contact;
        Simulation::new(scene.model, scene.state, settings)
    }

    #[test]
    fn a_pair_alone_has_the_contacts_and_conditions_that_it_has_in_the_scene() {
        for (scene, steps) in
            [("triangle_drop.ron", 120), ("cube_on_edge.ron", 110), ("box2d_seed0.ron", 160)]
        {
            for contact in [ContactModel::Standard, ContactModel::Lnc, ContactModel::Peg] {
                let mut simulation = simulation(scene, contact);
                let mut seen = 0;
                for _ in 0..steps {
                    let start = simulation.state.clone();
                    let input = StepInput::default();
                    let Ok(record) = simulation.step(&input) else { break };
                    let pairs: std::collections::BTreeSet<_> =
                        record.disjunctions.iter().map(Disjunction::bodies).collect();
                    for bodies in pairs {
                        let of_pair = |c: &Contact| (c.body_a(), c.body_b()) == bodies;
                        let least = record.contacts.iter().filter(|c| of_pair(c)).map(|c| c.distance);
                        let least = least.fold(0.0, f64::max);
                        let study = PairStudy::new(
                            &simulation.model,
                            &start,
                            &input,
                            &simulation.state.poses,
                            &simulation.settings,
                            bodies,
                            least,
                        );
                        let count = |all: &[Disjunction]| {
                            let mut kinds: Vec<_> = all
                                .iter()
                                .filter(|d| d.bodies() == bodies)
                                .map(|d| (d.kind, d.features, d.alternatives.len()))
                                .collect();
                            kinds.sort_unstable();
                            kinds
                        };
                        // Where a step looked again, farther away, the study may lack what is farther than ε.
                        let overlaps = study.of(ContactModel::Corrective).len();
                        if study.contacts.len() - overlaps
                            >= record.contacts.iter().filter(|c| of_pair(c)).count()
                        {
                            assert_eq!(count(study.of(contact)), count(&record.disjunctions), "{scene}");
                            seen += 1;
                        }
                    }
                }
                assert!(seen > 5, "{scene}: only {seen} pairs were compared");
            }
        }
    }

    /// Velocities of the leapfrog models lie half a step before the state's time, those of Exact at it.
    #[test]
    fn a_pair_alone_moves_freely_as_it_does_in_the_scene() {
        for contact in [ContactModel::Peg, ContactModel::SeparatingFeature] {
            let mut simulation = simulation("triangle_drop.ron", contact);
            let input = StepInput::default();
            for _ in 0..5 {
                let (model, start, h) = (&simulation.model, &simulation.state, simulation.settings.h);
                let free = |model: &Model, state: &State| {
                    let root = |i: BodyId| MassRoot::new(model.body(i), &state.poses[i.0], model.dimension);
                    let roots: Vec<MassRoot> = model.ids().map(root).collect();
                    free_twists(model, state, &input, &roots, h)
                };
                let (alone, state, _) = extract(model, start, &input, h, (BodyId(0), BodyId(1)));
                assert_eq!(free(&alone, &state), free(model, start)[..2], "{contact:?}, step {}", start.step);
                simulation.step(&input).expect("a step");
            }
        }
    }

    #[test]
    fn the_motion_that_the_exact_model_finds_is_forbidden_by_standard_where_a_trap_springs() {
        let mut simulation = simulation("triangle_drop.ron", ContactModel::Peg);
        let mut forbidden = 0;
        for _ in 0..150 {
            let start = simulation.state.clone();
            let input = StepInput::default();
            let record = simulation.step(&input).expect("a step");
            let bodies = (BodyId(0), BodyId(1));
            let poses = &simulation.state.poses;
            let study =
                PairStudy::new(&simulation.model, &start, &input, poses, &simulation.settings, bodies, 0.0);
            let sprung = record.disjunctions.iter().any(|d| {
                d.kind == DisjunctionKind::InterContact
                    && d.contacts().any(|c| record.end_gaps[c.0] < -SPRUNG)
                    && d.contacts().all(|c| record.contacts[c.0].feasible)
            });
            if sprung {
                forbidden += 1;
                assert!(study.broken(ContactModel::Standard).next().is_some());
            }
        }
        assert!(forbidden > 0, "a trap springs in this scene");
    }
}
