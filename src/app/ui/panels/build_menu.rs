//! The menus for files and for building: what to open and save, shapes to add, what was done and can be undone.

use crate::app::build::{groups, spawn};
use crate::app::command::build::{GroupChange, PaletteShape, SpawnRequest};
use crate::app::command::lesson::LessonEdit;
use crate::app::command::purpose::Purpose;
use crate::app::command::shapes::ROUND;
use crate::app::command::{
    AppCommand, BuildCommand, FilesCommand, PanelCommand, PastCommand, SelectCommand, SessionCommand, info,
    tooltip,
};
use crate::app::mouse::snap;
use crate::app::texts::mid_sentence;
use crate::app::ui::Inputs;
use crate::app::ui::icons::Icon;
use crate::app::ui::panels::toolbar::{menu_area, plain_row};
use crate::app::ui::panels::typed::{Numbers, plain};
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{Look, icon_button, section};
use crate::math::Dimension;
use crate::scene::format::PlatonicSolid;
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{
    Color32, Painter, PopupCloseBehavior, Pos2, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType,
    vec2,
};
use std::f32::consts::TAU;

/// Widths of the menus (points).
const FILE_WIDTH: f32 = 240.0;
const BUILD_WIDTH: f32 = 264.0;

/// The menus and, where the bar is wide enough (points), buttons for undo and redo.
pub fn show(
    ui: &mut Ui,
    inputs: &Inputs,
    request: &mut SpawnRequest,
    width: f32,
    commands: &mut Vec<AppCommand>,
) {
    let compact = width < 1450.0;
    if width < 720.0 {
        // Both in one where there is hardly any room.
        let menu = ui.menu_button("…", |ui| {
            ui.menu_button(tr!("build-file"), |ui| {
                menu_area(ui, FILE_WIDTH, |ui| file(ui, inputs, commands));
            });
            ui.menu_button(tr!("build-build"), |ui| {
                menu_area(ui, BUILD_WIDTH, |ui| build(ui, inputs, request, commands));
            });
        });
        menu.response.on_hover_text(tr!("build-files-building"));
        return;
    }
    ui.menu_button(if compact { tr!("build-file") } else { tr!("build-file-menu") }, |ui| {
        menu_area(ui, FILE_WIDTH, |ui| file(ui, inputs, commands));
    });
    // A size is typed and snapping is ticked before something is chosen.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu =
        MenuButton::new(if compact { tr!("build-build") } else { tr!("build-build-menu") }).config(stays);
    let (response, _) =
        menu.ui(ui, |ui| menu_area(ui, BUILD_WIDTH, |ui| build(ui, inputs, request, commands)));
    response.on_hover_text(tr!("build-add-bodies-scene-copy-delete"));
    if width < 1150.0 {
        return;
    }
    let acts = [
        (Icon::Undo, AppCommand::Past(PastCommand::Undo), inputs.undo.next_undo()),
        (Icon::Redo, AppCommand::Past(PastCommand::Redo), inputs.undo.next_redo()),
    ];
    for (icon, command, what) in acts {
        let key = info(&command).and_then(|entry| entry.shortcut).map(|s| s.label()).unwrap_or_default();
        let name = if icon == Icon::Undo { tr!("build-undo") } else { tr!("build-redo") };
        let hover = match what {
            Some(what) => format!("{name}: {what} ({key})"),
            None => tr!("build-there-nothing", name = name, key = key, verb = mid_sentence(name)),
        };
        let button =
            ui.add_enabled_ui(what.is_some(), |ui| icon_button(ui, icon, Look::Quiet, hover.clone()));
        if button.inner.clicked() {
            commands.push(command);
        }
    }
}

fn file(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let bench = inputs.bench;
    let name = bench.file.as_ref().and_then(|f| f.file_name()).map(|n| n.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| tr!("build-no-file-yet").to_owned());
    let edited = if bench.is_edited() { tr!("build-edited") } else { "" };
    ui.label(RichText::new(format!("{name}{edited}")).size(11.5).color(p.weak));
    ui.separator();
    for command in [
        AppCommand::Files(FilesCommand::NewScene(Dimension::Three)),
        AppCommand::Files(FilesCommand::NewScene(Dimension::Two)),
        AppCommand::Panel(PanelCommand::OpenSceneDialog),
        AppCommand::Files(FilesCommand::ReloadScene),
        AppCommand::Panel(PanelCommand::ToggleSceneSettings),
    ] {
        plain_row(ui, command, commands);
    }
    ui.separator();
    for command in [
        AppCommand::Files(FilesCommand::SaveScene),
        AppCommand::Panel(PanelCommand::AskForFile(Purpose::SaveScene)),
    ] {
        plain_row(ui, command, commands);
    }
    ui.separator();
    for edit in [LessonEdit::New, LessonEdit::This] {
        plain_row(ui, SessionCommand::EditLesson(edit).into(), commands);
    }
    plain_row(ui, AppCommand::Panel(PanelCommand::AskForFile(Purpose::EditLesson)), commands);
    ui.separator();
    for purpose in [Purpose::SaveRecording, Purpose::OpenRecording] {
        plain_row(ui, AppCommand::Panel(PanelCommand::AskForFile(purpose)), commands);
    }
    ui.separator();
    plain_row(ui, SessionCommand::Quit.into(), commands);
}

fn build(ui: &mut Ui, inputs: &Inputs, request: &mut SpawnRequest, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    let dimension = inputs.bench.scene.model.dimension;
    section(ui, tr!("build-add-body"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for shape in PaletteShape::all(dimension) {
            if shape_button(ui, shape, dimension) {
                request.shape = shape;
                commands.push(BuildCommand::Spawn(*request).into());
                ui.close();
            }
        }
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("build-size")).color(p.weak));
        let usual = spawn::usual_radius(inputs.bench);
        let mut size = 2.0 * request.radius.unwrap_or(usual);
        let numbers = Numbers::new(" m", 1e-4..=1e4, 0.01 * usual, 4);
        let hover = tr!("build-diameter-sphere-around-new-bodies");
        let field = plain(ui, &mut size, &numbers, |ui, field| ui.add(field));
        if field.on_hover_text(hover).changed() {
            request.radius = Some(0.5 * size);
        }
        if request.radius.is_some() && ui.small_button(tr!("build-as-others")).clicked() {
            request.radius = None;
        }
        ui.checkbox(&mut request.fixed, tr!("build-fixed")).on_hover_text(tr!("build-new-body-never-moves"));
    });
    ui.separator();
    let selected = inputs.selection.body.is_some();
    let several = !inputs.selection.also.is_empty();
    let grouped = inputs.selection.bodies().any(|id| groups::group_of(inputs.bench, id).is_some());
    let rows = [
        (AppCommand::Build(BuildCommand::SpawnAgain), true),
        (AppCommand::Panel(PanelCommand::AskForFile(Purpose::ImportShape)), true),
        (AppCommand::Build(BuildCommand::DuplicateSelected), selected),
        (AppCommand::Build(BuildCommand::DeleteSelected), selected),
        (AppCommand::Build(BuildCommand::Cut), selected),
        (AppCommand::Build(BuildCommand::Copy), selected),
        (AppCommand::Build(BuildCommand::Paste), true),
        (AppCommand::Build(BuildCommand::Group(GroupChange::Make)), several),
        (AppCommand::Build(BuildCommand::Group(GroupChange::DissolveSelected)), grouped),
        (AppCommand::Build(BuildCommand::FaceToFace), selected),
        (AppCommand::Select(SelectCommand::AllThatMove), true),
        (AppCommand::Select(SelectCommand::SameShape), selected),
        (AppCommand::Past(PastCommand::Undo), inputs.undo.next_undo().is_some()),
        (AppCommand::Past(PastCommand::Redo), inputs.undo.next_redo().is_some()),
    ];
    for (command, possible) in rows {
        ui.add_enabled_ui(possible, |ui| plain_row(ui, command, commands));
    }
    snapping(ui, inputs, commands);
    ui.separator();
    let text = tr!("build-while-clock-stands-drag-body");
    ui.label(RichText::new(text).size(11.5).color(p.weak));
}

/// What bodies that are moved by hand snap to.
fn snapping(ui: &mut Ui, inputs: &Inputs, commands: &mut Vec<AppCommand>) {
    let now = inputs.snapping;
    let mut next = now;
    ui.horizontal(|ui| {
        let command = AppCommand::Select(SelectCommand::ToggleSnapping);
        ui.checkbox(&mut next.on, tr!("build-snap")).on_hover_text(tooltip(&command));
        let usual = snap::grid(inputs.bench, &now);
        let mut grid = usual;
        let numbers = Numbers::new(" m", 1e-6..=1e4, 0.02 * usual, 6);
        let field = plain(ui, &mut grid, &numbers, |ui, field| ui.add(field));
        if field.on_hover_text(tr!("build-distance-points-grid-for-centres")).changed() {
            next.grid = Some(grid);
        }
        let numbers = Numbers::new("°", 0.1..=180.0, 1.0, 1);
        let field = plain(ui, &mut next.angle, &numbers, |ui, field| ui.add(field));
        field.on_hover_text(tr!("build-angle-between-marks-which-rings"));
    });
    if next != now {
        commands.push(SelectCommand::Snap(next).into());
    }
}

/// A button with a picture of the shape; returns whether it was pressed.
fn shape_button(ui: &mut Ui, shape: PaletteShape, dimension: Dimension) -> bool {
    let p = Palette::from_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(48.0, 44.0), Sense::click());
    let name = shape.name(dimension);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, tr!("build-add", name = name)));
    let hot = response.hovered() || response.has_focus();
    ui.painter().rect_filled(rect, 5.0, if hot { p.button_hover } else { p.button });
    let color = if hot { p.strong } else { p.text };
    picture(ui.painter(), shape, dimension, rect.center(), 14.0, color);
    response.on_hover_text(tr!("build-add-in-middle-focused-view", name = name)).clicked()
}

/// The hull of ellipses: for each of many directions the point of all of them that is farthest there.
fn hull_of(ellipses: &[[f32; 4]]) -> Vec<[f32; 2]> {
    let farthest = |k: u16| {
        let (sin, cos) = (TAU * f32::from(k) / 48.0).sin_cos();
        let reach = |[x, y, rx, ry]: &[f32; 4]| {
            let across = (rx * cos).hypot(ry * sin).max(1e-6);
            let point = [x + rx * rx * cos / across, y + ry * ry * sin / across];
            (point[0] * cos + point[1] * sin, point)
        };
        ellipses.iter().map(reach).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, point)| point)
    };
    (0..48).filter_map(farthest).collect()
}

/// An outline of the shape, with the edges one sees.
fn picture(painter: &Painter, shape: PaletteShape, dimension: Dimension, c: Pos2, r: f32, color: Color32) {
    let line = Stroke::new(1.4, color);
    let fill = color.gamma_multiply(0.18);
    let ring = |n: usize, turn: f32, size: f32| -> Vec<Pos2> {
        let corner = |k: usize| {
            let (s, co) = (TAU * (k as f32 / n as f32) + turn).sin_cos();
            c + size * vec2(co, s)
        };
        (0..n).map(corner).collect()
    };
    let polygon = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, fill, line));
    };
    let spokes = |from: Pos2, to: &[Pos2]| {
        for &point in to {
            painter.line_segment([from, point], line);
        }
    };
    let at = |x: f32, y: f32| c + r * vec2(x, y);
    let flat = dimension == Dimension::Two;
    let up = -TAU / 4.0;
    match shape {
        PaletteShape::Cube if flat => polygon(ring(4, TAU / 8.0, r)),
        PaletteShape::Brick if flat => {
            polygon(vec![at(-1.0, -0.5), at(1.0, -0.5), at(1.0, 0.5), at(-1.0, 0.5)]);
        }
        PaletteShape::Regular(n) if flat => polygon(ring(n, up, r)),
        PaletteShape::Cube | PaletteShape::Platonic(PlatonicSolid::Cube) => {
            let points = ring(6, up, r);
            let inner = [points[1], points[3], points[5]];
            polygon(points);
            spokes(c, &inner);
        }
        PaletteShape::Brick => {
            polygon(vec![
                at(-1.0, -0.1),
                at(0.0, -0.5),
                at(1.0, -0.1),
                at(1.0, 0.3),
                at(0.0, 0.7),
                at(-1.0, 0.3),
            ]);
            spokes(at(0.0, 0.3), &[at(-1.0, -0.1), at(1.0, -0.1), at(0.0, 0.7)]);
        }
        PaletteShape::Platonic(PlatonicSolid::Tetrahedron) => {
            let points = ring(3, up, r);
            polygon(points.clone());
            spokes(at(0.12, 0.1), &points);
        }
        PaletteShape::Platonic(PlatonicSolid::Octahedron) => {
            polygon(ring(4, up, r));
            spokes(at(0.15, 0.2), &ring(4, up, r));
        }
        PaletteShape::Platonic(PlatonicSolid::Dodecahedron) => {
            let (outer, inner) = (ring(10, up, r), ring(5, up, 0.55 * r));
            polygon(outer.clone());
            painter.add(Shape::closed_line(inner.clone(), line));
            for (k, point) in inner.iter().enumerate() {
                painter.line_segment([*point, outer[2 * k]], line);
            }
        }
        PaletteShape::Platonic(PlatonicSolid::Icosahedron) => {
            let (outer, inner) = (ring(6, up, r), ring(3, up, 0.52 * r));
            polygon(outer.clone());
            painter.add(Shape::closed_line(inner.clone(), line));
            for (k, point) in inner.iter().enumerate() {
                for next in [2 * k + 5, 2 * k, 2 * k + 1] {
                    painter.line_segment([*point, outer[next % 6]], line);
                }
            }
        }
        PaletteShape::Regular(3) => {
            polygon(vec![at(-0.9, 0.6), at(-0.4, -0.6), at(0.7, -0.8), at(0.95, 0.35), at(0.1, 0.75)]);
            spokes(at(-0.4, -0.6), &[at(0.1, 0.75)]);
            spokes(at(0.1, 0.75), &[at(0.95, 0.35)]);
        }
        PaletteShape::Regular(_) => {
            polygon(vec![
                at(-0.9, -0.55),
                at(-0.45, -0.8),
                at(0.45, -0.8),
                at(0.9, -0.55),
                at(0.9, 0.5),
                at(0.45, 0.8),
                at(-0.45, 0.8),
                at(-0.9, 0.5),
            ]);
            painter.add(Shape::closed_line(
                vec![
                    at(-0.9, -0.55),
                    at(-0.45, -0.8),
                    at(0.45, -0.8),
                    at(0.9, -0.55),
                    at(0.45, -0.3),
                    at(-0.45, -0.3),
                ],
                line,
            ));
            spokes(at(-0.45, -0.3), &[at(-0.45, 0.8)]);
            spokes(at(0.45, -0.3), &[at(0.45, 0.8)]);
        }
        PaletteShape::Round(k) => {
            let (ellipses, lines) = ROUND.get(k).map_or((&[][..], 0), |round| round.picture);
            polygon(hull_of(ellipses).into_iter().map(|[x, y]| at(x, y)).collect());
            for [x, y, rx, ry] in &ellipses[ellipses.len() - lines.min(ellipses.len())..] {
                painter.add(Shape::closed_line(
                    ring(32, 0.0, 1.0)
                        .iter()
                        .map(|p| at(*x, *y) + r * vec2(rx * (p.x - c.x), ry * (p.y - c.y)))
                        .collect(),
                    line,
                ));
            }
        }
        PaletteShape::RandomHull => {
            let points = vec![
                at(-0.85, 0.1),
                at(-0.5, -0.7),
                at(0.25, -0.85),
                at(0.9, -0.2),
                at(0.6, 0.7),
                at(-0.3, 0.8),
            ];
            polygon(points.clone());
            if !flat {
                spokes(at(0.1, -0.05), &points);
            }
        }
    }
}
