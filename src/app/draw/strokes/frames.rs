//! Lines that say where bodies are: axes, centres of mass, and the boxes around their parts.

use crate::app::command::look::{Overlay, Theme};
use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::app::look::convert::{length, to_view, transform};
use crate::contact::kinematics::WorldPart;
use crate::math::{Dimension, Vec3 as Exact};
use crate::world::{BodyId, PartId};
use bevy::prelude::*;

impl Strokes<'_> {
    /// Axes, centres and boxes, where they are shown.
    pub(super) fn frames(&mut self) {
        let view = self.scene.view;
        let (axes, centres, boxes) =
            (view.shows(Overlay::Frames), view.shows(Overlay::Centres), view.shows(Overlay::Boxes));
        if !(axes || centres || boxes) {
            return;
        }
        let simulation = &self.scene.pane.simulation;
        let (model, state) = (simulation.model.clone(), &simulation.state);
        for id in model.ids().filter(|&id| model.is_active(id, state.time)) {
            if axes {
                let placed = transform(&state.poses[id.0]);
                let size = 0.5 * length(model.body(id).radius);
                let axes =
                    [(Vec3::X, palette::VIOLATED), (Vec3::Y, palette::OPEN), (Vec3::Z, palette::IMPULSE)];
                for (axis, color) in axes {
                    self.line(placed.translation, placed.translation + placed.rotation * axis * size, color);
                }
            }
            if centres && model.body(id).is_dynamic() {
                self.centre(&state.poses[id.0].position);
            }
            if boxes {
                self.boxes(id);
            }
        }
    }

    /// The sign of a centre of mass: a circle in quarters, two of them filled.
    fn centre(&mut self, at: &Exact) {
        let color = ink(self.scene.view.theme);
        let point = self.at(at);
        let radius = 2.4 * self.unit(point);
        self.ring(point, radius, 20, 0.0, color);
        let (right, up) = (radius * self.right, radius * self.up);
        self.line(point - right, point + right, color);
        self.line(point - up, point + up, color);
        for (side, way) in [(right, up), (-right, -up)] {
            for k in 1..6_u8 {
                let share = f32::from(k) / 6.0;
                let height = (1.0 - share * share).sqrt();
                self.line(point + share * side, point + share * side + height * way, color);
            }
        }
    }

    /// The box along the axes around each part.
    fn boxes(&mut self, body: BodyId) {
        let color = ink(self.scene.view.theme).with_alpha(0.55);
        let simulation = &self.scene.pane.simulation;
        let (model, pose) = (simulation.model.clone(), simulation.state.poses[body.0]);
        for (part, shape) in model.body(body).parts.iter().enumerate() {
            let placed = WorldPart::at(PartId { body, part }, shape, &pose);
            let (low, high) = placed.bounds();
            let corner = |k: u8| {
                let pick = |bit: u8, i: usize| if k & bit == 0 { low[i] } else { high[i] };
                Exact::new(pick(1, 0), pick(2, 1), pick(4, 2))
            };
            for k in 0..8_u8 {
                for bit in [1, 2, 4] {
                    let flat = shape.dimension == Dimension::Two && (bit == 4 || k & 4 != 0);
                    if k & bit == 0 && !flat {
                        let (a, b) = (corner(k), corner(k | bit));
                        let (a, b) = match shape.dimension {
                            Dimension::Two => (self.at(&a), self.at(&b)),
                            Dimension::Three => (to_view(&a), to_view(&b)),
                        };
                        self.line(a, b, color);
                    }
                }
            }
        }
    }
}

/// What stands out from the background of a theme.
fn ink(theme: Theme) -> Color {
    palette::wireframe(theme)
}
