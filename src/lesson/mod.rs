//! Lessons: scenes in an order, with text, what to watch, and questions that are answered before the run.
//!
//! A lesson is a RON file that begins with `Lesson(`. Each of its steps has something to read; most open a scene under some contact
//! models, ask what will happen, run it for a while, and say what happened. Those of the folder `lessons/` are in the program.
//! Its texts can be there in other languages as well, in a file beside it.

mod check;
mod format;
mod markup;
mod shipped;
mod translation;

pub use check::{check, check_scenes, file_beside, remark};
pub use format::{Ask, Lesson, LessonStep, Look, Quantity};
pub use markup::with_formulas;
pub use shipped::{ShippedLesson, all, find};
pub use translation::{is_translation, load_in, load_translation, translated};

use crate::reading;
use crate::scene::{SceneError, edit_with, read_ron};
use ron::ser::PrettyConfig;
use std::path::Path;

/// Whether a text is that of a lesson: the name in front of its first bracket, behind comments, says so.
pub fn is_lesson(text: &str) -> bool {
    begins_with(text, "Lesson")
}

/// Whether that name stands in front of the first bracket, behind comments.
fn begins_with(text: &str, name: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        rest = if let Some(line) = rest.strip_prefix("//") {
            line.split_once('\n').map_or("", |(_, after)| after)
        } else if let Some(block) = rest.strip_prefix("/*") {
            block.split_once("*/").map_or("", |(_, after)| after)
        } else if rest.starts_with("#![") {
            rest.split_once(']').map_or("", |(_, after)| after)
        } else {
            break;
        }
        .trim_start();
    }
    rest.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('))
}

/// Reads and checks the text of a lesson; `shown` stands in front of messages.
///
/// # Errors
/// One clear sentence with its place.
pub fn parse(text: &str, shown: &str) -> Result<Lesson, SceneError> {
    let lesson = read(text, shown)?;
    check(&lesson, text, shown)?;
    Ok(lesson)
}

/// Reads the text of a lesson that is still being made: its values may be such as [`check()`] refuses.
///
/// # Errors
/// One clear sentence with its place.
pub fn read(text: &str, shown: &str) -> Result<Lesson, SceneError> {
    read_ron(text, shown)
}

/// The text of the file of a lesson.
///
/// # Errors
/// One clear sentence with the file.
pub fn file_text(path: &Path) -> Result<String, SceneError> {
    let shown = path.display().to_string();
    let refuse = |message: String| SceneError { message: format!("{shown}: {message}") };
    let bytes = reading::bytes(path, reading::LESSON).map_err(|error| refuse(error.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|_| refuse("this is not UTF-8 text; a lesson is a text file in RON format".to_owned()))
}

/// Reads and checks the file of a lesson. Whether the scenes that it names are there is found when they are opened.
///
/// # Errors
/// One clear sentence with file, line and column.
pub fn load(path: &Path) -> Result<Lesson, SceneError> {
    parse(&file_text(path)?, &path.display().to_string())
}

/// Whether the file of that path is a lesson. What cannot be read is none.
pub fn is_lesson_file(path: &Path) -> bool {
    is_file_of(path, is_lesson)
}

/// Whether the file of that path has the texts of a lesson in another language. What cannot be read has none.
pub fn is_translation_file(path: &Path) -> bool {
    is_file_of(path, is_translation)
}

fn is_file_of(path: &Path, kind: fn(&str) -> bool) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
        && reading::bytes(path, reading::LESSON)
            .is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok_and(kind))
}

/// The text of a lesson, as [`parse`] reads it.
pub fn to_text(lesson: &Lesson) -> String {
    let pretty = PrettyConfig::new().new_line("\n").indentor("    ").escape_strings(false);
    match ron::Options::default().to_string_pretty(lesson, pretty) {
        Ok(text) => format!("Lesson{text}\n"),
        // Strings, numbers, lists and structs always serialise; a comment beats a panic if that ever changes.
        Err(error) => format!("// The lesson could not be written: {error}\n"),
    }
}

/// The text of a lesson file with `lesson` in it: comments, layout and spelling stay where what they belong to is the same, as
/// [`crate::scene::edit_text`] does it.
///
/// # Errors
/// A sentence why the text cannot be kept.
pub fn edit_text(text: &str, lesson: &Lesson) -> Result<String, String> {
    let says = |text: &str| read(text, "the file").map(|lesson| to_text(&lesson));
    edit_with(text, &to_text(lesson), |text| {
        says(text).map_err(|error| format!("what is in it is no lesson ({error})"))
    })
}

#[cfg(test)]
mod tests;
