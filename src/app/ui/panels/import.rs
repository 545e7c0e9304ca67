//! The window about a mesh that is to be a body: the parts that it would be cut into, how far they are from it, and what to change about
//! that before it is taken. Also says what is cut or read beside the frames, with a way to stop waiting.

use crate::app::build::cutting::{Cutting, Draft, Form, Made};
use crate::app::command::look::Theme;
use crate::app::command::{AppCommand, BuildCommand, FilesCommand};
use crate::app::draw::thumbnail::draw_parts;
use crate::app::format;
use crate::app::ui::Inputs;
use crate::app::ui::panels::fields::{Field, number};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{key_value, name_title_bar};
use crate::geometry::decompose::{MOST_PARTS, Parts};
use crate::geometry::mesh::TriangleMesh;
use crate::geometry::polytope::Polytope;
use crate::math::Vec3;
use crate::scene::format::DecomposeSettings;
use bevy_egui::egui::{
    self, Align2, ColorImage, Context, Id, Rect, RichText, Sense, Stroke, TextureHandle, TextureOptions, Ui,
    vec2,
};
use std::sync::Arc;
use std::time::Duration;

/// Size of the picture of the parts (points).
const PICTURE: egui::Vec2 = vec2(380.0, 240.0);
/// From here on it is shown that a scene is being read.
const PATIENCE: Duration = Duration::from_millis(600);
/// Smallest and largest tolerance that the field takes (m).
const TOLERANCES: (f64, f64) = (1e-6, 1e6);

/// Draws the window, if a mesh is to become a body.
pub fn show(ctx: &Context, screen: Rect, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let Some(draft) = inputs.cutting.draft() else { return };
    let working = inputs.cutting.working();
    let waits = working.is_none_or(|(_, since)| since > PATIENCE);
    // What is convex is there in a moment, and no window need open for it.
    if draft.made.as_ref().is_none_or(|made| matches!(made.form, Form::Convex(_))) && !waits {
        return;
    }
    let id = Id::new("import window");
    egui::Window::new(tr!("import-title"))
        .id(id)
        .order(egui::Order::Foreground)
        .collapsible(false)
        .resizable(false)
        .default_pos(screen.center() - 0.5 * vec2(PICTURE.x, PICTURE.y + 230.0).min(screen.size()))
        .constrain_to(screen)
        .show(ctx, |ui| {
            ui.set_width(PICTURE.x);
            content(ui, inputs, draft, working, commands);
        });
    name_title_bar(ctx, id, tr!("import-title"));
}

fn content(
    ui: &mut Ui,
    inputs: &Inputs,
    draft: &Draft,
    working: Option<(&'static str, Duration)>,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let name = draft.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ui.label(RichText::new(name).color(p.strong)).on_hover_text(draft.file.display().to_string());
    if let Some(made) = &draft.made {
        preview(ui, inputs.view.theme, made);
        numbers(ui, made);
        if let Form::Parts(..) = made.form {
            fields(ui, draft, made, commands);
        }
    }
    ui.add_space(4.0);
    if let Some((what, since)) = working {
        busy(ui, what, since);
    }
    ui.horizontal(|ui| {
        let form = draft.made.as_ref().map(|made| &made.form).filter(|_| working.is_none());
        let label = match form {
            Some(Form::Hull(..)) => tr!("import-import-its-hull"),
            _ => tr!("import-import"),
        };
        let hover = tr!("import-add-body-this-shape-in");
        let button = ui.add_enabled(form.is_some(), egui::Button::new(label));
        if button.on_hover_text(hover).clicked() {
            commands.push(BuildCommand::AcceptImport.into());
        }
        if ui.button(tr!("message-cancel")).on_hover_text(tr!("import-leave-file-alone")).clicked() {
            commands.push(BuildCommand::CancelImport.into());
        }
    });
}

/// What is being done, and since when.
fn busy(ui: &mut Ui, what: &str, since: Duration) {
    ui.horizontal(|ui| {
        ui.add(egui::Spinner::new().size(14.0));
        ui.label(format!("{what}… {:.1} s", since.as_secs_f64()));
    });
}

/// The body's parts in their shades; dragging turns them.
fn preview(ui: &mut Ui, theme: Theme, made: &Arc<Made>) {
    let (rect, response) = ui.allocate_exact_size(PICTURE, Sense::drag());
    let response = response.on_hover_text(tr!("import-each-part-in-colour-its"));
    let turn_id = Id::new("turn of the import");
    let mut turn = ui.data(|data| data.get_temp::<f32>(turn_id)).unwrap_or(0.6);
    if response.dragged() {
        turn += 0.01 * response.drag_delta().x;
        ui.data_mut(|data| data.insert_temp(turn_id, turn));
    }
    let key = (Arc::as_ptr(made) as usize, turn.to_bits(), theme == Theme::Dark);
    let picture_id = Id::new("picture of the import");
    let known = ui.data(|data| data.get_temp::<((usize, u32, bool), TextureHandle)>(picture_id));
    let texture = match known.filter(|(of, _)| *of == key) {
        Some((_, texture)) => texture,
        None => {
            let parts: &[Polytope] = match &made.form {
                Form::Convex(hull) | Form::Hull(_, hull, _) => std::slice::from_ref(hull),
                Form::Parts(_, parts) => &parts.parts,
            };
            let picture = draw_parts(parts, turn, theme, [PICTURE.x as usize, PICTURE.y as usize]);
            let image = ColorImage::from_rgb(picture.size, &picture.rgb);
            let texture = ui.ctx().load_texture("import", image, TextureOptions::LINEAR);
            ui.data_mut(|data| data.insert_temp(picture_id, (key, texture.clone())));
            texture
        }
    };
    egui::Image::new((texture.id(), PICTURE)).corner_radius(6.0).paint_at(ui, rect);
}

/// The sides of a mesh's bounding box, in words.
fn sides(mesh: &TriangleMesh) -> String {
    let far = Vec3::repeat(f64::INFINITY);
    let (low, high) = mesh.vertices.iter().fold((far, -far), |(low, high), v| (low.inf(v), high.sup(v)));
    let [x, y, z] = (high - low).into();
    format!("{x:.3} × {y:.3} × {z:.3} m")
}

fn numbers(ui: &mut Ui, made: &Made) {
    let p = Palette::from_ui(ui);
    let triangles = tr!("count-triangles", n = made.mesh.triangles.len());
    key_value(
        ui,
        tr!("import-mesh"),
        &format!("{triangles}, {}", sides(&made.mesh)),
        tr!("import-its-triangles-box-around-lengths"),
    );
    match &made.form {
        Form::Convex(_) => {
            key_value(ui, tr!("import-parts"), tr!("import-1-convex"), tr!("import-body-mesh"));
        }
        Form::Parts(_, parts) => {
            let hover = tr!("import-convex-parts-whose-union-body");
            key_value(ui, tr!("import-parts"), &parts.parts.len().to_string(), hover);
            key_value(ui, tr!("import-error-2"), &error_of(parts), tr!("import-error"));
        }
        Form::Hull(why, _, [volume, hull_volume]) => {
            let text = tr!(
                "import-what-can-be-imported-its",
                why = why,
                hull_volume = format!("{hull_volume:.3e}"),
                volume = format!("{volume:.3e}")
            );
            ui.add(egui::Label::new(RichText::new(text).color(p.warn)).wrap());
        }
    }
}

/// How far parts are from their mesh, in words.
fn error_of(parts: &Parts) -> String {
    tr!(
        "import-points-apart",
        error = format::engineering(parts.error, "m"),
        spacing = format::engineering(parts.spacing, "m")
    )
}

/// How many parts there may be, and how far they may stand off.
fn fields(ui: &mut Ui, draft: &Draft, made: &Made, commands: &mut Vec<AppCommand>) {
    let Form::Parts(_, parts) = &made.form else { return };
    let settings = draft.settings;
    let most = Field {
        name: tr!("import-parts-at-most"),
        hover: tr!("import-into-how-many-convex-parts"),
        suffix: "",
        speed: 1.0,
        range: 1.0..=MOST_PARTS as f64,
    };
    if let Some(most) = number(ui, &most, "import", settings.parts as f64) {
        let settings = DecomposeSettings { parts: most.round() as usize, ..settings };
        commands.push(BuildCommand::CutImport(settings).into());
    }
    let now = settings.tolerance.unwrap_or(parts.tolerance);
    let tolerance = Field {
        name: tr!("import-tolerance"),
        hover: tr!("import-how-far-part-may-stand"),
        suffix: " m",
        speed: 0.01 * now,
        range: TOLERANCES.0..=TOLERANCES.1,
    };
    if let Some(tolerance) = number(ui, &tolerance, "import", now) {
        let settings = DecomposeSettings { tolerance: Some(tolerance), ..settings };
        commands.push(BuildCommand::CutImport(settings).into());
    }
}

/// Says over the views that a scene is being read or a mesh is cut, and since when, with a way to stop waiting.
pub fn waiting(ctx: &Context, central: Rect, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let cut = |cutting: &Cutting| {
        let name = cutting.changing()?;
        let (_, since) = cutting.working()?;
        Some((
            tr!("import-mesh-cut-into-convex-parts", name = name),
            since,
            BuildCommand::CancelImport.into(),
        ))
    };
    let read = || {
        let (path, since) = inputs.loading?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Some((tr!("import-reading", name = name), since, AppCommand::from(FilesCommand::CancelLoading)))
    };
    let Some((what, since, cancel)) =
        cut(inputs.cutting).or_else(read).filter(|(_, since, _)| *since > PATIENCE)
    else {
        return;
    };
    egui::Area::new(Id::new("waiting"))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(central.center())
        .show(ctx, |ui| {
            let p = Palette::from_ui(ui);
            let frame = egui::Frame::new().fill(p.bar).stroke(Stroke::new(1.0, p.line)).corner_radius(8.0);
            frame.inner_margin(14.0).show(ui, |ui| {
                ui.set_max_width(380.0_f32.min(central.width() - 40.0));
                busy(ui, &what, since);
                let hover = tr!("import-what-shown-stays-meshes-that");
                if ui.button(tr!("message-cancel")).on_hover_text(hover).clicked() {
                    commands.push(cancel);
                }
            });
        });
}
