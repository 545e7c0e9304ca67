//! Approximate convex decomposition: a closed mesh as a union of convex parts, by exact cuts along its own surface.
//!
//! The scheme is that of V-HACD (Mamou 2016) and CoACD (Wei, Liu, Ling and Su, "Approximate convex decomposition for 3D meshes with
//! collision-aware concavity and tree search", 2022): the piece that is farthest from its hull is cut by a plane, until none is farther
//! than the tolerance; then pieces whose common hull is as good are joined. As in CoACD the mesh itself is cut and no voxels;
//! beside planes across, those of hollow faces and through hollow edges are tried, so that a body of flat faces comes apart exactly.
//! V-HACD as the crate parry3d-f64 has it (0.31) cuts between voxels and is not used: of an upright U it makes parts with ramps in the
//! corners, and more parts than were allowed (`docs/physics.md`).

mod choose;
mod distance;
mod load;
mod piece;
mod solid;
mod store;

pub use load::{LoadError, load};
pub use solid::MOST_TRIANGLES;

use crate::geometry::decompose::choose::best_cut;
use crate::geometry::decompose::distance::Surface;
use crate::geometry::decompose::piece::{Piece, deepest};
use crate::geometry::decompose::solid::Solid;
use crate::geometry::hull::convex_hull_3d;
use crate::geometry::mesh::TriangleMesh;
use crate::geometry::polytope::{MassProperties, Polytope};
use crate::math::Vec3;
use crate::quote::counted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Most parts of a mesh: each one is a body to contact detection.
pub const MOST_PARTS: usize = 256;

/// How many parts there may be where nobody says otherwise.
pub const DEFAULT_PARTS: usize = 32;

/// How far parts may stand off a mesh where nobody says otherwise, as a share of the diagonal of its bounding box.
pub const DEFAULT_TOLERANCE: f64 = 0.005;

/// What a decomposition may be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Decompose")]
pub struct DecomposeSettings {
    /// Parts at most.
    #[serde(default = "default_parts")]
    pub parts: usize,
    /// How far a part may stand off the mesh (m); `None`: [`DEFAULT_TOLERANCE`] of its size.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "bare")]
    pub tolerance: Option<f64>,
}

/// A value without `Some` around it, which the reader of scene files takes as well.
fn bare<S: serde::Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.serialize_f64(*value),
        None => serializer.serialize_none(),
    }
}

fn default_parts() -> usize {
    DEFAULT_PARTS
}

impl Default for DecomposeSettings {
    fn default() -> Self {
        Self { parts: DEFAULT_PARTS, tolerance: None }
    }
}

impl DecomposeSettings {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Which setting, and what would be right.
    pub fn check(&self) -> Result<(), String> {
        let Self { parts, tolerance } = *self;
        if !(1..=MOST_PARTS).contains(&parts) {
            return Err(format!("parts is {parts}; it must lie between 1 and {MOST_PARTS}"));
        }
        match tolerance {
            Some(tolerance) if !(tolerance > 0.0 && tolerance.is_finite()) => {
                let shown = crate::quote::number(tolerance);
                Err(format!("tolerance is {shown}; it must be a positive finite number (m), or left out"))
            }
            _ => Ok(()),
        }
    }
}

/// Distance of the points at which a hull is looked at, as a share of the solid's size, unless the tolerance is greater: what is hollow and
/// narrower may be missed, and is seen in the error alone.
const LOOKED_AT: f64 = 1.0 / 160.0;

/// A join may enclose no more than this share of both volumes beyond them: what is hollow there is small, and what is not belongs to other
/// parts, on which the joined one would lie.
const GROWTH: f64 = 0.02;

/// Why a mesh is not cut into parts. As text a clause that goes behind the mesh's name.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DecomposeError {
    /// More triangles than [`MOST_TRIANGLES`].
    #[error("it has {found} triangles; simplify it to {MOST_TRIANGLES} or fewer")]
    TooManyTriangles {
        /// Triangles of the mesh.
        found: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("it has a coordinate that is no finite number")]
    NotFinite,
    /// Edges with a triangle on one side only.
    #[error(
        "it has holes ({}, the first near ({x:.2}, {y:.2}, {z:.2})); close them",
        counted(*edges, "open edge", "open edges")
    )]
    Open {
        /// How many.
        edges: usize,
        /// Middle of the first (m).
        x: f64,
        /// Middle of the first (m).
        y: f64,
        /// Middle of the first (m).
        z: f64,
    },
    /// Triangles whose neighbours are turned the other way.
    #[error(
        "its triangles are turned against each other at {}; turn all of them outwards",
        counted(*edges, "edge", "edges")
    )]
    Turned {
        /// How many.
        edges: usize,
    },
    /// Nothing is enclosed.
    #[error("it encloses no volume ({volume:.1e} m³); a body needs an inside")]
    NoVolume {
        /// What its triangles enclose (m³).
        volume: f64,
    },
    /// No hull over a piece.
    #[error("no part of it spans a body")]
    Flat,
}

/// A mesh as convex parts.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Convex parts; they meet in the planes of the cuts.
    pub parts: Vec<Polytope>,
    /// Of the solid between the triangles, not of the parts.
    pub mass_properties: MassProperties,
    /// Two-sided Hausdorff distance of the surface of the mesh and that of the union of its parts (m), sampled: see
    /// [`Parts::spacing`].
    pub error: f64,
    /// No point of the surfaces is farther from a sample than this (m): the true distance is greater than `error` by no more.
    pub spacing: f64,
    /// The tolerance that was meant (m).
    pub tolerance: f64,
}

/// Cuts a closed mesh into convex parts.
///
/// The same parts to the bit for the same mesh and settings: there is one thread, and no order that chance has a hand in.
///
/// # Errors
/// A mesh that does not close or has too many triangles.
pub fn decompose(mesh: &TriangleMesh, settings: &DecomposeSettings) -> Result<Parts, DecomposeError> {
    let solid = Solid::new(mesh)?;
    let tolerance = settings.tolerance.unwrap_or(DEFAULT_TOLERANCE * solid.size).max(solid.known);
    let surface = Surface::of(&solid);
    let goal = Goal {
        solid: &solid,
        surface: &surface,
        tolerance,
        spacing: (solid.size * LOOKED_AT).max(tolerance),
    };
    let pieces = joined(cut_up(&goal, settings.parts)?, &goal);
    let corners: Vec<_> = pieces.into_iter().map(|piece| piece.hull.vertices).collect();
    finished(&corners, &goal)
}

/// What pieces are held to.
struct Goal<'a> {
    solid: &'a Solid,
    surface: &'a Surface,
    /// How far a hull may stand off (m).
    tolerance: f64,
    /// Distance of the points at which that is looked at (m).
    spacing: f64,
}

impl Goal<'_> {
    /// How far a piece and its hull are apart (m): how far the hull stands off the solid, or how deep the solid lies under it, which is
    /// more in corners and less where the piece is thin. 0 where that is no more than may be.
    fn missed(&self, piece: &Piece) -> f64 {
        let deep = Some(deepest(piece)).filter(|deep| *deep > self.tolerance);
        let off = self.surface.stand_off(&piece.hull, self.solid, self.tolerance, self.spacing);
        off.max(deep.unwrap_or(0.0))
    }
}

/// Hulls over the corners of parts, with their error: made from the corners alone, so that those read from a store are the same.
fn finished(corners: &[Vec<Vec3>], goal: &Goal) -> Result<Parts, DecomposeError> {
    let hulls = corners.iter().map(|points| convex_hull_3d(points).map_err(|_| DecomposeError::Flat));
    let parts = hulls.collect::<Result<Vec<_>, _>>()?;
    let (error, spacing) = distance::hausdorff(goal.solid, goal.surface, &parts);
    Ok(Parts {
        parts,
        mass_properties: goal.solid.mass_properties(),
        error,
        spacing,
        tolerance: goal.tolerance,
    })
}

/// Pieces whose hulls stand off no farther than they may, as far as `most` of them do.
fn cut_up(goal: &Goal, most: usize) -> Result<Vec<Piece>, DecomposeError> {
    let whole = Piece::whole(goal.solid).ok_or(DecomposeError::Flat)?;
    // Each with what it misses; those that no plane cuts count as done.
    let mut pieces = vec![(goal.missed(&whole), whole)];
    while pieces.len() < most {
        let worst =
            pieces.iter().enumerate().max_by(|(i, (a, _)), (j, (b, _))| a.total_cmp(b).then(j.cmp(i)));
        let Some((at, _)) = worst.filter(|(_, (missed, _))| *missed > 0.0) else { break };
        match best_cut(&pieces[at].1, goal.solid) {
            Some([low, high]) => {
                pieces[at] = (goal.missed(&low), low);
                pieces.push((goal.missed(&high), high));
            }
            None => pieces[at].0 = 0.0,
        }
    }
    Ok(pieces.into_iter().map(|(_, piece)| piece).collect())
}

/// The pieces with those made one whose common hull stands off no farther than it may, those first whose hull gains least: an exact join
/// gains nothing.
fn joined(pieces: Vec<Piece>, goal: &Goal) -> Vec<Piece> {
    let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let join = |pieces: &[Option<Piece>], i: usize, j: usize| {
        let (one, other) = (pieces[i].as_ref()?, pieces[j].as_ref()?);
        let both = one.joined(other, goal.solid)?;
        let apart = one.volume + other.volume;
        let fits = both.volume <= (1.0 + GROWTH) * apart && goal.missed(&both) == 0.0;
        fits.then_some((both.volume - apart, both))
    };
    let pairs = (0..pieces.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    let mut open: Vec<(f64, usize, usize)> =
        pairs.filter_map(|(i, j)| join(&pieces, i, j).map(|(gain, _)| (gain, i, j))).collect();
    loop {
        // The last one is the next.
        open.sort_by(|a, b| b.0.total_cmp(&a.0).then((b.1, b.2).cmp(&(a.1, a.2))));
        let Some((_, i, j)) = open.pop() else { break };
        let Some((_, both)) = join(&pieces, i, j) else { continue };
        open.retain(|(_, k, l)| ![*k, *l].iter().any(|at| *at == i || *at == j));
        (pieces[i], pieces[j]) = (None, None);
        pieces.push(Some(both));
        let new = pieces.len() - 1;
        open.extend((0..new).filter_map(|k| join(&pieces, k, new).map(|(gain, _)| (gain, k, new))));
    }
    pieces.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
