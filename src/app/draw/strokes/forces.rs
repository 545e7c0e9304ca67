//! The forces of the scene that act on bodies now: arrows from their centres of mass, and arcs for torques.

use crate::app::draw::palette;
use crate::app::draw::strokes::{LONGEST, Strokes};
use crate::app::look::convert::{length, to_view};
use crate::math::Vec3 as Exact;
use crate::world::joint::Controller;
use crate::world::{Body, BodyId};
use bevy::prelude::*;

/// Lines of the arc of a torque.
const ARC: usize = 24;
/// How far the arc of a torque goes round (rad).
const ROUND: f32 = 1.5 * std::f32::consts::PI;

impl Strokes<'_> {
    /// Forces to scale, a weight as long as the radius of its body; torques as arcs about their axes, the hand's way round.
    pub(super) fn forces(&mut self) {
        let simulation = &self.scene.pane.simulation;
        let (model, state) = (&simulation.model, &simulation.state);
        let gravity = model.gravity.norm();
        let acting = model.controllers.iter().filter_map(|controller| match controller {
            Controller::Force { body, wrench, from, until } => {
                let acts = (*from..*until).contains(&state.time) && model.is_active(*body, state.time);
                acts.then_some((*body, *wrench))
            }
            Controller::JointPd { .. } | Controller::Path { .. } => None,
        });
        let acting: Vec<(BodyId, crate::math::Wrench)> = acting.collect();
        for (id, wrench) in acting {
            let body = model.body(id);
            let weight = body.mass * if gravity > 0.0 { gravity } else { 9.81 };
            let centre = self.at(&state.poses[id.0].position);
            if wrench.force != Exact::zeros() {
                let arrow = to_view(&(wrench.force * (body.radius / weight)));
                let arrow = arrow.clamp_length_max(length(LONGEST * body.radius));
                self.arrow(centre, centre + arrow, palette::SELECTED);
            }
            if wrench.torque != Exact::zeros() {
                self.torque(centre, &wrench.torque, body);
            }
        }
    }

    fn torque(&mut self, centre: Vec3, torque: &Exact, body: &Body) {
        let axis = to_view(&torque.normalize()).normalize_or_zero();
        let across = axis.any_orthonormal_vector();
        let radius = length(0.7 * body.radius);
        let at = |k: usize| {
            let turn = Quat::from_axis_angle(axis, ROUND * k as f32 / ARC as f32);
            centre + turn * (radius * across)
        };
        for k in 1..ARC {
            self.line(at(k - 1), at(k), palette::SELECTED);
        }
        self.arrow(at(ARC - 1), at(ARC), palette::SELECTED);
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
    use std::path::Path;
    use std::sync::Arc;

    fn pane(controller: &str) -> Pane {
        let text = format!(
            r#"Scene(gravity: (0, 0, -10),
                bodies: [(name: "cube", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 2)],
                controllers: [(kind: Force, body: "cube", {controller})],
            )"#
        );
        let scene = load_str(&text, "test.ron", Path::new(".")).expect("a valid scene");
        Workbench::new(scene, &[ContactModel::Peg]).panes.remove(0)
    }

    /// Only the marks of forces, at a time.
    fn marks(pane: &mut Pane, time: f64) -> Vec<Stroke> {
        pane.simulation.state.time = time;
        let pane = &*pane;
        let draw = |shown| {
            let mut view = ViewSettings::default();
            view.set(Overlay::Impulses, shown);
            let (selection, rig, picture) = (Selection::default(), Rig::default(), Arc::default());
            let (view, selection, rig, picture) = (&view, &selection, &rig, &picture);
            let (spring, handles, joint_handles) = (None, None, None);
            strokes(&Scene {
                pane,
                index: 0,
                first: pane,
                view,
                selection,
                spring,
                handles,
                joint_handles,
                rig,
                picture,
            })
        };
        let without = draw(false);
        draw(true).into_iter().filter(|line| !without.contains(line)).collect()
    }

    #[test]
    fn a_force_is_an_arrow_to_scale_while_it_acts() {
        let mut pane = pane("force: (0, 10, 0), from: 1, until: 2");
        let radius = length(pane.simulation.model.bodies[0].radius);
        assert_eq!((marks(&mut pane, 0.99), marks(&mut pane, 2.0)), (Vec::new(), Vec::new()));
        // Half of its weight.
        let drawn = marks(&mut pane, 1.0);
        assert_eq!(drawn.len(), 3, "a line and the two sides of its tip");
        let along = drawn[0].b - drawn[0].a;
        assert!((along - Vec3::Y * 0.5 * radius).length() < 1e-6 * radius, "{along} for {radius}");
    }

    #[test]
    fn a_torque_goes_round_its_axis_as_the_right_hand_does() {
        for (torque, axis) in [("(0, 0, 3)", Vec3::Z), ("(0, -3, 0)", Vec3::NEG_Y)] {
            let drawn = marks(&mut pane(&format!("torque: {torque}")), 0.0);
            let arc = &drawn[..ARC];
            assert!(arc.iter().all(|line| line.a.cross(line.b).dot(axis) > 0.0), "{torque}: {arc:?}");
        }
    }
}
