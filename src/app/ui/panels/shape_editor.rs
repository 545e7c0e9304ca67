//! The shape of the selected body: which one it is, the numbers that make it, and the inertia that comes of it.

use crate::app::command::build::{BodyChange, PaletteShape};
use crate::app::command::shapes::{self, Named, Size};
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::fields::{Field, number};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{key_value, name_it};
use crate::math::{Dimension, Mat3};
use crate::world::{Body, BodyId};
use bevy_egui::egui::{self, RichText, Ui, WidgetType};

/// Smallest and largest length that a field takes (m).
const LENGTHS: (f64, f64) = (1e-6, 1e4);
/// What is less than this part of the largest moment of inertia is rounding (dimensionless).
const SMALL: f64 = 1e-9;
/// Most sides that a field takes.
const SIDES: f64 = 64.0;

/// Draws the rows; changes go into `changes`.
pub fn show(ui: &mut Ui, inputs: &Inputs, id: BodyId, changes: &mut Vec<BodyChange>) {
    let scene = &inputs.bench.scene;
    let Some(description) = scene.source.bodies.get(id.0) else { return };
    let (body, dimension) = (scene.model.body(id), scene.model.dimension);
    let name = shapes::name(&description.shape, dimension);
    choice(ui, id, &name, dimension, changes);
    let mut shape = description.shape.clone();
    let mut changed = false;
    for Named { name, hover, size } in shapes::sizes(&mut shape, dimension) {
        let all = tr!("form-body-stays-as-where-would", hover = hover);
        match size {
            Size::Length(value) => {
                let range = LENGTHS.0..=LENGTHS.1;
                let field = Field { name, hover: &all, suffix: " m", speed: 0.01 * *value, range };
                if let Some(new) = number(ui, &field, ("shape", id.0), *value) {
                    (*value, changed) = (new, true);
                }
            }
            Size::Count(value) => {
                let field = Field { name, hover: &all, suffix: "", speed: 1.0, range: 3.0..=SIDES };
                if let Some(new) = number(ui, &field, ("shape", id.0), *value as f64) {
                    (*value, changed) = (new.round() as usize, true);
                }
            }
        }
    }
    if changed {
        changes.push(BodyChange::Shape(shape));
    }
    inertia(ui, body, dimension);
}

/// Which shape it is, and others that it can become.
fn choice(ui: &mut Ui, id: BodyId, name: &str, dimension: Dimension, changes: &mut Vec<BodyChange>) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("form-shape-2")).size(12.5).color(p.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let combo =
                egui::ComboBox::from_id_salt((tr!("form-shape-body"), id.0)).selected_text(name).width(132.0);
            let response = combo.height(420.0).show_ui(ui, |ui| {
                for shape in PaletteShape::all(dimension) {
                    if ui.selectable_label(shape.name(dimension) == name, shape.name(dimension)).clicked() {
                        changes.push(BodyChange::Become(shape));
                    }
                }
            });
            name_it(&response.response, WidgetType::ComboBox, tr!("form-shape", name = name));
            response.response.on_hover_text(tr!("form-another-shape-as-large-as"));
        });
    });
}

/// Mass moments about the centre of mass.
fn inertia(ui: &mut Ui, body: &Body, dimension: Dimension) {
    if !body.is_dynamic() {
        return;
    }
    match dimension {
        Dimension::Two => {
            let text = format!("{} kg·m²", format::four_digits(body.inertia[(2, 2)]));
            key_value(ui, tr!("form-inertia"), &text, tr!("form-moment-inertia-about-centre-mass"));
        }
        Dimension::Three => {
            let mut moments: Vec<f64> = body.inertia.symmetric_eigenvalues().iter().copied().collect();
            moments.sort_by(f64::total_cmp);
            let (least, most) = (moments[0], moments[2]);
            let own: Vec<f64> = body.inertia.diagonal().iter().copied().collect();
            let across = (body.inertia - Mat3::from_diagonal(&body.inertia.diagonal())).abs().max();
            let hover = if across <= SMALL * most {
                moments = own;
                tr!("form-moments-inertia-about-own-axes")
            } else {
                tr!("form-principal-moments-inertia-about")
            };
            // A ball, a cube: one number says it.
            let text = if most - least <= SMALL * most {
                format!("{} kg·m²", format::four_digits(most))
            } else {
                let each: Vec<String> = moments.iter().map(|m| format::four_digits(*m)).collect();
                format!("{} kg·m²", each.join(", "))
            };
            key_value(ui, tr!("form-inertia"), &text, hover);
        }
    }
}
