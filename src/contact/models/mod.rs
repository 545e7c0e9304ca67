//! Contact models: functions from potential contacts to disjunctions.

mod corrective;
mod disjunction;
mod lnc;
mod peg;
pub mod ratio_metric;
mod standard;
mod vertex;

use crate::geometry::polytope::Polytope;
use crate::quote::{brief, one_of};
use crate::world::Model;
use serde::{Deserialize, Serialize};

pub use corrective::Corrective;
pub use disjunction::{Alternative, Disjunction, DisjunctionKind, PointModel};
pub use lnc::Lnc;
pub use peg::Peg;
pub use ratio_metric::RatioMetric;
pub use standard::Standard;

/// Which contact model writes the non-penetration conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
pub enum ContactModel {
    /// Every primary contact is enforced on its own: the standard model of Stewart–Trinkle time stepping.
    Standard,
    /// The contacts of the standard model on the level of velocities: what is near must not come nearer, or, with
    /// [`stabilisation`](crate::step::ContactSettings::stabilisation), closes a part of its gap.
    AnitescuPotra,
    /// The events of the ratio metric of Hart and Anitescu: how far the bodies' expansions are from touching, on the level of velocities.
    RatioMetric,
    /// Locally non-convex model of Nguyen (4.2–4.5): one I per vertex near several facets, no X.
    Lnc,
    /// Polytope exact geometry: U, I and X by Algorithms 8–17.
    #[default]
    Peg,
    /// One contact for each overlap that a step begins with, opened by its end (thesis 5.2.3): nothing is done before bodies
    /// overlap.
    Corrective,
    /// Penalty method at the deepest point of each pair of bodies, by default proportional and derivative (PD).
    DeepestPoint,
    /// Penalty method of Drumwright: all points on the bottom of the volume of intersection, with an integrative term (PID).
    MultiPoint,
    /// One disjunction per pair of parts, whose alternatives are the features that can separate it: exact at any step
    /// size with the implicit geometry.
    SeparatingFeature,
}

/// What kind of answer a model gives to the question what keeps bodies apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Contacts of features that are near, as conditions on the end of the step, linearised at its start.
    Complementarity,
    /// What is in each other already is pushed out again.
    Penalty,
    /// The true shapes at the end of the step.
    Exact,
}

impl Family {
    /// The name in menus.
    pub fn title(self) -> &'static str {
        match self {
            Self::Complementarity => "Complementarity",
            Self::Penalty => "Penalty",
            Self::Exact => "Exact",
        }
    }

    /// What the models of it have in common, in a sentence.
    pub fn description(self) -> &'static str {
        match self {
            Self::Complementarity => {
                "Conditions on features that are near, linearised where the step begins."
            }
            Self::Penalty => "Nothing until bodies are in each other, which are then pushed apart.",
            Self::Exact => "Conditions on the true shapes where the step ends.",
        }
    }
}

/// What is to be known of a model: the one place that lists them.
struct Entry {
    model: ContactModel,
    name: &'static str,
    title: &'static str,
    family: Family,
    description: &'static str,
    source: &'static str,
    keeps: &'static str,
    true_shape: bool,
    points: Option<&'static (dyn PointModel + Sync)>,
}

/// What steps with contacts linearised at their start keep.
const KEPT_BY_POINTS: &str =
    "linear momentum to rounding, angular momentum to first order in the step size; energy may rise";

/// What steps that integrate forces keep.
const KEPT_BY_FORCES: &str = "linear momentum to rounding, angular momentum to the order of the integrator; springs store energy and give it back";

/// All models, in the order of the panes and of `pegsim list models`.
const CATALOGUE: [Entry; 9] = [
    Entry {
        model: ContactModel::Standard,
        name: "standard",
        title: "Standard",
        family: Family::Complementarity,
        description: "every potential contact is enforced at once, as if the free space were convex",
        source: "Stewart and Trinkle 1996; thesis 2.3 and 3",
        keeps: KEPT_BY_POINTS,
        true_shape: false,
        points: Some(&Standard),
    },
    Entry {
        model: ContactModel::AnitescuPotra,
        name: "anitescu-potra",
        title: "Velocity level",
        family: Family::Complementarity,
        description: "the contacts of the standard model must not close at all (γ = 0), or by the share γ of their gap",
        source: "Anitescu and Potra 1997; thesis p. 29, replacing ψ/h in (2.34); stabilised as Hart and Anitescu (13)",
        keeps: KEPT_BY_POINTS,
        true_shape: false,
        points: Some(&Standard),
    },
    Entry {
        model: ContactModel::RatioMetric,
        name: "ratio-metric",
        title: "Ratio metric",
        family: Family::Complementarity,
        description: "corners on faces and edges on edges by which expanding bodies would touch, on velocities, stabilised by γ",
        source: "Hart and Anitescu, slides, equations 2, 3 and 9–16",
        keeps: KEPT_BY_POINTS,
        true_shape: false,
        points: Some(&RatioMetric),
    },
    Entry {
        model: ContactModel::Lnc,
        name: "lnc",
        title: "LNC",
        family: Family::Complementarity,
        description: "one vertex may leave a corner on either side (Nguyen; thesis 4.2–4.5), no cross-contact constraints",
        source: "Nguyen 2011; thesis 4.2–4.5",
        keeps: KEPT_BY_POINTS,
        true_shape: true,
        points: Some(&Lnc),
    },
    Entry {
        model: ContactModel::Peg,
        name: "peg",
        title: "PEG",
        family: Family::Complementarity,
        description: "polytope exact geometry: U, I and X constraints (thesis chapter 4, Algorithms 8–17)",
        source: "Williams, Lu and Trinkle 2014; thesis chapter 4",
        keeps: KEPT_BY_POINTS,
        true_shape: true,
        points: Some(&Peg),
    },
    Entry {
        model: ContactModel::Corrective,
        name: "corrective",
        title: "Corrective",
        family: Family::Penalty,
        description: "one contact for each overlap, which the next step takes back: bodies sink in and bounce",
        source: "Williams 2014, thesis 5.2 and 5.2.3",
        keeps: KEPT_BY_POINTS,
        true_shape: false,
        points: Some(&Corrective),
    },
    Entry {
        model: ContactModel::DeepestPoint,
        name: "deepest-point",
        title: "Penalty PD",
        family: Family::Penalty,
        description: "a spring and a damper at the deepest point of each pair",
        source: "Moore and Wilhelms 1988; Drumwright, equation 1",
        keeps: KEPT_BY_FORCES,
        true_shape: false,
        points: None,
    },
    Entry {
        model: ContactModel::MultiPoint,
        name: "multi-point",
        title: "Penalty PID",
        family: Family::Penalty,
        description: "springs, dampers and an integrative term on the bottom of the common volume",
        source: "Drumwright, equations 2 and 3",
        keeps: KEPT_BY_FORCES,
        true_shape: false,
        points: None,
    },
    Entry {
        model: ContactModel::SeparatingFeature,
        name: "separating-feature",
        title: "Exact",
        family: Family::Exact,
        description: "exact at the end of every step: some facet or pair of edges separates each pair on the true geometry",
        source: "this program, docs/exact-contact.md",
        keeps: "linear and angular momentum to rounding; energy never rises but by drives and what moves as prescribed",
        true_shape: true,
        points: None,
    },
];

impl ContactModel {
    /// All models, in the order of the panes and of `pegsim list models`.
    pub const ALL: [Self; CATALOGUE.len()] = {
        let mut all = [Self::Standard; CATALOGUE.len()];
        let mut k = 0;
        while k < all.len() {
            all[k] = CATALOGUE[k].model;
            assert!(all[k] as usize == k, "the catalogue is not in the order of the models");
            k += 1;
        }
        all
    };

    /// Its line in the catalogue.
    fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The name in panels.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// One sentence for lists and tooltips.
    pub fn description(self) -> &'static str {
        self.entry().description
    }

    /// What kind of model it is.
    pub fn family(self) -> Family {
        self.entry().family
    }

    /// Where it comes from.
    pub fn source(self) -> &'static str {
        self.entry().source
    }

    /// Whether it takes the free space around a body as it is: two that do should agree as steps get smaller.
    pub fn takes_the_true_shape(self) -> bool {
        self.entry().true_shape
    }

    /// Which laws of motion its steps keep where nothing acts from outside, in a few words.
    pub fn keeps(self) -> &'static str {
        self.entry().keeps
    }

    /// The model over point contacts that this is; none for separating features, which have rows of their own.
    pub fn over_points(self) -> Option<&'static (dyn PointModel + Sync)> {
        self.entry().points
    }

    /// Whether it closes a share of a gap in a step that can be chosen.
    pub fn has_stabilisation(self) -> bool {
        matches!(self, Self::AnitescuPotra | Self::RatioMetric)
    }

    /// Whether it integrates forces instead of solving for the end of a step.
    pub fn is_of_forces(self) -> bool {
        matches!(self, Self::DeepestPoint | Self::MultiPoint)
    }

    /// What of a scene it cannot do, in one sentence; `None` where it can do all of it.
    pub fn cannot(self, model: &Model) -> Option<String> {
        let title = self.title();
        if self.is_of_forces() && !model.joints.is_empty() {
            return Some(format!(
                "{title} has no forces for joints; choose another contact model, or leave the joints out"
            ));
        }
        let curved = model.bodies.iter().find(|body| body.parts.iter().any(Polytope::is_curved))?;
        (self.family() != Family::Exact).then(|| {
            let name = brief(&curved.name);
            format!("{title} has corners and faces only, and body `{name}` is curved; choose `contact: (model: SeparatingFeature)`")
        })
    }

    /// The model of that name; `exact`, as the window calls it, is `separating-feature`.
    ///
    /// # Errors
    /// A sentence that lists the valid names.
    pub fn from_name(name: &str) -> Result<Self, String> {
        if name.eq_ignore_ascii_case("exact") {
            return Ok(Self::SeparatingFeature);
        }
        one_of("contact model", name, &Self::ALL, Self::name)
    }
}
