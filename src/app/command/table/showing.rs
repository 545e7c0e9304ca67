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
        "Ghost of the next pane",
        shift(KeyCode::KeyH),
        "Show the bodies of another pane as outlines in all others.",
    );

    let g = Group::Selection;
    let (next, previous) = (KeyCode::BracketRight, KeyCode::BracketLeft);
    table.add(
        g,
        SelectCommand::AllThatMove,
        "Select all that move",
        ctrl(KeyCode::KeyA),
        "Select all bodies that move by forces; what is done to one of them is done to all.",
    );
    table.add(
        g,
        SelectCommand::SameShape,
        "Select all of this shape",
        both(KeyCode::KeyA),
        "Select all bodies of the shape that the selected one has.",
    );
    table.add(
        g,
        SelectCommand::NeighbourBody(true),
        "Next body",
        plain(next),
        "Select the next body of the scene.",
    );
    table.add(
        g,
        SelectCommand::NeighbourBody(false),
        "Previous body",
        plain(previous),
        "Select the body before.",
    );
    table.add(
        g,
        SelectCommand::NeighbourContact(true),
        "Next contact",
        shift(next),
        "Select the next contact of the selected body in the focused pane; without a body, of all.",
    );
    table.add(
        g,
        SelectCommand::NeighbourContact(false),
        "Previous contact",
        shift(previous),
        "Select the contact before.",
    );

    let g = Group::View;
    table.add(
        g,
        LookCommand::FrameScene,
        "Frame scene",
        plain(KeyCode::KeyF),
        "Put the whole scene in view.",
    );
    table.add(
        g,
        LookCommand::FrameSelection,
        "Frame selection",
        shift(KeyCode::KeyF),
        "Put the selected body in view, or the contact that is explained.",
    );
    table.add(
        g,
        LookCommand::ToggleFollow,
        "Follow body",
        plain(KeyCode::Period),
        "Keep the selected body where it is in the picture; again: let it go.",
    );
    for view in StandardView::ALL {
        let shortcut = Some(Shortcut { key: view.key(), ctrl: false, shift: view.shift() });
        table.add(g, AppCommand::Look(LookCommand::View(view)), view.name(), shortcut, view.tooltip());
    }
    table.add(
        g,
        LookCommand::ToggleProjection,
        "Projection",
        plain(KeyCode::KeyP),
        "Perspective or orthographic.",
    );
    table.add(
        g,
        LookCommand::ToggleQuality,
        "Quality",
        plain(KeyCode::KeyQ),
        "Shadows and smooth edges, or flat and fast.",
    );
    table.add(
        g,
        PanelCommand::ToggleFrameMeter,
        "Frame times",
        None,
        "What a frame costs: time of each stage, draw calls, meshes and overlay lines.",
    );
    table.add(
        g,
        LookCommand::ToggleTheme,
        "Dark or light",
        plain(KeyCode::KeyD),
        "Change between the dark and the light look.",
    );
    table.add(
        g,
        PanelCommand::TogglePresenter,
        "Present",
        plain(KeyCode::F11),
        "Views and a caption in large type, for a room; Page Down and Page Up go through a lesson.",
    );
    table.add(g, PanelCommand::TogglePanels, "Panels", plain(KeyCode::F9), "Show or hide the side panels.");
    table.add(
        g,
        LookCommand::ChangeUiScale(true),
        "Larger text",
        ctrl(KeyCode::Equal),
        "Text and panels a tenth larger.",
    );
    table.add(
        g,
        LookCommand::ChangeUiScale(false),
        "Smaller text",
        ctrl(KeyCode::Minus),
        "Text and panels a tenth smaller.",
    );
    table.add(
        g,
        LookCommand::SetUiScale(1.0),
        "Usual text size",
        ctrl(KeyCode::Digit0),
        "Text and panels in their usual size.",
    );

    let g = Group::Output;
    table.add(
        g,
        FilesCommand::Screenshot(None),
        "Screenshot",
        plain(KeyCode::F12),
        "Write a PNG of the window.",
    );
    table.add(
        g,
        FilesCommand::ScreenshotOfViews,
        "Screenshot of the views",
        shift(KeyCode::F12),
        "Write a PNG of the views with their headings, without the panels around them.",
    );
    table.add(
        g,
        FilesCommand::ToggleFilm,
        "Record a film",
        ctrl(KeyCode::F12),
        "Take pictures evenly spaced in simulated time, and make numbered PNGs, an MP4, WebM, GIF or WebP of them (menu \
         Export); once more ends it. The clock waits for each picture, so that the film is smooth whatever the graphics.",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::Film),
        "Record a film into a file",
        None,
        "The same into a file of your choice; the ending of its name (.mp4, .webm, .gif, .webp) says what is made.",
    );
    table.add(
        g,
        FilesCommand::ToggleFilmOfWindow,
        "Films of the window",
        None,
        "Film the whole window, or the views alone.",
    );
    table.add(
        g,
        FilesCommand::Export(Export::Samples),
        "Export samples",
        None,
        "Write the samples of all steps and panes, which the plots are drawn from, as CSV.",
    );
    table.add(
        g,
        FilesCommand::Export(Export::Report(None)),
        "Export reports",
        None,
        "Write a report (JSON) on the recorded run of each pane, as `pegsim run --report` does.",
    );
    table.add(
        g,
        FilesCommand::Export(Export::Trajectory(None)),
        "Export trajectories",
        None,
        "Write the recorded states of each pane (CSV), as `pegsim run --trajectory` does.",
    );
    table.add(
        g,
        FilesCommand::Export(Export::Page),
        "Export a web page",
        None,
        "Write what all panes have recorded as one page that plays in any browser, as `pegsim share` does.",
    );
    table.add(
        g,
        FilesCommand::Export(Export::Animation),
        "Export an animated scene",
        None,
        "Write what all panes have recorded as glTF (.glb), for Blender and most else, as `pegsim export` does.",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::OutputFolder),
        "Folder for output",
        None,
        "Choose where pictures, films and exported numbers go.",
    );

    let g = Group::Program;
    table.add(
        g,
        PanelCommand::ToggleCommandPalette,
        "Command palette",
        ctrl(KeyCode::KeyP),
        "Type a few letters to find any command, scene, overlay, model, solver or body; Enter runs it.",
    );
    table.add(
        g,
        PanelCommand::ToggleSettings,
        "Settings",
        ctrl(KeyCode::Comma),
        "Look, size of text, quality, files.",
    );
    table.add(
        g,
        PanelCommand::ToggleMessageLog,
        "Past messages",
        plain(KeyCode::F8),
        "All messages of this run, to read and copy.",
    );
    table.add(
        g,
        SessionCommand::Tour(TourMove::Start),
        "Tour",
        None,
        "Three scenes that show what the program is for.",
    );
    let lesson = |edit| SessionCommand::EditLesson(edit);
    table.add(
        g,
        lesson(LessonEdit::New),
        "New lesson",
        None,
        "Make a lesson: steps with something to read, a scene under some models, and a question. It begins with the scene and \
         the panes that are shown.",
    );
    table.add(
        g,
        lesson(LessonEdit::This),
        "Edit this lesson",
        None,
        "Edit the lesson that is under way, at the step that is shown.",
    );
    table.add(
        g,
        PanelCommand::AskForFile(Purpose::EditLesson),
        "Edit a lesson from a file",
        None,
        "Open a lesson of your own in the editor; it need not be complete yet.",
    );
    table.add(
        g,
        lesson(LessonEdit::Save),
        "Save lesson",
        None,
        "Write the lesson that is being edited to its file; comments and layout of what did not change stay.",
    );
    table.add(
        g,
        SessionCommand::ForgetRecent(None),
        "Forget recent files",
        None,
        "Empty the list of scenes opened lately.",
    );
    table.add(
        g,
        PanelCommand::ToggleRecovery,
        "Recover work",
        None,
        "Show what is kept of windows that ended without being left, to take it up or to delete it.",
    );
    table.add(
        g,
        AppCommand::Cancel,
        "Cancel",
        plain(KeyCode::Escape),
        "Stop a step that takes long; otherwise let go, close the window in front, or deselect.",
    );
    table.add(
        g,
        PanelCommand::DismissAllMessages,
        "Dismiss messages",
        plain(KeyCode::Backspace),
        "Clear all messages.",
    );
    table.add(
        g,
        PanelCommand::ToggleHelp,
        "Help",
        plain(KeyCode::F1),
        "Shortcuts, gestures and what the numbers mean.",
    );
    table.add(
        g,
        AppCommand::Session(SessionCommand::Quit),
        "Quit",
        ctrl(KeyCode::KeyQ),
        "Leave the program.",
    );
}
