//! The joints of the selected body: what each leaves free, where it stands, and what it bears in the focused pane.

use crate::app::bench::workbench::Pane;
use crate::app::command::joint::kind_name;
use crate::app::command::session::AngleUnit;
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
    let whose =
        if bench.panes.len() > 1 { tr!("joint-in", model = pane.model().title()) } else { String::new() };
    section(ui, &tr!("joint-joints", count = joints.len(), whose = whose));
    for (number, joint) in joints {
        ui.add_space(4.0);
        show_joint(ui, inputs, pane, body, number, joint, commands);
        let edited = inputs.selection.joint == Some(number);
        let button =
            ui.selectable_label(edited, if edited { tr!("joint-edit-2") } else { tr!("joint-edit") });
        let button = button.on_hover_text(tr!("joint-change-joint-kind-place-limits"));
        name_it(&button, WidgetType::Button, tr!("joint-edit-joint", name = joint.name));
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
    let hover = tr!("joint-other-body-joint-its-body", name = model.body(body).name, side = side);
    if key_value(ui, tr!("joint-joined"), name, &hover).interact(Sense::click()).clicked() {
        commands.push(SelectCommand::Body(Some(other)).into());
    }
    if broken {
        let hover = tr!("joint-largest-force-torque-that-could");
        key_value(ui, tr!("joint-bore-at-most"), &strengths(joint), hover);
        return;
    }
    if !model.is_active(a, state.time) || !model.is_active(b, state.time) {
        key_value(ui, tr!("joint-holds"), tr!("joint-later"), tr!("joint-one-its-bodies-has-not"));
        return;
    }
    if joint.kind.has_coordinate() {
        coordinate(ui, pane, number, joint, inputs.session.preferences.angles);
    }
    let error = measure::error_of_joint(model, state, number);
    let hover = tr!("joint-how-far-its-frames-in");
    coloured(ui, tr!("joint-error"), &format::depth(error), p.depth(error), hover);

    let record = pane.simulation.record.as_deref();
    let borne = record.and_then(|r| r.joints.iter().find(|j| j.joint == number));
    let row = |ui: &mut Ui,
               name: &str,
               now: Option<nalgebra::Vector3<f64>>,
               most: f64,
               unit: &str,
               meaning: &str| {
        let value = now.map_or("–".to_owned(), |v| amount(v.norm(), unit));
        let value =
            if most.is_finite() { tr!("joint-of", value = value, most = amount(most, unit)) } else { value };
        let axes = now.map_or_else(String::new, |v| {
            let [x, y, z] = [v.x, v.y, v.z].map(format::component);
            tr!("joint-along-x-y-z", x = x, y = y, z = z, unit = unit)
        });
        let limit = if most.is_finite() { tr!("joint-breaks-beyond-second-number") } else { "" };
        key_value(ui, name, &value, &format!("{meaning}{limit}{axes}"));
    };
    let b_name = &model.body(b).name;
    let meaning = tr!("joint-force-joint-on-in-last", b_name = b_name);
    row(ui, tr!("joint-force-2"), borne.map(|r| r.force), joint.strength.0, "N", &meaning);
    let meaning = tr!("joint-torque-joint-on-about-its", b_name = b_name);
    row(ui, tr!("joint-torque-2"), borne.map(|r| r.torque), joint.strength.1, "N·m", &meaning);
    let driven = |c: &&Controller| matches!(c, Controller::JointPd { joint, .. } if *joint == number);
    for controller in inputs.bench.scene.model.controllers.iter().filter(driven) {
        let unit = inputs.session.preferences.angles;
        motor(ui, joint, controller, (state.time, unit), borne.map(|r| r.drive));
    }
}

/// Name at the left, kind or that it is broken at the right.
fn title(ui: &mut Ui, joint: &Joint, broken: bool, p: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    let (word, color) =
        if broken { (tr!("joint-broken"), p.violated) } else { (kind_name(joint.kind), p.weak) };
    let used = paint_text(ui, rect, word, color, Align::Max);
    let left = rect.with_max_x(rect.max.x - used - 8.0);
    paint_text_with(ui, left, &joint.name, heading(12.5), p.strong, Align::Min);
    response.on_hover_text(format!("{}\n{}", joint.name, meaning(joint.kind)));
}

/// What a kind of joint leaves free and what it holds.
pub fn meaning(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Fixed => tr!("joint-fixed-joint-leaves-nothing-free"),
        JointKind::Revolute => {
            tr!("joint-revolute-joint-leaves-one-rotation")
        }
        JointKind::Prismatic => {
            tr!("joint-prismatic-joint-leaves-one")
        }
        JointKind::Cylindrical => {
            tr!("joint-cylindrical-joint-leaves")
        }
        JointKind::Spherical => {
            tr!("joint-spherical-joint-leaves-all")
        }
    }
}

fn coordinate(ui: &mut Ui, pane: &Pane, number: usize, joint: &Joint, angles: AngleUnit) {
    let state = &pane.simulation.state;
    let now = joint.coordinate(&state.poses[joint.bodies.0.0], &state.poses[joint.bodies.1.0]);
    let turns = joint.kind == JointKind::Revolute;
    let (name, hover) = if turns {
        (tr!("joint-angle"), tr!("joint-rotation-body-b-against-body"))
    } else {
        (tr!("joint-travel"), tr!("joint-displacement-body-b-against-body"))
    };
    let value = if turns {
        let [first, other] = both(now, angles);
        format!("{first} ({other})")
    } else {
        format::length(now)
    };
    // Its number tells joints without a name of their own apart.
    key_value(ui, name, &value, &tr!("joint-joint-number-scene", hover = hover, number = number));
    if let Some((low, high)) = joint.limits {
        let mut hover = tr!("joint-joint-stops-goes-no-further").to_owned();
        let text = if turns {
            let ([low, other_low], [high, other_high]) = (both(low, angles), both(high, angles));
            hover.push_str(&tr!("joint-to", low = other_low, high = other_high));
            tr!("joint-range", low = low, high = high)
        } else {
            tr!("joint-range", low = format::length(low), high = format::length(high))
        };
        key_value(ui, tr!("joint-limits"), &text, &hover);
    }
}

/// What a drive is to do, and what it `gave` in the last step.
fn motor(
    ui: &mut Ui,
    joint: &Joint,
    controller: &Controller,
    (time, angles): (f64, AngleUnit),
    gave: Option<f64>,
) {
    let Controller::JointPd { target, kp, kd, max, .. } = controller else { return };
    let turns = joint.kind == JointKind::Revolute;
    let (torque, unit) = if turns { (tr!("joint-torque"), "N·m") } else { (tr!("joint-force"), "N") };
    let value = match target {
        Target::Ramp(rate) if turns => {
            let [rate, _] = both(*rate, angles);
            tr!("joint-turns-at", rate = rate)
        }
        Target::Ramp(rate) => tr!("joint-goes-at", rate = format::engineering(*rate, "m/s")),
        other if turns => {
            let [value, _] = both(other.value(time), angles);
            tr!("joint-target", value = value)
        }
        other => tr!("joint-target", value = format::length(other.value(time))),
    };
    let limit = max.map_or_else(|| ".".to_owned(), |max| tr!("joint-at-most", most = amount(max, unit)));
    let hover =
        tr!("joint-motor-with-proportional-derivative", torque = torque, kp = kp, kd = kd, limit = limit);
    let value = match gave {
        Some(gave) => format!("{}, {value}", amount(gave, unit)),
        None => value,
    };
    key_value(ui, tr!("joint-motor"), &value, &hover);
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

/// An angle (rad) in the unit that is asked for, and in the other one.
fn both(value: f64, unit: AngleUnit) -> [String; 2] {
    let (degrees, radians) = (format::angle(value), format!("{value:.3} rad"));
    match unit {
        AngleUnit::Degrees => [degrees, radians],
        AngleUnit::Radians => [radians, degrees],
    }
}

fn strengths(joint: &Joint) -> String {
    let (force, torque) = joint.strength;
    let parts = [(force, "N"), (torque, "N·m")];
    let finite = parts.into_iter().filter(|(most, _)| most.is_finite());
    finite.map(|(most, unit)| amount(most, unit)).collect::<Vec<_>>().join(", ")
}
