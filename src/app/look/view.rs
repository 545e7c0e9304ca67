//! What is shown and how: overlays, quality, theme, the places of the panes, and the selection.

use crate::app::bench::workbench::{MAX_PANES, Workbench};
use crate::app::explain::Subject;
use crate::contact::ContactId;
use crate::world::BodyId;
use bevy::prelude::*;

/// Something drawn over the bodies, from the step record only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlay {
    /// Contact points, coloured by gap.
    Contacts,
    /// Contact normals.
    Normals,
    /// Contact impulses as arrows to scale.
    Impulses,
    /// Primary, secondary or edge–edge, all contacts that were looked at.
    Kinds,
    /// The linearised friction cone at each contact.
    Cones,
    /// U, I or X at each contact.
    Disjunctions,
    /// Sprung traps.
    Traps,
    /// The pair that penetrates deepest.
    Deepest,
    /// The contact where the solver was least exact.
    Worst,
    /// Joints: what they leave free, and where they are apart or broken.
    Joints,
    /// Boxes along the axes around the convex parts.
    Boxes,
    /// Centres of mass.
    Centres,
    /// Names of the bodies.
    Names,
    /// Axes of the bodies at their centres of mass.
    Frames,
    /// Edges of the shapes.
    Edges,
    /// Only edges, no faces.
    Wireframe,
    /// Paths of the centres of mass.
    Trails,
    /// The bodies of one pane as outlines in the other panes.
    Ghost,
    /// The ground grid.
    Grid,
}

impl Overlay {
    /// All overlays, in the order of the check boxes.
    pub const ALL: [Self; 19] = [
        Self::Contacts,
        Self::Normals,
        Self::Impulses,
        Self::Kinds,
        Self::Cones,
        Self::Disjunctions,
        Self::Traps,
        Self::Deepest,
        Self::Worst,
        Self::Joints,
        Self::Boxes,
        Self::Centres,
        Self::Names,
        Self::Frames,
        Self::Edges,
        Self::Wireframe,
        Self::Trails,
        Self::Ghost,
        Self::Grid,
    ];

    /// Name of the check box.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contacts => "Contact points",
            Self::Normals => "Contact normals",
            Self::Impulses => "Impulses",
            Self::Kinds => "Contact kinds",
            Self::Cones => "Friction cones",
            Self::Disjunctions => "Disjunction kind",
            Self::Traps => "Sprung traps",
            Self::Deepest => "Deepest pair",
            Self::Worst => "Worst contact",
            Self::Joints => "Joints",
            Self::Boxes => "Bounding boxes",
            Self::Centres => "Centres of mass",
            Self::Names => "Names of bodies",
            Self::Frames => "Body frames",
            Self::Edges => "Edges",
            Self::Wireframe => "Wireframe",
            Self::Trails => "Trails",
            Self::Ghost => "Ghost of a pane",
            Self::Grid => "Grid",
        }
    }

    /// What it shows.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Contacts => {
                "Nearest points of potential contacts: vermillion violated (ψ < 0), green open."
            }
            Self::Normals => "Unit normals n̂ from A to B, coloured by gap ψ.",
            Self::Impulses => "Normal and friction impulses of the last step as arrows; length is to scale.",
            Self::Kinds => {
                "All potential contacts by kind: disc primary (applicable and feasible, may push), hollow ring \
                 secondary, crossing bars along the edges edge–edge."
            }
            Self::Cones => {
                "The friction cone (2.16) as the step has it: a pyramid of the scene's number of directions (2.21), as \
                 wide as µ. A force from the contact stays in it. None without friction."
            }
            Self::Disjunctions => {
                "Shape of the mark: square U (4.7), circle I (4.9), cross X (4.15), (4.22); for Exact a tile in the \
                 plane that separates two parts."
            }
            Self::Traps => "Traps of which a contact ended violated: the standard model forbids that motion.",
            Self::Deepest => "The two bodies that penetrate deepest in the true geometry.",
            Self::Worst => {
                "The contact of the worst row of the accepted solution: where the solver was least exact. For Exact \
                 where a condition is farthest from holding at the true end poses."
            }
            Self::Joints => {
                "Shape of the mark (table 2.1): ring revolute or cylindrical and square prismatic, with their axis, \
                 diamond spherical, cross fixed. Torn in two halves, vermillion: broken."
            }
            Self::Boxes => {
                "Boxes along the axes around each convex part: what the search for contacts begins with, before it grows \
                 them by the motion of the step."
            }
            Self::Centres => "Centres of mass, where lever arms start.",
            Self::Names => "Names from the scene's file, at the centres of mass.",
            Self::Frames => "Body axes at the centre of mass.",
            Self::Edges => "Feature edges of the convex parts.",
            Self::Wireframe => "Edges only, faces hidden.",
            Self::Trails => "Paths of the centres of mass over the last steps.",
            Self::Ghost => {
                "Outlines of one pane's bodies over the other panes. Which pane: in this menu, or Shift+H."
            }
            Self::Grid => "A grid in the ground plane, one line per unit.",
        }
    }

    /// Default key.
    pub fn key(self) -> KeyCode {
        match self {
            Self::Contacts => KeyCode::KeyC,
            Self::Normals => KeyCode::KeyN,
            Self::Impulses => KeyCode::KeyI,
            Self::Kinds => KeyCode::KeyC,
            Self::Cones => KeyCode::KeyI,
            Self::Disjunctions => KeyCode::KeyU,
            Self::Traps => KeyCode::KeyX,
            Self::Deepest => KeyCode::KeyO,
            Self::Worst => KeyCode::KeyZ,
            Self::Joints => KeyCode::KeyJ,
            Self::Boxes => KeyCode::KeyB,
            Self::Centres => KeyCode::KeyO,
            Self::Names => KeyCode::KeyN,
            Self::Frames => KeyCode::KeyB,
            Self::Edges => KeyCode::KeyE,
            Self::Wireframe => KeyCode::KeyW,
            Self::Trails => KeyCode::KeyY,
            Self::Ghost => KeyCode::KeyH,
            Self::Grid => KeyCode::KeyG,
        }
    }

    /// Whether the key needs shift.
    pub fn shift(self) -> bool {
        matches!(self, Self::Kinds | Self::Cones | Self::Boxes | Self::Centres | Self::Names)
    }
}

/// A standard direction of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardView {
    /// From in front (towards +y; in a 2D scene the only face-on view).
    Front,
    /// From behind.
    Back,
    /// From the left.
    Left,
    /// From the right.
    Right,
    /// From above.
    Top,
    /// From below.
    Bottom,
    /// From a corner.
    Isometric,
    /// As the scene's file says.
    Scene,
}

impl StandardView {
    /// All views.
    pub const ALL: [Self; 8] = [
        Self::Front,
        Self::Back,
        Self::Left,
        Self::Right,
        Self::Top,
        Self::Bottom,
        Self::Isometric,
        Self::Scene,
    ];

    /// Name of the button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "Front",
            Self::Back => "Back",
            Self::Left => "Left",
            Self::Right => "Right",
            Self::Top => "Top",
            Self::Bottom => "Bottom",
            Self::Isometric => "Isometric",
            Self::Scene => "Scene's view",
        }
    }

    /// What it shows.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Front => "Look at the scene from the front.",
            Self::Back => "Look at the scene from behind.",
            Self::Left => "Look at the scene from the left.",
            Self::Right => "Look at the scene from the right.",
            Self::Top => "Look at the scene from above.",
            Self::Bottom => "Look at the scene from below; the floor of the studio is left out.",
            Self::Isometric => "Look at the scene from a corner.",
            Self::Scene => "The camera that the scene's file gives, or the whole scene.",
        }
    }

    /// Default key.
    pub fn key(self) -> KeyCode {
        match self {
            Self::Front => KeyCode::F2,
            Self::Back => KeyCode::F2,
            Self::Left => KeyCode::F3,
            Self::Right => KeyCode::F3,
            Self::Top | Self::Bottom => KeyCode::F4,
            Self::Isometric => KeyCode::F5,
            Self::Scene => KeyCode::Home,
        }
    }

    /// Whether the key needs shift.
    pub fn shift(self) -> bool {
        matches!(self, Self::Back | Self::Right | Self::Bottom)
    }
}

/// How much is spent on a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Flat shading, no shadows: for weak graphics and software drivers.
    Low,
    /// Shadows and smooth edges.
    #[default]
    High,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light panels, light background.
    Light,
    /// Dark panels, dark background.
    #[default]
    Dark,
}

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
    /// Height at the top of each pane that the panels cover with a title strip (physical pixels); views start
    /// below it.
    pub header: f32,
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
    /// The selected body, in all panes.
    pub body: Option<BodyId>,
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
    /// What is to be explained. A contact that was selected by its number alone is looked up.
    pub fn subject(&self, bench: &Workbench) -> Option<Subject> {
        self.subject.or_else(|| {
            let (pane, id) = self.contact?;
            let record = bench.panes.get(pane)?.simulation.record.as_deref()?;
            Some(Subject::contact(pane, record.contacts.get(id.0)?))
        })
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
