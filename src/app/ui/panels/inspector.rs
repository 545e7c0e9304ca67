//! What is selected: a body with its state in every pane, its joints and contacts, or what the explainer is about.

use crate::app::command::{AppCommand, tooltip};
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::explainer::{self, key_vector};
use crate::app::ui::panels::{contact_list, joint_list};
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{Look, icon_button, key_value, section};
use crate::app::ui::{Inputs, format};
use crate::body::{Body, BodyId, BodyKind};
use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

/// Draws the inspector.
pub fn show(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let explained = inputs.selection.subject(inputs.bench).is_some();
    let body = inputs.selection.body.filter(|id| id.0 < inputs.bench.scene.model.bodies.len());
    ui.horizontal(|ui| {
        ui.label(RichText::new("Inspector").font(heading(14.0)).color(p.strong));
        if body.is_some() || !inputs.selection.is_empty() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let hover = "Deselect\nClear the selection (Esc).";
                if icon_button(ui, Icon::Close, Look::Quiet, hover).clicked() {
                    commands.push(AppCommand::SelectContact(None));
                    commands.push(AppCommand::SelectBody(None));
                }
                if body.is_some() {
                    let frame = AppCommand::FrameSelection;
                    if icon_button(ui, Icon::View, Look::Quiet, tooltip(&frame)).clicked() {
                        commands.push(frame);
                    }
                }
            });
        }
    });
    if body.is_none() && inputs.selection.is_empty() {
        ui.label(RichText::new("Click a body or a contact to see its numbers.").color(p.weak));
        return;
    }
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("inspector").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if explained {
            explainer::show(ui, inputs, commands);
        } else if body.is_none() {
            section(ui, "Contact");
            ui.label(RichText::new("This contact is not there in the step shown.").color(p.weak));
        }
        if let Some(id) = body {
            show_body(ui, inputs, id);
            joint_list::show(ui, inputs, id, commands);
            contact_list::show(ui, inputs, id, commands);
        }
        ui.add_space(8.0);
    });
}

fn show_body(ui: &mut Ui, inputs: &Inputs, id: BodyId) {
    let p = Palette::from_ui(ui);
    let body = inputs.bench.scene.model.body(id);
    section(ui, "Body");
    ui.label(RichText::new(&body.name).font(heading(13.0)).color(p.strong));
    key_value(ui, "Kind", kind_name(body.kind), kind_meaning(body.kind));
    key_value(ui, "Mass", &mass(body), "Mass; bodies that impulses do not move have none to speak of.");
    key_value(ui, "Friction µ", &format!("{:.3}", body.friction), "Coefficient of Coulomb friction (2.16).");
    if body.restitution > 0.0 {
        let hover = "Coefficient of restitution: the share of the speed of a blow that comes back. Of two bodies that \
                     meet the larger one counts.";
        key_value(ui, "Restitution", &format!("{:.3}", body.restitution), hover);
    }
    key_value(
        ui,
        "Convex parts",
        &body.parts.len().to_string(),
        "Parts whose union is the body; they may overlap each other.",
    );
    if body.spawn_time > 0.0 {
        key_value(
            ui,
            "Enters at",
            &format::clock(body.spawn_time),
            "Time at which the body enters the simulation.",
        );
    }
    for (i, pane) in inputs.bench.panes.iter().enumerate() {
        let state = &pane.simulation.state;
        let (Some(pose), Some(twist)) = (state.poses.get(id.0), state.twists.get(id.0)) else { continue };
        ui.add_space(6.0);
        let title = if inputs.bench.panes.len() > 1 {
            format!("{} (pane {})", pane.model().title(), i + 1)
        } else {
            pane.model().title().to_owned()
        };
        ui.label(RichText::new(title).font(heading(12.0)).color(p.model(pane.model())));
        let (position, _) = inputs.bench.scene.model.scene_frame(id, pose);
        key_vector(ui, "Position (m)", &position, "Where the frame of the scene file's points is, in m.");
        let turn = pose.orientation.scaled_axis();
        key_vector(
            ui,
            "Rotation (rad)",
            &turn,
            "Rotation vector: the axis of the rotation from the world's axes, times its angle in rad.",
        );
        key_vector(ui, "Velocity (m/s)", &twist.linear, "Velocity of the centre of mass, world axes.");
        key_vector(ui, "Spin (rad/s)", &twist.angular, "Angular velocity, world axes.");
        if body.is_dynamic() && body.mass.is_finite() {
            let axes = pose.orientation.to_rotation_matrix();
            let inertia = axes.matrix() * body.inertia * axes.matrix().transpose();
            let energy = 0.5 * body.mass * twist.linear.norm_squared()
                + 0.5 * twist.angular.dot(&(inertia * twist.angular));
            key_value(
                ui,
                "Kinetic energy",
                &format::engineering(energy, "J"),
                "½ m v² + ½ ω·Iω of this body alone.",
            );
        }
    }
}

fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Fixed => "fixed",
        BodyKind::Dynamic => "dynamic",
        BodyKind::Kinematic => "kinematic",
    }
}

fn kind_meaning(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Fixed => "Never moves.",
        BodyKind::Dynamic => "Moves by forces and impulses.",
        BodyKind::Kinematic => "Moves as prescribed, whatever touches it.",
    }
}

fn mass(body: &Body) -> String {
    if body.mass.is_finite() {
        // Kilograms take no prefix below one: 0.25 kg, not 250 mkg.
        if body.mass >= 0.001 { format!("{:.3} kg", body.mass) } else { format!("{:.2e} kg", body.mass) }
    } else {
        "∞".to_owned()
    }
}
