//! Contacts by kind, and the friction cones at them.

use crate::app::command::look::Overlay;
use crate::app::draw::palette;
use crate::app::draw::strokes::{Strokes, has_mark};
use crate::app::look::convert::{length, to_view};
use crate::contact::{Contact, Feature};
use crate::math::{Dimension, Vec3 as Exact};
use crate::step::island::terms::friction_directions;
use crate::step::{Cone, StepRecord};
use crate::world::PartId;
use bevy::prelude::*;

/// Length of a cone along the normal, relative to the smaller of the two bodies' radii.
const CONE: f64 = 0.45;

/// Corners with which the rim of the quadratic cone is drawn.
const ROUND: usize = 48;

/// Contacts of a record from which on marks are drawn with fewer lines, so that more of them are.
const MANY: usize = 1000;

/// Corners of that rim where there are many contacts.
const COARSE: usize = 12;

impl Strokes<'_> {
    /// Every potential contact: a disc where it is primary, a ring where it is secondary, bars along the edges where two
    /// edges meet.
    pub(super) fn kinds(&mut self, record: &StepRecord) {
        if !self.scene.view.shows(Overlay::Kinds) {
            return;
        }
        let many = record.contacts.len() >= MANY;
        let radii: &[f32] = if many { &[0.5, 1.0] } else { &[0.25, 0.5, 0.75, 1.0] };
        let corners = if many { 6 } else { 12 };
        for (i, contact) in record.contacts.iter().enumerate().filter(|(_, c)| !c.pair.is_couple()) {
            if !self.fits(record.contacts.len() - i) {
                break;
            }
            let point = self.mark(contact);
            let unit = self.unit(point);
            let color = if contact.is_primary() { palette::PRIMARY } else { palette::SECONDARY };
            if contact.is_edge_edge() {
                for (part, feature) in [contact.pair.a, contact.pair.b] {
                    let along = self.edge_direction(part, feature);
                    // An edge that is seen end on still shows.
                    let arm = 1.7 * unit * along.unwrap_or(self.right);
                    self.line(
                        point - arm,
                        point + arm,
                        if contact.is_primary() { palette::EDGES } else { color },
                    );
                }
            } else if contact.is_primary() {
                for radius in radii {
                    self.ring(point, radius * unit, corners, 0.0, color);
                }
            } else {
                self.ring(point, unit, corners, 0.0, color);
            }
        }
    }

    fn edge_direction(&self, part: PartId, feature: Feature) -> Option<Vec3> {
        let Feature::Edge(edge) = feature else { return None };
        let simulation = &self.scene.pane.simulation;
        let shape = simulation.model.bodies.get(part.body.0)?.parts.get(part.part)?;
        let [a, b] = shape.edges.get(edge)?.vertices;
        let turned =
            simulation.state.poses.get(part.body.0)?.orientation * (shape.vertices[b] - shape.vertices[a]);
        to_view(&turned).try_normalize()
    }

    /// The cone or pyramid in which the force of a contact on body B stays.
    pub(super) fn cones(&mut self, record: &StepRecord) {
        if !self.scene.view.shows(Overlay::Cones) {
            return;
        }
        let simulation = &self.scene.pane.simulation;
        let friction = simulation.settings.friction;
        let count = match friction.cone(simulation.settings.contact.model) {
            Cone::Quadratic if record.contacts.len() >= MANY => COARSE,
            Cone::Quadratic => ROUND,
            Cone::Pyramid => friction.directions,
        };
        let model = simulation.model.clone();
        for (i, contact) in record.contacts.iter().enumerate().filter(|(i, _)| has_mark(record, *i)) {
            if !self.fits(record.contacts.len() - i) {
                break;
            }
            let smaller = model.body(contact.body_a()).radius.min(model.body(contact.body_b()).radius);
            let friction = model.pair_friction(contact.body_a(), contact.body_b());
            let rim = cone(model.dimension, contact, friction, count, CONE * smaller);
            let apex = self.mark(contact);
            for (k, corner) in rim.iter().enumerate() {
                let at = |v: &Exact| apex + to_view(v);
                self.line(apex, at(corner), palette::FRICTION);
                let next = &rim[(k + 1) % rim.len()];
                self.line(at(corner), at(next), palette::FRICTION.with_alpha(0.7));
            }
            if !rim.is_empty() {
                let axis = to_view(&contact.normal) * length(CONE * smaller);
                self.line(apex, apex + axis, palette::FRICTION.with_alpha(0.35));
            }
        }
    }
}

/// Corners of the rim of the linearised cone, from its apex: along each direction d_k the force n̂ + µ d_k, as long along
/// the normal as `height` (m). Nothing without friction.
pub fn cone(
    dimension: Dimension,
    contact: &Contact,
    friction: f64,
    directions: usize,
    height: f64,
) -> Vec<Exact> {
    if friction <= 0.0 {
        return Vec::new();
    }
    let corner = |d: Exact| (contact.normal + d * friction) * height;
    friction_directions(dimension, &contact.normal, directions).into_iter().map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::explain::tests::{pane, step};
    use crate::contact::models::ContactModel;

    #[test]
    fn cones_are_as_wide_as_the_coefficient_and_none_without_friction() {
        for (scene, count) in [("triangle_drop.ron", 2), ("cube_on_edge.ron", 8)] {
            let mut pane = pane(scene, ContactModel::Peg);
            while pane.simulation.record.as_ref().is_none_or(|r| r.contacts.is_empty()) {
                step(&mut pane);
            }
            let record = pane.simulation.record.clone().expect("a record");
            let dimension = pane.simulation.model.dimension;
            let contact = &record.contacts[0];
            assert!(cone(dimension, contact, 0.0, 8, 1.0).is_empty());
            let rim = cone(dimension, contact, 0.5, 8, 2.0);
            assert_eq!(rim.len(), count);
            for corner in &rim {
                let along = corner.dot(&contact.normal);
                let across = (corner - contact.normal * along).norm();
                assert!((along - 2.0).abs() < 1e-12 && (across - 0.5 * along).abs() < 1e-12, "{corner}");
            }
            let middle = rim.iter().sum::<Exact>() / rim.len() as f64;
            assert!((middle - contact.normal * 2.0).norm() < 1e-12, "about the normal");
        }
    }
}
