//! The potential contact: two features, their gap, normal, and the tests of thesis chapter 3.

use crate::math::{Vec3, Vec6};
use crate::world::{BodyId, PartId};

/// Index of a contact in the list of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactId(pub usize);

/// A feature of one convex part. "Facet" is a face in 3D and an edge in 2D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Vertex index.
    Vertex(usize),
    /// Edge index (3D only).
    Edge(usize),
    /// Facet index.
    Facet(usize),
}

/// The two features of a potential contact C(f_a, f_b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeaturePair {
    /// Part and feature on body A.
    pub a: (PartId, Feature),
    /// Part and feature on body B.
    pub b: (PartId, Feature),
    /// Edge–edge only: the normal is e_b × e_a instead of e_a × e_b (3.6). It is kept for the whole step, so that
    /// the gap keeps its sign while the edges turn; both signs of one pair are two contacts (Algorithm 14, C_4).
    pub flipped: bool,
}

impl FeaturePair {
    /// Whether this is a side row of a separating pair of edges, vertex against edge: it asks that a vertex stays on its
    /// side of the plane through the edges, turns the bodies by a couple and pushes at no point.
    pub fn is_couple(&self) -> bool {
        matches!(
            (self.a.1, self.b.1),
            (Feature::Vertex(_), Feature::Edge(_)) | (Feature::Edge(_), Feature::Vertex(_))
        )
    }
}

/// One *potential* contact: it linearises to the half-space ψ + h (J_a·ν_a + J_b·ν_b) ≥ 0 (2.25).
#[derive(Clone, Debug)]
pub struct Contact {
    /// The features.
    pub pair: FeaturePair,
    /// Gap ψ (m): signed distance along the normal, negative = violated.
    pub gap: f64,
    /// Euclidean distance of the two features (m), at least |ψ| where the features face each other.
    pub distance: f64,
    /// Unit normal n̂ from A to B.
    pub normal: Vec3,
    /// Nearest point on A (world, m).
    pub point_a: Vec3,
    /// Nearest point on B (world, m).
    pub point_b: Vec3,
    /// Centre of mass of A, where its lever arm starts (world, m).
    pub centre_a: Vec3,
    /// Centre of mass of B (world, m).
    pub centre_b: Vec3,
    /// dψ/dt with respect to the twist of A: (−n̂, −r_a × n̂).
    pub jacobian_a: Vec6,
    /// dψ/dt with respect to the twist of B: (n̂, r_b × n̂).
    pub jacobian_b: Vec6,
    /// Value of the applicability test (3.3)–(3.5); at least ε_θ = −sin θ means applicable.
    pub applicability: f64,
    /// Whether the applicability test passes with the relaxation of the scene.
    pub applicable: bool,
    /// Whether the feasibility test (3.3 of the thesis, section 3.3) passes.
    pub feasible: bool,
}

impl Contact {
    /// A contact is *primary* when it could carry a force: applicable and feasible (Algorithms 5, 6 and 9).
    pub fn is_primary(&self) -> bool {
        self.applicable && self.feasible
    }

    /// Body A.
    pub fn body_a(&self) -> BodyId {
        self.pair.a.0.body
    }

    /// Body B.
    pub fn body_b(&self) -> BodyId {
        self.pair.b.0.body
    }

    /// The features on A and on B.
    pub fn features(&self) -> (Feature, Feature) {
        (self.pair.a.1, self.pair.b.1)
    }

    /// The vertex of a vertex–facet contact: whether it is on body A, and its index; none for two edges.
    pub fn vertex(&self) -> Option<(bool, usize)> {
        match self.features() {
            (Feature::Vertex(v), _) => Some((true, v)),
            (_, Feature::Vertex(v)) => Some((false, v)),
            _ => None,
        }
    }

    /// Whether both features are edges.
    pub fn is_edge_edge(&self) -> bool {
        matches!(self.features(), (Feature::Edge(_), Feature::Edge(_)))
    }
}
