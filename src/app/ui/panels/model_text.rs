//! What a contact model does and when it looks at the geometry, in plain words: one place for menus, tooltips and help.

use crate::contact::models::ContactModel;
use crate::step::{
    Cone, ContactSettings, FrictionLaw, FrictionSettings, Geometry, ImpactTreatment, SolverMethod,
};

/// What a model does, for a person who has read nothing about it.
pub fn model(model: ContactModel) -> &'static str {
    match model {
        ContactModel::Standard => {
            "Every nearby face pushes at once, as in most physics engines. At corners that forbids motions that are \
             free: bodies stick, pop or sink."
        }
        ContactModel::AnitescuPotra => {
            "As Standard, but only speeds are looked at: what is near does not come nearer, and what overlaps stays so, unless a \
             share γ of the gap is to be closed in each step. Gaps drift."
        }
        ContactModel::RatioMetric => {
            "Both bodies grow or shrink until they would just touch: corners on faces and edges on edges that do so first must \
             not come nearer than a share γ of what is left allows. One problem a step; at corners bodies stick as in Standard."
        }
        ContactModel::Lnc => {
            "A vertex at a corner may leave on either side (Nguyen). Edges against edges are as in Standard."
        }
        ContactModel::Peg => {
            "Polytope exact geometry: at corners and edges a body may leave on any side that is free (thesis chapter \
             4). Bodies that turn fast within a step may still overlap a little."
        }
        ContactModel::SeparatingFeature => {
            "Of any two bodies, one face or pair of edges separates them at the end of each step. Nothing overlaps by \
             more than about 1 nm and nothing is held by what it does not touch, whatever the step size. Takes more \
             time per step."
        }
        ContactModel::Corrective => {
            "Nothing is done before two bodies overlap. Then one contact pushes them apart within the next step: they \
             bounce by as much as they sank in, and never come to rest (thesis 5.2.3)."
        }
        ContactModel::DeepestPoint => {
            "A spring and a damper push two bodies apart at the point where one is deepest in the other. They lie in each \
             other, and rock from corner to corner. Without joints."
        }
        ContactModel::MultiPoint => {
            "Springs and dampers push on the whole bottom of what two bodies have in common, the harder the longer they \
             lie in each other. They rest, but deep in each other where much lies on them. Without joints."
        }
    }
}

/// Name of a choice of geometry.
pub fn geometry_name(geometry: Geometry) -> &'static str {
    match geometry {
        Geometry::SemiImplicit => "Semi-implicit",
        Geometry::Implicit => "Implicit",
    }
}

/// What a choice of geometry means.
pub fn geometry(geometry: Geometry) -> &'static str {
    match geometry {
        Geometry::SemiImplicit => {
            "Contacts are straightened out once, where the bodies are when the step begins, as in the papers: quick, \
             but wrong by a little for bodies that turn."
        }
        Geometry::Implicit => {
            "Contacts are evaluated where the bodies are when the step ends, again and again until that no longer \
             moves: true gaps at the end of the step, for more time."
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
        ImpactTreatment::Within => "Whole steps",
        ImpactTreatment::Split => "Steps end at impacts",
    }
}

/// What a choice of it means.
pub fn impact(impact: ImpactTreatment) -> &'static str {
    match impact {
        ImpactTreatment::Within => {
            "A blow acts at its instant, but the bodies wait where they met until the step ends: quick, and a little \
             wrong for bodies that turn or bounce."
        }
        ImpactTreatment::Split => {
            "A step is cut where bodies meet, and goes on from there: bounces keep their energy, for some three more \
             solutions at each impact."
        }
    }
}

/// Name of a choice of friction cone.
pub fn cone_name(cone: Cone) -> &'static str {
    match cone {
        Cone::Quadratic => "Quadratic",
        Cone::Pyramid => "Pyramid",
    }
}

/// What a choice of friction cone means.
pub fn cone(cone: Cone) -> &'static str {
    match cone {
        Cone::Quadratic => {
            "Friction is the same in every direction (2.16)–(2.20): what slides is braked straight against its way."
        }
        Cone::Pyramid => {
            "Friction in the scene's number of directions (2.21), as the papers have it: between two of them it is too \
             weak and turns aside what slides."
        }
    }
}

/// Name and meaning of a law of friction.
pub fn friction_law(law: FrictionLaw) -> (&'static str, &'static str) {
    match law {
        FrictionLaw::Coulomb => {
            ("Coulomb", "What slides is braked by μ times the pressure, and stays on the surface.")
        }
        FrictionLaw::ConvexRelaxation => (
            "Convex relaxation",
            "One convex problem a step (Anitescu 2006): friction as Coulomb's, but what slides lifts off by μ times its speed.",
        ),
    }
}

/// The friction cone that a model has when nobody asks for another.
pub fn default_cone(model: ContactModel) -> Cone {
    FrictionSettings { cone: None, ..FrictionSettings::default() }.cone(model)
}

/// What a solver does with the literal form (4.50), if it is one of those that solve it.
pub fn literal_form(method: SolverMethod) -> Option<&'static str> {
    method.description().strip_prefix("literal form (4.50), ")
}

/// The name of a solver as a person writes it.
pub fn solver_name(method: SolverMethod) -> &'static str {
    method.title()
}
