//! Commands that run, build and compare.

use super::{Group, Table, both, ctrl, plain, shift};
use crate::app::command::purpose::Purpose;
use crate::app::command::{
    BuildCommand, ExplainCommand, FilesCommand, PanelCommand, PastCommand, RunCommand, SelectCommand,
};
use bevy::prelude::*;

/// Adds them, group by group.
pub(super) fn add(table: &mut Table) {
    let g = Group::Time;
    table.add(
        g,
        RunCommand::ToggleRun,
        "Run or pause",
        plain(KeyCode::Space),
        "Let the clock run, or stop it.",
    );
    table.add(g, RunCommand::Step, "Step", plain(KeyCode::ArrowRight), "One step forward in every pane.");
    table.add(
        g,
        PastCommand::StepBack,
        "Step back",
        plain(KeyCode::ArrowLeft),
        "One recorded step back in every pane.",
    );
    table.add(
        g,
        PastCommand::Reset,
        "Reset",
        plain(KeyCode::KeyR),
        "Back to the start; models and step size stay.",
    );
    table.add(
        g,
        RunCommand::StepToSprungTrap,
        "Next sprung trap",
        plain(KeyCode::KeyT),
        "Go to the next recorded step, or step until, the accepted motion violates a contact the standard model would \
         have enforced.",
    );
    table.add(
        g,
        PastCommand::SeekDeepest,
        "Deepest overlap",
        plain(KeyCode::KeyV),
        "Go to the step of the focused pane after which the true geometry overlaps deepest.",
    );
    table.add(
        g,
        PastCommand::SeekWorstResidual,
        "Worst residual",
        shift(KeyCode::KeyV),
        "Go to the step of the focused pane with the largest residual.",
    );
    table.add(
        g,
        PastCommand::CheckRecording,
        "Check the recording",
        shift(KeyCode::KeyK),
        "Take all recorded steps again, beside the frames, and say whether they are the same to the bit.",
    );
    table.add(
        g,
        RunCommand::ChangeSpeed(true),
        "Faster",
        plain(KeyCode::Equal),
        "Twice the speed, at most 4 times real time.",
    );
    table.add(
        g,
        RunCommand::ChangeSpeed(false),
        "Slower",
        plain(KeyCode::Minus),
        "Half the speed, at least 0.01.",
    );
    table.add(
        g,
        RunCommand::ToggleAsFastAsPossible,
        "As fast as possible",
        plain(KeyCode::KeyA),
        "Step as often as the processor allows instead of following the clock.",
    );

    let g = Group::Scene;
    table.add(
        g,
        PanelCommand::OpenSceneDialog,
        "Open",
        ctrl(KeyCode::KeyO),
        "Choose a scene, a recording, or a shape for a new body.",
    );
    table.add(
        g,
        FilesCommand::ReloadScene,
        "Reload scene",
        ctrl(KeyCode::KeyR),
        "Read the scene's file again; the camera stays.",
    );
    table.add(
        g,
        FilesCommand::NeighbourScene(true),
        "Next scene",
        plain(KeyCode::PageDown),
        "The next scene of the folder.",
    );
    table.add(
        g,
        FilesCommand::NeighbourScene(false),
        "Previous scene",
        plain(KeyCode::PageUp),
        "The one before.",
    );

    table.add(
        g,
        FilesCommand::SaveScene,
        "Save scene",
        ctrl(KeyCode::KeyS),
        "Write the scene, as built, to its file.",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::SaveScene),
        "Save scene as",
        both(KeyCode::KeyS),
        "Write the scene, as built, and the present moment of the focused pane, to a file.",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::SaveRecording),
        "Save recording",
        None,
        "Write what all panes have recorded, with their scene and settings, to a file (.pegrec).",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::OpenRecording),
        "Open recording",
        None,
        "Take up a saved recording: scrub it, check it, and go on from any moment.",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::ImportShape),
        "Import a shape",
        None,
        "Add the body in an OBJ or STL file to the scene.",
    );

    let g = Group::Edit;
    table.add(
        g,
        PastCommand::Undo,
        "Undo",
        ctrl(KeyCode::KeyZ),
        "Go back to before the last act; nothing of the run is lost.",
    );
    table.add(g, PastCommand::Redo, "Redo", both(KeyCode::KeyZ), "Do the last undone act again.");
    table.add(
        g,
        BuildCommand::SpawnAgain,
        "Add under the pointer",
        plain(KeyCode::KeyK),
        "Another body like the last one added, under the pointer or above what is there.",
    );
    table.add(
        g,
        BuildCommand::DuplicateSelected,
        "Duplicate",
        ctrl(KeyCode::KeyD),
        "Copy the selected bodies, with the joints among them, to where there is room.",
    );
    table.add(
        g,
        BuildCommand::DeleteSelected,
        "Delete",
        plain(KeyCode::Delete),
        "Take the selected bodies out of the scene, with their joints.",
    );
    table.add(
        g,
        BuildCommand::Copy,
        "Copy",
        ctrl(KeyCode::KeyC),
        "Put the selected bodies on the clipboard, with the joints and drives among them: as text, which is a scene.",
    );
    table.add(
        g,
        BuildCommand::Cut,
        "Cut",
        ctrl(KeyCode::KeyX),
        "Copy the selected bodies, and take them out of the scene.",
    );
    table.add(
        g,
        BuildCommand::Paste,
        "Paste",
        ctrl(KeyCode::KeyV),
        "Add the bodies on the clipboard under the pointer, or above what is there; any scene's text will do.",
    );

    table.add(
        g,
        BuildCommand::FaceToFace,
        "Face to face",
        both(KeyCode::KeyF),
        "Turn the selected body so that a face of it lies on a face of the other one that is selected, else of the nearest.",
    );
    table.add(
        g,
        SelectCommand::ToggleSnapping,
        "Snap",
        shift(KeyCode::KeyG),
        "What is moved by hand goes from point to point of a grid and turns from mark to mark; with Ctrl the other way round.",
    );

    let g = Group::Panes;
    table.add(
        g,
        RunCommand::SetPaneCount(1),
        "One pane",
        plain(KeyCode::Digit1),
        "Show the focused pane's model alone.",
    );
    table.add(
        g,
        RunCommand::SetPaneCount(2),
        "Two panes",
        plain(KeyCode::Digit2),
        "Two contact models side by side.",
    );
    table.add(
        g,
        RunCommand::SetPaneCount(3),
        "Three panes",
        plain(KeyCode::Digit3),
        "Three contact models side by side.",
    );
    table.add(
        g,
        RunCommand::CycleModel,
        "Next model",
        plain(KeyCode::KeyM),
        "Change the contact model of the focused pane.",
    );
    table.add(
        g,
        RunCommand::ToggleLinkedCameras,
        "Link cameras",
        plain(KeyCode::KeyL),
        "One camera for all panes, or one for each.",
    );

    let g = Group::Solver;
    table.add(
        g,
        PanelCommand::ToggleSolverPanel,
        "Solver panel",
        shift(KeyCode::KeyZ),
        "Everything about the solver of the focused pane, or the comparison of the panes.",
    );
    table.add(
        g,
        ExplainCommand::CompareSolvers,
        "Solve with every solver",
        shift(KeyCode::KeyS),
        "Solve the complementarity problem of the step shown with every solver, in a table.",
    );
}
