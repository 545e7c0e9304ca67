//! A plain dialog that asks for a file or a folder: what is there, a name for what is new, and a question before
//! anything is replaced.

mod search;
mod titles;
mod view;

pub use titles::Titles;
pub use view::show;

use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, FilesCommand};
use crate::app::files::saving::writable;
use crate::app::files::scenes;
use std::path::{Path, PathBuf};

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    path: PathBuf,
    name: String,
    folder: bool,
}

/// The dialog while it is open.
#[derive(Clone, Debug)]
pub struct FileDialog {
    purpose: Purpose,
    folder: PathBuf,
    address: String,
    /// Name of the file to be written.
    name: String,
    /// What the file of a scene is to say of it.
    titles: Option<Titles>,
    entries: Vec<Entry>,
    selected: Option<usize>,
    /// What is typed over the list.
    sought: search::Typed,
    /// How far the list is scrolled (points), and what was selected then.
    scrolled: (f32, Option<usize>),
    error: Option<String>,
    /// A file that is there already, which the user is asked about.
    replacing: Option<PathBuf>,
    /// Name of a folder to be made, while it is typed.
    new_folder: Option<String>,
    /// Whether the files opened lately are shown instead of the folder.
    recent: bool,
    /// Whether it was drawn before: the first time the name takes the keyboard.
    drawn: bool,
}

impl FileDialog {
    /// A dialog that starts in `folder`, or in the current one.
    pub fn at(purpose: Purpose, folder: Option<PathBuf>) -> Self {
        let folder = folder.filter(|f| f.is_dir()).or_else(|| std::env::current_dir().ok());
        let mut dialog = Self {
            purpose,
            folder: PathBuf::new(),
            address: String::new(),
            name: String::new(),
            titles: None,
            entries: Vec::new(),
            selected: None,
            sought: search::Typed::default(),
            scrolled: (0.0, None),
            error: None,
            replacing: None,
            new_folder: None,
            recent: false,
            drawn: false,
        };
        dialog.go(&folder.unwrap_or_else(|| PathBuf::from("/")));
        dialog
    }

    /// The same with a name proposed for the file.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        self.name = self.purpose.named(name);
        self
    }

    /// The same with fields for what the file is to say of the scene.
    #[must_use]
    pub fn with_titles(mut self, titles: Titles) -> Self {
        self.titles = Some(titles);
        self
    }

    /// What is done with the file that was chosen, whose folder is that of the dialog then.
    fn command(&mut self, path: PathBuf) -> AppCommand {
        self.folder = path.parent().unwrap_or(&self.folder).to_path_buf();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if let Some(titles) = &mut self.titles {
            titles.follow(&name);
            if titles.changed() {
                return FilesCommand::SaveSceneTitled(path, titles.now.clone()).into();
            }
        }
        self.purpose.command(path)
    }

    /// Why it is open.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The folder that is shown.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes back what was being asked within the dialog; `false`: nothing was, and the dialog can be closed.
    pub fn step_back(&mut self) -> bool {
        self.replacing.take().is_some() || self.new_folder.take().is_some()
    }

    /// Goes to a folder; stays where it is and says why if that cannot be read.
    fn go(&mut self, folder: &Path) {
        let folder = scenes::whole(folder);
        match list(&folder, self.purpose) {
            Ok(entries) => {
                self.address = folder.display().to_string();
                self.folder = folder;
                self.entries = entries;
                self.selected = None;
                self.sought = search::Typed::default();
                self.error = None;
                self.replacing = None;
            }
            Err(error) => {
                self.error = Some(tr!("dialog-cannot-be-read", folder = folder.display(), error = error));
            }
        }
    }

    /// Takes a path that was typed or clicked: goes to a folder, takes over the name of a file to be written, or
    /// gives the command for a file to be read.
    fn choose(&mut self, path: &Path) -> Option<AppCommand> {
        let path = self.folder.join(path);
        if path.is_dir() {
            self.go(&path);
            return None;
        }
        if self.purpose.is_folder() {
            self.error = Some(tr!("dialog-there-no-folder", folder = path.display()));
            return None;
        }
        if self.purpose.is_saving() {
            return self.save(&path);
        }
        if path.is_file() {
            return Some(self.command(path));
        }
        self.error = Some(tr!("dialog-there-no-file-or-folder", path = path.display()));
        None
    }

    /// Takes what was entered as the address, as [`Self::choose`] does; the path of a file to be written is taken apart, and nothing is written yet.
    fn enter_address(&mut self) -> Option<AppCommand> {
        let path = self.folder.join(self.address.trim());
        let parts = path.parent().zip(path.file_name());
        match parts.filter(|(parent, _)| self.purpose.is_saving() && !path.is_dir() && parent.is_dir()) {
            Some((parent, name)) => {
                self.name = name.to_string_lossy().into_owned();
                self.go(parent);
                None
            }
            None => self.choose(&path),
        }
    }

    /// The command for the name that was typed; a file that is there already is asked about first.
    fn save(&mut self, path: &Path) -> Option<AppCommand> {
        let Some(name) = path.file_name().map(|n| n.to_string_lossy().into_owned()) else {
            self.error = Some(tr!("dialog-file-needs-name").to_owned());
            return None;
        };
        let parent = path.parent().unwrap_or(&self.folder).to_path_buf();
        if !parent.is_dir() {
            self.error = Some(tr!("dialog-there-no-folder", folder = parent.display()));
            return None;
        }
        let path = parent.join(self.purpose.named(&name));
        if path.is_dir() {
            self.error = Some(tr!("dialog-folder-file-needs-another-name", path = path.display()));
            return None;
        }
        if let Err(why) = writable(&path) {
            self.error = Some(why);
            return None;
        }
        self.error = None;
        if path.exists() {
            self.replacing = Some(path);
            return None;
        }
        Some(self.command(path))
    }

    /// What was typed as the address and not gone to yet.
    fn typed(&self) -> Option<PathBuf> {
        let typed = PathBuf::from(self.address.trim());
        let other = !typed.as_os_str().is_empty() && typed != self.folder;
        other.then(|| self.folder.join(typed))
    }

    /// What the main button does: what is typed counts as if it had been entered.
    fn confirm(&mut self) -> Option<AppCommand> {
        if self.new_folder.as_deref().is_some_and(|name| !name.trim().is_empty()) {
            self.make_folder();
            if self.error.is_some() {
                return None;
            }
        }
        if let Some(typed) = self.typed() {
            // A file, or nothing that is there.
            if !typed.is_dir() || !(self.purpose.is_saving() || self.purpose.is_folder()) {
                return self.choose(&typed);
            }
            self.go(&typed);
            if self.error.is_some() {
                return None;
            }
        }
        if self.purpose.is_saving() {
            let name = self.name.trim().to_owned();
            if name.is_empty() {
                self.error = Some(tr!("dialog-file-needs-name").to_owned());
                return None;
            }
            return self.choose(Path::new(&name));
        }
        if self.purpose.is_folder() {
            return Some(self.purpose.command(self.folder.clone()));
        }
        let entry = self.selected.and_then(|i| self.entries.get(i)).cloned()?;
        self.choose(&entry.path)
    }

    /// Whether the main button has something to do.
    fn can_confirm(&self) -> bool {
        if self.purpose.is_saving() {
            !self.name.trim().is_empty()
        } else {
            self.purpose.is_folder() || self.selected.is_some() || self.typed().is_some()
        }
    }

    /// Makes the folder whose name was typed, and goes there.
    fn make_folder(&mut self) {
        let Some(name) = self.new_folder.take() else { return };
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        let path = self.folder.join(name);
        match std::fs::create_dir(&path) {
            Ok(()) => self.go(&path),
            Err(error) => {
                self.error = Some(tr!("dialog-folder-cannot-be-made", path = path.display(), error = error));
            }
        }
    }

    /// Selects the entry that many lines further on.
    fn move_selection(&mut self, lines: isize) {
        let Some(last) = self.entries.len().checked_sub(1) else { return };
        let index = match self.selected {
            Some(index) => index.saturating_add_signed(lines).min(last),
            None if lines >= 0 => 0,
            None => last,
        };
        self.select(index);
    }

    /// Selects an entry; that of a file gives its name to the file to be written.
    fn select(&mut self, index: usize) {
        self.selected = Some(index);
        if let Some(entry) = self.entries.get(index).filter(|e| self.purpose.is_saving() && !e.folder) {
            self.name = entry.name.clone();
        }
    }
}

/// Folders first, then the files of the kinds asked for, each by name.
fn list(folder: &Path, purpose: Purpose) -> std::io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().map(|n| n.to_string_lossy().into_owned()) else { continue };
        let folder = path.is_dir();
        if !name.starts_with('.') && (folder || purpose.lists(&path)) {
            entries.push(Entry { path, name, folder });
        }
    }
    entries.sort_by(|a, b| b.folder.cmp(&a.folder).then_with(|| a.path.cmp(&b.path)));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("pegsim-dialog-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).expect("a temporary folder");
        for file in ["b.ron", "a.ron", "c.obj", "notes.txt", ".hidden.ron"] {
            std::fs::write(folder.join(file), "").expect("a temporary file");
        }
        folder.canonicalize().expect("it is there")
    }

    fn names(dialog: &FileDialog) -> Vec<&str> {
        dialog.entries.iter().map(|e| e.name.as_str()).collect()
    }

    #[test]
    fn a_folder_that_is_not_there_leaves_the_dialog_where_it_is() {
        let root = env!("CARGO_MANIFEST_DIR");
        let mut dialog = FileDialog::at(Purpose::Open, Some(PathBuf::from(root)));
        let before = dialog.folder.clone();
        assert!(dialog.choose(Path::new("/no/such/place.ron")).is_none());
        assert!(dialog.error.is_some());
        assert_eq!(dialog.folder, before);
        assert!(dialog.choose(&before.join("src")).is_none());
        assert!(dialog.folder.ends_with("src"));
        assert!(dialog.error.is_none());
        let file = before.join("Cargo.toml");
        assert_eq!(dialog.choose(&file), Some(AppCommand::Files(FilesCommand::LoadScene(file))));
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_after_a_question() {
        let folder = folder("replace");
        let mut dialog = FileDialog::at(Purpose::SaveScene, Some(folder.clone())).with_name("a");
        assert_eq!(dialog.name, "a.ron");
        assert_eq!(dialog.confirm(), None);
        assert_eq!(dialog.replacing, Some(folder.join("a.ron")));
        assert!(dialog.step_back(), "the first step back is from the question");
        assert!(!dialog.step_back());
        dialog.name = "  new name ".into();
        assert_eq!(
            dialog.confirm(),
            Some(AppCommand::Files(FilesCommand::SaveSceneAs(folder.join("new name.ron"))))
        );
        dialog.name = "nowhere/x".into();
        assert_eq!(dialog.confirm(), None);
        assert!(dialog.error.as_deref().is_some_and(|e| e.contains("nowhere")));
        dialog.name = "inner".into();
        assert_eq!(dialog.confirm(), None, "the name of a folder leads into it");
        assert!(dialog.folder.ends_with("inner"));
        let _ = std::fs::remove_dir_all(folder);
    }

    /// What was typed stays until there is a place for it.
    #[test]
    fn a_name_that_cannot_be_written_leaves_the_dialog_open_and_says_why() {
        let folder = folder("refused");
        let mut dialog = FileDialog::at(Purpose::SaveScene, Some(folder.clone()));
        let long = "n".repeat(300);
        dialog.name.clone_from(&long);
        assert_eq!(dialog.confirm(), None);
        assert!(dialog.error.as_deref().is_some_and(|error| error.contains(&long)), "{:?}", dialog.error);
        assert_eq!(dialog.name, long);
        dialog.name = "short".into();
        assert!(dialog.confirm().is_some() && dialog.error.is_none());
        assert!(!folder.join("short.ron").exists(), "it is asked, not written");
        let _ = std::fs::remove_dir_all(folder);
    }

    /// A folder that was typed and not entered is where the file goes; one that is not there is none.
    #[test]
    fn the_button_takes_what_is_typed_as_the_address() {
        let folder = folder("typed");
        let at = |purpose| FileDialog::at(purpose, Some(folder.clone())).with_name("new");
        let saved = |path: PathBuf| Some(AppCommand::Files(FilesCommand::SaveSceneAs(path)));
        let inner = folder.join("inner");
        for typed in [inner.display().to_string(), " inner ".to_owned()] {
            let mut dialog = at(Purpose::SaveScene);
            dialog.address = typed;
            assert_eq!(dialog.confirm(), saved(inner.join("new.ron")));
        }
        let mut dialog = at(Purpose::SaveScene);
        dialog.address = inner.join("other.ron").display().to_string();
        assert_eq!(dialog.confirm(), saved(inner.join("other.ron")), "the path of a file has its name");
        for nowhere in ["/no/such/folder", "/no/such/folder/"] {
            for purpose in [Purpose::SaveScene, Purpose::OutputFolder, Purpose::Open] {
                let mut dialog = at(purpose);
                dialog.address = nowhere.into();
                assert!(dialog.can_confirm());
                assert_eq!(dialog.confirm(), None);
                assert!(
                    dialog.error.as_deref().is_some_and(|error| error.contains("/no/such")),
                    "{purpose:?}"
                );
                assert_eq!(dialog.folder, folder);
            }
        }
        let mut dialog = at(Purpose::OutputFolder);
        dialog.address = inner.display().to_string();
        assert_eq!(dialog.confirm(), Some(Purpose::OutputFolder.command(inner.clone())));
        let mut dialog = at(Purpose::SaveScene);
        dialog.new_folder = Some("made".into());
        assert_eq!(dialog.confirm(), saved(folder.join("made/new.ron")), "a folder that was named is made");
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn the_list_has_folders_first_and_only_what_is_asked_for() {
        let folder = folder("list");
        let at = |purpose| FileDialog::at(purpose, Some(folder.clone()));
        assert_eq!(names(&at(Purpose::Open)), ["inner", "a.ron", "b.ron", "c.obj"]);
        assert_eq!(names(&at(Purpose::SaveScene)), ["inner", "a.ron", "b.ron"]);
        assert_eq!(names(&at(Purpose::OutputFolder)), ["inner"]);
        let mut dialog = at(Purpose::SaveScene);
        dialog.move_selection(1);
        assert_eq!((dialog.selected, dialog.name.as_str()), (Some(0), ""), "a folder gives no name");
        dialog.find("B", 1.0);
        assert_eq!((dialog.selected, dialog.name.as_str()), (Some(2), "b.ron"));
        dialog.move_selection(9);
        assert_eq!(dialog.selected, Some(2));
        let _ = std::fs::remove_dir_all(folder);
    }

    /// What is typed quickly is one word; a letter again and again goes on to the next; a word that nothing begins with selects nothing.
    #[test]
    fn typing_finds_what_begins_so() {
        let folder = folder("letters");
        for file in ["box_stack.ron", "boxes.ron", "bowl.ron"] {
            std::fs::write(folder.join(file), "").expect("a temporary file");
        }
        let mut dialog = FileDialog::at(Purpose::Open, Some(folder.clone()));
        let chosen = |dialog: &FileDialog| dialog.selected.map(|i| dialog.entries[i].name.clone());
        let type_in = |dialog: &mut FileDialog, word: &str, from: f64| {
            word.chars().enumerate().for_each(|(k, c)| dialog.find(&c.to_string(), from + 0.2 * k as f64));
        };
        type_in(&mut dialog, "boxe", 10.0);
        assert_eq!(chosen(&dialog).as_deref(), Some("boxes.ron"));
        type_in(&mut dialog, "Bow", 20.0);
        assert_eq!(chosen(&dialog).as_deref(), Some("bowl.ron"));
        type_in(&mut dialog, "boxy", 30.0);
        assert_eq!(chosen(&dialog), None, "and Enter opens nothing");
        assert!(!dialog.can_confirm());
        assert!(dialog.unfind(30.9) && !dialog.unfind(40.0));
        assert_eq!(chosen(&dialog).as_deref(), Some("box_stack.ron"));
        let (mut seen, mut at) = (Vec::new(), 50.0);
        for _ in 0..4 {
            dialog.find("b", at);
            seen.extend(chosen(&dialog));
            at += 0.2;
        }
        assert_eq!(seen, ["boxes.ron", "b.ron", "bowl.ron", "box_stack.ron"]);
        let _ = std::fs::remove_dir_all(folder);
    }

    /// Enter in the address field writes nothing: the path of a file is taken apart into folder and name.
    #[test]
    fn an_address_that_is_entered_writes_nothing() {
        let folder = folder("entered");
        let mut dialog = FileDialog::at(Purpose::SaveScene, Some(folder.clone())).with_name("new");
        dialog.address = folder.join("inner/mine.ron").display().to_string();
        assert_eq!(dialog.enter_address(), None);
        assert_eq!((dialog.name.as_str(), &dialog.folder), ("mine.ron", &folder.join("inner")));
        dialog.address = "/no/such/place.ron".into();
        assert_eq!(dialog.enter_address(), None);
        assert!(dialog.error.is_some());
        let mut dialog = FileDialog::at(Purpose::Open, Some(folder.clone()));
        dialog.address = "a.ron".into();
        assert_eq!(dialog.enter_address(), Some(Purpose::Open.command(folder.join("a.ron"))));
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn a_new_folder_is_made_and_can_be_chosen() {
        let folder = folder("new");
        let mut dialog = FileDialog::at(Purpose::OutputFolder, Some(folder.clone()));
        dialog.new_folder = Some(" film ".into());
        dialog.make_folder();
        assert_eq!(
            dialog.confirm(),
            Some(AppCommand::Files(FilesCommand::SetOutputFolder(folder.join("film"))))
        );
        dialog.go(&folder);
        dialog.new_folder = Some("film".into());
        dialog.make_folder();
        assert!(dialog.error.is_some(), "what is there already is not made again");
        let _ = std::fs::remove_dir_all(folder);
    }
}
