//! What is selected: a body with its state in every pane, its joints and contacts, or what the explainer is about.

use crate::app::command::{AppCommand, LookCommand, SelectCommand, tooltip};
use crate::app::ui::Inputs;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::{
    body_editor, contact_list, explainer, force_editor, groups, joint_editor, joint_list, path_editor,
    several_editor,
};
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{Look, icon_button, section};
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

/// Draws the inspector.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let explained = inputs.selection.subject(inputs.bench).is_some();
    let body = inputs.selection.body.filter(|id| id.0 < inputs.bench.scene.model.bodies.len());
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("inspector-inspector")).font(heading(14.0)).color(p.strong));
        if body.is_some() || !inputs.selection.is_empty() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let hover = tr!("inspector-deselect-clear-selection-esc");
                if icon_button(ui, Icon::Close, Look::Quiet, hover).clicked() {
                    commands.push(SelectCommand::Contact(None).into());
                    commands.push(SelectCommand::Body(None).into());
                }
                if body.is_some() {
                    let frame = AppCommand::Look(LookCommand::FrameSelection);
                    if icon_button(ui, Icon::View, Look::Quiet, tooltip(&frame)).clicked() {
                        commands.push(frame);
                    }
                }
            });
        }
    });
    if body.is_none() && inputs.selection.is_empty() {
        ui.label(RichText::new(tr!("inspector-click-body-or-contact-see")).color(p.weak));
        groups::list(ui, inputs, commands);
        return;
    }
    egui::ScrollArea::vertical().auto_shrink(false).id_salt(("inspector", body, explained)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if explained {
            explainer::show(ui, inputs, commands);
        } else if body.is_none() {
            section(ui, tr!("inspector-contact"));
            ui.label(RichText::new(tr!("inspector-this-contact-not-there-in")).color(p.weak));
        }
        let several: Vec<_> =
            inputs.selection.bodies().filter(|id| id.0 < inputs.bench.scene.model.bodies.len()).collect();
        if several.len() > 1 {
            several_editor::show(ui, inputs, &several, commands);
        } else if let Some(id) = body {
            body_editor::show(ui, inputs, id, commands);
            path_editor::show(ui, inputs, id, commands);
            force_editor::show(ui, inputs, id, commands);
            joint_list::show(ui, inputs, id, commands);
            joint_editor::add(ui, inputs, id, commands);
            contact_list::show(ui, inputs, id, commands);
            groups::list(ui, inputs, commands);
        }
        ui.add_space(8.0);
    });
}
