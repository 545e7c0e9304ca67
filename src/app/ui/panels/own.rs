//! What can be changed of one body or of several alike: kind, mass, friction, restitution, colour.

use crate::app::command::build::BodyChange;
use crate::app::ui::panels::fields::{Field, choice, number, various};
use crate::app::ui::theme::Palette;
use crate::experiment::colours;
use crate::world::{Body, BodyKind};
use bevy_egui::egui::{self, Color32, RichText, Sense, Stroke, Ui, vec2};

/// What bodies have; what is not the same for all of them is NaN or `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Own {
    /// How they move.
    pub kind: Option<BodyKind>,
    /// The mass of each (kg); `None`: of those that do not move by forces none is shown.
    pub mass: Option<f64>,
    /// Coefficient of friction.
    pub friction: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Colour (sRGB in 0..1); within: none of their own.
    pub colour: Option<Option<[f32; 3]>>,
}

impl Own {
    /// What these bodies have in common.
    pub fn of(bodies: &[&Body]) -> Self {
        let common = |value: fn(&Body) -> f64| {
            let mut values = bodies.iter().map(|body| value(body));
            let first = values.next().unwrap_or(f64::NAN);
            if values.all(|other| other == first) { first } else { f64::NAN }
        };
        let first = bodies.first();
        let kind = first.map(|body| body.kind).filter(|kind| bodies.iter().all(|body| body.kind == *kind));
        let colour = first.map(|body| body.color).filter(|own| bodies.iter().all(|body| body.color == *own));
        let mass = bodies.iter().all(|body| body.is_dynamic()).then(|| common(|body| body.mass));
        Self { kind, mass, friction: common(|b| b.friction), restitution: common(|b| b.restitution), colour }
    }

    /// Draws the fields; `salt` tells them from those of other bodies.
    pub fn show(&self, ui: &mut Ui, salt: usize, changes: &mut Vec<BodyChange>) {
        let kinds = [BodyKind::Dynamic, BodyKind::Fixed, BodyKind::Kinematic]
            .map(|kind| (Some(kind), kind_name(kind), kind_meaning(kind)));
        let several = [(None, various(), tr!("own-they-differ-what-chosen-for"))];
        let shown: Vec<_> = several.into_iter().filter(|_| self.kind.is_none()).chain(kinds).collect();
        let chosen = choice(ui, tr!("own-kind"), ("kind of body", salt), &shown, self.kind).flatten();
        changes.extend(chosen.map(BodyChange::Kind));
        if let Some(mass) = self.mass {
            let field = Field {
                name: tr!("own-mass"),
                hover: tr!("own-mass-kg-inertia-goes-with"),
                suffix: " kg",
                speed: 0.01 * mass,
                range: 1e-9..=1e12,
            };
            changes.extend(number(ui, &field, salt, mass).map(BodyChange::Mass));
        }
        let friction = Field {
            name: tr!("own-friction"),
            hover: tr!("own-coefficient-coulomb-friction-2-16"),
            suffix: "",
            speed: 0.005,
            range: 0.0..=100.0,
        };
        changes.extend(number(ui, &friction, salt, self.friction).map(BodyChange::Friction));
        let restitution = Field {
            name: tr!("own-restitution"),
            hover: tr!("own-coefficient-restitution-share"),
            suffix: "",
            speed: 0.005,
            range: 0.0..=1.0,
        };
        changes.extend(number(ui, &restitution, salt, self.restitution).map(BodyChange::Restitution));
        colour(ui, self.colour, changes);
    }
}

/// Swatches of the palette, and one for none.
fn colour(ui: &mut Ui, own: Option<Option<[f32; 3]>>, changes: &mut Vec<BodyChange>) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("own-colour")).size(12.5).color(p.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let own = own.map(|own| own.map(|c| c.map(|v| (v * 255.0).round() as u8)));
            for (k, rgb) in colours::SWATCHES.into_iter().enumerate().rev() {
                let [r, g, b] = rgb;
                let label = tr!("own-colour-palette", number = k + 1);
                if swatch(ui, Some(Color32::from_rgb(r, g, b)), own == Some(Some(rgb)), &label) {
                    changes.push(BodyChange::Color(Some(rgb.map(|v| f32::from(v) / 255.0))));
                }
            }
            if swatch(ui, None, own == Some(None), tr!("own-colour-by-number-body")) && own != Some(None) {
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

fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Fixed => tr!("own-fixed"),
        BodyKind::Dynamic => tr!("own-dynamic"),
        BodyKind::Kinematic => tr!("own-kinematic"),
    }
}

fn kind_meaning(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Fixed => tr!("own-never-moves"),
        BodyKind::Dynamic => tr!("own-moves-by-forces-impulses"),
        BodyKind::Kinematic => tr!("own-moves-as-prescribed-whatever"),
    }
}
