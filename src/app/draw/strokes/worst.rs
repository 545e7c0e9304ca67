//! Marks of single contacts that a panel speaks of: the solver's worst one, and the one whose name the pointer is on.

use crate::app::command::look::Overlay;
use crate::app::draw::palette;
use crate::app::draw::strokes::Strokes;
use crate::step::StepRecord;
use bevy::prelude::*;

impl Strokes<'_> {
    pub(super) fn pointed_contacts(&mut self, record: &StepRecord) {
        let view = self.scene.view;
        if view.shows(Overlay::Worst)
            && let Some(worst) = record.solve.worst_contact
        {
            self.target(record, worst, palette::VIOLATED);
        }
        if let Some((pane, id)) = self.scene.selection.pointed
            && pane == self.scene.index
        {
            self.target(record, id.0, palette::HOVERED);
        }
    }

    /// Two rings with four hairs about a contact: large enough to be found in a crowd.
    fn target(&mut self, record: &StepRecord, index: usize, color: Color) {
        let Some(contact) = record.contacts.get(index) else { return };
        let centre = self.mark(contact);
        let unit = self.unit(centre);
        self.ring(centre, 2.6 * unit, 28, 0.0, color);
        self.ring(centre, 2.9 * unit, 28, 0.0, color);
        for arm in [self.right, -self.right, self.up, -self.up] {
            self.line(centre + 1.7 * unit * arm, centre + 4.6 * unit * arm, color);
        }
    }
}
