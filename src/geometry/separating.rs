//! The names of what can separate two convex polytopes, by the numbers of their facets, edges and vertices.

use crate::geometry::spot::Spot;
use serde::{Deserialize, Serialize};

/// One way in which parts A and B of a pair can be separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SeparatingFeature {
    /// The plane of this facet of A: every vertex of B lies outside it.
    FacetOfA(usize),
    /// The plane of this facet of B: every vertex of A lies outside it.
    FacetOfB(usize),
    /// The planes that contain the directions of an edge of A and an edge of B.
    Edges {
        /// Edge of A.
        a: usize,
        /// Edge of B.
        b: usize,
        /// The direction from A to B is e_b × e_a instead of e_a × e_b (3.6).
        flipped: bool,
    },
    /// The surfaces of curved bodies themselves: every vertex of a core is as far from the other core as both are rounded, and
    /// so are their edges from each other.
    Surfaces,
}

/// Which gap of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RowKey {
    /// Vertex of the other part above the plane of the facet.
    Vertex(usize),
    /// The gap of the two edges.
    Edges,
    /// A vertex of A below the plane through the edges that turns with both bodies.
    SideOfA(usize),
    /// A vertex of B above that plane.
    SideOfB(usize),
    /// A vertex of A's core from the core of B.
    OfA(usize),
    /// A vertex of B's core from the core of A.
    OfB(usize),
    /// An edge of A's core from an edge of B's core. Numbers of half the size, so that a key is no larger for them: rows are copied about in every
    /// step.
    Between(u32, u32),
    /// A point of a face of the other part above the plane of the facet, at a corner of what the two have in common.
    Within(Spot),
}

impl RowKey {
    /// The row of an edge of A's core and one of B's.
    pub fn between(a: usize, b: usize) -> Self {
        // No core has four thousand million edges.
        Self::Between(a as u32, b as u32)
    }

    /// The edges of A's core and of B's that it is between, where it is between edges of cores.
    pub fn edges(self) -> Option<(usize, usize)> {
        match self {
            Self::Between(a, b) => Some((a as usize, b as usize)),
            _ => None,
        }
    }

    /// Whether it is at this spot but for rounding.
    pub fn is_nearly(self, spot: Spot) -> bool {
        matches!(self, Self::Within(own) if own.is_nearly(spot))
    }

    /// Whether the row pushes at a point of contact. A side row only turns the bodies: its reaction is a couple.
    pub fn is_contact(self) -> bool {
        matches!(
            self,
            Self::Vertex(_) | Self::Edges | Self::OfA(_) | Self::OfB(_) | Self::Between(..) | Self::Within(_)
        )
    }
}
