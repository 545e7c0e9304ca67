//! The picture: what `look` carries out, and what can be shown.

use bevy::prelude::KeyCode;

/// What is asked of the views.
#[derive(Clone, Debug, PartialEq)]
pub enum LookCommand {
    /// Show or hide an overlay.
    ToggleOverlay(Overlay),
    /// Show the bodies of that pane as the ghost in the others.
    SetGhost(usize),
    /// The ghost of the next pane.
    NextGhost,
    /// The cameras follow the selected body, or no body.
    ToggleFollow,
    /// Rendering quality.
    SetQuality(Quality),
    /// High or low quality.
    ToggleQuality,
    /// Dark or light.
    ToggleTheme,
    /// The look that is preferred, when it is another than that shown.
    SetTheme(Theme),
    /// Size of text and panels relative to the default, 0.5 to 3.
    SetUiScale(f32),
    /// A tenth larger (`true`) or smaller text and panels.
    ChangeUiScale(bool),
    /// Put the whole scene in view.
    FrameScene,
    /// Put the selected body in view.
    FrameSelection,
    /// Look from a standard direction.
    View(StandardView),
    /// Perspective or orthographic.
    ToggleProjection,
}

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
                "The friction cone (2.16) as the step has it: round, or a pyramid of the scene's number of directions \
                 (2.21), as wide as µ. A force from the contact stays in it. None without friction."
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
