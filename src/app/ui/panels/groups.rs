//! Groups of bodies: a list in which they are selected, renamed and dissolved, and the buttons that make and dissolve one.

use crate::app::build::groups;
use crate::app::command::build::GroupChange;
use crate::app::command::{AppCommand, BuildCommand, SelectCommand, tooltip};
use crate::app::ui::Inputs;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::fields::line;
use crate::app::ui::widgets::{Look, icon_button, key_value, name_it, section};
use crate::scene::format::GroupDescription;
use crate::world::BodyId;
use bevy_egui::egui::{self, Align, Id, Layout, Sense, Ui, WidgetType};

/// Height of the list (points); more is scrolled to.
const MOST_HEIGHT: f32 = 150.0;
/// Height of a group in it, and of its heading (points).
const ROW: f32 = 28.0;
const HEADING: f32 = 36.0;

/// Room that the list takes (points), about.
pub fn height(inputs: &Inputs) -> f32 {
    match inputs.bench.scene.source.groups.len() {
        0 => 0.0,
        some => (some as f32 * ROW).min(MOST_HEIGHT) + HEADING,
    }
}

/// The buttons for several selected bodies: make one group of them, dissolve those that they are in.
pub fn buttons(ui: &mut Ui, inputs: &Inputs, ids: &[BodyId], commands: &mut Vec<AppCommand>) {
    let one = groups::exactly(inputs.bench, ids).is_some();
    let any = ids.iter().any(|id| groups::group_of(inputs.bench, *id).is_some());
    ui.horizontal(|ui| {
        for (label, change, shown) in [
            (tr!("group-make"), GroupChange::Make, !one),
            (tr!("group-dissolve"), GroupChange::DissolveSelected, any),
        ] {
            let command = AppCommand::Build(BuildCommand::Group(change));
            if shown && ui.button(label).on_hover_text(tooltip(&command)).clicked() {
                commands.push(command);
            }
        }
    });
    ui.add_space(4.0);
}

/// The group of one body, in a row; a click selects all of it.
pub fn of_body(ui: &mut Ui, inputs: &Inputs, body: BodyId, commands: &mut Vec<AppCommand>) {
    let Some(number) = groups::group_of(inputs.bench, body) else { return };
    let name = &inputs.bench.scene.source.groups[number].name;
    let row = key_value(ui, tr!("group-group"), name, tr!("group-select-tip"));
    if row.interact(Sense::click()).clicked() {
        commands.push(SelectCommand::Group(number).into());
    }
}

/// The groups of the scene, if it has any.
pub fn list(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let all = &inputs.bench.scene.source.groups;
    if all.is_empty() {
        return;
    }
    let selected: Vec<BodyId> = inputs.selection.bodies().collect();
    let selected = groups::exactly(inputs.bench, &selected);
    section(ui, &tr!("group-groups", count = all.len()));
    egui::ScrollArea::vertical().id_salt("groups").max_height(MOST_HEIGHT).show(ui, |ui| {
        for (number, group) in all.iter().enumerate() {
            ui.push_id(number, |ui| row(ui, number, group, selected == Some(number), commands));
        }
    });
    ui.add_space(4.0);
}

/// A group: selected by a click on its name, which is a field to type in as long as it is.
fn row(ui: &mut Ui, number: usize, group: &GroupDescription, selected: bool, commands: &mut Vec<AppCommand>) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hover = tr!("group-dissolve-one", group = group.name);
            if icon_button(ui, Icon::Close, Look::Quiet, hover).clicked() {
                commands.push(BuildCommand::Group(GroupChange::Dissolve(number)).into());
            }
            if selected {
                let renamed = line(ui, Id::new(("group", number)), tr!("group-name-tip"), &group.name);
                let command = |name| BuildCommand::Group(GroupChange::Rename(number, name)).into();
                commands.extend(renamed.map(command));
                return;
            }
            let text = format!("{} ({})", group.name, group.bodies.len());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let button = egui::Button::selectable(false, &text).truncate();
                let button = ui.add(button).on_hover_text(tr!("group-select-tip"));
                name_it(&button, WidgetType::Button, text);
                if button.clicked() {
                    commands.push(SelectCommand::Group(number).into());
                }
            });
        });
    });
}
