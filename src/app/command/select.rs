//! Choosing bodies and contacts: what `mouse` carries out.

use crate::contact::ContactId;
use crate::world::BodyId;

/// What is asked to be selected, or done by hand.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectCommand {
    /// Select a body (in all panes), or nothing.
    Body(Option<BodyId>),
    /// Select the next (`true`) or previous body.
    NeighbourBody(bool),
    /// Select a contact of a pane's last record, or nothing.
    Contact(Option<(usize, ContactId)>),
    /// Select the next (`true`) or previous contact of the selected body in the focused pane; of all bodies where none
    /// is selected.
    NeighbourContact(bool),
    /// Mark a contact of a pane's last record in the view as long as the pointer is on its name, or nothing.
    PointOut(Option<(usize, ContactId)>),
}
