//! The explainer: one condition on a pair of bodies in words and numbers, and what every contact model makes of it.

use crate::app::command::explain::ConditionKey;
use crate::app::command::{AppCommand, ExplainCommand, SelectCommand};
use crate::app::explain::models::{Comparison, ModelLine, compare};
use crate::app::explain::words::Names;
use crate::app::explain::{
    Explanation, Row, Standing, Step, Subject, Tone, ahead, explain, gap_rate, nothing_to_explain, study,
};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::rich_text;
use crate::app::ui::panels::rich_text::Chips;
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{key_value, paint_text, section, segmented};
use crate::contact::models::{ContactModel, DisjunctionKind};
use crate::contact::{Contact, ContactId};
use crate::math::Vec3;
use crate::step::{StepRecord, determinacy};
use bevy_egui::egui::{self, Align, Color32, RichText, Sense, Ui, pos2, vec2};

/// Conditions listed at most.
const LISTED: usize = 12;

/// Draws the explanation of what is selected, if a contact or a pair is.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let bench = inputs.bench;
    let Some(subject) = inputs.selection.subject(bench) else { return };
    let Some(pane) = bench.panes.get(subject.pane) else { return };
    let p = Palette::from_ui(ui);
    let names = Names { model: &pane.simulation.model, poses: &pane.simulation.state.poses };
    section(ui, tr!("explainer-what-holds-them-apart"));
    ui.add_space(2.0);
    let title = tr!("both", first = names.body(subject.bodies.0), second = names.body(subject.bodies.1));
    rich_text::show(ui, &title, 14.0, p.strong, &Chips::none());
    choose_pane(ui, inputs, &subject, commands);
    if pane.contacts_ahead().is_some() {
        ui.add_space(4.0);
        rich_text::show(ui, ahead(), 12.5, p.weak, &Chips::none());
    }

    let step = Step::of(pane);
    let condition = step.and_then(|s| s.record.disjunctions.get(subject.condition(s.record)?));
    let study = study(pane, &subject);
    match (step, condition) {
        (Some(step), Some(disjunction)) => {
            let explanation = explain(&step, disjunction, study.as_ref());
            let comparison = study.as_ref().map(|study| compare(&step, study, Some(&explanation)));
            missing(ui, &subject, step.record, &p);
            show_condition(ui, inputs, &subject, &explanation, comparison.as_ref(), commands);
            match comparison {
                Some(comparison) => show_models(ui, &explanation, &comparison),
                None => {
                    ui.add_space(6.0);
                    let text = tr!("explainer-what-other-models-ask-here");
                    rich_text::show(ui, text, 12.5, p.weak, &Chips::none());
                }
            }
            let number =
                subject.find(step.record).or_else(|| explanation.rows.first().and_then(|r| r.contact));
            if let Some(id) = number {
                show_numbers(ui, &step, &explanation, id);
            }
            other_conditions(ui, &subject, &step, ConditionKey::of(disjunction), commands);
        }
        (Some(step), None) if subject.find(step.record).is_some() => {
            let text = tr!("explainer-two-features-near-each-other");
            ui.add_space(4.0);
            rich_text::show(ui, text, 12.5, p.text, &Chips::none());
            if let Some(study) = study {
                let comparison = compare(&step, &study, None);
                show_models(ui, &Explanation::nothing(), &comparison);
            }
            if let Some(id) = subject.find(step.record) {
                show_numbers(ui, &step, &Explanation::nothing(), id);
            }
        }
        _ => {
            ui.add_space(4.0);
            rich_text::show(ui, &nothing_to_explain(pane, &subject), 12.5, p.text, &Chips::none());
        }
    }
}

/// In which pane: each has its own step.
fn choose_pane(ui: &mut Ui, inputs: &Inputs, subject: &Subject, commands: &mut Vec<AppCommand>) {
    let panes = &inputs.bench.panes;
    if panes.len() < 2 {
        return;
    }
    ui.add_space(4.0);
    let choices: Vec<(usize, &str, String)> = panes
        .iter()
        .enumerate()
        .map(|(i, pane)| {
            let title = pane.model().title();
            (i, title, tr!("explainer-explain-step-pane", pane = i + 1, title = title))
        })
        .collect();
    if let Some(pane) = segmented(ui, &choices, subject.pane) {
        commands.push(ExplainCommand::Pane(pane).into());
    }
}

/// Says when the contact that was chosen is not there in this step.
fn missing(ui: &mut Ui, subject: &Subject, record: &StepRecord, p: &Palette) {
    if subject.features.is_some() && subject.find(record).is_none() {
        ui.add_space(4.0);
        let text = tr!("explainer-features-you-chose-not-contact");
        rich_text::show(ui, text, 12.0, p.weak, &Chips::none());
    }
}

fn show_condition(
    ui: &mut Ui,
    inputs: &Inputs,
    subject: &Subject,
    e: &Explanation,
    comparison: Option<&Comparison>,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let chips = Chips::of(&e.rows, &p);
    ui.add_space(7.0);
    ui.label(RichText::new(&e.title).font(heading(13.0)).color(p.accent));
    rich_text::show(ui, &e.about, 12.5, p.weak, &chips);
    ui.add_space(3.0);
    rich_text::show(ui, &e.says, 12.5, p.text, &chips);
    ui.add_space(4.0);
    let mut pointed = None;
    for row in e.rows.iter().filter(|row| row.is_own()) {
        show_row(ui, inputs, subject, row, &mut pointed, commands);
    }
    if e.rows.iter().any(|row| !row.is_own()) {
        ui.add_space(3.0);
        let text = tr!("explainer-at-same-place-where-peg");
        rich_text::show(ui, text, 12.0, p.weak, &chips);
        for row in e.rows.iter().filter(|row| !row.is_own()) {
            show_row(ui, inputs, subject, row, &mut pointed, commands);
        }
    }
    if pointed != inputs.selection.row {
        commands.push(ExplainCommand::PointOutRow(pointed).into());
    }
    ui.add_space(4.0);
    let color = match e.tone {
        Tone::Well => p.open,
        Tone::Trap => p.warn,
        Tone::Wrong => p.violated,
    };
    rich_text::show(ui, &e.verdict, 12.5, color, &chips);
    rich_text::show(ui, &e.force, 12.5, p.text, &chips);
    let Some(comparison) = comparison else { return };
    if let Some(held) = &comparison.held {
        rich_text::show(ui, held, 12.5, p.violated, &chips);
    }
    if comparison.sprung {
        let text = tr!("explainer-bodies-stay-apart-yet-standard");
        rich_text::show(ui, text, 12.5, p.warn, &chips);
    }
}

/// One contact: its number as on its tile, what it asks, its gap. The mouse on it makes its tile stand out.
fn show_row(
    ui: &mut Ui,
    inputs: &Inputs,
    subject: &Subject,
    row: &Row,
    pointed: &mut Option<usize>,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let width = ui.available_width();
    let value = format!("{}\n{}", format::length(row.gap), row.standing.word());
    let mut job = rich_text::job(&row.asks, 12.5, p.text, &p, &Chips::none());
    job.wrap.max_width = (width - 24.0 - 76.0).max(60.0);
    let galley = ui.painter().layout_job(job);
    let height = (galley.size().y + 4.0).max(30.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("[{}] {}", row.number, row.asks))
    });
    let chosen =
        inputs.selection.contact.is_some_and(|(pane, id)| pane == subject.pane && Some(id) == row.contact);
    if response.hovered() || response.has_focus() {
        *pointed = Some(row.number);
    }
    if chosen || response.hovered() || response.has_focus() {
        let back = if chosen { p.selected } else { p.well };
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, back);
    }
    let color = standing_color(row.standing, &p);
    rich_text::chip(
        ui.painter(),
        pos2(rect.min.x + 9.0, rect.min.y + 12.0),
        row.number,
        color,
        row.is_own(),
        row.primary,
        &p,
    );
    ui.painter().galley(pos2(rect.min.x + 24.0, rect.min.y + 3.0), galley, p.text);
    for (k, line) in value.lines().enumerate() {
        let place = egui::Rect::from_min_size(
            pos2(rect.min.x, rect.min.y + 14.0 * k as f32 + 1.0),
            vec2(width, 15.0),
        );
        paint_text(ui, place, line, if k == 0 { p.text } else { color }, Align::Max);
    }
    let mut hover = tr!("explainer-gap-at-end-step-on").to_owned();
    if row.primary {
        hover.push_str(tr!("explainer-double-ring-primary-contact-in"));
    }
    if row.impulse > 0.0 {
        hover.push_str(&tr!("explainer-carries", impulse = format::engineering(row.impulse, "N·s")));
    }
    if response.on_hover_text(hover).clicked()
        && let Some(id) = row.contact
    {
        commands.push(SelectCommand::Contact(Some((subject.pane, id))).into());
    }
}

/// The colour of a standing on panels.
pub fn standing_color(standing: Standing, p: &Palette) -> Color32 {
    match standing {
        Standing::Open => p.open,
        Standing::Touching => p.warn,
        Standing::Violated => p.violated,
    }
}

fn show_models(ui: &mut Ui, e: &Explanation, comparison: &Comparison) {
    let p = Palette::from_ui(ui);
    let chips = Chips::of(&e.rows, &p);
    section(ui, tr!("explainer-what-each-model-asks-here"));
    for ModelLine { model, own, asks, verdict, allows } in &comparison.lines {
        ui.add_space(4.0);
        let mark = if *own { tr!("explainer-this-pane") } else { "" };
        ui.label(
            RichText::new(format!("{}{mark}", model.title())).font(heading(12.5)).color(p.model(*model)),
        );
        rich_text::show(ui, asks, 12.5, p.text, &chips);
        let color = match (allows, model) {
            (true, _) => p.weak,
            (false, ContactModel::Standard) if comparison.sprung => p.warn,
            (false, _) => p.violated,
        };
        rich_text::show(ui, verdict, 12.5, color, &chips);
    }
    ui.add_space(2.0);
}

/// Numbers of one contact.
fn show_numbers(ui: &mut Ui, step: &Step, e: &Explanation, id: ContactId) {
    let Some(contact) = step.record.contacts.get(id.0) else { return };
    let number = e.rows.iter().find(|row| row.contact == Some(id)).map(|row| row.number);
    let title =
        number.map_or_else(|| tr!("explainer-contact-2").to_owned(), |n| tr!("explainer-contact", n = n));
    section(ui, &title);
    let names = step.names();
    for (name, feature, meaning) in [
        (tr!("explainer-feature"), contact.pair.a, tr!("explainer-normal-points-away-from-cyan")),
        (tr!("explainer-feature-b"), contact.pair.b, tr!("explainer-normal-points-b-magenta-in")),
    ] {
        let text = names.feature(feature).replace('`', "");
        key_value(ui, name, &text, &format!("{text}\n{meaning}"));
    }
    let start = tr!("explainer-signed-distance-at-start-step");
    key_value(ui, tr!("explainer-gap-at-start"), &format::length(contact.gap), start);
    if let Some(end) = step.record.end_gaps.get(id.0) {
        key_value(
            ui,
            tr!("explainer-gap-at-end"),
            &format::length(*end),
            tr!("explainer-true-gap-features-at-accepted"),
        );
    }
    if let Some(reach) = names.reach((contact.pair.a.0, contact.pair.b.0))
        && let Some(end) = step.record.end_gaps.get(id.0)
    {
        let hover = tr!("explainer-how-far-cores-curved-bodies");
        key_value(ui, tr!("explainer-radius"), &format::length(reach), hover);
        let hover = tr!("explainer-distance-this-corner-one-core");
        key_value(ui, tr!("explainer-distance-cores-d"), &format::length(end + reach), hover);
    }
    if let Some(rate) = gap_rate(step, id) {
        let meaning = if step.contact_model == ContactModel::SeparatingFeature {
            tr!("explainer-how-fast-gap-opens-at")
        } else {
            tr!("explainer-g-2-26-how-fast")
        };
        key_value(ui, tr!("explainer-gap-rate"), &format::engineering(rate, "m/s"), meaning);
    }
    if let Some(impulse) = step.record.impulses.get(id.0) {
        key_value(
            ui,
            tr!("explainer-normal-impulse"),
            &format::engineering(*impulse, "N·s"),
            tr!("explainer-impulse-along-normal-in-this"),
        );
    }
    if let Some(friction) = step.record.friction_impulses.get(id.0) {
        let hover = tr!("explainer-impulse-in-tangent-plane-on");
        key_value(ui, tr!("explainer-friction-impulse"), &format::engineering(friction.norm(), "N·s"), hover);
    }
    // Springs determine their forces.
    let known = (!step.contact_model.is_of_forces()).then(|| determinacy(step.model, step.end, step.record));
    let told = known.and_then(|known| known.contacts.get(id.0).copied().flatten());
    let sentence = told.and_then(|told| match (told.normal, told.friction) {
        (true, true) => None,
        (true, false) => Some(tr!("explainer-friction-not-determined")),
        (false, _) => Some(tr!("explainer-load-not-determined")),
    });
    if let Some(sentence) = sentence {
        rich_text::show(ui, sentence, 12.5, Palette::from_ui(ui).weak, &Chips::none());
        ui.add_space(2.0);
    }
    key_vector(ui, tr!("explainer-normal"), &contact.normal, tr!("explainer-unit-normal-n-from-b"));
    let exact = step.contact_model == ContactModel::SeparatingFeature;
    if !exact {
        key_value(
            ui,
            tr!("explainer-distance"),
            &format::length(contact.distance),
            tr!("explainer-distance-two-features-at-start"),
        );
        let threshold = -step.applicability_angle.sin();
        let value = format!("{:.3}  (≥ {threshold:.3})", contact.applicability);
        let hover = tr!(
            "explainer-smallest-inclination-neighbouring",
            threshold = format!("{threshold:.3}"),
            applicable = if contact.applicable { "" } else { tr!("explainer-not") }
        );
        key_value(ui, tr!("explainer-applicability"), &value, &hover);
        let hover = tr!("explainer-whether-features-lie-so-that");
        key_value(
            ui,
            tr!("explainer-feasible"),
            if contact.feasible { tr!("explainer-yes") } else { tr!("explainer-no") },
            hover,
        );
    }
    let curved = names.reach((contact.pair.a.0, contact.pair.b.0)).is_some();
    let (role, meaning) = if curved {
        (tr!("explainer-separating"), tr!("explainer-this-corner-one-core-must"))
    } else {
        role(step.record, contact, id)
    };
    key_value(ui, tr!("explainer-role"), role, meaning);
}

/// What a contact is there for, and what that means.
fn role(record: &StepRecord, contact: &Contact, id: ContactId) -> (&'static str, &'static str) {
    let separates = record
        .disjunctions
        .iter()
        .any(|d| d.kind == DisjunctionKind::Separation && d.contacts().any(|c| c == id));
    if separates && contact.pair.is_couple() {
        return (tr!("explainer-turning"), tr!("explainer-pair-edges-that-separates-bodies"));
    }
    if separates {
        return (tr!("explainer-separating"), tr!("explainer-this-point-must-stay-on"));
    }
    let meaning = tr!("explainer-primary-contacts-applicable-3-3");
    (if contact.is_primary() { tr!("explainer-primary") } else { tr!("explainer-secondary") }, meaning)
}

/// The other conditions to choose from.
fn other_conditions(
    ui: &mut Ui,
    subject: &Subject,
    step: &Step,
    shown: ConditionKey,
    commands: &mut Vec<AppCommand>,
) {
    let all = subject.conditions(step.record);
    if all.len() < 2 {
        return;
    }
    let p = Palette::from_ui(ui);
    let of = if subject.find(step.record).is_some() {
        tr!("explainer-this-contact")
    } else {
        tr!("explainer-this-pair")
    };
    section(ui, &tr!("explainer-conditions-on", of = of, count = all.len()));
    for &k in all.iter().take(LISTED) {
        let d = &step.record.disjunctions[k];
        let key = ConditionKey::of(d);
        let names = step.names();
        let features = format!("{} – {}", names.bare(d.features.0), names.bare(d.features.1));
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
        let label = format!("{}  {features}", d.kind.letter());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label.clone()));
        if key == shown || response.hovered() || response.has_focus() {
            let back = if key == shown { p.selected } else { p.well };
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, back);
        }
        paint_text(ui, rect.with_max_x(rect.max.x - 84.0), &label, p.text, Align::Min);
        let holds = crate::step::pair::holds(d, &step.record.end_gaps);
        let sprung = crate::app::explain::subject::is_sprung(d, &step.record.end_gaps);
        let (word, color) = match (holds, sprung) {
            (false, _) => (tr!("explainer-violated"), p.violated),
            (true, true) => (tr!("explainer-sprung"), p.accent),
            (true, false) => (tr!("explainer-holds"), p.open),
        };
        paint_text(ui, rect, word, color, Align::Max);
        if response.on_hover_text(crate::app::explain::title(d.kind)).clicked() && key != shown {
            commands.push(ExplainCommand::Condition(key).into());
        }
    }
    if all.len() > LISTED {
        let text = tr!("explainer-more", count = all.len() - LISTED);
        ui.label(RichText::new(text).size(12.0).color(p.weak));
    }
}

/// A row with three components in columns of their own.
pub fn key_vector(ui: &mut Ui, name: &str, v: &Vec3, hover: &str) {
    let p = Palette::from_ui(ui);
    let response = key_value(ui, name, "", hover);
    let cell = (response.rect.width() * 0.21).clamp(44.0, 70.0);
    for (i, value) in [v.z, v.y, v.x].into_iter().enumerate() {
        let right = response.rect.max.x - cell * i as f32;
        let place = response.rect.with_max_x(right).with_min_x(right - cell + 4.0);
        paint_text(ui, place, &format::component(value), p.text, Align::Max);
    }
}
