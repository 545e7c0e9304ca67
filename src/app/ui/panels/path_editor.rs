//! The path of a kinematic body: its waypoints, each with a time, a place and a rotation.

use crate::app::command::session::AngleUnit;
use crate::app::command::{AppCommand, JointCommand};
use crate::app::ui::Inputs;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::fields::{Field, number, turning, vector};
use crate::app::ui::widgets::{Look, icon_button, name_it, section};
use crate::math::{Dimension, Quat, Vec3};
use crate::scene::format::{ControllerKind, WaypointDescription, rotation};
use crate::world::{BodyId, BodyKind};
use bevy_egui::egui::{Ui, WidgetType};

/// Widest range of places (m) and rotations (rad) that fields take.
const REACH: f64 = 1e6;
/// Latest time of a waypoint (s).
const LATEST: f64 = 1e6;
/// Waypoints that are listed; a path with more is edited in its file.
const MOST: usize = 60;

/// Draws the path of a body that can have one; changes go into `commands`.
pub fn show(ui: &mut Ui, inputs: &Inputs, body: BodyId, commands: &mut Vec<AppCommand>) {
    let bench = inputs.bench;
    let model = &bench.scene.model;
    if model.body(body).kind != BodyKind::Kinematic {
        return;
    }
    let name = &model.body(body).name;
    let paths = bench.scene.source.controllers.iter();
    let path =
        paths.filter(|c| c.kind == ControllerKind::Path && c.body == *name).map(|c| &c.waypoints).next();
    section(ui, tr!("path-path"));
    let here = || {
        let state = &bench.focused_pane().simulation.state;
        let (position, turn) = model.scene_frame(body, &state.poses[body.0]);
        waypoint(state.time, position, turn)
    };
    let Some(given) = path else {
        let hover = tr!("path-body-goes-from-waypoint-waypoint");
        let add = ui.button(tr!("path-add-path")).on_hover_text(hover);
        if add.clicked() {
            commands.push(JointCommand::Path(body, vec![here()]).into());
        }
        return;
    };
    let mut next = given.clone();
    for (k, point) in given.iter().enumerate().take(MOST) {
        row(ui, (model.dimension, inputs.session.preferences.angles), (body, k), given, point, &mut next);
    }
    if given.len() > MOST {
        ui.label(tr!("path-more-in-file", count = given.len() - MOST));
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        let hover = tr!("path-another-waypoint-second-after-last");
        if let Some(last) =
            given.last().filter(|_| ui.button(tr!("path-add-waypoint")).on_hover_text(hover).clicked())
        {
            next.push(WaypointDescription { time: last.time + 1.0, ..*last });
        }
        let hover = tr!("path-another-waypoint-where-body-stands");
        if ui.button(tr!("path-add-here")).on_hover_text(hover).clicked() {
            let last = given.last().map_or(0.0, |last| last.time);
            let here = here();
            next.push(WaypointDescription {
                time: if here.time > last { here.time } else { last + 1.0 },
                ..here
            });
        }
        if ui.button(tr!("path-remove-path")).on_hover_text(tr!("path-body-has-no-path-from")).clicked() {
            next.clear();
        }
    });
    if next != *given {
        commands.push(JointCommand::Path(body, next).into());
    }
}

/// One waypoint.
fn row(
    ui: &mut Ui,
    (dimension, unit): (Dimension, AngleUnit),
    (body, k): (BodyId, usize),
    given: &[WaypointDescription],
    point: &WaypointDescription,
    next: &mut Vec<WaypointDescription>,
) {
    let flat = dimension == Dimension::Two;
    let salt = (body.0, k);
    // Strictly between the times of its neighbours.
    let after = k.checked_sub(1).map_or(0.0_f64.min(point.time), |before| given[before].time + 1e-3);
    let before = given.get(k + 1).map_or(LATEST, |next| next.time - 1e-3);
    ui.horizontal(|ui| {
        if given.len() > 1 {
            let remove =
                icon_button(ui, Icon::Close, Look::Quiet, tr!("path-remove-waypoint", number = k + 1));
            name_it(&remove, WidgetType::Button, tr!("path-remove-waypoint", number = k + 1));
            if remove.clicked() {
                next.retain(|other| other != point);
            }
        }
        let name = tr!("path-waypoint-at", number = k + 1);
        let field = Field {
            name: &name,
            hover: tr!("path-when-body-there-s"),
            suffix: " s",
            speed: 0.01,
            range: after..=before.max(after),
        };
        if let Some(time) = number(ui, &field, salt, point.time) {
            next[k].time = time;
        }
    });
    let name = tr!("path-place-m", number = k + 1);
    let hover = tr!("path-where-frame-body-shape-then");
    let field = Field { name: &name, hover, suffix: "", speed: 0.01, range: -REACH..=REACH };
    if let Some(place) = vector(ui, &field, salt, &Vec3::from(point.position), [true, true, !flat]) {
        next[k].position = place.into();
    }
    let name = tr!("path-turn-in", number = k + 1, unit = unit.symbol());
    let hover = tr!("path-how-body-turned-then-rotation");
    // More than half a turn is the same as less the other way round: who types it would read another number, and see another motion.
    let half = std::f64::consts::PI * unit.factor();
    let field = Field { name: &name, hover, suffix: "", speed: 0.01 * unit.factor(), range: -half..=half };
    let turn = Quat::new_normalize(rotation(&point.orientation).into_inner()).scaled_axis();
    if let Some(turn) = turning(ui, &field, salt, (&turn, unit), [!flat, !flat, true]) {
        let turned = waypoint(point.time, Vec3::zeros(), Quat::from_scaled_axis(turn));
        next[k].orientation = turned.orientation;
    }
}

fn waypoint(time: f64, position: Vec3, turn: Quat) -> WaypointDescription {
    WaypointDescription { time, position: position.into(), orientation: [turn.w, turn.i, turn.j, turn.k] }
}
