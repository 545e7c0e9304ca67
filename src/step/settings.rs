//! What a step is told that does not change from step to step: step size, contact model, tolerances, solver.
//!
//! The four groups of settings are sections of a scene file: names, order and defaults of the fields here are those of the
//! file, so that a new setting is a field here, its range in [`crate::step::ranges`] and the check in `scene::check`.

use crate::contact::models::{ContactModel, Family};
use crate::lcp::catalogue::SolverMethod;
use crate::output::without_some;
use crate::stop::Limits;
use crate::world::Model;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Bodies that impulses move at most in a cluster of them whose steps end at impacts unless the scene says otherwise.
const SPLIT_BODIES: usize = 8;

/// The same where something bounces: then a whole step loses energy and turns what should not turn, and there are fewer contacts that last.
const SPLIT_BOUNCING: usize = 20;

/// How many bodies that impulses move a cluster of bodies may have at most so that its steps end at impacts unless the scene says otherwise.
pub fn most_split(model: &Model) -> usize {
    if model.bounces() { SPLIT_BOUNCING } else { SPLIT_BODIES }
}

/// When the contact geometry is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum Geometry {
    /// Contacts are linearised once, at the start of the step (as the papers do).
    #[default]
    SemiImplicit,
    /// Contacts are linearised again at the predicted poses until every accepted gap holds there.
    Implicit,
}

impl Geometry {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::SemiImplicit => "semi-implicit",
            Self::Implicit => "implicit",
        }
    }
}

/// What becomes of a step in which bodies meet, under the model of separating features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImpactTreatment {
    /// The step is one: the blow acts at its instant, and end poses are those of the problem that holds all contacts at the end.
    Within,
    /// The step ends at the first impact and goes on from there, so that a blow acts at the poses where bodies are.
    Split,
}

impl ImpactTreatment {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Split, Self::Within];

    /// The name in reports and recordings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Within => "within",
            Self::Split => "split",
        }
    }
}

/// Settings of contact detection and of the contact model: `contact: (…)` of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Contact")]
pub struct ContactSettings {
    /// Which model writes the disjunctions.
    pub model: ContactModel,
    /// When the geometry is evaluated; `None`: as the model has it by default ([`Self::geometry`]).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub geometry: Option<Geometry>,
    /// What becomes of a step in which bodies meet; `None`: as many bodies as the model has allow ([`Self::impact`]).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub impact: Option<ImpactTreatment>,
    /// Detection distance ε (m); `None`: from the motion of the step (5.1, corrected).
    pub detection_distance: Option<f64>,
    /// Applicability relaxation θ (rad): ε_θ = −sin θ (3.3).
    pub applicability_angle: f64,
    /// γ of [`ContactModel::AnitescuPotra`], 0 to 1: Gᵀν + γψ/h ≥ 0. With 0 gaps drift, 1 is the standard model; `None`: 0. Also of
    /// [`ContactModel::RatioMetric`], with its component functions for ψ; `None`: 1. Other models do not have it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub stabilisation: Option<f64>,
    /// Springs and dampers of the penalty methods.
    #[serde(skip_serializing_if = "is_default_penalty")]
    pub penalty: PenaltySettings,
}

/// Scenes that do not ask for other springs say nothing of them.
fn is_default_penalty(penalty: &PenaltySettings) -> bool {
    *penalty == PenaltySettings::default()
}

/// How a penalty method goes through a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum Integrator {
    /// The classical method of fourth order: forces four times a step.
    #[default]
    RungeKutta,
    /// New velocities from the forces at the start, new poses from the new velocities: first order, forces once a step.
    SemiImplicitEuler,
}

impl Integrator {
    /// Both.
    pub const ALL: [Self; 2] = [Self::RungeKutta, Self::SemiImplicitEuler];

    /// The name in reports and recordings.
    pub fn name(self) -> &'static str {
        match self {
            Self::RungeKutta => "runge-kutta",
            Self::SemiImplicitEuler => "semi-implicit-euler",
        }
    }
}

/// Settings of the penalty methods: `penalty: (…)` in `contact: (…)` of a scene. Gains are for each kilogram of the two bodies that forces
/// move; defaults are those of Drumwright's paper (III-C).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Penalty")]
pub struct PenaltySettings {
    /// k_p / (m₁ + m₂) (1/s²).
    pub proportional: f64,
    /// k_v / (m₁ + m₂) (1/s).
    pub derivative: f64,
    /// k_i / (m₁ + m₂) (1/s²); `None`: as the model has it, 0 at the deepest point and 2 at several.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub integral: Option<f64>,
    /// Forgetting factor of the sum over past depths, of each step to the next; at 1 nothing is forgotten.
    pub forgetting: f64,
    /// Speed ε up to which bodies that come into contact rest instead of striking each other (m/s).
    pub impact_speed: f64,
    /// How forces are integrated.
    pub integrator: Integrator,
}

impl PenaltySettings {
    /// k_i / (m₁ + m₂) of the multi-point method where nobody says otherwise (III-C; 1/s²).
    pub const INTEGRAL: f64 = 2.0;

    /// k_i / (m₁ + m₂) under a model (1/s²): as asked for, else none with the deepest point (PD), and that of III-C with several (PID).
    pub fn integral_under(&self, model: ContactModel) -> f64 {
        let usual = if model == ContactModel::DeepestPoint { 0.0 } else { Self::INTEGRAL };
        self.integral.unwrap_or(usual)
    }
}

impl Default for PenaltySettings {
    /// The paper has forgetting factors between 0.8 and 0.9, and ε "very near to zero".
    fn default() -> Self {
        Self {
            proportional: 100.0,
            derivative: 50.0,
            integral: None,
            forgetting: 0.85,
            impact_speed: 1e-6,
            integrator: Integrator::RungeKutta,
        }
    }
}

impl ContactSettings {
    /// When the geometry is evaluated: as asked for, else implicitly for separating features, which were made for it,
    /// and semi-implicitly for the models of the papers. The corrective one takes back what is there at the start of a step,
    /// whatever is asked for, and the ratio metric has gradients where the step begins.
    pub fn geometry(&self) -> Geometry {
        match self.model.family() {
            _ if self.model == ContactModel::RatioMetric => Geometry::SemiImplicit,
            Family::Exact => self.geometry.unwrap_or(Geometry::Implicit),
            Family::Complementarity => self.geometry.unwrap_or(Geometry::SemiImplicit),
            Family::Penalty => Geometry::SemiImplicit,
        }
    }

    /// Whether the model has a share γ of gaps to choose ([`stabilisation`](Self::stabilisation)).
    pub fn has_stabilisation(&self) -> bool {
        self.model.has_stabilisation()
    }

    /// The share of its gap that a contact may close in a step: all of it, but on the level of velocities γ
    /// ([`stabilisation`](Self::stabilisation)).
    pub fn share_of_gaps(&self) -> f64 {
        match self.model {
            ContactModel::AnitescuPotra => self.stabilisation.unwrap_or(0.0),
            ContactModel::RatioMetric => self.stabilisation.unwrap_or(1.0),
            _ => 1.0,
        }
    }

    /// What becomes of a step of this model in which bodies meet: as asked for, else it ends at the impact where few bodies move. Each
    /// impact costs some three solutions of all that is in the cluster, and a pile has several in every step. `model` is that of the cluster, or of a whole scene,
    /// of which smaller clusters may be treated in another way. The models over points, and
    /// semi-implicit geometry, know only whole steps.
    pub fn impact(&self, model: &Model) -> ImpactTreatment {
        if self.model != ContactModel::SeparatingFeature || self.geometry() == Geometry::SemiImplicit {
            return ImpactTreatment::Within;
        }
        let few = || model.bodies.iter().filter(|body| body.is_dynamic()).count() <= most_split(model);
        self.impact.unwrap_or_else(|| if few() { ImpactTreatment::Split } else { ImpactTreatment::Within })
    }
}

impl Default for ContactSettings {
    fn default() -> Self {
        Self {
            model: ContactModel::Peg,
            geometry: None,
            impact: None,
            detection_distance: None,
            applicability_angle: 0.4,
            stabilisation: None,
            penalty: PenaltySettings::default(),
        }
    }
}

/// The set in which the friction impulse of a contact stays, for a given normal impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cone {
    /// The circle ‖f‖ ≤ μp (2.16)–(2.20): no direction is preferred.
    Quadratic,
    /// A polygon in it with corners in [`FrictionSettings::directions`] (2.21).
    Pyramid,
}

impl Cone {
    /// The name in reports and recordings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quadratic => "quadratic",
            Self::Pyramid => "pyramid",
        }
    }
}

/// Settings of friction that are not a body's: `friction: (…)` of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Friction")]
pub struct FrictionSettings {
    /// The cone; `None`: as the model has it ([`Self::cone`]).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub cone: Option<Cone>,
    /// Directions of the pyramid (2.21); in 2D always two.
    pub directions: usize,
    /// The law.
    #[serde(skip_serializing_if = "is_coulomb")]
    pub law: FrictionLaw,
}

fn is_coulomb(law: &FrictionLaw) -> bool {
    *law == FrictionLaw::Coulomb
}

/// What friction asks of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum FrictionLaw {
    /// Coulomb's: the impulse in the cone that opposes the sliding most (2.17).
    #[default]
    Coulomb,
    /// The same impulse, but the gap opens by μ times the sliding, which makes the step one convex problem (Anitescu,
    /// "Optimization-based simulation of nonsmooth rigid multibody dynamics", 2006): of the models over points.
    ConvexRelaxation,
}

impl FrictionLaw {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Coulomb, Self::ConvexRelaxation];

    /// The name in reports, recordings and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coulomb => "coulomb",
            Self::ConvexRelaxation => "convex-relaxation",
        }
    }
}

impl FrictionSettings {
    /// The law under a model: as asked for where the model is over points, else Coulomb's.
    pub fn law(&self, model: ContactModel) -> FrictionLaw {
        if model.over_points().is_some() { self.law } else { FrictionLaw::Coulomb }
    }

    /// The cone under a model: as asked for, else the quadratic one for separating features. The models over points
    /// write linear problems: they have the pyramid, whatever is asked for. In the plane both are the same.
    pub fn cone(&self, model: ContactModel) -> Cone {
        match model.family() {
            // Friction of forces is against the sliding velocity, whatever its direction.
            _ if model.is_of_forces() => Cone::Quadratic,
            Family::Exact => self.cone.unwrap_or(Cone::Quadratic),
            Family::Complementarity | Family::Penalty => Cone::Pyramid,
        }
    }
}

impl Default for FrictionSettings {
    fn default() -> Self {
        Self { cone: None, directions: 8, law: FrictionLaw::Coulomb }
    }
}

/// What a contact does to the speed with which two bodies meet (`docs/friction.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum RestitutionLaw {
    /// The gap rate after is −e times the one before.
    #[default]
    Newton,
    /// The impulse of the second phase is e times that of the first, at the end of which the bodies stand still
    /// against each other.
    Poisson,
}

/// Settings of restitution that are not a body's: `restitution: (…)` of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Restitution")]
pub struct RestitutionSettings {
    /// The law.
    pub law: RestitutionLaw,
    /// Bodies that meet at this speed or less do not bounce (m/s).
    pub threshold: f64,
}

impl Default for RestitutionSettings {
    /// A bounce of 0.1 m/s rises half a millimetre: no one sees what is left out.
    fn default() -> Self {
        Self { law: RestitutionLaw::Newton, threshold: 0.1 }
    }
}

/// Settings of the solver: `solver: (…)` of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Solver")]
pub struct SolverSettings {
    /// Method.
    pub method: SolverMethod,
    /// Accepted natural-map residual, relative to 1 + ‖b‖∞.
    pub tolerance: f64,
    /// Pivots or sweeps at most.
    pub max_iterations: usize,
    /// Multiplications of a step at most, as its loops count them; a step that would need more fails. The same on every machine and
    /// with any number of threads.
    #[serde(skip_serializing_if = "is_default_operations")]
    pub max_operations: f64,
    /// Memory of any one matrix or factor of a step at most (bytes); a step that would need more fails.
    #[serde(skip_serializing_if = "is_default_memory")]
    pub max_memory: f64,
}

impl SolverSettings {
    /// Default of [`Self::max_operations`]: some minutes on one core.
    pub const MAX_OPERATIONS: f64 = 5e11;

    /// Default of [`Self::max_memory`]: a dense matrix of 16,000 rows.
    pub const MAX_MEMORY: f64 = 2e9;
}

/// Scenes and recordings that do not ask for another budget say nothing of it.
fn is_default_operations(most: &f64) -> bool {
    *most == SolverSettings::MAX_OPERATIONS
}

fn is_default_memory(most: &f64) -> bool {
    *most == SolverSettings::MAX_MEMORY
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            method: SolverMethod::Automatic,
            tolerance: 1e-10,
            max_iterations: 1000,
            max_operations: Self::MAX_OPERATIONS,
            max_memory: Self::MAX_MEMORY,
        }
    }
}

/// Everything a step is told that does not change from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepSettings {
    /// Step size (s).
    pub h: f64,
    /// Contact settings.
    pub contact: ContactSettings,
    /// Friction settings.
    pub friction: FrictionSettings,
    /// How bodies with a coefficient of restitution bounce.
    pub restitution: RestitutionSettings,
    /// Solver settings.
    pub solver: SolverSettings,
    /// Count the traps of each step with the exact model's disjunctions. That costs a contact detection where the
    /// model is another one; a bench leaves it out.
    pub count_traps: bool,
    /// Put joints back together after every step (thesis, algorithm 1).
    pub joint_correction: bool,
    /// Threads that share a step; `None`: as many as the machine has cores. The result does not depend on it.
    pub threads: Option<usize>,
    /// Wall time of a step at most (s), after which it fails; `None`: as long as it takes. Whether a step ends in time is up to the
    /// machine: only for a person who would rather have no answer than a late one.
    #[serde(default)]
    pub max_seconds: Option<f64>,
}

impl StepSettings {
    /// Whether a step comes out the same under both settings wherever it ends: what only bounds or watches it does not count.
    pub fn calculates_like(&self, other: &Self) -> bool {
        let bare = |s: &Self| Self { threads: None, max_seconds: None, count_traps: false, ..*s };
        bare(self) == bare(other)
    }

    /// What a step that begins now may spend.
    pub(in crate::step) fn limits(&self) -> Limits {
        // A cast of what is too large, or no number, ends at the limits of the type.
        let whole = |most: f64| most as u64;
        let seconds = self.max_seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        Limits {
            operations: whole(self.solver.max_operations),
            memory: whole(self.solver.max_memory),
            until: seconds.and_then(|s| Instant::now().checked_add(s)),
        }
    }
}

impl Default for StepSettings {
    fn default() -> Self {
        Self {
            h: 0.01,
            contact: ContactSettings::default(),
            friction: FrictionSettings::default(),
            restitution: RestitutionSettings::default(),
            solver: SolverSettings::default(),
            count_traps: true,
            joint_correction: false,
            threads: None,
            max_seconds: None,
        }
    }
}
