//! Commands that show, select, write and keep the program.

use super::{Group, Shortcut, Table, both, ctrl, plain, shift};
use crate::app::command::files::Export;
use crate::app::command::lesson::LessonEdit;
use crate::app::command::look::{Overlay, StandardView};
use crate::app::command::purpose::Purpose;
use crate::app::command::session::TourMove;
use crate::app::command::{
    AppCommand, FilesCommand, LookCommand, PanelCommand, SelectCommand, SessionCommand,
};
use bevy::prelude::*;

/// Adds them, group by group.
pub(super) fn add(table: &mut Table) {
    let g = Group::Overlays;
    for overlay in Overlay::ALL {
        let shortcut = Some(Shortcut { key: overlay.key(), ctrl: false, shift: overlay.shift() });
        table.add(g, LookCommand::ToggleOverlay(overlay), overlay.name(), shortcut, overlay.tooltip());
    }
    table.add(
        g,
        LookCommand::NextGhost,
        tr!("command-ghost-next-pane"),
        shift(KeyCode::KeyH),
        tr!("command-ghost-next-pane-tip"),
    );

    let g = Group::Selection;
    let (next, previous) = (KeyCode::BracketRight, KeyCode::BracketLeft);
    table.add(
        g,
        SelectCommand::AllThatMove,
        tr!("command-select-all-that-move"),
        ctrl(KeyCode::KeyA),
        tr!("command-select-all-that-move-tip"),
    );
    table.add(
        g,
        SelectCommand::SameShape,
        tr!("command-select-all-this-shape"),
        both(KeyCode::KeyA),
        tr!("command-select-all-this-shape-tip"),
    );
    table.add(
        g,
        SelectCommand::NeighbourBody(true),
        tr!("command-next-body"),
        plain(next),
        tr!("command-next-body-tip"),
    );
    table.add(
        g,
        SelectCommand::NeighbourBody(false),
        tr!("command-previous-body"),
        plain(previous),
        tr!("command-previous-body-tip"),
    );
    table.add(
        g,
        SelectCommand::NeighbourContact(true),
        tr!("command-next-contact"),
        shift(next),
        tr!("command-next-contact-tip"),
    );
    table.add(
        g,
        SelectCommand::NeighbourContact(false),
        tr!("command-previous-contact"),
        shift(previous),
        tr!("command-previous-contact-tip"),
    );

    let g = Group::View;
    table.add(
        g,
        LookCommand::FrameScene,
        tr!("command-frame-scene"),
        plain(KeyCode::KeyF),
        tr!("command-frame-scene-tip"),
    );
    table.add(
        g,
        LookCommand::FrameSelection,
        tr!("command-frame-selection"),
        shift(KeyCode::KeyF),
        tr!("command-frame-selection-tip"),
    );
    table.add(
        g,
        LookCommand::ToggleFollow,
        tr!("command-follow-body"),
        plain(KeyCode::Period),
        tr!("command-follow-body-tip"),
    );
    for view in StandardView::ALL {
        let shortcut = Some(Shortcut { key: view.key(), ctrl: false, shift: view.shift() });
        table.add(g, AppCommand::Look(LookCommand::View(view)), view.name(), shortcut, view.tooltip());
    }
    table.add(
        g,
        LookCommand::ToggleProjection,
        tr!("command-projection"),
        plain(KeyCode::KeyP),
        tr!("command-projection-tip"),
    );
    table.add(
        g,
        LookCommand::ToggleQuality,
        tr!("command-quality"),
        plain(KeyCode::KeyQ),
        tr!("command-quality-tip"),
    );
    table.add(
        g,
        PanelCommand::ToggleFrameMeter,
        tr!("command-frame-times"),
        None,
        tr!("command-frame-times-tip"),
    );
    table.add(
        g,
        LookCommand::ToggleTheme,
        tr!("command-dark-or-light"),
        plain(KeyCode::KeyD),
        tr!("command-dark-or-light-tip"),
    );
    table.add(
        g,
        PanelCommand::TogglePresenter,
        tr!("command-present"),
        plain(KeyCode::F11),
        tr!("command-present-tip"),
    );
    table.add(
        g,
        PanelCommand::TogglePanels,
        tr!("command-panels"),
        plain(KeyCode::F9),
        tr!("command-panels-tip"),
    );
    table.add(
        g,
        LookCommand::ChangeUiScale(true),
        tr!("command-larger-text"),
        ctrl(KeyCode::Equal),
        tr!("command-larger-text-tip"),
    );
    table.add(
        g,
        LookCommand::ChangeUiScale(false),
        tr!("command-smaller-text"),
        ctrl(KeyCode::Minus),
        tr!("command-smaller-text-tip"),
    );
    table.add(
        g,
        LookCommand::SetUiScale(1.0),
        tr!("command-usual-text-size"),
        ctrl(KeyCode::Digit0),
        tr!("command-usual-text-size-tip"),
    );

    let g = Group::Output;
    table.add(
        g,
        FilesCommand::Screenshot(None),
        tr!("command-screenshot"),
        plain(KeyCode::F12),
        tr!("command-screenshot-tip"),
    );
    table.add(
        g,
        FilesCommand::ScreenshotOfViews,
        tr!("command-screenshot-views"),
        shift(KeyCode::F12),
        tr!("command-screenshot-views-tip"),
    );
    table.add(
        g,
        FilesCommand::ToggleFilm,
        tr!("command-record-film"),
        ctrl(KeyCode::F12),
        tr!("command-record-film-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::Film),
        tr!("command-record-film-file"),
        None,
        tr!("command-record-film-file-tip"),
    );
    table.add(
        g,
        FilesCommand::ToggleFilmOfWindow,
        tr!("command-films-window"),
        None,
        tr!("command-films-window-tip"),
    );
    table.add(
        g,
        FilesCommand::Export(Export::Samples),
        tr!("command-export-samples"),
        None,
        tr!("command-export-samples-tip"),
    );
    table.add(
        g,
        FilesCommand::Export(Export::Report(None)),
        tr!("command-export-reports"),
        None,
        tr!("command-export-reports-tip"),
    );
    table.add(
        g,
        FilesCommand::Export(Export::Trajectory(None)),
        tr!("command-export-trajectories"),
        None,
        tr!("command-export-trajectories-tip"),
    );
    table.add(
        g,
        FilesCommand::Export(Export::Page),
        tr!("command-export-web-page"),
        None,
        tr!("command-export-web-page-tip"),
    );
    table.add(
        g,
        FilesCommand::Export(Export::Animation),
        tr!("command-export-animated-scene"),
        None,
        tr!("command-export-animated-scene-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::OutputFolder),
        tr!("command-folder-for-output"),
        None,
        tr!("command-folder-for-output-tip"),
    );

    let g = Group::Program;
    table.add(
        g,
        PanelCommand::ToggleCommandPalette,
        tr!("command-command-palette"),
        ctrl(KeyCode::KeyP),
        tr!("command-command-palette-tip"),
    );
    table.add(
        g,
        PanelCommand::ToggleSettings,
        tr!("command-settings"),
        ctrl(KeyCode::Comma),
        tr!("command-settings-tip"),
    );
    table.add(
        g,
        PanelCommand::ToggleMessageLog,
        tr!("command-past-messages"),
        plain(KeyCode::F8),
        tr!("command-past-messages-tip"),
    );
    let lesson = |edit| SessionCommand::EditLesson(edit);
    table.add(g, lesson(LessonEdit::New), tr!("command-new-lesson"), None, tr!("command-new-lesson-tip"));
    table.add(
        g,
        lesson(LessonEdit::This),
        tr!("command-edit-this-lesson"),
        None,
        tr!("command-edit-this-lesson-tip"),
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::EditLesson),
        tr!("command-edit-lesson-file"),
        None,
        tr!("command-edit-lesson-file-tip"),
    );
    table.add(g, lesson(LessonEdit::Save), tr!("command-save-lesson"), None, tr!("command-save-lesson-tip"));
    table.add(g, SessionCommand::Tour(TourMove::Start), tr!("command-tour"), None, tr!("command-tour-tip"));
    table.add(
        g,
        SessionCommand::ForgetRecent(None),
        tr!("command-forget-recent-files"),
        None,
        tr!("command-forget-recent-files-tip"),
    );
    table.add(
        g,
        PanelCommand::ToggleRecovery,
        tr!("command-recover-work"),
        None,
        tr!("command-recover-work-tip"),
    );
    table.add(
        g,
        AppCommand::Cancel,
        tr!("command-cancel"),
        plain(KeyCode::Escape),
        tr!("command-cancel-tip"),
    );
    table.add(
        g,
        PanelCommand::DismissAllMessages,
        tr!("command-dismiss-messages"),
        plain(KeyCode::Backspace),
        tr!("command-dismiss-messages-tip"),
    );
    table.add(g, PanelCommand::ToggleHelp, tr!("command-help"), plain(KeyCode::F1), tr!("command-help-tip"));
    table.add(
        g,
        AppCommand::Session(SessionCommand::Quit),
        tr!("command-quit"),
        ctrl(KeyCode::KeyQ),
        tr!("command-quit-tip"),
    );
}
