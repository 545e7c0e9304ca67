//! A plain dialog that asks for a scene file: folders and `.ron` files, nothing else.

use crate::app::command::AppCommand;
use crate::app::ui::UiState;
use crate::app::ui::theme::Palette;
use crate::app::ui::widgets::paint_text;
use bevy_egui::egui::{self, Align, Context, Key, Layout, Rect, RichText, Sense, Ui, vec2};
use std::path::{Path, PathBuf};

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    path: PathBuf,
    folder: bool,
}

/// The dialog while it is open.
#[derive(Clone, Debug)]
pub struct FileDialog {
    folder: PathBuf,
    address: String,
    entries: Vec<Entry>,
    selected: Option<usize>,
    error: Option<String>,
}

impl FileDialog {
    /// A dialog that starts in `folder`, or in the current one.
    pub fn at(folder: Option<PathBuf>) -> Self {
        let folder = folder.filter(|f| f.is_dir()).or_else(|| std::env::current_dir().ok());
        let mut dialog = Self {
            folder: PathBuf::new(),
            address: String::new(),
            entries: Vec::new(),
            selected: None,
            error: None,
        };
        dialog.go(&folder.unwrap_or_else(|| PathBuf::from("/")));
        dialog
    }

    /// Goes to a folder; stays where it is and says why if that cannot be read.
    fn go(&mut self, folder: &Path) {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        match list(&folder) {
            Ok(entries) => {
                self.address = folder.display().to_string();
                self.folder = folder;
                self.entries = entries;
                self.selected = None;
                self.error = None;
            }
            Err(error) => self.error = Some(format!("{} cannot be read: {error}.", folder.display())),
        }
    }

    /// Takes what is typed or chosen: goes to a folder, or returns a file.
    fn choose(&mut self, path: &Path) -> Option<PathBuf> {
        if path.is_dir() {
            self.go(path);
            return None;
        }
        if path.is_file() {
            return Some(path.to_path_buf());
        }
        self.error = Some(format!("There is no file or folder {}.", path.display()));
        None
    }
}

fn list(folder: &Path) -> std::io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        let folder = path.is_dir();
        let scene = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("ron"));
        if !hidden && (folder || scene) {
            entries.push(Entry { path, folder });
        }
    }
    entries.sort_by(|a, b| b.folder.cmp(&a.folder).then_with(|| a.path.cmp(&b.path)));
    Ok(entries)
}

/// Draws the dialog, if it is open.
pub fn show(ctx: &Context, screen: Rect, state: &mut UiState, commands: &mut Vec<AppCommand>) {
    let Some(dialog) = &mut state.dialog else { return };
    let size = vec2((screen.width() - 80.0).min(620.0), (screen.height() - 120.0).min(460.0));
    let mut chosen = None;
    let modal = egui::Modal::new(egui::Id::new("open scene")).show(ctx, |ui| {
        ui.set_width(size.x);
        ui.heading("Open scene");
        ui.add_space(4.0);
        address(ui, dialog, &mut chosen);
        ui.add_space(2.0);
        entries(ui, dialog, size.y - 130.0, &mut chosen);
        let p = Palette::from_ui(ui);
        if let Some(error) = &dialog.error {
            ui.label(RichText::new(error).color(p.violated));
        }
        ui.add_space(4.0);
        let mut close = false;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let selected = dialog.selected.and_then(|i| dialog.entries.get(i)).cloned();
            let open =
                ui.add_enabled(selected.is_some(), egui::Button::new("Open").min_size(vec2(76.0, 26.0)));
            let enter = ui.input(|i| i.key_pressed(Key::Enter)) && !ui.ctx().text_edit_focused();
            if (open.clicked() || enter)
                && let Some(entry) = selected
            {
                chosen = Some(entry.path);
            }
            close = ui.add(egui::Button::new("Cancel").min_size(vec2(76.0, 26.0))).clicked();
        });
        close
    });
    let file = chosen.and_then(|path| dialog.choose(&path));
    let done = modal.inner || modal.should_close() || file.is_some();
    if let Some(path) = file {
        commands.push(AppCommand::LoadScene(path));
    }
    if done {
        state.dialog = None;
    }
}

fn address(ui: &mut Ui, dialog: &mut FileDialog, chosen: &mut Option<PathBuf>) {
    ui.horizontal(|ui| {
        let up = dialog.folder.parent().map(Path::to_path_buf);
        if ui
            .add_enabled(up.is_some(), egui::Button::new("Up"))
            .on_hover_text("To the folder above")
            .clicked()
            && let Some(up) = up
        {
            dialog.go(&up);
        }
        let field = egui::TextEdit::singleline(&mut dialog.address)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 5));
        let response = ui.add(field).on_hover_text("Type or paste a path, then Enter.");
        if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
            *chosen = Some(PathBuf::from(dialog.address.trim()));
        }
    });
}

fn entries(ui: &mut Ui, dialog: &mut FileDialog, height: f32, chosen: &mut Option<PathBuf>) {
    let p = Palette::from_ui(ui);
    egui::Frame::new().fill(p.field).corner_radius(5.0).inner_margin(4.0).show(ui, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).max_height(height).min_scrolled_height(height).show(
            ui,
            |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                for (i, entry) in dialog.entries.iter().enumerate() {
                    let (rect, response) =
                        ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
                    let selected = dialog.selected == Some(i);
                    if selected || response.hovered() {
                        let back = if selected { p.selected } else { p.well };
                        ui.painter().rect_filled(rect, 4.0, back);
                    }
                    let name =
                        entry.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                    let (name, color) =
                        if entry.folder { (format!("{name}/"), p.weak) } else { (name, p.text) };
                    paint_text(ui, rect.shrink2(vec2(8.0, 0.0)), &name, color, Align::Min);
                    if response.double_clicked() || (response.clicked() && entry.folder) {
                        *chosen = Some(entry.path.clone());
                    } else if response.clicked() {
                        dialog.selected = Some(i);
                    }
                }
                if dialog.entries.is_empty() {
                    ui.label(RichText::new("There are no folders or .ron files here.").color(p.weak));
                }
            },
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_leaves_the_dialog_where_it_is() {
        let root = env!("CARGO_MANIFEST_DIR");
        let mut dialog = FileDialog::at(Some(PathBuf::from(root)));
        let before = dialog.folder.clone();
        assert!(dialog.choose(Path::new("/no/such/place.ron")).is_none());
        assert!(dialog.error.is_some());
        assert_eq!(dialog.folder, before);
        assert!(dialog.choose(&before.join("src")).is_none());
        assert!(dialog.folder.ends_with("src"));
        assert!(dialog.error.is_none());
        let file = before.join("Cargo.toml");
        assert_eq!(dialog.choose(&file), Some(file));
    }
}
