//! What the file of a scene is to say of it: asked for where it is saved, so that no scene that was made out of another one
//! goes by that one's name and sentence unseen.

use super::FileDialog;
use crate::app::bench::workbench::Workbench;
use crate::app::command::build::SceneTitles;
use crate::app::ui::theme::Palette;
use bevy_egui::egui::{self, RichText, Ui};
use std::path::Path;

/// Height of the fields (points).
pub const HEIGHT: f32 = 142.0;

/// The fields, and what they began with.
#[derive(Clone, Debug, Default)]
pub struct Titles {
    /// What is in the fields.
    pub now: SceneTitles,
    /// What the scene says.
    before: SceneTitles,
    /// Name of its file, without the ending.
    file: Option<String>,
    /// Whether the name was typed: then it no longer follows that of the file.
    typed: bool,
}

impl Titles {
    /// Those of the scene shown.
    pub fn of(bench: &Workbench) -> Self {
        let source = &bench.scene.source;
        let before =
            SceneTitles { name: source.name.clone(), description: source.description.clone(), view: false };
        let stem = bench.file.as_deref().and_then(Path::file_stem);
        Self {
            now: before.clone(),
            before,
            file: stem.map(|stem| stem.to_string_lossy().into_owned()),
            typed: false,
        }
    }

    /// Proposes a name for a file of that name: the one that the scene has where the file keeps its name.
    pub fn follow(&mut self, file: &str) {
        if self.typed {
            return;
        }
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.filter(|stem| Some(stem) != self.file.as_ref() && !stem.trim().is_empty());
        self.now.name = stem.map_or_else(|| self.before.name.clone(), |stem| in_words(&stem));
    }

    /// Whether something of it is to be another.
    pub fn changed(&self) -> bool {
        self.now != self.before
    }

    /// Whether the sentence of the scene goes into the file of another one.
    fn carries_another_sentence(&self) -> bool {
        let same = self.now.description == self.before.description;
        same && !self.before.description.is_empty() && self.now.name != self.before.name
    }
}

/// `my_new-scene` as people write it.
fn in_words(stem: &str) -> String {
    let words = stem.replace(['_', '-'], " ");
    let words = words.trim();
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Draws the fields, where the dialog has them.
pub fn show(ui: &mut Ui, dialog: &mut FileDialog) {
    let Some(titles) = &mut dialog.titles else { return };
    titles.follow(&dialog.name);
    let p = Palette::from_ui(ui);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = ui.label(tr!("dialog-scene-name"));
        let field = egui::TextEdit::singleline(&mut titles.now.name)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 4));
        titles.typed |= ui.add(field).labelled_by(label.id).on_hover_text(tr!("scene-name-tip")).changed();
    });
    let label = if titles.carries_another_sentence() {
        RichText::new(tr!("dialog-scene-sentence-of", name = titles.before.name)).color(p.warn)
    } else {
        RichText::new(tr!("dialog-scene-sentence")).color(p.text)
    };
    let label = ui.label(label);
    egui::ScrollArea::vertical().id_salt("sentence").max_height(46.0).show(ui, |ui| {
        let field = egui::TextEdit::multiline(&mut titles.now.description)
            .desired_rows(2)
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 4));
        ui.add(field).labelled_by(label.id);
    });
    let view = ui.checkbox(&mut titles.now.view, tr!("dialog-scene-view"));
    view.on_hover_text(tr!("dialog-scene-view-tip"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::purpose::Purpose;
    use crate::app::command::{AppCommand, FilesCommand};

    fn titles() -> Titles {
        let before = SceneTitles {
            name: "Box on a slope".into(),
            description: "It slides.".into(),
            ..SceneTitles::default()
        };
        Titles { now: before.clone(), before, file: Some("slope".into()), typed: false }
    }

    #[test]
    fn a_file_of_another_name_is_offered_another_name_for_the_scene() {
        let mut titles = titles();
        titles.follow("slope.ron");
        assert!(!titles.changed(), "the same scene, elsewhere");
        titles.follow("two_boxes.ron");
        assert_eq!(titles.now.name, "Two boxes");
        assert!(titles.carries_another_sentence());
        titles.now.description.clear();
        assert!(!titles.carries_another_sentence());
        titles.typed = true;
        titles.follow("three.ron");
        assert_eq!(titles.now.name, "Two boxes", "what was typed stays");
    }

    #[test]
    fn the_answer_of_the_dialog_has_what_was_changed() {
        let folder = std::env::temp_dir().join(format!("pegsim-titles-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let folder = folder.canonicalize().expect("it is there");
        let mut dialog =
            FileDialog::at(Purpose::SaveScene, Some(folder.clone())).with_name("slope").with_titles(titles());
        let path = folder.join("slope.ron");
        assert_eq!(dialog.confirm(), Some(AppCommand::Files(FilesCommand::SaveSceneAs(path))));
        dialog.name = "other.ron".into();
        let Some(AppCommand::Files(FilesCommand::SaveSceneTitled(path, said))) = dialog.confirm() else {
            panic!("another name is said")
        };
        assert_eq!((path, said.name.as_str()), (folder.join("other.ron"), "Other"));
        let _ = std::fs::remove_dir_all(folder);
    }
}
