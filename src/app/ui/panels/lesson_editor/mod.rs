//! The editor of lessons: the steps at the left, what one of them says in the middle, and its card as it will be read at the right.

mod fields;
mod question;
mod steps;

use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::LessonEdit;
use crate::app::command::purpose::Purpose;
use crate::app::command::session::{LessonAnswer, LessonPlace};
use crate::app::command::{AppCommand, PanelCommand, SessionCommand};
use crate::app::session::Session;
use crate::app::session::draft::obey::preview;
use crate::app::session::draft::{Draft, Question};
use crate::app::session::lesson::Progress;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::lesson::{self, LessonView};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{Look, icon_button, name_title_bar, section, segmented};
use crate::lesson::{Ask, remark};
use bevy_egui::egui::{self, Align, Context, Layout, Rect, RichText, Ui, vec2};

/// Largest width and height of the window (points).
const SIZE: (f32, f32) = (1240.0, 720.0);

/// Width of the list of steps (points).
const STEPS: f32 = 190.0;

/// Width of the card: as it is in a lesson, where a slider makes it wider than its text (points).
const CARD: f32 = 392.0;

/// What the editor remembers.
#[derive(Debug, Default)]
pub struct EditorView {
    card: LessonView,
    /// Whether the card is shown as it is after the run.
    after: bool,
}

/// Draws the editor, while a lesson is made and not tried.
pub fn show(
    ctx: &Context,
    screen: Rect,
    (session, bench): (&Session, &Workbench),
    view: &mut EditorView,
    commands: &mut Vec<AppCommand>,
) {
    let tried = |place: &LessonPlace| matches!(place, LessonPlace::Draft(_));
    let under_way = session.lesson.as_ref().is_some_and(|open| tried(&open.place));
    let Some(draft) = session.draft.as_ref().filter(|_| !under_way) else { return };
    let id = egui::Id::new("lesson editor");
    let size = vec2((screen.width() - 40.0).min(SIZE.0), (screen.height() - 130.0).min(SIZE.1));
    let mut edits = Vec::new();
    let mut open = true;
    let title = tr!("editor-lesson-window");
    egui::Window::new(title)
        .id(id)
        .collapsible(true)
        .resizable(false)
        .default_pos(screen.center() - size / 2.0)
        .constrain_to(screen)
        .open(&mut open)
        .show(ctx, |ui| {
            ui.set_width(size.x - 30.0);
            ui.set_height(size.y - 60.0);
            decide(ui, draft, &mut edits);
            ui.add_enabled_ui(draft.question.is_none(), |ui| content(ui, draft, bench, view, &mut edits));
        });
    name_title_bar(ctx, id, title);
    if !open {
        edits.push(LessonEdit::Close);
    }
    for edit in edits {
        // A name for the file is asked for by the dialog.
        commands.push(match edit {
            LessonEdit::SaveAs(path) if path.as_os_str().is_empty() => {
                PanelCommand::AskForFile(Purpose::SaveLesson).into()
            }
            edit => SessionCommand::EditLesson(edit).into(),
        });
    }
}

/// What has to be decided before anything else.
fn decide(ui: &mut Ui, draft: &Draft, edits: &mut Vec<LessonEdit>) {
    let Some(question) = &draft.question else { return };
    let p = Palette::from_ui(ui);
    let (text, answers) = match question {
        Question::Unsaved(_) => (
            tr!("editor-lesson-not-saved", lesson = draft.lesson().title),
            [
                (tr!("editor-lesson-save"), LessonEdit::Save),
                (tr!("editor-lesson-go-on-without"), LessonEdit::Discard),
            ],
        ),
        Question::Over(why) => (
            tr!("editor-lesson-if-saved-now", why = why),
            [
                (tr!("editor-lesson-save-all-the-same"), LessonEdit::SaveOver),
                (tr!("editor-lesson-save-as"), LessonEdit::SaveAs(String::new().into())),
            ],
        ),
    };
    egui::Frame::new().fill(p.well).corner_radius(6.0).inner_margin(8.0).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).color(p.warn));
            for (name, edit) in answers {
                if ui.button(name).clicked() {
                    edits.push(edit);
                }
            }
            if ui.button(tr!("editor-lesson-go-on-editing")).clicked() {
                edits.push(LessonEdit::GoOn);
            }
        });
    });
    ui.add_space(4.0);
}

fn content(
    ui: &mut Ui,
    draft: &Draft,
    bench: &Workbench,
    view: &mut EditorView,
    edits: &mut Vec<LessonEdit>,
) {
    let foot = 64.0;
    let height = (ui.available_height() - foot).max(120.0);
    let middle = (ui.available_width() - STEPS - CARD - 40.0).max(220.0);
    ui.horizontal_top(|ui| {
        column(ui, "steps", STEPS, height, |ui| steps::show(ui, draft, edits));
        ui.separator();
        column(ui, "fields", middle, height, |ui| fields::show(ui, draft, bench, edits));
        ui.separator();
        column(ui, "card", CARD, height, |ui| card(ui, draft, view));
    });
    ui.separator();
    buttons(ui, draft, edits);
}

fn column(ui: &mut Ui, name: &str, width: f32, height: f32, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.set_height(height);
        egui::ScrollArea::vertical().id_salt(("lesson editor", name)).auto_shrink(false).show(ui, |ui| {
            ui.set_width(width - 10.0);
            content(ui);
        });
    });
}

/// The card of the step, as it will be read.
fn card(ui: &mut Ui, draft: &Draft, view: &mut EditorView) {
    let mut open = preview(draft);
    let step = open.step;
    let choices = [
        (false, tr!("editor-lesson-card-before"), tr!("editor-lesson-card-before-tip").to_owned()),
        (true, tr!("editor-lesson-card-after"), tr!("editor-lesson-card-after-tip").to_owned()),
    ];
    section(ui, tr!("editor-lesson-as-it-will-be-read"));
    if let Some(after) = segmented(ui, &choices, view.after) {
        view.after = after;
    }
    ui.add_space(4.0);
    if view.after {
        let answer = draft.lesson().steps[step].ask.as_ref().map(|ask| match ask {
            Ask::Choose { right, .. } => LessonAnswer::Choice(*right),
            Ask::Predict { from, to, .. } => LessonAnswer::Number((from + to) / 2.0),
        });
        let found = draft.measured().map(|measured| measured.found.clone()).unwrap_or_default();
        open.progress[step] = Progress { answer, found: Some(found) };
    }
    // What is clicked here answers nothing.
    lesson::title(ui, &open);
    lesson::card(ui, &open, &mut view.card, &mut Vec::new());
}

fn buttons(ui: &mut Ui, draft: &Draft, edits: &mut Vec<LessonEdit>) {
    let p = Palette::from_ui(ui);
    let (text, color) = match remark(draft.lesson()) {
        Some((Some(k), message)) => {
            (tr!("editor-lesson-not-complete-step", number = k + 1, message = message), p.warn)
        }
        Some((None, message)) => (tr!("editor-lesson-not-complete", message = message), p.warn),
        None => (tr!("editor-lesson-complete").to_owned(), p.weak),
    };
    ui.add(egui::Label::new(RichText::new(text).size(12.0).color(color)).truncate());
    ui.horizontal(|ui| {
        for (icon, name, next, edit) in [
            (Icon::Undo, tr!("editor-lesson-undo"), draft.next_undo(), LessonEdit::Undo),
            (Icon::Redo, tr!("editor-lesson-redo"), draft.next_redo(), LessonEdit::Redo),
        ] {
            let what = next.unwrap_or(tr!("editor-lesson-nothing-to-undo"));
            let hover = tr!("editor-lesson-undo-what", name = name, what = what);
            let button =
                ui.add_enabled_ui(next.is_some(), |ui| icon_button(ui, icon, Look::Quiet, hover.clone()));
            if button.inner.clicked() {
                edits.push(edit);
            }
        }
        let hover = tr!("editor-lesson-try-tip");
        if ui.button(tr!("editor-lesson-try")).on_hover_text(hover).clicked() {
            edits.push(LessonEdit::Try(draft.shown()));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(tr!("editor-lesson-close")).on_hover_text(tr!("editor-lesson-close-tip")).clicked() {
                edits.push(LessonEdit::Close);
            }
            if ui
                .button(tr!("editor-lesson-save-as"))
                .on_hover_text(tr!("editor-lesson-save-as-tip"))
                .clicked()
            {
                edits.push(LessonEdit::SaveAs(std::path::PathBuf::new()));
            }
            let unsaved = draft.is_unsaved();
            let hover = tr!("editor-lesson-save-tip");
            let name = if unsaved { tr!("editor-lesson-save-unsaved") } else { tr!("editor-lesson-save") };
            if ui.button(name).on_hover_text(hover).clicked() {
                edits.push(LessonEdit::Save);
            }
            let file = draft.file().map_or_else(
                || tr!("editor-lesson-in-no-file").to_owned(),
                |path| path.display().to_string(),
            );
            ui.add(egui::Label::new(RichText::new(file).size(11.5).color(p.weak)).truncate());
        });
    });
}
