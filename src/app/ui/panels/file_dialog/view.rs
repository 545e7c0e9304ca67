//! The file dialog on the screen: address, list, name, buttons, and the keys that work in it.

use super::{FileDialog, titles};
use crate::app::command::AppCommand;
use crate::app::command::purpose::Purpose;
use crate::app::files::scenes;
use crate::app::ui::panels::scene_browser::recent_row;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::{paint_text, segmented};
use crate::app::ui::{Inputs, UiState};
use bevy_egui::egui::{
    self, Align, Context, Event, Id, Key, Layout, Modifiers, Rect, RichText, Sense, Ui, vec2,
};
use std::path::{Path, PathBuf};

/// Height of a line of the list (points).
const LINE: f32 = 24.0;

/// Draws the dialog, if it is open.
pub fn show(
    ctx: &Context,
    screen: Rect,
    inputs: &Inputs,
    state: &mut UiState,
    commands: &mut Vec<AppCommand>,
) {
    let Some(dialog) = &mut state.dialog else { return };
    let size = vec2((screen.width() - 80.0).min(640.0), (screen.height() - 120.0).min(480.0));
    let modal = egui::Modal::new(Id::new("file dialog")).show(ctx, |ui| {
        ui.set_width(size.x);
        title(ui, inputs, dialog);
        ui.add_space(4.0);
        if let Some(path) = dialog.replacing.clone() {
            return question(ui, dialog, &path);
        }
        if dialog.recent {
            return recent(ui, inputs, size.y - 100.0, commands);
        }
        contents(ui, dialog, size.y)
    });
    // Escape arrives as a command, which also takes back one question at a time.
    let closed = modal.backdrop_response.clicked();
    match modal.inner {
        Answer::Command(command) => {
            let (purpose, folder) = (dialog.purpose, dialog.folder.clone());
            if let Some(opening) = purpose.opens() {
                state.folders.insert(opening, folder.clone());
            }
            state.folders.insert(purpose, folder);
            commands.push(command);
            state.dialog = None;
        }
        Answer::Close => state.dialog = None,
        Answer::None if closed => state.dialog = None,
        Answer::None => {}
    }
}

/// What came of a frame of the dialog.
enum Answer {
    None,
    Close,
    Command(AppCommand),
}

impl From<Option<AppCommand>> for Answer {
    fn from(command: Option<AppCommand>) -> Self {
        command.map_or(Self::None, Self::Command)
    }
}

/// What is asked for, and whether the folder or the scenes opened lately are shown.
fn title(ui: &mut Ui, inputs: &Inputs, dialog: &mut FileDialog) {
    ui.horizontal(|ui| {
        ui.heading(dialog.purpose.title());
        if dialog.purpose != Purpose::Open || inputs.session.recent.is_empty() {
            return;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let pages = [
                (false, tr!("dialog-folder"), tr!("dialog-look-through-folders").to_owned()),
                (true, tr!("dialog-recent"), tr!("dialog-scenes-opened-lately-newest-first").to_owned()),
            ];
            if let Some(page) = segmented(ui, &pages, dialog.recent) {
                dialog.recent = page;
            }
        });
    });
}

/// The scenes opened lately.
fn recent(ui: &mut Ui, inputs: &Inputs, height: f32, commands: &mut Vec<AppCommand>) -> Answer {
    let mut answer = Answer::None;
    egui::ScrollArea::vertical().auto_shrink(false).max_height(height).min_scrolled_height(height).show(
        ui,
        |ui| {
            for file in inputs.session.recent.iter() {
                if recent_row(ui, file, commands) {
                    answer = Answer::Close;
                }
            }
        },
    );
    ui.add_space(4.0);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if ui.add(egui::Button::new(tr!("message-cancel")).min_size(vec2(76.0, 26.0))).clicked() {
            answer = Answer::Close;
        }
    });
    answer
}

fn contents(ui: &mut Ui, dialog: &mut FileDialog, height: f32) -> Answer {
    let p = Palette::from_ui(ui);
    let mut answer = address(ui, dialog);
    ui.add_space(2.0);
    let below = 136.0
        + if dialog.purpose.is_saving() { 34.0 } else { 0.0 }
        + if dialog.titles.is_some() { titles::HEIGHT } else { 0.0 };
    if let Some(path) = entries(ui, dialog, (height - below).max(60.0)) {
        answer = dialog.choose(&path).into();
    }
    let entered = dialog.purpose.is_saving() && name(ui, dialog);
    titles::show(ui, dialog);
    if let Some(error) = &dialog.error {
        ui.label(RichText::new(error).color(p.violated));
    }
    sought(ui, dialog);
    ui.add_space(4.0);
    let keys = if ui.ctx().text_edit_focused() { Keys::default() } else { Keys::read(ui, dialog) };
    ui.horizontal(|ui| {
        new_folder(ui, dialog);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = egui::Button::new(dialog.purpose.verb()).min_size(vec2(76.0, 26.0));
            let clicked = ui.add_enabled(dialog.can_confirm(), button).clicked();
            if clicked || entered || (keys.enter && dialog.can_confirm()) {
                answer = if keys.enter && dialog.purpose.is_folder() && dialog.selected.is_some() {
                    let entry = dialog.selected.and_then(|i| dialog.entries.get(i)).cloned();
                    entry.and_then(|e| dialog.choose(&e.path)).into()
                } else {
                    dialog.confirm().into()
                };
            }
            if ui.add(egui::Button::new(tr!("message-cancel")).min_size(vec2(76.0, 26.0))).clicked() {
                answer = Answer::Close;
            }
        });
    });
    dialog.drawn = true;
    answer
}

/// What is typed over the list, while it is, and that nothing begins so.
fn sought(ui: &mut Ui, dialog: &FileDialog) {
    let (p, word) = (Palette::from_ui(ui), dialog.sought.word.as_str());
    let on = dialog.sought.goes_on(ui.input(|i| i.time));
    if dialog.selected.is_none() && !word.is_empty() {
        ui.label(RichText::new(tr!("dialog-nothing-begins", word = word)).color(p.violated));
    } else if on {
        ui.label(RichText::new(tr!("dialog-begins", word = word)).color(p.weak));
    }
    if on {
        // It is gone after the pause.
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
    }
}

/// The keys that work where no text is typed.
#[derive(Clone, Copy, Debug, Default)]
struct Keys {
    enter: bool,
}

impl Keys {
    fn read(ui: &mut Ui, dialog: &mut FileDialog) -> Self {
        let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        for (key, lines) in [
            (Key::ArrowDown, 1),
            (Key::ArrowUp, -1),
            (Key::PageDown, 10),
            (Key::PageUp, -10),
            (Key::Home, -10_000),
            (Key::End, 10_000),
        ] {
            if pressed(key) {
                dialog.move_selection(lines);
            }
        }
        let now = ui.input(|i| i.time);
        if pressed(Key::Backspace)
            && !dialog.unfind(now)
            && let Some(up) = dialog.folder.parent().map(Path::to_path_buf)
        {
            dialog.go(&up);
        }
        let text = |event: &Event| if let Event::Text(text) = event { Some(text.clone()) } else { None };
        let typed: String = ui.input(|i| i.events.iter().filter_map(text).collect());
        // The letter of the shortcut that opened the dialog is none of a name.
        // No name begins as a path does: what is typed is one.
        if dialog.drawn && typed.starts_with(std::path::is_separator) && !dialog.sought.goes_on(now) {
            dialog.address = typed;
            ui.memory_mut(|memory| memory.request_focus(address_id()));
        } else if dialog.drawn
            && !typed.is_empty()
            && (!typed.trim().is_empty() || dialog.sought.goes_on(now))
        {
            dialog.find(&typed, now);
        }
        // A button that has the focus is pressed by Enter itself.
        let free = ui.memory(|m| m.focused().is_none());
        Self { enter: free && ui.input(|i| i.key_pressed(Key::Enter)) }
    }
}

fn address_id() -> egui::Id {
    egui::Id::new("address of the file dialog")
}

fn address(ui: &mut Ui, dialog: &mut FileDialog) -> Answer {
    let mut answer = Answer::None;
    ui.horizontal(|ui| {
        let up = dialog.folder.parent().map(Path::to_path_buf);
        let hover = tr!("dialog-folder-above-backspace");
        if ui.add_enabled(up.is_some(), egui::Button::new(tr!("dialog-up"))).on_hover_text(hover).clicked()
            && let Some(up) = up
        {
            dialog.go(&up);
        }
        if let Some(folder) = scenes::folder()
            && ui
                .button(tr!("dialog-scenes"))
                .on_hover_text(tr!("dialog-scenes-that-come-with-program"))
                .clicked()
        {
            dialog.go(&folder);
        }
        if let Some(home) = std::env::home_dir().filter(|h| h.is_dir())
            && ui.button(tr!("dialog-home")).on_hover_text(home.display().to_string()).clicked()
        {
            dialog.go(&home);
        }
        let field = egui::TextEdit::singleline(&mut dialog.address)
            .id(address_id())
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 5));
        let response = ui.add(field).on_hover_text(tr!("dialog-type-or-paste-path-then"));
        // The key is no press of the main button besides.
        if response.lost_focus() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
            answer = dialog.enter_address().into();
        }
    });
    answer
}

/// The list; returns what was opened in it.
fn entries(ui: &mut Ui, dialog: &mut FileDialog, height: f32) -> Option<PathBuf> {
    let p = Palette::from_ui(ui);
    let mut opened = None;
    let mut clicked = None;
    egui::Frame::new().fill(p.field).corner_radius(5.0).inner_margin(4.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let mut area =
            egui::ScrollArea::vertical().auto_shrink(false).max_height(height).min_scrolled_height(height);
        if let Some(index) = dialog.selected.filter(|_| dialog.scrolled.1 != dialog.selected) {
            // Just as much as shows the line that the keys have moved to.
            let top = (LINE + 1.0) * index as f32;
            area = area.vertical_scroll_offset(dialog.scrolled.0.clamp((top + LINE - height).max(0.0), top));
        }
        let output = area.show_rows(ui, LINE, dialog.entries.len(), |ui, rows| {
            for (i, entry) in dialog.entries.iter().enumerate().take(rows.end).skip(rows.start) {
                let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::CLICK);
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::SelectableLabel, true, entry.name.clone())
                });
                let selected = dialog.selected == Some(i);
                if selected || response.hovered() {
                    ui.painter().rect_filled(rect, 4.0, if selected { p.selected } else { p.well });
                }
                let (name, color) = if entry.folder {
                    (format!("{}/", entry.name), p.weak)
                } else {
                    (entry.name.clone(), p.text)
                };
                paint_text(ui, rect.shrink2(vec2(8.0, 0.0)), &name, color, Align::Min);
                if response.clicked() && entry.folder || response.double_clicked() {
                    opened = Some(entry.path.clone());
                } else if response.clicked() {
                    clicked = Some(i);
                }
            }
            if dialog.entries.is_empty() {
                let text = if dialog.purpose.is_folder() {
                    tr!("dialog-there-no-folders").to_owned()
                } else {
                    tr!("dialog-there-no-folders-or-here", wanted = dialog.purpose.wanted())
                };
                ui.label(RichText::new(text).color(p.weak));
            }
        });
        dialog.scrolled = (output.state.offset.y, dialog.selected);
    });
    if let Some(index) = clicked {
        dialog.select(index);
    }
    opened
}

/// Where the field for the name is.
fn name_field() -> Id {
    Id::new("file dialog, name")
}

/// The field for the name; returns whether Enter was pressed in it.
fn name(ui: &mut Ui, dialog: &mut FileDialog) -> bool {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = ui.label(tr!("dialog-name"));
        let mut output = egui::TextEdit::singleline(&mut dialog.name)
            .id(name_field())
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 5))
            .show(ui);
        let response = output.response.response.labelled_by(label.id);
        if !dialog.drawn {
            ui.memory_mut(|m| m.request_focus(name_field()));
            // All but the ending, which is rarely what one wants to change.
            let stem = Path::new(&dialog.name).file_stem().map_or(0, |s| s.to_string_lossy().chars().count());
            let range =
                egui::text::CCursorRange::two(egui::text::CCursor::new(0), egui::text::CCursor::new(stem));
            output.state.cursor.set_char_range(Some(range));
            output.state.store(ui.ctx(), name_field());
        }
        response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter))
    })
    .inner
}

fn new_folder(ui: &mut Ui, dialog: &mut FileDialog) {
    if !dialog.purpose.is_saving() && !dialog.purpose.is_folder() {
        return;
    }
    let Some(name) = &mut dialog.new_folder else {
        if ui.button(tr!("dialog-new-folder")).on_hover_text(tr!("dialog-make-folder-in-one-shown")).clicked()
        {
            dialog.new_folder = Some(String::new());
        }
        return;
    };
    let field = egui::TextEdit::singleline(name)
        .hint_text(tr!("dialog-name-new-folder"))
        .desired_width(180.0)
        .margin(egui::Margin::symmetric(8, 5));
    let response = ui.add(field);
    let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    if !response.has_focus() && !response.lost_focus() {
        response.request_focus();
    }
    if entered || ui.button(tr!("dialog-make")).clicked() {
        dialog.make_folder();
    }
}

fn question(ui: &mut Ui, dialog: &mut FileDialog, path: &Path) -> Answer {
    let p = Palette::from_ui(ui);
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let text = tr!("dialog-there-file-already-replace", name = name);
    ui.label(RichText::new(text).size(14.0).color(p.strong));
    let folder = path.parent().map(|f| f.display().to_string()).unwrap_or_default();
    ui.label(RichText::new(folder).color(p.weak));
    ui.add_space(8.0);
    let mut answer = Answer::None;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if ui.add(egui::Button::new(tr!("dialog-replace")).min_size(vec2(76.0, 26.0))).clicked() {
            answer = Answer::Command(dialog.command(path.to_path_buf()));
        }
        let keep = ui.add(egui::Button::new(tr!("dialog-keep")).min_size(vec2(76.0, 26.0)));
        // Enter keeps: what is lost by mistake is lost.
        if ui.memory(|m| m.focused().is_none()) {
            keep.request_focus();
        }
        if keep.clicked() {
            dialog.step_back();
        }
    });
    answer
}
