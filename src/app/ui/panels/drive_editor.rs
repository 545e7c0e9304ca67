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
use bevy_egui::egui::{Label, RichText, Ui, WidgetType};

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

fn courses() -> [(Course, &'static str, &'static str); 4] {
    [
        (Course::Constant, tr!("drive-constant"), tr!("drive-always-same")),
        (Course::Sine, tr!("drive-sine"), tr!("drive-fro-about-0-amplitude-sin")),
        (Course::Ramp, tr!("drive-steady"), tr!("drive-goes-on-at-one-rate")),
        (Course::Trajectory, tr!("drive-points"), tr!("drive-straight-lines-between-points-in")),
    ]
}

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
        ui.label(RichText::new(tr!("drive-drive")).font(heading(12.0)).color(Palette::from_ui(ui).text));
        let mut changes = Vec::new();
        gains(ui, drive, joint, given, &mut changes);
        if let Some(target) = &given.target {
            let scale = Scale {
                most: f64::INFINITY,
                ..Scale::of(joint, &scene.model, inputs.session.preferences.angles)
            };
            let next = course(ui, drive, &scale, target, joint.kind == JointKind::Revolute);
            changes.extend(next.map(DriveChange::Target));
            beyond(ui, target, joint);
        }
        commands.extend(changes.into_iter().map(|change| JointCommand::ChangeDrive(drive, change).into()));
        ui.add_space(4.0);
        let remove =
            ui.button(tr!("drive-remove-drive-2")).on_hover_text(tr!("drive-joint-moves-freely-from-then"));
        name_it(&remove, WidgetType::Button, tr!("drive-remove-drive", name = joint.name));
        if remove.clicked() {
            commands.push(JointCommand::RemoveDrive(drive).into());
        }
    }
    if !driven {
        let hover = tr!("drive-motor-with-proportional-derivative");
        let add = ui.button(tr!("drive-add-drive-2")).on_hover_text(hover);
        name_it(&add, WidgetType::Button, tr!("drive-add-drive", name = joint.name));
        if add.clicked() {
            commands.push(JointCommand::AddDrive(joint_number).into());
        }
    }
}

/// Says that a target lies where the limits of the joint do not let it go.
fn beyond(ui: &mut Ui, target: &Target, joint: &Joint) {
    let Some((low, high)) = joint.limits else { return };
    let (least, most) = match target {
        Target::Constant(value) => (*value, *value),
        Target::Sine { amplitude, .. } => (-amplitude.abs(), amplitude.abs()),
        Target::Trajectory(points) => {
            points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), (_, at)| {
                (least.min(*at), most.max(*at))
            })
        }
        // It is beyond every limit some time.
        Target::Ramp(_) => return,
    };
    if least < low || most > high {
        let text = RichText::new(tr!("drive-beyond-limits")).size(12.0).color(Palette::from_ui(ui).warn);
        ui.add(Label::new(text).wrap());
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
    let stiffness =
        field(tr!("drive-stiffness-kp"), tr!("drive-how-hard-drive-pulls-for"), units[0], given.kp);
    changes.extend(number(ui, &stiffness, drive, given.kp).map(DriveChange::Kp));
    let damping = field(tr!("drive-damping-kd"), tr!("drive-how-hard-pulls-for-how"), units[1], given.kd);
    changes.extend(number(ui, &damping, drive, given.kd).map(DriveChange::Kd));
    let (name, short, hover) = if turns {
        (tr!("drive-torque-limited"), tr!("drive-largest-torque"), tr!("drive-drive-never-gives-more-than-2"))
    } else {
        (tr!("drive-force-limited"), tr!("drive-largest-force"), tr!("drive-drive-never-gives-more-than"))
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
    if let Some(next) = choice(ui, tr!("drive-target"), ("target", drive), &courses(), now) {
        return Some(first(next, target.value(0.0), turns));
    }
    let all = (-f64::INFINITY, f64::INFINITY);
    match target {
        Target::Constant(value) => {
            let hover = tr!("drive-where-joint-should-be-in");
            scale
                .row(ui, (tr!("drive-target-at"), hover), ("constant", drive), *value, all)
                .map(Target::Constant)
        }
        Target::Ramp(rate) => {
            let suffix = match scale.suffix {
                " m" => " m/s",
                " rad" => " rad/s",
                _ => "°/s",
            };
            let hover = tr!("drive-how-fast-joint-should-go");
            Scale { suffix, ..*scale }
                .row(ui, (tr!("drive-rate"), hover), ("ramp", drive), *rate, all)
                .map(Target::Ramp)
        }
        Target::Sine { amplitude, frequency } => {
            let hover = tr!("drive-how-far-goes-each-side");
            let wide = scale.row(ui, (tr!("drive-amplitude"), hover), ("sine", drive), *amplitude, all);
            let field = Field {
                name: tr!("drive-frequency"),
                hover: tr!("drive-how-often-goes-fro-in"),
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
        let name = tr!("drive-point-at", number = k + 1);
        let hover = tr!("drive-when-joint-should-be-there");
        let field = Field { name: &name, hover, suffix: " s", speed: 0.01, range: between(points, k) };
        if let Some(time) = number(ui, &field, ("time", drive, k), time) {
            next[k].0 = time;
        }
        let hover = tr!("drive-where-joint-should-be-then");
        let name = tr!("drive-value", number = k + 1);
        let all = (-f64::INFINITY, f64::INFINITY);
        if let Some(value) = scale.row(ui, (&name, hover), ("value", drive, k), value, all) {
            next[k].1 = value;
        }
    }
    ui.horizontal(|ui| {
        if ui
            .button(tr!("drive-add-point"))
            .on_hover_text(tr!("drive-another-point-second-after-last"))
            .clicked()
        {
            let (time, value) = points.last().copied().unwrap_or_default();
            next.push((time + 1.0, value));
        }
        let last =
            ui.add_enabled(points.len() > 1, bevy_egui::egui::Button::new(tr!("drive-remove-last-point")));
        if last.on_hover_text(tr!("drive-trajectory-ends-point-earlier")).clicked() {
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
