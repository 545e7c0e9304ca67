//! What the lesson says of itself, and its steps: to be shown, added, moved and taken out.

use crate::app::command::lesson::LessonEdit;
use crate::app::session::draft::Draft;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{name_it, section};
use crate::lesson::{LessonStep, remark};
use bevy_egui::egui::{self, RichText, Ui, vec2};

/// Longest lesson that the field takes (minutes).
const LONGEST: u32 = 600;

/// Draws them.
pub(super) fn show(ui: &mut Ui, draft: &Draft, edits: &mut Vec<LessonEdit>) {
    let lesson = draft.lesson();
    section(ui, tr!("lesson-lesson"));
    let mut title = lesson.title.clone();
    let field = ui.add(
        egui::TextEdit::singleline(&mut title)
            .hint_text(tr!("editor-lesson-title"))
            .desired_width(f32::INFINITY),
    );
    name_it(&field, egui::WidgetType::TextEdit, tr!("editor-lesson-title-of-lesson").to_owned());
    if title != lesson.title {
        edits.push(LessonEdit::Title(title));
    }
    let mut about = lesson.about.clone();
    let hint = tr!("editor-lesson-about-hint");
    let field =
        egui::TextEdit::multiline(&mut about).hint_text(hint).desired_rows(3).desired_width(f32::INFINITY);
    name_it(&ui.add(field), egui::WidgetType::TextEdit, tr!("editor-lesson-about").to_owned());
    if about != lesson.about {
        edits.push(LessonEdit::About(about));
    }
    ui.horizontal(|ui| {
        let mut minutes = lesson.minutes.unwrap_or(0);
        let label = ui.label(tr!("editor-lesson-minutes"));
        let field = egui::DragValue::new(&mut minutes).range(0..=LONGEST);
        let hover = tr!("editor-lesson-minutes-tip");
        ui.add(field).labelled_by(label.id).on_hover_text(hover);
        let minutes = Some(minutes).filter(|minutes| *minutes > 0);
        if minutes != lesson.minutes {
            edits.push(LessonEdit::Minutes(minutes));
        }
    });
    section(ui, tr!("editor-lesson-steps"));
    let lacks = remark(lesson).and_then(|(step, _)| step);
    for (k, step) in lesson.steps.iter().enumerate() {
        row(ui, draft, k, step, lacks == Some(k), edits);
    }
    ui.add_space(4.0);
    let hover = tr!("editor-lesson-add-step-tip");
    if ui.button(tr!("editor-lesson-add-step")).on_hover_text(hover).clicked() {
        edits.push(LessonEdit::Add);
    }
}

/// One step; what can be done with it below the one that is shown.
fn row(ui: &mut Ui, draft: &Draft, k: usize, step: &LessonStep, lacks: bool, edits: &mut Vec<LessonEdit>) {
    let p = Palette::from_ui(ui);
    let shown = draft.shown() == k;
    let name =
        if step.heading.trim().is_empty() { tr!("editor-lesson-no-heading") } else { step.heading.trim() };
    let color = match (lacks, shown) {
        (true, _) => p.warn,
        (false, true) => p.strong,
        (false, false) => p.text,
    };
    let text = RichText::new(format!("{}  {name}", k + 1)).color(color);
    let button = egui::Button::selectable(shown, text).truncate().min_size(vec2(ui.available_width(), 22.0));
    let marks = [
        step.scene.as_ref().map(|scene| tr!("editor-lesson-mark-scene", scene = scene)),
        step.ask.as_ref().map(|_| tr!("editor-lesson-mark-asks").to_owned()),
        step.run.map(|run| tr!("editor-lesson-mark-runs", run = run)),
    ];
    let said: Vec<String> = marks.into_iter().flatten().collect();
    let hover =
        if said.is_empty() { tr!("editor-lesson-something-to-read").to_owned() } else { said.join(", ") };
    if ui.add(button).on_hover_text(hover).clicked() {
        edits.push(LessonEdit::Show(k));
    }
    if !shown {
        return;
    }
    let last = draft.lesson().steps.len() - 1;
    ui.horizontal(|ui| {
        ui.add_space(16.0);
        for (able, name, hover, edit) in [
            (
                k > 0,
                tr!("editor-lesson-up"),
                tr!("editor-lesson-up-tip"),
                LessonEdit::Move(k, k.saturating_sub(1)),
            ),
            (k < last, tr!("editor-lesson-down"), tr!("editor-lesson-down-tip"), LessonEdit::Move(k, k + 1)),
            (last > 0, tr!("editor-lesson-delete"), tr!("editor-lesson-delete-tip"), LessonEdit::Delete(k)),
        ] {
            let button = egui::Button::new(RichText::new(name).size(11.5));
            if ui.add_enabled(able, button).on_hover_text(hover).clicked() {
                edits.push(edit);
            }
        }
    });
}
