//! What a decomposition is asked for, what comes of it, and why there is none.

use crate::geometry::polytope::{MassProperties, Polytope};
use crate::output::without_some;
use crate::quote::counted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// More triangles than this are not cut: every cut is tried on all of them, some seventy times.
pub const MOST_TRIANGLES: usize = 50_000;

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
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub tolerance: Option<f64>,
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
