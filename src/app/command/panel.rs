//! The panels: what `ui` carries out.

use crate::app::command::purpose::Purpose;

/// What is asked of the panels.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelCommand {
    /// Ask for a file or a folder (handled by the panels).
    AskForFile(Purpose),
    /// Ask for a scene file (handled by the panels).
    OpenSceneDialog,
    /// Show or hide the help window (handled by the panels).
    ToggleHelp,
    /// Show or hide the side panels (handled by the panels).
    TogglePanels,
    /// Find a command, scene or body by typing (handled by the panels).
    ToggleCommandPalette,
    /// Show or hide the settings window (handled by the panels).
    ToggleSettings,
    /// Show or hide the list of past messages (handled by the panels).
    ToggleMessageLog,
    /// Show the comparison or the solver of the focused pane at the right (handled by the panels).
    ToggleSolverPanel,
    /// Shows or hides what a frame costs.
    ToggleFrameMeter,
    /// Dismiss a message by its number.
    DismissMessage(u64),
    /// Dismiss all messages.
    DismissAllMessages,
}
