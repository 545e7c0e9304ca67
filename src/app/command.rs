//! Every user action: the message [`AppCommand`], and in [`table()`] its name, tooltip and shortcut.
//!
//! Panels, keys and the mouse write commands; `simulation`, `camera`, `picking` and the panels' own window state
//! read them. Nothing else changes the [`crate::app::workbench::Workbench`].

mod table;

use crate::app::body_change::BodyChange;
use crate::app::explain::ConditionKey;
use crate::app::files::Purpose;
use crate::app::output::Export;
use crate::app::parting::PartingDistance;
use crate::app::session::preferences::Preference;
use crate::app::session::tour::TourMove;
use crate::app::spawn::SpawnRequest;
use crate::app::view::{Overlay, Quality, StandardView};
use crate::body::BodyId;
use crate::contact::ContactId;
use crate::model::ContactModel;
use crate::sim::{Geometry, SolverMethod};
use bevy::prelude::*;
use std::path::PathBuf;

pub use table::{CommandInfo, Group, MOUSE, Shortcut, info, table, tooltip};

/// Something the user wants.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum AppCommand {
    /// Let the clock run.
    Run,
    /// Stop the clock.
    Pause,
    /// Run or pause.
    ToggleRun,
    /// One step forward in every pane (pauses).
    Step,
    /// One step back in every pane (pauses).
    StepBack,
    /// Go to a recorded step (pauses); running on from there forgets what came after.
    Seek(u64),
    /// Step forward until a trap springs in the focused pane.
    StepToSprungTrap,
    /// Go to the recorded step of the focused pane after which bodies overlap deepest.
    SeekDeepest,
    /// Go to the recorded step of the focused pane with the largest residual.
    SeekWorstResidual,
    /// Take all recorded steps of all panes again and say whether they are the same to the bit.
    CheckRecording,
    /// Back to the start of the scene; models, solvers and step size stay.
    Reset,
    /// Simulated seconds per real second.
    SetSpeed(f64),
    /// Twice or half the speed: `true` is faster.
    ChangeSpeed(bool),
    /// Step size h of all panes (s).
    SetTimeStep(f64),
    /// Step as often as the processor allows, or follow the clock.
    ToggleAsFastAsPossible,
    /// Load a scene file; a scene that does not load leaves the running one alone.
    LoadScene(PathBuf),
    /// Load the current scene's file again; camera and pane models stay.
    ReloadScene,
    /// The next (`true`) or previous scene of the scene folder.
    NeighbourScene(bool),
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
    /// One to three panes. A new pane starts as a copy of the focused one with a model not shown yet.
    SetPaneCount(usize),
    /// The pane that single-pane panels are about.
    FocusPane(usize),
    /// Show or hide an overlay.
    ToggleOverlay(Overlay),
    /// From which distance on panes count as parted.
    SetParting(PartingDistance),
    /// The pane that the others are measured against; `None`: as the models suggest.
    SetReference(Option<usize>),
    /// Show the bodies of that pane as the ghost in the others.
    SetGhost(usize),
    /// The ghost of the next pane.
    NextGhost,
    /// The cameras follow the selected body, or no body.
    ToggleFollow,
    /// Rendering quality.
    SetQuality(Quality),
    /// High or low quality.
    ToggleQuality,
    /// Shows or hides what a frame costs.
    ToggleFrameMeter,
    /// Dark or light.
    ToggleTheme,
    /// Size of text and panels relative to the default, 0.5 to 3.
    SetUiScale(f32),
    /// A tenth larger (`true`) or smaller text and panels.
    ChangeUiScale(bool),
    /// Set a preference.
    Prefer(Preference),
    /// Put the whole scene in view.
    FrameScene,
    /// Put the selected body in view.
    FrameSelection,
    /// Look from a standard direction.
    View(StandardView),
    /// Perspective or orthographic.
    ToggleProjection,
    /// One camera for all panes, or one each.
    ToggleLinkedCameras,
    /// Select a body (in all panes), or nothing.
    SelectBody(Option<BodyId>),
    /// Select the next (`true`) or previous body.
    SelectNeighbourBody(bool),
    /// Select the next (`true`) or previous contact of the selected body in the focused pane; of all bodies where none
    /// is selected.
    SelectNeighbourContact(bool),
    /// Select a contact of a pane's last record, or nothing.
    SelectContact(Option<(usize, ContactId)>),
    /// Go back to before the last act.
    Undo,
    /// Do the last undone act again.
    Redo,
    /// Add a body to the scene, in the middle of the focused view or above what is there.
    Spawn(SpawnRequest),
    /// Add another body like the last one added, under the pointer.
    SpawnAgain,
    /// Copy the selected body.
    DuplicateSelected,
    /// Take the selected body out of the scene.
    DeleteSelected,
    /// Change a body in the scene and in all panes.
    ChangeBody(BodyId, BodyChange),
    /// Write the scene, as built, to its file; without one, ask for it (handled by the panels).
    SaveScene,
    /// Go to a branch of the timeline by its number; the present run becomes a branch.
    SwitchBranch(u64),
    /// Forget a branch of the timeline.
    ForgetBranch(u64),
    /// Memory that the recording of each pane may use (bytes).
    SetRecordingMemory(usize),
    /// Mark a contact of a pane's last record in the view as long as the pointer is on its name, or nothing.
    PointOutContact(Option<(usize, ContactId)>),
    /// Show the comparison or the solver of the focused pane at the right (handled by the panels).
    ToggleSolverPanel,
    /// Solve the complementarity problems of the focused pane's step with every solver.
    CompareSolvers,
    /// Solve the problem of another island of the step with every solver.
    ChooseProblem(usize),
    /// Start no further solver.
    StopSolvers,
    /// Write the problem that is solved to a file; `None`: a numbered one in the current folder.
    SaveProblem(Option<PathBuf>),
    /// Explain what holds two bodies apart; the first one becomes the selected body.
    SelectPair(BodyId, BodyId),
    /// Explain the step of another pane.
    ExplainPane(usize),
    /// Explain another condition on the chosen pair or contact.
    ExplainCondition(ConditionKey),
    /// The mouse is on a row of the explanation, by its number, or on none.
    PointOutRow(Option<usize>),
    /// Let go of what is being dragged; otherwise deselect (the panels close their windows on it as well).
    Cancel,
    /// Ask for a file or a folder (handled by the panels).
    AskForFile(Purpose),
    /// Write the scene, as built, to this file.
    SaveSceneAs(PathBuf),
    /// Write the recordings of all panes to a file.
    SaveRecording(PathBuf),
    /// Take up a recording from a file.
    OpenRecording(PathBuf),
    /// Make a body of the shape in an OBJ or STL file.
    ImportMesh(PathBuf),
    /// Where pictures and exported numbers go.
    SetOutputFolder(PathBuf),
    /// Pictures of a film per simulated second.
    SetFilmRate(f64),
    /// Films of the whole window, or of the views alone.
    ToggleFilmOfWindow,
    /// Begin to record a film, or end it.
    ToggleFilm,
    /// Write numbers of the run to a file.
    Export(Export),
    /// Write a PNG of the views with their headings to a numbered file.
    ScreenshotOfViews,
    /// Write a PNG of the window; `None`: a numbered file.
    Screenshot(Option<PathBuf>),
    /// Show or hide the help window (handled by the panels).
    ToggleHelp,
    /// Show or hide the side panels (handled by the panels).
    TogglePanels,
    /// Ask for a scene file (handled by the panels).
    OpenSceneDialog,
    /// Find a command, scene or body by typing (handled by the panels).
    ToggleCommandPalette,
    /// Show or hide the settings window (handled by the panels).
    ToggleSettings,
    /// Show or hide the list of past messages (handled by the panels).
    ToggleMessageLog,
    /// Forget a file opened lately; `None`: all.
    ForgetRecent(Option<PathBuf>),
    /// Begin the tour, or go through it.
    Tour(TourMove),
    /// The scene was edited here and its file changed on disk: keep what is shown.
    KeepEdits,
    /// Dismiss a message by its number.
    DismissMessage(u64),
    /// Dismiss all messages.
    DismissAllMessages,
    /// Leave the program.
    Quit,
}
