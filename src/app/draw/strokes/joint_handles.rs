//! The handles of the joint that is edited: a cross in a ring at its point, an arrow along its axis.

use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::app::mouse::joint_handles::{JointHandle, RING};

impl Strokes<'_> {
    /// Draws the handles, the one under the pointer in the colour of what is selected.
    pub(super) fn joint_handles(&mut self) {
        let Some(shown) = self.scene.joint_handles else { return };
        let unit = self.unit(shown.point);
        let color = |handle: JointHandle| {
            if shown.hot == Some(handle) { palette::SELECTED } else { palette::IMPULSE }
        };
        let (of_point, of_axis) = (color(JointHandle::Point), color(JointHandle::Axis));
        // Two rings beside each other are a broad one.
        for share in [1.0, 0.92] {
            self.ring(shown.point, share * RING * unit, 24, 0.0, of_point);
        }
        for way in [self.right, self.up] {
            let arm = 1.5 * RING * unit * way;
            self.line(shown.point - arm, shown.point + arm, of_point);
        }
        if let Some(tip) = shown.tip(self.scene.rig) {
            let aside = (self.right + self.up).normalize_or_zero() * 0.12 * unit;
            for shift in [aside, -aside] {
                self.arrow(shown.point + shift, tip + shift, of_axis);
            }
        }
    }
}
