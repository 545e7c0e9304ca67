//! The handles of the selected body: arrows along the axes, rings about them.

use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::app::mouse::gizmo::{Gizmo, Handle, middle};
use bevy::prelude::*;

impl Strokes<'_> {
    /// Draws the handles, the one under the pointer brighter and broader.
    pub(super) fn handles(&mut self) {
        let Some(shown) = self.scene.handles else { return };
        let simulation = &self.scene.pane.simulation;
        let (model, state) = (&simulation.model, &simulation.state);
        if shown.body.0 >= model.bodies.len() || !model.is_active(shown.body, state.time) {
            return;
        }
        let gizmo = Gizmo { centre: middle(&state.poses[shown.body.0].position), rig: self.scene.rig };
        let lift = self.unit(gizmo.centre) * 0.12;
        let aside = (self.right + self.up).normalize_or_zero() * lift;
        for handle in gizmo.handles() {
            let hot = shown.hot == Some(handle);
            let color = match handle.axis() {
                _ if hot => palette::SELECTED,
                0 => palette::VIOLATED,
                1 => palette::OPEN,
                _ => palette::IMPULSE,
            };
            // A line twice beside itself is a broad line.
            let copies: &[Vec3] = if hot { &[aside, Vec3::ZERO, -aside] } else { &[Vec3::ZERO] };
            let line = gizmo.line(handle);
            for &shift in copies {
                match (handle, line.as_slice()) {
                    (Handle::Move(_), &[from, to]) => self.arrow(from + shift, to + shift, color),
                    _ => {
                        for pair in line.windows(2) {
                            let color = if hot { color } else { color.with_alpha(0.75) };
                            self.line(pair[0] + shift, pair[1] + shift, color);
                        }
                    }
                }
            }
        }
    }
}
