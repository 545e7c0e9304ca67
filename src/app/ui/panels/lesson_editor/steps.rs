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
    section(ui, "Lesson");
    let mut title = lesson.title.clone();
    let field =
        ui.add(egui::TextEdit::singleline(&mut title).hint_text("Title").desired_width(f32::INFINITY));
    name_it(&field, egui::WidgetType::TextEdit, "Title of the lesson".to_owned());
    if title != lesson.title {
        edits.push(LessonEdit::Title(title));
    }
    let mut about = lesson.about.clone();
    let hint = "What one knows afterwards, in a sentence";
    let field =
        egui::TextEdit::multiline(&mut about).hint_text(hint).desired_rows(3).desired_width(f32::INFINITY);
    name_it(&ui.add(field), egui::WidgetType::TextEdit, "About the lesson".to_owned());
    if about != lesson.about {
        edits.push(LessonEdit::About(about));
    }
    ui.horizontal(|ui| {
        let mut minutes = lesson.minutes.unwrap_or(0);
        let label = ui.label("Minutes");
        let field = egui::DragValue::new(&mut minutes).range(0..=LONGEST);
        let hover = "How long it takes, for the list of lessons; 0 says nothing.";
        ui.add(field).labelled_by(label.id).on_hover_text(hover);
        let minutes = Some(minutes).filter(|minutes| *minutes > 0);
        if minutes != lesson.minutes {
            edits.push(LessonEdit::Minutes(minutes));
        }
    });
    section(ui, "Steps");
    let lacks = remark(lesson).and_then(|(step, _)| step);
    for (k, step) in lesson.steps.iter().enumerate() {
        row(ui, draft, k, step, lacks == Some(k), edits);
    }
    ui.add_space(4.0);
    let hover = "A step behind this one, with the scene that the window shows, the models of its panes, the step size, and \
                 how long it ran.";
    if ui.button("Add a step").on_hover_text(hover).clicked() {
        edits.push(LessonEdit::Add);
    }
}

/// One step; what can be done with it below the one that is shown.
fn row(ui: &mut Ui, draft: &Draft, k: usize, step: &LessonStep, lacks: bool, edits: &mut Vec<LessonEdit>) {
    let p = Palette::from_ui(ui);
    let shown = draft.shown() == k;
    let name = if step.heading.trim().is_empty() { "(no heading)" } else { step.heading.trim() };
    let color = match (lacks, shown) {
        (true, _) => p.warn,
        (false, true) => p.strong,
        (false, false) => p.text,
    };
    let text = RichText::new(format!("{}  {name}", k + 1)).color(color);
    let button = egui::Button::selectable(shown, text).truncate().min_size(vec2(ui.available_width(), 22.0));
    let marks = [
        step.scene.as_ref().map(|scene| format!("scene {scene}")),
        step.ask.as_ref().map(|_| "asks".to_owned()),
        step.run.map(|run| format!("runs {run} s")),
    ];
    let said: Vec<String> = marks.into_iter().flatten().collect();
    let hover = if said.is_empty() { "Something to read.".to_owned() } else { said.join(", ") };
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
            (k > 0, "Up", "Before the step above.", LessonEdit::Move(k, k.saturating_sub(1))),
            (k < last, "Down", "Behind the step below.", LessonEdit::Move(k, k + 1)),
            (last > 0, "Delete", "Take this step out; it can be undone.", LessonEdit::Delete(k)),
        ] {
            let button = egui::Button::new(RichText::new(name).size(11.5));
            if ui.add_enabled(able, button).on_hover_text(hover).clicked() {
                edits.push(edit);
            }
        }
    });
}
