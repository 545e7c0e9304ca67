//! The picture: what `look` carries out, and what can be shown.

use crate::scene::format::CameraDescription;
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
    /// Look from and to somewhere, as a scene's file says it.
    LookFrom(CameraDescription),
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
            Self::Contacts => tr!("overlay-contact-points"),
            Self::Normals => tr!("overlay-contact-normals"),
            Self::Impulses => tr!("overlay-impulses"),
            Self::Kinds => tr!("overlay-contact-kinds"),
            Self::Cones => tr!("overlay-friction-cones"),
            Self::Disjunctions => tr!("overlay-disjunction-kind"),
            Self::Traps => tr!("overlay-sprung-traps"),
            Self::Deepest => tr!("overlay-deepest-pair"),
            Self::Worst => tr!("overlay-worst-contact"),
            Self::Joints => tr!("overlay-joints"),
            Self::Boxes => tr!("overlay-bounding-boxes"),
            Self::Centres => tr!("overlay-centres-mass"),
            Self::Names => tr!("overlay-names-bodies"),
            Self::Frames => tr!("overlay-body-frames"),
            Self::Edges => tr!("overlay-edges"),
            Self::Wireframe => tr!("overlay-wireframe"),
            Self::Trails => tr!("overlay-trails"),
            Self::Ghost => tr!("overlay-ghost-pane"),
            Self::Grid => tr!("overlay-grid"),
        }
    }

    /// What it shows.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Contacts => {
                tr!("overlay-nearest-points-potential-contacts")
            }
            Self::Normals => tr!("overlay-unit-normals-n-from-b"),
            Self::Impulses => tr!("overlay-normal-friction-impulses-last-step"),
            Self::Kinds => {
                tr!("overlay-all-potential-contacts-by-kind")
            }
            Self::Cones => {
                tr!("overlay-friction-cone-2-16-as")
            }
            Self::Disjunctions => {
                tr!("overlay-shape-mark-square-u-4")
            }
            Self::Traps => tr!("overlay-traps-which-contact-ended-violated"),
            Self::Deepest => tr!("overlay-two-bodies-that-penetrate-deepest"),
            Self::Worst => {
                tr!("overlay-contact-worst-row-accepted")
            }
            Self::Joints => {
                tr!("overlay-shape-mark-table-2-1")
            }
            Self::Boxes => {
                tr!("overlay-boxes-along-axes-around-each")
            }
            Self::Centres => tr!("overlay-centres-mass-where-lever-arms"),
            Self::Names => tr!("overlay-names-from-scene-file-at"),
            Self::Frames => tr!("overlay-body-axes-at-centre-mass"),
            Self::Edges => tr!("overlay-feature-edges-convex-parts"),
            Self::Wireframe => tr!("overlay-edges-only-faces-hidden"),
            Self::Trails => tr!("overlay-paths-centres-mass-over-last"),
            Self::Ghost => {
                tr!("overlay-outlines-one-pane-bodies-over")
            }
            Self::Grid => tr!("overlay-grid-in-ground-plane-one"),
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
            Self::Front => tr!("view-front"),
            Self::Back => tr!("view-back"),
            Self::Left => tr!("view-left"),
            Self::Right => tr!("view-right"),
            Self::Top => tr!("view-top"),
            Self::Bottom => tr!("view-bottom"),
            Self::Isometric => tr!("view-isometric"),
            Self::Scene => tr!("view-scene-view"),
        }
    }

    /// What it shows.
    pub fn tooltip(self) -> &'static str {
        match self {
            Self::Front => tr!("view-look-at-scene-from-front"),
            Self::Back => tr!("view-look-at-scene-from-behind"),
            Self::Left => tr!("view-look-at-scene-from-left"),
            Self::Right => tr!("view-look-at-scene-from-right"),
            Self::Top => tr!("view-look-at-scene-from-above"),
            Self::Bottom => tr!("view-look-at-scene-from-below"),
            Self::Isometric => tr!("view-look-at-scene-from-corner"),
            Self::Scene => tr!("view-camera-that-scene-file-gives"),
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
