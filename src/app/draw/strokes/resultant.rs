//! Where rows of a plane stand beside what touches: what they bear is drawn as one force, where it acts.
//!
//! Exact asks for the plane of a face at all corners of the other part. Without friction loads of corners beside the face stand for what presses where the
//! two touch: it is the same force and couple, but arrows at those corners would stand in the air.

use crate::app::command::look::Overlay;
use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::app::look::convert::{length, to_view};
use crate::contact::Contact;
use crate::contact::models::DisjunctionKind;
use crate::math::Vec3 as Exact;
use crate::step::{Simulation, StepRecord};
use std::collections::BTreeSet;

/// Rows are beside what touches by more than this (parts of the smaller body's radius).
const BESIDE: f64 = 0.05;

/// What several rows of a plane bear together.
pub(super) struct Resultant {
    /// Where it acts (m).
    pub point: Exact,
    /// Normal impulse on body B (N·s).
    pub impulse: Exact,
    /// One of the rows.
    pub row: usize,
}

/// What of the rows of a record is drawn elsewhere.
#[derive(Default)]
pub(super) struct Moved {
    /// Rows that have no marks of their own.
    pub hidden: BTreeSet<usize>,
    /// What they bear.
    pub resultants: Vec<Resultant>,
}

/// The rows of a record of a simulation that stand beside what touches, of pairs without friction.
pub(super) fn moved(simulation: &Simulation, record: &StepRecord) -> Moved {
    let mut moved = Moved::default();
    let separations = record.disjunctions.iter().filter(|d| d.kind == DisjunctionKind::Separation);
    for alternative in separations.flat_map(|d| &d.alternatives) {
        let rows: Vec<usize> = alternative.contacts.iter().map(|id| id.0).collect();
        let contact = |row: usize| record.contacts.get(row).filter(|c| !c.pair.is_couple());
        let stands_beside = |row: &usize| contact(*row).is_some_and(|c| is_beside(simulation, c));
        let beside: Vec<usize> = rows.iter().copied().filter(stands_beside).collect();
        let rubs = |row: &usize| record.friction_impulses.get(*row).is_some_and(|f| *f != Exact::zeros());
        if beside.is_empty() || rows.iter().any(rubs) {
            continue;
        }
        let load = |row: usize| record.impulses.get(row).copied().unwrap_or(0.0);
        let loaded: Vec<usize> = rows.into_iter().filter(|row| load(*row) > 0.0).collect();
        if loaded.iter().any(|row| beside.contains(row)) {
            let borne = loaded.iter().filter_map(|row| Some((contact(*row)?, load(*row))));
            let sum: f64 = borne.clone().map(|(_, p)| p).sum();
            let point = borne.clone().map(|(c, p)| (c.point_a + c.point_b) * (p / 2.0)).sum::<Exact>() / sum;
            let impulse = borne.map(|(c, p)| c.normal * p).sum();
            moved.resultants.push(Resultant { point, impulse, row: loaded[0] });
            moved.hidden.extend(loaded);
        }
        moved.hidden.extend(beside);
    }
    moved
}

/// Whether the place of a contact is beside one of its parts, besides the gap between them.
fn is_beside(simulation: &Simulation, contact: &Contact) -> bool {
    let model = &simulation.model;
    let bodies = [contact.body_a(), contact.body_b()].map(|id| model.bodies.get(id.0));
    let [Some(a), Some(b)] = bodies else { return false };
    let reach = contact.gap.abs() + BESIDE * a.radius.min(b.radius);
    let place = (contact.point_a + contact.point_b) / 2.0;
    [contact.pair.a.0, contact.pair.b.0].into_iter().any(|id| {
        let shape = model.body(id.body).parts.get(id.part).filter(|shape| !shape.is_curved());
        let (Some(shape), Some(pose)) = (shape, simulation.state.poses.get(id.body.0)) else { return false };
        let local = pose.orientation.inverse() * (place - pose.position);
        shape.facets.iter().any(|facet| facet.normal.dot(&local) - facet.offset > reach)
    })
}

impl Strokes<'_> {
    /// Draws them.
    pub(super) fn resultants(&mut self, record: &StepRecord, moved: &Moved, longest: f32) {
        let view = self.scene.view;
        let h = self.scene.pane.simulation.settings.h;
        for Resultant { point, impulse, row } in &moved.resultants {
            let Some(contact) = record.contacts.get(*row) else { continue };
            let at = self.at(point);
            if view.shows(Overlay::Contacts) {
                let unit = self.unit(at);
                self.ring(at, 0.7 * unit, 4, 0.0, palette::CLOSED);
            }
            if view.shows(Overlay::Impulses) {
                let scale = length(self.impulse_scale(contact, h));
                let arrow = (to_view(impulse) * scale).clamp_length_max(longest);
                self.arrow(at, at + arrow, palette::IMPULSE);
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
        // With friction rows stand where the two touch.
        assert!(scene(0.5).0.resultants.is_empty());
    }
}
