//! What is written over the views: the numbers of the explained half-spaces, the names of bodies, and the rectangle in which bodies are
//! chosen.

use crate::app::bench::workbench::Workbench;
use crate::app::command::look::Overlay;
use crate::app::draw::bodies::prism_thickness;
use crate::app::explain::Standing;
use crate::app::explain::choose::Pictures;
use crate::app::explain::picture::Picture;
use crate::app::look::camera::Rigs;
use crate::app::look::convert::{length, to_view};
use crate::app::look::view::{ViewSettings, Viewports};
use crate::app::mouse::pointer::Pointer;
use crate::app::ui::panels::explainer::standing_color;
use crate::app::ui::panels::rich_text;
use crate::app::ui::theme::Palette;
use crate::math::{Dimension, Vec3 as Exact};
use crate::world::Model;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

/// Writes over the views.
pub struct LabelsPlugin;

impl Plugin for LabelsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, write.after(super::draw).after(super::panels::frame::draw));
    }
}

/// A number of a contact and where it goes (world, m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The number.
    pub number: usize,
    /// Where (m).
    pub at: Exact,
    /// How the contact stands.
    pub standing: Standing,
    /// Whether the condition names it.
    pub own: bool,
    /// Whether it is the primary one.
    pub primary: bool,
}

/// The numbers of a picture: that of a tile alone near its end, those of several contacts on one plane at their points.
pub fn numbers(picture: &Picture) -> Vec<Number> {
    let mut out = Vec::new();
    for tile in &picture.tiles {
        let several = tile.marks.len() > 1;
        out.extend(tile.marks.iter().map(|m| Number {
            number: m.number,
            at: if several { m.point } else { tile.label() },
            standing: m.standing,
            own: m.own,
            primary: m.primary,
        }));
    }
    out
}

/// Names that are written at most in a pane: more than these nobody reads.
const MOST_NAMES: usize = 400;

/// Writes names, each on a plate, as far as they do not cover each other.
fn names(painter: &egui::Painter, places: &[(egui::Pos2, &str)], p: &Palette) {
    let mut taken: Vec<egui::Rect> = Vec::new();
    for (at, name) in places {
        let galley = painter.layout_no_wrap((*name).to_owned(), egui::FontId::proportional(11.5), p.strong);
        let rect = egui::Rect::from_center_size(*at, galley.size() + egui::vec2(8.0, 2.0));
        if taken.iter().any(|other| other.intersects(rect)) {
            continue;
        }
        taken.push(rect);
        painter.rect_filled(rect, 3.0, p.panel.gamma_multiply(0.8));
        painter.galley(rect.min + egui::vec2(4.0, 1.0), galley, p.strong);
    }
}

/// A point in front of a flat scene's prisms.
fn in_view(model: &Model, point: &Exact) -> Vec3 {
    let p = to_view(point);
    match model.dimension {
        Dimension::Two => p.with_z(0.55 * length(prism_thickness(model))),
        Dimension::Three => p,
    }
}

fn write(
    mut contexts: EguiContexts,
    bench: Option<Res<Workbench>>,
    view: Res<ViewSettings>,
    viewports: Res<Viewports>,
    rigs: Res<Rigs>,
    pictures: Res<Pictures>,
    pointer: Res<Pointer>,
) -> Result {
    let Some(bench) = bench else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let p = Palette::of(view.theme);
    let scale = ctx.pixels_per_point();
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("labels"));
    for (index, place) in viewports.panes.iter().enumerate().take(bench.panes.len()) {
        let model = &bench.panes[index].simulation.model;
        let clip = egui::Rect::from_min_max(
            egui::pos2(place.min.x, place.min.y) / scale,
            egui::pos2(place.max.x, place.max.y) / scale,
        );
        let painter = ctx.layer_painter(layer).with_clip_rect(clip);
        let on_screen = |point: &Exact| {
            let at = rigs.of(index).project(*place, in_view(model, point))?;
            Some(egui::pos2(at.x, at.y) / scale)
        };
        if view.shows(Overlay::Names) {
            let state = &bench.panes[index].simulation.state;
            let named = model.ids().filter(|&id| model.is_active(id, state.time)).take(MOST_NAMES);
            let places: Vec<(egui::Pos2, &str)> = named
                .filter_map(|id| {
                    Some((on_screen(&state.poses[id.0].position)?, model.body(id).name.as_str()))
                })
                .filter(|(at, _)| clip.contains(*at))
                .collect();
            names(&painter, &places, &p);
        }
        let mut taken: Vec<egui::Pos2> = Vec::new();
        for number in numbers(pictures.of(index)) {
            let Some(mut at) = on_screen(&number.at) else { continue };
            // Numbers at the same place stand side by side.
            while taken.iter().any(|other| other.distance(at) < 19.0) {
                at.x += 20.0;
            }
            taken.push(at);
            let color = standing_color(number.standing, &p);
            rich_text::chip(&painter, at, number.number, color, number.own, number.primary, &p);
        }
    }
    if let Some((_, area)) = pointer.rectangle(pointer.gesture, &viewports) {
        let corner = |place: Vec2| egui::pos2(place.x, place.y) / scale;
        let area = egui::Rect::from_min_max(corner(area.min), corner(area.max));
        let line = egui::Stroke::new(1.0, p.accent);
        let fill = p.accent.gamma_multiply(0.12);
        ctx.layer_painter(layer).rect(area, 0.0, fill, line, egui::StrokeKind::Inside);
    }
    Ok(())
}
