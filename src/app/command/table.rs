//! The one table of names, tooltips and shortcuts of commands.

use super::AppCommand;
use crate::app::files::kinds::Purpose;
use crate::app::files::output::Export;
use crate::app::look::view::{Overlay, StandardView};
use crate::app::session::tour::TourMove;
use bevy::prelude::*;
use std::sync::LazyLock;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// The key.
    pub key: KeyCode,
    /// With control (on macOS: command).
    pub ctrl: bool,
    /// With shift.
    pub shift: bool,
}

impl Shortcut {
    /// As shown in tooltips and in the help window.
    pub fn label(&self) -> String {
        let key = match self.key {
            KeyCode::Space => "Space".to_owned(),
            KeyCode::ArrowRight => "→".to_owned(),
            KeyCode::ArrowLeft => "←".to_owned(),
            KeyCode::Escape => "Esc".to_owned(),
            KeyCode::Tab => "Tab".to_owned(),
            KeyCode::Equal => "+".to_owned(),
            KeyCode::Minus => "−".to_owned(),
            KeyCode::PageDown => "Page Down".to_owned(),
            KeyCode::PageUp => "Page Up".to_owned(),
            KeyCode::Comma => ",".to_owned(),
            KeyCode::BracketLeft => "[".to_owned(),
            KeyCode::BracketRight => "]".to_owned(),
            KeyCode::Period => ".".to_owned(),
            other => {
                let name = format!("{other:?}");
                name.strip_prefix("Key").or(name.strip_prefix("Digit")).unwrap_or(&name).to_owned()
            }
        };
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{key}")
    }
}

/// Headings of the help window, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Running and stepping.
    Time,
    /// Scenes and files.
    Scene,
    /// Building and changing scenes.
    Edit,
    /// Contact models and panes.
    Panes,
    /// The solver and its problems.
    Solver,
    /// What is drawn over the bodies.
    Overlays,
    /// What is selected.
    Selection,
    /// Camera and appearance.
    View,
    /// Pictures, films and numbers as files.
    Output,
    /// The program itself.
    Program,
}

impl Group {
    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::Scene => "Scenes",
            Self::Edit => "Building",
            Self::Panes => "Panes and models",
            Self::Solver => "Solver",
            Self::Overlays => "Overlays",
            Self::Selection => "Selection",
            Self::View => "View",
            Self::Output => "Pictures and numbers",
            Self::Program => "Program",
        }
    }
}

/// A command with what a person needs to know about it.
#[derive(Clone, Debug)]
pub struct CommandInfo {
    /// What it does.
    pub command: AppCommand,
    /// Name on buttons and in help.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub tooltip: &'static str,
    /// Default shortcut.
    pub shortcut: Option<Shortcut>,
    /// Where help lists it.
    pub group: Group,
}

/// Mouse gestures, for the help window.
pub const MOUSE: &[(&str, &str)] = &[
    ("Left drag on a body, running", "pull it with a spring; the force is shown and clamped"),
    ("Left drag on a body, paused", "move it, and all that joints hold to it, as far as nothing overlaps"),
    ("Left click", "select a body, or a contact's mark; on a selected mark: the body"),
    ("Ctrl+left click on a second body", "explain what holds it and the selected body apart"),
    ("Left drag on empty space, right drag", "orbit (in a 2D scene: pan)"),
    ("Middle drag, Shift+right drag", "pan"),
    ("Wheel", "zoom towards the pointer"),
    ("Drop a file on the window", "load the scene (.ron)"),
];

/// The table of all commands without arguments, in the order of the help window.
pub fn table() -> &'static [CommandInfo] {
    static TABLE: LazyLock<Vec<CommandInfo>> = LazyLock::new(build_table);
    &TABLE
}

/// The entry of a command, for buttons and tooltips.
pub fn info(command: &AppCommand) -> Option<&'static CommandInfo> {
    table().iter().find(|entry| entry.command == *command)
}

/// Name, tooltip and shortcut of a command in one string, for hovering.
pub fn tooltip(command: &AppCommand) -> String {
    info(command).map_or_else(String::new, |entry| match entry.shortcut {
        Some(shortcut) => format!("{} ({})\n{}", entry.name, shortcut.label(), entry.tooltip),
        None => format!("{}\n{}", entry.name, entry.tooltip),
    })
}

fn build_table() -> Vec<CommandInfo> {
    let plain = |key| Some(Shortcut { key, ctrl: false, shift: false });
    let shift = |key| Some(Shortcut { key, ctrl: false, shift: true });
    let ctrl = |key| Some(Shortcut { key, ctrl: true, shift: false });
    let mut table = Vec::new();
    let mut add = |group, command, name, shortcut, tooltip| {
        table.push(CommandInfo { command, name, tooltip, shortcut, group });
    };

    use AppCommand as C;
    let g = Group::Time;
    add(g, C::ToggleRun, "Run or pause", plain(KeyCode::Space), "Let the clock run, or stop it.");
    add(g, C::Step, "Step", plain(KeyCode::ArrowRight), "One step forward in every pane.");
    add(g, C::StepBack, "Step back", plain(KeyCode::ArrowLeft), "One recorded step back in every pane.");
    add(g, C::Reset, "Reset", plain(KeyCode::KeyR), "Back to the start; models and step size stay.");
    add(
        g,
        C::StepToSprungTrap,
        "Next sprung trap",
        plain(KeyCode::KeyT),
        "Go to the next recorded step, or step until, the accepted motion violates a contact the standard model would \
         have enforced.",
    );
    add(
        g,
        C::SeekDeepest,
        "Deepest overlap",
        plain(KeyCode::KeyV),
        "Go to the step of the focused pane after which the true geometry overlaps deepest.",
    );
    add(
        g,
        C::SeekWorstResidual,
        "Worst residual",
        shift(KeyCode::KeyV),
        "Go to the step of the focused pane with the largest residual.",
    );
    add(
        g,
        C::CheckRecording,
        "Check the recording",
        shift(KeyCode::KeyK),
        "Take all recorded steps again, beside the frames, and say whether they are the same to the bit.",
    );
    add(
        g,
        C::ChangeSpeed(true),
        "Faster",
        plain(KeyCode::Equal),
        "Twice the speed, at most 4 times real time.",
    );
    add(g, C::ChangeSpeed(false), "Slower", plain(KeyCode::Minus), "Half the speed, at least 0.01.");
    add(
        g,
        C::ToggleAsFastAsPossible,
        "As fast as possible",
        plain(KeyCode::KeyA),
        "Step as often as the processor allows instead of following the clock.",
    );

    let g = Group::Scene;
    add(
        g,
        C::OpenSceneDialog,
        "Open",
        ctrl(KeyCode::KeyO),
        "Choose a scene, a recording, or a shape for a new body.",
    );
    add(
        g,
        C::ReloadScene,
        "Reload scene",
        ctrl(KeyCode::KeyR),
        "Read the scene's file again; the camera stays.",
    );
    add(g, C::NeighbourScene(true), "Next scene", plain(KeyCode::PageDown), "The next scene of the folder.");
    add(g, C::NeighbourScene(false), "Previous scene", plain(KeyCode::PageUp), "The one before.");

    let both = |key| Some(Shortcut { key, ctrl: true, shift: true });
    add(g, C::SaveScene, "Save scene", ctrl(KeyCode::KeyS), "Write the scene, as built, to its file.");
    add(
        g,
        C::AskForFile(Purpose::SaveScene),
        "Save scene as",
        both(KeyCode::KeyS),
        "Write the scene, as built, and the present moment of the focused pane, to a file.",
    );
    add(
        g,
        C::AskForFile(Purpose::SaveRecording),
        "Save recording",
        None,
        "Write what all panes have recorded, with their scene and settings, to a file (.pegrec).",
    );
    add(
        g,
        C::AskForFile(Purpose::OpenRecording),
        "Open recording",
        None,
        "Take up a saved recording: scrub it, check it, and go on from any moment.",
    );
    add(
        g,
        C::AskForFile(Purpose::ImportShape),
        "Import a shape",
        None,
        "Add the body in an OBJ or STL file to the scene.",
    );

    let g = Group::Edit;
    add(
        g,
        C::Undo,
        "Undo",
        ctrl(KeyCode::KeyZ),
        "Go back to before the last act; nothing of the run is lost.",
    );
    add(g, C::Redo, "Redo", both(KeyCode::KeyZ), "Do the last undone act again.");
    add(
        g,
        C::SpawnAgain,
        "Add under the pointer",
        plain(KeyCode::KeyK),
        "Another body like the last one added, under the pointer or above what is there.",
    );
    add(
        g,
        C::DuplicateSelected,
        "Duplicate",
        ctrl(KeyCode::KeyD),
        "Copy the selected body, to where there is room.",
    );
    add(g, C::DeleteSelected, "Delete", plain(KeyCode::Delete), "Take the selected body out of the scene.");

    let g = Group::Panes;
    add(g, C::SetPaneCount(1), "One pane", plain(KeyCode::Digit1), "Show the focused pane's model alone.");
    add(g, C::SetPaneCount(2), "Two panes", plain(KeyCode::Digit2), "Two contact models side by side.");
    add(g, C::SetPaneCount(3), "Three panes", plain(KeyCode::Digit3), "Three contact models side by side.");
    add(
        g,
        C::CycleModel,
        "Next model",
        plain(KeyCode::KeyM),
        "Change the contact model of the focused pane.",
    );
    add(
        g,
        C::ToggleLinkedCameras,
        "Link cameras",
        plain(KeyCode::KeyL),
        "One camera for all panes, or one for each.",
    );

    let g = Group::Solver;
    add(
        g,
        C::ToggleSolverPanel,
        "Solver panel",
        shift(KeyCode::KeyZ),
        "Everything about the solver of the focused pane, or the comparison of the panes.",
    );
    add(
        g,
        C::CompareSolvers,
        "Solve with every solver",
        shift(KeyCode::KeyS),
        "Solve the complementarity problem of the step shown with every solver, in a table.",
    );

    let g = Group::Overlays;
    for overlay in Overlay::ALL {
        let shortcut = Some(Shortcut { key: overlay.key(), ctrl: false, shift: overlay.shift() });
        add(g, C::ToggleOverlay(overlay), overlay.name(), shortcut, overlay.tooltip());
    }
    add(
        g,
        C::NextGhost,
        "Ghost of the next pane",
        shift(KeyCode::KeyH),
        "Show the bodies of another pane as outlines in all others.",
    );

    let g = Group::Selection;
    let (next, previous) = (KeyCode::BracketRight, KeyCode::BracketLeft);
    add(g, C::SelectNeighbourBody(true), "Next body", plain(next), "Select the next body of the scene.");
    add(g, C::SelectNeighbourBody(false), "Previous body", plain(previous), "Select the body before.");
    add(
        g,
        C::SelectNeighbourContact(true),
        "Next contact",
        shift(next),
        "Select the next contact of the selected body in the focused pane; without a body, of all.",
    );
    add(
        g,
        C::SelectNeighbourContact(false),
        "Previous contact",
        shift(previous),
        "Select the contact before.",
    );

    let g = Group::View;
    add(g, C::FrameScene, "Frame scene", plain(KeyCode::KeyF), "Put the whole scene in view.");
    add(
        g,
        C::FrameSelection,
        "Frame selection",
        shift(KeyCode::KeyF),
        "Put the selected body in view, or the contact that is explained.",
    );
    add(
        g,
        C::ToggleFollow,
        "Follow body",
        plain(KeyCode::Period),
        "Keep the selected body where it is in the picture; again: let it go.",
    );
    for view in StandardView::ALL {
        let shortcut = Some(Shortcut { key: view.key(), ctrl: false, shift: view.shift() });
        add(g, C::View(view), view.name(), shortcut, view.tooltip());
    }
    add(g, C::ToggleProjection, "Projection", plain(KeyCode::KeyP), "Perspective or orthographic.");
    add(g, C::ToggleQuality, "Quality", plain(KeyCode::KeyQ), "Shadows and smooth edges, or flat and fast.");
    add(
        g,
        C::ToggleFrameMeter,
        "Frame times",
        None,
        "What a frame costs: time of each stage, draw calls, meshes and overlay lines.",
    );
    add(
        g,
        C::ToggleTheme,
        "Dark or light",
        plain(KeyCode::KeyD),
        "Change between the dark and the light look.",
    );
    add(g, C::TogglePanels, "Panels", plain(KeyCode::F9), "Show or hide the side panels.");
    add(g, C::ChangeUiScale(true), "Larger text", ctrl(KeyCode::Equal), "Text and panels a tenth larger.");
    add(g, C::ChangeUiScale(false), "Smaller text", ctrl(KeyCode::Minus), "Text and panels a tenth smaller.");
    add(
        g,
        C::SetUiScale(1.0),
        "Usual text size",
        ctrl(KeyCode::Digit0),
        "Text and panels in their usual size.",
    );

    let g = Group::Output;
    add(g, C::Screenshot(None), "Screenshot", plain(KeyCode::F12), "Write a PNG of the window.");
    add(
        g,
        C::ScreenshotOfViews,
        "Screenshot of the views",
        shift(KeyCode::F12),
        "Write a PNG of the views with their headings, without the panels around them.",
    );
    add(
        g,
        C::ToggleFilm,
        "Record a film",
        ctrl(KeyCode::F12),
        "Write numbered PNGs into a new folder, evenly spaced in simulated time; once more ends it. The clock waits for \
         each picture, so that the film is smooth whatever the graphics.",
    );
    add(g, C::ToggleFilmOfWindow, "Films of the window", None, "Film the whole window, or the views alone.");
    add(
        g,
        C::Export(Export::Samples),
        "Export samples",
        None,
        "Write the samples of all steps and panes, which the plots are drawn from, as CSV.",
    );
    add(
        g,
        C::Export(Export::Report(None)),
        "Export reports",
        None,
        "Write a report (JSON) on the recorded run of each pane, as `pegsim run --report` does.",
    );
    add(
        g,
        C::Export(Export::Trajectory(None)),
        "Export trajectories",
        None,
        "Write the recorded states of each pane (CSV), as `pegsim run --trajectory` does.",
    );
    add(
        g,
        C::AskForFile(Purpose::OutputFolder),
        "Folder for output",
        None,
        "Choose where pictures, films and exported numbers go.",
    );

    let g = Group::Program;
    add(
        g,
        C::ToggleCommandPalette,
        "Command palette",
        ctrl(KeyCode::KeyP),
        "Type a few letters to find any command, scene, overlay, model, solver or body; Enter runs it.",
    );
    add(g, C::ToggleSettings, "Settings", ctrl(KeyCode::Comma), "Look, size of text, quality, files.");
    add(
        g,
        C::ToggleMessageLog,
        "Past messages",
        plain(KeyCode::F8),
        "All messages of this run, to read and copy.",
    );
    add(g, C::Tour(TourMove::Start), "Tour", None, "Three scenes that show what the program is for.");
    add(g, C::ForgetRecent(None), "Forget recent files", None, "Empty the list of scenes opened lately.");
    add(g, C::Cancel, "Cancel", plain(KeyCode::Escape), "Let go, close the window in front, or deselect.");
    add(g, C::DismissAllMessages, "Dismiss messages", plain(KeyCode::Backspace), "Clear all messages.");
    add(g, C::ToggleHelp, "Help", plain(KeyCode::F1), "Shortcuts, gestures and what the numbers mean.");
    add(g, C::Quit, "Quit", ctrl(KeyCode::KeyQ), "Leave the program.");
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_shortcut_is_given_twice() {
        let table = table();
        for (i, a) in table.iter().enumerate() {
            for b in &table[i + 1..] {
                assert!(
                    a.shortcut.is_none() || a.shortcut != b.shortcut,
                    "`{}` and `{}` share {:?}",
                    a.name,
                    b.name,
                    a.shortcut.map(|s| s.label())
                );
            }
        }
    }

    #[test]
    fn every_command_of_the_table_is_found_by_itself() {
        for entry in table() {
            assert_eq!(info(&entry.command).map(|e| e.name), Some(entry.name));
            assert!(tooltip(&entry.command).contains(entry.tooltip));
        }
    }
}
