//! The forces that the scene has on a dynamic body: each with a force, a torque, and when it acts.

use crate::app::build::forces::of_body;
use crate::app::command::joint::Push;
use crate::app::command::{AppCommand, JointCommand};
use crate::app::ui::Inputs;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::fields::{Field, number, tick, vector};
use crate::app::ui::widgets::{Look, icon_button, name_it, section};
use crate::math::{Dimension, Vec3};
use crate::world::BodyId;
use bevy_egui::egui::{Ui, WidgetType};

/// Widest range of forces (N) and torques (N·m) that fields take.
const MOST: f64 = 1e12;
/// Latest time (s).
const LATEST: f64 = 1e6;
/// Shortest time that a force acts (s).
const SHORTEST: f64 = 1e-3;
/// A new force is this part of the weight of its body.
const USUAL: f64 = 0.5;
/// Forces that are listed; a body with more has them in its file.
const LISTED: usize = 60;

/// Draws the forces on a body that forces move; changes go into `commands`.
pub fn show(ui: &mut Ui, inputs: &Inputs, body: BodyId, commands: &mut Vec<AppCommand>) {
    let scene = &inputs.bench.scene;
    if !scene.model.body(body).is_dynamic() {
        return;
    }
    section(ui, tr!("force-forces"));
    let given: Vec<Push> = of_body(&scene.source.controllers, &scene.model.body(body).name).collect();
    let mut next = given.clone();
    let mut gone = None;
    for (k, push) in next.iter_mut().enumerate().take(LISTED) {
        if row(ui, scene.model.dimension == Dimension::Two, (body, k), push) {
            gone = Some(k);
        }
    }
    if let Some(gone) = gone {
        next.remove(gone);
    }
    if given.len() > LISTED {
        ui.label(tr!("path-more-in-file", count = given.len() - LISTED));
    }
    ui.add_space(2.0);
    if ui.button(tr!("force-add-force")).on_hover_text(tr!("force-acts-at-centre-of-mass")).clicked() {
        next.push(usual(inputs, body));
    }
    if next != given {
        commands.push(JointCommand::Forces(body, next).into());
    }
}

/// A force along the first axis, from now on.
fn usual(inputs: &Inputs, body: BodyId) -> Push {
    let model = &inputs.bench.scene.model;
    let gravity = model.gravity.norm();
    let size = USUAL * model.body(body).mass * if gravity > 0.0 { gravity } else { 1.0 };
    Push {
        force: Vec3::x() * two_digits(size),
        torque: Vec3::zeros(),
        from: inputs.bench.focused_pane().simulation.state.time,
        until: None,
    }
}

/// A positive number to two digits, as a person would type it.
fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

/// One force, changed where its fields are; whether it is to go.
fn row(ui: &mut Ui, flat: bool, (body, k): (BodyId, usize), push: &mut Push) -> bool {
    let salt = (body.0, k);
    let number_of_it = k + 1;
    let mut gone = false;
    ui.horizontal(|ui| {
        let label = tr!("force-remove-force", number = number_of_it);
        let remove = icon_button(ui, Icon::Close, Look::Quiet, &label);
        name_it(&remove, WidgetType::Button, label);
        gone = remove.clicked();
        let name = tr!("force-force-n", number = number_of_it);
        let field = field(&name, tr!("force-through-centre-of-mass"), "", push.force.norm(), -MOST..=MOST);
        if let Some(force) = vector(ui, &field, salt, &push.force, [true, true, !flat]) {
            push.force = force;
        }
    });
    let turning =
        field(tr!("force-torque"), tr!("force-torque-world-axes"), "", push.torque.norm(), -MOST..=MOST);
    if let Some(torque) = vector(ui, &turning, salt, &push.torque, [!flat, !flat, true]) {
        push.torque = torque;
    }
    let name = tr!("force-from", number = number_of_it);
    // A file may have it later, or shorter, than a field takes.
    let least = 0.0_f64.min(push.from);
    let latest = push.until.unwrap_or(LATEST) - SHORTEST;
    let begins = field(&name, tr!("force-when-begins"), " s", 1.0, least..=latest.max(least));
    if let Some(from) = number(ui, &begins, salt, push.from) {
        push.from = from;
    }
    let name = tr!("force-ends", number = number_of_it);
    if let Some(ends) = tick(ui, &name, tr!("force-does-not-act-for-ever"), push.until.is_some()) {
        push.until = ends.then_some(push.from + 1.0);
    }
    if let Some(until) = push.until {
        let name = tr!("force-until", number = number_of_it);
        let soonest = push.from + SHORTEST;
        let ends = field(&name, tr!("force-when-ends"), " s", 1.0, soonest..=LATEST.max(soonest));
        push.until = Some(number(ui, &ends, salt, until).unwrap_or(until));
    }
    gone
}

/// A field whose number changes by a hundredth of what it is about for each point that it is dragged.
fn field<'a>(
    name: &'a str,
    hover: &'a str,
    suffix: &'a str,
    size: f64,
    range: std::ops::RangeInclusive<f64>,
) -> Field<'a> {
    Field { name, hover, suffix, speed: if size > 0.0 { 0.01 * size } else { 0.01 }, range }
}
