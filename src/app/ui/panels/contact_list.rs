//! The contacts of the selected body in the focused pane, by the body at their other side.

use crate::app::command::{AppCommand, ExplainCommand, SelectCommand};
use crate::app::explain::ahead;
use crate::app::explain::words::Names;
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::rich_text;
use crate::app::ui::panels::rich_text::Chips;
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{paint_text, paint_text_with, section};
use crate::contact::{Contact, ContactId};
use crate::step::SPRUNG;
use crate::world::BodyId;
use bevy_egui::egui::{self, Align, Sense, Ui, vec2};
use std::collections::BTreeMap;

/// Contacts listed at most.
const LISTED: usize = 40;

/// Draws the list in as much room as it ever took for this body: what is above it in the inspector, and what the pointer is on,
/// stays where it is while contacts come and go.
pub fn show(ui: &mut Ui, inputs: &Inputs, id: BodyId, commands: &mut Vec<AppCommand>) {
    let kept = egui::Id::new(("contacts-room", inputs.bench.loaded, id.0));
    let before = ui.data(|data| data.get_temp::<f32>(kept)).unwrap_or(0.0);
    let list = ui.scope(|ui| list(ui, inputs, id, commands)).response.rect.height();
    if list < before {
        ui.add_space(before - list);
    }
    ui.data_mut(|data| data.insert_temp(kept, list.max(before)));
}

/// Draws the list: a click on a body explains the pair, a click on a contact that contact.
fn list(ui: &mut Ui, inputs: &Inputs, id: BodyId, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let pane = bench.focused_pane();
    let Some(record) = pane.contacts() else { return };
    let mut pairs: BTreeMap<BodyId, Vec<(usize, &Contact)>> = BTreeMap::new();
    for (index, contact) in record.contacts.iter().enumerate() {
        let (a, b) = (contact.body_a(), contact.body_b());
        if a == id || b == id {
            pairs.entry(if a == id { b } else { a }).or_default().push((index, contact));
        }
    }
    let total: usize = pairs.values().map(Vec::len).sum();
    if total == 0 {
        return;
    }
    let names = Names { model: &pane.simulation.model, poses: &pane.simulation.state.poses };
    section(ui, &tr!("contacts-contacts-in", total = total, model = pane.model().title()));
    ui.add_space(2.0);
    if pane.contacts_ahead().is_some() {
        rich_text::show(ui, ahead(), 12.0, p.weak, &Chips::none());
        ui.add_space(2.0);
    }
    let mut left = LISTED;
    for (other, mut contacts) in pairs {
        let name = names.body(other).replace('`', "");
        let subject = inputs.selection.subject(bench);
        let chosen =
            subject.is_some_and(|s| s.features.is_none() && s.bodies == (id.min(other), id.max(other)));
        let (rect, response) = row(ui, &p, chosen, &tr!("contacts-pair-with", name = name));
        let place = rect.with_max_x(rect.max.x - 84.0);
        paint_text_with(ui, place, &name, heading(12.5), p.strong, Align::Min);
        let count = contacts.len();
        let count = if count == 1 {
            tr!("contacts-1-contact").to_owned()
        } else {
            tr!("contacts-contacts", count = count)
        };
        paint_text(ui, rect, &count, p.weak, Align::Max);
        let hover = tr!("contacts-explain-what-holds-two-bodies");
        if response.on_hover_text(hover).clicked() {
            commands.push(ExplainCommand::Pair(id, other).into());
        }
        contacts.sort_by(|a, b| a.1.gap.total_cmp(&b.1.gap));
        for (index, contact) in contacts {
            if left == 0 {
                return;
            }
            left -= 1;
            let wanted = Some((bench.focused, ContactId(index)));
            let text = names.pair(contact);
            let (rect, response) = row(ui, &p, inputs.selection.contact == wanted, &text);
            let color = if contact.gap < -SPRUNG { p.violated } else { p.text };
            let place = egui::Rect::from_min_max(rect.min + vec2(12.0, 0.0), rect.max - vec2(72.0, 0.0));
            paint_text(ui, place, &text, p.text, Align::Min);
            paint_text(ui, rect, &format::length(contact.gap), color, Align::Max);
            if response.on_hover_text(tr!("contacts-explain-this-contact-its-features")).clicked() {
                commands.push(SelectCommand::Contact(wanted).into());
            }
        }
    }
}

fn row(ui: &mut Ui, p: &Palette, chosen: bool, label: &str) -> (egui::Rect, egui::Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label));
    if chosen || response.hovered() || response.has_focus() {
        let back = if chosen { p.selected } else { p.well };
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, back);
    }
    (rect, response)
}
