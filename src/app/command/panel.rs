//! The panels: what `ui` carries out.

use crate::app::command::purpose::Purpose;

/// What is asked of the panels.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelCommand {
    /// Ask for a file or a folder.
    AskForFile(Purpose),
    /// Ask for a scene file.
    OpenSceneDialog,
    /// Show or hide the help window.
    ToggleHelp,
    /// Show or hide the side panels.
    TogglePanels,
    /// Views with a caption below, large enough for the last row of a room; or the panels again.
    TogglePresenter,
    /// Find a command, scene or body by typing.
    ToggleCommandPalette,
    /// Show or hide the settings window.
    ToggleSettings,
    /// Show or hide what can be changed of the scene itself.
    ToggleSceneSettings,
    /// Show or hide what other windows left.
    ToggleRecovery,
    /// Show or hide the list of past messages.
    ToggleMessageLog,
    /// Show the comparison or the solver of the focused pane at the right.
    ToggleSolverPanel,
    /// Show what every solver makes of a step.
    ShowSolvers,
    /// Shows or hides what a frame costs.
    ToggleFrameMeter,
    /// Dismiss a message by its number.
    DismissMessage(u64),
    /// Dismiss all messages.
    DismissAllMessages,
}
