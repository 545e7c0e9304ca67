//! Fields that change a number only when the user is done with it: what is dragged or typed is kept aside until then, so that
//! one act is one change.

use crate::app::command::session::AngleUnit;
use crate::app::ui::panels::typed;
use crate::app::ui::panels::typed::{Numbers, plain};
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{name_it, paint_text};
use crate::math::Vec3;
use crate::step::ranges::TIME_STEP;
use bevy_egui::egui::{
    self, Align, DragValue, Id, Rect, Response, RichText, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use std::ops::RangeInclusive;

/// What stands where several bodies differ.
pub fn various() -> &'static str {
    tr!("field-various")
}

/// A field for a step size, which it shows and takes in milliseconds; says when it has changed.
pub fn step_size(
    ui: &mut Ui,
    milliseconds: &mut f64,
    add: impl FnOnce(&mut Ui, DragValue<'_>) -> Response,
) -> Response {
    let (least, most) = TIME_STEP.ends();
    plain(ui, milliseconds, &Numbers::new(" ms", least * 1e3..=most * 1e3, 0.05, 4), add)
}

/// What a field shows and takes.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// What it is called, also by screen readers.
    pub name: &'a str,
    /// What it means.
    pub hover: &'a str,
    /// Unit after the number.
    pub suffix: &'a str,
    /// Change per point that the pointer is dragged.
    pub speed: f64,
    /// What it takes.
    pub range: RangeInclusive<f64>,
}

impl Field<'_> {
    /// The unit of its number: behind it, or in brackets at the end of the name.
    fn unit(&self) -> &str {
        let in_name = || self.name.strip_suffix(')')?.rsplit_once('(').map(|(_, unit)| unit);
        if self.suffix.is_empty() { in_name().unwrap_or("") } else { self.suffix }
    }

    /// The field in a rectangle; returns the new value once the user is done.
    fn show(&self, ui: &mut Ui, rect: Rect, id: Id, label: &str, value: f64, pace: Pace) -> Option<f64> {
        let draft_id = id.with("draft");
        let mut draft = ui.data(|data| data.get_temp::<f64>(draft_id)).unwrap_or(value);
        let various = draft.is_nan();
        let numbers = Numbers {
            unit: self.unit(),
            // Several bodies that differ have no number to begin from.
            format: various.then_some(|_| tr!("field-various").to_owned()),
            ..Numbers::new(if various { "" } else { self.suffix }, self.range.clone(), self.speed, 6)
        };
        let typed::Shown { response, refused } =
            typed::show(ui, &mut draft, &numbers, |ui, widget| ui.put(rect, widget));
        let name = label.to_owned();
        response.widget_info(|| WidgetInfo::labeled(WidgetType::DragValue, ui.is_enabled(), &name));
        let how = if various {
            tr!("field-they-differ-click-type-number")
        } else {
            tr!("field-drag-or-click-type")
        };
        let response = response.on_hover_text(format!("{}\n{how}", self.hover));
        let dragged = pace == Pace::Live && response.dragged() && response.changed();
        done(ui, &response, draft_id, draft, value).filter(|_| !refused).or(dragged.then_some(draft))
    }
}

fn done(ui: &Ui, response: &Response, id: Id, draft: f64, value: f64) -> Option<f64> {
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, draft));
    }
    let finished = response.drag_stopped() || response.lost_focus();
    if finished || !(response.has_focus() || response.dragged()) {
        ui.data_mut(|data| data.remove_temp::<f64>(id));
    }
    (finished && draft != value && !draft.is_nan()).then_some(draft)
}

/// When a changed number is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Once the user is done.
    Done,
    /// At every move of the pointer that drags it.
    Live,
}

/// A row with a name at the left and one number at the right.
pub fn number(
    ui: &mut Ui,
    field: &Field,
    salt: impl std::hash::Hash + std::fmt::Debug,
    value: f64,
) -> Option<f64> {
    one(ui, field, salt, value, Pace::Done)
}

/// The same, but what the number stands for follows while it is dragged.
pub fn live_number(
    ui: &mut Ui,
    field: &Field,
    salt: impl std::hash::Hash + std::fmt::Debug,
    value: f64,
) -> Option<f64> {
    one(ui, field, salt, value, Pace::Live)
}

fn one(
    ui: &mut Ui,
    field: &Field,
    salt: impl std::hash::Hash + std::fmt::Debug,
    value: f64,
    pace: Pace,
) -> Option<f64> {
    let rect = row(ui, field);
    let place = Rect::from_min_max(pos2(rect.max.x - 104.0, rect.min.y + 1.0), rect.max - vec2(0.0, 1.0));
    let id = ui.id().with((field.name, salt));
    field.show(ui, place, id, field.name, value, pace)
}

/// A row with a name at the left and the components of a vector at the right; `shown` says which of them can be changed.
pub fn vector(
    ui: &mut Ui,
    field: &Field,
    salt: impl std::hash::Hash + std::fmt::Debug,
    value: &Vec3,
    shown: [bool; 3],
) -> Option<Vec3> {
    let rect = row(ui, field);
    let gap = 4.0;
    let room = (rect.width() - 84.0).max(120.0);
    let width = (room - 2.0 * gap) / 3.0;
    let mut changed = None;
    let id = ui.id().with((field.name, salt));
    for (k, axis) in ["x", "y", "z"].into_iter().enumerate().filter(|(k, _)| shown[*k]) {
        let x = rect.max.x - room + (width + gap) * k as f32;
        let place = Rect::from_min_max(pos2(x, rect.min.y + 1.0), pos2(x + width, rect.max.y - 1.0));
        let label = format!("{} {axis}", field.name);
        if let Some(component) = field.show(ui, place, id.with(axis), &label, value[k], Pace::Done) {
            let mut next = *value;
            next[k] = component;
            changed = Some(next);
        }
    }
    changed
}

/// The same for a rotation vector (rad) or an angular velocity (rad/s), shown and taken in the unit of angles. Components that are
/// left alone keep their bits.
pub fn turning(
    ui: &mut Ui,
    field: &Field,
    salt: impl std::hash::Hash + std::fmt::Debug,
    (value, unit): (&Vec3, AngleUnit),
    shown: [bool; 3],
) -> Option<Vec3> {
    let before = value * unit.factor();
    let next = vector(ui, field, (salt, unit.symbol()), &before, shown)?;
    Some(Vec3::from_fn(|k, _| if next[k] == before[k] { value[k] } else { next[k] / unit.factor() }))
}

/// A line of text that is taken when the field is left, and not with Escape.
pub fn line(ui: &mut Ui, id: Id, hover: &str, text: &str) -> Option<String> {
    let mut draft = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| text.to_owned());
    let field = egui::TextEdit::singleline(&mut draft)
        .font(heading(13.0))
        .margin(egui::Margin::symmetric(6, 3))
        .desired_width(f32::INFINITY);
    let response = ui.add(field).on_hover_text(hover);
    taken(ui, &response, id, draft, text)
}

/// Several lines of text, taken as [`line`] takes one.
pub fn paragraph(ui: &mut Ui, id: Id, hover: &str, text: &str) -> Option<String> {
    let mut draft = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| text.to_owned());
    let field = egui::TextEdit::multiline(&mut draft)
        .desired_rows(3)
        .margin(egui::Margin::symmetric(6, 3))
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    name_it(&response, WidgetType::TextEdit, hover.to_owned());
    taken(ui, &response.on_hover_text(hover), id, draft, text)
}

/// The draft of a text once its field is left, unless with Escape; until then it is kept aside.
fn taken(ui: &Ui, response: &Response, id: Id, draft: String, text: &str) -> Option<String> {
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, draft.clone()));
    }
    if response.has_focus() {
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<String>(id));
    let cancelled = ui.input(|i| i.key_pressed(egui::Key::Escape));
    (response.lost_focus() && draft != text && !cancelled).then_some(draft)
}

/// A row with a name at the left and a choice at the right; each with what it means.
pub fn choice<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    salt: impl std::hash::Hash + std::fmt::Debug,
    choices: &[(T, &str, &str)],
    current: T,
) -> Option<T> {
    let p = Palette::from_ui(ui);
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).size(12.5).color(p.weak));
        ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
            let now = choices.iter().find(|(value, ..)| *value == current);
            let response = egui::ComboBox::from_id_salt(ui.id().with((name, salt)))
                .selected_text(now.map_or("", |(_, label, _)| label))
                .width(104.0)
                .show_ui(ui, |ui| {
                    for (value, label, meaning) in choices {
                        let row = ui.selectable_label(*value == current, *label).on_hover_text(*meaning);
                        if row.clicked() && *value != current {
                            chosen = Some(*value);
                        }
                    }
                })
                .response;
            response.on_hover_text(now.map_or("", |(.., meaning)| meaning));
        });
    });
    chosen
}

/// A row with a box to tick; the new value where it was.
pub fn tick(ui: &mut Ui, name: &str, hover: &str, on: bool) -> Option<bool> {
    let p = Palette::from_ui(ui);
    let mut now = on;
    let text = RichText::new(name).size(12.5).color(p.weak);
    let response = ui.checkbox(&mut now, text).on_hover_text(hover);
    (response.changed() && now != on).then_some(now)
}

fn row(ui: &mut Ui, field: &Field) -> Rect {
    let p = Palette::from_ui(ui);
    let size = vec2(ui.available_width(), ROW_HEIGHT + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    paint_text(ui, rect, field.name, p.weak, Align::Min);
    response.on_hover_text(field.hover);
    rect
}
