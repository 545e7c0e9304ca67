//! The card of a lesson: what there is to read, the question before the run, and what happened after it.

use crate::app::command::session::{LessonAnswer, LessonMove, LessonPlace};
use crate::app::command::{AppCommand, SessionCommand};
use crate::app::format;
use crate::app::session::lesson::{Found, Open};
use crate::app::session::tour::Target;
use crate::app::ui::pointing;
use crate::app::ui::theme::{Palette, heading};
use crate::lesson::{Ask, Look, Quantity, with_formulas};
use bevy_egui::egui::{self, Align, AreaState, Context, Id, Layout, Pos2, RichText, Ui, Vec2, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

/// Width of the card (points).
const WIDTH: f32 = 330.0;

/// The part of the height of the window that it may take, but for its buttons.
const HEIGHT: f32 = 0.7;

/// The part of the height of the window that what is read may take in a room, but for its title and buttons.
const WIDE_HEIGHT: f32 = 0.24;

/// What the card remembers.
#[derive(Debug, Default)]
pub struct LessonView {
    cache: CommonMarkCache,
    /// The step that the answer below is for.
    of: Option<(String, usize)>,
    /// The answer that is not given yet.
    answer: Option<LessonAnswer>,
    /// Where the corner was that the card lies in.
    corner: Option<Pos2>,
}

impl LessonView {
    /// Where the card goes because the corner that it lies in has moved: as far from it as before.
    fn moved_with(&mut self, ctx: &Context, id: Id, corner: Pos2) -> Option<Pos2> {
        let by = corner - self.corner.replace(corner)?;
        let card = AreaState::load(ctx, id)?.pivot_pos?;
        (by != Vec2::ZERO).then(|| card + by)
    }

    /// Forgets the answer that was not given when the step is another one.
    fn follow(&mut self, open: &Open) {
        let of = (open.lesson.title.clone(), open.step);
        if self.of.as_ref() != Some(&of) {
            (self.of, self.answer) = (Some(of), None);
        }
    }
}

/// Draws the step of a lesson in the whole width, for a room: what there is to read at the left, the question and what became of it at the right.
pub fn wide(ui: &mut Ui, open: &Open, running: bool, view: &mut LessonView, commands: &mut Vec<AppCommand>) {
    view.follow(open);
    title(ui, open);
    let height = (ui.ctx().viewport_rect().height() * WIDE_HEIGHT).max(60.0);
    egui::ScrollArea::vertical()
        .id_salt(("lesson, wide", open.step))
        .max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            if open.shown().ask.is_some() || open.is_done() {
                ui.columns(2, |columns| {
                    markdown(&mut columns[0], &mut view.cache, &open.shown().text);
                    outcome(&mut columns[1], open, view, commands);
                });
            } else {
                card(ui, open, view, commands);
            }
        });
    ui.add_space(2.0);
    buttons(ui, open, running, commands);
}

/// Draws the card of a lesson.
pub fn show(root: &Ui, open: &Open, running: bool, view: &mut LessonView, commands: &mut Vec<AppCommand>) {
    view.follow(open);
    let ctx = root.ctx();
    // Over the numbers, as wide as they usually are: the views stay free.
    let screen = root.max_rect();
    let width = WIDTH.min(screen.width() - 60.0).max(220.0);
    let id = Id::new("lesson");
    let mut window = egui::Window::new(tr!("lesson-lesson"));
    if let Some(place) = view.moved_with(ctx, id, screen.right_bottom()) {
        window = window.current_pos(place);
    }
    let shown = window
        .id(id)
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::RIGHT_BOTTOM)
        .default_pos(screen.right_bottom() - vec2(8.0, 10.0))
        .constrain_to(root.max_rect())
        .show(ctx, |ui| {
            ui.set_width(width);
            title(ui, open);
            egui::ScrollArea::vertical()
                .id_salt(("lesson", open.step))
                .max_height((screen.height() * HEIGHT).max(120.0))
                .auto_shrink([false, true])
                .show(ui, |ui| card(ui, open, view, commands));
            ui.add_space(4.0);
            buttons(ui, open, running, commands);
        });
    let target = open.shown().look.and_then(|look| match look {
        Look::Run => Some(Target::Run),
        Look::Strips => Some(Target::Strips),
        Look::Timeline => Some(Target::Timeline),
        Look::Inspector => Some(Target::Inspector),
        // They are what one looks at anyway.
        Look::Views => None,
    });
    if let (Some(shown), Some(target)) = (shown, target.filter(|_| open.here().found.is_none())) {
        pointing::point_at(root, shown.response.rect, target);
    }
}

/// Title of the lesson and heading of the step.
pub fn title(ui: &mut Ui, open: &Open) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(&open.lesson.title).size(11.5).color(p.weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = tr!("lesson-step-of", number = open.step + 1, all = open.lesson.steps.len());
            ui.label(RichText::new(text).size(11.5).color(p.weak));
        });
    });
    let text = &open.shown().heading;
    if !text.is_empty() {
        ui.label(RichText::new(text).font(heading(15.0)).color(p.strong));
    }
}

/// What there is to read, the question, and what became of it.
pub fn card(ui: &mut Ui, open: &Open, view: &mut LessonView, commands: &mut Vec<AppCommand>) {
    markdown(ui, &mut view.cache, &open.shown().text);
    outcome(ui, open, view, commands);
}

/// The question and what became of it.
fn outcome(ui: &mut Ui, open: &Open, view: &mut LessonView, commands: &mut Vec<AppCommand>) {
    let (step, here) = (open.shown(), open.here());
    if let Some(ask) = &step.ask {
        question(ui, ask, here.answer, here.found.is_some() || step.run.is_none(), view, commands);
        if let (Ask::Predict { of, truth, .. }, Some(found)) = (ask, &here.found) {
            predicted(ui, of, here.answer, found, *truth);
        }
    }
    let failed = here.found.iter().flatten().filter(|found| found.failed);
    for found in failed {
        let p = Palette::from_ui(ui);
        let text = tr!("lesson-run-ended-before-its-time", model = found.model.title());
        ui.label(RichText::new(text).color(p.warn));
    }
    if open.is_done() && !step.then.is_empty() {
        ui.add_space(2.0);
        markdown(ui, &mut view.cache, &step.then);
    }
}

fn markdown(ui: &mut Ui, cache: &mut CommonMarkCache, text: &str) {
    if !text.is_empty() {
        CommonMarkViewer::new().show(ui, cache, &with_formulas(text));
    }
}

/// The question with its answers, or what was answered.
fn question(
    ui: &mut Ui,
    ask: &Ask,
    given: Option<LessonAnswer>,
    known: bool,
    view: &mut LessonView,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    ui.add_space(2.0);
    ui.add(egui::Label::new(RichText::new(with_plain(ask.question())).color(p.accent)).wrap());
    match ask {
        Ask::Choose { answers, right, .. } => {
            for (k, answer) in answers.iter().enumerate() {
                let number = LessonAnswer::Choice(k + 1);
                let chosen = given == Some(number);
                // Which one is right is said when it can be seen.
                let (mark, color) = match (given.is_some() && known, k + 1 == *right) {
                    (true, true) => ("✔ ", p.open),
                    (true, false) if chosen => ("✖ ", p.violated),
                    _ => ("", p.text),
                };
                let text = RichText::new(format!("{mark}{}", with_plain(answer))).color(color);
                let row =
                    egui::Button::selectable(chosen, text).wrap().min_size(vec2(ui.available_width(), 24.0));
                if ui.add(row).clicked() && given.is_none() {
                    commands.push(SessionCommand::Lesson(LessonMove::Answer(number)).into());
                }
            }
        }
        Ask::Predict { of, from, to, .. } if given.is_none() => {
            let mut value = match view.answer {
                Some(LessonAnswer::Number(value)) => value,
                _ => (from + to) / 2.0,
            };
            ui.horizontal(|ui| {
                let slider = egui::Slider::new(&mut value, *from..=*to).suffix(format!(" {}", of.unit()));
                ui.spacing_mut().slider_width = 190.0;
                if ui.add(slider).on_hover_text(tr!("lesson-drag-what-you-expect")).changed() {
                    view.answer = Some(LessonAnswer::Number(value));
                }
                let hover = tr!("lesson-keep-this-answer-what-run");
                if ui.button(tr!("lesson-that-my-guess")).on_hover_text(hover).clicked() {
                    commands
                        .push(SessionCommand::Lesson(LessonMove::Answer(LessonAnswer::Number(value))).into());
                }
            });
        }
        Ask::Predict { of, .. } => {
            if let (Some(LessonAnswer::Number(value)), false) = (given, known) {
                ui.label(
                    RichText::new(tr!("lesson-your-guess-2", value = quantity(of, value))).color(p.text),
                );
            }
        }
    }
}

/// Formulas in a label that knows no Markdown.
fn with_plain(text: &str) -> String {
    with_formulas(text).replace("\\", "").replace('*', "")
}

/// The guess beside what the panes came to.
fn predicted(ui: &mut Ui, of: &Quantity, given: Option<LessonAnswer>, found: &[Found], truth: Option<f64>) {
    let p = Palette::from_ui(ui);
    egui::Grid::new("prediction").num_columns(2).spacing([18.0, 3.0]).show(ui, |ui| {
        let mut row = |name: &str, color, value: Option<f64>| {
            ui.label(RichText::new(name).color(color));
            let text = value.map_or("–".to_owned(), |value| quantity(of, value));
            ui.label(RichText::new(text).color(p.strong));
            ui.end_row();
        };
        if let Some(LessonAnswer::Number(value)) = given {
            row(tr!("lesson-your-guess"), p.accent, Some(value));
        }
        for found in found {
            row(found.model.title(), p.model(found.model), found.value);
        }
        if truth.is_some() {
            row(tr!("lesson-in-truth"), p.text, truth);
        }
    });
}

/// A value with its unit.
pub fn quantity(of: &Quantity, value: f64) -> String {
    match of {
        Quantity::Depth => format::length(value),
        Quantity::Traps => format!("{value}"),
        _ => format!("{value:.3} {}", of.unit()),
    }
}

fn buttons(ui: &mut Ui, open: &Open, running: bool, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let (step, here) = (open.shown(), open.here());
    let mut say = |way| commands.push(SessionCommand::Lesson(way).into());
    ui.horizontal(|ui| {
        let tried = matches!(open.place, LessonPlace::Draft(_));
        let (name, hover) = if tried {
            (tr!("lesson-back-to-editor"), tr!("lesson-back-to-editor-tip"))
        } else {
            (tr!("lesson-leave"), tr!("lesson-close-this-card-lessons-stand"))
        };
        if ui.button(name).on_hover_text(hover).clicked() {
            say(LessonMove::Leave);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let done = open.is_done();
            let (name, hover) = if open.is_last() {
                (tr!("lesson-finish"), tr!("lesson-lesson-over"))
            } else {
                (tr!("lesson-next"), tr!("lesson-next-step-also-without-doing"))
            };
            if highlighted(ui, name, done, &p).on_hover_text(hover).clicked() {
                say(LessonMove::Next);
            }
            let back = egui::Button::new(tr!("lesson-back"));
            if ui.add_enabled(open.step > 0, back).on_hover_text(tr!("lesson-step-before")).clicked() {
                say(LessonMove::Back);
            }
            let Some(run) = step.run else { return };
            let unanswered = step.ask.is_some() && here.answer.is_none();
            let ready = !unanswered && !open.is_waiting() && !running;
            let hover = tr!("lesson-run-scene-from-its-start", run = run);
            let why = match (unanswered, open.is_waiting()) {
                (true, _) => tr!("lesson-answer-first-afterwards-anybody"),
                (false, true) => tr!("lesson-scene-being-read-where-cannot"),
                (false, false) => tr!("lesson-runs"),
            };
            let name = if here.found.is_some() { tr!("lesson-run-again") } else { tr!("lesson-run") };
            ui.add_enabled_ui(ready, |ui| {
                let button = highlighted(ui, name, ready && !done, &p);
                if button.on_hover_text(hover).on_disabled_hover_text(why).clicked() {
                    say(LessonMove::Run);
                }
            });
        });
    });
}

/// A button that stands out where it is what comes next.
fn highlighted(ui: &mut Ui, name: &str, next: bool, p: &Palette) -> egui::Response {
    let text = RichText::new(name).color(if next { p.panel } else { p.text });
    let mut button = egui::Button::new(text).min_size(vec2(76.0, 26.0));
    if next {
        button = button.fill(p.accent);
    }
    ui.add(button)
}
