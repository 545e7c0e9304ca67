//! The head of a recording of formats 2 and 3: everything that has a name, as JSON.
//!
//! A later version may add a field: a reader skips those that it does not know and says so. A field of a later version
//! that an older file lacks needs `#[serde(default = …)]` with what the program did before there was such a field. A
//! field is never renamed, and never means something else.

use super::names;
use crate::contact::models::ContactModel;
use crate::lcp::catalogue::SolverMethod;
use crate::quote::brief;
use crate::step::{
    Cone, ContactSettings, FrictionLaw, FrictionSettings, ImpactTreatment, PenaltySettings,
    RestitutionSettings, SolverSettings, StepSettings,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Fields that this version does not know, with their names.
pub type Unknown = BTreeMap<String, serde_json::Value>;

/// The head.
#[derive(Serialize, Deserialize)]
pub struct Header {
    /// Version of the program that wrote the file.
    pub program: String,
    /// The scenes that steps belong to.
    pub scenes: Vec<StoredScene>,
    /// The different settings of steps.
    pub settings: Vec<StoredSettings>,
    /// The panes, from left to right.
    pub panes: Vec<StoredPane>,
    /// Number of the focused pane.
    pub focused: u64,
    /// Step size h of all panes (s).
    pub time_step: Number,
    /// Runs that were left, oldest first. Before branches were kept there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<StoredBranch>,
    /// What follows the head for each pane.
    pub blocks: Vec<String>,
    /// What each recorded step consists of.
    pub frame_fields: Vec<String>,
    /// What each sample consists of.
    pub sample_columns: Vec<String>,
    /// The kinds of separating features, as the steps number them.
    pub features: Vec<String>,
    /// The kinds of their rows, as the steps number them.
    pub rows: Vec<String>,
    /// What a later version added.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// A scene.
#[derive(Serialize, Deserialize)]
pub struct StoredScene {
    /// Its RON text.
    pub text: String,
    /// Its name.
    pub name: String,
    /// The file it came from.
    pub file: Option<String>,
    /// What a later version added.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// A pane.
#[derive(Serialize, Deserialize)]
pub struct StoredPane {
    /// Place of its settings in [`Header::settings`].
    pub settings: u64,
    /// The step shown.
    pub step: u64,
    /// Largest total overlap of the run (m³, in 2D m²).
    pub worst_overlap: Number,
    /// Deepest penetration of the run (m).
    pub worst_depth: Number,
    /// How far a joint's frames were apart at most (m).
    pub worst_joint_error: Number,
    /// What a later version added.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// A run that was left for another way on. Its panes have their blocks after those of the panes before them in the file.
#[derive(Serialize, Deserialize)]
pub struct StoredBranch {
    /// The step from which the run went another way.
    pub from: u64,
    /// Step size h of all panes (s).
    pub time_step: Number,
    /// The panes, from left to right.
    pub panes: Vec<StoredPane>,
    /// Of each pane the number of steps that it begins with and that the pane of that place of the run begins with as well. The block of its steps has those after them.
    pub shared: Vec<u64>,
    /// What a later version added.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Settings of a step. The number of threads is not among them: it is the machine's, and no result depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredSettings {
    time_step: Number,
    contact_model: String,
    geometry: Option<String>,
    detection_distance: Option<Number>,
    applicability_angle: Number,
    /// Of the models that have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stabilisation: Option<Number>,
    /// None where springs are the default ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    penalty: Option<StoredPenalty>,
    /// Before there was a choice every step was whole.
    #[serde(default = "within")]
    impact: Option<String>,
    /// Before there was a choice every cone was a pyramid.
    #[serde(default = "pyramid")]
    friction_cone: Option<String>,
    friction_directions: u64,
    /// Before there was a choice every law was Coulomb's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    friction_law: Option<String>,
    restitution_law: String,
    restitution_threshold: Number,
    solver: String,
    tolerance: Number,
    max_iterations: u64,
    /// Before there was a choice every step had the budget that is now the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_operations: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_memory: Option<Number>,
    count_traps: bool,
    joint_correction: bool,
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Springs and dampers of penalty methods.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredPenalty {
    proportional: Number,
    derivative: Number,
    integral: Option<Number>,
    forgetting: Number,
    impact_speed: Number,
    integrator: String,
}

impl StoredPenalty {
    /// The stored form, with every field.
    fn of(settings: PenaltySettings) -> Self {
        let PenaltySettings { proportional, derivative, integral, forgetting, impact_speed, integrator } =
            settings;
        Self {
            proportional: Number(proportional),
            derivative: Number(derivative),
            integral: integral.map(Number),
            forgetting: Number(forgetting),
            impact_speed: Number(impact_speed),
            integrator: integrator.name().to_owned(),
        }
    }

    /// The settings, or a sentence with the name that is not known.
    fn read(&self) -> Result<PenaltySettings, String> {
        Ok(PenaltySettings {
            proportional: self.proportional.0,
            derivative: self.derivative.0,
            integral: self.integral.map(|number| number.0),
            forgetting: self.forgetting.0,
            impact_speed: self.impact_speed.0,
            integrator: names::find("integrator", &self.integrator, &names::INTEGRATORS)?,
        })
    }
}

fn within() -> Option<String> {
    Some(ImpactTreatment::Within.name().to_owned())
}

fn pyramid() -> Option<String> {
    Some(Cone::Pyramid.name().to_owned())
}

impl StoredSettings {
    /// The stored form. Every field is named here, so that a new one does not compile before it has a place in the file.
    pub fn of(settings: &StepSettings) -> Self {
        let StepSettings {
            h,
            contact:
                ContactSettings {
                    model,
                    geometry,
                    impact,
                    detection_distance,
                    applicability_angle,
                    stabilisation,
                    penalty,
                },
            friction: FrictionSettings { cone, directions, law: friction_law },
            restitution: RestitutionSettings { law, threshold },
            solver: SolverSettings { method, tolerance, max_iterations, max_operations, max_memory },
            count_traps,
            joint_correction,
            threads: _,
            max_seconds: _,
        } = *settings;
        Self {
            time_step: Number(h),
            contact_model: model.name().to_owned(),
            geometry: geometry.map(|g| names::geometry(g).to_owned()),
            impact: impact.map(|i| i.name().to_owned()),
            detection_distance: detection_distance.map(Number),
            applicability_angle: Number(applicability_angle),
            stabilisation: stabilisation.map(Number),
            penalty: Some(penalty).filter(|p| *p != PenaltySettings::default()).map(StoredPenalty::of),
            friction_cone: cone.map(|c| c.name().to_owned()),
            friction_directions: directions as u64,
            friction_law: (friction_law != FrictionLaw::Coulomb).then(|| friction_law.name().to_owned()),
            restitution_law: names::law(law).to_owned(),
            restitution_threshold: Number(threshold),
            solver: method.name().to_owned(),
            tolerance: Number(tolerance),
            max_iterations: max_iterations as u64,
            max_operations: Some(max_operations).filter(|m| *m != SolverSettings::MAX_OPERATIONS).map(Number),
            max_memory: Some(max_memory).filter(|m| *m != SolverSettings::MAX_MEMORY).map(Number),
            count_traps,
            joint_correction,
            unknown: Unknown::new(),
        }
    }

    /// The settings.
    ///
    /// # Errors
    /// A sentence with the name that is not known.
    pub fn read(&self) -> Result<StepSettings, String> {
        let (geometry, cone) = (self.geometry.as_deref(), self.friction_cone.as_deref());
        let impact = self.impact.as_deref();
        Ok(StepSettings {
            h: self.time_step.0,
            contact: ContactSettings {
                model: ContactModel::from_name(&self.contact_model)?,
                geometry: geometry.map(|g| names::find("geometry", g, &names::GEOMETRIES)).transpose()?,
                impact: impact
                    .map(|i| names::find("treatment of impacts", i, &names::IMPACTS))
                    .transpose()?,
                detection_distance: self.detection_distance.map(|d| d.0),
                applicability_angle: self.applicability_angle.0,
                stabilisation: self.stabilisation.map(|share| share.0),
                penalty: match &self.penalty {
                    Some(penalty) => penalty.read()?,
                    None => PenaltySettings::default(),
                },
            },
            friction: FrictionSettings {
                cone: cone.map(|c| names::find("friction cone", c, &names::CONES)).transpose()?,
                directions: names::index(self.friction_directions)?,
                law: match self.friction_law.as_deref() {
                    Some(law) => names::find("law of friction", law, &names::FRICTION_LAWS)?,
                    None => FrictionLaw::Coulomb,
                },
            },
            restitution: RestitutionSettings {
                law: names::find("law of restitution", &self.restitution_law, &names::LAWS)?,
                threshold: self.restitution_threshold.0,
            },
            solver: SolverSettings {
                method: SolverMethod::from_name(&self.solver).map_err(|unknown| unknown.to_string())?,
                tolerance: self.tolerance.0,
                max_iterations: names::index(self.max_iterations)?,
                max_operations: self.max_operations.map_or(SolverSettings::MAX_OPERATIONS, |m| m.0),
                max_memory: self.max_memory.map_or(SolverSettings::MAX_MEMORY, |m| m.0),
            },
            count_traps: self.count_traps,
            joint_correction: self.joint_correction,
            threads: None,
            max_seconds: None,
        })
    }
}

/// A number with every bit but those of a NaN: JSON has no word for what is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Spelled", into = "Spelled")]
pub struct Number(pub f64);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Spelled {
    Finite(f64),
    Word(String),
}

impl From<Number> for Spelled {
    fn from(Number(number): Number) -> Self {
        if number.is_finite() { Self::Finite(number) } else { Self::Word(number.to_string()) }
    }
}

impl TryFrom<Spelled> for Number {
    type Error = String;

    fn try_from(spelled: Spelled) -> Result<Self, String> {
        match spelled {
            Spelled::Finite(number) => Ok(Self(number)),
            Spelled::Word(word) => {
                word.parse().map(Self).map_err(|_| format!("`{}` stands where a number should", brief(&word)))
            }
        }
    }
}
