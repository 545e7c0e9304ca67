//! The engines that are compared, behind one interface.

use crate::case::Case;
use crate::rapier::{RapierRun, Tuning};
use pegsim::contact::models::ContactModel;
use pegsim::math::Pose;
use pegsim::step::Simulation;
use pegsim::world::StepInput;

/// An engine in one configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Engine {
    /// pegsim with one of its contact models.
    Pegsim(ContactModel),
    /// Rapier.
    Rapier(Tuning),
}

impl Engine {
    /// All of them; ratios are taken against [`Engine::REFERENCE`].
    pub const ALL: [Self; 5] = [
        Self::REFERENCE,
        Self::Rapier(Tuning::Tight),
        Self::Pegsim(ContactModel::Standard),
        Self::Pegsim(ContactModel::Peg),
        Self::Pegsim(ContactModel::SeparatingFeature),
    ];

    /// What the others are measured against.
    pub const REFERENCE: Self = Self::Rapier(Tuning::Default);

    /// The name on the command line and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pegsim(model) => model.name(),
            Self::Rapier(Tuning::Default) => "rapier-default",
            Self::Rapier(Tuning::Tight) => "rapier-tight",
        }
    }

    /// The engine of that name.
    ///
    /// # Errors
    /// A sentence that lists the valid names.
    pub fn from_name(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            format!("unknown engine `{name}`; valid names: {}", names.join(", "))
        })
    }

    /// A fresh run of `case`.
    ///
    /// # Errors
    /// A sentence: this engine cannot be given the same bodies.
    pub fn start(self, case: &Case) -> Result<Box<dyn Run>, String> {
        match self {
            Self::Pegsim(model) => {
                let mut settings = case.settings;
                settings.contact.model = model;
                let simulation = Simulation::new(case.model.clone(), case.start.clone(), settings);
                Ok(Box::new(PegsimRun { simulation, input: StepInput::default() }))
            }
            Self::Rapier(tuning) => Ok(Box::new(RapierRun::new(case, tuning)?)),
        }
    }
}

/// A run that goes on step by step.
pub trait Run {
    /// What comes before a step and is not timed: bodies that enter now.
    fn prepare(&mut self);

    /// One step, which is timed.
    ///
    /// # Errors
    /// Why the engine cannot go on.
    fn step(&mut self) -> Result<(), String>;

    /// Where the bodies are: centre of mass and orientation, in the order of the model.
    fn poses(&self) -> Vec<Pose>;
}

struct PegsimRun {
    simulation: Simulation,
    input: StepInput,
}

impl Run for PegsimRun {
    fn prepare(&mut self) {}

    fn step(&mut self) -> Result<(), String> {
        self.simulation.step(&self.input).map(drop).map_err(|error| error.to_string())
    }

    fn poses(&self) -> Vec<Pose> {
        self.simulation.state.poses.clone()
    }
}
