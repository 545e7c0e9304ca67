//! What can be changed about a joint, and a new joint between the selected body and another one.

use crate::app::build::joining::{coordinate, two_digits};
use crate::app::command::joint::JointChange;
use crate::app::command::joint::kind_name;
use crate::app::command::session::AngleUnit;
use crate::app::command::{AppCommand, JointCommand};
use crate::app::ui::Inputs;
use crate::app::ui::panels::drive_editor;
use crate::app::ui::panels::fields::{Field, choice, line, live_number, number, tick, vector};
use crate::app::ui::panels::joint_list::meaning;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::name_it;
use crate::math::{Dimension, Vec3};
use crate::scene::format::{JointDescription, JointKind};
use crate::world::joint::Joint;
use crate::world::{BodyId, Model};
use bevy_egui::egui::{self, Id, RichText, Ui, WidgetType};
use std::f64::consts::PI;

/// Widest range of places (m) that fields take.
const REACH: f64 = 1e6;
/// Differences of a coordinate below this (degrees or m) are none.
const ROUNDING: f64 = 1e-9;
/// Limits that a joint gets where it had none: a quarter of a turn each way, or so many radii of its smaller body.
const FIRST_LIMITS: (f64, f64) = (std::f64::consts::FRAC_PI_2, 2.0);
/// What a joint bears where it bore everything, in weights of its lighter body.
const FIRST_STRENGTH: f64 = 100.0;

/// How a coordinate of a joint is written in fields: angles in the unit of angles, ways in metres.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// What the number of the scene is multiplied with.
    pub factor: f64,
    /// Unit after the number.
    pub suffix: &'static str,
    /// Change per point that the pointer is dragged.
    pub speed: f64,
    /// What a field takes, each way.
    pub most: f64,
}

impl Scale {
    /// Of a joint of this model.
    pub fn of(joint: &Joint, model: &Model, unit: AngleUnit) -> Self {
        if joint.kind == JointKind::Prismatic {
            Self { factor: 1.0, suffix: " m", speed: 0.01 * small(joint, model), most: REACH }
        } else {
            let factor = unit.factor();
            let suffix = if unit == AngleUnit::Degrees { "°" } else { " rad" };
            Self { factor, suffix, speed: 0.01 * factor, most: PI * factor }
        }
    }

    /// A row with a coordinate (rad or m).
    pub fn row(
        &self,
        ui: &mut Ui,
        (name, hover): (&str, &str),
        salt: impl std::hash::Hash + std::fmt::Debug,
        value: f64,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let field = self.field((name, hover), (low, high));
        number(ui, &field, salt, value * self.factor).map(|value| value / self.factor)
    }

    fn field<'a>(&self, (name, hover): (&'a str, &'a str), (low, high): (f64, f64)) -> Field<'a> {
        let (low, high) = ((low * self.factor).max(-self.most), (high * self.factor).min(self.most));
        Field { name, hover, suffix: self.suffix, speed: self.speed, range: low..=high }
    }
}

/// The radius of the smaller body of a joint (m).
fn small(joint: &Joint, model: &Model) -> f64 {
    model.body(joint.bodies.0).radius.min(model.body(joint.bodies.1).radius)
}

/// Draws the fields of a joint; changes go into `commands`.
pub fn show(ui: &mut Ui, inputs: &Inputs, number: usize, commands: &mut Vec<AppCommand>) {
    let bench = inputs.bench;
    let model = &bench.scene.model;
    let (Some(joint), Some(given)) = (model.joints.get(number), bench.scene.source.joints.get(number)) else {
        return;
    };
    ui.add_space(2.0);
    let mut changes = Vec::new();
    let hover = tr!("jointed-name-joint-every-joint-has");
    changes.extend(
        line(ui, Id::new((tr!("jointed-name-joint"), number)), hover, &joint.name).map(JointChange::Name),
    );
    let kinds = kinds(model.dimension);
    changes.extend(
        choice(ui, tr!("jointed-kind"), ("kind of joint", number), &kinds, joint.kind).map(JointChange::Kind),
    );
    frame(ui, model, number, joint, given, &mut changes);
    if joint.kind.has_coordinate() {
        let scale = Scale::of(joint, model, inputs.session.preferences.angles);
        travel(ui, inputs, number, joint, &scale, commands);
        limits(ui, model, number, joint, &scale, &mut changes);
    }
    let hover = tr!("jointed-whether-two-bodies-joint-push");
    changes.extend(
        tick(ui, tr!("jointed-its-bodies-touch-each-other"), hover, joint.collide).map(JointChange::Collide),
    );
    strength(ui, model, number, joint, given, &mut changes);
    commands.extend(changes.into_iter().map(|change| JointCommand::Change(number, change).into()));
    if joint.kind.has_coordinate() {
        drive_editor::show(ui, inputs, number, joint, commands);
    }
    ui.add_space(4.0);
    let remove =
        ui.button(tr!("jointed-remove-joint-2")).on_hover_text(tr!("jointed-take-joint-out-scene-with"));
    name_it(&remove, WidgetType::Button, tr!("jointed-remove-joint", name = joint.name));
    if remove.clicked() {
        commands.push(JointCommand::Remove(number).into());
    }
    ui.add_space(6.0);
}

/// The kinds of joints of a dimension.
fn kinds(dimension: Dimension) -> Vec<(JointKind, &'static str, &'static str)> {
    use JointKind::{Cylindrical, Fixed, Prismatic, Revolute, Spherical};
    let all: &[JointKind] = match dimension {
        Dimension::Two => &[Revolute, Prismatic, Fixed],
        Dimension::Three => &[Revolute, Prismatic, Cylindrical, Spherical, Fixed],
    };
    all.iter().map(|kind| (*kind, kind_name(*kind), meaning(*kind))).collect()
}

/// Point and axis.
fn frame(
    ui: &mut Ui,
    model: &Model,
    number: usize,
    joint: &Joint,
    given: &JointDescription,
    changes: &mut Vec<JointChange>,
) {
    let flat = model.dimension == Dimension::Two;
    let field = Field {
        name: tr!("jointed-point-m"),
        hover: tr!("jointed-where-joint-when-scene-starts"),
        suffix: "",
        speed: 0.01 * small(joint, model),
        range: -REACH..=REACH,
    };
    let point = vector(ui, &field, ("point", number), &Vec3::from(given.point), [true, true, !flat]);
    changes.extend(point.map(JointChange::Point));
    let slides = matches!(joint.kind, JointKind::Prismatic | JointKind::Cylindrical);
    if slides || (joint.kind == JointKind::Revolute && !flat) {
        let field = Field {
            name: tr!("jointed-axis"),
            hover: tr!("jointed-direction-joint-axis-when-scene"),
            suffix: "",
            speed: 0.01,
            range: -REACH..=REACH,
        };
        axis(ui, &field, number, &Vec3::from(given.axis), [true, true, !flat], changes);
    }
}

/// An axis by its components. One that has become zero, on the way from one direction to another, waits for the next component.
fn axis(
    ui: &mut Ui,
    field: &Field,
    number: usize,
    given: &Vec3,
    shown: [bool; 3],
    changes: &mut Vec<JointChange>,
) {
    // What waits is of this axis as long as its editor is shown.
    let (id, pass) = (Id::new("axis on its way").with(number), ui.ctx().cumulative_pass_nr());
    let kept = ui.data_mut(|data| data.remove_temp::<(Vec3, Vec3, u64)>(id));
    let mut waits =
        kept.filter(|(of, _, seen)| of == given && pass.saturating_sub(*seen) <= 1).map(|(_, axis, _)| axis);
    if let Some(axis) = vector(ui, field, ("axis", number), &waits.unwrap_or(*given), shown) {
        waits = (axis == Vec3::zeros()).then_some(axis);
        changes.extend(waits.is_none().then_some(JointChange::Axis(axis)));
    }
    if let Some(axis) = waits {
        ui.data_mut(|data| data.insert_temp(id, (*given, axis, pass)));
        let text = RichText::new(tr!("jointed-axis-waits")).size(12.0).color(Palette::from_ui(ui).warn);
        ui.add(egui::Label::new(text).wrap());
    }
}

/// The coordinate, to be dragged while the clock stands.
fn travel(
    ui: &mut Ui,
    inputs: &Inputs,
    number: usize,
    joint: &Joint,
    scale: &Scale,
    commands: &mut Vec<AppCommand>,
) {
    let pane = inputs.bench.focused_pane();
    if inputs.bench.running || !pane.simulation.model.active_joints(&pane.simulation.state).contains(&number)
    {
        return;
    }
    let turns = joint.kind == JointKind::Revolute;
    let (name, verb) = if turns {
        (tr!("jointed-angle"), tr!("jointed-turns"))
    } else {
        (tr!("jointed-travel"), tr!("jointed-shifts"))
    };
    let hover = tr!("jointed-side-joint-that-nothing-holds", verb = verb);
    let most = scale.most / scale.factor;
    let range = joint.limits.unwrap_or((-most, most));
    let now = coordinate(joint, &pane.simulation.state);
    let field = scale.field((name, &hover), range);
    let now = now * scale.factor;
    // It has come as far as the pointer asked for while it was dragged: the rest is rounding.
    let wish =
        live_number(ui, &field, ("coordinate", number), now).filter(|wish| (wish - now).abs() > ROUNDING);
    commands.extend(wish.map(|wish| JointCommand::Bring(number, wish / scale.factor).into()));
}

fn limits(
    ui: &mut Ui,
    model: &Model,
    number: usize,
    joint: &Joint,
    scale: &Scale,
    changes: &mut Vec<JointChange>,
) {
    let hover = tr!("jointed-stops-joint-goes-no-further");
    let most = scale.most / scale.factor;
    if let Some(on) = tick(ui, tr!("jointed-limits"), hover, joint.limits.is_some()) {
        let reach = if joint.kind == JointKind::Revolute {
            FIRST_LIMITS.0
        } else {
            FIRST_LIMITS.1 * small(joint, model)
        };
        changes.push(JointChange::Limits(on.then_some((-reach, reach))));
        return;
    }
    let Some((low, high)) = joint.limits else { return };
    let hover = tr!("jointed-least-coordinate-joint-in-file");
    if let Some(low) = scale.row(ui, (tr!("jointed-least"), hover), ("low", number), low, (-most, high)) {
        changes.push(JointChange::Limits(Some((low, high))));
    }
    let hover = tr!("jointed-largest-coordinate-joint-in-file");
    if let Some(high) = scale.row(ui, (tr!("jointed-largest"), hover), ("high", number), high, (low, most)) {
        changes.push(JointChange::Limits(Some((low, high))));
    }
}

/// What it bears.
fn strength(
    ui: &mut Ui,
    model: &Model,
    number: usize,
    joint: &Joint,
    given: &JointDescription,
    changes: &mut Vec<JointChange>,
) {
    let bodies = [joint.bodies.0, joint.bodies.1].map(|id| model.body(id));
    let mass =
        bodies.iter().filter(|body| body.is_dynamic()).map(|body| body.mass).fold(f64::INFINITY, f64::min);
    let gravity = model.effective_gravity().norm();
    let usual = two_digits(FIRST_STRENGTH * mass * if gravity > 0.0 { gravity } else { 9.81 });
    let torque = two_digits(usual * small(joint, model));
    let hover = tr!("jointed-breaks-in-step-in-which-2");
    let force = bearable(
        ui,
        (tr!("jointed-breaks-at-force"), tr!("jointed-force"), hover, " N"),
        number,
        given.break_force,
        usual,
    );
    changes.extend(force.map(JointChange::BreakForce));
    let hover = tr!("jointed-breaks-in-step-in-which");
    let torque = bearable(
        ui,
        (tr!("jointed-breaks-at-torque"), tr!("jointed-torque"), hover, " N·m"),
        number,
        given.break_torque,
        torque,
    );
    changes.extend(torque.map(JointChange::BreakTorque));
}

/// A box to tick, and the number where it is ticked.
pub fn bearable(
    ui: &mut Ui,
    (name, short, hover, suffix): (&str, &str, &str, &str),
    salt: usize,
    now: Option<f64>,
    usual: f64,
) -> Option<Option<f64>> {
    if let Some(on) = tick(ui, name, hover, now.is_some()) {
        return Some(on.then_some(usual));
    }
    let now = now?;
    let field = Field { name: short, hover, suffix, speed: 0.01 * now, range: 1e-9..=1e12 };
    number(ui, &field, (name, salt), now).map(Some)
}

/// A new joint between the selected body and another one: the second of a pair that was selected, or one chosen by name.
pub fn add(ui: &mut Ui, inputs: &Inputs, body: BodyId, commands: &mut Vec<AppCommand>) {
    let model = &inputs.bench.scene.model;
    if model.bodies.len() < 2 {
        return;
    }
    ui.add_space(6.0);
    // Open or not whoever is selected.
    let open_id = Id::new("a joint is added");
    let open = ui.data(|data| data.get_temp::<bool>(open_id)).unwrap_or(false);
    let button =
        ui.selectable_label(open, if open { tr!("jointed-add-joint-3") } else { tr!("jointed-add-joint-2") });
    name_it(&button, WidgetType::Button, tr!("jointed-add-joint-this-body").to_owned());
    if button.on_hover_text(tr!("jointed-join-this-body-another-one")).clicked() {
        ui.data_mut(|data| data.insert_temp(open_id, !open));
    }
    if open {
        new_joint(ui, inputs, body, commands);
    }
}

fn new_joint(ui: &mut Ui, inputs: &Inputs, body: BodyId, commands: &mut Vec<AppCommand>) {
    let model = &inputs.bench.scene.model;
    let p = Palette::from_ui(ui);
    let (kind_id, other_id) = (Id::new("kind of the new joint"), Id::new("other body of the new joint"));
    let kinds = kinds(model.dimension);
    let mut kind = ui.data(|data| data.get_temp::<JointKind>(kind_id)).unwrap_or(JointKind::Revolute);
    if !kinds.iter().any(|(offered, ..)| *offered == kind) {
        kind = JointKind::Revolute;
    }
    if let Some(chosen) = choice(ui, tr!("jointed-kind-joint"), "new", &kinds, kind) {
        ui.data_mut(|data| data.insert_temp(kind_id, chosen));
        kind = chosen;
    }
    let pair = inputs.selection.subject(inputs.bench).map(|subject| subject.bodies);
    let partner = pair.and_then(|(a, b)| if a == body { Some(b) } else { (b == body).then_some(a) });
    // What was chosen for one body, or beside one pair, is nothing to another.
    let chosen = ui.data(|data| data.get_temp::<(BodyId, Option<BodyId>, BodyId)>(other_id));
    let chosen = chosen.filter(|(of, beside, _)| (*of, *beside) == (body, partner)).map(|(.., other)| other);
    let there = |id: &BodyId| id.0 < model.bodies.len() && *id != body;
    let mut other = chosen.or(partner).filter(there);
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("jointed-with")).size(12.5).color(p.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let shown = other.map_or(tr!("jointed-choose-body"), |id| model.body(id).name.as_str());
            egui::ComboBox::from_id_salt("other body of the new joint")
                .selected_text(shown)
                .width(140.0)
                .show_ui(ui, |ui| {
                    for id in model.ids().filter(there) {
                        if ui.selectable_label(other == Some(id), &model.body(id).name).clicked() {
                            ui.data_mut(|data| data.insert_temp(other_id, (body, partner, id)));
                            other = Some(id);
                        }
                    }
                })
                .response
                .on_hover_text(tr!("jointed-other-body-pair-that-was"));
        });
    });
    let hover = tr!("jointed-joins-two-as-they-stand");
    let button =
        ui.add_enabled(other.is_some(), egui::Button::new(tr!("jointed-add-joint"))).on_hover_text(hover);
    if let Some(other) = other.filter(|_| button.clicked()) {
        commands.push(JointCommand::Add(kind, body, other).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    /// The way from one axis to another leads over none: it waits for what comes next, and is forgotten where nothing does.
    #[test]
    fn an_axis_is_typed_through_zero() {
        type State = (Vec3, Vec<JointChange>, bool);
        let ui = |ui: &mut Ui, (given, changes, shown): &mut State| {
            let field = Field { name: "Axis", hover: "", suffix: "", speed: 0.01, range: -REACH..=REACH };
            if *shown {
                axis(ui, &field, 0, given, [true; 3], changes);
            }
        };
        let mut harness =
            Harness::builder().with_size([400.0, 200.0]).build_ui_state(ui, (Vec3::x(), Vec::new(), true));
        let write = |harness: &mut Harness<'_, State>, name: &str, text: &str| {
            harness.get_by_label(name).focus();
            harness.run_steps(3);
            harness.event(egui::Event::Text(text.to_owned()));
            harness.run_steps(3);
            harness.key_press(egui::Key::Enter);
            harness.run_steps(3);
        };
        let waits = |harness: &Harness<'_, State>| {
            harness.query_by_label_contains("An axis points somewhere").is_some()
        };
        write(&mut harness, "Axis x", "0");
        assert!(harness.state().1.is_empty() && waits(&harness), "{:?}", harness.state().1);
        write(&mut harness, "Axis z", "2");
        assert_eq!(harness.state().1, [JointChange::Axis(Vec3::z() * 2.0)]);
        assert!(!waits(&harness));
        // Another joint is shown meanwhile.
        write(&mut harness, "Axis x", "0");
        assert!(waits(&harness));
        harness.state_mut().2 = false;
        harness.run_steps(3);
        harness.state_mut().2 = true;
        harness.run_steps(3);
        assert!(!waits(&harness));
    }
}
