//! Marks of joints: what each leaves free, where its frames are apart, and which are broken.

use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::app::look::convert::{length, to_view};
use crate::world::joint::{Joint, JointKind};
use bevy::prelude::*;

/// Radius of a mark, in units of the screen (see [`Strokes::unit`]).
const RADIUS: f32 = 2.5;
/// A mark is no larger than this share of the radius of the smaller of its bodies, where that can still be seen.
const SHARE: f64 = 0.5;
/// Least size of a mark relative to the usual one.
const LEAST: f32 = 0.35;
/// Half the length of an axis, in the same units.
const AXIS: f32 = 6.5;
/// From here on frames that should coincide are seen to be apart, in the same units.
const APART: f32 = 0.35;
/// How far the halves of a broken joint are kept from each other at least, each way, in the same units.
const TORN: f32 = 1.0;

impl Strokes<'_> {
    /// The joints of the pane. Those of the selected body have its colour.
    pub(super) fn joints(&mut self) {
        let simulation = &self.scene.pane.simulation;
        let (model, state) = (&simulation.model, &simulation.state);
        let active = model.active_joints(state);
        for (number, joint) in model.joints.iter().enumerate() {
            let (a, b) = joint.bodies;
            let broken = state.broken.binary_search(&number).is_ok();
            let there = model.is_active(a, state.time) && model.is_active(b, state.time);
            if broken && there {
                self.broken_joint(joint);
            } else if active.binary_search(&number).is_ok() {
                let chosen = self.scene.selection.bodies().any(|id| id == a || id == b);
                let color = if chosen { palette::SELECTED } else { palette::joint(self.scene.view.theme) };
                self.joint(joint, color);
            }
        }
    }

    fn joint(&mut self, joint: &Joint, color: Color) {
        let [a, b] = self.points(joint);
        let axis = self.axis(joint);
        let slides = matches!(joint.kind, JointKind::Prismatic | JointKind::Cylindrical);
        // Of what slides the slider is marked; the way it has gone is no error.
        let centre = if slides { b } else { a.midpoint(b) };
        let (screen, unit) = (self.unit(centre), self.mark_unit(joint, centre));
        let error = if slides { (b - a).reject_from_normalized(axis) } else { b - a };
        if error.length() > APART * screen {
            self.line(a, b, palette::VIOLATED);
        } else if slides {
            self.line(a, b, color);
        }
        let half = outline(joint.kind);
        let (right, up) = (self.right, self.up);
        for side in [right, -right] {
            self.polyline(centre, RADIUS * unit * side, RADIUS * unit * up, &half, color);
            if joint.kind == JointKind::Spherical {
                // Smaller ones inside look like a filled one.
                for k in 1..8_u8 {
                    let r = f32::from(k) / 8.0 * RADIUS * unit;
                    self.polyline(centre, r * side, r * up, &half, color);
                }
            }
        }
        match joint.kind {
            JointKind::Revolute => self.axis_mark(centre, unit * axis, false, color),
            JointKind::Prismatic | JointKind::Cylindrical => self.axis_mark(centre, unit * axis, true, color),
            JointKind::Fixed | JointKind::Spherical => {}
        }
    }

    /// The axis of a joint, given with the length of a mark's unit, from the rim of the mark outwards, with arrows where
    /// it moves along it. Seen along the axis (always so in the plane) it is a pin.
    fn axis_mark(&mut self, centre: Vec3, axis: Vec3, slides: bool, color: Color) {
        let unit = axis.length();
        let slant = axis.reject_from(self.forward).length() / unit;
        if AXIS * slant < 1.5 * RADIUS {
            self.ring(centre, 0.5 * unit, 8, 0.0, color);
            return;
        }
        for way in [axis, -axis] {
            let (from, to) = (centre + RADIUS / slant * way, centre + AXIS * way);
            if slides { self.arrow(from, to, color) } else { self.line(from, to, color) }
        }
    }

    /// Half of the mark where each body has its end of the joint.
    fn broken_joint(&mut self, joint: &Joint) {
        let [a, b] = self.points(joint);
        let unit = self.mark_unit(joint, a.midpoint(b));
        let gap = (b - a).reject_from(self.forward);
        let way = if gap.length() > TORN * unit { gap.normalize_or(self.right) } else { self.right };
        let across = way.cross(self.forward).normalize_or(self.up);
        let half = outline(joint.kind);
        for (point, way) in [(a, -way), (b, way)] {
            let unit = self.mark_unit(joint, point);
            let centre = point + TORN * unit * way;
            self.polyline(centre, RADIUS * unit * way, RADIUS * unit * across, &half, palette::VIOLATED);
        }
    }

    /// The unit of a joint's mark at a point: that of the screen, but less between bodies that look small themselves,
    /// so that the links of a long chain are seen between their joints.
    fn mark_unit(&self, joint: &Joint, point: Vec3) -> f32 {
        let model = &self.scene.pane.simulation.model;
        let smaller = model.body(joint.bodies.0).radius.min(model.body(joint.bodies.1).radius);
        let unit = self.unit(point);
        (length(SHARE * smaller) / RADIUS).max(LEAST * unit).min(unit)
    }

    /// The joint's point in A and in B.
    fn points(&self, joint: &Joint) -> [Vec3; 2] {
        let poses = &self.scene.pane.simulation.state.poses;
        let (a, b) = joint.placed(&poses[joint.bodies.0.0], &poses[joint.bodies.1.0]);
        [self.at(&a.point), self.at(&b.point)]
    }

    /// The joint's axis as A has it.
    fn axis(&self, joint: &Joint) -> Vec3 {
        let poses = &self.scene.pane.simulation.state.poses;
        let (a, _) = joint.placed(&poses[joint.bodies.0.0], &poses[joint.bodies.1.0]);
        to_view(&a.z).normalize_or(Vec3::Z)
    }

    /// Lines through points given along `out` and `across` from `centre`.
    fn polyline(&mut self, centre: Vec3, out: Vec3, across: Vec3, points: &[(f32, f32)], color: Color) {
        for pair in points.windows(2) {
            let at = |(u, v): (f32, f32)| centre + u * out + v * across;
            self.line(at(pair[0]), at(pair[1]), color);
        }
    }
}

/// Half of the mark of a kind of joint, from its middle outwards: two of them back to back are the mark.
fn outline(kind: JointKind) -> Vec<(f32, f32)> {
    match kind {
        JointKind::Revolute | JointKind::Cylindrical => {
            let corner = |k: u8| {
                let (s, c) = (std::f32::consts::PI * (f32::from(k) / 10.0 - 0.5)).sin_cos();
                (c, s)
            };
            (0..=10).map(corner).collect()
        }
        JointKind::Prismatic => vec![(0.0, -0.9), (0.9, -0.9), (0.9, 0.9), (0.0, 0.9)],
        JointKind::Spherical => vec![(0.0, -1.1), (1.1, 0.0), (0.0, 1.1)],
        JointKind::Fixed => vec![(0.85, -0.85), (0.0, 0.0), (0.85, 0.85)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bench::workbench::{Pane, Workbench};
    use crate::app::command::look::Overlay;
    use crate::app::draw::strokes::{Scene, Stroke, strokes};
    use crate::app::look::rig::Rig;
    use crate::app::look::view::{Selection, ViewSettings};
    use crate::contact::models::ContactModel;
    use crate::scene::load_str;
    use crate::world::BodyId;
    use std::path::Path;
    use std::sync::Arc;

    fn pane(kind: &str) -> Pane {
        let text = format!(
            r#"Scene(dimension: Three,
                bodies: [
                    (name: "post", kind: Fixed, shape: Box(half_extents: (0.1, 0.1, 0.1))),
                    (name: "arm", kind: Dynamic, shape: Box(half_extents: (0.1, 0.1, 0.1)), position: (1.0, 0.0, 0.0), mass: Some(1.0)),
                ],
                joints: [(name: "pivot", kind: {kind}, bodies: ("post", "arm"), point: (0.5, 0.0, 0.0), axis: (0.0, 1.0, 0.0))],
            )"#
        );
        let scene = load_str(&text, "test.ron", Path::new(".")).expect("a valid scene");
        Workbench::new(scene, &[ContactModel::Peg]).panes.remove(0)
    }

    /// Only the marks of joints.
    fn marks(pane: &Pane, selected: Option<BodyId>) -> Vec<Stroke> {
        let mut view = ViewSettings::default();
        let selection = Selection { body: selected, ..Selection::default() };
        let mut draw = |shown| {
            view.set(Overlay::Joints, shown);
            let rig = Rig::default();
            strokes(&Scene {
                pane,
                index: 0,
                first: pane,
                view: &view,
                selection: &selection,
                spring: None,
                handles: None,
                joint_handles: None,
                rig: &rig,
                picture: &Arc::default(),
            })
        };
        let without = draw(false);
        draw(true).into_iter().filter(|line| !without.contains(line)).collect()
    }

    #[test]
    fn every_kind_has_a_mark_of_its_own() {
        let shape = |kind: &str| {
            let marks = marks(&pane(kind), None);
            assert!(!marks.is_empty() && marks.iter().all(|m| m.color != palette::VIOLATED), "{kind}");
            marks
        };
        let all = ["Fixed", "Revolute", "Prismatic", "Cylindrical", "Spherical"].map(shape);
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
    }

    #[test]
    fn frames_apart_are_joined_by_a_line_but_the_way_of_a_slider_is_no_error() {
        for (kind, along, violated) in [("Revolute", 0.1, 1), ("Prismatic", 0.0, 1), ("Prismatic", 0.1, 0)] {
            let mut pane = pane(kind);
            // Along the axis, or across it.
            pane.simulation.state.poses[1].position.y += along;
            pane.simulation.state.poses[1].position.x += 0.1 - along;
            let drawn = marks(&pane, None);
            let apart = drawn.iter().filter(|m| m.color == palette::VIOLATED).count();
            assert_eq!(apart, violated, "{kind} {along}");
        }
    }

    #[test]
    fn a_broken_joint_is_torn_in_two_and_those_of_the_selected_body_stand_out() {
        let mut pane = pane("Revolute");
        let chosen = marks(&pane, Some(BodyId(1)));
        assert!(chosen.iter().all(|m| m.color == palette::SELECTED));
        pane.simulation.state.broken.push(0);
        let torn = marks(&pane, None);
        assert!(!torn.is_empty() && torn.iter().all(|m| m.color == palette::VIOLATED));
        let right = Rig::default().axes().0;
        let side = |m: &&Stroke| (m.a.midpoint(m.b) - Vec3::new(0.5, 0.0, 0.0)).dot(right) > 0.0;
        assert_eq!(2 * torn.iter().filter(side).count(), torn.len(), "half on each side");
    }
}
