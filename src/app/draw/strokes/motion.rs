//! Lines of what moves and of what pulls: trails of the bodies, and the spring on the mouse.

use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::app::look::convert::to_view;
use bevy::prelude::*;

/// Steps of a trail at most.
const TRAIL: usize = 240;
/// Lines of all trails of a pane, about: with many bodies each trail is shorter.
const TRAILS: usize = 20_000;

impl Strokes<'_> {
    /// The last steps of the centres of mass, the older the fainter.
    pub(super) fn trails(&mut self) {
        let pane = self.scene.pane;
        let model = &pane.simulation.model;
        let step = pane.simulation.state.step;
        let bodies = model.ids().filter(|&id| model.body(id).is_dynamic()).count().max(1);
        let length = (TRAILS / bodies).clamp(2, TRAIL);
        let frames: Vec<_> =
            pane.recording.frames().rev().filter(|f| f.state.step <= step).take(length).collect();
        for id in model.ids().filter(|&id| model.body(id).is_dynamic()) {
            if !self.fits(model.bodies.len() - id.0) {
                break;
            }
            let color = palette::body(model.body(id), self.scene.view.theme);
            for (age, pair) in frames.windows(2).enumerate() {
                if !model.is_active(id, pair[1].state.time) {
                    break;
                }
                let fade = 1.0 - age as f32 / length as f32;
                let (a, b) = (
                    self.at(&pair[0].state.poses[id.0].position),
                    self.at(&pair[1].state.poses[id.0].position),
                );
                self.line(a, b, color.with_alpha(0.8 * fade));
            }
        }
    }

    /// The spring from the grabbed point to the mouse, and the force as an arrow.
    pub(super) fn spring(&mut self) {
        let Some(spring) = self.scene.spring else { return };
        let simulation = &self.scene.pane.simulation;
        if spring.body.0 >= simulation.model.bodies.len() {
            return;
        }
        let from = self.at(&spring.point(&simulation.state));
        let to = self.at(&spring.target);
        self.line(from, to, palette::SELECTED.with_alpha(0.6));
        let unit = self.unit(to);
        self.ring(to, unit, 12, 0.0, palette::SELECTED);
        let force = spring.force(&simulation.model, &simulation.state, simulation.settings.h);
        let body = simulation.model.body(spring.body);
        let weight = body.mass * simulation.model.gravity.norm().max(1e-9);
        let arrow = to_view(&(force * (0.25 * body.radius / weight)));
        self.arrow(from, from + arrow, palette::SELECTED);
    }
}
