//! What is shown and how: overlays, quality, theme, the places of the panes, and the selection.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::command::look::{Overlay, Quality, Theme};
use crate::app::explain::Subject;
use crate::contact::ContactId;
use crate::world::{BodyId, Model};
use bevy::prelude::*;

/// Overlays, quality and theme. Written by the command handler only.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct ViewSettings {
    /// Rendering quality.
    pub quality: Quality,
    /// Dark or light.
    pub theme: Theme,
    /// Size of text and panels relative to the default.
    pub ui_scale: f32,
    /// Orthographic instead of perspective (always so in 2D scenes).
    pub orthographic: bool,
    /// The pane whose bodies are the ghost in the other panes.
    pub ghost: usize,
    /// The body that the cameras follow.
    pub following: Option<BodyId>,
    overlays: [bool; Overlay::ALL.len()],
}

impl Default for ViewSettings {
    fn default() -> Self {
        let mut settings = Self {
            quality: Quality::default(),
            theme: Theme::default(),
            ui_scale: 1.0,
            orthographic: false,
            ghost: 0,
            following: None,
            overlays: [false; Overlay::ALL.len()],
        };
        let shown = [
            Overlay::Contacts,
            Overlay::Impulses,
            Overlay::Traps,
            // Draws nothing where there are none.
            Overlay::Joints,
            Overlay::Edges,
            Overlay::Grid,
        ];
        for overlay in shown {
            settings.overlays[overlay as usize] = true;
        }
        settings
    }
}

impl ViewSettings {
    /// Whether an overlay is shown.
    pub fn shows(&self, overlay: Overlay) -> bool {
        self.overlays[overlay as usize]
    }

    /// Shows or hides an overlay.
    pub fn set(&mut self, overlay: Overlay, shown: bool) {
        self.overlays[overlay as usize] = shown;
    }
}

/// Where the 3D views are. The panels write `central` each frame; the rest follows from it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Viewports {
    /// What the panels leave over, in physical pixels of the window (egui points × pixels per point).
    /// `None`: the whole window.
    pub central: Option<Rect>,
    /// Height at the top of each pane that the panels cover with a title strip (physical pixels), with one pane, with two
    /// and so on; views start below it. For all numbers of panes, since a pane that is added has its view before the panels
    /// are laid out again.
    pub headers: [f32; MAX_PANES],
    /// The panes' views in physical pixels, left to right, as many as there are panes.
    pub panes: Vec<Rect>,
    /// Whether the pointer is over a panel, or a panel holds it: then the views take no input.
    pub pointer_on_panel: bool,
    /// Whether a panel wants the keyboard (a text field has the focus): then no shortcut fires.
    pub keyboard_in_panel: bool,
    /// Whether a control of a panel has the focus: then the keys that work it (Space, Enter, Tab, arrows, Escape) are
    /// its own, and all others are shortcuts.
    pub control_focused: bool,
}

impl Viewports {
    /// The pane under a place in the window (physical pixels).
    pub fn pane_at(&self, place: Vec2) -> Option<usize> {
        self.panes.iter().position(|rect| rect.contains(place))
    }
}

/// Gap between panes (physical pixels).
pub const PANE_GAP: f32 = 2.0;

/// Splits the central area into `count` panes side by side below their headers.
pub fn split(central: Rect, header: f32, count: usize) -> Vec<Rect> {
    let count = count.clamp(1, MAX_PANES);
    let width = ((central.width() - PANE_GAP * (count - 1) as f32) / count as f32).floor();
    (0..count)
        .map(|i| {
            let x = central.min.x + (width + PANE_GAP) * i as f32;
            Rect::new(x.round(), (central.min.y + header).round(), (x + width).round(), central.max.y.round())
        })
        .collect()
}

/// What is selected and hovered. Body and contact are what [`crate::app::explain::choose`] makes of the commands.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The selected body, in all panes; of several the one chosen last, whose handles are shown.
    pub body: Option<BodyId>,
    /// The others that are selected with it, in the order in which they were chosen; none without it.
    pub also: Vec<BodyId>,
    /// The joint that is edited, by its number in the scene.
    pub joint: Option<usize>,
    /// The selected contact: pane, and index into the contacts of that pane's last record.
    pub contact: Option<(usize, ContactId)>,
    /// The contact whose name the pointer is on, and the pane whose record has it.
    pub pointed: Option<(usize, ContactId)>,
    /// The body under the pointer and the pane it is in.
    pub hovered: Option<(usize, BodyId)>,
    /// The pair, contact and condition that are explained.
    pub subject: Option<Subject>,
    /// The row of the explanation that the mouse is on, by its number.
    pub row: Option<usize>,
}

impl Selection {
    /// All selected bodies, the one chosen last first.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.body.into_iter().chain(self.also.iter().copied())
    }

    /// Whether a body is selected.
    pub fn holds(&self, id: BodyId) -> bool {
        self.body == Some(id) || self.also.contains(&id)
    }

    /// Selects one body, or none.
    pub fn only(&mut self, body: Option<BodyId>) {
        self.body = body;
        self.also.clear();
    }

    /// Selects these bodies; the first is the one chosen last.
    pub fn all(&mut self, bodies: impl IntoIterator<Item = BodyId>) {
        let mut bodies = bodies.into_iter();
        self.body = bodies.next();
        self.also.clear();
        for id in bodies {
            if !self.holds(id) {
                self.also.push(id);
            }
        }
    }

    /// Selects a body beside those that are selected, or lets it go where it is one of them.
    pub fn toggle(&mut self, id: BodyId) {
        let before: Vec<BodyId> = self.bodies().filter(|body| *body != id).collect();
        let added = (!self.holds(id)).then_some(id);
        self.all(added.into_iter().chain(before));
    }

    /// The selected bodies as they are after a change of their numbers; those that have none are let go.
    pub fn renumber(&mut self, now: impl Fn(BodyId) -> Option<BodyId>) {
        let bodies: Vec<BodyId> = self.bodies().filter_map(now).collect();
        if !self.bodies().eq(bodies.iter().copied()) {
            self.all(bodies);
        }
    }

    /// What is to be explained. A contact that was selected by its number alone is looked up.
    pub fn subject(&self, bench: &Workbench) -> Option<Subject> {
        self.subject.or_else(|| {
            let (pane, id) = self.contact?;
            let record = bench.panes.get(pane)?.contacts()?;
            Some(Subject::contact(pane, record.contacts.get(id.0)?))
        })
    }

    /// The joint that is edited: one of the selected body.
    pub fn joint(&self, model: &Model) -> Option<usize> {
        let number = self.joint?;
        let (a, b) = model.joints.get(number)?.bodies;
        self.body.is_some_and(|body| body == a || body == b).then_some(number)
    }

    /// Whether there is nothing selected to say anything about.
    pub fn is_empty(&self) -> bool {
        self.body.is_none() && self.contact.is_none() && self.subject.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_chosen_beside_each_other_and_let_go_one_by_one() {
        let mut selection = Selection::default();
        for id in [3, 1, 2] {
            selection.toggle(BodyId(id));
        }
        let chosen = |s: &Selection| s.bodies().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(chosen(&selection), [2, 1, 3], "the last one first");
        selection.toggle(BodyId(2));
        assert_eq!((chosen(&selection), selection.body), (vec![1, 3], Some(BodyId(1))));
        selection.renumber(|id| (id.0 != 1).then(|| BodyId(id.0 - 1)));
        assert_eq!(chosen(&selection), [2], "body 1 is gone, and 3 is 2 now");
        selection.all([4, 4, 5].map(BodyId));
        assert_eq!(chosen(&selection), [4, 5], "nothing is selected twice");
        selection.only(None);
        assert!(selection.is_empty() && chosen(&selection).is_empty());
    }

    #[test]
    fn panes_tile_the_central_area_without_overlap() {
        let central = Rect::new(200.0, 40.0, 1000.0, 600.0);
        for count in 1..=MAX_PANES {
            let panes = split(central, 24.0, count);
            assert_eq!(panes.len(), count);
            assert!(panes.windows(2).all(|w| w[0].max.x < w[1].min.x));
            assert!(panes.iter().all(|p| p.min.y == 64.0 && p.max.x <= central.max.x));
        }
    }
}
