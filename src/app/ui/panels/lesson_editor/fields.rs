//! What one step of a lesson says and shows.

use super::question;
use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::LessonEdit;
use crate::app::session::draft::Draft;
use crate::app::ui::panels::fields::step_size;
use crate::app::ui::panels::typed::{Numbers, plain};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{name_it, section};
use crate::contact::models::ContactModel;
use crate::lesson::{LessonStep, Look};
use crate::step::ranges::DURATION;
use bevy_egui::egui::{self, RichText, Ui};

/// Panes that a step can have.
const PANES: usize = 3;

/// Draws them, and says what was changed.
pub(super) fn show(ui: &mut Ui, draft: &Draft, bench: &Workbench, edits: &mut Vec<LessonEdit>) {
    let k = draft.shown();
    let old = &draft.lesson().steps[k];
    let mut step = old.clone();
    section(ui, &tr!("editor-lesson-step", number = k + 1));
    line(ui, &mut step.heading, tr!("editor-lesson-heading"), tr!("editor-lesson-heading-of-step"));
    let hint = tr!("editor-lesson-text-hint", formula = "$\\mu \\ge \\tan\\theta$");
    page(ui, &mut step.text, &hint, tr!("editor-lesson-text-of-step"), 6);
    section(ui, tr!("editor-lesson-what-is-shown"));
    scene(ui, draft, &mut step, k, edits);
    models(ui, draft, &mut step, k);
    numbers(ui, draft, &mut step, bench);
    view(ui, draft, &mut step, k, edits);
    section(ui, tr!("editor-lesson-question"));
    question::show(ui, draft, &mut step, k, bench, edits);
    section(ui, tr!("editor-lesson-after-run"));
    let hint = tr!("editor-lesson-then-hint");
    page(ui, &mut step.then, hint, tr!("editor-lesson-text-after-run"), 5);
    if step != *old {
        edits.push(LessonEdit::Change(k, Box::new(step)));
    }
}

/// A line of text to type.
pub(super) fn line(ui: &mut Ui, text: &mut String, hint: &str, name: &str) {
    let field = egui::TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY);
    name_it(&ui.add(field), egui::WidgetType::TextEdit, name.to_owned());
}

/// A text of several lines.
fn page(ui: &mut Ui, text: &mut String, hint: &str, name: &str, rows: usize) {
    let field =
        egui::TextEdit::multiline(text).hint_text(hint).desired_rows(rows).desired_width(f32::INFINITY);
    name_it(&ui.add(field), egui::WidgetType::TextEdit, name.to_owned());
}

/// The scene, by its name.
fn scene(ui: &mut Ui, draft: &Draft, step: &mut LessonStep, k: usize, edits: &mut Vec<LessonEdit>) {
    let before = draft.lesson().opened(k).0.filter(|_| step.scene.is_none());
    ui.horizontal(|ui| {
        ui.label(tr!("editor-lesson-scene"));
        let hover = tr!("editor-lesson-take-from-window-tip");
        if ui.button(tr!("editor-lesson-take-from-window")).on_hover_text(hover).clicked() {
            edits.push(LessonEdit::TakePresent(k));
        }
        let mut name = step.scene.clone().unwrap_or_default();
        let hint = before.map_or_else(
            || tr!("editor-lesson-none").to_owned(),
            |name| tr!("editor-lesson-scene-as-before", name = name),
        );
        line(ui, &mut name, &hint, tr!("editor-lesson-scene-of-step"));
        step.scene = Some(name).filter(|name| !name.is_empty());
    });
}

/// The models of the panes.
fn models(ui: &mut Ui, draft: &Draft, step: &mut LessonStep, k: usize) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.label(tr!("editor-lesson-models"));
        let mut chosen: Vec<Option<ContactModel>> = step.models.iter().copied().map(Some).collect();
        if chosen.len() < PANES {
            chosen.push(None);
        }
        for (pane, model) in chosen.iter_mut().enumerate() {
            let none = if pane == 0 { tr!("editor-lesson-as-before") } else { tr!("editor-lesson-none") };
            let title = model.map_or(RichText::new(none).color(p.weak), |model| {
                RichText::new(model.title()).color(p.model(model))
            });
            let combo =
                egui::ComboBox::from_id_salt(("model of the step", k, pane)).width(84.0).height(460.0);
            let response = combo.selected_text(title).show_ui(ui, |ui| {
                ui.selectable_value(model, None, none);
                for choice in ContactModel::ALL {
                    ui.selectable_value(model, Some(choice), choice.title());
                }
            });
            name_it(
                &response.response,
                egui::WidgetType::ComboBox,
                tr!("editor-lesson-model-of-pane", pane = pane + 1),
            );
        }
        step.models = chosen.into_iter().flatten().collect();
        if step.models.is_empty() {
            let before: Vec<&str> = draft.lesson().opened(k).1.iter().map(|model| model.title()).collect();
            ui.label(RichText::new(before.join(", ")).size(11.5).color(p.weak));
        }
    });
}

/// From where it is seen.
fn view(ui: &mut Ui, draft: &Draft, step: &mut LessonStep, k: usize, edits: &mut Vec<LessonEdit>) {
    let p = Palette::from_ui(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(tr!("editor-lesson-view"));
        let take = ui.button(tr!("editor-lesson-view-take"));
        if take.on_hover_text(tr!("editor-lesson-view-take-tip")).clicked() {
            edits.push(LessonEdit::TakeView(k));
        }
        let none = egui::Button::new(tr!("editor-lesson-view-none"));
        let none = ui.add_enabled(step.camera.is_some(), none);
        if none.on_hover_text(tr!("editor-lesson-view-none-tip")).clicked() {
            step.camera = None;
        }
        let said = match (step.camera, draft.lesson().camera(k)) {
            (Some(_), _) => tr!("editor-lesson-view-own"),
            (None, Some(_)) => tr!("editor-lesson-as-before"),
            (None, None) => tr!("editor-lesson-view-of-scene"),
        };
        ui.label(RichText::new(said).size(11.5).color(p.weak));
    });
}

/// Step size, duration and what is pointed at.
fn numbers(ui: &mut Ui, draft: &Draft, step: &mut LessonStep, bench: &Workbench) {
    let k = draft.shown();
    ui.horizontal(|ui| {
        let mut own = step.time_step.is_some();
        let hover = tr!("editor-lesson-step-size-tip");
        ui.checkbox(&mut own, tr!("editor-lesson-step-size")).on_hover_text(hover);
        let usual = draft.lesson().opened(k).2.unwrap_or(bench.scene.settings.h);
        let mut milliseconds = step.time_step.unwrap_or(usual) * 1e3;
        let add = |ui: &mut Ui, field: egui::DragValue<'_>| ui.add_enabled(own, field);
        let changed = step_size(ui, &mut milliseconds, add).changed();
        if !own {
            step.time_step = None;
        } else if step.time_step.is_none() || changed {
            step.time_step = Some(milliseconds / 1e3);
        }
    });
    ui.horizontal(|ui| {
        let mut runs = step.run.is_some();
        ui.checkbox(&mut runs, tr!("editor-lesson-runs")).on_hover_text(tr!("editor-lesson-runs-tip"));
        let mut seconds = step.run.unwrap_or(1.0);
        let (_, most) = DURATION.ends();
        let numbers = Numbers::new(" s", 1e-3..=most, 0.02, 4);
        let add = |ui: &mut Ui, field: egui::DragValue<'_>| ui.add_enabled(runs, field);
        plain(ui, &mut seconds, &numbers, add);
        step.run = runs.then_some(seconds);
    });
    ui.horizontal(|ui| {
        ui.label(tr!("editor-lesson-look-at"));
        let name = |look: Option<Look>| match look {
            None => tr!("editor-lesson-look-nothing"),
            Some(Look::Run) => tr!("editor-lesson-look-run"),
            Some(Look::Strips) => tr!("editor-lesson-look-strips"),
            Some(Look::Timeline) => tr!("editor-lesson-look-timeline"),
            Some(Look::Inspector) => tr!("editor-lesson-look-inspector"),
            Some(Look::Views) => tr!("editor-lesson-look-views"),
        };
        let combo = egui::ComboBox::from_id_salt(("look at", k)).width(180.0);
        let response = combo.selected_text(name(step.look)).show_ui(ui, |ui| {
            let looks = [Look::Run, Look::Strips, Look::Timeline, Look::Inspector, Look::Views];
            for look in [None].into_iter().chain(looks.map(Some)) {
                ui.selectable_value(&mut step.look, look, name(look));
            }
        });
        name_it(
            &response.response,
            egui::WidgetType::ComboBox,
            tr!("editor-lesson-what-is-pointed-at").to_owned(),
        );
    });
}
