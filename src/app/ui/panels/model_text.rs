//! What a contact model does and when it looks at the geometry, in plain words: one place for menus, tooltips and help.

use crate::contact::models::ContactModel;
use crate::step::{Cone, ContactSettings, FrictionLaw, FrictionSettings, Geometry, ImpactTreatment};

/// What a model does, for a person who has read nothing about it.
pub fn model(model: ContactModel) -> &'static str {
    match model {
        ContactModel::Standard => {
            tr!("model-every-nearby-face-pushes-at")
        }
        ContactModel::AnitescuPotra => {
            tr!("model-as-standard-but-only-speeds")
        }
        ContactModel::RatioMetric => {
            tr!("model-both-bodies-grow-or-shrink")
        }
        ContactModel::Lnc => {
            tr!("model-vertex-at-corner-may-leave")
        }
        ContactModel::Peg => {
            tr!("model-polytope-exact-geometry-at-corners")
        }
        ContactModel::SeparatingFeature => {
            tr!("model-any-two-bodies-one-face")
        }
        ContactModel::Corrective => {
            tr!("model-nothing-done-before-two-bodies")
        }
        ContactModel::DeepestPoint => {
            tr!("model-spring-damper-push-two-bodies")
        }
        ContactModel::MultiPoint => {
            tr!("model-springs-dampers-push-on-whole")
        }
    }
}

/// Name of a choice of geometry.
pub fn geometry_name(geometry: Geometry) -> &'static str {
    match geometry {
        Geometry::SemiImplicit => tr!("model-semi-implicit"),
        Geometry::Implicit => tr!("model-implicit"),
    }
}

/// What a choice of geometry means.
pub fn geometry(geometry: Geometry) -> &'static str {
    match geometry {
        Geometry::SemiImplicit => {
            tr!("model-contacts-straightened-out-once")
        }
        Geometry::Implicit => {
            tr!("model-contacts-evaluated-where-bodies")
        }
    }
}

/// The geometry that a model has when nobody asks for another.
pub fn default_geometry(model: ContactModel) -> Geometry {
    ContactSettings { model, geometry: None, ..ContactSettings::default() }.geometry()
}

/// Name of a choice of what becomes of steps in which bodies meet.
pub fn impact_name(impact: ImpactTreatment) -> &'static str {
    match impact {
        ImpactTreatment::Within => tr!("model-whole-steps"),
        ImpactTreatment::Split => tr!("model-steps-end-at-impacts"),
    }
}

/// What a choice of it means.
pub fn impact(impact: ImpactTreatment) -> &'static str {
    match impact {
        ImpactTreatment::Within => {
            tr!("model-blow-acts-at-its-instant")
        }
        ImpactTreatment::Split => {
            tr!("model-step-cut-where-bodies-meet")
        }
    }
}

/// Name of a choice of friction cone.
pub fn cone_name(cone: Cone) -> &'static str {
    match cone {
        Cone::Quadratic => tr!("model-quadratic"),
        Cone::Pyramid => tr!("model-pyramid"),
    }
}

/// What a choice of friction cone means.
pub fn cone(cone: Cone) -> &'static str {
    match cone {
        Cone::Quadratic => {
            tr!("model-friction-same-in-every-direction")
        }
        Cone::Pyramid => {
            tr!("model-friction-in-scene-number")
        }
    }
}

/// Name and meaning of a law of friction.
pub fn friction_law(law: FrictionLaw) -> (&'static str, &'static str) {
    match law {
        FrictionLaw::Coulomb => (tr!("model-coulomb"), tr!("model-what-slides-braked-by-times")),
        FrictionLaw::ConvexRelaxation => {
            (tr!("model-convex-relaxation"), tr!("model-one-convex-problem-step-anitescu"))
        }
    }
}

/// The friction cone that a model has when nobody asks for another.
pub fn default_cone(model: ContactModel) -> Cone {
    FrictionSettings { cone: None, ..FrictionSettings::default() }.cone(model)
}
