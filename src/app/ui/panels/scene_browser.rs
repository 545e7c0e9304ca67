//! The scenes at hand: a filter, the list, and the ways to others.

use crate::app::command::look::Theme;
use crate::app::command::purpose;
use crate::app::command::session::{LessonMove, LessonPlace};
use crate::app::command::{AppCommand, FilesCommand, PanelCommand, SessionCommand, tooltip};
use crate::app::files::scenes;
use crate::app::session::recent::RecentFile;
use crate::app::ui::icons::Icon;
use crate::app::ui::scene_list::{SceneEntry, in_language};
use crate::app::ui::theme::{Palette, heading};
use crate::app::ui::thumbnails::Thumbnails;
use crate::app::ui::widgets::{Look, command_button, icon_button, name_it, paint_text, section};
use crate::app::ui::{Inputs, UiState, find, thumbnails};
use crate::lesson::Lesson;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, Align, FontId, Layout, Rect, RichText, Sense, Ui, vec2};

/// Draws the scene browser.
pub fn show(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let p = Palette::from_ui(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(tr!("browser-scenes")).font(heading(14.0)).color(p.strong));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            command_button(
                ui,
                Icon::Open,
                Look::Quiet,
                AppCommand::Panel(PanelCommand::OpenSceneDialog),
                commands,
            );
            command_button(
                ui,
                Icon::Reload,
                Look::Quiet,
                AppCommand::Files(FilesCommand::ReloadScene),
                commands,
            );
        });
    });
    let filter = ui.add(
        egui::TextEdit::singleline(&mut state.filter)
            .hint_text(tr!("browser-filter"))
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 5)),
    );
    name_it(&filter, egui::WidgetType::TextEdit, tr!("browser-filter-scenes").to_owned());
    filter.on_hover_text(tr!("browser-show-scenes-whose-name-description"));
    ui.add_space(2.0);
    // As high as its text is at this width.
    let font = FontId::proportional(11.5);
    let text = ui.painter().layout(tr!("browser-drop").to_owned(), font, p.weak, ui.available_width());
    let foot = text.size().y + 3.0 * ui.spacing().item_spacing.y + 6.0;
    egui::ScrollArea::vertical().auto_shrink(false).max_height(ui.available_height() - foot).show(ui, |ui| {
        lessons(ui, inputs, state, commands);
        recent(ui, inputs, state, commands);
        list(ui, inputs, &state.filter, &mut state.thumbnails, commands);
    });
    ui.separator();
    ui.label(RichText::new(tr!("browser-drop")).size(11.5).color(p.weak));
}

/// The lessons, with a mark on those that were gone through.
fn lessons(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let words = state.filter.to_lowercase();
    let fits = |lesson: &Lesson| {
        let text = tr!("browser-lesson", title = lesson.title, about = lesson.about).to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    let all: Vec<_> = find::lessons().iter().filter(|(_, lesson)| fits(lesson)).collect();
    if all.is_empty() {
        return;
    }
    let p = Palette::from_ui(ui);
    section(ui, tr!("browser-lessons"));
    let shown = if state.lessons || !words.is_empty() { all.len() } else { 0 };
    for (name, lesson) in all.iter().take(shown) {
        let done = inputs.session.lessons_done.contains(*name);
        let text = RichText::new(&lesson.title).color(if done { p.weak } else { p.text });
        let minutes = lesson.minutes.map(|minutes| tr!("browser-min", minutes = minutes)).unwrap_or_default();
        let right = if done { tr!("browser-done").to_owned() } else { minutes };
        let row =
            egui::Button::new((text, egui::Atom::grow(), RichText::new(right).size(11.5).color(p.weak)))
                .frame(false)
                .wrap()
                .min_size(vec2(ui.available_width(), 22.0));
        if ui.add(row).on_hover_text(&lesson.about).clicked() {
            let place = LessonPlace::Program((*name).to_owned());
            commands.push(SessionCommand::Lesson(LessonMove::Open(place)).into());
        }
    }
    if words.is_empty() {
        let text = if state.lessons {
            tr!("browser-hide").to_owned()
        } else {
            tr!("browser-show-all", count = all.len())
        };
        let hover = tr!("browser-lessons-ask-what-will-happen");
        if ui.button(RichText::new(text).size(11.5)).on_hover_text(hover).clicked() {
            state.lessons = !state.lessons;
        }
    }
}

/// Recent files shown before one asks for all.
const RECENT_SHOWN: usize = 4;

/// The scenes opened lately, but for the one that is open.
fn recent(ui: &mut Ui, inputs: &Inputs, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let words = state.filter.to_lowercase();
    let open = inputs.bench.scene.path.as_deref().map(scenes::whole);
    let fits = |file: &&RecentFile| {
        let text = file.path.display().to_string().to_lowercase();
        open.as_ref() != Some(&file.path) && words.split_whitespace().all(|word| text.contains(word))
    };
    let files: Vec<&RecentFile> = inputs.session.recent.iter().filter(fits).collect();
    if files.is_empty() {
        return;
    }
    section(ui, tr!("browser-recent"));
    let shown = if state.all_recent { files.len() } else { RECENT_SHOWN };
    for file in files.iter().take(shown) {
        recent_row(ui, file, commands);
    }
    if files.len() > RECENT_SHOWN {
        let text = if state.all_recent {
            tr!("browser-fewer").to_owned()
        } else {
            tr!("browser-all", count = files.len())
        };
        let hover = tr!("browser-show-all-scenes-opened-lately");
        if ui.button(RichText::new(text).size(11.5)).on_hover_text(hover).clicked() {
            state.all_recent = !state.all_recent;
        }
    }
}

/// One recent file: a click opens it; a missing one is grey and can be removed from the list.
pub fn recent_row(ui: &mut Ui, file: &RecentFile, commands: &mut Vec<AppCommand>) -> bool {
    let p = Palette::from_ui(ui);
    let mut opened = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let sense = if file.missing { Sense::hover() } else { Sense::click() };
        let width = ui.available_width() - 31.0;
        let (rect, response) = ui.allocate_exact_size(vec2(width, 24.0), sense);
        let name = file.name();
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, !file.missing, &name));
        if response.hovered() && !file.missing {
            ui.painter().rect_filled(rect, 5.0, p.well);
        }
        let color = if file.missing { p.weak.gamma_multiply(0.7) } else { p.text };
        let inner = rect.shrink2(vec2(10.0, 0.0));
        let used = paint_text(ui, inner, &name, color, Align::Min);
        let folder = file.path.parent().and_then(std::path::Path::file_name);
        let rest = if file.missing {
            tr!("browser-missing").into()
        } else {
            folder.unwrap_or_default().to_string_lossy()
        };
        paint_text(
            ui,
            inner.with_min_x((inner.min.x + used + 8.0).min(inner.max.x)),
            &rest,
            p.weak,
            Align::Max,
        );
        let place = file.path.display();
        let hover = if file.missing {
            tr!("browser-there-no-such-file-any", place = place)
        } else {
            place.to_string()
        };
        opened = response.on_hover_text(hover).clicked();
        if icon_button(ui, Icon::Close, Look::Quiet, tr!("browser-remove-from-list-file-itself")).clicked() {
            commands.push(SessionCommand::ForgetRecent(Some(file.path.clone())).into());
        }
    });
    if opened {
        commands.push(purpose::open(file.path.clone()));
    }
    opened
}

fn list(
    ui: &mut Ui,
    inputs: &Inputs,
    filter: &str,
    thumbnails: &mut Thumbnails,
    commands: &mut Vec<AppCommand>,
) {
    let p = Palette::from_ui(ui);
    let scene = &inputs.bench.scene;
    let current = inputs.bench.file.as_deref().and_then(std::path::Path::file_name);
    let here = |entry: &SceneEntry| current.is_some() && entry.path.file_name() == current;
    let entries: Vec<&SceneEntry> = inputs.scenes.entries.iter().filter(|e| e.fits(filter)).collect();
    let listed = inputs.scenes.entries.iter().any(here);
    if !listed {
        section(ui, tr!("browser-open-now"));
        let entry = SceneEntry {
            path: inputs.bench.file.clone().unwrap_or_default(),
            name: in_language(&scene.name).to_owned(),
            description: in_language(&scene.description).to_owned(),
            planar: false,
            folder: String::new(),
        };
        row(ui, &entry, true, inputs.view.theme, thumbnails);
    }
    let mut above = String::new();
    for entry in &entries {
        let heading = entry.heading();
        if heading != above {
            section(ui, &heading);
            above = heading;
        }
        if row(ui, entry, here(entry), inputs.view.theme, thumbnails) {
            let again = here(entry);
            let command = if again {
                AppCommand::Files(FilesCommand::ReloadScene)
            } else {
                AppCommand::Files(FilesCommand::LoadScene(entry.path.clone()))
            };
            commands.push(command);
        }
    }
    if entries.is_empty() {
        ui.add_space(8.0);
        let text = if inputs.scenes.entries.is_empty() {
            tr!("browser-there-no-folder-scenes-beside")
        } else {
            tr!("browser-no-scene-fits-filter")
        };
        ui.label(RichText::new(text).color(p.weak));
    }
}

/// Lines of the description of the current scene at most.
const CURRENT_LINES: usize = 5;
/// Room around the contents of a row (points).
const PAD: egui::Vec2 = vec2(6.0, 5.0);
/// Least width of a row that has a picture (points).
const PICTURE_WIDTH: f32 = 150.0;

/// One scene; returns whether it was clicked. The current one has its whole description.
fn row(ui: &mut Ui, entry: &SceneEntry, current: bool, theme: Theme, thumbnails: &mut Thumbnails) -> bool {
    let p = Palette::from_ui(ui);
    let width = ui.available_width();
    let pictured = width >= PICTURE_WIDTH && !entry.path.as_os_str().is_empty();
    let beside = if pictured { thumbnails::SIZE.x + 8.0 } else { 4.0 };
    let text = |text: &str, size: f32, color, lines: usize, width: f32| {
        let mut job = LayoutJob::simple(text.to_owned(), FontId::proportional(size), color, width);
        job.wrap.max_rows = lines;
        job.wrap.break_anywhere = lines == 1;
        ui.painter().layout_job(job)
    };
    let room = width - 2.0 * PAD.x - beside;
    let name = text(&entry.name, 13.0, if current { p.strong } else { p.text }, 2, room);
    // The description fills up what the name leaves of three lines; that of the current scene stands below.
    let lines = if pictured { 3 - name.rows.len().min(2) } else { 1 };
    let described = !entry.description.is_empty();
    let short = (described && !current).then(|| text(&entry.description, 11.5, p.weak, lines, room));
    let long = (described && current)
        .then(|| text(&entry.description, 11.5, p.text, CURRENT_LINES, width - 2.0 * PAD.x - 4.0));
    let beside_height = name.size().y + short.as_ref().map_or(0.0, |d| d.size().y + 1.0);
    let top = if pictured { beside_height.max(thumbnails::SIZE.y) } else { beside_height };
    let below = long.as_ref().map_or(0.0, |d| d.size().y + 4.0);
    let height = top + below + 2.0 * PAD.y;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, current, &entry.name)
    });
    let mut problem = None;
    if ui.is_rect_visible(rect) {
        if current {
            ui.painter().rect_filled(rect, 5.0, p.selected);
            let mark = Rect::from_min_size(rect.min + vec2(0.0, 6.0), vec2(3.0, height - 12.0));
            ui.painter().rect_filled(mark, 1.5, p.accent);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, 5.0, p.well);
        }
        if pictured {
            let place = Rect::from_min_size(rect.min + PAD, thumbnails::SIZE);
            problem = picture(ui, place, thumbnails.of(ui.ctx(), &entry.path, theme));
        }
        let at = rect.min + PAD + vec2(beside, ((top - beside_height) * 0.5).max(0.0));
        let under = at + vec2(0.0, name.size().y + 1.0);
        ui.painter().galley(at, name, p.text);
        if let Some(short) = short {
            ui.painter().galley_with_override_text_color(under, short, p.weak);
        }
        if let Some(long) = long {
            let at = rect.min + PAD + vec2(4.0, top + 4.0);
            ui.painter().galley_with_override_text_color(at, long, p.text);
        }
    }
    let mut hover = entry.name.clone();
    if !entry.description.is_empty() {
        hover.push_str(&format!("\n{}", entry.description));
    }
    if let Some(problem) = problem {
        hover.push_str(&tr!("browser-this-scene-does-not-load", problem = problem));
    }
    if current {
        hover.push_str(&tr!(
            "browser-click",
            command = tooltip(&AppCommand::Files(FilesCommand::ReloadScene))
        ));
    }
    response.on_hover_text(hover).clicked()
}

/// The picture of a scene; where it has none, a mark and the reason, which is returned.
fn picture(ui: &Ui, place: Rect, picture: Option<Result<egui::TextureHandle, String>>) -> Option<String> {
    let p = Palette::from_ui(ui);
    match picture {
        Some(Ok(texture)) => {
            egui::Image::new((texture.id(), place.size())).corner_radius(4.0).paint_at(ui, place);
            None
        }
        Some(Err(problem)) => {
            ui.painter().rect_filled(place, 4.0, p.well);
            let font = FontId::proportional(18.0);
            ui.painter().text(place.center(), egui::Align2::CENTER_CENTER, "!", font, p.violated);
            Some(problem)
        }
        None => {
            ui.painter().rect_filled(place, 4.0, p.well);
            None
        }
    }
}
