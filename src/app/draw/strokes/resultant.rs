//! Where rows of a plane stand beside what touches: what they bear is drawn as one force, where it acts.
//!
//! Exact asks for the plane of a face at all corners of the other part. Without friction, and in the plane, where it acts along one line, loads of corners beside the face stand for what presses where the
//! two touch: it is the same force and couple, but arrows at those corners would stand in the air.

use crate::app::command::look::Overlay;
use crate::app::draw::bodies::prism_thickness;
use crate::app::draw::palette;
use crate::app::draw::strokes::{Strokes, gap_color, has_mark, in_front, middle};
use crate::app::look::convert::{length, to_view};
use crate::contact::Contact;
use crate::contact::models::DisjunctionKind;
use crate::geometry::polytope::Polytope;
use crate::math::{Dimension, Pose, Vec3 as Exact};
use crate::step::{Simulation, StepRecord};
use bevy::math::Vec3;
use std::collections::BTreeSet;

/// Rows are beside what touches by more than this (parts of the smaller body's radius).
const BESIDE: f64 = 0.05;

/// Rounds of projections with which a point of both parts is looked for; a mark has no need of more.
const ROUNDS: usize = 20;

/// What several rows of a plane bear together.
pub(super) struct Resultant {
    /// Where it acts (m).
    pub point: Exact,
    /// Normal impulse on body B (N·s).
    pub impulse: Exact,
    /// Friction on body B (N·s).
    pub friction: Exact,
    /// The rows.
    pub rows: Vec<usize>,
}

/// What of the rows of a record is drawn elsewhere.
#[derive(Default)]
pub(super) struct Moved {
    /// Rows that have no marks of their own.
    pub hidden: BTreeSet<usize>,
    /// What they bear.
    pub resultants: Vec<Resultant>,
    /// Those that bear nothing, with points (m) where the two are over each other.
    pub unloaded: Vec<(usize, Exact)>,
}

impl Moved {
    /// Where a row is drawn that has no mark of its own (m).
    fn place(&self, row: usize) -> Option<Exact> {
        let idle = self.unloaded.iter().find(|idle| idle.0 == row).map(|idle| idle.1);
        let together = || self.resultants.iter().find(|force| force.rows.contains(&row));
        idle.or_else(|| Some(together()?.point))
    }
}

/// The contacts of a record of a simulation that have marks, and where those are.
pub fn marks(simulation: &Simulation, record: &StepRecord) -> Vec<(usize, Vec3)> {
    let moved = moved(simulation, record);
    let model = &simulation.model;
    let thickness = prism_thickness(model);
    let place = |row: usize| {
        let contact = &record.contacts[row];
        in_front(model, thickness, &moved.place(row).unwrap_or_else(|| middle(contact)))
    };
    (0..record.contacts.len()).filter(|row| has_mark(record, *row)).map(|row| (row, place(row))).collect()
}

/// The rows of a record of a simulation that stand beside what touches; in space of pairs without friction.
pub(super) fn moved(simulation: &Simulation, record: &StepRecord) -> Moved {
    let mut moved = Moved::default();
    let separations = record.disjunctions.iter().filter(|d| d.kind == DisjunctionKind::Separation);
    for alternative in separations.flat_map(|d| &d.alternatives) {
        let rows: Vec<usize> = alternative.contacts.iter().map(|id| id.0).collect();
        let contact = |row: usize| record.contacts.get(row).filter(|c| !c.pair.is_couple());
        let stands_beside = |row: &usize| contact(*row).is_some_and(|c| is_beside(simulation, c));
        let beside: Vec<usize> = rows.iter().copied().filter(stands_beside).collect();
        let rubbed = |row: &usize| record.friction_impulses.get(*row).copied().unwrap_or_else(Exact::zeros);
        let friction: Exact = rows.iter().map(rubbed).sum();
        let in_space = simulation.model.dimension == Dimension::Three;
        if beside.is_empty() || in_space && rows.iter().any(|row| rubbed(row) != Exact::zeros()) {
            continue;
        }
        let load = |row: usize| record.impulses.get(row).copied().unwrap_or(0.0);
        let loaded: Vec<usize> = rows.into_iter().filter(|row| load(*row) > 0.0).collect();
        if loaded.iter().any(|row| beside.contains(row)) {
            let borne = loaded.iter().filter_map(|row| Some((contact(*row)?, load(*row))));
            let sum: f64 = borne.clone().map(|(_, p)| p).sum();
            let point = borne.clone().map(|(c, p)| middle(c) * p).sum::<Exact>() / sum;
            let impulse = borne.map(|(c, p)| c.normal * p).sum();
            moved.hidden.extend(&loaded);
            moved.resultants.push(Resultant { point, impulse, friction, rows: loaded });
        }
        let idle = beside.iter().filter(|row| load(**row) == 0.0);
        moved.unloaded.extend(idle.filter_map(|row| Some((*row, within_both(simulation, contact(*row)?)))));
        moved.hidden.extend(beside);
    }
    moved
}

/// A point near the place of a contact that both of its parts have, by projections onto their planes in turn.
fn within_both(simulation: &Simulation, contact: &Contact) -> Exact {
    let mut place = middle(contact);
    for _ in 0..ROUNDS {
        for (shape, pose) in flat_parts(simulation, contact) {
            let mut local = own_frame(pose, &place);
            for facet in &shape.facets {
                local -= facet.normal * (facet.normal.dot(&local) - facet.offset).max(0.0);
            }
            place = pose.orientation * local + pose.position;
        }
    }
    place
}

/// Whether the place of a contact is beside one of its parts, besides the gap between them.
fn is_beside(simulation: &Simulation, contact: &Contact) -> bool {
    let bodies = [contact.body_a(), contact.body_b()].map(|id| simulation.model.bodies.get(id.0));
    let [Some(a), Some(b)] = bodies else { return false };
    let reach = contact.gap.abs() + BESIDE * a.radius.min(b.radius);
    let place = middle(contact);
    flat_parts(simulation, contact).any(|(shape, pose)| {
        let local = own_frame(pose, &place);
        shape.facets.iter().any(|facet| facet.normal.dot(&local) - facet.offset > reach)
    })
}

/// The parts of a contact that are not curved, with the poses of their bodies.
fn flat_parts<'s>(
    simulation: &'s Simulation,
    contact: &Contact,
) -> impl Iterator<Item = (&'s Polytope, &'s Pose)> + use<'s> {
    [contact.pair.a.0, contact.pair.b.0].into_iter().filter_map(|id| {
        let shape = simulation.model.bodies.get(id.body.0)?.parts.get(id.part)?;
        Some((shape, simulation.state.poses.get(id.body.0)?)).filter(|_| !shape.is_curved())
    })
}

/// A point in the frame of a body at this pose.
fn own_frame(pose: &Pose, point: &Exact) -> Exact {
    pose.orientation.inverse() * (point - pose.position)
}

impl Strokes<'_> {
    /// Draws them.
    pub(super) fn resultants(&mut self, record: &StepRecord, moved: &Moved, closed: f64, longest: f32) {
        let view = self.scene.view;
        for (row, point) in moved.unloaded.iter().filter(|_| view.shows(Overlay::Contacts)) {
            let gap = record.end_gaps.get(*row).or(record.contacts.get(*row).map(|c| &c.gap));
            let at = self.at(point);
            let unit = self.unit(at);
            self.ring(at, 0.7 * unit, 4, 0.0, gap_color(gap.copied().unwrap_or(f64::NAN), closed));
        }
        let h = self.scene.pane.simulation.settings.h;
        for Resultant { point, impulse, friction, rows } in &moved.resultants {
            let Some(contact) = rows.first().and_then(|row| record.contacts.get(*row)) else { continue };
            let at = self.at(point);
            if view.shows(Overlay::Contacts) {
                let unit = self.unit(at);
                self.ring(at, 0.7 * unit, 4, 0.0, palette::CLOSED);
            }
            if view.shows(Overlay::Impulses) {
                let scale = length(self.impulse_scale(contact, h));
                for (force, color) in [(impulse, palette::IMPULSE), (friction, palette::FRICTION)] {
                    let arrow = (to_view(force) * scale).clamp_length_max(longest);
                    if arrow.length() > 1e-3 * longest {
                        self.arrow(at, at + arrow, color);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::workbench::Workbench;
    use crate::contact::models::ContactModel;
    use crate::scene::load_str;
    use crate::world::StepInput;
    use std::path::Path;

    /// A cube whose face hangs over the edge of a table: two of its corners are in the air.
    #[test]
    fn what_a_cube_over_an_edge_presses_is_one_force_below_its_middle() {
        let scene = |friction: f64| {
            let text = format!(
                "Scene(gravity: (0, 0, -9.81), bodies: [
                    (name: \"table\", kind: Fixed, shape: Box(half_extents: (1, 1, 0.1)), position: (-1, 0, -0.1), friction: {friction}),
                    (name: \"cube\", shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (-0.02, 0, 0.1), mass: 2, friction: {friction}),
                ])"
            );
            let scene = load_str(&text, "edge.ron", Path::new("")).expect("a valid scene");
            let mut bench = Workbench::new(scene, &[ContactModel::SeparatingFeature]);
            let simulation = &mut bench.panes[0].simulation;
            let record = simulation.step(&StepInput::default()).expect("a step").clone();
            (moved(simulation, &record), simulation.settings.h)
        };
        let (found, h) = scene(0.0);
        let [force] = &found.resultants[..] else { panic!("{} forces", found.resultants.len()) };
        assert!((force.point - Exact::new(-0.02, 0.0, 0.0)).norm() < 1e-6, "{}", force.point);
        assert!((force.impulse.norm() - 2.0 * 9.81 * h).abs() < 1e-6, "{}", force.impulse);
        assert!(found.hidden.len() >= 2);
        let over_the_table = |(_, point): &(usize, Exact)| point.x < 1e-6 && point.x > -0.12 - 1e-6;
        assert!(found.unloaded.iter().all(over_the_table), "{:?}", found.unloaded);
        // With friction rows stand where the two touch.
        assert!(scene(0.5).0.resultants.is_empty());
    }

    /// A box of the plane that slides on a floor thirty times as long: what it presses, and what rubs, is below it.
    #[test]
    fn what_rubs_in_the_plane_is_one_force_where_the_two_touch() {
        let text = "Scene(dimension: Two, gravity: (0, -9.81, 0), bodies: [
            (name: \"floor\", kind: Fixed, shape: Box(half_extents: (6, 0.1)), position: (4, -0.1, 0), friction: 0.2),
            (name: \"box\", shape: Box(half_extents: (0.2, 0.1)), position: (1, 0.1, 0), velocity: (2, 0, 0), mass: 1, friction: 0.2),
        ])";
        let scene = load_str(text, "slide.ron", Path::new("")).expect("a valid scene");
        let mut bench = Workbench::new(scene, &[ContactModel::SeparatingFeature]);
        let simulation = &mut bench.panes[0].simulation;
        for _ in 0..3 {
            let record = simulation.step(&StepInput::default()).expect("a step").clone();
            let middle = simulation.state.poses[1].position.x;
            for (_, point) in marks(simulation, &record) {
                assert!((f64::from(point.x) - middle).abs() < 0.25, "{point} and the box at {middle}");
            }
            let weight = 9.81 * simulation.settings.h;
            for force in moved(simulation, &record).resultants {
                assert!((force.impulse.norm() - weight).abs() < 1e-6);
                assert!((force.friction.norm() - 0.2 * weight).abs() < 1e-6);
            }
        }
    }
}
