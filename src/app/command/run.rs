//! The clock, the panes and their settings: what `run` carries out.

use crate::contact::models::ContactModel;
use crate::step::{Cone, FrictionLaw, Geometry, ImpactTreatment, PenaltySettings, SolverMethod};
use serde::{Deserialize, Serialize};

/// What is asked of the clock and the panes.
#[derive(Clone, Debug, PartialEq)]
pub enum RunCommand {
    /// Let the clock run.
    Run,
    /// Stop the clock.
    Pause,
    /// Run or pause.
    ToggleRun,
    /// One step forward in every pane (pauses).
    Step,
    /// Stop steps that take long; the last good state stays.
    StopSteps,
    /// Step forward until a trap springs in the focused pane.
    StepToSprungTrap,
    /// Simulated seconds per real second.
    SetSpeed(f64),
    /// Twice or half the speed: `true` is faster.
    ChangeSpeed(bool),
    /// Step size h of all panes (s).
    SetTimeStep(f64),
    /// Step as often as the processor allows, or follow the clock.
    ToggleAsFastAsPossible,
    /// Change a pane's contact model; its run goes on from where it is.
    SetPaneModel {
        /// Which pane.
        pane: usize,
        /// The model.
        model: ContactModel,
    },
    /// The next contact model for the focused pane.
    CycleModel,
    /// Change a pane's solver.
    SetPaneSolver {
        /// Which pane.
        pane: usize,
        /// The solver.
        method: SolverMethod,
    },
    /// When a pane evaluates the contact geometry.
    SetPaneGeometry {
        /// Which pane.
        pane: usize,
        /// The choice; `None`: as the pane's model has it by default, also after a change of model.
        geometry: Option<Geometry>,
    },
    /// In which cone the friction of a pane stays.
    SetPaneCone {
        /// Which pane.
        pane: usize,
        /// The choice; `None`: as the pane's model has it by default, also after a change of model.
        cone: Option<Cone>,
    },
    /// Which share γ of a gap the velocity-level model of a pane closes in a step.
    SetPaneStabilisation {
        /// Which pane.
        pane: usize,
        /// γ, 0 to 1; `None`: 0.
        share: Option<f64>,
    },
    /// The law of friction of a pane.
    SetPaneFrictionLaw {
        /// Which pane.
        pane: usize,
        /// The law.
        law: FrictionLaw,
    },
    /// Springs and dampers of a pane with a penalty method.
    SetPanePenalty {
        /// Which pane.
        pane: usize,
        /// All of them.
        penalty: PenaltySettings,
    },
    /// What becomes of the steps of a pane in which bodies meet.
    SetPaneImpact {
        /// Which pane.
        pane: usize,
        /// The choice; `None`: as the pane's model and scene have it by default, also after a change of either.
        impact: Option<ImpactTreatment>,
    },
    /// One to three panes. A new pane starts as a copy of the focused one with a model not shown yet.
    SetPaneCount(usize),
    /// Show the panes again whose model cannot do the scene: they say what they cannot do.
    ShowSetAside,
    /// The pane that single-pane panels are about.
    FocusPane(usize),
    /// One camera for all panes, or one each.
    ToggleLinkedCameras,
    /// From which distance on panes count as parted.
    SetParting(PartingDistance),
    /// The pane that the others are measured against; `None`: as the models suggest.
    SetReference(Option<usize>),
}

/// Distance from which on panes have parted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum PartingDistance {
    /// Relative to the radius of each body.
    OfRadius(f64),
    /// The same for all bodies (m).
    Metres(f64),
}

impl Default for PartingDistance {
    /// A thousandth of its radius is what one sees of a body in a pane.
    fn default() -> Self {
        Self::OfRadius(1e-3)
    }
}

impl PartingDistance {
    /// Smallest and largest number that can be set: rounding, and what needs no mark.
    pub const RANGE: (f64, f64) = (1e-12, 10.0);

    /// For a body of that radius (m).
    pub fn of(self, radius: f64) -> f64 {
        match self {
            Self::OfRadius(share) => share * radius,
            Self::Metres(distance) => distance,
        }
    }

    /// The number.
    pub fn number(self) -> f64 {
        match self {
            Self::OfRadius(number) | Self::Metres(number) => number,
        }
    }

    /// The same kind with another number, within [`Self::RANGE`].
    pub fn with(self, number: f64) -> Self {
        let number = number.clamp(Self::RANGE.0, Self::RANGE.1);
        match self {
            Self::OfRadius(_) => Self::OfRadius(number),
            Self::Metres(_) => Self::Metres(number),
        }
    }
}
