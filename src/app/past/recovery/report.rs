//! What is left of other windows, for the command line: as text, as JSON, and as files.

use super::decode;
use super::document::{Document, Fingerprints};
use super::folder::Left;
use crate::app::bench::workbench::Workbench;
use crate::app::files::saving;
use crate::app::past::recording_file;
use crate::app::past::undo::UndoStack;
use crate::app::session::draft::kept;
use crate::output::WholeFile;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// What the name of a lesson ends in that is written beside a scene.
const LESSON: &str = "lesson.ron";

/// One block of lines for each session.
pub fn text(left: &[Left]) -> String {
    let mut text = String::new();
    for left in left {
        let about = &left.list.about;
        let when = left.ago();
        let edited = if about.edited { ", edited" } else { "" };
        let _ = writeln!(text, "{}  “{}”{edited}, {when}", left.name(), about.scene);
        let file = about.file.as_deref().unwrap_or("(no file)");
        let _ = writeln!(text, "    {file}");
        let (undo, redo) = (left.list.undo.len(), left.list.redo.len());
        let _ = writeln!(
            text,
            "    step {}, {} recorded, {} branches, {undo} acts to undo, {redo} to do again",
            about.step, about.steps, about.branches
        );
        if let Some(title) = &about.lesson {
            let _ = writeln!(text, "    lesson “{title}”");
        }
        for line in left.crash.iter().chain(&about.left_out) {
            let _ = writeln!(text, "    {line}");
        }
    }
    text.push_str("The next start of pegsim offers them; `pegsim recover SESSION --export F.ron` (or F.pegrec) writes one.\n");
    text
}

/// All of them, each read whole.
pub fn json(left: &[Left]) -> Value {
    let one = |left: &Left| {
        let read = decode::read(&left.folder, &left.list);
        let work = read.as_ref().map(|read| Fingerprints::default().of(&read.document));
        json!({
            "session": left.name(),
            "folder": left.folder,
            "saved": left.list.saved,
            "about": left.list.about,
            "undo": left.list.undo.iter().map(|act| &act.label).collect::<Vec<_>>(),
            "redo": left.list.redo.iter().map(|act| &act.label).collect::<Vec<_>>(),
            "crash": left.crash,
            "declined": left.declined,
            "work": work.ok(),
            "error": read.as_ref().err(),
            "remarks": read.as_ref().ok().map(|read| &read.remarks),
        })
    };
    left.iter().map(one).collect()
}

/// Writes the scene or the recordings of a document, as the window does, and beside it the lesson that was being made, where one was. The
/// document stays as it is. What is said about the lesson comes back, in sentences.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn export(mut document: Document, path: &Path) -> Result<Vec<String>, String> {
    let write: fn(&Workbench, &Path) -> Result<(), String> =
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("ron") => saving::write_scene,
            Some("pegrec") => recording_file::save,
            _ => {
                return Err(format!(
                    "{}: the name ends in .ron for the scene, or in .pegrec for the recordings",
                    path.display()
                ));
            }
        };
    let mut said = Vec::new();
    let beside = path.with_extension(LESSON);
    let lesson = document.lessons.draft.take().and_then(|kept| {
        let cannot = |reason| said.push(format!("the lesson that was being made is not written: {reason}"));
        let whole = std::path::absolute(&beside).unwrap_or_else(|_| beside.clone());
        kept::text_of(kept, &whole).map_err(cannot).ok()
    });
    for file in [Some(path), lesson.as_ref().map(|_| beside.as_path())].into_iter().flatten() {
        if file.exists() {
            return Err(format!("{} is there already; nothing was written", file.display()));
        }
    }
    // Its place is taken before anything is written.
    let begun = lesson.map(|text| WholeFile::new(&beside).map(|file| (file, text)));
    let begun = begun.transpose().map_err(|error| error.sentence())?;
    let scene = (*document.present.scene).clone();
    let mut bench = Workbench::new(scene, &[]);
    document.restore(&mut bench, &mut UndoStack::default());
    write(&bench, path)?;
    if let Some((file, (text, lost))) = begun {
        file.finish_with(text.as_bytes()).map_err(|error| error.sentence())?;
        said.push(format!("the lesson that was being made is {}", beside.display()));
        let lost = lost.map(|reason| format!("comments and layout of its file are not in it: {reason}"));
        said.extend(lost);
    }
    Ok(said)
}
