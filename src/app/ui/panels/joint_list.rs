//! The joints of the selected body: what each leaves free, where it stands, and what it bears in the focused pane.

use crate::app::bench::workbench::Pane;
use crate::app::command::{AppCommand, SelectCommand};
use crate::app::format;
use crate::app::run::measure;
use crate::app::ui::Inputs;
use crate::app::ui::panels::joint_editor;
use crate::app::ui::theme::{Palette, ROW_HEIGHT, heading};
use crate::app::ui::widgets::{key_value, name_it, paint_text, paint_text_with, section};
use crate::world::BodyId;
use crate::world::joint::{Controller, Joint, JointKind, Target};
use bevy_egui::egui::{self, Align, Color32, FontId, Sense, Ui, WidgetType, vec2};

/// Draws the joints of a body, if it has any.
pub fn show(ui: &mut Ui, inputs: &Inputs, body: BodyId, commands: &mut Vec<AppCommand>) {
    let bench = inputs.bench;
    let model = &bench.scene.model;
    let of_body = |joint: &Joint| joint.bodies.0 == body || joint.bodies.1 == body;
    let joints: Vec<(usize, &Joint)> = model.joints.iter().enumerate().filter(|(_, j)| of_body(j)).collect();
    if joints.is_empty() {
        return;
    }
    let pane = bench.focused_pane();
    let whose = if bench.panes.len() > 1 { format!(" in {}", pane.model().title()) } else { String::new() };
    section(ui, &format!("Joints ({}{whose})", joints.len()));
    for (number, joint) in joints {
        ui.add_space(4.0);
        show_joint(ui, inputs, pane, body, number, joint, commands);
        let edited = inputs.selection.joint == Some(number);
        let button = ui.selectable_label(edited, if edited { "⏷ Edit" } else { "⏵ Edit" });
        let button =
            button.on_hover_text("Change the joint: kind, place, limits, strength and what drives it.");
        name_it(&button, WidgetType::Button, format!("Edit joint {}", joint.name));
        if button.clicked() {
            commands.push(SelectCommand::Joint((!edited).then_some(number)).into());
        }
        if edited {
            joint_editor::show(ui, inputs, number, commands);
        }
    }
}

fn show_joint(
    ui: &mut Ui,
    inputs: &Inputs,
    pane: &Pane,
    body: BodyId,
    number: usize,
    joint: &Joint,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let (model, state) = (&pane.simulation.model, &pane.simulation.state);
    let (a, b) = joint.bodies;
    let broken = state.broken.binary_search(&number).is_ok();
    title(ui, joint, broken, &p);

    let other = if a == body { b } else { a };
    let name = model.bodies.get(other.0).map_or("?", |b| b.name.as_str());
    let side = if a == body { "A" } else { "B" };
    let hover = format!(
        "The other body of the joint; `{}` is its body {side}. Click to select the other one.",
        model.body(body).name
    );
    if key_value(ui, "Joined to", name, &hover).interact(Sense::click()).clicked() {
        commands.push(SelectCommand::Body(Some(other)).into());
    }
    if broken {
        let hover =
            "Largest force and torque that it could bear. It bore more in one step, and holds nothing since.";
        key_value(ui, "Bore at most", &strengths(joint), hover);
        return;
    }
    if !model.is_active(a, state.time) || !model.is_active(b, state.time) {
        key_value(ui, "Holds", "later", "One of its bodies has not entered the simulation yet.");
        return;
    }
    if joint.kind.has_coordinate() {
        coordinate(ui, pane, number, joint);
    }
    let error = measure::error_of_joint(model, state, number);
    let hover = "How far its frames in the two bodies are apart where it holds them together. An angle counts at the \
                 radius of the smaller body. Zero is what a joint promises.";
    coloured(ui, "Error", &format::depth(error), p.depth(error), hover);

    let record = pane.simulation.record.as_deref();
    let borne = record.and_then(|r| r.joints.iter().find(|j| j.joint == number));
    let row = |ui: &mut Ui,
               name: &str,
               now: Option<nalgebra::Vector3<f64>>,
               most: f64,
               unit: &str,
               meaning: &str| {
        let value = now.map_or("–".to_owned(), |v| amount(v.norm(), unit));
        let value = if most.is_finite() { format!("{value} of {}", amount(most, unit)) } else { value };
        let axes = now.map_or_else(String::new, |v| {
            let [x, y, z] = [v.x, v.y, v.z].map(format::component);
            format!("\nAlong x, y, z: {x}, {y}, {z} {unit}.")
        });
        let limit = if most.is_finite() { " It breaks beyond the second number." } else { "" };
        key_value(ui, name, &value, &format!("{meaning}{limit}{axes}"));
    };
    let b_name = &model.body(b).name;
    let meaning = format!("Force of the joint on `{b_name}` in the last step.");
    row(ui, "Force", borne.map(|r| r.force), joint.strength.0, "N", &meaning);
    let meaning = format!(
        "Torque of the joint on `{b_name}` about its point in the last step, at its limits as well; without the torque \
         of a motor."
    );
    row(ui, "Torque", borne.map(|r| r.torque), joint.strength.1, "N·m", &meaning);
    let driven = |c: &&Controller| matches!(c, Controller::JointPd { joint, .. } if *joint == number);
    for controller in inputs.bench.scene.model.controllers.iter().filter(driven) {
        motor(ui, joint, controller, state.time);
    }
}

/// Name at the left, kind or that it is broken at the right.
fn title(ui: &mut Ui, joint: &Joint, broken: bool, p: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    let (word, color) = if broken { ("broken", p.violated) } else { (joint.kind.name(), p.weak) };
    let used = paint_text(ui, rect, word, color, Align::Max);
    let left = rect.with_max_x(rect.max.x - used - 8.0);
    paint_text_with(ui, left, &joint.name, heading(12.5), p.strong, Align::Min);
    response.on_hover_text(format!("{}\n{}", joint.name, meaning(joint.kind)));
}

/// What a kind of joint leaves free and what it holds.
pub fn meaning(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Fixed => "A fixed joint leaves nothing free: it holds all six directions (table 2.1).",
        JointKind::Revolute => {
            "A revolute joint leaves one rotation free, that about its axis: it holds five directions (table 2.1)."
        }
        JointKind::Prismatic => {
            "A prismatic joint leaves one translation free, that along its axis: it holds five directions (table 2.1)."
        }
        JointKind::Cylindrical => {
            "A cylindrical joint leaves the translation along its axis and the rotation about it free: it holds four \
             directions (table 2.1)."
        }
        JointKind::Spherical => {
            "A spherical joint leaves all rotations about its point free: it holds three directions (table 2.1)."
        }
    }
}

fn coordinate(ui: &mut Ui, pane: &Pane, number: usize, joint: &Joint) {
    let state = &pane.simulation.state;
    let now = joint.coordinate(&state.poses[joint.bodies.0.0], &state.poses[joint.bodies.1.0]);
    let turns = joint.kind == JointKind::Revolute;
    let (name, hover) = if turns {
        (
            "Angle",
            "Rotation of body B against body A about the axis, between −180° and 180°; 0 at the start unless the joint says otherwise.",
        )
    } else {
        (
            "Travel",
            "Displacement of body B against body A along the axis; 0 at the start unless the joint says otherwise.",
        )
    };
    let value =
        if turns { format!("{} ({})", format::angle(now), radians(now)) } else { format::length(now) };
    // Its number tells joints without a name of their own apart.
    key_value(ui, name, &value, &format!("{hover}\nJoint number {number} of the scene."));
    if let Some((low, high)) = joint.limits {
        let text = if turns {
            format!("{} to {}", format::angle(low), format::angle(high))
        } else {
            format!("{} to {}", format::length(low), format::length(high))
        };
        let mut hover = "The joint's stops: it goes no further than this.".to_owned();
        if turns {
            hover.push_str(&format!("\n{} to {}.", radians(low), radians(high)));
        }
        key_value(ui, "Limits", &text, &hover);
    }
}

fn motor(ui: &mut Ui, joint: &Joint, controller: &Controller, time: f64) {
    let Controller::JointPd { target, kp, kd, max, .. } = controller else { return };
    let turns = joint.kind == JointKind::Revolute;
    let (torque, unit) = if turns { ("torque", "N·m") } else { ("force", "N") };
    let value = match target {
        Target::Ramp(rate) if turns => format!("turns at {rate:.2} rad/s"),
        Target::Ramp(rate) => format!("goes at {}", format::engineering(*rate, "m/s")),
        other if turns => format!("to {}", format::angle(other.value(time))),
        other => format!("to {}", format::length(other.value(time))),
    };
    let limit = max.map_or_else(|| ".".to_owned(), |max| format!(", and at most {}.", amount(max, unit)));
    let hover = format!(
        "A motor with proportional-derivative control drives the joint to a target; here is the target now.\nIts \
         {torque} is kp (θ* − θ) + kd (θ̇* − θ̇) at the end of the step, kp = {kp}, kd = {kd}{limit}"
    );
    key_value(ui, "Motor", &value, &hover);
}

/// A row whose value has a colour.
fn coloured(ui: &mut Ui, name: &str, value: &str, color: Color32, hover: &str) {
    let response = key_value(ui, name, "", "");
    let rect = response.rect;
    paint_text_with(ui, rect, value, FontId::proportional(12.5), color, Align::Max);
    let _: egui::Response = response.on_hover_text(hover);
}

/// A force or torque; what is below sight beside any weight is zero.
fn amount(value: f64, unit: &str) -> String {
    if value.abs() < 1e-9 { format!("0 {unit}") } else { format::engineering(value, unit) }
}

fn radians(value: f64) -> String {
    format!("{value:.3} rad")
}

fn strengths(joint: &Joint) -> String {
    let (force, torque) = joint.strength;
    let parts = [(force, "N"), (torque, "N·m")];
    let finite = parts.into_iter().filter(|(most, _)| most.is_finite());
    finite.map(|(most, unit)| amount(most, unit)).collect::<Vec<_>>().join(", ")
}
