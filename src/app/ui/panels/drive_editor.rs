//! What drives a joint: gains, limit and target.

use crate::app::command::joint::DriveChange;
use crate::app::command::{AppCommand, JointCommand};
use crate::app::ui::Inputs;
use crate::app::ui::panels::fields::{Field, choice, number};
use crate::app::ui::panels::joint_editor::{Scale, bearable};
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::name_it;
use crate::scene::format::{ControllerDescription, ControllerKind, JointKind};
use crate::world::joint::{Joint, Target};
use bevy_egui::egui::{RichText, Ui, WidgetType};

/// Largest gains that fields take.
const MOST_GAIN: f64 = 1e12;
/// Latest time of a point (s).
const LATEST: f64 = 1e6;

/// A kind of target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Constant,
    Sine,
    Ramp,
    Trajectory,
}

const COURSES: [(Course, &str, &str); 4] = [
    (Course::Constant, "constant", "Always the same."),
    (Course::Sine, "sine", "To and fro about 0: amplitude · sin(2π · frequency · t)."),
    (
        Course::Ramp,
        "steady",
        "Goes on at one rate: rate · t. With stiffness 0 it is a motor of constant speed.",
    ),
    (
        Course::Trajectory,
        "points",
        "Straight lines between points in time, constant before the first and after the last.",
    ),
];

/// Draws what drives a joint, or a button that makes it driven.
pub fn show(
    ui: &mut Ui,
    inputs: &Inputs,
    joint_number: usize,
    joint: &Joint,
    commands: &mut Vec<AppCommand>,
) {
    let scene = &inputs.bench.scene;
    let drives = |c: &ControllerDescription| c.kind == ControllerKind::JointPd && c.joint == joint.name;
    let mut driven = false;
    for (drive, given) in scene.source.controllers.iter().enumerate().filter(|(_, c)| drives(c)) {
        driven = true;
        ui.add_space(4.0);
        ui.label(RichText::new("Drive").font(heading(12.0)).color(Palette::from_ui(ui).text));
        let mut changes = Vec::new();
        gains(ui, drive, joint, given, &mut changes);
        if let Some(target) = &given.target {
            let scale = Scale { most: f64::INFINITY, ..Scale::of(joint, &scene.model) };
            let next = course(ui, drive, &scale, target, joint.kind == JointKind::Revolute);
            changes.extend(next.map(DriveChange::Target));
        }
        commands.extend(changes.into_iter().map(|change| JointCommand::ChangeDrive(drive, change).into()));
        ui.add_space(4.0);
        let remove = ui.button("Remove drive").on_hover_text("The joint moves freely from then on.");
        name_it(&remove, WidgetType::Button, format!("Remove drive of {}", joint.name));
        if remove.clicked() {
            commands.push(JointCommand::RemoveDrive(drive).into());
        }
    }
    if !driven {
        let hover = "A motor with proportional-derivative control that holds the joint where it stands; target and gains can be \
                     changed then.";
        let add = ui.button("Add drive").on_hover_text(hover);
        name_it(&add, WidgetType::Button, format!("Add drive to {}", joint.name));
        if add.clicked() {
            commands.push(JointCommand::AddDrive(joint_number).into());
        }
    }
}

fn gains(
    ui: &mut Ui,
    drive: usize,
    joint: &Joint,
    given: &ControllerDescription,
    changes: &mut Vec<DriveChange>,
) {
    let turns = joint.kind == JointKind::Revolute;
    let units = if turns { [" N·m/rad", " N·m·s/rad", " N·m"] } else { [" N/m", " N·s/m", " N"] };
    let field = |name, hover, suffix, value: f64| Field {
        name,
        hover,
        suffix,
        speed: (0.01 * value).max(0.01),
        range: 0.0..=MOST_GAIN,
    };
    let stiffness = field(
        "Stiffness kp",
        "How hard the drive pulls for how far the joint is from its target, at the end of each step; 0 for a motor that only keeps its \
         speed.",
        units[0],
        given.kp,
    );
    changes.extend(number(ui, &stiffness, drive, given.kp).map(DriveChange::Kp));
    let damping = field(
        "Damping kd",
        "How hard it pulls for how much slower than its target the joint is.",
        units[1],
        given.kd,
    );
    changes.extend(number(ui, &damping, drive, given.kd).map(DriveChange::Kd));
    let (name, short, hover) = if turns {
        (
            "Torque is limited",
            "Largest torque",
            "The drive never gives more than this, contacts included (N·m).",
        )
    } else {
        ("Force is limited", "Largest force", "The drive never gives more than this, contacts included (N).")
    };
    // What it gives a tenth of a radian or metre away.
    let usual = if given.kp > 0.0 { 0.1 * given.kp } else { given.kd.max(1.0) };
    changes
        .extend(bearable(ui, (name, short, hover, units[2]), drive, given.max, usual).map(DriveChange::Max));
}

/// The target, changed or not.
fn course(ui: &mut Ui, drive: usize, scale: &Scale, target: &Target, turns: bool) -> Option<Target> {
    let now = match target {
        Target::Constant(_) => Course::Constant,
        Target::Sine { .. } => Course::Sine,
        Target::Ramp(_) => Course::Ramp,
        Target::Trajectory(_) => Course::Trajectory,
    };
    if let Some(next) = choice(ui, "Target", ("target", drive), &COURSES, now) {
        return Some(first(next, target.value(0.0), turns));
    }
    let all = (-f64::INFINITY, f64::INFINITY);
    match target {
        Target::Constant(value) => {
            let hover = "Where the joint should be (in the file: rad or m).";
            scale.row(ui, ("Target at", hover), ("constant", drive), *value, all).map(Target::Constant)
        }
        Target::Ramp(rate) => {
            let suffix = if turns { "°/s" } else { " m/s" };
            let hover = "How fast the joint should go (in the file: rad/s or m/s).";
            Scale { suffix, ..*scale }.row(ui, ("Rate", hover), ("ramp", drive), *rate, all).map(Target::Ramp)
        }
        Target::Sine { amplitude, frequency } => {
            let hover = "How far it goes to each side (in the file: rad or m).";
            let wide = scale.row(ui, ("Amplitude", hover), ("sine", drive), *amplitude, all);
            let field = Field {
                name: "Frequency",
                hover: "How often it goes to and fro in a second (Hz).",
                suffix: " Hz",
                speed: 0.01,
                range: 0.0..=1e6,
            };
            let often = number(ui, &field, ("sine", drive), *frequency);
            let (amplitude, frequency) = (wide.unwrap_or(*amplitude), often.unwrap_or(*frequency));
            (wide.is_some() || often.is_some()).then_some(Target::Sine { amplitude, frequency })
        }
        Target::Trajectory(points) => trajectory(ui, drive, scale, points).map(Target::Trajectory),
    }
}

/// A target of another kind, which begins where the last one did.
fn first(course: Course, value: f64, turns: bool) -> Target {
    match course {
        Course::Constant => Target::Constant(value),
        Course::Sine => Target::Sine { amplitude: if turns { 0.5 } else { 0.1 }, frequency: 0.5 },
        Course::Ramp => Target::Ramp(if turns { 1.0 } else { 0.1 }),
        Course::Trajectory => Target::Trajectory(vec![(0.0, value), (1.0, value)]),
    }
}

/// The points of a trajectory: each has a time and a value, and can go; another one comes a second after the last.
fn trajectory(ui: &mut Ui, drive: usize, scale: &Scale, points: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    let mut next = points.to_vec();
    let mut gone = None;
    for (k, &(time, value)) in points.iter().enumerate() {
        let name = format!("Point {} at", k + 1);
        let hover = "When the joint should be there (s).";
        let field = Field { name: &name, hover, suffix: " s", speed: 0.01, range: between(points, k) };
        if let Some(time) = number(ui, &field, ("time", drive, k), time) {
            next[k].0 = time;
        }
        let hover = "Where the joint should be then (in the file: rad or m).";
        let name = format!("Value {}", k + 1);
        let all = (-f64::INFINITY, f64::INFINITY);
        if let Some(value) = scale.row(ui, (&name, hover), ("value", drive, k), value, all) {
            next[k].1 = value;
        }
    }
    ui.horizontal(|ui| {
        if ui.button("Add point").on_hover_text("Another point, a second after the last.").clicked() {
            let (time, value) = points.last().copied().unwrap_or_default();
            next.push((time + 1.0, value));
        }
        let last = ui.add_enabled(points.len() > 1, bevy_egui::egui::Button::new("Remove last point"));
        if last.on_hover_text("The trajectory ends a point earlier.").clicked() {
            gone = Some(points.len() - 1);
        }
    });
    if let Some(gone) = gone {
        next.remove(gone);
    }
    (next != points).then_some(next)
}

/// The times (s) between those of the neighbours of a point.
fn between(points: &[(f64, f64)], k: usize) -> std::ops::RangeInclusive<f64> {
    let after = k.checked_sub(1).map_or(0.0_f64.min(points[k].0), |before| points[before].0 + 1e-3);
    let before = points.get(k + 1).map_or(LATEST, |next| next.0 - 1e-3);
    after..=before.max(after)
}
