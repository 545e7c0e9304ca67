//! The question of a step: one of several answers, or a number that the run will have.

use super::fields::line;
use crate::app::bench::workbench::Workbench;
use crate::app::command::lesson::LessonEdit;
use crate::app::session::draft::Draft;
use crate::app::ui::panels::lesson::quantity;
use crate::app::ui::panels::typed::{Numbers, plain};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{name_it, segmented};
use crate::lesson::{Ask, LessonStep, Quantity};
use crate::scene::format::Axis;
use bevy_egui::egui::{self, RichText, Ui};

/// Most answers that a question has.
const ANSWERS: usize = 6;

/// What kind of question.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    None,
    Choice,
    Number,
}

impl Kind {
    fn of(ask: Option<&Ask>) -> Self {
        match ask {
            None => Self::None,
            Some(Ask::Choose { .. }) => Self::Choice,
            Some(Ask::Predict { .. }) => Self::Number,
        }
    }

    /// A question of this kind; the words of the other one stay.
    fn ask(self, question: String) -> Option<Ask> {
        match self {
            Self::None => None,
            Self::Choice => Some(Ask::Choose { question, answers: vec![String::new(); 2], right: 1 }),
            Self::Number => {
                Some(Ask::Predict { question, of: Quantity::Energy, from: 0.0, to: 1.0, truth: None })
            }
        }
    }
}

/// Draws it.
pub(super) fn show(
    ui: &mut Ui,
    draft: &Draft,
    step: &mut LessonStep,
    k: usize,
    bench: &Workbench,
    edits: &mut Vec<LessonEdit>,
) {
    let now = Kind::of(step.ask.as_ref());
    let kinds = [
        (Kind::None, tr!("editor-lesson-no-question"), tr!("editor-lesson-no-question-tip").to_owned()),
        (Kind::Choice, tr!("editor-lesson-choice"), tr!("editor-lesson-choice-tip").to_owned()),
        (Kind::Number, tr!("editor-lesson-number"), tr!("editor-lesson-number-tip").to_owned()),
    ];
    if let Some(kind) = segmented(ui, &kinds, now).filter(|kind| *kind != now) {
        let words = step.ask.as_ref().map(|ask| ask.question().to_owned()).unwrap_or_default();
        step.ask = kind.ask(words);
    }
    match &mut step.ask {
        None => {}
        Some(Ask::Choose { question, answers, right }) => {
            line(ui, question, tr!("editor-lesson-the-question"), tr!("editor-lesson-question"));
            choice(ui, answers, right);
        }
        Some(Ask::Predict { question, of, from, to, truth }) => {
            line(ui, question, tr!("editor-lesson-the-question"), tr!("editor-lesson-question"));
            measured_of(ui, of, k, bench);
            range(ui, of, from, to);
            true_value(ui, draft, of, truth, k, edits);
        }
    }
}

/// The answers, with a mark on the right one.
fn choice(ui: &mut Ui, answers: &mut Vec<String>, right: &mut usize) {
    let mut gone = None;
    let count = answers.len();
    for (k, answer) in answers.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let mark = ui.radio(*right == k + 1, "").on_hover_text(tr!("editor-lesson-right-tip"));
            name_it(
                &mark,
                egui::WidgetType::RadioButton,
                tr!("editor-lesson-answer-is-right", number = k + 1),
            );
            if mark.clicked() {
                *right = k + 1;
            }
            let button = egui::Button::new("✖").small();
            if count > 2 && ui.add(button).on_hover_text(tr!("editor-lesson-answer-out")).clicked() {
                gone = Some(k);
            }
            let name = tr!("editor-lesson-answer", number = k + 1);
            line(ui, answer, &name, &name);
        });
    }
    if let Some(k) = gone {
        answers.remove(k);
        // The right one stays right; where it was taken out, the first is.
        *right = match (*right).cmp(&(k + 1)) {
            std::cmp::Ordering::Less => *right,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => *right - 1,
        };
    }
    if count < ANSWERS && ui.button(tr!("editor-lesson-add-answer")).clicked() {
        answers.push(String::new());
    }
}

/// What a number is called here.
fn called(of: &Quantity) -> &'static str {
    match of {
        Quantity::Position { .. } => tr!("editor-lesson-position"),
        Quantity::Speed { .. } => tr!("editor-lesson-speed"),
        Quantity::Depth => tr!("editor-lesson-depth"),
        Quantity::Energy => tr!("editor-lesson-energy"),
        Quantity::Traps => tr!("editor-lesson-traps"),
    }
}

/// Which number, and whose.
fn measured_of(ui: &mut Ui, of: &mut Quantity, k: usize, bench: &Workbench) {
    let moving = bench.scene.model.bodies.iter().find(|body| body.is_dynamic());
    let body =
        of.body().map(str::to_owned).or_else(|| moving.map(|body| body.name.clone())).unwrap_or_default();
    let axis = match of {
        Quantity::Position { axis, .. } => *axis,
        _ => Axis::X,
    };
    ui.horizontal(|ui| {
        ui.label(tr!("editor-lesson-of"));
        let choices = [
            Quantity::Position { body: body.clone(), axis },
            Quantity::Speed { body: body.clone() },
            Quantity::Depth,
            Quantity::Energy,
            Quantity::Traps,
        ];
        let combo = egui::ComboBox::from_id_salt(("quantity", k)).width(130.0);
        let response = combo.selected_text(called(of)).show_ui(ui, |ui| {
            for choice in choices {
                let same = std::mem::discriminant(&choice) == std::mem::discriminant(of);
                if ui.selectable_label(same, called(&choice)).clicked() && !same {
                    *of = choice;
                }
            }
        });
        name_it(&response.response, egui::WidgetType::ComboBox, tr!("editor-lesson-which-number").to_owned());
        if let Quantity::Position { axis, .. } = of {
            for (choice, name) in [(Axis::X, "x"), (Axis::Y, "y"), (Axis::Z, "z")] {
                ui.selectable_value(axis, choice, name);
            }
        }
    });
    let (Quantity::Position { body, .. } | Quantity::Speed { body }) = of else { return };
    ui.horizontal(|ui| {
        ui.label(tr!("editor-lesson-body"));
        let combo = egui::ComboBox::from_id_salt(("body", k)).width(130.0).selected_text(body.as_str());
        let response = combo.show_ui(ui, |ui| {
            for known in &bench.scene.model.bodies {
                ui.selectable_value(body, known.name.clone(), &known.name);
            }
        });
        name_it(&response.response, egui::WidgetType::ComboBox, tr!("editor-lesson-whose-number").to_owned());
        response.response.on_hover_text(tr!("editor-lesson-whose-number-tip"));
        let name = tr!("editor-lesson-name-of-body");
        line(ui, body, name, name);
    });
}

/// All numbers.
const ALL: std::ops::RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;

/// The ends of the slider.
fn range(ui: &mut Ui, of: &Quantity, from: &mut f64, to: &mut f64) {
    ui.horizontal(|ui| {
        let unit = if of.unit().is_empty() { String::new() } else { format!(" {}", of.unit()) };
        for (name, value) in [(tr!("editor-lesson-from"), from), (tr!("editor-lesson-to"), to)] {
            let label = ui.label(name);
            let speed = (value.abs() * 0.01).max(0.001);
            let numbers = Numbers::new(&unit, ALL, speed, 6);
            let field = plain(ui, value, &numbers, |ui, field| ui.add(field)).labelled_by(label.id);
            field.on_hover_text(tr!("editor-lesson-end-tip"));
        }
    });
}

/// What it is in truth: typed, or what a run comes to.
fn true_value(
    ui: &mut Ui,
    draft: &Draft,
    of: &Quantity,
    truth: &mut Option<f64>,
    k: usize,
    edits: &mut Vec<LessonEdit>,
) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        let mut known = truth.is_some();
        let hover = tr!("editor-lesson-in-truth-tip");
        ui.checkbox(&mut known, tr!("lesson-in-truth")).on_hover_text(hover);
        let mut value = truth.unwrap_or(0.0);
        let speed = (value.abs() * 0.01).max(0.001);
        let numbers = Numbers::new("", ALL, speed, 9);
        let add = |ui: &mut Ui, field: egui::DragValue<'_>| ui.add_enabled(known, field);
        let changed = plain(ui, &mut value, &numbers, add).changed();
        if !known {
            *truth = None;
        } else if truth.is_none() || changed {
            *truth = Some(value);
        }
        if draft.running == Some(k) {
            ui.spinner();
            ui.label(RichText::new(tr!("lesson-runs")).color(p.weak));
        } else {
            let hover = tr!("editor-lesson-fill-in-tip");
            if ui.button(tr!("editor-lesson-fill-in")).on_hover_text(hover).clicked() {
                edits.push(LessonEdit::Measure(k));
            }
        }
    });
    let Some(measured) = draft.measured() else { return };
    ui.horizontal_wrapped(|ui| {
        for found in &measured.found {
            let value = match (found.failed, found.value) {
                (true, _) => tr!("editor-lesson-run-ended").to_owned(),
                (false, Some(value)) => quantity(of, value),
                (false, None) => tr!("editor-lesson-no-such-body").to_owned(),
            };
            ui.label(RichText::new(found.model.title()).color(p.model(found.model)));
            ui.label(RichText::new(value).color(p.text));
        }
    });
}
