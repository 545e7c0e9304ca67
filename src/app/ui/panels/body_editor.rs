//! The selected body: what can be changed about it, and where it is in every pane.

use crate::app::bench::workbench::Pane;
use crate::app::command::build::BodyChange;
use crate::app::command::{AppCommand, BuildCommand, tooltip};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::explainer::key_vector;
use crate::app::ui::panels::fields::{Field, choice, line, number, vector};
use crate::app::ui::panels::shape_editor;
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::widgets::{key_value, section};
use crate::experiment::colours;
use crate::geometry::decompose::MOST_PARTS;
use crate::math::{Dimension, Vec3};
use crate::scene::format::{DecomposeSettings, Shape};
use crate::world::{Body, BodyId, BodyKind};
use bevy_egui::egui::{self, Color32, Id, RichText, Sense, Stroke, Ui, vec2};

/// Widest range of positions (m) and speeds (m/s, rad/s) that fields take.
const REACH: f64 = 1e6;

/// Draws the body with its fields; changes go into `commands`.
pub fn show(ui: &mut Ui, inputs: &Inputs, id: BodyId, commands: &mut Vec<AppCommand>) {
    let body = inputs.bench.scene.model.body(id);
    section(ui, "Body");
    let mut changes = Vec::new();
    name(ui, id, body, &mut changes);
    actions(ui, commands);
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
    let hover = "Name of the body; every body has one of its own.";
    changes.extend(line(ui, Id::new(("name of body", id.0)), hover, &body.name).map(BodyChange::Name));
    ui.add_space(4.0);
}

fn actions(ui: &mut Ui, commands: &mut Vec<AppCommand>) {
    ui.horizontal(|ui| {
        for (label, command) in [
            ("Duplicate", AppCommand::Build(BuildCommand::DuplicateSelected)),
            ("Delete", AppCommand::Build(BuildCommand::DeleteSelected)),
        ] {
            if ui.button(label).on_hover_text(tooltip(&command)).clicked() {
                commands.push(command);
            }
        }
    });
    ui.add_space(4.0);
}

fn properties(ui: &mut Ui, id: BodyId, body: &Body, changes: &mut Vec<BodyChange>) {
    let kinds = [BodyKind::Dynamic, BodyKind::Fixed, BodyKind::Kinematic]
        .map(|kind| (kind, kind_name(kind), kind_meaning(kind)));
    changes.extend(choice(ui, "Kind", ("kind of body", id.0), &kinds, body.kind).map(BodyChange::Kind));
    let salt = id.0;
    if body.is_dynamic() {
        let field = Field {
            name: "Mass",
            hover: "Mass (kg). The inertia goes with it.",
            suffix: " kg",
            speed: 0.01 * body.mass,
            range: 1e-9..=1e12,
        };
        changes.extend(number(ui, &field, salt, body.mass).map(BodyChange::Mass));
    }
    let friction = Field {
        name: "Friction µ",
        hover: "Coefficient of Coulomb friction (2.16).",
        suffix: "",
        speed: 0.005,
        range: 0.0..=100.0,
    };
    changes.extend(number(ui, &friction, salt, body.friction).map(BodyChange::Friction));
    let restitution = Field {
        name: "Restitution",
        hover: "Coefficient of restitution: the share of the speed of a blow that comes back. Of two bodies that meet \
                the larger one counts.",
        suffix: "",
        speed: 0.005,
        range: 0.0..=1.0,
    };
    changes.extend(number(ui, &restitution, salt, body.restitution).map(BodyChange::Restitution));
    colour(ui, body, changes);
    key_value(
        ui,
        "Convex parts",
        &body.parts.len().to_string(),
        "Parts whose union is the body; they may overlap each other.",
    );
    if body.spawn_time > 0.0 {
        let hover = "Time at which the body enters the simulation.";
        key_value(ui, "Enters at", &format::clock(body.spawn_time), hover);
    }
}

/// How near the parts of a mesh come to it, and how it is cut.
fn mesh_parts(ui: &mut Ui, inputs: &Inputs, id: BodyId, changes: &mut Vec<BodyChange>) {
    let scene = &inputs.bench.scene;
    for mesh in scene.decomposed.iter().filter(|mesh| mesh.body == id) {
        let hover = format!("{} The view shows each part in its own shade.", mesh.sentence(&scene.model));
        key_value(ui, "Parts of the mesh", &mesh.parts.len().to_string(), &hover);
        key_value(ui, "Error of the parts", &format::engineering(mesh.error, "m"), &hover);
        let shape = scene.source.bodies.get(id.0).map(|body| &body.shape);
        let Some(Shape::Mesh { decompose: Some(settings), .. }) = shape else { continue };
        let parts = Field {
            name: "Parts at most",
            hover: "Into how many convex parts the mesh may be cut. It is cut beside the frames.",
            suffix: "",
            speed: 1.0,
            range: 1.0..=MOST_PARTS as f64,
        };
        let changed = number(ui, &parts, id.0, settings.parts as f64);
        changes.extend(changed.map(|parts| {
            BodyChange::Parts(DecomposeSettings { parts: parts.round() as usize, ..*settings })
        }));
        let tolerance = Field {
            name: "Tolerance",
            hover: "How far a part may stand off the mesh (m): those that do are cut, as far as there may be more.",
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

/// Swatches of the palette, and one for none.
fn colour(ui: &mut Ui, body: &Body, changes: &mut Vec<BodyChange>) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Colour").size(12.5).color(p.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let own = body.color.map(|c| c.map(|v| (v * 255.0).round() as u8));
            for (k, rgb) in colours::SWATCHES.into_iter().enumerate().rev() {
                let [r, g, b] = rgb;
                let label = format!("Colour {} of the palette", k + 1);
                if swatch(ui, Some(Color32::from_rgb(r, g, b)), own == Some(rgb), &label) {
                    changes.push(BodyChange::Color(Some(rgb.map(|v| f32::from(v) / 255.0))));
                }
            }
            if swatch(ui, None, own.is_none(), "Colour by the number of the body") && own.is_some() {
                changes.push(BodyChange::Color(None));
            }
        });
    });
}

fn swatch(ui: &mut Ui, color: Option<Color32>, on: bool, label: &str) -> bool {
    let p = Palette::from_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, on, label));
    let edge = if on || response.has_focus() { p.strong } else { p.line };
    ui.painter().rect(
        rect.shrink(1.0),
        3.0,
        color.unwrap_or(p.well),
        Stroke::new(if on { 2.0 } else { 1.0 }, edge),
        egui::StrokeKind::Inside,
    );
    if color.is_none() {
        let inner = rect.shrink(4.0);
        ui.painter().line_segment([inner.left_bottom(), inner.right_top()], Stroke::new(1.0, p.weak));
    }
    response.on_hover_text(label).clicked()
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
    let (Some(pose), Some(twist)) = (state.poses.get(id.0), state.twists.get(id.0)) else { return };
    ui.add_space(6.0);
    let title = if bench.panes.len() > 1 {
        format!("{} (pane {})", pane.model().title(), index + 1)
    } else {
        pane.model().title().to_owned()
    };
    ui.label(RichText::new(title).font(heading(12.0)).color(p.model(pane.model())));
    let (position, _) = model.scene_frame(id, pose);
    let turn = pose.orientation.scaled_axis();
    let rows: [(&str, &Vec3, &str, fn(Vec3) -> BodyChange); 4] = [
        (
            "Position (m)",
            &position,
            "Where the frame of the scene file's points is (m).",
            BodyChange::Position,
        ),
        (
            "Rotation (rad)",
            &turn,
            "Rotation vector: the axis of the rotation from the world's axes, times its angle (rad).",
            BodyChange::Rotation,
        ),
        (
            "Velocity (m/s)",
            &twist.linear,
            "Velocity of the centre of mass, world axes. Under the leapfrog models that of the middle of the last step.",
            BodyChange::Velocity,
        ),
        ("Spin (rad/s)", &twist.angular, "Angular velocity, world axes.", BodyChange::Spin),
    ];
    let editable = index == bench.focused && !bench.running;
    for (row, (name, value, hover, change)) in rows.into_iter().enumerate() {
        let moves = row < 2 || body.kind != BodyKind::Fixed;
        if !editable || !moves {
            key_vector(ui, name, value, hover);
            continue;
        }
        let turning = row % 2 == 1;
        let shown = match (model.dimension, turning) {
            (Dimension::Three, _) => [true; 3],
            (Dimension::Two, true) => [false, false, true],
            (Dimension::Two, false) => [true, true, false],
        };
        let all = format!("{hover}\nA change reaches all panes; a body stays where another is in the way.");
        let field = Field { name, hover: &all, suffix: "", speed: 0.01 * body.radius, range: -REACH..=REACH };
        changes.extend(vector(ui, &field, (id.0, index), value, shown).map(change));
    }
    if body.is_dynamic() && body.mass.is_finite() {
        let axes = pose.orientation.to_rotation_matrix();
        let inertia = axes.matrix() * body.inertia * axes.matrix().transpose();
        let twist = model.twist_now(state, id);
        let energy = 0.5 * body.mass * twist.linear.norm_squared()
            + 0.5 * twist.angular.dot(&(inertia * twist.angular));
        let text = format::engineering(energy, "J");
        key_value(
            ui,
            "Kinetic energy",
            &text,
            "½ m v² + ½ ω·Iω of this body alone, with its velocity at this time.",
        );
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
