//! What stands in the file of a lesson.

use crate::contact::models::ContactModel;
use crate::experiment::energy;
use crate::output::without_some;
use crate::scene::format::{Axis, CameraDescription};
use crate::world::{Model, State};
use serde::{Deserialize, Serialize};

/// A lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Heading.
    pub title: String,
    /// What one knows afterwards, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How long it takes (minutes).
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub minutes: Option<u32>,
    /// The steps, one after the other.
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// Heading.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// What there is to read first: Markdown, with formulas in TeX between dollar signs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The scene that is opened: its name, or its path from the lesson's folder. Without it the one before stays.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub scene: Option<String>,
    /// The contact models of the panes, three at most. Without them those before stay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ContactModel>,
    /// The step size h (s). Without it that of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub time_step: Option<f64>,
    /// What to look at.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub look: Option<Look>,
    /// From where it is seen, in all panes. Without it the view stays, or is that of the scene where one is opened.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub camera: Option<CameraDescription>,
    /// What is asked before the run.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub ask: Option<Ask>,
    /// How long the scene runs from its start (s of simulated time).
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
    pub run: Option<f64>,
    /// What happened, and why; shown after the run, or the answer where nothing runs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub then: String,
}

impl Lesson {
    /// What is open in a step: scene, models and step size (s); those of the steps before go on. A scene has its own step size until a
    /// step says otherwise.
    pub fn opened(&self, step: usize) -> (Option<&str>, &[ContactModel], Option<f64>) {
        let last = (step + 1).min(self.steps.len());
        let so_far = || self.steps[..last].iter().rev();
        let scene = so_far().find_map(|step| step.scene.as_deref());
        let models = so_far().find(|step| !step.models.is_empty()).map_or(&[][..], |step| &step.models[..]);
        let since = so_far().position(|step| step.scene.is_some()).unwrap_or(step);
        (scene, models, so_far().take(since + 1).find_map(|step| step.time_step))
    }
}

impl Lesson {
    /// From where a step is seen: as it says itself, else as the last one says since its scene was opened. `None`: as the scene says.
    pub fn camera(&self, step: usize) -> Option<CameraDescription> {
        let last = (step + 1).min(self.steps.len());
        for step in self.steps[..last].iter().rev() {
            if step.camera.is_some() || step.scene.is_some() {
                return step.camera;
            }
        }
        None
    }
}

/// A part of the window that is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// The button that runs and pauses.
    Run,
    /// The strips with the truth meters above the views.
    Strips,
    /// The timeline.
    Timeline,
    /// The inspector.
    Inspector,
    /// The views.
    Views,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ask {
    /// One of several answers.
    Choose {
        /// The question.
        question: String,
        /// The answers.
        answers: Vec<String>,
        /// Number of the right one, from 1.
        right: usize,
    },
    /// A number that the run will have.
    Predict {
        /// The question.
        question: String,
        /// Which number.
        of: Quantity,
        /// The least that can be answered (unit of the quantity).
        from: f64,
        /// The most.
        to: f64,
        /// What it is in truth, where that is known: in closed form, or by a run of a model that takes the true shape.
        #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "without_some")]
        truth: Option<f64>,
    },
}

/// A number of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Quantity {
    /// A coordinate of a body's centre of mass (m).
    Position {
        /// Name of the body.
        body: String,
        /// Which coordinate.
        axis: Axis,
    },
    /// How fast a body's centre of mass is (m/s).
    Speed {
        /// Name of the body.
        body: String,
    },
    /// How deep bodies were in each other at most, so far (m).
    Depth,
    /// Kinetic and potential energy (J).
    Energy,
    /// Traps that were sprung so far.
    Traps,
}

impl Quantity {
    /// The name of the unit; none of a count.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Position { .. } | Self::Depth => "m",
            Self::Speed { .. } => "m/s",
            Self::Energy => "J",
            Self::Traps => "",
        }
    }

    /// The body whose number it is.
    pub fn body(&self) -> Option<&str> {
        match self {
            Self::Position { body, .. } | Self::Speed { body } => Some(body),
            _ => None,
        }
    }

    /// Its value in a state; `depth` (m) and `traps` are those of the run so far. `None` without the body.
    pub fn value(&self, model: &Model, state: &State, (depth, traps): (f64, u64)) -> Option<f64> {
        let of = |name: &str| model.ids().find(|id| model.body(*id).name == name);
        Some(match self {
            Self::Position { body, axis } => {
                let position = state.poses[of(body)?.0].position;
                match axis {
                    Axis::X => position.x,
                    Axis::Y => position.y,
                    Axis::Z => position.z,
                }
            }
            Self::Speed { body } => state.twists[of(body)?.0].linear.norm(),
            Self::Depth => depth,
            Self::Energy => energy::measure(model, state).total(),
            Self::Traps => traps as f64,
        })
    }
}

impl Ask {
    /// The question.
    pub fn question(&self) -> &str {
        match self {
            Self::Choose { question, .. } | Self::Predict { question, .. } => question,
        }
    }
}
