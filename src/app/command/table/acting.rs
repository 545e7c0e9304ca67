//! Commands that run, build and compare.

use super::{Group, Table, both, ctrl, plain, shift};
use crate::app::command::build::GroupChange;
use crate::app::command::purpose::Purpose;
use crate::app::command::{
    BuildCommand, ExplainCommand, FilesCommand, PanelCommand, PastCommand, RunCommand, SelectCommand,
};
use crate::math::Dimension;
use bevy::prelude::*;

/// Adds them, group by group.
pub(super) fn add(table: &mut Table) {
    let g = Group::Time;
    table.add(
        g,
        RunCommand::ToggleRun,
        tr!("command-run-or-pause"),
        plain(KeyCode::Space),
        tr!("command-run-or-pause-tip"),
    );
    table.add(g, RunCommand::Step, tr!("command-step"), plain(KeyCode::ArrowRight), tr!("command-step-tip"));
    table.add(
        g,
        PastCommand::StepBack,
        tr!("command-step-back"),
        plain(KeyCode::ArrowLeft),
        tr!("command-step-back-tip"),
    );
    table.add(g, PastCommand::Reset, tr!("command-reset"), plain(KeyCode::KeyR), tr!("command-reset-tip"));
    table.add(
        g,
        RunCommand::StepToSprungTrap,
        tr!("command-next-sprung-trap"),
        plain(KeyCode::KeyT),
        tr!("command-next-sprung-trap-tip"),
    );
    table.add(
        g,
        PastCommand::SeekDeepest,
        tr!("command-deepest-overlap"),
        plain(KeyCode::KeyV),
        tr!("command-deepest-overlap-tip"),
    );
    table.add(
        g,
        PastCommand::SeekWorstResidual,
        tr!("command-worst-residual"),
        shift(KeyCode::KeyV),
        tr!("command-worst-residual-tip"),
    );
    table.add(
        g,
        PastCommand::CheckRecording,
        tr!("command-check-recording"),
        shift(KeyCode::KeyK),
        tr!("command-check-recording-tip"),
    );
    table.add(
        g,
        RunCommand::ChangeSpeed(true),
        tr!("command-faster"),
        plain(KeyCode::Equal),
        tr!("command-faster-tip"),
    );
    table.add(
        g,
        RunCommand::ChangeSpeed(false),
        tr!("command-slower"),
        plain(KeyCode::Minus),
        tr!("command-slower-tip"),
    );
    table.add(
        g,
        RunCommand::ToggleAsFastAsPossible,
        tr!("command-as-fast-as-possible"),
        plain(KeyCode::KeyA),
        tr!("command-as-fast-as-possible-tip"),
    );

    let g = Group::Scene;
    table.add(
        g,
        FilesCommand::NewScene(Dimension::Three),
        tr!("command-new-scene"),
        ctrl(KeyCode::KeyN),
        tr!("command-new-scene-tip"),
    );
    table.add(
        g,
        FilesCommand::NewScene(Dimension::Two),
        tr!("command-new-plane-scene"),
        None,
        tr!("command-new-plane-scene-tip"),
    );
    table.add(
        g,
        PanelCommand::ToggleSceneSettings,
        tr!("command-scene-settings"),
        ctrl(KeyCode::KeyI),
        tr!("command-scene-settings-tip"),
    );
    table.add(
        g,
        PanelCommand::OpenSceneDialog,
        tr!("command-open"),
        ctrl(KeyCode::KeyO),
        tr!("command-open-tip"),
    );
    table.add(
        g,
        FilesCommand::ReloadScene,
        tr!("command-reload-scene"),
        ctrl(KeyCode::KeyR),
        tr!("command-reload-scene-tip"),
    );
    table.add(
        g,
        FilesCommand::NeighbourScene(true),
        tr!("command-next-scene"),
        plain(KeyCode::PageDown),
        tr!("command-next-scene-tip"),
    );
    table.add(
        g,
        FilesCommand::NeighbourScene(false),
        tr!("command-previous-scene"),
        plain(KeyCode::PageUp),
        tr!("command-previous-scene-tip"),
    );

    table.add(
        g,
        FilesCommand::SaveScene,
        tr!("command-save-scene"),
        ctrl(KeyCode::KeyS),
        tr!("command-save-scene-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::SaveScene),
        tr!("command-save-scene-as"),
        both(KeyCode::KeyS),
        tr!("command-save-scene-as-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::SaveRecording),
        tr!("command-save-recording"),
        None,
        tr!("command-save-recording-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::OpenRecording),
        tr!("command-open-recording"),
        None,
        tr!("command-open-recording-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::ImportShape),
        tr!("command-import-shape"),
        None,
        tr!("command-import-shape-tip"),
    );

    let g = Group::Edit;
    table.add(g, PastCommand::Undo, tr!("command-undo"), ctrl(KeyCode::KeyZ), tr!("command-undo-tip"));
    table.add(g, PastCommand::Redo, tr!("command-redo"), both(KeyCode::KeyZ), tr!("command-redo-tip"));
    table.add(
        g,
        BuildCommand::SpawnAgain,
        tr!("command-add-under-pointer"),
        plain(KeyCode::KeyK),
        tr!("command-add-under-pointer-tip"),
    );
    table.add(
        g,
        BuildCommand::DuplicateSelected,
        tr!("command-duplicate"),
        ctrl(KeyCode::KeyD),
        tr!("command-duplicate-tip"),
    );
    table.add(
        g,
        BuildCommand::DeleteSelected,
        tr!("command-delete"),
        plain(KeyCode::Delete),
        tr!("command-delete-tip"),
    );
    table.add(g, BuildCommand::Copy, tr!("command-copy"), ctrl(KeyCode::KeyC), tr!("command-copy-tip"));
    table.add(g, BuildCommand::Cut, tr!("command-cut"), ctrl(KeyCode::KeyX), tr!("command-cut-tip"));
    table.add(g, BuildCommand::Paste, tr!("command-paste"), ctrl(KeyCode::KeyV), tr!("command-paste-tip"));

    table.add(
        g,
        BuildCommand::Group(GroupChange::Make),
        tr!("command-group"),
        ctrl(KeyCode::KeyG),
        tr!("command-group-tip"),
    );
    table.add(
        g,
        BuildCommand::Group(GroupChange::DissolveSelected),
        tr!("command-dissolve-group"),
        both(KeyCode::KeyG),
        tr!("command-dissolve-group-tip"),
    );
    table.add(
        g,
        BuildCommand::FaceToFace,
        tr!("command-face-face"),
        both(KeyCode::KeyF),
        tr!("command-face-face-tip"),
    );
    table.add(
        g,
        SelectCommand::ToggleSnapping,
        tr!("command-snap"),
        shift(KeyCode::KeyG),
        tr!("command-snap-tip"),
    );

    let g = Group::Panes;
    table.add(
        g,
        RunCommand::SetPaneCount(1),
        tr!("command-one-pane"),
        plain(KeyCode::Digit1),
        tr!("command-one-pane-tip"),
    );
    table.add(
        g,
        RunCommand::SetPaneCount(2),
        tr!("command-two-panes"),
        plain(KeyCode::Digit2),
        tr!("command-two-panes-tip"),
    );
    table.add(
        g,
        RunCommand::SetPaneCount(3),
        tr!("command-three-panes"),
        plain(KeyCode::Digit3),
        tr!("command-three-panes-tip"),
    );
    table.add(
        g,
        RunCommand::CycleModel,
        tr!("command-next-model"),
        plain(KeyCode::KeyM),
        tr!("command-next-model-tip"),
    );
    table.add(
        g,
        RunCommand::ToggleLinkedCameras,
        tr!("command-link-cameras"),
        plain(KeyCode::KeyL),
        tr!("command-link-cameras-tip"),
    );

    let g = Group::Solver;
    table.add(
        g,
        PanelCommand::ToggleSolverPanel,
        tr!("command-solver-panel"),
        shift(KeyCode::KeyZ),
        tr!("command-solver-panel-tip"),
    );
    table.add(
        g,
        ExplainCommand::CompareSolvers,
        tr!("command-solve-with-every-solver"),
        shift(KeyCode::KeyS),
        tr!("command-solve-with-every-solver-tip"),
    );
}
