//! Building: what `build` carries out, and what it can be asked to add or change.

use crate::app::command::shapes::ROUND;
use crate::math::{Dimension, Vec3};
use crate::scene::format::{DecomposeSettings, PlatonicSolid, Point, Shape};
use crate::scene::generators::random::random_hull;
use crate::world::{BodyId, BodyKind};
use std::path::PathBuf;

/// What is asked to change the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildCommand {
    /// Add a body to the scene, in the middle of the focused view or above what is there.
    Spawn(SpawnRequest),
    /// Add another body like the last one added, under the pointer.
    SpawnAgain,
    /// Make a body of the shape in a mesh file, beside the frames; one that is not convex is cut into convex parts, which are shown before
    /// it is taken.
    ImportMesh(PathBuf),
    /// Cut the mesh that is to be a body otherwise.
    CutImport(DecomposeSettings),
    /// Take the mesh that is to be a body as it is shown.
    AcceptImport,
    /// Put the scene that was built with it in the place of the one shown.
    TakeImport,
    /// Leave the mesh that is to be a body, or is cut otherwise, as it is.
    CancelImport,
    /// Copy the selected bodies.
    DuplicateSelected,
    /// Take the selected bodies out of the scene.
    DeleteSelected,
    /// Put the selected bodies on the clipboard, with what is among them, as the text of a scene.
    Copy,
    /// The same, and take them out of the scene.
    Cut,
    /// Add the bodies of the scene whose text is on the clipboard, under the pointer.
    Paste,
    /// Lay the body chosen last with a face onto a face of the other one that is selected, else of the nearest.
    FaceToFace,
    /// Change a body in the scene and in all panes.
    ChangeBody(BodyId, BodyChange),
    /// Change several bodies alike.
    ChangeBodies(Vec<BodyId>, BodyChange),
    /// Change what the scene says of itself, and its gravity.
    ChangeScene(SceneChange),
    /// Make, name or dissolve groups of bodies.
    Group(GroupChange),
}

/// What can be done to groups of bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupChange {
    /// Make one group of the selected bodies; they leave those that they are in. What is selected beside one whole group comes into it.
    Make,
    /// Dissolve the groups that the selected bodies are in.
    DissolveSelected,
    /// Dissolve a group, by its place in the scene.
    Dissolve(usize),
    /// Give a group, by its place in the scene, another name.
    Rename(usize, String),
}

/// What can be changed of a scene that is no body's.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneChange {
    /// Its name, for people.
    Name(String),
    /// What happens and what to look at.
    Description(String),
    /// How long a run lasts (s); `None`: endless.
    Duration(Option<f64>),
    /// Whether it opens with the view of the focused pane; else all of it is in the picture.
    View(bool),
    /// Acceleration of gravity (m/s²).
    Gravity(Vec3),
}

/// What a file that a scene is saved to says of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneTitles {
    /// Its name, for people.
    pub name: String,
    /// What happens and what to look at.
    pub description: String,
    /// Whether it opens with the view of the focused pane; else as before.
    pub view: bool,
}

/// A shape of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteShape {
    /// A cube, in the plane a square.
    Cube,
    /// A flat or long box: sides 1 : 2 : ½ (in the plane 2 : 1).
    Brick,
    /// A regular solid.
    Platonic(PlatonicSolid),
    /// A prism over a regular polygon, or in the plane that polygon.
    Regular(usize),
    /// The hull of random points, another one every time.
    RandomHull,
    /// A shape with a curved surface: its place in [`ROUND`].
    Round(usize),
}

impl PaletteShape {
    /// What the palette offers in space, beside round shapes.
    pub const SPACE: [Self; 9] = [
        Self::Cube,
        Self::Brick,
        Self::Platonic(PlatonicSolid::Tetrahedron),
        Self::Platonic(PlatonicSolid::Octahedron),
        Self::Platonic(PlatonicSolid::Dodecahedron),
        Self::Platonic(PlatonicSolid::Icosahedron),
        Self::Regular(3),
        Self::Regular(6),
        Self::RandomHull,
    ];
    /// What the palette offers in the plane, beside round shapes.
    pub const PLANE: [Self; 7] = [
        Self::Cube,
        Self::Brick,
        Self::Regular(3),
        Self::Regular(5),
        Self::Regular(6),
        Self::Regular(8),
        Self::RandomHull,
    ];

    /// What is offered in a scene of that dimension.
    pub fn all(dimension: Dimension) -> Vec<Self> {
        let cornered: &[Self] = match dimension {
            Dimension::Two => &Self::PLANE,
            Dimension::Three => &Self::SPACE,
        };
        let round = (0..ROUND.len()).filter(|&k| ROUND[k].dimension == dimension).map(Self::Round);
        cornered.iter().copied().chain(round).collect()
    }

    /// Its name, for buttons and for the bodies made of it.
    pub fn name(self, dimension: Dimension) -> &'static str {
        let flat = dimension == Dimension::Two;
        match self {
            Self::Cube if flat => tr!("shape-square"),
            Self::Cube => tr!("shape-cube"),
            Self::Brick if flat => tr!("shape-rectangle"),
            Self::Brick => tr!("shape-brick"),
            Self::Platonic(PlatonicSolid::Tetrahedron) => tr!("shape-tetrahedron"),
            Self::Platonic(PlatonicSolid::Cube) => tr!("shape-cube"),
            Self::Platonic(PlatonicSolid::Octahedron) => tr!("shape-octahedron"),
            Self::Platonic(PlatonicSolid::Dodecahedron) => tr!("shape-dodecahedron"),
            Self::Platonic(PlatonicSolid::Icosahedron) => tr!("shape-icosahedron"),
            Self::Regular(3) if flat => tr!("shape-triangle"),
            Self::Regular(5) if flat => tr!("shape-pentagon"),
            Self::Regular(6) if flat => tr!("shape-hexagon"),
            Self::Regular(_) if flat => tr!("shape-octagon"),
            Self::Regular(3) => tr!("shape-triangular-prism"),
            Self::Regular(6) => tr!("shape-hexagonal-prism"),
            Self::Regular(_) => tr!("shape-prism"),
            Self::RandomHull => tr!("shape-stone"),
            Self::Round(k) => ROUND.get(k).map_or(tr!("shape-round-body"), |round| (round.name)()),
        }
    }

    /// The shape with its corners at most `radius` (m) from its middle.
    pub fn shape(self, dimension: Dimension, radius: f64, seed: u64) -> Shape {
        let flat = dimension == Dimension::Two;
        let sides = |sides: [f64; 3]| {
            let diagonal = if flat { sides[0].hypot(sides[1]) } else { Vec3::from(sides).norm() };
            let [x, y, z] = sides.map(|s| s * radius / diagonal);
            Shape::Box { half_extents: if flat { Point::Plane([x, y]) } else { Point::Space([x, y, z]) } }
        };
        match self {
            Self::Cube => sides([1.0, 1.0, 1.0]),
            Self::Brick => sides(if flat { [2.0, 1.0, 0.0] } else { [1.0, 2.0, 0.5] }),
            Self::Platonic(solid) => Shape::Platonic(solid, radius),
            Self::Regular(sides) if flat => Shape::RegularPolygon { sides, radius },
            Self::Regular(sides) => {
                // Corners at `radius`: r² + (height / 2)² = radius², as high as wide.
                let r = radius / std::f64::consts::SQRT_2;
                Shape::Prism { sides, radius: r, height: 2.0 * r }
            }
            Self::RandomHull => random_hull(dimension, radius, seed),
            Self::Round(k) => (ROUND[k.min(ROUND.len() - 1)].shape)(radius),
        }
    }
}

/// A body that is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnRequest {
    /// Its shape.
    pub shape: PaletteShape,
    /// Distance of its farthest corner from its middle (m); `None`: as the bodies of the scene have it.
    pub radius: Option<f64>,
    /// Fixed instead of dynamic.
    pub fixed: bool,
}

impl Default for SpawnRequest {
    fn default() -> Self {
        Self { shape: PaletteShape::Cube, radius: None, fixed: false }
    }
}

/// A change of one body.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyChange {
    /// Its name.
    Name(String),
    /// Fixed, dynamic or kinematic.
    Kind(BodyKind),
    /// Its shape, with these numbers.
    Shape(Shape),
    /// Another shape, as large as the body is; where there is no room for that, as large as fits into the body.
    Become(PaletteShape),
    /// Its mass (kg).
    Mass(f64),
    /// Its coefficient of Coulomb friction.
    Friction(f64),
    /// Its coefficient of restitution.
    Restitution(f64),
    /// Its colour (sRGB in 0..1); `None`: one of the palette.
    Color(Option<[f32; 3]>),
    /// Where the frame of its shape is (m).
    Position(Vec3),
    /// How it is turned: rotation vector (rad).
    Rotation(Vec3),
    /// Velocity of its centre of mass (m/s).
    Velocity(Vec3),
    /// Angular velocity (rad/s).
    Spin(Vec3),
    /// Into how many parts its mesh is cut, and how well; it is cut beside the frames.
    Parts(DecomposeSettings),
    /// The same, of a mesh that was cut so.
    CutParts(DecomposeSettings),
}

impl BodyChange {
    /// What is changed, for the undo list.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Name(_) => tr!("changed-name"),
            Self::Kind(_) => tr!("changed-kind"),
            Self::Shape(_) => tr!("changed-shape"),
            Self::Become(_) => tr!("changed-kind-shape"),
            Self::Mass(_) => tr!("changed-mass"),
            Self::Friction(_) => tr!("changed-friction"),
            Self::Restitution(_) => tr!("changed-restitution"),
            Self::Color(_) => tr!("changed-colour"),
            Self::Position(_) => tr!("changed-position"),
            Self::Rotation(_) => tr!("changed-rotation"),
            Self::Velocity(_) => tr!("changed-velocity"),
            Self::Spin(_) => tr!("changed-spin"),
            Self::Parts(_) | Self::CutParts(_) => tr!("changed-parts"),
        }
    }
}
