//! The file dialog by keys and texts.

use super::*;
use crate::app::command::purpose::Purpose;
use crate::app::command::{AppCommand, FilesCommand};

/// A folder of one test.
fn temporary(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("pegsim-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder.canonicalize().expect("it is there")
}

/// A key that is pressed and let go.
fn typed(key: egui::Key, modifiers: Modifiers) -> Vec<Event> {
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), event(false)]
}

#[test]
fn saving_over_a_file_asks_and_remembers_the_folder() {
    let folder = temporary("saving");
    std::fs::write(folder.join("gate.ron"), "").expect("a temporary file");
    let mut desk = Desk::new(bench(1), (1000.0, 600.0));
    desk.state.ask(Purpose::SaveScene, Some(folder.clone()), "gate");
    desk.frames(3);
    let enter = || typed(egui::Key::Enter, Modifiers::NONE);
    assert!(desk.frame(enter()).0.is_empty(), "the name has the keyboard, and the file is there");
    desk.frames(2);
    let text = text_of(&desk.frame(Vec::new()).1);
    assert!(text.contains("There is a file gate.ron already. Replace it?"), "{text}");
    // Escape takes back the question only.
    desk.state.close();
    desk.frames(2);
    assert!(desk.state.dialog.is_some());
    desk.state.ask(Purpose::SaveScene, Some(folder.clone()), "other");
    desk.frames(3);
    let commands = desk.frame(enter()).0;
    assert_eq!(commands, [AppCommand::Files(FilesCommand::SaveSceneAs(folder.join("other.ron")))]);
    assert!(desk.state.dialog.is_none());
    // There it is sought when it is to be opened, too; by the folder that was typed, if one was.
    let inner = folder.join("inner");
    std::fs::create_dir(&inner).expect("a temporary folder");
    assert_eq!(desk.state.folders.get(&Purpose::SaveScene), Some(&folder));
    assert_eq!(desk.state.folders.get(&Purpose::Open), Some(&folder));
    desk.state.ask(Purpose::SaveScene, None, "inner/deeper");
    desk.frames(3);
    let commands = desk.frame(enter()).0;
    assert_eq!(commands, [AppCommand::Files(FilesCommand::SaveSceneAs(inner.join("deeper.ron")))]);
    assert_eq!(desk.state.folders.get(&Purpose::Open), Some(&inner));
    let _ = std::fs::remove_dir_all(folder);
}

/// Who types a folder into the address goes there, and has still to give a name.
#[test]
fn enter_in_the_address_saves_nothing() {
    let folder = temporary("address");
    std::fs::create_dir(folder.join("inner")).expect("a temporary folder");
    let mut desk = Desk::new(bench(1), (1000.0, 600.0));
    desk.state.ask(Purpose::SaveScene, Some(folder.clone()), "gate");
    desk.frames(3);
    let address = place_of(&folder.display().to_string(), &desk.frame(Vec::new()).1);
    desk.click(address);
    desk.frame(typed(egui::Key::A, Modifiers::COMMAND));
    desk.frame(vec![Event::Text(folder.join("inner").display().to_string())]);
    assert_eq!(desk.frame(typed(egui::Key::Enter, Modifiers::NONE)).0, []);
    desk.frames(2);
    let dialog = desk.state.dialog.as_ref().expect("it is still there");
    assert_eq!(dialog.folder(), folder.join("inner"));
    let _ = std::fs::remove_dir_all(folder);
}

/// A path that is typed at once, without a click, is an address and no name to be looked for.
#[test]
fn a_path_typed_over_the_list_is_an_address() {
    let folder = temporary("typed");
    std::fs::write(folder.join("gate.ron"), "").expect("a temporary file");
    let mut desk = Desk::new(bench(1), (1000.0, 600.0));
    desk.state.ask(Purpose::Open, None, "");
    desk.frames(3);
    for c in folder.join("gate.ron").display().to_string().chars() {
        desk.frame(vec![Event::Text(c.to_string())]);
    }
    let commands = desk.frame(typed(egui::Key::Enter, Modifiers::NONE)).0;
    assert_eq!(commands, [AppCommand::Files(FilesCommand::LoadScene(folder.join("gate.ron")))]);
    let _ = std::fs::remove_dir_all(folder);
}
