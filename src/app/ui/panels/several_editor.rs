//! Several selected bodies: which they are, what they have in common, and what they are together.

use crate::app::command::build::BodyChange;
use crate::app::command::{AppCommand, BuildCommand, SelectCommand};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::body_editor::{REACH, actions};
use crate::app::ui::panels::explainer::key_vector;
use crate::app::ui::panels::fields::{Field, turning, vector};
use crate::app::ui::panels::groups;
use crate::app::ui::panels::own::Own;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{key_value, section};
use crate::math::{Dimension, Twist, Vec3};
use crate::world::{Body, BodyId, BodyKind};
use bevy_egui::egui::{RichText, Ui, vec2};

/// Names that are listed at most.
const MOST_NAMES: usize = 12;

/// Draws what several bodies have in common; a change is one for all of them.
pub fn show(ui: &mut Ui, inputs: &Inputs, ids: &[BodyId], commands: &mut Vec<AppCommand>) {
    let model = &inputs.bench.scene.model;
    let p = Palette::from_ui(ui);
    let bodies: Vec<&Body> = ids.iter().filter_map(|id| model.bodies.get(id.0)).collect();
    section(ui, &tr!("several-bodies", count = bodies.len()));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        for (id, body) in ids.iter().zip(&bodies).take(MOST_NAMES) {
            let hover = tr!("several-click-let-go-others-stay");
            if ui.small_button(&body.name).on_hover_text(hover).clicked() {
                commands.push(SelectCommand::Toggle(*id).into());
            }
        }
        if bodies.len() > MOST_NAMES {
            ui.label(RichText::new(tr!("several-more", count = bodies.len() - MOST_NAMES)).color(p.weak));
        }
    });
    ui.add_space(4.0);
    actions(ui, commands);
    groups::buttons(ui, inputs, ids, commands);
    groups::list(ui, inputs, commands);
    let mut changes = Vec::new();
    Own::of(&bodies).show(ui, usize::MAX, &mut changes);
    velocities(ui, inputs, ids, &bodies, &mut changes);
    let of_all = |change| AppCommand::Build(BuildCommand::ChangeBodies(ids.to_vec(), change));
    commands.extend(changes.into_iter().map(of_all));
    together(ui, inputs, ids);
}

/// Velocity and spin, while the clock stands.
fn velocities(ui: &mut Ui, inputs: &Inputs, ids: &[BodyId], bodies: &[&Body], changes: &mut Vec<BodyChange>) {
    let bench = inputs.bench;
    if bench.running || bodies.iter().any(|body| body.kind == BodyKind::Fixed) {
        return;
    }
    let pane = bench.focused_pane();
    let (model, state) = (&bench.scene.model, &pane.simulation.state);
    let twists: Vec<Twist> =
        ids.iter().filter(|id| id.0 < state.twists.len()).map(|id| model.twist_now(state, *id)).collect();
    let common = |value: fn(&Twist) -> Vec3| {
        let first = twists.first().map_or_else(Vec3::zeros, value);
        let same = |k: usize| twists.iter().all(|twist| value(twist)[k] == first[k]);
        Vec3::from_fn(|k, _| if same(k) { first[k] } else { f64::NAN })
    };
    let flat = model.dimension == Dimension::Two;
    let radius = bodies.iter().map(|body| body.radius).fold(f64::INFINITY, f64::min);
    let unit = inputs.session.preferences.angles;
    let spin = tr!("body-spin-in", unit = unit.per_second());
    let rows: [(&str, &str, Vec3, [bool; 3], fn(Vec3) -> BodyChange); 2] = [
        (
            tr!("several-velocity-m-s"),
            tr!("several-velocity-their-centres-mass-world"),
            common(|twist| twist.linear),
            [true, true, !flat],
            BodyChange::Velocity,
        ),
        (
            &spin,
            tr!("several-angular-velocity-each-world-axes"),
            common(|twist| twist.angular),
            [!flat, !flat, true],
            BodyChange::Spin,
        ),
    ];
    for (row, (name, hover, value, shown, change)) in rows.into_iter().enumerate() {
        let speed = if row == 1 { 0.01 * unit.factor() } else { 0.01 * radius };
        let field = Field { name, hover, suffix: "", speed, range: -REACH..=REACH };
        let given = if row == 1 {
            turning(ui, &field, "several", (&value, unit), shown)
        } else {
            vector(ui, &field, "several", &value, shown)
        };
        changes.extend(given.map(|v| change(v.map(|c| if c.is_nan() { 0.0 } else { c }))));
    }
}

/// What they weigh and where their common centre of mass is, in the focused pane.
fn together(ui: &mut Ui, inputs: &Inputs, ids: &[BodyId]) {
    let pane = inputs.bench.focused_pane();
    let (model, state) = (&inputs.bench.scene.model, &pane.simulation.state);
    let moving: Vec<BodyId> = ids.iter().copied().filter(|id| model.body(*id).is_dynamic()).collect();
    let mass: f64 = moving.iter().map(|id| model.body(*id).mass).sum();
    if moving.len() < 2 || !(mass > 0.0 && mass.is_finite()) {
        return;
    }
    section(ui, tr!("several-together"));
    let of_all = tr!("several-selected-bodies-that-move-by");
    key_value(ui, tr!("several-mass"), &format::engineering(mass, "kg"), of_all);
    let weighted = |value: &dyn Fn(BodyId) -> Vec3| {
        moving.iter().map(|id| value(*id) * model.body(*id).mass).sum::<Vec3>() / mass
    };
    let centre = weighted(&|id| state.poses[id.0].position);
    key_vector(ui, tr!("several-centre-mass-m"), &centre, of_all);
    let velocity = weighted(&|id| model.twist_now(state, id).linear);
    key_vector(ui, tr!("several-its-velocity-m-s"), &velocity, of_all);
}
