//! The names that recordings have for the values of enumerations. A name that was once written stays.

use crate::geometry::separating::{RowKey, SeparatingFeature};
use crate::geometry::spot::Spot;
use crate::quote::brief;
use crate::step::{Cone, FrictionLaw, Geometry, ImpactTreatment, Integrator, RestitutionLaw};

/// A value from its name among `all`.
///
/// # Errors
/// A sentence that names it and lists what is known.
pub fn find<T: Copy>(what: &str, name: &str, all: &[(&str, T)]) -> Result<T, String> {
    all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
        format!("unknown {what} `{}`; valid names: {}", brief(name), known.join(", "))
    })
}

/// The geometries.
pub const GEOMETRIES: [(&str, Geometry); 2] =
    [("semi-implicit", Geometry::SemiImplicit), ("implicit", Geometry::Implicit)];

/// The name of a geometry.
pub fn geometry(geometry: Geometry) -> &'static str {
    match geometry {
        Geometry::SemiImplicit => GEOMETRIES[0].0,
        Geometry::Implicit => GEOMETRIES[1].0,
    }
}

/// What becomes of steps in which bodies meet.
pub const IMPACTS: [(&str, ImpactTreatment); 2] =
    [("within", ImpactTreatment::Within), ("split", ImpactTreatment::Split)];

/// How penalty methods integrate forces.
pub const INTEGRATORS: [(&str, Integrator); 2] =
    [("runge-kutta", Integrator::RungeKutta), ("semi-implicit-euler", Integrator::SemiImplicitEuler)];

/// The friction cones.
pub const CONES: [(&str, Cone); 2] = [("quadratic", Cone::Quadratic), ("pyramid", Cone::Pyramid)];

/// The laws of friction.
pub const FRICTION_LAWS: [(&str, FrictionLaw); 2] =
    [("coulomb", FrictionLaw::Coulomb), ("convex-relaxation", FrictionLaw::ConvexRelaxation)];

/// The laws of restitution.
pub const LAWS: [(&str, RestitutionLaw); 2] =
    [("newton", RestitutionLaw::Newton), ("poisson", RestitutionLaw::Poisson)];

/// The name of a law of restitution.
pub fn law(law: RestitutionLaw) -> &'static str {
    match law {
        RestitutionLaw::Newton => LAWS[0].0,
        RestitutionLaw::Poisson => LAWS[1].0,
    }
}

/// A kind of separating feature, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// [`SeparatingFeature::FacetOfA`].
    FacetOfA,
    /// [`SeparatingFeature::FacetOfB`].
    FacetOfB,
    /// [`SeparatingFeature::Edges`], not flipped.
    Edges,
    /// [`SeparatingFeature::Edges`], flipped.
    FlippedEdges,
    /// [`SeparatingFeature::Surfaces`].
    Surfaces,
}

/// The kinds of separating features, in the order in which this version numbers them in a file.
pub const FEATURES: [(&str, FeatureKind); 5] = [
    ("facet-of-a", FeatureKind::FacetOfA),
    ("facet-of-b", FeatureKind::FacetOfB),
    ("edges", FeatureKind::Edges),
    ("flipped-edges", FeatureKind::FlippedEdges),
    ("surfaces", FeatureKind::Surfaces),
];

/// Place in [`FEATURES`] and numbers of a feature.
pub fn feature(feature: SeparatingFeature) -> (u32, [u64; 2]) {
    match feature {
        SeparatingFeature::FacetOfA(f) => (0, [f as u64, 0]),
        SeparatingFeature::FacetOfB(f) => (1, [f as u64, 0]),
        SeparatingFeature::Edges { a, b, flipped } => (2 + u32::from(flipped), [a as u64, b as u64]),
        SeparatingFeature::Surfaces => (4, [0, 0]),
    }
}

impl FeatureKind {
    /// The feature with these numbers.
    pub fn with(self, numbers: [u64; 2]) -> Result<SeparatingFeature, String> {
        let [a, b] = [index(numbers[0])?, index(numbers[1])?];
        Ok(match self {
            Self::FacetOfA => SeparatingFeature::FacetOfA(a),
            Self::FacetOfB => SeparatingFeature::FacetOfB(a),
            Self::Edges => SeparatingFeature::Edges { a, b, flipped: false },
            Self::FlippedEdges => SeparatingFeature::Edges { a, b, flipped: true },
            Self::Surfaces => SeparatingFeature::Surfaces,
        })
    }
}

/// A kind of row, without its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// [`RowKey::Vertex`].
    Vertex,
    /// [`RowKey::Edges`].
    Edges,
    /// [`RowKey::SideOfA`].
    SideOfA,
    /// [`RowKey::SideOfB`].
    SideOfB,
    /// [`RowKey::OfA`].
    OfA,
    /// [`RowKey::OfB`].
    OfB,
    /// [`RowKey::Between`], the number of A's edge in the upper half of the row's number, that of B's in the lower.
    Between,
    /// [`RowKey::Within`].
    Within,
}

/// The kinds of rows, in the order in which this version numbers them in a file.
pub const ROWS: [(&str, RowKind); 8] = [
    ("vertex", RowKind::Vertex),
    ("edges", RowKind::Edges),
    ("side-of-a", RowKind::SideOfA),
    ("side-of-b", RowKind::SideOfB),
    ("of-a", RowKind::OfA),
    ("of-b", RowKind::OfB),
    ("between", RowKind::Between),
    ("within", RowKind::Within),
];

/// Place in [`ROWS`] and number of a row.
pub fn row(row: RowKey) -> (u32, u64) {
    match row {
        RowKey::Vertex(v) => (0, v as u64),
        RowKey::Edges => (1, 0),
        RowKey::SideOfA(v) => (2, v as u64),
        RowKey::SideOfB(v) => (3, v as u64),
        RowKey::OfA(v) => (4, v as u64),
        RowKey::OfB(v) => (5, v as u64),
        RowKey::Between(a, b) => (6, u64::from(a) << 32 | u64::from(b)),
        RowKey::Within(spot) => (7, spot.0),
    }
}

impl RowKind {
    /// The row with this number.
    pub fn with(self, number: u64) -> Result<RowKey, String> {
        let v = index(number)?;
        Ok(match self {
            Self::Vertex => RowKey::Vertex(v),
            Self::Edges => RowKey::Edges,
            Self::SideOfA => RowKey::SideOfA(v),
            Self::SideOfB => RowKey::SideOfB(v),
            Self::OfA => RowKey::OfA(v),
            Self::OfB => RowKey::OfB(v),
            Self::Between => RowKey::Between((number >> 32) as u32, number as u32),
            Self::Within => RowKey::Within(Spot(number)),
        })
    }
}

/// A number of a file as an index.
pub fn index(number: u64) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("{number} is no index on this machine"))
}
