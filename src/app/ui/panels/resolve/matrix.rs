//! The picture of the matrix: where it has entries, of which sign, and how large.

use crate::app::explain::resolve::job::Snapshot;
use crate::app::explain::resolve::picture::Picture;
use crate::app::format;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::section;
use crate::step::StepProblem;
use bevy_egui::egui::{
    Color32, ColorImage, Id, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions,
    Ui, WidgetInfo, WidgetType, pos2, vec2,
};

/// Side of the picture (points).
const SIDE: f32 = 176.0;

/// Draws the picture with what it says.
pub fn show(ui: &mut Ui, problem: &StepProblem, snapshot: &Snapshot, generation: u64) {
    let p = Palette::from_ui(ui);
    section(ui, tr!("matrix-matrix"));
    ui.add_space(2.0);
    let Some(picture) = &snapshot.picture else {
        let text = if problem.lcp.size() > crate::app::explain::resolve::job::FORMED {
            tr!("matrix-too-large-be-drawn")
        } else {
            tr!("matrix-being-formed")
        };
        ui.label(RichText::new(text).size(12.0).color(p.weak));
        return;
    };
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::hover());
    let label = tr!(
        "matrix-matrix-rows-not-zero",
        rows = picture.rows,
        share = format!("{:.1}", 100.0 * picture.density())
    );
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, label.clone()));
    let texture = texture(ui, picture, generation, &p);
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, p.line), StrokeKind::Outside);
    let symmetric = picture.asymmetry <= 1e-12 * picture.largest;
    let text = tr!(
        "matrix-share",
        share = format!("{:.1}", 100.0 * picture.density()),
        symmetry = if symmetric { tr!("matrix-symmetric") } else { tr!("matrix-not-symmetric") },
        largest = format::scientific(picture.largest)
    );
    ui.label(RichText::new(text).size(11.5).color(p.weak));
    let hover =
        response.hover_pos().map_or(String::new(), |at| entry(problem, picture, (at - rect.min) / SIDE));
    response.on_hover_text_at_pointer(hover);
}

/// What is at a place of the picture, as shares of its sides.
fn entry(problem: &StepProblem, picture: &Picture, at: bevy_egui::egui::Vec2) -> String {
    let cell = |share: f32| ((share * picture.side as f32) as usize).min(picture.side.saturating_sub(1));
    let (i, j) = (cell(at.y), cell(at.x));
    let value = picture.cells.get(i * picture.side + j).copied().unwrap_or(0.0);
    let colors = tr!("matrix-blue-positive-orange-negative");
    if picture.block == 1 {
        let row = |k: usize| problem.rows.get(k).map_or("", String::as_str);
        return format!(
            "A[{i}, {j}] = {}\n{i}: {}\n{j}: {}\n{colors}",
            format::scientific(value),
            row(i),
            row(j)
        );
    }
    let range = |k: usize| (k * picture.block, ((k + 1) * picture.block).min(picture.rows) - 1);
    let ((a, b), (c, d)) = (range(i), range(j));
    tr!(
        "matrix-largest-rows-columns",
        a = a,
        b = b,
        c = c,
        d = d,
        value = format::scientific(value),
        colors = colors
    )
}

/// The picture on the graphics card, made once per problem and theme.
fn texture(ui: &Ui, picture: &Picture, generation: u64, p: &Palette) -> TextureHandle {
    let id = Id::new("matrix of the step");
    let key = (generation, p.dark);
    let known = ui.ctx().data_mut(|data| data.get_temp::<((u64, bool), TextureHandle)>(id));
    if let Some((_, texture)) = known.filter(|(k, _)| *k == key) {
        return texture;
    }
    let side = picture.side.max(1);
    let (positive, negative) = if p.dark {
        (Color32::from_rgb(0x8f, 0xc7, 0xff), Color32::from_rgb(0xff, 0xa9, 0x4d))
    } else {
        (Color32::from_rgb(0x0b, 0x4f, 0xa8), Color32::from_rgb(0xb3, 0x4a, 0x00))
    };
    let pixel = |&value: &f64| {
        let color = if value > 0.0 { positive } else { negative };
        mix(p.field, color, picture.strength(value))
    };
    let mut pixels: Vec<Color32> = picture.cells.iter().map(pixel).collect();
    pixels.resize(side * side, p.field);
    let image = ColorImage::new([side, side], pixels);
    let texture = ui.ctx().load_texture("matrix of the step", image, TextureOptions::NEAREST);
    ui.ctx().data_mut(|data| data.insert_temp(id, (key, texture.clone())));
    texture
}

fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    Color32::from_rgb(channel(a.r(), b.r()), channel(a.g(), b.g()), channel(a.b(), b.b()))
}
