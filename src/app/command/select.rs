//! Choosing bodies and contacts: what `mouse` carries out.

use crate::contact::ContactId;
use crate::world::BodyId;
use bevy::prelude::{Rect, Resource, Vec2};

/// What is asked to be selected, or done by hand.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectCommand {
    /// Select a body (in all panes), or nothing.
    Body(Option<BodyId>),
    /// Select a body beside those that are selected, or let it go.
    Toggle(BodyId),
    /// A body was clicked in a view: its whole group is meant, or in a group that is selected the body alone.
    Clicked {
        /// The body.
        body: BodyId,
        /// Beside those that are selected; what is selected is let go.
        beside: bool,
    },
    /// Select the bodies of a group, by its place in the scene.
    Group(usize),
    /// Select the bodies that lie wholly within a rectangle of a pane's view, beside those that are selected.
    Within {
        /// Of which pane.
        pane: usize,
        /// The rectangle (physical pixels of the window).
        area: Rect,
    },
    /// Select all bodies that move by forces.
    AllThatMove,
    /// Select all bodies of the shape that the selected ones have.
    SameShape,
    /// Select the next (`true`) or previous body.
    NeighbourBody(bool),
    /// Edit a joint, by its number in the scene, or none.
    Joint(Option<usize>),
    /// Select a contact of a pane's last record, or nothing.
    Contact(Option<(usize, ContactId)>),
    /// Select the next (`true`) or previous contact of the selected body in the focused pane; of all bodies where none
    /// is selected.
    NeighbourContact(bool),
    /// Mark a contact of a pane's last record in the view as long as the pointer is on its name, or nothing.
    PointOut(Option<(usize, ContactId)>),
    /// The button went down over a place of a pane: take hold of what is there.
    Press {
        /// Over which pane.
        pane: usize,
        /// Where (physical pixels of the window).
        place: Vec2,
    },
    /// The mouse moved with the button down: what is held follows it.
    Drag {
        /// In which pane it was taken.
        pane: usize,
        /// Where the mouse is now (physical pixels of the window).
        place: Vec2,
        /// With Ctrl: it snaps where it does not otherwise, or does not where it does.
        other: bool,
    },
    /// What bodies that are moved by hand snap to.
    Snap(Snapping),
    /// They snap, or go freely.
    ToggleSnapping,
    /// The button went up: let go.
    Release {
        /// The pane of the gesture; `None`: what it had begun is over.
        pane: Option<usize>,
        /// Where, for a click (physical pixels of the window); `None`: the mouse had moved.
        click: Option<Click>,
    },
}

/// What bodies that are moved by hand while the clock stands snap to.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Snapping {
    /// Whether they do, where Ctrl is not held.
    pub on: bool,
    /// Distance of the points of the grid (m) that their centres of mass go to; `None`: one that suits the bodies of the scene.
    pub grid: Option<f64>,
    /// Angle between the marks that handles turn to (degrees).
    pub angle: f64,
}

impl Default for Snapping {
    fn default() -> Self {
        Self { on: false, grid: None, angle: 15.0 }
    }
}

/// A click into a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Click {
    /// Where (physical pixels of the window); `None`: the mouse has left it.
    pub place: Option<Vec2>,
    /// With Ctrl: what is clicked makes a pair with what is selected.
    pub pair: bool,
    /// With Shift: what is clicked is selected beside the others, or let go.
    pub beside: bool,
}
