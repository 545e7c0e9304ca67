//! The selected body: what can be changed about it, and where it is in every pane.

use crate::app::bench::workbench::Pane;
use crate::app::command::build::BodyChange;
use crate::app::command::{AppCommand, BuildCommand, tooltip};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::explainer::key_vector;
use crate::app::ui::panels::fields;
use crate::app::ui::panels::fields::{Field, line, number, vector};
use crate::app::ui::panels::groups;
use crate::app::ui::panels::own::Own;
use crate::app::ui::panels::shape_editor;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{key_value, section};
use crate::geometry::decompose::MOST_PARTS;
use crate::math::{Dimension, Vec3};
use crate::scene::format::{DecomposeSettings, Shape};
use crate::world::{Body, BodyId, BodyKind};
use bevy_egui::egui::{Id, RichText, Ui};

/// Widest range of positions (m) and speeds (m/s, rad/s) that fields take.
pub(super) const REACH: f64 = 1e6;

/// Draws the body with its fields; changes go into `commands`.
pub fn show(ui: &mut Ui, inputs: &Inputs, id: BodyId, commands: &mut Vec<AppCommand>) {
    let body = inputs.bench.scene.model.body(id);
    section(ui, tr!("body-body"));
    let mut changes = Vec::new();
    name(ui, id, body, &mut changes);
    actions(ui, commands);
    groups::of_body(ui, inputs, id, commands);
    properties(ui, id, body, &mut changes);
    shape_editor::show(ui, inputs, id, &mut changes);
    mesh_parts(ui, inputs, id, &mut changes);
    for (index, pane) in inputs.bench.panes.iter().enumerate() {
        motion(ui, inputs, id, index, pane, &mut changes);
    }
    commands
        .extend(changes.into_iter().map(|change| AppCommand::Build(BuildCommand::ChangeBody(id, change))));
}

/// The name, taken when the field is left.
fn name(ui: &mut Ui, id: BodyId, body: &Body, changes: &mut Vec<BodyChange>) {
    let hover = tr!("body-name-body-every-body-has");
    changes.extend(line(ui, Id::new((tr!("body-name-body"), id.0)), hover, &body.name).map(BodyChange::Name));
    ui.add_space(4.0);
}

pub(super) fn actions(ui: &mut Ui, commands: &mut Vec<AppCommand>) {
    ui.horizontal(|ui| {
        for (label, command) in [
            (tr!("body-duplicate"), AppCommand::Build(BuildCommand::DuplicateSelected)),
            (tr!("body-delete"), AppCommand::Build(BuildCommand::DeleteSelected)),
        ] {
            if ui.button(label).on_hover_text(tooltip(&command)).clicked() {
                commands.push(command);
            }
        }
    });
    ui.add_space(4.0);
}

fn properties(ui: &mut Ui, id: BodyId, body: &Body, changes: &mut Vec<BodyChange>) {
    let own = Own {
        kind: Some(body.kind),
        mass: body.is_dynamic().then_some(body.mass),
        friction: body.friction,
        restitution: body.restitution,
        colour: Some(body.color),
    };
    own.show(ui, id.0, changes);
    key_value(
        ui,
        tr!("body-convex-parts"),
        &body.parts.len().to_string(),
        tr!("body-parts-whose-union-body-they"),
    );
    if body.spawn_time > 0.0 {
        let hover = tr!("body-time-at-which-body-enters");
        key_value(ui, tr!("body-enters-at"), &format::clock(body.spawn_time), hover);
    }
}

/// How near the parts of a mesh come to it, and how it is cut.
fn mesh_parts(ui: &mut Ui, inputs: &Inputs, id: BodyId, changes: &mut Vec<BodyChange>) {
    let scene = &inputs.bench.scene;
    for mesh in scene.decomposed.iter().filter(|mesh| mesh.body == id) {
        let hover = tr!("body-view-shows-each-part-in", mesh = mesh.sentence(&scene.model));
        key_value(ui, tr!("body-parts-mesh"), &mesh.parts.len().to_string(), &hover);
        key_value(ui, tr!("body-error-parts"), &format::engineering(mesh.error, "m"), &hover);
        let shape = scene.source.bodies.get(id.0).map(|body| &body.shape);
        let Some(Shape::Mesh { decompose: Some(settings), .. }) = shape else { continue };
        let parts = Field {
            name: tr!("body-parts-at-most"),
            hover: tr!("body-into-how-many-convex-parts"),
            suffix: "",
            speed: 1.0,
            range: 1.0..=MOST_PARTS as f64,
        };
        let changed = number(ui, &parts, id.0, settings.parts as f64);
        changes.extend(changed.map(|parts| {
            BodyChange::Parts(DecomposeSettings { parts: parts.round() as usize, ..*settings })
        }));
        let tolerance = Field {
            name: tr!("body-tolerance"),
            hover: tr!("body-how-far-part-may-stand"),
            suffix: " m",
            speed: 0.01 * mesh.tolerance,
            range: 1e-6..=REACH,
        };
        let changed = number(ui, &tolerance, id.0, mesh.tolerance);
        changes.extend(changed.map(|tolerance| {
            BodyChange::Parts(DecomposeSettings { tolerance: Some(tolerance), ..*settings })
        }));
    }
}

/// Where the body is and how it moves in one pane; in the focused one it can be changed while the clock stands.
fn motion(
    ui: &mut Ui,
    inputs: &Inputs,
    id: BodyId,
    index: usize,
    pane: &Pane,
    changes: &mut Vec<BodyChange>,
) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let (model, state) = (&bench.scene.model, &pane.simulation.state);
    let body = model.body(id);
    let Some(pose) = state.poses.get(id.0) else { return };
    let twist = model.twist_now(state, id);
    ui.add_space(6.0);
    let title = if bench.panes.len() > 1 {
        tr!("body-pane", model = pane.model().title(), pane = index + 1)
    } else {
        pane.model().title().to_owned()
    };
    ui.label(RichText::new(title).font(heading(12.0)).color(p.model(pane.model())));
    let (position, _) = model.scene_frame(id, pose);
    // What is left of a zero by the way to the centre of mass and back.
    let rounding = f64::EPSILON * (pose.position.amax() + body.centre_of_mass.amax());
    let position = position.map(|x| if x.abs() <= rounding { 0.0 } else { x });
    let turn = pose.orientation.scaled_axis();
    let unit = inputs.session.preferences.angles;
    let rotation = tr!("body-rotation-in", unit = unit.symbol());
    let spin = tr!("body-spin-in", unit = unit.per_second());
    let rows: [(&str, &Vec3, &str, fn(Vec3) -> BodyChange); 4] = [
        (tr!("body-position-m"), &position, tr!("body-where-frame-scene-file-points"), BodyChange::Position),
        (&rotation, &turn, tr!("body-rotation-vector-axis-rotation-from"), BodyChange::Rotation),
        (
            tr!("body-velocity-m-s"),
            &twist.linear,
            tr!("body-velocity-centre-mass-world-axes"),
            BodyChange::Velocity,
        ),
        (&spin, &twist.angular, tr!("body-angular-velocity-world-axes"), BodyChange::Spin),
    ];
    let editable = index == bench.focused && !bench.running;
    for (row, (name, value, hover, change)) in rows.into_iter().enumerate() {
        let moves = row < 2 || body.kind != BodyKind::Fixed;
        let turning = row % 2 == 1;
        if !editable || !moves {
            key_vector(ui, name, &(value * if turning { unit.factor() } else { 1.0 }), hover);
            continue;
        }
        let shown = match (model.dimension, turning) {
            (Dimension::Three, _) => [true; 3],
            (Dimension::Two, true) => [false, false, true],
            (Dimension::Two, false) => [true, true, false],
        };
        let all = tr!("body-change-reaches-all-panes-body", hover = hover);
        let speed = if turning { 0.01 * unit.factor() } else { 0.01 * body.radius };
        let field = Field { name, hover: &all, suffix: "", speed, range: -REACH..=REACH };
        let changed = if turning {
            fields::turning(ui, &field, (id.0, index), (value, unit), shown)
        } else {
            vector(ui, &field, (id.0, index), value, shown)
        };
        changes.extend(changed.map(change));
    }
    if body.is_dynamic() && body.mass.is_finite() {
        let axes = pose.orientation.to_rotation_matrix();
        let inertia = axes.matrix() * body.inertia * axes.matrix().transpose();
        let twist = model.twist_now(state, id);
        let energy = 0.5 * body.mass * twist.linear.norm_squared()
            + 0.5 * twist.angular.dot(&(inertia * twist.angular));
        let text = format::engineering(energy, "J");
        key_value(ui, tr!("body-kinetic-energy"), &text, tr!("body-m-v-i-this-body"));
    }
}
