//! Springs and dampers of a pane with a penalty method: gains, forgetting, the speed of impacts, how forces are integrated.

use crate::app::bench::workbench::Pane;
use crate::app::command::{AppCommand, RunCommand};
use crate::app::ui::panels::fields::{Field, number};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{name_it, section};
use crate::step::ranges::{
    DERIVATIVE_GAIN, FORGETTING, IMPACT_SPEED, INTEGRAL_GAIN, PROPORTIONAL_GAIN, Range,
};
use crate::step::{Integrator, PenaltySettings};
use bevy_egui::egui::{RichText, Ui, WidgetType};

/// A number of the settings: what it is called, what it means, its range, and what the pointer changes of 0 (in its unit).
struct Gain {
    name: fn() -> &'static str,
    meaning: fn() -> &'static str,
    range: Range,
    least_speed: f64,
}

const PROPORTIONAL: Gain = Gain {
    name: || tr!("springs-spring"),
    meaning: || tr!("springs-how-hard-bodies-pushed-apart"),
    range: PROPORTIONAL_GAIN,
    least_speed: 1.0,
};
const DERIVATIVE: Gain = Gain {
    name: || tr!("springs-damper"),
    meaning: || tr!("springs-how-hard-bodies-braked-that"),
    range: DERIVATIVE_GAIN,
    least_speed: 0.5,
};
const INTEGRAL: Gain = Gain {
    name: || tr!("springs-integral"),
    meaning: || tr!("springs-how-hard-bodies-pushed-apart-2"),
    range: INTEGRAL_GAIN,
    least_speed: 0.05,
};
const FORGET: Gain = Gain {
    name: || tr!("springs-forgetting"),
    meaning: || tr!("springs-what-kept-that-sum-from"),
    range: FORGETTING,
    least_speed: 0.005,
};
const IMPACT: Gain = Gain {
    name: || tr!("springs-impact-speed"),
    meaning: || tr!("springs-bodies-that-meet-at-this"),
    range: IMPACT_SPEED,
    least_speed: 1e-6,
};

/// What an integrator is, in a sentence.
fn about(integrator: Integrator) -> (&'static str, &'static str) {
    match integrator {
        Integrator::RungeKutta => (tr!("springs-runge-kutta"), tr!("springs-classical-method-fourth-order")),
        Integrator::SemiImplicitEuler => {
            (tr!("springs-semi-implicit-euler"), tr!("springs-new-velocities-from-forces-at"))
        }
    }
}

/// Draws the fields; a change is a command.
pub fn show(ui: &mut Ui, index: usize, pane: &Pane, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    section(ui, tr!("springs-springs"));
    let (now, model) = (pane.simulation.settings.contact.penalty, pane.model());
    let mut next = now;
    let row = |ui: &mut Ui, gain: &Gain, value: f64| {
        let (least, most) = gain.range.ends();
        let unit = if gain.range.unit.is_empty() { String::new() } else { format!(" {}", gain.range.unit) };
        let hover = format!("{}\n{} {}.", (gain.meaning)(), gain.range.name, gain.range.wanted());
        let speed = (0.01 * value.abs()).max(gain.least_speed);
        let field = Field { name: (gain.name)(), hover: &hover, suffix: &unit, speed, range: least..=most };
        number(ui, &field, ("springs", index), value).filter(|value| gain.range.holds(*value))
    };
    if let Some(value) = row(ui, &PROPORTIONAL, now.proportional) {
        next.proportional = value;
    }
    if let Some(value) = row(ui, &DERIVATIVE, now.derivative) {
        next.derivative = value;
    }
    if let Some(value) = row(ui, &INTEGRAL, now.integral_under(model)) {
        next.integral = Some(value);
    }
    if let Some(value) = row(ui, &FORGET, now.forgetting) {
        next.forgetting = value;
    }
    if let Some(value) = row(ui, &IMPACT, now.impact_speed) {
        next.impact_speed = value;
    }
    for choice in Integrator::ALL {
        let (name, meaning) = about(choice);
        let button = ui.radio(now.integrator == choice, name).on_hover_text(meaning);
        name_it(&button, WidgetType::RadioButton, tr!("springs-integrator", name = name));
        if button.clicked() {
            next.integrator = choice;
        }
    }
    let usual = PenaltySettings::default();
    ui.horizontal(|ui| {
        let hover = tr!("springs-gains-drumwright-paper-iii-c");
        let others = |ui: &mut Ui, name: &str| ui.button(name).on_hover_text(hover).clicked();
        if now == usual {
            ui.label(RichText::new(tr!("springs-these-defaults-gains-drumwright")).size(12.0).color(p.weak));
        } else if others(ui, tr!("springs-back-defaults")) {
            next = usual;
        }
        let of_scene = pane.scene.settings.contact.penalty;
        if now != of_scene && of_scene != usual && ui.button(tr!("springs-back-scene-s")).clicked() {
            next = of_scene;
        }
    });
    if next != now {
        commands.push(RunCommand::SetPanePenalty { pane: index, penalty: next }.into());
    }
}
